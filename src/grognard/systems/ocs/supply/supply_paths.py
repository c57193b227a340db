"""Trace supply: who can trace to a source, and which railways a side controls. [12.6] [13.3h]

Whoever is within a draw of a source is in trace, or within the throw of a headquarters that is
[12.3a] [12.3b]. Each source and each headquarters has a field of its own; a hex keeps one bit for
each that serves it. After a move only the fields that it touches are worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grognard.engine.sequence import CLOCK
from grognard.systems.ocs.pieces import headquarters, stacks
from grognard.systems.ocs.pieces.values import counter_of, quarters, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, FORMATIONS, HEXES, SHIPS, SITES, TRANSPORT, TURN
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.supply.supply_fields import DRAW, Field, Key, SupplyFields, fields
from grognard.systems.ocs.supply.supply_sources import (
    NONE,
    Sources,
    extender_key,
    extenders,
    find_sources,
    link,
    rail_steps,
    rail_tree,
    true_sources,
    working,
)
from grognard.systems.ocs.supply.supply_steps import TOWARD
from grognard.systems.ocs.supply.throws import throw_class, throw_field, throw_key
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import MAP, TRUCK, UNITS, Unit

DEPENDS = tuple(r.name for r in (UNITS, TRANSPORT, DUMPS, SITES, SHIPS, HEXES, TURN))
"""The maps of the State on which trace supply depends; dumps since no path ends in an enemy's."""
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


# ---- one bit for each source


class Places:
    """Numbers for sources, one for each that has ever been known."""

    def __init__(self) -> None:
        self.numbers: dict[int | str, int] = {}
        self.names: list[int | str] = []

    def bit(self, source: int | str) -> int:
        """The bit of a source."""
        number = self.numbers.get(source)
        if number is None:
            number = self.numbers[source] = len(self.names)
            self.names.append(source)
        return 1 << number

    def named(self, bits: int) -> Iterator[int | str]:
        """The sources of some bits."""
        while bits:
            yield self.names[(bits & -bits).bit_length() - 1]
            bits &= bits - 1


class Coverage:
    """Which of some sources serve each hex: a bit for each source, by its place."""

    def __init__(self, size: int, places: Places) -> None:
        self.bits = [0] * size
        self.places = places
        self.held: dict[int | str, Field] = {}

    def refresh(self, index: SupplyFields, wanted: Mapping[int | str, Key]) -> None:
        """Take in the fields that are new or have changed, and drop those that are gone."""
        known, held = index.fields, self.held
        for source in [
            s for s, f in held.items() if known.get(f.key) is not f or wanted.get(s) != f.key
        ]:
            self._flip(source, held.pop(source))
        if len(held) < len(wanted):
            for source, key in wanted.items():
                if source not in held:
                    held[source] = index.field(key)
                    self._flip(source, held[source])

    def _flip(self, source: int | str, field: Field) -> None:
        bits, bit = self.bits, self.places.bit(source)
        for h in field.served:
            bits[h] ^= bit

    def sources(self, bits: int) -> Iterator[int | str]:
        """The sources of some bits."""
        return self.places.named(bits)


