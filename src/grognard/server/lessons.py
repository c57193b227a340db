"""Lessons: a pupil begins a step again, from the table as it lay then.

He is alone with a program and everybody knows the dice, so what he has learned hurts nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine.entries import UMPIRE, Line
from grognard.server.club import Club
from grognard.server.commands import command
from grognard.server.errors import Forbidden
from grognard.server.live_games import Hold
from grognard.server.offshoots import lines_at
from grognard.server.queries import acting
from grognard.server.seating import lesson_at
from grognard.server.store.records import Seat


def begin_again(club: Club, seat: Seat, moment: int, key: str) -> dict[str, Any]:
    """Take back all that came after a moment of a lesson, dice and the enemy's answers included.

    If what the table was like then has been taken back since, as much is taken back as it was.
    """
    acting(seat)

    def return_to(hold: Hold) -> None:
        if not lesson_at(hold):
            raise Forbidden("this is no lesson", "take back your last order, or ask for leave to")
        game = hold.kept.game
        upto = lines_at(hold.kept.streams[seat.audience].moments, moment)
        to = _kept_of(game.history, upto)
        if to < len(game.entries):
            game.replay(Line(UMPIRE, {"do": "undo", "to": to}, auto=False))

    return command(club, seat, key, ["begin-again", moment], return_to)


def _kept_of(history: Sequence[Line], upto: int) -> int:
    """How many of the first lines' actions still count."""
    count = 0
    for line in history[:upto]:
        count = line.action["to"] if line.action["do"] == "undo" else count + 1
    later = (line.action["to"] for line in history[upto:] if line.action["do"] == "undo")
    kept: int = min((count, *later))
    return kept
