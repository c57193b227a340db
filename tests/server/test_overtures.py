"""What players agree on: take-backs, draws, rematches; resigning, and talk."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from grognard.engine.dice import STREAM
from grognard.server import branches, commands, games, overtures, people, queries, seating
from grognard.server.club import Club, Limits
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.store.database import Database
from grognard.server.store.records import Seat, SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, Table, against, duel, solo
from tests.server.wire import on_either


def shoot(table: Table) -> None:
    """Let dice fall: nobody can take that back alone."""
    table.act("german", NO_MISSIONS, "1")
    table.act("german", {"do": "end"}, "2")
    shot = queries.legal(table.club, table.seats["german"], "bombard")["actions"][0]
    table.act("german", shot, "3")


def matters(table: Table, side: str) -> list[dict[str, Any]]:
    return [item["matter"] for item in table.told(side) if item["type"] == "matter"]


def test_what_cannot_be_undone_is_taken_back_by_consent(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "1")
    table.act("german", {"do": "end"}, "2")
    before = queries.view(club, table.seats["soviet"])
    shot = queries.legal(club, table.seats["german"], "bombard")["actions"][0]
    table.act("german", shot, "3")
    with pytest.raises(Invalid, match="dice have fallen"):
        commands.undo(club, table.seats["german"], "4")
    asked = overtures.ask_take_back(club, table.seats["german"], "wrong hex")
    assert (asked["awaiting"], asked["agreed"], asked["reason"]) == (["soviet"], False, "wrong hex")
    assert queries.view(club, table.seats["soviet"])["offers"][0]["offer"] == asked["offer"]
    with pytest.raises(Conflict, match="not been answered"):
        overtures.ask_take_back(club, table.seats["german"])
    with pytest.raises(Forbidden, match="own offer"):
        overtures.answer(club, table.seats["german"], asked["offer"], True)
    assert overtures.answer(club, table.seats["soviet"], asked["offer"], True)["agreed"]
    after = queries.view(club, table.seats["soviet"])
    assert after["offers"] == []
    assert after["view"]["units"] == before["view"]["units"]
    assert table.told("soviet")[-1] == {
        "seq": after["seq"],
        "type": "taken-back",
        "to": before["seq"],
    }
    assert branches.record(club, table.game_id).splitlines()[-1].startswith('{"by":"umpire"')
    fresh = table.elsewhere(Club(club.database))
    assert fresh.told("soviet") == table.told("soviet")


def test_a_take_back_may_be_declined_or_withdrawn(club: Club) -> None:
    table = duel(club)
    shoot(table)
    lines = table.lines()
    first = overtures.ask_take_back(club, table.seats["german"])["offer"]
    assert not overtures.answer(club, table.seats["soviet"], first, False)["agreed"]
    with pytest.raises(Conflict, match="not open"):
        overtures.answer(club, table.seats["soviet"], first, True)
    second = overtures.ask_take_back(club, table.seats["german"])["offer"]
    overtures.answer(club, table.seats["german"], second, False)
    assert queries.view(club, table.seats["german"])["offers"] == []
    assert table.lines() == lines


def test_a_take_back_lapses_when_the_action_is_gone_already(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "1")
    offer = overtures.ask_take_back(club, table.seats["german"])["offer"]
    commands.undo(club, table.seats["german"], "2")
    assert queries.view(club, table.seats["soviet"])["offers"] == []
    with pytest.raises(Conflict, match="not open"):
        overtures.answer(club, table.seats["soviet"], offer, True)


def test_programs_and_oneself_need_not_be_asked(club: Club) -> None:
    alone = solo(club)
    shoot(alone)
    assert overtures.ask_take_back(club, alone.seats["german"])["agreed"]
    person, _ = people.guest(club)
    plans = [
        SeatPlan(side="german", mine=True),
        SeatPlan(side="soviet", kind="ai", player="random"),
    ]
    free = {"take_back": "free"}
    game = games.create_game(club, person, KLIN, seats=plans, settings=free)
    assert game["settings"] == free
    seat = seating.seat(club, person, next(s["id"] for s in game["seats"] if s["mine"]))
    commands.act(club, seat, NO_MISSIONS, None, "1")
    assert overtures.ask_take_back(club, seat)["agreed"]
    commands.act(club, seat, NO_MISSIONS, None, "2")
    commands.undo(club, seat, "3")
    with pytest.raises(Conflict, match="plays on"):
        overtures.offer_draw(club, seat)


@pytest.mark.parametrize("policy", ["fair", "consent"])
def test_programs_agree_to_a_take_back_only_where_that_is_settled(club: Club, policy: str) -> None:
    _person, seat = against(club, settings={"take_back": policy})
    commands.act(club, seat, NO_MISSIONS, None, "1")
    with pytest.raises(Forbidden, match="programs let nothing be taken back"):
        overtures.ask_take_back(club, seat)


def test_dice_that_a_take_back_covers_have_been_seen_and_do_not_fall_again(club: Club) -> None:
    alone = solo(club)
    shoot(alone)
    with club.live.reading(alone.game_id) as (kept, _row):
        fallen = kept.game.state[STREAM]["now"].drawn
        seen = [line.chance for line in kept.game.history if line.chance]
    assert fallen == len(seen[-1]) > 0
    assert overtures.ask_take_back(club, alone.seats["german"])["agreed"]
    with club.live.reading(alone.game_id) as (kept, _row):
        assert kept.game.history[-1].action["drawn"] == fallen
        assert kept.game.state[STREAM]["now"].drawn == fallen, "the next are fresh"


def test_nothing_is_taken_back_where_the_table_says_never(club: Club) -> None:
    table = duel(club, settings={"take_back": "never"})
    shoot(table)
    with pytest.raises(Forbidden, match="nothing is taken back"):
        overtures.ask_take_back(club, table.seats["german"])
    strict = duel(club, settings={"take_back": "consent"})
    with pytest.raises(Conflict, match="nothing to take back"):
        overtures.ask_take_back(club, strict.seats["soviet"])


def test_resigning_gives_the_game_to_the_other(club: Club) -> None:
    table = duel(club)
    told = overtures.resign(club, table.seats["german"])
    assert told == {"over": True, "winner": "soviet", "result": "German resigns: Soviet has won"}
    for side in ("german", "soviet"):
        view = queries.view(club, table.seats[side])
        assert (view["over"], view["winner"], view["waiting_for"]) == (True, "soviet", [])
        assert view["view"]["decisions"] == []
        assert matters(table, side)[-1]["how"] == "resigned"
    with pytest.raises(Conflict, match="over"):
        overtures.resign(club, table.seats["soviet"])
    with pytest.raises(Invalid, match="over"):
        table.act("german", NO_MISSIONS, "1")
    overtures.say(club, table.seats["soviet"], "well played")
    assert games.people_to_move(club) == []
    assert games.game(club, table.people["german"], table.game_id)["waiting_for"] == []


def test_a_draw_is_agreed(club: Club) -> None:
    table = duel(club)
    offer = overtures.offer_draw(club, table.seats["soviet"])
    assert offer["awaiting"] == ["german"]
    overtures.answer(club, table.seats["german"], offer["offer"], True)
    row = games.row(club, table.game_id)
    assert (row.over, row.winner, row.result) == (True, None, "drawn by agreement")
    with pytest.raises(Conflict, match="over"):
        overtures.offer_draw(club, table.seats["soviet"])


def test_a_rematch_is_a_new_game_on_the_other_sides(club: Club) -> None:
    table = duel(club, settings={"take_back": "never"})
    with pytest.raises(Conflict, match="not over"):
        overtures.offer_rematch(club, table.seats["soviet"])
    overtures.resign(club, table.seats["german"])
    offer = overtures.offer_rematch(club, table.seats["soviet"], swap=True)
    agreed = overtures.answer(club, table.seats["german"], offer["offer"], True)
    new = games.game(club, table.people["german"], agreed["game"])
    assert [(s["side"], s["mine"]) for s in new["seats"] if s["mine"]] == [("soviet", True)]
    assert new["settings"] == {"take_back": "never"}
    assert new["commitment"] != games.row(club, table.game_id).commitment
    assert matters(table, "soviet")[-1]["game"] == agreed["game"]
    with pytest.raises(Conflict, match="already"):
        overtures.offer_rematch(club, table.seats["german"])
    again = seating.seat(
        club,
        table.people["soviet"],
        next(s.id for s in seating.seats(club, agreed["game"]) if s.side == "german"),
    )
    commands.act(club, again, NO_MISSIONS, None, "1")


# ---- branches of a game that is going on


def test_two_people_branch_their_game_together(club: Club) -> None:
    watching = [SeatPlan("spectator", "german"), SeatPlan("umpire")]
    closed = {"masking": "on"}
    table = duel(club, options=closed, plans=watching, settings={"take_back": "never"})
    views = {}
    for n in range(12):
        table.play(1, seed=n)
        views[n] = {side: queries.view(club, seat) for side, seat in table.seats.items()}
    then = views[6]
    offer = overtures.offer_branch(club, table.seats["german"], then["german"]["moment"])
    assert (offer["what"], offer["awaiting"], offer["agreed"]) == ("branch", ["soviet"], False)
    assert offer["moment"] == then["german"]["moment"]
    shown = queries.view(club, table.seats["soviet"])["offers"][0]
    assert (shown["turn"], shown["moment"]) == (1, then["soviet"]["moment"])
    with pytest.raises(Forbidden, match="own offer"):
        overtures.answer(club, table.seats["german"], offer["offer"], True)
    table.play(1, seed=99)  # the game goes on meanwhile
    agreed = overtures.answer(club, table.seats["soviet"], offer["offer"], True)
    assert agreed["agreed"]
    assert [m["game"] for m in matters(table, "german") if m["kind"] == "branch"] == [
        agreed["game"]
    ]
    told = games.game(club, table.people["german"], agreed["game"])
    assert (told["parent"], told["title"]) == (table.game_id, "The Road to Klin (branch)")
    assert told["settings"] == {"take_back": "never"}
    assert [s["role"] for s in told["seats"]].count("umpire") == 1
    row = games.row(club, agreed["game"])
    assert (row.inherited, row.length) == (8, 8)
    assert row.seed != games.row(club, table.game_id).seed
    for side, person in table.people.items():
        seat = next(s for s in seating.seats(club, row.id) if s.side == side and s.role == "player")
        assert seat.person_id == person.id
        here, before = queries.view(club, seat)["view"], then[side]["view"]
        assert (here["units"], here["enemy"]) == (before["units"], before["enemy"])
        with pytest.raises(Forbidden, match="hidden"):
            branches.export(club, seat)
    assert queries.view(club, table.seats["soviet"])["offers"] == []
    assert not games.row(club, table.game_id).over


def test_a_branch_may_be_declined_and_lapses_with_the_game(club: Club) -> None:
    table = duel(club)
    table.play(4)
    first = overtures.offer_branch(club, table.seats["soviet"])
    assert not overtures.answer(club, table.seats["german"], first["offer"], False)["agreed"]
    second = overtures.offer_branch(club, table.seats["soviet"])
    with pytest.raises(Conflict, match="not been answered"):
        overtures.offer_branch(club, table.seats["soviet"])
    with pytest.raises(Invalid, match="no moment"):
        overtures.offer_branch(club, table.seats["german"], 10**6)
    overtures.resign(club, table.seats["soviet"])
    with pytest.raises(Conflict, match="over"):
        overtures.answer(club, table.seats["german"], second["offer"], True)
    with pytest.raises(Conflict, match="over"):
        overtures.offer_branch(club, table.seats["german"])
    assert len(games.games_of(club, table.people["german"])) == 1


@on_either
def test_against_a_program_one_goes_back_to_another_moment_at_once(club: Club) -> None:
    person, _ = people.guest(club)
    plans = [
        SeatPlan(side="german", mine=True),
        SeatPlan(side="soviet", kind="ai", player="random"),
    ]
    game = games.create_game(club, person, KLIN, seats=plans)
    seat = seating.seat(club, person, next(s["id"] for s in game["seats"] if s["mine"]))
    moment = queries.view(club, seat)["moment"]
    commands.act(club, seat, NO_MISSIONS, None, "1")
    offer = overtures.offer_branch(club, seat, moment)
    assert offer["agreed"]
    seats = {s.side: s for s in seating.seats(club, offer["game"])}
    assert (seats["german"].person_id, seats["soviet"].player) == (person.id, "random")
    assert games.row(club, offer["game"]).length == 1


def test_nobody_branches_without_end(database: Database) -> None:
    club = Club(database, Limits(games_per_person=2))
    alone = solo(club)
    assert overtures.offer_branch(club, alone.seats["german"])["agreed"]
    with pytest.raises(Conflict, match="begun 2 games"):
        overtures.offer_branch(club, alone.seats["german"])
    table = duel(club)
    offer = overtures.offer_branch(club, table.seats["german"])["offer"]
    solo_more = games.create_game(club, table.people["german"], KLIN)
    with pytest.raises(Conflict, match="begun 2 games"):
        overtures.answer(club, table.seats["soviet"], offer, True)
    assert solo_more["mine"]
    assert queries.view(club, table.seats["soviet"])["offers"]  # nothing was answered


@on_either
def test_of_two_who_agree_to_a_branch_at_once_one_begins_it(club: Club) -> None:
    plans = [SeatPlan(side="soviet")]
    table = duel(club, plans=plans)
    mate, _ = people.guest(club)
    empty = next(s for s in seating.seats(club, table.game_id) if not s.taken)
    second = seating.join(club, mate, seating.invite(club, table.people["german"], empty.id))
    offer = overtures.offer_branch(club, table.seats["german"])["offer"]

    def agree(seat: Seat) -> str:
        try:
            return str(overtures.answer(club, seat, offer, True)["game"])
        except Conflict:
            return "late"

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(agree, [table.seats["soviet"], second]))
    assert answers[1] == "late"
    assert len(games.games_of(club, table.people["german"])) == 2


def test_talk_reaches_the_table_or_one_side(club: Club) -> None:
    table = duel(club)
    overtures.say(club, table.seats["german"], "Good luck!")
    overtures.say(club, table.seats["soviet"], "hold the bridge", to_side=True)
    german, soviet = matters(table, "german"), matters(table, "soviet")
    assert [m.get("text") for m in german] == [None, "Good luck!"]
    assert [m.get("text") for m in soviet] == [None, "Good luck!", "hold the bridge"]
    for text in ("", "  ", "x" * 2001, "half \ud800", "nul \x00"):
        with pytest.raises(Invalid):
            overtures.say(club, table.seats["german"], text)


def test_the_server_itself_may_end_a_game_once(club: Club) -> None:
    table = duel(club)
    assert overtures.end_game(club, table.game_id, "time", "german", "soviet ran out of time")
    assert not overtures.end_game(club, table.game_id, "time", "soviet", "german ran out of time")
    assert queries.view(club, table.seats["soviet"])["winner"] == "german"


def test_talk_and_lines_keep_their_order_for_everybody(club: Club) -> None:
    table = duel(club)
    for n in range(6):
        overtures.say(club, table.seats["german"], f"before {n}")
        table.play(2, seed=n)
    fresh = table.elsewhere(Club(club.database))
    for side in ("german", "soviet"):
        assert fresh.told(side) == table.told(side)
