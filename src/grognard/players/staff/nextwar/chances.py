"""Chances: what the charts of strikes, air defenses and air combat promise, in thousandths.

All charts are read with one die of ten sides, so that every pip is a tenth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from grognard.engine.table import Table
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.aircraft import AIR as AIR_RATING
from grognard.systems.nextwar.airpower.shots import DOGFIGHT as DOGFIGHT
from grognard.systems.nextwar.airpower.shots import STAGES, STARS, WIDEST, air_rating, bracketed
from grognard.systems.nextwar.airpower.wings import marked, plane, stealth, wing_of
from grognard.systems.nextwar.defenses import detecting
from grognard.systems.nextwar.defenses.detecting import by_weather, column_of, led
from grognard.systems.nextwar.defenses.fire import PRESS_ON_LOSES, PRESSED, distant
from grognard.systems.nextwar.defenses.package import HELICOPTER, Package, weasels
from grognard.systems.nextwar.defenses.regimes import NAVAL, NONE, NORMAL, regime
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes import reckoning
from grognard.systems.nextwar.strikes.reckoning import Blow, parse
from grognard.systems.nextwar.strikes.targets import INTERDICTION, sort_of

THOUSAND, PIP, PIPS = 1000, 100, range(10)
Hits = tuple[int, int, int, int]
"""How likely a roll is to bring nothing, Strike 1, Strike 2, and X. [23.4.1]"""
NOTHING: Hits = (THOUSAND, 0, 0, 0)


def cells(table: Table, column: str, drm: int) -> tuple[str, ...]:
    """What each pip brings in a column."""
    return tuple(table.cell(pips + drm, column, clamp=True).value for pips in PIPS)


# ---- strikes


def hits(seat: NwSeat, blow: Blow, drm: int = 0) -> Hits:
    """What a strike brings with so much more added to its roll. [23.4.1] [23.4.4]"""
    game = seat.table
    if sort_of(game, blow.target) == INTERDICTION:
        column, tally, chart = reckoning.interdiction_column(game, blow), blow.tally, "interdiction"
    else:
        column, tally = reckoning.column_of(game, blow), reckoning.modifiers(game, blow)
        chart = reckoning.TABLE
    if not column:
        return NOTHING
    return _hits(game.scenario.tables[chart], column, int(tally.total) + drm)


@cache
def _hits(table: Table, column: str, drm: int) -> Hits:
    found = [0, 0, 0, 0]
    for text in cells(table, column, drm):
        found[parse(text)] += PIP
    return found[0], found[1], found[2], found[3]


def mixed(parts: Mapping[int, int], roll: Mapping[int, Hits]) -> Hits:
    """A strike whose modifier is itself a matter of chance; what is missing does not strike."""
    total = [0, 0, 0, 0]
    for drm, likely in parts.items():
        for hit, chance in enumerate(roll[drm]):
            total[hit] += likely * chance // THOUSAND
    struck = sum(total[1:])
    return THOUSAND - struck, total[1], total[2], total[3]


# ---- air defenses


@dataclass(frozen=True, slots=True)
class Passage:
    """How one who flies comes through: how likely with what added to its roll, how likely it goes
    back, how many steps it loses, and how likely it is to be seen early."""

    through: Mapping[int, int]
    back: int
    steps: int
    early: int


SAFE = Passage({0: THOUSAND}, 0, 0, 0)


def passage(seat: NwSeat, package: Package, name: str, *, bold: bool = False) -> Passage:
    """What one of a mission meets between its base and its target. [24.3] [24.5] [24.6]

    `bold` are those who press on under fire.
    """
    game = seat.table
    met = regime(game, package)
    if met.network == NONE:
        return SAFE
    tables = game.scenario.tables
    tally = detecting.modifiers(game, package, met)
    seen = cells(
        tables["adf-detection"], column_of(tables["adf-detection"], met, met.tracks[0]),
        int(tally.total),
    )  # fmt: skip
    early = PIP * seen.count(detecting.EARLY)
    found = THOUSAND - PIP * seen.count(detecting.UNSEEN)
    if met.network == NAVAL:
        early = found
    sam = _fired(seat, package, name, "adf-sam", met.tracks[1]) if met.sam else {"-": THOUSAND}
    near = met.aaa and not distant(game, package, name)
    aaa = _fired(seat, package, name, "adf-aaa", met.tracks[2]) if near else {"-": THOUSAND}
    whole = game.scenario.aircraft.get(name)
    last = whole is None or wing_of(game, name).steps < 2
    seen_one = _through({0: THOUSAND}, (sam, aaa), last, bold)
    late = aaa if met.network == NORMAL else {"-": THOUSAND}
    parts: dict[int, int] = {0: THOUSAND - found}
    for drm, likely in seen_one.through.items():
        parts[drm] = parts.get(drm, 0) + likely * found // THOUSAND
    unseen = (THOUSAND - found) * (late.get("X", 0) + (late.get("A", 0) // 2 if bold else 0))
    steps = (seen_one.steps * found + unseen) // THOUSAND
    back = (seen_one.back * found + (THOUSAND - found) * late.get("A", 0)) // THOUSAND
    return Passage(parts, back, steps, early)


def _fired(seat: NwSeat, package: Package, name: str, chart: str, track: int) -> dict[str, int]:
    """The results of one kind of fire, and how likely each is. [24.5.1] [24.6.1]"""
    game = seat.table
    table, met = game.scenario.tables[chart], regime(game, package)
    drm, enemy, h = 0, game.scenario.other(package.side), package.target
    guns = chart == "adf-aaa"
    if not guns:
        drm += 2 * weasels(game, package)
    if stealth(game, name):
        drm += 3
    if h >= 0 and led(game, h, enemy):
        drm -= 1
    if guns and package.kind == HELICOPTER:
        drm -= 1
    if guns and met.network == NAVAL:
        drm += met.ciws
    drm += int(by_weather(game, "AAA" if guns else "SAM").total)
    found: dict[str, int] = {}
    for text in cells(table, column_of(table, met, track), drm):
        found[text] = found.get(text, 0) + PIP
    return found


def _through(
    parts: Mapping[int, int], fires: tuple[dict[str, int], ...], last: bool, bold: bool
) -> Passage:
    """One volley after the other: a hit costs a step, who is shaken goes back or presses on."""
    now, back, steps = dict(parts), 0, 0
    for fire in fires:
        after: dict[int, int] = {}
        for drm, likely in now.items():
            for result, chance in fire.items():
                share = likely * chance // THOUSAND
                if result == "X":
                    steps += share
                    if not last:
                        after[drm] = after.get(drm, 0) + share
                elif result == "A" and bold:
                    lost = share * (PRESS_ON_LOSES + 1) // len(PIPS)
                    steps += lost
                    after[drm + PRESSED] = after.get(drm + PRESSED, 0) + share - lost
                elif result == "A":
                    back += share
                else:
                    worse = drm + (int(result) if result != "-" else 0)
                    after[worse] = after.get(worse, 0) + share
        now = after
    return Passage(now, back, steps, 0)


# ---- air combat


@dataclass(frozen=True, slots=True)
class Fighter:
    """What of an air unit counts in air combat."""

    rating: int
    stars: int
    skill: int
    stealth: bool
    bomber: bool
    steps: int
    green: bool


@dataclass(frozen=True, slots=True)
class Duel:
    """What an engagement of one against one costs both, in thousandths: steps, and being gone."""

    own: int
    enemy: int
    gone: int
    beaten: int


def fighter(game: Nw, name: str) -> Fighter:
    """An air unit as a fighter, in this weather. [22.6.5]"""
    counter = plane(game, name)
    return Fighter(
        air_rating(game, name), marked(game, name, AIR_RATING).stars, counter.skill,
        counter.stealth, bracketed(game, name), wing_of(game, name).steps,
        counter.nation == "DPRK",
    )  # fmt: skip


def duel(seat: NwSeat, own: Fighter, enemy: Fighter) -> Duel:
    """An engagement from long range to the dogfight, near enough. [22.6.3]"""
    return _duel(
        seat.scenario.tables["air-combat-long-and-standoff"],
        seat.scenario.tables["air-combat-dogfight"], own, enemy,
    )  # fmt: skip


@cache
def _duel(far: Table, near: Table, a: Fighter, b: Fighter) -> Duel:
    here = {True: THOUSAND, False: THOUSAND}
    steps = {True: 0, False: 0}
    for stage in STAGES:
        table = near if stage == DOGFIGHT else far
        before = dict(here)
        for ours, one, other in ((True, a, b), (False, b, a)):
            out, lost = _shot(table, stage, one, other)
            both = before[True] * before[False] // THOUSAND
            here[not ours] -= both * out // THOUSAND
            steps[not ours] += both * lost // THOUSAND
    return Duel(steps[True], steps[False], THOUSAND - here[True], THOUSAND - here[False])


def _shot(table: Table, stage: str, one: Fighter, other: Fighter) -> tuple[int, int]:
    """How likely a shot drives the other off, and how many steps it costs him."""
    if one.bomber or not one.rating or one.stars < STARS[stage]:
        return 0, 0
    if other.stealth and stage != DOGFIGHT:
        return 0, 0
    lead = max(-WIDEST, min(WIDEST, one.rating - other.rating))
    column = f"up{lead}" if lead > 0 else f"down{-lead}" if lead < 0 else "even0"
    drm = one.skill if stage == DOGFIGHT else int(one.green)
    drm -= other.bomber
    found = cells(table, column, drm)
    out = PIP * sum(text in ("X", "DA", "A") for text in found)
    lost = PIP * sum(text in ("DA", "D") for text in found) + PIP * other.steps * found.count("X")
    return out, lost
