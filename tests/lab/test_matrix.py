"""The matrix of rules: what a proof is, when it ends, and what counts as a gap."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grognard import library
from grognard.engine.rulebook import Rule, read_rules, systems_with_rules
from grognard.lab.citations import Site
from grognard.lab.matrix import Matrix, Trial, matrix, read_trials, write_trials

CHECK = Site("systems/toy/moves/march.py", "March.check", 10, 20, "aaaa")
LIMIT = Site("systems/toy/moves/march.py", "LIMIT", 5, 5, "bbbb")
TWICE = replace(CHECK, first=12, last=12, hash="cccc")
RULES = [Rule("1.1", "mechanic", "March"), Rule("1.2", "component", "Counters")]


def proof_of(site: Site) -> Trial:
    return Trial(site.key, site.hash, 3, "true returned in `return x`", "tests/t.py::test_x")


def survived(site: Site) -> Trial:
    return Trial(site.key, site.hash, 24)


def untried(site: Site) -> Trial:
    return Trial(site.key, site.hash)


def toy(sites: list[Site], trials: list[Trial]) -> Matrix:
    return Matrix("toy", RULES, {"1.1": sites}, {"1.1": trials})


def test_a_rule_is_proven_by_one_site_while_all_stand_as_they_were() -> None:
    whole = toy([CHECK, LIMIT], [proof_of(CHECK), untried(LIMIT)])
    assert whole.state("1.1") == "proven"
    assert whole.state("1.2") == "component"
    assert whole.gaps() == []


def test_a_heading_asks_for_nothing_by_itself() -> None:
    whole = Matrix("toy", [*RULES, Rule("2.0", "heading", "Combat")], {"1.1": [CHECK]}, {})
    assert whole.state("2.0") == "heading"
    assert whole.gaps() == ["1.1"]
    assert (whole.to_json()["components"], whole.to_json()["headings"]) == (1, 1)


@pytest.mark.parametrize("changed", [CHECK, LIMIT])
def test_a_rule_with_two_sites_is_stale_when_either_changes(changed: Site) -> None:
    sites = [replace(s, hash="ffff") if s == changed else s for s in (CHECK, LIMIT)]
    whole = toy(sites, [proof_of(CHECK), proof_of(LIMIT)])
    assert whole.state("1.1") == "stale"
    assert whole.gaps() == whole.stale() == ["1.1"]


def test_a_new_site_makes_a_rule_stale_and_so_does_a_lost_one() -> None:
    assert toy([CHECK, LIMIT], [proof_of(CHECK)]).state("1.1") == "stale"
    assert toy([CHECK], [proof_of(CHECK), survived(LIMIT)]).state("1.1") == "stale"
    assert toy([], [proof_of(CHECK)]).state("1.1") == "stale"


def test_code_that_moves_stays_proven() -> None:
    down = replace(CHECK, first=110, last=120)
    away = replace(CHECK, path="systems/toy/moves/check.py", name="Column.check")
    for moved in (down, away):
        assert toy([moved, LIMIT], [proof_of(CHECK), untried(LIMIT)]).state("1.1") == "proven"
    renamed = replace(CHECK, name="March.why_not")
    assert toy([renamed], [proof_of(CHECK)]).state("1.1") == "stale"


def test_two_sites_of_one_function_are_told_apart() -> None:
    trials = [proof_of(CHECK), survived(TWICE)]
    assert [t and t.verdict for _, t in toy([TWICE, CHECK], trials).sites_of("1.1")] == [
        "survived", "proven",
    ]  # fmt: skip
    changed = replace(TWICE, hash="dddd")
    assert toy([changed, CHECK], trials).state("1.1") == "stale"


def test_the_same_words_twice_need_two_proofs() -> None:
    again = replace(TWICE, first=15, last=15)
    assert toy([TWICE, again], [proof_of(TWICE)]).state("1.1") == "stale"
    assert toy([TWICE, again], [proof_of(TWICE), survived(again)]).state("1.1") == "proven"


def test_a_site_that_survives_is_counted_and_is_no_gap() -> None:
    whole = toy([CHECK, LIMIT], [proof_of(CHECK), survived(LIMIT)])
    assert whole.gaps() == []
    assert whole.counts() == {"proven": 1, "survived": 1, "untried": 0, "new": 0}
    assert whole.weak("1.1") == [LIMIT]


def test_a_rule_that_nothing_proves_is_a_gap() -> None:
    assert toy([CHECK], [survived(CHECK)]).state("1.1") == "gap"
    assert toy([CHECK], []).state("1.1") == "gap"
    assert toy([], []).state("1.1") == "gap"


def test_the_matrix_in_numbers() -> None:
    whole = toy([CHECK, LIMIT], [proof_of(CHECK), survived(LIMIT)])
    assert whole.to_json() == {
        "system": "toy", "total": 2, "components": 1, "headings": 0, "enforced": 1,
        "proven": 1, "gaps": [], "stale": [],
        "sites": {"proven": 1, "survived": 1, "untried": 0, "new": 0},
        "cases": 0, "read_once": ["1.1"],
    }  # fmt: skip


def test_proofs_are_kept_one_site_a_line_in_an_order_that_moves_do_not_change(
    tmp_path: Path,
) -> None:
    (tmp_path / "systems" / "toy").mkdir(parents=True)
    write_trials("toy", {"1.1": [survived(TWICE), untried(LIMIT), proof_of(CHECK)]}, tmp_path)
    kept = read_trials("toy", tmp_path)
    assert kept == {"1.1": [untried(LIMIT), proof_of(CHECK), survived(TWICE)]}
    text = (tmp_path / "systems" / "toy" / "proofs.json").read_text()
    assert len(text.splitlines()) == 2 + 2 + 3
    write_trials("toy", kept, tmp_path)
    assert (tmp_path / "systems" / "toy" / "proofs.json").read_text() == text
    assert read_trials("other", tmp_path) == {}


@pytest.mark.parametrize("system", library.whole())
def test_no_system_has_a_gap(system: str) -> None:
    """Every rule but the components is enforced, and its proofs are of the code as it is.

    After changing a rule's code, `make prove` proves what has become stale.
    """
    assert matrix(system).gaps() == []


def test_the_rulebooks_are_indexed_whole() -> None:
    assert {"wb95", "ocs"} <= {*systems_with_rules()}
    assert (len(read_rules("wb95")), len(read_rules("ocs"))) == (336, 687)
