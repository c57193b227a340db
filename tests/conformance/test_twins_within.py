"""Within a procedure, too, nobody can tell games apart that differ in what he may not see. (Law 4)

Twins are made at a checkpoint, the same action is played in both, and whoever looks is asked what
he sees in the middle of it. Not compared is what has shown him something, or was rolled for, and
where somebody has left a standing answer: that he is not waited for is for all to see.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from grognard.engine.decision import Action
from grognard.engine.fork import fork
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.lab import fuzz, laws
from grognard.systems.wb95.masking import masking

AnyGame = Game[Any]
MOMENTS = {"wb95": 12, "ocs": 6, "nextwar": 12, "goss": 2}
"""How many moments are compared in each system: so many that it takes a few seconds."""
LONG, SEEDS = 120, 40
LOOKS = ("view", "events", "legal list", "refusals of anybody anywhere", "odds")


def begun(game: AnyGame, actor: str, action: Action) -> AnyGame | None:
    """The game in the middle of what an action sets off; None if it is over at once."""
    found = fork(game)
    found.play(actor, action)
    within = not found.at_checkpoint and not found.over and found.serial == game.serial
    return found if within else None


def moments(arena: fuzz.Arena) -> Iterator[tuple[str, AnyGame, AnyGame, Action]]:
    """Who looks, two games within the same procedure, and the action that has set it off."""
    for seed in range(1, SEEDS):
        rng, game = random.Random(seed), arena.make(seed)
        for _ in range(LONG):
            if game.over:
                break
            actor, action = fuzz.chosen(game, rng, 3)
            if game.at_checkpoint and begun(game, actor, action) is not None:
                for side in game.scenario.sides:
                    pair = _pair(arena, game, side, rng, actor, action)
                    if pair is not None:
                        yield side, *pair, action
            game.play(actor, action)


def _pair(
    arena: fuzz.Arena, game: AnyGame, side: str, rng: random.Random, actor: str, action: Action
) -> tuple[AnyGame, AnyGame] | None:
    veil, written = arena.veil, canonical(action)
    twin = veil.twin(game, side, rng)
    if twin is None or any(f'"{name}"' in written for name in veil.elsewhere(game, twin)):
        return None
    if twin.why(actor, action):
        return None
    known = [veil.insight(each, side) for each in (game, twin)]
    mine, other = begun(game, actor, action), begun(twin, actor, action)
    if mine is None or other is None or veil.glance(mine) != veil.glance(other):
        return None
    for each, before in zip((mine, other), known, strict=True):
        last = each.entries[-1]
        learned = any(level > before.get(n, 0) for n, level in veil.insight(each, side).items())
        if learned or last.chance or side in last.revealed:
            return None
        if any(event.kind == "standing" for event in each.events[len(game.events) :]):
            return None
    return mine, other


def compare(system: str) -> int:
    """Compare moments; how many there were."""
    compared = 0
    for side, mine, other, action in moments(fuzz.ARENAS[system]):
        for name in LOOKS:
            a, b = (laws._LOOKS[name](each, side, 30) for each in (mine, other))
            told = f"{side} can tell a secret by {name} within {action}: {laws._diff(a, b)}"
            laws.require(a == b, "4", told)
        compared += 1
        if compared == MOMENTS[system]:
            break
    return compared


@pytest.mark.parametrize("system", MOMENTS)
def test_nobody_can_tell_within_a_procedure(system: str) -> None:
    assert compare(system) == MOMENTS[system]


def test_a_leak_within_a_procedure_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(islice(moments(fuzz.ARENAS["wb95"]), MOMENTS["wb95"]))
    monkeypatch.setattr(f"{__name__}.moments", lambda _arena: iter(found))
    monkeypatch.setattr(
        "grognard.systems.wb95.views.sight", lambda game, player, name: masking.FULL
    )
    with pytest.raises(laws.LawBroken, match="within"):
        compare("wb95")
