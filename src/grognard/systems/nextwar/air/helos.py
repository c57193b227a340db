"""Attack helicopters: their counters, where they base, how often they have flown. [6.5]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register, replace
from grognard.systems.nextwar.pieces.beachheads import beachhead_at, beachheads
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRBASE, AIRFIELD
from grognard.systems.nextwar.status import OVERCAST, SITES, STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import ABOARD, ELIMINATED, MAP, SHIPS, UNITS, HeloCounter

MISSIONS, OVERCAST_MISSIONS = 2, 1
"""How often a helicopter flies in a turn. [6.5.2] [4.1.2-b3]"""
AT_AIRBASE, AT_OTHERS = 3, 1
"""How many base in one hex. [6.5.1.1]"""


@dataclass(frozen=True, slots=True)
class Helo:
    """What becomes of a helicopter unit in play.

    `used` is how far its counter was turned in the turn `used_in`, `used_at` when last. `owed` is
    the turn in which it must rebase again. [6.5.1.2-x1]
    """

    place: str
    hex: int = -1
    steps: int = 1
    order: int = 0
    where: str = ""
    due: int = 0
    used: int = 0
    used_in: int = 0
    used_at: int = -1
    owed: int = 0
    refitted: int = 0
    """The turn of its last replacement. [27.9.3.1]"""


HELOS: Register[str, Helo] = Register("helicopters", str, Helo)


def helo_of(game: Nw, name: str) -> Helo:
    """A helicopter unit as it is now."""
    return game.state[HELOS][name]


def printed(game: Nw, name: str) -> HeloCounter:
    """A helicopter unit as it is printed."""
    return game.scenario.helicopters[name]


def spot(game: Nw, name: str) -> int:
    """The hex it flies from: its base, or that of its ship, if that is on the map. [6.5.5]"""
    helo = helo_of(game, name)
    if helo.place == ABOARD:
        return game.state[SHIPS][helo.where].hex
    return helo.hex if helo.place == MAP else -1


def hangar(game: Nw, ship: str) -> list[str]:
    """The helicopters that base on a ship. [6.5.5]"""
    helos = game.state[HELOS]
    return [n for n, helo in helos.items() if helo.place == ABOARD and helo.where == ship]


def rating(game: Nw, name: str) -> int:
    """Its combat support as a unit: one less when reduced, but never nothing. [2.4.2] [6.5]"""
    counter, helo = printed(game, name), helo_of(game, name)
    return counter.support if helo.steps == counter.steps else max(1, counter.support - 1)


def flown(game: Nw, name: str) -> int:
    """How many missions it has flown this turn; a turned-round counter has flown all. [6.5.2]"""
    helo = helo_of(game, name)
    return helo.used if helo.used_in == game.turn else 0


def missions(game: Nw) -> int:
    """How many missions a helicopter flies in this weather. [6.5.2] [4.1.2-b3]"""
    return OVERCAST_MISSIONS if weather(game) == OVERCAST else MISSIONS


def turn_counter(game: Nw, name: str, quarters: int = 1) -> None:
    """Turn a counter after a mission; twice, when it can fly no more this turn. [6.5.2]"""
    used = min(MISSIONS, flown(game, name) + quarters)
    helo = helo_of(game, name)
    game.put(HELOS, name, replace(helo, used=used, used_in=game.turn, used_at=game.serial))


def based_at(game: Nw, h: int) -> list[str]:
    """The helicopters in a hex."""
    return [n for n, helo in game.state[HELOS].items() if helo.place == MAP and helo.hex == h]


def room(game: Nw, h: int) -> int:
    """How many helicopters a hex can base; none if it is no base. [6.5.1] [6.5.1.1]"""
    ground, state = game.scenario.ground, game.state[SITES]
    usable = {
        site.kind
        for site in ground.at.get(h, ())
        if site.flying and not state[site.id].destroyed and state[site.id].strike < 2
    }
    if AIRBASE in usable:
        return AT_AIRBASE
    if AIRFIELD in usable or ground.built_up(h) or beachhead_at(game, h):
        return AT_OTHERS
    return 0


def places(game: Nw) -> list[int]:
    """The hexes where helicopters can base at all, whosever they are. [6.5.1]"""
    ground = game.scenario.ground
    units, sides = game.state[UNITS], game.scenario.sides
    landed = (units[name].hex for side in sides for name in beachheads(game, side))
    flying = (site.hex for site in ground.sites if site.flying)
    return sorted({*ground.built, *flying, *landed})


def grounded(game: Nw, name: str) -> bool:
    """Whether a helicopter bases at an airbase or airfield with Strike 2, or destroyed. [27.7.1]"""
    helo, state = helo_of(game, name), game.state[SITES]
    if helo.place != MAP:
        return False
    bases = [site.id for site in game.scenario.ground.at.get(helo.hex, ()) if site.flying]
    hurt = [base for base in bases if state[base].destroyed or state[base].strike > 1]
    return bool(bases) and len(hurt) == len(bases)


def unflown(game: Nw, name: str) -> str:
    """Why a helicopter flies no mission now; empty if it may. [6.5.2] [4.1.3-b7] [27.7.1]"""
    if weather(game) == STORM:
        return "helicopters fly no missions in a storm"
    if grounded(game, name):
        return "its base is too heavily damaged to fly from"
    if flown(game, name) >= missions(game):
        return "it has flown all its missions this turn"
    return ""


def alive(game: Nw, name: str) -> bool:
    """Whether a helicopter unit is not lost."""
    return helo_of(game, name).place != ELIMINATED
