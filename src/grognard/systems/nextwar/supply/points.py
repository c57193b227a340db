"""Supply Points: what a side has, and what it pays and gets. [19.3]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES


def price(game: Nw, action: str) -> int:
    """What the list says of an action. [19.3]"""
    return int(game.scenario.tables["supply-point-costs"].cell(action, "points").value)


def dear(game: Nw, side: str, cost: int, what: str) -> list[Refusal]:
    """Whether a side cannot pay so many points. [19.3]"""
    have = game.state[SIDES][side].supply
    if cost > have:
        return [Refusal("19.3", f"{what} costs {cost} Supply Points, and {have} are left")]
    return []


def bill(game: Nw, side: str, action: str) -> str:
    """The price of an action, and what there is to pay it with, in words."""
    have = game.state[SIDES][side].supply
    return f"it costs {price(game, action)} of the {have} Supply Points that are there [19.3]"


def change(game: Nw, side: str, by: int, rule: str, what: str) -> None:
    """A side gets Supply Points, or spends them. [19.3]"""
    status = game.state[SIDES][side]
    if by:
        game.put(SIDES, side, replace(status, supply=status.supply + by))
        facts = {"side": side, "points": by, "left": status.supply + by, "what": what}
        game.emit(Event("supply-points", rule, facts))


def supplies_arrive(game: Nw) -> None:
    """Both sides receive the Supply Points that the scenario gives them. [19.3]"""
    for side, grants in game.scenario.supplies.items():
        granted = grants[min(game.turn, len(grants)) - 1] if grants else 0
        change(game, side, granted, "19.3", "this turn")
