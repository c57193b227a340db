"""Column shifts of both sides, each with its reason. [13.7.0]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.engine.tally import Tally
from grognard.systems.goss.assault.battle import Assault, Force
from grognard.systems.goss.assault.limits import adv
from grognard.systems.goss.assault.support import shaken, supports, unites
from grognard.systems.goss.assault.terrain import best_shelter
from grognard.systems.goss.charts import number
from grognard.systems.goss.fatigue.hits import fatigued
from grognard.systems.goss.ground import CITY, TOWN
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.pieces.chain import army, superior
from grognard.systems.goss.pieces.quiet import SURPRISE, ended_it, lull_of, suffers_it
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.pieces.surprise import SHIFT, surprises
from grognard.systems.goss.pieces.training import GREEN, RAW, training
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import AM, Gs
from grognard.systems.goss.supply.trucks import strained
from grognard.systems.goss.turn.calendar import dark, turn_of
from grognard.systems.goss.units import CDO, ENGINEER_AFV, EXPLOIT, FLAK_RGT, OOS, PA, STRAT

MOST_SHAKEN = 2
"""The most shifts that Artillery Shift markers give. [13.7.3(c)] [13.7.4(b)]"""
STREETS = {TOWN: 3, CITY: 4}
"""The most shifts of engineers against towns and cities. [13.7.3(n)]"""


# ---- engineers [13.7.4b] [13.7.4c]


@dataclass(frozen=True, slots=True)
class Engineering:
    """What engineers give: against works, against streets, and who gave it. [13.7.4b]"""

    works: int = 0
    streets: int = 0
    by: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    """Defending engineers who deny the streets. [13.10.3-2]"""


def engineer(game: Gs, name: str) -> bool:
    """Whether a unit does combat engineering: engineers and engineer AFVs, neither tired nor out
    of supply. [13.7.4b] [14.2.0(d)] [15.6.0] [4.6.7]"""
    unit = unit_of(game, name)
    return _skilled(game, name) and not fatigued(unit) and unit.supply != OOS


def engineering(game: Gs, assault: Assault, works: int) -> Engineering:
    """The shifts of engineers: each stack with one and another unit cancels a shift of the works;
    those that are left give one each against a town or a city without engineers. Commandos who
    lead count, too. [13.7.3(m)] [13.7.3(n)] [13.7.4b] [13.7.4c] [17.1.0] [17.2.1-2]"""
    gave: list[str] = []
    for _, names in assault.attack.stacks:
        able = [n for n in names if engineer(game, n) and n not in assault.ferries]
        if able and any(not _skilled(game, n) for n in names):
            gave.append(able[0])
        lead = assault.attack.lead
        if lead in names and counter_of(game, lead).is_(CDO):
            gave.append(lead)
    cancel = gave[:works]
    most = STREETS.get(game.scenario.ground.population[assault.hex], 0)
    left = gave[works:][:most]
    denying = tuple(n for n in assault.defence.names if _skilled(game, n))
    if denying and left:
        return Engineering(len(cancel), 0, tuple(cancel), denying)
    return Engineering(len(cancel), len(left), (*cancel, *left))


def _skilled(game: Gs, name: str) -> bool:
    counter = counter_of(game, name)
    return counter.engineer or counter.is_(ENGINEER_AFV)


def work_shifts(game: Gs, assault: Assault) -> int:
    """The shifts of the works that the defenders are in. [13.7.4(f)] [17.4.1e(a)]"""
    work = best_shelter(game, assault.defence.names)
    return number(game.scenario.tables, "work-shifts", work, "shifts") if work else 0


# ---- what both have


def _several(game: Gs, force: Force) -> bool:
    """Whether those who take part obey more than one headquarters, and no leader unites them; Flak
    of the Luftwaffe goes with everybody. [9.9.0] [23.2.1d] [4.6.2]"""
    names = [n for n in force.names if not counter_of(game, n).is_(FLAK_RGT)]
    return len({superior(game, n) for n in names}) > 1 and not unites(game, force)


def _modes(game: Gs, names: Iterable[str]) -> set[str]:
    return {unit_of(game, n).mode for n in names}


def _all_in_bonus(game: Gs, force: Force) -> bool:
    """Whether all who take part are in their bonus period. [5.4.4b]"""
    return all(in_bonus(game, n) for n in force.names)


# ---- the attacker's [13.7.3]


def attacker_shifts(game: Gs, assault: Assault, works: Engineering) -> Tally:
    """Shifts to the right: what is listed under two letters counts once, or as the option has it.
    [13.7.3] [13.7.3(a)] [13.7.3(b)] [13.7.3(d)] [13.7.3(e)] [13.7.3(h)] [13.7.3(i)] [13.7.3(j)]
    [13.7.3(k)] [13.7.3(l)] [13.7.3(o)] [13.7.3(p)]"""
    attack, defence = assault.attack, assault.defence
    shaking = min(shaken(game, assault.hex), MOST_SHAKEN)
    modes = _modes(game, defence.names)
    twice = 2 if game.options["unsupported-shifts"] == "twice" else 1
    trained = {training(game, n) for n in defence.names}
    found = (
        (int(_modes(game, attack.names) == {PA}), "prepared", "13.7.3(a)"),
        (int(_all_in_bonus(game, attack)), "out of reserve", "13.7.3(b)"),
        (shaking, "artillery shifts", "13.7.3(c)"),
        (int(any(unit_of(game, n).cr for n in defence.names)), "combat reserve", "13.7.3(d)"),
        (int(overstacked(game, assault.hex)), "overstacked", "13.7.3(e)"),
        (int(any(unsupported(game, n) for n in defence.names)), "no support", "13.7.3(f)"),
        (int(surprised(game, assault)), "end of a lull", "13.7.3(g)"),
        (
            twice * any(strained(game, n) for n in defence.names),
            "extended supply", "13.7.3(h)",
        ),
        (2 * (STRAT in modes), "Strat mode", "13.7.3(i)"),
        (int(EXPLOIT in modes), "Exploit mode", "13.7.3(j)"),
        (int(bool(attack.leader)), "leader", "13.7.3(k)"),
        (int(bool(trained & {RAW, GREEN})), "raw or green", "13.7.3(l)"),
        (works.works, "engineers against works", "13.7.3(m)"),
        (works.streets, "engineers in the streets", "13.7.3(n)"),
        (int(_several(game, defence)), "several headquarters", "13.7.3(o)"),
        (int(assault.coup >= 0), "coup de main", "7.14.4"),
    )  # fmt: skip
    return _summed(found)


def unsupported(game: Gs, name: str) -> bool:
    """Whether a unit's superiors have no ADV left, or no support. [13.7.3(f)] [15.4.3(e)]"""
    hq = superior(game, name)
    return bool(hq) and army(game, name) in game.scenario.armies and adv(game, hq) <= 0


