"""Special operations forces: how many markers each nation has, and what they are sent to do. [20.1]

Markers are told apart by nothing but their nation: they are counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register
from grognard.engine.state import State
from grognard.systems.nextwar.scenario import NextWarScenario


@dataclass(frozen=True, slots=True)
class Band:
    """The markers of a nation.

    `strength` are those in play, of which `used` have been on a mission in the turn `used_in` and
    rest until its Reorganization Phase; `eliminated` are in the box of that name. [20.3]
    """

    strength: int = 0
    used: int = 0
    used_in: int = 0
    eliminated: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """A mission: which nation's marker a side sent to do what to whom, in which turn and segment.

    `target` is the id of a counter or a site, or a word: a bridge, a hex to interdict, a track,
    theater weapons; `hexes` tell which bridge or hex, of a bridge first the hex that is raided.
    [27.10.1.1] `done` says that it has been resolved. [20.1.2]
    """

    side: str
    nation: str
    mission: str
    target: str
    hexes: tuple[int, ...]
    turn: int
    serial: int
    done: bool = False


BANDS: Register[str, Band] = Register("raiders", str, Band)
TASKS: Register[str, Task] = Register("raids", str, Task)


def ashore(state: State, scenario: NextWarScenario) -> None:
    """Put the markers of a scenario into the State before the first phase. [20.1.1]"""
    state.maps[BANDS.name].update(
        {nation: Band(raiders.markers) for nation, raiders in scenario.raiders.items()}
    )
