"""Finding scenarios, beginning games, and playing with a pack of one's own values."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import library
from grognard.engine.located import ScenarioError
from grognard.engine.saves import SaveError
from grognard.engine.table import TableError
from grognard.library import UnknownName, find_scenario
from grognard.systems.wb95.charts import COLUMNS, combat_result
from tests.engine.test_saves import rewritten
from tests.shelves import CELL, COUNTER, PLACE, shelf_in

SHEET = "moscow-1941-counters.csv"
SHIPPED = Path(grognard.__file__).parent


def test_scenarios_are_found_by_name_and_the_nearest_is_suggested() -> None:
    assert {"wb95/typhoon", "wb95/red-snow"} <= set(grognard.scenario_ids())
    with pytest.raises(UnknownName, match="did you mean 'wb95/typhoon'"):
        grognard.new("wb95/tyfoon")


def test_a_rulebook_in_the_making_is_played_and_not_asked_to_be_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert library.whole() == ["goss", "nextwar", "ocs", "wb95"]
    begun = replace(library.BOOKS["ocs"], promised=("18",))
    monkeypatch.setitem(library.BOOKS, "ocs", begun)
    assert set(library.scenarios_of(begun)) <= set(grognard.scenario_ids())
    assert library.whole() == ["goss", "nextwar", "wb95"]


def test_a_game_is_new_saved_and_loaded(tmp_path: Path) -> None:
    game = grognard.new("wb95/red-snow", seed=3)
    path = tmp_path / "snow.grog"
    game.save(path)
    again = grognard.load(path)
    assert again.state == game.state
    assert "every action legal" in grognard.verify(path)[0]


def test_a_file_of_ones_own_may_name_what_ships(tmp_path: Path) -> None:
    husky = (SHIPPED / "scenarios/ocs/husky.yaml").read_text(encoding="utf-8")
    path = tmp_path / "long.yaml"
    path.write_text(husky.replace("turns: 12", "turns: 13"), encoding="utf-8")
    _, long = find_scenario(path)
    _, ours = find_scenario("ocs/husky")
    assert (long.board.fingerprint(), len(long.units)) == (
        ours.board.fingerprint(), len(ours.units),
    )  # fmt: skip


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with another result at 7 on 1:1, and a stronger 2nd Panzer."""
    folder = tmp_path / "mine"
    (folder / "counters").mkdir(parents=True)
    table = (SHIPPED / "systems/wb95/tables/combat.csv").read_text(encoding="utf-8")
    rows = [line for line in table.splitlines() if not line.startswith("#")]
    rows = [row.replace("-1 / -1", "- / D5") if row.startswith("7,") else row for row in rows]
    (folder / "combat.csv").write_text("# source: chart\n" + "\n".join(rows) + "\n")
    sheet = (SHIPPED / "scenarios/wb95" / SHEET).read_text(encoding="utf-8").splitlines()
    row = next(line for line in sheet if line.startswith("de-2-pz,")).split(",")
    row[9] = "9:7/5:7"
    (folder / "counters" / SHEET).write_text(f"{sheet[0]}\n{','.join(row)}\n", encoding="utf-8")
    return folder


def test_a_pack_replaces_tables_and_counters(pack: Path) -> None:
    _, scenario = find_scenario("wb95/typhoon", packs=[pack])
    _, shipped = find_scenario("wb95/typhoon")
    even = COLUMNS.index("1:1")
    assert combat_result(scenario.tables, 7, even).defender.retreat == 5
    assert combat_result(shipped.tables, 7, even).defender.retreat == 0
    assert scenario.counters["de-2-pz"].levels[0].attack == 9
    assert shipped.counters["de-2-pz"].levels[0].attack != 9
    assert scenario.tables["combat"].cell(7, "1:1").source == "chart"
    assert scenario.fingerprint != shipped.fingerprint


