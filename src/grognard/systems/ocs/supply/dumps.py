"""Supply dumps: tokens on the ground, whose they are, and blowing them up. [12.1] [12.11]

All supply in a hex is a dump, loaded or not [12.1b]: what lies on the ground is kept in `DUMPS`,
what is loaded is part of the Transport Points. Whoever changes either books it, so that the
accounts of a side always come out even. [12.1d]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Annotated, Any, Literal

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.hexes import HexError
from grognard.kit.forms import Hex
from grognard.systems.ocs.forms import SharesField
from grognard.systems.ocs.pieces.stacks import dump_at, transport_at
from grognard.systems.ocs.pieces.values import rounded
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SHIPS, SIDES, TRANSPORT, Dump, SideStatus, dump_key
from grognard.systems.ocs.status import amount as amount
from grognard.systems.ocs.turn.phases import OcsVerb, phase_start
from grognard.systems.ocs.units import MAP
from grognard.table.worded import Hand

GROUND = "ground"
"""What an action calls the part of a dump that lies on the ground; loads go by their keys."""
Account = Literal["delivered", "spent", "captured", "blown"]
ACCOUNTS: tuple[Account, ...] = ("delivered", "spent", "captured", "blown")


def named(game: Ocs, side: str, given: Mapping[str, int]) -> dict[str, int]:
    """Amounts by the keys of their sources; a side's dump may be called by its hex."""

    def key(text: str) -> str:
        try:
            return dump_key(side, game.board.hex(text))
        except HexError:
            return text

    return {key(text): tokens for text, tokens in given.items()}


# ---- on the ground


def add(game: Ocs, side: str, h: int, tokens: int, *, fresh: bool = False) -> None:
    """Put tokens of a side on the ground in a hex; they join what lies there. [12.1a] [12.1b]

    `fresh` tokens were unloaded in this phase and are not loaded again in it. [12.2a]
    """
    if tokens < 0:
        raise ValueError(f"{tokens} tokens cannot be added to a dump")
    if not tokens:
        return
    key, now = dump_key(side, h), phase_start(game)
    found = game.state[DUMPS].get(key) or Dump(side, h, 0)
    if fresh:
        young = fresh_at(game, h, side) + tokens
        found = replace(found, fresh=young, unloaded=now)
    game.put(DUMPS, key, replace(found, tokens=found.tokens + tokens))


def take(game: Ocs, side: str, h: int, tokens: int, *, loading: bool = False) -> None:
    """Take tokens of a side off the ground of a hex; an empty dump is gone. [12.1c]

    What was unloaded in this phase may be used in it and is used first [12.2b]; what is loaded is
    of the rest. [12.2a]
    """
    key = dump_key(side, h)
    found, young = game.state[DUMPS].get(key), fresh_at(game, h, side)
    there = 0 if found is None else found.tokens - (young if loading else 0)
    if found is None or not 0 <= tokens <= there:
        raise ValueError(f"{game.board.label(h)} holds {there} tokens of {side}, not {tokens}")
    left = found.tokens - tokens
    if found.unloaded != phase_start(game):
        young = found.fresh  # what came before this phase is the last to go
    elif not loading:
        young = max(0, young - tokens)
    if left:
        game.put(DUMPS, key, replace(found, tokens=left, fresh=min(young, left)))
    else:
        game.drop(DUMPS, key)


def fresh_at(game: Ocs, h: int, side: str) -> int:
    """The tokens on the ground of a hex that were unloaded in this phase. [12.2a]"""
    found = game.state[DUMPS].get(dump_key(side, h))
    return 0 if found is None or found.unloaded != phase_start(game) else found.fresh


def loadable(game: Ocs, h: int, side: str) -> int:
    """The tokens on the ground of a hex that may still be loaded in this phase. [12.2a]"""
    found = game.state[DUMPS].get(dump_key(side, h))
    return 0 if found is None else found.tokens - fresh_at(game, h, side)


