"""The die: ten sides, read from 0 to 9. [2.6]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from grognard.engine.dice import Faces
from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.kit.chance import read_as
from grognard.systems.nextwar.scenario import Nw

T = TypeVar("T")
SIDES = 10
UNCHANGED = Tally()
"""Of a roll that nothing modifies."""


def pips(face: int) -> int:
    """What a face says: the ten is a zero. [2.6]"""
    return face % SIDES


def roll(game: Nw, read: Callable[[int], T]) -> tuple[int, T]:
    """Roll the die and read it; odds tell apart only what reads differently. [2.6]"""

    def reading(faces: Faces) -> T:
        return read(pips(faces[0]))

    faces, found = read_as(game, 1, SIDES, reading)
    return pips(faces[0]), found


def on_table(game: Nw, name: str, column: str, tally: Tally = UNCHANGED) -> tuple[int, str]:
    """Roll in a column of a table, with what modifies it; a sum beyond either end of the table is
    read in its last row there."""
    table, modifier = game.scenario.tables[name], int(tally.total)
    return roll(game, lambda shown: table.cell(shown + modifier, column, clamp=True).value)


def show(
    game: Nw, what: str, rule: str, facts: Mapping[str, Any], shown: int, tally: Tally | None = None
) -> None:
    """Show everybody a roll: the die, what modified it, and what else there is to say."""
    told = {**facts, "roll": shown} | ({} if tally is None else {"tally": tally.to_json()})
    game.emit(Event(what, rule, told, dice=(shown,), outcome=True))


def passes(game: Nw, rating: int) -> tuple[int, bool]:
    """A check against an efficiency rating: equal or less passes. [2.3.3]"""
    return roll(game, lambda shown: shown <= rating)
