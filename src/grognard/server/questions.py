"""Questions: what may cost much thought, by name, so that another process can be asked it.

Each is a function of the club, of a seat or of the token of a shared link, and of plain data; what
it gives back is plain data as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from grognard.server import (
    coaching,
    intents,
    keeping_up,
    mends,
    panels,
    playback,
    queries,
    replays,
    screen,
    statistics,
    telling,
)
from grognard.server.club import Club
from grognard.server.keeping_up import Holding
from grognard.server.store.records import Seat


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a game: by name, from a seat or through a shared link."""

    name: str
    game: str
    whose: Seat | str
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The question as another process reads it."""
        whose = self.whose if isinstance(self.whose, str) else asdict(self.whose)
        return {"name": self.name, "game": self.game, "whose": whose, "details": {**self.details}}


def read_question(data: Mapping[str, Any]) -> Question:
    """A question from another process."""
    whose = data["whose"]
    seat = whose if isinstance(whose, str) else Seat(**whose)
    return Question(data["name"], data["game"], seat, data["details"])


def answer(club: Club, question: Question) -> Any:
    """What is to be answered."""
    return _ASKED[question.name](club, question.whose, **question.details)


def prepare(club: Club, question: Question) -> None:
    """Do what takes long and has nothing to do with how hard a question is."""
    if question.name in COACHED and isinstance(question.whose, Seat):
        coaching.prepare(club, question.whose, question.details.get("side"))
    else:
        with club.live.reading(question.game):
            pass


COACHED = ("coach", "coached turn")
"""Questions that always go to a process of their own, where there is one."""


def _compose(
    club: Club, seat: Seat, at: str, do: str, pointed: Mapping[str, Any]
) -> dict[str, Any]:
    return screen.compose(club, seat, at, screen.Pointed(**pointed), do)


def _fresh(club: Club, seat: Seat, has: Mapping[str, Any]) -> dict[str, Any]:
    return keeping_up.fresh(club, seat, Holding(**has))


_ASKED: Mapping[str, Callable[..., Any]] = {
    "ahead": panels.ahead,
    "boxes": panels.boxes,
    "budget": panels.budget,
    "choices": screen.choices,
    "coach": coaching.course,
    "coached turn": coaching.turn,
    "company": screen.company,
    "compose": _compose,
    "fresh": _fresh,
    "legal": queries.legal,
    "mends": mends.offered,
    "menu": screen.menu,
    "odds": queries.odds,
    "orders": screen.orders,
    "overlay": screen.overlay,
    "playback": playback.playback,
    "reach": screen.reach,
    "statistics": statistics.statistics,
    "table": keeping_up.table,
    "table of then": screen.table,
    "weigh": screen.weigh,
    "shared intents": intents.shared_intents,
    "shared moment": replays.replay_at,
    "shared replay": replays.replay,
    "shared story": telling.shared_story,
    "shared table": screen.shared_table,
}
