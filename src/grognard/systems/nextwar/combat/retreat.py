"""Retreat: how far, which way, and who stands after all. [9.8]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.kit.among import Among, Plain
from grognard.kit.deeds import Questions
from grognard.kit.forms import Path, Piece
from grognard.kit.orders import Nothing, OneAt
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.combat.strength import work_stands
from grognard.systems.nextwar.damage.steps import eliminate, lose_step
from grognard.systems.nextwar.ground import (
    FLAT,
    FLAT_WOODS,
    HIGHLAND,
    HIGHLAND_WOODS,
    MARSH,
    PEAKS,
    ROUGH,
    ROUGH_WOODS,
    URBAN,
)
from grognard.systems.nextwar.lift.rescue import best_refuge, flown_out, refuges
from grognard.systems.nextwar.movement import clearing
from grognard.systems.nextwar.movement.roads import bridged
from grognard.systems.nextwar.pieces.beachheads import beachhead_at, is_beachhead
from grognard.systems.nextwar.pieces.ships import amphibious, berths, beside, hull, ships_at
from grognard.systems.nextwar.pieces.stacks import holder as held_by
from grognard.systems.nextwar.pieces.stacks import lay, own_at
from grognard.systems.nextwar.pieces.values import counter_of, er, face, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import ABOARD, MAP, UNITS

OPEN = frozenset({FLAT, FLAT_WOODS, ROUGH, ROUGH_WOODS, MARSH})
STANDING = frozenset({URBAN, HIGHLAND, HIGHLAND_WOODS, *PEAKS})
"""Ground whose defenders may try to ignore a retreat. [9.8.3]"""


@dataclass(frozen=True, slots=True)
class WayBack:
    """A unit and the hexes it retreats through."""

    unit: Piece
    path: Path


class Retreat(Among[Nw, WayBack]):
    """Choosing the way of a retreat. [9.8.1]"""

    do, rule, order = "retreat", "9.8.1", WayBack
    title, phrase = "Retreat", "{unit} to {end}"


@dataclass(frozen=True, slots=True)
class Boat:
    """A unit and the ship that takes it off."""

    unit: Piece
    ship: Piece


class TakeShip(Among[Nw, Boat]):
    """Retreating aboard a ship. [9.8.2-p3]"""

    do, rule, order = "take-ship", "9.8.2-p3", Boat
    title, phrase = "Retreat aboard", "{unit} on {ship}"


class FlyOut(Among[Nw, OneAt]):
    """Retreating by helicopter to a base. [9.8.2-p3]"""

    do, rule, order = "fly-out", "9.8.2-p3", OneAt
    title, phrase = "Retreat by helicopter", "{unit} to {hex}"


class NotByAir(Plain[Nw]):
    """Retreating some other way, or staying if there is none. [9.8.2-p3]"""

    do, rule = "not-by-air", "9.8.2-p3"
    title = phrase = "Not by helicopter"


class Stand(Plain[Nw]):
    """Trying to hold a hex in spite of the result. [9.8.3]"""

    do, rule = "stand", "9.8.3"
    title = phrase = "Try to ignore the retreat"


class GiveWay(Plain[Nw]):
    """Retreating without trying to hold. [9.8.3]"""

    do, rule = "give-way", "9.8.3"
    title = phrase = "Retreat"


class Bleed(Plain[Nw]):
    """Losing a step to stay, when holding has failed. [9.8.3]"""

    do, rule = "bleed", "9.8.3"
    title = phrase = "Lose a step and stay"


# ---- how far, and where


def distance(game: Nw, h: int, terrain: str = "") -> int:
    """How many hexes a retreat out of a hex is. [9.8.1-p1]"""
    built = game.scenario.ground.city(h) or work_stands(game, h)
    return 2 if (terrain or game.board.terrain[h]) in OPEN and not built else 1


def ways(game: Nw, name: str, start: int, hexes: int) -> list[tuple[int, ...]]:
    """Every way that a unit may retreat: at each step the best that can still be completed.

    [9.8.1] [9.8.2]
    """
    return list(_ways(game, name, start, (), hexes))


def _ways(
    game: Nw, name: str, start: int, path: tuple[int, ...], hexes: int
) -> Iterator[tuple[int, ...]]:
    if len(path) == hexes:
        yield path
        return
    here = path[-1] if path else start
    steps: dict[int, list[int]] = {}
    for b in game.board.around(here):
        if b in path or not _passes(game, name, here, b, start, len(path) + 1, hexes):
            continue
        if _completes(game, name, start, (*path, b), hexes):
            steps.setdefault(priority(game, name, here, b), []).append(b)
    for b in steps[min(steps)] if steps else ():
        yield from _ways(game, name, start, (*path, b), hexes)


def _completes(game: Nw, name: str, start: int, path: tuple[int, ...], hexes: int) -> bool:
    if len(path) == hexes:
        return True
    here = path[-1]
    return any(
        b not in path
        and _passes(game, name, here, b, start, len(path) + 1, hexes)
        and _completes(game, name, start, (*path, b), hexes)
        for b in game.board.around(here)
    )


def priority(game: Nw, name: str, a: int, b: int) -> int:
    """Which of the four kinds of hex it is, the best first. [9.8.1-p2]"""
    side = counter_of(game, name).side
    home = _nearer(game, side, a, b)
    free = not threatened(game, side, b)
    return {(True, True): 1, (False, True): 2, (True, False): 3, (False, False): 4}[home, free]


def _nearer(game: Nw, side: str, a: int, b: int) -> bool:
    """Whether a step leads towards a side's own edge of the map. [9.8.1]"""
    edge = game.scenario.powers[side].edge
    return game.board.depth(b, edge) < game.board.depth(a, edge)


