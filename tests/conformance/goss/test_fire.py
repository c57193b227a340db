"""The rulebook's own examples of observation and fire support. [8.1.2a] [11.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.fire.conducting import volleys
from grognard.systems.goss.fire.retreat import Withdrawal
from tests.systems.goss.field import at, now, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, barrage, field, gun, settle


@pytest.mark.rule("goss", "11.3.1")
def test_example_of_range() -> None:
    game = field(
        unit("u1", (0, 0), **US), unit("g1", (1, 0), **AXIS), unit("g2", (0, -1), **AXIS),
        gun("u242", (-4, 0), range=5), gun("u243", (-4, -1), range=5),
    )  # fmt: skip
    assert rules(game, "allied", barrage((0, -1), "u1", {"u242": 8})) == []
    assert rules(game, "allied", barrage((0, -1), "u1", {"u243": 8})) == []
    assert rules(game, "allied", barrage((1, 0), "u1", {"u242": 8})) == []
    assert rules(game, "allied", barrage((1, 0), "u1", {"u243": 8})) == ["11.3.0"]


@pytest.mark.rule("goss", "11.4.1a")
def test_example_of_36_barrage_factors() -> None:
    assert volleys(36) == (8, 8, 8, 8, 4)
    assert volleys(36, drop=True) == (8, 8, 8, 8)


@pytest.mark.rule("goss", "11.6.3a")
def test_example_of_a_retreat_by_road_into_an_overstack() -> None:
    game = field(
        unit("uR", (0, 0), **US), unit("g1", (1, 0), **AXIS),
        *(unit(f"u{n}", (-1, 0), **US) for n in range(4)),
        terrain={(-1, 0): "woods", (-1, 1): "woods"}, roads={"trail": [[(0, 0), (-1, 0)]]},
    )  # fmt: skip
    ways = Withdrawal(game, ["uR"], game.board.hex(at(0, 0)), False).ways()
    assert [game.board.label(h) for h in ways] == [at(-1, 0)]


@pytest.mark.rule("goss", "11.7.0")
@pytest.mark.rule("goss", "11.6.2b")
def test_example_of_a_shift_and_a_retreat() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("u2", (0, 1), mode="PA", **US),
        unit("g1", (1, 0), **AXIS), gun("ua"),
    )  # fmt: skip
    rig(game, 4, 0)  # 8 + 4 is 12: AS1
    game.play("allied", barrage((1, 0), "u1", {"ua": 8}))
    assert told(game, "fire-result")[0] == {"hex": at(1, 0), "hits": 1, "shifts": 1}
    game.play("axis", {"do": "first-hit", "take": "retreat"})
    while game.open_asks()[0].player == "axis":
        game.play("axis", _given(game.open_asks()[0].default))
    assert (now(game, "g1").shifts, now(game, "g1").steps) == (2, 3)
    assert where(game, "g1") != at(1, 0)
    game.play("allied", {"do": "follow-up", "units": ["u1", "u2"]})
    assert {where(game, n) for n in ("u1", "u2")} == {at(1, 0)}
    assert {now(game, n).mode for n in ("u1", "u2")} == {"PA"}


@pytest.mark.rule("goss", "11.6.2b")
@pytest.mark.rule("goss", "11.7.0")
def test_example_of_two_hits_and_an_advance() -> None:
    game = field(
        unit("u1", (0, 0), ta=True, **US), unit("g1", (1, 0), **AXIS), gun("ua"),
    )  # fmt: skip
    rig(game, 6, 0)  # 8 + 6 is 14: two hits
    game.play("allied", barrage((1, 0), "u1", {"ua": 8}))
    game.play("axis", {"do": "first-hit", "take": "retreat"})
    while game.open_asks()[0].player == "axis":
        game.play("axis", _given(game.open_asks()[0].default))
    assert (now(game, "g1").steps, now(game, "g1").shifts) == (2, 1)
    game.play("allied", {"do": "follow-up", "units": ["u1"]})
    settle(game)
    assert where(game, "u1") == at(1, 0)
    assert not now(game, "u1").ta


def _given(answer: Any) -> Any:
    assert answer is not None
    return answer


@pytest.mark.rule("goss", "8.4.3")
@pytest.mark.rule("goss", "11.5.4")
def test_example_of_what_is_said_of_a_target() -> None:
    game = field(
        unit("u1", (0, 0), **US), unit("g1", (1, 0), "pz4", **AXIS), unit("g2", (1, 0), **AXIS),
        unit("g3", (1, 0), **AXIS), gun("ua"),
    )  # fmt: skip
    rig(game, 0, 0)
    game.play("allied", barrage((1, 0), "u1", {"ua": 8}))
    parts = {one["label"]: one["value"] for one in told(game, "volleys")[0]["drm"]["parts"]}
    assert parts == {"mixed armor": -2, "density": 2}
    assert not {"steps", "units"} & {*told(game, "volleys")[0]}
