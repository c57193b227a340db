"""Supply Determination: first the headquarters from the top down, then the units. [15.1.1]"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.systems.goss.ground import RIVERS
from grognard.systems.goss.pieces.chain import (
    above,
    formation,
    headquarters,
    headquarters_of,
    leads,
    level_of,
    mech_formation,
    superior,
)
from grognard.systems.goss.pieces.quiet import graced
from grognard.systems.goss.pieces.stacks import on_map, own_at
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import AXIS, Gs
from grognard.systems.goss.supply.bridgeheads import bridged, drop_needless
from grognard.systems.goss.supply.fields import obstacles_now, way_at
from grognard.systems.goss.supply.onhand import ask_to_draw, drop_on_hand, roll_on_hand
from grognard.systems.goss.supply.states import near_supply, put_isolated, put_supply, telling
from grognard.systems.goss.supply.traces import supply_of
from grognard.systems.goss.supply.tracing import (
    Trace,
    connected_hq,
    connected_unit,
    newcomer,
    trace_hq,
)
from grognard.systems.goss.supply.ways import LEG_PATH, Prices
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import FORT_UNIT, GENS, LEVELS, OHS, OOS


def determine_headquarters(game: Gs) -> Procedure:
    """Army, corps and formation headquarters of the active player, in this order. [15.1.0]
    [15.1.1]"""
    side = active(game)
    order = sorted(headquarters_of(game, side), key=lambda hq: (_depth(game, hq), hq))
    for hq in order:
        yield from _determine_hq(game, hq)


def _depth(game: Gs, hq: str) -> int:
    """How far down a headquarters is: those above it come first."""
    depth, up = 0, above(game, hq)
    while up:
        depth, up = depth + 1, above(game, up)
    return len(LEVELS) * depth + LEVELS.index(level_of(game, hq))


def _determine_hq(game: Gs, hq: str) -> Procedure:
    """With a path it is in GenS; without one it lives on what is on hand, and once nothing is left
    it is out of supply. [15.1.0] [15.1.2] [15.5.0] [15.5.1] [15.5.1a]"""
    before = unit_of(game, hq).supply
    spared = newcomer(game, hq) or graced(game, hq)
    trace = trace_hq(game, hq) or (Trace() if spared else None)
    if trace is not None:
        if put_supply(game, hq, GENS, extended=trace.extended):
            drop_on_hand(game, hq)
        state = GENS
    elif before == OOS or (before == OHS and not headquarters(game, hq).ohs):
        put_supply(game, hq, OOS)
        drop_on_hand(game, hq)
        state = OOS
    else:
        put_supply(game, hq, OHS)
        if before == GENS:
            roll_on_hand(game, hq)
        yield from ask_to_draw(game, hq)
        state = OHS
    for event in telling([(hq, state)] if state != before else []):
        game.emit(event)


def determine_units(game: Gs) -> None:
    """Then all other units of the active player, and who is isolated; assets beyond what their army
    or corps can supply go without, and forts need nothing; vehicles of Leg formations are out of
    supply without their infantry, unless they have just come. [15.1.1] [15.7.0] [9.3.1] [9.3.2]
    [9.3.4a] [15.2.0-2] [17.6.0]"""
    side = active(game)
    drop_needless(game, side)
    units = [
        n
        for n in sorted(on_map(game, side))
        if not leads(game, n) and not counter_of(game, n).is_(FORT_UNIT)
    ]
    found = {n: _traced(game, n) for n in units}
    passed = {n: _passed_on(game, n, found) for n in units if found[n] is None}
    changes = []
    for name in units:
        trace, before = found[name] or passed.get(name), unit_of(game, name).supply
        alone = unescorted(game, name) and not newcomer(game, name)
        if alone or unit_of(game, name).surplus:
            state = OOS
        elif trace is not None:
            state = GENS
        else:
            state = OOS if before == OOS else OHS
        far = trace is not None and trace.extended
        if put_supply(game, name, state, extended=far, bridged=_by_bridgehead(trace)):
            changes.append((name, state))
    for event in telling(changes):
        game.emit(event)
    determine_isolation(game, side)


BRIDGEHEAD = "bridgehead"
"""In place of a source: a bridgehead. [15.9.0]"""


def _by_bridgehead(trace: Trace | None) -> bool:
    return trace is not None and trace.source == BRIDGEHEAD


def _traced(game: Gs, name: str) -> Trace | None:
    """By a path of its own, as a newcomer, or from a bridgehead; who has no headquarters at all
    needs none, nor who was in a lull that has just ended. [15.2.0-2] [15.2.1b(c)] [24.4.0]"""
    if not superior(game, name) or newcomer(game, name) or graced(game, name):
        return Trace()
    found = supply_of(game, name)
    if found is None and bridged(game, name):
        return Trace(BRIDGEHEAD)
    return found


def _passed_on(game: Gs, name: str, found: dict[str, Trace | None]) -> Trace | None:
    """From a neighbour of the same headquarters that has a path of its own, across no hexside that
    bars Leg units and no river without a bridge. [15.2.3-3]"""
    unit, side, hq = unit_of(game, name), counter_of(game, name).side, superior(game, name)
    best: Trace | None = None
    for b in (unit.hex, *game.board.around(unit.hex)):
        for other in own_at(game, b, side):
            trace = found.get(other)
            if trace is None or superior(game, other) != hq or other == name:
                continue
            if trace.source == BRIDGEHEAD and mech(counter_of(game, name), unit):
                continue  # bridgeheads are for Leg units [15.9.0]
            if b != unit.hex and not _handed_over(game, side, b, unit.hex):
                continue
            if best is None or (trace.extended, trace.source) < (best.extended, best.source):
                best = trace
    return best


def _handed_over(game: Gs, side: str, a: int, b: int) -> bool:
    """Whether supplies pass between neighbours: Leg units could go, and a river there has a bridge,
    or engineers who ferry. [15.2.3-3]"""
    kept, ground = obstacles_now(game, side), game.scenario.ground
    prices = Prices(ground, kept.lay, kept.help, way_at(game, a, LEG_PATH))
    if prices.price(a, b) is None:
        return False
    if ground.water(a, b) not in RIVERS:
        return True
    key = ground.side_key(a, b)
    bridge = key in kept.lay.built or (key in ground.bridges and key not in kept.lay.down)
    return bridge or key in kept.help.ferries | kept.help.great_ferries


def unescorted(game: Gs, name: str) -> bool:
    """A Mech unit of an Axis Leg formation, guns excepted, that is neither with nor next to a Leg
    unit of it: it is out of supply at once. [9.3.4a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    hq = formation(game, name)
    if counter.side != AXIS or counter.artillery or not mech(counter, unit) or not hq:
        return False
    if mech_formation(game, hq):
        return False
    return not any(
        superior(game, other) == hq
        and other != name
        and not counter_of(game, other).hq
        and not mech(counter_of(game, other), unit_of(game, other))
        for h in (unit.hex, *game.board.around(unit.hex))
        for other in own_at(game, h, counter.side)
    )


def determine_isolation(game: Gs, side: str) -> None:
    """Who has no path of any length, and no friend in GenS within three hexes, is isolated.
    [15.7.0]"""
    changes = []
    for name in sorted(on_map(game, side)):
        unit, hq = unit_of(game, name), leads(game, name)
        alone = unit.supply != GENS and not near_supply(game, name)
        cut_off = alone and not (connected_hq if hq else connected_unit)(game, name)
        if put_isolated(game, name, cut_off):
            changes.append((name, "isolated" if cut_off else "no longer isolated"))
    for event in telling(changes):
        game.emit(event)
