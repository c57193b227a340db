"""Who lies on top of a stack, where the enemy sees him: as the owner likes. [8.4.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne
from grognard.systems.goss.pieces.sight import foggy
from grognard.systems.goss.pieces.stacks import on_map, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from grognard.table.composition import Ordering


def lying(game: Gs, name: str) -> tuple[str, ...]:
    """The units of a stack that may lie on top as this one may, from the lowest: those within the
    works of a hex are a stack of their own, and headquarters lie below. [8.4.0]"""
    within = unit_of(game, name).inside
    return tuple(
        n
        for n in units_at(game, unit_of(game, name).hex)
        if unit_of(game, n).inside == within and not counter_of(game, n).hq
    )


class Arrange(Verb[Gs, OfOne]):
    """A unit is laid on top of its stack. [8.4.0]"""

    do, rule, order = "arrange", "8.4.0", OfOne
    title, phrase = "Rearrange a stack", "Lay {unit} on top"
    sure, arranges = True, True

    def possible(self, game: Gs, player: str) -> bool:
        """Nobody is asked for this alone."""
        return False

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it lies under another."""
        alone = len(units_at(game, unit_of(game, actor).hex)) < 2
        return not alone and not against_top(game, actor)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """Onto the top."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """A unit of one's own that lies under others. [8.4.0]"""
        if order.unit not in on_map(game, player):
            return [Refusal("form", f"{order.unit!r} is no unit of yours on the map")]
        return against_top(game, order.unit)

    def ordering(self, game: Gs, player: str, h: int) -> Ordering | None:
        """Any unit of an own stack may lie on top. [8.4.0]"""
        there = [n for n in units_at(game, h) if n in on_map(game, player)]
        names = lying(game, there[-1]) if there and foggy(game.scenario) else ()
        if len(names) < 2:
            return None
        shown = tuple(reversed(names))
        return Ordering(self.written(game, OfOne(shown[0])), "unit", shown, whole=False)

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """It lies on top. [8.4.0]"""
        unit = unit_of(game, order.unit)
        height = 1 + max(unit_of(game, n).order for n in units_at(game, unit.hex))
        game.put(UNITS, order.unit, replace(unit, order=height))


def against_top(game: Gs, name: str) -> list[Refusal]:
    """Why a unit is not laid on top: stacks lie open, it is a headquarters, or nothing lies above
    it. [8.4.0]"""
    counter = counter_of(game, name)
    if not foggy(game.scenario):
        return [Refusal("8.4.0", "all stacks lie open in this game")]
    if counter.hq:
        return [Refusal("8.4.0", f"{counter.name} is a headquarters: others lie on top")]
    if lying(game, name)[-1] == name:
        return [Refusal("8.4.0", f"{counter.name} lies under no other unit")]
    return []
