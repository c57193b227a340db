"""Lines of supply: bases, roads, the limit off the road, friends, and what bars them. [10.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.engine.located import ScenarioError
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.works import bridges
from tests.systems.wb95.course import go_to
from tests.systems.wb95.field import MOVE_B, at, field, unit

WEST = {"supply": {"german": [{"edge": "west"}]}}
ROAD = "0201-0202-0203-0204-0205-0206-0207-0208-0209-0210-0211-0212 main"


def lane(length: int = 12, terrain: dict[str, str] | None = None, **more: Any) -> Board:
    """One passable row between two of swamp: infantry can stand there, supply cannot pass."""
    swamp = {f"{row}{col:02}": "swamp" for row in ("01", "03") for col in range(1, length + 1)}
    return sketch(3, length, terrain={**swamp, **(terrain or {})}, **more)


def on_lane(*units: dict[str, Any], board: Board | None = None, **spec: Any) -> Wb:
    """A game on the lane, the Germans supplied from its western end."""
    base = {"supply": {"german": [{"hex": "0201"}], "soviet": [{"hex": "0212"}]}}
    return field(*units, board=board or lane(), **{**base, **spec})


def fed(game: Wb, side: str = "german") -> set[str]:
    return set(supply.supplied(game, side))


def mine(label: str, *rest: str) -> dict[str, Any]:
    """Hexes the Germans control from the start."""
    return {"control": {"german": [label, *rest]}}


# ---- the line and its base


@pytest.mark.rule("wb95", "10.1.1")
def test_a_line_joins_the_unit_with_a_base() -> None:
    game = on_lane(unit("g1", "0203"), unit("g2", "0107"))
    assert fed(game) == {"g1"}, "no way leads into the swamp of 0107"
    assert fed(on_lane(unit("g1", "0203"), supply={"german": []})) == set()


@pytest.mark.rule("wb95", "10.1.3")
def test_any_number_of_units_use_the_same_line() -> None:
    names = [f"g{i}" for i in range(4)]
    assert fed(on_lane(*(unit(name, "0206") for name in names))) == set(names)


@pytest.mark.rule("wb95", "10.1.4")
@pytest.mark.parametrize(
    ("base", "near", "far"),
    [
        ({"edge": "north"}, "0105", "0905"),
        ({"edge": "south"}, "0905", "0105"),
        ({"edge": "east"}, "0509", "0501"),
        ({"edge": "west"}, "0501", "0509"),
        ({"hex": "0101"}, "0102", "0909"),
        ({"area": "depot"}, "0908", "0109"),
        ({"hq": "ghq"}, "0106", "0909"),
    ],
)
def test_bases_are_what_the_scenario_names(base: dict[str, str], near: str, far: str) -> None:
    game = field(
        unit("g1", near),
        unit("g2", far),
        unit("ghq", "0104", "HQ"),
        supply={"german": [base]},
        areas={"depot": ["0909"]},
    )
    assert fed(game) - {"ghq"} == {"g1"}


@pytest.mark.rule("wb95", "10.1.4")
def test_a_headquarters_is_a_base_only_on_the_map() -> None:
    lost = {"place": "eliminated", "hex": -1}
    for label in ("0105", "0908"):
        headquarters = unit("ghq", "0104", "HQ", at=lost)
        game = field(unit("g1", label), headquarters, supply={"german": [{"hq": "ghq"}]})
        assert fed(game) == set()


@pytest.mark.rule("wb95", "10.1.4")
@pytest.mark.parametrize(("side", "open_"), [("soviet", False), ("german", True)])
def test_a_base_the_enemy_controls_serves_nobody(side: str, open_: bool) -> None:
    game = on_lane(unit("g1", "0203"), unit("s1", "0212"), control={side: ["0201"]})
    assert (fed(game) == {"g1"}) is open_


@pytest.mark.rule("wb95", "10.1.10")
def test_a_base_in_an_enemy_zone_needs_a_regular_unit() -> None:
    units = (unit("g1", "0203"), unit("s1", "0102"))
    assert fed(on_lane(*units, board=lane(links=[ROAD]), **mine("0201"))) == set()
    guns = (unit("g0", "0201", "ART", "5,3"), unit("s1", "0101"))
    assert fed(on_lane(*guns, **mine("0201"))) == set(), "not even who stands at the base"
    held = (unit("g0", "0201"), unit("g2", "0202"), *units)
    assert fed(on_lane(*held, board=lane(links=[ROAD]), **mine("0201"))) == {"g0", "g1", "g2"}


def test_a_base_under_water_is_none() -> None:
    board = sketch(3, 6, terrain={"0101": "lake", "0201": "lake", "0301": "lake"})
    assert fed(field(unit("g1", "0203"), board=board, **WEST)) == set()


# ---- roads and the limit off the road


@pytest.mark.rule("wb95", "10.1.5")
@pytest.mark.parametrize("kind", ["main", "secondary"])
def test_a_road_carries_supply_any_distance(kind: str) -> None:
    road = ROAD.replace("main", kind)
    assert fed(on_lane(unit("g1", "0212"), board=lane(links=[road]))) == {"g1"}
    assert fed(on_lane(unit("g1", "0212"))) == set()


@pytest.mark.rule("wb95", "10.1.5")
def test_a_railway_is_no_road() -> None:
    board = lane(links=[ROAD.replace("main", "rail")])
    assert fed(on_lane(unit("g1", "0212"), board=board)) == set()


@pytest.mark.rule("wb95", "10.1.5")
def test_a_road_ends_at_a_bridge_that_is_down() -> None:
    board = lane(links=[ROAD], sides=["0203-0204 river"])
    game = on_lane(unit("g1", "0212"), board=board)
    assert supply.reached(game, "german", "German")[board.hex("0212")] == 0
    key = game.scenario.ground.side_key(board.hex("0203"), board.hex("0204"))
    bridges.destroy(game, key, "14.2.1")
    assert not game.state[BRIDGES][key].intact
    assert supply.reached(game, "german", "German")[board.hex("0212")] == 4 * 12


@pytest.mark.rule("wb95", "10.1.6")
@pytest.mark.rule("wb95", "10.1.7")
@pytest.mark.parametrize(
    ("nation", "side", "points"),
    [
        ("American", "german", 12),
        ("British", "german", 12),
        ("German", "german", 10),
        ("Soviet", "soviet", 8),
        ("Polish", "soviet", 8),
        ("Romanian", "german", 7),
        ("Italian", "german", 7),
        ("Hungarian", "german", 7),
    ],
)
def test_the_limit_off_the_road_is_the_nations(nation: str, side: str, points: int) -> None:
    """Clear ground costs 2: the line reaches half the points, in hexes."""
    hexes = points // 2
    first = side[0]
    units = [unit(f"{first}{i}", f"02{1 + i:02}", nation=nation) for i in (hexes, hexes + 1)]
    for one, is_fed in zip(units, (True, False), strict=True):
        game = on_lane(one, supply={side: [{"hex": "0201"}]})
        assert (fed(game, side) != set()) is is_fed
        assert supply.limit(game, side, nation) == points * 12


@pytest.mark.rule("wb95", "10.1.6")
def test_two_nations_of_a_side_have_their_own_limits() -> None:
    game = on_lane(unit("g1", "0205"), unit("gr", "0205", nation="Romanian"))
    assert fed(game) == {"g1"}
    assert game.board.hex("0204") in supply.reached(game, "german", "Romanian")
    assert game.board.hex("0205") not in supply.reached(game, "german", "Romanian")


@pytest.mark.rule("wb95", "10.1.8")
@pytest.mark.parametrize(
    ("terrain", "sides", "cost"),
    [
        ({}, [], 2),
        ({"0203": "forest"}, [], 4),
        ({"0203": "town"}, [], 1),
        ({"0203": "city"}, [], 2),
        ({}, ["0202-0203 river"], 4),
        ({"0203": "forest"}, ["0202-0203 river"], 6),
        ({}, ["0202-0203 river bridge"], 2),
        ({"0203": "swamp"}, [], None),
        ({"0203": "mountain"}, [], None),
        ({"0203": "lake"}, [], None),
    ],
)
def test_supply_spends_what_trucks_spend(
    terrain: dict[str, str], sides: list[str], cost: int | None
) -> None:
    """The hex of the unit itself is paid for, that of the base is not."""
    game = on_lane(unit("g1", "0210"), board=lane(terrain=terrain, sides=sides))
    board, costs = game.board, supply.reached(game, "german", "German")
    assert costs[board.hex("0201")] == 0
    assert costs[board.hex("0202")] == 2 * 12
    assert costs.get(board.hex("0203")) == (None if cost is None else (2 + cost) * 12)


@pytest.mark.rule("wb95", "10.1.8")
def test_points_are_spent_from_the_base_toward_the_unit() -> None:
    """Into the forest of the unit: 8 + 4. The other way it would be 8 + 2."""
    assert fed(on_lane(unit("g1", "0206"))) == {"g1"}
    assert fed(on_lane(unit("g1", "0206"), board=lane(terrain={"0206": "forest"}))) == set()
    assert fed(on_lane(unit("g1", "0206"), board=lane(terrain={"0201": "forest"}))) == {"g1"}


# ---- friends


@pytest.mark.rule("wb95", "10.1.9")
@pytest.mark.parametrize("kind", ["INF", "ART", "HQ"])
def test_supply_goes_free_from_friend_to_friend(kind: str) -> None:
    chain = [unit(f"g{col}", f"02{col:02}", kind) for col in range(2, 12)]
    game = on_lane(*chain)
    assert fed(game) == {f"g{col}" for col in range(2, 12)}
    assert supply.reached(game, "german", "German")[game.board.hex("0211")] == 2 * 12


@pytest.mark.rule("wb95", "10.1.9")
def test_one_gap_in_the_chain_is_paid_for() -> None:
    chain = [unit(f"g{col}", f"02{col:02}") for col in range(2, 12) if col != 6]
    costs = supply.reached(on_lane(*chain), "german", "German")
    assert costs[lane().hex("0205")] == 2 * 12
    assert costs[lane().hex("0207")] == 6 * 12


@pytest.mark.rule("wb95", "10.1.9")
def test_friends_hand_supply_on_where_trucks_cannot_go() -> None:
    board = lane()
    beside = next(b for b in board.around(board.hex("0204")) if board.terrain[b] == "swamp")
    units = (unit("g1", "0204"), unit("g2", board.label(beside)))
    assert fed(on_lane(*units)) == {"g1", "g2"}
    assert fed(on_lane(units[1])) == set()


# ---- what bars a line


def beside(board: Board, label: str) -> str:
    """A swamp hex next to a hex of the lane."""
    return next(
        board.label(b) for b in board.around(board.hex(label)) if board.terrain[b] != "clear"
    )


@pytest.mark.rule("wb95", "10.1.10")
def test_no_line_goes_through_enemy_units() -> None:
    board = lane(links=[ROAD])
    for kind in ("INF", "HQ"):
        game = on_lane(unit("g1", "0210"), unit("s1", "0205", kind), board=board, **mine("0201"))
        assert fed(game) == set()


@pytest.mark.rule("wb95", "10.1.10")
def test_a_zone_of_control_bars_the_road_unless_a_regular_unit_stands_there() -> None:
    board = lane(links=[ROAD])
    enemy = unit("s1", beside(board, "0206"))
    zone = [
        board.label(b) for b in board.around(board.hex(enemy["hex"])) if board.terrain[b] == "clear"
    ]
    alone = on_lane(unit("g1", "0210"), enemy, board=board, **mine("0201"))
    assert fed(alone) == set()
    for kind, expected in (("INF", True), ("MOT", True), ("ART", False), ("HQ", False)):
        held = [unit(f"gz{i}", label, kind) for i, label in enumerate(zone)]
        game = on_lane(unit("g1", "0210"), enemy, *held, board=board, **mine("0201"))
        assert ("g1" in fed(game)) is expected, kind


@pytest.mark.rule("wb95", "10.1.11")
@pytest.mark.parametrize(
    ("kind", "more", "bars"),
    [
        ("INF", {}, True),
        ("AT", {"traits": "towed"}, True),
        ("ART", {"sp": "5,3"}, True),
        ("ART", {"sp": "5,3", "at": {"transport": True}}, False),
        ("ART", {"move": "tracked"}, True),
        ("RG", {"sp": 1}, True),
        ("HQ", {}, False),
    ],
)
def test_all_enemy_units_bar_it_but_limbered_guns_and_headquarters(
    kind: str, more: dict[str, Any], bars: bool
) -> None:
    """The enemy stands beside the road on clear ground, where his zone covers the road."""
    board = sketch(5, 12, terrain=_lakes_but("02", "03"), links=[ROAD])
    game = field(
        unit("g1", "0210"),
        unit("s1", "0306", kind, **more),
        board=board,
        supply={"german": [{"hex": "0201"}]},
        **mine("0201", "0202"),
    )
    assert (fed(game) == set()) is bars


def _lakes_but(*rows: str) -> dict[str, str]:
    return {
        f"{row}{col:02}": "lake"
        for row in ("01", "02", "03", "04", "05")
        if row not in rows
        for col in range(1, 13)
    }


@pytest.mark.rule("wb95", "10.1.11")
@pytest.mark.parametrize("ground", ["town", "city"])
@pytest.mark.parametrize(("owner", "bars"), [("soviet", True), ("german", False)])
def test_an_enemy_town_bars_the_hexes_around_it(ground: str, owner: str, bars: bool) -> None:
    board = sketch(5, 12, terrain={**_lakes_but("02", "03"), "0306": ground}, links=[ROAD])
    game = field(
        unit("g1", "0210"),
        board=board,
        supply={"german": [{"hex": "0201"}]},
        control={owner: ["0306"]},
    )
    assert (fed(game) == set()) is bars


@pytest.mark.rule("wb95", "10.1.11")
def test_an_enemy_town_bars_its_own_hex_until_a_unit_of_ours_is_in_it() -> None:
    board = lane(terrain={"0206": "town"}, links=[ROAD])
    empty = on_lane(unit("g1", "0206"), unit("g2", "0210"), board=board)
    assert fed(empty) == {"g1", "g2"}, "our town"
    taken = on_lane(
        unit("g1", "0206"), unit("g2", "0210"), board=board, control={"soviet": ["0206"]}
    )
    assert fed(taken) == {"g1", "g2"}, "a unit of ours is in the town"
    game = on_lane(unit("g2", "0210"), board=board, control={"soviet": ["0206"]})
    assert fed(game) == set()


@pytest.mark.rule("wb95", "10.1.11")
def test_zones_for_supply_stop_at_big_rivers_and_closed_ground() -> None:
    """The zone of 4.1: nothing across a big river, no tanks' zone into swamp."""
    board = lane(links=[ROAD], sides=["0207-0208 big_river"])
    behind = on_lane(unit("g1", "0207"), unit("s1", "0208"), board=board, **mine("0201"))
    assert fed(behind) == {"g1"}
    closed = supply.closed_hexes(behind, "german")
    assert not closed[board.hex("0207")]
    assert closed[board.hex("0209")]
    swamp = next(b for b in board.around(board.hex("0208")) if board.terrain[b] == "swamp")
    assert closed[swamp]
    tanks = on_lane(unit("g1", "0203"), unit("s1", "0208", "ARM"), board=board)
    assert not supply.closed_hexes(tanks, "german")[swamp]


