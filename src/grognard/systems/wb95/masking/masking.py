"""Unit masking: what a player may know of the other side. [16.1]

Own units are known in full. Of an enemy stack only the top counter shows [16.1.1], or nothing if it
is masked [16.1.2]; next to own units the enemy must tell types, and levels too if he is not
fortified [16.1.4]; stacks that fought are open until the Combat Phase ends [16.1.3].

The type of a counter is what its symbol shows: the arm, how it moves, and whether it is towed. The
markers on a stack (out of supply, disorganised) are open, but not which counter carries which.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from grognard.engine.decision import Action
from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.engine.record import canonical, replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Kind
from grognard.systems.wb95.masking.vicinity import presumed
from grognard.systems.wb95.pieces.stacks import (
    exerters,
    in_zone,
    next_to,
    on_map,
    stacks,
    units_at,
    zones,
)
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import MAP, UNITS, Counter, Unit

NOTHING, TYPE, LEVELS, FULL = range(4)
"""How much is known of a unit: nothing, its type, its type and levels, everything."""

UNSEEN = "unseen"
"""Where odds put what the asker does not see."""

O = TypeVar("O")  # noqa: E741 (an order)


class Blind(Kind[Wb, O]):
    """A verb whose outcome depends on what stands in the hexes it is aimed at. [16.1.1]"""

    @abstractmethod
    def aims(self, order: O) -> tuple[int, ...]:
        """Those hexes."""


def masked_game(game: Wb) -> bool:
    """Whether the chapter is in use."""
    return game.options["masking"] == "on"


def sight(game: Wb, viewer: str | None, name: str) -> int:
    """How much a player may know of a unit; what is off the map is open to all.

    Who looks on without a side sees what lies on top or open; nobody tells him more. [16.1.1]
    """
    unit = unit_of(game, name)
    if viewer is None or not masked_game(game) or unit.place != MAP:
        return FULL
    if counter_of(game, name).side == viewer or in_open_combat(game, unit):
        return FULL
    if on_show(game, unit.hex) == name:
        return FULL
    return disclosed(game, unit.hex) if touched(game, viewer, unit.hex) else NOTHING


def on_show(game: Wb, h: int) -> str | None:
    """The counter of a stack that everybody sees: the top one [16.1.1], none if masked [16.1.2]."""
    names = units_at(game, h)
    if not names or game.state[HEXES][h].masked:
        return None
    return names[-1]


def in_open_combat(game: Wb, unit: Unit) -> bool:
    """Whether the unit's stack took part in combat in the Combat Phase under way. [16.1.3]"""
    return unit.revealed == game.serial


def disclosed(game: Wb, h: int) -> int:
    """What must be told of a stack next to enemy units: types, unfortified also levels. [16.1.4]"""
    fortified = game.state[HEXES][h].fortified or h in game.scenario.fixed_positions
    return TYPE if fortified else LEVELS


def counted(game: Wb, viewer: str, h: int) -> bool:
    """Whether a player may know how many counters an enemy stack has. [16.1.1] [16.1.4]

    Only next to it: a stack that fought is open, but others may have joined it since.
    """
    return not masked_game(game) or touched(game, viewer, h)


def touched(game: Wb, side: str, h: int) -> bool:
    """Whether a side has a unit next to a hex; who has no side has none. [16.1.4]"""
    return side != PUBLIC and next_to(game, side, h)


def zone_known(game: Wb, viewer: str) -> Sequence[int]:
    """Where the enemy's zones of control lie or, for all a player knows, may lie.

    A closed stack that is not next to own units is presumed to hold a unit of any kind, so its
    zone may reach wherever somebody on foot could go. Stopping next to it settles the question.
    The answer follows the game: who wants to keep it copies it.
    """
    if not masked_game(game):
        return zones(game).counts[game.scenario.other(viewer)]
    return presumed(game).counts[viewer]


