"""Positions at rivers: a board cut by one, its bridges, and playing on to a later phase."""

from __future__ import annotations

from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, Bridge
from tests.systems.wb95.field import rules

SUPPLIED: dict[str, Any] = {
    "supply": {"german": [{"edge": "west"}], "soviet": [{"edge": "east"}]},
}


def river(kind: str = "river", bridges: tuple[str, ...] = ("0202-0203",), **more: Any) -> Board:
    """Three rows of five hexes with water between the second and third, bridged where said."""
    water = ("0102-0103", "0202-0103", "0202-0203", "0202-0303", "0302-0303")
    sides = [f"{pair} {kind}{' bridge' if pair in bridges else ''}" for pair in water]
    return sketch(3, 5, sides=sides, **more)


def bridge(game: Wb, text: str = "0202-0203") -> Bridge | None:
    """What has become of a bridge."""
    a, b = (game.board.hex(label) for label in text.split("-"))
    return game.state[BRIDGES].get(game.scenario.ground.side_key(a, b))


def play_to(game: Wb, turn: int, phase: int) -> None:
    """End phases until the given one of the given turn (1 to 12) is under way."""
    while (game.turn, game.clock.step + 1) < (turn, phase):
        player = game.to_act
        assert player is not None
        assert rules(game, player, {"do": "end"}) == []
        game.play(player, {"do": "end"})
    assert (game.turn, game.clock.step + 1) == (turn, phase)


def move(game: Wb, name: str, *path: str) -> None:
    """Move one unit of the player whose turn it is."""
    assert game.to_act is not None
    game.play(game.to_act, {"do": "move", "units": [name], "path": list(path)})
