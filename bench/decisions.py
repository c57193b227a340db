"""How many decisions a person takes in a game turn who lets his deputy propose what is routine.

The staff plays both sides, and what it does is sorted as a person at the table would meet it: a
segment for which his deputy proposes orders is one decision, to take them or to change them; a
question in the middle of a battle is one, unless a standing answer can be left for it; a segment in
which there is nothing to order is one click, and is told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.engine.game import Game
from grognard.players.seat import Seat
from grognard.players.staff import Staff

END = "end"


@dataclass(frozen=True, slots=True)
class Count:
    """What one side does in a game turn: segments for which its deputy proposes orders and how many
    orders these are, questions that it must answer itself, questions for which it may leave an
    answer, and segments that it only ends."""

    proposals: int = 0
    orders: int = 0
    questions: int = 0
    standing: int = 0
    ends: int = 0

    @property
    def decisions(self) -> int:
        """What is left to a person."""
        return self.proposals + self.questions


def counted(game: Game[Any], turns: int) -> list[dict[str, Count]]:
    """So many game turns of a game that the staff plays, each with what either side did in it."""
    staffs = {side: Staff() for side in game.scenario.sides}
    found: list[dict[str, Count]] = []
    first, proposed = game.turn, set[tuple[str, int]]()
    while (side := game.to_act) is not None and game.turn < first + turns:
        if len(found) <= game.turn - first:
            found.append({one: Count() for one in game.scenario.sides})
        ask, serial, now = game.decisions[0].ask, game.serial, found[-1]
        action = staffs[side].choose(Seat(game, side))
        now[side] = _with(now[side], ask.default is not None, bool(ask.policies), action)
        if ask.default is None and action["do"] != END and (side, serial) not in proposed:
            proposed.add((side, serial))
            now[side] = replace(now[side], proposals=now[side].proposals + 1)
        elif action["do"] == END and (side, serial) in proposed:
            now[side] = replace(now[side], ends=now[side].ends - 1)
        game.play(side, action)
    return found


def _with(count: Count, question: bool, policy: bool, action: Mapping[str, Any]) -> Count:
    """A count with one more action in it."""
    if question and policy:
        return replace(count, standing=count.standing + 1)
    if question:
        return replace(count, questions=count.questions + 1)
    if action["do"] == END:
        return replace(count, ends=count.ends + 1)
    return replace(count, orders=count.orders + 1)


def mean(counts: list[dict[str, Count]]) -> float:
    """Decisions that a person takes in a game turn, over both sides and all turns."""
    all_ = [count.decisions for turn in counts for count in turn.values()]
    return sum(all_) / len(all_) if all_ else 0.0
