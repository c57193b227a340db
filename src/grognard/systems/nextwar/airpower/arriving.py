"""Air units that come as reinforcements, drawn among those of their type. [22.4-p5] [15.2.4]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.kit.chance import drawn
from grognard.systems.nextwar.airpower.wings import READY, WINGS, plane, wing_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import EXPECTED


def deploy(game: Nw) -> None:
    """Whoever is due comes to the Ready area of his base. House: the text leaves it to each game.
    [22.4-p5]"""
    if not game.scenario.air_units:
        return
    for name, wing in list(game.state[WINGS].items()):
        if wing.place == EXPECTED and 0 < wing.due <= game.turn:
            arrive(game, name)


def arrive(game: Nw, due: str) -> None:
    """Somebody comes for the one who is due: any of its type that is not in play. [15.2.4]"""
    slot, pool = wing_of(game, due), dict.fromkeys(alike(game, due), 1)
    name = drawn(game, pool) if len(pool) > 1 else due
    other = wing_of(game, name)
    game.put(WINGS, due, replace(slot, due=other.due, box=other.box))
    game.put(WINGS, name, replace(wing_of(game, name), place=READY, box=slot.box, due=slot.due))
    facts = {"unit": name, "side": plane(game, name).side, "box": slot.box}
    game.emit(Event("wing-arrives", "22.4-p5", facts))


def alike(game: Nw, name: str) -> list[str]:
    """The units of its nation and type that are still to come, itself included. [15.2.4]"""
    mine = plane(game, name)
    return [
        other
        for other, wing in game.state[WINGS].items()
        if wing.place == EXPECTED
        and (plane(game, other).nation, plane(game, other).name) == (mine.nation, mine.name)
    ]
