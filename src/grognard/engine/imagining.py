"""Imagining: a game to try things in, which a player may think up out of what he knows.

It stands where the real one stands, mid-procedure included, and goes on with dice of its own. What
is hidden from the player is drawn anew, out of what he sees alone: two games that he cannot tell
apart give him the same imagined game for the same seed. It plays and never records; nothing leads
from it to the real game.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from types import FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any, NoReturn

from grognard.board.board import Board
from grognard.engine.beginnings import registers_of
from grognard.engine.decision import Action, Procedure
from grognard.engine.dice import STREAM, Stream
from grognard.engine.entries import Entry, Line, checkpoint, left_for_later
from grognard.engine.event import Event
from grognard.engine.game import Check, Game
from grognard.engine.hunch import NO_HUNCH, Hunch
from grognard.engine.judging import judge
from grognard.engine.pact import Data
from grognard.engine.record import Register, canonical, copied
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.sequence import Clock, proceed
from grognard.engine.standing import STANDING
from grognard.engine.state import Journal, State
from grognard.engine.system import S, Scenario, System
from grognard.engine.wakes import Wake

Redrawn = tuple[Register[Any, Any], Any, Any]
"""A record that was drawn anew: its map, its key, and what it is now (None: it is gone)."""

Dated = tuple[Event, Clock]
"""What was told, and when it happened."""


class Imagined(Game[S]):
    """A game that is only thought of: it is played like any other, and nothing is written down."""

    redrawn: Sequence[Redrawn] = ()
    """What was drawn anew in the midst of a procedure: whenever that is gone through again, it is
    so from there on."""
    redrawn_at: int = 0
    """After how many entries that was."""

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
        """Carry an action out; on any failure leave everything as it was."""
        before, opened = len(self.entries), self._opened
        self._drawn, self._revealed = [], []
        entry = Entry(
            player, action, root, auto, self.journal.mark(), len(self.events), opened,
            self._drawn, self._revealed,
        )  # fmt: skip
        self.entries.append(entry)
        try:
            self._carry_out(entry)
        except BaseException:
            self._restore(before)
            self._opened = opened
            raise
        if not self.sealed:
            self._opened = opened + 1

    def go_on(self, entry: Entry, *, forced: bool) -> None:
        """Carry out what was done in the game that this one is imagined from.

        What is not legal here is refused, unless it is `forced`.
        """
        refusals = [] if forced else judge(self, entry.by, entry.action, None)[0]
        if refusals:
            raise Refused(refusals)
        self._enter(entry.by, copied(entry.action), root=entry.root, auto=False)

    def stand_as(self, other: Imagined[S]) -> None:
        """Stand where another imagined game of the same scenario stands, between two actions, and
        go on with its dice: nothing of one's own past is left."""
        self.journal.rollback(0)
        for name, register in registers_of(self.system).items():
            mine, theirs = self.state.maps[name], other.state.maps[name]
            for key in [key for key in mine if key not in theirs]:
                self.drop(register, key)
            for key, record in theirs.items():
                if mine.get(key) != record:
                    self.put(register, key, record)
        Game.__init__(self, self.system, self.scenario, 0, started=False, journal=self.journal)
        self.dice = self._chance = other.dice

    def settle(self) -> None:
        """Forget what was before: nobody can go back there, and nothing of it is left."""
        self.journal.settle()

    def draw_after(self, redrawn: Sequence[Redrawn]) -> None:
        """From here on what is hidden is as it was drawn anew, however often the procedure under
        way is gone through again."""
        self.redrawn, self.redrawn_at = redrawn, len(self.entries)
        for register, key, record in redrawn:
            if record is not None:
                self.put(register, key, record)
            elif key in self.state[register]:
                self.drop(register, key)

    def _rerun(self, entry: Entry) -> None:
        super()._rerun(entry)
        if self.redrawn and len(self.entries) == self.redrawn_at:
            self.draw_after(self.redrawn)

    def _restore(self, count: int) -> None:
        if count < self.redrawn_at:
            text = "what came before the moment that one imagines is not known"
            raise Refused([Refusal("undo", text)])
        super()._restore(count)

    @property
    def drawn(self) -> int:
        """How many dice have fallen since one began to imagine."""
        return self.state[STREAM]["now"].drawn

    def pass_over(self) -> None:
        """Go on where nobody is asked anything: what was asked hung on something hidden."""
        if self.at_checkpoint and not self.over and not self._asks():
            self._course.start(proceed(self))

    def _write(self, line: Line, wake: Wake) -> None:
        """What is only thought of leaves no line."""

    def save(self, path: Any, secret: bool = True) -> NoReturn:
        """What is only thought of is not kept."""
        text = "an imagined game is not saved; save the game that it was imagined from"
        raise Refused([Refusal("save", text)])

    def recall(self, past: Sequence[Dated]) -> None:
        """Have a past: what was told before the procedure under way began."""
        self.events[:0] = [event for event, _ in past]
        self.dated[:0] = [when for _, when in past]
        self.entries = [entry._replace(events=entry.events + len(past)) for entry in self.entries]

    def arrive(self, past: Sequence[Dated]) -> None:
        """Have nothing but a past, between two actions: there is no way back."""
        self.entries, self.events, self.dated = [], [], []
        self.redrawn, self.redrawn_at = (), 0
        self.recall(past)
        self.settle()

    def again(self, seed: int | str) -> Imagined[S]:
        """The same imagined game once more, to go on with other dice."""
        return _set_up(self, seed)


