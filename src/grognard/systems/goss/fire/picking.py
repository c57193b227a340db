"""A mission put together by pointing: who else could fire or spot, and what it all comes to.

Nothing is decided here: what is offered is judged like any other order. [11.2.0]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.tally import Tally
from grognard.systems.goss.fire.ammunition import points_for
from grognard.systems.goss.fire.capacity import capacity, free_of_limits, most_guns
from grognard.systems.goss.fire.conducting import volleys
from grognard.systems.goss.fire.guns import AUXILIARIES, against_gun, auxiliary, left, worth
from grognard.systems.goss.fire.mission import FULL
from grognard.systems.goss.fire.spotting import against_spotter, sight_of
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.words import called
from grognard.table.cards import Reckoned, Sum

FROM_AIR = ""
"""The spotter of missions that are observed from the air. [8.3.0]"""
SPOTTERS = 6
"""So many spotters are offered for a mission, those with the most room first."""


def gunners(game: Gs, player: str) -> tuple[str, ...]:
    """The units of a side that have points left to fire. [11.4.1]"""
    key = "gunners", player
    return game.cached(key, game.journal.every, lambda: _gunners(game, player))


def _gunners(game: Gs, player: str) -> tuple[str, ...]:
    """The same, looked for once for each change of the State."""
    units = on_map(game, player)
    counters = game.scenario.counters
    armed = [n for n in units if counters[n].barrage or counters[n].type.code in AUXILIARIES]
    able = [n for n in armed if counters[n].barrage or auxiliary(game, n)]
    return tuple(n for n in able if left(game, n))


def in_range(game: Gs, player: str, h: int) -> list[str]:
    """The guns that can fire at a hex with all that they have left. [11.3.0] [11.4.1]"""
    return [n for n in gunners(game, player) if not against_gun(game, n, left(game, n), h)]


def watchers(game: Gs, player: str, known: Sequence[str], h: int) -> list[str]:
    """Those who may spot for missions against a hex, the largest capacity first. [11.2.1]
    [11.2.4]"""
    able = [n for n in known if not against_spotter(game, player, n, h)]
    able.sort(key=lambda n: (-room(game, player, n, h)[1], n))
    return able[:SPOTTERS]


def room(game: Gs, player: str, spotter: str, h: int) -> tuple[str, int]:
    """The capacity of missions by a spotter against a hex, and how many guns it has room for.
    [11.2.4]"""
    level = capacity(game, spotter, sight_of(game, player, spotter, h))
    return level, most_guns(game, player, spotter, level, h)


def told_spotter(game: Gs, player: str, spotter: str, h: int) -> str:
    """A spotter, with what his missions have room for. [11.2.4]"""
    level, most = room(game, player, spotter, h)
    who = called(game, spotter) if spotter else "from the air"
    return f"{who}: {level}, {most} {'gun' if most == 1 else 'guns'}"


def most_intensive(game: Gs, guns: dict[str, int]) -> int:
    """How many volleys of intensive fire there are points for. [11.4.1g]"""
    if not guns:
        return 0
    return max(min(worth(game, guns) // FULL, points_for(game, next(iter(guns)))), 0)


def fewer(game: Gs, guns: dict[str, int], h: int) -> Iterator[tuple[str, int]]:
    """The guns that could keep points back for another mission, so that no volley of less than
    eight is fired: each with the points that it would fire. [11.4.1a] [11.4.1d]"""
    over = worth(game, guns) % FULL
    for name, points in guns.items():
        less = points - over
        if over and less > 0 and not against_gun(game, name, less, h):
            yield name, less


def sums(
    game: Gs, player: str, spotter: str, h: int, guns: dict[str, int], more: int, drop: bool
) -> list[Reckoned]:
    """The points of a mission gun by gun, its volleys, and how much room is left. [11.4.1]
    [11.2.4]"""
    tally = Tally()
    for name, points in guns.items():
        tally = tally.add(called(game, name), points, "11.4.1", counter_of(game, name).source)
    fired = worth(game, guns)
    if fired != tally.total:
        tally = tally.add("tired, or surprised", fired - tally.total, "14.2.1(c)", "rulebook")
    level, most = room(game, player, spotter, h)
    counted = sum(not free_of_limits(game, n, h) for n in guns)
    salvos = volleys(fired, more, drop)
    return [
        Sum("barrage points", tally),
        Reckoned("volleys", " + ".join(map(str, salvos)) or "none"),
        Reckoned(f"guns, {level} mission", f"{counted} of {most}"),
    ]
