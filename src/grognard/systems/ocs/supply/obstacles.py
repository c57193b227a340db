"""What cuts a unit off: the first obstacle on the best way that there would be without enemies.

The rules only ask whether there is a way. A player wants to know what is in it: so the ways are
counted once more as if nobody stood on them, and the first hex that is barred is named. Enemy units
and their zones lie open, so nothing is given away. [4.8b] [4.9a]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from grognard.board.search import path_to, reach_paths
from grognard.engine.tally import Number
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement.movement import points
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.headquarters import commands
from grognard.systems.ocs.pieces.names import call, called
from grognard.systems.ocs.pieces.stacks import site_at
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SITES, TOKENS, TRANSPORT
from grognard.systems.ocs.supply import ports, supply_paths
from grognard.systems.ocs.supply.network import DEPENDS
from grognard.systems.ocs.supply.paying import stores
from grognard.systems.ocs.supply.supply_fields import DRAW, fields
from grognard.systems.ocs.supply.supply_sources import (
    EXTENDER,
    PORT,
    SOURCE,
    STATION,
    extender_key,
    rail_steps,
    station,
    true_sources,
)
from grognard.systems.ocs.supply.supply_steps import OUTWARD
from grognard.systems.ocs.supply.throws import reach_of, throw_class, throw_field
from grognard.systems.ocs.units import MAP, TRUCK

FAR = 40 * POINT
"""How far one looks for supply that might have been within reach, in twelfths."""
SETTLEMENTS = ("major_city", "minor_city", "city", "town", "village")
"""What a hex is called by rather than by anything else there."""
CUT, DEAD, SHORT, GAP = 0, 1, 2, 3
"""What is worse: an enemy in the way, a source that does not work, too long a way, none at all."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Why there is no supply: what bars the best way, by which rule, where, and that way.

    `path` runs from the user, or from the headquarters that would throw to it.
    """

    text: str
    rule: str
    hex: int = -1
    path: tuple[int, ...] = ()
    worse: tuple[int, int] = (GAP, 0)

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


class Free(NamedTuple):
    """The cheapest ways out of a hex if there were no enemies: costs, and the hex before each."""

    start: int
    costs: Mapping[int, int]
    before: Mapping[int, int]

    def way(self, near: Iterable[int]) -> tuple[int, tuple[int, ...]]:
        """The cost of the nearest of some hexes and the way there; -1 if there is none."""
        goals = [h for h in near if h in self.costs]
        if not goals:
            return -1, ()
        goal = min(goals, key=lambda h: (self.costs[h], h))
        path = () if goal == self.start else path_to(self.before, goal)
        return self.costs[goal], (self.start, *path)


def free_ways(game: Ocs, side: str, h: int, move: str) -> Free:
    """Where supply could go from a hex if there were no enemies. [12.3d]"""

    def compute() -> Free:
        steps = fields(game).steps.of(side, move, OUTWARD)
        costs, before = reach_paths(steps, list(steps[h]), FAR)
        return Free(h, {**dict(costs.items()), h: 0}, before)

    return game.cached(("free ways", side, h, move), DEPENDS, compute)


def mp(twelfths: int) -> str:
    """Movement points as players say them."""
    whole, rest = divmod(twelfths, POINT)
    part: Number = points(rest)
    return f"{whole} MP" if not rest else f"{whole} {part} MP" if whole else f"{part} MP"


def at(game: Ocs, h: int) -> str:
    """A hex by its label, and by what is there on the map."""
    places = sorted(game.board.place_at(h), key=lambda place: place.kind not in SETTLEMENTS)
    return f"{game.board.label(h)} {places[0].name}" if places else game.board.label(h)


# ---- barriers


def barrier(game: Ocs, side: str, h: int, move: str) -> Cut | None:
    """What bars a supply path in a hex: enemy units, or zones that no friend negates. [12.3d]"""
    index, label = fields(game), game.board.label(h)
    if index.foes[side][h]:
        top = called(counter_of(game, fog.on_show(game, h)))
        return Cut(f"the enemy stands in {label} ({top})", "12.3d", h)
    if move == TRUCK and index.shut[side][h]:
        return Cut(
            f"an enemy zone of control lies on {label}{_whence(game, side, h)}", "4.5a(B)", h
        )
    return None


def _whence(game: Ocs, side: str, h: int) -> str:
    """From where an enemy zone comes; stacks that have one show it. [4.8b(D)]"""
    names = zones.exerters(game, h, game.scenario.other(side))
    hexes = sorted({unit_of(game, name).hex for name in names})
    return f", from {', '.join(map(game.board.label, hexes))}" if hexes else ""


def first_barrier(game: Ocs, side: str, path: tuple[int, ...], move: str) -> Cut | None:
    """The first obstacle on a way; the hex it sets out from is none. [12.3d]"""
    for h in path[1:]:
        found = barrier(game, side, h, move)
        if found is not None:
            return Cut(found.text, found.rule, h, path)
    return None


def _ends_on_goods(game: Ocs, side: str, h: int, path: tuple[int, ...]) -> Cut | None:
    """No path ends where the enemy has something, be it without a combat unit. [4.8c(E)]"""
    if h not in fields(game).goods[game.scenario.other(side)]:
        return None
    text = f"the enemy has something in {game.board.label(h)}, where no path ends"
    return Cut(text, "4.8c(E)", h, path)


def _beyond(game: Ocs, free: Free, goal: int, move: str) -> Cut:
    """There is no way at all: where it would break off, and what lies beyond. [6.1d]"""
    board = game.board
    end = min(free.costs, key=lambda h: (board.distance(h, goal), free.costs[h], h))
    ahead = min(board.around(end), key=lambda h: (board.distance(h, goal), h))
    ground = board.terrain[ahead].split("+")[0].replace("_", " ")
    text = f"no way for supply by {move} from {board.label(end)} to {board.label(ahead)} ({ground})"
    return Cut(text, "12.3d", ahead, (), (GAP, board.distance(end, goal)))


# ---- a draw


Goals = Mapping[int, str]
"""Where supply might come from, and what is there."""
Failing = Callable[[int], Cut | None]
"""Why there is none to be had at such a place even if one got there."""


def draw_cut(game: Ocs, side: str, h: int, move: str, goals: Goals, failing: Failing) -> Cut:
    """Why a user in a hex can draw on none of some places: the best way to one. [12.3a]"""
    if not goals:
        return Cut("there is nothing to draw on", "12.3a")
    free, around = free_ways(game, side, h, move), game.board.around
    ways = {goal: free.way((goal, *around(goal))) for goal in goals}
    open_ = [goal for goal in goals if ways[goal][0] >= 0]
    if not open_:
        nearest = min(goals, key=lambda goal: (game.board.distance(h, goal), goal))
        return _beyond(game, free, nearest, move)
    best = [_tried(game, side, move, goal, goals[goal], ways[goal], failing) for goal in open_]
    return min(best, key=lambda cut: (cut.worse, cut.hex))


def _tried(
    game: Ocs, side: str, move: str, goal: int, what: str, way: tuple[int, tuple[int, ...]],
    failing: Failing,
) -> Cut:  # fmt: skip
    """What is wrong with drawing on one place."""
    cost, path = way
    where = f"{what} in {at(game, goal)}"
    if cost > DRAW:
        text = f"{where} is {mp(cost)} away, {mp(DRAW)} are allowed"
        return Cut(text, "12.3a", goal, path, (SHORT, cost - DRAW))
    dead = failing(goal)
    if dead is not None:
        text = f"{dead.text}; it is {mp(cost)} away" if cost else dead.text
        return Cut(text, dead.rule, dead.hex, dead.path or path, (DEAD, cost))
    found = first_barrier(game, side, path, move) or _ends_on_goods(game, side, path[-1], path)
    if found is not None:
        text = f"on the way to the {where}, {mp(cost)}: {found.text}"
        return Cut(text, found.rule, found.hex, path, (CUT, cost))
    return Cut(f"the way round to the {where} is too long", "12.3a", goal, path, (SHORT, 0))


# ---- a throw


def thrown_cut(
    game: Ocs, name: str, h: int, goals: Goals, failing: Failing, drawing: Callable[[str], bool]
) -> Cut | None:
    """Why no headquarters throws to a unit in a hex: the likeliest one; None without any.

    `drawing` says which of them draw what is wanted themselves. [12.3b]
    """
    side = counter_of(game, name).side
    tried = []
    for hq in sorted(fields(game).hqs[side]):
        if hq != name and commands(game, hq, name):
            tried.append(_thrown_by(game, hq, h, goals, failing, drawing))
    return min(tried, key=lambda cut: (cut.worse, cut.text), default=None)


def _thrown_by(
    game: Ocs, hq: str, h: int, goals: Goals, failing: Failing, drawing: Callable[[str], bool]
) -> Cut:
    counter, unit = counter_of(game, hq), unit_of(game, hq)
    who, side = called(counter), counter.side
    most, move = reach_of(game, counter, unit), throw_class(game, hq)
    if not most:
        return Cut(f"{who} cannot throw in {unit.mode} mode", "12.3b(A)", unit.hex)
    if throw_field(game, hq).serves(h):
        if drawing(hq):
            return Cut(f"what {who} was thrown it does not pass on", "12.3b(C)", unit.hex)
        own = draw_cut(game, side, unit.hex, move, goals, failing)
        text = f"{who} reaches it but draws on nothing: {own.text}"
        return Cut(text, own.rule, own.hex, own.path, own.worse)
    free = free_ways(game, side, unit.hex, move)
    cost, path = free.way((h, *game.board.around(h)))
    if cost < 0:
        return _beyond(game, free, h, move)
    if cost > most:
        text = f"{who} in {game.board.label(unit.hex)} throws {mp(most)}, this is {mp(cost)} away"
        return Cut(text, "12.3b", unit.hex, path, (SHORT, cost - most))
    found = first_barrier(game, side, path, move) or _ends_on_goods(game, side, path[-1], path)
    if found is None:
        return Cut(f"the way round from {who} is too long", "12.3b", unit.hex, path, (SHORT, 0))
    text = f"{who} could throw {mp(cost)} here, but {found.text}"
    return Cut(text, found.rule, found.hex, path, (CUT, cost))


# ---- the way that there is


class Way(NamedTuple):
    """How a unit traces: what the source is, who throws to it, and the way from the source."""

    what: str
    via: str
    path: tuple[int, ...]

    @property
    def rule(self) -> str:
        """The rule that lets it."""
        return "12.3b" if self.via else "12.3a"


def trace_way(game: Ocs, name: str) -> Way | None:
    """The shortest way in which a unit traces now; None if it does not, or need not. [12.6]"""
    found = supply_paths.trace(game, name)
    if found is None:
        return None
    counter, h = counter_of(game, name), unit_of(game, name).hex
    shared = counter.formation and not found.via  # all of it trace to one source [12.6f]
    user, thrown = name, tuple[int, ...]()
    if found.via:
        user = found.via
        thrown, _ = throw_field(game, user).way(h, game.board.around(h))
    start, path = _nearest(game, counter.side, user, found.hex if shared else -1)
    if start < 0:  # thrown on by another headquarters, where the option lets it
        return Way(found.what, found.via, (found.hex, *thrown, h))
    way = (start, *reversed(path), unit_of(game, user).hex, *thrown, h)
    what = supply_paths.sources(game, counter.side).hexes[start]
    return Way(what, found.via, tuple(dict.fromkeys(way)))


def _nearest(game: Ocs, side: str, user: str, only: int = -1) -> tuple[int, tuple[int, ...]]:
    """The source nearest to a user by draw, or one that it must be, and the way; -1 if none."""
    h, around = unit_of(game, user).hex, game.board.around
    draw = fields(game).outward(side, h, throw_class(game, user), DRAW)
    every = supply_paths.sources(game, side).hexes
    near = [s for s in every if draw.serves(s) and only in (-1, s)]
    if not near:
        return -1, ()
    start = min(near, key=lambda s: (draw.way(s, around(s))[1], game.board.distance(h, s), s))
    return start, draw.way(start, around(start))[0]


# ---- trace


def might_be(game: Ocs, side: str) -> dict[int, str]:
    """Everything that would be a source of trace supply if no enemy were about. [12.6a]"""

    def compute() -> dict[int, str]:
        starts = {source.hex: SOURCE for source in game.scenario.sources if source.side == side}
        starts |= dict(true_sources(game, side))
        harbours = {*game.scenario.ports, *(h for h, s in game.state[SITES].items() if s.lst_port)}
        starts |= {h: PORT for h in harbours if _listed(game, side, h)}
        found = dict(starts)
        for h in _rails_from(game, starts):
            if station(game, side, h):
                found.setdefault(h, STATION)
        for transport in game.state[TRANSPORT].values():
            if transport.extender and transport.side == side and transport.place == MAP:
                found.setdefault(transport.hex, EXTENDER)
        return dict(sorted(found.items()))

    return game.cached(("might be sources", side), DEPENDS, compute)


def _listed(game: Ocs, side: str, h: int) -> bool:
    """Whether a port is meant to be a source for a side: by the game, or as an LST. [19.0e]"""
    port = game.scenario.ports.get(h)
    return site_at(game, h).lst_port == side or (port is not None and side in port.source_for)


def _rails_from(game: Ocs, starts: Iterable[int]) -> dict[int, int]:
    """All railways that lead to some hexes, whoever is on them: for each hex the one before."""
    ahead = rail_steps(game)
    tree = {h: -1 for h in sorted(starts) if h in ahead}
    queue = list(tree)
    for h in queue:
        for b in ahead[h]:
            if b not in tree:
                tree[b] = h
                queue.append(b)
    return tree


def source_cut(game: Ocs, side: str, h: int) -> Cut | None:
    """Why a place that might be a source of trace supply is none; None if it is. [12.6b]"""
    if h in supply_paths.sources(game, side).hexes:
        return None
    what, label = might_be(game, side).get(h, SOURCE), at(game, h)
    if what == PORT:
        found = _port_cut(game, side, h)
        if found is not None:
            return found
    here = barrier(game, side, h, TRUCK)
    if here is not None:
        return Cut(f"the {what} in {label} does not work, {here.text}", "12.6b", h)
    if what == STATION:
        return rail_cut(game, side, h)
    if what == EXTENDER:
        return extender_cut(game, side, h)
    return Cut(f"the {what} in {label} does not work", "12.6b", h)


def _port_cut(game: Ocs, side: str, h: int) -> Cut | None:
    """A port that is the enemy's, or wrecked, is no source. [19.0e]"""
    label = at(game, h)
    if ports.owner(game, h) != side:
        return Cut(f"the port of {label} is not in friendly hands", "19.0e", h)
    if ports.capacity(game, h) < TOKENS:
        hits = site_at(game, h).hits
        return Cut(f"the port of {label} handles less than 1 SP, with {hits} hits", "19.0e", h)
    return None


