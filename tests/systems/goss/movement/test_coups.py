"""Coups de main: the fight for a bridge that was taken. [7.14.4]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault import assaulting
from grognard.systems.goss.assault.battle import Outcome
from grognard.systems.goss.assault.table import parsed
from grognard.systems.goss.exploitation.overruns import fallen_back
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import answered, at, now, position, rig, rules, told, unit, where
from tests.systems.goss.firing import field

ROAD = {"primary": [[(q, 0) for q in range(-10, 3)]]}
RIVER = {"major_river": [((0, 0), (1, 0))]}
GROUND: dict[str, Any] = {"roads": ROAD, "water": RIVER}
RAID = {
    "do": "coup-de-main", "units": ["u1"], "path": [at(q, 0) for q in range(-7, 2)], "road": True,
}  # fmt: skip
US = {"formation": "1 Div", "corps": "VII", "army": "First"}


@pytest.fixture
def outcome(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Results as they are printed; and the fights that there were."""
    wanted: dict[str, Any] = {"attacker": "", "defender": "", "fights": []}

    def rolled(game: Gs, assault: Any, found: Any) -> Outcome:
        wanted["fights"].append((assault, found))
        return Outcome(parsed(wanted["attacker"]), parsed(wanted["defender"]), found.below)

    monkeypatch.setattr(assaulting, "rolled", rolled)
    return wanted


def raid(*more: Any, **facts: Any) -> Gs:
    """A bridge that has just been taken from a company of self-propelled guns."""
    raider = unit("u1", (-8, 0), "arminf", pr="9/9")
    foe = unit("g1", (1, 0), "m5")
    setting = {**GROUND, "side": "allied", "segment": "coups-de-main", **facts}
    game = position(raider, foe, *more, **setting)
    rig(game, 0)
    game.play("allied", RAID)
    assert told(game, "coup-de-main")[-1]["taken"]
    return game


def phase_over(game: Gs, **answers: Any) -> list[str]:
    asked = answered(game, **answers)
    while game.segment.kind in ("coups-de-main", "road-moves", "moves", "pa-moves"):
        game.play(game.open_asks()[0].player, {"do": "end"})
        asked += answered(game, **answers)
    return asked


@pytest.mark.rule("goss", "7.14.4")
def test_who_drives_the_defenders_out_stays_behind_the_bridge(outcome: dict[str, Any]) -> None:
    game = raid()
    outcome["defender"] = "(3)"
    phase_over(game)
    assert now(game, "g1").place != "map"
    assert (where(game, "u1"), now(game, "u1").through) == (at(1, 0), -1)
    assert now(game, "u1").repulsed == 0, "and may assault from there"


@pytest.mark.rule("goss", "7.14.4")
def test_defenders_retreat_as_if_the_raiders_were_not_there(outcome: dict[str, Any]) -> None:
    game = raid(unit("ghq", (2, 1), "hq:corps"))
    outcome["defender"] = "1"
    phase_over(game, declare={"do": "declare", "choose": "full"})
    assert where(game, "u1") == at(1, 0)
    assert now(game, "g1").steps == 1, "nothing is lost for passing those it fought"
    assert where(game, "g1") != at(1, 0)


@pytest.mark.rule("goss", "7.14.4")
def test_raiders_retreat_over_the_bridge(outcome: dict[str, Any]) -> None:
    game = raid()
    outcome["attacker"] = "2"
    phase_over(game, declare={"do": "declare", "choose": "full"})
    retreat = told(game, "retreat")[-1]
    assert (retreat["from"], retreat["hexes"]) == (at(1, 0), 2)
    assert now(game, "u1").steps == 3, "the defenders behind the bridge cost them nothing"
    assert game.board.distance(now(game, "u1").hex, game.board.hex(at(0, 0))) == 1
    assert (now(game, "u1").through, now(game, "u1").repulsed) == (-1, 0)


