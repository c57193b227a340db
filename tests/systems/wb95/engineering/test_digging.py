"""Field fortifications: who builds them, where, at what price, and when they are gone. [7.1]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.movement import movement
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.works import fortification
from tests.systems.wb95.field import (
    ATTACK_A,
    MOVE_A,
    MOVE_B,
    at,
    field,
    hex_status,
    rules,
    told,
    unit,
    where,
)

G, S = "german", "soviet"
END = {"do": "end"}


def dig(name: str) -> dict[str, Any]:
    """Dig in."""
    return {"do": "dig", "unit": name}


def move(name: str, *path: str) -> dict[str, Any]:
    """Move one unit."""
    return {"do": "move", "units": [name], "path": list(path)}


def run_to(game: Wb, phase: str, turn: int = 1) -> None:
    """End phases until one begins."""
    while (game.phase, game.turn) != (phase, turn):
        assert game.to_act is not None
        game.play(game.to_act, END)


# ---- who digs in


@pytest.mark.rule("wb95", "7.1.2a")
def test_a_regular_unit_digs_in_instead_of_moving() -> None:
    game = field(unit("g1", "0505"), unit("s1", "0909"))
    game.play(G, dig("g1"))
    assert hex_status(game, "0505").fortified == G
    assert told(game, "dug in") == [{"hex": "0505", "side": "german", "unit": "g1"}]
    assert rules(game, G, move("g1", "0506")) != []


@pytest.mark.rule("wb95", "7.1.2a")
def test_a_unit_that_moved_or_is_marked_to_move_does_not_dig_in() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0505"), unit("s1", "0909"))
    game.play(G, move("g1", "0506"))
    assert rules(game, G, dig("g1")) == ["7.1.2a"]
    game.play(G, {"do": "mark", "units": ["g2"]})
    assert rules(game, G, dig("g2")) == ["7.1.2a"]


@pytest.mark.rule("wb95", "7.1.2a")
def test_guns_headquarters_and_resilience_groups_do_not_dig_in() -> None:
    game = field(
        unit("g1", "0505", "ART"),
        unit("g2", "0505", "HQ"),
        unit("g3", "0505", "RG"),
        unit("g4", "0506", "ART", move="tracked"),
        unit("s1", "0909"),
    )
    for name in ("g1", "g2", "g3", "s1", "nobody"):
        assert rules(game, G, dig(name)) == ["7.1.2a"]
    assert rules(game, G, dig("g4")) == []


@pytest.mark.rule("wb95", "7.1.2a")
def test_digging_belongs_to_the_movement_phase() -> None:
    assert rules(field(unit("g1", "0505"), phase=ATTACK_A), G, dig("g1")) != []


@pytest.mark.rule("wb95", "7.1.4")
def test_it_costs_all_points() -> None:
    game = field(unit("g1", "0505", mp=4), unit("g2", "0505", "ARM"), unit("s1", "0909"))
    game.play(G, dig("g1"))
    assert (at(game, "g1").spent, movement.budget(game, "g1")) == (4 * 12, 0)
    assert rules(game, G, move("g1", "0506")) != []
    assert rules(game, G, {"do": "mark", "units": ["g1"]}) != []
    assert rules(game, G, move("g2", "0506")) == []  # others in the hex are free to go


def test_a_hex_is_fortified_once() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0505"), fortified=["0505"])
    assert rules(game, G, dig("g1")) == ["7.1.1"]


def test_a_disorganised_unit_digs_in_and_goes_on_recovering() -> None:
    game = field(unit("g1", "0505", at={"disorganised": 0}))
    game.play(G, dig("g1"))
    assert at(game, "g1").disorganised == 0


def test_who_digs_in_the_enemy_may_not_know() -> None:
    game = field(unit("g1", "0505"), unit("s1", "0909"), options={"masking": "on"})
    game.play(G, dig("g1"))
    seen = [e for e in game.events_for(S) if e.kind == "dug in"]
    assert [(dict(e.facts), "g1" in game.sentence(e)) for e in seen] == [
        ({"hex": "0505", "side": "german"}, False)
    ]


# ---- after a retreat


@pytest.mark.parametrize(("turn", "phase", "name"), [(2, MOVE_A, "g1"), (2, MOVE_B, "s1")])
@pytest.mark.rule("wb95", "7.1.2b")
def test_not_after_a_retreat_in_the_last_combat_phase(turn: int, phase: int, name: str) -> None:
    """Before phase 3 of turn 2 that was phase 10 of turn 1, before phase 9 phase 4 of turn 2."""
    last = {MOVE_A: 9, MOVE_B: 15}[phase]
    side = G if name == "g1" else S

    def game(retreated: int) -> Wb:
        return field(unit(name, "0505", at={"retreated": retreated}), turn=turn, phase=phase)

    assert rules(game(last), side, dig(name)) == ["7.1.2b", "5.3.10"]
    assert "7.1.2b" not in rules(game(last - 6), side, dig(name))


@pytest.mark.rule("wb95", "7.1.2b")
def test_standing_firm_with_losses_is_no_retreat() -> None:
    held = unit("g1", "0505", at={"fought": 9, "cel": 1})
    assert rules(field(held, turn=2), G, dig("g1")) == []


@pytest.mark.rule("wb95", "5.3.10")
def test_not_in_the_next_movement_phase_after_a_retreat() -> None:
    """A German who retreated in phase 4 of turn 1 moves next in phase 3 of turn 2."""
    retreated = unit("g1", "0505", at={"retreated": 3})
    assert rules(field(retreated, turn=2), G, dig("g1")) == ["5.3.10"]
    assert rules(field(retreated, turn=3), G, dig("g1")) == []


@pytest.mark.rule("wb95", "7.1.3")
def test_a_unit_that_cannot_leave_enemy_zones_digs_in_all_the_same() -> None:
    """Enemies on both sides: every hex around lies in the zone of one that holds the unit."""
    retreated = unit("g1", "0505", at={"retreated": 9})
    one = field(retreated, unit("s1", "0504"), turn=2)
    assert rules(one, G, dig("g1")) == ["7.1.2b", "5.3.10"]
    both = field(retreated, unit("s1", "0504"), unit("s2", "0506"), turn=2)
    assert rules(both, G, dig("g1")) == []
    free = field(retreated, turn=2)
    assert rules(free, G, dig("g1")) == ["7.1.2b", "5.3.10"]


@pytest.mark.rule("wb95", "7.1.3")
def test_closed_ground_pins_like_enemies_do() -> None:
    """The only hexes out of the zone are lakes."""
    retreated = unit("g1", "0505", at={"retreated": 9})
    open_board, shut = sketch(9, 9), {}
    h = open_board.hex("0505")
    west = {open_board.hex("0504"), *open_board.around(open_board.hex("0504"))}
    shut = {open_board.label(b): "lake" for b in open_board.around(h) if b not in west}
    game = field(retreated, unit("s1", "0504"), turn=2, board=sketch(9, 9, terrain=shut))
    assert rules(game, G, dig("g1")) == []


# ---- where


@pytest.mark.rule("wb95", "7.1.8")
def test_anywhere_but_in_swamps() -> None:
    kinds = {"0501": "forest", "0502": "town", "0503": "city", "0504": "hill", "0505": "swamp"}
    board = sketch(9, 9, terrain=kinds, links=["0504-0505-0506 main"])
    names = {f"g{i}": f"050{i}" for i in range(1, 6)}
    game = field(*(unit(name, label) for name, label in names.items()), board=board)
    found = {board.terrain[board.hex(label)]: rules(game, G, dig(n)) for n, label in names.items()}
    assert found == {"forest": [], "town": [], "city": [], "hill": [], "swamp": ["7.1.8"]}


@pytest.mark.rule("wb95", "7.1.9")
def test_not_on_fixed_positions() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0506"), fixed_positions={"0505": 3})
    assert rules(game, G, dig("g1")) == ["7.1.9"]
    assert rules(game, G, dig("g2")) == []


@pytest.mark.rule("wb95", "7.2.3")
def test_groups_of_fixed_positions_differ_in_worth() -> None:
    game = field(unit("g1", "0505"), fixed_positions={"0505": 3, "0506": 1})
    worth = [fortification.fixed_value(game, game.board.hex(h)).total for h in ("0505", "0506")]
    assert worth == [3, 1]
    assert not fortification.fixed(game, game.board.hex("0504"))


@pytest.mark.rule("wb95", "7.1.12")
def test_it_adds_nothing_to_the_cost_of_a_move() -> None:
    spent = []
    for fortified in ([], ["0505", "0506"]):
        game = field(unit("g1", "0505"), unit("g2", "0506"), fortified=fortified)
        game.play(G, move("g1", "0506", "0507"))
        spent.append(at(game, "g1").spent)
    assert spent == [24, 24]


# ---- until when


@pytest.mark.rule("wb95", "7.1.5")
def test_an_abandoned_one_is_removed_when_the_phase_ends() -> None:
    game = field(unit("g1", "0505"), unit("g2", "0305"), unit("s1", "0909"), fortified=["0505"])
    game.play(G, move("g1", "0506"))
    assert hex_status(game, "0505").fortified == G
    game.play(G, END)
    assert hex_status(game, "0505").fortified == ""
    assert told(game, "fortification gone") == [{"hex": "0505"}]


@pytest.mark.rule("wb95", "7.1.6")
def test_it_is_gone_when_the_enemy_enters() -> None:
    game = field(unit("g1", "0505"), unit("s1", "0506", "HQ"), fortified=["0506"])
    assert hex_status(game, "0506").fortified == S
    game.play(G, move("g1", "0506"))
    assert where(game, "s1") == "eliminated"
    assert hex_status(game, "0506").fortified == ""
    assert not fortification.fortified(game, game.board.hex("0506"))


@pytest.mark.rule("wb95", "7.1.7")
def test_either_side_may_rebuild_in_the_same_hex() -> None:
    enemies = (unit("s1", "0506", "HQ"), unit("s2", "0909"))
    game = field(unit("g1", "0505"), *enemies, fortified=["0506"])
    game.play(G, move("g1", "0506"))
    run_to(game, "Movement of german", turn=2)
    game.play(G, dig("g1"))
    assert hex_status(game, "0506").fortified == G
    again = field(unit("g1", "0505"), unit("g2", "0504"), *enemies, fortified=["0505"])
    again.play(G, move("g1", "0405"))
    run_to(again, "Movement of german", turn=2)
    again.play(G, move("g1", "0505"))
    run_to(again, "Movement of german", turn=3)
    assert hex_status(again, "0505").fortified == ""
    again.play(G, dig("g1"))
    assert hex_status(again, "0505").fortified == G


# ---- lists


def test_legal_and_samples_agree_with_the_check() -> None:
    game = field(
        unit("g1", "0505"),
        unit("g2", "0506", "ART"),
        unit("g3", "0507", "ARM"),
        unit("s1", "0909"),
    )
    assert [a["unit"] for a in game.legal(G) if a["do"] == "dig"] == ["g1", "g3"]
    offer = next(o for o in game.decisions[0].ask.offers if o.do == "dig")
    rng = random.Random(1)
    assert {offer.sample(game, G, rng)["unit"] for _ in range(20)} == {"g1", "g3"}  # type: ignore[index]


@pytest.mark.rule("wb95", "7.1.4")
def test_who_has_dug_in_is_told_that_his_points_are_spent() -> None:
    game = field(unit("g1", "0505"))
    game.play(G, {"do": "dig", "unit": "g1"})
    assert rules(game, G, move("g1", "0506")) == ["7.1.4"]
