"""Regimental integrity: units of one regiment fight better together. [13.8.3]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from grognard.systems.goss.assault.battle import Assault
from grognard.systems.goss.fatigue.hits import fatigued
from grognard.systems.goss.pieces.chain import mech_formation, superior
from grognard.systems.goss.pieces.crossing import crossing
from grognard.systems.goss.pieces.stacks import own_at
from grognard.systems.goss.pieces.values import battalion, carried, counter_of, unit_of, z_step
from grognard.systems.goss.scenario import FORMATION, Gs
from grognard.systems.goss.turn.moments import this_player_turn
from grognard.systems.goss.units import CVGP, INFANTRY, OOS, PA, RE, TAC, Counter

LEAST, MOST = 2, 3
"""How many bonuses a regiment gives at least, and at most. [13.8.3]"""
REGIMENTS = 2
"""How many regiments count for an attacker; one for a defender. [13.8.3]"""
MOST_RECON = 2
"""How many Recon battalions of a cavalry group count. [13.8.3b]"""
NEIGHBOUR_STEPS = 2
"""The steps of a battalion that helps from the next hex. [13.8.3a]"""
FUS, ARM_RECON = "fus", "armrecon"
Regiment = tuple[str, str]
"""A formation and the name of one of its regiments."""


def sound(game: Gs, name: str) -> bool:
    """Whether a unit may count at all: assigned and no part of another, in Tac or PA mode,
    supplied, in command, rested, no rear echelon, and not used in this player turn, be it in an
    overrun. [13.8.3] [13.8.3b] [14.2.0(a)] [18.2.0]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    return (
        unit.mode in (TAC, PA)
        and not (unit.attached and not own_group(game, name))
        and not counter.bu
        and not carried(unit)
        and not z_step(counter, unit)
        and unit.supply != OOS
        and not unit.ooc
        and not fatigued(unit)
        and not (counter.german and counter.is_(RE))
        and not this_player_turn(game, unit.integral)
    )


def own_group(game: Gs, name: str) -> bool:
    """Whether a unit is in a battle group that its own formation was broken up into: it is not
    attached for all that. [9.3.3a] [13.8.3]"""
    hq = superior(game, name)
    own = counter_of(game, name).formation
    return bool(hq) and not counter_of(game, hq).hq and counter_of(game, hq).formation == own


def regiment(game: Gs, name: str) -> Regiment | None:
    """The regiment that a unit counts for: infantry, hybrids of a combat command, Recon battalions
    of a cavalry group, tank battalions of a Commonwealth or French brigade. [13.8.3b]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not counter.regiment:
        return None
    code = counter.type.code
    counts = (
        (code in INFANTRY and not counter.engineer)
        or counter.hybrid
        or (code == ARM_RECON and counter.is_(CVGP) and battalion(counter, unit))
        or (_brigade_tanks(counter) and battalion(counter, unit))
    )
    return (counter.formation, counter.regiment) if counts else None


def _brigade_tanks(counter: Counter) -> bool:
    """Tanks of brigades that mix them with infantry: all but those of the US and the Germans.
    [13.8.3b]"""
    return counter.afv and (counter.nation == "French" or not (counter.us or counter.german))


def divisional(game: Gs, name: str) -> str:
    """The German formation whose regiments a unit of no regiment may join: engineers, fusiliers,
    Recon, and AFVs of a Mech formation. [13.8.3b]"""
    counter = counter_of(game, name)
    if not counter.german or not counter.formation or regiment(game, name):
        return ""
    hq = game.scenario.staff(FORMATION, counter.formation)
    tanks = counter.afv and bool(hq) and mech_formation(game, hq)
    joins = counter.engineer or counter.type.code == FUS or counter.recon or tanks
    return counter.formation if joins else ""


def _members(game: Gs, names: Iterable[str], key: Regiment) -> list[str]:
    """Who counts for a regiment: of Recon two at most, tanks only with an infantry battalion of
    theirs. [13.8.3b]"""
    found = [n for n in names if sound(game, n) and regiment(game, n) == key]
    recon = [n for n in found if counter_of(game, n).type.code == ARM_RECON]
    foot = any(_foot_battalion(game, n) for n in found)
    dropped = recon[MOST_RECON:]
    if not foot:
        dropped = [*dropped, *(n for n in found if counter_of(game, n).afv)]
    return [n for n in found if n not in dropped]


def _foot_battalion(game: Gs, name: str) -> bool:
    counter = counter_of(game, name)
    return counter.type.code in INFANTRY and battalion(counter, unit_of(game, name))


def _joined(game: Gs, names: Iterable[str], keys: tuple[Regiment, ...]) -> list[str]:
    """Who counts when these regiments are the ones: with units of their divisions that make them
    up to three, each once. [13.8.3b]"""
    names = tuple(names)
    found: list[str] = []
    spare = [n for n in names if sound(game, n) and divisional(game, n)]
    for key in keys:
        own = _members(game, names, key)[:MOST]
        more = [n for n in spare if divisional(game, n) == key[0] and n not in found]
        whole = [*own, *more[: MOST - len(own)]] if own else []
        if len(whole) >= LEAST:
            found += whole
    return found


def attacker_integrity(game: Gs, assault: Assault) -> tuple[str, ...]:
    """The attackers who count: of two regiments at most. [13.8.3] [13.8.3a]"""
    names = assault.attack.names
    keys = sorted({k for n in names if (k := regiment(game, n))})
    sets = [*combinations(keys, 1), *combinations(keys, REGIMENTS)]
    tried = [
        _joined(game, names, some) for some in [*sets, *((b, a) for a, b in sets[len(keys) :])]
    ]
    return _largest(tried)


def _largest(sets: Iterable[Sequence[str]]) -> tuple[str, ...]:
    found: tuple[str, ...] = ()
    for some in sets:
        found = tuple(some) if len(some) > len(found) else found
    return found


def defender_integrity(game: Gs, assault: Assault) -> tuple[str, ...]:
    """The defenders who count: of one regiment, in the hex and as battalions beside it, not over a
    major river, nor in a fight for a bridge. [13.8.3] [13.8.3a] [7.14.4]"""
    names = assault.defence.names
    keys = sorted({k for n in names if sound(game, n) and (k := regiment(game, n))})
    tried = []
    for key in keys:
        beside = _neighbours(game, assault) if assault.coup < 0 else []
        near = [n for n in beside if regiment(game, n) == key]
        tried.append(_joined(game, (*names, *near), (key,)))
    return _largest(tried)


def _neighbours(game: Gs, assault: Assault) -> list[str]:
    found = []
    for b in game.board.around(assault.hex):
        if crossing(game, assault.hex, b).wide:
            continue
        for name in own_at(game, b, assault.defence.side):
            counter, unit = counter_of(game, name), unit_of(game, name)
            if battalion(counter, unit) and unit.steps >= NEIGHBOUR_STEPS:
                found.append(name)
    return found