def threatened(game: Nw, side: str, h: int) -> bool:
    """Whether an enemy zone counts in a hex for those who retreat: not among friends. [9.8.5]"""
    return in_zone(game, h, game.scenario.other(side)) and not own_at(game, h, side)


def _passes(game: Nw, name: str, a: int, b: int, start: int, step: int, hexes: int) -> bool:
    """Whether a unit may retreat from one hex to the next. [9.8.1] [9.8.2]"""
    counter, ground, board = counter_of(game, name), game.scenario.ground, game.board
    side, last = counter.side, step == hexes
    if held_by(game, b) == game.scenario.other(side) or not ground.land(b):
        return False
    if board.distance(start, b) != step:
        return False  # [9.8.1-p1] it ends so many hexes away
    bridge = bridged(game, a, b)
    if ground.river(a, b) and not bridge and not (counter.light and ground.river(a, b) != "water"):
        return False  # [9.8.2-p2] [8.3.1.1] only light infantry crosses
    storm = weather(game) == "storm"
    across = bridge or bool(ground.river(a, b))
    cost = ground.price(counter.mobility, a, b, storm=storm, road=True, bridge=across)
    if cost is None:
        return False  # [9.8.2-p2]
    friends = [other for other in own_at(game, b, side) if unit_of(game, other).hex != start]
    if clearing.must_clear(game, b, side) and not friends:
        return not last and clearing.bypassable(game, b, side)
    enemy = controller(game, b) == game.scenario.other(side)
    if last and enemy and clearing.installed(game, b) and not friends:
        return False  # [9.8.2-p1] an enemy installation, wherever it lies
    return not (last and threatened(game, side, b))  # [9.8.2-p1] [8.2.2-b4]


# ---- standing


def may_stand(game: Nw, h: int, terrain: str = "") -> bool:
    """Whether units in a hex may try to ignore a retreat; on a Beachhead, too. [9.8.3]
    [8.5.8.2-b3]"""
    ground = game.scenario.ground
    held = ground.city(h) or work_stands(game, h) or bool(beachhead_at(game, h))
    return (terrain or game.board.terrain[h]) in STANDING or held


def weakest(game: Nw, names: Sequence[str]) -> str:
    """The unit of the lowest efficiency. [9.8.3] [9.8.4]"""
    return min(names, key=lambda name: (er(game, name), name))


