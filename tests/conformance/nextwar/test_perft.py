"""Legal actions of small positions, counted by hand from the rules before the code was asked.

The boards are those of the tests: columns of hexes, the even columns half a hex lower, so that 0505
adjoins 0504, 0506, 0404, 0405, 0604 and 0605, and 0605 adjoins 0604, 0606, 0505, 0506, 0705, 0706.
A board of one column is a corridor. A move is counted once for each hex that a unit can reach; the
end of a segment counts one more. Costs are those of the chart of terrain.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.board import Board
from grognard.systems.nextwar.scenario import Nw
from tests.conformance.nextwar.perft import actions, kinds
from tests.systems.nextwar.air.test_air_points import flying, helo
from tests.systems.nextwar.combat.test_combat import attack, battle
from tests.systems.nextwar.field import field, plain, rig, told, unit
from tests.systems.nextwar.lift.test_airmobile import light


def ends(game: Nw, name: str) -> set[str]:
    """The hexes to which a unit may march."""
    moves = (action for action in actions(game) if action["do"] == "move")
    return {action["path"][-1] for action in moves if action["units"] == [name]}


def corridor(length: int = 8, **more: Any) -> Board:
    """One column of hexes, 0101 at its upper end; all of it the North's."""
    return plain(rows=length, cols=1, north=length, **more)


# ---- movement


HILLS = {"0102": "flat_woods", "0103": "rough", "0104": "highland", "0105": "rough_woods"}
ARMS = {"motorized": ("motorized infantry", "leg"), "mechanized": ("armored", "armor")}


def marcher(mobility: str, ma: int, hex: str = "0101", **more: Any) -> dict[str, Any]:
    """A unit of a mobility class with so many movement points."""
    type_, arm = ARMS.get(mobility, ("infantry", "leg"))
    return unit("n1", hex, f"3-3-{ma}", type=type_, arm=arm, mobility=mobility, **more)


@pytest.mark.parametrize(
    ("mobility", "ma", "weather", "hexes"),
    [
        ("leg", 6, "clear", 2),  # woods 2, rough 2: 4; the highland would be 3 more
        ("light", 6, "clear", 3),  # 1, 2, 2: 5; the rough woods would be 2 more
        ("motorized", 10, "clear", 3),  # 2, 3, 4: 9; 3 more
        ("mechanized", 10, "clear", 2),  # 2, 3: 5; the highland would be 6 more
        ("leg", 6, "storm", 2),  # 2, 3: 5; 4 more
        ("light", 6, "storm", 3),  # 1, 2, 3: 6
        ("motorized", 10, "storm", 2),  # 3, 5: 8; 6 more
        ("mechanized", 10, "storm", 2),  # 3, 4: 7; 8 more
    ],
)
def test_each_mobility_class_in_the_hills(mobility: str, ma: int, weather: str, hexes: int) -> None:
    """A corridor: flat, flat woods, rough, highland, rough woods, flat. [8.3] [8.5.1]"""
    game = field(marcher(mobility, ma), board=corridor(terrain=HILLS), begin={"weather": weather})
    assert kinds(game) == {"move": hexes, "end": 1}


def test_infantry_in_the_open() -> None:
    """Within 4 flat hexes of 0505: 8 in its column, and 8, 7, 6 and 5 in those to either side:
    8 + 2 x 26 = 60."""
    game = field(unit("n1", "0505"))
    assert kinds(game) == {"move": 60, "end": 1}


@pytest.mark.parametrize(
    ("mobility", "ma", "road", "weather", "hexes"),
    [
        ("leg", 4, "secondary", "clear", 4),  # 1 a hex
        ("leg", 4, "primary", "clear", 8),  # 1/2
        ("leg", 4, "primary", "storm", 4),  # 1
        ("motorized", 6, "highway", "clear", 18),  # 1/3
        ("motorized", 6, "highway", "storm", 12),  # 1/2
        ("mechanized", 8, "highway", "clear", 24),  # 1/3
        ("mechanized", 8, "primary", "clear", 16),  # 1/2
    ],
)
def test_along_a_road(mobility: str, ma: int, road: str, weather: str, hexes: int) -> None:
    """A corridor of 28 rough hexes with a road all along it. [8.3.2]"""
    way = "-".join(f"01{row:02}" for row in range(1, 29))
    board = corridor(28, default="rough", links=[f"{way} {road}"])
    game = field(marcher(mobility, ma), board=board, begin={"weather": weather})
    assert kinds(game) == {"move": hexes, "end": 1}


