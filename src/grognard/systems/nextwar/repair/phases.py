"""When repairs are made: after the Reorganization Phase's other steps. [27.9.1] [27.9.2]"""

from __future__ import annotations

from dataclasses import replace

from grognard.kit.turn import Part
from grognard.systems.nextwar.repair.works import RaiseTrack, RepairSite
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND

MENDING: Part[Nw] = Part(
    "repairs", "Repairs", "27.9.1", "repair bases, ports and air defenses", FIRST,
    "Reorganization Phase", verbs=[RepairSite, RaiseTrack],
)  # fmt: skip
REPAIRS = (MENDING, replace(MENDING, kind="second-repairs", role=SECOND))
