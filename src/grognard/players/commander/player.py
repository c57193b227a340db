"""The commander: a player who rehearses before he gives orders.

He begins each of his turns with a search for a plan, which the staff below him carries out, and
thinks attacks and answers over again as the dice fall. What he knows of the enemy is what his seat
has shown him; what he does not know he imagines. What he keeps between two answers is his plan and
what he remembers: one who takes over in the middle of a turn goes on without them, and plans anew
when his side next begins one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.imagining import Imagined
from grognard.players.belief import Belief
from grognard.players.commander.budget import Allowance, Budget
from grognard.players.commander.deciding import alternatives
from grognard.players.commander.groups import groups_of, objectives_of
from grognard.players.commander.method import METHOD, Method
from grognard.players.commander.pivots import Pivots, pivots
from grognard.players.commander.planning import search_plan
from grognard.players.commander.plans import Drafts, Plan
from grognard.players.commander.rehearsal import Script, Stage
from grognard.players.commander.search import Search, Tried
from grognard.players.commander.telling import answer_point, head_point, joined, plan_page
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Seat
from grognard.players.staff.command import Command
from grognard.players.staff.doctrine import Doctrine
from grognard.players.staff.player import command, doctrines, staffed
from grognard.players.thinking import Listener, Progress
from grognard.table.intent import Page


class Commander:
    """Plays a side by plans that he has rehearsed, within a budget of seconds a turn, or of
    rehearsals where the same answer is wanted on any machine."""

    name = "commander"

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 10.0,
        rehearsals: int = 0,
        cores: int = 0,
        horizon: int = -1,
        doctrine: Doctrine | None = None,
        method: Method = METHOD,
    ) -> None:
        if seconds <= 0:
            raise ValueError(f"seconds={seconds} cannot be: a commander needs some, as in 10")
        if rehearsals < 0 or cores < 0:
            raise ValueError("rehearsals and cores are counted from 0 on; 0 leaves them open")
        self.seed, self.cores, self.doctrine, self.method = seed, cores, doctrine, method
        self.horizon = horizon
        """How many turns are rehearsed (0: all to the end); below 0 as the method has it."""
        self.budget = Budget(seconds, rehearsals, method)
        self.belief = Belief(method.worlds)
        self.listener: Listener | None = None
        self.told_to_move = False
        self.stretch: tuple[int, str] | None = None
        """For which stretch of a turn there is a plan."""
        self.until = 0
        self.plan: Plan | None = None
        self.staff: Command[Any] | None = None
        self.page: Page | None = None
        """What there is to say of the last answer, besides what the staff says."""

    @staticmethod
    def plays(system: str) -> bool:
        """Whether there is a staff for a system that he can command."""
        return staffed(system)

    @staticmethod
    def styles(system: str) -> Mapping[str, Mapping[str, Any]]:
        """How long he thinks, and in which manner."""
        found: dict[str, dict[str, Any]] = {"quick": {"seconds": 3.0}, "deep": {"seconds": 60.0}}
        return found | {name: {"doctrine": one} for name, one in _manners(system).items()}

    def heard_by(self, listener: Listener | None) -> None:
        """Tell a listener how far the thought has come; he may say that it is enough."""
        self.listener = listener

    # ---- answering

    def choose(self, seat: Seat) -> Action:
        """One legal action for a side that is asked something."""
        self.budget.begin(seat.segment[0])
        self.told_to_move, self.page = False, None
        try:
            return self._choose(seat)
        finally:
            self.budget.end()

    def _choose(self, seat: Seat) -> Action:
        if not seat.open:
            self.belief.look(seat)
        if self._begins(seat):
            self._make_plan(seat)
        known = self._staff(seat).choose(seat)
        if not seat.may(known):
            return RandomPlayer(self.seed).choose(seat)
        return self._thought_over(seat, known)

    def _staff(self, seat: Seat) -> Command[Any]:
        """The staff that carries out the plan."""
        if self.staff is None:
            self.staff = command(seat.system, self._doctrine(seat))
        return self.staff

    def _doctrine(self, seat: Seat) -> Doctrine:
        """What the staff goes by now."""
        return self._base(seat) if self.plan is None else self.plan.doctrine

    def _base(self, seat: Seat) -> Doctrine:
        """What the staff goes by if it is told nothing."""
        return self.doctrine or command(seat.system).doctrine

    # ---- the plan of a turn

    def _begins(self, seat: Seat) -> bool:
        """Whether the side begins a turn of its own for which there is no plan."""
        if not seat.operates or seat.stretch == self.stretch:
            return False
        return not seat.midway or seat.question.name in pivots(seat.system).openings

    def _make_plan(self, seat: Seat) -> None:
        self.stretch = seat.stretch
        self.until = self._horizon(seat)
        base = self._base(seat)
        situation = command(seat.system, base).view(seat).situation
        drafts = Drafts(
            base,
            situation,
            groups_of(situation, self.method),
            objectives_of(situation, self.method),
            self.method,
            _manners(seat.system),
        )
        search = self._search(seat, self.budget.for_plan(), watching=True)
        last = None if self.plan is None else _pruned(self.plan, situation.pieces)
        chosen = search_plan(search, drafts, last, f"{self.seed} {seat.segment}")
        self.budget.took(search.made, search.seconds)
        self.plan, self.staff = chosen.what, None
        self.page = Page(plan_page(seat, search, chosen, drafts))

    def _horizon(self, seat: Seat) -> int:
        """With which segment a rehearsal ends: 0 for the game's end, where that is near."""
        turn, serial = seat.segment
        left = getattr(seat.scenario, "turns", turn) - turn + 1
        if self.horizon >= 0:
            all_of_it = self.horizon == 0 or left <= self.horizon
            return 0 if all_of_it else serial + self.horizon * seat.segments
        counters = len(getattr(seat.scenario, "counters", ()))
        return 0 if left * counters <= self.method.short else serial + self._ahead(seat)

    def _ahead(self, seat: Seat) -> int:
        """How many segments are rehearsed from the beginning of a turn."""
        return max(2, seat.segments * self.method.reach // 100)

    # ---- deciding again

    def _thought_over(self, seat: Seat, known: Action) -> Action:
        """What the staff would do, or what is better beyond doubt."""
        allowance = self.budget.for_decision()
        if not allowance.rehearsals:
            return known
        doctrine = self._doctrine(seat)
        view = self._staff(seat).view(seat)
        kinds: Pivots = pivots(seat.system)
        others = alternatives(seat, view, known, kinds, doctrine, self.method.options)
        if not others:
            return known
        search = self._search(seat, allowance)
        search.tried = [Tried(action, Script(doctrine, action)) for action in (known, *others)]
        search.halve()
        self.budget.took(search.made, search.seconds)
        chosen: Tried[Action] = search.chosen()
        if chosen is search.tried[0] or not seat.may(chosen.what):
            return known
        plan = None if self.page is None else self.page.plan
        self.page = Page(plan, answer_point(search, chosen))
        return chosen.what

    # ---- rehearsing

    def _search(self, seat: Seat, allowance: Allowance, watching: bool = False) -> Search[Any]:
        """A search from the position as it is."""
        until = self._horizon(seat)
        if until:
            until = max(self.until, seat.segment[1] + self._ahead(seat) // 2)
        plain = command(seat.system).doctrine
        enemies = (plain, plain, replace(plain, gaining=True))
        stage = Stage(seat.side, self._worlds(seat, allowance), enemies, until, watching)

        def report(made: int, leading: Any) -> bool:
            if self.listener is not None and not self.told_to_move:
                percent = self.budget.percent(made)
                said = Progress(made, percent, head_point(seat, leading))
                self.told_to_move = not self.listener(said)
            return not self.told_to_move

        return Search(stage, self.method, allowance, self.cores, report)

    def _worlds(self, seat: Seat, allowance: Allowance) -> list[Imagined[Any]]:
        """Worlds as they may be for all that the side knows, and remembers."""
        if seat.open:
            return [seat.imagine(self.seed)]
        count = max(1, min(self.method.worlds, allowance.left(0, 0.0) // self.method.pair))
        return [self.belief.imagine(seat, self.seed, n) for n in range(count)]

    # ---- orders of the day

    def explained(self) -> Page | None:
        """What the last answer was about: the plan that was rehearsed, and why this order."""
        if self.page is not None and self.page.reason is not None:
            return self.page
        found = None if self.staff is None else self.staff.explained()
        if self.page is None or self.page.plan is None:
            return found
        return joined(self.page.plan, found)


def _manners(system: str) -> dict[str, Doctrine]:
    """The manners of the staff of a system by name; how it played once is none."""
    return {name: one for name, one in doctrines(system).items() if name != "first"}


def _pruned(plan: Plan, alive: Collection[str]) -> Plan:
    """A plan for those who are left."""
    told = (replace(each, units=each.units & frozenset(alive)) for each in plan.doctrine.directives)
    directives = tuple(each for each in told if each.units)
    return replace(plan, doctrine=replace(plan.doctrine, directives=directives), orders=())
