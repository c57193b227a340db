"""The commander of a WB-95 side: which part of the staff answers which question."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from grognard.engine.decision import Action, Deed
from grognard.kit.setup import READY
from grognard.players.staff.intentions import plan_of
from grognard.players.staff.wb95 import answers, reasons, skies
from grognard.players.staff.wb95.arrivals import arrival
from grognard.players.staff.wb95.assault import END, AssaultPhase
from grognard.players.staff.wb95.manoeuvre import Manoeuvre
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.players.staff.wb95.rear import Rear
from grognard.systems.wb95.combat.attack import Attack
from grognard.systems.wb95.combat.pursuit import Pursuit
from grognard.systems.wb95.engineering.digging import Dig
from grognard.systems.wb95.movement.moves import Journey, Move
from grognard.systems.wb95.scenario import Wb
from grognard.table.intent import Page, Point

ANSWERS: dict[str, Callable[[Wb95Seat], Action]] = {
    "air": skies.assign,
    "defend": answers.defend,
    "losses": answers.losses,
    "retreat": answers.retreat,
    "pursue": answers.pursue,
}
"""Who answers a question by its name."""


class Commander:
    """Plays one side. What it keeps is the plan of the phase under way, and nothing of the enemy's.

    A commander who takes over in the middle of a phase plans afresh from what he sees.
    """

    def __init__(self) -> None:
        self.segment: tuple[int, int] = (0, -1)
        self.said: tuple[Wb95Seat, Action, Manoeuvre | None] | None = None
        self.forget()

    def forget(self) -> None:
        """Begin a phase with nothing planned."""
        self.planned = False
        self.queue: list[Action] = []
        self.later: list[Action] = []
        self.rear: Rear | None = None
        self.refused: set[type[Deed[Wb]]] = set()
        self.assault: AssaultPhase | None = None
        self.plan: Manoeuvre | None = None

    def choose(self, seat: Wb95Seat) -> Action:
        """An answer to whatever is asked."""
        known = self.plan
        action = self._choose(seat)
        self.said = seat, action, self.plan if self.plan is not known else None
        return action

    def explained(self) -> Page | None:
        """What the last answer was about; asked before it is carried out, or not at all."""
        if self.said is None:
            return None
        seat, action, fresh = self.said
        plan = None
        if fresh is not None and not fresh.strategic:
            plan = plan_of(fresh, fresh.in_hand())
        why: Point | None = None
        if seat.question.name in ANSWERS:
            telling = reasons.ANSWERED.get(seat.question.name)
            why = None if telling is None else telling(seat, action)
        elif self.assault is not None:
            why = reasons.attacked(seat, action, self.assault.worth)
            if action == END:
                plan = reasons.declined(seat, self.assault.declined)
        else:
            why = reasons.moved(seat, self.plan, action, self.rear)
        return Page(plan, why) if plan is not None or why is not None else None

    def _choose(self, seat: Wb95Seat) -> Action:
        if seat.question.name in ANSWERS:
            known = seat.question.name == Pursuit.do and seat.segment == self.segment
            if known and self.assault:
                seat.remember(self.assault.situation, self.assault.battles)
            return ANSWERS[seat.question.name](seat)
        if seat.segment != self.segment:
            self.segment = seat.segment
            self.forget()
        if seat.offered(Attack):
            self.assault = self.assault or AssaultPhase(seat)
            return self.assault.order(seat)
        if seat.offered(Move):
            return self.manoeuvre(seat)
        return self.whatever(seat)

    def whatever(self, seat: Wb95Seat) -> Action:
        """A question no part of the staff is made for: its default, or to be done with it."""
        if seat.question.default is not None:
            return seat.question.default
        for action in (END, READY):
            if seat.may(action):
                return action
        return next(seat.legal(seat.question.offers[0]))

    # ---- movement

    def manoeuvre(self, seat: Wb95Seat) -> Action:
        """The next order of the phase's plan; when it is through, guns, headquarters, the end."""
        strategic = not seat.offered(Dig)
        if not self.planned:
            coming = arrival(seat, self.refused)
            if coming is not None:
                return coming
            self.plan = Manoeuvre(seat, strategic)
            self.queue = self.plan.orders()
            self.planned = True
        found = self.next_order(seat)
        if found is None and not strategic:
            self.rear = self.rear or Rear(seat)
            found = self.rear.order(seat)
        if found is not None:
            return found
        return END if seat.may(END) else self.make_room(seat)

    def next_order(self, seat: Wb95Seat) -> Action | None:
        """The next planned order that may be carried out; the others get a second chance."""
        while self.queue:
            action = self.queue.pop(0)
            if seat.may(action):
                return action
            self.later.append(action)
        while self.later:
            action = self.later.pop(0)
            if seat.may(action):
                return action
        return None

    def make_room(self, seat: Wb95Seat) -> Action:
        """Thin out a hex that is too full. [3.2.1]"""
        full = [h for h in seat.situation.at if sum(p.steps for p in seat.situation.stack(h)) > 8]
        for h in full:
            for piece in sorted(seat.situation.stack(h), key=lambda p: (p.steps, p.id)):
                routes = seat.routes(piece.id)
                for b in sorted(
                    routes.costs, key=lambda b: (seat.enemy_zone[b] > 0, routes.costs[b], b)
                ):
                    action = seat.write(Move, Journey((piece.id,), routes.path(b)))
                    if seat.may(action):
                        return action
        return next(islice(seat.legal(Move), 1), END)
