"""Which system lays its table how."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.tabletop import AnyGame, Tabletop
from grognard.systems.wb95.tabletop import TABLETOP as WB95_TABLETOP

TABLETOPS: Mapping[str, Tabletop] = {"wb95": WB95_TABLETOP}
PLAIN = Tabletop()


def tabletop(game: AnyGame) -> Tabletop:
    """A system's words, or the engine's own."""
    return TABLETOPS.get(game.system.name, PLAIN)
