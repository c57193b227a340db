"""A second reading of WB-95, chapters 14 and 15: bridges, and special units."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS
from tests.systems.wb95.air.sky import mission, orders, raid
from tests.systems.wb95.combat.afterwards import asked, back, chase, fight, lose
from tests.systems.wb95.combat.battles import attack, defence_rules, front, odds_of, sums
from tests.systems.wb95.course import go_to, supply_phase
from tests.systems.wb95.field import (
    ATTACK_A,
    ATTACK_B,
    MOVE_A,
    MOVE_B,
    STRATEGIC_A,
    at,
    field,
    rig,
    rules,
    unit,
    where,
)
from tests.systems.wb95.works.crossing import SUPPLIED, bridge, river

reading = pytest.mark.reading
G, S = "german", "soviet"
SPAN = "0202-0203"


def move(name: str, *path: str) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": list(path)}


def blow(name: str) -> dict[str, Any]:
    return {"do": "blow", "unit": name, "bridge": SPAN}


def rebuild(name: str) -> dict[str, Any]:
    return {"do": "rebuild", "unit": name, "bridge": SPAN}


def build(name: str = "ghq", to: str = "0203") -> dict[str, Any]:
    return {"do": "bridge", "unit": name, "to": to}


def intact(game: Wb) -> bool:
    found = bridge(game, SPAN)
    return found is not None and found.intact


# ---- bridges


@reading("wb95", "14-01")
def test_guns_shoot_bridges_beside_them_and_what_is_down_carries_nothing() -> None:
    board = river(links=["0202-0203 main"])
    game = front(unit("gun", "0202", "ART", "5,3"), unit("g1", "0202"), board=board, **SUPPLIED)
    rig(game, 1, 2)
    game.play(G, {"do": "shell-bridge", "guns": ["gun"], "bridge": SPAN})
    assert not intact(game)
    go_to(game, MOVE_A, turn=2)
    game.play(G, move("g1", "0203"))
    assert at(game, "g1").spent == (1 + 1) * 12, "over the river without road or bridge"


@reading("wb95", "14-02")
def test_who_was_first_keeps_a_bridge_until_he_is_gone() -> None:
    game = field(unit("g1", "0203"), unit("g2", "0205"), unit("s1", "0101"), board=river())
    seen = []
    for name, to in (("", ""), ("s1", "0202"), ("g1", "0204"), ("g2", "0203"), ("s1", "0101")):
        if name:
            step_into(game, name, game.board.hex(to))
        found = bridge(game, SPAN)
        seen.append(found.controller if found else None)
    assert seen == [G, G, S, S, G]


@reading("wb95", "14-03")
def test_only_who_controls_a_bridge_blows_it() -> None:
    game = field(unit("g1", "0203"), unit("s1", "0101"), board=river(), **SUPPLIED)
    step_into(game, "s1", game.board.hex("0202"))
    assert rules(game, G, blow("g1")) == []
    later = field(
        unit("g1", "0203"), unit("s1", "0101"), board=river(), phase=MOVE_B, **SUPPLIED
    )  # fmt: skip
    step_into(later, "s1", later.board.hex("0202"))
    assert rules(later, S, blow("s1")) == ["14.1.4"]


@reading("wb95", "14-04")
def test_troops_and_headquarters_blow_a_bridge_for_one_point() -> None:
    game = field(
        unit("g1", "0201", mp=2), unit("ghq", "0202", "HQ"), unit("g2", "0201"),
        unit("gun", "0202", "ART", "5,3", at={"transport": True}), board=river(),
    )  # fmt: skip
    game.play(G, move("g1", "0202"))
    assert rules(game, G, blow("ghq")) == []
    assert rules(game, G, blow("gun")) == rules(game, G, blow("g2")) == ["14.2.1"]
    game.play(G, blow("g1"))
    assert (intact(game), at(game, "g1").spent) == (False, 2 * 12)


@reading("wb95", "14-05")
def test_who_has_run_into_a_zone_blows_nothing() -> None:
    game = field(
        unit("g1", "0201"), unit("g2", "0202"), unit("s1", "0203"), unit("g3", "0102"),
        board=river(),
    )  # fmt: skip
    step_into(game, "s1", game.board.hex("0205"))
    step_into(game, "s1", game.board.hex("0203"))  # now the Germans were first
    game.play(G, move("g1", "0202"))
    assert rules(game, G, blow("g1")) == ["4.2.1"]
    assert rules(game, G, blow("g2")) == []


def downed(*units: dict[str, Any], **spec: Any) -> Wb:
    """The bridge of a river is down; the board is wide enough for headquarters out of range."""
    board = sketch(5, 12, sides=["0206-0207 river bridge"])
    return field(*units, board=board, bridges_down=["0206-0207"], **spec)


@reading("wb95", "14-06")
@pytest.mark.parametrize(
    ("name", "hq", "refused"),
    [
        ("g1", "0202", []),
        ("g1", "0201", ["14.2.2"]),
        ("s1", "0203", []),
        ("s1", "0202", ["14.2.2"]),
        ("ghq", "0206", []),
    ],
)
def test_bridges_are_rebuilt_in_range_of_a_headquarters(
    name: str, hq: str, refused: list[str]
) -> None:
    side = G if name[0] == "g" else S
    builder = [] if name == "ghq" else [unit(name, "0206")]
    game = downed(
        *builder, unit(f"{name[0]}hq", hq, "HQ"), phase=MOVE_A if side == G else MOVE_B
    )  # fmt: skip
    assert rules(game, side, {**rebuild(name), "bridge": "0206-0207"}) == refused


@reading("wb95", "14-06")
def test_rebuilding_takes_three_points_and_no_guns() -> None:
    order = {"do": "rebuild", "bridge": "0206-0207"}
    game = downed(
        unit("g1", "0205"), unit("g2", "0204"), unit("ghq", "0206", "HQ"),
        unit("gun", "0206", "ART", "5,3", at={"transport": True}),
    )  # fmt: skip
    game.play(G, move("g1", "0206"))
    game.play(G, move("g2", "0205", "0206"))
    for name, refused in (("gun", ["14.2.2"]), ("g2", ["14.2.2"]), ("g1", [])):
        assert rules(game, G, {**order, "unit": name}) == refused


@reading("wb95", "14-07")
@reading("wb95", "14-09")
def test_only_big_rivers_get_new_bridges_by_whoever_stood_there() -> None:
    small = ready(board=river("river", bridges=()))
    assert rules(small, G, rebuild("g1")) == ["14.2.3"]
    assert rules(small, G, build()) != []
    game = ready(unit("ghq2", "0101", "HQ"))
    game.play(G, move("ghq2", "0102"))
    assert "14.3.2a" in rules(game, G, build("ghq2", "0103"))
    twin = ready(unit("ghq2", "0101", "HQ"))
    twin.play(G, move("ghq2", "0102"))
    game.play(G, build())
    assert rules(game, G, move("ghq", "0201")) == ["14.3.4"]
    assert game.view(S) == twin.view(S)
    assert len(game.events_for(S)) == len(twin.events_for(S))


def ready(*more: dict[str, Any], **spec: Any) -> Wb:
    """Turn 2: an HQ and a regiment have stood at the big river since the last Supply Phase."""
    base = {"board": river("big_river", bridges=()), **SUPPLIED}
    game = field(unit("ghq", "0202", "HQ"), unit("g1", "0202"), *more, **{**base, **spec})
    go_to(game, MOVE_A, turn=2)
    return game


@reading("wb95", "14-08")
def test_a_bridge_over_a_big_river_takes_three_points() -> None:
    game = field(unit("g1", "0201"), unit("g2", "0201", mp=3), board=river("big_river"))
    game.play(G, move("g1", "0202"))
    game.play(G, move("g2", "0202"))
    assert rules(game, G, blow("g2")) == ["14.3.1"]
    game.play(G, blow("g1"))
    assert (intact(game), at(game, "g1").spent) == (False, 4 * 12)


@reading("wb95", "14-10")
def test_the_bridge_stands_a_turn_later_and_the_headquarters_is_spent() -> None:
    game = ready()
    game.play(G, build())
    go_to(game, MOVE_A, turn=3)
    assert intact(game)
    assert rules(game, G, move("g1", "0203")) == []
    assert rules(game, G, move("ghq", "0201")) == ["4.2.1"]


@reading("wb95", "14-11")
@pytest.mark.parametrize(("held", "stands"), [(False, False), (True, True)])
def test_an_enemy_zone_over_the_far_bank_needs_troops_on_both(held: bool, stands: bool) -> None:
    game = ready(unit("g2", "0301"), unit("s1", "0105"), fortified=[])
    if held:
        step_into(game, "g2", game.board.hex("0203"))
    game.play(G, build())
    go_to(game, MOVE_B, turn=2)
    step_into(game, "s1", game.board.hex("0204"))
    while (game.turn, game.clock.step + 1) < (3, MOVE_A):
        if "Attack" in game.phase and rules(game, str(game.to_act), {"do": "end"}):
            units, target = ("s1", "0203") if game.to_act == S else ("g2", "0204")
            fight(game, "- / -", units, target, by=str(game.to_act))
        else:
            decision = game.decisions[0]
            game.play(decision.player, decision.ask.default or {"do": "end"})
    assert intact(game) == stands


@reading("wb95", "14-12")
def test_one_headquarters_one_bridge_and_it_stays() -> None:
    game = ready(unit("ghq2", "0202", "HQ"))
    game.play(G, build())
    assert rules(game, G, build("ghq2")) == ["14.3.3"]
    assert rules(game, G, build("ghq", "0103")) != []
    assert rules(game, G, move("ghq", "0201")) == ["14.3.4"]


@reading("wb95", "14-13")
def test_a_headquarters_at_work_does_not_retreat() -> None:
    game = ready(unit("s1", "0105"))
    game.play(G, build())
    go_to(game, MOVE_B, turn=2)
    step_into(game, "s1", game.board.hex("0302"))
    fight(game, "- / D1", "s1", "0202", by=S)
    assert "ghq" in game.state[WORKS]
    assert rules(game, G, back(g1="0102", ghq="0102")) == ["14.3.4"]
    game.play(G, back(g1="0102"))
    game.play(S, chase())
    assert (where(game, "g1"), where(game, "ghq")) == ("0102", "0202")


@reading("wb95", "14-14")
def test_fire_and_bombs_fall_on_any_bridge() -> None:
    board = sketch(9, 9, sides=["0503-0504 river bridge"])
    troops = (unit("gun", "0501", "ART", "5,3"), unit("s1", "0504"))
    shell = {"do": "shell-bridge", "guns": ["gun"], "bridge": "0503-0504"}
    assert rules(front(*troops, board=board), G, shell) == []
    bomb = orders(mission("bridge", "0503 0504", "german-air-1"))
    assert rules(raid(4, units=troops, board=board), G, bomb) == []


@reading("wb95", "14-15")
def test_a_headquarters_pursues_to_the_river_and_bridges_it() -> None:
    board = sketch(5, 9, sides=["0304-0305 big_river"])
    game = front(
        unit("g1", "0303"), unit("ghq", "0303", "HQ"), unit("s1", "0304"), board=board, **SUPPLIED
    )
    fight(game, "- / D1", "g1", "0304")
    game.play(S, back(s1="0404"))
    assert asked(game) == "pursue"
    game.play(G, chase(g1="0304", ghq="0304"))
    go_to(game, MOVE_B)
    game.play(S, move("s1", "0405"))
    go_to(game, MOVE_A, turn=2)
    assert rules(game, G, build("ghq", "0305")) == []


@reading("wb95", "12-09")
@pytest.mark.rule("wb95", "12.1.2")
def test_a_headquarters_that_pursued_does_not_march_as_well() -> None:
    game = field(
        unit("g1", "0503"), unit("ghq", "0503", "HQ"), unit("s1", "0504"),
        fortified=["0503", "0504"],
    )  # fmt: skip
    game.play(G, {"do": "mark", "units": ["ghq"]})
    fight(game, "- / D2", "g1", "0504")
    game.play(S, back(s1="0505 0506"))
    game.play(G, chase(g1="0504", ghq="0504"))
    go_to(game, STRATEGIC_A)
    assert rules(game, G, move("ghq", "0503")) == ["12.1.2"]


@reading("wb95", "12-09")
@pytest.mark.rule("wb95", "5.1.1")
def test_a_headquarters_pursues_once_in_a_phase() -> None:
    """It follows g1 to 0504, where g2 stands, who fights next."""
    game = front(
        unit("g1", "0403"), unit("ghq", "0403", "HQ"), unit("s1", "0404"),
        unit("g2", "0505"), unit("s2", "0506"), fortified=["0403", "0404", "0505", "0506"],
    )  # fmt: skip
    fight(game, "- / D2", "g1", "0404")
    game.play(S, back(s1="0305 0205"))
    game.play(G, chase(g1="0404 0505", ghq="0404 0505"))
    fight(game, "- / D1", "g2", "0506")
    game.play(S, back(s2="0507"))
    assert rules(game, G, chase(g2="0506", ghq="0506")) == ["5.4.1"]
    assert rules(game, G, chase(g2="0506")) == []


# ---- special units


def duel(mine: dict[str, Any], theirs: dict[str, Any], **spec: Any) -> Wb:
    return front(unit("g1", "0403", **mine), unit("s1", "0404", **theirs), **spec)


def columns(game: Wb, mine: bool = True, theirs: bool = True) -> tuple[Any, Any]:
    """What the stars of both sides give them."""
    order = attack("g1", "0404", **({"stars": ["g1"]} if mine else {}))
    found = sums(game, order, {"stars": ["s1"]} if theirs else {})
    return found.attacker_cm.total, found.defender_cm.total


ARM = {"type": "ARM"}


@reading("wb95", "15-01")
def test_a_black_star_needs_an_enemy_in_the_open_only_to_attack() -> None:
    black = {"stars": "black:1"}
    assert columns(duel(black, {}), theirs=False) == (1, 0)
    dug = duel(black, {}, fortified=["0404"])
    assert rules(dug, G, attack("g1", "0404", stars=["g1"])) == ["15.1.2"]
    home = duel({}, black, fortified=["0404"])
    assert columns(home, mine=False) == (0, 2 + 1)


@reading("wb95", "15-02")
def test_a_white_star_must_be_used_and_needs_armour_to_cancel_a_black_one() -> None:
    white, black = {"stars": "white:1"}, {"stars": "black:1"}
    game = duel(ARM | black, white)
    assert columns(game) == (0, 1)
    assert columns(game, theirs=False) == (1, 0)
    infantry = duel(black, white)
    order = attack("g1", "0404", stars=["g1"])
    assert defence_rules(infantry, order, {"stars": ["s1"]}) == ["15.1.2"]
    assert columns(infantry, theirs=False) == (1, 0)


@reading("wb95", "15-03")
def test_a_yellow_star_attacks_until_a_black_one_shines() -> None:
    yellow, black = {"stars": "yellow:1"}, {"stars": "black:1"}
    assert columns(duel(yellow, {}), theirs=False) == (1, 0)
    assert columns(duel(yellow, black)) == (0, 1)
    order = attack("g1", "0404")
    assert defence_rules(duel({}, yellow), order, {"stars": ["s1"]}) == ["15.1.2"]


@reading("wb95", "15-04")
def test_one_white_star_puts_out_three_black_ones_and_no_blue() -> None:
    white = {"stars": "white:1"}
    assert columns(duel(ARM | {"stars": "blue:3"}, white, fortified=["0404"])) == (3, 2 + 1)
    assert columns(duel(ARM | {"stars": "black:3"}, white)) == (0, 1)


@reading("wb95", "15-05")
def test_towed_guns_use_their_stars_in_defence_only() -> None:
    gun = {"type": "AT", "stars": "white:1", "traits": "towed"}
    side = front(unit("g1", "0403", **gun), unit("g2", "0403"), unit("s1", "0404", "ARM"))
    assert rules(side, G, attack("g2", "0404", stars=["g1"])) != []
    assert rules(side, G, attack("g1", "0404", stars=["g1"])) == ["5.1.10"]
    assert columns(duel(ARM, gun), mine=False) == (0, 1)


@reading("wb95", "15-06")
@pytest.mark.parametrize(("used", "left"), [(True, (1, 2)), (False, (2, 1))])
def test_a_star_that_is_used_must_share_a_loss(used: bool, left: tuple[int, int]) -> None:
    game = front(unit("g1", "0403", stars="blue:1"), unit("g2", "0403"), unit("s1", "0404"))
    fight(game, "-1 / -", "g1 g2", "0404", stars=["g1"] if used else [])
    if not used:
        game.play(G, lose(g2=1))
    assert (at(game, "g1").cel, at(game, "g2").cel) == left, "the star has no other answer"


@reading("wb95", "15-07")
def test_a_level_lost_by_standing_is_a_loss_too() -> None:
    game = front(unit("g1", "0403"), unit("s1", "0404", stars="blue:1"), unit("s2", "0404"))
    fight(game, "- / D1", "g1", "0404", defend={"stars": ["s1"]})
    assert rules(game, S, back({"s2": 1})) == ["15.1.7"]
    assert rules(game, S, back({"s1": 1})) == []


@reading("wb95", "15-08")
def test_a_star_is_dark_across_a_big_river() -> None:
    game = front(
        unit("g1", "0403", stars="black:1"), unit("g2", "0405", stars="black:1"),
        unit("s1", "0404"), board=sketch(9, 9, sides=["0403-0404 big_river"]),
    )  # fmt: skip
    assert rules(game, G, attack("g1 g2", "0404", stars=["g1"])) == ["15.1.8"]
    assert rules(game, G, attack("g1 g2", "0404", stars=["g2"])) == []


@reading("wb95", "15-09")
def test_a_resilience_group_stays_and_pays() -> None:
    group = unit("s1", "0404", "RG", sp=4, cel=2)
    game = front(unit("g1", "0403", sp=8), group)
    assert odds_of(sums(game, attack("g1", "0404"))) == ("2:1", "1:1")
    fight(game, "- / D1", "g1", "0404")
    assert (where(game, "s1"), at(game, "s1").cel) == ("0404", 1)
    go_to(game, MOVE_B)
    assert rules(game, S, move("s1", "0405")) == ["15.2.1"]


@reading("wb95", "15-10")
def test_a_resilience_group_stops_supply_and_no_unit() -> None:
    """It stands in 0105, beside the only road."""
    terrain = {f"{row}{col:02}": "swamp" for row in ("01", "03") for col in range(1, 10)}
    road = "-".join(f"02{col:02}" for col in range(1, 10))
    game = field(
        unit("g1", "0208"), unit("g2", "0203"), unit("s1", "0105", "RG"),
        board=sketch(3, 9, terrain=terrain, links=[f"{road} main"]), supply={G: [{"hex": "0201"}]},
    )  # fmt: skip
    assert rules(game, G, move("g2", "0204", "0205", "0206")) == []
    game.play(G, move("g2", "0204"))
    go_to(game, ATTACK_A)
    assert rules(game, G, {"do": "end"}) == []
    supply_phase(game, G)
    assert (at(game, "g1").oos, at(game, "g2").oos) == (1, 0)


@reading("wb95", "15-11")
@pytest.mark.parametrize(
    ("others", "cms"),
    [
        ([], 2),
        ([unit("g8", "0403", "VS")], 2),
        ([unit("g2", "0403")], 1),
        ([unit("g2", "0403"), unit("g3", "0403")], 0),
        ([unit("g2", "0403"), unit("g3", "0403"), unit("g4", "0403")], 0),
        ([unit("gun", "0403", "ART", "5,3")], 2),
    ],
)
def test_volkssturm_is_stiffened_by_troops_alone(others: list[dict[str, Any]], cms: int) -> None:
    troops = (unit("g1", "0403", "VS"), *others, unit("s1", "0404"))
    struck = sums(front(*troops, phase=ATTACK_B), attack("s1", "0403"), player=S)
    names = [item["row"]["id"] for item in troops[:-1] if item["row"]["id"] != "gun"]
    striking = sums(front(*troops), attack(" ".join(names), "0404"))
    assert (struck.attacker_cm.total, striking.defender_cm.total) == (cms, cms)


@reading("wb95", "15-12")
def test_volkssturm_fills_the_ranks_of_foot_once_a_turn() -> None:
    weak = {"cel": 1}
    game = field(
        unit("g1", "0505", cel=3, at=weak), unit("g2", "0505", "VS"),
        unit("g3", "0303", "MOT", at=weak), unit("g4", "0303", "VS"),
        unit("g5", "0704", at=weak), unit("g6", "0703", "VS"), unit("s9", "0909"),
    )  # fmt: skip
    order = {"do": "replace", "infantry": "g1", "volkssturm": "g2"}
    game.play(G, order)
    assert (at(game, "g1").cel, at(game, "g2").cel) == (2, 1)
    assert rules(game, G, order) == ["15.3.4"]
    assert rules(game, G, {**order, "infantry": "g3", "volkssturm": "g4"}) == ["15.3.3"]
    game.play(G, move("g5", "0703"))
    assert rules(game, G, {**order, "infantry": "g5", "volkssturm": "g6"}) == ["15.3.3"]


@reading("wb95", "15-13")
def test_a_fortification_unit_adds_two_to_the_works_if_its_player_likes() -> None:
    fortress = unit("s1", "0404", "FU", sp=4)
    game = front(unit("g1", "0403", sp=20), fortress, fortified=["0404"])
    order = attack("g1", "0404")
    assert odds_of(sums(game, order, {"forts": ["s1"]})) == ("5:1", "1:1")
    assert odds_of(sums(game, order, {})) == ("5:1", "3:1")
    bare = front(unit("g1", "0403", sp=20), fortress)
    assert defence_rules(bare, order, {"forts": ["s1"]}) == ["15.4.1"]
    out = front(unit("g1", "0403"), fortress, fortified=["0404"], phase=ATTACK_B)
    assert sums(out, attack("s1", "0403"), player=S).attacker_cm.total == 0


@reading("wb95", "15-14")
def test_a_fortification_unit_that_is_used_must_share_a_loss() -> None:
    game = front(
        unit("g1", "0403"), unit("s1", "0404", "FU"), unit("s2", "0404"), fortified=["0404"]
    )
    fight(game, "- / -1", "g1", "0404", defend={"forts": ["s1"]})
    assert (at(game, "s1").cel, at(game, "s2").cel) == (1, 2), "there is no other answer"


@reading("wb95", "15-15")
def test_a_resilience_group_adds_to_forest_and_trenches() -> None:
    game = front(
        unit("g1", "0403", sp=16), unit("s1", "0404", "RG", sp=4), fortified=["0404"],
        board=sketch(9, 9, terrain={"0404": "forest"}),
    )  # fmt: skip
    assert odds_of(sums(game, attack("g1", "0404"))) == ("4:1", "1:2")
