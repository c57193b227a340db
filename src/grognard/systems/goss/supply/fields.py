"""Fields of supply: how far it goes from a hex, kept until something changes that they looked at.

A field is worked out once from each headquarters and then asked about every hex. When somebody has
moved, the hexes are compared in which anything changed for supply; fields that never looked at one
of these hold, and only the others are worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from grognard.board.counted import Counted, reach_counted
from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.pieces.crossing import class_of, closed
from grognard.systems.goss.pieces.stacks import stacks
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import GossScenario, Gs
from grognard.systems.goss.status import BRIDGES, DRY, FREEZE, PRINTED, SNOW, WEATHER
from grognard.systems.goss.supply.ways import NO_HELP, Help, Lay, Prices, Steps, Way
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import ROAD_CREW, UNITS, Counter, Unit

BESIDE_MOST = 2
"""How many hexes beside enemies a path may enter. [15.2.1(3)]"""
GREAT_FERRY = 3
"""Steps of engineers that ferry supplies over a major river. [15.2.1b-2]"""
CREW = 2
"""Steps of engineers that improve roads. [17.7.1]"""
HALTS: list[Callable[[Gs, str], Collection[int]]] = []
"""The hexes in which units of a side would have to halt: paths end there. [15.2.1(2)] [7.7.0]"""


def halting(game: Gs, side: str) -> Collection[int]:
    """The hexes in which enemies, as they are, make units of a side halt. [15.2.1(2)] [7.7.0]"""
    return front(game, side).halts


class Obstacles(NamedTuple):
    """What a side's paths find on the map besides the ground: hexes of enemies, those beside them,
    those where one halts, and what its engineers and bridges do."""

    held: frozenset[int]
    beside: frozenset[int]
    halts: frozenset[int]
    help: Help
    lay: Lay


def obstacles(game: Gs, side: str) -> Obstacles:
    """What is in the way of a side's paths now. [15.2.1]"""
    held = frozenset(stacks(game).held[other(side)])
    halts = frozenset(h for register in HALTS for h in register(game, side))
    return Obstacles(held, _beside(game, side, held), halts, engineers_help(game, side), lay(game))


def _beside(game: Gs, side: str, held: frozenset[int]) -> frozenset[int]:
    """The hexes next to enemies; worked out again only when these hold others."""
    around = game.board.around

    def compute() -> frozenset[int]:
        return frozenset(b for h in held for b in around(h))

    return game.cached(("beside enemies", side), (), compute, detail=held)


def lay(game: Gs) -> Lay:
    """The bridges that are down or were built. [17.3.1]"""

    def compute() -> Lay:
        printed, bridges = game.scenario.ground.bridges, game.state[BRIDGES].items()
        return Lay(
            frozenset(k for k, one in bridges if not one.stands and k in printed),
            {
                k: one.road
                for k, one in bridges
                if one.stands and (k not in printed or one.kind != PRINTED)
            },
        )

    return game.cached(("bridges for supply",), (BRIDGES.name,), compute)


def engineers_help(game: Gs, side: str) -> Help:
    """What the engineers of a side do for its supply. [15.2.1b]"""
    maps = (UNITS.name, BRIDGES.name, WEATHER.name)
    return game.cached(("engineers' help", side), maps, lambda: _help(game, side))


def _help(game: Gs, side: str) -> Help:
    """Idle engineers ferry over the water beside them: over streams and rivers if they are not
    fatigued, over major rivers from three steps on. Crews of two steps improve roads in their hex
    and in those next to it that they could enter. [15.2.1b(a)] [15.2.1b-2] [17.7.2]"""
    ground, enemies = game.scenario.ground, stacks(game).held[other(side)]
    rested, idle, crews = dict[int, int](), dict[int, int](), dict[int, int]()
    classes: dict[int, set[str]] = {}
    for counter, unit in _engineers(game, side):
        steps = max(unit.steps, 1)
        if unit.task == ROAD_CREW:
            crews[unit.hex] = crews.get(unit.hex, 0) + steps
            classes.setdefault(unit.hex, set()).add(class_of(counter, unit))
        elif not unit.task:
            idle[unit.hex] = idle.get(unit.hex, 0) + steps
            if not unit.fatigue:
                rested[unit.hex] = 1
    ferries = {ground.side_key(a, b) for a in rested for b in game.board.around(a)}
    both = {
        ground.side_key(a, b)
        for a in idle
        for b in game.board.around(a)
        if idle[a] + idle.get(b, 0) >= GREAT_FERRY
    }
    waters = ground.waters
    improved = {h for h, steps in crews.items() if steps >= CREW}
    improved |= {
        b
        for h in improved
        for b in game.board.around(h)
        if b not in enemies and any(not closed(game, cls, h, b) for cls in classes[h])
    }
    return Help(
        frozenset(k for k in ferries if waters[k]), frozenset(k for k in both if waters[k]),
        frozenset(improved),
    )  # fmt: skip


