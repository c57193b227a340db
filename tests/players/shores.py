"""Shores and straits for the staff of OCS."""

from __future__ import annotations

from typing import Any

from grognard.board.board import Board
from grognard.systems.ocs.scenario import Ocs
from tests.systems.ocs.naval.sea import coast, port, waters


def strait() -> Board:
    """Two lands with the sea between them, rows of it from north to south."""
    water = {f"{r:02d}{c:02d}": "sea" for r in range(1, 9) for c in (4, 5)}
    return coast(cols=20, sea=0, terrain=water)


def overseas(*items: dict[str, Any], cap: int = 4, **spec: Any) -> Ocs:
    """A port on either side of a strait; the enemy and the town are on the eastern one."""
    spec.setdefault("victory", {"side": "axis", "objectives": [{"vp": 2, "hexes": ["0508"]}]})
    spec.setdefault("ports", [port("0403"), port("0406")])
    return waters(
        *items, board=strait(),
        limits={"axis": {"sea_cap": cap}}, **spec,
    )  # fmt: skip
