"""The situation as a commander sees it: own pieces, enemy stacks, and what the ground is worth.

Whatever the system, a staff thinks in these words. Strength is in the system's own points; hexes
are the board's numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from grognard.board.board import Board
from grognard.board.search import Adjacency


@dataclass(frozen=True, slots=True)
class Piece:
    """An own unit on the map.

    `steps` is how many losses it can bear, `size` how much room it takes in a hex, `fights` whether
    it may attack, `bars` whether it holds up the enemy around it, `mobile` whether it rides.
    """

    id: str
    hex: int
    attack: int
    defence: int
    steps: int
    size: int
    fights: bool
    bars: bool
    formation: str = ""
    mobile: bool = False


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy stack, as far as it is known; what is not known is estimated."""

    hex: int
    attack: int
    defence: int
    steps: int
    bars: bool
    dug_in: bool = False
    mobile: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """A hex that is worth holding, to either side, and whether it is in own hands."""

    hex: int
    value: int
    ours: bool


@dataclass(frozen=True)
class Situation:
    """All that a plan is made from.

    `enemy_steps` is how the enemy's ordinary units move, `barred` where own units and ground stop
    everybody, `bases` where own supply comes from, `attacking` whether this side has to gain ground
    to win; `bearing` are the hexes within which a stack bears with all of its strength, with half,
    and (if mobile) with a quarter.
    """

    board: Board
    side: str
    pieces: Mapping[str, Piece]
    foes: Mapping[int, Foe]
    goals: Sequence[Goal]
    enemy_zone: Sequence[int]
    enemy_steps: Adjacency
    bases: Sequence[int]
    attacking: bool
    bearing: tuple[int, int, int] = (2, 4, 6)

    @cached_property
    def at(self) -> dict[int, tuple[str, ...]]:
        """The own pieces by their hexes."""
        found: dict[int, list[str]] = {}
        for piece in self.pieces.values():
            found.setdefault(piece.hex, []).append(piece.id)
        return {h: tuple(names) for h, names in sorted(found.items())}

    def stack(self, h: int) -> list[Piece]:
        """The own pieces in a hex."""
        return [self.pieces[name] for name in self.at.get(h, ())]

    def worth(self, h: int) -> int:
        """What a hex counts for victory."""
        return self.values.get(h, 0)

    @cached_property
    def values(self) -> dict[int, int]:
        """What each goal counts for victory."""
        return {goal.hex: goal.value for goal in self.goals}

    def axis(self, h: int, point: int, near: int) -> int:
        """What a hex is worth because it lies near something to be taken, the less the farther.

        `point` is what each point of an objective in the hex itself would be worth, `near` how many
        hexes off one still counts. Who has only to keep ground has no axis.
        """
        key = h, point, near
        if key not in self._axes:
            distance = self.board.distance
            found = [
                point * goal.value // (1 + distance(h, goal.hex))
                for goal in self.goals
                if not goal.ours and distance(h, goal.hex) <= near
            ]
            self._axes[key] = max(found, default=0) if self.attacking else 0
        return self._axes[key]

    @cached_property
    def _axes(self) -> dict[tuple[int, int, int], int]:
        return {}
