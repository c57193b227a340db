"""Counters and stacks for a screen, as one player may see them. [16.1.1]

Everything comes from the player's view of the game; what it does not hold is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.sequence import CLOCK
from grognard.systems.wb95.arrivals import setting_up
from grognard.systems.wb95.arrivals.setting_up import Place
from grognard.systems.wb95.artillery.gun_setup import ChangeSetup
from grognard.systems.wb95.artillery.ranged import FireAtObject, RangedAttack
from grognard.systems.wb95.combat.attack import Attack
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.masking.masking import FULL, counted, on_show, sight
from grognard.systems.wb95.movement.movement import budget, points, unable
from grognard.systems.wb95.movement.moves import Move
from grognard.systems.wb95.pieces.stacks import holder, on_map, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, BRIDGES, HEXES, MISSIONS, SIDES, WORKS
from grognard.systems.wb95.table import counter_art
from grognard.systems.wb95.units import MAP, UNITS, Counter
from grognard.systems.wb95.views import view
from grognard.systems.wb95.words import names as every_name
from grognard.table import panels, symbols
from grognard.table.cards import CounterCard, OffMap, StackCard, State, Value
from grognard.table.duties import Who, able
from grognard.table.faces import value
from grognard.table.palette import stripes
from grognard.table.symbols import LAND, code
from grognard.table.tabletop import Player

ARMS = {
    "INF": "121100", "MOT": "121104", "ARM": "120500", "CAV": "121300", "AG": "120500",
    "ART": "130300", "AT": "120400", "AA": "130100", "HQ": "110000", "RG": "000000",
    "VS": "121100", "FU": "121100", "AC": "120501",
}  # fmt: skip
"""The arms as APP-6 numbers them, among the units on land. [1.3]"""
ENGINEERS, SELF_PROPELLED, ASSAULT = "140700", "130301", "03"
AIRCRAFT = "110105"
"""What flies the missions of the game: bombs and guns in one."""
ECHELONS = {"C": "15", "B": "16", "R": "17", "BR": "18", "D": "21"}
CORPS, ARMY = "22", "23"
SHOWN = tuple(r.name for r in (UNITS, HEXES, BRIDGES, WORKS, MISSIONS, AIR, SIDES, CLOCK))
"""The maps of the State that a view is made of."""
LISTS = {
    "expected": "Reinforcements",
    "reserve": "Reserves",
    "exited": "Left the map",
    "eliminated": "Eliminated",
    "surrendered": "Surrendered",
    "disbanded": "Disbanded",
}
"""Where counters are that are not on the map, in the order in which one looks for them."""


def air_tokens(game: Wb, player: str) -> dict[str, CounterCard]:
    """A player's air counters, each with its strength."""
    names = every_name(game)
    return {
        name: CounterCard(
            id=name,
            side=player,
            hex=None,
            box="air",
            name=names[name],
            title=names[name],
            symbol=code(symbols.AIR, AIRCRAFT),
            values=(Value("sp", str(air.sp), "air strength"),),
        )
        for name, air in game.state[AIR].items()
        if air.side == player
    }


def symbol(counter: Counter) -> str:
    """The symbol of a counter by APP-6: frame, echelon, arm and a modifier. [1.3]"""
    arm, modifier = ARMS[counter.type], "00"
    if "engineer" in counter.traits:
        arm = ENGINEERS
    elif counter.self_propelled:
        arm = SELF_PROPELLED
    elif counter.type == "AG":
        modifier = ASSAULT
    return code(LAND, arm, _echelon(counter), above=modifier, staff=counter.hq)


def _echelon(counter: Counter) -> str:
    """The size of a unit; headquarters lead corps, which have Roman numbers, or armies. [1.3c]"""
    if counter.hq:
        return CORPS if set(counter.parent) <= set("IVXLC") else ARMY
    return ECHELONS.get(counter.size, "00")


@dataclass(frozen=True)
class Looked:
    """A game looked at by one player: his view, and what he can do now."""

    game: Wb
    player: Player
    known: Mapping[str, Any]
    active: frozenset[str]


