"""Building in a lull: inactive units work in the AM, and engineers are quick. [24.2.5]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.refusal import Refusal
from grognard.systems.goss.ground import GREAT, MAJOR
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.observation.lookouts import lookouts
from grognard.systems.goss.pieces.quiet import inactive
from grognard.systems.goss.pieces.stacks import beside_enemy, on_map
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, ET2, ET3, IP
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.works.building import engineer_steps

CREWS = {MAJOR: 2, GREAT: 3}
"""How many units of engineers, by an option steps, bridge a major and a great river; elsewhere one
does. [24.2.5]"""
OVERNIGHT = 3
"""How many Construction Phases a bridge over a great river takes, from one AM to the next.
[24.2.5]"""
STEPS = {IP: 1, ET2: 2, ET3: 2}
"""How many steps of engineers dig each work. [24.2.5]"""


def quiet(game: Gs, names: Sequence[str]) -> bool:
    """Whether those who build are inactive in a lull. [24.2.5]"""
    return any(inactive(game, name) for name in names)


def watched(game: Gs, side: str, a: int, b: int) -> list[Refusal]:
    """Inactive units neither build nor blow up a bridge that an enemy on the ground sees an end of.
    [24.2.5]"""
    if not any(lookouts(game, other(side), h) for h in (a, b)):
        return []
    return [Refusal("24.2.5", "an enemy has a line of sight to the bridge")]


def against_crew(game: Gs, water: str, names: Sequence[str]) -> list[Refusal]:
    """Whether enough units of engineers, or by the option steps of them, bridge a river in a lull.
    [24.2.5]"""
    what, needed = game.options["lull-bridges"], CREWS.get(water, 1)
    count = len(names) if what == "units" else engineer_steps(game, names)
    if count >= needed:
        return []
    return [Refusal("24.2.5", f"{needed} {what} of engineers bridge a {water} in a lull")]


def phases_needed(water: str) -> int:
    """How many Construction Phases a bridge takes in a lull: a great river until the next AM.
    [24.2.5]"""
    return OVERNIGHT if water == GREAT else 1


def by_evening(game: Gs, names: Sequence[str], key: int) -> bool:
    """Whether a bridge stands in the Quick Construction Segment of its AM GT: over all but great
    rivers. [24.2.5]"""
    a, b = game.scenario.ground.side_hexes(key)
    return quiet(game, names) and game.scenario.ground.water(a, b) != GREAT


def charges_left(game: Gs, name: str) -> int:
    """How many bridges a unit of engineers may still blow up in this segment: one for each step.
    [24.2.5]"""
    unit, ground = unit_of(game, name), game.scenario.ground
    keys = [ground.side_key(unit.hex, b) for b in game.board.around(unit.hex)]
    known = [game.state[BRIDGES].get(key) for key in keys]
    done = sum(one is not None and one.tried == game.serial for one in known)
    return unit.steps - done


def against_dig(game: Gs, side: str, h: int, names: Sequence[str], work: str) -> list[Refusal]:
    """What inactive units may dig: with one step of engineers an IP, with two an ET-2 in cover,
    and an ET-3 in place of an ET-2 where no enemy is adjacent, one of a side in a GT. [24.2.5]
    [24.2.5-2]"""
    rule = "24.2.5-2" if work == ET3 else "24.2.5"
    if engineer_steps(game, names) < STEPS[work]:
        return [Refusal(rule, f"in a lull an {work} takes {STEPS[work]} steps of engineers")]
    if work == ET2 and not game.scenario.ground.mct[h] and status(game, h).work != IP:
        return [Refusal(rule, "in a lull an ET-2 is dug in covering terrain")]
    if work != ET3:
        return []
    if status(game, h).work != ET2 or status(game, h).side != side:
        return [Refusal(rule, "in a lull an ET-3 takes the place of an ET-2")]
    if beside_enemy(game, side, h):
        return [Refusal(rule, "an enemy is adjacent")]
    if any(_dug_today(game, name) for name in on_map(game, side)):
        return [Refusal(rule, "one ET-2 of a side is made an ET-3 in a game turn")]
    return []


def _dug_today(game: Gs, name: str) -> bool:
    """Whether a unit has made an ET-3 of an ET-2 in this GT. [24.2.5-2]"""
    unit = unit_of(game, name)
    here = status(game, unit.hex).work == ET3
    return here and unit.worked == game.turn and inactive(game, name)


def bare_ground(game: Gs, names: Sequence[str], h: int) -> bool:
    """Whether an ET-2 needs no IP before it: inactive engineers in covering terrain. [24.2.5]"""
    return quiet(game, names) and game.scenario.ground.mct[h]
