"""Every game keeps the scenario that it was begun with, whatever becomes of the shelf."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import delete

from grognard import library
from grognard.engine.sources import Texts
from grognard.kit.book import Book
from grognard.server import (
    branches,
    games,
    overtures,
    people,
    queries,
    scenario_versions,
    store,
    uploads,
)
from grognard.server.club import Club
from grognard.server.errors import Conflict, Invalid
from grognard.server.http.app import create_app
from grognard.server.scenario_versions import write_down_missing
from grognard.server.store import schema
from grognard.systems.wb95 import charts as results
from tests.server.brought import HERE, SHELF, afresh, kept
from tests.server.ford import FILES
from tests.server.table import KLIN, duel, solo
from tests.server.wire import on_either, serving, settings_for

CHARTS = Path(HERE) / "systems" / "wb95" / "tables"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A shelf that is exchanged for ours by `replaced`, as by a new version of Grognard."""
    copy, charts = tmp_path / "scenarios", tmp_path / "tables"
    shutil.copytree(SHELF, copy)
    shutil.copytree(CHARTS, charts)
    yield tmp_path
    scenario_versions._from_shelf.cache_clear()
    scenario_versions._from_store.cache_clear()


def replaced(shelf: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str) -> None:
    """Another version of a file of the shelf."""
    path = shelf / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(Book, "shelf", property(lambda book: shelf / "scenarios" / book.name))
    monkeypatch.setattr(library, "MAPS", shelf / "scenarios" / "maps")
    monkeypatch.setattr(results, "_FOLDER", shelf / "tables")
    scenario_versions._from_shelf.cache_clear()
    scenario_versions._from_store.cache_clear()


CHANGES = [
    ("scenarios/wb95/klin.yaml", 'fortified: ["2719"]', "fortified: []"),
    ("scenarios/wb95/moscow-1941-counters.csv", ",D,", ",R,"),
    ("scenarios/maps/moscow-1941/moscow-1941.map", "town ", "city "),
    ("tables/hq-range.csv", "german,4", "german,5"),
]


# ---- every game keeps its scenario


def test_a_game_keeps_every_text_that_its_scenario_was_read_from(club: Club) -> None:
    table = solo(club)
    head = games.row(club, table.game_id).head
    (row,) = kept(club)
    assert (row.hash, row.id, row.title) == (head["scenario_hash"], KLIN, "The Road to Klin")
    own = {"klin.yaml", "moscow-1941-counters.csv", "moscow-1941.map", "moscow-1941.overlay"}
    charts = {f"tables/{path.stem}" for path in CHARTS.glob("*.csv")}
    assert set(row.sources) == own | charts
    assert row.sources["klin.yaml"] == (SHELF / "wb95" / "klin.yaml").read_text(encoding="utf-8")
    again = library.SYSTEMS["wb95"].read(Texts(row.sources), head["options"])
    assert again.fingerprint == row.hash


def test_games_share_what_they_have_in_common(club: Club) -> None:
    for _ in range(3):
        solo(club)
    assert len(kept(club)) == 1
    solo(club, options={"bridges": "on"})
    assert len(kept(club)) == 2


@pytest.mark.parametrize(("file", "old", "new"), CHANGES)
def test_a_game_goes_on_when_the_shelf_has_changed(
    club: Club,
    shelf: Path,
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    old: str,
    new: str,
) -> None:
    table = solo(club)
    table.play(15)
    before = {side: queries.view(club, seat) for side, seat in table.seats.items()}
    replaced(shelf, monkeypatch, file, old, new)
    assert library.find_scenario(KLIN)[1].fingerprint != kept(club)[0].hash
    later = table.elsewhere(afresh(club))
    assert {side: queries.view(later.club, seat) for side, seat in table.seats.items()} == before
    later.play(15, seed=2)
    assert later.lines() > 16
    assert queries.view(afresh(club), table.seats["german"]) == queries.view(
        later.club, table.seats["german"]
    )
    assert len(kept(club)) == 1
    solo(later.club)
    assert len(kept(club)) == 2


