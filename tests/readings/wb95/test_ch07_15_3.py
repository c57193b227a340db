"""A second reading of WB-95, chapters 9 and 10: headquarters, and the lines of supply."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import SIDES
from tests.systems.wb95.combat.afterwards import fight, lose
from tests.systems.wb95.combat.battles import attack, front, odds_of, sums
from tests.systems.wb95.course import go_to, supply_phase
from tests.systems.wb95.field import (
    ATTACK_A,
    ATTACK_B,
    MOVE_A,
    MOVE_B,
    at,
    field,
    rig,
    rules,
    told,
    unit,
    where,
)

reading = pytest.mark.reading
G, S = "german", "soviet"
FAR = unit("s9", "0909")


def move(name: str, *path: str) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": list(path)}


# ---- headquarters


@reading("wb95", "9-01")
def test_a_headquarters_drives_five_clear_hexes() -> None:
    game = field(unit("ghq", "0501", "HQ"), unit("s9", "0912"), board=sketch(9, 12))
    way = [f"05{col:02}" for col in range(2, 8)]
    assert rules(game, G, move("ghq", *way[:5])) == []
    assert rules(game, G, move("ghq", *way)) == ["3.1.5"]


@reading("wb95", "9-02")
def test_a_headquarters_crosses_swamps_for_five_and_no_lake() -> None:
    board = sketch(9, 9, terrain={"0503": "swamp", "0504": "swamp", "0402": "lake"})
    game = field(unit("ghq", "0502", "HQ"), FAR, board=board)
    assert rules(game, G, move("ghq", "0402")) == ["3.1.11"]
    game.play(G, move("ghq", "0503"))
    assert at(game, "ghq").spent == 5 * 12
    game.play(G, move("ghq", "0504"))
    assert at(game, "ghq").spent == 10 * 12


def duels(**spec: Any) -> Wb:
    """Two pairs in trenches, so that nobody owes an attack; a Soviet HQ stands with s1 in 0504."""
    return front(
        unit("g1", "0503"), unit("s1", "0504"), unit("shq", "0504", "HQ"),
        unit("g2", "0803"), unit("s2", "0804"), fortified=["0503", "0504", "0803", "0804"], **spec,
    )  # fmt: skip


@reading("wb95", "9-03")
def test_a_headquarters_may_bear_the_loss_and_pays_for_it() -> None:
    game = duels()
    fight(game, "- / -1", "g1", "0504")
    game.play(S, lose(shq=1))
    assert (where(game, "shq"), at(game, "s1").cel) == ("eliminated", 2)
    assert [(facts["side"], facts["cms"]) for facts in told(game, "bonus")] == [(G, 5)]


@reading("wb95", "9-04")
def test_a_lone_headquarters_falls_to_regular_units_in_passing() -> None:
    game = field(
        unit("g1", "0504"), unit("ghq", "0405", "HQ"), unit("shq", "0505", "HQ"), FAR,
        unit("gun", "0404", "ART", "5,3", at={"transport": True}),
    )  # fmt: skip
    for name in ("ghq", "gun"):
        assert rules(game, G, move(name, "0505")) == ["9.1.5"]
    game.play(G, move("g1", "0505"))
    assert (where(game, "shq"), at(game, "g1").spent) == ("eliminated", 12)
    assert rules(game, G, move("g1", "0506")) == []


@reading("wb95", "9-05")
def test_five_columns_for_the_next_two_combat_phases_together() -> None:
    game = duels()
    fight(game, "- / -1", "g1", "0504")
    game.play(S, lose(shq=1))
    assert rules(game, G, attack("g2", "0804", bonus=1)) == ["9.1.7"]
    fight(game, "- / -", "s1", "0503", by=S, defend={"bonus": 3})
    go_to(game, ATTACK_A, turn=2)
    assert rules(game, G, attack("g1", "0504", bonus=3)) == ["9.1.7"]
    assert rules(game, G, attack("g1", "0504", bonus=2)) == []
    go_to(game, ATTACK_A, turn=3)
    assert rules(game, G, attack("g1", "0504", bonus=1)) == ["9.1.7"]


@reading("wb95", "9-06")
def test_ridden_down_in_movement_it_serves_both_combat_phases_of_the_turn() -> None:
    game = field(
        unit("g1", "0504"), unit("shq", "0505", "HQ"), unit("g2", "0803"), unit("s2", "0804"),
        fortified=["0803", "0804"],
    )  # fmt: skip
    game.play(G, move("g1", "0505"))
    go_to(game, ATTACK_A)
    assert rules(game, G, attack("g2", "0804", bonus=5)) == []
    go_to(game, ATTACK_B)
    assert sums(game, attack("s2", "0803"), {"bonus": 5}, player=S).defender_cm.total == 2 + 5
    go_to(game, ATTACK_A, turn=2)
    assert rules(game, G, attack("g2", "0804", bonus=1)) == ["9.1.7"]


@reading("wb95", "9-07")
@pytest.mark.parametrize(("ruling", "bonuses"), [("no-bonus", 0), ("bonus", 1)])
def test_what_a_surrendered_headquarters_gives_is_a_ruling(ruling: str, bonuses: int) -> None:
    game = field(
        unit("ghq", "0505", "HQ", at={"oos": 13}), FAR, supply={G: []},
        options={"surrendered-headquarters": ruling},
    )  # fmt: skip
    supply_phase(game, G)
    assert where(game, "ghq") == "surrendered"
    assert len(game.state[SIDES][S].bonuses) == bonuses


@reading("wb95", "9-08")
def test_the_columns_serve_eight_hexes_around() -> None:
    game = field(
        unit("g1", "0504"), unit("shq", "0505", "HQ"), unit("g2", "0512"), unit("s2", "0513"),
        unit("s3", "0514"), unit("g3", "0515"), board=sketch(9, 18),
        fortified=["0512", "0513", "0514", "0515"],
    )  # fmt: skip
    game.play(G, move("g1", "0505"))
    go_to(game, ATTACK_A)
    assert rules(game, G, attack("g2", "0513", bonus=5)) == []
    assert rules(game, G, attack("g3", "0514", bonus=1)) == ["9.1.7"]


@reading("wb95", "9-09")
def test_a_lone_headquarters_is_attacked_at_ten_to_one_whatever_its_walls() -> None:
    game = front(
        unit("g1", "0403", sp=1), unit("shq", "0404", "HQ"), fortified=["0404"],
        board=sketch(9, 9, terrain={"0404": "city", "0405": "city"}),
    )  # fmt: skip
    assert odds_of(sums(game, attack("g1", "0404"))) == ("10:1", "10:1")
    rig(game, 6, 6)
    game.play(G, attack("g1", "0404"))
    assert where(game, "shq") == "eliminated"


@reading("wb95", "9-10")
@pytest.mark.parametrize(
    ("hq", "modifier"),
    [(("ghq", "0407"), -1), (("ghq", "0408"), 0), (("shq", "0407"), 1), (("shq", "0408"), 0)],
)
def test_germans_command_four_hexes_off_and_soviets_three(
    hq: tuple[str, str], modifier: int
) -> None:
    game = front(unit("g1", "0403"), unit("g2", "0405"), unit("s1", "0404"), unit(*hq, "HQ"))
    assert sums(game, attack("g1 g2", "0404")).roll.total == modifier


@reading("wb95", "9-11")
@reading("wb95", "9-12")
def test_each_unit_and_gun_must_be_in_range_of_some_headquarters() -> None:
    """ghq reaches g1 and not the gun; ghq2 reaches the gun and not g1."""
    fighting = (unit("g1", "0403"), unit("gun", "0306", "ART", "5,3"), unit("s1", "0404"))
    order = attack("g1", "0404", guns=["gun"])
    alone = front(*fighting, unit("ghq", "0401", "HQ"))
    assert sums(alone, order).roll.total == 0
    both = front(*fighting, unit("ghq", "0401", "HQ"), unit("ghq2", "0309", "HQ"))
    assert sums(both, order).roll.total == -1


@reading("wb95", "9-13")
@reading("wb95", "9-14")
@pytest.mark.parametrize(
    ("posts", "faces", "modified"),
    [
        ({"ghq": "0402", "ghq2": "0303"}, (3, 4), 6),
        ({"ghq": "0402", "shq": "0405"}, (3, 4), 7),
        ({"ghq": "0402"}, (1, 1), 2),
    ],
)
def test_one_off_or_on_and_never_off_the_table(
    posts: dict[str, str], faces: tuple[int, int], modified: int
) -> None:
    hqs = [unit(name, label, "HQ") for name, label in posts.items()]
    game = front(unit("g1", "0403", sp=8), unit("s1", "0404", sp=4), *hqs)
    rig(game, *faces)
    game.play(G, attack("g1", "0404"))
    assert told(game, "combat")[0]["modified"] == modified


@reading("wb95", "9-15")
def test_guns_and_headquarters_without_troops_fall_together() -> None:
    game = field(
        unit("g1", "0504"), unit("shq", "0505", "HQ"), unit("sgun", "0505", "ART", "5,3"), FAR
    )
    game.play(G, move("g1", "0505"))
    assert at(game, "g1").spent == 2 * 12
    assert where(game, "shq") == where(game, "sgun") == "eliminated"


# ---- lines of supply


def lane(*units: dict[str, Any], length: int = 12, road: bool = False, **spec: Any) -> Wb:
    """One dry row between two of swamp; the German base is its west end, the Soviet its east."""
    terrain = {f"{row}{col:02}": "swamp" for row in ("01", "03") for col in range(1, length + 1)}
    terrain |= spec.pop("terrain", {})
    whole = "-".join(f"02{col:02}" for col in range(1, length + 1))
    links = [f"{whole} main"] if road else spec.pop("links", [])
    board: Board = sketch(3, length, terrain=terrain, links=links, sides=spec.pop("sides", []))
    bases = {G: [{"hex": "0201"}], S: [{"hex": f"02{length:02}"}]}
    return field(*units, **{"board": board, "supply": bases, **spec})


def out(game: Wb, side: str = G) -> set[str]:
    """Who is out of supply after a side's Supply Phase."""
    supply_phase(game, side)
    names = [name for name in game.scenario.counters if game.scenario.counters[name].side == side]
    return {name for name in names if at(game, name).oos}


