"""Retreat after a ground assault: how far, which way, and at what price. [13.11.0]

A stack goes as one. Of all ways it takes the longest there is, up to what it owes and can; at each
hex of it the five criteria leave a choice, or none. [13.10.4c] [13.11.0-2]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Path, Pieces
from grognard.kit.orders import OfOne
from grognard.systems.goss.assault.battle import alive
from grognard.systems.goss.assault.terrain import terrains
from grognard.systems.goss.charts import number
from grognard.systems.goss.fire.exposure import endangered, rooted
from grognard.systems.goss.ground import BOCAGE, FOREST, HEDGEROW, MARSH, SOFT, SWAMP, WOODS
from grognard.systems.goss.movement.going import settled
from grognard.systems.goss.observation.cover import conceals
from grognard.systems.goss.pieces.chain import fuel_state, superior
from grognard.systems.goss.pieces.crossing import class_of, closed_to, crossing, road_for
from grognard.systems.goss.pieces.losses import abandon_guns, lose_step
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import enemies_beside, held, units_at
from grognard.systems.goss.pieces.values import counter_of, side_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import DRY, EMPTY
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import LEG, MECH, STRAT, UNITS
from grognard.systems.goss.works.building import gave_way
from grognard.systems.goss.works.collapse import collapses

STOPS = frozenset({WOODS, FOREST, MARSH, SOFT, SWAMP, BOCAGE, HEDGEROW})
"""Ground that stops Mech units off the road, besides constricted hexes and embankments.
[13.11.1-2] [13.12.5]"""
TABLE = "retreat-distance"


def farthest(game: Gs, name: str, *, attacking: bool) -> int:
    """How many hexes a unit retreats at most: by its class and role, and Mech without fuel two.
    [13.11.1] [13.11.1(a)] [13.11.1(b)] [13.11.1(c)] [13.11.1(d)] [16.4.5]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    role, cls = "attacker" if attacking else "defender", class_of(counter, unit)
    most = number(game.scenario.tables, TABLE, f"{role} {cls}", "hexes")
    if cls == MECH and fuel_state(game, name) == EMPTY:
        most = min(most, number(game.scenario.tables, TABLE, "Mech without fuel", "hexes"))
    return most


def stops_mech(game: Gs, h: int) -> bool:
    """Whether Mech units that come off the road stop in a hex. [13.11.1-2] [13.12.5]"""
    ground = game.scenario.ground
    return (
        bool(STOPS.intersection(terrains(game, h))) or ground.constricted[h] or ground.embanked[h]
    )


