"""The screen: the table as a seat sees it, and what can be asked of it with a click."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from grognard.server.http.access import Anybody, Asking, AtDesk, written
from grognard.server.http.forms import MOST, Action, Form, Id, Word
from grognard.server.http.playing import PLAYING, SEATED, from_seat
from grognard.server.http.problems import problems
from grognard.server.http.screen_answers import (
    Choices,
    HexNote,
    Overlay,
    PieceNote,
    Proposals,
    Reach,
    Story,
    TableTop,
    Weighing,
)

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


@router.get("/seats/{seat_id}/table", response_model=TableTop, responses=SEATED)
async def table(desk: AtDesk, asker: Asking, seat_id: Id, moment: Moment = None) -> Response:
    """The whole table as the seat sees it, or as it saw it at a moment."""
    kind = "ask" if moment is None else "ponder"
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.table(seat, moment), kind
    )


@router.get("/seats/{seat_id}/story", response_model=Story, responses=SEATED)
async def story(desk: AtDesk, asker: Asking, seat_id: Id, since: Since = 0) -> Response:
    """What happened after `since`, line by line; what was taken back is left out."""
    return await from_seat(desk, asker, seat_id, lambda seat: desk.service.story(seat, since))


@router.get("/replays/{replay}/table", response_model=TableTop, responses=SHARED)
async def shared_table(desk: AtDesk, asker: Anybody, replay: Id, moment: Moment = None) -> Response:
    """The whole table of a shared game, at its end or at a moment."""
    return await desk.ask_unknown(
        asker, lambda: written(desk.service.shared_table(replay, moment)), "ponder"
    )


@router.get("/replays/{replay}/story", response_model=Story, responses=SHARED)
async def shared_story(desk: AtDesk, asker: Anybody, replay: Id, since: Since = 0) -> Response:
    """The story of a shared game."""
    return await desk.ask_unknown(
        asker, lambda: written(desk.service.shared_story(replay, since)), "ponder"
    )


# ---- asking about the table


@router.post("/seats/{seat_id}/reach", response_model=Reach, responses=PLAYING)
async def reach(desk: AtDesk, asker: Asking, seat_id: Id, form: Pieces) -> Response:
    """Where counters can go together now, and what is in the way."""
    return await from_seat(desk, asker, seat_id, lambda seat: desk.service.reach(seat, form.pieces))


@router.post("/seats/{seat_id}/orders", response_model=Proposals, responses=PLAYING)
async def orders(desk: AtDesk, asker: Asking, seat_id: Id, form: Pointed) -> Response:
    """What counters could be told to do to hexes, the likeliest first, or why they cannot."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.orders(seat, form.pieces, form.hexes)
    )


@router.post("/seats/{seat_id}/weigh", response_model=Weighing, responses=PLAYING)
async def weigh(desk: AtDesk, asker: Asking, seat_id: Id, form: Weigh) -> Response:
    """An action weighed before it is done: its numbers, every outcome, who could be added."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.weigh(seat, form.action.plain()), "ponder"
    )


@router.get("/seats/{seat_id}/choices", response_model=Choices, responses=PLAYING)
async def choices(
    desk: AtDesk,
    asker: Asking,
    seat_id: Id,
    do: Wanted = None,
    piece: Wanted = None,
    hex: Wanted = None,
) -> Response:
    """Open actions, of a kind, with a counter, or about a hex."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.choices(seat, do, piece, hex), "ponder"
    )


@router.get("/seats/{seat_id}/hexes/{hex}", response_model=HexNote, responses=SEATED)
async def hex_note(desk: AtDesk, asker: Asking, seat_id: Id, hex: Name) -> Response:
    """A hex looked at closely."""
    return await from_seat(desk, asker, seat_id, lambda seat: desk.service.hex_note(seat, hex))


@router.get("/seats/{seat_id}/pieces/{piece}", response_model=PieceNote, responses=SEATED)
async def piece_note(desk: AtDesk, asker: Asking, seat_id: Id, piece: Name) -> Response:
    """A counter looked at closely: what it is worth now, with reasons."""
    return await from_seat(desk, asker, seat_id, lambda seat: desk.service.piece_note(seat, piece))


@router.get("/seats/{seat_id}/overlays/{overlay}", response_model=Overlay, responses=SEATED)
async def overlay(desk: AtDesk, asker: Asking, seat_id: Id, overlay: Name) -> Response:
    """An overlay as the seat may see it."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.overlay(seat, overlay), "ponder"
    )
