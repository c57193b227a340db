"""The line keeper: a line without holes, with as few units as will do.

A hole is a way by which the enemy could come from where he stands to something we must not lose
without ever meeting one of our units or its zone. The keeper looks for the shortest such way, puts
the unit across it that can best be spared, and looks again. What is left over is a reserve. A line
far forward gives up no ground but is long; where the units do not suffice for it, one close around
what must be held is taken if it has no hole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grognard.board.search import ways_to
from grognard.players.staff.attack_planner import Room
from grognard.players.staff.doctrine import PLAIN
from grognard.players.staff.situation import Piece, Situation


@dataclass
class Line:
    """A line as it is drafted: the room and the pieces left, who goes where, what stays open."""

    room: Room
    free: set[str]
    posts: dict[str, int] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)

    def post(self, piece: Piece, h: int) -> None:
        """Give a piece its place in the line."""
        self.free.discard(piece.id)
        self.posts[piece.id] = h
        self.room.move(piece, h)


@dataclass
class LineKeeper:
    """Keeps a line.

    `reach` tells where each piece can go, `bars` which hexes a piece closes from a hex, `tenable`
    whether it can stay there, `strength` how well it would stand there (in hexes of depth);
    `budget` is how far ahead a hole is worth closing, `marching` how much movement weighs as much
    as a hex of ground.
    """

    situation: Situation
    reach: Mapping[str, Mapping[int, int]]
    room: Room
    bars: Callable[[Piece, int], Sequence[int]]
    tenable: Callable[[Piece, int], bool]
    strength: Callable[[Piece, int], int]
    budget: int
    marching: int = PLAIN.marching
    open: list[int] = field(default_factory=list)
    """What stayed open to the enemy when the line was kept last."""
    _prices: dict[tuple[str, int], int] = field(default_factory=dict)
    _tenable: dict[tuple[str, int], bool] = field(default_factory=dict)

    def keep(
        self, free: set[str], posted: Mapping[str, int], wanted: Sequence[int]
    ) -> dict[str, int]:
        """Where free pieces must go so that no way to a wanted hex is open, or as few as can be."""
        forward = self._line(free, posted, wanted, 1)
        self.open = forward.open
        if not forward.open:
            return forward.posts
        close = self._line(free, posted, wanted, -1)
        if close.open:
            return forward.posts
        self.open = []
        return close.posts

    def _line(
        self, free: set[str], posted: Mapping[str, int], wanted: Sequence[int], forward: int
    ) -> Line:
        """A line as far forward as possible, or (-1) as far back."""
        situation = self.situation
        draft = Line(Room(dict(self.room.left), self.room.limit), set(free))
        shut = bytearray(situation.board.n)
        for name, h in posted.items():
            self._close(shut, situation.pieces[name], h)
        able = self._able(free)
        left = {h for h in wanted if h not in situation.foes}
        ways = self._ways(left, shut)
        while way := next(ways, ()):
            found = self._stopper(way, draft, able, forward)
            if found is None:
                draft.open.append(way[-1])
                left.discard(way[-1])
                continue
            piece, h = found
            draft.post(piece, h)
            self._close(shut, piece, h)
            ways = self._ways(left, shut)
        return draft

    def _ways(self, wanted: set[int], shut: bytearray) -> Iterator[tuple[int, ...]]:
        """The ways by which the enemy could come to what is wanted, the shortest first."""
        situation = self.situation
        starts = [(h, 0) for h, foe in sorted(situation.foes.items()) if foe.bars]
        return ways_to(wanted, situation.enemy_steps, starts, self.budget, shut)

    def _close(self, shut: bytearray, piece: Piece, h: int) -> None:
        for b in self.bars(piece, h):
            if b not in self.situation.foes:
                shut[b] = 1

    def _able(self, free: set[str]) -> dict[int, list[str]]:
        """Who can go to each hex."""
        able: dict[int, list[str]] = {}
        for name in sorted(free):
            for h in self.reach[name]:
                able.setdefault(h, []).append(name)
        return able

    def _stopper(
        self, path: Sequence[int], draft: Line, able: Mapping[int, list[str]], forward: int
    ) -> tuple[Piece, int] | None:
        """The piece, and the hex on the way or beside it, that together close it best."""
        best: tuple[int, str, int] | None = None
        seen: set[int] = set()
        pieces, free = self.situation.pieces, draft.free
        for depth, on in enumerate(path):
            ahead = 2 * forward * depth
            for h in (on, *self.situation.board.around(on)):
                if h in seen:
                    continue
                seen.add(h)
                for name in able.get(h, ()):
                    if name not in free:
                        continue
                    piece = pieces[name]
                    price = ahead + self._price(piece, h)
                    if best is not None and (price, name, h) >= best:
                        continue
                    if h != on and on not in self.bars(piece, h):
                        continue
                    if draft.room.fits(h, piece) and self._stays(piece, h):
                        best = price, name, h
        return None if best is None else (pieces[best[1]], best[2])

    def _price(self, piece: Piece, h: int) -> int:
        """What it costs to have a piece in a hex, less what it is worth there, asked once."""
        key = piece.id, h
        found = self._prices.get(key)
        if found is None:
            march = self.reach[piece.id][h] // self.marching
            found = self._prices[key] = march - 2 * self.strength(piece, h)
        return found

    def _stays(self, piece: Piece, h: int) -> bool:
        """Whether a piece can stay in a hex, asked once."""
        key = piece.id, h
        found = self._tenable.get(key)
        if found is None:
            found = self._tenable[key] = self.tenable(piece, h)
        return found
