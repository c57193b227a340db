"""Live games: those in memory, replayed from their lines and kept up with what others write.

A game in memory is a cache. Whoever writes holds the game's row in the database, catches up with
the lines of other workers, plays, appends and commits; only then is anything acknowledged. When
anything goes wrong the game in memory is thrown away, and the next who asks replays it.

Whoever works with a game holds its lock, so that games need know nothing of threads; what all of
them share (scenarios, boards, charts) is never changed once others can see it.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from grognard import library
from grognard.engine.decision import Action
from grognard.engine.entries import RENEW, Line
from grognard.engine.entries import Bookmark as GameBookmark
from grognard.engine.following import Following, Unlike
from grognard.engine.game import Game
from grognard.engine.record import RecordError, digest
from grognard.engine.refusal import Refused
from grognard.engine.system import Scenario, System
from grognard.lab.simulate import verdict
from grognard.server import scenario_versions
from grognard.server.errors import Conflict, Denied, NotFound
from grognard.server.ids import an_id
from grognard.server.scenario_versions import Edition
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.lines import StoredLine, stored_lines
from grognard.server.store.records import GameRow
from grognard.server.stream import Bookmark, Matter, Question, streams_for


def find(scenario: str, options: Mapping[str, Any]) -> tuple[System[Any], Scenario]:
    """A scenario from the shelf, read once; never from a file that a client names."""
    found = scenario_versions.shipped(scenario, options)
    return found.system, found.scenario


def data_of(n: int, line: Line) -> dict[str, Any]:
    """A line as a save has it."""
    data: dict[str, Any] = {"n": n, "by": line.by, "do": line.action}
    if line.auto:
        data["standing"] = True
    if line.chance:
        data["chance"] = list(line.chance)
    return data


class Written(NamedTuple):
    """A line that has been played and not been stored yet."""

    n: int
    line: Line
    chain: str


class Page(NamedTuple):
    """How things stood after a line."""

    game: GameBookmark
    told: Mapping[str | None, Bookmark]
    link: str
    counted: int


class Kept:
    """One game in memory, with what every audience was told."""

    def __init__(
        self, head: Mapping[str, Any], seed: str | None, commitment: str, edition: Edition
    ) -> None:
        self.edition, scenario = edition, edition.scenario
        self.game: Game[Any] = Game(edition.system, scenario, started=False)
        self.game.mends.newer = scenario_versions.newer_than(edition)
        self.following = Following(self.game, head.get("rules", ""))
        self.bare: list[int] = []
        """The lines of which the store does not say yet what came of them."""
        self.game.dice.seed = seed
        self.game.commitment = commitment
        self.game.follow(self._heard)
        self.streams = streams_for(scenario.sides)
        self.head = dict(head)
        self.link = digest(["", self.head])
        self.fresh: list[Written] = []
        self.matters: list[Matter] = []
        self.counted = 0
        self.now = 0
        self.times: list[int] = []
        self.turns: list[int] = []
        self.asked: list[tuple[str, ...]] = []
        self._pages: list[Page] = []
        self._events = 0

    @property
    def length(self) -> int:
        """How many lines have been played."""
        return len(self.game.history)

    @property
    def told(self) -> dict[str, int]:
        """How much each audience has been told; what the umpire has been is nobody's business."""
        return {str(who): stream.seq for who, stream in self.streams.items() if who is not None}

    @property
    def waiting(self) -> tuple[str, ...]:
        """The sides that are asked something."""
        return self.asked[-1] if self.asked else ()

    def _heard(self, line: Line) -> None:
        """Chain a new line, and tell the audiences."""
        game, n = self.game, len(self.game.history) - 1
        self.link = digest([self.link, data_of(n, line)])
        self.fresh.append(Written(n, line, self.link))
        kept = min(self._events, len(game.events))
        stage = (game.turn, game.clock.step, game.over)
        questions: dict[str, Question] = {}
        for decision in game.decisions:
            asked = (decision.ask.name, decision.ask.prompt)
            questions[decision.player] = (*questions.get(decision.player, ()), asked)
        for audience, stream in self.streams.items():
            question = questions.get(audience or "", ())
            stream.line(n, line.by, kept, game.events[kept:], question, stage)
        self._events = len(game.events)
        self.asked.append(tuple(sorted(questions)))
        self.turns.append(game.turn)
        self.times.append(self.now)
        told = {audience: stream.bookmark() for audience, stream in self.streams.items()}
        self._pages.append(Page(game.bookmark(), told, self.link, self.counted))

    def leaf_back(self, upto: int) -> bool:
        """Go back to the first lines without replaying them, if nothing since was an undo."""
        game = self.game
        if not 0 < upto <= self.length or game.recorded:
            return False
        if any(line.action.get("do") == "undo" for line in game.history[upto:]):
            return False
        page = self._pages[upto - 1]
        if game.floor and page.game.entries <= game.floor:
            return False
        game.leaf_back(page.game)
        for audience, stream in self.streams.items():
            stream.leaf_back(page.told[audience])
        for pages in (self._pages, self.times, self.turns, self.asked):
            del pages[upto:]
        del self.matters[page.counted :]
        self.link, self.counted, self._events = page.link, page.counted, len(game.events)
        self.fresh.clear()
        return True

    def replay(self, line: Line, wake: Mapping[str, Any] | None = None, at: int = 0) -> None:
        """Play a line that was written before, with the dice that fell then."""
        self.now = at
        try:
            self.following.line(line, wake)
        except (Unlike, RecordError) as error:
            raise Conflict(str(error)) from None

    def learn(self, connection: Connection, action: Action) -> None:
        """Know the mended scenario that an action names, before it is played again."""
        found = scenario_versions.named_by(connection, self.head, action)
        if found is not None:
            self.game.mends.keep(found.scenario)

    def rekey(self, seed: str, commitment: str) -> None:
        """Go on under another secret: the dice that fell stay, the chain begins anew."""
        self.game.dice.seed, self.game.commitment = seed, commitment
        self.head = {**self.head, "commitment": commitment}
        self.link = digest(["", self.head])
        for i, (n, line, _chain) in enumerate(self.fresh):
            self.link = digest([self.link, data_of(n, line)])
            self.fresh[i] = Written(n, line, self.link)

    def hear(self, matter: Matter) -> None:
        """Take note of what happens at the table."""
        self.matters.append(matter)
        for stream in self.streams.values():
            stream.matter(matter)

    def catch_up(self, connection: Connection, row: GameRow, upto: int | None = None) -> None:
        """Replay what has been written since, with what happened at the table in between."""
        self.fresh = [written for written in self.fresh if written.n >= row.length]
        end = row.length if upto is None else min(upto, row.length)
        if self.length >= end and self.counted >= row.matters:
            return
        news = _matters(connection, row, self.counted, end)
        for line, at, chain, wake in self._unheard(connection, row.id, end):
            while news and news[0].n <= self.length:
                self._count(news.pop(0))
            if wake is None:
                self.bare.append(self.length)
            with contextlib.suppress(*scenario_versions.LOST):  # then the line itself says so
                self.learn(connection, line.action)
            try:
                self.replay(line, wake, at)
            except Refused as refused:
                raise Conflict(
                    f"line {self.length} is refused by this version: {refused}"
                ) from None
            if chain != self.link:
                raise Conflict(f"line {self.length - 1} is not the one that was written there")
        for matter in news:
            self._count(matter)
        self.fresh.clear()
        if upto is None and not row.over:
            self.following.end()
        else:
            self.following.pause()

    def _unheard(self, connection: Connection, game_id: str, end: int) -> list[StoredLine]:
        """The lines that were written since. What came of them is read only if the rules have
        ever changed: a game that was always played by those of today is not compared with it."""
        if self.following.strict:
            found = stored_lines(connection, game_id, self.length, end, wakes=False)
            if not any(stored.line.action["do"] == RENEW for stored in found):
                return found
        past = stored_lines(connection, game_id, 0, self.length)
        self.following.recall([stored.wake for stored in past])
        return stored_lines(connection, game_id, self.length, end)

    def rows(self, game_id: str, seat_id: str | None, at: int) -> list[dict[str, Any]]:
        """The lines that were played and not stored yet, as the store takes them."""
        return [
            {
                "game_id": game_id, "n": n, "by": line.by, "action": line.action,
                "auto": line.auto, "chance": list(line.chance), "chain": chain,
                "seat_id": seat_id, "at": at, "wake": self.game.wakes[n].to_json(),
            }
            for n, line, chain in self.fresh
        ]  # fmt: skip

    def _count(self, matter: Matter) -> None:
        self.counted += 1
        self.hear(matter)


