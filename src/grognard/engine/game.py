"""Game: one game being played. The small public surface, and what rule code may do.

Between actions the State alone is the truth: that is a checkpoint. What an action sets off is a
generator; it cannot be copied or saved, and need not be: the engine keeps the checkpoint, the
action and the answers so far, and runs the procedure again when it must. The dice come out the same
because their stream is part of the State.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Generic

from grognard.engine import consent, release, standing, viewing
from grognard.engine.beginnings import first_state, sequence_of
from grognard.engine.course import Course, set_off
from grognard.engine.decision import Action, Ask, Decision, Deed, Procedure
from grognard.engine.dice import STREAM, Chance, Dice, Faces, Key, Stream, commitment, seed_from
from grognard.engine.entries import (
    ENGINE,
    RENEW,
    UMPIRE,
    Bookmark,
    Entry,
    Line,
    checkpoint,
    left_for_later,
    undo_target,
)
from grognard.engine.event import Event
from grognard.engine.freezing import PACKING, freeze
from grognard.engine.judging import Verdict, judge, verdict
from grognard.engine.mending import Mends
from grognard.engine.odds import Odds, exact_odds
from grognard.engine.pact import Data, Pact
from grognard.engine.record import K, R, Register, copied
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.saving import save
from grognard.engine.sequence import CLOCK, Clock, Segment
from grognard.engine.state import Cached, Journal, State
from grognard.engine.system import S, System
from grognard.engine.wakes import Wake, between, wake_of

Check = Callable[[Line, Wake], None]
"""What may still object to a line and its wake before they are written down."""


class Game(Generic[S]):
    """One game: a scenario, a State, and the questions open now."""

    def __init__(
        self,
        system: System[S],
        scenario: S,
        seed: int | str | None = None,
        *,
        started: bool = True,
        journal: Journal | None = None,
    ) -> None:
        self.system = system
        self.set_in(scenario)
        self.mends: Mends[S] = Mends(scenario)
        """The edition of its scenario that it was begun on, and others that it may take over."""
        secret = seed_from(seed)
        self.dice = Dice(secret)
        self.commitment = commitment(secret)
        self.pact = Pact()
        """Whose secrets the dice come from, beside the seed."""
        self.inherited = 0
        """How many lines it began with: their dice fell in an earlier game, by another secret."""
        self.began = self.rules = release.rules_of(system.name)
        """Which rules it was begun under, and which rules it was last played by."""
        self.recorded = False
        """Whether it shows what a record says, and not what the rules of today make of it."""
        self.forgotten = 0
        """How many lines came before its history, if it was frozen and thawed."""
        self.floor = 0
        """How many of the first entries are out of reach: other rules or data counted then."""
        self.adopt(journal or Journal(first_state(system, scenario), system.indexes(scenario)))
        self.events: list[Event] = []
        self.dated: list[Clock] = []
        """When each event happened."""
        self.history: list[Line] = []
        self.wakes: list[Wake] = []
        """What each line of the history left behind it."""
        self.entries: list[Entry] = []
        self._chance: Chance = self.dice
        self._landmark: Callable[[Callable[[], Procedure]], None] | None = None
        self._drawn: list[int] = []
        self._revealed: list[str] = []
        self._course = Course()
        self._verdict: Verdict | None = None
        self._passed: dict[int, int] = {}
        """After how many entries dice are passed over that fell and were taken back, and to where
        in the stream."""
        self._opened = 0
        self._last_clock: Clock | None = None
        self._last_serial = 0
        self._follow: list[Callable[[Line], None]] = []
        self._listen: list[Callable[[Event], None]] = []
        if started:
            self._enter(ENGINE, {"do": "begin"}, root=True, auto=False)

    # ---- what everybody may ask

    def set_in(self, scenario: S) -> None:
        """Be played in a scenario, or in another edition of it."""
        self.scenario: S = scenario
        self.board = scenario.board
        self.options = scenario.options
        self.segments: Sequence[Segment[Any]] = sequence_of(self.system, scenario)

    def adopt(self, journal: Journal) -> None:
        """Go on from the State of a Journal. Players and programs look through `view` instead."""
        self.journal: Journal = journal
        self.state: State = journal.state
        self.cached: Cached = journal.cached
        """A value worked out from the named maps of the State and kept until they change."""

    @property
    def clock(self) -> Clock:
        """Which turn and step it is."""
        now: Clock = self.state.maps["clock"]["now"]
        return now

    @property
    def turn(self) -> int:
        """The number of the turn."""
        turn: int = self.state.maps["clock"]["now"].turn
        return turn

    @property
    def serial(self) -> int:
        """The number of the segment since the game began, counting every turn's segments."""
        clock = self.state.maps["clock"]["now"]
        if clock is not self._last_clock:
            self._last_clock = clock
            self._last_serial = (clock.turn - 1) * len(self.segments) + clock.step
        return self._last_serial

    @property
    def segment(self) -> Segment[Any]:
        """The segment of the sequence of play that is under way."""
        step: int = self.state.maps["clock"]["now"].step
        return self.segments[step]

    @property
    def phase(self) -> str:
        """The name of the segment under way."""
        return self.segment.called(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.clock.over

    @property
    def result(self) -> str | None:
        """How it ended."""
        return self.clock.result

    @property
    def at_checkpoint(self) -> bool:
        """Whether no procedure is under way, so that the State alone is the whole truth."""
        return self._course.pending is None

    @property
    def supposing(self) -> bool:
        """Whether what happens is only supposed, for odds."""
        return self._chance is not self.dice

    @property
    def sealed(self) -> tuple[str, ...]:
        """Who has answered already what others are still asked as well."""
        return tuple(self._course.given)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every question that is open now."""
        given = self._course.given
        return tuple(
            Decision(f"{self._opened}.{i}", ask)
            for i, ask in enumerate(self._asks())
            if ask.player not in given
        )

    def _asks(self) -> tuple[Ask, ...]:
        """The questions of the moment, answered or not."""
        maps = self.state.maps
        clock = maps["clock"]["now"]
        if clock.over or self.recorded:
            return ()
        if self._course.pending is not None:
            return self._course.pending.asks
        asked = tuple(self.segments[clock.step].asks(self))
        return asked + consent.asks(self) if maps[consent.PROPOSALS.name] else asked

    def open_asks(self, player: str | None = None) -> list[Ask]:
        """The questions that are open now, of one player or of all."""
        asks, given = self._asks(), self._course.given
        asked = [ask for ask in asks if ask.player == player] if player else [*asks]
        return [ask for ask in asked if ask.player not in given] if given else asked

    def aside(self, player: str, do: Any) -> Deed[Any] | None:
        """What a player may do though nobody has asked him, by its name."""
        return next((deed for deed in self.asides(player) if deed.do == do), None)

    def asides(self, player: str | None) -> tuple[Deed[Any], ...]:
        """What a player may do though nobody has asked him; nobody waits for it."""
        if player not in self.scenario.sides or not self.at_checkpoint or self.over:
            return ()
        return self.system.asides(self, player)

    @property
    def to_act(self) -> str | None:
        """Who is asked first; None when the game is over."""
        asks = self.open_asks()
        return asks[0].player if asks else None

    def decision(self, player: str) -> Decision | None:
        """The question open for one player."""
        return next((d for d in self.decisions if d.player == player), None)

    def why(self, player: str, action: Action, at: str | None = None) -> list[Refusal]:
        """Every reason against an action; an empty list means that it is legal."""
        return verdict(self, player, action, at)[0]

    def legal(self, player: str) -> Iterator[Action]:
        """Every action open to a player, one way of writing each. It can be long: it is lazy."""
        for ask in self.open_asks(player):
            for offer in ask.offers:
                yield from offer.legal(self, player)

    def sample(self, player: str, rng: random.Random) -> Action | None:
        """One legal action: a kind first, all kinds alike, then one of that kind; the first of all
        where none was met by chance."""
        offers = [offer for ask in self.open_asks(player) for offer in ask.offers]
        while offers:
            offer = offers.pop(int(rng.random() * len(offers)))
            action = offer.sample(self, player, rng)
            if action is not None:
                return action
        return next(self.legal(player), None)

    def odds(self, action: Action, player: str | None = None, **suppositions: Any) -> Odds:
        """The exact distribution over what the dice may bring, within what the player may know."""
        return exact_odds(self, action, player or self.to_act or "", **suppositions)

    def view(self, player: str | None) -> dict[str, Any]:
        """The State as one player may see it.

        None is the umpire, who sees everything; PUBLIC has no side, and sees what lies open.
        """
        return viewing.view(self, player)

    def events_for(self, player: str | None, since: int = 0) -> list[Event]:
        """What happened, as one player may know it (None: everything; PUBLIC: what all may)."""
        told = (event.told(player) for event in self.events[since:])
        return [event for event in told if event is not None]

    def __str__(self) -> str:
        return self.system.picture(self, None)

    def _repr_svg_(self) -> str | None:
        """The board as a notebook shows it; None where the system does not draw."""
        return self.system.svg(self, None)

    # ---- what players do

    def play(self, player: str, action: Action, at: str | None = None) -> list[Event]:
        """Take an action or answer a question; give back what happened, as the player may know it.

        An illegal action raises Refused, with every reason, and changes nothing. `at` is the id of
        the decision the action answers: an answer to an old question is then refused as stale.
        """
        refusals, always = verdict(self, player, action, at)
        if refusals:
            raise Refused(refusals)
        since = len(self.events)
        if self.rules != release.rules_of(self.system.name):
            self.renew()
        self._enter(
            player,
            copied(action),
            root=always or self.at_checkpoint,
            auto=False,
            pact=self.dice.due,
        )
        self._answer_standing()
        return self.events_for(None if player == UMPIRE else player, since)

    def undo(self, player: str | None = None) -> None:
        """Take back a player's last action, if nothing was learned from it.

        Nothing may be taken back once dice fell, something was revealed, or the other side acted.
        Standing answers that others left meanwhile are their secret: they stay, and bar nothing.
        Without a player it is the umpire's undo, which takes back the last action whatever it was.
        """
        count = undo_target(self.entries, player, self.floor)
        left = [
            entry
            for entry in self.entries[count:]
            if player not in (None, entry.by) and left_for_later(entry)
        ]
        self._take_back(player or UMPIRE, count, pact=self.dice.due)
        for entry in left:
            self._enter(entry.by, copied(entry.action), root=True, auto=False)
        if left:
            self._answer_standing()

    def go_back(self, to: int) -> None:
        """Go back to the first entries, whatever has happened since, by leave of all who play."""
        self._take_back(UMPIRE, to, pact=self.dice.due)

    def instruct(self, player: str, rules: dict[str, str]) -> None:
        """Leave standing answers: for each question by name, a policy, or `ask me`."""
        self.play(player, {"do": "instruct", "rules": rules})

    def propose(self, player: str, changes: list[Action], reason: str) -> None:
        """Propose an edit of the State to the other side."""
        self.play(player, {"do": "propose", "changes": changes, "reason": reason})

    def edit(self, changes: list[Action], reason: str) -> None:
        """Edit the State as umpire."""
        self.play(UMPIRE, {"do": "edit", "changes": changes, "reason": reason})

    def save(self, path: str | Path, secret: bool = True) -> None:
        """Write the game to a file; without the secret nobody can foretell its dice from it."""
        save(self, Path(path), secret)

    def renew(self, **more: int) -> None:
        """Write down that from here on the rules of today count."""
        rules = release.rules_of(self.system.name)
        action = {"do": RENEW, "engine": release.engine(), "rules": rules, **more}
        self._enter(ENGINE, action, root=True, auto=False)

    def replay(self, line: Line, check: Check | None = None, *, forced: bool = False) -> None:
        """Carry out a line that was written before; a line that is not legal here is refused.

        `check` may still object to what came of it. What is `forced` is not judged.
        """
        if line.action.get("do") == "undo" and type(line.action.get("to")) is int:
            by, to = line.by, line.action["to"]
            if by != UMPIRE and to != undo_target(self.entries, by, self.floor):
                raise Refused([Refusal("undo", f"{by} could not take back that much")])
            self._take_back(by, to, line.action.get("drawn"), again=True, pact=line.pact)
            return
        refusals, always = judge(self, line.by, line.action, None)
        if line.auto and not refusals:
            refusals = standing.why_not_left(self, line.by, line.action)
        if refusals and not forced:
            raise Refused(refusals)
        root = always or self.at_checkpoint
        self._enter(line.by, line.action, root=root, auto=line.auto, check=check, pact=line.pact)

    def freeze(self) -> bytes:
        """The game at this moment, without what came before: see `freezing`. It holds secrets."""
        return freeze(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled and copied as it is frozen."""
        return PACKING.game(self)

    def bookmark(self) -> Bookmark:
        """Where the game is now, to come back to with `leaf_back`."""
        return Bookmark(len(self.history), len(self.entries), self._opened, self.pact)

    def leaf_back(self, bookmark: Bookmark) -> None:
        """Look at the game as it stood: everything since then is gone, and nothing is written.

        Nothing that was played since may have been an undo, which cannot be unfolded again.
        """
        self._restore(bookmark.entries)
        del self.history[bookmark.lines :], self.wakes[bookmark.lines :]
        self._opened = bookmark.opened
        self.pact, self.dice.pledged = bookmark.pact, bookmark.pact.begun

    def follow(self, tell: Callable[[Line], None]) -> None:
        """Have every new line of the history told, as it is written."""
        self._follow.append(tell)

    def unfollow(self, tell: Callable[[Line], None]) -> None:
        """Stop telling."""
        self._follow.remove(tell)

    def listen(self, hear: Callable[[Event], None]) -> None:
        """Have every event told as it happens, but not what is only supposed, for odds."""
        self._listen.append(hear)

    # ---- what rule code does

    def put(self, register: Register[K, R], key: K, record: R) -> None:
        """Replace a record of the State."""
        self.journal.put(register, key, record)

    def drop(self, register: Register[K, R], key: K) -> None:
        """Take a record out of the State."""
        self.journal.drop(register, key)

    def sentence(self, event: Event) -> str:
        """An event in words."""
        return self.system.sentence(self, event)

    def emit(self, event: Event) -> None:
        """Tell what happened, to each as he may know it."""
        event = self.system.told(self, event)
        self.events.append(event)
        self.dated.append(self.clock)
        if self._listen and not self.supposing:
            for hear in self._listen:
                hear(event)

    def reveal(self, player: str) -> None:
        """Note that a player has learned something he did not know: it cannot be taken back."""
        self._revealed.append(player)

    def roll(self, count: int, sides: int = 6, key: Key = sum) -> Faces:
        """Roll dice. `key` says what of the faces matters, so that odds need not try the rest."""
        place = self.state[STREAM]["now"].drawn
        faces = self._chance.draw(place, count, sides, key)
        self.put(STREAM, "now", Stream(place + count))
        self._drawn.extend(faces)
        return faces

    def finish(self, result: str) -> None:
        """End the game."""
        clock = self.clock
        self.put(CLOCK, "now", Clock(clock.turn, clock.step, True, result))

    # ---- how it works

    def _enter(
        self,
        player: str,
        action: Action,
        *,
        root: bool,
        auto: bool,
        check: Check | None = None,
        pact: Data | None = None,
    ) -> None:
        """Carry an action out and write it down; on any failure leave everything as it was."""
        before, opened = len(self.entries), self._opened
        self._drawn, self._revealed = [], []
        entry = Entry(
            player, action, root, auto, self.journal.mark(), len(self.events), self._opened,
            self._drawn, self._revealed,
        )  # fmt: skip
        self.entries.append(entry)
        try:
            self._carry_out(entry)
            mended = self.mends.made(self, entry)
            line = Line(player, action, auto, tuple(entry.chance), pact)
            wake = wake_of(self, entry, mended)
            if check is not None:
                check(line, wake)
        except BaseException:
            self._restore(before)
            self._opened = opened
            raise
        if mended is not None:
            mended.settle(self)
        if not self.sealed:
            self._opened = self.forgotten + len(self.history) + 1
        self._write(line, wake)

    def _write(self, line: Line, wake: Wake) -> None:
        if line.pact is not None:
            self.pact = self.pact.after(line.pact, self.commitment)
            self.dice.pledged = self.pact.begun
        self.history.append(line)
        self.wakes.append(wake)
        for tell in self._follow:
            tell(line)

    def _carry_out(self, entry: Entry) -> None:
        """Run an entry: a root from its first step, an answer from where the procedure waits."""
        do = entry.action["do"]
        if do == "instruct":
            standing.apply(self, entry.by, entry.action)
        elif do == RENEW:
            self.rules = entry.action["rules"]
            self.emit(Event("renewed", "renew", {"engine": entry.action["engine"]}))
        elif entry.root:
            self._course.start(set_off(self, entry))
        else:
            if entry.auto:
                ask = next(ask for ask in self._asks() if ask.player == entry.by)
                self.emit(standing.report(self, ask, entry.action))
            self._course.answer(entry.by, entry.action)

    def _restore(self, count: int) -> None:
        """Go back to the moment after the first `count` entries, exactly."""
        if count == len(self.entries):
            return
        kept = self.entries[:count]
        start = checkpoint(self.entries, count, self.floor)
        root = self.entries[start]
        self.journal.rollback(root.mark)
        del self.events[root.events :]
        del self.dated[root.events :]
        self._course.pending = None
        self._opened = root.opened
        self.entries = self.entries[:start]
        chance, self._chance = self._chance, self.dice
        self._passed = {n: place for n, place in self._passed.items() if n <= count}
        try:
            for entry in kept[start:]:
                self._rerun(entry)
                self._pass_over(self._passed.get(len(self.entries), 0))
        finally:
            self._chance = chance

    def _rerun(self, entry: Entry) -> None:
        """Carry out an entry that was carried out before."""
        self._drawn, self._revealed = entry.chance, entry.revealed
        self._drawn.clear()
        self._revealed.clear()
        self.entries.append(entry)
        self._carry_out(entry)

    def _take_back(
        self,
        player: str,
        count: int,
        drawn: int | None = None,
        *,
        again: bool = False,
        pact: Data | None = None,
    ) -> None:
        """Go back to the first `count` entries, and write down who did.

        Dice that fell since stay fallen: the next are `drawn` from beyond them. Records of old, and
        lessons, whose dice are known, do not say so, and there they fall the same again.
        """
        if not max(0, self.floor - 1) < count <= len(self.entries):
            raise Refused([Refusal("undo", f"there are no {count} entries to go back to")])
        before, fallen = self.state.clone(), self.state[STREAM]["now"].drawn
        if again and drawn not in (None, fallen):
            raise Refused([Refusal("undo", f"{fallen} dice have fallen, not {drawn}")])
        self._restore(count)
        action: Action = {"do": "undo", "to": count}
        if (drawn if again else fallen) and self._pass_over(fallen):
            self._passed[count] = fallen
            action["drawn"] = fallen
        self._opened = self.forgotten + len(self.history) + 1
        wake = Wake(between(before, self.state), (), (), not self.at_checkpoint)
        self._write(Line(player, action, auto=False, pact=pact), wake)

    def _pass_over(self, fallen: int) -> bool:
        """Draw the next dice from beyond those that have fallen; whether any were passed over."""
        if fallen <= self.state[STREAM]["now"].drawn:
            return False
        self.put(STREAM, "now", Stream(fallen))
        return True

    def _answer_standing(self) -> None:
        """Answer for players who left standing answers, and report it to them."""
        while (found := standing.answer(self)) is not None:
            self._enter(found[0], copied(found[1]), root=False, auto=True)
