"""Fields of supply: how far it goes from a hex, kept until something changes that they looked at.

A field is worked out once from each headquarters and then asked about every hex. When somebody has
moved, a path that was found before is looked at again, and mostly is a path still; only where it is
not, or where there was none and there might be one now, the field is worked out anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as own
from typing import Any, NamedTuple

from grognard.board.counted import Counted, Out, reach_counted
from grognard.board.kernel import Steps
from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.goss.counters import MARK
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.pieces.crossing import class_of, closed
from grognard.systems.goss.pieces.stacks import stacks
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import GossScenario, Gs
from grognard.systems.goss.status import BRIDGES, DRY, FREEZE, PRINTED, SNOW, WEATHER
from grognard.systems.goss.supply.ways import Help, Lay, Prices, Way, out_of, steps
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.turn.roles import active, other
from grognard.systems.goss.units import ROAD_CREW, UNITS

ANY_LENGTH = 2**31 - 1
"""More than any path costs."""
BESIDE_MOST = 2
"""How many hexes beside enemies a path may enter. [15.2.1(3)]"""
GREAT_FERRY = 3
"""Steps of engineers that ferry supplies over a major river. [15.2.1b-2]"""
CREW = 2
"""Steps of engineers that improve roads. [17.7.1]"""


def halting(game: Gs, side: str) -> Collection[int]:
    """The hexes in which enemies make units of a side halt: paths end there. When its supply is
    determined the enemy shows what halts them; before, it traces by what it knows. [15.2.1(2)]
    [7.7.0] [8.4.0]"""
    shown = game.segment.kind == phases.SUPPLY and active(game) == side
    return front(game, side, None if shown else side).halts


class Obstacles(NamedTuple):
    """What a side's paths find on the map besides the ground: hexes of enemies, those beside them,
    those where one halts, and what its engineers and bridges do."""

    held: frozenset[int]
    beside: frozenset[int]
    halts: frozenset[int]
    help: Help
    lay: Lay


def obstacles(game: Gs, side: str) -> Obstacles:
    """What is in the way of a side's paths now. [15.2.1]"""
    held = frozenset(stacks(game).held[other(side)])
    found = halting(game, side)
    halts = game.cached(("halts", side), (), lambda: frozenset(found), detail=(found,))
    return Obstacles(held, _beside(game, side, held), halts, engineers_help(game, side), lay(game))


def _beside(game: Gs, side: str, held: frozenset[int]) -> frozenset[int]:
    """The hexes next to enemies; worked out again only when these hold others."""
    around = game.board.around

    def compute() -> frozenset[int]:
        return frozenset(b for h in held for b in around(h))

    return game.cached(("beside enemies", side), (), compute, detail=held)


def lay(game: Gs) -> Lay:
    """The bridges that are down or were built. [17.3.1]"""

    def compute() -> Lay:
        printed, bridges = game.scenario.ground.bridges, game.state[BRIDGES].items()
        return Lay(
            frozenset(k for k, one in bridges if not one.stands and k in printed),
            {
                k: one.road
                for k, one in bridges
                if one.stands and (k not in printed or one.kind != PRINTED)
            },
        )

    return game.cached(("bridges for supply",), (BRIDGES.name,), compute)


def engineers_help(game: Gs, side: str) -> Help:
    """What the engineers of a side do for its supply. [15.2.1b]"""
    units, found = game.state[UNITS], list[Help]()
    records = game.cached(
        ("engineers", side), (UNITS.name,), lambda: tuple(units[n] for n in _engineers(game, side))
    )

    def compute() -> Help:
        """Once for these engineers: who has moved since is another detail."""
        if not found:
            found.append(_help(game, side))
        return found[0]

    maps = (BRIDGES.name, WEATHER.name)
    enemies = frozenset(stacks(game).held[other(side)])
    return game.cached(("engineers' help", side), maps, compute, detail=(records, enemies))


