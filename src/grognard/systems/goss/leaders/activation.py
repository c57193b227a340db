"""Activating leaders, day by day. [23.1.0]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece
from grognard.systems.goss.leaders.following import commands, home_of, with_hq
from grognard.systems.goss.leaders.registers import linked
from grognard.systems.goss.pieces.checks import leader_passes
from grognard.systems.goss.pieces.stacks import on_map, own_at
from grognard.systems.goss.pieces.values import on_map as placed
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import ENA, NIGHT, Gs
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.moments import this_segment
from grognard.systems.goss.units import MAP
from grognard.systems.goss.words import called


def leaders_of(game: Gs, side: str) -> Iterator[str]:
    """The leaders of a side that are on the map. [23.0]"""
    for name in sorted(game.state[LEADERS]):
        if game.scenario.leaders[name].side == side and game.state[LEADERS][name].place == MAP:
            yield name


def activate(game: Gs) -> None:
    """Every leader on the map rolls, isolated ones too: below his number he is active for the whole
    GD. Who is cut off stays with his unit, be he active or not. [23.1.0] [23.1.0-2] [4.4.2]"""
    for name in sorted(game.state[LEADERS]):
        leader = game.state[LEADERS][name]
        if leader.place == MAP:
            active = leader_passes(game, name, "23.1.0")
            host = leader.host if cut_off(game, name) else ""
            game.put(LEADERS, name, replace(leader, active=active, host=host))


def cut_off(game: Gs, name: str) -> bool:
    """Whether a leader is isolated: no path of any length leads to him from his headquarters, or
    that is isolated itself, or not on the map. [23.1.0-2]"""
    leader, hq = game.state[LEADERS][name], home_of(game, name)
    if not placed(game, hq) or unit_of(game, hq).isolated:
        return True
    return not linked(game, game.scenario.leaders[name].side, unit_of(game, hq).hex, leader.hex)


@dataclass(frozen=True, slots=True)
class Place:
    """A leader, and the stack that he joins."""

    leader: Piece
    hex: Hex


class PlaceLeader(Verb[Gs, Place]):
    """A leader who has just become active goes to any stack with a unit of his own. [23.1.0]"""

    do, rule, title, order = "place-leader", "23.1.0", "Place a leader", Place
    phrase = "{leader} to {hex}"
    plural = "leaders"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Active leaders who have not been placed yet and can leave."""
        return [
            n
            for n in leaders_of(game, player)
            if game.state[LEADERS][n].active
            and not this_segment(game, game.state[LEADERS][n].moved)
            and not cut_off(game, n)
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Place]:
        """Every other stack with somebody whom he commands."""
        here = game.state[LEADERS][actor].hex
        hexes = {unit_of(game, n).hex for n in on_map(game, player) if commands(game, actor, n)}
        yield from (Place(actor, h) for h in sorted(hexes - {here}))

    def against(self, game: Gs, player: str, order: Place) -> list[Refusal]:
        """He is active and not isolated; a unit or headquarters of his is there. [23.1.0]
        [23.1.0-2]"""
        if order.leader not in {*leaders_of(game, player)}:
            return [Refusal("form", f"{order.leader!r} is no leader of yours on the map")]
        leader, name = game.state[LEADERS][order.leader], called(game, order.leader)
        if not leader.active:
            return [Refusal("23.1.0-2", f"{name} is not active: he stays where he is")]
        if this_segment(game, leader.moved):
            return [Refusal("23.1.0", f"{name} has been placed")]
        if cut_off(game, order.leader):
            return [Refusal("23.1.0-2", f"{name} is cut off from his headquarters")]
        there = own_at(game, order.hex, player)
        if not any(commands(game, order.leader, n) for n in there):
            text = f"nobody under {name} is in {game.board.label(order.hex)}"
            return [Refusal("23.1.0", text)]
        return []

    def carry_out(self, game: Gs, player: str, order: Place) -> None:
        """He has begun the day there. [23.1.0]"""
        leader = game.state[LEADERS][order.leader]
        moved = replace(leader, hex=order.hex, began=order.hex, moved=game.serial, spent=0)
        game.put(LEADERS, order.leader, moved)
        game.put(LEADERS, order.leader, replace(moved, at_hq=with_hq(game, order.leader)))
        facts = {"leader": order.leader, "hex": game.board.label(order.hex)}
        game.emit(Event("leader-placed", "23.1.0", facts, seen_by=(player,)))


def begin_turn(game: Gs) -> None:
    """A GT begins: where leaders are, and whether with their headquarters, is noted. [23.2.1a]"""
    for name, leader in sorted(game.state[LEADERS].items()):
        if leader.place == MAP:
            found = replace(leader, began=leader.hex, at_hq=with_hq(game, name), rides=True)
            if found != leader:
                game.put(LEADERS, name, found)


def end_turn(game: Gs) -> None:
    """At the end of a night, or of its ENA period, all leaders are inactive and go back to their
    headquarters; who is isolated stays where he is. [23.1.0] [23.1.0-2]"""
    if period(game) in (NIGHT, ENA):
        for name in sorted(game.state[LEADERS]):
            if game.state[LEADERS][name].place == MAP:
                _stand_down(game, name)
    begin_turn(game)


def _stand_down(game: Gs, name: str) -> None:
    leader, side = game.state[LEADERS][name], game.scenario.leaders[name].side
    if not cut_off(game, name):
        h = unit_of(game, home_of(game, name)).hex
        game.put(LEADERS, name, replace(leader, active=False, hex=h, host=""))
        return
    friends = own_at(game, leader.hex, side)
    host = friends[-1] if friends and not with_hq(game, name) else ""
    game.put(LEADERS, name, replace(leader, active=False, host=host))
