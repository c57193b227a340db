"""What a player must presume who asks for the odds of a mission. [8.4.0] [11.2.0]

Of an enemy stack he sees the top: he takes what shows for all there is. Where nothing shows of the
target there are no odds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.goss.fire.barrage import Barrage
from grognard.systems.goss.fire.exploiters import HuntExploiters
from grognard.systems.goss.fire.flying import GroundSupport
from grognard.systems.goss.fire.naval import Shell
from grognard.systems.goss.pieces.sight import seen
from grognard.systems.goss.pieces.stacks import units_at
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import EXPECTED, UNITS

MISSIONS = (Barrage.do, GroundSupport.do, Shell.do)
NOTE = {"question": "fog", "rule": "8.4.0", "text": "what shows of the target is all there is"}


def unknown(game: Gs, player: str, action: Action) -> list[Refusal]:
    """There are no odds against a target of which nothing shows, nor in the midst of a move.
    [8.4.0]"""
    if action.get("do") == HuntExploiters.do:
        return [Refusal("8.4.0", "what Flak there is on the way is not known")]
    if action.get("do") not in MISSIONS:
        return []
    there = units_at(game, game.board.hex(action["hex"]))
    if any(seen(game, player, n) for n in there):
        return []
    return [Refusal("8.4.0", "nothing shows of the target: its modifiers are not known")]


def presume(game: Gs, player: str, action: Action) -> Sequence[Mapping[str, Any]]:
    """Put what shows of the target in place of what there is, and say so; around the target of
    aircraft, too, for Flak may be hidden there. [8.4.0] [20.2.3]"""
    if action.get("do") not in MISSIONS:
        return ()
    h = game.board.hex(action["hex"])
    hexes = game.board.disk(h, 1) if action["do"] == GroundSupport.do else (h,)
    there = [n for b in hexes for n in units_at(game, b)]
    hidden = [n for n in there if not seen(game, player, n)]
    for name in hidden:
        game.put(UNITS, name, replace(game.state[UNITS][name], place=EXPECTED, hex=-1))
    return ({"player": other(player), **NOTE},)
