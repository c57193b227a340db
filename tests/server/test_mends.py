"""What was mended in a scenario is offered to those who play it, and kept when it is taken over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from grognard import library
from grognard.engine import release
from grognard.engine.editions import fold, unfold
from grognard.engine.record import canonical
from grognard.engine.saving import chain
from grognard.server import branches, commands, games, mends, people, queries, screen, seating
from grognard.server.ai import lines_of
from grognard.server.ai_process import Thinker
from grognard.server.club import Club
from grognard.server.errors import Forbidden, Invalid
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import SeatPlan
from tests.server.brought import afresh, kept
from tests.server.table import KLIN, NO_MISSIONS, Table, duel, solo
from tests.server.wire import Client, app_on, on_either, serving
from tests.shelves import AMONG_FOES, COUNTER, DUG_IN, Shelf, forget, shelf_in

TOLD = "25 of 7 ARM: cels 4:7/2:7 becomes 9:9/8:9"
AGREED = {"do": "consent", "to": "german", "agree": True}
COUNTERS = Path(COUNTER[0]).name
LATER = (COUNTER[0], COUNTER[2], COUNTER[2].replace("9:9/8:9", "7:7/6:6"))


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    yield shelf_in(tmp_path / "shelf", monkeypatch)
    forget()


def mended(table: Table, shelf: Shelf, mend: tuple[str, str, str] = COUNTER) -> Table:
    """The table after a new release has mended something."""
    table.act("german", NO_MISSIONS, "first")
    shelf.mend(*mend)
    return table.elsewhere(afresh(table.club))


def offered(table: Table, side: str = "german") -> Any:
    return mends.offered(table.club, table.seats[side])["mend"]


def take(table: Table, side: str = "german") -> dict[str, Any]:
    return mends.take(table.club, table.seats[side], offered(table, side)["to"], "mend")


def taken(table: Table) -> Table:
    """The table after both people have agreed to the mend."""
    take(table)
    table.act("soviet", AGREED, "agreed")
    return table


def strength(club: Club, game_id: str) -> int:
    with club.live.reading(game_id) as (kept, _row):
        found: int = kept.game.scenario.counters["de-7-pz"].levels[0].attack
        return found


def views(club: Club, table: Table) -> list[Any]:
    return [queries.view(club, seat) for seat in table.seats.values()]


# ---- taking it over


@on_either
def test_two_people_agree_to_a_mend_and_go_on_in_it(club: Club, shelf: Shelf) -> None:
    table = duel(club)
    assert offered(table) is None
    table = mended(table, shelf)
    to = library.find_scenario(KLIN)[1].fingerprint
    assert offered(table) == {"to": to, "told": [TOLD], "refused": [], "alone": False}
    take(table)
    (asked,) = queries.view(table.club, table.seats["soviet"])["view"]["decisions"]
    assert asked["prompt"].endswith(TOLD)
    assert "has not been answered yet" in offered(table)["refused"][0]["text"]
    assert strength(table.club, table.game_id) == 4
    table.act("soviet", AGREED, "agreed")
    assert (strength(table.club, table.game_id), offered(table)) == (9, None)
    assert [row.id for row in kept(table.club)] == [KLIN, KLIN]
    table.play(20)
    head = games.row(table.club, table.game_id).head
    assert head["scenario_hash"] != to
    before = views(table.club, table)
    assert views(afresh(club), table) == before
    shelf.mend(*LATER)  # the shelf goes on, and has the edition no more
    later = table.elsewhere(afresh(club))
    assert views(later.club, later) == before
    assert offered(later)["told"] == ["25 of 7 ARM: cels 9:9/8:9 becomes 7:7/6:6"]
    later.play(5, seed=2)
    assert strength(afresh(club), table.game_id) == 9


def test_the_story_tells_everybody_what_was_taken_over(club: Club, shelf: Shelf) -> None:
    table = taken(mended(duel(club), shelf))
    for side in ("german", "soviet"):
        told = [one["event"]["text"] for one in table.told(side) if one["type"] == "event"]
        assert told[-1].endswith(f"as it was mended: {TOLD}.")
        assert told[-2].endswith(f"take over what was mended in the scenario: {TOLD}")


def test_who_plays_both_sides_need_ask_nobody(club: Club, shelf: Shelf) -> None:
    table = mended(solo(club), shelf)
    assert offered(table)["alone"] is True
    first = take(table)
    assert (strength(table.club, table.game_id), offered(table)) == (9, None)
    again = mends.take(table.club, table.seats["german"], _newest(), "mend")
    assert (again, table.lines()) == (first, 4)  # a wish that is sent twice is carried out once
    assert views(afresh(club), table) == views(table.club, table)


def _newest() -> str:
    return library.find_scenario(KLIN)[1].fingerprint


def _against(club: Club) -> Table:
    """Somebody against a program."""
    anna, _ = people.guest(club)
    plans = [SeatPlan(side="german", mine=True), SeatPlan(side="soviet", kind="ai", player="staff")]
    game = games.create_game(club, anna, KLIN, seats=plans, seed=7)
    mine = next(s["id"] for s in game["seats"] if s["mine"])
    return Table(club, game["id"], {"german": anna}, {"german": seating.seat(club, anna, mine)})


def test_against_a_program_nobody_need_be_asked(club: Club, shelf: Shelf) -> None:
    table = mended(_against(club), shelf)
    assert offered(table)["alone"] is True
    take(table)
    assert strength(afresh(club), table.game_id) == 9


def test_a_program_that_is_asked_agrees_and_thinks_in_the_mended_scenario(
    club: Club, shelf: Shelf
) -> None:
    table = mended(_against(club), shelf)
    changes = [{"mend": offered(table)["to"]}]
    table.act("german", {"do": "propose", "changes": changes, "reason": "it was mended"}, "p")
    shelf.mend(*LATER)  # it is told the texts, wherever the shelf is by now
    table = table.elsewhere(afresh(club))
    head = games.row(table.club, table.game_id).head
    task = {
        "game": table.game_id, "scenario": KLIN, "options": head["options"], "side": "soviet",
        "rules": head["rules"], "player": "staff",
        "sources": games.sources(table.club, table.game_id),
    }  # fmt: skip
    thinker = Thinker()
    known = thinker.begin(task)
    thinker.catch_up(task, lines_of(table.club, table.game_id, known, table.lines()))
    assert thinker.answer(task) == {"action": AGREED}
    with table.club.live.writing(table.game_id, 0) as hold:
        hold.play("soviet", AGREED)
    known = thinker.begin(task)
    thinker.catch_up(task, lines_of(table.club, table.game_id, known, table.lines()))
    game = thinker.held[table.game_id].game
    assert game.scenario.counters["de-7-pz"].levels[0].attack == 9
    with table.club.live.reading(table.game_id) as (found, _row):
        assert game.state == found.game.state


def test_an_umpire_takes_it_over_alone(club: Club, shelf: Shelf) -> None:
    table = mended(duel(club, plans=[SeatPlan(role="umpire")]), shelf)
    seats = seating.seats(table.club, table.game_id)
    umpire = next(seat for seat in seats if seat.role == "umpire")
    offer = mends.offered(table.club, umpire)["mend"]
    assert (offer["alone"], offer["refused"]) == (True, [])
    mends.take(table.club, umpire, offer["to"], "mend")
    assert strength(afresh(club), table.game_id) == 9


def test_what_cannot_be_taken_over_says_why(club: Club, shelf: Shelf) -> None:
    table = mended(solo(club), shelf, AMONG_FOES)
    to = offered(table)["to"]
    with table.club.live.writing(table.game_id, 0) as hold:
        there = {"map": "units", "key": "su-133", "set": {"hex": "2718"}}
        hold.play("umpire", {"do": "edit", "changes": [there], "reason": "he went there"})
    (refused,) = offered(table)["refused"]
    assert "could not stand as it does" in refused["text"]
    with pytest.raises(Invalid, match="could not stand as it does"):
        mends.take(table.club, table.seats["german"], to, "mend")
    with pytest.raises(Invalid, match="no such edition"):
        mends.take(table.club, table.seats["german"], "0" * 64, "other")


def test_who_looks_on_is_offered_nothing(club: Club, shelf: Shelf) -> None:
    table = mended(duel(club, plans=[SeatPlan(role="spectator")]), shelf)
    seats = seating.seats(table.club, table.game_id)
    looker = next(seat for seat in seats if seat.role == "spectator")
    with pytest.raises(Forbidden):
        mends.offered(table.club, looker)


# ---- what is kept


def test_a_proposal_that_was_declined_is_replayed_when_the_shelf_has_gone_on(
    club: Club, shelf: Shelf
) -> None:
    table = mended(duel(club), shelf)
    take(table)
    table.act("soviet", {**AGREED, "agree": False}, "declined")
    shelf.mend(*LATER)
    assert views(afresh(club), table) == views(table.club, table)


def test_every_moment_is_seen_in_the_edition_of_its_day(club: Club, shelf: Shelf) -> None:
    table = taken(mended(duel(club), shelf))
    table.play(6)
    seat = table.seats["german"]
    now = screen.table(table.club, seat)
    assert now["edition"] == _newest()
    first = games.row(table.club, table.game_id).head["scenario_hash"]
    for look in (table.club, afresh(club)):
        editions = [screen.table(look, seat, m)["edition"] for m in range(1, now["moment"] + 1)]
        assert editions == sorted(editions, key=[first, _newest()].index)
        assert {*editions} == {first, _newest()}
        assert _strength_shown(screen.table(look, seat, 1)) != _strength_shown(now)


def _strength_shown(top: dict[str, Any]) -> Any:
    return next(card for card in top["counters"] if card["id"] == "de-7-pz")


def test_a_branch_of_a_mended_game_is_mended(club: Club, shelf: Shelf) -> None:
    table = mended(solo(club), shelf)
    take(table)
    table.play(4)
    shelf.mend(*LATER)
    later = table.elsewhere(afresh(club))
    for moment, found in ((None, 9), (2, 4)):
        branch = branches.branch(later.club, table.seats["german"], moment)
        assert strength(later.club, branch["id"]) == found
        assert strength(afresh(club), branch["id"]) == found


@pytest.mark.usefixtures("tried_here")
def test_a_save_of_a_mended_game_goes_on_at_another_server(
    club: Club, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = mended(solo(club), shelf)
    take(table)
    table.play(4)
    save = branches.export(table.club, table.seats["german"]).encode()
    shelf.mend(*LATER)
    here = branches.import_save(afresh(club), table.people["german"], save)
    assert strength(afresh(club), here["id"]) == 9
    database = Database(f"sqlite:///{tmp_path / 'other.db'}")
    database.migrate()
    other = Club(database)
    boris, _ = people.guest(other)
    there = branches.import_save(other, boris, save)  # which has neither edition
    assert strength(afresh(other), there["id"]) == 9
    monkeypatch.setattr(release, "rules_of", lambda system: "other")
    third = Database(f"sqlite:///{tmp_path / 'third.db'}")
    third.migrate()
    carl, _ = people.guest(Club(third))
    with pytest.raises(Invalid, match=r"save:4: .*is not known here"):
        branches.import_save(Club(third), carl, save)
    database.close()
    third.close()


@pytest.mark.usefixtures("tried_here")
def test_texts_that_are_not_those_of_the_edition_are_refused(club: Club, shelf: Shelf) -> None:
    """Whoever brings other texts under the name of an edition takes nobody's place."""
    table = mended(solo(club), shelf)
    take(table)
    head, *lines = map(json.loads, branches.export(table.club, table.seats["german"]).splitlines())
    texts = unfold(lines[2]["texts"])
    texts[COUNTERS] = texts[COUNTERS].replace("9:9/8:9", "99:9/8:9")
    lines[2]["texts"] = fold(texts)
    forged, link = "", ""
    for data in (head, *lines):
        del data["chain"]
        link = chain(link, data)
        forged += canonical({**data, "chain": link}) + "\n"
    shelf.mend(*LATER)
    with club.database.writing() as connection:
        connection.execute(delete(schema.scenarios).where(schema.scenarios.c.hash == _of(lines[2])))
    with pytest.raises(Invalid, match=r"save:4: .*other hash"):
        branches.import_save(afresh(club), table.people["german"], forged.encode())


