"""Memory: the games that lie ready, replayed when somebody asks for them.

What is kept is counted in bytes, and the game that was longest not asked for goes first. A game
that is far behind its record takes long to replay. Somebody who waits at the door is not to hold
one of its threads meanwhile: he is told that it is `NotReady`, and has it made ready in a queue.
Whoever works behind the requests has the time to do so himself.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextvars import ContextVar

from sqlalchemy import Connection, select

from grognard.server.errors import Denied
from grognard.server.live_games import Begun, Hold, Kept, Opened, read_row, unpacked
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import GameRow
from grognard.server.store.sizes import Shares

HURRIED: ContextVar[bool] = ContextVar("hurried", default=False)
"""Whether whoever asks now holds something that others wait for, as a thread of the door."""
FAR = 400
"""How many lines are replayed at once for somebody who is hurried."""
PATIENCE = 2.0
"""Seconds that somebody who is hurried waits for a game that another works with."""
MIB = 1 << 20

Key = tuple[str, str]


class NotReady(Exception):
    """A game must be replayed, which takes long; nothing has been done yet."""

    def __init__(self, key: Key, lines: int, prepare: Callable[[], None]) -> None:
        super().__init__(f"{lines} lines are to be replayed")
        self.key, self.lines, self.prepare = key, lines, prepare


class _Entry:
    """A place in memory: whoever works with the game holds the lock."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.kept: Kept | None = None
        self.weight = 0


class LiveGames:
    """The games in memory, the least used thrown out first."""

    def __init__(
        self,
        database: Database,
        size: int,
        most: int = 1024 * MIB,
        shares: Shares = Shares(),  # noqa: B008
    ) -> None:
        self.database, self.size, self.most, self.shares = database, size, most, shares
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def weight(self) -> int:
        """About how many bytes the games in memory take."""
        with self._lock:
            return sum(entry.weight for entry in self._entries.values())

    def _entry(self, key: Key) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            while len(self._entries) > self.size:
                self._entries.popitem(last=False)
            return entry

    def _weigh(self, entry: _Entry) -> None:
        """Count what a game takes now, and make room for it: all but the newest may have to go."""
        weight = entry.kept.weight if entry.kept is not None else 0
        with self._lock:
            entry.weight = weight
            total = sum(one.weight for one in self._entries.values())
            while total > self.most and len(self._entries) > 1:
                total -= self._entries.popitem(last=False)[1].weight

    @contextlib.contextmanager
    def _held(self, key: Key, prepare: Callable[[], None]) -> Iterator[_Entry]:
        """A place in memory that nobody else works with meanwhile."""
        entry = self._entry(key)
        if not entry.lock.acquire(timeout=PATIENCE if HURRIED.get() else -1):
            raise NotReady(key, 0, prepare)
        try:
            yield entry
        finally:
            entry.lock.release()
            self._weigh(entry)

    def forget(self, game_id: str) -> None:
        """Throw a game out of memory; it is replayed when somebody asks."""
        with self._lock:
            for key in [key for key in self._entries if key[0] == game_id]:
                del self._entries[key]

    def empty(self) -> None:
        """Throw all games out of memory."""
        with self._lock:
            self._entries.clear()

    def _ready(self, game_id: str) -> None:
        with self.reading(game_id):
            pass

    def _ready_past(self, game_id: str, who: str, upto: int) -> None:
        with self.past(game_id, who, upto):
            pass

    def _current(
        self,
        entry: _Entry,
        row: GameRow,
        opened: Callable[[], contextlib.AbstractContextManager[Connection]],
        far: Callable[[int], NotReady] | None = None,
        upto: int | None = None,
    ) -> Kept:
        """The game of an entry as its record has it; `far` says what to do if that is far."""
        kept = entry.kept
        if kept is not None and upto is not None and kept.length > upto:
            kept = kept if kept.leaf_back(upto) else None
        entry.kept = kept
        if far is not None and HURRIED.get():
            end = row.length if upto is None else min(upto, row.length)
            lines = end if kept is None else kept.behind(row, upto)
            if lines > FAR:
                raise far(lines)
        entry.kept = None  # until it has caught up whole
        if kept is None:
            kept = unpacked(opened, row)
        kept.catch_up(opened, row, upto)
        entry.kept = kept
        return kept

    def _row(self, game_id: str) -> GameRow:
        with self.database.reading() as connection:
            return read_row(connection, game_id)

    @contextlib.contextmanager
    def reading(self, game_id: str) -> Iterator[tuple[Kept, GameRow]]:
        """A game as it stands, for looking at: nothing in it changes meanwhile."""
        key = game_id, ""

        def prepare() -> None:
            self._ready(game_id)

        with self._held(key, prepare) as entry:
            row = self._row(game_id)
            kept = self._current(
                entry, row, self.database.reading, lambda lines: NotReady(key, lines, prepare)
            )
            if kept.fresh:  # the rules of today see it otherwise, and it goes on under them
                with self.writing(game_id, row.waiting_since) as hold:
                    kept = hold.kept
                row = self._row(game_id)
            yield kept, row

    @contextlib.contextmanager
    def past(self, game_id: str, who: str, upto: int) -> Iterator[tuple[Kept, GameRow]]:
        """A game as it stood after so many lines; `who` looks at it, forward fastest."""
        key = game_id, f"past {who}"

        def prepare() -> None:
            self._ready_past(game_id, who, upto)

        with self._held(key, prepare) as entry:
            row = self._row(game_id)
            kept = self._current(
                entry, row, self.database.reading, lambda n: NotReady(key, n, prepare), upto
            )
            yield kept, row

    def _hold(
        self, entry: _Entry, row: GameRow, now: int, transaction: contextlib.ExitStack
    ) -> Hold:
        """A game to play in: on PostgreSQL nobody else writes to it from now on, on SQLite from
        when something is written, for while anybody writes there nobody else does."""

        def begin() -> Begun:
            connection = transaction.enter_context(self.database.writing())
            return connection, read_row(connection, row.id, lock=True)

        if self.database.embedded:
            kept = self._current(entry, row, self.database.reading)
            return Hold(kept, row, now, self.database.reading, begin, self.shares)
        begun = begin()
        within: Opened = lambda: contextlib.nullcontext(begun[0])  # noqa: E731
        kept = self._current(entry, begun[1], within)
        hold = Hold(kept, begun[1], now, within, lambda: begun, self.shares)
        hold.begin()
        return hold

    @contextlib.contextmanager
    def writing(self, game_id: str, now: int, seat_id: str | None = None) -> Iterator[Hold]:
        """A game held for writing; what was played is stored when this ends without an error."""
        key = game_id, ""

        def prepare() -> None:
            self._ready(game_id)

        with self._held(key, prepare) as entry:
            row = self._row(game_id)
            self._current(  # the long part, before anybody waits
                entry, row, self.database.reading, lambda lines: NotReady(key, lines, prepare)
            )
            hold: Hold | None = None
            try:
                with contextlib.ExitStack() as transaction:
                    hold = self._hold(entry, row, now, transaction)
                    yield hold
                    connection = hold.connection
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
