"""The chapters: every module that puts deeds, hooks and checks into the registers of `phases`.

Importing them is what makes their rules count. Chapter by chapter, in the order of the alphabet.
"""

from __future__ import annotations

from grognard.systems.ocs.air import (  # noqa: F401
    air_barrage,
    air_drop,
    air_transport,
    carriers,
    drop_plans,
    glider_building,
    presumptions,
    sweep,
    trainbusting,
    transfer,
)
from grognard.systems.ocs.arrivals import (  # noqa: F401
    consignments,
    consolidation,
    rebuilding,
    reinforcements,
    replacements,
    withdrawals,
)
from grognard.systems.ocs.barrage import (  # noqa: F401
    artillery,
)
from grognard.systems.ocs.combat import (  # noqa: F401
    attack,
    capture,
    combat,
    outcome,
    overrun,
)
from grognard.systems.ocs.fog import (  # noqa: F401
    fog,
    foresight,
)
from grognard.systems.ocs.modes import (  # noqa: F401
    modes,
    reserves,
)
from grognard.systems.ocs.movement import (  # noqa: F401
    boxes,
    marching,
    moves,
)
from grognard.systems.ocs.naval import (  # noqa: F401
    beach_assault,
    bombardment,
    dukws,
    landing_craft,
    landings,
    lst,
    points,
    ports,
    sailing,
    shipping,
    ships,
)
from grognard.systems.ocs.optional import (  # noqa: F401
    columns,
    empties,
    raiders,
    recon,
    revised_rebuilds,
    three_base_transport,
)
from grognard.systems.ocs.pieces import (  # noqa: F401
    breakdowns,
    formations,
    stacking,
)
from grognard.systems.ocs.supply import (  # noqa: F401
    attrition,
    breakout,
    dumps,
    extenders,
    fuel,
    stranding,
    supply_phase,
)
from grognard.systems.ocs.transport import (  # noqa: F401
    dividing,
    hauling,
    relaying,
    trains,
)
from grognard.systems.ocs.turn import (  # noqa: F401
    clean_up,
    control,
    pre_turn,
    surrender,
)
from grognard.systems.ocs.works import (  # noqa: F401
    air_bases,
    engineers,
    hedgehogs,
)
