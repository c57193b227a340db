"""What an air mission would bring, for whoever is about to write it.

Terrain, tables and one's own units: nothing here hangs on what the enemy keeps closed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from grognard.systems.wb95.air.missions import ATTACKS_A_POINT, FAILURE
from grognard.systems.wb95.charts import NO_EFFECT, fire_result, halve, object_destroyed
from grognard.systems.wb95.fighting import fire
from grognard.systems.wb95.pieces.stacks import holder
from grognard.systems.wb95.scenario import Wb

FACES = range(1, 7)
NEAR = 3
"""How far off an own unit may be that could still come up and attack."""


def worth(game: Wb, kind: str, strength: int, hexes: Sequence[int]) -> tuple[str, ...]:
    """What a mission of so many points would do."""
    if not hexes:
        return ()
    return (SAID[kind](game, strength, hexes[0]),)


def _chance(hit: Callable[[int], bool]) -> Fraction:
    """How often two dice bring something, by their sum."""
    return Fraction(sum(hit(a + b) for a, b in product(FACES, FACES)), 36)


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"


def _support(game: Wb, strength: int, h: int) -> str:
    return f"adds {strength} points to one attack, or to fire, on the hex"


def _defence(game: Wb, strength: int, h: int) -> str:
    return f"adds {halve(strength)} points to one defence of the hex"


def _attack(game: Wb, strength: int, h: int) -> str:
    """The chance that the table does anything at all."""
    table, points = game.scenario.tables["air-attack"], max(0, strength - _shelter(game, h))
    chance = _chance(lambda roll: fire_result(table, points, roll) != NO_EFFECT)
    less = f", {_shelter(game, h)} less for the ground" if _shelter(game, h) else ""
    return f"strikes now with {points} points{less}: {_percent(chance)} for any effect"


def _shelter(game: Wb, h: int) -> int:
    return int(fire.terrain_shelter(game, h))


def _bridge(game: Wb, strength: int, h: int) -> str:
    table = game.scenario.tables["attack-on-objects"]
    chance = _chance(lambda roll: object_destroyed(table, strength, roll))
    return f"destroys the bridge now with {_percent(chance)}"


def _disrupt(game: Wb, strength: int, h: int) -> str:
    return "makes every step dearer for the enemy in the hex and around it"


def _crossing(game: Wb, strength: int, h: int) -> str:
    attacks = ATTACKS_A_POINT * strength
    chance = 1 - Fraction(5, 6) ** attacks
    return f"{attacks} attacks on whoever crosses the river into the hex: {_percent(chance)} to hit"


def _supply(game: Wb, strength: int, h: int) -> str:
    chance = Fraction(FAILURE - 1, 6)
    return f"brings supply now, with {_percent(chance)} for each air unit that flies"


SAID: dict[str, Callable[[Wb, int, int], str]] = {
    "support": _support,
    "defence": _defence,
    "attack": _attack,
    "bridge": _bridge,
    "disrupt": _disrupt,
    "crossing": _crossing,
    "supply": _supply,
}
"""What each kind of mission would do, in a sentence."""


def doubts(game: Wb, side: str, kind: str, hexes: Sequence[int]) -> tuple[str, ...]:
    """That none of one's own could make use of a mission; of the enemy nothing is said."""
    if kind != "support" or not hexes:
        return ()
    if any(holder(game, h) == side for h in game.board.disk(hexes[0], NEAR)):
        return ()
    return (f"none of your units is within {NEAR} hexes: who would attack there?",)
