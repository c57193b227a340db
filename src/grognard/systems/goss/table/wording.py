"""The words of GOSS at a screen: parts of actions and of reckonings, results, suppositions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.systems.goss.scenario import Gs
from grognard.table.cards import Tone
from grognard.table.casts import Cast

PARTS = {
    "units": "units", "guns": "guns", "volleys": "volleys", "spotter": "spotter",
    "points": "air points", "hq": "headquarters", "formations": "formations", "corps": "corps",
}  # fmt: skip
"""What the lists of those who take part are called."""
TITLES = {
    "attack": "attack", "defence": "defence", "ratio": "odds", "shift": "column shifts",
    "modifier": "on the dice", "drm": "on the dice", "column": "column", "line": "terrain line",
    "roll": "roll", "rolled": "roll", "points": "points", "capacity": "capacity",
}  # fmt: skip
"""What the parts of a reckoning are called."""
PURPOSES = {
    "assault-result": "assaults", "volleys": "artillery", "check": "proficiency checks",
    "leader-check": "leaders", "coup-de-main": "coups de main", "depletion": "ammunition",
    "ammunition-roll": "ammunition", "slipped": "scouts", "demolition": "bridges",
    "bridge-check": "bridges", "on-hand": "supplies", "fuel-value": "fuel",
}  # fmt: skip
"""What dice are rolled for, by the kind of event."""
CASTS = {
    "assault-result": Cast("Ground assault"),
    "volleys": Cast("Volleys"),
    "check": Cast("Proficiency check"),
    "leader-check": Cast("Leader's check"),
    "coup-de-main": Cast("Coup de main"),
    "depletion": Cast("Ammunition"),
    "ammunition-roll": Cast("Ammunition for guns"),
    "slipped": Cast("Past the enemy"),
    "weather-roll": Cast("Weather"),
    "demolition": Cast("Blowing up a bridge"),
    "bridge-check": Cast("Will the bridge bear it?"),
    "on-hand": Cast("Supplies on hand"),
    "fuel-value": Cast("How far the fuel goes"),
    "ena-roll": Cast("Extended night"),
}
"""How the dice are read, by the kind of event."""


SUPPOSED = {
    "use-cover": "{player} use what shelters them best",
    "lead": "{player} name the lead unit that is usual",
    "lead-armor": "{player} name the lead armor that is usual",
    "who-defends": "{player} defend with the units that are usual",
    "use-leader": "{player} let no other leader take part than is usual",
    "reserves": "{player} commit the reserves that are usual",
    "support": "{player} help with the neighbours that are usual",
    "combined-arms": "{player} combine their arms as is usual",
    "terrain-line": "{player} choose the terrain line that is usual",
    "intercept": "{player} intercept as is usual",
}
"""What odds suppose of an answer, by the name of the question."""


def supposed(note: Mapping[str, Any]) -> str:
    """What odds suppose of a question."""
    if note.get("text"):
        return str(note["text"])
    known = SUPPOSED.get(note["question"], "{player} answer as is usual")
    return known.format(**note)


def results(game: Gs, facts: Sequence[Mapping[str, Any]]) -> str:
    """What a mission or an assault comes to, in few words; empty where the events say it all."""
    for fact in facts:
        if "shifts" in fact and "hits" in fact:
            hits = fact["hits"]
            said = [f"{hits} {'hit' if hits == 1 else 'hits'}"] * bool(hits)
            said += [f"{fact['shifts']} AS"] * bool(fact["shifts"])
            return ", ".join(said) or "nothing happens"
    return ""


def tone(game: Gs, facts: Sequence[Mapping[str, Any]]) -> Tone:
    """Whether an outcome is good for whoever acts."""
    for fact in facts:
        if "shifts" in fact and "hits" in fact:
            return "good" if fact["hits"] or fact["shifts"] else "plain"
        for key in ("passed", "taken", "won", "done"):
            if key in fact:
                return "good" if fact[key] else "bad"
    return "plain"
