"""Consolidation: crippled units and formations made into fewer and fuller ones. [13.9(1)]

Next to the enemy or out of supply makes no difference; but whoever takes part has full internal
stocks and is not disorganised, and the counters are alike on both sides.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import combinations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece
from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.stacking import gain
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, TRANSPORT
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import BOX, DEAD, DG, FULL, MAP, REMOVED, UNITS, Counter, Unit

PLACES = (MAP, BOX)
"""Where units and aircraft are in play: on the map, or in a box off it. [13.9(1)] [13.9(4)]"""


def alike(a: Counter, b: Counter) -> bool:
    """Whether two counters are alike on both sides, but for their names. [13.9(1)]"""
    return _design(a) == _design(b)


def _design(a: Counter) -> Hashable:
    """What is printed on a counter but its name and what it belongs to."""
    return (
        a.combat, a.move, a.ar, a.size, a.type, a.colour, a.printed_re, a.range, a.traits, a.nation,
    )  # fmt: skip


def _designs(game: Ocs) -> dict[str, int]:
    """A number for each counter, the same for those that are alike."""
    counters = game.scenario.counters

    def compute() -> dict[str, int]:
        numbers: dict[Hashable, int] = {}
        return {
            name: numbers.setdefault(_design(counter), len(numbers))
            for name, counter in counters.items()
        }

    return game.cached("designs", (), compute)


def unfit(unit: Unit, name: str) -> list[Refusal]:
    """Why a unit takes part in no consolidation: its stocks, or DG. [13.9(1)]"""
    if unit.internals != FULL:
        return [Refusal("13.9(1)", f"{name} has low or exhausted internal stocks")]
    if unit.mode == DG:
        return [Refusal("13.9(1)", f"{name} is disorganised")]
    return []


def together(a: Unit, b: Unit) -> bool:
    """Whether two units are in the same hex, or in the same box off the map. [13.9(1)]"""
    return a.place == b.place and a.place in (MAP, BOX) and (a.hex, a.at) == (b.hex, b.at)


def _places(game: Ocs, side: str) -> dict[tuple[int, str], list[str]]:
    """A side's units in play by their hex or box. [13.9(1)]"""
    index = stacks.stacks(game)
    found = {(h, ""): list(index.at[h]) for h in sorted(index.held[side])}
    for name in rolls.off_map(game, side, BOX):
        found.setdefault((-1, unit_of(game, name).at), []).append(name)
    return found


@dataclass(frozen=True, slots=True)
class Merging:
    """Which of two is kept, and which goes."""

    keep: Piece
    remove: Piece


class Merge(OcsVerb[Merging]):
    """Merge two units of several steps in one hex: the steps of one go to the other. [13.9(1)]"""

    do, rule, order = "merge", "13.9(1)", Merging
    title, phrase = "Merge", "Merge {remove} into {keep}"
    rare = True

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Merging]:
        """Every pair, either way."""
        for names in _places(game, player).values():
            large = [n for n in names if counter_of(game, n).steps > 1]
            for one, two in combinations(large, 2):
                yield from (Merging(one, two), Merging(two, one))

    def against(self, game: Ocs, player: str, order: Merging) -> list[Refusal]:
        """Two units alike, together, of several steps, of which one is damaged."""
        names = order.keep, order.remove
        for name in names:
            if name not in game.state[UNITS] or counter_of(game, name).side != player:
                return [Refusal("13.9(1)", f"{name!r} is no unit of {player}")]
        one, two = (unit_of(game, name) for name in names)
        if names[0] == names[1] or not together(one, two):
            return [Refusal("13.9(1)", "two units in the same hex or box are merged")]
        if counter_of(game, names[0]).steps < 2:
            return [Refusal("13.9(1)", "only units of several steps are merged")]
        if not alike(counter_of(game, names[0]), counter_of(game, names[1])):
            return [Refusal("13.9(1)", "the two are not alike on both sides of their counters")]
        if not one.lost:
            return [Refusal("13.9(1)", f"{names[0]} is at full strength already")]
        return [*unfit(one, names[0]), *unfit(two, names[1])]

    def carry_out(self, game: Ocs, player: str, order: Merging) -> None:
        """The steps are added up to full strength; what is over is lost. [13.9(1)]"""
        keep, remove = order.keep, order.remove
        steps = counter_of(game, remove).steps - unit_of(game, remove).lost
        unit = unit_of(game, keep)
        game.put(UNITS, keep, replace(unit, lost=max(0, unit.lost - steps)))
        gain(game, player, min(0, unit.lost - steps))
        lay_aside(game, remove)
        facts = {"keep": keep, "remove": remove}
        game.emit(Event("merged", self.rule, facts, seen_by=(player,)))


