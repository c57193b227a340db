"""The screen: the table as a seat sees it, and what can be asked of it with a click."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from grognard.server import editing, keeping_up, playback, screen, telling
from grognard.server.http.access import Anybody, AtDesk, AtSeat, reckoned
from grognard.server.http.forms import MOST, Action, Form, Held, Id, Word
from grognard.server.http.playing import PLAYING, SEATED, holding
from grognard.server.http.problems import problems
from grognard.table.cards import Overlay, Reach, Weighing
from grognard.table.composition import Company, Composition, DeedRows

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


class Hand(Pointed):
    """Counters in hand, and the hexes where they stand."""

    about: Word | None = None
    """A hex, for what can be done there that is about no counter."""
    each: bool = False
    """Whether each counter is meant by itself, and not all together."""


class Column(Pieces):
    """Many counters, and where they should go."""

    to: Word | None = None
    """A hex; left out, what they can do where they stand."""


class Compose(Form):
    """How far somebody has come with an answer, or with one kind of order in a phase."""

    at: Word
    """The question."""
    do: Word = ""
    """The kind of order, in a phase."""
    draft: Action | None = None
    """The answer so far; left out, the usual one."""
    hand: Annotated[list[Word], Field(max_length=60)] | None = None
    """The counters in hand; left out, whoever is next."""
    hex: Word | None = None
    """The hex that is pointed at."""
    sort: Word = ""
    """What is meant, where several sorts could be."""
    look: bool = False
    """Whether one only looks what pointing so would mean."""
    hexes: Annotated[list[Word], Field(max_length=400)] = []
    """The hexes that were drawn over in one stroke, in their order."""


class Weigh(Form):
    """An action to be weighed."""

    action: Action


# ---- the table


@router.get("/seats/{seat_id}/table", response_model=screen.TableTop, responses=SEATED)
async def table(at: AtSeat, moment: Moment = None) -> Response:
    """The whole table as the seat sees it, or as it saw it at a moment."""
    if moment is None:
        return await at.reckon("table", "point")
    return await at.reckon("table of then", moment=moment)


@router.post("/seats/{seat_id}/fresh", response_model=keeping_up.Fresh, responses=SEATED)
async def fresh(at: AtSeat, form: Held) -> Response:
    """What is new at the table for whoever says what he has: what has changed, and the story."""
    return await at.reckon("fresh", "point", has=asdict(holding(form)))


@router.get("/seats/{seat_id}/story", response_model=telling.Story, responses=SEATED)
async def story(at: AtSeat, since: Since = 0) -> Response:
    """What happened after `since`, line by line; what was taken back is left out."""
    return await at.reckon("story", "ask", since=since)


@router.get("/seats/{seat_id}/playback", response_model=playback.Playback, responses=SEATED)
async def played_back(
    at: AtSeat,
    since: Annotated[
        int | None,
        Query(ge=0, le=MOST, description="Left out, since the seat's own last turn."),
    ] = None,
    start: Annotated[bool, Query(description="Whether the table before it is wanted.")] = False,
) -> Response:
    """What happened after `since`, step by step, to be watched: ways, dice, and what changed."""
    return await at.reckon("playback", since=since, start=start)


@router.get("/replays/{replay}/table", response_model=screen.TableTop, responses=SHARED)
async def shared_table(desk: AtDesk, asker: Anybody, replay: Id, moment: Moment = None) -> Response:
    """The whole table of a shared game, at its end or at a moment."""
    return await reckoned(desk, asker, replay, "shared table", moment=moment)


@router.get("/replays/{replay}/story", response_model=telling.Story, responses=SHARED)
async def shared_story(desk: AtDesk, asker: Anybody, replay: Id, since: Since = 0) -> Response:
    """The story of a shared game."""
    return await reckoned(desk, asker, replay, "shared story", since=since)


# ---- asking about the table


@router.post("/seats/{seat_id}/reach", response_model=Reach, responses=PLAYING)
async def reach(at: AtSeat, form: Pieces) -> Response:
    """Where counters can go together now, and what is in the way."""
    return await at.reckon("reach", "point", pieces=form.pieces)


@router.post("/seats/{seat_id}/orders", response_model=screen.OrderCards, responses=PLAYING)
async def orders(at: AtSeat, form: Pointed) -> Response:
    """What counters could be told to do to hexes, the likeliest first, or why they cannot."""
    return await at.reckon("orders", "point", pieces=form.pieces, hexes=form.hexes)


@router.post("/seats/{seat_id}/weigh", response_model=Weighing, responses=PLAYING)
async def weigh(at: AtSeat, form: Weigh) -> Response:
    """An action weighed before it is done: its numbers, every outcome, who could be added."""
    return await at.reckon("weigh", action=form.action.plain())


@router.post("/seats/{seat_id}/compose", response_model=Composition, responses=PLAYING)
async def compose(at: AtSeat, form: Compose) -> Response:
    """The next step of an answer that is put together by pointing: what is at hand, where it may
    go and what that would do, and the answer so far."""
    draft = None if form.draft is None else form.draft.plain()
    step = screen.Pointed(draft, form.hand, form.hex, form.sort, form.look, form.hexes)
    return await at.reckon("compose", at=form.at, do=form.do, pointed=asdict(step))


@router.post("/seats/{seat_id}/menu", response_model=DeedRows, responses=PLAYING)
async def menu(at: AtSeat, form: Hand) -> Response:
    """What counters in hand can do where they stand, one row for each kind of action."""
    return await at.reckon(
        "menu", pieces=form.pieces, hexes=form.hexes, about=form.about, each=form.each
    )


@router.post("/seats/{seat_id}/company", response_model=Company, responses=PLAYING)
async def company(at: AtSeat, form: Column) -> Response:
    """What many counters could do at once that are in several hexes: each where it stands, or each
    towards one hex; who cannot is named with the reason."""
    return await at.reckon("company", pieces=form.pieces, to=form.to)


@router.get("/seats/{seat_id}/choices", response_model=screen.ActionCards, responses=PLAYING)
async def choices(
    at: AtSeat,
    do: Wanted = None,
    piece: Wanted = None,
    hex: Wanted = None,
) -> Response:
    """Open actions, of a kind, with a counter, or about a hex."""
    return await at.reckon("choices", do=do, piece=piece, at=hex)


@router.get("/seats/{seat_id}/hexes/{hex}", response_model=screen.HexNote, responses=SEATED)
async def hex_note(at: AtSeat, hex: Name) -> Response:
    """A hex looked at closely."""
    return await at.reckon("hex", "ask", label=hex)


@router.get("/seats/{seat_id}/pieces/{piece}", response_model=screen.PieceNote, responses=SEATED)
async def piece_note(at: AtSeat, piece: Name) -> Response:
    """A counter looked at closely: what it is worth now, with reasons."""
    return await at.reckon("piece", "ask", piece=piece)


@router.get(
    "/seats/{seat_id}/pieces/{piece}/edits", response_model=editing.EditForm, responses=SEATED
)
async def edits(at: AtSeat, piece: Name) -> Response:
    """What of a counter can be changed by an edit that all agree to."""
    return await at.reckon("edits", "ask", piece=piece)


@router.get("/seats/{seat_id}/overlays/{overlay}", response_model=Overlay, responses=SEATED)
async def overlay(at: AtSeat, overlay: Name) -> Response:
    """An overlay as the seat may see it."""
    return await at.reckon("overlay", name=overlay)