def zone_certain(game: Wb, viewer: str, h: int) -> bool:
    """Whether an enemy zone of control lies on a hex for all that a player knows for certain.

    Of a closed stack that is not next to own units only what it shows counts. Retreat and advance
    cannot stop to look first, so there the rest is unknown until tried.
    """
    enemy = game.scenario.other(viewer)
    if not in_zone(game, h, enemy):
        return False
    return not masked_game(game) or any(
        sight(game, viewer, name) != NOTHING for name in exerters(game, h, enemy)
    )


# ---- telling what happens


def witnesses(game: Wb, names: Iterable[str]) -> tuple[str, ...]:
    """The sides that may know all of these units in full."""
    known, found = tuple(names), []
    for side in game.scenario.sides:
        for name in known:
            if sight(game, side, name) != FULL:
                break
        else:
            found.append(side)
    return tuple(found)


def tell(
    game: Wb,
    event: Event,
    knowing: Iterable[str],
    secret: tuple[str, ...] = ("unit", "units"),
) -> None:
    """Tell the sides that know the units everything, the other less. [16.1.1]

    `secret` are the facts that would name the units.
    """
    seen_by = tuple(side for side in game.scenario.sides if side in tuple(knowing))
    if len(seen_by) == len(game.scenario.sides):
        game.emit(event)
        return
    facts = {key: fact for key, fact in event.facts.items() if key not in secret}
    game.emit(replace(event, seen_by=seen_by, others=replace(event, facts=facts)))


def befalls(game: Wb, name: str, event: Event, secret: tuple[str, ...] = ()) -> None:
    """Tell what befalls a unit; which unit it is, only to those who may know. [16.1.1]"""
    side, label = counter_of(game, name).side, game.board.label(unit_of(game, name).hex)
    facts = {"side": side, "hex": label, **event.facts, "unit": name}
    tell(game, replace(event, facts=facts), witnesses(game, [name]), ("unit", *secret))


def symbol(counter: Counter) -> dict[str, Any]:
    """The type of a counter as its symbol shows it: arm, way of moving, towed or not. [16.1.4]"""
    return {"type": counter.type, "move": counter.move, "towed": counter.towed}


def told_of(game: Wb, viewer: str, h: int) -> list[dict[str, Any]]:
    """What a player is told of each counter of a stack next to his units, by type. [16.1.4]"""
    rows = [_row(game, name, sight(game, viewer, name)) for name in units_at(game, h)]
    return sorted(rows, key=canonical) if len(rows) > 1 else rows


def _row(game: Wb, name: str, level: int) -> dict[str, Any]:
    """One counter as far as it is told: its type, and its levels if these are too. [16.1.4]"""
    row = symbol(counter_of(game, name))
    return {**row, "cels": unit_of(game, name).cel} if level >= LEVELS else row


def approach(game: Wb, name: str, before: int) -> None:
    """A unit has come next to enemies: both sides learn what they must be told. [16.1.4]

    `before` is the hex it came from, -1 from off the map. What its side has learned cannot be
    taken back.
    """
    if not masked_game(game):
        return
    sighted(game, name, before)
    side, h = counter_of(game, name).side, unit_of(game, name).hex
    enemy = game.scenario.other(side)
    seen_before = before >= 0 and touched(game, enemy, before)
    if touched(game, enemy, h) and not seen_before:
        row = _row(game, name, disclosed(game, h))
        facts = {"hex": game.board.label(h), "counters": [row], "side": side, "to": enemy}
        game.emit(Event("sighting", "16.1.4", facts, seen_by=(enemy,)))


def sighted(game: Wb, name: str, before: int) -> None:
    """A unit's side is told of the stacks that it is the first to be next to; for good. [16.1.4]"""
    side, around = counter_of(game, name).side, game.board.around
    for b in _enemies_around(game, side, unit_of(game, name).hex):
        if before not in around(b) and not _others_touch(game, b, side, (name,)):
            facts = {"hex": game.board.label(b), "counters": told_of(game, side, b)}
            game.emit(Event("sighting", "16.1.4", facts, seen_by=(side,)))
            game.reveal(side)


