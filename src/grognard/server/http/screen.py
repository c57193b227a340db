"""The screen: the table as a seat sees it, and what can be asked of it with a click."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from grognard.server import screen, telling
from grognard.server.http.access import Anybody, AtDesk, AtSeat, written
from grognard.server.http.forms import MOST, Action, Form, Id, Word
from grognard.server.http.playing import PLAYING, SEATED
from grognard.server.http.problems import problems
from grognard.table.cards import Overlay, Reach, Weighing

router = APIRouter(prefix="/api/v1", tags=["screen"])
SHARED = problems("not-found", "impossible", "invalid")
Moment = Annotated[
    int | None, Query(ge=1, le=MOST, description="A moment of the past; left out, the present.")
]
Since = Annotated[int, Query(ge=0, le=MOST)]
Name = Annotated[str, Path(max_length=80)]
Wanted = Annotated[str | None, Query(max_length=80)]
Words = Annotated[list[Word], Field(max_length=60)]


class Pieces(Form):
    """Counters by their ids."""

    pieces: Annotated[list[Word], Field(min_length=1, max_length=60)]


class Pointed(Form):
    """Counters, and the hexes that are pointed at."""

    pieces: Words = []
    hexes: Words = []


class Weigh(Form):
    """An action to be weighed."""

    action: Action


# ---- the table


@router.get("/seats/{seat_id}/table", response_model=screen.TableTop, responses=SEATED)
async def table(at: AtSeat, moment: Moment = None) -> Response:
    """The whole table as the seat sees it, or as it saw it at a moment."""
    kind = "ask" if moment is None else "ponder"
    return await at.ask(lambda club, seat: screen.table(club, seat, moment), kind)


@router.get("/seats/{seat_id}/story", response_model=telling.Story, responses=SEATED)
async def story(at: AtSeat, since: Since = 0) -> Response:
    """What happened after `since`, line by line; what was taken back is left out."""
    return await at.ask(lambda club, seat: telling.story(club, seat, since))


@router.get("/replays/{replay}/table", response_model=screen.TableTop, responses=SHARED)
async def shared_table(desk: AtDesk, asker: Anybody, replay: Id, moment: Moment = None) -> Response:
    """The whole table of a shared game, at its end or at a moment."""
    return await desk.ask_unknown(
        asker, lambda: written(screen.shared_table(desk.club, replay, moment)), "ponder"
    )


@router.get("/replays/{replay}/story", response_model=telling.Story, responses=SHARED)
async def shared_story(desk: AtDesk, asker: Anybody, replay: Id, since: Since = 0) -> Response:
    """The story of a shared game."""
    return await desk.ask_unknown(
        asker, lambda: written(telling.shared_story(desk.club, replay, since)), "ponder"
    )


# ---- asking about the table


@router.post("/seats/{seat_id}/reach", response_model=Reach, responses=PLAYING)
async def reach(at: AtSeat, form: Pieces) -> Response:
    """Where counters can go together now, and what is in the way."""
    return await at.ask(lambda club, seat: screen.reach(club, seat, form.pieces))


@router.post("/seats/{seat_id}/orders", response_model=screen.OrderCards, responses=PLAYING)
async def orders(at: AtSeat, form: Pointed) -> Response:
    """What counters could be told to do to hexes, the likeliest first, or why they cannot."""
    return await at.ask(lambda club, seat: screen.orders(club, seat, form.pieces, form.hexes))


@router.post("/seats/{seat_id}/weigh", response_model=Weighing, responses=PLAYING)
async def weigh(at: AtSeat, form: Weigh) -> Response:
    """An action weighed before it is done: its numbers, every outcome, who could be added."""
    return await at.ask(lambda club, seat: screen.weigh(club, seat, form.action.plain()), "ponder")


@router.get("/seats/{seat_id}/choices", response_model=screen.ActionCards, responses=PLAYING)
async def choices(
    at: AtSeat,
    do: Wanted = None,
    piece: Wanted = None,
    hex: Wanted = None,
) -> Response:
    """Open actions, of a kind, with a counter, or about a hex."""
    return await at.ask(lambda club, seat: screen.choices(club, seat, do, piece, hex), "ponder")


@router.get("/seats/{seat_id}/hexes/{hex}", response_model=screen.HexNote, responses=SEATED)
async def hex_note(at: AtSeat, hex: Name) -> Response:
    """A hex looked at closely."""
    return await at.ask(lambda club, seat: screen.hex_note(club, seat, hex))


@router.get("/seats/{seat_id}/pieces/{piece}", response_model=screen.PieceNote, responses=SEATED)
async def piece_note(at: AtSeat, piece: Name) -> Response:
    """A counter looked at closely: what it is worth now, with reasons."""
    return await at.ask(lambda club, seat: screen.piece_note(club, seat, piece))


@router.get("/seats/{seat_id}/overlays/{overlay}", response_model=Overlay, responses=SEATED)
async def overlay(at: AtSeat, overlay: Name) -> Response:
    """An overlay as the seat may see it."""
    return await at.ask(lambda club, seat: screen.overlay(club, seat, overlay), "ponder")
