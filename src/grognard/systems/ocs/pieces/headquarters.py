"""Headquarters: what they do in which mode, whom they supply, what becomes of them. [13.1]

Their size is one regimental equivalent, their Action Rating nought, and they defend with strengths
that are not printed: `values` knows these [13.1c]; `throws` knows how far they throw. [13.1a]
"""

from __future__ import annotations

from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.units import COMBAT, DG, MAP

REBUILD_RANGE = 2
"""How far from a headquarters replacements may be used, in hexes. [13.5a(1)]"""


def headquarters(game: Ocs, side: str) -> list[str]:
    """A side's headquarters on the map."""
    return list(rolls.of_type(game, side, "hq"))


def divisional(game: Ocs, name: str) -> bool:
    """Whether it is the headquarters of a division: part of a multi-unit formation. [13.1d]"""
    counter = counter_of(game, name)
    return counter.hq and bool(counter.formation)


def commands(game: Ocs, headquarter: str, name: str) -> bool:
    """Whether a headquarters may supply a unit: any of its side's. [13.1d]

    That of a division serves its own division and independent units of its nation.
    """
    own, other = counter_of(game, headquarter), counter_of(game, name)
    if own.side != other.side:
        return False
    if not divisional(game, headquarter):
        return True
    return other.formation == own.formation or (other.independent and other.nation == own.nation)


def serves(game: Ocs, headquarter: str, key: str) -> bool:
    """Whether a headquarters may supply transport. [13.1d]

    That of a division serves its own Organic Trucks; other Transport Points are independent, and of
    the side's nation. [13.9(3)]
    """
    own, found = counter_of(game, headquarter), game.state[TRANSPORT][key]
    if not divisional(game, headquarter):
        return True
    if found.formation:
        return found.formation == own.formation
    return own.nation == game.scenario.nations[found.side]


def at_work(game: Ocs, name: str) -> bool:
    """Whether a headquarters rebuilds: in Combat Mode, or DG with that side up. [13.5a(1)]"""
    unit = unit_of(game, name)
    if not counter_of(game, name).hq or unit.place != MAP:
        return False
    return unit.mode == COMBAT or (unit.mode == DG and unit.combat_up)


def rebuilds_in(game: Ocs, side: str, h: int) -> bool:
    """Whether a headquarters at work is at or within two hexes of a hex. [13.1b] [13.5a(1)]"""
    near = game.board.disk(h, REBUILD_RANGE)
    return any(at_work(game, name) for b in near for name in stacks.own_at(game, b, side))
