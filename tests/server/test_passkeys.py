"""Passkeys: made, used alone or beside a passphrase, and nobody locked out who has lost one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from grognard.server import codes, entering, passkeys, passphrases, people, sessions
from grognard.server.club import Club
from grognard.server.entering import Passkey, Shown
from grognard.server.errors import (
    Conflict,
    Denied,
    Forbidden,
    Invalid,
    NotFound,
    PasskeyNeeded,
    Unproven,
)
from grognard.server.passkeys import BOTH, ENTER, NEW, PASSKEY, PASSPHRASE
from grognard.server.settings import Settings
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import Person
from tests.server.authenticator import Device
from tests.server.wire import Client, app_on, on_either, serving

SETTINGS = Settings()
WORDS = "sunflower tank"


@pytest.fixture
def clock() -> list[int]:
    return [1_000_000]


@pytest.fixture
def club(database: Database, clock: list[int]) -> Club:
    return Club(database, now=lambda: clock[0])


@pytest.fixture
def zhukov(club: Club) -> tuple[Person, str]:
    return named(club, "Zhukov")


def named(club: Club, name: str) -> tuple[Person, str]:
    person, token = people.guest(club)
    return people.register(club, person, name, WORDS, token), token


def made(club: Club, whose: tuple[Person, str], device: Device, name: str = "my phone") -> None:
    options = passkeys.new_options(club, SETTINGS, *whose)
    passkeys.add(club, SETTINGS, *whose, name, device.make(options))


def shown(club: Club, device: Device, settings: Settings = SETTINGS) -> Passkey:
    answer = device.show(passkeys.options(club, settings))
    return answering(club, answer, settings)


def answering(club: Club, answer: dict[str, Any], settings: Settings = SETTINGS) -> Passkey:
    return lambda person_id, alone: passkeys.whose(club, settings, answer, alone, person_id)


@on_either
def test_a_passkey_is_made_called_used_and_taken_away(
    club: Club, zhukov: tuple[Person, str], clock: list[int]
) -> None:
    person, token = zhukov
    device = Device()
    made(club, zhukov, device)
    [kept] = passkeys.listed(club, person)
    assert (kept["name"], kept["last_used"]) == ("my phone", None)
    passkeys.call(club, person, kept["id"], "my old phone")
    clock[0] += 60
    entered, fresh = entering.by_passkey(club, shown(club, device))
    assert entered == person
    assert sessions.person(club, fresh) == person
    [kept] = passkeys.listed(club, person)
    assert (kept["name"], kept["last_used"]) == ("my old phone", clock[0])
    stranger = named(club, "Konev")
    with pytest.raises(NotFound):
        passkeys.take_away(club, *stranger, kept["id"])
    with pytest.raises(NotFound):
        passkeys.call(club, stranger[0], kept["id"], "mine")
    passkeys.take_away(club, person, token, kept["id"])
    with pytest.raises(Forbidden, match="not known"):
        entering.by_passkey(club, shown(club, device))


def test_a_passkey_is_made_only_by_whoever_has_shown_who_he_is(
    club: Club, zhukov: tuple[Person, str], clock: list[int]
) -> None:
    options = passkeys.new_options(club, SETTINGS, *zhukov)
    clock[0] += sessions.FRESH + 1
    with pytest.raises(Unproven):
        passkeys.new_options(club, SETTINGS, *zhukov)
    with pytest.raises(Unproven):
        passkeys.add(club, SETTINGS, *zhukov, "mine", Device().make(options))
    with pytest.raises(Conflict, match="belongs to a name"):
        passkeys.new_options(club, SETTINGS, *people.guest(club))


@on_either
def test_a_challenge_is_answered_once_and_soon_and_by_whom_it_was_for(
    club: Club, zhukov: tuple[Person, str], clock: list[int]
) -> None:
    options = passkeys.new_options(club, SETTINGS, *zhukov)
    konev = named(club, "Konev")
    with pytest.raises(Conflict, match="too long ago"):
        passkeys.add(club, SETTINGS, *konev, "mine", Device().make(options))
    device = Device()
    made(club, zhukov, device)
    with pytest.raises(Conflict, match="kept already"):
        made(club, zhukov, device)
    answer = device.show(passkeys.options(club, SETTINGS))
    assert entering.by_passkey(club, answering(club, answer))
    with pytest.raises(Conflict, match="too long ago"):
        entering.by_passkey(club, answering(club, answer))
    late = device.show(passkeys.options(club, SETTINGS))
    clock[0] += passkeys.SECONDS + 1
    with pytest.raises(Conflict, match="too long ago"):
        entering.by_passkey(club, answering(club, late))
    own = device.show({"challenge": "A" * 43})  # a challenge that nobody has put
    with pytest.raises(Conflict, match="too long ago"):
        entering.by_passkey(club, answering(club, own))


def test_an_answer_that_is_forged_copied_or_from_elsewhere_is_refused(
    club: Club, zhukov: tuple[Person, str]
) -> None:
    device = Device()
    made(club, zhukov, device)
    assert entering.by_passkey(club, shown(club, device))
    wrong = {
        "another key": replace(device, key=Device().key),
        "another page": replace(device, origin="https://evil.example"),
        "another domain": replace(device, domain="evil.example"),
        "a copy": replace(device, uses=0),  # it counts on from where it was copied
        "nobody's finger": replace(device, sure=False),
    }
    for one in wrong.values():
        with pytest.raises(Invalid, match="cannot be accepted"):
            entering.by_passkey(club, shown(club, one))
        device.uses = max(device.uses, one.uses)
    assert entering.by_passkey(club, shown(club, device))


@pytest.mark.parametrize(
    "answer",
    [
        {}, {"response": 1}, {"response": {}}, {"response": {"clientDataJSON": "é"}},
        {"response": {"clientDataJSON": "AAAA"}}, {"id": 3, "response": {"clientDataJSON": []}},
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_a_sentence(
    club: Club, zhukov: tuple[Person, str], answer: dict[str, Any]
) -> None:
    with pytest.raises(Invalid, match="cannot be accepted"):
        passkeys.whose(club, SETTINGS, answer, True)
    with pytest.raises(Invalid, match="cannot be accepted"):
        passkeys.add(club, SETTINGS, *zhukov, "mine", answer)


@on_either
def test_whoever_wants_both_needs_both(club: Club, zhukov: tuple[Person, str]) -> None:
    person, token = zhukov
    with pytest.raises(Conflict, match="no passkey yet"):
        passphrases.set_needs(club, person, token, BOTH)
    device = Device(sure=False)  # beside a passphrase it is enough that somebody is there
    made(club, zhukov, device)
    recovery = passphrases.set_needs(club, person, token, BOTH)
    assert len(recovery) == codes.RECOVERY_CODES
    assert passphrases.set_needs(club, person, token, BOTH) == ()  # he has them already
    for _ in range(8):  # no mistake, so it never makes him wait
        with pytest.raises(PasskeyNeeded):
            entering.sign_in(club, "Zhukov", Shown(WORDS))
    with pytest.raises(Forbidden):
        entering.sign_in(club, "Zhukov", Shown("wrong", passkey=shown(club, device)))
    assert entering.sign_in(club, "Zhukov", Shown(WORDS, passkey=shown(club, device)))
    konev, other = named(club, "Konev"), Device()
    made(club, konev, other)
    with pytest.raises(Forbidden, match="not known"):
        entering.sign_in(club, "Zhukov", Shown(WORDS, passkey=shown(club, other)))
    with pytest.raises(Forbidden, match="no recovery code"):
        entering.sign_in(club, "Zhukov", Shown(WORDS, "abcd-efgh-jkmn-pqrs"))
    written = recovery[0].upper().replace("-", " ")
    assert entering.sign_in(club, "Zhukov", Shown(WORDS, written))
    with pytest.raises(Forbidden, match="no recovery code"):
        entering.sign_in(club, "Zhukov", Shown(WORDS, recovery[0]))
    assert codes.left(club, person.id, codes.RECOVERY) == codes.RECOVERY_CODES - 1
    [kept] = passkeys.listed(club, person)
    with pytest.raises(Conflict, match="last passkey"):
        passkeys.take_away(club, person, token, kept["id"])
    assert passkeys.listed(club, person)


@on_either
def test_a_passkey_alone_leaves_no_passphrase_to_be_guessed(
    club: Club, zhukov: tuple[Person, str]
) -> None:
    person, token = zhukov
    device = Device()
    made(club, zhukov, device)
    recovery = passphrases.set_needs(club, person, token, PASSKEY)
    with pytest.raises(Forbidden, match="do not go together"):
        entering.sign_in(club, "Zhukov", Shown(WORDS))
    with pytest.raises(Forbidden, match="do not go together"):
        entering.sign_in(club, "Zhukov", Shown(WORDS, "abcd-efgh-jkmn-pqrs"))
    with pytest.raises(Forbidden, match="do not go together"):
        entering.sign_in(club, "Zhukov", Shown(passkey=shown(club, device)))
    assert entering.by_passkey(club, shown(club, device))[0] == person
    assert entering.sign_in(club, "Zhukov", Shown(recovery=recovery[0]))[0] == person
    with pytest.raises(Conflict, match="no passphrase"):
        passphrases.set_needs(club, person, token, PASSPHRASE)
    passphrases.change(club, person, token, "birch forest", True)
    passphrases.set_needs(club, person, token, PASSPHRASE)
    assert entering.sign_in(club, "Zhukov", Shown("birch forest"))[0] == person


@on_either
def test_a_link_by_mail_takes_no_passkey_away_and_the_operators_takes_all(
    club: Club, zhukov: tuple[Person, str]
) -> None:
    person, token = zhukov
    device = Device()
    made(club, zhukov, device)
    passphrases.set_needs(club, person, token, PASSKEY)
    mailed = passphrases._link(club, SETTINGS, person.id, codes.MAILED, 60).partition("#")[2]
    passphrases.reset(club, mailed, "birch forest")
    with pytest.raises(PasskeyNeeded):
        entering.sign_in(club, "Zhukov", Shown("birch forest"))
    given = passphrases.give_reset(club, SETTINGS, "Zhukov").partition("#")[2]
    passphrases.reset(club, given, "birch forest")
    assert entering.sign_in(club, "Zhukov", Shown("birch forest"))[0] == person
    assert passkeys.listed(club, person) == []


def test_whoever_is_in_shows_a_passkey_once_more(
    club: Club, zhukov: tuple[Person, str], clock: list[int]
) -> None:
    person, token = zhukov
    device, others = Device(), Device()
    made(club, zhukov, device)
    made(club, named(club, "Konev"), others)
    clock[0] += sessions.FRESH + 1
    with pytest.raises(Forbidden):
        entering.prove(club, person, token, Shown(passkey=shown(club, others)))
    assert not sessions.proven(club, token)
    entering.prove(club, person, token, Shown(passkey=shown(club, device)))
    assert sessions.proven(club, token)


def test_of_two_who_answer_at_the_same_moment_one_has_a_copy(
    club: Club, zhukov: tuple[Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Device()
    made(club, zhukov, device)
    verify = passkeys.webauthn.verify_authentication_response

    def meanwhile(**given: Any) -> Any:
        found = verify(**given)
        with club.database.writing() as connection:
            connection.execute(update(schema.passkeys).values(uses=found.new_sign_count))
        return found

    monkeypatch.setattr(passkeys.webauthn, "verify_authentication_response", meanwhile)
    with pytest.raises(Forbidden, match="same moment"):
        entering.by_passkey(club, shown(club, device))


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("", "localhost"),
        ("http://localhost:9000", "localhost"),
        ("https://war.example.org", "war.example.org"),
        ("https://war.example.org:8443", "war.example.org"),
        ("http://war.example.org", None),
        ("https://192.0.2.7", None),
        ("https://[2001:db8::1]", None),
    ],
)
def test_passkeys_are_for_a_name_and_https_or_for_home(address: str, domain: str | None) -> None:
    found = passkeys.house(Settings(public_address=address))
    assert (found.domain if found else None) == domain


def test_elsewhere_a_server_says_what_passkeys_need(club: Club, zhukov: tuple[Person, str]) -> None:
    bare = Settings(public_address="http://192.0.2.7")
    with pytest.raises(Forbidden, match="a name and https"):
        passkeys.new_options(club, bare, *zhukov)
    with pytest.raises(Forbidden, match="a name and https"):
        passkeys.options(club, bare)


def test_at_its_public_address_only_its_own_page_counts(
    club: Club, zhukov: tuple[Person, str]
) -> None:
    public = Settings(public_address="https://war.example.org")
    options = passkeys.new_options(club, public, *zhukov)
    for origin in ("http://localhost:8095", "https://evil.example"):
        device = Device(origin, "war.example.org")
        with pytest.raises(Denied):
            passkeys.add(club, public, *zhukov, "mine", device.make(options))
        options = passkeys.new_options(club, public, *zhukov)
    device = Device("https://war.example.org", "war.example.org")
    passkeys.add(club, public, *zhukov, "mine", device.make(options))
    assert entering.by_passkey(club, shown(club, device, public))


def test_the_codes_of_two_kinds_are_never_one(club: Club) -> None:
    with club.database.writing() as connection:
        codes.put(club, connection, NEW, "x")
    with club.database.writing() as connection:
        assert codes.take(club, connection, ENTER, "x") == (False, None)


def test_all_of_it_over_the_wire(club: Club) -> None:
    with serving(app_on(club)) as app:
        anna, device = Client(app), Device()
        anna.post("/people/register", {"name": "Anna", "passphrase": WORDS})
        options = anna.post("/people/me/passkeys/challenge")
        assert options["rp"]["id"] == "localhost"
        answer = device.make(options)
        told = anna.post("/people/me/passkeys", {"name": "phone", "passkey": answer})
        [kept] = told["passkeys"]
        renamed = anna.http.put(
            f"/api/v1/people/me/passkeys/{kept['id']}", json={"name": "old phone"}
        )
        assert renamed.json()["passkeys"][0]["name"] == "old phone"
        needs = anna.http.put("/api/v1/people/me/needs", json={"needs": "both"}).json()
        wish = {"name": "Anna", "passphrase": WORDS, "bearer": True}
        status, problem = anna.fails("/people/sign-in", wish)
        assert (status, problem["error"]) == (403, "passkey-needed")
        assert "your passkey is needed" in problem["detail"]
        answer = device.show(anna.post("/people/passkey/challenge"))
        entered = anna.post("/people/sign-in", {**wish, "passkey": answer})
        assert entered["person"]["name"] == "Anna"
        assert anna.post("/people/sign-in", {**wish, "recovery": needs["codes"][0]})["token"]
        guest = Client(app)
        answer = device.show(guest.post("/people/passkey/challenge"))
        alone = guest.post("/people/passkey", {"passkey": answer, "bearer": True})
        phone = Client(app, alone["token"])
        told = phone.get("/people/me/account")
        assert told["proven"]
        assert (told["needs"], told["recovery_codes"]) == ("both", 9)
        assert [one["mine"] for one in told["sessions"]].count(True) == 1
        made = phone.post("/people/me/tokens", {"name": "my staff"})["token"]
        assert Client(app, made).get("/people/me")["name"] == "Anna"
        assert len(phone.post("/people/me/recovery-codes")["codes"]) == 10
        gone = phone.http.delete("/api/v1/people/me/sessions").json()
        assert len(gone["sessions"]) == 1
        assert anna.get("/people/me") is None
        assert phone.http.put(
            "/api/v1/people/me/passphrase", json={"passphrase": "birch forest"}
        ).is_success
        assert phone.http.put("/api/v1/people/me/name", json={"name": "Hannah"}).is_success
        assert phone.get("/people/me")["name"] == "Hannah"
        assert phone.http.delete("/api/v1/people/me").status_code == 204
        assert phone.get("/people/me") is None
