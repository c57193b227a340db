"""Supply: lines, levels, surrender. [10.0]

All lines of a side are found in one search, outward from its bases: the cheapest cost of every hex
is what its line of supply spends away from the roads.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from grognard.board.kernel import Steps
from grognard.board.search import Bonds, numbers_at, spread
from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.table import TableError
from grognard.systems.wb95.charts import supply_points
from grognard.systems.wb95.fighting.casualties import eliminate
from grognard.systems.wb95.ground import SUPPLY
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces import control
from grognard.systems.wb95.pieces.stacks import POSITIONS, UNSUPPLIED, on_map, roster, stacks
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.supply.barriers import barriers
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.works import bridges
from grognard.systems.wb95.works.spans import SPANS

FIRST_LEVEL = 1
"""The level of a unit that has just lost its line of supply. [10.2.1]"""
RELIEF = 4
"""Levels that a unit loses in a Supply Phase that finds it supplied again. [10.2.7]"""
SURRENDER_DICE = 2
"""Dice of a surrender test; a level that their lowest roll reaches is safe. [10.2.6]"""


# ---- the Supply Phase


def supply_phase(game: Wb, side: str) -> Procedure:
    """The four steps of the Supply Phase, in their order.

    Lines of supply and levels [2.2.P6a]; surrender tests [2.2.P6b]; control of hexes, after the
    surrenders [2.2.P6c] [4.3.4]; headquarters that may begin a bridge [2.2.P6d].
    """
    fed = frozenset(_fed(game, side))  # lines are checked now and only now [10.1.2]
    set_levels(game, side, fed)
    test_surrender(game, side, fed)
    control.settle(game, side, fed)
    bridges.settle_unattended(game)  # [14.1.3]
    bridges.note_builders(game, side)
    yield from ()


def set_levels(game: Wb, side: str, fed: Collection[str]) -> None:
    """Mark the units without a line of supply, and relieve those that have one again. [2.2.P6a]

    A unit without a line gets level 1 [10.2.1]; no later rise by itself is written, so one that
    has a level keeps it unless the option `supply-decay` is on. A unit with a line loses 4
    levels [10.2.7], and at 0 or less the marker goes [10.2.8].
    """
    decay, units = game.options["supply-decay"] == "on", game.state[UNITS]
    marked = frozenset(roster(game, UNSUPPLIED))
    for name in [n for n in on_map(game, side) if n not in fed or n in marked]:
        level = units[name].oos
        if name in fed:
            if level > 0:
                _set_level(game, name, max(0, level - RELIEF), "10.2.7")
        elif level == 0:
            _set_level(game, name, FIRST_LEVEL, "10.2.1")
        elif decay:
            _set_level(game, name, level + 1, "10.2.1")


def test_surrender(game: Wb, side: str, fed: Collection[str]) -> None:
    """Every unit out of supply tests; one that has its line again does not. [2.2.P6b] [10.2.6]

    By the option it does if it still has a level. The roll is taken from the level, and above 0 the
    unit surrenders. Levels of 1 and 2 cannot come out above 0, so no dice are rolled for them.
    """
    spared, units = game.options["relieved-units"] == "no-test", game.state[UNITS]
    counters, marked = game.scenario.counters, roster(game, UNSUPPLIED)
    for name in [n for n in marked if counters[n].side == side]:
        level = units[name].oos
        if level <= SURRENDER_DICE or (name in fed and spared):
            continue
        faces = game.roll(SURRENDER_DICE, key=partial(surrenders, level))
        _tell_test(game, name, level, faces)
        if surrenders(level, faces):
            eliminate(game, name, "surrendered", "10.2.6")


def surrenders(level: int, faces: tuple[int, ...]) -> bool:
    """Whether a unit of this level gives up on this roll. [10.2.6]"""
    return level - sum(faces) > 0


def raise_level(game: Wb, name: str, steps: int, rule: str) -> None:
    """Raise the level of a unit that is out of supply; a supplied unit has none.

    It happens right after the movement or combat that caused it. [10.2.5]
    """
    level = unit_of(game, name).oos
    if level > 0 and steps > 0:
        _set_level(game, name, level + steps, rule)


def _set_level(game: Wb, name: str, level: int, rule: str) -> None:
    unit = unit_of(game, name)
    game.put(UNITS, name, replace(unit, oos=level))
    masking.befalls(game, name, Event("supply", rule, {"level": level, "was": unit.oos}))


def _tell_test(game: Wb, name: str, level: int, faces: tuple[int, ...]) -> None:
    lost = surrenders(level, faces)
    facts = {"level": level, "roll": sum(faces), "surrenders": lost}
    told = Event("surrender test", "10.2.6", facts, dice=faces, outcome=True)
    masking.befalls(game, name, told)


# ---- lines of supply


def supplied(game: Wb, side: str) -> tuple[str, ...]:
    """The units of a side that have a line of supply now, in the order of the counters."""
    fed = _fed(game, side)
    return tuple([name for name in on_map(game, side) if name in fed])


def _fed(game: Wb, side: str) -> frozenset[str]:
    """The units of a side on the map that have a line of supply now. [10.1.1]

    Every unit traces its own line and none wears another's out. [10.1.3]
    """

    def compute() -> frozenset[str]:
        counters, at, limits = game.scenario.counters, stacks(game).at, _limits(game, side)
        held = list(stacks(game).held[side])
        spent = zip(held, numbers_at(line_costs(game, side), held), strict=True)
        return frozenset(
            [
                name
                for h, cost in spent
                if cost >= 0
                for name in at[h]
                if cost <= limits[counters[name].nation]
            ]
        )

    return game.cached(("supplied", side), (POSITIONS, HEXES.name, SPANS), compute)


def reached(game: Wb, side: str, nation: str) -> dict[int, int]:
    """The hexes a line of supply of a nation can reach now, with what it spends, in twelfths."""
    most = limit(game, side, nation)
    return {h: cost for h, cost in line_costs(game, side).items() if cost <= most}


def limit(game: Wb, side: str, nation: str) -> int:
    """What the whole of one line may spend away from the roads, in twelfths. [10.1.6] [10.1.7]

    The book is silent on the allies of Americans and British: they have what their leader has.
    """
    tables, leader = game.scenario.tables, game.scenario.nations[side].lower()
    try:
        return supply_points(tables, nation.lower(), side=leader)
    except TableError:
        return supply_points(tables, leader)


def _limits(game: Wb, side: str) -> dict[str, int]:
    """The limit of every nation whose units fight on a side. [10.1.7]"""

    def compute() -> dict[str, int]:
        return {nation: limit(game, side, nation) for nation in _nations(game, side)}

    return game.cached(("supply limits", side), (), compute)


def line_costs(game: Wb, side: str) -> Mapping[int, int]:
    """The cheapest line of supply to every hex, for the nation that may spend most. [10.1.6]"""

    def compute() -> Mapping[int, int]:
        most = max(_limits(game, side).values(), default=0)
        closed = closed_hexes(game, side)
        sources, friends = bases(game, side, closed), _friends(game, side, closed)
        return spread(supply_steps(game), sources, most, closed, friends)

    return game.cached(("lines", side), (POSITIONS, HEXES.name, SPANS), compute)


def bases(game: Wb, side: str, closed: bytearray) -> dict[int, int]:
    """The hexes where lines of supply begin, at no cost. [10.1.4]

    A map edge, a town or another place serves while the enemy does not control it, or by the
    option even then; a headquarters while it is on the map. None serves where a line could not
    pass. [10.1.10]
    """
    lost = game.options["supply-bases"] == "not-enemy-held"
    enemy, status, units = game.scenario.other(side), game.state[HEXES], game.state[UNITS]
    found = {}
    for source in game.scenario.supply.get(side, ()):
        if source.hq:
            hq = units[source.hq]
            hexes: tuple[int, ...] = (hq.hex,) if hq.place == MAP else ()
        else:
            hexes = tuple([h for h in source.hexes if lost or status[h].control != enemy])
        passable, at = game.scenario.ground.supply_passable, stacks(game).at
        found.update({h: 0 for h in hexes if not closed[h] and (h in passable or h in at)})
    return found


def supply_steps(game: Wb) -> Steps:
    """What supply spends from hex to hex, from a base toward the unit, bridges as they stand."""

    def compute() -> Steps:
        return game.scenario.ground.steps(SUPPLY, bridges.altered(game))

    return game.cached("supply steps", (SPANS,), compute)


def _friends(game: Wb, side: str, closed: bytearray) -> Bonds:
    """The hexes of friends that a line may enter, and which of them share it: neighbours. [10.1.9]

    Between them no points are spent, so the ground does not count: friends hand supply on into a
    swamp, unless the option keeps it on ground that trucks can pass. [10.1.8]
    """
    friends, links = bytearray(game.board.n), game.scenario.ground.links
    for h in stacks(game).held[side]:
        friends[h] = not closed[h]
    if game.options["supply-between-friends"] == "any-ground":
        return friends, links
    steps = supply_steps(game)
    links = links.copy()
    for a in stacks(game).held[side]:
        for slot in range(6 * a, 6 * a + 6):
            b = int(links[slot])
            if b >= 0 and not (_leads(steps, a, b) and _leads(steps, b, a)):
                links[slot] = -1
    return friends, links


def _leads(steps: Steps, a: int, b: int) -> bool:
    return any(to == b for to, _ in steps[a])


def closed_hexes(game: Wb, side: str) -> bytearray:
    """Which hexes no line of supply of a side may enter: 1 where it is so. [10.1.10]

    Hexes with enemy units, enemy towns, and all their zones of control, unless a friendly regular
    unit stands there.
    """
    return barriers(game).closed(side, enemy_towns(game, side))


def enemy_towns(game: Wb, side: str) -> list[int]:
    """The town and city hexes the enemy controls: they have a zone of control too. [10.1.11]

    One in which a friendly unit already stands is no longer an enemy town, though control of it
    passes only at the end of the Supply Phase. By the option enemy towns are those that hold an
    enemy unit, of any kind.
    """
    enemy, towns = game.scenario.other(side), game.scenario.ground.towns
    status, holders = game.state[HEXES], stacks(game).holders
    if game.options["town-zones"] == "garrisoned":
        return [h for h in towns if holders.get(h) == enemy]
    return [h for h in towns if status[h].control == enemy and holders.get(h) != side]


def _nations(game: Wb, side: str) -> tuple[str, ...]:
    """The nations whose units fight on a side, in the order of the counters."""
    counters = game.scenario.counters.values()
    return tuple(dict.fromkeys(counter.nation for counter in counters if counter.side == side))
