"""Rest game turns: designated in secret, and shown when they must be. [3.5.0] [3.5.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Questions, Verb
from grognard.kit.forms import Word, Words
from grognard.systems.goss.pieces.chain import rest_key
from grognard.systems.goss.pieces.stacks import beside_enemy
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import AXIS, NIGHT, PERIODS, Gs
from grognard.systems.goss.status import RESTS, Rest
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.units import CORPS, EXPLOIT, PA

UNRESTED = (PA, EXPLOIT)
"""The modes that nobody enters at rest. [3.5.3]"""


@dataclass(frozen=True, slots=True)
class Designation:
    """The rest GT of this GD, for all who have none yet or for some."""

    period: Word
    who: Words = ()


def keys(game: Gs) -> tuple[str, ...]:
    """For whom the Axis designates: for all at once, or for each army, corps or formation, as the
    players have agreed. [3.5.2]"""
    level, scenario = game.options["rest-turns"], game.scenario
    if level == "side":
        return (AXIS,)
    if level == "army":
        return tuple(sorted(name for name, plan in scenario.armies.items() if plan.side == AXIS))
    staffs = [hq for hq in sorted({*scenario.hqs.values()}) if scenario.counters[hq].side == AXIS]
    if level == "corps":
        return tuple(hq for hq in staffs if scenario.counters[hq].level == CORPS)
    if level == "formation":
        led = [hq for hq in staffs if scenario.counters[hq].leads_formation]
        return (*led, *(hq for hq in staffs if scenario.counters[hq].level == CORPS))
    return ()


def open_keys(game: Gs, player: str) -> tuple[str, ...]:
    """Those who have no rest GT for today yet; the Allies rest at night and have no choice.
    [3.5.1] [3.5.2]"""
    if player != AXIS:
        return ()
    return tuple(key for key in keys(game) if key not in game.state[RESTS])


class DesignateRest(Verb[Gs, Designation]):
    """The Axis notes in secret when it rests; who is not named rests at night. [3.5.2]"""

    do, rule, title, order = "rest", "3.5.2", "Rest", Designation
    phrase = ("rest in the {period}: {who}", "rest in the {period}")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The Axis, while anybody has no rest GT. [3.5.2]"""
        return ("",) if open_keys(game, player) else ()

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Designation]:
        """Each period for all, and for each by itself."""
        free = open_keys(game, player)
        for one in PERIODS:
            yield Designation(one)
            for key in free if len(free) > 1 else ():
                yield Designation(one, (key,))

    def against(self, game: Gs, player: str, order: Designation) -> list[Refusal]:
        """One of the three GTs, once a GD. [3.5.2] [3.5.1]"""
        if player != AXIS:
            return [Refusal("3.5.1", "the Allies rest at night")]
        if order.period not in PERIODS:
            return [Refusal("3.5.2", f"a rest GT is {', '.join(PERIODS)}, not {order.period!r}")]
        free = open_keys(game, player)
        strange = [key for key in order.who if key not in free]
        if strange or not free:
            text = f"{strange[0]!r} cannot be given a rest GT" if strange else "all have theirs"
            return [Refusal("3.5.2", text)]
        return []

    def carry_out(self, game: Gs, player: str, order: Designation) -> None:
        """It is noted, and the enemy is told nothing. [3.5.2]"""
        for key in order.who or open_keys(game, player):
            game.put(RESTS, key, Rest(order.period))
        facts = {"side": player, "period": order.period, "who": list(order.who)}
        game.emit(Event("rest-noted", "3.5.2", facts, seen_by=(player,)))


def new_day(game: Gs) -> None:
    """Each GD has its own rest GTs. [3.5.2]"""
    for key in list(game.state[RESTS]):
        game.drop(RESTS, key)


# ---- what gives it away [3.5.2]


def reveal(game: Gs, names: Sequence[str]) -> None:
    """Axis units do at night what they could not do at rest: when they do rest is told. [3.5.2]"""
    if period(game) != NIGHT:
        return
    for name in names:
        key = rest_key(game, name) if counter_of(game, name).side == AXIS else ""
        rest = game.state[RESTS].get(key)
        if rest is None or rest.shown or rest.period == NIGHT:
            continue
        game.put(RESTS, key, replace(rest, shown=True))
        facts = {"side": AXIS, "who": [key], "period": rest.period}
        game.emit(Event("rest-shown", "3.5.2", facts))


def entered_mode(game: Gs, names: Sequence[str], mode: str) -> None:
    """Who prepares an assault or exploits at night does not rest then. [3.5.2] [3.5.3]"""
    if mode in UNRESTED:
        reveal(game, names)


def passed_enemies(
    game: Gs, names: tuple[str, ...], h: int, cost: int, by_road: bool
) -> Questions[bool]:
    """Who goes from enemy to enemy at night does not rest then. [3.5.2] [3.5.3]"""
    unit, side = unit_of(game, names[0]), counter_of(game, names[0]).side
    if unit.came >= 0 and beside_enemy(game, side, unit.came) and beside_enemy(game, side, h):
        reveal(game, names)
    yield from ()
    return False
