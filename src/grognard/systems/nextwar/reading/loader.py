"""Reading a scenario: from a file with its counters, sites and map, or from plain data.

Whatever cannot be played is refused on loading, with file and line.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.assembly import board_of, spec_of
from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.sources import Sources
from grognard.engine.system import counted
from grognard.kit.reading import (
    chosen_options,
    fingerprint,
    lay_sheets,
    printed,
    turns_of,
    two_sides,
    window_of,
)
from grognard.systems.nextwar.charts import nextwar_tables
from grognard.systems.nextwar.ground import SEA, TERRAINS, Ground
from grognard.systems.nextwar.options import ADVANCED, OPTIONS, STANDARD
from grognard.systems.nextwar.reading.air import (
    HELO_SHEET,
    read_afar,
    read_air_drms,
    read_air_points,
    read_air_rule,
    read_bases,
    read_due,
    read_helicopter,
    read_lift,
)
from grognard.systems.nextwar.reading.counters import SHEET, check_outposts, read_counter
from grognard.systems.nextwar.reading.naval import (
    SHIP_SHEET,
    beached,
    check_embarked,
    markers,
    read_fleet,
    read_lands,
    read_ship,
    read_waters,
)
from grognard.systems.nextwar.reading.operations import (
    read_helpers,
    read_launchers,
    read_listeners,
    read_missiles,
    read_onset,
    read_raiders,
    read_resolutions,
    read_salvos,
)
from grognard.systems.nextwar.reading.sites import SITE_SHEET, read_sites
from grognard.systems.nextwar.reading.special import read_special
from grognard.systems.nextwar.reading.supply import read_supplies, read_supply
from grognard.systems.nextwar.reading.wings import (
    AIR_SHEET,
    read_aircraft,
    read_basing,
    read_permanent,
    read_sorties,
    read_wings,
)
from grognard.systems.nextwar.scenario import (
    EDGES,
    SEASONS,
    Belligerent,
    NextWarScenario,
    Opening,
    Spec,
    Terms,
)
from grognard.systems.nextwar.status import KINDS, WEATHERS, SideStatus, War
from grognard.systems.nextwar.units import ABOARD, ASIDE, BOX, EXPECTED, MAP, Counter, Unit, at_odds

KEYS = (
    "id", "system", "title", "summary", "map", "window", "counters", "sites", "start", "turns",
    "season", "sides", "initiative", "setup", "reinforcements", "options", "assets", "victory",
    "surprise", "replacements", "helicopters", "bases", "air", "control", "state", "begin",
    "include", "overlays", "areas", "ships", "fleet", "seas", "landings", "lift", "special",
    "aircraft", "wings", "basing", "sorties", "defenses",
    "raiders", "listening", "un", "onset", "supply", "formations", "aside", "irreplaceable",
    "launchers", "salvos", "lands", "missiles", "posture",
)  # fmt: skip
SIDE = ("name", "countries", "edge", "all_weather", "allied")
ALL_WEATHER = ("full", "limited", "none")
ASSETS = tuple(f.name for f in fields(SideStatus))
WAR_FACTS = tuple(f.name for f in fields(War))
VICTORY = ("levels", "automatic", "capital", "bridges", "advanced")
INITIATIVE = ("side", "guaranteed", "vps", "advanced")

SHEETS = {"counters": SHEET, "sites": SITE_SHEET, "helicopters": HELO_SHEET, "ships": SHIP_SHEET}
SHEETS |= {"aircraft": AIR_SHEET}


def read(
    sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
) -> NextWarScenario:
    """A scenario from its texts: its own, its counters', its sites' and its map's."""
    spec = spec_of(sources, KEYS)
    board = board_of(sources, spec)
    lay_sheets(sources, spec, SHEETS, packs)
    return build(spec, board, sources.main, options, packs, sources.charts())


