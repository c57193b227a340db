"""What must stay true of a position of GOSS that is edited, map by map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine.refusal import Refusal
from grognard.engine.system import Editable
from grognard.kit.edits import Edited, both_sides_in
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import (
    AIR_TRACKS,
    ATMOSPHERES,
    GROUNDS,
    HEXES,
    HQS,
    SIDES,
    WEATHER,
    WORKS,
    AirTrack,
    Headquarters,
    HexStatus,
    SideStatus,
    Weather,
)
from grognard.systems.goss.units import MAP, MODES, SUPPLY, UNITS, Unit, at_odds

FIELDS = (
    Editable(UNITS.name, "hex", "hex"),
    Editable(UNITS.name, "steps", "steps"),
    Editable(UNITS.name, "mode", "mode", MODES),
    Editable(UNITS.name, "fatigue", "fatigue"),
    Editable(UNITS.name, "supply", "supply", SUPPLY),
)
"""What players change of a counter from the table, if they agree."""


def against(game: Gs, edited: Edited) -> list[Refusal]:
    """Why the position could not be one of a game: each record, and all together. [7.5.0]"""
    found = [
        why
        for name, check in CHECKS.items()
        for key, record in edited.get(name, {}).items()
        if (why := check(game, key, record)) is not None
    ]
    return found or _together(game, edited)


def _together(game: Gs, edited: Edited) -> list[Refusal]:
    units = {**game.state[UNITS], **edited.get(UNITS.name, {})}
    places = {
        name: (unit.hex if unit.place == MAP else -1, counter_of(game, name).side)
        for name, unit in units.items()
    }
    return both_sides_in(game, places, "7.5.0")


def _unit(game: Gs, name: str, unit: Unit) -> Refusal | None:
    why = at_odds(counter_of(game, name), unit)
    if why is None and (unit.place == MAP) != (0 <= unit.hex < game.board.n):
        return Refusal("form", f"{name} needs a hex on the map, and none off it")
    return why


def _hex(game: Gs, h: int, status: HexStatus) -> Refusal | None:
    if status.work not in ("", *WORKS):
        return Refusal("17.3.3", f"a field work is {', '.join(WORKS)}, not {status.work!r}")
    sides = ("", *game.scenario.sides)
    fits = status.side in sides and status.delayer in sides and status.control in sides
    return None if fits else Refusal("form", "works and markers are of a side")


def _weather(game: Gs, zone: str, weather: Weather) -> Refusal | None:
    fits = weather.atmosphere in ATMOSPHERES and weather.ground in GROUNDS
    return None if fits else Refusal("19.0", "there is no such weather")


def _side(game: Gs, name: str, status: SideStatus) -> Refusal | None:
    return _counted(name, status, ("ap", "atp", "inf", "arm"))


def _air(game: Gs, key: str, track: AirTrack) -> Refusal | None:
    return _counted(key, track, ("gs", "gi", "si", "asup", "leg", "mech"))


def _counted(name: str, record: Any, fields: tuple[str, ...]) -> Refusal | None:
    low = next((what for what in fields if getattr(record, what) < 0), "")
    return Refusal("form", f"{low} of {name} is not below 0") if low else None


def _hq(game: Gs, name: str, status: Headquarters) -> Refusal | None:
    fits = 0 <= status.adv <= 8 and min(status.ohs, status.fp, status.amp, status.value) >= 0
    return None if fits else Refusal("16.3.2", f"{name} has an ADV of 0 to 8, and no debts")


CHECKS: Mapping[str, Callable[[Gs, Any, Any], Refusal | None]] = {
    UNITS.name: _unit, HEXES.name: _hex, WEATHER.name: _weather, SIDES.name: _side, HQS.name: _hq,
    AIR_TRACKS.name: _air,
}  # fmt: skip
"""What speaks against a record, by its map."""
