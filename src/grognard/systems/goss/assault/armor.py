"""Armor and anti-tank bonuses. [13.8.4]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.systems.goss.assault.battle import Assault, Force
from grognard.systems.goss.assault.leading import without_cw_recon
from grognard.systems.goss.assault.strength import alone
from grognard.systems.goss.assault.terrain import best_shelter, features, terrains
from grognard.systems.goss.charts import number
from grognard.systems.goss.ground import CITY, CLEAR, RIVER, STREAM, TOWN
from grognard.systems.goss.observation.cover import covers
from grognard.systems.goss.pieces.crossing import crossing
from grognard.systems.goss.pieces.values import armor_factor, at_factor, counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.units import DISMOUNTED, OOS

TABLE = "armor-terrain"
BY_DAY, BY_NIGHT = 5, 2
"""The most bonuses. [13.8.4f]"""
USUAL, LONG_RANGE = 10, 15
"""What a bonus adds to the rolls. [13.8.4g]"""
HEAVY = 5
"""The factor from which on range counts. [13.8.4g]"""
ARM_INF = "arminf"
STREETS = (TOWN, CITY)
"""Places that make a hex other than clear. [13.8.4c]"""
HEAVY_Z = frozenset({"pz5", "pz6", "pz6b"})
"""Z-steps that may be the lead armor unit. [4.1.3-ga-b]"""


@dataclass(frozen=True, slots=True)
class Factor:
    """What a unit brings: armor, or an anti-tank factor. [13.8.4]"""

    arm: int = 0
    at: int = 0

    @property
    def any(self) -> int:
        """Whichever it has."""
        return self.arm or self.at


@dataclass(frozen=True, slots=True)
class Duel:
    """What the comparison brings: bonuses for the attacker, or below zero for the defender, what
    each is worth, and whether each side applied armor or any factor. [13.8.4a]"""

    bonuses: int = 0
    worth: int = USUAL
    rule: str = "13.8.4a"
    attacker: Factor = Factor()
    defender: Factor = Factor()

    @property
    def drm(self) -> int:
        """What is added to both rolls. [13.8.4g]"""
        return self.bonuses * self.worth


# ---- factors [13.8.4]


def factor(game: Gs, assault: Assault, force: Force, name: str) -> Factor:
    """The factor of a unit in its role: none if it stands off or lacks combined arms; no anti-tank
    factor of guns without ammunition or out of battery; as the option has it none out of supply.
    [13.8.4] [13.6.1d-2] [15.6.0-2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if name in force.standoff or alone(game, assault, force, name):
        return Factor()
    if unit.supply == OOS and game.options["oos-armor"] == "zero":
        return Factor()
    arm = armor_factor(game, name, attacking=force.attacking)
    if arm:
        return Factor(arm)
    silent = counter.artillery and (unit.depleted or (counter.towed and not unit.battery))
    return Factor(0, 0 if silent else at_factor(game, name))


def factors(game: Gs, assault: Assault, force: Force) -> dict[str, Factor]:
    """The units of a side that could be its lead armor or AT unit; Z-steps only if they are heavy,
    or alone. Armored infantry that defends in its vehicles, without armor, has an armor factor of
    one. Commonwealth Recon leads only if nobody else could. [13.8.4] [4.1.3-ga-b] [4.1.3-ga-c]
    [4.6.8]"""
    facts = {n: (counter_of(game, n), unit_of(game, n)) for n in force.names}
    whole = [n for n in facts if not z_step(*facts[n])]
    found = {n: factor(game, assault, force, n) for n in facts}
    if not force.attacking and not any(one.arm for one in found.values()):
        for n in facts:
            if mounted_infantry(game, n) and n not in force.standoff and not found[n].at:
                found[n] = Factor(1)
    able = [
        n
        for n, one in found.items()
        if one.any and (n in whole or not whole or facts[n][0].type.code in HEAVY_Z)
    ]
    return {n: found[n] for n in without_cw_recon(game, able)}


def mounted_infantry(game: Gs, name: str) -> bool:
    """Armored infantry in its vehicles. [13.8.4b]"""
    counter = counter_of(game, name)
    return counter.type.code == ARM_INF and unit_of(game, name).transport != DISMOUNTED


def best(found: dict[str, Factor]) -> str:
    """The likeliest lead: the highest armor, or else the highest anti-tank factor. [13.8.4a]"""
    return max(found, key=lambda n: (found[n].arm, found[n].at, n), default="")


# ---- comparison [13.8.4a]


def compare(game: Gs, assault: Assault) -> Duel:
    """The lead units compared, by one of four cases. [13.8.4a]"""
    mine, theirs = _lead(game, assault, True), _lead(game, assault, False)
    if mine.arm and theirs.arm:
        return _armor_on_armor(game, assault, mine, theirs)
    if mine.arm:
        return _armor_on_guns(game, assault, mine, theirs)
    if theirs.arm and assault.defence.armor:
        offensive = armor_factor(game, assault.defence.armor, attacking=True) or theirs.arm
        return _guns_on_armor(game, assault, mine, Factor(offensive))
    if mine.at and theirs.at:
        infantry = any(mounted_infantry(game, n) for n in assault.defence.names)
        return Duel(-int(infantry), USUAL, "13.8.4b", mine, theirs)
    return Duel(attacker=mine, defender=theirs)


def _lead(game: Gs, assault: Assault, attacking: bool) -> Factor:
    force = assault.force(attacking)
    return factors(game, assault, force).get(force.armor, Factor())


def _armor_on_armor(game: Gs, assault: Assault, mine: Factor, theirs: Factor) -> Duel:
    """The higher factor by the difference, less the terrain that suits the defender: his own, or
    the clear hex of an attacking AFV. Works do not count. [13.8.4c]"""
    gap = mine.arm - theirs.arm
    grounds = _grounds(game, assault)
    if any(_in_clear(game, assault, n) for n in assault.attack.names):
        grounds = [*grounds, CLEAR]
    cut = [_cut(game, abs(gap), ground) for ground in grounds]
    bonuses = -max(cut) if gap < 0 else min(cut)
    return _valued(game, assault, bonuses, "13.8.4c", mine, theirs)


def _armor_on_guns(game: Gs, assault: Assault, mine: Factor, theirs: Factor) -> Duel:
    """Guns that are better lose nothing but by night; armor that is better loses to terrain and
    works. [13.8.4d] [17.4.1e(b)]"""
    gap = mine.arm - theirs.at
    if gap < 0:
        bonuses = max(gap, -_limit(game))
    else:
        work = best_shelter(game, assault.defence.names)
        less = number(game.scenario.tables, TABLE, work, "modifier") if work else 0
        if game.options["works-against-armor"] == "attack" and theirs.at:
            less = 0
        bonuses = min(_cut(game, gap, ground, less) for ground in _grounds(game, assault))
    return _valued(game, assault, bonuses, "13.8.4d", mine, theirs)


def _guns_on_armor(game: Gs, assault: Assault, mine: Factor, theirs: Factor) -> Duel:
    """The defender's armor, with its factor for attack, against anti-tank guns that attack: less
    terrain, works apart. [13.8.4e]"""
    gap = theirs.arm - mine.at
    if gap <= 0:
        return Duel(0, USUAL, "13.8.4e", mine, theirs)
    bonuses = -max(_cut(game, gap, ground) for ground in _grounds(game, assault))
    return _valued(game, assault, bonuses, "13.8.4e", mine, theirs)


def _grounds(game: Gs, assault: Assault) -> list[str]:
    """The features of the defending hex, and the water that the lead armor crosses. [13.8.4a]
    [26.0-rivers]"""
    found = [*features(game, assault.hex)]
    lead = assault.attack.armor
    water = crossing(game, assault.attack.hex_of(lead), assault.hex).water if lead else ""
    if water == STREAM:
        found.append("stream hexside")
    elif water == RIVER:
        found.append("river hexside (bridge or ford)")
    return found


def _cut(game: Gs, bonuses: int, ground: str, works: int = 0) -> int:
    """Bonuses less a terrain's and works' modifiers, up to the most of the terrain and of the GT.
    [13.8.4f]"""
    tables = game.scenario.tables
    left = bonuses + number(tables, TABLE, ground, "modifier") + works
    most = min(number(tables, TABLE, ground, "max_bonuses"), _limit(game))
    return max(min(left, most), 0)


def _limit(game: Gs) -> int:
    return BY_NIGHT if dark(game) else BY_DAY


def _in_clear(game: Gs, assault: Assault, name: str) -> bool:
    """Whether an attacking AFV is in clear terrain, be there a location or village. [13.8.4c]"""
    if not counter_of(game, name).afv:
        return False
    h = assault.attack.hex_of(name)
    built = game.scenario.ground.population[h] in STREETS
    return set(terrains(game, h)) == {CLEAR} and not built


def _valued(
    game: Gs, assault: Assault, bonuses: int, rule: str, mine: Factor, theirs: Factor
) -> Duel:
    """What each bonus is worth: more for a factor of five or better where armor stands in the
    clear without movement cover. [13.8.4g]"""
    ahead = mine if bonuses > 0 else theirs
    worth = LONG_RANGE if ahead.any >= HEAVY and any(_exposed(game, assault)) else USUAL
    return Duel(bonuses, worth, rule, mine, theirs)


def _exposed(game: Gs, assault: Assault) -> Iterable[bool]:
    """Whether the attacking, and whether the defending lead armor stands in the open. [13.8.4g]"""
    ruling = game.options["armor-clear"]
    for force, named in ((assault.attack, "attacker"), (assault.defence, "defender")):
        if not force.armor or ruling not in ("either", named):
            continue
        lead = factors(game, assault, force).get(force.armor, Factor())
        h = force.hex_of(force.armor)
        plain = set(terrains(game, h)) == {CLEAR} and not covers(game, force.side, h)
        yield bool(lead.arm) and plain
