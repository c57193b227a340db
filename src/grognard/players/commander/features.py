"""Features: a position as numbers that mean the same in every scenario.

Each number says how well the first side stands, or is bound to neither. All that a single event
changes points the same way: whoever takes a hex, or sees the enemy lose a step, is never worse off
by any of them. What is learned keeps to that.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from grognard.players.commander.positions.position import (
    FIRST,
    SECOND,
    Force,
    Numbers,
    Position,
    Setting,
)

BANDS = (1, 3, 6)
"""Hexes within which units bear on a place."""
PLACES = 12
"""Of so many of the most important places each is looked at by itself."""
FAR = 12
"""No distance counts for more than this."""
FREE = 3
"""Hexes from the enemy from which a unit is free to go elsewhere."""
GRIP = (0.5, 1.5)
"""How hard a place is to take from whoever holds it, as one hopes and as one fears."""
LOOSE, FIRM = 0.4, 1.2
"""Of that, how much counts in any case, and how much besides when there is a turn left."""
DIGITS = 6
"""Features are rounded, so that no machine's last bit decides anything."""

Feature = tuple[str, int]
"""A name, and 1 if more is better for the first side, -1 if it is worse, 0 if it is neither."""

CLOCK: tuple[Feature, ...] = (("turns left", 0), ("share over", 0), ("whose turn", 0))
POINTS: tuple[Feature, ...] = (
    ("lead", 1), ("places short of winning", -1), ("share held", 1),
    ("lead hoped for", 1), ("lead feared", 1), ("plain", 1),
)  # fmt: skip
STRENGTH: tuple[Feature, ...] = (
    ("attack against defence", 1), ("defence against attack", 1), ("steps", 1), ("fit", 1),
    ("steps left", 1), ("enemy steps left", -1), ("to come", 1), ("enemy to come", -1),
    ("free", 1), ("enemy free", -1), ("stocks", 1),
)  # fmt: skip
GROUND: tuple[Feature, ...] = (
    ("way to take", -1), ("enemy's way to take", 1), ("open", 1), ("enemy open", -1),
)  # fmt: skip
PLACE: tuple[Feature, ...] = (("holder", 1), ("near", 1), ("around", 1))
FEATURES: tuple[Feature, ...] = (
    *CLOCK, *POINTS, *STRENGTH, *GROUND,
    *((f"{name} {place}", way) for place in range(1, PLACES + 1) for name, way in PLACE),
)  # fmt: skip
NAMES = tuple(name for name, _ in FEATURES)
WAYS = tuple(way for _, way in FEATURES)


class Ranks:
    """A side's units on the map as arrays."""

    def __init__(self, force: Force) -> None:
        troops: Numbers = np.array(force.troops, dtype=np.float64).reshape(-1, 5)
        self.hexes = troops[:, 0].astype(np.intp)
        self.attack, self.defence, self.steps = troops[:, 1], troops[:, 2], troops[:, 3]
        self.power = (self.attack + self.defence) / 2
        self.fit = float(self.power @ troops[:, 4])
        self.total = float(self.power.sum())

    def bearing(self, far: npt.NDArray[np.int16]) -> Numbers:
        """The strength that bears on each place, for each band."""
        return np.stack([(far <= band) @ self.power for band in BANDS])


def measure(position: Position) -> Numbers:
    """A position as numbers, in the order of `FEATURES`."""
    mine, theirs = Ranks(position.forces[FIRST]), Ranks(position.forces[SECOND])
    ground = _Ground(position, mine, theirs)
    numbers = [
        *_clock(position),
        *_points(position, ground, mine, theirs),
        *_strength(position, mine, theirs),
        *ground.told(),
        *ground.places(),
    ]
    return np.array(numbers, dtype=np.float64).round(DIGITS)


def _clock(position: Position) -> Iterator[float]:
    """The turns that are left, how much of the game is over, whose part of the turn it is."""
    turns = position.setting.turns
    over = position.turn - 1 + position.passed
    yield max(0.0, turns - over)
    yield over / max(1, turns)
    yield {FIRST: 1.0, SECOND: -1.0}.get(position.moving, 0.0)


