"""The dossier of a rule: what it says in our words, the code that enforces it, and its proofs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from grognard.engine.rulebook import PACKAGE, Rule, read_summaries, root_of
from grognard.lab.citations import Site
from grognard.lab.marks import Marked, find_marked, has_tests
from grognard.lab.matrix import State, Trial, matrix_of, verdict
from grognard.lab.readings import Case


@dataclass(frozen=True)
class Place:
    """A site with its code, and what was tried on it."""

    site: Site
    code: str
    trial: Trial | None

    def to_json(self) -> dict[str, Any]:
        """The place as data."""
        trial = self.trial
        return {
            **{name: getattr(self.site, name) for name in ("path", "name", "first", "last")},
            "code": self.code,
            "verdict": verdict(trial),
            "mutation": trial.mutation if trial else "",
            "test": trial.test if trial else "",
            "tried": trial.tried if trial else None,
        }


@dataclass(frozen=True)
class Dossier:
    """Everything that is known about a rule; no tests where they are not at hand."""

    rule: Rule
    summary: str
    state: State
    places: tuple[Place, ...]
    gone: tuple[Trial, ...]
    tests: tuple[Marked, ...] | None
    read_twice: bool
    cases: tuple[Case, ...]
    """What a second reader made of it."""

    def to_json(self) -> dict[str, Any]:
        """The dossier as data."""
        tests = None if self.tests is None else [_test(test) for test in self.tests]
        return {
            **asdict(self.rule),
            "summary": self.summary,
            "state": self.state,
            "sites": [place.to_json() for place in self.places],
            "gone": [trial.site for trial in self.gone],
            "tests": tests,
            "read_twice": self.read_twice,
            "cases": [asdict(case) for case in self.cases],
        }


def _test(test: Marked) -> dict[str, str]:
    return {"node": test.node, "about": test.about}


def dossier(system: str, rule: Rule, package: Path = PACKAGE) -> Dossier:
    """The dossier of a rule, its sites in the order of their files and lines."""
    whole = matrix_of(system, rule, package)
    kept = sorted(whole.sites_of(rule.id), key=lambda k: (k[0].path, k[0].first, -k[0].last))
    root = package.parent.parent
    return Dossier(
        rule,
        read_summaries(system, package).get(rule.id, ""),
        whole.state(rule.id),
        tuple(Place(site, _code(root_of(system, package), site), trial) for site, trial in kept),
        tuple(whole.gone(rule.id)),
        tuple(find_marked(system, root).get(rule.id, ())) if has_tests(root) else None,
        whole.readings.read(rule.id),
        tuple(whole.readings.of(rule.id)),
    )


def _code(root: Path, site: Site) -> str:
    lines = (root / site.path).read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[site.first - 1 : site.last])