def seen(game: Wb, player: Player) -> Mapping[str, Any]:
    """The player's view, worked out once for all that a screen shows of it."""
    return game.cached(("seen", player), SHOWN, lambda: view(game, player))


def look(game: Wb, player: Player) -> Looked:
    """Look at a game as a player may see it."""
    return Looked(game, player, seen(game, player), frozenset(movable(game, player)))


def counters(game: Wb, player: Player) -> list[CounterCard]:
    """Every counter that a player may see in full, on the map and off it. [16.1.1]"""
    looked = look(game, player)
    return game.cached(("cards", player), SHOWN, lambda: list(_cards(looked)), looked.active)


def _cards(looked: Looked) -> Iterator[CounterCard]:
    known = looked.known
    shown: dict[str, Mapping[str, Any]] = dict(known["units"])
    for stack in known["enemy"]:
        shown.update(stack["units"])
    shown.update(known["off_map"])
    for name, facts in shown.items():
        yield _card(looked, name, facts)


def _card(looked: Looked, name: str, facts: Mapping[str, Any]) -> CounterCard:
    game = looked.game
    counter = counter_of(game, name)
    steps, step = len(counter.levels), int(facts["cel"])
    here = facts["place"] == MAP
    states = _states(looked, counter, facts) if here else ()
    own = looked.player in (None, counter.side)
    return CounterCard(
        id=name,
        side=counter.side,
        hex=facts["hex"] if here else None,
        box=None if here else _list_id(facts["place"], counter.side),
        name=every_name(game)[name],
        title=_title(game, counter, facts, states),
        symbol=symbol(counter),
        number=counter.name.removeprefix("HQ "),
        formation=counter.formation or counter.parent,
        stripe=stripe(game, counter),
        values=_values(counter, step),
        step=step,
        steps=steps,
        states=states,
        done=own and here and acted(game, name),
        movable=name in looked.active,
    )


def _list_id(place: str, side: str) -> str:
    return f"{place}-{side}"


def _values(counter: Counter, step: int) -> tuple[Value, ...]:
    """Attack, defence and movement at a level; ours are marked as such. [1.4]"""
    level = counter.levels[len(counter.levels) - step] if step else counter.levels[-1]
    return (
        value("attack", str(level.attack), "attack", counter.source),
        value("defence", str(level.defence), "defence", counter.source),
        value("move", str(points(level.mp)), "movement", counter.source),
    )


def stripe(game: Wb, counter: Counter) -> str:
    """The colour that corps and armies of a side are told apart by."""

    def compute() -> dict[tuple[str, str], str]:
        return stripes((one.side, one.parent) for one in game.scenario.counters.values())

    return game.cached("stripes", (), compute)[counter.side, counter.parent]


def _states(looked: Looked, counter: Counter, facts: Mapping[str, Any]) -> tuple[State, ...]:
    """The markers on a counter that may be seen."""
    serial, found = looked.known["serial"], []
    if facts["oos"] > 0:
        level = facts["oos"]
        title = f"out of supply, level {level}"
        found.append(State("out-of-supply", str(level), title, "10.2.1", "bad"))
    if facts["disorganised"] >= 0:
        found.append(State("disorganised", "D", "disorganised", "5.6.6", "warn"))
    if strategic(serial, facts):
        found.append(State("strategic", "»", "marked for strategic movement", "12.1.4", "info"))
    if counter.towed_artillery and facts["transport"]:
        found.append(State("limbered", "⚭", "in transport set-up", "6.2.2"))
    if counter.id in looked.known["works"]:
        work = looked.known["works"][counter.id]
        title = f"building a bridge from {work['near']} to {work['far']}"
        found.append(State("building", "≍", title, "14.3.2b", "info"))
    if serial in (facts["fought"], facts["fired"]):
        found.append(State("fought", "×", "has fought in this phase", "5.1.1"))
    if facts["shelled"] == serial:
        found.append(State("shelled", "*", "has been fired at in this phase", "6.4.5", "warn"))
    return tuple(found)


def strategic(serial: int, facts: Mapping[str, Any]) -> bool:
    """Whether a unit is marked to move in the Strategic Movement Phase ahead. [12.1.4]"""
    return bool(0 <= facts["marked"] <= serial <= facts["marked"] + 2)


