"""What the chapter of observation puts into the sequence of play. [8.0]"""

from __future__ import annotations

from grognard.systems.goss.fatigue.recovery import OBSERVED
from grognard.systems.goss.observation.arranging import Arrange
from grognard.systems.goss.observation.lookouts import Lookouts
from grognard.systems.goss.observation.observing import watched_over
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "observation",
    verbs={kind: [Arrange] for kind in (phases.MODES, *phases.MOVING)},
    indexes=(Lookouts,),
    fills=[(OBSERVED, watched_over)],
)
