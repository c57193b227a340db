"""The socket of a seat: what it is told and when, resuming, playing, two tabs."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from grognard.server.club import Club
from grognard.server.http import sockets
from grognard.server.http.frames import TOLD
from tests.server.wire import Client, Table, all_told, app_on, frame, on_either, pushed, serving


@pytest.fixture
def app(club: Club) -> Iterator[FastAPI]:
    with serving(app_on(club)) as app:
        yield app


@pytest.fixture
def table(app: FastAPI) -> Table:
    return Table(app)


def closed(session: WebSocketTestSession) -> tuple[dict[str, Any], int]:
    """The last problem of a socket, and the code it is closed with."""
    problem: dict[str, Any] = {}
    while True:
        try:
            found = json.loads(session.receive_text())
        except WebSocketDisconnect as left:
            return problem, left.code
        if found["type"] == "problem":
            problem = found


def answered(session: WebSocketTestSession) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The answer to a deed, and what came of it, in however many frames it was told."""
    answer: dict[str, Any] = {}
    told: list[dict[str, Any]] = []
    while not answer or not told or told[-1]["seq"] < answer["seq"]:
        found = json.loads(session.receive_text())
        if found["type"] == "answer":
            answer = found
        elif found["type"] == "news":
            told += found["events"]
    return answer, [event for event in told if event["seq"] > answer["since"]]


def quiet(app: FastAPI, session: WebSocketTestSession) -> list[str]:
    """The kinds of all frames that come until there is nothing more to tell."""
    return [json.loads(text)["type"] for text in all_told(app, session)]


@on_either
def test_a_socket_is_told_where_the_game_stands_and_then_what_changes(table: Table) -> None:
    with table.anna.socket(table.game, table.mine) as anna:
        first = frame(anna, "position")
        shown = table.anna.view(table.mine)
        del shown["seen"]
        assert first == {"type": "position", **shown}
        for _ in range(3):
            table.step()
        seen = []
        while len(seen) < table.anna.view(table.mine)["seq"] - first["seq"]:
            seen += frame(anna, "news")["events"]
        past = table.anna.get(f"/seats/{table.mine}/events", since=first["seq"])
        assert seen == past["events"]


def test_every_frame_is_of_a_known_form(table: Table) -> None:
    mover, seat = table.mover()
    with mover.socket(table.game, seat) as socket:
        action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
        for text in (
            json.dumps({"type": "act", "action": action, "key": "k"}),
            '{"type":"ping"}',
            "nonsense",
        ):
            socket.send_text(text)
        kinds: set[str] = set()
        while kinds < {"position", "news", "answer", "pong", "problem"}:
            found = socket.receive_text()
            kinds.add(TOLD.validate_json(found).type)


@on_either
def test_an_action_is_answered_once_it_counts_and_told_to_both(table: Table) -> None:
    mover, seat = table.mover()
    with (
        table.anna.socket(table.game, table.mine) as anna,
        table.boris.socket(table.game, table.theirs) as boris,
    ):
        mine = anna if mover is table.anna else boris
        at = frame(mine, "position")["view"]["decisions"][0]["id"]
        action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
        mine.send_text(json.dumps({"type": "act", "action": action, "at": at, "key": "a"}))
        answer, told = answered(mine)
        assert answer["key"] == "a"
        assert set(answer) == {"type", "key", "since", "seq", "moment", "proof"}
        assert told == mover.get(f"/seats/{seat}/events", since=answer["since"])["events"]
        mine.send_text(json.dumps({"type": "act", "action": action, "at": at, "key": "b"}))
        problem = frame(mine, "problem")
        assert (problem["key"], problem["error"]) == ("b", "conflict")
        mine.send_text(json.dumps({"type": "act", "action": action, "at": at, "key": "a"}))
        assert frame(mine, "answer") == answer


