"""Concentration: assaults by formation, tactical ones from a single hex. [13.4.1] [13.7.4(h)]

A prepared assault may come from all around; a tactical one joins with nobody in another hex, and
units of several formations hinder each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grognard.players.staff.attack_planner import Assault, Force, Planner
from grognard.players.staff.situation import Foe, Piece

MIXED = ""
"""All formations together."""


@dataclass
class Concentration(Planner):
    """Plans assaults by one formation, or by several if that is better all the same."""

    joint: bool = True
    """Whether several hexes may attack together."""

    def draft(self, foe: Foe, free: set[str]) -> Assault | None:
        """The best assault on one enemy that the free pieces can make."""
        foes = self.situation.foes
        posts = [h for h in self.situation.board.around(foe.hex) if h not in foes]
        posts.sort(key=lambda h: (self.bane(foe.hex, h), h))
        near = [
            piece
            for piece in self._near(foe, free)
            if any(h in self.reach[piece.id] for h in posts)
        ]
        formations = [MIXED, *sorted({piece.formation for piece in near} - {MIXED})]
        groups = [posts] if self.joint else [[h] for h in posts]
        drafts = (
            self.gathered(foe, self._ranked(near, formation, hexes), hexes)
            for formation in (formations if len(formations) > 2 else (MIXED,))
            for hexes in groups
        )
        return max(
            (draft for draft in drafts if draft is not None), key=lambda d: d.score, default=None
        )

    def _ranked(self, near: Iterable[Piece], formation: str, hexes: Sequence[int]) -> list[Piece]:
        """Those of a formation, who stand there first, the strongest first."""
        able = [piece for piece in near if formation in (MIXED, piece.formation)]
        return sorted(able, key=lambda one: (one.hex not in hexes, -one.attack, one.id))

    def promise(self, foe: Foe, force: Force) -> int:
        """What an assault promises; on a hopeless column nobody is drawn to his objective."""
        score = self.score(foe, force)
        drawn = 0 if self.directing is None else self.directing.draw(foe.hex, force)
        return score + drawn if score > 0 else score

    def gathered(self, foe: Foe, able: Iterable[Piece], hexes: Sequence[int]) -> Assault | None:
        """Pieces one after the other, as long as the prospect improves."""
        coming: dict[int, int] = {}
        force: list[tuple[Piece, int]] = []
        best: Assault | None = None
        for piece in able:
            fit = (h for h in hexes if h in self.reach[piece.id])
            post = next((h for h in fit if self._roomy(piece, h, coming)), None)
            if post is None:
                continue
            if post != piece.hex:
                coming[post] = coming.get(post, 0) + piece.size
            force.append((piece, post))
            score = self.promise(foe, tuple(force))
            if best is None or score > best.score:
                best = Assault(foe.hex, tuple(force), score)
        return best