def test_a_scenario_that_is_no_longer_on_the_shelf_is_played_to_its_end(
    club: Club, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = duel(club)
    table.play(5)
    replaced(shelf, monkeypatch, *CHANGES[0])
    (shelf / "scenarios" / "wb95" / "klin.yaml").unlink()
    later = table.elsewhere(afresh(club))
    later.play(5, seed=2)
    with pytest.raises(Invalid, match="no scenario 'wb95/klin'"):
        solo(later.club)
    overtures.resign(later.club, table.seats["german"])
    offer = overtures.offer_rematch(later.club, table.seats["german"])
    again = overtures.answer(later.club, table.seats["soviet"], offer["offer"], True)
    assert games.row(later.club, again["game"]).head["scenario"] == KLIN


def test_branches_and_saves_of_an_old_game_find_its_scenario(
    club: Club, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = solo(club)
    table.play(10)
    save = branches.export(club, table.seats["german"]).encode()
    hash_ = games.row(club, table.game_id).head["scenario_hash"]
    replaced(shelf, monkeypatch, *CHANGES[1])
    later = afresh(club)
    branch = branches.branch(later, table.seats["german"])
    brought = branches.import_save(later, table.people["german"], save)
    for game in (branch, brought):
        assert games.row(later, game["id"]).head["scenario_hash"] == hash_
    assert games.sources(later, table.game_id) == kept(club)[0].sources


def test_a_rematch_takes_the_correction(
    club: Club, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = duel(club)
    overtures.resign(club, table.seats["german"])
    replaced(shelf, monkeypatch, *CHANGES[1])
    later = afresh(club)
    offer = overtures.offer_rematch(later, table.seats["german"])
    again = overtures.answer(later, table.seats["soviet"], offer["offer"], True)["game"]
    hashes = [games.row(later, game).head["scenario_hash"] for game in (table.game_id, again)]
    assert hashes[0] != hashes[1] == library.find_scenario(KLIN)[1].fingerprint


def test_a_program_reads_the_scenario_from_what_was_kept(club: Club) -> None:
    assert games.sources(club, solo(club).game_id) is None  # it finds that one on the shelf
    anna, _ = people.guest(club)
    name = uploads.upload(club, anna, FILES)["id"]
    game = games.create_game(club, anna, name)
    texts = games.sources(club, game["id"])
    assert texts is not None
    head = games.row(club, game["id"]).head
    system = library.find_system(head["system"])
    assert system.read(Texts(texts), head["options"]).fingerprint == head["scenario_hash"]


# ---- games from before


def _config(connection: Any) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


@on_either
def test_games_from_before_get_their_scenario_when_the_server_starts(
    club: Club, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = solo(club)
    table.play(8)
    before = queries.view(club, table.seats["german"])
    rows = kept(club)
    with club.database.writing() as connection:
        command.downgrade(_config(connection), "0001")
    club.database.migrate()
    assert kept(club) == []
    assert queries.view(afresh(club), table.seats["german"]) == before
    write_down_missing(club.database)
    assert kept(club) == rows
    replaced(shelf, monkeypatch, *CHANGES[1])
    assert queries.view(afresh(club), table.seats["german"]) == before


def test_a_server_that_starts_looks_for_them(club: Club, database_url: str) -> None:
    solo(club)
    rows = kept(club)
    with club.database.writing() as connection:
        connection.execute(delete(schema.scenarios))
    with serving(create_app(settings_for(database=database_url), background=False)):
        assert kept(club) == rows


@on_either
def test_a_game_whose_scenario_is_lost_says_so_and_harms_no_other(
    club: Club, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = solo(club)
    with club.database.writing() as connection:
        connection.execute(delete(schema.scenarios))
    replaced(shelf, monkeypatch, *CHANGES[1])
    found = solo(club)
    write_down_missing(club.database)
    later = afresh(club)
    with pytest.raises(Conflict, match="other hash"):
        queries.view(later, lost.seats["german"])
    assert queries.view(later, found.seats["german"])["moment"] == 1
