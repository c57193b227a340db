"""The Strike Phases of the turn. [23.2] [26.1.2]"""

from __future__ import annotations

from dataclasses import replace

from grognard.kit.turn import Part
from grognard.systems.nextwar.airpower.collateral import settle
from grognard.systems.nextwar.naval.stricken import fall_back
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import INITIATIVE
from grognard.systems.nextwar.strikes.announcing import AnnounceStrike, AnnounceWeasels
from grognard.systems.nextwar.strikes.effects import clear_away, settle_tracks
from grognard.systems.nextwar.strikes.firing import Bombard, Shell
from grognard.systems.nextwar.strikes.helicopters import (
    AnnounceHelicopter,
    fly_cobras,
    fly_helicopters,
)
from grognard.systems.nextwar.strikes.mining import MineByAir
from grognard.systems.nextwar.strikes.points import StrikeWithPoints, fly_points
from grognard.systems.nextwar.strikes.sorties import (
    detect_all,
    fly_weasels,
    intercept_all,
    strike_all,
)
from grognard.systems.nextwar.strikes.theater import Launch, resolve
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND

ANNOUNCING: Part[Nw] = Part(
    "announce", "Announcement of Missions", "23.2", "announce missions", FIRST,
    verbs=[
        AnnounceStrike, AnnounceWeasels, AnnounceHelicopter, MineByAir, StrikeWithPoints,
    ],
)  # fmt: skip
GUNNERY: Part[Nw] = Part(
    "fire", "Ground and Naval Strikes", "18.2.2", "strike", FIRST,
    verbs=[Shell, Bombard],
)  # fmt: skip
STEPS: tuple[Part[Nw], ...] = (
    Part(
        "missiles", "Theater Weapons", "26.1.2", "launch missiles", (FIRST, SECOND),
        verbs=[Launch], ends=[resolve],
    ),
    ANNOUNCING,
    replace(ANNOUNCING, kind="second-announce", role=SECOND),
    Part("weasels", "Wild Weasels", "23.3", begins=[fly_weasels, fly_cobras]),
    Part("detection", "Detection", "24.1", begins=[detect_all]),
    Part("interception", "Interception", "24.4", begins=[intercept_all]),
    Part("air", "Air Strikes", "24.5", begins=[strike_all, fly_points]),
    Part("helicopters", "Helicopter Strikes", "23.4.2", begins=[fly_helicopters]),
    GUNNERY,
    replace(GUNNERY, kind="second-fire", role=SECOND),
    Part(
        "end", "End of the Strikes", "23.4.1", begins=[settle, settle_tracks, fall_back, clear_away]
    ),
)  # fmt: skip
"""The steps of a Strike Phase, in their order. [23.2] [26.1.2]"""


def strike_phase(number: int, title: str, turns: tuple[str, ...] = ()) -> tuple[Part[Nw], ...]:
    """The steps as those of one Strike Phase."""
    return tuple(
        replace(step, kind=f"strike-{number}-{step.kind}", phase=title, turns=turns)
        for step in STEPS
    )


FIRST_STRIKE = strike_phase(1, "First Strike Phase")
SECOND_STRIKE = strike_phase(2, "Second Strike Phase", (INITIATIVE,))
"""The second occurs in Initiative Turns only. [3.0]"""
