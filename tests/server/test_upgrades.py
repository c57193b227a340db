"""A server is upgraded in the midst of its games: rules, counters and tables were mended."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select, update

from grognard.engine import release
from grognard.engine.entries import RENEW
from grognard.engine.refusal import Refusal
from grognard.server import branches, games, queries
from grognard.server.ai import lines_of
from grognard.server.ai_process import Thinker
from grognard.server.club import Club
from grognard.server.memory import fill_in
from grognard.server.store import schema
from grognard.systems.wb95.movement import movement
from tests.releases import COUNTER, RULE, TABLE, copied
from tests.server.table import solo
from tests.server.wire import on_either

GOES_ON = """
import json, random, sys
from pathlib import Path
from grognard import library
from grognard.server import branches, commands, games, queries, seating
from grognard.server.ai import lines_of
from grognard.server.ai_process import Thinker
from grognard.server.club import Club
from grognard.server.store.database import Database

url, game_id, save, actions = sys.argv[1:]
database = Database(url)
database.migrate()
club = Club(database)
seats = {seat.side: seat for seat in seating.seats(club, game_id)}
with club.live.reading(game_id) as (kept, row):
    first = {
        "state": kept.game.state.fingerprint(), "lines": row.length, "waiting": list(row.waiting),
        "counter": kept.game.scenario.counters["de-7-pz"].levels[0].attack,
        "cell": str(kept.game.scenario.tables["combat"].cell(7, "3:1").value),
    }
told = len(queries.events(club, seats["german"], 0)["events"])
rng = random.Random(1)
for n in range(int(actions)):
    waiting = games.row(club, game_id).waiting
    if not waiting:
        break
    seat = seats[waiting[0]]
    with club.live.reading(game_id) as (kept, row):
        action = kept.game.sample(seat.side, rng)
    commands.act(club, seat, action, queries.decision_id(club, seat), f"b{n}")
path = Path(save)
path.write_text(branches.record(club, game_id))
row = games.row(club, game_id)
last = {"over": row.over, "checked": library.verify(path), "again": library.load(path).over}
database.close()
print(json.dumps({"first": first, "told": told, "last": last}))
"""


@on_either
def test_a_game_goes_on_to_its_end_on_a_server_that_was_upgraded(
    club: Club, database_url: str, tmp_path: Any
) -> None:
    table = solo(club)
    table.play(60)
    with club.live.reading(table.game_id) as (kept, _row):
        state, lines = kept.game.state.fingerprint(), kept.length
        waiting = list(kept.waiting)
    told = len(table.told("german"))
    newer = copied(tmp_path / "newer").edit(*RULE).edit(*COUNTER).edit(*TABLE)
    save = tmp_path / "klin.grog"
    to_its_end = club.database.embedded  # on the other database it goes on for a while
    actions = 2000 if to_its_end else 30
    said = newer.run(GOES_ON, database_url, table.game_id, str(save), str(actions))
    assert said["first"] == {
        "state": state, "lines": lines + 1, "waiting": waiting, "counter": 4, "cell": "- / D2",
    }  # fmt: skip
    assert said["told"] == told + 1
    assert (said["last"]["over"], said["last"]["again"]) == (to_its_end, to_its_end)
    assert any("the rules of today differ" in line for line in said["last"]["checked"])
    c = schema.lines.c
    with club.database.reading() as connection:
        renewed = [
            n
            for n, action in connection.execute(
                select(c.n, c.action).where(c.game_id == table.game_id).order_by(c.n)
            )
            if action["do"] == RENEW
        ]
    assert renewed == [lines]


@on_either
def test_what_came_of_lines_that_are_older_than_that_custom_is_filled_in(club: Club) -> None:
    table = solo(club)
    table.play(8)
    lines = schema.lines
    with club.database.writing() as connection:
        before = _wakes(connection)
        connection.execute(update(lines).values(wake=None))
    later = Club(club.database)
    fill_in(later.live, 7)
    with club.database.reading() as connection:
        assert _wakes(connection) == before
    assert games.row(later, table.game_id).length == table.lines()


def _wakes(connection: Any) -> list[Any]:
    return list(
        connection.execute(select(schema.lines.c.wake).order_by(schema.lines.c.n)).scalars()
    )


def test_the_past_of_a_game_is_shown_as_it_was_under_the_rules_of_its_day(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies before the upgrade is looked at and told as it was; after it the game goes on."""
    table = solo(club)
    table.play(40)
    seat = table.seats["german"]
    with club.live.past(table.game_id, "x", 20) as (kept, _row):
        shown = kept.game.view("german")["turn"], kept.game.state.fingerprint()
    told = table.told("german")
    _forbid_marching(monkeypatch)
    later = table.elsewhere(Club(club.database))
    with later.club.live.past(table.game_id, "x", 20) as (kept, _row):
        assert (kept.game.view("german")["turn"], kept.game.state.fingerprint()) == shown
    assert later.told("german")[: len(told)] == told
    with later.club.live.past(table.game_id, "x", 30) as (kept, _row):
        assert kept.length == 30
    assert queries.decision_id(later.club, seat) or queries.decision_id(
        later.club, table.seats["soviet"]
    )
    later.play(5, seed=2)


