"""The sequence of play, Standard and Advanced. [3.0]

The list is that of public copies of the card, `tables/sequence-of-play.csv`; what may be done in a
part, besides ending it, stands with the part.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grognard.kit.turn import End, Part, Turn
from grognard.systems.nextwar.air.points import air_phase
from grognard.systems.nextwar.air.rebasing import Rebase, owed_rebases
from grognard.systems.nextwar.airpower.arriving import deploy
from grognard.systems.nextwar.airpower.phases import TRANSFERS, TRANSFERS_SECOND, air_war
from grognard.systems.nextwar.airpower.sorties import service, weather_bound
from grognard.systems.nextwar.amphibious.assault import Land
from grognard.systems.nextwar.amphibious.beachheads import (
    PlaceBeachhead,
    RemoveBeachhead,
    unattended,
)
from grognard.systems.nextwar.amphibious.embarking import Disembark, Embark
from grognard.systems.nextwar.arrivals.reinforcements import Enter, land_overseas
from grognard.systems.nextwar.arrivals.replacements import Rebuild, Recover, receive
from grognard.systems.nextwar.combat.attack import Attack, make_ready
from grognard.systems.nextwar.command.bridges import BuildBridge, TakeUpBridge, bridges_hold
from grognard.systems.nextwar.command.capability import gas_blown_away, turned_back
from grognard.systems.nextwar.detection.phases import ELECTRONIC_DETECTION
from grognard.systems.nextwar.ending.reorganization import reorganize
from grognard.systems.nextwar.ending.victory import victory_phase
from grognard.systems.nextwar.infiltration import Infiltrate
from grognard.systems.nextwar.korea.shelling import shell
from grognard.systems.nextwar.lift.airmobile import Airlift
from grognard.systems.nextwar.lift.going_in import GoIn
from grognard.systems.nextwar.lift.marines import MarineLift
from grognard.systems.nextwar.lift.paradrop import Drop
from grognard.systems.nextwar.lift.points import reinforced
from grognard.systems.nextwar.lift.transport import AirTransport
from grognard.systems.nextwar.movement.bridgework import Demolish, Repair
from grognard.systems.nextwar.movement.moves import Move
from grognard.systems.nextwar.nations.ceasefire import council_meets
from grognard.systems.nextwar.nations.marines import TASK_FORCES, meus_give_way
from grognard.systems.nextwar.nations.posture import supplied_from_abroad
from grognard.systems.nextwar.naval.control import sea_control
from grognard.systems.nextwar.naval.detecting import naval_detection
from grognard.systems.nextwar.naval.flights import BaseAboard
from grognard.systems.nextwar.naval.mines import LayMines, MineBySubmarine, Sweep
from grognard.systems.nextwar.naval.removal import storms
from grognard.systems.nextwar.naval.sailing import Commit, Convert, Sail
from grognard.systems.nextwar.naval.surface import surface_combat
from grognard.systems.nextwar.naval.transport import Ferry, Transport
from grognard.systems.nextwar.options import ADVANCED, STANDARD
from grognard.systems.nextwar.raids.missions import reinforce
from grognard.systems.nextwar.raids.phases import FIRST_RAIDS, SECOND_RAIDS
from grognard.systems.nextwar.repair.aircraft import Consolidate, Refit
from grognard.systems.nextwar.repair.bridges import MendBridge
from grognard.systems.nextwar.repair.phases import REPAIRS
from grognard.systems.nextwar.scenario import NextWarScenario, Nw
from grognard.systems.nextwar.status import INITIATIVE
from grognard.systems.nextwar.strikes.phases import FIRST_STRIKE, SECOND_STRIKE
from grognard.systems.nextwar.strikes.theater import missiles_arrive
from grognard.systems.nextwar.supply.phases import FIRST_SUPPLY, ISOLATION, SECOND_SUPPLY, SUPPLY
from grognard.systems.nextwar.supply.points import supplies_arrive
from grognard.systems.nextwar.turn import weather
from grognard.systems.nextwar.turn.initiative import (
    FIRST,
    SECOND,
    initiative_phase,
    kind_of,
    side_of,
)

OPENING_MOVES, BASIC = "Initiative Movement and Combat", "Basic Movement and Combat"
OWN_TURN = {OPENING_MOVES: (INITIATIVE,), BASIC: ()}
"""The kinds of turn in which each of these phases occurs: all, where none is named. [3.0]"""
ARRIVALS = "Reinforcements and Replacements"


SAILING = (
    Sail, Convert, LayMines, MineBySubmarine, Embark, Disembark, PlaceBeachhead, RemoveBeachhead,
    Transport, Ferry, BaseAboard,
)  # fmt: skip
"""Every way to move by sea: ships themselves, and what goes by Sea Transport. [8.5.6.1]"""
FLYING = (Airlift, GoIn, AirTransport, Drop, MarineLift)
FIGHTING = (Attack, Land, PlaceBeachhead)
MOVING = (
    Move, Infiltrate, Rebase, Demolish, Repair, MendBridge, BuildBridge, TakeUpBridge,
    *FLYING, *SAILING,
)  # fmt: skip
"""Every way to move: on the ground, by air, by sea."""
ELITE_MOVING = (
    Move,
    Infiltrate,
    Demolish,
    Repair,
    MendBridge,
    BuildBridge,
    TakeUpBridge,
    AirTransport,
    Drop,
)


class EndPhase(End[Nw]):
    """Ending a phase or segment. [3.0]"""

    rule = "3.0"
    phrase = ()  # its title says it


WEATHER: Part[Nw] = Part("weather", "Weather Phase", "4.0", begins=[weather.weather_phase, storms])
INITIATIVE_PHASE: Part[Nw] = Part(
    "initiative", "Initiative Phase", "5.1", begins=[initiative_phase]
)
AIR_NAVAL: Part[Nw] = Part(
    "air-naval", "Air and Naval Phase", "6.1", begins=[air_phase, sea_control, shell]
)
"""Air Points, and who rules the air and the sea. [6.1] [6.4] [7.2]"""
SWEEPING: Part[Nw] = Part(
    "mine-clearance", "Mine Clearance", "7.5.2", "clear mines", FIRST, "Air and Naval Phase",
    verbs=[Sweep],
)  # fmt: skip
SWEEPING_SECOND: Part[Nw] = replace(SWEEPING, kind="second-mine-clearance", role=SECOND)

MOVEMENT: Part[Nw] = Part(
    "move",
    "Movement",
    "8.0",
    "move; work on bridges comes last",
    FIRST,
    stops=True,
    verbs=MOVING,
    ends=[unattended, bridges_hold, meus_give_way],
)
"""A Movement Segment, whoever's and whenever. [8.0]"""
COMBAT: Part[Nw] = Part(
    "combat",
    "Combat",
    "9.0",
    "attack enemies next to your units",
    FIRST,
    stops=True,
    verbs=FIGHTING,
    begins=[make_ready],
)
"""A Combat Segment. [9.0]"""
REACTION_MOVEMENT = replace(
    MOVEMENT, title="Reaction Movement", rule="5.0", role=SECOND,
    prompt="move in answer; work on bridges comes last",
)  # fmt: skip
REACTION_COMBAT = replace(
    COMBAT, title="Reaction Combat", rule="5.0", role=SECOND, prompt="attack in answer"
)


