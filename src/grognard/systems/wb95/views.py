"""The position as one player may see it: plain data for a screen or a program. [16.1]

Own units come with everything known of them; enemy stacks hex by hex with what the player may know;
all that lies open on any table (markers, control, fortifications, bridges, missions, what is off
the map, the score) for both sides. Of secret works a player sees his own. [14.3.2b] Who looks on
without a side has no units: all stacks come as the enemy's do.
"""

from __future__ import annotations

from typing import Any

from grognard.board.board import Board
from grognard.engine.record import encode
from grognard.systems.wb95 import victory
from grognard.systems.wb95.masking.masking import (
    FULL,
    counted,
    masked_game,
    on_show,
    sight,
    told_of,
)
from grognard.systems.wb95.pieces.stacks import forts, stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, BRIDGES, HEXES, MISSIONS, SIDES, WORKS
from grognard.systems.wb95.units import MAP, UNITS, Counter, Unit
from grognard.systems.wb95.works.bridges import label as bridge_label

OPEN_FACTS = (
    "hex", "cel", "transport", "oos", "disorganised", "marked", "fought", "fired",
    "retreated", "shelled", "owed", "barraged", "place", "zone", "due",
)  # fmt: skip
"""What shows on an enemy counter that may be seen in full; its height in the stack does not."""
PLACES = ("hex", "start", "entry")
"""Facts of a unit that are hexes, written as their labels."""


def view(game: Wb, player: str | None) -> dict[str, Any]:
    """The position as one player may see it; the umpire (None) sees all units as his own."""
    units, known = game.state[UNITS], _known(game, player)
    printed = _printed(game)
    return {
        "system": "wb95",
        "title": game.scenario.title,
        "sides": {side: _side(game, side) for side in game.scenario.sides},
        "step": game.clock.step + 1,
        "serial": game.serial,
        "options": dict(game.options),
        "units": {n: _facts(game, u) for n, u in units.items() if _own(game, player, n)},
        "off_map": {
            name: _shown(game, unit)
            for name, unit in units.items()
            if unit.place != MAP and not _own(game, player, name)
        },
        "enemy": _enemy(game, player),
        "counters": {name: printed[name] for name in known},
        "control": _control(game),
        "fortified": {game.board.label(h): game.state[HEXES][h].fortified for h in forts(game)},
        "masked": [game.board.label(h) for h in sorted(stacks(game).at) if _masked(game, h)],
        "bridges": {bridge_label(game, k): encode(b) for k, b in game.state[BRIDGES].items()},
        "works": _works(game, player),
        "missions": _missions(game),
        "air": {name: encode(air) for name, air in game.state[AIR].items()},
        "victory": victory.standing(game),
    }


def _own(game: Wb, player: str | None, name: str) -> bool:
    return player is None or counter_of(game, name).side == player


def _known(game: Wb, player: str | None) -> list[str]:
    """The units whose counters a player may look at; what is off the map is open to all."""
    units = game.state[UNITS]
    if player is None or not masked_game(game):
        return list(units)
    return [
        name
        for name, unit in units.items()
        if unit.place != MAP or sight(game, player, name) == FULL
    ]


def _masked(game: Wb, h: int) -> bool:
    return game.state[HEXES][h].masked


def _facts(game: Wb, unit: Unit) -> dict[str, Any]:
    """Everything about a unit, hexes by their labels."""
    return dict(_told(game, unit)[2])


def _told(game: Wb, unit: Unit) -> tuple[Unit, Board, dict[str, Any], dict[str, Any]]:
    """A unit as plain data and what of it shows, worked out once: of all units few change between
    two looks."""
    board = game.board
    found = _TOLD.get(id(unit))
    if found is None or found[0] is not unit or found[1] is not board:
        facts: dict[str, Any] = encode(unit)
        for key in PLACES:
            facts[key] = board.label(facts[key]) if facts[key] >= 0 else None
        if len(_TOLD) >= MOST_TOLD:
            _TOLD.clear()
        found = _TOLD[id(unit)] = unit, board, facts, {key: facts[key] for key in OPEN_FACTS}
    return found


_TOLD: dict[int, tuple[Unit, Board, dict[str, Any], dict[str, Any]]] = {}
MOST_TOLD = 2048


