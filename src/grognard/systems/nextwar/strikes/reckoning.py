"""The Strike Table and the Interdiction Table: columns, modifiers, results. [23.4.1] [23.4.4]"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from grognard.engine.table import Span
from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.combat.strength import work_stands
from grognard.systems.nextwar.damage.strikes import X
from grognard.systems.nextwar.detection.seen import aim
from grognard.systems.nextwar.ground import HIGH_MOUNTAIN, JUNGLE, MOUNTAIN, ROUGH_WOODS
from grognard.systems.nextwar.naval.detecting import POINT, sighted
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import excess
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import OVERCAST, SITES, STORM
from grognard.systems.nextwar.strikes.status import AIR, GUNS, HQ, SHIP, WEASEL
from grognard.systems.nextwar.strikes.targets import (
    AAA,
    BEACHHEAD,
    BRIDGE,
    INTERDICTION,
    LAUNCHERS,
    SITE,
    TRACK,
    UNIT,
    VESSEL,
    Target,
    hardened,
    sort_of,
    spot,
    terrain_of,
)
from grognard.systems.nextwar.turn.weather import weather

TABLE, COLUMNS, DRMS = "strike", "strike-columns", "strike-drms"
ON_TRACK, HARDENED, NAVAL = "air defense track", "hardened", "naval unit"
NO_COLUMN = "-"


@dataclass(frozen=True, slots=True)
class Blow:
    """One roll: whose, of what kind, in which row of the chart, at what, and what modifies it.

    `value` is what counts for interdiction. [23.4.4]
    """

    side: str
    kind: str
    row: str
    target: Target
    value: int = 0
    tally: Tally = field(default_factory=Tally)
    unit: str = ""


@cache
def _names(column: str) -> frozenset[str]:
    return frozenset(name.strip().replace(" ", "_") for name in column.split("/"))


def ground_column(game: Nw, table: str, terrain: str) -> str:
    """Which of a chart's kinds of ground a terrain is; high mountain as mountain, jungle as rough
    woods. Empty if it has none. [23.4.1]"""
    seen = {HIGH_MOUNTAIN: MOUNTAIN, JUNGLE: ROUGH_WOODS}.get(terrain, terrain)
    chart = game.scenario.tables[table]
    keys = chart.columns if table == COLUMNS else chart.rows
    return next((key for key in keys if seen in _names(key)), "")


def column_of(game: Nw, blow: Blow) -> str:
    """The column of the Strike Table; empty if the chart has none.

    [23.4.1] [23.4.3] [23.3] [17.1.3]
    """
    sort = sort_of(game, blow.target)
    if sort in (TRACK, LAUNCHERS):
        row = ON_TRACK
    elif sort == VESSEL:
        row = NAVAL
    elif hardened(game, blow.target, blow.kind):
        row = HARDENED
    else:
        row = ground_column(game, COLUMNS, terrain_of(game, blow.target))
    found = game.scenario.tables[COLUMNS].cell(blow.row, row).value if row else NO_COLUMN
    return "" if found == NO_COLUMN else found


def interdiction_column(game: Nw, blow: Blow) -> str:
    """The column of the Interdiction Table, by ground and value; empty if there is none.

    [23.4.4]
    """
    chart = game.scenario.tables["interdiction-columns"]
    row = ground_column(game, "interdiction-columns", game.board.terrain[blow.target.hexes[0]])
    for column in chart.columns if row else ():
        span = Span.parse(chart.cell(row, column).value)
        if span is not None and span.holds(blow.value):
            return column
    return ""


def has_column(game: Nw, blow: Blow) -> bool:
    """Whether the charts let such a strike have any effect at all."""
    interdicts = sort_of(game, blow.target) == INTERDICTION
    return bool(interdiction_column(game, blow) if interdicts else column_of(game, blow))


# ---- modifiers


def modifiers(game: Nw, blow: Blow) -> Tally:
    """What is added to the roll on the Strike Table, besides what the striker brings. [23.4.1]"""
    rows = _of_target(game, blow) if blow.kind == SHIP else _of_all(game, blow)
    tally = blow.tally
    for row, rule in rows:
        tally = tally.add(row, drm(game.scenario.tables, DRMS, row), rule, "chart")
    marker = _marker(game, blow)
    return tally.add("Target marker", -marker, "20.2.3") if marker else tally


def _of_all(game: Nw, blow: Blow) -> list[tuple[str, str]]:
    return [*_of_target(game, blow), *_of_ground(game, blow), *_of_weather(game, blow)]


def _of_target(game: Nw, blow: Blow) -> list[tuple[str, str]]:
    """In a crowded hex everything is easier to hit; the only thing that helps ships' guns.
    [23.4.1] [17.5]"""
    h = spot(game, blow.target)
    crowd = h >= 0 and excess(game, h)
    return [("target hex over-stacked", "23.4.1")] if crowd else []


def _of_ground(game: Nw, blow: Blow) -> list[tuple[str, str]]:
    """What the target is, and where. [23.4.1] [27.10.1.2] [26.1.3]"""
    sort, h, found = sort_of(game, blow.target), spot(game, blow.target), []
    if blow.target.name == AAA:
        found.append(("against the AAA track", "23.4.1"))
    if sort == LAUNCHERS:
        found.append(("theater-weapon site-busting", "26.1.3"))
    if sort in (BRIDGE, BEACHHEAD):
        found.append(("bridge or beachhead", "27.10.1.2"))
    if sort == UNIT and h >= 0 and _covered(game, h):
        found.append(("unit in city / fortification or jungle", "23.4.1"))
    if h >= 0 and game.board.terrain[h] == HIGH_MOUNTAIN:
        found.append(("high mountain", "23.4.1"))
    if sort == VESSEL and sighted(game, blow.target.name) == POINT:
        found.append(("naval target: Point Detected", "17.1.3"))
    return found


def _covered(game: Nw, h: int) -> bool:
    ground = game.scenario.ground
    return ground.city(h) or work_stands(game, h) or game.board.terrain[h] == JUNGLE


def _of_weather(game: Nw, blow: Blow) -> list[tuple[str, str]]:
    """Bad weather spoils strikes from the air, a storm those of guns too. [23.4.1]"""
    now = weather(game)
    if blow.kind in (AIR, WEASEL) and now in (OVERCAST, STORM):
        return [(f"air strike in {now}", "23.4.1")]
    if blow.kind in (HQ, GUNS) and now == STORM:
        return [("HQ or artillery strike in storm", "23.4.1")]
    return []


def _marker(game: Nw, blow: Blow) -> int:
    """The Target marker of a unit or a site; ships' guns make nothing of it. [20.2.3] [17.5]"""
    sort, name = sort_of(game, blow.target), blow.target.name
    if blow.kind == SHIP:
        return 0
    if sort in (UNIT, BEACHHEAD):
        return aim(game, unit_of(game, name))
    return aim(game, game.state[SITES][name]) if sort == SITE else 0


