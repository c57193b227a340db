"""The counters of Moscow 1941: what the text fixes about them, and the method of the house values.

The values are ours (docs/wb95/counters.md); the text gives sizes, CELs, stacking, a few movement
allowances and one infantry regiment of 3 SP and 4 MP. Every value must respect those.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "scenarios" / "wb95"
COLUMNS = (
    "id,side,nation,name,formation,parent,type,size,move,cels,stars,traits,organic,source,note"
)

REGIMENTS = {  # the divisions whose regiments the set-ups print
    "26 INF": {"39", "77", "78"},
    "86 INF": {"167", "184", "216"},
    "129 INF": {"427", "428", "430"},
    "162 INF": {"303", "314", "329"},
    "252 INF": {"452", "461", "472"},
}

Row = dict[str, str]

with (FOLDER / "moscow-1941-counters.csv").open(encoding="utf-8", newline="") as file:
    HEADER = file.readline().strip()
    file.seek(0)
    COUNTERS: list[Row] = list(csv.DictReader(file))
BY_ID = {row["id"]: row for row in COUNTERS}
SCENARIOS: dict[str, dict[str, Any]] = {
    name: yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    for name in ("typhoon", "red-snow")
}


def levels(counter: Row) -> list[tuple[list[int], int]]:
    """SP (one value, or attack and defence) and MP of each CEL, full strength first."""
    pairs = (level.split(":") for level in counter["cels"].split("/"))
    return [([int(sp) for sp in sps.split(",")], int(mp)) for sps, mp in pairs]


def divisions() -> dict[str, list[Row]]:
    """The German divisions with their counters."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in COUNTERS:
        if row["side"] == "german" and row["formation"]:
            found[row["formation"]].append(row)
    return found


def test_columns_and_unique_ids() -> None:
    assert HEADER == COLUMNS
    assert len(BY_ID) == len(COUNTERS)
    for row in COUNTERS:
        prefix = {"german": "de-", "soviet": "su-"}[row["side"]]
        assert re.fullmatch(prefix + r"[a-z0-9]+(-[a-z0-9]+)*", row["id"]), row["id"]


@pytest.mark.rule("wb95", "1.3c")
def test_every_counter_has_a_size_of_the_book() -> None:
    sizes = {row["size"] for row in COUNTERS if row["type"] not in ("HQ", "ART")}
    assert sizes == {"B", "R", "BR", "D"}
    for row in COUNTERS:
        assert (row["size"] == "HQ") == (row["type"] == "HQ"), row["id"]
        if row["size"] == "unit":
            assert row["type"] == "ART", row["id"]
        if row["type"] == "AG":
            assert row["size"] == "BR", row["id"]


def test_closed_vocabularies() -> None:
    for row in COUNTERS:
        assert row["type"] in {"INF", "MOT", "ARM", "CAV", "AG", "ART", "HQ"}, row["id"]
        assert row["move"] in {"foot", "trucked", "tracked"}, row["id"]
        assert row["nation"] in {"German", "Soviet", "French"}, row["id"]
        assert row["source"] in {"house", "rulebook"}, row["id"]
        assert set(filter(None, row["traits"].split(";"))) <= {"towed", "guards", "ss"}, row["id"]
        assert re.fullmatch(r"((black|white|yellow|blue):[1-9])?", row["stars"]), row["id"]


@pytest.mark.rule("wb95", "1.3d")
def test_a_german_division_is_all_its_counters_and_a_soviet_one_a_single_counter() -> None:
    for name, counters in divisions().items():
        kinds = Counter((row["type"], row["size"]) for row in counters)
        expected = {
            "INF": {("INF", "R"): 3},
            "MOT": {("MOT", "R"): 2, ("MOT", "B"): 1, ("ART", "R"): 1},
            "ARM": {("ARM", "R"): 1, ("MOT", "R"): 2, ("MOT", "B"): 1, ("ART", "R"): 1},
        }[name.split()[1]]
        if name == "DR MOT":
            expected = {("MOT", "R"): 3, ("ART", "R"): 1}
        assert kinds == expected, name
    for row in COUNTERS:
        if row["side"] == "soviet" and row["size"] in ("BR", "D"):
            assert len(levels(row)) == 2, row["id"]
            assert row["formation"] == "", row["id"]


