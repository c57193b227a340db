"""What a strike does to its target, at once or when the phase ends. [23.4.1] [27.8]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.systems.nextwar.damage.strikes import (
    RESULTS,
    hit_bridge,
    hit_ship,
    hit_site,
    hit_unit,
    interdict,
)
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.strikes.status import MISSIONS, Mission, announced
from grognard.systems.nextwar.strikes.targets import (
    BEACHHEAD,
    BRIDGE,
    INTERDICTION,
    LAUNCHERS,
    SITE,
    TRACK,
    UNIT,
    VESSEL,
    Target,
    sort_of,
    standing,
)

DEFENSES, LAUNCHING = "AD track", "theater weapon points"
"""The rows of the chart for what strikes lower. [27.8]"""


def inflict(game: Nw, side: str, target: Target, hit: int, rule: str) -> Procedure:
    """Apply a hit of a side to its target. [23.4.1]"""
    sort = sort_of(game, target)
    if not hit:
        return
    if sort in (UNIT, BEACHHEAD) and standing(game, target):
        hit_unit(game, target.name, hit, rule)
    elif sort == VESSEL:
        yield from hit_ship(game, target.name, hit, rule)
    elif sort == SITE:
        yield from hit_site(game, target.name, hit, rule)
    elif sort == BRIDGE:
        hit_bridge(game, game.scenario.ground.side_key(*target.hexes), hit, rule, side)
    elif sort == INTERDICTION:
        interdict(game, target.hexes[0], hit, rule)
    elif sort in (TRACK, LAUNCHERS):
        lower(game, game.scenario.other(side), target.name, loss(game, target, hit), rule)


def loss(game: Nw, target: Target, hit: int) -> int:
    """How far a hit lowers a track, or how many missiles it costs. [27.8] [26.1.3]"""
    row = LAUNCHING if sort_of(game, target) == LAUNCHERS else DEFENSES
    return -int(game.scenario.tables["strike-results"].cell(row, RESULTS[hit]).value)


def lower(game: Nw, side: str, track: str, by: int, rule: str) -> None:
    """A track of a side falls, or its missiles are lost, down to nothing. [27.8]"""
    status = game.state[SIDES][side]
    now = max(0, getattr(status, track) - by)
    game.put(SIDES, side, replace(status, **{track: now}))
    game.emit(Event("track", rule, {"side": side, "track": track, "level": now}, outcome=True))


def deferred(game: Nw, target: Target) -> bool:
    """Whether the effect waits for the end of the phase: on tracks, unless Wild Weasels struck
    them. [23.4.1]"""
    return sort_of(game, target) in (TRACK, LAUNCHERS)


def owe(game: Nw, name: str, hit: int) -> None:
    """Note a hit of a mission that is applied when the phase ends. [23.4.1]"""
    mission = game.state[MISSIONS][name]
    cost = loss(game, Target(mission.target, mission.hexes), hit) if hit else 0
    game.put(MISSIONS, name, replace(mission, hits=mission.hits + cost))


def record(game: Nw, mission: Mission) -> str:
    """Write down a strike of this phase; its name."""
    name = f"mission-{len(game.state[MISSIONS]) + 1}"
    game.put(MISSIONS, name, mission)
    return name


def settle_tracks(game: Nw) -> None:
    """When the phase ends, tracks fall by what was owed to them. [23.4.1] [27.8]"""
    for _, mission in announced(game):
        if mission.hits and deferred(game, Target(mission.target, mission.hexes)):
            enemy = game.scenario.other(mission.side)
            lower(game, enemy, mission.target, mission.hits, "23.4.1")


def clear_away(game: Nw) -> None:
    """All missions of the phase are over. [23.2]"""
    for name in list(game.state[MISSIONS]):
        game.drop(MISSIONS, name)
