"""Strat Mode on the roads: columns keep their distance. [21.12c]"""

from __future__ import annotations

from grognard.engine.decision import Ask, Procedure
from grognard.kit.orders import OfOne
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacking import GiveUp, eliminate
from grognard.systems.ocs.pieces.values import counter_of, quarters, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.units import STRAT

MOST = 12
"""Quarters of an RE in Strat Mode that a hex may hold: three RE. [21.12c]"""
JAM = "strat columns"


def columns(game: Ocs, h: int) -> list[str]:
    """The units in Strat Mode in a hex."""
    return [name for name in stacks.units_at(game, h) if unit_of(game, name).mode == STRAT]


def jammed(game: Ocs, h: int) -> bool:
    """Whether too many units in Strat Mode are in a hex. [21.12c]

    One unit of several steps may be there whatever its size, and so may one whole formation.
    """
    names = columns(game, h)
    counters = [counter_of(game, name) for name in names]
    if sum(quarters(c, unit_of(game, n)) for c, n in zip(counters, names, strict=True)) <= MOST:
        return False
    alone = len(names) == 1 and counters[0].steps > 1
    formations = {counter.formation for counter in counters}
    return not alone and not (len(formations) == 1 and "" not in formations)


def spacing(game: Ocs) -> Procedure:
    """What is too much in Strat Mode at a segment's end dies; its owner says who. [21.12c]"""
    if game.options["strat-spacing"] != "on":
        return
    for side in game.scenario.sides:
        for h in sorted(stacks.stacks(game).held[side]):
            while jammed(game, h):
                answer = yield _whom(game, side, h)
                eliminate(game, answer["unit"], "21.12c", "too many columns in Strat Mode")


def _whom(game: Ocs, side: str, h: int) -> Ask:
    names = columns(game, h)
    offer = GiveUp(map(OfOne, names), "21.12c")
    smallest = min(names, key=lambda n: (quarters(counter_of(game, n), unit_of(game, n)), n))
    prompt = (
        f"more than three RE are in Strat Mode in {game.board.label(h)}; which unit is given up?"
    )
    return offer.ask(game, side, JAM, prompt, {"smallest first": OfOne(smallest)})
