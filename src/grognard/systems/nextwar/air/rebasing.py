"""Helicopters change bases, by choice or because an enemy is at the gate. [6.5.1.2] [6.5.4]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among, Plain
from grognard.kit.deeds import Questions, Verb
from grognard.kit.forms import Hex, Piece
from grognard.kit.orders import OneAt
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.air.defense_fire import Flight, fire, immune, way
from grognard.systems.nextwar.air.helos import (
    HELOS,
    MISSIONS,
    based_at,
    flown,
    helo_of,
    places,
    printed,
    room,
    spot,
    turn_counter,
)
from grognard.systems.nextwar.pieces.stacks import holder
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.turn import points
from grognard.systems.nextwar.units import ELIMINATED, MAP

LONGEST_ESCORT = 2
"""How many Air Points escort a mission. [6.2.2]"""


@dataclass(frozen=True, slots=True)
class Ferry:
    """A helicopter, its new base, and the Air Points that escort it."""

    unit: Piece
    hex: Hex
    escorts: int = 0


class Rebase(Verb[Nw, Ferry]):
    """Moving a helicopter to another base. [6.5.1.2]"""

    do, rule, order, stakes = "rebase", "6.5.1.2", Ferry, "dice"
    title, phrase, plural = "Rebase a helicopter", "{unit} to {hex}", "rebasings"

    def against(self, game: Nw, player: str, order: Ferry) -> list[Refusal]:
        """It has not flown, the base is near enough, and there is room."""
        helo = game.state[HELOS].get(order.unit)
        if helo is None or printed(game, order.unit).side != player or spot(game, order.unit) < 0:
            return [Refusal("6.5.1.2", f"{order.unit} is no helicopter of {player} on the map")]
        if flown(game, order.unit):
            return [Refusal("6.5.1.2", f"{printed(game, order.unit).name} has flown this turn")]
        found = why_not_base(game, player, order.unit, order.hex)
        return found or why_not_escorted(game, player, order.escorts)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every helicopter that has not flown."""
        return [
            name
            for name in game.state[HELOS]
            if printed(game, name).side == player
            and spot(game, name) >= 0
            and not flown(game, name)
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Ferry]:
        """Every base in reach."""
        for h in bases(game, player, actor):
            yield Ferry(actor, h)

    def carry_out(self, game: Nw, player: str, order: Ferry) -> Procedure:
        """Fly there, through air defenses; then it does no more this turn. [6.5.1.2] [6.6]"""
        status = game.state[SIDES][player]
        game.put(SIDES, player, replace(status, air=status.air - order.escorts))
        yield from fly(game, order.unit, order.hex, order.escorts)


def reach_of(game: Nw, name: str) -> int:
    """How far a helicopter rebases: twice its range. [6.5.1.2]"""
    return 2 * printed(game, name).range


def bases(game: Nw, side: str, name: str, crowded: bool = False) -> list[int]:
    """The bases that a helicopter could go to. [6.5.1] [6.5.1.1]"""
    start, far = spot(game, name), reach_of(game, name)
    return [
        h
        for h in places(game)
        if h != start
        and game.board.distance(start, h) <= far
        and not why_not_base(game, side, name, h, crowded)
    ]


def why_not_base(game: Nw, side: str, name: str, h: int, crowded: bool = False) -> list[Refusal]:
    """Why a hex is no base for a helicopter. [6.5.1] [6.5.1.1] [6.5.1.2]"""
    label, most = game.board.label(h), room(game, h)
    if not most:
        return [Refusal("6.5.1", f"{label} has no airbase, airfield or city to base in")]
    if controller(game, h) != side or holder(game, h) == game.scenario.other(side):
        return [Refusal("6.5.1", f"{label} is not one's own")]
    if len(based_at(game, h)) >= most and not crowded:
        return [Refusal("6.5.1.1", f"{label} has room for {most}, and no more")]
    if game.board.distance(spot(game, name), h) > reach_of(game, name):
        far = reach_of(game, name)
        return [Refusal("6.5.1.2", f"{label} is more than {far} hexes away, twice the range")]
    return []


def why_not_escorted(game: Nw, side: str, escorts: int) -> list[Refusal]:
    """Why a mission cannot have so many escorts. [6.2.2]"""
    if not 0 <= escorts <= LONGEST_ESCORT:
        return [Refusal("6.2.2", f"one or two Air Points escort a mission, not {escorts}")]
    have = game.state[SIDES][side].air
    if escorts > have:
        return [Refusal("6.2.2", f"{escorts} Air Points are not there: {have} are left")]
    return []


DETECTED: list[Callable[[Nw, Flight, str], Questions[bool]]] = []
"""What the air defenses of the Advanced Game do to a helicopter on its way to another base, and
whether they send it back; a higher chapter puts it here. [22.0] [24.3.2]"""


def met(game: Nw, flight: Flight, name: str) -> Questions[bool]:
    """Whether air defenses send a helicopter back that changes its base; what they hit is lost.

    Where air units fly they are those of the Advanced Game, with detection; nobody looks for who
    would be safe in the Standard Game, too. [6.5.1.2-x1] [6.6] [22.0]
    """
    if game.scenario.air_units:
        return False if immune(game, flight) else (yield from DETECTED[0](game, flight, name))
    flak = fire(game, flight, (name,))
    if flak.lost:
        lose_step(game, name, "6.6.1.1")
    return flak.abort