def _help(game: Gs, side: str) -> Help:
    """Idle engineers ferry over the water beside them: over streams and rivers if they are not
    fatigued, over major rivers from three steps on. Crews of two steps improve roads in their hex
    and in those next to it that they could enter. [15.2.1b(a)] [15.2.1b-2] [17.7.2]"""
    ground, enemies = game.scenario.ground, stacks(game).held[other(side)]
    rested, idle, crews = dict[int, int](), dict[int, int](), dict[int, int]()
    classes: dict[int, set[str]] = {}
    for name in _engineers(game, side):
        counter, unit = counter_of(game, name), game.state[UNITS][name]
        steps = max(unit.steps, 1)
        if unit.task == ROAD_CREW:
            crews[unit.hex] = crews.get(unit.hex, 0) + steps
            classes.setdefault(unit.hex, set()).add(class_of(counter, unit))
        elif not unit.task:
            idle[unit.hex] = idle.get(unit.hex, 0) + steps
            if not unit.fatigue:
                rested[unit.hex] = 1
    ferries = {ground.side_key(a, b) for a in rested for b in game.board.around(a)}
    both = {
        ground.side_key(a, b)
        for a in idle
        for b in game.board.around(a)
        if idle[a] + idle.get(b, 0) >= GREAT_FERRY
    }
    waters = ground.waters
    improved = {h for h, steps in crews.items() if steps >= CREW}
    improved |= {
        b
        for h in improved
        for b in game.board.around(h)
        if b not in enemies and any(not closed(game, cls, h, b) for cls in classes[h])
    }
    return Help(
        frozenset(k for k in ferries if waters[k]), frozenset(k for k in both if waters[k]),
        frozenset(improved),
    )  # fmt: skip


def _engineers(game: Gs, side: str) -> Iterator[str]:
    """The engineers of a side on the map, and what they have broken down into. [18.4.0]"""
    own = stacks(game).own[side]
    yield from (name for name in game.scenario.engineers if name in own)
    yield from sorted(n for n in own if MARK in n and counter_of(game, n).engineer)


# ---- steps


def way_at(game: Gs, h: int, kind: str, *, good_roads: bool = False) -> Way:
    """How a path of a kind is traced in the weather of a hex. [15.2.6]"""
    ground = weather(game, h).ground
    return Way(kind, ground in (SNOW, FREEZE), ground == DRY, good_roads)


# ---- fields


class Key(NamedTuple):
    """Which field: whose, from where, traced how, how far in twelfths (-1: any length), past how
    many hexes beside enemies, and in which hexes it ends because they are another's zone."""

    side: str
    start: int
    way: Way
    budget: int
    most: int
    bars: frozenset[int]


@dataclass
class Field:
    """A field as it was worked out, and the obstacles that it met then. [15.2.0]"""

    found: Counted
    met: Obstacles
    right: Obstacles | None = None
    """Under which obstacles it was last seen to be right: it is still, under the same."""
    looked: Obstacles | None = None
    passed: dict[int, tuple[bool, int]] = own(default_factory=dict)
    """How far its ways are open under the obstacles that were looked at last, and how many hexes
    beside enemies they enter, by what they have in common."""

    def verdict(self, key: Key, goal: int, budget: int, now: Obstacles) -> bool | None:
        """Whether a path within a budget leads to a hex under other obstacles on the same ground;
        None if that cannot be told from this field.

        A path that is as good as it was is one. Where there was none there is none still, unless
        something that the field looked at is in nobody's way any more.
        """
        ways = self.found.ways(goal)
        if not ways or ways[0][0] > budget:
            better = (
                (self.met.held - now.held)
                | (self.met.beside - now.beside)
                | (self.met.halts - now.halts)
            )
            return None if self.found.saw(better) else False
        return True if self._holds(key, goal, now) else None

    def stands(self, key: Key, before: Steps, after: Mapping[int, Out]) -> bool:
        """Whether bridges and engineers that are elsewhere now make no difference to it."""
        met = self.met
        return self.found.stands(
            key.start, key.budget, before, after,
            counted=met.beside, blocked=met.held, stop=met.halts | key.bars,
        )  # fmt: skip

    def _holds(self, key: Key, goal: int, now: Obstacles) -> bool:
        """Whether the cheapest path to a hex is still one. [15.2.1] [15.2.1(1)] [15.2.1(2)]
        [15.2.1(3)]"""
        if goal == key.start:
            return True
        if self.looked is not now:
            self.looked, self.passed = now, {}
        passed, found, leads_on, count = self.passed, self.found, True, 0
        for number in reversed(found.back(goal, passed)):
            if number not in passed:
                h = found.at(number)
                if h != key.start:
                    stops = h in now.held or h in now.halts or h in key.bars
                    leads_on, count = leads_on and not stops, count + (h in now.beside)
                passed[number] = leads_on, count
            leads_on, count = passed[number]
        return leads_on and goal not in now.held and count + (goal in now.beside) <= key.most


