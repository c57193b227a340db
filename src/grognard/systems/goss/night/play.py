"""What the night puts into the sequence of play. [3.4.0] [3.5.0]"""

from __future__ import annotations

from typing import Any

from grognard.kit.deeds import Verb
from grognard.systems.goss.modes.changing import CHANGED
from grognard.systems.goss.night.activation import ActivateByLeader, ActivateUnit
from grognard.systems.goss.night.calling import FIRST, JOIN, ExtendNight, period_over, settle_call
from grognard.systems.goss.night.resting import DesignateRest, entered_mode, new_day
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

ACTIVATION: list[type[Verb[Gs, Any]]] = [ActivateByLeader, ActivateUnit]
"""At the start of each Movement and Exploit Phase of an ENA period. [3.4.2b]"""
PLAY = Chapter(
    "night",
    verbs={
        phases.REST_TURNS: [DesignateRest],
        phases.ENA_CALL: [ExtendNight],
        phases.COMBAT_RESERVES: ACTIVATION,
        **dict.fromkeys(phases.RELEASES, ACTIVATION),
    },
    begins={phases.REST_TURNS: [new_day]},
    ends={phases.ENA_CALL: [settle_call], phases.TURN_END: [period_over]},
    fills=[(CHANGED, entered_mode)],
    policies={FIRST: ("self", "other"), JOIN: ("no", "yes")},
)
