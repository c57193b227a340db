"""Rules drawn by lot, from rounding to reinforcements: a third reader's cases. [1.0] to [26.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.flak import over
from grognard.systems.goss.assault.limits import adv
from grognard.systems.goss.logistics import fuel
from grognard.systems.goss.logistics.stock import army_of
from grognard.systems.goss.logistics.support import formations_value, supported
from grognard.systems.goss.logistics.trucks import fuel_row
from grognard.systems.goss.logistics.values import in_full
from grognard.systems.goss.movement.coups import modifiers
from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.pieces.values import proficiency
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS, SIDES
from grognard.systems.goss.units import UNITS
from tests.readings.goss.test_second_openings import division, reserve
from tests.systems.goss.arrivals.depot import CHAIN, segment
from tests.systems.goss.arrivals.edge import coming, enter, place
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.command.staffs import FIRST, ONE, V, box, spot
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit
from tests.systems.goss.logistics.staffs import army

END = {"do": "end"}
FAR = unit("u9", (0, 11))
ROAD = {"secondary": [[(q, 0) for q in range(-12, 12)]]}
LINE = {"primary": [[(q, 0) for q in range(-12, 12)]]}


def move(name: str, *path: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path], **more}


# ---- the turn, units, modes [1.0] [3.0] [4.0] [5.0]


@pytest.mark.reading("goss", "goss4-01-01")
@pytest.mark.rule("goss", "1.5.0")
@pytest.mark.parametrize(("attacks", "value"), [((3,), 2), ((3, 3), 3), ((1, 1, 1), 2)])
def test_halves_are_rounded_up_once(attacks: tuple[int, ...], value: int) -> None:
    slow = position(unit("u1", (0, 0), ma="5", ooc=True), unit("g1", (9, 0)), side="allied")
    ways = [[(-k, 0) for k in range(1, n + 1)] for n in (3, 4)]
    assert [rules(slow, "allied", move("u1", *way)) for way in ways] == [[], ["7.2.0"]]
    units = [unit(f"u{n}", (0, 1), "inf", f"{a}-4", ta=True) for n, a in enumerate(attacks)]
    game = position(
        *units, unit("g1", (0, 0)), water={"river": [((0, 1), (0, 0))]}, side="allied",
        segment="assaults",
    )  # fmt: skip
    assert clash(game, [one["row"]["id"] for one in units]).attack == value


@pytest.mark.reading("goss", "goss4-03-01")
@pytest.mark.rule("goss", "3.3.2c-status")
def test_each_side_finds_its_own_command_status() -> None:
    axis = {"corps": "X", "army": "Fifth"}
    game = position(
        unit("uV", spot(-10, 4), "hq:corps", **V), unit("uD1", spot(-8, 4), "hq:div", **ONE),
        unit("u1", spot(-4, -3), **ONE), unit("gX", spot(10, 4), "hq:corps", **axis),
        unit("gD", spot(8, 4), "hq:div", formation="1", **axis),
        unit("g1", spot(6, -3), formation="1", **axis),
        armies={**FIRST, "Fifth": {"side": "axis", "adv": 4}}, side="allied",
        zones={"uV": box(-12, 5, 0, 12), "gX": box(-5, 12, 0, 12)}, options={"ena": "off"},
    )  # fmt: skip

    def lost() -> set[str]:
        return {n for n in game.scenario.counters if now(game, n).ooc}

    assert lost() == set()
    pass_to(game, "moves", "axis")
    assert lost() == {"u1"}
    assert game.turn == 4
    while game.turn == 4:
        assert game.segment.stretch.startswith("active axis") or lost() == {"u1", "g1"}
        game.play(game.open_asks()[0].player, END)
    assert lost() == {"u1", "g1"}


@pytest.mark.reading("goss", "goss4-03-02")
@pytest.mark.rule("goss", "3.3.2e-asa")
def test_who_is_next_to_nobody_is_designated_no_more() -> None:
    game = position(
        unit("uA", (-5, 0), ta=True), unit("uP", (-5, 2), mode="PA"), unit("uB", (0, 1), ta=True),
        unit("uC", (-1, 0), mode="PA"), unit("g1", (0, 0)), side="allied",
        segment="offensive-naval", water={"major_river": [((-1, 0), (0, 0))]},
    )  # fmt: skip
    pass_to(game, "adjustment", "allied")
    assert [now(game, n).ta for n in ("uA", "uB")] == [False, True]
    assert [now(game, n).mode for n in ("uP", "uC")] == ["Tac", "PA"]


@pytest.mark.reading("goss", "goss4-03-03")
@pytest.mark.rule("goss", "3.4.1")
@pytest.mark.parametrize(
    ("allied", "axis", "chooses"), [(4, 4, "axis"), (7, 3, "allied"), (3, 7, "axis")]
)
def test_who_says_which_side_is_first_by_night(allied: int, axis: int, chooses: str) -> None:
    game = position(unit("u1", (0, 0)), unit("g1", (3, 0)), segment="ena-call", turn="Night")
    rig(game, allied, axis)
    for side in ("allied", "axis"):
        game.play(side, {"do": "extend-night"})
    ask = game.open_asks()[0]
    assert (ask.player, ask.name) == (chooses, "ena-first")
    assert [game.state[SIDES][s].capacity for s in ("allied", "axis")] == [allied, axis]


@pytest.mark.reading("goss", "goss4-05-01")
@pytest.mark.rule("goss", "5.2.0")
@pytest.mark.parametrize("kind", ["modes", "moves", "construction", "designation"])
def test_assaults_are_prepared_in_the_mode_phase_alone(kind: str) -> None:
    game = position(unit("u1", (0, 1)), unit("g1", (0, 0)), side="allied", segment=kind)
    order = {"do": "mode", "units": ["u1"], "mode": "PA"}
    assert (rules(game, "allied", order) == []) is (kind == "modes")


@pytest.mark.reading("goss", "goss4-05-02")
@pytest.mark.rule("goss", "5.7.0", "5.5.5")
def test_headquarters_are_in_nobodys_way() -> None:
    one = {"formation": "1"}
    calm = position(unit("gh", (0, 0), "hq:div", **one), FAR, segment="modes", roads=ROAD)
    prepared, marching = ({"do": "mode", "units": ["gh"], "mode": m} for m in ("PA", "Strat"))
    assert rules(calm, "axis", prepared) != []
    assert rules(calm, "axis", marching) == []
    game = position(
        unit("gh", (0, 0), "hq:div", mode="Strat", **one),
        *(unit(n, (q, 0), "m4", mode="Strat", **one) for n, q in (("g1", 2), ("g2", -2))), FAR,
        segment="strat-moves", roads=ROAD,
    )  # fmt: skip
    assert rules(game, "axis", move("gh", (1, 0), (2, 0))) == []
    assert rules(game, "axis", move("g2", (-1, 0), (0, 0))) == []
    assert rules(game, "axis", move("g2", (-1, 0), (0, 0), (1, 0))) == []
    assert rules(game, "axis", move("g2", (-1, 0), (0, 0), (1, 0), (2, 0))) == ["5.5.5"]


# ---- movement [7.0]


@pytest.mark.reading("goss", "goss4-07-01")
@pytest.mark.rule("goss", "7.10.2a")
def test_a_bridge_that_is_full_says_so() -> None:
    names = [f"g{n:02}" for n in range(15)]
    game = position(
        *(unit(n, (-11 + k // 2, 0), "motinf", size="Co", steps=1, ma="30", formation="1")
          for k, n in enumerate(names)),
        FAR, segment="road-moves", roads=LINE, water={"river": [((0, 0), (1, 0))]},
        options={"bridge-bottlenecks": "on"},
    )  # fmt: skip
    for k, name in enumerate(reversed(names)):
        start = -11 + (14 - k) // 2
        order = move(name, *((q, 0) for q in range(start + 1, 12 - k // 2)))
        if k < 13:
            assert rules(game, "axis", order) == []
            game.play("axis", order)
        else:
            why = game.why("axis", order)
            assert [one.rule for one in why] == ["7.10.2a"]
            assert "13 Mech units have crossed the bridge" in why[0].text


@pytest.mark.reading("goss", "goss4-07-02")
@pytest.mark.rule("goss", "7.14.3")
def test_the_roll_for_a_bridge() -> None:
    def raid(start: int, kind: str = "arminf", pr: str = "6/6", turn: str = "AM") -> Gs:
        return position(
            unit("g1", (start, 0), kind, pr=pr, ma="20"), unit("u1", (1, 0), pr="6/4"),
            unit("u2", (1, 0), pr="6/5"), turn=turn, segment="coups-de-main", roads=ROAD,
            water={"major_river": [((0, 0), (1, 0))]},
        )  # fmt: skip

    def drm(game: Gs) -> list[int]:
        tally = modifiers(game, ["g1"], now(game, "g1").hex, game.board.hex(at(1, 0)))
        return [int(part.value) for part in tally.parts]

    assert drm(raid(-9)) == [-1, -1]
    assert drm(raid(-10)) == [-1, -1, -1]
    assert drm(raid(-9, turn="Night")) == [-1, -1, -1]
    assert drm(raid(-9, pr="4/6")) == [-1, 1]
    assert drm(raid(-9, kind="inf")) == [-1]
    way = [at(q, 0) for q in range(-5, 2)]
    for roll in (2, 3):
        game = raid(-6)
        rig(game, roll)
        game.play("axis", {"do": "coup-de-main", "units": ["g1"], "path": way, "road": True})
        assert told(game, "coup-de-main")[0]["taken"] is (roll == 2)
        assert now(game, "g1").hex == game.board.hex(at(0, 0))
        assert now(game, "g1").repulsed == (0 if roll == 2 else game.turn)


@pytest.mark.reading("goss", "goss4-26-01")
@pytest.mark.rule("goss", "26.0-tec(b)", "1.2.0")
def test_the_dearest_terrain_of_a_hex_counts() -> None:
    def cost(kind: str, ground: str, step: str = "moves", **more: Any) -> float:
        game = position(unit("g1", (0, 0), kind, ma="30"), FAR, terrain={(1, 0): ground},
                        segment=step, **more)  # fmt: skip
        game.play("axis", move("g1", (1, 0)))
        return now(game, "g1").spent / 12

    wet: dict[str, Any] = {"water": {"stream": [((0, 0), (1, 0))]}}
    hexes = ("woods", "rough", "woods rough")
    assert [cost("inf", one) for one in hexes] == [1.5, 2, 2]
    assert [cost("m4", one) for one in hexes] == [3, 3, 3]
    deep = "forest rough"
    assert [cost(kind, deep, **wet) for kind in ("inf", "m4")] == [3, 6]
    assert cost("inf", deep, roads=ROAD, **wet) == 1
    assert [cost("m4", deep, s, roads=ROAD, **wet) for s in ("road-moves", "moves")] == [1, 6]


# ---- fatigue, supply, logistics [14.0] [15.0] [16.0]


@pytest.mark.reading("goss", "goss4-14-01")
@pytest.mark.rule("goss", "14.2.0(h)")
@pytest.mark.parametrize("fatigue", [0, 1, 2])
def test_the_tired_do_not_break_down(fatigue: int) -> None:
    game = position(unit("g1", (0, 0), "motinf", formation="1", fatigue=fatigue), FAR)
    assert (rules(game, "axis", {"do": "break-down", "unit": "g1"}) == []) is (fatigue == 0)


@pytest.mark.reading("goss", "goss4-15-01")
@pytest.mark.rule("goss", "15.2.0-2", "21.0", "9.3.4a")
def test_newcomers_are_supplied_for_three_game_turns_without_their_infantry() -> None:
    chain = {"formation": "1", "corps": "X", "army": "A"}
    game = coming(
        unit("gh", None, "hq:div", **chain), unit("g1", None, "stug", **chain), unit("u9", (9, 0)),
        roads={"primary": [[(q, 0) for q in range(-12, 0)]]}, options={"ena": "off"},
    )  # fmt: skip
    place(game, "gh", "g1")
    pass_to(game, "road-moves")
    enter(game, "gh")
    enter(game, "g1")
    found = {}
    for turn in (4, 5, 6, 7):
        while game.turn == turn:
            game.play(game.open_asks()[0].player, END)
        found[turn] = now(game, "g1").supply
    assert found == {4: "GenS", 5: "GenS", 6: "GenS", 7: "OoS"}


@pytest.mark.reading("goss", "goss4-15-02", "goss4-01-01")
@pytest.mark.rule("goss", "15.4.2a", "1.5.0")
@pytest.mark.parametrize(
    ("letter", "formations", "count"),
    [("g", ["1!", "2!", "3", "4", "5"], 3), ("g", ["1", "2", "3"], 1), ("g", ["1*", "2*", "3!"], 2),
     ("g", ["1"], 0), ("u", ["1", "2", "3*"], 2), ("u", ["1*", "2*", "3*"], 1)],
)  # fmt: skip
def test_formations_are_counted_and_rounded_down(
    letter: str, formations: list[str], count: int
) -> None:
    game = army(letter, {"C": formations})
    assert formations_value(game, [f"{letter}C-{one[0]}" for one in formations]) == count


@pytest.mark.reading("goss", "goss4-16-01")
@pytest.mark.rule("goss", "16.1.2b")
def test_eight_trucks_bring_fuel_and_the_others_bear_losses() -> None:
    game = army("g", {"C": []}, "trucks", track={"tp": 12})
    order = {"do": "trucks", "army": "A", "ammo": 12, "fuel": 0, "motor": 0}
    assert rules(game, "axis", order) == []
    game.play("axis", {**order, "ammo": 1, "fuel": 11})
    found = []
    for lost in (0, 2, 3, 4, 11):
        game.put(ARMIES, "A", replace(army_of(game, "A"), lost_fuel=lost))
        found.append(fuel_row(army_of(game, "A")))
    assert found == [8, 8, 8, 7, 0]


def delivered(base: int, stock: int, roll: int = 0, *more: Any) -> Gs:
    """An army of three corps of a division each, with no truck for ammunition."""
    game = army("g", {name: ["1"] for name in "BCD"}, "ammunition", *more, track={"adv": base})
    game.put(ARMIES, "A", replace(army_of(game, "A"), ammo=0, amp=stock))
    rig(game, roll)
    game.play("axis", {"do": "ammunition", "army": "A", "corps": ["gB", "gC", "gD"]})
    return game


@pytest.mark.reading("goss", "goss4-16-02")
@pytest.mark.rule("goss", "16.3.2(5)")
@pytest.mark.parametrize(("stock", "left"), [(3, 4), (2, 4), (1, 3), (0, 3)])
def test_two_points_that_are_short_cost_a_point_of_adv(stock: int, left: int) -> None:
    game = delivered(4, stock)
    assert (army_of(game, "A").adv, army_of(game, "A").amp) == (left, 0)
    assert adv(game, "gB-1") == left + 1, "its corps supports one formation"


@pytest.mark.reading("goss", "goss4-16-02")
@pytest.mark.rule("goss", "16.3.2(5)", "15.4.3", "15.4.3(d)")
def test_an_army_without_adv_supports_nobody() -> None:
    chain = {"formation": "B 1", "corps": "B", "army": "A"}
    game = delivered(1, 0, 0, unit("g1", (0, 1), **chain), unit("u1", (0, 0)))
    assert army_of(game, "A").adv == 0
    assert [adv(game, hq) for hq in ("garmy", "gB", "gB-1")] == [0, 0, 0]
    assert [headquarters(game, hq).adv for hq in ("gB", "gC", "gD")] == [0, 0, 0]
    assert not supported(game, "g1")
    assert rules(game, "axis", {"do": "support", "hq": "gB", "formations": []}) == ["16.3.2"]
    assert told(game, "support") == [{"army": "A", "corps": [], "adv": 0}]
    pass_to(game, "designation", "axis")
    game.play("axis", {"do": "designate", "units": ["g1"]})
    pass_to(game, "adjustment", "axis")
    assert rules(game, "axis", END) == ["12.1.0-3"]
    assert rules(game, "axis", {"do": "pay-assaults", "hq": "gB-1", "points": 1}) == ["16.3.3"]


@pytest.mark.reading("goss", "goss4-16-02")
@pytest.mark.rule("goss", "15.5.1a", "16.3.2(5)")
def test_who_lives_on_hand_assaults_on_the_points_on_hand() -> None:
    game = army("g", {"C": ["1"]}, "modes")
    game.put(HQS, "gC", replace(headquarters(game, "gC"), adv=3))
    assert adv(game, "gC-1") == 3
    game.put(UNITS, "gC-1", replace(now(game, "gC-1"), supply="OhS"))
    game.put(HQS, "gC-1", replace(headquarters(game, "gC-1"), ohs=2))
    assert adv(game, "gC-1") == 2


@pytest.mark.reading("goss", "goss4-16-03")
@pytest.mark.rule("goss", "16.4.5b(a)")
@pytest.mark.parametrize(
    ("letter", "mech", "leg", "most"), [("g", 10, 0, 5), ("u", 8, 2, 5), ("u", 8, 1, 3)]
)
def test_how_many_move_in_full(letter: str, mech: int, leg: int, most: int) -> None:
    side, one = ("axis" if letter == "g" else "allied"), {"formation": "1"}
    names = [f"{letter}{n}" for n in range(mech)]
    game = position(
        unit(f"{letter}h", (0, 4), "hq:div", traits="mech formation", **one),
        *(unit(n, (k - 6, 0), "motinf", **one) for k, n in enumerate(names)),
        *(unit(f"{letter}L{n}", (n - 6, 2), **one) for n in range(leg)),
        unit("u9" if letter == "g" else "g9", (0, 11)), segment="fuel-values", side="",
        headquarters={f"{letter}h": {"fuel": "low"}},
    )  # fmt: skip
    hq = f"{letter}h"
    game.put(HQS, hq, replace(headquarters(game, hq), fuel="low", value=5, option=1))
    assert in_full(game, hq) == most
    order = {"do": "fuel-option", "hq": hq, "option": 2}
    assert rules(game, side, {**order, "units": names[:most]}) == []
    assert rules(game, side, {**order, "units": names[: most + 1]}) == ["16.4.5b"]


@pytest.mark.rule("goss", "16.4.2", "16.4.1")
def test_a_refusal_of_fuel_says_how_much_there_is() -> None:
    game = army("g", {"C": ["1!"]}, "fuel")
    game.put(ARMIES, "A", replace(army_of(game, "A"), fp=1))
    wanted = fuel.price(game, {"gC-1": "normal"})
    why = game.why("axis", {"do": "fuel", "hqs": ["gC-1"], "fuel": "normal"})
    assert [one.text for one in why] == [f"A has 1/2 FP, and that needs {wanted // 2}"]


# ---- air, replacements, reserve [20.0] [22.0] [25.0]


@pytest.mark.reading("goss", "goss4-20-01")
@pytest.mark.rule("goss", "20.7.1-3")
@pytest.mark.parametrize(
    ("name", "kind", "here", "beside"),
    [("g1", "arminf", 1, 0), ("g1", "armrecon", 1, 0), ("g1", "m4", 1, 0), ("g1", "hybrid:", 1, 0),
     ("g1", "motinf", 0, 0), ("g1", "pz4", 0, 0), ("g1", "art", 0, 0), ("g1", "hq:div", 1, 1),
     ("g1", "flak", 1, 1), ("b1", "arminf", 1, 0), ("b1", "armrecon", 1, 0), ("b1", "m4", 0, 0),
     ("b1", "hybrid", 0, 0), ("u1", "art", 1, 1)],
)  # fmt: skip
def test_who_has_flak(name: str, kind: str, here: int, beside: int) -> None:
    more: dict[str, Any] = {"steps": 2} if kind == "hybrid:" else {}
    game = position(unit(name, (0, 0), kind.rstrip(":"), **more), unit("u9", (12, -6)),
                    unit("g9", (-12, 6)))  # fmt: skip
    side = "axis" if name[0] == "g" else "allied"
    found = [over(game, side, game.board.hex(at(*h))) for h in ((0, 0), (1, 0))]
    assert found == [here, beside]


def again(*units: Any, **more: Any) -> bool:
    game = segment(*units, unit("u9", (12, -6)), **more)
    return rules(game, "axis", {"do": "replace", "unit": "g1"}) == []


@pytest.mark.reading("goss", "goss4-22-01")
@pytest.mark.rule("goss", "22.5.1")
def test_who_regains_a_step() -> None:
    states: list[tuple[dict[str, Any], bool]] = [
        ({}, True), ({"mode": "MR"}, True), ({"mode": "PA"}, False), ({"mode": "Strat"}, False),
        ({"mode": "Exploit"}, False), ({"supply": "OhS"}, False), ({"ooc": True}, False),
        ({"ta": True}, False), ({"fatigue": 1}, False), ({"cr": True}, True),
    ]  # fmt: skip
    for facts, fits in states:
        assert again(unit("g1", (0, 0), left=2, **facts)) is fits, facts
    weak, near = unit("g1", (0, 0), left=2), unit("u1", (1, 0))
    dug = unit("g1", (0, 0), left=2, inside=True)
    cars, above = unit("g1", (0, 0), "motinf", left=2), unit("u1", (3, 0))
    assert not again(weak, near)
    assert again(weak, near, terrain={(0, 0): "village"})
    assert again(dug, near, works={(0, 0): "IP"})
    assert not again(cars, near, terrain={(0, 0): "woods"})
    assert not again(cars, above, terrain={(3, 0): "VP"})
    assert again(cars, above, terrain={(3, 0): "VP", (0, 0): "village"})


@pytest.mark.reading("goss", "goss4-22-02")
@pytest.mark.rule("goss", "22.5.1a", "22.5.1a-2")
def test_who_gives_a_step_to_whom() -> None:
    one, two = {"formation": "1 Div", **CHAIN}, {"formation": "2 Div", **CHAIN}

    def gives(giver: dict[str, Any], getter: dict[str, Any], **more: Any) -> bool:
        a = {"hex": (0, 0), "kind": "inf", **one, **giver}
        b = {"hex": (1, 0), "kind": "inf", "left": 1, **one, **getter}
        game = segment(unit("g1", **a), unit("g2", **b), unit("u9", (12, -6)), **more)
        return rules(game, "axis", {"do": "consolidate", "units": ["g1"], "to": "g2"}) == []

    river: dict[str, Any] = {"water": {"river": [((0, 0), (1, 0))]}}
    mech = {"kind": "motinf"}
    assert gives({"pr": "8/8"}, {"pr": "4/4"})
    assert not gives({"pr": "8/8", "attached": "g-hq-2-Div"}, {"pr": "4/4", **two})
    assert gives({"pr": "6/6"}, {"pr": "5/9", **two})
    assert not gives({"pr": "7/6"}, {"pr": "5/6", **two})
    assert not gives({"left": 1}, {})
    assert not gives({}, {"hex": (2, 0)})
    assert not gives(mech, mech, **river)
    assert gives({}, {}, **river)
    assert gives({"supply": "OoS"}, {"supply": "OoS"})
    assert not gives({}, {"ooc": True})
    assert gives({"fatigue": 1}, {})
    assert not gives({"ta": True}, {})
    assert not gives(mech, {})
    assert gives({"kind": "hq:div"}, {"pr": "9/9"})
    assert not gives({"kind": "hq:div"}, {"kind": "eng", "steps": 3})


@pytest.mark.reading("goss", "goss4-22-02")
@pytest.mark.rule("goss", "22.5.1a", "22.5.1a-2")
def test_one_step_each_in_a_game_turn_and_two_halves_make_a_company() -> None:
    one = {"formation": "1 Div", **CHAIN}
    game = segment(unit("g1", (0, 0), **one), unit("g2", (1, 0), left=1, **one),
                   unit("g3", (0, 1), left=1, **one), unit("g4", (1, 1), **one),
                   unit("u9", (12, -6)))  # fmt: skip
    game.play("axis", {"do": "consolidate", "units": ["g1"], "to": "g2"})
    for giver, getter in (("g1", "g3"), ("g4", "g2")):
        assert rules(game, "axis", {"do": "consolidate", "units": [giver], "to": getter}) != []
    halves = segment(unit("g1", (0, 0), "pz4", z=True, left=0, pr="7/7"),
                     unit("g2", (1, 0), "pz4", z=True, left=0, pr="6/8"),
                     unit("u9", (12, -6)))  # fmt: skip
    halves.play("axis", {"do": "consolidate", "units": ["g1"], "to": "g2"})
    assert (now(halves, "g2").z, now(halves, "g2").steps) == (False, 1)
    assert [proficiency(halves, "g2", offensive=one) for one in (True, False)] == [6, 8]


@pytest.mark.reading("goss", "goss4-25-01")
@pytest.mark.rule("goss", "25.0")
@pytest.mark.parametrize(("second", "refused"), [((1, 0), []), ((0, 0), ["25.0"])])
def test_units_gather_at_either_reserve_area(second: tuple[int, int], refused: list[str]) -> None:
    game = reserve(*division(1, (6, 0), (9, 0), second), enemy=(-10, 0))
    areas = tuple(game.board.hex(at(q, 0)) for q in (6, 5))
    game.put(ARMIES, "1", replace(game.state[ARMIES]["1"], areas=areas))
    order = {"do": "enter-reserve", "hq": "uh1", "hex": at(6, 0)}
    assert rules(game, "allied", order) == refused
