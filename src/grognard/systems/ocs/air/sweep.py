"""Fighter sweeps: a fighter goes to an enemy base to fight what is Active there. [14.6]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.air.bases import bases
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.missions import MissionDeed, fly, take_off
from grognard.systems.ocs.pieces.planes import active_at, fighter, offensive
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import MOVES, deed


@deed(*MOVES)
class Sweep(MissionDeed):
    """Fly a fighter sweep in a Movement Segment; a hex may be swept any number of times. [14.6]"""

    do = "sweep"
    rule = "14.6"
    mission = "sweep"

    def against(self, game: Ocs, player: str, action: Action, h: int) -> list[Refusal]:
        """A Fighter that can attack, to an enemy base with Active aircraft. [14.6] [14.3a]"""
        if not any(fighter(game, k) and offensive(game, k) for k in action["planes"]):
            return [Refusal("14.6", "a sweep is flown by a Fighter")]
        enemy = game.scenario.other(player)
        if h not in {base.hex for base in bases(game, enemy)} or not active_at(game, h, enemy):
            text = f"{game.board.label(h)} is no enemy base with Active aircraft"
            return [Refusal("14.6", text)]
        return []

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """The enemy's bases with Active aircraft, which show. [4.9a]"""
        enemy = game.scenario.other(player)
        hexes = sorted({base.hex for base in bases(game, enemy)})
        return [h for h in hexes if active_at(game, h, enemy)]

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Air combat, and then, win or lose, back to any base within range. [14.6]"""
        flight = self.flight(game, player, action)
        take_off(game, flight, f"fighter sweep against {action['hex']}")
        yield from fly(game, flight, _swept)


def _swept(game: Ocs, flight: Flight) -> Procedure:
    """There is nothing left to do once the air combat is over. [14.6]"""
    yield from ()
