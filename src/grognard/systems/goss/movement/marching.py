"""A path step by step: whether a party may take it, by which course, and what it costs. [7.2.0]
[7.5.0]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.kit.ways import POINT, points
from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.halts.crossings import BOTTLENECK, bridged, road
from grognard.systems.goss.halts.front import Front, front
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.movement.allowance import LEG, OFF, ROAD, fuel_value, fuelled, printed
from grognard.systems.goss.movement.land import Land, among_enemies, forbidden, prices, strangers
from grognard.systems.goss.movement.network import CLEAR_NODE, Network
from grognard.systems.goss.movement.parties import Course, Party, courses
from grognard.systems.goss.movement.quiet import shunned
from grognard.systems.goss.movement.registers import OBSERVED, TRACES, homeward, observed, traces
from grognard.systems.goss.movement.roadspace import CLOSED, JAM, JOINS, jams, room
from grognard.systems.goss.pieces.chain import fuel_state
from grognard.systems.goss.pieces.stacks import beside_enemy, enemy_within, holder
from grognard.systems.goss.pieces.values import counter_of, in_battery, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, LOW
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import CDO, MECH, OOS
from grognard.systems.goss.words import called

SUPPLY_REACH = 3
"""How near to an enemy a unit must be able to trace its supply. [7.7.5]"""


@dataclass(frozen=True, slots=True)
class Stride:
    """One step: the hex that is entered and its node, what has been paid in all, and the rule by
    which the party must stop there."""

    hex: int
    node: int
    paid: int
    halt: str = ""


@dataclass(frozen=True, slots=True)
class Walk:
    """The steps of a path on a course; `shy` is why it ended before the path did."""

    course: Course
    strides: tuple[Stride, ...]
    shy: Refusal | None = None
    whole: bool = False
    """Whether it takes all that the party has. [7.3.0] [7.11.3]"""
    fixed: bool = False
    """Whether it is as it is, whatever enemies there are: a ferry. [17.2.1]"""

    @property
    def paid(self) -> int:
        """What it costs in all, in twelfths."""
        return self.strides[-1].paid if self.strides else 0

    @property
    def left(self) -> int:
        """What is left afterwards."""
        return 0 if self.whole else self.course.left - self.paid


def start_nodes(game: Gs, party: Party, net: Network) -> tuple[int, ...]:
    """Where in the network a party stands. Who sets out may take any road and any dashed line of
    its hex; who goes on has come by one of them. [7.10.1] [7.11.2]"""
    h, came = party.hex, party.came
    nodes, ground = net.nodes(h), game.scenario.ground
    if party.gait == ROAD:
        if came >= 0 and h in ground.apart:
            way = game.board.direction(h, came)
            groups = ground.apart[h]
            mine = [n for n in nodes if net.marks.get(n, CLEAR_NODE) != CLEAR_NODE]
            return tuple(n for n in mine if way in groups[int(net.marks[n])])
        return nodes
    if came < 0 or not net.more.get(h):
        return nodes
    lines = ground.along_contour(came, h)
    return tuple(n for n in nodes if n == h or net.marks[n] in lines)


def walk(
    game: Gs, party: Party, path: Sequence[int], viewer: str | None, course: Course | None = None
) -> Walk | Refusal:
    """The path of a party as a viewer knows the enemies: by the course that leaves it most, or the
    first reason against it. [7.5.0]"""
    if not path:
        return Refusal("form", "a path names at least the hex to go to")
    found: list[Walk] = []
    last: Refusal | None = None
    for one in [course] if course is not None else courses(game, party, viewer):
        made = _walk(game, party, one, path, viewer)
        if made.shy is None:
            found.append(made)
        last = made.shy
    if found:
        return max(found, key=lambda one: one.left)
    whole = leap(game, party, path[0], viewer) if len(path) == 1 else None
    if whole is not None:
        return whole
    assert last is not None
    return last


def tried(game: Gs, party: Party, path: Sequence[int], course: Course) -> Walk:
    """How far a party gets in truth. [7.7.0]"""
    return _walk(game, party, course, path, None)


Reached = dict[int, tuple[Stride, ...]]


def _walk(game: Gs, party: Party, course: Course, path: Sequence[int], viewer: str | None) -> Walk:
    """The cheapest way through the nodes of a path, as far as it goes: past enemies freely, unless
    a halt stops it. [26.0-movement-halt]"""
    land = among_enemies(game, party, course, viewer)
    halts = front(game, party.side, viewer, party.ignored, party.faced).halts
    there: Reached = dict.fromkeys(start_nodes(game, party, land.net), ())
    a = party.hex
    done: tuple[Stride, ...] = ()
    most = limit(game, party)
    for place, b in enumerate(path):
        on = {node: way for node, way in there.items() if not (way and way[-1].halt)}
        if not on or (most and place >= most):
            return Walk(course, done, _halted(game, party, a, _best(there), most and place >= most))
        reached = _onward(game, party, course, land, on, a, b, halts, viewer)
        if isinstance(reached, Refusal):
            return Walk(course, done or _best(on), reached)
        there, a = reached, b
        done = _best(there)
    return Walk(course, done)


def _best(there: Reached) -> tuple[Stride, ...]:
    return min(there.values(), key=lambda way: (way[-1].paid, way[-1].node) if way else (0, 0))


def _halted(
    game: Gs, party: Party, a: int, way: tuple[Stride, ...], counted: bool | int
) -> Refusal:
    name = called(game, party.names[0])
    if counted:
        rule = "5.6.1" if party.guns else "7.12.4b"
        return Refusal(rule, f"{name} moves one hex and no further")
    rule = way[-1].halt if way else "7.7.0"
    return Refusal(rule, f"{name} must stop in {game.board.label(a)}")


def _onward(
    game: Gs, party: Party, course: Course, land: Land, on: Reached, a: int, b: int,
    halts: Mapping[int, str], viewer: str | None,
) -> Reached | Refusal:  # fmt: skip
    """The nodes of the next hex that can be reached, each by its cheapest way; or why none."""
    shut = closed(game, party, course, a, b, viewer)
    if shut is not None:
        return shut
    best: Reached = {}
    cheapest = -1
    net = land.net
    for node, way in on.items():
        paid = way[-1].paid if way else 0
        for into, cost in land.steps[node]:
            if int(net.hexes[into]) != b or land.shut[into]:
                continue
            space = room(game, party, b, net.marks.get(into) == CLEAR_NODE)
            if space == CLOSED:
                continue
            total = paid + cost + int(land.extra[into]) + (JAM if space == JOINS else 0)
            cheapest = total if cheapest < 0 else min(cheapest, total)
            if total > course.left:
                continue
            halt = "7.10.3" if space == JOINS else halts.get(b, "") if land.stop[into] else ""
            if into not in best or total < best[into][-1].paid:
                best[into] = (*way, Stride(b, into, total, halt))
    return best or _no_step(game, party, course, a, b, cheapest)


def _no_step(game: Gs, party: Party, course: Course, a: int, b: int, cheapest: int) -> Refusal:
    """Why there is no step from one hex to the next. [7.2.0] [7.10.0] [7.10.2a] [7.11.3]"""
    name, label = called(game, party.names[0]), game.board.label(b)
    if b in course.shut:
        text = f"{label} is more than a hex outside the zone of {name}: half its MA goes no farther"
        return Refusal("9.2.0", text)
    if cheapest >= 0:
        left = points(max(course.left, 0))
        text = f"{label} costs {points(cheapest)} MP in all, and {name} has {left}"
        return Refusal("7.2.0", text)
    if party.gait != LEG and room(game, party, b) == CLOSED:
        rule = "5.5.5" if party.strat or jams(game, party.side).get(b, 0) > 2 else "7.10.3"
        return Refusal(rule, f"Mech units are in the way in {label}")
    price = prices(game, party, course)
    if party.gait == ROAD:
        if game.scenario.ground.side_key(a, b) in price.lay.full:
            text = f"{BOTTLENECK} Mech units have crossed the bridge to {label} in this phase"
            return Refusal("7.10.2a", text)
        heavy = party.heavy and price.road(a, b) and (price.narrow(a) or price.narrow(b))
        rule = "7.11.2" if heavy else "7.10.0-path"
        return Refusal(rule, f"no road that {name} can use leads to {label}")
    narrow = price.narrow(a) or price.narrow(b) or price.foreign(a) or price.foreign(b)
    if party.gait == OFF and narrow and price.entry(b) is not None:
        return Refusal("7.11.3", f"constricted terrain takes all that {name} has")
    return Refusal("7.2.0", f"{label} is closed to {name} from there")


def closed(
    game: Gs, party: Party, course: Course, a: int, b: int, viewer: str | None
) -> Refusal | None:
    """What no points can help with. [7.5.0] [7.7.5] [5.5.4] [7.9.0] [24.2.0-2] [24.2.1]"""
    board, label = game.board, game.board.label(b)
    name = called(game, party.names[0])
    if not board.adjacent(a, b):
        return Refusal("7.5.0", f"{label} does not adjoin {board.label(a)}")
    if holder(game, b) == other(party.side):
        return Refusal("7.5.0", f"an enemy unit is in {label}")
    near = front(game, party.side, viewer, party.ignored, party.faced)
    if b in near.beside:
        if party.strat:
            return Refusal("5.5.4", f"{name} cannot come next to an enemy in Strat mode")
        if party.oos:
            return Refusal("7.7.5-oos", f"{name} is out of supply: it cannot go next to an enemy")
        if course.march:
            return Refusal("7.6.2-bonus", f"{name} cannot march past an enemy")
    rule = shunned(game, party).get(b, "")
    if rule:
        return Refusal(rule, f"{name} keeps away from the enemies beside {label} in a lull")
    rule = forbidden(game, party, near, a, b)
    if rule:
        return Refusal(rule, f"{name} cannot go from {board.label(a)} to {label} past enemies")
    if party.guns and party.gait == OFF and prices(game, party, course).narrow(b):
        return Refusal("7.11.3", f"{name} enters constricted terrain by road only")
    if b in strangers(game, party):
        return Refusal("5.3.1", f"{name} cannot stand with units that do not exploit")
    if party.guns and in_battery(counter_of(game, party.names[0]), unit_of(game, party.names[0])):
        by_hand = against_shift(game, party, b, near)
        if by_hand is not None:
            return by_hand
    return unseen_and_supplied(game, party, course, a, b)


def unseen_and_supplied(game: Gs, party: Party, course: Course, a: int, b: int) -> Refusal | None:
    """What must be looked at hex by hex: enemies that watch it, and the way of supply. [5.5.4]
    [7.6.2] [7.7.5]"""
    label, enemy = game.board.label(b), other(party.side)
    hidden = OBSERVED and (party.strat or course.march)
    if hidden and any(observed(game, enemy, b, n) for n in party.names):
        rule = "5.5.4" if party.strat else "7.6.2-bonus"
        return Refusal(rule, f"enemies observe {label}")
    for name in party.names:
        if _lost_way(game, name, b) and not homeward(game, name, a, b):
            text = f"{called(game, name)} is out of supply: it goes next to an enemy only homeward"
            return Refusal("7.7.5-oos", text)
        if rearguard(game, name) and not homeward(game, name, a, b):
            text = f"{called(game, name)} leaves its marker towards its supply"
            return Refusal("7.13.1", text)
    if TRACES and enemy_within(game, party.side, b, SUPPLY_REACH):
        for name in party.names:
            if not traces(game, name, b) and not _may_be_cut_off(game, name, a, b):
                text = f"{called(game, name)} could not be supplied in {label}"
                return Refusal("7.7.5", text)
    return None


def _lost_way(game: Gs, name: str, b: int) -> bool:
    """Whether a unit out of supply would come next to an enemy, where an option lets it do so on
    its way home. [7.7.5-oos]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.supply != OOS or game.options["oos-homeward"] == "barred":
        return False
    free = counter.is_(CDO) or in_bonus(game, name)
    return not free and beside_enemy(game, counter.side, b)


