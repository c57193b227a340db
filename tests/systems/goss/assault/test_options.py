"""Rulings of ground assault, each both ways. [13.5] to [13.12]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.advance import trail, ways
from grognard.systems.goss.assault.suffering import Aftermath
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, LULLS, HexStatus, Lull
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.field import at, now, position, rig, rules, told, unit, where

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
HOLD, FULL = ({"choose": word} for word in ("hold", "full"))


def by(name: str, choice: str) -> dict[str, Any]:
    return {"options": {name: choice}}


@pytest.mark.parametrize(("choice", "drm"), [("unmodified", 30), ("zero", 0)])
def test_armor_out_of_supply(choice: str, drm: int) -> None:
    tank = unit("g1", (0, 1), "m4", supply="OoS", **TA)
    game = field(tank, unit("u1", (0, 0)), **by("oos-armor", choice))
    assert clash(game, ["g1"]).sums.duel.drm == drm


@pytest.mark.parametrize(("choice", "shift"), [("once", 1), ("twice", 2)])
def test_what_is_listed_under_two_letters(choice: str, shift: int) -> None:
    game = field(
        unit("g1", (0, 1), **TA), unit("u1", (0, 0), extended=True),
        **by("unsupported-shifts", choice),
    )  # fmt: skip
    assert clash(game, ["g1"]).right["13.7.3(h)"] == shift


@pytest.mark.parametrize(("turn", "two", "one"), [(5, 1, 0), (6, 1, 0), (7, 0, 1), (8, 0, 0)])
def test_how_long_the_end_of_a_lull_surprises(turn: int, two: int, one: int) -> None:
    chain = {"army": "A", "corps": "C", "formation": "1"}
    for choice, shift in (("two", two), ("one", one)):
        game = field(
            unit("g1", (0, 1), **TA, **chain), unit("gh", (0, 5), "hq:div", **chain),
            unit("u1", (0, 0)), turn=turn, armies={"A": {"side": "axis", "adv": 3, "pss": []}},
            **by("lull-shift", choice),
        )  # fmt: skip
        game.put(LULLS, "A", Lull(one="axis", ended=5, ender="axis"))
        assert clash(game, ["g1"]).right["13.7.3(g)"] == shift


@pytest.mark.parametrize(("choice", "attack"), [("barred", 3), ("allowed", 6)])
def test_armor_that_must_stand_off_against_open_ground(choice: str, attack: int) -> None:
    game = field(
        unit("g1", (0, 1), values="6-6", **TA), unit("g2", (0, 1), "m4", "6-6", **TA),
        unit("u1", (0, 0)), water={"river": [((0, 1), (0, 0))]}, **by("standoff-line-one", choice),
    )  # fmt: skip
    refused = rules(game, "axis", {"do": "assault", "units": ["g1", "g2"], "hex": at(0, 0)})
    assert refused == (["13.5.2"] if choice == "barred" else [])
    assert clash(game, ["g1", "g2"]).attack == attack


@pytest.mark.parametrize(("choice", "hits"), [("shortest", 1), ("longest", 0)])
def test_stacks_that_go_back_unequally(choice: str, hits: int) -> None:
    game = field(
        unit("g1", (0, 1), "motinf", **PA), unit("g2", (-1, 1), **PA), unit("u1", (0, 0)),
        **by("unequal-retreats", choice),
    )  # fmt: skip
    found = clash(game, ["g1", "g2"])
    rig(game, 0)
    found.settle("2", "2", declare=[FULL, HOLD], take_hit={"take": "fatigue"})
    assert now(game, "u1").fatigue == hits


@pytest.mark.parametrize(("choice", "advances"), [("one", True), ("none", False)])
def test_an_advance_where_all_died_of_just_enough(choice: str, advances: bool) -> None:
    game = field(
        unit("g1", (0, 1), **TA), unit("u1", (0, 0), size="Co", steps=1),
        **by("advance-on-death", choice),
    )  # fmt: skip
    found = clash(game, ["g1"]).settle(defender="(1)")
    assert ("axis advance" in found.asked) is advances


@pytest.mark.parametrize(("choice", "arm"), [("strength", 0), ("all", 4)])
def test_armor_against_armor_without_foot(choice: str, arm: int) -> None:
    tanks = {"arm_attack": 4, "arm_defence": 4}
    game = field(
        unit("g1", (0, 1), "m4", "8-8", **TA, **tanks), unit("u1", (0, 0), "m4", "6-6", **tanks),
        terrain={(0, 0): "forest"}, **by("combined-arms-duel", choice),
    )  # fmt: skip
    found = clash(game, ["g1"])
    assert (found.attack, found.defence) == (8, 6)
    assert (found.sums.duel.attacker.arm, found.sums.duel.defender.arm) == (arm, arm)


@pytest.mark.parametrize(("choice", "worth"), [("either", 15), ("attacker", 15), ("defender", 10)])
def test_whose_armor_stands_in_the_clear(choice: str, worth: int) -> None:
    game = field(
        unit("g1", (0, 1), **TA), unit("g2", (0, 1), "pz5", arm_attack=7, arm_defence=7, **TA),
        unit("u1", (0, 0)), unit("u2", (0, 0), "m4", arm_attack=2, arm_defence=2),
        terrain={(0, 0): "woods"}, **by("armor-clear", choice),
    )  # fmt: skip
    duel = clash(game, ["g1", "g2"]).sums.duel
    assert (duel.bonuses, duel.worth) == (2, worth)


@pytest.mark.parametrize("choice", ["attacker", "defender"])
def test_who_names_his_lead_first(choice: str) -> None:
    game = field(
        *(unit(f"g{n}", (0, 1), **TA) for n in (1, 2)), *(unit(f"u{n}", (0, 0)) for n in (1, 2)),
        **by("lead-order", choice),
    )  # fmt: skip
    order = [one for one in clash(game, ["g1", "g2"]).asked if one.endswith(" lead")]
    assert order == (["axis lead", "allied lead"] if choice == "attacker" else
                     ["allied lead", "axis lead"])  # fmt: skip


@pytest.mark.parametrize(("choice", "drm"), [("attack-and-at", 20), ("attack", 30)])
def test_works_against_armor_that_meets_guns(choice: str, drm: int) -> None:
    game = field(
        unit("g1", (0, 1), **TA), unit("g2", (0, 1), "pz4", arm_attack=4, arm_defence=4, **TA),
        unit("u1", (0, 0), at=1, inside=True), works={(0, 0): "IP"},
        **by("works-against-armor", choice),
    )  # fmt: skip
    assert clash(game, ["g1", "g2"]).sums.duel.drm == drm


@pytest.mark.parametrize(("choice", "defence"), [("sum", 3), ("unit", 4)])
def test_how_strengths_out_of_supply_are_rounded(choice: str, defence: int) -> None:
    game = field(
        unit("g1", (0, 1), **TA), *(unit(f"u{n}", (0, 0), values="3-3", supply="OoS")
        for n in (1, 2)), **by("oos-rounding", choice),
    )  # fmt: skip
    assert clash(game, ["g1"]).defence == defence


@pytest.mark.parametrize(("choice", "left"), [("ignore", 2), ("take", 1)])
def test_discretionary_hits_on_a_fort(choice: str, left: int) -> None:
    game = field(
        unit("u1", (0, 1), **PA), unit("g1", (0, 0), inside=True), side="allied",
        **by("fort-discretionary", choice),
    )  # fmt: skip
    game.put(HEXES, game.board.hex(at(0, 0)), HexStatus(fort=2, side="axis"))
    clash(game, ["u1"]).settle(defender="1")
    assert game.state[HEXES][game.board.hex(at(0, 0))].fort == left


@pytest.mark.parametrize(("choice", "steps"), [("full-retreat", 1), ("limited", 2)])
def test_what_is_left_after_a_failed_hold(choice: str, steps: int) -> None:
    game = field(unit("g1", (0, 0)), unit("u1", (0, 1), **PA), side="allied",
                 **by("failed-hold", choice))  # fmt: skip
    found = clash(game, ["u1"])
    rig(game, 9)
    found.settle(defender="3(3)", declare=HOLD)
    assert (now(game, "g1").steps, now(game, "g1").fatigue) == (steps, 2)


@pytest.mark.parametrize(("choice", "hexes"), [("distance", 3), ("cover", 1)])
def test_cover_or_distance(choice: str, hexes: int) -> None:
    game = field(
        unit("g1", (0, 0), "motinf"), unit("u1", (0, 1), **PA), terrain={(0, -1): "woods"},
        side="allied", **by("cover-or-distance", choice),
    )  # fmt: skip
    clash(game, ["u1"]).settle(defender="3", declare=FULL)
    assert told(game, "retreat")[0]["hexes"] == hexes


@pytest.mark.parametrize(("choice", "gone"), [("barred", False), ("allowed", True)])
def test_foot_over_the_bridge_of_a_major_river(choice: str, gone: bool) -> None:
    around = [(1, 0), (1, -1), (-1, 0), (-1, 1)]
    game = field(
        unit("g1", (0, 0)), unit("u1", (0, 1), **PA), side="allied",
        water={"great_river": [((0, 0), h) for h in around], "major_river": [((0, 0), (0, -1))]},
        roads={"secondary": [[(0, 0), (0, -1)]]}, **by("leg-bridged-retreat", choice),
    )  # fmt: skip
    clash(game, ["u1"]).settle(defender="1", declare=FULL)
    assert (where(game, "g1") == at(0, -1)) is gone


@pytest.mark.parametrize(("choice", "mode"), [("if-hit", "Strat"), ("always", "Tac")])
def test_who_defended_in_strat_mode_unhurt(choice: str, mode: str) -> None:
    game = field(
        unit("g1", (0, 1), **TA), unit("u1", (0, 0), "motinf", mode="Strat"),
        **by("strat-after-assault", choice),
    )  # fmt: skip
    clash(game, ["g1"]).settle()
    assert now(game, "u1").mode == mode


@pytest.mark.parametrize(("choice", "spent"), [("others", 3), ("always", 5)])
def test_the_price_of_enemies_beside_an_overrun_hex(choice: str, spent: int) -> None:
    def game(*more: Any) -> Gs:
        return position(
            unit("g1", (0, 0), "m4", mode="Exploit"), unit("u1", (1, 0)), *more,
            segment="active-moves", **by("overrun-adjacency", choice),
        )  # fmt: skip

    def paid(*more: Any) -> float:
        found = game(*more)
        rig(found, 0, 0, 9, 9, 9, 9)
        found.play("axis", {"do": "overrun", "units": ["g1"], "path": [at(1, 0)]})
        return now(found, "g1").spent / 12

    assert paid() == spent
    assert paid(unit("u2", (2, 0))) == 5


@pytest.mark.parametrize(("choice", "attack"), [("quarter", 5), ("half", 7)])
def test_armor_that_stands_off_from_a_marsh(choice: str, attack: int) -> None:
    game = field(
        unit("g1", (0, 1), values="6-6", **TA), unit("g2", (0, 1), "m4", "8-8", **TA),
        unit("u1", (0, 0)), terrain={(0, 0): "marsh rough"}, **by("standoff-marsh", choice),
    )  # fmt: skip
    assert clash(game, ["g1", "g2"]).attack == attack


@pytest.mark.parametrize(("choice", "shifts"), [("both", (1, 2)), ("worse", (0, 2))])
def test_green_and_raw_attackers(choice: str, shifts: tuple[int, int]) -> None:
    game = field(
        unit("g1", (0, 1), training="green", **TA), unit("g2", (0, 1), training="raw", **TA),
        unit("u1", (0, 0)), **by("green-and-raw", choice),
    )  # fmt: skip
    left = clash(game, ["g1", "g2"]).left
    assert (left["13.7.4(i)"], left["13.7.4(j)"]) == shifts


@pytest.mark.parametrize(("choice", "longest"), [("path", 2), ("own", 4)])
def test_how_far_vehicles_go_off_the_path(choice: str, longest: int) -> None:
    game = field(
        unit("g1", (0, 1), "motinf", **PA), unit("u1", (0, 0)), **by("advance-off-path", choice)
    )
    found = clash(game, ["g1"])
    mark = replace(now(game, "u1"), hex=game.board.hex(at(0, -2)))
    game.put(UNITS, "u1", mark)
    way = tuple(game.board.hex(at(*h)) for h in ((0, -1), (0, -2)))
    along = trail(game, found.assault, Aftermath((2,), way))
    assert max(len(one) for one in ways(game, "g1", found.assault, along)) == longest


@pytest.mark.parametrize(("choice", "refused"), [("armor", []), ("pure", ["13.4.2(e)"])])
def test_who_stands_off_behind_a_river(choice: str, refused: list[str]) -> None:
    game = field(
        unit("g1", (0, 1), **TA), unit("g2", (0, 1), "armrecon", **TA), unit("u1", (0, 0)),
        unit("u2", (1, 1)), terrain={(0, 0): "woods"}, water={"river": [((0, 1), (0, 0))]},
        **by("standoff-over-rivers", choice),
    )  # fmt: skip
    order = {"do": "assault", "units": ["g1", "g2"], "hex": at(0, 0)}
    assert rules(game, "axis", order) == refused
