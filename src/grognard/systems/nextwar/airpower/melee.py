"""Air combat: stages, who fires when at whom, and what comes of it. [22.6.3] [22.6.4]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grognard.engine.event import Event
from grognard.kit.among import Among, OneOf, subsets
from grognard.kit.deeds import Questions
from grognard.kit.forms import Word
from grognard.kit.orders import OfMany
from grognard.systems.nextwar.aircraft import AIR
from grognard.systems.nextwar.airpower import wings
from grognard.systems.nextwar.airpower.shots import (
    DOGFIGHT,
    STAGES,
    air_rating,
    fire,
    fires,
    may_hit,
)
from grognard.systems.nextwar.airpower.wings import abort, flown, is_wing, plane, rating, wing_of
from grognard.systems.nextwar.damage.steps import eliminate, lose_step
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import ELIMINATED
from grognard.systems.nextwar.words import called

DESTROYED, REDUCED_ABORTS, REDUCED, ABORTS, ADVANTAGE = "X", "DA", "D", "A", "Ad"
COSTS = {REDUCED_ABORTS: 1, REDUCED: 1}
"""The steps that a result costs. [22.6.5]"""
MOST = 3
"""How many units one engagement has at most: two against one. [22.6.4]"""

Shot = tuple[str, str, str]
"""Who fired at whom, and the result."""


@dataclass(frozen=True, slots=True)
class Group:
    """One engagement: one unit against one or two. [22.6.4]"""

    ours: tuple[str, ...]
    theirs: tuple[str, ...]

    @property
    def units(self) -> tuple[str, ...]:
        """Everybody in it."""
        return (*self.ours, *self.theirs)

    def foes(self, name: str) -> tuple[str, ...]:
        """Those whom one of them faces."""
        return self.theirs if name in self.ours else self.ours

    def friends(self, name: str) -> tuple[str, ...]:
        """Those on whose side one of them is, itself included."""
        return self.ours if name in self.ours else self.theirs

    def without(self, gone: frozenset[str]) -> Group:
        """The engagement when some have left it."""
        return Group(
            tuple(n for n in self.ours if n not in gone),
            tuple(n for n in self.theirs if n not in gone),
        )

    def joined(self, name: str, foe: str) -> Group:
        """The engagement when somebody comes in against one of them."""
        if foe in self.theirs:
            return replace(self, ours=(*self.ours, name))
        return replace(self, theirs=(*self.theirs, name))

    @property
    def over(self) -> bool:
        """Whether one side has left it."""
        return not (self.ours and self.theirs)


@dataclass(frozen=True)
class Fray:
    """An air combat: its engagements, and what has come of it so far.

    Of the two `sides` the attacker declares first who breaks off. [22.6.6] `loaded` are strikers
    that fire with their load under the wings. [24.4.1-4] `needs` is the rating that a unit must
    keep for its mission, air-to-air if it is not named. [22.2.1.3] `edge` are those who earned an
    Advantage in the stage before, each with whom it is against. [22.6.4.1] `out` are those who
    have left, `fallen` those who were destroyed.
    """

    sides: tuple[str, str]
    groups: tuple[Group, ...] = ()
    loaded: frozenset[str] = frozenset()
    needs: Mapping[str, str] = field(default_factory=dict)
    edge: frozenset[tuple[str, str]] = frozenset()
    out: frozenset[str] = frozenset()
    fallen: frozenset[str] = frozenset()
    rule: str = "22.6.3"

    def left(self, *names: str) -> Fray:
        """The combat when somebody has left it."""
        gone = self.out | {*names}
        groups = tuple(group.without(gone) for group in self.groups)
        return replace(self, groups=tuple(g for g in groups if not g.over), out=gone)

    @property
    def engaged(self) -> frozenset[str]:
        """Everybody who is in an engagement."""
        return frozenset(name for group in self.groups for name in group.units)


def shooters(game: Nw, group: Group, stage: str) -> list[str]:
    """Those of an engagement who can fire at somebody in a stage. [22.6.3] [15.2.7]"""
    return [
        name
        for name in group.units
        if fires(game, name, stage) and any(may_hit(game, f, stage) for f in group.foes(name))
    ]


def fought(game: Nw, fray: Fray, stage: str) -> bool:
    """Whether anybody can fire in a stage; else it is passed over. [22.6.5]"""
    return any(shooters(game, group, stage) for group in fray.groups)


def fight(game: Nw, fray: Fray) -> Questions[Fray]:
    """An engagement from its first stage to the dogfight; who is free is finished. [22.6.3]
    [22.6.4.2]"""
    for stage in STAGES:
        if not fought(game, fray, stage):
            continue
        fray = yield from play_stage(game, fray, stage)
        if stage != DOGFIGHT:
            for side in fray.sides:
                fray = yield from break_off(game, fray, side, sorted(fray.engaged), "22.6.6")
    return fray


def play_stage(game: Nw, fray: Fray, stage: str) -> Questions[Fray]:
    """One stage in every engagement; what was earned in it counts in the next alone. [22.6.3]"""
    earned: frozenset[tuple[str, str]] = frozenset()
    hurt = frozenset(n for n in fray.engaged if is_wing(game, n))
    before = {name: wing_of(game, name).steps for name in hurt}
    for group in fray.groups:
        engage = dogfight if stage == DOGFIGHT else volleys
        fray, new = yield from engage(game, fray, group, stage)
        earned |= new
    for name in sorted(hurt - fray.out):
        if wing_of(game, name).steps < before[name]:
            fray = spent(game, fray, name)
    return replace(fray, edge=earned)


def spent(game: Nw, fray: Fray, name: str) -> Fray:
    """Who has lost a step and with it the rating for his mission flies home after the round.
    [22.2.1.3]"""
    if rating(game, name, fray.needs.get(name, AIR)) or wings.weasel(game, name):
        return fray
    flown(game, name)
    facts = {"unit": name, "side": plane(game, name).side}
    game.emit(Event("mission-given-up", "22.2.1.3", facts))
    return fray.left(name)


Stage = Questions[tuple[Fray, frozenset[tuple[str, str]]]]


def volleys(game: Nw, fray: Fray, group: Group, stage: str) -> Stage:
    """Fire from afar: all at once, but whoever has the Advantage before him over whom he has it.

    [22.6.3-b1] [22.6.3-b2]
    """
    able = shooters(game, group, stage)
    early = [n for n in able if any(who == n and foe in group.units for who, foe in fray.edge)]
    earned: frozenset[tuple[str, str]] = frozenset()
    for names in (early, [n for n in able if n not in early]):
        names = [n for n in names if n not in fray.out]
        fray, new = yield from volley(game, fray, group, names, stage)
        earned |= new
    return fray, earned


def dogfight(game: Nw, fray: Fray, group: Group, stage: str) -> Stage:
    """Turn upon turn: the better first, equals at once, who has the Advantage before his opponent.

    [22.6.3-b3]
    """
    waiting = shooters(game, group, stage)
    while waiting := [name for name in waiting if name not in fray.out]:
        held = {foe for who, foe in fray.edge if who in waiting}
        free = [name for name in waiting if name not in held] or waiting
        best = max(air_rating(game, name) for name in free)
        names = [name for name in free if air_rating(game, name) == best]
        fray, _ = yield from volley(game, fray, group, names, stage)
        waiting = [name for name in waiting if name not in names]
    return fray, frozenset()


def volley(game: Nw, fray: Fray, group: Group, names: Sequence[str], stage: str) -> Stage:
    """Some fire at once: all results are applied together. [22.6.4.1]"""
    shots: list[Shot] = []
    for name in names:
        foes = [
            foe for foe in group.foes(name) if foe not in fray.out and may_hit(game, foe, stage)
        ]
        if not foes:
            continue
        target = yield from aim(game, name, foes, stage)
        friends = tuple(n for g in fray.groups for n in g.friends(name) if name in g.units)
        result = fire(game, name, target, stage, friends, name in fray.loaded)
        shots.append((name, target, result))
    return (yield from suffer(game, fray, shots))


class Aim(OneOf[Nw]):
    """Choosing at whom of two to fire. [22.6.4.1]"""

    do, rule, title = "fire-at", "22.6.4.1", "Choose a target"


def aim(game: Nw, name: str, foes: Sequence[str], stage: str) -> Questions[str]:
    """At whom a unit fires that faces two: at either, not at both. [22.6.4.1]"""
    weak = min(foes, key=lambda foe: (air_rating(game, foe), foes.index(foe)))
    strong = max(foes, key=lambda foe: (air_rating(game, foe), -foes.index(foe)))
    side, prompt = plane(game, name).side, f"{called(game, name)}, {stage}: fire at whom?"
    likely = {"weakest": weak, "strongest": strong}
    return (yield from Aim.picked(game, side, foes, "air target", prompt, likely))


# ---- what comes of it


def suffer(game: Nw, fray: Fray, shots: Sequence[Shot]) -> Stage:
    """Apply results together; of two who both gain an Advantage neither has it. [22.6.5]"""
    gained = {(who, foe) for who, foe, result in shots if result == ADVANTAGE}
    for target in dict.fromkeys(foe for _, foe, _ in shots):
        results = [result for _, foe, result in shots if foe == target]
        if is_wing(game, target):
            fray = _struck(game, fray, target, results)
        else:
            fray = yield from _carried(game, fray, target, results)
    edge = frozenset(
        (who, foe) for who, foe in gained if (foe, who) not in gained and not fray.out & {who, foe}
    )
    return fray, edge


def _struck(game: Nw, fray: Fray, target: str, results: Sequence[str]) -> Fray:
    """An air unit is hit: destroyed, reduced, sent home. [22.6.5]"""
    rule = fray.rule
    if DESTROYED in results:
        wings.destroy(game, target, rule)
        return replace(fray, fallen=fray.fallen | {target}).left(target)
    for _ in range(sum(COSTS.get(result, 0) for result in results)):
        if wings.alive(game, target):
            wings.lose_step(game, target, rule)
    if not wings.alive(game, target):
        return replace(fray, fallen=fray.fallen | {target}).left(target)
    if {ABORTS, REDUCED_ABORTS} & {*results}:
        abort(game, target, rule)
        return fray.left(target)
    return fray


@dataclass(frozen=True, slots=True)
class Peril:
    """What troops in the air would rather suffer."""

    choice: Word


class Evade(Among[Nw, Peril]):
    """Losing a step and flying on, or turning back, when fighters close in on troops. [22.6.5]"""

    do, rule, order = "evade", "22.6.5", Peril
    title, phrase = "Fly on or turn back", "{choice}"


FLY_ON, TURN_BACK = Peril("fly on"), Peril("turn back")


def _carried(game: Nw, fray: Fray, target: str, results: Sequence[str]) -> Questions[Fray]:
    """Troops in the air are hit: they are lost, lose a step, or turn back. [24.4] [22.6.5]"""
    rule, known = "24.4", target in game.scenario.counters
    if not known or DESTROYED in results:
        if any(result != "-" for result in results):
            if known:
                eliminate(game, target, rule)
            return replace(fray, fallen=fray.fallen | {target}).left(target)
        return fray
    lost = sum(COSTS.get(result, 0) for result in results)
    back = bool({ABORTS, REDUCED_ABORTS} & {*results})
    if ADVANTAGE in results and not lost and not back:
        side = game.scenario.counters[target].side
        order = yield from Evade([TURN_BACK, FLY_ON]).chosen(
            game, side, "evade", f"Fighters close in on {called(game, target)}",
            {"turn back": TURN_BACK, "fly on": FLY_ON}, slight=True,
        )  # fmt: skip
        back = order == TURN_BACK
        lost = 0 if back else 1
    for _ in range(lost):
        lose_step(game, target, rule)
    if unit_of(game, target).place == ELIMINATED:
        return replace(fray, fallen=fray.fallen | {target}).left(target)
    return fray.left(target) if back else fray


class BreakOff(Among[Nw, OfMany]):
    """Breaking off an air combat with some units. [22.6.6] [24.4.1-6]"""

    do, rule, order = "break-off", "22.6.6", OfMany
    title, phrase = "Break off", ("{units}", "nobody breaks off")


def own(game: Nw, side: str, names: Sequence[str]) -> Iterator[str]:
    """A side's air units among some."""
    for name in names:
        if is_wing(game, name) and plane(game, name).side == side:
            yield name


def break_off(game: Nw, fray: Fray, side: str, names: Sequence[str], rule: str) -> Questions[Fray]:
    """A side may send units home after a stage; the attacker declares first. [22.6.6]"""
    able = list(own(game, side, names))
    if not able:
        return fray
    weak = tuple(n for n in able if wing_of(game, n).steps < len(plane(game, n).faces))
    order = yield from BreakOff([OfMany(some) for some in subsets(able)], rule).chosen(
        game, side, "break off", "Break off with whom?",
        {"fight on": OfMany(()), "spare the reduced": OfMany(weak), "all": OfMany(tuple(able))},
        slight=True,
    )  # fmt: skip
    for name in order.units:
        abort(game, name, rule)
    return fray.left(*order.units)
