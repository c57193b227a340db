"""What players agree on: take-backs, draws, rematches; resigning, and talk."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.service import Limits, Service
from grognard.server.store.database import Database
from grognard.server.store.records import Seat, SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, Table, duel, solo


def shoot(table: Table) -> None:
    """Let dice fall: nobody can take that back alone."""
    table.act("german", NO_MISSIONS, "1")
    table.act("german", {"do": "end"}, "2")
    shot = table.service.legal(table.seats["german"], "bombard")["actions"][0]
    table.act("german", shot, "3")


def matters(table: Table, side: str) -> list[dict[str, Any]]:
    return [item["matter"] for item in table.told(side) if item["type"] == "matter"]


def test_what_cannot_be_undone_is_taken_back_by_consent(service: Service) -> None:
    table = duel(service)
    table.act("german", NO_MISSIONS, "1")
    table.act("german", {"do": "end"}, "2")
    before = service.view(table.seats["soviet"])
    shot = service.legal(table.seats["german"], "bombard")["actions"][0]
    table.act("german", shot, "3")
    with pytest.raises(Invalid, match="dice have fallen"):
        service.undo(table.seats["german"], "4")
    asked = service.ask_take_back(table.seats["german"], "wrong hex")
    assert (asked["awaiting"], asked["agreed"], asked["reason"]) == (["soviet"], False, "wrong hex")
    assert service.view(table.seats["soviet"])["offers"][0]["offer"] == asked["offer"]
    with pytest.raises(Conflict, match="not been answered"):
        service.ask_take_back(table.seats["german"])
    with pytest.raises(Forbidden, match="own offer"):
        service.answer(table.seats["german"], asked["offer"], True)
    assert service.answer(table.seats["soviet"], asked["offer"], True)["agreed"]
    after = service.view(table.seats["soviet"])
    assert after["offers"] == []
    assert after["view"]["units"] == before["view"]["units"]
    assert table.told("soviet")[-1] == {
        "seq": after["seq"],
        "type": "taken-back",
        "to": before["seq"],
    }
    assert service.record(table.game_id).splitlines()[-1].startswith('{"by":"umpire"')
    fresh = table.elsewhere(Service(service.database))
    assert fresh.told("soviet") == table.told("soviet")


def test_a_take_back_may_be_declined_or_withdrawn(service: Service) -> None:
    table = duel(service)
    shoot(table)
    lines = table.lines()
    first = service.ask_take_back(table.seats["german"])["offer"]
    assert not service.answer(table.seats["soviet"], first, False)["agreed"]
    with pytest.raises(Conflict, match="not open"):
        service.answer(table.seats["soviet"], first, True)
    second = service.ask_take_back(table.seats["german"])["offer"]
    service.answer(table.seats["german"], second, False)
    assert service.view(table.seats["german"])["offers"] == []
    assert table.lines() == lines


def test_a_take_back_lapses_when_the_action_is_gone_already(service: Service) -> None:
    table = duel(service)
    table.act("german", NO_MISSIONS, "1")
    offer = service.ask_take_back(table.seats["german"])["offer"]
    service.undo(table.seats["german"], "2")
    assert service.view(table.seats["soviet"])["offers"] == []
    with pytest.raises(Conflict, match="not open"):
        service.answer(table.seats["soviet"], offer, True)


def test_programs_and_oneself_need_not_be_asked(service: Service) -> None:
    alone = solo(service)
    shoot(alone)
    assert service.ask_take_back(alone.seats["german"])["agreed"]
    person, _ = service.guest()
    plans = [
        SeatPlan(side="german", mine=True),
        SeatPlan(side="soviet", kind="ai", player="random"),
    ]
    game = service.create_game(person, KLIN, seats=plans)
    seat = service.seat(person, next(s["id"] for s in game["seats"] if s["mine"]))
    service.act(seat, NO_MISSIONS, None, "1")
    assert service.ask_take_back(seat)["agreed"]
    with pytest.raises(Conflict, match="plays on"):
        service.offer_draw(seat)


def test_nothing_is_taken_back_where_the_table_says_never(service: Service) -> None:
    table = duel(service, settings={"take_back": "never"})
    shoot(table)
    with pytest.raises(Forbidden, match="nothing is taken back"):
        service.ask_take_back(table.seats["german"])
    strict = duel(service, settings={"take_back": "consent"})
    with pytest.raises(Conflict, match="nothing to take back"):
        service.ask_take_back(strict.seats["soviet"])


def test_resigning_gives_the_game_to_the_other(service: Service) -> None:
    table = duel(service)
    told = service.resign(table.seats["german"])
    assert told == {"over": True, "winner": "soviet", "result": "german resigns: soviet has won"}
    for side in ("german", "soviet"):
        view = service.view(table.seats[side])
        assert (view["over"], view["winner"], view["waiting_for"]) == (True, "soviet", [])
        assert view["view"]["decisions"] == []
        assert matters(table, side)[-1]["how"] == "resigned"
    with pytest.raises(Conflict, match="over"):
        service.resign(table.seats["soviet"])
    with pytest.raises(Invalid, match="over"):
        table.act("german", NO_MISSIONS, "1")
    service.say(table.seats["soviet"], "well played")
    assert service.people_to_move() == []
    assert service.game(table.people["german"], table.game_id)["waiting_for"] == []


def test_a_draw_is_agreed(service: Service) -> None:
    table = duel(service)
    offer = service.offer_draw(table.seats["soviet"])
    assert offer["awaiting"] == ["german"]
    service.answer(table.seats["german"], offer["offer"], True)
    row = service.row(table.game_id)
    assert (row.over, row.winner, row.result) == (True, None, "drawn by agreement")
    with pytest.raises(Conflict, match="over"):
        service.offer_draw(table.seats["soviet"])


def test_a_rematch_is_a_new_game_on_the_other_sides(service: Service) -> None:
    table = duel(service, settings={"take_back": "never"})
    with pytest.raises(Conflict, match="not over"):
        service.offer_rematch(table.seats["soviet"])
    service.resign(table.seats["german"])
    offer = service.offer_rematch(table.seats["soviet"], swap=True)
    agreed = service.answer(table.seats["german"], offer["offer"], True)
    new = service.game(table.people["german"], agreed["game"])
    assert [(s["side"], s["mine"]) for s in new["seats"] if s["mine"]] == [("soviet", True)]
    assert new["settings"] == {"take_back": "never"}
    assert new["commitment"] != service.row(table.game_id).commitment
    assert matters(table, "soviet")[-1]["game"] == agreed["game"]
    with pytest.raises(Conflict, match="already"):
        service.offer_rematch(table.seats["german"])
    again = service.seat(
        table.people["soviet"],
        next(s.id for s in service.seats(agreed["game"]) if s.side == "german"),
    )
    service.act(again, NO_MISSIONS, None, "1")


# ---- branches of a game that is going on


def test_two_people_branch_their_game_together(service: Service) -> None:
    watching = [SeatPlan("spectator", "german"), SeatPlan("umpire")]
    closed = {"masking": "on"}
    table = duel(service, options=closed, plans=watching, settings={"take_back": "never"})
    views = {}
    for n in range(12):
        table.play(1, seed=n)
        views[n] = {side: service.view(seat) for side, seat in table.seats.items()}
    then = views[6]
    offer = service.offer_branch(table.seats["german"], then["german"]["moment"])
    assert (offer["what"], offer["awaiting"], offer["agreed"]) == ("branch", ["soviet"], False)
    assert offer["moment"] == then["german"]["moment"]
    shown = service.view(table.seats["soviet"])["offers"][0]
    assert (shown["turn"], shown["moment"]) == (1, then["soviet"]["moment"])
    with pytest.raises(Forbidden, match="own offer"):
        service.answer(table.seats["german"], offer["offer"], True)
    table.play(1, seed=99)  # the game goes on meanwhile
    agreed = service.answer(table.seats["soviet"], offer["offer"], True)
    assert agreed["agreed"]
    assert [m["game"] for m in matters(table, "german") if m["kind"] == "branch"] == [
        agreed["game"]
    ]
    told = service.game(table.people["german"], agreed["game"])
    assert (told["parent"], told["title"]) == (table.game_id, "The Road to Klin (branch)")
    assert told["settings"] == {"take_back": "never"}
    assert [s["role"] for s in told["seats"]].count("umpire") == 1
    row = service.row(agreed["game"])
    assert (row.inherited, row.length) == (8, 8)
    assert row.seed != service.row(table.game_id).seed
    for side, person in table.people.items():
        seat = next(s for s in service.seats(row.id) if s.side == side and s.role == "player")
        assert seat.person_id == person.id
        here, before = service.view(seat)["view"], then[side]["view"]
        assert (here["units"], here["enemy"]) == (before["units"], before["enemy"])
        with pytest.raises(Forbidden, match="hidden"):
            service.export(seat)
    assert service.view(table.seats["soviet"])["offers"] == []
    assert not service.row(table.game_id).over


def test_a_branch_may_be_declined_and_lapses_with_the_game(service: Service) -> None:
    table = duel(service)
    table.play(4)
    first = service.offer_branch(table.seats["soviet"])
    assert not service.answer(table.seats["german"], first["offer"], False)["agreed"]
    second = service.offer_branch(table.seats["soviet"])
    with pytest.raises(Conflict, match="not been answered"):
        service.offer_branch(table.seats["soviet"])
    with pytest.raises(Invalid, match="no moment"):
        service.offer_branch(table.seats["german"], 10**6)
    service.resign(table.seats["soviet"])
    with pytest.raises(Conflict, match="over"):
        service.answer(table.seats["german"], second["offer"], True)
    with pytest.raises(Conflict, match="over"):
        service.offer_branch(table.seats["german"])
    assert len(service.games_of(table.people["german"])) == 1


def test_against_a_program_one_goes_back_to_another_moment_at_once(service: Service) -> None:
    person, _ = service.guest()
    plans = [
        SeatPlan(side="german", mine=True),
        SeatPlan(side="soviet", kind="ai", player="random"),
    ]
    game = service.create_game(person, KLIN, seats=plans)
    seat = service.seat(person, next(s["id"] for s in game["seats"] if s["mine"]))
    moment = service.view(seat)["moment"]
    service.act(seat, NO_MISSIONS, None, "1")
    offer = service.offer_branch(seat, moment)
    assert offer["agreed"]
    seats = {s.side: s for s in service.seats(offer["game"])}
    assert (seats["german"].person_id, seats["soviet"].player) == (person.id, "random")
    assert service.row(offer["game"]).length == 1


def test_nobody_branches_without_end(database: Database) -> None:
    service = Service(database, Limits(games_per_person=2))
    alone = solo(service)
    assert service.offer_branch(alone.seats["german"])["agreed"]
    with pytest.raises(Conflict, match="begun 2 games"):
        service.offer_branch(alone.seats["german"])
    table = duel(service)
    offer = service.offer_branch(table.seats["german"])["offer"]
    solo_more = service.create_game(table.people["german"], KLIN)
    with pytest.raises(Conflict, match="begun 2 games"):
        service.answer(table.seats["soviet"], offer, True)
    assert solo_more["mine"]
    assert service.view(table.seats["soviet"])["offers"]  # nothing was answered


def test_of_two_who_agree_to_a_branch_at_once_one_begins_it(service: Service) -> None:
    plans = [SeatPlan(side="soviet")]
    table = duel(service, plans=plans)
    mate, _ = service.guest()
    empty = next(s for s in service.seats(table.game_id) if not s.taken)
    second = service.join(mate, service.invite(table.people["german"], empty.id))
    offer = service.offer_branch(table.seats["german"])["offer"]

    def agree(seat: Seat) -> str:
        try:
            return str(service.answer(seat, offer, True)["game"])
        except Conflict:
            return "late"

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(agree, [table.seats["soviet"], second]))
    assert answers[1] == "late"
    assert len(service.games_of(table.people["german"])) == 2


def test_talk_reaches_the_table_or_one_side(service: Service) -> None:
    table = duel(service)
    service.say(table.seats["german"], "Good luck!")
    service.say(table.seats["soviet"], "hold the bridge", to_side=True)
    german, soviet = matters(table, "german"), matters(table, "soviet")
    assert [m.get("text") for m in german] == [None, "Good luck!"]
    assert [m.get("text") for m in soviet] == [None, "Good luck!", "hold the bridge"]
    for text in ("", "  ", "x" * 2001, "half \ud800", "nul \x00"):
        with pytest.raises(Invalid):
            service.say(table.seats["german"], text)


def test_the_server_itself_may_end_a_game_once(service: Service) -> None:
    table = duel(service)
    assert service.end_game(table.game_id, "time", "german", "soviet ran out of time")
    assert not service.end_game(table.game_id, "time", "soviet", "german ran out of time")
    assert service.view(table.seats["soviet"])["winner"] == "german"


def test_talk_and_lines_keep_their_order_for_everybody(service: Service) -> None:
    table = duel(service)
    for n in range(6):
        service.say(table.seats["german"], f"before {n}")
        table.play(2, seed=n)
    fresh = table.elsewhere(Service(service.database))
    for side in ("german", "soviet"):
        assert fresh.told(side) == table.told(side)
