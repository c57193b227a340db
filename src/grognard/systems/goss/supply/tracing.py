"""Tracing: from which headquarters, or source, somebody is supplied, and how. [15.2.0] [15.3.0]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.systems.goss.charts import number
from grognard.systems.goss.pieces.chain import (
    above,
    army,
    army_hq,
    corps,
    headquarters,
    headquarters_of,
    leads,
    leads_formation,
    level_of,
    mech_formation,
    superior,
)
from grognard.systems.goss.pieces.quiet import graced
from grognard.systems.goss.pieces.stacks import held
from grognard.systems.goss.pieces.values import counter_of, mech, on_map, unit_of
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.status import DEPOTS, HQS
from grognard.systems.goss.supply.fields import BESIDE_MOST
from grognard.systems.goss.supply.links import (
    NO_BARS,
    Link,
    Reach,
    Ring,
    any_length,
    army_bars,
    corps_bars,
    hq_points,
    link,
    ring,
)
from grognard.systems.goss.supply.ways import HQ_PATH, LEG_PATH, MECH_PATH
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import ARMY, CORPS, GENS, OHS, STRAT, UNITS

PSS = ""
"""In place of a headquarters: the army's primary supply sources."""
FROM_SOURCE = "supply_from_source"
"""The scenario's word for the levels or headquarters that trace straight to a source. [15.2.0]"""
NEWCOMERS = 3
"""GTs for which reinforcements are supplied, that of arrival among them. [15.2.0-2]"""


@dataclass(frozen=True, slots=True)
class Trace:
    """A path that supplies somebody: the last link's source, whether any link of it is extended
    without trucks to help, and how many hexes beside enemies it has entered. [15.2.4]"""

    source: str = PSS
    extended: bool = False
    beside: int = 0


# ---- who supplies whom


def supplies(game: Gs, hq: str) -> bool:
    """Whether a headquarters can supply others: in GenS, or on hand with a point spent for it. One
    that is OoS cannot. [15.5.1a] [15.6.0-3]"""
    unit = unit_of(game, hq)
    return unit.supply == GENS or (unit.supply == OHS and headquarters(game, hq).drawn >= 0)


def hq_feeders(game: Gs, hq: str) -> tuple[str, ...]:
    """Whom a headquarters traces from: the next above that is on the map, or the source. In Strat
    mode it may trace straight from the army's. [15.2.0]"""
    direct = game.scenario.special.get(FROM_SOURCE, ())
    if hq in direct or level_of(game, hq) in direct:
        return (PSS,)
    found = [_next_above(game, hq)]
    if leads_formation(game, hq) and unit_of(game, hq).mode == STRAT:
        top = army_hq(game, hq)
        if top and on_map(game, top) and top not in found:
            found.append(top)
    return tuple(found)


def _next_above(game: Gs, hq: str) -> str:
    up = above(game, hq)
    while up and not on_map(game, up):
        up = above(game, up)
    return up


def feeders(game: Gs, name: str) -> tuple[str, ...]:
    """Whom a unit traces from: its superior headquarters; an asset of a corps or army also from a
    formation's under it. [15.2.3] [15.3.0]"""
    hq = superior(game, name)
    if not hq:
        return ()
    if not on_map(game, hq):
        return (_next_above(game, hq),)
    level = level_of(game, hq)
    if level not in (CORPS, ARMY):
        return (hq,)
    of = corps if level == CORPS else army_hq

    def compute() -> tuple[str, ...]:
        below = headquarters_of(game, counter_of(game, hq).side)
        return (hq, *(one for one in below if leads_formation(game, one) and of(game, one) == hq))

    return game.cached(("feeders of assets", hq), (UNITS.name, HQS.name), compute)


# ---- headquarters [15.2.2]


def trace_hq(game: Gs, hq: str, h: int = -1) -> Trace | None:
    """How a headquarters is supplied where it stands, or would be in a hex; None if it is not.
    [15.2.2]"""
    found: Trace | None = None
    goal = h if h >= 0 else unit_of(game, hq).hex
    for feeder in hq_feeders(game, hq):
        one = _from_source(game, hq, goal) if feeder == PSS else _from_hq(game, feeder, hq, goal)
        found = better(found, one)
    return found