def _segment(part: Part[Nw], kind: str, phase: str, **other: Any) -> Part[Nw]:
    """A Movement or Combat Segment at its place in the turn; those of the Initiative Player's own
    phase occur in Initiative Turns only. [3.0]"""
    return replace(part, kind=kind, phase=phase, turns=OWN_TURN[phase], **other)


OPENING = (
    _segment(MOVEMENT, "init-move", OPENING_MOVES),
    _segment(COMBAT, "init-combat", OPENING_MOVES),
    _segment(
        MOVEMENT, "elite-reaction-move", OPENING_MOVES, title="Elite Reaction", rule="5.0",
        prompt="move units of efficiency 6 and more", role=SECOND, verbs=ELITE_MOVING,
    ),
    _segment(
        MOVEMENT, "exploit-move", OPENING_MOVES, title="Exploitation Movement", rule="5.0",
        prompt="move on, outside enemy zones",
    ),
    _segment(
        COMBAT, "exploit-combat", OPENING_MOVES, title="Exploitation Combat", rule="9.5.3",
        prompt="attack again, two columns to the left",
    ),
    _segment(REACTION_MOVEMENT, "reaction-move", OPENING_MOVES),
    _segment(REACTION_COMBAT, "reaction-combat", OPENING_MOVES),
)  # fmt: skip
BASIC_PHASE = (
    _segment(MOVEMENT, "basic-move", BASIC, owed=[owed_rebases]),
    _segment(COMBAT, "basic-combat", BASIC),
    _segment(REACTION_MOVEMENT, "basic-reaction-move", BASIC, owed=[owed_rebases]),
    _segment(REACTION_COMBAT, "basic-reaction-combat", BASIC),
)

