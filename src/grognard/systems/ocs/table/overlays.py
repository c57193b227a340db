"""Overlays: what can be laid over the map, one at a time, as one player may see it. [4.9]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.systems.ocs.barrage.artillery import Barrage
from grognard.systems.ocs.combat.advance import Advance
from grognard.systems.ocs.combat.attack import Attack
from grognard.systems.ocs.combat.overrun import Overrun
from grognard.systems.ocs.combat.retreat import Retreat
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.naval.beach_assault import BeachAssault
from grognard.systems.ocs.naval.sailing import Sail
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Objective, Ocs
from grognard.systems.ocs.status import AIR, DUMPS, SHIPS, TRANSPORT
from grognard.systems.ocs.supply.obstacles import at
from grognard.systems.ocs.table import range_overlays, supply_overlays, telling
from grognard.systems.ocs.table.supply_notes import negated
from grognard.systems.ocs.transport.hauling import Haul
from grognard.systems.ocs.transport.trains import Rail
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.victory import victory
from grognard.systems.ocs.victory.control import controller
from grognard.table.cards import OverlayCard, Paint, Thread, Tone
from grognard.table.overlays import (
    Dated,
    Laid,
    Layer,
    Open,
    Overlays,
    Sided,
    legend,
    objectives,
    side_legend,
    went,
)

CARDS = (
    OverlayCard("supply", "Trace supply", "s", "Who is in trace, by which way, and what cuts it"),
    OverlayCard("dumps", "Dumps", "q", "Dumps with their Supply Points, and who can draw on them"),
    OverlayCard("throws", "Headquarters", "h", "How far headquarters throw, and what they draw"),
    OverlayCard("extenders", "Extenders", "y", "Extenders, their ranges and links"),
    OverlayCard("rails", "Railways", "t", "Railways that carry supply, and where they are cut"),
    OverlayCard("ports", "Ports", "o", "What ports handle, and which are sources"),
    OverlayCard("zones", "Zones of control", "z", "Zones of both sides, and who negates them"),
    OverlayCard("air", "Air power", "i", "Bases, Patrol Zones, aircraft that can fly"),
    OverlayCard("guns", "Guns", "g", "Ranges of guns, spotted targets"),
    OverlayCard("sea", "Ships and beaches", "c", "Ships, their ways, coasts to land on"),
    OverlayCard("fog", "Fog of war", "j", "What the enemy sees of your stacks"),
    OverlayCard("objectives", "Victory", "v", "What counts for victory, and who holds it"),
    OverlayCard("moves", "Last moves", "m", "Who went where in this turn and the last"),
    OverlayCard("battles", "Battles", "e", "Where there was fighting, and what it cost"),
)


# ---- zones of control


def _zones(game: Ocs, player: str | None, events: Dated) -> Laid:
    """Both sides' zones, which lie open, and where friends negate the enemy's. [4.5] [4.8b(D)]"""
    label, paints = game.board.label, []
    for side in game.scenario.sides:
        nation = game.scenario.nations[side]
        for h in zones.zoned(game, side):
            paints.append(Paint(label(h), "plain", side, "", f"4.5: {nation} zone of control"))
    notes = []
    own = [side for side in game.scenario.sides if player in (None, side)]
    for side in own:
        for h, (name, bound) in negated(game, side).items():
            who = telling.call(game, [name])
            tone: Tone = "warn" if bound else "good"
            must = " and must stay in this phase" if bound else ""
            title = f"4.5b: {who} negates the enemy zone in {at(game, h)}{must}"
            paints.append(Paint(label(h), tone, side, "L" if bound else "N", title))
            if bound:
                notes.append(f"{label(h)}: {who} must stay, others use the hex [4.5b]")
    meaning = legend(
        good="negated by a friend who may still go (N)",
        warn="negated by a friend who must stay (L)",
    )
    zone = side_legend(game, "zone of control")
    return Laid(tuple(paints), legend=(*zone, *meaning), notes=tuple(notes))


# ---- fog


FOG_LEGEND = legend(
    good="something is hidden: so many counters under what shows",
    info="all of it shows but steps and stocks",
    warn="supply or transport without a unit on it",
)


def _fog(game: Ocs, side: str) -> Laid:
    """What the enemy sees of a side's stacks, and what he does not. [4.9a]"""
    layer = Layer(game, side)
    for h in _places(game, side):
        names, lies = stacks.own_at(game, h, side), _lying(game, h, side)
        shown = list(_on_show(game, h, side))
        if not names and lies:
            words = " and ".join([*lies, *shown])
            title = f"4.9a: {words} in {at(game, h)} lies open, but not how much"
            layer.paint(h, "warn", "", title)
            layer.notes.append(title)
            continue
        hidden = _hidden(game, h, side)
        under = f"; {hidden} more under it" if hidden else ""
        covered = f"; covers {', '.join(lies)}" if lies else ""
        title = f"4.9a: the enemy sees {', '.join(shown) or 'nothing'}{under}{covered}"
        tone: Tone = "good" if hidden or lies else "info"
        layer.paint(h, tone, f"+{hidden}" if hidden else "", title)
    return layer.laid(FOG_LEGEND)


