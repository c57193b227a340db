"""Extenders: five points of transport that bridge a gap in trace supply. [12.7]

They make a hex from which trace supply is drawn, and do nothing else: they neither move nor carry,
nor make draws or throws longer [12.7a(A)]. How far they reach and what they link is part of the
trace; this is how they are made, and unmade.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex, Piece
from grognard.systems.ocs.forms import Crowd, OfTransport
from grognard.systems.ocs.movement.movement import points
from grognard.systems.ocs.movement.moves import finish
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TOKENS, TRANSPORT, Transport
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.supply.supply_sources import extender_key
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.collapse import havens, within_range
from grognard.systems.ocs.transport.transport import called, transport_of
from grognard.systems.ocs.turn.phases import OcsVerb, foretold, phase_start
from grognard.systems.ocs.units import TRUCK
from grognard.table.worded import Hand

SIZE = 5 * TOKENS
"""Five Transport Points make an Extender. [12.7]"""


def flipping_cost(game: Ocs, key: str) -> int:
    """What becoming an Extender, or ceasing to be one, costs: half the allowance. [12.7d]"""
    return transport.full(game, key) // 2


@dataclass(frozen=True, slots=True)
class Extension:
    """Transport that is to be an Extender."""

    transport: Crowd


class Extend(OcsVerb[Extension]):
    """Turn five Transport Points of one kind in a hex into an Extender. [12.7]

    They may have come from different hexes, if none has used more than half. [12.7e]
    """

    do, rule, order = "extend", "12.7", Extension
    title, phrase = "Form an Extender", "Form an Extender of {transport}"
    stops = False  # such transport could move, too

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Extension]:
        """Any of a hex that make up five points together, up to five counters."""
        for keys in _groups(game, player):
            for count in range(1, len(keys) + 1):
                yield from map(Extension, combinations(keys, count))

    def against(self, game: Ocs, player: str, order: Extension) -> list[Refusal]:
        """Five points, alike, empty, half of each left, and something to link to. [12.7d]

        None of them organic. [13.2g(C)]
        """
        keys = order.transport
        refusals = transport.refuse_foreign(game, player, keys, self.rule)
        if refusals:
            return refusals
        found = [transport_of(game, key) for key in keys]
        if any(t.extender for t in found):
            return [Refusal(self.rule, "it is an Extender already")]
        if any(t.formation for t in found):
            return [Refusal("13.2g(C)", "Organic Trucks never become part of an Extender")]
        kinds = {t.kind for t in found}
        if len(kinds) > 1 or not game.scenario.kinds[found[0].kind].extends:
            return [Refusal("12.7d", "an Extender is made of one kind of transport, fit for it")]
        if sum(t.size for t in found) != SIZE:
            return [Refusal(self.rule, "an Extender is made of exactly five points; divide first")]
        return _unready(game, player, keys)

    def carry_out(self, game: Ocs, player: str, order: Extension) -> None:
        """They pay half their allowance and become one. [12.7d]"""
        keys = order.transport
        finish(game, player)
        _bind(game, player, transport_of(game, keys[0]))
        key = transport.combine(game, keys) if len(keys) > 1 else keys[0]
        transport.pay(game, key, flipping_cost(game, key), extender=True)
        _tell(game, player, key, "extend")

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Extension]:
        """All transport in hand, and who makes up five points with it."""
        keys = grouped(game, player, hand).transport
        if keys:
            yield Extension(keys)
            yield from (order for order, _ in self._own(game, player, hand))


def _groups(game: Ocs, side: str) -> list[list[str]]:
    """Transport that might make an Extender: by hex and kind, at least five points, few enough."""
    found: dict[tuple[int, str], list[str]] = {}
    for key in transport.own(game, side):
        t = transport_of(game, key)
        if not (t.extender or t.formation or t.load) and t.size <= SIZE:
            found.setdefault((t.hex, t.kind), []).append(key)
    return [
        keys[:6]
        for _, keys in sorted(found.items())
        if sum(transport_of(game, key).size for key in keys) >= SIZE
    ]


def _unready(game: Ocs, player: str, keys: Sequence[str]) -> list[Refusal]:
    """Loads, points already used, and the link that there must be. [12.7d] [12.7e]"""
    for key in keys:
        if transport_of(game, key).railed == phase_start(game):
            text = f"{called(game, key)} came by rail or by sea in this phase and do no more"
            return [Refusal("13.3c(3)", text)]
        if transport_of(game, key).load:
            return [Refusal("12.7d", f"{called(game, key)} are loaded; unload them first")]
        if transport.spent(game, key) > transport.full(game, key) - flipping_cost(game, key):
            used = points(transport.spent(game, key))
            text = f"{called(game, key)} have used {used} MP, more than half their allowance"
            return [Refusal("12.7e", text)]
    found = transport_of(game, keys[0])
    if supply_paths.extender_link(game, player, found.hex, found.kind) is None:
        label = game.board.label(found.hex)
        text = f"an Extender in {label} would reach no source of trace supply now"
        return [Refusal("12.7d", text)]
    return []


def _bind(game: Ocs, side: str, found: Transport) -> None:
    """Friends who keep its hex or its link free of enemy zones must stay in this phase. [4.5b]"""
    goal = supply_paths.extender_link(game, side, found.hex, found.kind)
    field = fields(game).field(extender_key(game, side, found.hex, found.kind))
    hexes = {found.hex}
    if goal is not None and goal != found.hex and field.key.move == TRUCK:
        hexes.update(field.path(field.goal((goal, *game.board.around(goal)))))
    for h in sorted(hexes):
        zones.lock(game, h, side)


class Contract(OcsVerb[OfTransport]):
    """Flip an Extender back to Transport Points for half its allowance. [12.7d]

    They may then go their several ways. [12.7f]
    """

    do, rule, order = "contract", "12.7d", OfTransport
    title, phrase = "Dissolve an Extender", "Turn {transport} back into transport"
    rare = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The Extenders."""
        return _extenders(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[OfTransport]:
        """Where it is."""
        yield OfTransport(actor)

    def against(self, game: Ocs, player: str, order: OfTransport) -> list[Refusal]:
        """An Extender with half its allowance left. [12.7d]"""
        key = order.transport
        refusals = _no_extender(game, player, key)
        if not refusals and transport.left(game, key) < flipping_cost(game, key):
            refusals = [Refusal("12.7d", f"{called(game, key)} has not half its allowance left")]
        return refusals

    def carry_out(self, game: Ocs, player: str, order: OfTransport) -> None:
        """They are Transport Points again, and none of them has begun to move. [12.7f]"""
        key = order.transport
        finish(game, player)
        _tell(game, player, key, "contract")
        transport.pay(game, key, flipping_cost(game, key), extender=False)

    def warnings(self, game: Ocs, player: str, order: OfTransport) -> Sequence[str]:
        """Whom it strands that the Extender is gone."""
        key = order.transport

        def taken_down() -> None:
            game.put(TRANSPORT, key, replace(transport_of(game, key), extender=False))

        return foretold(game, player, (key,), taken_down)


@dataclass(frozen=True, slots=True)
class FallingBack:
    """An Extender, and where it is to collapse to."""

    transport: Piece
    to: Hex


class Withdraw(OcsVerb[FallingBack]):
    """Let an Extender collapse to a hex in supply, as its whole move. [9.14c-ext]

    It falls back within its range, whatever enemies are on the way; one that has lost its trace may
    do so too. [12.7d]
    """

    do, rule, order = "withdraw", "12.7d", FallingBack
    title, phrase = "Withdraw an Extender", "Withdraw {transport} to {to}"
    role, rank = "march", 43
    stops = False  # `contract` asks about Extenders all the same
    sure = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The Extenders that have done nothing yet."""
        return [key for key in _extenders(game, player) if not transport.spent(game, key)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[FallingBack]:
        """To each hex that will have it."""
        for h in havens(game, actor):
            yield FallingBack(actor, h)

    def against(self, game: Ocs, player: str, order: FallingBack) -> list[Refusal]:
        """One that has done nothing else, and has where to go. [12.7d] [9.14c-ext]"""
        key, label = order.transport, game.board.label(order.to)
        refusals = _no_extender(game, player, key)
        if refusals:
            return refusals
        if transport.spent(game, key):
            return [Refusal("12.7d", f"{called(game, key)} has used points in this phase")]
        if order.to not in within_range(game, key) or not supply_paths.connected(
            game, key, order.to
        ):
            text = f"{label} is no hex in trace supply within its range"
            return [Refusal("9.14c-ext", text)]
        return []

    def carry_out(self, game: Ocs, player: str, order: FallingBack) -> None:
        """It stands in the new hex as Transport Points, and has done for this phase."""
        key, now = order.transport, phase_start(game)
        finish(game, player)
        _tell(game, player, key, "withdraw")
        changed = replace(transport_of(game, key), extender=False, hex=order.to, finished=now)
        game.put(TRANSPORT, key, changed)


def _extenders(game: Ocs, side: str) -> list[str]:
    """A side's Extenders. [12.7]"""
    return [key for key in transport.own(game, side) if transport_of(game, key).extender]


def _no_extender(game: Ocs, player: str, key: str) -> list[Refusal]:
    """Why something is no Extender of a player. [12.7d]"""
    refusals = transport.refuse_foreign(game, player, [key], "12.7d")
    if not refusals and not transport_of(game, key).extender:
        refusals = [Refusal("12.7d", f"{called(game, key)} are no Extender")]
    return refusals


def _tell(game: Ocs, side: str, key: str, kind: str) -> None:
    """Extenders are counters like others, under the units of their hex. [4.9a]"""
    label = game.board.label(transport_of(game, key).hex)
    game.emit(Event(kind, "12.7d", {"transport": key, "hex": label}, seen_by=(side,)))
