"""The special rules of a scenario, as its file switches them on. HOUSE, all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.systems.nextwar.ground import Ground
from grognard.systems.nextwar.special import (
    Guarded,
    Held,
    Refugees,
    Shelling,
    Special,
    Strangers,
    Tunnels,
    Zone,
)
from grognard.systems.nextwar.units import Counter

SPECIAL = (
    "tunnels", "demilitarized", "refugees", "bridges", "shelling", "held", "strangers",
    "fair_weather", "stores",
)  # fmt: skip
"""The keys under `special`."""


def read_special(read: Reader, counters: Mapping[str, Counter], ground: Ground) -> Special:
    """Every special rule of the scenario; those that are not named are off."""
    given = read.need(read.spec, "special", dict, {})
    read.only(given, SPECIAL, "the special rules")
    zone = _zone(read, given)
    return Special(
        tunnels=_tunnels(read, given),
        zone=zone,
        refugees=_refugees(read, given, zone, ground),
        bridges=_bridges(read, given),
        shelling=_shelling(read, given, counters),
        held=_held(read, given, counters),
        strangers=_strangers(read, given),
        fair_weather=frozenset(read.words(given, "fair_weather")),
        stores=_stores(read, given),
    )


def _part(read: Reader, given: Any, key: str, known: tuple[str, ...]) -> Any:
    row = read.need(given, key, dict, {})
    read.only(row, known, f"{key!r}")
    return row


def _side(read: Reader, row: Any) -> str:
    return read.side(row, "side", row["side"]) if row else ""


def _tunnels(read: Reader, given: Any) -> Tunnels:
    row = _part(read, given, "tunnels", ("side", "hexes", "turns", "drm"))
    usual = Tunnels()
    return Tunnels(
        _side(read, row),
        frozenset(read.hexes(row, "hexes", row.get("hexes", []))),
        read.need(row, "turns", int, usual.turns),
        read.need(row, "drm", int, usual.drm),
    )


def _zone(read: Reader, given: Any) -> Zone:
    """The zone is given by the names of the places that make it up."""
    row, usual = _part(read, given, "demilitarized", ("places", "drm", "points", "turns")), Zone()
    hexes: set[int] = set()
    for name in read.words(row, "places"):
        found = [p.hexes for p in read.board.places.values() if p.name == name]
        if not found:
            names = [place.name for place in read.board.places.values()]
            raise read.fail(row, "places", f"there is no place {name!r}; {nearest(name, names)}")
        hexes.update(*found)
    return Zone(
        frozenset(hexes),
        read.need(row, "drm", int, usual.drm),
        read.need(row, "points", int, usual.points),
        read.need(row, "turns", int, usual.turns),
    )


def _refugees(read: Reader, given: Any, zone: Zone, ground: Ground) -> Refugees:
    """Those near the zone, in the cities of the side's own country."""
    row, usual = _part(read, given, "refugees", ("side", "within", "points", "turns")), Refugees()
    if not row:
        return usual
    side, far, board = _side(read, row), read.need(row, "within", int), read.board
    countries = read.spec["sides"][side]["countries"]
    near = frozenset(
        h
        for h in range(board.n)
        if ground.built_up(h)
        and ground.country[h] in countries
        and any(board.distance(h, z) <= far for z in zone.hexes)
    )
    return Refugees(
        side, near, read.need(row, "points", int, usual.points),
        read.need(row, "turns", int, usual.turns),
    )  # fmt: skip


def _bridges(read: Reader, given: Any) -> Guarded:
    row = _part(read, given, "bridges", ("side", "hexes", "within"))
    return Guarded(
        _side(read, row),
        frozenset(read.hexes(row, "hexes", row.get("hexes", []))),
        read.need(row, "within", int, Guarded().within),
    )


def _shelling(read: Reader, given: Any, counters: Mapping[str, Counter]) -> Shelling:
    row = _part(read, given, "shelling", ("side", "guns", "hexes", "range", "points"))
    usual = Shelling()
    return Shelling(
        _side(read, row),
        tuple(_named(read, row, "guns", counters)),
        read.hexes(row, "hexes", row.get("hexes", [])),
        read.need(row, "range", int, usual.range),
        read.need(row, "points", int, usual.points),
    )


def _held(read: Reader, given: Any, counters: Mapping[str, Counter]) -> dict[str, Held]:
    found = {}
    for row in read.rows(given, "held", ("units", "turn", "segment"), "units that are held"):
        held = Held(read.need(row, "turn", int), str(row.get("segment", "")))
        found.update(dict.fromkeys(_named(read, row, "units", counters), held))
    return found


def _strangers(read: Reader, given: Any) -> tuple[Strangers, ...]:
    rows = read.rows(given, "strangers", ("nations", "er"), "nations that are strangers")
    return tuple(
        Strangers(frozenset(read.words(row, "nations")), read.need(row, "er", int, 1))
        for row in rows
    )


def _stores(read: Reader, given: Any) -> dict[str, frozenset[int]]:
    rows = read.need(given, "stores", dict, {})
    return {
        read.side(rows, side, side): frozenset(read.hexes(rows, side, rows[side])) for side in rows
    }


def _named(read: Reader, row: Any, key: str, counters: Mapping[str, Counter]) -> list[str]:
    names = read.words(row, key)
    for name in names:
        if name not in counters:
            raise read.fail(row, key, f"there is no counter {name!r}; {nearest(name, counters)}")
    return names
