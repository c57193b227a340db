"""Ways back: which paths a retreat may take, and what each would cost. [9.12c] [9.12f]

A path that ends its full distance from where it began goes one hex farther off with every step, so
that only such steps are looked at. Movement points play no part, prohibited ground does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.retreat import Path, Room, Ways
from grognard.systems.ocs.modes.modes import oriented
from grognard.systems.ocs.movement.movement import outside, step_price
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import (
    attack_capable,
    counter_of,
    quarters,
    showing,
    unit_of,
)
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.units import DG, STRAT, Unit

Footing = tuple[str, bool, bool]
"""The class a unit or truck retreats in, whether it is Attack-Capable, whether in Strat Mode."""
Paths = dict[str, Path]


@dataclass(frozen=True)
class Flight:
    """Those of one hex who must retreat: how far, and the hexes of the enemies they fought.

    `away` are units that will leave their hexes in the same retreat, and so take no room there.
    """

    side: str
    start: int
    hexes: int
    names: tuple[str, ...]
    enemies: tuple[int, ...] = ()
    away: frozenset[str] = frozenset()
    rule: str = "9.12"
    alone: bool = False
    """Whether nobody else of the hex may join: the friends of those who overrun. [8.1h]"""


def flipped(game: Ocs, name: str) -> Unit:
    """A unit as it retreats: one without an allowance on the side that is up turns over. [9.12b]

    Headquarters turn to their Move side in any case. [13.1c]
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    stuck = showing(counter, unit).ma <= 0 or counter.hq
    if not stuck or not unit.combat_up or counter.move.ma <= 0:
        return unit
    turned = replace(unit, combat_up=False)
    return replace(turned, mode=oriented(turned)) if unit.mode == oriented(unit) else turned


def mobile(game: Ocs, name: str) -> bool:
    """Whether a unit can move by itself in some mode. [9.12b]"""
    return showing(counter_of(game, name), flipped(game, name)).ma > 0


