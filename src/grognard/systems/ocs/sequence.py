"""The sequence of play: a Pre-Turn Phase, then two Player Turns of eight phases each. [2.1] [2.2]

For every segment what may be done in it, and what happens by itself when it begins and when it
ends, in that order. All chapters lie below: what may be done in a segment, the chapters say nowhere
else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kit.deeds import Verb
from grognard.kit.turn import Check, Part, Step, Turn, player_turn
from grognard.systems.ocs.air import bases, carriers, drop_plans
from grognard.systems.ocs.air.air_barrage import AirBarrage, HipShoot
from grognard.systems.ocs.air.air_drop import AirDrop
from grognard.systems.ocs.air.air_transport import AirTransport
from grognard.systems.ocs.air.drop_plans import CancelDrop, DelayDrop, PlanDrop
from grognard.systems.ocs.air.sweep import Sweep
from grognard.systems.ocs.air.trainbusting import Trainbust
from grognard.systems.ocs.air.transfer import Transfer
from grognard.systems.ocs.arrivals import breakout, reinforcements, revised_rebuilds, withdrawals
from grognard.systems.ocs.arrivals.boxes import ByBox, Stow
from grognard.systems.ocs.arrivals.breakout import Break, Return
from grognard.systems.ocs.arrivals.consignments import Place, what_comes
from grognard.systems.ocs.arrivals.consolidation import Exchange, Merge, MergeAircraft
from grognard.systems.ocs.arrivals.glider_building import BuildGliders
from grognard.systems.ocs.arrivals.rebuilding import RebuildAircraft, RebuildTrucks
from grognard.systems.ocs.arrivals.reinforcements import Arrive, ArriveByAir
from grognard.systems.ocs.arrivals.replacements import Rebuild
from grognard.systems.ocs.barrage.artillery import Barrage
from grognard.systems.ocs.combat.attack import Attack
from grognard.systems.ocs.combat.overrun import Overrun
from grognard.systems.ocs.fog.fog import Arrange
from grognard.systems.ocs.modes import clean_up, reserves
from grognard.systems.ocs.modes.modes import ChangeMode
from grognard.systems.ocs.modes.reserves import Release
from grognard.systems.ocs.movement import breakdowns, moves
from grognard.systems.ocs.movement.breakdowns import BreakDown
from grognard.systems.ocs.movement.marching import Move, Stay
from grognard.systems.ocs.naval import beach_assault, landing_craft, landings, lst, ships
from grognard.systems.ocs.naval.beach_assault import BeachAssault
from grognard.systems.ocs.naval.bombardment import Bombard, Engage
from grognard.systems.ocs.naval.dukws import GoAshore, PutToSea
from grognard.systems.ocs.naval.landing_craft import Disembark, Embark, Ready
from grognard.systems.ocs.naval.landings import Land, RollLandings
from grognard.systems.ocs.naval.lst import DeployPort
from grognard.systems.ocs.naval.points import JoinCraft, SplitCraft
from grognard.systems.ocs.naval.sailing import Sail
from grognard.systems.ocs.naval.shipping import Ship
from grognard.systems.ocs.optional import columns, raiders
from grognard.systems.ocs.optional.empties import AttackEmpty
from grognard.systems.ocs.optional.raiders import Godzilla
from grognard.systems.ocs.optional.recon import Recon
from grognard.systems.ocs.optional.three_base_transport import XyzTransport
from grognard.systems.ocs.pieces import stacking
from grognard.systems.ocs.pieces.formations import UseMarker
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import attrition, supply_phase
from grognard.systems.ocs.supply.dumps import Blow
from grognard.systems.ocs.supply.fuel import Fuel
from grognard.systems.ocs.supply.supply_phase import Eat, Recover, TracePart
from grognard.systems.ocs.transport.dividing import Combine, Divide
from grognard.systems.ocs.transport.extenders import Contract, Extend, Withdraw
from grognard.systems.ocs.transport.hauling import Haul, Load, Unload
from grognard.systems.ocs.transport.relaying import Relay
from grognard.systems.ocs.transport.trains import Rail
from grognard.systems.ocs.turn.phases import (
    ARTILLERY,
    ATTACK,
    BARRAGE,
    BREAKOUT,
    CLEAN_UP,
    EXPLOITATION,
    EXPLOITATION_ATTACK,
    EXPLOITATION_BARRAGE,
    MOVEMENT,
    OTHER,
    PHASING,
    PRE_TURN,
    REACTION,
    REACTION_BARRAGE,
    REFIT,
    REINFORCEMENT,
    SUPPLY,
    CancelSimulcast,
    EndSegment,
    peaceful,
    turn_status,
)
from grognard.systems.ocs.turn.pre_turn import pre_turn
from grognard.systems.ocs.victory import control, surrender
from grognard.systems.ocs.works.air_bases import BuildBase, BuildStrip, ReduceBase, Refit
from grognard.systems.ocs.works.hedgehogs import BuildHedgehog, ReduceHedgehog
from grognard.systems.ocs.works.port_works import RepairPort, WreckPort

Verbs = Sequence[type[Verb[Ocs, Any]]]
Steps = Sequence[Step[Ocs]]

FIRST, SECOND = "first", "second"
"""The roles of a Game Turn: whose Player Turn comes first, and whose second. [2.1]"""
ORDINARY, SIMULCAST = "", "simulcast"
"""The kinds of Game Turn. [2.4]"""

# ---- what may be done in several segments

ANYWHERE: Verbs = (MergeAircraft, DeployPort)
MOVING: Verbs = (
    *(Move, Stay, Overrun, BreakDown, Arrange, Fuel, Blow, Recon),
    *(Haul, Load, Unload, Rail),
    *(Sail, Ship, Embark, Disembark, Ready, Land, RollLandings, SplitCraft, JoinCraft),
    *(Transfer, Sweep, HipShoot, AirTransport, AirDrop, XyzTransport),
)
"""In every Movement Segment. [6.0] [7.0c] [11.0d]"""
BUILDING: Verbs = (
    *(BuildBase, BuildStrip, ReduceBase, BuildHedgehog, ReduceHedgehog, WreckPort, RepairPort),
    Relay,
)
"""Engineers and others work in their own Movement Phase alone. [13.8d]"""
BOMBING: Verbs = (AirBarrage, Trainbust, Engage, Bombard)
"""From the air and the sea; guns are silent in the Movement Phase. [10.0e(C)]"""
ATTACKING: Verbs = (Attack, AttackEmpty)

# ---- what happens when any segment or phase ends

SETTLED: Steps = (
    carriers.sunk, bases.thin_out, columns.spacing, stacking.enforce, moves.all_done,
)  # fmt: skip
PHASE_OVER: Steps = (
    lst.deploy, breakdowns.absorb_all, raiders.raider_check, control.look_round,
)  # fmt: skip

# ---- the segments


def _segment(
    phase: str, kind: str, title: str, rule: str, prompt: str, verbs: Verbs = (), *,
    role: str = PHASING, fighting: bool = False, owed: Sequence[Check[Ocs]] = (),
    begins: Steps = (), ends: Steps = SETTLED,
) -> Part[Ocs]:  # fmt: skip
    """A segment of a Player Turn. Nobody fights in a simulcast turn [2.4(2)], and either player
    may end it. [2.4(4)]"""
    offered = sorted((*verbs, *ANYWHERE), key=lambda verb: verb.do)
    return Part(
        kind, title, rule, prompt, role, phase,
        quiet=(SIMULCAST,) if fighting else (), verbs=(*offered, CancelSimulcast),
        owed=owed, begins=begins, ends=ends, phase_ends=PHASE_OVER,
    )  # fmt: skip


PRE_TURN_PHASE: Part[Ocs] = Part(
    PRE_TURN, "Pre-Turn", "2.3-weather", begins=(drop_plans.before_play, pre_turn),
    cast={PHASING: FIRST},
)  # fmt: skip
"""The weather, and who goes first; who did last time stands for both. [2.3-weather] [2.3-first]"""

PLAYER_TURN: tuple[Part[Ocs], ...] = (
    _segment(
        "Aircraft Refit", REFIT, "Aircraft Refit", "2.3-refit", "refit aircraft, plan drops",
        (Refit, PlanDrop, DelayDrop, CancelDrop),
        begins=(drop_plans.lapse, carriers.carriers_refit),
    ),
    _segment(
        "Reinforcement", REINFORCEMENT, "Reinforcement", "2.3-reinf",
        "place reinforcements, rebuild, consolidate",
        (Arrive, ArriveByAir, Place, Return, Rebuild, RebuildTrucks, RebuildAircraft,
         BuildGliders, Merge, Exchange),
        begins=(withdrawals.leave, what_comes),
        owed=(reinforcements.nobody_is_held_back, breakout.must_return),
        ends=(revised_rebuilds.no_hoarding, *SETTLED),
    ),
    _segment(
        "Movement", BREAKOUT, "Breakout Segment", "12.8e", "break out of pockets", (Break,),
    ),
    _segment(
        "Movement", MOVEMENT, "Movement Segment", "2.3-move",
        "change modes, move, overrun, build, fly",
        (*MOVING, *BUILDING, ChangeMode, UseMarker, Divide, Combine, Extend, Contract, Withdraw,
         GoAshore, PutToSea, ByBox, Stow, Godzilla),
        ends=(
            landings.before_the_segment_ends, reserves.no_reserve_in_hedgehogs,
            reserves.marker_limit, supply_phase.strat_without_trace,
            *SETTLED, beach_assault.lie_off,
        ),
    ),
    _segment(
        "Movement", BARRAGE, "Barrage Segment", "2.3-move", "barrage from the air and the sea",
        BOMBING, fighting=True,
    ),
    _segment(
        "Supply", SUPPLY, "Supply", "2.3-supply", "supply your units",
        (Eat, TracePart, Recover),
        begins=(landing_craft.always_in_trace,),
        ends=(attrition.settle_supply, *SETTLED),
    ),
    _segment(
        "Reaction", REACTION, "Reaction, Movement Segment", "2.3-react",
        "release Reserves and move them",
        (Release, *MOVING), role=OTHER,
        ends=(reserves.no_reserve_in_hedgehogs, *SETTLED),
    ),
    _segment(
        "Reaction", REACTION_BARRAGE, "Reaction, Barrage Segment", "2.3-react", "barrage",
        (Release, Barrage, *BOMBING), role=OTHER, fighting=True,
    ),
    _segment(
        "Combat", ARTILLERY, "Combat, Artillery Barrage Segment", "2.3-combat",
        "barrage with artillery",
        (Barrage,), fighting=True,
    ),
    _segment(
        "Combat", ATTACK, "Combat Segment", "2.3-combat", "attack",
        (*ATTACKING, BeachAssault), fighting=True,
    ),
    _segment(
        "Exploitation", EXPLOITATION, "Exploitation, Movement Segment", "2.3-exploit",
        "move exploiting units and released Reserves",
        (Release, *MOVING),
        ends=(reserves.no_reserve_in_hedgehogs, *SETTLED),
    ),
    _segment(
        "Exploitation", EXPLOITATION_BARRAGE, "Exploitation, Barrage Segment", "2.3-exploit",
        "barrage",
        (Release, Barrage, *BOMBING), fighting=True,
    ),
    _segment(
        "Exploitation", EXPLOITATION_ATTACK, "Exploitation, Combat Segment", "2.3-exploit",
        "attack",
        (Release, *ATTACKING), fighting=True,
    ),
    _segment(
        "Clean Up", CLEAN_UP, "Clean Up", "2.3-cleanup", "clean up",
        begins=(surrender.lay_down_arms, clean_up.clean_up, ships.clean_up),
    ),
)  # fmt: skip
"""The segments of a Player Turn, in order; in the Reaction Phase the other player acts. [2.2]
[2.3-react] [7.0]"""
KINDS = tuple(part.kind for part in PLAYER_TURN)


def roles(game: Ocs, role: str) -> str:
    """Whose Player Turn comes first, and whose second. [2.1] [2.3-second]"""
    first = turn_status(game).first or game.scenario.sides[0]
    return first if role == FIRST else game.scenario.other(first)


GAME_TURN: Turn[Ocs] = Turn(
    parts=(
        PRE_TURN_PHASE,
        *player_turn(PLAYER_TURN, phasing=FIRST, other=SECOND),
        *player_turn(PLAYER_TURN, phasing=SECOND, other=FIRST),
    ),
    roles=roles,
    kind=lambda game: SIMULCAST if peaceful(game) else ORDINARY,
    end=EndSegment,
)
"""A Game Turn. [2.1] [2.2] [2.3-second]"""
