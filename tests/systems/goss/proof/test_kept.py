"""What is kept from one action to the next is what would be found afresh, over random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard import library
from grognard.engine.fork import fork
from grognard.engine.record import replace
from grognard.lab import fuzz, laws
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.movement.eligible import unable
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.pieces import chain
from grognard.systems.goss.pieces.quiet import inactive, lull_of
from grognard.systems.goss.pieces.stacking import stacked
from grognard.systems.goss.pieces.stacks import held, on_map
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.fields import obstacles, obstacles_now
from grognard.systems.goss.supply.traces import Traces, supply_of
from grognard.systems.goss.supply.tracing import feeders, traces_as_mech
from grognard.systems.goss.units import UNITS

ACTIONS, EVERY = 90, 6


def _kept(game: Gs) -> dict[str, Any]:
    """What the rules make of the moment, by way of everything that is kept."""
    found: dict[str, Any] = {}
    for side in game.scenario.sides:
        found |= {
            f"front {side} {who}": front(game, side, who) for who in (*game.scenario.sides, None)
        }
        found |= {f"stack {h}": stacked(game, h) for h in held(game, side)}
        found[f"obstacles {side}"] = obstacles_now(game, side)
        for name in on_map(game, side):
            found[f"unit {name}"] = (
                chain.corps(game, name), chain.army_hq(game, name), chain.army(game, name),
                lull_of(game, name), inactive(game, name), traces_as_mech(game, name),
            )  # fmt: skip
            if not chain.leads(game, name):
                found[f"supply {name}"] = supply_of(game, name)
        movers = [n for n in on_map(game, side) if unable(game, n) is None]
        found |= {f"reach {n}": dict(reach(game, (n,), side).costs) for n in movers[:4]}
    return found


@pytest.mark.parametrize("seed", [3, 11, 24])
def test_what_is_kept_is_what_is_found_afresh(seed: int) -> None:
    rng, game = random.Random(seed), fuzz.ARENAS["goss"].make(seed)
    for number in range(ACTIONS):
        if game.over:
            break
        game.play(*laws.random_action(game, rng))
        if number % EVERY or not game.at_checkpoint:
            continue
        kept, fresh = _kept(game), fork(game)
        assert kept == _kept(fresh)
        assert {s: obstacles(game, s) for s in game.scenario.sides} == {
            s: obstacles_now(fresh, s) for s in game.scenario.sides
        }
        assert not chain.stale(game)
        assert not game.journal.lies()


def test_a_chain_that_is_kept_too_long_is_seen() -> None:
    game = fuzz.ARENAS["goss"].make(3)
    name = next(n for n in on_map(game, "axis") if chain.corps(game, n))
    assert not chain.stale(game)
    chain.Chains.of(game).heads[name, "corps"] = "somebody"
    assert chain.stale(game) == [name]


@pytest.mark.rule("goss", "15.2.3")
def test_who_traces_from_a_headquarters_that_marches_is_looked_at_again_and_nobody_else() -> None:
    game = library.new("goss/st-vith", 1)
    names = [n for n in on_map(game, "axis") if not chain.leads(game, n)]
    before = {n: supply_of(game, n) for n in names}
    hq = next(
        chain.superior(game, n)
        for n in names
        if chain.leads_formation(game, chain.superior(game, n))
    )
    kept, unit = Traces.of(game).paths, game.state[UNITS][hq]
    game.put(
        UNITS,
        hq,
        replace(unit, hex=max(held(game, "axis"), key=lambda h: game.board.distance(h, unit.hex))),
    )
    assert Traces.of(game).gone == {hq}
    other = next(n for n in names if hq not in feeders(game, n))
    assert supply_of(game, other) == before[other]
    assert len(kept) > len(names) // 2
    fresh = fork(game)
    after = {n: supply_of(game, n) for n in names}
    assert after == {n: supply_of(fresh, n) for n in names}
    assert after != before
    game.put(UNITS, hq, replace(game.state[UNITS][hq], extended=not unit.extended))
    assert not kept, "how it is supplied itself is told to all"
