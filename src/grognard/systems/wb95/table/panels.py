"""Panels beside the map: the order of battle, the calendar, and what charts follow."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from typing import Any

from grognard.engine.calendar import written
from grognard.systems.wb95 import victory
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb, Zone
from grognard.systems.wb95.table.counters import LISTS, counters
from grognard.systems.wb95.units import EXPECTED, MAP
from grognard.systems.wb95.words import call
from grognard.table.cards import Arrival, CounterCard, Force, ForceLine, Sample
from grognard.table.casts import COUNTS, Cast
from grognard.table.panels import by_side, formations, line
from grognard.table.panels import points as victory_points
from grognard.table.tabletop import Player

GONE = ("eliminated", "surrendered", "disbanded")
"""Where counters are that are lost."""
PURPOSES = {
    "combat": "combat",
    "bombardment": "fire",
    "disorganisation test": "disorganisation",
    "surrender test": "surrender",
    "air combat": "air combat",
}
"""What dice are rolled for, by the kind of event."""
CASTS = {
    "combat": Cast("Combat", "combat"),
    "fire": Cast("Fire", column=COUNTS, row="strength"),
    "air attack": Cast("Air attack", "air-attack", column=COUNTS, row="strength"),
    "air attack on bridge": Cast("Bombs on a bridge", "attack-on-objects", COUNTS, "sp"),
}
"""How the dice are read, by the kind of event."""


# ---- the order of battle


def forces(game: Wb, player: Player) -> list[Force]:
    """Corps and armies with the counters that a player may see. [16.1.1]"""
    cards = formations(counters(game, player), lambda card: counter_of(game, card.id).parent)
    order = [(c.side, c.parent) for c in game.scenario.counters.values()]
    return [_force(game, *key, cards[key]) for key in dict.fromkeys(order) if key in cards]


def _force(game: Wb, side: str, parent: str, cards: list[CounterCard]) -> Force:
    here = [card for card in cards if card.hex is not None]
    attack, defence = (sum(int(card.values[i].text) for card in here) for i in (0, 1))
    total = sum(game.scenario.units[card.id].cel for card in cards)
    lost = sum(_lost(game, card) for card in cards)
    return Force(
        side=side,
        title=parent,
        strength=f"{attack}-{defence}",
        lost=f"{lost} of {total} levels",
        lines=tuple(_line(card) for card in cards),
    )


def _lost(game: Wb, card: CounterCard) -> int:
    """The levels that a counter has lost since it began; all of them if it is gone. [1.2c]"""
    began = game.scenario.units[card.id].cel
    return began if _place(card) in GONE else max(0, began - card.step)


def _place(card: CounterCard) -> str:
    return MAP if card.box is None else card.box.partition("-")[0]


def _line(card: CounterCard) -> ForceLine:
    place = _place(card)
    return line(card, LISTS.get(place, place), place in GONE)


# ---- the calendar


def calendar(game: Wb, turn: int) -> date | None:
    """The day of a turn: one turn is one day; None without a calendar. [2.1.6]"""
    start = game.scenario.start_date
    return date.fromisoformat(start) + timedelta(days=turn - 1) if start else None


def arrivals(game: Wb, player: Player) -> list[Arrival]:
    """Reinforcements by turn and entry zone, those that have come included. [11.1.1]"""
    groups: dict[tuple[int, str, str, bool], list[str]] = {}
    for name, first in game.scenario.units.items():
        if first.place != EXPECTED:
            continue
        now = unit_of(game, name)
        due = now.place == EXPECTED
        turn, zone = (now.due, now.zone) if due else (first.due, first.zone)
        groups.setdefault((turn, counter_of(game, name).side, zone, due), []).append(name)
    return [
        Arrival(turn, written(calendar(game, turn)), side, call(game, names), tuple(names),
                _zone(game, side, zone), due)
        for (turn, side, zone, due), names in sorted(groups.items(), key=lambda item: item[0])
    ]  # fmt: skip


def _zone(game: Wb, side: str, name: str) -> str:
    found: list[Zone] = [zone for zone in game.scenario.zones[side] if zone.id == name]
    return found[0].name if found else name


# ---- charts


def samples(game: Wb, player: Player) -> list[Sample]:
    """Levels lost by each side, as far as a player may know, and victory points. [1.2c] [S1.10]"""
    lost = partial(_losses, game, {card.id: card for card in counters(game, player)})
    return [
        *by_side(game, "losses", "Losses", "levels", lost),
        *victory_points(game, "victory points", lambda game: victory.points(game).total),
    ]


def _losses(game: Wb, seen: Mapping[str, CounterCard], side: str) -> int:
    """The levels that a side has lost: whoever is gone lies open, of the others one knows what one
    sees. [16.1.1]"""
    lost = 0
    for name, counter in game.scenario.counters.items():
        if counter.side != side:
            continue
        unit = unit_of(game, name)
        if unit.place in GONE:
            lost += game.scenario.units[name].cel
        elif unit.place == MAP and name in seen:
            lost += _lost(game, seen[name])
    return lost


def roller(game: Wb, facts: Mapping[str, Any]) -> str | None:
    """Whose dice they are: the attacker's, or those of the side or the unit that is named."""
    side = facts.get("attacker") or facts.get("side")
    name = facts.get("unit")
    if side is None and name in game.scenario.counters:
        side = counter_of(game, str(name)).side
    return side
