"""Steps: a unit is turned over, or gone. [9.7.1] [27.0]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.nextwar.movement import clearing
from grognard.systems.nextwar.pieces.beachheads import remove
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.turn import points
from grognard.systems.nextwar.units import ASIDE, ELIMINATED, MAP, SURRENDERED, UNITS


def lose_step(game: Nw, name: str, rule: str) -> None:
    """A unit loses a step: it is turned over, or gone, headquarters too. [9.7.1] [27.0] [18.5]"""
    unit = unit_of(game, name)
    if not unit.steps:
        return
    if unit.steps > 1:
        game.put(UNITS, name, replace(unit, steps=unit.steps - 1, strike=0))
        facts = {"unit": name, "left": unit.steps - 1, **_where(game, unit.hex)}
        game.emit(Event("step-lost", rule, facts, outcome=True))
        return
    eliminate(game, name, rule)


def eliminate(game: Nw, name: str, rule: str, place: str = ELIMINATED) -> None:
    """A unit is gone, and worth points to its enemy. [9.7.1] [12.1]"""
    if counter_of(game, name).beachhead:
        remove(game, name, rule)  # [8.5.8.4] taken as a step loss, worth nothing
        return
    if counter_of(game, name).supply:
        place = ASIDE  # [19.4-p7] it may be built again
    unit, side = unit_of(game, name), counter_of(game, name).side
    h = unit.hex if unit.place == MAP else -1
    left = 1 if place == ASIDE else 0
    gone = replace(unit, place=place, hex=-1, steps=left, where="", clearing=False, strike=0)
    game.put(UNITS, name, gone)
    facts = {"unit": name, "side": side, "steps": unit.steps, **_where(game, h)}
    game.emit(Event("eliminated", rule, facts, outcome=True))
    if h >= 0:
        clearing.leave(game, (name,), h, willingly=False)
    points.for_unit(game, name, 2 if place == SURRENDERED else 1)  # [19.7.4]


def _where(game: Nw, h: int) -> dict[str, str]:
    return {"hex": game.board.label(h)} if h >= 0 else {}