REORGANIZATION: Part[Nw] = Part(
    "reorganization",
    "Reorganization Phase",
    "8.4",
    begins=[reorganize, turned_back, gas_blown_away],
)
"""Clearing operations, and who controls what: nothing to do but answer. [8.4.1]"""
REINFORCEMENT: Part[Nw] = Part(
    "reinforcement", "Reinforcements and Replacements", "10.0",
    "bring reinforcements, replace steps, reconstitute units", FIRST, ARRIVALS,
    verbs=[Enter, Commit, Recover, Rebuild], begins=[receive, reinforced, land_overseas],
)  # fmt: skip
REINFORCEMENT_SECOND: Part[Nw] = replace(
    REINFORCEMENT, kind="second-reinforcement", role=SECOND, begins=[]
)
VICTORY: Part[Nw] = Part("victory", "Victory Determination", "12.0", begins=[victory_phase])

STANDARD_TURN: tuple[Part[Nw], ...] = (
    WEATHER, INITIATIVE_PHASE, AIR_NAVAL, SWEEPING, SWEEPING_SECOND,
    *OPENING, *BASIC_PHASE,
    REORGANIZATION, REINFORCEMENT, REINFORCEMENT_SECOND, VICTORY,
)  # fmt: skip
ADVANCED_INITIATIVE = replace(INITIATIVE_PHASE, begins=[initiative_phase, council_meets])
ADVANCED_WEATHER = replace(WEATHER, begins=[*WEATHER.begins, weather_bound])
ADVANCED_AIR_NAVAL = replace(AIR_NAVAL, rule="22.5", begins=[air_war, sea_control, naval_detection])
ADVANCED_REORGANIZATION = replace(REORGANIZATION, begins=[*REORGANIZATION.begins, service])
ADVANCED_REINFORCEMENT = replace(
    REINFORCEMENT, verbs=[*REINFORCEMENT.verbs, Refit, Consolidate],
    begins=[
        *REINFORCEMENT.begins, deploy, reinforce, supplies_arrive, supplied_from_abroad,
        missiles_arrive,
    ],
)  # fmt: skip
ADVANCED_REINFORCEMENT_SECOND = replace(REINFORCEMENT_SECOND, verbs=ADVANCED_REINFORCEMENT.verbs)


def _with_ships(part: Part[Nw]) -> Part[Nw]:
    """A segment of the Advanced Game: ships fight in every Combat Segment. [17.3]"""
    fights = part.kind.endswith("combat")
    return replace(part, begins=[*part.begins, surface_combat]) if fights else part


ADVANCED_TURN: tuple[Part[Nw], ...] = (
    ADVANCED_WEATHER, ADVANCED_INITIATIVE, ELECTRONIC_DETECTION, FIRST_RAIDS,
    ADVANCED_AIR_NAVAL, SWEEPING, SWEEPING_SECOND, *SECOND_RAIDS,
    *FIRST_STRIKE,
    *FIRST_SUPPLY,
    *map(_with_ships, OPENING),
    *SECOND_STRIKE,
    *SECOND_SUPPLY,
    *map(_with_ships, BASIC_PHASE),
    ISOLATION,
    TRANSFERS, TRANSFERS_SECOND, ADVANCED_REORGANIZATION, *REPAIRS,
    *TASK_FORCES, ADVANCED_REINFORCEMENT, ADVANCED_REINFORCEMENT_SECOND, VICTORY,
)  # fmt: skip

SUPPLIED_TURN = (WEATHER, SUPPLY, *STANDARD_TURN[1:])
"""The Standard Game with the option of supply: between weather and initiative. [13.1.1]"""
TURNS: dict[str, Turn[Nw]] = {
    game: Turn(parts, side_of, kind_of, EndPhase)
    for game, parts in (
        (STANDARD, STANDARD_TURN), (ADVANCED, ADVANCED_TURN), ("supplied", SUPPLIED_TURN),
    )
}  # fmt: skip


def turn_of(scenario: NextWarScenario) -> Turn[Nw]:
    """The sequence of the game that is played; supply is an option of the Standard one. [3.0]
    [13.1]"""
    supplied = not scenario.advanced and scenario.options["supply"] == "on"
    return TURNS["supplied" if supplied else scenario.options["game"]]