@reading("wb95", "10-01")
def test_only_the_own_supply_phase_looks_at_the_line() -> None:
    game = lane(unit("g1", "0206"), unit("s1", "0312"), road=True)
    go_to(game, MOVE_B)
    step_into(game, "s1", game.board.hex("0203"))
    go_to(game, MOVE_A, turn=2)
    assert at(game, "g1").oos == 0
    step_into(game, "s1", game.board.hex("0312"))
    go_to(game, MOVE_B, turn=2)
    assert at(game, "g1").oos == 0


@reading("wb95", "10-02")
def test_a_road_carries_any_number_any_distance() -> None:
    units = [unit(f"g{col}", f"02{col:02}") for col in range(3, 31, 3)]
    assert (len(units), out(lane(*units, length=30, road=True))) == (10, set())


@reading("wb95", "10-03")
@pytest.mark.parametrize(
    ("name", "hex", "short"),
    [("g1", "0206", 0), ("g1", "0207", 1), ("s1", "0208", 0), ("s1", "0207", 1)],
)
def test_ten_points_for_germans_and_eight_for_soviets(name: str, hex: str, short: int) -> None:
    assert len(out(lane(unit(name, hex)), G if name[0] == "g" else S)) == short


@reading("wb95", "10-04")
@pytest.mark.parametrize(("hex", "short"), [("0209", 0), ("0210", 0), ("0211", 1)])
def test_a_second_road_does_not_renew_the_allowance(hex: str, short: int) -> None:
    roads = ["0201-0202 main", "0205-0206-0207-0208 main"]
    assert len(out(lane(unit("g1", hex), links=roads))) == short


