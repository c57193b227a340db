"""Citations: what claims to enforce a rule, and what its fingerprint follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.lab.citations import Site, code_sites, data_sites, enforcing, find_sites

KNOWN = {"1.1", "1.2", "1.3a", "2.1", "T.x", "S1.1"}
CODE = '''
LIMIT = 8
"""As many as a hex holds. [1.1]"""


def check(n):
    """Nobody may exceed it. [1.2]"""
    if n > LIMIT:  # [1.3a]
        return [Refusal("2.1", "too many")]
    return []
'''
ROWS = """
TITLES = {
    "a": ("march", "1.1"),
    "b": ("fight", "1.2"),
    # only by night [1.3a]
    "c": ("hide", "2.1"),
}
"""


def found(tmp_path: Path, code: str) -> dict[str, Site]:
    path = tmp_path / "chapter.py"
    path.write_text(code)
    return dict(code_sites(path, "chapter.py", KNOWN))


def test_docstrings_comments_constants_and_refusals_cite_rules(tmp_path: Path) -> None:
    sites = found(tmp_path, CODE)
    assert {rule: (site.name, site.first, site.last) for rule, site in sites.items()} == {
        "1.1": ("LIMIT", 2, 2),
        "1.2": ("check", 6, 10),
        "1.3a": ("check", 8, 9),
        "2.1": ("check", 9, 9),
    }


def test_a_word_that_is_no_rule_cites_nothing(tmp_path: Path) -> None:
    assert found(tmp_path, '"""See [9.9] and [note]."""\nx = "9.9"\n') == {}


def test_the_hash_follows_the_code_and_not_its_words(tmp_path: Path) -> None:
    before = found(tmp_path, CODE)["1.2"].hash
    assert found(tmp_path, CODE.replace("Nobody may", "None shall"))["1.2"].hash == before
    assert found(tmp_path, CODE.replace("n > LIMIT:", "n > LIMIT :"))["1.2"].hash == before
    assert found(tmp_path, CODE.replace("n > LIMIT", "n >= LIMIT"))["1.2"].hash != before


def test_an_entry_of_a_table_in_code_is_a_site_of_its_own(tmp_path: Path) -> None:
    sites = found(tmp_path, ROWS)
    assert {rule: (site.name, site.first, site.last) for rule, site in sites.items()} == {
        "1.1": ("TITLES", 3, 3),
        "1.2": ("TITLES", 4, 4),
        "1.3a": ("TITLES", 6, 6),
        "2.1": ("TITLES", 6, 6),
    }
    longer = found(tmp_path, ROWS.replace("}", '    "d": ("wait", "9.9"),\n}'))
    assert longer == sites
    other = found(tmp_path, ROWS.replace("fight", "assault"))
    assert {rule for rule in sites if other[rule] != sites[rule]} == {"1.2"}


def test_words_on_one_line_are_one_entry(tmp_path: Path) -> None:
    (site,) = found(tmp_path, 'A = (\n    "x",\n    "y", "z",  # [1.1]\n)\n').values()
    assert (site.name, site.first, site.last) == ("A", 3, 3)
    (site,) = found(tmp_path, 'A, B = ("x", "y")  # [1.1]\n').values()
    assert (site.name, site.first, site.last) == ("A", 1, 1)


def test_tables_and_scenarios_cite_rules(tmp_path: Path) -> None:
    table = tmp_path / "x.csv"
    table.write_text("# rule: T.x\na,b\n1,2\n")
    assert [rule for rule, _ in data_sites(table, "x.csv", KNOWN)] == ["T.x"]
    scenario = tmp_path / "s.yaml"
    scenario.write_text("turns: 20  # [S1.1]\nother:\n  - 1\n")
    ((rule, site),) = data_sites(scenario, "s.yaml", KNOWN)
    assert (rule, site.name, site.first, site.last) == ("S1.1", "turns", 1, 1)


def test_what_shows_a_rule_does_not_enforce_it_unless_nothing_else_does() -> None:
    chapter, chart, screen, proof = (
        Site(f"systems/toy/{place}", "x", 1, 1, "h")
        for place in ("moves/march.py", "tables/march.csv", "table/cards.py", "proof/veil.py")
    )
    assert enforcing([chapter, screen, chart, proof]) == [chapter, chart]
    assert enforcing([screen, proof]) == [screen, proof]


@pytest.mark.parametrize(("system", "rule"), [("wb95", "5.1.3"), ("ocs", "9.12c")])
def test_the_systems_are_searched(system: str, rule: str) -> None:
    sites = find_sites(system, {rule})[rule]
    assert sites
    assert not any(site.path.startswith(f"systems/{system}/table/") for site in sites)
