"""Tables: beginning games, the seats at them, who may come, and who looks on."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from grognard.server import games as tables
from grognard.server import links, seating, storage
from grognard.server.http.access import Anybody, Asking, AtDesk, written
from grognard.server.http.answers import (
    Decisions,
    GameCard,
    Games,
    Invitation,
    InvitationCard,
    Joined,
    Links,
    SeatCard,
)
from grognard.server.http.forms import Id, Joining, NewGame, Plan, Program, Sitting
from grognard.server.http.problems import problems
from grognard.server.store.records import Person, Seat, SeatPlan

router = APIRouter(prefix="/api/v1", tags=["tables"])
KNOWN = problems("unknown-person")
MAKING = problems("unknown-person", "not-found", "conflict", "impossible", "invalid")


def _card(seat: Seat, person: Person) -> dict[str, Any]:
    return seat.to_json(person.id)


def _plan(plan: Plan) -> SeatPlan:
    return SeatPlan(**plan.model_dump())


# ---- games


@router.get("/games", response_model=Games, responses=KNOWN)
async def games(desk: AtDesk, asker: Asking) -> Response:
    """The games one sits at or has begun, the newest first."""
    return await desk.ask(asker, lambda p: written({"games": tables.games_of(desk.club, p)}))


@router.get("/decisions", response_model=Decisions, responses=problems())
async def decisions(desk: AtDesk, asker: Anybody) -> Response:
    """The games that wait for one's decision; none for somebody who is not known."""

    def find() -> Response:
        person = desk.stranger_or_known(asker)
        return written({"games": tables.to_decide(desk.club, person) if person else []})

    return await desk.ask_unknown(asker, find)


@router.get("/open-games", response_model=Games, responses=problems())
async def open_games(desk: AtDesk, asker: Anybody) -> Response:
    """The games that everybody may join or look at, the newest first."""

    def find() -> Response:
        person = desk.stranger_or_known(asker)
        return written({"games": tables.open_games(desk.club, person)})

    return await desk.ask_unknown(asker, find)


@router.post("/games", status_code=201, response_model=GameCard, responses=MAKING)
async def begin(desk: AtDesk, asker: Asking, form: NewGame) -> Response:
    """Begin a game."""

    def work(person: Person) -> Response:
        settings = form.settings.model_dump(exclude_none=True)
        plans = [_plan(plan) for plan in form.seats]
        made = tables.create_game(
            desk.club, person, form.scenario, form.options, form.title, plans, settings, form.listed
        )
        return written(made, 201)

    return await desk.ask(asker, work, "make")


@router.get("/games/{game_id}", response_model=GameCard, responses=MAKING)
async def game(desk: AtDesk, asker: Asking, game_id: Id) -> Response:
    """A game that one sits at, or that everybody may find."""
    return await desk.ask(asker, lambda p: written(tables.game(desk.club, p, game_id)))


@router.delete("/games/{game_id}", status_code=204, responses=MAKING)
async def remove(desk: AtDesk, asker: Asking, game_id: Id) -> Response:
    """Remove a game of one's own, with all that was played in it; nobody else may sit there."""
    await desk.ask(asker, lambda p: storage.remove_game(desk.club, p, game_id))
    return Response(status_code=204)


# ---- seats


@router.post("/games/{game_id}/seats", status_code=201, response_model=SeatCard, responses=MAKING)
async def add_seat(desk: AtDesk, asker: Asking, game_id: Id, form: Plan) -> Response:
    """Put another seat at a table that one looks after."""
    return await desk.ask(
        asker,
        lambda p: written(_card(seating.add_seat(desk.club, p, game_id, _plan(form)), p), 201),
        "make",
    )


@router.post(
    "/games/{game_id}/invitations", status_code=201, response_model=Invitation, responses=MAKING
)
async def invite_many(desk: AtDesk, asker: Asking, game_id: Id, form: Plan) -> Response:
    """An invitation that gives everybody who has it a seat of his own."""
    return await desk.ask(
        asker,
        lambda p: written(
            {"invitation": seating.invite_many(desk.club, p, game_id, _plan(form))}, 201
        ),
        "make",
    )


@router.post(
    "/seats/{seat_id}/invitation", status_code=201, response_model=Invitation, responses=MAKING
)
async def invite(desk: AtDesk, asker: Asking, seat_id: Id) -> Response:
    """An invitation to one empty seat; an older one for it no longer counts."""
    return await desk.ask(
        asker, lambda p: written({"invitation": seating.invite(desk.club, p, seat_id)}, 201), "make"
    )


@router.get(
    "/invitations/{token}",
    response_model=InvitationCard,
    responses=problems("not-found", "invalid"),
)
async def invitation(desk: AtDesk, asker: Anybody, token: Id) -> Response:
    """What an invitation is for: the game, the side, and who invites."""
    return await desk.ask_unknown(asker, lambda: written(seating.invitation(desk.club, token)))


@router.get("/games/{game_id}/links", response_model=Links, responses=MAKING)
async def given_out(desk: AtDesk, asker: Asking, game_id: Id) -> Response:
    """The invitations and shared replays of a game that one may take back."""
    return await desk.ask(asker, lambda p: written(links.links(desk.club, p, game_id)))


@router.delete("/games/{game_id}/links/{link}", status_code=204, responses=MAKING)
async def take_back_link(desk: AtDesk, asker: Asking, game_id: Id, link: Id) -> Response:
    """Make a link open nothing any more; who has come by it keeps his seat."""
    await desk.ask(asker, lambda p: links.take_back(desk.club, p, game_id, link), "make")
    return Response(status_code=204)


@router.post("/join", response_model=Joined, responses=MAKING)
async def join(desk: AtDesk, asker: Asking, form: Joining) -> Response:
    """Take the seat that an invitation is for."""

    def work(person: Person) -> Response:
        seat = seating.join(desk.club, person, form.invitation, form.name)
        return written({"game": seat.game_id, "seat": _card(seat, person)})

    return await desk.ask(asker, work, "make")


@router.post("/seats/{seat_id}/take", response_model=SeatCard, responses=MAKING)
async def take(desk: AtDesk, asker: Asking, seat_id: Id, form: Sitting) -> Response:
    """Take an empty seat at a table that is open to everybody, or one's own."""
    return await desk.ask(
        asker, lambda p: written(_card(seating.take(desk.club, p, seat_id, form.name), p)), "make"
    )


@router.post("/seats/{seat_id}/leave", status_code=204, responses=MAKING)
async def leave(desk: AtDesk, asker: Asking, seat_id: Id) -> Response:
    """Get up from one's seat."""
    await desk.ask(asker, lambda p: seating.leave(desk.club, p, seat_id), "make")
    return Response(status_code=204)


@router.post("/seats/{seat_id}/kick", status_code=204, responses=MAKING)
async def kick(desk: AtDesk, asker: Asking, seat_id: Id) -> Response:
    """Empty a seat at a table that one looks after."""
    await desk.ask(asker, lambda p: seating.kick(desk.club, p, seat_id), "make")
    return Response(status_code=204)


@router.post("/seats/{seat_id}/program", response_model=SeatCard, responses=MAKING)
async def program(desk: AtDesk, asker: Asking, seat_id: Id, form: Program) -> Response:
    """Let a program take a seat that is one's own, or empty."""
    return await desk.ask(
        asker,
        lambda p: written(_card(seating.seat_program(desk.club, p, seat_id, form.player), p)),
        "make",
    )
