"""The matrix of rules: every rule, the sites that claim to enforce it, and what proves each.

A site is proven when breaking that very code was seen to make a test of the rule fail. What was
found is kept site by site, with the fingerprint of the code it was found for; so a rule is proven
while every site of it stands as it was and at least one is proven, and stale as soon as a site has
changed, gone or come. A site where every broken version survived is a weakness, but no gap.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from grognard.engine.rulebook import PACKAGE, Rule, folder_of, read_rules
from grognard.lab.citations import Site, find_sites
from grognard.lab.readings import Readings, read_readings

Verdict = Literal["proven", "survived", "untried"]
State = Literal["component", "heading", "proven", "stale", "gap"]


@dataclass(frozen=True)
class Trial:
    """What is on record of a site of a rule: how many broken versions were tried, and which of them
    a test of the rule has caught."""

    site: str
    hash: str
    tried: int | None = None
    mutation: str = ""
    test: str = ""

    @property
    def verdict(self) -> Verdict:
        """Proven by a test, survived whatever was tried, or not tried yet."""
        if self.test:
            return "proven"
        return "untried" if self.tried is None else "survived"


Kept = tuple[Site, Trial | None]
"""A site, and what is on record of it; nothing where it is new, or has changed."""


def paired(sites: Sequence[Site], trials: Iterable[Trial]) -> tuple[list[Kept], list[Trial]]:
    """Each site with its record, and the records of sites that are gone.

    A record belongs to the site at its place with its code; or else to one with its code that
    ends in the same name: it has moved.
    """
    held: dict[int, Trial] = {}
    left = list(trials)
    for same in (_placed, _named):
        for number, site in enumerate(sites):
            wanted = same(site.key, site.hash)
            found = next((t for t in left if same(t.site, t.hash) == wanted), None)
            if number not in held and found is not None:
                held[number] = found
                left.remove(found)
    return [(site, held.get(number)) for number, site in enumerate(sites)], left


def _placed(key: str, code: str) -> Hashable:
    return key, code


def _named(key: str, code: str) -> Hashable:
    return key.rpartition(":")[2].rpartition(".")[2], code


@dataclass
class Matrix:
    """Every rule of a system with its sites and what was tried on them."""

    system: str
    rules: list[Rule]
    sites: Mapping[str, list[Site]] = field(default_factory=dict)
    trials: Mapping[str, list[Trial]] = field(default_factory=dict)
    readings: Readings = field(default_factory=Readings)

    def __post_init__(self) -> None:
        """Find what is on record of each site."""
        self.needed = [rule.id for rule in self.rules if rule.enforced]
        self._kinds = {rule.id: rule.kind for rule in self.rules}
        self._kept = {
            rule.id: paired(self.sites.get(rule.id, ()), self.trials.get(rule.id, ()))
            for rule in self.rules
        }

    def sites_of(self, rule: str) -> list[Kept]:
        """The sites of a rule with what is on record of them."""
        return self._kept[rule][0]

    def gone(self, rule: str) -> list[Trial]:
        """What is on record of sites that are no more, or no more what they were."""
        return self._kept[rule][1]

    def state(self, rule: str) -> State:
        """Whether a rule is proven, or why it is not."""
        if rule not in self.needed:
            return "heading" if self._kinds[rule] == "heading" else "component"
        kept, gone = self._kept[rule]
        if self.trials.get(rule) and (gone or any(trial is None for _, trial in kept)):
            return "stale"
        return "proven" if self.proofs(rule) else "gap"

    def proofs(self, rule: str) -> list[Trial]:
        """The proofs of a rule that hold for the code as it is."""
        return [trial for _, trial in self.sites_of(rule) if trial and trial.verdict == "proven"]

    def weak(self, rule: str) -> list[Site]:
        """The sites of a rule where every broken version survived."""
        return [site for site, trial in self.sites_of(rule) if verdict(trial) == "survived"]

    def stale(self) -> list[str]:
        """Every rule with a site that has changed, gone or come since it was proven."""
        return [rule for rule in self.needed if self.state(rule) == "stale"]

    def gaps(self) -> list[str]:
        """Every rule, components and headings apart, that is not enforced, not proven, or stale."""
        return [rule for rule in self.needed if self.state(rule) != "proven"]

    def read_once(self) -> dict[str, list[str]]:
        """The rules that no second reader has read, chapter by chapter; most have none."""
        return self.readings.unread(self.needed)

    def counts(self) -> dict[str, int]:
        """How many sites are proven, have survived, are untried, or are new."""
        found = Counter(verdict(trial) for rule in self.needed for _, trial in self.sites_of(rule))
        return {word: found[word] for word in ("proven", "survived", "untried", "new")}

    def to_json(self) -> dict[str, Any]:
        """The matrix in numbers."""
        return {
            "system": self.system,
            "total": len(self.rules),
            "components": sum(rule.kind == "component" for rule in self.rules),
            "headings": sum(rule.kind == "heading" for rule in self.rules),
            "enforced": sum(1 for rule in self.needed if self.sites.get(rule)),
            "proven": sum(1 for rule in self.needed if self.state(rule) == "proven"),
            "gaps": self.gaps(),
            "stale": self.stale(),
            "sites": self.counts(),
            "cases": len(self.readings.cases),
            "read_once": [rule for rules in self.read_once().values() for rule in rules],
        }


def verdict(trial: Trial | None) -> str:
    """The word for a site's record, or for its having none."""
    return trial.verdict if trial else "new"


def matrix(system: str) -> Matrix:
    """The whole matrix of a system."""
    rules = read_rules(system)
    sites = find_sites(system, {rule.id for rule in rules})
    return Matrix(system, rules, sites, read_trials(system), read_readings(system))


def read_through(system: str) -> Matrix:
    """The matrix of a system as far as second readers are concerned: nothing is looked for in the
    code, which takes longest."""
    return Matrix(system, read_rules(system), readings=read_readings(system))


def matrix_of(system: str, rule: Rule, package: Path = PACKAGE) -> Matrix:
    """The matrix of a single rule."""
    sites = find_sites(system, {rule.id}, package)
    readings = read_readings(system, package.parent.parent)
    return Matrix(system, [rule], sites, read_trials(system, package), readings)


# ---- keeping


def _file(system: str, package: Path) -> Path:
    return folder_of(system, package) / "proofs.json"


def read_trials(system: str, package: Path = PACKAGE) -> dict[str, list[Trial]]:
    """What is on record of the sites of each rule."""
    path = _file(system, package)
    if not path.exists():
        return {}
    data = json.loads(path.read_text(encoding="utf-8"))
    return {rule: [Trial(**trial) for trial in trials] for rule, trials in data.items()}


def write_trials(
    system: str, trials: Mapping[str, Iterable[Trial]], package: Path = PACKAGE
) -> None:
    """Keep the record beside the rules, a line for each site, in an order that no move changes."""
    rules = ",\n".join(
        f" {json.dumps(rule, ensure_ascii=False)}: [\n{_lines(kept)}\n ]"
        for rule, kept in trials.items()
    )
    _file(system, package).write_text(f"{{\n{rules}\n}}\n", encoding="utf-8")


def _lines(trials: Iterable[Trial]) -> str:
    ordered = sorted(trials, key=lambda trial: (trial.site, trial.hash))
    return ",\n".join(f"  {json.dumps(_bare(trial), ensure_ascii=False)}" for trial in ordered)


def _bare(trial: Trial) -> dict[str, Any]:
    """A record without what it has nothing to say about."""
    return {name: value for name, value in asdict(trial).items() if value not in (None, "")}
