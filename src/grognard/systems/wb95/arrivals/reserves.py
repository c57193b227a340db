"""Reserves: counters that wait off the map until something calls them. [S1.5] [S1.8]

The German pool replaces counters lost in combat: for each one the player calls a counter of his
choice in a Movement Phase, names the entry zone, and from then on it is a reinforcement like any
other. Since losses happen between Movement Phases, a loss serves from the next one on.

The Soviet headquarters reserves come together and once: when an enemy unit is near the place in an
own Movement Phase, they may appear there, each in a hex of the place that the enemy neither holds
nor controls. Appearing costs no movement, for they come from nowhere off the map: neither a price
nor a column of 11.1.5; those who appear in an enemy zone of control stay. Once one has come all do
for whom there is room, and others as soon as there is; by the option each when its player likes,
or that only while an enemy is near.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.chance import shuffled
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Word
from grognard.kit.orders import ManyAt
from grognard.systems.wb95.arrivals.reinforcements import (
    groups,
    in_order,
    tell_arrival,
    unknown_zone,
)
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.movement.stacking import keeps_room
from grognard.systems.wb95.pieces.stacks import holder, in_zone, stacks
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import LOSSES, NEAR, RESERVE_RULES, Reserves, Wb
from grognard.systems.wb95.status import HEXES, SIDES
from grognard.systems.wb95.units import EXPECTED, RESERVE, UNITS
from grognard.table.worded import Hand

RULES = RESERVE_RULES["S1"]
"""Where the book first prints reserves of either kind."""


def pool(game: Wb, side: str, trigger: str) -> Reserves | None:
    """A side's reserves of one kind."""
    for row in game.scenario.reserves:
        if row.side == side and row.trigger == trigger:
            return row
    return None


def printed(game: Wb, trigger: str) -> str:
    """The rule of the scenario about reserves of one kind; Typhoon's where it has none."""
    rows = [row.rule for row in game.scenario.reserves if row.trigger == trigger]
    return rows[0] if rows else RULES[trigger]


def waiting(game: Wb, row: Reserves) -> list[str]:
    """The counters of a pool that have not been called."""
    return [name for name in row.units if unit_of(game, name).place == RESERVE]


def calls_left(game: Wb, row: Reserves) -> int:
    """How many counters may be called: for each lost in combat one. [S1.5] [S2.5]"""
    status = game.state[SIDES][row.side]
    return status.lost * row.per_loss - status.reserves_used


@dataclass(frozen=True, slots=True)
class Summons:
    """A counter of the reserve is to come through an entry zone."""

    unit: Piece
    zone: Word


class Call(Verb[Wb, Summons]):
    """Calling a counter in replacement of one lost in combat. [S1.5] [S2.5]"""

    do, rule, order = "call", RULES[LOSSES], Summons
    title, phrase = "Call reserves", "{unit} is called to {zone}"

    def cited(self, game: Wb) -> str:
        """The scenario's own rule. [S1.5] [S2.5]"""
        return printed(game, LOSSES)

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """The counters of the pool, while a loss is not replaced."""
        row = pool(game, player, LOSSES)
        return waiting(game, row) if row is not None and calls_left(game, row) > 0 else ()

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Summons]:
        """Through every zone."""
        for zone in game.scenario.zones[player]:
            yield Summons(actor, zone.id)

    def against(self, game: Wb, player: str, order: Summons) -> list[Refusal]:
        """A loss not yet replaced, a counter of the pool, an entry zone for it. [S1.5] [S2.5]"""
        row, rule = pool(game, player, LOSSES), self.cited(game)
        if row is None:
            return [Refusal(rule, f"{player} has no reserves that replace losses")]
        name, zone = order.unit, order.zone
        refusals = unknown_zone(game, player, zone)
        if name not in waiting(game, row):
            refusals.append(Refusal(rule, f"{name!r} does not wait in {player}'s reserve"))
        if row.zones and zone not in row.zones:
            text = f"reserves come through {', '.join(row.zones)}, not {zone!r}"
            refusals.append(Refusal(rule, text))
        if calls_left(game, row) <= 0:
            status = game.state[SIDES][player]
            text = f"{status.lost} lost in combat, {status.reserves_used} called: none is left"
            refusals.append(Refusal(rule, text))
        return refusals

    def carry_out(self, game: Wb, player: str, order: Summons) -> None:
        """It is a reinforcement from now on. [S1.5] [S2.5]"""
        name, zone = order.unit, order.zone
        status = game.state[SIDES][player]
        called = replace(unit_of(game, name), place=EXPECTED, zone=zone, due=game.turn)
        game.put(UNITS, name, called)
        game.put(SIDES, player, replace(status, reserves_used=status.reserves_used + 1))
        facts = {"side": player, "unit": name, "zone": zone}
        game.emit(Event("call", self.cited(game), facts))


