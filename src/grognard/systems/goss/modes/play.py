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
"""What is looked at whenever units have moved. [5.4.2] [5.3.1]"""
PLAY = Chapter(
    "modes",
    verbs={
        phases.MODES: [EnterMode, Exploit, ExploitAlone, Reserve, Leave, Battery],
        phases.COMBAT_RESERVES: [CombatReserve],
        phases.COMMAND_STATUS: [LeaveStrat],
    },
    begins={phases.COMBAT_RESERVES: [reserves_in_contact]},
    ends={
        phases.FUEL: [dry_leave_exploit],
        phases.SUPPLY: [oos_leave_exploit],
        phases.PA_MOVES: CONTACT,
        phases.ASSAULTS: CONTACT,
        **dict.fromkeys(phases.EXPLOIT_OFF, CONTACT),
    },
)
