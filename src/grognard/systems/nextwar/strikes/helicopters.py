"""Strikes by attack helicopters, each alone, through the air defenses of the field. [23.4.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.nextwar.air.helos import (
    HELOS,
    alive,
    flown,
    printed,
    rating,
    turn_counter,
    unflown,
)
from grognard.systems.nextwar.air.helos import spot as helo_spot
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.command.capability import rested
from grognard.systems.nextwar.defenses.detecting import detect
from grognard.systems.nextwar.defenses.fire import approach
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.aiming import Aimed
from grognard.systems.nextwar.strikes.announcing import announce
from grognard.systems.nextwar.strikes.effects import inflict
from grognard.systems.nextwar.strikes.firing import Firing
from grognard.systems.nextwar.strikes.outlook import met
from grognard.systems.nextwar.strikes.packages import package_of, target_of
from grognard.systems.nextwar.strikes.reckoning import DRMS, Blow, has_column, struck
from grognard.systems.nextwar.strikes.status import HELO, MISSIONS, WEASEL, Mission, announced
from grognard.systems.nextwar.strikes.targets import (
    INTERDICTION,
    TRACK,
    TRACKS,
    Target,
    area_of,
    off_shore,
    sort_of,
    spot,
    standing,
    targets,
    why_not,
)
from grognard.systems.nextwar.units import ABOARD
from grognard.systems.nextwar.words import called

COBRA, COBRA_ROW = "AH-1Z", "AH-1Z as wild weasel (option)"
HIGHEST = 2
"""The highest combat support that the chart has a row for. [23.4.2]"""


class AnnounceHelicopter(Aimed[Firing]):
    """Announcing a strike by one attack helicopter. [23.4.2] [23.2]"""

    do, rule, order = "announce-helicopter", "23.4.2", Firing
    title, plural = "Announce a helicopter strike", "helicopter strikes"
    phrase = ("{unit} at {target} {hexes}", "{unit} at {target}")

    def against(self, game: Nw, player: str, order: Firing) -> list[Refusal]:
        """It can fly, the target is one for helicopters, and in range. [23.4.2] [23.2-helo-1]"""
        why = idle(game, player, order.unit)
        if why:
            return [Refusal("23.4.2", f"{called(game, order.unit)} cannot strike: {why}")]
        aim = Target(order.target, order.hexes)
        cobra = weasel(game, order.unit) and sort_of(game, aim) == TRACK
        found = [] if cobra else why_not(game, player, HELO, aim) or _far(game, order.unit, aim)
        if not found and not has_column(game, blow_of(game, player, order.unit, aim)):
            found = [Refusal("23.4.2", f"{called(game, order.unit)} can do nothing there")]
        return found

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every helicopter that can fly."""
        return [name for name in game.state[HELOS] if not idle(game, player, name)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Firing]:
        """Every target of its kind; of an AH-1Z as a Wild Weasel the tracks besides."""
        tracks = map(Target, TRACKS if weasel(game, actor) else ())
        for target in (*targets(game, player, HELO), *tracks):
            yield Firing(actor, target.name, target.hexes)

    def blows(self, game: Nw, player: str, order: Firing) -> Sequence[Blow]:
        """One roll."""
        return (blow_of(game, player, order.unit, self.aim(order)),)

    def stake(self, game: Nw, player: str, order: Firing | None) -> Sequence[str]:
        """What it meets on its way. [24.3.2]"""
        if order is None:
            return ()
        mission = Mission(player, HELO, order.target, order.hexes, (order.unit,))
        return tuple(met(game, package_of(game, mission)))

    def carry_out(self, game: Nw, player: str, order: Firing) -> None:
        """Its counter is turned; it flies when all are announced. [23.4.2] [23.2-p4]"""
        turn_counter(game, order.unit)
        announce(game, Mission(player, HELO, order.target, order.hexes, (order.unit,)))


