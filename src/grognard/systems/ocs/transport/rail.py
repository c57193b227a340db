"""Railways: which lines a side may use, stations, and cargo by rail. [13.3]

Cargo entrains, goes along connected rail hexes and detrains, all in one Movement Phase [13.3c]. A
side uses track of its own gauge [13.3f], on lines that lead from a source of supply to a friend and
hold no enemy combat unit [13.3h]. Nothing damages or repairs track in this version. [13.3e]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.systems.ocs.movement import trainbusting_zones
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import cargo
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, HEXES, SHIPS, SIDES, SITES, TRANSPORT, TURN
from grognard.systems.ocs.supply.supply_paths import controlled
from grognard.systems.ocs.supply.supply_sources import (
    closed_rails,
    rail_steps,
    rail_tree,
    station,
    stations,
    true_sources,
)
from grognard.systems.ocs.transport.transport import transport_of
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works import engineers

QUARTERS = 4
"""Parts of a token in which the use of Rail Cap is kept: half of half a token is the least."""
DEPENDS = tuple(
    r.name for r in (UNITS, HEXES, SITES, DUMPS, TRANSPORT, SHIPS, TURN, CLOCK)
)  # fmt: skip


# ---- lines


def gauge_fits(game: Ocs, side: str, h: int) -> bool:
    """Whether track in a hex is of a side's gauge; games without gauges know no other. [13.3f]"""
    own, status = game.scenario.limits[side].gauge, game.state[HEXES].get(h)
    return not own or status is None or status.gauge in ("", own)


def lines(game: Ocs, side: str) -> frozenset[int]:
    """The rail hexes that a side may use: its gauge, from a source to a friend, no enemy on them.

    [13.3f] [13.3h] Enemies who have passed through leave no trace on them. [13.3d]
    """
    return controlled(game, side)


def sources(game: Ocs, side: str) -> tuple[int, ...]:
    """The sources of supply of a side on its lines: entries and ports. [12.6a(1)] [19.0e]"""
    found = {h for h, _ in true_sources(game, side)}
    return tuple(sorted(found & lines(game, side)))


def connected(game: Ocs, start: Iterable[int], open_: frozenset[int]) -> frozenset[int]:
    """All hexes that track joins to some others, through open hexes only."""
    track = rail_steps(game)
    found = {h for h in start if h in open_}
    queue = list(found)
    while queue:
        for b in track[queue.pop()]:
            if b in open_ and b not in found:
                found.add(b)
                queue.append(b)
    return frozenset(found)


# ---- stations


def halt(game: Ocs, side: str, h: int, rider: str = "") -> bool:
    """Whether trains can stop in a rail hex: a village, a city, a port, or a headquarters that is
    Engineer-Capable. [13.3c-det] [GL-detrainable]

    A headquarters may board where it was so before it took to Move Mode. [13.8c]
    """
    return station(game, side, h) or engineers.railhead(game, side, h, rider)


def clear(game: Ocs, side: str) -> frozenset[int]:
    """The lines without enemy zones, which nobody negates for cargo. [4.5a(C)] [13.3a]"""

    def compute() -> frozenset[int]:
        return frozenset(
            h for h in lines(game, side) if not zones.barred(game, zones.RAIL_CARGO, h, side)
        )

    return game.cached(("rail clear", side), DEPENDS, compute)


def network(game: Ocs, side: str) -> frozenset[int]:
    """The rail hexes from which track leads to a source: friends negate enemy zones on the way,
    though not on the way of the cargo itself. [13.3c-det] [4.5a(D)]

    Extenders are no track. [12.7a(B)]
    """

    def compute() -> frozenset[int]:
        closed = closed_rails(game, side)
        open_ = frozenset(h for h in lines(game, side) if not closed[h])
        return connected(game, sources(game, side), open_)

    return game.cached(("rail network", side), DEPENDS, compute)


def lifeline(game: Ocs, side: str, h: int) -> tuple[int, ...]:
    """The hexes by which a rail hex hangs on friends who negate enemy zones: the way to a source,
    where none is clear. They must stay. [4.5b] [13.3c-det]"""
    starts = list(sources(game, side))
    if h in connected(game, starts, clear(game, side)):
        return ()
    tree, way = rail_tree(game, side, starts), list[int]()
    while h >= 0 and h in tree:
        way.append(h)
        h = tree[h]
    return tuple(way)


def detrainable(game: Ocs, side: str) -> frozenset[int]:
    """The rail hexes where cargo entrains and detrains. [13.3c-det]"""

    def compute() -> frozenset[int]:
        track = network(game, side) & clear(game, side)
        found = frozenset(stations(game, side, track))
        return found | {h for h in track - found if engineers.railhead(game, side, h)}

    return game.cached(("rail stations", side), DEPENDS, compute)