@reading("wb95", "10-05")
@pytest.mark.parametrize(
    ("ground", "hex", "short"),
    [
        ({"terrain": {"0202": "forest", "0203": "forest"}}, "0204", 0),
        ({"terrain": {"0202": "forest", "0203": "forest"}}, "0205", 1),
        ({"sides": ["0201-0202 river"]}, "0205", 0),
        ({"sides": ["0201-0202 river"]}, "0206", 1),
        ({"terrain": {"0203": "swamp"}}, "0204", 1),
    ],
)
def test_a_line_pays_for_ground_as_trucks_do(ground: dict[str, Any], hex: str, short: int) -> None:
    assert len(out(lane(unit("g1", hex), **ground))) == short


@reading("wb95", "10-25")
@pytest.mark.parametrize(("hex", "short"), [("0207", 0), ("0208", 0), ("0209", 1)])
def test_a_road_whose_bridge_is_down_is_paid_for_at_the_river(hex: str, short: int) -> None:
    game = lane(
        unit("g1", hex), links=["0201-0202-0203-0204-0205 main"],
        sides=["0203-0204 river bridge"], bridges_down=["0203-0204"],
    )  # fmt: skip
    assert len(out(game)) == short


@reading("wb95", "10-06")
def test_friends_hand_supply_on_without_a_gap() -> None:
    chain = [unit("g1", "0206"), unit("g2", "0207"), unit("g3", "0208")]
    assert out(lane(*chain)) == set()
    assert out(lane(chain[0], chain[2])) == {"g3"}


