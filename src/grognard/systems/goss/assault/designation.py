"""Designating tactical assaults, and giving designations up. [10.2.0] [12.0]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Word
from grognard.kit.orders import OfMany
from grognard.systems.goss.assault.attackers import against_designation, designated, ready
from grognard.systems.goss.assault.duty import feasible, fewest, groups
from grognard.systems.goss.assault.limits import payers, spend
from grognard.systems.goss.assault.retreat import Journey, withdraw
from grognard.systems.goss.fatigue.hits import exert
from grognard.systems.goss.modes.changing import forced_out, put_mode
from grognard.systems.goss.modes.single import not_yours
from grognard.systems.goss.observation.cover import covers, work_at
from grognard.systems.goss.pieces.chain import army
from grognard.systems.goss.pieces.checks import passes
from grognard.systems.goss.pieces.stacks import beside_enemy, on_map
from grognard.systems.goss.pieces.values import attack_designated, counter_of, proficiency, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES
from grognard.systems.goss.turn.moments import this_segment
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import EXPLOIT, PA, TAC, UNITS

STAY, BACK, WORKS = "stay", "retreat", "works"
"""What units do that have called their assault off. [12.2.0]"""


class Designate(Verb[Gs, OfMany]):
    """Units in Tac or Exploit mode are marked for a tactical assault. [10.2.0] [5.1.2] [5.3.5c]"""

    do, rule, title, order = "designate", "10.2.0", "Tactical assault", OfMany
    phrase = "{units} for a tactical assault"

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it is next to an enemy and may be marked: headquarters would be in the way."""
        return _worth_marking(game, player, actor)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """The unit by itself."""
        yield OfMany((actor,))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """What keeps each from attacking. [10.2.0]"""
        wrong = not_yours(game, player, order.units)
        return wrong or [why for name in order.units for why in against_designation(game, name)]

    def carry_out(self, game: Gs, player: str, order: OfMany) -> None:
        """They are marked. [10.2.0]"""
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), ta=True, inside=False))
        game.emit(Event("designated", "10.2.0", {"units": list(order.units)}))


def _worth_marking(game: Gs, player: str, name: str) -> bool:
    unit, counter = unit_of(game, name), counter_of(game, name)
    if counter.hq or not beside_enemy(game, player, unit.hex):
        return False
    return not against_designation(game, name)


# ---- taking designations off


def undesignate(game: Gs, names: Iterable[str], rule: str, *, forced: bool = False) -> None:
    """Units are attack designated no more: prepared ones are in Tac mode, others lose the marker,
    which tires them in a rest GT. Who is forced to leaves Exploit mode, too. [12.1.0] [3.5.4-b]
    [5.3.5c] [5.1.2-off] [5.2.5]"""
    off = [name for name in names if attack_designated(unit_of(game, name))]
    marked = [name for name in off if unit_of(game, name).ta]
    for name in off:
        game.put(UNITS, name, replace(unit_of(game, name), ta=False))
        if unit_of(game, name).mode == PA:
            put_mode(game, name, TAC)
    if off:
        game.emit(Event("undesignated", rule, {"units": off}))
    exert(game, marked, "3.5.4-b", "")
    for name in marked if forced else ():
        if unit_of(game, name).mode == EXPLOIT:
            forced_out(game, name, "5.3.5c")


def out_of_contact(game: Gs) -> None:
    """Designated units that are next to no enemy lose their designation first. [12.1.0-1]"""
    side = active(game)
    lone = [n for n in designated(game, side) if not beside_enemy(game, side, unit_of(game, n).hex)]
    undesignate(game, lone, "12.1.0-1", forced=True)


def excess(game: Gs, player: str) -> list[Refusal]:
    """Why the adjustment is not done: some designated units could not attack. [12.1.0-2]
    [12.1.0-3]"""
    names = designated(game, player)
    if feasible(game, names):
        return []
    if not feasible(game, names, ammunition=False):
        return [Refusal("12.1.0-2", "there are more designated stacks than could attack legally")]
    text = "the ammunition does not allow so many assaults: give some up, or pay"
    return [Refusal("12.1.0-3", text)]


class GiveUp(Verb[Gs, OfMany]):
    """Designations that must be given up: more than can attack, or than may. [12.1.0]"""

    do, rule, title, order = "give-up-assault", "12.1.0", "Give up an assault", OfMany
    phrase = ("{sole_units} gives up its assault", "{units} give up their assault")

    def actors(self, game: Gs, player: str) -> list[str]:
        """Designated units, while there are too many."""
        return designated(game, player) if excess(game, player) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """All of its hex that were designated alike, or it alone."""
        for group in groups(game, designated(game, player)):
            if group.names[0] == actor:
                yield OfMany(group.names)
                for name in group.names if len(group.names) > 1 else ():
                    yield OfMany((name,))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """Only as many as must, and tactical assaults before prepared ones. [12.1.0-2]"""
        wrong = not_yours(game, player, order.units)
        if wrong:
            return wrong
        if not all(ready(game, n) for n in order.units):
            return [Refusal("12.1.0", "not all of them are attack designated")]
        reasons = excess(game, player)
        if not reasons:
            return [Refusal("12.1.0", "nobody must give an assault up")]
        names = designated(game, player)
        prepared = [n for n in names if unit_of(game, n).mode == PA]
        crowded = reasons[0].rule == "12.1.0-2"
        if crowded and {*order.units} & {*prepared} and feasible(game, prepared, ammunition=False):
            return [Refusal("12.1.0-2", "tactical assaults give way to prepared ones")]
        left = [n for n in names if n not in order.units]
        if fewest(game, left) >= fewest(game, names):
            return [Refusal("12.1.0", "without these there would be as many too much")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfMany) -> None:
        """They may not retreat. [12.1.0]"""
        undesignate(game, order.units, "12.1.0", forced=True)


