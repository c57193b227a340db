"""Flak: abstract fire from the ground at the mission, once. [14.4]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.systems.ocs import air_bases
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.interception import in_patrol_zone
from grognard.systems.ocs.air.planes import alive, lose_step
from grognard.systems.ocs.naval import ship_fire
from grognard.systems.ocs.phases import peaceful
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.stacks import own_at
from grognard.systems.ocs.values import counter_of

HIT = 11
"""The modified roll from which flak costs a step. [14.4e]"""
DRAWS = 12
"""The sides of the die that picks the aircraft: as many as two, three and four divide. [14.4f]"""
ALWAYS, IN_ZONE = "always", "patrol_zone"
BARRAGES = ("barrage", "hip_shoot", "trainbusting")
"""The missions that ships in the hex fire at. [18.3f]"""


def exposed(game: Ocs, flight: Flight) -> bool:
    """Whether a mission is subject to flak: barrages always, transport in a Patrol Zone. [14.4a]

    [14.4]
    """
    when = game.scenario.tables["air-missions"].cell(flight.kind, "flak").value
    enemy = game.scenario.other(flight.side)
    return when == ALWAYS or (when == IN_ZONE and in_patrol_zone(game, flight.target, enemy))


def modifiers(game: Ocs, flight: Flight) -> Tally:
    """What is added to the flak roll. Supply never matters. [14.4b] [14.4e] [MT-flakmods]

    A Patrol Zone, a headquarters, many aircraft, the level of a base [15.0b(B)] (a strip gives
    none [15.2(F)]), and all the ships in the hex against barrages [18.3f]. [CT-flak30]
    """
    tables, h = game.scenario.tables, flight.target
    enemy = game.scenario.other(flight.side)
    source = tables["flak"].cell("patrol_zone", "modifier").source
    tally = Tally()
    if in_patrol_zone(game, h, enemy):
        more = number(tables, "flak", "patrol_zone", "modifier")
        tally = tally.add("Patrol Zone", more, "14.4c", source)
    if any(counter_of(game, name).hq for name in own_at(game, h, enemy)):
        more = number(tables, "flak", "headquarters", "modifier")
        tally = tally.add("headquarters", more, "14.4e", source)
    count = len(flight.planes)
    many = number(tables, "flak", f"aircraft_{count}", "modifier")
    if many:
        tally = tally.add(f"{count} aircraft", many, "14.4e", source)
    if air_bases.owner(game, h) == enemy and air_bases.flak(game, h):
        tally = tally.add("Air Base", air_bases.flak(game, h), "15.0b(B)")
    if flight.kind in BARRAGES:
        tally = tally + ship_fire.flak(game, h, enemy)
    return tally


def fire(game: Ocs, flight: Flight) -> None:
    """Two dice; 11 or more takes a step from one mission aircraft, drawn by lot. [14.4e] [14.4f]

    The loss comes before the mission, which goes on with what is left. Aircraft that are merely
    based there are never hit. [14.4d]
    """
    if not flight.planes or peaceful(game) or not exposed(game, flight):
        return
    tally = modifiers(game, flight)
    dice = game.roll(2, key=lambda faces: sum(faces) + tally.total >= HIT)
    hit = sum(dice) + int(tally.total) >= HIT
    label = game.board.label(flight.target)
    facts = {
        "hex": label, "side": game.scenario.other(flight.side), "modifier": tally.to_json(),
        "roll": sum(dice) + int(tally.total), "hit": hit,
    }  # fmt: skip
    text = f"flak over {label}: {'a step is lost' if hit else 'no effect'}"
    game.emit(Event("flak", text, "14.4e", facts, dice, outcome=True))
    if not hit:
        return
    key = drawn(game, flight.planes)
    lose_step(game, key, "14.4f", "hit by flak", shown=flight.fought)
    flight.planes = [key for key in flight.planes if alive(game, key)]


def drawn(game: Ocs, planes: list[str]) -> str:
    """The aircraft that the Mission Loss Table picks, each alike. [14.4f] [MT-missionloss]"""
    if len(planes) == 1:
        return planes[0]
    tables, count = game.scenario.tables, len(planes)
    draw = game.roll(1, DRAWS, key=lambda f: number(tables, "mission-loss", f[0], count))
    return planes[number(tables, "mission-loss", draw[0], count) - 1]
