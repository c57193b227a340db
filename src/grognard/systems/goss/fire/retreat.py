"""Retreat from fire: one hex, the whole stack together. [11.6.3]"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Hex
from grognard.kit.orders import OfOne
from grognard.systems.goss.fatigue.hits import exert
from grognard.systems.goss.fire.exposure import endangered, rooted
from grognard.systems.goss.fire.mission import alive
from grognard.systems.goss.modes.changing import forced_out
from grognard.systems.goss.movement.going import settled
from grognard.systems.goss.observation.cover import conceals, work_at
from grognard.systems.goss.pieces.chain import superior
from grognard.systems.goss.pieces.crossing import class_of, closed_to, crossing
from grognard.systems.goss.pieces.losses import abandon_guns, eliminate, lose_step
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import beside_enemy, held, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import DRY
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import EXPLOIT, LEG, PA, STRAT, UNITS
from grognard.systems.goss.works.building import gave_way
from grognard.systems.goss.works.collapse import collapses
from grognard.systems.goss.works.forts import fort_unit


def undesignate(game: Gs, names: Collection[str], rule: str) -> None:
    """Units are attack designated no more; who had a TA marker in a rest GT is tired by it, and in
    Exploit mode leaves that with it. [11.6.2b] [3.5.4-b] [5.1.2-off] [5.2.5] [5.3.5c]"""
    for name in alive(game, names):
        unit = unit_of(game, name)
        if unit.ta:
            game.put(UNITS, name, replace(unit, ta=False))
            exert(game, (name,), "3.5.4-b", "")
        if unit.mode == PA or (unit.ta and unit.mode == EXPLOIT):
            forced_out(game, name, rule)


class Withdrawal:
    """Where the units that a mission hit may go; a fort stays where it is. [11.6.3] [17.6.0]"""

    def __init__(self, game: Gs, names: Collection[str], start: int, designated: bool) -> None:
        self.game, self.start = game, start
        left = (n for n in alive(game, names) if not fort_unit(game, n))
        facts = {n: (counter_of(game, n), unit_of(game, n)) for n in left}
        self.rooted = tuple(n for n in facts if rooted(*facts[n]))
        self.names = tuple(n for n in facts if n not in self.rooted)
        self.side = counter_of(game, next(iter(names))).side
        self.classes = {n: class_of(*facts[n]) for n in self.names}
        self.by_road = any(facts[n][1].mode == STRAT for n in self.names)
        self.into_works = designated and bool(work_at(game, self.side, start))

    @property
    def possible(self) -> bool:
        """Whether they can retreat a hex, or attackers into works of theirs where they are.
        [11.6.2a] [11.6.2b] [17.4.1d(d)]"""
        return bool(self.ways())

    def ways(self) -> list[int]:
        """The hexes that the owner may choose from; their own stands for the works in it."""
        hexes = self._best(self._open()) if self.names else []
        return [*hexes, *([self.start] if self.into_works else [])]

    def _open(self) -> list[int]:
        """Not into enemies, nor over what is closed to any of them. [11.6.3]"""
        return [b for b in self.game.board.around(self.start) if self._passes(b)]

    def _passes(self, b: int) -> bool:
        game, a = self.game, self.start
        if b in held(game, other(self.side)):
            return False
        between = crossing(game, a, b)
        barred = game.options["leg-bridged-retreat"] == "barred"
        for name, cls in self.classes.items():
            shut = closed_to(game, counter_of(game, name), unit_of(game, name), a, b)
            if shut or (cls == LEG and between.wide and barred):
                return False
        if not self.by_road or between.road:
            return True
        dry = weather(game, b).ground == DRY  # [5.5.6]
        return dry and game.scenario.ground.clear[b]

    def _best(self, hexes: list[int]) -> list[int]:
        """What the criteria leave: not next to enemies, closer to the headquarters, under cover, by
        road, not into an overstack; one that nothing meets is passed over. [11.6.3a]"""
        for meets in (self._free, self._homeward, self._covered, self._roads, self._room):
            hexes = [b for b in hexes if meets(b)] or hexes
        return hexes

    def _free(self, b: int) -> bool:
        return not beside_enemy(self.game, self.side, b)

    def _homeward(self, b: int) -> bool:
        hq = superior(self.game, self.names[0])
        home = unit_of(self.game, hq).hex if hq else -1
        distance = self.game.board.distance
        return home >= 0 and distance(b, home) < distance(self.start, home)

    def _covered(self, b: int) -> bool:
        return conceals(self.game, self.side, b)

    def _roads(self, b: int) -> bool:
        return bool(crossing(self.game, self.start, b).road)

    def _room(self, b: int) -> bool:
        return grouping(self.game, b, (*units_at(self.game, b), *self.names)).fits


@dataclass(frozen=True, slots=True)
class Refuge:
    """The hex a stack falls back to; its own, if it goes into the works there."""

    hex: Hex


class FallBack(Among[Gs, Refuge]):
    """Choosing where to retreat from fire, where the rules leave several hexes. [11.6.3]"""

    do, rule, order = "fall-back", "11.6.3", Refuge
    title, phrase = "Retreat from fire", "back to {hex}"


class PayStep(Among[Gs, OfOne]):
    """Choosing who pays for a retreat past enemies in the open. [11.6.3d]"""

    do, rule, order = "fall-back-loss", "11.6.3d", OfOne
    title, phrase = "A step for the retreat", "{unit} loses a step"


def withdraw(game: Gs, way: Withdrawal) -> Questions[int]:
    """The stack falls back one hex, or into works; how many steps of guns that cannot come along
    were lost. Such guns are lost by themselves, too. [11.6.3] [11.6.3e]"""
    hexes = way.ways()
    if not hexes:
        return 0 if way.names else _abandoned(game, way)
    h = hexes[0]
    if len(hexes) > 1:
        choice = FallBack([Refuge(b) for b in hexes])
        answer = yield choice.ask(
            game, way.side, "fall-back", "Where do they retreat to?", {"first": Refuge(h)},
            slight=True,
        )  # fmt: skip
        h = choice.order_of(game, answer).hex
    if h == way.start:
        _enter_works(game, (*way.names, *way.rooted))
        return 0
    left_behind = _abandoned(game, way)
    if collapses(game, alive(game, way.names), way.start, h):  # [11.6.3b]
        return left_behind
    yield from _go(game, way, h)
    return left_behind


def _abandoned(game: Gs, way: Withdrawal) -> int:
    """Guns that must retreat and cannot are lost: how many steps. [11.6.3e]"""
    steps = sum(max(unit_of(game, n).steps, 1) for n in way.rooted)
    for name in way.rooted:
        eliminate(game, name, "11.6.3e")
    return steps


def _enter_works(game: Gs, names: Collection[str]) -> None:
    for name in alive(game, names):
        game.put(UNITS, name, replace(unit_of(game, name), inside=True))
    game.emit(Event("into-works", "11.6.2b", {"units": list(names)}))


def _go(game: Gs, way: Withdrawal, h: int) -> Questions[None]:
    """They go; in an Exploit Phase exploiting units exploit no more. [11.6.3] [5.3.2]"""
    top = max((unit_of(game, n).order for n in units_at(game, h)), default=0)
    for place, name in enumerate(alive(game, way.names), 1):
        unit = unit_of(game, name)
        moved = replace(
            unit, hex=h, retreated=game.serial, fell_back=1, inside=False, cr=False,
            order=top + place, through=-1,
        )  # fmt: skip
        game.put(UNITS, name, moved)
        if unit.mode == EXPLOIT and game.segment.kind in phases.EXPLOITS:
            forced_out(game, name, "5.3.2")
    label = game.board.label
    facts = {"units": [*way.names], "from": label(way.start), "to": label(h), "side": way.side}
    game.emit(Event("fell-back", "11.6.3", facts))
    gave_way(game, alive(game, way.names), way.start)
    settled(game, way.names)
    abandon_guns(game, way.names)
    if alive(game, way.names) and endangered(game, way.side, h):
        yield from _pay(game, way)


def _pay(game: Gs, way: Withdrawal) -> Questions[None]:
    """One unit of the stack loses a step, a Z-step only if there is nothing else. [11.6.3d]"""
    left = alive(game, way.names)
    whole = [n for n in left if not z_step(counter_of(game, n), unit_of(game, n))] or [*left]
    payer = whole[0]
    if len(whole) > 1:
        choice = PayStep([OfOne(name) for name in whole])
        strongest = max(whole, key=lambda name: (unit_of(game, name).steps, name))
        answer = yield choice.ask(
            game, way.side, "fall-back-loss", "Who loses a step?",
            {"strongest": OfOne(strongest)}, slight=True,
        )  # fmt: skip
        payer = choice.order_of(game, answer).unit
    lose_step(game, payer, "11.6.3d")
