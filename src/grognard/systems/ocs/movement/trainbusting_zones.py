"""Trainbusting Zones: what the markers of the enemy's air force cost on roads and rails. [14.8b]

The missions that place the markers are a chapter of air power; here is what they do to movement.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement.movement import surcharge
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES
from grognard.systems.ocs.units import LEG


def busted(game: Ocs, side: str) -> list[int]:
    """The hexes with Trainbusting markers against a side. [14.8b]"""
    enemy = game.scenario.other(side)
    return sorted(h for h, status in game.state[HEXES].items() if status.busted == enemy)


def zone(game: Ocs, side: str, move: str = "") -> frozenset[int]:
    """The Trainbusting Zones against a side: the markers and the hexes around them. [14.8b]

    For Leg movement they are the markers' hexes alone.
    """

    def compute() -> frozenset[int]:
        markers = busted(game, side)
        around = () if move == LEG else (b for h in markers for b in game.board.around(h))
        return frozenset((*markers, *around))

    return game.cached(("trainbusting", side, move == LEG), (HEXES.name,), compute)


@surcharge
def dearer(game: Ocs, side: str, move: str) -> tuple[Mapping[int, int], str, str]:
    """Each hex of a zone costs its enemy a point more, and never more than that. [14.8c]

    Supply paths, retreats, ships and aircraft are not affected: they do not ask for this. What it
    does to rail cargo is in `rail`.
    """
    return dict.fromkeys(sorted(zone(game, side, move)), POINT), "Trainbusting Zone", "14.8c"
