"""People, games and seats over the wire."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from grognard.server.club import Club
from grognard.server.http.app import create_app
from tests.server.wire import BASE, KLIN, Client, Table, app_on, on_either, serving, settings_for


@pytest.fixture
def app(club: Club) -> Iterator[FastAPI]:
    with serving(app_on(club)) as app:
        yield app


@on_either
def test_a_guest_plays_at_once_and_a_name_keeps_his_games(app: FastAPI) -> None:
    guest = Client(app)
    assert guest.get("/people/me")["guest"] is True
    game = guest.post("/games", KLIN)
    named = guest.post("/people/register", {"name": "Anna", "passphrase": "correct horse"})
    assert (named["name"], named["guest"]) == ("Anna", False)
    wish = {"name": "anna", "passphrase": "correct horse", "bearer": True}
    elsewhere = Client(app, guest.post("/people/sign-in", wish)["token"])
    assert [g["id"] for g in elsewhere.get("/games")["games"]] == [game["id"]]
    guest.post("/people/sign-out-everywhere")
    for client in (guest, elsewhere):
        assert client.get("/people/me") is None
        assert client.fails("/games", method="GET")[1]["error"] == "unknown-person"


def test_a_guests_games_go_with_whom_he_signs_in_as(app: FastAPI) -> None:
    anna = Client(app)
    anna.post("/people/register", {"name": "Anna", "passphrase": "correct horse"})
    guest = Client(app)
    game = guest.post("/games", KLIN)
    wish = {"name": "anna", "passphrase": "wrong horse", "bearer": True}
    guest.fails("/people/sign-in", wish)
    assert guest.get("/people/me")["guest"] is True
    token = guest.post("/people/sign-in", {**wish, "passphrase": "correct horse"})["token"]
    for client in (anna, Client(app, token)):
        assert [g["id"] for g in client.get("/games")["games"]] == [game["id"]]
    guest.http.cookies.clear()
    assert guest.get("/people/me") is None


@on_either
def test_a_browser_gets_a_cookie_out_of_reach_of_scripts(club: Club) -> None:
    app = app_on(club, public_address="https://war.example.org")
    with TestClient(app, base_url="https://war.example.org") as browser:
        came = browser.post("/api/v1/people/guest", json={})
        assert came.json()["token"] is None
        said = came.headers["set-cookie"].lower()
        for word in ("httponly", "secure", "samesite=strict", "path=/", "max-age="):
            assert word in said
        assert browser.get("/api/v1/people/me").json()["guest"] is True
        out = browser.post("/api/v1/people/sign-out")
        assert "max-age=0" in out.headers["set-cookie"].lower()
        assert browser.get("/api/v1/people/me").json() is None


def test_a_name_and_a_passphrase_that_do_not_go_together_look_alike(app: FastAPI) -> None:
    guest = Client(app)
    guest.post("/people/register", {"name": "Anna", "passphrase": "correct horse"})
    wrong = guest.fails("/people/sign-in", {"name": "Anna", "passphrase": "wrong horse"})
    nobody = guest.fails("/people/sign-in", {"name": "Nobody", "passphrase": "wrong horse"})
    assert wrong == nobody
    assert wrong[0] == 403


def test_passphrases_cannot_be_guessed_by_trying(club: Club) -> None:
    app = app_on(club, sign_ins_per_minute=5)
    with TestClient(app, base_url=BASE) as client:
        wish = {"name": "Anna", "passphrase": "wrong horse"}
        found = [client.post("/api/v1/people/sign-in", json=wish) for _ in range(6)]
    assert [answer.status_code for answer in found] == [403] * 5 + [429]
    assert found[-1].json()["error"] == "too-many"
    assert int(found[-1].headers["retry-after"]) >= 1


def test_a_name_is_tried_no_more_often_for_being_written_otherwise(club: Club) -> None:
    """However it is written, a name is still one name."""
    written, found = ("Anna", "ANNA", " Anna", "Anna ", "\tanna", "anna  "), []
    with serving(app_on(club)) as app:
        client = TestClient(app, base_url=BASE)
        client.portal = app.state.portal
        for name in written:
            wish = {"name": name, "passphrase": "wrong horse"}
            found.append(client.post("/api/v1/people/sign-in", json=wish).status_code)
    assert found == [403] * 5 + [429]


def test_who_asks_too_often_shuts_nobody_else_out(club: Club) -> None:
    app = app_on(club, sign_ins_per_minute=5)
    wish = {"name": "Anna", "passphrase": "wrong horse"}
    with TestClient(app, base_url=BASE) as client:
        guests = [client.post("/api/v1/people/guest", json={}).status_code for _ in range(5)]
        tried = [client.post("/api/v1/people/sign-in", json=wish).status_code for _ in range(10)]
        app.state.desk.rates.take("enter", "name anna")  # nobody has tried it yet
    assert guests == [201] * 5
    assert tried == [429] * 10


def test_a_game_is_found_only_by_those_at_its_table(app: FastAPI) -> None:
    table, stranger = Table(app), Client(app)
    hidden = stranger.fails(f"/games/{table.game}", method="GET")
    missing = stranger.fails(f"/games/{'0' * 32}", method="GET")
    assert hidden == missing
    assert hidden[0] == 404
    assert stranger.get("/open-games") == {"games": []}
    for seat in (table.mine, table.theirs):
        for path in ("view", "events", "legal", "save"):
            status, problem = stranger.fails(f"/seats/{seat}/{path}", method="GET")
            assert (status, problem["error"]) == (404, "not-found")


@on_either
def test_one_is_told_which_games_wait_and_nothing_of_them(app: FastAPI) -> None:
    table = Table(app)
    mover, seat = table.mover()
    other = table.boris if mover is table.anna else table.anna
    (told,) = mover.get("/decisions")["games"]
    assert (told["game"], told["seat"]) == (table.game, seat)
    assert set(told) == {"game", "seat", "title", "since"}
    waiting = mover.get(f"/games/{table.game}")["waiting_for"]
    assert len(other.get("/decisions")["games"]) == len(waiting) - 1
    assert Client(app).get("/decisions") == {"games": []}
    mover.post(f"/seats/{seat}/resign", {})
    assert mover.get("/decisions") == {"games": []}


def test_a_listed_game_can_be_joined_by_anybody(app: FastAPI) -> None:
    anna, boris = Client(app), Client(app)
    game = anna.post("/games", {**KLIN, "listed": True, "title": "Come and play"})
    found = boris.get("/open-games")["games"]
    assert [(g["id"], g["title"]) for g in found] == [(game["id"], "Come and play")]
    empty = next(seat for seat in found[0]["seats"] if not seat["taken"])
    taken = boris.post(f"/seats/{empty['id']}/take", {"name": "Boris"})
    assert (taken["mine"], taken["name"]) == (True, "Boris")
    assert anna.fails(f"/seats/{empty['id']}/take", {})[0] in (403, 409)


def test_an_invitation_is_good_once_and_the_newest_counts(app: FastAPI) -> None:
    anna, boris, cara = Client(app), Client(app), Client(app)
    seat = anna.post("/games", KLIN)["seats"][1]["id"]
    old = anna.post(f"/seats/{seat}/invitation")["invitation"]
    new = anna.post(f"/seats/{seat}/invitation")["invitation"]
    assert boris.fails("/join", {"invitation": old})[0] == 404
    assert boris.post("/join", {"invitation": new, "name": "B"})["seat"]["id"] == seat
    assert cara.fails("/join", {"invitation": new})[0] in (404, 409)
    assert anna.fails(f"/seats/{seat}/invitation")[1]["error"] == "conflict"


def test_spectators_come_by_one_invitation_each_to_his_own_seat(app: FastAPI) -> None:
    table, cara, dora = Table(app), Client(app), Client(app)
    plan = {"role": "spectator", "side": table.sides[0], "delay_turns": 1}
    invitation = table.anna.post(f"/games/{table.game}/invitations", plan)["invitation"]
    seats = [c.post("/join", {"invitation": invitation})["seat"] for c in (cara, dora)]
    assert seats[0]["id"] != seats[1]["id"]
    assert cara.view(seats[0]["id"])["view"]["player"] == table.sides[0]
    status, problem = cara.fails(f"/seats/{seats[0]['id']}/resign")
    assert (status, problem["error"]) == (403, "forbidden")


def test_seats_are_left_emptied_and_given_to_programs(app: FastAPI) -> None:
    table = Table(app)
    assert table.boris.fails(f"/seats/{table.mine}/kick")[0] in (403, 404)
    table.anna.post(f"/seats/{table.theirs}/kick")
    assert table.boris.fails(f"/seats/{table.theirs}/view", method="GET")[0] == 404
    program = table.anna.post(f"/seats/{table.theirs}/program", {"player": "random"})
    assert (program["kind"], program["player"]) == ("ai", "random")
    table.anna.post(f"/seats/{table.mine}/leave")
    assert table.anna.fails(f"/seats/{table.mine}/view", method="GET")[0] == 404


@pytest.mark.parametrize(
    ("wish", "status", "says"),
    [
        ({"scenario": "wb95/nowhere"}, 409, "there is no scenario"),
        ({"scenario": "../../etc/passwd"}, 409, "there is no scenario"),
        ({**KLIN, "options": {"maskign": "off"}}, 409, "masking"),
        ({**KLIN, "seats": [{"side": "martian"}]}, 409, "martian"),
        (
            {**KLIN, "seats": [{"side": "german", "kind": "ai", "player": "deep blue"}]},
            409,
            "deep blue",
        ),
        ({**KLIN, "settings": {"clock": {"per": "move", "seconds": 5}}}, 422, "per"),
        ({**KLIN, "surprise": 1}, 422, "surprise"),
        ({**KLIN, "title": "x" * 101}, 422, "title"),
        ({}, 422, "scenario"),
        ([], 422, "body"),
        (None, 422, "body"),
    ],
)
def test_a_game_that_cannot_be_is_refused_by_name(
    app: FastAPI, wish: object, status: int, says: str
) -> None:
    found, problem = Client(app).fails("/games", wish)
    assert found == status
    assert says in problem["detail"]


def test_the_shelf_is_open_to_everybody(app: FastAPI) -> None:
    client = TestClient(app, base_url=BASE)
    shelf = client.get("/api/v1/shelf").json()
    assert "wb95/klin" in [card["id"] for card in shelf["scenarios"]]
    assert "staff" in shelf["players"]
    (wb95,) = [system for system in shelf["systems"] if system["id"] == "wb95"]
    assert "masking" in [option["id"] for option in wb95["options"]]
    assert client.get("/api/v1/scenarios/wb95/klin").json()["sides"]
    assert client.get("/api/v1/scenarios/wb95/nowhere").json()["error"] == "not-found"


def test_a_person_without_a_token_gets_nothing(app: FastAPI) -> None:
    table = Table(app)
    for token in ("", "x", "0" * 32, "a" * 5000, table.anna.token[:-1]):
        nobody = TestClient(app, base_url=BASE, headers={"authorization": f"Bearer {token}"})
        for path in ("/games", f"/games/{table.game}", f"/seats/{table.mine}/view"):
            answer = nobody.get(f"/api/v1{path}")
            assert (answer.status_code, answer.json()["error"]) == (401, "unknown-person")
            assert answer.headers["www-authenticate"] == "Bearer"


def test_a_worker_opens_its_own_database_and_closes_it(sqlite_url: str) -> None:
    """The whole application by its settings alone, with all that goes on behind the requests."""
    settings = settings_for(database=sqlite_url, ai_processes=0)
    for guests in (1, 2):
        with TestClient(create_app(settings), base_url=BASE) as client:
            client.post("/api/v1/people/guest", json={})
            assert client.get("/api/v1/people/me").json()["guest"] is True
            assert client.get("/health").json()["status"] == "ok"
            database = client.app.state.desk.club.database  # type: ignore[attr-defined]
            with database.reading() as connection:
                found = connection.exec_driver_sql("SELECT count(*) FROM people").scalar_one()
            assert found == guests
