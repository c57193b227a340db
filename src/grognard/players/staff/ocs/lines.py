"""Which line a defender can hold: by the ground, his strength, and how far the enemy has come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from grognard.players.staff.fallback import Fallback, depths, farthest, turned_at
from grognard.players.staff.ocs.escape import terms
from grognard.players.staff.ocs.evacuation import Evacuation
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.situation import Situation


def line_to_hold(seat: OcsSeat, strength: int, shelter: Callable[[int], int]) -> Fallback | None:
    """The farthest line that so much strength will do for; None if there is no way back.

    `shelter` is what the ground of a hex is worth. Half of the ground that counts is not given up
    without a fight, unless the enemy has turned it.
    """
    house = seat.doctrine.lines
    last = last_places(seat)
    if not last:
        return None
    depth = depths(seat.walks, last)
    foes = seat.situation.foes.values()
    attacks = [foe.attack for foe in foes if foe.attack]
    mean = sum(attacks) // max(1, len(attacks))
    blow = house.blow_saved if terms(seat) else house.blow
    solid = max(house.weak, min(blow * mean, sum(attacks)))

    def price(h: int) -> Fraction:
        return Fraction(2 * solid, house.spacing * (2 + shelter(h)))

    reached = turned_at(depth, ((foe.hex, foe.attack) for foe in foes), strength // house.raid)
    limit = max(half_of_all(seat.situation, depth), farthest(depth, price, strength, reached - 1))
    return Fallback(depth, min(limit, reached - 1))


def half_of_all(situation: Situation, depth: Mapping[int, int]) -> int:
    """The line within which half of the ground lies that counts and is held."""
    held = [goal for goal in situation.goals if goal.ours and goal.hex in depth]
    inside, whole = 0, sum(goal.value for goal in held)
    for goal in sorted(held, key=lambda goal: depth[goal.hex]):
        inside += goal.value
        if 2 * inside >= whole:
            return depth[goal.hex]
    return 0


def last_places(seat: OcsSeat) -> list[int]:
    """What is kept to the last: the port to leave by, or else the sources of supply."""
    port = Evacuation(lambda: seat).last_port()
    if port >= 0:
        return [port]
    return [source.hex for source in seat.scenario.sources if source.side == seat.side]
