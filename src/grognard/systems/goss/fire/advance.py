"""Advance after a mission that has emptied its target hex. [11.7.0]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import Pieces
from grognard.systems.goss.fatigue.hits import exert
from grognard.systems.goss.ground import MAJOR
from grognard.systems.goss.modes.changing import forced_out
from grognard.systems.goss.movement.going import settled
from grognard.systems.goss.observation.cover import covers
from grognard.systems.goss.pieces.crossing import class_of, closed, crossing
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import own_at, units_at
from grognard.systems.goss.pieces.values import attack_designated, counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import LEG, OOS, PA, UNITS
from grognard.systems.goss.words import called
from grognard.systems.goss.works.building import sapper
from grognard.systems.goss.works.collapse import collapses
from grognard.systems.goss.works.garrison import passed


@dataclass(frozen=True, slots=True)
class Followers:
    """Units that advance, nobody if none do; whether those in PA mode go back to Tac mode."""

    units: Pieces = ()
    tac: bool = False


def able(game: Gs, side: str, h: int) -> list[str]:
    """The attack designated units next to the hex that may advance: once in a phase, and not over
    what is closed to them. [11.7.0]"""
    found = []
    for a in game.board.around(h):
        for name in own_at(game, a, side):
            counter, unit = counter_of(game, name), unit_of(game, name)
            fits = attack_designated(unit) and not this_phase(game, unit.advanced)
            over = not closed(game, class_of(counter, unit), a, h)
            if fits and (over or (by_ferry(game, name, h) and ferrymen(game, a, (name,)))):
                found.append(name)
    return sorted(found)


def by_ferry(game: Gs, name: str, h: int) -> bool:
    """Whether a Leg unit gets into a hex only by a ferry over a major river. [17.2.2-2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    between = crossing(game, unit.hex, h)
    leg = class_of(counter, unit) == LEG
    return leg and between.water == MAJOR and not between.helped


def ferrymen(game: Gs, a: int, besides: Collection[str]) -> int:
    """The steps of engineers in a hex who may ferry others over a major river: in PA mode, rested,
    supplied and at nothing else; they stay behind. [17.2.2-2] [17.2.0]"""
    steps = 0
    for name in units_at(game, a):
        counter, unit = counter_of(game, name), unit_of(game, name)
        fit = unit.mode == PA and unit.supply != OOS and not unit.fatigue and not unit.task
        if sapper(counter) and fit and name not in besides:
            steps += unit.steps
    return steps


def _too_many(game: Gs, names: Sequence[str], h: int) -> bool:
    """Whether more are to be ferried than the engineers left behind can take. [17.2.2-2]"""
    starts = {unit_of(game, n).hex for n in names}
    return any(
        len([n for n in names if unit_of(game, n).hex == a and by_ferry(game, n, h)])
        > ferrymen(game, a, names)
        for a in starts
    )


class Follow(Answer[Gs, Followers]):
    """Advancing into the hex that a mission has emptied. [11.7.0]"""

    do, rule, order = "follow-up", "11.7.0", Followers
    title, phrase = (
        "Advance after fire",
        (
            "{sole_units} advances",
            "{units} advance",
            "nobody advances",
        ),
    )

    def __init__(self, side: str, h: int) -> None:
        self.side, self.hex = side, h

    def against(self, game: Gs, player: str, order: Followers) -> list[Refusal]:
        """Adjacent, attack designated, able to enter, and within the stacking limits. [11.7.0]"""
        ready = able(game, self.side, self.hex)
        others = ", ".join(called(game, name) for name in ready)
        found = [
            Refusal(self.rule, f"{called(game, name)} may not advance; {others} may")
            for name in order.units
            if name not in ready
        ]
        if found:
            return found
        if order.units and not grouping(game, self.hex, order.units).fits:
            return [Refusal("6.1.0", "so many do not fit into the hex")]
        if _too_many(game, order.units, self.hex):
            return [Refusal("17.2.2-2", "the engineers who stay behind cannot ferry so many")]
        prepared = any(unit_of(game, n).mode == PA for n in order.units)
        if order.tac and not (prepared and covers(game, self.side, self.hex)):
            return [Refusal(self.rule, "only PA units in movement cover go back to Tac mode")]
        return []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Followers]:
        """Nobody, each by himself, the units of a hex, and all."""
        ready = able(game, self.side, self.hex)
        hexes = sorted({unit_of(game, n).hex for n in ready})
        stacks = [tuple(n for n in ready if unit_of(game, n).hex == h) for h in hexes]
        sets = dict.fromkeys([(), *((n,) for n in ready), *stacks, tuple(ready)])
        for names in sets:
            yield Followers(names)
            if any(unit_of(game, n).mode == PA for n in names):
                yield Followers(names, tac=True)


def advance(game: Gs, side: str, h: int) -> Questions[None]:
    """The attacker may advance into a hex in which nobody is left, before the next mission.
    [11.7.0]"""
    if units_at(game, h) or not able(game, side, h):
        return
    choice = Follow(side, h)
    answer = yield choice.ask(
        game, side, "follow-up", f"Advance into {game.board.label(h)}?", {"stay": Followers()}
    )
    order = choice.order_of(game, answer)
    gone = [n for n in order.units if _gets_over(game, n, h)]
    for place, name in enumerate(gone, 1):
        _enter(game, name, h, place, order.tac)
    if gone:
        passed(game, gone, h)
        settled(game, gone)
        facts = {"units": gone, "side": side, "hex": game.board.label(h)}
        game.emit(Event("followed-up", "11.7.0", facts))


def _gets_over(game: Gs, name: str, h: int) -> bool:
    """Whether the bridge that a unit would advance by still stands, and bears it. [11.7.0]
    [17.3.2a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if by_ferry(game, name, h):
        return True
    if closed(game, class_of(counter, unit), unit.hex, h):
        return False
    return not collapses(game, (name,), unit.hex, h)


def _enter(game: Gs, name: str, h: int, place: int, tac: bool) -> None:
    """A unit advances: PA mode stays, unless it is given up under cover or a ferry took the unit
    over a major river; a TA marker goes. [11.7.0] [17.2.2-2]"""
    unit = unit_of(game, name)
    ferried = by_ferry(game, name, h)
    moved = replace(unit, hex=h, advanced=game.serial, inside=False, ta=False, order=place)
    game.put(UNITS, name, moved)
    if unit.ta:
        exert(game, (name,), "3.5.4")
    if (tac or ferried) and unit.mode == PA:
        forced_out(game, name, "17.2.2-2" if ferried else "11.7.0")
