"""Drops from the air by plan. [14.10]

Plans are made before the game or two turns ahead, for ground near an objective that own troops can
reach. In the turn of a drop it is flown if it can be; what the weather, the enemy or a want of
aircraft forbids is put off, and what has become hopeless is cancelled. [14.10b] [14.10c]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances, threat_at
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.wings import THOUSAND, Sky, Wing, ready, wing
from grognard.players.staff.situation import Goal
from grognard.systems.ocs.air import air_drop, drop_plans, gliders, loads
from grognard.systems.ocs.air.air_drop import AirDrop
from grognard.systems.ocs.air.drop_plans import (
    AHEAD,
    BEFORE,
    CancelDrop,
    DelayDrop,
    NewPlan,
    PlanAhead,
    PlanDrop,
    Planning,
)
from grognard.systems.ocs.air.loads import Freight
from grognard.systems.ocs.air.missions import flying_weather
from grognard.systems.ocs.combat.odds import TWO_DICE
from grognard.systems.ocs.forms import Company
from grognard.systems.ocs.modes.modes import ChangeMode, Posture
from grognard.systems.ocs.status import AIR, DropPlan
from grognard.systems.ocs.units import LEG, MAP, MOVE

MOST = 4
"""Aircraft of one mission. [14.2a]"""
QUARTERS = 4
"""How many times their strength those who land are thought to hold out against."""


# ---- lift


@dataclass
class Mission:
    """A drop on one hex: units aboard and on gliders, their aircraft, and a fighter with them."""

    hex: int
    units: list[str] = field(default_factory=list)
    glided: list[str] = field(default_factory=list)
    wings: list[Wing] = field(default_factory=list)
    tows: dict[str, int] = field(default_factory=dict)

    def action(self, seat: OcsSeat) -> Action:
        """The drop as an action."""
        freight = Freight(
            planes=tuple(sorted(w.key for w in self.wings)),
            hex=self.hex,
            units=tuple(sorted(self.units)),
            gliders=dict(sorted(self.tows.items())) if self.glided else {},
            glided=tuple(sorted(self.glided)),
        )
        return seat.write(AirDrop, freight)


class Lift:
    """Aircraft and gliders shared out among the drops of a turn, as far as they go. [14.9a]"""

    def __init__(self, seat: OcsSeat, wings: Iterable[Wing]) -> None:
        self.seat = seat
        self.free = [one for one in wings if one.carries]
        self.fighters = [one for one in wings if one.fighter and one.offensive]
        self.gliders: dict[int, int] = {}
        self.missions: list[Mission] = []
        self.served: list[str] = []

    def share(self, plans: Sequence[DropPlan]) -> None:
        """Serve as many plans as can be, those for objectives first; like hexes fly together."""
        worth = self.seat.situation.worth
        for plan in sorted(plans, key=lambda p: (-worth(p.hex), p.hex, p.unit)):
            self.serve(plan)

    def serve(self, plan: DropPlan) -> None:
        """Find aircraft for one plan, by parachute, or by glider for those who do not jump."""
        seat, start = self.seat, self.seat.unit(plan.unit).hex
        near = [
            w for w in self.free
            if w.hex == start and seat.board.distance(start, plan.hex) <= w.range
        ]  # fmt: skip
        need = loads.weight(seat.table, [plan.unit])
        jumps = "para" in seat.counter(plan.unit).traits
        chosen = self.aboard(near, need, plan.hex) if jumps else []
        tows: dict[str, int] = {}
        if not chosen and seat.scenario.limits[seat.side].gliders:
            tows = self.towing(near, need, plan.hex)
            chosen = [w for w in near if w.key in tows]
        if not chosen or len(chosen) > MOST:
            return
        mission = self.mission(plan.hex, len(chosen))
        (mission.glided if tows else mission.units).append(plan.unit)
        mission.wings += chosen
        mission.tows |= tows
        self.free = [w for w in self.free if w not in chosen]
        self.gliders[start] = self.points(start) - sum(tows.values())
        self.served.append(plan.unit)

    def mission(self, h: int, count: int) -> Mission:
        """The mission to a hex with room for so many aircraft more."""
        for found in self.missions:
            if found.hex == h and len(found.wings) + count <= MOST:
                return found
        self.missions.append(Mission(h))
        return self.missions[-1]

    def trips(self, one: Wing, h: int) -> int:
        """How often an aircraft flies to a hex: twice within half its range. [14.9e(C)]"""
        return 2 if 2 * self.seat.board.distance(one.hex, h) <= one.range else 1

    def aboard(self, near: Sequence[Wing], need: Fraction, h: int) -> list[Wing]:
        """The fewest aircraft that carry a unit."""
        chosen: list[Wing] = []
        for one in sorted(near, key=lambda w: (-w.capacity, w.key)):
            if sum((w.capacity * self.trips(w, h) for w in chosen), Fraction(0)) >= need:
                break
            chosen.append(one)
        room = sum((w.capacity * self.trips(w, h) for w in chosen), Fraction(0))
        return chosen if room >= need else []

    def towing(self, near: Sequence[Wing], need: Fraction, h: int) -> dict[str, int]:
        """The Glider Points behind each aircraft that carry a unit. [14.10e(C)]"""
        found: dict[str, int] = {}
        carried = 0
        for one in sorted(near, key=lambda w: w.key):
            points = min(self.points(one.hex) - sum(found.values()), self.trips(one, h))
            points = min(points, -(-(need - carried) // loads.GLIDER_LOAD))
            half = self.trips(one, h) > 1
            if points < 1 or gliders.why_not_tow(self.seat.table, one.key, points, half):
                continue
            found[one.key] = int(points)
            carried += int(points) * loads.GLIDER_LOAD
        return found if carried >= need else {}

    def points(self, h: int) -> int:
        """The Glider Points left at a base."""
        return self.gliders.get(h, gliders.points_at(self.seat.table, self.seat.side, h))

    def escort(self) -> None:
        """Give each mission that fighters would meet one of the own fighters. [14.4d]"""
        sky = Sky(self.seat)
        for mission in self.missions:
            if sky.opponent(mission.hex) is None or len(mission.wings) >= MOST:
                continue
            near = [
                w for w in self.fighters
                if self.seat.board.distance(w.hex, mission.hex) <= w.range
            ]  # fmt: skip
            best = max(near, key=lambda w: (w.rating, w.key), default=None)
            if best is not None:
                mission.wings.append(best)
                self.fighters.remove(best)


# ---- carrying them out


class Drops:
    """The drops of the own Movement Segment, by plan."""

    def __init__(self) -> None:
        self.pending: list[Action] | None = None

    def order(self, seat: OcsSeat) -> Action | None:
        """The next drop; units are made ready first. [14.9c]"""
        if self.pending is None:
            self.pending = list(self.actions(seat))
        while self.pending:
            action = self.pending.pop(0)
            if seat.may(action):
                return action
        return None

    def actions(self, seat: OcsSeat) -> Iterator[Action]:
        """Everything that is planned for this turn and is not hopeless."""
        plans = [plan for plan in due(seat) if plan.hex not in seat.sightings]
        if not plans:
            return
        lift = Lift(seat, ready(seat))
        lift.share(plans)
        lift.escort()
        turning = [name for name in lift.served if seat.unit(name).mode != MOVE]
        for name in sorted(turning):
            yield seat.write(ChangeMode, Posture((name,), MOVE))
        for mission in lift.missions:
            yield mission.action(seat)


def due(seat: OcsSeat) -> list[DropPlan]:
    """The plans for this turn whose units are on the map."""
    plans = drop_plans.plans(seat.table, seat.side)
    return [p for p in plans if p.turn == seat.turn and seat.unit(p.unit).place == MAP]


# ---- making them


class Plans:
    """The plans made, put off and cancelled in the Aircraft Refit Phase."""

    def __init__(self) -> None:
        self.pending: list[Action] | None = None

    def order(self, seat: OcsSeat) -> Action | None:
        """The next change of plans."""
        if self.pending is None:
            self.pending = [*self.changes(seat), *self.new(seat)]
        while self.pending:
            action = self.pending.pop(0)
            if seat.may(action):
                return action
        return None

    def changes(self, seat: OcsSeat) -> Iterator[Action]:
        """What cannot be flown in this turn is put off, what never will be is cancelled."""
        plans = due(seat)
        if not plans:
            return
        open_ = [plan for plan in plans if plan.hex not in seat.sightings]
        lift = Lift(seat, ready(seat))
        lift.share(open_)
        late = seat.turns_left == 1
        hopeless = [p.unit for p in plans if p not in open_ and not beset(seat, p.hex)]
        waiting = [p.unit for p in plans if p.unit not in (*lift.served, *hopeless)]
        if hopeless:
            yield seat.write(CancelDrop, Company(tuple(sorted(hopeless))))
        if waiting and not late:
            yield seat.write(DelayDrop, Company(tuple(sorted(waiting))))

    def new(self, seat: OcsSeat) -> Iterator[Action]:
        """New drops, two turns ahead. [14.10b]"""
        if seat.offered(PlanDrop):  # while the game lasts long enough
            for plan in Prospects(seat, seat.turn + AHEAD).plans():
                yield seat.write(PlanDrop, NewPlan(plan.unit, plan.hex, plan.turn))


def beset(seat: OcsSeat, h: int) -> bool:
    """Whether own units stand next to a hex, so that the enemy may be driven out of it."""
    return any(b in seat.situation.at for b in seat.board.around(h))


class Prospects:
    """Where units that wait at a base could be dropped in a turn to come."""

    def __init__(self, seat: OcsSeat, turn: int) -> None:
        self.seat, self.turn = seat, turn
        self.chosen: dict[int, int] = {}

    def plans(self) -> Iterator[DropPlan]:
        """A plan for each unit that has a base, aircraft, and somewhere worth being dropped."""
        seat = self.seat
        game, side = seat.table, seat.side
        wings = [
            wing(seat, key)
            for key, found in sorted(game.state[AIR].items())
            if found.side == side and found.place == MAP
        ]
        lift = Lift(seat, wings)
        lift.share([p for p in drop_plans.plans(game, side) if p.turn == self.turn])
        for name in self.waiting({one.hex for one in lift.free}):
            h = self.where(name, lift)
            if h is None:
                continue
            served = len(lift.served)
            plan = DropPlan(name, h, self.turn)
            lift.serve(plan)
            if len(lift.served) > served:
                yield plan

    def waiting(self, at: set[int]) -> list[str]:
        """The units without a plan at bases with Transports, out of the fighting; the best first.

        Those who do not jump must have gliders there.
        """
        seat, game = self.seat, self.seat.table
        found = [
            name
            for name in drop_plans.able(game, seat.side)
            if drop_plans.plan_of(game, seat.side, name) is None
            and seat.unit(name).hex in at
            and self.jumps(name)
        ]
        return sorted(found, key=lambda n: (-seat.situation.pieces[n].attack, n))

    def jumps(self, name: str) -> bool:
        """Whether a unit is meant for it: a fighting one by parachute, others with gliders."""
        unit, seat = self.seat.unit(name), self.seat
        towed = gliders.points_at(seat.table, seat.side, unit.hex) > 0
        para = "para" in seat.counter(name).traits
        return unit.place == MAP and seat.situation.pieces[name].fights and (para or towed)

    def where(self, name: str, lift: Lift) -> int | None:
        """The hex that promises most for a unit, if any promises enough."""
        house = self.seat.doctrine.jumps
        seat = self.seat
        start = seat.unit(name).hex
        reach = max((one.range for one in lift.free if one.hex == start), default=0)
        best: tuple[int, int, int] | None = None
        for goal in self.goals():
            if self.chosen.get(goal.hex, 0) >= house.together:
                continue
            for h in seat.board.disk(goal.hex, house.around):
                if seat.board.distance(start, h) <= reach and self.open(h):
                    row = self.promise(name, h, goal), -h, goal.hex
                    best = row if best is None or row > best else best
        if best is None or best[0] < house.floor:
            return None
        self.chosen[best[2]] = self.chosen.get(best[2], 0) + 1
        return -best[1]

    def goals(self) -> list[Goal]:
        """The objectives in enemy hands that own troops could come up to."""
        house = self.seat.doctrine.jumps
        return [
            goal
            for goal in self.seat.situation.goals
            if not goal.ours and goal.value > 0 and 0 <= self.troops[goal.hex] <= house.link
        ]

    @cached_property
    def troops(self) -> list[int]:
        """How far each hex is from own troops in the field, those waiting to be dropped apart."""
        seat = self.seat
        at = {h for h, names in seat.situation.at.items() if not all(map(self.jumps, names))}
        return distances(seat.board, at)

    def open(self, h: int) -> bool:
        """Land on which nobody stands, and that the side may enter. [14.10d]"""
        seat = self.seat
        closed = seat.scenario.closed.get(seat.side, ())
        free = h not in seat.sightings and h not in seat.situation.at
        return free and h not in closed and seat.scenario.ground.enterable(LEG, h)

    def promise(self, name: str, h: int, goal: Goal) -> int:
        """What a drop on a hex is worth: the objective, if the unit lands and holds out."""
        house = self.seat.doctrine.jumps
        seat, piece = self.seat, self.seat.situation.pieces[name]
        method = air_drop.PARADROP if "para" in seat.counter(name).traits else air_drop.GLIDER
        least = int(air_drop.least(seat.table, seat.side, h, method).total)
        lands = int(THOUSAND * sum(c for roll, c in TWO_DICE.items() if roll >= least))
        value = goal.value * house.prize // (1 + seat.board.distance(h, goal.hex))
        strength = max(1, piece.attack, piece.defence)
        if threat_at(seat.situation, h) > QUARTERS * house.holds * strength:
            value = value // QUARTERS - THOUSAND * strength
        return (value * lands - (THOUSAND - lands) * THOUSAND * strength) // THOUSAND


def before_play(seat: OcsSeat) -> Action:
    """Before the game: drops for the first turn, beside those that the scenario has planned."""
    weather = flying_weather(seat.table, seat.side)
    plans = tuple(Prospects(seat, seat.turn).plans()) if weather else ()
    return seat.write(PlanAhead, Planning(plans))


ANSWERS: dict[str, Callable[[OcsSeat], Action]] = {BEFORE: before_play}
"""Who answers which question about drops by its name."""
