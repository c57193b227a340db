"""What leaders give besides shifts: movement points, and their number in the night. [23.2.1]"""

from __future__ import annotations

from grognard.systems.goss.leaders.following import (
    active_leaders,
    commands,
    home_of,
    of_formation,
    with_hq,
)
from grognard.systems.goss.leaders.registers import supplies
from grognard.systems.goss.pieces.chain import army_hq, corps, subordinates, superior
from grognard.systems.goss.pieces.values import counter_of, proficiency, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.turn.moments import this_phase, this_turn

BONUS = 1
"""The MP that a leader gives, one and never more. [23.2.1a] [23.2.1]"""
ADVANCE = "advance"
"""The scenario's word for leaders who let their units advance farther; a number of hexes may stand
behind it. [23.2.1f]"""


def movement_bonus(game: Gs, name: str) -> int:
    """The MP that a unit has from a leader of its formation: all of them if he has been with the
    headquarters since the GT began and that can supply them; else those with him and next to him.
    One leader counts. [23.2.1a] [23.2.0] [23.2.1]"""
    key = "leader's MP", name
    return game.cached(key, game.journal.every, lambda: _movement_bonus(game, name))


def _movement_bonus(game: Gs, name: str) -> int:
    side = counter_of(game, name).side
    mine = (who for who in active_leaders(game, side) if commands(game, who, name))
    return BONUS if any(_helps(game, who, name) for who in mine) else 0


def _helps(game: Gs, who: str, name: str) -> bool:
    leader, unit = game.state[LEADERS][who], unit_of(game, name)
    if leader.at_hq:
        return with_hq(game, who) and supplies(game, home_of(game, who), name)
    begun = unit.start if this_phase(game, unit.moved) and unit.start >= 0 else unit.hex
    return begun == leader.hex or game.board.adjacent(begun, leader.hex)


def bound(game: Gs, who: str) -> bool:
    """Whether a leader must stay with his headquarters for the GT: units of his have moved with his
    help. [23.2.0]"""
    leader = game.state[LEADERS][who]
    if not leader.at_hq or not with_hq(game, who):
        return False
    hq = home_of(game, who)
    return any(
        this_turn(game, unit_of(game, n).moved) and commands(game, who, n)
        for n in subordinates(game, hq)
        if n != hq
    )


def night_rating(game: Gs, name: str) -> int:
    """What a unit rolls against to be active in an ENA period: its offensive rating, the defensive
    one if it has no other, or the number of an active leader of its formation. [23.2.1c]
    [3.4.2b]"""
    own = proficiency(game, name, offensive=True) or proficiency(game, name, offensive=False)
    side = counter_of(game, name).side
    mine = (who for who in active_leaders(game, side) if commands(game, who, name))
    return max([own, *(game.scenario.leaders[who].number for who in mine)])


def _above(game: Gs, who: str, name: str) -> bool:
    """Whether a unit is under a leader, be it directly or through its formation or corps."""
    if of_formation(game, who):
        return commands(game, who, name)
    return home_of(game, who) in (superior(game, name), corps(game, name), army_hq(game, name))


def farther(game: Gs, name: str) -> int:
    """How many hexes more a unit advances after an assault: as many as the scenario gives a leader
    above it, of whatever level, who is with it; one unless it says more. [23.2.1f] [23.2.2]"""
    h = unit_of(game, name).hex
    words = [
        word.split()
        for who, leader in game.state[LEADERS].items()
        if leader.hex == h and leader.active and _above(game, who, name)
        for word in game.scenario.leaders[who].special
    ]
    return max((int((*word, "1")[1]) for word in words if word[0] == ADVANCE), default=0)
