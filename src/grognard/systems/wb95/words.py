"""What counters, aircraft and missions are called, and how many there are of something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.systems.wb95.mission_kinds import KINDS
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, MISSIONS, Air, Mission
from grognard.systems.wb95.units import Counter
from grognard.table.naming import told_apart

SIZES = {"C": "company", "B": "battalion", "R": "regiment", "BR": "brigade", "D": "division"}
"""What sizes are called."""


def called(counter: Counter) -> str:
    """A unit by its number and formation."""
    if counter.hq:
        return f"HQ {counter.name.removeprefix('HQ ')}"
    own = counter.formation and not counter.name.startswith(counter.formation)
    return f"{counter.name}/{counter.formation}" if own else f"{counter.name} {counter.type}"


def names(game: Wb) -> Mapping[str, str]:
    """Every counter of the scenario, the aircraft, and the missions in force, by id."""
    return game.cached("names", (AIR.name, MISSIONS.name), lambda: _names(game))


def _names(game: Wb) -> dict[str, str]:
    return {
        **_counters(game),
        **{name: _air(air) for name, air in game.state[AIR].items()},
        **{name: _flown(game, mission) for name, mission in game.state[MISSIONS].items()},
    }


def _counters(game: Wb) -> dict[str, str]:
    """Every counter, those of one name by their size, their army or their arm as well."""
    counters = game.scenario.counters
    traits = {key: _traits(counter) for key, counter in counters.items()}
    return told_apart({key: called(counter) for key, counter in counters.items()}, traits)


def _traits(counter: Counter) -> tuple[str, ...]:
    size = SIZES.get(counter.size, "")
    return size, counter.parent, f"{counter.type} {size}"


def _air(air: Air) -> str:
    """An air counter by its strength; of a pool, a share of its points. [8.1.1]"""
    return levels(air.sp, "air point") if air.pool else f"air counter of {air.sp}"


def _flown(game: Wb, mission: Mission) -> str:
    where = "-".join(game.board.label(h) for h in mission.hexes)
    return f"{KINDS[mission.kind].title} at {where} of strength {mission.sp}"


def call(game: Wb, ids: Sequence[str]) -> str:
    """Several units by number and formation, aircraft by their strength."""
    known = names(game)
    return ", ".join(known.get(n, n) for n in ids)


def levels(number: int, what: str = "level") -> str:
    """So many levels. [1.2c]"""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
