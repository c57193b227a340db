"""A second reading of WB-95, chapters 10 to 13: hunger, arrivals, marches, concentration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.movement import movement
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.afterwards import back, chase, fight
from tests.systems.wb95.combat.battles import attack, front, sums
from tests.systems.wb95.course import go_to, supply_phase
from tests.systems.wb95.field import (
    ATTACK_B,
    MOVE_A,
    STRATEGIC_A,
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
OUT = {"oos": 1}


def move(name: str, *path: str, **more: Any) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": list(path), **more}


# ---- want of supply


@reading("wb95", "10-12")
def test_a_level_comes_once_and_does_not_rise_by_itself() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0303", at={"oos": 3}), FAR, supply={G: []})
    rig(game, 3, 4)
    supply_phase(game, G)
    assert (at(game, "g1").oos, at(game, "g2").oos) == (1, 3)


@reading("wb95", "10-13")
def test_attack_and_movement_are_halved_unit_by_unit_and_defence_is_not() -> None:
    troops = (
        unit("g1", "0403", "ARM", sp=5, at=OUT), unit("g2", "0403", sp=3, at=OUT),
        unit("s1", "0404"),
    )  # fmt: skip
    assert sums(front(*troops), attack("g1 g2", "0404")).attack.total == 5
    later = front(*troops, phase=ATTACK_B)
    assert sums(later, attack("s1", "0403"), player=S).defence.total == 8
    for ruling, half in (("exact", Fraction(7, 2)), ("rounded-up", 4)):
        game = field(*troops, options={"halved-movement": ruling})
        assert movement.allowance(game, "g1").total == half
        assert movement.allowance(game, "g2").total == 2


@reading("wb95", "10-14")
def test_each_full_effort_costs_a_level_at_once() -> None:
    game = field(unit("g1", "0501", at=OUT), unit("s1", "0505"), fortified=["0505"])
    assert rules(game, G, move("g1", "0502", "0503", "0504")) == ["3.1.5"]
    game.play(G, move("g1", "0502", "0503", "0504", full=True))
    assert at(game, "g1").oos == 2
    fight(game, "- / D1", "g1", "0505", full=["g1"])
    game.play(S, back(s1="0506"))
    game.play(G, chase())
    assert at(game, "g1").oos == 3


@reading("wb95", "10-15")
def test_one_step_is_always_open_without_a_level() -> None:
    board = sketch(9, 9, terrain={"0503": "forest"}, sides=["0502-0503 river"])
    game = field(unit("g1", "0502", at=OUT), FAR, board=board)
    assert rules(game, G, move("g1", "0503", "0504")) == ["3.1.5"]
    game.play(G, move("g1", "0503"))
    assert (where(game, "g1"), at(game, "g1").oos) == ("0503", 1)


@reading("wb95", "10-16")
def test_a_failed_attack_and_a_lost_defence_cost_a_level_each() -> None:
    game = field(unit("g1", "0501", cel=3, at=OUT), unit("s1", "0505"), fortified=["0505"])
    game.play(G, move("g1", "0502", "0503", "0504", full=True))
    fight(game, "-1 / -1", "g1", "0505", full=["g1"])
    assert at(game, "g1").oos == 4
    fight(game, "- / D1", "s1", "0504", by=S)
    game.play(G, back({"g1": 1}))
    assert (where(game, "g1"), at(game, "g1").oos) == ("0504", 5)


@reading("wb95", "10-17")
@pytest.mark.parametrize(
    ("result", "germans", "soviets"), [("- / -1", 0, 1), ("- / D2", 0, 0), ("- / D1", 1, 0)]
)
def test_losses_alone_success_and_supplied_units_raise_nothing(
    result: str, germans: int, soviets: int
) -> None:
    game = front(
        unit("g1", "0403", at={"oos": germans}), unit("s1", "0404", at={"oos": soviets})
    )  # fmt: skip
    fight(game, result, "g1", "0404")
    if "D" in result:
        game.play(S, back(s1="0405 0406" if "2" in result else "0405"))
        game.play(G, chase())
    assert (at(game, "g1").oos, at(game, "s1").oos) == (germans, soviets)


@reading("wb95", "10-18")
@pytest.mark.parametrize(
    ("level", "faces", "gone"), [(3, (1, 1), True), (3, (1, 2), False), (2, (1, 1), False)]
)
def test_a_unit_surrenders_if_its_level_is_above_the_roll(
    level: int, faces: tuple[int, int], gone: bool
) -> None:
    game = field(unit("g1", "0505", at={"oos": level}), FAR, supply={G: []})
    rig(game, *faces)
    supply_phase(game, G)
    assert (where(game, "g1") == "surrendered") == gone


@reading("wb95", "10-19")
def test_who_has_its_line_again_is_relieved_and_does_not_test() -> None:
    game = field(unit("g1", "0502", at={"oos": 9}), FAR, supply={G: [{"hex": "0501"}]})
    rig(game, 1, 1)
    supply_phase(game, G)
    assert (at(game, "g1").oos, told(game, "surrender test")) == (5, [])


@reading("wb95", "10-20")
def test_four_levels_a_phase_and_no_credit() -> None:
    units = [unit(f"g{n}", "0502", cel=1, at={"oos": n}) for n in (5, 4, 3)]
    game = field(*units, FAR, supply={G: [{"hex": "0501"}]})
    supply_phase(game, G)
    assert [at(game, f"g{n}").oos for n in (5, 4, 3)] == [1, 0, 0]
    assert [movement.allowance(game, f"g{n}").total for n in (5, 4)] == [2, 4]
    supply_phase(game, G)
    assert at(game, "g5").oos == 0
    step_into(game, "s9", game.board.hex("0501"))
    supply_phase(game, G)
    assert at(game, "g3").oos == 1


@reading("wb95", "10-23")
@pytest.mark.parametrize(("full", "total", "level"), [([], 4 + 3, 1), (["gun"], 4 + 5, 2)])
def test_guns_are_halved_too_and_not_blamed_from_afar(
    full: list[str], total: int, level: int
) -> None:
    game = front(unit("g1", "0403"), unit("gun", "0402", "ART", "5,3", at=OUT), unit("s1", "0404"))
    order = {"guns": ["gun"], "full": full}
    assert sums(game, attack("g1", "0404", **order)).attack.total == total
    fight(game, "- / -", "g1", "0404", **order)
    assert at(game, "gun").oos == level


@reading("wb95", "10-24")
def test_disorder_and_hunger_halve_twice() -> None:
    hungry = unit("g1", "0403", sp=8, at={"oos": 1, "disorganised": 0})
    enemy = unit("s1", "0404")
    assert sums(front(hungry, enemy), attack("g1", "0404")).attack.total == 2
    later = front(hungry, enemy, phase=ATTACK_B)
    assert sums(later, attack("s1", "0403"), player=S).defence.total == 4


# ---- reinforcements

ZONES = "ABCDEFGHIJ"
TEN = {G: [{"id": z, "hexes": [f"{2 * i + 1:02}01"]} for i, z in enumerate(ZONES)]}


def edge(*units: dict[str, Any], turn: int = 1, **spec: Any) -> Wb:
    """Zones A to J down the western edge; whoever is off the map is due at C, hex 0501."""
    names = [item["row"]["id"] for item in units if item["hex"] is None]
    rows = [{"turn": turn, "zone": "C", "units": names}] if names else []
    board = {"terrain": spec.pop("terrain", {}), "links": spec.pop("links", ())}
    base = {"entry_zones": TEN, "supply": {G: [{"edge": "west"}], S: [{"edge": "east"}]}}
    return field(*units, board=sketch(20, 9, **board), reinforcements=rows, **{**base, **spec})


def enter(name: str, zone: str = "C", *path: str) -> dict[str, Any]:
    label = f"{2 * ZONES.index(zone) + 1:02}01"
    return {"do": "enter", "units": [name], "zone": zone, "hex": label, "path": list(path)}


@reading("wb95", "11-01")
def test_from_their_turn_on_at_their_zone() -> None:
    game = edge(unit("g1", None), turn=2)
    assert rules(game, G, enter("g1")) == ["11.1.1"]
    go_to(game, MOVE_A, turn=2)
    assert rules(game, G, {**enter("g1"), "hex": "0601"}) == ["11.1.2"]
    assert rules(game, G, enter("g1")) == []
    go_to(game, MOVE_A, turn=3)
    assert rules(game, G, enter("g1")) == []


@reading("wb95", "11-02")
def test_in_the_strategic_phase_with_two_points_fewer() -> None:
    game = edge(unit("g1", None))
    go_to(game, STRATEGIC_A)
    assert rules(game, G, enter("g1", "C", "0502", "0503")) == ["3.1.5"]
    game.play(G, enter("g1", "C", "0502"))
    assert where(game, "g1") == "0502"


@reading("wb95", "11-03")
def test_enemy_control_closes_a_zone_and_his_zone_of_control_does_not() -> None:
    lost = edge(unit("g1", None), control={S: ["0501"]})
    assert rules(lost, G, enter("g1")) == ["11.1.4"]
    watched = edge(unit("g1", None), unit("s1", "0502"), control={G: ["0501"]})
    watched.play(G, enter("g1"))
    assert rules(watched, G, move("g1", "0601")) == ["4.2.1"]


def columns(**spec: Any) -> Wb:
    """Ten regiments of two levels and 4 MP are due at C."""
    return edge(*[unit(f"g{i}", None) for i in range(10)], **spec)


def paid(game: Wb, name: str, *path: str) -> int:
    """What the entry hex and the way on cost a unit, in twelfths."""
    game.play(G, enter(name, "C", *path))
    return at(game, name).spent


@reading("wb95", "11-04")
def test_later_columns_wait_though_the_hex_is_free_again() -> None:
    game = columns(terrain={"0501": "forest"})
    for i in range(4):
        assert paid(game, f"g{i}", "0502") == (2 + 1) * 12
    for i in range(4, 8):
        assert paid(game, f"g{i}") == 4 * 12
    assert "11.1.5" in rules(game, G, enter("g8", "C", "0502"))


@reading("wb95", "11-05")
def test_columns_on_a_main_road() -> None:
    game = columns(links=["0501-0502-0503 main"])
    assert [paid(game, f"g{i}", "0502") for i in range(4)] == [6 + 6] * 4
    assert [paid(game, f"g{i}", "0502", "0503") for i in range(4, 8)] == [12 + 6 + 6] * 4
    assert [paid(game, f"g{i}") for i in range(8, 10)] == [18] * 2


@reading("wb95", "11-06")
def test_eight_levels_are_one_column() -> None:
    game = columns()
    assert [paid(game, f"g{i}") for i in range(4)] == [12] * 4


@reading("wb95", "11-07")
def test_the_next_zone_for_half_the_points_exactly() -> None:
    game = edge(unit("g1", None, "ARM"), unit("g2", None))
    assert rules(game, G, enter("g1", "E")) == ["11.2.1"]
    way = ["0702", "0703", "0704"]
    assert rules(game, G, enter("g1", "D", *way)) == ["3.1.5"]
    game.play(G, enter("g1", "D", *way[:2]))
    assert movement.budget(game, "g1") == 6, "half of 7 less three hexes"
    assert rules(game, G, enter("g2", "B", "0302", "0303")) == ["3.1.5"]
    assert rules(game, G, enter("g2", "B", "0302")) == []


def open_to(game: Wb) -> str:
    """The zones through which g1 may enter now with all its points."""
    far = {z: enter("g1", z, *[f"{2 * i + 1:02}{c:02}" for c in range(2, 8)])
           for i, z in enumerate(ZONES)}  # fmt: skip
    return "".join(z for z, order in far.items() if not rules(game, G, order))


@reading("wb95", "11-08")
def test_three_zones_for_each_turn_of_waiting() -> None:
    found = []
    for legs in ("A", "B", "D", "E", "F", "FG", "FI", "FIJ"):
        game = edge(unit("g1", None, "ARM"))
        for turn, zone in enumerate(legs, 2):
            game.play(G, {"do": "shift", "units": ["g1"], "zone": zone})
            assert rules(game, G, enter("g1", zone)) == ["11.1.1"], "not in the same phase"
            go_to(game, MOVE_A, turn=turn)
        found.append(open_to(game))
    assert found == ["A", "B", "D", "E", "F", "G", "I", "J"]
    game = edge(unit("g1", None, "ARM"))
    assert rules(game, G, {"do": "shift", "units": ["g1"], "zone": "G"}) == ["11.2.2"]


@reading("wb95", "11-09")
def test_who_leaves_comes_back_in_the_next_movement_phase() -> None:
    game = edge(unit("g1", "0501", "ARM"))
    game.play(G, {"do": "exit", "units": ["g1"]})
    go_to(game, STRATEGIC_A)
    assert rules(game, G, enter("g1")) == ["11.1.1"]
    go_to(game, MOVE_A, turn=2)
    assert open_to(game) == "C"


@reading("wb95", "11-10")
def test_without_zones_each_road_off_the_map_is_one() -> None:
    game = field(
        unit("g1", "0301"), unit("g2", "0501"), FAR, board=sketch(9, 9, exits={"0501": "main"}),
        entry_zones={G: {"edge": "west"}},
    )  # fmt: skip
    assert rules(game, G, {"do": "exit", "units": ["g1"]}) == ["11.2.3"]
    assert rules(game, G, {"do": "exit", "units": ["g2"]}) == []


# ---- strategic movement


def mark(*names: str) -> dict[str, Any]:
    return {"do": "mark", "units": list(names)}


def marked(*units: dict[str, Any], **spec: Any) -> Wb:
    """g1 was marked, and the Strategic Movement Phase has come."""
    game = field(*units, **spec)
    game.play(G, mark("g1"))
    go_to(game, STRATEGIC_A)
    return game


@reading("wb95", "12-01")
def test_only_marked_units_march() -> None:
    game = marked(unit("g1", "0502"), unit("g2", "0502"), FAR)
    assert rules(game, G, move("g1", "0503")) == []
    assert rules(game, G, move("g2", "0503")) == ["12.1.4"]


@reading("wb95", "12-02")
def test_whoever_did_anything_is_not_marked() -> None:
    game = field(
        unit("g1", "0502"), unit("g2", "0302"), unit("gun", "0702", "ART", "5,3"), FAR
    )  # fmt: skip
    game.play(G, move("g1", "0503"))
    game.play(G, {"do": "dig", "unit": "g2"})
    game.play(G, {"do": "setup", "units": ["gun"]})
    for name in ("g1", "g2", "gun"):
        assert rules(game, G, mark(name)) == ["12.1.2"]


@reading("wb95", "12-03")
@pytest.mark.parametrize("order", [attack("g1", "0404"), attack("g2", "0404", guns=["g1"])])
def test_who_fought_does_not_march(order: dict[str, Any]) -> None:
    """s1 is driven off, so that only the fight keeps g1, which attacks or supports."""
    game = field(
        unit("g1", "0403", "ART", "4,2", move="tracked"), unit("g2", "0403"), unit("s1", "0404"),
        fortified=["0403", "0404"],
    )  # fmt: skip
    game.play(G, mark("g1"))
    fight(game, "- / D2", " ".join(order["units"]), guns=order.get("guns", []), targets="0404")
    game.play(S, back(s1="0405 0406"))
    game.play(G, chase())
    go_to(game, STRATEGIC_A)
    assert rules(game, G, move("g1", "0402")) == ["12.1.2"]


@reading("wb95", "12-04")
@pytest.mark.parametrize(("result", "refused"), [("- / -2", []), ("- / -", ["12.2.1"])])
def test_the_zone_counts_when_the_unit_marches(result: str, refused: list[str]) -> None:
    game = field(
        unit("g1", "0403"), unit("g2", "0405"), unit("s1", "0404"), fortified=["0403", "0405"]
    )
    game.play(G, mark("g1"))
    fight(game, result, "g2", "0404")
    go_to(game, STRATEGIC_A)
    assert rules(game, G, move("g1", "0402")) == refused


@reading("wb95", "12-05")
def test_no_march_into_an_enemy_zone_friend_or_not() -> None:
    game = marked(
        unit("g1", "0503"), unit("g2", "0504"), unit("s1", "0505"), fortified=["0504", "0505"]
    )
    assert rules(game, G, move("g1", "0504")) == ["12.2.2"]
    assert rules(game, G, move("g1", "0403", "0404")) == ["12.2.2"]


@reading("wb95", "12-06")
def test_two_points_fewer_and_one_step_always() -> None:
    game = marked(unit("g1", "0502"), FAR)
    assert rules(game, G, move("g1", "0503", "0504")) == []
    assert rules(game, G, move("g1", "0503", "0504", "0505")) == ["3.1.5"]
    board = sketch(9, 9, terrain={"0503": "forest"}, sides=["0502-0503 river"])
    hard = marked(unit("g1", "0502"), FAR, board=board)
    hard.play(G, move("g1", "0503"))
    assert at(hard, "g1").spent == 2 * 12
    staff = marked(unit("g1", "0501", "HQ"), FAR)
    assert rules(staff, G, move("g1", "0502", "0503", "0504", "0505")) == []
    assert rules(staff, G, move("g1", "0502", "0503", "0504", "0505", "0506")) == ["3.1.5"]


@reading("wb95", "12-07")
def test_a_full_hex_is_passed_and_not_joined() -> None:
    game = marked(unit("g1", "0502"), *[unit(f"gs{i}", "0503") for i in range(4)], FAR)
    assert rules(game, G, move("g1", "0503")) == ["3.2.1"]
    assert rules(game, G, move("g1", "0503", "0504")) == []


@reading("wb95", "12-08")
def test_halved_first_and_two_fewer_then() -> None:
    for ruling, left in (("exact", Fraction(3, 2)), ("rounded-up", 2)):
        tanks = unit("g1", "0502", "ARM", at=OUT)
        game = marked(tanks, FAR, options={"halved-movement": ruling})
        assert movement.allowance(game, "g1").total == left


# ---- tactical concentration


def division(name: str, count: int, hex: str = "0403", side: str = "g", type: str = "INF") -> Any:
    return [
        unit(f"{side}{name}{i}", hex, type, formation=name, cel=1) for i in range(count)
    ]  # fmt: skip


def gained(*groups: list[dict[str, Any]]) -> Any:
    """The columns that these gain when all attack 0404."""
    everybody = [item for group in groups for item in group]
    names = " ".join(item["row"]["id"] for item in everybody)
    return sums(front(*everybody, unit("s1", "0404")), attack(names, "0404")).attacker_cm.total


@reading("wb95", "13-01")
def test_every_three_of_a_division_wherever_they_stand() -> None:
    found = [
        gained(division("A", n), division("A", m, "0405", "gx"))
        for n, m in ((1, 1), (2, 1), (3, 2), (4, 2))
    ]
    assert found == [0, 1, 1, 2]


@reading("wb95", "13-02")
@pytest.mark.parametrize(
    ("sizes", "cms"), [((2, 2, 2), 0), ((3, 3, 3), 3), ((4, 2), 1)]
)  # fmt: skip
def test_each_division_by_itself(sizes: tuple[int, ...], cms: int) -> None:
    hexes = ("0403", "0405", "0305")
    groups = [division("ABC"[i], size, hexes[i]) for i, size in enumerate(sizes)]
    assert gained(*groups) == cms


@reading("wb95", "13-03")
@pytest.mark.parametrize(
    ("type", "side", "cms"), [("CAV", "s", 0), ("INF", "s", 0), ("ARM", "s", 1), ("CAV", "g", 1)]
)
def test_of_soviets_only_armoured_corps(type: str, side: str, cms: int) -> None:
    troops = division("A", 3, "0403", side, type)
    enemy = unit("s1" if side == "g" else "g1", "0404")
    names = " ".join(item["row"]["id"] for item in troops)
    phase, player = (ATTACK_B, S) if side == "s" else (4, G)
    game = front(*troops, enemy, phase=phase)
    assert sums(game, attack(names, "0404"), player=player).attacker_cm.total == cms


@reading("wb95", "13-04")
def test_defenders_gain_by_it_unasked() -> None:
    game = front(*division("A", 3), unit("s1", "0404"), phase=ATTACK_B)
    assert sums(game, attack("s1", "0403"), player=S).defender_cm.total == 1


@reading("wb95", "13-05")
@pytest.mark.parametrize(
    ("third", "cms"),
    [
        (unit("gun", "0402", "ART", "5,3", formation="A", organic="yes"), 1),
        (unit("gun", "0402", "ART", "5,3"), 0),
        (unit("ghq", "0403", "HQ"), 0),
    ],
)
def test_the_divisions_own_guns_count_from_afar(third: dict[str, Any], cms: int) -> None:
    game = front(*division("A", 2), third, unit("s1", "0404"))
    guns = ["gun"] if third["row"]["id"] == "gun" else []
    assert sums(game, attack("gA0 gA1", "0404", guns=guns)).attacker_cm.total == cms