def rearguard(game: Gs, name: str) -> bool:
    """Whether a unit has left a delay marker behind in this GT, where it began. [7.13.1]"""
    unit = unit_of(game, name)
    if unit.delaying != game.turn:
        return False
    status = game.state[HEXES].get(unit.start)
    return status is not None and status.delay >= 0


def _may_be_cut_off(game: Gs, name: str, a: int, b: int) -> bool:
    """Commandos, units in their MR bonus period, and those who began the phase cut off and move
    towards their supply. [7.7.5] [5.4.4c]"""
    unit = unit_of(game, name)
    if counter_of(game, name).is_(CDO) or in_bonus(game, name):
        return True
    begun = unit.start if this_phase(game, unit.moved) and unit.start >= 0 else unit.hex
    return not _traced_from(game, name, begun) and homeward(game, name, a, b)


def _traced_from(game: Gs, name: str, h: int) -> bool:
    """Whether a unit could be supplied where it began, asked once for each change of the State."""
    return game.cached(("traced", name, h), game.journal.every, lambda: traces(game, name, h))


def against_shift(game: Gs, party: Party, b: int, near: Front) -> Refusal | None:
    """What guns in battery cannot do: cross streams or use fords, and go next to an enemy, unless
    they stand so and have no other hex to go to. [5.6.1]"""
    a, ground = party.hex, game.scenario.ground
    if counter_of(game, party.names[0]).spa:
        return None
    water = ground.water(a, b)
    if water and not (bridged(game, a, b) and road(game, a, b)):
        return Refusal("5.6.1", "guns in battery cross no stream and use no ford")
    if b not in near.beside:
        return None
    away = (h for h in game.board.around(a) if h not in near.beside and h not in near.held)
    if a in near.beside and not any(_shiftable(game, party, a, h) for h in away):
        return None
    return Refusal("5.6.1", "guns in battery do not go next to an enemy")


