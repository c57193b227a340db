"""Who stands where, and whose zone of control lies where: kept in step with every change.

`Stacks` answers what is in a hex; `Zones` counts the units whose zone of control reaches a hex, for
each side. [3.2] [4.1]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from grognard.engine.state import State
from grognard.kit import pieces
from grognard.kit.indexes import Kept
from grognard.kit.pieces import Counted, Listed, Whose
from grognard.kit.pieces import holder as holder
from grognard.kit.pieces import on_map as on_map
from grognard.kit.pieces import units_at as units_at
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.status import HEXES, HexStatus
from grognard.systems.wb95.units import EXPECTED, MAP, UNITS, Counter, Unit

STACKING_LIMIT = 8
"""CELs that one hex may hold at the end of a phase. [3.2.1]"""
POSITIONS = "positions"
"""The hallmark of where all units are, at what level, and in what set-up."""
DISORGANISED, UNSUPPLIED, FORTIFIED = "disorganised", "unsupplied", "fortified"


@lru_cache(maxsize=1 << 16)
def _mark_of(name: str, h: int, cel: int, transport: bool) -> int:
    text = f"{name} {h} {cel} {transport}"
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


def _hallmark(name: str, unit: Unit | None) -> int:
    """A number for one unit's position; off the map it has none."""
    if unit is None or unit.place != MAP:
        return 0
    return _mark_of(name, unit.hex, unit.cel, unit.transport)


def _whose(scenario: Wb95Scenario) -> Whose[Unit]:
    """Tells the side of a unit."""
    sides = {name: counter.side for name, counter in scenario.counters.items()}
    return lambda name, unit: sides[name]


def _rank(scenario: Wb95Scenario) -> dict[str, int]:
    """The order of the counters."""
    return {name: place for place, name in enumerate(scenario.counters)}


class Stacks(pieces.Stacks[Unit]):
    """The units of each hex and whose they are.

    Its sizes are levels; `crowds` are the hexes with more of them than a phase may end with.
    """

    register = UNITS
    follows = ()  # Movements tells it
    limit = STACKING_LIMIT  # [3.2.1]

    def __init__(self, scenario: Wb95Scenario) -> None:
        super().__init__(scenario.sides, _whose(scenario), _rank(scenario).__getitem__)

    def size(self, name: str, piece: Unit) -> int:
        """Its levels."""
        return piece.cel


def _alike(a: Unit, b: Unit) -> bool:
    """Whether two states of a unit are the same as far as its stack goes."""
    return (
        a.hex == b.hex
        and a.cel == b.cel
        and a.order == b.order
        and a.transport == b.transport
        and a.place == b.place
    )


def exerts(counter: Counter, scenario: Wb95Scenario) -> bool:
    """Whether a unit has a zone of control; by the option self-propelled guns have one. [6.1.5]"""
    guns = counter.self_propelled and scenario.options["self-propelled-zones"] == "on"
    return counter.exerts or guns


