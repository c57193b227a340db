"""The attack planner: which enemies to attack, with whom, and from where.

For every enemy in reach it gathers units, the strongest first, as long as the prospect improves;
then it takes the best attack, and again the best of what is left, until none is worth its losses.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from grognard.players.staff.directing import Directing
from grognard.players.staff.doctrine import PLAIN
from grognard.players.staff.situation import Foe, Piece, Situation

Force = tuple[tuple[Piece, int], ...]
"""Pieces, each with the hex it attacks from."""
Score = Callable[[Foe, Force], int]
"""What an attack promises, in thousandths of a point of strength; more is better."""


@dataclass(frozen=True)
class Assault:
    """An attack that is planned, and what it promises."""

    target: int
    force: Force
    score: int

    @property
    def posts(self) -> dict[str, int]:
        """Where each piece attacks from."""
        return {piece.id: h for piece, h in self.force}


@dataclass
class Room:
    """How much more each hex can take, as the plan fills them."""

    left: dict[int, int]
    limit: int

    def fits(self, h: int, piece: Piece) -> bool:
        """Whether a piece finds room in a hex; where it stands it always does."""
        return h == piece.hex or self.left.get(h, self.limit) >= piece.size

    def move(self, piece: Piece, h: int) -> None:
        """Book a piece out of its hex and into another."""
        if h != piece.hex:
            self.left[h] = self.left.get(h, self.limit) - piece.size
            self.left[piece.hex] = self.left.get(piece.hex, self.limit) + piece.size


@dataclass
class Planner:
    """Plans attacks: `reach` tells where each piece can go, `bane` what a hex has against it.

    `pays` is asked before an attack is settled on, and books what it will use up; `directing` is
    what the pieces are told.
    """

    situation: Situation
    reach: Mapping[str, Mapping[int, int]]
    room: Room
    score: Score
    bane: Callable[[int, int], int]
    floor: int
    pays: Callable[[Assault], bool] = lambda _: True
    farthest: int = PLAIN.farthest
    """Hexes from which a piece is thought of for an attack at all."""
    directing: Directing | None = None
    unpaid: list[int] = field(default_factory=list)
    """Those whom it would have attacked, had it been paid for."""
    _neighbours: dict[int, list[Piece]] = field(default_factory=dict)
    _movers: list[Piece] | None = None

    def plan(self) -> list[Assault]:
        """The attacks worth making, the best first; no piece and no target in two of them."""
        free = {name for name, piece in self.situation.pieces.items() if piece.fights}
        if self.directing is not None:
            free = {name for name in free if self.directing.attacks(name)}
        queue: list[tuple[int, int]] = []
        drafts: dict[int, Assault] = {}
        for target in sorted(self.situation.foes):
            if self.directing is None or not self.directing.doctrine.overlooks(target):
                self._queue(queue, drafts, target, free)
        chosen: list[Assault] = []
        while queue:
            _, target = heapq.heappop(queue)
            draft = drafts[target]
            if not self._possible(draft, free):
                self._queue(queue, drafts, target, free)
                continue
            if not self.pays(draft):
                self.unpaid.append(target)
                continue
            chosen.append(draft)
            for piece, h in draft.force:
                free.discard(piece.id)
                self.room.move(piece, h)
        return chosen

    def _queue(
        self, queue: list[tuple[int, int]], drafts: dict[int, Assault], target: int, free: set[str]
    ) -> None:
        draft = self.draft(self.situation.foes[target], free)
        if draft is not None and draft.score > self.needed(draft.force):
            drafts[target] = draft
            heapq.heappush(queue, (-draft.score, target))

    def needed(self, force: Force) -> int:
        """What an attack must promise."""
        return self.floor if self.directing is None else self.directing.needed(self.floor, force)

    def promise(self, foe: Foe, force: Force) -> int:
        """What an attack promises those who make it, who may be sent there or elsewhere."""
        drawn = 0 if self.directing is None else self.directing.draw(foe.hex, force)
        return self.score(foe, force) + drawn

    def _possible(self, draft: Assault, free: set[str]) -> bool:
        coming: dict[int, int] = {}
        for piece, h in draft.force:
            if piece.id not in free:
                return False
            if h != piece.hex:
                coming[h] = coming.get(h, 0) + piece.size
        return all(self.room.left.get(h, self.room.limit) >= n for h, n in coming.items())

    def draft(self, foe: Foe, free: set[str]) -> Assault | None:
        """The best attack on one enemy that the free pieces can make."""
        around = self.situation.board.around(foe.hex)
        posts = [h for h in around if h not in self.situation.foes]
        posts.sort(key=lambda h: (self.bane(foe.hex, h), h))
        able = [
            (piece, [h for h in posts if h in self.reach[piece.id]])
            for piece in self._near(foe, free)
        ]
        able = [(piece, hexes) for piece, hexes in able if hexes]
        able.sort(key=lambda found: (found[0].hex not in posts, -found[0].attack, found[0].id))
        coming: dict[int, int] = {}
        force: list[tuple[Piece, int]] = []
        best: Assault | None = None
        for piece, hexes in able:
            post = next((h for h in hexes if self._roomy(piece, h, coming)), None)
            if post is None:
                continue
            if post != piece.hex:
                coming[post] = coming.get(post, 0) + piece.size
            force.append((piece, post))
            score = self.promise(foe, tuple(force))
            if best is None or score > best.score:
                best = Assault(foe.hex, tuple(force), score)
        return best

    def _roomy(self, piece: Piece, h: int, coming: Mapping[int, int]) -> bool:
        if h == piece.hex:
            return True
        return self.room.left.get(h, self.room.limit) - coming.get(h, 0) >= piece.size

    def _near(self, foe: Foe, free: set[str]) -> list[Piece]:
        """The free pieces that could be at the enemy's side."""
        near = self._neighbours.get(foe.hex)
        if near is None:
            around = self.situation.board.disks((foe.hex,), self.farthest)
            near = [piece for piece in self._mobile() if piece.hex in around]
            self._neighbours[foe.hex] = near
        return [piece for piece in near if piece.id in free]

    def _mobile(self) -> list[Piece]:
        """Those who can go anywhere, by their names."""
        if self._movers is None:
            pieces = self.situation.pieces
            self._movers = [pieces[name] for name in sorted(pieces) if self.reach.get(name)]
        return self._movers