def out_of_sight(game: Wb, side: str, names: Collection[str], to: int) -> list[int]:
    """The enemy stacks that nobody of a side would be next to if units went to a hex. [16.1.4]"""
    left = dict.fromkeys(unit_of(game, name).hex for name in names)
    seen = dict.fromkeys(b for h in left for b in _enemies_around(game, side, h))
    near = game.board.around(to)
    return [b for b in seen if b not in near and not _others_touch(game, b, side, names)]


def _enemies_around(game: Wb, side: str, h: int) -> list[int]:
    """The hexes next to one that hold enemy stacks."""
    enemy, holders = game.scenario.other(side), stacks(game).holders
    return [b for b in game.board.around(h) if holders.get(b) == enemy]


def _others_touch(game: Wb, h: int, side: str, but: Collection[str]) -> bool:
    """Whether a side has somebody next to a hex besides these units."""
    at, around = stacks(game).at, game.board.around(h)
    others = [[other for other in at[b] if other not in but] for b in around if b in at]
    return any(rest and counter_of(game, rest[0]).side == side for rest in others)


# ---- masks


def vacated(game: Wb, h: int) -> None:
    """A mask is gone with the last unit of the stack that it covers. [16.1.2]"""
    status = game.state[HEXES][h]
    if status.masked and not units_at(game, h):
        game.put(HEXES, h, replace(status, masked=False))


def stay_covered(game: Wb, covered: bool, names: Iterable[str]) -> None:
    """Units that moved out of a masked stack are masked where they end. [16.1.2]"""
    hexes = dict.fromkeys(unit_of(game, n).hex for n in names if unit_of(game, n).place == MAP)
    for h in hexes if covered else ():
        game.put(HEXES, h, replace(game.state[HEXES][h], masked=True))


# ---- odds


def unknowns(game: Wb, player: str, action: Action) -> list[Refusal]:
    """What the outcome of an action depends on that the player may not know. [16.1.1]"""
    if not masked_game(game):
        return []
    offers = [ask.offer(action.get("do")) for ask in game.open_asks(player)]
    if any(getattr(offer, "ends", False) for offer in offers):
        text = "what follows depends on supply and on closed stacks; see when it comes"
        return [Refusal("16.1.1", text)]
    blind = [offer for offer in offers if isinstance(offer, Blind)]
    hexes = [h for offer in blind for h in offer.aims(offer.order_of(game, action))]
    return [unknown for h in hexes for unknown in unseen(game, player, h)]


def unseen(game: Wb, player: str, h: int) -> list[Refusal]:
    """That a player does not know all that stands in a hex. [16.1.1]"""
    if not masked_game(game) or (
        counted(game, player, h)
        and all(sight(game, player, name) == FULL for name in units_at(game, h))
    ):
        return []
    return [Refusal("16.1.1", f"not all that stands in {game.board.label(h)} is known in full")]


def presume(game: Wb, player: str, action: Action) -> list[dict[str, Any]]:
    """Take what a player does not see at all off the map, for odds; say so. [16.1.1]"""
    offers = [ask.offer(action.get("do")) for ask in game.open_asks(player)]
    if not masked_game(game) or not any(isinstance(offer, Blind) for offer in offers):
        return []
    leave_out(game, player)
    told = "closed stacks take no part"
    enemy = game.scenario.other(player)
    return [{"player": enemy, "question": told, "rule": "16.1.1", "text": told}]


def leave_out(game: Wb, player: str) -> None:
    """Take what a player does not see in full off the map. [16.1.1]

    Headquarters and guns in closed stacks could have a say in a combat nearby; odds leave them out,
    so that they give nothing away.
    """
    for name in on_map(game, game.scenario.other(player)) if masked_game(game) else ():
        if sight(game, player, name) < FULL:
            game.put(UNITS, name, replace(unit_of(game, name), place=UNSEEN, hex=-1))
