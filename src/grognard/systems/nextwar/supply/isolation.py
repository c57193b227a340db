"""Isolation: units that are cut off altogether, and may surrender. [19.7]"""

from __future__ import annotations

from dataclasses import replace

from grognard.board.search import reach
from grognard.engine.event import Event
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.damage.steps import eliminate
from grognard.systems.nextwar.pieces.beachheads import beachheads
from grognard.systems.nextwar.pieces.formations import headquarters, subordinate
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, er, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.barriers import MAPS, watched
from grognard.systems.nextwar.supply.lines import in_touch
from grognard.systems.nextwar.supply.ranges import airhead, by_air, inward, supply_units, urban
from grognard.systems.nextwar.units import ABOARD, MAP, SURRENDERED, UNITS


def havens(game: Nw, side: str) -> list[int]:
    """What keeps units from isolation: sources of any kind, and the supreme headquarters.

    Not mobile supply units, which help others and not one another. [19.7.1]
    """
    supreme = [name for name in headquarters(game, side) if counter_of(game, name).supreme]
    depots = supply_units(game, side, mobile=False)
    names = (*supreme, *depots, *beachheads(game, side))
    return [*urban(game, side), *(unit_of(game, name).hex for name in names)]


def joined(game: Nw, side: str, mobility: str, mobile: bool, base: int = -1) -> frozenset[int]:
    """The hexes from which units of a mobility class have a way to such a place, however long.

    `mobile` counts mobile supply units among them, `base` is that out of which airborne and
    airmobile units are supplied. [19.7.1] [19.1.2]
    """

    def compute() -> frozenset[int]:
        steps, closed = inward(game, side, mobility), bytearray(game.board.n)
        for h in watched(game, side):
            closed[h] = 1
        ends = havens(game, side)
        if mobile:
            ends += [unit_of(game, name).hex for name in supply_units(game, side, mobile=True)]
        ends += [base] if base >= 0 else []
        free = [tuple((b, 0) for b, _ in out) for out in steps]
        return frozenset(reach(free, [(h, 0) for h in ends], 0, closed))

    return game.cached(("joined", side, mobility, mobile, base), MAPS, compute)


def cut_off(game: Nw, name: str) -> bool:
    """Whether a unit is isolated, be it in supply or not. [19.7] [19.7.1]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.landed == game.turn or counter.beachhead:
        return False  # [19.7.1] not in the turn of its landing
    if game.scenario.special.provided(counter.side, unit.hex):
        return False  # [19.7.1] as the scenario has it
    source = airhead(game, counter.side, counter.nation) if by_air(counter) else None
    base = source.hex if source is not None else -1
    if unit.hex in joined(game, counter.side, counter.mobility, not counter.supply, base):
        return False
    return not relieved(game, name)


def relieved(game: Nw, name: str) -> bool:
    """Whether a unit, or a headquarters that it can trace to, is under Emergency Resupply.

    [19.7.1]
    """
    if unit_of(game, name).emergency == game.turn:
        return True
    return any(
        unit_of(game, hq).emergency == game.turn
        and subordinate(game, name, hq)
        and in_touch(game, name, hq)
        for hq in headquarters(game, counter_of(game, name).side)
    )


def isolation_phase(game: Nw) -> None:
    """Old markers go, aboard ships, too, new ones come; when both sides have looked, whoever has
    one may surrender. [19.7.3] [19.7.4]"""
    sides = game.scenario.sides
    found = {name: cut_off(game, name) for side in sides for name in on_map(game, side)}
    found |= dict.fromkeys((n for n, u in game.state[UNITS].items() if u.place == ABOARD), False)
    for name, isolated in found.items():
        unit = unit_of(game, name)
        if unit.isolated == isolated:
            continue
        game.put(UNITS, name, replace(unit, isolated=isolated))
        side = counter_of(game, name).side
        at = {"hex": game.board.label(unit.hex)} if unit.place == MAP else {}
        facts = {"unit": name, "side": side, **at}
        if isolated:
            game.emit(Event("isolated", "19.7.1", facts))
        else:
            game.emit(Event("relieved", "19.7.3", facts))
    for name in [name for name, isolated in found.items() if isolated]:
        surrender(game, name)


def surrender(game: Nw, name: str) -> None:
    """An isolated unit that fails its check surrenders, for twice the points. [19.7.4]

    A supply unit is only taken off.
    """
    rating = er(game, name)
    shown, passed = dice.passes(game, rating)
    facts = {"unit": name, "rating": rating, "roll": shown, "passed": passed, "why": "to hold out"}
    game.emit(Event("check", "19.7.4", facts, dice=(shown,), outcome=True))
    if not passed:
        eliminate(game, name, "19.7.4", SURRENDERED)
