"""What fire from guns or from the air does to a hex. [6.4.2d] [8.2.6]

Fire is combat without contact: its target suffers losses, disorder or tests, and never retreats.
"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.record import replace
from grognard.systems.wb95.charts import SideResult
from grognard.systems.wb95.fighting import disorganisation, losses
from grognard.systems.wb95.fighting.force import Force
from grognard.systems.wb95.pieces.stacks import holder, units_at
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import UNITS

SHELTER = 2
"""How many points of strength each terrain modifier takes from fire. [6.4.2b] [8.2.7]"""


def suffer(game: Wb, h: int, result: SideResult, rule: str) -> Procedure:
    """The units of a hex take a fire result; their owner chooses who bears the losses. [5.1.8]

    Losses come first; who is left is disorganised or tests, guns like the rest. [5.6.1a] [6.4.6]
    Whoever was under fire was attacked, whatever came of it, and starts his rest anew. [5.6.5]
    """
    owner = holder(game, h)
    if owner is None:
        return
    open_stack(game, h)
    names = units_at(game, h)
    for name in names:
        disorganisation.disturb(game, name)
    if result.loss:
        hit = Force(owner, game.scenario.other(owner), names, {}, {}, ())
        yield from losses.suffer(game, hit, result.loss, ())
    left = units_at(game, h)
    if result.disorganised:
        for name in left:
            disorganisation.disorganise(game, name, rule)
    elif result.test:
        disorganisation.test_all(game, dict.fromkeys(left, 1), rule)


def open_stack(game: Wb, h: int) -> None:
    """A stack that took part in combat is open to the enemy until the phase ends. [16.1.3]

    Fire counts as combat, from guns or from the air, as it does for disorganisation. [5.6.1a]
    """
    for name in units_at(game, h):
        if unit_of(game, name).revealed != game.serial:
            game.put(UNITS, name, replace(unit_of(game, name), revealed=game.serial))


def terrain_shelter(game: Wb, h: int) -> int:
    """Twice the terrain modifiers of a hex, which come off the strength of fire. [6.4.2b] [8.2.7]

    The ground of the hex alone: fire crosses no hexside, and fortifications are not terrain.
    """
    return SHELTER * game.scenario.ground.table[game.board.terrain[h]].defender_cm


def shelter_source(game: Wb, h: int) -> str:
    """Where the terrain modifiers of a hex come from: the rulebook, an example, or ourselves."""
    return game.scenario.ground.table[game.board.terrain[h]].sources["defender_cm"]
