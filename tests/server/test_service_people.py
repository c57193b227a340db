"""People: guests, names, passphrases, tokens."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.service import Limits, Service
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import Person, SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, duel


def test_a_guest_plays_at_once_and_is_known_by_a_token_of_128_bits(service: Service) -> None:
    person, token = service.guest()
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert person.guest
    assert service.person(token) == person
    assert service.person(token[:-1] + ("0" if token[-1] != "0" else "1")) is None


def test_neither_tokens_nor_passphrases_are_in_the_database(service: Service) -> None:
    person, token = service.guest()
    service.register(person, "Zhukov", "sunflower tank")
    with service.database.reading() as connection:
        kept = str(connection.execute(select(schema.people)).all())
        kept += str(connection.execute(select(schema.tokens)).all())
    assert "$argon2id$" in kept
    assert token not in kept
    assert "sunflower" not in kept


def test_a_name_keeps_games_across_devices(service: Service) -> None:
    person, token = service.guest()
    game = service.create_game(person, "wb95/klin")
    named = service.register(person, "  Georgi   Zhukov ", "sunflower tank")
    assert (named.id, named.name) == (person.id, "Georgi Zhukov")
    again, other = service.sign_in("georgi zhukov", "sunflower tank")
    assert again.id == person.id
    assert other != token
    assert [g["id"] for g in service.games_of(again)] == [game["id"]]
    assert service.person(token) == service.person(other)


def test_a_wrong_name_and_a_wrong_passphrase_look_alike(service: Service) -> None:
    person, _ = service.guest()
    service.register(person, "Zhukov", "sunflower tank")
    said = []
    for name, passphrase in (("Zhukov", "sunflower tanks"), ("Konev", "sunflower tank")):
        with pytest.raises(Forbidden) as refused:
            service.sign_in(name, passphrase)
        said.append(refused.value.text)
    assert said[0] == said[1]


def test_a_name_is_taken_once_whatever_its_capitals(service: Service) -> None:
    first, _ = service.guest()
    second, _ = service.guest()
    service.register(first, "Zhukov", "sunflower tank")
    with pytest.raises(Conflict, match="taken"):
        service.register(second, "ZHUKOV", "another passphrase")
    with pytest.raises(Conflict, match="name already"):
        service.register(first, "Konev", "another passphrase")


@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "Zhu\x00kov", "right\u202eleft"])
def test_what_cannot_be_a_name(service: Service, name: str) -> None:
    person, _ = service.guest()
    with pytest.raises(Invalid, match="name"):
        service.register(person, name, "sunflower tank")


@pytest.mark.parametrize("passphrase", ["", "short", "long" * 51])
def test_what_cannot_be_a_passphrase(service: Service, passphrase: str) -> None:
    person, _ = service.guest()
    with pytest.raises(Invalid, match="passphrase"):
        service.register(person, "Zhukov", passphrase)


def test_tokens_end_by_signing_out(service: Service) -> None:
    person, token = service.guest()
    service.register(person, "Zhukov", "sunflower tank")
    _, second = service.sign_in("Zhukov", "sunflower tank")
    _, third = service.sign_in("Zhukov", "sunflower tank")
    service.sign_out(second)
    assert service.person(second) is None
    assert service.person(token) is not None
    service.sign_out_everywhere(person)
    assert service.person(token) is None
    assert service.person(third) is None


def test_a_token_that_is_used_stays_good_and_one_that_is_not_runs_out(database: Database) -> None:
    clock = [1_000_000]
    service = Service(database, Limits(token_days=10), now=lambda: clock[0])
    _, token = service.guest()
    _, idle = service.guest()
    for _ in range(4):
        clock[0] += 6 * 86_400
        assert service.person(token) is not None
    assert service.person(idle) is None
    clock[0] += 11 * 86_400
    assert service.person(token) is None


def test_settings_are_kept_and_bounded(service: Service) -> None:
    person, token = service.guest()
    service.settle(person, {"mail": "z@example.org"})
    again = service.person(token)
    assert again is not None
    assert again.settings == {"mail": "z@example.org"}
    assert service.person_by_id(person.id) == again
    with pytest.raises(Invalid, match="too long"):
        service.settle(person, {"x": "y" * 10_000})


# ---- a guest who turns out to be somebody


def named(service: Service, name: str = "Zhukov") -> Person:
    person, _ = service.guest()
    return service.register(person, name, "sunflower tank")


def test_a_guests_games_go_with_whom_he_turns_out_to_be(service: Service) -> None:
    zhukov = named(service)
    mine = service.create_game(zhukov, KLIN)
    guest, token = service.guest()
    begun = service.create_game(guest, KLIN, seats=[SeatPlan(side="soviet", mine=True)])
    host, _ = service.guest()
    joined = service.create_game(host, KLIN)
    empty = next(s["id"] for s in joined["seats"] if not s["taken"])
    seat = service.join(guest, service.invite(host, empty), "Ghost")
    service.act(
        service.seat(guest, begun["seats"][0]["id"]), {"do": "instruct", "rules": {}}, None, "k"
    )
    again, _token = service.sign_in("zhukov", "sunflower tank", guest)
    assert again.id == zhukov.id
    games = {game["id"]: game for game in service.games_of(again)}
    assert set(games) == {mine["id"], begun["id"], joined["id"]}
    assert (games[begun["id"]]["mine"], games[joined["id"]]["mine"]) == (True, False)
    assert [s["name"] for s in games[begun["id"]]["seats"]] == ["Zhukov"]
    assert service.seat(again, seat.id).name == "Ghost"
    assert service.person(token) is None
    assert service.person_by_id(guest.id) is None
    lines = service.row(begun["id"]).length
    told = service.act(
        service.seat(again, begun["seats"][0]["id"]), {"do": "instruct", "rules": {}}, None, "k"
    )
    assert told["moment"]
    assert service.row(begun["id"]).length == lines  # what the guest did is not done again


def test_a_guest_who_plays_on_is_found_at_the_same_question(service: Service) -> None:
    table = duel(service)
    named(service)
    at = service.decision_id(table.seats["german"])
    again, _ = service.sign_in("Zhukov", "sunflower tank", table.people["german"])
    with pytest.raises(Forbidden, match="no longer yours"):
        table.act("german", NO_MISSIONS, "1", at)
    service.act(service.seat(again, table.seats["german"].id), NO_MISSIONS, at, "1")


def test_a_seat_that_one_has_already_is_given_up(service: Service) -> None:
    zhukov = named(service)
    table = duel(service)
    many = [
        service.invite_many(table.people["german"], table.game_id, plan)
        for plan in (SeatPlan("spectator", "german"), SeatPlan(side="soviet"))
    ]
    guest, _ = service.guest()
    for link in many[:1]:
        service.join(zhukov, link)
        service.join(guest, link)
    service.sign_in("Zhukov", "sunflower tank", guest)
    watching = [s for s in service.seats(table.game_id) if s.role == "spectator"]
    assert [s.person_id for s in watching] == [zhukov.id]
    # he plays soviet by name, and as a guest the same side
    other, _ = service.guest()
    service.leave(zhukov, watching[0].id)
    service.join(zhukov, many[1])
    seat = service.join(other, many[1])
    service.sign_in("Zhukov", "sunflower tank", other)
    left = next(s for s in service.seats(table.game_id) if s.id == seat.id)
    assert (left.taken, left.side) == (False, "soviet")
    kinds = [i["matter"]["kind"] for i in table.told("german") if i["type"] == "matter"]
    assert kinds.count("left") == 3


def test_nobody_comes_to_see_both_sides_by_signing_in(service: Service) -> None:
    zhukov = named(service)
    table = duel(service)
    link = service.invite_many(table.people["german"], table.game_id, SeatPlan(side="soviet"))
    service.join(zhukov, link)
    again, _ = service.sign_in("Zhukov", "sunflower tank", table.people["german"])
    seats = {s.id: s.person_id for s in service.seats(table.game_id)}
    assert seats[table.seats["german"].id] is None
    assert list(seats.values()).count(again.id) == 1
    assert service.game(again, table.game_id)["mine"]  # he began it, and looks after it still


def test_against_oneself_one_may_hold_both_sides(service: Service) -> None:
    zhukov = named(service)
    guest, _ = service.guest()
    game = service.create_game(guest, KLIN)
    empty = next(s["id"] for s in game["seats"] if not s["taken"])
    service.join(zhukov, service.invite(guest, empty))
    service.sign_in("Zhukov", "sunflower tank", guest)
    assert {s.person_id for s in service.seats(game["id"])} == {zhukov.id}


def test_whoever_has_a_name_keeps_his_games_when_another_signs_in(service: Service) -> None:
    zhukov, konev = named(service), named(service, "Konev")
    game = service.create_game(konev, KLIN)
    service.sign_in("Zhukov", "sunflower tank", konev)
    assert [g["id"] for g in service.games_of(konev)] == [game["id"]]
    assert service.games_of(zhukov) == []
    guest, token = service.guest()
    with pytest.raises(Forbidden):
        service.sign_in("Zhukov", "wrong", guest)
    assert service.person(token) == guest
