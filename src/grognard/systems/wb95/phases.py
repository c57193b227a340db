"""The sequence of play: twelve phases a turn, six for each player. [2.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.engine.decision import Ask, Deed, Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import Segment, proceed
from grognard.kit.deeds import Verb
from grognard.kit.orders import Nothing
from grognard.kit.setup import AS_PRINTED, SET_UP
from grognard.systems.wb95 import victory
from grognard.systems.wb95.air import air
from grognard.systems.wb95.arrivals.reinforcements import Enter, Exit, Shift
from grognard.systems.wb95.arrivals.replacements import Replace
from grognard.systems.wb95.arrivals.reserves import Call, Muster
from grognard.systems.wb95.artillery.barrage_fire import Barrage
from grognard.systems.wb95.artillery.gun_setup import ChangeSetup
from grognard.systems.wb95.artillery.ranged import FireAtObject, RangedAttack
from grognard.systems.wb95.combat.attack import (
    COMMIT_EVERYTHING,
    COMMIT_NOTHING,
    Attack,
)
from grognard.systems.wb95.combat.commitments import Defend
from grognard.systems.wb95.combat.pursuit import Pursuit
from grognard.systems.wb95.combat.retreat import Retreat
from grognard.systems.wb95.engineering import bridge_building
from grognard.systems.wb95.engineering.bridge_building import Build
from grognard.systems.wb95.engineering.demolition import Blow, Rebuild
from grognard.systems.wb95.engineering.digging import Dig
from grognard.systems.wb95.fighting import (
    disorganisation,
    obligations,
)
from grognard.systems.wb95.fighting.losses import (
    Losses,
)
from grognard.systems.wb95.masking.mask_deeds import Arrange, Mask, Unmask
from grognard.systems.wb95.movement import stacking
from grognard.systems.wb95.movement.marking import Mark
from grognard.systems.wb95.movement.moves import Move
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
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


class EndPhase(Verb[Wb, Nothing]):
    """Ending a phase; never before its obligations are met. [2.1.2] [2.1.4] [5.1.7]"""

    do, rule, order = "end", "2.1.4", Nothing
    title, ends = "End the phase", True

    def __init__(self, phase: Phase) -> None:
        self.phase = phase

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Nothing]:
        """The one way."""
        yield Nothing()

    def against(self, game: Wb, player: str, order: Nothing) -> list[Refusal]:
        """The phase ends when nothing in it is obligatory any more. [2.1.4]

        A barrage is no obligation. [6.5.8]
        """
        return self.phase.unfinished(game, player)

    def carry_out(self, game: Wb, player: str, order: Nothing) -> Procedure:
        """Close this phase and go on. [2.1.3]"""
        yield from proceed(game)


class Phase(Segment[Wb]):
    """One phase, of one player or of both."""

    prompt = ""

    def __init__(self, number: int, actor: int, scenario: Wb95Scenario) -> None:
        self.number = number
        self.side = scenario.sides[actor]
        self.name = f"{self.title} of {self.side}"
        self.rule = f"2.2.P{number}" if number <= 5 else "2.2.P7"
        self.deeds: tuple[Deed[Wb], ...] = (*self.make_deeds(), EndPhase(self))
        self.questions = (Ask(self.side, self.title, self.prompt, self.rule, self.deeds),)

    title = "Phase"

    def make_deeds(self) -> tuple[Deed[Wb], ...]:
        """The kinds of action of the phase, besides ending it. [2.1.2]"""
        return ()

    def asks(self, game: Wb) -> Sequence[Ask]:
        """The phasing player acts until he ends the phase; a phase without choices is skipped."""
        return self.questions if self.worth_asking(game) else ()

    def worth_asking(self, game: Wb) -> bool:
        """Whether there is anything to decide. [2.1.4]"""
        return True

    def unfinished(self, game: Wb, player: str) -> list[Refusal]:
        """What the player must still do before the phase can end."""
        return []

    def leave(self, game: Wb) -> Procedure:
        """What every phase does when it ends: recovery, abandoned works, missions that end."""
        disorganisation.recover(game)
        fortification.clear_abandoned(game)
        air.expire(game)
        bridge_building.watch(game)
        yield from ()


class AirPhase(Phase):
    """Both players assign air missions in secret; air combat and air attacks follow. [2.2.P1]"""

    title = "Air Phase"

    def enter(self, game: Wb) -> Procedure:
        """The whole phase is one procedure with questions to both players."""
        yield from air.air_phase(game)

    def worth_asking(self, game: Wb) -> bool:
        """Nothing is left to decide when the missions have been flown."""
        return False


class BarragePhase(Phase):
    """Artillery barrage, if the scenario grants it. [2.2.P2]"""

    title = "Artillery Barrage"
    prompt = "fire the barrage"

    def make_deeds(self) -> tuple[Deed[Wb], ...]:
        """Barrages, as many as the player likes: none is fine. [6.5.2] [6.5.8]"""
        return (Barrage(),)

    def worth_asking(self, game: Wb) -> bool:
        """Without a grant of the scenario, guns and ammunition there is no barrage. [2.2.P2]"""
        return Barrage().possible(game, self.side)


class MovementPhase(Phase):
    """Moving, digging in, reinforcements, works, marking for strategic movement. [2.2.P3]"""

    title = "Movement"
    prompt = "move, dig in, bring reinforcements, mark for strategic movement"

    def make_deeds(self) -> tuple[Deed[Wb], ...]:
        """What a unit may do instead of standing still. [2.1.2] [2.2.P3]"""
        return (
            *(Move(), ChangeSetup(), Mark(), Dig(), Replace()),
            *(Enter(), Shift(), Exit(), Call(), Muster()),  # [11.1.3]
            *(Blow(), Rebuild(), Build()),
            *(Mask(), Unmask(), Arrange()),  # [16.1.2]
        )

    def enter(self, game: Wb) -> Procedure:
        """Bridges over big rivers begun a turn ago are ready. [14.3.2c]"""
        bridge_building.complete(game, self.side)
        yield from ()

    def unfinished(self, game: Wb, player: str) -> list[Refusal]:
        """Hexes that are too full are thinned out before the phase ends. [3.2.1]"""
        return stacking.unfinished(game, player)


class AttackPhase(Phase):
    """Obligatory and voluntary attacks, in the order the attacker chooses. [2.2.P4] [5.1.6]"""

    title = "Attack"
    prompt = "attack; obligatory attacks must be made before the phase ends"

    def make_deeds(self) -> tuple[Deed[Wb], ...]:
        """Direct attacks, and fire from a distance. [2.1.2] [2.2.P4] [5.0]"""
        return (Attack(), RangedAttack(), FireAtObject())

    def unfinished(self, game: Wb, player: str) -> list[Refusal]:
        """Obligatory attacks that can be made must be made. [5.1.3] [5.1.4] [5.1.7]"""
        return obligations.unfinished(game, player)


class StrategicPhase(Phase):
    """Marked units move after the fighting; reinforcements may enter. [2.2.P5]"""

    title = "Strategic Movement"
    prompt = "move the units marked for strategic movement"

    def make_deeds(self) -> tuple[Deed[Wb], ...]:
        """Moving those that were marked; entering and leaving. [2.1.2] [2.2.P5] [11.1.3]"""
        return (Move(), Enter(), Exit())

    def unfinished(self, game: Wb, player: str) -> list[Refusal]:
        """Hexes that are too full are thinned out before the phase ends. [3.2.1]"""
        return stacking.unfinished(game, player)


class SupplyPhase(Phase):
    """Supply, surrender, control of hexes, bridge building: nothing to decide. [2.2.P6a]"""

    title = "Supply"

    def enter(self, game: Wb) -> Procedure:
        """The steps of the phase, in order. [2.2.P6a] [2.2.P6b] [2.2.P6c] [2.2.P6d]"""
        yield from supply.supply_phase(game, self.side)

    def worth_asking(self, game: Wb) -> bool:
        """The steps of the phase are carried out on entering it."""
        return False

    def leave(self, game: Wb) -> Procedure:
        """When the phase is over, a player may have won at once. [S1.9] [S2.9]"""
        yield from super().leave(game)
        victory.check_automatic(game, self.side)


SIX = (AirPhase, BarragePhase, MovementPhase, AttackPhase, StrategicPhase, SupplyPhase)


def sequence(scenario: Wb95Scenario) -> tuple[Segment[Any], ...]:
    """Six phases of player A, then the same six of player B. [2.2.P7]"""
    return tuple(
        phase(number + 1 + 6 * actor, actor, scenario)
        for actor in (0, 1)
        for number, phase in enumerate(SIX)
    )
