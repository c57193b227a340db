"""Laws of what follows a combat, over positions by chance. [9.10] [9.11] [9.12]

An umpire of its own checks every retreat against the rule, from the State before it and the answer
given; and whatever happens, no step is made or lost without being counted.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.decision import Ask, asks_of
from grognard.systems.ocs.combat import outcome, retreat
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.movement.movement import condition
from grognard.systems.ocs.pieces.stacks import Stacks, belongings, holder, units_at
from grognard.systems.ocs.pieces.values import (
    attack_capable,
    counter_of,
    quarters,
    showing,
    steps_of,
)
from grognard.systems.ocs.proof import positions
from grognard.systems.ocs.results import combat_result
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES
from tests.systems.ocs.combat.test_capture import even
from tests.systems.ocs.field import field, unit

rule = pytest.mark.rule


def total_steps(game: Ocs, side: str) -> int:
    """The steps a side has on the map and those it has lost for good."""
    units = game.state.maps["units"]
    own = [n for n in units if counter_of(game, n).side == side and units[n].place == "map"]
    return sum(steps_of(game, name) for name in own) + game.state[SIDES][side].steps_lost


def answered(game: Ocs, procedure: Any, rng: random.Random) -> list[tuple[Ask, Any, Any]]:
    """Run a procedure with answers by chance; each question with the units before and after it."""
    found: list[tuple[Ask, Any, Any]] = []
    question = next(procedure, None)
    while question is not None:
        (ask,) = asks_of(question)
        offers = [offer for offer in ask.offers if rng.random() < 0.8] or list(ask.offers)
        answer = next((a for o in offers if (a := o.sample(game, ask.player, rng))), ask.default)
        assert ask.why(game, answer) == [], (ask.name, answer, ask.why(game, answer))
        found.append((ask, answer, dict(game.state.maps["units"])))
        try:
            question = procedure.send(answer)
        except StopIteration:
            question = None
    return found


class Umpire:
    """The rule of retreat, worked out another way than the game does it."""

    def __init__(self, game: Ocs, side: str, hexes: int) -> None:
        self.game, self.side, self.hexes = game, side, hexes
        self.enemy = game.scenario.other(side)
        self.zoned = [bool(n) for n in game.journal.indexes["zones"].counts[self.enemy]]  # type: ignore[attr-defined]
        self.foes = {h for h in range(game.board.n) if holder(game, h) == self.enemy}
        self.stuff = {h for h in range(game.board.n) if any(belongings(game, h, self.enemy))}

    def open(self, counter: Any, unit: Any, a: int, b: int) -> bool:
        """Whether a unit may retreat from a hex into another. [9.12] [9.12f]"""
        move = showing(counter, unit).move
        ground = self.game.scenario.ground.cost(condition(self.game), move, a, b)
        safe = b not in self.stuff or attack_capable(counter, unit)
        return b not in self.foes and ground is not None and safe

    def ways(self, counter: Any, unit: Any) -> list[list[int]]:
        """Every path of that many hexes that ends as far off, found by brute force. [9.12c]"""
        paths = [[unit.hex]]
        for _ in range(self.hexes):
            paths = [
                [*path, b]
                for path in paths
                for b in self.game.board.around(path[-1])
                if self.open(counter, unit, path[-1], b)
            ]
        far = self.game.board.distance
        return [path[1:] for path in paths if far(unit.hex, path[-1]) == self.hexes]


def check_retreat(game: Ocs, umpire: Umpire, before: Any, action: Any, loose: bool) -> None:
    """Hold what became of everybody against the rule, if all went in one answer."""
    board, after = game.board, game.state.maps["units"]
    counters, ends = game.scenario.counters, dict[int, int]()
    for name, labels in action["paths"].items():
        if name not in before:
            continue  # trucks
        unit, now = before[name], after[name]
        counter, path = counters[unit.counter], [board.hex(label) for label in labels]
        if name in action.get("lost", []):
            assert now.place in ("dead", "removed")
            continue
        assert path in umpire.ways(counter, unit)
        if now.place != "map":
            continue  # its last step was lost to a zone
        assert now.hex == path[-1]
        ends[now.hex] = ends.get(now.hex, 0)
        struck = len(path) >= 2 or any(umpire.zoned[h] for h in path)
        assert now.mode == "dg" if struck else now.mode == unit.mode
    for h in ends:
        assert sum(quarters(counters[after[n].counter], after[n]) for n in units_at(game, h)) <= 40
    for name in action.get("lost", []):
        unit = before[name]
        for path in umpire.ways(counters[unit.counter], unit):
            there = [
                n
                for n in units_at(game, path[-1])
                if before[n].hex != unit.hex or n in action["paths"]
            ]
            size = sum(quarters(counters[before[n].counter], before[n]) for n in there)
            assert loose or size + quarters(counters[unit.counter], unit) > 40


def zone_losses(umpire: Umpire, before: Any, action: Any) -> int:
    """The steps that zones take from the stacks of an answer, each once a hex at most. [9.12e]"""
    board, lost = umpire.game.board, 0
    paths = {
        n: tuple(board.hex(label) for label in labels)
        for n, labels in action["paths"].items()
        if n in before
    }
    for place in range(1, umpire.hexes + 1):
        for way in sorted({path[:place] for path in paths.values() if len(path) >= place}):
            stack = [n for n, path in paths.items() if path[:place] == way]
            earlier = place > 2 or any(umpire.zoned[h] for h in way[:-1])
            shaken = earlier or any(before[n].mode == "dg" for n in stack)
            lost += umpire.zoned[way[-1]] and shaken
    return lost


@rule("ocs", "9.12")
@rule("ocs", "9.12a")
@rule("ocs", "9.12c")
@rule("ocs", "9.12e")
@rule("ocs", "9.12f")
@pytest.mark.parametrize("seed", range(30))
def test_every_retreat_obeys_the_rule_and_counts_its_steps(seed: int) -> None:
    retreats_obey(positions.game(seed), random.Random(seed))


@rule("ocs", "9.12")
@rule("ocs", "4.8")
@pytest.mark.parametrize("seed", range(20))
def test_retreats_in_a_crowd_obey_the_rule(seed: int) -> None:
    rng = random.Random(seed)
    hexes = [f"{row:02d}{col:02d}" for row in range(1, 5) for col in range(1, 6)]
    taken = {h: rng.choice("sssa") for h in rng.sample(hexes, 14)}
    units = [
        unit(f"{side}{h}{number}", h, re=rng.choice((2, 3)), mode=rng.choice(("combat", "dg")))
        for h, side in taken.items()
        for number in range(rng.randint(1, 3))
    ]
    retreats_obey(field(*units, board=sketch(4, 5)), rng)


def retreats_obey(game: Ocs, rng: random.Random) -> None:
    """Have stacks by chance retreat, and hold each against the rule."""
    held = [(side, h) for side in game.scenario.sides for h in sorted(_stacks(game).held[side])]
    for side, h in rng.sample(held, min(4, len(held))):
        names = list(units_at(game, h))
        if not names or holder(game, h) != side:
            continue
        hexes = rng.randint(1, 3)
        steps = {s: total_steps(game, s) for s in game.scenario.sides}
        umpire = Umpire(game, side, hexes)
        near = [b for b in game.board.around(h) if holder(game, b) == umpire.enemy]
        found = answered(game, retreat.retreat(game, side, names, hexes, "9.12", near), rng)
        assert {s: total_steps(game, s) for s in game.scenario.sides} == steps
        assert even(game)
        ways = [(answer, before) for ask, answer, before in found if answer["do"] == "retreat"]
        captures = any(event.kind == "captured" for event in game.events)
        for answer, before in ways:
            check_retreat(game, umpire, before, answer, loose=captures)
            died = sum(f["steps"] for f in _told(game, "loss", "9.12e"))
            if not captures:
                assert died <= zone_losses(umpire, before, answer)
        game.events.clear()
        game.dated.clear()


@rule("ocs", "9.10")
@rule("ocs", "9.11")
@pytest.mark.parametrize("seed", range(30))
def test_every_result_counts_its_steps_and_keeps_the_sides_apart(seed: int) -> None:
    game, rng = positions.game(seed), random.Random(seed)
    for _ in range(4):
        fought = _battle(game, rng)
        if fought is None:
            return
        result = combat_result(game.scenario.tables, rng.randint(1, 13), rng.randint(1, 15))
        steps = {side: total_steps(game, side) for side in game.scenario.sides}
        least = _left(game, fought.attackers), _left(game, fought.defenders)
        found = answered(game, outcome.apply(game, fought, result), rng)
        assert {side: total_steps(game, side) for side in game.scenario.sides} == steps
        assert _left(game, fought.attackers) <= max(0, least[0] - result.attacker.losses)
        assert _left(game, fought.defenders) <= max(0, least[1] - result.defender.losses)
        order = [ask.player for ask, _, _ in found if ask.name in ("option", "retreat")]
        assert order == sorted(order, key=lambda side: side != fought.attacker)
        assert even(game)
        assert game.journal.lies() == []


def _stacks(game: Ocs) -> Stacks:
    found: Any = game.journal.indexes["stacks"]
    return found  # type: ignore[no-any-return]


def _told(game: Ocs, kind: str, rule_: str) -> list[Any]:
    return [event.facts for event in game.events if event.kind == kind and event.rule == rule_]


def _left(game: Ocs, names: tuple[str, ...]) -> int:
    units = game.state.maps["units"]
    return sum(steps_of(game, n) for n in names if n in units and units[n].place == "map")


def _battle(game: Ocs, rng: random.Random) -> Battle | None:
    """Somebody who can attack somebody next to him, whatever the segment."""
    side = rng.choice(game.scenario.sides)
    enemy = game.scenario.other(side)
    able = [n for n in _stacks(game).own[side] if _capable(game, n)]
    for name in rng.sample(able, len(able)):
        here = game.state.maps["units"][name].hex
        targets = [b for b in game.board.around(here) if holder(game, b) == enemy]
        if targets:
            target = rng.choice(targets)
            beside = [
                n for n in able if game.board.adjacent(game.state.maps["units"][n].hex, target)
            ]
            more = [n for n in beside if n != name and rng.random() < 0.5]
            overrun = rng.random() < 0.2
            names = [name] if overrun else [name, *more]
            defenders = list(units_at(game, target))
            rng.shuffle(defenders)
            return Battle(side, enemy, target, tuple(names), tuple(defenders), overrun=overrun)
    return None


def _capable(game: Ocs, name: str) -> bool:
    return attack_capable(counter_of(game, name), game.state.maps["units"][name])