def surprised(game: Gs, assault: Assault) -> bool:
    """Whether the attacker has just ended a lull around those who fight: for two GTs, or by the
    option in the first AM GT only; or comes by surprise as the scenario has it. [13.7.3(g)]
    [24.4.0(c)] [11.4.1e]"""
    if surprises(game, assault.attack.side, SHIFT):
        return True
    names = (*assault.attack.names, *assault.defence.names)
    for name in names:
        lull = lull_of(game, name)
        if lull is None or not lull.ended or lull.ender != assault.attack.side:
            continue
        if game.options["lull-shift"] == "two":
            mine = counter_of(game, name).side == assault.attack.side
            if (ended_it if mine else suffers_it)(game, name, SURPRISE):
                return True
        elif game.turn == _first_morning(game, lull.ended):
            return True
    return False


def _first_morning(game: Gs, turn: int) -> int:
    """The first AM GT from a GT on. [13.7.3(g)]"""
    calendar = game.scenario.calendar
    if calendar[turn - 1].period == AM:
        return turn
    return turn_of(game, calendar[turn - 1].day + 1, AM)


# ---- the defender's [13.7.4]


def defender_shifts(game: Gs, assault: Assault) -> Tally:
    """Shifts to the left. [13.7.4] [13.7.4(a)] [13.7.4(c)] [13.7.4(d)] [13.7.4(e)] [13.7.4(g)]
    [13.7.4(h)] [13.7.4(i)] [13.7.4(j)] [13.7.4(l)] [13.7.4(m)] [13.7.4(n)]"""
    attack, defence = assault.attack, assault.defence
    own = [h for h in attack.hexes if h != assault.hex]
    shaking = min(sum(shaken(game, h) for h in own), MOST_SHAKEN)
    trained = {training(game, n) for n in attack.names}
    if RAW in trained and game.options["green-and-raw"] == "worse":
        trained -= {GREEN}
    tables = game.scenario.tables
    found = (
        (int(bool(game.scenario.ground.vantage[assault.hex])), "vantage point", "13.7.4(a)"),
        (shaking, "artillery shifts", "13.7.4(b)"),
        (int(any(strained(game, n) for n in attack.names)), "extended supply", "13.7.4(c)"),
        (int(any(overstacked(game, h) for h in own)), "overstacked", "13.7.4(d)"),
        (int(dark(game)), "night", "13.7.4(e)"),
        (work_shifts(game, assault), "works", "13.7.4(f)"),
        (int(bool(defence.leader)), "leader", "13.7.4(g)"),
        (int(_several(game, attack)), "several headquarters", "13.7.4(h)"),
        (
            (GREEN in trained) * number(tables, "training-shifts", GREEN, "attacker"),
            "green", "13.7.4(i)",
        ),
        (
            (RAW in trained) * number(tables, "training-shifts", RAW, "attacker"),
            "raw", "13.7.4(j)",
        ),
        (_supported(game, assault), "neighbours", "13.7.4(k)"),
        (int(_all_in_bonus(game, defence)), "out of reserve", "13.7.4(l)"),
        (int(any(unit_of(game, n).bridged for n in attack.names)), "bridgehead", "13.7.4(m)"),
        (int(EXPLOIT in _modes(game, attack.names)), "Exploit mode", "13.7.4(n)"),
    )  # fmt: skip
    return _summed(found)


def _supported(game: Gs, assault: Assault) -> int:
    """What the hexes that were named give. [13.7.4(k)] [13.7.4a]"""
    able = supports(game, assault)
    return sum(able[h] for h in assault.supports if h in able)


def _summed(found: Iterable[tuple[int, str, str]]) -> Tally:
    tally = Tally()
    for shift, label, rule in found:
        if shift:
            tally = tally.add(label, shift, rule)
    return tally
