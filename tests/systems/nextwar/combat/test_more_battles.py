"""Battles of over-stacked hexes, across rivers, and what comes after, from the second reader."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.retreat import ways
from grognard.systems.nextwar.pieces.values import er
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.combat.test_combat import (
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
    B6,
    B7,
    D,
    attack,
    battle,
    fought,
    gist,
)
from tests.systems.nextwar.field import at, hex_status, plain, rig, rules, told, unit, where
from tests.systems.nextwar.sea import at_sea, coast, ship

BRIGADE: dict[str, Any] = {"size": "brigade", "formation": "7"}
STAFF = {"type": "headquarters", "arm": "leg", "size": "division", "formation": "7"}
"""The headquarters that makes a formation one of a division."""


def guns(name: str, hex: str, values: str) -> dict[str, Any]:
    return unit(name, hex, values, type="artillery", arm="artillery", bracketed=True, sp=1)


@pytest.mark.reading("nextwar", "nw-02-02")
@pytest.mark.rule("nextwar", "2.3.2.1", "9.2.2")
@pytest.mark.parametrize("alone", [False, True])
def test_brackets_count_only_among_themselves(alone: bool) -> None:
    guns_ = [guns("r2", D, "0-2-6"), guns("r3", D, "0-1-6")]
    game = battle(
        unit("n1", A1, "5-4-4"), unit("n2", A1, "4-4-4"),
        *([] if alone else [unit("r1", D, "3-3-4")]), *guns_,
    )  # fmt: skip
    rig(game, 9)
    game.play("dprk", attack("n1", "n2"))
    while game.decisions and game.decisions[0].player == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    facts = told(game, "combat")[-1]
    assert (facts["defense"]["total"], facts["ratio"], facts["drm"]["total"]) == (3, "3:1", 0)


@pytest.mark.reading("nextwar", "nw-08-02")
@pytest.mark.rule("nextwar", "8.1.1.1", "8.1.1.1-x1", "8.1.1.1-b1", "8.1.1.1-b2")
def test_a_division_does_not_fit_on_a_mountain() -> None:
    game = battle(
        *(unit(f"n{n}", A1, "3-3-4", sp=1.5, **BRIGADE) for n in (1, 2, 3)),
        unit("n4", "0101", **STAFF), unit("r1", D), board=plain(terrain={A1: "mountain"}),
    )  # fmt: skip
    assert {er(game, f"n{n}") for n in (1, 2, 3)} == {3}
    assert rules(game, "dprk", attack("n1", "n2", "n3")) == ["8.1.1.1-b2"]
    assert rules(game, "dprk", attack("n1", "n3")) == []


@pytest.mark.reading("nextwar", "nw-08-03")
@pytest.mark.rule("nextwar", "8.1.1.1-x1", "8.1.1.1-b2", "8.1.1.1-p3")
def test_a_division_fights_whole_elsewhere() -> None:
    brigades = [unit(f"n{n}", A1, "3-3-4", sp=1, **BRIGADE) for n in range(1, 7)]
    board = plain(terrain={A1: "rough"}, links=["0403-0504-0503 primary"])
    game = battle(*brigades, unit("n7", "0101", **STAFF), unit("r1", D, "4-4-4"), board=board)
    assert er(game, "n1") == 5
    facts = fought(game, 9, units="n1 n2 n3 n4 n5 n6")
    assert facts["attack"]["total"] == 18
    moving = battle(
        *brigades, unit("n7", "0101", **STAFF), unit("n8", "0403", sp=1), board=board,
        segment="init-move",
    )  # fmt: skip
    moving.play("dprk", {"do": "move", "units": ["n8"], "path": [A1, "0503"]})
    assert at(moving, "n8").spent == 12


@pytest.mark.reading("nextwar", "nw-08-07")
@pytest.mark.rule("nextwar", "8.1.1.1-b2", "8.1.1.1-b3", "9.8.1", "9.7.1", "9.7.2")
def test_who_does_not_fight_loses_no_step_but_retreats() -> None:
    game = battle(
        unit("r1", D, "4-5-4", er=6), unit("r2", D, "4-4-4"), unit("r3", D, "3-3-4", sp=1),
        unit("n1", A1, "18-9-4", er=5),
    )  # fmt: skip
    rig(game, 2)
    game.play("dprk", attack("n1"))
    game.play("allied", {"do": "defend", "units": ["r1", "r2"]})
    game.play("allied", {"do": "lead", "unit": "r1"})
    facts = told(game, "combat")[-1]
    assert (facts["defense"]["total"], facts["shifts"]["total"]) == (9, 0)
    assert gist(facts)[2] == "-/1R"
    assert (at(game, "r1").steps, at(game, "r2").steps, at(game, "r3").steps) == (1, 2, 2)
    while game.decisions and game.decisions[0].player == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    gone = {game.board.distance(game.board.hex(where(game, n)), game.board.hex(D)) for n in
            ("r1", "r2", "r3")}  # fmt: skip
    assert gone == {2}


@pytest.mark.reading("nextwar", "nw-08-34", "nw-08-33")
@pytest.mark.rule("nextwar", "8.3.1.1.1", "9.4", "8.3.1.8", "8.3.1.1")
def test_attacks_over_a_great_river_need_its_bridge() -> None:
    def game(kind: str = "major_river") -> Nw:
        board = plain(sides=[f"{A1}-{D} {kind}"], links=[f"{A1}-{D} highway"])
        return battle(
            unit("n1", A1, "5-4-6", type="mechanized infantry"),
            unit("n2", A1, "3-4-6", type="mechanized infantry"), unit("r1", D), board=board,
        )  # fmt: skip

    facts = fought(game(), 9, units="n1 n2")
    assert facts["attack"]["total"] == 5
    down = game()
    down.edit([{"map": "bridges", "key": _side(down, A1, D), "set": {"stands": False}}], "blown")
    assert rules(down, "dprk", attack("n1")) == ["8.3.1.1.1"]
    assert rules(game("water"), "dprk", attack("n1")) == ["8.3.1.8"]


def _side(game: Nw, a: str, b: str) -> int:
    """How a bridge is named in an edit."""
    return game.scenario.ground.side_key(game.board.hex(a), game.board.hex(b))


@pytest.mark.reading("nextwar", "nw-09-30")
@pytest.mark.rule("nextwar", "9.6.2", "12.1.2", "9.9.2", "8.3.1.6")
def test_a_destroyed_airbase_neither_helps_nor_must_be_cleared() -> None:
    game = battle(
        unit("n1", A1, "16-4-4"), unit("r1", D, "1-4-4", steps=1),
        sites=[{"hex": D, "kind": kind} for kind in ("town", "airbase")],
    )  # fmt: skip
    game.edit([{"map": "sites", "key": f"airbase-{D}", "set": {"destroyed": True}}], "bombed")
    facts = fought(game, 0)
    assert [part["rule"] for part in facts["drm"]["parts"]] == ["9.6.2"]
    assert (where(game, "n1"), at(game, "n1").clearing) == (D, False)
    whole = battle(
        unit("n1", A1, "16-4-4"), unit("r1", D, "1-4-4", steps=1),
        sites=[{"hex": D, "kind": kind} for kind in ("town", "airbase")],
    )  # fmt: skip
    assert fought(whole, 0)["drm"]["total"] == 2
    assert (hex_status(whole, D).clearing, at(whole, "n1").clearing) == ("dprk", True)


@pytest.mark.reading("nextwar", "nw-09-35")
@pytest.mark.rule("nextwar", "9.7.1.1", "7.3.1")
@pytest.mark.parametrize(
    ("strong", "weak", "ours", "theirs", "die", "column", "kept"),
    [(16, 4, 5, 5, 1, 11, 2), (18, 3, 4, 7, 2, 10, 1)],
)
def test_what_the_defender_cannot_give_spares_the_attacker(
    strong: int, weak: int, ours: int, theirs: int, die: int, column: int, kept: int
) -> None:
    game = at_sea(
        unit("n1", "0504", f"{strong}-4-4", er=ours), unit("r1", "0404", f"4-{weak}-4", er=theirs),
        ships=[ship("n9", "0303", support=3, range=4)], board=coast(), segment="init-combat",
    )  # fmt: skip
    game.play("dprk", attack("n1", hex="0404"))
    rig(game, die)
    game.play("dprk", {"do": "support", "ships": ["n9"]})
    facts = told(game, "combat")[-1]
    assert gist(facts) == (column, -3, "1/3R")
    assert (where(game, "r1"), at(game, "n1").steps) == ("eliminated", kept)


def woods(*units: Any, **more: Any) -> Nw:
    """A light infantry unit, or what is named, before three brigades, with a lake behind it."""
    board = plain(default="rough_woods", terrain={A4: "sea"})
    foes = [unit(f"n{n}", h, er=6, formation="1") for n, h in ((1, A1), (2, A2), (3, A6))]
    return battle(*foes, *units, board=board, **more)


@pytest.mark.reading("nextwar", "nw-09-40")
@pytest.mark.rule("nextwar", "9.8.5", "8.2.2-b3", "8.2.4", "9.6.7", "9.8.1-p1")
def test_light_infantry_does_not_retreat_through_zones_unpunished() -> None:
    light = unit("r1", D, "3-4-4", er=6, mobility="light")
    game = woods(light)
    rig(game, 2, 6)
    game.play("dprk", attack("n1", "n2", "n3"))
    assert gist(told(game, "combat")[-1]) == (9, 0, "-/1R")
    path = next(o for o in game.legal("allied") if o["path"] == [A3, B6])
    game.play("allied", path)
    assert where(game, "r1") == "eliminated"


@pytest.mark.reading("nextwar", "nw-09-41")
@pytest.mark.rule("nextwar", "9.8.5", "9.8.2-p1", "8.2.2-b4")
def test_among_friends_zones_do_not_count_and_nobody_ends_alone_in_one() -> None:
    game = woods(
        unit("r1", D, er=3), unit("r2", A3, sp=1, size="brigade"), unit("r3", B6, sp=1),
        unit("n4", "0607"), unit("n5", "0706"),
    )  # fmt: skip
    label = game.board.label
    found = {tuple(map(label, path)) for path in ways(game, "r1", game.board.hex(D), 2)}
    assert (A3, B6) in found
    assert all(path[-1] == B6 for path in found)


@pytest.mark.reading("nextwar", "nw-09-45")
@pytest.mark.rule("nextwar", "9.8.6", "8.1.1.1-b1", "9.8.1-p1")
def test_who_retreated_here_is_caught_when_the_hex_falls() -> None:
    game = battle(
        unit("r1", D, "4-8-4", er=7, sp=2, at={"steps": 1}), unit("r2", D, "5-7-4", er=4, sp=3),
        unit("n1", A1, "12-4-4"), board=plain(default="rough_woods"),
    )  # fmt: skip
    here = {"retreated": game.serial}
    game.edit([{"map": "units", "key": "r2", "set": here}], "it has retreated here")
    assert er(game, "r1") == 5
    rig(game, 2, 6)
    game.play("dprk", attack("n1"))
    facts = told(game, "combat")[-1]
    assert (facts["ratio"], facts["shifts"]["total"], gist(facts)[2]) == ("3:1", 0, "-/1R")
    assert (where(game, "r1"), at(game, "r2").steps) == ("eliminated", 1)
    while game.decisions and game.decisions[0].player == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    there = game.board.hex(where(game, "r2"))
    assert game.board.distance(there, game.board.hex(D)) == 2


@pytest.mark.rule("nextwar", "9.8.2-p2")
def test_vehicles_retreat_into_mountains_by_road_only() -> None:
    ring = dict.fromkeys((A3, A4, A5, B6, B7), "mountain")
    tank = unit("r1", D, "4-4-6", type="armored")
    shut = battle(unit("n1", A1), unit("n2", A2), unit("n3", A6), tank, board=plain(terrain=ring))
    assert ways(shut, "r1", shut.board.hex(D), 1) == []
    road = plain(terrain=ring, links=[f"{D}-{A4} primary"])
    open_ = battle(unit("n1", A1), unit("n2", A2), unit("n3", A6), tank, board=road)
    assert [open_.board.label(p[0]) for p in ways(open_, "r1", open_.board.hex(D), 1)] == [A4]


@pytest.mark.rule("nextwar", "9.1-x1")
def test_vehicles_do_not_attack_into_mountains_without_a_road() -> None:
    tank = unit("n1", A1, type="armored")
    board = plain(terrain={D: "mountain"})
    assert rules(battle(tank, unit("r1", D), board=board), "dprk", attack("n1")) == ["9.1-x1"]
    road = plain(terrain={D: "mountain"}, links=[f"{A1}-{D} secondary"])
    assert rules(battle(tank, unit("r1", D), board=road), "dprk", attack("n1")) == []


@pytest.mark.rule("nextwar", "9.2.1")
def test_attackers_are_named_each_once_and_one_battle_ends_before_the_next() -> None:
    game = battle(
        unit("n1", A1, "20-4-4", er=7), unit("n2", A2, "20-4-4", er=7),
        unit("r1", D, "4-8-4", er=6), unit("r2", B6, "4-8-4", er=6),
        sites=[{"hex": D, "kind": "city", "owner": "allied"}],
    )  # fmt: skip
    assert rules(game, "dprk", attack()) == ["9.2.1"]
    assert rules(game, "dprk", attack("n1", "n1")) == ["9.2.1"]
    assert rules(game, "dprk", attack("n1", "n2")) == []
    rig(game, 4)
    game.play("dprk", attack("n1"))
    assert game.to_act == "allied", "whether he stands or gives way is open"
    assert rules(game, "dprk", attack("n2"))
