"""The modifiers of a mission: terrain, works, armor, density, and other conditions. [11.5.0]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from grognard.engine.tally import Tally
from grognard.systems.goss.charts import number
from grognard.systems.goss.fire.mission import ARTILLERY, NAVAL, OBSERVED, Mission, alive
from grognard.systems.goss.ground import CLEAR, HVP
from grognard.systems.goss.observation.cover import FORT, FT_AREA, conceals, work_at
from grognard.systems.goss.observation.reveals import armor_of
from grognard.systems.goss.pieces.stacks import own_at
from grognard.systems.goss.pieces.values import (
    attack_designated,
    counter_of,
    sheltered,
    unit_of,
    z_step,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import OVR, POVR
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import STRAT

TABLE = "fire-support-terrain"
MOST = 10
"""The most that all modifiers of a volley come to. [11.5.0]"""
PURE, MIXED = -3, -2
"""[11.5.3]"""
TERRAIN, WORKS, ARMOR = "A", "B", "C"
DENSITY = ((2, -1), (4, 0), (6, 1))
"""Up to so many steps, and what they bring; more bring two. [11.5.4]"""
CROWDED = 2
UNSEEN, BY_NIGHT, ON_THE_MARCH, HIGHER, ROCKETS, GREAT_GUNS = -4, -1, 4, 1, 1, 1
"""[11.5.5]"""
AT_SEA = {(OVR, True): -2, (OVR, False): -1, (POVR, True): -1}
"""Naval gunfire by the sky, and whether it rains. [11.5.5]"""


@dataclass(frozen=True, slots=True)
class Target:
    """Who is in a hex that is fired at: all of them, those who suffer the results, and those whose
    nature gives modifiers. [11.2.2]"""

    there: tuple[str, ...]
    suffers: tuple[str, ...]
    counts: tuple[str, ...]


def target(game: Gs, side: str, h: int, only: Sequence[str] = ()) -> Target:
    """Whom a mission against a side's hex affects. [11.2.2]

    Where some are attack designated, the others count for density only; under cover or in works
    they suffer nothing. Fire at an overrun hits those alone who make it. [5.3.5-fs]
    """
    there = alive(game, own_at(game, h, side))
    if only:
        return Target((*there, *(n for n in only if n not in there)), tuple(only), tuple(only))
    marked = tuple(n for n in there if attack_designated(unit_of(game, n)))
    if not marked or len(marked) == len(there):
        return Target(there, there, there)
    if conceals(game, side, h):
        return Target(there, marked, marked)
    works = work_at(game, side, h)
    safe = [
        n
        for n in there
        if n not in marked and works and (unit_of(game, n).inside or works == FT_AREA)
    ]
    return Target(there, tuple(n for n in there if n not in safe), marked)


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier of the defender's choice: its group, what it is, and what it brings."""

    group: str
    title: str
    drm: int


def terrain_modifiers(game: Gs, h: int, found: Target) -> list[Modifier]:
    """The modifiers of terrain and population, one of which may be used; none where anybody is
    attack designated or in Strat mode, nor in forts and fortified areas. [11.5.1] [11.5.2]
    [5.1.2-is-b] [5.2.4]"""
    units = [unit_of(game, n) for n in found.there]
    if any(attack_designated(unit) or unit.mode == STRAT for unit in units):
        return []
    if shelter(game, found) in (FORT, FT_AREA):
        return []
    ground, table = game.scenario.ground, game.scenario.tables[TABLE]
    kinds = [k for k in (*ground.terrains[h], ground.population[h]) if k in table.rows]
    rows = {kind: number(game.scenario.tables, TABLE, kind, "drm") for kind in kinds}
    return [Modifier(TERRAIN, k, drm) for k, drm in rows.items() if drm and k != CLEAR]


def shelter(game: Gs, found: Target) -> str:
    """The work that protects a target: somebody who counts is in it, and in no mode or task that
    has no use of works. [11.5.2]"""
    best, most = "", 0
    for name in found.counts:
        unit, side = unit_of(game, name), counter_of(game, name).side
        work = work_at(game, side, unit.hex)
        within = work and (unit.inside or work == FT_AREA) and sheltered(game, name)
        drm = number(game.scenario.tables, TABLE, work, "drm") if within else 0
        if drm < most:
            best, most = work, drm
    return best


def works_modifiers(game: Gs, found: Target) -> list[Modifier]:
    """The modifier of defensive works. [11.5.2] [17.4.1d] [17.4.1d(b)]"""
    work = shelter(game, found)
    if not work:
        return []
    return [Modifier(WORKS, work, number(game.scenario.tables, TABLE, work, "drm"))]


