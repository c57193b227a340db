"""The course of a game: who was how near to which place, turn by turn.

A result says how a game ended; whether it ran as a campaign ran is told by when a town was reached,
and whether it held. What is looked at is what the umpire knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard.board.board import Board
from grognard.engine.game import Game

Place = tuple[str, tuple[int, ...]]
"""A place of the map, and its hexes."""


def places_of(board: Board, names: Iterable[str]) -> list[Place]:
    """Places of a map by their names; one that is not on it is told, with what is like it."""
    known = {place.name: tuple(place.hexes) for place in board.places.values()}
    found = []
    for name in names:
        if name not in known:
            near = [other for other in known if name[:3].lower() in other.lower()][:5]
            like = f"; there is {', '.join(near)}" if near else ""
            raise ValueError(f"the map has no place {name!r}{like}")
        found.append((name, known[name]))
    return found


def stand(game: Game[Any], places: Sequence[Place]) -> dict[str, Any]:
    """How far the nearest unit of each side is from each place, and what the system counts."""
    view = game.system.view(game, None)
    board, counters = game.board, view["counters"]
    hexes: dict[str, set[int]] = {side: set() for side in game.scenario.sides}
    for name, unit in view["units"].items():
        if unit["hex"]:
            hexes[counters[unit.get("counter", name)]["side"]].add(board.hex(unit["hex"]))
    near = {
        name: {
            side: min(board.distance(a, b) for a in there for b in at)
            for side, at in hexes.items()
            if at
        }
        for name, there in places
    }
    return {"near": near, **game.system.account(game)}


def first_in(course: Sequence[Mapping[str, Any]], place: str, side: str, far: int = 0) -> int:
    """The turn at whose end a side was first in a place, or so near to it; 0 if never."""
    for entry in course:
        if entry["near"][place].get(side, far + 1) <= far:
            return int(entry["turn"])
    return 0
