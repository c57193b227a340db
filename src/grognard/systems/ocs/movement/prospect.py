"""Where somebody on the ground can go from where he is, and what is in his way. [6.1b]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kit.ways import Routes
from grognard.systems.ocs.movement.movement import points
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import counter_of, quarters, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.table.cards import Reach, ReachCell, Stop


def prospect(
    game: Ocs, player: str, start: int, found: Routes, trucks: bool, units: Sequence[str] = ()
) -> Reach:
    """The hexes within reach with their prices, the enemy's zones about, and where one must stop or
    cannot go on. `trucks` says whether there are any among those who go."""
    label, cells = game.board.label, []
    for h in sorted(found.costs):
        before = (start, *found.path(h))[-2]
        cells.append(ReachCell(label(h), str(points(found.costs[h])), label(before)))
    near = sorted({b for h in found.costs for b in (h, *game.board.around(h))})
    zoned = tuple(label(h) for h in near if zones.enemy_zone(game, h, player))
    stops = (stop for h in near for stop in _stops(game, player, h, found, trucks, units))
    return Reach(tuple(cells), zoned, tuple(stops))


def _stops(
    game: Ocs, player: str, h: int, found: Routes, trucks: bool, units: Sequence[str]
) -> Iterator[Stop]:
    """That one must stop in a hex, or cannot go on: for zones, enemies, crowds."""
    label, held = game.board.label(h), stacks.holder(game, h)
    if h not in found.costs:
        if held not in (None, player):
            text = "held by the enemy; an overrun is declared from beside it"
            yield Stop(label, text, "4.8c(A)")
        return
    if trucks and held != player and zones.enemy_zone(game, h, player):
        text = "in an enemy zone of control: trucks stop here, or overrun"
        yield Stop(label, text, "4.5a(A)")
    if units and held == player:
        yield from _crowd(game, units, h)


def _crowd(game: Ocs, units: Sequence[str], h: int) -> Iterator[Stop]:
    """More than ten RE may pass through a hex, but not end a segment in it. [4.8]"""
    here = stacks.stacks(game).sizes.get(h, 0)
    more = sum(quarters(counter_of(game, n), unit_of(game, n)) for n in units)
    if here + more > LIMIT:
        text = f"{(here + more) / 4:g} RE would stand here; ten may"
        yield Stop(game.board.label(h), text, "4.8")