def watched(*units: dict[str, Any], enemy: dict[str, Any] | None = None, **spec: Any) -> Wb:
    """A road with one hex, 0205, in the zone of an enemy who stands in 0105."""
    spec |= {"sides": ["0105-0204 big_river"], "terrain": {"0105": "clear"}}
    others = (enemy or unit("s1", "0105"), unit("g0", "0202"))  # g0 keeps the base German
    return lane(*units, *others, road=True, **spec)


@reading("wb95", "10-07")
@pytest.mark.parametrize(
    ("post", "cut"),
    [([], {"g1"}), ([unit("g2", "0205")], set()), ([unit("ghq", "0205", "HQ")], {"g1", "ghq"})],
)
def test_only_a_regular_unit_opens_a_hex_in_an_enemy_zone(
    post: list[dict[str, Any]], cut: set[str]
) -> None:
    assert out(watched(unit("g1", "0208"), *post)) == cut


@reading("wb95", "10-08")
def test_a_headquarters_in_an_enemy_zone_has_no_line_itself() -> None:
    assert out(watched(unit("ghq", "0205", "HQ"))) == {"ghq"}
    assert out(watched(unit("g1", "0205"))) == set()


@reading("wb95", "10-09")
@pytest.mark.parametrize(
    ("enemy", "cut"),
    [
        (unit("sgun", "0105", "ART", "5,3"), {"g1"}),
        (unit("sgun", "0105", "ART", "5,3", at={"transport": True}), set()),
        (unit("shq", "0105", "HQ"), set()),
    ],
)
def test_guns_in_battery_cut_a_line_and_limbered_ones_do_not(
    enemy: dict[str, Any], cut: set[str]
) -> None:
    assert out(watched(unit("g1", "0208"), enemy=enemy)) == cut


@reading("wb95", "10-10")
@pytest.mark.parametrize(("owner", "cut"), [(S, {"g1"}), (G, set())])
def test_an_empty_enemy_town_cuts_lines_and_stops_nobody(owner: str, cut: set[str]) -> None:
    game = lane(
        unit("g1", "0208"), unit("g2", "0203"), road=True, terrain={"0105": "town"},
        control={owner: ["0105"]},
    )  # fmt: skip
    assert rules(game, G, move("g2", "0204", "0205", "0206")) == []
    assert out(game) == cut


@reading("wb95", "10-11")
@reading("wb95", "10-21")
@pytest.mark.parametrize(
    ("others", "cut"),
    [
        ([unit("s1", "0201")], {"g1"}),
        ([unit("s1", "0101")], {"g1"}),
        ([unit("s1", "0101"), unit("g2", "0201")], set()),
    ],
)
def test_a_base_is_closed_by_enemies_and_their_zones(
    others: list[dict[str, Any]], cut: set[str]
) -> None:
    assert out(lane(unit("g1", "0208"), *others, road=True, control={G: ["0201"]})) == cut


@reading("wb95", "10-22")
def test_into_a_swamp_only_friends_hand_supply_on() -> None:
    assert out(lane(unit("g1", "0103"), road=True)) == {"g1"}
    assert out(lane(unit("g1", "0103"), unit("g2", "0203"), road=True)) == set()
