"""Whom an order would strand: who has trace and supply now, and who would have them after it.

Only the owner is told: supply and stocks are nobody else's business. [4.9a]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grognard.engine.refusal import Refusal
from grognard.systems.ocs.movement.moves import FORESEEN
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.names import call
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import fuel, paying, supply_paths
from grognard.systems.ocs.supply.expenses import expenses
from grognard.systems.ocs.supply.obstacles import supply_cut, trace_cut
from grognard.systems.ocs.turn.phases import foretelling
from grognard.systems.ocs.units import MAP, UNITS

FEW = 4
"""How many units are named one by one."""
FORESEEN.append(expenses)


@foretelling
def stranded(
    game: Ocs, player: str, moved: Sequence[str], change: Callable[[], None]
) -> list[Refusal]:
    """What a player should know before he moves units, headquarters or transport, or turns them.

    The position after it is looked at and taken back. [12.6] [12.3]
    """
    before = _standing(game, player, moved)
    mark = game.journal.mark()
    try:
        change()
        return _compared(game, player, before, _standing(game, player, moved), moved)
    finally:
        game.journal.rollback(mark)


class _Standing:
    """How a side is supplied: who has trace, and who of those in question can draw."""

    def __init__(self, traced: Mapping[str, bool], fed: dict[str, bool]) -> None:
        self.traced, self.fed = traced, fed


def _standing(game: Ocs, side: str, moved: Sequence[str]) -> _Standing:
    """Who of a side has trace; and who has supply on the map, of those that it may change for."""
    asked = [name for name in moved if name in game.state[UNITS]]
    if any(_carries(game, name) for name in moved):
        asked += [n for n in stacks.on_map(game, side) if n not in asked]
    units = game.state[UNITS]
    fed = {n: bool(paying.purse(game, n, paying.ATTACK)) for n in asked if units[n].place == MAP}
    return _Standing(supply_paths.traced(game, side), fed)


def _carries(game: Ocs, name: str) -> bool:
    """Whether others may live on it: a headquarters, an Extender, a load."""
    transport = game.state[TRANSPORT].get(name)
    if transport is not None:
        return transport.extender or transport.load > 0
    return name in game.state[UNITS] and counter_of(game, name).hq


def _compared(
    game: Ocs, side: str, before: _Standing, after: _Standing, moved: Sequence[str]
) -> list[Refusal]:
    """What has got worse, those that move first."""
    found: list[Refusal] = []
    lost = [n for n, ok in after.traced.items() if not ok and before.traced.get(n, True)]
    for own in (True, False):
        names = [n for n in lost if (n in moved) == own]
        if names:
            found.append(_no_trace(game, names, own))
    dry = [n for n, ok in after.fed.items() if not ok and before.fed.get(n, True)]
    for own in (True, False):
        names = [n for n in dry if (n in moved) == own]
        if names:
            found.append(_no_supply(game, names, own))
    return found


def _no_trace(game: Ocs, names: Sequence[str], own: bool) -> Refusal:
    """Who would lose trace, and what cuts it; a negated zone that is left is the usual reason."""
    cut = trace_cut(game, names[0])
    why = f": {cut.text}" if cut is not None else ""
    who = _listed(game, names)
    text = f"{who} would have no trace there{why}" if own else f"{who} would lose trace{why}"
    return Refusal(cut.rule if cut is not None else "12.6", text)


def _no_supply(game: Ocs, names: Sequence[str], own: bool) -> Refusal:
    """Who would have neither combat supply nor fuel within reach."""
    cut, who = supply_cut(game, names[0]), _listed(game, names)
    verb = "would find" if own else "would be left with"
    wanting = " and no fuel" if any(fuel.needs(game, n) for n in names) else ""
    return Refusal(cut.rule, f"{who} {verb} no combat supply{wanting} within reach: {cut.text}")


def _listed(game: Ocs, names: Sequence[str]) -> str:
    rest = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return f"{call(game, names[:FEW])}{rest}"
