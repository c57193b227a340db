"""The chapters: every module that puts deeds, hooks and checks into the registers of the others.

Importing them is what makes their rules count. Chapter by chapter, in the order of the alphabet:
what is run in which order the registers say, not the order of imports.
"""

from __future__ import annotations

from grognard.systems.ocs.air import (
    air_barrage,
    air_combat,
    air_drop,
    air_transport,
    bases,
    carriers,
    displacement,
    drop_plans,
    flak,
    interception,
    loads,
    presumptions,
    sweep,
    trainbusting,
    transfer,
)
from grognard.systems.ocs.arrivals import (
    boxes,
    breakout,
    consignments,
    consolidation,
    glider_building,
    rebuilding,
    reinforcements,
    replacements,
    revised_rebuilds,
    setting_up,
    withdrawals,
)
from grognard.systems.ocs.barrage import (
    artillery,
)
from grognard.systems.ocs.combat import (
    advance,
    attack,
    capture,
    capture_transport,
    combat,
    combat_supply,
    outcome,
    overrun,
    retreat,
)
from grognard.systems.ocs.fog import (
    fog,
    foresight,
)
from grognard.systems.ocs.modes import (
    clean_up,
    modes,
    reserves,
)
from grognard.systems.ocs.movement import (
    breakdowns,
    marching,
    moves,
    trainbusting_zones,
)
from grognard.systems.ocs.naval import (
    beach_assault,
    bombardment,
    dukws,
    landing_craft,
    landings,
    lst,
    points,
    sailing,
    ship_fire,
    shipping,
    ships,
)
from grognard.systems.ocs.optional import (
    columns,
    empties,
    raiders,
    recon,
    three_base_transport,
)
from grognard.systems.ocs.pieces import (
    formations,
    losses,
    stacking,
)
from grognard.systems.ocs.supply import (
    attrition,
    dumps,
    fuel,
    stranding,
    supply_phase,
)
from grognard.systems.ocs.transport import (
    collapse,
    dividing,
    extenders,
    hauling,
    relaying,
    trains,
)
from grognard.systems.ocs.turn import (
    pre_turn,
)
from grognard.systems.ocs.victory import (
    control,
    surrender,
)
from grognard.systems.ocs.works import (
    air_bases,
    engineers,
    hedgehogs,
    port_works,
)
