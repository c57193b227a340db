"""The guard lets in what may come in, answers the rest at the door, and sets the headers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.server.http.guard import UPLOAD, Guard
from grognard.server.settings import Settings

SETTINGS = Settings(
    public_address="https://war.example.org", request_bytes=2000, upload_bytes=5000, json_depth=5
)


SOCKET = "wss://war.example.org/api/v1/socket"


async def echo(request: Request) -> JSONResponse:
    return JSONResponse({"size": len(await request.body())})


async def fail(request: Request) -> JSONResponse:
    raise RuntimeError("the secret seed is 42")


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("in")
    await websocket.close()


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = Starlette(
        routes=[
            Route("/api/v1/echo", echo, methods=["GET", "POST"]),
            Route("/api/v1/saves", echo, methods=["POST"]),
            Route("/api/v1/fail", fail),
            Route("/", echo),
            WebSocketRoute("/api/v1/socket", socket),
        ],
        middleware=[Middleware(Guard, settings=SETTINGS)],
    )
    with TestClient(app, base_url="https://war.example.org") as client:
        yield client


def refused(answer: object) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("host", ["war.example.org", "localhost:8095", "192.0.2.7:80", "[::1]:80"])
def test_our_own_names_and_plain_addresses_are_let_in(client: TestClient, host: str) -> None:
    assert client.get("/api/v1/echo", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "war.example.org.evil.example", "", "[::", "a@b"])
def test_another_sites_name_pointed_here_is_not(client: TestClient, host: str) -> None:
    answer = client.get("/api/v1/echo", headers={"host": host})
    assert refused(answer) == (421, "wrong-host")
    assert "https://war.example.org" in answer.json()["would_be_right"]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://war.example.org"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_change_asked_by_another_sites_page_is_refused(
    client: TestClient, headers: dict[str, str]
) -> None:
    headers = {"host": "war.example.org:443", **headers}
    answer = client.post("/api/v1/echo", json={}, headers=headers)
    assert refused(answer) == (403, "wrong-origin")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "https://war.example.org"},
        {"sec-fetch-site": "same-origin"},
        {"origin": "http://192.0.2.7:8095", "host": "192.0.2.7:8095"},
    ],
)
def test_a_change_asked_by_our_own_page_or_a_program_is_let_in(
    client: TestClient, headers: dict[str, str]
) -> None:
    assert client.post("/api/v1/echo", json={}, headers=headers).status_code == 200


def test_where_people_come_by_https_a_page_that_came_without_is_not_ours(
    client: TestClient,
) -> None:
    """Whoever sits between may have written it."""
    headers = {"host": "war.example.org", "origin": "http://war.example.org"}
    assert refused(client.post("/api/v1/echo", json={}, headers=headers)) == (403, "wrong-origin")


def test_a_socket_of_another_sites_page_is_refused(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as ours:
        assert ours.receive_text() == "in"
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect(SOCKET, headers={"origin": "https://evil.example"}),
    ):
        pass
    assert closed.value.code == 1008


def test_what_is_too_large_is_refused_by_its_announcement_and_by_its_size(
    client: TestClient,
) -> None:
    large = b'{"a": "' + b"x" * 2000 + b'"}'
    json = {"content-type": "application/json"}
    announced = client.post("/api/v1/echo", content=large, headers=json)
    streamed = client.post("/api/v1/echo", content=iter([large[:900], large[900:]]), headers=json)
    lied = client.post("/api/v1/echo", content=large, headers={**json, "content-length": "1" * 400})
    for answer in (announced, streamed, lied):
        assert refused(answer) == (413, "too-large")
        assert answer.json()["would_be_right"] == "2000 bytes at most"


def test_a_file_may_be_larger_than_a_request_but_not_without_end(client: TestClient) -> None:
    kind = {"content-type": UPLOAD}
    assert client.post("/api/v1/saves", content=b"x" * 5000, headers=kind).json() == {"size": 5000}
    over = client.post("/api/v1/saves", content=b"x" * 5001, headers=kind)
    assert refused(over) == (413, "too-large")


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", UPLOAD])
def test_what_is_not_called_json_is_refused(client: TestClient, kind: str) -> None:
    answer = client.post("/api/v1/echo", content=b"{}", headers={"content-type": kind})
    assert refused(answer) == (415, "wrong-type")
    assert answer.json()["would_be_right"] == "application/json"


def test_a_body_is_checked_before_anybody_looks_into_it(client: TestClient) -> None:
    kind = {"content-type": "application/json"}
    deep = client.post("/api/v1/echo", content=b"[" * 6 + b"]" * 6, headers=kind)
    assert refused(deep) == (400, "too-deep")
    spoilt = client.post("/api/v1/echo", content=b"{nonsense", headers=kind)
    assert refused(spoilt) == (400, "malformed")


def test_every_answer_carries_the_headers(client: TestClient) -> None:
    for answer in (
        client.get("/api/v1/echo"),
        client.get("/api/v1/nowhere"),
        client.post("/api/v1/echo", content=b"x"),
        client.get("/api/v1/fail"),
        client.get("/"),
    ):
        headers = answer.headers
        assert "default-src 'none'" in headers["content-security-policy"] or answer.url.path == "/"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["strict-transport-security"]
    assert client.get("/api/v1/echo").headers["cache-control"] == "no-store"
    assert "unsafe" not in client.get("/").headers["content-security-policy"]


def test_a_failure_is_an_answer_that_says_nothing_of_why(client: TestClient) -> None:
    answer = client.get("/api/v1/fail")
    assert refused(answer) == (500, "failed")
    assert "42" not in answer.text
