"""What lies on the map besides counters, and what is still to be done, for a screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.systems.wb95.arrivals import reinforcements
from grognard.systems.wb95.arrivals.reinforcements import Enter
from grognard.systems.wb95.combat.attack import Attack
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.mission_kinds import KINDS
from grognard.systems.wb95.movement import stacking
from grognard.systems.wb95.movement.moves import Move
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Objective, Wb
from grognard.systems.wb95.table.counters import movable, seen
from grognard.systems.wb95.table.terms import counted
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.words import call
from grognard.table import duties
from grognard.table.cards import Mark, Owed, SideMark
from grognard.table.tabletop import Player

FORT, WORKS, OBJECTIVE, ENTRY, AIR = "fort", "entrench", "objective", "entry", "air"
BLOWN, BUILT, BUILDING = "bridge-down", "bridge-built", "bridge-work"


def marks(game: Wb, player: Player) -> list[Mark]:
    """Works, objectives, entry zones and air missions, all of which lie open."""
    known = seen(game, player)
    return [
        *_works(game, known),
        *_objectives(game),
        *_entries(game),
        *_missions(game, known),
    ]


def _works(game: Wb, known: Mapping[str, Any]) -> list[Mark]:
    """Field fortifications [7.1.1] and fixed positions. [7.2.1]"""
    nations = game.scenario.nations
    found = [
        Mark(label, WORKS, "", side, f"{nations[side]} field fortification", "7.1.1")
        for label, side in known["fortified"].items()
    ]
    label = game.board.label
    return found + [
        Mark(label(h), FORT, "", None, "fixed position", "7.2.1")
        for h in game.scenario.fixed_positions
    ]


def _objectives(game: Wb) -> list[Mark]:
    """What is worth victory points, and in whose hands it is. [S1.10]"""
    found = []
    for objective in game.scenario.victory.objectives:
        for h in objective.hexes:
            worth = _worth(objective)
            side = controller(game, h) or None
            holds = game.scenario.nations[side] if side else "nobody"
            title = f"{counted(objective.label)}: {worth}, held by {holds}"
            short = "" if objective.whole and h != objective.hexes[0] else str(objective.vp)
            found.append(Mark(game.board.label(h), OBJECTIVE, short, side, title, objective.rule))
    return found


def _worth(objective: Objective) -> str:
    return f"{objective.vp} VP{' for the whole of it' if objective.whole else ''}"


def _entries(game: Wb) -> list[Mark]:
    """Where reinforcements come onto the map. [11.1.2]"""
    return [
        Mark(game.board.label(h), ENTRY, zone.id, side, f"{zone.name}: entry zone", "11.1.2")
        for side in game.scenario.sides
        for zone in game.scenario.zones[side]
        for h in zone.hexes
    ]


def _missions(game: Wb, known: Mapping[str, Any]) -> list[Mark]:
    """The air missions in force. [8.2]"""
    nations = game.scenario.nations
    return [
        Mark(label, AIR, str(one["sp"]), one["side"],
             f"{nations[one['side']]} {KINDS[one['kind']].title}, strength {one['sp']}", "8.2.1")
        for one in known["missions"].values()
        for label in one["hexes"]
    ]  # fmt: skip


def side_marks(game: Wb, player: Player) -> list[SideMark]:
    """Bridges that are not as the map has them, and those one is building. [14.1] [14.3.2b]"""
    known = seen(game, player)
    found = []
    for name, bridge in known["bridges"].items():
        hex_, other = name.split("-")
        if not bridge["intact"]:
            found.append(
                SideMark(hex_, other, BLOWN, "bridge down [14.1.1]", bridge["controller"] or None)
            )
        elif not bridge["printed"]:
            found.append(
                SideMark(hex_, other, BUILT, "bridge built [14.3.2]", bridge["controller"] or None)
            )
    for name, work in known["works"].items():
        side = game.scenario.counters[name].side
        title = f"{call(game, [name])} is building a bridge [14.3.2b]"
        found.append(SideMark(work["near"], work["far"], BUILDING, title, side))
    return found


# ---- what is still to be done


def owed(game: Wb, player: Player) -> list[Owed]:
    """What a player must do before the phase may end, and what he still could."""
    return duties.owed(game, player, DUTIES)


def _attacks(game: Wb, player: str) -> Iterator[Owed]:
    """Obligatory attacks. [5.1.3] [5.1.4]"""
    seen, label = obligations.contact(game, player), game.board.label
    owing, due = seen.unmet
    for h in due:
        yield Owed(f"the enemy in {label(h)} must be attacked", "5.1.4", (label(h),))
    for h in owing:
        names = seen.able[h]
        text = f"{call(game, names)} in {label(h)} must attack"
        yield Owed(text, "5.1.3", (label(h),), tuple(names))


def _crowds(game: Wb, player: str) -> Iterator[Owed]:
    """Crowded hexes must be thinned out. [3.2.1]"""
    for refusal in stacking.unfinished(game, player):
        hexes = tuple(game.board.label(h) for h in stacking.crowded(game, player))
        yield Owed(refusal.text, refusal.rule, hexes)


def _entering(game: Wb, player: str) -> Iterator[Owed]:
    names = reinforcements.expected(game, player)
    yield from duties.could(names, "reinforcement", "may enter", "11.1.3")


def _moves(game: Wb, player: str) -> Iterator[Owed]:
    idle = [name for name in movable(game, player) if _idle(game, name)]
    yield from duties.could(idle, "unit", "could still move", "3.1.1")


def _idle(game: Wb, name: str) -> bool:
    unit = unit_of(game, name)
    return name in game.state[UNITS] and game.serial not in (unit.moved, unit.marked, unit.stayed)


DUTIES = ((Attack, _attacks), (Move, _crowds), (Enter, _entering), (Move, _moves))
"""For each kind of action what is still to be done with it."""