def lay_aside(game: Ocs, name: str) -> None:
    """A unit goes to the dead pile, or for good under a yellow dot. [13.5c]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    place = REMOVED if "no-rebuild" in counter.traits else DEAD
    game.put(UNITS, name, replace(unit, place=place, hex=-1, at="", lost=counter.steps))


@dataclass(frozen=True, slots=True)
class Swap:
    """A unit in play, and the dead one that takes its place."""

    unit: Piece
    dead: Piece


class Exchange(OcsVerb[Swap]):
    """Exchange a unit for a dead one of another formation that is just like it. [13.9(2)]

    An independent unit may become part of a formation, but never the other way round. [13.9(3)]
    """

    do, rule, order = "exchange", "13.9(2)", Swap
    title, phrase = "Exchange", "Exchange {unit} for {dead}"
    rare = True

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Swap]:
        """Every dead unit for every living one that looks like it, and transport likewise."""
        units, carts = game.state[UNITS], game.state[TRANSPORT]
        designs, living = _designs(game), dict[int, list[str]]()
        every = rolls.off_map(game, player, DEAD)
        lost = [name for name in every if counter_of(game, name).formation]  # [13.9(3)]
        wanted = {designs[units[name].counter] for name in lost}
        for n in (n for names in _places(game, player).values() for n in names) if lost else ():
            if designs[units[n].counter] in wanted:
                living.setdefault(designs[units[n].counter], []).append(n)
        for dead in lost:
            yield from (Swap(n, dead) for n in living.get(designs[units[dead].counter], ()))
        own = [key for key, found in sorted(carts.items()) if found.side == player]
        for dead in [key for key in own if carts[key].place == DEAD]:
            yield from (Swap(key, dead) for key in own)

    def against(self, game: Ocs, player: str, order: Swap) -> list[Refusal]:
        """A unit or transport in play, and a dead one alike that belongs to another formation."""
        if order.unit in game.state[TRANSPORT]:
            return _why_not_transport(game, player, order.unit, order.dead)
        for name in (order.unit, order.dead):
            if name not in game.state[UNITS] or counter_of(game, name).side != player:
                return [Refusal("13.9(2)", f"{name!r} is no unit of {player}")]
        unit, dead = (unit_of(game, name) for name in (order.unit, order.dead))
        if unit.place not in (MAP, BOX) or dead.place != DEAD:
            return [Refusal("13.9(2)", "a unit in play is exchanged for one of the dead pile")]
        own, other = (counter_of(game, name) for name in (order.unit, order.dead))
        if not other.formation:
            return [Refusal("13.9(3)", f"{other.name} is of no multi-unit formation")]
        if own.formation == other.formation:
            return [Refusal("13.9(2)", "both are of the same formation")]
        if own.division or not alike(own, other):
            return [Refusal("13.9(2)", "the two are not alike on both sides of their counters")]
        return unfit(unit, own.name)

    def carry_out(self, game: Ocs, player: str, order: Swap) -> None:
        """One takes the other's place; mode, supply and load stay as they were. [13.9(2)]"""
        name, dead = order.unit, order.dead
        if name in game.state[TRANSPORT]:
            own, other = game.state[TRANSPORT][name], game.state[TRANSPORT][dead]
            game.put(TRANSPORT, dead, replace(own, formation=other.formation))
            if own.formation:
                game.put(TRANSPORT, name, replace(other, formation=own.formation))
            else:
                game.drop(TRANSPORT, name)
        else:
            unit = unit_of(game, name)
            gone = replace(unit_of(game, dead), counter=unit.counter)
            fresh = replace(unit, counter=unit_of(game, dead).counter)
            game.put(UNITS, name, gone)
            game.put(UNITS, dead, fresh)
        game.emit(Event("exchanged", self.rule, {"unit": name, "dead": dead},
                        seen_by=(player,)))  # fmt: skip


