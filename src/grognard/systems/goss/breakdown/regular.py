"""Generic battalions that hybrids are reformed into. [18.10.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.systems.goss.breakdown.breaking import against_handling
from grognard.systems.goss.breakdown.forming import take_up
from grognard.systems.goss.breakdown.recombining import against_price, against_rating
from grognard.systems.goss.counters import parent_of
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import BROKEN, GONE, MAP, SUPPLY, TOE, UNITS


@dataclass(frozen=True, slots=True)
class Reform:
    """Companies of hybrids, and the generic battalion that they form."""

    units: Pieces
    into: Piece


def generics(game: Gs, player: str) -> list[str]:
    """The generic battalions of a side that are not in play. [18.10.0]"""
    return [
        n for n, unit in game.state[UNITS].items()
        if unit.place == GONE
        and counter_of(game, n).is_(TOE)
        and counter_of(game, n).side == player
    ]  # fmt: skip


class Reorganize(Verb[Gs, Reform]):
    """Companies of hybrids of a formation form a regular battalion. [18.10.0]"""

    do, rule, order = "reorganize", "18.10.0", Reform
    title, phrase = "Form a regular battalion", "{units} form {into}"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Companies of hybrids, where there are generic battalions."""
        if not generics(game, player):
            return []
        return [n for n in on_map(game, player) if _of_hybrid(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Reform]:
        """With all others of its type about it, or with some."""
        kind, h = counter_of(game, actor).type, unit_of(game, actor).hex
        mates = [
            n for n in on_map(game, player)
            if n != actor and _of_hybrid(game, n) and counter_of(game, n).type == kind
            and game.board.distance(unit_of(game, n).hex, h) <= 1
        ]  # fmt: skip
        for into in generics(game, player):
            for count in range(min(len(mates), 2) + 1):
                yield Reform((actor, *mates[:count]), into)

    def against(self, game: Gs, player: str, order: Reform) -> list[Refusal]:
        """Companies of its type, of hybrids of one formation, side by side, as for any
        recombination. [18.10.0] [18.7.0]"""
        own = {*on_map(game, player)}
        strange = [n for n in order.units if n not in own or not _of_hybrid(game, n)]
        if strange or not order.units or len({*order.units}) != len(order.units):
            return [Refusal("18.10.0", "companies of hybrids are named, each once")]
        if order.into not in generics(game, player):
            return [Refusal("18.10.0", "there is no such generic battalion")]
        into, counters = counter_of(game, order.into), [counter_of(game, n) for n in order.units]
        if any(one.type != into.type or one.formation != into.formation for one in counters):
            return [Refusal("18.10.0", f"{into.name} is of another type or formation")]
        if len(counters) > into.steps:
            return [Refusal("18.9.0", f"{into.name} has {into.steps} steps at most")]
        h = unit_of(game, order.units[0]).hex
        if any(game.board.distance(unit_of(game, n).hex, h) > 1 for n in order.units):
            return [Refusal("18.7.0", "they are not side by side")]
        wrong = [one for n in order.units for one in against_handling(game, n)]
        wrong = wrong or against_rating(game, order.into, order.units)
        return wrong or against_price(game, order.units)

    def carry_out(self, game: Gs, player: str, order: Reform) -> None:
        """The battalion stands where the first of them is, and does not move any more; a hybrid of
        which nothing is left is put aside. [18.10.0]"""
        parts = [unit_of(game, n) for n in order.units]
        worst = max((one.supply for one in parts), key=SUPPLY.index)
        made = replace(
            parts[0], place=MAP, steps=len(parts), out=0, supply=worst, moved=game.serial,
            halted=True, broke=game.serial, broke_mp=0,
        )  # fmt: skip
        game.put(UNITS, order.into, made)
        facts = {"unit": order.into, "units": list(order.units), "hex": game.board.label(made.hex)}
        game.emit(Event("recombined", "18.10.0", facts))
        for name in order.units:
            parent = parent_of(name)
            whole = unit_of(game, parent)
            out = max(whole.out - 1, 0)
            place = GONE if whole.place == BROKEN and not out else whole.place
            game.put(UNITS, parent, replace(whole, out=out, place=place))
            take_up(game, name)


def _of_hybrid(game: Gs, name: str) -> bool:
    """Whether a unit came of a hybrid. [18.10.0]"""
    parent = parent_of(name)
    return bool(parent) and counter_of(game, parent).hybrid
