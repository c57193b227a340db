"""Flying missions: Wild Weasels, then detection, interception, fire, strikes. [23.3] [24.5]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.tally import Tally
from grognard.systems.nextwar.airpower.wings import alive, carrier, unveil
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.defenses.detecting import detect
from grognard.systems.nextwar.defenses.fire import Passage, approach, depart, suppressed
from grognard.systems.nextwar.defenses.intercepting import Sighted, allocate, intercept
from grognard.systems.nextwar.defenses.package import Package, finish
from grognard.systems.nextwar.pieces.values import counter_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.announcing import blow_of, skilled
from grognard.systems.nextwar.strikes.effects import deferred, inflict, owe
from grognard.systems.nextwar.strikes.mining import lay_or_lose
from grognard.systems.nextwar.strikes.packages import finding, noted, package_of, target_of
from grognard.systems.nextwar.strikes.reckoning import DRMS, Blow, struck
from grognard.systems.nextwar.strikes.status import (
    AIR,
    MINING,
    MISSIONS,
    WEASEL,
    Mission,
    announced,
)
from grognard.systems.nextwar.strikes.targets import UNIT, VESSEL, Target, sort_of, standing

FLOWN = (AIR, MINING)
"""The missions that go through detection and interception together. [24.1]"""


def flying(game: Nw, *kinds: str) -> list[str]:
    """The missions of some kinds that are still to be flown, in the order of their announcement."""
    return [
        name
        for name, mission in announced(game)
        if mission.kind in kinds and not mission.done and not mission.points
    ]


def done(game: Nw, name: str) -> None:
    """A mission is over: whoever is still away comes back. [22.4-p2]"""
    mission = game.state[MISSIONS][name]
    finish(game, package_of(game, mission))
    game.put(MISSIONS, name, replace(game.state[MISSIONS][name], done=True))


# ---- step by step


def fly_weasels(game: Nw) -> Procedure:
    """Wild Weasels go through everything one mission after the other, before all others; what
    they do counts at once. [23.3] [24.1]"""
    for name in flying(game, WEASEL):
        package = package_of(game, game.state[MISSIONS][name])
        one = Sighted(package, detect(game, package))
        sent = yield from allocate(game, one.package, one.found)
        unveil(game, package.units)
        if sent:
            one = yield from intercept(game, one, sent)
        _remember(game, name, one)
        yield from strike(game, name)


def detect_all(game: Nw) -> None:
    """All detection rolls come before any interceptor is named. [24.1]"""
    for name in flying(game, *FLOWN):
        package = package_of(game, game.state[MISSIONS][name])
        noted(game, name, package, detect(game, package))


def intercept_all(game: Nw) -> Procedure:
    """All interceptors are named before any interception is fought. [24.4]"""
    sent = {}
    for name in flying(game, *FLOWN):
        mission = game.state[MISSIONS][name]
        sent[name] = yield from allocate(game, package_of(game, mission), finding(mission))
    for name, fighters in sent.items():
        mission = game.state[MISSIONS][name]
        one = Sighted(package_of(game, mission), finding(mission))
        unveil(game, one.package.units)
        if fighters:
            _remember(game, name, (yield from intercept(game, one, fighters)))


def _remember(game: Nw, name: str, one: Sighted) -> None:
    """Who is left of a mission after interception, and who was attacked or dropped his load."""
    noted(game, name, one.package, one.found)
    mission = game.state[MISSIONS][name]
    game.put(MISSIONS, name, replace(mission, met=one.met, empty=one.empty))


def strike_all(game: Nw) -> Procedure:
    """Every mission makes its strikes. [24.5]"""
    for name in flying(game, *FLOWN):
        yield from strike(game, name)


def strike(game: Nw, name: str) -> Procedure:
    """One mission: fire at those who suppress, then each striker meets missiles and guns, strikes,
    and may meet the guns that did not see it. [24.5] [24.6]"""
    mission = game.state[MISSIONS][name]
    found = finding(mission)
    package = yield from suppressed(game, package_of(game, mission), found)
    if mission.kind == MINING:
        yield from _sow(game, mission, package)
    for striker in package.strikers if mission.kind != MINING else ():
        passage = yield from approach(game, package, found, striker)
        if passage.through and striker not in mission.empty:
            yield from _strike(game, name, striker, passage)
        if not passage.aborted and not passage.lost and alive(game, striker):
            yield from depart(game, package, found, striker)
    done(game, name)


def _sow(game: Nw, mission: Mission, package: Package) -> Procedure:
    """Whatever meets the aircraft that lays mines is the end of it. [23.6]"""
    lost = not package.strikers
    for striker in package.strikers:
        passage = yield from approach(game, package, finding(mission), striker)
        lost = not passage.through
    lay_or_lose(game, mission, lost)


def _strike(game: Nw, name: str, striker: str, passage: Passage) -> Procedure:
    """The strike of one unit, applied at once but on tracks. [23.4.1] [23.3]"""
    mission = game.state[MISSIONS][name]
    blow = weasel_blow(mission, striker) if mission.kind == WEASEL else None
    blow = blow or blow_of(game, mission.side, striker, target_of(mission))
    if not standing(game, blow.target):
        return
    hit = struck(game, replace(blow, tally=modifiers(game, mission, striker, passage)))
    if hit and mission.kind != WEASEL and deferred(game, blow.target):
        owe(game, name, hit)
    else:
        yield from inflict(game, mission.side, blow.target, hit, "23.4.1")


def weasel_blow(mission: Mission, striker: str) -> Blow:
    """Wild Weasels have one column, and each a track of its own. [23.3]"""
    at = dict(zip(mission.named, mission.targets, strict=False))
    return Blow(mission.side, WEASEL, "wild weasel", Target(at[striker]), unit=striker)


def modifiers(game: Nw, mission: Mission, striker: str, passage: Passage) -> Tally:
    """What a striker brings: its pilots, what fire and interceptors did to it, how it strikes.

    [15.2.4] [24.5] [24.4] [15.2.8] [17.1.3] [17.1.4-3]
    """
    tally, aim, rows = skilled(game, striker), target_of(mission), []
    if passage.drm:
        tally = tally.add("missiles and guns", passage.drm, "24.5")
    sort, afar = sort_of(game, aim), striker in mission.standoff
    if striker in mission.met:
        rows.append(("striking unit was attacked by interceptors", "24.4"))
    if afar and sort == UNIT and counter_of(game, aim.name).on_foot:
        rows.append(("stand-off air strike on a leg unit", "15.2.8"))
    if sort == VESSEL and not afar:
        rows.append(("naval target: non-stand-off strike", "17.1.4-3"))
    if sort == VESSEL and carrier(game, striker):
        rows.append(("naval target: carrier-based air unit", "17.1.3"))
    for row, rule in rows:
        tally = tally.add(row, drm(game.scenario.tables, DRMS, row), rule, "chart")
    return tally
