"""The sequence of play: twelve phases a turn, six for each player. [2.2]

What may be done in a phase, besides ending it, stands with the phase.
"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.kit.setup import AS_PRINTED, SET_UP
from grognard.kit.turn import End, Part, Turn, played, player_turn
from grognard.systems.wb95 import victory
from grognard.systems.wb95.air import air
from grognard.systems.wb95.arrivals import reserves
from grognard.systems.wb95.arrivals.reinforcements import Enter, Exit, Shift
from grognard.systems.wb95.arrivals.replacements import Replace
from grognard.systems.wb95.arrivals.reserves import Call, Muster
from grognard.systems.wb95.artillery.barrage_fire import Barrage
from grognard.systems.wb95.artillery.gun_setup import ChangeSetup
from grognard.systems.wb95.artillery.ranged import FireAtObject, RangedAttack
from grognard.systems.wb95.combat.attack import COMMIT_EVERYTHING, COMMIT_NOTHING, Attack
from grognard.systems.wb95.combat.commitments import Defend
from grognard.systems.wb95.combat.pursuit import Pursuit
from grognard.systems.wb95.combat.retreat import Retreat
from grognard.systems.wb95.engineering import bridge_building
from grognard.systems.wb95.engineering.bridge_building import Build
from grognard.systems.wb95.engineering.demolition import Blow, Rebuild
from grognard.systems.wb95.engineering.digging import Dig
from grognard.systems.wb95.fighting import disorganisation, obligations
from grognard.systems.wb95.fighting.losses import Losses
from grognard.systems.wb95.masking.mask_deeds import Arrange, Mask, Unmask
from grognard.systems.wb95.movement import stacking
from grognard.systems.wb95.movement.marking import Mark
from grognard.systems.wb95.movement.moves import Move
from grognard.systems.wb95.scenario import AIR, ATTACK, BARRAGE, MOVEMENT, STRATEGIC, SUPPLY, Wb
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.works import fortification

STANDING_POLICIES: dict[str, tuple[str, ...]] = {
    SET_UP: (AS_PRINTED,),
    "air": ("no missions",),
    Defend.do: (COMMIT_NOTHING, COMMIT_EVERYTHING),
    Losses.do: ("cheapest",),
    Retreat.do: (Retreat.do, "stand", "retreat unless in town"),
    Pursuit.do: ("decline", "advance"),
}
"""For each question that may interrupt the enemy's turn, the answers a player may leave."""
IN_OWN_TIME = frozenset({SET_UP, "air", Pursuit.do})
"""The questions among them that one is asked in one's own turn, or together with the enemy."""


PHASING, A, B = "phasing", "A", "B"
"""The player whose phase it is; the players by who goes first. [2.2]"""


class EndPhase(End[Wb]):
    """Ending a phase; never before its obligations are met. [2.1.4]"""

    rule = "2.1.4"
    phrase = ()  # its title says it


# ---- what happens by itself


def bridges_ready(game: Wb) -> None:
    """Bridges over big rivers begun a turn ago are ready. [14.3.2c]"""
    bridge_building.complete(game, _phasing(game))


def supply_steps(game: Wb) -> Procedure:
    """The steps of the Supply Phase, in order. [2.2.P6a] [2.2.P6b] [2.2.P6c] [2.2.P6d]"""
    return supply.supply_phase(game, _phasing(game))


def won_at_once(game: Wb) -> None:
    """When the Supply Phase is over, a player may have won at once. [S1.9] [S2.9]"""
    victory.check_automatic(game, _phasing(game))


def _phasing(game: Wb) -> str:
    return played(game).side(game, PHASING)


AFTER = (
    disorganisation.recover, fortification.clear_abandoned, air.expire, bridge_building.watch,
)  # fmt: skip
"""What every phase does when it ends: recovery, abandoned works, missions that end."""


# ---- the phases


AIR_PHASE: Part[Wb] = Part(
    AIR, "Air Phase", "2.2.P1", role=PHASING,
    begins=[air.air_phase], ends=AFTER,
)  # fmt: skip
"""Both assign missions in secret; air combat and air attacks follow: one procedure. [2.2.P1]"""
BARRAGE_PHASE: Part[Wb] = Part(
    BARRAGE, "Artillery Barrage", "2.2.P2", "fire the barrage", PHASING,
    verbs=[Barrage], ends=AFTER,
)  # fmt: skip
"""Barrages, if the scenario grants any, as many as the player likes: none is fine. [2.2.P2] [6.5.2]
[6.5.8]"""
MOVEMENT_PHASE: Part[Wb] = Part(
    MOVEMENT, "Movement", "2.2.P3",
    "move, dig in, bring reinforcements, mark for strategic movement", PHASING,
    verbs=[
        *(Move, ChangeSetup, Mark, Dig, Replace),
        *(Enter, Shift, Exit, Call, Muster),  # [11.1.3]
        *(Blow, Rebuild, Build),
        *(Mask, Unmask, Arrange),  # [16.1.2]
    ],
    stops=True, begins=[bridges_ready], owed=[stacking.unfinished, reserves.unfinished],
    ends=AFTER,
)  # fmt: skip
"""What a unit may do instead of standing still [2.1.2] [2.2.P3]; hexes are thinned out before it
ends [3.2.1], and reserves that come are all there. [S1.8]"""
ATTACK_PHASE: Part[Wb] = Part(
    ATTACK, "Attack", "2.2.P4", "attack; obligatory attacks must be made before the phase ends",
    PHASING,
    verbs=[Attack, RangedAttack, FireAtObject],
    stops=True, owed=[obligations.unfinished], ends=AFTER,
)  # fmt: skip
"""Obligatory and voluntary attacks, and fire from a distance, in the order the attacker chooses.
[2.1.2] [2.2.P4] [5.0] [5.1.6] Those obligatory that can be made must be, before it ends. [2.1.4]
[5.1.3] [5.1.4] [5.1.7]"""
STRATEGIC_PHASE: Part[Wb] = Part(
    STRATEGIC, "Strategic Movement", "2.2.P5", "move the units marked for strategic movement",
    PHASING,
    verbs=[Move, Enter, Exit],
    stops=True, owed=[stacking.unfinished], ends=AFTER,
)  # fmt: skip
"""Marked units move after the fighting [2.2.P5]; others enter and leave [11.1.3]; hexes are
thinned out before it ends. [3.2.1]"""
SUPPLY_PHASE: Part[Wb] = Part(
    SUPPLY, "Supply", "2.2.P6a", role=PHASING,
    begins=[supply_steps], ends=[*AFTER, won_at_once],
)  # fmt: skip
"""Supply, surrender, control of hexes, bridge building: nothing to decide. [2.2.P6a]"""

SIX = (AIR_PHASE, BARRAGE_PHASE, MOVEMENT_PHASE, ATTACK_PHASE, STRATEGIC_PHASE, SUPPLY_PHASE)
TURN: Turn[Wb] = Turn(
    parts=[
        *player_turn(SIX, phasing=A),
        *(replace(part, rule="2.2.P7") for part in player_turn(SIX, phasing=B)),
    ],
    roles=lambda game, role: game.scenario.sides[0 if role == A else 1],
    end=EndPhase,
)
"""Six phases of player A, then the same six of player B. [2.2.P7] A phase without anything to
decide is passed over. [2.1.4]"""