def _engineers(game: Gs, side: str) -> Iterator[tuple[Counter, Unit]]:
    units = game.state[UNITS]
    for name in sorted(stacks(game).own[side]):
        counter = counter_of(game, name)
        if counter.engineer:
            yield counter, units[name]


# ---- steps


def way_at(game: Gs, h: int, kind: str, *, good_roads: bool = False) -> Way:
    """How a path of a kind is traced in the weather of a hex. [15.2.6]"""
    ground = weather(game, h).ground
    return Way(kind, ground in (SNOW, FREEZE), ground == DRY, good_roads)


def _steps(game: Gs, lay: Lay, help: Help, way: Way) -> Steps:
    """The steps of a way; what engineers alter is altered on those of the map. [15.2.1]"""
    ground = game.scenario.ground

    def bare() -> Steps:
        return Steps(Prices(ground, lay, NO_HELP, way))

    base: Steps = game.cached(("supply steps", way), (BRIDGES.name,), bare)
    if help == NO_HELP:
        return base

    def helped() -> Steps:
        return Steps(Prices(ground, lay, help, way), base)

    return game.cached(("helped steps", way), (BRIDGES.name,), helped, detail=help)


# ---- fields


class Key(NamedTuple):
    """Which field: whose, from where, traced how, how far in twelfths (-1: any length), past how
    many hexes beside enemies, and in which hexes it ends because they are another's zone."""

    side: str
    start: int
    way: Way
    budget: int
    most: int
    bars: frozenset[int]


class Fields(Kept):
    """The fields of supply of both sides, each as long as it holds. [15.2.0]"""

    name = "supply-fields"
    follows: tuple[str, ...] = ()

    def __init__(self, scenario: GossScenario) -> None:
        self.ground = scenario.ground
        self.last: dict[str, Obstacles] = {}
        self.fields: dict[str, dict[Key, Counted]] = {}

    def rebuild(self, state: State) -> None:
        """Forget everything: fields are worked out when somebody asks."""
        self.last, self.fields = {}, {}

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Nothing: what has changed is seen when somebody asks."""

    def content(self) -> Any:
        """Nothing that the State says by itself."""
        return ()

    def now(self, side: str, found: Obstacles) -> dict[Key, Counted]:
        """The fields of a side that hold under these obstacles."""
        before, fields = self.last.get(side), self.fields.setdefault(side, {})
        if before is not None and before != found:
            changed = self._changed(before, found)
            for key in [k for k, one in fields.items() if not changed.isdisjoint(one.looked)]:
                del fields[key]
        self.last[side] = found
        return fields

    def _changed(self, a: Obstacles, b: Obstacles) -> set[int]:
        """The hexes in which, or out of which, a path goes differently."""
        changed = {*(a.held ^ b.held), *(a.beside ^ b.beside), *(a.halts ^ b.halts)}
        if a.help != b.help:
            changed |= {*a.help.hexes(self.ground, b.help)}
        if a.lay != b.lay:
            keys = a.lay.down ^ b.lay.down
            keys |= {k for k in {*a.lay.built, *b.lay.built}
                     if a.lay.built.get(k) != b.lay.built.get(k)}  # fmt: skip
            changed |= {h for key in keys for h in self.ground.side_hexes(key)}
        return changed


def field(
    game: Gs, side: str, start: int, way: Way, budget: int, *, bars: frozenset[int],
    most: int = BESIDE_MOST,
) -> Counted:  # fmt: skip
    """How far supply goes from a hex. [15.2.1]"""
    kept = obstacles_now(game, side)
    fields = Fields.of(game).now(side, kept)
    key = Key(side, start, way, budget, most, bars)
    found = fields.get(key)
    if found is None:
        found = fields[key] = traced(game, key, kept)
    return found


def obstacles_now(game: Gs, side: str) -> Obstacles:
    """The obstacles, looked at once for each change of the State."""
    names = tuple(game.state.maps)
    return game.cached(("supply obstacles", side), names, lambda: obstacles(game, side))


def traced(game: Gs, key: Key, kept: Obstacles) -> Counted:
    """A field worked out: paths enter no hex of enemies, at most two beside them, and end where
    units would halt or another's zone begins. [15.2.1(1)] [15.2.1(2)] [15.2.1(3)] [15.2.0]"""
    halts, bars = kept.halts, key.bars
    stop = (halts | bars).__contains__ if halts and bars else (halts or bars).__contains__
    return reach_counted(
        _steps(game, kept.lay, kept.help, key.way), key.start, key.budget, key.most,
        counted=kept.beside.__contains__, blocked=kept.held.__contains__, stop=stop,
    )  # fmt: skip


def stale(game: Gs) -> list[Key]:
    """The fields that are kept and are not what they would be if worked out now. There are none."""
    index, wrong = Fields.of(game), []
    for side in list(index.fields):
        kept = obstacles(game, side)
        for key, found in index.now(side, kept).items():
            if traced(game, key, kept).best != found.best:
                wrong.append(key)
    return wrong
