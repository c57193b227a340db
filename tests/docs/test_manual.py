"""The manual keeps up with the code: options, actions, scenario keys, standing answers, modules."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.engine.decision import Offer, check_form
from grognard.lab import laws
from grognard.systems.wb95 import loader, order_of_battle, victory_terms
from grognard.systems.wb95.counters import COLUMNS
from grognard.systems.wb95.options import OPTIONS
from grognard.systems.wb95.phases import STANDING_POLICIES
from grognard.systems.wb95.results import wb95_tables

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
CHAPTER = (DOCS / "wb95" / "index.md").read_text(encoding="utf-8")
SCENARIO = (DOCS / "writing-a-scenario.md").read_text(encoding="utf-8")
SYSTEM = (DOCS / "writing-a-system.md").read_text(encoding="utf-8")
EXAMPLES: list[dict[str, Any]] = [
    json.loads(text) for text in re.findall(r'`(\{"do": [^`]*\})`', CHAPTER)
]


def kinds(offer: type[Any] = Offer) -> Iterator[type[Offer[Any]]]:
    """Every kind of action of WB-95."""
    for kind in offer.__subclasses__():
        if kind.__module__.startswith("grognard.systems.wb95") and isinstance(
            getattr(kind, "do", None), str
        ):
            yield kind
        yield from kinds(kind)


KINDS = {kind.do: kind for kind in kinds()}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.id)
def test_every_option_is_documented(option: Any) -> None:
    """A row of the table names the option, its default, every value and its rule."""
    row = next(line for line in CHAPTER.splitlines() if line.startswith(f"| `{option.id}` |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1] == f"`{option.default}`"
    assert cells[2] == ", ".join(f"`{value}`" for value in option.values)
    assert cells[3] == option.rule
    assert len(cells[4]) > 10


def test_no_option_is_invented() -> None:
    """The table of options has no row for one that does not exist."""
    section = CHAPTER.split("## Options")[1].split("## Rulings")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", section, re.M) == [option.id for option in OPTIONS]


def test_every_kind_of_action_has_an_example() -> None:
    """No deed or answer is left out, and none is invented."""
    assert {example["do"] for example in EXAMPLES} == set(KINDS)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["do"])
def test_examples_are_well_formed(example: dict[str, Any]) -> None:
    """Each example is written as its kind of action is written."""
    assert check_form(KINDS[example["do"]].form, example) == []


@pytest.mark.parametrize("do", ["move", "setup", "mark", "blow", "mask", "arrange"])
def test_examples_of_the_first_movement_phase_are_legal(do: str) -> None:
    """What the manual shows for Typhoon's beginning can be played there."""
    game = grognard.new("wb95/typhoon", seed=7, options={"free-setup": "off"})
    game.play("german", {"do": "assign", "missions": []})
    example = next(example for example in EXAMPLES if example["do"] == do)
    assert game.why("german", example) == []


def test_examples_name_units_of_the_counter_sheet() -> None:
    """Ids in the examples are ids of counters, but for the Volkssturm of other games."""
    sheet = ROOT / "src/grognard/scenarios/wb95/moscow-1941-counters.csv"
    with sheet.open(encoding="utf-8", newline="") as source:
        known = {row["id"] for row in csv.DictReader(source)}
    named = {name for example in EXAMPLES for name in re.findall(r"(?:de|su)-[\w-]+", str(example))}
    assert named
    assert named <= known


@pytest.mark.parametrize("question", STANDING_POLICIES)
def test_every_standing_answer_is_documented(question: str) -> None:
    """Questions and their policies are named."""
    assert f"`{question}`" in CHAPTER
    for policy in STANDING_POLICIES[question]:
        assert f"`{policy}`" in CHAPTER


def test_every_module_has_its_place() -> None:
    """A reader finds every module of the system in the table of chapters."""
    section = CHAPTER.split("## What is where")[1]
    named = set(re.findall(r"`(\w+)`", section))
    folder = ROOT / "src/grognard/systems/wb95"
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert modules - named == set()


def test_every_table_is_documented() -> None:
    """What was repaired is said of every table."""
    section = CHAPTER.split("## Tables")[1].split("## What is where")[0]
    said = {
        "air-attack": "air attack",
        "artillery-fire": "artillery fire",
        "attack-on-objects": "attack on objects",
        "combat": "combat",
        "hq-range": "headquarters",
        "morale-limits": "morale",
        "star-abilities": "stars",
        "supply-movement-points": "supply",
        "terrain-influence": "terrain",
    }
    assert set(said) == set(wb95_tables())
    rows = " ".join(line for line in section.splitlines() if line.startswith("| "))
    assert [name for name, word in said.items() if word not in rows] == []


SCENARIO_KEYS = (
    *loader.KEYS, *loader.WINDOW, *loader.AIR, *loader.BARRAGE, *loader.RESERVES,
    *order_of_battle.SETUP, *order_of_battle.REINFORCEMENT,
    *victory_terms.RULES, *victory_terms.OBJECTIVES, *COLUMNS,
)  # fmt: skip


@pytest.mark.parametrize("key", dict.fromkeys(SCENARIO_KEYS))
def test_every_scenario_key_is_documented(key: str) -> None:
    """Every key of a scenario file and every column of a counter sheet is explained."""
    assert re.search(rf"`{key}[`:]", SCENARIO), key


@pytest.mark.parametrize("law", range(1, 8))
def test_every_law_is_documented(law: int) -> None:
    """The page for authors of systems lists the laws and the checks."""
    row = next(line for line in SYSTEM.splitlines() if line.startswith(f"| {law}. "))
    check = re.search(r"`(\w+)` \|$", row)
    assert check
    assert callable(getattr(laws, check[1]))


def test_every_page_is_in_the_navigation() -> None:
    """No page is written that cannot be found."""
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    nav = config.split("nav:")[1]
    for page in DOCS.rglob("*.md"):
        assert page.relative_to(DOCS).as_posix() in nav
