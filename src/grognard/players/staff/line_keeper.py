"""The line keeper: a line without holes, with as few units as will do.

A hole is a way by which the enemy could come from where he stands to something we must not lose
without ever meeting one of our units or its zone. The keeper looks for the shortest such way, puts
the unit across it that can best be spared, and looks again. What is left over is a reserve.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from grognard.board.search import path_to, reach_paths
from grognard.players.staff.attack_planner import Room
from grognard.players.staff.situation import Piece, Situation

TRAVEL = 12
"""Points of movement, in the board's small units, that weigh as much as one hex of ground."""


@dataclass
class LineKeeper:
    """Keeps a line.

    `reach` tells where each piece can go, `bars` which hexes a piece closes from a hex, `tenable`
    whether it can stay there, `strength` how good the ground is (in hexes of depth); `budget` how
    far ahead a hole is worth closing.
    """

    situation: Situation
    reach: Mapping[str, Mapping[int, int]]
    room: Room
    bars: Callable[[Piece, int], Sequence[int]]
    tenable: Callable[[Piece, int], bool]
    strength: Callable[[int], int]
    budget: int
    posts: dict[str, int] = field(default_factory=dict)

    def keep(self, free: set[str], posted: Mapping[str, int], wanted: Sequence[int]) -> None:
        """Post free pieces until no way to a wanted hex is open, or nobody is left to close it."""
        situation = self.situation
        shut = bytearray(situation.board.n)
        for name, h in posted.items():
            self._close(shut, situation.pieces[name], h)
        able = {h: names for h, names in self._able(free).items()}
        targets = dict.fromkeys(h for h in wanted if h not in situation.foes)
        starts = [(h, 0) for h, foe in sorted(situation.foes.items()) if foe.bars]
        while free and targets and starts:
            costs, before = reach_paths(situation.enemy_steps, starts, self.budget, shut)
            near = min((h for h in targets if h in costs), key=lambda h: (costs[h], h), default=-1)
            if near < 0:
                return
            found = self._stopper(path_to(before, near), free, able)
            if found is None:
                del targets[near]
                continue
            piece, h = found
            free.discard(piece.id)
            self.posts[piece.id] = h
            self.room.move(piece, h)
            self._close(shut, piece, h)

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
        self, path: Sequence[int], free: set[str], able: Mapping[int, list[str]]
    ) -> tuple[Piece, int] | None:
        """The piece and the hex of the way that together close it best."""
        best: tuple[int, Piece, int] | None = None
        for depth, h in enumerate(path):
            for name in able.get(h, ()):
                piece = self.situation.pieces[name]
                if name not in free or not self.room.fits(h, piece) or not self.tenable(piece, h):
                    continue
                price = depth * 2 + self.reach[name][h] // TRAVEL - 2 * self.strength(h)
                if best is None or (price, piece.id) < (best[0], best[1].id):
                    best = price, piece, h
        return None if best is None else (best[1], best[2])
