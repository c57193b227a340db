"""Missiles and guns against missions that were seen, or not. [24.5] [24.6]

Each striker goes through SAM, AAA and its attack before the next one does. [24.5]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from grognard.engine.table import Table
from grognard.engine.tally import Tally
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Word
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.air import rebasing
from grognard.systems.nextwar.air.helos import HELOS, helo_of
from grognard.systems.nextwar.aircraft import STRIKE as STRIKE_RATING
from grognard.systems.nextwar.aircraft import SUPPORT as SUPPORT_RATING
from grognard.systems.nextwar.airpower import wings
from grognard.systems.nextwar.airpower.wings import abort, flown, is_wing, marked, rating, stealth
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.defenses.detecting import (
    TABLE,
    Finding,
    by_weather,
    column_of,
    led,
    overflown,
)
from grognard.systems.nextwar.defenses.package import (
    AIRMOBILE,
    DROP,
    LIFTS,
    MINING,
    REBASE,
    ROTORS,
    SUPPORT,
    TRANSPORT,
    Package,
    weasels,
    where,
)
from grognard.systems.nextwar.defenses.regimes import NAVAL, NORMAL
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import ELIMINATED, UNITS
from grognard.systems.nextwar.words import called

HIT, ABORT, NO_EFFECT = "X", "A", "-"
SAM, AAA = "SAM", "AAA"
PRESS_ON_LOSES = 4
"""The highest roll that costs a step who presses on. [24.5]"""
PRESSED = 2
"""What pressing on adds to the roll of who comes through. [24.5]"""


@dataclass(frozen=True, slots=True)
class Passage:
    """How one who flies came through: gone back, lost, its attack spoiled, and what is added to
    its roll or taken from its support. [24.5]

    `hits` counts the steps it lost on the way.
    """

    aborted: bool = False
    lost: bool = False
    missed: bool = False
    drm: int = 0
    hits: int = 0

    @property
    def through(self) -> bool:
        """Whether it makes its attack."""
        return not (self.aborted or self.lost or self.missed)


@dataclass(frozen=True, slots=True)
class Resolve:
    """What to do under fire."""

    resolve: Word


class PressOn(Among[Nw, Resolve]):
    """Turning back under fire, or pressing on at a risk. [24.5]"""

    do, rule, order = "under-fire", "24.5", Resolve
    title, phrase = "Turn back or press on", "{resolve}"


BACK, ON = Resolve("turn back"), Resolve("press on")


def approach(game: Nw, package: Package, found: Finding, name: str) -> Questions[Passage]:
    """The fire that one who flies meets before its attack: missiles, then guns. [24.5] [24.6]"""
    passage = Passage()
    if found.seen and found.regime.sam:
        passage = yield from endure(game, package, found, name, SAM, passage)
    if not passage.aborted and not passage.lost and guns_before(game, package, found, name):
        passage = yield from endure(game, package, found, name, AAA, passage)
    return passage


def depart(game: Nw, package: Package, found: Finding, name: str) -> Questions[Passage]:
    """The guns that fire after the attack of who came unseen by the country's network. [24.6]"""
    late = found.regime.network == NORMAL and not found.seen and found.regime.aaa
    if not late or distant(game, package, name):
        return Passage()
    return (yield from endure(game, package, found, name, AAA, Passage(), late=True))


def guns_before(game: Nw, package: Package, found: Finding, name: str) -> bool:
    """Whether guns fire before the attack: at missions that were seen; those of ships at all that
    strike at ships. [24.6] [17.1.4-4]"""
    if package.fleet and found.regime.network == NAVAL:
        return found.regime.aaa
    return found.seen and found.regime.aaa and not distant(game, package, name)


def distant(game: Nw, package: Package, name: str) -> bool:
    """Whether it attacks from a distance, out of the guns' reach. [15.2.8] [24.6]"""
    if package.kind == SUPPORT and is_wing(game, name):
        return marked(game, name, SUPPORT_RATING).stars > 0
    return name in package.standoff