def _shiftable(game: Gs, party: Party, a: int, h: int) -> bool:
    """Whether the ground lets guns in battery go there. [5.6.1]"""
    ground = game.scenario.ground
    dry = not ground.water(a, h) or bool(bridged(game, a, h) and road(game, a, h))
    narrow = ground.constricted[h] or ground.embanked[h]
    return dry and not narrow and ground.to_enter(MECH, False)[h].word != PROHIBITED


def limit(game: Gs, party: Party) -> int:
    """Who moves one hex only: guns in battery, and towed AT guns on foot; 0 if hexes do not count.
    [5.6.1] [7.12.4b]"""
    for name in party.fast:
        counter, unit = counter_of(game, name), unit_of(game, name)
        if counter.towed and unit.battery:
            return 1
        if unit.transport == "foot" and counter.type.code == "at":
            return 1
    return 0


# ---- one hex for all it has


def leap(game: Gs, party: Party, b: int, viewer: str | None) -> Walk | None:
    """One hex for all that a party has: into or out of constricted terrain off the road, or the
    hex that a unit may always move. [7.11.3] [7.9.1b] [7.3.0]"""
    course = courses(game, party, viewer)[-1]
    if not party.fresh or closed(game, party, course, party.hex, b, viewer) is not None:
        return None
    space = room(game, party, b)
    if space == CLOSED:
        return None
    narrow = _narrow_leap(game, party, course, b)
    if not (narrow and course.whole > 0) and not _least_leap(game, party, course, b, viewer):
        return None
    paid = spent_by_leap(game, party, course, narrow)
    return Walk(course, (Stride(b, b, paid, "7.11.3" if narrow else "7.3.0"),), None, True)