class Fields(Kept):
    """The fields of supply of both sides, each as long as it is of use. [15.2.0]"""

    name = "supply-fields"
    follows: tuple[str, ...] = ()

    def __init__(self, scenario: GossScenario) -> None:
        self.ground = scenario.ground
        self.last: dict[str, Obstacles] = {}
        self.steps: dict[str, dict[Way, Steps]] = {}
        """The steps of each way that somebody has asked for, on the ground as it was last."""
        self.fields: dict[str, dict[Key, Field]] = {}
        self.sound: dict[str, tuple[Help, Lay]] = {}
        """On which ground all steps of a side were last seen to be right."""
        self.altered: dict[str, set[int]] = {}
        """From where fields of a side went differently since somebody asked for this last."""

    def rebuild(self, state: State) -> None:
        """Forget everything: fields are worked out when somebody asks."""
        self.last, self.steps, self.fields, self.sound, self.altered = {}, {}, {}, {}, {}

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Nothing: what has changed is seen when somebody asks."""

    def content(self) -> Any:
        """Nothing that the State says by itself."""
        return ()

    def now(self, side: str, found: Obstacles) -> dict[Key, Field]:
        """The fields of a side that were worked out on the ground as it is; which enemies they met
        they say themselves."""
        before, fields = self.last.get(side), self.fields.setdefault(side, {})
        if before is found:
            return fields
        self.last[side] = found
        if before is not None and before[3:] != found[3:]:
            others = self._renewed(side, self._changed(before, found))
            for key, one in [*fields.items()]:
                if key.way in others and not one.stands(key, *others[key.way]):
                    del fields[key]
                    self.altered.setdefault(side, set()).add(key.start)
        return fields

    def way(self, side: str, way: Way) -> Steps:
        """The steps of a way as bridges and a side's engineers leave them. [15.2.1]"""
        known, now = self.steps.setdefault(side, {}), self.last[side]
        if way not in known:
            self.sound.pop(side, None)
            known[way] = steps(self.ground, now.lay, now.help, way)
        return known[way]

    def _renewed(self, side: str, changed: set[int]) -> dict[Way, tuple[Steps, dict[int, Out]]]:
        """Each way with the steps that it had, and those out of some hexes that are others now."""
        found, now = dict[Way, tuple[Steps, dict[int, Out]]](), self.last[side]
        for way, old in self.steps.get(side, {}).items():
            prices = Prices(self.ground, now.lay, now.help, way)
            new = {h: out for h in changed if (out := out_of(prices, h)) != old[h]}
            if new:
                found[way] = old, new
                self.steps[side][way] = old.altered(new)
        return found

    def _changed(self, a: Obstacles, b: Obstacles) -> set[int]:
        """The hexes out of which a path goes differently."""
        changed = set[int]()
        if a.help != b.help:
            changed |= {*a.help.hexes(self.ground, b.help)}
        if a.lay != b.lay:
            keys = a.lay.down ^ b.lay.down
            keys |= {k for k in {*a.lay.built, *b.lay.built}
                     if a.lay.built.get(k) != b.lay.built.get(k)}  # fmt: skip
            changed |= {h for key in keys for h in self.ground.side_hexes(key)}
        return changed