@dataclass(frozen=True, slots=True)
class Payment:
    """A headquarters, and AmP for more assaults of its units."""

    hq: Piece
    points: int


class PayAssaults(Verb[Gs, Payment]):
    """AmP of the army buy assaults beyond the ADV: one prepared or two tactical ones each.
    [16.3.3] [16.3.4] [12.1.0-3]"""

    do, rule, title, order = "pay-assaults", "16.3.3", "Ammunition for assaults", Payment
    phrase = "{points} AmP for assaults of {hq}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """The headquarters of designated units whose army has AmP."""
        found = sorted(payers(game, designated(game, player)))
        return [hq for hq in found if _stock(game, hq) > 0]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Payment]:
        """One point after the other, as long as it is needed."""
        if excess(game, player):
            yield Payment(actor, 1)

    def against(self, game: Gs, player: str, order: Payment) -> list[Refusal]:
        """It must have units that are designated, and its army the points. [16.3.3]"""
        if order.hq not in payers(game, designated(game, player)):
            return [Refusal("16.3.3", f"{order.hq!r} has no designated units to pay for")]
        if not 0 < order.points <= _stock(game, order.hq):
            text = f"its army has {_stock(game, order.hq)} AmP"
            return [Refusal("16.3.3", text)]
        return []

    def carry_out(self, game: Gs, player: str, order: Payment) -> None:
        """They are spent. [16.3.3]"""
        spend(game, order.hq, order.points)


def _stock(game: Gs, hq: str) -> int:
    return game.state[ARMIES][army(game, hq)].amp


# ---- calling assaults off [12.2.0]


@dataclass(frozen=True, slots=True)
class Stack:
    """The designated units of a hex."""

    hex: Hex


@dataclass(frozen=True, slots=True)
class Afterwards:
    """What units do that have called an assault off, and where they go."""

    then: Word
    to: Hex = -1


class Withdraw(Among[Gs, Afterwards]):
    """What becomes of a stack whose assault is called off. [12.2.0]"""

    do, rule, title, order = "withdraw", "12.2.0", "After an assault called off", Afterwards
    phrase = ("{then} to {to}", "{then}")


class CallOff(Verb[Gs, Stack]):
    """A stack calls its assault off: freely under cover, by a check in the open. [12.2.0]"""

    do, rule, title, order = "call-off", "12.2.0", "Call off", Stack
    phrase = "call off the assault from {hex}"
    stakes = "dice"

    def actors(self, game: Gs, player: str) -> list[str]:
        """The hexes with designated units."""
        return sorted({game.board.label(g.hex) for g in groups(game, designated(game, player))})

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Stack]:
        """The whole stack."""
        yield Stack(game.board.hex(actor))

    def against(self, game: Gs, player: str, order: Stack) -> list[Refusal]:
        """After everything that is mandatory, and once. [12.0] [12.2.0]"""
        names = [n for n in designated(game, player) if unit_of(game, n).hex == order.hex]
        if not names:
            return [Refusal("12.2.0", "nobody there is attack designated")]
        if excess(game, player):
            return [Refusal("12.0", "designations that must go go first")]
        if any(this_segment(game, unit_of(game, n).committed) for n in names):
            return [Refusal("12.2.0", "they have failed to call it off, and must attack")]
        return []

    def carry_out(self, game: Gs, player: str, order: Stack) -> Procedure:
        """A check of the lowest offensive proficiency, if need be; then they stay, fall back a
        hex or go to ground. [12.2.0]"""
        names = tuple(n for n in designated(game, player) if unit_of(game, n).hex == order.hex)
        if not covers(game, player, order.hex) and not passes(
            game, weakest(game, names), "12.2.0", offensive=True
        ):
            for name in names:
                game.put(UNITS, name, replace(unit_of(game, name), committed=game.serial))
            return
        undesignate(game, names, "12.2.0")
        yield from _go(game, player, order.hex, names)


def weakest(game: Gs, names: Sequence[str]) -> str:
    """The unit of the lowest offensive proficiency. [12.2.0]"""
    return min(names, key=lambda name: (proficiency(game, name, offensive=True), name))


def _go(game: Gs, player: str, h: int, names: tuple[str, ...]) -> Procedure:
    """They stay, retreat one hex, or enter a work of theirs in the hex. [12.2.0]"""
    journey = Journey(game, names, h, attacking=True)
    orders = [Afterwards(STAY), *(Afterwards(BACK, way[-1]) for way in journey.ways(1))]
    if work_at(game, player, h) and not all(unit_of(game, n).inside for n in names):
        orders.append(Afterwards(WORKS))
    if len(orders) == 1:
        return
    choice = Withdraw(orders)
    answer = yield choice.ask(
        game, player, "withdraw", "Where do they go?", {STAY: orders[0]}, slight=True
    )
    order = choice.order_of(game, answer)
    if order.then == WORKS:
        go_to_ground(game, names)
    elif order.then == BACK:
        yield from withdraw(game, journey, (order.to,), "12.2.0")


def go_to_ground(game: Gs, names: Iterable[str]) -> None:
    """Units enter the work of their hex. [12.2.0] [13.10.4a-2]"""
    names = tuple(names)
    for name in names:
        game.put(UNITS, name, replace(unit_of(game, name), inside=True))
    game.emit(Event("to-ground", "12.2.0", {"units": list(names)}))
