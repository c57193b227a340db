"""Scenarios that people bring: played, kept, shared with whoever is invited, taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.engine.saves import load_text
from grognard.engine.sources import Texts
from grognard.server import (
    archive,
    branches,
    games,
    people,
    queries,
    scenario_versions,
    seating,
    sessions,
    uploads,
)
from grognard.server.ai import lines_of
from grognard.server.ai_process import Thinker
from grognard.server.club import Club
from grognard.server.errors import Invalid, NotFound
from grognard.server.store.database import Database
from grognard.server.store.records import Person, SeatPlan
from tests.server import ford
from tests.server.brought import SHELF, afresh, kept
from tests.server.ford import FILES, changed, on_moscow
from tests.server.table import KLIN, Table
from tests.server.test_killed import KILLED, Victim
from tests.server.wire import on_either


@pytest.mark.usefixtures("tried_here")
def test_a_backup_holds_scenarios_and_uploads(club: Club, tmp_path: Path) -> None:
    anna, _ = people.guest(club)
    card = uploads.upload(club, anna, FILES)
    game = games.create_game(club, anna, card["id"])
    counts = archive.backup(club.database, tmp_path / "club.backup")
    assert (counts["scenarios"], counts["uploads"]) == (1, 1)
    restored = Database(f"sqlite:///{tmp_path / 'restored.db'}")
    try:
        assert archive.restore(restored, tmp_path / "club.backup") == counts
        again = Club(restored)
        assert uploads.mine(again, anna) == [card]
        assert queries.view(again, seating.seats(again, game["id"])[0]) == queries.view(
            club, seating.seats(club, game["id"])[0]
        )
    finally:
        restored.close()


def table_on(club: Club, person: Person, name: str) -> Table:
    """A game of one person on both sides of his own scenario."""
    plans = [SeatPlan(side=side, mine=True) for side in ("german", "soviet")]
    game = games.create_game(club, person, name, seats=plans, seed=7)
    seats = {s["side"]: seating.seat(club, person, s["id"]) for s in game["seats"]}
    return Table(club, game["id"], dict.fromkeys(seats, person), seats)


def test_a_scenario_is_brought_and_played(club: Club, anna: Person) -> None:
    card = uploads.upload(club, anna, FILES)
    assert (card["title"], card["system"], card["sides"]) == (
        "The ford",
        "wb95",
        ["german", "soviet"],
    )
    assert card["files"] == sorted(FILES)
    assert uploads.is_own(card["id"])
    assert card["id"] not in library.scenario_ids()
    assert uploads.mine(club, anna) == [card]
    table = table_on(club, anna, card["id"])
    told = games.game(club, anna, table.game_id)
    assert (told["scenario"], told["title"]) == (card["id"], "The ford")
    table.play(400)
    again = afresh(club)
    for seat in table.seats.values():
        assert queries.view(again, seat) == queries.view(club, seat)
    assert queries.view(again, table.seats["german"])["over"]


@pytest.mark.usefixtures("tried_here")
def test_a_save_of_such_a_game_goes_out_and_in(club: Club, anna: Person) -> None:
    table = table_on(club, anna, uploads.upload(club, anna, FILES)["id"])
    table.play(10)
    save = branches.export(club, table.seats["german"]).encode()
    scenario = library.read_scenario(Texts(FILES))
    assert len(load_text(save, lambda head: scenario).history) == table.lines()
    brought = branches.import_save(afresh(club), anna, save)
    assert games.row(club, brought["id"]).length == table.lines()


@pytest.mark.usefixtures("tried_here")
def test_a_map_that_ships_need_not_be_sent(club: Club, anna: Person) -> None:
    card = uploads.upload(club, anna, on_moscow())
    assert card["files"] == ["ford-counters.csv", "ford.yaml"]
    table = table_on(club, anna, card["id"])
    assert {"moscow-1941.map", "moscow-1941.overlay"} < set(kept(club)[0].sources)
    table.play(5)


@pytest.mark.usefixtures("tried_here")
def test_an_overlay_goes_with_ones_own_map(club: Club, anna: Person) -> None:
    overlay = "grognard overlay 1\n0101: terrain forest  # as I remember it\n"
    card = uploads.upload(club, anna, {**FILES, "ford.overlay": overlay})
    table = table_on(club, anna, card["id"])
    with club.live.reading(table.game_id) as (game, _row):
        assert game.game.board.terrain[0] == "forest"
    with pytest.raises(Invalid, match="corrected under 'overlays'"):
        uploads.upload(club, anna, {**on_moscow(), "moscow-1941.overlay": overlay})
    with pytest.raises(Invalid, match=r"more\.overlay: the scenario does not use this file"):
        uploads.upload(club, anna, {**FILES, "more.overlay": overlay})


@pytest.mark.usefixtures("tried_here")
def test_a_scenario_brings_a_part_and_overlays_along(club: Club, anna: Person) -> None:
    """On a map of one's own or on one that ships; the game keeps them."""
    own, rest = ford.SCENARIO.split("setup:", 1)
    overlay = "grognard overlay 1\n0101: terrain forest  # for this game alone\n"
    files = {
        **FILES, "rest.part": f"setup:{rest}", "more.overlay": overlay,
        "ford.yaml": own + "include: rest.part\noverlays: [more]\n",
    }  # fmt: skip
    card = uploads.upload(club, anna, files)
    assert card["files"] == sorted(files)
    table = table_on(club, anna, card["id"])
    with club.live.reading(table.game_id) as (game, _row):
        assert game.game.board.terrain[0] == "forest"
    assert {"rest.part", "more.overlay"} < set(kept(club)[0].sources)
    uploads.take_back(club, anna, card["id"])
    later = table.elsewhere(afresh(club))
    scenario_versions._from_store.cache_clear()
    later.play(5)
    ours = on_moscow()
    ours["ford.yaml"] += "overlays: [more]\n"
    uploads.upload(club, anna, {**ours, "more.overlay": overlay})


