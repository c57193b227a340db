"""Where the game stands: the phases of the game turn, and the segments of the one under way.
[3.3.0]"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Literal

from grognard.kit.turn import Played
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.table.meanings import of_phase, of_segment
from grognard.systems.goss.turn import phases as at
from grognard.systems.goss.turn.calendar import box
from grognard.table.cards import Band
from grognard.table.tabletop import Tabletop

State = Literal["past", "now", "ahead"]
SHORT = {
    at.AIR_PHASE: "Air", at.WEATHER_PHASE: "Weather", at.COMMAND_PHASE: "Command",
    at.LOGISTICS_PHASE: "Logistics", at.FUEL_PHASE: "Fuel", at.MODE_PHASE: "Modes",
    at.CONSTRUCTION_PHASE: "Works", at.MOVEMENT_PHASE: "Movement",
    at.INACTIVE_EXPLOIT: "Answer", at.COMBAT_PHASE: "Combat", at.ACTIVE_EXPLOIT: "Exploit",
    at.ADMIN_PHASE: "Supply", at.ENA_PHASE: "Night", at.END_PHASE: "End",
}  # fmt: skip
"""Phases with a shorter name."""
SEGMENTS = {
    "Air Point Availability": "Count", "Air Allocation": "Allocate", "Return of Flak": "Flak back",
    "Withdrawal of Flak": "Flak away", "Ground Interdiction Value": "Interdiction",
    "Rest GT Designation": "Rest", "Naval Unit Assignment": "Ships",
    "Lull Determination": "Lulls", "Leader Activation": "Leaders",
    "Truck Point Assignment": "Trucks", "Supply Interdiction": "Interdiction",
    "Ammo Delivery": "Ammunition", "Fuel Delivery": "Fuel", "Fuel Allocation": "Fuel shares",
    "Depot Placement": "Depots", "Replacement Points": "Replacements",
    "Combat Reserve Designation": "Reserves", "Reinforcements and Withdrawals": "Arrivals",
    "Strat Movement": "Marches", "Coups de Main": "Coups", "Mech Road Movement": "By road",
    "Non-Road Movement": "Moves", "PA Movement": "Close up", "Command Status": "Command",
    "Quick Construction": "Dig in", "Out of Maneuver Reserve": "Commit",
    "Exploit Coups de Main": "Coups", "Exploit Road Movement": "By road",
    "Exploit Movement": "Exploit", "Tactical Assault Designation": "Designate",
    "Replacement": "Replace", "Offensive Air Support": "Air", "Defensive Fire Support": "Fire",
    "Defensive Air and Naval Support": "Air, ships", "Offensive Fire Support": "Fire",
    "Naval Support": "Ships", "Attacker Status Adjustment": "Adjust", "Ground Assault": "Assault",
    "Artillery Shift Removal": "Recover", "Air Resupply": "Drops",
    "Supply Determination": "Supply", "Ammo Replenishment by AmP": "Guns",
    "Ammo Replenishment by Roll": "Guns by luck", "Inactive Player's Replenishment": "Enemy guns",
    "Fatigue Recovery": "Rest", "Delay Marker Removal": "Obstacles",
    "Delay Markers of the Active Player": "Enemy obstacles",
    "Call for Extended Night Activity": "Call", "Mutual Fatigue": "Fatigue",
}  # fmt: skip
"""Segments with a shorter name, beside the others of their phase."""


def calendar(game: Gs, turn: int) -> date | None:
    """The day of a game turn."""
    return date.fromisoformat(box(game, turn).date)


def bands(table: Tabletop, game: Gs) -> tuple[Band, ...]:
    """The phases that this game turn has, each with who acts first in it, the one under way segment
    by segment; segments in which nobody has a say are shown only while they happen."""
    return tuple(_bands(table, game))


def _bands(table: Tabletop, game: Gs) -> Iterator[Band]:
    now, segments = game.clock.step, game.segments
    starts = [step for step, segment in enumerate(segments) if not segment.offset]
    for first, after in zip(starts, (*starts[1:], len(segments)), strict=True):
        steps = [step for step in range(first, after) if not segments[step].skipped(game)]
        if not steps:
            continue
        if first <= now < after and not game.over:
            for step in steps:
                if step == now or _acting(game, step):
                    yield _segment(table, game, step)
            continue
        title = segments[first].phase or segments[first].name
        side = next((s for step in steps if (s := table.phase_side(game, step))), None)
        state = _state(game, first, after)
        about = of_phase(title)
        yield Band(SHORT.get(title, title), side, segments[first].rule, state, about)


def _segment(table: Tabletop, game: Gs, step: int) -> Band:
    segment = game.segments[step]
    words = SEGMENTS.get(segment.name, segment.name)
    state = _state(game, step, step + 1)
    return Band(words, table.phase_side(game, step), segment.rule, state, of_segment(segment.kind))


def _acting(game: Gs, step: int) -> bool:
    """Whether anybody has a say in a segment."""
    segment = game.segments[step]
    return isinstance(segment, Played) and bool(segment.acting)


def _state(game: Gs, first: int, after: int) -> State:
    """Whether steps of the turn are over, under way, or to come."""
    now = game.clock.step
    return "past" if after <= now or game.over else "now" if first <= now else "ahead"
