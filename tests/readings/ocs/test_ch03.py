"""Chapter 3 as a second reader has it: units and what they are. [3.0]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.naval import sailing, ships
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import rating, strength
from grognard.systems.ocs.status import SHIPS, SITES, TRANSPORT
from grognard.systems.ocs.supply import fuel
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.barrage.guns import fire, shoot
from tests.systems.ocs.combat.aftermath import battle, result, steps, suffer
from tests.systems.ocs.field import at, field, mode, move, play, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import port, ship, waters

reading = pytest.mark.reading
PLENTY = [{"side": "axis", "hex": "0402", "sp": 9}, {"side": "allied", "hex": "0607", "sp": 9}]


def attack(*names: str, on: str = "0505") -> dict[str, Any]:
    return {"do": "attack", "units": list(names), "target": on}


@reading("ocs", "3-01")
def test_each_side_of_a_counter_has_its_class() -> None:
    game = field(unit("a1", "0502", combat="8:4 leg", move="4:12 truck"), unit("s1", "0404"))
    assert rules(game, "axis", move("a1", to="0503 0504 0604")) == []
    game.play("axis", mode("a1", to="move"))
    assert rules(game, "axis", move("a1", to="0503 0504 0604")) == ["4.5a(A)"]
    assert rules(game, "axis", move("a1", to="0503 0504")) == []


@reading("ocs", "3-02")
def test_who_is_independent() -> None:
    wheels: dict[str, Any] = {"combat": "8:6 truck", "move": "4:9 truck"}
    game = field(
        unit("a1", "0303", "hq", at={"hq_fuelled": True}),
        unit("a2", "0304", "armor", size="battalion"),
        unit("a3", "0304", "armor", size="battalion", formation="9"),
        unit("a4", "0304", re=3, **wheels), unit("a5", "0304", traits="breakdown", **wheels),
        unit("a6", "0304", "repl", **wheels), unit("s1", "0909"), fuelled=False,
        dumps=[{"side": "axis", "hex": "0303", "sp": 2}],
    )  # fmt: skip
    found = {n: fuel.fuelled(game, n) for n in ("a2", "a3", "a4", "a5", "a6")}
    assert found == {"a2": True, "a3": False, "a4": False, "a5": True, "a6": True}
    assert rules(game, "axis", move("a2", to="0305")) == []
    assert rules(game, "axis", move("a4", to="0305")) == ["12.5a"]


@reading("ocs", "3-03")
def test_who_has_the_yellow_dot_does_not_come_back() -> None:
    game = field(
        unit("a1", "0305", "hq"), unit("a2", "0303", "repl", mode="move"),
        unit("a3", None, traits="no-rebuild", at={"place": "removed"}),
        unit("a4", None, at={"place": "dead"}), unit("s1", "0909"), segment="reinforcement",
    )  # fmt: skip
    assert rules(game, "axis", {"do": "rebuild", "units": ["a3"], "repls": ["a2"]}) != []
    assert rules(game, "axis", {"do": "rebuild", "units": ["a4"], "repls": ["a2"]}) == []
    dying = field(unit("a1", "0504"), unit("s1", "0505", traits="no-rebuild"), segment="attack")
    suffer(dying, "a1", "0505", result({}, {"losses": 1}), None)
    assert where(dying, "s1") == "removed"


@reading("ocs", "3-04")
@pytest.mark.parametrize(
    ("type_", "how", "up", "defence", "stars"),
    [
        ("hq", "combat", "combat", 5, 0),
        ("hq", "move", "move", 1, 0),
        ("hq", "dg", "combat", Fraction(5, 2), -1),
        ("artillery", "combat", "combat", 1, 3),
        ("artillery", "move", "move", 1, 3),
    ],
)
def test_headquarters_and_guns_defend_themselves(
    type_: str, how: str, up: str, defence: Any, stars: int
) -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505", type_, mode=how, up=up), segment="attack",
                 dumps=PLENTY)  # fmt: skip
    assert rules(game, "axis", attack("a1")) == []
    assert (strength(game, "s1", False).total, rating(game, "s1").total) == (defence, stars)
    moving = field(unit("a1", "0504"), unit("s1", "0505", type_, mode=how, up=up))
    assert rules(moving, "axis", move("a1", to="0505")) == ["4.8c(A)"]


@reading("ocs", "3-05")
def test_a_bracketed_strength_defends_and_negates_but_has_no_zone() -> None:
    guard = {"combat": "(4):3 leg"}
    game = field(unit("a1", "0504", **guard), unit("a2", "0404"), unit("s1", "0505"),
                 segment="attack", dumps=PLENTY)  # fmt: skip
    assert rules(game, "axis", attack("a1")) == ["9.1e"]
    assert not zones.zone_of(game, "a1")
    assert strength(game, "a1", False).total == 4
    moving = field(unit("a1", "0504", **guard), unit("a2", "0502", "mech"), unit("s1", "0404"),
                   unit("s2", "0505"), dumps=PLENTY)  # fmt: skip
    assert rules(moving, "axis", {"do": "overrun", "units": ["a1"], "target": "0505"}) != []
    assert rules(moving, "axis", move("a2", to="0503 0504 0604")) == []


@reading("ocs", "3-06")
def test_a_rating_may_be_less_than_nought() -> None:
    game = field(unit("a1", "0504", ar=3), unit("s1", "0505", ar=0, mode="dg", up="combat"),
                 segment="attack")  # fmt: skip
    assert odds.reckon(game, battle(game, "a1", "0505")).roll.total == 4


@reading("ocs", "3-08")
def test_the_colour_makes_the_class() -> None:
    spec: dict[str, Any] = {"combat": "6:6 tracked"}
    game = field(unit("a1", "0504", "armor", colour="armor", **spec),
                 unit("a2", "0504", "armor", colour="mech", **spec),
                 unit("a3", "0504", "armor", colour="other", **spec), unit("s1", "0505"),
                 segment="attack")  # fmt: skip
    fight = battle(game, "a1 a2 a3", "0505")
    effect = odds.own_ground(game, fight)
    for name, colour in (("a1", "armor"), ("a2", "mech"), ("a3", "other")):
        factor = effect.factors[colour]
        assert factor is not None
        assert odds.attack_of(game, fight, name).total == 6 * factor
    assert effect.factors["armor"] == 2
    assert effect.factors["other"] == 1


@reading("ocs", "3-09")
def test_supply_is_change_and_spoil() -> None:
    """A captured dump of 2 SP on a die of 5 keeps half, which is the captor's to use."""
    game = field(unit("a1", "0303", "armor"), unit("s1", "0909"), fuelled=False,
                 dumps=[{"side": "axis", "hex": "0303", "sp": 2}])  # fmt: skip
    play(game, "axis", {"do": "fuel", "units": ["a1"]})
    assert stacks.dump_at(game, game.board.hex("0303"), "axis") == 7
    assert not any(a["do"] == "move" and "0303" in str(a.get("units")) for a in game.legal("axis"))
    spoil = field(unit("a1", "0303"), unit("s1", "0909"), dumps=[{"side": "allied", "hex": "0304",
                                                                 "sp": 2}])  # fmt: skip
    rig(spoil, 5)
    play(spoil, "axis", move("a1", to="0304"))
    h = spoil.board.hex("0304")
    assert [stacks.dump_at(spoil, h, side) for side in ("axis", "allied")] == [4, 0]


