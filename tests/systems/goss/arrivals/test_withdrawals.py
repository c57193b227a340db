"""Units that a scenario withdraws. [21.4.0]"""

from __future__ import annotations

import pytest

from tests.systems.goss.arrivals.edge import until
from tests.systems.goss.field import at, pass_to, position, rules, told, unit, where


def leave(name: str, turn: int = 4) -> list[dict[str, object]]:
    """A unit that must leave in a game turn."""
    return [{"turn": turn, "units": [name]}]


@pytest.mark.rule("goss", "21.4.0")
def test_who_is_supplied_and_not_next_to_an_enemy_is_taken_off() -> None:
    game = position(
        unit("g1", (0, 0), extended=True), unit("g2", (1, 0)), unit("u9", (9, 0)),
        segment="combat-reserves", withdrawals=leave("g1"),
    )  # fmt: skip
    pass_to(game, "moves")
    assert (where(game, "g1"), where(game, "g2")) == ("gone", at(1, 0))
    assert told(game, "withdrawn") == [{"units": ["g1"]}]


@pytest.mark.rule("goss", "21.4.0")
def test_nobody_leaves_before_the_turn() -> None:
    game = position(
        unit("g1", (0, 0)), unit("u9", (9, 0)), segment="combat-reserves",
        withdrawals=leave("g1", 5),
    )  # fmt: skip
    pass_to(game, "moves")
    assert where(game, "g1") == at(0, 0)


@pytest.mark.rule("goss", "21.4.0")
def test_who_is_next_to_an_enemy_moves_away_first() -> None:
    game = position(
        unit("g1", (0, 0)), unit("u9", (1, 0)), segment="combat-reserves",
        withdrawals=leave("g1"),
    )  # fmt: skip
    pass_to(game, "moves")
    assert where(game, "g1") == at(0, 0)
    assert rules(game, "axis", {"do": "end"}) == ["21.4.0"]
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(-1, 0)]})
    assert rules(game, "axis", {"do": "end"}) == []
    until(game, 5)
    assert where(game, "g1") == "gone", "at the end of the Movement Phase"


@pytest.mark.rule("goss", "21.4.0")
def test_who_cannot_get_away_stays() -> None:
    ring = [unit(f"u{n}", h) for n, h in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1)])]
    game = position(
        unit("g1", (0, 0)), *ring, unit("u8", (-1, 1)), segment="moves", withdrawals=leave("g1")
    )  # fmt: skip
    assert rules(game, "axis", {"do": "end"}) == []
    until(game, 5)
    assert where(game, "g1") == at(0, 0)


@pytest.mark.rule("goss", "21.4.0")
def test_who_is_out_of_supply_moves_back_into_it_first() -> None:
    chain = {"formation": "1 Div", "corps": "X", "army": "A"}
    game = position(
        unit("ghq", (-11, 0), "hq:div", **chain), unit("g1", (3, 0), supply="OoS", **chain),
        unit("u9", (12, -6)), segment="combat-reserves", withdrawals=leave("g1"),
    )  # fmt: skip
    pass_to(game, "moves")
    assert where(game, "g1") == at(3, 0), "it is not in supply"
    assert rules(game, "axis", {"do": "end"}) == ["21.4.0"]
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(2, 0), at(1, 0)]})
    until(game, 5)
    assert where(game, "g1") == "gone", "within 12 points of its headquarters"


@pytest.mark.rule("goss", "21.4.0")
def test_who_cannot_reach_supply_moves_towards_it() -> None:
    chain = {"formation": "1 Div", "corps": "X", "army": "A"}
    game = position(
        unit("ghq", (-12, 0), "hq:div", **chain), unit("g1", (10, 0), supply="OoS", **chain),
        unit("u9", (0, 12)), segment="moves", withdrawals=leave("g1"),
    )  # fmt: skip
    assert rules(game, "axis", {"do": "end"}) == ["21.4.0"]
    towards = [at(q, 0) for q in range(9, 6, -1)]
    game.play("axis", {"do": "move", "units": ["g1"], "path": towards})
    assert rules(game, "axis", {"do": "end"}) == [], "half of its six MP"
    until(game, 5)
    assert where(game, "g1") == towards[-1]
