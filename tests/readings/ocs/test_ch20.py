"""A second reading of Breakdowns. [20.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.pieces.stacks import size_at
from grognard.systems.ocs.pieces.values import counter_of, size_of, steps_of
from tests.systems.ocs.air.sky import craft, fly, sky
from tests.systems.ocs.combat.aftermath import result, suffer
from tests.systems.ocs.field import at, end, field, mode, move, play, rules, told, unit, where

reading = pytest.mark.reading
FOE = unit("s9", "0909")
WEST = [{"side": "axis", "edge": "west"}]


def division(name: str = "a1", hex: str = "0303", **more: Any) -> dict[str, Any]:
    return unit(name, hex, **{"re": 3, "ar": 3, "traits": "infantry", **more})


def regiment(name: str = "a-bd", **more: Any) -> dict[str, Any]:
    return unit(name, None, **{"ar": 3, "traits": "breakdown", "combat": "3:3 leg", **more})


def split(of: str = "a1", into: str = "a-bd", count: int = 1) -> dict[str, Any]:
    return {"do": "break-down", "unit": of, "into": into, "count": count}


@reading("ocs", "20-01")
@reading("ocs", "20-07")
def test_how_many_regiments_whom_a_division_sends_out() -> None:
    game = field(division(), division("a2", lost=1), division("a3", lost=2),
                 unit("a4", "0501", "armor", re=3), unit("a5", "0501"),
                 division("a6", "0501", re=2, traits="infantry para"), regiment(), FOE)  # fmt: skip
    most = {
        name: max(
            (n for n in (1, 2, 3) if not rules(game, "axis", split(name, count=n))), default=0
        )
        for name in ("a1", "a2", "a3", "a4", "a5", "a6")
    }
    assert most == {"a1": 2, "a2": 1, "a3": 0, "a4": 0, "a5": 0, "a6": 1}
    play(game, "axis", split(count=2))
    assert at(game, "a1").lost == 2
    assert [where(game, f"a-bd#{n}") for n in (1, 2)] == ["0303", "0303"]


@reading("ocs", "20-02")
def test_before_the_move_free_of_cost_and_all_have_their_whole_allowance() -> None:
    game = field(division(mode="move"), division("a2", "0501", mode="move"), regiment(), FOE)
    play(game, "axis", move("a2", to="0502"))
    assert rules(game, "axis", split("a2")) == ["20.0a"]
    play(game, "axis", split())
    play(game, "axis", move("a-bd#1", to="0304 0305 0306 0307 0308"))
    assert where(game, "a-bd#1") == "0308"
    assert rules(game, "axis", move("a1", to="0304 0305 0306 0307 0308")) == []


@reading("ocs", "20-02")
def test_before_a_retreat_too() -> None:
    game = field(unit("s1", "0505"), division(hex="0504"), regiment(), segment="attack",
                 player="allied", first="allied")  # fmt: skip
    asked = suffer(game, "s1", "0504", result({}, {"options": 1}))
    assert "break-down" in {offer.do for ask in asked for offer in ask.offers}


@reading("ocs", "20-03")
def test_it_sends_out_the_no_better_and_takes_back_the_no_worse() -> None:
    kinds = {2: "a-x", 3: "a-y", 4: "a-z"}
    pool = [regiment(name, ar=ar) for ar, name in kinds.items()]
    game = field(division(), *pool, FOE)
    found = {ar: not rules(game, "axis", split(into=name)) for ar, name in kinds.items()}
    assert found == {2: True, 3: True, 4: False}
    for ar, name, back in ((2, "a-x", False), (3, "a-y", True)):
        one = field(division(), *pool, FOE, sources=WEST)
        play(one, "axis", split(into=name))
        end(one, "axis")
        assert (at(one, "a1").lost == 0) is back, ar
    worn = field(division(lost=1), division("a2", "0304", ar=4), regiment("a-z", ar=4), FOE,
                 sources=WEST)  # fmt: skip
    play(worn, "axis", split("a2", into="a-z"))
    play(worn, "axis", move("a-z#1", to="0303"))
    end(worn, "axis")
    assert (at(worn, "a1").lost, at(worn, "a2").lost) == (0, 1)


@reading("ocs", "20-04")
def test_mode_and_markers_are_shared_at_birth_and_asked_for_on_return() -> None:
    game = field(division(mode="dg", up="combat", at={"internals": 1}), regiment(), FOE)
    play(game, "axis", split())
    born, whole = at(game, "a-bd#1"), at(game, "a1")
    assert (born.mode, born.internals) == (whole.mode, whole.internals) == ("dg", 1)
    apart = field(division(), regiment(), FOE, sources=WEST)
    play(apart, "axis", split())
    play(apart, "axis", mode("a-bd#1", to="move"))
    end(apart, "axis")
    assert (at(apart, "a1").lost, where(apart, "a-bd#1")) == (1, "0303")


@reading("ocs", "20-05")
def test_at_the_end_of_any_phase_without_a_choice() -> None:
    """Of the Allies, in the Axis' Combat Phase: a regiment of another division comes back."""
    game = field(unit("a1", "0505"), unit("s1", "0506"), division("s2", "0808", lost=1),
                 division("s3", "0801"), regiment("s-bd"), unit("s4", "0808", ar=3,
                 traits="breakdown", combat="3:3 leg"), segment="attack")  # fmt: skip
    end(game, "axis")
    assert at(game, "s2").lost == 0
    assert told(game, "absorbed")[0]["unit"] == "s2"
    assert at(game, "s3").lost == 0


