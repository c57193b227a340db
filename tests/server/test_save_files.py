"""Saves in and out: what goes out verifies, and what somebody has made up does not come in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grognard
from grognard.engine.record import canonical, digest
from grognard.server import branches, commands, games, overtures, people, queries, seating
from grognard.server.club import Club, Limits
from grognard.server.errors import Invalid, TooLarge
from grognard.server.store.database import Database
from tests.server.table import KLIN, NO_MISSIONS, Table, against, duel, manned, solo
from tests.server.wire import on_either

GONE = object()
"""In place of what a line loses."""


def rewritten(text: str, number: int, **changes: object) -> bytes:
    """A save with a line changed, and its chain made good by a clever hand."""
    previous, lines = "", []
    for n, line in enumerate(text.splitlines()):
        data = json.loads(line)
        del data["chain"]
        if n == number:
            data = {k: v for k, v in {**data, **changes}.items() if v is not GONE}
        data.pop("state", None)
        previous = digest([previous, data])
        lines.append(canonical({**data, "chain": previous}) + "\n")
    return "".join(lines).encode()


@pytest.mark.parametrize(
    "told", [{"soviet": "nobody"}, {"roman": "staff"}, ["staff"], {"soviet": 3}]
)
def test_a_save_that_tells_nonsense_of_its_players_is_played_alone(
    club: Club, told: object
) -> None:
    person, seat = against(club)
    raw = rewritten(branches.export(club, seat), 0, players=told)
    assert manned(branches.import_save(club, person, raw)) == {"german": "mine", "soviet": "mine"}


def test_a_save_goes_out_and_verifies(club: Club, tmp_path: Path) -> None:
    table = solo(club)
    table.play(20)
    text = branches.export(club, table.seats["german"])
    assert json.loads(text.splitlines()[0])["seed"] is None
    path = tmp_path / "a.grog"
    path.write_text(text)
    assert "not revealed" in grognard.verify(path)[1]
    assert json.loads(branches.record(club, table.game_id).splitlines()[0])["seed"] is not None
    table.play(1000, seed=2)
    path.write_text(branches.export(club, table.seats["german"]))
    assert "recomputed" in grognard.verify(path)[1]


def test_who_resigns_sees_the_secret_too(club: Club, tmp_path: Path) -> None:
    table = duel(club)
    table.play(40)
    overtures.resign(club, table.seats["soviet"])
    path = tmp_path / "a.grog"
    path.write_text(branches.export(club, table.seats["soviet"]))
    assert "recomputed" in grognard.verify(path)[1]


def test_a_branch_goes_out_and_verifies(club: Club, tmp_path: Path) -> None:
    table = solo(club)
    table.play(15)
    branch = branches.branch(club, table.seats["german"])
    seats = {
        s["side"]: seating.seat(club, table.people["german"], s["id"]) for s in branch["seats"]
    }
    again = Table(club, branch["id"], table.people, seats)
    path = tmp_path / "a.grog"
    path.write_text(branches.export(club, seats["german"]))
    assert json.loads(path.read_text().splitlines()[0])["seed"] is None
    again.play(1000, seed=3)
    assert games.row(club, branch["id"]).over
    path.write_text(branches.export(club, seats["german"]))
    lines, dice, born = grognard.verify(path)
    assert int(dice.split()[0]) > 0
    assert "recomputed" in dice
    assert f"the first {table.lines()} lines come from an earlier game" in born
    # and comes in again as it went out
    person, _ = people.guest(club)
    told = branches.import_save(club, person, path.read_bytes())
    row = games.row(club, told["id"])
    assert (row.over, row.inherited) == (True, table.lines())
    path.write_text(branches.export(club, seating.seat(club, person, told["seats"][0]["id"])))
    assert grognard.verify(path) == [lines, dice, born]


def test_a_save_that_goes_on_here_says_what_it_came_with(club: Club, tmp_path: Path) -> None:
    game = grognard.new(KLIN, seed=5)
    game.play("german", NO_MISSIONS)
    game.save(tmp_path / "a.grog")
    person, _ = people.guest(club)
    told = branches.import_save(club, person, (tmp_path / "a.grog").read_bytes())
    seats = {s["side"]: seating.seat(club, person, s["id"]) for s in told["seats"]}
    Table(club, told["id"], {}, seats).play(1000)
    path = tmp_path / "b.grog"
    path.write_text(branches.export(club, seats["german"]))
    _lines, dice, born = grognard.verify(path)
    assert int(dice.split()[0]) > 0
    assert "the first 2 lines come from an earlier game: their 0 dice" in born


@on_either
def test_a_save_comes_in_and_goes_on_under_a_new_secret(club: Club, tmp_path: Path) -> None:
    game = grognard.new(KLIN, seed=5)
    game.play("german", NO_MISSIONS)
    game.save(tmp_path / "a.grog")
    raw = (tmp_path / "a.grog").read_bytes()
    person, _ = people.guest(club)
    told = branches.import_save(club, person, raw, "from home")
    assert told["title"] == "from home"
    row = games.row(club, told["id"])
    assert row.seed != game.dice.seed  # whoever brought it knows that one
    assert (row.length, row.inherited) == (2, 2)
    seat = seating.seat(club, person, told["seats"][0]["id"])
    assert queries.view(club, seat)["view"]["units"] == game.view("german")["units"]
    commands.act(club, seat, {"do": "end"}, None, "k")
    fresh = Club(club.database)
    assert queries.view(fresh, seat)["view"]["phase"] == "Attack of german"


def test_a_finished_save_comes_in_with_its_secret(club: Club, tmp_path: Path) -> None:
    table = solo(club)
    table.play(1000)
    text = branches.export(club, table.seats["german"])
    person, _ = people.guest(club)
    told = branches.import_save(club, person, text.encode())
    assert (told["over"], told["winner"]) == (True, games.row(club, table.game_id).winner)
    seat = seating.seat(club, person, told["seats"][0]["id"])
    path = tmp_path / "a.grog"
    path.write_text(branches.export(club, seat))
    assert "recomputed" in grognard.verify(path)[1]


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "empty"),
        (b"\n", "cannot be read"),
        (b"hello", "not written to its end"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "cannot be read"),
        (b"{}\n", "chain is broken"),
        (b"[]\n", "should be a map"),
        (b'{"a":' * 40 + b"1" + b"}" * 40 + b"\n", "nested too deeply"),
        (b"[" * 200_000 + b"\n", "nested too deeply"),
        ((canonical({"chain": digest(["", {}])}) + "\n").encode(), "not a Grognard save"),
    ],
)
def test_what_is_no_save_is_refused(club: Club, raw: bytes, says: str) -> None:
    person, _ = people.guest(club)
    with pytest.raises(Invalid, match=says):
        branches.import_save(club, person, raw)
    assert games.games_of(club, person) == []


def test_what_is_too_large_is_refused(database: Database) -> None:
    club = Club(database, Limits(upload_bytes=1000, upload_lines=10))
    person, _ = people.guest(club)
    with pytest.raises(TooLarge, match="1000 bytes"):
        branches.import_save(club, person, b"x" * 1001)
    with pytest.raises(TooLarge, match="10 lines"):
        branches.import_save(club, person, b"\n" * 11)


@pytest.mark.parametrize(
    ("number", "changes", "says"),
    [
        (0, {"scenario": "wb95/nowhere", "texts": GONE}, "there is no scenario"),
        (0, {"scenario": "../../etc/passwd.yaml", "texts": GONE}, "there is no scenario"),
        (0, {"texts": "AAAA", "scenario_hash": "0" * 64}, "cannot be unpacked"),
        (0, {"scenario_hash": "0" * 64}, "other hash"),
        (0, {"options": {"masking": "on"}}, "other hash"),
        (0, {"options": {"masking": 7}}, "cannot be"),
        (0, {"options": {"nonsense": "on"}}, "there is no option"),
        (0, {"seed": "00"}, "committed"),
        (0, {"seed": 7}, "committed"),
        (0, {"commitment": None}, "committed"),
        (0, {"version": 3}, "version 3"),
        (2, {"n": 7}, "entry 1 should stand here"),
        (2, {"by": "umpire"}, "refused"),
        (2, {"by": "italian"}, "refused"),
        (2, {"by": 7}, "should stand here"),
        (2, {"do": []}, "should stand here"),
        (2, {"do": {}}, "refused"),
        (2, {"do": {"do": "undo", "to": 99}}, "refused"),
        (2, {"do": {"do": "undo", "to": -1}}, "refused"),
        (2, {"standing": True}, "not left this answer standing"),
        (2, {"chance": [7]}, "dice on record"),
        (2, {"chance": "x"}, "should stand here"),
        (2, {"chance": [0]}, "should stand here"),
    ],
)
def test_a_save_that_somebody_made_up_is_refused_at_its_line(
    club: Club, number: int, changes: dict[str, object], says: str
) -> None:
    table = solo(club)
    table.play(4)
    text = branches.export(club, table.seats["german"])
    person, _ = people.guest(club)
    with pytest.raises(Invalid, match=says):
        branches.import_save(club, person, rewritten(text, number, **changes))
    assert games.games_of(club, person) == []


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(place=st.floats(0, 1), junk=st.binary(min_size=1, max_size=6))
def test_a_spoilt_save_is_an_error_with_its_line(
    sqlite_url: str, place: float, junk: bytes
) -> None:
    club = _once(sqlite_url)
    person, raw = club.spoil  # type: ignore[attr-defined]
    at = int(place * (len(raw) - 1))
    spoilt = raw[:at] + junk + raw[at + len(junk) :]
    if spoilt == raw:
        return
    with pytest.raises(Invalid, match="save:"):
        branches.import_save(club, person, spoilt)


_SERVICES: dict[str, Club] = {}


def _once(url: str) -> Club:
    if url not in _SERVICES:
        database = Database(url)
        database.migrate()
        club = Club(database)
        table = solo(club)
        table.play(6)
        text = branches.export(club, table.seats["german"]).encode()
        club.spoil = (table.people["german"], text)  # type: ignore[attr-defined]
        _SERVICES[url] = club
    return _SERVICES[url]
