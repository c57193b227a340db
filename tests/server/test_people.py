"""People: guests, names, passphrases, tokens."""

from __future__ import annotations

import re

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from grognard.server import commands, games, merge_guest, people, queries, seating, sessions
from grognard.server.club import Club, Limits
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import Person, SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, duel
from tests.server.wire import on_either


@on_either
def test_a_guest_plays_at_once_and_is_known_by_a_token_of_128_bits(club: Club) -> None:
    person, token = people.guest(club)
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert person.guest
    assert sessions.person(club, token) == person
    assert sessions.person(club, token[:-1] + ("0" if token[-1] != "0" else "1")) is None


def test_neither_tokens_nor_passphrases_are_in_the_database(club: Club) -> None:
    person, token = people.guest(club)
    people.register(club, person, "Zhukov", "sunflower tank")
    with club.database.reading() as connection:
        kept = str(connection.execute(select(schema.people)).all())
        kept += str(connection.execute(select(schema.tokens)).all())
    assert "$argon2id$" in kept
    assert token not in kept
    assert "sunflower" not in kept


def test_a_name_keeps_games_across_devices(club: Club) -> None:
    person, token = people.guest(club)
    game = games.create_game(club, person, "wb95/klin")
    named = people.register(club, person, "  Georgi   Zhukov ", "sunflower tank")
    assert (named.id, named.name) == (person.id, "Georgi Zhukov")
    again, other = merge_guest.sign_in(club, "georgi zhukov", "sunflower tank")
    assert again.id == person.id
    assert other != token
    assert [g["id"] for g in games.games_of(club, again)] == [game["id"]]
    assert sessions.person(club, token) == sessions.person(club, other)


def test_a_wrong_name_and_a_wrong_passphrase_look_alike(club: Club) -> None:
    person, _ = people.guest(club)
    people.register(club, person, "Zhukov", "sunflower tank")
    said = []
    for name, passphrase in (("Zhukov", "sunflower tanks"), ("Konev", "sunflower tank")):
        with pytest.raises(Forbidden) as refused:
            merge_guest.sign_in(club, name, passphrase)
        said.append(refused.value.text)
    assert said[0] == said[1]


@on_either
def test_a_passphrase_that_was_hashed_too_cheaply_is_hashed_anew(
    club: Club, costly_hasher: PasswordHasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = people.guest(club)
    people.register(club, person, "Zhukov", "sunflower tank")
    monkeypatch.setattr(people, "HASHER", costly_hasher)
    p = schema.people.c
    with club.database.reading() as connection:
        before = connection.execute(select(p.passphrase).where(p.id == person.id)).scalar_one()
    assert costly_hasher.check_needs_rehash(before)
    merge_guest.sign_in(club, "Zhukov", "sunflower tank")
    with club.database.reading() as connection:
        after = connection.execute(select(p.passphrase).where(p.id == person.id)).scalar_one()
    assert re.match(r"\$argon2id\$v=19\$m=65536,t=3,p=4\$", after)
    merge_guest.sign_in(club, "Zhukov", "sunflower tank")


def test_a_name_is_taken_once_whatever_its_capitals(club: Club) -> None:
    first, _ = people.guest(club)
    second, _ = people.guest(club)
    people.register(club, first, "Zhukov", "sunflower tank")
    with pytest.raises(Conflict, match="taken"):
        people.register(club, second, "ZHUKOV", "another passphrase")
    with pytest.raises(Conflict, match="name already"):
        people.register(club, first, "Konev", "another passphrase")


@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "Zhu\x00kov", "right\u202eleft"])
def test_what_cannot_be_a_name(club: Club, name: str) -> None:
    person, _ = people.guest(club)
    with pytest.raises(Invalid, match="name"):
        people.register(club, person, name, "sunflower tank")


@pytest.mark.parametrize("passphrase", ["", "short", "long" * 51])
def test_what_cannot_be_a_passphrase(club: Club, passphrase: str) -> None:
    person, _ = people.guest(club)
    with pytest.raises(Invalid, match="passphrase"):
        people.register(club, person, "Zhukov", passphrase)


def test_tokens_end_by_signing_out(club: Club) -> None:
    person, token = people.guest(club)
    people.register(club, person, "Zhukov", "sunflower tank")
    _, second = merge_guest.sign_in(club, "Zhukov", "sunflower tank")
    _, third = merge_guest.sign_in(club, "Zhukov", "sunflower tank")
    sessions.sign_out(club, second)
    assert sessions.person(club, second) is None
    assert sessions.person(club, token) is not None
    sessions.sign_out_everywhere(club, person)
    assert sessions.person(club, token) is None
    assert sessions.person(club, third) is None


@on_either
def test_a_token_that_is_used_stays_good_and_one_that_is_not_runs_out(database: Database) -> None:
    clock = [1_000_000]
    club = Club(database, Limits(token_days=10), now=lambda: clock[0])
    _, token = people.guest(club)
    _, idle = people.guest(club)
    for _ in range(4):
        clock[0] += 6 * 86_400
        assert sessions.person(club, token) is not None
    assert sessions.person(club, idle) is None
    clock[0] += 11 * 86_400
    assert sessions.person(club, token) is None


def test_settings_are_kept_and_bounded(club: Club) -> None:
    person, token = people.guest(club)
    people.settle(club, person, {"mail": "z@example.org"})
    again = sessions.person(club, token)
    assert again is not None
    assert again.settings == {"mail": "z@example.org"}
    assert people.by_id(club, person.id) == again
    with pytest.raises(Invalid, match="too long"):
        people.settle(club, person, {"x": "y" * 10_000})


