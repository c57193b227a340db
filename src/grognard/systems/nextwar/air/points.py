"""Air Points and Air Superiority: what each side has, and who rules the air. [6.1] [6.4]"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRBASE
from grognard.systems.nextwar.status import CLEAR, LEVELS, NOW, OVERCAST, SIDES, WAR
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of
from grognard.systems.nextwar.turn.weather import halved, weather

FIRST_FIXED = 9
"""The roll from which on the chart has its last row. [6.1]"""
DOUBLED = 2
"""How many times as many points there are in the Advanced Game, where those fly. [29.1.1]"""
SHARES = {
    "full": (1, 1),
    "limited": (2, 4),
    "none": (4, 0),
}
"""By what Air Points are divided when it is overcast, and in a storm; 0: there are none.
[4.1.2-b2] [4.1.3-b2]"""


EXTRAS: list[Callable[[Nw, str], Tally]] = []
"""What gives a side points besides the chart; higher chapters put it here."""


def air_phase(game: Nw) -> None:
    """Both sides receive their points, and who has more rules the air. [6.0] [6.1] [6.4]"""
    for role in (FIRST, SECOND):
        receive(game, side_of(game, role))
    superiority(game)


def receive(game: Nw, side: str) -> None:
    """A side's Air Points for the turn; what was not used before is lost. [6.1] [6.2]"""
    shown, chart = _granted(game, side)
    status = game.state[SIDES][side]
    tally = Tally().add("by the chart", chart, "6.1", "chart")
    if status.air_lost:
        tally = tally.add("lost for good", -status.air_lost, "6.3")
    tally = sum((extra(game, side) for extra in EXTRAS), tally)
    whole = max(0, int(tally.total))
    got = scaled(game, side, whole)
    if got != whole:
        tally = tally.add(f"{weather(game)}", got - whole, "4.1.2")
    game.put(SIDES, side, replace(status, air=got))
    facts = {"side": side, "points": got, "tally": tally.to_json()}
    if shown is not None:
        facts["roll"] = shown
    game.emit(Event("air-points", "6.1", facts, dice=() if shown is None else (shown,)))


def _granted(game: Nw, side: str) -> tuple[int | None, int]:
    """The die and the points of the chart; a scenario may fix them. [6.1]"""
    fixed = game.scenario.air_points.get(side, ())
    if fixed:
        return None, fixed[min(game.turn, len(fixed)) - 1]
    modifier = lost_bases(game, side) + game.scenario.air_drms.get(side, {}).get(game.turn, 0)
    times = DOUBLED if game.scenario.advanced else 1  # [29.1.1]
    shown, chart = dice.roll(game, lambda pips: by_chart(game, side, pips + modifier))
    return shown, chart * times


def lost_bases(game: Nw, side: str) -> int:
    """How many of a side's Airbases the enemy controls. [6.1] [6.3.1]"""
    enemy = game.scenario.other(side)
    sites = game.scenario.sites.values()
    return sum(
        s.kind == AIRBASE and s.owner == side and controller(game, s.hex) == enemy for s in sites
    )


def by_chart(game: Nw, side: str, roll: int) -> int:
    """What the chart gives for a roll in this turn. [6.1]"""
    row = "0-" if roll <= 0 else "9+" if roll >= FIRST_FIXED else str(roll)
    who = "allied" if game.scenario.powers[side].allied else "non-allied"
    turn = game.turn
    column = f"gt{turn}" if turn <= 6 else "gt7-9" if turn <= 9 else "gt10+"
    return int(game.scenario.tables["air-points"].cell(f"{row} {who}", column).value)


def scaled(game: Nw, side: str, points: int) -> int:
    """Air Points as the weather leaves them, rounded up.

    [4.1] [4.1.2] [4.1.2-b2] [4.1.3] [4.1.3-b2]
    """
    now = weather(game)
    if now == CLEAR:  # [4.1.1]
        return points
    overcast, storm = SHARES[game.scenario.powers[side].all_weather]
    share = overcast if now == OVERCAST else storm
    return halved(points, share) if share else 0


def superiority(game: Nw) -> None:
    """Compare the points: nobody counts as less than one. [6.3] [6.4]"""
    war = game.state[WAR][NOW]
    fixed = game.scenario.air_rule
    if fixed:
        ruler, level = fixed[min(game.turn, len(fixed)) - 1]
    else:
        a, b = game.scenario.sides
        have = {side: max(1, game.state[SIDES][side].air) for side in (a, b)}
        level = level_of(game, abs(have[a] - have[b]))
        ruler = max(have, key=have.__getitem__) if level else ""
    game.put(WAR, NOW, replace(war, ruler=ruler, level=level))
    facts = {"side": ruler, "level": LEVELS[level]}
    game.emit(Event("air-superiority", "6.4", facts))


def level_of(game: Nw, lead: int) -> int:
    """The level of a lead in points. [6.4]"""
    table = game.scenario.tables["air-superiority"]
    for level in reversed(range(len(LEVELS))):
        low = table.cell(LEVELS[level], "standard_point_lead").value
        if lead >= int(low.rstrip("+").partition("-")[0]):
            return level
    return 0