# ---- the roll


def struck(game: Nw, blow: Blow) -> int:
    """Roll for a strike: 0, 1, 2 or X. [23.4.1] [23.4.4]"""
    if sort_of(game, blow.target) == INTERDICTION:
        column, tally, table = interdiction_column(game, blow), blow.tally, "interdiction"
    else:
        column, tally, table = column_of(game, blow), modifiers(game, blow), TABLE
    if not column:
        return 0
    shown, cell = dice.on_table(game, table, column, tally)
    hit = parse(cell)
    facts = {
        "side": blow.side, "kind": blow.kind, "row": blow.row, "column": column, "hit": hit,
        **aimed(game, blow.target), **({"unit": blow.unit} if blow.unit else {}),
    }  # fmt: skip
    dice.show(game, "strike", "23.4.1", facts, shown, tally)
    return hit


def parse(text: str) -> int:
    """A cell of the Strike Table as a number."""
    return X if text == "X" else int(text) if text.isdigit() else 0


def aimed(game: Nw, target: Target) -> dict[str, object]:
    """A target as facts of an event."""
    facts: dict[str, object] = {"target": target.name}
    if target.hexes:
        facts["hexes"] = [game.board.label(h) for h in target.hexes]
    return facts


def row_of_unit(game: Nw, name: str) -> str:
    """The row of the chart for a headquarters or guns. [18.2.2] [18.6.1]"""
    counter = counter_of(game, name)
    if counter.artillery:
        return "artillery"
    if counter.supreme:
        return "Supreme HQ"
    return "US HQ" if counter.nation == "US" else "other HQ"


def rockets(game: Nw, name: str, tally: Tally) -> Tally:
    """What Russian rocket artillery takes from its roll. [18.6.1]"""
    counter, row = counter_of(game, name), "Russian rocket artillery"
    if counter.type != "rocket artillery" or counter.nation != "Russia":
        return tally
    return tally.add(row, drm(game.scenario.tables, DRMS, row), "18.6.1", "chart")
