"""The Reorganization Phase: clearing operations, and control of hexes. [8.4]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.kit.among import OneOf
from grognard.kit.chance import drawn
from grognard.kit.deeds import Questions
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.ending.control import determine_control, take
from grognard.systems.nextwar.ending.deliberate import deliberate_damage
from grognard.systems.nextwar.ground import URBAN
from grognard.systems.nextwar.pieces.stacks import HALF, units_at
from grognard.systems.nextwar.pieces.values import counter_of, er, face, unit_of
from grognard.systems.nextwar.repair.markers import wear_off
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SITES
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of
from grognard.systems.nextwar.units import ARMOR, LEG


class ClearingLead(OneOf[Nw]):
    """Choosing who leads a clearing operation. [8.4.1.2]"""

    do, rule, title = "clear-with", "8.4.1.2", "Choose who leads the clearing"


def reorganize(game: Nw) -> Procedure:
    """The steps of the phase, in their order: what is spoilt is spoilt when hexes change hands,
    after the clearing. [8.4.1] [8.4] [27.2.1] [27.9.1]"""
    for role in (FIRST, SECOND):
        side = side_of(game, role)
        for h in [h for h, s in game.state[HEXES].items() if s.clearing == side]:
            yield from clear(game, h, side)
    if game.scenario.advanced:
        yield from deliberate_damage(game)
    yield from determine_control(game)
    if game.scenario.advanced:
        wear_off(game)


def clear(game: Nw, h: int, side: str) -> Procedure:
    """A clearing operation: turn the marker up, choose who leads, roll. [8.4.1] [8.4.1.2]"""
    number = _turned_up(game, h)
    names = [n for n in units_at(game, h) if unit_of(game, n).clearing and face(game, n).attack]
    lead = yield from _lead(game, h, side, names)
    tally = modifiers(game, h, names, lead, number)
    modifier = int(tally.total)
    shown, success = dice.roll(game, lambda pips: pips + modifier >= number)
    facts = {
        "side": side, "hex": game.board.label(h), "unit": lead, "number": number,
        "success": success,
    }  # fmt: skip
    dice.show(game, "clearing-operation", "8.4.1.2", facts, shown, tally)
    if success:
        yield from take(game, h, side)
    elif shortfall(game, h, names):
        lose_step(game, lead, "8.4.1.2")


def _turned_up(game: Nw, h: int) -> int:
    """The number of the marker, drawn when it is first turned up. [8.4.1]"""
    status = game.state[HEXES][h]
    if status.number:
        return status.number
    table = game.scenario.tables["clearing-markers"]
    pool = {int(row): int(table.cell(row, "count").value) for row in table.rows}
    for other in game.state[HEXES].values():
        if other.clearing and other.number:
            pool[other.number] -= 1
    number = drawn(game, pool)
    game.put(HEXES, h, replace(status, number=number))
    facts = {"hex": game.board.label(h), "number": number}
    game.emit(Event("clearing-number", "8.4.1", facts))
    return number


def _lead(game: Nw, h: int, side: str, names: Sequence[str]) -> Questions[str]:
    likely = max(names, key=lambda name: (er(game, name), unit_of(game, name).steps))
    prompt = f"Who leads the clearing of {game.board.label(h)}?"
    who = ClearingLead.picked(game, side, names, "clearing", prompt, {"most efficient": likely})
    return (yield from who)


def shortfall(game: Nw, h: int, names: Sequence[str]) -> int:
    """How many stacking points are short of what is safe, a half as a whole. [8.4.1.1-2]"""
    table = game.scenario.tables["clearing-mssp"]
    kinds = ["urban"] if game.board.terrain[h] == URBAN else []
    kinds += ["city"] if game.scenario.ground.city(h) else []
    kinds += ["installation"] if standing(game, h) else []
    safe = max((int(table.cell(kind, "minimum_safe_sp").value) for kind in kinds), default=0)
    there = sum(face(game, name).sp for name in names)
    return max(0, -((there - safe * HALF) // HALF))


def standing(game: Nw, h: int) -> list[str]:
    """The installations of a hex that are not destroyed. [8.3.1.2] [12.1.2]"""
    state = game.state[SITES]
    sites = game.scenario.ground.at.get(h, ())
    return [site.id for site in sites if site.installation and not state[site.id].destroyed]


def modifiers(game: Nw, h: int, names: Sequence[str], lead: str, number: int) -> Tally:
    """What is added to the roll of a clearing operation. [8.4.1.1]"""
    tally = Tally().add("efficiency over the number", er(game, lead) - number, "8.4.1.1-1")
    short = shortfall(game, h, names)
    if short:
        tally = tally.add("too few stacking points", -short, "8.4.1.1-2")
    sites = len(standing(game, h))
    extra = sites if game.scenario.ground.built_up(h) else sites - 1
    if extra > 0:  # [8.4.1.1-3]
        tally = tally.add("more installations", -extra, "8.4.1.1-3")
    if any(unit_of(game, name).landed == game.turn for name in names):
        tally = tally.add("landed this turn", -1, "8.4.1.1-4")
    types = {counter_of(game, name).type for name in names}
    arms = {counter_of(game, name).arm for name in names}
    if any("mechanized infantry" in type_ for type_ in types) or {LEG, ARMOR} <= arms:
        tally = tally.add("combined arms", 1, "8.4.1.1-5")
    return tally
