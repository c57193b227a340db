"""What victory puts into the sequence of play. [3.3.4]"""

from __future__ import annotations

from grognard.systems.goss.ending.leaving import ExitMap
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

LEAVING = (phases.STRAT_MOVES, phases.ROAD_MOVES, phases.MOVES, *phases.EXPLOIT_MOVES)
"""The segments in which units may leave the map."""
PLAY = Chapter("ending", verbs={kind: [ExitMap] for kind in LEAVING})
