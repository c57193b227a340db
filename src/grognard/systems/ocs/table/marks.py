"""What lies on the map and is no counter: facilities, rails, enemy goods, objectives. [3.3(C)]

All of it lies open, but for what is one's own business. [4.8b(F)] [4.9a]
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SIDES
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.supply.dumps import amount
from grognard.systems.ocs.table import telling
from grognard.systems.ocs.table.queries import Facts, seen, sp
from grognard.systems.ocs.victory.control import controller
from grognard.table.cards import Mark
from grognard.table.tabletop import Player

BASE, PORT, HEDGEHOG, DUMP, TRANSPORT = "airfield", "port", "hedgehog", "dump", "trucks"
BUSTED, GAUGE, OBJECTIVE, GLIDERS, PLAN, ENTRY = (
    "busted", "rail", "objective", "gliders", "drop", "entry",
)  # fmt: skip
LIES = {
    "dump": (DUMP, "an enemy dump", "9.14b"),
    "transport": (TRANSPORT, "enemy transport", "9.14c"),
}
"""What lies open of the enemy where no unit covers it. [4.9a]"""


def marks(game: Ocs, player: Player) -> list[Mark]:
    """Everything on the map that is no counter."""
    known = seen(game, player)
    return [
        *_sites(game, known),
        *_printed_ports(game, known),
        *_goods(known),
        *_own_dumps(game, player, known),
        *_railways(game, known),
        *_gliders(game, player),
        *_plans(game, player),
        *_objectives(game),
    ]


def _sites(game: Ocs, known: Facts) -> Iterator[Mark]:
    """Hedgehogs and Air Bases with their levels. [15.0] [16.0]"""
    nations = telling.titles(game)
    for hex_, site in known["sites"].items():
        if site["hog"]:
            side, level = site["hog_owner"] or None, site["hog"]
            whose = f"{nations[side]} " if side else ""
            yield Mark(hex_, HEDGEHOG, str(level), side, f"{whose}hedgehog, level {level}", "16.0")
        if site["base"] >= 0:
            side, level = site["base_owner"] or None, site["base"]
            whose = f"{nations[side]} " if side else ""
            what = f"Air Base, level {level}" if level else "Air Strip"
            yield Mark(hex_, BASE, str(level) if level else "", side, f"{whose}{what}", "15.0")


def _printed_ports(game: Ocs, known: Facts) -> Iterator[Mark]:
    """Ports with what they can handle, and their hits. [19.0a] [19.0b]"""
    nations = telling.titles(game)
    for h, port in sorted(game.scenario.ports.items()):
        site = known["sites"].get(game.board.label(h), {})
        side, hits = ports.owner(game, h) or None, site.get("hits", 0)
        whose = f", {nations[side]}" if side else ""
        damage = f", {hits} hit{'s' * (hits != 1)}" if hits else ""
        title = f"port of {port.name}{whose}: handles {amount(ports.capacity(game, h))}{damage}"
        short = f"{sp(ports.capacity(game, h))}{'!' * bool(hits)}"
        yield Mark(game.board.label(h), PORT, short, side, title, "19.0a")
    for hex_, site in known["sites"].items():
        side = site["lst_port"]
        if side and game.board.index[hex_] not in game.scenario.ports:
            yield Mark(hex_, PORT, "LST", side, f"{nations[side]} LST, a port", "18.4f")


def _goods(known: Facts) -> Iterator[Mark]:
    """Enemy dumps and transport that no unit covers; how much of it is not seen. [4.9a]"""
    for stack in known["enemy"]:
        for word in stack["lies"]:
            if word in LIES:
                kind, title, rule = LIES[word]
                yield Mark(stack["hex"], kind, "", stack["side"], title, rule)


def _own_dumps(game: Ocs, player: Player, known: Facts) -> Iterator[Mark]:
    """One's own dumps that lie under other counters, so that they are not overlooked. [12.1b]"""
    for key, facts in known["dumps"].items():
        if facts["hex"] is None or not facts["tokens"]:
            continue
        h, side = game.board.index[facts["hex"]], facts["side"]
        covered = stacks.own_at(game, h, side) or stacks.transport_at(game, h, side)
        if covered or stacks.air_at(game, h, side):
            title = f"dump of {amount(game.state[DUMPS][key].tokens)}"
            yield Mark(facts["hex"], DUMP, sp(facts["tokens"]), side, title, "12.1b")


def _railways(game: Ocs, known: Facts) -> Iterator[Mark]:
    """Trainbusting markers, and rails whose gauge has been changed. [14.8] [13.3f]"""
    nations, gauges = telling.titles(game), game.scenario.gauges
    for hex_, status in known["hexes"].items():
        if status["busted"]:
            title = f"trains busted by {nations[status['busted']]}: a point more to enter [14.8c]"
            yield Mark(hex_, BUSTED, "", status["busted"], title, "14.8")
        changed = status["gauge"] != gauges.get(game.board.index[hex_], "")
        if changed and status["gauge"] in nations:
            title = f"track converted for {nations[status['gauge']]}"
            yield Mark(hex_, GAUGE, "", status["gauge"], title, "13.3f")


def _gliders(game: Ocs, player: Player) -> Iterator[Mark]:
    """One's own Glider Points. [14.10e]"""
    for side in game.scenario.sides:
        if player in (None, side):
            for h, points in game.state[SIDES][side].gliders:
                title = f"{points} Glider Point{'s' * (points != 1)}"
                yield Mark(game.board.label(h), GLIDERS, str(points), side, title, "14.10e")


def _plans(game: Ocs, player: Player) -> Iterator[Mark]:
    """One's own planned drops. [14.10b]"""
    for side in game.scenario.sides:
        if player in (None, side):
            for plan in game.state[SIDES][side].plans:
                name = game.scenario.counters[plan.unit].name
                title = f"{name} is to be dropped here in turn {plan.turn}"
                yield Mark(game.board.label(plan.hex), PLAN, f"T{plan.turn}", side, title, "14.10b")


def _objectives(game: Ocs) -> Iterator[Mark]:
    """What is worth victory points, and in whose hands it is."""
    nations = telling.titles(game)
    for objective in game.scenario.victory.objectives:
        for h in objective.hexes:
            side = controller(game, h)
            holds = f", held by {nations[side]}" if side else ""
            first = h == objective.hexes[0]
            title = f"{objective.label}: {objective.vp} VP{holds}"
            short = str(objective.vp) if first else ""
            yield Mark(game.board.label(h), OBJECTIVE, short, side or None, title, "2.3-end")
