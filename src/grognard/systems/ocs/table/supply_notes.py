"""What a unit can draw and from where, and what cuts it off.

Only the owner is told: supply and stocks are nobody else's business. [4.9a]
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import fuel, internals, paying, supply_paths
from grognard.systems.ocs.supply.dumps import amount
from grognard.systems.ocs.supply.obstacles import at, mp, supply_cut, trace_cut, trace_way
from grognard.systems.ocs.supply.paying import Source
from grognard.systems.ocs.table import telling
from grognard.systems.ocs.units import BOX, EXHAUSTED, MAP, UNITS

FEW = 4
"""How many sources of supply are listed one by one."""


def notes(game: Ocs, player: str | None, name: str) -> list[str]:
    """Everything about a unit's supply, for its owner: trace, draw, fuel, stocks. [12.0]"""
    unit = game.state[UNITS].get(name)
    if unit is None or player not in (None, counter_of(game, name).side):
        return []
    if unit.place == BOX:
        return [*_drawn(game, name), *_stocks(game, name)]
    if unit.place != MAP:
        return []
    return [*_traced(game, name), *_drawn(game, name), *_fuelled(game, name), *_stocks(game, name)]


# ---- trace


def _traced(game: Ocs, name: str) -> Iterator[str]:
    """Whether a unit traces, by what, or what cuts it. [12.6]"""
    if unit_of(game, name).oos:
        yield "out of supply: no zone of control, half strength, and it may wither [12.8d]"
    if supply_paths.exempt(game, name):
        yield "needs no trace: it was dropped in this turn [12.6h]"
        return
    found = trace_way(game, name)
    if found is None:
        cut = trace_cut(game, name)
        yield f"no trace: {cut}" if cut is not None else "no trace [12.6]"
        return
    via = f" thrown by {telling.call(game, [found.via])}" if found.via else ""
    start, *way = found.path
    listed = f", {' '.join(map(game.board.label, way))}" if 0 < len(way) <= 8 else ""
    yield f"in trace{via} from the {found.what} in {at(game, start)}{listed} [{found.rule}]"


# ---- supply on the map


def _drawn(game: Ocs, name: str) -> Iterator[str]:
    """What a unit can draw or be thrown, the nearest first; or what is in the way. [12.3]"""
    found = paying.purse(game, name, paying.ATTACK)
    if not found:
        if unit_of(game, name).place == MAP:
            yield f"nothing to draw: {supply_cut(game, name)}"
        return
    total = sum(source.tokens for source in found)
    yield (
        f"can draw {amount(total)}: "
        + "; ".join(drawn(game, source) for source in found[:FEW])
        + (f"; and {len(found) - FEW} more" if len(found) > FEW else "")
    )


def drawn(game: Ocs, source: Source) -> str:
    """Supply within reach in few words: how much, where, by which way, for how many points."""
    where = at(game, source.hex) if source.hex >= 0 else "the same box"
    held = "" if "@" in source.key else f" on {telling.call(game, [source.key])}"
    if source.via:
        how, rule = f"thrown by {telling.call(game, [source.via])}, {mp(source.cost)}", "12.3b"
    elif source.cost:
        how, rule = f"drawn, {mp(source.cost)}", "12.3a"
    else:
        how, rule = "on the spot or next to it", "12.3c"
    return f"{amount(source.tokens)} in {where}{held}, {how} [{rule}]"


# ---- fuel and stocks


def _fuelled(game: Ocs, name: str) -> Iterator[str]:
    """Whether a unit has fuel, and what it would cost. [12.5]"""
    if not fuel.needs(game, name):
        return
    formation = counter_of(game, name).formation
    if fuel.paid(game, name):
        yield "has fuel [12.5c]"
        return
    by = fuel.throwers(game, name)
    if by:
        yield f"is thrown fuel by {telling.call(game, by[:1])} when it moves [12.5e]"
        return
    ways = fuel.ways(game, counter_of(game, name).side, unit_of(game, name).hex, (name,))
    if not ways:
        yield "no fuel, and none within reach: it cannot move [12.5a]"
        return
    whole = f", or 1 SP for all of {formation}" if formation else ", or 1 SP for a headquarters"
    yield f"no fuel: 1T for itself{whole} [12.5c]"


def _stocks(game: Ocs, name: str) -> Iterator[str]:
    """The marker under a unit. [12.10]"""
    level = internals.label(game, name)
    if level:
        last = " and cannot fight from them" * (unit_of(game, name).internals == EXHAUSTED)
        price = amount(internals.price(game, name))
        yield f"internal stocks {level}{last}; {price} raises them a level [12.10e(A)]"


# ---- zones that friends negate


def negated(game: Ocs, side: str) -> dict[int, tuple[str, bool]]:
    """The hexes where friends negate an enemy zone: who does, and whether he is bound to. [4.5b]"""
    found: dict[int, tuple[str, bool]] = {}
    for h in sorted(stacks.stacks(game).held[side]):
        if zones.enemy_zone(game, h, side):
            names = zones.negators(game, h, side)
            if names:
                found[h] = names[0], zones.locked(game, names[0])
    return found
