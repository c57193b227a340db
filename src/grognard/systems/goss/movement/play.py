"""What the chapter of movement puts into the sequence of play. [7.0]"""

from __future__ import annotations

from grognard.systems.goss.modes.entering import REACHES
from grognard.systems.goss.movement.moves import Move
from grognard.systems.goss.movement.pa import PreparedMove, could_prepare
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "movement",
    verbs={
        phases.STRAT_MOVES: [Move],
        phases.ROAD_MOVES: [Move],
        phases.MOVES: [Move],
        phases.PA_MOVES: [PreparedMove],
        **{kind: [Move] for kind in phases.EXPLOIT_MOVES},
    },
    fills=[(REACHES, could_prepare)],
)
