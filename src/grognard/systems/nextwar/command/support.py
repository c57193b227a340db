"""Support by headquarters: their strength in battles, and chemical weapons. [18.2.1] [18.2.4]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.systems.nextwar.command.capability import USES, absent, spent
from grognard.systems.nextwar.pieces.formations import chain, headquarters, subordinate
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SIDES
from grognard.systems.nextwar.turn.points import GAS, gain, worth
from grognard.systems.nextwar.units import MUTE, UNITS, Counter
from grognard.systems.nextwar.words import called

ATTACKING, DEFENDING = 2, 1
"""How many headquarters may support a side. [18.2.1]"""


def why_not_support(
    game: Nw, side: str, name: str, fighting: Sequence[str], h: int
) -> Refusal | None:
    """Why a headquarters cannot support those who fight for a hex; None if it can. [18.2.1]"""
    found = _cannot_help(game, side, name, h)
    if found is not None:
        return found
    if spent(game, name) >= USES:
        return Refusal("18.2.6-p2", f"{called(game, name)} has used all its capabilities")
    unit = unit_of(game, name)
    if unit.used_at == game.serial and unit.used_in == game.turn:
        return Refusal("18.2.6-p2", f"{called(game, name)} has served in this segment")
    if not any(subordinate(game, other, name) for other in fighting):
        text = f"nobody who fights is subordinate to {called(game, name)}"
        return Refusal("18.2.1", text)
    return None


def _cannot_help(game: Nw, side: str, name: str, h: int) -> Refusal | None:
    """Why a headquarters has no part in a battle at all. [18.2.1] [18.2.6-p1] [18.3.1]"""
    if name not in game.state[UNITS] or not game.scenario.advanced:
        return Refusal("18.2.1", f"{called(game, name)} is no headquarters that supports")
    counter = counter_of(game, name)
    if not counter.hq or counter.side != side or MUTE in counter.flags:
        return Refusal("18.2.1", f"{called(game, name)} is no headquarters of this side")
    if counter.supreme:
        return Refusal("18.3.1", f"{called(game, name)} is supreme, and supports no battle")
    why = absent(game, name)
    if why:
        return Refusal("18.2.6-p1", f"{called(game, name)} cannot support: {why}")
    if game.board.distance(unit_of(game, name).hex, h) > counter.range:
        text = f"the battle is more than {counter.range} hexes from {called(game, name)}"
        return Refusal("18.2.1", text)
    return None


def supporters(game: Nw, side: str, fighting: Sequence[str], h: int) -> list[str]:
    """The headquarters that could support a side. [18.2.1]"""
    if not game.scenario.advanced:
        return []
    known = headquarters(game, side)
    return [n for n in known if why_not_support(game, side, n, fighting, h) is None]


def shelled_for(game: Nw, guns: Counter, friend: Counter) -> bool:
    """Whether guns may support a unit: of their formation, or of one below it.

    The latter only in the Advanced Game; below a supreme headquarters are all. [9.5.6] [18.6]
    """
    if not guns.formation or guns.formation == friend.formation:
        return True
    if not game.scenario.advanced:
        return False
    counters = game.scenario.counters.values()
    supreme = {c.formation for c in counters if c.supreme and c.side == guns.side}
    return guns.formation in {*chain(game, friend.formation), *supreme}


# ---- chemical weapons


def why_not_gas(game: Nw, side: str, name: str, fighting: Sequence[str], h: int) -> Refusal | None:
    """Why a headquarters cannot put a Chemical Weapons marker on a battle. [18.2.4]"""
    found = _cannot_help(game, side, name, h)
    if found is not None:
        return found
    unit = unit_of(game, name)
    if unit.oos or unit.isolated:
        return Refusal("18.2.4", f"{called(game, name)} is out of supply")
    if not game.state[SIDES][side].gas:
        return Refusal("18.2.4", "no Chemical Weapons point is left")
    if game.state[HEXES][h].gas:
        return Refusal("18.2.4", f"there is gas in {game.board.label(h)}")
    if not any(subordinate(game, n, name) and not unit_of(game, n).isolated for n in fighting):
        text = f"nobody who fights is subordinate to {called(game, name)}, and not isolated"
        return Refusal("18.2.4", text)
    return None


def release(game: Nw, side: str, name: str, h: int) -> None:
    """Place the marker; it stays until the turn ends, and is worth points to the Allies if the
    enemy used it. [18.2.4] [12.1]"""
    status = game.state[SIDES][side]
    game.put(SIDES, side, replace(status, gas=status.gas - 1))
    game.put(HEXES, h, replace(game.state[HEXES][h], gas=1))
    facts = {"side": side, "unit": name, "hex": game.board.label(h)}
    game.emit(Event("gas", "18.2.4", facts))
    enemy = game.scenario.other(side)
    if game.scenario.powers[enemy].allied:
        gain(game, enemy, worth(game, GAS), "12.1", GAS)