def better(a: Trace | None, b: Trace | None) -> Trace | None:
    """Of two paths the one that is not extended. [15.2.4]"""
    if a is None or b is None:
        return b if a is None else a
    return b if (b.extended, b.beside) < (a.extended, a.beside) else a


def _from_hq(game: Gs, source: str, hq: str, goal: int) -> Trace | None:
    """A link between headquarters: 18 Mech MP, half of it from on-hand supply. [15.2.2] [15.2.5]"""
    if not supplies(game, source):
        return None
    side, giver = counter_of(game, hq).side, unit_of(game, source)
    reach = Reach.of(game, giver.hex, hq_points(game), half=giver.supply == OHS)
    bars, most = hq_bars(game, source), left(game, source)
    found = link(game, side, giver.hex, goal, HQ_PATH, reach, bars, most)
    return _joined(game, source, found)


def hq_bars(game: Gs, source: str) -> frozenset[int]:
    """Whose zones bar what a headquarters traces. [15.2.0]"""
    return (army_bars if counter_of(game, source).level == ARMY else corps_bars)(game, source)


def left(game: Gs, source: str) -> int:
    """How many hexes beside enemies the next link may enter: two in each, or by an option two in
    all. [15.2.1(3)]"""
    if game.options["enemy-adjacent-path"] == "link" or unit_of(game, source).supply != GENS:
        return BESIDE_MOST
    trace = trace_hq(game, source)
    return BESIDE_MOST - min(BESIDE_MOST, trace.beside if trace is not None else 0)


def _joined(game: Gs, source: str, found: Link | None) -> Trace | None:
    """A path with one more link: extended if that is, unless the source has trucks for it, or if
    any link before is. [15.2.4] [15.2.4a]"""
    if found is None:
        return None
    far = found.extended and not headquarters(game, source).trucks
    total = BESIDE_MOST - left(game, source) + found.beside
    return Trace(source, far or unit_of(game, source).extended, total)


def _from_source(game: Gs, hq: str, goal: int) -> Trace | None:
    """From a primary supply source, by way of depots where there are any; an army without a source
    on the map has it off the map. [15.2.0] [15.8.1]"""
    plan = game.scenario.armies.get(army(game, hq))
    if plan is None or not plan.pss:
        return Trace()
    found: Trace | None = None
    longer = game.options["depot-sections"] == "extended"
    for start, far in _sources(game, army(game, hq)).items():
        extends = start in plan.pss or longer
        reach = Reach.of(game, start, hq_points(game), half=False, extends=extends)
        one = link(game, plan.side, start, goal, HQ_PATH, reach)
        if one is not None:
            found = better(found, Trace(PSS, one.extended or far, one.beside))
    return found


def _sources(game: Gs, name: str) -> dict[int, bool]:
    """The primary supply sources of an army that no enemy holds, and its depots that can be reached
    from these, one from the other, by links of 18 Mech MP; each with whether a link on the way is
    extended, which an option allows. [15.8.1]"""
    plan = game.scenario.armies[name]
    enemies = held(game, other(plan.side))
    depots = {d.hex for d in game.state[DEPOTS].values() if d.army == name and d.hex >= 0}
    found = dict.fromkeys((h for h in plan.pss if h not in enemies), False)
    depots -= {*found, *enemies}
    for far in (False, True) if game.options["depot-sections"] == "extended" else (False,):
        edge = [*found]
        while edge:
            start = edge.pop()
            reach = Reach.of(game, start, hq_points(game), half=False, extends=far)
            for h in sorted(depots - {*found}):
                one = link(game, plan.side, start, h, HQ_PATH, reach)
                if one is not None:
                    found[h] = found[start] or one.extended
                    edge.append(h)
    return found


def connected_hq(game: Gs, hq: str) -> bool:
    """Whether a path of any length leads to a headquarters, up to the source. [15.7.0]"""
    for feeder in hq_feeders(game, hq):
        if feeder == PSS:
            if _source_of_any_length(game, hq):
                return True
        else:
            start, goal = unit_of(game, feeder).hex, unit_of(game, hq).hex
            side, bars = counter_of(game, hq).side, hq_bars(game, feeder)
            way = any_length(game, side, start, goal, [HQ_PATH], bars)
            if way and connected_hq(game, feeder):
                return True
    return False


