"""Pointing and clicking: where counters can go, and what they could be told to do to a hex.

Nothing is decided here: every action is checked like any other, and a refusal says its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.engine.decision import Action, Decision, check_form
from grognard.engine.refusal import Refusal, Refused
from grognard.systems.wb95.artillery.barrage_fire import Barrage
from grognard.systems.wb95.artillery.ranged import FireAtObject, RangedAttack
from grognard.systems.wb95.combat import obligations
from grognard.systems.wb95.combat.attack import Attack
from grognard.systems.wb95.masking.mask_deeds import Arrange
from grognard.systems.wb95.masking.masking import BLIND, zone_known
from grognard.systems.wb95.movement import stacking
from grognard.systems.wb95.movement.movement import class_of, points, unable, walk
from grognard.systems.wb95.movement.moves import Leg, Move, move_cost
from grognard.systems.wb95.movement.reach import Routes, routes
from grognard.systems.wb95.phases import EndPhase
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, holder, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.table import orders, telling
from grognard.systems.wb95.works import bridges
from grognard.table.cards import OrderCard, Reach, ReachCell, Stop, Sum, Tone
from grognard.table.proposing import alone, listed, untimely
from grognard.table.tabletop import Tabletop

RECKONED = (*BLIND, FireAtObject.do)
"""The deeds whose outcome the dice decide."""


# ---- reach


def ways(game: Wb, player: str, names: Sequence[str]) -> Reach:
    """Where units can go together, by the way of the slowest of them. [3.1.3] [3.1.5]"""
    mine = [n for n in names if n in game.scenario.counters and counter_of(game, n).side == player]
    refusals = _stuck(game, player, mine)
    if not mine or (refusals and not all(r.rule == "3.1.4" for r in refusals)):
        return Reach(refusals=tuple(refusals))
    found = {name: routes(game, name) for name in mine}
    slow = min(mine, key=lambda name: (len(found[name].costs), name))
    common = [h for h in found[slow].costs if all(h in way.costs for way in found.values())]
    cells = tuple(_cell(game, found, slow, h) for h in sorted(common))
    known, label = zone_known(game, player), game.board.label
    near = sorted({b for h in common for b in (h, *game.board.around(h))})
    return Reach(
        cells,
        tuple(label(h) for h in near if known[h]),
        tuple(_stops(game, player, mine, common, near)),
        tuple(refusals),
    )


def _stuck(game: Wb, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why units cannot move now, or not together."""
    decision = game.decision(player)
    if decision is None:
        return [Refusal("turn", f"{player} is not asked anything now")]
    if decision.offer(Move.do) is None:
        return [untimely(game, decision, "moves")]
    found = [why for name in names if (why := unable(game, name)) is not None]
    if not found and len({unit_of(game, name).hex for name in names}) > 1:
        return [Refusal("3.1.4", "units that move together start in one hex")]
    return found


def _cell(game: Wb, found: Mapping[str, Routes], slow: str, h: int) -> ReachCell:
    label, way = game.board.label, found[slow].path(h)
    before = way[-2] if len(way) > 1 else unit_of(game, slow).hex
    dearest = max(each.costs[h] for each in found.values())
    return ReachCell(label(h), str(points(dearest)), label(before))


def _stops(
    game: Wb, player: str, names: Sequence[str], common: Sequence[int], near: Sequence[int]
) -> Iterator[Stop]:
    """Where units must stop or cannot go on: zones of control, enemies, water, crowds."""
    known, label, inside = zone_known(game, player), game.board.label, frozenset(common)
    ground = game.scenario.ground
    for h in near:
        held = holder(game, h)
        if h in inside:
            if known[h]:
                yield Stop(label(h), "in an enemy zone of control: units stop here", "4.2.1")
            if held == player:
                levels = stacking.levels_after(game, player, tuple(names), h)
                if levels > STACKING_LIMIT:
                    text = f"{levels} levels would stand here; {STACKING_LIMIT} may"
                    yield Stop(label(h), text, "3.2.1")
        elif held is not None and held != player:
            yield Stop(label(h), "held by the enemy", "3.1.8")
        elif any(not ground.enterable(class_of(game, name), h) for name in names):
            yield Stop(label(h), f"{game.board.terrain[h]}: closed to such units", "3.1.11")


# ---- what an action costs


def cost(game: Wb, player: str, action: Action) -> list[Sum]:
    """What each unit spends on a move, reason by reason. [3.1.11]"""
    if action.get("do") != Move.do:
        return []
    path = [game.board.hex(label) for label in action["path"]]
    found, cleared = [], tuple[int, ...]()
    for name in action["units"]:
        strides = walk(game, name, path, bool(action.get("full")), cleared)
        if isinstance(strides, Refusal):
            continue
        legs: list[Leg] = []
        here = unit_of(game, name).hex
        for taken in strides:
            legs.append((here, taken, bridges.bridged(game, here, taken.after.hex)))
            here = taken.after.hex
        title = f"{telling.call(game, [name])} spends"
        found.append(Sum(title, move_cost(game.scenario.ground, legs)))
        cleared = tuple(path)
    return found


def mendable(game: Wb, player: str, action: Action) -> bool:
    """Whether an attack names own units, and hexes that somebody could attack now. [5.1.2]"""
    if action.get("do") != Attack.do or check_form(Attack.form, action):
        return False
    able, index = obligations.contact(game, player), game.board.index
    mine = {name for names in able.able.values() for name in names}
    hexes = [index.get(label, -1) for label in action["targets"]]
    return mine.issuperset(action["units"]) and all(h in able.attackers for h in hexes)


