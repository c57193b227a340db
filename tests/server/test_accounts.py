"""Accounts: names that nobody can borrow, wrong tries, sessions, passphrases, and the end."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from sqlalchemy import select

from grognard.server import (
    account,
    codes,
    entering,
    games,
    merge_guest,
    passphrases,
    people,
    seating,
    sessions,
    tries,
)
from grognard.server.club import Club
from grognard.server.contacts import NOTICES
from grognard.server.entering import Shown
from grognard.server.errors import Conflict, Denied, Forbidden, Invalid, NotFound, TooMany, Unproven
from grognard.server.names import REST, shapes
from grognard.server.sessions import Whence
from grognard.server.settings import Settings
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import Person, SeatPlan
from tests.server.table import KLIN
from tests.server.wire import Client, app_on, on_either, serving

PASSPHRASE = "sunflower tank"
HOME = Whence("192.0.2.1", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", "d" * 32)
POSTED = Settings(smtp_host="mail.example.org", mail_from="war@example.org")


@pytest.fixture
def clock() -> list[int]:
    return [1_000_000]


@pytest.fixture
def club(database: Database, clock: list[int]) -> Club:
    return Club(database, now=lambda: clock[0])


def named(club: Club, name: str = "Zhukov") -> tuple[Person, str]:
    person, token = people.guest(club)
    return people.register(club, person, name, PASSPHRASE, token), token


# ---- names


@pytest.mark.parametrize(
    "other",
    [
        "Zhukov", "ZHUKOV", "  zhukov ", "Zhuk0v", "Zhukоv", "Ζhukov", "Z h u k o v", "Zhu-kov.",
        "Zhu\u00adkov", "Ｚｈｕｋｏｖ", "𝐙hukov", "Žhukov", "Zhukοv",
    ],
)  # fmt: skip
def test_names_that_look_alike_are_one_name(other: str) -> None:
    assert shapes("Zhukov") & shapes(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Nick", "Νick"), ("York", "Υork"), ("Modern", "Modem"), ("Wolf", "VVolf")],
    ids=["a Greek capital that is v when small", "one that is u", "rn", "VV"],
)
def test_a_name_is_looked_at_as_it_is_written_too(one: str, other: str) -> None:
    assert shapes(one) & shapes(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zhukov", "Zhukova"), ("Жуков", "Жукова"), ("Tank 6", "Tank 8"), ("Konev", "Koniev")],
)
def test_names_that_do_not_are_two(one: str, other: str) -> None:
    assert not shapes(one) & shapes(other)


def test_capitals_make_no_other_name_in_any_alphabet() -> None:
    for name in ("Жуков", "Νικόλαος", "Łukasz", "Straße"):
        assert shapes(name) & shapes(name.upper())
        assert shapes(name) & shapes(name.lower())


@on_either
def test_a_name_that_looks_like_anothers_is_taken(club: Club) -> None:
    named(club)
    other, _ = people.guest(club)
    for name in ("zhukov", "Zhuk0v", "Zhukоv", "Umpire"):
        with pytest.raises(Conflict, match="taken"):
            people.register(club, other, name, PASSPHRASE)
    assert people.register(club, other, "Konev", PASSPHRASE).name == "Konev"


@on_either
def test_at_no_table_is_anybody_called_by_the_name_of_another(club: Club) -> None:
    zhukov, _ = named(club)
    guest, _ = people.guest(club)
    game = games.create_game(club, zhukov, KLIN)
    empty = next(s["id"] for s in game["seats"] if not s["taken"])
    link = seating.invite(club, zhukov, empty)
    begun = games.create_game(club, guest, KLIN)["id"]
    for name in ("Zhukov", "Zhuk0v"):
        with pytest.raises(Conflict, match="registered"):
            seating.join(club, guest, link, name)
        with pytest.raises(Conflict, match="registered"):
            games.create_game(club, guest, KLIN, seats=[SeatPlan(side="german", name=name)])
        with pytest.raises(Conflict, match="registered"):
            seating.add_seat(club, guest, begun, SeatPlan("spectator", name=name))
    seat = seating.join(club, guest, link, "Konev")
    assert seat.guest
    assert next(s for s in seating.seats(club, game["id"]) if s.id == seat.id).guest
    people.register(club, guest, "Konev", PASSPHRASE)
    assert not next(s for s in seating.seats(club, game["id"]) if s.id == seat.id).guest


def test_guests_are_shown_as_guests(club: Club) -> None:
    with serving(app_on(club)) as app:
        anna, boris = Client(app), Client(app)
        anna.post("/people/register", {"name": "Anna", "passphrase": PASSPHRASE})
        game = anna.post("/games", {"scenario": "wb95/klin"})
        mine, theirs = game["seats"]
        link = anna.post(f"/seats/{theirs['id']}/invitation")["invitation"]
        assert boris.get(f"/invitations/{link}")["guest"] is False
        boris.post("/join", {"invitation": link, "name": "Boris"})
        boris.post(f"/seats/{theirs['id']}/say", {"text": "good evening"})
        anna.post(f"/seats/{mine['id']}/say", {"text": "good evening"})
        seats = anna.get(f"/games/{game['id']}")["seats"]
        assert {seat["name"]: seat["guest"] for seat in seats} == {"Anna": False, "Boris": True}
        news = anna.get(f"/seats/{mine['id']}/events")["events"]
        said = [one["matter"] for one in news if one["type"] == "matter"]
        found = {(m["kind"], m["name"]): m.get("guest", False) for m in said}
        assert found == {
            ("joined", "Boris"): True, ("said", "Boris"): True, ("said", "Anna"): False
        }  # fmt: skip


@on_either
def test_a_name_that_was_given_up_is_nobodys_for_a_while(club: Club, clock: list[int]) -> None:
    zhukov, token = named(club)
    game = games.create_game(club, zhukov, KLIN)
    renamed = people.rename(club, zhukov, "Georgi", token)
    assert [s.name for s in seating.seats(club, game["id"]) if s.taken] == ["Georgi"]
    other, _ = people.guest(club)
    with pytest.raises(Conflict, match="taken"):
        people.register(club, other, "Zhukov", PASSPHRASE)
    with pytest.raises(Conflict, match="little while ago"):
        people.rename(club, renamed, "Zhukov", token)
    clock[0] += REST // 2
    sessions.prove(club, token)
    assert people.rename(club, renamed, "Zhukov", token).name == "Zhukov"  # his own he may have
    clock[0] += REST + 1
    people.register(club, other, "Georgi", PASSPHRASE)


# ---- wrong tries


def wrong(club: Club, whence: Whence, name: str = "Zhukov") -> str:
    """What comes of a wrong try."""
    try:
        entering.sign_in(club, name, Shown("wrong"), whence)
    except Denied as error:
        return type(error).__name__
    raise AssertionError("it was right")


@on_either
def test_who_is_wrong_waits_twice_as_long_each_time(club: Club, clock: list[int]) -> None:
    named(club)
    there = Whence("198.51.100.7")
    assert [wrong(club, there) for _ in range(6)] == ["Forbidden"] * 5 + ["TooMany"]
    waits = []
    for _ in range(4):
        with pytest.raises(TooMany) as told:
            entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), there)
        waits.append(told.value.wait)
        clock[0] += told.value.wait
        assert wrong(club, there) == "Forbidden"
    assert waits == [5, 10, 20, 40]
    clock[0] += 80
    assert entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), there)[0].name == "Zhukov"
    assert [wrong(club, there) for _ in range(5)] == ["Forbidden"] * 5  # all is forgotten


@on_either
def test_a_flood_from_elsewhere_locks_nobody_out(club: Club) -> None:
    named(club)
    entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), HOME)
    for n in range(40):
        wrong(club, Whence(f"198.51.100.{n}"))
    # Each new address has one try now, and the right one is right.
    late = Whence("203.0.113.1")
    assert [wrong(club, late) for _ in range(2)] == ["Forbidden", "TooMany"]
    assert entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), Whence("203.0.113.2"))
    # Whoever has come in from here before, or by this device, has as many as ever.
    assert [wrong(club, Whence(HOME.address)) for _ in range(4)] == ["Forbidden"] * 4
    assert entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), Whence(HOME.address))


def test_whoever_tries_from_ones_own_address_does_not_lock_ones_device(club: Club) -> None:
    named(club)
    entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), HOME)
    for _ in range(12):
        wrong(club, Whence(HOME.address))
    assert wrong(club, Whence(HOME.address)) == "TooMany"
    for n in range(22):  # and other names, until the address waits whatever it tries
        wrong(club, Whence(HOME.address), f"Name {n}")
    assert entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), HOME)


def test_an_address_that_tries_many_names_waits(club: Club, clock: list[int]) -> None:
    there = Whence("198.51.100.7")
    found = [wrong(club, there, f"Name {n}") for n in range(21)]
    assert found == ["Forbidden"] * 20 + ["TooMany"]
    assert wrong(club, Whence("198.51.100.8"), "Name 1") == "Forbidden"
    clock[0] += tries.REMEMBERED + 1
    assert wrong(club, there, "Name 22") == "Forbidden"


def test_unknown_names_are_told_and_take_the_same(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hash is reckoned for whoever is not there, too, and a wait is the same."""
    named(club)
    asked: list[str] = []
    verify = people.HASHER.verify

    class Counted:
        def verify(self, kept: str, passphrase: str) -> bool:
            asked.append(passphrase)
            return verify(kept, passphrase)

    monkeypatch.setattr(people, "HASHER", Counted())
    people._nobodys.cache_clear()
    monkeypatch.setattr(people, "_nobodys", lambda: "$argon2id$v=19$m=8,t=1,p=1$YWFhYWFhYWE$YWE")
    there = [
        [wrong(club, Whence(f"198.51.100.{n}"), name) for _ in range(7)]
        for n, name in enumerate(("Zhukov", "Nemo"))
    ]
    assert there[0] == there[1] == ["Forbidden"] * 5 + ["TooMany"] * 2
    assert len(asked) == 10