def _source_of_any_length(game: Gs, hq: str) -> bool:
    plan = game.scenario.armies.get(army(game, hq))
    if plan is None or not plan.pss:
        return True
    h, enemies = unit_of(game, hq).hex, held(game, other(plan.side))
    return any(
        any_length(game, plan.side, start, h, [HQ_PATH])
        for start in plan.pss
        if start not in enemies
    )


# ---- units [15.2.3]


def unit_ways(game: Gs, source: str, name: str) -> list[tuple[str, str]]:
    """The kinds of path by which a headquarters may trace to a unit. [15.2.3]"""
    return _ways(game, source, mech(counter_of(game, name), unit_of(game, name)))


def _ways(game: Gs, source: str, vehicles: bool) -> list[tuple[str, str]]:
    """The kinds of path by which a headquarters may trace to a unit, each with its row of the table
    of lengths. [15.2.3]

    A Leg formation traces as Leg, and as Mech too with a truck point. A Mech one traces as Mech,
    and to Leg units either way. Corps and armies trace as Mech formations do.
    """
    counter = counter_of(game, source)
    if leads_formation(game, source) and not mech_formation(game, source):
        ways = [(LEG_PATH, "leg formation")]
        return (
            [*ways, (MECH_PATH, "leg formation")] if headquarters(game, source).legs_ride else ways
        )
    row = f"{counter.side} mech formation"
    ways = [(MECH_PATH, row)]
    if not vehicles:
        ways.append((LEG_PATH, f"{row} leg" if counter.side == ALLIED else "leg formation"))
    return ways


def trace_unit(game: Gs, name: str, h: int = -1) -> Trace | None:
    """How a unit is supplied where it stands, or would be in a hex; None if by no path. [15.2.3]"""
    goal, found = h if h >= 0 else unit_of(game, name).hex, None
    for source in feeders(game, name):
        if source == PSS:
            found = better(found, Trace())
            continue
        found = better(found, _from_formation(game, source, name, goal))
        if found == Trace(source):
            break  # nobody offers better
    return found


def _from_formation(game: Gs, source: str, name: str, goal: int) -> Trace | None:
    """A unit's path from a headquarters. [15.2.3]"""
    if game.options["enemy-adjacent-path"] == "link":
        rings, trucks, far = offers(game, source, mech(counter_of(game, name), unit_of(game, name)))
        links = [one for ring in rings if (one := ring.link(game, goal)) is not None]
        if not links:
            return None
        stretched = all(one.extended for one in links) and not trucks
        return Trace(source, stretched or far)
    if not supplies(game, source):
        return None
    found: Trace | None = None
    giver, side = unit_of(game, source), counter_of(game, name).side
    bars, most = hq_bars(game, source), left(game, source)
    for kind, row in unit_ways(game, source, name):
        points = number(game.scenario.tables, "supply-paths", row, "mp")
        reach = Reach.of(game, giver.hex, points, half=giver.supply == OHS)
        one = link(game, side, giver.hex, goal, kind, reach, bars, most)
        found = better(found, _joined(game, source, one))
    return found


Offers = tuple[tuple[Ring, ...], bool, bool]
"""What a headquarters offers its units: how far it traces, whether it has trucks for extended
paths, and whether its own path is extended."""


def offers(game: Gs, source: str, vehicles: bool) -> Offers:
    """The same for its Mech or its Leg units, looked at once for each change of the State.
    [15.2.3] [15.2.4a]"""

    def compute() -> Offers:
        giver, side = unit_of(game, source), counter_of(game, source).side
        own = giver.extended
        if not supplies(game, source):
            return (), False, own
        rings = []
        for kind, row in _ways(game, source, vehicles):
            points = number(game.scenario.tables, "supply-paths", row, "mp")
            reach = Reach.of(game, giver.hex, points, half=giver.supply == OHS)
            bars, most = hq_bars(game, source), left(game, source)
            rings.append(ring(game, side, giver.hex, kind, reach, bars, most))
        return tuple(rings), bool(headquarters(game, source).trucks), own

    return game.cached(("supply offers", source, vehicles), game.journal.every, compute)


