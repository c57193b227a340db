"""What the chapter of movement puts into the sequence of play. [7.0]"""

from __future__ import annotations

from grognard.systems.goss.command.status import left_zone
from grognard.systems.goss.leaders.benefits import movement_bonus
from grognard.systems.goss.leaders.following import take_stock
from grognard.systems.goss.modes.entering import REACHES
from grognard.systems.goss.movement.bonus import roll_bonuses
from grognard.systems.goss.movement.coups import Coup, fight_for_bridges
from grognard.systems.goss.movement.delays import (
    Delay,
    RemoveDelay,
    markers_cleared,
    markers_met,
    must_vacate,
)
from grognard.systems.goss.movement.ferries import Ferry, PreparedFerry
from grognard.systems.goss.movement.leaders import MoveLeader
from grognard.systems.goss.movement.mounting import Dismount, Mount
from grognard.systems.goss.movement.moves import Move
from grognard.systems.goss.movement.overstacks import overstacks_end
from grognard.systems.goss.movement.pa import PreparedMove, could_prepare
from grognard.systems.goss.movement.places import depots_fall, take_control
from grognard.systems.goss.movement.registers import (
    ENTERED,
    HOMEWARD,
    LED,
    MECH_TRACES,
    OBSERVED,
    STEPPED,
    TRACES,
    TROD,
)
from grognard.systems.goss.movement.resting import tired_by_moving
from grognard.systems.goss.movement.scouting import scouts_report
from grognard.systems.goss.movement.towing import MoveAsMech, guns_unhitched
from grognard.systems.goss.movement.transport import riders_lost
from grognard.systems.goss.night.resting import passed_enemies
from grognard.systems.goss.observation.observing import observed_there
from grognard.systems.goss.pieces.chain import towards_home
from grognard.systems.goss.pieces.losses import LOST_STEP
from grognard.systems.goss.supply.tracing import traces, traces_as_mech
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter
from grognard.systems.goss.works.shelter import settle

AT_END = [tired_by_moving, scouts_report]
"""What is looked at when a step of movement ends. [3.5.4] [8.4.1]"""
AFTER_MOVING = (overstacks_end, markers_met)
"""What is looked at when a phase in which units move has ended. [6.7.0] [7.13.2]"""
PLAY = Chapter(
    "movement",
    verbs={
        phases.MODES: [MoveAsMech],
        phases.STRAT_MOVES: [Move],
        phases.ROAD_MOVES: [Move, Mount, Dismount, Delay],
        phases.MOVES: [Move, Ferry, Mount, Dismount, Delay, MoveLeader],
        phases.PA_MOVES: [PreparedMove, PreparedFerry, Dismount],
        **{kind: [Coup] for kind in phases.EVERY_COUP},
        **{kind: [Move] for kind in phases.EXPLOIT_ROAD},
        **{kind: [Move, MoveLeader] for kind in phases.EXPLOIT_OFF},
        phases.DELAY_REMOVAL: [RemoveDelay],
        phases.ENEMY_DELAYS: [RemoveDelay],
    },
    begins={
        phases.COMBAT_RESERVES: [roll_bonuses],
        **{kind: [roll_bonuses] for kind in phases.EXPLOIT_COUPS},
    },
    ends={
        phases.DESIGNATION: [markers_cleared],
        **dict.fromkeys((*phases.MOVING, *phases.EVERY_COUP), AT_END),
        phases.PA_MOVES: [*AT_END, fight_for_bridges],
        **{kind: [*AT_END, fight_for_bridges] for kind in phases.EXPLOIT_OFF},
    },
    phase_ends={
        phases.COMMAND_STATUS: [guns_unhitched, *AFTER_MOVING],
        phases.QUICK_CONSTRUCTION: [guns_unhitched, *AFTER_MOVING],
        **dict.fromkeys(phases.EXPLOIT_OFF, AFTER_MOVING),
        phases.SHIFT_REMOVAL: [markers_met],
        phases.ENEMY_DELAYS: [markers_met],
    },
    owed={phases.MOVES: [must_vacate]},
    fills=[
        (REACHES, could_prepare),
        (LOST_STEP, riders_lost),
        (TRACES, traces),
        (MECH_TRACES, traces_as_mech),
        (OBSERVED, observed_there),
        (TROD, depots_fall),
        (TROD, take_control),
        (STEPPED, passed_enemies),
        (HOMEWARD, towards_home),
        (ENTERED, settle),
        (ENTERED, lambda game, names, h: take_stock(game)),
        (STEPPED, left_zone),
        (LED, movement_bonus),
    ],
    policies={"overstack": ("weakest",)},
    own_time=frozenset({"overstack"}),
)
