"""Mends: what was mended in a game's scenario since it began, offered to those who play it.

It is taken over by the ordinary way of an edit: who wishes it proposes it, and the others are
asked. A side that is in the same hands, or in a program's, agrees at once.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from grognard.engine.decision import Action
from grognard.engine.entries import UMPIRE
from grognard.server.club import Club
from grognard.server.commands import command
from grognard.server.live_games import Hold
from grognard.server.queries import acting
from grognard.server.refusals import in_words
from grognard.server.seating import read_seats
from grognard.server.store.records import PLAYER, PROGRAM, Seat

REASON = "the scenario was mended"


def offered(club: Club, seat: Seat) -> dict[str, Any]:
    """What was mended, as far as there is anything to take over."""
    by = acting(seat)
    with club.live.reading(seat.game_id) as (kept, row):
        found = None if row.over else kept.game.mends.offered(kept.game)
        if found is None:
            return {"mend": None}
        why = kept.game.why(by, _wish(by, found.to))
        refused = [refusal.to_json() for refusal in in_words(kept.game, why)]
        sides = kept.game.scenario.sides
    with club.database.reading() as connection:
        alone = by == UMPIRE or set(_agreeing(connection, seat)) >= {*sides} - {by}
    return {"mend": {"to": found.to, "told": found.told, "refused": refused, "alone": alone}}


def take(club: Club, seat: Seat, to: str, key: str) -> dict[str, Any]:
    """Propose to take over what was mended, or take it over where nobody else must agree."""
    by = acting(seat)

    def propose(hold: Hold) -> None:
        hold.play(by, _wish(by, to))
        for side in () if by == UMPIRE else _agreeing(hold.connection, seat):
            hold.play(side, {"do": "consent", "to": by, "agree": True})

    return command(club, seat, key, ["mend", to], propose)


def _wish(by: str, to: str) -> Action:
    """The edit as its proposer or the umpire makes it."""
    do = "edit" if by == UMPIRE else "propose"
    return {"do": do, "changes": [{"mend": to}], "reason": REASON}


def _agreeing(connection: Connection, seat: Seat) -> list[str]:
    """The other sides that agree at once: in the hands of the same person, or of programs."""
    hands: dict[str, list[bool]] = {}
    for one in read_seats(connection, seat.game_id):
        if one.role == PLAYER and one.side is not None and one.side != seat.side:
            same = one.kind == PROGRAM or one.person_id == seat.person_id
            hands.setdefault(one.side, []).append(same)
    return sorted(side for side, same in hands.items() if all(same))