class WaysBack:
    """The ways back from one hex, for every class that has to go, and the room at their ends."""

    def __init__(self, game: Ocs, flight: Flight) -> None:
        self.game, self.flight = game, flight
        self.room = Room(LIMIT, self.size, self.stays)
        self._found: dict[Footing, list[Path]] = {}

    # ---- one step, one path

    def footing(self, name: str) -> Footing:
        """What decides where a unit or truck may go."""
        transport = self.game.state[TRANSPORT].get(name)
        if transport is not None:
            return self.game.scenario.kinds[transport.kind].move, False, False
        unit, counter = flipped(self.game, name), counter_of(self.game, name)
        return showing(counter, unit).move, attack_capable(counter, unit), unit.mode == STRAT

    def closed(self, footing: Footing, a: int, b: int, place: int) -> Refusal | None:
        """Why a retreat cannot go from one hex into the next, its first, second … [9.12] [9.12f]

        Units in Strat Mode enter no enemy zone; beyond the second hex they are DG. [5.8a] [9.12a]
        """
        game, (move, capable, strat) = self.game, footing
        label, enemy = game.board.label, game.scenario.other(self.flight.side)
        if not game.board.adjacent(a, b):
            return Refusal("9.12c", f"{label(a)} and {label(b)} do not adjoin")
        if stacks.holder(game, b) == enemy:
            return Refusal("9.12f", f"enemy combat units are in {label(b)}")
        if b in game.scenario.closed.get(self.flight.side, ()):
            return outside(game, self.flight.side, b)
        if step_price(game, self.flight.side, move, a, b) is None:
            return Refusal("9.12", f"{label(a)} to {label(b)} is prohibited to {move} units")
        if not capable and any(True for _ in stacks.belongings(game, b, enemy)):
            text = f"something of the enemy is in {label(b)}; only Attack-Capable units enter"
            return Refusal("9.12f", text)
        if strat and place <= 2 and zones.enemy_zone(game, b, self.flight.side):
            text = f"{label(b)} lies in an enemy zone of control; Strat Mode units die there"
            return Refusal("5.8a", text)
        return None

    def wrong(self, name: str, path: Path) -> Refusal | None:
        """What is wrong with a path as such: each step, and the distance gained by it. [9.12c]"""
        footing, a, start = self.footing(name), self.flight.start, self.flight.start
        for place, b in enumerate(path, 1):
            refusal = self.closed(footing, a, b, place)
            if refusal is not None:
                return refusal
            if self.game.board.distance(start, b) != place:
                text = f"{self.game.board.label(b)} is not {place} hexes from where it began"
                return Refusal("9.12c", text)
            a = b
        return None

    # ---- all paths

    def full(self, name: str) -> list[Path]:
        """Every path of the full distance."""
        found = self._longest(name)
        return found if len(found[0]) == self.flight.hexes else []

    def doomed(self, name: str) -> list[Path]:
        """Where a unit goes that cannot retreat as it should: as far as it can, and dies. [9.12]

        By the option it dies where it stands.
        """
        first = self.game.options["stopped-retreat"] == "effects-first"
        return self._longest(name) if first else [()]

    def _longest(self, name: str) -> list[Path]:
        footing, board, start = self.footing(name), self.game.board, self.flight.start

        def farther(path: Path, b: int) -> bool:
            a, place = path[-1] if path else start, len(path) + 1
            away = board.distance(start, b) == place
            return away and self.closed(footing, a, b, place) is None

        if footing not in self._found:
            self._found[footing] = Ways(board, start, farther).longest(self.flight.hexes)
        return self._found[footing]

    def common(self, names: Sequence[str]) -> list[Path]:
        """The full paths that all of these can take together."""
        others = [set(self.full(name)) for name in names[1:]]
        return [path for path in self.full(names[0]) if all(path in known for known in others)]

    # ---- room

    def size(self, name: str) -> int:
        """Quarters of an RE that a unit takes; trucks take none. [4.8]"""
        if name in self.game.state[TRANSPORT]:
            return 0
        return quarters(counter_of(self.game, name), unit_of(self.game, name))

    def stays(self, h: int) -> list[str]:
        """Who stands in a hex and will stay there."""
        there = stacks.own_at(self.game, h, self.flight.side)
        return [name for name in there if name not in self.flight.away]

    def fits(self, names: Iterable[str], path: Path, others: Mapping[str, Path]) -> bool:
        """Whether units may end there, with the paths of the others. [9.12]"""
        return self.room.fits(path[-1], {**others, **dict.fromkeys(names, path)})

    # ---- what a path costs

    def rearward(self, path: Path) -> bool:
        """Whether it leads away from every enemy of the combat. [9.12c]"""
        far, start = self.game.board.distance, self.flight.start
        return all(far(path[-1], e) > far(start, e) for e in self.flight.enemies)

    def toll(self, names: Iterable[str], path: Path) -> int:
        """The steps that a stack would lose to enemy zones on its way. [9.12e]"""
        units = [n for n in names if n not in self.game.state[TRANSPORT]]
        shaken = any(unit_of(self.game, name).mode == DG for name in units)
        steps = 0
        for place, h in enumerate(path, 1):
            zone = zones.enemy_zone(self.game, h, self.flight.side)
            steps += zone and shaken
            shaken = shaken or zone or place == 2
        return steps

    def shaken(self, path: Path) -> int:
        """How many bystanders it would disorganise. [9.12e] [5.10a(D)]"""
        struck = [
            h
            for place, h in enumerate(path, 1)
            if place == 2 or zones.enemy_zone(self.game, h, self.flight.side)
        ]
        stay = (n for h in struck for n in stacks.own_at(self.game, h, self.flight.side))
        return sum(n not in self.flight.away and unit_of(self.game, n).mode != DG for n in stay)

    def price(self, names: Iterable[str], path: Path) -> tuple[int, ...]:
        """How much a path is to be disliked: steps, forward, zones, bystanders, nearness."""
        game, side = self.game, self.flight.side
        zoned = sum(zones.enemy_zone(game, h, side) for h in path)
        near = min((game.board.distance(path[-1], e) for e in self.flight.enemies), default=0)
        steps = self.toll(names, path)
        return (steps, not self.rearward(path), zoned, self.shaken(path), -near, *path)

    def easy(self, names: Sequence[str], others: Mapping[str, Path]) -> list[Path]:
        """The paths to the rear that cost these units no step: with one, others are shut. [9.12c]

        By the option, every direction is open.
        """
        if self.game.options["retreat-direction"] == "free":
            return []
        return [
            path
            for path in self.common(names)
            if self.rearward(path) and not self.toll(names, path) and self.fits(names, path, others)
        ]
