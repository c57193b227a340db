"""Chapter 5 as a second reader has it: modes, who has them and what they do. [5.0]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces.values import rating, strength
from tests.systems.ocs.air.sky import craft, fly, sky
from tests.systems.ocs.barrage.guns import fire, shoot
from tests.systems.ocs.combat.aftermath import option
from tests.systems.ocs.field import at, end, field, mode, move, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import port, ship, waters
from tests.systems.ocs.transport.tracks import foot, gauged, rails, repair, train
from tests.systems.ocs.works.test_air_bases import sapper

reading = pytest.mark.reading
WEST = [{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}]
PLENTY = [{"side": "axis", "hex": "0402", "sp": 9}, {"side": "allied", "hex": "0607", "sp": 9}]
RESERVE: dict[str, Any] = {"mode": "reserve", "up": "combat"}


def attack(*names: str, on: str = "0505") -> dict[str, Any]:
    return {"do": "attack", "units": list(names), "target": on}


def overrun(*names: str, on: str = "0505") -> dict[str, Any]:
    return {"do": "overrun", "units": list(names), "target": on}


def release(*names: str) -> dict[str, Any]:
    return {"do": "release", "units": list(names)}


def chosen(game: Any, name: str) -> set[tuple[str, str]]:
    """The modes that a counter is offered, with the side that is up."""
    return {
        (a["mode"], a.get("up", ""))
        for a in game.legal("axis")
        if a["do"] == "mode" and a["units"] == [name]
    }


@reading("ocs", "5-01")
def test_who_may_take_which_mode() -> None:
    trucks = [
        {"side": "axis", "hex": "0303", "points": 1, "id": "plain"},
        {"side": "axis", "hex": "0303", "points": 1, "id": "own", "formation": "9"},
    ]
    game = field(unit("a1", "0303", formation="9"), unit("a2", "0303", "repl"), unit("s1", "0909"),
                 transport=trucks, dumps=[{"side": "axis", "hex": "0303", "sp": 1}])  # fmt: skip
    both = {("reserve", "combat"), ("reserve", "move")}
    assert chosen(game, "a1") == {("move", ""), ("strat", ""), *both}
    assert chosen(game, "a2") == {("strat", ""), ("reserve", "move")}
    assert chosen(game, "plain") == set()
    assert chosen(game, "own") == {("reserve", "")}
    offered = {a["units"][0] for a in game.legal("axis") if a["do"] == "mode"}
    assert offered == {"a1", "a2", "own"}


@reading("ocs", "5-02")
@reading("ocs", "5-19")
@reading("ocs", "5-09")
@pytest.mark.parametrize("how", ["dg", "exploit", "reserve", "strat", "combat"])
def test_no_marker_and_no_combat_mode_takes_transport(how: str) -> None:
    up = "combat" if how == "combat" else "move"
    by_rail = rails(unit("a1", "0503", mode=how, up=up))
    assert rules(by_rail, "axis", train("a1", to="0506")) != []
    docks = [port("0402"), port("0405")]
    at_sea = waters(unit("a1", "0402", mode=how, up=up), ports=docks,
                    limits={"axis": {"sea_cap": 9}})  # fmt: skip
    order = {"do": "ship", "units": ["a1"], "from": "0402", "to": "0405"}
    moving = waters(unit("a1", "0402", mode="move", up="move"), ports=docks,
                    limits={"axis": {"sea_cap": 9}})  # fmt: skip
    assert rules(at_sea, "axis", order) != []
    by_air = sky(unit("a1", "0303", mode=how, up=up), craft("a9", "0303", "Tpt", full="(0)/0/9"),
                 levels={"0308": 3})  # fmt: skip
    lift = fly("air-transport", "a9", to="0308", units=["a1"])
    assert (rules(by_air, "axis", lift) == []) is (how == "exploit")  # [14.9d]
    if how == "combat":
        assert rules(rails(foot("a1", "0503")), "axis", train("a1", to="0506")) == []
        assert rules(rails(repair("a1", "0503")), "axis", train("a1", to="0506")) == []
        assert rules(moving, "axis", order) == []
        ready = sky(unit("a1", "0303", mode="move"), craft("a9", "0303", "Tpt", full="(0)/0/9"),
                    levels={"0308": 3})  # fmt: skip
        assert rules(ready, "axis", lift) == []


@reading("ocs", "5-03")
def test_units_of_several_modes_stack() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303", mode="strat"), unit("s1", "0305"),
                 sources=WEST)  # fmt: skip
    end(game, "axis")
    assert (at(game, "a1").mode, at(game, "a2").mode) == ("combat", "strat")
    near = field(unit("a1", "0504"), unit("a2", "0504", mode="strat"), unit("s1", "0505"),
                 segment="attack", dumps=PLENTY)  # fmt: skip
    assert rules(near, "axis", attack("a1")) == []


@reading("ocs", "5-05")
def test_a_disorganised_unit_turns_over_and_stays_so() -> None:
    game = field(unit("a1", "0303", mode="dg", up="combat"), unit("s1", "0909"))
    assert chosen(game, "a1") == {("dg", "move")}
    game.play("axis", mode("a1", to="dg", up="move"))
    assert (at(game, "a1").mode, movement.allowance(game, "a1").total) == ("dg", Fraction(5, 2))
    later = field(unit("a1", "0303", mode="exploit"), unit("s1", "0909"), segment="exploitation")
    assert rules(later, "axis", mode("a1", to="exploit", up="move")) != []
    assert chosen(later, "a1") == set()


@reading("ocs", "5-06")
def test_disorganisation_lasts_to_the_owners_own_clean_up() -> None:
    game = field(unit("a1", "0303", mode="exploit"), unit("s1", "0707", mode="dg"),
                 segment="exploitation", sources=WEST)  # fmt: skip
    end(game, "axis", until="movement")
    assert (game.to_act, at(game, "s1").mode) == ("allied", "dg")
    assert movement.allowance(game, "s1").total == Fraction(3, 2)
    end(game, "allied")
    while game.turn == 1 and not told(game, "order"):
        assert at(game, "s1").mode == "dg"
        end(game, game.to_act or "")
    assert at(game, "s1").mode == "combat"


@reading("ocs", "5-07")
def test_one_reserve_marker_covers_a_hex() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303"), unit("a3", "0505"), unit("s1", "0909"),
                 sources=WEST, limits={"axis": {"reserve_markers": 1}})  # fmt: skip
    for name in ("a1", "a2", "a3"):
        game.play("axis", mode(name, to="reserve", up="combat"))
    game.play("axis", {"do": "end"})
    game.play("axis", {"do": "keep-markers", "hexes": ["0303"]})
    assert [at(game, n).mode for n in ("a1", "a2", "a3")] == ["reserve", "reserve", "combat"]


@reading("ocs", "5-08")
def test_the_marker_is_needed_where_the_reserve_ends() -> None:
    game = field(unit("a1", "0303", **RESERVE), unit("a2", "0304"), unit("s1", "0909"),
                 sources=WEST, limits={"axis": {"reserve_markers": 1}})  # fmt: skip
    game.play("axis", mode("a2", to="reserve", up="combat"))
    game.play("axis", move("a2", to="0303"))
    end(game, "axis")
    assert [at(game, n).mode for n in ("a1", "a2")] == ["reserve", "reserve"]


@reading("ocs", "5-10")
@pytest.mark.parametrize(
    ("how", "up", "works"),
    [("combat", "combat", True), ("move", "move", False), ("dg", "move", False),
     ("dg", "combat", True)],
)  # fmt: skip
def test_specialists_work_on_their_combat_side(how: str, up: str, works: bool) -> None:
    dumps = [{"side": "axis", "hex": "0303", "sp": 9}]
    game = field(sapper("a1", "0303", mode=how, up=up), unit("s1", "0909"), dumps=dumps)
    assert (
        rules(game, "axis", {"do": "build-base", "units": ["a1"], "hex": "0303"}) == []
    ) is works
    dig = field(unit("a1", "0303", mode=how, up=up), unit("s1", "0909"), dumps=dumps)
    order = {"do": "build-hedgehog", "units": ["a1"], "hex": "0303"}
    assert (rules(dig, "axis", order) == []) is (how == "combat")
    line = gauged(repair("a1", "0503", mode=how, up=up))
    line.play("axis", move("a1", to="0504"))
    assert bool(told(line, "converted")) is works


@reading("ocs", "5-11")
@pytest.mark.parametrize(
    ("how", "lands"), [("combat", True), ("move", True), ("reserve", False), ("dg", False)]
)
def test_landings_are_for_combat_and_move_mode(how: str, lands: bool) -> None:
    aboard = unit("a1", None, at={"mode": how})
    craft_ = ship("ac", "0404", "lc", points=6, aboard=["a1"])
    game = waters(aboard, craft_, unit("s1", "0809"))
    assert (rules(game, "axis", {"do": "land", "ship": "ac", "units": ["a1"]}) == []) is lands


@reading("ocs", "5-12")
def test_each_side_of_the_counter_has_its_numbers() -> None:
    spec: dict[str, Any] = {"combat": "12:4 leg", "move": "6:14 truck", "ar": 4}
    found = {}
    for how in ("combat", "move"):
        game = field(unit("a1", "0504", mode=how, **spec), unit("s1", "0505"), segment="attack",
                     dumps=PLENTY)  # fmt: skip
        assert rules(game, "axis", attack("a1")) == []
        found[how] = (strength(game, "a1", True).total, movement.allowance(game, "a1").total)
    assert found == {"combat": (12, 4), "move": (6, 14)}
    game = field(unit("a1", "0504", mode="move", **spec), unit("s1", "0505"), dumps=PLENTY)
    assert rules(game, "axis", overrun("a1")) == []


@reading("ocs", "5-13")
def test_reserves_neither_fight_nor_lose_their_rating() -> None:
    game = field(unit("a1", "0504", ar=4, **RESERVE), unit("a2", "0404"), unit("s1", "0505"),
                 segment="attack", dumps=PLENTY)  # fmt: skip
    assert rules(game, "axis", attack("a1")) == ["9.1e"]
    assert (strength(game, "a1", False).total, rating(game, "a1").total) == (4, 4)
    guns = field(unit("a2", "0504", "artillery", **RESERVE), unit("a3", "0504", "artillery"),
                 unit("s1", "0505"), segment="artillery", dumps=PLENTY)  # fmt: skip
    shell = {"do": "barrage", "guns": ["a2"], "target": "0505", "aim": "units"}
    assert rules(guns, "axis", shell) == ["13.4a"]
    moving = field(unit("a1", "0504", combat="8:16 leg", **RESERVE), unit("s1", "0505"),
                   dumps=PLENTY)  # fmt: skip
    assert rules(moving, "axis", overrun("a1")) == ["8.1"]


@reading("ocs", "5-14")
def test_the_side_of_a_reserve_is_settled_when_it_enters_the_mode() -> None:
    game = field(unit("a1", "0909"), unit("s1", "0303", **RESERVE), segment="reaction",
                 sources=WEST)  # fmt: skip
    game.play("allied", release("s1"))
    assert (at(game, "s1").mode, at(game, "s1").combat_up) == ("combat", True)
    assert rules(game, "allied", mode("s1", to="move")) != []
    mine = field(unit("a1", "0303", **RESERVE), unit("s1", "0909"))
    mine.play("axis", mode("a1", to="reserve", up="move"))
    assert (at(mine, "a1").mode, at(mine, "a1").combat_up) == ("reserve", False)


@reading("ocs", "5-15")
def test_reaction_is_half_a_march_and_a_whole_fight() -> None:
    game = field(
        unit("a1", "0505", "hq", mode="move"), unit("s1", "0503", combat="10:8 leg", **RESERVE),
        unit("s2", "0707", **RESERVE), unit("s3", "0507", "artillery", **RESERVE),
        segment="reaction", sources=WEST,
        dumps=[{"side": "allied", "hex": h, "sp": 9} for h in ("0502", "0607")],
    )  # fmt: skip
    game.play("allied", release("s1"))
    assert movement.allowance(game, "s1").total == 4
    game.play("allied", move("s1", to="0504"))
    assert strength(game, "s1", True).total == 10
    assert rules(game, "allied", overrun("s1")) == []
    rig(game, 3, 4, 3, 4)
    game.play("allied", overrun("s1"))
    while not game.at_checkpoint:
        asked = game.decisions[0]
        game.play(asked.player, asked.ask.default or next(game.legal(asked.player)))
    assert movement.left(game, "s1") == 0
    assert rules(game, "allied", release("s2")) == []
    assert rules(game, "allied", attack("s1")) != []
    assert not any(s.kind == "attack" and "Reaction" in s.phase for s in game.segments)  # type: ignore[attr-defined]
    guns = field(unit("a1", "0505"), unit("s3", "0507", "artillery", **RESERVE),
                 segment="reaction", sources=WEST,
                 dumps=[{"side": "allied", "hex": "0607", "sp": 9}])  # fmt: skip
    guns.play("allied", release("s3"))
    end(guns, "allied")
    shell = {"do": "barrage", "guns": ["s3"], "target": "0505", "aim": "units"}
    assert rules(guns, "allied", shell) == []


@reading("ocs", "5-16")
def test_released_reserves_attack_with_exploiters() -> None:
    game = field(
        unit("a1", "0504", **RESERVE),
        unit("a2", "0504", mode="exploit", up="combat"),
        unit("s1", "0505"),
        segment="exploitation",
        dumps=PLENTY,
        sources=WEST,
    )
    game.play("axis", release("a1"))
    end(game, "axis", until="exploitation-attack")
    assert rules(game, "axis", attack("a1", "a2")) == []
    assert [strength(game, n, True).total for n in ("a1", "a2")] == [8, 8]


@reading("ocs", "5-17")
@pytest.mark.parametrize(
    ("dice", "found", "after"),
    [((4, 4), "Ao1 Do1", "combat"), ((1, 1), "AL2", "reserve")],
)
def test_any_defenders_result_is_contact(dice: tuple[int, int], found: str, after: str) -> None:
    """Eight against four at 2:1; the attacker goes back, the defender waives his option."""
    game = field(unit("a1", "0504", re=3), unit("s1", "0505", **RESERVE), segment="attack",
                 dumps=PLENTY)  # fmt: skip
    rig(game, 3, 4, *dice)
    game.play("axis", attack("a1"))
    while not game.at_checkpoint:
        asked = game.decisions[0]
        mine = {"option": option(0) if asked.player == "axis" else {"do": "waive"}}
        game.play(asked.player, mine.get(asked.ask.name) or asked.ask.default)  # type: ignore[arg-type]
    assert told(game, "combat")[0]["result"] == found
    assert (at(game, "s1").mode, where(game, "s1")) == (after, "0505")


@reading("ocs", "5-18")
@pytest.mark.parametrize(("dice", "after"), [((1, 1), "reserve"), ((4, 4), "dg")])
def test_a_barrage_without_effect_is_no_contact(dice: tuple[int, int], after: str) -> None:
    game = field(unit("a1", "0503", "artillery"), unit("a2", "0504"),
                 unit("s1", "0505", **RESERVE), segment="artillery")  # fmt: skip
    shoot(game, fire(game, 10), *dice, 1)
    assert at(game, "s1").mode == after


@reading("ocs", "5-20")
def test_no_reserve_in_a_hedgehog_when_the_segment_ends() -> None:
    hogs = [{"side": "axis", "hex": h, "level": 1} for h in ("0303", "0503", "0703")]
    spec = {"combat": "8:8 leg"}
    game = field(unit("a1", "0303", **spec), unit("a2", "0502", **RESERVE, **spec),
                 unit("a3", "0703", **spec), unit("s1", "0909"), hedgehogs=hogs,
                 sources=WEST)  # fmt: skip
    game.play("axis", mode("a1", to="reserve", up="combat"))
    game.play("axis", move("a1", to="0304"))
    game.play("axis", move("a2", to="0503 0504"))
    if rules(game, "axis", mode("a3", to="reserve", up="combat")) == []:
        game.play("axis", mode("a3", to="reserve", up="combat"))
    end(game, "axis")
    assert [at(game, n).mode for n in ("a1", "a2", "a3")] == ["reserve", "reserve", "combat"]