def build(
    spec: Spec,
    board: Board,
    where: str,
    options: Mapping[str, Any],
    packs: Sequence[Path] = (),
    charts: Mapping[str, str] | None = None,
) -> NextWarScenario:
    """A scenario from its data, or the reason why it is none."""
    read = Reader(spec, board, where)
    read.only(spec, KEYS, "a scenario")
    read.board = board = window_of(read)
    settled = chosen_options(read, OPTIONS, options)
    tables = nextwar_tables(packs, charts)
    for terrain in sorted({*board.terrain} - {*TERRAINS}):
        text = f"the map has {terrain!r}, which is no terrain here; {nearest(terrain, TERRAINS)}"
        raise read.fail(spec, "map", text)
    sides = _sides(read)
    powers = {side: _power(read, side) for side in sides}
    for name, labels in read.need(spec, "areas", dict, {}).items():
        read.areas[name] = read.hexes(spec["areas"], name, labels)
    sites = read_sites(read, powers)
    ground = Ground(board, tables, tuple(sites.values()))
    counters = printed(read, "counters", read_counter, sides)
    helicopters = printed(read, "helicopters", read_helicopter, sides)
    ships = printed(read, "ships", read_ship, sides)
    fleet, havens = read_fleet(read, ships, ground)
    waters = read_waters(read, tables, sides)
    aircraft = read_wings(read, printed(read, "aircraft", read_aircraft, sides))
    basing = read_basing(read, powers, aircraft, fleet, tables)
    units = _units(read, counters, ground, helicopters, settled["game"])
    check_embarked(read, counters, units, ships, fleet)
    check_outposts(read, counters, units, ground)
    signs = markers(waters, len(units)) if fleet else {}
    units |= beached(read, signs)
    stores = read_supply(read, tables, len(units)) if settled["game"] == ADVANCED else {}
    units |= {name: unit for name, (_, unit) in stores.items()}
    signs |= stores
    counters = {**counters, **{name: counter for name, (counter, _) in signs.items()}}
    return NextWarScenario(
        id=read.need(spec, "id", str),
        title=read.need(spec, "title", str, spec.get("id")),
        system="nextwar",
        board=board,
        sides=sides,
        options=settled,
        fingerprint=fingerprint(spec, board, counted(OPTIONS, settled), tables),
        ground=ground,
        tables=tables,
        counters={name: counters[name] for name in units},
        units=units,
        powers=powers,
        sites=sites,
        control=_control(read, ground, powers),
        assets={side: _assets(read, side) for side in sides},
        turns=turns_of(read),
        season=_word(read, "season", SEASONS, "autumn"),
        terms=_terms(read, sides, settled["game"]),
        opening=_opening(read, sides),
        helicopters=helicopters,
        bases=read_bases(read, helicopters, ground),
        due=read_due(read, helicopters),
        air_points=read_air_points(read, sides),
        air_drms=read_air_drms(read, sides),
        air_rule=read_air_rule(read),
        divisions=frozenset(
            (c.nation, c.formation) for c in counters.values() if c.hq and c.size == "division"
        ),
        entries=_entries(read),
        overseas=_overseas(read),
        replacements=_replacements(read),
        surprise=_surprise(read, settled["game"]),
        ships={name: ships[name] for name in fleet},
        fleet=fleet,
        havens=havens,
        waters=waters,
        afar=read_afar(read, helicopters, fleet),
        special=read_special(read, counters, ground),
        lift=read_lift(read),
        aircraft=aircraft,
        basing=basing,
        sorties=read_sorties(read, aircraft),
        permanent=read_permanent(read),
        supplies=read_supplies(read),
        parents=dict(read.need(spec, "formations", dict, {})),
        listeners=read_listeners(read),
        raiders=read_raiders(read, tables),
        resolutions=read_resolutions(read),
        onset=read_onset(read),
        salvos=read_salvos(read),
        launchers=read_launchers(read),
        missiles=read_missiles(read),
        helpers=read_helpers(read, basing),
        lands=read_lands(read),
        irreplaceable=tuple(read.words(spec, "irreplaceable")),
        start_date=read.day("start"),
        brief=str(spec.get("summary", "")).strip(),
    )


def _sides(read: Reader) -> tuple[str, ...]:
    """The two sides, the one with the initiative at the start first. [5.1]"""
    given = read.need(read.spec, "initiative", dict)
    read.only(given, INITIATIVE, "the initiative")
    sides = two_sides(read, "Next War")
    first = read.side(given, "side", read.need(given, "side", str))
    return (first, *(side for side in sides if side != first))


def _power(read: Reader, side: str) -> Belligerent:
    """A side as the scenario has it. [4.1.2] [9.8.1]"""
    row = read.need(read.spec["sides"], side, dict)
    read.only(row, SIDE, "a side")
    edge = str(row.get("edge", ""))
    if edge not in EDGES:
        raise read.fail(row, "edge", f"there is no edge {edge!r}; {nearest(edge, EDGES)}")
    weather = str(row.get("all_weather", "full"))
    if weather not in ALL_WEATHER:
        hint = nearest(weather, ALL_WEATHER)
        raise read.fail(row, "all_weather", f"{weather!r} is not known; {hint}")
    return Belligerent(
        side,
        read.need(row, "name", str, side.title()),
        tuple(read.words(row, "countries")),
        edge,
        weather,
        bool(row.get("allied", False)),
    )


