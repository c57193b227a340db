"""Clients over the wire, for the tests of the server's door."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient, WebSocketTestSession

from grognard.server.club import Club
from grognard.server.http.app import create_app
from grognard.server.settings import Settings

on_either = pytest.mark.parametrize("database_url", ["sqlite", "postgres"], indirect=True)
"""For what depends on the database: transactions, locks, news, and what is said to it first."""
FREE = {
    "requests_per_minute": 1_000_000,
    "sign_ins_per_minute": 1_000_000,
    "cpu_seconds_per_minute": 1_000_000,
    "engine_processes": 0,
}
"""Settings of a server that does not mind how much it is asked."""
KLIN = {"scenario": "wb95/klin"}
BASE = "http://localhost"
_keys = (f"key-{n}" for n in itertools.count())


def settings_for(**given: Any) -> Settings:
    """Settings of a server for tests."""
    return Settings(**{**FREE, **given})


def app_on(club: Club, **given: Any) -> FastAPI:
    """The application on a club, without what goes on behind the requests."""
    return create_app(settings_for(**given), club, background=False)


@contextlib.contextmanager
def serving(app: FastAPI) -> Iterator[FastAPI]:
    """The application while it runs; all its clients share the loop it runs in."""
    with TestClient(app, base_url=BASE) as main:
        app.state.portal = main.portal
        yield app


class Client:
    """Somebody at the other end of the wire: of an application, or of a server at an address."""

    def __init__(self, app: FastAPI | str, token: str | None = None) -> None:
        self.app = app
        self.http: Any = (
            httpx2.Client(base_url=f"http://{app}", timeout=30)
            if isinstance(app, str)
            else TestClient(app, base_url=BASE)
        )
        if not isinstance(app, str):
            self.http.portal = app.state.portal
        if token is None:
            token = self.http.post("/api/v1/people/guest", json={"bearer": True}).json()["token"]
            self.http.cookies.clear()
        self.token = token
        self.http.headers["authorization"] = f"Bearer {token}"

    def get(self, path: str, **query: Any) -> Any:
        """What a GET answers, which must succeed."""
        answer = self.http.get(f"/api/v1{path}", params=query)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, data: Any = None) -> Any:
        """What a POST answers, which must succeed."""
        answer = self.http.post(f"/api/v1{path}", json=data)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def fails(
        self, path: str, data: Any = None, method: str = "POST"
    ) -> tuple[int, dict[str, Any]]:
        """The status and the problem of a request that must not succeed."""
        answer = self.http.request(method, f"/api/v1{path}", json=data)
        assert answer.is_error, answer.text
        problem: dict[str, Any] = answer.json()
        assert set(problem) == {"error", "detail", "rule", "would_be_right", "refusals"}
        return answer.status_code, problem

    def view(self, seat: str) -> Any:
        """How the game stands."""
        return self.get(f"/seats/{seat}/view")

    def act(self, seat: str, action: dict[str, Any], at: str | None = None) -> Any:
        """Play, under a key that nobody has used."""
        wish = {"action": action, "at": at, "key": next(_keys)}
        return self.post(f"/seats/{seat}/act", wish)

    @contextlib.contextmanager
    def socket(
        self, game: str, seat: str, since: int = 0, views: bool = True
    ) -> Iterator[WebSocketTestSession]:
        """A socket at a seat."""
        url = f"ws://localhost/api/v1/games/{game}/stream?seat={seat}&since={since}"
        url += f"&views={str(views).lower()}"
        headers = {"authorization": f"Bearer {self.token}"}
        with self.http.websocket_connect(url, headers=headers) as session:
            yield session


class Table:
    """A game with a person on each side."""

    def __init__(self, app: FastAPI | str, **given: Any) -> None:
        self.anna, self.boris = Client(app), Client(app)
        self.info = self.anna.post("/games", {**KLIN, **given})
        self.game: str = self.info["id"]
        first, second = self.info["seats"][:2]
        self.sides: tuple[str, str] = (first["side"], second["side"])
        self.mine: str = first["id"]
        token = self.anna.post(f"/seats/{second['id']}/invitation")["invitation"]
        self.theirs: str = self.boris.post("/join", {"invitation": token})["seat"]["id"]

    def mover(self) -> tuple[Client, str]:
        """Who is asked something first, and his seat."""
        side = self.anna.get(f"/games/{self.game}")["waiting_for"][0]
        if side == self.sides[0]:
            return self.anna, self.mine
        return self.boris, self.theirs

    def step(self, nth: int = 0) -> Any:
        """Play some legal action of whoever is asked."""
        client, seat = self.mover()
        actions = client.get(f"/seats/{seat}/legal", limit=nth + 1)["actions"]
        return client.act(seat, actions[min(nth, len(actions) - 1)])


def pushed(session: WebSocketTestSession) -> list[str]:
    """Every frame that has been sent to a client by now."""
    session.send_text('{"type":"ping"}')
    found = []
    while True:
        found.append(session.receive_text())
        if json.loads(found[-1])["type"] == "pong":
            return found[:-1]


def all_told(app: FastAPI, session: WebSocketTestSession) -> list[str]:
    """Every frame that a client is sent until its socket waits for the next bell.

    On SQLite a bell rings before a command returns; of PostgreSQL's nobody knows when it does.
    """

    async def rest() -> None:
        while any(bell.is_set() or not bell._waiters for bell in _bells(app)):
            await asyncio.sleep(0.001)

    first = pushed(session)  # whoever answers has a bell
    app.state.portal.call(rest)
    return first + pushed(session)


def _bells(app: FastAPI) -> list[asyncio.Event]:
    return [bell for hung in app.state.bells._bells.values() for bell in hung]


def frame(session: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next frame of a kind; those of other kinds are skipped."""
    while True:
        found: dict[str, Any] = json.loads(session.receive_text())
        if found["type"] == kind:
            return found


@contextlib.contextmanager
def live(app: FastAPI, **config: Any) -> Iterator[str]:
    """The application on a port of this machine; gives its host and port."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=2, **config)
        )
        thread = threading.Thread(target=server.run, args=([door],), daemon=True)
        thread.start()
        until = time.monotonic() + 20
        while not server.started and time.monotonic() < until:
            time.sleep(0.01)
        try:
            yield f"127.0.0.1:{door.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(20)
