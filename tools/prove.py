"""Prove the rules: break the code that cites a rule and see whether a test of the rule fails.

The places that cite a rule are broken one at a time in a copy of the project, and the tests marked
with the rule are run. A site is proven when a test fails by its own assertion, or because an action
or a scenario that the rule allows is refused; a crash does not count. What was found is written
beside the rules as it is found, with the hash of the code it was found for; only sites that have
changed or come since are tried again.

    python tools/prove.py                    what has changed, in every system
    python tools/prove.py ocs                in this one
    python tools/prove.py ocs 9.11c 12.3     every site of these rules that is not proven
    python tools/prove.py --sites            also sites that nobody has tried yet
    python tools/prove.py --first            one proof a rule; leave its other new sites untried
    python tools/prove.py --again            everything again
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from trying import ROOT, Found, Task, Tests, read, run_tests, settle, work

from grognard import library
from grognard.engine.rulebook import read_rules, systems_with_rules
from grognard.lab.citations import Site
from grognard.lab.marks import Marked, find_marked
from grognard.lab.matrix import Matrix, Trial, matrix, read_trials, verdict, write_trials


@dataclass
class Kept:
    """A site of a rule, what is on record of it, and whether that was found just now."""

    site: Site
    trial: Trial | None
    now: bool = False


class Ledger:
    """What is on record of every site of a system; sites that are gone have no place in it."""

    def __init__(self, whole: Matrix, marked: dict[str, list[Marked]]) -> None:
        self.system = whole.system
        self.rules = {
            rule: [
                Kept(site, _standing(site, trial, marked.get(rule, ())))
                for site, trial in whole.sites_of(rule)
            ]
            for rule in whole.needed
        }

    def proven(self, rule: str) -> bool:
        """Whether a rule has a proof."""
        return any(verdict(kept.trial) == "proven" for kept in self.rules[rule])

    def fresh(self, rule: str) -> bool:
        """Whether a rule has a site of which nothing is on record."""
        return any(kept.trial is None for kept in self.rules[rule])

    def put(self, site: Site, rule: str, trial: Trial) -> None:
        """Put on record what was found out about a site."""
        for kept in self.rules[rule]:
            if kept.site == site:
                kept.trial, kept.now = trial, True

    def leave(self, rule: str) -> None:
        """Put the new sites of a rule on record as untried."""
        for kept in self.rules[rule]:
            kept.trial = kept.trial or Trial(kept.site.key, kept.site.hash)

    def write(self) -> None:
        """Keep it beside the rules."""
        trials = {r: [k.trial for k in kept if k.trial] for r, kept in self.rules.items()}
        write_trials(self.system, {rule: found for rule, found in trials.items() if found})


def _standing(site: Site, trial: Trial | None, marked: Iterable[Marked]) -> Trial | None:
    """A record at the place where the site is now; none if the test that proves it is gone."""
    if trial is None:
        return None
    if trial.test and trial.test.partition("[")[0] not in {test.node for test in marked}:
        return None
    return replace(trial, site=site.key)


# ---- what to try


def wanted(chosen: argparse.Namespace) -> set[str]:
    """The verdicts that are not enough."""
    if chosen.again:
        return {"new", "untried", "survived", "proven"}
    if chosen.rules:
        return {"new", "untried", "survived"}
    return {"new", "untried"} if chosen.sites else {"new"}


def by_site(ledger: Ledger, tests: Tests, retried: set[str]) -> list[Task]:
    """A task for each site that is to be tried, for all its rules together."""
    found: dict[Site, dict[str, Sequence[str]]] = {}
    for rule, nodes in tests.items():
        for kept in ledger.rules[rule]:
            if verdict(kept.trial) in retried:
                found.setdefault(kept.site, {})[rule] = nodes
    return [Task((site,), rules) for site, rules in found.items()]


def by_rule(ledger: Ledger, tests: Tests) -> list[Task]:
    """A task for each rule without a proof: whatever was not tried just now, until one is caught.

    What does something comes before what is only named or listed: it is broken in more telling
    ways, and grafted in no time. Of either the narrowest come first.
    """
    tasks = []
    for rule, nodes in tests.items():
        sites = [kept.site for kept in ledger.rules[rule] if not kept.now]
        if sites and not ledger.proven(rule):
            narrow = sorted(sites, key=lambda site: (not _runs(site), site.last - site.first))
            tasks.append(Task(tuple(narrow), {rule: nodes}, until_caught=True))
    return tasks


def _runs(site: Site) -> bool:
    """Whether a site is a function or a part of one, by its name."""
    name = site.name.rpartition(".")[2].lstrip("_")
    return site.path.endswith(".py") and name[:1].islower()


def concerned(ledger: Ledger, chosen: argparse.Namespace) -> list[str]:
    """The rules with something to try."""
    retried = wanted(chosen)
    return [
        rule
        for rule, sites in ledger.rules.items()
        if not chosen.rules or rule in chosen.rules
        if not ledger.proven(rule) or any(verdict(kept.trial) in retried for kept in sites)
    ]


def provable(
    ledger: Ledger, rules: Iterable[str], marked: dict[str, list[Marked]]
) -> Iterator[str]:
    """The rules that have sites and tests; says what the others lack."""
    for rule in rules:
        if not ledger.rules[rule]:
            print(f"{rule}: no code cites it")
        elif rule not in marked:
            print(f"{rule}: no test is marked")
        else:
            yield rule


def sound_tests(system: str, rules: Iterable[str], files: Iterable[str]) -> dict[str, list[str]]:
    """The tests of some rules, the quickest first, without those that fail as the code is: they
    would prove anything."""
    outcome = run_tests(ROOT, sorted(files), system, [*rules])
    tests = {rule: outcome.marked.get(rule, []) for rule in rules}
    every = {node for nodes in tests.values() for node in nodes}
    failing = {*outcome.failed} | every - {*outcome.took}
    for node in sorted(failing):
        print(f"{node} fails or is skipped without a mutant, and proves nothing")
    return {
        rule: sorted({*nodes} - failing, key=lambda node: (outcome.took[node], node))
        for rule, nodes in tests.items()
        if {*nodes} - failing
    }


# ---- doing it


def prove(system: str, chosen: argparse.Namespace) -> bool:
    """Prove what is asked for in a system, and keep what is found; says whether gaps are left."""
    marked = find_marked(system)
    whole = matrix(system)
    ledger = Ledger(whole, marked)
    rules = [*provable(ledger, concerned(ledger, chosen), marked)]
    if chosen.first:
        for rule in [rule for rule in rules if ledger.proven(rule)]:
            ledger.leave(rule)
        rules = [rule for rule in rules if not ledger.proven(rule)]
    if rules:
        files = {test.path for rule in rules for test in marked[rule]}
        tests = sound_tests(system, rules, files)
        with tempfile.TemporaryDirectory() as folder:
            context = multiprocessing.get_context("fork")
            with context.Pool(chosen.jobs, settle, (folder, files)) as pool:
                if not chosen.first:
                    for found in pool.imap_unordered(work, by_site(ledger, tests, wanted(chosen))):
                        keep(ledger, read(found))
                for found in pool.imap_unordered(work, by_rule(ledger, tests)):
                    keep(ledger, read(found), chosen.first)
    ledger.write()
    return report(replace(whole, trials=read_trials(system)))


def keep(ledger: Ledger, found: list[Found], first: bool = False) -> None:
    """Write down what was found, so that an interrupted run loses nothing."""
    for site, rule, trial in found:
        ledger.put(site, rule, trial)
        print(f"{rule}: {site.key}: {trial.verdict}, {trial.tried} tried", flush=True)
        if first:
            ledger.leave(rule)
    ledger.write()


def report(whole: Matrix) -> bool:
    """Say how a system stands, and whether it has gaps."""
    gaps, sites = whole.gaps(), ", ".join(f"{n} {word}" for word, n in whole.counts().items())
    proven = len(whole.needed) - len(gaps)
    print(f"{whole.system}: {proven} of {len(whole.needed)} rules proven; sites: {sites}")
    if gaps:
        print(f"{whole.system}: gaps: {' '.join(gaps)}")
    return bool(gaps)


def main() -> int:
    """Prove the systems that are asked for, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("system", nargs="?", choices=systems_with_rules())
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--sites", action="store_true", help="also what nobody has tried yet")
    parser.add_argument("--first", action="store_true", help="one proof a rule is enough")
    parser.add_argument("--again", action="store_true", help="also what is proven already")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    known = {rule.id for rule in read_rules(chosen.system)} if chosen.rules else set()
    if unknown := {*chosen.rules} - known:
        parser.error(f"{chosen.system} has no rule {' '.join(sorted(unknown))}")
    systems = [chosen.system] if chosen.system else library.whole()
    return max([prove(system, chosen) for system in systems])


if __name__ == "__main__":
    sys.exit(main())
