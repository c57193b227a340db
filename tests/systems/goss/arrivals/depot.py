"""Replacement points for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, SIDES, Headquarters
from tests.systems.goss.field import position

CHAIN = {"corps": "X", "army": "A"}
FIRST = {"formation": "1 Div", **CHAIN}
SECOND = {"formation": "2 Div", **CHAIN}


def segment(*units: dict[str, Any], inf: float = 20, arm: float = 20, **facts: Any) -> Gs:
    """A Replacement Segment with points for the side whose it is."""
    chosen = {"segment": "replacements", "side": "axis", **facts}
    game = position(*units, **chosen)
    give(game, chosen["side"], inf=inf, arm=arm)
    return game


def give(game: Gs, side: str, **points: float) -> None:
    """A side has so many points, or recycle steps."""
    halves = {name: int(2 * count) for name, count in points.items()}
    game.put(SIDES, side, replace(game.state[SIDES][side], **halves))


def has(game: Gs, side: str) -> tuple[float, float]:
    """The Inf and Arm points of a side."""
    status = game.state[SIDES][side]
    return status.inf / 2, status.arm / 2


def lost(game: Gs, side: str) -> tuple[float, float]:
    """The Inf and Arm recycle steps of a side."""
    status = game.state[SIDES][side]
    return status.recycle_inf / 2, status.recycle_arm / 2


def staff(game: Gs, hq: str, **facts: Any) -> None:
    """A headquarters in some state."""
    game.put(HQS, hq, replace(game.state[HQS].get(hq) or Headquarters(), **facts))
