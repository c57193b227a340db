"""What happens in the air in each part of the turn. [22.4] [22.6] [25.2]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.kit.turn import Part
from grognard.systems.nextwar.air.points import air_phase
from grognard.systems.nextwar.airpower.superiority import battle_for_the_air
from grognard.systems.nextwar.airpower.transfers import Transfer
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND

TRANSFERS: Part[Nw] = Part(
    "rebasing", "Rebasing", "25.2", "rebase aircraft", FIRST, "Reorganization Phase",
    verbs=[Transfer],
)  # fmt: skip
"""Before maintenance, for units are still in Recovery then. [25.2]"""
TRANSFERS_SECOND: Part[Nw] = replace(TRANSFERS, kind="second-rebasing", role=SECOND)


def air_war(game: Nw) -> Procedure:
    """The battle for the air; or Air Points, where the Advanced Game is played with those.

    [22.5] [29.1]
    """
    if game.scenario.air_units:
        yield from battle_for_the_air(game)
    else:
        air_phase(game)