def idle(game: Nw, side: str, name: str) -> str:
    """Why a helicopter cannot strike; empty if it can. [23.4.2] [6.5.2] [23.0] [27.7.1]"""
    if name not in game.state[HELOS] or printed(game, name).side != side:
        return "it is no helicopter of this side"
    if helo_spot(game, name) < 0 and not _afloat(game, name):
        return "it is not on the map, nor in an Inshore Box off a Land Area"
    if why := unflown(game, name):
        return why
    if not rested(game, flown(game, name)):
        return "it has flown this turn: only the unused strike in the second phase"
    if any(name in mission.strikers for mission in game.state[MISSIONS].values()):
        return "it flies in this phase already"
    return ""


def _afloat(game: Nw, name: str) -> frozenset[str]:
    """The Land Areas that a helicopter reaches from a ship in their Inshore Box. [6.5.5]"""
    helo = game.state[HELOS][name]
    return off_shore(game, helo.where) if helo.place == ABOARD else frozenset()


def _far(game: Nw, name: str, aim: Target) -> list[Refusal]:
    """Why a target is out of range; a Land Area is reached only from off its shore. [23.4.2]
    [6.5.5]"""
    start, h, reach = helo_spot(game, name), spot(game, aim), printed(game, name).range
    if start < 0 or h < 0:
        if area_of(game, aim) in _afloat(game, name):
            return []
        return [Refusal("6.5.5", "a Land Area is struck from a ship in its Inshore Box only")]
    if game.board.distance(start, h) > reach:
        return [Refusal("23.4.2", f"the target is more than {reach} hexes away")]
    return []


def weasel(game: Nw, name: str) -> bool:
    """Whether a helicopter may fly as a Wild Weasel: the AH-1Z, by an option. [23.3]"""
    return game.options["cobra-weasels"] == "on" and printed(game, name).name.startswith(COBRA)


def blow_of(game: Nw, side: str, name: str, aim: Target) -> Blow:
    """The row of a helicopter, by its combat support; it is good at interdiction.

    [23.4.2] [23.4.4]
    """
    value, tally = rating(game, name), Tally()
    if sort_of(game, aim) == TRACK:
        worse = drm(game.scenario.tables, DRMS, COBRA_ROW)
        return Blow(side, WEASEL, "wild weasel", aim, 0, tally.add(COBRA, worse, "23.3"), name)
    if sort_of(game, aim) == INTERDICTION:
        better = drm(game.scenario.tables, "interdiction-drms", "attack helicopter")
        tally = tally.add("attack helicopter", better, "23.4.4", "chart")
    return Blow(side, HELO, f"helo {min(value, HIGHEST)}", aim, value, tally, name)


def fly_helicopters(game: Nw) -> Procedure:
    """Each helicopter goes through detection, missiles and guns of the field, and strikes.

    [23.4.2] [24.3.2]
    """
    yield from _fly(game, [n for n, m in announced(game) if m.kind == HELO and not m.done])


def fly_cobras(game: Nw) -> Procedure:
    """Those that fly as Wild Weasels come before all other strikes. [23.3]"""
    yield from _fly(game, [n for n, m in announced(game) if m.kind == HELO and m.target in TRACKS])


def _fly(game: Nw, waiting: Sequence[str]) -> Procedure:
    """The missions of some helicopters, one after the other. [23.4.2]"""
    for name in waiting:
        mission = game.state[MISSIONS][name]
        package = package_of(game, mission)
        unit = mission.strikers[0]
        if alive(game, unit):
            passage = yield from approach(game, package, detect(game, package), unit)
            if passage.through and standing(game, target_of(mission)):
                yield from _strike(game, mission, unit, passage.drm)
        game.put(MISSIONS, name, replace(mission, done=True))


def _strike(game: Nw, mission: Mission, unit: str, spoiled: int) -> Procedure:
    """The strike itself; what fire did to it is added to the roll. [23.4.2] [24.5.2]"""
    blow = blow_of(game, mission.side, unit, target_of(mission))
    if spoiled:
        blow = replace(blow, tally=blow.tally.add("missiles and guns", spoiled, "24.5.2"))
    yield from inflict(game, mission.side, blow.target, struck(game, blow), "23.4.2")
