"""Steps for units on the map. [22.5.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.pieces.sight import seen
from grognard.systems.goss.proof.laws import Watch
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS, Unit
from tests.systems.goss.arrivals.depot import CHAIN, FIRST, SECOND, has, segment, staff
from tests.systems.goss.field import at, now, rules, told, unit, where

QUIET = unit("u9", (12, -6))


def replace_(name: str = "g1") -> dict[str, Any]:
    """The order to replace a step."""
    return {"do": "replace", "unit": name}


@pytest.mark.rule("goss", "22.5.0", "22.5.1", "3.3.2e-rep")
def test_a_unit_regains_one_step_in_a_game_turn() -> None:
    game = segment(unit("g1", (0, 0), left=1), QUIET)
    game.play("axis", replace_())
    assert (now(game, "g1").steps, has(game, "axis")) == (2, (19, 20))
    assert rules(game, "axis", replace_()) == ["22.5.1"], "another in the next game turn"
    assert told(game, "replaced") == [{"unit": "g1", "steps": 2, "booked": {"axis": {"inf": -2}}}]


@pytest.mark.rule("goss", "22.5.1")
@pytest.mark.parametrize(
    "facts",
    [{"mode": "PA"}, {"mode": "Strat"}, {"mode": "Exploit"}, {"supply": "OhS"}, {"ooc": True},
     {"ta": True}, {"fatigue": 1}, {"left": 3}],
    ids=str,
)  # fmt: skip
def test_who_may_not_get_a_step(facts: dict[str, Any]) -> None:
    game = segment(unit("g1", (0, 0), "motinf", **{"left": 1, **facts}), QUIET)
    assert {*rules(game, "axis", replace_())} == {"22.5.1"}


@pytest.mark.rule("goss", "22.5.1")
def test_units_in_maneuver_reserve_may() -> None:
    assert rules(segment(unit("g1", (0, 0), left=1, mode="MR"), QUIET), "axis", replace_()) == []


@pytest.mark.rule("goss", "22.5.1", "4.6.3")
def test_only_listed_types_and_no_rear_echelon() -> None:
    game = segment(unit("g1", (0, 0), "mg", left=1), unit("g2", (2, 0), "re", left=1), QUIET)
    assert rules(game, "axis", replace_()) == ["22.5.1"]
    assert rules(game, "axis", replace_("g2")) == ["4.6.3"]


@pytest.mark.rule("goss", "22.5.1")
def test_it_must_be_paid() -> None:
    poor = segment(unit("g1", (0, 0), "arminf", left=1), QUIET, inf=2, arm=0)
    assert rules(poor, "axis", replace_()) == ["22.5.1"], "2 Inf and half an Arm point"
    rich = segment(unit("g1", (0, 0), "arminf", left=1), QUIET, inf=2, arm=0.5)
    rich.play("axis", replace_())
    assert has(rich, "axis") == (0, 0)


@pytest.mark.rule("goss", "22.5.1")
def test_companies_pay_their_parents_rate() -> None:
    parent = unit("g1", (0, 0), "flak", left=1)
    game = segment(parent, unit("g2", (1, 0), "pz5", z=True, left=0), QUIET)
    game.play("axis", replace_("g2"))
    assert (now(game, "g2").steps, now(game, "g2").z, has(game, "axis")) == (1, False, (20, 18.5))


@pytest.mark.rule("goss", "22.6.0", "22.6.0-1", "22.6.0-2")
def test_hybrids_are_rebuilt_in_reverse() -> None:
    mix = {"mix": "pz4 arminf pz5"}
    for left, price in ((1, (2, 0.5)), (2, (0, 1))):
        game = segment(unit("g1", (0, 0), "hybrid", left=left, **mix), QUIET)
        game.play("axis", replace_())
        assert has(game, "axis") == (20 - price[0], 20 - price[1])
    game = segment(
        unit("u1", (0, 0), "hybrid", steps=2, left=1), unit("g9", (12, -6)), side="allied"
    )
    game.play("allied", replace_("u1"))
    assert has(game, "allied") == (18, 19.5), "the infantry"


@pytest.mark.rule("goss", "22.4.3")
def test_points_of_refit_are_spent_first_and_on_their_own_formation() -> None:
    game = segment(
        unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g1", (-11, 0), left=1, **FIRST),
        unit("ghq2", (-12, 3), "hq:div", **SECOND), unit("g2", (-11, 3), left=1, **SECOND),
        QUIET, inf=1, arm=0,
    )  # fmt: skip
    staff(game, "ghq", since=2, refit_inf=6)
    game.play("axis", replace_())
    assert (has(game, "axis"), headquarters(game, "ghq").refit_inf) == ((1, 0), 4)
    game.play("axis", replace_("g2"))
    assert (has(game, "axis"), headquarters(game, "ghq").refit_inf) == ((0, 0), 4)


# ---- consolidation


def to(giver: str, getter: str, *more: str) -> dict[str, Any]:
    """The order to give a step."""
    return {"do": "consolidate", "units": [giver, *more], "to": getter}


@pytest.mark.rule("goss", "22.5.1a")
def test_steps_go_between_neighbours_that_could_go_over() -> None:
    units = (unit("g1", (0, 0), **FIRST), unit("g2", (1, 0), left=1, **FIRST), QUIET)
    apart = (unit("g1", (0, 0), **FIRST), unit("g2", (2, 0), left=1, **FIRST), QUIET)
    assert rules(segment(*units), "axis", to("g1", "g2")) == []
    assert rules(segment(*apart), "axis", to("g1", "g2")) == ["22.5.1a"]
    wide = {"major_river": [((0, 0), (1, 0))]}
    assert rules(segment(*units, water=wide), "axis", to("g1", "g2")) == ["22.5.1a"]
    game = segment(*units)
    game.play("axis", to("g1", "g2"))
    assert [now(game, n).steps for n in ("g1", "g2")] == [2, 2]
    assert has(game, "axis") == (20, 20), "it costs nothing"


@pytest.mark.rule("goss", "22.5.1a")
def test_giver_and_getter_are_not_to_attack_and_the_getter_is_in_order() -> None:
    def found(giver: dict[str, Any], getter: dict[str, Any]) -> list[str]:
        game = segment(
            unit("g1", (0, 0), **FIRST, **giver), unit("g2", (1, 0), left=1, **FIRST, **getter),
            QUIET,
        )  # fmt: skip
        return rules(game, "axis", to("g1", "g2"))

    assert found({"ta": True}, {}) == ["22.5.1a"]
    assert found({}, {"ta": True}) == ["22.5.1"]
    assert found({}, {"fatigue": 1}) == ["22.5.1"]
    assert found({}, {"ooc": True}) == ["22.5.1"]
    assert found({"left": 1}, {}) == ["22.5.1a"], "its last step"
    assert found({"supply": "OoS"}, {"supply": "OhS"}) == [], "supply does not matter"


@pytest.mark.rule("goss", "22.5.1a")
def test_only_to_its_own_type_and_nation() -> None:
    game = segment(
        unit("g1", (0, 0), **FIRST), unit("g2", (1, 0), "motinf", left=1, **FIRST),
        unit("g3", (0, 1), left=1, nation="Hungarian", **FIRST), QUIET,
    )  # fmt: skip
    assert rules(game, "axis", to("g1", "g2")) == ["22.5.1a"]
    assert rules(game, "axis", to("g1", "g3")) == ["22.5.1a"]


@pytest.mark.rule("goss", "22.5.1a")
@pytest.mark.parametrize(("pr", "fits"), [("5/6", True), ("4/6", False)])
def test_between_formations_the_offensive_prs_differ_by_one(pr: str, fits: bool) -> None:
    game = segment(
        unit("g1", (0, 0), pr="6/6", **FIRST), unit("g2", (1, 0), left=1, pr=pr, **SECOND), QUIET
    )
    assert rules(game, "axis", to("g1", "g2")) == ([] if fits else ["22.5.1a"])
    attached = segment(
        unit("ghq", (0, 1), "hq:div", **FIRST), unit("g1", (0, 0), pr="6/6", **FIRST),
        unit("g2", (1, 0), left=1, pr=pr, attached="ghq", **SECOND), QUIET,
    )  # fmt: skip
    assert rules(attached, "axis", to("g1", "g2")) == ([] if fits else ["22.5.1a"]), "as assigned"


@pytest.mark.rule("goss", "22.5.1a-2")
def test_a_headquarters_of_two_steps_gives_one_to_infantry_of_its_formation() -> None:
    game = segment(
        unit("ghq", (0, 0), "hq:div", **FIRST), unit("g1", (1, 0), left=1, pr="8/8", **FIRST),
        unit("g2", (0, 1), left=1, **SECOND), unit("g3", (-1, 0), "armrecon", left=1, **FIRST),
        QUIET,
    )  # fmt: skip
    assert rules(game, "axis", to("ghq", "g2")) == ["22.5.1a-2"]
    assert rules(game, "axis", to("ghq", "g3")) == ["22.5.1a-2"]
    game.play("axis", to("ghq", "g1"))
    assert (now(game, "ghq").steps, now(game, "g1").steps) == (1, 2)


@pytest.mark.rule("goss", "22.5.1a-2")
def test_two_z_steps_become_a_company_of_the_lower_pr() -> None:
    z = {"z": True, "left": 0}
    game = segment(
        unit("g1", (0, 0), "pz4", pr="6/6", **z), unit("g2", (1, 0), "pz4", pr="5/6", **z),
        unit("g3", (0, 1), "pz5", **z), QUIET,
    )  # fmt: skip
    assert rules(game, "axis", to("g1", "g3")) == ["22.5.1a-2"], "not of one type"
    game.play("axis", to("g2", "g1"))
    kept = now(game, "g2")
    assert (kept.steps, kept.z, kept.hex) == (1, False, game.board.hex("1313"))
    assert now(game, "g1").place == "eliminated"


@pytest.mark.rule("goss", "22.5.1a-2", "8.4.0")
@pytest.mark.parametrize("order", [("g1", "g2"), ("g2", "g1")], ids=str)
def test_what_lay_on_a_covered_z_step_shows_on_the_company(order: tuple[str, str]) -> None:
    """It stands on top with the markers of the one below: the enemy has learned them, and nothing
    is taken back. Where the one on top gives its place nothing new shows."""
    z = {"z": True, "left": 0}
    game = segment(
        unit("g1", (0, 0), "pz4", pr="6/6", **z), unit("g2", (0, 0), "pz4", pr="5/6", **z), QUIET
    )
    game.play("axis", to(*order))
    assert seen(game, "allied", "g2")
    assert game.entries[-1].revealed == (["allied"] if order == ("g2", "g1") else [])


@pytest.mark.rule("goss", "22.5.1a-2", "18.8.0")
def test_halves_of_companies_that_broke_down_join_too() -> None:
    def field(*halves: tuple[str, int]) -> Gs:
        game = segment(
            unit("g1", None, "pz4", place="broken", left=0, out=1),
            unit("g2", None, "pz4", place="broken", left=0, out=1), unit("g9", (5, 5)), QUIET,
        )  # fmt: skip
        for name, q in halves:
            game.put(UNITS, name, Unit("map", game.board.hex(at(q, 0)), steps=0))
        return game

    own = field(("g1#z.1", 0), ("g1#z.2", 1), ("g2#z.1", 5))
    watch = Watch(own)
    own.play("axis", to("g1#z.1", "g1#z.2"))
    assert watch() == [], "it is told which halves are used up"
    assert (where(own, "g1"), now(own, "g1").steps, now(own, "g1").out) == (at(1, 0), 1, 0)
    assert "g1#z.1" not in own.state[UNITS]
    both = field(("g1#z.1", 0), ("g1#z.2", 6), ("g2#z.1", 1), ("g2#z.2", 7))
    watch = Watch(both)
    both.play("axis", to("g1#z.1", "g2#z.1"))
    assert watch() == []
    assert (where(both, "g2"), now(both, "g2").steps) == (at(1, 0), 1)
    left = sorted(where(both, n) for n in both.state[UNITS] if n.startswith("g1"))
    assert left == [at(6, 0), at(7, 0)], "the halves of the other company are where they were"
    assert now(both, "g1").z


@pytest.mark.rule("goss", "22.5.1b")
def test_rear_echelon_units_give_to_infantry_only_and_beyond_their_last_step() -> None:
    game = segment(
        unit("g1", (0, 0), "re", left=1, **CHAIN), unit("g2", (1, 0), "armrecon", left=1, **FIRST),
        unit("g3", (0, 1), left=1, pr="5/5", **FIRST), unit("ghq", (3, 3), "hq:div", **FIRST),
        QUIET,
    )  # fmt: skip
    assert rules(game, "axis", to("g1", "g2")) == ["22.5.1b"]
    game.play("axis", to("g1", "g3"))
    assert (now(game, "g1").place, now(game, "g3").steps) == ("eliminated", 2)


@pytest.mark.rule("goss", "22.5.1c")
def test_ersatz_units_give_two_steps_within_their_headquarters() -> None:
    ersatz = {"traits": "ersatz", **FIRST}
    game = segment(
        unit("g1", (0, 0), **ersatz, left=2), unit("g2", (1, 0), left=1, pr="8/8", **FIRST),
        unit("g3", (0, 1), left=1, **FIRST), unit("g4", (-1, 0), left=1, **SECOND),
        unit("g5", (0, -1), left=1, **FIRST), QUIET,
    )  # fmt: skip
    assert rules(game, "axis", to("g1", "g4")) == ["22.5.1c"]
    game.play("axis", to("g1", "g2"))
    assert now(game, "g2").steps == 2, "one step, whatever the PR"
    game.play("axis", to("g1", "g3"))
    assert now(game, "g1").place == "eliminated", "its last step too"
    units = [unit(f"g{n}", (0, 0), left=1, **FIRST) for n in (2, 3, 4)]
    full = segment(unit("g1", (0, 0), **ersatz), *units, QUIET)
    full.play("axis", to("g1", "g2"))
    full.play("axis", to("g1", "g3"))
    assert rules(full, "axis", to("g1", "g4")) == ["22.5.1a"], "two in a game turn"
