"""Air units in play: their place on the Air Display, and what they are worth now. [22.1] [22.2]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from grognard.engine.event import Event
from grognard.engine.record import Register
from grognard.engine.state import State
from grognard.systems.nextwar.aircraft import AIR, RATINGS, AirCounter, AirFace, Basing, Rating
from grognard.systems.nextwar.scenario import NextWarScenario, Nw
from grognard.systems.nextwar.sites import Site
from grognard.systems.nextwar.status import CLEAR, OVERCAST
from grognard.systems.nextwar.turn import points
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import BOX, ELIMINATED, EXPECTED, MAP, SHIPS

READY, FLOWN, ABORTED, RECOVERY = "ready", "flown", "abort", "recovery"
SUPERIORITY, MISSION = "superiority", "mission"
COMPARTMENTS = (READY, FLOWN, ABORTED, RECOVERY)
"""The areas of a Basing Box. [22.1.3]"""
PLACES = (*COMPARTMENTS, SUPERIORITY, MISSION, ELIMINATED, EXPECTED)
ALIVE = (*COMPARTMENTS, SUPERIORITY, MISSION)
"""Where a unit is that is in play: in its Basing Box, in the Air Superiority Box, on a mission."""
WORTH = {
    "US": "US air unit eliminated",
    "DPRK": "DPRK air unit eliminated",
}
OTHER_WORTH = "ROK or PRC air unit eliminated"


@dataclass(frozen=True, slots=True)
class Wing:
    """What becomes of an air unit in play.

    `box` is its Basing Box, or the carrier it flies from. `hurt` is when collateral damage hit it
    last, by the serial of a segment. [27.7.4.1] `due` is the turn in which it comes. `veil` is
    where the enemy takes it to be while he may not know of its mission. [29.2.1]
    """

    place: str
    box: str
    steps: int = 1
    order: int = 0
    due: int = 0
    hurt: int = -1
    refitted: int = 0
    """The turn of its last replacement. [27.9.3.1]"""
    veil: str = ""


WINGS: Register[str, Wing] = Register("wings", str, Wing)


def muster(state: State, scenario: NextWarScenario) -> None:
    """Put a scenario's air units into the State before the first phase, all Ready. [22.4-p1]"""
    if not scenario.air_units:
        return  # [22.0]
    for order, (name, counter) in enumerate(scenario.aircraft.items()):
        place = EXPECTED if counter.turn >= scenario.opening.turn else READY
        wing = Wing(place, counter.box, len(counter.faces), order, counter.turn)
        state.maps[WINGS.name][name] = replace(wing, **scenario.sorties.get(name, {}))


def wing_of(game: Nw, name: str) -> Wing:
    """An air unit as it is now."""
    return game.state[WINGS][name]


def plane(game: Nw, name: str) -> AirCounter:
    """An air unit as it is printed."""
    return game.scenario.aircraft[name]


def is_wing(game: Nw, name: str) -> bool:
    """Whether a name is that of an air unit."""
    return name in game.state[WINGS]


# ---- ratings


def face(game: Nw, name: str) -> AirFace:
    """The side of its counter that is up; of one that is lost, the last."""
    faces = plane(game, name).faces
    return faces[min(len(faces) - wing_of(game, name).steps, len(faces) - 1)]


def marked(game: Nw, name: str, kind: str) -> Rating:
    """A rating as it is printed on the side that is up. [15.2]"""
    found: Rating = getattr(face(game, name), kind)
    return found


def rating(game: Nw, name: str, kind: str) -> int:
    """A rating (air, support or strike) in this weather. [22.2.1]

    Overcast halves those of who is not made for it, a storm those of everybody; who is not made
    for it does not fly in a storm at all. [22.2.1.1] [22.2.1.2] [15.2.6]
    """
    value, now = marked(game, name, kind).value, weather(game)
    if now == CLEAR:
        return value
    able = plane(game, name).all_weather
    if now == OVERCAST:
        return value if able else value // 2
    return value // 2 if able else 0


def weasel(game: Nw, name: str) -> bool:
    """Whether it suppresses air defenses, or strikes at their tracks, and nothing else. [15.2.9]"""
    return is_wing(game, name) and plane(game, name).weasel


def stealth(game: Nw, name: str) -> bool:
    """Whether it cannot be fired at from afar. [15.2.7]"""
    return is_wing(game, name) and plane(game, name).stealth


def flyable(game: Nw, name: str) -> bool:
    """Whether the weather leaves it any rating at all; who suppresses defenses needs none, but
    the letter that lets it fly. [22.2.1.1] [22.2.1.2]"""
    if weasel(game, name):
        return rating(game, name, AIR) > 0 or weather(game) == CLEAR
    return any(rating(game, name, kind) for kind in RATINGS)


# ---- where they are


def wings(game: Nw, side: str, *places: str) -> list[str]:
    """A side's air units in some places, in the order of the sheet."""
    return [
        name
        for name, wing in game.state[WINGS].items()
        if wing.place in places and plane(game, name).side == side
    ]


def ready(game: Nw, side: str) -> list[str]:
    """The units that may fly a mission now: Ready, and their carrier at sea. [22.1.3] [22.2.2]"""
    return [name for name in wings(game, side, READY) if at_sea(game, name)]


