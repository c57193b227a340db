"""What fills the gaps of the sentences in which a game is told: they stand in `phrases.csv`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.table.names import called, title
from grognard.table.telling import Phrases

COVERED = {"unit": "a covered unit", "units": "covered units"}
"""What those are called who are not named to the enemy."""


def _made(game: Gs, facts: Mapping[str, Any]) -> dict[str, str]:
    """What takes more than a fact as it stands: sums, rows of dice, and dice with what is added to
    them; and whoever is covered. [8.4.0]"""
    made = {
        key: f"{value['total']:+}" if key == "drm" else str(value["total"])
        for key, value in facts.items()
        if isinstance(value, Mapping) and "total" in value
    }
    made |= {
        key: ", ".join(str(one) for one in value)
        for key, value in facts.items()
        if isinstance(value, list | tuple) and value and all(type(one) is int for one in value)
    }
    if type(facts.get("roll")) is int:
        joins = int((facts.get("drm") or {"total": 0})["total"])
        sign = "−" if joins < 0 else "+"
        made["rolled"] = f"{facts['roll']} {sign} {abs(joins)}" if joins else str(facts["roll"])
    return made | {key: words for key, words in COVERED.items() if facts.get(key) in ("", [])}


PHRASES = Phrases(Path(__file__).parents[1] / "phrases.csv", called, title, _made)
