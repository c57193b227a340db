"""The order of battle: the counters of a scenario and where each of them begins.

On the map, expected as a reinforcement, or in reserve; who controls which hex; who is dug in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.record import RecordError, decode, encode
from grognard.kit.reading import printed
from grognard.systems.wb95.ground import ROUTES, Ground
from grognard.systems.wb95.reading.counters import read_counter
from grognard.systems.wb95.reading.notation import NotationError, expand
from grognard.systems.wb95.scenario import Zone
from grognard.systems.wb95.units import MAP, Counter, Unit, at_odds

SETUP = ("side", "hex", "units", "cel_loss", "any_of")
REINFORCEMENT = ("side", "turn", "date", "zone", "units")


def read_counters(read: Reader, sides: tuple[str, ...]) -> dict[str, Counter]:
    """Every counter of the scenario, each once. [1.2b]"""
    read.need(read.spec, "counters", list)
    traits = read.need(read.spec, "traits", dict, {})
    counters = printed(
        read, "counters", read_counter, sides, lambda row: _with_traits(read, row, traits)
    )
    for name in traits:
        if name not in counters:
            hint = nearest(name, counters)
            raise read.fail(traits, name, f"there is no counter {name!r}; {hint}")
    return counters


def _with_traits(read: Reader, row: Any, traits: Any) -> dict[str, Any]:
    """A counter's row with the traits it has in this scenario only."""
    name = row.get("id")
    more = read.words(traits, name) if name in traits else ()
    return {**row, "traits": ";".join([*filter(None, [row.get("traits")]), *more])}


def read_zones(read: Reader, sides: tuple[str, ...]) -> dict[str, tuple[Zone, ...]]:
    """The entry zones in their order along the edge. [11.1.2] [11.2.1]"""
    given = read.by_side("entry_zones")
    zones = {}
    for side in sides:
        if isinstance(given.get(side), dict):
            zones[side] = _edge_zones(read, given[side])
            continue
        rows = read.rows(given, side, ("id", "name", "hexes"), "an entry zone")
        zones[side] = tuple(_zone(read, row) for row in rows)
    return zones


def _edge_zones(read: Reader, row: Any) -> tuple[Zone, ...]:
    """Each road that leaves an edge of the map is a zone, named after its hex. [11.2.4]"""
    read.only(row, ("edge", "line", "note"), "entry zones along an edge")
    board, edge = read.board, read.need(row, "edge", str)
    if edge not in board.edges:
        raise read.fail(row, "edge", f"no edge {edge!r}; {nearest(edge, board.edges)}")
    zones = tuple(
        Zone(board.label(h), f"road at {board.label(h)}", (h,))
        for h in board.edges[edge]
        if any(link in board.exits(h) for link, _ in ROUTES)
    )
    if not zones:
        raise read.fail(row, "edge", f"no road leaves the {edge} edge of the map")
    return zones


def _zone(read: Reader, row: Any) -> Zone:
    name = read.need(row, "id", str)
    hexes = read.hexes(row, "hexes", read.need(row, "hexes", list))
    return Zone(name, str(row.get("name", name)), hexes)


def read_units(
    read: Reader,
    counters: Mapping[str, Counter],
    ground: Ground,
    zones: Mapping[str, tuple[Zone, ...]],
) -> dict[str, Unit]:
    """Every counter in its place at the start: on the map, expected, or in reserve."""
    units: dict[str, Unit] = {}
    for row in read.rows(read.spec, "setup", SETUP, "a set-up"):
        h = read.hex(row, "hex", row.get("hex"))
        for counter in _placed(read, row, counters, units):
            _check_ground(read, row, counter, ground, h)
            units[counter.id] = _set_up(read, row, counter, h, len(units))
        _check_losses(read, row)
    for row in read.rows(read.spec, "reinforcements", REINFORCEMENT, "a reinforcement"):
        zone, due = read.need(row, "zone", str), read.need(row, "turn", int)
        for counter in _placed(read, row, counters, units):
            if zone not in {z.id for z in zones[counter.side]}:
                raise read.fail(row, "zone", f"{counter.side} has no entry zone {zone!r}")
            units[counter.id] = _off_map(counter, "expected", len(units), zone, due)
    for side, row in read.by_side("reserves").items():
        for counter in _placed(read, row, counters, units):
            if counter.side != side:
                raise read.fail(row, "units", f"{counter.id!r} is not one of {side}'s counters")
            units[counter.id] = _off_map(counter, "reserve", len(units))
    _check_occupation(read, units, counters)
    return _overrides(read, units, counters)


