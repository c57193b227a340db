"""Disorganisation: tests, effect and recovery. [5.6]

The marker is the serial number of the phase in which the unit was disorganised or last disturbed;
of the phase after that, if an enemy attack broke its rest, so that it rests a full turn from there.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.chance import rolled
from grognard.kit.turn import played
from grognard.systems.wb95.charts import morale_limit
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces.stacks import DISORGANISED, roster
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import ATTACK, PHASES_A_TURN, Wb
from grognard.systems.wb95.units import UNITS


def disorganise(game: Wb, name: str, rule: str) -> None:
    """Mark a unit as disorganised; one that is already begins its rest anew. [5.6.1a]"""
    unit = unit_of(game, name)
    game.put(UNITS, name, replace(unit, disorganised=max(unit.disorganised, game.serial)))
    masking.befalls(game, name, Event("disorganised", rule))


def limit_of(game: Wb, name: str) -> int:
    """The morale limit of a unit by nation and arm. [5.6.2]"""
    counter = counter_of(game, name)
    return morale_limit(
        game.scenario.tables,
        counter.nation.lower(),
        guards="guards" in counter.traits,
        ss="ss" in counter.traits,
        volkssturm=counter.type == "VS",
        side=game.scenario.nations[counter.side].lower(),
    )


def test(game: Wb, name: str, rule: str) -> bool:
    """Roll one disorganisation test for a unit; whether it became disorganised. [5.6.2]"""
    limit = limit_of(game, name)
    faces, failed = rolled(game, 2, lambda dice: sum(dice) >= limit)  # [5.6.2]
    facts = {"limit": limit, "disorganised": failed}
    told = Event("disorganisation test", rule, facts, dice=faces, outcome=True)
    masking.befalls(game, name, told)
    if failed:
        disorganise(game, name, rule)
    return failed


def tests(game: Wb, name: str, count: int, rule: str) -> None:
    """Roll so many tests for a unit; once it is disorganised the rest would change nothing."""
    for _ in range(count):
        if unit_of(game, name).disorganised >= game.serial:
            return
        test(game, name, rule)


def test_all(game: Wb, counts: Mapping[str, int], rule: str) -> None:
    """Let units test as often as is said of each: one by one, or by the option with one roll for
    all, each against its own limit. [5.6.2]"""
    if game.options["disorganisation-tests"] == "each-unit":
        for name, count in counts.items():
            tests(game, name, count, rule)
        return
    for number in range(max(counts.values(), default=0)):
        shaky = [
            name
            for name, count in counts.items()
            if count > number and unit_of(game, name).disorganised < game.serial
        ]
        if shaky:
            _test_together(game, shaky, rule)


def _test_together(game: Wb, names: list[str], rule: str) -> None:
    """One roll for several units, each disorganised at its own limit. [5.6.2]"""
    limits = {name: limit_of(game, name) for name in names}
    steps = sorted(set(limits.values()))
    faces = game.roll(2, key=lambda dice: sum(sum(dice) >= limit for limit in steps))
    failed = [name for name, limit in limits.items() if sum(faces) >= limit]  # [5.6.2]
    told = Event(
        "disorganisation test",
        rule,
        {"tested": len(names), "failed": len(failed), "limits": limits, "disorganised": failed},
        dice=faces,
        outcome=True,
    )
    masking.tell(game, told, masking.witnesses(game, names), secret=("limits", "disorganised"))
    for name in failed:
        disorganise(game, name, rule)


def disturb(game: Wb, name: str) -> None:
    """A disorganised unit moved, attacked or was attacked: its recovery begins anew. [5.6.5]

    Its own next Combat Phase ends the rest of a unit whom the enemy's attack disorganised. One that
    was at rest when it was attacked would recover there as if nothing had happened; it may not be
    attacked in order to recover, and so rests a full turn from then on, unless the option says
    otherwise.
    """
    unit = unit_of(game, name)
    if 0 <= unit.disorganised < game.serial:
        strict = game.options["recovery"] == "unattacked" and game.segment.kind == ATTACK
        since = game.serial + (strict and not _phasing(game, name))
        game.put(UNITS, name, replace(unit, disorganised=since))


def recover(game: Wb) -> None:
    """At the end of a phase, take the marker off units that have rested long enough. [5.6.5]"""
    for name in roster(game, DISORGANISED):
        unit = unit_of(game, name)
        if _rested(game, name, unit.disorganised):
            game.put(UNITS, name, replace(unit, disorganised=-1))
            masking.befalls(game, name, Event("recovered", "5.6.5"))


def _rested(game: Wb, name: str, since: int) -> bool:
    """Whether a unit undisturbed since a phase recovers at the end of this one. [5.6.5]

    After combat its own next Combat Phase ends the rest, which for a defender is half a turn; the
    option asks for a whole turn always. After anything else it is the same phase, a turn later.
    """
    after_combat = game.segments[since % PHASES_A_TURN].kind == ATTACK
    if after_combat and game.options["recovery"] != "full-turn":
        return game.serial > since and game.segment.kind == ATTACK and _phasing(game, name)
    return game.serial >= since + PHASES_A_TURN


def _phasing(game: Wb, name: str) -> bool:
    """Whether the phase is that of a unit's owner."""
    return played(game).actor(game) == counter_of(game, name).side
