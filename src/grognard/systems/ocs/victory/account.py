"""The account of a game for those who play many: points, when cities fell, losses, who was saved.

It is what the umpire knows; nobody is told of it before the end.
"""

from __future__ import annotations

from typing import Any

from grognard.systems.ocs.scenario import Count, Ocs
from grognard.systems.ocs.victory import victory


def account(game: Ocs) -> dict[str, Any]:
    """Points, the turn in which each objective fell, and the steps of each nation."""
    side = game.scenario.victory.side
    return {
        "points": int(victory.points(game).total) if side else None,
        "fell": fallen(game),
        "lost": {of: victory.steps_lost(game, count) for of, count in _nations(game)},
        "saved": {
            count.label: victory.steps_saved(game, count) for count in game.scenario.victory.saved
        },
    }


def fallen(game: Ocs) -> dict[str, int]:
    """The turn in which the side whose points are counted first held all of an objective.

    What it holds when the game begins has fallen in turn 0; what never fell is not named.
    """
    terms = game.scenario.victory
    places = {objective.label: objective for objective in terms.objectives}
    held = {h: objective.owner for objective in places.values() for h in objective.hexes}
    events = [event.facts for event in game.events if event.kind == "taken"]
    found: dict[str, int] = {}
    for turn, hex_, side in [
        (0, "", ""), *((f["turn"], f["hex"], f["side"]) for f in events)
    ]:  # fmt: skip
        if hex_:
            held[game.board.hex(hex_)] = side
        for label, objective in places.items():
            if all(held.get(h) == terms.side for h in objective.hexes):
                found.setdefault(label, turn)
    return found


def _nations(game: Ocs) -> list[tuple[str, Count]]:
    """The nations of either side that fight, each as something to count."""
    found: dict[tuple[str, str], None] = {}
    for unit in game.scenario.units.values():
        counter = game.scenario.counters[unit.counter]
        found[counter.side, counter.nation] = None
    return [(nation, Count(nation, side, 0, 1, (nation,))) for side, nation in sorted(found)]
