"""What is told of enemy stacks, and no more: by Recon units, from vantage points, and before fire
support. [8.4.1] [8.4.2] [8.4.3]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.systems.goss.observation.cover import FORT, FT_AREA, MCT, OPEN, cover, work_at
from grognard.systems.goss.observation.lookouts import in_sight
from grognard.systems.goss.observation.observing import observes
from grognard.systems.goss.pieces.sight import foggy
from grognard.systems.goss.pieces.stacks import enemies_beside, held, units_at
from grognard.systems.goss.pieces.values import attack_designated, counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import inactive, other
from grognard.systems.goss.units import BY_KANGAROO, DISMOUNTED, Counter, Unit


def armor_of(counter: Counter, unit: Unit) -> str:
    """What armor a unit brings against fire: pure, mixed or none; armored infantry is mixed, unless
    it is dismounted, and so is whoever rides in Kangaroos. [11.5.3] [26.0-pure-armor]
    [26.0-mixed-armor] [26.0-arm-inf] [26.0-recon] [4.6.5]"""
    if unit.transport == DISMOUNTED:
        return "none"
    if unit.transport == BY_KANGAROO:
        return "mixed"
    return counter.type.armor


def has_armor(game: Gs, names: tuple[str, ...]) -> bool:
    """Whether any of some units counts as pure or mixed armor. [8.4.1]"""
    return any(armor_of(counter_of(game, n), unit_of(game, n)) != "none" for n in names)


@dataclass(frozen=True, slots=True)
class Told:
    """What must be told of a hex: whether there is armor; how many steps (-1: not told); the top
    unit within the works; and whether there is armor outside them, if anybody is."""

    hex: int
    armor: bool
    steps: int = -1
    top: str = ""
    outside: bool | None = None


def recon_told(game: Gs, h: int) -> Told:
    """What a Recon unit next to a stack learns of it. [8.4.1]

    Of a stack in no work whether it has armor, and its steps; in works, armor and the top unit
    there; in a fort armor alone. Of units outside the works of their hex armor, by itself.
    """
    there = units_at(game, h)
    work = work_at(game, counter_of(game, there[0]).side, h)
    inside = there if work == FT_AREA else tuple(n for n in there if unit_of(game, n).inside)
    if not work or not inside:
        return Told(h, has_armor(game, there), sum(unit_of(game, n).steps for n in there))
    others = tuple(n for n in there if n not in inside)
    outside = has_armor(game, others) if others else None
    if work == FORT:
        return Told(h, has_armor(game, inside), outside=outside)
    shown = [n for n in inside if not counter_of(game, n).hq] or inside
    return Told(h, has_armor(game, inside), top=shown[-1], outside=outside)


def scout(game: Gs, name: str) -> None:
    """A Recon unit has ended its movement: what lies next to it is told to its owner. [8.4.1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if counter.recon and foggy(game.scenario):
        for h in enemies_beside(game, counter.side, unit.hex):
            _tell(game, counter.side, "8.4.1", recon_told(game, h))


def overlooked(game: Gs, side: str) -> list[Told]:
    """What a side's units on vantage points know of enemy stacks in their sight that are in no
    covering terrain. [8.4.2]"""
    ground, enemy = game.scenario.ground, other(side)
    posts = [h for h in held(game, side) if ground.vantage[h]]
    return [
        recon_told(game, h)
        for h in sorted(held(game, enemy))
        if any(in_sight(game, post, h) and cover(game, enemy, h, post) == OPEN for post in posts)
    ]


def _tell(game: Gs, side: str, rule: str, told: Told) -> None:
    facts = {"hex": game.board.label(told.hex), "side": side, "armor": told.armor}
    if told.steps >= 0:
        facts["steps"] = told.steps
    if told.top:
        facts["top"] = told.top
    if told.outside is not None:
        facts["outside"] = told.outside
    silent = Event("scouted", rule, {"hex": facts["hex"], "side": side})
    game.emit(Event("scouted", rule, facts, seen_by=(side,), others=silent))


# ---- before a fire support mission [8.4.3]


def asked_of(game: Gs, spotter: str) -> list[int]:
    """The hexes of which the enemy must say, once a spotter is named, whether there may be an armor
    modifier. [8.4.3]

    For an attack, observed hexes without cover, from a vantage point those without movement cover;
    in defence, adjacent attack designated stacks without movement cover, and observed hexes
    without cover. By the other ruling it is every observed hex.
    """
    counter, unit = counter_of(game, spotter), unit_of(game, spotter)
    enemy, defending = other(counter.side), counter.side == inactive(game)
    vantage = bool(game.scenario.ground.vantage[unit.hex])
    found = []
    for h in sorted(held(game, enemy) & game.scenario.ground.view(unit.hex).keys()):
        there = units_at(game, h)
        if not any(observes(game, spotter, n) for n in there):
            continue
        hidden = cover(game, enemy, h, unit.hex)
        near = game.board.distance(unit.hex, h) == 1
        marked = near and any(attack_designated(unit_of(game, n)) for n in there)
        beyond = marked if defending else vantage
        every = game.options["disclosure-reach"] == "observed"
        if every or hidden == OPEN or (hidden < MCT and beyond):
            found.append(h)
    return found


def tell_armor(game: Gs, spotter: str) -> None:
    """The enemy says of each of these hexes whether there may be an armor modifier. [8.4.3]"""
    side = counter_of(game, spotter).side
    for h in asked_of(game, spotter):
        armor = has_armor(game, units_at(game, h))
        facts = {"hex": game.board.label(h), "side": side, "armor": armor}
        game.emit(Event("armor-told", "8.4.3", facts))