# ---- sessions


@on_either
def test_sessions_are_listed_roughly_and_ended_one_by_one(club: Club) -> None:
    person, token = named(club)
    phone = Whence("2001:db8:7:8::/64", "Mozilla/5.0 (iPhone; like Mac OS X) Safari/604.1", "")
    _, other = entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), HOME)
    _, third = entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), phone, program=True)
    found = sessions.listed(club, person, other)
    assert [one["mine"] for one in found] == [True, False, False]
    assert (found[0]["device"], found[0]["network"]) == ("Firefox, Linux", "home")
    assert {one["kind"] for one in found} == {"browser", "program"}
    assert "192.0.2.1" not in repr(found)
    assert other not in repr(found)
    sessions.end(club, person, sessions.id_of(third))
    assert sessions.person(club, third) is None
    stranger, _ = named(club, "Konev")
    with pytest.raises(NotFound, match="no such session"):
        sessions.end(club, stranger, sessions.id_of(other))
    sessions.end_others(club, person, other)
    assert sessions.person(club, token) is None
    assert sessions.person(club, other) is not None


@pytest.mark.parametrize(
    ("address", "agent", "network", "program"),
    [
        ("127.0.0.1", "curl/8.0", "here", "curl"),
        ("8.8.4.4", "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Edg/140.0", "8.8.0.0/16",
         "Edge, Windows"),
        ("2a00:1450:1:2::/64", "Mozilla/5.0 (Linux; Android 15) Chrome/140.0", "2a00:1450::/32",
         "Chrome, Android"),
        ("testclient", "", "", ""),
    ],
)  # fmt: skip
def test_of_whence_somebody_comes_only_the_rough_is_kept(
    address: str, agent: str, network: str, program: str
) -> None:
    whence = Whence(address, agent)
    assert (whence.network, whence.program) == (network, program)


