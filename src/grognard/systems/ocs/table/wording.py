"""Actions, parts and results of OCS in words, as its players say them.

An action is told by a sentence with gaps, which its parts fill; what is left over is said after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.headquarters import commands
from grognard.systems.ocs.pieces.names import call as call
from grognard.systems.ocs.pieces.names import names as names
from grognard.systems.ocs.pieces.planes import face
from grognard.systems.ocs.pieces.values import counter_of, rating, side_of, unit_of
from grognard.systems.ocs.results import Part, parsed
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, FORMATIONS, TOKENS, dump_key
from grognard.systems.ocs.supply.dumps import amount
from grognard.systems.ocs.supply.throws import can_throw, throw_field
from grognard.systems.ocs.table import telling
from grognard.systems.ocs.table.vocabulary import AIMS, DEEDS, PARTS, SENTENCES, SUPPOSED, TITLES
from grognard.systems.ocs.units import (
    UNITS,
)
from grognard.table.cards import Tone
from grognard.table.phrases import fill

WHO = ("units", "guns", "planes", "aircraft", "ships", "by", "transport", "internals", "repls",
       "glided")  # fmt: skip
ONE = ("unit", "hq", "ship", "plane", "transport", "keep", "remove", "dead", "repl", "into",
       "target", "via", "division", "breakdown")  # fmt: skip
"""The parts that name counters: several, or one."""
MODES = {"dg": "DG", "exploit": "Exploitation"}


# ---- names


def meant(game: Ocs, action: Action) -> tuple[str, ...]:
    """The counters that an action is about without naming them: a formation's, a dump's hex."""
    if action.get("do") == "fuel" and "hq" in action:
        return supported(game, action["hq"])
    if "formation" in action and action["formation"] in game.state[FORMATIONS]:
        units = game.state[UNITS]
        return tuple(n for n in game.scenario.formations.get(action["formation"], ()) if n in units)
    if action.get("do") == "blow" or ("tokens" in action and "from" in action):
        h = game.board.index.get(str(action.get("hex") or action.get("from")), -1)
        keys = (dump_key(side, h) for side in game.scenario.sides)
        return tuple(key for key in keys if key in game.state[DUMPS])
    return ()


def supported(game: Ocs, hq: str) -> tuple[str, ...]:
    """The independent units that a headquarters would throw fuel to from here. [12.5e]"""
    if hq not in game.state[UNITS] or not can_throw(game, hq):
        return ()
    served = throw_field(game, hq).served
    return tuple(
        name
        for name in stacks.on_map(game, side_of(game, hq))
        if counter_of(game, name).independent
        and unit_of(game, name).hex in served
        and name != hq
        and commands(game, hq, name)
    )


# ---- sentences


def deed(do: str) -> str:
    """What a kind of action is called; empty if it has no words."""
    return DEEDS.get(do, "")


def sentence(game: Ocs, action: Action) -> str:
    """An action as a sentence; empty where there are no words for it."""
    do = str(action.get("do", ""))
    special = SPECIAL.get(do)
    if special is not None:
        return special(game, action)
    text = fill(SENTENCES.get(do, ()), gaps(game, action))
    return _paid(game, action, text) if text else ""


def gaps(game: Ocs, action: Action) -> dict[str, str]:
    """What the parts of an action can fill into a sentence; nothing empty fills anything."""
    found: dict[str, str] = {}
    for key, value in action.items():
        if key in WHO and isinstance(value, list) and value:
            found[key] = call(game, value)
        elif key in ONE and isinstance(value, str) and value:
            found[key] = names(game).get(value, value)
        elif isinstance(value, str) and value:
            found[key] = value
        elif isinstance(value, list) and value and all(isinstance(v, str) for v in value):
            found[key] = ", ".join(value)
    return found | _counted(action)


def _counted(action: Action) -> dict[str, str]:
    """What takes more than a part as it stands: ways, amounts, modes, aims."""
    made: dict[str, str] = {}
    if action.get("path"):
        made["end"] = str(action["path"][-1])
    for key in ("tokens", "glided_tokens", "onward_tokens"):
        tokens = action.get(key)
        total = sum(tokens.values()) if isinstance(tokens, Mapping) else tokens
        if total or (total == 0 and action.get("do") == "load"):
            made[key] = amount(total)
    if action.get("load"):
        made["load"] = amount(action["load"])
    for key in ("points", "count", "turn"):
        if action.get(key):
            made[key] = str(action[key])
    if "points" in made:
        made["points"] += " point" if made["points"] == "1" else " points"
    if action.get("mode"):
        made["mode"] = MODES.get(action["mode"], str(action["mode"]).capitalize())
    if action.get("aim"):
        made["aim"] = AIMS.get(action["aim"], str(action["aim"]))
    if action.get("lasting"):
        made["lasting"] = "until Clean Up"
    if "use" in action:
        made["use"] = "lay" if action["use"] else "lift"
    if "convert" in action:
        made["convert"] = "convert" if action["convert"] else "leave"
    return made


def _paid(game: Ocs, action: Action, text: str) -> str:
    """A sentence with who pays, where the action says so, and who uses his own stocks."""
    parts = []
    if action.get("lead"):
        parts.append(f"led by {call(game, [action['lead']])}")
    if action.get("internals") and action.get("do") != "supply":
        parts.append(f"{call(game, action['internals'])} from internal stocks")
    if isinstance(action.get("pay"), Mapping):
        parts.append(payment(game, action["pay"]))
    return "; ".join([text, *(part for part in parts if part)])


def payment(game: Ocs, pay: Mapping[str, int]) -> str:
    """Who pays how much."""
    known = names(game)
    return ", ".join(f"{amount(n)} from {known.get(key, key)}" for key, n in pay.items() if n)


def _place(game: Ocs, action: Action) -> str:
    """Placing what the tables have brought, or setting up. [13.6] [IV.A]"""
    if "what" not in action:
        return f"Place {call(game, action['units'])} in {action['hex']}"
    return f"Place {consignment(action['what'], action['amount'])} in {action['hex']}"


def consignment(what: str, number: int) -> str:
    """What the tables have brought, in words. [13.6]"""
    words = {"supply": amount(number), "pax": f"{number} Pax", "eq": f"{number} Eq",
             "air": f"{number} steps of aircraft"}  # fmt: skip
    return words.get(what, what)


def _losses(game: Ocs, action: Action) -> str:
    known = names(game)
    parts = [
        f"{telling.steps(n)} of {known.get(key, key)}" for key, n in action["take"].items() if n
    ]
    return f"Lose {', '.join(parts)}" if parts else "Lose nothing"


def _transport_lost(game: Ocs, action: Action) -> str:
    known = names(game)
    parts = [f"{n / TOKENS:g} of {known.get(key, key)}" for key, n in action["take"].items() if n]
    return f"Give up {', '.join(parts)}" if parts else "Give up nothing"


def _retreat(game: Ocs, action: Action) -> str:
    known, parts = names(game), []
    ways: dict[str, list[str]] = {}
    for key, path in action["paths"].items():
        ways.setdefault("→".join(path) if path else "nowhere", []).append(known.get(key, key))
    parts = [
        f"{', '.join(who)} {'stays' if way == 'nowhere' else way}" for way, who in ways.items()
    ]
    if action.get("lost"):
        parts.append(f"{call(game, action['lost'])} is lost")
    return f"Retreat: {'; '.join(parts)}" if parts else "Nobody retreats"


def _terrain(game: Ocs, action: Action) -> str:
    own = action["own"].replace("_", " ")
    ways = [f"{into.replace('_', ' ')} against {start}" for start, into in action["stacks"].items()]
    return f"Stand in {own}; {', '.join(ways)}" if ways else f"Stand in {own}"


def _return(game: Ocs, action: Action) -> str:
    bases: dict[str, list[str]] = {}
    for key, base in action["to"].items():
        bases.setdefault(str(base), []).append(key)
    return "; ".join(f"{call(game, keys)} to {base}" for base, keys in bases.items()) or "Return"


def _option(game: Ocs, action: Action) -> str:
    """Options as losses; the rest of them are hexes of retreat. [9.10]"""
    if not action["losses"]:
        return "Retreat all the way"
    return f"Lose {telling.steps(action['losses'])} and retreat for the rest"


def _agree(question: str) -> Callable[[Ocs, Action], str]:
    return lambda game, action: f"Agree to {question}" if action["agree"] else f"No {question}"


def _order(game: Ocs, action: Action) -> str:
    words = {"first": "Go first", "second": "Go second", "simulcast": "Propose a simulcast turn"}
    return words.get(action["choice"], str(action["choice"]))


def _goal(game: Ocs, label: str) -> str:
    """A hex by its number, and what it is called if it counts for victory."""
    h = game.board.index.get(label)
    counts = (one.label for one in game.scenario.victory.objectives if h in one.hexes)
    called = next(counts, "")
    return f"{label} ({called})" if called else label


def _plans(game: Ocs, action: Action) -> str:
    """Drops planned before the game. [14.10b]"""
    known = names(game)
    rows = [
        f"{known[p['unit']]} over {_goal(game, p['hex'])} in turn {p['turn']}"
        for p in action["plans"]
    ]
    return f"Plan drops: {'; '.join(rows)}" if rows else "Plan no drops but those written down"


def _cargo_kept(game: Ocs, action: Action) -> str:
    parts = [call(game, action["units"])] if action["units"] else []
    parts += [amount(action["tokens"])] if action["tokens"] else []
    return f"Keep {' and '.join(parts)}" if parts else "Keep nothing"


def _meet(game: Ocs, action: Action) -> str:
    """How a defender of a beach meets an assault. [18.6b(A)]"""
    return "Have it rolled as a landing" if action["on"] == "landing" else "Fight for the beach"


def _lead(game: Ocs, action: Action) -> str:
    """Who gives his Action Rating, and how much it is. [9.6]"""
    name = action["unit"]
    return f"{names(game)[name]} leads, Action Rating {rating(game, name).total}"


def _fighter(does: str, none: str = "") -> Callable[[Ocs, Action], str]:
    """Which aircraft goes into a fight, and what it is worth there. [14.3e(C)]"""

    def said(game: Ocs, action: Action) -> str:
        key = action["plane"]
        if not key:
            return none
        plane = face(game, key)
        worth = f"({plane.rating})" if plane.passive else plane.rating
        return f"{does.format(names(game)[key])}, air combat rating {worth}"

    return said


def _godzilla(game: Ocs, action: Action) -> str:
    if "hex" in action:
        return f"Shift the raiders off {action['hex']}"
    return _agree("shifting the raiders")(game, action)


SPECIAL: Mapping[str, Callable[[Ocs, Action], str]] = {
    "option": _option,
    "simulcast": _agree("a simulcast turn"),
    "godzilla": _godzilla,
    "choose-order": _order,
    "plan-drops": _plans,
    "keep-cargo": _cargo_kept,
    "meet": _meet,
    "lead": _lead,
    "fight": _fighter("{} fights"),
    "intercept": _fighter("Intercept with {}", "Do not intercept"),
    "place": _place,
    "losses": _losses,
    "give-up-transport": _transport_lost,
    "retreat": _retreat,
    "terrain": _terrain,
    "return": _return,
}
"""Kinds of action whose sentence hangs on what they say."""


# ---- reckonings and results


def part(key: str) -> str:
    """What a list of those who take part is called; empty if it has no words."""
    return PARTS.get(key, "")


def explained(key: str) -> str:
    """What a part of a reckoning is called; empty if it has no words."""
    return TITLES.get(key, "")


def supposed(note: Mapping[str, Any]) -> str:
    """What odds suppose of a question, or of what does not show. [4.9a]"""
    question = str(note["question"])
    return SUPPOSED.get(question, question).format(side=note["player"])


def results(facts: Sequence[Mapping[str, Any]]) -> str:
    """What a combat comes to, in few words; empty where the events say it all. [9.10]"""
    fought = [fact for fact in facts if set(fact) == {"target", "result"}]
    if not fought:
        return ""
    result = parsed(fought[0]["result"])
    sides = (("defender", result.defender), ("attacker", result.attacker))
    said = [f"{who}: {', '.join(_effects(part))}" for who, part in sides if not part.empty]
    return "; ".join(said) or "nothing happens"


def _effects(part: Part) -> list[str]:
    """One side's part of a combat result: steps, options, exploitation, DG. [9.10]"""
    found = [telling.steps(part.losses)] if part.losses else []
    found += [f"{part.options} option{'s' * (part.options != 1)}"] if part.options else []
    found += [f"exploits with AR {part.exploit}+"] if part.exploit else []
    return [*found, "DG"] if part.dg else found


def tone(facts: Sequence[Mapping[str, Any]]) -> Tone:
    """Whether an outcome is good for whoever acts. [9.10]"""
    hurt = any(fact.get("hit") for fact in facts)  # by flak or in the air
    for fact in facts:
        if set(fact) == {"target", "result"}:
            return _toned(*_harm(fact["result"]))
        if "result" in fact and "aim" in fact:
            return _toned(hurt, fact["result"] not in ("", "no effect"))
        if "landed" in fact:
            return "good" if fact["landed"] else "bad"
    return "bad" if hurt else "plain"


def _toned(hurt: bool, won: bool) -> Tone:
    return "warn" if hurt and won else "bad" if hurt else "good" if won else "plain"


def _harm(result: str) -> tuple[bool, bool]:
    """Whether a combat result costs the attacker anything, and the defender. [9.10]"""
    read = parsed(result)
    own = read.attacker
    return bool(own.losses or own.options or own.dg), not read.defender.empty