def _places(game: Ocs, side: str) -> list[int]:
    """Every hex where a side has counters."""
    places = set(stacks.stacks(game).held[side])
    for register in (DUMPS, TRANSPORT, SHIPS):
        records = game.state.maps[register.name].values()
        places |= {found.hex for found in records if found.side == side}
    places |= {stacks.air_hex(game, k) for k, a in game.state[AIR].items() if a.side == side}
    return sorted(h for h in places if h >= 0)


def _lying(game: Ocs, h: int, side: str) -> list[str]:
    return [word for word in stacks.belongings(game, h, side) if word in ("dump", "transport")]


def _on_show(game: Ocs, h: int, side: str) -> Iterator[str]:
    """The unit, the aircraft and the ship of a hex that the enemy sees. [4.9a]"""
    if stacks.own_at(game, h, side):
        top = fog.on_show(game, h)
        yield f"{telling.call(game, [top])} ({telling.mode(unit_of(game, top).mode)})"
    for key in (fog.aircraft_on_show(game, h, side), fog.ship_on_show(game, h, side)):
        if key:
            yield telling.call(game, [key])


def _hidden(game: Ocs, h: int, side: str) -> int:
    """How many units, aircraft and ships of a hex do not show. [4.9a]"""
    there = (
        stacks.own_at(game, h, side), stacks.air_at(game, h, side), stacks.ships_at(game, h, side),
    )  # fmt: skip
    return sum(map(len, there)) - len(list(_on_show(game, h, side)))


# ---- victory


def _objectives(game: Ocs, player: str | None, events: Dated) -> Laid:
    """What counts for victory and who holds it, as far as both know."""
    terms, notes = game.scenario.victory, []
    paints = objectives(game, controller, lambda o, held: f"{o.label}: {_worth(o)}, {held}")
    if terms.side:
        tally = victory.open_points(game)
        found = victory.grade_of(game, tally.total)
        stands = f"; as things stand: {found}" if found is not None else ""
        notes.append(f"{game.scenario.nations[terms.side]} ground: {tally.total} VP{stands}")
    nation = game.scenario.nations.get(terms.side, "")
    meaning = legend(
        good=f"held by the {nation} side", bad="held by the enemy", plain="held by nobody yet"
    )
    return Laid(paints, legend=meaning, notes=tuple(notes))


def _worth(objective: Objective) -> str:
    whole = " for the whole" if len(objective.hexes) > 1 and not objective.each else ""
    by = f" if held by turn {objective.by}" if objective.by else ""
    return f"{objective.vp} VP{whole}{by}"


# ---- what has happened


MOVING: Mapping[str, Tone] = {
    Move.do: "plain", Haul.do: "info", Sail.do: "info", Rail.do: "info", Retreat.do: "bad",
    Advance.do: "good",
}  # fmt: skip
"""What takes somebody along a way, and how it is drawn; the event has the name of the deed."""


