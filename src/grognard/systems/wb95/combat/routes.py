"""Where a unit may retreat: step by step away from the hex it fought from. [5.3.2] [5.3.3]

The book says how far a unit goes but not in which direction. Here no step brings it nearer to the
hex it fought from, no hex is entered twice, and it ends as many hexes away as it has retreated
wherever that can be done without loss. By the option a unit goes where it likes, as long as it
enters no hex twice and does not come back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.engine.refusal import Refusal, Refused
from grognard.kit import forms
from grognard.kit.retreat import Path, Paths, Room, Ways
from grognard.systems.wb95.fighting.force import Force
from grognard.systems.wb95.ground import HQ_CLASS
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, holder, in_zone, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.words import call
from grognard.systems.wb95.works import bridges

Goals = Sequence[tuple[str, int]]
"""Who goes where."""


@dataclass(frozen=True, slots=True)
class Going:
    """A path for each unit that goes."""

    paths: forms.Paths

    @property
    def gone(self) -> Paths:
        """Those who go; an empty path is to stay."""
        return {name: path for name, path in self.paths.items() if path}


def room_for(game: Wb, side: str, lost: Mapping[str, int] | None = None) -> Room:
    """How many levels hexes hold for a side, once some have been lost. [3.2.1]"""
    lost = lost or {}
    return Room(
        STACKING_LIMIT,
        lambda name: unit_of(game, name).cel - lost.get(name, 0),
        lambda h: units_at(game, h) if holder(game, h) == side else (),
    )


def overstacked(game: Wb, room: Room, paths: Paths, rule: str) -> list[Refusal]:
    """Refuse to end where too many levels would stand; passing is free. [3.2.1] [5.3.6]"""
    return [
        Refusal(rule, f"{cels} CEL would stand in {game.board.label(h)}; {room.limit} may")
        for h, cels in room.crowded(paths).items()
    ]


def class_of(game: Wb, name: str) -> str:
    """The class of movement by which a unit finds ground passable. [9.1.3]"""
    counter = counter_of(game, name)
    return HQ_CLASS if counter.hq else counter.move


def passable(game: Wb, name: str, a: int, b: int) -> bool:
    """Whether a unit can go from a hex to the next at all, whatever it costs. [3.1.2]"""
    ground, bridge = game.scenario.ground, bridges.bridged(game, a, b)
    return ground.cost(class_of(game, name), a, b, bridge) is not None


def goals_of(game: Wb, words: Sequence[str]) -> Goals:
    """Who goes where: names and hexes by turns, several names before a hex if they like."""
    goals: list[tuple[str, int]] = []
    names: list[str] = []
    for word in words:
        if word in game.board.index:
            goals += [(name, game.board.index[word]) for name in names]
            names = []
        else:
            names += [name for name in word.split(",") if name]
    if names or (not goals and words):
        raise Refused([Refusal("form", "write who and where to, as de-2-pz 3331")])
    return goals


def concerned(units: Sequence[str], goals: Goals, rule: str) -> None:
    """Refuse goals for units that are not asked about."""
    wrong = [name for name, _ in goals if name not in units]
    if wrong:
        raise Refused([Refusal(rule, f"{wrong[0]} has no say here; {', '.join(units)} may go")])


def first(game: Wb, ways: Sequence[Path], name: str, to: int, rule: str) -> Path:
    """The best way to a goal, or a refusal if there is none."""
    if not ways:
        raise Refused([Refusal(rule, f"{name} cannot go to {game.board.label(to)} now")])
    return ways[0]


def told(game: Wb, paths: Paths, verb: str) -> list[str]:
    """Who goes along which path, in words."""
    label = game.board.label
    return [
        f"{call(game, [name])} {verb} {'→'.join(map(label, path))}"
        for name, path in paths.items()
        if path
    ]


class Routes:
    """The ways back for the units of one side, given the enemy it knows of.

    `tried` are hexes that have turned out to lie in a zone of control nobody knew of.
    """

    def __init__(
        self, game: Wb, force: Force, units: tuple[str, ...], tried: frozenset[int] = frozenset()
    ) -> None:
        self.game, self.force, self.units = game, force, units
        self.room = room_for(game, force.side)
        self._zone = dict.fromkeys(sorted(tried), True)
        self.free = game.options["retreat-direction"] == "free"

    def zone(self, h: int) -> bool:
        """Whether a hex is known to lie in an enemy zone of control, or turned out to. [5.3.3]"""
        found = self._zone.get(h)
        if found is None:
            found = self._zone[h] = masking.zone_certain(self.game, self.force.side, h)
        return found

    def surprises(self, paths: Paths) -> frozenset[int]:
        """The hexes of the paths that lie in a zone of control their owner did not know of."""
        hexes = {h for path in paths.values() for h in path}
        enemy = self.force.enemy
        return frozenset(h for h in hexes if not self.zone(h) and in_zone(self.game, h, enemy))

    # ---- one step

    def barred(self, name: str, a: int, b: int, paths: Paths) -> Refusal | None:
        """Why a unit cannot retreat from a hex to the next, if so. [5.3.3]"""
        game, label = self.game, self.game.board.label
        if not game.board.adjacent(a, b):
            return Refusal("5.3.2", f"{label(b)} is not next to {label(a)}")
        if not passable(game, name, a, b):
            return Refusal("5.3.3", f"{name} cannot enter {label(b)}: impassable")
        if game.scenario.ground.big_river(a, b) and not bridges.bridged(game, a, b):
            return Refusal("5.3.5", f"no bridge leads over the big river to {label(b)}")
        if holder(game, b) == self.force.enemy:
            return Refusal("5.3.3", f"the enemy is in {label(b)}")
        if self.zone(b) and not self.held(b, paths):
            text = f"{label(b)} is in an enemy zone of control, and no friend is there"
            return Refusal("5.3.3", text)
        return None

    def held(self, h: int, paths: Paths) -> bool:
        """Whether a friend is in a hex and stays there. [5.3.4]"""
        return holder(self.game, h) == self.force.side and any(
            name not in paths for name in units_at(self.game, h)
        )

    def toll(self, path: Path) -> int:
        """The levels it costs to pass through friends in enemy zones: one for each hex. [5.3.4]"""
        return sum(1 for h in path if self.zone(h))

    # ---- one answer

    def refusals(self, paths: Paths, hexes: int) -> list[Refusal]:
        """What is wrong with the paths of an answer."""
        found = [refusal for name in paths if (refusal := self._wrong(name, paths, hexes))]
        return found or [refusal for name in paths if (refusal := self._bent(name, paths))]

    def _wrong(self, name: str, paths: Paths, hexes: int) -> Refusal | None:
        """The first fault of one path, taken by itself. [5.3.2] [5.3.3] [5.3.4]"""
        path, origin, game = paths[name], self.force.origin[name], self.game
        if len(path) > hexes:
            text = f"{name} retreats {hexes} hexes at most, not {len(path)}"
            return Refusal("5.3.2", text)
        for a, b in pairwise((origin, *path)):
            barred = self.barred(name, a, b, paths)
            if barred:
                return barred
            if game.board.distance(origin, b) < self.least(origin, a):
                text = (
                    f"{game.board.label(b)} brings {name} back towards {game.board.label(origin)}"
                )
                return Refusal("5.3.2", text)
        if len(set(path)) < len(path):
            return Refusal("5.3.2", f"{name} would enter a hex twice")
        if self.toll(path[:-1]) >= unit_of(game, name).cel:
            return Refusal("5.3.4", f"{name} would be lost before the end of its retreat")
        return None

    def least(self, origin: int, a: int) -> int:
        """How far from where it fought the next step must at least take a unit. [5.3.2]"""
        return 1 if self.free else max(1, self.game.board.distance(origin, a))

    def _bent(self, name: str, paths: Paths) -> Refusal | None:
        """A path that ends nearer than it is long is good only for want of a better one. [5.3.2]"""
        path, origin, board = paths[name], self.force.origin[name], self.game.board
        if self.free or board.distance(origin, path[-1]) == len(path):
            return None
        ends = [h for h in self.straight_ends(name, len(path), paths) if self.open(h, name, paths)]
        if not ends:
            return None
        text = f"{name} can end {len(path)} hexes away, in {board.label(ends[0])}"
        return Refusal("5.3.2", text)

    def open(self, h: int, name: str, paths: Paths) -> bool:
        """Whether a unit may end its retreat in a hex, the others' paths being as given. [5.3.6]"""
        return self.room.fits(h, {**paths, name: (h,)})

    # ---- every way

    def straight_ends(self, name: str, length: int, paths: Paths) -> list[int]:
        """The hexes so many hexes away that can be reached straight and without loss."""
        origin, far = self.force.origin[name], self.game.board.distance

        def goes_on(path: Path, b: int) -> bool:
            if far(origin, b) != len(path) + 1 or self.zone(b):
                return False
            return not self.barred(name, path[-1] if path else origin, b, paths)

        return sorted({path[-1] for path in Ways(self.game.board, origin, goes_on).of(length)})

    def ways(self, name: str, length: int, paths: Paths, straight: bool) -> Iterator[Path]:
        """Every path of a length, all of it straight or else some of it sideways."""
        origin, far = self.force.origin[name], self.game.board.distance

        def goes_on(path: Path, b: int) -> bool:
            at = path[-1] if path else origin
            # on a straight way every hex is one farther
            least = len(path) + 1 if straight else self.least(origin, at)
            return b not in path and far(origin, b) >= least and not self.barred(name, at, b, paths)

        for path in Ways(self.game.board, origin, goes_on).of(length):
            bent = far(origin, path[-1]) < length
            if bent != straight and not self._wrong(name, {**paths, name: path}, length):
                yield path

    def every(self, name: str, hexes: int) -> list[Path]:
        """Every path that could be part of some answer, short ones first."""
        found: list[Path] = []
        total = sum(unit_of(self.game, other).cel for other in self.units)
        for length in range(1, hexes + 1):
            found += self.ways(name, length, {}, True)
            certain = not self.free and any(
                self.room.after(h, {}) + total <= self.room.limit
                for h in self.straight_ends(name, length, {})
            )
            if not certain:
                found += self.ways(name, length, {}, False)
        return found

    def some(self, name: str, paths: Paths, hexes: int) -> list[Path]:
        """The longest paths of at most so many hexes, the others' paths being as given."""
        for length in range(hexes, 0, -1):
            found: list[Path] = []
            for straight in (True, False):
                if not found or self.free:
                    ways = self.ways(name, length, paths, straight)
                    found += [path for path in ways if self.open(path[-1], name, paths)]
            if found:
                return found
        return []

    def farthest(self, name: str, paths: Paths, hexes: int, through: bool) -> Path:
        """The best of the longest paths: without loss unless `through`, and far from the enemy."""
        for length in range(hexes, 0, -1):
            for straight in (True, False):
                found = [
                    path
                    for path in self.ways(name, length, paths, straight)
                    if self.open(path[-1], name, paths) and (through or not self.toll(path))
                ]
                if found:
                    return min(found, key=lambda path: self._exposure(name, path))
        return ()

    def _exposure(self, name: str, path: Path) -> tuple[int, int, int, Path]:
        """Losses on the way, then enemy zones around the end, then how near the victors are."""
        game, board = self.game, self.game.board
        near = sum(1 for h in board.around(path[-1]) if self.zone(h))
        around = board.around(self.force.origin[name])
        victors = (h for h in around if holder(game, h) == self.force.enemy)
        away = sum(board.distance(h, path[-1]) for h in victors)
        return self.toll(path), near, -away, path
