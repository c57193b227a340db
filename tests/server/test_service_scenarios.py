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
from grognard.server import archive, scenario_versions, store, uploads
from grognard.server.ai import lines_of
from grognard.server.ai_process import Thinker
from grognard.server.errors import Conflict, Forbidden, Invalid, NotFound, ServiceError, TooLarge
from grognard.server.http.app import create_app
from grognard.server.scenario_versions import write_down_missing
from grognard.server.service import Limits, Service
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import Person, SeatPlan
from grognard.systems.wb95 import charts as results
from tests.server import ford
from tests.server.ford import FILES, changed, on_moscow
from tests.server.table import KLIN, Table, duel, solo
from tests.server.test_service_killed import KILLED, Victim
from tests.server.wire import embedded, serving, settings_for

HERE = str(Path(grognard.__file__).parent)
SHELF = Path(HERE) / "scenarios"
CHARTS = Path(HERE) / "systems" / "wb95" / "tables"


def kept(service: Service) -> list[Any]:
    """The scenarios of the store."""
    s = schema.scenarios.c
    with service.database.reading() as connection:
        return list(connection.execute(select(s.hash, s.id, s.title, s.sources).order_by(s.hash)))


def afresh(service: Service) -> Service:
    """The same server after a restart."""
    return Service(service.database, service.limits)


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


def test_a_game_keeps_every_text_that_its_scenario_was_read_from(service: Service) -> None:
    table = solo(service)
    head = service.row(table.game_id).head
    (row,) = kept(service)
    assert (row.hash, row.id, row.title) == (head["scenario_hash"], KLIN, "The Road to Klin")
    own = {"klin.yaml", "moscow-1941-counters.csv", "moscow-1941.map", "moscow-1941.overlay"}
    charts = {f"tables/{path.stem}" for path in CHARTS.glob("*.csv")}
    assert set(row.sources) == own | charts
    assert row.sources["klin.yaml"] == (SHELF / "wb95" / "klin.yaml").read_text(encoding="utf-8")
    again = library.SYSTEMS["wb95"].read(Texts(row.sources), head["options"])
    assert again.fingerprint == row.hash


def test_games_share_what_they_have_in_common(service: Service) -> None:
    for _ in range(3):
        solo(service)
    assert len(kept(service)) == 1
    solo(service, options={"bridges": "on"})
    assert len(kept(service)) == 2


@pytest.mark.parametrize(("file", "old", "new"), CHANGES)
def test_a_game_goes_on_when_the_shelf_has_changed(
    service: Service,
    shelf: Path,
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    old: str,
    new: str,
) -> None:
    table = solo(service)
    table.play(15)
    before = {side: service.view(seat) for side, seat in table.seats.items()}
    replaced(shelf, monkeypatch, file, old, new)
    assert library.find_scenario(KLIN)[1].fingerprint != kept(service)[0].hash
    later = table.elsewhere(afresh(service))
    assert {side: later.service.view(seat) for side, seat in table.seats.items()} == before
    later.play(15, seed=2)
    assert later.lines() > 16
    assert afresh(service).view(table.seats["german"]) == later.service.view(table.seats["german"])
    assert len(kept(service)) == 1
    solo(later.service)
    assert len(kept(service)) == 2


