"""Who acts in an ENA period: units one by one, or a leader's whole formation. [3.4.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Word
from grognard.kit.orders import OfOne
from grognard.systems.goss.leaders.benefits import night_rating
from grognard.systems.goss.night.calling import status
from grognard.systems.goss.night.exploiting import against_night_exploit
from grognard.systems.goss.pieces.chain import subordinates
from grognard.systems.goss.pieces.checks import leader_passes, passes
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import ENA, Gs, LeaderCounter
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.status import SIDES as STATUS
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.units import EXPLOIT, MAP, OOS, TAC, UNITS
from grognard.systems.goss.words import called

FORMATION = "formation"
"""The level of leaders who activate their units. [3.4.2a]"""


def awake(game: Gs, name: str) -> bool:
    """Whether a unit may move and attack: by day and in a plain night it may, in an ENA period
    only once it has been activated. [3.4.2]"""
    return period(game) != ENA or unit_of(game, name).activated == game.turn


def against_now(game: Gs, player: str) -> list[Refusal]:
    """Why a side cannot activate anybody: it is no ENA period, it has no attempts left, or may not
    use this Exploit Phase. [3.4.2] [3.4.2b]"""
    if period(game) != ENA:
        return [Refusal("3.4.2", "units are activated in ENA periods")]
    if not status(game, player).capacity:
        return [Refusal("3.4.2", "no attempts to activate units are left")]
    used = against_night_exploit(game, player)
    return [] if used is None else [used]


def against_unit(game: Gs, name: str) -> list[Refusal]:
    """Why a unit cannot be activated: one attempt each, in Tac or Exploit mode, in supply and in
    command. [3.4.2] [3.4.2b]"""
    unit = unit_of(game, name)
    barred = (
        (abs(unit.activated) == game.turn, "3.4.2b", "has been tried in this ENA period"),
        (unit.mode not in (TAC, EXPLOIT), "3.4.2", f"is in {unit.mode} mode"),
        (unit.supply == OOS, "3.4.2", "is out of supply"),
        (unit.ooc, "3.4.2", "is out of command"),
    )
    title = called(game, name)
    return [Refusal(rule, f"{title} {why}") for holds, rule, why in barred if holds]


class ActivateUnit(Verb[Gs, OfOne]):
    """A unit is tried by a proficiency check at the start of a Movement or an Exploit Phase.
    [3.4.2b]"""

    do, rule, title, order = "activate-unit", "3.4.2b", "Activate a unit", OfOne
    phrase = "{unit} acts tonight"
    stakes = "dice"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever may be tried."""
        if against_now(game, player):
            return []
        return [n for n in on_map(game, player) if not against_unit(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """An attempt must be left, and the unit fit. [3.4.2]"""
        if order.unit not in on_map(game, player):
            return [Refusal("form", f"{order.unit!r} is no unit of yours on the map")]
        return against_now(game, player) or against_unit(game, order.unit)

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """The attempt counts whether it works or not, and tires nobody; who has no offensive
        proficiency uses the defensive one, and who has an active leader his number if that is
        better. [3.4.2b] [23.2.1c]"""
        use(game, player, 1)
        rating = night_rating(game, order.unit)
        passed = passes(game, order.unit, "3.4.2b", against=rating)
        settle(game, (order.unit,), "3.4.2b", passed)


@dataclass(frozen=True, slots=True)
class OfLeader:
    """A leader."""

    leader: Word


class ActivateByLeader(Verb[Gs, OfLeader]):
    """An active leader of a formation tries to activate all of it. [3.4.2a]"""

    do, rule, title, order = "activate-formation", "3.4.2a", "Activate by a leader", OfLeader
    phrase = "{leader} leads tonight"
    stakes = "dice"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The side's leaders who may try."""
        if against_now(game, player):
            return []
        return [n for n in sorted(game.state[LEADERS]) if not self._against(game, player, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfLeader]:
        """The one way."""
        yield OfLeader(actor)

    def against(self, game: Gs, player: str, order: OfLeader) -> list[Refusal]:
        """He must be active and with his headquarters, or with a unit of his regiment; half of the
        capacity must be left. [3.4.2a]"""
        return against_now(game, player) or self._against(game, player, order.leader)

    def _against(self, game: Gs, player: str, name: str) -> list[Refusal]:
        counter, leader = game.scenario.leaders.get(name), game.state[LEADERS].get(name)
        if counter is None or leader is None or counter.side != player:
            return [Refusal("form", f"{name!r} is no leader of yours")]
        if counter.level != FORMATION:
            return [Refusal("3.4.2a", f"{counter.name} leads no formation")]
        if leader.place != MAP or not leader.active:
            return [Refusal("3.4.2a", f"{counter.name} is not active")]
        if leader.hex not in posts(game, counter):
            return [Refusal("3.4.2a", f"{counter.name} is not with his command")]
        if half(game, player) > status(game, player).capacity:
            return [Refusal("3.4.2a", "half of the attempts are not left")]
        if not any(not against_unit(game, n) for n in led(game, counter)):
            return [Refusal("3.4.2a", f"nobody of {counter.name} can be activated")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfLeader) -> None:
        """Below his number all of them act; else none of them may. Half of the capacity is used
        either way. [3.4.2a]"""
        use(game, player, half(game, player))
        passed = leader_passes(game, order.leader, "3.4.2a")
        counter = game.scenario.leaders[order.leader]
        names = tuple(n for n in led(game, counter) if not against_unit(game, n))
        settle(game, names, "3.4.2a", passed)


def led(game: Gs, counter: LeaderCounter) -> tuple[str, ...]:
    """Whom a leader activates: his formation with all that is attached to it; one of a regiment,
    the regiment, or by an option the formation, too. [3.4.2a]"""
    names = subordinates(game, counter.hq)
    if not counter.regiment or game.options["ena-regiment-leader"] == FORMATION:
        return names
    return tuple(n for n in names if counter_of(game, n).regiment == counter.regiment)


def posts(game: Gs, counter: LeaderCounter) -> set[int]:
    """Where a leader must be: with his headquarters, or with any unit of his regiment. [3.4.2a]"""
    if not counter.regiment:
        return {unit_of(game, counter.hq).hex} if counter.hq in game.state[UNITS] else set()
    return {
        unit_of(game, n).hex
        for n in subordinates(game, counter.hq)
        if counter_of(game, n).regiment == counter.regiment
    }


def half(game: Gs, side: str) -> int:
    """Half of a side's whole capacity, rounded up, or down by an option. [3.4.2a] [1.5.0]"""
    whole = status(game, side).rolled
    return whole // 2 if game.options["ena-leader-half"] == "down" else -(-whole // 2)


def use(game: Gs, side: str, attempts: int) -> None:
    """Attempts are used. [3.4.2]"""
    now = status(game, side)
    game.put(STATUS, side, replace(now, capacity=now.capacity - attempts))


def settle(game: Gs, names: Sequence[str], rule: str, passed: bool) -> None:
    """Units are active in this ENA period, or have failed to be. [3.4.2b]"""
    for name in names:
        unit = unit_of(game, name)
        game.put(UNITS, name, replace(unit, activated=game.turn if passed else -game.turn))
    if names:
        game.emit(Event("ena-active", rule, {"units": list(names), "passed": passed}))
