"""Who moves as one, and how: parties, and the courses that are open to them. [6.2.0] [7.5.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.ways import POINT
from grognard.systems.goss.command.status import excused
from grognard.systems.goss.command.zones import astray, drawn
from grognard.systems.goss.ground import GOOD_ROADS
from grognard.systems.goss.halts.front import NOBODY, front
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.movement.allowance import ANY, GOOD, LEG, OFF, ROAD, ROADS, points_of
from grognard.systems.goss.movement.eligible import (
    acted_now,
    broke_now,
    changed_now,
    gait_of,
    moved_now,
)
from grognard.systems.goss.movement.network import Kind
from grognard.systems.goss.observation.observing import observed
from grognard.systems.goss.pieces.chain import resting_unit
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.values import (
    carried,
    counter_of,
    in_battery,
    mech,
    one_step_company,
    unit_of,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import DRY, FREEZE, SNOW
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import CDO, GENS, MAP, OOS, STRAT, UNITS

LEAST_STEP = POINT // 2
"""What a hex costs at least. [7.10.0]"""
NOWHERE: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Party:
    """Units of one class that move as one: what matters of them on the way.

    `fast` are all who go along, those of the other class too; the slowest sets the pace. `ignored`
    are enemies without effect on them, `faced` those whom they are about to overrun, who do not
    halt them. [5.3.5a] [7.14.2] [7.7.3]
    """

    names: tuple[str, ...]
    fast: tuple[str, ...]
    gait: str
    side: str
    hex: int
    came: int
    fresh: bool
    heavy: bool
    guns: bool
    cdo: bool
    strat: bool
    recon: bool
    oos: bool
    resting: bool
    lost: bool
    """Whether all are out of supply or isolated: these may go home past enemies. [3.5.3]"""
    exploiting: bool
    ignored: frozenset[str] = NOBODY
    faced: frozenset[str] = NOBODY


@dataclass(frozen=True, slots=True)
class Course:
    """A way of going from first to last: by which ways only, what the night adds for each hex, and
    the MP that are left, in twelfths; `march` is the road march of Leg units. [7.6.1f] [7.6.2]"""

    ways: str
    toll: int
    left: int
    whole: int
    march: bool = False
    shut: frozenset[int] = NOWHERE
    """Hexes more than one outside their zone: who goes there is out of command. [9.2.0]"""


def company(game: Gs, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why these cannot move as one: they are the player's, of one hex, stacked together since the
    phase began, and one by special stacking. [7.5.0] [6.2.0]"""
    units = game.state[UNITS]
    strange = [n for n in names if n not in units or counter_of(game, n).side != player]
    if strange or not names or len(set(names)) != len(names):
        text = f"{strange[0]!r} is no unit of yours" if strange else "units are named, each once"
        return [Refusal("form", text)]
    if any(units[n].place != MAP for n in names):
        return [Refusal("7.0", "they are not on the map")]
    if len(names) == 1:
        return []
    if len({(units[n].hex, _begun(game, n), units[n].through) for n in names}) > 1:
        return [Refusal("6.2.0", "only units that began the phase stacked together move as one")]
    if not as_one(game, names):
        return [Refusal("7.5.0", "units move one by one, but for special stacking")]
    return []


def _begun(game: Gs, name: str) -> int:
    """Where a unit began the phase."""
    unit = unit_of(game, name)
    return unit.start if moved_now(game, unit) and unit.start >= 0 else unit.hex


def as_one(game: Gs, names: Sequence[str]) -> bool:
    """Whether units count as one: by special stacking, or as two one-step Mech companies on the
    road. [6.2.0] [7.10.0]"""
    found = grouping(game, unit_of(game, names[0]).hex, names)
    if len(found.groups) + len(found.z) == 1:
        return True
    return game.segment.kind in phases.BY_ROAD and paired(game, names)


def paired(game: Gs, names: Sequence[str]) -> bool:
    """Two one-step Mech companies, which are one unit for Mech road movement. [7.10.0]"""
    return len(names) == 2 and all(
        one_step_company(counter_of(game, n), unit_of(game, n))
        and mech(counter_of(game, n), unit_of(game, n))
        for n in names
    )


def parties(
    game: Gs, names: Sequence[str], by_road: bool = False, ignored: frozenset[str] = NOBODY,
    faced: frozenset[str] = NOBODY,
) -> list[Party]:  # fmt: skip
    """Those who move as one, each class by itself: what binds either binds both. [6.2.0]"""
    by_gait: dict[str, list[str]] = {}
    for name in names:
        by_gait.setdefault(gait_of(game, name, by_road), []).append(name)
    return [
        replace(_party(game, gait, own, names, ignored), faced=faced)
        for gait, own in by_gait.items()
    ]


