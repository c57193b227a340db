"""Chapter 5 as a second reader has it: Strat, Exploitation, DG. [5.8] to [5.10]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.values import barrage_strength, rating, strength
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply.attrition import withering_rating
from tests.systems.ocs.barrage.guns import fire, shoot
from tests.systems.ocs.combat.aftermath import battle, flee, mode_of, option, result, steps, suffer
from tests.systems.ocs.field import at, end, field, mode, move, rig, rules, told, unit, where

reading = pytest.mark.reading
WEST = [{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}]
PLENTY = [{"side": "axis", "hex": "0402", "sp": 9}, {"side": "allied", "hex": "0607", "sp": 9}]
RESERVE: dict[str, Any] = {"mode": "reserve", "up": "combat"}


def attack(*names: str, on: str = "0505") -> dict[str, Any]:
    return {"do": "attack", "units": list(names), "target": on}


def overrun(*names: str, on: str = "0505") -> dict[str, Any]:
    return {"do": "overrun", "units": list(names), "target": on}


@reading("ocs", "5-21")
def test_strat_mode_doubles_the_move_side_off_the_roads_too() -> None:
    game = field(unit("a1", "0301", combat="8:4 leg", move="4:6 leg"), unit("s1", "0920"),
                 board=sketch(9, 20), sources=[{"side": "axis", "edge": "north"},
                                               {"side": "axis", "edge": "south"}])  # fmt: skip
    game.play("axis", mode("a1", to="strat"))
    assert not at(game, "a1").combat_up
    path = " ".join(f"03{n:02d}" for n in range(2, 15))
    assert rules(game, "axis", move("a1", to=path)) == ["6.2"]
    assert rules(game, "axis", move("a1", to=path[:-5])) == []


@reading("ocs", "5-22")
def test_strat_mode_leaves_nothing_to_defend_with() -> None:
    long = unit("s1", "0505", mode="strat", up="move", move="10:9 leg", ar=5)
    alone = field(unit("a1", "0504"), long, segment="attack")
    assert (strength(alone, "s1", False).total, rating(alone, "s1").total) == (0, 0)
    assert odds.reckon(alone, battle(alone, "a1", "0505")).column == 13
    both = field(unit("a1", "0504"), long, unit("s2", "0505", combat="4:3 leg", ar=2),
                 segment="attack")  # fmt: skip
    found = odds.reckon(both, battle(both, "a1", "0505"))
    assert (found.attack.total, found.defence.total) == (8, 4)


@reading("ocs", "5-23")
def test_a_strat_unit_that_must_retreat_into_a_zone_is_lost() -> None:
    ring = [unit("a2", "0507"), unit("a3", "0406"), unit("a4", "0606"), unit("a5", "0403"),
            unit("a6", "0603")]  # fmt: skip
    game = field(unit("a1", "0504"), unit("s1", "0505", mode="strat", up="move"),
                 unit("s2", "0506"), *ring, segment="attack")  # fmt: skip
    suffer(game, "a1", "0505", result({}, {"options": 1}), option(0), None)
    assert "s1" not in steps(game)
    quiet = field(unit("a1", "0503"), unit("s1", "0505", mode="strat", up="move"))
    quiet.play("axis", move("a1", to="0504"))
    assert (at(quiet, "s1").mode, where(quiet, "s1")) == ("strat", "0505")


@reading("ocs", "5-24")
def test_strat_units_end_where_trace_supply_is() -> None:
    """Sources lie in the east; the west, more than a throw away, is without supply."""
    board = sketch(3, 40)
    source = [{"side": "axis", "hex": "0230"}]
    game = field(unit("a1", "0205", mode="strat", move="4:20 leg"), unit("s1", "0101", "hq"),
                 board=board, sources=source)  # fmt: skip
    near = " ".join(f"02{n:02d}" for n in range(6, 11))
    far = " ".join(f"02{n:02d}" for n in range(6, 30))
    assert rules(game, "axis", move("a1", to=near)) == ["12.6e"]  # as 5.8b has it
    assert rules(game, "axis", move("a1", to=far)) == []


@reading("ocs", "5-25")
@pytest.mark.parametrize(("how", "cut"), [("strat", True), ("combat", False)])
def test_strat_units_do_not_eat_and_strat_headquarters_do_not_throw(how: str, cut: bool) -> None:
    game = field(unit("a1", "0110", mode="strat", ar=5), unit("a2", "0126", "hq", mode=how),
                 unit("a3", "0120", ar=5), unit("a4", "0110"), board=sketch(1, 30),
                 segment="supply", dumps=[{"side": "axis", "hex": "0110", "tokens": 1}],
                 sources=[{"side": "axis", "hex": "0130"}])  # fmt: skip
    rig(game, *[1] * 12)
    assert rules(game, "axis", {"do": "eat", "units": ["a1"]}) == ["12.6e"]
    assert rules(game, "axis", {"do": "eat", "units": ["a4"]}) == []
    end(game, "axis")
    assert (at(game, "a1").oos, at(game, "a3").oos) == (True, cut)
    ratings = {row["hex"]: row["rating"] for row in told(game, "attrition")}
    assert ratings["0110"] == 3  # that of the regiment beside it; its own counts for nought
    assert withering_rating(game, "a1") == 0


@reading("ocs", "5-26")
def test_who_exploits() -> None:
    game = field(unit("a1", "0504", ar=4), unit("a2", "0504", ar=3),
                 unit("a3", "0504", ar=4, mode="dg", up="combat"), unit("s1", "0505", re=3),
                 segment="attack", sources=WEST)  # fmt: skip
    suffer(game, "a1 a2 a3", "0505", result({"exploit": 4}, {"losses": 1, "options": 2}))
    assert [mode_of(game, n) for n in ("a1", "a2", "a3")] == ["exploit", "combat", "dg"]
    assert strength(game, "a1", True).total == 8
    assert movement.allowance(game, "a1").total == Fraction(3, 2)
    later = field(unit("a1", "0504", mode="exploit"), unit("s1", "0909"), segment="exploitation",
                  sources=WEST)  # fmt: skip
    end(later, "axis", until="movement")
    assert at(later, "a1").mode == "combat"


@reading("ocs", "5-27")
def test_two_hexes_disorganise_and_all_who_are_met() -> None:
    def fled(hexes: int, way: str) -> Any:
        game = field(unit("a1", "0504", mode="move"), unit("s1", "0505"), unit("s2", "0507"),
                     segment="attack")  # fmt: skip
        suffer(game, "a1", "0505", result({}, {"options": hexes}), option(0), flee(s1=way), None)
        return [mode_of(game, n) for n in ("s1", "s2")]

    assert fled(1, "0506") == ["combat", "combat"]
    assert fled(2, "0506 0507") == ["dg", "dg"]


@reading("ocs", "5-28")
@pytest.mark.parametrize(("enemy", "lost"), [("0508", 0), ("0406", 1)])
def test_a_step_is_lost_only_by_who_was_disorganised_before(enemy: str, lost: int) -> None:
    """An enemy in 0508 covers 0507 alone, in 0406 both 0506 and 0507."""
    game = field(unit("a1", "0504", mode="move"), unit("a2", enemy), unit("s1", "0505"),
                 unit("s2", "0505"), segment="attack")  # fmt: skip
    covered = [zones.enemy_zone(game, game.board.hex(h), "allied") for h in ("0506", "0507")]
    assert covered == [bool(lost), True]
    way = "0506 0507"
    suffer(game, "a1", "0505", result({}, {"options": 2}), option(0), flee(s1=way, s2=way),
           *[None] * (1 + lost))  # fmt: skip
    left = [n for n in ("s1", "s2") if n in steps(game)]
    assert (2 - len(left), [mode_of(game, n) for n in left]) == (lost, ["dg"] * (2 - lost))


@reading("ocs", "5-29")
def test_a_dg_result_comes_before_the_retreat() -> None:
    game = field(
        unit("a1", "0504"),
        unit("a2", "0507"),
        unit("s1", "0505", re=3),
        segment="attack",
        board=sketch(9, 9, terrain=dict.fromkeys(("0605", "0604", "0404", "0405"), "lake")),
    )
    suffer(game, "a1", "0505", result({}, {"options": 1, "dg": True}), option(0))
    assert (where(game, "s1"), mode_of(game, "s1"), steps(game)["s1"]) == ("0506", "dg", 2)


@reading("ocs", "5-30")
def test_disorganised_units_have_half_of_everything_unrounded() -> None:
    game = field(
        unit("a1", "0303", mode="dg", up="combat", combat="7:5 leg"),
        unit("a2", "0303", "artillery", mode="dg", up="combat", barrage="15/5"),
    )
    assert movement.allowance(game, "a1").total == Fraction(5, 2)
    assert [strength(game, "a1", by).total for by in (True, False)] == [Fraction(7, 2)] * 2
    assert barrage_strength(game, "a2").total == Fraction(15, 2)


@reading("ocs", "5-31")
def test_attrition_looks_at_the_rating_itself() -> None:
    game = field(unit("a1", "0303", mode="dg", ar=3, at={"oos": True}))
    assert (rating(game, "a1").total, withering_rating(game, "a1")) == (2, 3)


@reading("ocs", "5-32")
def test_disorganised_units_attack_but_do_not_overrun() -> None:
    tank = unit("a1", "0504", "armor", mode="dg", up="move", move="6:20 tracked")
    game = field(tank, unit("s1", "0505"), dumps=PLENTY)
    assert rules(game, "axis", overrun("a1")) == ["8.1"]
    later = field(tank, unit("s1", "0505"), dumps=PLENTY, segment="attack")
    assert rules(later, "axis", attack("a1")) == []
    assert strength(later, "a1", True).total == 3


@reading("ocs", "5-33")
def test_trucks_are_never_disorganised_but_lose_their_reserve() -> None:
    trucks = [{"side": "allied", "hex": "0505", "points": 1, "id": "plain"},
              {"side": "allied", "hex": "0505", "points": 1, "id": "own", "formation": "9",
               }]  # fmt: skip
    game = field(unit("a1", "0504"), unit("s1", "0505", formation="9", **RESERVE),
                 transport=trucks, segment="attack")  # fmt: skip
    game.put(TRANSPORT, "own", replace(game.state[TRANSPORT]["own"], reserve=True))
    shoot(game, fire(game, 10), 4, 4, 1)
    assert at(game, "s1").mode == "dg"
    assert not game.state[TRANSPORT]["own"].reserve
    assert [game.board.label(game.state[TRANSPORT][k].hex) for k in ("plain", "own")] == [
        "0505"
    ] * 2


@reading("ocs", "5-34")
def test_dg_on_dg_does_nothing_more() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505", mode="dg", up="combat"), segment="attack")
    shoot(game, fire(game, 10), 4, 4, 1)
    assert (at(game, "s1").mode, steps(game)["s1"]) == ("dg", 1)
    assert modes.disorganise(game, game.board.hex("0505")) == []
