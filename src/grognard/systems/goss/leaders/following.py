"""Where leaders are: with whom they go, how they arrive, and how they are lost. [23.0] [23.1.0-2]
[23.3.0]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.dice import d100
from grognard.systems.goss.pieces.chain import superior
from grognard.systems.goss.pieces.stacks import held, holder, own_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.pieces.values import on_map as placed
from grognard.systems.goss.scenario import FORMATION, Gs
from grognard.systems.goss.status import LEADERS, Leader
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import ELIMINATED, EXPECTED, MAP, Unit

FATAL = 5
"""A leader in danger is lost on a roll up to this. [23.3.0]"""
BATTLES = frozenset({
    phases.AIR_SUPPORT, phases.DEFENSIVE_FIRE, phases.DEFENSIVE_AIR, phases.OFFENSIVE_FIRE,
    phases.OFFENSIVE_NAVAL, phases.ASSAULTS, phases.PA_MOVES, *phases.EXPLOITS,
})  # fmt: skip
"""The segments in which units are assaulted or fired at. [23.3.0]"""


def home_of(game: Gs, name: str) -> str:
    """The headquarters that a leader is designated for. [23.0]"""
    return game.scenario.leaders[name].hq


def with_hq(game: Gs, name: str) -> bool:
    """Whether a leader is stacked with his headquarters. [23.2.1a]"""
    hq, leader = home_of(game, name), game.state[LEADERS][name]
    return placed(game, hq) and unit_of(game, hq).hex == leader.hex


def commands(game: Gs, name: str, unit: str) -> bool:
    """Whether a unit is subordinate to a leader: to his headquarters, and of his regiment if he
    leads one. [23.1.0] [3.4.2a]"""
    leader = game.scenario.leaders[name]
    if superior(game, unit) != leader.hq:
        return False
    return not leader.regiment or counter_of(game, unit).regiment == leader.regiment


def of_formation(game: Gs, name: str) -> bool:
    """Whether he leads a formation: corps and army leaders give no more than the scenario says and
    better checks. [23.2.2]"""
    return game.scenario.leaders[name].level == FORMATION


def active_leaders(game: Gs, side: str) -> Iterator[str]:
    """The leaders of a side's formations that are active on the map. [23.2.1]"""
    for name, leader in game.state[LEADERS].items():
        mine = game.scenario.leaders[name].side == side
        if mine and leader.place == MAP and leader.active and of_formation(game, name):
            yield name


# ---- going along [23.1.0-2]


def keep_up(game: Gs) -> None:
    """Inactive leaders are where their headquarters is, and whoever is cut off is where the unit is
    that he is cut off with; an active one who began the GT with his headquarters and has not gone
    his own way goes along with it. Newcomers arrive with it. [23.1.0-2] [23.2.0] [23.0]"""
    for name, leader in sorted(game.state[LEADERS].items()):
        if leader.place == EXPECTED:
            _arrive(game, name, leader)
        elif leader.place == MAP:
            _follow(game, name, leader)


def _arrive(game: Gs, name: str, leader: Leader) -> None:
    """A leader comes with his headquarters, active. [23.0]"""
    hq = home_of(game, name)
    if leader.due > game.turn or not placed(game, hq):
        return
    h = unit_of(game, hq).hex
    there = replace(leader, place=MAP, hex=h, active=True, began=h, at_hq=True)
    game.put(LEADERS, name, there)
    facts, side = {"leader": name, "hex": game.board.label(h)}, game.scenario.leaders[name].side
    game.emit(Event("leader-arrives", "23.0", facts, seen_by=(side,)))


def _follow(game: Gs, name: str, leader: Leader) -> None:
    host = leader.host or home_of(game, name)
    tied = not leader.active or bool(leader.host) or (leader.at_hq and leader.rides)
    if not tied or not placed(game, host):
        return
    h = unit_of(game, host).hex
    if h != leader.hex:
        game.put(LEADERS, name, replace(leader, hex=h))


# ---- losses [23.3.0]


def endangered(game: Gs, name: str, before: Unit) -> None:
    """A unit has lost a step where it fought or was fired at: leaders in its stack are in danger.
    An inactive one dies with his headquarters. [23.3.0] [23.1.0-2]"""
    side = counter_of(game, name).side
    dead = before.place == MAP and unit_of(game, name).place != MAP
    for who, leader in sorted(game.state[LEADERS].items()):
        if leader.place != MAP or leader.hex != before.hex or before.place != MAP:
            continue
        if game.scenario.leaders[who].side != side:
            continue
        if dead and not leader.active and name == (leader.host or home_of(game, who)):
            lose(game, who, "23.1.0-2")
        elif game.segment.kind in BATTLES:
            game.put(LEADERS, who, replace(leader, risked=game.serial))


def lose(game: Gs, name: str, rule: str) -> None:
    """A leader is lost for good. [23.3.0]"""
    leader = game.state[LEADERS][name]
    gone = replace(leader, place=ELIMINATED, hex=-1, active=False, risked=-1, host="")
    game.put(LEADERS, name, gone)
    game.emit(Event("leader-lost", rule, {"leader": name}))


def take_stock(game: Gs) -> None:
    """After a battle or a move: leaders whose stack has lost steps roll, those alone in a hex that
    enemies have entered too, and the others go along with their units. [23.3.0]"""
    for name, leader in sorted(game.state[LEADERS].items()):
        if leader.place == MAP and leader.risked >= 0:
            game.put(LEADERS, name, replace(leader, risked=-1))
            _roll(game, name)
    keep_up(game)
    for name, leader in sorted(game.state[LEADERS].items()):
        side = game.scenario.leaders[name].side
        if leader.place == MAP and holder(game, leader.hex) == other(side) and _roll(game, name):
            _displace(game, name, side)


def _roll(game: Gs, name: str) -> bool:
    """Two dice: on 05 or less a leader is lost; whether he lives. [23.3.0] [26.0-die-roll]"""
    shown, lives = d100(game, lambda roll: roll > FATAL)
    facts = {"leader": name, "roll": shown, "lives": lives}
    side = game.scenario.leaders[name].side
    game.emit(Event("leader-risk", "23.3.0", facts, dice=(shown,), seen_by=(side,)))
    if not lives:
        lose(game, name, "23.3.0")
    return lives


def _displace(game: Gs, name: str, side: str) -> None:
    """He goes to the closest friendly unit, whatever lies between; of several, to one of his own if
    there is any. [23.3.0]"""
    leader, distance = game.state[LEADERS][name], game.board.distance

    def rank(h: int) -> tuple[int, bool, int]:
        own = any(commands(game, name, n) for n in own_at(game, h, side))
        return distance(leader.hex, h), not own, h

    hexes = sorted(held(game, side), key=rank)
    if not hexes:
        lose(game, name, "23.3.0")
        return
    h = hexes[0]
    friends = own_at(game, h, side)
    host = "" if leader.active or home_of(game, name) in friends else friends[-1]
    game.put(LEADERS, name, replace(leader, hex=h, host=host, rides=False))
    facts = {"leader": name, "hex": game.board.label(h)}
    game.emit(Event("leader-displaced", "23.3.0", facts, seen_by=(side,)))
