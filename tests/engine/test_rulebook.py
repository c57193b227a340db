"""The matrix of rules: what counts as a citation, what as a proof, and when a proof ends."""

from __future__ import annotations

from pathlib import Path

from grognard.engine.rulebook import (
    Matrix,
    Proof,
    Rule,
    code_sites,
    data_sites,
    find_sites,
    matrix,
    read_rules,
)

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


def sites(tmp_path: Path, code: str):
    path = tmp_path / "chapter.py"
    path.write_text(code)
    return dict(code_sites(path, "chapter.py", KNOWN))


def test_docstrings_comments_constants_and_refusals_cite_rules(tmp_path: Path) -> None:
    found = sites(tmp_path, CODE)
    assert {rule: (site.name, site.first, site.last) for rule, site in found.items()} == {
        "1.1": ("module", 2, 2),
        "1.2": ("check", 6, 10),
        "1.3a": ("check", 8, 9),
        "2.1": ("check", 9, 9),
    }


def test_a_word_that_is_no_rule_cites_nothing(tmp_path: Path) -> None:
    assert sites(tmp_path, '"""See [9.9] and [note]."""\nx = "9.9"\n') == {}


def test_the_hash_follows_the_code_and_not_its_words(tmp_path: Path) -> None:
    before = sites(tmp_path, CODE)["1.2"].hash
    assert sites(tmp_path, CODE.replace("Nobody may", "None shall"))["1.2"].hash == before
    assert sites(tmp_path, CODE.replace("n > LIMIT:", "n > LIMIT :"))["1.2"].hash == before
    assert sites(tmp_path, CODE.replace("n > LIMIT", "n >= LIMIT"))["1.2"].hash != before


def test_tables_and_scenarios_cite_rules(tmp_path: Path) -> None:
    table = tmp_path / "x.csv"
    table.write_text("# rule: T.x\na,b\n1,2\n")
    assert [rule for rule, _ in data_sites(table, "x.csv", KNOWN)] == ["T.x"]
    scenario = tmp_path / "s.yaml"
    scenario.write_text("turns: 20  # [S1.1]\nother:\n  - 1\n")
    ((rule, site),) = data_sites(scenario, "s.yaml", KNOWN)
    assert (rule, site.first, site.last) == ("S1.1", 1, 1)


def test_a_rule_is_proven_only_for_the_code_that_was_broken(tmp_path: Path) -> None:
    found = sites(tmp_path, CODE)
    rules = [Rule("1.2", "mechanic", "x"), Rule("1.1", "component", "y"), Rule("2.1", "table", "z")]
    proof = Proof("chapter.py:check", found["1.2"].hash, "m", "t", 1, 1)
    whole = Matrix("toy", rules, {rule: [site] for rule, site in found.items()}, {"1.2": proof})
    assert whole.gaps() == ["2.1"]
    assert whole.to_json() == {
        "system": "toy", "total": 3, "components": 1, "enforced": 2, "proven": 1, "gaps": ["2.1"],
    }  # fmt: skip
    changed = sites(tmp_path, CODE.replace("n > LIMIT", "n >= LIMIT"))
    stale = Matrix("toy", rules, {"1.2": [changed["1.2"]]}, {"1.2": proof})
    assert stale.gaps() == ["1.2", "2.1"]


def test_wb95_has_no_gap() -> None:
    """Every rule but the components is enforced, and its proof is on record for the code as it is.

    After changing a rule's code, `python tools/prove.py wb95` proves what has become stale.
    """
    found = matrix("wb95")
    assert len(read_rules("wb95")) == 336
    assert found.gaps() == []
    assert find_sites("wb95", {"5.1.3"})["5.1.3"]


def test_ocs_has_no_gap() -> None:
    """Every rule but the components is enforced, and its proof is on record for the code as it is.

    After changing a rule's code, `python tools/prove.py ocs` proves what has become stale.
    """
    found = matrix("ocs")
    assert len(read_rules("ocs")) == 687
    assert found.gaps() == []
    assert find_sites("ocs", {"9.12c"})["9.12c"]
