"""The rulebook's examples of results, losses and captures, played. [9.10] [9.11] [9.14]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.pieces import losses
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.pieces.values import strength
from grognard.systems.ocs.results import combat_result
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps
from tests.systems.ocs.combat.aftermath import flee, go, mode_of, option, result, steps, suffer
from tests.systems.ocs.field import at, field, move, play, rig, unit, where

rule = pytest.mark.rule
WAIVE = {"do": "waive"}


def clash(attackers: int = 3, defenders: int = 3) -> Ocs:
    """One attacking and one defending unit of so many steps."""

    def size(steps: int) -> dict[str, Any]:
        return {"re": steps} if steps > 1 else {}

    attack = unit("a1", "0504", ar=4, **size(attackers))
    return field(attack, unit("s1", "0505", **size(defenders)), segment="attack")


@rule("ocs", "9.9")
@rule("ocs", "9.10")
@rule("ocs", "9.11c")
@rule("ocs", "9.12g(A)")
def test_ocs_ex_028_the_motorcyclists_pay_for_the_option_and_the_rest_advances() -> None:
    found = combat_result(clash().scenario.tables, 7, 5 + 2)
    assert found.text == "Ao1 Do1"  # three to one in the open, a roll of 5 with a DRM of 2
    game = field(
        unit("a1", "0504", "mech", size="battalion", ar=5), unit("a2", "0504"), unit("a3", "0604"),
        unit("s1", "0505", re=2, ar=3), segment="attack",
    )  # fmt: skip
    answers = (option(1), option(0), flee(s1="0506"), go("a2", "a3"))
    suffer(game, "a1 a2 a3", "0505", found, *answers)
    assert where(game, "a1") == "dead"  # its rating was used
    assert (where(game, "s1"), mode_of(game, "s1")) == ("0506", "combat")
    assert (where(game, "a2"), where(game, "a3")) == ("0505", "0505")


@rule("ocs", "9.10a")
def test_ocs_ex_035_the_attacker_retreats_and_only_the_loss_is_left() -> None:
    game = clash()
    parts = result({"options": 1}, {"losses": 1, "options": 2})
    suffer(game, "a1", "0505", parts, option(0), flee(a1="0503"), WAIVE)
    assert (steps(game), where(game, "s1")) == ({"a1": 3, "s1": 2}, "0505")


@rule("ocs", "9.10a")
def test_ocs_ex_036_the_last_attacker_dies_of_his_loss_and_nothing_is_left() -> None:
    game = clash(attackers=1)
    suffer(game, "a1", "0505", result({"losses": 1, "options": 1}, {"options": 1}), WAIVE)
    assert (steps(game), where(game, "s1")) == ({"s1": 3}, "0505")


@rule("ocs", "9.10")
@rule("ocs", "9.10b")
def test_ocs_ex_037_a_step_for_the_option_keeps_the_exploit_and_binds_the_defender() -> None:
    game = clash()
    parts = result({"options": 1, "exploit": 4}, {"losses": 1, "options": 2})
    asked = suffer(game, "a1", "0505", parts, option(1), option(0), flee(s1="0506 0507"), go())
    assert asked[1].why(game, WAIVE)  # he must carry out both
    assert (steps(game), mode_of(game, "a1")) == ({"a1": 2, "s1": 2}, "exploit")


@rule("ocs", "9.10a")
@pytest.mark.parametrize("attackers", [1, 3])
def test_ocs_ex_038_a_loss_alone_does_not_free_the_defender(attackers: int) -> None:
    game = clash(attackers)
    answers = (option(0), flee(s1="0506")) + ((go(),) if attackers > 1 else ())
    asked = suffer(game, "a1", "0505", result({"losses": 1}, {"options": 1}), *answers)
    assert asked[0].why(game, WAIVE)
    assert where(game, "s1") == "0506"


@rule("ocs", "9.10a")
def test_ocs_ex_039_the_attacker_meets_his_option_though_the_defender_is_dead() -> None:
    game = clash(defenders=1)
    parts = result({"options": 1}, {"losses": 1, "options": 1})
    suffer(game, "a1", "0505", parts, option(1), go("a1"))
    assert (steps(game), where(game, "a1")) == ({"a1": 2}, "0505")


@rule("ocs", "9.11c")
def test_ocs_ex_041_the_division_first_then_the_single_step() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505", re=3), unit("s2", "0505"))
    assert suffer(game, "a1", "0505", result({}, {"losses": 2}), lead="s1") == []
    assert steps(game) == {"a1": 1, "s1": 2}


@rule("ocs", "9.11d")
def test_ocs_ex_042_a_division_of_fourteen_weakens_step_by_step() -> None:
    game = field(unit("a1", "0504", re=3, combat="14:3 leg"))
    found = []
    for _ in range(2):
        losses.lose(game, "a1", 1, "9.11b")
        found.append([strength(game, "a1", attacking).total for attacking in (True, False)])
    assert found == [[7, 14], [7, 7]]
    losses.lose(game, "a1", 1, "9.11b")
    assert at(game, "a1").place == "dead"


@rule("ocs", "9.14b")
@rule("ocs", "9.14c")
def test_ocs_ex_051_four_trucks_get_away_and_half_of_eight_points_is_had() -> None:
    trucks = {"id": "t1", "side": "allied", "hex": "0304", "kind": "truck", "points": 4, "load": 16}
    cyclists = unit("a1", "0303", "mech", size="battalion")
    game = field(
        cyclists, unit("s1", "0709"), transport=[trucks],
        dumps=[{"side": "allied", "hex": "0304", "sp": 8}],
    )  # fmt: skip
    rig(game, 1, 5)
    play(game, "axis", move("a1", to="0304 0305"))
    h = game.board.hex("0304")
    kept = game.state[TRANSPORT]["t1"]
    assert (kept.side, kept.size, kept.load) == ("allied", 16, 16)
    assert 0 < game.board.distance(h, kept.hex) <= 10
    assert (dump_at(game, h, "axis"), dump_at(game, h, "allied")) == (4 * 4, 0)
    assert dumps.stock(game, "allied") == 16
    assert (where(game, "a1"), at(game, "a1").spent) == ("0305", 24)  # two points, no more
