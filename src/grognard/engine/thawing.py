"""Thawing: a frozen game goes on; and how games, scenarios and rulebooks are pickled.

A scenario is told by its name, options and fingerprint, and read once in each process; only one
that is on no shelf brings its texts along, and one that is in no file at all cannot be pickled.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from grognard.engine.dice import STREAM, Dice
from grognard.engine.editions import fold
from grognard.engine.entries import Entry
from grognard.engine.freezing import MARK, PACKING, FrozenError, freeze, head_of
from grognard.engine.game import Game
from grognard.engine.judging import judge
from grognard.engine.migrating import registers_of
from grognard.engine.refusal import Refused
from grognard.engine.state import Journal, State
from grognard.engine.system import Scenario, System

PARTS = {
    "system": str, "scenario": str, "scenario_hash": str, "options": dict, "state": dict,
    "entries": list, "commitment": str, "opened": int, "lines": int, "passed": dict,
}  # fmt: skip
"""What is in a frozen game, and as what."""

Resolve = Callable[[dict[str, Any]], tuple[System[Any], Scenario]]


def thaw(frozen: bytes, resolve: Resolve) -> Game[Any]:
    """The game as it was when it was frozen; `resolve` finds its system and scenario."""
    data = _read(frozen)
    system, scenario = resolve(data)
    if scenario.fingerprint != data["scenario_hash"]:
        text = f"scenario {scenario.id} is not the one this game was played with (other hash)"
        raise FrozenError(text)
    try:
        return _begun(data, system, scenario)
    except Refused as refused:
        raise FrozenError(f"what was played since the checkpoint is refused: {refused}") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise FrozenError(f"this frozen game cannot be read: {error}") from None


def _read(frozen: bytes) -> dict[str, Any]:
    """The data of a frozen game, refused where they are not as they were written."""
    first, _, text = frozen.partition(b"\n")
    if not first.startswith(MARK):
        raise FrozenError(f"this is no frozen game: it should begin with {MARK.decode()!r}")
    if first[len(MARK) :].decode("ascii", "replace") != sha256(text).hexdigest():
        raise FrozenError("this frozen game is not as it was written: its hash is another")
    try:
        data: Any = json.loads(text)
    except ValueError as error:
        raise FrozenError(f"this frozen game cannot be read: {error}") from None
    for name, kind in PARTS.items():
        if not isinstance(data, dict) or type(data.get(name)) is not kind:
            raise FrozenError(f"this frozen game cannot be read: {name!r} is not as it should be")
    found: dict[str, Any] = data
    return found


def _begun(data: Mapping[str, Any], system: System[Any], scenario: Scenario) -> Game[Any]:
    """A game that stands at the checkpoint, with what was played since played again."""
    game: Game[Any] = Game(system, scenario, seed=0, started=False)
    game.commitment = data["commitment"]
    game.dice = game._chance = Dice(data["seed"])
    state = State.from_json(tuple(registers_of(system).values()), data["state"])
    game.adopt(Journal(state, system.indexes(scenario)))
    for by, action, root, auto, opened, chance in data["entries"]:
        game._opened = opened
        game.dice.remember(game.state[STREAM]["now"].drawn, chance)
        refusals, _ = judge(game, by, action, None)
        if refusals:
            raise Refused(refusals)
        mark, events = game.journal.mark(), len(game.events)
        game._rerun(Entry(by, action, root, auto, mark, events, opened, [], []))
        if game.entries[-1].chance != chance:
            raise ValueError("other dice fall in it than fell then")
        place = data["passed"].get(str(len(game.entries)))
        if place is not None:
            game._passed[len(game.entries)] = place
            game._pass_over(place)
    game._opened, game.forgotten = data["opened"], data["lines"]
    return game


# ---- how they are pickled

KEPT = 16
"""How many scenarios a process keeps at hand for games to be thawed."""
_AT_HAND: OrderedDict[tuple[str, str], tuple[System[Any], Scenario]] = OrderedDict()


class Shelf:
    """Where scenarios and rulebooks are found; the library fills it."""

    find: Resolve
    """The scenario of a head, from the shelf or from the texts in it."""
    has: Callable[[Scenario], bool]
    """Whether another process finds a scenario without its texts."""
    system: Callable[[str], System[Any]]
    """A rulebook by its name."""


SHELF = Shelf()


def resolved(head: dict[str, Any]) -> tuple[System[Any], Scenario]:
    """The scenario of a head: the one that is at hand, or else from the shelf."""
    key = head["scenario"], head["scenario_hash"]
    found = _AT_HAND.pop(key, None) or SHELF.find(head)
    _AT_HAND[key] = found
    while len(_AT_HAND) > KEPT:
        _AT_HAND.popitem(last=False)
    return found


def scenario_again(head: dict[str, Any]) -> Scenario:
    """The scenario of a head, for who unpickles one."""
    return resolved(head)[1]


def system_again(name: str) -> System[Any]:
    """A rulebook by its name, for who unpickles one."""
    return SHELF.system(name)


def game_again(system: System[Any], scenario: Scenario, frozen: bytes) -> Game[Any]:
    """A game that was frozen, for who unpickles or copies one."""
    return thaw(frozen, lambda head: (system, scenario))


def _scenario_packed(scenario: Scenario) -> tuple[Any, ...]:
    head = head_of(scenario)
    if not SHELF.has(scenario):
        if not scenario.texts:
            raise TypeError(f"scenario {scenario.id} is in no file: it cannot be pickled")
        head["texts"] = fold(scenario.texts)
    return scenario_again, (head,)


PACKING.scenario = _scenario_packed
PACKING.system = lambda system: (system_again, (system.name,))
PACKING.game = lambda game: (game_again, (game.system, game.scenario, freeze(game)))