def rail_cut(game: Ocs, side: str, h: int) -> Cut | None:
    """Where the railway to a hex is cut: an enemy, a zone, the wrong gauge. [13.3f] [4.5a(D)]

    Counted from the hex back to the source: the first break met. None if it is not on a railway.
    """
    starts = [start for start, _ in true_sources(game, side)] or list(might_be(game, side))
    tree = _rails_from(game, starts)
    if h not in tree:
        return Cut(f"no railway leads to {at(game, h)}", "12.6a(2)", h)
    path, own = [h], game.scenario.limits[side].gauge
    while tree[path[-1]] >= 0:
        path.append(tree[path[-1]])
    index, label = fields(game), game.board.label
    for b in path:
        text = rule = ""
        status = game.state[HEXES].get(b)
        if index.foes[side][b]:
            text, rule = f"the enemy stands in {label(b)}", "13.3f"
        elif index.zone(side, b, index.rails_negated):
            text, rule = f"an enemy zone of control lies on {label(b)}", "4.5a(D)"
        elif own and status is not None and status.gauge not in ("", own):
            text, rule = f"the track in {label(b)} has another gauge", "13.3f"
        if text:
            return Cut(f"the railway to {at(game, h)} is cut: {text}", rule, b, tuple(path))
    return Cut(
        f"the railway to {label(h)} leads to no source that works", "12.6a(2)", h, tuple(path)
    )


