"""What a player presumes when he asks for the odds of a mission. [4.9a]

Of the enemy he takes the unit on show for the whole of a stack, and the aircraft on show for all
there are at a base, at full strength; what lies below either he cannot know.
"""

from __future__ import annotations

from grognard.engine.decision import Action
from grognard.engine.record import replace
from grognard.systems.ocs.air.bases import named
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.fog.foresight import uncovered
from grognard.systems.ocs.naval import ship_fire
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR
from grognard.systems.ocs.units import MAP, POOL


def what_shows(game: Ocs, player: str, action: Action) -> str:
    """What shows in the target, and on the enemy's bases, is all there is. [4.9a]"""
    h, enemy = _target(game, player, action), game.scenario.other(player)
    shown = {
        fog.aircraft_on_show(game, stacks.air_hex(game, key), enemy)
        for key, found in game.state[AIR].items()
        if found.side == enemy and found.place == MAP
    }
    for key, found in sorted(game.state[AIR].items()):
        if found.side != enemy or found.place != MAP:
            continue
        if key in shown:
            game.put(AIR, key, replace(found, reduced=False, flown=-1))
        else:
            game.put(AIR, key, replace(found, place=POOL, hex=-1, carrier="", active=False))
    last = game.board.hex(action["then"]) if "then" in action else h  # by three bases [21.12a]
    for over in dict.fromkeys((h, last)):
        if stacks.holder(game, over) == enemy:
            barrage.presume(game, over)
        ship_fire.presume(game, over, enemy)
    return f"what shows in {game.board.label(h)} and on enemy bases is all there is"


def what_shows_and_lies(game: Ocs, player: str, action: Action) -> str:
    """The same of who lands: he captures what lies there. [9.14b]"""
    shows, h = what_shows(game, player, action), _target(game, player, action)
    if stacks.holder(game, h) != game.scenario.other(player):
        uncovered(game, player, [h])
    return shows


def _target(game: Ocs, player: str, action: Action) -> int:
    """The hex that a mission flies to, which a transfer names by its base."""
    base = named(game, player, action["hex"])
    return base.hex if base is not None else game.board.hex(action["hex"])
