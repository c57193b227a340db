"""River-crossing attacks from the air. [8.2.16]"""

from __future__ import annotations

import pytest

from grognard.systems.wb95.air import air
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import UNITS
from tests.systems.wb95.air.sky import GERMAN, SOVIET, end, fly, mission, orders, raid, river
from tests.systems.wb95.field import AIR_B, at, rig, rules, told, unit

G1 = "german-air-1"


@pytest.mark.rule("wb95", "8.2.16")
def test_river_crossing_attacks_lie_beside_a_big_river() -> None:
    game = raid(1, board=river())
    assert rules(game, GERMAN, orders(mission("crossing", {"0306": 2}, G1))) == ["8.2.16"]
    assert rules(game, GERMAN, orders(mission("crossing", {"0305": 2}, G1))) == []


@pytest.mark.rule("wb95", "8.2.17")
def test_each_point_makes_two_river_crossing_attacks() -> None:
    game = raid(2, board=river())
    for count, refused in ((3, ["8.2.17"]), (4, []), (5, ["8.2.17"])):
        assert rules(game, GERMAN, orders(mission("crossing", {"0305": count}, G1))) == refused


@pytest.mark.rule("wb95", "8.2.18")
def test_river_crossing_attacks_go_to_connected_hexes_as_the_player_likes() -> None:
    game = raid(2, board=river())
    fine = ({"0304": 1, "0305": 3}, {"0305": 2, "0405": 1, "0505": 1})
    for attacks in fine:
        assert rules(game, GERMAN, orders(mission("crossing", attacks, G1))) == []
    apart = {"0305": 2, "0505": 2}
    assert not game.board.adjacent(game.board.hex("0305"), game.board.hex("0505"))
    assert rules(game, GERMAN, orders(mission("crossing", apart, G1))) == ["8.2.18"]
    none = {"0305": 4, "0304": 0}
    assert rules(game, GERMAN, orders(mission("crossing", none, G1))) == ["8.2.18"]


def test_every_way_to_assign_river_crossing_attacks_is_listed_once() -> None:
    """Six banks; two attacks: both on one of them, or one each on two adjacent ones."""
    game = raid(1, board=river())
    listed = [
        tuple(sorted(row["attacks"].items()))
        for action in game.legal(GERMAN)
        for row in action["missions"]
        if row["mission"] == "crossing"
    ]
    banks = [game.board.hex(label) for label in ("0304", "0305", "0404", "0405", "0504", "0505")]
    pairs = sum(game.board.adjacent(a, b) for a in banks for b in banks if a < b)
    assert len(listed) == len(set(listed)) == 6 + pairs


def crossing(*sixes: int, cel: int = 3, attacks: dict[str, int] | None = None) -> Wb:
    """Soviet Movement, with German attacks on the far bank 0305 unless told otherwise."""
    units = (unit("g1", "0909"), unit("s1", "0304", cel=cel), unit("s2", "0304", cel=cel))
    game = raid(1, units=units, board=river(), phase=AIR_B)
    fly(game, german=[mission("crossing", attacks or {"0305": 2}, G1)])
    assert game.phase == "Movement of soviet"
    rig(game, *sixes)
    return game


@pytest.mark.rule("wb95", "8.2.19")
def test_a_unit_that_is_gone_is_not_rolled_for_any_more() -> None:
    game = crossing(6, 6, cel=1)
    air.crossing_fire(game, "s1", game.board.hex("0305"))
    assert at(game, "s1").place == "eliminated"
    assert [e.dice for e in game.events if e.kind == "crossing attack"] == [(6,)]


@pytest.mark.rule("wb95", "8.2.20")
def test_every_unit_that_crosses_is_attacked_by_all_the_attacks() -> None:
    game = crossing(6, 1, 6, 6)
    for name in ("s1", "s2"):
        game.play(SOVIET, {"do": "move", "units": [name], "path": ["0305"]})
    assert (at(game, "s1").cel, at(game, "s2").cel) == (2, 1)


@pytest.mark.rule("wb95", "8.2.16")
def test_only_enemies_are_attacked_and_only_while_they_move() -> None:
    game = crossing()
    bank = game.board.hex("0305")
    assert air.crossing_attacks(game, SOVIET, bank) == 2
    assert air.crossing_attacks(game, GERMAN, bank) == 0
    assert air.crossing_attacks(game, SOVIET, game.board.hex("0405")) == 0
    expected = {"Movement": 2, "Attack": 0, "Strategic Movement": 2}
    for title, attacks in expected.items():
        assert game.phase == f"{title} of soviet"
        assert air.crossing_attacks(game, SOVIET, bank) == attacks
        end(game)


@pytest.mark.rule("wb95", "8.2.16")
def test_a_march_along_the_bank_crosses_nothing() -> None:
    game = crossing(6, 6, attacks={"0404": 2})
    game.play(SOVIET, {"do": "move", "units": ["s1"], "path": ["0404"]})
    assert at(game, "s1").cel == 3
    assert told(game, "crossing attack") == []


@pytest.mark.rule("wb95", "8.2.21")
def test_who_crosses_by_a_bridge_is_safe() -> None:
    game = crossing(6, 6, attacks={"0405": 2})
    game.play(SOVIET, {"do": "move", "units": ["s1"], "path": ["0404", "0405"]})
    assert at(game, "s1").cel == 3
    down = river_bridge_down()
    rig(down, 6, 6)
    down.play(SOVIET, {"do": "move", "units": ["s1"], "path": ["0405"]})
    assert at(down, "s1").cel == 1


def river_bridge_down() -> Wb:
    """The same crossing where the bridge is down."""
    units = (unit("g1", "0909"), unit("s1", "0404", cel=3, mp=9))
    game = raid(1, units=units, board=river(), phase=AIR_B, bridges_down=["0404-0405"])
    fly(game, german=[mission("crossing", {"0405": 2}, G1)])
    return game


def test_who_was_hit_is_told_to_the_enemy_only_if_he_may_know() -> None:
    """Under masking the enemy learns that a unit crossed and what it lost, not which."""
    units = (unit("g1", "0909"), unit("s1", "0304"), unit("s2", "0304"))
    game = raid(1, units=units, board=river(), phase=AIR_B, options={"masking": "on"})
    fly(game, german=[mission("crossing", {"0305": 2}, G1)])
    hidden = min(("s1", "s2"), key=lambda name: game.state[UNITS][name].order)
    rig(game, 1, 1)
    air.crossing_fire(game, hidden, game.board.hex("0305"))
    for player, named in ((SOVIET, True), (GERMAN, False)):
        (event,) = [e for e in game.events_for(player) if e.kind == "crossing attack"]
        assert ("unit" in event.facts) == named
        assert (hidden in game.sentence(event)) == named