@reading("ocs", "3-10")
def test_a_truck_carries_its_points_in_supply_and_nothing_else() -> None:
    game = field(unit("a1", "0303", size="battalion", mode="move"), unit("s1", "0909"),
                 transport=[{"side": "axis", "hex": "0303", "points": 2, "id": "t"}],
                 dumps=[{"side": "axis", "hex": "0303", "sp": 3}])  # fmt: skip

    def load(tokens: int) -> dict[str, Any]:
        return {"do": "load", "transport": "t", "tokens": tokens}

    assert rules(game, "axis", load(8)) == []
    assert rules(game, "axis", load(9)) != []
    assert rules(game, "axis", {**load(4), "units": ["a1"]}) != []


@reading("ocs", "3-11")
def test_what_is_no_combat_unit_bears_no_loss() -> None:
    truck = {"side": "allied", "points": 1}
    game = field(
        unit("a1", "0504"), unit("s1", "0505", size="battalion"), unit("s2", "0909"),
        transport=[{**truck, "hex": "0505", "id": "t1"}, {**truck, "hex": "0404", "id": "t2"}],
        dumps=[*PLENTY, {"side": "allied", "hex": "0505", "sp": 2}],
        hedgehogs=[{"side": "allied", "hex": "0505", "level": 2}], segment="attack",
    )  # fmt: skip
    assert rules(game, "axis", attack("a1", on="0404")) == ["9.0"]
    h = game.board.hex("0505")
    suffer(game, "a1", "0505", result({}, {"losses": 2}), {"do": "advance", "units": []})
    assert "s1" not in steps(game)
    assert stacks.dump_at(game, h, "allied") == 8
    assert game.state[TRANSPORT]["t1"].place == "map"
    assert game.state[SITES][h].hog == 2


