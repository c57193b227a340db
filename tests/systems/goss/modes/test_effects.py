"""What a mode means: for fire, observation, assaults, roads. [5.1.2] [5.2.4] [5.5.6] [5.7.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.advance import reach
from grognard.systems.goss.fire.capacity import capacity
from grognard.systems.goss.fire.modifiers import choices, density, target
from grognard.systems.goss.observation.observing import observes
from grognard.systems.goss.pieces.stacking import overstacked, road_groups
from grognard.systems.goss.status import HQS
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import assault, clash, field
from tests.systems.goss.field import answered, at, now, position, rules, unit
from tests.systems.goss.firing import ARMIES, AXIS, US, hit
from tests.systems.goss.firing import field as battery

MARKED = [{"ta": True}, {"mode": "PA"}]


@pytest.mark.rule("goss", "5.1.2-is-a", "5.2.4")
@pytest.mark.parametrize("mark", MARKED)
def test_who_is_marked_and_next_to_an_enemy_must_attack(mark: dict[str, Any]) -> None:
    game = field(unit("g1", (0, 1), **mark), unit("u1", (0, 0)))
    assert rules(game, "axis", {"do": "end"}) == ["13.4.0"]
    game.play("axis", assault(["g1"]))
    answered(game)
    assert rules(game, "axis", {"do": "end"}) == []


@pytest.mark.rule("goss", "5.1.2-is-b", "5.2.4")
@pytest.mark.parametrize("mark", [{}, *MARKED])
def test_who_is_marked_has_no_cover_against_fire(mark: dict[str, Any]) -> None:
    game = position(
        unit("g1", (0, 0), inside=True, **mark), unit("u1", (1, 0)),
        terrain={(0, 0): "forest town"}, works={(0, 0): "ET-2"},
    )  # fmt: skip
    h = game.board.hex(at(0, 0))
    found = choices(game, h, target(game, "axis", h))
    assert any(found) is not bool(mark)


@pytest.mark.rule("goss", "5.1.2-is-c", "5.1.2-is-d", "5.2.4")
@pytest.mark.parametrize("mark", [{}, *MARKED])
def test_who_is_marked_sees_and_is_seen_in_the_next_hex(mark: dict[str, Any]) -> None:
    game = position(
        unit("g1", (0, 0), **mark), unit("u1", (1, 0)),
        terrain={(0, 0): "forest", (1, 0): "forest"},
    )  # fmt: skip
    assert observes(game, "g1", "u1") is bool(mark)
    assert observes(game, "u1", "g1") is bool(mark)


@pytest.mark.rule("goss", "5.1.2-no-a", "5.2.4")
def test_only_prepared_stacks_join() -> None:
    for mark, found in (({"ta": True}, ["13.4.1"]), ({"mode": "PA"}, [])):
        game = field(unit("g1", (0, 1), **mark), unit("g2", (1, 0), **mark), unit("u1", (0, 0)))
        assert rules(game, "axis", assault(["g1", "g2"])) == found


@pytest.mark.rule("goss", "5.1.2-no-b", "5.2.4", "13.12.3")
def test_how_far_the_marked_advance() -> None:
    game = field(
        unit("g1", (0, 1), ta=True), unit("g2", (0, 1), mode="PA"),
        unit("g3", (0, 1), "m4", mode="PA"), unit("u1", (0, 0)),
    )  # fmt: skip
    assert [reach(game, n) for n in ("g1", "g2", "g3")] == [1, 2, 4]


@pytest.mark.rule("goss", "5.1.2-no-c", "5.2.4")
def test_what_the_marked_spot_for() -> None:
    game = battery(unit("u1", (0, 0), ta=True, **US), unit("u2", (0, 2), mode="PA", **US))
    assert [capacity(game, n, "observed") for n in ("u1", "u2")] == ["medium", "heavy"]


@pytest.mark.rule("goss", "5.2.4", "13.7.3(a)")
def test_prepared_assaults_have_a_shift() -> None:
    for mark, shifts in (({"ta": True}, {}), ({"mode": "PA"}, {"13.7.3(a)": 1})):
        game = field(unit("g1", (0, 1), **mark), unit("u1", (0, 0)))
        assert clash(game, ["g1"]).right == shifts


@pytest.mark.rule("goss", "5.1.2-off", "5.2.5")
@pytest.mark.parametrize("mark", MARKED)
def test_the_marker_comes_off_after_the_assault_and_after_a_retreat(mark: dict[str, Any]) -> None:
    game = field(unit("g1", (0, 1), **mark), unit("u1", (0, 0)))
    clash(game, ["g1"]).settle()
    assert (now(game, "g1").ta, now(game, "g1").mode) == (False, "Tac")
    shelled = position(unit("g1", (0, 1), **mark), unit("u1", (0, 0)))
    hit(shelled, (0, 1), 1, first="retreat")
    assert (now(shelled, "g1").ta, now(shelled, "g1").mode) == (False, "Tac")


@pytest.mark.rule("goss", "5.1.2", "10.2.0")
def test_who_is_marked_for_a_tactical_assault() -> None:
    order = {"do": "designate", "units": ["g1"]}
    for facts, found in (
        ({}, []), ({"kind": "motinf", "mode": "Exploit"}, []), ({"mode": "MR"}, ["5.1.2"]),
        ({"transport": "tp"}, ["5.1.2"]), ({"mode": "Strat", "kind": "motinf"}, ["5.1.2"]),
    ):  # fmt: skip
        facts = dict(facts)
        game = position(
            unit("g1", (0, 1), facts.pop("kind", "inf"), **facts), unit("u1", (0, 0)),
            segment="designation",
        )  # fmt: skip
        assert rules(game, "axis", order) == found


@pytest.mark.rule("goss", "5.2.1-adv")
@pytest.mark.parametrize(("option", "found"), [("free", []), ("barred", ["5.2.1-adv"])])
def test_by_an_option_the_ammunition_limits_preparations(option: str, found: list[str]) -> None:
    stocks = {**ARMIES, "Fifth": {**ARMIES["Fifth"], "amp": 0}}
    game = battery(
        unit("g1", (0, 0), mode="PA", **AXIS), unit("g2", (0, 4), **AXIS), unit("u1", (1, 0)),
        unit("u2", (1, 4)), side="axis", segment="modes", armies=stocks,
        headquarters={"gcorps": {"adv": 1}}, options={"pa-over-adv": option},
    )  # fmt: skip
    assert rules(game, "axis", {"do": "mode", "units": ["g2"], "mode": "PA"}) == found


@pytest.mark.rule("goss", "5.3.0-fuel")
def test_exploiters_without_fuel_stop() -> None:
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1", traits="mech formation", mode="Exploit"),
        unit("g1", (0, 1), "m4", formation="1", mode="Exploit"), unit("u1", (9, 0)),
        segment="fuel", turn="AM", headquarters={"ghq": {"fuel": "none"}},
        armies={"A": {"side": "axis", "adv": 0, "amp": 0, "fp": 0, "tp": 0, "pss": []}},
    )  # fmt: skip
    while game.segment.kind == "fuel":
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert game.state[HQS]["ghq"].fuel == "none"
    assert now(game, "g1").mode == "Tac"


@pytest.mark.rule("goss", "5.4.4b", "13.7.3(b)", "13.7.4(l)")
def test_a_bonus_for_all_who_come_out_of_reserve() -> None:
    def shifts(*bonus: str) -> tuple[int, int]:
        game = field(unit("g1", (0, 1), ta=True), unit("g2", (0, 1), ta=True), unit("u1", (0, 0)))
        for name in bonus:
            game.put(UNITS, name, replace(now(game, name), bonus=game.serial))
        found = clash(game, ["g1", "g2"])
        return found.right.get("13.7.3(b)", 0), found.left.get("13.7.4(l)", 0)

    assert shifts("g1") == (0, 0), "all of them"
    assert shifts("g1", "g2") == (1, 0)
    assert shifts("u1") == (0, 1)


@pytest.mark.rule("goss", "5.5.0", "5.5.6", "13.7.3(i)")
def test_strat_mode_is_poor_at_meeting_the_enemy() -> None:
    game = field(
        unit("g1", (0, 1), ta=True), unit("u1", (0, 0), "motinf", mode="Strat"),
        unit("u2", (0, 0), pr="3/3"),
    )  # fmt: skip
    found = clash(game, ["g1"])
    assert found.right["13.7.3(i)"] == 2
    assert found.assault.defence.lead == "u2", "others lead while there are any"
    marching = field(unit("g1", (0, 1), "motinf", mode="Strat"), unit("u1", (0, 0)))
    assert rules(marching, "axis", assault(["g1"])) == ["13.4.2(a)"]


@pytest.mark.rule("goss", "5.5.6")
def test_strat_mode_retreats_by_road_or_dies() -> None:
    def after(**more: Any) -> str:
        game = field(
            unit("g1", (0, 1), ta=True), unit("u1", (0, 0), "motinf", mode="Strat"),
            weather="Clear Mud", **more,
        )  # fmt: skip
        clash(game, ["g1"]).settle(defender="1", declare={"choose": "full"})
        return now(game, "u1").place

    assert after() == "eliminated"
    assert after(roads={"primary": [[(0, 0), (0, -1), (0, -2)]]}) == "map"


@pytest.mark.rule("goss", "5.5.2")
@pytest.mark.parametrize(("result", "mode"), [("-", "Strat"), ("1", "Tac"), ("(1)", "Tac")])
def test_hits_that_others_take_end_the_march_too(result: str, mode: str) -> None:
    game = field(
        unit("g1", (0, 1), ta=True), unit("u1", (0, 0), "motinf", mode="Strat"),
        unit("u2", (0, 0), "m4"), works={(0, 0): "IP"},
        roads={"primary": [[(0, 0), (0, -1), (0, -2)]]},
    )  # fmt: skip
    clash(game, ["g1"]).settle(defender=result)
    assert now(game, "u1").mode == mode


@pytest.mark.rule("goss", "5.7.0", "6.5.0")
def test_headquarters_are_in_nobodys_way() -> None:
    game = position(unit("ghq", (0, 0), "hq:div", formation="1"), unit("g1", (0, 0), "m4"))
    assert road_groups(game, game.board.hex(at(0, 0))) == (("g1",),)
    modes = position(unit("ghq", (0, 0), "hq:div", formation="1"), unit("u1", (9, 0)),
                     segment="modes", roads={"primary": [[(0, 0), (1, 0)]]})  # fmt: skip
    strat = {"do": "mode", "units": ["ghq"], "mode": "Strat"}
    assert rules(modes, "axis", strat) == []
    assert "5.2.1" in rules(modes, "axis", {**strat, "mode": "PA"})


@pytest.mark.rule("goss", "6.0", "6.7.0")
def test_stacking_is_looked_at_when_a_phase_ends() -> None:
    game = position(
        unit("g1", (0, 0)), unit("g2", (0, 1)), unit("g3", (-1, 0)), unit("g4", (1, 0)),
        unit("u1", (9, 0)), segment="moves",
    )  # fmt: skip
    for name in ("g2", "g3", "g4"):
        game.play("axis", {"do": "move", "units": [name], "path": [at(0, 0)]})
    here = game.board.hex(at(0, 0))
    assert overstacked(game, here), "on the way nobody minds"
    while game.segment.phase == "Movement Phase":
        game.play(game.open_asks()[0].player, {"do": "end"})
        answered(game)
    assert not overstacked(game, here)


@pytest.mark.rule("goss", "6.2.0-not")
def test_a_special_stack_is_several_units_against_fire() -> None:
    one = {"formation": "1"}
    game = position(
        unit("g1", (0, 0), "motinf", **one), unit("g2", (0, 0), "pz4", **one), unit("u1", (1, 0))
    )
    assert density(game, ("g1",)) == 0
    h = game.board.hex(at(0, 0))
    found = choices(game, h, target(game, "axis", h))
    assert [one.title for one in found[0]] == ["mixed armor"], "not pure, not none"


@pytest.mark.rule("goss", "6.6.0", "5.3.1")
def test_exploiting_recon_stands_with_exploiters_alone() -> None:
    def why(mode: str) -> list[str]:
        game = position(
            unit("g1", (0, 0), "armrecon", mode="Exploit"), unit("g2", (1, 0), "m4", mode=mode),
            unit("u1", (9, 0)), segment="active-moves", options={"recon-stacking": "refused"},
        )  # fmt: skip
        return rules(game, "axis", {"do": "move", "units": ["g1"], "path": [at(1, 0)]})

    assert why("Tac") == ["5.3.1"]
    assert why("Exploit") == []