def _matters(connection: Connection, row: GameRow, since: int, end: int) -> list[Matter]:
    m = schema.matters.c
    if since >= row.matters:
        return []
    found = connection.execute(
        select(m.n, m.kind, m.seat_id, m.side, m.audience, m.data, m.at)
        .where(m.game_id == row.id, m.k >= since, m.k < row.matters, m.n <= end)
        .order_by(m.k)
    )
    return [Matter(*matter) for matter in found]


def read_row(connection: Connection, game_id: str, lock: bool = False) -> GameRow:
    """What the store knows of a game; with `lock` no other worker writes to it meanwhile."""
    if not an_id(game_id):
        raise NotFound("there is no such game")
    wanted = select(schema.games).where(schema.games.c.id == game_id)
    found = connection.execute(wanted.with_for_update() if lock else wanted).mappings().first()
    if found is None:
        raise NotFound("there is no such game")
    return row_of(found)


def row_of(found: Mapping[Any, Any]) -> GameRow:
    """A row of the table of games."""
    return GameRow(**{**found, "waiting": tuple(found["waiting"])})


def _unpacked(connection: Connection, row: GameRow) -> Kept:
    """A game before its first line; one that this version cannot set up says so."""
    try:
        edition = scenario_versions.of_game(connection, row.head)
        kept = Kept(row.head, row.seed, row.commitment, edition)
    except (library.UnknownName, ValueError) as error:
        raise Conflict(
            f"this game cannot be set up here: {error}",
            "the version of Grognard that the game was begun with",
        ) from None
    kept.game.inherited = row.inherited
    return kept


