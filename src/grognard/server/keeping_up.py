"""Keeping up: what is new at a table since a page last looked at it, in one answer.

A page says which table it has before it, by its mark, how much of the story it was told, and which
counters it has in hand. It is told what has changed, how the story goes on, and what those counters
can do now. All of it is made of the table as the seat sees it: what a change tells is the
difference of two tables that the seat may see both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from grognard.engine.record import canonical
from grognard.server import screen, telling
from grognard.server.changes import Change, change
from grognard.server.club import Club
from grognard.server.errors import Denied
from grognard.server.store.records import Seat
from grognard.table.cards import Labels, Reach
from grognard.table.composition import DeedRows
from grognard.table.writing import Card, plain


@dataclass(frozen=True, slots=True)
class Holding:
    """What a page has: the mark of its table, how far it was told the story, whom it has in hand.

    Without a mark it has no table yet.
    """

    mark: str = ""
    told: int = 0
    chosen: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class InHand(Card):
    """What counters in hand can do now: where they can go, and what else, alone or together."""

    pieces: Labels
    reach: Reach
    menu: DeedRows
    piece: screen.PieceNote | None
    """A counter alone, looked at closely."""
    hexes: tuple[screen.HexNote, ...]
    """The hex of the first of them, and the one that it has left."""


@dataclass(frozen=True, slots=True)
class Fresh(Card):
    """What is new since a page last looked."""

    since: str
    """The mark of the table that has changed; without one the whole table is told."""
    change: Change | None
    table: screen.TableTop | None
    story: telling.Story
    in_hand: InHand | None


def table(club: Club, seat: Seat) -> dict[str, Any]:
    """The whole table as a seat sees it now, marked and remembered."""
    found = screen.table(club, seat)
    text = canonical(found)
    found["mark"] = sha256(text.encode()).hexdigest()[:16]
    club.shown.keep(seat.id, found["mark"], canonical(found))
    return found


def fresh(club: Club, seat: Seat, has: Holding) -> dict[str, Any]:
    """What is new for a page that has so much."""
    before = club.shown.find(seat.id, has.mark) if has.mark else None
    now = table(club, seat)
    return {
        "since": "" if before is None else has.mark,
        "change": None if before is None else plain(change(before, now)),
        "table": now if before is None else None,
        "story": telling.story(club, seat, has.told),
        "in_hand": _in_hand(club, seat, before or now, now, has.chosen),
    }


def _in_hand(
    club: Club, seat: Seat, before: dict[str, Any], now: dict[str, Any], chosen: Sequence[str]
) -> dict[str, Any] | None:
    """What counters that are still there can do, where a phase waits for orders."""
    was, there = (
        {card["id"]: card["hex"] for card in table["counters"] if card["hex"]}
        for table in (before, now)
    )
    pieces = [piece for piece in chosen if piece in there]
    asked = now["asked"]
    if not pieces or not asked or not all(one["phase"] for one in asked):
        return None
    alone, first = len(pieces) == 1, pieces[0]
    hexes = dict.fromkeys((there[first], was.get(first, there[first])))
    try:
        return {
            "pieces": pieces,
            "reach": screen.reach(club, seat, pieces),
            "menu": screen.menu(club, seat, pieces, [*dict.fromkeys(there[p] for p in pieces)]),
            "piece": screen.piece_note(club, seat, first) if alone else None,
            "hexes": [screen.hex_note(club, seat, hex_) for hex_ in hexes],
        }
    except Denied:
        return None  # they are not the seat's own, or the game has gone on meanwhile
