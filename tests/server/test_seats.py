"""Seats are not sides: who sits where, who comes and goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grognard.server import commands, games, overtures, people, queries, scenario_versions, seating
from grognard.server.club import Club, Limits
from grognard.server.errors import Conflict, Forbidden, Invalid, NotFound
from grognard.server.http import shelf
from grognard.server.scenario_versions import Edition
from grognard.server.store.database import Database
from grognard.server.store.records import SeatPlan
from tests.engine.toy import TOY
from tests.server.table import KLIN, NO_MISSIONS, duel, solo
from tests.server.wire import on_either


def test_without_a_plan_there_is_a_seat_for_each_side_and_the_first_is_mine(
    club: Club,
) -> None:
    person, _ = people.guest(club)
    game = games.create_game(club, person, KLIN)
    assert [(s["side"], s["mine"], s["taken"]) for s in game["seats"]] == [
        ("german", True, True),
        ("soviet", False, False),
    ]
    assert (game["title"], game["turn"], game["waiting_for"]) == (
        "The Road to Klin", 1, ["german"],
    )  # fmt: skip


def test_the_secret_of_the_dice_stays_here_until_the_end(club: Club) -> None:
    table = duel(club)
    german = table.people["german"]
    before = games.game(club, german, table.game_id)
    assert before["seed"] is None
    secret = games.row(club, table.game_id).seed
    assert secret not in str(before)
    assert secret not in str(queries.view(club, table.seats["german"]))
    overtures.resign(club, table.seats["german"])
    assert games.game(club, german, table.game_id)["seed"] == secret


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (SeatPlan(side="italian"), "no side"),
        (SeatPlan(), "no side"),
        (SeatPlan(role="king", side="german"), "no role"),
        (SeatPlan(role="umpire", side="german"), "no side"),
        (SeatPlan(role="spectator", side="public"), "no side"),
        (SeatPlan(side="german", kind="cat"), "not for"),
        (SeatPlan(side="german", kind="ai", player="napoleon"), "no player"),
        (SeatPlan(role="spectator", side="german", kind="ai", player="staff"), "program plays"),
        (SeatPlan(side="german", delay_lines=5), "only spectators"),
        (SeatPlan(role="spectator", side="german", delay_turns=-1), "no delay"),
        (SeatPlan(side="german", name="x" * 50), "name"),
    ],
)
def test_seats_that_cannot_be(club: Club, plan: SeatPlan, says: str) -> None:
    person, _ = people.guest(club)
    with pytest.raises(Invalid, match=says):
        games.create_game(club, person, KLIN, seats=[plan])
    assert games.games_of(club, person) == []


@pytest.mark.parametrize(
    ("scenario", "options", "says"),
    [
        ("wb95/clin", {}, "did you mean 'wb95/klin'"),
        ("../../etc/passwd.yaml", {}, "there is no scenario"),
        ("/etc/passwd.yaml", {}, "there is no scenario"),
        (KLIN, {"maskign": "off"}, "did you mean 'masking'"),
        (KLIN, {"masking": "perhaps"}, "cannot be"),
        (KLIN, {"masking": ["on"]}, "cannot be"),
    ],
)
def test_games_that_cannot_be(
    club: Club, scenario: str, options: dict[str, object], says: str
) -> None:
    person, _ = people.guest(club)
    with pytest.raises(Invalid, match=says):
        games.create_game(club, person, scenario, options)


@pytest.mark.parametrize(
    "settings",
    [{"take_back": "always"}, {"clocks": {}}, {"clock": {"per": "move"}}, {"clock": "fast"}],
)
def test_settings_that_cannot_be(club: Club, settings: dict[str, object]) -> None:
    person, _ = people.guest(club)
    with pytest.raises(Invalid):
        games.create_game(club, person, KLIN, settings=settings)


def test_one_person_begins_only_so_many_games(database: Database) -> None:
    club = Club(database, Limits(games_per_person=2))
    person, _ = people.guest(club)
    first = games.create_game(club, person, KLIN)
    games.create_game(club, person, KLIN)
    with pytest.raises(Conflict, match="2 games"):
        games.create_game(club, person, KLIN)
    overtures.resign(club, seating.seat(club, person, first["seats"][0]["id"]))
    games.create_game(club, person, KLIN)


def test_an_invitation_is_good_for_one_person(club: Club) -> None:
    german, _ = people.guest(club)
    game = games.create_game(club, german, KLIN)
    empty = game["seats"][1]["id"]
    old = seating.invite(club, german, empty)
    new = seating.invite(club, german, empty)
    soviet, _ = people.guest(club)
    with pytest.raises(NotFound, match="invitation"):
        seating.join(club, soviet, old)
    seat = seating.join(club, soviet, new, "Konev")
    assert (seat.id, seat.side, seat.name) == (empty, "soviet", "Konev")
    third, _ = people.guest(club)
    with pytest.raises(NotFound, match="invitation"):
        seating.join(club, third, new)
    with pytest.raises(Conflict, match="sits there"):
        seating.invite(club, german, empty)


def test_another_persons_seat_and_game_look_like_none(club: Club) -> None:
    table = duel(club)
    stranger, _ = people.guest(club)
    with pytest.raises(NotFound):
        games.game(club, stranger, table.game_id)
    with pytest.raises(NotFound):
        seating.seat(club, stranger, table.seats["german"].id)
    with pytest.raises(NotFound):
        seating.seat(club, table.people["soviet"], table.seats["german"].id)
    with pytest.raises(NotFound):
        seating.invite(club, stranger, table.seats["german"].id)
    with pytest.raises(NotFound):
        seating.take(club, stranger, table.seats["german"].id)
    with pytest.raises(Forbidden):
        seating.kick(club, table.people["soviet"], table.seats["german"].id)
    with pytest.raises(NotFound):
        games.game(club, stranger, "0" * 32)


def test_several_people_play_a_side(club: Club) -> None:
    table = duel(club)
    link = seating.invite_many(
        club, table.people["german"], table.game_id, SeatPlan(side="german", name="staff officer")
    )
    friend, _ = people.guest(club)
    seat = seating.join(club, friend, link)
    assert seating.join(club, friend, link) == seat  # he sits there already
    assert seat.side == "german"
    assert (
        queries.view(club, seat)["view"]["units"]
        == queries.view(table.club, table.seats["german"])["view"]["units"]
    )
    commands.act(club, seat, NO_MISSIONS, None, "k")
    assert table.told("german")[-1]["event"]["kind"] == "air missions"


def test_who_leaves_or_is_sent_away_plays_no_more(club: Club) -> None:
    table = duel(club)
    soviet = table.seats["soviet"]
    seating.kick(club, table.people["german"], soviet.id)
    with pytest.raises(Forbidden, match="no longer yours"):
        commands.instruct(club, soviet, {"air": "no missions"}, "k")
    with pytest.raises(NotFound):
        seating.seat(club, table.people["soviet"], soviet.id)
    kinds = [item["matter"]["kind"] for item in table.told("german") if "matter" in item]
    assert kinds == ["joined", "removed"]
    german = table.seats["german"]
    seating.leave(club, table.people["german"], german.id)
    assert not any(seat.taken for seat in seating.seats(club, table.game_id))


@on_either
def test_a_listed_game_is_found_and_joined_by_anybody(club: Club) -> None:
    german, _ = people.guest(club)
    game = games.create_game(club, german, KLIN, listed=True)
    games.create_game(club, german, KLIN)
    stranger, _ = people.guest(club)
    assert [g["id"] for g in games.open_games(club, stranger)] == [game["id"]]
    seat = seating.take(club, stranger, game["seats"][1]["id"], "Konev")
    assert seat.side == "soviet"
    third, _ = people.guest(club)
    with pytest.raises(Conflict, match="sits there"):
        seating.take(club, third, game["seats"][1]["id"])
    overtures.resign(club, seat)
    assert games.open_games(club) == []


@on_either
def test_programs_sit_on_any_seat_and_take_over(club: Club) -> None:
    person, _ = people.guest(club)
    plans = [
        SeatPlan(side="german", kind="ai", player="random"),
        SeatPlan(side="soviet", mine=True),
    ]
    game = games.create_game(club, person, KLIN, seats=plans)
    (thinking,) = games.programs_to_move(club)
    assert (thinking.side, thinking.player) == ("german", "random")
    assert games.people_to_move(club) == []
    commands.act(club, thinking, NO_MISSIONS, queries.decision_id(club, thinking), "k")
    mine = next(s["id"] for s in game["seats"] if s["mine"])
    taken = seating.seat_program(club, person, mine, "staff")
    assert (taken.kind, taken.player, taken.person_id) == ("ai", "staff", None)
    with pytest.raises(NotFound):
        seating.seat(club, person, mine)
    seating.kick(club, person, mine)
    assert seating.take(club, person, mine).side == "soviet"  # and back again


def test_one_person_plays_both_sides(club: Club) -> None:
    table = solo(club)
    assert table.play(20) == 20
    assert {s.person_id for s in table.seats.values()} == {table.people["german"].id}
    waiting = [(seat.side, row.id) for seat, row in games.people_to_move(club)]
    assert waiting == [(table.to_act(), table.game_id)]


@pytest.fixture
def toy_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that has no staff."""

    def shipped(_name: str, options: Mapping[str, Any]) -> Edition:
        return Edition(TOY, TOY.scenario(**options), {})

    monkeypatch.setattr(scenario_versions, "shipped", shipped)