# ---- a guest who turns out to be somebody


def named(club: Club, name: str = "Zhukov") -> Person:
    person, _ = people.guest(club)
    return people.register(club, person, name, "sunflower tank")


def test_a_guests_games_go_with_whom_he_turns_out_to_be(club: Club) -> None:
    zhukov = named(club)
    mine = games.create_game(club, zhukov, KLIN)
    guest, token = people.guest(club)
    begun = games.create_game(club, guest, KLIN, seats=[SeatPlan(side="soviet", mine=True)])
    host, _ = people.guest(club)
    joined = games.create_game(club, host, KLIN)
    empty = next(s["id"] for s in joined["seats"] if not s["taken"])
    seat = seating.join(club, guest, seating.invite(club, host, empty), "Ghost")
    commands.act(
        club,
        seating.seat(club, guest, begun["seats"][0]["id"]),
        {"do": "instruct", "rules": {}},
        None,
        "k",
    )
    again, _token = merge_guest.sign_in(club, "zhukov", "sunflower tank", guest)
    assert again.id == zhukov.id
    found = {game["id"]: game for game in games.games_of(club, again)}
    assert set(found) == {mine["id"], begun["id"], joined["id"]}
    assert (found[begun["id"]]["mine"], found[joined["id"]]["mine"]) == (True, False)
    assert [s["name"] for s in found[begun["id"]]["seats"]] == ["Zhukov"]
    assert seating.seat(club, again, seat.id).name == "Ghost"
    assert sessions.person(club, token) is None
    assert people.by_id(club, guest.id) is None
    lines = games.row(club, begun["id"]).length
    told = commands.act(
        club,
        seating.seat(club, again, begun["seats"][0]["id"]),
        {"do": "instruct", "rules": {}},
        None,
        "k",
    )
    assert told["moment"]
    assert games.row(club, begun["id"]).length == lines  # what the guest did is not done again


def test_a_guest_who_plays_on_is_found_at_the_same_question(club: Club) -> None:
    table = duel(club)
    named(club)
    at = queries.decision_id(club, table.seats["german"])
    again, _ = merge_guest.sign_in(club, "Zhukov", "sunflower tank", table.people["german"])
    with pytest.raises(Forbidden, match="no longer yours"):
        table.act("german", NO_MISSIONS, "1", at)
    commands.act(club, seating.seat(club, again, table.seats["german"].id), NO_MISSIONS, at, "1")


def test_a_seat_that_one_has_already_is_given_up(club: Club) -> None:
    zhukov = named(club)
    table = duel(club)
    many = [
        seating.invite_many(club, table.people["german"], table.game_id, plan)
        for plan in (SeatPlan("spectator", "german"), SeatPlan(side="soviet"))
    ]
    guest, _ = people.guest(club)
    for link in many[:1]:
        seating.join(club, zhukov, link)
        seating.join(club, guest, link)
    merge_guest.sign_in(club, "Zhukov", "sunflower tank", guest)
    watching = [s for s in seating.seats(club, table.game_id) if s.role == "spectator"]
    assert [s.person_id for s in watching] == [zhukov.id]
    # he plays soviet by name, and as a guest the same side
    other, _ = people.guest(club)
    seating.leave(club, zhukov, watching[0].id)
    seating.join(club, zhukov, many[1])
    seat = seating.join(club, other, many[1])
    merge_guest.sign_in(club, "Zhukov", "sunflower tank", other)
    left = next(s for s in seating.seats(club, table.game_id) if s.id == seat.id)
    assert (left.taken, left.side) == (False, "soviet")
    kinds = [i["matter"]["kind"] for i in table.told("german") if i["type"] == "matter"]
    assert kinds.count("left") == 3


@on_either
def test_nobody_comes_to_see_both_sides_by_signing_in(club: Club) -> None:
    zhukov = named(club)
    table = duel(club)
    link = seating.invite_many(club, table.people["german"], table.game_id, SeatPlan(side="soviet"))
    seating.join(club, zhukov, link)
    again, _ = merge_guest.sign_in(club, "Zhukov", "sunflower tank", table.people["german"])
    seats = {s.id: s.person_id for s in seating.seats(club, table.game_id)}
    assert seats[table.seats["german"].id] is None
    assert list(seats.values()).count(again.id) == 1
    assert games.game(club, again, table.game_id)["mine"]  # he began it, and looks after it still


def test_against_oneself_one_may_hold_both_sides(club: Club) -> None:
    zhukov = named(club)
    guest, _ = people.guest(club)
    game = games.create_game(club, guest, KLIN)
    empty = next(s["id"] for s in game["seats"] if not s["taken"])
    seating.join(club, zhukov, seating.invite(club, guest, empty))
    merge_guest.sign_in(club, "Zhukov", "sunflower tank", guest)
    assert {s.person_id for s in seating.seats(club, game["id"])} == {zhukov.id}


def test_whoever_has_a_name_keeps_his_games_when_another_signs_in(club: Club) -> None:
    zhukov, konev = named(club), named(club, "Konev")
    game = games.create_game(club, konev, KLIN)
    merge_guest.sign_in(club, "Zhukov", "sunflower tank", konev)
    assert [g["id"] for g in games.games_of(club, konev)] == [game["id"]]
    assert games.games_of(club, zhukov) == []
    guest, token = people.guest(club)
    with pytest.raises(Forbidden):
        merge_guest.sign_in(club, "Zhukov", "wrong", guest)
    assert sessions.person(club, token) == guest
