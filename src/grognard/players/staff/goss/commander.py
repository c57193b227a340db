"""The commander of a GOSS side: which part of the staff answers which question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from grognard.engine.decision import Action
from grognard.players.staff.goss import battle, engineers, routine, stances
from grognard.players.staff.goss.answers import answered
from grognard.players.staff.goss.dash import dash
from grognard.players.staff.goss.manoeuvre import Manoeuvre
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.intentions import plan_of, reason_for
from grognard.systems.goss.arrivals.coming import Enter
from grognard.systems.goss.assault.assaulting import GroundAssault
from grognard.systems.goss.ending.leaving import ExitMap
from grognard.systems.goss.movement.moves import March, Move
from grognard.systems.goss.turn import phases
from grognard.table.intent import Page, Plan, Point

END = battle.END
Orders = Callable[[GossSeat], Iterator[Action]]
PLANNED: dict[str, tuple[Orders, ...]] = {
    phases.AIR_ALLOCATION: (routine.air,),
    phases.FUEL: (routine.fuel,),
    phases.MODES: (stances.batteries, stances.exploitation, battle.preparations),
    phases.CONSTRUCTION: (engineers.repairs, stances.digging),
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
        self.forget()

    def forget(self) -> None:
        """Begin a segment with nothing planned."""
        self.plan: Manoeuvre | None = None
        self.queue: list[tuple[str, int]] = []
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
            found = self.at_the_edge(seat) or self.manoeuvre(seat)
            if found is not None:
                return found
        found = self.ordered(seat)
        return found if found is not None else self.first(seat, iter(()))

    def ordered(self, seat: GossSeat) -> Action | None:
        """The next order of a segment that is thought out beforehand, or as a matter of course."""
        if self.orders is None:
            made = [part(seat) for part in PLANNED.get(seat.kind, ())]
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
        """Reinforcements come in before anybody moves, and who stands where he leaves the map for
        points leaves before the next comes. [21.2.0] [3.3.4]"""
        found = next(seat.legal(Enter), None)
        if found is None and seat.ways_out:
            found = next(seat.legal(ExitMap), None)
        return found

    def crowded(self, seat: GossSeat, name: str, h: int) -> bool:
        """Whether a unit would be one too many in a hex, with all who stay there or are to come."""
        assert self.plan is not None
        leaving = {one for one, to in self.queue if to != h}
        there = [
            one
            for one in seat.mine()
            if seat.unit(one).hex == h and (one not in leaving or not seat.movable(one))
        ]
        return seat.crowded(h, [*there, name])

    def manoeuvre(self, seat: GossSeat) -> Action | None:
        """The next move of the segment's plan; when it is through, guns and headquarters."""
        if self.plan is None:
            self.plan = Manoeuvre(seat, dash)
            posts = self.plan.plan()
            near = self.plan.alarm
            self.queue = sorted(posts.items(), key=lambda post: (near[post[1]], post[0]))
            self.queue += self.plan.behind()
        while self.queue:
            name, h = self.queue.pop(0)
            if seat.unit(name).hex == h or not seat.movable(name):
                continue
            if self.crowded(seat, name, h):
                continue
            path = seat.routes(name).path(h)
            action = seat.write(Move, March((name,), path))
            if path and seat.may(action):
                return action
        return None
