"""Supply units and outposts in battle, from the second reader's cases. [19.4.1] [30.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kit.losses import Burden, Toll
from grognard.systems.nextwar.combat.results import Losses
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import RING, at, field, plain, rig, rules, side, told, unit, where

D = "0505"
A1, A2, A3, A4, A5, A6 = RING
ADVANCED = {"game": "advanced"}
DEPOT, MOBILE = "allied-supply-1", "allied-supply-2"


def outpost(name: str, hex: str) -> dict[str, Any]:
    """A combat outpost: no stacking points, no movement, one step."""
    return unit(name, hex, "0-2-0", type="combat outpost", sp=0, steps=1)


def battle(*units: Any, attack: int = 30, **more: Any) -> Nw:
    """An attack of the North on D, at the best odds of the table."""
    return field(
        unit("n1", A1, f"{attack}-9-4"), *units, segment="init-combat", options=ADVANCED,
        assets={"dprk": {"supply": 2}}, **more,
    )  # fmt: skip


def fought(game: Nw, die: int) -> str:
    """Attack; the result."""
    rig(game, die)
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": D})
    while game.to_act == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    found = told(game, "combat")[0]
    assert (found["column"], found["drm"]["total"]) == (13, 0)
    return f"{found['defender_loses']}{'R' * found['retreat']}"


@pytest.mark.reading("nextwar", "nw-19-09")
@pytest.mark.rule("nextwar", "19.4.1")
def test_supply_units_are_lost_last() -> None:
    share = Losses(Burden({"r1": 1, DEPOT: 1, MOBILE: 1}, 1), "r1", last=frozenset((DEPOT, MOBILE)))
    game = battle(unit("r1", D))
    found = [r.rule for r in share.against(game, "allied", Toll({DEPOT: 1}))]
    assert found == ["19.4.1"]
    assert share.against(game, "allied", Toll({"r1": 1})) == []
    led = Losses(Burden({"r1": 2, DEPOT: 1}, 1), DEPOT, last=frozenset((DEPOT,)))
    assert led.against(game, "allied", Toll({"r1": 1})) == []
    assert [r.rule for r in led.against(game, "allied", Toll({DEPOT: 1}))] == ["19.4.1"]
    more = Losses(Burden({"r1": 1, DEPOT: 1, MOBILE: 1}, 2), "r1", last=frozenset((DEPOT, MOBILE)))
    assert more.against(game, "allied", Toll({"r1": 1, MOBILE: 1})) == []


@pytest.mark.reading("nextwar", "nw-19-09")
@pytest.mark.rule("nextwar", "19.4.1", "19.4-p7")
@pytest.mark.parametrize(("zones", "points"), [((), 3), ((A2, A6, "0606"), 4)])
def test_a_depot_does_not_retreat_and_a_mobile_unit_only_out_of_zones(
    zones: tuple[str, ...], points: int
) -> None:
    game = battle(
        unit("r1", D, "1-1-4", steps=1), *(unit(f"n{h}", h, sp=2) for h in zones),
        supply={"allied": {"depots": [D], "mobile": [D]}},
    )  # fmt: skip
    assert fought(game, 6) == "1R"
    assert (where(game, "r1"), where(game, DEPOT)) == ("eliminated", "aside")
    if zones:
        assert where(game, MOBILE) == "aside"
        assert not told(game, "check")
    else:
        assert game.board.distance(at(game, MOBILE).hex, game.board.hex(D)) == 2
    assert side(game, "dprk").supply == points


@pytest.mark.rule("nextwar", "19.4.1")
def test_supply_units_that_stay_are_worth_nothing() -> None:
    game = battle(
        unit("r1", D, "1-1-4", steps=1), supply={"allied": {"depots": [D], "mobile": [D]}}
    )
    assert fought(game, 7) == "1"
    assert [where(game, name) for name in ("r1", DEPOT, MOBILE)] == ["eliminated", D, D]
    assert side(game, "dprk").supply == 2


@pytest.mark.reading("nextwar", "nw-30-04")
@pytest.mark.rule("nextwar", "30.4")
def test_an_outpost_is_the_first_step() -> None:
    game = battle(unit("r1", D), outpost("r2", D), board=plain(north=4))
    first = frozenset(("r2",))
    one = Losses(Burden({"r1": 2, "r2": 1}, 1), "r1", foremost=first)
    assert [r.rule for r in one.against(game, "allied", Toll({"r1": 1}))] == ["30.4"]
    assert one.against(game, "allied", Toll({"r2": 1})) == []
    two = Losses(Burden({"r1": 2, "r2": 1}, 2), "r1", foremost=first)
    assert two.against(game, "allied", Toll({"r1": 1, "r2": 1})) == []
    assert [r.rule for r in two.against(game, "allied", Toll({"r1": 2}))] == ["30.4"]


@pytest.mark.reading("nextwar", "nw-30-04")
@pytest.mark.rule("nextwar", "30.4")
@pytest.mark.parametrize(("die", "result", "steps"), [(7, "1", 2), (3, "2", 1), (6, "1R", 2)])
def test_an_outpost_is_lost_before_the_lead_and_does_not_retreat(
    die: int, result: str, steps: int
) -> None:
    game = battle(
        unit("r1", D), outpost("r2", D), attack=42, board=plain(terrain={D: "rough"}, north=4)
    )  # fmt: skip
    assert fought(game, die) == result
    assert where(game, "r2") == "eliminated"
    assert at(game, "r1").steps == steps
    away = game.board.distance(at(game, "r1").hex, game.board.hex(D))
    assert away == (2 if result == "1R" else 0)
    assert not told(game, "points")


@pytest.mark.rule("nextwar", "30.4")
def test_an_outpost_stays_where_it_is_and_projects_nothing() -> None:
    game = field(
        outpost("r1", D), unit("n1", "0503"), segment="reaction-move", options=ADVANCED,
        board=plain(north=4),
    )  # fmt: skip
    assert rules(game, "allied", {"do": "move", "units": ["r1"], "path": [A4]}) == ["2.3.5"]
    assert not in_zone(game, game.board.hex(A1), "allied")