# ---- cost


def share(game: Ocs, side: str, path: Sequence[int]) -> Fraction:
    """What of its weight cargo costs along a path, from its first hex on. [13.3a]

    Half if all of it has several tracks; twice as much, once, if it touches a Trainbusting zone.
    [14.8c]
    """
    ground = game.scenario.ground
    fast = all(ground.multi_track(a, b) for a, b in pairwise(path))
    cost = Fraction(1, 2) if fast else Fraction(1)
    return cost * 2 if not trainbusting_zones.zone(game, side).isdisjoint(path) else cost


def trails(game: Ocs, side: str, start: int) -> Mapping[int, tuple[int, ...]]:
    """The cheapest way by rail from a hex to each other, each with its first hex. [13.3a]

    Several tracks without Trainbusting come first, then what costs the whole, then the double.
    """

    def compute() -> Mapping[int, tuple[int, ...]]:
        open_, found = clear(game, side), dict[int, tuple[int, ...]]()
        safe = open_ - trainbusting_zones.zone(game, side)
        for hexes, fast in ((safe, True), (safe, False), (open_, True), (open_, False)):
            for h, way in _spread(game, start, hexes, fast).items():
                found.setdefault(h, way)
        return {h: way for h, way in found.items() if h != start}

    return game.cached(("rail trails", side, start), DEPENDS, compute)


def _spread(game: Ocs, start: int, hexes: frozenset[int], fast: bool) -> dict[int, tuple[int, ...]]:
    """The shortest way through some rail hexes from one of them to all others; `fast`: all of it
    on several tracks."""
    found: dict[int, tuple[int, ...]] = {start: (start,)} if start in hexes else {}
    track, ground = rail_steps(game), game.scenario.ground
    queue = list(found)
    for h in queue:
        for b in track[h]:
            if b in hexes and b not in found and (not fast or ground.multi_track(h, b)):
                found[b] = (*found[h], b)
                queue.append(b)
    return found


def weight(game: Ocs, names: Sequence[str], keys: Sequence[str], tokens: int) -> Fraction:
    """What cargo weighs, in tokens: units, transport by its size, supply. [4.7] [13.2e]

    Light foot weighs half [4.7b]; transport weighs the same loaded or not [4.7c]. [CT-transport]
    """
    units = sum((cargo(game, name) for name in names), Fraction(0))
    return units + sum(transport_of(game, key).size for key in keys) + tokens


def cap_left(game: Ocs, side: str) -> Fraction:
    """The Rail Cap that a side has left in this turn, in tokens; nothing is saved. [13.3b]"""
    cap, used = game.scenario.limits[side].rail_cap, game.state[SIDES][side].rail_used
    return cap - Fraction(used, QUARTERS)


def path_refusal(game: Ocs, side: str, path: Sequence[int], repair: bool = False) -> Refusal | None:
    """Why cargo cannot go along a path of rail hexes, from its first on. [13.3c(2)]

    Rail Repair units (`repair`) do not ride on track converted in the same phase. [13.3g(A)]
    """
    label, track = game.board.label, rail_steps(game)
    for a, b in pairwise(path):
        if b not in track.get(a, ()):
            return Refusal("13.3c(2)", f"no track leads from {label(a)} to {label(b)}")
    for h in path:
        refusal = hex_refusal(game, side, h)
        if refusal is not None:
            return refusal
        if (
            repair
            and (status := game.state[HEXES].get(h))
            and status.converted == phase_start(game)
        ):
            text = f"the track in {label(h)} was converted in this phase; no leapfrogging"
            return Refusal("13.3g(A)", text)
    return None


def hex_refusal(game: Ocs, side: str, h: int) -> Refusal | None:
    """Why cargo cannot use a rail hex. [13.3a] [13.3c(2)]"""
    label = game.board.label(h)
    if h not in game.scenario.ground.rail_hexes:
        return Refusal("13.3c(1)", f"there is no railway in {label}")
    if stacks.holder(game, h) == game.scenario.other(side):
        return Refusal("13.3c(2)", f"enemy combat units are in {label}")
    if not gauge_fits(game, side, h):
        return Refusal("13.3f(A)", f"the track in {label} is of another gauge; convert it first")
    if h not in lines(game, side):
        text = f"{label} is on no line from a source of supply to a friend"
        return Refusal("13.3h", text)
    if zones.barred(game, zones.RAIL_CARGO, h, side):
        text = f"{label} lies in an enemy zone of control, which nobody negates for rail cargo"
        return Refusal("4.5a(C)", text)
    return None
