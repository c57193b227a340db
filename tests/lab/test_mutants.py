"""Mutants: how a site is broken, in which words, and what must run for that to matter."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grognard.lab.citations import code_sites

KNOWN = {"1.1", "1.2", "1.3", "1.4", "1.5", "1.6"}
CODE = '''
LIMITS = {
    "road": (8, "1.1"),
    "field": (4, "1.2"),
}


class March:
    """Columns march. [1.3]"""

    def check(self, n, most=3):
        """Not too many. [1.4]"""
        if n < 0:
            return True
        elif n > most:  # [1.5]
            return False
        return True
'''


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The tool's module, which is no part of the package."""
    path = Path(__file__).parents[2] / "tools" / "mutants.py"
    spec = importlib.util.spec_from_file_location("mutants", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants"] = module
    spec.loader.exec_module(module)
    return module


def of_rule(tool: ModuleType, folder: Path, rule: str, code: str = CODE) -> list[Any]:
    (folder / "march.py").write_text(code)
    site = dict(code_sites(folder / "march.py", "march.py", KNOWN))[rule]
    return list(tool.mutants(folder, site))


def test_a_mutant_is_described_wherever_it_stands(tool: ModuleType, tmp_path: Path) -> None:
    before = [mutant.what for mutant in of_rule(tool, tmp_path, "1.5")]
    assert "condition always False: elif n > most:  # [1.5]" in before
    assert ">= for >: elif n > most:  # [1.5]" in before
    lower = "\n\n# A remark.\n" + CODE
    assert [mutant.what for mutant in of_rule(tool, tmp_path, "1.5", lower)] == before


def test_an_entry_alone_is_broken(tool: ModuleType, tmp_path: Path) -> None:
    found = of_rule(tool, tmp_path, "1.2")
    assert any("5, '1.2'" in mutant.text for mutant in found)
    assert all("(8, '1.1')" in mutant.text for mutant in found)


def test_an_entry_that_only_names_something_is_left_out(tool: ModuleType, tmp_path: Path) -> None:
    code = "TARGETS = (\n    UNIT,  # [1.1]\n    BRIDGE,  # [1.2]\n)\n"
    (only,) = of_rule(tool, tmp_path, "1.2", code)
    assert (only.what, only.text) == ("without BRIDGE: BRIDGE,  # [1.2]", "TARGETS = (UNIT,)\n")


def test_a_list_in_a_table_is_emptied(tool: ModuleType, tmp_path: Path) -> None:
    code = 'ROW = Part("march", verbs=[Move, Halt], owed=())\n"""They march. [1.6]"""\n'
    found = [mutant.text for mutant in of_rule(tool, tmp_path, "1.6", code)]
    assert any("verbs=()" in text for text in found)


def test_what_only_names_others_is_broken(tool: ModuleType, tmp_path: Path) -> None:
    code = 'STAGES = (LONG, SHORT)\n"""In this order. [1.1]"""\n'
    found = {mutant.what: mutant.text for mutant in of_rule(tool, tmp_path, "1.1", code)}
    assert [text.splitlines()[0] for text in found.values()] == [
        "STAGES = (SHORT,)", "STAGES = (LONG,)", "STAGES = (SHORT, LONG)",
    ]  # fmt: skip
    assert next(iter(found)) == "without LONG: STAGES = (LONG, SHORT)"
    code = 'NEXT = {A: B, C: D}\n"""As they come. [1.1]"""\n'
    found = {mutant.what: mutant.text for mutant in of_rule(tool, tmp_path, "1.1", code)}
    assert [text.splitlines()[0] for text in found.values()] == [
        "NEXT = {C: D}", "NEXT = {A: B}", "NEXT = {A: D, C: B}",
    ]  # fmt: skip


@pytest.mark.parametrize("line", ["continue", "found = x", "return", "return []", "x += 1"])
def test_a_line_that_cites_is_dropped(tool: ModuleType, tmp_path: Path, line: str) -> None:
    code = f"def way(x):\n    for found in x:\n        {line}  # [1.1]\n    return x\n"
    first = of_rule(tool, tmp_path, "1.1", code)[0]
    assert (first.what, "        pass\n" in first.text) == (f"dropped: {line}  # [1.1]", True)


def test_a_line_that_answers_is_dropped_in_the_end(tool: ModuleType, tmp_path: Path) -> None:
    code = (
        "def way(x):\n    if x:\n        return x  # [1.1]\n    return 0\n\n\nLIMIT = 3  # [1.2]\n"
    )
    last = of_rule(tool, tmp_path, "1.1", code)[-1]
    assert (last.what, "        pass\n" in last.text) == ("dropped: return x  # [1.1]", True)
    assert not [m for m in of_rule(tool, tmp_path, "1.2", code) if "dropped" in m.what]


def test_an_elif_stays_one(tool: ModuleType, tmp_path: Path) -> None:
    assert all("        elif " in mutant.text for mutant in of_rule(tool, tmp_path, "1.5"))


def test_a_procedure_stays_one_when_its_question_is_dropped(
    tool: ModuleType, tmp_path: Path
) -> None:
    asking = 'def choose(game):\n    """Whoever. [1.1]"""\n    yield from share_out(game)\n'
    found = {m.what: m.text for m in of_rule(tool, tmp_path, "1.1", asking)}
    assert "yield from ()" in found["dropped: yield from share_out(game)"]


@pytest.mark.parametrize(("rule", "spans"), [
    ("1.1", {None}), ("1.3", {(11, 17), None}), ("1.4", {(11, 17), None}), ("1.5", {(15, 16)}),
])  # fmt: skip
def test_a_mutant_says_what_must_run(
    tool: ModuleType, tmp_path: Path, rule: str, spans: set[tuple[int, int] | None]
) -> None:
    """A function, a statement of it; or, of a constant and of a default value, nothing but the
    import."""
    assert {mutant.span for mutant in of_rule(tool, tmp_path, rule)} == spans


def test_a_probe_ends_whatever_comes_there(tool: ModuleType, tmp_path: Path) -> None:
    ended = f'__import__("os")._exit({tool.REACHED})'
    whole = next(m for m in of_rule(tool, tmp_path, "1.4") if m.span)
    probe = tool.probe(whole)
    assert f'        {ended}\n        """Not too many. [1.4]"""' in probe.text
    elif_ = of_rule(tool, tmp_path, "1.5")[0]
    assert tool.probe(elif_) is None
    inner = CODE.replace("            return False", "            return False  # [1.2]")
    found = of_rule(tool, tmp_path, "1.2", inner)[0]
    assert f"            {ended}\n            return False" in tool.probe(found).text
    assert tool.probe(of_rule(tool, tmp_path, "1.1")[0]) is None
