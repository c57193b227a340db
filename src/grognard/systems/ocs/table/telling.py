"""The tale of a game: every kind of event as a sentence.

A kind has one or more sentences with gaps; the first whose gaps the facts can fill is told. So who
may know less is told less, and the tale knows no more than the event that reached him. [4.9]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from string import Formatter
from typing import Any

from grognard.engine.event import Event
from grognard.systems.ocs.pieces.names import called as called
from grognard.systems.ocs.pieces.names import counters
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply.dumps import amount
from grognard.systems.ocs.table.sentences import (
    AIMS,
    AS_TOLD,
    LOUD,
    MISSIONS,
    MODES,
    PURPOSES,
    QUIET,
    SENTENCES,
)
from grognard.table.tabletop import Tale

Facts = Mapping[str, Any]

# ---- what things are called


def call(game: Ocs, ids: Iterable[str]) -> str:
    """Several counters by their names."""
    known = counters(game)
    return ", ".join(known.get(n) or known.get(n.partition("#")[0], n) for n in ids)


def steps(number: int) -> str:
    """So many steps. [4.6]"""
    return "1 step" if number == 1 else f"{number} steps"


def mode(name: str) -> str:
    """A mode in words. [5.1]"""
    return MODES.get(name, name)


# ---- a story


def tell(game: Ocs, player: str | None, events: Sequence[Event]) -> list[Tale]:
    """Events as a story: routine of one kind in one breath, battles blow by blow."""
    story: list[Tale] = []
    for kind, run in groupby(events, key=lambda event: event.kind):
        group = list(run)
        if kind in QUIET and len(group) > 1:
            details = "; ".join(sentence(game, event) for event in group)
            story.append(Tale(f"{QUIET[kind]}: {details}", group[0].rule))
        else:
            story.extend(
                Tale(sentence(game, event), event.rule, event.dice, loud(event)) for event in group
            )
    return story


def loud(event: Event) -> bool:
    """Whether an event must not be overlooked: what the dice decide, if they do anything."""
    if event.kind in LOUD:
        return True
    if event.kind == "attrition":
        return bool(event.facts.get("lost"))
    nothing = event.facts.get("result") == "no effect" or event.facts.get("hit") is False
    return event.outcome and not nothing


def sentence(game: Ocs, event: Event) -> str:
    """One event in words: the first sentence of its kind that its facts can fill."""
    facts = dict(event.facts)
    special = SPECIAL.get(event.kind)
    if special is not None:
        return special(game, facts)
    known = gaps(game, facts)
    for text in SENTENCES.get(event.kind, ()):
        if all(gap in known for gap in _gaps_of(text)):
            return text.format_map(known)
    return event.text


def _gaps_of(text: str) -> list[str]:
    return [gap for _, gap, _, _ in Formatter().parse(text) if gap]


WHO = ("units", "unit", "aircraft", "planes", "plane", "ship", "ships", "transport", "hq", "keep",
       "remove", "dead", "attacker", "defender", "of", "part", "breakdowns")  # fmt: skip
"""Facts that name counters."""
WHOSE = ("side", "by", "first", "winner")
"""Facts that name a side."""


def gaps(game: Ocs, facts: Facts) -> dict[str, str]:
    """What the facts of an event can fill into a sentence; nothing empty fills anything."""
    found: dict[str, str] = {}
    for key, value in facts.items():
        if key in WHOSE and value in game.scenario.sides:
            found[key] = title(game, value)
        elif key in WHO and value and all(isinstance(one, str) for one in value):
            found[key] = call(game, [value] if isinstance(value, str) else value)
        elif isinstance(value, str) and value:
            found[key] = value.replace("_", " ")
        elif isinstance(value, int) and not isinstance(value, bool):
            found[key] = str(value)
        elif isinstance(value, list | tuple) and value and isinstance(value[0], str):
            found[key] = call(game, value)
    return found | _made(facts)


def _made(facts: Facts) -> dict[str, str]:
    """What takes more than a fact as it stands: amounts, ways, levels."""
    made: dict[str, str] = {}
    if "surrenders" in facts:
        made["end"] = "lays down its arms" if facts["surrenders"] else "fights on"
    if facts.get("path"):
        made["to"] = facts["path"][-1]
        made["way"] = "→".join(
            [facts["from"], *facts["path"]] if "from" in facts else facts["path"]
        )
    if facts.get("tokens"):
        given = facts["tokens"]
        made["amount"] = amount(sum(given.values()) if isinstance(given, Mapping) else given)
    if "steps" in facts:
        made["count"] = steps(facts["steps"])
    for key, words in (("purpose", PURPOSES), ("mission", MISSIONS), ("aim", AIMS)):
        if key in facts:
            made[key] = words.get(facts[key], str(facts[key]))
    return made


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


# ---- sentences that take more than filling in


def _mode(game: Ocs, facts: Facts) -> str:
    return f"{call(game, facts['units'])}: {mode(facts['mode'])}"


def _reckoning(game: Ocs, facts: Facts) -> str:
    """The reckoning of a barrage, or of a combat. [10.0] [9.7]"""
    if "hex" not in facts:
        return "what the odds are made of"
    aim = AIMS.get(facts["aim"], facts["aim"])
    total, start = facts["strength"]["total"], facts["initial"]
    shifted = f", shifted from {start}" if start != facts["column"] else ""
    return f"{total} points on {aim} {facts['hex']}: column {facts['column']}{shifted}"


def _combat(game: Ocs, facts: Facts) -> str:
    counts = f", counting as {facts['modified']}" if facts["modified"] != facts["roll"] else ""
    return f"on column {facts['column']} the dice give {facts['roll']}{counts}"


def _surprise(game: Ocs, facts: Facts) -> str:
    if not facts["gain"]:
        return f"no surprise, by a roll of {facts['roll']}"
    by = "1 column" if facts["columns"] == 1 else f"{facts['columns']} columns"
    return f"surprise! the {facts['gain']} gains {by}, to {facts['column']}"


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


def _barrage(game: Ocs, facts: Facts) -> str:
    aim = AIMS.get(facts["aim"], facts["aim"])
    return f"barrage on {aim} {facts['hex']}: {facts['result']}"


def _attrition(game: Ocs, facts: Facts) -> str:
    if "lost" not in facts:
        return f"{title(game, facts['side'])} units in {facts['hex']} roll for Attrition"
    who = f"{title(game, facts['side'])} units in {facts['hex']}"
    if "lost" not in facts:  # what dies of it the enemy is not told [4.9e]
        return f"{who} roll for Attrition"
    lost = steps(facts["lost"]) if facts["lost"] else "nobody"
    return f"{who} wither: {lost} lost"


def _internals(game: Ocs, facts: Facts) -> str:
    level = ("full", "Low", "Exhausted")[facts["level"]]
    verb = "uses up its own stocks" if facts["level"] > facts["was"] else "fills up its own stocks"
    return f"{call(game, [facts['unit']])} {verb}: {level}"


def _dump_captured(game: Ocs, facts: Facts) -> str:
    burnt = f", {amount(facts['destroyed'])} burn" if facts["destroyed"] else ""
    who = title(game, facts["by"])
    return f"{who} units capture {amount(facts['tokens'])} in {facts['hex']}{burnt}"


def _blow(game: Ocs, facts: Facts) -> str:
    if "tried" not in facts:
        return f"a dump in {facts['hex']} is blown up"
    return f"{amount(facts['lost'])} of {amount(facts['tried'])} in {facts['hex']} go up"


def _arrivals(game: Ocs, facts: Facts) -> str:
    side = title(game, facts["side"])
    if "tokens" in facts:
        return f"the {side} side receives {amount(facts['tokens'])}"
    words = {"pax": "men", "eq": "equipment", "air": "steps of aircraft"}
    came = [f"{facts[key]} {word}" for key, word in words.items() if key in facts]
    return f"{side} replacements: {', '.join(came)}" if came else f"the {side} side rolls in secret"


def _placed(game: Ocs, facts: Facts) -> str:
    if "what" not in facts:
        return f"what has come is placed in {facts['hex']}"
    number = facts["amount"]
    what = amount(number) if facts["what"] == "supply" else f"{number} {facts['what']}"
    return f"{what} placed in {facts['hex']}"


def _set_up_step(game: Ocs, facts: Facts) -> str:
    who = call(game, facts.get("units", ()))
    parts = [who] if who else []
    if "tokens" in facts:
        parts.append(amount(facts["tokens"]))
    parts += [str(facts[key]) for key in ("mode",) if key in facts]
    where = f" in {facts['hex']}" if "hex" in facts else ""
    return f"{', '.join(parts) or 'the set-up'}{where}"


def _captured(game: Ocs, facts: Facts) -> str:
    if facts["what"] == "LST port":  # wrecked, not taken [18.4f(B)]
        return f"the LST that served as a port in {facts['hex']} is destroyed"
    return f"{title(game, facts['by'])} units capture the {facts['what']} in {facts['hex']}"


def _tried(game: Ocs, facts: Facts) -> str:
    who = facts.get("what", "somebody")
    fate = "gets away" if facts["succeeds"] else "is lost"
    return f"{who} breaks out of {facts['hex']}: {fate}"


def _comes_back(game: Ocs, facts: Facts) -> str:
    if "due" not in facts:
        return f"{title(game, facts['side'])} units that got away will come back"
    return f"{facts['what']} comes back in turn {facts['due']}"


def _base_raid(game: Ocs, facts: Facts) -> str:
    return f"bombs on {facts['aircraft']} aircraft in {facts['hex']}: a step on {facts['least']}+"


def _air_combat(game: Ocs, facts: Facts) -> str:
    sides = [f"{call(game, keys)} ({title(game, s)})" for s, keys in facts["aircraft"].items()]
    return f"air combat over {facts['hex']}: {' against '.join(sides)}"


def _air_round(game: Ocs, facts: Facts) -> str:
    a, d = call(game, [facts["attacker"]]), call(game, [facts["defender"]])
    who = {"attacker": f"{a} turns away", "defender": f"{d} turns away", "both": "both turn away"}
    hit = " with the loss of a step" if facts["loss"] else ""
    return f"{a} attacks {d}: {who[facts['aborts']]}{hit}"


def _flak(game: Ocs, facts: Facts) -> str:
    return f"flak over {facts['hex']}: {'an aircraft is hit' if facts['hit'] else 'no effect'}"


def _caught(game: Ocs, facts: Facts) -> str:
    who = (
        call(game, [facts["aircraft"]]) if "aircraft" in facts else f"an {facts['status']} aircraft"
    )
    return f"{who} on the captured base {'loses a step' if facts['hit'] else 'gets away'}"


def _drop(game: Ocs, facts: Facts) -> str:
    fate = "lands" if facts["landed"] else "is lost"
    return f"{facts.get('what', 'a drop')} over {facts['hex']} {fate}"


def _return(game: Ocs, facts: Facts) -> str:
    if "to" not in facts:
        return f"{title(game, facts['side'])} aircraft return to their bases"
    return "; ".join(f"{call(game, [key])} to {base}" for key, base in facts["to"].items())


def _cargo_lost(game: Ocs, facts: Facts) -> str:
    if "ship" in facts:
        what = call(game, [facts["name"]]) if facts["name"] else "1 SP"
        return f"{call(game, [facts['ship']])} loses {what}"
    parts = [call(game, facts["units"])] if facts.get("units") else []
    parts += [amount(facts["tokens"])] if facts.get("tokens") else []
    return f"{' and '.join(parts) or 'cargo'} lost in the air"


def _landing(game: Ocs, facts: Facts) -> str:
    lost = [steps(facts["steps"])] if facts["steps"] else []
    lost += [f"{facts['craft']} points of craft"] if facts["craft"] else []
    toll = " and ".join(lost) or "nothing"
    return f"{title(game, facts['side'])} landing in {facts['hex']}: {toll} lost"


def _naval_barrage(game: Ocs, facts: Facts) -> str:
    target = call(game, [facts["target"]])
    total = facts["strength"]["total"]
    if "hits" not in facts:
        return f"{target} is too well protected for {total} points"
    hits = f"{facts['hits']} hit{'s' * (facts['hits'] != 1)}" if facts["hits"] else ""
    return f"{total} points at {target}: {hits or ('DG' if facts['dg'] else 'no effect')}"


SPECIAL: dict[str, Callable[[Ocs, Facts], str]] = {
    "mode": _mode,
    "reckoning": _reckoning,
    "combat": _combat,
    "surprise": _surprise,
    "combat-result": lambda game, facts: f"{facts['target']}: {outcome(facts['result'])}",
    "barrage": _barrage,
    "attrition": _attrition,
    "internals": _internals,
    "dump-captured": _dump_captured,
    "blow": _blow,
    "arrivals": _arrivals,
    "placed": _placed,
    "set-up-step": _set_up_step,
    "captured": _captured,
    "breakout": _tried,
    "comes back": _comes_back,
    "base-raid": _base_raid,
    "air-combat": _air_combat,
    "air-round": _air_round,
    "flak": _flak,
    "air-base-capture": _caught,
    "drop": _drop,
    "return": _return,
    "cargo-lost": _cargo_lost,
    "landing": _landing,
    "naval-barrage": _naval_barrage,
}
"""Kinds of event whose sentence hangs on what the facts say."""
KINDS = frozenset((*SENTENCES, *SPECIAL, *AS_TOLD))
"""Every kind of event that has a sentence."""
