"""What the chapter of fire support puts into the sequence of play. [11.1.0]"""

from __future__ import annotations

from grognard.systems.goss.fire.announcing import Announce, owed_missions
from grognard.systems.goss.fire.barrage import Barrage, NameSpotter
from grognard.systems.goss.fire.exploiters import hunted
from grognard.systems.goss.fire.flying import GroundSupport
from grognard.systems.goss.fire.naval import Shell, assign_ships
from grognard.systems.goss.fire.shifts import remove_shifts, share_shifts
from grognard.systems.goss.movement.registers import STEPPED
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "fire",
    verbs={
        phases.AIR_SUPPORT: [GroundSupport],
        phases.DEFENSIVE_FIRE: [NameSpotter, Announce, Barrage],
        phases.DEFENSIVE_AIR: [GroundSupport, Shell],
        phases.OFFENSIVE_FIRE: [NameSpotter, Announce, Barrage],
        phases.OFFENSIVE_NAVAL: [Shell],
    },
    begins={phases.SHIFT_REMOVAL: [remove_shifts], phases.NAVAL: [assign_ships]},
    owed={phases.DEFENSIVE_AIR: [owed_missions], phases.OFFENSIVE_NAVAL: [owed_missions]},
    ends={kind: [share_shifts] for kind in (*phases.FIRING, phases.ADJUSTMENT, *phases.MOVING)},
    policies={
        "use-cover": ("best",),
        "first-hit": ("stand", "give way"),
        "take-fire": ("strongest", "first"),
        "fall-back": ("first",),
        "fall-back-loss": ("strongest",),
        "deplete": ("weakest",),
        "follow-up": ("stay",),
        "hunt": ("never", "always"),
        "fire-at-overrun": ("fire", "hold"),
    },
    own_time=frozenset({"deplete", "follow-up"}),
    fills=[(STEPPED, hunted)],
)
