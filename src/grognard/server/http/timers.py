"""Timers: how much time each side of a timed game has left."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from grognard.server import games
from grognard.server.http.access import Asking, AtDesk, written
from grognard.server.http.forms import Id
from grognard.server.http.problems import problems
from grognard.server.store.records import Person
from grognard.server.timers import TimeLeft
from grognard.server.watch import time_left
from grognard.table.writing import plain

router = APIRouter(prefix="/api/v1/games/{game_id}", tags=["tables"])


@router.get(
    "/clocks",
    response_model=TimeLeft,
    responses=problems("unknown-person", "not-found", "conflict", "invalid"),
)
async def clocks(desk: AtDesk, asker: Asking, game_id: Id) -> Response:
    """The clocks of a game that one sits at, or that everybody may find."""

    def work(person: Person) -> Response:
        games.game(desk.club, person, game_id)  # who may not know of the game is told so
        return written(plain(time_left(desk.club, game_id, person)))

    return await desk.ask(asker, work)
