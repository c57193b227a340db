"""Lookouts: which hexes of a side have a line of sight to a hex, kept with every move. [8.1.0]

What a hex is in sight of follows from the map alone; who stands there from the units. Weather and
night only shorten it, and are looked at when somebody asks: nothing but a unit that comes or goes
makes this index stale.
"""

from __future__ import annotations

from typing import Any

from grognard.engine.state import State
from grognard.kit.pieces import Follower
from grognard.systems.goss.scenario import GossScenario, Gs
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.units import MAP, UNITS, Unit
from grognard.systems.goss.weather.effects import UNLIMITED, sight

CLOSED_IN = ("snow", "fog")
"""Precipitation in which nobody sees beyond the next hex. [8.1.2c]"""


class Lookouts(Follower[str, Unit]):
    """For each side and hex: the hexes with its units that would see it by a clear day."""

    name = "lookouts"
    register = UNITS

    def __init__(self, scenario: GossScenario) -> None:
        self.counters, self.view = scenario.counters, scenario.ground.view
        self.sides = scenario.sides
        self._clear()

    def _clear(self) -> None:
        self.there: dict[str, dict[int, int]] = {side: {} for side in self.sides}
        self.seen: dict[str, dict[int, set[int]]] = {side: {} for side in self.sides}

    def rebuild(self, state: State) -> None:
        """Look out of every hex that is held."""
        self._clear()
        for name, unit in state[UNITS].items():
            if unit.place == MAP:
                self._come(name, unit.hex)

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whether a unit is where it was."""
        return (a.hex, a.place) == (b.hex, b.place)

    def change(self, name: str, key: str, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit."""
        if old is not None and new is not None and self.alike(old, new):
            return
        if old is not None and old.place == MAP:
            self._go(key, old.hex)
        if new is not None and new.place == MAP:
            self._come(key, new.hex)

    def _come(self, key: str, h: int) -> None:
        side = self.counters[key].side
        there, seen = self.there[side], self.seen[side]
        there[h] = there.get(h, 0) + 1
        if there[h] == 1:
            for b in self.view(h):
                seen.setdefault(b, set()).add(h)

    def _go(self, key: str, h: int) -> None:
        side = self.counters[key].side
        there, seen = self.there[side], self.seen[side]
        there[h] -= 1
        if not there[h]:
            del there[h]
            for b in self.view(h):
                seen[b].remove(h)
                if not seen[b]:
                    del seen[b]

    def content(self) -> Any:
        """Who sees what, for comparison."""
        return {
            side: {h: sorted(hexes) for h, hexes in sorted(seen.items())}
            for side, seen in self.seen.items()
        }


def farthest(game: Gs, h: int) -> int:
    """How far anybody sees towards a hex in this sky and light. [8.1.2b] [8.1.2c]"""
    if dark(game) or weather(game, h).precipitation in CLOSED_IN:
        return 1
    return sight(game)


def in_sight(game: Gs, observer: int, h: int) -> bool:
    """Whether there is a line of sight from a hex to another now: unblocked and within range, one
    hex shorter through or into rough ground. [8.1.0] [8.1.2] [8.1.2a]"""
    found = game.scenario.ground.view(observer).get(h)
    if found is None:
        return False
    distance, rough = found
    reach, most = game.scenario.ground.sight[observer], farthest(game, h)
    if most == UNLIMITED:
        return distance <= max(reach - rough, 1)
    if game.options["rough-and-overcast"] == "both":
        return distance <= max(min(reach, most) - rough, 1)
    return distance <= min(max(reach - rough, 1), most)


def lookouts(game: Gs, side: str, h: int) -> list[int]:
    """The hexes with units of a side that have a line of sight to a hex now. [8.1.0]"""
    found = Lookouts.of(game).seen[side].get(h, ())
    return sorted(one for one in found if in_sight(game, one, h))
