"""Base transfers: aircraft fly from one base to another. [14.11]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Word
from grognard.systems.ocs.air import rebasing
from grognard.systems.ocs.air.bases import (
    Base,
    admits,
    base_of,
    bases,
    berths,
    land,
    name_of,
    named,
    room,
)
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.missions import (
    Flown,
    Flying,
    by_air,
    fly,
    refusals,
    take_off,
    too_far,
)
from grognard.systems.ocs.air.presumptions import what_shows
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.pieces.planes import aircraft, called, far, fighter
from grognard.systems.ocs.scenario import Ocs
from grognard.table.cards import Labels
from grognard.table.worded import Hand

DOUBLE = 2
"""How many times its range an aircraft flies from base to base. [14.11]"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebasing(Flown):
    """Aircraft, and the hex of their new base, or the name of a carrier."""

    hex: Word


@presumes(what_shows)
class Transfer(Flying[Rebasing]):
    """Move aircraft to another base, at up to twice their range. [14.11]"""

    do, rule, order = "transfer", "14.11", Rebasing
    title, phrase = "Transfer", "Transfer {planes} to {hex}"
    role, rank, shows_reach = "march", 34, True
    mission, times, stakes = "transfer", DOUBLE, "price"

    def goal(self, game: Ocs, player: str, order: Rebasing) -> int:
        """Where the base is."""
        base = named(game, player, order.hex)
        return -1 if base is None else base.hex

    def against(self, game: Ocs, player: str, order: Rebasing) -> list[Refusal]:
        """A friendly base that takes them all, and not the one they are at. [14.11] [18.2a]"""
        base = named(game, player, order.hex)
        if base is None:
            return [Refusal("14.11", f"{order.hex} is no air base of {player}")]
        found = refusals(game, player, self.mission, order.planes, base.hex, DOUBLE)
        return found or _why_not_there(game, order.planes, base)

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """Every base."""
        return [base.hex for base in bases(game, player)]

    goals = targets

    def trips(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Iterator[Rebasing]:
        """To every base in a hex: there may be carriers in it."""
        for base in bases(game, player):
            if base.hex == h:
                yield Rebasing(planes=planes, hex=name_of(game, base))

    def plain(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Rebasing:
        """To the hex, base or not."""
        return Rebasing(planes=planes, hex=game.board.label(h))

    def carry_out(self, game: Ocs, player: str, order: Rebasing) -> Procedure:
        """Fly there; whoever gets through lands. [14.11]"""
        base = named(game, player, order.hex)
        assert base is not None
        flight = Flight(player, self.mission, base.hex, list(order.planes))
        active = {key: stays_active(game, key, base) for key in flight.planes}
        take_off(game, flight)

        def at_base(game: Ocs, flight: Flight) -> Procedure:
            for key in flight.planes:
                settle(game, key, base, active[key])
            flight.planes = []
            yield from ()

        yield from fly(game, flight, at_base)

    def touched(self, game: Ocs, action: Action) -> tuple[Labels, Labels]:
        """The aircraft, and the hex or the carrier."""
        planes, place = tuple(action["planes"]), (action["hex"],)
        return (place, planes) if action["hex"] in game.board.index else ((), (*planes, *place))

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With aircraft in hand, where no enemy is."""
        foe = any(aims_at(game, player, h) for h in hexes)
        return bool(hexes) and not foe and by_air(game, player, hand)


def _why_not_there(game: Ocs, planes: Sequence[str], base: Base) -> list[Refusal]:
    """Why a base does not take aircraft. [14.11] [18.2a]"""
    for key in planes:
        if base_of(game, key) == base:
            return [Refusal("14.11", f"{called(game, [key])} is there already")]
        refusal = admits(game, base, key)
        if refusal is not None:
            return [refusal]
    if len(planes) > berths(game, base):
        return [Refusal("18.2a", f"{base.carrier} holds {berths(game, base)} aircraft more")]
    return []


def stays_active(game: Ocs, key: str, base: Base) -> bool:
    """A Fighter within its normal range stays Active; nobody else does. [14.11] [14.1c]

    By the option not beyond half of its range. [21.4(C)]
    """
    near = too_far(game, key, base.hex) is None and not far(game, key, base.hex)
    return fighter(game, key) and near


def settle(game: Ocs, key: str, base: Base, active: bool) -> None:
    """An aircraft lands on its new base, Active if it may be and there is room. [14.2a] [14.11]

    By the option only a few come Active to a base on land in a turn. [21.5]
    """
    active = active and room(game, base) > 0
    if not base.carrier:
        active = active and rebasing.may_come_active(game, base.hex)
        if active:
            rebasing.count(game, base.hex)
    land(game, key, base, active)
    facts = {"aircraft": key, "base": name_of(game, base), "active": active}
    game.emit(Event("transfer", "14.11", facts, seen_by=(aircraft(game, key).side,)))
