"""What the chapter of ground assault puts into the sequence of play. [10.2.0] [12.0] [13.0]"""

from __future__ import annotations

from grognard.systems.goss.assault.assaulting import GroundAssault, must_attack, stragglers
from grognard.systems.goss.assault.designation import (
    CallOff,
    Designate,
    GiveUp,
    PayAssaults,
    excess,
    out_of_contact,
)
from grognard.systems.goss.assault.hooks import FOUGHT, SURRENDERS
from grognard.systems.goss.assault.limits import too_many
from grognard.systems.goss.assault.raids import against_ammunition, fight_for_bridge
from grognard.systems.goss.assault.training import gain_experience
from grognard.systems.goss.command.status import driven_out
from grognard.systems.goss.leaders.following import take_stock
from grognard.systems.goss.modes.entering import UNPAID as UNPAID_PA
from grognard.systems.goss.movement.coups import FIGHTS, UNPAID
from grognard.systems.goss.supply.surrender import surrenders
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "assault",
    verbs={
        phases.DESIGNATION: [Designate],
        phases.ADJUSTMENT: [GiveUp, PayAssaults, CallOff],
        phases.ASSAULTS: [GroundAssault],
    },
    begins={phases.ADJUSTMENT: [out_of_contact]},
    ends={phases.ASSAULTS: [stragglers]},
    owed={phases.ADJUSTMENT: [excess], phases.ASSAULTS: [must_attack]},
    fills=[
        (SURRENDERS, surrenders),
        (FIGHTS, fight_for_bridge),
        (UNPAID, against_ammunition),
        (UNPAID_PA, too_many),
        (FOUGHT, gain_experience),
        (FOUGHT, lambda game, assault, outcome: driven_out(game)),
        (FOUGHT, lambda game, assault, outcome: take_stock(game)),
    ],
    policies={
        "terrain-line": ("highest",),
        "standoff": ("nobody", "all"),
        "half-strength": ("full", "half"),
        "who-defends": ("strongest",),
        "blow-bridge": ("yes", "no"),
        "combined-arms": ("strongest",),
        "use-leader": ("yes", "no"),
        "support": ("all", "none"),
        "lead": ("best",),
        "lead-armor": ("best",),
        "commit-reserves": ("all", "none"),
        "spend-work": ("no", "yes"),
        "convert-hit": ("no", "yes"),
        "lose-step": ("strongest",),
        "declare": ("hold", "full"),
        "take-hit": ("fatigue", "steps"),
        "retreat": ("safest",),
        "retreat-loss": ("strongest",),
    },
)
