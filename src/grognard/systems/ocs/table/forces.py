"""Panels beside the map: the order of battle, what comes when, charts, luck, and victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from grognard.engine.calendar import written
from grognard.systems.ocs.arrivals import entering
from grognard.systems.ocs.scenario import Arrival as Scheduled
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS, SIDES, TOKENS, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.supply.dumps import amount
from grognard.systems.ocs.table import telling
from grognard.systems.ocs.table.cards import LISTS, counters
from grognard.systems.ocs.table.standing import calendar
from grognard.systems.ocs.units import DEAD, POOL, REMOVED, UNITS, Counter
from grognard.systems.ocs.victory import victory
from grognard.table.cards import Arrival, CounterCard, Force, ForceLine, Sample, Sum
from grognard.table.panels import by_side, formations, line, points
from grognard.table.tabletop import Player

INDEPENDENT, AIRCRAFT, FLEET, WHEELS, LOST = (
    "independent units", "Aircraft", "Ships", "Transport", "Dead pile",
)  # fmt: skip
GONE = (DEAD, REMOVED)


# ---- the order of battle


def forces(game: Ocs, player: Player) -> list[Force]:
    """Formations with the counters that a player may see: his own, and what shows. [4.9a]"""
    groups = formations(counters(game, player), lambda card: _group(game, card))
    order = {side: place for place, side in enumerate(game.scenario.sides)}
    keys = sorted(groups, key=lambda key: (order[key[0]], _rank(game, key[1]), key[1]))
    return [_force(game, player, *key, groups[key]) for key in keys]


def _counter(game: Ocs, name: str) -> Counter | None:
    unit = game.state[UNITS].get(name)
    return game.scenario.counters[unit.counter] if unit is not None else None


def _group(game: Ocs, card: CounterCard) -> str | None:
    """Under which heading a counter stands; None for dumps, which the budget has."""
    counter = _counter(game, card.id)
    if counter is not None:
        return counter.formation or f"{counter.nation} {INDEPENDENT}"
    for register, heading in ((AIR, AIRCRAFT), (SHIPS, FLEET), (TRANSPORT, WHEELS)):
        if card.id in game.state.maps[register.name]:
            return heading
    return LOST if card.box is not None and card.box.startswith(DEAD) else None


def _rank(game: Ocs, heading: str) -> int:
    """Formations first, then independents, aircraft, ships, transport, the dead."""
    if heading in game.scenario.formations:
        return 0
    rest = (AIRCRAFT, FLEET, WHEELS, LOST)
    return 2 + rest.index(heading) if heading in rest else 1


def _force(game: Ocs, player: Player, side: str, heading: str, cards: list[CounterCard]) -> Force:
    """One formation; what the enemy has lost of his is not told with what shows. [4.9a]"""
    found = [(card, counter) for card in cards if (counter := _counter(game, card.id)) is not None]
    here = [counter for card, counter in found if card.hex is not None]
    strength = sum(counter.combat.strength or 0 for counter in here)
    barrage = sum(counter.combat.barrage or 0 for counter in here)
    words = [str(strength)] * bool(strength or not barrage) + [f"{barrage} barrage"] * bool(barrage)
    lines = tuple(_line(card) for card in cards)
    if not found:
        return Force(side, heading, str(len(cards)), "", lines)
    total = sum(counter.steps for _, counter in found)
    lost = total - sum(_line(card).step for card, _ in found)
    told = f"{lost} of {total} steps" if player in (None, side) else ""
    return Force(side, heading, ", ".join(words), told, lines)


def _line(card: CounterCard) -> ForceLine:
    box = card.box or ""
    place = box.partition("-")[0]
    where = LISTS.get(place) or box.removeprefix("box ").removesuffix(f" {card.side}")
    return line(card, where, place in GONE)


# ---- the calendar


def arrivals(game: Ocs, player: Player) -> list[Arrival]:
    """What comes when, and what leaves: a side's own business until it happens. [13.6] [4.9a]"""
    found = [
        _arrival(game, scheduled)
        for scheduled in game.scenario.arrivals
        if player in (None, scheduled.side)
    ]
    for order in game.scenario.withdrawals:
        if player in (None, order.side):
            text = f"leave: {telling.call(game, order.ids)}"
            when, due = written(calendar(game, order.turn)), order.turn > game.turn
            where = order.label or "other theatres"
            found.append(Arrival(order.turn, when, order.side, text, order.ids, where, due))
    return sorted(found, key=lambda one: (one.turn, one.side, not one.due, one.text))


def _arrival(game: Ocs, scheduled: Scheduled) -> Arrival:
    """One line of the schedule: counters and supply, and where they come."""
    parts = [telling.call(game, scheduled.ids)] if scheduled.ids else []
    parts += [amount(scheduled.tokens)] if scheduled.tokens else []
    due = scheduled.turn > game.turn or any(
        entering.place_of(game, key) == POOL for key in scheduled.ids
    )
    label = game.board.label
    hexes = ", ".join(label(h) for h in scheduled.hexes[:3]) + ", …" * (len(scheduled.hexes) > 3)
    where = scheduled.label or hexes or "any base"
    when, text = written(calendar(game, scheduled.turn)), " and ".join(parts)
    return Arrival(scheduled.turn, when, scheduled.side, text, scheduled.ids, where, due)


# ---- charts


def samples(game: Ocs, player: Player) -> list[Sample]:
    """Steps lost, points for ground, and for their owner stock and spending. [4.9a] [12.1d]"""
    lost = partial(_lost, game, player)
    own = [side for side in game.scenario.sides if player in (None, side)]
    return [
        *by_side(game, "losses", "Steps lost", "steps", lost),
        *(sample for side in own for sample in _supply(game, side)),
        *points(game, "points for ground", lambda game: victory.open_points(game).total),
    ]


def _lost(game: Ocs, player: Player, side: str) -> int:
    """A side's own losses; of the enemy's the units of the dead pile, which lies open. [IV.K]"""
    if player in (None, side):
        return game.state[SIDES][side].steps_lost
    counters = game.scenario.counters
    dead = (counters[u.counter] for u in game.state[UNITS].values() if u.place in GONE)
    return sum(counter.steps for counter in dead if counter.side == side)


def _supply(game: Ocs, side: str) -> Iterator[Sample]:
    nation, status = game.scenario.nations[side], game.state[SIDES][side]
    stock = Fraction(dumps.stock(game, side), TOKENS)
    yield Sample("stock", "Supply in hand", "SP", nation, side, stock)
    yield Sample("spent", "Supply spent", "SP", nation, side, Fraction(status.spent, TOKENS))


def roller(game: Ocs, facts: Mapping[str, Any]) -> str | None:
    """The side that an event names, or that an aircraft of it belongs to."""
    if "side" in facts:
        return str(facts["side"])
    plane = game.state[AIR].get(str(facts.get("attacker", "")))
    return plane.side if plane is not None else None


# ---- victory


def sums(game: Ocs) -> list[Sum]:
    """How victory stands, as far as both sides know; at the end all of it. [2.3-end]"""
    terms = game.scenario.victory
    if not terms.side:
        return []
    tally = victory.open_points(game)
    found = victory.grade_of(game, tally.total)
    stands = f": {found}" if found is not None else ""
    what = "victory points" if game.over else "points for ground"
    return [Sum(f"{game.scenario.nations[terms.side]} {what}{stands}", tally)]