def _shown(game: Wb, unit: Unit) -> dict[str, Any]:
    """What shows on an enemy counter."""
    return dict(_told(game, unit)[3])


def _printed(game: Wb) -> dict[str, dict[str, Any]]:
    """What is printed on every counter; it never changes."""
    counters = game.scenario.counters
    return game.cached(
        "printed counters", (), lambda: {n: counter_facts(c) for n, c in counters.items()}
    )


def counter_facts(counter: Counter) -> dict[str, Any]:
    """What is printed on a counter, as plain data."""
    return {
        "side": counter.side,
        "nation": counter.nation,
        "name": counter.name,
        "formation": counter.formation,
        "parent": counter.parent,
        "type": counter.type,
        "size": counter.size,
        "move": counter.move,
        "levels": [[level.attack, level.defence, level.mp] for level in counter.levels],
        "stars": dict(counter.stars),
        "traits": list(counter.traits),
        "organic": counter.organic,
    }


def _enemy(game: Wb, player: str | None) -> list[dict[str, Any]]:
    """The enemy's stacks, hex by hex. [16.1.1]"""
    if player is None:
        return []
    counters = game.scenario.counters
    return [
        _stack(game, player, h)
        for h, names in sorted(stacks(game).at.items())
        if counters[names[0]].side != player
    ]


def _stack(game: Wb, player: str, h: int) -> dict[str, Any]:
    """One enemy stack as far as a player may know it.

    `units` are the counters seen in full, bottom to top; `counters` is what must be told of every
    counter, or nothing where not even their number is known. [16.1.1] [16.1.4]
    """
    names = units_at(game, h)
    seen = [name for name in names if sight(game, player, name) == FULL]
    return {
        "hex": game.board.label(h),
        "side": counter_of(game, names[0]).side,
        "masked": _masked(game, h),
        "top": on_show(game, h),
        "units": {name: _shown(game, unit_of(game, name)) for name in seen},
        "counters": told_of(game, player, h) if counted(game, player, h) else None,
        "markers": _markers(game, names),
    }


def _markers(game: Wb, names: tuple[str, ...]) -> list[str]:
    """The markers on a stack, which are open; not which counter carries which. [16.1.1]"""
    markers = []
    for name in names:
        unit = unit_of(game, name)
        if unit.disorganised >= 0:
            markers.append("disorganised")
        if unit.oos > 0:
            markers.append(f"out of supply {unit.oos}")
    return sorted(markers)


def _side(game: Wb, side: str) -> dict[str, Any]:
    """A side's stores, losses and bonuses, which are open to both. [9.1.6]"""
    status = game.state[SIDES][side]
    bonuses = [{**encode(b), "hex": game.board.label(b.hex)} for b in status.bonuses]
    return {**encode(status), "nation": game.scenario.nations[side], "bonuses": bonuses}


def _control(game: Wb) -> str:
    """Who controls each hex, one character a hex in the order of the board. [4.3]

    The number of the side in the order of play, or a dot for nobody.
    """
    number = {side: str(i) for i, side in enumerate(game.scenario.sides)}

    def compute() -> str:
        return "".join(number.get(status.control, ".") for _, status in _in_order(game))

    return game.cached("control, written", (HEXES.name,), compute)


def _in_order(game: Wb) -> list[tuple[int, Any]]:
    return sorted(game.state[HEXES].items())


def _works(game: Wb, player: str | None) -> dict[str, Any]:
    """Bridges that headquarters are building: their own player's secret. [14.3.2b]"""
    return {
        name: {
            "near": game.board.label(work.near),
            "far": game.board.label(work.far),
            "declared": work.declared,
        }
        for name, work in sorted(game.state[WORKS].items())
        if _own(game, player, name)
    }


def _missions(game: Wb) -> dict[str, Any]:
    """The air missions in force. [8.2]"""
    label = game.board.label
    return {
        name: {
            **encode(mission),
            "hexes": [label(h) for h in mission.hexes],
            "attacks": [[label(h), sp] for h, sp in mission.attacks],
        }
        for name, mission in sorted(game.state[MISSIONS].items())
    }