def sam(game: Nw, package: Package, found: Finding, name: str) -> str:
    """Roll for missiles at one who flies. [24.5.1] [24.5.2]"""
    rule = "24.5.1" if found.regime.network == NORMAL else "24.5.2"
    return _fire(game, package, found, name, SAM, rule)


def sam_modifiers(game: Nw, package: Package, found: Finding, name: str) -> Tally:
    """What is added to the roll of missiles. [24.5.1] [24.5.2]"""
    enemy, h = game.scenario.other(package.side), package.target
    rows = [("Wild Weasel", "SAM each Wild Weasel in the strike", "15.2.9")] * weasels(
        game, package
    )
    if stealth(game, name):
        rows.append(("stealth", "SAM stealth unit", "15.2.7"))
    if h >= 0 and led(game, h, enemy):
        rows.append(("headquarters near", "SAM target within 2 hexes of an enemy HQ", "18.2.3"))
    if package.kind in (*ROTORS, AIRMOBILE) and overflown(game, package):
        rows.append(("over enemy units", "SAM helicopter that flew over enemy units", "24.5.2"))
    return _sum(game, rows) + by_weather(game, SAM)


def aaa(game: Nw, package: Package, found: Finding, name: str) -> str:
    """Roll for guns at one who flies. [24.6.1] [24.6.2]"""
    rule = "24.6.1" if found.regime.network == NORMAL else "24.6.2"
    rule = "17.1.4-4" if found.regime.network == NAVAL else rule
    return _fire(game, package, found, name, AAA, rule)


def aaa_modifiers(game: Nw, package: Package, found: Finding, name: str) -> Tally:
    """What is added to the roll of guns. [24.6.1] [24.6.2]"""
    enemy, h = game.scenario.other(package.side), package.target
    rows = []
    if package.kind in ROTORS:
        rows.append(("helicopter", "AAA attack helicopter", "24.6.2"))
    if package.kind in (TRANSPORT, DROP):
        rows.append(("transport", "AAA transport mission", "24.6"))
    if stealth(game, name):
        rows.append(("stealth", "AAA stealth unit", "15.2.7"))
    tally = _sum(game, rows) + by_weather(game, AAA)
    if h >= 0 and game.options["hq-guns"] == "on" and led(game, h, enemy):
        tally = tally.add("headquarters near", -1, "18.2.3")
    if found.regime.network == NAVAL:
        tally = tally.add("CIWS", found.regime.ciws, "17.1.4-4", "chart")
    return tally


def _sum(game: Nw, rows: list[tuple[str, str, str]]) -> Tally:
    tally = Tally()
    for label, row, rule in rows:
        tally = tally.add(label, drm(game.scenario.tables, TABLE, row), rule, "chart")
    return tally


@dataclass(frozen=True, slots=True)
class Salvo:
    """The roll of missiles or guns at one who flies, before the die falls. [24.5] [24.6]"""

    weapon: str
    column: str
    tally: Tally
    chart: Table

    def result(self, pips: int) -> str:
        """What a die says."""
        return self.chart.cell(pips + int(self.tally.total), self.column, clamp=True).value


def salvo(game: Nw, package: Package, found: Finding, name: str, weapon: str) -> Salvo:
    """How missiles or guns fire at one who flies. [24.5] [24.6]"""
    guns = weapon == AAA
    chart = game.scenario.tables["adf-aaa" if guns else "adf-sam"]
    column = column_of(chart, found.regime, found.regime.tracks[2 if guns else 1])
    tally = (aaa_modifiers if guns else sam_modifiers)(game, package, found, name)
    return Salvo(weapon, column, tally, chart)


def _fire(game: Nw, package: Package, found: Finding, name: str, weapon: str, rule: str) -> str:
    fired = salvo(game, package, found, name, weapon)
    shown, result = dice.roll(game, fired.result)
    facts = {
        "side": package.side, "unit": name, "at": where(game, package),
        "weapon": weapon, "column": fired.column, "result": result,
    }  # fmt: skip
    dice.show(game, "air-defense-fire", rule, facts, shown, fired.tally)
    return result


