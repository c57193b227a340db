"""The words of Next War at a screen: parts of actions and of reckonings, results, suppositions."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.systems.nextwar.damage.strikes import X
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.table.telling import steps
from grognard.table.cards import Tone
from grognard.table.casts import Cast

PARTS = {
    "units": "units", "guns": "artillery", "helicopters": "helicopters", "ships": "ships",
    "air": "Air Points", "escorts": "escorting Air Points", "lead": "led by", "on": "goes on",
}  # fmt: skip
"""What the lists of those who take part are called."""
TITLES = {
    "attack": "attack", "defense": "defense", "ratio": "odds", "shifts": "column shifts",
    "drm": "on the die", "column": "column", "tally": "on the die", "roll": "roll",
    "what": "for",
}  # fmt: skip
"""What the parts of a reckoning are called."""
SUPPOSED = {
    "support": "{side} commits no support",
    "lead": "{side} is led by its most efficient unit",
    "defenders": "the strongest of {side} defend",
    "losses": "{side} spreads its losses as cheaply as it can",
    "stand": "{side} tries to hold where it may",
    "bleed": "{side} retreats rather than lose another step",
    "retreat": "{side} goes back towards home",
    "advance": "all of {side} advance who may",
    "flee": "helicopters of {side} fly out",
}
"""What odds suppose of the answers to a question."""
_FILE = Path(__file__).with_name("casts.csv")
with _FILE.open(encoding="utf-8", newline="") as _source:
    _ROLLS = {row["event"]: row for row in csv.DictReader(_source)}
PURPOSES = {kind: row["purpose"] for kind, row in _ROLLS.items() if row["purpose"]}
"""What dice are rolled for, by the kind of event."""
CASTS = {
    kind: Cast(row["title"], row["table"], row["column"] or Cast().column)
    for kind, row in _ROLLS.items()
}
"""How the dice are read, by the kind of event."""


def supposed(note: Mapping[str, Any]) -> str:
    """What odds suppose of a question."""
    question = str(note["question"])
    return SUPPOSED.get(question, question).format(side=note["player"])


def results(game: Nw, facts: Sequence[Mapping[str, Any]]) -> str:
    """What a battle comes to, in few words; empty where the events say it all. [9.7]"""
    fought = [fact for fact in facts if "defender_loses" in fact]
    if not fought:
        return struck(facts)
    first = fought[0]
    defender = [steps(first["defender_loses"])] * bool(first["defender_loses"])
    defender += ["retreat"] * bool(first["retreat"])
    sides = [f"defender: {', '.join(defender)}"] * bool(defender)
    sides += [f"attacker: {steps(first['attacker_loses'])}"] * bool(first["attacker_loses"])
    return "; ".join(sides) or "nothing happens"


def struck(facts: Sequence[Mapping[str, Any]]) -> str:
    """What a strike comes to; empty if there was none. [23.4.1]"""
    hits = [fact["hit"] for fact in facts if "hit" in fact and "row" in fact]
    if not hits:
        return ""
    return {0: "nothing happens", X: "destroyed, or Strike 3"}.get(hits[0], f"Strike {hits[0]}")


def tone(game: Nw, facts: Sequence[Mapping[str, Any]]) -> Tone:
    """Whether an outcome is good for whoever acts. [9.7]"""
    for fact in facts:
        if "defender_loses" in fact:
            hurt, won = fact["attacker_loses"], fact["defender_loses"] or fact["retreat"]
            return "warn" if hurt and won else "bad" if hurt else "good" if won else "plain"
        if "hit" in fact and "row" in fact:
            return "good" if fact["hit"] else "plain"
        for key in ("done", "success", "found"):
            if key in fact:
                return "good" if fact[key] else "bad"
        if "kept_off" in fact:
            return "bad" if fact["lost"] or fact["kept_off"] else "good"
    return "plain"
