"""Air Defense Fire of the Standard Game. [6.6]"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.pieces.ships import hull, ships_at
from grognard.systems.nextwar.pieces.stacks import holder, stacks, units_at
from grognard.systems.nextwar.pieces.values import counter_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRFIELD
from grognard.systems.nextwar.status import LEVELS, NOW, SITES, WAR
from grognard.systems.nextwar.units import ARMOR, MECHANIZED, UNITS

_CELL = re.compile(r"(\*?)A(\d)")
TABLE = "standard-adf-drms"
ESCORT = "each escorting Air Point (max 2)"
HOME = "Air Transport landing in home or allied country"
BASES = "target hex within 2 hexes of an enemy Airfield / Installation or Naval Unit"
TANKS = (
    "target hex in or adjacent to an enemy Armor or Mechanized unit "
    "(not one making an amphibious assault)"
)
OVERFLOWN = "helicopter or airmobile unit flew over an enemy unit (not the target hex)"


@dataclass(frozen=True, slots=True)
class Flight:
    """A mission as air defenses see it: whose, over which hexes, and to where. [6.6]

    `path` runs from the origin to the target, both included; support of combat by Air Points has
    no path, and is never out of reach. `kind` is support, helicopter, transport, airmobile or drop.
    `approach` is the way of empty helicopters to the troops that they carry. [8.5.4.3-p1]
    """

    side: str
    target: int
    kind: str
    path: tuple[int, ...] = ()
    escorts: int = 0
    approach: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Flak:
    """What air defenses did: sent back, points kept off, and something lost for good. [6.6.1.1]"""

    abort: bool = False
    kept_off: int = 0
    lost: bool = False


def parse(text: str) -> Flak:
    """A cell such as `*A2`; a dash is nothing. [6.6.1.1] [6.6.1.1-p1]"""
    match = _CELL.fullmatch(text)
    return Flak() if match is None else Flak(True, int(match[2]), bool(match[1]))


def immune(game: Nw, flight: Flight) -> bool:
    """Whether a mission over one's own country is safe: while the air is not the enemy's, and no
    enemy ground unit is near either end. [6.6-x1]"""
    war, scenario = game.state[WAR][NOW], game.scenario
    if not flight.path or war.ruler == scenario.other(flight.side):
        return False
    if not all(scenario.home(flight.side, h) for h in (*flight.approach, *flight.path)):
        return False
    enemy = scenario.other(flight.side)
    ends = (flight.path[0], flight.path[-1])
    near = {b for h in ends for b in (h, *game.board.around(h))}
    return not any(holder(game, h) == enemy for h in near)


def column(game: Nw, side: str) -> str:
    """The column for missions of a side, by who rules the air. [6.6.1]"""
    war = game.state[WAR][NOW]
    if not war.level:
        return LEVELS[0]
    who = "flying" if war.ruler == side else "firing"
    return f"{who}_{LEVELS[war.level]}"


def modifiers(game: Nw, flight: Flight, at: int) -> Tally:
    """What is added to the roll; more is better for who flies. [6.2.2] [6.6.1]"""
    tally, tables = Tally(), game.scenario.tables
    if flight.escorts:
        value = flight.escorts * drm(tables, TABLE, ESCORT)
        tally = tally.add("escorts", value, "6.2.2", "chart")
    if flight.kind == "transport" and game.scenario.home(flight.side, at):
        tally = tally.add("landing at home", drm(tables, TABLE, HOME), "8.5.2")
    if defended(game, at, game.scenario.other(flight.side)):
        tally = tally.add("near enemy bases", drm(tables, TABLE, BASES), "6.6.1", "chart")
    if armored(game, at, game.scenario.other(flight.side)):
        tally = tally.add("enemy armor near", drm(tables, TABLE, TANKS), "6.6.1", "chart")
    flies = flight.kind in ("helicopter", "airmobile") and at == flight.target
    if flies and overflown(game, flight):
        tally = tally.add("over enemy units", drm(tables, TABLE, OVERFLOWN), "6.6.1", "chart")
    return tally


def defended(game: Nw, h: int, enemy: str) -> bool:
    """Whether an enemy airfield, installation or ship is within two hexes. [6.6.1]"""
    state = game.state[SITES]
    for b in game.board.disk(h, 2):
        if any(hull(game, ship).side == enemy for ship in ships_at(game, b)):
            return True
        for site in game.scenario.ground.at.get(b, ()):
            counts = site.installation or site.kind == AIRFIELD
            if counts and controller(game, b) == enemy and not state[site.id].destroyed:
                return True
    return False


def armored(game: Nw, h: int, enemy: str) -> bool:
    """Whether enemy armor or mechanized units are in a hex or next to it. [6.6.1]"""
    for b in (h, *game.board.around(h)):
        if holder(game, b) == enemy:
            arms = {counter_of(game, name).arm for name in units_at(game, b)}
            if arms & {ARMOR, MECHANIZED}:
                return True
    return False


def overflown(game: Nw, flight: Flight) -> bool:
    """Whether enemies lie under the way, but for its end. [6.6.1]"""
    enemy = game.scenario.other(flight.side)
    return any(holder(game, h) == enemy for h in flight.path[:-1])


def fire(game: Nw, flight: Flight, names: Sequence[str] = (), at: int | None = None) -> Flak:
    """Resolve air defense fire against a mission, at its target or at its origin. [6.6] [6.6.1]"""
    if at is None and immune(game, flight):
        return Flak()
    h = flight.target if at is None else at
    tally, where = modifiers(game, flight, h), column(game, flight.side)
    shown, cell = dice.on_table(game, "standard-adf", where, tally)
    flak = parse(cell)
    facts = {
        "side": flight.side, "hex": game.board.label(h), "kind": flight.kind,
        "units": list(names), "column": where,
        "abort": flak.abort, "kept_off": flak.kept_off, "lost": flak.lost,
    }  # fmt: skip
    dice.show(game, "air-defense", "6.6.1", facts, shown, tally)
    return flak


def way(game: Nw, side: str, start: int, end: int, most: int) -> tuple[int, ...]:
    """A way through the air of so many hexes at most: around enemies and over home if it can be.

    Empty if it is too far.
    """
    if game.board.distance(start, end) > most:
        return ()
    masks = airways(game, side)

    def compute() -> tuple[int, ...]:
        tried = (_shortest(game, start, end, most, shut) for shut in masks)
        return next((found for found in tried if found), None) or game.board.line(start, end)

    return game.cached(("way", side, start, end, most), (), compute, detail=masks)


def airways(game: Nw, side: str) -> tuple[bytes, bytes, bytes]:
    """Where a side does not fly if it can help it: not over enemies and beyond its own countries;
    not over enemies and their countries; not over enemies. One for each hex that is shut."""

    def abroad() -> tuple[bytes, bytes, bytes]:
        hexes, scenario = range(game.board.n), game.scenario
        strange = bytes(not scenario.home(side, h) for h in hexes)
        return strange, bytes(scenario.hostile(side, h) for h in hexes), bytes(game.board.n)

    def compute() -> tuple[bytes, bytes, bytes]:
        masks = [bytearray(mask) for mask in game.cached(("abroad", side), (), abroad)]
        for h in stacks(game).held[game.scenario.other(side)]:
            for mask in masks:
                mask[h] = 1
        first, second, third = map(bytes, masks)
        return first, second, third

    return game.cached(("airways", side), (UNITS.name,), compute)


def _shortest(game: Nw, start: int, end: int, most: int, shut: bytes) -> tuple[int, ...]:
    """The first way of the fewest hexes through what is not shut."""
    around = game.board.around
    before, layer = {start: -1}, [start]
    for _ in range(most):
        following = []
        for h in layer:
            for b in around(h):
                if b not in before and (b == end or not shut[b]):
                    before[b] = h
                    following.append(b)
        if end in before:
            path = [end]
            while before[path[-1]] >= 0:
                path.append(before[path[-1]])
            return tuple(reversed(path))
        layer = following
    return ()
