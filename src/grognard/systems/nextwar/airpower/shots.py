"""One shot in air combat: who can fire at whom in a stage, the column, the die. [22.6.5]"""

from __future__ import annotations

from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.aircraft import AIR
from grognard.systems.nextwar.airpower.wings import is_wing, marked, plane, rating, stealth
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import OVERCAST, STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import UNITS

LONG, STAND_OFF, DOGFIGHT = "long range", "stand-off", "dogfight"
STAGES = (LONG, STAND_OFF, DOGFIGHT)
"""The stages of air combat in their order. [22.6.3]"""
STARS = {LONG: 2, STAND_OFF: 1, DOGFIGHT: 0}
"""The asterisks that a rating must have to fire in a stage. [15.2.8] [15.2.8.1]"""
CARRIED = 1
"""What the nominal aircraft of a ground unit is worth, in parentheses. [24.4]"""
WIDEST = 4
"""The widest difference that has a column. [22.6.5]"""
TABLE = "air-combat-drms"
TRAINED = frozenset({"US", "NATO", "JPN", "PRC"})
LOADED = "dogfight striker firing"
ESCORTED, ESCORT = "F-15", "F-22"


def air_rating(game: Nw, name: str) -> int:
    """Its air-to-air rating now; nominal aircraft have theirs. [15.2.3] [24.4] [23.6]"""
    if is_wing(game, name):
        return rating(game, name, AIR)
    return CARRIED if name in game.state[UNITS] else 0


def bracketed(game: Nw, name: str) -> bool:
    """Whether it cannot fire at all, and is easier to hit. [15.2.3] [24.4.1-4]"""
    return not is_wing(game, name) or marked(game, name, AIR).bracketed


def fires(game: Nw, name: str, stage: str) -> bool:
    """Whether it can fire in a stage. [22.6.3-b1] [22.6.3-b2] [22.6.3-b3]"""
    if bracketed(game, name) or not air_rating(game, name):
        return False
    return marked(game, name, AIR).stars >= STARS[stage]


def may_hit(game: Nw, target: str, stage: str) -> bool:
    """Whether it can be fired at: a stealth unit only in a dogfight. [15.2.7]"""
    return stage == DOGFIGHT or not stealth(game, target)


def column(game: Nw, shooter: str, target: str) -> str:
    """The column: the firer's rating less the target's. [22.6.5]"""
    lead = air_rating(game, shooter) - air_rating(game, target)
    lead = max(-WIDEST, min(WIDEST, lead))
    return f"up{lead}" if lead > 0 else f"down{-lead}" if lead < 0 else "even0"


def modifiers(
    game: Nw, shooter: str, target: str, stage: str, friends: tuple[str, ...], loaded: bool
) -> Tally:
    """What is added to the roll; less is better for who fires. [22.6.5] [15.2.4]"""
    counter, tables, tally = plane(game, shooter), game.scenario.tables, Tally()
    near = stage != LONG
    if stage == DOGFIGHT and counter.skill:
        tally = tally.add("pilots", counter.skill, "15.2.4")
    if near and bracketed(game, target):
        row = f"{stage} target in parentheses (bomber)"
        tally = tally.add("bomber", drm(tables, TABLE, row), "22.6.5", "chart")
    if loaded:
        tally = tally.add("loaded with bombs", drm(tables, TABLE, LOADED), "24.4.1-4")
    if stage == STAND_OFF and untrained(game, counter.nation):
        tally = tally.add("crews not trained for it", 1, "22.6.5", "chart")
    pair = counter.nation == "US" and counter.name.startswith(ESCORTED)
    if near and pair and any(_raptor(game, name) for name in friends):
        row = "stand-off and dogfight US F-15 with an F-22 in the fight"
        tally = tally.add("an F-22 is there", drm(tables, TABLE, row), "22.6.5", "chart")
    now = weather(game)
    if now == STORM:
        tally = tally.add(now, drm(tables, TABLE, "all storm"), "22.6.5", "chart")
    elif now == OVERCAST and stage == DOGFIGHT:
        tally = tally.add(now, drm(tables, TABLE, "dogfight overcast"), "22.6.5", "chart")
    return tally


def _raptor(game: Nw, name: str) -> bool:
    return is_wing(game, name) and plane(game, name).name.startswith(ESCORT)


def untrained(game: Nw, nation: str) -> bool:
    """Whether crews of a nation are worse at firing from stand-off. [22.6.5]"""
    if game.options["stand-off-crews"] == "korea":
        return nation == "DPRK"
    return nation not in TRAINED


def fire(
    game: Nw, shooter: str, target: str, stage: str, friends: tuple[str, ...] = (),
    loaded: bool = False,
) -> str:  # fmt: skip
    """Fire once, and tell what came of it. [22.6.5]"""
    chart = "air-combat-dogfight" if stage == DOGFIGHT else "air-combat-long-and-standoff"
    where = column(game, shooter, target)
    tally = modifiers(game, shooter, target, stage, friends, loaded)
    shown, result = dice.on_table(game, chart, where, tally)
    facts = {
        "side": plane(game, shooter).side, "unit": shooter, "target": target, "stage": stage,
        "column": where, "result": result,
    }  # fmt: skip
    dice.show(game, "air-shot", "22.6.5", facts, shown, tally)
    return result
