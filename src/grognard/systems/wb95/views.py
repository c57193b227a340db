"""The position as one player may see it: plain data for a screen or a program. [16.1]

Own units come with everything known of them; enemy stacks hex by hex with what the player may know;
all that lies open on any table (markers, control, fortifications, bridges, missions, what is off
the map, the score) for both sides. Of secret works a player sees his own. [14.3.2b] Who looks on
without a side has no units: all stacks come as the enemy's do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import is_
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
from grognard.systems.wb95.masking.vicinity import vicinity
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
    found = {name: part(game, player) for name, part in PARTS.items()}
    for name in ("units", "off_map"):
        found[name] = {unit: dict(facts) for unit, facts in found[name].items()}
    found["enemy"] = [_copy(row) for row in found["enemy"]]
    return found


class Glance(Mapping[str, Any]):
    """The same for somebody who reads it and changes nothing in it: each part is worked out when
    he looks at it, and may be lent to others, too."""

    def __init__(self, game: Wb, player: str) -> None:
        self.game, self.player = game, player
        self._seen: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._seen:
            self._seen[name] = PARTS[name](self.game, self.player)
        return self._seen[name]

    def __iter__(self) -> Iterator[str]:
        return iter(PARTS)

    def __len__(self) -> int:
        return len(PARTS)


def _copy(row: dict[str, Any]) -> dict[str, Any]:
    """An enemy stack for somebody to whom it then belongs."""
    counters = row["counters"]
    return {
        **row,
        "units": {name: dict(facts) for name, facts in row["units"].items()},
        "counters": None if counters is None else [dict(counter) for counter in counters],
        "markers": [*row["markers"]],
    }


def _sides(game: Wb, player: str | None) -> dict[str, Any]:
    return {side: _side(game, side) for side in game.scenario.sides}


def _units(game: Wb, player: str | None) -> dict[str, dict[str, Any]]:
    """Own units with all that is known of them."""
    units = game.state[UNITS]
    return {name: _told(game, units[name])[2] for name in _of(game, player) if name in units}


def _off_map(game: Wb, player: str | None) -> dict[str, dict[str, Any]]:
    """Enemy units that are not on the map, which are open to all."""
    return {
        name: _told(game, unit)[3]
        for name, unit in game.state[UNITS].items()
        if unit.place != MAP and not _own(game, player, name)
    }


def _counters(game: Wb, player: str | None) -> dict[str, dict[str, Any]]:
    printed = _printed(game)
    return {name: printed[name] for name in _known(game, player)}


def _fortified(game: Wb, player: str | None) -> dict[str, str]:
    return {game.board.label(h): game.state[HEXES][h].fortified for h in forts(game)}


def _all_masked(game: Wb, player: str | None) -> list[str]:
    return [game.board.label(h) for h in sorted(stacks(game).at) if _masked(game, h)]


def _bridges(game: Wb, player: str | None) -> dict[str, Any]:
    return {bridge_label(game, k): encode(b) for k, b in game.state[BRIDGES].items()}


def _of(game: Wb, player: str | None) -> Sequence[str]:
    """The units that are a player's own, on the map or not, in the order of the State."""

    def compute() -> tuple[str, ...]:
        return tuple(name for name in game.state[UNITS] if _own(game, player, name))

    return game.cached(("whose", player), (), compute, len(game.state[UNITS]))


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
    counters, units, hexes = game.scenario.counters, game.state[UNITS], game.state[HEXES]
    findings, serial = vicinity(game), game.serial
    rows: list[dict[str, Any]] = []
    for h, names in sorted(stacks(game).at.items()):
        if counters[names[0]].side == player:
            continue
        known = findings.setdefault(h, {})
        now = [serial, hexes[h], *[units[name] for name in names]]
        seen: _Seen | None = known.get((_enemy, player))
        if seen is None or not alike(seen[0], now):
            seen = known[_enemy, player] = now, _stack(game, player, h)
        rows.append(seen[1])
    return rows


_Seen = tuple[list[Any], dict[str, Any]]
"""A stack as it was seen, and of what: the moment, the state of its hex, and its units. What else
counts is who is next to it, and so it is kept with its vicinity."""


def alike(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two lists hold the very same things."""
    return len(one) == len(other) and all(map(is_, one, other))


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
        "units": {name: _told(game, unit_of(game, name))[3] for name in seen},
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


def _control(game: Wb, player: str | None) -> str:
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


def _missions(game: Wb, player: str | None) -> dict[str, Any]:
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


PARTS: dict[str, Callable[[Wb, str | None], Any]] = {
    "system": lambda game, player: "wb95",
    "title": lambda game, player: game.scenario.title,
    "sides": _sides,
    "step": lambda game, player: game.clock.step + 1,
    "serial": lambda game, player: game.serial,
    "options": lambda game, player: dict(game.options),
    "units": _units,
    "off_map": _off_map,
    "enemy": _enemy,
    "counters": _counters,
    "control": _control,
    "fortified": _fortified,
    "masked": _all_masked,
    "bridges": _bridges,
    "works": _works,
    "missions": _missions,
    "air": lambda game, player: {name: encode(air) for name, air in game.state[AIR].items()},
    "victory": lambda game, player: victory.standing(game),
}
"""What is told of a position, part by part."""
