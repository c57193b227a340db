"""Live games: those in memory, replayed from their lines and kept up with what others write.

A game in memory is a cache. Whoever writes holds the game's row in the database, catches up with
the lines of other workers, plays, appends and commits; only then is anything acknowledged. When
anything goes wrong the game in memory is thrown away, and the next who asks replays it.

Whoever works with a game holds its lock, so that games need know nothing of threads; what all of
them share (scenarios, boards, charts) is never changed once others can see it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from grognard import library
from grognard.engine.consent import named
from grognard.engine.decision import Action
from grognard.engine.entries import RENEW, Line
from grognard.engine.entries import Bookmark as GameBookmark
from grognard.engine.following import Following, Unlike
from grognard.engine.game import Game
from grognard.engine.pact import Pact, Unpledged, step
from grognard.engine.record import RecordError, digest
from grognard.engine.refusal import Refused
from grognard.engine.system import Scenario, System
from grognard.server import pacts, scenario_versions
from grognard.server.errors import Conflict, NotFound
from grognard.server.ids import an_id
from grognard.server.scenario_versions import Edition
from grognard.server.store import schema
from grognard.server.store.lines import StoredLine, stored_lines
from grognard.server.store.records import GameRow
from grognard.server.store.sizes import WRITTEN, Shares, grown, size_of
from grognard.server.stream import Bookmark, Matter, Question, streams_for
from grognard.table.winning import verdict

BARE, RECORD, LINE, EVENT, TOLD = 300_000, 400, 2_500, 1_500, 200
"""About how many bytes in memory a game takes before its first line, each record of its State, each
line, each event, and each thing that somebody was told."""


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
    if line.pact is not None:
        data["pact"] = line.pact
    return data


Opened = Callable[[], AbstractContextManager[Connection]]
Begun = tuple[Connection, GameRow]
"""A transaction that writes, and the row of the game that nobody else writes to meanwhile."""
"""How the database is asked something: for a moment, or within a transaction under way."""


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
    def weight(self) -> int:
        """About how many bytes the game takes in memory."""
        game = self.game
        records = sum(len(records) for records in game.state.maps.values())
        told = sum(stream.seq for stream in self.streams.values())
        return BARE + RECORD * records + LINE * self.length + EVENT * len(game.events) + TOLD * told

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
        except (Unlike, RecordError, Unpledged) as error:
            raise Conflict(str(error)) from None

    def learn(self, connection: Connection, action: Action) -> None:
        """Know the mended scenario that an action names, before it is played again."""
        found = scenario_versions.named_by(connection, self.head, action)
        if found is not None:
            self.game.mends.keep(found.scenario)

    def rekey(self, seed: str, commitment: str) -> None:
        """Go on under another secret: the dice that fell stay, the chain begins anew, and so does
        a pact, if there is to be one."""
        game = self.game
        game.dice.seed, game.commitment = seed, commitment
        game.history[:] = [line._replace(pact=None) for line in game.history]
        game.pact, game.dice.pledged = Pact(), False
        self.head = {**self.head, "commitment": commitment}
        self.link = digest(["", self.head])
        for i, (n, _line, _chain) in enumerate(self.fresh):
            line = game.history[n]
            self.link = digest([self.link, data_of(n, line)])
            self.fresh[i] = Written(n, line, self.link)

    def hear(self, matter: Matter) -> None:
        """Take note of what happens at the table."""
        self.matters.append(matter)
        for stream in self.streams.values():
            stream.matter(matter)

    def behind(self, row: GameRow, upto: int | None = None) -> int:
        """How many lines have been written since, up to one."""
        return max(0, (row.length if upto is None else min(upto, row.length)) - self.length)

    def catch_up(self, opened: Opened, row: GameRow, upto: int | None = None) -> None:
        """Replay what has been written since, with what happened at the table in between.

        The database is asked first and let go of: nobody waits for a connection that is held while
        a game is played again.
        """
        self.fresh = [written for written in self.fresh if written.n >= row.length]
        end = row.length if upto is None else min(upto, row.length)
        if self.length >= end and self.counted >= row.matters:
            return
        with opened() as connection:
            news = _matters(connection, row, self.counted, end)
            unheard = self._unheard(connection, row.id, end)
        for line, at, chain, wake in unheard:
            while news and news[0].n <= self.length:
                self._count(news.pop(0))
            if wake is None:
                self.bare.append(self.length)
            if named(line.action) is not None:
                with opened() as connection, contextlib.suppress(*scenario_versions.LOST):
                    self.learn(connection, line.action)  # if it is lost the line itself says so
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
                "pact": line.pact,
            }
            for n, line, chain in self.fresh
        ]  # fmt: skip

    def _count(self, matter: Matter) -> None:
        self.counted += 1
        self.hear(matter)


def read_matters(connection: Connection, row: GameRow) -> list[Matter]:
    """All that has happened at a table beside the game."""
    return _matters(connection, row, 0, row.length)


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
    row = row_of(found)
    return replace(row, revealed=row.over and not _grows_on(connection, row))


def _grows_on(connection: Connection, row: GameRow) -> bool:
    """Whether a game out of which another has grown is still played: its secrets are in both."""
    g = schema.games.c
    parent = row.parent
    while parent is not None:
        found = connection.execute(select(g.over, g.parent).where(g.id == parent)).first()
        if found is None:
            return False
        if not found.over:
            return True
        parent = found.parent
    return False


def row_of(found: Mapping[Any, Any]) -> GameRow:
    """A row of the table of games."""
    return GameRow(**{**found, "waiting": tuple(found["waiting"])})


def unpacked(opened: Opened, row: GameRow) -> Kept:
    """A game before its first line; one that this version cannot set up says so."""
    try:
        with opened() as connection:
            edition = scenario_versions.of_game(connection, row.head)
        kept = Kept(row.head, row.seed, row.commitment, edition)
    except (library.UnknownName, ValueError) as error:
        raise Conflict(
            f"this game cannot be set up here: {error}",
            "the version of Grognard that the game was begun with",
        ) from None
    kept.game.inherited = row.inherited
    return kept


class Overtaken(Conflict):
    """Somebody who is no part of this process has written to a game that was played here."""


class Hold:
    """A game held for writing: nobody else writes to it until the transaction ends.

    On PostgreSQL the transaction holds the game's row from the beginning. SQLite has one writer for
    all games, so there it is opened when something is to be written: whoever plays first and writes
    then keeps nobody waiting while he plays.
    """

    def __init__(
        self,
        kept: Kept,
        row: GameRow,
        now: int,
        opened: Opened,
        begin: Callable[[], Begun],
        shares: Shares,
    ) -> None:
        self.kept, self.row, self.now = kept, row, now
        self.opened, self._begin = opened, begin
        self._connection: Connection | None = None
        self._shares, self._added = shares, 0
        self._sure: list[Callable[[Connection], None]] = []
        self.ended: tuple[str | None, str] | None = None
        self.shown: tuple[str, str] | None = None
        """The seat that acts, and the link that it has shown for the next step of the pact."""
        self.begun: list[str] = []
        """The games that were begun with the same stroke: they have news as well."""
        kept.now = now

    @property
    def connection(self) -> Connection:
        """The transaction that writes. From now on nobody else does."""
        return self._connection if self._connection is not None else self.begin()

    def begin(self) -> Connection:
        """Have nobody else write to this game; whoever has played already may come too late."""
        connection, row = self._begin()
        known = self.row
        if (row.length, row.matters, row.over) != (known.length, known.matters, known.over):
            raise Overtaken("the game has gone on meanwhile", "look again")
        self._connection, self.row = connection, row
        for check in self._sure:
            check(connection)
        return connection

    def make_sure(self, check: Callable[[Connection], None]) -> None:
        """Look at something now, and again as soon as nobody else can write."""
        if self._connection is None:
            self._sure.append(check)
        with self.opened() as connection:
            check(connection)

    @property
    def touched(self) -> bool:
        """Whether something has been done that is not stored."""
        kept, row = self.kept, self.row
        return (kept.length, kept.counted) != (row.length, row.matters)

    def play(self, by: str, action: Action, at: str | None = None) -> None:
        """Play an action; it counts when the transaction stands."""
        with self._step():
            self.kept.game.play(by, action, at)

    def undo(self, by: str | None) -> None:
        """Take back an action; None is the umpire."""
        with self._step():
            self.kept.game.undo(by)

    def go_back(self, to: int) -> None:
        """Go back to the first entries, by leave of all who play."""
        with self._step():
            self.kept.game.go_back(to)

    def _step(self) -> contextlib.AbstractContextManager[None]:
        """A step of the pact, where there is one."""
        shown, self.shown = self.shown, None
        told = pacts.told(self.kept, shown)
        return contextlib.nullcontext() if told is None else step(self.kept.game, told)

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
        self._added += size_of({"data": data}, "data")
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
            self._added += sum(size_of(line, *WRITTEN) for line in rows)
            self.connection.execute(insert(schema.lines), rows)
            lines = [line for _, line, _ in kept.fresh]
            scenario_versions.write_down_named(self.connection, game, lines, self.now)
        self._fill_in()
        changes: dict[str, Any] = {
            "bytes": grown(
                self.connection, self.row.owner, self.row.bytes, self._added, self._shares
            ),
            "length": kept.length, "matters": kept.counted, "link": kept.link,
            "waiting": list(kept.waiting), "turn": game.turn, "told": kept.told,
        }  # fmt: skip
        if kept.fresh:
            changes |= {"waiting_since": self.now, "leaves": None}
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
