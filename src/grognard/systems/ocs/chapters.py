"""The chapters: every module that puts deeds, hooks and checks into the registers of `phases`.

Importing them is what makes their rules count. One line a chapter, in the order of the alphabet.
"""

from __future__ import annotations

from grognard.systems.ocs import (  # noqa: F401
    air_bases,
    artillery,
    attack,
    boxes,
    breakdowns,
    breakout,
    capture,
    clean_up,
    combat,
    consolidation,
    control,
    dumps,
    engineers,
    extenders,
    fog,
    foresight,
    formations,
    fuel,
    hauling,
    hedgehogs,
    modes,
    moves,
    outcome,
    overrun,
    ports,
    pre_turn,
    rebuilding,
    reinforcements,
    replacements,
    reserves,
    shipping,
    stacking,
    supply_phase,
    surrender,
    trains,
    withdrawals,
)
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
from grognard.systems.ocs.naval import (  # noqa: F401
    beach_assault,
    bombardment,
    dukws,
    landing_craft,
    landings,
    lst,
    points,
    sailing,
    ships,
)
from grognard.systems.ocs.optional import (  # noqa: F401
    columns,
    empties,
    raiders,
    recon,
    revised_rebuilds,
    xyz,
)