def field(
    game: Gs, side: str, start: int, way: Way, budget: int, *, bars: frozenset[int],
    most: int = BESIDE_MOST,
) -> Counted:  # fmt: skip
    """How far supply goes from a hex. [15.2.1]"""
    return exact(game, Key(side, start, way, budget, most, bars))


def exact(game: Gs, key: Key) -> Counted:
    """A field under the obstacles of the moment. [15.2.1]"""
    kept = obstacles_now(game, key.side)
    fields = Fields.of(game).now(key.side, kept)
    one = fields.get(key)
    if one is None or (one.met is not kept and one.met != kept):
        one = fields[key] = Field(traced(game, key, kept), kept)
    one.met = kept
    return one.found


Found = tuple[dict[Key, Field], Obstacles]
"""The fields of a side, and the obstacles of the moment."""


def fields_now(game: Gs, side: str) -> Found:
    """The fields of a side to ask, and what is in the way now. [15.2.1]"""
    kept = obstacles_now(game, side)
    return Fields.of(game).now(side, kept), kept


def reached(game: Gs, found: Found, key: Key, goal: int, budget: int) -> bool:
    """Whether a path within a budget leads to a hex: as far as it can be told by a field that was
    worked out before somebody moved, or else by a new one. [15.2.1]"""
    one, kept = found[0].get(key), found[1]
    if one is not None:
        if one.met is kept:
            return one.found.count(goal, budget) >= 0
        verdict = one.verdict(key, goal, budget, kept)
        if verdict is not None:
            return verdict
    return exact(game, key).count(goal, budget) >= 0


def obstacles_now(game: Gs, side: str) -> Obstacles:
    """The obstacles, looked at once for each change of the State."""
    journal = game.journal

    def compute() -> Obstacles:
        """The same as the last ones, where nothing has changed in them: that is soon seen."""
        now, last = obstacles(game, side), Fields.of(game).last.get(side)
        return last if last is not None and last == now else now

    return journal.cached(("supply obstacles", side), journal.every, compute)


def traced(game: Gs, key: Key, kept: Obstacles) -> Counted:
    """A field worked out: paths enter no hex of enemies, at most two beside them, and end where
    units would halt or another's zone begins. [15.2.1(1)] [15.2.1(2)] [15.2.1(3)] [15.2.0]"""
    return reach_counted(
        Fields.of(game).way(key.side, key.way), key.start, key.budget, key.most,
        counted=kept.beside, blocked=kept.held, stop=kept.halts | key.bars,
    )  # fmt: skip


def stale(game: Gs) -> list[Key]:
    """The fields that are kept and are not what they would be if worked out now, on steps that are
    worked out now as well. There are none. One that was right under the same obstacles is still."""
    index, wrong = Fields.of(game), list[Key]()
    for side in list(index.fields):
        kept = obstacles(game, side)
        fields = index.now(side, kept)
        unsound = _unsound(index, side, kept)
        wrong += [key for key in fields if key.way in unsound]
        for key, one in fields.items():
            if one.right != kept:
                one.right = kept if _right(one, key, kept, traced(game, key, kept)) else None
                wrong += [] if one.right else [key]
    return wrong


def _unsound(index: Fields, side: str, kept: Obstacles) -> set[Way]:
    """The ways whose steps are not those of the ground as it is."""
    if index.sound.get(side) == kept[3:]:
        return set()
    found = {
        way
        for way, known in index.steps.get(side, {}).items()
        if list(known) != list(steps(index.ground, kept.lay, kept.help, way))
    }
    if not found:
        index.sound[side] = kept[3:]
    return found


def _right(one: Field, key: Key, kept: Obstacles, fresh: Counted) -> bool:
    """Whether a field says what one that is worked out now says of every hex."""
    most = key.budget if key.budget >= 0 else ANY_LENGTH
    if one.met == kept and not fresh.agrees(one.found):
        return False
    return all(
        one.verdict(key, goal, most, kept) in (None, goal in fresh.reached)
        for goal in fresh.reached | one.found.reached
    )
