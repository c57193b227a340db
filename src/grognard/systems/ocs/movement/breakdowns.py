"""Breakdowns: regiments that infantry divisions send out and take back. [20.0]

A Breakdown is a generic regiment of 1 RE and one step, independent of any formation [20.0f]; as
many as are wanted come from one counter, each under a name of its own. The step it takes is marked
as lost under its division. [20.0a]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Answer
from grognard.kit.forms import Piece, Word
from grognard.systems.ocs.movement.movement import has_begun, unable
from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.values import counter_of, side_of, steps_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import MAP, UNITS, Unit

BREAKDOWN, INFANTRY = "breakdown", "infantry"
"""The traits of a Breakdown, and of a division that may send some out: mountain and parachute
divisions too. [20.0g]"""


def kinds(game: Ocs, name: str) -> list[str]:
    """The Breakdown counters that a division may send out: none with a better rating. [20.0b]"""
    counter = counter_of(game, name)
    return [
        other.id
        for other in game.scenario.counters.values()
        if BREAKDOWN in other.traits
        and (other.side, other.nation) == (counter.side, counter.nation)
        and other.ar <= counter.ar
    ]


def why_not(game: Ocs, name: str, kind: str, count: int) -> Refusal | None:
    """Why a division cannot send out so many Breakdowns. [20.0a] [20.0b]"""
    counter = counter_of(game, name)
    if not counter.division or INFANTRY not in counter.traits:
        text = f"{counter.name} is no infantry division; only those send out Breakdowns"
        return Refusal("20.0a", text)
    if kind not in kinds(game, name):
        known = ", ".join(kinds(game, name)) or "none"
        text = f"{kind!r} is no Breakdown with a rating up to {counter.ar}; fitting: {known}"
        return Refusal("20.0b", text)
    if not 1 <= count < steps_of(game, name):
        text = f"{counter.name} has {steps_of(game, name)} steps and keeps the last"
        return Refusal("20.0a", text)
    return None


def detach(game: Ocs, name: str, kind: str, count: int) -> list[str]:
    """Send Breakdowns out into the division's hex, at no cost. [20.0a] [20.0e]

    They are in its mode and under its markers, and may do whatever it may still do. [20.0c] [20.0f]
    """
    unit, born = unit_of(game, name), []
    game.put(UNITS, name, replace(unit, lost=unit.lost + count))
    top = max(unit_of(game, other).order for other in stacks.units_at(game, unit.hex))
    for place in range(count):
        fresh = _free_name(game, kind)
        regiment = replace(unit, counter=kind, lost=0, order=top + 1 + place)
        game.put(UNITS, fresh, regiment)
        born.append(fresh)
    side, where = side_of(game, name), game.board.label(unit.hex)
    facts = {"unit": name, "breakdowns": born, "hex": where}
    game.emit(Event("breakdown", "20.0a", facts, seen_by=(side,)))
    return born


def _free_name(game: Ocs, kind: str) -> str:
    """A name that no unit has; the counter mix is no limit. [20.0]"""
    number = 1
    while f"{kind}#{number}" in game.state[UNITS]:
        number += 1
    return f"{kind}#{number}"


@dataclass(frozen=True, slots=True)
class Split:
    """So many Breakdowns of a kind out of a division."""

    unit: Piece
    into: Word
    count: int = 1


def _told(order: Split) -> dict[str, str]:
    return {"count": str(order.count)}


class Detach(Answer[Ocs, Split]):
    """Sending out Breakdowns before a retreat or an advance. [20.0a]"""

    do, rule, order = "break-down", "20.0a", Split
    title, phrase = "Break down", "Break {count} of {unit} down into {into}"

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def against(self, game: Ocs, player: str, order: Split) -> list[Refusal]:
        """Only divisions that are about to retreat or advance. [20.0a]"""
        if order.unit not in self.names:
            known = ", ".join(self.names)
            return [Refusal("20.0a", f"{order.unit!r} does not move here; {known} may")]
        refusal = why_not(game, order.unit, order.into, order.count)
        return [refusal] if refusal is not None else []

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Those about to retreat or advance."""
        return self.names

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Split]:
        """Each counter, one at a time."""
        yield from (Split(actor, kind) for kind in kinds(game, actor))

    def details(self, game: Ocs, order: Split) -> Mapping[str, str]:
        """How many, also where that is not written."""
        return _told(order)

    def any(self, game: Ocs) -> bool:
        """Whether somebody could."""
        return next(self.legal(game, ""), None) is not None

    def carry_out(self, game: Ocs, order: Split) -> list[str]:
        """Send them out; their names."""
        return detach(game, order.unit, order.into, order.count)