def extender_cut(game: Ocs, side: str, h: int) -> Cut:
    """Why an Extender is linked to nothing. [12.7b]"""
    kind = next(t.kind for t in game.state[TRANSPORT].values() if t.extender and t.hex == h)
    key = extender_key(game, side, h, kind)
    free, label = free_ways(game, side, h, key.move), game.board.label(h)
    goals = supply_paths.sources(game, side).hexes or might_be(game, side)
    ways = {goal: free.way((goal, *game.board.around(goal))) for goal in goals if goal != h}
    near = {goal: way for goal, way in ways.items() if way[0] >= 0}
    if not near:
        return Cut(f"the Extender in {label} finds no source at all", "12.7b", h)
    goal = min(near, key=lambda g: (near[g][0], g))
    cost, path = near[goal]
    where = f"{goals[goal]} in {at(game, goal)}"
    found = first_barrier(game, side, path, key.move) if cost <= key.budget else None
    if found is not None:
        text = f"the Extender in {label} is cut from the {where}: {found.text}"
        return Cut(text, found.rule, found.hex, path)
    text = f"the Extender in {label} is {mp(cost)} from the {where}, its range is {mp(key.budget)}"
    return Cut(text, "12.7b", h, path)


def trace_cut(game: Ocs, name: str, h: int = -1) -> Cut | None:
    """What cuts a unit's trace where it stands, or would in a hex; None if nothing does. [12.6]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    side, here = counter.side, unit.hex if h < 0 else h
    if supply_paths.possible(game, name, here):
        if here != unit.hex or supply_paths.in_trace(game, name):
            return None
        shared = supply_paths.common_source(game, counter.formation).removeprefix("@")
        common = game.board.label(int(shared)) if shared.isdigit() else call(game, [shared])
        text = f"{counter.formation} is split up and traces by {common}, which does not serve it"
        return Cut(text, "12.6f", here)
    goals, drawn = might_be(game, side), supply_paths.network(game, side)

    def failing(goal: int) -> Cut | None:
        return source_cut(game, side, goal)

    def drawing(hq: str) -> bool:
        return bool(drawn.drawn(throw_class(game, hq)).bits[unit_of(game, hq).hex])

    return _worst(game, name, here, goals, failing, drawing)


def supply_cut(game: Ocs, name: str, h: int = -1) -> Cut:
    """What keeps a unit from all supply on the map, supposing that it can draw none. [12.3]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    here = unit.hex if h < 0 else h
    found = [store for store in stores(game, counter.side) if not store.afloat]
    goals = {s.hex: "supply" for s in found if s.formation in ("", counter.formation)}

    return _worst(game, name, here, goals, lambda goal: None, lambda hq: False)


def _worst(
    game: Ocs, name: str, h: int, goals: Goals, failing: Failing, drawing: Callable[[str], bool]
) -> Cut:
    """Of drawing and being thrown, what was nearest to success."""
    side = counter_of(game, name).side
    own = draw_cut(game, side, h, throw_class(game, name), goals, failing)
    thrown = thrown_cut(game, name, h, goals, failing, drawing) if goals else None
    return own if thrown is None else min((own, thrown), key=lambda cut: cut.worse)
