"""Missions of a Strike Phase as air defenses see them, and what these found. [24.3]"""

from __future__ import annotations

from dataclasses import replace

from grognard.systems.nextwar.air.defense_fire import way
from grognard.systems.nextwar.air.helos import printed
from grognard.systems.nextwar.air.helos import spot as helo_spot
from grognard.systems.nextwar.defenses.detecting import Finding
from grognard.systems.nextwar.defenses.package import HELICOPTER, STRIKE, WEASELS, Package
from grognard.systems.nextwar.defenses.package import MINING as LAYING
from grognard.systems.nextwar.defenses.regimes import Regime
from grognard.systems.nextwar.naval.detecting import in_port
from grognard.systems.nextwar.pieces.ships import ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.status import AIR, HELO, MINING, MISSIONS, WEASEL, Mission
from grognard.systems.nextwar.strikes.targets import TRACK, VESSEL, Target, area_of, sort_of, spot

KINDS = {AIR: STRIKE, WEASEL: WEASELS, HELO: HELICOPTER, MINING: LAYING}
SAM, AAA = "sam", "aaa"


def target_of(mission: Mission) -> Target:
    """What a mission is flown against."""
    return Target(mission.target, mission.hexes)


def package_of(game: Nw, mission: Mission) -> Package:
    """A mission as air defenses see it. [24.3] [17.1.4]"""
    aim = target_of(mission)
    sort, h = sort_of(game, aim), spot(game, aim)
    track = aim.name if sort == TRACK or mission.kind == WEASEL else ""
    box = ship_of(game, aim.name).where if sort == VESSEL else area_of(game, aim)
    fleet = sort == VESSEL and not in_port(game, aim.name)
    return Package(
        mission.side, KINDS[mission.kind], h, mission.strikers, mission.escorts,
        mission.suppressors, track=track, box=box, path=_path(game, mission, h),
        standoff=mission.standoff, fleet=fleet,
    )  # fmt: skip


def _path(game: Nw, mission: Mission, h: int) -> tuple[int, ...]:
    """The way of a helicopter, around enemies if it can be. [24.3.2]"""
    if mission.kind != HELO or h < 0:
        return ()
    name = mission.strikers[0]
    return way(game, mission.side, helo_spot(game, name), h, printed(game, name).range)


def noted(game: Nw, name: str, package: Package, found: Finding) -> None:
    """Write down what detection found, and who is left of a mission. [24.0]"""
    met, mission = found.regime, game.state[MISSIONS][name]
    arms = (*((SAM,) if met.sam else ()), *((AAA,) if met.aaa else ()))
    new = replace(
        mission, found=found.result, network=met.network, arms=arms, tracks=met.tracks,
        ciws=met.ciws, rule=met.rule, strikers=package.strikers, escorts=package.escorts,
        suppressors=package.suppressors,
    )  # fmt: skip
    game.put(MISSIONS, name, new)


def finding(mission: Mission) -> Finding:
    """What detection found, read back."""
    detection, sam, aaa = mission.tracks
    met = Regime(
        mission.network, SAM in mission.arms, AAA in mission.arms, (detection, sam, aaa),
        mission.ciws, mission.rule,
    )  # fmt: skip
    return Finding(met, mission.found)
