"""Who observes whom: on the ground, and from the air. [8.2.0] [8.3.0]"""

from __future__ import annotations

from grognard.systems.goss.observation.cover import AIR, MCT, OPEN, cover
from grognard.systems.goss.observation.lookouts import in_sight, lookouts
from grognard.systems.goss.pieces.chain import superior
from grognard.systems.goss.pieces.stacks import held, units_at
from grognard.systems.goss.pieces.values import attack_designated, counter_of, unit_of
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.status import ET2, ET3
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import BRIDGING, GENS, OOS, STRAT, Unit
from grognard.systems.goss.weather.effects import air_sight


def observes(game: Gs, observer: str, target: str, *, moving: bool = False) -> bool:
    """Whether a unit on the ground observes an enemy unit, which may be moving. [8.2.0]"""
    one = unit_of(game, observer)
    hex = unit_of(game, target).hex
    return in_sight(game, one.hex, hex) and _shows(game, one, target, hex, moving)


def _shows(game: Gs, one: Unit, target: str, h: int, moving: bool, task: str = "") -> bool:
    """Whether a unit shows itself to an observer who has a line of sight; `task` is what it would
    be at. [8.2.1-see] [8.2.2] [8.2.3] [5.1.2-is-c] [5.1.2-is-d] [5.2.4] [17.3.1-2]"""
    two = unit_of(game, target)
    task = task or two.task
    hidden = cover(game, counter_of(game, target).side, h, one.hex)
    if two.mode == STRAT or hidden == OPEN:
        return True  # [8.2.3]
    near = game.board.distance(one.hex, h) == 1
    if near and attack_designated(one):
        return True
    watching = near or game.scenario.ground.lookout[one.hex]
    if not watching:
        return False
    if attack_designated(two) or (task in BRIDGING and (near or hidden < MCT)):
        return True
    if hidden == MCT and game.options["mct-is-oct"] == "separate":
        return False
    return moving or (task in (ET2, ET3) and hidden < MCT)


def observers(
    game: Gs, target: str, *, moving: bool = False, at: int | None = None, task: str = ""
) -> list[str]:
    """The enemy units on the ground that observe a unit, where it is or at another hex, or if it
    were at a task. [8.2.3]"""
    side = other(counter_of(game, target).side)
    h = unit_of(game, target).hex if at is None else at
    return [
        name
        for hex in lookouts(game, side, h)
        for name in units_at(game, hex)
        if _shows(game, unit_of(game, name), target, h, moving, task)
    ]


def observed(
    game: Gs, target: str, *, moving: bool = False, at: int | None = None, task: str = ""
) -> bool:
    """Whether any enemy unit on the ground observes a unit. [8.0]"""
    return bool(observers(game, target, moving=moving, at=at, task=task))


def observed_there(game: Gs, side: str, h: int, target: str) -> bool:
    """Whether a ground unit of a side observes an enemy unit that moves into a hex. [8.2.3] [5.5.4]
    [7.6.2]"""
    return observed(game, target, moving=True, at=h)


def watched_over(game: Gs, target: str) -> bool:
    """Whether an enemy ground unit observes a unit where it stands. [14.3.0]"""
    return observed(game, target)


def sees_feature(game: Gs, observer: str, h: int) -> bool:
    """Whether a unit observes the population feature of a hex: a line of sight is all it needs.
    [11.2.1]"""
    feature = game.scenario.ground.population[h]
    return bool(feature) and in_sight(game, unit_of(game, observer).hex, h)


# ---- from the air [8.3.0]


def air_observation(game: Gs, side: str) -> bool:
    """Whether a side has observers in the air now: the Allies unless the scenario says no, others
    where it says yes; not at night, nor under a closed sky, in snow or fog. [8.3.0]"""
    granted = game.scenario.special.get("air-observation", (ALLIED,))
    wet = weather(game).precipitation
    foggy = wet == "fog" and game.options["fog-weather"] == "barred"
    return (
        side in granted and not dark(game) and bool(air_sight(game)) and wet != "snow" and not foggy
    )


def air_observes(game: Gs, side: str, target: str) -> bool:
    """Whether a side observes an enemy unit from the air: in Strat mode, in partial overcast only
    out of movement cover; others in the open, within six hexes of a unit in GenS, or three.
    [8.3.0]"""
    if not air_observation(game, side):
        return False
    unit = unit_of(game, target)
    hidden = cover(game, other(side), unit.hex, AIR)
    reach = air_sight(game)
    if unit.mode == STRAT:
        return weather(game).atmosphere == "Clear" or hidden < MCT
    return hidden == OPEN and supplied_within(game, side, unit.hex, reach)


def supplied_within(game: Gs, side: str, h: int, reach: int) -> bool:
    """Whether a unit of a side in GenS is so near to a hex, and its headquarters not out of supply.
    [8.3.0] [15.6.0-3]"""
    hexes = held(game, side)
    return any(
        b in hexes and any(_reports(game, n) for n in units_at(game, b))
        for b in game.board.disk(h, reach)
    )


def _reports(game: Gs, name: str) -> bool:
    """Whether aircraft get word from a unit: in GenS, and its headquarters not OoS. [15.6.0-3]"""
    hq = superior(game, name)
    return unit_of(game, name).supply == GENS and not (hq and unit_of(game, hq).supply == OOS)
