"""Worked examples of strength, stacking, fire, and supply. [4.2.2] [6.1.0] [11.0] [15.2.4]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.fire.capacity import capacity, most_flights, most_guns
from grognard.systems.goss.fire.conducting import volleys
from grognard.systems.goss.fire.guns import most_missions
from grognard.systems.goss.fire.modifiers import choices, density, target
from grognard.systems.goss.logistics.support import formations_value
from grognard.systems.goss.observation.observing import observes
from grognard.systems.goss.pieces.losses import lose_step
from grognard.systems.goss.pieces.stacking import stacked
from grognard.systems.goss.pieces.values import strength
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.links import Reach
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as ground
from tests.systems.goss.field import at, now, position, rig, rules, told, unit
from tests.systems.goss.firing import AXIS, US, barrage, field, gun, hit
from tests.systems.goss.flights import answer, give


def test_goss_a_ex_010_three_steps() -> None:
    game = position(unit("g1", (0, 0), "inf", "7-8", reduced="5-6"))
    found = []
    for _ in range(2):
        lose_step(game, "g1", "13.10.3")
        found.append([strength(game, "g1", attacking=one) for one in (True, False)])
    assert found == [[5, 6], [3, 3]]


@pytest.mark.parametrize("how", ["fire", "assault"])
def test_goss_a_ex_013_a_retreat_ends_the_preparation(how: str) -> None:
    game = ground(unit("g1", (0, 1), mode="PA"), unit("u1", (0, 0)))
    if how == "fire":
        hit(game, (0, 1), 1, first="retreat")
    else:
        clash(game, ["g1"]).settle(attacker="1", declare={"choose": "full"})
    assert now(game, "g1").mode == "Tac"


@pytest.mark.parametrize(("bns", "cos"), [(2, 1), (1, 2), (0, 3)])
def test_goss_a_ex_027_what_fits_into_open_ground(bns: int, cos: int) -> None:
    units = [unit(f"u{n}", (0, 0), "m4") for n in range(bns)]
    units += [unit(f"u{n + 3}", (0, 0), "armrecon", size="Co", steps=1) for n in range(cos)]
    units += [unit(f"u{n + 6}", (0, 0), "m5", size="Z", steps=1) for n in range(2)]
    game = position(*units)
    assert stacked(game, game.board.hex(at(0, 0))).fits
    more = position(*units, unit("u9", (0, 0), "armrecon", size="Co", steps=1))
    assert not stacked(more, more.board.hex(at(0, 0))).fits


@pytest.mark.parametrize(("far", "seen"), [(2, True), (3, False)])
def test_goss_a_ex_054_rough_ground_hides(far: int, seen: bool) -> None:
    game = position(
        unit("u1", (0, 0)), unit("g1", (far, 0)), terrain={(0, 0): "VP", (far, 0): "rough"}
    )
    assert observes(game, "u1", "g1") is seen


LOOKOUTS = {
    (0, 0): "HVP forest", (-1, 1): "VP woods", (0, 1): "VP", (0, 2): "VP", (-1, 2): "VP",
    (1, 0): "VP", (1, -1): "rough", (-2, 2): "woods", (-3, 2): "woods", (-2, 3): "woods",
    (-4, 3): "woods", (6, 0): "village rough forest",
}  # fmt: skip
"""The features that the example names, on a map of ours: the rulebook's is a picture."""


def sights() -> Gs:
    return position(
        unit("u1-329", (6, 0)), unit("u2-329", (0, 0)), unit("u3-329", (-1, 1)),
        unit("u1-330", (-3, 2)), unit("u2-330", (-2, 3)), unit("gA", (3, 0)), unit("gB", (0, 3)),
        unit("gC", (3, -3)), unit("gP", (-2, 2), mode="PA"), unit("gK", (-4, 3)),
        terrain=LOOKOUTS,
    )  # fmt: skip


@pytest.mark.rule("goss", "8.1.1", "8.1.2a", "8.1.2d", "8.2.1-see")
@pytest.mark.parametrize(
    ("who", "seen"),
    [
        ("u1-329", []),
        ("u2-329", ["gA", "gB", "gC", "gP"]),
        ("u3-329", ["gP"]),
        ("u1-330", ["gP"]),
        ("u2-330", ["gP"]),
    ],
)
def test_goss_a_ex_055_to_058_whom_the_americans_observe(who: str, seen: list[str]) -> None:
    game = sights()
    assert [n for n in ("gA", "gB", "gC", "gK", "gP") if observes(game, who, n)] == seen


@pytest.mark.rule("goss", "8.2.1-see")
def test_goss_a_ex_059_whom_the_germans_observe() -> None:
    game = sights()
    ours = [n for n in game.scenario.counters if n.startswith("u")]
    found = {n: [u for u in ours if observes(game, n, u)] for n in ("gA", "gB", "gC", "gK", "gP")}
    assert found.pop("gP") == ["u3-329", "u1-330", "u2-330"]
    assert not any(found.values())


def test_goss_a_ex_065_range_five() -> None:
    game = field(
        gun("u5", (-4, 0), range=5), gun("u6", (-3, 0), range=5), unit("u1", (0, 0), **US),
        unit("g1", (1, 0)), unit("g2", (2, -1)),
    )  # fmt: skip
    both = [rules(game, "allied", barrage((1, 0), "u1", {n: 8})) for n in ("u5", "u6")]
    assert both == [[], []]
    far = field(
        gun("u5", (-4, 0), range=5), gun("u6", (-3, 0), range=5), unit("u1", (1, 0), **US),
        unit("g2", (2, 0)),
    )  # fmt: skip
    found = [rules(far, "allied", barrage((2, 0), "u1", {n: 8})) for n in ("u5", "u6")]
    assert found == [["11.3.0"], []]