def aloft(game: Nw, side: str) -> list[str]:
    """The units in the Air Superiority Box, who alone escort and intercept; not those whose
    carrier is in port by now, or lost. [22.4-p2] [22.6.7] [22.2.2] [27.4.1]"""
    return [name for name in wings(game, side, SUPERIORITY) if at_sea(game, name)]


def carrier(game: Nw, name: str) -> str:
    """The carrier it flies from, and with which it goes wherever that goes; empty if it is based
    on land. [22.4-p3]"""
    box = wing_of(game, name).box
    return box if box in game.scenario.ships else ""


def at_sea(game: Nw, name: str) -> bool:
    """Whether its carrier is at sea, if it has one: in port, or lost, nobody flies. [22.2.2]
    [27.4.1]"""
    ship = carrier(game, name)
    if not ship:
        return True
    found = game.state[SHIPS][ship]
    if found.place == MAP:
        return not game.scenario.ground.land(found.hex)
    return found.place == BOX and game.board.boxes[found.where].kind != "holding"


def basing(game: Nw, name: str) -> Basing | None:
    """The Basing Box of a unit; a carrier is none. [22.1]"""
    return game.scenario.basing.get(wing_of(game, name).box)


def box_of(game: Nw, site: Site) -> str:
    """The Basing Box that an airbase or airfield belongs to. [22.1]"""
    country = game.scenario.ground.country[site.hex]
    for box in game.scenario.basing.values():
        if box.side == site.owner and country in box.countries:
            return box.name
    return ""


def based(game: Nw, box: str) -> list[str]:
    """The units in or flying from a Basing Box. [22.1.4] [27.7.4.1]"""
    return [n for n, wing in game.state[WINGS].items() if wing.box == box and wing.place in ALIVE]


# ---- what happens to them


def put(game: Nw, name: str, place: str) -> None:
    """A unit changes its place on the Air Display, and is there for all to see."""
    game.put(WINGS, name, replace(wing_of(game, name), place=place, veil=""))


def depart(game: Nw, names: Iterable[str], veiled: bool = False) -> None:
    """Units leave for a mission; under the fog of war nobody may see it yet. [22.4-p2] [29.2.1]"""
    for name in names:
        wing = wing_of(game, name)
        veil = wing.place if veiled and game.options["air-fog"] == "on" else ""
        game.put(WINGS, name, replace(wing, place=MISSION, veil=veil))


def unveil(game: Nw, names: Iterable[str]) -> None:
    """Everybody may know now who flies in a mission. [29.2.1]"""
    for name in names:
        if is_wing(game, name) and wing_of(game, name).veil:
            game.put(WINGS, name, replace(wing_of(game, name), veil=""))


def seen_wings(game: Nw, player: str | None) -> dict[str, Wing]:
    """The air units as a player may see them: those of the enemy where he takes them to be.
    [29.2.1]"""
    return {
        name: replace(wing, place=wing.veil, veil="")
        if wing.veil and player is not None and plane(game, name).side != player
        else wing
        for name, wing in game.state[WINGS].items()
    }


def flown(game: Nw, name: str) -> None:
    """A unit comes back from a mission: to Recovery where there is such an area, else to Flown.
    [22.1.3] [22.4-p2]"""
    box = basing(game, name)
    put(game, name, RECOVERY if box is not None and box.recovery else FLOWN)


def grounded(game: Nw, name: str, rule: str) -> None:
    """A unit flies no more this turn, though it flew no mission. [22.2.1.2] [22.6.1]"""
    put(game, name, FLOWN)
    game.emit(Event("grounded", rule, {"unit": name, "side": plane(game, name).side}))


def abort(game: Nw, name: str, rule: str = "22.4-p1") -> None:
    """A unit goes to the Abort area of its base at once. [22.4-p1]"""
    put(game, name, ABORTED)
    facts = {"unit": name, "side": plane(game, name).side}
    game.emit(Event("aborted", rule, facts, outcome=True))


def lose_step(game: Nw, name: str, rule: str) -> None:
    """A unit loses a step: it is turned over, or gone. [27.6]"""
    wing = wing_of(game, name)
    if wing.steps > 1:
        game.put(WINGS, name, replace(wing, steps=wing.steps - 1))
        facts = {"unit": name, "side": plane(game, name).side, "left": wing.steps - 1}
        game.emit(Event("wing-reduced", rule, facts, outcome=True))
    elif wing.place != ELIMINATED:
        destroy(game, name, rule)


def destroy(game: Nw, name: str, rule: str) -> None:
    """A unit is gone, and worth points to its enemy. [27.6] [12.1]"""
    game.put(WINGS, name, replace(wing_of(game, name), place=ELIMINATED, steps=0))
    counter = plane(game, name)
    facts = {"unit": name, "side": counter.side}
    game.emit(Event("wing-destroyed", rule, facts, outcome=True))
    event = WORTH.get(counter.nation, OTHER_WORTH)
    amount = points.worth(game, event)
    points.gain(game, game.scenario.other(counter.side), amount, "12.1", event)


def alive(game: Nw, name: str) -> bool:
    """Whether a unit is in play."""
    return wing_of(game, name).place in ALIVE
