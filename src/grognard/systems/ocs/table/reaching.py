"""Where counters can go, or whom they can hit, from where they are. [6.1b] [10.1a] [14.2d]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Decision
from grognard.engine.refusal import Refusal
from grognard.kit.ways import Routes, together
from grognard.systems.ocs.air import bases, missions
from grognard.systems.ocs.air.air_barrage import AirBarrage
from grognard.systems.ocs.air.sweep import Sweep
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.barrage.aims import enemy_hexes
from grognard.systems.ocs.combat import attack
from grognard.systems.ocs.movement import moves
from grognard.systems.ocs.movement import ways as far
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.movement.movement import points
from grognard.systems.ocs.movement.reach import routes
from grognard.systems.ocs.naval import bombardment, sailing
from grognard.systems.ocs.naval.ships import ship_of
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.groups import GROUND, KEELS, WHEELS, WINGS, Group, grouped
from grognard.systems.ocs.pieces.planes import range_of, range_to
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import counter_of, face_of, quarters, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.hauling import Haul
from grognard.systems.ocs.turn.phases import ATTACKS, BARRAGES, MOVES, kind
from grognard.systems.ocs.units import TRUCK
from grognard.table.cards import Reach, ReachCell, Stop
from grognard.table.proposing import untimely

MISSIONS = (Sweep.do, AirBarrage.do)
"""One of these is offered wherever aircraft fly."""


@dataclass(frozen=True)
class Ways:
    """The hexes that some can reach together: what each costs, and the hex before it."""

    costs: Mapping[int, str]
    before: Mapping[int, int]
    paths: Mapping[int, tuple[int, ...]]


NOWHERE = Ways({}, {}, {})


def ways(game: Ocs, player: str, pieces: Sequence[str]) -> Reach:
    """Where counters can go together, or what they can hit, and what is in the way."""
    group, decision = grouped(game, player, pieces), game.decision(player)
    if decision is None:
        return Reach(refusals=(Refusal("turn", f"{player} is not asked anything now"),))
    refusals = stuck(game, decision, group)
    found = open_ways(game, player, group) if not refusals else NOWHERE
    label = game.board.label
    cells = tuple(
        ReachCell(label(h), cost, label(found.before[h]) if h in found.before else None)
        for h, cost in sorted(found.costs.items())
    )
    zoned = group.kinds & {GROUND, WHEELS} and kind(game) in MOVES
    near = sorted({b for h in found.costs for b in (h, *game.board.around(h))}) if zoned else []
    return Reach(
        cells,
        tuple(label(h) for h in near if zones.enemy_zone(game, h, player)),
        tuple(_stops(game, player, group, found, near)),
        tuple(refusals),
    )


def stuck(game: Ocs, decision: Decision, group: Group) -> list[Refusal]:
    """Why these counters can neither go anywhere nor hit anybody now."""
    if len(group.kinds) > 1:
        return [Refusal("6.1", "units, transport, aircraft and ships go each their own way")]
    here = kind(game)
    if group.units and here in MOVES and decision.offer(Move.do) is not None:
        return moves.company(game, decision.player, group.units)
    if group.transport and decision.offer(Haul.do) is not None:
        return [found for key in group.transport if (found := transport.unable(game, key))]
    if group.ships and decision.offer(sailing.Sail.do) is not None:
        return sailing.company(game, decision.player, group.ships)
    if group.air and any(decision.offer(do) for do in MISSIONS):
        found_ = (missions.cannot_fly(game, decision.player, key) for key in group.air)
        return [refusal for refusal in found_ if refusal is not None]
    if group.units and (here in ATTACKS or here in BARRAGES):
        return []
    if group.ships and here in BARRAGES:
        return []
    return [untimely(game, decision, "moves")]


def open_ways(game: Ocs, player: str, group: Group) -> Ways:
    """The hexes for counters of one kind: ways to go, or targets within reach."""
    if not group.kinds:
        return NOWHERE
    (what,) = group.kinds
    here = kind(game)
    if what == GROUND and here in MOVES:
        return _marches(game, group.units)
    if what == WHEELS and here in MOVES:
        return _hauls(game, group.transport)
    if what == KEELS and here in MOVES:
        return _voyages(game, player, group.ships)
    if what == WINGS:
        return _targets(game, _in_range(game, player, group.air))
    if what == KEELS:
        return _targets(game, _under_guns(game, player, group.ships))
    if what == GROUND and here in ATTACKS:
        near = attack.contact(game, player)
        hexes = [h for h, by in near.items() if {unit_of(game, n).hex for n in group.units} & {*by}]
        return _targets(game, dict.fromkeys(hexes, ""))
    if what == GROUND:
        return _targets(game, _bearing(game, player, group.units))
    return NOWHERE


def _marches(game: Ocs, names: Sequence[str]) -> Ways:
    """The ways of units together, by the way of the slowest of them. [6.1]"""
    found = together({name: routes(game, name) for name in names})
    return _by_land(unit_of(game, names[0]).hex, found)


def _hauls(game: Ocs, keys: Sequence[str]) -> Ways:
    """The ways of transport together. [13.2]"""
    found = together({key: transport.routes(game, key) for key in keys})
    return _by_land(transport.transport_of(game, keys[0]).hex, found)


def _by_land(start: int, found: Routes) -> Ways:
    paths = {h: found.path(h) for h in found.costs}
    costs = {h: str(points(cost)) for h, cost in found.costs.items()}
    return Ways(costs, _before(start, paths), paths)


def beyond(game: Ocs, player: str, group: Group, h: int) -> tuple[int, ...]:
    """The cheapest way to a hex out of reach, as if there were points enough for it; where there
    is none, or for ships, the hex alone.
    """
    name, start = group.names[0], group.hex
    if start < 0 or not group.kinds <= {GROUND, WHEELS}:
        return (h,)
    if group.units:
        return far.beyond(game, player, face_of(game, name).move, start, h, name)
    return far.beyond(game, player, transport.kind_of(game, name).move, start, h)


def _voyages(game: Ocs, player: str, keys: tuple[str, ...]) -> Ways:
    """The ways of ships together. [18.1c]"""
    if sailing.company(game, player, keys):
        return NOWHERE
    found = sailing.voyages(game, player, keys)
    paths = {h: found.path(h) for h in found.costs}
    start = ship_of(game, keys[0]).hex
    return Ways({h: str(cost) for h, cost in found.costs.items()}, _before(start, paths), paths)


def _before(start: int, paths: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """The hex before the last of each path."""
    return {h: path[-2] if len(path) > 1 else start for h, path in paths.items()}


def _targets(game: Ocs, costs: Mapping[int, str]) -> Ways:
    return Ways(costs, {}, {})


def _in_range(game: Ocs, player: str, keys: Sequence[str]) -> dict[int, str]:
    """What aircraft could be sent to: the enemy within range, own bases at twice that. [14.2d]"""
    foes = dict.fromkeys(enemy_hexes(game, player), 1)
    own = {base.hex: 2 for base in bases.bases(game, player)} if kind(game) in MOVES else {}
    found = {}
    for h, times in sorted({**foes, **own}.items()):
        away = max(range_to(game, key, h) for key in keys)
        if all(0 < range_to(game, key, h) <= times * range_of(game, key) for key in keys):
            found[h] = str(away)
    return found


def _under_guns(game: Ocs, player: str, keys: Sequence[str]) -> dict[int, str]:
    """What ships can fire at. [18.3b]"""
    hexes = enemy_hexes(game, player)
    return {h: "" for h in hexes if all(bombardment.in_range(game, key, h) for key in keys)}


def _bearing(game: Ocs, player: str, names: Sequence[str]) -> dict[int, str]:
    """What guns can fire at. [10.1a]"""
    return dict(artillery.Barrage().reach(game, player, names))


def _stops(
    game: Ocs, player: str, group: Group, found: Ways, near: Sequence[int]
) -> Iterator[Stop]:
    """Where counters must stop or cannot go on: zones, enemies, the ground, crowds."""
    label, trucks = game.board.label, _by_truck(game, group)
    for h in near:
        held = stacks.holder(game, h)
        if h in found.costs:
            if trucks and zones.enemy_zone(game, h, player) and held != player:
                text = "in an enemy zone of control: trucks stop here, or overrun"
                yield Stop(label(h), text, "4.5a(A)")
            if held == player and group.units:
                yield from _crowd(game, group, h)
        elif held is not None and held != player:
            yield Stop(
                label(h), "held by the enemy; an overrun is declared from beside it", "4.8c(A)"
            )


def _by_truck(game: Ocs, group: Group) -> bool:
    wheels = [transport.kind_of(game, key).move for key in group.transport]
    return TRUCK in wheels or any(face_of(game, name).move == TRUCK for name in group.units)


def _crowd(game: Ocs, group: Group, h: int) -> Iterator[Stop]:
    """More than ten RE may pass through a hex, but not end a segment in it. [4.8]"""
    here = stacks.stacks(game).sizes.get(h, 0)
    more = sum(quarters(counter_of(game, n), unit_of(game, n)) for n in group.units)
    if here + more > LIMIT:
        text = f"{(here + more) / 4:g} RE would stand here; ten may"
        yield Stop(game.board.label(h), text, "4.8")


def reach(game: Ocs, player: str, piece: str) -> dict[int, str]:
    """Every hex that a counter can reach or hit now, with what that costs."""
    decision, group = game.decision(player), grouped(game, player, [piece])
    if decision is None or stuck(game, decision, group):
        return {}
    return dict(sorted(open_ways(game, player, group).costs.items()))