@pytest.mark.parametrize(
    ("mobility", "ma", "river", "hexes"),
    [
        ("leg", 4, "minor_river", 3),  # 1, 1 and 1 for the river, 1: 4
        ("motorized", 4, "minor_river", 2),  # 1, 1 and 2
        ("leg", 4, "major_river", 1),  # no bridge, no crossing
    ],
)
def test_across_a_river(mobility: str, ma: int, river: str, hexes: int) -> None:
    """Flat hexes, with a river between the second and the third. [8.3.1.1.1] [8.3.1.1.2]"""
    game = field(marcher(mobility, ma), board=corridor(sides=[f"0102-0103 {river}"]))
    assert kinds(game) == {"move": hexes, "end": 1}


def test_one_hex_is_always_open_and_mountains_are_not() -> None:
    """1 point for a highland of 3: one hex all the same. A lorry between a mountain and a flat hex
    goes to the flat one only. [8.5.1]"""
    slow = field(marcher("leg", 1), board=corridor(default="highland"))
    assert kinds(slow) == {"move": 1, "end": 1}
    board = corridor(3, terrain={"0101": "mountain"})
    assert kinds(field(marcher("motorized", 6, "0102"), board=board)) == {"move": 1, "end": 1}


# ---- zones of control


@pytest.mark.parametrize(
    ("start", "ma", "sp", "hexes"),
    [
        ("0101", 4, 2, "0102 0103 0104"),  # 0105 would be 1 and 1 more: 5
        ("0101", 5, 2, "0102 0103 0104 0105"),
        ("0101", 4, 1, "0102 0103 0104 0105"),  # one stacking point has no zone
        ("0105", 4, 2, "0104 0103 0102"),  # out of the zone for 1 more: 2, 3, 4
        ("0105", 4, 1, "0104 0103 0102 0101"),
    ],
)
def test_into_and_out_of_a_zone(start: str, ma: int, sp: int, hexes: str) -> None:
    """A flat corridor with an enemy in 0106. [8.2.1] [8.2.2]"""
    game = field(marcher("leg", ma, start), unit("r1", "0106", sp=sp), board=corridor())
    assert ends(game, "n1") == {*hexes.split()}
    assert kinds(game) == {"move": len(hexes.split()), "end": 1}


def test_who_leaves_a_friend_behind_pays_nothing() -> None:
    """Two units in 0105 beside an enemy: each alone goes 4 hexes. [8.2.2-b6]"""
    game = field(
        marcher("leg", 4, "0105"), unit("n2", "0105"), unit("r1", "0106"), board=corridor()
    )
    assert kinds(game) == {"move": 8, "end": 1}


@pytest.mark.parametrize(("mobility", "hexes"), [("leg", 1), ("light", 2)])
def test_light_infantry_slips_out_of_zones_in_broken_ground(mobility: str, hexes: int) -> None:
    """Rough woods at 2 for either: light infantry reaches 0104 and 0103 with 4; others pay 1 for
    leaving the zone, and have 1 left. [8.2.4]"""
    board = corridor(default="rough_woods")
    game = field(marcher(mobility, 4, "0105"), unit("r1", "0106"), board=board)
    assert kinds(game) == {"move": hexes, "end": 1}


@pytest.mark.parametrize(("ma", "moves"), [(2, 5), (3, 12)])
def test_from_zone_to_zone(ma: int, moves: int) -> None:
    """A unit in 0504 beside an enemy in 0505, all flat.

    For all its points into the zone again: 0404, 0604. For 2 out of it: 0503, 0403, 0603. With a
    third point on to 0502, 0402, 0602, 0303, 0304, 0703 and 0704. [8.2.2-b7]
    """
    game = field(marcher("leg", ma, "0504"), unit("r1", "0505"))
    near = {"0404", "0604", "0503", "0403", "0603"}
    far = {"0502", "0402", "0602", "0303", "0304", "0703", "0704"}
    assert ends(game, "n1") == (near if ma == 2 else near | far)
    assert kinds(game) == {"move": moves, "end": 1}


def test_where_infiltrators_go() -> None:
    """Light infantry beside an enemy in woods: the five other hexes around him. It also marches:
    its moves are not counted here. [16.1]"""
    board = plain(terrain={"0505": "flat_woods"})
    game = field(light("n1", "0504"), unit("r1", "0505"), board=board, options={"game": "advanced"})
    assert kinds(game)["infiltrate"] == 5


# ---- combat


def test_declarations_against_one_hex() -> None:
    """Three units around an enemy: any of them, 2^3 - 1. [9.1] [9.3]"""
    game = battle(unit("n1", "0504"), unit("n2", "0404"), unit("n3", "0604"), unit("r1", "0505"))
    assert kinds(game) == {"attack": 7, "end": 1}


def test_declarations_against_two_hexes() -> None:
    """0405 adjoins both enemies, 0504 only that in 0505: three attacks on this and one on 0506.

    A unit without attack strength adds none. [9.1]
    """
    game = battle(
        unit("n1", "0405"), unit("n2", "0504"), unit("n3", "0404", "0-3-4"), unit("r1", "0505"),
        unit("r2", "0506"),
    )  # fmt: skip
    assert kinds(game) == {"attack": 4, "end": 1}