def fly(game: Nw, name: str, h: int, escorts: int = 0, forced: bool = False) -> Procedure:
    """A helicopter goes to another base; what air defenses do to it counts. [6.6] [6.6.1.1]"""
    side, start = printed(game, name).side, spot(game, name)
    path = way(game, side, start, h, reach_of(game, name))
    back = yield from met(game, Flight(side, h, "helicopter", path, escorts), name)
    turn_counter(game, name, MISSIONS)
    if helo_of(game, name).place == ELIMINATED or (back and not forced):
        return
    owed = game.turn + 1 if forced and len(based_at(game, h)) >= room(game, h) else 0
    game.put(HELOS, name, replace(helo_of(game, name), place=MAP, hex=h, where="", owed=owed))
    label = game.board.label
    facts = {"side": side, "unit": name, "from": label(start), "to": label(h)}
    game.emit(Event("rebase", "6.5.1.2", facts))


def lose_step(game: Nw, name: str, rule: str) -> None:
    """A helicopter unit loses a step. [6.5.4] [27.5]"""
    helo = helo_of(game, name)
    if helo.steps > 1:
        game.put(HELOS, name, replace(helo, steps=helo.steps - 1))
        game.emit(Event("step-lost", rule, {"unit": name, "left": helo.steps - 1}, outcome=True))
    else:
        destroy(game, name, rule)


def destroy(game: Nw, name: str, rule: str) -> None:
    """A helicopter unit is gone for good. [6.5.4]"""
    helo, side = helo_of(game, name), printed(game, name).side
    game.put(HELOS, name, replace(helo, place=ELIMINATED, hex=-1, steps=0, where=""))
    facts = {"unit": name, "side": side, "steps": helo.steps}
    game.emit(Event("eliminated", rule, facts, outcome=True))
    points.gain(game, game.scenario.other(side), points.worth(game, points.TEAM), "12.1", name)


# ---- when an enemy comes


class Flee(Among[Nw, OneAt]):
    """Flying a helicopter out of a base that an enemy has entered. [6.5.1.2-x1]"""

    do, rule, order = "flee", "6.5.1.2-x1", OneAt
    title, phrase = "Fly out", "{unit} to {hex}"


class StayOnGround(Plain[Nw]):
    """Leaving a helicopter where it is. [6.5.1.2-x1]"""

    do, rule = "stay", "6.5.1.2-x1"
    title = phrase = "Leave it where it is"


def alarm(game: Nw, h: int, side: str) -> Procedure:
    """An enemy has entered a hex: helicopters there may fly out, whatever they have done.

    Who has no base to go to is lost. [6.5.1.2-x1]
    """
    for name in based_at(game, h):
        owner = printed(game, name).side
        if owner == side:
            continue
        found = bases(game, owner, name, crowded=True)
        if not found:
            destroy(game, name, "6.5.1.2-x1")
            continue
        flee = Flee([OneAt(name, b) for b in found])
        near = min(found, key=lambda b: (len(based_at(game, b)), game.board.distance(h, b)))
        answer = yield flee.ask(
            game, owner, "flee", f"An enemy enters {game.board.label(h)}",
            {"fly out": OneAt(name, near)}, also=(StayOnGround(),), slight=True,
        )  # fmt: skip
        if answer["do"] == Flee.do:
            yield from fly(game, name, flee.order_of(game, answer).hex, forced=True)


def owed_rebases(game: Nw, player: str) -> list[Refusal]:
    """Who fled to a crowded base must leave it in the next turn, if there is another.

    [6.5.1.2-x1]
    """
    return [
        Refusal("6.5.1.2-x1", f"{printed(game, name).name} must leave its crowded base")
        for name, helo in game.state[HELOS].items()
        if helo.owed == game.turn
        and printed(game, name).side == player
        and helo.place == MAP
        and not flown(game, name)
        and len(based_at(game, helo.hex)) > room(game, helo.hex)
        and bases(game, player, name)
    ]


def overrun(game: Nw, h: int, side: str) -> Procedure:
    """A hex with helicopters is taken: one die for each of them. [6.5.4]"""
    table = game.scenario.tables["loss-of-airbase"]
    for name in based_at(game, h):
        owner = printed(game, name).side
        if owner == side:
            continue
        shown, fate = dice.roll(game, lambda pips: table.cell("each helicopter", pips).value)
        facts = {"unit": name, "side": owner, "fate": fate}
        dice.show(game, "base-lost", "6.5.4", facts, shown)
        if fate == "destroyed":
            destroy(game, name, "6.5.4")
            continue
        if fate.startswith("step"):
            lose_step(game, name, "6.5.4")
        if helo_of(game, name).place == ELIMINATED:
            continue
        found = bases(game, owner, name)
        if not found:
            destroy(game, name, "6.5.4")
        else:
            near = min(found, key=lambda b: game.board.distance(h, b))
            order = yield from Flee([OneAt(name, b) for b in found]).chosen(
                game, owner, "flee", "Choose a new base", {"nearest": OneAt(name, near)},
                slight=True, sole=True,
            )  # fmt: skip
            game.put(HELOS, name, replace(helo_of(game, name), hex=order.hex))
            turn_counter(game, name, MISSIONS)
