"""What the chapter of engineers and works puts into the sequence of play. [17.0]"""

from __future__ import annotations

from grognard.systems.goss.pieces.losses import LOST_STEP
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter
from grognard.systems.goss.works.bridging import (
    BuildBridge,
    Dismantle,
    advanced,
    disturbed,
    quickly_bridged,
)
from grognard.systems.goss.works.building import lost_a_step, unsupplied
from grognard.systems.goss.works.collapse import Demolish, DemolishUnseen
from grognard.systems.goss.works.crews import RoadCrew, StopWork, disbanded
from grognard.systems.goss.works.digging import Dig, completed, quickly_completed
from grognard.systems.goss.works.garrison import abandoned, areas_razed
from grognard.systems.goss.works.shelter import Shelter

REVIEWED = (
    phases.SURRENDER, phases.MODES, phases.ENTRY, *phases.MOVING, *phases.EVERY_COUP,
    *phases.RELEASES, phases.AIR_SUPPORT, phases.DEFENSIVE_FIRE, phases.DEFENSIVE_AIR,
    phases.OFFENSIVE_FIRE, phases.OFFENSIVE_NAVAL, phases.ADJUSTMENT, phases.ASSAULTS,
    phases.SUPPLY,
)  # fmt: skip
"""The segments after which it is seen whether works can go on."""
LAST = (
    phases.SURRENDER, phases.MODES, phases.CONSTRUCTION, phases.DEMOLITION, phases.COMMAND_STATUS,
    phases.QUICK_CONSTRUCTION, *phases.EXPLOIT_OFF, phases.SHIFT_REMOVAL, phases.ENEMY_DELAYS,
)  # fmt: skip
"""The segments with which the phases end in which anybody goes or dies."""
PLAY = Chapter(
    "works",
    verbs={
        phases.MODES: [Shelter, StopWork],
        phases.CONSTRUCTION: [Dig, BuildBridge, Dismantle, RoadCrew, StopWork],
        phases.DEMOLITION: [Demolish, DemolishUnseen],
        phases.ROAD_MOVES: [StopWork],
        phases.MOVES: [StopWork],
        phases.DESIGNATION: [StopWork],
    },
    begins={
        phases.CONSTRUCTION: [areas_razed, completed, advanced],
        phases.QUICK_CONSTRUCTION: [quickly_completed, quickly_bridged],
    },
    ends=dict.fromkeys(REVIEWED, (unsupplied, disturbed, disbanded)),
    phase_ends=dict.fromkeys(LAST, (abandoned,)),
    fills=[(LOST_STEP, lost_a_step)],
)
