"""Unit masking: what a player may know of the other side. [16.1]

Own units are known in full. Of an enemy stack only the top counter shows [16.1.1], or nothing if it
is masked [16.1.2]; next to own units the enemy must tell types, and levels too if he is not
fortified [16.1.4]; stacks that fought are open until the Combat Phase ends [16.1.3].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import encode
from grognard.engine.refusal import Refusal
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.stacks import stacks, units_at, zones
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.values import counter_of, unit_of

NOTHING, TYPE, LEVELS, FULL = range(4)


def masked_game(game: Wb) -> bool:
    """Whether the chapter is in use."""
    return game.options["masking"] == "on"


def sight(game: Wb, viewer: str | None, name: str) -> int:
    """How much a player may know of a unit on the map. [16.1.1] [16.1.3] [16.1.4]"""
    counter = counter_of(game, name)
    if viewer is None or counter.side == viewer or not masked_game(game):
        return FULL
    unit = unit_of(game, name)
    if unit.revealed == game.serial:
        return FULL
    status = game.state[HEXES][unit.hex]
    if not status.masked and units_at(game, unit.hex)[-1] == name:
        return FULL
    if not touched(game, viewer, unit.hex):
        return NOTHING
    return TYPE if status.fortified else LEVELS


def touched(game: Wb, side: str, h: int) -> bool:
    """Whether a side has a unit next to a hex. [16.1.4]"""
    at, counters = stacks(game).at, game.scenario.counters
    return any(b in at and counters[at[b][0]].side == side for b in game.board.around(h))


def zone_known(game: Wb, viewer: str) -> Sequence[int]:
    """Where the enemy's zones of control lie or, for all a player knows, may lie.

    A closed stack that is not next to own units is presumed to hold a unit of any kind, so its
    zone may reach wherever somebody on foot could go. Stopping next to it settles the question.
    """
    enemy = game.scenario.other(viewer)
    true = zones(game).counts[enemy]
    if not masked_game(game):
        return true

    def presumed() -> Sequence[int]:
        counts = None
        counters, foot = game.scenario.counters, game.scenario.ground.zone["foot"]
        for h, names in stacks(game).at.items():
            if counters[names[0]].side != enemy or touched(game, viewer, h):
                continue
            if counts is None:
                counts = list(true)
            for b in foot[h]:
                counts[b] += 1
        return counts if counts is not None else list(true)

    return game.cached(("zone known", viewer), (UNITS.name, HEXES.name), presumed)


def view(game: Wb, player: str | None) -> dict[str, Any]:
    """The position as one player may see it."""
    return {"units": {name: encode(unit) for name, unit in game.state[UNITS].items()}}


def unknowns(game: Wb, player: str, action: Action) -> list[Refusal]:
    """What the outcome of an action depends on that the player may not know. [16.1.1]"""
    return []
