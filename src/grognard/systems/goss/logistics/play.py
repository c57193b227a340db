"""What the chapter of logistics puts into the sequence of play. [16.0]"""

from __future__ import annotations

from grognard.systems.goss.logistics.ammunition import (
    Deliver,
    RaiseAdv,
    SupportFormations,
    begin_delivery,
    end_delivery,
)
from grognard.systems.goss.logistics.fuel import (
    Allocate,
    begin_allocation,
    deliver_fuel,
    pay_for_fuel,
)
from grognard.systems.goss.logistics.replenishment import Replenish, RollForAmmunition
from grognard.systems.goss.logistics.trucks import AssignTrucks, ShareTrucks, SupplyTruck, new_day
from grognard.systems.goss.logistics.values import UseFuel, roll_values
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "logistics",
    verbs={
        phases.TRUCKS: [ShareTrucks, AssignTrucks, SupplyTruck],
        phases.AMMUNITION: [Deliver, SupportFormations, RaiseAdv],
        phases.FUEL: [Allocate],
        phases.FUEL_VALUES: [UseFuel],
        phases.AMMO_POINTS: [Replenish],
        phases.AMMO_ROLLS: [RollForAmmunition],
        phases.ENEMY_AMMO: [Replenish],
    },
    begins={
        phases.TRUCKS: [new_day],
        phases.AMMUNITION: [begin_delivery],
        phases.FUEL_DELIVERY: [deliver_fuel],
        phases.FUEL: [begin_allocation],
        phases.FUEL_VALUES: [roll_values],
    },
    ends={phases.AMMUNITION: [end_delivery], phases.FUEL: [pay_for_fuel]},
)
