"""The manual keeps up with the code: options, actions, scenario keys, standing answers, modules."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.engine.decision import Offer, check_form
from grognard.engine.system import Option, System
from grognard.engine.table import SOURCES
from grognard.kit.reading import WINDOW
from grognard.lab import laws
from grognard.systems.nextwar.system import NEXTWAR
from grognard.systems.ocs.reading import counters as ocs_counters
from grognard.systems.ocs.reading import loader as ocs_loader
from grognard.systems.ocs.reading import order_of_battle as ocs_order
from grognard.systems.ocs.reading import victory_terms as ocs_terms
from grognard.systems.ocs.results import ocs_tables
from grognard.systems.ocs.system import OCS
from grognard.systems.wb95.charts import wb95_tables
from grognard.systems.wb95.reading import loader, order_of_battle, victory_terms
from grognard.systems.wb95.reading.counters import COLUMNS
from grognard.systems.wb95.system import WB95
from tests.docs import ocs_position

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
SCENARIO = (DOCS / "writing-a-scenario.md").read_text(encoding="utf-8")
SYSTEM = (DOCS / "writing-a-system.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Chapter:
    """The page of the manual about a system."""

    system: System[Any]

    @cached_property
    def text(self) -> str:
        """The page."""
        return (DOCS / self.system.name / "index.md").read_text(encoding="utf-8")

    @cached_property
    def folder(self) -> Path:
        """Where the system's modules are."""
        return ROOT / "src/grognard/systems" / self.system.name

    @cached_property
    def modules(self) -> list[Path]:
        """The system's modules, those of its folders too."""
        return [path for path in self.folder.rglob("*.py") if path.stem != "__init__"]

    @cached_property
    def examples(self) -> list[dict[str, Any]]:
        """Every action that the page shows."""
        return actions(self.text)

    @cached_property
    def kinds(self) -> dict[str, list[type[Offer[Any]]]]:
        """Every kind of action of the system, and those that all systems have from the kit; one
        word may be offered in several places."""
        found: dict[str, list[type[Offer[Any]]]] = {}
        own = offers(f"grognard.systems.{self.system.name}.")
        for kind in (*own, *offers("grognard.kit.")):
            found.setdefault(kind.do, []).append(kind)
        return found

    @cached_property
    def choices(self) -> set[str]:
        """Answers that are picked from a list and have no form of their own."""
        code = "".join(path.read_text(encoding="utf-8") for path in self.modules)
        found = re.findall(r'\bChoice\(\s*(?:"([\w-]+)"|([A-Z_]+))', code)
        return {word or name.lower().replace("_", "-") for word, name in found}

    def section(self, heading: str) -> str:
        """The part of the page under a heading."""
        level = heading.split(" ")[0]
        rest = self.text.split(f"\n{heading}\n")[1]
        return re.split(rf"^#{{2,{len(level)}}} ", rest, maxsplit=1, flags=re.M)[0]


def actions(text: str) -> list[dict[str, Any]]:
    """The actions written in a text."""
    return [json.loads(found) for found in re.findall(r'`(\{"do": [^`]*\})`', text)]


def offers(package: str, offer: type[Any] = Offer) -> Iterator[type[Offer[Any]]]:
    """Every kind of action in a package."""
    for kind in offer.__subclasses__():
        if kind.__module__.startswith(package) and isinstance(getattr(kind, "do", None), str):
            yield kind
        yield from offers(package, kind)


WB95_PAGE, OCS_PAGE = CHAPTERS = (Chapter(WB95), Chapter(OCS))
IN_THE_MAKING = (Chapter(NEXTWAR),)
"""Systems whose page has no list of orders yet."""
NAMED = {page.system.name: page for page in (*CHAPTERS, *IN_THE_MAKING)}
EACH = pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.system.name)
EVERY = pytest.mark.parametrize("page", NAMED.values(), ids=NAMED)


def pairs(name: str) -> list[Any]:
    """Each chapter with each of its options, examples or questions, for a parametrised test."""
    lists: dict[str, Any] = {
        "option": lambda page: [(o, o.id) for o in page.system.options],
        "example": lambda page: [(e, e["do"]) for e in page.examples],
        "question": lambda page: [(q, q) for q in page.system.standing_policies],
    }
    return [
        pytest.param(page, thing, id=f"{page.system.name}-{word}")
        for page in NAMED.values()
        for thing, word in lists[name](page)
    ]


