"""Strikes by Air Points, where the Advanced Game is played with those. [29.1.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hexes, Piece
from grognard.systems.nextwar.air.defense_fire import Flight, fire
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.strikes.aiming import Aimed
from grognard.systems.nextwar.strikes.announcing import announce
from grognard.systems.nextwar.strikes.effects import deferred, inflict, owe
from grognard.systems.nextwar.strikes.packages import target_of
from grognard.systems.nextwar.strikes.reckoning import Blow, has_column, struck
from grognard.systems.nextwar.strikes.status import AIR, MISSIONS, Mission, announced
from grognard.systems.nextwar.strikes.targets import Target, spot, standing, targets, why_not

MOST, COVER = 4, 2
"""How many Air Points strike, and how many escort them. [29.1.2]"""


@dataclass(frozen=True, slots=True)
class Sortie:
    """Air Points against a target, and those that escort them."""

    points: int
    target: Piece
    hexes: Hexes = ()
    escorts: int = 0


class StrikeWithPoints(Aimed[Sortie]):
    """Announcing a strike by Air Points. [29.1.2]"""

    do, rule, order, stakes = "strike-with-points", "29.1.2", Sortie, "price"
    title, plural = "Strike with Air Points", "air strikes"
    phrase = ("{points} Air Points at {target} {hexes}", "{points} Air Points at {target}")

    def against(self, game: Nw, player: str, order: Sortie) -> list[Refusal]:
        """Four points at most, two that escort them, and a target for aircraft. [29.1.2]"""
        if game.scenario.air_units:
            return [Refusal("29.1", "air units fly in this game, and no Air Points")]
        if not 1 <= order.points <= MOST or not 0 <= order.escorts <= COVER:
            text = f"1 to {MOST} Air Points strike, and at most {COVER} escort them"
            return [Refusal("29.1.2", text)]
        have = game.state[SIDES][player].air
        if order.points + order.escorts > have:
            return [Refusal("6.2", f"so many Air Points are not there: {have} are left")]
        aim = Target(order.target, order.hexes)
        found = why_not(game, player, AIR, aim)
        if not found and not has_column(game, blow_of(player, order.points, aim)):
            found = [Refusal("29.1.2", "so few Air Points can do nothing there")]
        return found

    def possible(self, game: Nw, player: str) -> bool:
        """Whether there are points to strike with."""
        return not game.scenario.air_units and game.state[SIDES][player].air > 0

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Sortie]:
        """As many points as may be, at every target."""
        points = min(MOST, game.state[SIDES][player].air)
        for target in targets(game, player, AIR) if points else ():
            yield Sortie(points, target.name, target.hexes)

    def blows(self, game: Nw, player: str, order: Sortie) -> Sequence[Blow]:
        """One roll."""
        return (blow_of(player, order.points, self.aim(order)),)

    def at_hand(self, game: Nw, player: str, order: Sortie | None) -> Sequence[str]:
        """Nothing: points have no counters."""
        return ()

    def carry_out(self, game: Nw, player: str, order: Sortie) -> None:
        """The points are spent; they strike when all are announced. [23.2-p4]"""
        status = game.state[SIDES][player]
        left = status.air - order.points - order.escorts
        game.put(SIDES, player, replace(status, air=left))
        mission = Mission(
            player, AIR, order.target, order.hexes, points=order.points, cover=order.escorts
        )  # fmt: skip
        announce(game, mission)


def blow_of(side: str, points: int, aim: Target) -> Blow:
    """The points that come through are the column. [29.1.2]"""
    return Blow(side, AIR, f"air {points}", aim, points)


def fly_points(game: Nw) -> Procedure:
    """Standard air defense fire, then the strike of what comes through. [29.1.2] [6.6.1.1]"""
    waiting = [n for n, m in announced(game) if m.points and not m.done]
    for name in waiting:
        mission = game.state[MISSIONS][name]
        aim = target_of(mission)
        through = _through(game, mission, spot(game, aim))
        if through > 0 and standing(game, aim):
            hit = struck(game, blow_of(mission.side, through, aim))
            if deferred(game, aim):
                owe(game, name, hit)
            else:
                yield from inflict(game, mission.side, aim, hit, "29.1.2")
        game.put(MISSIONS, name, replace(game.state[MISSIONS][name], done=True))


def _through(game: Nw, mission: Mission, h: int) -> int:
    """The points that air defenses let through; over tracks and open sea nobody fires at them.

    [6.6.1.1] [6.3.2]
    """
    if h < 0:
        return mission.points
    flak = fire(game, Flight(mission.side, h, "support", escorts=mission.cover))
    if flak.lost:
        status = game.state[SIDES][mission.side]
        game.put(SIDES, mission.side, replace(status, air_lost=status.air_lost + 1))
    return mission.points - flak.kept_off
