"""A flight: the aircraft of one mission on their way, and where they may go from there. [14.2f]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.engine.decision import Procedure
from grognard.systems.ocs.air.bases import Base, admits, base_of, bases, go_home, havens, land
from grognard.systems.ocs.pieces.planes import aircraft, alive, range_of
from grognard.systems.ocs.scenario import Ocs


@dataclass
class Flight:
    """One mission under way; it lives as long as its procedure does. [14.2e]

    `planes` are the mission aircraft still with it, `gone` those that aborted; `home` are the bases
    their player has named, `half` those that return within half their range [14.9e(C)], and `stay`
    those that stay at the target. `fought` says that there has been air combat.
    """

    side: str
    kind: str
    target: int
    planes: list[str]
    home: Mapping[str, Any] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    half: frozenset[str] = frozenset()
    stay: frozenset[str] = frozenset()
    fought: bool = False


def haven_here(game: Ocs, key: str, h: int) -> Base | None:
    """The friendly base under an aircraft, if it may land there; its own before others. [14.1c]"""
    here = [
        base
        for base in bases(game, aircraft(game, key).side)
        if base.hex == h and admits(game, base, key) is None
    ]
    return base_of(game, key) if base_of(game, key) in here else next(iter(here), None)


def abort(
    game: Ocs, side: str, keys: list[str], h: int, rule: str,
    wish: Mapping[str, Any] | None = None, interceptor: str = "", after: bool = False,
) -> Procedure:  # fmt: skip
    """Aircraft break off over a hex and become Inactive at a base. [14.1c]

    Over a friendly base they stay at it, but not if they abort `after` the air combat [14.3d(C)];
    an interceptor always goes where it came from. [14.5] Others go to any base within range.
    [14.2d]
    """
    open_: dict[str, list[Base]] = {}
    for key in keys:
        if not alive(game, key):
            continue
        here = None if after else haven_here(game, key, h)
        if key == interceptor:
            land(game, key, base_of(game, key))
        elif here is not None:
            land(game, key, here)
        else:
            open_[key] = havens(game, key, h, range_of(game, key))
    if open_:
        yield from go_home(game, side, open_, rule, wish)


def come_back(game: Ocs, flight: Flight) -> Procedure:
    """The end of a mission: its aircraft return to any base within range, Inactive. [14.2f(F)]"""
    open_ = {}
    for key in flight.planes:
        if key in flight.stay:
            here = haven_here(game, key, flight.target)
            assert here is not None
            land(game, key, here)
        elif alive(game, key):
            reach = range_of(game, key)
            open_[key] = havens(
                game, key, flight.target, reach // 2 if key in flight.half else reach
            )
    if open_:
        yield from go_home(game, flight.side, open_, "14.2f(F)", flight.home)
