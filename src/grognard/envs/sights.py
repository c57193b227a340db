"""Sights: what a learning program is shown of a game, as tables of numbers.

Everything is made of what the side may know: of its view, and where the system has a staff of the
staff's reading of that view (strengths, estimates of what is hidden, zones, what is worth holding).
Two games that differ only in what is hidden from a side give it the same tables, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from grognard.engine.game import Game
from grognard.engine.system import Scenario
from grognard.library import tabletop
from grognard.players.seat import Seat
from grognard.players.staff.player import command, staffed
from grognard.players.staff.situation import Situation

Table = NDArray[np.float32]
Seen = dict[str, Table]

MOST = 99_999.0
"""No number in a table is larger, or smaller below zero."""
GROUND = ("x", "y")
STACKS = (
    "own", "own_attack", "own_defence", "own_steps",
    "enemy", "enemy_attack", "enemy_defence", "enemy_steps", "enemy_dug_in",
    "enemy_zone", "goal", "goal_held",
)  # fmt: skip
"""The columns of a hex, after its place; its terrain follows. Strengths of the enemy are estimates
where they are not known."""
UNIT = (
    "known", "own", "on_map", "x", "y",
    "attack", "defence", "steps", "size", "fights", "holds_up", "mobile",
)  # fmt: skip
"""The columns of a counter. One of the enemy's that is not known has zeroes."""
WHOLE = ("turn", "turns", "step", "asked", "points")
QUESTIONS = 32
"""Into how many bins the name of the question falls; the columns follow those of the whole."""


class Sights:
    """The tables of one scenario: their shapes never change, whichever side looks."""

    def __init__(self, game: Game[Any]) -> None:
        scenario, board = game.scenario, game.board
        self.counters = {name: n for n, name in enumerate(sorted(counters_of(scenario)))}
        self.terrain = {word: n for n, word in enumerate(sorted(set(board.terrain)))}
        self.hex_columns = (*GROUND, *STACKS, *self.terrain)
        self.turns = tabletop(game).standing(game).turns or 0
        self._staffed = staffed(game.system.name)
        wide, high = max(board.q) - min(board.q), max(board.r) - min(board.r)
        self._spots = np.array(
            [
                ((q - min(board.q)) / max(1, wide), (r - min(board.r)) / max(1, high))
                for q, r in zip(board.q, board.r, strict=True)
            ],
            dtype=np.float32,
        )
        self._ground = np.zeros((board.n, len(self.hex_columns)), dtype=np.float32)
        self._ground[:, : len(GROUND)] = self._spots
        base = len(GROUND) + len(STACKS)
        for h, word in enumerate(board.terrain):
            self._ground[h, base + self.terrain[word]] = 1

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The tables by their names, and how large they are."""
        return {
            "hexes": self._ground.shape,
            "units": (max(1, len(self.counters)), len(UNIT)),
            "whole": (len(WHOLE) + QUESTIONS,),
        }

    def blank(self) -> Seen:
        """What somebody sees who sees nothing."""
        return {name: np.zeros(shape, dtype=np.float32) for name, shape in self.shapes.items()}

    def seen(self, game: Game[Any], side: str) -> Seen:
        """What a side sees now."""
        situation = self.situation(game, side)
        return {
            "hexes": self._hexes(situation),
            "units": self._units(game, side, situation),
            "whole": self._whole(game, side),
        }

    def situation(self, game: Game[Any], side: str) -> Situation | None:
        """The staff's reading of the side's view, where there is a staff."""
        if not self._staffed:
            return None
        found: Situation = command(game.system.name).view(Seat(game, side)).situation
        return found

    def _hexes(self, situation: Situation | None) -> Table:
        table = self._ground.copy()
        if situation is None:
            return table
        column = {name: len(GROUND) + n for n, name in enumerate(STACKS)}
        own = slice(column["own"], column["own_steps"] + 1)
        for piece in situation.pieces.values():
            table[piece.hex, own] += (1, piece.attack, piece.defence, piece.steps)
        enemy = slice(column["enemy"], column["enemy_dug_in"] + 1)
        for foe in situation.foes.values():
            table[foe.hex, enemy] = (1, foe.attack, foe.defence, foe.steps, foe.dug_in)
        table[:, column["enemy_zone"]] = np.asarray(situation.enemy_zone, dtype=np.float32) > 0
        for goal in situation.goals:
            table[goal.hex, column["goal"]] = goal.value
            table[goal.hex, column["goal_held"]] = goal.ours
        return table

    def _units(self, game: Game[Any], side: str, situation: Situation | None) -> Table:
        table = np.zeros(self.shapes["units"], dtype=np.float32)
        labels, pieces = game.board.index, {} if situation is None else situation.pieces
        for name, facts in shown(game.system.view(game, side)):
            row = self.counters.get(name)
            if row is None:
                continue
            h = labels.get(str(facts.get("hex", "")), -1)
            piece = pieces.get(name)
            mine = piece is not None or counters_of(game.scenario)[name].side == side
            table[row, :3] = (1, mine, h >= 0)
            if h >= 0:
                table[row, 3:5] = self._spots[h]
            if piece is not None:
                table[row, 5:] = (
                    piece.attack, piece.defence, piece.steps, piece.size,
                    piece.fights, piece.bars, piece.mobile,
                )  # fmt: skip
        return table

    def _whole(self, game: Game[Any], side: str) -> Table:
        table = np.zeros(self.shapes["whole"], dtype=np.float32)
        decision, terms = game.decision(side), tabletop(game).terms(game)
        points = 0 if terms is None else terms.total
        step = game.clock.step / max(1, len(game.segments))
        table[: len(WHOLE)] = (game.turn, self.turns, step, decision is not None, points)
        if decision is not None:
            table[len(WHOLE) + crc32(decision.ask.name.encode()) % QUESTIONS] = 1
        return table


def counters_of(scenario: Scenario) -> Mapping[str, Any]:
    """Every counter of a scenario, by its id."""
    found: Mapping[str, Any] = getattr(scenario, "counters", {})
    return found


def shown(view: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The counters that a view shows by name, own and enemy, each with what it says of them."""
    units = view.get("units")
    if isinstance(units, dict):
        yield from units.items()
    for stack in view.get("enemy") or ():
        for named in ("units", "unit"):
            if isinstance(stack.get(named), dict):
                yield from stack[named].items()
