"""People: guests, names, passphrases, tokens."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.service import Limits, Service
from grognard.server.store import schema
from grognard.server.store.database import Database


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
