"""What victory puts into the sequence of play. [3.3.4]"""

from __future__ import annotations

from grognard.systems.goss.ending.control import occupied, passed
from grognard.systems.goss.ending.leaving import ExitMap
from grognard.systems.goss.movement.registers import STEPPED
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "ending",
    verbs={
        kind: [ExitMap]
        for kind in (
            phases.STRAT_MOVES, phases.ROAD_MOVES, phases.MOVES, *phases.EXPLOIT_MOVES,
        )
    },
    ends=dict.fromkeys(
        (
            phases.ENTRY, *phases.MOVING, *phases.EVERY_COUP, phases.DEFENSIVE_FIRE,
            phases.OFFENSIVE_FIRE, phases.ASSAULTS,
        ),
        (occupied,),
    ),
    fills=[(STEPPED, passed)],
)  # fmt: skip