def _of(line: dict[str, Any]) -> str:
    found: str = line["do"]["changes"][0]["mend"]
    return found


# ---- over the wire


def test_over_the_wire(club: Club, shelf: Shelf) -> None:
    with serving(app_on(club)) as app:
        client = Client(app)
        plans = [{"side": side, "mine": True} for side in ("german", "soviet")]
        game = client.post("/games", {"scenario": KLIN, "seats": plans})
        seat = next(one["id"] for one in game["seats"] if one["side"] == "german")
        client.act(seat, NO_MISSIONS)
        assert client.get(f"/seats/{seat}/mend") == {"mend": None}
        path = "scenarios/maps/moscow-1941/moscow-1941.overlay"
        shelf.mend(path, "# Country roads", "2522: terrain swamp  # so it is\n# Country roads")
        club.live.forget(game["id"])
        before = client.get(f"/seats/{seat}/board")
        first = client.get(f"/seats/{seat}/table")["edition"]
        offer = client.get(f"/seats/{seat}/mend")["mend"]
        assert offer["told"] == ["2522: forest becomes swamp"]
        status, _ = client.fails(f"/seats/{seat}/mend", {"to": "nonsense", "key": "k"})
        assert status == 422
        client.post(f"/seats/{seat}/mend", {"to": offer["to"], "key": "k"})
        assert client.get(f"/seats/{seat}/table")["edition"] == offer["to"]
        after = client.get(f"/seats/{seat}/board")
        assert after == client.get(f"/seats/{seat}/board", edition=offer["to"])
        assert before == client.get(f"/seats/{seat}/board", edition=first)
        at = after["labels"].index("2522")
        grounds = [plan["grounds"][plan["terrain"][at]]["id"] for plan in (before, after)]
        assert grounds == ["forest", "swamp"]


def test_what_is_begun_after_a_mend_is_offered_nothing(club: Club, shelf: Shelf) -> None:
    shelf.mend(*DUG_IN)
    table = solo(afresh(club))
    assert offered(table) is None
    commands.act(table.club, table.seats["german"], NO_MISSIONS, None, "k")
    assert offered(table) is None
