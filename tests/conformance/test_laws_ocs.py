"""What OCS brings to the shared laws: generated positions, twins, and the order of hashes."""

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
from grognard.engine.fork import fork
from grognard.kit.fog import Secret
from grognard.lab import fuzz, laws
from grognard.systems.ocs import views
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.options import OPTIONS
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.proof import positions, veil
from grognard.systems.ocs.scenario import PLANE_TYPES, SHIP_TYPES, Ocs
from grognard.systems.ocs.sequence import KINDS
from grognard.systems.ocs.status import AIR, SHIPS, TRANSPORT
from grognard.systems.ocs.turn.phases import PRE_TURN
from grognard.systems.ocs.units import ABOARD, DEAD, MAP, POOL, UNITS

VEIL = fuzz.ARENAS["ocs"].veil

REPLAY = """
import random
from grognard.lab import laws
from grognard.systems.ocs.proof import positions
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


def test_generated_positions_hold_everything() -> None:
    """Every model, every kind of aircraft and ship, cargo, trucks of all kinds, all options."""
    games = [positions.game(seed) for seed in range(60)]
    types = {c.type for game in games for c in game.scenario.counters.values()}
    assert types >= {model.type for model in positions.MODELS}
    planes = {t for game in games for p in game.scenario.planes.values() for t in p.types}
    assert planes == set(PLANE_TYPES)
    ships = {s.type for game in games for s in game.scenario.ship_counters.values()}
    assert ships == set(SHIP_TYPES)
    units = [unit for game in games for unit in game.scenario.units.values()]
    assert {MAP, POOL, DEAD, ABOARD} <= {unit.place for unit in units}
    trucks = [t for game in games for t in game.scenario.transport.values()]
    assert {t.kind for t in trucks} >= {"truck", "wagon"}
    assert any(t.extender for t in trucks)
    assert any(t.formation for t in trucks)
    assert any(ship.load for game in games for ship in game.scenario.ships.values())
    assert any(air.carrier for game in games for air in game.scenario.air.values())
    sites = [site for game in games for site in game.scenario.sites.values()]
    assert any(s.hog for s in sites)
    assert {s.base for s in sites} >= {0, 1, 2, 3}
    assert any(game.scenario.ports for game in games)
    assert any(game.scenario.plans for game in games)
    assert any(game.scenario.gliders for game in games)
    for option in OPTIONS:
        assert {game.options[option.id] for game in games} == set(option.values)


def test_generated_positions_begin_in_every_segment() -> None:
    starts, every = set[int](), 2 * len(KINDS) + 1
    for seed in range(300):
        starts.add(positions.game(seed).scenario.start_step)
        if len(starts) == every:
            break
    assert len(starts) == every
    assert PRE_TURN not in KINDS


def test_a_twin_differs_and_cannot_be_told_apart() -> None:
    rng, found = random.Random(5), 0
    for seed in range(1, 12):
        game = positions.game(seed)
        for player in (*game.scenario.sides, PUBLIC):
            twin = veil.hidden_twin(game, player, rng)
            if twin is not None:
                found += 1
                assert twin.state != game.state
                assert twin.view(player) == game.view(player)
                assert not twin.journal.lies()
    assert found > 15


@pytest.mark.parametrize("secret", veil.SECRETS, ids=lambda secret: secret.__name__)
def test_every_kind_of_secret_comes_up(secret: Secret) -> None:
    rng = random.Random(2)
    games = (positions.game(seed) for seed in range(40))
    assert any(secret(fork(game), "axis", rng) for game in games)


def _show_stocks(game: Ocs, player: str | None) -> dict[str, Any]:
    """A view that lets slip how much there is of the enemy's."""
    return {"stocks": sorted(unit.internals for unit in game.state[UNITS].values())}


def _show_bases(game: Ocs, player: str | None) -> dict[str, Any]:
    """A view that lets slip where aircraft are."""
    return {"air": sorted(air.hex for air in game.state[AIR].values())}


def _show_loads(game: Ocs, player: str | None) -> dict[str, Any]:
    """A view that lets slip what is loaded."""
    return {
        "loads": [t.load for t in game.state[TRANSPORT].values()],
        "cargo": [s.load for s in game.state[SHIPS].values()],
    }


def _show_stacks(game: Ocs, player: str | None) -> dict[str, Any]:
    """A view that lets slip what lies under the unit on show."""
    return {"stacks": {str(h): names for h, names in stacks.stacks(game).at.items()}}


@pytest.mark.parametrize("leak", [_show_stocks, _show_bases, _show_loads, _show_stacks])
def test_a_view_that_tells_too_much_is_caught(
    leak: Callable[[Ocs, str | None], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = views.view
    monkeypatch.setattr(
        "grognard.systems.ocs.system.views.view",
        lambda game, player: {**honest(game, player), **leak(game, player)},
    )
    with pytest.raises(laws.LawBroken, match=r"law 4: .* can tell a secret by view"):
        _look_for_secrets(range(1, 60))


def _look_for_secrets(seeds: range) -> None:
    for seed in seeds:
        laws.secrets(positions.game(seed), VEIL, random.Random(seed), limit=0)


def test_the_name_of_a_covered_unit_is_caught() -> None:
    """Law 4 in words: an event that names who lies under others is refused."""
    for seed in range(1, 40):
        game = positions.game(seed)
        hidden = [n for n in veil.nameless(game, "axis") if n in game.state[UNITS]]
        if hidden:
            break
    assert not fog.sees(game, "axis", hidden[0])
    since = len(game.events)
    facts = {"unit": hidden[0], "name": counter_of(game, hidden[0]).name}
    game.emit(Event("gossip", "4.9a", facts))
    with pytest.raises(laws.LawBroken, match="axis is told who it was"):
        laws._unnamed(game, "axis", set(hidden), since)
