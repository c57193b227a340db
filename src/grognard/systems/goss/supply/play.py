"""What the chapter of supply puts into the sequence of play. [15.0]"""

from __future__ import annotations

from grognard.systems.goss.command import registers as command
from grognard.systems.goss.leaders import registers as leaders
from grognard.systems.goss.supply.bridgeheads import Bridgehead, lost_bridgeheads
from grognard.systems.goss.supply.depots import MoveDepot, PlaceDepot, lost_depots
from grognard.systems.goss.supply.determination import determine_headquarters, determine_units
from grognard.systems.goss.supply.fields import HALTS, Fields, halting
from grognard.systems.goss.supply.onhand import ON_HAND, Convert
from grognard.systems.goss.supply.states import starve
from grognard.systems.goss.supply.surrender import check_all
from grognard.systems.goss.supply.tracing import could_supply, linked, linked_hexes
from grognard.systems.goss.supply.trucks import ReturnTrucks, TruckSupport
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

TAKEN = [lost_depots, lost_bridgeheads]
"""What is looked at whenever units have moved. [15.8.0] [15.9.0]"""
PLAY = Chapter(
    "supply",
    verbs={
        phases.TRUCKS: [TruckSupport, ReturnTrucks],
        phases.DEPOTS: [MoveDepot, PlaceDepot],
        phases.SUPPLY: [Convert, Bridgehead],
    },
    begins={phases.SURRENDER: [check_all], phases.SUPPLY: [determine_headquarters]},
    ends={
        **dict.fromkeys((*phases.MOVING, phases.ENTRY, phases.ASSAULTS), TAKEN),
        phases.SUPPLY: [determine_units],
    },
    indexes=[Fields],
    fills=[
        (HALTS, halting),
        (command.SUPPLIES, could_supply),
        (command.LINKS, linked),
        (command.STARVES, starve),
        (leaders.SUPPLIES, could_supply),
        (leaders.LINKS, linked_hexes),
    ],
    policies={ON_HAND: ("spend", "save"), "drop": ("first",)},
    own_time=frozenset({ON_HAND}),
)