def test_goss_a_ex_066_volleys_of_thirty_six() -> None:
    assert volleys(36) == (8, 8, 8, 8, 4)
    assert volleys(36, drop=True) == (8, 8, 8, 8)


def test_goss_a_ex_067_three_missions_of_one_point() -> None:
    game = field(gun("u5", (-2, 0), barrage=3), unit("g1", (1, 0)))
    assert most_missions(game, "u5", game.board.hex(at(1, 0))) == 3


@pytest.mark.rule("goss", "11.4.3")
def test_goss_a_ex_070_two_missions_of_three_points() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", (1, 0), **AXIS), segment="air-support"
    )
    give(game, "allied", gs=6)
    rig(game, 0, 0, 0, 0)
    flight = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 3, "second": 3}
    game.play("allied", flight)
    assert told(game, "volleys")[0]["volleys"] == [6, 6]


@pytest.mark.rule("goss", "11.5.0")
def test_goss_a_ex_071_what_is_said_of_density() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", (1, 0), **AXIS), gun("u5"),
        unit("g2", (1, 0), **AXIS),
    )  # fmt: skip
    rig(game, 0, 0)
    game.play("allied", barrage((1, 0), "u1", {"u5": 8}))
    heard = next(e.told("allied") for e in game.events if e.kind == "volleys")
    assert heard is not None
    assert heard.facts["drm"]["parts"] == [
        {"label": "density", "value": 1, "rule": "11.5.4", "source": "rulebook"}
    ]
    assert not {"steps", "units"} & {*heard.facts}


def test_goss_a_ex_072_pure_armor_in_a_town() -> None:
    game = position(
        *(unit(f"g{n}", (0, 0), "pz4", inside=True) for n in range(3)), terrain={(0, 0): "town"},
        works={(0, 0): "ET-2"},
    )  # fmt: skip
    h = game.board.hex(at(0, 0))
    ways = {
        tuple(sorted(one.drm for one in way)) for way in choices(game, h, target(game, "axis", h))
    }
    assert ways == {(-3, -3), (-3, -2)}


def test_goss_a_ex_073_mixed_armor_in_a_city() -> None:
    game = position(
        unit("g1", (0, 0), "pz4", inside=True, formation="1"),
        *(unit(f"g{n}", (0, 0), "motinf", inside=True, formation="1") for n in (2, 3)),
        terrain={(0, 0): "city"}, works={(0, 0): "ET-3"},
    )  # fmt: skip
    h = game.board.hex(at(0, 0))
    best = choices(game, h, target(game, "axis", h))[0]
    assert sum(one.drm for one in best) == -7
    assert density(game, ("g1", "g2", "g3")) == 2


@pytest.mark.rule("goss", "11.6.0", "11.2.4c", "11.4.3", "11.5.3", "11.5.4")
def test_goss_a_ex_074_a_mission_from_the_air() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("u2", (2, -1), mode="PA", **US),
        unit("g1", (1, 0), inside=True, **AXIS), unit("g2", (1, 0), inside=True, **AXIS),
        unit("g3", (1, 0), "pz4", inside=True, **AXIS), terrain={(1, 0): "woods"},
        works={(1, 0): "IP"}, segment="air-support",
    )  # fmt: skip
    give(game, "allied", gs=8)
    give(game, "axis", asup=1)
    assert capacity(game, "u1", "observed") == "heavy"
    assert (most_guns(game, "allied", "u1", "heavy"), most_flights(game, "heavy")) == (16, 2)
    flight = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", "ap": 4, "second": 4}
    game.play("allied", flight)
    answer(game, "intercept", ap=0)
    rig(game, 0, 0, 7, 5)  # neither goes astray; then the volleys
    answer(game, "intercept", ap=1)
    if game.open_asks()[0].name == "use-cover":
        game.play("axis", {"do": "use-cover", "use": ["IP", "mixed armor"]})
    found = told(game, "volleys")[0]
    assert (found["volleys"], found["rolls"], found["net"]) == ([8, 6], [7, 5], [-1, -1])
    assert told(game, "fire-result")[0] == {"hex": at(1, 0), "hits": 3, "shifts": 0}


def test_goss_a_ex_076_two_shifts_at_most() -> None:
    hexes = ((0, 1), (1, 0), (-1, 0))
    game = ground(
        *(unit(f"g{n}", h, mode="PA", shifts=1) for n, h in enumerate(hexes)), unit("u1", (0, 0))
    )
    assert clash(game, ["g0", "g1", "g2"]).left["13.7.4(b)"] == 2


def test_goss_b_ex_020_an_extended_path_of_sixteen() -> None:
    game = position(unit("g1", (0, 0)))
    reach = Reach.of(game, game.board.hex(at(0, 0)), 12, half=False)
    assert (reach.plain, reach.far) == (12 * 12, 16 * 12)


def test_goss_b_ex_026_three_and_a_half_formations() -> None:
    kinds = ["mech formation", "mech formation", "", "", ""]
    units = [
        unit(f"g{n}", (n, 0), "hq:div", formation=str(n), traits=traits)
        for n, traits in enumerate(kinds)
    ]
    assert formations_value(position(*units), [f"g{n}" for n in range(5)]) == 3
