"""What the chapter of air power puts into the sequence of play. [20.0]"""

from __future__ import annotations

from grognard.systems.goss.air.allocation import Allocate, count_points
from grognard.systems.goss.air.drops import AirSupply
from grognard.systems.goss.air.flak import cities_held, passed
from grognard.systems.goss.air.interdiction import interdicted
from grognard.systems.goss.air.offmap import PlaceFlak, RecallFlak, WithdrawFlak, just_back
from grognard.systems.goss.air.raids import fly_raids
from grognard.systems.goss.air.values import determine_values, values_lapse
from grognard.systems.goss.movement.registers import BARRED, STEPPED
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

AFTER_FIGHTS = (
    phases.AIR_SUPPORT, phases.DEFENSIVE_FIRE, phases.DEFENSIVE_AIR, phases.OFFENSIVE_FIRE,
    phases.OFFENSIVE_NAVAL, phases.ASSAULTS, *phases.EXPLOITS,
)  # fmt: skip
PLAY = Chapter(
    "air",
    verbs={
        phases.AIR_ALLOCATION: [Allocate],
        phases.FLAK_RETURN: [RecallFlak],
        phases.FLAK_WITHDRAWAL: [WithdrawFlak],
        phases.ENTRY: [PlaceFlak],
        phases.AIR_SUPPLY: [AirSupply],
    },
    begins={
        phases.AIR_COUNT: [count_points],
        phases.WEATHER: [values_lapse],
        phases.INTERDICTION: [determine_values],
        phases.SUPPLY_INTERDICTION: [fly_raids],
    },
    ends={kind: [cities_held] for kind in AFTER_FIGHTS},
    fills=[(STEPPED, passed), (STEPPED, interdicted), (BARRED, just_back)],
    policies={
        "intercept": ("none", "all"),
        "supply-raid": ("none",),
        "next-raid": ("first",),
        "drop-zone": ("first",),
        "interdiction-loss": ("strongest",),
    },
    own_time=frozenset({"supply-raid", "next-raid", "drop-zone", "interdiction-loss"}),
)
