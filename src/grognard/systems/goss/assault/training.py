"""Experience: regiments of raw and green formations learn from assaults that succeed. [4.5.1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.assault.battle import Assault, Outcome
from grognard.systems.goss.dice import d10
from grognard.systems.goss.leaders.following import active_leaders, home_of
from grognard.systems.goss.pieces.chain import assigned, headquarters
from grognard.systems.goss.pieces.training import VETERAN, trained
from grognard.systems.goss.pieces.values import battalion, counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS
from grognard.systems.goss.turn.calendar import day

BATTALIONS = 2
"""How many battalions of a regiment must have counted for its integrity. [4.5.1]"""
LEARNS = 3
"""A regiment learns on a roll above this. [4.5.1]"""
REGIMENTS = 2
"""How many regiments that have risen raise their formation. [4.5.1]"""


def gain_experience(game: Gs, assault: Assault, outcome: Outcome) -> None:
    """After an assault in which the defender suffered more hits, the regiments of the attacker that
    were in it with two battalions roll, until one of their division has learnt today. [4.5.1]"""
    if outcome.defender.total <= outcome.attacker.total:
        return
    for hq, regiment in _learning(game, assault):
        status = headquarters(game, hq)
        if status.trained != day(game):
            _check(game, hq, regiment)


def _learning(game: Gs, assault: Assault) -> Iterator[tuple[str, str]]:
    """The regiments that check: raw or green, with two battalions that counted for integrity.
    [4.5.1]"""
    found: dict[tuple[str, str], int] = {}
    for name in assault.attack.names:
        counter, unit = counter_of(game, name), unit_of(game, name)
        gave = unit.integral == game.serial and battalion(counter, unit)
        if gave and counter.regiment and trained(game, name) != VETERAN:
            key = assigned(game.scenario, counter), counter.regiment
            found[key] = found.get(key, 0) + 1
    yield from sorted(key for key, count in found.items() if count >= BATTALIONS and key[0])


def _check(game: Gs, hq: str, regiment: str) -> None:
    """More than three, and one is added for an active leader of the division, wherever he is; two
    regiments that have risen raise the whole formation. [4.5.1]"""
    side = counter_of(game, hq).side
    more = int(any(home_of(game, who) == hq for who in active_leaders(game, side)))
    shown, learns = d10(game, lambda roll: roll + more > LEARNS)
    facts = {"hq": hq, "regiment": regiment, "roll": shown, "leader": more, "learns": learns}
    game.emit(Event("experience", "4.5.1", facts, dice=(shown,), seen_by=(side,)))
    if not learns:
        return
    status = headquarters(game, hq)
    levels = dict(status.regiments)
    levels[regiment] = max(levels.get(regiment, 0), status.level) + 1
    risen = [name for name, level in levels.items() if level > status.level]
    whole = status.level + (len(risen) >= REGIMENTS)
    game.put(
        HQS,
        hq,
        replace(
            status, regiments=tuple(sorted(levels.items())), trained=day(game), level=whole
        ),
    )  # fmt: skip
    if whole > status.level:
        game.emit(Event("formation-trained", "4.5.1", {"hq": hq}, seen_by=(side,)))
