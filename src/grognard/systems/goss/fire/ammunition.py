"""Points that pay for intensive fire. [11.4.1g] [11.8.1]"""

from __future__ import annotations

from grognard.systems.goss.logistics.replenishment import payer, points_of
from grognard.systems.goss.logistics.stock import pay
from grognard.systems.goss.scenario import Gs


def points_for(game: Gs, name: str) -> int:
    """The AmP that are there for a gun's intensive fire: those of the headquarters on whose on-hand
    supply it lives, or of its army. [11.4.1g] [11.8.1]"""
    return points_of(game, payer(game, name))


def spend(game: Gs, name: str, points: int) -> None:
    """AmP are used up for a gun. [11.4.1g] [11.8.1]"""
    pay(game, payer(game, name), "intensive-fire", "11.4.1g", points, unit=name)
