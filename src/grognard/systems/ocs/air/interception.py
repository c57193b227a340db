"""Patrol Zones, and fighters that rise from them to meet a mission. [14.4c] [14.5]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.systems.ocs.air.air_combat import (
    Melee,
    ask_aborts,
    contested,
    fight,
    tell_aborts,
    worth,
)
from grognard.systems.ocs.air.flight import Flight, abort
from grognard.systems.ocs.forms import OfPlane
from grognard.systems.ocs.pieces.planes import (
    active,
    active_at,
    aircraft,
    face,
    fighter,
    offensive,
    range_to,
)
from grognard.systems.ocs.pieces.stacks import air_hex
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS
from grognard.systems.ocs.turn.phases import peaceful, phase_start
from grognard.systems.ocs.units import MAP
from grognard.table.cards import Labels

ZONE = 10
"""How far a Patrol Zone reaches, in hexes. [14.4c]"""
INTERCEPT = "intercept"


def patrolled(game: Ocs, side: str) -> frozenset[int]:
    """The Patrol Zones of a side: ten hexes around each base with an Active Fighter. [14.4c]

    A carrier is such a base wherever it is. [18.2d] [GL-patrol-zone]
    """

    def compute() -> frozenset[int]:
        hexes = {
            air_hex(game, key)
            for key, found in game.state[AIR].items()
            if found.side == side and found.active and found.place == MAP and fighter(game, key)
        }
        return game.board.disks(tuple(sorted(h for h in hexes if h >= 0)), ZONE)

    return game.cached(("patrol zones", side), (AIR.name, SHIPS.name), compute)


def in_patrol_zone(game: Ocs, h: int, side: str) -> bool:
    """Whether a hex lies in a Patrol Zone of a side. [14.4c]"""
    return h in patrolled(game, side)


def interceptors(game: Ocs, side: str, h: int) -> list[str]:
    """The Active Fighters of a side whose zones cover a hex, and that have not flown yet. [14.5]

    Those that are in the hex themselves meet whoever comes in any case. [14.2f(C)]
    """
    return [
        key
        for key in active(game, side)
        if fighter(game, key) and 0 < range_to(game, key, h) <= ZONE
    ]


def intercept(game: Ocs, flight: Flight) -> Procedure:
    """The enemy may send one Fighter against a mission in its Patrol Zone. [14.2f(D)] [14.5]

    Neither weather nor phase prevents it. Everybody's Active aircraft in the hex take part, those
    too that merely are based there. [14.4d] By the option nobody intercepts where there has been
    air combat already. A winner stays Active at its base.
    """
    enemy = game.scenario.other(flight.side)
    found = interceptors(game, enemy, flight.target)
    again = game.options["intercept-again"] == "on"
    if not flight.planes or not found or peaceful(game) or (flight.fought and not again):
        return
    answer = yield _whether(game, flight, enemy, found)
    key = answer["plane"]
    if not key:
        return
    game.put(AIR, key, replace(aircraft(game, key), flown=phase_start(game)))  # [14.2e]
    label = game.board.label(flight.target)
    facts = {"hex": label, "aircraft": key, "side": enemy}
    game.emit(Event("interception", "14.5", facts))
    yield from meet(game, flight, enemy, key)


def meet(game: Ocs, flight: Flight, mover: str, interceptor: str = "") -> Procedure:
    """Air combat over the target of a mission, if there is any. [14.2f(C)] [14.2f(D)]"""
    enemy, h = game.scenario.other(flight.side), flight.target
    own = [*flight.planes, *(k for k in active_at(game, h, flight.side) if k not in flight.planes)]
    others = [*([interceptor] if interceptor else []), *active_at(game, h, enemy)]
    melee = Melee(h, mover, {flight.side: own, enemy: others}, interceptor, flight.home)
    if not contested(game, melee):
        return
    flight.fought = True
    yield from fight(game, melee)
    flight.gone += [key for key in flight.planes if key not in melee.there[flight.side]]
    flight.planes = [key for key in flight.planes if key in melee.there[flight.side]]
    yield from _break_off(game, flight)
    if game.options["abort-after-combat"] == "all":
        for side in (flight.side, enemy):
            yield from _fly_off(game, flight, melee, side)


def _fly_off(game: Ocs, flight: Flight, melee: Melee, side: str) -> Procedure:
    """By the option those based there may leave for another base, too, Inactive. [14.3d(C)]"""
    keys = [k for k in melee.there[side] if k not in (*flight.planes, *flight.gone)]
    keys = [key for key in keys if key != melee.interceptor]
    if not keys:
        return
    answer = yield ask_aborts(game, side, keys, len(keys), "14.3d(C)", "after air combat")
    if answer["planes"]:
        tell_aborts(game, side, answer["planes"], "14.3d(C)")
        yield from abort(game, side, answer["planes"], flight.target, "14.1c", after=True)


def _break_off(game: Ocs, flight: Flight) -> Procedure:
    """After the whole of an air combat mission aircraft may abort, even all of them. [14.3d(C)]

    Those based in the hex have nothing to break off, unless an option lets them fly away.
    """
    keys = flight.planes
    if not keys or flight.kind == "sweep":  # a sweep ends with its air combat [14.6]
        return
    most, when = len(keys), "after air combat"
    answer = yield ask_aborts(game, flight.side, keys, most, "14.3d(C)", when)
    out = answer["planes"]
    if out:
        flight.planes = [key for key in keys if key not in out]
        flight.gone += out
        tell_aborts(game, flight.side, out, "14.3d(C)")
        yield from abort(
            game, flight.side, out, flight.target, "14.1c", flight.home, after=True
        )  # fmt: skip


class Intercept(Among[Ocs, OfPlane]):
    """Which fighter rises to meet a mission; without a name, none does. [14.5]"""

    do, rule, order = "intercept", "14.5", OfPlane
    title = "Intercept"
    phrase = ("Intercept with {plane}, air combat rating {worth}", "Intercept with {plane}",
              "Do not intercept")  # fmt: skip

    def details(self, game: Ocs, order: OfPlane) -> Mapping[str, str]:
        """What it is worth."""
        return {"worth": worth(game, order.plane)} if order.plane in game.state[AIR] else {}

    def touched(self, game: Ocs, action: Action) -> tuple[Labels, Labels]:
        """The fighter, if there is one."""
        return (), tuple(filter(None, (action["plane"],)))


def _whether(game: Ocs, flight: Flight, enemy: str, found: list[str]) -> Ask:
    label = game.board.label(flight.target)
    offer = Intercept(map(OfPlane, ("", *found)))
    strongest = max(found, key=lambda key: (offensive(game, key), face(game, key).rating, key))
    prompt = f"does a fighter intercept the {flight.kind.replace('_', ' ')} mission at {label}?"
    return offer.ask(
        game, enemy, INTERCEPT, prompt,
        {"never": OfPlane(""), "best fighter": OfPlane(strongest)},
        context=lambda: {"hex": label, "mission": flight.kind},
    )  # fmt: skip
