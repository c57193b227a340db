"""Clients that race, lie, stall, or stuff the wire: nothing is lost, nobody else is slowed."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from grognard.engine.game import Game
from grognard.server.club import Club
from grognard.server.http import sockets
from grognard.server.http.wire import Wire
from tests.server.wire import Client, Table, app_on, live, on_either


@pytest.fixture
def app(club: Club) -> FastAPI:
    return app_on(club, queue_frames=8)


@pytest.fixture
def where(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server that is soon out of patience."""
    monkeypatch.setattr(sockets, "SEND_SECONDS", 1)
    with live(app, ws=Wire, ws_max_size=131072) as where:
        yield where


@pytest.fixture
def table(where: str) -> Table:
    return Table(where)


# ---- races


@on_either
def test_of_two_clients_that_answer_one_question_one_is_heard(table: Table) -> None:
    """Many tabs answer the same decision at once with keys of their own: one counts."""
    mover, seat = table.mover()
    shown = mover.view(seat)
    at = shown["view"]["decisions"][0]["id"]
    action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]

    def send(n: int) -> int:
        client = Client(mover.app, mover.token)
        wish = {"action": action, "at": at, "key": f"race-{n}"}
        return client.http.post(f"/api/v1/seats/{seat}/act", json=wish).status_code

    with ThreadPoolExecutor(8) as pool:
        found = sorted(pool.map(send, range(8)))
    assert found == [200] + [409] * 7
    assert mover.view(seat)["moment"] == shown["moment"] + 1


@on_either
def test_of_many_who_send_one_command_again_and_again_it_is_carried_out_once(table: Table) -> None:
    mover, seat = table.mover()
    action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
    wish = {"action": action, "key": "the-same"}

    def send(_: int) -> bytes:
        client = Client(mover.app, mover.token)
        answer = client.http.post(f"/api/v1/seats/{seat}/act", json=wish)
        assert answer.status_code == 200
        return answer.content

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(send, range(8)))) == 1


@on_either
def test_two_people_who_want_one_seat_do_not_share_it(where: str) -> None:
    anna = Client(where)
    game = anna.post("/games", {"scenario": "wb95/klin", "listed": True})
    empty = next(s["id"] for s in game["seats"] if not s["taken"])
    rivals = [Client(where) for _ in range(6)]

    def take(client: Client) -> int:
        return client.http.post(f"/api/v1/seats/{empty}/take", json={}).status_code

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(take, rivals)) == [200] + [409] * 5


# ---- clients that lie


@on_either
def test_a_client_cannot_speak_for_the_other_side(table: Table) -> None:
    mover, seat = table.mover()
    other = table.boris if mover is table.anna else table.anna
    action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
    before = mover.view(seat)
    wish = {"action": action, "key": "k"}
    assert other.fails(f"/seats/{seat}/act", wish)[0] == 404
    theirs = table.theirs if mover is table.anna else table.mine
    assert other.fails(f"/seats/{theirs}/act", wish)[0] == 409
    for forged in (
        {**action, "player": before["view"]["player"]},
        {**action, "by": "umpire"},
        {"do": "edit", "changes": [], "reason": "because"},
        {"do": "begin"},
        {"do": "undo", "to": 0},
    ):
        assert other.fails(f"/seats/{theirs}/act", {"action": forged, "key": "k"})[0] == 409
    assert mover.view(seat) == before


# ---- clients that stall, stuff and hang up


def dialled(where: str, table: Table, client: Client, seat: str, **more: Any) -> ClientConnection:
    headers = {"authorization": f"Bearer {client.token}"}
    url = f"ws://{where}/api/v1/games/{table.game}/stream?seat={seat}"
    return connect(url, additional_headers=headers, **more)


def test_a_frame_too_large_for_the_wire_closes_it_and_nothing_else(
    where: str, table: Table
) -> None:
    with dialled(where, table, table.anna, table.mine) as anna:
        anna.recv()
        anna.send("x" * 140_000)
        assert left(anna) == 1009
    assert table.anna.view(table.mine)["over"] is False


def test_a_page_of_another_site_gets_no_socket(where: str, table: Table) -> None:
    with pytest.raises(InvalidStatus) as refused:
        dialled(where, table, table.anna, table.mine, origin="https://evil.example")
    assert refused.value.response.status_code == 403