def newly_arrived(game: Ocs, h: int, side: str) -> int:
    """The tokens that came into a hex in the Reinforcement Phase just before. [13.3c(1)]"""
    found = game.state[DUMPS].get(dump_key(side, h))
    just_before = phase_start(game) - 1
    return 0 if found is None or found.unloaded != just_before else found.fresh


# ---- the accounts


def book(game: Ocs, side: str, account: Account, tokens: int) -> None:
    """Enter tokens into an account of a side: delivered, spent, captured by the enemy, blown.

    Delivered is always the sum of the others and what the side still has. [12.1d]
    """
    status: SideStatus = game.state[SIDES][side]
    if account == "delivered":
        status = replace(status, delivered=status.delivered + tokens)
    elif account == "spent":
        status = replace(status, spent=status.spent + tokens)
    elif account == "captured":
        status = replace(status, captured=status.captured + tokens)
    else:
        status = replace(status, blown=status.blown + tokens)
    game.put(SIDES, side, status)


def stock(game: Ocs, side: str) -> int:
    """All the tokens a side has: on the ground, loaded, and aboard landing craft. [12.1b]

    Off-map boxes count too. [12.3e]
    """
    ground = sum(dump.tokens for dump in game.state[DUMPS].values() if dump.side == side)
    loads = sum(found.load for found in game.state[TRANSPORT].values() if found.side == side)
    afloat = sum(ship.load for ship in game.state[SHIPS].values() if ship.side == side)
    return ground + loads + afloat


# ---- whole dumps [12.1b] [12.11]


def parts(game: Ocs, h: int, side: str) -> dict[str, int]:
    """A side's dump in a hex: what lies on the ground, and each load by its key. [12.1b]"""
    ground = dump_at(game, h, side)
    loads = {key: game.state[TRANSPORT][key].load for key in transport_at(game, h, side)}
    found = {GROUND: ground, **loads}
    return {key: tokens for key, tokens in found.items() if tokens}


def dump_hexes(game: Ocs, side: str) -> list[int]:
    """The hexes of the map where a side has a dump."""

    def compute() -> list[int]:
        ground = {d.hex for d in game.state[DUMPS].values() if d.side == side and d.hex >= 0}
        loads = {
            t.hex
            for t in game.state[TRANSPORT].values()
            if t.side == side and t.place == MAP and t.load
        }
        return sorted(ground | loads)

    return game.cached(("dump hexes", side), (DUMPS.name, TRANSPORT.name), compute)


def lying(game: Ocs, h: int) -> list[str]:
    """What lies on the ground of a hex, by its key."""
    keys = (dump_key(side, h) for side in game.scenario.sides)
    return [key for key in keys if key in game.state[DUMPS]]


def blew(game: Ocs, h: int, side: str) -> bool:
    """Whether a side has tried to blow its dump in a hex in this phase. [12.11a]"""
    status: SideStatus = game.state[SIDES][side]
    return status.blew_in == phase_start(game) and h in status.blew


def blown_of(game: Ocs, tokens: int, roll: int) -> int:
    """The tokens that a roll destroys, to the nearest whole one. [12.11a]"""
    percent = number(game.scenario.tables, "dump-blowing", roll, "percent")
    return rounded(Fraction(tokens * percent, 100))


class PartsField(SharesField):
    """So many tokens of the parts of a dump: of the ground, or of transport by its key."""

    def pieces(self, value: Any) -> Iterable[str]:
        """The transport."""
        return tuple(key for key in value if key != GROUND)


@dataclass(frozen=True, slots=True)
class Blast:
    """A dump to blow up; without `tokens` all of it, else so much of its parts. [12.11a]"""

    hex: Hex
    tokens: Annotated[Mapping[str, int], PartsField()] | None = None


