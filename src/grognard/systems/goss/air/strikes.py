"""What happens to a ground support mission on its way. [20.2.1]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.kit.deeds import Questions
from grognard.systems.goss.scenario import Gs

EnRoute = Callable[[Gs, str, int, tuple[int, ...], int], Questions[tuple[int, tuple[int, ...]]]]
EN_ROUTE: list[EnRoute] = []
"""Interception and errors of the missions of a side against a hex, so many effective air points
each, with so many escorts: the hex that they come to in the end, -1 if none, and what is left of
each. [20.2.3] [20.6.0]"""


def en_route(
    game: Gs, side: str, h: int, points: tuple[int, ...], escorts: int
) -> Questions[tuple[int, tuple[int, ...]]]:
    """Where the missions come to, and what is left of them. [20.2.1]"""
    for step in EN_ROUTE:
        h, points = yield from step(game, side, h, points, escorts)
        if h < 0:
            break
    return h, points
