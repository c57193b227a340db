"""Bridges: building, repairing and dismantling them. [17.3.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Pieces
from grognard.systems.goss.charts import number
from grognard.systems.goss.ground import SECONDARY, TRAIL
from grognard.systems.goss.pieces.crossing import crossing
from grognard.systems.goss.pieces.stacks import enemies_beside, holder, on_map, own_at
from grognard.systems.goss.pieces.values import counter_of, side_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEAVY, MARKER, PRINTED, Bridge
from grognard.systems.goss.turn.roles import active, other
from grognard.systems.goss.units import BRIDGE, BRIDGING, DISMANTLE, HEAVY_BRIDGE, HELD, UNITS
from grognard.systems.goss.words import called
from grognard.systems.goss.works.building import (
    against_hands,
    against_working,
    cleared,
    engineer_steps,
    gang,
    gangs,
    halted,
    released,
    returned,
    sapper,
    set_to,
)
from grognard.systems.goss.works.lulled import (
    against_crew,
    by_evening,
    phases_needed,
    quiet,
    watched,
)

HEAVY_STEPS = 3
"""The steps of engineers that a heavy bridge takes. [17.3.1c(a)]"""
MOST_STEPS = 3
"""More steps than these change nothing."""
DEPLOYED = "bridge"
"""Where a heavy bridge unit is while it lies over the water."""


@dataclass(frozen=True, slots=True)
class Span:
    """Engineers, the hex on the other bank, and the heavy bridge unit that they lay, if any."""

    units: Pieces
    hex: Hex
    heavy: Piece = ""


def turns_needed(game: Gs, water: str, steps: int) -> int:
    """How many GTs so many steps of engineers take over a watercourse; 0 if they cannot. A stream
    takes one whoever builds. [17.3.1b] [17.3.1b-1] [17.3.1b-2] [17.3.1b-3]"""
    if steps <= 0:
        return 0
    column = f"{MOST_STEPS}+" if steps >= MOST_STEPS else str(steps)
    return number(game.scenario.tables, "bridge-construction", water, column)


def markers(game: Gs, turns: int) -> int:
    """How many Construction Phases pass until it stands: as many as it takes GTs, or by the option
    one less, but at least one. [17.3.1a] [17.3.1b]"""
    return max(turns - 1, 1) if game.options["bridge-time"] == "one-less" else turns


def road_class(game: Gs, a: int, b: int) -> str:
    """The road that a new bridge makes: a trail where one of its hexes has nothing but trails, else
    a secondary road, by the option none where a hex has no road at all. [17.3.1d]"""
    roads = game.scenario.ground.by_road
    if game.options["roadless-bridge"] == "none" and not (roads[a] and roads[b]):
        return ""
    return TRAIL if TRAIL in (roads[a], roads[b]) else SECONDARY


def threatened(game: Gs, side: str, h: int, key: int) -> bool:
    """Whether enemies keep engineers in a hex from a bridge: in one of its two hexes, or beside the
    engineers unless friends hold both. [17.3.1]"""
    ends, enemy = game.scenario.ground.side_hexes(key), other(side)
    if any(holder(game, end) == enemy for end in ends):
        return True
    held = all(holder(game, end) == side for end in ends)
    return not held and bool(enemies_beside(game, side, h))


def against_engineers(game: Gs, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why units cannot build a bridge: engineers in one hex, at nothing else. [17.3.0] [17.3.1]"""
    wrong = against_hands(game, player, names)
    if wrong:
        return wrong
    found = [n for n in names if not sapper(counter_of(game, n))]
    if found:
        return [Refusal("17.3.1", f"{called(game, found[0])} are no engineers")]
    return [one for n in names for one in against_working(game, n)]


