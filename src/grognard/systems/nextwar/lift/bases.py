"""Airbases and airfields that troops may fly from and to. [8.5.2] [8.4.2] [27.7.1]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.refusal import Refusal
from grognard.systems.nextwar.pieces.stacks import holder, on_map
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SITES
from grognard.systems.nextwar.units import UNITS, Counter

CLOSED = 2
"""The Strike marker that closes a base to troops. [27.7.1]"""


def open_base(game: Nw, h: int) -> bool:
    """Whether a base in a hex can be used at all. [27.7.1]"""
    state = game.state[SITES]
    return any(
        site.flying and not state[site.id].destroyed and state[site.id].strike < CLOSED
        for site in game.scenario.ground.at.get(h, ())
    )


def why_closed(game: Nw, h: int) -> Refusal | None:
    """Why no troops fly out of a hex, or land in it: its base is too badly hit. [27.7.1]"""
    if not any(site.flying for site in game.scenario.ground.at.get(h, ())) or open_base(game, h):
        return None
    label = game.board.label(h)
    return Refusal("27.7.1", f"the base in {label} is too heavily damaged: no troops fly there")


def own_base(game: Nw, h: int, side: str) -> bool:
    """Whether a side controls a base that is open; a captured one is as good. [8.4.2]"""
    held = controller(game, h) == side and holder(game, h) != game.scenario.other(side)
    return held and open_base(game, h)


def own_bases(game: Nw, side: str) -> tuple[int, ...]:
    """All of them."""

    def compute() -> tuple[int, ...]:
        sites = game.scenario.ground.sites
        hexes = dict.fromkeys(site.hex for site in sites if site.flying)
        return tuple(h for h in hexes if own_base(game, h, side))

    return game.cached(("bases", side), (UNITS.name, HEXES.name, SITES.name), compute)


def on_bases(game: Nw, side: str, fit: Callable[[Counter], bool]) -> list[str]:
    """The units of some kind that stand on a base of their side. [8.5.2] [8.5.3]"""
    units, counters = game.state[UNITS], game.scenario.counters
    found = (name for name in on_map(game, side) if fit(counters[name]))
    return [name for name in found if own_base(game, units[name].hex, side)]


def why_no_strip(game: Nw, h: int, side: str, rule: str) -> Refusal | None:
    """Why nobody flies by plane from a hex, or to it: a base of one's own, out of enemy zones.

    [8.5.2] [8.5.3]
    """
    label = game.board.label(h)
    if not own_base(game, h, side):
        return Refusal(rule, f"{label} is no airbase or airfield of one's own that can be used")
    if in_zone(game, h, game.scenario.other(side)):
        return Refusal(rule, f"{label} is in an enemy zone of control")
    return None
