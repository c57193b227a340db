"""What the chapter of modes puts into the sequence of play. [5.0]"""

from __future__ import annotations

from grognard.systems.goss.modes.changing import (
    alone_with_strangers,
    dry_leave_exploit,
    exposed_reserves,
    oos_leave_exploit,
)
from grognard.systems.goss.modes.groups import Exploit, ExploitAlone, Leave, Reserve
from grognard.systems.goss.modes.single import (
    Battery,
    CombatReserve,
    EnterMode,
    LeaveStrat,
    reserves_in_contact,
)
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

CONTACT = [exposed_reserves, alone_with_strangers]
"""What is looked at whenever a phase ends in which units move. [5.4.2] [5.3.1]"""
PLAY = Chapter(
    "modes",
    verbs={
        phases.MODES: [EnterMode, Exploit, ExploitAlone, Reserve, Leave, Battery],
        phases.COMBAT_RESERVES: [CombatReserve],
        phases.COMMAND_STATUS: [LeaveStrat],
    },
    begins={phases.COMBAT_RESERVES: [reserves_in_contact]},
    ends={
        phases.FUEL: [dry_leave_exploit, alone_with_strangers],
        phases.MODES: [alone_with_strangers],
        phases.SUPPLY: [oos_leave_exploit, alone_with_strangers],
        **{kind: [exposed_reserves] for kind in (*phases.MOVING, *phases.FIRING)},
        **dict.fromkeys((phases.PA_MOVES, phases.ASSAULTS, *phases.EXPLOIT_OFF), CONTACT),
    },
)
