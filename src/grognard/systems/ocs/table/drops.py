"""Drops by pointing: who jumps, from which aircraft, over the hex that was pointed at. [14.10]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.systems.ocs.air import drop_plans
from grognard.systems.ocs.air.missions import MissionDeed
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.groups import Group
from grognard.systems.ocs.pieces.planes import active, carries, plane_of
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.scenario import Ocs


def rank(action: Action) -> tuple[bool, bool]:
    """What one means who sends aircraft to a hex: parachutists, then gliders, then supply."""
    return not action.get("units"), not action.get("glided")


def from_base(game: Ocs, player: str, offer: MissionDeed, group: Group, h: int) -> Iterator[Action]:
    """Units in hand over the hex of their plan, from the fewest aircraft at their base. [14.10b]"""
    planned = [drop_plans.plan_of(game, player, name) for name in group.units]
    if not planned or group.names != group.units or group.hex < 0:
        return
    if any(plan is None or plan.hex != h for plan in planned):
        return
    here = [
        key
        for key in active(game, player)
        if carries(game, key) and stacks.air_hex(game, key) == group.hex
    ]
    own = counter_of(game, group.units[0]).nation
    here.sort(key=lambda key: plane_of(game, key).nation != own)
    label, names = game.board.label(h), list(group.units)
    for most in range(1, len(here) + 1):
        action: Action = {"do": offer.do, "planes": here[:most], "hex": label, "units": names}
        if not offer.check(game, player, action):
            yield action
            return
    for key in here:  # who cannot jump goes by glider
        for action in offer.ways(game, player, [key], h):
            if action.get("glided") == names:
                yield action
                return


def together(game: Ocs, player: str, offer: MissionDeed, group: Group, h: int) -> Iterator[Action]:
    """Units and aircraft in hand, all of them at once. [14.10d]"""
    if group.units and {*group.units, *group.air} == {*group.names}:
        label = game.board.label(h)
        yield {"do": offer.do, "planes": list(group.air), "hex": label, "units": list(group.units)}
