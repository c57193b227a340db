"""The paths of units, kept as long as nothing has changed on which they hang. [15.2.3]

What enemies, engineers and bridges do to paths is looked at when somebody asks. Of units only a
march matters to the one who marches, and of headquarters to those who trace from it; whatever else
becomes of them, or of anything else in the State, has all paths looked at again.
"""

from __future__ import annotations

from typing import Any

from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import GossScenario, Gs
from grognard.systems.goss.status import (
    ARMIES,
    BRIDGES,
    DEPOTS,
    FRONTS,
    HQS,
    RESTS,
    TRACK,
    WEATHER,
    ZONES,
)
from grognard.systems.goss.supply.fields import Fields, Obstacles, obstacles_now
from grognard.systems.goss.supply.tracing import Trace, feeders, trace_unit
from grognard.systems.goss.units import UNITS, Unit

REGISTERS = (UNITS, HQS, ARMIES, ZONES, FRONTS, DEPOTS, BRIDGES, WEATHER, TRACK, RESTS)


class Traces(Kept):
    """The path of each unit that somebody has asked for, and what was in the way then. [15.2.3]"""

    name = "supply-traces"
    follows = (*(register.name for register in REGISTERS), "clock")

    def __init__(self, scenario: GossScenario) -> None:
        self.counters = scenario.counters
        self.paths: dict[str, Trace | None] = {}
        self.gone: set[str] = set()
        """The headquarters that have marched since somebody asked."""
        self.met: dict[str, Obstacles] = {}

    def rebuild(self, state: State) -> None:
        """Forget everything: paths are looked for when somebody asks."""
        self.paths.clear()
        self.gone.clear()

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Forget the path of a unit that has marched, and after anything else all of them."""
        if name == UNITS.name and self._marched(key, old, new):
            self.paths.pop(key, None)
            if self.counters[key].hq or new.attached == key:
                self.gone.add(key)
        else:
            self.paths.clear()
            self.gone.clear()

    def _marched(self, key: str, old: Unit | None, new: Unit | None) -> bool:
        """Whether nothing has become of a unit that others' paths hang on but where it is: it is in
        the same command, counts for its formation as before, and its own path is no longer one.
        [9.3.4] [15.2.4]"""
        if old is None or new is None or _matters(old) != _matters(new):
            return False
        return old.extended == new.extended or not (self.counters[key].hq or new.attached == key)

    def content(self) -> Any:
        """Nothing that the State says by itself."""
        return ()

    def path(self, game: Gs, name: str) -> Trace | None:
        """How a unit is supplied where it stands; None if by no path. [15.2.3]"""
        side = counter_of(game, name).side
        now, met = obstacles_now(game, side), self.met.get(side)
        if met is not now:
            self._met(game, side, met, now)
            self.met[side] = now
        self.from_elsewhere(game)
        if name not in self.paths:
            self.paths[name] = trace_unit(game, name)
        return self.paths[name]

    def from_elsewhere(self, game: Gs) -> None:
        """Forget the paths from headquarters that have marched; all of them where what one link has
        entered counts for the next. [15.2.1(3)]"""
        if not self.gone:
            return
        if game.options["enemy-adjacent-path"] != "link":
            self.paths.clear()
        for name in [*self.paths]:
            if not self.gone.isdisjoint(feeders(game, name)):
                del self.paths[name]
        self.gone.clear()

    def _met(self, game: Gs, side: str, met: Obstacles | None, now: Obstacles) -> None:
        """Forget the paths that may be other ones now. Where engineers alone have gone elsewhere,
        or bridges, only those from where their work was looked at. [15.2.1b]"""
        fields = Fields.of(game)
        fields.now(side, now)
        altered = fields.altered.pop(side, set())
        alike = met is not None and met[:3] == now[:3]
        if not alike or game.options["enemy-adjacent-path"] != "link":
            if met != now:
                self.paths.clear()
            return
        units = game.state[UNITS]
        for name in list(self.paths) if altered else ():
            if any(units[hq].hex in altered for hq in feeders(game, name) if hq in units):
                del self.paths[name]


def _matters(unit: Unit) -> tuple[Any, ...]:
    return (
        unit.place, unit.where, unit.attached, unit.steps, unit.z, unit.out, unit.battery,
        unit.transport, unit.supply, unit.mode,
    )  # fmt: skip


def supply_of(game: Gs, name: str) -> Trace | None:
    """How a unit is supplied where it stands; None if by no path. [15.2.3]"""
    return Traces.of(game).path(game, name)


def stale(game: Gs) -> list[str]:
    """The units whose path that is kept is not what it would be if looked for now. There are
    none."""
    index = Traces.of(game)
    index.from_elsewhere(game)
    sides = {counter_of(game, name).side for name in index.paths}
    for side in sides:
        if index.met[side] != obstacles_now(game, side):
            return []  # all are looked for again when somebody asks
    return [name for name, kept in index.paths.items() if kept != trace_unit(game, name)]
