"""The movement bonus of units out of maneuver reserve. [5.4.4a]"""

from __future__ import annotations

from functools import partial

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.goss.charts import number
from grognard.systems.goss.dice import d10
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.pieces.chain import formation
from grognard.systems.goss.pieces.stacks import present
from grognard.systems.goss.pieces.values import mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.moments import phase_start, turns_since
from grognard.systems.goss.turn.roles import active, inactive
from grognard.systems.goss.units import EXPLOIT, UNITS

FIRST = 1
"""Added to the roll in the first GT out of reserve. [5.4.4a]"""


def roll_bonuses(game: Gs) -> None:
    """Before a Movement or Exploit Phase each formation, or Recon unit, in its bonus period rolls
    for MP that its Mech units may spend more. [5.4.4a]"""
    exploiting = game.segment.kind in phases.EXPLOITS
    waiting = game.segment.kind in (phases.INACTIVE_COUPS, phases.INACTIVE_ROAD)
    side = inactive(game) if waiting else active(game)
    groups: dict[tuple[str, int, bool], list[str]] = {}
    for name, counter, unit in present(game, side):
        if not in_bonus(game, name) or not mech(counter, unit):
            continue
        if (unit.mode == EXPLOIT) == exploiting:
            alone = "" if formation(game, name) else name
            groups.setdefault((formation(game, name) or alone, unit.bonus, False), []).append(name)
    for (_, began, _), names in sorted(groups.items()):
        drm = FIRST if turns_since(game, began) == 0 else 0
        shown, found = d10(game, partial(_bonus, game, drm))
        for name in names:
            changed = replace(unit_of(game, name), bonus_mp=found, bonus_at=phase_start(game))
            game.put(UNITS, name, changed)
        facts = {"units": names, "roll": shown, "bonus": found}
        game.emit(Event("reserve-bonus", "5.4.4a", facts, dice=(shown,)))


def _bonus(game: Gs, drm: int, roll: int) -> int:
    return number(game.scenario.tables, "reserve-bonus", roll + drm, "bonus")
