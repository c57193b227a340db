"""Flak that is withdrawn to protect trucks, and comes back. [20.7.2] [20.7.2-2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne, OneAt
from grognard.systems.goss.air.flak import NONE, reach
from grognard.systems.goss.movement.going import settled
from grognard.systems.goss.pieces.chain import headquarters_of
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import holder, on_map, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import AM, Gs
from grognard.systems.goss.turn.calendar import day, turn_of
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import ARMY, FLAK, MAP, TAC, UNITS, WITHDRAWN
from grognard.systems.goss.words import called


def withdrawable(game: Gs, name: str) -> bool:
    """Whether a unit may be taken off the map as Flak: whoever is Flak capable; by an option only
    Flak units. [20.7.2] [3.3.1a-4]"""
    if game.options["flak-withdrawal"] == "flak":
        return counter_of(game, name).type.code == FLAK
    return reach(game, name) > NONE


class WithdrawFlak(Verb[Gs, OfOne]):
    """A unit leaves the map to protect trucks from the air. [20.7.2] [3.3.1a-4]"""

    do, rule, title, order = "withdraw-flak", "20.7.2", "Withdraw Flak", OfOne
    phrase = "{unit} leaves the map to protect trucks"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Flak on the map; others may, but seldom want to."""
        return [n for n in on_map(game, player) if counter_of(game, n).type.code == FLAK]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """Its own, on the map, and fit to shoot at aircraft. [20.7.2]"""
        if order.unit not in on_map(game, player):
            return [Refusal("form", f"{order.unit!r} is no unit of yours on the map")]
        if not withdrawable(game, order.unit):
            return [
                Refusal("20.7.2", f"{called(game, order.unit)} has no Flak to protect trucks with")
            ]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """It is off the map, and counts against supply interdiction. [20.7.2]"""
        unit = unit_of(game, order.unit)
        away = replace(
            unit, place=WITHDRAWN, hex=-1, due=0, mode=TAC, ta=False, cr=False, inside=False,
            battery=False, task="", task_at=-1, shifts=0,
        )  # fmt: skip
        game.put(UNITS, order.unit, away)
        facts = {"unit": order.unit}
        game.emit(Event("flak-withdrawn", "20.7.2", facts, seen_by=(player,)))


def away(game: Gs, side: str) -> list[str]:
    """The units of a side that are off the map as Flak, and have not been called back. [20.7.2]"""
    units = game.state[UNITS].items()
    return sorted(
        name
        for name, unit in units
        if unit.place == WITHDRAWN and not unit.due and counter_of(game, name).side == side
    )


def coming(game: Gs, side: str) -> list[str]:
    """Those that were called back yesterday or before, and may be placed. [20.7.2-2]"""
    units = game.state[UNITS].items()
    return sorted(
        name
        for name, unit in units
        if unit.place == WITHDRAWN
        and 0 < unit.due <= game.turn
        and counter_of(game, name).side == side
    )


class RecallFlak(Verb[Gs, OfOne]):
    """Withdrawn Flak is put on the track, to come back on the next GD. [20.7.2-2] [3.3.1a-3]"""

    do, rule, title, order = "recall-flak", "20.7.2-2", "Call Flak back", OfOne
    phrase = "{unit} comes back tomorrow"

    def possible(self, game: Gs, player: str) -> bool:
        """Whether there is Flak in the order of battle: where it is the enemy is not to see."""
        counters = game.scenario.counters.values()
        return any(one.side == player and one.type.code == FLAK for one in counters)

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Who is withdrawn."""
        return away(game, player)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """Whoever is withdrawn, if there is a day to come. [20.7.2-2]"""
        if order.unit not in away(game, player):
            return [Refusal("20.7.2-2", f"{order.unit!r} is no Flak of yours off the map")]
        if not turn_of(game, day(game) + 1, AM):
            return [Refusal("20.7.2-2", "the game ends before it could come back")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """It protects nothing any more, and comes in the AM GT of the next GD. [20.7.2-2]"""
        due = turn_of(game, day(game) + 1, AM)
        game.put(UNITS, order.unit, replace(unit_of(game, order.unit), due=due))
        facts = {"unit": order.unit}
        game.emit(Event("flak-recalled", "20.7.2-2", facts, seen_by=(player,)))


class PlaceFlak(Verb[Gs, OneAt]):
    """Flak that was called back comes to an army headquarters. [20.7.2-2]"""

    do, rule, title, order = "place-flak", "20.7.2-2", "Bring Flak back", OneAt
    phrase = "{unit} comes back to {hex}"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Who is due, if there is a headquarters to come to."""
        return coming(game, player) if landings(game, player) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OneAt]:
        """Every hex that it may come to."""
        for h in landings(game, player):
            yield OneAt(actor, h)

    def against(self, game: Gs, player: str, order: OneAt) -> list[Refusal]:
        """In or next to an army headquarters, where no enemy is and there is room. [20.7.2-2]"""
        if order.unit not in coming(game, player):
            return [Refusal("20.7.2-2", f"{order.unit!r} is no Flak of yours that is due")]
        if order.hex not in landings(game, player):
            return [Refusal("20.7.2-2", "Flak comes back in or next to an army headquarters")]
        if not grouping(game, order.hex, (*units_at(game, order.hex), order.unit)).fits:
            return [Refusal("6.1.0", f"there is no room in {game.board.label(order.hex)}")]
        return []

    def carry_out(self, game: Gs, player: str, order: OneAt) -> None:
        """It is on the map, and does not move in this GT. [20.7.2-2]"""
        unit = unit_of(game, order.unit)
        top = 1 + max((unit_of(game, n).order for n in units_at(game, order.hex)), default=0)
        back = replace(unit, place=MAP, hex=order.hex, due=0, returned=game.turn, order=top)
        game.put(UNITS, order.unit, back)
        settled(game, (order.unit,))
        facts = {"units": [order.unit], "hex": game.board.label(order.hex)}
        game.emit(Event("flak-placed", "20.7.2-2", facts))


def landings(game: Gs, side: str) -> list[int]:
    """The hexes in and next to the army headquarters of a side, but for those of the enemy.
    [20.7.2-2]"""
    staffs = [hq for hq in headquarters_of(game, side) if counter_of(game, hq).level == ARMY]
    hexes = [unit_of(game, hq).hex for hq in staffs if unit_of(game, hq).place == MAP]
    near = {b for h in hexes for b in (h, *game.board.around(h))}
    return sorted(h for h in near if holder(game, h) != other(side))


def just_back(game: Gs, name: str) -> Refusal | None:
    """Who came back as Flak in this GT does not move in it. [20.7.2-2]"""
    if unit_of(game, name).returned != game.turn:
        return None
    return Refusal("20.7.2-2", f"{name} has just come back, and does not move in this GT")