@pytest.mark.parametrize(("page", "option"), pairs("option"))
def test_every_option_is_documented(page: Chapter, option: Option) -> None:
    """A row of the table names the option, its default, every value and its rule."""
    lines = page.section("## Options").splitlines()
    row = next(line for line in lines if line.startswith(f"| `{option.id}` |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1] == f"`{option.default}`"
    assert cells[2] == ", ".join(f"`{value}`" for value in option.values)
    assert cells[3] == option.rule
    assert len(cells[4]) > 10


@EVERY
def test_no_option_is_invented(page: Chapter) -> None:
    """The table of options has no row for one that does not exist."""
    found = re.findall(r"^\| `([\w-]+)` \|", page.section("## Options"), re.M)
    assert found == [option.id for option in page.system.options]


@EACH
def test_every_kind_of_action_has_an_example(page: Chapter) -> None:
    """No deed or answer is left out, and none is invented."""
    assert {example["do"] for example in page.examples} == set(page.kinds) | page.choices


@pytest.mark.parametrize(("page", "example"), pairs("example"))
def test_examples_are_well_formed(page: Chapter, example: dict[str, Any]) -> None:
    """Each example is written as its kind of action is written."""
    forms = [kind.form for kind in page.kinds.get(example["do"], ())]
    if example["do"] not in page.choices:
        assert any(check_form(form, example) == [] for form in forms)


@pytest.mark.parametrize("do", ["move", "setup", "mark", "blow", "mask", "arrange"])
def test_examples_of_the_first_movement_phase_are_legal(do: str) -> None:
    """What the manual shows for Typhoon's beginning can be played there."""
    game = grognard.new("wb95/typhoon", seed=7, options={"free-setup": "off"})
    game.play("german", {"do": "assign", "missions": []})
    example = next(example for example in WB95_PAGE.examples if example["do"] == do)
    assert game.why("german", example) == []


BEFORE: dict[str, list[dict[str, Any]]] = {
    "land": [{"do": "sail", "ships": ["g-beach"], "path": ["0712"]}],
    "roll-landings": [
        {"do": "sail", "ships": ["g-beach"], "path": ["0712"]},
        {"do": "land", "ship": "g-beach", "units": ["g-wave"]},
    ],
    "go-ashore": [{"do": "sail", "ships": ["g-duck"], "path": ["0912"]}],
    "deploy-port": [{"do": "sail", "ships": ["g-lst"], "path": ["0912"]}],
    "eat": [{"do": "recover", "unit": "g-inf"}],
    "ready": [],
}
"""What comes before an example can be played."""
OPTIONAL = dict.fromkeys(("recon", "godzilla", "xyz-transport", "attacking-empties"), "on")
WHEN: dict[str, tuple[str, str]] = {
    "### Aircraft Refit Phase": ("refit", "axis"),
    "### Reinforcement Phase": ("reinforcement", "axis"),
    "### Breakout Segment": ("breakout", "axis"),
    "### Movement Segment": ("movement", "axis"),
    "### Barrage Segments": ("barrage", "axis"),
    "### Supply Phase": ("supply", "axis"),
    "### Reaction and Exploitation": ("reaction", "allied"),
    "### Combat Segments": ("attack", "axis"),
}
"""The sections of the chapter on OCS, and the segments that they are about."""


@pytest.mark.parametrize(
    ("heading", "example"),
    [
        pytest.param(heading, example, id=f"{WHEN[heading][0]}-{example['do']}-{i}")
        for heading in WHEN
        for i, example in enumerate(actions(OCS_PAGE.section(heading)))
    ],
)
def test_examples_of_ocs_are_legal_in_their_position(heading: str, example: dict[str, Any]) -> None:
    """What the manual shows for a segment can be played in it."""
    segment, player = WHEN[heading]
    if example["do"] == "barrage":
        segment = "artillery"
    game = ocs_position.at(segment, player, **OPTIONAL)
    for action in BEFORE.get(example["do"], ()):
        game.play("axis", action)
    assert game.why("axis", example) == []


@pytest.mark.parametrize("do", ["place", "place-supply", "mode", "load", "break-down", "ready"])
def test_examples_of_the_set_up_of_ocs_are_legal(do: str) -> None:
    """What the manual shows for the set-up can be played before the first turn."""
    game = ocs_position.setting_up()
    while game.to_act != "axis":
        game.play(game.to_act, {"do": "ready"})
    found = actions(OCS_PAGE.section("### Set-up"))
    assert game.why("axis", next(example for example in found if example["do"] == do)) == []


def test_ids_in_the_examples_of_ocs_are_those_of_the_position() -> None:
    """No example names what is not there."""
    spec = ocs_position.SPEC
    known = {row["id"] for key in ("counters", "transport", "air", "naval") for row in spec[key]}
    text = str(OCS_PAGE.examples).replace("g-bd#1", "g-bd")
    named = set(re.findall(r"\b[gs]-[a-z0-9]+\b", text))
    assert named
    assert named <= known


def test_examples_name_units_of_the_counter_sheet() -> None:
    """Ids in the examples are ids of counters, but for the Volkssturm of other games."""
    sheet = ROOT / "src/grognard/scenarios/wb95/moscow-1941-counters.csv"
    with sheet.open(encoding="utf-8", newline="") as source:
        known = {row["id"] for row in csv.DictReader(source)}
    named = set(re.findall(r"\b(?:de|su)-[\w-]+", str(WB95_PAGE.examples)))
    assert named
    assert named <= known


@pytest.mark.parametrize(("page", "question"), pairs("question"))
def test_every_standing_answer_is_documented(page: Chapter, question: str) -> None:
    """One line names a question with all its policies."""
    policies = page.system.standing_policies[question]
    lines = [line for line in re.split(r"\n(?=\n|\|)", page.text) if f"`{question}`" in line]
    assert any(all(f"`{policy}`" in line for policy in policies) for line in lines)


@EVERY
def test_every_module_has_its_place(page: Chapter) -> None:
    """A reader finds every module of the system in the table of chapters, and no other."""
    rows = page.section("## What is where").split("|---|---|")[1]
    named = set(re.findall(r"`(\w+)`", rows))
    modules = {path.stem for path in page.modules}
    folders = {path.name for path in page.folder.iterdir() if path.is_dir()}
    assert modules == named - (folders - modules)


def test_every_table_is_documented() -> None:
    """What was repaired is said of every table."""
    section = WB95_PAGE.section("## Tables")
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


OCS_TABLES = (DOCS / "ocs" / "tables.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ocs_tables())
def test_every_table_of_ocs_is_listed_with_its_sources(name: str) -> None:
    """The page of tables has a row for each, with its rule and where its values come from."""
    table = ocs_tables()[name]
    found = {cell.source for _, _, cell in table.items()}
    sources = ", ".join(source for source in SOURCES if source in found)
    assert f"| `{name}` | {table.rule} | {sources} |" in OCS_TABLES


def test_every_house_table_of_ocs_says_what_it_keeps_to() -> None:
    """What the text says stands beside what we made of it, and nothing else is called ours."""
    section = OCS_TABLES.split("## House tables")[1]
    ours = {
        name
        for name, table in ocs_tables().items()
        if {"house", "inferred"} & {cell.source for _, _, cell in table.items()}
    }
    assert set(re.findall(r"^\| `([\w-]+)` \|", section, re.M)) == ours - {
        "air-base-capture", "shore-fire",  # single cells of a printed chart
    }  # fmt: skip


SCENARIO_KEYS = (
    *loader.KEYS, *WINDOW, *loader.AIR, *loader.BARRAGE, *loader.RESERVES,
    *order_of_battle.SETUP, *order_of_battle.REINFORCEMENT,
    *victory_terms.RULES, *victory_terms.OBJECTIVES, *COLUMNS,
)  # fmt: skip


@pytest.mark.parametrize("key", dict.fromkeys(SCENARIO_KEYS))
def test_every_scenario_key_is_documented(key: str) -> None:
    """Every key of a scenario file and every column of a counter sheet is explained."""
    assert re.search(rf"`{key}[`:]", SCENARIO), key


OCS_KEYS = (
    *ocs_loader.KEYS, *ocs_loader.SIDE, *ocs_counters.COLUMNS, *ocs_counters.PLANES,
    *ocs_counters.SHIPS, *ocs_counters.KINDS, *ocs_order.SETUP, *ocs_order.DUMPS,
    *ocs_order.TRANSPORT, *ocs_order.AIR, *ocs_order.NAVAL, *ocs_order.GLIDERS, *ocs_order.PLANS,
    *ocs_order.BASES, *ocs_order.PORTS, *ocs_order.SOURCES, *ocs_order.ARRIVALS,
    *ocs_order.WITHDRAWALS, *ocs_order.SURRENDER, *ocs_terms.TERMS, *ocs_terms.OBJECTIVES,
    *ocs_terms.SAVED, *ocs_terms.ENDS,
)  # fmt: skip


@pytest.mark.parametrize("key", dict.fromkeys(OCS_KEYS))
def test_every_key_of_an_ocs_scenario_is_documented(key: str) -> None:
    """Every key of its file and every column of its sheets is explained in the section on OCS."""
    section = SCENARIO.split("\n## An OCS scenario\n")[1].split("\n## ")[0].split("### Its keys")[1]
    assert re.search(rf"`{key}[`:]", section), key


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
