"""Answers put together by pointing: what is told step by step, in every system."""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files
from typing import Any

import pytest
import yaml

import grognard
from grognard import library
from grognard.engine.decision import Decision
from grognard.engine.game import Game
from grognard.engine.refusal import Refused
from grognard.lab import laws
from grognard.server.scenes import read_out
from grognard.table.composing import Step, compose
from grognard.table.composition import Composition
from tests.composed import clicked

FEW_KILOBYTES = 6_000
ID = re.compile(r"\b[a-z]+-[a-z]*\d[\w-]*")


def lesson(name: str, until: str) -> tuple[Game[Any], Decision]:
    """A game as its lesson plays it, up to the first action of a kind."""
    told = files("grognard.scenarios").joinpath(name).read_text()
    steps = yaml.safe_load(told)
    scenario = name.replace("about/", "").replace("-lesson.yaml", "")
    game = grognard.new(scenario, seed=steps["seed"])
    for side, action in (play for step in steps["steps"] for play in step.get("play", [])):
        if action["do"] == until:
            decision = game.decision(side)
            assert decision is not None
            return game, decision
        game.play(side, action)
    raise AssertionError(f"the lesson has no {until}")


def step(game: Game[Any], decision: Decision, do: str = "", **told: Any) -> Composition:
    """One stroke."""
    if "hex" in told:
        told["hex"] = game.board.hex(told["hex"])
    return compose(game, library.tabletop(game), decision, Step(**told), do)


def typhoon() -> tuple[Game[Any], Decision]:
    """Typhoon, when the air units are assigned for the first time."""
    game = grognard.new("wb95/typhoon", seed=7)
    while game.decisions[0].ask.name != "air":
        decision = game.decisions[0]
        game.play(decision.player, decision.ask.default or {"do": "end"})
    decision = game.decision("soviet") or game.decisions[0]
    return game, decision


# ---- in every system


@pytest.mark.parametrize("scenario", ["wb95/klin", "ocs/catania-plain", "ocs/husky-landing"])
def test_whatever_is_put_together_can_be_given_or_says_why_not(scenario: str) -> None:
    """And what is told of it takes few bytes, and holds no id that a person would have to read."""
    game, rng = grognard.new(scenario, seed=11), random.Random(11)
    table, seen = library.tabletop(game), 0
    for _ in range(60):
        if game.over:
            break
        for side in game.scenario.sides:
            for card in clicked(game, table, side, rng):
                if isinstance(card, str):
                    continue
                decision = next(d for d in game.decisions if d.player == side)
                if card.action is not None:
                    assert tuple(decision.why(game, card.action)) == card.refusals
                for option in card.options:
                    assert not decision.why(game, option.action)
                told = read_out(game, table, card)
                assert len(json.dumps(told)) < 4 * FEW_KILOBYTES
                for part in (*told["parts"], *told["options"]):
                    assert not ID.search(part["text"]), part["text"]
                seen += 1
        game.play(*laws.random_action(game, rng))
    assert seen > 20


def test_what_is_not_asked_is_not_put_together() -> None:
    game, decision = typhoon()
    with pytest.raises(Refused):
        step(game, decision, draft={"do": "fly", "missions": []})
    with pytest.raises(Refused):
        step(game, decision, draft={"do": "assign", "missions": "all"})
    with pytest.raises(Refused):
        step(game, decision, do="move")


# ---- rows: air missions


def test_missions_are_aimed_one_after_the_other() -> None:
    """The next air unit is in hand by itself; another kind at the same hex is one click away."""
    game, decision = typhoon()
    begun = step(game, decision)
    assert len(json.dumps(read_out(game, library.tabletop(game), begun))) < FEW_KILOBYTES
    assert [one.held for one in begun.hand] == [True, *([False] * (len(begun.hand) - 1))]
    assert all(one.counter is not None for one in begun.hand)
    assert f"{len(begun.hand)} of {len(begun.hand)} air units free" in begun.notes[0]
    support = next(one for one in begun.goals if one.sort == "offensive support")
    flown = step(game, decision, hex=support.hexes[0])
    assert [part.text for part in flown.parts] == [flown.options[0].text]
    assert {one.sort for one in flown.options} >= {"offensive support", "air attack"}
    assert all(one.notes for one in flown.options)
    assert not flown.refusals
    other = step(game, decision, draft=flown.options[1].action)
    assert other.parts[0].text == flown.options[1].text
    gone = step(game, decision, draft=other.parts[0].action)
    assert gone.action == {"do": "assign", "missions": []}


def test_the_sort_that_is_meant_comes_first() -> None:
    game, decision = typhoon()
    begun = step(game, decision)
    hex_ = next(one for one in begun.goals if one.sort == "air attack").hexes[0]
    flown = step(game, decision, hex=hex_, sort="air attack")
    assert flown.options[0].sort == "air attack"
    assert flown.action is not None
    assert flown.action["missions"][0]["mission"] == "attack"


