"""Reinforcements: units come onto the map when they are due. [10.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OneAt
from grognard.systems.nextwar.air.helos import HELOS, based_at, helo_of, printed, room
from grognard.systems.nextwar.movement.clearing import must_clear
from grognard.systems.nextwar.movement.entering import arrive
from grognard.systems.nextwar.pieces.stacks import holder, lay
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import BOX, EXPECTED, MAP, UNITS
from grognard.systems.nextwar.words import called


def expected(game: Nw, name: str) -> str:
    """Whose reinforcement it is that is due now; empty if it is none. [10.0]"""
    piece = game.state[UNITS].get(name) or game.state[HELOS].get(name)
    if piece is None or piece.place != EXPECTED or piece.due > game.turn:
        return ""
    if weather(game) == STORM and name in game.scenario.special.fair_weather:  # [4.1.3-b5]
        return ""
    return printed(game, name).side if name in game.state[HELOS] else counter_of(game, name).side


def land_overseas(game: Nw) -> None:
    """Those who come to a holding box are there when they are due. [10.0]"""
    for name, box in game.scenario.overseas.items():
        side = expected(game, name)
        if not side:
            continue
        if name in game.state[HELOS]:
            game.put(HELOS, name, replace(helo_of(game, name), place=BOX, where=box))
        else:
            game.put(UNITS, name, replace(unit_of(game, name), place=BOX, where=box))
        game.emit(Event("reinforcement", "10.0", {"side": side, "unit": name, "box": box}))


class Enter(Verb[Nw, OneAt]):
    """Bringing a reinforcement onto the map. [10.0]"""

    do, rule, order = "enter", "10.0", OneAt
    errand: ClassVar[bool] = True
    title, phrase, plural = "Bring a reinforcement", "{unit} in {hex}", "arrivals"

    def against(self, game: Nw, player: str, order: OneAt) -> list[Refusal]:
        """It is due, and the hex is one of those it may come to."""
        if expected(game, order.unit) != player:
            return [Refusal("10.0", f"{called(game, order.unit)} is not due for {player} now")]
        label, entries = game.board.label, game.scenario.entries.get(order.unit, ())
        if order.hex not in entries:
            known = ", ".join(label(h) for h in entries[:6])
            return [Refusal("10.0", f"{called(game, order.unit)} comes to {known}")]
        found = why_not(game, player, order.hex)
        if found is None and order.unit in game.state[HELOS]:
            found = why_no_room(game, order.hex)
        return [found] if found is not None else []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Whoever is due."""
        names = (*game.state[UNITS], *game.state[HELOS])
        return [name for name in names if expected(game, name) == player]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OneAt]:
        """Every hex it may come to."""
        for h in game.scenario.entries.get(actor, ()):
            yield OneAt(actor, h)

    def carry_out(self, game: Nw, player: str, order: OneAt) -> None:
        """Put it there; a helicopter into its base. [6.5.1]"""
        facts = {"side": player, "unit": order.unit, "hex": game.board.label(order.hex)}
        game.emit(Event("reinforcement", "10.0", facts))
        if order.unit in game.state[HELOS]:
            helo = helo_of(game, order.unit)
            game.put(HELOS, order.unit, replace(helo, place=MAP, hex=order.hex))
            return
        lay(game, order.unit, order.hex)
        arrive(game, (order.unit,), order.hex, player)


def why_not(game: Nw, side: str, h: int) -> Refusal | None:
    """Why nobody can come to a hex: the sea, enemies, their zones, a city of theirs. [10.0]"""
    enemy, label = game.scenario.other(side), game.board.label(h)
    if not game.scenario.ground.land(h):
        return Refusal("10.0", f"{label} is at sea; ground units come by land")
    if holder(game, h) == enemy:
        return Refusal("10.0", f"an enemy stands in {label}")
    if in_zone(game, h, enemy) and holder(game, h) != side:
        return Refusal("10.0", f"{label} is in an enemy zone of control")
    if must_clear(game, h, side):
        return Refusal("10.0", f"{label} is the enemy's")
    return None


def why_no_room(game: Nw, h: int) -> Refusal | None:
    """Why a helicopter cannot come to a hex: it is no base, or full. [6.5.1] [6.5.1.1]"""
    label, most = game.board.label(h), room(game, h)
    if not most:
        return Refusal("6.5.1", f"{label} has no airbase, airfield or city to base in")
    if len(based_at(game, h)) >= most:
        return Refusal("6.5.1.1", f"{label} has room for {most}, and no more")
    return None
