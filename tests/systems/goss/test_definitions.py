"""What the words of the rulebook mean, where they are enforced. [1] [2] [26]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.goss.charts import movement_cost
from grognard.systems.goss.fire.conducting import volleys
from grognard.systems.goss.ground import LINKS, POPULATION, RIVERS, ROADS, STREAM, WATERS
from grognard.systems.goss.modes.groups import divisional_assets
from grognard.systems.goss.movement.eligible import light_guns
from grognard.systems.goss.observation.reveals import armor_of
from grognard.systems.goss.pieces.chain import formation
from grognard.systems.goss.pieces.values import battalion, counter_of, strength
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.sequence import TURN
from grognard.systems.goss.status import BRIDGES, HEXES
from grognard.systems.goss.turn.calendar import dark
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, pass_to, position, rules, unit, where

ENEMY = unit("u9", (0, 11))
END = {"do": "end"}


def counters(*kinds: str) -> dict[str, Any]:
    """Counters of some kinds, by kind."""
    units = [unit(f"g{n}", (n - 7, 0), kind) for n, kind in enumerate(kinds)]
    game = position(*units, ENEMY)
    return {kind: counter_of(game, f"g{n}") for n, kind in enumerate(kinds)}


def path(name: str, *hexes: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in hexes]}


# ---- components and set-up [1] [2]


@pytest.mark.rule("goss", "1.1.0", "3.1.0")
def test_a_scenario_goes_before_the_rulebook() -> None:
    game = position(unit("g1", (0, 0)), ENEMY, sequence={"skip": ["replacements"]})
    kinds = {part.kind for part in TURN.parts if TURN.occurs(game, part)}
    assert "replacements" not in kinds
    plain = position(unit("g1", (0, 0)), ENEMY)
    assert "replacements" in {part.kind for part in TURN.parts if TURN.occurs(plain, part)}


@pytest.mark.rule("goss", "1.2.0", "26.0-tec(b)", "26.0-soft-marsh-swamp")
def test_the_dearest_terrain_of_a_hex_counts_unless_one_goes_by_road() -> None:
    terrain = {(1, 0): "forest village", (2, 0): "forest marsh", (3, 0): "clear"}
    game = position(
        unit("g1", (0, 0)), ENEMY, terrain={k: v for k, v in terrain.items() if v != "clear"}
    )
    ground = game.scenario.ground
    costs = {kind: ground.row(kind, "Leg").points for kind in ("forest", "marsh", "clear")}
    h = {q: game.board.hex(at(q, 0)) for q in (1, 2, 3)}
    entry = ground.to_enter("Leg", False)
    assert entry[h[1]].points == costs["forest"] > costs["clear"]
    assert entry[h[2]].points == max(costs["forest"], costs["marsh"])
    for pair in ("rough forest", "forest rough", "woods marsh", "marsh woods"):
        mixed = position(unit("g1", (0, 0)), ENEMY, terrain={(1, 0): pair}).scenario.ground
        both = [ground.row(kind, "Mech").points for kind in pair.split()]
        assert mixed.to_enter("Mech", False)[h[1]].points == max(both) > min(both)
    assert ground.terrains[h[2]] == ("forest", "marsh"), "wet ground goes with other terrain"
    road = position(
        unit("g1", (0, 0)), ENEMY, terrain={(1, 0): "forest"},
        roads={"primary": [[(0, 0), (1, 0)]]},
    )  # fmt: skip
    road.play("axis", path("g1", (1, 0)))
    assert now(road, "g1").spent < costs["forest"]


@pytest.mark.rule("goss", "1.5.0")
def test_fractions_are_rounded_up() -> None:
    """The example of the rule: 1.3 is two. Nine barrage points are a volley of eight and one of
    one; half of an odd allowance is the greater half."""
    assert volleys(9) == (8, 1)
    game = position(unit("g1", (0, 0), ma="9", ooc=True), ENEMY)
    game.play("axis", path("g1", *((q, 0) for q in range(1, 6))))
    assert where(game, "g1") == at(5, 0), "half of nine is five"


@pytest.mark.rule("goss", "1.5.0-strength", "26.0-combat-strength")
def test_strengths_are_summed_before_they_are_rounded() -> None:
    game = battle(
        unit("g1", (0, 1), values="3-3", fatigue=1, ta=True),
        unit("g2", (0, 1), values="3-3", fatigue=1, ta=True), unit("u1", (0, 0)),
    )  # fmt: skip
    assert clash(game, ["g1", "g2"]).attack == 3, "one and a half twice, and not two twice"
    lost = position(unit("g1", (0, 0), values="7-8", reduced="5-6", left=2), ENEMY)
    assert strength(lost, "g1", attacking=True) == 5, "losses count, and nothing else does"


@pytest.mark.rule("goss", "1.6.0")
def test_two_game_turns_are_daylight_and_the_third_is_dark() -> None:
    found = {
        turn: dark(position(unit("g1", (0, 0)), ENEMY, turn=turn)) for turn in ("AM", "PM", "Night")
    }
    assert found == {"AM": False, "PM": False, "Night": True}
    assert dark(position(unit("g1", (0, 0)), ENEMY, ena="axis", side="axis"))


@pytest.mark.rule("goss", "2.0", "26.0-brigade")
def test_divisions_and_brigades_of_their_own_are_formations() -> None:
    game = position(
        unit("b1", (0, 0), formation="6 Bde"), unit("bh", (0, 1), "hq:bg", formation="6 Bde"),
        unit("b2", (1, 0), formation="7 Arm"), unit("bd", (1, 1), "hq:div", formation="7 Arm"),
        unit("b3", (2, 0), corps="30"), unit("bc", (2, 1), "hq:corps", corps="30"),
        unit("g9", (0, 9)),
    )  # fmt: skip
    assert [formation(game, n) for n in ("b1", "b2", "b3")] == ["bh", "bd", ""]
    assert [counter_of(game, n).leads_formation for n in ("bh", "bd", "bc")] == [True, True, False]


@pytest.mark.rule("goss", "2.1.0")
def test_there_are_two_sides_with_their_nations() -> None:
    game = position(unit("g1", (0, 0)), unit("u1", (5, 0)), unit("b1", (7, 0)))
    assert tuple(game.scenario.sides) == ("allied", "axis")
    assert [counter_of(game, n).side for n in ("g1", "u1", "b1")] == ["axis", "allied", "allied"]
    with pytest.raises(ScenarioError, match="italian"):
        position(unit("g1", (0, 0)), ENEMY, sides={"italian": {"name": "Italy"}})


@pytest.mark.rule("goss", "2.2.0")
def test_units_are_set_up_as_the_scenario_says() -> None:
    game = position(unit("g1", (3, 1)), unit("g2", None, due=5), ENEMY)
    assert (where(game, "g1"), where(game, "g2")) == (at(3, 1), "expected")


@pytest.mark.rule("goss", "26.0-free-french", "26.0")
def test_the_free_french_are_as_the_us_and_a_battalion_is_one_whatever_it_is_called() -> None:
    game = position(
        unit("u1", (0, 0), nation="French"), _called(unit("b1", (2, 0), "m4"), "3 RTR Regiment"),
        _called(unit("b2", (4, 0), "eng"), "Pioneer Battalion"), unit("g9", (0, 9)),
    )  # fmt: skip
    assert counter_of(game, "u1").us
    assert not counter_of(game, "b1").us
    assert [battalion(counter_of(game, n), now(game, n)) for n in ("b1", "b2")] == [True, False]


def _called(one: dict[str, Any], name: str) -> dict[str, Any]:
    return {**one, "row": {**one["row"], "name": name}}


# ---- kinds of units [26.0]


@pytest.mark.rule("goss", "26.0-afv", "26.0-pure-armor")
def test_what_is_an_afv() -> None:
    found = counters("pz4", "m4", "stug", "armrecon", "hybrid", "arminf", "inf")
    assert {kind for kind, c in found.items() if c.afv} == {"pz4", "m4", "stug"}


@pytest.mark.rule("goss", "26.0-personnel", "26.0-vehicular")
def test_personnel_and_vehicular_units() -> None:
    people = ("inf", "motinf", "arminf", "eng", "para", "fus")
    vehicles = ("art", "nw", "spa", "at", "flak", "pz4", "armrecon", "hq:div")
    found = counters(*people, *vehicles)
    assert {kind for kind, c in found.items() if c.personnel} == {*people}


@pytest.mark.reading("goss", "goss-26-02")
@pytest.mark.rule(
    "goss", "26.0-mixed-armor", "26.0-arm-inf", "26.0-recon", "26.0-pure-armor", "26.0-afv"
)
def test_armor_against_fire() -> None:
    def armor(kind: str, **facts: Any) -> str:
        game = position(unit("g1", (0, 0), kind, **facts), ENEMY)
        return armor_of(counter_of(game, "g1"), now(game, "g1"))

    assert armor("armrecon") == "mixed", "armored cars are never pure"
    assert armor("pz4") == "pure"
    assert armor("arminf") == "mixed"
    assert armor("arminf", transport="foot") == "none"
    assert armor("hybrid") == "mixed"
    assert armor("fus") == "none"


@pytest.mark.rule("goss", "26.0-spa")
def test_self_propelled_guns_fire_in_battery_and_out_of_it() -> None:
    found = counters("spa", "art", "arth")
    assert [c.spa for c in found.values()] == [True, False, False]
    assert [c.towed for c in found.values()] == [False, True, True]
    for kind, able in (("spa", True), ("art", False)):
        game = position(
            unit("g1", (0, 1), formation="1"), unit("ga", (0, 4), kind, formation="1", barrage=4),
            unit("u1", (0, 0)), segment="offensive-fire",
        )  # fmt: skip
        order = {"do": "barrage", "hex": at(0, 0), "guns": {"ga": 4}, "spotter": "g1"}
        assert (rules(game, "axis", order) == []) is able


@pytest.mark.rule("goss", "26.0-captured")
def test_captured_guns_are_shifted_as_150mm() -> None:
    def gun(text: str) -> bool:
        game = position(unit("g1", (0, 0), "art", gun=text), ENEMY)
        return light_guns(counter_of(game, "g1"))

    assert [gun(text) for text in ("150mm", "170mm", "Cap")] == [True, False, True]


@pytest.mark.rule("goss", "26.0-div-assets")
def test_assets_of_a_division_belong_to_no_regiment() -> None:
    game = position(
        unit("u1", (0, 0), formation="28", regiment="110"),
        unit("u2", (1, 0), "eng", formation="28"),
        unit("u3", (2, 0), "art", formation="28"), unit("uh", (3, 0), "hq:div", formation="28"),
        unit("g9", (0, 9)),
    )  # fmt: skip
    assert {*divisional_assets(game, "uh")} == {"u2", "u3"}


# ---- the ground [26.0]


@pytest.mark.rule("goss", "26.0-population", "26.0-roads", "26.0-railroads", "26.0-rivers")
def test_features_of_the_map() -> None:
    assert POPULATION == ("location", "village", "town", "city")
    assert ROADS == ("primary", "secondary", "trail")
    assert LINKS["rail"] == LINKS["rail_multi"] == "trail"
    assert WATERS == ("stream", "river", "major river", "great river")
    assert STREAM not in RIVERS
    game = position(
        unit("g1", (0, 0)), ENEMY, terrain={(1, 0): "village", (2, 0): "forest"},
        roads={"rail": [[(1, 0), (2, 0)]], "trail": [[(3, 0), (4, 0)]]},
        water={"stream": [((5, 0), (6, 0))]},
    )  # fmt: skip
    ground, h = game.scenario.ground, game.board.hex
    assert ground.population[h(at(1, 0))] == "village"
    assert ground.by_road[h(at(2, 0))] == ground.by_road[h(at(4, 0))] == "trail"
    assert ground.water(h(at(5, 0)), h(at(6, 0))) == "stream"
    assert movement_cost(game.scenario.tables, "trail", "Leg") == movement_cost(
        game.scenario.tables, ground.by_road[h(at(2, 0))], "Leg"
    )


@pytest.mark.rule("goss", "26.0-tec(a)", "1.2.0")
def test_the_defender_chooses_the_terrain_of_his_hex() -> None:
    game = battle(unit("g1", (0, 1), ta=True), unit("u1", (0, 0)), terrain={(0, 0): "rough town"})
    found = clash(game, ["g1"])
    assert "allied terrain-line" in found.asked
    fire = position(
        unit("g1", (0, 1), formation="1", ta=True),
        unit("ga", (0, 4), "art", formation="1", barrage=8, battery=True),
        unit("u1", (0, 0)), terrain={(0, 0): "rough town"}, segment="offensive-fire",
    )  # fmt: skip
    fire.play("axis", {"do": "barrage", "hex": at(0, 0), "guns": {"ga": 8}, "spotter": "g1"})
    assert (fire.to_act, fire.open_asks()[0].name) == ("allied", "use-cover")


@pytest.mark.rule("goss", "26.0-tec(c)")
def test_marsh_counts_for_strength_whatever_terrain_is_chosen() -> None:
    wet, dry = (
        clash(
            battle(
                unit("g1", (0, 1), values="6-6", ta=True),
                unit("u1", (0, 0)),
                terrain={(0, 0): land},
            ),
            ["g1"],
        ).attack
        for land in ("town marsh", "town")
    )
    assert (dry, wet) == (6, 3)


@pytest.mark.rule("goss", "26.0-movement-halt")
def test_one_moves_past_enemies_freely_unless_a_halt_stops_one() -> None:
    def passing(enemy: str, **more: Any) -> list[str]:
        game = position(unit("g1", (-1, 1), ma="12", **more), unit("u1", (0, 0), enemy))
        return rules(game, "axis", path("g1", (0, 1), (1, 1), (2, 1)))

    assert passing("inf") == [], "there are no zones of control"
    assert passing("flak", kind="motinf") == ["7.7.2"]


# ---- construction [3.3.2b]


@pytest.mark.rule("goss", "3.3.2b-1", "3.3.2b-2", "3.3.2b-3", "3.3.2b")
def test_construction_in_its_three_steps() -> None:
    def site(game: Gs) -> Any:
        key = game.scenario.ground.side_key(game.board.hex(at(0, 0)), game.board.hex(at(1, 0)))
        return game.state[BRIDGES][key]

    game = position(
        *(unit(f"g{n}", (0, 0), "eng") for n in range(2)), unit("g7", (5, 0)), ENEMY,
        water={"major_river": [((0, 0), (1, 0))]}, segment="construction", turn="AM",
        options={"ena": "off"},
    )  # fmt: skip
    game.play("axis", {"do": "bridge", "units": ["g0", "g1"], "hex": at(1, 0)})
    game.play("axis", {"do": "dig", "units": ["g7"], "work": "IP"})
    left = site(game).left
    assert left > 1
    assert game.state[HEXES][game.board.hex(at(5, 0))].building == "IP"
    while game.turn == 4:
        game.play(game.open_asks()[0].player, END)
    pass_to(game, "combat-reserves", "axis")
    assert site(game).left == left - 1, "a game turn nearer to its end"
    assert game.state[HEXES][game.board.hex(at(5, 0))].work == "IP", "turned over, complete"
