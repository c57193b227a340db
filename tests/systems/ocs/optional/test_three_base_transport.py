"""XYZ transport: loading and unloading at two bases. [21.12a]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.status import AIR, DUMPS
from grognard.systems.ocs.turn.phases import phase_start
from tests.systems.ocs.field import field, play, rules, told, unit, where

rule = pytest.mark.rule
PLANE = {
    "id": "ju", "side": "axis", "name": "Ju 52", "types": "Tpt", "range": 12,
    "full": "(1)/0/2", "reduced": "(1)/0/1",
}  # fmt: skip

BASES = ("0301", "0306", "0311")


def theatre(option: str = "on", range_: int = 12, far: str = "0322", **more: Any) -> Any:
    """Bases X in 0301, Y in 0306 and Z in 0311; 2 SP at X, 1 SP at Y."""
    spec = {
        "planes": [{**PLANE, "range": range_}],
        "air": [{"id": name, "plane": "ju", "hex": "0301"} for name in ("p", "q")],
        "bases": [{"side": "axis", "hex": h, "level": 2} for h in (*BASES, far)],
    }
    return field(
        unit("a1", "0306", mode="move"), unit("a2", "0301", mode="move"), unit("s1", "0920"),
        board=sketch(9, 24),
        dumps=[{"side": "axis", "hex": "0301", "sp": 2}, {"side": "axis", "hex": "0306", "sp": 1}],
        options={"xyz-transport": option}, **{**spec, **more},
    )  # fmt: skip


def fly(**more: Any) -> dict[str, Any]:
    return {"do": "xyz-transport", "planes": ["p"], "hex": "0306", "then": "0311", **more}


def supply(game: Any) -> dict[str, int]:
    return {game.board.label(d.hex): d.tokens for d in game.state[DUMPS].values()}


@rule("ocs", "21.12a")
def test_cargo_is_loaded_and_unloaded_twice() -> None:
    game = theatre()
    play(game, "axis", fly(tokens={"0301": 2}, onward_tokens=2))
    assert supply(game) == {"0301": 6, "0306": 4, "0311": 2}
    plane = game.state[AIR]["p"]
    assert (game.board.label(plane.hex), plane.active) == ("0311", False)


@rule("ocs", "21.12a")
def test_units_fly_on_too() -> None:
    game = theatre()
    play(game, "axis", fly(units=["a2"], onward_units=["a1"]))
    assert (where(game, "a2"), where(game, "a1")) == ("0306", "0311")


@rule("ocs", "21.12a")
def test_each_leg_has_its_capacity_and_the_longer_one_its_range() -> None:
    game = theatre(range_=9)  # the legs are 5 hexes, more than half of 9
    assert rules(game, "axis", fly(tokens={"0301": 2}, onward_tokens=2)) == []
    assert rules(game, "axis", fly(tokens={"0301": 3})) == ["14.9a"]
    assert rules(game, "axis", fly(onward_tokens=3)) == ["21.12a"]
    assert rules(game, "axis", fly(onward_tokens=2, then="0322")) == ["21.12a"]
    assert rules(game, "axis", fly(onward_tokens=2, then="0306")) == ["21.12a"]
    assert rules(game, "axis", fly()) == ["21.12a"]
    assert rules(game, "axis", fly(onward_tokens=2)) == []
    assert rules(theatre("off"), "axis", fly(onward_tokens=2)) == ["21.12a"]


@rule("ocs", "21.12a")
def test_legal_flights_are_legal() -> None:
    game = theatre()
    found = [a for a in game.legal("axis") if a["do"] == "xyz-transport"]
    assert any("onward_tokens" in a and "tokens" in a for a in found)
    assert all(rules(game, "axis", a) == [] for a in found)


@rule("ocs", "21.12a")
def test_no_gliders_are_offered_for_it() -> None:
    game = theatre(
        gliders=[{"side": "axis", "hex": "0301", "points": 2}], limits={"axis": {"gliders": True}}
    )
    found = [a for a in game.legal("axis") if a["do"] == "xyz-transport"]
    assert found
    assert not [action for action in found if "gliders" in action]
    assert all(not game.why("axis", action) for action in found)


@rule("ocs", "21.12a")
@rule("ocs", "14.9e(C)")
def test_capacity_doubles_if_the_longer_leg_is_within_half_the_range() -> None:
    """Legs of 5 and 5 hexes for a range of 12; with 8 for the second, none carries double."""
    game = theatre()
    assert rules(game, "axis", fly(tokens={"0301": 5})) == ["14.9a"]
    assert rules(game, "axis", fly(onward_tokens=5)) == ["21.12a"]
    long = theatre(far="0314")
    assert rules(long, "axis", fly(tokens={"0301": 3}, then="0314")) == ["21.12a"]
    assert rules(long, "axis", fly(onward_tokens=3, then="0314")) == ["21.12a"]
    play(game, "axis", fly(tokens={"0301": 4}, onward_tokens=4))
    assert supply(game) == {"0301": 4, "0306": 4, "0311": 4}


@rule("ocs", "21.12a")
def test_aircraft_may_end_at_different_bases() -> None:
    game = theatre(range_=9)
    both = {**fly(tokens={"0301": 4}, onward_tokens=2, home={"q": "0301"}), "planes": ["p", "q"]}
    assert rules(game, "axis", {**both, "onward_tokens": 3}) == ["21.12a"]  # on p alone
    assert rules(game, "axis", {**both, "home": {"q": "0322"}}) == ["21.12a"]  # too far
    play(game, "axis", both)
    assert supply(game) == {"0301": 4, "0306": 6, "0311": 2}
    ended = {k: (game.board.label(a.hex), a.active) for k, a in game.state[AIR].items()}
    assert ended == {"p": ("0311", False), "q": ("0301", False)}


SPITFIRE = {"id": "sp", "side": "allied", "name": "Spitfire", "types": "F", "range": 20,
            "full": "4/2/0", "reduced": "3/1/0"}  # fmt: skip
BOSTON = {**SPITFIRE, "id": "bo", "name": "Boston", "types": "T", "full": "(1)/9/0"}


def patrolled(*below: str) -> Any:
    """The theatre under the Patrol Zone of a fighter, with others below it that do not show."""
    others = [{"id": f"g{n}", "plane": plane, "hex": "0906"} for n, plane in enumerate(below)]
    return theatre(
        planes=[{**PLANE, "range": 9}, SPITFIRE, BOSTON],
        air=[{"id": "p", "plane": "ju", "hex": "0301"}, {"id": "f", "plane": "sp", "hex": "0906"},
             *others],
        bases=[{"side": "axis", "hex": h, "level": 2} for h in BASES]
        + [{"side": "allied", "hex": "0906", "level": 1}],
    )  # fmt: skip


@rule("ocs", "4.9a")
@rule("ocs", "21.12a")
def test_odds_do_not_tell_whether_a_fighter_lies_below_one_that_has_flown() -> None:
    action = fly(tokens={"0301": 2}, onward_tokens=1)
    twins = [patrolled(below) for below in ("bo", "sp")]
    for game in twins:
        shown = game.state[AIR]["f"]
        game.put(AIR, "f", replace(shown, flown=phase_start(game)))
    one, other = twins
    assert one.view("axis") == other.view("axis")
    known = one.odds(action, "axis").to_json()
    assert other.odds(action, "axis").to_json() == known
    assert known["supposed"][0]["rule"] == "4.9a"


@rule("ocs", "21.12a")
def test_what_only_passes_through_meets_flak_at_its_end_alone() -> None:
    """Both bases are mission hexes only if something is loaded or unloaded there."""
    game = patrolled()
    play(game, "axis", fly(units=["a2"], onward_units=["a2"]))
    assert [each["hex"] for each in told(game, "flak")] == ["0311"]
    assert where(game, "a2") == "0311"
    assert [each["hex"] for each in told(game, "air-cargo")] == ["0311"]
    game = patrolled()
    play(game, "axis", fly(tokens={"0301": 2}, onward_tokens=1))
    assert [each["hex"] for each in told(game, "flak")] == ["0306", "0311"]
    game = patrolled()
    play(game, "axis", fly(tokens={"0301": 2}))
    assert [each["hex"] for each in told(game, "flak")] == ["0306"]


@rule("ocs", "21.12a")
@rule("ocs", "14.9f")
def test_what_only_passes_through_does_not_count_as_unloaded() -> None:
    """A base of level 2 unloads 4T in a segment: 4T that fly on leave all of it."""
    game = theatre()
    play(game, "axis", fly(tokens={"0301": 4}, onward_tokens=4))
    assert supply(game) == {"0301": 4, "0306": 4, "0311": 4}
    more = {**fly(tokens={"0301": 4}), "planes": ["q"]}
    assert rules(game, "axis", more) == []
    play(game, "axis", more)
    assert supply(game)["0306"] == 8