def check(game: Nw, name: str, rule: str, why: str) -> bool:
    """An efficiency check of a unit. [2.3.3]"""
    rating = er(game, name)
    shown, passed = dice.passes(game, rating)
    facts = {"unit": name, "rating": rating, "roll": shown, "passed": passed, "why": why}
    game.emit(Event("check", rule, facts, dice=(shown,), outcome=True))
    return passed


# ---- the retreat of a hex


def retreat(
    game: Nw, h: int, side: str, names: Sequence[str], *, held: bool = True, terrain: str = ""
) -> Procedure:
    """Units in a hex retreat, or stand after all if they may; a Beachhead stays. [9.8] [8.5.8.4]

    `terrain` is what they fought in, where the hex has more than one.
    """
    names = [name for name in names if not is_beachhead(game, name)]
    for name in names:
        if counter_of(game, name).outpost:
            eliminate(game, name, "30.4")
    names = [name for name in names if unit_of(game, name).place == MAP]
    if not names:
        return
    if held and may_stand(game, h, terrain):
        stays = yield from _tries_to_stand(game, h, side, names)
        if stays:
            return
    hexes, stuck = distance(game, h, terrain), []
    for name in names:
        unit = unit_of(game, name)
        found = ways(game, name, h, hexes)
        if counter_of(game, name).supply and overrun(game, name, found):
            eliminate(game, name, "19.4.1")
            continue
        if unit.steps and not unit_moves(game, name):
            stuck.append(name)
            continue
        ships = boats(game, name, h)
        if (yield from _flies_out(game, side, name, bool(found or ships))):
            continue
        if ships and (yield from _takes_ship(game, side, name, ships, found)):
            continue
        if not found:
            stuck.append(name)
            continue
        path = yield from _chosen(game, side, name, found)
        _go(game, name, path)
    if stuck:
        hold(game, stuck)
    clearing.leave(game, tuple(names), h, willingly=False)


def overrun(game: Nw, name: str, found: Sequence[tuple[int, ...]]) -> bool:
    """Whether a supply unit is lost for having to retreat. [19.4.1]

    A depot always is, a mobile unit if enemy zones lie on every way it has.
    """
    unit, side = unit_of(game, name), counter_of(game, name).side
    if not unit.mobile:
        return True
    if not found:
        return any(threatened(game, side, b) for b in game.board.around(unit.hex))
    return all(any(threatened(game, side, h) for h in path) for path in found)


def boats(game: Nw, name: str, h: int) -> list[str]:
    """The ships that marines may retreat to, out of a Beachhead or a port; who has no anchor and
    is no headquarters boards in a port only. [9.8.2-p3] [30.5]"""
    counter, kinds = counter_of(game, name), game.scenario.ground.kinds(h)
    over_the_beach = beachhead_at(game, h) and counter.anchored
    if not counter.marine or not (over_the_beach or PORT in kinds):
        return []
    near = [*beside(game, h, counter.side), *ships_at(game, h)]
    size = face(game, name).sp
    return [
        ship
        for ship in near
        if amphibious(game, ship)
        and hull(game, ship).nation == counter.nation
        and berths(game, ship) >= size
    ]


def _takes_ship(
    game: Nw, side: str, name: str, ships: Sequence[str], found: Sequence[tuple[int, ...]]
) -> Questions[bool]:
    """Whether marines go aboard, where they could also retreat by land. [9.8.2-p3]"""
    choice, ship = TakeShip([Boat(name, ship) for ship in ships]), ships[0]
    by_land = Retreat([WayBack(name, path) for path in found])
    if found or len(ships) > 1:
        answer = yield choice.ask(
            game, side, "take-ship", "Go aboard?", {"aboard": Boat(name, ship)}, slight=True,
            also=(by_land,) if found else (),
        )  # fmt: skip
        if answer["do"] == Retreat.do:
            _go(game, name, by_land.order_of(game, answer).path)
            return True
        ship = choice.order_of(game, answer).ship
    unit = unit_of(game, name)
    gone = replace(
        unit, place=ABOARD, hex=-1, where=ship, retreated=game.serial, clearing=False, oos=False
    )  # [19.2-p2]
    game.put(UNITS, name, gone)
    facts = {"unit": name, "side": side, "from": game.board.label(unit.hex), "to": ship}
    game.emit(Event("retreat", "9.8.2-p3", facts, outcome=True))
    return True


