"""Going: what happens hex by hex when units move. [7.5.0] [7.7.0]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.deeds import Questions
from grognard.systems.goss.dice import d10
from grognard.systems.goss.ground import GOOD_ROADS
from grognard.systems.goss.halts.crossings import bridged, road
from grognard.systems.goss.halts.front import DELAY, front
from grognard.systems.goss.modes.single import end_reserve
from grognard.systems.goss.movement.allowance import ANY, GOOD, LEG, OFF, ROAD, ROADS
from grognard.systems.goss.movement.eligible import acted_now, moved_now
from grognard.systems.goss.movement.land import net_of
from grognard.systems.goss.movement.marching import Stride, Walk, tried
from grognard.systems.goss.movement.network import CLEAR_NODE
from grognard.systems.goss.movement.parties import Course, Party, kind_of, parties
from grognard.systems.goss.movement.registers import ENTERED, STEPPED, TROD
from grognard.systems.goss.night.exploiting import note_exploit
from grognard.systems.goss.pieces.chain import leads
from grognard.systems.goss.pieces.stacks import enemy_within, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, Bridge
from grognard.systems.goss.supply.onhand import after_hq_moved
from grognard.systems.goss.supply.states import after_moving
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import MAP, UNITS
from grognard.systems.goss.works.bridging import disturbed
from grognard.systems.goss.works.collapse import collapses
from grognard.systems.goss.works.crews import disbanded
from grognard.systems.goss.works.garrison import passed

BOLD = 5
"""A commando ignores a halt on a roll below. [4.6.6]"""
CLOSE = 5
"""Nearer than six hexes to an enemy nobody moves at rest. [3.5.4a]"""
WORST = (GOOD, ROADS, ANY)


def go(
    game: Gs, player: str, names: Sequence[str], path: Sequence[int], walks: Sequence[Walk],
    by_road: bool = False, ignored: frozenset[str] = frozenset(),
) -> Procedure:  # fmt: skip
    """Units go along a path as far as they get: what they could not know they find out. [7.5.0]"""
    yield from went(game, player, names, path, walks, by_road, ignored)


def went(
    game: Gs, player: str, names: Sequence[str], path: Sequence[int], walks: Sequence[Walk],
    by_road: bool = False, ignored: frozenset[str] = frozenset(),
    faced: frozenset[str] = frozenset(),
) -> Questions[bool]:  # fmt: skip
    """The same; whether they have arrived and may go on. [7.5.0]"""
    bands = parties(game, names, by_road, ignored, faced)
    made = [
        one if one.whole or one.fixed else tried(game, band, path, one.course)
        for band, one in zip(bands, walks, strict=True)
    ]
    start, steps = unit_of(game, names[0]).hex, min(len(one.strides) for one in made)
    staffs = [n for n in names if leads(game, n) and not moved_now(game, unit_of(game, n))]
    for name in names:
        _sets_out(game, name, start)
    halt, gone = "", 0
    for place in range(steps):
        rule = yield from _step(game, player, tuple(names), bands, made, place)
        if rule == STAYED:
            halt = "17.3.2a"
            break
        gone = place + 1
        if rule:
            halt = rule
            break
    shy = next((one.shy for one in made if one.shy is not None), None)
    if not halt and gone < len(path) and shy is not None:
        halt = shy.rule
    _told(game, player, names, start, path[:gone], path, halt)
    for hq in staffs if gone else ():
        after_hq_moved(game, hq)
    _arrived(game, names, made, halt)
    return not halt and gone == len(path)


STAYED = "stayed"


def _sets_out(game: Gs, name: str, start: int) -> None:
    """A unit that moves is no combat reserve, and has left the works it was in. [5.8.0] [7.5.1]"""
    end_reserve(game, name)
    unit = unit_of(game, name)
    fresh = not moved_now(game, unit)
    keeps = acted_now(game, unit)
    game.put(
        UNITS,
        name,
        replace(
            unit, moved=game.serial, start=start if fresh else unit.start, inside=False,
            spent=unit.spent if keeps else 0, hexes=0 if fresh else unit.hexes,
            came=-1 if fresh else unit.came, course=GOOD if fresh else unit.course, halted=False,
            road=True if fresh or not unit.hexes else unit.road,
            interdicted=0 if fresh else unit.interdicted,
            close=_close(game, name, start) or (unit.close and not fresh),
        ),
    )  # fmt: skip


def _close(game: Gs, name: str, h: int) -> bool:
    """Whether a unit is nearer than six hexes to an enemy. [3.5.4a]"""
    return enemy_within(game, counter_of(game, name).side, h, CLOSE)


def _step(
    game: Gs, player: str, names: tuple[str, ...], bands: Sequence[Party], made: Sequence[Walk],
    place: int,
) -> Questions[str]:  # fmt: skip
    """One hex: over the bridge, into the hex, and whatever waits there. [7.10.2] [7.7.0]"""
    b = made[0].strides[place].hex
    a = made[0].strides[place - 1].hex if place else bands[0].hex
    vehicles = [n for band in bands if band.gait != LEG for n in band.names]
    bridge = bridged(game, a, b)
    if bridge and vehicles and collapses(game, vehicles, a, b):
        return STAYED
    height = 1 + max((unit_of(game, n).order for n in units_at(game, b)), default=0)
    cost = 0
    for band, one in zip(bands, made, strict=True):
        before = one.strides[place - 1].paid if place else 0
        cost = max(cost, one.strides[place].paid - before)
        for name in band.names:
            _put(game, name, band, one, place, a, height)
    passed(game, names, b)
    disturbed(game)
    disbanded(game)
    if bridge and any(band.gait == ROAD for band in bands):
        _counted(game, a, b)
    for follow in TROD:
        follow(game, names, b)
    halt = next((one.strides[place].halt for one in made if one.strides[place].halt), "")
    halt = halt or _commando(game, bands, b)
    road_bound = any(band.gait == ROAD for band in bands)
    for mishap in STEPPED:
        struck = yield from mishap(game, names, b, cost, road_bound)
        if struck:
            halt = halt or (struck if isinstance(struck, str) else "7.7.4")
    if any(unit_of(game, n).place != MAP or unit_of(game, n).hex != b for n in names):
        halt = halt or "7.7.4"
    return halt


def _put(game: Gs, name: str, band: Party, made: Walk, place: int, a: int, height: int) -> None:
    """A unit stands in the next hex, and has paid for it. [7.2.0]"""
    unit, stride = unit_of(game, name), made.strides[place]
    spent = stride.paid if made.whole else made.course.whole - made.course.left + stride.paid
    course = max(unit.course, way_of(game, band, made.course, a, stride), key=WORST.index)
    game.put(
        UNITS,
        name,
        replace(
            unit, hex=stride.hex, came=a, spent=spent, hexes=unit.hexes + 1, course=course,
            order=height, through=-1, road=unit.road and band.gait == ROAD,
            close=unit.close or _close(game, name, stride.hex),
        ),
    )  # fmt: skip


def way_of(game: Gs, band: Party, course: Course, a: int, stride: Stride) -> str:
    """By what a unit has gone into a hex: a good road, a road, or neither. [7.6.1e] [7.6.1f]"""
    if band.gait == OFF:
        return ANY
    net = net_of(game, kind_of(game, band, course))
    if net.marks.get(stride.node) == CLEAR_NODE:
        return ANY
    found = road(game, a, stride.hex)
    if found in GOOD_ROADS:
        return GOOD
    return ROADS if found and band.gait == LEG else ANY


def _counted(game: Gs, a: int, b: int) -> None:
    """A unit has crossed a bridge by road. [7.10.2a]"""
    if game.options["bridge-bottlenecks"] != "on":
        return
    key = game.scenario.ground.side_key(a, b)
    bridge = game.state[BRIDGES].get(key) or Bridge()
    count = bridge.crossed + 1 if this_phase(game, bridge.crossed_at) else 1
    game.put(BRIDGES, key, replace(bridge, crossed=count, crossed_at=game.serial))


def _commando(game: Gs, bands: Sequence[Party], b: int) -> str:
    """Commandos may ignore what halts others next to enemies, hex by hex, on 0 to 4. [4.6.6]"""
    bold = [band for band in bands if band.cdo]
    if not bold or len(bold) < len(bands):
        return ""
    rule = front(game, bold[0].side, None, bold[0].ignored, bold[0].faced).halts.get(b, "")
    if not rule or rule == DELAY:
        return rule
    shown, passed = d10(game, lambda roll: roll < BOLD)
    facts = {"units": list(bold[0].fast), "roll": shown, "passed": passed}
    game.emit(Event("slipped", "4.6.6", facts, dice=(shown,)))
    return "" if passed else rule


def _told(
    game: Gs, player: str, names: Sequence[str], start: int, gone: Sequence[int],
    path: Sequence[int], halt: str,
) -> None:  # fmt: skip
    label = game.board.label
    if gone:
        facts = {
            "side": player, "units": list(names), "from": label(start), "to": label(gone[-1]),
            "path": [label(h) for h in gone],
        }  # fmt: skip
        game.emit(Event("move", "7.5.0", facts))
    if halt and len(gone) < len(path):
        at = label(gone[-1] if gone else start)
        game.emit(Event("halted", halt, {"side": player, "units": list(names), "hex": at}))


def _arrived(game: Gs, names: Sequence[str], made: Sequence[Walk], halt: str) -> None:
    """Who must stop has ended its movement; what follows from having come, follows: on-hand
    supply may be used up. [7.5.0] [5.3.4] [15.5.2]"""
    stops = halt in STOPPING or any(one.whole for one in made)
    for name in names:
        unit = unit_of(game, name)
        if unit.place != MAP:
            continue
        if stops:
            game.put(UNITS, name, replace(unit, halted=True))
    after_moving(game, [n for n in names if unit_of(game, n).place == MAP])
    side = counter_of(game, names[0]).side
    note_exploit(game, side)
    settled(game, names)


def settled(game: Gs, names: Sequence[str]) -> None:
    """What follows when units have come to a hex, and stay. [17.4.1f] [17.3.1] [17.7.1] [15.8.0]"""
    disturbed(game)
    disbanded(game)
    there = tuple(n for n in names if unit_of(game, n).place == MAP)
    for follow in (*TROD, *ENTERED) if there else ():
        follow(game, there, unit_of(game, there[0]).hex)


STOPPING = frozenset(
    {"7.7.1", "7.7.2", "7.7.3", "7.7.4", "7.13.2", "7.10.3", "7.3.0", "7.11.3", "17.3.2a"}
)
"""The rules that end a unit's movement; others only stand in the way."""