def test_regiments_carry_their_printed_numbers() -> None:
    found = divisions()
    for name, numbers in REGIMENTS.items():
        assert {row["name"] for row in found[name]} == numbers


def test_a_division_fits_in_one_hex() -> None:
    for name, counters in divisions().items():
        assert sum(len(levels(row)) for row in counters) <= 8, name
        assert 3 <= len(counters) < 6, f"{name}: one tactical concentration a division"


def test_size_sets_the_levels() -> None:
    for row in COUNTERS:
        one_level = row["size"] in ("B", "HQ") or row["type"] == "ART"
        assert len(levels(row)) == (1 if one_level else 2), row["id"]


def test_guns_and_headquarters() -> None:
    for row in COUNTERS:
        ((sps, mp), *_) = levels(row)
        assert (len(sps) == 2) == (row["type"] == "ART") == ("towed" in row["traits"]), row["id"]
        if row["type"] == "ART":
            assert row["move"] == "trucked", row["id"]
            assert sps[0] > sps[1] > 0, row["id"]
            assert (row["organic"] == "yes") == bool(row["formation"]), row["id"]
        else:
            assert row["organic"] == "", row["id"]
        if row["type"] == "HQ":
            assert (row["cels"], row["move"]) == ("0:10", "trucked"), row["id"]
            assert mp == 10


def test_movement_follows_the_examples_of_the_text() -> None:
    for row in COUNTERS:
        allowed = {"INF": {4}, "CAV": {6}, "ART": {6, 7}, "HQ": {10}}.get(row["type"], {7})
        assert {mp for _, mp in levels(row)} <= allowed, row["id"]
        foot = row["type"] in ("INF", "CAV")
        assert (row["move"] == "foot") == foot, row["id"]
        assert (row["move"] == "tracked") == (row["type"] in ("ARM", "AG")), row["id"]


def test_a_reduced_counter_is_weaker_but_not_empty() -> None:
    for row in COUNTERS:
        strengths = [sps[0] for sps, _ in levels(row)]
        assert strengths == sorted(set(strengths), reverse=True), row["id"]
        if row["type"] != "HQ":
            assert 1 <= strengths[-1] <= strengths[0] <= 8, row["id"]


def test_soviet_strength_is_men_in_the_ranks_as_the_manual_says() -> None:
    """One point for about a thousand men, the measure that the printed regiment sets."""
    usual = {
        ("INF", "D"): "6:4/3:4",
        ("INF", "BR"): "4:4/2:4",
        ("ARM", "BR"): "4:7/2:7",
        ("CAV", "D"): "3:6/1:6",
    }
    soviet = [row for row in COUNTERS if row["side"] == "soviet"]
    for kind, cels in usual.items():
        counts = Counter(row["cels"] for row in soviet if (row["type"], row["size"]) == kind)
        assert counts.most_common(1)[0][0] == cels, kind
    for row in soviet:
        if "new reserve division" in row["note"]:
            assert row["cels"] == "7:4/3:4", row["id"]
        if "worn division" in row["note"] or "militia" in row["note"]:
            assert row["cels"] == "4:4/2:4", row["id"]
    assert BY_ID["su-78"]["cels"] == "8:4/4:4"


def test_the_printed_regiment_sets_the_standard() -> None:
    printed = BY_ID["de-6-37"]
    assert (printed["name"], printed["formation"]) == ("37", "6 INF")
    assert levels(printed)[0] == ([3], 4)
    for row in COUNTERS:
        if row["nation"] == "German" and row["type"] == "INF":
            assert row["cels"] == printed["cels"], row["id"]
    sourced = [row for row in COUNTERS if row["source"] == "rulebook" and row["type"] != "HQ"]
    assert [row["id"] for row in sourced] == ["de-6-37"]


