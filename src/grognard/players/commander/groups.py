"""Groups: own formations that fight together, ground that belongs together, enemies in strength.

A commander thinks in a few groups and a few objectives, whatever the number of counters and hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TypeVar

from grognard.board.board import Board
from grognard.players.commander.method import Method
from grognard.players.staff.situation import Foe, Goal, Piece, Situation

T = TypeVar("T")


@dataclass(frozen=True)
class Group:
    """Own pieces that are told one thing: who they are, where most stand, their strength."""

    units: frozenset[str]
    hex: int
    strength: int


@dataclass(frozen=True)
class Objective:
    """Ground that a group may be sent for, and what it counts."""

    hexes: tuple[int, ...]
    worth: int
    ours: bool
    enemies: bool = False
    """Whether it is a group of enemies, and not ground that counts by itself."""

    @property
    def hex(self) -> int:
        """The hex that it is called by."""
        return self.hexes[0]


def groups_of(situation: Situation, method: Method) -> list[Group]:
    """The own pieces that fight or bar the way in a few groups: by formation, then by who is near.

    There are about as many groups as the root of the number of pieces.
    """
    pieces = [p for p in situation.pieces.values() if (p.fights or p.bars) and p.hex >= 0]
    if not pieces:
        return []
    board, found = situation.board, list[list[Piece]]()
    for members in _by_formation(pieces):
        found += _clusters(members, board, lambda p: p.hex, 2 * method.together)
    wanted = min(method.groups, max(2, isqrt(len(pieces)) + 1))
    return [_group(board, members) for members in _merged(found, board, wanted)]


def _by_formation(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Pieces of one formation together; who belongs to none is alone."""
    found: dict[str, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda p: p.id):
        found.setdefault(piece.formation or f"{piece.id} alone", []).append(piece)
    return list(found.values())


def _clusters(
    members: Sequence[T], board: Board, place: Callable[[T], int], near: int
) -> list[list[T]]:
    """Those together who are so near to somebody of the same cluster."""
    left, found = list(members), list[list[T]]()
    while left:
        cluster, edge = [left[0]], [left.pop(0)]
        while edge:
            here = place(edge.pop())
            close = [one for one in left if board.distance(here, place(one)) <= near]
            left = [one for one in left if one not in close]
            cluster += close
            edge += close
        found.append(cluster)
    return found


def _middle(board: Board, members: Sequence[Piece]) -> int:
    """The hex of the group from which the others are nearest, the strong counting for more."""
    hexes = sorted({piece.hex for piece in members})
    weight = [(piece.hex, 1 + piece.attack + piece.defence) for piece in members]
    return min(hexes, key=lambda h: (sum(w * board.distance(h, b) for b, w in weight), h))


def _merged(found: list[list[Piece]], board: Board, wanted: int) -> list[list[Piece]]:
    """So many groups at most: the two nearest become one, small ones sooner than great ones."""
    groups = [(_middle(board, members), members) for members in found]
    while len(groups) > wanted:
        _, a, b = min(
            (board.distance(one[0], two[0]) * (len(one[1]) + len(two[1])), i, j)
            for i, one in enumerate(groups)
            for j, two in enumerate(groups[:i])
        )
        both = groups[b][1] + groups[a][1]
        groups[b] = _middle(board, both), both
        del groups[a]
    return [members for _, members in groups]


def _group(board: Board, members: Sequence[Piece]) -> Group:
    strength = sum(piece.attack + piece.defence for piece in members)
    return Group(frozenset(p.id for p in members), _middle(board, members), strength)


# ---- ground and enemies


def objectives_of(situation: Situation, method: Method) -> list[Objective]:
    """The ground that counts in a few objectives, the most valuable first, then the strongest
    groups of enemies that stand on none."""
    board = situation.board
    goals = sorted(situation.goals, key=lambda g: (-g.value, g.hex))
    for near in range(1, board.n):
        clusters = [
            cluster
            for ours in (False, True)
            for cluster in _clusters(
                [g for g in goals if g.ours == ours and g.value > 0], board, _at, near
            )
        ]
        if len(clusters) <= method.clusters or near > method.together:
            break
    found = sorted((_objective(cluster) for cluster in clusters), key=lambda o: (-o.worth, o.hex))
    return [*found[: method.clusters], *_enemies(situation, method)]


def _at(one: Goal | Foe) -> int:
    return one.hex


def _objective(cluster: Sequence[Goal]) -> Objective:
    hexes = tuple(goal.hex for goal in cluster)
    return Objective(hexes, sum(goal.value for goal in cluster), cluster[0].ours)


def _enemies(situation: Situation, method: Method) -> list[Objective]:
    """The strongest groups of enemies away from the ground that counts."""
    counted = set(situation.values)
    foes = sorted(situation.foes.values(), key=lambda f: (-f.attack - f.defence, f.hex))
    rows = [
        (-sum(foe.attack + foe.defence for foe in cluster), tuple(foe.hex for foe in cluster))
        for cluster in _clusters(foes, situation.board, _at, 1)
    ]
    free = [hexes for _, hexes in sorted(rows) if counted.isdisjoint(hexes)]
    return [Objective(hexes[:4], 0, False, True) for hexes in free[: method.strong]]
