"""What the chapters of reinforcements and replacements put into the sequence of play. [21.0]
[22.0]"""

from __future__ import annotations

from grognard.systems.goss.arrivals.assets import SplitAsset
from grognard.systems.goss.arrivals.coming import Arrive, Enter
from grognard.systems.goss.arrivals.consolidation import Consolidate
from grognard.systems.goss.arrivals.rebuilding import Replace
from grognard.systems.goss.arrivals.recycling import record_loss, replacement_points
from grognard.systems.goss.arrivals.refit import (
    EnterRefit,
    LeaveRefit,
    barred,
    enemies_came,
    enemies_near,
    guns_with_corps,
    no_assignment,
    no_reserve,
    refit_points,
    stays,
    strays_come,
    strays_home,
)
from grognard.systems.goss.arrivals.resurrection import Resurrect
from grognard.systems.goss.arrivals.transfers import GiveGuns, GiveSteps
from grognard.systems.goss.arrivals.withdrawing import must_go, withdraw
from grognard.systems.goss.command.registers import FORBIDS, UNASSIGNED
from grognard.systems.goss.modes.groups import UNFIT
from grognard.systems.goss.movement.registers import BARRED, ENTERED
from grognard.systems.goss.pieces.losses import LOST_STEP
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

COMING = (phases.STRAT_MOVES, phases.ROAD_MOVES, phases.MOVES, phases.PA_MOVES)
"""The steps of a Movement Phase in which reinforcements come in. [3.3.2c]"""
CONTACT = (*phases.MOVING, phases.OFFENSIVE_FIRE, phases.DEFENSIVE_FIRE, phases.ASSAULTS)
"""When units may have come nearer to a formation in refit. [22.4.4]"""
PLAY = Chapter(
    "arrivals",
    verbs={
        phases.COMMAND: [EnterRefit, LeaveRefit, GiveSteps, GiveGuns],
        phases.ENTRY: [Arrive, SplitAsset],
        **{kind: [Enter] for kind in COMING},
        phases.REPLACEMENTS: [Replace, Consolidate, Resurrect],
    },
    begins={
        phases.REPLACEMENT_POINTS: [replacement_points],
        phases.ENTRY: [withdraw],
        phases.REPLACEMENTS: [refit_points],
    },
    ends={kind: [enemies_near] for kind in CONTACT},
    phase_ends={
        phases.COMMAND_STATUS: [withdraw, strays_home],
        phases.QUICK_CONSTRUCTION: [withdraw, strays_home],
    },
    owed={
        phases.COMMAND: [guns_with_corps],
        phases.STRAT_MOVES: [must_go],
        phases.MOVES: [must_go, strays_come],
    },
    fills=[
        (LOST_STEP, record_loss), (BARRED, barred), (ENTERED, enemies_came), (UNFIT, no_reserve),
        (FORBIDS, stays), (UNASSIGNED, no_assignment),
    ],
)  # fmt: skip
