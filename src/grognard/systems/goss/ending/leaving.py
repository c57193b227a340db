"""Units leave the map where the terms of victory let them. [3.3.4]

House: to leave costs one MP, from a hex that the terms name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne
from grognard.kit.ways import POINT
from grognard.systems.goss.ending.kinds import fits
from grognard.systems.goss.movement.eligible import unable
from grognard.systems.goss.movement.parties import courses, parties
from grognard.systems.goss.pieces.stacks import on_map, present
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Award, Gs
from grognard.systems.goss.units import GENS, GONE, UNITS
from grognard.systems.goss.words import called

EXIT = "exit"


def exits(game: Gs, side: str) -> list[Award]:
    """The awards for units of a side that leave."""
    return [one for one in game.scenario.terms.awards if one.kind == EXIT and one.side == side]


class ExitMap(Verb[Gs, OfOne]):
    """A unit leaves the map for good. [3.3.4]"""

    do, rule, title, order = "exit-map", "3.3.4", "Leave the map", OfOne
    phrase = "{unit} leaves the map"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Who stands where units may leave."""
        gates = {h for award in exits(game, player) for h in award.hexes}
        return [n for n, _, unit in present(game, player) if unit.hex in gates] if gates else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """A unit of the kind that counts, in such a hex, in supply if it must be, with an MP left.
        [3.3.4]"""
        if order.unit not in on_map(game, player):
            return [Refusal("form", f"{order.unit!r} is no unit of yours on the map")]
        counter, unit = counter_of(game, order.unit), unit_of(game, order.unit)
        name = called(game, order.unit)
        gates = [award for award in exits(game, player) if unit.hex in award.hexes]
        if not gates:
            return [Refusal("3.3.4", f"{name} is not where units may leave the map")]
        kinds = [award for award in gates if fits(counter, award.who)]
        if not kinds:
            return [Refusal("3.3.4", f"{name} is of no kind that is to leave")]
        if all(award.supplied and unit.supply != GENS for award in kinds):
            return [Refusal("3.3.4", f"{name} is not in general supply")]
        why = unable(game, order.unit)
        if why is not None:
            return [why]
        band = parties(game, (order.unit,))[0]
        if max((one.left for one in courses(game, band, player)), default=0) < POINT:
            return [Refusal("3.3.4", f"{name} has no movement point left to leave with")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """It is gone, and counts. [3.3.4]"""
        unit = unit_of(game, order.unit)
        label = game.board.label(unit.hex)
        gone = replace(unit, place=GONE, hex=-1, exited=game.turn, exit_at=unit.hex, inside=False)
        game.put(UNITS, order.unit, gone)
        game.emit(Event("exited", "3.3.4", {"side": player, "unit": order.unit, "hex": label}))
