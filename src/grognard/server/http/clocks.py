"""Clocks: how much time each side of a timed game has left."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from grognard.server import games
from grognard.server.http.access import Asking, AtDesk, written
from grognard.server.http.answers import Told
from grognard.server.http.forms import Id
from grognard.server.http.problems import problems
from grognard.server.store.records import Person
from grognard.server.watch import clocks_shown

router = APIRouter(prefix="/api/v1/games/{game_id}", tags=["tables"])


class Rule(Told):
    """How a game is timed, and what it means to run out of time."""

    per: Literal["answer", "game"]
    seconds: int
    increment: int
    flag: Literal["loss", "shown"]


class SideClock(Told):
    """One side's clock."""

    seconds: int = Field(description="What is left; less than nothing when it is over.")
    running: bool


class Clocks(Told):
    """The clocks of a game."""

    clock: Rule | None = Field(description="None for a game that is not timed.")
    sides: dict[str, SideClock]


@router.get(
    "/clocks",
    response_model=Clocks,
    responses=problems("unknown-person", "not-found", "conflict", "invalid"),
)
async def clocks(desk: AtDesk, asker: Asking, game_id: Id) -> Response:
    """The clocks of a game that one sits at, or that everybody may find."""

    def work(person: Person) -> Response:
        games.game(desk.club, person, game_id)  # who may not know of the game is told so
        return written(clocks_shown(desk.club, game_id) or {"clock": None, "sides": {}})

    return await desk.ask(asker, work)