def _points(position: Position, ground: _Ground, mine: Ranks, theirs: Ranks) -> Iterator[float]:
    """The lead now, what is wanting, the lead as it may become."""
    scale = position.setting.scale
    largest = max(ground.values.max(initial=0.0), 1.0)
    yield scale.lead(position.points)
    yield min(FAR, max(-FAR, (scale.win - position.points) / largest))
    yield ground.held
    hoped, feared = (ground.expected(grip) for grip in GRIP)
    yield scale.lead(position.points + hoped)
    yield scale.lead(position.points + feared)
    yield plain(scale.lead(position.points + (hoped + feared) / 2), mine.total, theirs.total)


def plain(lead: float, mine: float, theirs: float) -> float:
    """How it stands by rule of thumb: the lead to be expected, and who is the stronger."""
    return 2.0 * lead + 0.5 * _ratio(mine, theirs)


def _strength(position: Position, mine: Ranks, theirs: Ranks) -> Iterator[float]:
    """Who has how much left, in what order, and to come."""
    setting = position.setting
    yield _ratio(mine.attack.sum(), theirs.defence.sum())
    yield _ratio(mine.defence.sum(), theirs.attack.sum())
    yield _ratio(mine.steps.sum(), theirs.steps.sum())
    yield _ratio(mine.fit, theirs.fit)
    for at, ranks in enumerate((mine, theirs)):
        yield ranks.steps.sum() / max(1.0, setting.steps[at])
    for at, force in enumerate(position.forces):
        yield force.coming / max(1.0, setting.strength[at])
    apart = setting.apart(mine.hexes, theirs.hexes)
    for at, (ranks, far) in enumerate(((mine, apart), (theirs, apart.T))):
        near = far.min(axis=1, initial=FAR)
        yield ranks.power[near > FREE].sum() / max(1.0, setting.strength[at])
    yield _ratio(1 + position.forces[FIRST].more, 1 + position.forces[SECOND].more)


def _ratio(one: float, other: float) -> float:
    """The logarithm of how many times one is the other."""
    return float(np.log((one + 1.0) / (other + 1.0)))


class _Ground:
    """The places that count: who holds them, who is near, what of them may be expected."""

    def __init__(self, position: Position, mine: Ranks, theirs: Ranks) -> None:
        setting: Setting = position.setting
        self.values = np.array(position.values, dtype=np.float64)
        holders = np.array(position.holders)
        self.sign = (holders == FIRST).astype(np.float64) - (holders == SECOND)
        far = setting.far[:, mine.hexes], setting.far[:, theirs.hexes]
        ours, his = mine.bearing(far[FIRST]), theirs.bearing(far[SECOND])
        self.balance = (ours - his) / (ours + his + 1.0)
        self.nearest = tuple(one.min(axis=1, initial=FAR) for one in far)
        self.total = max(1.0, float(self.values.sum()))
        self.left = max(0.25, setting.turns - position.turn + 1 - position.passed)

    @property
    def held(self) -> float:
        """The share of all values that the first side holds, less that of the other."""
        return float(self.values @ self.sign) / self.total

    def expected(self, grip: float) -> float:
        """The points to be gained or lost yet, if who holds a place keeps it so firmly. The less
        time is left, the less will change."""
        pull = self.balance[0] + self.balance[1] + 0.5 * self.balance[2]
        firm = grip * (LOOSE + FIRM / self.left)
        chance = (1 + np.tanh(firm * self.sign + pull)) / 2
        return float(self.values @ (chance - (self.sign > 0)))

    def told(self) -> Iterator[float]:
        """How far it is to what may be taken, and what is one's own or lies open to be."""
        for at, sign in ((FIRST, 1.0), (SECOND, -1.0)):
            wanted = self.values * (self.sign != sign)
            yield float(wanted @ np.minimum(self.nearest[at], FAR)) / self.total
        for at, sign in ((FIRST, 1.0), (SECOND, -1.0)):
            ahead = self.nearest[at] < self.nearest[1 - at]
            yield float(self.values @ ((self.sign == sign) | ahead)) / self.total

    def places(self) -> Iterator[float]:
        """Of the most important places, one by one: who holds it, who is near, who is around."""
        for at in range(PLACES):
            if at < len(self.values):
                yield from (self.sign[at], self.balance[0][at], self.balance[2][at])
            else:
                yield from (0.0, 0.0, 0.0)
