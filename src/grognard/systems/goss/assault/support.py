"""What helps a side from outside its hexes: supporting hexes, leaders. [13.7.4a] [23.2.1b]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.systems.goss.assault.battle import Assault, Force
from grognard.systems.goss.leaders.following import commands, of_formation
from grognard.systems.goss.observation.cover import covers, status
from grognard.systems.goss.pieces.chain import resting_unit
from grognard.systems.goss.pieces.stacks import held, units_at
from grognard.systems.goss.pieces.values import can_fire, counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.turn.moments import this_phase, this_player_turn, this_segment
from grognard.systems.goss.units import MAP, STRAT

# ---- supporting hexes [13.7.4a]


def shaken(game: Gs, h: int) -> int:
    """The Artillery Shift markers on a stack. [11.6.1]"""
    return max((unit_of(game, n).shifts for n in units_at(game, h)), default=0)


def supports(game: Gs, assault: Assault) -> dict[int, int]:
    """The hexes that may support the defender, each with the shifts that it gives. [13.7.4a]"""
    found = {}
    for h in sorted(_beside_attackers(game, assault)):
        if h == assault.hex or not eligible(game, h) or not _reaches(game, assault, h):
            continue
        shifts = 1 + bool(game.scenario.ground.vantage[h]) - shaken(game, h)
        if shifts > 0:
            found[h] = shifts
    return found


def _beside_attackers(game: Gs, assault: Assault) -> set[int]:
    friends = held(game, assault.defence.side)
    return {b for a in assault.attack.hexes for b in game.board.around(a) if b in friends}


def _reaches(game: Gs, assault: Assault, h: int) -> bool:
    """Whether a hex bears on the attackers: those in the open beside it, those under cover only if
    it is beside the defending hex as well. [13.7.4a]"""
    board, near = game.board, game.board.adjacent(h, assault.hex)
    side = assault.attack.side
    beside = [a for a in assault.attack.hexes if board.adjacent(a, h)]
    return any(near or not covers(game, side, a) for a in beside)


def eligible(game: Gs, h: int) -> bool:
    """Whether a hex may support anybody: a step that is no headquarters, Z-step or unit in Strat
    mode, guns alone only if they can fire; not if it has defended in this phase, or supported in
    this segment. [13.7.4a-2] [5.5.6]"""
    found = status(game, h)
    if this_phase(game, found.engaged) or this_segment(game, found.supported):
        return False
    facts = [(counter_of(game, n), unit_of(game, n)) for n in units_at(game, h)]
    fit = [
        (counter, unit)
        for counter, unit in facts
        if not counter.hq and not z_step(counter, unit) and unit.mode != STRAT
    ]
    return any(not counter.artillery or can_fire(counter, unit) for counter, unit in fit)


# ---- leaders [23.2.1b] [23.2.1d]


def leaders(game: Gs, force: Force) -> list[str]:
    """The leaders who may give a side a shift: active leaders of a formation, in or beside a hex
    with a subordinate who takes part, once in a player turn, and in attack not in their own rest
    GT. [23.2.1b]"""
    return [
        name
        for name, leader in game.state[LEADERS].items()
        if leader.place == MAP
        and leader.active
        and not (leader.shifted >= 0 and this_player_turn(game, leader.shifted))
        and _of_formation(game, force.side, name)
        and _near(game, force, name)
        and not (force.attacking and resting_unit(game, game.scenario.leaders[name].hq))
    ]


def _of_formation(game: Gs, side: str, name: str) -> bool:
    return game.scenario.leaders[name].side == side and of_formation(game, name)


def _led(game: Gs, name: str, names: Sequence[str]) -> bool:
    """Whether any of some units is subordinate to a leader."""
    return any(commands(game, name, n) for n in names)


def _near(game: Gs, force: Force, name: str) -> bool:
    h = game.state[LEADERS][name].hex
    return any(
        (h == a or game.board.adjacent(h, a)) and _led(game, name, names)
        for a, names in force.stacks
    )


def unites(game: Gs, force: Force) -> bool:
    """Whether a leader of a formation is stacked with those who take part, one of them his: units
    of several headquarters fight as one. [23.2.1d]"""
    return any(
        leader.place == MAP
        and leader.active
        and leader.hex in force.hexes
        and _of_formation(game, force.side, name)
        and _led(game, name, force.names)
        for name, leader in game.state[LEADERS].items()
    )
