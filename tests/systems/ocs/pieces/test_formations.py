"""Formation markers, and what the enemy sees of them. [13.7]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.pieces import formations
from tests.systems.ocs.field import field, rules, unit

rule = pytest.mark.rule


def mark(use: bool = True, formation: str = "1 Pz") -> dict[str, Any]:
    return {"do": "marker", "formation": formation, "use": use}


def stack(**more: Any) -> Any:
    return field(
        unit("a1", "0303", "armor", formation="1 Pz", mode="move"),
        unit("a2", "0303", "mech", formation="1 Pz", mode="move"),
        unit("a3", "0304", "mech", formation="1 Pz", mode="move"),
        unit("a4", "0303"),
        unit("a5", None, formation="2 Pz"),
        unit("s1", "0909"),
        **more,
    )


def seen(game: Any, label: str) -> list[str]:
    found = next(row for row in game.view("allied")["enemy"] if row["hex"] == label)
    names: list[str] = found["formations"]
    return names


@rule("ocs", "13.7b")
def test_a_marker_lies_open_unless_the_option_hides_it() -> None:
    game = stack()
    assert seen(game, "0303") == []
    game.play("axis", mark())
    assert game.board.label(formations.marker(game, "1 Pz")) == "0303"
    assert seen(game, "0303") == ["1 Pz"]
    assert seen(game, "0304") == []
    hidden = stack(options={"formation-fog": "on"})
    hidden.play("axis", mark())
    assert seen(hidden, "0303") == []  # the infantry in Combat Mode is on show


@rule("ocs", "13.7b")
def test_what_must_be_shown_is_shown_all_the_same() -> None:
    game = field(
        unit("a1", "0303", "armor", formation="1 Pz"), unit("a4", "0303", mode="move"),
        unit("s1", "0909"), options={"formation-fog": "on"},
    )  # fmt: skip
    game.play("axis", mark())
    assert seen(game, "0303") == ["1 Pz"]


def test_markers_are_no_dummies() -> None:
    game = stack()
    assert rules(game, "axis", mark(formation="2 Pz")) == ["13.7"]
    assert rules(game, "axis", mark(False)) == ["13.7"]
    assert rules(game, "axis", mark(formation="3 Pz")) == ["13.7"]
    game.play("axis", mark())
    game.play("axis", mark(False))
    assert formations.marker(game, "1 Pz") == -1
