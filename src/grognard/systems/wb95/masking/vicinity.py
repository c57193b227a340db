"""What a hex's surroundings decide, and what a side must presume of them. [5.1.3] [16.1.1]

Two indexes: `Vicinity` keeps what was worked out for a hex until something changes in it or next to
it; `Presumed` counts the zones of control that, for all a side knows, may lie on each hex.
"""

from __future__ import annotations

from array import array
from typing import Any

from grognard.board.board import Board
from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.wb95.pieces.stacks import Neighbours, Stacks, Zones
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.status import HEXES, HexStatus
from grognard.systems.wb95.units import MAP, UNITS, Unit

SURROUNDINGS = "surroundings"
"""The hallmark of all that findings about hexes depend on."""


class Vicinity(Kept):
    """Findings about hexes that depend on their own works, on the units there and next to them.

    They are forgotten as soon as works there change, or a unit comes, goes or has its part in the
    fighting, or that is taken back. Findings that depend on more of a unit have no place here.
    The hallmark is new after every such change.
    """

    name = "vicinity"

    follows = (UNITS.name, HEXES.name)

    def __init__(self, board: Board) -> None:
        self.board = board
        self.findings: dict[int, dict[Any, Any]] = {}
        self.hallmarks = {SURROUNDINGS: 0}

    def rebuild(self, state: State) -> None:
        """Forget everything, so that it is found afresh."""
        self.findings = {}

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Forget what a unit or a hex has a part in."""
        alike = _alike if name == UNITS.name else _as_fortified
        if old is not None and new is not None and alike(old, new):
            return
        self.hallmarks[SURROUNDINGS] += 1
        if name == HEXES.name:
            self.findings.pop(key, None)
            return
        was = old.hex if old is not None and old.place == MAP else -1
        now = new.hex if new is not None and new.place == MAP else -1
        if was >= 0:
            self._forget(was)
        if now >= 0 and now != was:
            self._forget(now)

    def _forget(self, h: int) -> None:
        """Forget what was found about a hex and those next to it."""
        forget = self.findings.pop
        forget(h, None)
        for b in self.board.around(h):
            forget(b, None)

    def content(self) -> Any:
        """Nothing of its own: what was found is compared where it is used."""
        return ()


def _alike(a: Unit, b: Unit) -> bool:
    """Whether two states of a unit are the same in place and in their part in the fighting."""
    return (
        a.hex == b.hex
        and a.fought == b.fought
        and a.fired == b.fired
        and a.shelled == b.shelled
        and a.owed == b.owed
        and a.place == b.place
    )


def _as_fortified(a: HexStatus, b: HexStatus) -> bool:
    """Whether two states of a hex are the same in its works."""
    return a.fortified == b.fortified


class Presumed(Kept):
    """How many zones of control lie on each hex for all that the side opposite them knows.

    A closed stack that is not next to the other side's units is presumed to hold a unit of any
    kind, so it counts once wherever somebody on foot could go, whatever is there. [16.1.1]
    """

    name = "presumed"

    follows: tuple[str, ...] = ()  # Movements tells it

    def __init__(
        self, scenario: Wb95Scenario, stacks: Stacks, zones: Zones, neighbours: Neighbours
    ) -> None:
        self.scenario, self.stacks, self.neighbours = scenario, stacks, neighbours
        self.reach, self.foot = zones.reach, scenario.ground.zone["foot"]
        self.counts: dict[str, array[int]] = {side: array("h") for side in scenario.sides}
        self._shown: dict[int, tuple[str, tuple[tuple[int, ...], ...]]] = {}

    def rebuild(self, state: State) -> None:
        """Count every stack on the map."""
        self._shown = {}
        for side in self.counts:
            self.counts[side] = array("h", bytes(2 * self.scenario.board.n))
        for h in self.stacks.at:
            self._refresh(h)

    def change(self, name: str, key: str, old: Unit | None, new: Unit | None) -> None:
        """Follow one unit: its stack, and those next to which it came or was."""
        touching = self.neighbours.counts[self.scenario.counters[key].side]
        for unit in (old, new):
            if unit is not None and unit.place == MAP:
                h = unit.hex
                self._refresh(h)
                for b in self.scenario.board.around(h):
                    if touching[b] <= 1 and b in self._shown:  # it may be the first, or the last
                        self._refresh(b)

    def _refresh(self, h: int) -> None:
        """Count one stack as it is seen now."""
        before, after = self._shown.get(h), self._seen(h)
        if before == after:
            return
        for seen, step in ((before, -1), (after, 1)):
            if seen is not None:
                counts = self.counts[seen[0]]
                for zone in seen[1]:
                    for b in zone:
                        counts[b] += step
        if after is None:
            del self._shown[h]
        else:
            self._shown[h] = after

    def _seen(self, h: int) -> tuple[str, tuple[tuple[int, ...], ...]] | None:
        """The side that looks at a stack, and the zones it must reckon with. [16.1.1] [16.1.4]"""
        owner = self.stacks.holders.get(h)
        if owner is None:
            return None
        viewer, reach = self.scenario.other(owner), self.reach
        if not self.neighbours.counts[viewer][h]:
            return viewer, (self.foot[h],)
        names = self.stacks.at[h]
        return viewer, tuple(reach[name][h] for name in names if name in reach)

    def content(self) -> Any:
        """The counts, for comparison."""
        return {side: list(counts) for side, counts in self.counts.items()}


def vicinity(game: Wb) -> dict[int, dict[Any, Any]]:
    """Where findings about each hex are kept as long as they hold."""
    return Vicinity.of(game).findings


def presumed(game: Wb) -> Presumed:
    """The zones of control that must be presumed in a game."""
    return Presumed.of(game)
