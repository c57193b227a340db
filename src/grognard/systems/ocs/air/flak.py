"""Flak: abstract fire from the ground at the mission, once. [14.4]"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from grognard.engine.decision import Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.kit.among import Among
from grognard.kit.chance import rolled
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.interception import in_patrol_zone
from grognard.systems.ocs.forms import OfPlane
from grognard.systems.ocs.naval import ship_fire
from grognard.systems.ocs.pieces.planes import aircraft, alive, face, fighter, lose_step, plane_of
from grognard.systems.ocs.pieces.stacks import own_at
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import peaceful
from grognard.systems.ocs.works import air_bases

HIT = 11
"""The modified roll from which flak costs a step. [14.4e]"""
ALWAYS, IN_ZONE = "always", "patrol_zone"
TRAINBUSTING = "trainbusting"
BARRAGES = ("barrage", "hip_shoot", TRAINBUSTING)
"""The missions that ships in the hex fire at. [18.3f]"""
STRONGEST, WEAKEST = "strongest", "weakest"
"""Those whom the Mission Loss Table does not call by their place, but by their barrage strength."""
LOSS = "flak loss"


def exposed(game: Ocs, flight: Flight) -> bool:
    """Whether a mission is subject to flak: barrages always, transport in a Patrol Zone. [14.4a]

    [14.4]
    """
    when = game.scenario.tables["air-missions"].cell(flight.kind, "flak").value
    enemy = game.scenario.other(flight.side)
    return when == ALWAYS or (when == IN_ZONE and in_patrol_zone(game, flight.target, enemy))


def modifiers(game: Ocs, flight: Flight) -> Tally:
    """What is added to the flak roll. Supply never matters. [14.4b] [14.4e] [MT-flakmods]

    A Patrol Zone, worse for a mission without a fighter of its own and for Trainbusting; a
    headquarters, many aircraft, the level of a base [15.0b(B)] (a strip gives none [15.2(F)]), and
    all the ships in the hex against barrages [18.3f]. [CT-flak30]
    """
    h, enemy = flight.target, game.scenario.other(flight.side)
    tally = Tally()
    if in_patrol_zone(game, h, enemy):
        escorted = any(fighter(game, key) for key in flight.planes)
        if escorted:
            tally = _more(game, tally, "Patrol Zone", "zone_fighter", "14.4c")
        else:
            tally = _more(game, tally, "Patrol Zone, no fighter", "zone_no_fighter", "14.4c")
        if flight.kind == TRAINBUSTING:
            tally = _more(game, tally, "Trainbusting in it", "zone_trainbusting", "14.4c")
    if any(counter_of(game, name).hq for name in own_at(game, h, enemy)):
        tally = _more(game, tally, "headquarters", "headquarters", "14.4e")
    count = len(flight.planes)
    tally = _more(game, tally, f"{count} aircraft", f"aircraft_{count}", "14.4e")
    if air_bases.owner(game, h) == enemy and air_bases.flak(game, h):
        tally = tally.add("Air Base", air_bases.flak(game, h), "15.0b(B)")
    if flight.kind in BARRAGES:
        tally = tally + ship_fire.flak(game, h, enemy)
    return tally


def _more(game: Ocs, tally: Tally, label: str, row: str, rule: str) -> Tally:
    """A tally with a row of the chart, unless that is nothing."""
    cell = game.scenario.tables["flak"].cell(row, "modifier")
    more = int(cell.value)
    return tally.add(label, more, rule, cell.source) if more else tally


def fire(game: Ocs, flight: Flight) -> Procedure:
    """Two dice; 11 or more takes a step from one mission aircraft, drawn by lot. [14.4e] [14.4f]

    The loss comes before the mission, which goes on with what is left. Aircraft that are merely
    based there are never hit. [14.4d]
    """
    if not flight.planes or peaceful(game) or not exposed(game, flight):
        return
    tally = modifiers(game, flight)
    dice, hit = rolled(game, 2, lambda faces: sum(faces) + tally.total >= HIT)
    label = game.board.label(flight.target)
    facts = {
        "hex": label, "side": game.scenario.other(flight.side), "modifier": tally.to_json(),
        "roll": sum(dice) + int(tally.total), "hit": hit,
    }  # fmt: skip
    game.emit(Event("flak", "14.4e", facts, dice, outcome=True))
    if not hit:
        return
    key = yield from drawn(game, flight)
    lose_step(game, key, "14.4f", "hit by flak", shown=flight.fought)
    flight.planes = [key for key in flight.planes if alive(game, key)]


def drawn(game: Ocs, flight: Flight) -> Generator[Ask | tuple[Ask, ...], Any, str]:
    """The aircraft that the Mission Loss Table picks with one die. [14.4f] [MT-missionloss]

    By its place in the stack; or of four the weakest or the strongest by barrage strength, and
    then the owner picks among equals.
    """
    planes, table = flight.planes, game.scenario.tables["mission-loss"]
    if len(planes) == 1:
        return planes[0]
    _, hit = rolled(game, 1, lambda faces: table.cell(faces[0], len(planes)).value)
    if hit not in (WEAKEST, STRONGEST):
        return planes[int(hit) - 1]
    points = {key: face(game, key).barrage for key in planes}
    least = min(points.values()) if hit == WEAKEST else max(points.values())
    alike = [key for key in planes if points[key] == least]
    if len(alike) == 1:
        return alike[0]
    answer = yield _which(game, flight.side, alike, hit)
    return str(answer["plane"])


class Hit(Among[Ocs, OfPlane]):
    """Which of equal aircraft flak hits. [14.4f]"""

    do, rule, order = "hit", "14.4f", OfPlane
    title, phrase = "Take the hit", "{plane} is hit"


def _which(game: Ocs, side: str, keys: list[str], hit: str) -> Ask:
    """The question which of equal aircraft is hit; who can spare a step best, if nobody cares."""
    offer = Hit(map(OfPlane, keys))
    spared = min(keys, key=lambda k: (aircraft(game, k).reduced, face(game, k).rating, k))
    names = {key: plane_of(game, key).name for key in keys}
    return offer.ask(
        game, side, LOSS, f"several aircraft are the {hit}: which does flak hit?",
        {"least loss": OfPlane(spared)}, context=lambda: {"names": names}, slight=True,
    )  # fmt: skip