class Hold:
    """A game held for writing: nobody else writes to it until the transaction ends."""

    def __init__(self, kept: Kept, connection: Connection, row: GameRow, now: int) -> None:
        self.kept, self.connection, self.row, self.now = kept, connection, row, now
        self.ended: tuple[str | None, str] | None = None
        self.begun: list[str] = []
        """The games that were begun with the same stroke: they have news as well."""
        kept.now = now

    @property
    def touched(self) -> bool:
        """Whether something has been done that is not stored."""
        kept, row = self.kept, self.row
        return (kept.length, kept.counted) != (row.length, row.matters)

    def play(self, by: str, action: Action, at: str | None = None) -> None:
        """Play an action; it counts when the transaction stands."""
        self.kept.game.play(by, action, at)

    def undo(self, by: str | None) -> None:
        """Take back an action; None is the umpire."""
        self.kept.game.undo(by)

    def matter(
        self,
        kind: str,
        seat_id: str | None = None,
        side: str | None = None,
        audience: str | None = None,
        **data: Any,
    ) -> Matter:
        """Write down what happens at the table."""
        kept = self.kept
        matter = Matter(kept.length, kind, seat_id, side, audience, data, self.now)
        self.connection.execute(
            insert(schema.matters).values(
                game_id=self.row.id, k=kept.counted, n=matter.n, kind=kind, seat_id=seat_id,
                side=side, audience=audience, data=data, at=self.now,
            )
        )  # fmt: skip
        kept.counted += 1
        kept.hear(matter)
        return matter

    def end(self, winner: str | None, result: str) -> None:
        """End the game here, whatever the rules say of it."""
        self.ended = (winner, result)

    def store(self, seat_id: str | None) -> None:
        """Append the lines that were played, and bring the game's row up to date."""
        kept, game = self.kept, self.kept.game
        if kept.fresh:
            rows = kept.rows(self.row.id, seat_id, self.now)
            self.connection.execute(insert(schema.lines), rows)
            lines = [line for _, line, _ in kept.fresh]
            scenario_versions.write_down_named(self.connection, game, lines, self.now)
        self._fill_in()
        changes: dict[str, Any] = {
            "length": kept.length, "matters": kept.counted, "link": kept.link,
            "waiting": list(kept.waiting), "turn": game.turn, "told": kept.told,
        }  # fmt: skip
        if kept.fresh:
            changes["waiting_since"] = self.now
        if self.ended is not None:
            winner, result = self.ended
            changes |= {"over": True, "winner": winner, "result": result, "waiting": []}
        elif self.row.over:
            changes["waiting"] = []
        elif game.over:
            changes |= {"over": True, "winner": verdict(game)[0], "result": game.result}
        self.connection.execute(
            update(schema.games).where(schema.games.c.id == self.row.id).values(**changes)
        )
        kept.fresh.clear()

    def _fill_in(self) -> None:
        """Write down what came of lines that are older than that custom."""
        lines, kept = schema.lines, self.kept
        if kept.bare:
            self.connection.execute(
                update(lines)
                .where(lines.c.game_id == self.row.id, lines.c.n == bindparam("bare"))
                .values(wake=bindparam("left")),
                [{"bare": n, "left": kept.game.wakes[n].to_json()} for n in kept.bare],
            )
            kept.bare.clear()


