"""Operations: what whoever runs the server needs: its health, its figures, and what goes on behind.

Beside answering requests a worker thinks for programs, watches clocks and tells people that it is
their decision. None of these can stop another, or the requests.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import anyio
from anyio import to_thread
from fastapi import APIRouter, Request
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard import __version__
from grognard.server import metrics
from grognard.server.ai import Runner
from grognard.server.club import Club
from grognard.server.logs import log
from grognard.server.notices import Herald
from grognard.server.settings import Settings
from grognard.server.store.schema import games
from grognard.server.watch import Watch

LOG, REQUESTS = log("operations"), log("requests")
RESTART = 5.0
"""Seconds until what has failed behind the requests is tried again."""
HEALTH_SECONDS = 5.0
SLOW = 1.0

router = APIRouter(include_in_schema=False)


# ---- health and figures


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether this worker serves and reaches its database."""
    database = request.app.state.desk.club.database

    def reached() -> None:
        with database.reading() as connection:
            connection.execute(text("SELECT 1"))

    try:
        with anyio.fail_after(HEALTH_SECONDS):
            await to_thread.run_sync(reached, abandon_on_cancel=True)
    except (SQLAlchemyError, TimeoutError):
        LOG.exception("the database cannot be reached")
        return JSONResponse({"status": "the database cannot be reached"}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


@router.get("/metrics")
async def figures(request: Request) -> Response:
    """Everything that is counted, for whoever shows the token, or asks from this machine."""
    desk = request.app.state.desk
    if not _may_read(request, desk.settings):
        return PlainTextResponse("the metrics are for whoever runs this server\n", 403)
    await to_thread.run_sync(count_games, desk.club)
    counted = await to_thread.run_sync(metrics.exposition)
    return Response(counted, media_type="text/plain; version=0.0.4; charset=utf-8")


def _may_read(request: Request, settings: Settings) -> bool:
    token = settings.metrics_token.get_secret_value()
    if token:
        shown = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(shown.encode(), token.encode())
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False


def count_games(club: Club) -> None:
    """Count the games that are under way, and those that are over."""
    wanted = select(games.c.over, func.count()).group_by(games.c.over)
    with club.database.reading() as connection:
        counts = {bool(over): count for over, count in connection.execute(wanted)}
    metrics.GAMES.labels("open").set(counts.get(False, 0))
    metrics.GAMES.labels("over").set(counts.get(True, 0))


class Counting:
    """Counts requests and tells them in the log: the route, never the path, which may hold keys."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, and count it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            self._count(scope, status, time.perf_counter() - began)

    def _count(self, scope: Scope, status: int, took: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in METHODS else "other"
        metrics.REQUESTS.labels(method, route, str(status)).inc()
        metrics.REQUEST_SECONDS.labels(route).observe(took)
        details = {"method": method, "route": route, "status": status, "ms": round(1000 * took)}
        if status >= 500 or took > SLOW:
            REQUESTS.warning("a request", extra=details)
        else:
            REQUESTS.info("a request", extra=details)


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


# ---- behind the requests


@contextlib.asynccontextmanager
async def background(
    club: Club, settings: Settings, prepare: Callable[[], object]
) -> AsyncIterator[None]:
    """Think for programs, watch clocks and tell people, as long as this lasts.

    What the first who come in will ask for is prepared meanwhile.
    """
    work: dict[str, Callable[[], Awaitable[object]]] = {
        "preparing": lambda: to_thread.run_sync(prepare, abandon_on_cancel=True),
        "programs": lambda: Runner(club, settings).run(),
        "clocks": lambda: Watch(club).run(),
        "notices": lambda: Herald(club, settings).run(),
    }
    tasks = [asyncio.create_task(_kept_going(name, run), name=name) for name, run in work.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _kept_going(name: str, run: Callable[[], Awaitable[object]]) -> None:
    """Begin again whatever fails."""
    while True:
        try:
            await run()
            return
        except Exception:
            LOG.exception("work behind the requests failed", extra={"work": name})
            await asyncio.sleep(RESTART)
