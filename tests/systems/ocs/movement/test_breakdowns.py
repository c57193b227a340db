"""Breakdown regiments: sent out, taken back. [20.0]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.systems.ocs.movement import breakdowns
from grognard.systems.ocs.pieces.stacks import size_at
from grognard.systems.ocs.pieces.values import counter_of, size_of, steps_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.sequence import PLAYER_TURN
from grognard.systems.ocs.status import SIDES
from tests.systems.ocs.combat.aftermath import drive
from tests.systems.ocs.field import at, end, field, move, play, rules, told, unit, where

rule = pytest.mark.rule


def division(name: str = "a1", hex: str = "0303", **more: Any) -> dict[str, Any]:
    return unit(name, hex, **{"re": 3, "ar": 3, "traits": "infantry", **more})


def regiment(name: str = "a-bd", **more: Any) -> dict[str, Any]:
    return unit(name, None, **{"ar": 3, "traits": "breakdown", "combat": "3:3 leg", **more})


def split(into: str = "a-bd", count: int = 1, of: str = "a1") -> dict[str, Any]:
    return {"do": "break-down", "unit": of, "into": into, "count": count}


def absorb(game: Ocs, *answers: Any) -> list[Any]:
    return drive(game, breakdowns.absorb_all(game), *answers)


@rule("ocs", "20.0")
@rule("ocs", "20.0a")
@rule("ocs", "20.0f")
def test_a_division_sends_out_regiments_for_steps_but_never_the_last() -> None:
    game = field(division(), regiment())
    assert rules(game, "axis", split(count=3)) == ["20.0a"]
    assert rules(game, "axis", split(count=0)) == ["20.0a"]
    play(game, "axis", split(count=2))
    assert (at(game, "a1").lost, steps_of(game, "a1")) == (2, 1)
    for name in ("a-bd#1", "a-bd#2"):
        assert (where(game, name), steps_of(game, name), size_of(game, name)) == ("0303", 1, 1)
        assert counter_of(game, name).independent
    assert size_at(game, game.board.hex("0303")) == 3
    assert rules(game, "axis", split()) == ["20.0a"]
    assert game.state[SIDES]["axis"].steps_lost == 0  # nobody died


@rule("ocs", "20.0a")
@rule("ocs", "20.0g")
def test_only_divisions_of_infantry_of_whatever_sort() -> None:
    game = field(
        division(), division("a2", traits="infantry para"), unit("a3", "0303"),
        unit("a4", "0303", "armor", re=3), regiment(), unit("s1", "0909", re=2, traits="infantry"),
    )  # fmt: skip
    assert rules(game, "axis", split(of="a2")) == []
    assert rules(game, "axis", split(of="a3")) == ["20.0a"]
    assert rules(game, "axis", split(of="a4")) == ["20.0a"]
    assert rules(game, "axis", split(of="s1")) == ["20.0a"]
    assert rules(game, "axis", split(of="zz")) == ["20.0a"]
    assert rules(game, "axis", split(into="a3")) == ["20.0b"]


@rule("ocs", "20.0a")
@rule("ocs", "20.0e")
def test_it_sends_them_out_as_it_begins_to_move_and_all_may_move() -> None:
    game = field(division(), regiment(), unit("a2", "0501"))
    play(game, "axis", split())
    play(game, "axis", move("a-bd#1", to="0304 0305"))  # in the segment of its creation
    assert where(game, "a-bd#1") == "0305"
    assert at(game, "a1").spent == 0  # it cost nothing
    play(game, "axis", move("a1", to="0302"))
    assert rules(game, "axis", split()) == ["20.0a"]
    play(game, "axis", move("a2", to="0502"))
    assert rules(game, "axis", split()) == ["6.1g"]
    idle = field(division(), regiment(), segment="exploitation", started=False)
    assert "11.0a" in [r.rule for r in breakdowns.BreakDown().check(idle, "axis", split())]


@rule("ocs", "20.0b")
def test_regiments_are_no_better_than_their_division() -> None:
    game = field(division(), regiment(), regiment("a-x", ar=4), regiment("a-y", ar=2),
                 regiment("a-r", ar=2, nation="Rumanian"))  # fmt: skip
    assert breakdowns.kinds(game, "a1") == ["a-bd", "a-y"]
    assert rules(game, "axis", split("a-x")) == ["20.0b"]
    assert rules(game, "axis", split("a-y")) == []


@rule("ocs", "20.0b")
@pytest.mark.parametrize(("ar", "back"), [(2, False), (3, True)])
def test_a_division_takes_back_none_that_is_worse(ar: int, back: bool) -> None:
    game = field(division(), regiment(ar=ar))
    play(game, "axis", split())
    absorb(game)
    assert (at(game, "a1").lost == 0) is back
    assert ("a-bd#1" in game.state.maps["units"]) is not back


@rule("ocs", "20.0c")
def test_regiments_have_the_mode_and_markers_of_their_division() -> None:
    facts = {"internals": 1, "oos": True}
    game = field(division(mode="dg", up="move", at=facts), regiment())
    (name,) = breakdowns.detach(game, "a1", "a-bd", 1)
    found = at(game, name)
    assert (found.mode, found.combat_up, found.internals, found.oos) == ("dg", False, 1, True)
    assert found.start == at(game, "a1").start


@rule("ocs", "20.0c")
@pytest.mark.parametrize(
    "facts", [{"mode": "dg"}, {"internals": 1}, {"oos": True}, {"combat_up": False, "mode": "move"}]
)
def test_unlike_regiments_are_not_taken_back(facts: dict[str, Any]) -> None:
    game = field(division(), regiment())
    (name,) = breakdowns.detach(game, "a1", "a-bd", 1)
    assert breakdowns.absorbs(game, "a1", name)
    found = game.state.maps["units"][name]
    from grognard.engine.record import replace
    from grognard.systems.ocs.units import UNITS

    game.put(UNITS, name, replace(found, **facts))
    assert not breakdowns.absorbs(game, "a1", name)


@rule("ocs", "20.0d")
def test_reduced_divisions_take_regiments_back_at_the_end_of_any_phase() -> None:
    assert all(breakdowns.absorb_all in part.phase_ends for part in PLAYER_TURN)
    west = [{"side": "axis", "edge": "west"}]
    game = field(division(), regiment(), unit("s1", "0909"), sources=west)
    play(game, "axis", split(count=2))
    play(game, "axis", move("a-bd#2", to="0304"))
    end(game, "axis", until="supply")
    assert (at(game, "a1").lost, where(game, "a-bd#2")) == (1, "0304")
    assert "a-bd#1" not in game.state.maps["units"]
    assert told(game, "absorbed") == [{"unit": "a1", "breakdown": "a-bd#1", "hex": "0303"}]


@rule("ocs", "20.0d")
def test_whole_divisions_and_others_than_infantry_take_none_back() -> None:
    game = field(division(), regiment(), division("a2", "0304"), unit("a3", "0304", re=3, lost=1))
    (name,) = breakdowns.detach(game, "a1", "a-bd", 1)
    play(game, "axis", move(name, to="0304"))
    assert absorb(game) == []
    assert where(game, name) == "0304"


@rule("ocs", "20.0d")
def test_the_owner_decides_which_of_two_divisions_has_it() -> None:
    game = field(division(), regiment(), division("a2", lost=1), unit("s1", "0909"))
    (name,) = breakdowns.detach(game, "a1", "a-bd", 1)
    answer = {"do": "absorb", "breakdown": name, "division": "a2"}
    (ask,) = absorb(game, answer)
    assert (ask.player, ask.name, ask.default["division"]) == ("axis", "absorb breakdowns", "a1")
    assert (at(game, "a1").lost, at(game, "a2").lost) == (1, 0)


@rule("ocs", "20.0")
def test_names_are_used_again_only_when_free_and_samples_are_legal() -> None:
    game = field(division(), regiment(), division("a2"))
    breakdowns.detach(game, "a1", "a-bd", 1)
    assert breakdowns.detach(game, "a2", "a-bd", 2) == ["a-bd#2", "a-bd#3"]
    deed = breakdowns.BreakDown()
    assert [a["unit"] for a in deed.legal(game, "axis")] == ["a1"]
    for seed in range(10):
        found = deed.sample(game, "axis", random.Random(seed))
        assert found is None or not deed.check(game, "axis", found)


@rule("ocs", "20.0")
def test_the_enemy_is_not_told_and_cannot_see_it() -> None:
    game = field(division(), regiment(), unit("s1", "0909"))
    before = game.view("allied")["enemy"]
    play(game, "axis", split())
    assert [e for e in game.events_for("allied") if e.kind == "breakdown"] == []
    assert len(game.view("allied")["enemy"]) == len(before)


@rule("ocs", "13.5c")
@rule("ocs", "20.0")
def test_a_dead_regiment_is_gone_and_its_division_stays_reduced() -> None:
    from grognard.systems.ocs.pieces import losses

    game = field(division(), regiment())
    (name,) = breakdowns.detach(game, "a1", "a-bd", 1)
    losses.lose(game, name, 1, "9.11b")
    assert (at(game, name).place, at(game, "a1").lost) == ("removed", 1)
    assert game.state[SIDES]["axis"].steps_lost == 1