@pytest.mark.usefixtures("tried_here")
def test_a_scenario_on_what_ships_need_only_name_it(club: Club, anna: Person) -> None:
    """Husky with a turn more, on our armies, map, insets and charts."""
    husky = (SHELF / "ocs" / "husky.yaml").read_text(encoding="utf-8")
    text = husky.replace("title: Husky", "title: A long Husky").replace("turns: 12", "turns: 13")
    card = uploads.upload(club, anna, {"long.yaml": text})
    assert (card["title"], card["system"]) == ("A long Husky", "ocs")
    game = games.create_game(club, anna, card["id"])
    (row,) = kept(club)
    assert {"husky.part", "husky-insets.overlay", "husky-axis.csv"} < set(row.sources)
    head = games.row(club, game["id"]).head
    again = library.find_system("ocs").read(Texts(row.sources), head["options"])
    assert again.fingerprint == row.hash == head["scenario_hash"]


@on_either
def test_a_game_on_an_upload_survives_a_kill(database_url: str) -> None:
    def play(tell: Any) -> None:
        database = Database(database_url)
        club = Club(database)
        anna, token = people.guest(club)
        table = table_on(club, anna, uploads.upload(club, anna, FILES)["id"])
        tell([token, table.game_id, 0])
        for n in range(1000):
            table.play(1, seed=n)
            tell([token, table.game_id, table.lines()])

    Database(database_url).migrate()
    victim = Victim(play)
    victim.hear(60, enough=6)
    victim.kill()
    assert victim.wait() == KILLED
    token, game_id, lines = victim.acknowledged[-1]
    club = Club(Database(database_url))
    assert games.row(club, game_id).length >= lines > 1
    anna = sessions.person(club, token)
    assert anna is not None
    seats = {seat.side or "": seat for seat in seating.seats(club, game_id)}
    Table(club, game_id, dict.fromkeys(seats, anna), seats).play(5, seed=-1)
    assert [card["title"] for card in uploads.mine(club, anna)] == ["The ford"]