class Journey:
    """The ways back of one stack. [13.11.0]

    Who falls back from a bridge that he took by surprise goes `over` it first; and in such a fight
    both sides take no notice of whom they fought. [7.14.4]
    """

    def __init__(
        self, game: Gs, names: Sequence[str], start: int, *, attacking: bool, over: int = -1,
        ignored: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.game, self.start, self.attacking = game, start, attacking
        self.over, self.ignored = over, frozenset(ignored)
        facts = {n: (counter_of(game, n), unit_of(game, n)) for n in alive(game, names)}
        self.rooted = tuple(n for n in facts if rooted(*facts[n]))
        self.names = tuple(n for n in facts if n not in self.rooted)
        self.side = side_of(game, names[0]) if names else ""
        self.classes = {n: class_of(*facts[n]) for n in self.names}
        self.by_road = any(facts[n][1].mode == STRAT for n in self.names)

    @cached_property
    def limit(self) -> int:
        """How far the slowest of them can go. [13.11.1]"""
        each = [farthest(self.game, n, attacking=self.attacking) for n in self.names]
        return min(each, default=0)

    def ways(self, hexes: int) -> list[Path]:
        """Every way open to the owner: as many hexes as asked for, or the most there are.
        [13.10.4a-2] [13.11.0-2]"""
        wanted = min(hexes, self.limit)
        longest = self._depth((), wanted)
        return list(self._paths((), longest)) if longest else []

    @cached_property
    def possible(self) -> bool:
        """Whether there is a way of one hex at least. [13.10.4b]"""
        return bool(self.names) and self._depth((), min(1, self.limit)) == 1

    # ---- which hexes [13.11.0]

    def _open(self, path: Path) -> list[int]:
        """Where the stack may go from the end of a path: nowhere twice. [13.11.0] [13.11.0(e)]"""
        here = path[-1] if path else self.start
        if not path and self.over >= 0:  # [7.14.4]
            return [b for b in (self.over,) if b not in held(self.game, other(self.side))]
        if path and self._stops(path):
            return []
        return [
            b
            for b in self.game.board.around(here)
            if b != self.start and b not in path and self._passes(here, b)
        ]

    def _passes(self, a: int, b: int) -> bool:
        """Not into enemies, nor over what is closed to any of them. [13.11.0(a)] [13.11.0(b)]
        [13.11.0(c)] [13.11.0(d)]"""
        game = self.game
        if b in held(game, other(self.side)):
            return False
        between = crossing(game, a, b)
        barred = game.options["leg-bridged-retreat"] == "barred"
        for name, cls in self.classes.items():
            shut = closed_to(game, counter_of(game, name), unit_of(game, name), a, b)
            if shut or (cls == LEG and between.wide and barred):
                return False
        return not self.by_road or self._along_road(a, b)  # [5.5.6]

    def _along_road(self, a: int, b: int) -> bool:
        """Units in Strat mode keep to roads, or to clear ground in the dry. [5.5.6]"""
        game = self.game
        dry = weather(game, b).ground == DRY and game.scenario.ground.clear[b]
        return bool(crossing(game, a, b).road) or dry

    def _stops(self, path: Path) -> bool:
        """Whether the stack is done where it is: Leg that waded a river, Mech in close terrain off
        the road. [13.11.0-3] [13.11.1-2]"""
        before = path[-2] if len(path) > 1 else self.start
        between = crossing(self.game, before, path[-1])
        if LEG in self.classes.values() and not between.dry and not between.helped:
            return True
        return stops_mech(self.game, path[-1]) and any(
            cls == MECH and not road_for(self.game, counter_of(self.game, n), before, path[-1])
            for n, cls in self.classes.items()
        )

    def _depth(self, path: Path, wanted: int) -> int:
        """How many hexes more can be gone, up to so many."""
        if wanted <= 0:
            return 0
        found = 0
        for b in self._open(path):
            found = max(found, 1 + self._depth((*path, b), wanted - 1))
            if found == wanted:
                break
        return found

    # ---- which of them [13.11.0-2]

    def _paths(self, path: Path, left: int) -> Iterator[Path]:
        if not left:
            yield path
            return
        hexes = self._open(path)
        if self.game.options["cover-or-distance"] == "distance":
            hexes = [b for b in hexes if self._depth((*path, b), left - 1) == left - 1]
        if not hexes:  # where cover goes before distance a way may end early
            yield path
        for b in self._best(path, hexes):
            yield from self._paths((*path, b), left - 1)

    def _best(self, path: Path, hexes: list[int]) -> list[int]:
        """The hexes that the criteria leave: farther away if possible, then not next to enemies,
        closer to the headquarters, under cover, by road, not into an overstack. [13.11.0]
        [13.11.0-2]"""
        here = path[-1] if path else self.start
        for meets in (
            self._farther, self._free, self._homeward, self._covered, self._roads, self._room,
        ):  # fmt: skip
            kept = [b for b in hexes if meets(here, b)]
            hexes = kept or hexes
        return hexes

    def _farther(self, a: int, b: int) -> bool:
        distance = self.game.board.distance
        return distance(self.start, b) > distance(self.start, a)

    def _free(self, a: int, b: int) -> bool:
        near = enemies_beside(self.game, self.side, b)
        return all(n in self.ignored for h in near for n in units_at(self.game, h))

    def _homeward(self, a: int, b: int) -> bool:
        hq = superior(self.game, self.names[0])
        home = unit_of(self.game, hq).hex if hq else -1
        distance = self.game.board.distance
        return home >= 0 and distance(b, home) < distance(a, home)

    def _covered(self, a: int, b: int) -> bool:
        return conceals(self.game, self.side, b)

    def _roads(self, a: int, b: int) -> bool:
        return bool(crossing(self.game, a, b).road)

    def _room(self, a: int, b: int) -> bool:
        there = [n for n in units_at(self.game, b) if n not in self.names]
        return grouping(self.game, b, (*there, *self.names)).fits


# ---- the owner's choice


@dataclass(frozen=True, slots=True)
class WayBack:
    """A stack and the hexes it retreats through."""

    units: Pieces
    path: Path


class Retreat(Among[Gs, WayBack]):
    """Choosing the way of a retreat, where the rules leave several. [13.11.0]"""

    do, rule, order = "retreat", "13.11.0", WayBack
    title, phrase = "Retreat", "{units} to {end}"


class PayStep(Among[Gs, OfOne]):
    """Choosing who pays for a retreat past enemies in the open. [13.11.3]"""

    do, rule, order = "retreat-loss", "13.11.3", OfOne
    title, phrase = "A step for the retreat", "{unit} loses a step"


def chosen_way(game: Gs, journey: Journey, hexes: int) -> Questions[Path]:
    """The way that the owner takes; none if there is none. [13.11.0]"""
    found = journey.ways(hexes)
    if len(found) < 2:
        return found[0] if found else ()
    orders = [WayBack(journey.names, way) for way in found]
    choice = Retreat(orders)
    best = min(orders, key=lambda order: (_exposed(game, journey, order.path), order.path))
    answer = yield choice.ask(
        game, journey.side, "retreat", "Choose the way back", {"safest": best}, slight=True
    )
    return choice.order_of(game, answer).path


def _exposed(game: Gs, journey: Journey, path: Path) -> int:
    return len(
        [h for h in path if endangered(game, journey.side, h, journey.ignored, assault=True)]
    )


def as_far(game: Gs, journey: Journey, most: int) -> Questions[Path]:
    """The owner says how far a retreat goes, one hex at least. [13.10.4b] [5.3.4a]"""
    ways = dict.fromkeys(way for n in range(1, most + 1) for way in journey.ways(n))
    orders = [WayBack(journey.names, way) for way in ways]
    if len(orders) < 2:
        return orders[0].path if orders else ()
    choice = Retreat(orders)
    answer = yield choice.ask(
        game, journey.side, "retreat", "How far, and which way?", {"safest": orders[0]}, slight=True
    )
    return choice.order_of(game, answer).path


# ---- going back


def withdraw(game: Gs, journey: Journey, path: Path, rule: str) -> Questions[int]:
    """A stack goes back hex by hex, and says how many it went. [13.11.0]

    An open hex beside enemies costs a step each time. [13.11.3] A bridge may break under it.
    [13.11.5] Light guns that go more than a hex leave battery. [13.11.4]
    """
    label, gone, here = game.board.label, 0, journey.start
    for h in path:
        if collapses(game, alive(game, journey.names), here, h):
            break
        gone += 1
        for name in alive(game, journey.names):
            _step_back(game, name, h, gone)
        here = h
        if endangered(game, journey.side, h, journey.ignored, assault=True):
            yield from _pay(game, journey)
    left = alive(game, journey.names)
    if gone and left:
        facts = {
            "units": list(left), "side": journey.side, "from": label(journey.start),
            "to": label(here), "hexes": gone,
        }  # fmt: skip
        game.emit(Event("retreat", rule, facts))
        gave_way(game, left, journey.start)
        settled(game, left)
    abandon_guns(game, left if gone else ())
    return gone


def _step_back(game: Gs, name: str, h: int, gone: int) -> None:
    unit, counter = unit_of(game, name), counter_of(game, name)
    moved = replace(
        unit, hex=h, retreated=game.serial, fell_back=gone, inside=False, cr=False, through=-1,
        order=1 + max((unit_of(game, n).order for n in units_at(game, h)), default=0),
    )  # fmt: skip
    if counter.towed and unit.battery and gone > 1:
        moved = replace(moved, battery=False)  # [13.11.4]
    game.put(UNITS, name, moved)


def _pay(game: Gs, journey: Journey) -> Questions[None]:
    """One unit of the stack loses a step, a Z-step only if there is nothing else. [13.11.3]"""
    left = alive(game, journey.names)
    whole = [n for n in left if not z_step(counter_of(game, n), unit_of(game, n))] or [*left]
    if not whole:
        return
    payer = whole[0]
    if len(whole) > 1:
        choice = PayStep([OfOne(name) for name in whole])
        strongest = max(whole, key=lambda name: (unit_of(game, name).steps, name))
        answer = yield choice.ask(
            game, journey.side, "retreat-loss", "Who loses a step?",
            {"strongest": OfOne(strongest)}, slight=True,
        )  # fmt: skip
        payer = choice.order_of(game, answer).unit
    lose_step(game, payer, "13.11.3")
