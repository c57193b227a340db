"""Actions, parts and results of OCS in words, as its players say them.

An action is told by a sentence with gaps, which its parts fill; what is left over is said after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.phrases import fill
from grognard.engine.screen import Tone
from grognard.systems.ocs import stacks, tale, transport
from grognard.systems.ocs.dumps import amount
from grognard.systems.ocs.headquarters import commands
from grognard.systems.ocs.results import Part, parsed
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, FORMATIONS, SHIPS, TOKENS, TRANSPORT, dump_key
from grognard.systems.ocs.throws import can_throw, throw_field
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.values import counter_of, side_of, unit_of

DEEDS = {
    # the turn
    "end": "End the phase", "cancel-simulcast": "End the simulcast turn",
    # moving
    "move": "Move", "overrun": "Overrun", "stay": "Stay and negate zones", "mode": "Change mode",
    "arrange": "Rearrange a stack", "release": "Release Reserves", "fuel": "Fuel",
    "marker": "Use a formation marker", "break-down": "Break down", "box": "Move to a box",
    "recon": "Scout", "godzilla": "Shift raiders",
    # transport and supply
    "haul": "Haul", "load": "Load", "unload": "Unload", "divide": "Divide transport",
    "combine": "Combine transport", "stow": "Load in a box", "blow": "Blow up supply",
    "extend": "Form an Extender", "contract": "Dissolve an Extender",
    "withdraw": "Withdraw an Extender", "rail": "Rail", "relay": "Convert track", "ship": "Ship",
    "recover": "Refill internal stocks", "eat": "Eat off the map", "trace": "Choose a trace",
    # building
    "build-base": "Build an Air Base", "build-strip": "Build an Air Strip",
    "reduce-base": "Reduce an Air Base", "build-hedgehog": "Build a hedgehog",
    "reduce-hedgehog": "Reduce a hedgehog", "wreck-port": "Wreck a port",
    "repair-port": "Repair a port",
    # fighting
    "attack": "Attack", "attack-empty": "Attack an empty hex", "barrage": "Barrage",
    "beach-assault": "Assault a beach", "breakout": "Break out",
    # the air
    "refit": "Refit aircraft", "sweep": "Fighter sweep", "hip-shoot": "Hip shoot",
    "air-barrage": "Bomb", "trainbust": "Bust trains", "air-transport": "Transport by air",
    "air-drop": "Drop by air", "transfer": "Transfer", "xyz-transport": "Transport by three bases",
    "merge-aircraft": "Merge aircraft", "plan-drop": "Plan a drop", "delay-drop": "Delay a drop",
    "cancel-drop": "Cancel a drop",
    # the sea
    "sail": "Sail", "embark": "Embark", "disembark": "Disembark", "land": "Land",
    "roll-landings": "Roll for the landings", "ready": "Ready", "go-ashore": "Go ashore",
    "put-to-sea": "Put to sea", "deploy-port": "Deploy an LST as a port",
    "split-craft": "Split landing craft", "join-craft": "Join landing craft",
    "bombard": "Fire at the shore", "engage": "Fire at ships",
    # reinforcements
    "arrive": "Arrive", "arrive-by-air": "Arrive at a base", "place": "Place",
    "rejoin": "Come back", "rebuild": "Rebuild", "merge": "Merge", "exchange": "Exchange",
    "rebuild-trucks": "Rebuild trucks", "rebuild-aircraft": "Rebuild aircraft",
    "build-gliders": "Build gliders",
    # setting up and answering
    "place-supply": "Place supply", "losses": "Take losses", "retreat": "Retreat",
    "advance": "Advance", "supply": "Pay", "withhold": "Withhold supply", "lead": "Lead",
    "terrain": "Choose the ground", "keep-markers": "Keep Reserve markers",
    "give-up-transport": "Give up transport", "return": "Return to bases", "abort": "Abort",
    "intercept": "Intercept", "aim": "Aim", "plan-drops": "Plan drops",
}  # fmt: skip
"""What each kind of action is called."""
PARTS = {
    "units": "units", "guns": "guns", "planes": "aircraft", "by": "ships",
    "internals": "internal stocks used by", "transport": "transport", "repls": "replacements",
    "aircraft": "aircraft", "ships": "ships", "stay": "stay there", "lead": "led by",
    "tokens": "tokens", "points": "points", "amount": "tokens", "load": "tokens aboard",
}  # fmt: skip
"""What the lists of those who take part are called."""
TITLES = {
    "attack": "attack", "defence": "defence", "rating": "Action Ratings",
    "surprise": "on the surprise roll", "roll": "on the combat roll", "odds": "odds",
    "terrain": "ground", "column": "column", "strength": "barrage points", "shifts": "shifts",
    "initial": "column before shifts", "modifier": "on the dice", "need": "needed",
    "category": "ground", "aim": "aims at", "table": "table", "by": "fired by", "hex": "hex",
}  # fmt: skip
"""What the parts of a reckoning are called."""
AIMS = {"units": "the units", "base": "the Air Base", "port": "the port", "ships": "the ships",
        "trains": "the railways"}  # fmt: skip
SENTENCES: Mapping[str, tuple[str, ...]] = {
    "move": ("Move {units} to {end}",),
    "overrun": ("Overrun {target} with {units}",),
    "attack": ("Attack {target} with {units}",),
    "attack-empty": ("Attack empty {target} with {units}",),
    "beach-assault": ("Assault the beach of {target} with {units}",),
    "barrage": ("Barrage {aim} in {target} with {guns}",),
    "mode": ("{units}: {mode} Mode, {up} side up", "{units}: {mode} Mode"),
    "release": ("Release {units} from Reserve",),
    "stay": ("{unit} stays and negates zones of control",),
    "arrange": ("Lay {unit} on top",),
    "fuel": ("Fuel {units} {lasting}", "Fuel {units} for this phase",
             "Fuel the formation {formation} through {via}", "Fuel the formation {formation}",
             "Fuel {hq} and the independents in its range"),
    "marker": ("{formation}: {use} its formation marker",),
    "haul": ("Haul {transport} to {end}",),
    "load": ("Load {tokens} on {transport}",),
    "unload": ("Unload {tokens} from {transport}",),
    "stow": ("{transport} carry {tokens}",),
    "divide": ("Divide {points} with {tokens} from {transport}",
               "Divide {points} from {transport}"),
    "combine": ("Combine {transport}",),
    "extend": ("Form an Extender of {transport}",),
    "contract": ("Turn {transport} back into transport",),
    "withdraw": ("Withdraw {transport} to {to}",),
    "rail": ("Rail {units} and {tokens} to {to}", "Rail {units} and {transport} to {to}",
             "Rail {units} to {to}", "Rail {transport} to {to}",
             "Rail {tokens} from {from} to {to}"),
    "ship": ("Ship {units} and {tokens} to {to}", "Ship {units} to {to}",
             "Ship {transport} to {to}", "Ship {tokens} from {from} to {to}"),
    "box": ("{units} to {to}",),
    "relay": ("{unit}: {convert} the track it enters",),
    "blow": ("Blow up {tokens} in {hex}", "Blow up the supply in {hex}"),
    "recover": ("Refill the internal stocks of {unit}", "Refill internal stocks"),
    "eat": ("{units} eat supply off the map",),
    "trace": ("{formation} traces supply to {source}",),
    "break-down": ("Break {count} of {unit} down into {into}", "Break {unit} down into {into}"),
    "breakout": ("{units} try to break out", "{transport} try to break out"),
    "rejoin": ("{unit} comes back in {hex}, {mode} Mode, {up} side up",
               "{unit} comes back in {hex}, {mode} Mode", "{unit} comes back in {hex}"),
    "recon": ("{unit} scouts {hex}",),
    "godzilla": ("Shift the raiders off {hex}",),
    "build-base": ("{units} build up the Air Base in {hex}",),
    "build-strip": ("{units} build an Air Strip in {hex}",),
    "reduce-base": ("{units} pull down a level of the Air Base in {hex}",),
    "build-hedgehog": ("{units} build a hedgehog in {hex}",),
    "reduce-hedgehog": ("{units} pull down a level of the hedgehog in {hex}",),
    "wreck-port": ("{units} wreck the port of {hex}",),
    "repair-port": ("{units} repair a hit of the port of {hex}",),
    "refit": ("Refit {aircraft} in {hex}",),
    "sweep": ("Sweep {hex} with {planes}",),
    "hip-shoot": ("Hip shoot at {aim} in {hex} with {planes}",),
    "air-barrage": ("Bomb {aim} in {hex} with {planes}",),
    "trainbust": ("Bust the trains round {hex} with {planes}",),
    "air-transport": ("Fly {units} and {tokens} to {hex} with {planes}",
                      "Fly {units} to {hex} with {planes}", "Fly {tokens} to {hex} with {planes}",
                      "Fly {transport} to {hex} with {planes}"),
    "air-drop": ("Drop {units} over {hex} from {planes}", "Drop {tokens} over {hex} from {planes}"),
    "transfer": ("Transfer {planes} to {hex}",),
    "merge-aircraft": ("Merge {remove} into {keep}",),
    "plan-drop": ("Plan to drop {unit} over {hex} in turn {turn}",),
    "delay-drop": ("Delay the drop of {units}",),
    "cancel-drop": ("Cancel the drop of {units}",),
    "sail": ("Sail {ships} to {end}",),
    "embark": ("Embark {units} and {tokens} on {ship}", "Embark {units} on {ship}",
               "Embark {transport} on {ship}", "Load {tokens} on {ship}"),
    "disembark": ("Disembark {units} and {tokens} from {ship}", "Disembark {units} from {ship}",
                  "Disembark {transport} from {ship}", "Unload {tokens} from {ship}"),
    "land": ("Land {units} from {ship}", "{ship} lands nobody"),
    "roll-landings": ("Roll for the landings",),
    "ready": ("{units} aboard: {mode} Mode", "Ready"),
    "go-ashore": ("{ship} goes on by land with {units}", "{ship} goes on by land"),
    "put-to-sea": ("{transport} put to sea",),
    "deploy-port": ("Turn {ship} into a port",),
    "split-craft": ("Split {points} with {units} off {ship}", "Split {points} off {ship}"),
    "join-craft": ("Join {ships}",),
    "bombard": ("Fire at {aim} in {target} with {by}", "Fire at {target} with {by}"),
    "engage": ("Engage {target} with {by}",),
    "arrive": ("{units} arrive in {hex}, {mode} Mode, {up} side up",
               "{units} arrive in {hex}, {mode} Mode", "{units} arrive in {hex} with {load}",
               "{units} arrive in {hex}"),
    "arrive-by-air": ("{plane} arrives at {base}",),
    "rebuild": ("Rebuild {units} with {repls}, {mode} Mode, {up} side up",
                "Rebuild {units} with {repls}, {mode} Mode", "Rebuild {units} with {repls}"),
    "merge": ("Merge {remove} into {keep}",),
    "exchange": ("Exchange {unit} for {dead}",),
    "rebuild-trucks": ("Rebuild trucks of {organic} with {repls}", "Rebuild trucks with {repls}"),
    "rebuild-aircraft": ("Rebuild {planes} with {repl}", "Rebuild {planes}"),
    "build-gliders": ("Build gliders in {hex} with {repl}",),
    "place-supply": ("Place {tokens} in {hex}",),
    "lead": ("{unit} leads",),
    "advance": ("Advance with {units}", "Nobody advances"),
    "supply": ("Pay the combat supply, {internals} from internal stocks", "Pay the combat supply"),
    "withhold": ("Pay nothing and fight at half strength",),
    "intercept": ("Intercept with {plane}", "Do not intercept"),
    "abort": ("Abort {planes}", "Nobody aborts"),
    "keep-markers": ("Keep the Reserve markers in {hexes}", "Keep no Reserve marker"),
    "aim": ("Fire at {target} with {by}",),
}  # fmt: skip
"""For each kind of action its sentences; the first whose gaps can be filled is told."""
WHO = ("units", "guns", "planes", "aircraft", "ships", "by", "transport", "internals", "repls")
ONE = ("unit", "hq", "ship", "plane", "transport", "keep", "remove", "dead", "repl", "into",
       "target", "via")  # fmt: skip
"""The parts that name counters: several, or one."""
MODES = {"dg": "DG", "exploit": "Exploitation"}


# ---- names


def names(game: Ocs) -> Mapping[str, str]:
    """Every counter by its id, dumps and formations included."""

    def compute() -> dict[str, str]:
        label = game.board.label
        found = dict(tale.names(game))
        found |= {key: transport.called(game, key) for key in game.state[TRANSPORT]}
        for key, dump in game.state[DUMPS].items():
            found[key] = f"the dump in {label(dump.hex) if dump.hex >= 0 else dump.at}"
        return found

    registers = (UNITS, TRANSPORT, AIR, SHIPS, DUMPS)
    return game.cached("all names", tuple(r.name for r in registers), compute)


def call(game: Ocs, ids: Sequence[str]) -> str:
    """Several counters by their names; many of them in few words."""
    known = names(game)
    named = [known.get(name, name) for name in ids]
    if len(named) <= MANY:
        return ", ".join(named)
    return f"{', '.join(named[:3])} and {len(named) - 3} more"


MANY = 6
"""How many counters are named one by one."""


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
    tokens = action.get("tokens")
    if isinstance(tokens, Mapping):
        tokens = sum(tokens.values())
    if tokens:
        made["tokens"] = amount(tokens)
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
    parts = [f"{tale.steps(n)} of {known.get(key, key)}" for key, n in action["take"].items() if n]
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


SPECIAL = {
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


SUPPOSED = {
    "defence supply": "{side} pays for the defence if it can",
    "attack rating": "the best Action Rating of {side} leads",
    "defence rating": "the best Action Rating of {side} leads",
    "terrain": "{side} chooses its best ground",
    "intercept": "{side} sends no interceptor",
    "abort": "{side} aborts nobody",
}
"""What odds suppose of the answers to a question."""


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
    found = [tale.steps(part.losses)] if part.losses else []
    found += [f"{part.options} option{'s' * (part.options != 1)}"] if part.options else []
    found += [f"exploits with AR {part.exploit}+"] if part.exploit else []
    return [*found, "DG"] if part.dg else found


def tone(facts: Sequence[Mapping[str, Any]]) -> Tone:
    """Whether an outcome is good for whoever acts. [9.10]"""
    for fact in facts:
        if set(fact) == {"target", "result"}:
            hurt, won = _harm(fact["result"])
            return "warn" if hurt and won else "bad" if hurt else "good" if won else "plain"
        if "result" in fact and "aim" in fact:
            return "plain" if fact["result"] in ("", "no effect") else "good"
        if "landed" in fact:
            return "good" if fact["landed"] else "bad"
        if "hit" in fact:
            return "bad" if fact["hit"] else "plain"
    return "plain"


def _harm(result: str) -> tuple[bool, bool]:
    """Whether a combat result costs the attacker anything, and the defender. [9.10]"""
    read = parsed(result)
    own = read.attacker
    return bool(own.losses or own.options or own.dg), not read.defender.empty