def test_declarations_out_of_a_crowd() -> None:
    """Three units of 2 SP in one hex, of whom 4 SP fight: three alone, three pairs. [8.1.1.1-b2]"""
    game = battle(*(unit(f"n{i}", "0504") for i in (1, 2, 3)), unit("r1", "0505"))
    assert kinds(game) == {"attack": 6, "end": 1}


@pytest.mark.parametrize(("points", "ours", "theirs"), [(3, 16, 6), (6, 20, 6)])
def test_support_of_a_battle(points: int, ours: int, theirs: int) -> None:
    """Air Points, two helicopters in range; the attacker up to 4 and 2, the defender 2 and 1.

    With 3 points: 0 to 3, times none, either or both: 4 x 4. With 6: 0 to 4: 5 x 4. The defender
    has as many points and one helicopter: 0 to 2, times none or it: 3 x 2. [6.2.1] [6.5.3]
    """
    bases = [
        {"hex": "0101", "kind": "airbase", "owner": "dprk"}, {"hex": "0909", "kind": "airbase"},
    ]  # fmt: skip
    game = flying(
        unit("n1", "0504"), unit("r1", "0505"), sites=bases, segment="init-combat",
        helos=[helo("n8", "0101"), helo("n9", "0101"), helo("r9", "0909")],
        assets={"dprk": {"air": points}, "allied": {"air": points}},
    )  # fmt: skip
    game.play("dprk", attack("n1"))
    assert kinds(game) == {"support": ours}
    game.play("dprk", {"do": "support"})
    assert kinds(game) == {"support": theirs}


def test_guns_that_support() -> None:
    """Three batteries of no formation within range: none, one of three, or two: 1 + 3 + 3.

    [9.5.6]
    """
    guns = [
        unit(f"n{i}", "0503", "0-1-4", type="artillery", arm="artillery", range=3, sp=1)
        for i in (2, 3, 4)
    ]
    game = battle(unit("n1", "0504"), unit("r1", "0505"), *guns)
    game.play("dprk", attack("n1"))
    assert kinds(game) == {"support": 7}


def test_where_a_beaten_unit_goes() -> None:
    """A unit in the flat of 0505 retreats two hexes from an enemy in 0504, to the south.

    Free of his zone are 0405, 0605 and 0506, all of them further south. From 0405 on to 0306 and
    0406, from 0605 to 0606 and 0706, from 0506 to 0406, 0507 and 0606: seven ways. [9.8.1]
    """
    game = battle(unit("n1", "0504", "9-3-4"), unit("r1", "0505", "1-1-4", steps=2))
    for die in range(10):
        rig(game, die)
        game.play("dprk", attack("n1"))
        if game.to_act == "allied" and "retreat" in kinds(game):
            break
        game.undo()
    assert told(game, "combat")[-1]["retreat"]
    assert kinds(game) == {"retreat": 7}


# ---- helicopters


def test_helicopters_change_bases() -> None:
    """A corridor with an airbase in 0101, an airfield in 0105, a city in 0107, an airbase in 0109.

    One of range 4 goes 8 hexes from 0101: the airfield is full, 0107 and 0109 are not. The other,
    of range 2, goes 4 from the airfield: 0101, 0107, 0109. [6.5.1] [6.5.1.2]
    """
    sites = [
        {"hex": h, "kind": kind, "owner": "dprk"}
        for h, kind in (("0101", "airbase"), ("0105", "airfield"), ("0107", "city"),
                        ("0109", "airbase"))
    ]  # fmt: skip
    game = flying(
        unit("n1", "0112", "3-3-1"), helos=[helo("n8", "0101", 2, 4), helo("n9", "0105", 2, 2)],
        sites=sites, board=corridor(12),
    )  # fmt: skip
    assert kinds(game) == {"rebase": 5, "move": 1, "end": 1}


@pytest.mark.parametrize(("points", "flights"), [(1, 22), (0, 0)])
def test_an_airmobile_move(points: int, flights: int) -> None:
    """A corridor of 30 hexes with an airbase in 0101; light infantry in 0105, 4 hexes from it.

    20 more hexes lead to 0101 to 0125: 24 other hexes, of which a mountain and a highland without
    a road are no landing. On foot it has 4 hexes in either direction. [8.5.4.3] [8.5.4.3.1]
    """
    board = corridor(30, terrain={"0120": "mountain", "0121": "highland"})
    game = field(
        light("n1", "0105"), board=board, assets={"dprk": {"lift": points}},
        sites=[{"hex": "0101", "kind": "airbase", "owner": "dprk"}],
    )  # fmt: skip
    assert kinds(game) == {"move": 8, **({"airlift": flights} if flights else {}), "end": 1}
