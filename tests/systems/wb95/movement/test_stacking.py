"""Stacking: eight levels a hex at the end of a phase. [3.2]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.systems.wb95.movement.stacking import crowded, relief
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import ATTACK_A, field, rules, unit, where

FAR = unit("s1", "0909")
END = {"do": "end"}


def move(names: str, path: str) -> dict[str, Any]:
    """A move, units and hexes divided by blanks."""
    return {"do": "move", "units": names.split(), "path": path.split()}


def stack(count: int, label: str, prefix: str = "gs", **more: Any) -> list[dict[str, Any]]:
    """So many units of two levels in one hex."""
    return [unit(f"{prefix}{i}", label, **more) for i in range(count)]


def full(game: Wb) -> list[str]:
    """The German hexes that hold too much."""
    return [game.board.label(h) for h in crowded(game, "german")]


@pytest.mark.rule("wb95", "3.2.1")
@pytest.mark.rule("wb95", "1.4d")
def test_eight_levels_are_allowed_and_no_ninth() -> None:
    """Four units of 2 CELs fill a hex. A fifth has no place if nobody can leave it again."""
    pinned = stack(4, "0503", mp=0)
    game = field(*pinned, unit("g1", "0502"), unit("g2", "0502", at={"cel": 1}), FAR)
    assert rules(game, "german", move("g1", "0503")) == ["3.2.1"]
    assert rules(game, "german", move("g2", "0503")) == ["3.2.1"]
    game = field(*pinned[:3], unit("g1", "0502", mp=1), unit("g2", "0502", at={"cel": 1}), FAR)
    assert rules(game, "german", move("g2", "0503")) == []
    game.play("german", move("g1", "0503"))
    assert full(game) == []
    assert rules(game, "german", move("g2", "0503")) == ["3.2.1"]


@pytest.mark.rule("wb95", "3.2.1")
def test_reduced_units_count_what_is_left_of_them() -> None:
    """Eight units with 1 CEL left each are 8 CELs; a ninth is too many."""
    weak = [unit(f"gs{i}", "0503", mp=0, at={"cel": 1}) for i in range(7)]
    game = field(*weak, unit("g1", "0502", at={"cel": 1}), unit("g2", "0502"), FAR)
    assert rules(game, "german", move("g2", "0503")) == ["3.2.1"]
    game.play("german", move("g1", "0503"))
    assert full(game) == []


@pytest.mark.rule("wb95", "3.2.2")
def test_a_headquarters_counts_one_level() -> None:
    """7 CELs and a headquarters are 8; 8 and a headquarters are 9."""
    seven = [*stack(3, "0503", mp=0), unit("g7", "0503", mp=0, at={"cel": 1})]
    game = field(*seven, unit("ghq", "0502", "HQ"), FAR)
    assert rules(game, "german", move("ghq", "0503")) == []
    eight = stack(4, "0503", mp=0)
    game = field(*eight, unit("ghq", "0502", "HQ"), FAR)
    assert rules(game, "german", move("ghq", "0503")) == ["3.2.1"]


@pytest.mark.rule("wb95", "3.2.1")
def test_a_hex_may_be_crowded_for_a_moment_but_not_at_the_end() -> None:
    """g1 comes in while others can still leave; the phase does not end until one has."""
    game = field(*stack(4, "0503"), unit("g1", "0502"), FAR)
    game.play("german", move("g1", "0503"))
    assert full(game) == ["0503"]
    assert rules(game, "german", END) == ["3.2.1"]
    assert END not in list(game.legal("german"))
    game.play("german", move("gs1", "0504"))
    assert full(game) == []
    assert rules(game, "german", END) == []


@pytest.mark.rule("wb95", "3.2.1")
def test_who_could_make_room_is_not_used_up() -> None:
    """Only gs0 can still leave the crowded hex: it may neither be marked nor go astray."""
    game = field(unit("gs0", "0503", mp=1), *stack(3, "0503", "gt", mp=0), unit("g1", "0502"), FAR)
    game.play("german", move("g1", "0503"))
    assert rules(game, "german", {"do": "mark", "units": ["gs0"]}) == []  # g1 can go back
    game = field(
        unit("gs0", "0503", mp=1), *stack(3, "0503", "gt", mp=0), unit("g1", "0502", mp=1), FAR
    )
    game.play("german", move("g1", "0503"))
    assert rules(game, "german", {"do": "mark", "units": ["gs0"]}) == ["3.2.1"]
    assert rules(game, "german", move("gs0", "0504")) == []


@pytest.mark.rule("wb95", "3.2.1")
def test_a_hex_crowded_by_the_set_up_is_thinned_out_where_that_is_possible() -> None:
    """Ten levels that can move must; ten that cannot hold nobody up, but take nobody in."""
    game = field(*stack(5, "0503"), unit("g1", "0701"), FAR)
    assert rules(game, "german", END) == ["3.2.1"]
    assert rules(game, "german", move("g1", "0702")) == []
    game = field(*stack(5, "0503", mp=0), unit("g1", "0502"), FAR)
    assert relief(game, "german").stuck == (game.board.hex("0503"),)
    assert rules(game, "german", END) == []
    assert rules(game, "german", move("g1", "0402")) == []
    assert rules(game, "german", move("g1", "0503")) == ["3.2.1"]


@pytest.mark.rule("wb95", "3.2.1")
def test_room_at_the_goal_counts_all_who_are_on_their_way() -> None:
    """Twelve levels, two units must go, and one neighbour is free: both cannot go there."""
    walls = [
        part
        for i, label in enumerate(("0402", "0403", "0502", "0602", "0603"))
        for part in stack(4, label, f"gw{i}", mp=0)
    ]
    movers = [unit(f"gm{i}", "0503", mp=1) for i in range(6)]
    held = stack(3, "0504", "gx", mp=0)
    game = field(*walls, *movers, *held, FAR)
    assert game.board.hex("0503") in relief(game, "german").stuck
    game = field(*walls, *movers, *held[:2], FAR)
    assert relief(game, "german").stuck == ()
    assert rules(game, "german", END) == ["3.2.1"]


def test_random_play_never_gets_stuck_in_a_crowd() -> None:
    """Whatever is sampled, the phase can be brought to an end."""
    for seed in range(6):
        rng = random.Random(seed)
        game = field(*stack(5, "0503"), *stack(4, "0504", "gt"), *stack(3, "0404", "gu"), FAR)
        for _ in range(60):
            action = game.sample("german", rng)
            assert action is not None
            assert game.why("german", action) == []
            if action["do"] == "end":
                break
            game.play("german", action)
        while rules(game, "german", END):
            name, to = relief(game, "german").moves[0]
            h = game.board.label(to)
            listed = [
                a
                for a in game.legal("german")
                if a["do"] == "move" and a["units"] == [name] and a["path"][-1] == h
            ]
            game.play("german", listed[0])
        assert full(game) == []


def test_moves_out_of_a_crowd_go_where_they_say() -> None:
    """A stack of three marches off together."""
    game = field(*stack(5, "0503"), FAR)
    game.play("german", move("gs0 gs1 gs2", "0504 0505"))
    assert [where(game, f"gs{i}") for i in range(5)] == ["0505"] * 3 + ["0503"] * 2
    go_to(game, ATTACK_A)