def tone(facts: Sequence[Mapping[str, Any]]) -> Tone:
    """Whether a result of combat is good for the attacker. [5.2.1f]"""
    for fact in facts:
        if "defender_result" in fact:
            hurt = bool(telling.effect(fact["attacker_result"]))
            won = bool(telling.effect(fact["defender_result"]))
            return "warn" if hurt and won else "bad" if hurt else "good" if won else "plain"
    return "plain"


# ---- orders


def proposals(
    game: Wb, table: Tabletop, player: str, names: Sequence[str], hexes: Sequence[int]
) -> list[OrderCard]:
    """What units could be told to do to hexes now, the likeliest first."""
    decision = game.decision(player)
    if decision is None:
        return []
    found: list[OrderCard] = []
    enemy = [h for h in hexes if holder(game, h) not in (None, player)]
    if enemy and len(enemy) == len(hexes):
        found += _attacks(game, decision, names, enemy)
    if names and len(hexes) == 1:
        found += _marches(game, decision, names, hexes[0])
    found += _others(game, table, decision, names, hexes)
    return sorted(found, key=lambda one: one.action is None)


def _marches(game: Wb, decision: Decision, names: Sequence[str], to: int) -> Iterator[OrderCard]:
    """The march to a hex by the cheapest way; into a hex of lone guns it is an overrun. [6.1.7]"""
    player, label = decision.player, game.board.label(to)
    enemy = holder(game, to) not in (None, player)
    title = f"{'Overrun' if enemy else 'Move to'} {label}"
    on_map = [n for n in names if n in game.scenario.counters and unit_of(game, n).hex >= 0]
    if not on_map or all(unit_of(game, n).hex == to for n in on_map):
        return
    if decision.offer(Move.do) is None:
        if not enemy:
            yield OrderCard(Move.do, title, None, refusals=(untimely(game, decision, "moves"),))
        return
    try:
        action = orders.march(game, player, names, to)
    except Refused as refused:
        yield OrderCard(Move.do, title, None, refusals=tuple(refused.refusals))
        title = f"{title} at full movement, for a level of supply"  # [10.2.3]
        try:
            action = orders.march(game, player, names, to, full=True)
        except Refused:
            return
    start = game.board.label(unit_of(game, names[0]).hex)
    sums = tuple(cost(game, player, action))
    yield OrderCard(Move.do, title, action, (start, *action["path"]), sums)


def _attacks(
    game: Wb, decision: Decision, names: Sequence[str], targets: Sequence[int]
) -> Iterator[OrderCard]:
    """The attack with those who are chosen, and the best attack with anybody. [5.1.2]"""
    player, labels = decision.player, [game.board.label(h) for h in targets]
    where = ", ".join(labels)
    if decision.offer(Attack.do) is None:
        late = untimely(game, decision, "attacks")
        yield OrderCard(Attack.do, f"Attack {where}", None, refusals=(late,))
        return
    exact: Action | None = None
    if names:
        exact = _exactly(game, names, labels)
        why = tuple(game.why(player, exact))
        title = f"Attack {where} with {telling.call(game, names)}"
        yield OrderCard(Attack.do, title, None if why else exact, refusals=why, weighed=True)
    try:
        best = orders.assault(game, player, targets)
    except Refused as refused:
        if exact is None:
            why = tuple(refused.refusals)
            yield OrderCard(Attack.do, f"Attack {where}", None, refusals=why, weighed=True)
        return
    if best != exact:
        title = f"Attack {where} with {telling.call(game, best['units'])}"
        yield OrderCard(Attack.do, title, best, weighed=True)


def _exactly(game: Wb, names: Sequence[str], labels: list[str]) -> Action:
    """The attack with exactly these: guns in support, the others in front. [6.3.1]"""
    known = [n for n in names if n in game.scenario.counters]
    guns = sorted(n for n in known if counter_of(game, n).towed_artillery)
    action: Action = {
        "do": Attack.do,
        "units": sorted(n for n in names if n not in guns),
        "targets": list(labels),
    }
    return {**action, "guns": guns} if guns else action


def _others(
    game: Wb, table: Tabletop, decision: Decision, names: Sequence[str], hexes: Sequence[int]
) -> Iterator[OrderCard]:
    """Every other deed that these units, or these hexes, have a part in."""
    for offer in decision.ask.offers:
        if isinstance(offer, Move | Attack | EndPhase):
            continue
        if isinstance(offer, Arrange):
            if len(names) == 1 and not hexes:
                yield from _on_top(game, decision, names[0])
            continue
        if names and not hexes and set(offer.form) in ({"unit"}, {"units"}):
            yield from alone(game, table, decision, offer, names)
        else:
            weighed = isinstance(offer, RangedAttack | Barrage | FireAtObject)
            yield from listed(game, table, decision, offer, names, hexes, weighed)


def _on_top(game: Wb, decision: Decision, name: str) -> Iterator[OrderCard]:
    """A unit laid on top of its stack, where all can see it. [16.1.1]"""
    h = unit_of(game, name).hex
    order = [*(n for n in units_at(game, h) if n != name), name] if h >= 0 else []
    action: Action = {"do": Arrange.do, "hex": game.board.labels[h], "order": order}
    if len(order) > 1 and not game.why(decision.player, action):
        yield OrderCard(Arrange.do, f"Lay {telling.call(game, [name])} on top", action)
