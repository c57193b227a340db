"""Carrier aircraft: refitted for nothing, and lost with their ship. [18.2b] [18.2c] [18.2d]

Who may be aboard is in `bases` [18.2a]; missions and Patrol Zones start where the ship is, since
whoever is aboard is in its hex. [18.2d]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from grognard.engine.decision import Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.systems.ocs.air.bases import Base, based, bases
from grognard.systems.ocs.forms import Crowd
from grognard.systems.ocs.naval.ships import when_sunk
from grognard.systems.ocs.pieces.planes import aircraft, destroy
from grognard.systems.ocs.pieces.stacks import air_hex
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS
from grognard.systems.ocs.turn.phases import phasing
from grognard.systems.ocs.units import MAP

DAMAGED = 2
"""The aircraft that a damaged carrier refits. [18.2c]"""
DECKS = "damaged carrier"


def carriers_refit(game: Ocs) -> Procedure:
    """A carrier refits all its aircraft by itself and for nothing; a damaged one two. [18.2b]

    [18.2c]
    """
    side = phasing(game)
    for base in bases(game, side):
        keys = [key for key in based(game, base) if not aircraft(game, key).active]
        if not keys or not base.carrier:
            continue
        if game.state[SHIPS][base.carrier].damaged and len(keys) > DAMAGED:
            answer = yield _which(game, side, base, keys)
            keys = answer["planes"]
        rule = "18.2c" if game.state[SHIPS][base.carrier].damaged else "18.2b"
        _activate(game, side, keys, base, rule)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two aircraft."""

    planes: Crowd


class RefitTwo(Among[Ocs, Pair]):
    """Which two aircraft a damaged carrier refits. [18.2c]"""

    do, rule, order = "refit-two", "18.2c", Pair
    title, phrase = "Refit two", "Refit {planes}"


def _which(game: Ocs, side: str, base: Base, keys: Sequence[str]) -> Ask:
    offer = RefitTwo(map(Pair, combinations(keys, 2)))
    prompt = f"which two aircraft does {base.carrier} refit?"
    return offer.ask(game, side, DECKS, prompt, {"first two": offer.orders[0]})


def _activate(game: Ocs, side: str, keys: Sequence[str], base: Base, rule: str) -> None:
    """Aircraft become Active; what the enemy may see of it is on deck. [14.1a] [14.1d]"""
    for key in keys:
        game.put(AIR, key, replace(aircraft(game, key), active=True))
    facts = {"carrier": base.carrier, "aircraft": list(keys)}
    game.emit(Event("refit", rule, facts, seen_by=(side,)))


@when_sunk
def go_down(game: Ocs) -> None:
    """Aircraft are never apart from their carrier: those of one that is gone are lost. [18.2d]"""
    for key, found in sorted(game.state[AIR].items()):
        if found.place == MAP and found.carrier and air_hex(game, key) < 0:
            destroy(game, key, "18.2d", "its carrier is sunk")


def sunk(game: Ocs) -> Procedure:
    """So it is with carriers that are gone otherwise than by a sinking. [18.2d]"""
    go_down(game)
    yield from ()
