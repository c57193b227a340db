"""Branches, saves in and out, replays by link: nothing leaks, no roll can be foretold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grognard
from grognard.engine.record import canonical, digest
from grognard.server import branches, commands, games, overtures, people, queries, replays, seating
from grognard.server.club import Club, Limits
from grognard.server.errors import Forbidden, Invalid, NotFound, TooLarge
from grognard.server.offshoots import openly
from grognard.server.store.database import Database
from grognard.server.store.records import SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, Table, duel, solo
from tests.server.wire import on_either

OPEN, CLOSED = {"masking": "off"}, {"masking": "on"}


def rewritten(text: str, number: int, **changes: object) -> bytes:
    """A save with a line changed, and its chain made good by a clever hand."""
    previous, lines = "", []
    for n, line in enumerate(text.splitlines()):
        data = json.loads(line)
        del data["chain"]
        if n == number:
            data.update(changes)
        data.pop("state", None)
        previous = digest([previous, data])
        lines.append(canonical({**data, "chain": previous}) + "\n")
    return "".join(lines).encode()


# ---- branches


@on_either
def test_a_branch_is_a_new_game_from_any_moment(club: Club) -> None:
    table = solo(club)
    views = []
    for n in range(12):
        views.append(queries.view(club, table.seats["german"]))
        table.play(1, seed=n)
    wanted = views[7]
    branch = branches.branch(club, table.seats["german"], wanted["moment"])
    assert (branch["parent"], branch["title"]) == (table.game_id, "The Road to Klin (branch)")
    mine = {s["side"]: seating.seat(club, table.people["german"], s["id"]) for s in branch["seats"]}
    assert set(mine) == {"german", "soviet"}
    there = queries.view(club, mine["german"])["view"]
    assert there["units"] == wanted["view"]["units"]
    assert table.lines() == 13
    side = there["waiting_for"][0]
    commands.act(club, mine[side], queries.legal(club, mine[side])["actions"][0], None, "k")
    assert table.lines() == 13
    with pytest.raises(Invalid, match="no moment"):
        branches.branch(club, table.seats["german"], 0)
    with pytest.raises(Invalid, match="no moment"):
        branches.branch(club, table.seats["german"], 10**6)


def test_a_branch_does_not_foretell_the_dice(club: Club) -> None:
    table = solo(club)
    branch = branches.branch(club, table.seats["german"])
    parent, child = games.row(club, table.game_id), games.row(club, branch["id"])
    assert child.seed != parent.seed
    assert child.commitment != parent.commitment


def test_the_dice_of_a_branch_stay_as_they_fell(club: Club) -> None:
    table = solo(club)
    table.play(60)
    branch = branches.branch(club, table.seats["german"])
    fresh = Club(club.database)
    seats = {s.side: s for s in seating.seats(fresh, branch["id"])}
    for side in ("german", "soviet"):
        here = queries.view(club, table.seats[side])["view"]
        there = queries.view(fresh, seats[side])["view"]
        assert there["units"] == here["units"]


def test_nobody_branches_or_takes_away_a_game_that_others_play(club: Club) -> None:
    plans = [SeatPlan("umpire"), SeatPlan("spectator", "german")]
    table = duel(club, options=CLOSED, plans=plans)
    for side in ("german", "soviet"):
        with pytest.raises(Forbidden, match="hidden"):
            branches.branch(club, table.seats[side])
        with pytest.raises(Forbidden, match="hidden"):
            branches.export(club, table.seats[side])
    overtures.resign(club, table.seats["german"])
    assert branches.branch(club, table.seats["soviet"])["parent"] == table.game_id


def branched(club: Club, table: Table, side: str) -> Table:
    """A branch that somebody made alone."""
    told = branches.branch(club, table.seats[side])
    person = table.people[side]
    seats = {s["side"]: seating.seat(club, person, s["id"]) for s in told["seats"]}
    assert all(s["mine"] for s in told["seats"])
    return Table(club, told["id"], dict.fromkeys(seats, person), seats)


def test_where_nothing_is_hidden_any_player_branches_alone(club: Club) -> None:
    table = duel(club, options=OPEN, plans=[SeatPlan("spectator", "german"), SeatPlan("umpire")])
    for n in range(20):
        table.play(1, seed=n)
        if n % 6 == 5:
            offer = overtures.ask_take_back(club, table.seats["german"])["offer"]
            overtures.answer(club, table.seats["soviet"], offer, True)
    for side in ("german", "soviet"):
        branch = branched(club, table, side)
        for each, seat in branch.seats.items():
            here, there = (
                queries.view(club, seat)["view"],
                queries.view(club, table.seats[each])["view"],
            )
            assert (here["units"], here["enemy"]) == (there["units"], there["enemy"])
            assert here["waiting_for"] == there["waiting_for"]
        branch.play(3)
        with pytest.raises(Forbidden, match="hidden"):
            branches.export(club, table.seats[side])
    link = seating.invite_many(club, table.people["german"], table.game_id, SeatPlan("spectator"))
    watcher = seating.join(club, people.guest(club)[0], link)
    with pytest.raises(Forbidden, match="hidden"):
        branches.branch(club, watcher)


def test_a_branch_made_alone_leaves_out_what_others_left_standing(club: Club) -> None:
    """Nor does it say that they left anything: it is the game that they would have played."""
    table, quiet = (duel(club, options=OPEN) for _ in range(2))
    for each in (table, quiet):
        if each is table:
            commands.instruct(club, each.seats["soviet"], {"retreat": "stand"}, "standing")
        each.play(30)
    assert table.lines() > quiet.lines()
    records = []
    for each in (table, quiet):
        branch = branched(club, each, "german")
        assert queries.view(club, branch.seats["soviet"])["view"]["standing"] == {}
        lines = [
            json.loads(line) for line in branches.record(club, branch.game_id).splitlines()[1:]
        ]
        records.append([(line["by"], line["do"], line.get("standing")) for line in lines])
    assert "instruct" not in str(records)
    assert records[0][:10] == records[1][:10]
    mine = branched(club, table, "soviet")
    assert queries.view(club, mine.seats["soviet"])["view"]["standing"] == {
        "soviet": {"retreat": "stand"}
    }


def test_answers_given_by_instruction_are_answers_in_a_branch(club: Club) -> None:
    table = duel(club, options=OPEN)
    commands.instruct(
        club, table.seats["soviet"], {"air": "no missions", "retreat": "stand"}, "standing"
    )
    table.play(40)
    with club.live.reading(table.game_id) as (kept, _row):
        assert any(line.auto for line in kept.game.history)
        lines = openly(kept.game, "german", kept.length)
    assert not any(line.auto for line in lines)
    branch = branched(club, table, "german")
    there = queries.view(club, table.seats["german"])["view"]
    assert queries.view(club, branch.seats["german"])["view"]["units"] == there["units"]


def test_a_branch_made_alone_leaves_out_what_is_under_seal(club: Club) -> None:
    table = duel(club, options=OPEN)
    while games.row(club, table.game_id).waiting != ("german", "soviet"):
        side = table.to_act()
        assert side is not None
        ends = queries.why(club, table.seats[side], {"do": "end"}) == []
        table.act(side, {"do": "end"} if ends else NO_MISSIONS, f"{table.lines()}")
    table.act("german", NO_MISSIONS, "sealed")
    waiting = {
        side: games.row(club, branched(club, table, side).game_id).waiting
        for side in ("german", "soviet")
    }
    assert waiting == {"german": ("soviet",), "soviet": ("german", "soviet")}


@pytest.mark.parametrize(
    ("options", "is_open"),
    [
        ({"masking": "off", "bridges": "off", "free-setup": "off"}, True),
        ({"masking": "off", "bridges": "off", "free-setup": "on"}, False),
        ({"masking": "on", "bridges": "off", "free-setup": "off"}, False),
    ],
)
def test_a_game_is_open_where_the_rules_hide_nothing(
    club: Club, options: dict[str, str], is_open: bool
) -> None:
    """Neither stacks nor a set-up of one's own; on bridges see the system's own tests."""
    table = duel(club, "wb95/typhoon", options=options)
    if is_open:
        assert branches.branch(club, table.seats["german"])
    else:
        with pytest.raises(Forbidden, match="hidden"):
            branches.branch(club, table.seats["german"])


def test_an_empty_seat_is_somebody_elses(club: Club) -> None:
    person, _ = people.guest(club)
    game = games.create_game(club, person, KLIN, CLOSED)
    seat = seating.seat(club, person, game["seats"][0]["id"])
    with pytest.raises(Forbidden, match="hidden"):
        branches.export(club, seat)
    seating.seat_program(club, person, game["seats"][1]["id"], "random")
    assert branches.export(club, seat)  # against a program he spoils nobody's game but his own


# ---- files


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
        (0, {"scenario": "wb95/nowhere"}, "there is no scenario"),
        (0, {"scenario": "../../etc/passwd.yaml"}, "there is no scenario"),
        (0, {"scenario_hash": "0" * 64}, "other hash"),
        (0, {"options": {"masking": "on"}}, "other hash"),
        (0, {"options": {"masking": 7}}, "cannot be"),
        (0, {"options": {"nonsense": "on"}}, "there is no option"),
        (0, {"seed": "00"}, "committed"),
        (0, {"seed": 7}, "committed"),
        (0, {"commitment": None}, "committed"),
        (0, {"version": 2}, "version 2"),
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


# ---- replays


def test_a_finished_game_is_shared_whole(club: Club) -> None:
    table = duel(club)
    views = {}
    for n in range(12):
        table.play(1, seed=n)
        views[table.lines()] = queries.view(club, table.seats["german"])["view"]["units"]
    overtures.resign(club, table.seats["soviet"])
    token = replays.share(club, table.seats["german"])
    told = replays.replay(club, token)
    assert (told["audience"], told["over"], told["moments"]) == (None, True, 13)
    assert told["winner"] == "german"
    assert all(item["type"] != "matter" for item in told["events"])
    for moment in (13, 5, 6, 2, 13):
        there = replays.replay_at(club, token, moment)
        units = there["view"]["units"]
        german = {name: facts for name, facts in units.items() if name in views[moment]}
        assert german == views[moment]
    for wrong in (0, 14):
        with pytest.raises(Invalid, match="no moment"):
            replays.replay_at(club, token, wrong)
    stranger, _ = people.guest(club)
    branch = branches.branch_replay(club, stranger, token, 5)
    assert games.row(club, branch["id"]).length == 5
    with pytest.raises(NotFound):
        replays.replay(club, "0" * 32)


def test_a_game_that_is_going_on_is_shared_as_one_side_saw_it(club: Club) -> None:
    table = duel(club)
    table.play(10)
    token = replays.share(club, table.seats["soviet"])
    then = queries.view(club, table.seats["soviet"])
    told = replays.replay(club, token)
    assert (told["audience"], told["over"], told["moments"]) == ("soviet", False, then["moment"])
    table.play(10, seed=2)
    assert replays.replay(club, token) == told
    last = replays.replay_at(club, token, told["moments"])
    assert last["view"]["units"] == then["view"]["units"]
    stranger, _ = people.guest(club)
    with pytest.raises(Forbidden, match="hidden"):
        branches.branch_replay(club, stranger, token, 1)


def test_an_umpire_does_not_share_a_game_that_is_going_on(club: Club) -> None:
    table = duel(club, plans=[SeatPlan("umpire")])
    place = next(s for s in seating.seats(club, table.game_id) if s.role == "umpire")
    judge, _ = people.guest(club)
    seat = seating.join(club, judge, seating.invite(club, table.people["german"], place.id))
    with pytest.raises(Forbidden, match="to himself"):
        replays.share(club, seat)
