"""What closes hexes to lines of supply, kept in step with every change. [10.1.10] [10.1.11]"""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.units import MAP, UNITS, Counter, Unit


def bars_supply(counter: Counter, unit: Unit) -> bool:
    """Whether a unit has a zone of control for this purpose: all have but two kinds. [10.1.11]

    The exceptions are artillery in transport set-up and headquarters.
    """
    return not counter.hq and not (counter.artillery and unit.transport)


def zone_class(counter: Counter) -> str:
    """How far a zone of control reaches: by movement class; resilience groups are on foot."""
    return "foot" if counter.type == "RG" else counter.move


class Barriers(Kept):
    """How many enemies close each hex to a side, and how many regular units hold it open. [10.1.10]

    Enemies close the hex they stand in, and all those in their zones of control.
    """

    name = "barriers"

    follows: tuple[str, ...] = ()  # Movements tells it

    def __init__(self, scenario: Wb95Scenario) -> None:
        self.scenario = scenario
        self.zones = {
            name: scenario.ground.zone[zone_class(counter)]
            for name, counter in scenario.counters.items()
        }
        self.closing: dict[str, array[int]] = {side: array("h") for side in scenario.sides}
        self.opening: dict[str, array[int]] = {side: array("h") for side in scenario.sides}
        self._towns: dict[str, tuple[list[int], Any]] = {}

    def rebuild(self, state: State) -> None:
        """Count every unit on the map."""
        for counts in (self.closing, self.opening):
            for side in counts:
                counts[side] = array("h", bytes(2 * self.scenario.board.n))
        for name, unit in state[UNITS].items():
            self._count(name, unit, 1)

    def change(self, name: str, key: Any, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit, if it is elsewhere now, or in another set-up."""
        if old is not None and new is not None and _alike(old, new):
            return
        if old is not None:
            self._count(key, old, -1)
        if new is not None:
            self._count(key, new, 1)

    def _count(self, name: str, unit: Unit, step: int) -> None:
        if unit.place != MAP:
            return
        counter = self.scenario.counters[name]
        closing = self.closing[self.scenario.other(counter.side)]
        closing[unit.hex] += step
        if bars_supply(counter, unit):
            for b in self.zones[name][unit.hex]:
                closing[b] += step
        if counter.regular:
            self.opening[counter.side][unit.hex] += step

    def closed(self, side: str, towns: list[int]) -> bytearray:
        """The hexes closed to a side: 1 where it is so, with those that enemy towns close."""
        closing = np.frombuffer(self.closing[side], dtype=np.int16)
        opening = np.frombuffer(self.opening[side], dtype=np.int16)
        shut = ((closing > 0) | self._town_zones(side, towns)) & (opening <= 0)
        return bytearray(shut.tobytes())

    def _town_zones(self, side: str, towns: list[int]) -> Any:
        """Which hexes enemy towns close to a side: their own and those around. [10.1.11]"""
        known, shut = self._towns.get(side, (None, None))
        if towns != known:
            foot = self.scenario.ground.zone["foot"]
            shut = np.zeros(self.scenario.board.n, dtype=np.bool_)
            shut[[b for h in towns for b in (h, *foot[h])]] = True
            self._towns[side] = towns, shut
        return shut

    def content(self) -> Any:
        """The counts, for comparison."""
        return [
            {side: list(numbers) for side, numbers in counts.items()}
            for counts in (self.closing, self.opening)
        ]


def _alike(a: Unit, b: Unit) -> bool:
    """Whether two states of a unit are the same as far as lines of supply go."""
    return a.hex == b.hex and a.transport == b.transport and a.place == b.place


def barriers(game: Wb) -> Barriers:
    """What closes hexes to lines of supply in a game."""
    return Barriers.of(game)
