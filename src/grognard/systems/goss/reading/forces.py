"""Reading where counters are at the start, and when they come. [2.2.0] [21.0]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.systems.goss.reading.calendar import turn_number
from grognard.systems.goss.scenario import GameTurn, Listing
from grognard.systems.goss.units import (
    EXPECTED,
    FORT_UNIT,
    GONE,
    MAP,
    MODES,
    TAC,
    Counter,
    Unit,
    at_odds,
)

SETUP = (
    "hex", "place", "units", "formations", "mode", "stance", "inside", "steps_lost", "works",
    "note", "turn",
)  # fmt: skip
REINFORCEMENTS = (
    "turn", "side", "entry", "units", "formations", "regiments", "group", "note", "stance", "mode",
    "area", "steps_lost",
)  # fmt: skip
FACTS = frozenset(f.name for f in fields(Unit))


@dataclass
class Forces:
    """The units of a scenario as they are read."""

    read: Reader
    counters: Mapping[str, Counter]
    calendar: tuple[GameTurn, ...]
    units: dict[str, Unit] = field(default_factory=dict)
    entries: dict[str, tuple[int, ...]] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    listings: dict[str, Listing] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)

    def named(self, row: Any) -> list[str]:
        """The counters of a row: those it names, and all of its formations that are nowhere yet."""
        names = self.read.words(row, "units")
        for formation in self.read.words(row, "formations"):
            found = [n for n, c in self.counters.items() if c.formation == formation]
            if not found:
                known = sorted({c.formation for c in self.counters.values()} - {""})
                text = f"there is no formation {formation!r}; {nearest(formation, known)}"
                raise self.read.fail(row, "formations", text)
            names += [n for n in found if n not in self.units and n not in names]
        for formation, regiment in self.regiments(row):
            of = self.counters.items()
            found = [n for n, c in of if (c.formation, c.regiment) == (formation, regiment)]
            if not found:
                text = f"{formation!r} has no regiment {regiment!r}"
                raise self.read.fail(row, "regiments", text)
            names += [n for n in found if n not in self.units and n not in names]
        return names

    def regiments(self, row: Any) -> list[tuple[str, str]]:
        """The regiments that a row names, by their formations. [21.3.0]"""
        given = self.read.need(row, "regiments", dict, {})
        return [(one, name) for one in given for name in self.read.words(given, one)]

    def place(self, row: Any, name: str, unit: Unit) -> None:
        """A unit at full strength, with what the scenario says of its state besides."""
        read = self.read
        if name not in self.counters:
            text = f"there is no counter {name!r}; {nearest(name, self.counters)}"
            raise read.fail(row, "units", text)
        if name in self.units:
            raise read.fail(row, "units", f"{name!r} is placed a second time")
        state = read.need(read.spec, "state", dict, {}).get(name, {})
        read.only(state, FACTS, "the state of a unit")
        counter = self.counters[name]
        lost = read.need(row, "steps_lost", dict, {}).get(name, 0)
        given = {f.name: getattr(unit, f.name) for f in fields(Unit)}
        if counter.is_(FORT_UNIT):
            given |= {"inside": True, "battery": True}  # [17.6.0]
        found = Unit(**{**given, "steps": counter.steps - lost, "order": len(self.units), **state})
        wrong = at_odds(counter, found)
        if wrong is not None:
            raise read.fail(row, "units", wrong.text)
        self.units[name] = found

    def set_up(self) -> None:
        """Who is on the map. [2.2.0]"""
        read = self.read
        for row in read.rows(read.spec, "setup", SETUP, "a place of the set-up"):
            h = read.hex(row, "hex", row.get("hex"))
            for name in self.named(row):
                self.place(row, name, _standing(read, row, Unit(MAP, h)))

    def reinforcements(self) -> None:
        """Who comes later, and where. [21.0]"""
        read = self.read
        for row in read.rows(read.spec, "reinforcements", REINFORCEMENTS, "reinforcements"):
            due = turn_number(read, self.calendar, row, "turn", row.get("turn"))
            hexes = read.hexes(row, "entry", _labels(row.get("entry")))
            for name in self.named(row):
                self.place(row, name, _standing(read, row, Unit(EXPECTED, due=due)))
                self.entries[name] = hexes
                self.groups[name] = str(row.get("group", ""))
            for formation, regiment in self.regiments(row):
                self.listings[f"{formation} {regiment}"] = Listing(formation, due, hexes)
        self.assets()

    def assets(self) -> None:
        """The units of no regiment, of divisions whose regiments arrive by themselves, that are
        listed nowhere: they come with any of these. [21.1.0]"""
        for formation in sorted({one.formation for one in self.listings.values()}):
            due = min(one.due for one in self.listings.values() if one.formation == formation)
            for name, counter in self.counters.items():
                loose = counter.formation == formation and not counter.regiment
                if loose and name not in self.units:
                    self.place(self.read.spec, name, Unit(EXPECTED, due=due))
                    self.shared.add(name)

    def others(self) -> None:
        """Those that are named for what they are later: withdrawn, or made out of others."""
        for name in self.read.words(self.read.spec, "aside"):
            self.place(self.read.spec, name, Unit(GONE))


def _labels(given: Any) -> list[str]:
    return list(given) if isinstance(given, list) else str(given or "").split()


def _standing(read: Reader, row: Any, unit: Unit) -> Unit:
    """Mode, battery and works as a row of the set-up has them. [5.0] [5.6.0] [17.4.1]"""
    mode = str(row.get("mode", TAC))
    if mode not in MODES:
        raise read.fail(row, "mode", f"there is no mode {mode!r}; {nearest(mode, MODES)}")
    stance = str(row.get("stance", "OoB"))
    if stance not in ("IB", "OoB"):
        raise read.fail(row, "stance", f"a stance is IB or OoB, not {stance!r}")
    given = {f.name: getattr(unit, f.name) for f in fields(Unit)}
    inside = bool(row.get("inside", bool(row.get("works"))))
    return Unit(**{**given, "mode": mode, "battery": stance == "IB", "inside": inside})
