"""Looking: the view of a player, worked out once for all that a screen shows of it. [4.9]"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grognard.engine.sequence import CLOCK
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import (
    AIR,
    DUMPS,
    FORMATIONS,
    HEXES,
    SHIPS,
    SIDES,
    SITES,
    TOKENS,
    TRANSPORT,
    TURN,
)
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.views import view
from grognard.table.tabletop import Player

SHOWN = tuple(
    register.name
    for register in (
        UNITS, DUMPS, TRANSPORT, SITES, AIR, SHIPS, HEXES, FORMATIONS, SIDES, TURN, CLOCK,
    )
)  # fmt: skip
"""The maps of the State that a view is made of."""
PARTS = {0: "", 1: "¼", 2: "½", 3: "¾"}
"""The tokens beyond whole Supply Points."""
Facts = Mapping[str, Any]


def seen(game: Ocs, player: Player) -> Facts:
    """The player's view: of the enemy it holds what lies open, and nothing else is shown. [4.9a]"""
    return game.cached(("seen", player), SHOWN, lambda: view(game, player))


def regiments(size: Fraction | int) -> str:
    """A size in RE as players write it: 1½. [4.8]"""
    return sp(int(size * TOKENS))


def sp(tokens: int) -> str:
    """Tokens as Supply Points, for a counter: 5¼. [3.3(A)]"""
    whole, rest = divmod(tokens, TOKENS)
    return f"{whole or ('' if rest else 0)}{PARTS[rest]}"
