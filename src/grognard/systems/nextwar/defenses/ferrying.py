"""Helicopters that change bases through the air defenses of the Advanced Game. [6.5.1.2-x1]"""

from __future__ import annotations

from grognard.kit.deeds import Questions
from grognard.systems.nextwar.air.defense_fire import Flight
from grognard.systems.nextwar.defenses.detecting import detect
from grognard.systems.nextwar.defenses.fire import approach
from grognard.systems.nextwar.defenses.package import REBASE, Package
from grognard.systems.nextwar.scenario import Nw


def sought(game: Nw, flight: Flight, name: str) -> Questions[bool]:
    """The local network looks for a helicopter, and fires at it if it finds it; whether it is sent
    back. [6.5.1.2-x1] [24.3.2] [24.5.2] [24.6.2]"""
    package = Package(flight.side, REBASE, flight.target, (name,), path=flight.path)
    passage = yield from approach(game, package, detect(game, package), name)
    return passage.aborted