def test_a_client_that_does_not_read_is_let_go_and_slows_nobody(
    app: FastAPI, where: str, table: Table
) -> None:
    """It asks without end and never takes an answer; the others play on meanwhile."""
    hostile = stalled(where, table)
    answered, began = 0, time.monotonic()
    try:
        with dialled(where, table, table.boris, table.theirs) as boris:
            boris.recv(timeout=5)
            while answered < 10 or len(app.state.bells._bells[table.game]) > 1:
                boris.send('{"type":"ping"}')
                while json.loads(boris.recv(timeout=5))["type"] != "pong":
                    pass
                answered += 1
                assert answered < 1000
                time.sleep(0.02)
        assert answered > 3 * (time.monotonic() - began)  # in each second
        assert let_go(hostile)
    finally:
        hostile.close()
    assert table.anna.view(table.mine)["over"] is False


def test_a_client_that_reads_nothing_and_says_nothing_is_let_go(
    app: FastAPI, where: str, table: Table
) -> None:
    """News that are not taken are not kept: they are in the stream, for when he comes back."""
    silent = stalled(where, table, stuffing=False)
    try:
        time.sleep(0.5)
        assert not gone(app)
        for n in range(1500):
            table.boris.post(f"/seats/{table.theirs}/say", {"text": f"{n} " + "🎲" * 1900})
            if gone(app):
                break
        assert gone(app, within=5)
    finally:
        silent.close()


def gone(app: FastAPI, within: float = 0) -> bool:
    """Whether the server has no socket any more, or will have none soon."""
    until = time.monotonic() + within
    while app.state.bells._bells or +app.state.crowd._there:
        if time.monotonic() >= until:
            return False
        time.sleep(0.05)
    return True


def stalled(where: str, table: Table, stuffing: bool = True) -> socket.socket:
    """A socket by hand, that takes almost nothing, and asks for as much as it can send."""
    host, _, port = where.partition(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect((host, int(port)))
    raw.sendall(
        f"GET /api/v1/games/{table.game}/stream?seat={table.mine} HTTP/1.1\r\n"
        f"Host: {where}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Authorization: Bearer {table.anna.token}\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b"101" in raw.recv(64)

    def stuff() -> None:
        try:
            while True:
                raw.sendall(masked(b'{"type":"act","key":"k","action":{"do":"nonsense"}}'))
        except OSError:
            pass

    if stuffing:
        threading.Thread(target=stuff, daemon=True).start()
    return raw


def left(connection: ClientConnection) -> int:
    """The code with which the server closes."""
    while True:
        try:
            connection.recv(timeout=10)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006


def let_go(raw: socket.socket) -> bool:
    """Whether the server has hung up on somebody who would not."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            raw.sendall(masked(b'{"type":"ping"}') * 100)
        except (ConnectionError, BrokenPipeError):
            return True
        except TimeoutError:
            continue
        time.sleep(0.01)
    return False


def masked(text: bytes) -> bytes:
    """A text frame as a client sends it, under a mask of zeros."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text


def test_a_client_that_has_the_server_think_holds_up_no_other_game(
    where: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One asks for odds again and again, each without end; elsewhere a game is played."""
    done, weighing, known = threading.Event(), threading.Semaphore(0), Game.odds

    def weigh(game: Any, *args: Any, **more: Any) -> Any:
        weighing.release()
        done.wait(60)
        return known(game, *args, **more)

    monkeypatch.setattr(Game, "odds", weigh)
    elsewhere = Table(where)
    mover, seat = table.mover()

    def ask(_n: int) -> int:
        client = Client(mover.app, mover.token)
        wish = {"action": {"do": "end"}}
        return client.http.post(f"/api/v1/seats/{seat}/odds", json=wish).status_code

    with ThreadPoolExecutor(12) as pool:
        asked = pool.map(ask, range(12))
        try:
            assert weighing.acquire(timeout=10)
            with dialled(where, elsewhere, elsewhere.boris, elsewhere.theirs) as boris:
                boris.recv(timeout=5)
                for _ in range(5):
                    elsewhere.step()
                boris.send('{"type":"ping"}')
                while json.loads(boris.recv(timeout=5))["type"] != "pong":
                    pass
            assert not done.is_set()
        finally:
            done.set()
        assert len(list(asked)) == 12


def test_a_client_that_hangs_up_at_any_time_leaves_no_trace(
    app: FastAPI, where: str, table: Table
) -> None:
    for n in range(12):
        with dialled(where, table, table.anna, table.mine) as connection:
            if n % 3:
                connection.send('{"type":"ping"}')
            if n % 2:
                connection.socket.close()
    assert gone(app, within=10)