def test_who_comes_back_resumes_after_the_last_event_he_saw(app: FastAPI, table: Table) -> None:
    for _ in range(6):
        table.step()
    with table.anna.socket(table.game, table.mine) as anna:
        whole = frame(anna, "news")["events"]
    assert [e["seq"] for e in whole] == list(range(1, len(whole) + 1))
    with table.anna.socket(table.game, table.mine, since=whole[1]["seq"]) as again:
        assert frame(again, "news")["events"] == whole[2:]
    with table.anna.socket(table.game, table.mine, since=whole[-1]["seq"]) as again:
        assert quiet(app, again) == ["position"]
    with table.anna.socket(table.game, table.mine, since=10_000) as ahead:
        assert quiet(app, ahead) == ["position"]
        seq = table.anna.view(table.mine)["seq"]
        table.step()
        assert frame(ahead, "news")["since"] == seq


def test_a_long_past_comes_in_pieces(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "EVENTS", 2)
    for _ in range(8):
        table.step()
    seq = table.anna.view(table.mine)["seq"]
    told: list[dict[str, Any]] = []
    with table.anna.socket(table.game, table.mine) as anna:
        while len(told) < seq:
            news = frame(anna, "news")
            assert len(news["events"]) <= 2
            assert news["more"] is (news["seq"] < seq)
            told += news["events"]
    assert told == table.anna.get(f"/seats/{table.mine}/events")["events"]


def test_two_tabs_of_one_player_agree(table: Table) -> None:
    mover, seat = table.mover()
    with mover.socket(table.game, seat) as one, mover.socket(table.game, seat) as two:
        action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
        one.send_text(json.dumps({"type": "act", "action": action, "key": "tab-one"}))
        two.send_text(json.dumps({"type": "act", "action": action, "key": "tab-one"}))
        assert answered(one) == answered(two)
    seats = {table.mine: table.anna, table.theirs: table.boris}
    assert seats[seat] is mover


@on_either
def test_what_one_side_does_in_secret_sends_the_other_no_frame(table: Table) -> None:
    """Standing answers, and talk to one's own side, leave no trace on the other's wire."""
    systems = table.anna.get("/shelf")["systems"]
    (standing,) = [one["standing"] for one in systems if one["id"] == "wb95"]
    rules = {"defend": standing["defend"][0]}
    with table.boris.socket(table.game, table.theirs) as boris:
        frame(boris, "position")
        table.anna.post(f"/seats/{table.mine}/instruct", {"rules": rules, "key": "secret"})
        table.anna.post(f"/seats/{table.mine}/say", {"text": "left flank", "to_side": True})
        time.sleep(6 * sockets.PACE)  # news of PostgreSQL have a way to go
        assert pushed(boris) == []
        table.anna.post(f"/seats/{table.mine}/say", {"text": "hello"})
        assert frame(boris, "news")["events"][0]["matter"]["text"] == "hello"


def test_without_views_there_is_the_position_but_for_the_view(table: Table) -> None:
    with table.anna.socket(table.game, table.mine, views=False) as anna:
        found = frame(anna, "position")
        assert found["view"] is None
        assert found["waiting_for"] == table.anna.get(f"/games/{table.game}")["waiting_for"]


@on_either
def test_whoever_loses_his_seat_or_his_token_is_told_nothing_more(table: Table) -> None:
    with table.boris.socket(table.game, table.theirs) as boris:
        frame(boris, "position")
        table.anna.post(f"/seats/{table.theirs}/kick")
        problem, code = closed(boris)
        assert (problem["error"], code) == ("not-found", 4404)
    with table.anna.socket(table.game, table.mine) as anna:
        frame(anna, "position")
        table.anna.post("/people/sign-out-everywhere")
        anna.send_text(json.dumps({"type": "undo", "key": "u"}))
        assert frame(anna, "problem")["error"] == "unknown-person"


@pytest.mark.parametrize("seat", ["", "nobody", "0" * 32, "a" * 5000, "%00"])
def test_a_seat_that_is_not_ones_own_is_not_there(table: Table, seat: str) -> None:
    with table.anna.socket(table.game, seat) as anna:
        problem, code = closed(anna)
    assert (problem["error"], code) == ("not-found", 4404)


def test_another_persons_seat_looks_like_none(app: FastAPI, table: Table) -> None:
    other = Table(app)
    for client, game, seat in (
        (table.boris, table.game, table.mine),
        (Client(app), table.game, table.mine),
        (other.anna, table.game, other.mine),
        (table.anna, other.game, table.mine),
        (table.anna, "nowhere", table.mine),
    ):
        with client.socket(game, seat) as socket:
            problem, code = closed(socket)
        assert (problem["error"], code) == ("not-found", 4404)