def test_a_branch_of_such_a_game_begins_as_it_was(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = solo(club)
    table.play(40)
    _forbid_marching(monkeypatch)
    later = Club(club.database)
    branch = branches.branch(later, table.seats["german"])
    with later.live.reading(table.game_id) as (kept, _row):
        state = kept.game.state.fingerprint()
    with later.live.reading(branch["id"]) as (kept, row):
        assert kept.game.state.fingerprint() == state
        assert row.inherited >= 41


@on_either
def test_a_game_goes_on_when_the_server_is_taken_back_to_the_release_before(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has read the game before the upgrade, and who has not, see what came of it meanwhile."""
    table = solo(club)
    table.play(20)
    reader, stranger = Club(club.database), Club(club.database)
    with reader.live.reading(table.game_id) as (kept, _row):
        assert kept.length == table.lines()
    with monkeypatch.context() as upgraded:
        _forbid_marching(upgraded)
        later = table.elsewhere(Club(club.database))
        later.play(5, seed=2)
        with later.club.live.reading(table.game_id) as (kept, _row):
            state = kept.game.state.fingerprint()
    for again in (reader, stranger):
        with again.live.reading(table.game_id) as (kept, row):
            assert kept.game.state.fingerprint() == state
            assert RENEW in [line.action["do"] for line in kept.game.history]
            assert row.length == kept.length
    table.elsewhere(stranger).play(5, seed=3)


def test_a_program_goes_on_in_a_game_that_was_begun_under_other_rules(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows the game from its record alone, and answers under the rules of today."""
    table = solo(club)
    table.play(40)
    _forbid_marching(monkeypatch)
    later = table.elsewhere(Club(club.database))
    side = later.to_act() or ""
    with later.club.live.reading(table.game_id) as (kept, row):
        state, legal = kept.game.state, kept.game.to_act
    thinker = Thinker()
    task = {
        "game": table.game_id, "scenario": row.head["scenario"], "options": row.head["options"],
        "rules": row.head["rules"], "side": side, "player": "random",
    }  # fmt: skip
    thinker.begin(task)
    thinker.catch_up(task, lines_of(later.club, table.game_id, 0, row.length))
    assert thinker.held[table.game_id].game.state == state
    later.act(legal or "", thinker.answer(task)["action"], "k")


def _forbid_marching(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release under which nobody marches at all."""
    monkeypatch.setattr(release, "rules_of", lambda system: "no marching")
    refuse = Refusal("3.1.5", "nobody marches")
    monkeypatch.setattr(movement, "_paid", lambda *given: refuse)
