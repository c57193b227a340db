"""What tests of works need: a position in the Construction Phase, and what stands where."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEXES, Bridge, HexStatus
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, pass_to, position

Axial = tuple[int, int]


def field(*units: Any, **more: Any) -> Gs:
    """A position in the Construction Segment of the Axis, unless it is said otherwise."""
    return position(*units, **{"segment": "construction", "side": "axis", **more})


def hex_of(game: Gs, q: int, r: int) -> HexStatus:
    """What has become of a hex."""
    return game.state[HEXES].get(game.board.hex(at(q, r))) or HexStatus()


def key_of(game: Gs, a: Axial, b: Axial) -> int:
    """A hexside."""
    return game.scenario.ground.side_key(game.board.hex(at(*a)), game.board.hex(at(*b)))


def bridge_of(game: Gs, a: Axial, b: Axial) -> Bridge | None:
    """The bridge between two hexes, if anything has happened to it."""
    return game.state[BRIDGES].get(key_of(game, a, b))


def mark(game: Gs, name: str, **facts: Any) -> None:
    """Change a unit; a hex is axial."""
    if "hex" in facts:
        facts["hex"] = game.board.hex(at(*facts["hex"]))
    game.put(UNITS, name, replace(now(game, name), **facts))


def next_turn(game: Gs, kind: str, side: str = "axis") -> None:
    """On to such a segment of the next game turn."""
    turn = game.turn
    while game.turn == turn:
        game.play(game.open_asks()[0].player, {"do": "end"})
    pass_to(game, kind, side)