def _title(game: Wb, counter: Counter, facts: Mapping[str, Any], states: Sequence[State]) -> str:
    """Everything about a counter in a sentence."""
    arm = counter_art.ARMS[counter.type]
    sizes = {size: words for size, _, words in counter_art.SIZES}
    what = f"{arm} {sizes[counter.size]}" if counter.size in sizes else arm
    above = counter.formation or counter.parent
    parent = f" of {above}" if above and above != counter.name else ""
    attack, defence, move = (one.text for one in _values(counter, facts["cel"]))
    parts = [
        f"{counter.nation} {counter.name}{parent}, {what}",
        f"attack {attack}, defence {defence}, movement {move}",
    ]
    if len(counter.levels) > 1:
        parts.append(f"level {facts['cel']} of {len(counter.levels)}")
    parts += [state.title for state in states]
    parts.append(f"in {facts['hex']}" if facts["place"] == MAP else _where(game, facts))
    return "; ".join(parts)


def _where(game: Wb, facts: Mapping[str, Any]) -> str:
    """Where a counter is that is not on the map, and when it comes."""
    title = LISTS.get(facts["place"], facts["place"]).lower()
    due = f", turn {facts['due']}" if facts["due"] else ""
    found = [zone.name for zones in game.scenario.zones.values() for zone in zones
             if zone.id == facts["zone"]]  # fmt: skip
    return ", ".join([f"{title}{due}", *found[:1]])


def acted(game: Wb, name: str) -> bool:
    """Whether a unit has acted in the phase under way."""
    unit = unit_of(game, name)
    return game.serial in (unit.moved, unit.fought, unit.fired, unit.marked, unit.stayed)


# ---- who can act


def movable(game: Wb, player: Player) -> list[str]:
    """The units that their player could do something with now."""
    return able(game, player, WHO)


def _marchers(game: Wb, player: str) -> list[str]:
    names = on_map(game, player)
    return [n for n in names if unable(game, n) is None and budget(game, n) > 0]


def _gunners(game: Wb, player: str) -> list[str]:
    """Guns in combat set-up that have not fired. [6.2.3] [6.4.1]"""
    return [
        name
        for name in on_map(game, player)
        if counter_of(game, name).towed_artillery
        and not unit_of(game, name).transport
        and game.serial not in (unit_of(game, name).fired, unit_of(game, name).fought)
    ]


def _setters(game: Wb, player: str) -> list[str]:
    actions = ChangeSetup().legal(game, player)
    return [name for action in actions for name in action["units"]]


def _attackers(game: Wb, player: str) -> list[str]:
    found = obligations.contact(game, player)
    return [name for h, targets in found.near.items() if targets for name in found.able[h]]


WHO: Who = {
    Move: _marchers,
    ChangeSetup: _setters,
    Attack: _attackers,
    RangedAttack: _gunners,
    FireAtObject: _gunners,
    Place: setting_up.choices,
}
"""For each kind of action who could take part in it."""


# ---- lists beside the map


def off_map(game: Wb, player: Player) -> list[OffMap]:
    """The counters that are not on the map, which are open to all, side by side."""
    lists = [
        (_list_id(place, side), title, side)
        for side in game.scenario.sides
        for place, title in LISTS.items()
    ]
    return panels.off_map(counters(game, player), lists)


# ---- stacks


def stack(
    game: Wb, player: Player, h: int, strength: str, mark: str, notes: Sequence[str]
) -> StackCard:
    """A stack with what of it a player may see, the top counter first. [16.1.1]"""
    names = units_at(game, h)
    seen = [name for name in reversed(names) if sight(game, player, name) == FULL]
    side = str(holder(game, h))
    told = player in (None, side) or counted(game, player or "", h)
    top = on_show(game, h)
    if top in seen and player not in (None, side):
        seen = [top, *(name for name in seen if name != top)]
    return StackCard(
        hex=game.board.label(h),
        side=side,
        counters=tuple(seen),
        closed=not told or len(seen) < len(names),
        count=str(len(names)) if told else "",
        strength=strength,
        mark=mark,
        notes=tuple(notes),
    )
