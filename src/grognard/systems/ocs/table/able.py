"""Who can act: the counters that their player could do something with now."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kit.setup import Ready
from grognard.systems.ocs.air import missions
from grognard.systems.ocs.air.air_barrage import AirBarrage
from grognard.systems.ocs.air.sweep import Sweep
from grognard.systems.ocs.arrivals.breakout import Return, returning
from grognard.systems.ocs.arrivals.reinforcements import Arrive, due
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.combat import attack
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.naval import bombardment, sailing, ships
from grognard.systems.ocs.naval.sailing import Sail
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.planes import active
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import fuel
from grognard.systems.ocs.table.queries import SHOWN
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.hauling import Haul
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works import air_bases
from grognard.table import duties
from grognard.table.tabletop import Player

Found = Iterator[str]


def able(game: Ocs, player: Player) -> frozenset[str]:
    """The counters that their player could do something with now."""
    decision = duties.asked(game, player)
    verbs = tuple(type(offer) for offer in decision.ask.offers) if decision is not None else ()

    def compute() -> frozenset[str]:
        return frozenset(duties.able(game, player, WHO))

    return game.cached(("able", player), SHOWN, compute, verbs)


def _marchers(game: Ocs, side: str) -> Found:
    """Units that can move, or could if they had fuel. [6.0] [12.5a]"""
    for name in stacks.on_map(game, side):
        free = movement.unable(game, name) is None and movement.left(game, name) > 0
        if free or fuel.waiting(game, name):
            yield name


def _haulers(game: Ocs, side: str) -> Found:
    for key in transport.own(game, side):
        if transport.unable(game, key) is None and transport.left(game, key) > 0:
            yield key


def _sailors(game: Ocs, side: str) -> Found:
    for key in ships.fleet(game, side):
        if sailing.unable(game, side, key) is None and sailing.left(game, key) > 0:
            yield key


def _flyers(game: Ocs, side: str) -> Found:
    """Active aircraft that have not flown, if the weather is fit for flying. [14.1f] [14.2e]"""
    if missions.flying_weather(game, side):
        yield from (k for k in active(game, side) if missions.cannot_fly(game, side, k) is None)


def _attackers(game: Ocs, side: str) -> Found:
    for near in attack.contact(game, side).values():
        for names in near.values():
            yield from names


def _gunners(game: Ocs, side: str) -> Found:
    yield from artillery.ready(game, side)


def _gun_ships(game: Ocs, side: str) -> Found:
    """Ships and coastal guns that can still fire. [18.3a(A)]"""
    yield from bombardment.able(game, side)


def _reserves(game: Ocs, side: str) -> Found:
    yield from reserves.in_reserve(game, side)


def _worn(game: Ocs, side: str) -> Found:
    """Aircraft that could be refitted. [15.3]"""
    for h in air_bases.bases(game, side):
        yield from air_bases.inactive(game, h, side)


def _coming(game: Ocs, side: str) -> Found:
    """What has come and waits to be placed. [13.6]"""
    yield from due(game, side)


def _returning(game: Ocs, side: str) -> Found:
    """Who has broken out and is back. [12.8e-roll]"""
    yield from returning(game, side)


def _to_place(game: Ocs, side: str) -> Found:
    """Units whose owner may choose where they begin. [IV.A]"""
    for name in game.scenario.choices:
        if name in game.state[UNITS] and counter_of(game, name).side == side:
            yield name


WHO: duties.Who = {
    Move: _marchers,
    Haul: _haulers,
    Sail: _sailors,
    Sweep: _flyers,
    AirBarrage: _flyers,
    attack.Attack: _attackers,
    artillery.Barrage: _gunners,
    bombardment.Bombard: _gun_ships,
    reserves.Release: _reserves,
    air_bases.Refit: _worn,
    Arrive: _coming,
    Return: _returning,
    Ready: _to_place,
}
"""For each kind of action who could take part in it."""