def _party(
    game: Gs, gait: str, own: Sequence[str], names: Sequence[str], ignored: frozenset[str]
) -> Party:
    counters = [counter_of(game, n) for n in own]
    units = [unit_of(game, n) for n in own]
    unit = units[0]
    fresh = not moved_now(game, unit)
    passed = [n for one in units if this_phase(game, one.overran_at) for n in one.overran]
    bold = [c.is_(CDO) and not carried(u) for c, u in zip(counters, units, strict=True)]
    bonus = [in_bonus(game, n) for n in own]
    return Party(
        names=tuple(own), fast=tuple(names), gait=gait, side=counters[0].side,
        hex=unit.through if unit.through >= 0 else unit.hex,
        came=-1 if fresh else unit.came, fresh=not acted_now(game, unit),
        heavy=any(c.type.weight for c in counters),
        guns=any(c.artillery for c in counters),
        cdo=all(bold),
        strat=any(u.mode == STRAT for u in units),
        recon=any(c.recon for c in counters),
        oos=game.options["oos-homeward"] == "barred"
        and any(
            u.supply == OOS and not c.is_(CDO) and not free
            for c, u, free in zip(counters, units, bonus, strict=True)
        ),
        resting=game.options["rest-turns"] != "off"
        and any(
            resting_unit(game, n) and not free for n, free in zip(own, bonus, strict=True)
        ),
        lost=all(u.supply == OOS or u.isolated for u in units),
        exploiting=game.segment.kind in phases.EXPLOITS,
        ignored=ignored | frozenset(passed),
    )  # fmt: skip


def kind_of(game: Gs, party: Party, course: Course) -> Kind:
    """The way of going of a party on a course; on dry ground Mech road movement may use clear
    hexes. [19.4.1]"""
    ground = weather(game, party.hex).ground
    return Kind(
        party.gait, course.ways, party.side, party.heavy and party.gait == ROAD,
        ground in (SNOW, FREEZE), ground == DRY and party.gait == ROAD,
    )  # fmt: skip


# ---- courses


def courses(game: Gs, party: Party, viewer: str | None) -> list[Course]:
    """The courses that are still open to a party, the best first: who has left the good roads
    cannot have been on them only. Who leaves his zone does so with half his MA. [7.6.1e] [7.6.1f]
    [7.6.2] [9.2.0]"""
    night, open_ = _night_toll(game), [*_open(game, party, viewer)]
    found = [_course(game, party, ways, night, march) for ways, march in open_]
    outside = _outside(game, party, max(course.left for course in found))
    if not outside:
        return found
    lost = [_course(game, party, ways, night, False, True) for ways, march in open_ if not march]
    return [*lost, *(replace(course, shut=outside) for course in found)]


def _outside(game: Gs, party: Party, left: int) -> frozenset[int]:
    """The hexes more than one outside the zone of anybody in a party who is still in command, if it
    could reach any. [9.2.0]"""
    if not drawn(game) or game.options["ooc-on-the-way"] != "at-once":
        return NOWHERE
    found = NOWHERE
    for name in party.fast:
        if not unit_of(game, name).ooc and not excused(game, name):
            found |= astray(game, name, party.hex, left // LEAST_STEP)
    return found


def _night_toll(game: Gs) -> int:
    """What each hex costs more at night. [7.6.1f]"""
    return POINT if dark(game) else 0


def _open(game: Gs, party: Party, viewer: str | None) -> Iterator[tuple[str, bool]]:
    unit = unit_of(game, party.names[0])
    so_far = unit.course if moved_now(game, unit) and unit.course else GOOD
    hard = weather(game, party.hex).ground != DRY or dark(game)
    if party.gait != OFF and so_far == GOOD:
        if party.gait == LEG and _marches(game, party, viewer):
            yield GOOD, True
        if hard:
            yield GOOD, False
    if party.gait == LEG and so_far in (GOOD, ROADS) and dark(game):
        yield ROADS, False
    yield ANY, False


def _marches(game: Gs, party: Party, viewer: str | None) -> bool:
    """Whether Leg units may still have the bonus of a road march: in Tac mode, in GenS and in
    command, begun on a good road, away from enemies and unobserved; along the way the same holds.
    [7.6.2] [7.6.2-bonus]"""
    if len(party.fast) != len(party.names) or party.exploiting:
        return False
    for name in party.names:
        unit = unit_of(game, name)
        if unit.supply != GENS or unit.ooc or changed_now(game, unit) or broke_now(game, unit):
            return False
        begun = unit.start if moved_now(game, unit) and unit.start >= 0 else unit.hex
        if game.scenario.ground.by_road[begun] not in GOOD_ROADS:
            return False
        near = front(game, party.side, viewer).beside
        if begun in near or unit.hex in near or observed(game, name, at=begun):
            return False
    return True


def _course(
    game: Gs, party: Party, ways: str, night: int, march: bool, lost: bool = False
) -> Course:
    unit = unit_of(game, party.names[0])
    freed = (GOOD, ROADS) if party.gait == LEG else (GOOD,)
    free = party.gait != OFF and ways in freed
    toll = 0 if free else night
    spent = unit.spent if acted_now(game, unit) else 0
    if toll and moved_now(game, unit) and unit.course in freed and party.gait != OFF:
        spent += toll * unit.hexes
    whole = min(_whole(game, n, party, ways, march, lost) for n in party.fast)
    return Course(ways, toll, whole - spent, whole, march)


def _whole(game: Gs, name: str, party: Party, ways: str, march: bool, lost: bool) -> int:
    """What a unit may spend in this phase in all: who has come of a breakdown what was left to its
    parent. [7.1.0] [7.12.1] [7.12.2] [18.4.0]"""
    unit = unit_of(game, name)
    if changed_now(game, unit) or (counter_of(game, name).bu and broke_now(game, unit)):
        return unit.pool
    gait = party.gait if name in party.names else gait_of(game, name)
    if in_battery(counter_of(game, name), unit) and counter_of(game, name).towed:
        gait = OFF
    return points_of(game, name, gait, ways, march=march, astray=lost)