def _why_not_transport(game: Ocs, player: str, key: str, dead: str) -> list[Refusal]:
    """Organic Trucks, or independent transport that becomes such. [13.9(2)] [13.9(3)]"""
    own, other = game.state[TRANSPORT][key], game.state[TRANSPORT].get(dead)
    if other is None or other.place != DEAD or player not in (own.side, other.side):
        return [Refusal("13.9(2)", f"{dead!r} is no transport in the dead pile of {player}")]
    if own.side != other.side or own.place not in (MAP, BOX) or own.extender:
        return [Refusal("13.9(2)", f"{key!r} is no transport of {player} in play")]
    if not other.formation:
        return [Refusal("13.9(3)", f"{dead!r} is of no multi-unit formation")]
    if own.formation == other.formation or (own.kind, own.size) != (other.kind, other.size):
        return [Refusal("13.9(2)", "the two are not alike, or of the same formation")]
    return []


class MergeAircraft(OcsVerb[Merging]):
    """Make one aircraft at full strength of two reduced ones, in any phase. [13.9(4)]"""

    do, rule, order = "merge-aircraft", "13.9(4)", Merging
    title, phrase = "Merge aircraft", "Merge {remove} into {keep}"
    stops = False

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Merging]:
        """Every pair, one way."""
        own = [
            key
            for key, found in sorted(game.state[AIR].items())
            if found.side == player and found.reduced and found.place in PLACES
        ]
        yield from (Merging(keep, remove) for keep, remove in combinations(own, 2))

    def against(self, game: Ocs, player: str, order: Merging) -> list[Refusal]:
        """Two reduced ones of one type and values, both Active or not, in one hex or one box.

        [13.9(4)]
        """
        names, air = (order.keep, order.remove), game.state[AIR]
        if any(n not in air or air[n].side != player or air[n].place not in PLACES for n in names):
            return [Refusal("13.9(4)", f"these are not two aircraft of {player} in play")]
        one, two = (air[name] for name in names)
        if names[0] == names[1] or not (one.reduced and two.reduced):
            return [Refusal("13.9(4)", "two reduced aircraft are merged")]
        planes = [game.scenario.planes[found.counter] for found in (one, two)]
        if (planes[0].types, planes[0].range, planes[0].full, planes[0].name) != (
            planes[1].types, planes[1].range, planes[1].full, planes[1].name,
        ):  # fmt: skip
            return [Refusal("13.9(4)", "the two are not of the same type and values")]
        if one.active != two.active:
            return [Refusal("13.9(4)", "one is Active and the other is not")]
        if (one.hex, one.carrier, one.at) != (two.hex, two.carrier, two.at):
            return [Refusal("13.9(4)", "the two are not in the same hex or box")]
        return []

    def carry_out(self, game: Ocs, player: str, order: Merging) -> None:
        """One is at full strength, the other in the dead pile. [13.9(4)]

        It has flown in this phase if either has. [14.2e]
        """
        keep, remove = (game.state[AIR][name] for name in (order.keep, order.remove))
        flown = max(keep.flown, remove.flown)
        game.put(AIR, order.keep, replace(keep, reduced=False, flown=flown))
        game.put(AIR, order.remove,
                 replace(remove, place=DEAD, hex=-1, at="", carrier="", active=False))  # fmt: skip
        facts = self.written(game, order)
        game.emit(Event("merged", self.rule, facts, seen_by=(player,)))