@pytest.mark.rule("wb95", "10.1.6")
@pytest.mark.rule("wb95", "10.1.8")
@pytest.mark.rule("wb95", "10.1.9")
@pytest.mark.rule("wb95", "10.1.10")
@pytest.mark.rule("wb95", "10.1.11")
def test_example_041() -> None:
    """wb95-ex-041, its figure lost, on a lane of the same make.

    From the base 5 off-road hexes cost the 10 points; the two motorised units make one of them
    free and so carry the line to the armour. On the road beyond the budget is spent: nothing off
    it is supplied, unless a friend links it. A road in an enemy zone needs a unit in it.
    """
    road = "0207-0208-0209-0210-0211-0212 main"
    links = [road]
    armour = (unit("ga1", "0207", "ARM"), unit("ga2", "0208", "ARM"))
    motorised = (unit("gm1", "0203", "MOT"), unit("gm2", "0204", "MOT"))
    board = lane(links=links)
    assert fed(on_lane(*armour, board=board)) == set()
    game = on_lane(*armour, *motorised, board=board)
    assert fed(game) == {"ga1", "ga2", "gm1", "gm2"}
    assert supply.reached(game, "german", "German")[board.hex("0207")] == 10 * 12
    guns = unit("gag", "0213", "AG")
    longer = lane(13, links=links)
    assert fed(on_lane(*armour, *motorised, guns, board=longer)) >= {"ga1", "ga2"}
    assert "gag" not in fed(on_lane(*armour, *motorised, guns, board=longer))
    linked = on_lane(*armour, *motorised, guns, unit("gx", "0212"), board=longer)
    assert "gag" in fed(linked)
    enemy = unit("s1", beside(board, "0210"))
    tiger = unit("gt", "0212", "ARM")
    own = mine("0201")
    barred = on_lane(*armour, *motorised, tiger, enemy, board=board, **own)
    assert "gt" not in fed(barred)
    zone = [
        board.label(b) for b in board.around(board.hex(enemy["hex"])) if board.terrain[b] == "clear"
    ]
    openers = [unit(f"go{i}", label) for i, label in enumerate(zone)]
    assert "gt" in fed(on_lane(*armour, *motorised, tiger, enemy, *openers, board=board, **own))


