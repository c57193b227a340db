"""What must stay true of a position of OCS that is edited."""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.engine.system import Editable
from grognard.kit.edits import Edited, both_sides_in
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS
from grognard.systems.ocs.units import MAP, MODES, UNITS, Unit

FIELDS = (
    Editable(UNITS.name, "hex", "hex"),
    Editable(UNITS.name, "mode", "mode", MODES),
    Editable(UNITS.name, "lost", "steps lost"),
    Editable(UNITS.name, "oos", "out of supply"),
    Editable(AIR.name, "hex", "hex"),
    Editable(SHIPS.name, "hex", "hex"),
)
"""What players change of a counter from the table, if they agree."""


def against(game: Ocs, edited: Edited) -> list[Refusal]:
    """Why no game could be so: no hex holds combat units of both sides. [4.8]"""
    units = edited.get(UNITS.name, {})
    refusals = [r for name, unit in units.items() for r in _why_not_unit(game, name, unit)]
    counters = game.scenario.counters
    places = {
        name: (unit.hex if unit.place == MAP else -1, counters[unit.counter].side)
        for name, unit in {**game.state[UNITS], **units}.items()
        if unit.counter in counters
    }
    return refusals or both_sides_in(game, places, "4.8")


def _why_not_unit(game: Ocs, name: str, unit: Unit) -> list[Refusal]:
    """A unit has a counter, steps and a mode that exist, and stands where it could stand."""
    counter = game.scenario.counters.get(unit.counter)
    if (
        counter is None
        or counter.side != game.scenario.counters[game.state[UNITS][name].counter].side
    ):
        return [Refusal("form", f"{name} cannot become {unit.counter!r}")]
    if unit.mode not in MODES:
        return [Refusal("5.1", f"there is no mode {unit.mode!r}")]
    if unit.place != MAP:
        return [] if unit.hex == -1 else [Refusal("form", f"{name} is off the map: hex -1")]
    if not 0 <= unit.lost < counter.steps:
        return [Refusal("9.11", f"{name} has {counter.steps} steps and cannot lack {unit.lost}")]
    if not 0 <= unit.hex < game.board.n:
        return [Refusal("form", f"{name} is on the map and needs a hex of it")]
    if not game.scenario.ground.enterable(counter.move.move, unit.hex):
        label = game.board.label(unit.hex)
        return [Refusal("6.2c", f"{name} cannot stand in {label}")]
    return []
