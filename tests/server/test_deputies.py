"""Deputies: one's own staff gives orders through a segment, and ends nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from grognard.players import seat as chairs
from grognard.players.explaining import page_of
from grognard.players.registry import player
from grognard.server import commands, deputies, intents, overtures, queries, screen, seating
from grognard.server.ai import Runner
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.settings import Settings
from grognard.server.store.records import PLAYER, SPECTATOR, Seat, SeatPlan
from grognard.table.intent import written
from tests.server.table import NO_MISSIONS, Table, against, duel, solo
from tests.server.test_ai import running
from tests.server.wire import Table as WireTable
from tests.server.wire import app_on, on_either, serving

LOOKING = SeatPlan(role=SPECTATOR, mine=True)


def moving(club: Club, **more: Any) -> Table:
    """Two people, in the Movement Phase of the first."""
    table = duel(club, **more)
    table.act("german", NO_MISSIONS, "air", queries.decision_id(club, table.seats["german"]))
    return table


def stage(club: Club, game: str) -> tuple[int, int]:
    with club.live.reading(game) as (kept, _row):
        return kept.game.clock.turn, kept.game.clock.step


def idle(club: Club, seat: Seat) -> bool:
    return not seating.seats(club, seat.game_id)[0].player


@on_either
def test_a_staff_proposes_a_segment_and_leaves_its_end_to_whom_it_serves(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.server.ai.SWEEP", 0.2)
    table = moving(club)
    mine, before, when = table.seats["german"], table.lines(), stage(club, table.game_id)
    unheard = len(table.told("soviet"))
    deputies.appoint(club, mine, "staff")
    assert screen.table(club, mine)["deputy"] == "staff"
    assert all(seat.to_json(None)["player"] is None for seat in seating.seats(club, table.game_id))
    asyncio.run(running(Runner(club, Settings()), lambda: idle(club, mine), 120))
    assert table.lines() > before
    assert stage(club, table.game_id) == when
    assert queries.decision_id(club, mine) is not None
    assert screen.table(club, mine)["deputy"] == ""
    told = table.told("soviet", unheard)
    assert told
    assert not any(one["type"] == "matter" for one in told)
    after = table.lines()
    commands.undo(club, mine, "one back")
    assert table.lines() > after  # what is taken back is a line of its own
    assert stage(club, table.game_id) == when


@on_either
def test_what_a_deputy_was_about_is_told_to_whom_he_serves_and_to_nobody_else(club: Club) -> None:
    table = moving(club)
    mine, other = table.seats["german"], table.seats["soviet"]
    with club.live.reading(table.game_id) as (kept, _row):
        staff = player("staff", 1, "wb95")
        action = staff.choose(chairs.Seat(kept.game, "german"))
    page = page_of(staff)
    assert page is not None
    at = queries.decision_id(club, mine)
    commands.act(club, mine, action, at, "by his deputy", written(page))
    told = intents.intents(club, mine)
    assert [day["side"] for day in told["days"]] == ["german"]
    assert told["days"][0]["plans"]
    assert intents.export(club, mine)
    overtures.resign(club, mine)
    assert intents.intents(club, mine)["days"] == told["days"]
    for seat in (other, seating.add_seat(club, table.people["german"], table.game_id, LOOKING)):
        assert intents.intents(club, seat)["days"] == []
        assert intents.export(club, seat) == ""


def test_who_gives_an_order_himself_has_the_command_again(club: Club) -> None:
    with serving(app_on(club)) as app:
        wire = WireTable(app)
        mover, seat = wire.mover()
        mover.post(f"/seats/{seat}/deputy", {"player": "staff"})
        assert mover.get(f"/seats/{seat}/table")["deputy"] == "staff"
        action = mover.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
        mover.act(seat, action, mover.view(seat)["view"]["decisions"][0]["id"])
        assert mover.get(f"/seats/{seat}/table")["deputy"] == ""
        mine = next(one for one in seating.seats(club, wire.game) if one.id == seat)
        assert mine.player is None
        who, there = wire.mover()
        who.post(f"/seats/{there}/deputy", {"player": "staff"})
        assert who.http.delete(f"/api/v1/seats/{there}/deputy").status_code == 204
        assert who.get(f"/seats/{there}/table")["deputy"] == ""


def test_nobody_is_served_who_is_asked_nothing_or_served_already(club: Club) -> None:
    table = moving(club)
    with pytest.raises(Conflict, match="asked nothing"):
        deputies.appoint(club, table.seats["soviet"], "staff")
    deputies.appoint(club, table.seats["german"], "staff")
    with pytest.raises(Conflict, match="at work already"):
        deputies.appoint(club, table.seats["german"], "staff")
    deputies.relieve(club, table.seats["german"])
    deputies.relieve(club, table.seats["german"])
    assert not deputies.serves(club, table.seats["german"])


def test_chance_is_nobodys_deputy_nor_who_does_not_exist(club: Club) -> None:
    mine = moving(club).seats["german"]
    with pytest.raises(Invalid, match="random is nobody's deputy"):
        deputies.appoint(club, mine, "random")
    with pytest.raises(Invalid, match="there is no player 'ghost'"):
        deputies.appoint(club, mine, "ghost")


def test_a_table_may_want_none(club: Club) -> None:
    mine = moving(club, settings={"deputies": False}).seats["german"]
    assert screen.table(club, mine)["deputies"] == []
    with pytest.raises(Forbidden, match="his own orders"):
        deputies.appoint(club, mine, "staff")


def test_in_a_lesson_one_gives_the_orders_oneself(club: Club) -> None:
    _person, mine = against(club, "staff", settings={"lesson": True})
    with pytest.raises(Forbidden, match="in a lesson"):
        deputies.appoint(club, mine, "staff")


def test_who_looks_on_has_no_staff(club: Club) -> None:
    table = solo(club)
    person = table.people["german"]
    seating.add_seat(club, person, table.game_id, SeatPlan(role=SPECTATOR, mine=True))
    looking = next(s for s in seating.seats(club, table.game_id) if s.role != PLAYER)
    with pytest.raises(Forbidden, match="only a person who plays"):
        deputies.appoint(club, looking, "staff")
    assert screen.table(club, looking)["deputies"] == []


def test_a_deputy_of_a_segment_that_is_over_serves_no_more(club: Club) -> None:
    table = moving(club)
    mine = table.seats["german"]
    deputies.appoint(club, mine, "staff")
    table.act("german", {"do": "end"}, "over", queries.decision_id(club, mine))
    assert not deputies.serves(club, mine)