def test_a_scenario_that_is_no_longer_on_the_shelf_is_played_to_its_end(
    service: Service, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = duel(service)
    table.play(5)
    replaced(shelf, monkeypatch, *CHANGES[0])
    (shelf / "scenarios" / "wb95" / "klin.yaml").unlink()
    later = table.elsewhere(afresh(service))
    later.play(5, seed=2)
    with pytest.raises(Invalid, match="no scenario 'wb95/klin'"):
        solo(later.service)
    later.service.resign(table.seats["german"])
    offer = later.service.offer_rematch(table.seats["german"])
    again = later.service.answer(table.seats["soviet"], offer["offer"], True)
    assert later.service.row(again["game"]).head["scenario"] == KLIN


def test_branches_and_saves_of_an_old_game_find_its_scenario(
    service: Service, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = solo(service)
    table.play(10)
    save = service.export(table.seats["german"]).encode()
    hash_ = service.row(table.game_id).head["scenario_hash"]
    replaced(shelf, monkeypatch, *CHANGES[1])
    later = afresh(service)
    branch = later.branch(table.seats["german"])
    brought = later.import_save(table.people["german"], save)
    for game in (branch, brought):
        assert later.row(game["id"]).head["scenario_hash"] == hash_
    assert later.sources(table.game_id) == kept(service)[0].sources


def test_a_rematch_takes_the_correction(
    service: Service, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = duel(service)
    service.resign(table.seats["german"])
    replaced(shelf, monkeypatch, *CHANGES[1])
    later = afresh(service)
    offer = later.offer_rematch(table.seats["german"])
    again = later.answer(table.seats["soviet"], offer["offer"], True)["game"]
    hashes = [later.row(game).head["scenario_hash"] for game in (table.game_id, again)]
    assert hashes[0] != hashes[1] == library.find_scenario(KLIN)[1].fingerprint


def test_a_program_reads_the_scenario_from_what_was_kept(service: Service) -> None:
    assert service.sources(solo(service).game_id) is None  # it finds that one on the shelf
    anna, _ = service.guest()
    name = service.bring_scenario(anna, FILES)["id"]
    game = service.create_game(anna, name)
    texts = service.sources(game["id"])
    assert texts is not None
    head = service.row(game["id"]).head
    system = library.find_system(head["system"])
    assert system.read(Texts(texts), head["options"]).fingerprint == head["scenario_hash"]


# ---- games from before


def _config(connection: Any) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def test_games_from_before_get_their_scenario_when_the_server_starts(
    service: Service, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = solo(service)
    table.play(8)
    before = service.view(table.seats["german"])
    rows = kept(service)
    with service.database.writing() as connection:
        command.downgrade(_config(connection), "0001")
    service.database.migrate()
    assert kept(service) == []
    assert afresh(service).view(table.seats["german"]) == before
    write_down_missing(service.database)
    assert kept(service) == rows
    replaced(shelf, monkeypatch, *CHANGES[1])
    assert afresh(service).view(table.seats["german"]) == before


@embedded
def test_a_server_that_starts_looks_for_them(service: Service, database_url: str) -> None:
    solo(service)
    rows = kept(service)
    with service.database.writing() as connection:
        connection.execute(delete(schema.scenarios))
    with serving(create_app(settings_for(database=database_url), background=False)):
        assert kept(service) == rows


def test_a_game_whose_scenario_is_lost_says_so_and_harms_no_other(
    service: Service, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = solo(service)
    with service.database.writing() as connection:
        connection.execute(delete(schema.scenarios))
    replaced(shelf, monkeypatch, *CHANGES[1])
    found = solo(service)
    write_down_missing(service.database)
    later = afresh(service)
    with pytest.raises(Conflict, match="other hash"):
        later.view(lost.seats["german"])
    assert later.view(found.seats["german"])["moment"] == 1


def test_a_backup_holds_scenarios_and_uploads(service: Service, tmp_path: Path) -> None:
    anna, _ = service.guest()
    card = service.bring_scenario(anna, FILES)
    game = service.create_game(anna, card["id"])
    counts = archive.backup(service.database, tmp_path / "club.backup")
    assert (counts["scenarios"], counts["uploads"]) == (1, 1)
    restored = Database(f"sqlite:///{tmp_path / 'restored.db'}")
    try:
        assert archive.restore(restored, tmp_path / "club.backup") == counts
        again = Service(restored)
        assert again.scenarios_of(anna) == [card]
        assert again.view(again.seats(game["id"])[0]) == service.view(service.seats(game["id"])[0])
    finally:
        restored.close()


# ---- bringing a scenario


@pytest.fixture
def anna(service: Service) -> Person:
    return service.guest()[0]


def table_on(service: Service, person: Person, name: str) -> Table:
    """A game of one person on both sides of his own scenario."""
    plans = [SeatPlan(side=side, mine=True) for side in ("german", "soviet")]
    game = service.create_game(person, name, seats=plans, seed=7)
    seats = {s["side"]: service.seat(person, s["id"]) for s in game["seats"]}
    return Table(service, game["id"], dict.fromkeys(seats, person), seats)


def test_a_scenario_is_brought_and_played(service: Service, anna: Person) -> None:
    card = service.bring_scenario(anna, FILES)
    assert (card["title"], card["system"], card["sides"]) == (
        "The ford",
        "wb95",
        ["german", "soviet"],
    )
    assert card["files"] == sorted(FILES)
    assert uploads.is_own(card["id"])
    assert card["id"] not in library.scenario_ids()
    assert service.scenarios_of(anna) == [card]
    table = table_on(service, anna, card["id"])
    told = service.game(anna, table.game_id)
    assert (told["scenario"], told["title"]) == (card["id"], "The ford")
    table.play(400)
    again = afresh(service)
    for seat in table.seats.values():
        assert again.view(seat) == service.view(seat)
    assert again.view(table.seats["german"])["over"]


def test_a_save_of_such_a_game_goes_out_and_in(service: Service, anna: Person) -> None:
    table = table_on(service, anna, service.bring_scenario(anna, FILES)["id"])
    table.play(10)
    save = service.export(table.seats["german"]).encode()
    scenario = library.read_scenario(Texts(FILES))
    assert len(load_text(save, lambda head: scenario).history) == table.lines()
    brought = afresh(service).import_save(anna, save)
    assert service.row(brought["id"]).length == table.lines()


def test_a_map_that_ships_need_not_be_sent(service: Service, anna: Person) -> None:
    card = service.bring_scenario(anna, on_moscow())
    assert card["files"] == ["ford-counters.csv", "ford.yaml"]
    table = table_on(service, anna, card["id"])
    assert {"moscow-1941.map", "moscow-1941.overlay"} < set(kept(service)[0].sources)
    table.play(5)


def test_an_overlay_goes_with_ones_own_map(service: Service, anna: Person) -> None:
    overlay = "grognard overlay 1\n0101: terrain forest  # as I remember it\n"
    card = service.bring_scenario(anna, {**FILES, "ford.overlay": overlay})
    table = table_on(service, anna, card["id"])
    with service.keeper.reading(table.game_id) as (game, _row):
        assert game.game.board.terrain[0] == "forest"
    with pytest.raises(Invalid, match="corrected under 'overlays'"):
        service.bring_scenario(anna, {**on_moscow(), "moscow-1941.overlay": overlay})
    with pytest.raises(Invalid, match=r"more\.overlay: the scenario does not use this file"):
        service.bring_scenario(anna, {**FILES, "more.overlay": overlay})


def test_a_scenario_brings_a_part_and_overlays_along(service: Service, anna: Person) -> None:
    """On a map of one's own or on one that ships; the game keeps them."""
    own, rest = ford.SCENARIO.split("setup:", 1)
    overlay = "grognard overlay 1\n0101: terrain forest  # for this game alone\n"
    files = {
        **FILES, "rest.part": f"setup:{rest}", "more.overlay": overlay,
        "ford.yaml": own + "include: rest.part\noverlays: [more]\n",
    }  # fmt: skip
    card = service.bring_scenario(anna, files)
    assert card["files"] == sorted(files)
    table = table_on(service, anna, card["id"])
    with service.keeper.reading(table.game_id) as (game, _row):
        assert game.game.board.terrain[0] == "forest"
    assert {"rest.part", "more.overlay"} < set(kept(service)[0].sources)
    service.take_back_scenario(anna, card["id"])
    later = table.elsewhere(afresh(service))
    scenario_versions._from_store.cache_clear()
    later.play(5)
    ours = on_moscow()
    ours["ford.yaml"] += "overlays: [more]\n"
    service.bring_scenario(anna, {**ours, "more.overlay": overlay})


def test_a_scenario_on_what_ships_need_only_name_it(service: Service, anna: Person) -> None:
    """Husky with a turn more, on our armies, map, insets and charts."""
    husky = (SHELF / "ocs" / "husky.yaml").read_text(encoding="utf-8")
    text = husky.replace("title: Husky", "title: A long Husky").replace("turns: 12", "turns: 13")
    card = service.bring_scenario(anna, {"long.yaml": text})
    assert (card["title"], card["system"]) == ("A long Husky", "ocs")
    game = service.create_game(anna, card["id"])
    (row,) = kept(service)
    assert {"husky.part", "husky-insets.overlay", "husky-axis.csv"} < set(row.sources)
    head = service.row(game["id"]).head
    again = library.find_system("ocs").read(Texts(row.sources), head["options"])
    assert again.fingerprint == row.hash == head["scenario_hash"]


def test_a_game_on_an_upload_survives_a_kill(database_url: str) -> None:
    def play(tell: Any) -> None:
        database = Database(database_url)
        service = Service(database)
        anna, token = service.guest()
        table = table_on(service, anna, service.bring_scenario(anna, FILES)["id"])
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
    service = Service(Database(database_url))
    assert service.row(game_id).length >= lines > 1
    anna = service.person(token)
    assert anna is not None
    seats = {seat.side or "": seat for seat in service.seats(game_id)}
    Table(service, game_id, dict.fromkeys(seats, anna), seats).play(5, seed=-1)
    assert [card["title"] for card in service.scenarios_of(anna)] == ["The ford"]


def test_the_same_files_again_are_the_same_scenario(service: Service, anna: Person) -> None:
    first = service.bring_scenario(anna, FILES)
    assert service.bring_scenario(anna, dict(reversed(FILES.items()))) == first
    other = service.bring_scenario(anna, changed("turns: 3", "turns: 4"))
    assert other["id"] != first["id"]
    assert {card["id"] for card in service.scenarios_of(anna)} == {first["id"], other["id"]}


def test_nobody_sees_what_another_has_brought(service: Service, anna: Person) -> None:
    card = service.bring_scenario(anna, FILES)
    boris, _ = service.guest()
    assert service.scenarios_of(boris) == []
    with pytest.raises(Invalid, match=r"no scenario .* of yours") as hidden:
        service.create_game(boris, card["id"])
    with pytest.raises(Invalid) as absent:
        service.create_game(boris, f"wb95/~{'0' * 20}")
    assert str(hidden.value).replace(card["id"], "") == str(absent.value).replace(
        f"wb95/~{'0' * 20}", ""
    )
    with pytest.raises(NotFound):
        service.take_back_scenario(boris, card["id"])
    assert service.bring_scenario(boris, FILES)["id"] != card["id"]
    assert service.scenarios_of(anna) == [card]


def test_whoever_is_invited_plays_it_too(service: Service, anna: Person) -> None:
    game = service.create_game(anna, service.bring_scenario(anna, FILES)["id"])
    boris, _ = service.guest()
    seat = service.join(boris, service.invite(anna, game["seats"][1]["id"]))
    assert service.view(seat)["view"]["units"]


def test_what_is_taken_back_is_gone_and_its_games_go_on(service: Service, anna: Person) -> None:
    card = service.bring_scenario(anna, FILES)
    table = table_on(service, anna, card["id"])
    table.play(3)
    service.take_back_scenario(anna, card["id"])
    assert service.scenarios_of(anna) == []
    with pytest.raises(Invalid, match="no scenario"):
        service.create_game(anna, card["id"])
    with pytest.raises(NotFound):
        service.take_back_scenario(anna, card["id"])
    later = table.elsewhere(afresh(service))
    later.play(3, seed=2)
    assert later.service.branch(table.seats["german"])["scenario"] == card["id"]
    assert service.bring_scenario(anna, FILES)["id"] == card["id"]
    with pytest.raises(NotFound):
        service.take_back_scenario(anna, KLIN)


# ---- what is not taken


def stored(service: Service) -> int:
    with service.database.reading() as connection:
        return len(connection.execute(select(schema.uploads.c.id)).all())


BAD: dict[str, tuple[dict[str, str], str]] = {
    "not YAML": (changed("map: ford", "map: [ford"), r"ford\.yaml:5: this is not YAML"),
    "control characters": ({"ford.yaml": "id: \x07"}, r"ford\.yaml:1: this is not YAML"),
    "no map of keys": ({"ford.yaml": "hello"}, r"ford\.yaml:1: .*map of keys"),
    "not a scenario": ({"ford.yaml": "hello: world"}, r"ford\.yaml:1: there is no system None"),
    "another system": (
        changed("system: wb95", "system: chess"),
        r"ford\.yaml:2: there is no system 'chess'; known: wb95",
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
    service: Service, anna: Person, kind: str
) -> None:
    files, says = BAD[kind]
    with pytest.raises(Invalid, match=says) as refused:
        service.bring_scenario(anna, files)
    assert HERE not in f"{refused.value.text} {refused.value.would_be_right}"
    assert stored(service) == 0


NAMES = [
    "../ford.yaml", "/etc/ford.yaml", "maps/ford.map", "ford", ".yaml", "ford.py", "f\u00f6rd.yaml",
    "tables/combat.csv", "ford.yaml\n", "C:\\ford.yaml", "..yaml", "x" * 61 + ".yaml",
]  # fmt: skip


@embedded
@pytest.mark.parametrize("name", NAMES)
def test_a_file_has_a_bare_name(service: Service, anna: Person, name: str) -> None:
    with pytest.raises(Invalid, match=r"cannot be the name of a file|one file \.yaml"):
        service.bring_scenario(anna, {**FILES, name: "x"})
    assert stored(service) == 0


@embedded
def test_what_cannot_be_a_scenario_is_not_even_tried(
    service: Service, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "PROVE", ("nothing",))
    tight = Service(service.database, Limits(scenario_bytes=2000))
    wrong: list[tuple[Service, dict[str, str], type[ServiceError]]] = [
        (service, {}, Invalid),
        (service, {f"a{n}.csv": "" for n in range(17)}, Invalid),
        (service, {"a.csv": ""}, Invalid),
        (service, {"a.yaml": "", "b.yaml": ""}, Invalid),
        (service, {"a.yaml": "\0"}, Invalid),
        (service, {"a.yaml": "\ud800"}, Invalid),
        (tight, {**FILES, "more.csv": "\u0416" * 600}, TooLarge),
    ]
    for asked, files, kind in wrong:
        with pytest.raises(kind):
            asked.bring_scenario(anna, files)
    assert stored(service) == 0


@embedded
def test_large_scenarios_are_refused(service: Service, anna: Person) -> None:
    for limits, says in (
        (Limits(scenario_hexes=19), "the map has 20 hexes; 19 at most"),
        (Limits(scenario_units=3), "there are 4 units; 3 at most"),
    ):
        with pytest.raises(Invalid, match=says):
            Service(service.database, limits).bring_scenario(anna, FILES)
    assert Service(service.database, Limits(scenario_hexes=20, scenario_units=4)).bring_scenario(
        anna, FILES
    )


def test_nobody_has_more_than_his_share(service: Service, anna: Person) -> None:
    few = Service(service.database, Limits(scenarios_per_person=2))
    first = few.bring_scenario(anna, FILES)
    few.bring_scenario(anna, changed("turns: 3", "turns: 4"))
    with pytest.raises(Conflict, match="you have brought 2 scenarios"):
        few.bring_scenario(anna, changed("turns: 3", "turns: 5"))
    assert few.bring_scenario(anna, FILES) == first
    few.take_back_scenario(anna, first["id"])
    few.bring_scenario(anna, changed("turns: 3", "turns: 5"))
    with pytest.raises(Forbidden, match="nobody brings scenarios"):
        Service(service.database, Limits(scenarios_per_person=0)).bring_scenario(
            service.guest()[0], FILES
        )


@embedded
def test_a_scenario_that_takes_for_ever_slows_nobody(service: Service, anna: Person) -> None:
    """A hundred million aircraft: the process is killed, and games go on meanwhile."""
    table = solo(service)
    heard: list[BaseException] = []
    files = {**FILES, "ford.yaml": ford.SCENARIO + "air: [{side: german, counters: 100000000}]\n"}

    def hostile() -> None:
        try:
            service.bring_scenario(anna, files)
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
    assert stored(service) == 0


@embedded
def test_a_process_that_hangs_or_breaks_is_not_waited_for(
    service: Service, anna: Person, monkeypatch: pytest.MonkeyPatch
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
            service.bring_scenario(anna, FILES)
    monkeypatch.setattr(uploads, "PATIENCE", 30)
    monkeypatch.setattr(uploads, "PROVE", fail)
    with pytest.raises(RuntimeError, match="ImportError"):  # ours, not the scenario's fault
        service.bring_scenario(anna, FILES)
    assert stored(service) == 0


# ---- programs and many guests on a scenario of one's own


def test_many_are_invited_to_a_game_on_an_upload(service: Service, anna: Person) -> None:
    game = service.create_game(anna, service.bring_scenario(anna, FILES)["id"])
    token = service.invite_many(anna, game["id"], SeatPlan("spectator", "soviet"))
    assert service.join(service.guest()[0], token).side == "soviet"


@embedded
def test_a_program_plays_on_an_upload(service: Service, anna: Person) -> None:
    plans = [
        SeatPlan(side="german", kind="ai", player="random"),
        SeatPlan(side="soviet", mine=True),
    ]
    game = service.create_game(anna, service.bring_scenario(anna, FILES)["id"], seats=plans)
    head, thinker = service.row(game["id"]).head, Thinker()
    task = {
        "game": game["id"], "scenario": head["scenario"], "options": head["options"],
        "side": "german", "player": "random", "sources": service.sources(game["id"]),
    }  # fmt: skip
    assert thinker.begin(task) == 0
    thinker.catch_up(task, lines_of(service, game["id"], 0, service.row(game["id"]).length))
    seat = next(seat for seat in service.seats(game["id"]) if seat.side == "german")
    assert service.why(seat, thinker.answer(task)["action"]) == []
