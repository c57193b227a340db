"""Playing over the wire: views, actions, what is refused, what players agree on, files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from grognard.server.club import Club
from grognard.server.http.guard import UPLOAD
from tests.server.wire import BASE, KLIN, Client, Table, app_on, on_either, serving

CORPUS = Path(__file__).parents[1] / "corpus"


@pytest.fixture
def app(club: Club) -> Iterator[FastAPI]:
    with serving(app_on(club)) as app:
        yield app


@pytest.fixture
def table(app: FastAPI) -> Table:
    return Table(app)


def test_each_player_gets_his_own_view_and_his_own_question(table: Table) -> None:
    mover, seat = table.mover()
    shown = mover.view(seat)
    side = shown["view"]["player"]
    assert [d["player"] for d in shown["view"]["decisions"]] == [side]
    other, theirs = (table.boris, table.theirs) if mover is table.anna else (table.anna, table.mine)
    shown = other.view(theirs)
    assert shown["view"]["player"] != side
    assert all(d["player"] != side for d in shown["view"]["decisions"])
    assert other.fails(f"/seats/{seat}/view", method="GET")[0] == 404


def test_an_action_is_played_told_and_refused_with_its_rule(table: Table) -> None:
    mover, seat = table.mover()
    before = mover.view(seat)
    at = before["view"]["decisions"][0]["id"]
    status, problem = mover.fails(f"/seats/{seat}/act", {"action": {"do": "fly"}, "key": "k"})
    assert (status, problem["error"]) == (409, "refused")
    assert problem["rule"] == problem["refusals"][0]["rule"]
    assert "'fly' is not offered" in problem["detail"]
    assert mover.view(seat) == before
    action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
    assert mover.post(f"/seats/{seat}/why", {"action": action, "at": at}) == {"refusals": []}
    played = mover.act(seat, action, at)
    assert played["seq"] > played["since"]
    assert played["events"] == mover.get(f"/seats/{seat}/events", since=played["since"])["events"]
    stale = {"action": action, "at": at, "key": "later"}
    status, problem = mover.fails(f"/seats/{seat}/act", stale)
    assert status == 409
    assert "no longer open" in problem["detail"]


def test_a_command_sent_again_is_carried_out_once_and_answered_alike(table: Table) -> None:
    mover, seat = table.mover()
    action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
    wish = {"action": action, "key": "once"}
    first = mover.post(f"/seats/{seat}/act", wish)
    shown = mover.view(seat)
    assert mover.post(f"/seats/{seat}/act", wish) == first
    assert mover.view(seat) == shown
    other = {"action": {"do": "end"}, "key": "once"}
    status, problem = mover.fails(f"/seats/{seat}/act", other)
    assert (status, problem["error"]) == (409, "conflict")


def test_events_are_read_from_where_one_was(table: Table) -> None:
    for _ in range(4):
        table.step()
    whole = table.anna.get(f"/seats/{table.mine}/events")
    assert [e["seq"] for e in whole["events"]] == list(range(1, whole["seq"] + 1))
    part = table.anna.get(f"/seats/{table.mine}/events", since=2, limit=1)
    assert part["events"] == whole["events"][2:3]
    assert part["more"] is (whole["seq"] > 3)
    table.anna.post(f"/seats/{table.mine}/seen", {"seq": 2})
    assert table.anna.view(table.mine)["seen"] == 2


def test_undo_and_what_was_taken_back(table: Table) -> None:
    for _ in range(40):
        mover, seat = table.mover()
        action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
        played = mover.act(seat, action)
        undone = mover.http.post(f"/api/v1/seats/{seat}/undo", json={"key": str(played["moment"])})
        if undone.is_success and played["events"]:
            break
    else:
        raise AssertionError("nothing could be taken back")
    told = undone.json()["events"]
    assert told == [{"type": "taken-back", "seq": played["seq"] + 1, "to": played["since"]}]


def test_standing_answers_are_told_to_their_owner_alone(table: Table) -> None:
    systems = table.anna.get("/shelf")["systems"]
    (shelf,) = [one["standing"] for one in systems if one["id"] == "wb95"]
    rules = {"defend": shelf["defend"][0]}
    before = table.boris.http.get(f"/api/v1/seats/{table.theirs}/view").content
    table.anna.post(f"/seats/{table.mine}/instruct", {"rules": rules, "key": "i"})
    assert table.anna.view(table.mine)["view"]["standing"] == {table.sides[0]: rules}
    assert table.boris.http.get(f"/api/v1/seats/{table.theirs}/view").content == before
    status, problem = table.anna.fails(
        f"/seats/{table.mine}/instruct", {"rules": {"nonsense": "x"}, "key": "j"}
    )
    assert (status, problem["rule"]) == (409, "form")


def test_a_game_goes_on_from_an_earlier_moment_for_both(table: Table) -> None:
    moment = table.anna.view(table.mine)["moment"]
    for _ in range(3):
        table.step()
    wish = {"moment": moment}
    offer = table.anna.post(f"/seats/{table.mine}/branch-together", wish)
    assert (offer["what"], offer["moment"], offer["turn"]) == ("branch", moment, 1)
    shown = table.boris.view(table.theirs)["offers"]
    assert [(o["what"], o["awaiting"]) for o in shown] == [("branch", [table.sides[1]])]
    agreed = table.boris.post(f"/seats/{table.theirs}/offers/{offer['offer']}", {"agree": True})
    game = table.boris.get(f"/games/{agreed['game']}")
    assert (game["parent"], game["over"]) == (table.game, False)
    assert [s["side"] for s in game["seats"] if s["mine"]] == [table.sides[1]]
    wrong = {"moment": 10**6}
    status, problem = table.anna.fails(f"/seats/{table.mine}/branch-together", wrong)
    assert (status, problem["would_be_right"][:4]) == (409, "1 to")


def test_a_draw_is_offered_agreed_and_another_game_begun(table: Table) -> None:
    offer = table.anna.post(f"/seats/{table.mine}/draw")
    assert (offer["agreed"], offer["awaiting"]) == (False, [table.sides[1]])
    shown = table.boris.view(table.theirs)["offers"]
    assert [o["what"] for o in shown] == ["draw"]
    agreed = table.boris.post(f"/seats/{table.theirs}/offers/{offer['offer']}", {"agree": True})
    assert agreed["agreed"] is True
    over = table.anna.get(f"/games/{table.game}")
    assert (over["over"], over["winner"]) == (True, None)
    assert over["seed"]
    again = table.boris.post(f"/seats/{table.theirs}/rematch", {"swap": True})
    made = table.anna.post(f"/seats/{table.mine}/offers/{again['offer']}", {"agree": True})
    sides = {s["side"]: s["mine"] for s in table.anna.get(f"/games/{made['game']}")["seats"]}
    assert sides[table.sides[1]] is True


def test_resigning_ends_it_and_only_for_oneself(table: Table) -> None:
    assert table.boris.fails(f"/seats/{table.mine}/resign")[0] == 404
    ended = table.boris.post(f"/seats/{table.theirs}/resign")
    assert (ended["over"], ended["winner"]) == (True, table.sides[0])
    status, problem = table.anna.fails(
        f"/seats/{table.mine}/act", {"action": {"do": "end"}, "key": "k"}
    )
    assert (status, problem["error"]) == (409, "refused")


def test_talk_reaches_the_table_or_ones_own_side(table: Table) -> None:
    table.anna.post(f"/seats/{table.mine}/say", {"text": "good luck"})
    table.anna.post(f"/seats/{table.mine}/say", {"text": "left flank", "to_side": True})
    heard = json.dumps(table.boris.get(f"/seats/{table.theirs}/events"))
    assert "good luck" in heard
    assert "left flank" not in heard


def test_odds_are_exact_and_follow_no_further_than_the_first_question(app: FastAPI) -> None:
    anna = Client(app)
    seats = [{"side": side, "mine": True} for side in ("german", "soviet")]
    game = anna.post("/games", {**KLIN, "seats": seats})
    seats_of = {s["side"]: s["id"] for s in game["seats"]}
    for _ in range(60):
        seat = seats_of[anna.get(f"/games/{game['id']}")["waiting_for"][0]]
        action = anna.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
        odds = anna.post(f"/seats/{seat}/odds", {"action": action})
        if odds["outcomes"]:
            break
        assert odds["unknown"]
        anna.act(seat, action)
    assert sum(Fraction(o["probability"]) for o in odds["outcomes"]) == 1
    assert anna.fails(f"/seats/{seat}/odds", {"action": {"do": "fly"}})[0] == 409
    status, problem = anna.fails(f"/seats/{seat}/odds", {"action": action, "through": True})
    assert (status, "through" in problem["detail"]) == (422, True)


# ---- files


def bring(client: Client, raw: bytes, title: str = "") -> tuple[int, dict[str, object]]:
    answer = client.http.post(
        "/api/v1/saves", content=raw, params={"title": title}, headers={"content-type": UPLOAD}
    )
    return answer.status_code, answer.json()


def test_a_save_goes_out_and_comes_in_and_the_dice_stay_secret(app: FastAPI) -> None:
    anna = Client(app)
    seats = [{"side": side, "mine": True} for side in ("german", "soviet")]
    game = anna.post("/games", {**KLIN, "seats": seats})
    seat = game["seats"][0]["id"]
    answer = anna.http.get(f"/api/v1/seats/{seat}/save")
    assert answer.headers["content-disposition"] == 'attachment; filename="klin-turn-1-german.grog"'
    assert json.loads(answer.text.splitlines()[0])["seed"] is None
    status, made = bring(anna, answer.content, "Again")
    assert (status, made["title"], made["scenario"]) == (201, "Again", "wb95/klin")
    branched = anna.post(f"/seats/{seat}/branch", {})
    assert branched["parent"] == game["id"]


def test_against_others_there_is_no_whole_record_before_the_end(app: FastAPI) -> None:
    table = Table(app, options={"masking": "on"})
    assert table.anna.fails(f"/seats/{table.mine}/save", method="GET")[0] == 403
    assert table.anna.fails(f"/seats/{table.mine}/branch", {})[0] == 403
    table.boris.post(f"/seats/{table.theirs}/resign")
    save = table.anna.http.get(f"/api/v1/seats/{table.mine}/save")
    assert json.loads(save.text.splitlines()[0])["seed"]


@on_either
def test_a_replay_is_shared_by_link(app: FastAPI, table: Table) -> None:
    for _ in range(3):
        table.step()
    token = table.anna.post(f"/seats/{table.mine}/share")["replay"]
    anybody = TestClient(app, base_url=BASE)
    told = anybody.get(f"/api/v1/replays/{token}").json()
    assert (told["over"], told["audience"]) == (False, table.sides[0])
    last = anybody.get(f"/api/v1/replays/{token}/moments/{told['moments']}").json()
    assert last["view"]["player"] == table.sides[0]
    assert anybody.get(f"/api/v1/replays/{token}/moments/0").status_code == 409
    assert anybody.get(f"/api/v1/replays/{'0' * 32}").json()["error"] == "not-found"
    table.step()
    assert anybody.get(f"/api/v1/replays/{token}").json() == told
    branch = {"moment": 1}
    assert table.boris.fails(f"/replays/{token}/branch", branch)[0] == 403


@pytest.mark.parametrize(
    ("raw", "status", "says"),
    [
        (b"", 409, "empty"),
        (b"hello\n", 409, "cannot be read"),
        (b"\x00\xff\xfe" * 100 + b"\n", 409, "cannot be read"),
        (b"[" * 10_000 + b"\n", 409, "nested"),
        (b'{"a":' * 1000 + b"1" + b"}" * 1000 + b"\n", 409, "nested"),
        (b'{"format":"grognard-save"}\n', 409, "chain"),
        (b"scenario: moscow\nsystem: wb95\n", 409, "cannot be read"),
        (b"x" * 20_001, 413, "too large"),
    ],
)
def test_what_is_no_save_is_refused_and_leaves_nothing(
    club: Club, raw: bytes, status: int, says: str
) -> None:
    app = app_on(club, upload_bytes=20_000)
    with serving(app):
        anna = Client(app)
        found, problem = bring(anna, raw)
        assert found == status
        assert says in str(problem["detail"])
        assert anna.get("/games") == {"games": []}


def test_a_save_of_a_long_game_comes_in_whole(app: FastAPI) -> None:
    raw = min(CORPUS.rglob("*.grog"), key=lambda path: path.stat().st_size).read_bytes()
    status, made = bring(Client(app), raw)
    assert (status, made.get("error")) == (201, None), made