class Network:
    """A side's trace supply, kept up to date field by field."""

    def __init__(self, index: SupplyFields, side: str) -> None:
        self.index, self.side = index, side
        self.found = NONE
        self.active = 0
        self.limited = 0
        self.throws = Coverage(index.board.n, Places())
        self._draws: dict[str, Coverage] = {}
        self._places = Places()
        self._wanted: dict[str, dict[int | str, Key]] = {}
        self._reach: dict[str, tuple[Unit, Key]] = {}
        self._basis: object = None
        self._stamps: object = None
        self._thrown: object = None

    def refresh(self, game: Ocs) -> Network:
        """Bring everything into step with the State."""
        stamps = [game.journal.stamps[name] for name in DEPENDS]
        if stamps != self._stamps:
            self._find_sources(game)
            self._find_users(game)
            self._stamps = stamps
        return self

    def _find_sources(self, game: Ocs) -> None:
        """Work the sources out again if anything has stirred them or an Extender's field."""
        if self._basis != self._bearings(game):
            self.found = find_sources(game, self.side)
            self._wanted.clear()
            self._basis = self._bearings(game)

    def _bearings(self, game: Ocs) -> object:
        known = self.index.fields
        reach = [(name, known.get(key)) for name, key in extenders(game, self.side).items()]
        return self.index.stirred[self.side], reach, ports.sources(game, self.side)

    def throwing(self, game: Ocs) -> Coverage:
        """Which headquarters can throw to each hex, whatever they can draw on. [12.3b]"""
        stamps = [game.journal.stamps[name] for name in DEPENDS]
        if stamps != self._thrown:
            self._find_throws(game)
            self._thrown = stamps
        return self.throws

    def _find_throws(self, game: Ocs) -> dict[str, Key]:
        reach = {name: self._reach_of(game, name) for name in sorted(self.index.hqs[self.side])}
        self.throws.refresh(self.index, {name: key for name, key in reach.items() if key.budget})
        return reach

    def _find_users(self, game: Ocs) -> None:
        """Who can draw on a source, and what headquarters make of it. [12.3a] [12.3b]"""
        reach = self._find_throws(game)
        for move in sorted({TRUCK, *(key.move for key in reach.values())}):
            if move not in self._wanted:
                self._wanted[move] = {
                    h: Key(self.side, TOWARD, move, h, DRAW) for h in self.found.hexes
                }
            self.drawn(move).refresh(self.index, self._wanted[move])
        self._activate(game, {name: key.move for name, key in reach.items() if key.budget})

    def _reach_of(self, game: Ocs, name: str) -> Key:
        """The field of a headquarters' throw; it is asked for often, and seldom another one."""
        unit, known = self.index.hqs[self.side][name], self._reach.get(name)
        if known is None or known[0] is not unit:
            known = self._reach[name] = unit, throw_key(game, name)
        return known[1]

    def _activate(self, game: Ocs, classes: Mapping[str, str]) -> None:
        """Headquarters that can draw on a source pass it on. [12.3b]

        What was thrown to them they do not pass on, unless the option lets trace go on. [12.3b(C)]
        """
        hqs, throws, bit = self.index.hqs[self.side], self.throws, self.throws.places.bit
        self.active = self.limited = 0
        for name, move in classes.items():
            if self.drawn(move).bits[hqs[name].hex]:
                self.active |= bit(name)
            if headquarters.divisional(game, name):  # it serves few [13.1d]
                self.limited |= bit(name)
        again = game.options["trace-through-two"] == "open"
        while again:
            before = self.active
            for name in classes:
                if throws.bits[hqs[name].hex] & self.active:
                    self.active |= bit(name)
            again = self.active != before

    def drawn(self, move: str) -> Coverage:
        """Which sources serve each hex by direct draw in a class."""
        if move not in self._draws:
            self._draws[move] = Coverage(self.index.board.n, self._places)
        return self._draws[move]

    def serving(self, game: Ocs, name: str) -> tuple[int, int]:
        """The bits of the sources and of the headquarters that serve a unit where it stands.

        A headquarters does not throw to itself; but that of a division shares with its own units
        what it passes on to them. [13.1d]
        """
        h = unit_of(game, name).hex
        thrown = self.throws.bits[h] & self.active
        bit = self.throws.places.bit
        if thrown and name in self.throws.held and not bit(name) & self.limited:
            thrown &= ~bit(name)
        for hq in self.throws.sources(thrown & self.limited):
            if not headquarters.commands(game, str(hq), name):  # [13.1d]
                thrown &= ~bit(hq)
        return self.drawn(throw_class(game, name)).bits[h], thrown

    def names(self, drawn: int, thrown: int) -> list[str]:
        """What some bits stand for, as formations must share it. [12.6f]"""
        direct = [f"@{h}" for h in self.drawn(TRUCK).sources(drawn)]
        return direct + [str(name) for name in self.throws.sources(thrown)]


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
    net, index = network(game, side), fields(game)
    drawn = net.drawn(move)
    found = [int(s) for s in drawn.sources(drawn.bits[h])]
    if not found and index.shut[side][h]:  # its own hex would be no barrier to it
        served = index.outward(side, h, move, DRAW).served
        found = [s for s in net.found.hexes if s in served]
    direct = [Trace(s, net.found.hexes[s]) for s in sorted(found)]
    thrown = net.throws.sources(net.throws.bits[h] & net.active)
    hqs = [q for q in sorted(str(q) for q in thrown) if q != name]
    if name:  # that of a division serves its own units [13.1d]
        hqs = [q for q in hqs if headquarters.commands(game, q, name)]
    return (*direct, *(_passed(game, net, q) for q in hqs))


def _passed(game: Ocs, net: Network, hq: str) -> Trace:
    """What a headquarters passes on: the first source it can draw on."""
    h, drawn = net.index.hqs[net.side][hq].hex, net.drawn(throw_class(game, hq))
    found = sorted(int(s) for s in drawn.sources(drawn.bits[h]))
    return Trace(found[0], net.found.hexes[found[0]], hq) if found else Trace(h, HQ, hq)


def possible(game: Ocs, name: str, h: int = -1) -> tuple[Trace, ...]:
    """Every way in which a unit could trace from a hex, its own if none is named. [12.6]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    return ways(game, side, unit.hex if h < 0 else h, throw_class(game, name), name)


def connected(game: Ocs, key: str, h: int) -> bool:
    """Whether transport in a hex could trace, by draw or by throw. [12.6] [13.1d]"""
    found = ways(game, game.state[TRANSPORT][key].side, h)
    return any(not way.via or headquarters.serves(game, way.via, key) for way in found)


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


def traced(game: Ocs, side: str) -> dict[str, bool]:
    """For every unit of a side on the map whether it is in trace: the whole side at once."""
    net, counters, units = network(game, side), game.scenario.counters, game.state[UNITS]
    drawn, thrown, passing = net.drawn(TRUCK).bits, net.throws.bits, net.active & ~net.limited
    result, parts, turn = {}, dict[str, frozenset[str]](), game.turn
    for name in stacks.on_map(game, side):
        unit = units[name]
        counter, h = counters[unit.counter], unit.hex
        if counter.formation and unit.dropped != turn:  # who has dropped is exempt [12.6h]
            if counter.formation not in parts:
                parts[counter.formation] = formation_part(game, counter.formation)
            result[name] = name in parts[counter.formation]
        elif (drawn[h] or thrown[h] & passing) and not counter.hq:  # most do
            result[name] = True
        elif not (drawn[h] or thrown[h] & net.active or counter.hq or exempt(game, name)):
            result[name] = False
        else:
            result[name] = in_trace(game, name)
    return result


# ---- formations [12.6f] [13.7a]


def members(game: Ocs, formation: str) -> list[str]:
    """The units of a formation on the map that need trace."""
    names = game.scenario.formations.get(formation, ())
    return [n for n in names if n in game.state[UNITS] and not exempt(game, n)]


def formation_part(game: Ocs, formation: str) -> frozenset[str]:
    """The members that trace for free: all if one source serves all, else a part. [12.6f]"""
    names = members(game, formation)
    if not names:
        return frozenset()
    net = network(game, counter_of(game, names[0]).side)
    drawn, thrown = net.serving(game, names[0])
    for name in names[1:]:
        more = net.serving(game, name)
        drawn, thrown = drawn & more[0], thrown & more[1]
    if drawn or thrown:
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
