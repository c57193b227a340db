"""Reading a scenario's set-up: units, supply, transport, facilities, aircraft, ships. [IV.A]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.record import RecordError, decode, encode, replace
from grognard.systems.ocs.ground import Ground
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import attack_capable, quarters
from grognard.systems.ocs.scenario import (
    CAUSES,
    LANDING_CRAFT,
    Arrival,
    Box,
    Plane,
    Port,
    ShipCounter,
    Source,
    Surrender,
    TransportKind,
    Withdrawal,
)
from grognard.systems.ocs.status import (
    TOKENS,
    Aircraft,
    DropPlan,
    Dump,
    Ship,
    Site,
    Transport,
    dump_key,
)
from grognard.systems.ocs.units import (
    BOX,
    COMBAT,
    LEG,
    MAP,
    MODES,
    MOVE,
    POOL,
    RESERVE,
    STRAT,
    Counter,
    Unit,
)

EXTENDER = 5 * TOKENS
"""The points that make an Extender, in tokens. [12.7]"""
FREE = ("within", "area", "boundary", "inclusive")
SETUP = ("hex", "units", "mode", "up", "lost", *FREE)
DUMPS = ("side", "hex", "box", "sp", "tokens", *FREE)
TRANSPORT = (
    "id", "side", "hex", "kind", "points", "load", "loaded", "formation", "extender", *FREE,
)  # fmt: skip
AIR = ("id", "plane", "hex", "box", "active", "reduced", "carrier")
NAVAL = ("id", "ship", "hex", "points", "damaged", "load", "aboard")
GLIDERS = ("side", "hex", "points")
PLANS = ("unit", "hex", "turn")
BASES = ("hex", "side", "level")
PORTS = ("name", "hex", "side", "capacity", "tokens", "track", "source_for", "hits")
SOURCES = ("side", "hex", "edge", "area", "label")
ARRIVALS = (
    "side", "turn", "until", "hexes", "area", "units", "sp", "tokens", "label", "port",
)  # fmt: skip
WITHDRAWALS = ("side", "turn", "units", "label")
SURRENDER = ("label", "side", "units", "traits", "nations", "causes", "roll", "turn")


def read_units(
    read: Reader, counters: Mapping[str, Counter], ground: Ground
) -> tuple[dict[str, Unit], dict[str, tuple[int, ...]]]:
    """Every unit and where it starts, and where its owner may place it instead. [IV.A]

    Units start at full strength [IV.G]; what the set-up does not name waits in the pool.
    """
    units = {name: Unit(name, POOL, combat_up=_has_combat(c)) for name, c in counters.items()}
    units = {n: replace(u, mode=COMBAT if u.combat_up else MOVE) for n, u in units.items()}
    choices: dict[str, tuple[int, ...]] = {}
    placed: set[str] = set()
    for row in read.rows(read.spec, "setup", SETUP, "a set-up"):
        h = read.hex(row, "hex", read.need(row, "hex", str))
        for name in read.words(row, "units"):
            if name not in counters:
                raise read.fail(row, "units", f"there is no unit {name!r}")
            if name in placed:
                raise read.fail(row, "units", f"{name} is set up a second time")
            placed.add(name)
            units[name] = _placed(read, row, units[name], counters[name], h, len(placed))
            _check_ground(read, row, ground, counters[name], units[name])
            free = _free_hexes(read, row, h)
            if free:
                faces = counters[name].combat.move, counters[name].move.move
                choices[name] = tuple(
                    b for b in free if any(ground.enterable(move, b) for move in faces)
                )  # [IV.I]
    for name, facts in read.need(read.spec, "state", dict, {}).items():
        if name not in units:
            raise read.fail(read.spec, "state", f"there is no unit {name!r}")
        units[name] = _edited(read, name, units[name], facts)
    _check_stacking(read, units, counters)
    _check_modes(read, units, counters)
    return units, choices


def _free_hexes(read: Reader, row: Any, h: int) -> tuple[int, ...]:
    """Where a unit may be placed: within so many hexes of its own, or in a zone. [IV.A]

    The boundary of a zone is part of it if the scenario says that it is inclusive. [IV.H]
    """
    within = read.need(row, "within", int, 0)
    found = list(read.board.disk(h, within)) if within else []
    if "area" in row:
        boundary = set(read.area(row, "boundary", row["boundary"])) if "boundary" in row else set()
        zone = set(read.area(row, "area", row["area"])) - boundary
        found += sorted(zone | boundary if row.get("inclusive") is True else zone)
        if h not in found:
            raise read.fail(row, "hex", f"{row['hex']} is not in the zone itself")
    return tuple(dict.fromkeys(found))


def _has_combat(counter: Counter) -> bool:
    return not counter.traits & {"pax", "eq"}


def _placed(read: Reader, row: Any, unit: Unit, counter: Counter, h: int, order: int) -> Unit:
    """A unit in its hex, in the mode that the set-up says. [IV.B]"""
    mode = str(row.get("mode", unit.mode))
    if mode not in MODES:
        raise read.fail(row, "mode", f"there is no mode {mode!r}; modes are {', '.join(MODES)}")
    up = {COMBAT: True, MOVE: False, STRAT: False}.get(mode, row.get("up", "combat") == "combat")
    if up and not _has_combat(counter):
        up, mode = False, MOVE if mode == COMBAT else mode  # [5.6b]
    lost = read.need(row, "lost", int, 0)
    if not 0 <= lost < counter.steps:
        raise read.fail(
            row, "lost", f"{counter.id} has {counter.steps} steps, it cannot lack {lost}"
        )
    return replace(unit, place=MAP, hex=h, mode=mode, combat_up=up, lost=lost, order=order)


def _edited(read: Reader, name: str, unit: Unit, facts: Any) -> Unit:
    """A unit with facts of its state set, hexes by their labels."""
    data = encode(unit)
    for key, value in facts.items():
        is_hex = key in ("hex", "start", "threw_from") and isinstance(value, str)
        data[key] = read.hex(facts, key, value) if is_hex else value
    try:
        return decode(Unit, data, name)
    except RecordError as error:
        raise read.fail(read.spec, "state", str(error)) from None


def _check_ground(read: Reader, row: Any, ground: Ground, counter: Counter, unit: Unit) -> None:
    """Nobody starts where he could not go. [IV.I]"""
    faces = {counter.combat.move, counter.move.move}
    if not any(ground.enterable(move, unit.hex) for move in sorted(faces)):
        terrain = read.board.terrain[unit.hex]
        raise read.fail(row, "hex", f"{counter.id} cannot stand on {terrain}")


def _check_stacking(
    read: Reader, units: Mapping[str, Unit], counters: Mapping[str, Counter]
) -> None:
    """Nobody starts overstacked [IV.E], and no hex holds units of both sides."""
    sizes: dict[int, int] = {}
    holders: dict[int, str] = {}
    for name, unit in units.items():
        if unit.place != MAP:
            continue
        counter = counters[unit.counter]
        if holders.setdefault(unit.hex, counter.side) != counter.side:
            label = read.board.label(unit.hex)
            raise read.fail(read.spec, "setup", f"both sides would be in {label}")
        sizes[unit.hex] = sizes.get(unit.hex, 0) + quarters(counter, unit)
        if sizes[unit.hex] > LIMIT:
            label = read.board.label(unit.hex)
            raise read.fail(read.spec, "setup", f"{label} would hold more than ten RE, with {name}")


def _check_modes(read: Reader, units: Mapping[str, Unit], counters: Mapping[str, Counter]) -> None:
    """Nobody starts in Reserve or Strat Mode next to an Attack-Capable enemy. [IV.B]"""
    able = {
        (counters[u.counter].side, u.hex)
        for u in units.values()
        if u.place == MAP and attack_capable(counters[u.counter], u)
    }
    if read.spec.get("begin"):
        return  # a position in the midst of a game
    for name, unit in units.items():
        if unit.place != MAP or unit.mode not in (RESERVE, STRAT):
            continue
        side = counters[unit.counter].side
        for b in read.board.around(unit.hex):
            if any(s != side and h == b for s, h in able):
                text = f"{name} cannot start in {unit.mode} mode next to an enemy"
                raise read.fail(read.spec, "setup", text)


def tokens_of(read: Reader, row: Any, points: str = "sp") -> int:
    """An amount of supply: in Supply Points, or in tokens. [3.3(A)]"""
    whole, loose = read.need(row, points, int, 0), read.need(row, "tokens", int, 0)
    return int(whole * TOKENS + loose)


def read_dumps(read: Reader) -> dict[str, Dump]:
    """The supply on the ground, or in a box off the map. [12.1b] [12.3e]"""
    found: dict[str, Dump] = {}
    for row in read.rows(read.spec, "dumps", DUMPS, "a dump"):
        side, box = read.side(row, "side", row.get("side")), _box(read, row)
        h = -1 if box else read.hex(row, "hex", read.need(row, "hex", str))
        key, tokens = f"{side}@{box}" if box else dump_key(side, h), tokens_of(read, row)
        if tokens < 0:
            raise read.fail(row, None, f"a dump holds tokens, not {tokens}")
        before = found[key].tokens if key in found else 0
        found[key] = Dump(side, h, before + tokens, at=box)
    return found


def read_transport(read: Reader, kinds: Mapping[str, TransportKind]) -> dict[str, Transport]:
    """The Transport Points: empty unless the scenario says otherwise. [IV.C] [IV.D]"""
    found: dict[str, Transport] = {}
    for i, row in enumerate(read.rows(read.spec, "transport", TRANSPORT, "transport"), 1):
        side = read.side(row, "side", row.get("side"))
        kind = str(row.get("kind", "truck"))
        if kind not in kinds:
            raise read.fail(row, "kind", f"there is no transport {kind!r}")
        size = read.need(row, "points", int, 1) * TOKENS
        if size < TOKENS or (row.get("extender") is True and size != EXTENDER):
            text = "one point at least, and five for an Extender [12.7]"
            raise read.fail(row, "points", f"{row.get('points', 1)} points: {text}")
        load = size if row.get("loaded") is True else read.need(row, "load", int, 0)
        if not 0 <= load <= size:
            raise read.fail(row, "load", f"{size} tokens are its size; it cannot carry {load}")
        name = str(row.get("id", f"{side}-{kind}-{i}"))
        if name in found:
            raise read.fail(row, "id", f"there is transport called {name} already")
        label = row.get("hex")
        h = read.hex(row, "hex", label) if label is not None else -1
        found[name] = Transport(
            side, kind, size, h, load, str(row.get("formation", "")), row.get("extender") is True,
            place=MAP if h >= 0 else POOL,
        )  # fmt: skip
    return found


def read_freedom(
    read: Reader, transport: Mapping[str, Transport], kinds: Mapping[str, TransportKind],
    ground: Ground,
) -> dict[str, tuple[int, ...]]:  # fmt: skip
    """Where owners may place their transport and their supply instead. [IV.A] [IV.I]"""
    found: dict[str, tuple[int, ...]] = {}
    rows = read.rows(read.spec, "transport", TRANSPORT, "transport")
    for (key, points), row in zip(transport.items(), rows, strict=True):
        free = _free_hexes(read, row, points.hex) if points.hex >= 0 else ()
        found[key] = tuple(b for b in free if ground.enterable(kinds[points.kind].move, b))
    for row in read.rows(read.spec, "dumps", DUMPS, "a dump"):
        if "box" not in row:
            h = read.hex(row, "hex", row["hex"])
            land = (b for b in _free_hexes(read, row, h) if ground.enterable(LEG, b))
            found[dump_key(row["side"], h)] = tuple(land)
    return {key: hexes for key, hexes in found.items() if hexes}


def read_air(read: Reader, planes: Mapping[str, Plane]) -> dict[str, Aircraft]:
    """The aircraft, on bases, carriers or in boxes off the map: Active at the start. [IV.F]"""
    found: dict[str, Aircraft] = {}
    for i, row in enumerate(read.rows(read.spec, "air", AIR, "an aircraft"), 1):
        plane = str(row.get("plane", ""))
        if plane not in planes:
            raise read.fail(row, "plane", f"there is no air counter {plane!r}")
        name = str(row.get("id", f"{plane}-{i}"))
        label = row.get("hex")
        h = read.hex(row, "hex", label) if label is not None else -1
        carrier = str(row.get("carrier", ""))
        if carrier and h >= 0:
            raise read.fail(row, "hex", f"{name} is where its carrier {carrier} is; leave it out")
        box = _box(read, row)
        if box and (carrier or h >= 0):
            raise read.fail(row, "box", f"{name} is in the box {box} or elsewhere, not both")
        found[name] = Aircraft(
            planes[plane].side, plane, BOX if box else MAP if h >= 0 or carrier else POOL, h,
            carrier, row.get("active", True) is True, row.get("reduced") is True, at=box,
        )  # fmt: skip
    return found


def read_gliders(read: Reader) -> dict[str, tuple[tuple[int, int], ...]]:
    """The Glider Points of each side by the hex of their base. [14.10e]"""
    found: dict[str, dict[int, int]] = {}
    for row in read.rows(read.spec, "gliders", GLIDERS, "gliders"):
        side = read.side(row, "side", row.get("side"))
        h = read.hex(row, "hex", read.need(row, "hex", str))
        points = found.setdefault(side, {})
        points[h] = points.get(h, 0) + read.need(row, "points", int, 1)
    return {side: tuple(sorted(points.items())) for side, points in found.items()}


def read_plans(read: Reader, counters: Mapping[str, Counter]) -> tuple[DropPlan, ...]:
    """The drops planned before the game begins, one for each unit at most. [14.10b]"""
    found: dict[str, DropPlan] = {}
    for row in read.rows(read.spec, "plans", PLANS, "a drop plan"):
        name = str(row.get("unit", ""))
        if name not in counters or name in found:
            raise read.fail(row, "unit", f"{name!r} is no unit, or on another plan already")
        h = read.hex(row, "hex", read.need(row, "hex", str))
        found[name] = DropPlan(name, h, read.need(row, "turn", int))
    return tuple(found.values())


def read_naval(read: Reader, ships: Mapping[str, ShipCounter]) -> dict[str, Ship]:
    """The ships; landing craft have points. [18.4]"""
    found: dict[str, Ship] = {}
    for i, row in enumerate(read.rows(read.spec, "naval", NAVAL, "a ship"), 1):
        counter = str(row.get("ship", ""))
        if counter not in ships:
            raise read.fail(row, "ship", f"there is no ship {counter!r}")
        craft = ships[counter].type in LANDING_CRAFT
        size = read.need(row, "points", int, 1) * TOKENS if craft else 0
        name = str(row.get("id", f"{counter}-{i}"))
        label = row.get("hex")
        h = read.hex(row, "hex", label) if label is not None else -1
        found[name] = Ship(
            ships[counter].side, counter, MAP if h >= 0 else POOL, h,
            row.get("damaged") is True, size=size, load=read.need(row, "load", int, 0),
        )  # fmt: skip
    return found


def read_sites(read: Reader, ports: Mapping[int, Port]) -> dict[int, Site]:
    """Air Bases, hedgehogs and ports with their owners. [3.3(C)]"""
    found: dict[int, Site] = {h: Site(port_owner=port.owner, hits=0) for h, port in ports.items()}
    for key, fields in (("bases", ("base", 0, 3)), ("hedgehogs", ("hog", 1, 4))):
        name, least, most = fields
        for row in read.rows(read.spec, key, BASES, key):
            side = read.side(row, "side", row.get("side"))
            h = read.hex(row, "hex", read.need(row, "hex", str))
            level = read.need(row, "level", int, 1)
            if not least <= level <= most:
                raise read.fail(row, "level", f"{key}: a level is {least} to {most}, not {level}")
            site = found.get(h, Site())
            if getattr(site, f"{name}_owner"):
                raise read.fail(row, "hex", f"{key}: there is one in this hex already")  # [4.8]
            found[h] = replace(site, **{name: level, f"{name}_owner": side})
    for row in read.rows(read.spec, "ports", PORTS, "a port"):
        h = read.hex(row, "hex", row["hex"])
        found[h] = replace(found[h], hits=read.need(row, "hits", int, 0))
    return found


def read_ports(read: Reader) -> dict[int, Port]:
    """The ports of the map. [19.0a]"""
    found: dict[int, Port] = {}
    for row in read.rows(read.spec, "ports", PORTS, "a port"):
        h = read.hex(row, "hex", read.need(row, "hex", str))
        owner = read.side(row, "side", row["side"]) if "side" in row else ""
        sides = tuple(read.side(row, "source_for", s) for s in read.words(row, "source_for"))
        track = tuple(int(t) for t in read.need(row, "track", list, []))
        capacity = tokens_of(read, row, "capacity")
        found[h] = Port(str(row.get("name", row["hex"])), h, capacity, owner, track, sides)
    return found


def _box(read: Reader, row: Any) -> str:
    """The box off the map that a row names, empty if it names none. [I.F]"""
    box, known = str(row.get("box", "")), read.need(read.spec, "boxes", dict, {})
    if box and box not in known:
        raise read.fail(row, "box", f"there is no box {box!r}; {nearest(box, known)}")
    return box


def read_boxes(read: Reader) -> dict[str, Box]:
    """The holding boxes off the map, with what they are linked with. [I.F]"""
    given = read.need(read.spec, "boxes", dict, {})
    found: dict[str, Box] = {}
    for name, row in given.items():
        read.only(row, ("links", "hexes"), "a box")
        links = tuple(read.words(row, "links"))
        for link in links:
            if link not in given:
                raise read.fail(row, "links", f"there is no box {link!r}; {nearest(link, given)}")
        found[str(name)] = Box(str(name), links, read.hexes(row, "hexes", row.get("hexes", ())))
    return found


def read_sources(read: Reader) -> tuple[Source, ...]:
    """The sources of trace supply: hexes, areas, or an edge of the map. [12.6a(1)]"""
    found: list[Source] = []
    for row in read.rows(read.spec, "sources", SOURCES, "a source of supply"):
        side = read.side(row, "side", row.get("side"))
        if "edge" in row:
            if row["edge"] not in read.board.edges:
                raise read.fail(row, "edge", f"there is no edge {row['edge']!r}")
            hexes = read.board.edges[row["edge"]]
        elif "area" in row:
            hexes = read.area(row, "area", row["area"])
        else:
            hexes = (read.hex(row, "hex", read.need(row, "hex", str)),)
        found += [Source(side, h, str(row.get("label", ""))) for h in hexes]
    return tuple(found)


def read_arrivals(read: Reader, known: Mapping[str, Any]) -> tuple[Arrival, ...]:
    """What comes when and where. [13.6]"""
    found = []
    for row in read.rows(read.spec, "arrivals", ARRIVALS, "an arrival"):
        ids = tuple(read.words(row, "units"))
        for name in ids:
            if name not in known:
                raise read.fail(row, "units", f"there is nothing called {name!r} to arrive")
        hexes = read.hexes(row, "hexes", row.get("hexes", ()))
        if "area" in row:
            hexes += read.area(row, "area", row["area"])
        first, side = read.need(row, "turn", int), read.side(row, "side", row.get("side"))
        last = read.need(row, "until", int, first)
        if last < first or (last > first and ids):
            text = "until a later turn comes supply alone; units come once"
            raise read.fail(row, "until", text)
        tokens, label = tokens_of(read, row), str(row.get("label", ""))
        for turn in range(first, last + 1):
            found.append(Arrival(side, turn, ids, hexes, tokens, label, row.get("port") is True))
    return tuple(found)


def read_withdrawals(read: Reader, known: Mapping[str, Any]) -> tuple[Withdrawal, ...]:
    """Who leaves for other theatres, and when."""
    found = []
    for row in read.rows(read.spec, "withdrawals", WITHDRAWALS, "a withdrawal"):
        ids = tuple(read.words(row, "units"))
        for name in ids:
            if name not in known:
                raise read.fail(row, "units", f"there is nothing called {name!r} to withdraw")
        side = read.side(row, "side", row.get("side"))
        label = str(row.get("label", ""))
        found.append(Withdrawal(side, read.need(row, "turn", int), ids, label))
    return tuple(found)


def read_surrender(read: Reader, counters: Mapping[str, Counter]) -> tuple[Surrender, ...]:
    """Who may lay down his arms, and why: units by name, or by nation and traits."""
    found = []
    for row in read.rows(read.spec, "surrender", SURRENDER, "a surrender"):
        side = read.side(row, "side", row.get("side"))
        names, nations = read.words(row, "units"), read.words(row, "nations")
        traits, causes = frozenset(read.words(row, "traits")), tuple(read.words(row, "causes"))
        for name in names:
            if name not in counters or counters[name].side != side:
                raise read.fail(row, "units", f"there is no unit {name!r} of {side}")
        for word in causes:
            if word not in CAUSES:
                text = f"nobody surrenders for {word!r}; {nearest(word, CAUSES)}"
                raise read.fail(row, "causes", text)
        roll = read.need(row, "roll", int)
        if not causes or not 1 <= roll <= 6:
            raise read.fail(row, None, "a surrender has causes, and a roll of 1 to 6")
        if not names:
            names = [
                name
                for name, counter in counters.items()
                if counter.side == side
                and _has_combat(counter)  # replacements have no arms to lay down
                and (not nations or counter.nation in nations)
                and traits <= counter.traits
            ]
        label = str(row.get("label", "surrender"))
        turn = read.need(row, "turn", int, 1)
        found.append(Surrender(label, side, tuple(names), causes, roll, turn))
    return tuple(found)
