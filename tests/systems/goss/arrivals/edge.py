"""Reinforcements for tests: units off the map, with their hexes of entry."""

from __future__ import annotations

from typing import Any

from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, position

EDGE = (-12, 0)
"""A hex of the western edge."""
ROAD = {"primary": [[(q, 0) for q in range(-12, 0)]]}
NOW = 4
"""The AM game turn of the second day, in which positions begin."""


def coming(
    *units: dict[str, Any],
    entry: tuple[tuple[int, int], ...] = (EDGE,),
    due: int = NOW,
    rows: list[dict[str, Any]] | None = None,
    **facts: Any,
) -> Gs:
    """A position in which those without a hex are due at hexes of the edge."""
    off = [one["row"]["id"] for one in units if one["hex"] is None]
    row = {"turn": due, "entry": [at(*h) for h in entry], "units": off, "group": "column"}
    chosen = {"segment": "entry", "side": "axis", **facts}
    return position(*units, reinforcements=[row] if rows is None else rows, **chosen)


def place(game: Gs, *names: str, **more: Any) -> None:
    """Units are placed at the edge, one by one."""
    side = str(game.to_act)
    for name in names:
        game.play(side, {"do": "arrive", "units": [name], "hex": at(*EDGE), **more})


def enter(game: Gs, *names: str) -> None:
    """A unit, or several as one, comes onto the map."""
    game.play(str(game.to_act), {"do": "enter", "units": list(names)})


def until(game: Gs, turn: int, kind: str = "", side: str = "") -> None:
    """End segments until a game turn has come, and in it a segment of a kind, of a side's player
    turn; at the latest when the turn is over."""
    for _ in range(500):
        here = game.turn == turn and (not kind or game.segment.kind == kind)
        if game.turn > turn or (
            here and game.segment.stretch.startswith(f"active {side}" * bool(side))
        ):
            return
        asks = game.open_asks()
        game.play(asks[0].player, {"do": "end"})
    raise AssertionError(f"{kind} of game turn {turn} does not come")
