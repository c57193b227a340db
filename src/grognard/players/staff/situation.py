"""The situation as a commander sees it: own pieces, enemy stacks, and what the ground is worth.

Whatever the system, a staff thinks in these words. Strength is in the system's own points; hexes
are the board's numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    at: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    bearing: tuple[int, int, int] = (2, 4, 6)

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
