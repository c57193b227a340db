"""The other side of a guided lesson: it answers as was rehearsed, so that the text holds.

Asked what the lesson did not foresee, because the pupil went his own way, it leaves the answer to
another program.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard import box, library
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.explaining import page_of
from grognard.players.seat import Player, Seat
from grognard.players.thinking import Listener, let_hear
from grognard.table.intent import Page

Occasion = tuple[str, int, str, str]
"""A question as it can come up again: who is asked, in which turn and phase, and what."""


def _occasion(seat: Seat) -> Occasion:
    return seat.side, seat.segment[0], seat.phase, seat.question.prompt


@lru_cache(maxsize=8)
def answers(scenario: str) -> dict[Occasion, Action]:
    """What is answered to the pupil's orders when the lesson is taken as it is written."""
    lesson = box.lesson(scenario)
    if lesson is None:
        return {}
    game: Game[Any] = Game(*library.find_scenario(scenario), lesson.seed)
    found: dict[Occasion, Action] = {}
    for step in lesson.steps:
        for side, action in step.rehearsal.get("play", ()):
            if side != lesson.side and game.decision(side) is not None:
                found.setdefault(_occasion(Seat(game, side)), action)
            game.play(side, action)
    return found


class Rehearsed:
    """Plays against a pupil: what was rehearsed where that is legal, and else as `other` would."""

    def __init__(self, other: Player) -> None:
        self.other = other
        self.thought = False

    def choose(self, seat: Seat) -> Action:
        """One legal action for a side that is asked something."""
        known = answers(seat.scenario.id).get(_occasion(seat))
        self.thought = known is None or not seat.may(known)
        return self.other.choose(seat) if self.thought or known is None else known

    def explained(self) -> Page | None:
        """What the last answer was about, if it was thought of and not rehearsed."""
        return page_of(self.other) if self.thought else None

    def heard_by(self, listener: Listener | None) -> None:
        """Have the other program tell how far it is, if it is one that does."""
        let_hear(self.other, listener)
