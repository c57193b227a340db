"""Stacking: ten regimental equivalents a hex at the end of every segment. [4.8]

Transport, dumps and facilities count for nothing. [4.8] In the Reinforcement Phase a hex may hold
more. [4.8a] [13.6a]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.engine.decision import Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.orders import OfOne
from grognard.systems.ocs.pieces.stacks import LIMIT, holder, stacks, units_at
from grognard.systems.ocs.pieces.values import counter_of, quarters, steps_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.turn.phases import BREAKOUT, PRE_TURN, REINFORCEMENT, kind
from grognard.systems.ocs.units import DEAD, REMOVED, UNITS

UNSEEN = ("12.8b",)
"""Losses of which the enemy sees no more than who dies: Attrition. [4.9a]"""
OVERSTACKED = "overstacked"


def room(game: Ocs, h: int, side: str) -> Fraction:
    """The regimental equivalents that a side may still put into a hex. [4.8]"""
    taken = stacks(game).sizes.get(h, 0) if holder(game, h) == side else 0
    return Fraction(LIMIT - taken, 4)


def size_with(game: Ocs, h: int, names: Sequence[str]) -> Fraction:
    """The regimental equivalents in a hex once these units are there too. [4.8a]"""
    coming = sum(
        quarters(counter_of(game, n), unit_of(game, n)) for n in names if unit_of(game, n).hex != h
    )
    return Fraction(stacks(game).sizes.get(h, 0) + coming, 4)


def eliminate(game: Ocs, name: str, rule: str, why: str, over: int = -1) -> None:
    """A unit dies with all its steps: to the dead pile, or for good under a yellow dot. [9.11d]

    [3.1d] [13.5c] One that dies on its way is lost `over` a hex, not where it set out. [4.9a]
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    steps = steps_of(game, name)
    gone = REMOVED if counter.traits & {"no-rebuild", "breakdown"} else DEAD
    h = over if over >= 0 else unit.hex
    where = game.board.label(h) if h >= 0 else ""
    game.put(UNITS, name, replace(unit, place=gone, hex=-1, at="", lost=counter.steps))
    side = game.state[SIDES][counter.side]
    game.put(SIDES, counter.side, replace(side, steps_lost=side.steps_lost + steps))
    facts = {"unit": name, "hex": where, "steps": steps, "why": why}
    left = {} if rule in UNSEEN else {"steps": steps}
    plain = Event("eliminated", rule, {"hex": where, **left})
    game.emit(Event("eliminated", rule, facts, seen_by=(counter.side,), others=plain))


def gain(game: Ocs, side: str, steps: int) -> None:
    """Book steps that come back or are used up, as `eliminate` books those that die. [13.5]"""
    status = game.state[SIDES][side]
    game.put(SIDES, side, replace(status, steps_gained=status.steps_gained + steps))


def enforce(game: Ocs) -> Procedure:
    """Whoever has too much in a hex when a segment ends eliminates units of his choice. [4.8a]

    Reinforcements may crowd a hex when they arrive, and thin out as they move. [13.6a]
    """
    if kind(game) in (REINFORCEMENT, PRE_TURN) or (
        kind(game) == BREAKOUT and game.options["arrivals-overstacked"] == "until-movement"
    ):
        return
    for h in sorted(stacks(game).crowds):
        while h in stacks(game).crowds:
            side = holder(game, h)
            assert side is not None
            answer = yield _whom(game, h, side)
            eliminate(game, answer["unit"], "4.8a", "its hex is overstacked")


class GiveUp(Among[Ocs, OfOne]):
    """Which unit dies where too much stands. [4.8a]"""

    do, rule, order = "give-up", "4.8a", OfOne
    title, phrase = "Give up", "Give up {unit}"


def _whom(game: Ocs, h: int, side: str) -> Ask:
    label, names = game.board.label(h), units_at(game, h)
    over = stacks(game).sizes[h] - LIMIT
    offer = GiveUp(OfOne(name) for name in names)

    def smallest() -> OfOne:
        sizes = {n: quarters(counter_of(game, n), unit_of(game, n)) for n in names}
        enough = [n for n in names if sizes[n] >= over] or list(names)
        return OfOne(min(enough, key=lambda n: (sizes[n], n)))

    prompt = f"{label} holds more than ten RE; which unit is given up?"
    return offer.ask(game, side, OVERSTACKED, prompt, {"smallest first": smallest})
