"""Where units can go together, as a screen shows it: costs, ways back, and what stops them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.refusal import Refusal
from grognard.kit.ways import Routes, slowest, together
from grognard.systems.wb95.masking.masking import zone_known
from grognard.systems.wb95.movement import stacking
from grognard.systems.wb95.movement.movement import class_of, points
from grognard.systems.wb95.movement.reach import routes
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, holder
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.table.cards import Reach, ReachCell, Stop


def prospect(game: Wb, player: str, names: Sequence[str], refusals: Sequence[Refusal]) -> Reach:
    """Where units can go together, by the way of the slowest of them. [3.1.3] [3.1.5]

    Units of different hexes are shown what all of them reach, and told that they go on their own.
    """
    if not names or not all(refusal.rule == "3.1.4" for refusal in refusals):
        return Reach(refusals=tuple(refusals))
    each = {name: routes(game, name) for name in names}
    found, start = together(each), unit_of(game, slowest(each)).hex
    common = tuple(found.costs)
    known, label = zone_known(game, player), game.board.label
    near = sorted({b for h in common for b in (h, *game.board.around(h))})
    return Reach(
        tuple(_cell(game, found, start, h) for h in sorted(common)),
        tuple(label(h) for h in near if known[h]),
        tuple(_stops(game, player, names, common, near)),
        tuple(refusals),
    )


def _cell(game: Wb, found: Routes, start: int, h: int) -> ReachCell:
    label, way = game.board.label, found.path(h)
    before = way[-2] if len(way) > 1 else start
    return ReachCell(label(h), str(points(found.costs[h])), label(before))


def _stops(
    game: Wb, player: str, names: Sequence[str], common: Sequence[int], near: Sequence[int]
) -> Iterator[Stop]:
    """Where units must stop or cannot go on: zones of control, enemies, water, crowds."""
    known, label, inside = zone_known(game, player), game.board.label, frozenset(common)
    ground = game.scenario.ground
    for h in near:
        held = holder(game, h)
        if h in inside:
            if known[h]:
                yield Stop(label(h), "in an enemy zone of control: units stop here", "4.2.1")
            if held == player:
                levels = stacking.levels_after(game, player, tuple(names), h)
                if levels > STACKING_LIMIT:
                    text = f"{levels} levels would stand here; {STACKING_LIMIT} may"
                    yield Stop(label(h), text, "3.2.1")
        elif held is not None and held != player:
            yield Stop(label(h), "held by the enemy", "3.1.8")
        elif any(not ground.enterable(class_of(game, name), h) for name in names):
            yield Stop(label(h), f"{game.board.terrain[h]}: closed to such units", "3.1.11")
