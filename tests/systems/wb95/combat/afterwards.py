"""Battles whose result a test chooses, so that only their aftermath is at stake."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from grognard.systems.wb95.charts import CombatResult
from grognard.systems.wb95.combat import attack as combat
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.battles import attack


def fight(
    game: Wb,
    result: str,
    units: str,
    targets: str = "0504",
    by: str = "german",
    defend: dict[str, Any] | None = None,
    **more: Any,
) -> None:
    """Attack in the Combat Phase of a side; the table says what the test says."""
    while game.phase != f"Attack of {by}":
        assert game.to_act is not None
        game.play(game.to_act, {"do": "end"})
    with patch.object(combat, "combat_result", lambda *_: CombatResult.parse(result)):
        game.play(by, attack(units, targets, **more))
        if asked(game) == "defend":
            game.play(game.scenario.other(by), {"do": "defend", **(defend or {})})


def asked(game: Wb) -> str:
    """The name of the question that is open."""
    return game.decisions[0].ask.name


def back(take: dict[str, int] | None = None, **paths: str) -> dict[str, Any]:
    """An answer to a retreat: paths as words in a string."""
    ways = {name: way.split() for name, way in paths.items()}
    return {"do": "retreat", "paths": ways, "take": take or {}}


def chase(**paths: str) -> dict[str, Any]:
    """An answer to a pursuit: paths as words in a string."""
    return {"do": "pursue", "paths": {name: way.split() for name, way in paths.items()}}


def lose(**take: int) -> dict[str, Any]:
    """An answer about losses."""
    return {"do": "losses", "take": take}


def answers(game: Wb) -> list[tuple[dict[str, int], dict[str, int]]]:
    """Every legal retreat, told as hexes retreated and levels lost by unit, each once."""
    assert game.to_act is not None
    found = []
    for action in game.legal(game.to_act):
        told = {name: len(way) for name, way in action["paths"].items()}, action["take"]
        if told not in found:
            found.append(told)
    return found
