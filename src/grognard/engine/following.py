"""Following: playing a record again, under the rules of today or as it was written.

A record that was written under the very rules of today must come out as it was: every action legal,
every die where it fell. If the rules have changed since, they are followed as long as they agree
with the record; from the first line they see otherwise the record counts, wake by wake. Where it
ends the game goes on from its State under the rules of today, and a line of the engine's says so. A
procedure that was under way is begun again with the answers given; if these do not fit any more,
its first question is put again. Nothing before that line can be taken back.

Records of the first format have no wakes. A line of theirs that the rules of today refuse is
carried out all the same: it was legal when it was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grognard.engine import migrating, release, wakes
from grognard.engine.beginnings import first_state
from grognard.engine.course import Pending
from grognard.engine.decision import nothing
from grognard.engine.dice import STREAM
from grognard.engine.entries import ENGINE, RENEW, Entry, Line, left_for_later
from grognard.engine.judging import judge
from grognard.engine.record import copied
from grognard.engine.refusal import Refused
from grognard.engine.state import Journal
from grognard.engine.wakes import Raw, Wake

if TYPE_CHECKING:
    from grognard.engine.game import Game

Data = Mapping[str, Any]
ALWAYS = ("instruct", "edit", "propose", RENEW)
"""What may be done while a procedure waits, and is no part of it."""


class Unlike(ValueError):
    """A record that does not come out as it was written."""


class Following:
    """A record on its way to being a game again."""

    def __init__(self, game: Game[Any], rules: str) -> None:
        """`rules` are those the record was begun under; none if nobody has written them down."""
        self.game = game
        game.began = game.rules = rules
        self.forced: list[int] = []
        """The lines that the rules of today refuse, and that were carried out all the same."""
        self.since: int | None = None
        """The first line that counts as it was written, and not by the rules of today."""
        self._wakes: list[Data | None] = []
        self._in_force: list[int] = []
        self._raw: Raw = {}

    @property
    def today(self) -> str:
        """The rules of today."""
        return release.rules_of(self.game.system.name)

    @property
    def strict(self) -> bool:
        """Whether the record was written under the very rules of today."""
        return self.game.rules == self.today

    def line(self, line: Line, wake: Data | None = None) -> None:
        """Follow one line."""
        released = line.by == ENGINE and line.action.get("do") == RENEW
        self._count(line, wake)
        if self.game.recorded and released and line.action.get("rules") == self.today:
            self.go_on()
        elif self.game.recorded:
            self._as_written(line, wake)
        else:
            self._by_rules(line, wake)

    def recall(self, left: Sequence[Data | None]) -> None:
        """Be told after all what came of the first lines, if nobody has said it so far."""
        self._wakes[: len(left)] = left

    def end(self) -> None:
        """The record has ended: let the game go on from there, unless it is over."""
        if self.game.over:
            self.pause()
        elif self.game.recorded:
            self.go_on()

    def pause(self) -> None:
        """Stop for somebody to look at the game as it stood."""
        if self.game.recorded:
            waits = self.game._course.pending
            _settle(self.game)
            self.game._course.pending = waits

    # ---- by the rules

    def _by_rules(self, line: Line, wake: Data | None) -> None:
        """Play a line again; if the rules of today see it otherwise, believe the record."""
        game = self.game
        game.dice.remember(game.state[STREAM]["now"].drawn, line.chance)
        try:
            game.replay(line, lambda found, left: self._compare(line, wake, found, left))
        except Exception as error:  # the rules of another release may fail in any way at all
            if self.strict:
                raise
            if None not in self._wakes:
                self._begin_as_written()
                self._as_written(line, wake)
            elif isinstance(error, Refused):
                self._force(line, error)
            else:
                raise

    def _compare(self, line: Line, wake: Data | None, found: Line, left: Wake) -> None:
        """Refuse what does not come out as it was written."""
        if found.chance != line.chance:
            raise Unlike("the dice on record are not the ones this action rolls")
        if self.strict or wake is None:
            return
        if copied(left.left()) != {part: wake[part] for part in wakes.LEFT if part in wake}:
            raise Unlike("the game does not come out as it was recorded")

    def _force(self, line: Line, why: Refused) -> None:
        """Carry out what the rules of today refuse and those of its day did not."""
        game, do = self.game, line.action.get("do")
        offered = any(ask.offer(do) for ask in game.open_asks(line.by))
        if not (offered or game.aside(line.by, do)):
            raise why
        self.forced.append(len(game.history))
        game.replay(line, forced=True)

    # ---- as it was written

    def _count(self, line: Line, wake: Data | None) -> None:
        """Keep in step with the entries in force, as the game itself counts them."""
        action = line.action
        if action.get("do") == "undo" and type(action.get("to")) is int:
            del self._in_force[max(0, action["to"]) :]
        else:
            if line.by == ENGINE and type(action.get("kept")) is int:
                del self._in_force[max(0, action["kept"]) :]
            self._in_force.append(len(self._wakes))
        self._wakes.append(wake)

    def _after(self, lines: int) -> Raw:
        """The State after so many lines, as it was written."""
        raw: Raw = {}
        for wake in self._wakes[:lines]:
            wakes.lay(raw, wake or {})
        return raw

    def _begin_as_written(self) -> None:
        """Up to here the rules agreed; from here the record counts."""
        game = self.game
        game.recorded, self.since = True, len(game.history)
        self._raw = self._after(len(self._wakes) - 1)
        game.state = game.state.clone()

    def _as_written(self, line: Line, wake: Data | None) -> None:
        """Take over what a line did, whatever the rules of today would make of it."""
        if wake is None:
            raise Unlike("the record does not say what came of this line")
        game, action = self.game, line.action
        drawn, usual = game.state[STREAM]["now"].drawn, [wakes.USUAL] * len(line.chance)
        game.dice.sides.update(enumerate(wake.get("sides", usual), drawn))
        touched = wakes.lay(self._raw, wake)
        if action["do"] == "undo":
            self._cut(action["to"])
        else:
            if action["do"] == RENEW:
                game.rules = action["rules"]
                if "from" in action:
                    self._cut(action["kept"], action["from"])
            root = game.at_checkpoint or action["do"] in ALWAYS
            game.entries.append(
                Entry(line.by, action, root, line.auto, 0, len(game.events), game._opened,
                      list(line.chance), [])
            )  # fmt: skip
        if "edition" in wake:
            self._take_over(str(wake["edition"]))
        if "position" in wake:
            game.state = migrating.read_state(game.system, self._raw)
        else:
            migrating.write_over(game.system, game.state, self._raw, touched)
        for event, clock in wakes.told(wake):
            game.events.append(event)
            game.dated.append(clock)
        waits = bool(wake.get("open"))
        game._course.pending = Pending(nothing(), (), {}, alone=False) if waits else None
        game._opened = len(game.history) + 1
        game._write(line, Wake.of(wake))

    def _take_over(self, edition: str) -> None:
        """Be played in a mended scenario, as the record says."""
        game = self.game
        found = game.mends.edition(edition)
        if found is None:
            raise Unlike("the mended scenario that this line takes over was not kept with it")
        game.set_in(found)
        game.floor = len(game.entries)

    def _cut(self, count: int, since: int | None = None) -> None:
        """Leave only the first entries, and what was told up to there."""
        game = self.game
        first = count if since is None else since
        if not 0 <= first <= count <= len(game.entries):
            raise Unlike(f"there are no {count} entries to go back to")
        if first < len(game.entries):
            del game.events[game.entries[first].events :]
            del game.dated[len(game.events) :]
        del game.entries[count:]

    # ---- going on

    def go_on(self) -> None:
        """Go on under the rules of today, and write down that from here on they count."""
        game = self.game
        start = len(game.entries) if game.at_checkpoint else self._root()
        pending = game.entries[start:]
        self._stand(start, pending)
        kept = self._begin_again(start, pending)
        game.renew(**{"from": start, "kept": kept})

    def _root(self) -> int:
        """The entry that began the procedure under way."""
        entries = self.game.entries
        start = len(entries) - 1
        while start > 0 and (not entries[start].root or left_for_later(entries[start])):
            start -= 1
        return start

    def _stand(self, start: int, pending: list[Entry]) -> None:
        """Stand where no procedure is under way: the State alone is the truth there."""
        game = self.game
        if pending:
            line = self._in_force[start]
            game.state = (
                migrating.read_state(game.system, self._after(line))
                if line
                else first_state(game.system, game.scenario)
            )
            del game.events[pending[0].events :]
            del game.dated[len(game.events) :]
            del game.entries[start:]
        _settle(game)
        game.recorded, game.floor = False, start

    def _begin_again(self, start: int, pending: list[Entry]) -> int:
        """Begin a procedure again with the answers given; how many entries then stand."""
        game = self.game
        mark, events = game.journal.mark(), len(game.events)
        try:
            for entry in pending:
                game.dice.remember(game.state[STREAM]["now"].drawn, entry.chance)
                _again(game, entry)
        except Exception:  # the answers were given under other rules
            game.journal.rollback(mark)
            game._course.pending = None
            del game.events[events:], game.dated[events:], game.entries[start:]
        return len(game.entries)


def _again(game: Game[Any], entry: Entry) -> None:
    """Do again what was done, if it can still be done."""
    refusals, _ = judge(game, entry.by, entry.action, None)
    if refusals:
        raise Refused(refusals)
    game._drawn, game._revealed = [], []
    game.entries.append(
        Entry(entry.by, entry.action, entry.root, entry.auto, game.journal.mark(),
              len(game.events), game._opened, game._drawn, game._revealed)
    )  # fmt: skip
    game._carry_out(game.entries[-1])


def _settle(game: Game[Any]) -> None:
    """Work out afresh whatever hangs on the State."""
    game._course.pending = None
    game.adopt(Journal(game.state, game.system.indexes(game.scenario)))
