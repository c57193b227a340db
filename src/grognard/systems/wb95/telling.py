"""Telling: what events and results of combat read like. The sentences are in `phrases.csv`.

Units are told by number and formation, as `3/2 ARM`. Only what an event tells the listener is used,
so the tale knows no more than he may. [16.1.1]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from grognard.systems.wb95.charts import SideResult
from grognard.systems.wb95.mission_kinds import KINDS
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.words import names
from grognard.table.cards import Tone
from grognard.table.telling import Phrases

Facts = Mapping[str, Any]

# ---- what a result means


def outcome(facts: Facts) -> str:
    """The result of a combat, in words. [5.2.1f]"""
    attacker = effect(facts["attacker_result"])
    defender = effect(facts["defender_result"])
    if not attacker and not defender:
        return "nothing happens"
    parts = [("defender", defender), ("attacker", attacker)]
    return "; ".join(f"{side} {words}" for side, words in parts if words)


@cache
def effect(result: str) -> str:
    """One side's result, in words: `D2 -1` is to go back two hexes and to lose a level."""
    read = SideResult.parse(result)
    words = []
    if read.retreat:
        words.append(f"retreats {read.retreat}")
    if read.loss:
        words.append(f"loses {read.loss}")
    if read.disorganised:
        words.append("disorganised")
    if read.test:
        words.append("tests")
    return ", ".join(words)


def tone(facts: Sequence[Facts]) -> Tone:
    """Whether a result of combat is good for the attacker. [5.2.1f]"""
    for fact in facts:
        if "defender_result" in fact:
            hurt = bool(effect(fact["attacker_result"]))
            won = bool(effect(fact["defender_result"]))
            return "warn" if hurt and won else "bad" if hurt else "good" if won else "plain"
    return "plain"


# ---- what fills the gaps


def called(game: Wb, word: str) -> str:
    """What a counter, an aircraft or a mission is called; any other word as it is."""
    return names(game).get(word, word)


def title(game: Wb, side: str) -> str:
    """What a side is called: by its nation."""
    return game.scenario.nations[side]


def _made(game: Wb, facts: Facts) -> dict[str, str]:
    """What takes more than a fact as it stands."""
    made: dict[str, str] = {}
    if "attacker_result" in facts:
        made["outcome"] = outcome(facts)
    if "totals" in facts:
        scores = facts["totals"].items()
        made["score"] = " to ".join(f"{title(game, s)} {tally['total']}" for s, tally in scores)
    if "missions" in facts and facts["missions"] and "totals" not in facts:
        made["missions"] = "; ".join(_mission(mission) for mission in facts["missions"])
    if "sp" in facts and "mission" in facts:
        made["mission"] = _mission(facts)
    if "counters" in facts:
        made["counters"] = ", ".join(_sighted(row) for row in facts["counters"])
    for key in ("strength", "attack", "defence", "attacker_cm", "defender_cm"):
        found = facts.get(key)
        if found is not None and isinstance(found, Mapping):
            made[key] = str(found["total"])
    return made


def _mission(facts: Facts) -> str:
    """A mission as its facts tell it. [8.1.7]"""
    kind = KINDS[facts["mission"]].title
    return f"{kind} at {', '.join(facts['hexes'])} with {facts['sp']} SP"


def _sighted(row: Facts) -> str:
    """A counter that is come upon: its type, with its levels where these are told. [16.1.4]"""
    return f"{row['type']} of {row['cels']} CEL" if "cels" in row else str(row["type"])


PHRASES = Phrases(Path(__file__).with_name("phrases.csv"), called, title, _made)
