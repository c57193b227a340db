"""Sizes, steps and their losses. [4.1.0] [4.2.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.leading import may_lead
from grognard.systems.goss.fire.modifiers import density
from grognard.systems.goss.fire.spotting import targets_of
from grognard.systems.goss.fire.toll import Toll
from grognard.systems.goss.movement.allowance import printed
from grognard.systems.goss.pieces.losses import lose_step
from grognard.systems.goss.pieces.stacking import grouping, overstacked
from grognard.systems.goss.pieces.values import (
    battalion,
    counter_of,
    one_step_company,
    proficiency,
    size,
    strength,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import Unit, at_odds
from tests.systems.goss.assault.clash import assault, clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, position, rules, told, unit
from tests.systems.goss.firing import hit

PA: dict[str, Any] = {"mode": "PA"}
Z: dict[str, Any] = {"z": True, "left": 0}


@pytest.mark.rule("goss", "4.1.0", "4.1.1", "4.1.2", "4.2.1")
def test_sizes_do_not_change_with_losses() -> None:
    game = position(
        unit("g1", (0, 0)), unit("g2", (1, 0), "eng", steps=2), unit("g3", (2, 0), "pz4"),
        unit("u1", (3, 0), "hybrid"), unit("u2", (4, 0), "hybrid", steps=2),
    )  # fmt: skip

    def sizes() -> list[str]:
        return [size(counter_of(game, n), now(game, n)) for n in ("g1", "g2", "g3", "u1", "u2")]

    assert sizes() == ["Bn", "Co", "Co", "Bn", "Co"]
    assert battalion(counter_of(game, "u1"), now(game, "u1"))
    assert not one_step_company(counter_of(game, "g2"), now(game, "g2"))
    for name in ("g1", "g2", "g3"):
        lose_step(game, name, "4.2.2")
    assert sizes() == ["Bn", "Co", "Z", "Bn", "Co"]
    assert one_step_company(counter_of(game, "g2"), now(game, "g2"))


@pytest.mark.rule("goss", "4.2.0", "4.2.1", "4.2.2", "4.2.2-elim")
def test_steps_are_lost_one_by_one() -> None:
    game = position(unit("g1", (0, 0)), unit("g2", (1, 0), isolated=True, left=1))
    for left in (2, 1):
        lose_step(game, "g1", "4.2.2")
        assert now(game, "g1").steps == left
    lose_step(game, "g1", "4.2.2")
    lose_step(game, "g2", "4.2.2")
    assert now(game, "g1").place == "eliminated"
    assert now(game, "g2").place == "surrendered"  # kept apart: it was isolated
    assert [one["isolated"] for one in told(game, "eliminated")] == [False, True]
    for steps in (0, 4):
        wrong = at_odds(counter_of(game, "g1"), Unit("map", 1, steps))
        assert wrong is not None
        assert wrong.rule == "4.2.0"


@pytest.mark.rule("goss", "4.1.3-fs-a", "11.5.4")
def test_a_z_step_is_half_a_step_in_a_crowd() -> None:
    def dense(zs: int) -> int:
        units = [unit("g1", (0, 0)), unit("g2", (0, 0))]
        units += [unit(f"g{n}", (0, 0), "pz4", **Z) for n in range(3, 3 + zs)]
        game = position(*units)
        return density(game, [one["row"]["id"] for one in units])

    assert dense(1) == dense(2)
    assert dense(1) > dense(0)


@pytest.mark.rule("goss", "4.1.3-fs-b", "11.2.1a")
def test_a_z_step_does_not_spot() -> None:
    game = position(unit("g1", (0, 0), "pz4", **Z), unit("g2", (1, 0), "pz4"))
    assert targets_of(counter_of(game, "g1"), now(game, "g1")) == 0
    assert targets_of(counter_of(game, "g2"), now(game, "g2")) == 1


@pytest.mark.rule("goss", "4.1.3-fs-c", "4.1.3-fs-d")
def test_z_steps_under_fire() -> None:
    game = position(unit("g1", (0, 0)), unit("g2", (0, 0), "pz4", **Z), unit("u1", (0, 1)))
    toll = Toll(game, "axis", game.board.hex(at(0, 0)), ("g1", "g2"), False)
    assert toll.open(True) == ["g1"]
    alone = position(unit("g2", (0, 0), "pz4", **Z), unit("u1", (0, 1)))
    hit(alone, (0, 0), 1)
    assert now(alone, "g2").place == "eliminated"


@pytest.mark.rule("goss", "4.1.3-ga-a", "4.1.3-ga-b", "4.1.3-ga-c", "13.8.1")
def test_z_steps_in_assaults() -> None:
    def game(*units: Any, **more: Any) -> Gs:
        return battle(*units, **more)

    alone = game(unit("g1", (0, 1), "pz4", **Z, **PA), unit("u1", (0, 0)))
    assert "4.1.3-ga-a" in rules(alone, "axis", assault(["g1"]))
    both = game(
        unit("g1", (0, 1), "pz4", pr="8/8", **Z, **PA), unit("g2", (0, 1), pr="5/5", **PA),
        unit("g3", (0, 1), "pz5", pr="7/7", **Z, **PA), unit("u1", (0, 0)),
    )  # fmt: skip
    found = clash(both, ["g1", "g2", "g3"])
    assert {*may_lead(both, found.assault, found.assault.attack)} == {"g2", "g3"}  # Panthers may
    defence = game(unit("g1", (0, 1), **PA), unit("u1", (0, 0), "m5", z_side="yes", **Z))
    assert clash(defence, ["g1"]).assault.defence.lead == "u1"


@pytest.mark.rule("goss", "4.2.1", "4.2.1a")
def test_nobody_loses_twice_before_all_have_lost_as_much() -> None:
    game = position(unit("g1", (0, 0)), unit("g2", (0, 0)), unit("u1", (0, 1)))
    toll = Toll(game, "axis", game.board.hex(at(0, 0)), ("g1", "g2"), False)
    toll.lost[0] = 1
    assert toll.open(False) == ["g2"]
    toll.lost[1] = 1
    assert toll.open(False) == ["g1", "g2"]
    toll.lost[0] = 2
    assert toll.open(False) == ["g2"]
    assert toll.open(True) == []  # Max step loss
    found = clash(battle(unit("g1", (0, 0)), unit("g2", (0, 0)), unit("u1", (0, 1), **PA),
                         side="allied"), ["u1"])  # fmt: skip
    found.settle(defender="1(2)", declare={"choose": "full"})
    assert [now(found.game, n).steps for n in ("g1", "g2")] == [2, 2]


@pytest.mark.reading("goss", "goss-04-01")
@pytest.mark.rule("goss", "4.1.1", "4.1.2", "6.1.0")
def test_size_and_not_steps_fills_a_hex() -> None:
    tanks = [unit("u1", (0, 0), "m4"), unit("u2", (0, 0), "m4", left=1)]

    def fits(*more: Any) -> bool:
        game = position(*tanks, *more, unit("g1", (9, 0)))
        return not overstacked(game, game.board.hex(at(0, 0)))

    assert fits(unit("u3", (0, 0), size="Co", steps=2))
    assert fits(unit("u3", (0, 0), "hybrid", steps=2))
    assert not fits(unit("u3", (0, 0), "hybrid", size="Co"))  # three steps: a battalion
    assert not fits(unit("u3", (0, 0), "art"))
    game = position(*tanks, unit("u3", (1, 0)), unit("g1", (9, 0)), side="allied")
    game.play("allied", {"do": "break-down", "unit": "u3", "count": 2})
    h = game.board.hex(at(0, 0))
    assert not grouping(game, h, ("u1", "u2", "u3#inf.1", "u3#inf.2")).fits
    assert grouping(game, h, ("u1", "u2", "u3#inf.1")).fits


@pytest.mark.reading("goss", "goss-04-02")
@pytest.mark.rule("goss", "4.2.2", "4.2.1")
def test_what_losses_leave_of_a_battalion() -> None:
    armor = {"arm_attack": 1, "arm_defence": 1, "at": 2}
    game = position(unit("g1", (0, 0), "arminf", "6-7", reduced="3-5", pr="7/7", **armor),
                    unit("u1", (9, 0)))  # fmt: skip

    def worth() -> tuple[int, int]:
        return strength(game, "g1", attacking=True), strength(game, "g1", attacking=False)

    for expected in ((3, 5), (2, 3)):
        lose_step(game, "g1", "4.2.2")
        assert worth() == expected
        both = proficiency(game, "g1", offensive=True), proficiency(game, "g1", offensive=False)
        assert both == (7, 7)
        assert printed(game, "g1") == 12
        assert battalion(counter_of(game, "g1"), now(game, "g1"))
    lose_step(game, "g1", "4.2.2")
    assert now(game, "g1").place == "eliminated"
