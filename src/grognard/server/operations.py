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
from datetime import UTC, datetime, timedelta

import anyio
from anyio import to_thread
from fastapi import APIRouter, Request
from sqlalchemy import func, select, text
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard import __version__
from grognard.server import metrics
from grognard.server.ai import Runner
from grognard.server.claims import claim
from grognard.server.clearing import Clearing
from grognard.server.club import Club
from grognard.server.logs import log
from grognard.server.notices import Herald
from grognard.server.settings import Settings
from grognard.server.store.database import BUSY, FULL, away
from grognard.server.store.schema import games
from grognard.server.watch import Watch

LOG, REQUESTS = log("operations"), log("requests")
RESTART = 5.0
"""Seconds until what has failed behind the requests is tried again."""
HEALTH_SECONDS = 5.0
HEALTHY_FOR = 1.0
"""How long what was found out about the health of a worker is told again."""
LEAST_ROOM = 8 << 20
"""With fewer bytes free on the disk of the database it counts as full."""
SLOW = 1.0
TOLD_FOR = timedelta(days=30)
"""How long whoever has read where to report faults may go by it."""

router = APIRouter(include_in_schema=False)


# ---- health and figures


@router.get("/alive")
async def alive() -> Response:
    """Whether this worker answers at all: one that does not may be started again."""
    return JSONResponse({"status": "ok"})


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether this worker can serve: each part that it needs is tried out."""
    parts = await request.app.state.health.examined()
    ill = [said for said in parts.values() if said != "ok"]
    found = {"status": ill[0] if ill else "ok", "version": __version__, "parts": parts}
    return JSONResponse(found, 503, {"Retry-After": "5"}) if ill else JSONResponse(found)


class Health:
    """What a worker needs, tried out when somebody asks, and not for each who asks at once."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self._parts: dict[str, str] = {}
        self._until = 0.0
        self._one = asyncio.Lock()

    async def examined(self) -> dict[str, str]:
        """What is to be said of each part."""
        async with self._one:
            if time.monotonic() >= self._until:
                try:
                    with anyio.fail_after(HEALTH_SECONDS):
                        tried = await to_thread.run_sync(_tried, self.club, abandon_on_cancel=True)
                except TimeoutError:
                    tried = dict.fromkeys(("reading", "writing"), BUSY)
                self._parts, self._until = tried, time.monotonic() + HEALTHY_FOR
        return self._parts


def _tried(club: Club) -> dict[str, str]:
    """Read, write, and look whether there is room for more."""

    def read() -> None:
        with club.database.reading() as connection:
            connection.execute(text("SELECT 1"))

    parts = {"reading": _said(read), "writing": _said(lambda: claim(club, "health", "", 0))}
    room = club.database.room()
    if room is not None and parts["writing"] == "ok":
        parts["disk"] = "ok" if room >= LEAST_ROOM else FULL
    return parts


def _said(work: Callable[[], object]) -> str:
    """What is to be said of something that is tried."""
    try:
        work()
    except Exception as error:
        reason = away(error)
        if reason is None:
            LOG.exception("the database fails")
        else:
            LOG.error("the database fails", extra={"reason": reason})
        return reason or "the database fails"
    return "ok"


@router.get("/.well-known/security.txt")
async def security(request: Request) -> Response:
    """Where faults are reported in private, as RFC 9116 has it; only if there is somebody."""
    settings = request.app.state.desk.settings
    if not settings.security_contact:
        return PlainTextResponse("nobody is named here\n", 404)
    expires = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + TOLD_FOR
    lines = (f"Contact: {settings.security_contact}", f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}")
    return PlainTextResponse("".join(f"{line}\n" for line in lines))


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
        "clearing": lambda: Clearing(club).run(),
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