def _flies_out(game: Nw, side: str, name: str, other: bool) -> Questions[bool]:
    """Whether a unit is flown out; `other` if there is another way. [9.8.2-p3]"""
    bases = refuges(game, name)
    if not bases:
        return False
    choice, stay = FlyOut([OneAt(name, h) for h in bases]), NotByAir()
    near = OneAt(name, best_refuge(game, name, bases))
    prompt = "Fly out by helicopter?"
    answer = yield (
        stay.ask(game, side, "fly-out", prompt, {"no": Nothing()}, also=(choice,), slight=True)
        if other
        else choice.ask(game, side, "fly-out", prompt, {"yes": near}, also=(stay,), slight=True)
    )
    if answer["do"] != FlyOut.do:
        return False
    yield from flown_out(game, name, choice.order_of(game, answer).hex)
    return True


def unit_moves(game: Nw, name: str) -> bool:
    """Whether a unit can leave its hex at all. [30.4] [19.4.1]"""
    return bool(counter_of(game, name).ma)


def _tries_to_stand(game: Nw, h: int, side: str, names: Sequence[str]) -> Questions[bool]:
    """The owner may try to hold; who fails may still lose a step and stay. [9.8.3]"""
    stand, way = Stand(), GiveWay()
    answer = yield stand.ask(
        game, side, "stand", f"Retreat from {game.board.label(h)}, or try to hold it?",
        {"stand": Nothing()}, also=(way,), slight=True,
    )  # fmt: skip
    if answer["do"] != Stand.do:
        return False
    tested = weakest(game, names)
    if check(game, tested, "9.8.3", "to ignore the retreat"):
        return True
    bleed = Bleed()
    answer = yield GiveWay().ask(
        game, side, "bleed", "Retreat, or lose a step and stay?", {"retreat": Nothing()},
        also=(bleed,), slight=True,
    )  # fmt: skip
    if answer["do"] != Bleed.do:
        return False
    lose_step(game, tested, "9.8.3")
    return True


def _chosen(
    game: Nw, side: str, name: str, found: Sequence[tuple[int, ...]]
) -> Questions[tuple[int, ...]]:
    """The way that the owner takes. [9.8.1]"""
    order = yield from Retreat([WayBack(name, path) for path in found]).chosen(
        game, side, "retreat", "Choose the way back",
        {"towards home": WayBack(name, safest(game, side, found))}, slight=True, sole=True,
    )  # fmt: skip
    return order.path


def safest(game: Nw, side: str, found: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The way that ends nearest to one's own edge, and among fewest friends."""
    edge = game.scenario.powers[side].edge
    return min(
        found,
        key=lambda way: (game.board.depth(way[-1], edge), len(own_at(game, way[-1], side)), way),
    )


def _go(game: Nw, name: str, path: tuple[int, ...]) -> None:
    """Carry out one unit's retreat; through enemy zones it may lose a step. [9.8.5] [8.2.2-b3]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    exposed = any(threatened(game, side, h) for h in path)
    lay(game, name, path[-1], retreated=game.serial, clearing=False)
    label = game.board.label
    facts = {
        "unit": name, "side": side, "from": label(unit.hex), "to": label(path[-1]),
        "path": [label(h) for h in path],
    }  # fmt: skip
    game.emit(Event("retreat", "9.8.1", facts, outcome=True))
    if exposed and not check(game, name, "9.8.5", "through enemy zones"):
        lose_step(game, name, "9.8.5")


def hold(game: Nw, names: Sequence[str]) -> None:
    """Those who cannot retreat stay, and the weakest of them is tested. [9.8.4]"""
    alive = [name for name in names if unit_of(game, name).steps]
    if alive:
        tested = weakest(game, alive)
        if not check(game, tested, "9.8.4", "for want of a way back"):
            lose_step(game, tested, "9.8.4")
