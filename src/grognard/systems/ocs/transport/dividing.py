"""Dividing and combining Transport Points: only counters change, and nothing is spent. [13.2c]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece
from grognard.systems.ocs.forms import Crowd, Points, Tokens
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, TOKENS, Transport
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.transport import called, transport_of
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.table.worded import Hand


@dataclass(frozen=True, slots=True)
class Division:
    """So many points that leave a counter, and what of the load goes with them."""

    transport: Piece
    points: Points
    tokens: Tokens | None = None


class Divide(Measured[Division], OcsVerb[Division]):
    """Divide Transport Points: a part of them becomes a counter of its own. [13.2c]

    Organic Trucks have the same value on both sides of their counter and stay together. [3.3(B)]
    """

    do, rule, order = "divide", "13.2c", Division
    title = "Divide transport"
    phrase = ("Divide {points} with {tokens} from {transport}",
              "Divide {points} from {transport}")  # fmt: skip
    stops = False
    sure = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each counter."""
        return transport.own(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Division]:
        """Each number of points, with as little and with as much of the load as may be."""
        found = transport_of(game, actor)
        if found.extender or found.formation:
            return
        for size in range(TOKENS, found.size, TOKENS):
            for tokens in sorted(set(_bounds(found, size))):
                yield Division(actor, size // TOKENS, tokens)

    def against(self, game: Ocs, player: str, order: Division) -> list[Refusal]:
        """Fewer points than there are, and a load that fits both parts. [13.2c]"""
        key = order.transport
        refusals = transport.refuse_foreign(game, player, [key], self.rule)
        if refusals:
            return refusals
        found, size = transport_of(game, key), order.points * TOKENS
        if found.extender:
            return [Refusal("12.7", f"{called(game, key)} is used for nothing else")]
        if found.formation:
            text = f"{called(game, key)} are one counter; Organic Trucks do not divide"
            return [Refusal(self.rule, text)]
        if not 0 < size < found.size:
            text = f"{called(game, key)} cannot give away {order.points} points"
            return [Refusal(self.rule, f"{text}; it takes at least one, and less than all")]
        least, most = _bounds(found, size)
        if not least <= _share(game, order) <= most:
            text = f"a part of {order.points} points takes {least} to {most} tokens of the load"
            return [Refusal(self.rule, text)]
        return []

    def carry_out(self, game: Ocs, player: str, order: Division) -> None:
        """Nothing is spent. A part of what is on the move is on the move too. [13.2c] [6.1f]"""
        key = order.transport
        part = transport.divide(game, key, order.points * TOKENS, _share(game, order))
        status = game.state[SIDES][player]
        if key in status.moving:
            game.put(SIDES, player, replace(status, moving=(*status.moving, part)))
        facts = {"transport": key, "part": part}
        game.emit(Event("divide", self.rule, facts, seen_by=(player,)))


def _bounds(found: Transport, size: int) -> tuple[int, int]:
    """The least and the most of a load that go with a part, for both must hold theirs. [13.2c]"""
    return max(0, found.load - (found.size - size)), min(size, found.load)


def _share(game: Ocs, order: Division) -> int:
    """What of the load goes with the part: as little as may be, unless the order says."""
    least, _ = _bounds(transport_of(game, order.transport), order.points * TOKENS)
    return least if order.tokens is None else order.tokens


@dataclass(frozen=True, slots=True)
class Joining:
    """Transport that is to be one counter."""

    transport: Crowd


class Combine(OcsVerb[Joining]):
    """Combine Transport Points of one kind in one hex into a counter. [13.2c]"""

    do, rule, order = "combine", "13.2c", Joining
    title, phrase = "Combine transport", "Combine {transport}"
    stops = False

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Joining]:
        """Every two of a hex."""
        keys = transport.own(game, player)
        for i, key in enumerate(keys):
            h = transport_of(game, key).hex
            for other in keys[i + 1 :]:
                if transport_of(game, other).hex == h:
                    yield Joining((key, other))

    def against(self, game: Ocs, player: str, order: Joining) -> list[Refusal]:
        """Two or more of one kind, and none organic unless all are of one formation. [13.2c]"""
        keys = order.transport
        refusals = transport.refuse_foreign(game, player, keys, self.rule)
        if refusals:
            return refusals
        found = [transport_of(game, key) for key in keys]
        if len(keys) < 2:
            return [Refusal(self.rule, "it takes two counters to combine")]
        if any(t.extender for t in found):
            return [Refusal("12.7", "an Extender is used for nothing else; flip it back first")]
        if len({t.kind for t in found}) > 1:
            return [Refusal(self.rule, "kinds of transport are not mixed in one counter")]
        if len({t.formation for t in found}) > 1:
            return [Refusal(self.rule, "Organic Trucks combine with those of their formation only")]
        if len({t.reserve for t in found}) > 1:
            return [Refusal(self.rule, "Organic Trucks in Reserve do not combine with others")]
        return []

    def carry_out(self, game: Ocs, player: str, order: Joining) -> None:
        """Nothing is spent; the whole has used what the most tired part had. [13.2c]"""
        keys = order.transport
        key = transport.combine(game, keys)
        status = game.state[SIDES][player]
        if set(keys) & set(status.moving):
            moving = tuple(dict.fromkeys(key if m in keys else m for m in status.moving))
            game.put(SIDES, player, replace(status, moving=moving))
        facts = {"transport": key, "of": list(keys)}
        game.emit(Event("combine", self.rule, facts, seen_by=(player,)))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Joining]:
        """All transport in hand, and each other with what is in hand."""
        keys = grouped(game, player, hand).transport
        if keys:
            yield Joining(keys)
            yield from (order for order, _ in self._own(game, player, hand))
