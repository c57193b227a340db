"""Who stands where: indexes kept in step with every change. [4.8]

Combat units of both sides never share a hex; what is no combat unit may lie beside the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from grognard.engine.state import State
from grognard.kit import pieces
from grognard.kit.indexes import Kept
from grognard.kit.pieces import Whose
from grognard.kit.pieces import holder as holder
from grognard.kit.pieces import on_map as on_map
from grognard.kit.pieces import own_at as own_at
from grognard.kit.pieces import units_at as units_at
from grognard.systems.ocs.pieces.values import quarters
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.status import AIR, DUMPS, SHIPS, SITES, TRANSPORT, Site, dump_key
from grognard.systems.ocs.units import MAP, UNITS, Unit

LIMIT = 40
"""Quarters of a regimental equivalent that a hex may hold: ten RE. [4.8]"""


def whose(scenario: OcsScenario) -> Whose[Unit]:
    """Tells the side of a unit, which is that of its counter."""
    sides = {name: counter.side for name, counter in scenario.counters.items()}
    return lambda name, unit: sides[unit.counter]


class Stacks(pieces.Stacks[Unit]):
    """The combat units of each hex and whose they are.

    Its sizes are in quarters of an RE; `crowds` are the hexes with more than a segment may end
    with.
    """

    register = UNITS
    limit = LIMIT  # [4.8]

    def __init__(self, scenario: OcsScenario) -> None:
        super().__init__(scenario.sides, whose(scenario))
        self.counters = scenario.counters

    def size(self, name: str, piece: Unit) -> int:
        """Its quarters of an RE."""
        return quarters(self.counters[piece.counter], piece)

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whether two states of a unit are the same as far as its stack goes."""
        return (
            a.hex == b.hex
            and a.place == b.place
            and a.order == b.order
            and a.lost == b.lost
            and a.counter == b.counter
        )


class Beside(Kept):
    """What lies in each hex besides combat units: transport, aircraft, ships, by their ids."""

    name = "beside"

    follows = (TRANSPORT.name, AIR.name, SHIPS.name)

    def __init__(self) -> None:
        self.at: dict[str, dict[int, tuple[str, ...]]] = {}

    def rebuild(self, state: State) -> None:
        """Sort everything on the map into its hex."""
        self.at = {name: {} for name in self.follows}
        for name in self.follows:
            for key, record in state.maps[name].items():
                if record.place == MAP and record.hex >= 0:  # not aboard a carrier [18.2d]
                    self._enter(name, key, record.hex)

    def change(self, name: str, key: str, old: Any, new: Any) -> None:
        """Follow one of them."""
        was = old.hex if old is not None and old.place == MAP else -1
        now = new.hex if new is not None and new.place == MAP else -1
        if was == now:
            return
        if was >= 0:
            there = self.at[name]
            there[was] = tuple(other for other in there[was] if other != key)
            if not there[was]:
                del there[was]
        if now >= 0:
            self._enter(name, key, now)

    def _enter(self, name: str, key: str, h: int) -> None:
        there = self.at[name]
        there[h] = tuple(sorted((*there.get(h, ()), key)))

    def content(self) -> Any:
        """The hexes, for comparison."""
        return {name: dict(there) for name, there in self.at.items()}


# ---- asking


def stacks(game: Ocs) -> Stacks:
    """The stacks of a game."""
    return Stacks.of(game)


def _beside(game: Ocs) -> Beside:
    return Beside.of(game)


def size_at(game: Ocs, h: int) -> Fraction:
    """The regimental equivalents in a hex. [4.6]"""
    return Fraction(stacks(game).sizes.get(h, 0), 4)


def transport_at(game: Ocs, h: int, side: str = "") -> tuple[str, ...]:
    """The transport in a hex, of one side or of both."""
    found, records = _beside(game).at[TRANSPORT.name].get(h, ()), game.state[TRANSPORT]
    return tuple(key for key in found if side in ("", records[key].side))


def air_at(game: Ocs, h: int, side: str = "") -> tuple[str, ...]:
    """The aircraft based in a hex, aboard carriers too, of one side or of both."""
    found, records = _beside(game).at[AIR.name].get(h, ()), game.state[AIR]
    ships = ships_at(game, h)
    if ships:  # those aboard a carrier are where it is [18.2d]
        found += tuple(sorted(key for key, air in records.items() if air.carrier in ships))
    return tuple(key for key in found if side in ("", records[key].side))


def air_hex(game: Ocs, key: str) -> int:
    """The hex an aircraft is in, be it aboard a carrier; -1 off the map. [18.2d]"""
    aircraft = game.state[AIR][key]
    if aircraft.place != MAP or not aircraft.carrier:
        return aircraft.hex
    ship = game.state[SHIPS].get(aircraft.carrier)
    return ship.hex if ship is not None and ship.place == MAP else -1


def ships_at(game: Ocs, h: int, side: str = "") -> tuple[str, ...]:
    """The ships in a hex, of one side or of both."""
    found, records = _beside(game).at[SHIPS.name].get(h, ()), game.state[SHIPS]
    return tuple(key for key in found if side in ("", records[key].side))


def ships_about(game: Ocs, side: str) -> frozenset[int]:
    """The hexes with ships of a side."""
    found, records = _beside(game).at[SHIPS.name], game.state[SHIPS]
    return frozenset(h for h, keys in found.items() if any(records[k].side == side for k in keys))


def site_at(game: Ocs, h: int) -> Site:
    """The facilities of a hex; a bare one if it has none."""
    return game.state[SITES].get(h) or NO_SITE


NO_SITE = Site()


def dump_at(game: Ocs, h: int, side: str) -> int:
    """The tokens of a side's dump in a hex."""
    dump = game.state[DUMPS].get(dump_key(side, h))
    return dump.tokens if dump is not None else 0


def hedgehog(game: Ocs, h: int) -> int:
    """The level of the hedgehog in a hex. [16.0]"""
    return site_at(game, h).hog


def belongings(game: Ocs, h: int, side: str) -> Iterator[str]:
    """What a side has in a hex that is no combat unit: the words for it. [4.4c] [4.8c(A)]"""
    site = site_at(game, h)
    if dump_at(game, h, side):
        yield "dump"
    if transport_at(game, h, side):
        yield "transport"
    if site.base >= 0 and site.base_owner == side:
        yield "air base"
    if site.hog and site.hog_owner == side:
        yield "hedgehog"
    if side in (site.port_owner, site.lst_port):  # [19.0]
        yield "port"
    if ships_at(game, h, side):
        yield "ship"


def hostile(game: Ocs, side: str, h: int) -> bool:
    """Whether a side's enemy has anything in a hex, for all to see."""
    enemy = game.scenario.other(side)
    return holder(game, h) == enemy or any(True for _ in belongings(game, h, enemy))


def assailable(game: Ocs, side: str, h: int) -> bool:
    """Whether there is anything of the enemy in a hex to be fought or bombed, for all to see."""
    enemy, site = game.scenario.other(side), site_at(game, h)
    base = site.base_owner if site.base >= 0 else ""
    return enemy in (holder(game, h), base, site.port_owner, site.lst_port) or bool(
        ships_at(game, h, enemy)
    )


def undefended(game: Ocs, h: int, side: str) -> bool:
    """Whether a hex holds something of a side but no combat unit of it. [9.14b]"""
    return holder(game, h) != side and any(True for _ in belongings(game, h, side))
