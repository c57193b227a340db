"""Freezing: a game at one moment as bytes, to be gone on with in another place or another process.

A frozen game is a moment and no record: scenario, options, the State at the last checkpoint and the
entries since, which are run again where it is thawed (see `thawing`). What happened before is not
in it. So what was played before cannot be taken back in the thawed game, nor told, and the game
cannot be saved. It holds the whole truth and the secret of the dice: nothing for players.

It is JSON with its hash before it, and never pickle of code. `pickle`, `copy` and what builds on
them (processes, Ray) get at games and scenarios by it.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from grognard.engine.entries import left_for_later
from grognard.engine.record import canonical
from grognard.engine.state import State

if TYPE_CHECKING:
    from grognard.engine.game import Game
    from grognard.engine.system import Scenario, System

MARK = b"grognard-frozen 1 "
"""What a frozen game begins with, before its hash: the format and its version."""


class FrozenError(ValueError):
    """A game that cannot be frozen or thawed; says why."""


class Packing:
    """How games, scenarios and rulebooks are pickled: `thawing`, which knows the way back, says."""

    game: Callable[[Game[Any]], tuple[Any, ...]]
    scenario: Callable[[Scenario], tuple[Any, ...]]
    system: Callable[[System[Any]], tuple[Any, ...]]


PACKING = Packing()


def head_of(scenario: Scenario) -> dict[str, Any]:
    """Which scenario it is, as the first line of a save says it."""
    return {
        "system": scenario.system,
        "scenario": scenario.id,
        "scenario_hash": scenario.fingerprint,
        "options": dict(scenario.options),
    }


def freeze(game: Game[Any]) -> bytes:
    """A game at this moment: what `thaw` goes on with."""
    if game.recorded or game.supposing:
        raise FrozenError("what is only looked at or supposed cannot be frozen: freeze a game")
    start = _root(game)
    data = {
        **head_of(game.scenario),
        "commitment": game.commitment,
        # Where there is a pact no die falls without the secrets of its next step.
        "seed": None if game.pact.begun else game.dice.seed,
        "state": _state(game, start).to_json(),
        "entries": [
            [e.by, e.action, e.root, e.auto, e.opened, list(e.chance)] for e in game.entries[start:]
        ],
        "opened": game._opened,
        "lines": game.forgotten + len(game.history),
        "passed": {str(n - start): to for n, to in game._passed.items() if n > start},
    }
    text = canonical(data).encode("ascii")
    return MARK + sha256(text).hexdigest().encode() + b"\n" + text


def _root(game: Game[Any]) -> int:
    """The entry that began the procedure under way; behind the last where there is none."""
    start = len(game.entries)
    if game.at_checkpoint:
        return start
    start -= 1
    while not game.entries[start].root or left_for_later(game.entries[start]):
        start -= 1
    return start


def _state(game: Game[Any], start: int) -> State:
    """The State as it was before an entry."""
    if start == len(game.entries):
        return game.state
    state = game.state.clone()
    for name, key, old, _, _ in reversed(game.journal.changes[game.entries[start].mark :]):
        if old is None:
            del state.maps[name][key]
        else:
            state.maps[name][key] = old
    return state
