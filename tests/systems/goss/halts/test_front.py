"""What other chapters ask of halts. [7.7.0]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.halts.front import front
from tests.systems.goss.field import at, position, unit


@pytest.mark.rule("goss", "7.7.0", "7.7.3")
def test_where_units_must_halt() -> None:
    game = position(unit("g1", (0, 0)), unit("u1", (2, 0), inside=True), works={(2, 0): "ET-2"})
    here, away = (game.board.hex(at(q, 0)) for q in (1, 0))
    assert front(game, "axis").halts[here] == "7.7.3"
    assert away not in front(game, "axis").halts


@pytest.mark.rule("goss", "7.7.0", "7.7.1")
def test_what_is_covered_is_not_known() -> None:
    guns = {"gun": "150mm", "range": 8, "battery": True}
    game = position(
        unit("g1", (0, 0)), unit("u1", (2, 0), "fus"), unit("u2", (6, 0), "art", **guns),
        unit("u3", (6, 0), order=5),
    )  # fmt: skip
    here = game.board.hex(at(1, 0))
    assert here in front(game, "axis").halts
    assert here not in front(game, "axis", "axis").halts
    assert here in front(game, "axis", "axis").beside
