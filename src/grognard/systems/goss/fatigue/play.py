"""What the chapter of fatigue puts into the sequence of play. [14.0]"""

from __future__ import annotations

from grognard.systems.goss.fatigue.hits import mutual_fatigue
from grognard.systems.goss.fatigue.recovery import recover
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "fatigue",
    begins={phases.FATIGUE_RECOVERY: [recover], phases.ENA_FATIGUE: [mutual_fatigue]},
)
