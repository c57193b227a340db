"""Nobody fills the disk: what people keep is counted, and what nobody comes back to is removed."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from sqlalchemy import func, select, update

from grognard.server import (
    branches,
    clearing,
    games,
    notes,
    notices,
    overtures,
    people,
    seating,
    storage,
    uploads,
)
from grognard.server.ai import Runner
from grognard.server.club import Club, Limits
from grognard.server.errors import Conflict, Forbidden, NotFound
from grognard.server.http.ledger import Ledger
from grognard.server.http.problems import Trouble
from grognard.server.settings import Settings
from grognard.server.spending import Account, measured
from grognard.server.store import schema, sizes
from grognard.server.store.database import Database
from grognard.server.store.records import Person
from grognard.server.watch import Watch
from tests.server.ford import FILES
from tests.server.table import KLIN, Table, duel, solo
from tests.server.test_http_rates import Clock
from tests.server.wire import Client, app_on, on_either, serving

DAY = 24 * 3600
START = 1_000_000_000


class Days:
    """A calendar that is turned by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


def limited(database: Database, days: Days | None = None, **limits: int) -> Club:
    """A club with small limits."""
    return Club(database, Limits(**limits), days or Days())


def kept(club: Club, person: Person) -> int:
    """How many bytes somebody keeps."""
    with club.database.reading() as connection:
        return sizes.used(connection, person.id)


def named(club: Club, person: Person, name: str = "Anna") -> Person:
    """The same person, with a name."""
    p = schema.people.c
    with club.database.writing() as connection:
        connection.execute(update(schema.people).where(p.id == person.id).values(name=name))
    return replace(person, name=name)


# ---- what may be kept


@on_either
@pytest.mark.usefixtures("tried_here")
def test_what_is_played_said_brought_and_noted_is_counted(database: Database) -> None:
    club = limited(database)
    table = solo(club)
    person = table.people["german"]
    begun = kept(club, person)
    table.play(5)
    assert kept(club, person) > begun + 1_000
    with club.database.reading() as connection:
        lines = connection.execute(
            select(func.sum(func.length(schema.lines.c.action))).where(
                schema.lines.c.game_id == table.game_id
            )
        ).scalar_one() if club.database.embedded else 0  # fmt: skip
    assert kept(club, person) > lines
    before = kept(club, person)
    uploads.upload(club, person, FILES)
    assert kept(club, person) >= before + sum(map(len, FILES.values()))
    before = kept(club, person)
    notes.write(club, table.seats["german"], 500 * "x")
    assert kept(club, person) == before + 500


@on_either
@pytest.mark.usefixtures("tried_here")
def test_who_keeps_too_much_begins_nothing_new_and_plays_on(database: Database) -> None:
    club = limited(database, storage_per_guest=60_000)
    table = solo(club)
    person = table.people["german"]
    played = 0
    while kept(club, person) <= 60_000:
        table.play(5, seed=played)
        played += 1
    with pytest.raises(Conflict, match=r"what you keep here takes 0\.1 MiB, of 0\.1 that") as no:
        games.create_game(club, person, KLIN)
    assert no.value.would_be_right == "remove a game or a scenario first"
    with pytest.raises(Conflict, match="what you keep"):
        branches.branch(club, table.seats["german"])
    with pytest.raises(Conflict, match="what you keep"):
        uploads.upload(club, person, FILES)
    table.play(2, seed=99)
    storage.remove_game(club, person, table.game_id)
    assert kept(club, person) == 0
    assert games.create_game(club, person, KLIN)["turn"] == 1


def test_a_flood_stops_at_the_share_of_guests(database: Database) -> None:
    """One address makes guests, and each begins games until he is refused."""
    club = limited(database, storage_per_guest=100_000, storage_of_guests=400_000)
    refused: set[str] = set()
    for _ in range(6):
        guest = people.guest(club)[0]
        for _ in range(6):
            try:
                games.create_game(club, guest, KLIN)
            except Conflict as error:
                refused.add(error.text.partition(" takes ")[0])
                break
    assert refused == {"what you keep here", "the guests of this server keep too much"}
    with club.database.reading() as connection:
        assert sizes.used_by_guests(connection) <= 400_000
    anna = named(club, people.guest(club)[0])
    assert games.create_game(club, anna, KLIN)