class Movements(Kept):
    """Tells indexes, in their order, of every unit that comes, goes, or changes in its stack.

    `stacking` follows all of it, `standing` only who comes and goes. Most changes of a unit are of
    neither kind, and looked at here once for all. It keeps the hallmark of all positions.
    """

    name = "movements"

    follows = (UNITS.name,)

    def __init__(self, stacking: Sequence[Kept], standing: Sequence[Kept]) -> None:
        self.stacking, self.standing = stacking, standing
        self.hallmarks = {POSITIONS: 0}

    def rebuild(self, state: State) -> None:
        """Only the hallmark."""
        self.hallmarks[POSITIONS] = 0
        for name, unit in state[UNITS].items():
            self.hallmarks[POSITIONS] ^= _hallmark(name, unit)

    def change(self, name: str, key: Any, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit."""
        if old is not None and new is not None and _alike(old, new):
            return
        self.hallmarks[POSITIONS] ^= _hallmark(key, old) ^ _hallmark(key, new)
        for index in self.stacking:
            index.change(name, key, old, new)
        was = old.hex if old is not None and old.place == MAP else -1
        now = new.hex if new is not None and new.place == MAP else -1
        if was != now:
            for index in self.standing:
                index.change(name, key, old, new)

    def content(self) -> Any:
        """The hallmark, for comparison."""
        return dict(self.hallmarks)


class Zones(Counted[Unit]):
    """How many units of each side exert a zone of control on each hex. [4.1.5]"""

    name, register = "zones", UNITS
    follows = ()  # Movements tells it

    def __init__(self, scenario: Wb95Scenario) -> None:
        super().__init__(scenario.sides, _whose(scenario), scenario.board.n)
        self.reach = {
            name: scenario.ground.zone[counter.move]
            for name, counter in scenario.counters.items()
            if exerts(counter, scenario)
        }

    def reached(self, name: str, piece: Unit) -> tuple[int, ...]:
        """The hexes in a unit's zone of control. [4.1.1]"""
        reach = self.reach.get(name)
        return reach[piece.hex] if reach is not None else ()


class Neighbours(Counted[Unit]):
    """How many units of each side stand next to each hex, of whatever kind. [16.1.4]"""

    name, register = "neighbours", UNITS
    follows = ()  # Movements tells it

    def __init__(self, scenario: Wb95Scenario) -> None:
        super().__init__(scenario.sides, _whose(scenario), scenario.board.n)
        self.board = scenario.board

    def reached(self, name: str, piece: Unit) -> tuple[int, ...]:
        """The adjacent hexes."""
        return self.board.around(piece.hex)


class Roster(Listed[str, Unit]):
    """The units in a condition that few are in: disorganised, out of supply, or still expected.

    Each list runs in the order of the counters. [5.6.5] [10.2.1] [11.1.1]
    """

    name, register = "roster", UNITS

    def __init__(self, scenario: Wb95Scenario) -> None:
        super().__init__(_rank(scenario).__getitem__)

    def rolls(self, key: str, record: Unit) -> Iterator[str]:
        """On the map what it carries, off it whether it is still to come."""
        if record.place == EXPECTED:
            yield EXPECTED
        elif record.place == MAP:
            if record.disorganised >= 0:
                yield DISORGANISED
            if record.oos > 0:
                yield UNSUPPLIED

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whether a unit is in the same place, order and supply."""
        return a.disorganised == b.disorganised and a.oos == b.oos and a.place == b.place


class Forts(Listed[int, HexStatus]):
    """The hexes with a field fortification. [7.1.1]"""

    name, register = "forts", HEXES

    def rolls(self, key: int, record: HexStatus) -> tuple[str, ...]:
        """The one list of all."""
        return (FORTIFIED,) if record.fortified else ()


def forts(game: Wb) -> list[int]:
    """Every hex with a field fortification, in the order of the hexes."""
    return list(Forts.of(game).on(FORTIFIED))


def roster(game: Wb, condition: str) -> tuple[str, ...]:
    """The units of a game in a condition, in the order of the counters."""
    return Roster.of(game).on(condition)


def stacks(game: Wb) -> Stacks:
    """The stacks of a game."""
    index: Stacks = game.journal.indexes["stacks"]  # type: ignore[assignment] # asked very often
    return index


def zones(game: Wb) -> Zones:
    """The zones of control of a game."""
    index: Zones = game.journal.indexes["zones"]  # type: ignore[assignment] # so is this
    return index


def next_to(game: Wb, side: str, h: int) -> bool:
    """Whether a side has a unit next to a hex."""
    index: Neighbours = game.journal.indexes["neighbours"]  # type: ignore[assignment] # and this
    return index.counts[side][h] > 0


def front(game: Wb, side: str, enemy: str) -> list[int]:
    """The hexes of a side next to enemies, in no order."""
    index = Neighbours.of(game)
    counts = index.counts[enemy]
    return [h for h in stacks(game).held[side] if counts[h]]


def in_zone(game: Wb, h: int, side: str) -> bool:
    """Whether a hex lies in a zone of control of a side. [1.4c] [4.1.1]"""
    index: Zones = game.journal.indexes["zones"]  # type: ignore[assignment]
    return index.counts[side][h] > 0


def exerters(game: Wb, h: int, side: str) -> tuple[str, ...]:
    """The units of a side whose zone of control reaches a hex. [4.1.5]"""
    reach, at = zones(game).reach, stacks(game).at
    counters = game.scenario.counters
    return tuple(
        [
            name
            for b in game.board.around(h)
            if b in at
            for name in at[b]
            if counters[name].side == side and name in reach and h in reach[name][b]
        ]
    )