WEAPONS: dict[str, Callable[[Nw, Package, Finding, str], str]] = {SAM: sam, AAA: aaa}


def endure(
    game: Nw, package: Package, found: Finding, name: str, weapon: str, before: Passage,
    *, late: bool = False,
) -> Questions[Passage]:  # fmt: skip
    """Fire at one who flies, and what comes of it. [24.5] [24.6]"""
    result = WEAPONS[weapon](game, package, found, name)
    if result == NO_EFFECT:
        return before
    if package.kind == MINING:
        return replace(before, lost=True)  # [23.6] any result destroys it
    if found.regime.network == NAVAL and name in package.standoff:
        missed = result in (HIT, ABORT)  # [17.1.4-3] [17.1.4-4]
        if missed:
            return replace(before, missed=True)
        return replace(before, drm=before.drm + int(result))
    if package.kind in LIFTS:
        return carried(game, name, result, before)
    if result == HIT:
        return hurt(game, package, name, before)
    if result == ABORT and package.kind == REBASE:
        return replace(before, aborted=True)  # [6.6.1.1-p2] nothing to press on for
    if result == ABORT:
        return (yield from shaken(game, package, name, before))
    if name in package.suppressors or late:
        return before  # [24.8] [24.6.1]
    return replace(before, drm=before.drm + int(result))


def carried(game: Nw, name: str, result: str, before: Passage) -> Passage:
    """Troops in the air are sent back by whatever meets them; a hit costs them a step besides.
    [24.5]"""
    if result != HIT:
        return replace(before, aborted=True)
    if name in game.state[UNITS]:
        lose_step(game, name, "24.5")
        gone = unit_of(game, name).place == ELIMINATED
        return replace(before, hits=before.hits + 1, lost=gone)
    return replace(before, hits=before.hits + 1)


def hurt(game: Nw, package: Package, name: str, before: Passage) -> Passage:
    """A step is lost; what is left goes on, if it still has the rating for it. [24.5] [22.2.1.3]"""
    hit = replace(before, hits=before.hits + 1)
    if name in game.state[HELOS]:
        rebasing.lose_step(game, name, "24.5")
        return replace(hit, lost=helo_of(game, name).place == ELIMINATED)
    wings.lose_step(game, name, "24.5")
    if not wings.alive(game, name):
        return replace(hit, lost=True)
    if name in package.strikers and not able(game, package, name):
        flown(game, name)
        return replace(hit, aborted=True)
    return hit


def able(game: Nw, package: Package, name: str) -> bool:
    """Whether it has the rating that its mission needs. [22.2]"""
    if wings.weasel(game, name):
        return True
    kind = SUPPORT_RATING if package.kind == SUPPORT else STRIKE_RATING
    return rating(game, name, kind) > 0


def shaken(game: Nw, package: Package, name: str, before: Passage) -> Questions[Passage]:
    """One who is shaken turns back, or presses on: half of the time it costs a step. [24.5]"""
    order = yield from PressOn([BACK, ON]).chosen(
        game, package.side, "under fire", f"{called(game, name)} is under fire",
        {"turn back": BACK, "press on": ON}, slight=True,
    )  # fmt: skip
    if order == BACK:
        if is_wing(game, name):
            abort(game, name, "24.5")
        return replace(before, aborted=True)
    shown, costly = dice.roll(game, lambda pips: pips <= PRESS_ON_LOSES)
    facts = {"unit": name, "side": package.side, "costly": costly}
    dice.show(game, "pressed-on", "24.5", facts, shown)
    if costly:
        return hurt(game, package, name, before)
    if name in package.suppressors:
        return before  # [24.8]
    return replace(before, drm=before.drm + PRESSED)


def suppressed(game: Nw, package: Package, found: Finding) -> Questions[Package]:
    """The fire at those who accompany a mission to suppress its enemies, once for each. [24.5.1]"""
    for name in package.suppressors:
        passage = yield from approach(game, package, found, name)
        if passage.aborted or passage.lost:
            package = package.without(name)
    return package
