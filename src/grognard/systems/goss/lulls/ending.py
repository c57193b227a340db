"""How a lull ends: when it was to, by a counter-offensive, or put off by the weather. [24.3.0]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Word
from grognard.systems.goss.fatigue.recovery import rested_by_lull
from grognard.systems.goss.lulls.asking import LEAST, NO, YES
from grognard.systems.goss.pieces.quiet import graced, in_force, members
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import CLEAR, LULLS, MUD, WEATHER, Lull
from grognard.systems.goss.supply.states import put_supply, telling
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import GENS

BREAKABLE = 15
"""How many GTs a lull must have lasted before Side Two may break it. [24.3.0]"""
MOST_POSTPONED = 5
"""For how many GTs its end may be put off. [24.3.0]"""
BREAK, POSTPONE = "break-lull", "postpone-lull"


@dataclass(frozen=True, slots=True)
class Wish:
    """Yes or no."""

    answer: Word


class BreakLull(Among[Gs, Wish]):
    """Whether Side Two declares a counter-offensive. [24.1.1] [24.3.0]"""

    do, rule, order = BREAK, "24.3.0", Wish
    title, phrase = "Break the lull", "{answer}"


class PostponeLull(Among[Gs, Wish]):
    """Whether Side One puts the end of its lull off, if it were to end now. [24.3.0]"""

    do, rule, order = POSTPONE, "24.3.0", Wish
    title, phrase = "Put the end of the lull off", "{answer}"


def review(game: Gs) -> Procedure:
    """At the end of every Weather Phase: Side Two says whether it breaks a lull; if not, it may be
    its time to end. [24.1.1] [24.3.0]"""
    for key in sorted(game.state[LULLS]):
        lull = game.state[LULLS][key]
        if not in_force(lull) or lull.since == game.turn:
            continue
        if (yield from _broken(game, key, lull)):
            yield from end(game, key, other(lull.one))
        elif (yield from _due(game, key, lull)):
            yield from end(game, key, lull.one)


def _broken(game: Gs, key: str, lull: Lull) -> Questions[bool]:
    """After fifteen GTs Side Two may break a lull, in any GT. [24.3.0]"""
    if game.turn - lull.since < BREAKABLE:
        return False
    choice = BreakLull([Wish(NO), Wish(YES)])
    answer = yield choice.ask(
        game, other(lull.one), BREAK, f"Break the lull of {key} by a counter-offensive?",
        {NO: Wish(NO), YES: Wish(YES)},
    )  # fmt: skip
    return bool(choice.order_of(game, answer).answer == YES)


def _due(game: Gs, key: str, lull: Lull) -> Questions[bool]:
    """A lull ends in its GT; in bad weather Side One may put that off, five GTs at most, but not
    where the scenario commands it. He is asked in any bad weather, so that nobody learns from it
    when he meant to end it. [24.3.0] [24.1.2]"""
    due = game.turn >= lull.until
    if lull.mandated or game.turn - lull.since < LEAST or not foul(game):
        return due
    if lull.postponed >= MOST_POSTPONED:
        return due
    choice = PostponeLull([Wish(NO), Wish(YES)])
    answer = yield choice.ask(
        game, lull.one, POSTPONE, f"Put the end of the lull of {key} off, if it is now?",
        {NO: Wish(NO), YES: Wish(YES)},
    )  # fmt: skip
    if not due or choice.order_of(game, answer).answer == NO:
        return due
    game.put(LULLS, key, replace(lull, until=game.turn + 1, postponed=lull.postponed + 1))
    return False


def foul(game: Gs) -> bool:
    """Whether it is not clear, or the ground is mud. [24.3.0]"""
    sky = game.state[WEATHER].values()
    return any(one.atmosphere != CLEAR or one.ground == MUD for one in sky)


def end(game: Gs, key: str, ender: str) -> Procedure:
    """A lull is over: all who did not fight are rested, and who is not isolated is in GenS for a
    game day. [24.3.0] [24.4.0] [14.3.0-2]"""
    lull = game.state[LULLS][key]
    names = sorted(n for n, one in members(game).items() if one == key)
    game.put(LULLS, key, replace(lull, ended=game.turn, ender=ender))
    broken = ender != lull.one
    rule = "24.5.0" if broken else "24.3.0"
    game.emit(Event("lull-ends", rule, {"side": ender, "army": key, "broken": broken}))
    rested_by_lull(game, names)
    fresh = [n for n in names if graced(game, n) and put_supply(game, n, GENS)]
    for event in telling([(n, GENS) for n in fresh]):
        game.emit(event)
    yield from ()
