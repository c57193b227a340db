"""Fighter sweeps: a fighter goes to an enemy base to fight what is Active there. [14.6]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.air.bases import bases
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.missions import Raid, Sortie, by_air, fly, take_off
from grognard.systems.ocs.air.presumptions import what_shows
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.pieces.planes import active_at, fighter, offensive
from grognard.systems.ocs.scenario import Ocs
from grognard.table.worded import Hand


@presumes(what_shows)
class Sweep(Raid):
    """Fly a fighter sweep in a Movement Segment; a hex may be swept any number of times. [14.6]"""

    do, rule = "sweep", "14.6"
    title, phrase, rank = "Fighter sweep", "Sweep {hex} with {planes}", 31
    mission, stakes, shows_reach = "sweep", "dice", True

    def why_not(self, game: Ocs, player: str, order: Sortie) -> list[Refusal]:
        """A Fighter that can attack, to an enemy base with Active aircraft. [14.6] [14.3a]"""
        fighters = [key for key in order.planes if fighter(game, key)]
        if not any(offensive(game, key) for key in fighters):
            more = " whose rating is not in brackets" if fighters else ""
            return [Refusal("14.6", f"a sweep is flown by a Fighter{more}")]
        if order.hex not in self.targets(game, player):
            text = f"{game.board.label(order.hex)} is no enemy base with Active aircraft"
            return [Refusal("14.6", text)]
        return []

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """The enemy's bases with Active aircraft, which show. [4.9a]"""
        enemy = game.scenario.other(player)
        hexes = sorted({base.hex for base in bases(game, enemy)})
        return [h for h in hexes if active_at(game, h, enemy)]

    def carry_out(self, game: Ocs, player: str, order: Sortie) -> Procedure:
        """Air combat, and then, win or lose, back to any base within range. [14.6]"""
        flight = self.flight(player, order)
        take_off(game, flight)
        yield from fly(game, flight, _swept)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With aircraft in hand, at the enemy."""
        return by_air(game, player, hand) and any(aims_at(game, player, h) for h in hexes)


def _swept(game: Ocs, flight: Flight) -> Procedure:
    """There is nothing left to do once the air combat is over. [14.6]"""
    yield from ()
