"""Trainbusting: markers that slow the enemy on roads and rails. [14.8]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.air.air_barrage import aimed, torpedoes_alone
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.missions import Raid, Sortie, fly, take_off
from grognard.systems.ocs.air.presumptions import what_shows
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.aims import enemy_hexes
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, HexStatus
from grognard.systems.ocs.turn.phases import phase_start


@presumes(what_shows)
class Trainbust(Raid):
    """Bomb roads and rails in a hex, in a Barrage Segment; never as a hip shoot. [14.8] [14.8d]"""

    do, rule = "trainbust", "14.8"
    title, phrase, rank = "Bust trains", "Bust the trains round {hex} with {planes}", 33
    mission, stakes = "trainbusting", "dice"

    def why_not(self, game: Ocs, player: str, order: Sortie) -> list[Refusal]:
        """One attempt for each hex and phase, and one marker for each hex. [14.8]

        It is a barrage, of which a hex suffers one in a phase. [10.0e(A)]
        """
        h, label = order.hex, game.board.label(order.hex)
        status = game.state[HEXES].get(h, HexStatus())
        if status.bust_tried == phase_start(game):
            return [Refusal("14.8", f"Trainbusting was tried in {label} in this phase")]
        if status.busted:
            return [Refusal("14.8", f"there is a Trainbusting marker in {label} already")]
        torpedoes = torpedoes_alone(game, order.planes)
        if torpedoes is not None:
            return [torpedoes]
        return barrage.refusals(game, aimed(game, player, order.planes, h, barrage.AT_TRAINS))

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """Rails, and wherever the enemy is: any other hex may be bombed too, but who would?"""
        return sorted({*game.scenario.ground.rail_hexes, *enemy_hexes(game, player)})

    def carry_out(self, game: Ocs, player: str, order: Sortie) -> Procedure:
        """Flak, then the facility table, where an asterisk places the marker. [14.8a]"""
        flight = self.flight(player, order)
        fire = aimed(game, player, flight.planes, flight.target, barrage.AT_TRAINS)
        take_off(game, flight)
        barrage.declare(game, fire)
        status = game.state[HEXES].get(flight.target, HexStatus())
        tried = replace(status, bust_tried=phase_start(game))
        game.put(HEXES, flight.target, tried)
        yield from fly(game, flight, bust)


def bust(game: Ocs, flight: Flight) -> Procedure:
    """What is left of the mission attacks. [14.8a] [10.0c(C)]"""
    fire = aimed(game, flight.side, flight.planes, flight.target, barrage.AT_TRAINS)
    if fire.strength >= 1:
        yield from barrage.resolve(game, fire)
