"""Aircraft on a base that falls to the enemy. [9.14f] [14.2c]"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.chance import rolled
from grognard.systems.ocs.air.bases import go_home, in_range
from grognard.systems.ocs.combat.capture import base_taken
from grognard.systems.ocs.pieces.planes import aircraft, alive, lose_step
from grognard.systems.ocs.pieces.stacks import air_at
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES


@base_taken
def displace(game: Ocs, h: int, by: str, advance: bool = False) -> Procedure:
    """The aircraft of a base that `by` captures: some are hit, the rest fly off. [9.14f]

    Each rolls on the Air Base Capture Table, where an `advance` after combat gives it more time;
    then all must leave for a base within twice their range, Inactive, or are lost. The weather does
    not matter. Gliders are destroyed. [14.10e(B)] [CT-aircapture]
    """
    side = game.scenario.other(by)
    lose_gliders(game, side, h)
    keys = air_at(game, h, side)
    for key in keys:
        caught(game, key, advance)
    left = [key for key in keys if alive(game, key)]
    open_ = in_range(game, left, h, times=2)
    away = {key: [base for base in found if base.hex != h] for key, found in open_.items()}
    yield from go_home(game, side, away, "9.14f")


def caught(game: Ocs, key: str, advance: bool) -> None:
    """One aircraft on a captured base: a step is lost on a low roll. [CT-aircapture]"""
    tables = game.scenario.tables
    status = "active" if aircraft(game, key).active else "inactive"
    least = number(tables, "air-base-capture", status, "loss")
    more = number(tables, "air-base-capture", status, "advance") if advance else 0
    dice, hit = rolled(game, 2, lambda faces: sum(faces) + more <= least)
    facts = {"status": status, "modifier": more, "hit": hit}
    plain = Event("air-base-capture", "9.14f", facts, dice, outcome=True)
    full = replace(plain, facts={"aircraft": key, **facts})
    game.emit(replace(full, seen_by=(aircraft(game, key).side,), others=plain))
    if hit:
        lose_step(game, key, "9.14f", "its base is captured", shown=False)


def lose_gliders(game: Ocs, side: str, h: int) -> None:
    """Gliders on a captured base are destroyed. [14.10e(B)]"""
    status = game.state[SIDES][side]
    left = tuple((hex_, points) for hex_, points in status.gliders if hex_ != h)
    if left != status.gliders:
        game.put(SIDES, side, replace(status, gliders=left))
        game.emit(Event("gliders-lost", "14.10e(B)", {"hex": game.board.label(h)}))