@pytest.mark.rule("goss", "7.14.4", "13.8.3a")
def test_regiments_beside_the_bridge_lend_no_integrity(outcome: dict[str, Any]) -> None:
    one = {"formation": "2 Pz", "regiment": "304"}
    setting = {**GROUND, "side": "allied", "segment": "coups-de-main"}
    units = (
        unit("u1", (-8, 0), "arminf", pr="9/9"), unit("g1", (1, 0), "inf", **one),
        unit("g2", (2, 0), "inf", **one), unit("g3", (1, 1), "inf", **one),
    )  # fmt: skip
    game = position(*units, **setting)
    rig(game, 0)
    game.play("allied", RAID)
    phase_over(game)
    _, found = outcome["fights"][0]
    assert "13.8.3" not in {part.rule for part in found.drm.parts}


@pytest.mark.rule("goss", "7.14.4")
def test_who_overran_somebody_long_ago_fights_for_the_bridge_too(outcome: dict[str, Any]) -> None:
    game = raid()
    game.put(UNITS, "u1", replace(now(game, "u1"), overran=("g9",), overran_at=0))
    fallen_back(game)
    assert now(game, "u1").through == game.board.hex(at(1, 0)), "it has overrun nobody now"
    phase_over(game)
    assert len(outcome["fights"]) == 1


@pytest.mark.rule("goss", "7.14.4")
def test_by_an_option_the_fight_is_not_put_off(outcome: dict[str, Any]) -> None:
    game = raid(options={"coup-attack": "at-once"})
    answered(game)
    assert len(outcome["fights"]) == 1
    assert game.segment.kind == "coups-de-main"
    assert where(game, "u1") == at(0, 0)


@pytest.mark.rule("goss", "7.14.2", "15.4.3", "16.3.4")
def test_the_unsupported_pay_for_it(outcome: dict[str, Any]) -> None:
    def taken(amp: int) -> Gs:
        game = field(
            unit("u1", (-8, 0), "arminf", pr="9/9", **US), unit("g1", (1, 0), "stug"),
            segment="coups-de-main", headquarters={"uhq": {"supported": False}},
            armies={
                "First": {"side": "allied", "adv": 5, "amp": amp, "fp": 0, "tp": 4, "pss": []},
                "Fifth": {"side": "axis", "adv": 4, "amp": 4, "fp": 0, "tp": 4, "pss": []},
            },
            **GROUND,
        )  # fmt: skip
        return game

    assert rules(taken(0), "allied", RAID) == ["16.3.4"]
    game = taken(2)
    assert rules(game, "allied", RAID) == []
    rig(game, 0)
    game.play("allied", RAID)
    phase_over(game)
    assert game.state[ARMIES]["First"].amp == 1


@pytest.mark.rule("goss", "8.4.0", "7.14.3")
def test_odds_of_a_coup_do_not_look_under_the_top() -> None:
    def odds(pr: str) -> Any:
        game = position(
            unit("u1", (-8, 0), "arminf", pr="6/6"), unit("g1", (1, 0), "m5", pr=pr),
            unit("g2", (1, 0), pr="5/5"), side="allied", segment="coups-de-main", **GROUND,
        )  # fmt: skip
        return game.odds(RAID, "allied").chance(lambda facts: facts.get("taken"))

    assert odds("5/5") == odds("5/9")


@pytest.mark.rule("goss", "7.14.2", "7.14.3")
@pytest.mark.parametrize(("kind", "better"), [("inf", 0), ("motinf", -1)])
def test_whoever_has_the_points_may_try_and_mech_units_roll_better(kind: str, better: int) -> None:
    def bridge(**options: str) -> Gs:
        return position(
            unit("u1", (-6, 0), kind, ma="16"), unit("g1", (1, 0)), **GROUND, side="allied",
            segment="coups-de-main", options=options,
        )  # fmt: skip

    way = {**RAID, "path": [at(q, 0) for q in range(-5, 2)], "road": False}
    game = bridge()
    rig(game, 9)
    game.play("allied", way)
    assert told(game, "coup-de-main")[0]["drm"]["total"] == better
    assert rules(bridge(**{"leg-coup": "barred"}), "allied", way) == ["7.14.2"] * (not better)
