"""Ground interdiction values: how far units get before aircraft find them. [20.3.1]"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.deeds import Questions
from grognard.systems.goss.air.superiority import intercepted, told
from grognard.systems.goss.air.tracks import (
    fewest,
    grounded,
    put_track,
    sectors,
    spend,
    superiority,
    track_of,
)
from grognard.systems.goss.charts import number, word
from grognard.systems.goss.dice import d10
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.weather.effects import effective_points

RAIN = "rain"


def values_lapse(game: Gs) -> None:
    """The values of the last GT are no more; there are none by night. [20.3.1]"""
    for side in SIDES:
        for sector in sectors(game):
            track = track_of(game, side, sector)
            if track.leg or track.mech:
                put_track(game, side, sector, replace(track, leg=0, mech=0))


def determine_values(game: Gs) -> Procedure:
    """In every AM and PM GT the Allies and then the Axis determine their value in each sector.
    [20.3.0] [20.3.1] [3.3.1b]"""
    for side in SIDES:
        for sector in sectors(game):
            if track_of(game, side, sector).gi and grounded(game, side) is None:
                yield from _determine(game, side, sector)


def _determine(game: Gs, side: str, sector: str) -> Questions[None]:
    """The points by the sky, what interceptors leave of them, and the roll. Points that are lost in
    the morning are not there in the afternoon: as many as were worth so much in this sky.
    [20.3.1(2)] [20.3.1(3)] [20.3.1(4)] [20.6.1a]"""
    track = track_of(game, side, sector)
    ap = effective_points(game, track.gi)
    what = f"{ap} AP interdict the ground ({sector})"
    hunters = yield from intercepted(game, other(side), sector, what, "20.3.1(3)")
    after = max(ap - superiority(game, hunters), 0)
    told(game, side, 0, hunters, ap, after)
    spend(game, side, sector, gi=fewest(game, ap - after, track.gi))
    if after:
        roll_value(game, side, sector, after)


def sky_modifier(game: Gs) -> int:
    """What the sky takes off the roll, more if it rains. [20.3.1(6)] [19.5.1]"""
    sky = weather(game)
    row = f"{sky.atmosphere} {RAIN}"
    wet = sky.precipitation == RAIN and row in game.scenario.tables["interdiction-value"].rows
    return number(game.scenario.tables, "interdiction-value", row if wet else sky.atmosphere, "drm")


def roll_value(game: Gs, side: str, sector: str, ap: int) -> None:
    """The roll on the column of so many points, or the next lower one: the value for Leg units and
    that for Mech units, or none. [20.3.1(5)] [20.3.1(6)] [20.3.1(7)]"""
    drm, tables = sky_modifier(game), game.scenario.tables
    roll, found = d10(game, lambda roll: word(tables, "air-interdiction", roll + drm, ap))
    leg, _, mech = (found or "0/0").partition("/")
    track = replace(track_of(game, side, sector), leg=int(leg), mech=int(mech))
    put_track(game, side, sector, track)
    facts = {
        "side": side, "sector": sector, "ap": ap, "roll": roll, "modifier": drm,
        "leg": int(leg), "mech": int(mech),
    }  # fmt: skip
    game.emit(Event("interdiction-value", "20.3.1", facts, dice=(roll,)))
