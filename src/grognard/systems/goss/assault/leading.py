"""Lead units and their proficiency; combat reserves. [13.8.1] [13.8.2]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.systems.goss.assault.battle import Assault, Force
from grognard.systems.goss.fatigue.hits import fatigued
from grognard.systems.goss.observation.cover import FORT, FT_AREA, work_at
from grognard.systems.goss.pieces.chain import formation
from grognard.systems.goss.pieces.checks import leader_at
from grognard.systems.goss.pieces.crossing import closed, crossing
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import held, on_map
from grognard.systems.goss.pieces.values import (
    battalion,
    counter_of,
    cw_recon,
    proficiency,
    unit_of,
    z_step,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import CDO, LEG, MECH, OOS, STRAT

HIGHEST = 9
"""The highest proficiency with a leader. [13.8.1]"""
BONUS = 5
"""What a bonus of proficiency, reserve or integrity adds to the rolls. [13.8.1] [13.8.2]
[13.8.3]"""
NEAR, MOST = 3, 3
"""How near combat reserves are, and how many are committed at most. [13.8.2]"""
HEAVY_Z = frozenset({"pz5", "pz6", "pz6b"})
"""Z-steps that may lead. [4.1.3-ga-b]"""


# ---- who may lead [13.8.1]


def may_lead(game: Gs, assault: Assault, force: Force) -> tuple[str, ...]:
    """The units that may lead a side: nobody who stands off, nor attacks without a rating for it;
    no Z-step but heavy tanks, unless there is nothing else; nobody in Strat mode while others are
    not; commandos only by themselves or against forts; Commonwealth Recon only by itself. [13.8.1]
    [4.4.0] [4.1.3-ga-b] [4.1.3-ga-c] [5.5.6] [4.6.6] [4.6.8]"""
    near = [n for n in force.names if n not in force.standoff]
    fit = [n for n in near if not force.attacking or proficiency(game, n, offensive=True)]
    able = without_cw_recon(game, fit or near)
    facts = {n: (counter_of(game, n), unit_of(game, n)) for n in able}
    whole = [n for n in able if not z_step(*facts[n]) or facts[n][0].type.code in HEAVY_Z]
    awake = [n for n in whole or able if facts[n][1].mode != STRAT]
    found = awake or whole or able
    if game.options["commando-lead"] == "barred" and not _commandos_lead(game, assault, force):
        found = [n for n in found if not facts[n][0].is_(CDO)] or found
    return tuple(found)


def without_cw_recon(game: Gs, names: Sequence[str]) -> list[str]:
    """Some units less Recon battalions of the Commonwealth, unless there is nobody else. [4.6.8]"""
    found = [n for n in names if not cw_recon(counter_of(game, n), unit_of(game, n))]
    return found or [*names]


def _commandos_lead(game: Gs, assault: Assault, force: Force) -> bool:
    if all(counter_of(game, n).is_(CDO) for n in force.names):
        return True
    works = work_at(game, assault.defence.side, assault.hex) in (FORT, FT_AREA)
    return force.attacking and works


def rated(game: Gs, force: Force, name: str) -> str:
    """Whose rating counts for a unit that stacks for free: that of its battalion or hybrid, or the
    lowest of companies. [13.8.1] [6.2.0] [6.2.0-ma-pr]"""
    mates = group_of(game, force, name)
    if len(mates) == 1:
        return name
    big = [
        n
        for n in mates
        if battalion(counter_of(game, n), unit_of(game, n)) or counter_of(game, n).hybrid
    ]
    found = big or [*mates]
    return min(found, key=lambda n: (proficiency(game, n, offensive=force.attacking), n))


def group_of(game: Gs, force: Force, name: str) -> tuple[str, ...]:
    """Who counts as one unit with a unit where they fight. [6.2.0]"""
    return next((group for group in groups_of(game, force) if name in group), (name,))


def groups_of(game: Gs, force: Force) -> list[tuple[str, ...]]:
    """The units that take part as they count: those that stack for free with their hosts, Z-steps
    each by itself. [6.2.0]"""
    found: list[tuple[str, ...]] = []
    for h, names in force.stacks:
        grouped = grouping(game, h, names)
        found += [*grouped.groups, *((name,) for name in grouped.z)]
    return found


def rating(game: Gs, force: Force, name: str) -> int:
    """The proficiency of a lead unit: works lift it up to eight, a leader with it up to nine.
    [13.8.1] [17.4.1a] [23.2.1e]"""
    found = proficiency(game, rated(game, force, name), offensive=force.attacking)
    if leader_at(game, force.side, force.hex_of(name)):
        return min(found + 1, HIGHEST)
    return found


def best_lead(game: Gs, force: Force, names: Sequence[str]) -> str:
    """The likeliest lead: the best rating, with the most steps to lose. [13.8.1]"""
    return max(names, key=lambda n: (rating(game, force, n), unit_of(game, n).steps, n))


def weakest(game: Gs, force: Force) -> str:
    """Who is tested to hold a position: the lowest rating, companies that stack for free left
    out. [13.10.4a]"""
    hosts = [group[0] for group in groups_of(game, force)]
    return min(hosts, key=lambda n: (proficiency(game, n, offensive=force.attacking), n))


# ---- combat reserves [13.8.2]


def reserves(game: Gs, assault: Assault, force: Force) -> tuple[str, ...]:
    """The combat reserves that may be committed: of a formation that takes part, rested and
    supplied, within three hexes; none in an overrun, nor in a fight for a bridge. [13.8.2]
    [13.8.2(a)] [14.2.0(b)] [15.6.0-4] [5.3.5-ga] [7.14.4]"""
    if assault.overrun or assault.coup >= 0:
        return ()
    led = {formation(game, n) for n in force.names} - {""}
    found = []
    for name in on_map(game, force.side):
        unit = unit_of(game, name)
        if not unit.cr or name in force.everybody or formation(game, name) not in led:
            continue
        if unit.supply != OOS and not fatigued(unit) and _in_reach(game, force, name):
            found.append(name)
    return tuple(found)


def _in_reach(game: Gs, force: Force, name: str) -> bool:
    """Whether a way of three hexes leads to somebody who takes part: not through enemies, over
    major rivers, or where neither Leg nor Mech could go. [13.8.2(b)] [13.8.2(c)]"""
    enemies, goal = held(game, other(force.side)), {*force.hexes}
    seen = {unit_of(game, name).hex}
    edge = [*seen]
    for _ in range(NEAR + 1):
        if goal.intersection(seen):
            return True
        edge = [
            b
            for a in edge
            for b in game.board.around(a)
            if b not in seen and b not in enemies and _passes(game, a, b)
        ]
        seen.update(edge)
    return False


def _passes(game: Gs, a: int, b: int) -> bool:
    if crossing(game, a, b).wide:
        return False
    return any(closed(game, cls, a, b) != "terrain" for cls in (LEG, MECH))
