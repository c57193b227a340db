"""Plans: the staff plays, and is told at the start of each turn what is to be fought for.

A plan is a row of small numbers: for each of up to eight groups of objectives, how much they are to
count for (nothing, as the staff thinks, twice that, four times that), and last the posture: as the
staff thinks, to gain ground, or to keep it. The staff carries it out by its own lights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal
from grognard.players.seat import Seat
from grognard.players.staff.command import Command
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.player import command

GROUPS = 8
WEIGHTS = (0, 1, 2, 4)
"""By how much the worth of a group is multiplied."""
POSTURES = ("as it is", "gain", "keep")
NEAR = 2
"""How many hexes apart objectives of one group may lie."""
COLUMNS = ("x", "y", "worth", "held")


class Plans:
    """The plan of one side, made anew each turn."""

    nvec = (len(WEIGHTS),) * GROUPS + (len(POSTURES),)
    size = sum(nvec)

    def __init__(self, game: Game[Any], side: str) -> None:
        self.groups = grouped(game, side)
        self.plan: list[int] = [1] * GROUPS + [0]
        self.turn = 0
        self._staff: Command[Any] | None = None

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """What it adds to what is seen."""
        return {"objectives": (GROUPS, len(COLUMNS)), "plan": (len(self.nvec),)}

    def unasked(self, game: Game[Any], side: str) -> Action | None:
        """What the staff answers, where the plan of the turn is made."""
        return self._answer(game, side) if self.turn == game.turn else None

    def ask(self, game: Game[Any], side: str) -> None:
        """Look at the question that is put to a side."""
        self._game, self._side = game, side

    def mask(self) -> NDArray[np.int8]:
        """Every plan is open."""
        return np.ones(self.size, dtype=np.int8)

    def take(self, said: Any) -> Action | list[Refusal]:
        """The staff's first answer by a plan, or why it is none."""
        numbers = [int(n) for n in np.asarray(said).ravel()]
        if len(numbers) != len(self.nvec):
            return [Refusal("form", f"a plan has {len(self.nvec)} numbers, not {len(numbers)}")]
        for place, (n, most) in enumerate(zip(numbers, self.nvec, strict=True)):
            if not 0 <= n < most:
                text = f"number {place} of a plan is 0 to {most - 1}, not {n}"
                return [Refusal("form", text)]
        self.plan, self.turn, self._staff = numbers, self._game.turn, None
        return self._answer(self._game, self._side)

    def _answer(self, game: Game[Any], side: str) -> Action:
        if self._staff is None:
            self._staff = told(game.system.name, self.groups, self.plan)
        return self._staff.choose(Seat(game, side))

    def seen(self, game: Game[Any], side: str) -> dict[str, NDArray[np.float32]]:
        """The objectives, and the plan that was in force."""
        table = np.zeros((GROUPS, len(COLUMNS)), dtype=np.float32)
        board = game.board
        goals = command(game.system.name).view(Seat(game, side)).situation.goals
        for n, group in enumerate(self.groups):
            mine = [goal for goal in goals if goal.hex in group]
            worth = sum(goal.value for goal in mine)
            held = sum(goal.ours for goal in mine) / max(1, len(mine))
            table[n] = (board.q[group[0]], board.r[group[0]], worth, held)
        return {"objectives": table, "plan": np.array(self.plan, dtype=np.float32)}

    def told(self) -> dict[str, Any]:
        """The objectives by the labels of their hexes, and the plan that was in force."""
        label = self._game.board.label
        return {"objectives": [[label(h) for h in one] for one in self.groups], "plan": self.plan}

    def freeze(self) -> Any:
        """The plan, and what it is about."""
        return {"plan": self.plan, "turn": self.turn, "groups": self.groups}

    def thaw(self, data: Any, game: Game[Any], side: str) -> None:
        """Take it up again; the staff plans afresh from what it sees."""
        self.plan, self.turn, self._staff = list(data["plan"]), data["turn"], None
        self.groups = [list(group) for group in data["groups"]]
        self.ask(game, side)


def grouped(game: Game[Any], side: str) -> list[list[int]]:
    """The objectives of a side in groups, the dearest first; what is over joins the nearest."""
    goals = command(game.system.name).view(Seat(game, side)).situation.goals
    worth = {goal.hex: goal.value for goal in goals}
    groups: list[list[int]] = []
    distance = game.board.distance
    for h in sorted(worth, key=lambda h: (-worth[h], h)):
        near = min(groups, key=lambda group: (distance(group[0], h), group[0]), default=None)
        if near is not None and (distance(near[0], h) <= NEAR or len(groups) == GROUPS):
            near.append(h)
        else:
            groups.append([h])
    return groups


def told(system: str, groups: Sequence[Sequence[int]], plan: Sequence[int]) -> Command[Any]:
    """A staff that was told what is to be fought for: the worth of objectives is as the plan has
    it."""
    weights = zip(groups, plan, strict=False)
    emphasis = tuple((h, WHOLE * WEIGHTS[n]) for group, n in weights for h in group)
    gaining = {"gain": True, "keep": False}.get(POSTURES[plan[-1]])
    own = command(system).doctrine
    return command(system, replace(own, emphasis=emphasis, gaining=gaining))
