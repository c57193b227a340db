"""Scenarios of one's own at the server's door: brought, played with others, refused, taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

import grognard
from grognard.server.club import Club
from tests.server import ford
from tests.server.ford import FILES, changed, on_moscow
from tests.server.wire import Client, app_on, on_either, serving

HERE = str(Path(grognard.__file__).parent)


@pytest.fixture
def app(club: Club) -> Iterator[FastAPI]:
    with serving(app_on(club)) as app:
        yield app


@on_either
def test_a_guest_brings_a_scenario_and_plays_it_with_another(app: FastAPI) -> None:
    anna, boris = Client(app), Client(app)
    answer = anna.http.post("/api/v1/scenarios", json={"files": FILES})
    assert answer.status_code == 201
    card = answer.json()
    assert set(card) == {
        "id", "title", "system", "sides", "options", "files", "created", "players",
        "styles",
    }  # fmt: skip
    assert anna.get("/scenarios/mine") == {"scenarios": [card]}
    game = anna.post("/games", {"scenario": card["id"]})
    token = anna.post(f"/seats/{game['seats'][1]['id']}/invitation")["invitation"]
    theirs = boris.post("/join", {"invitation": token})["seat"]["id"]
    clients = {"german": (anna, game["seats"][0]["id"]), "soviet": (boris, theirs)}
    for _ in range(6):
        client, seat = clients[anna.get(f"/games/{game['id']}")["waiting_for"][0]]
        client.act(seat, client.get(f"/seats/{seat}/legal", limit=1)["actions"][0])
    assert boris.get(f"/games/{game['id']}")["scenario"] == card["id"]
    answer = anna.http.delete(f"/api/v1/scenarios/{card['id']}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert anna.get("/scenarios/mine") == {"scenarios": []}
    assert boris.view(theirs)["view"]["units"]
    assert anna.fails("/games", {"scenario": card["id"]})[1]["error"] == "impossible"


@pytest.mark.usefixtures("tried_here")
def test_another_persons_scenario_is_not_there(app: FastAPI) -> None:
    anna, boris = Client(app), Client(app)
    name = anna.post("/scenarios", {"files": FILES})["id"]
    absent = f"wb95/~{'0' * 20}"
    assert boris.get("/scenarios/mine") == {"scenarios": []}
    assert name not in boris.http.get("/api/v1/shelf").text
    for path, data, method in (
        ("/games", {"scenario": "{}"}, "POST"),
        ("/scenarios/{}", None, "DELETE"),
        ("/scenarios/{}", None, "GET"),
    ):
        told = []
        for wanted in (name, absent):
            body = {key: value.format(wanted) for key, value in data.items()} if data else None
            status, problem = boris.fails(path.format(wanted), body, method)
            told.append((status, json.dumps(problem).replace(wanted, "")))
        assert told[0] == told[1]
        assert told[0][0] in (404, 409)
    assert anna.get("/scenarios/mine")["scenarios"][0]["id"] == name


def test_what_ships_is_nobodys_to_take_back(app: FastAPI) -> None:
    assert Client(app).fails("/scenarios/wb95/klin", method="DELETE")[0] == 422


def test_strangers_bring_nothing(app: FastAPI) -> None:
    nobody = Client(app, token="0")
    assert nobody.fails("/scenarios", {"files": FILES})[0] == 401
    assert nobody.fails("/scenarios/mine", method="GET")[0] == 401


BAD = {
    "not YAML": (changed("map: ford", "map: [ford"), 409, "ford.yaml:5: this is not YAML"),
    "not a scenario": ({"ford.yaml": "hello: world"}, 409, "ford.yaml:1: there is no system"),
    "another system": (changed("wb95", "chess"), 409, "ford.yaml:2: there is no system"),
    "an unknown map": (on_moscow("berlin"), 409, "ford.yaml:4: there is no map 'berlin'"),
    "too deep": ({"ford.yaml": "[" * 9999}, 409, "ford.yaml:1: this is nested too deeply"),
    "a billion laughs": ({"ford.yaml": ford.LAUGHS}, 409, "once it is written out"),
    "a path upward": ({"../../ford.yaml": "x"}, 422, "files"),
    "a path within": (changed("map: ford", "map: ../ford"), 409, "should be the name of a file"),
    "a zero character": ({"ford.yaml": "\0"}, 400, "zero character"),
    "no files": ({}, 422, "files"),
    "too many files": ({f"a{n}.csv": "x" for n in range(17)}, 422, "files"),
    "too large": ({"ford.yaml": "x" * ((512 << 10) + 1)}, 413, "524288 bytes at most"),
}


@pytest.mark.usefixtures("tried_here")
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_upload_is_a_clear_problem_and_leaves_nothing(app: FastAPI, kind: str) -> None:
    files, status, says = BAD[kind]
    anna = Client(app)
    found, problem = anna.fails("/scenarios", {"files": files})
    assert found == status
    assert says in problem["detail"]
    assert HERE not in json.dumps(problem)
    assert anna.get("/scenarios/mine") == {"scenarios": []}


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/octet-stream", b"\x00\x01\x02", 415),
        ("application/zip", b"PK\x03\x04", 415),
        ("text/yaml", b"id: own/ford", 415),
        ("application/json", b"\x89PNG\r\n\x1a\n", 400),
        ("application/json", b'{"files": {"ford.yaml": "\xff"}}', 400),
        ("application/json", b'{"files": {"ford.yaml": "a", "ford.yaml": "b"}}', 400),
        ("application/json", b'{"files":' * 40 + b"1" + b"}" * 40, 400),
        ("application/json", b'{"files": {"ford.yaml": 7}}', 422),
        ("application/json", b'{"files": [["ford.yaml", "a"]]}', 422),
        ("application/json", b'{"files": {"ford.yaml": "a"}, "owner": "boris"}', 422),
    ],
)
def test_what_is_no_request_is_refused_at_the_door(
    app: FastAPI, kind: str, body: bytes, status: int
) -> None:
    anna = Client(app)
    answer = anna.http.post("/api/v1/scenarios", content=body, headers={"content-type": kind})
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "detail", "rule", "would_be_right", "refusals"}
    assert anna.get("/scenarios/mine") == {"scenarios": []}


@pytest.mark.usefixtures("tried_here")
def test_a_scenario_may_be_as_large_as_is_said_however_it_is_written(club: Club) -> None:
    """Quotes, ends of lines and letters of other alphabets take more room in JSON."""
    main = next(name for name in FILES if name.endswith(".yaml"))
    size = sum(len(text.encode()) for text in FILES.values())
    remark = "# Москва\n" * 3000
    files = {**FILES, main: FILES[main] + remark}
    with serving(app_on(club, scenario_bytes=size + len(remark.encode()))) as app:
        anna = Client(app)
        body = json.dumps({"files": files}, ensure_ascii=True).encode()
        kind = {"content-type": "application/json"}
        answer = anna.http.post("/api/v1/scenarios", content=body, headers=kind)
        assert answer.status_code == 201, answer.text


@pytest.mark.usefixtures("tried_here")
def test_bringing_is_rationed_like_loading(club: Club) -> None:
    with serving(app_on(club, requests_per_minute=60)) as app:
        anna = Client(app)
        kinds = [anna.fails("/scenarios", {"files": {"a.csv": "x"}})[1]["error"] for _ in range(7)]
    assert kinds[:5] == ["impossible"] * 5
    assert kinds[5:] == ["too-many"] * 2
