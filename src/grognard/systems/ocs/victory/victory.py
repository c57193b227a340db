"""The end of a game: the last turn or an earlier end, and what each side has won. [2.3-end]

Points are those of the side that the scenario names: for ground, in time or at the end, for steps
lost, for steps saved. Every point says where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Number, Tally
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Count, Ending, Grade, Objective, Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.units import BOX, MAP, UNITS, Unit
from grognard.systems.ocs.victory.control import controller

HOUSE = "house"
"""The series leaves victory to its games; terms are those of the scenario."""


def held(game: Ocs, side: str, objective: Objective) -> int:
    """How often an objective counts now: hex by hex, or once if all of it is held."""
    count = sum(controller(game, h) == side for h in objective.hexes)
    return count if objective.each else int(count == len(objective.hexes))


def ground(game: Ocs) -> Tally:
    """The points for ground: what is held, and what was held in time."""
    terms, tally = game.scenario.victory, Tally()
    earned = game.state[SIDES][terms.side].earned if terms.side else ()
    for place, objective in enumerate(terms.objectives):
        if objective.by:
            count = int(place in earned)
            label = f"{objective.label} by turn {objective.by}"
        else:
            count = held(game, terms.side, objective)
            label = f"{objective.label} ({count})" if objective.each else objective.label
        if count:
            tally = tally.add(label, count * objective.vp, HOUSE, HOUSE)
    return tally


def points(game: Ocs) -> Tally:
    """All the points of the side that the scenario names, as they stand."""
    tally = ground(game)
    for count in game.scenario.victory.losses:
        tally = _counted(tally, count, steps_lost(game, count))
    for count in game.scenario.victory.saved:
        tally = _counted(tally, count, steps_saved(game, count))
    return tally


def open_points(game: Ocs) -> Tally:
    """The points that both know: what died or got away is counted when all is over. [4.9]"""
    return points(game) if game.over else ground(game)


def _counted(tally: Tally, count: Count, steps: int) -> Tally:
    """Points for so many steps, no more than the scenario gives."""
    worth = steps // count.per * count.vp
    if count.most is not None:
        worth = max(worth, count.most) if count.vp < 0 else min(worth, count.most)
    return tally.add(f"{count.label} ({steps} steps)", worth, HOUSE, HOUSE) if worth else tally


def steps_lost(game: Ocs, count: Count) -> int:
    """The steps that a side has lost and not replaced."""
    began = game.scenario.units
    return sum(
        unit.lost - (began[name].lost if name in began else 0) for name, unit in _units(game, count)
    )


def steps_saved(game: Ocs, count: Count) -> int:
    """The steps of a side that have come to safety: in some hexes, or in a box off the map."""
    counters, hexes = game.scenario.counters, frozenset(count.hexes)
    return sum(
        counters[unit.counter].steps - unit.lost
        for _, unit in _units(game, count)
        if (unit.place == MAP and unit.hex in hexes)
        or (count.box and unit.place == BOX and unit.at == count.box)
    )


def _units(game: Ocs, count: Count) -> Iterable[tuple[str, Unit]]:
    """The combat units that count: replacements do not."""
    counters = game.scenario.counters
    for name, unit in game.state[UNITS].items():
        counter = counters[unit.counter]
        if counter.side != count.of or counter.traits & {"pax", "eq"}:
            continue
        if not count.nations or counter.nation in count.nations:
            yield name, unit


# ---- what they are worth


def grade(game: Ocs) -> Grade | None:
    """The class of the victory scale that the points reach now."""
    return grade_of(game, points(game).total)


def grade_of(game: Ocs, total: Number) -> Grade | None:
    """The class of the victory scale for a number of points."""
    return next((row for row in game.scenario.victory.scale if total >= row.least), None)


def verdict(game: Ocs) -> str:
    """How the game would end now."""
    terms = game.scenario.victory
    if not terms.side:
        return "the last turn has been played"
    found = grade(game)
    return str(found) if found is not None else f"{terms.side}: {points(game).total} points"


def standing(game: Ocs) -> dict[str, Any]:
    """How victory stands as far as both know: the date, the points for ground."""
    terms, tally = game.scenario.victory, open_points(game)
    found = grade_of(game, tally.total)
    return {
        "date": game.scenario.date(game.turn),
        "turns": game.scenario.turns,
        "side": terms.side,
        "points": tally.to_json(),
        "grade": None if found is None else str(found),
        "ends": [ending.label for ending in terms.ends],
    }


# ---- the end of a turn


def end_turn(game: Ocs) -> Procedure:
    """The turn marker goes on; after the last turn, or an early end, the game is over. [2.3-end]"""
    _earn(game)
    ending = next((e for e in game.scenario.victory.ends if reached(game, e)), None)
    if ending is not None or game.turn >= game.scenario.turns:
        _award(game, ending)
    yield from ()


def _earn(game: Ocs) -> None:
    """Note the objectives that are held in time. They count from now on, whatever happens."""
    side = game.scenario.victory.side
    if not side:
        return
    for place, objective in enumerate(game.scenario.victory.objectives):
        status = game.state[SIDES][side]
        late = not objective.by or game.turn > objective.by or place in status.earned
        if not late and held(game, side, objective):
            game.put(SIDES, side, replace(status, earned=(*status.earned, place)))
            facts = {"side": side, "objective": objective.label, "vp": objective.vp}
            game.emit(Event("objective", HOUSE, facts))


def reached(game: Ocs, ending: Ending) -> bool:
    """Whether a game is to end before its time."""
    enemy = game.scenario.other(ending.side)
    if any(controller(game, h) != ending.side for h in ending.hexes):
        return False
    return not any(stacks.holder(game, h) == enemy for h in ending.clear)


def _award(game: Ocs, ending: Ending | None) -> None:
    """The end of the game, and who has won it. [2.3-end]"""
    tally, found = points(game), grade(game)
    winner = found.winner if found is not None else ""
    degree = found.degree if found is not None else "no terms of victory"
    result = verdict(game)
    if ending is not None and ending.degree:
        winner, degree = ending.winner, ending.degree
        result = f"{winner}: {degree}" if winner else degree
    facts = {"winner": winner, "degree": degree, "result": result, "points": tally.to_json()}
    facts |= {"ending": ending.label} if ending is not None else {}
    game.emit(Event("victory", "2.3-end", facts))
    game.finish(result)
