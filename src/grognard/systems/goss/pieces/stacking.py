"""Stacking: what fits into a hex, and which companies stand there for free. [6.0]

Companies that special stacking allows are one unit with their host for stacking, for movement and
for the most that a unit loses; they are units by themselves for everything else. [6.2.0] Who goes
with whom is found anew whenever it is asked, so that as many as possible go free.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grognard.systems.goss.charts import number
from grognard.systems.goss.pieces.chain import formation
from grognard.systems.goss.pieces.guests import guests
from grognard.systems.goss.pieces.stacks import stacks, units_at
from grognard.systems.goss.pieces.values import (
    battalion,
    counter_of,
    in_battery,
    mech,
    one_step_company,
    unit_of,
    z_step,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import (
    AT,
    ATLEG,
    DISMOUNTED,
    FLAK_RGT,
    FORT_UNIT,
    MECH,
    STRAT,
    TD,
    Counter,
    Unit,
)

AFV, SERVICE = "afv", "service"
"""The two ways to go free: as a German AFV company, or as engineers or AT. [6.2.1] [6.2.2]"""
HUNTERS = frozenset({TD, "jgpz5"})
"""Tank destroyers, which may stand for a towed AT company. [6.2.2]"""
PZJ = "PzJ"
"""How assault guns are called that serve as tank destroyers. [6.2.2]"""
M5, CAVALRY = "m5", "armrecon"


@dataclass(frozen=True)
class Grouping:
    """The units of a hex as they count: groups of one unit and those that go free with it.

    `z` are Z-step units, `excess` how many units, and `z_excess` how many Z-step units are more
    than the hex holds. [6.1.0]
    """

    groups: tuple[tuple[str, ...], ...]
    z: tuple[str, ...]
    excess: int
    z_excess: int

    @property
    def fits(self) -> bool:
        """Whether all of them may stay. [6.1.0]"""
        return not self.excess and not self.z_excess

    def group(self, name: str) -> tuple[str, ...]:
        """The units that count as one with a unit. [6.2.0]"""
        return next((group for group in self.groups if name in group), (name,))


def limit(game: Gs, h: int, column: str) -> int:
    """How many of a kind a hex holds: `bn`, `co`, `z`, `afv_free`, `eng_free`. [6.1.0]"""
    row = "constricted" if game.scenario.ground.constricted[h] else "open"
    return number(game.scenario.tables, "stacking", row, column)


def grouping(game: Gs, h: int, names: Iterable[str]) -> Grouping:
    """How some units of one side would count in a hex; a fort does not. [6.1.0] [6.2.0]
    [6.2.0-one] [6.3.0] [17.6.0]"""
    names = tuple(n for n in names if not counter_of(game, n).is_(FORT_UNIT))
    facts = {n: (counter_of(game, n), unit_of(game, n)) for n in names}
    z = tuple(n for n in names if z_step(*facts[n]))
    rest = tuple(n for n in names if n not in z)
    free = _free(game, h, rest, facts)
    groups = tuple(
        (host, *(n for n in rest if free.get(n) == host)) for host in rest if host not in free
    )
    large = len([group for group in groups if battalion(*facts[group[0]])])
    bn, co = limit(game, h, "bn"), limit(game, h, "co")
    excess = max(large - bn, len(groups) - bn - co, 0)
    return Grouping(groups, z, excess, max(len(z) - limit(game, h, "z"), 0))


def stacked(game: Gs, h: int) -> Grouping:
    """How the units in a hex count now. [6.0]"""
    names, units = units_at(game, h), game.state.maps["units"]
    there, found = tuple([units[n] for n in names]), list[Grouping]()

    def compute() -> Grouping:
        """Once for these units: who comes, or is otherwise since, is another detail."""
        if not found:
            found.append(grouping(game, h, names))
        return found[0]

    return game.cached(("stacked", h), (), compute, detail=(names, there))


def overstacked(game: Gs, h: int) -> bool:
    """Whether there is more in a hex than may stay there; units in Strat mode and those on the
    march are looked at where that is their rule. [6.7.0]"""
    if h not in stacks(game).crowds and len(units_at(game, h)) < 2:
        return False
    return not stacked(game, h).fits


def together(game: Gs, name: str) -> tuple[str, ...]:
    """The units that move and lose steps as one with a unit where it stands. [6.2.0]
    [6.2.0-one]"""
    unit = unit_of(game, name)
    return stacked(game, unit.hex).group(name) if unit.hex >= 0 else (name,)


# ---- who goes free with whom [6.2.0]

Facts = dict[str, tuple[Counter, Unit]]


def _free(game: Gs, h: int, names: Sequence[str], facts: Facts) -> dict[str, str]:
    """The companies that go free, each with its host: as many as possible. [6.2.0]"""
    caps = {AFV: limit(game, h, "afv_free"), SERVICE: limit(game, h, "eng_free")}
    ways = {
        name: [
            (kind, host)
            for kind in (AFV, SERVICE)
            for host in names
            if host != name and hosts(game, kind, host, name)
        ]
        for name in names
        if one_step_company(*facts[name])
    }
    return guests(ways, caps)


def hosts(game: Gs, kind: str, host: str, company: str) -> bool:
    """Whether a unit takes a one-step company along for free. [6.2.1] [6.2.2] [6.2.3]"""
    guest = counter_of(game, company)
    mine, unit = counter_of(game, host), unit_of(game, host)
    if kind == AFV:
        return _takes_armor(game, host, company)
    if guest.us and guest.type.code == M5:
        return mine.us and mine.type.code == CAVALRY and battalion(mine, unit)
    hunts = guest.type.code in HUNTERS or PZJ in guest.name
    serves = guest.engineer or guest.type.code in (AT, ATLEG) or hunts
    return serves and _takes_service(game, mine, unit)


def _takes_armor(game: Gs, host: str, company: str) -> bool:
    """A German AFV company goes with a Mech personnel or Recon unit of its formation that is no
    breakdown company; dismounted ones take it too, and Leg units on trucks, which are Mech for all
    purposes. [6.2.1] [7.12.3a]"""
    guest, mine = counter_of(game, company), counter_of(game, host)
    fast = mine.cls == MECH or mech(mine, unit_of(game, host))
    fits = guest.german and guest.afv and mine.german and fast and not mine.bu
    if not fits or not (mine.personnel or mine.recon):
        return False
    found = formation(game, host)
    return bool(found) and found == formation(game, company)


def _takes_service(game: Gs, mine: Counter, unit: Unit) -> bool:
    """Engineers and AT go with a battalion of personnel or Recon, or a two-step hybrid; with a
    Recon company as the option has it. [6.2.2]"""
    if battalion(mine, unit):
        return mine.personnel or mine.recon
    if mine.hybrid:
        return mine.steps == 2
    ruling = game.options["recon-company-hosts"]
    return mine.recon and (ruling == "all" or (ruling == "german" and mine.german))


# ---- Mech units on the road [6.5.0] [7.10.3]


def ignored_on_road(counter: Counter, unit: Unit) -> bool:
    """Mech units that are in nobody's way: guns in battery, the dismounted, engineers at work,
    headquarters, and Luftwaffe Flak that is neither in Strat mode nor carried. [6.5.0] [4.6.2]"""
    if counter.is_(FLAK_RGT):
        return unit.mode != STRAT and not unit.transport
    return (
        in_battery(counter, unit)
        or unit.transport == DISMOUNTED
        or (counter.engineer and bool(unit.task))
        or counter.hq
    )


def counts_on_road(counter: Counter, unit: Unit) -> bool:
    """Whether a unit is a Mech unit that counts for road movement and Strat mode. [6.5.0]"""
    in_way = mech(counter, unit) and not ignored_on_road(counter, unit)
    return in_way and not z_step(counter, unit)  # [6.1.0]


def road_groups(
    game: Gs, h: int, names: Iterable[str] | None = None
) -> tuple[tuple[str, ...], ...]:
    """The Mech units in a hex as they count for road movement, those that stack for free with
    their hosts as one; headquarters do not count. [7.10.3] [6.2.0] [5.7.0]"""
    there = units_at(game, h) if names is None else tuple(names)
    found = stacked(game, h) if names is None else grouping(game, h, there)
    counted = (
        tuple(n for n in group if counts_on_road(counter_of(game, n), unit_of(game, n)))
        for group in found.groups
    )
    return tuple(group for group in counted if group)
