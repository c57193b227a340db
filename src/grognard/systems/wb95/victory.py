"""Victory: automatic, by points at the end, and the scale. [S1.9] [S1.10] [S1.11]"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from grognard.engine.decision import Procedure, nothing
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Number, Tally
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.scenario import Automatic, Grade, Objective, Victory, Wb
from grognard.systems.wb95.status import SIDES


def date_of(game: Wb) -> str:
    """The day of the turn: one turn is one day. Empty if the scenario has no calendar. [2.1.6]"""
    start = game.scenario.start_date
    return (date.fromisoformat(start) + timedelta(days=game.turn - 1)).isoformat() if start else ""


def end_turn(game: Wb) -> Procedure:
    """A turn ends with its twelfth phase, and another follows until the last. [2.1.1] [2.1.3]"""
    if game.turn >= game.scenario.turns:
        award(game)
    return nothing()


# ---- automatic victory


def check_automatic(game: Wb, phasing: str) -> None:
    """As a Supply Phase ends, see whether everything is held, and was until now. [S1.9] [S2.9]

    The holding begins at the end of the holder's own Supply Phase and is complete at the end of
    the next one of the side the scenario names; losing any hex in between ends it.
    """
    terms = game.scenario.victory.automatic
    if terms is None:
        return
    since = game.state[SIDES][terms.side].holding
    if not holds(game, terms):
        if since >= 0:
            _hold(game, terms, -1)
    elif since >= 0 and phasing == terms.until_side:
        _win_at_once(game, terms)
    elif since < 0 and phasing == terms.side:
        _hold(game, terms, game.serial)


def holds(game: Wb, terms: Automatic) -> bool:
    """Whether a side controls every hex it needs for automatic victory."""
    return all(controller(game, h) == terms.side for h in terms.hexes)


def _hold(game: Wb, terms: Automatic, since: int) -> None:
    status = game.state[SIDES][terms.side]
    game.put(SIDES, terms.side, replace(status, holding=since))
    facts = {"side": terms.side, "objective": terms.label, "holds": since >= 0}
    game.emit(Event("holding", terms.rule, {**facts, "until": terms.until_side}))


def _win_at_once(game: Wb, terms: Automatic) -> None:
    facts = {"winner": terms.side, "degree": "automatic", "objective": terms.label}
    game.emit(Event("victory", terms.rule, facts))
    game.finish(f"{terms.side}: automatic victory")


# ---- victory by points


def points(game: Wb) -> Tally:
    """The victory points as they stand, objective by objective. [S1.10] [S2.10]"""
    tally = Tally()
    terms = game.scenario.victory
    for objective in terms.objectives:
        count = scored(game, terms.side, objective)
        if count:
            label = objective.label if objective.whole else f"{objective.label} ({count})"
            source = "house" if objective.rule == "house" else "rulebook"
            tally = tally.add(label, count * objective.vp, objective.rule, source)
    return tally


def scored(game: Wb, side: str, objective: Objective) -> int:
    """How often an objective counts: hex by hex, or once if the whole of it is controlled."""
    held = sum(controller(game, h) == side for h in objective.hexes)
    if objective.whole:
        return int(held == len(objective.hexes))
    return held


def grade(game: Wb) -> Grade | None:
    """The class of the victory scale that the points reach now."""
    return grade_of(game.scenario.victory, points(game).total)


def grade_of(terms: Victory, total: Number) -> Grade | None:
    """The class of the victory scale for a number of points. [S1.11] [S2.11]"""
    for row in terms.scale:
        if row.least <= total and (row.most is None or total <= row.most):
            return row
    return None


def award(game: Wb) -> None:
    """End the game by the scale of victory; without terms nobody wins. [S1.11] [S2.11]"""
    tally, reached = points(game), grade(game)
    if reached is None:
        game.emit(Event("victory", "2.1.3"))
        game.finish("no terms of victory")
        return
    result = f"{reached} ({tally.total} VP)"
    facts = {"winner": reached.winner, "degree": reached.degree, "result": result}
    game.emit(Event("victory", reached.rule, {**facts, "points": tally.to_json()}))
    game.finish(result)


def standing(game: Wb) -> dict[str, Any]:
    """How victory stands now, as plain data: the date, the points, what they would give."""
    terms, reached = game.scenario.victory, grade(game)
    automatic = terms.automatic
    return {
        "date": date_of(game),
        "turns": game.scenario.turns,
        "side": terms.side,
        "points": points(game).to_json(),
        "grade": None if reached is None else str(reached),
        "automatic": None
        if automatic is None
        else {
            "side": automatic.side,
            "of": len(automatic.hexes),
            "held": sum(controller(game, h) == automatic.side for h in automatic.hexes),
            "since": game.state[SIDES][automatic.side].holding,
            "until": automatic.until_side,
        },
    }
