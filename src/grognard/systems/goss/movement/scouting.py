"""What Recon units report when their movement has ended. [8.4.1]

A unit may move in several orders of one step; as long as it could go on it has not ended its
movement. So it reports at once where it can go no further, and else when the step ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.record import replace
from grognard.systems.goss.movement.eligible import unable
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.observation.reveals import scout
from grognard.systems.goss.pieces.marked import moved_at
from grognard.systems.goss.pieces.sight import foggy
from grognard.systems.goss.pieces.stacks import beside_enemy
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.moments import this_segment
from grognard.systems.goss.units import MAP, PA, UNITS


def scouts_stop(game: Gs, names: Sequence[str]) -> None:
    """Recon units that can go no further report what stands next to them. [8.4.1]"""
    for name in names:
        if _looks(game, name) and not _goes_on(game, name):
            _report(game, name)


def scouts_report(game: Gs) -> None:
    """A step of movement ends: whoever moved in it and has not reported does. [8.4.1]"""
    for name in moved_at(game, game.serial):
        if _looks(game, name) and not this_segment(game, unit_of(game, name).scouted):
            _report(game, name)


def _looks(game: Gs, name: str) -> bool:
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not counter.recon or unit.place != MAP or not foggy(game.scenario):
        return False
    return beside_enemy(game, counter.side, unit.hex)


def _goes_on(game: Gs, name: str) -> bool:
    """Whether a unit could move on in this segment; prepared ones never do next to an enemy.
    [5.2.3]"""
    if unable(game, name) is not None or unit_of(game, name).mode == PA:
        return False
    return bool(reach(game, (name,), counter_of(game, name).side).costs)


def _report(game: Gs, name: str) -> None:
    game.put(UNITS, name, replace(unit_of(game, name), scouted=game.serial))
    scout(game, name)
