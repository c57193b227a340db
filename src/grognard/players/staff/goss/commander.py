"""The commander of a GOSS side: which part of the staff answers which question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from grognard.engine.decision import Action
from grognard.kit.orders import OfMany
from grognard.players.staff.goss import (
    battle,
    boundaries,
    engineers,
    logistics,
    rear,
    reserves,
    routine,
)
from grognard.players.staff.goss.answers import answered
from grognard.players.staff.goss.crowds import full, relief
from grognard.players.staff.goss.dash import dash
from grognard.players.staff.goss.escort import escort
from grognard.players.staff.goss.manoeuvre import Manoeuvre
from grognard.players.staff.goss.marching import onward
from grognard.players.staff.goss.overruns import overrun
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.goss.rear import Rear
from grognard.players.staff.intentions import plan_of, reason_for
from grognard.systems.goss.arrivals.coming import Enter
from grognard.systems.goss.assault.assaulting import GroundAssault
from grognard.systems.goss.ending.leaving import ExitMap
from grognard.systems.goss.movement.moves import March, Move
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import PA
from grognard.table.intent import Page, Plan, Point

END = battle.END
Orders = Callable[[GossSeat], Iterator[Action]]
PLANNED: dict[str, tuple[Orders, ...]] = {
    phases.AIR_ALLOCATION: (routine.air,),
    phases.COMMAND: (boundaries.redrawn,),
    phases.LEADERS: (logistics.leaders,),
    phases.AMMUNITION: (logistics.ammunition,),
    phases.FUEL: (logistics.fuel,),
    phases.MODES: (rear.batteries, reserves.armour),
    phases.COMBAT_RESERVES: (reserves.combat_reserves,),
    **dict.fromkeys(phases.RELEASES, (reserves.release,)),
    phases.CONSTRUCTION: (engineers.repairs, engineers.digging),
    phases.DEMOLITION: (engineers.demolitions,),
    phases.ADJUSTMENT: (battle.adjustments,),
}
"""The orders of a segment that are thought out once, as it begins."""
ONE_BY_ONE: dict[str, Callable[[GossSeat], Action | None]] = {
    phases.AIR_SUPPORT: battle.flights,
    phases.DEFENSIVE_FIRE: battle.barrage,
    phases.DEFENSIVE_AIR: battle.flights,
    phases.OFFENSIVE_FIRE: battle.barrage,
}
"""Orders that are thought over again after each."""
SETTLING = (phases.MOVES, *phases.EXPLOIT_OFF)
"""The last segments of a phase in which most units can still leave a crowd. [6.7.0]"""


class Commander:
    """Plays one side. What it keeps is the plan of the segment under way, and the assaults that
    were meant when units were marked for them.

    A commander who takes over in the middle of a segment plans afresh from what he sees.
    """

    def __init__(self) -> None:
        self.segment: tuple[int, int] = (0, -1)
        self.said: tuple[Action, Callable[[], Plan | None] | None] | None = None
        self.meant: dict[int, tuple[str, ...]] = {}
        """The assaults of this Combat Phase: each enemy hex with whom it was meant for."""
        self.prepared: dict[str, int] = {}
        """Who has prepared an assault, and where he is to make it from."""
        self.forget()

    def forget(self) -> None:
        """Begin a segment with nothing planned."""
        self.plan: Manoeuvre | None = None
        self.queue: list[tuple[str, int]] = []
        self.waiting: list[tuple[str, int]] = []
        self.followed = False
        self.entered = ""
        self.orders: Iterator[Action] | None = None
        self.given: list[Action] = []

    def choose(self, seat: GossSeat) -> Action:
        """An answer to whatever is asked."""
        known = self.plan
        action = self._choose(seat)
        fresh = None
        if self.plan is not None and self.plan is not known:
            fresh = partial(plan_of, self.plan)
        self.said = action, fresh
        return action

    def explained(self) -> Page | None:
        """What the last answer was about; asked before it is carried out, or not at all."""
        if self.said is None:
            return None
        action, fresh = self.said
        plan = fresh() if fresh is not None else None
        why: Point | None = None
        if action["do"] == Move.do and self.plan is not None:
            why = reason_for(self.plan, tuple(action["units"]))
        elif action["do"] == GroundAssault.do:
            why = Point("why-attack", (action["hex"],), tuple(action["units"]))
        return Page(plan, why) if plan is not None or why is not None else None

    def _choose(self, seat: GossSeat) -> Action:
        if seat.question.default is not None:
            return answered(seat) or seat.question.default
        if seat.segment != self.segment:
            self.segment = seat.segment
            self.forget()
        if seat.offered(GroundAssault):
            return self.first(seat, battle.assaults(seat, self.meant))
        if seat.kind in phases.MOVING and seat.kind != phases.PA_MOVES:
            found = self.at_the_edge(seat)
            if found is None and seat.kind in phases.EXPLOIT_MOVES:
                found = overrun(seat)
            found = found or self.manoeuvre(seat)
            if found is not None:
                return found
        found = self.ordered(seat)
        return found if found is not None else self.first(seat, iter(()))

    def ordered(self, seat: GossSeat) -> Action | None:
        """The next order of a segment that is thought out beforehand, or as a matter of course."""
        if self.orders is None:
            made = [part(seat) for part in PLANNED.get(seat.kind, ())]
            if seat.kind == phases.MODES:
                self.prepared = {}
                made.append(battle.preparations(seat, self.prepared))
            if seat.kind == phases.PA_MOVES:
                made.append(battle.prepared_moves(seat, self.prepared))
            if seat.kind == phases.ADJUSTMENT:
                made.append(battle.called_off(seat, self.meant))
            if seat.kind == phases.DESIGNATION:
                self.meant = {}
                made.append(battle.designations(seat, self.meant))
            self.orders = (action for part in made for action in part)
        for action in self.orders:
            if seat.may(action):
                return action
        one = ONE_BY_ONE.get(seat.kind)
        found = one(seat) if one is not None else None
        if found is None:
            routines = routine.as_a_matter_of_course(seat)
            found = next((a for a in routines if a not in self.given), None)
        if found is not None:
            self.given.append(found)
        return found

    def first(self, seat: GossSeat, actions: Iterator[Action]) -> Action:
        """The first of some orders that may be given; else the end of the segment, or whatever must
        be done before it."""
        found = next((action for action in actions if seat.may(action)), None)
        if found is not None:
            return found
        if seat.may(END):
            return END
        every = (action for offer in seat.question.offers for action in seat.legal(offer))
        return next(action for action in every if action != END)

    # ---- movement

    def at_the_edge(self, seat: GossSeat) -> Action | None:
        """Reinforcements come in before anybody moves, and each makes room for the next; and who
        stands where he leaves the map for points leaves. [21.2.0] [3.3.4]"""
        found = onward(seat, self.entered) if self.entered else None
        self.entered = ""
        for name in seat.at_the_edge() if found is None else ():
            action = seat.write(Enter, OfMany((name,)))
            if seat.may(action):
                self.entered = name
                return action
        if found is None and seat.ways_out:
            found = next(seat.legal(ExitMap), None)
        return found

    def going_up(self, seat: GossSeat) -> dict[str, int]:
        """Where those who have prepared an assault go after all others have moved. [5.2.3]"""
        if seat.kind not in phases.MOVEMENT:
            return {}
        return {name: h for name, h in self.prepared.items() if seat.unit(name).mode == PA}

    def manoeuvre(self, seat: GossSeat) -> Action | None:
        """The next move of the segment's plan; when it is through, guns and headquarters."""
        if self.plan is None:
            self.plan = Manoeuvre(seat, dash)
            posts = self.plan.plan()
            near = self.plan.alarm
            self.queue = sorted(posts.items(), key=lambda post: (near[post[1]], post[0]))
            self.queue += Rear(seat).moves(self.plan.linked)
        coming = self.going_up(seat)
        while self.queue:
            name, h = self.queue.pop(0)
            if seat.unit(name).hex == h or not seat.movable(name):
                continue
            if full(seat, name, h, coming):
                self.waiting.append((name, h))
                continue
            path = seat.routes(name).path(h)
            action = seat.write(Move, March((name,), path))
            if path and seat.may(action):
                self.queue, self.waiting = self.queue + self.waiting, []
                return action
        found = self.aside(seat, coming)
        if found is None and seat.kind in SETTLING:
            found = relief(seat, coming) or escort(seat, coming)
        return found

    def aside(self, seat: GossSeat, coming: Mapping[str, int]) -> Action | None:
        """Who has found no room where he was to go comes nearer all the same; and who stood behind
        others that have moved on follows them, the foremost first."""
        assert self.plan is not None
        plan = self.plan
        if not self.followed:
            self.followed = True
            wait = [name for name, _ in self.waiting if name in plan.aims]
            names = [*plan.aims] if plan.situation.attacking else wait
            names = [name for name in names if name not in plan.guards]
            names.sort(key=lambda n: (plan.alarm[plan.situation.pieces[n].hex], n))
            self.waiting = [(name, -1) for name in names]
        while self.waiting:
            name, _ = self.waiting.pop(0)
            if seat.unit(name).hex != plan.situation.pieces[name].hex or not seat.movable(name):
                continue
            routes = seat.routes(name)
            for h in plan.instead(name, routes.costs)[: seat.doctrine.patience.elsewhere]:
                action = seat.write(Move, March((name,), routes.path(h)))
                if (
                    not full(seat, name, h, coming)
                    and plan.tenable(plan.situation.pieces[name], h)
                    and seat.may(action)
                ):
                    return action
        return None
