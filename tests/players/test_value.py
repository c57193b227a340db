"""What a position is worth: the same for the same State, opposite for the two sides, exact at the
end, and never worse for whoever gains something."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grognard
from grognard import library
from grognard.engine.game import Game
from grognard.engine.record import replace
from grognard.lab.scoring import auc, brier, known, logistic, sureness
from grognard.players.commander import value
from grognard.players.commander.features import NAMES, WAYS, measure
from grognard.players.commander.positions.position import FIRST, SECOND, Position, Scale
from grognard.players.commander.value import appraise, appraised, reader
from grognard.players.commander.weights import FOLDER, file_of, weights_of
from grognard.players.registry import player
from grognard.players.seat import Seat
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.status import HEXES
from grognard.table.winning import verdict

SCENARIOS = ("wb95/klin", "ocs/catania-plain", "nextwar/chorwon", "goss/skyline-drive")


@cache
def game_of(name: str) -> Game[Any]:
    """A game some way into its first turn, by chance."""
    game, chance = grognard.new(name, seed=7), random.Random(7)
    for _ in range(30):
        side = game.to_act or ""
        action = game.sample(side, chance)
        assert action is not None
        game.play(side, action)
    return game


def position_of(game: Game[Any]) -> Position:
    """What the appraisal sees of a game."""
    return reader(game.system.name)(game)


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_one_side_hopes_the_other_fears(name: str) -> None:
    game = game_of(name)
    one, other = (appraise(game, side) for side in game.scenario.sides)
    assert 0 < one.win < 1
    assert one.win + other.win == pytest.approx(1, abs=1e-8)
    assert one.margin == -other.margin
    assert -1 <= one.margin <= 1


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_same_state_is_worth_the_same_and_nothing_is_changed(name: str) -> None:
    game = game_of(name)
    before = game.state.fingerprint()
    side = game.scenario.sides[0]
    assert appraise(game, side) == appraise(library.thaw(game.freeze()), side)
    assert game.state.fingerprint() == before


def test_a_finished_game_has_its_result() -> None:
    game = grognard.new("wb95/klin", seed=5)
    staff = {side: player("staff") for side in game.scenario.sides}
    while (side := game.to_act) is not None:
        game.play(side, staff[side].choose(Seat(game, side)))
    winner, _ = verdict(game)
    assert winner is not None
    assert appraise(game, winner).win == 1
    assert appraise(game, game.scenario.other(winner)).win == 0
    assert appraise(game, winner).margin > 0 > appraise(game, game.scenario.other(winner)).margin


@contextmanager
def supposing(game: Game[Any]) -> Iterator[None]:
    """What is changed within is taken back."""
    mark = game.journal.mark()
    yield
    game.journal.rollback(mark)


def test_whoever_takes_an_objective_is_never_worse_off() -> None:
    game = game_of("wb95/klin")
    before, hoped = position_of(game), appraise(game, "german")
    for h in before.setting.counting:
        if controller(game, h) != "german":
            with supposing(game):
                game.put(HEXES, h, replace(game.state[HEXES][h], control="german"))
                assert appraise(game, "german").win >= hoped.win
                assert appraise(game, "german").margin >= hoped.margin
                assert gains(before, position_of(game))


def gains(before: Position, after: Position) -> bool:
    """Whether some number is better for the first side; it fails if one is worse."""
    change = (measure(after) - measure(before)) * np.array(WAYS)
    assert change.min() >= 0, [n for n, by in zip(NAMES, change, strict=True) if by < 0]
    return bool(change.max() > 0)


def weaker(unit: Any) -> dict[str, Any]:
    """What is otherwise about a unit that loses a step; in OCS nearly all have but the one."""
    if hasattr(unit, "lost"):
        return {"place": "dead"}
    field = "cel" if hasattr(unit, "cel") else "steps"
    return {field: getattr(unit, field) - 1} if getattr(unit, field) > 1 else {}


@pytest.mark.parametrize("name", SCENARIOS)
def test_whoever_sees_the_enemy_lose_a_step_is_never_worse_off(name: str) -> None:
    game = game_of(name)
    before, weakened = position_of(game), 0
    units = next(one for one in game.system.registers if one.name == "units")
    for key, unit in sorted(game.state[units].items()):
        counter = game.scenario.counters[getattr(unit, "counter", key)]
        if unit.place == "map" and weaker(unit):
            enemy = game.scenario.other(counter.side)
            hoped = appraise(game, enemy)
            with supposing(game):
                game.put(units, key, replace(unit, **weaker(unit)))
                assert appraise(game, enemy).win >= hoped.win
                assert appraise(game, enemy).margin >= hoped.margin
                one = (before, position_of(game))
                weakened += gains(*(one if enemy == before.setting.first else one[::-1]))
    assert weakened


def test_what_no_position_can_be_is_known_as_such() -> None:
    position = position_of(game_of("wb95/klin"))
    bare = replace(position, forces=(position.forces[FIRST], type(position.forces[FIRST])()))
    assert gains(position, bare)
    assert np.isfinite(measure(replace(bare, forces=(bare.forces[SECOND],) * 2))).all()


# ---- what was learned

HELD_OUT = Path(__file__).with_name("klin_positions.npz")
"""Positions of games that nothing was learned from: those of `python -m grognard.lab.train_value
wb95/klin --games 60 --seed held-out`, with what became of them."""


def test_the_weights_for_klin_foresee_games_that_they_have_not_seen() -> None:
    weights = weights_of("wb95", "klin")
    assert weights is not None
    with np.load(HELD_OUT) as kept:
        rows, wins = kept["numbers"].astype(np.float64), kept["wins"].astype(np.float64)
        leads, turns = kept["leads"], kept["turns"]
    odds = weights.sure * weights.win.each(rows)
    assert auc(odds, wins) > 0.85
    assert auc(odds[turns == 2], wins[turns == 2]) > 0.8
    plain = rows[:, NAMES.index("plain")]
    assert auc(odds, wins) > auc(plain, wins) + 0.05
    assert brier(logistic(odds), wins) < brier(logistic(sureness(plain, wins) * plain), wins) - 0.02
    assert known(weights.lead.each(rows), leads) > 0.5
    assert [weights.chance(row) for row in rows[:5]] == pytest.approx(logistic(odds[:5]))


def test_what_ships_is_small_and_says_how_it_came_about() -> None:
    files = sorted(FOLDER.glob("*.npz"))
    assert file_of("wb95", "klin") in [path.name for path in files]
    assert sum(path.stat().st_size for path in files) < 400_000
    for path in files:
        system, _, scenario = path.stem.partition("-")
        note = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        assert note["scenario"] == f"{system}/{scenario}" in library.scenario_ids()
        assert note["held out"]["brier"] < note["held out"]["brier by rule of thumb"]
        assert weights_of(system, scenario) is not None


def test_a_scenario_of_which_nothing_was_learned_goes_by_rule_of_thumb(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_of("wb95/klin")
    learned = appraise(game, "german")
    monkeypatch.setattr(value, "weights_of", lambda system, scenario: None)
    thumb = appraise(game, "german")
    plain = measure(position_of(game))[NAMES.index("plain")]
    assert thumb.win == pytest.approx(1 / (1 + np.exp(-plain)))
    assert thumb != learned


# ---- scales, systems


def test_a_scale_tells_a_draw_from_a_lead() -> None:
    rows = [(0, "soviet"), (3, "soviet"), (7, ""), (8, "german"), (10, "german")]
    scale = Scale.of(rows, "german", 16)
    assert (scale.win, scale.lose, scale.spread) == (8, 6, 3.5)
    assert scale.lead(7) == 0 < scale.lead(8)
    assert Scale.of([(31, "german"), (0, "soviet")], "german", 100).lead(30.5) == 0
    assert Scale.of([], "german", 40) == Scale(1, -1, 10)


def test_systems_that_nobody_has_taught_it_are_told_apart() -> None:
    assert all(appraised(name.partition("/")[0]) for name in SCENARIOS)
    assert not appraised("chess")