class Blow(OcsVerb[Blast]):
    """Blow up a dump, or part of it, before the enemy has it; transport is spared. [12.11a]"""

    do, rule, order = "blow", "12.11a", Blast
    title = "Blow up supply"
    phrase = ("Blow up {tokens} in {hex}", "Blow up the supply in {hex}")
    stakes = "dice"
    sure = True

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there is a dump left to blow."""
        return bool(_standing(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Blast]:
        """Each dump as a whole, and each part of it alone."""
        for h in _standing(game, player):
            yield Blast(h)
            there = parts(game, h, player)
            if len(there) > 1:
                for key, tokens in there.items():
                    yield Blast(h, {key: tokens})

    def sample(self, game: Ocs, player: str, rng: Random) -> Action | None:
        """Some of a dump by chance."""
        hexes = _standing(game, player)
        if not hexes:
            return None
        h = rng.choice(hexes)
        key, tokens = rng.choice(list(parts(game, h, player).items()))
        return self.written(game, Blast(h, {key: rng.randint(1, tokens)}))

    def against(self, game: Ocs, player: str, order: Blast) -> list[Refusal]:
        """A dump of one's own, once a phase, and no more than there is. [12.11a]"""
        there, label = parts(game, order.hex, player), game.board.label(order.hex)
        if not there:
            return [Refusal(self.rule, f"{player} has no supply in {label}")]
        if blew(game, order.hex, player):
            return [Refusal(self.rule, f"the dump in {label} was to be blown already this phase")]
        wanted = there if order.tokens is None else order.tokens
        if not wanted:
            return [Refusal(self.rule, "say how many tokens are to be blown")]
        for key, tokens in wanted.items():
            if not 0 < tokens <= there.get(key, 0):
                text = f"{label} has {there.get(key, 0)} tokens on {key!r}, not {tokens}"
                return [Refusal(self.rule, f"{text}; parts of the dump are {', '.join(there)}")]
        return []

    def carry_out(self, game: Ocs, player: str, order: Blast) -> None:
        """Roll; what goes up comes off the ground first, then off the loads. [12.11a]"""
        h, label = order.hex, game.board.label(order.hex)
        wanted = parts(game, h, player) if order.tokens is None else order.tokens
        tried = sum(wanted.values())
        faces = game.roll(1, key=lambda dice: blown_of(game, tried, dice[0]))
        lost = rest = blown_of(game, tried, faces[0])
        for key in sorted(wanted, key=lambda key: (key != GROUND, key)):
            part = min(rest, wanted[key])
            rest -= part
            _burn(game, player, h, key, part)
        book(game, player, "blown", lost)
        _note(game, player, h)
        seen = Event("blow", self.rule, {"hex": label}, faces)
        facts = {"hex": label, "tried": tried, "lost": lost}
        mine = Event("blow", self.rule, facts, faces, seen_by=(player,), others=seen)
        game.emit(replace(mine, outcome=True))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Blast]:
        """The dump in hand."""
        for h in {game.state[DUMPS][name].hex for name in hand if name in game.state[DUMPS]}:
            if h >= 0:
                yield Blast(h)

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Blast]:
        """The dump of the hex, whole or in part."""
        yield from (order for order in self.ways(game, player, "") if order.hex == h)

    def implied(self, game: Ocs, order: Blast) -> Sequence[str]:
        """What lies on the ground there."""
        return lying(game, order.hex)


def _standing(game: Ocs, side: str) -> list[int]:
    """The hexes with dumps of a side that may still be blown in this phase. [12.11a]"""
    status, hexes = game.state[SIDES][side], dump_hexes(game, side)
    if status.blew_in != phase_start(game):
        return hexes
    return [h for h in hexes if h not in status.blew]


def _burn(game: Ocs, side: str, h: int, key: str, tokens: int) -> None:
    if key == GROUND:
        take(game, side, h, tokens)
    else:
        found = game.state[TRANSPORT][key]
        game.put(TRANSPORT, key, replace(found, load=found.load - tokens))


def _note(game: Ocs, side: str, h: int) -> None:
    """A dump is blown only once a phase. [12.11a]"""
    status, now = game.state[SIDES][side], phase_start(game)
    before = status.blew if status.blew_in == now else ()
    game.put(SIDES, side, replace(status, blew=(*before, h), blew_in=now))
