"""Branches, replays by link: nothing leaks, no roll can be foretold."""

from __future__ import annotations

import json

import pytest

from grognard.server import branches, commands, games, overtures, people, queries, replays, seating
from grognard.server.club import Club
from grognard.server.errors import Forbidden, Invalid, NotFound
from grognard.server.manning import Manning
from grognard.server.offshoots import openly
from grognard.server.store.records import SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, Table, against, duel, manned, solo
from tests.server.wire import on_either

OPEN, CLOSED = {"masking": "off"}, {"masking": "on"}


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
    assert branch["unseen"] == 0  # whoever branches off has lived through it
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


# ---- who plays on


def test_a_branch_and_a_save_keep_their_programs(club: Club) -> None:
    person, seat = against(club, "staff")
    branch = branches.branch(club, seat)
    assert manned(branch) == {"german": "mine", "soviet": "staff"}
    back = {"title": "Klin", "turn": 1, "seat": seat.id}
    assert {**branch["origin"], "title": "Klin"} == back
    assert branch["origin"]["title"] == games.row(club, seat.game_id).title
    text = branches.export(club, seat)
    assert json.loads(text.splitlines()[0])["players"] == {"soviet": "staff"}
    loaded = branches.import_save(club, person, text.encode())
    assert manned(loaded) == {"german": "mine", "soviet": "staff"}
    assert loaded["origin"] == {"title": "", "turn": 1, "seat": None}
    mine = next(s["id"] for s in branch["seats"] if s["mine"])
    names = [branches.file_name(club, one) for one in (seat, seating.seat(club, person, mine))]
    assert names == ["klin-turn-1-german.grog", "klin-turn-1-german-what-if.grog"]


def test_who_plays_a_save_can_be_chosen(club: Club) -> None:
    person, seat = against(club, "random")
    raw = branches.export(club, seat).encode()
    for wish, wanted in {
        Manning("hot-seat"): {"german": "mine", "soviet": "mine"},
        Manning("link", "soviet"): {"german": "free", "soviet": "mine"},
        Manning("program", "soviet", "staff"): {"german": "staff", "soviet": "mine"},
    }.items():
        assert manned(branches.import_save(club, person, raw, wish=wish)) == wanted
        assert manned(branches.branch(club, seat, wish=wish)) == wanted
    for wrong in (Manning("program", "soviet", "nobody"), Manning("link", "roman")):
        with pytest.raises(Invalid):
            branches.import_save(club, person, raw, wish=wrong)


def test_who_looked_on_at_programs_plays_all_sides_of_a_branch(club: Club) -> None:
    person, seat = against(club)
    seating.seat_program(club, person, seat.id, "random")
    umpire = seating.add_seat(club, person, seat.game_id, SeatPlan("umpire", mine=True))
    assert manned(branches.branch(club, umpire)) == {"german": "mine", "soviet": "mine"}


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