def test_a_game_played_with_a_pack_keeps_it(pack: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.grog"
    game = grognard.new("wb95/typhoon", seed=1, packs=[pack])
    game.save(path)
    shutil.rmtree(pack)
    again = grognard.load(path)
    assert again.state == game.state
    assert again.scenario.tables["combat"].cell(7, "1:1").source == "chart"
    assert again.scenario.fingerprint == game.scenario.fingerprint


def test_a_bad_pack_is_refused(pack: Path) -> None:
    with pytest.raises(UnknownName, match="no pack 'nowhere'"):
        grognard.new("wb95/typhoon", packs=[pack / "nowhere"])
    counters = pack / "counters" / SHEET
    sheet = counters.read_text(encoding="utf-8")
    counters.write_text(sheet.replace("de-2-pz", "de-2-px"), encoding="utf-8")
    with pytest.raises(ScenarioError, match=f"{SHEET}:2: there is no counter 'de-2-px'"):
        grognard.new("wb95/typhoon", packs=[pack])
    counters.unlink()
    (pack / "combat.csv").write_text("# source: chart\nroll,1:4\n2,-\n")
    with pytest.raises(TableError, match=r"combat\.csv"):
        grognard.new("wb95/typhoon", packs=[pack])


def test_a_save_of_the_first_format_finds_its_scenario_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shelf has changed since, and the save holds no texts."""
    old = Path(__file__).parent / "corpus" / "version-1" / "wb95-klin.grog"
    (kept,) = library.EARLIER.glob("wb95-klin.*.texts")
    monkeypatch.setattr(library, "EARLIER", tmp_path)
    with pytest.raises(SaveError, match="not the one this game was played with"):
        grognard.load(old)
    (tmp_path / kept.name).write_bytes(kept.read_bytes())
    assert grognard.load(old).over


def test_whoever_plays_one_game_does_not_read_in_the_rules_of_the_others() -> None:
    """A start of the command line, or of a program that thinks, is that much quicker."""
    told = (
        "import grognard, sys; from grognard import library; grognard.new('wb95/klin', 1)\n"
        "print([s for s in library.SYSTEMS if f'grognard.systems.{s}.system' in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert shown.stdout == "['wb95']\n"
    assert [library.SYSTEMS[name].name for name in library.SYSTEMS] == sorted(library.SYSTEMS)
    assert "goose" not in library.SYSTEMS
    with pytest.raises(KeyError):
        library.SYSTEMS["goose"]


def test_a_book_that_is_being_built_is_on_no_list_and_can_be_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    building = replace(library.BOOKS["ocs"], promised=("18",), building=True)
    monkeypatch.setitem(library.BOOKS, "ocs", building)
    monkeypatch.setattr(library.SYSTEMS, "names", set(library.SYSTEMS) - {"ocs"})
    library.shelve(building)
    names = library.scenarios_of(building)
    assert names
    assert not {*names} & {*library.scenario_ids()}
    assert "ocs" not in library.SYSTEMS
    assert "ocs" not in library.whole()
    assert all(library.on_shelf(name).main for name in names)


def test_a_scenario_is_read_again_only_if_its_texts_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = find_scenario("wb95/klin")[1]
    assert find_scenario("wb95/klin")[1] is first
    closed = find_scenario("wb95/klin", {"masking": "on"})[1]
    assert (closed.options["masking"], first.options["masking"]) == ("on", "off")
    mended = shelf_in(tmp_path, monkeypatch)
    for n, mend in enumerate((COUNTER, CELL, PLACE)):
        mended.mend(*mend)
        found = find_scenario("wb95/klin")[1]
        assert found.fingerprint != first.fingerprint, n
        assert find_scenario("wb95/klin")[1] is found
        first = found


def test_few_scenarios_are_kept_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "READ_LAST", 1)
    first = find_scenario("wb95/klin")[1]
    find_scenario("wb95/klin", {"masking": "on"})
    assert len(library._READ) == 1
    assert find_scenario("wb95/klin")[1] is not first


def test_a_save_of_a_false_system_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "klin.grog"
    library.new("wb95/klin", 7).save(path)

    def lie(number: int, data: dict[str, Any]) -> None:
        if number == 1:
            data["system"] = "ocs"

    path.write_bytes(rewritten(path, lie))
    for read in (library.load, library.verify):
        with pytest.raises(UnknownName, match="says that it is of ocs, and wb95/klin is of wb95"):
            read(path)
