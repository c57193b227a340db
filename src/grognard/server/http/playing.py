"""Playing: everything that is done from a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from grognard.server.http.access import Asker, Asking, AtDesk, Desk, written
from grognard.server.http.answers import (
    Actions,
    AnsweredOffer,
    Ended,
    Odds,
    Played,
    Position,
    Reasons,
    Said,
    Stretch,
)
from grognard.server.http.forms import (
    MOST,
    Agreeing,
    Ask,
    Branch,
    Id,
    Instruct,
    Number,
    Play,
    Rematch,
    Saying,
    Seen,
    TakeBack,
    Undo,
    Verdict,
)
from grognard.server.http.problems import problems
from grognard.server.store.records import Seat

router = APIRouter(prefix="/api/v1/seats/{seat_id}", tags=["playing"])
SEATED = problems("unknown-person", "not-found", "impossible", "invalid")
PLAYING = SEATED | problems("refused", "stale", "conflict")
MOST_EVENTS, MOST_ACTIONS = 2000, 500


async def from_seat(
    desk: Desk, asker: Asker, seat_id: str, work: Callable[[Seat], Any], kind: str = "ask"
) -> Response:
    """Have something done from a seat, and written down in its thread."""
    return await desk.ask_from(asker, seat_id, lambda seat: written(work(seat)), kind)


# ---- looking


@router.get("/view", response_model=Position, responses=SEATED)
async def view(desk: AtDesk, asker: Asking, seat_id: Id) -> Response:
    """How the game stands, as the seat may see it."""
    return await from_seat(desk, asker, seat_id, desk.service.view)


@router.get("/events", response_model=Stretch, responses=SEATED)
async def events(
    desk: AtDesk,
    asker: Asking,
    seat_id: Id,
    since: Annotated[int, Query(ge=0, le=MOST)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS)] = 500,
) -> Response:
    """What the seat was told after the first `since`: what happened since one last looked."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.events(seat, since, limit)
    )


@router.post("/seen", status_code=204, responses=SEATED)
async def seen(desk: AtDesk, asker: Asking, seat_id: Id, form: Seen) -> Response:
    """Note how much one has looked at."""
    await desk.ask_from(asker, seat_id, lambda seat: desk.service.mark_seen(seat, form.seq))
    return Response(status_code=204)


@router.post("/why", response_model=Reasons, responses=SEATED)
async def why(desk: AtDesk, asker: Asking, seat_id: Id, form: Ask) -> Response:
    """Every reason against an action, without trying it."""
    return await from_seat(
        desk,
        asker,
        seat_id,
        lambda seat: {"refusals": desk.service.why(seat, form.action.plain(), form.at)},
    )


@router.get("/legal", response_model=Actions, responses=SEATED)
async def legal(
    desk: AtDesk,
    asker: Asking,
    seat_id: Id,
    do: Annotated[str | None, Query(max_length=80)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_ACTIONS)] = 200,
) -> Response:
    """Legal actions, of one kind or of all, no more than asked for."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.legal(seat, do, limit), "ponder"
    )


@router.post("/odds", response_model=Odds, responses=PLAYING)
async def odds(desk: AtDesk, asker: Asking, seat_id: Id, form: Ask) -> Response:
    """The exact odds of an action, up to the first question after a roll."""
    return await from_seat(
        desk,
        asker,
        seat_id,
        lambda seat: desk.service.odds(seat, form.action.plain()),
        "ponder",
    )


# ---- playing


@router.post("/act", response_model=Played, responses=PLAYING)
async def act(desk: AtDesk, asker: Asking, seat_id: Id, form: Play) -> Response:
    """Play an action; it is answered once it is written down."""
    return await from_seat(
        desk,
        asker,
        seat_id,
        lambda seat: desk.service.act(seat, form.action.plain(), form.at, form.key),
    )


@router.post("/instruct", response_model=Played, responses=PLAYING)
async def instruct(desk: AtDesk, asker: Asking, seat_id: Id, form: Instruct) -> Response:
    """Leave standing answers."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.instruct(seat, form.rules, form.key)
    )


@router.post("/undo", response_model=Played, responses=PLAYING)
async def undo(desk: AtDesk, asker: Asking, seat_id: Id, form: Undo) -> Response:
    """Take back one's last action, if nothing was learned from it."""
    return await from_seat(desk, asker, seat_id, lambda seat: desk.service.undo(seat, form.key))


# ---- what players agree on


@router.post("/take-back", response_model=AnsweredOffer, responses=PLAYING)
async def take_back(desk: AtDesk, asker: Asking, seat_id: Id, form: TakeBack) -> Response:
    """Ask the others for leave to take back one's last action."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.ask_take_back(seat, form.reason), "make"
    )


@router.post("/draw", response_model=AnsweredOffer, responses=PLAYING)
async def draw(desk: AtDesk, asker: Asking, seat_id: Id) -> Response:
    """Offer the others a draw."""
    return await from_seat(desk, asker, seat_id, desk.service.offer_draw, "make")


@router.post("/rematch", response_model=AnsweredOffer, responses=PLAYING)
async def rematch(desk: AtDesk, asker: Asking, seat_id: Id, form: Rematch) -> Response:
    """Offer another game of the same kind."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.offer_rematch(seat, form.swap), "make"
    )


@router.post("/branch-together", response_model=AnsweredOffer, responses=PLAYING)
async def branch_together(desk: AtDesk, asker: Asking, seat_id: Id, form: Branch) -> Response:
    """Offer to go on from an earlier moment in another game, everybody on the seat he has."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.offer_branch(seat, form.moment), "make"
    )


@router.post("/offers/{number}", response_model=AnsweredOffer, responses=PLAYING)
async def answer(
    desk: AtDesk, asker: Asking, seat_id: Id, number: Number, form: Agreeing
) -> Response:
    """Agree to an offer, decline it, or withdraw one's own."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.answer(seat, number, form.agree)
    )


@router.post("/resign", response_model=Ended, responses=PLAYING)
async def resign(desk: AtDesk, asker: Asking, seat_id: Id) -> Response:
    """Give the game up."""
    return await from_seat(desk, asker, seat_id, desk.service.resign)


@router.post("/adjudicate", response_model=Ended, responses=PLAYING)
async def adjudicate(desk: AtDesk, asker: Asking, seat_id: Id, form: Verdict) -> Response:
    """End the game as its umpire."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.adjudicate(seat, form.winner, form.reason)
    )


@router.post("/say", response_model=Said, responses=SEATED)
async def say(desk: AtDesk, asker: Asking, seat_id: Id, form: Saying) -> Response:
    """Say something to the table, or to one's own side alone."""
    return await from_seat(
        desk, asker, seat_id, lambda seat: desk.service.say(seat, form.text, form.to_side), "make"
    )
