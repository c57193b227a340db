"""What fills the gaps of the sentences in which a game is told: they stand in `phrases.csv`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.aiming import NAMED, target_words
from grognard.systems.nextwar.table.names import call, called, names, title
from grognard.table.telling import Phrases

Facts = Mapping[str, Any]
COLUMNS = {
    "firing_supremacy": "enemy Air Supremacy", "firing_superiority": "enemy Air Superiority",
    "firing_advantage": "enemy Air Advantage", "contested": "contested skies",
    "flying_advantage": "own Air Advantage", "flying_superiority": "own Air Superiority",
    "flying_supremacy": "own Air Supremacy",
}  # fmt: skip
"""The columns of air defense fire. [6.6.1]"""
LEVELS = {
    "advantage": "Air Advantage", "superiority": "Air Superiority", "supremacy": "Air Supremacy",
}  # fmt: skip
"""How far a side rules the air. [6.4]"""


def steps(number: int) -> str:
    """So many steps. [9.7.1]"""
    return f"{number} step{'s' * (number != 1)}"


def outcome(facts: Facts) -> str:
    """The result of a battle in words, the defender's part first. [9.7]"""
    defender = [f"loses {steps(facts['defender_loses'])}"] * bool(facts["defender_loses"])
    defender += ["retreats"] * bool(facts["retreat"])
    attacker = [f"loses {steps(facts['attacker_loses'])}"] * bool(facts["attacker_loses"])
    said = (("the defender", defender), ("the attacker", attacker))
    return "; ".join(f"{who} {' and '.join(what)}" for who, what in said if what)


def rolled(facts: Facts) -> str:
    """What a die shows, and what it counts as. [2.6]"""
    joins = int((facts.get("drm") or facts.get("tally") or {"total": 0})["total"])
    shown = facts["roll"]
    return f"{shown} {'−' if joins < 0 else '+'} {abs(joins)}" if joins else str(shown)


COLLATERAL = {
    "-": "no effect",
    "Air": "an air unit suffers",
    "Air*": "an air unit of the enemy's choice suffers",
    "AmPt": "an Airmobile Point is lost",
    "Air AmPt": "an air unit suffers, and an Airmobile Point is lost",
    "Air* AmPt": "an air unit of the enemy's choice suffers, and an Airmobile Point is lost",
    "Air* Air AmPt": "two air units suffer, one of the enemy's choice; an Airmobile Point is lost",
    "Step": "it loses a step",
    "Elim": "it is eliminated",
}
"""What the table of collateral damage says, in words."""


def _made(game: Nw, facts: Facts) -> dict[str, str]:
    """What takes more than a fact as it stands: sums, results, several things at once."""
    made = {
        key: f"{value['total']:+}" if key in ("tally", "drm", "shifts") else str(value["total"])
        for key, value in facts.items()
        if isinstance(value, Mapping) and "total" in value
    }
    if type(facts.get("roll")) is int:
        made["rolled"] = rolled(facts)
    if "defender_loses" in facts:
        made["outcome"] = outcome(facts)
    if "column" in facts:
        made["column"] = COLUMNS.get(str(facts["column"]), str(facts["column"]))
    if facts.get("level") in LEVELS:
        made["level"] = LEVELS[facts["level"]]
    if isinstance(facts.get("target"), str):
        hexes = facts.get("hexes") or ()
        made["target"] = target_words(game, facts["target"], hexes, names(game))
    if facts.get("at") in NAMED:
        made["at"] = NAMED[facts["at"]]
    if isinstance(facts.get("bridge"), list):
        made["bridge"] = "–".join(facts["bridge"])
    if isinstance(facts.get("gains"), Mapping):
        points = facts["gains"].items()
        made["score"] = ", ".join(f"{title(game, side)} {gained}" for side, gained in points)
    if isinstance(facts.get("points"), Mapping):
        points = facts["points"].items()
        made["score"] = " to ".join(f"{title(game, side)} {total}" for side, total in points)
    if "site" in facts and facts.get("result") in COLLATERAL:
        made["result"] = COLLATERAL[facts["result"]]
    if "guns" in facts:
        made["support"] = _support(game, facts)
    return made


SUPPORTING = ("guns", "hqs", "helicopters", "ships", "aircraft", "escorts", "weasels")
"""What may be committed to a battle, in the order in which it is told. [9.2.4]"""


def _support(game: Nw, facts: Facts) -> str:
    """What a side commits to a battle. [9.2.4]"""
    points = facts.get("points", 0)
    flown = [f"{points} Air Point{'s' * (points != 1)}"] if points else []
    named = [name for arm in SUPPORTING for name in facts.get(arm, ())]
    gas = ["chemical weapons"] if facts.get("gas") else []
    return ", ".join([*flown, *([call(game, named)] if named else []), *gas])


PHRASES = Phrases(Path(__file__).parents[1] / "phrases.csv", called, title, _made)