@pytest.mark.usefixtures("tried_here")
def test_the_same_files_again_are_the_same_scenario(club: Club, anna: Person) -> None:
    first = uploads.upload(club, anna, FILES)
    assert uploads.upload(club, anna, dict(reversed(FILES.items()))) == first
    other = uploads.upload(club, anna, changed("turns: 3", "turns: 4"))
    assert other["id"] != first["id"]
    assert {card["id"] for card in uploads.mine(club, anna)} == {first["id"], other["id"]}


@pytest.mark.usefixtures("tried_here")
def test_nobody_sees_what_another_has_brought(club: Club, anna: Person) -> None:
    card = uploads.upload(club, anna, FILES)
    boris, _ = people.guest(club)
    assert uploads.mine(club, boris) == []
    with pytest.raises(Invalid, match=r"no scenario .* of yours") as hidden:
        games.create_game(club, boris, card["id"])
    with pytest.raises(Invalid) as absent:
        games.create_game(club, boris, f"wb95/~{'0' * 20}")
    assert str(hidden.value).replace(card["id"], "") == str(absent.value).replace(
        f"wb95/~{'0' * 20}", ""
    )
    with pytest.raises(NotFound):
        uploads.take_back(club, boris, card["id"])
    assert uploads.upload(club, boris, FILES)["id"] != card["id"]
    assert uploads.mine(club, anna) == [card]


@pytest.mark.usefixtures("tried_here")
def test_whoever_is_invited_plays_it_too(club: Club, anna: Person) -> None:
    game = games.create_game(club, anna, uploads.upload(club, anna, FILES)["id"])
    boris, _ = people.guest(club)
    seat = seating.join(club, boris, seating.invite(club, anna, game["seats"][1]["id"]))
    assert queries.view(club, seat)["view"]["units"]


@pytest.mark.usefixtures("tried_here")
def test_what_is_taken_back_is_gone_and_its_games_go_on(club: Club, anna: Person) -> None:
    card = uploads.upload(club, anna, FILES)
    table = table_on(club, anna, card["id"])
    table.play(3)
    uploads.take_back(club, anna, card["id"])
    assert uploads.mine(club, anna) == []
    with pytest.raises(Invalid, match="no scenario"):
        games.create_game(club, anna, card["id"])
    with pytest.raises(NotFound):
        uploads.take_back(club, anna, card["id"])
    later = table.elsewhere(afresh(club))
    later.play(3, seed=2)
    assert branches.branch(later.club, table.seats["german"])["scenario"] == card["id"]
    assert uploads.upload(club, anna, FILES)["id"] == card["id"]
    with pytest.raises(NotFound):
        uploads.take_back(club, anna, KLIN)


# ---- programs and many guests on a scenario of one's own


@pytest.mark.usefixtures("tried_here")
def test_many_are_invited_to_a_game_on_an_upload(club: Club, anna: Person) -> None:
    game = games.create_game(club, anna, uploads.upload(club, anna, FILES)["id"])
    token = seating.invite_many(club, anna, game["id"], SeatPlan("spectator", "soviet"))
    assert seating.join(club, people.guest(club)[0], token).side == "soviet"


def test_a_program_plays_on_an_upload(club: Club, anna: Person) -> None:
    plans = [
        SeatPlan(side="german", kind="ai", player="random"),
        SeatPlan(side="soviet", mine=True),
    ]
    game = games.create_game(club, anna, uploads.upload(club, anna, FILES)["id"], seats=plans)
    head, thinker = games.row(club, game["id"]).head, Thinker()
    task = {
        "game": game["id"], "scenario": head["scenario"], "options": head["options"],
        "side": "german", "player": "random", "sources": games.sources(club, game["id"]),
    }  # fmt: skip
    assert thinker.begin(task) == 0
    thinker.catch_up(task, lines_of(club, game["id"], 0, games.row(club, game["id"]).length))
    seat = next(seat for seat in seating.seats(club, game["id"]) if seat.side == "german")
    assert queries.why(club, seat, thinker.answer(task)["action"]) == []
