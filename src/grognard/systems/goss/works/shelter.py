"""In works and on top of them: who goes in, who comes out, who stays outside. [17.4.1]

Whoever can use a work of his side in his hex is within it, unless the owner wants him on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Pieces
from grognard.systems.goss.observation.cover import FORT, FT_AREA, work_at
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import (
    counter_of,
    movement_class,
    sheltered,
    side_of,
    unit_of,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import MAP, UNITS
from grognard.systems.goss.words import called

FORT_ENTRY = "fort-entry"
"""Under this name a scenario says which movement classes enter forts. [17.4.1]"""


def admits(game: Gs, name: str) -> bool:
    """Whether there is a work in a unit's hex that it may go into: a field work or a fort of its
    side; into a fort the scenario may let some classes only. [17.4.1]"""
    unit = unit_of(game, name)
    if unit.place != MAP:
        return False
    work = work_at(game, side_of(game, name), unit.hex)
    if work != FORT:
        return bool(work) and work != FT_AREA
    classes = game.scenario.special.get(FORT_ENTRY)
    return classes is None or movement_class(counter_of(game, name), unit) in classes


def goes_in(game: Gs, name: str) -> bool:
    """Whether a unit is to be within the work of its hex: not in Exploit or Strat mode, nor attack
    designated, nor while it builds a bridge. [17.4.1] [17.4.1(a)] [17.4.1(b)] [17.4.1(c)]
    [17.4.1(d)]"""
    return sheltered(game, name) and not unit_of(game, name).outside and admits(game, name)


def take_shelter(game: Gs, names: Sequence[str]) -> None:
    """Units go into the work of their hex, or come out of it, as they may. [17.4.1]"""
    for name in names:
        unit = unit_of(game, name)
        if unit.place == MAP and unit.inside != goes_in(game, name):
            game.put(UNITS, name, replace(unit, inside=not unit.inside))


def settle(game: Gs, names: tuple[str, ...], h: int) -> None:
    """Who comes to a hex with a work of his side goes into it. [17.4.1]"""
    take_shelter(game, names)


@dataclass(frozen=True, slots=True)
class Posting:
    """Units, and whether they are to stay on top of works."""

    units: Pieces
    out: bool = False


class Shelter(Verb[Gs, Posting]):
    """The owner keeps units on top of works, or lets them in again. [17.4.1]"""

    do, rule, order = "shelter", "17.4.1", Posting
    title, phrase = "In or out of works", "{units} in or out of works"

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it has a work in its hex that it could use."""
        return sheltered(game, actor) and admits(game, actor)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Posting]:
        """The other way than now."""
        yield Posting((actor,), not unit_of(game, actor).outside)

    def against(self, game: Gs, player: str, order: Posting) -> list[Refusal]:
        """There must be a work that they can use. [17.4.1]"""
        able = self.actors(game, player)
        found = [n for n in order.units if n not in able]
        if found or not order.units:
            return [Refusal("17.4.1", "not all of them have works that they could use")]
        same = [n for n in order.units if unit_of(game, n).outside == order.out]
        return [Refusal("17.4.1", f"{called(game, n)} is so already") for n in same]

    def carry_out(self, game: Gs, player: str, order: Posting) -> None:
        """They are where they are wanted. [17.4.1]"""
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), outside=order.out))
        take_shelter(game, order.units)
        facts = {"units": list(order.units), "out": order.out}
        game.emit(Event("shelter", "17.4.1", facts))