@reading("ocs", "20-09")
@pytest.mark.rule("ocs", "20.0d")
@pytest.mark.parametrize(("better", "asked"), [(4, True), (3, False)])
def test_the_owner_says_which_regiment_goes_back(better: int, asked: bool) -> None:
    pair = [unit(f"s{i}", "0808", ar=ar, traits="breakdown", combat="3:3 leg")
            for i, ar in ((4, 3), (5, better))]  # fmt: skip
    game = field(unit("a1", "0505"), unit("s1", "0506"), division("s2", "0808", lost=1), *pair,
                 segment="attack")  # fmt: skip
    game.play("axis", {"do": "end"})
    if not asked:
        assert "s4" not in game.state.maps["units"]
        return
    assert [action["breakdown"] for action in game.legal("allied")] == ["s4", "s5"]
    play(game, "allied", {"do": "absorb", "breakdown": "s5", "division": "s2"})
    assert (at(game, "s2").lost, where(game, "s4")) == (0, "0808")


@reading("ocs", "20-06")
def test_a_regiment_is_one_re_one_step_and_independent() -> None:
    game = field(division(formation="1 Div"), regiment(), FOE)
    play(game, "axis", split())
    assert (size_of(game, "a-bd#1"), steps_of(game, "a-bd#1")) == (1, 1)
    assert counter_of(game, "a-bd#1").independent
    assert size_at(game, game.board.hex("0303")) == 3


@reading("ocs", "20-08")
@reading("ocs", "14-74")
@pytest.mark.rule("ocs", "14.9d")
@pytest.mark.rule("ocs", "20.0a")
@pytest.mark.rule("ocs", "5.4")
def test_who_has_been_flown_has_begun_to_move() -> None:
    game = sky(
        craft("a9", "0303", "Tpt", full="(0)/0/9"), division(re=2, mode="move"), regiment(), FOE,
        levels={"0312": 3},
    )  # fmt: skip
    assert rules(game, "axis", split()) == []
    play(game, "axis", fly("air-transport", "a9", to="0312", units=["a1"]))
    assert rules(game, "axis", split()) == ["20.0a"]
    for changed in (mode("a1", to="combat"), mode("a1", to="reserve", up="move")):
        assert rules(game, "axis", changed) == ["5.4"]