class BreakDown(OcsVerb[Split]):
    """Send out Breakdowns as a division begins to move. [20.0a] [20.0e]

    Nobody who cannot move is stopped to be asked about it.
    """

    do, rule, order = Detach.do, Detach.rule, Split
    title, phrase = Detach.title, Detach.phrase
    stops = False

    def against(self, game: Ocs, player: str, order: Split) -> list[Refusal]:
        """A division of one's own that could move and has not begun to. [20.0a]"""
        name = order.unit
        if name not in game.state[UNITS] or side_of(game, name) != player:
            return [Refusal("20.0a", f"{name!r} is no unit of {player}")]
        refusal = why_not(game, name, order.into, order.count) or unable(game, name)
        if refusal is None and has_begun(game, name):
            text = f"{counter_of(game, name).name} has begun to move; Breakdowns leave before that"
            refusal = Refusal("20.0a", text)
        return [refusal] if refusal is not None else []

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """A side's divisions on the map that may send out Breakdowns."""
        return _divisions(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Split]:
        """Each counter, one at a time."""
        yield from (Split(actor, kind) for kind in kinds(game, actor))

    def details(self, game: Ocs, order: Split) -> Mapping[str, str]:
        """How many, also where that is not written."""
        return _told(order)

    def carry_out(self, game: Ocs, player: str, order: Split) -> None:
        """They stand beside their division. [20.0a]"""
        detach(game, order.unit, order.into, order.count)


def _divisions(game: Ocs, side: str) -> list[str]:
    """A side's divisions on the map that may send out Breakdowns."""
    names = rolls.with_trait(game, side, INFANTRY)
    return [name for name in names if counter_of(game, name).division]


# ---- taking them back

ABSORB = "absorb breakdowns"


def absorbs(game: Ocs, division: str, regiment: str) -> bool:
    """Whether a reduced division takes a Breakdown back: rating, mode and markers. [20.0b] [20.0c]

    The Breakdown's rating must not be worse than the division's.
    """
    big, small = counter_of(game, division), counter_of(game, regiment)
    whole, part = unit_of(game, division), unit_of(game, regiment)
    if not (big.division and INFANTRY in big.traits and BREAKDOWN in small.traits):
        return False
    return (
        whole.lost > 0
        and whole.hex == part.hex
        and whole.place == part.place == MAP
        and big.nation == small.nation
        and small.ar >= big.ar
        and _markers(whole) == _markers(part)
    )


def _markers(unit: Unit) -> tuple[str, bool, int, bool]:
    """The mode and the markers that must be the same: side up, stocks, out of supply. [20.0c]"""
    return unit.mode, unit.combat_up, unit.internals, unit.oos


def absorb_all(game: Ocs) -> Procedure:
    """At the end of every phase reduced divisions take back what they can. [20.0d]

    Their owner decides only where two divisions could have the same regiment, or where a division
    has room for fewer than there are, and some are better than others.
    """
    for side in game.scenario.sides:
        while True:
            found = _pairs(game, side)
            if not found:
                break
            choices = _choices(game, found)
            answer = {"breakdown": choices[0].breakdown, "division": choices[0].division}
            if len(choices) > 1:
                answer = yield _who(game, side, choices)
            _absorb(game, side, answer["division"], answer["breakdown"])


def _choices(game: Ocs, found: Sequence[tuple[str, str]]) -> list[Return]:
    """The first regiment with each division that could have it; or of those that one division
    could have, one of each kind, if it cannot have them all. [20.0d]"""
    regiment, division = found[0]
    takers = [other for name, other in found if name == regiment]
    rivals = [name for name, other in found if other == division]
    if len(takers) > 1 or len(rivals) <= unit_of(game, division).lost:
        return [Return(regiment, taker) for taker in takers]
    unlike: dict[Any, str] = {}
    for name in rivals:
        counter = counter_of(game, name)
        unlike.setdefault((counter.ar, counter.combat, counter.move), name)
    return [Return(name, division) for name in unlike.values()]


def _pairs(game: Ocs, side: str) -> list[tuple[str, str]]:
    """Every Breakdown on the map with each division that could take it back now."""
    found = []
    for name in rolls.with_trait(game, side, BREAKDOWN):
        beside = stacks.units_at(game, unit_of(game, name).hex)
        found += [(name, other) for other in sorted(beside) if absorbs(game, other, name)]
    return found


def _absorb(game: Ocs, side: str, division: str, regiment: str) -> None:
    unit = unit_of(game, division)
    game.put(UNITS, division, replace(unit, lost=unit.lost - 1))
    game.drop(UNITS, regiment)
    facts = {"unit": division, "breakdown": regiment, "hex": game.board.label(unit.hex)}
    game.emit(Event("absorbed", "20.0d", facts, seen_by=(side,)))


@dataclass(frozen=True, slots=True)
class Return:
    """A Breakdown, and the division that takes it back."""

    breakdown: Piece
    division: Piece


class Absorb(Among[Ocs, Return]):
    """Which of several divisions takes a Breakdown back. [20.0d]"""

    do, rule, order = "absorb", "20.0d", Return
    title, phrase = "Take back", "{division} takes {breakdown} back"


def _who(game: Ocs, side: str, choices: Sequence[Return]) -> Ask:
    offer = Absorb(choices)
    one = len({choice.breakdown for choice in choices}) == 1
    what = f"division takes back {choices[0].breakdown}"
    other = f"Breakdown does {choices[0].division} take back"
    prompt = f"which {what if one else other}?"
    return offer.ask(game, side, ABSORB, prompt, {"first divisions": offer.orders[0]})
