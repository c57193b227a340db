"""Scenarios in the store: games outlive the shelf they came from, and people bring their own."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import delete, select

import grognard
from grognard import library
from grognard.engine.saves import load_text
from grognard.engine.sources import Texts
from grognard.kit.book import Book
from grognard.server import (
    archive,
    branches,
    games,
    overtures,
    people,
    queries,
    scenario_versions,
    seating,
    store,
    uploads,
)
from grognard.server.ai import lines_of
from grognard.server.ai_process import Thinker
from grognard.server.club import Club, Limits
from grognard.server.errors import Conflict, Denied, Forbidden, Invalid, NotFound, TooLarge
from grognard.server.http.app import create_app
from grognard.server.scenario_versions import write_down_missing
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import Person, SeatPlan
from grognard.systems.wb95 import charts as results
from tests.server import ford
from tests.server.ford import FILES, changed, on_moscow
from tests.server.table import KLIN, Table, duel, solo
from tests.server.test_killed import KILLED, Victim
from tests.server.wire import embedded, serving, settings_for

HERE = str(Path(grognard.__file__).parent)
SHELF = Path(HERE) / "scenarios"
CHARTS = Path(HERE) / "systems" / "wb95" / "tables"


def kept(club: Club) -> list[Any]:
    """The scenarios of the store."""
    s = schema.scenarios.c
    with club.database.reading() as connection:
        return list(connection.execute(select(s.hash, s.id, s.title, s.sources).order_by(s.hash)))


def afresh(club: Club) -> Club:
    """The same server after a restart."""
    return Club(club.database, club.limits)


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


@embedded
def test_a_server_that_starts_looks_for_them(club: Club, database_url: str) -> None:
    solo(club)
    rows = kept(club)
    with club.database.writing() as connection:
        connection.execute(delete(schema.scenarios))
    with serving(create_app(settings_for(database=database_url), background=False)):
        assert kept(club) == rows


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


# ---- bringing a scenario


@pytest.fixture
def anna(club: Club) -> Person:
    return people.guest(club)[0]


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


def test_a_save_of_such_a_game_goes_out_and_in(club: Club, anna: Person) -> None:
    table = table_on(club, anna, uploads.upload(club, anna, FILES)["id"])
    table.play(10)
    save = branches.export(club, table.seats["german"]).encode()
    scenario = library.read_scenario(Texts(FILES))
    assert len(load_text(save, lambda head: scenario).history) == table.lines()
    brought = branches.import_save(afresh(club), anna, save)
    assert games.row(club, brought["id"]).length == table.lines()


def test_a_map_that_ships_need_not_be_sent(club: Club, anna: Person) -> None:
    card = uploads.upload(club, anna, on_moscow())
    assert card["files"] == ["ford-counters.csv", "ford.yaml"]
    table = table_on(club, anna, card["id"])
    assert {"moscow-1941.map", "moscow-1941.overlay"} < set(kept(club)[0].sources)
    table.play(5)


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
    anna = people.person(club, token)
    assert anna is not None
    seats = {seat.side or "": seat for seat in seating.seats(club, game_id)}
    Table(club, game_id, dict.fromkeys(seats, anna), seats).play(5, seed=-1)
    assert [card["title"] for card in uploads.mine(club, anna)] == ["The ford"]


def test_the_same_files_again_are_the_same_scenario(club: Club, anna: Person) -> None:
    first = uploads.upload(club, anna, FILES)
    assert uploads.upload(club, anna, dict(reversed(FILES.items()))) == first
    other = uploads.upload(club, anna, changed("turns: 3", "turns: 4"))
    assert other["id"] != first["id"]
    assert {card["id"] for card in uploads.mine(club, anna)} == {first["id"], other["id"]}


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


def test_whoever_is_invited_plays_it_too(club: Club, anna: Person) -> None:
    game = games.create_game(club, anna, uploads.upload(club, anna, FILES)["id"])
    boris, _ = people.guest(club)
    seat = seating.join(club, boris, seating.invite(club, anna, game["seats"][1]["id"]))
    assert queries.view(club, seat)["view"]["units"]


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


# ---- what is not taken


def stored(club: Club) -> int:
    with club.database.reading() as connection:
        return len(connection.execute(select(schema.uploads.c.id)).all())


BAD: dict[str, tuple[dict[str, str], str]] = {
    "not YAML": (changed("map: ford", "map: [ford"), r"ford\.yaml:5: this is not YAML"),
    "control characters": ({"ford.yaml": "id: \x07"}, r"ford\.yaml:1: this is not YAML"),
    "no map of keys": ({"ford.yaml": "hello"}, r"ford\.yaml:1: .*map of keys"),
    "not a scenario": ({"ford.yaml": "hello: world"}, r"ford\.yaml:1: there is no system None"),
    "another system": (
        changed("system: wb95", "system: chess"),
        r"ford\.yaml:2: there is no system 'chess'; known: ocs, wb95",
    ),
    "an unknown key": (changed("turns:", "tunrs:"), r"ford\.yaml:7: .*did you mean 'turns'"),
    "an unknown hex": (changed('"0302"', '"0399"'), r"ford\.yaml:17: hex 0399 is not on the map"),
    "an unknown map": (on_moscow("berlin-1945"), r"ford\.yaml:4: there is no map 'berlin-1945'"),
    "a bad map": (
        changed("0103/0203", "0103/0403", "ford.map"),
        r"ford\.map:\d+: hexes 0103 and 0403 do not adjoin",
    ),
    "unknown ground": (
        changed("f forest", "f jungle", "ford.map"),
        r"ford\.yaml:4: the map has 'jungle', which is no terrain of WB-95",
    ),
    "bad counters": (
        changed("INF,R", "ELF,R", "ford-counters.csv"),
        r"ford-counters\.csv:2: counter 'g1': type 'ELF' is unknown",
    ),
    "too deep": ({"ford.yaml": "id: " + "[" * 50_000}, r"ford\.yaml:1: .*nested too deeply"),
    "a billion laughs": ({"ford.yaml": ford.LAUGHS}, r"ford\.yaml:\d+: .*once it is written out"),
    "a snake": ({"ford.yaml": "a: &a [*a]"}, r"ford\.yaml:1: \*a stands for nothing"),
    "a tag": (
        changed("turns: 3", "turns: !!python/object/apply:os.getcwd []"),
        r"ford\.yaml:7: a scenario has no tags",
    ),
    "an endless number": (
        changed("turns: 3", "turns: 1" + ":59" * 20_000),
        r"ford\.yaml:7: a number has 40 digits at most",
    ),
    "a path upward": (
        changed("map: ford", "map: ../moscow-1941/moscow-1941"),
        r"ford\.yaml:4: 'map' should be the name of a file",
    ),
    "a path from the root": (
        changed("counters: ford-counters.csv", "counters: /etc/passwd"),
        r"ford\.yaml:5: 'counters' should be the name of a file",
    ),
    "counters that ship": (
        changed("counters: ford-counters.csv", "counters: moscow-1941-counters.csv"),
        r"ford\.yaml:16: there is no counter 'g1'",
    ),
    "a part that is not there": (
        changed("turns: 3", "turns: 3\ninclude: rest.part"),
        r"ford\.yaml:8: there is no part 'rest\.part'",
    ),
    "a part elsewhere": (
        changed("turns: 3", "turns: 3\ninclude: ../ocs/husky.part"),
        r"ford\.yaml:8: 'include' should be the name of a file \.part",
    ),
    "an overlay elsewhere": (
        changed("turns: 3", "turns: 3\noverlays: [../husky-insets/husky-insets]"),
        r"ford\.yaml:8: 'overlays' should be the name of a file",
    ),
    "a file too many": ({**FILES, "more.csv": "x"}, r"more\.csv: the scenario does not use"),
    "a side that is none": (
        {name: text.replace("german", "umpire") for name, text in FILES.items()},
        r"ford\.yaml:8: no side is called 'umpire'",
    ),
    "a long title": (changed("The ford", "x" * 101), "a title has 100 letters at most"),
    "a title over two lines": (changed("The ford", '"a\\nb"'), "cannot be shown on one line"),
    "too many counters": (
        {**FILES, "ford.yaml": ford.SCENARIO + "air: [{side: german, counters: 50000}]\n"},
        "there are too many air: 50000",
    ),
}  # fmt: skip


@embedded
@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_scenario_is_refused_with_file_and_line(
    club: Club, anna: Person, kind: str
) -> None:
    files, says = BAD[kind]
    with pytest.raises(Invalid, match=says) as refused:
        uploads.upload(club, anna, files)
    assert HERE not in f"{refused.value.text} {refused.value.would_be_right}"
    assert stored(club) == 0


NAMES = [
    "../ford.yaml", "/etc/ford.yaml", "maps/ford.map", "ford", ".yaml", "ford.py", "f\u00f6rd.yaml",
    "tables/combat.csv", "ford.yaml\n", "C:\\ford.yaml", "..yaml", "x" * 61 + ".yaml",
]  # fmt: skip


@embedded
@pytest.mark.parametrize("name", NAMES)
def test_a_file_has_a_bare_name(club: Club, anna: Person, name: str) -> None:
    with pytest.raises(Invalid, match=r"cannot be the name of a file|one file \.yaml"):
        uploads.upload(club, anna, {**FILES, name: "x"})
    assert stored(club) == 0


@embedded
def test_what_cannot_be_a_scenario_is_not_even_tried(
    club: Club, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "PROVE", ("nothing",))
    tight = Club(club.database, Limits(scenario_bytes=2000))
    wrong: list[tuple[Club, dict[str, str], type[Denied]]] = [
        (club, {}, Invalid),
        (club, {f"a{n}.csv": "" for n in range(17)}, Invalid),
        (club, {"a.csv": ""}, Invalid),
        (club, {"a.yaml": "", "b.yaml": ""}, Invalid),
        (club, {"a.yaml": "\0"}, Invalid),
        (club, {"a.yaml": "\ud800"}, Invalid),
        (tight, {**FILES, "more.csv": "\u0416" * 600}, TooLarge),
    ]
    for asked, files, kind in wrong:
        with pytest.raises(kind):
            uploads.upload(asked, anna, files)
    assert stored(club) == 0


@embedded
def test_large_scenarios_are_refused(club: Club, anna: Person) -> None:
    for limits, says in (
        (Limits(scenario_hexes=19), "the map has 20 hexes; 19 at most"),
        (Limits(scenario_units=3), "there are 4 units; 3 at most"),
    ):
        with pytest.raises(Invalid, match=says):
            uploads.upload(Club(club.database, limits), anna, FILES)
    assert uploads.upload(
        Club(club.database, Limits(scenario_hexes=20, scenario_units=4)), anna, FILES
    )


def test_nobody_has_more_than_his_share(club: Club, anna: Person) -> None:
    few = Club(club.database, Limits(scenarios_per_person=2))
    first = uploads.upload(few, anna, FILES)
    uploads.upload(few, anna, changed("turns: 3", "turns: 4"))
    with pytest.raises(Conflict, match="you have brought 2 scenarios"):
        uploads.upload(few, anna, changed("turns: 3", "turns: 5"))
    assert uploads.upload(few, anna, FILES) == first
    uploads.take_back(few, anna, first["id"])
    uploads.upload(few, anna, changed("turns: 3", "turns: 5"))
    with pytest.raises(Forbidden, match="nobody brings scenarios"):
        uploads.upload(
            Club(club.database, Limits(scenarios_per_person=0)), people.guest(club)[0], FILES
        )


@embedded
def test_a_scenario_that_takes_for_ever_slows_nobody(club: Club, anna: Person) -> None:
    """A hundred million aircraft: the process is killed, and games go on meanwhile."""
    table = solo(club)
    heard: list[BaseException] = []
    files = {**FILES, "ford.yaml": ford.SCENARIO + "air: [{side: german, counters: 100000000}]\n"}

    def hostile() -> None:
        try:
            uploads.upload(club, anna, files)
        except BaseException as error:
            heard.append(error)

    thread = threading.Thread(target=hostile)
    thread.start()
    played, slowest = 0, 0.0
    while thread.is_alive():
        began = time.monotonic()
        played += table.play(1, seed=played)
        slowest = max(slowest, time.monotonic() - began)
    assert isinstance(heard[0], Invalid)
    assert "too long" in heard[0].text
    assert played > 5
    assert slowest < 5
    assert stored(club) == 0


@embedded
def test_a_process_that_hangs_or_breaks_is_not_waited_for(
    club: Club, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "PATIENCE", 0.5)
    sleep, die, fail = (
        (sys.executable, "-c", code)
        for code in (
            "import time; time.sleep(60)",
            f"import os; os.kill(os.getpid(), {int(signal.SIGXCPU)})",
            "raise ImportError",
        )
    )
    for command_ in (sleep, die):
        monkeypatch.setattr(uploads, "PROVE", command_)
        with pytest.raises(Invalid, match="too long"):
            uploads.upload(club, anna, FILES)
    monkeypatch.setattr(uploads, "PATIENCE", 30)
    monkeypatch.setattr(uploads, "PROVE", fail)
    with pytest.raises(RuntimeError, match="ImportError"):  # ours, not the scenario's fault
        uploads.upload(club, anna, FILES)
    assert stored(club) == 0


# ---- programs and many guests on a scenario of one's own


def test_many_are_invited_to_a_game_on_an_upload(club: Club, anna: Person) -> None:
    game = games.create_game(club, anna, uploads.upload(club, anna, FILES)["id"])
    token = seating.invite_many(club, anna, game["id"], SeatPlan("spectator", "soviet"))
    assert seating.join(club, people.guest(club)[0], token).side == "soviet"


@embedded
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