@on_either
def test_nobody_has_more_sessions_than_there_is_room_for(
    club: Club, monkeypatch: pytest.MonkeyPatch, clock: list[int]
) -> None:
    monkeypatch.setattr(sessions, "MOST", 2)
    monkeypatch.setattr(tries, "HAUNTS", 2)
    person, _ = named(club)
    for n in range(4):
        clock[0] += 1
        entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), Whence(f"192.0.2.{n}", "", f"{n:032}"))
    assert len(sessions.listed(club, person, "")) == 2
    with club.database.reading() as connection:
        assert len(connection.execute(select(schema.haunts)).all()) == 2


@on_either
def test_where_a_session_is_used_is_noted_now_and_then(club: Club, clock: list[int]) -> None:
    person, token = named(club)
    clock[0] += sessions.NOTED + 1
    sessions.person(club, token, HOME)
    [mine] = sessions.listed(club, person, token)
    assert (mine["device"], mine["last_used"]) == ("Firefox, Linux", clock[0])


def test_a_token_for_a_program_has_a_name(club: Club) -> None:
    person, token = named(club)
    made = sessions.for_program(club, person, token, "my staff")
    assert sessions.person(club, made) == person
    assert [(one["kind"], one["name"]) for one in sessions.listed(club, person, token)][1] == (
        "program", "my staff",
    )  # fmt: skip
    guest, other = people.guest(club)
    with pytest.raises(Conflict, match="guest"):
        sessions.for_program(club, guest, other, "mine")