def _moves(game: Ocs, player: str | None, events: Dated) -> Laid:
    """Who went where in this turn and the last, as the player was told. [6.1]"""
    threads = []
    for turn, event, hexes in went(game, events):
        if event.kind in MOVING:
            title = f"turn {turn}: {telling.PHRASES.sentence(game, event)}"
            side = _whose(game, event.facts)
            threads.append(Thread(hexes, MOVING[event.kind], side, title, arrow=True))
    meaning = legend(
        info="transport, trains and ships", bad="retreats", good="advances after combat"
    )
    return Laid(threads=tuple(threads), legend=(*side_legend(game, "moves"), *meaning))


def _whose(game: Ocs, facts: Mapping[str, Any]) -> str | None:
    """The side of whoever an event names; None where it names nobody."""
    for name in facts.get("units") or ():
        if name in game.state[UNITS]:
            return counter_of(game, name).side
    return None


COSTS = {"eliminated": "steps", "attrition": "lost"}
"""Events that say in which hex how many steps were lost."""
FOUGHT = {
    Attack.do: "target", Overrun.do: "target", BeachAssault.do: "target", Barrage.do: "hex",
}  # fmt: skip
"""Deeds whose events say where there was fighting."""


def _battles(game: Ocs, player: str | None, events: Dated) -> Laid:
    """Where there was fighting all through the game, how often, and units lost there. [9.0]"""
    fought: dict[str, list[str]] = {}
    lost: dict[str, int] = {}
    for turn, event in events:
        where = event.facts.get(FOUGHT.get(event.kind, ""))
        if isinstance(where, str):
            fought.setdefault(where, []).append(f"turn {turn}: {event.kind.replace('-', ' ')}")
        if event.kind in COSTS and event.facts.get("hex"):
            hex_ = event.facts["hex"]
            lost[hex_] = lost.get(hex_, 0) + int(event.facts.get(COSTS[event.kind], 0))
    paints = []
    for label in sorted({*fought, *lost}):
        times, steps = fought.get(label, []), lost.get(label, 0)
        tone: Tone = "bad" if steps >= 3 else "warn" if steps or len(times) > 2 else "info"
        listed = "; ".join(times[-6:])
        toll = f"; {telling.steps(steps)} lost with units that died here" if steps else ""
        title = f"{len(times)} fights: {listed}{toll}" if times else toll.removeprefix("; ")
        paints.append(Paint(label, tone, None, str(len(times)) if times else "†", title))
    meaning = legend(
        info="fighting",
        warn="repeated fighting, or a unit lost",
        bad="three steps or more lost here",
    )
    return Laid(tuple(paints), legend=meaning)


# ---- all of them


def _lacking(game: Ocs) -> set[str]:
    """The overlays that there is nothing to show of in a game."""
    scenario = game.scenario
    there = {
        "sea": scenario.ships,
        "air": scenario.air,
        "ports": scenario.ports,
        "rails": scenario.ground.rail_hexes,
        "extenders": any(kind.extends for kind in scenario.kinds.values()),
        "objectives": scenario.victory.objectives,
    }
    return {name for name, found in there.items() if not found}


OVERLAYS = Overlays(
    CARDS,
    {
        "supply": Sided(supply_overlays.trace),
        "dumps": Sided(supply_overlays.dump_ranges),
        "throws": Sided(supply_overlays.throws),
        "extenders": Sided(supply_overlays.extenders),
        "rails": Sided(supply_overlays.railways),
        "ports": Sided(supply_overlays.port_marks),
        "zones": Open(_zones),
        "air": Sided(range_overlays.air),
        "guns": Sided(range_overlays.guns),
        "sea": Sided(range_overlays.sea),
        "fog": Sided(_fog),
        "objectives": Open(_objectives),
        "moves": Open(_moves),
        "battles": Open(_battles),
    },
    _lacking,
)