@reading("ocs", "3-12")
def test_an_enemy_hedgehog_is_taken_whole() -> None:
    hog = [{"side": "allied", "hex": "0505", "level": 3}]
    shelled = field(unit("a1", "0504"), unit("s1", "0505", re=3), hedgehogs=hog, segment="attack")
    shoot(shelled, fire(shelled, 80), 6, 6, 6)
    suffer(shelled, "a1", "0505", result({}, {"losses": 3}), None)
    assert shelled.state[SITES][shelled.board.hex("0505")].hog == 3
    game = field(unit("a1", "0504"), unit("s1", "0909"), hedgehogs=hog)
    play(game, "axis", move("a1", to="0505"))
    site = game.state[SITES][game.board.hex("0505")]
    assert (site.hog, site.hog_owner) == (3, "axis")


@reading("ocs", "3-13")
def test_a_port_is_there_without_a_counter() -> None:
    board = sketch(8, 9, terrain={f"0{r}0{c}": "sea" for r in (1, 2, 3) for c in range(1, 10)},
                   places={"Town": "minor_city 0505"})  # fmt: skip
    game = waters(unit("a1", "0504", "hq"), unit("a2", "0504"), unit("s1", "0809"), board=board,
                  ports=[port("0404", "allied")])  # fmt: skip
    assert rules(game, "axis", move("a1", to="0404")) == ["4.4c"]
    assert rules(game, "axis", move("a2", to="0404")) == []
    assert rules(game, "axis", move("a1", to="0505")) == []


@reading("ocs", "3-14")
def test_damage_to_ships() -> None:
    game = waters(
        ship("a1", "0202", damaged_now=True), ship("a2", "0202", damaged_now=True, multi=True),
        ship("a3", "0202"), ship("a4", "0203", "lc", points=3), unit("a9", "0808"),
        unit("s9", "0809"),
    )  # fmt: skip
    assert [sailing.allowance(game, n) // 12 for n in ("a1", "a2", "a3", "a4")] == [10, 20, 20, 10]
    ships.hit_craft(game, ["a4"], "18.4d")
    assert game.state[SHIPS]["a4"].size == 2 * 4


@reading("ocs", "3-15")
def test_aircraft_have_two_steps() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0313"), unit("a8", "0304"), unit("s8", "0330"))
    rig(game, 6, 6, 6)
    play(game, "axis", fly("sweep", "a1", to="0313"))
    assert bird(game, "s1").reduced
    assert perch(game, "s1") != "dead-"
    again = sky(craft("a1", "0303"), craft("s1", "0313", lost=True), unit("a8", "0304"),
                unit("s8", "0330"))  # fmt: skip
    rig(again, 6, 6, 6)
    play(again, "axis", fly("sweep", "a1", to="0313"))
    assert perch(again, "s1") == "dead-"
    assert told(again, "air-destroyed")
    assert at(again, "a8").place == "map"