# ---- passphrases


@on_either
def test_another_passphrase_needs_a_proof_and_ends_the_other_sessions(
    club: Club, clock: list[int]
) -> None:
    person, token = named(club)
    _, other = entering.sign_in(club, "Zhukov", Shown(PASSPHRASE))
    clock[0] += sessions.FRESH + 1
    with pytest.raises(Unproven):
        passphrases.change(club, person, token, "birch forest", True)
    with pytest.raises(Forbidden, match="do not go together"):
        entering.prove(club, person, token, Shown("wrong"))
    entering.prove(club, person, token, Shown(PASSPHRASE))
    with pytest.raises(Invalid):
        passphrases.change(club, person, token, "short", True)
    link = code_in(passphrases.give_reset(club, Settings(), "Zhukov"))
    passphrases.change(club, person, token, "birch forest", False)
    assert sessions.person(club, other) is not None
    with pytest.raises(Conflict, match="not good any more"):
        passphrases.reset(club, link, "of somebody else")
    passphrases.change(club, person, token, "birch forest", True)
    assert sessions.person(club, other) is None
    assert sessions.person(club, token) is not None
    with pytest.raises(Forbidden):
        merge_guest.sign_in(club, "Zhukov", PASSPHRASE)
    merge_guest.sign_in(club, "Zhukov", "birch forest")


def with_mail(club: Club, person: Person, confirmed: bool = True) -> None:
    kept = {"address": "z@example.org", "confirmed": confirmed}
    people.settle(club, person, {NOTICES: {"mail": kept}})


def posting(sent: list[str]) -> Callable[[str, str, str], None]:
    return lambda address, subject, text: sent.append(f"{address}\n{subject}\n{text}")


def code_in(text: str) -> str:
    found = re.search(r"/reset#([0-9a-f]{32})\b", text)
    assert found is not None
    return found[1]


@on_either
def test_who_has_forgotten_his_passphrase_gets_a_link_by_mail(club: Club, clock: list[int]) -> None:
    person, token = named(club)
    with_mail(club, person)
    sent: list[str] = []
    passphrases.ask_reset(club, POSTED, posting(sent), " zhukov")
    passphrases.ask_reset(club, POSTED, posting(sent), "zhukov")  # too soon
    assert len(sent) == 1
    assert sent[0].startswith("z@example.org\n")
    code = code_in(sent[0])
    with club.database.reading() as connection:
        assert code not in repr(connection.execute(select(schema.codes)).all())
    with pytest.raises(Invalid):
        passphrases.reset(club, code, "short")
    passphrases.reset(club, code, "birch forest")
    assert sessions.person(club, token) is None
    merge_guest.sign_in(club, "Zhukov", "birch forest")
    with pytest.raises(Conflict, match="not good any more"):
        passphrases.reset(club, code, "birch forest")
    clock[0] += passphrases.MAIL_EVERY
    passphrases.ask_reset(club, POSTED, posting(sent), "Zhukov")
    clock[0] += passphrases.MAILED_SECONDS + 1
    with pytest.raises(Conflict, match="not good any more"):
        passphrases.reset(club, code_in(sent[1]), "birch forest")


