"""Coaching: who may have a game analysed, when, and that he learns nothing else by it."""

from __future__ import annotations

import pytest

from grognard.server import coaching, games, overtures, people, seating
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.questions import COACHED, Question, prepare
from grognard.server.store.records import Person, Seat, SeatPlan
from tests.server.table import duel
from tests.server.test_intents import Course, table
from tests.server.wire import Client, app_on, on_either, serving

SPECTATOR, UMPIRE = SeatPlan("spectator", mine=True), SeatPlan("umpire", mine=True)


def begun(club: Club, anna: Person, *more: SeatPlan) -> dict[str, Seat]:
    """A game against the staff in its second turn: the seats by side or role."""
    seats = table(club, anna, "wb95/klin", *more)
    Course(club, seats).turn(2)
    game = seats["german"].game_id
    return {str(one.side or one.role): one for one in seating.seats(club, game)}


@on_either
def test_who_plays_alone_is_coached_about_the_turns_that_he_has_had(
    club: Club, anna: Person
) -> None:
    seats = begun(club, anna, SPECTATOR, UMPIRE)
    told = coaching.course(club, seats["german"])
    assert (told["side"], [one["turn"] for one in told["turns"]]) == ("german", [1])
    (one,) = told["turns"]
    assert 1 <= one["begins"] < one["ends"]
    assert told["largest"] == [0]
    assert all(0 <= each["share"] <= 1000 for each in told["chances"])
    with pytest.raises(Forbidden, match="for nobody else"):
        coaching.course(club, seats["german"], "soviet")
    for role in ("spectator", "umpire"):
        with pytest.raises(Forbidden, match="for nobody else"):
            coaching.course(club, seats[role], "german")
        with pytest.raises(Invalid, match="whose turns"):
            coaching.course(club, seats[role])
    with pytest.raises(Invalid, match="no side here"):
        coaching.course(club, seats["german"], "polish")
    with pytest.raises(Invalid, match="no turn 7"):
        coaching.turn(club, seats["german"], 7, 1.0)


def test_among_people_nobody_is_coached_until_it_is_over(club: Club) -> None:
    two = duel(club)
    mine, theirs = two.seats["german"], two.seats["soviet"]
    two.play(30)
    with pytest.raises(Forbidden, match="while others play"):
        coaching.course(club, mine)
    overtures.resign(club, mine)
    for seat in (mine, theirs):
        for side in ("german", "soviet"):
            assert coaching.course(club, seat, side)["side"] == side


def test_when_it_is_over_whoever_looks_on_may_ask(
    club: Club, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "REHEARSALS", 4)
    seats = begun(club, anna, SPECTATOR)
    overtures.resign(club, seats["german"])
    told = coaching.course(club, seats["spectator"], "soviet")
    assert [one["turn"] for one in told["turns"]] == [1]
    found = coaching.turn(club, seats["spectator"], 0, 600.0, "soviet")
    assert found["rehearsals"] >= 4
    for name in ("best", "ordered", "fallen"):
        assert 0 <= found[name]["low"] <= found[name]["mean"] <= found[name]["high"] <= 1000
    assert found["plan"]["aims"]


def test_a_game_that_has_grown_into_another_keeps_the_other_sides_secrets(
    club: Club, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = begun(club, anna)
    overtures.resign(club, seats["german"])
    row = games.row(club, seats["german"].game_id)
    assert row.revealed
    monkeypatch.setattr("grognard.server.live_games._grows_on", lambda *_: True)
    assert coaching.course(club, seats["german"])["side"] == "german"
    with pytest.raises(Forbidden, match="still played"):
        coaching.course(club, seats["german"], "soviet")


def test_without_time_it_is_said_what_would_be_right(club: Club, anna: Person) -> None:
    seats = begun(club, anna)
    with pytest.raises(Conflict, match="too long to be rehearsed") as refused:
        coaching.turn(club, seats["german"], 0, 0.0)
    assert "grognard coach" in refused.value.would_be_right


def test_a_course_is_worked_out_once(
    club: Club, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = begun(club, anna)
    seat = seats["german"]
    prepare(club, Question(COACHED[0], seat.game_id, seat))
    monkeypatch.setattr("grognard.lab.coach.course_of", lambda *_: pytest.fail("once more"))
    assert coaching.course(club, seat)["turns"]


def test_it_is_worked_out_in_a_process_of_its_own_and_charged(club: Club, anna: Person) -> None:
    with serving(app_on(club, engine_processes=1)) as app:
        client = Client(app)
        plans = [
            {"side": "german", "mine": True},
            {"side": "soviet", "kind": "ai", "player": "staff"},
        ]
        game = client.post("/games", {"scenario": "wb95/klin", "seats": plans})
        mine = next(seat["id"] for seat in game["seats"] if seat["mine"])
        seats = {str(one.side): one for one in seating.seats(club, game["id"])}
        Course(club, seats).turn(2)
        person = people.by_id(club, seats["german"].person_id or "")
        assert person is not None
        bucket = app.state.desk.ledger._seconds(f"person {person.id}", 1)
        before = bucket.left
        told = client.get(f"/seats/{mine}/coach", side="german")
        assert [one["turn"] for one in told["turns"]] == [1]
        assert bucket.left < before - 0.1
        assert app.state.desk.reckoning._reckoners[0].games
        assert client.http.get(f"/api/v1/seats/{mine}/coach/9").status_code == 409
