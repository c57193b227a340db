"""Extended night activity: who calls for it, who goes first, and how many may act. [3.4.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Questions, Verb
from grognard.kit.forms import Word
from grognard.kit.orders import Nothing
from grognard.kit.turn import DONE, Done
from grognard.systems.goss.dice import d10
from grognard.systems.goss.scenario import ALLIED, AXIS, SIDES, Gs
from grognard.systems.goss.status import NOW, TRACK, SideStatus, Track
from grognard.systems.goss.status import SIDES as STATUS
from grognard.systems.goss.turn.roles import other

YES, NO = "yes", "no"
DRMS = "ena-drm"
"""What a scenario adds to the rolls, by side. [3.4.1]"""
FIRST, JOIN = "ena-first", "ena-join"
"""The questions: who goes first, and whether the other side acts, too."""


def status(game: Gs, side: str) -> SideStatus:
    """What a side has said and what it may do tonight."""
    return game.state[STATUS][side]


class ExtendNight(Verb[Gs, Nothing]):
    """A side wants the night to be extended; who ends the segment without a word does not.
    [3.4.0] [3.4.1]"""

    do, rule, title, order = "extend-night", "3.4.1", "Extend the night", Nothing
    phrase = "Extend the night"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Each side, once, where the scenario allows it. [3.4.0]"""
        return () if self.against(game, player, Nothing()) else ("",)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Nothing]:
        """The one way."""
        yield Nothing()

    def against(self, game: Gs, player: str, order: Nothing) -> list[Refusal]:
        """Not all scenarios allow it; a rest GT does not matter. [3.4.0] [3.5.0]"""
        if game.options["ena"] != "on":
            return [Refusal("3.4.0", "in this scenario nights are not extended")]
        if status(game, player).wants:
            return [Refusal("3.4.1", "you have said so")]
        return []

    def carry_out(self, game: Gs, player: str, order: Nothing) -> None:
        """It is noted; the other side is told when both have spoken. [3.4.1]"""
        game.put(STATUS, player, replace(status(game, player), wants=YES))
        game.put(DONE, player, Done(game.serial))


@dataclass(frozen=True, slots=True)
class Side:
    """A side."""

    side: Word


@dataclass(frozen=True, slots=True)
class Wish:
    """Yes or no."""

    answer: Word


class GoFirst(Among[Gs, Side]):
    """Which side is the first player of the ENA period. [3.4.1]"""

    do, rule, order = FIRST, "3.4.1", Side
    title, phrase = "Who goes first", "{side} go first"


class JoinIn(Among[Gs, Wish]):
    """Whether a side that has not called for it acts in the ENA period. [3.4.1]"""

    do, rule, order = JOIN, "3.4.1", Wish
    title, phrase = "Act in the extended night", "{answer}"


def settle_call(game: Gs) -> Procedure:
    """When both have spoken: who alone wants it goes first; if both do, they roll, and the higher
    roll chooses who does, the Axis on a tie. The rolls are how many each may try to activate.
    [3.4.0] [3.4.1] [3.4.2]"""
    callers = [side for side in SIDES if status(game, side).wants]
    for side in SIDES:
        game.put(STATUS, side, replace(status(game, side), wants="", capacity=0, rolled=0))
    if not callers:
        return
    game.emit(Event("ena-called", "3.4.1", {"sides": callers}))
    if len(callers) == 1:
        first = callers[0]
        yield from _one_caller(game, first)
    else:
        first = yield from _both(game)
    game.put(TRACK, NOW, Track(first))
    game.emit(Event("ena-begins", "3.4.5", {"side": first}))


def _one_caller(game: Gs, side: str) -> Procedure:
    """He rolls for his capacity; the other side does if it wants to act, or as the option has it,
    in any case. [3.4.1] [3.4.2]"""
    roll(game, side)
    if game.options["ena-one-caller"] == "rolls":
        choice = JoinIn([Wish(NO), Wish(YES)])
        answer = yield choice.ask(
            game, other(side), JOIN, "Act in the extended night, too?",
            {NO: Wish(NO), YES: Wish(YES)},
        )  # fmt: skip
        if choice.order_of(game, answer).answer == NO:
            return
    roll(game, other(side))


def _both(game: Gs) -> Questions[str]:
    """Both roll; who wins chooses. [3.4.1]"""
    allied, axis = roll(game, ALLIED), roll(game, AXIS)
    winner = ALLIED if allied > axis else AXIS
    choice = GoFirst([Side(winner), Side(other(winner))])
    standing = {"self": Side(winner), "other": Side(other(winner))}
    answer = yield choice.ask(game, winner, FIRST, "Who goes first?", standing)
    return choice.order_of(game, answer).side


def roll(game: Gs, side: str) -> int:
    """A side's ENA roll, with what the scenario adds: as many units as it says may try to be
    activated; a zero is none. [3.4.1] [3.4.2]"""
    drm = int(game.scenario.special.get(DRMS, {}).get(side, 0))
    shown, found = d10(game, lambda pips: max(pips + drm, 0))
    game.put(STATUS, side, replace(status(game, side), capacity=found, rolled=found))
    facts = {"side": side, "roll": shown, "modifier": drm, "capacity": found}
    game.emit(Event("ena-roll", "3.4.2", facts, dice=(shown,)))
    return found


def period_over(game: Gs) -> None:
    """The ENA period ends with its GT. [3.4.0]"""
    if game.state[TRACK][NOW] != Track():
        game.put(TRACK, NOW, Track())
    for side in SIDES:
        if status(game, side).rolled or status(game, side).capacity:
            game.put(STATUS, side, replace(status(game, side), capacity=0, rolled=0))
