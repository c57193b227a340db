"""The phases of special operations forces in the sequence of play. [20.1.1]

The First is that of the Initiative Player alone, in his turns; the Second that of the other, and in
Contested Turns of both.
"""

from __future__ import annotations

from dataclasses import replace

from grognard.kit.turn import Part
from grognard.systems.nextwar.raids.missions import Assign, Resolve, stragglers
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import CONTESTED, INITIATIVE
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND

SECOND_PHASE = "Second Special Operations Forces Phase"
FIRST_RAIDS: Part[Nw] = Part(
    "sof-1", "First Special Operations Forces Phase", "20.1.1",
    "send out special operations forces, then resolve their missions", FIRST,
    turns=(INITIATIVE,), verbs=[Assign, Resolve], ends=[stragglers],
)  # fmt: skip
SECOND_RAIDS: tuple[Part[Nw], ...] = (
    replace(FIRST_RAIDS, kind="sof-2-first", title=SECOND_PHASE, turns=(CONTESTED,)),
    replace(FIRST_RAIDS, kind="sof-2", title=SECOND_PHASE, role=SECOND, turns=()),
)
