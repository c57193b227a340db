"""Errors of ground support missions: aircraft that turn back, or bomb the wrong hex. [20.2.3]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.systems.goss.air.flak import OWN_HEX, guns_over, reach_at
from grognard.systems.goss.charts import number, word
from grognard.systems.goss.dice import d10
from grognard.systems.goss.pieces.stacks import units_at
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.scenario import SIDES as BOTH
from grognard.systems.goss.turn.calendar import date
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import STRAT
from grognard.systems.goss.weather.effects import mission_error

STRIKE, SCATTER, ABORT = "strike", "scatter", "abort"
"""What the table says of a mission. [20.2.3]"""
TABLE, TERRAIN = "mission-error", "mission-error-terrain"
MOST_FLAK = 2
"""What Flak adds at most. [20.2.3]"""
PRACTICE = "1944-09"
"""From then on American and Commonwealth missions err less. [20.2.3]"""
LOST = -1
"""A mission that comes to no hex. [20.2.3]"""


def modifiers(game: Gs, side: str, h: int) -> Tally:
    """What is added to the roll: terrain, the sky, enemy Flak; a target on the march is easier, and
    so is it for Allied flyers late in the war. [20.2.3]"""
    tally = Tally()
    ground, tables = game.scenario.ground, game.scenario.tables
    kinds = [k for k in (*ground.terrains[h], ground.population[h]) if k in tables[TERRAIN].rows]
    worst = {number(tables, TERRAIN, kind, "drm"): kind for kind in kinds}
    marching = any(unit_of(game, n).mode == STRAT for n in units_at(game, h))
    for title, drm in (
        *((kind, drm) for drm, kind in sorted(worst.items())),
        ("sky", mission_error(game)),
        ("Flak", min(guns_over(game, other(side), h), MOST_FLAK)),
        ("Strat mode", -int(marching)),
        ("practice", -int(side == ALLIED and date(game) >= PRACTICE)),
    ):
        if drm:
            tally = tally.add(title, drm, "20.2.3")
    return tally


def arrival(game: Gs, side: str, h: int) -> int:
    """The hex that a mission comes to: that which was meant, one beside it, or none. [20.2.3]"""
    tally, tables = modifiers(game, side, h), game.scenario.tables
    drm = int(tally.total)
    roll, found = d10(game, lambda roll: word(tables, TABLE, roll + drm, "result"))
    facts = {
        "side": side, "hex": game.board.label(h), "roll": roll, "drm": tally.to_json(),
        "result": found,
    }  # fmt: skip
    game.emit(Event("mission-error", "20.2.3", facts, dice=(roll,)))
    if found != STRIKE:
        lost = {"hex": game.board.label(h), "result": found}
        game.emit(Event("mission-astray", "20.2.3", lost, outcome=True))
    if found == STRIKE:
        return h
    if found == ABORT or game.supposing:  # odds do not look into the hexes beside the target
        return LOST
    return scattered(game, h)


def scattered(game: Gs, h: int) -> int:
    """The hex beside the target that is bombed instead, north of it on a 0 and so on clockwise,
    whoever is in it; none where nobody is, or any Flak. [20.2.3-2]"""
    roll = 9
    while roll > 5:
        roll, _ = d10(game, lambda roll: min(roll, 6))
    b = game.board.neighbours[6 * h + roll]
    hit = b >= 0 and bool(units_at(game, b)) and not defended(game, b)
    facts = {"hex": game.board.label(b) if b >= 0 else "", "roll": roll, "hit": hit}
    game.emit(Event("scattered", "20.2.3-2", facts, dice=(roll,)))
    return b if hit else LOST


def defended(game: Gs, h: int) -> bool:
    """Whether a Flak point of either side is in a hex. [20.2.3-2]"""
    return any(reach_at(game, side, h) >= OWN_HEX for side in BOTH)
