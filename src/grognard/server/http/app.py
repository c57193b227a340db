"""The application of one worker: its routes, its guard, and what it needs while it runs."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import AsyncIterator
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from grognard import __version__
from grognard.board import kernel
from grognard.server import ending, operations
from grognard.server.club import Club, Limits
from grognard.server.errors import Denied
from grognard.server.http import (
    accounts,
    boards,
    files,
    frames,
    games,
    pacts,
    pages,
    panels,
    people,
    playing,
    problems,
    scenarios,
    screen,
    shelf,
    sockets,
    timers,
)
from grognard.server.http.access import Desk
from grognard.server.http.bells import Bells
from grognard.server.http.door import Keeper
from grognard.server.http.guard import Guard
from grognard.server.memory import fill_in
from grognard.server.scenario_versions import write_down_missing
from grognard.server.settings import Settings
from grognard.server.store.database import Database

SENT = (
    frames.ActFrame,
    frames.InstructFrame,
    frames.UndoFrame,
    frames.SeenFrame,
    frames.MoveNowFrame,
    frames.PingFrame,
)
TOLD = (
    frames.NewsFrame,
    frames.PositionFrame,
    frames.ThoughtFrame,
    frames.AnswerFrame,
    frames.ProblemFrame,
    frames.PongFrame,
)
"""The frames of a socket, which OpenAPI has no place for but among the schemas."""
ROUTES = (
    shelf,
    scenarios,
    people,
    accounts,
    games,
    timers,
    playing,
    pacts,
    screen,
    boards,
    panels,
    files,
    sockets,
    pages,
    operations,
)
SMALL = 1024
"""Answers shorter than this are not worth compressing."""
_ABOUT = """Grognard's server: games that many people play at once.

Everything in a game is done from a seat; see `/api/v1/seats`. A socket at
`/api/v1/games/{game_id}/stream?seat=…&since=…&views=…` tells a seat what changes, and takes
actions; its frames are the schemas that end in `Frame`.

Whatever is sent is JSON in UTF-8, every name once, no text with a zero character or half of one.
"""


def prepare(club: Club) -> None:
    """Make ready what the first who come in will ask for: what can be played, and the search of
    ways, without which the first overlay would take seconds.

    What is in memory then, less the games that somebody has asked for already, stays for good, and
    is never again looked through for what can go. So what goes later, games above all, is found
    soon and by little work: the collector looks through all that it has in its care when that has
    grown by a quarter.
    """
    shelf.whole_shelf()
    kernel.load()
    club.live.empty()
    gc.collect()
    gc.freeze()
    gc.collect()  # now it knows how little it has in its care


def create_app(settings: Settings, club: Club | None = None, background: bool = True) -> FastAPI:
    """The application. A club handed in is used as it is, and not closed with it."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with contextlib.AsyncExitStack() as stack:
            serving = club or _opened(settings, stack)
            app.state.desk = Desk(serving, settings)
            app.state.bells = Bells(serving.database.subscribe)
            app.state.health = operations.Health(serving)
            app.state.crowd = sockets.Crowd(settings.sockets_per_person)
            stack.enter_context(app.state.bells.hung())
            stack.push_async_callback(app.state.desk.replaying.end)
            stack.push_async_callback(app.state.desk.reckoning.end)
            stack.push_async_callback(app.state.desk.importing.end)
            if background:
                stack.enter_context(ending.in_time())
                behind = operations.background(serving, settings, lambda: prepare(serving))
                await stack.enter_async_context(behind)
            app.state.keeper = Keeper(settings)
            yield {"keeper": app.state.keeper}

    app = FastAPI(
        title="Grognard",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        routes=_whole().routes,
    )
    app.add_exception_handler(problems.Trouble, problems.on_trouble)
    app.add_exception_handler(Denied, problems.on_denied)
    app.add_exception_handler(HTTPException, problems.on_http_error)
    app.add_exception_handler(RequestValidationError, problems.on_invalid)
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=5)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(operations.Counting)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


@cache
def _whole() -> APIRouter:
    """Every route, put together once a process: to work out what each takes is most of a start."""
    whole = APIRouter()
    for part in ROUTES:
        whole.include_router(part.router)
    return whole


def _opened(settings: Settings, stack: contextlib.AsyncExitStack) -> Club:
    """The club on the database of the settings, for as long as the worker runs."""
    database = Database(settings.database)
    stack.callback(database.close)
    database.migrate()
    write_down_missing(database)
    club = Club(
        database,
        Limits(
            games_in_memory=settings.games_in_memory,
            memory_bytes=settings.memory_bytes,
            games_per_person=settings.games_per_person,
            upload_bytes=settings.upload_bytes,
            scenario_bytes=settings.scenario_bytes,
            scenario_hexes=settings.scenario_hexes,
            scenario_units=settings.scenario_units,
            scenario_stack=settings.scenario_stack,
            scenarios_per_person=settings.scenarios_per_person,
            storage_per_person=settings.storage_per_person,
            storage_per_guest=settings.storage_per_guest,
            storage_of_guests=settings.storage_of_guests,
            guest_days=settings.guest_days,
            guest_grace_days=settings.guest_grace_days,
            json_depth=settings.json_depth,
            token_days=settings.token_days,
        ),
    )
    fill_in(club.live, club.now())
    return club


def _described(app: FastAPI) -> dict[str, Any]:
    """The description of everything that can be asked, the frames of sockets included."""
    if app.openapi_schema is None:
        described = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        modes = [(model, "validation") for model in (*SENT, *TOLD)]
        _, found = models_json_schema(modes, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
        known = described["components"]["schemas"]
        for name, schema in found["$defs"].items():
            known.setdefault(name, schema)
        known["SentFrame"] = _one_of(SENT)
        known["ToldFrame"] = _one_of(TOLD)
        app.openapi_schema = described
    return app.openapi_schema


def _one_of(models: tuple[type, ...]) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/components/schemas/{model.__name__}"} for model in models]}