@pytest.mark.usefixtures("toy_on_the_shelf")
def test_no_staff_sits_down_where_there_is_none(club: Club) -> None:
    person, _ = people.guest(club)
    mine = SeatPlan(side="north", mine=True)
    staff = SeatPlan(side="south", kind="ai", player="staff")
    refused = "staff cannot play toy; random can"
    with pytest.raises(Invalid, match=refused):
        games.create_game(club, person, "toy/game", seats=[mine, staff])
    assert games.games_of(club, person) == []
    chance = SeatPlan(side="south", kind="ai", player="random")
    game = games.create_game(club, person, "toy/game", seats=[mine, chance])
    with pytest.raises(Invalid, match=refused):
        seating.add_seat(club, person, game["id"], staff)
    for seat in seating.seats(club, game["id"]):
        with pytest.raises(Invalid, match=refused):
            seating.seat_program(club, person, seat.id, "staff")
    assert [seat["player"] for seat in games.game(club, person, game["id"])["seats"]] == [
        None, "random",
    ]  # fmt: skip


def test_the_shelf_offers_whoever_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shelf._scenario("wb95/klin").players == ["random", "staff", "recruit", "commander"]
    toy = Edition(TOY, TOY.scenario(), {})
    monkeypatch.setattr(scenario_versions, "shipped", lambda _name, _options: toy)
    assert shelf._plain_scenario.__wrapped__("toy/game").players == ["random"]
