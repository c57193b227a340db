"""What a mission has before it: who sees it, who fires at it, what its strike may do. [24.0]

Everything is read from the tables as the dice would read them, and nothing is rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from grognard.engine.tally import Tally
from grognard.systems.nextwar.damage.strikes import X
from grognard.systems.nextwar.defenses.detecting import (
    DETECTED,
    EARLY,
    Finding,
    column_of,
    modifiers,
)
from grognard.systems.nextwar.defenses.fire import AAA, NO_EFFECT, SAM, guns_before, salvo
from grognard.systems.nextwar.defenses.intercepting import able
from grognard.systems.nextwar.defenses.package import Package
from grognard.systems.nextwar.defenses.regimes import LOCAL, NAVAL, NONE, Regime, regime
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes import reckoning
from grognard.systems.nextwar.strikes.reckoning import TABLE, Blow, interdiction_column, parse
from grognard.systems.nextwar.strikes.reckoning import column_of as strike_column
from grognard.systems.nextwar.strikes.status import FLYING
from grognard.systems.nextwar.strikes.targets import INTERDICTION, sort_of

PIPS = range(10)


def percent(count: int) -> int:
    """So many of the ten sides of a die. [2.6]"""
    return 100 * count // len(PIPS)


def met(game: Nw, package: Package) -> Iterator[str]:
    """What a mission meets on its way, as far as its player knows: whose defenses, how likely they
    see it, who could intercept it, and what they do to it. [24.3]"""
    found = regime(game, package)
    yield defenses(found)
    if found.network == NONE:
        return
    results = sightings(game, package, found)
    early, late = results[EARLY], results[DETECTED]
    if found.network == NAVAL:
        early, late = early + late, 0  # [17.1.4-2]
    yield (
        f"it is seen in {percent(early + late)}%, and early enough to be intercepted in "
        f"{percent(early)}% [24.3]"
    )
    count = len(able(game, package, Finding(found, EARLY)))
    if early:
        yield f"{count} enemy aircraft could intercept it [24.4]"
    yield from fire(game, package, Finding(found, EARLY))


def defenses(found: Regime) -> str:
    """Whose air defenses they are, and how strong. [24.1] [24.2]"""
    if found.network == NONE:
        return "no air defenses meet it"
    if found.network == LOCAL:
        return f"it meets the air defenses of troops in the field [{found.rule}]"
    detection, sam, aaa = found.tracks
    whose = "of ships" if found.network == NAVAL else "of the country"
    return (
        f"it meets the air defenses {whose}: detection {detection}, missiles {sam}, guns {aaa} "
        f"[{found.rule}]"
    )


def sightings(game: Nw, package: Package, found: Regime) -> Counter[str]:
    """How many of the ten sides of a die say each result of detection. [24.3]"""
    table = game.scenario.tables["adf-detection"]
    column = column_of(table, found, found.tracks[0])
    modifier = int(modifiers(game, package, found).total)
    return Counter(table.cell(pips + modifier, column, clamp=True).value for pips in PIPS)


def fire(game: Nw, package: Package, found: Finding) -> Iterator[str]:
    """What missiles and guns do to those who are seen, each by itself. [24.5] [24.6]"""
    for name in package.strikers:
        said = []
        for weapon, words in ((SAM, "missiles"), (AAA, "guns")):
            fires = found.regime.sam if weapon == SAM else guns_before(game, package, found, name)
            if fires:
                shot = salvo(game, package, found, name, weapon)
                hurt = sum(shot.result(pips) != NO_EFFECT for pips in PIPS)
                said.append(f"{words} in {percent(hurt)}%")
        if said:
            yield f"if it is seen, it is hit, driven off or hampered: {', '.join(said)} [24.5]"
            return


def results(game: Nw, blow: Blow) -> Counter[int]:
    """How many of the ten sides of a die bring each result of a strike. [23.4.1] [23.4.4]"""
    interdicts = sort_of(game, blow.target) == INTERDICTION
    column = (interdiction_column if interdicts else strike_column)(game, blow)
    if not column:
        return Counter({0: len(PIPS)})
    chart = game.scenario.tables["interdiction" if interdicts else TABLE]
    tally = blow.tally if interdicts else reckoning.modifiers(game, blow)
    modifier = int(tally.total)
    return Counter(parse(chart.cell(pips + modifier, column, clamp=True).value) for pips in PIPS)


def chances(game: Nw, blow: Blow, brought: Tally | None = None) -> str:
    """What a strike that comes through may do, and how likely. [23.4.1] [27.2]"""
    found = results(game, blow if brought is None else replace(blow, tally=blow.tally + brought))
    hits = len(PIPS) - found[0]
    came = "if it comes through, " if blow.kind in FLYING else ""
    if not hits:
        return f"{came}it can do nothing [23.4.1]"
    grades = {1: "Strike 1", 2: "Strike 2", X: "destroyed"}
    if sort_of(game, blow.target) == INTERDICTION:
        grades = {1: "Interdiction 1", 2: "Interdiction 2", X: "Interdiction 3"}
    told = [f"{words} in {percent(found[hit])}%" for hit, words in grades.items() if found[hit]]
    return f"{came}it hits in {percent(hits)}%: {', '.join(told)} [23.4.1]"