class _Entry:
    """A place in the cache: whoever works with the game holds the lock."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.kept: Kept | None = None


Key = tuple[str, str]


class LiveGames:
    """The games in memory, the least used thrown out first."""

    def __init__(self, database: Database, size: int) -> None:
        self.database, self.size = database, size
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def _entry(self, key: Key) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            while len(self._entries) > self.size:
                self._entries.popitem(last=False)
            return entry

    def forget(self, game_id: str) -> None:
        """Throw a game out of memory; it is replayed when somebody asks."""
        with self._lock:
            for key in [key for key in self._entries if key[0] == game_id]:
                del self._entries[key]

    def _current(
        self, entry: _Entry, connection: Connection, row: GameRow, upto: int | None = None
    ) -> Kept:
        kept, entry.kept = entry.kept, None  # until it has caught up whole
        if kept is not None and upto is not None and kept.length > upto:
            kept = kept if kept.leaf_back(upto) else None
        if kept is None:
            kept = _unpacked(connection, row)
        kept.catch_up(connection, row, upto)
        entry.kept = kept
        return kept

    @contextlib.contextmanager
    def reading(self, game_id: str) -> Iterator[tuple[Kept, GameRow]]:
        """A game as it stands, for looking at: nothing in it changes meanwhile."""
        entry = self._entry((game_id, ""))
        with entry.lock:
            with self.database.reading() as connection:
                row = read_row(connection, game_id)
                kept = self._current(entry, connection, row)
            if kept.fresh:  # the rules of today see it otherwise, and it goes on under them
                with self.writing(game_id, row.waiting_since) as hold:
                    kept = hold.kept
                with self.database.reading() as connection:
                    row = read_row(connection, game_id)
            yield kept, row

    @contextlib.contextmanager
    def past(self, game_id: str, who: str, upto: int) -> Iterator[tuple[Kept, GameRow]]:
        """A game as it stood after so many lines; `who` looks at it, forward fastest."""
        entry = self._entry((game_id, f"past {who}"))
        with entry.lock:
            with self.database.reading() as connection:
                row = read_row(connection, game_id)
                kept = self._current(entry, connection, row, upto)
            yield kept, row

    @contextlib.contextmanager
    def writing(self, game_id: str, now: int, seat_id: str | None = None) -> Iterator[Hold]:
        """A game held for writing; what was played is stored when this ends without an error."""
        entry = self._entry((game_id, ""))
        with entry.lock:
            with self.database.reading() as connection:  # the long part, before anybody waits
                self._current(entry, connection, read_row(connection, game_id))
            hold: Hold | None = None
            try:
                with self.database.writing() as connection:
                    row = read_row(connection, game_id, lock=True)
                    hold = Hold(self._current(entry, connection, row), connection, row, now)
                    yield hold
                    hold.store(seat_id)
                    self.database.announce(connection, game_id)
            except BaseException as error:
                # What was not stored did not happen: the game in memory may know too much.
                if hold is None or hold.touched or not isinstance(error, Denied):
                    entry.kept = None
                raise
        for game in (game_id, *hold.begun):
            self.database.announced(game)


def fill_in(live: LiveGames, now: int) -> None:
    """Write down what came of the lines of games that go on and are older than that custom.

    A game that cannot be loaded says so itself when somebody asks for it.
    """
    g, c = schema.games.c, schema.lines.c
    with live.database.reading() as connection:
        wanted = select(g.id).join(schema.lines, c.game_id == g.id)
        found = connection.execute(wanted.where(c.n == 0, c.wake.is_(None), g.over.is_(False)))
        ids = list(found.scalars())
    for game_id in ids:
        with contextlib.suppress(Denied), live.writing(game_id, now):
            pass
