"""The door: who does not say what he wants, or does not take what he is given, has to go."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.responses import Response, StreamingResponse
from websockets.sync.client import connect

from grognard.server.club import Club
from grognard.server.http import door, guard
from grognard.server.http.door import Door, Keeper, house
from grognard.server.http.wire import Wire
from grognard.server.settings import Settings
from tests.server.wire import Client, app_on, live, settings_for

ASKED = b"GET /alive HTTP/1.1\r\nHost: localhost\r\n\r\n"
LARGE = 8 << 20
STRANGERS = {"proxies": "192.0.2.1"}
"""Settings by which this machine is no proxy, so that it is counted like any address."""


@contextmanager
def standing(club: Club, idle: int = 60, **given: Any) -> Iterator[tuple[str, FastAPI]]:
    """A server that soon loses patience, and its address."""
    app = app_on(club, **{"header_seconds": 1, "body_seconds": 1, **given})

    @app.get("/large")
    async def large() -> Response:
        parts = (b"x" * 65536 for _ in range(LARGE // 65536))
        return StreamingResponse(parts, headers={"Content-Encoding": "identity"})

    config = {"http": Door, "ws": Wire, "timeout_keep_alive": idle}
    with live(app, **config) as where:
        yield where, app


def dialled(where: str) -> socket.socket:
    host, _, port = where.partition(":")
    return socket.create_connection((host, int(port)), timeout=10)


def said(connection: socket.socket) -> bytes:
    """All that is said until the server hangs up."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            found += part
    return found


def hung_up_on(connection: socket.socket) -> bool:
    """Whether the server has had enough by now."""
    connection.setblocking(False)
    try:
        told = connection.recv(4096)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True
    return not told or told.startswith(b"HTTP/1.1 408 ")


def test_whoever_does_not_say_what_he_wants_is_sent_away(club: Club) -> None:
    """A half head is answered; who says nothing, or blank lines for ever, is hung up on."""
    with standing(club) as (where, _app):
        half = [dialled(where) for _ in range(20)]
        for one in half:
            one.sendall(b"GET /alive HTTP/1.1\r\nHost: loc")
        silent, blank, second = dialled(where), dialled(where), dialled(where)
        second.sendall(ASKED)
        assert b"200 OK" in second.recv(4096)
        second.sendall(ASKED[:20])
        third = dialled(where)
        third.sendall(ASKED)
        assert b"200 OK" in third.recv(4096)
        began = time.monotonic()
        with contextlib.suppress(OSError):
            for _ in range(60):
                third.sendall(b"\r\n")  # nobody asks, and the connection is never idle
                blank.sendall(b"\r\n")
                time.sleep(0.1)
        for one in half:
            head, _, body = said(one).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
            assert json.loads(body)["error"] == "too-slow"
        assert said(silent) == said(blank) == said(third) == b""
        assert b"408" in said(second)
        assert time.monotonic() - began < 6


