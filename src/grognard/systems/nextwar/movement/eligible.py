"""Who may move in a segment, and who cannot. [5.0] [8.5.1]"""

from __future__ import annotations

from grognard.engine.refusal import Refusal
from grognard.systems.nextwar.pieces.values import counter_of, er, lack, unit_of, unsupplied
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.units import ELITE, MAP, STATIC
from grognard.systems.nextwar.words import called

ELITE_REACTION, EXPLOITATION = "elite-reaction-move", "exploit-move"
INITIATIVE_MOVE = "init-move"
LIMITED = {ELITE_REACTION: "Elite Reaction", EXPLOITATION: "Exploitation"}
"""The segments in which not everybody may move. [5.0]"""


def unable(game: Nw, name: str) -> Refusal | None:
    """Why a unit may not move on the ground in this segment; None if it may."""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.place != MAP:
        return Refusal("8.5.1", f"{called(game, name)} is not on the map")
    if not counter.ma or STATIC in counter.flags or (counter.supply and not unit.mobile):
        return Refusal("2.3.5", f"{called(game, name)} does not move")
    if game.state[SIDES][counter.side].settled == game.serial:
        text = "nobody moves any more in this segment: work on the bridges has begun"
        return Refusal("8.3.4.1.2", text)
    held = game.scenario.special.held.get(name)
    if held is not None and held.holds(game.turn, game.segment.kind):
        text = f"{called(game, name)} is held back before turn {held.turn}, by the scenario"
        return Refusal("8.5.1", text)
    if counter.supply and unit.strike and game.segment.kind == INITIATIVE_MOVE:
        text = f"{called(game, name)} has a Strike marker: it does not move in this segment"
        return Refusal("27.3.1", text)
    if unit.halted and unit.moved == game.serial:
        return Refusal("8.5.1", f"{called(game, name)} has ended its movement in this segment")
    return unfit(game, name)


def unfit(game: Nw, name: str) -> Refusal | None:
    """Why a unit may not move at all in a segment for some only. [2.3.3] [8.5.1-x1]"""
    kind = game.segment.kind
    title = LIMITED.get(kind)
    if title is None:
        return None
    unit, rated = unit_of(game, name), er(game, name)
    if kind == ELITE_REACTION and rated < ELITE:
        text = f"{called(game, name)} is not elite: its efficiency is {rated}, not {ELITE} or more"
        return Refusal("2.3.3", text)
    if unit.strike:
        return Refusal("27.3.1", f"{called(game, name)} has a Strike marker: no {title} movement")
    if unsupplied(game, name) or unit.isolated:
        return Refusal(lack(game), f"{called(game, name)} is out of supply: no {title} movement")
    held = unit.moved != game.serial and held_by_zone(game, name)
    if held:
        text = f"{called(game, name)} begins in an enemy zone of control: no {title} movement"
        return Refusal("8.5.1-x1", text)
    return None


def held_by_zone(game: Nw, name: str) -> bool:
    """Whether a unit stands in an enemy zone that it cannot ignore. [8.5.1-x1] [8.2.4-b5]"""
    h, counter = unit_of(game, name).hex, counter_of(game, name)
    if h < 0 or not in_zone(game, h, game.scenario.other(counter.side)):
        return False
    return not (counter.light and ignorable(game, h))


def ignorable(game: Nw, h: int) -> bool:
    """Whether light infantry may ignore enemy zones in a hex: not in flat country. [8.2.4]
    [8.2.4-b1]"""
    return bool(game.scenario.ground.broken[h])
