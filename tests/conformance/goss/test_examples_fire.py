"""Worked examples of strength, stacking, fire, and supply. [4.2.2] [6.1.0] [11.0] [15.2.4]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.fire.conducting import volleys
from grognard.systems.goss.fire.guns import most_missions
from grognard.systems.goss.fire.modifiers import choices, density, target
from grognard.systems.goss.logistics.support import formations_value
from grognard.systems.goss.movement.allowance import ANY, LEG, allowance
from grognard.systems.goss.observation.observing import observes
from grognard.systems.goss.pieces.losses import lose_step
from grognard.systems.goss.pieces.stacking import stacked
from grognard.systems.goss.pieces.values import strength
from grognard.systems.goss.supply.links import Reach
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as ground
from tests.systems.goss.field import at, now, position, rules, unit
from tests.systems.goss.firing import US, barrage, field, gun, hit


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


def test_goss_a_ex_043_worn_in_the_mud() -> None:
    game = position(unit("g1", (0, 0), ma="6", fatigue=2), weather="Clear Mud")
    assert allowance(game, "g1", LEG, ANY).total == 1


@pytest.mark.parametrize(("far", "seen"), [(2, True), (3, False)])
def test_goss_a_ex_054_rough_ground_hides(far: int, seen: bool) -> None:
    game = position(
        unit("u1", (0, 0)), unit("g1", (far, 0)), terrain={(0, 0): "VP", (far, 0): "rough"}
    )
    assert observes(game, "u1", "g1") is seen


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