def _word(read: Reader, key: str, known: Sequence[str], default: str) -> str:
    value = str(read.spec.get(key, default))
    if value not in known:
        raise read.fail(read.spec, key, f"there is no {key} {value!r}; {nearest(value, known)}")
    return value


def _units(
    read: Reader, counters: Mapping[str, Counter], ground: Ground, apart: Container[str], game: str
) -> dict[str, Unit]:
    """Where the counters are at the start, or when they come; those `apart` are no ground units.
    Some are of one of the two games only.

    [2.3.6] [10.0]
    """
    given: dict[str, Unit] = {}
    keys = ("hex", "box", "ship", "units", "game")
    for row in read.rows(read.spec, "setup", keys, "a place of the set-up"):
        if row.get("game", game) not in (STANDARD, ADVANCED):
            raise read.fail(row, "game", f"there is no game {row['game']!r}")
        if row.get("game", game) != game:
            continue
        if "box" in row or "ship" in row:
            place = Unit(BOX, where=row["box"]) if "box" in row else Unit(ABOARD, where=row["ship"])
            for name in read.words(row, "units"):
                given[name] = _unit(read, row, counters, given, name, place)
            continue
        h = read.hex(row, "hex", row.get("hex"))
        if not ground.land(h):
            raise read.fail(row, "hex", f"{row['hex']} is at sea; ground units stand on land")
        for name in read.words(row, "units"):
            given[name] = _unit(read, row, counters, given, name, Unit(MAP, h))
    known = ("turn", "side", "units", "hex", "hexes", "area", "edge", "box")
    for row in read.rows(read.spec, "reinforcements", known, "reinforcements"):
        turn = read.need(row, "turn", int)
        for name in read.words(row, "units"):
            if name not in apart:
                given[name] = _unit(read, row, counters, given, name, Unit(EXPECTED, due=turn))
    for name in read.words(read.spec, "aside"):
        given[name] = _unit(read, read.spec, counters, given, name, Unit(ASIDE))  # [30.2] [30.3]
    return {name: given[name] for name in counters if name in given}


def _unit(
    read: Reader, row: Any, counters: Mapping[str, Counter], given: Mapping[str, Unit],
    name: str, unit: Unit,
) -> Unit:  # fmt: skip
    """A unit at full strength, with what the scenario says of its state besides."""
    if name not in counters:
        raise read.fail(row, "units", f"there is no counter {name!r}; {nearest(name, counters)}")
    if name in given:
        raise read.fail(row, "units", f"{name!r} is placed a second time")
    state = read.need(read.spec, "state", dict, {}).get(name, {})
    known = {f.name for f in fields(Unit)}
    read.only(state, known, "the state of a unit")
    found = Unit(
        **{
            **{f.name: getattr(unit, f.name) for f in fields(Unit)},
            "steps": len(counters[name].faces),
            "order": len(given),
            **state,
        }
    )
    wrong = at_odds(counters[name], found)
    if wrong is not None:
        raise read.fail(read.spec, "state", wrong.text)
    return found


def _control(read: Reader, ground: Ground, powers: Mapping[str, Belligerent]) -> tuple[str, ...]:
    """Who controls each hex: whose country it is, unless the scenario says otherwise. [8.4]"""
    owner = {land: side for side, power in powers.items() for land in power.countries}
    found = [owner.get(country, "") for country in ground.country]
    for side, labels in read.by_side("control").items():
        for h in read.hexes(read.spec["control"], side, labels):
            found[h] = side
    return tuple(
        "" if ground.board.terrain[h] == SEA else control for h, control in enumerate(found)
    )


def _assets(read: Reader, side: str) -> SideStatus:
    """The points and tracks of a side at the start."""
    row = read.by_side("assets").get(side, {})
    read.only(row, ASSETS, "the assets of a side")
    given = {key: read.need(row, key, int) for key in row}
    return SideStatus(**{**given, "vp": before_the_war(given)})


def before_the_war(assets: Mapping[str, int]) -> int:
    """The Victory Points from before the game: they go to the total, and are none of the first
    turn's. [12.1.3]"""
    return assets.get("vp", 0)


