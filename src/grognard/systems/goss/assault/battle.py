"""An assault as it is declared and grows, step by step. [13.2.0]

Every step of the procedure takes one of these and gives back one that knows more. An overrun is
one, too: it has one attacker, in Exploit mode, and no combat reserves. [5.3.5]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import MAP

T = TypeVar("T")
MAPS = (
    "units", "hexes", "bridges", "leaders", "hqs", "armies", "lulls", "weather", "track", "clock",
)  # fmt: skip
"""What the numbers of an assault hang on."""
Stack = tuple[int, tuple[str, ...]]
"""A hex, and who of it takes part."""


@dataclass(frozen=True)  # without slots: see `record.replace`
class Force:
    """One side of an assault: who takes part, in what role, and who leads.

    `others` share the results and lend nothing: they fell back into the hex in this phase [13.5.5],
    or do not fit into it. [6.7.0] `served` are AFVs that have combined arms, where not all have.
    [13.6.1d]
    """

    side: str
    attacking: bool
    stacks: tuple[Stack, ...]
    others: tuple[str, ...] = ()
    standoff: frozenset[str] = frozenset()
    half: frozenset[str] = frozenset()
    served: frozenset[str] | None = None
    leader: str = ""
    lead: str = ""
    armor: str = ""
    reserves: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Whoever takes part. [13.4.0]"""
        return tuple(name for _, names in self.stacks for name in names)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Whoever suffers the results. [13.5.5(b)]"""
        return (*self.names, *self.others)

    @property
    def hexes(self) -> tuple[int, ...]:
        """Where they stand as the assault begins."""
        return tuple(h for h, _ in self.stacks)

    def hex_of(self, name: str) -> int:
        """Where a unit stands as the assault begins."""
        return next(h for h, names in self.stacks if name in names)


@dataclass(frozen=True)  # without slots: see `record.replace`
class Assault:
    """One ground assault, or one overrun. [13.3.0] [5.3.5]

    `ferries` are engineers who ferry, `ferried` whoever they take over. [17.2.1-2] `line` is the
    defender's terrain line [13.3.2], `supports` the hexes that help him. [13.7.4a] In an assault
    for a bridge that was just taken, a `coup`, both sides are in one hex. [7.14.4]
    """

    hex: int
    attack: Force
    defence: Force
    line: int = 1
    ferries: frozenset[str] = frozenset()
    ferried: frozenset[str] = frozenset()
    supports: tuple[int, ...] = ()
    overrun: bool = False
    coup: int = -1
    """The hex before the bridge. [7.14.4]"""

    def force(self, attacking: bool) -> Force:
        """One of the two sides."""
        return self.attack if attacking else self.defence


@dataclass(frozen=True, slots=True)
class Result:
    """What one side suffers: a check, mandatory and discretionary hits. [13.9.2]"""

    check: bool = False
    mandatory: int = 0
    discretionary: int = 0

    @property
    def total(self) -> int:
        """All hits together. [5.3.5-ga]"""
        return self.mandatory + self.discretionary

    def __str__(self) -> str:
        star = "*" if self.check else ""
        loose = str(self.discretionary) if self.discretionary else ""
        bound = f"({self.mandatory})" if self.mandatory else ""
        return f"{star}{loose}{bound}" or "-"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the dice brought both sides, and the ratio it came of. [13.9.0]"""

    attacker: Result
    defender: Result
    below: bool = False
    """Whether the ratio, before shifts, was less than the least of the table. [13.10.3]"""


def stacks_of(game: Gs, names: Iterable[str]) -> tuple[Stack, ...]:
    """Units by the hexes that they stand in. [13.4.0]"""
    found: dict[int, list[str]] = {}
    for name in names:
        found.setdefault(unit_of(game, name).hex, []).append(name)
    return tuple((h, tuple(found[h])) for h in sorted(found))


def kept(game: Gs, what: str, assault: Assault, work_out: Callable[[], T]) -> T:
    """Something about an assault, worked out once: odds ask for it at every fall of the dice."""
    return game.cached(("assault", what), MAPS, work_out, assault)


def alive(game: Gs, names: Iterable[str]) -> tuple[str, ...]:
    """Who of them is still on the map."""
    return tuple(name for name in names if unit_of(game, name).place == MAP)


def rounded_up(value: Fraction) -> int:
    """The sum of strengths is rounded up, once. [13.6.0] [1.5.0]"""
    return -(-value.numerator // value.denominator)
