"""What a player cannot be told who asks for the odds of something in the air. [8.4.0]
[20.4.1(1)]"""

from __future__ import annotations

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal
from grognard.systems.goss.air.drops import AirSupply, DropZone
from grognard.systems.goss.air.raids import NextRaid, PlanRaid
from grognard.systems.goss.air.superiority import Intercept
from grognard.systems.goss.scenario import Gs

SECRETS = {
    AirSupply.do: "the enemies around the drop zone are not known",
    DropZone.do: "the enemies around the drop zone are not known",
    PlanRaid.do: "what the enemy's trucks carry, and his Flak, are not known",
    NextRaid.do: "what the enemy's trucks carry, and his Flak, are not known",
    Intercept.do: "of what the mission is made is not known",
}
"""What hangs on the enemy's secrets."""


def unknown(game: Gs, player: str, action: Action) -> list[Refusal]:
    """There are no odds where they would tell a secret. [8.4.0] [20.4.1(1)]"""
    text = SECRETS.get(str(action.get("do")))
    return [Refusal("8.4.0", text)] if text else []