def _terms(read: Reader, sides: tuple[str, ...], game: str) -> Terms:
    """What wins; the Advanced Game may have terms of its own. [5.1] [12.2] [12.3]"""
    given = read.need(read.spec, "victory", dict, {})
    read.only(given, VICTORY, "the terms of victory")
    read.only(read.need(given, ADVANCED, dict, {}), VICTORY[:-1], "the terms of victory")
    given = _played(read, given, game)
    begin = _played(read, read.spec["initiative"], game)
    levels = tuple(
        (read.need(row, "lead", int), _winner(read, row), read.need(row, "title", str))
        for row in read.rows(given, "levels", ("lead", "side", "title"), "a level of victory")
    )
    if list(levels) != sorted(levels, reverse=True):
        raise read.fail(given, "levels", "levels stand from the highest lead to the lowest")
    capitals = read.need(given, "capital", dict, {})
    for side in capitals:
        read.side(capitals, side, side)
    return Terms(
        initiative=read.need(begin, "vps", int, 0),
        guaranteed=read.need(begin, "guaranteed", int, 1),
        automatic=read.need(given, "automatic", int, 0),
        levels=levels,
        capital={side: read.hexes(capitals, side, capitals[side]) for side in capitals},
        bridges=read.need(given, "bridges", int, -1),
    )


def _played(read: Reader, given: Mapping[str, Any], game: str) -> dict[str, Any]:
    """What is given for the game that is played: the Advanced Game may have values of its own,
    under its name, for some or all."""
    common = {key: value for key, value in given.items() if key != ADVANCED}
    return common | (read.need(given, ADVANCED, dict, {}) if game == ADVANCED else {})


def _winner(read: Reader, row: Any) -> str:
    """Who wins at a level of victory; nobody, if none is named."""
    return read.side(row, "side", row["side"]) if row.get("side") else ""


def _opening(read: Reader, sides: tuple[str, ...]) -> Opening:
    """The turn and the segment that a position begins in, with the state of the war."""
    given = dict(read.need(read.spec, "begin", dict, {}))
    read.only(given, ("turn", "segment", *WAR_FACTS), "a beginning")
    turn, segment = given.pop("turn", 1), given.pop("segment", "weather")
    war = War(**{"first": sides[0], **given})
    for key, known in (("weather", WEATHERS), ("kind", KINDS), ("first", sides)):
        value = getattr(war, key)
        if value not in known:
            hint = nearest(str(value), known)
            raise read.fail(read.spec, "begin", f"there is no {key} {value!r}; {hint}")
    return Opening(turn, segment, war)


def _entries(read: Reader) -> dict[str, tuple[int, ...]]:
    """Where reinforcements come: a hex, several, an area, or an edge of the map. [10.0]"""
    found = {}
    for row in read.need(read.spec, "reinforcements", list, []):
        if "box" in row:
            continue
        if "edge" in row:
            if row["edge"] not in read.board.edges:
                hint = nearest(str(row["edge"]), read.board.edges)
                raise read.fail(row, "edge", f"there is no edge {row['edge']!r}; {hint}")
            hexes = read.board.edges[row["edge"]]
        elif "area" in row:
            hexes = read.area(row, "area", row["area"])
        else:
            labels = row.get("hexes") or [row.get("hex")]
            hexes = read.hexes(row, "hexes", labels)
        found.update(dict.fromkeys(read.words(row, "units"), hexes))
    return found


def _overseas(read: Reader) -> dict[str, str]:
    """The reinforcements that come to a holding box. [10.0]"""
    found = {}
    for row in read.need(read.spec, "reinforcements", list, []):
        if "box" in row:
            box = str(row["box"])
            if box not in read.board.boxes:
                hint = nearest(box, read.board.boxes)
                raise read.fail(row, "box", f"there is no box {box!r}; {hint}")
            found.update(dict.fromkeys(read.words(row, "units"), box))
    return found


def _replacements(read: Reader) -> dict[str, tuple[int, ...]]:
    """The Replacement Points of nations, turn by turn. [11.0]"""
    given = read.need(read.spec, "replacements", dict, {})
    return {str(nation): tuple(read.need(given, nation, list)) for nation in given}


def _surprise(read: Reader, game: str) -> dict[str, int]:
    """The columns of surprise in the first turn, by the kind of segment. [9.5.4]"""
    given = _played(read, read.need(read.spec, "surprise", dict, {}), game)
    return {str(kind): read.need(given, kind, int) for kind in given}
