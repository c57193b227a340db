"""The aftermath of a battle: losses, retreats, pursuit, disorganisation. [5.2.1f] [5.2.1g]"""

from __future__ import annotations

from grognard.engine.decision import Procedure, nothing
from grognard.systems.wb95.battle import Battle, Reckoning
from grognard.systems.wb95.results import CombatResult
from grognard.systems.wb95.scenario import Wb


def apply(game: Wb, battle: Battle, reckoning: Reckoning, result: CombatResult) -> Procedure:
    """Losses first, then retreats and pursuit, then the rolls for disorganisation. [5.2.1f]"""
    return nothing()