def _narrow_leap(game: Gs, party: Party, course: Course, b: int) -> bool:
    """Whether a Mech unit must spend its whole MA on this step. [7.11.3] [7.9.1b]"""
    a, price = party.hex, prices(game, party, course)
    foreign = price.foreign(a) or price.foreign(b)
    if party.gait == ROAD:
        return foreign and bool(price.road(a, b))
    if party.gait == LEG or price.entry(b) is None or price.side(a, b) is None:
        return False
    return foreign or price.narrow(a) or price.narrow(b)


def _least_leap(game: Gs, party: Party, course: Course, b: int, viewer: str | None) -> bool:
    """Whether a unit may move this one hex whatever it costs. [7.3.0]"""
    if not all(least_move(game, name) for name in party.fast):
        return False
    land = among_enemies(game, party, course, viewer)
    nodes = start_nodes(game, party, land.net)
    return any(int(land.net.hexes[into]) == b for node in nodes for into, _ in land.steps[node])


def least_move(game: Gs, name: str) -> bool:
    """Whether a unit may always move one hex: Leg units, and Mech units that have fuel for it.
    [7.3.0]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not mech(counter, unit) or fuelled(game, name) or (counter.towed and unit.battery):
        return True
    return fuel_state(game, name) == LOW and fuel_value(game, name) > 0


def spent_by_leap(game: Gs, party: Party, course: Course, narrow: bool) -> int:
    """What one hex for all costs: the printed MA on foot, the fuel value of those short of fuel,
    or else the whole MA. [7.3.0]"""
    name = party.names[0]
    if narrow:
        return course.whole
    if party.gait == LEG:
        return printed(game, name) * POINT
    if fuelled(game, name):
        return max(course.whole, 0)
    return fuel_value(game, name) * POINT
