"""How many units may be detached from, attached to, or directly under a headquarters. [9.3.1]
[9.3.2] [9.6.1] [9.6.2]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine.refusal import Refusal
from grognard.systems.goss.charts import number
from grognard.systems.goss.pieces.chain import (
    assigned,
    leads_formation,
    level_of,
    mech_formation,
    subordinates,
    superior,
)
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.training import trained
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import AXIS, Gs
from grognard.systems.goss.units import (
    ARM_BRIGADE,
    ARMY,
    AT,
    BG,
    BN,
    BRIGADE,
    CDO,
    CORPS,
    DIV,
    KG,
    TD,
    Counter,
)
from grognard.systems.goss.words import called

LIMITS = "command-limits"
ARM_RECON = "armrecon"
GUNS = frozenset({TD, AT})
COMMAND = "CC"
"""How the combat commands of a US armored division are called. [9.3.3]"""
VETERANS = 2
"""How many combat commands must be veterans before their division fights as one. [4.5.0-cmd-c]"""


def most(game: Gs, what: str) -> int:
    """A limit of command. [9.3.0]"""
    return number(game.scenario.tables, LIMITS, what, "count")


def root(game: Gs, name: str) -> str:
    """The battalion that a unit belongs to, if that has broken down: they count as one. [9.6.2]"""
    return counter_of(game, name).parent or name


def roots(game: Gs, names: Iterable[str]) -> list[str]:
    """Units as they count, each battalion once. [9.6.2]"""
    return list(dict.fromkeys(root(game, n) for n in names))


def native(game: Gs, hq: str, name: str) -> bool:
    """Whether a unit is assigned to a headquarters; to a battle group all are whose formation it
    was made of, or whose regiment, where that belongs to no formation. [9.1.0] [9.3.3a]
    [9.6.2d]"""
    counter, head = counter_of(game, name), counter_of(game, hq)
    if not head.hq and not head.formation:
        return bool(head.regiment) and _regiment(counter) == _regiment(head)
    if not head.hq:
        return counter.formation == head.formation
    return assigned(game.scenario, counter) == hq


def _regiment(counter: Counter) -> tuple[str, str]:
    return (counter.formation or counter.corps, counter.regiment)


# ---- detached units [9.6.1]


def detached(game: Gs, hq: str, more: Iterable[str] = ()) -> list[str]:
    """The units assigned to a formation that obey another headquarters, or would. [9.6.1]"""
    side, leaving = counter_of(game, hq).side, {*more}
    return roots(
        game,
        (
            n
            for n in on_map(game, side)
            if assigned(game.scenario, counter_of(game, n)) == hq
            and n != hq
            and (n in leaving or superior(game, n) != hq)
        ),
    )


def against_detaching(game: Gs, names: Sequence[str]) -> list[Refusal]:
    """Why units may not leave their formation: six at most, one named KG of the Germans and the
    combat commands of a raw or green armored division aside. [9.6.1] [9.6.2f] [4.5.0-cmd-c]"""
    found, limit = [], most(game, "detached")
    homes = {assigned(game.scenario, counter_of(game, n)) for n in names}
    for hq in sorted(homes - {""}):
        if not leads_formation(game, hq) or unproven(game, hq):
            continue
        leaving = [n for n in names if superior(game, n) == hq]
        if not leaving:
            continue
        counted = _without_kg(game, detached(game, hq, leaving))
        if len(counted) > limit:
            text = f"no more than {limit} units of {called(game, hq)} may be detached"
            found.append(Refusal("9.6.1", text))
    return found


def _without_kg(game: Gs, names: Sequence[str]) -> list[str]:
    """Units without those of one named KG, the largest. [9.6.2f]"""
    groups: dict[tuple[str, str], list[str]] = {}
    for name in names:
        counter = counter_of(game, name)
        if counter.german and counter.is_(KG):
            groups.setdefault(_regiment(counter), []).append(name)
    largest = max(groups.values(), key=len, default=[])
    return [n for n in names if n not in largest]


# ---- attached units [9.6.2]


def attached(game: Gs, hq: str, more: Iterable[str] = ()) -> list[str]:
    """The units attached to a formation, or that would be: those that replace lost ones do not
    count. [9.6.2] [9.6.2a]"""
    names = dict.fromkeys((*subordinates(game, hq), *more))
    foreign = (
        n for n in names if n != hq and not native(game, hq, n) and not unit_of(game, n).replaces
    )
    return roots(game, foreign)


def counted(game: Gs, hq: str, names: Sequence[str]) -> list[str]:
    """Those of the attached that count: a US division has one tank battalion free, and one tank
    destroyer or towed AT unit. [9.6.2b]"""
    head = counter_of(game, hq)
    if head.level != DIV or not head.us:
        return list(names)
    guns = [n for n in names if counter_of(game, n).type.code in GUNS]
    tanks = [n for n in names if counter_of(game, n).afv and n not in guns and _whole(game, n)]
    free = {*guns[:1], *tanks[:1]}
    return [n for n in names if n not in free]


def _whole(game: Gs, name: str) -> bool:
    return counter_of(game, name).size == BN


def large(counter: Counter) -> bool:
    """Larger than a company of one step. [9.6.2]"""
    return counter.size == BN or counter.steps > 1


def against_number(game: Gs, hq: str, names: Sequence[str]) -> list[Refusal]:
    """Why a formation has no room for more units: six, four of them larger than a one-step company,
    one of artillery, one of commandos; one large regiment or KG may come alone. [9.6.2] [9.6.2d]
    [9.6.2f] [4.6.6]"""
    units = counted(game, hq, attached(game, hq, names))
    if not {*roots(game, names)} & {*units}:
        return []
    counters = [counter_of(game, n) for n in units]
    checks = (
        (len(units), "attached", "9.6.2", "units"),
        (sum(map(large, counters)), "attached large", "9.6.2", "units larger than a company"),
        (sum(c.artillery for c in counters), "attached artillery", "9.6.2", "artillery units"),
        (sum(c.is_(CDO) for c in counters), "attached commandos", "4.6.6", "commando units"),
    )
    title = called(game, hq)
    found = [
        Refusal(rule, f"{title} may have {most(game, limit)} {what} attached, not {count}")
        for count, limit, rule, what in checks
        if count > most(game, limit)
    ]
    recon = [c for c in counters if c.type.code == ARM_RECON and c.size == BN]
    if level_of(game, hq) == BG and len(recon) > most(game, "recon in BG"):
        text = f"{title} may have {most(game, 'recon in BG')} armored Recon battalions attached"
        found.append(Refusal("9.6.2d", text))
    return [] if found and _alone(game, units) else found


def _alone(game: Gs, units: Sequence[str]) -> bool:
    """Whether all that is attached is one regiment of more than six units, or one named KG.
    [9.6.2] [9.6.2f]"""
    counters = [counter_of(game, n) for n in units]
    if len({_regiment(c) for c in counters}) > 1 or not counters[0].regiment:
        return False
    if all(c.german and c.is_(KG) for c in counters):
        return True
    return len(_assigned_to(game, counters[0])) > most(game, "attached")


def _assigned_to(game: Gs, counter: Counter) -> list[str]:
    """The units of a regiment, wherever they are. [9.3.3]"""
    printed = game.scenario.counters
    return [n for n in game.scenario.units if _regiment(printed[n]) == _regiment(counter)]


def against_host(game: Gs, hq: str) -> list[Refusal]:
    """Why a battle group takes nobody: armored brigades of the Commonwealth, and a named KG of six
    units or more. [9.6.2e] [9.6.2f]"""
    head, title = counter_of(game, hq), called(game, hq)
    if head.is_(ARM_BRIGADE):
        return [Refusal("9.6.2e", f"{title} is an armored brigade and attaches nobody")]
    if level_of(game, hq) == BG and head.is_(KG):
        own = [n for n in subordinates(game, hq) if native(game, hq, n)]
        if len(own) >= most(game, "attached"):
            return [Refusal("9.6.2f", f"{title} has {len(own)} units and attaches no more")]
    return []


def against_mech(game: Gs, hq: str, names: Sequence[str]) -> list[Refusal]:
    """Why an Axis Leg formation has no room for more Mech units: three at most, its own artillery
    and what it was given in the beginning aside; each company counts. [9.3.4a]"""
    if counter_of(game, hq).side != AXIS or not leads_formation(game, hq):
        return []
    coming = [n for n in names if mech(counter_of(game, n), unit_of(game, n))]
    if not coming or mech_formation(game, hq):
        return []
    limit = most(game, "axis leg mech")
    units = dict.fromkeys((*subordinates(game, hq), *coming))
    there = [n for n in units if n != hq and _counts_mech(game, hq, n)]
    if len(there) <= limit:
        return []
    text = f"{called(game, hq)} is a Leg formation and has room for {limit} Mech units"
    return [Refusal("9.3.4a", text)]


def _counts_mech(game: Gs, hq: str, name: str) -> bool:
    counter = counter_of(game, name)
    own_guns = counter.artillery and native(game, hq, name)
    return mech(counter, unit_of(game, name)) and not own_guns and not counter.hq


# ---- who may not be attached to whom


def against_kind(game: Gs, hq: str, name: str) -> list[Refusal]:
    """Why a unit is never attached to a formation: German artillery brigades stay with corps and
    armies; raw and green units do not go to a raw or green formation, assets excepted. [4.6.4]
    [9.3.6] [4.5.0-cmd-a] [4.5.0-cmd-b]"""
    counter = counter_of(game, name)
    if counter.german and counter.is_(BRIGADE):
        return [Refusal("4.6.4", f"{counter.name} is of an artillery brigade: no formation's")]
    new = counter.formation and trained(game, name) and trained(game, hq)
    if new and not native(game, hq, name):
        text = f"{counter.name} is {trained(game, name)}, and {called(game, hq)} no veteran either"
        return [Refusal("4.5.0-cmd-a", text)]
    return []


def combat_commands(game: Gs, hq: str) -> dict[str, list[str]]:
    """The combat commands of a US armored division, with their units on the map. [9.3.3]"""
    found: dict[str, list[str]] = {}
    head = counter_of(game, hq)
    if head.level != DIV or not head.us:
        return found
    for name in on_map(game, head.side):
        counter = counter_of(game, name)
        if counter.regiment.startswith(COMMAND) and counter.formation == head.formation:
            found.setdefault(counter.regiment, []).append(name)
    return found


def unproven(game: Gs, hq: str) -> bool:
    """Whether it is a raw or green US armored division with fewer than two combat commands that are
    veterans: each of them must be a battle group of its own. [4.5.0-cmd-c]"""
    if not trained(game, hq):
        return False
    commands = combat_commands(game, hq)
    proven = [own for own in commands.values() if not trained(game, own[0])]
    return bool(commands) and len(proven) < VETERANS


# ---- assets [9.3.1] [9.3.2]


def assets(game: Gs, hq: str) -> list[str]:
    """The units directly under an army or a corps; headquarters and their units do not count.
    [9.3.1] [9.3.2]"""
    return [n for n in subordinates(game, hq) if n != hq and not counter_of(game, n).hq]


def excess(game: Gs, hq: str) -> int:
    """How many assets an army or a corps has beyond what it can supply, without those that are left
    out already. [9.3.1] [9.3.2]"""
    level = level_of(game, hq)
    if level not in (ARMY, CORPS):
        return 0
    fed = [n for n in assets(game, hq) if not unit_of(game, n).surplus]
    return len(fed) - most(game, f"{level} assets")