class BuildBridge(Verb[Gs, Span]):
    """Engineers begin a bridge, or the repair of one. [17.3.1]"""

    do, rule, order = "bridge", "17.3.1", Span
    title = "Build a bridge"
    phrase = ("{sole_units} bridges the water to {hex}", "{units} bridge the water to {hex}")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The first engineers of each hex beside water."""
        return _leaders(game, player)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Span]:
        """Over each water beside them, by all engineers of the hex or fewer, light or heavy."""
        h, ground = unit_of(game, actor).hex, game.scenario.ground
        able = [n for n in own_at(game, h, player) if not against_engineers(game, player, (n,))]
        heavy = [n for n in own_at(game, h, player) if counter_of(game, n).is_(HEAVY_BRIDGE)]
        for b in game.board.around(h):
            if ground.water(h, b):
                for names in dict.fromkeys((tuple(able), *((n,) for n in able))):
                    yield from (Span(names, b, one) for one in ("", *heavy))

    def against(self, game: Gs, player: str, order: Span) -> list[Refusal]:
        """The engineers, the water, the enemy, and whether they are enough; inactive ones in a lull
        work unseen. [17.3.1] [24.2.5]"""
        wrong = against_engineers(game, player, order.units)
        if wrong:
            return wrong
        h = unit_of(game, order.units[0]).hex
        wrong = against_span(game, player, h, order.hex)
        if wrong:
            return wrong
        key = game.scenario.ground.side_key(h, order.hex)
        lying = _lying(game, key)
        if order.heavy or lying:
            wrong = self._against_heavy(game, player, order, lying)
        if wrong:
            return wrong
        water, steps = game.scenario.ground.water(h, order.hex), engineer_steps(game, order.units)
        if quiet(game, order.units):
            return watched(game, player, h, order.hex) or against_crew(game, water, order.units)
        if not turns_needed(game, water, steps):
            rule = f"17.3.1b-{min(max(steps, 1), MOST_STEPS)}"
            return [Refusal(rule, f"{steps} steps of engineers do not bridge a {water}")]
        return []

    def _against_heavy(
        self, game: Gs, player: str, order: Span, lying: str
    ) -> list[Refusal]:  # fmt: skip
        """A heavy bridge lies there already, or is with the engineers, who have three steps.
        [17.3.1c(a)] [17.3.1c(c)]"""
        if lying and order.heavy:
            return [Refusal("17.3.1c", "a heavy bridge lies there already")]
        if engineer_steps(game, order.units) < HEAVY_STEPS:
            return [Refusal("17.3.1c(a)", "a heavy bridge takes three steps of engineers")]
        if lying:
            return [] if side_of(game, lying) == player else [Refusal("17.3.1c", "it is not yours")]
        h = unit_of(game, order.units[0]).hex
        there = order.heavy in own_at(game, h, player)
        if not there or not counter_of(game, order.heavy).is_(HEAVY_BRIDGE):
            return [Refusal("17.3.1c(a)", "the engineers have no such heavy bridge with them")]
        return []

    def carry_out(self, game: Gs, player: str, order: Span) -> None:
        """The marker lies on them, with what is left to do. [17.3.1a] [3.3.2b-3]"""
        ground, h = game.scenario.ground, unit_of(game, order.units[0]).hex
        key = ground.side_key(h, order.hex)
        water, steps = ground.water(h, order.hex), engineer_steps(game, order.units)
        left = markers(game, turns_needed(game, water, steps))
        if quiet(game, order.units):
            left = phases_needed(water)
        known, heavy = game.state[BRIDGES].get(key), order.heavy or _lying(game, key)
        if known is not None:
            bridge = replace(known, left=left, builder=player, dismantling=False)
        else:
            kind = HEAVY if heavy else MARKER
            road = road_class(game, h, order.hex)
            bridge = Bridge(kind, road, stands=False, left=left, builder=player, unit=heavy)
        if heavy:
            bridge = replace(bridge, kind=HEAVY, unit=heavy, took=left)
        game.put(BRIDGES, key, bridge)
        set_to(game, order.units, BRIDGE, key)
        if order.heavy:
            unit = unit_of(game, heavy)
            game.put(UNITS, heavy, replace(unit, place=HELD, hex=-1, where=DEPLOYED, inside=False))
        facts = {"units": list(order.units), "hexes": _named(game, key), "turns": left}
        game.emit(Event("bridging", "17.3.1a", facts))


def _leaders(game: Gs, player: str) -> list[str]:
    """The first engineers of each hex beside water who could work."""
    found: dict[int, str] = {}
    ground, around = game.scenario.ground, game.board.around
    for name in on_map(game, player):
        h = unit_of(game, name).hex
        if h in found or not sapper(counter_of(game, name)) or against_working(game, name):
            continue
        if any(ground.water(h, b) for b in around(h)):
            found[h] = name
    return [*found.values()]


def _lying(game: Gs, key: int) -> str:
    """The heavy bridge that lies useless over a hexside: its dismantling was given up.
    [17.3.1c(c)]"""
    bridge = game.state[BRIDGES].get(key)
    idle = bridge is not None and bridge.kind == HEAVY and not bridge.stands and not bridge.left
    return bridge.unit if bridge is not None and idle else ""


def _named(game: Gs, key: int) -> list[str]:
    """A hexside by its hexes."""
    return [game.board.label(h) for h in game.scenario.ground.side_hexes(key)]


def against_span(game: Gs, side: str, h: int, far: int) -> list[Refusal]:
    """Why there can be no bridge between two hexes: no water, a bridge, one in the making, or the
    enemy. [17.3.1]"""
    ground, board = game.scenario.ground, game.board
    between = f"between {board.label(h)} and {board.label(far)}"
    if not board.adjacent(h, far) or not ground.water(h, far):
        return [Refusal("17.3.1", f"there is no water {between}")]
    key = ground.side_key(h, far)
    known, found = game.state[BRIDGES].get(key), crossing(game, h, far)
    if found.bridge is not None and (not found.ford or found.bridge.kind != PRINTED):
        return [Refusal("17.3.1", f"a bridge stands {between}")]
    if known is not None and known.left:
        return [Refusal("17.3.1", f"a bridge is being built {between}")]
    if threatened(game, side, h, key):
        return [Refusal("17.3.1", f"the enemy is too near to bridge the water {between}")]
    return []


class Dismantle(Verb[Gs, Span]):
    """Engineers take a heavy bridge apart. [17.3.1c(b)]"""

    do, rule, order = "dismantle", "17.3.1c(b)", Span
    title = "Dismantle a bridge"
    phrase = (
        "{sole_units} dismantles the bridge to {hex}",
        "{units} dismantle the bridge to {hex}",
    )

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The first engineers of each hex beside a heavy bridge of theirs."""
        return [n for n in _leaders(game, player) if any(self._spans(game, player, n))]

    def _spans(self, game: Gs, player: str, name: str) -> Iterator[int]:
        h, ground = unit_of(game, name).hex, game.scenario.ground
        for b in game.board.around(h):
            bridge = game.state[BRIDGES].get(ground.side_key(h, b))
            if bridge is not None and bridge.kind == HEAVY and side_of(game, bridge.unit) == player:
                yield b

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Span]:
        """Each bridge, by all engineers of the hex."""
        h = unit_of(game, actor).hex
        able = [n for n in own_at(game, h, player) if not against_engineers(game, player, (n,))]
        for b in self._spans(game, player, actor):
            yield Span(tuple(able), b)

    def against(self, game: Gs, player: str, order: Span) -> list[Refusal]:
        """Three steps of engineers beside a heavy bridge of theirs, and no enemy near.
        [17.3.1c(a)] [17.3.1c(b)]"""
        wrong = against_engineers(game, player, order.units)
        if wrong:
            return wrong
        h = unit_of(game, order.units[0]).hex
        if not game.board.adjacent(h, order.hex) or order.heavy:
            return [Refusal("17.3.1c(b)", "there is no such bridge")]
        key = game.scenario.ground.side_key(h, order.hex)
        bridge = game.state[BRIDGES].get(key)
        if bridge is None or bridge.kind != HEAVY or side_of(game, bridge.unit) != player:
            return [Refusal("17.3.1c(b)", "there is no heavy bridge of yours")]
        if bridge.left:
            return [Refusal("17.3.1", "somebody is at work on it")]
        if engineer_steps(game, order.units) < HEAVY_STEPS:
            return [Refusal("17.3.1c(a)", "a heavy bridge takes three steps of engineers")]
        if threatened(game, player, h, key):
            return [Refusal("17.3.1", "the enemy is too near")]
        return []

    def carry_out(self, game: Gs, player: str, order: Span) -> None:
        """It takes as long as to build it, and nobody crosses it meanwhile. [17.3.1c(b)]
        [17.3.1c(c)]"""
        key = game.scenario.ground.side_key(unit_of(game, order.units[0]).hex, order.hex)
        bridge = game.state[BRIDGES][key]
        left = max(bridge.took, 1)
        begun = replace(bridge, stands=False, left=left, builder=player, dismantling=True)
        game.put(BRIDGES, key, begun)
        set_to(game, order.units, DISMANTLE, key)
        facts = {"units": list(order.units), "hexes": _named(game, key), "turns": left}
        game.emit(Event("dismantling", "17.3.1c(b)", facts))


