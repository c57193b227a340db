"""Headquarters: whom they command. [9.2.1] [9.2.2]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.systems.wb95.charts import hq_range
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP, UNITS


def commanded(
    game: Wb, side: str, names: tuple[str, ...], counts: Callable[[str], bool] | None = None
) -> bool:
    """Whether all these units are within range of friendly headquarters. [9.2.1] [9.2.2]

    Each unit may be in range of another headquarters. `counts` says which are asked at all.
    """
    units, distance, hqs = game.state[UNITS], game.board.distance, _hqs(game, side)
    hqs = hqs if counts is None else tuple([hq for hq in hqs if counts(hq[0])])
    for h in dict.fromkeys([units[name].hex for name in names]):
        for hq, reach in hqs:
            post = units[hq]
            if post.place == MAP and distance(post.hex, h) <= reach:
                break
        else:
            return False
    return bool(names)


def _hqs(game: Wb, side: str) -> tuple[tuple[str, int], ...]:
    """A side's headquarters, on the map or not, and how far they reach. [9.2.2]"""

    def compute() -> tuple[tuple[str, int], ...]:
        tables, counters = game.scenario.tables, game.scenario.counters.values()
        own = (counter for counter in counters if counter.hq and counter.side == side)
        return tuple((hq.id, hq_range(tables, hq.nation.lower())) for hq in own)

    return game.cached(("all headquarters", side), (), compute)
