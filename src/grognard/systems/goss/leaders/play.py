"""What the chapter of leaders puts into the sequence of play. [23.0]"""

from __future__ import annotations

from grognard.systems.goss.leaders.activation import PlaceLeader, activate, begin_turn, end_turn
from grognard.systems.goss.leaders.following import endangered, take_stock
from grognard.systems.goss.pieces.losses import LOST_STEP
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

SHAKEN = (
    phases.ENTRY, *phases.MOVING, *phases.EVERY_COUP, phases.AIR_SUPPORT, phases.DEFENSIVE_FIRE,
    phases.DEFENSIVE_AIR, phases.OFFENSIVE_FIRE, phases.OFFENSIVE_NAVAL, phases.ASSAULTS,
)  # fmt: skip
"""After these leaders may be in danger, or their units have gone elsewhere. [23.3.0]"""
PLAY = Chapter(
    "leaders",
    verbs={phases.LEADERS: [PlaceLeader]},
    begins={phases.WEATHER: [begin_turn], phases.LEADERS: [activate]},
    ends={**{kind: [take_stock] for kind in SHAKEN}, phases.TURN_END: [end_turn]},
    fills=[(LOST_STEP, endangered)],
)