def imagine(
    game: Game[S],
    player: str,
    seed: int | str,
    seen: str | None = None,
    hunch: Hunch = NO_HUNCH,
) -> Imagined[S]:
    """A game as it may be for all that a player knows, to go on with dice of its own.

    `seen` is what he sees, if it has been written down already; what he remembers is his `hunch`.
    """
    known = written(game, player) if seen is None else seen
    secret = sha256(f"{seed} {known}".encode()).hexdigest()
    rng = random.Random(secret)
    if game.at_checkpoint:
        found = _set_up(game, secret, player)
        game.system.redraw(found, player, rng, (), hunch)
        found.settle()
        found.pass_over()
        return found
    seen_now = game.system.in_sight(game, player)
    in_hand = _in_hand(game)
    for kept in (seen_now, in_hand.union(seen_now)):
        before = _drawn_before(game, player, secret, rng, known, hunch, kept)
        if before is not None:
            return before
    return _drawn_after(game, player, secret, rng, hunch)


def told_before(game: Game[Any], player: str, since: int = 0) -> Iterator[Dated]:
    """What was told to a player before the procedure under way began, from so many events on."""
    until = len(game.events) if game.at_checkpoint else game.entries[_root(game)].events
    for event, when in zip(game.events[since:until], game.dated[since:until], strict=True):
        told = event.told(player)
        if told is not None:
            yield told, when


def written(game: Game[Any], player: str) -> str:
    """What a player sees, in writing."""
    return canonical(game.system.view(game, player))


def _drawn_before(
    game: Game[S],
    player: str,
    secret: str,
    rng: random.Random,
    seen: str,
    hunch: Hunch,
    kept: Collection[str],
) -> Imagined[S] | None:
    """What is hidden is drawn anew before the procedure under way began, but for what is kept, and
    it is gone through again; None if it would have gone otherwise, as far as the player can tell.
    """
    found = _checkpoint(game, secret, player)
    game.system.redraw(found, player, rng, kept, hunch)
    found.settle()
    try:
        _go_through(game, found, player, forced=False)
    except Refused:
        return None
    told = game.events_for(player, game.entries[_root(game)].events)
    same = _asked(found, player) == _asked(game, player) and found.events_for(player) == told
    return found if same and written(found, player) == seen else None


def _drawn_after(
    game: Game[S], player: str, secret: str, rng: random.Random, hunch: Hunch
) -> Imagined[S]:
    """What is hidden is drawn anew where the game stands, but for those whom the procedure under
    way has in hand: it would lose hold of them."""
    found = _set_up(game, secret, player)
    since = found.journal.mark()
    game.system.redraw(found, player, rng, _in_hand(found), hunch)
    maps = found.state.maps
    changed = {(name, key): maps[name].get(key) for name, key, *_ in found.journal.changes[since:]}
    known = {(register.name, key): (register, key) for register, key, _ in found.redrawn}
    registers = registers_of(game.system)
    known |= {at: (registers[at[0]], at[1]) for at in changed}
    found.draw_after([(*one, maps[name].get(key)) for (name, key), one in known.items()])
    return found


def _in_hand(game: Game[Any]) -> frozenset[str]:
    """Every word in what the procedure under way has before it: those whom it deals with."""
    pending = game._course.pending
    return frozenset() if pending is None else words(pending.procedure)


