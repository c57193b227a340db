"""Random games of GOSS under all laws, and each law seen to fail when it is broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard import library
from grognard.engine.event import Event
from grognard.lab import fuzz
from grognard.systems.goss.proof.laws import Watch
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS, SIDES
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import now, position, unit


@pytest.mark.parametrize("seed", range(1, 5))
def test_random_games_run_clean_under_all_laws(seed: int) -> None:
    assert fuzz.play_one(fuzz.paced(fuzz.ARENAS["goss"], actions=40, every=20), seed) > 0


def test_the_learning_scenario_ends() -> None:
    game = library.new("goss/skyline-drive", seed=3)
    while not game.over:
        game.play(game.open_asks()[0].player, {"do": "end"})
    assert game.turn == 4


def watched() -> tuple[Gs, Watch]:
    game = position(
        unit("ghq", (0, 3), "hq:div", formation="1"), unit("g1", (0, 0)), unit("u1", (2, 0)),
        armies={"A": {"side": "axis", "adv": 4}},
    )  # fmt: skip
    watch = Watch(game)
    assert watch() == []
    return game, watch


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"steps": 2}, "nothing was told"),
        ({"steps": 5}, "1 to 3 steps"),
        ({"fatigue": 3}, "fatigue is 0 to 2"),
        ({"place": "eliminated"}, "is in eliminated"),
    ],
)
def test_units_are_in_order(change: dict[str, Any], said: str) -> None:
    game, watch = watched()
    game.put(UNITS, "g1", replace(now(game, "g1"), **change))
    assert said in " ".join(watch())


def test_a_step_that_is_told_of_is_in_order() -> None:
    game, watch = watched()
    game.put(UNITS, "g1", replace(now(game, "g1"), steps=2))
    game.emit(Event("step-lost", "4.2.2", {"unit": "g1", "steps": 2}))
    assert watch() == []


def test_nobody_shares_a_hex_with_an_enemy() -> None:
    game, watch = watched()
    game.put(UNITS, "g1", replace(now(game, "g1"), hex=now(game, "u1").hex))
    assert "both sides" in watch()[0]


def test_no_track_is_below_nothing() -> None:
    game, watch = watched()
    game.put(ARMIES, "A", replace(game.state[ARMIES]["A"], amp=-1))
    assert "amp" in watch()[0]
    game, watch = watched()
    game.put(HQS, "ghq", replace(game.state[HQS]["ghq"], adv=9))
    assert "ADV" in watch()[0]
    game, watch = watched()
    game.put(SIDES, "axis", replace(game.state[SIDES]["axis"], inf=-1))
    assert "less than nothing" in watch()[0]