# ---- what becomes of it [17.3.1a]


def advanced(game: Gs) -> None:
    """At the beginning of a Construction Phase each bridge of the active side is a GT nearer to its
    end; with nothing left to do it stands, or a heavy one is a unit again. [17.3.1a] [17.3.1c(b)]
    [3.3.2b-1] [3.3.2b-2]"""
    side = active(game)
    for h, task, key in [*gangs(game)]:
        if task not in BRIDGING or side_of(game, gang(game, h, task, key)[0]) != side:
            continue
        bridge = game.state[BRIDGES][key]
        if bridge.left > 1:
            game.put(BRIDGES, key, replace(bridge, left=bridge.left - 1))
        else:
            _done(game, h, task, key, bridge)


def quickly_bridged(game: Gs) -> None:
    """In a lull bridges that inactive engineers have begun in the AM stand in the Quick
    Construction Segment of the same GT, but for those over great rivers. [24.2.5]"""
    side = active(game)
    for h, task, key in [*gangs(game)]:
        names = gang(game, h, task, key)
        if task == BRIDGE and side_of(game, names[0]) == side and by_evening(game, names, key):
            _done(game, h, task, key, game.state[BRIDGES][key], free=False)


def _done(game: Gs, h: int, task: str, key: int, bridge: Bridge, *, free: bool = True) -> None:
    released(game, gang(game, h, task, key), free=free)
    if task == DISMANTLE:
        cleared(game, key)
        returned(game, bridge.unit, h)
    else:
        stands = replace(bridge, stands=True, left=0, builder="", dismantling=False)
        game.put(BRIDGES, key, stands)
    facts = {"hexes": _named(game, key), "off": task == DISMANTLE}
    game.emit(Event("bridged", "17.3.1a", facts))


def disturbed(game: Gs) -> None:
    """Whenever enemies come too near, bridges in the making are given up. [17.3.1]"""
    if not any(bridge.left for bridge in game.state[BRIDGES].values()):
        return
    for h, task, key in [*gangs(game)]:
        if task in BRIDGING:
            side = side_of(game, gang(game, h, task, key)[0])
            if threatened(game, side, h, key):
                halted(game, h, task, key, "17.3.1")
