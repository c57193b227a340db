"""One step of a unit on the ground: whether it may, and what it costs. [8.2.2] [8.3] [8.5.1]"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.ways import POINT, points
from grognard.systems.nextwar.charts import ALL
from grognard.systems.nextwar.ground import MINOR, MINOR_ROW, PEAKS, ROAD_ROWS, WATER
from grognard.systems.nextwar.movement.clearing import bypassable, must_clear
from grognard.systems.nextwar.movement.eligible import ignorable
from grognard.systems.nextwar.movement.roads import bridged, hostile_work, road, road_closed
from grognard.systems.nextwar.pieces.stacks import holder, units_at
from grognard.systems.nextwar.pieces.values import counter_of, points_allowed, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.special import HOUSE
from grognard.systems.nextwar.status import HEXES, STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.words import called

ZONE_ROW = "enter_or_leave_ezoc"
GAS_ROW = "cw_marker"


@dataclass(frozen=True, slots=True)
class March:
    """A unit under way: where it is, what it has left, and who goes with it.

    `fresh` as long as it has not moved in this segment. `light` if it goes with light infantry
    alone, so that it may ignore zones of control. [8.2.4] `passing` while it bypasses the hex that
    it is in. [8.5.1.1] `slow` if it goes one hex and no further. [27.3.2]
    """

    name: str
    side: str
    mobility: str
    hex: int
    left: int
    whole: int
    fresh: bool
    light: bool
    company: frozenset[str]
    halted: bool = False
    passing: bool = False
    slow: bool = False

    def at(self, h: int, spent: int) -> March:
        """The march in a hex that it has come to and may go on from, with so much spent."""
        return March(
            self.name, self.side, self.mobility, h, self.left - spent, self.whole, False,
            self.light, self.company,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stride:
    """One step that is allowed: what it costs, in twelfths and in words, and the march after it."""

    cost: int
    reasons: Tally
    after: March


def march(game: Nw, name: str, company: frozenset[str] | None = None) -> March:
    """A unit as it sets out, or goes on, in this segment."""
    unit, counter = unit_of(game, name), counter_of(game, name)
    whole = points_allowed(game, name) * POINT
    fresh = unit.moved != game.serial
    crowd = company or frozenset((name,))
    light = all(counter_of(game, other).light for other in crowd)
    left = whole if fresh else whole - unit.spent
    mobility = counter.mobility
    slow = unit.strike > 1 and (counter.hq or counter.artillery)  # [27.3.2]
    return March(
        name, counter.side, mobility, unit.hex, left, whole, fresh, light, crowd, slow=slow
    )  # fmt: skip


def stride(game: Nw, m: March, b: int, last: bool = True) -> Stride | Refusal:
    """The next step of a march, or why it cannot be made; `last` if it is to end there.

    Light infantry may leave the road to slip through a zone of control. [8.2.4-x1]
    """
    shut = _shut(game, m, b, last)
    if shut is not None:
        return shut
    by_road = road(game, m.hex, b, m.side) if last or not must_clear(game, b, m.side) else ""
    found = [_taken(game, m, b, way, last) for way in dict.fromkeys((by_road, ""))]
    going = [step for step in found if isinstance(step, Stride)]
    if not going:
        return next(step for step in found if isinstance(step, Refusal))
    free = [step for step in going if last or not step.after.halted]
    return min(free or going, key=lambda step: (step.cost, step.after.halted))


def _shut(game: Nw, m: March, b: int, last: bool) -> Refusal | None:
    """What no points can help with: enemies and water. [8.2.2-b1] [8.3.3]"""
    board, a = game.board, m.hex
    if not board.adjacent(a, b):
        return Refusal("8.5.1", f"{board.label(b)} does not adjoin {board.label(a)}")
    if holder(game, b) == game.scenario.other(m.side):
        return Refusal("8.2.2-b1", f"an enemy unit stands in {board.label(b)}")
    if not game.scenario.ground.land(b):
        return Refusal("8.3.3", f"{board.label(b)} is at sea")
    passing = not last and must_clear(game, b, m.side)
    if passing and not bypassable(game, b, m.side):
        text = f"{board.label(b)} must be cleared, and cannot be bypassed"
        return Refusal("8.5.1.1", text)
    water = game.scenario.ground.river(a, b)
    if water == WATER and (passing or m.passing):
        text = f"nobody bypasses across the water between {board.label(a)} and {board.label(b)}"
        return Refusal("8.5.1.1", text)
    if water and water != MINOR and not bridged(game, a, b):
        rule = "8.3.1.8" if water == WATER else "8.3.1.1.1"
        text = f"no bridge stands between {board.label(a)} and {board.label(b)}"
        return Refusal(rule, text)
    return None


def _taken(game: Nw, m: March, b: int, way: str, last: bool) -> Stride | Refusal:
    """The step by a road, or without one, and what enemy zones do to it. [8.2.2]"""
    reasons = _ground(game, m, b, way)
    if reasons is None:
        return _through_work(game, m, b)
    slips = m.light and not way
    zone, leaving = (in_zone(game, h, game.scenario.other(m.side)) for h in (b, m.hex))
    # [8.2.4-b2] [8.2.4-b3] [8.2.4-b4] light infantry neither stops nor pays for what it ignores
    entered = zone and not (slips and ignorable(game, b))
    left = leaving and not (slips and ignorable(game, m.hex))
    if entered and left and leaving:
        return _zone_to_zone(game, m, b)
    reasons = _tolls(game, m, b, reasons, entered, left)
    cost = int(Fraction(reasons.total) * POINT)
    if cost > m.left:
        if not m.fresh:
            return _too_dear(game, m, b, cost)
        reasons = Tally().add("one hex for all its points", points(m.left), "8.5.1-x1")
        return _stepped(game, m, b, m.left, reasons, True, last)
    return _stepped(game, m, b, cost, reasons, entered, last)


def _stepped(
    game: Nw, m: March, b: int, cost: int, reasons: Tally, halted: bool, last: bool
) -> Stride:
    passing = not last and must_clear(game, b, m.side)
    after = replace(
        m, hex=b, left=m.left - cost, fresh=False, passing=passing,
        halted=halted or m.slow or (last and must_clear(game, b, m.side)),
    )  # fmt: skip
    return Stride(cost, reasons, after)


def _ground(game: Nw, m: March, b: int, way: str) -> Tally | None:
    """What the ground costs; None where it is prohibited. [8.3] [8.3.2] [8.3.3]"""
    cost_of, storm = game.scenario.ground.row, weather(game) == STORM
    row = ROAD_ROWS[way] if way else game.scenario.ground.dearest(m.mobility, b, storm)
    found = cost_of(row, m.mobility, storm)
    if found.word:
        return None
    tally = Tally().add(
        row.replace("_", " "), points(found.points), "8.3.2" if way else "8.3", found.source
    )
    # [8.3.1.1.2]
    if game.scenario.ground.river(m.hex, b) == MINOR and not bridged(game, m.hex, b):
        river = cost_of(MINOR_ROW, m.mobility, storm)
        tally = tally.add("minor river", points(river.points), "8.3.1.1.2", river.source)
    return tally


def _through_work(game: Nw, m: March, b: int) -> Stride | Refusal:
    """Vehicles enter mountains by road only; where an enemy work closes it, with all they have.

    [8.3.3] [8.3.1.10]
    """
    label, ground = game.board.label(b), game.scenario.ground
    work = hostile_work(game, b, m.side) or hostile_work(game, m.hex, m.side)
    roads = ground.road(m.hex, b) and road_closed(game, m.hex, b, m.side) == "8.3.1.10"
    if game.board.terrain[b] in PEAKS and work and roads and m.fresh:
        reasons = Tally().add("an enemy fortification across the road", points(m.left), "8.3.3")
        return _stepped(game, m, b, m.left, reasons, True, True)
    terrain = game.board.terrain[b].replace("_", " ")
    text = f"{called(game, m.name)} cannot enter {terrain} in {label} without a road"
    return Refusal("8.3.3", text)


def _zone_to_zone(game: Nw, m: March, b: int) -> Stride | Refusal:
    """From one enemy zone straight into another: all points, and no others spent. [8.2.2-b7]"""
    if not m.fresh:
        text = f"{called(game, m.name)} has moved; only a whole allowance leads from zone to zone"
        return Refusal("8.2.2-b7", text)
    reasons = Tally().add("from one enemy zone into another", points(m.left), "8.2.2-b7")
    return _stepped(game, m, b, m.left, reasons, True, True)


def _tolls(game: Nw, m: March, b: int, reasons: Tally, entered: bool, left: bool) -> Tally:
    """What is paid besides the ground: zones [8.2.2-b5] [8.2.2-b6], interdiction, gas."""
    cost_of = game.scenario.ground.row
    toll = cost_of(ZONE_ROW, "leg", False)
    if left and set(units_at(game, m.hex)) <= m.company:
        reasons = reasons.add("leaving an enemy zone", points(toll.points), "8.2.2-b6", toll.source)
    if entered and holder(game, b) != m.side:
        reasons = reasons.add(
            "entering an enemy zone", points(toll.points), "8.2.2-b5", toll.source
        )
    there, here = game.state[HEXES][b], game.state[HEXES][m.hex]
    foreign = there.control == game.scenario.other(m.side)
    why, more = game.scenario.special.toll(counter_of(game, m.name), b, game.turn, foreign)
    reasons = reasons.add(why, more, "8.3", HOUSE) if more else reasons
    if there.interdiction:
        reasons = reasons.add("interdiction", there.interdiction, "23.4.4")
    if m.fresh and here.interdiction:  # who came through paid when he entered
        reasons = reasons.add("leaving interdiction", here.interdiction, "23.4.4")
    if there.gas:
        gas = cost_of(GAS_ROW, m.mobility, False)
        paid = points(m.left) - reasons.total if gas.word == ALL else points(gas.points)
        reasons = reasons.add("chemical weapons", max(paid, 0), "18.2.4", gas.source)
    return reasons


def _too_dear(game: Nw, m: March, b: int, cost: int) -> Refusal:
    label = game.board.label(b)
    text = f"{label} costs {points(cost)} MP, and {called(game, m.name)} has {points(m.left)} left"
    return Refusal("2.3.5", text)
