"""Supply is conserved: delivered is spent, captured, blown, or still there. [12.1d]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SIDES, TRANSPORT
from grognard.systems.ocs.supply import dumps
from tests.systems.ocs.field import field, play, rules, unit

MINE = (
    "haul", "load", "unload", "divide", "combine", "blow", "extend", "contract", "withdraw", "rail",
)  # fmt: skip


def theatre(seed: int) -> Ocs:
    """Two sides with a railway, dumps, and transport of every kind, loaded and empty."""
    line = "0501-0502-0503-0504-0505-0506-0507-0508-0509"
    places = {"W": "village 0501", "A": "village 0503", "B": "village 0506", "E": "village 0509"}
    board = sketch(9, 9, links=[f"{line} rail"], places=places)
    trucks: list[dict[str, Any]] = []
    for side, column in (("axis", 2), ("allied", 8)):
        for i, more in enumerate(
            ({"points": 5, "load": 9}, {"points": 2}, {"kind": "wagon", "points": 2, "load": 8},
             {"formation": "1 Pz", "points": 1, "load": 2}, {"points": 5},
             {"points": 5, "extender": True}),
            1,
        ):  # fmt: skip
            trucks.append({"id": f"{side}{i}", "side": side, "hex": f"050{column}", **more})
    stores = [
        {"side": "axis", "hex": "0503", "sp": 5}, {"side": "axis", "hex": "0402", "sp": 3},
        {"side": "allied", "hex": "0509", "sp": 5}, {"side": "allied", "hex": "0408", "sp": 3},
    ]  # fmt: skip
    return field(
        unit("a1", "0503"), unit("a2", "0402"), unit("s1", "0509"), unit("s2", "0408"),
        board=board, seed=seed, transport=trucks, dumps=stores, turns=4,
        limits={"axis": {"rail_cap": 6}, "allied": {"rail_cap": 6}},
        sources=[{"side": "axis", "hex": "0501"}, {"side": "allied", "hex": "0509"}],
    )  # fmt: skip


def even(game: Ocs) -> None:
    """The accounts of both sides, and every single load and dump."""
    for side, status in game.state[SIDES].items():
        gone = status.spent + status.captured + status.blown
        assert status.delivered == gone + dumps.stock(game, side)
        assert 0 <= status.rail_used <= 16 * 6
    for found in game.state[TRANSPORT].values():
        assert 0 <= found.load <= found.size
        assert not (found.extender and (found.load or found.size != 20))
    for dump in game.state[DUMPS].values():
        assert dump.tokens > 0
        assert 0 <= dump.fresh <= dump.tokens


@pytest.mark.rule("ocs", "12.1d")
@pytest.mark.parametrize("seed", range(1, 13))
def test_tokens_are_conserved_over_any_sequence_of_deeds(seed: int) -> None:
    rng, game, done = random.Random(seed), theatre(seed), set()
    size = sum(t.size for t in game.state[TRANSPORT].values())
    for _ in range(150):
        if game.over:
            break
        player = game.to_act or ""
        offers = [d for d in game.decisions[0].ask.offers if d.do in MINE]
        action = rng.choice(offers).sample(game, player, rng) if offers else {"do": "end"}
        if rng.random() < 0.03:
            action = {"do": "end"}
        if action is None:
            continue
        assert rules(game, player, action) == []
        play(game, player, action)
        done.add(action["do"])
        even(game)
        assert sum(t.size for t in game.state[TRANSPORT].values()) == size
        assert game.journal.lies() == []
    assert len(done & set(MINE)) >= 5


def test_every_deed_of_transport_comes_up() -> None:
    """Over all seeds the law has been tried on each of them."""
    done = set()
    for seed in range(1, 15):
        rng, game = random.Random(seed), theatre(seed)
        for _ in range(60):
            for offer in game.decisions[0].ask.offers:
                if offer.do in MINE and offer.do != "blow":
                    action = offer.sample(game, "axis", rng)
                    if action is not None:
                        play(game, "axis", action)
                        done.add(offer.do)
    assert done >= {"haul", "load", "unload", "divide", "combine", "extend", "contract", "rail"}
