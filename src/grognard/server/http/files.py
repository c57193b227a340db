"""Files and replays: saves that go in and out, and games shared by link."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from grognard.server import branches, games, imports, intents, replays
from grognard.server.http.access import Anybody, Asking, AtDesk, AtSeat, reckoned, written
from grognard.server.http.answers import GameCard, Import, Moment, Replay, Shared
from grognard.server.http.forms import BranchReplay, Count, Id, Number, Title, WhatIf, Word
from grognard.server.http.guard import UPLOAD
from grognard.server.http.importing import Save
from grognard.server.http.problems import problems
from grognard.server.manning import Manning, Opponent
from grognard.server.questions import Question
from grognard.server.replays import find_replay
from grognard.server.store.records import Person

router = APIRouter(prefix="/api/v1", tags=["files"])
SEATED = problems("unknown-person", "not-found", "impossible", "invalid")
SAVE = "application/x-grognard-save"
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {SAVE: {"schema": {"type": "string"}}}, "description": "The save."}
}
BOOK = "application/jsonl"
_BOOK: dict[int | str, dict[str, Any]] = {
    200: {"content": {BOOK: {"schema": {"type": "string"}}}, "description": "A page a line."}
}
_UPLOAD = {
    "requestBody": {
        "required": True,
        "content": {UPLOAD: {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.get("/seats/{seat_id}/save", response_class=Response, responses=SEATED | _FILE)
async def export(at: AtSeat) -> Response:
    """The game as a file, for somebody who may know all of it; see the manual on saves."""
    text = await at.have(branches.export, "make")
    name = await at.have(branches.file_name)
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode("ascii"), media_type=SAVE, headers=named)


@router.get("/seats/{seat_id}/intents/file", response_class=Response, responses=SEATED | _BOOK)
async def order_book(at: AtSeat) -> Response:
    """What the programs said they were about, as far as it may be read, to lie beside the save."""
    text = await at.have(intents.export, "make")
    named = {"Content-Disposition": 'attachment; filename="game.orders.jsonl"'}
    return Response(text.encode("ascii"), media_type=BOOK, headers=named)


_WAITING: dict[int | str, dict[str, Any]] = {
    202: {"model": Import, "description": "It takes longer: ask how far it has come."}
}


@router.post(
    "/saves",
    status_code=201,
    response_model=GameCard,
    responses=SEATED | _WAITING,
    openapi_extra=_UPLOAD,
)
async def bring(
    desk: AtDesk,
    asker: Asking,
    request: Request,
    title: Annotated[Title, Query()] = "",
    opponent: Opponent = "kept",
    side: Annotated[Word | None, Query()] = None,
    player: Annotated[Word | None, Query()] = None,
) -> Response:
    """A game out of a file, checked line by line; who is to play it, as in a branch.

    A long one waits in a queue; then the answer is 202, and `GET /saves` says how far it is.
    """
    raw = await request.body()
    wish = Manning(opponent, side, player)
    if not desk.importing.apart:

        def work(person: Person) -> Response:
            return written(branches.import_save(desk.club, person, raw, title, wish), 201)

        return await desk.ask(asker, work, "load")

    def begin(person: Person) -> Save:
        return Save(imports.begin(desk.club, person, raw), person, raw, title, wish)

    save = await desk.ask(asker, begin, "load")
    game = await desk.importing.bring(save, asker.address)
    if game is None:
        return await desk.ask(asker, lambda p: written(imports.status(desk.club, p), 202))
    return await desk.ask(asker, lambda p: written(games.game(desk.club, p, game), 201))


@router.get("/saves", response_model=Import, responses=SEATED)
async def brought(desk: AtDesk, asker: Asking) -> Response:
    """How far the save has come that one has brought last."""
    return await desk.ask(asker, lambda person: written(imports.status(desk.club, person)))


@router.post("/seats/{seat_id}/branch", status_code=201, response_model=GameCard, responses=SEATED)
async def branch(at: AtSeat, form: WhatIf) -> Response:
    """What if: a new game from any moment of this one, for somebody who may know all of it."""
    wish = asdict(form.manning())
    return await at.begin("branch", "make", 201, moment=form.moment, wish=wish)


@router.post("/seats/{seat_id}/share", status_code=201, response_model=Shared, responses=SEATED)
async def share(at: AtSeat) -> Response:
    """A token by which anybody may see the game so far as this seat saw it, or all once over."""
    return await at.ask(lambda club, seat: {"replay": replays.share(club, seat)}, "make", 201)


@router.get(
    "/replays/{replay}",
    response_model=Replay,
    responses=problems("not-found", "impossible", "invalid"),
)
async def replay(desk: AtDesk, asker: Anybody, replay: Id) -> Response:
    """A shared game, from beginning to end."""
    return await reckoned(desk, asker, replay, "shared replay")


@router.get(
    "/replays/{replay}/moments/{number}",
    response_model=Moment,
    responses=problems("not-found", "impossible", "invalid"),
)
async def moment(desk: AtDesk, asker: Anybody, replay: Id, number: Number) -> Response:
    """How a shared game stood at a moment, counted from 1."""
    return await reckoned(desk, asker, replay, "shared moment", moment=number)


@router.get(
    "/replays/{replay}/intents",
    response_model=intents.Intents,
    responses=problems("not-found", "impossible", "invalid"),
)
async def shared_orders(
    desk: AtDesk, asker: Anybody, replay: Id, turn: Annotated[Count | None, Query()] = None
) -> Response:
    """What the programs of a shared game were about in a turn; told when the game is over."""
    return await reckoned(desk, asker, replay, "shared intents", turn=turn)


@router.post("/replays/{replay}/branch", status_code=201, response_model=GameCard, responses=SEATED)
async def branch_replay(desk: AtDesk, asker: Asking, replay: Id, form: BranchReplay) -> Response:
    """What if: a new game from any moment of a shared game that is over."""
    wish = asdict(form.manning())

    def find(person: Person) -> Question:
        game = find_replay(desk.club, replay).game_id
        details = {"person": asdict(person), "moment": form.moment, "wish": wish}
        return Question("branch a replay", game, replay, details)

    return written(await desk.begun(asker, find), 201)
