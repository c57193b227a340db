"""Landings, ships and shipping: the variants of the second reader's cases, each for itself."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.helos import HELOS, flown, turn_counter
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.support import Commitment, Support
from grognard.systems.nextwar.pieces.beachheads import beachhead_at, spare
from grognard.systems.nextwar.status import HEXES, HexStatus
from tests.systems.nextwar.amphibious.test_assaults import B, attack, marine, off_shore
from tests.systems.nextwar.field import field, rig, rules, told, unit, where
from tests.systems.nextwar.sea import IN1, at_sea, coast, ruled, ship

TWO = [ship("n8", IN1, "AMPH"), ship("n9", IN1, "AMPH")]
SHORE = {"n8": "0302", "n9": "0303"}
"""Two groups before the beach 0402."""


@pytest.mark.reading("nextwar", "nw-08-83")
@pytest.mark.rule("nextwar", "8.5.8.1-p2", "9.4.2", "9.4", "8.5.8.1-p3", "9.5.5")
@pytest.mark.parametrize(("land", "total", "shift"), [(6, 12, -1), (7, 13, 0)])
def test_each_unit_from_the_sea_is_halved_and_armor_gains_nothing(
    land: int, total: int, shift: int
) -> None:
    tanks = {"type": "marine armored", "arm": "armor", "mobility": "mechanized"}
    game = off_shore(
        marine("n1", "n8", "1-1-4"), marine("n2", "n8", "1-1-4"), marine("n3", "n9", "3-3-4"),
        marine("n4", "n9", "4-3-4", **tanks), unit("n5", "0403", f"{land}-3-4"),
        unit("r1", "0402", "3-3-4", steps=1), ships=TWO, to=SHORE,
    )  # fmt: skip
    rig(game, 9)
    game.play("dprk", attack("n1", "n2", "n3", "n4", "n5", hex="0402"))
    (facts,) = told(game, "combat")
    assert (facts["attack"]["total"], facts["defense"]["total"]) == (total, 3)
    assert facts["shifts"]["total"] == shift


def multi_hex(facts: dict[str, Any]) -> list[Any]:
    """The parts of a die modifier that attacks from several hexes give."""
    return [part for part in facts["drm"]["parts"] if "9.6.3" in str(part)]


@pytest.mark.reading("nextwar", "nw-09-25", "nw-08-85")
@pytest.mark.rule("nextwar", "9.6.3")
def test_the_sea_is_no_direction_of_attack() -> None:
    def fought(*others: Any, names: str) -> dict[str, Any]:
        game = off_shore(
            marine("n1", "n9", "5-3-4"), unit("n2", "0404", "4-3-4"), *others,
            unit("r1", B, "3-3-4", steps=1), ships=[ship("n9", IN1, "AMPH")], to={"n9": "0303"},
        )  # fmt: skip
        rig(game, 9)
        game.play("dprk", attack(*names.split()))
        return told(game, "combat")[-1]

    more = unit("n3", "0504", "1-3-4")
    assert not multi_hex(fought(more, names="n1 n2 n3"))
    third = unit("n4", "0503", "1-3-4")
    assert multi_hex(fought(more, third, names="n1 n2 n3 n4"))


@pytest.mark.reading("nextwar", "nw-08-86")
@pytest.mark.rule("nextwar", "8.5.8.2")
def test_an_assault_needs_no_marker_and_where_there_is_one_it_may_be_set_up_at_once() -> None:
    game = off_shore(
        marine("n1", "n9", "9-3-4"), unit("r1", B, "1-1-4", steps=1),
        ships=[ship("n9", IN1, "AMPH"), ship("n8", "0306", "AMPH")], to={"n9": "0303"},
        landings={"dprk": ["0407"]},
    )  # fmt: skip
    assert not spare(game, "dprk")
    rig(game, 0)
    game.play("dprk", attack("n1"))
    assert where(game, "n1") == B
    assert not beachhead_at(game, game.board.hex(B))
    free = off_shore(
        marine("u1", "u9", "9-3-4"), unit("n1", B, "1-1-4", steps=1), board=coast(north=9),
        ships=[ship("u9", IN1, "AMPH")], to={"u9": "0303"},
    )  # fmt: skip
    rig(free, 0)
    free.play("allied", attack("u1"))
    assert where(free, "u1") == B
    assert rules(free, "allied", {"do": "no-beachhead"}) == []
    free.play("allied", {"do": "set-up-beachhead", "hex": B})
    assert beachhead_at(free, free.board.hex(B))


@pytest.mark.reading("nextwar", "nw-30-06")
@pytest.mark.rule("nextwar", "30.5", "8.5.8.3")
def test_without_an_anchor_marines_board_in_port_but_headquarters_anywhere() -> None:
    tanks = {"flags": "marine", "sp": 1, "type": "marine armored", "arm": "armor"}
    game = at_sea(
        unit("u1", B, flags="marine anchor", sp=1), unit("u2", B, **tanks),
        unit("u3", B, flags="marine", sp=1, type="amphibious headquarters"),
        unit("u4", "0407", **tanks), ships=[ship("u8", "0407", "AMPH"), ship("u9", "0303", "AMPH")],
        sites=[{"hex": "0407", "kind": "port", "owner": "allied"}], seas=ruled("allied"),
        begin={"first": "allied"}, options={"game": "advanced"},
    )  # fmt: skip
    for name, on, wrong in (
        ("u1", "u9", []), ("u2", "u9", ["30.5"]), ("u3", "u9", []), ("u4", "u8", []),
    ):  # fmt: skip
        assert rules(game, "allied", {"do": "embark", "unit": name, "ship": on}) == wrong


@pytest.mark.reading("nextwar", "nw-08-79")
@pytest.mark.rule("nextwar", "8.5.7.1", "8.4.3")
def test_a_port_that_was_cleared_is_open_and_one_under_a_marker_is_not() -> None:
    ports = [{"hex": h, "kind": "port", "owner": "dprk"} for h in ("0403", "0405")]
    ports.append({"hex": "0401", "kind": "port", "owner": "allied"})
    game = at_sea(
        unit("r1", "0401", "4-4-7", sp=1), unit("r2", "0405", at={"clearing": True}),
        ships=[ship("r9", "0101")], sites=ports, board=coast(country={"0405": "DPRK"}),
        seas={**ruled("allied"), "transport": {"allied": 9}}, control={"allied": ["0403"]},
        begin={"first": "allied"},
    )  # fmt: skip
    h = game.board.hex("0405")
    game.put(HEXES, h, HexStatus("dprk", clearing="allied"))
    assert rules(game, "allied", {"do": "transport", "unit": "r1", "hex": "0403"}) == []
    assert rules(game, "allied", {"do": "transport", "unit": "r1", "hex": "0405"}) == ["8.5.7.1"]


@pytest.mark.reading("nextwar", "nw-06-20")
@pytest.mark.rule("nextwar", "6.5.6", "6.5.2")
def test_a_helicopter_that_has_flown_is_not_shipped_and_one_that_was_flies_no_more() -> None:
    row = {"side": "allied", "nation": "US", "support": 2, "range": 12, "steps": 2}
    game = field(
        unit("r1", "0805"), unit("n1", "0705"), board=coast(),
        helicopters=[{"id": n, "name": n, **row} for n in ("u1", "u2")],
        bases={"u1": "Overseas", "u2": "Overseas"},
        sites=[{"hex": "0905", "kind": "airbase", "owner": "allied"}],
        seas={**ruled("allied"), "transport": {"allied": 0.5}}, begin={"first": "allied"},
    )  # fmt: skip
    turn_counter(game, "u2")
    ferry = {"do": "ferry-helicopter", "hex": "0905"}
    assert rules(game, "allied", {**ferry, "unit": "u2"}) == ["6.5.6"]
    game.play("allied", {**ferry, "unit": "u1"})
    assert game.state[HELOS]["u1"].hex == game.board.hex("0905")
    assert flown(game, "u1") == 2
    battle = Battle(game.board.hex("0705"), "allied", "dprk", ("r1",), ("n1",))
    (wrong,) = Support(battle, "allied").against(game, "allied", Commitment(helicopters=("u1",)))
    assert wrong.rule == "6.5.3"


@pytest.mark.reading("nextwar", "nw-09-15")
@pytest.mark.rule("nextwar", "9.6.1", "6.2.1", "6.5.3", "7.3.1", "9.2.4")
def test_so_much_supports_each_side_and_the_attacker_says_it_first() -> None:
    row = {"support": 1, "range": 12, "steps": 2}
    north = [{"id": f"n{i}", "name": f"n{i}", "side": "dprk", "nation": "DPRK", **row}
             for i in (5, 6, 7)]  # fmt: skip
    south = [{"id": f"r{i}", "name": f"r{i}", "side": "allied", "nation": "ROK", **row}
             for i in (5, 6)]  # fmt: skip
    game = field(
        unit("n1", "0504", "9-9-4"), unit("r1", "0505"), helicopters=[*north, *south],
        bases={"n5": "0101", "n6": "0101", "n7": "0101", "r5": "0909", "r6": "0909"},
        sites=[{"hex": "0101", "kind": "airbase", "owner": "dprk"},
               {"hex": "0909", "kind": "airbase", "owner": "allied"}],
        control={"dprk": ["0101"]}, assets={"dprk": {"air": 9}, "allied": {"air": 9}},
        segment="init-combat",
    )  # fmt: skip
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    assert game.to_act == "dprk"
    assert rules(game, "allied", {"do": "support"})

    def wrong(player: str, **what: Any) -> list[str]:
        return rules(game, player, {"do": "support", **what})

    assert wrong("dprk", air=5) == ["6.2.1"]
    assert wrong("dprk", air=4, helicopters=["n5", "n6"]) == []
    assert wrong("dprk", helicopters=["n5", "n6", "n7"]) == ["6.5.3"]
    game.play("dprk", {"do": "support"})
    assert game.to_act == "allied"
    assert wrong("allied", air=3) == ["6.2.1"]
    assert wrong("allied", air=2, helicopters=["r5"]) == []
    assert wrong("allied", helicopters=["r5", "r6"]) == ["6.5.3"]


@pytest.mark.reading("nextwar", "nw-09-15")
@pytest.mark.rule("nextwar", "7.3.1")
def test_an_enemy_ship_silences_at_ten_hexes_and_not_at_eleven() -> None:
    water = {f"{c:02}{r:02}": "sea" for c in (1, 2, 3) for r in range(1, 16)}
    board = coast(rows=15, terrain=water)
    for foe, silent in (("0111", True), ("0112", False)):
        game = at_sea(
            unit("r2", "0401"), ships=[ship("n1", "0101", range=9), ship("r9", foe)], board=board,
            segment="init-combat",
        )  # fmt: skip
        battle = Battle(board.hex("0401"), "dprk", "allied", (), ("r2",))
        found = Support(battle, "dprk").against(game, "dprk", Commitment(ships=("n1",)))
        assert bool(found) is silent
