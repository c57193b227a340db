"""What the chapter of movement puts into the sequence of play. [7.0]"""

from __future__ import annotations

from grognard.systems.goss.movement.moves import Move
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "movement",
    verbs={
        phases.STRAT_MOVES: [Move],
        phases.ROAD_MOVES: [Move],
        phases.MOVES: [Move],
        **{kind: [Move] for kind in phases.EXPLOIT_MOVES},
    },
)