def _placed(
    read: Reader, row: Any, counters: Mapping[str, Counter], units: Mapping[str, Unit]
) -> Iterator[Counter]:
    """The counters a row places, none of them placed before.

    A row names them by their ids, or as the printed set-ups do. [T.setup-aid]
    """
    read.need(row, "units", list)
    for name in _named(read, row, counters):
        if name in units:
            raise read.fail(row, "units", f"counter {name!r} is placed a second time")
        yield counters[name]


def _named(read: Reader, row: Any, counters: Mapping[str, Counter]) -> Iterator[str]:
    for word in read.words(row, "units"):
        yield from (word,) if word in counters else _printed(read, row, counters, word)


def _printed(read: Reader, row: Any, counters: Mapping[str, Counter], word: str) -> list[str]:
    """The counters that a printed notation means. [T.setup-aid]"""
    try:
        return expand(word, counters, row.get("side"))
    except NotationError as error:
        plain = f"there is no counter {word!r}; {nearest(word, counters)}"
        raise read.fail(row, "units", str(error) if " " in word else plain) from None


def read_choices(
    read: Reader, counters: Mapping[str, Counter], ground: Ground, units: Mapping[str, Unit]
) -> dict[str, tuple[int, ...]]:
    """The hexes among which the owner may place a unit, where the set-up names several. [S2.4]"""
    sides = {unit.hex: counters[name].side for name, unit in units.items() if unit.place == MAP}
    found: dict[str, tuple[int, ...]] = {}
    for row in read.rows(read.spec, "setup", SETUP, "a set-up"):
        if "any_of" not in row:
            continue
        hexes = _any_of(read, row)
        for name in _named(read, row, counters):
            for h in hexes:
                _check_ground(read, row, counters[name], ground, h)
                if sides.get(h, counters[name].side) != counters[name].side:
                    text = f"{name!r} cannot be placed in {read.board.label(h)}, where enemies are"
                    raise read.fail(row, "any_of", text)
            found[name] = hexes
    return found


def _any_of(read: Reader, row: Any) -> tuple[int, ...]:
    """The hexes of a choice, by their numbers or as an area; the row's own is one of them."""
    hexes = read.ground(row, "any_of", row["any_of"])
    if read.hex(row, "hex", row["hex"]) not in hexes:
        wrong = f"the units stand in {row['hex']} by default, so 'any_of' must name it too"
        raise read.fail(row, "any_of", wrong)
    return tuple(dict.fromkeys(hexes))


def read_setup_rules(read: Reader) -> dict[str, str]:
    """The rule that prints each side's set-up, for refusals to cite. [T.setup-aid]"""
    given = read.by_side("setup_rules")
    return {side: read.need(given, side, str) for side in given}


def _off_map(counter: Counter, place: str, order: int, zone: str = "", due: int = 0) -> Unit:
    """A counter that waits beside the map, its guns limbered. [6.2.1]"""
    return Unit(
        place=place,
        hex=-1,
        cel=len(counter.levels),
        order=order,
        transport=counter.towed_artillery,
        zone=zone,
        due=due,
    )


def _check_losses(read: Reader, row: Any) -> None:
    """Levels are taken only from counters of the same row."""
    losses = read.need(row, "cel_loss", dict, {})
    for name in losses:
        if name not in row["units"]:
            raise read.fail(losses, name, f"{name!r} is not among the units of this hex")


def _check_ground(read: Reader, row: Any, counter: Counter, ground: Ground, h: int) -> None:
    move = "hq" if counter.hq else counter.move
    road = any(ground.route(h, b) is not None for b in ground.board.around(h))
    if not ground.enterable(move, h) and not (road and ground.board.terrain[h] != "lake"):
        terrain = ground.board.terrain[h]
        raise read.fail(
            row, "hex", f"{counter.id!r} cannot stand on {terrain} in {ground.board.label(h)}"
        )


