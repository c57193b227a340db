"""A scenario with one thing otherwise: what may be varied, and what comes of it."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.lab.simulate import Match
from grognard.lab.variants import variants
from grognard.lab.varying import Vary, VaryError, changed, value_of

KLIN = "wb95/klin"
PANZER = "de-7-pz.cels"


def varied(scenario: str, *changes: tuple[str, str], packs: tuple[str, ...] = ()) -> Any:
    return changed(scenario, {}, packs, changes)[1]


def plain(scenario: str) -> Any:
    return library.find_scenario(scenario)[1]


def test_what_is_varied_is_written_in_a_word() -> None:
    assert Vary.read("masking=on,off") == Vary("masking", ("on", "off"))
    assert Vary.read("g-art.cels=5,3:6 | 6,3:6") == Vary("g-art.cels", ("5,3:6", "6,3:6"))
    for wrong in ("masking", "=on", "masking=", "masking=on,"):
        with pytest.raises(VaryError, match=r"what=value,value, not .*; it may be an option"):
            Vary.read(wrong)
    with pytest.raises(VaryError, match="masking: on is named twice; name each value once"):
        Vary.read("masking=on,off,on")


def test_a_counter_has_another_value_and_all_others_the_same() -> None:
    before, after = plain(KLIN), varied(KLIN, (PANZER, "9:8/2:7"))
    assert value_of(before, PANZER) == "4:7/2:7"
    assert value_of(after, PANZER) == "9:8/2:7"
    assert [level.attack for level in after.counters["de-7-pz"].levels] == [9, 2]
    others = {name: c for name, c in before.counters.items() if name != "de-7-pz"}
    assert {name: c for name, c in after.counters.items() if name != "de-7-pz"} == others
    assert after.fingerprint != before.fingerprint
    again = pickle.loads(pickle.dumps(after))
    assert again.counters == after.counters, "it travels to other machines"


def test_a_cell_of_a_chart_has_another_value() -> None:
    cell = "combat/3/7:1"
    before, after = plain(KLIN), varied(KLIN, (cell, "- / D1"))
    assert value_of(after, cell) == "- / D1" != value_of(before, cell)
    was, now = before.tables["combat"], after.tables["combat"]
    other = [(r, c) for r, c, x in was.items() if now.cell(r, c).value != x.value]
    assert other == [("3", "7:1")]
    printed: Any = changed(KLIN, {"tables": "as-printed"}, (), [(cell, "- / D1")])[1]
    assert printed.tables["combat"].cell("3", "7:1").value == "- / D1"


def test_several_changes_lie_over_each_other() -> None:
    both = varied(
        KLIN, (PANZER, "9:8/2:7"), ("de-7-s6.cels", "8:8/1:1"), ("combat/7/1:1", "- / D3")
    )
    assert both.counters["de-7-pz"].levels[0].attack == 9
    assert both.counters["de-7-s6"].levels[0].attack == 8
    assert both.tables["combat"].cell("7", "1:1").value == "- / D3"


def test_a_change_lies_over_a_pack(tmp_path: Path) -> None:
    sheet = plain(KLIN).texts["moscow-1941-counters.csv"].splitlines()
    row = next(line for line in sheet if line.startswith("de-7-pz,"))
    folder = tmp_path / "mine" / "counters"
    folder.mkdir(parents=True)
    text = "\n".join([sheet[0], row.replace("ARM", "MOT", 1).replace("4:7/2:7", "7:7/2:7")])
    (folder / "moscow-1941-counters.csv").write_text(text + "\n")
    mine = (str(tmp_path / "mine"),)
    laid = library.find_scenario(KLIN, {}, mine)[1]
    assert value_of(laid, PANZER) == "7:7/2:7"
    both = varied(KLIN, ("de-7-pz.name", "77"), packs=mine)
    assert both.counters["de-7-pz"].name == "77"
    assert both.counters["de-7-pz"].levels[0].attack == 7, "the pack's value was lost"


@pytest.mark.parametrize(
    ("scenario", "counter", "value"),
    [
        ("ocs/catania-plain", "br-3-cdo.ar", "1"),
        ("nextwar/chorwon", "n-105.ma", "1"),
        ("goss/skyline-drive", "g-2p-p1.ma", "1"),
    ],
)
def test_counters_of_every_system_can_be_varied(scenario: str, counter: str, value: str) -> None:
    name = counter.partition(".")[0]
    before, after = plain(scenario), varied(scenario, (counter, value))
    assert value_of(after, counter) == value != value_of(before, counter)
    assert after.counters[name] != before.counters[name]
    assert before.texts.keys() < after.texts.keys()


def test_charts_of_every_system_can_be_varied() -> None:
    for scenario, chart in (
        ("ocs/catania-plain", "barrage"), ("nextwar/chorwon", "crt"),
        ("goss/skyline-drive", "mission-capacity"),
    ):  # fmt: skip
        before = plain(scenario)
        table = before.tables[chart]
        row, column, cell = next(table.items())
        likes = [one.value for _, other, one in table.items() if other == column]
        other = next(value for value in likes if value not in ("", cell.value))
        what = f"{chart}/{row}/{column}"
        after = varied(scenario, (what, other))
        assert value_of(before, what) == cell.value
        assert after.tables[chart].cell(row, column).value == other


@pytest.mark.parametrize(
    ("what", "value", "said"),
    [
        ("de-7-pzz.cels", "1:1", "there is no counter 'de-7-pzz' to vary; did you mean 'de-7-pz'?"),
        ("de-7-pz.cel", "1:1", "have no column 'cel'; did you mean 'cels'?"),
        ("comba/7/1:1", "D1", "there is no chart 'comba' to vary; did you mean 'combat'?"),
        ("combat/77/1:1", "D1", "the chart combat has no row '77'"),
        ("combat/7/11:1", "D1", "the chart combat has no column '11:1'"),
        ("combat/7", "D1", "a cell is written CHART/ROW/COLUMN"),
        ("cels", "1", "'cels' cannot be varied; it may be an option, COUNTER.COLUMN"),
        ("combat/7/3:1", "D3", r"it should read like one of '-1 / -1D', "),
        (PANZER, "strong", r"^de-7-pz.cels=strong cannot be: "),
    ],
)
def test_what_cannot_be_is_said_with_what_would_be_right(what: str, value: str, said: str) -> None:
    with pytest.raises(VaryError, match=said) as told:
        varied(KLIN, (what, value))
    assert "/tmp" not in str(told.value), "nobody knows the folder it was laid into"


MATCH = Match(KLIN, ("random", "random"), "7")


def test_variants_are_the_scenario_as_it_is_and_each_value_that_is_not_there_yet() -> None:
    asked = [Vary("masking", ("on", "off")), Vary(PANZER, ("4:7/2:7", "5:7/2:7"))]
    found = variants(MATCH, asked)
    assert [one.name for one in found] == ["as it is", "masking=on", "de-7-pz.cels=5:7/2:7"]
    assert found[0].match == MATCH
    assert found[1].match.found()[1].options["masking"] == "on"
    assert found[2].match.changes == ((PANZER, "5:7/2:7"),)
    assert len({one.match.label for one in found}) == 3, "their results would be kept in one file"
    assert {one.match.seed for one in found} == {"7"}


def test_another_scenario_is_a_variant_if_the_same_sides_play_it() -> None:
    found = variants(MATCH, [Vary("scenario", (KLIN, "wb95/typhoon"))])
    assert [one.match.scenario for one in found] == [KLIN, "wb95/typhoon"]
    with pytest.raises(VaryError, match="is played by dprk and allied in nextwar; it should be by"):
        variants(MATCH, [Vary("scenario", ("nextwar/chorwon",))])
    with pytest.raises(VaryError, match="there is no scenario 'wb95/klim'; did you mean"):
        variants(MATCH, [Vary("scenario", ("wb95/klim",))])


def test_options_and_packs_that_cannot_be_are_refused() -> None:
    with pytest.raises(VaryError, match=r"masking=maybe cannot be: .* one of on, off"):
        variants(MATCH, [Vary("masking", ("maybe",))])
    with pytest.raises(VaryError, match="has no option 'maskin'; did you mean 'masking'"):
        variants(MATCH, [Vary("maskin", ("on",))])
    with pytest.raises(VaryError, match="pack=nowhere cannot be: there is no pack 'nowhere'"):
        variants(MATCH, [Vary("pack", ("nowhere",))])
