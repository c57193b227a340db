"""The commander of an OCS side: which part of the staff acts in which segment. [2.2]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from grognard.engine.decision import Action, Offer
from grognard.engine.record import canonical
from grognard.players.staff.ocs import answers, drops, reasons, shores, skies
from grognard.players.staff.ocs.arrivals import Arrivals
from grognard.players.staff.ocs.assault import AssaultPhase
from grognard.players.staff.ocs.barrage import Barrages
from grognard.players.staff.ocs.breakouts import Breakouts
from grognard.players.staff.ocs.depots import Demolitions, Salvage
from grognard.players.staff.ocs.logistics import Logistics
from grognard.players.staff.ocs.meals import Supper
from grognard.players.staff.ocs.overruns import Overruns
from grognard.players.staff.ocs.posture import plan
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.rear import Rear
from grognard.players.staff.ocs.reasons import Marching
from grognard.players.staff.ocs.thinning import Thinning
from grognard.players.staff.ocs.works import Works
from grognard.players.staff.orders import Part
from grognard.systems.ocs.arrivals.consignments import Place
from grognard.systems.ocs.arrivals.reinforcements import Arrive, ArriveByAir
from grognard.systems.ocs.combat.attack import Attack
from grognard.systems.ocs.combat.overrun import Overrun
from grognard.systems.ocs.naval.beach_assault import BeachAssault
from grognard.systems.ocs.turn.phases import (
    ARTILLERY,
    ATTACK,
    BARRAGE,
    BREAKOUT,
    EXPLOITATION,
    EXPLOITATION_ATTACK,
    EXPLOITATION_BARRAGE,
    MOVEMENT,
    REACTION,
    REACTION_BARRAGE,
    REFIT,
    REINFORCEMENT,
    SUPPLY,
    EndSegment,
)
from grognard.table.intent import Page

END: Action = {"do": EndSegment.do}
MOST = 2500
"""Actions of one segment after which it is ended, whatever there is to do."""

AGAIN, LOOK = 3, 20
"""How often the same order is given in a segment; how many actions of a kind are looked at."""
OWED = (Arrive, ArriveByAir, Place)
"""What must be done before a segment ends. [13.6]"""
FIGHTS = (Attack.do, Overrun.do, BeachAssault.do)
"""Actions that lead to battles."""

Making = Callable[[OcsSeat], Part[OcsSeat]]


def _manoeuvre(seat: OcsSeat) -> Part[OcsSeat]:
    return Marching(plan(seat))


PARTS: dict[str, Sequence[Making]] = {
    REFIT: (lambda _: skies.Refits(), lambda _: drops.Plans()),
    REINFORCEMENT: (lambda _: Arrivals(),),
    BREAKOUT: (lambda _: Breakouts(),),
    MOVEMENT: (
        lambda _: skies.Sweeps(), lambda _: shores.Fleet(), lambda _: drops.Drops(),
        lambda _: skies.HipShoots(), lambda _: Overruns(), _manoeuvre, Rear,
        lambda _: Thinning(), lambda _: Salvage(), lambda _: Logistics(), lambda _: skies.Lifts(),
        lambda _: Works(), lambda _: Demolitions(),
    ),
    BARRAGE: (lambda _: shores.Bombardment(), lambda _: skies.Strikes()),
    SUPPLY: (lambda _: Supper(),),
    REACTION: (
        lambda _: shores.Fleet(), lambda _: skies.HipShoots(), lambda _: Overruns(), _manoeuvre,
        lambda _: Thinning(), lambda _: Demolitions(),
    ),
    REACTION_BARRAGE: (
        lambda _: shores.Bombardment(), lambda _: Barrages(), lambda _: skies.Strikes(),
    ),
    ARTILLERY: (lambda _: Barrages(),),
    ATTACK: (lambda _: shores.Assaults(), lambda _: AssaultPhase()),
    EXPLOITATION: (
        lambda _: shores.Fleet(), lambda _: skies.HipShoots(), lambda _: Overruns(), _manoeuvre,
        lambda _: Thinning(), lambda _: skies.Lifts(), lambda _: Demolitions(),
    ),
    EXPLOITATION_BARRAGE: (
        lambda _: shores.Bombardment(), lambda _: Barrages(), lambda _: skies.Strikes(),
    ),
    EXPLOITATION_ATTACK: (lambda _: AssaultPhase(),),
}  # fmt: skip
"""Who acts in which kind of segment, in this order."""
ANSWERS = {**skies.ANSWERS, **shores.ANSWERS, **drops.ANSWERS, **answers.ANSWERS}
"""Who answers which question by its name."""


class Commander:
    """Plays one side. What it keeps is the plan of the segment under way, and nothing else.

    A commander who takes over in the middle of a segment plans afresh from what he sees.
    """

    def __init__(self) -> None:
        self.segment: tuple[int, int] = (0, -1)
        self.said: tuple[OcsSeat, Action] | None = None
        self.told: Marching | None = None
        """The last plan that was told."""
        self.forget()

    def forget(self) -> None:
        """Begin a segment with nothing planned."""
        self.parts: list[Part[OcsSeat]] = []
        self.waiting: list[Making] = []
        self.begun = False
        self.given: Counter[str] = Counter()
        self.last: Action = {}

    def choose(self, seat: OcsSeat) -> Action:
        """An answer to whatever is asked."""
        action = self._choose(seat)
        self.said = seat, action
        return action

    def explained(self) -> Page | None:
        """What the last answer was about; asked before it is carried out, or not at all."""
        if self.said is None:
            return None
        seat, action = self.said
        if not seat.offered(EndSegment):
            why = reasons.advanced(seat, action)
            return None if why is None else Page(reason=why)
        part = self.parts[0] if self.parts else None
        fresh = part if isinstance(part, Marching) and part is not self.told else None
        self.told = fresh or self.told
        planned = None if fresh is None else reasons.planned(fresh.plan)
        why = None if part is None or action == END else reasons.reason(seat, part, action)
        return Page(planned, why) if planned is not None or why is not None else None

    def _choose(self, seat: OcsSeat) -> Action:
        if not seat.offered(EndSegment):
            if seat.segment == self.segment and self.last.get("do") in FIGHTS:
                seat.attack = self.last
            return self.answer(seat)
        if seat.segment != self.segment:
            self.segment = seat.segment
            self.forget()
        if not self.begun:
            self.waiting, self.begun = list(PARTS.get(seat.kind, ())), True
        action = self.next_order(seat)
        self.given[canonical(action)] += 1
        self.last = action
        return action

    def answer(self, seat: OcsSeat) -> Action:
        """An answer to a question; if it will not do, the usual one."""
        found = ANSWERS.get(seat.question.name)
        if found is not None:
            action = found(seat)
            if seat.may(action):
                return action
        return answers.whatever(seat)

    def next_order(self, seat: OcsSeat) -> Action:
        """The next order of the parts of the staff, one after another; then the end.

        A part that gives the same order over and over gets nowhere, and has done.
        """
        while self.given.total() < MOST:
            if not self.parts:
                if not self.waiting:
                    break
                self.parts = [self.waiting.pop(0)(seat)]
            found = self.parts[0].order(seat)
            if found is not None and self.given[canonical(found)] < AGAIN:
                return found
            self.parts.pop()
        return END if seat.may(END) else self.must(seat)

    def must(self, seat: OcsSeat) -> Action:
        """Whatever keeps the segment open is done first: of all that is open the least used."""
        offers = seat.question.offers
        owed = [offer for offer in offers if isinstance(offer, OWED)]
        found = _open(seat, owed) or _open(seat, offers)
        return min(found, key=lambda action: self.given[canonical(action)])


def _open(seat: OcsSeat, offers: Iterable[Offer[Any]]) -> list[Action]:
    """Some of what is open of each kind."""
    return [action for offer in offers for action in islice(seat.legal(offer), LOOK)]
