"""The reach of many units at once is that of each alone, whatever has happened in between."""

from __future__ import annotations

import random

import pytest

from grognard.engine.record import replace
from grognard.systems.nextwar.movement import reach
from grognard.systems.nextwar.movement.moves import Move
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.proof import positions
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES
from grognard.systems.nextwar.units import UNITS
from tests.systems.nextwar.field import RING, field, muddle, plain, unit

PLAYED, EVERY = 40, 8


def compare(game: Nw) -> int:
    """Everybody's reach against the same worked out for him alone; how many were found at once."""
    found = 0
    for side in game.scenario.sides:
        names = on_map(game, side)
        found += len(dict(reach._of_some(game, side, names)))
        for name in names:
            known, alone = reach.routes(game, name), reach.alone(game, name)
            assert dict(known.costs) == dict(alone.costs), (name, game.segment.kind)
            assert {h: known.path(h) for h in known.costs} == {
                h: alone.path(h) for h in alone.costs
            }, (name, game.segment.kind)
    return found


@pytest.mark.parametrize("seed", range(1, 4))
def test_reach_of_all_at_once_is_the_reach_of_each(seed: int) -> None:
    game, rng, found = positions.game(seed), random.Random(seed), 0
    for number in range(PLAYED):
        if game.over:
            break
        if number % EVERY == 0:
            found += compare(game)
        player = rng.choice([decision.player for decision in game.decisions])
        action = game.sample(player, rng)
        assert action is not None
        game.play(player, action)
    assert found


@pytest.mark.parametrize("seed", range(30))
def test_so_it_is_in_any_muddle_with_gas_interdiction_and_some_who_have_moved(seed: int) -> None:
    game, rng = muddle(seed), random.Random(seed)
    for h in rng.sample(range(game.board.n), 6):
        status = game.state[HEXES][h]
        marked = replace(status, gas=h % 2 == 0, interdiction=1 + h % 3 if h % 2 else 0)
        game.put(HEXES, h, marked)
    compare(game)
    for name in on_map(game, "allied"):
        unit = game.state[UNITS][name]
        if rng.randrange(2):
            game.put(UNITS, name, replace(unit, moved=game.serial, spent=24, halted=False))
        found = reach.routes(game, name).costs
        if found:  # friends in zones, and the map as it was but for that
            game.put(UNITS, name, replace(game.state[UNITS][name], hex=rng.choice([*found])))
        compare(game)


@pytest.mark.rule("nextwar", "8.2.2-b6")
def test_a_friend_who_leaves_a_zone_makes_the_way_through_it_dearer() -> None:
    moat = [f"0505-{label} water" for label in RING if label != "0506"]
    board = plain(
        terrain={"0506": "rough", "0505": "highland"}, links=("0506-0505 secondary",),
        country={"0505": "DPRK"}, sides=moat,
    )  # fmt: skip
    game = field(
        unit("r1", "0306", "4-4-9", mobility="light"), unit("r2", "0506"), unit("n1", "0606"),
        board=board, sites=[{"hex": "0505", "kind": "city"}], begin={"first": "allied"},
        initiative={"side": "allied", "guaranteed": 9},
    )  # fmt: skip
    city, away = board.hex("0505"), board.hex("0109")
    with_him = reach.routes(game, "r1").costs[city]
    assert compare(game)
    game.put(UNITS, "r2", replace(game.state[UNITS]["r2"], hex=away))
    assert compare(game)
    assert reach.routes(game, "r1").costs[city] > with_him


def test_who_knows_a_wrong_reach_is_not_equal_to_who_knows_the_right_one() -> None:
    game = positions.game(1)
    side = game.scenario.sides[0]
    name = next(n for n in on_map(game, side) if reach.alone(game, n).costs)
    right, wrong, fresh = (reach._Reaches(game, side) for _ in range(3))
    assert right.of(name) == reach.alone(game, name)
    wrong.known[name] = reach.NOWHERE
    assert right == fresh
    assert fresh == right
    assert wrong != fresh
    assert fresh != wrong


def test_nobody_is_told_that_no_way_leads_to_where_he_stands() -> None:
    game = field(unit("n1", "0501"), unit("r1", "0909"))
    here, far = game.board.hex("0501"), game.board.hex("0909")
    assert Move().refused(game, "dprk", ("n1",), (here,)) == []
    beyond = max(range(game.board.n), key=lambda h: (game.board.distance(here, h), h != far))
    (refusal,) = Move().refused(game, "dprk", ("n1",), (beyond,))
    assert refusal.rule == "8.5.1"