def roused(game: Wb, row: Reserves) -> bool:
    """Whether reserves may appear: an enemy is near the place, or one has come before.

    [S1.8] [S2.7]
    """
    enemy, at = game.scenario.other(row.side), stacks(game).at
    begun = any(unit_of(game, name).place != RESERVE for name in row.units)
    if begun and game.options["headquarters-reserves"] != "while-near":
        return True
    return any(
        b in at and holder(game, b) == enemy
        for h in row.area
        for b in game.board.disk(h, row.distance)
    )


class Muster(Verb[Wb, ManyAt]):
    """Headquarters reserves appearing in the place they guard. [S1.8] [S2.7]"""

    do, rule, order = "muster", RULES[NEAR], ManyAt
    title, phrase = "Muster", "{units} musters in {hex}"
    few = True

    def cited(self, game: Wb) -> str:
        """The scenario's own rule. [S1.8] [S2.7]"""
        return printed(game, NEAR)

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[ManyAt]:
        """Every group of waiting units in every hex of the place, once they are roused."""
        row = pool(game, player, NEAR)
        there = in_order(game, waiting(game, row)) if row is not None else []
        for h in row.area if row is not None and there and roused(game, row) else ():
            for group in groups(there):
                yield ManyAt(group, h)

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """One of them in a hex that is open to it."""
        row = pool(game, player, NEAR)
        if row is None or not waiting(game, row):
            return None
        name = rng.choice(waiting(game, row))
        ways = (ManyAt((name,), h) for h in shuffled(row.area, rng))
        return next(self.open(game, player, ways), None)

    def towards(self, game: Wb, player: str, hand: Hand, h: int) -> Iterator[ManyAt]:
        """Units that wait, to a hex of the place."""
        row = pool(game, player, NEAR)
        if row is not None and set(hand) <= set(waiting(game, row)):
            yield from super().towards(game, player, hand, h)

    def against(self, game: Wb, player: str, order: ManyAt) -> list[Refusal]:
        """Waiting units, an enemy near, an open hex of the place with room. [S1.8] [S2.7]"""
        row, rule = pool(game, player, NEAR), self.cited(game)
        if row is None:
            return [Refusal(rule, f"{player} has no headquarters reserves")]
        names, h, there = order.units, order.hex, waiting(game, row)
        if not names or len(set(names)) != len(names) or any(name not in there for name in names):
            text = f"name units of the reserve, each once; waiting: {', '.join(there) or 'none'}"
            return [Refusal(rule, text)]
        enemy, label, refusals = game.scenario.other(player), game.board.label(h), []
        if h not in row.area:
            return [Refusal(rule, f"{label!r} is no hex where the reserves appear")]
        if not roused(game, row):
            text = f"no enemy unit is within {row.distance} hexes of the place"
            refusals.append(Refusal(rule, text))
        if holder(game, h) == enemy or game.state[HEXES][h].control == enemy:
            refusals.append(Refusal(rule, f"the enemy holds or controls {label}"))
        return refusals or keeps_room(game, player, names, h)

    def carry_out(self, game: Wb, player: str, order: ManyAt) -> None:
        """They stand there, in the order of the counters. [S1.8] [S2.7]"""
        h, names = order.hex, in_order(game, order.units)
        tell_arrival(game, player, names, self.do, self.cited(game), [h])
        zoned = in_zone(game, h, game.scenario.other(player))
        for name in names:
            step_into(game, name, h)
            came = replace(unit_of(game, name), entered=game.serial, entry=h, start=h)
            if zoned:
                came = replace(came, moved=game.serial, halted=True)  # [4.2.1]
            game.put(UNITS, name, came)


def unfinished(game: Wb, player: str) -> list[Refusal]:
    """They come together: after the first the phase waits for all who have room. [S1.8] [S2.7]"""
    row = pool(game, player, NEAR)
    there = waiting(game, row) if row is not None else []
    if row is None or len(there) == len(row.units):
        return []
    if game.options["headquarters-reserves"] != "together":
        return []
    muster = Muster()
    for order in (ManyAt((name,), h) for name in there for h in row.area):
        if not muster.against(game, player, order):
            text = f"the reserves come together; {order.units[0]} can appear in"
            return [Refusal(printed(game, NEAR), f"{text} {game.board.label(order.hex)}")]
    return []
