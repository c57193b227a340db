"""What the second reading of combat and barrage plays with: actions, and answers to questions."""

from __future__ import annotations

from typing import Any

from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS
from tests.systems.ocs.field import field, rig

Action = dict[str, Any]
DUMPS_OF_BOTH = [
    {"side": "axis", "hex": "0303", "sp": 9},
    {"side": "allied", "hex": "0606", "sp": 9},
]
QUIET = (3, 4)
"""Surprise dice without surprise between equals, in an overrun as in regular combat."""


def act(do: str, *names: str, on: str = "0505", **more: Any) -> Action:
    return {"do": do, "units": list(names), "target": on, **more}


def attack(*names: str, on: str = "0505", **more: Any) -> Action:
    return act("attack", *names, on=on, **more)


def overrun(*names: str, on: str = "0505", **more: Any) -> Action:
    return act("overrun", *names, on=on, **more)


def release(*names: str) -> Action:
    return {"do": "release", "units": list(names)}


def field_of(segment: str, *units: Action, **spec: Any) -> Ocs:
    """Units in a segment of the Axis' turn, with nine SP for either side beside 0404 and 0505."""
    return field(*units, **{"segment": segment, "dumps": DUMPS_OF_BOTH, **spec})


def moving(*units: Action, **spec: Any) -> Ocs:
    return field_of("movement", *units, **spec)


def fighting(*units: Action, **spec: Any) -> Ocs:
    return field_of("attack", *units, **spec)


def drive(game: Ocs, side: str, action: Action, *dice: int, **answers: Any) -> list[Any]:
    """Play an action with given dice; gives back the questions that were put.

    An answer goes by the question's name with `_` for blanks, a list of answers one after the
    other; everything else is answered by default.
    """
    rig(game, *dice)
    game.play(side, action)
    asked = []
    while not game.at_checkpoint:
        ask = game.decisions[0].ask
        asked.append(ask)
        game.play(ask.player, _answer(game, ask, answers))
    return asked


def until(game: Ocs, side: str, action: Action, name: str, *dice: int, **answers: Any) -> Any:
    """Play an action up to a question of a name, which is left open and given back."""
    rig(game, *dice)
    game.play(side, action)
    while not game.at_checkpoint:
        ask = game.decisions[0].ask
        if ask.name == name:
            return ask
        game.play(ask.player, _answer(game, ask, answers))
    raise AssertionError(f"nobody was asked for {name}")


def _answer(game: Ocs, ask: Any, answers: dict[str, Any]) -> Action:
    given = answers.get(ask.name.replace(" ", "_"))
    if isinstance(given, list):
        given = given.pop(0) if given else None
    answer: Action = given or ask.default or next(game.legal(ask.player))
    return answer


def options(losses: int) -> Action:
    return {"do": "option", "losses": losses}


WAIVE = {"do": "waive"}


def tokens(game: Ocs, side: str) -> int:
    """The tokens of a side's dumps."""
    return sum(dump.tokens for dump in game.state[DUMPS].values() if dump.side == side)


def points(game: Ocs, name: str) -> float:
    """Movement points a unit has left."""
    return movement.left(game, name) / 12


def does(game: Ocs, side: str) -> set[str]:
    """The kinds of action that a side may take now."""
    return {action["do"] for action in game.legal(side)}
