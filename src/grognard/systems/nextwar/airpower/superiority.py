"""The battle for the air: placement, engagements, combat, and who rules then. [22.6]"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.kit.deeds import Questions
from grognard.kit.orders import Nothing
from grognard.systems.nextwar.airpower.hidden import assign
from grognard.systems.nextwar.airpower.melee import Fray, Group, fight
from grognard.systems.nextwar.airpower.placing import Avoid, Engage, Pairing, place
from grognard.systems.nextwar.airpower.sorties import by_rating, sortie_steps
from grognard.systems.nextwar.airpower.wings import aloft, plane
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import LEVELS, NOW, SIDES, WAR
from grognard.systems.nextwar.turn.initiative import FIRST, side_of

CHART = "air-superiority"
_RATIO = re.compile(r"([\d.]+):1")


def battle_for_the_air(game: Nw) -> Procedure:
    """The steps of the Air Phase: sorties, placement, combat, the level. [22.6.1] [22.6.2]"""
    for side in game.scenario.sides:
        status = game.state[SIDES][side]
        game.put(SIDES, side, replace(status, lift_used=0))
    yield from sortie_steps(game)
    if game.options["air-fog"] == "on":
        groups = yield from assign(game)
    else:
        yield from place(game)
        groups = yield from engagements(game)
    yield from clash(game, groups)
    settle(game)


def clash(game: Nw, groups: Sequence[Group]) -> Procedure:
    """Every engagement, one after the other; survivors stay in the box. [22.6.2-3] [22.6.2-4]"""
    first = side_of(game, FIRST)
    for group in groups:
        yield from fight(game, Fray((first, game.scenario.other(first)), (group,)))


# ---- engagements


def engagements(game: Nw) -> Questions[tuple[Group, ...]]:
    """Choose who fights whom, in turns; then what a surplus does. [22.6.2-1] [22.6.2-2]"""
    sides = game.scenario.sides
    free = {side: aloft(game, side) for side in sides}
    pairs: list[tuple[str, str]] = []
    for side in choosers(game):
        other = game.scenario.other(side)
        if not free[side] or not free[other]:
            break
        own, foe = yield from pick(game, side, free[side], free[other])
        free[side].remove(own)
        free[other].remove(foe)
        pairs.append((own, foe) if side == sides[0] else (foe, own))
        facts = {"side": side, "unit": own, "enemy": foe}
        game.emit(Event("engagement", "22.6.2-1", facts))
    groups = [Group((a,), (b,)) for a, b in pairs]
    for side in sides:
        if free[side] and groups:
            groups = yield from surplus(game, side, free[side], groups)
    return tuple(groups)


def choosers(game: Nw) -> Iterator[str]:
    """Who chooses engagements: the AWACS Advantage so many, then the other one; without it by
    turns, the first player first. [22.6.2-1]"""
    war = game.state[WAR][NOW]
    first = war.watching if war.awacs else side_of(game, FIRST)
    while True:
        for _ in range(max(1, war.awacs)):
            yield first
        yield game.scenario.other(first)


def pick(
    game: Nw, side: str, mine: Sequence[str], theirs: Sequence[str]
) -> Questions[tuple[str, str]]:
    """A side chooses one engagement. [22.6.2-1]"""
    if len(mine) == len(theirs) == 1:
        return mine[0], theirs[0]
    ours, foes = by_rating(game, mine), by_rating(game, theirs)
    order = yield from Engage(mine, theirs).chosen(
        game, side, "engagement", "Choose an engagement",
        {
            "strong against weak": Pairing(ours[-1], foes[0]),
            "strong against strong": Pairing(ours[-1], foes[-1]),
            "weak against strong": Pairing(ours[0], foes[-1]),
        },
    )  # fmt: skip
    return order.unit, order.enemy


def surplus(
    game: Nw, side: str, spare: Sequence[str], groups: Sequence[Group]
) -> Questions[list[Group]]:
    """Units that nobody is left for: each may join an engagement, two against one at most; the
    rest stays out of it, and in the box. [22.6.2-2] [22.6.4]"""
    left, found = list(spare), list(groups)
    while left:
        theirs = [
            foe
            for group in found
            for foe in group.units
            if plane(game, foe).side != side and len(group.units) == 2
        ]
        if not theirs:
            break
        join, avoid = Engage(left, theirs, "22.6.4"), Avoid()
        strong = by_rating(game, left)[-1]
        foe = by_rating(game, theirs)[-1]
        ask = avoid.ask(
            game, side, "surplus", "Who joins an engagement?", {"avoid combat": Nothing()},
            also=(join,),
        )  # fmt: skip
        ask.policies = {
            **ask.policies,
            "gang up": partial(join.written, game, Pairing(strong, foe)),
        }
        answer = yield ask
        if answer["do"] == Avoid.do:
            break
        order = join.order_of(game, answer)
        left.remove(order.unit)
        found = [
            group.joined(order.unit, order.enemy) if order.enemy in group.units else group
            for group in found
        ]
        facts = {"side": side, "unit": order.unit, "enemy": order.enemy}
        game.emit(Event("engagement", "22.6.2-2", facts))
    return found


# ---- the level


def settle(game: Nw) -> None:
    """Who rules the air, by the ratio of units in the box, and what that does to the AWACS
    Advantage. [22.6] [22.6.2-5] [22.6.2-6]"""
    counts = {side: len(aloft(game, side)) for side in game.scenario.sides}
    ruler, level = level_of(game, counts)
    game.put(WAR, NOW, replace(game.state[WAR][NOW], ruler=ruler, level=level))
    facts = {"side": ruler, "level": LEVELS[level], "counts": counts}
    game.emit(Event("air-superiority", "22.6.2-5", facts))
    if level:
        shift(game, ruler, level)


def level_of(game: Nw, counts: dict[str, int]) -> tuple[str, int]:
    """The level of a ratio of units; nobody counts as one. [22.6]"""
    have = {side: max(1, count) for side, count in counts.items()}
    ruler = max(have, key=have.__getitem__)
    ratio = Fraction(have[ruler], min(have.values()))
    table = game.scenario.tables[CHART]
    for level in reversed(range(1, len(LEVELS))):
        match = _RATIO.search(table.cell(LEVELS[level], "advanced_unit_ratio").value)
        assert match is not None
        if ratio >= Fraction(match[1]):
            return ruler, level
    return "", 0


def shift(game: Nw, ruler: str, level: int) -> None:
    """Move the AWACS Advantage towards who rules the air: two for supremacy. [22.6.2-6]"""
    war, tables = game.state[WAR][NOW], game.scenario.tables
    step = int(tables[CHART].cell(LEVELS[level], "awacs_shift").value)
    most = int(tables["track-maxima"].cell("AWACS Advantage", "maximum").value)
    had = war.awacs if war.watching == ruler else -war.awacs
    now = max(-most, min(most, had + step))
    watching = ruler if now > 0 else game.scenario.other(ruler) if now else ""
    game.put(WAR, NOW, replace(war, watching=watching, awacs=abs(now)))
    game.emit(Event("awacs", "22.6.2-6", {"side": watching, "level": abs(now)}))