def test_stars_are_few_and_explained() -> None:
    starred = Counter(
        f"{row['side']} {row['type']} {row['stars']}" for row in COUNTERS if row["stars"]
    )
    assert starred == {
        "german ARM black:1": 6,
        "german AG black:1": 5,
        "soviet ARM black:1": 1,
        "soviet INF white:1": 1,
    }


def test_guards_by_the_date_of_the_scenario() -> None:
    guards = {row["id"] for row in COUNTERS if "guards" in row["traits"]}
    assert guards == {"su-1-md", "su-4-tb"}
    assert "traits" not in SCENARIOS["typhoon"]
    added = SCENARIOS["red-snow"]["traits"]
    assert added == {unit: ["guards"] for unit in ("su-316", "su-78", "su-50-cd", "su-53-cd")}


def users(scenario: dict[str, Any]) -> list[str]:
    """Every counter that a scenario sets up, brings in or holds in reserve."""
    lists = [row["units"] for row in scenario["setup"] + scenario["reinforcements"]]
    lists += [reserve["units"] for reserve in scenario["reserves"].values()]
    return [unit for units in lists for unit in units]


def test_every_counter_is_used_and_none_twice() -> None:
    for name, scenario in SCENARIOS.items():
        used = users(scenario)
        assert len(used) == len(set(used)), name
        assert set(used) <= set(BY_ID), name
    assert set(users(SCENARIOS["typhoon"])) | set(users(SCENARIOS["red-snow"])) == set(BY_ID)


@pytest.mark.parametrize("name", SCENARIOS)
def test_losses_leave_every_counter_on_the_map(name: str) -> None:
    for row in SCENARIOS[name]["setup"]:
        for unit, loss in row.get("cel_loss", {}).items():
            assert 0 < loss < len(levels(BY_ID[unit])), unit


@pytest.mark.parametrize(
    ("name", "crowded"), [("typhoon", {"4230": 15, "2330": 10}), ("red-snow", {})]
)
def test_only_printed_stacks_exceed_eight_levels(name: str, crowded: dict[str, int]) -> None:
    stack: Counter[str] = Counter()
    for row in SCENARIOS[name]["setup"]:
        for unit in row["units"]:
            stack[row["hex"]] += len(levels(BY_ID[unit])) - row.get("cel_loss", {}).get(unit, 0)
    assert {place: size for place, size in stack.items() if size > 8} == crowded


def hexes(data: Any) -> list[str]:
    """Every hex number of a scenario file, wherever it stands."""
    if isinstance(data, dict):
        own = [data["hex"]] if "hex" in data else []
        return own + [number for value in data.values() for number in hexes(value)]
    if isinstance(data, list):
        return [number for value in data for number in hexes(value)]
    return [data] if isinstance(data, str) and re.fullmatch(r"\d+", data) else []


@pytest.mark.parametrize("name", SCENARIOS)
def test_hexes_lie_on_the_sheet_and_sides_apart(name: str) -> None:
    scenario = SCENARIOS[name]
    numbers = hexes(scenario)
    assert len(numbers) > 100
    for number in numbers:
        assert re.fullmatch(r"\d{4}", number), number
        assert 1 <= int(number[:2]) <= 65, number
        assert 1 <= int(number[2:]) <= 39, number
    owners: dict[str, set[str]] = defaultdict(set)
    for row in scenario["setup"]:
        owners[row["hex"]] |= {BY_ID[unit]["side"] for unit in row["units"]}
        assert row["hex"] in row.get("any_of", [row["hex"]]), row
    assert all(len(sides) == 1 for sides in owners.values())


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_ruling_says_doubt_and_answer(name: str) -> None:
    scenario = SCENARIOS[name]
    assert scenario["id"] == f"wb95/{name}"
    assert scenario["system"] == "wb95"
    assert scenario["counters"] == "moscow-1941-counters.csv"
    assert scenario["control"] == {"front": "derive", "ties": "neutral"}
    for ruling in scenario["rulings"]:
        assert set(ruling) == {"doubt", "resolved", "line"}
        assert 1 <= ruling["line"] <= 1540
