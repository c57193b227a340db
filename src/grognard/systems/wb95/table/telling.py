"""The tale of a game: what happened, and what a result means, in sentences.

Units are told by number and formation, as `3/2 ARM`. Only what an event tells the listener is used,
so the tale knows no more than he may. [16.1.1]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from grognard.engine.event import Event
from grognard.systems.wb95.charts import SideResult
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.words import call, levels
from grognard.table.cards import Tone
from grognard.table.tabletop import Tale

Facts = Mapping[str, Any]

LOUD = ("attack", "eliminated", "victory", "holding", "air combat", "bonus")
"""What must not be overlooked."""
QUIET = {
    "move": "moves",
    "setup": "changes the set-up of guns",
    "mark": "marks for strategic movement",
    "dug in": "digs in",
    "arrange": "rearranges stacks",
    "mask": "covers stacks",
    "unmask": "uncovers stacks",
    "fortification gone": "field fortifications are abandoned",
}
"""Routine, of which much happens at a time: told together, with what heads the list."""


# ---- what happened


def tell(game: Wb, events: Sequence[Event]) -> list[Tale]:
    """Events as a story: routine of one kind in one breath, battles blow by blow."""
    story: list[Tale] = []
    for kind, run in groupby(events, key=lambda event: event.kind):
        group = list(run)
        if kind in QUIET and len(group) > 1:
            story.append(_together(game, kind, group))
        else:
            story.extend(_alone(game, event) for event in group)
    return story


def _together(game: Wb, kind: str, events: Sequence[Event]) -> Tale:
    details = "; ".join(_short(game, event) for event in events)
    return Tale(f"{QUIET[kind]}: {details}", events[0].rule)


def _short(game: Wb, event: Event) -> str:
    """One piece of routine, in few words."""
    facts = event.facts
    if event.kind == "move":
        return _walked(game, facts)
    names = facts.get("units") or ([facts["unit"]] if "unit" in facts else [])
    where = facts.get("hex") or ", ".join(facts.get("hexes", ()))
    who = call(game, names)
    if event.kind == "setup":
        return f"{who or 'guns'} in {where} {'limbered' if facts['transport'] else 'deployed'}"
    return " in ".join(word for word in (who, where) if word) or event.text


def _walked(game: Wb, facts: Facts) -> str:
    who = call(game, facts.get("units", ())) or "units"
    return f"{who} {facts['from']}→{facts['path'][-1]}"


def _alone(game: Wb, event: Event) -> Tale:
    words = _TALES.get(event.kind)
    text = words(game, event) if words is not None else event.text
    loud = event.kind in LOUD or (event.outcome and event.kind != "disorganisation test")
    return Tale(text, event.rule, event.dice, loud)


def _attack(game: Wb, event: Event) -> str:
    facts = event.facts
    who = game.scenario.nations[facts["side"]]
    return f"{who} attack on {', '.join(facts['targets'])} with {call(game, facts['units'])}"


def _combat(game: Wb, event: Event) -> str:
    facts = event.facts
    rolled = f"{facts['roll']}"
    if facts["modified"] != facts["roll"]:
        rolled += f", counting as {facts['modified']}"
    return f"on {facts['column']} the dice give {rolled}: {outcome(facts)}"


def _unit(verb: str) -> Callable[[Wb, Event], str]:
    """A sentence about one unit, by its full name where the listener may know it."""

    def words(game: Wb, event: Event) -> str:
        name = event.facts.get("unit")
        if name is None:
            return event.text
        where = event.facts.get("hex")
        return f"{call(game, [name])}{f' in {where}' if where else ''} {_verb(verb, event.facts)}"

    return words


def _verb(verb: str, facts: Facts) -> str:
    if verb == "tests":
        return f"{'fails' if facts['disorganised'] else 'passes'} a test against {facts['limit']}"
    if verb == "loses":
        return f"loses {levels(facts['levels'])}"
    if verb in ("retreats", "pursues"):
        return f"{verb} {'→'.join(facts['path'])}"
    return verb


_TALES: dict[str, Callable[[Wb, Event], str]] = {
    "move": lambda game, event: _walked(game, event.facts),
    "attack": _attack,
    "combat": _combat,
    "loss": _unit("loses"),
    "eliminated": _unit("is eliminated"),
    "disorganised": _unit("is disorganised"),
    "disorganisation test": _unit("tests"),
    "retreat": _unit("retreats"),
    "pursuit": _unit("pursues"),
}


# ---- what a result means


def outcome(facts: Facts) -> str:
    """The result of a combat, in words. [5.2.1f]"""
    attacker = effect(facts["attacker_result"])
    defender = effect(facts["defender_result"])
    if not attacker and not defender:
        return "nothing happens"
    parts = [("defender", defender), ("attacker", attacker)]
    return "; ".join(f"{side} {words}" for side, words in parts if words)


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