def test_a_socket_without_a_token_is_refused(app: FastAPI, table: Table) -> None:
    nobody = Client(app, "0" * 32)
    with nobody.socket(table.game, table.mine) as socket:
        problem, code = closed(socket)
    assert (problem["error"], code) == ("unknown-person", 4401)


def test_a_person_has_so_many_sockets_and_no_more(club: Club) -> None:
    app = app_on(club, sockets_per_person=2)
    with serving(app):
        table = Table(app)
        with (
            table.anna.socket(table.game, table.mine) as one,
            table.anna.socket(table.game, table.mine) as two,
        ):
            frame(one, "position")
            frame(two, "position")
            with table.anna.socket(table.game, table.mine) as three:
                problem, code = closed(three)
            assert (problem["error"], code) == ("too-many", 4429)
            with table.boris.socket(table.game, table.theirs) as his:
                frame(his, "position")
        with table.anna.socket(table.game, table.mine) as again:
            frame(again, "position")


# ---- malformed, oversized and binary frames


def test_a_binary_frame_is_refused_in_so_many_words(table: Table) -> None:
    with table.anna.socket(table.game, table.mine) as anna:
        anna.send_bytes(b'{"type":"ping"}')
        problem, code = closed(anna)
    assert (problem["error"], code) == ("wrong-type", 1003)
    assert problem["would_be_right"] == "a text frame of JSON"


def test_a_frame_that_is_too_large_is_refused(table: Table) -> None:
    with table.anna.socket(table.game, table.mine) as anna:
        anna.send_text('{"type":"ping","x":"' + "y" * 70_000 + '"}')
        problem, code = closed(anna)
    assert (problem["error"], code) == ("too-large", 1009)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "malformed"),
        ("{", "malformed"),
        ('{"type":"ping"}{"type":"ping"}', "malformed"),
        ("[" * 5000, "too-deep"),
        ("[]", "invalid"),
        ("null", "invalid"),
        ('"ping"', "invalid"),
        ('{"type":"fly"}', "invalid"),
        ('{"type":"ping","more":1}', "invalid"),
        ('{"type":"act","key":"k","action":[]}', "invalid"),
        ('{"type":"act","key":"k","action":{"do":5}}', "invalid"),
        ('{"type":"act","action":{"do":"end"}}', "invalid"),
        ('{"type":"act","key":"' + "k" * 65 + '","action":{"do":"end"}}', "invalid"),
        ('{"type":"act","key":"k","action":{"do":"end","x":NaN}}', "malformed"),
        ('{"type":"act","key":"k","action":{"do":"\\ud800"}}', "malformed"),
        ('{"type":"seen","seq":-1}', "invalid"),
        ('{"type":"seen","seq":true}', "invalid"),
        ('{"type":"seen","seq":9999999999}', "invalid"),
        ('{"type":"act","key":"k","action":{"do":"nothing of the kind"}}', "refused"),
    ],
)
def test_a_malformed_frame_is_answered_and_changes_nothing(
    app: FastAPI, table: Table, text: str, error: str
) -> None:
    mover, seat = table.mover()
    before = mover.view(seat)
    with mover.socket(table.game, seat) as socket:
        socket.send_text(text)
        problem = frame(socket, "problem")
        assert problem["error"] == error
        assert problem["detail"]
        assert quiet(app, socket) in ([], ["position"], ["news", "position"])
    assert mover.view(seat) == before


def test_who_sends_nothing_but_nonsense_is_shown_out(table: Table) -> None:
    with table.anna.socket(table.game, table.mine) as anna:
        for _ in range(sockets.PATIENCE):
            anna.send_text("nonsense")
        problem, code = closed(anna)
    assert (problem["error"], code) == ("malformed", 1008)


@pytest.mark.parametrize("since", ["-1", "x", "1e3", "99999999999", "٣"])
def test_a_place_that_is_none_is_refused(table: Table, since: str) -> None:
    with table.anna.socket(table.game, table.mine, since=since) as anna:  # type: ignore[arg-type]
        problem, code = closed(anna)
    assert (problem["error"], code) == ("invalid", 4422)
