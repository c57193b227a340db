"""What the chapter of supply puts into the sequence of play. [15.0]"""

from __future__ import annotations

from grognard.systems.goss.command import registers as command
from grognard.systems.goss.leaders import registers as leaders
from grognard.systems.goss.pieces.losses import LOST_STEP
from grognard.systems.goss.supply.bridgeheads import Bridgehead
from grognard.systems.goss.supply.depots import MoveDepot, PlaceDepot
from grognard.systems.goss.supply.determination import determine_headquarters, determine_units
from grognard.systems.goss.supply.fields import Fields
from grognard.systems.goss.supply.onhand import ON_HAND, Convert, drop_on_hand, lost_hq
from grognard.systems.goss.supply.states import starve
from grognard.systems.goss.supply.surrender import check_all
from grognard.systems.goss.supply.traces import Traces
from grognard.systems.goss.supply.tracing import could_supply, linked, linked_hexes
from grognard.systems.goss.supply.trucks import ReturnTrucks, TruckSupport, lost_trucks
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter

PLAY = Chapter(
    "supply",
    verbs={
        phases.TRUCKS: [TruckSupport, ReturnTrucks],
        phases.DEPOTS: [MoveDepot, PlaceDepot],
        phases.SUPPLY: [Convert, Bridgehead],
    },
    begins={phases.SURRENDER: [check_all], phases.SUPPLY: [determine_headquarters]},
    ends={phases.SUPPLY: [determine_units]},
    indexes=[Fields, Traces],
    fills=[
        (LOST_STEP, lost_hq),
        (LOST_STEP, lost_trucks),
        (command.SUPPLIES, could_supply),
        (command.LINKS, linked),
        (command.STARVES, starve),
        (command.DEPOSED, drop_on_hand),
        (leaders.SUPPLIES, could_supply),
        (leaders.LINKS, linked_hexes),
    ],
    policies={ON_HAND: ("spend", "save"), "drop": ("first",)},
    own_time=frozenset({ON_HAND}),
)
