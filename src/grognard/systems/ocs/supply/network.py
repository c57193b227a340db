"""A side's network of trace supply: which sources and headquarters serve each hex. [12.3] [12.6]

Each source and each headquarters has a field of its own; a hex keeps one bit for each that serves
it. After a move only the fields that it touches are worked out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grognard.systems.ocs.pieces import headquarters
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, HEXES, SHIPS, SITES, TRANSPORT, TURN
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.supply.field import Field, Key
from grognard.systems.ocs.supply.supply_fields import DRAW, SupplyFields
from grognard.systems.ocs.supply.supply_sources import NONE, extenders, find_sources
from grognard.systems.ocs.supply.supply_steps import TOWARD
from grognard.systems.ocs.supply.throws import throw_class, throw_key
from grognard.systems.ocs.units import TRUCK, UNITS, Unit

DEPENDS = tuple(r.name for r in (UNITS, TRANSPORT, DUMPS, SITES, SHIPS, HEXES, TURN))
"""The maps of the State on which trace supply depends; dumps since no path ends in an enemy's."""


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
    """Which of some sources serve each hex: a bit for each source, by its place.

    `held` are the fields of the sources now; the bits follow when somebody wants to see them.
    """

    def __init__(self, size: int, places: Places) -> None:
        self.places = places
        self.held: dict[int | str, Field] = {}
        self._bits = [0] * size
        self._laid: dict[int | str, Field] = {}
        self._behind = False

    @property
    def bits(self) -> list[int]:
        """For each hex the bits of the sources that serve it."""
        if self._behind:
            held, laid = self.held, self._laid
            for source in [s for s, field in laid.items() if held.get(s) is not field]:
                old, new = laid.pop(source), held.get(source)
                self._flip(source, old.unlike(new))
                if new is not None:
                    laid[source] = new
            for source in [s for s in held if s not in laid]:
                laid[source] = held[source]
                self._flip(source, held[source].unlike(None))
            self._behind = False
        return self._bits

    def serving(self, h: int) -> list[int | str]:
        """The sources that serve a hex."""
        return [source for source, field in self.held.items() if field.marks[h] & field.serving]

    def refresh(self, index: SupplyFields, wanted: Mapping[int | str, Key]) -> None:
        """Take in the fields that are new or have changed, and drop those that are gone."""
        held, holds = self.held, index.holds
        for source in [s for s, f in held.items() if wanted.get(s) != f.key or not holds(f)]:
            del held[source]
            self._behind = True
        if len(held) < len(wanted):
            for source, key in wanted.items():
                if source not in held:
                    held[source] = index.field(key)
                    self._behind = True

    def _flip(self, source: int | str, hexes: list[int]) -> None:
        bits, bit = self._bits, self.places.bit(source)
        for h in hexes:
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
        self._moment: object = None
        self._thrown: object = None

    def refresh(self, game: Ocs) -> Network:
        """Bring everything into step with the State."""
        moment = self.index.moment(self.side)
        if moment != self._moment:
            self._find_sources(game)
            self._find_users(game)
            self._moment = moment
        return self

    def _find_sources(self, game: Ocs) -> None:
        """Work the sources out again if anything has stirred them or an Extender's field."""
        known, bearings = self.index.known, self._bearings(game)
        stands = all(known(field.key) is field for field in self.found.found_by)
        if self._basis != bearings or not stands:
            before, self.found = self.found, find_sources(game, self.side)
            if self.found.hexes.keys() != before.hexes.keys():
                self._wanted.clear()
            self._basis = bearings

    def _bearings(self, game: Ocs) -> object:
        working = extenders(game, self.side)
        return self.index.stirred[self.side], working, ports.sources(game, self.side)

    def throwing(self, game: Ocs) -> Coverage:
        """Which headquarters can throw to each hex, whatever they can draw on. [12.3b]"""
        moment = self.index.moment(self.side)
        if moment != self._thrown:
            self._find_throws(game)
            self._thrown = moment
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
        h, hq = unit_of(game, name).hex, counter_of(game, name).hq
        thrown = self.throws.bits[h] & self.active
        bit = self.throws.places.bit
        if hq and thrown and name in self.throws.held and not bit(name) & self.limited:
            thrown &= ~bit(name)
        if thrown & self.limited:
            for other in self.throws.sources(thrown & self.limited):
                if not headquarters.commands(game, str(other), name):  # [13.1d]
                    thrown &= ~bit(other)
        return self.drawn(throw_class(game, name) if hq else TRUCK).bits[h], thrown

    def shared(self, game: Ocs, names: Iterable[str]) -> tuple[int, int]:
        """The bits of the sources and of the headquarters that serve all of some units."""
        units, counters, limited = game.state[UNITS], game.scenario.counters, self.limited
        near, far, active = self.drawn(TRUCK).bits, self.throws.bits, self.active
        drawn = thrown = -1
        for name in names:
            unit = units[name]
            more = near[unit.hex], far[unit.hex] & active
            if counters[unit.counter].hq or more[1] & limited:
                more = self.serving(game, name)
            drawn, thrown = drawn & more[0], thrown & more[1]
        return drawn, thrown

    def names(self, drawn: int, thrown: int) -> list[str]:
        """What some bits stand for, as formations must share it. [12.6f]"""
        direct = [f"@{h}" for h in self.drawn(TRUCK).sources(drawn)]
        return direct + [str(name) for name in self.throws.sources(thrown)]