# ---- when it is looked at


@pytest.mark.rule("wb95", "10.1.2")
def test_supply_is_checked_in_the_owners_supply_phase_only() -> None:
    game = on_lane(unit("g1", "0212"), unit("s1", "0110"), **mine("0201"))
    assert at(game, "g1").oos == 0
    list(supply.supply_phase(game, "soviet"))
    assert at(game, "g1").oos == 0
    assert at(game, "s1").oos == 1
    list(supply.supply_phase(game, "german"))
    assert at(game, "g1").oos == 1


@pytest.mark.rule("wb95", "10.1.2")
def test_the_phase_does_it_by_itself() -> None:
    base = {"german": [{"hex": "0505"}]}
    game = field(unit("g1", "0909"), unit("g2", "0505"), unit("s1", "0101"), supply=base)
    go_to(game, MOVE_B)
    assert at(game, "g1").oos == 1
    assert at(game, "g2").oos == 0
    assert at(game, "s1").oos == 0


@pytest.mark.rule("wb95", "10.1.7")
def test_a_leading_nation_without_a_limit_is_refused() -> None:
    sides = {"german": {"nation": "Martian"}, "soviet": {"nation": "Soviet"}}
    with pytest.raises(ScenarioError, match="no nation 'Martian' to lead a side; known: American"):
        field(unit("g1", "0101"), sides=sides)


@pytest.mark.rule("wb95", "10.1.7")
def test_the_allies_of_americans_have_their_leaders_limit() -> None:
    sides = {"german": {"nation": "American"}, "soviet": {"nation": "Soviet"}}
    game = on_lane(unit("g1", "0207", nation="French"), sides=sides)
    assert fed(game) == {"g1"}