def test_a_body_must_come_in_time_and_no_slower_than_any(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has come buys time for the rest; who sends a byte now and then is not waited for."""
    monkeypatch.setattr(guard, "SLOWEST", 50)
    head = (
        b"POST /api/v1/people/guest HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    )
    form = b'{"bearer": true}'.ljust(100)
    with standing(club) as (where, _app):
        never, steady, dripping = dialled(where), dialled(where), dialled(where)
        for one in (never, steady, dripping):
            one.sendall(head)
        for n in range(7):  # nearly one and a half seconds, of which 80 bytes buy the half
            steady.sendall(form[14 * n : 14 * (n + 1)])
            dripping.sendall(form[n : n + 1])
            time.sleep(0.2)
        steady.sendall(form[98:])
        assert b"201 Created" in steady.recv(4096)
        assert said(never).startswith(b"HTTP/1.1 408 ")
        with contextlib.suppress(OSError):
            for n in range(7, 22):  # each byte comes soon after the last, and buys next to nothing
                dripping.sendall(form[n : n + 1])
                time.sleep(0.2)
        assert hung_up_on(dripping)


def test_one_address_holds_so_many_connections_sockets_among_them(club: Club) -> None:
    with standing(club, connections_per_address=3, header_seconds=60, **STRANGERS) as (where, _app):
        first, second = dialled(where), dialled(where)
        for one in (first, second):
            one.sendall(ASKED)
            assert b"200 OK" in one.recv(4096)
        client = Client(where)  # one connection more
        refused = said(dialled(where))
        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 1\r\n" in refused
        assert json.loads(refused.partition(b"\r\n\r\n")[2])["would_be_right"] == "3 at a time"
        game = client.post("/games", {"scenario": "wb95/klin"})
        client.http.close()
        url = f"ws://{where}/api/v1/games/{game['id']}/stream?seat={game['seats'][0]['id']}"
        with connect(
            url, additional_headers={"authorization": f"Bearer {client.token}"}
        ) as socket_:
            assert json.loads(socket_.recv())["type"] == "position"
            assert said(dialled(where)).startswith(b"HTTP/1.1 429 ")
        first.close()
        second.close()
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with dialled(where) as again:
                again.sendall(ASKED)
                if b"200 OK" in again.recv(4096):
                    break
        else:
            pytest.fail("who has gone is still counted")


def test_a_proxy_is_not_counted_but_whoever_comes_through_it_is(club: Club) -> None:
    """Two requests wait for their bodies by way of a proxy; a third of that address is too many."""
    head = (
        b"POST /api/v1/people/guest HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\n"
        b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n"
    )
    with standing(club, connections_per_address=2, body_seconds=60) as (where, _app):
        waiting = [dialled(where) for _ in range(2)]
        for one in waiting:
            one.sendall(head % b"192.0.2.7")
        for address, status in ((b"192.0.2.7", b"429"), (b"192.0.2.8", b"201")):
            for _ in range(50):  # until the first two have been heard
                with dialled(where) as another:
                    another.sendall(head % address + b"{}")
                    found = another.recv(4096)
                if status in found:
                    break
            assert found.split()[1] == status
        for one in waiting:
            one.sendall(b"{}")
            assert b"201 Created" in one.recv(4096)


def test_whoever_does_not_take_his_answer_is_let_go(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "TAKING_SECONDS", 0.5)
    with standing(club) as (where, app), dialled(where) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.recv(4096).startswith(b"HTTP/1.1 200 OK")
        until = time.monotonic() + 10
        while len(app.state.keeper) and time.monotonic() < until:
            time.sleep(0.05)
        assert len(app.state.keeper) == 0


def test_the_door_is_counted_by_houses_and_by_what_the_machine_allows() -> None:
    assert house("2001:db8:1:2::1") == house("2001:db8:1:2:ffff::9") != house("2001:db8:1:3::1")
    assert house("::ffff:192.0.2.7") == "192.0.2.7"
    keeper = Keeper(settings_for(connections_per_address=1, proxies="10.0.0.0/8, ::1, proxy"))
    connections: list[Any] = [object() for _ in range(8)]
    let = [
        keeper.let_in(connection, address)
        for connection, address in zip(
            connections,
            (
                "192.0.2.7",
                "192.0.2.7",
                "10.1.2.3",
                "10.1.2.3",
                "::1",
                "::1",
                "2001:db8::1",
                "2001:db8::2",
            ),
            strict=True,
        )
    ]
    assert let == [True, False, True, True, True, True, True, False]
    keeper.let_out(connections[0])
    keeper.let_out(connections[1])
    assert keeper.let_in(connections[0], "192.0.2.7")
    keeper.room = len(keeper)
    assert not keeper.let_in(connections[1], "10.1.2.3")
    assert Keeper(Settings(proxies="*", connections_per_address=1)).let_in(connections[0], "a")
