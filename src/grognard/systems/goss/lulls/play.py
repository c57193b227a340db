"""What lulls and army reserve put into the sequence of play. [24.0] [25.0]"""

from __future__ import annotations

from grognard.systems.goss.assault.attackers import FORBIDS
from grognard.systems.goss.lulls.active import ACTIVE, ReplaceActive
from grognard.systems.goss.lulls.asking import GRANT, AskLull, begin_commanded
from grognard.systems.goss.lulls.ending import BREAK, POSTPONE, review
from grognard.systems.goss.lulls.leaving import PLACE, LeaveReserve, alarmed, driven_out, stragglers
from grognard.systems.goss.lulls.quarrels import against_assaulting, against_moving
from grognard.systems.goss.lulls.reserve import EnterReserve, LayArea, Reassign
from grognard.systems.goss.lulls.waking import (
    WakeUnits,
    attacked_wake,
    no_more_waking,
    roll_to_wake,
    struck_wake,
)
from grognard.systems.goss.movement.registers import BARRED, STEPPED, UNREPLACED
from grognard.systems.goss.pieces.chain import RESTLESS
from grognard.systems.goss.pieces.quiet import against_supplies, inactive
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

FIGHTS = (*phases.EXPLOIT_MOVES, *phases.EVERY_COUP)
PLAY = Chapter(
    "lulls",
    verbs={
        phases.COMMAND: [LayArea, EnterReserve, Reassign, LeaveReserve],
        phases.LULLS: [AskLull, ReplaceActive],
        phases.WEATHER_LULLS: [AskLull],
        phases.MODES: [WakeUnits],
    },
    begins={phases.MODES: [stragglers, roll_to_wake]},
    ends={
        phases.WEATHER: [review, begin_commanded],
        phases.MODES: [no_more_waking],
        phases.TURN_END: [attacked_wake],
        phases.ASSAULTS: [struck_wake, driven_out],
        **dict.fromkeys(FIGHTS, (struck_wake,)),
        phases.DEFENSIVE_FIRE: [driven_out],
        phases.OFFENSIVE_FIRE: [driven_out],
    },
    fills=[
        (BARRED, against_moving), (FORBIDS, against_assaulting), (STEPPED, alarmed),
        (RESTLESS, inactive), (UNREPLACED, against_supplies),
    ],
    policies={
        GRANT: ("no", "yes"), BREAK: ("no", "yes"), POSTPONE: ("no", "yes"), ACTIVE: ("nobody",),
        PLACE: ("nearest",),
    },
    own_time=frozenset({ACTIVE, POSTPONE}),
)  # fmt: skip
