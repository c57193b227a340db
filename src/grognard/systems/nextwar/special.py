"""The special rules of a scenario: tunnels, a demilitarized zone, refugees, bridges under guard.

HOUSE: none of this is in the rulebook, whose scenarios bring such rules of their own. A scenario
switches each on by a key; without it nothing changes. The chapters that move, stack and fight ask
here, and what they are told is marked as house wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from grognard.systems.nextwar.units import Counter

HOUSE = "house"


@dataclass(frozen=True)
class Tunnels:
    """Tunnels under the line: attacks out of their hexes surprise in the first turns. [9.6.4]"""

    side: str = ""
    hexes: frozenset[int] = frozenset()
    turns: int = 1
    drm: int = -2
    room: int = 16
    """Half stacking points that the hex holds, and that may attack from it."""

    def open(self, h: int, side: str, turn: int) -> bool:
        """Whether a side has a tunnel under a hex now."""
        return h in self.hexes and side == self.side and turn <= self.turns


@dataclass(frozen=True)
class Zone:
    """A demilitarized zone: mines and wire, for whoever comes while its owner has it."""

    hexes: frozenset[int] = frozenset()
    drm: int = 1
    points: int = 1
    turns: int = 1
    """In how many turns it costs `points` to enter; what it adds to the die lasts."""

    def slow(self, h: int, turn: int) -> bool:
        """Whether its mines and wire still cost time."""
        return h in self.hexes and turn <= self.turns


@dataclass(frozen=True)
class Refugees:
    """Crowds on the roads of a side's cities near the line, which hold up its vehicles."""

    side: str = ""
    hexes: frozenset[int] = frozenset()
    points: int = 1
    turns: int = 2

    def crowd(self, h: int, side: str, wheels: bool, turn: int) -> bool:
        """Whether vehicles of a side are held up by them in a hex."""
        return wheels and side == self.side and h in self.hexes and turn <= self.turns


@dataclass(frozen=True)
class Guarded:
    """Bridges that only their own side blows up, and only when the enemy is near."""

    side: str = ""
    hexes: frozenset[int] = frozenset()
    within: int = 2


@dataclass(frozen=True)
class Shelling:
    """Guns that can shell a capital: once a turn, for a point and a marker of interdiction."""

    side: str = ""
    guns: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    range: int = 5
    points: int = 1


@dataclass(frozen=True)
class Held:
    """A unit that does not move before a turn: in one kind of segment, or in any."""

    turn: int
    segment: str = ""

    def holds(self, turn: int, segment: str) -> bool:
        """Whether it is held now."""
        return turn < self.turn and self.segment in ("", segment)


@dataclass(frozen=True)
class Strangers:
    """Nations that are less efficient in one hex together. [8.1.1.2]"""

    nations: frozenset[str]
    er: int = 1


@dataclass(frozen=True)
class Special:
    """All special rules of a scenario."""

    tunnels: Tunnels = field(default_factory=Tunnels)
    zone: Zone = field(default_factory=Zone)
    refugees: Refugees = field(default_factory=Refugees)
    bridges: Guarded = field(default_factory=Guarded)
    shelling: Shelling = field(default_factory=Shelling)
    held: Mapping[str, Held] = field(default_factory=dict)
    strangers: tuple[Strangers, ...] = ()
    stores: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """The hexes where a side has laid in stores: who of it stands there is in supply, and not
    isolated, as rules of a game may have it. [13.1] [19.7.1]"""
    fair_weather: frozenset[str] = frozenset()
    """The reinforcements that do not come in a storm. [4.1.3-b5]"""

    def provided(self, side: str, h: int) -> bool:
        """Whether a side has stores in a hex."""
        return h in self.stores.get(side, ())

    def discord(self, nations: Set[str]) -> int:
        """What it costs in efficiency that some nations are in one hex. [8.1.1.2]"""
        return sum(one.er for one in self.strangers if one.nations <= nations)

    def toll(self, counter: Counter, h: int, turn: int, foreign: bool) -> tuple[str, int]:
        """What it costs besides to enter a hex, and why; `foreign` if the enemy controls it."""
        if foreign and self.zone.slow(h, turn):
            return "the demilitarized zone", self.zone.points
        if self.refugees.crowd(h, counter.side, counter.wheels, turn):
            return "refugees", self.refugees.points
        return "", 0