def _asked(game: Game[Any], player: str) -> list[str]:
    """What is asked of whom, and of the player in all detail."""
    details = [{**d.to_json(), "id": ""} for d in game.decisions if d.player == player]
    return [*(f"{ask.player} {ask.name}" for ask in game._asks()), canonical(details)]


def _set_up(game: Game[S], secret: int | str, player: str | None = None) -> Imagined[S]:
    """The same position, mid-procedure included, to go on with other dice.

    With a player what others have answered under seal, and have left standing, is left out.
    """
    if game.at_checkpoint:
        return _begun(game, game.state.clone(), secret, player)
    found = _checkpoint(game, secret, player)
    _go_through(game, found, player, forced=True)
    return found


def _checkpoint(game: Game[S], secret: int | str, player: str | None) -> Imagined[S]:
    """The position before the procedure under way began."""
    state = game.state.clone()
    root = game.entries[_root(game)]
    for name, key, old, _, _ in reversed(game.journal.changes[root.mark :]):
        if old is None:
            del state.maps[name][key]
        else:
            state.maps[name][key] = old
    return _begun(game, state, secret, player)


def _root(game: Game[Any]) -> int:
    """The entry that began the procedure under way."""
    return checkpoint(game.entries, len(game.entries) - 1, game.floor)


def _begun(game: Game[S], state: State, secret: int | str, player: str | None) -> Imagined[S]:
    """An imagined game in a State."""
    if player is not None:
        left = state.maps[STANDING.name]
        state.maps[STANDING.name] = {side: left[side] for side in left if side == player}
    state.maps[STREAM.name] = {"now": Stream()}
    journal = Journal(state, game.system.indexes(game.scenario))
    return Imagined(game.system, game.scenario, secret, started=False, journal=journal)


def _last(entries: Sequence[Entry], players: Collection[str]) -> int:
    """The last answer of any of some players."""
    given = (n for n, e in enumerate(entries) if e.by in players and not left_for_later(e))
    return max(given)


def _go_through(game: Game[S], found: Imagined[S], player: str | None, *, forced: bool) -> None:
    """Go through the procedure under way as it went, with the dice that fell."""
    root = _root(game)
    entries = game.entries[root:]
    redrawn, after = _drawn_within(game, root)
    sealed = [by for by in game.sealed if by != player] if player is not None else []
    while sealed:
        last = _last(entries, sealed)
        sealed.remove(entries.pop(last).by)
        after -= last < after
    place = 0
    for n, entry in enumerate(entries, 1):
        found.dice.remember(place, entry.chance)
        place += len(entry.chance)
        if entry.by == player or entry.action["do"] != "instruct":
            found.go_on(entry, forced=forced)
        if n == after and forced:
            found.draw_after(redrawn)


def _drawn_within(game: Game[Any], root: int) -> tuple[Sequence[Redrawn], int]:
    """What was drawn anew since the procedure under way began, if the game is itself imagined, and
    after how many entries of it."""
    if isinstance(game, Imagined) and game.redrawn and game.redrawn_at > root:
        return game.redrawn, game.redrawn_at - root
    return (), -1


def words(procedure: Procedure) -> frozenset[str]:
    """Every word in what a procedure that waits has before it, and in those that it has called."""
    found: set[str] = set()
    waiting: Any = procedure
    ahead: list[Any] = []
    while waiting is not None and hasattr(waiting, "gi_frame"):
        ahead += waiting.gi_frame.f_locals.values() if waiting.gi_frame is not None else ()
        waiting = waiting.gi_yieldfrom
    known: set[int] = set()
    while ahead:
        one = ahead.pop()
        if isinstance(one, str):
            found.add(one)
        elif id(one) not in known and not isinstance(one, _WIDE):
            known.add(id(one))
            ahead += _parts(one)
    return frozenset(found)


def _parts(one: Any) -> Iterable[Any]:
    """What something is made of."""
    if isinstance(one, Mapping):
        return (*one, *one.values())
    if isinstance(one, list | tuple | set | frozenset):
        return one
    slots = [getattr(one, name, None) for name in getattr(type(one), "__slots__", ())]
    return (*slots, *getattr(one, "__dict__", {}).values())


_WIDE = (
    int, type, FunctionType, MethodType, ModuleType, GeneratorType, Board, Game, Journal, Scenario,
    State, System,
)  # fmt: skip
"""What is not looked through: plain numbers, and what is the whole game's."""
