"""Base transfers: aircraft fly from one base to another. [14.11]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
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
    MissionDeed,
    fly,
    refusals,
    take_off,
    too_far,
)
from grognard.systems.ocs.pieces.planes import aircraft, called, far, fighter
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import MOVES, deed

DOUBLE = 2
"""How many times its range an aircraft flies from base to base. [14.11]"""


@deed(*MOVES)
class Transfer(MissionDeed):
    """Move aircraft to another base, at up to twice their range. [14.11]

    `hex` is the hex of the base, or the name of a carrier.
    """

    do = "transfer"
    rule = "14.11"
    mission = "transfer"
    times = DOUBLE
    form = {"planes": "texts", "hex": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A friendly base that takes them all, and not the one they are at. [14.11] [18.2a]"""
        base = named(game, player, action["hex"])
        if base is None:
            return [Refusal("14.11", f"{action['hex']} is no air base of {player}")]
        found = refusals(game, player, self.mission, action["planes"], base.hex, DOUBLE)
        return found or self._against(game, action["planes"], base)

    def _against(self, game: Ocs, planes: Sequence[str], base: Base) -> list[Refusal]:
        for key in planes:
            if base_of(game, key) == base:
                return [Refusal("14.11", f"{called(game, [key])} is there already")]
            refusal = admits(game, base, key)
            if refusal is not None:
                return [refusal]
        if len(planes) > berths(game, base):
            return [Refusal("18.2a", f"{base.carrier} holds {berths(game, base)} aircraft more")]
        return []

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """Every base."""
        return [base.hex for base in bases(game, player)]

    def ways(self, game: Ocs, player: str, planes: Sequence[str], h: int) -> Iterator[Action]:
        """To every base in a hex: there may be carriers in it."""
        for base in bases(game, player):
            action = {"do": self.do, "planes": list(planes), "hex": name_of(game, base)}
            if base.hex == h and not self.check(game, player, action):
                yield action

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Fly there; whoever gets through lands. [14.11]"""
        base = named(game, player, action["hex"])
        assert base is not None
        flight = Flight(player, self.mission, base.hex, list(action["planes"]))
        active = {key: stays_active(game, key, base) for key in flight.planes}
        take_off(game, flight, f"transfer to {action['hex']}")

        def carry_out(game: Ocs, flight: Flight) -> Procedure:
            for key in flight.planes:
                settle(game, key, base, active[key])
            flight.planes = []
            yield from ()

        yield from fly(game, flight, carry_out)


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
    text = f"{called(game, [key])} lands at {name_of(game, base)}"
    facts = {"aircraft": key, "base": name_of(game, base), "active": active}
    game.emit(Event("transfer", text, "14.11", facts, seen_by=(aircraft(game, key).side,)))
