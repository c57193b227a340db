"""The commander of a Next War side: which part of the staff answers which question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from grognard.engine.decision import Action
from grognard.kit.orders import Along
from grognard.players.staff.intentions import labels, plan_of, promised, reason_for
from grognard.players.staff.nextwar import answers, council, sea, skies
from grognard.players.staff.nextwar.arrivals import arrival
from grognard.players.staff.nextwar.assault import END, AssaultPhase
from grognard.players.staff.nextwar.byways import next_byway
from grognard.players.staff.nextwar.flights import next_flight
from grognard.players.staff.nextwar.landings import ashore, next_voyage
from grognard.players.staff.nextwar.manoeuvre import Manoeuvre
from grognard.players.staff.nextwar.phases import ONE_BY_ONE, PLANNED
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.nextwar.rear import gun_moves, hq_moves
from grognard.players.staff.nextwar.reasons import reason, strike_plan
from grognard.players.staff.nextwar.supply import supplies_on_the_road
from grognard.players.staff.nextwar.works import bridges, refits
from grognard.players.staff.orders import first_legal
from grognard.systems.nextwar.arrivals.reinforcements import Enter
from grognard.systems.nextwar.arrivals.replacements import Rebuild, Recover
from grognard.systems.nextwar.combat.attack import Attack
from grognard.systems.nextwar.movement.moves import Move
from grognard.systems.nextwar.naval.sailing import Commit
from grognard.table.intent import Page, Plan, Point

ANSWERS: dict[str, Callable[[NwSeat], Action]] = {
    "support": answers.support,
    "stand": answers.stand,
    "bleed": answers.bleed,
    "advance": answers.advance,
    "weather": answers.weather,
    "air superiority": skies.superiority,
    "engagement": skies.engagement,
    "interception": skies.engagement,
    "surplus": skies.surplus,
    "free fighter": skies.surplus,
    "break off": skies.break_off,
    "intercept": skies.intercept,
    "electronic-detection": council.listen,
    "deliberate-damage": council.deliberate_damage,
    "veto": council.veto,
    "ceasefire": council.ceasefire,
    "surface-combat": sea.surface_combat,
    "lost-waters": sea.lost_waters,
}
"""Who answers a question by its name; the others are answered as the rules suggest."""
ARRIVING = (Enter, Commit, Recover, Rebuild)


class Commander:
    """Plays one side. What it keeps is the plan of the segment under way, and nothing else.

    A commander who takes over in the middle of a segment plans afresh from what he sees.
    """

    def __init__(self) -> None:
        self.segment: tuple[int, int] = (0, -1)
        self.said: tuple[NwSeat, Action, Callable[[], Plan | None] | None] | None = None
        self.forget()

    def forget(self) -> None:
        """Begin a segment with nothing planned."""
        self.plan: Manoeuvre | None = None
        self.queue: list[tuple[str, tuple[int, ...]]] | None = None
        self.guns = self.landed = False
        self.assault: AssaultPhase | None = None
        self.planned_orders: list[Action] | None = None

    def choose(self, seat: NwSeat) -> Action:
        """An answer to whatever is asked."""
        known, listed = self.plan, self.planned_orders
        action = self._choose(seat)
        fresh: Callable[[], Plan | None] | None = None
        if self.plan is not None and self.plan is not known:
            fresh = partial(plan_of, self.plan)
        elif self.planned_orders is not None and self.planned_orders is not listed:
            fresh = partial(strike_plan, seat, (action, *self.planned_orders))
        self.said = seat, action, fresh
        return action

    def _choose(self, seat: NwSeat) -> Action:
        if seat.segment != self.segment:
            self.segment = seat.segment
            self.forget()
        if seat.question.name in ANSWERS:
            return ANSWERS[seat.question.name](seat)
        if seat.offered(Attack):
            self.assault = self.assault or AssaultPhase()
            return ashore(seat) or self.assault.order(seat)
        if seat.offered(Move):
            return self.manoeuvre(seat)
        if any(seat.offered(kind) for kind in ARRIVING):
            return arrival(seat) or first_legal(seat, refits(seat)) or self.whatever(seat)
        return self.staffed(seat) or self.whatever(seat)

    def staffed(self, seat: NwSeat) -> Action | None:
        """The next order of a phase of the Advanced Game: of those that were planned as it began,
        and when they are through one that is thought over again after each."""
        if self.planned_orders is None:
            plans = [plan for kind, plan in PLANNED if seat.offered(kind)]
            self.planned_orders = [action for plan in plans for action in plan(seat)]
        while self.planned_orders:
            action = self.planned_orders.pop(0)
            if seat.may(action):
                return action
        for kind, order in ONE_BY_ONE:
            found = order(seat) if seat.offered(kind) else None
            if found is not None:
                return found
        return END if seat.may(END) else None

    def whatever(self, seat: NwSeat) -> Action:
        """A question no part of the staff is made for: its default, or to be done with it."""
        if seat.question.default is not None:
            return seat.question.default
        return END if seat.may(END) else next(seat.legal(seat.question.offers[0]))

    # ---- movement

    def manoeuvre(self, seat: NwSeat) -> Action:
        """The next move of the segment's plan; when it is through, the guns, and the end."""
        if self.queue is None:
            self.plan = Manoeuvre(seat)
            self.queue = self.planned(seat, self.plan.plan().items())
        if not self.landed and self.plan is not None:
            apart = next_flight(seat, self.plan) or next_byway(seat, self.plan)
            apart = apart or next_voyage(seat) or sea.next_sailing(seat)
            if apart is not None:
                return apart
            self.landed = True
        found = next(self.next_moves(seat), None)
        if found is None and not self.guns:
            self.guns = True
            behind = (*gun_moves(seat), *hq_moves(seat), *supplies_on_the_road(seat))
            self.queue = self.planned(seat, behind)
            found = next(self.next_moves(seat), None)
        return found or first_legal(seat, bridges(seat)) or END

    def planned(
        self, seat: NwSeat, places: Iterable[tuple[str, int]]
    ) -> list[tuple[str, tuple[int, ...]]]:
        """Where units go, by the ways that are open as the plan is made."""
        return [(name, path) for name, h in places if (path := seat.routes(name).path(h))]

    def next_moves(self, seat: NwSeat) -> Iterator[Action]:
        """The planned moves that may be made; where a way is shut by now, another."""
        while self.queue:
            name, path = self.queue.pop(0)
            action = seat.write(Move, Along((name,), path))
            if seat.may(action):
                yield action
                continue
            routes = seat.routes(name)
            if path[-1] in routes.costs:
                action = seat.write(Move, Along((name,), routes.path(path[-1])))
                if seat.may(action):
                    yield action

    # ---- orders of the day

    def explained(self) -> Page | None:
        """What the last answer was about; asked before it is carried out, or not at all."""
        if self.said is None:
            return None
        seat, action, fresh = self.said
        plan = fresh() if fresh is not None else None
        why = self._why(seat, action)
        if action == END and self.assault is not None and self.assault.declined:
            places = labels(seat.board, sorted(self.assault.declined))
            plan = Plan(dropped=(Point("plan-declined", places),))
        return Page(plan, why) if plan is not None or why is not None else None

    def _why(self, seat: NwSeat, action: Action) -> Point | None:
        if action["do"] == Attack.do and self.assault is not None:
            facts: dict[str, int | str] = {"promise": promised(self.assault.worth or 0)}
            return Point("why-attack", (action["hex"],), tuple(action["units"]), facts=facts)
        if action["do"] == Move.do:
            names = tuple(action["units"])
            counters = [seat.scenario.counters[name] for name in names]
            for kind, those in (
                ("why-guns", any(c.artillery for c in counters)),
                ("why-command", any(c.hq for c in counters)),
                ("why-stores", any(c.supply for c in counters)),
            ):
                if those:
                    return Point(kind, pieces=names)
            return None if self.plan is None else reason_for(self.plan, names)
        if action["do"] == Enter.do:
            return Point("why-arrival", pieces=(action["unit"],))
        return reason(seat, action)
