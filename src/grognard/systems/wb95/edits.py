"""What must stay true of a position of WB-95 that is edited."""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.engine.system import Editable
from grognard.kit.edits import Edited, both_sides_in
from grognard.systems.wb95.ground import HQ_CLASS
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES, HexStatus
from grognard.systems.wb95.units import MAP, UNITS, Unit, at_odds

FIELDS = (
    Editable(UNITS.name, "hex", "hex"),
    Editable(UNITS.name, "cel", "combat effectiveness level"),
)
"""What players change of a unit from the table, if they agree."""


def against(game: Wb, edited: Edited) -> list[Refusal]:
    """Why the position could not be one of a game: hexes, units, and both together. [3.1.8]"""
    units = edited.get(UNITS.name, {})
    refusals = [r for s in edited.get(HEXES.name, {}).values() for r in _why_not_hex(game, s)]
    refusals = refusals or [r for n, unit in units.items() for r in _why_not_unit(game, n, unit)]
    counters = game.scenario.counters
    places = {
        name: (unit.hex if unit.place == MAP else -1, counters[name].side)
        for name, unit in {**game.state[UNITS], **units}.items()
    }
    return refusals or both_sides_in(game, places, "3.1.8")


def _why_not_hex(game: Wb, status: HexStatus) -> list[Refusal]:
    sides = ("", *game.scenario.sides)
    if status.control in sides and status.fortified in sides:
        return []
    return [Refusal("form", f"a hex belongs to {' or '.join(sides[1:])}, or to nobody")]


def _why_not_unit(game: Wb, name: str, unit: Unit) -> list[Refusal]:
    """A unit has levels and a set-up that its counter has, and stands where it could stand."""
    counter = game.scenario.counters[name]
    wrong = at_odds(counter, unit)
    if wrong is not None:
        return [wrong]
    if unit.place != MAP:
        return [] if unit.hex == -1 else [Refusal("form", f"{name} is off the map: hex -1")]
    if not 0 <= unit.hex < game.board.n:
        return [Refusal("form", f"{name} is on the map and needs a hex of it")]
    ground, h = game.scenario.ground, unit.hex
    road = any(ground.route(h, b) is not None for b in game.board.around(h))
    if not road and not ground.enterable(HQ_CLASS if counter.hq else counter.move, h):
        terrain = game.board.terrain[h]
        return [Refusal("3.1.11", f"{name} cannot stand on {terrain} in {game.board.label(h)}")]
    return []
