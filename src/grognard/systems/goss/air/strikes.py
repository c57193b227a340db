"""What happens to ground support missions on their way. [20.2.1]"""

from __future__ import annotations

from grognard.kit.deeds import Questions
from grognard.systems.goss.air.errors import LOST, arrival
from grognard.systems.goss.air.superiority import fight, intercepted, told
from grognard.systems.goss.air.tracks import sector_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import other


def en_route(
    game: Gs, side: str, h: int, points: tuple[int, ...], escorts: tuple[int, ...]
) -> Questions[list[tuple[int, int]]]:
    """The missions of a side against a hex, so many effective air points each, with their escorts:
    the hex that each comes to, -1 if none, and what is left of it. Interceptors are named for all
    of them first, and errors come last. [20.2.1] [20.2.1(5)] [20.6.2]"""
    label, enemy = game.board.label(h), other(side)
    sent = []
    for place, (ap, guards) in enumerate(zip(points, escorts, strict=True), 1):
        which = f", mission {place}" if len(points) > 1 else ""
        what = f"{ap} AP with {guards} escorts against {label}{which}"
        found = yield from intercepted(game, enemy, sector_of(game, h), what, "20.2.1(5)")
        sent.append(found)
    left = []
    for ap, guards, hunters in zip(points, escorts, sent, strict=True):
        after, _ = fight(game, ap, guards, hunters)
        told(game, side, guards, hunters, ap, after)
        left.append(after)
    return [(arrival(game, side, h) if ap else LOST, ap) for ap in left]
