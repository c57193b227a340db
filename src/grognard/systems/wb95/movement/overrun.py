"""Overrunning enemy guns and headquarters that stand alone. [3.1.8] [6.1.7] [9.1.5]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.refusal import Refusal
from grognard.systems.wb95.fighting.casualties import eliminate
from grognard.systems.wb95.ground import POINT
from grognard.systems.wb95.masking.masking import counted
from grognard.systems.wb95.pieces.stacks import holder, stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.works import fortification

GUN = POINT
"""For each artillery unit. [6.1.7]"""
FORTIFIED_GUNS = POINT
"""Once for the hex, if they are fortified. [6.1.7]"""


def helpless(game: Wb, h: int) -> bool:
    """Whether a hex holds towed artillery and headquarters and nothing else. [6.1.7] [9.1.5]"""
    names = units_at(game, h)
    counters = game.scenario.counters
    return bool(names) and all(counters[n].towed_artillery or counters[n].hq for n in names)


def unfit(game: Wb, name: str, h: int) -> Refusal | None:
    """Why a unit may not enter a hex that the enemy holds; None if it may overrun it. [3.1.8]"""
    counter, label = counter_of(game, name), game.board.label(h)
    if not counted(game, counter.side, h):
        text = f"{label} is held by the enemy, and not all that is there is known"
        return Refusal("16.1.1", f"{text}; move a unit next to it first")
    if not helpless(game, h):
        return Refusal("3.1.8", f"{label} is held by enemy units; only attack clears it")
    if not counter.regular:
        text = f"{counter.name} is no regular unit, so it cannot overrun what is in {label}"
        return Refusal("9.1.5" if counter_of(game, units_at(game, h)[0]).hq else "6.1.7", text)
    return None


def reasons(game: Wb, h: int) -> list[tuple[str, int, str]]:
    """What eliminating the guns of a hex costs on top of entering it, in twelfths. [6.1.7]

    The limit of 3.1.13 is about entering, so it does not touch this. A headquarters costs nothing
    more: the text names a price for artillery only. [9.1.5]
    """
    guns = sum(counter_of(game, name).towed_artillery for name in units_at(game, h))
    if not guns:
        return []
    found = [(f"overrunning guns: {guns}", guns * GUN, "6.1.7")]
    if fortification.fortified(game, h):
        found.append(("overrunning fortified guns", FORTIFIED_GUNS, "6.1.7"))
    return found


def prey(game: Wb, side: str) -> Mapping[int, int]:
    """Every hex that a regular unit of a side may overrun, as far as it knows, and the price."""

    def compute() -> Mapping[int, int]:
        enemy = game.scenario.other(side)
        return {
            h: sum(amount for _, amount, _ in reasons(game, h))
            for h in sorted(stacks(game).at)
            if holder(game, h) == enemy and helpless(game, h) and counted(game, side, h)
        }

    return game.cached(("prey", side), (UNITS.name, HEXES.name, "clock"), compute)


def run_over(game: Wb, name: str, h: int) -> None:
    """A regular unit enters: the guns and headquarters there are eliminated. [6.1.7] [9.1.5]"""
    side = counter_of(game, name).side
    if holder(game, h) in (None, side):
        return
    for victim in units_at(game, h):
        rule = "9.1.5" if counter_of(game, victim).hq else "6.1.7"
        eliminate(game, victim, "eliminated", rule)
