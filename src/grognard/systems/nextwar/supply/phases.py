"""The phases of supply: the one of the Standard option, those of the Advanced Game. [13.1.1]"""

from __future__ import annotations

from dataclasses import replace

from grognard.kit.turn import Part
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import INITIATIVE
from grognard.systems.nextwar.supply.emergency import Resupply, SupplyByAir
from grognard.systems.nextwar.supply.isolation import isolation_phase
from grognard.systems.nextwar.supply.lines import determine
from grognard.systems.nextwar.supply.stores import BreakUp, BuyMobile, Cash, MakeDepot, NewDepot
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND

SUPPLY: Part[Nw] = Part("supply", "Supply Phase", "13.1.1", begins=[determine])
"""The option of the Standard Game: nothing to do but look. [13.1.1]"""

STORES = (BuyMobile, BreakUp, MakeDepot, Cash, NewDepot, SupplyByAir, Resupply)
_FIRST: Part[Nw] = Part(
    "first-supply", "First Supply Phase", "19.0", "see to supply", FIRST, "First Supply Phase",
    verbs=STORES, begins=[determine],
)  # fmt: skip
_SECOND: Part[Nw] = replace(
    _FIRST, kind="second-supply", title="Second Supply Phase", phase="Second Supply Phase",
    turns=(INITIATIVE,),
)  # fmt: skip


def _both(part: Part[Nw]) -> tuple[Part[Nw], ...]:
    """A phase in which one side acts after the other; when both have, all is looked at again."""
    return part, replace(
        part, kind=f"{part.kind}-2", role=SECOND, begins=[], phase_ends=[determine]
    )


FIRST_SUPPLY = _both(_FIRST)
"""In every turn; only here mobile supply units are bought. [19.0] [19.4-p2]"""
SECOND_SUPPLY = _both(_SECOND)
"""In Initiative Turns. [19.0]"""
ISOLATION: Part[Nw] = Part("isolation", "Isolation and Surrender", "19.7", begins=[isolation_phase])
"""[19.7]"""
