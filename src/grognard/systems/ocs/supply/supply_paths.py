"""Trace supply: who can trace to a source, and which railways a side controls. [12.6] [13.3h]

Whoever is within a draw of a source is in trace, or within the throw of a headquarters that is
[12.3a] [12.3b]; `network` keeps who serves which hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grognard.engine.sequence import CLOCK
from grognard.systems.ocs.pieces import headquarters, stacks
from grognard.systems.ocs.pieces.values import counter_of, quarters, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import FORMATIONS, TRANSPORT
from grognard.systems.ocs.supply.network import DEPENDS, Coverage, Network
from grognard.systems.ocs.supply.supply_fields import DRAW, fields
from grognard.systems.ocs.supply.supply_sources import (
    Sources,
    extender_key,
    link,
    rail_steps,
    rail_tree,
    true_sources,
    working,
)
from grognard.systems.ocs.supply.throws import throw_class, throw_field
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import MAP, TRUCK, UNITS

HQ = "headquarters"
"""What passes trace on to another headquarters, where the option lets it. [12.6]"""


@dataclass(frozen=True, slots=True)
class Trace:
    """How a unit traces: to which hex and what that is, drawn by itself or thrown `via` an HQ."""

    hex: int
    what: str
    via: str = ""

    @property
    def key(self) -> str:
        """What a formation must share: the HQ, or else the hex. [12.6f]"""
        return self.via or f"@{self.hex}"


# ---- a side's network


def network(game: Ocs, side: str) -> Network:
    """A side's trace supply as it stands."""
    return _network(game, side).refresh(game)


def _network(game: Ocs, side: str) -> Network:
    index = fields(game)
    found: Network | None = index.networks.get(side)
    if found is None:
        found = index.networks[side] = Network(index, side)
    return found


def throws(game: Ocs, side: str) -> Coverage:
    """Which of a side's headquarters can throw to each hex. [12.3b]"""
    return _network(game, side).throwing(game)


def sources(game: Ocs, side: str) -> Sources:
    """Where a side's trace supply begins. [12.6a]"""
    return network(game, side).found


def extender_link(game: Ocs, side: str, h: int, kind: str) -> int | None:
    """The source that an Extender made here would be linked to; None if there is none. [12.7d]"""
    if not working(game, side, h):
        return None
    goal = link(game, sources(game, side).hexes, extender_key(game, side, h, kind))
    return goal if goal >= 0 else None


# ---- who is in trace


def exempt(game: Ocs, name: str) -> bool:
    """Whether a unit needs no trace: aboard landing craft, or dropped this turn. [12.6g] [12.6h]

    In an off-map box its supply is what lies there, or what the game says. [12.3e]
    """
    unit = unit_of(game, name)
    return unit.place != MAP or unit.dropped == game.turn


def ways(game: Ocs, side: str, h: int, move: str = TRUCK, name: str = "") -> tuple[Trace, ...]:
    """Every way in which a user in a hex could trace: sources drawn on, then headquarters.

    `name` is the unit that would be there; an HQ does not throw to itself. [12.3a] [12.3b]
    """
    net = network(game, side)
    found = _drawn_on(net, h, move)
    direct = [Trace(s, net.found.hexes[s]) for s in sorted(found)]
    thrown = net.throws.sources(net.throws.bits[h] & net.active)
    hqs = [q for q in sorted(str(q) for q in thrown) if q != name]
    if name:  # that of a division serves its own units [13.1d]
        hqs = [q for q in hqs if headquarters.commands(game, q, name)]
    return (*direct, *(_passed(game, net, q) for q in hqs))


def _drawn_on(net: Network, h: int, move: str) -> list[int]:
    """The sources that a user in a hex can draw on in a class. [12.3a]"""
    drawn = net.drawn(move)
    found = [int(s) for s in drawn.sources(drawn.bits[h])]
    if found or not net.index.shut[net.side][h]:
        return found
    if move == TRUCK and not any(drawn.bits[b] for b in net.index.board.around(h)):
        return found  # no way begins beside it either
    draw = net.index.outward(net.side, h, move, DRAW)  # its own hex is no barrier to it
    return [s for s in net.found.hexes if draw.serves(s)]


def _passed(game: Ocs, net: Network, hq: str) -> Trace:
    """What a headquarters passes on: the first source it can draw on."""
    h, drawn = net.index.hqs[net.side][hq].hex, net.drawn(throw_class(game, hq))
    found = sorted(int(s) for s in drawn.sources(drawn.bits[h]))
    return Trace(found[0], net.found.hexes[found[0]], hq) if found else Trace(h, HQ, hq)


