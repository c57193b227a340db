"""Questions: what may cost much thought, by name, so that another process can be asked it.

Each is a function of the club, of a seat or of the token of a shared link, and of plain data; what
it gives back is plain data as well. Most only look. Some begin another game from the lines of one,
which are played again for it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from grognard.server import (
    branches,
    briefings,
    coaching,
    editing,
    intents,
    keeping_up,
    mends,
    overtures,
    panels,
    playback,
    queries,
    receipts,
    replays,
    screen,
    statistics,
    telling,
)
from grognard.server.club import Club
from grognard.server.drawings import pack, painted
from grognard.server.keeping_up import Holding
from grognard.server.manning import Manning
from grognard.server.store.records import Person, Seat


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


def _branch(club: Club, seat: Seat, moment: int | None, wish: Mapping[str, Any]) -> dict[str, Any]:
    return branches.branch(club, seat, moment, Manning(**wish))


def _branch_replay(
    club: Club, token: str, person: Mapping[str, Any], moment: int, wish: Mapping[str, Any]
) -> dict[str, Any]:
    return branches.branch_replay(club, Person(**person), token, moment, Manning(**wish))


def _map(club: Club, whose: Seat | str, scheme: str, edition: str | None) -> str:
    """A map drawn anew, compressed, as text."""
    if isinstance(whose, str):
        board, _words = screen.shared_board(club, whose, edition)
    else:
        board, _words = screen.board(club, whose, edition)
    return b64encode(pack(painted(board, scheme))).decode()


def _why(club: Club, seat: Seat, action: Any, at: str | None) -> dict[str, Any]:
    return {"refusals": queries.why(club, seat, action, at)}


BEGINNING: Mapping[str, Callable[..., Any]] = {
    "answer an offer": overtures.answer,
    "branch": _branch,
    "branch a replay": _branch_replay,
    "offer a branch": overtures.offer_branch,
}
"""Those that may begin another game."""
_ASKED: Mapping[str, Callable[..., Any]] = {
    **BEGINNING,
    "ahead": panels.ahead,
    "boxes": panels.boxes,
    "briefing": briefings.briefing,
    "budget": panels.budget,
    "calendar": panels.calendar,
    "choices": screen.choices,
    "coach": coaching.course,
    "coached turn": coaching.turn,
    "company": screen.company,
    "compose": _compose,
    "edits": editing.edit_form,
    "events": queries.events,
    "forces": panels.forces,
    "fresh": _fresh,
    "hex": screen.hex_note,
    "intents": intents.intents,
    "look": queries.look,
    "map": _map,
    "legal": queries.legal,
    "mends": mends.offered,
    "menu": screen.menu,
    "odds": queries.odds,
    "orders": screen.orders,
    "overlay": screen.overlay,
    "piece": screen.piece_note,
    "playback": playback.playback,
    "reach": screen.reach,
    "receipts": receipts.given,
    "stakes": briefings.stakes,
    "statistics": statistics.statistics,
    "story": telling.story,
    "table": keeping_up.table,
    "table of then": screen.table,
    "view": queries.view,
    "weigh": screen.weigh,
    "why": _why,
    "shared intents": intents.shared_intents,
    "shared moment": replays.replay_at,
    "shared replay": replays.replay,
    "shared story": telling.shared_story,
    "shared table": screen.shared_table,
}