def _set_up(read: Reader, row: Any, counter: Counter, h: int, order: int) -> Unit:
    losses = read.need(row, "cel_loss", dict, {})
    lost = read.need(losses, counter.id, int, 0)
    if not 0 <= lost < len(counter.levels):
        raise read.fail(
            row, "cel_loss", f"{counter.id!r} has {len(counter.levels)} CEL and cannot lose {lost}"
        )
    return Unit(
        place=MAP,
        hex=h,
        cel=len(counter.levels) - lost,
        order=order,
        transport=counter.towed_artillery and read.spec.get("gun_setup") == "transport",
    )


def _check_occupation(
    read: Reader, units: Mapping[str, Unit], counters: Mapping[str, Counter]
) -> None:
    holder: dict[int, str] = {}
    for name, unit in units.items():
        if (
            unit.place == MAP
            and holder.setdefault(unit.hex, counters[name].side) != counters[name].side
        ):
            label = read.board.label(unit.hex)
            raise read.fail(read.spec, "setup", f"both sides have units in {label}")


def _overrides(
    read: Reader, units: dict[str, Unit], counters: Mapping[str, Counter]
) -> dict[str, Unit]:
    """Single facts about units that a position describes: out of supply, disorganised, set-up."""
    given = read.need(read.spec, "state", dict, {})
    for name in given:
        if name not in units:
            raise read.fail(given, name, f"there is no unit {name!r} in the set-up")
        changes = read.need(given, name, dict)
        try:
            units[name] = decode(Unit, {**encode(units[name]), **changes}, name)
        except RecordError as error:
            raise read.fail(given, name, str(error)) from None
        wrong = at_odds(counters[name], units[name])
        if wrong is not None:
            raise read.fail(given, name, f"{wrong.text} [{wrong.rule}]")
    return units


def read_control(
    read: Reader, units: Mapping[str, Unit], counters: Mapping[str, Counter]
) -> tuple[str, ...]:
    """Who controls a hex at the start: who has the nearest unit, nobody on a tie. [4.3.1]"""
    board = read.board
    nearest_unit: dict[int, dict[str, int]] = {}
    control = [""] * board.n
    frontier: dict[int, set[str]] = {}
    for name, unit in units.items():
        if unit.place == MAP:
            frontier.setdefault(unit.hex, set()).add(counters[name].side)
    distance = 0
    while frontier:
        for h, sides in frontier.items():
            nearest_unit[h] = dict.fromkeys(sorted(sides), distance)
            control[h] = next(iter(sides)) if len(sides) == 1 else ""
        onward: dict[int, set[str]] = {}
        for h, sides in frontier.items():
            for b in board.around(h):
                if b not in nearest_unit:
                    onward.setdefault(b, set()).update(sides)
        frontier = onward
        distance += 1
    given = read.need(read.spec, "control", dict, {})
    read.only(given, ("front", "ties", *read.spec["sides"]), "control")
    for side in read.spec["sides"]:
        if side in given:
            for h in read.hexes(given, side, given[side]):
                control[h] = side
    return tuple(control)


def read_fortified(
    read: Reader, units: Mapping[str, Unit], counters: Mapping[str, Counter]
) -> dict[int, str]:
    """The hexes that start with a field fortification, and whose. [7.1.1]"""
    forts: dict[int, str] = {}
    for entry in read.words(read.spec, "fortified"):
        if entry in read.spec["sides"]:
            for name, unit in units.items():
                here = unit.place == MAP and counters[name].side == entry
                if here and read.board.terrain[unit.hex] != "swamp":
                    forts[unit.hex] = entry
        else:
            h = read.hex(read.spec, "fortified", entry)
            holder = [counters[n].side for n, u in units.items() if u.place == MAP and u.hex == h]
            if not holder:
                raise read.fail(read.spec, "fortified", f"nobody holds the fortification {entry}")
            forts[h] = holder[0]
    return forts
