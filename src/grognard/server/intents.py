"""Intents: the orders of the day that programs keep, and who may read them when.

They lie beside the game, a page a line, and are no part of it: whoever replays, branches or saves a
game has nothing of them. A program's own side reads them at once, everybody when the game is over.
Where somebody plays alone and wished it so, he reads them after the program's turn; they name
nobody then whom he could not see. Those of a deputy are for whom he serves, and for nobody else.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import insert, select

from grognard import library
from grognard.engine.entries import PUBLIC, in_force
from grognard.server.club import Club
from grognard.server.live_games import Hold
from grognard.server.logs import log
from grognard.server.scenes import Scene, read_out, scene, shared_scene
from grognard.server.seating import read_seats
from grognard.server.store import schema
from grognard.server.store.records import PERSON, PLAYER, PROGRAM, UMPIRE_ROLE, GameRow, Seat
from grognard.table import intent
from grognard.table.intent import LARGEST, Page, PageError, Sight, screened
from grognard.table.order_book import IntentDay, Leaf, days, line_of, sight_of, turned
from grognard.table.writing import Card

LOG = log("intents")
Reading = Literal["none", "closed", "teaching", "open"]


@dataclass(frozen=True, slots=True)
class Intents(Card):
    """What programs were about, as far as a seat may read it."""

    reading: Reading
    """none: nobody keeps any; closed: until the game is over; teaching: without who is out of
    sight; open."""
    turns: tuple[int, ...]
    """The turns of which there is something to read."""
    days: tuple[IntentDay, ...]
    """Those of the turn that was asked for, or of the last."""


class Row(NamedTuple):
    """A page as it was kept, and who could see what of it then."""

    leaf: Leaf
    seen: dict[str, Any] | None
    served: str | None = None
    """The seat whose deputy wrote it."""


# ---- keeping


@contextlib.contextmanager
def kept(hold: Hold, seat: Seat, side: str, data: Any) -> Iterator[None]:
    """Keep what a program says of the action that is played meanwhile, if it says anything.

    What is said for a person's seat is said by his deputy.
    """
    game, n = hold.kept.game, hold.kept.length
    turn, step = game.turn, game.clock.step
    yield
    page = None if data is None else _checked(hold.row.id, side, data)
    if page is None:
        return
    hold.connection.execute(
        insert(schema.intents).values(
            game_id=hold.row.id, n=n, side=side, turn=turn, step=step, page=intent.written(page),
            seen=_seen(hold, side, page) if hold.row.settings.get("explains") else None,
            seat_id=seat.id if seat.kind == PERSON else None,
        )
    )  # fmt: skip


def _checked(game: str, side: str, data: Any) -> Page | None:
    """A page that is one, and no longer than any; another is left out, and the game goes on."""
    try:
        if len(json.dumps(data)) > LARGEST:
            raise PageError(f"a page has {LARGEST} letters at most")
        return intent.read(data)
    except (PageError, TypeError, ValueError) as error:
        LOG.warning("no page of orders", extra={"game": game, "side": side, "reason": str(error)})
        return None


def _seen(hold: Hold, side: str, page: Page) -> dict[str, Any]:
    """What of a page every other audience could see when its order had been carried out."""
    game, words = hold.kept.game, library.tabletop(hold.kept.game)
    others = [audience for audience in (*game.scenario.sides, PUBLIC) if audience != side]
    return {audience: sight_of(game, words, audience, page)._asdict() for audience in others}


# ---- who may read


def alone(at_table: Sequence[Seat]) -> bool:
    """Whether one person plays at most."""
    people = {
        one.person_id
        for one in at_table
        if one.role == PLAYER and one.kind == PERSON and one.person_id is not None
    }
    return len(people) <= 1


def teaching(row: GameRow, at_table: Sequence[Seat]) -> bool:
    """Whether programs explain themselves at once: it was wished, and nobody else plays."""
    return bool(row.settings.get("explains")) and alone(at_table)


def _reading(found: Scene, seat: Seat | None, at_table: Sequence[Seat], side: str) -> Reading:
    """How somebody may read a side's orders."""
    if found.ended:
        return "open"
    if seat is None:
        return "closed"
    own = seat.role == UMPIRE_ROLE or (seat.role == PLAYER and seat.side == side)
    if own:
        return "open"
    return "teaching" if teaching(found.row, at_table) else "closed"


def _readable(
    found: Scene, seat: Seat | None, at_table: Sequence[Seat], rows: Iterable[Row]
) -> Iterator[Leaf]:
    """The pages that somebody may read, as he may read them."""
    for leaf, sights, served in rows:
        if served is not None:
            if seat is not None and seat.id == served:
                yield leaf
            continue
        reading = _reading(found, seat, at_table, leaf.side)
        if reading == "open":
            yield leaf
        elif reading == "teaching" and sights and turned(found.game, found.tabletop, leaf):
            audience = found.audience or PUBLIC
            if audience in sights:
                sight = Sight(**sights[audience])
                yield leaf._replace(page=screened(leaf.page, sight, audience != PUBLIC))


# ---- reading


def intents(club: Club, seat: Seat, turn: int | None = None) -> dict[str, Any]:
    """What programs were about in a turn, as a seat may read it; the last turn if none is named."""
    with scene(club, seat) as found:
        return _told(club, found, seat, turn)


def shared_intents(club: Club, token: str, turn: int | None = None) -> dict[str, Any]:
    """The same of a shared game, which tells it when it is over."""
    with shared_scene(club, token) as found:
        return _told(club, found, None, turn)


def _told(club: Club, found: Scene, seat: Seat | None, turn: int | None) -> dict[str, Any]:
    game, words = found.game, found.tabletop
    at_table, rows = _kept(club, found)
    leaves = list(_readable(found, seat, at_table, rows))
    turns = sorted({leaf.turn for leaf in leaves})
    chosen = turn if turn is not None else turns[-1] if turns else 0
    told = Intents(
        reading=_whole(found, seat, at_table),
        turns=tuple(turns),
        days=days(game, words, [leaf for leaf in leaves if leaf.turn == chosen]),
    )
    return read_out(game, words, told)


def _kept(club: Club, found: Scene) -> tuple[list[Seat], list[Row]]:
    """Who sits at the table, and every page whose order has not been taken back."""
    standing = {n for n, _ in in_force(found.game.history)}
    i = schema.intents.c
    wanted = select(i.n, i.side, i.turn, i.step, i.page, i.seen, i.seat_id).order_by(i.n)
    with club.database.reading() as connection:
        at_table = read_seats(connection, found.row.id)
        kept = connection.execute(wanted.where(i.game_id == found.row.id)).all()
    rows = [
        Row(Leaf(n, side, turn, step, intent.read(page)), seen, served)
        for n, side, turn, step, page, seen, served in kept
        if n in standing
    ]
    return at_table, rows


def export(club: Club, seat: Seat) -> str:
    """All that may be read, as a file to lie beside the save."""
    with scene(club, seat) as found:
        at_table, rows = _kept(club, found)
        return "".join(line_of(leaf) for leaf in _readable(found, seat, at_table, rows))


def _whole(found: Scene, seat: Seat | None, at_table: Sequence[Seat]) -> Reading:
    """How somebody may read the orders of the programs at the table, of any of them at best."""
    sides = {one.side for one in at_table if one.kind == PROGRAM and one.side}
    ways = {_reading(found, seat, at_table, side) for side in sides}
    known: tuple[Reading, ...] = ("open", "teaching", "closed")
    return next((way for way in known if way in ways), "none")