def possible(game: Ocs, name: str, h: int = -1) -> tuple[Trace, ...]:
    """Every way in which a unit could trace from a hex, its own if none is named. [12.6]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    return ways(game, side, unit.hex if h < 0 else h, throw_class(game, name), name)


def could_trace(game: Ocs, name: str, h: int, direct: bool = False) -> bool:
    """Whether a unit could trace from a hex in any way, or by direct draw alone. [12.6]"""
    net, move = network(game, counter_of(game, name).side), throw_class(game, name)
    if net.drawn(move).bits[h] or _drawn_on(net, h, move):
        return True
    thrown = 0 if direct else net.throws.bits[h] & net.active
    hqs = (str(hq) for hq in net.throws.sources(thrown))
    return any(hq != name and headquarters.commands(game, hq, name) for hq in hqs)  # [13.1d]


def connected(game: Ocs, key: str, h: int) -> bool:
    """Whether transport in a hex could trace, by draw or by throw. [12.6] [13.1d]"""
    return bool(connections(game, key, (h,)))


def connections(game: Ocs, key: str, hexes: Iterable[int]) -> list[int]:
    """Those of some hexes in which transport could trace, by draw or by throw. [12.6] [13.1d]"""
    net = network(game, game.state[TRANSPORT][key].side)
    bits, drawn, passing = net.throws.bits, net.drawn(TRUCK).bits, net.active & ~net.limited
    if net.active & net.limited:
        for hq in net.throws.sources(net.active & net.limited):
            if headquarters.serves(game, str(hq), key):  # [13.1d]
                passing |= net.throws.places.bit(hq)
    shut = net.index.shut[net.side]
    return [
        h for h in hexes if drawn[h] or bits[h] & passing or (shut[h] and _drawn_on(net, h, TRUCK))
    ]


def in_trace(game: Ocs, name: str) -> bool:
    """Whether a unit makes its trace now. [12.6] [12.6f]

    Of a formation that no one source serves, only the part that traces to its chosen one. [12.9b]
    """
    if exempt(game, name):
        return True
    counter = counter_of(game, name)
    if counter.formation:
        return name in formation_part(game, counter.formation)
    drawn, thrown = network(game, counter.side).serving(game, name)
    return bool(drawn or thrown)


def trace(game: Ocs, name: str) -> Trace | None:
    """How a unit traces now; None if it does not, or need not. [12.6]"""
    if exempt(game, name) or not in_trace(game, name):
        return None
    found, formation = possible(game, name), counter_of(game, name).formation
    if formation:
        shared = common_source(game, formation)
        return next((way for way in found if way.key == shared), None)
    return found[0] if found else None


def trace_path(game: Ocs, name: str) -> tuple[int, ...]:
    """The hexes that a unit's trace enters, from the source's end of it to the unit's. [12.3d]

    Empty where it enters none, or where there is no trace.
    """
    found = trace(game, name)
    if found is None:
        return ()
    (_, drawn), (_, thrown) = legs(game, name, found)
    return (*reversed(drawn), *thrown)


def legs(game: Ocs, name: str, found: Trace) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The draw and the throw of a trace: the class that each is counted in, the hexes it enters.

    [12.3a] [12.3b]
    """
    index, around = fields(game), game.board.around
    side, h = counter_of(game, name).side, unit_of(game, name).hex
    user, thrown = name, ("", tuple[int, ...]())
    if found.via:
        throw, user = throw_field(game, found.via), found.via
        thrown = throw.key.move, throw.path(throw.goal((h, *around(h))))
        h = unit_of(game, user).hex
    draw = index.outward(side, h, throw_class(game, user), DRAW)
    goal = draw.goal((found.hex, *around(found.hex)))
    return (draw.key.move, draw.path(goal) if goal >= 0 else ()), thrown


def traced(game: Ocs, side: str) -> Mapping[str, bool]:
    """For every unit of a side on the map whether it is in trace: the whole side at once."""
    names = (*DEPENDS, CLOCK.name, FORMATIONS.name)
    return game.cached(("traced", side), names, lambda: _traced(game, side))


def _traced(game: Ocs, side: str) -> dict[str, bool]:
    net, counters, units = network(game, side), game.scenario.counters, game.state[UNITS]
    drawn, thrown, passing = net.drawn(TRUCK).bits, net.throws.bits, net.active & ~net.limited
    served = {h: bool(drawn[h] or thrown[h] & passing) for h in stacks.stacks(game).held[side]}
    parts, turn, simple = dict[str, frozenset[str]](), game.turn, _simple(game)
    result = {name: served[units[name].hex] for name in stacks.on_map(game, side)}
    for name, ok in result.items():
        unit = units[name]
        if unit.counter in simple:  # most of them
            h = unit.hex
            if not ok and (thrown[h] & net.active or unit.dropped == turn):
                result[name] = in_trace(game, name)
            continue
        formation = counters[unit.counter].formation
        if unit.dropped == turn:  # who has dropped is exempt [12.6h]
            result[name] = True
        elif formation:
            if formation not in parts:
                parts[formation] = formation_part(game, formation)
            result[name] = name in parts[formation]
        else:
            result[name] = any(net.serving(game, name))
    return result


