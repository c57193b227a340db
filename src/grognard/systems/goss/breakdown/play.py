"""What the chapter of breakdown puts into the sequence of play. [18.0] [4.6.1]"""

from __future__ import annotations

from grognard.systems.goss.breakdown.breaking import BreakDown
from grognard.systems.goss.breakdown.forming import Broods
from grognard.systems.goss.breakdown.panzers import DissolvePanzers, FormPanzers, panzers_lost
from grognard.systems.goss.breakdown.recombining import Recombine, company_lost
from grognard.systems.goss.breakdown.regular import Reorganize
from grognard.systems.goss.pieces.losses import LOST_STEP
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "breakdown",
    verbs={
        phases.MODES: [FormPanzers, DissolvePanzers],
        phases.ROAD_MOVES: [BreakDown, Recombine, Reorganize],
        phases.MOVES: [BreakDown, Recombine, Reorganize],
    },
    indexes=[Broods],
    fills=[(LOST_STEP, company_lost), (LOST_STEP, panzers_lost)],
)