@pytest.mark.usefixtures("tried_here")
def test_what_guests_bring_is_of_their_share_too(database: Database) -> None:
    size = sizes.size_of_texts(FILES)
    club = limited(database, storage_of_guests=size + size // 2)
    uploads.upload(club, people.guest(club)[0], FILES)
    with database.reading() as connection:
        assert sizes.used_by_guests(connection) == size
    with pytest.raises(Conflict, match="the guests of this server keep too much"):
        uploads.upload(club, people.guest(club)[0], FILES)
    assert uploads.upload(club, named(club, people.guest(club)[0]), FILES)


@pytest.mark.usefixtures("tried_here")
def test_a_scenario_that_is_brought_is_charged_to_who_brings_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bytes, and what the process has used that tried it out."""
    club, account = limited(database), Account("192.0.2.1")
    tried = uploads._apart
    monkeypatch.setattr(
        uploads, "_apart", lambda task: json.dumps({**json.loads(tried(task)), "seconds": 1000.0})
    )
    with measured(account):
        uploads.upload(club, people.guest(club)[0], FILES)
    assert account.bytes == sizes.size_of_texts(FILES)
    assert account.seconds > 1000


def _talk_on(table: Table, count: int) -> None:
    for _ in range(count):
        overtures.say(table.club, table.seats["german"], 900 * "x", to_side=False)


def test_many_times_too_much_stands_still(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizes, "MIB", 1_000)
    club = limited(database, storage_per_guest=33_000)
    table = solo(club)
    with pytest.raises(Conflict, match="this game cannot go on: what its owner keeps here takes"):
        _talk_on(table, 200)
    lines = table.lines()
    assert kept(club, table.people["german"]) > 4 * 33_000 - 4_000
    assert table.told("german")
    assert table.lines() == lines


def test_an_address_fills_the_disk_no_faster_than_it_may() -> None:
    clock = Clock()
    ledger = Ledger(30, 36 << 20, now=clock)
    ledger.charge(Account("192.0.2.1", None, 0.0, 37 << 20))
    with pytest.raises(Trouble, match="more than 36 MiB an hour") as caught:
        ledger.check_room("192.0.2.1")
    assert caught.value.headers()["Retry-After"] == "101"
    ledger.check_room("192.0.2.2")
    clock.now += 101
    ledger.check_room("192.0.2.1")


def test_what_is_written_is_charged_to_the_address_that_wished_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(app_on(club)) as app:
        anna = Client(app)
        anna.post("/games", {"scenario": KLIN})
        ledger = app.state.desk.ledger
        room = ledger._buckets["bytes testclient"]
        assert room.left < ledger.an_hour - 500
        seat = anna.get("/games")["games"][0]["seats"][0]["id"]
        monkeypatch.setattr(ledger, "_now", lambda: room.at)  # it does not fill meanwhile
        before = room.left
        anna.post(f"/seats/{seat}/say", {"text": 400 * "x"})
        assert room.left <= before - 400
        room.left = -1_000_000.0
        assert anna.fails("/games", {"scenario": KLIN})[0] == 429
        assert anna.get("/games")["games"]


# ---- what is removed


def test_a_game_of_ones_own_is_removed_and_no_other(club: Club) -> None:
    with serving(app_on(club)) as app:
        anna, boris, carla = Client(app), Client(app), Client(app)
        mine = anna.post("/games", {"scenario": KLIN})
        anna.get(f"/seats/{mine['seats'][0]['id']}/view")
        assert any(game == mine["id"] for game, _who in club.live._entries)
        assert carla.fails(f"/games/{mine['id']}", method="DELETE")[0] == 404
        anna.http.delete(f"/api/v1/games/{mine['id']}")
        assert anna.fails(f"/games/{mine['id']}", method="GET")[0] == 404
        assert all(game != mine["id"] for game, _who in club.live._entries)
        assert anna.fails(f"/seats/{mine['seats'][0]['id']}/view", method="GET")[0] == 404
        ours = anna.post("/games", {"scenario": KLIN})
        token = anna.post(f"/seats/{ours['seats'][1]['id']}/invitation")["invitation"]
        boris.post("/join", {"invitation": token})
        assert boris.fails(f"/games/{ours['id']}", method="DELETE")[0] == 403
        assert anna.fails(f"/games/{ours['id']}", method="DELETE")[0] == 409
        assert boris.get(f"/games/{ours['id']}")["id"] == ours["id"]


def _marked(club: Club, table: Table) -> int | None:
    return games.row(club, table.game_id).leaves


@on_either
def test_games_of_guests_are_marked_and_then_removed(database: Database) -> None:
    days = Days()
    club = limited(database, days, guest_days=10, guest_grace_days=5)
    left, played_on, ours, got_up = solo(club), solo(club), duel(club), duel(club)
    named(club, ours.people["soviet"])
    named(club, got_up.people["german"], "Berta")
    seating.leave(club, got_up.people["german"], got_up.seats["german"].id)
    days.now += 9 * DAY
    assert clearing.mark(club) == []
    days.now += 2 * DAY
    assert set(clearing.mark(club)) == {left.game_id, played_on.game_id}
    assert clearing.mark(club) == [], "another worker finds nothing to do"
    card = games.game(club, left.people["german"], left.game_id)
    assert card["leaves"] == days.now + 5 * DAY
    assert _marked(club, ours) is None
    assert _marked(club, got_up) is None, "who began it has a name"
    assert clearing.clear(club) == []
    played_on.play(1)
    assert _marked(club, played_on) is None
    days.now += 6 * DAY
    clearing.mark(club)
    assert clearing.clear(club) == [left.game_id]
    with pytest.raises(NotFound):
        games.row(club, left.game_id)
    with club.database.reading() as connection:
        rest = select(func.count()).where(schema.lines.c.game_id == left.game_id)
        assert connection.execute(rest).scalar_one() == 0
    assert ours.lines() and played_on.lines()  # noqa: PT018
    assert clearing.clear(club) == []


def test_who_takes_a_name_or_talks_keeps_his_game(database: Database) -> None:
    days = Days()
    club = limited(database, days, guest_days=10, guest_grace_days=5)
    table, told = solo(club), solo(club)
    days.now += 11 * DAY
    clearing.mark(club)
    assert _marked(club, table)
    named(club, table.people["german"])
    with club.live.writing(told.game_id, days.now) as hold:
        hold.matter("say", told.seats["german"].id, "german", None, text="I am here")
    clearing.mark(club)
    assert _marked(club, table) is None
    assert _marked(club, told) is None
    days.now += 6 * DAY
    assert clearing.clear(club) == []


def test_who_says_something_at_the_last_moment_keeps_his_game(database: Database) -> None:
    """After the marks were looked at, and before the games are removed."""
    days = Days()
    club = limited(database, days, guest_days=10, guest_grace_days=5)
    table = solo(club)
    days.now += 11 * DAY
    clearing.mark(club)
    days.now += 6 * DAY
    overtures.say(club, table.seats["german"], "I am here", to_side=False)
    assert _marked(club, table), "the mark is still there"
    assert clearing.clear(club) == []
    assert table.lines()


def test_nothing_is_cleared_up_where_that_is_not_wanted(database: Database) -> None:
    days = Days()
    club = limited(database, days, guest_days=0)
    solo(club)
    days.now += 1000 * DAY
    assert clearing.mark(club) == clearing.clear(club) == []


@pytest.mark.usefixtures("tried_here")
def test_what_guests_brought_goes_with_them(database: Database) -> None:
    """A guest whose tokens have run out cannot come back; his scenarios and its games go."""
    days = Days()
    club = limited(database, days, guest_days=10, guest_grace_days=5)
    guest = people.guest(club)[0]
    name = uploads.upload(club, guest, FILES)["id"]
    game = games.create_game(club, guest, name)
    days.now += 11 * DAY
    clearing.mark(club)
    days.now += 6 * DAY
    assert clearing.clear(club) == [game["id"]]
    assert uploads.mine(club, guest), "he may still come back"
    days.now += 200 * DAY
    clearing.clear(club)
    assert uploads.mine(club, guest) == []
    clearing.clear(club)
    assert people.by_id(club, guest.id) is None
    with club.database.reading() as connection:
        found = select(schema.scenarios.c.id).where(schema.scenarios.c.id == name)
        assert connection.execute(found).all() == []


@on_either
def test_who_can_be_told_is_told_once_that_his_game_leaves(database: Database) -> None:
    days = Days()
    club = limited(database, days, guest_days=10, guest_grace_days=5)
    table = solo(club)
    hook = {"notices": {"webhook": {"url": "https://a.example/x", "secret": "s"}}}
    people.settle(club, table.people["german"], hook)
    days.now += 11 * DAY
    clearing.mark(club)
    found = list(notices.leaving(club))
    assert {one.seat_id for one in found} == {seat.id for seat in table.seats.values()}
    assert [notices.take_on_leaving(club, found[0]) for _ in range(2)] == [True, False]
    subject, text = found[0].to_mail("https://war.example")
    assert subject.endswith("is removed on 2001-09-25")
    assert "takes a name" in text
    told = found[0].to_json("https://war.example", days.now)
    assert (told["event"], told["leaves"]) == ("leaving", days.now + 5 * DAY)


@on_either
def test_of_all_workers_one_clears_up(database: Database) -> None:
    days = Days()
    clubs = [limited(database, days, guest_days=10) for _ in range(2)]
    table = solo(clubs[0])
    days.now += 11 * DAY
    first, second = (clearing.Clearing(club) for club in clubs)
    first.round()
    marked = _marked(clubs[0], table)
    assert marked == days.now + 14 * DAY
    other = solo(clubs[1])
    days.now += 60
    with clubs[0].database.writing() as connection:
        long_ago = days.now - 20 * DAY
        connection.execute(update(schema.games).values(waiting_since=long_ago))
    second.round()
    assert _marked(clubs[1], other) is None, "it was done a minute ago"
    days.now += clearing.EVERY
    second.round()
    assert _marked(clubs[1], other)


def test_only_who_began_a_game_removes_it(club: Club) -> None:
    table = duel(club)
    with pytest.raises(Forbidden):
        storage.remove_game(club, table.people["soviet"], table.game_id)
    with pytest.raises(Conflict):
        storage.remove_game(club, table.people["german"], table.game_id)
    seating.leave(club, table.people["soviet"], table.seats["soviet"].id)
    storage.remove_game(club, table.people["german"], table.game_id)


def test_a_game_that_was_removed_troubles_nobody_behind_the_requests(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    table = solo(club)
    storage.remove_game(club, table.people["german"], table.game_id)
    asyncio.run(Runner(club, Settings())._attend(table.game_id))
    asyncio.run(Watch(club)._look({table.game_id}))
    assert not caplog.records
