"""The tale of a game: what fills the gaps of its sentences, which stand in `phrases.csv`.

Nobody is told more than the event that reached him. [4.9]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grognard.systems.ocs.pieces.names import called as called
from grognard.systems.ocs.pieces.names import counters
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply.dumps import amount
from grognard.table.telling import Phrases

Facts = Mapping[str, Any]

# ---- what things are called

AIMS = {"units": "the units in", "base": "the Air Base in", "port": "the port of",
        "ships": "the ships in", "trains": "the railways round"}  # fmt: skip
MISSIONS = {
    "sweep": "a fighter sweep", "hip_shoot": "a hip shoot", "barrage": "a bombing",
    "trainbusting": "Trainbusting", "transport": "air transport", "drop": "an air drop",
    "transfer": "a transfer",
}  # fmt: skip
MODES = {
    "combat": "Combat Mode", "move": "Move Mode", "reserve": "Reserve", "strat": "Strat Mode",
    "exploit": "Exploitation Mode", "dg": "disorganised",
}  # fmt: skip
PURPOSES = {
    "attack": "an attack", "defence": "a defence", "barrage": "a barrage", "fuel": "fuel",
    "eat": "eating off the map", "refit": "refitting aircraft", "build": "building",
    "rebuild": "rebuilding", "repair": "repairs", "consolidate": "consolidation",
    "internals": "internal stocks", "ship": "ships", "recon": "a look at the enemy",
}  # fmt: skip


def call(game: Ocs, ids: Iterable[str]) -> str:
    """Several counters by their names."""
    return ", ".join(name(game, n) for n in ids)


def name(game: Ocs, word: str) -> str:
    """What a counter is called, a part as what it was split off; any other word as it is."""
    known = counters(game)
    return known.get(word) or known.get(word.partition("#")[0], word)


def steps(number: int) -> str:
    """So many steps. [4.6]"""
    return "1 step" if number == 1 else f"{number} steps"


def mode(word: str) -> str:
    """A mode in words. [5.1]"""
    return MODES.get(word, word)


def titles(game: Ocs) -> Mapping[str, str]:
    """What the sides are called: by their nation, or by their own names where several fight."""

    def compute() -> dict[str, str]:
        found: dict[str, set[str]] = {side: set() for side in game.scenario.sides}
        for counter in game.scenario.counters.values():
            found[counter.side].add(counter.nation)
        lead = game.scenario.nations
        return {s: lead[s] if len(n) < 2 else s.capitalize() for s, n in found.items()}

    return game.cached("side titles", (), compute)


def title(game: Ocs, side: str) -> str:
    """What a side is called."""
    return titles(game)[side]


# ---- what a result means

_RESULT = re.compile(r"(?:L(\d))?(?:o(\d))?(?:e(\d))?(DG)?")


def effect(result: str) -> str:
    """One side's combat result in words: `L1o2DG` costs a step, two options, and order. [9.10]"""
    match = _RESULT.fullmatch(result)
    if match is None:
        return result
    lost, options, exploits, dg = match.groups()
    words = [f"loses {steps(int(lost))}"] if lost else []
    words += [f"takes {options} option{'s' * (options != '1')}"] if options else []
    words += ["is disorganised"] if dg else []
    words += [f"may exploit with {exploits} and better"] if exploits else []
    return ", ".join(words)


def outcome(result: str) -> str:
    """A combat result in words, the defender's part first. [9.10]"""
    parts = {word[0]: effect(word[1:]) for word in result.split()}
    sides = (("defender", parts.get("D", "")), ("attacker", parts.get("A", "")))
    return "; ".join(f"the {who} {words}" for who, words in sides if words) or "nothing happens"


# ---- what fills the gaps


def _made(game: Ocs, facts: Facts) -> dict[str, str]:
    """What takes more than a fact as it stands: amounts, levels, several at once."""
    made = _amounts(facts)
    for key, words in (
        ("purpose", PURPOSES),
        ("mission", MISSIONS),
        ("aim", AIMS),
        ("mode", MODES),
    ):
        if facts.get(key):
            made[key] = words.get(facts[key], str(facts[key]))
    if isinstance(facts.get("strength"), Mapping):
        made["strength"] = str(facts["strength"]["total"])
    if "target" in facts and "result" in facts:
        made["outcome"] = outcome(facts["result"])
    if isinstance(facts.get("units"), Mapping):
        made["units"] = call(game, facts["units"])
    if isinstance(facts.get("to"), Mapping):
        homes = facts["to"].items()
        made["homes"] = "; ".join(f"{call(game, [key])} to {base}" for key, base in homes)
    if isinstance(facts.get("aircraft"), Mapping):
        there = facts["aircraft"].items()
        made["sides"] = " against ".join(f"{call(game, k)} ({title(game, s)})" for s, k in there)
    return made


def _amounts(facts: Facts) -> dict[str, str]:
    """Supply and replacements as they are counted. [12.0a] [13.5]"""
    made: dict[str, str] = {}
    if facts.get("tokens"):
        given = facts["tokens"]
        made["amount"] = amount(sum(given.values()) if isinstance(given, Mapping) else given)
    if "amount" in facts and "what" in facts:
        supply = facts["what"] == "supply"
        made["amount"] = amount(facts["amount"]) if supply else f"{facts['amount']} {facts['what']}"
    if facts.get("destroyed"):
        made["burnt"] = amount(facts["destroyed"])
    if "tried" in facts:
        made["gone"], made["tried"] = amount(facts["lost"]), amount(facts["tried"])
    if "was" in facts and "level" in facts:
        made["stocks"] = ("full", "Low", "Exhausted")[facts["level"]]
    kinds = {"pax": "men", "eq": "equipment", "air": "steps of aircraft"}
    came = [f"{facts[key]} {word}" for key, word in kinds.items() if key in facts]
    return made | ({"came": ", ".join(came)} if came else {})


PHRASES = Phrases(Path(__file__).parents[1] / "phrases.csv", name, title, _made)