def test_one_may_look_before_one_points() -> None:
    game, decision = typhoon()
    hex_ = step(game, decision).goals[0].hexes[0]
    looked = step(game, decision, hex=hex_, look=True)
    assert looked.options
    assert not looked.parts


# ---- ways: retreat and pursuit


def test_all_go_the_way_that_is_pointed_at_or_one_alone() -> None:
    game, decision = lesson("wb95/about/klin-lesson.yaml", "pursue")
    begun = step(game, decision)
    assert begun.text == "nobody follows"
    together = step(game, decision, hex="2619")
    assert len(together.parts) > 1
    assert all(part.path and part.hexes[-1] == "2619" for part in together.parts)
    one = begun.hand[0].id
    alone = step(game, decision, hand=[one], hex="2619")
    assert [part.pieces for part in alone.parts] == [(one,)]
    without = step(game, decision, draft=alone.parts[0].action)
    assert without.text == "nobody follows"


def test_too_many_are_told_why_not() -> None:
    game, decision = lesson("wb95/about/klin-lesson.yaml", "pursue")
    everybody = [one.id for one in step(game, decision).hand]
    crowd = step(game, decision, hand=everybody, hex="2718")
    assert [refusal.rule for refusal in crowd.barred] == ["3.2.1"]
    assert not crowd.parts
    assert step(game, decision, hex="2010").barred


def test_a_retreat_is_paid_for_as_it_is_changed() -> None:
    game, decision = lesson("wb95/about/klin-lesson.yaml", "retreat")
    begun = step(game, decision)
    assert begun.notes == ("as it stands it costs 0 levels",)
    left = step(game, decision, draft=begun.parts[0].action)
    assert left.notes == ("as it stands it costs 1 level",)
    assert not left.refusals


# ---- some out of many, and one of a list


def test_counters_are_picked_by_themselves() -> None:
    """Whoever goes nowhere is meant as soon as he is picked."""
    game, decision = lesson("ocs/about/catania-plain-lesson.yaml", "advance")
    begun = step(game, decision)
    fewer = step(game, decision, draft=begun.parts[0].action)
    assert len(fewer.parts) == len(begun.parts) - 1
    again = step(game, decision, draft=fewer.action, hand=[begun.parts[0].pieces[0]])
    assert len(again.parts) == len(begun.parts)


def test_one_of_a_list_takes_the_place_of_another() -> None:
    game, decision = lesson("ocs/about/catania-plain-lesson.yaml", "lead")
    begun = step(game, decision)
    assert not begun.composed
    other = next(one.id for one in begun.hand if not one.taken)
    led = step(game, decision, hand=[other])
    assert led.action == {"do": "lead", "unit": other}


# ---- errands of a phase


def test_supply_that_has_come_says_where_it_may_go() -> None:
    game = grognard.new("ocs/catania-plain", seed="2306")
    (decision,) = game.decisions
    begun = step(game, decision, do="place")
    assert begun.notes == ("4 SP for 77.17", "2 SP for 67.17")
    assert begun.action is None
    placed = step(game, decision, do="place", hex="77.17")
    assert placed.text == "Place 4 SP in 77.17"
    (amount,) = placed.amounts
    assert (amount.key, amount.value, amount.least, amount.most) == ("amount", 16, 1, 16)
    assert placed.action is not None
    fewer = step(game, decision, do="place", draft={**placed.action, "amount": 4})
    assert (fewer.text, fewer.refusals) == ("Place 1 SP in 77.17", ())


def test_a_planned_drop_knows_its_unit_and_its_hex() -> None:
    game = grognard.new("ocs/husky-landing", seed="2306")
    for side in ("axis", "allied"):
        game.play(side, {"do": "ready"})
    decision = game.decision("allied")
    assert decision is not None
    plans = step(game, decision)
    unit = plans.hand[0].id
    planned = step(game, decision, hand=[unit], hex="73.18")
    assert [one.sort for one in planned.options[:2]] == ["in turn 1", "in turn 2"]
    assert planned.parts[0].pieces == (unit,)
    for side in ("axis", "allied"):
        game.play(side, {"do": "plan-drops", "plans": []})
    game.play("allied", {"do": "end"})
    (decision,) = (one for one in game.decisions if one.player == "allied")
    drops = step(game, decision, do="air-drop")
    assert "us-1-505" in [one.id for one in drops.hand]
    dropped = step(game, decision, do="air-drop", hex="54.16")
    assert dropped.action is not None
    assert dropped.action["units"] == ["us-1-505"]
    assert dropped.weighed
