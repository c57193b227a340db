"""Every chapter that is in play, in the order in which they act where several act in one segment.

What a lower chapter sets off in a higher one stands in a register of the lower; it is filled here,
in one place, from what each chapter says under `fills`.
"""

from __future__ import annotations

from grognard.systems.goss.air.play import PLAY as AIR
from grognard.systems.goss.arrivals.play import PLAY as ARRIVALS
from grognard.systems.goss.assault.play import PLAY as ASSAULT
from grognard.systems.goss.breakdown.play import PLAY as BREAKDOWN
from grognard.systems.goss.command.play import PLAY as COMMAND
from grognard.systems.goss.ending.play import PLAY as ENDING
from grognard.systems.goss.exploitation.play import PLAY as EXPLOITATION
from grognard.systems.goss.fatigue.play import PLAY as FATIGUE
from grognard.systems.goss.fire.play import PLAY as FIRE
from grognard.systems.goss.leaders.play import PLAY as LEADERS
from grognard.systems.goss.logistics.play import PLAY as LOGISTICS
from grognard.systems.goss.lulls.play import PLAY as LULLS
from grognard.systems.goss.modes.play import PLAY as MODES
from grognard.systems.goss.movement.play import PLAY as MOVEMENT
from grognard.systems.goss.night.play import PLAY as NIGHT
from grognard.systems.goss.observation.play import PLAY as OBSERVATION
from grognard.systems.goss.supply.play import PLAY as SUPPLY
from grognard.systems.goss.turn.chapter import Chapter
from grognard.systems.goss.weather.play import PLAY as WEATHER
from grognard.systems.goss.works.play import PLAY as WORKS

CHAPTERS: tuple[Chapter, ...] = (
    MODES, FATIGUE, WEATHER, LEADERS, NIGHT, COMMAND, OBSERVATION, SUPPLY, WORKS, LOGISTICS,
    MOVEMENT, BREAKDOWN, AIR, FIRE, ASSAULT, EXPLOITATION, LULLS, ARRIVALS, ENDING,
)  # fmt: skip


def fill() -> None:
    """Put everything into its register, once."""
    for register in [register for chapter in CHAPTERS for register, _ in chapter.fills]:
        register.clear()
    for chapter in CHAPTERS:
        for register, item in chapter.fills:
            register.append(item)


def standing_policies() -> dict[str, tuple[str, ...]]:
    """For each question that may interrupt the enemy's turn, what answers may be left."""
    return {name: answers for chapter in CHAPTERS for name, answers in chapter.policies.items()}


def in_own_time() -> frozenset[str]:
    """The questions among them that interrupt nobody."""
    return frozenset(name for chapter in CHAPTERS for name in chapter.own_time)