def test_nobody_else_is_mailed_anything(club: Club) -> None:
    person, _ = named(club)
    sent: list[str] = []
    for name in ("Zhukov", "Nemo", "\x00", "\ud800"):
        passphrases.ask_reset(club, POSTED, posting(sent), name)
    with_mail(club, person, confirmed=False)
    passphrases.ask_reset(club, POSTED, posting(sent), "Zhukov")
    assert sent == []


def test_whoever_asks_for_a_link_is_told_the_same_and_before_anybody_looks(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is there while the mail is still being handed in."""
    done: list[str] = []

    def slow(*args: object) -> None:
        done.append("begun")
        time.sleep(0.05)

    monkeypatch.setattr(passphrases, "ask_reset", slow)
    given = {"smtp_host": "mail.example.org", "mail_from": "war@example.org"}
    with serving(app_on(club, **given)) as app:
        anna = Client(app)
        answers = [anna.post("/people/forgotten", {"name": name}) for name in ("Anna", "Nemo")]
    assert answers == [{"by": "mail"}] * 2
    assert done == ["begun"] * 2
    with serving(app_on(club)) as app:
        assert Client(app).post("/people/forgotten", {"name": "Anna"}) == {"by": "operator"}


@on_either
def test_the_operator_gives_a_link_that_begins_anew(club: Club) -> None:
    person, token = named(club)
    codes_before = passphrases.recovery_codes(club, person, token)
    assert len(set(codes_before)) == codes.RECOVERY_CODES
    link = passphrases.give_reset(club, Settings(), "ZHUKOV")
    assert link.startswith("http://localhost:8095/reset#")
    entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), HOME)
    passphrases.reset(club, code_in(link), "birch forest")
    with club.database.reading() as connection:
        assert connection.execute(select(schema.haunts)).all() == [], "it may have been another's"
    assert codes.left(club, person.id, codes.RECOVERY) == 0
    merge_guest.sign_in(club, "Zhukov", "birch forest")
    with pytest.raises(NotFound, match="nobody here has the name"):
        passphrases.give_reset(club, Settings(), "Nemo")


# ---- the end


@on_either
def test_an_account_ends_and_its_name_rests(club: Club) -> None:
    person, token = named(club)
    game = games.create_game(club, person, KLIN)
    told = account.overview(club, Settings(), person, token)
    assert (told["needs"], told["passphrase"], told["proven"]) == ("passphrase", True, True)
    account.remove(club, person, token)
    assert sessions.person(club, token) is None
    assert [seat.taken for seat in seating.seats(club, game["id"])] == [False, False]
    with pytest.raises(Forbidden):
        merge_guest.sign_in(club, "Zhukov", PASSPHRASE)
    with pytest.raises(Conflict, match="taken"):
        named(club)


@on_either
def test_what_has_run_out_is_forgotten(club: Club, clock: list[int]) -> None:
    person, token = named(club)
    wrong(club, Whence("198.51.100.7"))
    entering.sign_in(club, "Zhukov", Shown(PASSPHRASE), HOME)
    passphrases.give_reset(club, Settings(), "Zhukov")
    people.rename(club, person, "Georgi", token)
    clock[0] += tries.HAUNTED + 1
    account.sweep(club)
    clock[0] += 1
    account.sweep(club)  # another worker, a moment later: there is nothing to do
    with club.database.reading() as connection:
        for table in (schema.tries, schema.codes, schema.haunts, schema.tokens):
            assert connection.execute(select(table)).all() == [], table.name
        held = connection.execute(select(schema.names.c.shape)).scalars().all()
    assert set(held) == shapes("Georgi")
