"""Replacements: Volkssturm fills the ranks of infantry. [15.3.3]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece
from grognard.systems.wb95.engineering.digging import has_moved, stay
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.movement import stacking
from grognard.systems.wb95.pieces.stacks import units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import PHASES_A_TURN, Wb
from grognard.systems.wb95.units import MAP, UNITS

VOLKSSTURM = "VS"


def volkssturm(game: Wb, side: str) -> tuple[str, ...]:
    """A side's Volkssturm counters, wherever they are."""

    def compute() -> tuple[str, ...]:
        counters = game.scenario.counters.values()
        return tuple(c.id for c in counters if c.type == VOLKSSTURM and c.side == side)

    return game.cached(("volkssturm", side), (), compute)


@dataclass(frozen=True, slots=True)
class Replacement:
    """A level of Volkssturm for infantry."""

    infantry: Piece
    volkssturm: Piece


class Replace(Verb[Wb, Replacement]):
    """An infantry unit regains a level that a Volkssturm unit gives up. [15.3.3]"""

    do, rule, order = "replace", "15.3.3", Replacement
    title = "Take replacements"

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """The Volkssturm on the map."""
        return [name for name in volkssturm(game, player) if unit_of(game, name).place == MAP]

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Replacement]:
        """For each unit in its hex."""
        for name in units_at(game, unit_of(game, actor).hex):
            yield Replacement(name, actor)

    def against(self, game: Wb, player: str, order: Replacement) -> list[Refusal]:
        """Both stand in one hex and have not moved [15.3.3]; one level a turn [15.3.4]."""
        infantry, donor = order.infantry, order.volkssturm
        refusals = self.why_infantry(game, player, infantry)
        if donor not in volkssturm(game, player) or unit_of(game, donor).place != MAP:
            text = f"{donor!r} is none of {player}'s Volkssturm units on the map"
            refusals.append(Refusal("15.3.3", text))
        if game.options["special-units"] != "on":
            refusals.append(Refusal("15.3.3", "chapter 15 is not in use (option special-units)"))
        if refusals:
            return refusals
        if unit_of(game, infantry).hex != unit_of(game, donor).hex:
            refusals.append(Refusal("15.3.3", f"{infantry} and {donor} are not in one hex"))
        for name in (infantry, donor):
            if has_moved(game, name) or unit_of(game, name).marked == game.serial:
                text = f"{name} has moved or is marked to move; both must stay"
                refusals.append(Refusal("15.3.3", text))
        return refusals or stacking.keeps_room(game, player, (infantry, donor))

    def why_infantry(self, game: Wb, player: str, name: str) -> list[Refusal]:
        """Infantry on foot that has lost a level [15.3.3] and regained none this turn [15.3.4]."""
        unit = game.state[UNITS].get(name)
        if unit is None or unit.place != MAP or counter_of(game, name).side != player:
            return [Refusal("15.3.3", f"{name!r} is none of {player}'s units on the map")]
        counter = counter_of(game, name)
        if counter.type != "INF" or counter.motorised:
            return [Refusal("15.3.3", f"{name} is not infantry on foot; no other is reinforced")]
        if unit.cel == len(counter.levels):
            return [Refusal("15.3.3", f"{name} is at full strength")]
        if unit.replaced >= 0 and unit.replaced // PHASES_A_TURN == game.turn - 1:
            return [Refusal("15.3.4", f"{name} has regained a level in this turn already")]
        return []

    def carry_out(self, game: Wb, player: str, order: Replacement) -> None:
        """One level goes over, and both stay where they are. [15.3.3]

        Volkssturm that gives its last level is disbanded: that is no loss in combat.
        """
        infantry, donor = order.infantry, order.volkssturm
        stay(game, infantry)
        stay(game, donor)
        unit = unit_of(game, infantry)
        game.put(UNITS, infantry, replace(unit, cel=unit.cel + 1, replaced=game.serial))
        label = game.board.label(unit.hex)
        facts = {"hex": label, "infantry": infantry, "volkssturm": donor}
        game.emit(Event("replacement", "15.3.3", facts, seen_by=(player,)))
        giver = unit_of(game, donor)
        if giver.cel > 1:
            game.put(UNITS, donor, replace(giver, cel=giver.cel - 1))
        else:
            game.put(UNITS, donor, replace(giver, place="disbanded", hex=-1, cel=0))
            masking.vacated(game, giver.hex)