def _simple(game: Ocs) -> frozenset[str]:
    """The counters of no formation that are no headquarters: they trace where they stand."""

    def compute() -> frozenset[str]:
        counters = game.scenario.counters.items()
        return frozenset(name for name, c in counters if not (c.formation or c.hq))

    return game.cached("simple counters", (), compute)


# ---- formations [12.6f] [13.7a]


def members(game: Ocs, formation: str) -> list[str]:
    """The units of a formation on the map that need trace."""
    names, units = game.scenario.formations.get(formation, ()), game.state[UNITS]
    known, turn = [n for n in names if n in units], game.turn
    return [n for n in known if units[n].place == MAP and units[n].dropped != turn]  # not `exempt`


def formation_part(game: Ocs, formation: str) -> frozenset[str]:
    """The members that trace for free: all if one source serves all, else a part. [12.6f]"""
    names = members(game, formation)
    if not names:
        return frozenset()
    net = network(game, counter_of(game, names[0]).side)
    if any(net.shared(game, names)):
        return frozenset(names)
    return formation_parts(game, formation).get(common_source(game, formation), frozenset())


def common_source(game: Ocs, formation: str) -> str:
    """The source that a formation shares: the owner's choice, or that of the largest part."""
    parts, status = formation_parts(game, formation), game.state[FORMATIONS].get(formation)
    if status is not None and status.chosen == phase_start(game) and status.source in parts:
        return status.source
    return next(iter(parts), "")


def formation_parts(game: Ocs, formation: str) -> dict[str, frozenset[str]]:
    """For each source the members that it serves, the largest part first. [12.6f]"""

    def compute() -> dict[str, frozenset[str]]:
        served: dict[str, list[str]] = {}
        every = members(game, formation)
        if not every:
            return {}
        net = network(game, counter_of(game, every[0]).side)
        for name in every:
            for key in net.names(*net.serving(game, name)):
                served.setdefault(key, []).append(name)
        counters, units = game.scenario.counters, game.state[UNITS]
        weights = {n: quarters(counters[units[n].counter], units[n]) for n in every}
        sizes = {key: sum(weights[name] for name in names) for key, names in served.items()}
        ranked = sorted(served, key=lambda key: (-sizes[key], key))
        return {key: frozenset(served[key]) for key in ranked}

    return game.cached(("formation parts", formation), (*DEPENDS, CLOCK.name), compute)


# ---- control of railways [13.3h]


def controlled(game: Ocs, side: str) -> frozenset[int]:
    """The rail hexes a side may use: lines from a source to a friend, without an enemy. [13.3h]

    Zones of control do not matter here. The friend may stand on the line or be supplied by it. By
    the option only the stretch between source and friend counts.
    """

    def compute() -> frozenset[int]:
        foes = fields(game).foes[side]
        starts = [h for h, _ in true_sources(game, side) if not foes[h]]
        tree = rail_tree(game, side, starts, zoned=False)
        friends = [h for h in _friendly_ends(game, side) if h in tree]
        if game.options["rail-control"] == "swept":
            return frozenset(_swept(tree, friends))
        return frozenset(_whole_lines(game, tree, friends))

    return game.cached(("rail control", side), DEPENDS, compute)


def _friendly_ends(game: Ocs, side: str) -> list[int]:
    """Hexes with friends, and the sources that friends are supplied from. [13.3h]"""
    held, net, shut = stacks.stacks(game).held[side], network(game, side), fields(game).shut[side]
    drawn, found, direct, thrown = net.drawn(TRUCK), set(held), 0, 0
    for h in held:
        direct |= drawn.bits[h]
        thrown |= net.throws.bits[h] & net.active
        if shut[h] and not drawn.bits[h]:  # its own hex is no barrier to it
            found.update(way.hex for way in ways(game, side, h))
    found.update(int(s) for s in drawn.sources(direct))
    found.update(_passed(game, net, str(hq)).hex for hq in net.throws.sources(thrown))
    return sorted(found)


def _swept(tree: Mapping[int, int], friends: list[int]) -> Iterator[int]:
    for h in friends:
        while h >= 0:
            yield h
            h = tree[h]


def _whole_lines(game: Ocs, tree: Mapping[int, int], friends: list[int]) -> set[int]:
    ahead, found, queue = rail_steps(game), set(friends), list(friends)
    for h in queue:
        for b in ahead[h]:
            if b in tree and b not in found:
                found.add(b)
                queue.append(b)
    return found
