"""Infiltration: light infantry slips past an enemy into the ground behind him. [16.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.damage.strikes import hit_unit
from grognard.systems.nextwar.ground import (
    FLAT,
    HIGH_MOUNTAIN,
    HIGHLAND,
    HIGHLAND_WOODS,
    MOUNTAIN,
    ROUGH,
    WATER,
)
from grognard.systems.nextwar.movement.clearing import must_clear
from grognard.systems.nextwar.movement.eligible import unable
from grognard.systems.nextwar.movement.entering import arrive, raise_alarms
from grognard.systems.nextwar.movement.roads import hostile_work
from grognard.systems.nextwar.pieces.stacks import holder, lay, on_map
from grognard.systems.nextwar.pieces.values import counter_of, er, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import CLEAR
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import UNITS
from grognard.systems.nextwar.words import called

TABLE = "infiltration-drms"
HEIGHTS = frozenset({MOUNTAIN, HIGH_MOUNTAIN, HIGHLAND, HIGHLAND_WOODS})
OPEN = frozenset({FLAT, ROUGH})
WORST = 2
"""The heaviest Strike marker of a try that fails. [16.1]"""


@dataclass(frozen=True, slots=True)
class Slip:
    """Who infiltrates, past whose hex, and to where."""

    unit: Piece
    past: Hex
    hex: Hex


class Infiltrate(Verb[Nw, Slip]):
    """Light infantry next to an enemy goes through his hex to one behind it. [16.1]"""

    do, rule, order, stakes = "infiltrate", "16.1", Slip, "dice"
    title, phrase, plural = "Infiltrate", "{unit} past {past} to {hex}", "infiltrations"

    def against(self, game: Nw, player: str, order: Slip) -> list[Refusal]:
        """Who may, past whom, and where to. [16.0]"""
        found = why_not_who(game, player, order.unit)
        return found or why_not_way(game, player, order)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """All light infantry that has not moved and is next to an enemy."""
        if not game.scenario.advanced:
            return ()
        return [name for name in on_map(game, player) if not why_not_who(game, player, name)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Slip]:
        """Past every enemy beside it, into every hex behind him."""
        enemy = game.scenario.other(player)
        for past in game.board.around(unit_of(game, actor).hex):
            if holder(game, past) == enemy:
                yield from (Slip(actor, past, b) for b in game.board.around(past))

    def carry_out(self, game: Nw, player: str, order: Slip) -> Procedure:
        """A check; who passes is there, who fails stays and is hit. Either has moved. [16.1]"""
        name, tally = order.unit, difficulty(game, player, order.past)
        rating, modifier = er(game, name), int(tally.total)
        shown, over = dice.roll(game, lambda pips: min(max(0, pips + modifier - rating), WORST))
        unit = unit_of(game, name)
        game.put(UNITS, name, replace(unit, moved=game.serial, halted=True, start=unit.hex))
        label = game.board.label
        facts = {
            "unit": name, "side": player, "from": label(unit.hex), "past": label(order.past),
            "to": label(order.hex), "rating": rating, "passed": not over,
        }  # fmt: skip
        dice.show(game, "infiltration", "16.1", facts, shown, tally)
        if over:
            hit_unit(game, name, over, "16.1")
            return
        lay(game, name, order.hex)
        arrive(game, (name,), order.hex, player)
        yield from raise_alarms(game, order.hex, player)


def why_not_who(game: Nw, player: str, name: str) -> list[Refusal]:
    """Why a unit cannot infiltrate at all: light infantry that begins next to an enemy. [16.1]"""
    if name not in game.state[UNITS] or counter_of(game, name).side != player:
        return [Refusal("16.1", f"{called(game, name)} is no unit of {player}")]
    if not counter_of(game, name).light or not game.scenario.advanced:
        return [Refusal("16.1", f"{called(game, name)} is no light infantry that infiltrates")]
    unit, found = unit_of(game, name), unable(game, name)
    if unit.moved == game.serial or unit.clearing:
        return [Refusal("16.1", f"{called(game, name)} does not begin this segment free to go")]
    if found is not None:
        return [found]
    enemy = game.scenario.other(player)
    if not any(holder(game, b) == enemy for b in game.board.around(unit.hex)):
        return [Refusal("16.1", f"{called(game, name)} is next to no enemy")]
    return []


def why_not_way(game: Nw, player: str, order: Slip) -> list[Refusal]:
    """Why a unit cannot slip that way: a vacant hex behind the enemy, over no water. [16.1]"""
    board, ground, start = game.board, game.scenario.ground, unit_of(game, order.unit).hex
    past, end = order.past, order.hex
    if not board.adjacent(start, past) or holder(game, past) != game.scenario.other(player):
        return [Refusal("16.1", f"no enemy stands beside it in {board.label(past)}")]
    if end == start or not board.adjacent(past, end):
        return [Refusal("16.1", f"{board.label(end)} is no other hex beside {board.label(past)}")]
    if not ground.land(end) or holder(game, end):
        return [Refusal("16.1", f"{board.label(end)} is not vacant land")]
    if must_clear(game, end, player):
        return [Refusal("16.1", f"{board.label(end)} would have to be cleared")]
    if WATER in (ground.river(start, past), ground.river(past, end)):
        return [Refusal("16.1", "nobody infiltrates across the water")]
    return []


def difficulty(game: Nw, side: str, past: int) -> Tally:
    """What is added to the check, by the ground that the enemy stands on. [16.1]"""
    terrain, rows = game.board.terrain[past], list[str]()
    if terrain in HEIGHTS:
        rows.append("enemy in mountain / highland or highland woods")
    if weather(game) != CLEAR:
        rows.append("overcast or storm")
    if terrain in OPEN:
        rows.append("enemy in flat or rough")
    if hostile_work(game, past, side):
        rows.append("enemy in a fortification")
    tally = Tally()
    for row in rows:
        tally = tally.add(row, drm(game.scenario.tables, TABLE, row), "16.1", "chart")
    return tally
