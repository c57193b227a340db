"""No byte that a screen is told hangs on what the player may not know. [4.8b] [4.9]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine.entries import PUBLIC
from grognard.engine.record import canonical
from grognard.lab import laws
from grognard.systems.ocs.proof import positions, veil
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.table import choosing, weighing
from grognard.table.writing import plain
from tests import composed

rule = pytest.mark.rule
ONE_IN = 14
"""A player's screen is looked at once in so many steps, in every game at other ones."""


def shown(game: Ocs, player: str, rng: random.Random) -> dict[str, str]:
    """Everything that a screen is told, part by part, as it goes over the wire."""
    parts: dict[str, Any] = {
        "counters": TABLETOP.counters(game, player),
        "stacks": TABLETOP.stacks(game, player),
        "marks": TABLETOP.marks(game, player),
        "off map": TABLETOP.off_map(game, player),
        "owed": TABLETOP.owed(game, player),
        "standing": TABLETOP.standing(game),
        "faces": sorted((h, str(face)) for h, face in TABLETOP.faces(game, player).items()),
        "pieces": TABLETOP.pieces(game, player),
        "front": list(TABLETOP.front(game, player)),
        "supply": TABLETOP.supply(game, player),
    }
    parts["notes"] = [TABLETOP.notes(game, player, h) for h in range(0, game.board.n, 3)]
    known = [card.id for card in TABLETOP.counters(game, player)]
    parts["details"] = [plain(TABLETOP.details(game, player, name)) for name in known]
    if player in game.scenario.sides:
        parts.update(_clicked(game, player, rng))
    return {name: canonical(plain(part)) for name, part in parts.items()}


def _clicked(game: Ocs, player: str, rng: random.Random) -> dict[str, Any]:
    """What a player is told when he clicks here and there."""
    own = sorted(name for name, where in TABLETOP.own(game, player).items() if where)
    enemies = [game.board.hex(s.hex) for s in TABLETOP.stacks(game, player) if s.side != player]
    rng.shuffle(own)
    names, hexes = own[:6], [rng.randrange(game.board.n) for _ in range(2)] + enemies[:2]
    orders = [
        *(TABLETOP.orders(game, player, [name], [h]) for name in names for h in hexes),
        *(TABLETOP.orders(game, player, [], [h]) for h in enemies[:3]),
        *(TABLETOP.orders(game, player, [name], []) for name in names),
    ]
    actions = [one.action for found in orders for one in found if one.action is not None]
    labels = [game.board.label(h) for h in enemies[:3]]
    tries = [{"do": "attack", "units": names[:2], "target": label} for label in labels]
    rng.shuffle(actions)
    return {
        "reach": [TABLETOP.ways(game, player, [name]) for name in names],
        "orders": orders,
        "weighing": [
            weighing.weigh(game, TABLETOP, player, action) for action in (*actions[:5], *tries)
        ],
        "choices": [choosing.choices(game, TABLETOP, player, piece=name)[0] for name in names],
        "composed": composed.clicked(game, TABLETOP, player, rng),
        "asked": [
            choosing.asked(game, TABLETOP, d, "1.0") for d in game.decisions if d.player == player
        ],
    }


@rule("ocs", "4.9a")
@pytest.mark.parametrize("seed", range(14))
def test_no_byte_on_a_screen_tells_a_secret(seed: int) -> None:
    game, rng = positions.game(seed), random.Random(seed)
    compared = 0
    for step in range(40):
        if game.over:
            break
        for player in (*game.scenario.sides, PUBLIC):
            twin = veil.hidden_twin(game, player, rng) if (step + seed) % ONE_IN == 0 else None
            if twin is not None:
                mark = rng.random()
                mine = shown(game, player, random.Random(mark))
                theirs = shown(twin, player, random.Random(mark))
                assert mine == theirs
                compared += 1
        game.play(*laws.random_action(game, rng))
    assert compared or game.over


@rule("ocs", "4.9a")
def test_hidden_counters_are_not_even_named() -> None:
    game = positions.game(3)
    player, enemy = game.scenario.sides
    cards = {card.id for card in TABLETOP.counters(game, player)}
    view = game.view(player)
    seen = {name for row in view["enemy"] for part in ("unit", "aircraft", "ships")
            for name in row[part]}  # fmt: skip
    assert {c.id for c in TABLETOP.counters(game, player) if c.side == enemy and c.hex} == seen
    hidden = set(game.view(enemy)["units"]) - cards
    assert hidden
    written = "".join(shown(game, player, random.Random(1)).values())
    assert not [name for name in hidden if f'"{name}"' in written]