def connected_unit(game: Gs, name: str) -> bool:
    """Whether a path of any length leads to a unit, up to the source. [15.7.0]"""
    found = feeders(game, name)
    goal, side = unit_of(game, name).hex, counter_of(game, name).side
    for source in found:
        if source == PSS:
            return True
        start, kinds = unit_of(game, source).hex, [k for k, _ in unit_ways(game, source, name)]
        way = any_length(game, side, start, goal, kinds, hq_bars(game, source))
        if way and connected_hq(game, source):
            return True
    return not found


def newcomer(game: Gs, name: str, h: int = -1) -> bool:
    """Whether a unit came as a reinforcement in this GT or the two before, and a path of any length
    leads to it from its army or corps, where it stands or to another hex; or was resurrected in
    this GT. [15.2.0-2] [21.0(a)] [22.5.2b]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.resurrected == game.turn:
        return True
    if not unit.arrived or game.turn - unit.arrived >= NEWCOMERS:
        return False
    tops = [hq for hq in (corps(game, name), army_hq(game, name)) if hq and on_map(game, hq)]
    kinds = [HQ_PATH] if leads(game, name) else [MECH_PATH, LEG_PATH]
    starts = [unit_of(game, hq).hex for hq in tops]
    return not tops or any(
        any_length(game, counter.side, start, h if h >= 0 else unit.hex, kinds, NO_BARS)
        for start in starts
    )


def traces(game: Gs, name: str, h: int) -> bool:
    """Whether a path could be traced to a unit in a hex, from GenS or on hand; what neighbours pass
    on does not count. Who has no headquarters at all needs no path, nor who was in a lull that has
    just ended. [7.7.5] [15.2.3-3] [21.0(a)] [24.4.0]"""
    if not superior(game, name) or newcomer(game, name, h) or graced(game, name):
        return True
    found = (trace_hq if leads(game, name) else trace_unit)(game, name, h)
    if found is None or game.options["supply-for-moves"] == "onhand-too" or not found.source:
        return found is not None
    return unit_of(game, found.source).supply == GENS


def traces_as_mech(game: Gs, name: str) -> bool:
    """Whether a Mech path leads to a unit from its headquarters. [7.12.2]"""
    if not superior(game, name):
        return True
    goal = unit_of(game, name).hex
    return any(
        source == PSS or (supplies(game, source) and _mech_ring(game, source).link(game, goal))
        for source in feeders(game, name)
    )


def _mech_ring(game: Gs, source: str) -> Ring:
    """How far a headquarters traces as Mech, looked at once for each change of the State."""

    def compute() -> Ring:
        giver, side = unit_of(game, source), counter_of(game, source).side
        points = number(game.scenario.tables, "supply-paths", f"{side} mech formation", "mp")
        reach = Reach.of(game, giver.hex, points, half=giver.supply == OHS)
        bars = hq_bars(game, source)
        return ring(game, side, giver.hex, MECH_PATH, reach, bars, BESIDE_MOST)

    return game.cached(("Mech paths", source), game.journal.every, compute)


# ---- what other chapters ask [9.6.0] [9.7.0] [23.2.0]


def could_supply(game: Gs, hq: str, name: str) -> bool:
    """Whether a GenS path, extended or not, leads from a headquarters to a unit where both stand.
    [9.6.0] [23.2.0]"""
    if hq == name:
        return True
    if not on_map(game, hq) or unit_of(game, hq).supply != GENS:
        return False
    goal, side, giver = unit_of(game, name).hex, counter_of(game, name).side, unit_of(game, hq)
    if counter_of(game, name).hq:
        return _from_hq(game, hq, name, goal) is not None
    for kind, row in unit_ways(game, hq, name):
        points = number(game.scenario.tables, "supply-paths", row, "mp")
        reach = Reach.of(game, giver.hex, points, half=False)
        if link(game, side, giver.hex, goal, kind, reach, hq_bars(game, hq), left(game, hq)):
            return True
    return False


def linked(game: Gs, hq: str, name: str) -> bool:
    """Whether a GenS path of any length leads from a headquarters to a unit. [9.7.0]"""
    start, goal = unit_of(game, hq).hex, unit_of(game, name).hex
    return linked_hexes(game, counter_of(game, name).side, start, goal)


def linked_hexes(game: Gs, side: str, a: int, b: int) -> bool:
    """Whether a GenS path of any length leads from a hex to another. [9.7.0] [23.1.0-2]"""
    return any_length(game, side, a, b, [MECH_PATH, LEG_PATH])
