"""What a staff weighs stands in its doctrine: no module of it keeps a number of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from grognard.players import staff
from grognard.players.staff.player import command

PARTS = Path(staff.__file__).parent
FACTS: Mapping[str, Mapping[str, str]] = {
    "goss": {
        "battle.PRICES": "16.3.3", "battle.STEPS_OFF": "5.2.1", "estimate.BONUS": "13.8.1",
        "estimate.ARMOR": "13.8.4g", "estimate.TOGETHER": "13.8.3", "estimate.REGIMENTS": "13.8.2",
        "estimate.RESERVES": "13.8.2", "estimate.NEAR": "13.8.2(b)", "estimate.STOPPED": "13.6.1",
        "reading.BATTALION": "6.1.0", "reading.COMPANY": "6.1.0", "reserves.NEAR": "13.8.2(b)",
        "estimate.THOUSAND": "unit", "estimate.QUARTERS": "unit", "boundaries.NOBODY": "unit",
    },
    "nextwar": {
        "arrivals.ROOM": "8.1.1.1", "manoeuvre.STACK": "8.1.1.1", "rear.STACK": "8.1.1.1",
        "reading.PROJECTS": "8.2.1", "estimate.SAFE": "8.4.1.1", "estimate.SHELTER": "9.2.2.2",
        "estimate.WORKS": "9.5.2", "flights.SCATTERED": "8.5.3", "flights.MOVING": "8.5.3",
        "gunnery.TEAM": "12.1", "skies.MOST": "24.4", "strikes.MET": "24.4",
        "answers.QUARTERS": "unit", "manoeuvre.QUARTERS": "unit", "estimate.THOUSAND": "unit",
        "estimate.PIPS": "unit", "pockets.PIPS": "unit", "chances.PIP": "unit",
        "chances.PIPS": "unit", "chances.THOUSAND": "unit", "chances.NOTHING": "unit",
        "chances.SAFE": "unit", "assault.NEVER": "unit",
    },
}  # fmt: skip
"""The numbers that modules keep all the same: what a rule says, with the rule, and units."""


def modules(system: str) -> Iterator[tuple[str, str]]:
    """The modules of a staff that are no doctrine, each with its text."""
    for path in sorted((PARTS / system).glob("*.py")):
        if not path.stem.startswith("doctrine"):
            yield path.stem, path.read_text(encoding="utf-8")


def numbers(text: str) -> Iterator[str]:
    """The names to which a module gives numbers, or what is made of numbers."""
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        inner = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
        if any(isinstance(one, int | float) and not isinstance(one, bool) for one in inner):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


def weighed(record: Any) -> Iterator[str]:
    """What a doctrine weighs, part by part, by its names as the staff asks for them."""
    for one in fields(record):
        part = getattr(record, one.name)
        if is_dataclass(part) and one.name not in ("assault", "hold"):
            yield from (inner.name for inner in fields(part))


@pytest.mark.parametrize("system", sorted(FACTS))
def test_no_module_keeps_a_judgement_of_its_own(system: str) -> None:
    kept = {f"{name}.{one}" for name, text in modules(system) for one in numbers(text)}
    assert kept == {*FACTS[system]}


@pytest.mark.parametrize("system", sorted(FACTS))
def test_nothing_is_weighed_that_nobody_asks_for(system: str) -> None:
    text = "".join(text for _, text in modules(system))
    asked = {*re.findall(r"\.(\w+)\b", text)}
    assert {*weighed(command(system).doctrine)} <= asked


def test_numbers_are_found_however_they_are_written() -> None:
    text = "A = 3\nB: int = -2\nC, D = 1, {'x': (4, 5)}\nE = Fraction(2)\nF = 'word'\nG = True\n"
    assert [*numbers(text)] == ["A", "B", "C", "D", "E"]
