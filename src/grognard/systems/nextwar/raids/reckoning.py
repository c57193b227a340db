"""What a mission rolls: its column, and what counts for and against it. [20.2] [20.3]"""

from __future__ import annotations

from grognard.engine.tally import Tally
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.pieces.stacks import units_at
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.raids.targets import (
    BRIDGE,
    HELO,
    INTERDICTION,
    RAID,
    TARGETING,
    TRACK,
    UNIT,
    VESSEL,
    WEAPONS,
    Goal,
    sort_of,
    spot,
)
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRFIELD
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.turn.weather import weather

DRMS, COLUMNS = "sof-drms", "sof-columns"
STRONG = "raid target hex held by a brigade or more"
WEAK = "raid target hex held by less than a brigade (HQ alone counts so)"
ON_TRACKS = "track_or_theater"
BEST = ("US", "UK", "Commonwealth")
"""Who brings his raiders home best. [20.3]"""
SURPRISES = {
    "strategic surprise": "survival strategic surprise / DPRK GT1",
    "tactical surprise": "survival tactical surprise / DPRK GT1",
}


def column(game: Nw, goal: Goal) -> str:
    """The column of the table: by the terrain and what is raided or looked for. [20.2.1-p2]
    [20.2.2]"""
    if goal.mission == TARGETING:
        return TARGETING
    sort = sort_of(game, goal)
    if sort in (TRACK, WEAPONS):
        return ON_TRACKS  # [20.2.1.1] [20.2.1.2]
    table, ground = game.scenario.tables[COLUMNS], game.board.terrain[spot(game, goal)]
    named = ground.removeprefix("high_").replace("_", " ")
    heads = table.columns
    where = next(head for head in heads if named in head.split(" / "))
    return table.cell(f"{goal.mission} {row(game, goal)}", where).value


def row(game: Nw, goal: Goal) -> str:
    """What the chart calls a target. [20.2.1-p2]"""
    sort = sort_of(game, goal)
    if sort == UNIT:
        counter, unit = counter_of(game, goal.target), unit_of(game, goal.target)
        if counter.supply:
            return "MSU" if unit.mobile else "depot"
        return "HQ" if counter.hq else "ground unit"
    if sort == HELO:
        return "attack helicopter"
    if sort == VESSEL:
        return "naval unit in port"
    if sort == INTERDICTION:
        return "interdiction"
    flat = sort != BRIDGE and game.scenario.sites[goal.target].kind == AIRFIELD
    return "airfield" if flat else "installation or bridge"


def modifiers(game: Nw, side: str, goal: Goal) -> Tally:
    """What is added to the roll of a raid; scouts and spotters have nothing to add. [20.2.1-p2]"""
    tally, sort, tables = Tally(), sort_of(game, goal), game.scenario.tables
    if goal.mission != RAID:
        return tally
    h = spot(game, goal)
    found = [(_garrison(game, side, h), "garrison")] if h >= 0 else []
    if sort == BRIDGE:
        found.append(("raid bridge", "bridge"))  # [27.10.1.1]
    if weather(game) == STORM:
        found.append(("raid storm", "storm"))
    if h >= 0 and game.scenario.ground.city(h):
        found.append(("raid hex contains a city", "city"))
    if sort == VESSEL:
        found.append(("raid naval unit", "ship"))
    if sort == WEAPONS or goal.target == "sam":
        found.append(("raid SAM track or theater weapons", "guarded"))
    for name, words in found:
        if name:
            rule = "27.10.1.1" if sort == BRIDGE and words == "bridge" else "20.2.1-p2"
            tally = tally.add(words, drm(tables, DRMS, name), rule, "chart")
    return tally


def _garrison(game: Nw, side: str, h: int) -> str:
    """The row for the troops in a hex: a brigade or more, less, or none; what only carries or
    stores supplies is none. [20.2.1-p2]"""
    there = [counter_of(game, name) for name in units_at(game, h)]
    troops = [c for c in there if c.side != side and not c.supply and not c.beachhead]
    if any(not c.hq and c.large for c in troops):
        return STRONG
    return WEAK if troops else ""


def survival(game: Nw, nation: str, goal: Goal) -> Tally:
    """What is added to the roll for survival. [20.3]"""
    tables, tally = game.scenario.tables, Tally()
    side = game.scenario.raiders[nation].side
    found = []
    if nation in BEST:
        found.append(("survival US or UK", nation))
    elif game.scenario.powers[side].allied:
        found.append(("survival other Allied (ROK / JPN)", nation))
    if goal.mission == RAID:
        found.append(("survival raid", "raid"))
    if goal.target == INTERDICTION:
        found.append(("survival interdiction (besides raid)", "interdiction"))
    onset = SURPRISES.get(game.scenario.onset, "")
    if onset and nation == "DPRK" and game.turn == 1:
        found.append((onset, game.scenario.onset))
    for name, words in found:
        tally = tally.add(words, drm(tables, DRMS, name), "20.3", "chart")
    return tally


def table_of(goal: Goal) -> str:
    """The table that a mission rolls on. [20.2.1-p2] [20.2.2] [20.2.3]"""
    return "sof-raid" if goal.mission == RAID else "sof-recon"
