"""What WB-95 brings to the shared laws: generated positions, twins, and the order of hashes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.lab import fuzz, laws
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces import stacks
from grognard.systems.wb95.proof import positions, veil
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP, TYPES, UNITS

VEIL = fuzz.ARENAS["wb95"].veil

REPLAY = """
import random
from grognard.lab import laws
from grognard.systems.wb95.proof import positions
game, rng = positions.game(11), random.Random(11)
for _ in range(80):
    if game.over:
        break
    game.play(*laws.random_action(game, rng))
print(game.state.fingerprint())
"""


def test_nothing_depends_on_the_order_of_hashes() -> None:
    """Law 3: the same random game under two hash seeds ends in the same State."""
    prints = {
        subprocess.run(
            [sys.executable, "-c", REPLAY],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "4242")
    }
    assert len(prints) == 1


def test_generated_positions_repeat_from_their_seed() -> None:
    one, two, other = positions.game(3), positions.game(3), positions.game(4)
    assert one.state == two.state
    assert one.scenario.fingerprint == two.scenario.fingerprint
    assert one.scenario.fingerprint != other.scenario.fingerprint


def test_generated_positions_hold_every_type_of_counter() -> None:
    seen: set[str] = set()
    phases: set[int] = set()
    for seed in range(40):
        game = positions.game(seed)
        seen |= {counter.type for counter in game.scenario.counters.values()}
        phases.add(game.scenario.start_phase)
        here = [unit.hex for unit in game.state[UNITS].values() if unit.place == MAP]
        assert all(game.board.terrain[h] != "lake" for h in here) or frozen(game)
    assert seen == set(TYPES)
    assert len(phases) == 12


def frozen(game: Wb) -> bool:
    """Whether lakes can be stood on in this game."""
    return bool(game.options["frozen-waters"] == "on")


def test_a_twin_differs_and_cannot_be_told_apart() -> None:
    rng, found = random.Random(5), 0
    for seed in range(1, 12):
        game = positions.game(seed)
        for player in (*game.scenario.sides, PUBLIC):
            twin = veil.hidden_twin(game, player, rng)
            if twin is not None:
                found += game.state != twin.state
                assert game.view(player) == twin.view(player)
    assert found >= 9


@pytest.mark.parametrize(
    ("place", "leak"),
    [
        ("views.counted", lambda game, player, h: True),
        ("views.sight", lambda game, player, name: masking.FULL),
        (
            "movement.movement.zone_known",
            lambda game, player: stacks.zones(game).counts[_foe(game, player)],
        ),
    ],
)
def test_the_law_of_secrets_can_fail(
    place: str, leak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tell a player what lies in closed stacks, and the law is broken."""
    monkeypatch.setattr(f"grognard.systems.wb95.{place}", leak)
    if place.startswith("movement"):
        monkeypatch.setattr("grognard.systems.wb95.movement.reach.zone_known", leak)
    with pytest.raises(laws.LawBroken, match="law 4"):
        _look_for_leaks(range(1, 200))


def _told_all(event: Event, player: str | None) -> Event | None:
    """What somebody without a side would hear if he heard everything."""
    return event if player == PUBLIC else TOLD(event, player)


TOLD = Event.told


@pytest.mark.parametrize(
    ("place", "leak"),
    [
        ("systems.wb95.views.counted", lambda game, viewer, h: viewer == PUBLIC),
        ("engine.event.Event.told", _told_all),
    ],
)
def test_the_law_of_secrets_holds_for_who_has_no_side(
    place: str, leak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tell somebody without a side what is told to one of them, and the law is broken."""
    monkeypatch.setattr(f"grognard.{place}", leak)
    with pytest.raises(laws.LawBroken, match="law 4: public"):
        _look_for_leaks(range(1, 200))


def test_nobody_is_told_a_name_that_he_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell the enemy which guns change their set-up, and the law is broken."""
    monkeypatch.setattr("grognard.systems.wb95.artillery.gun_setup.FULL", masking.LEVELS)
    with pytest.raises(laws.LawBroken, match="is told who it was"):
        _play_for_leaks(range(14, 40))  # the first of them in which guns are seen to change


def _play_for_leaks(seeds: range) -> None:
    for seed in seeds:
        game, rng = positions.game(seed), random.Random(seed)
        for _ in range(12):
            if not game.over:
                laws.secrets(game, VEIL, rng)
                game.play(*laws.random_action(game, rng))


def _look_for_leaks(seeds: range) -> None:
    rng = random.Random(1)
    for seed in seeds:
        game = positions.game(seed)
        if game.options["masking"] == "on":
            laws.secrets(game, VEIL, rng)


def _foe(game: Wb, player: str) -> str:
    return game.scenario.other(player)