def armor_modifiers(game: Gs, found: Target) -> list[Modifier]:
    """The modifier of armor: pure if all units are pure armor, mixed if any has armor at all; those
    who fell back into the hex in this phase do not count. [11.5.3] [11.6.3c] [6.2.0-not]"""
    counted = [n for n in found.counts if not this_phase(game, unit_of(game, n).retreated)]
    kinds = [armor_of(counter_of(game, n), unit_of(game, n)) for n in counted]
    if kinds and all(kind == "pure" for kind in kinds):
        return [Modifier(ARMOR, "pure armor", PURE)]
    return [Modifier(ARMOR, "mixed armor", MIXED)] if {*kinds} - {"none"} else []


Choice = tuple[Modifier, ...]


def choices(game: Gs, h: int, found: Target) -> list[Choice]:
    """What the defender may use of terrain, works and armor, the best for him first. [11.5.3]
    [26.0-tec(a)]

    Pure armor must be used, with one of the other groups; of mixed armor, terrain and works two
    may be; without armor, terrain and works both.
    """
    a, b = terrain_modifiers(game, h, found), works_modifiers(game, found)
    c = armor_modifiers(game, found)
    if c and c[0].drm == PURE:
        ways: list[Choice] = [(c[0], one) for one in (*a, *b)] or [(c[0],)]
    elif c:
        pairs = [(x, y) for one, two in ((a, b), (a, c), (b, c)) for x, y in product(one, two)]
        ways = [*pairs] or [(c[0],)]
    else:
        ways = [tuple(way) for way in product(*(group for group in (a, b) if group))]
    return sorted(ways, key=lambda way: (sum(one.drm for one in way), [m.title for m in way]))


def density(game: Gs, names: Sequence[str]) -> int:
    """The modifier of density: all steps in the hex, a Z-step as a half, rounded up. [11.5.4]
    [4.1.3-fs-a] [6.2.0-not]"""
    halves = 0
    for name in names:
        counter, unit = counter_of(game, name), unit_of(game, name)
        halves += 1 if z_step(counter, unit) else 2 * unit.steps
    steps = (halves + 1) // 2
    return next((drm for most, drm in DENSITY if steps <= most), CROWDED)


def overlooks(game: Gs, spotter: str, h: int) -> bool:
    """Whether a spotter looks down on the target: from a vantage point on what is none, or from a
    high one on what is not so high. [11.5.5]"""
    if not spotter:
        return False
    vantage = game.scenario.ground.vantage
    mine, his = vantage[unit_of(game, spotter).hex], vantage[h]
    return bool(mine) and (not his or (mine == HVP and his != HVP))


def common(game: Gs, mission: Mission, found: Target, choice: Choice) -> Tally:
    """The modifiers of every volley of a mission. [11.5.0] [11.5.4] [11.5.5]"""
    tally = Tally()
    for one in choice:
        rule = {TERRAIN: "11.5.1", WORKS: "11.5.2", ARMOR: "11.5.3"}[one.group]
        tally = tally.add(one.title, one.drm, rule)
    marching = any(unit_of(game, n).mode == STRAT for n in found.counts)
    sky = weather(game, mission.hex)
    at_sea = AT_SEA.get((sky.atmosphere, sky.precipitation == "rain"), 0)
    for title, drm, rule in (
        ("density", density(game, found.there), "11.5.4"),
        ("vantage point", HIGHER * overlooks(game, mission.spotter, mission.hex), "11.5.5"),
        ("night", BY_NIGHT * dark(game), "11.5.5"),
        ("unobserved", UNSEEN * (mission.sight != OBSERVED), "11.5.5"),
        ("Strat mode", ON_THE_MARCH * marching, "11.5.5"),
        ("sea and sky", at_sea * (mission.kind == NAVAL), "11.5.5"),
    ):
        if drm:
            tally = tally.add(title, drm, rule)
    return tally


def rocket_volleys(game: Gs, mission: Mission, ways: Sequence[Choice]) -> int:
    """How many volleys the shock of rockets helps: the first if any fire, all if nothing else does,
    where the target can have no modifiers of terrain, works or armor. [11.5.5]"""
    if mission.kind != ARTILLERY or any(one.drm for way in ways for one in way):
        return 0
    rockets = [counter_of(game, n).type.code == "nw" for n in mission.guns]
    if rockets and all(rockets):
        return len(mission.volleys)
    return 1 if any(rockets) else 0


def net(game: Gs, mission: Mission, tally: Tally, ways: Sequence[Choice]) -> list[int]:
    """What is added to each volley, ten either way at most. [11.5.0]"""
    helped = rocket_volleys(game, mission, ways)
    found = []
    for place in range(len(mission.volleys)):
        drm = int(tally.total) + (ROCKETS if place < helped else 0)
        if mission.kind == NAVAL and mission.ships[place] in ("BB", "MN"):
            drm += GREAT_GUNS
        found.append(max(-MOST, min(MOST, drm)))
    return found


def in_fort(game: Gs, found: Target) -> bool:
    """Whether the target is in a fort or fortified area, which only heavy artillery hurts.
    [11.4.1f] [11.6.2] [17.4.1d(c)] [17.5.0]"""
    return shelter(game, found) in (FORT, FT_AREA)
