"""Mobile supply units on the move: by land, hit, and by sea. [19.4]"""

from __future__ import annotations

import pytest

from grognard.systems.nextwar.pieces.values import allowance
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import field, plain, rules, side, unit, where
from tests.systems.nextwar.sea import at_sea, coast, ruled, ship

OPEN, DOCKED, DEPOT = "allied-supply-2", "allied-supply-3", "allied-supply-1"
PORTS = [{"hex": h, "kind": "port"} for h in ("0401", "0407")]


def shore(segment: str, first: int = 1, second: int = 2) -> Nw:
    """A mobile unit in the open with one Strike marker, another in port, a depot between them."""
    game = at_sea(
        unit("r1", "0901"), ships=[ship("r-s", "0101")], board=coast(), segment=segment,
        seas={**ruled("allied"), "transport": {"allied": 4}}, sites=PORTS,
        options={"game": "advanced"}, assets={"allied": {"supply": 9}},
        initiative={"side": "allied"}, begin={"first": "allied"},
        supply={"allied": {"depots": ["0504"], "mobile": ["0606", "0401"]}},
    )  # fmt: skip
    for name, strike in ((OPEN, first), (DOCKED, second)):
        game.edit([{"map": "units", "key": name, "set": {"strike": strike}}], "hit")
    return game


MOVE = {"do": "move", "units": [OPEN], "path": ["0607"]}
SHIP = {"do": "transport", "unit": DOCKED, "hex": "0407"}


@pytest.mark.reading("nextwar", "nw-25-06")
@pytest.mark.rule("nextwar", "27.3.1", "27.3.2", "19.4-p2", "19.4-p4")
def test_what_strikes_do_to_mobile_supply_units() -> None:
    assert rules(shore("init-move"), "allied", MOVE) == ["27.3.1"]
    basic = shore("basic-move")
    assert rules(basic, "allied", MOVE) == []
    assert allowance(basic, OPEN).total == 3
    assert rules(basic, "allied", SHIP) == ["27.3.2"]
    flip = {"do": "make-depot", "unit": DOCKED}
    assert rules(shore("first-supply"), "allied", flip) == ["27.3.2"]
    assert rules(shore("first-supply", second=1), "allied", flip) == []


@pytest.mark.rule("nextwar", "19.4-p1", "19.4-p2")
def test_mobile_units_move_by_land_and_sea_and_depots_do_not() -> None:
    game = shore("init-move", 0, 0)
    assert rules(game, "allied", {**MOVE, "units": [DEPOT], "path": ["0505"]}) == ["2.3.5"]
    game.play("allied", MOVE)
    game.play("allied", SHIP)
    assert [where(game, name) for name in (DEPOT, OPEN, DOCKED)] == ["0504", "0607", "0407"]


@pytest.mark.rule("nextwar", "19.4-p5")
def test_a_player_without_points_turns_supply_units_into_some() -> None:
    """Example 020: one for a mobile unit, two for a depot."""
    game = shore("first-supply", 0, 0)
    for name, points in ((OPEN, 10), (DEPOT, 12)):
        game.play("allied", {"do": "cash-supply", "unit": name})
        assert side(game, "allied").supply == points


@pytest.mark.rule("nextwar", "19.3")
def test_supply_points_come_turn_by_turn() -> None:
    game = field(
        unit("r1", "0505"), segment="victory", turn=1, options={"game": "advanced"},
        board=plain(terrain={"0505": "urban"}),
        supply={"allied": {"points": [1, 4]}, "dprk": {"points": [2]}},
    )  # fmt: skip
    while game.turn < 3:
        game.play(game.to_act or "", next(iter(game.legal(game.to_act or ""))))
    assert (side(game, "allied").supply, side(game, "dprk").supply) == (4, 2)


@pytest.mark.rule("nextwar", "19.4-p6")
def test_no_depot_is_set_up_in_the_sea() -> None:
    game = at_sea(
        ships=[ship("r-s", "0101")], board=coast(), segment="first-supply",
        options={"game": "advanced"}, assets={"allied": {"supply": 9}},
        supply={"allied": {"depots": ["0404"]}},
    )  # fmt: skip
    assert rules(game, "allied", {"do": "new-depot", "hex": "0304"}) == ["19.4-p6"]
    assert rules(game, "allied", {"do": "new-depot", "hex": "0405"}) == []
