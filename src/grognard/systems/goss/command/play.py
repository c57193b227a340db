"""What the chapter of command puts into the sequence of play. [9.0]"""

from __future__ import annotations

from grognard.systems.goss.command.attaching import (
    Attach,
    Detach,
    EmergencyAttach,
    LeaveOut,
    fed_again,
    too_many,
)
from grognard.systems.goss.command.boundaries import Draw, HandOver, must_draw
from grognard.systems.goss.command.groups import (
    ChangeLeader,
    FormGroup,
    Reassign,
    divide,
    without_corps,
)
from grognard.systems.goss.command.status import (
    determine,
    driven_out,
    joined,
    orphaned,
    strat_is_over,
    strayed,
)
from grognard.systems.goss.command.zones import note_front
from grognard.systems.goss.pieces.losses import LOST_STEP
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

FIRE = (
    phases.AIR_SUPPORT, phases.DEFENSIVE_FIRE, phases.DEFENSIVE_AIR, phases.OFFENSIVE_FIRE,
    phases.OFFENSIVE_NAVAL,
)  # fmt: skip
PLAY = Chapter(
    "command",
    verbs={
        phases.COMMAND: [
            Attach, Detach, FormGroup, ChangeLeader, Reassign, LeaveOut, Draw, HandOver,
        ],
        phases.ENTRY: [EmergencyAttach],
    },
    begins={phases.COMMAND: [strat_is_over, joined, fed_again], phases.COMMAND_STATUS: [determine]},
    ends={
        phases.COMMAND: [divide, note_front],
        **{kind: [driven_out] for kind in (*FIRE, phases.ASSAULTS)},
    },
    phase_ends={kind: [strayed] for kind in phases.EXPLOIT_OFF},
    owed={phases.COMMAND: [too_many, without_corps, must_draw]},
    fills=[(LOST_STEP, orphaned)],
)  # fmt: skip
