"""What an action costs before it is done: points of movement, supply and whence. [12.4]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.ocs.combat.overrun import PRICE
from grognard.systems.ocs.movement.movement import points, step_cost, walk
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply.expenses import expenses
from grognard.systems.ocs.table import wording
from grognard.systems.ocs.transport import transport
from grognard.table.cards import Sum

FREE = frozenset((
    "end", "cancel-simulcast", "mode", "arrange", "stay", "release", "marker", "sail", "divide",
    "combine", "relay", "place", "land", "ready", "box",
))  # fmt: skip
"""Kinds of action that never cost supply, nor what is counted here."""


def cost(game: Ocs, player: str, action: Action) -> list[Sum]:
    """What an action costs, with its reasons: points, capacities, and supply by its sources."""
    do = action.get("do")
    if do in FREE or game.why(player, action):
        return []
    found = list(POINTS[do](game, player, action)) if do in POINTS else []
    return [*found, *expenses(game, player, action)]


# ---- points and capacities


def _march(game: Ocs, player: str, action: Action) -> Iterator[Sum]:
    """What each unit spends on its way, hex by hex. [6.1a] [6.2]"""
    path = tuple(game.board.hex(label) for label in action["path"])
    group = tuple(action["units"])
    for name in group:
        strides = walk(game, name, path, group)
        if isinstance(strides, Refusal):  # it is dropped off on the way
            continue
        tally = Tally()
        for stride in strides:
            reasons = step_cost(game, name, stride.start, stride.after.hex)
            label = game.board.label(stride.after.hex)
            if stride.least or reasons is None:
                tally = tally.add(f"{label}: all that is left", points(stride.cost), "6.1c")
            else:
                for part in reasons.parts:
                    tally = tally.add(f"{label}: {part.label}", part.value, part.rule, part.source)
        yield Sum(f"{wording.call(game, [name])}, MP", tally)


def _haul(game: Ocs, player: str, action: Action) -> Iterator[Sum]:
    """What transport spends on its way. [13.2]"""
    path = tuple(game.board.hex(label) for label in action["path"])
    for key in action["transport"]:
        legs = transport.walk(game, key, path)
        if isinstance(legs, Refusal):
            continue
        tally = Tally()
        for leg in legs:
            tally = tally.add(game.board.label(leg.hex), points(leg.cost), "6.2")
        yield Sum(f"{wording.call(game, [key])}, MP", tally)


def _loading(game: Ocs, player: str, action: Action) -> Iterator[Sum]:
    """A tenth of the allowance for each loading and unloading. [13.2f]"""
    price = points(transport.loading_cost(game, action["transport"]))
    title = f"{wording.call(game, [action['transport']])}, MP"
    yield Sum(title, Tally().add("a tenth of the allowance", price, "13.2f"))


def _overrun(game: Ocs, player: str, action: Action) -> Iterator[Sum]:
    """Three points for each unit. [8.1a]"""
    tally = Tally().add("an overrun", points(PRICE), "8.1a")
    yield Sum("MP of each unit", tally)


POINTS = {
    "move": _march, "haul": _haul, "load": _loading, "unload": _loading, "overrun": _overrun,

}  # fmt: skip
