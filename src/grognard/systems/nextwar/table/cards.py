"""Counters, stacks and lists beside the map. Everything lies open. [8.1.2]"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from grognard.engine.sequence import CLOCK
from grognard.systems.nextwar.air.helos import HELOS, Helo, flown, missions, rating
from grognard.systems.nextwar.air.helos import printed as printed_helo
from grognard.systems.nextwar.airpower.wings import WINGS
from grognard.systems.nextwar.arrivals.status import POOLS
from grognard.systems.nextwar.naval.status import MINES, SEAS
from grognard.systems.nextwar.naval.waters import ruler
from grognard.systems.nextwar.pieces.ships import hull, kind
from grognard.systems.nextwar.pieces.sight import covered, judged, seen
from grognard.systems.nextwar.pieces.values import counter_of, face
from grognard.systems.nextwar.raids.missions import available
from grognard.systems.nextwar.raids.pointing import marker
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, HEXES, SIDES, SITES, WAR
from grognard.systems.nextwar.strikes.status import MISSIONS
from grognard.systems.nextwar.table import livery, symbols
from grognard.systems.nextwar.table.able import able
from grognard.systems.nextwar.table.names import called, title
from grognard.systems.nextwar.table.names import names as every_name
from grognard.systems.nextwar.table.states import helo_states, ship_states, unit_states
from grognard.systems.nextwar.table.wings import wing_cards
from grognard.systems.nextwar.units import (
    ABOARD,
    ASIDE,
    BOX,
    ELIMINATED,
    EXPECTED,
    MAP,
    REMOVED,
    SHIPS,
    SURRENDERED,
    UNITS,
    Counter,
    Ship,
    Unit,
)
from grognard.table import panels
from grognard.table.cards import CounterCard, OffMap, StackCard, State, Value
from grognard.table.faces import aloud, value
from grognard.table.palette import stripes
from grognard.table.tabletop import Player

SHOWN = tuple(
    register.name
    for register in (
        UNITS, HELOS, SHIPS, HEXES, SITES, BRIDGES, SIDES, WAR, SEAS, MINES, POOLS, CLOCK,
        WINGS, MISSIONS,
    )
)  # fmt: skip
"""The maps of the State that the table shows."""
LISTS = {
    EXPECTED: "Reinforcements",
    ASIDE: "Set aside",
    ELIMINATED: "Eliminated",
    SURRENDERED: "Surrendered",
    REMOVED: "Out of the game",
}
"""Where counters are that are neither on the map nor in a box, in the order one looks for them."""
CONTESTED = "contested"


def counters(game: Nw, player: Player) -> list[CounterCard]:
    """Every counter of the game; Beachheads that nobody has placed are left in the box."""
    decision = tuple(d.ask.name for d in game.decisions)
    return game.cached(("cards", player), SHOWN, lambda: list(_counters(game, player)), decision)


def _counters(game: Nw, player: Player) -> Iterator[CounterCard]:
    active = able(game, player)
    units = [n for n, u in game.state[UNITS].items() if _shown(game, n, u)]
    found = (
        *(_unit(game, n, player) for n in units if seen(game, player, n)),  # [13.2]
        *(_helicopter(game, name, helo) for name, helo in game.state[HELOS].items()),
        *(_ship(game, name, ship) for name, ship in game.state[SHIPS].items()),
        *wing_cards(game, player),
    )
    for card in found:
        yield replace(card, movable=card.id in active)


def _shown(game: Nw, name: str, unit: Unit) -> bool:
    return unit.place != ASIDE or not counter_of(game, name).beachhead


# ---- one counter


def _unit(game: Nw, name: str, player: Player) -> CounterCard:
    unit, counter = game.state[UNITS][name], counter_of(game, name)
    states, steps = unit_states(game, name, unit), len(counter.faces)
    values = unit_values(game, name, counter, judged(game, player, name))
    facts = [f"formation {counter.formation}"] if counter.formation else []
    facts += [f"range {counter.range}"] if counter.range else []
    facts += [f"{unit.steps} of {steps} steps"] if steps > 1 else []
    return _card(
        game, name, counter, unit, _what(counter), values, facts, states,
        symbol=symbols.of_unit(counter), formation=counter.formation,
        stripe=_stripe(game, counter.side, counter.formation), step=unit.steps, steps=steps,
        done=game.serial in (unit.moved, unit.fought), sort="units",
    )  # fmt: skip


def _card(
    game: Nw, name: str, counter: livery.Printed, record: Unit | Helo | Ship, what: str,
    values: tuple[Value, ...], facts: Sequence[str], states: tuple[State, ...], **more: Any,
) -> CounterCard:  # fmt: skip
    """A counter of the map: what those of every kind have, and what else is said of this one."""
    side, (paper, ink) = counter.side, livery.own_colours(game, counter) or (None, None)
    at, box = _where(game, side, record)
    whole = f"{title(game, side)} {counter.name}, {counter.nation} {what}"
    return CounterCard(
        name, side, at, box,
        name=called(game, name),
        title=aloud(whole, values, facts, states, _told(game, side, record)),
        number=designation(counter.name),
        values=values,
        states=states,
        paper=paper,
        ink=ink,
        **more,
    )  # fmt: skip


def _what(counter: Counter) -> str:
    return counter.type if counter.type.endswith(("team", "unit")) else (
        f"{counter.type} {counter.size}" if not counter.beachhead else "marker"
    )  # fmt: skip


def unit_values(game: Nw, name: str, counter: Counter, efficiency: int) -> tuple[Value, ...]:
    """What the side that is up says: strengths, movement; and efficiency as it stands. [2.3]"""
    shown, source = face(game, name), counter.source
    defense = f"({shown.defense})" if counter.bracketed else str(shown.defense)
    first = value("attack", str(shown.attack), "attack", source)
    if counter.artillery:
        first = value("range", f"R{counter.range}", "supports within hexes:", source)
    return (
        first,
        value("defense", defense, "defense", source),
        value("movement", str(counter.ma), "movement", source),
        value("efficiency", str(efficiency), "efficiency", source),
    )


def raiders(game: Nw, player: str) -> dict[str, CounterCard]:
    """A player's special operations forces, one marker for each nation, with how many there are."""
    if not game.scenario.advanced:
        return {}
    found, names = {}, every_name(game)
    for nation, band in game.scenario.raiders.items():
        if band.side == player:
            name, left = marker(nation), str(max(0, available(game, nation)))
            found[name] = CounterCard(
                name, player, None, "raiders", names[name], names[name], symbols.of_raiders(),
                formation=nation, values=(Value("left", left, "markers left"),),
            )  # fmt: skip
    return found


def _helicopter(game: Nw, name: str, helo: Helo) -> CounterCard:
    counter, states = printed_helo(game, name), helo_states(game, name, helo)
    values = (
        value("support", str(rating(game, name)), "combat support", counter.source),
        value("range", str(counter.range), "range", counter.source),
    )
    facts = [f"{helo.steps} of {counter.steps} steps"] if counter.steps > 1 else []
    return _card(
        game, name, counter, helo, "attack helicopters", values, facts, states,
        symbol=symbols.of_helicopter(counter), step=helo.steps, steps=counter.steps,
        done=flown(game, name) >= missions(game), sort="helicopters",
    )  # fmt: skip


def _ship(game: Nw, name: str, ship: Ship) -> CounterCard:
    counter, states = hull(game, name), ship_states(ship)
    values: tuple[Value, ...] = (
        value("support", str(counter.support), "combat support", counter.source),
        value("range", str(counter.range), "range", counter.source),
    )
    if counter.capacity and not ship.flipped:
        values += (value("capacity", f"{counter.capacity / 2:g}", "room for troops"),)
    sort = kind(game, name)
    return _card(
        game, name, counter, ship, sort, values, (), states, symbol=symbols.of_ship(sort),
        done=ship.moved == game.serial, sort="ships",
    )  # fmt: skip


_NUMBER = re.compile(r"\d[\d/]*")


def designation(name: str) -> str:
    """What stands beside the symbol: the number of a name, or its first letters."""
    number = _NUMBER.match(name)
    if number is not None:
        return number[0]
    words = re.findall(r"[A-Z0-9]\w*", name)
    return words[0][:4] if len(words) == 1 else "".join(word[0] for word in words)[:4]


def _stripe(game: Nw, side: str, formation: str) -> str | None:
    """The colour that formations of a side are told apart by."""

    def compute() -> dict[tuple[str, str], str]:
        every = game.scenario.counters.values()
        return stripes((one.side, one.formation) for one in every if one.formation)

    return game.cached("stripes", (), compute).get((side, formation))


# ---- where it is


def _where(game: Nw, side: str, record: Unit | Helo | Ship) -> tuple[str | None, str | None]:
    """The hex of a counter, or the list it is in; what is aboard lies where the ship does."""
    if record.place == ABOARD:
        return _where(game, side, game.state[SHIPS][record.where])
    if record.place == MAP:
        return game.board.label(record.hex), None
    return None, list_id(record.place, record.where, side)


def list_id(place: str, where: str, side: str) -> str:
    """The name of a list beside the map: a box by its own name."""
    return f"{BOX} {where} {side}" if place == BOX else f"{place}-{side}"


def _told(game: Nw, side: str, record: Unit | Helo | Ship) -> str:
    """Where a counter is, in words."""
    if record.place == ABOARD:
        return f"aboard {called(game, record.where)}"
    if record.place == BOX:
        return f"in {record.where}"
    if record.place == MAP:
        return f"in {game.board.label(record.hex)}"
    when = f", turn {record.due}" if record.due and record.place in (EXPECTED, ASIDE) else ""
    return f"{LISTS[record.place].lower()}{when}"


# ---- lists and stacks


def off_map(game: Nw, player: Player) -> list[OffMap]:
    """Sea and holding boxes with who controls them, and whoever is not on the map. [7.2]"""
    boxes = [
        (list_id(BOX, name, side), _box_title(game, name), side)
        for name in game.board.boxes
        for side in game.scenario.sides
    ]
    lists = [
        (list_id(place, "", side), words, side)
        for side in game.scenario.sides
        for place, words in LISTS.items()
    ]
    return panels.off_map(counters(game, player), [*boxes, *lists])


def _box_title(game: Nw, name: str) -> str:
    if game.board.boxes[name].kind == "holding":
        return name
    side = ruler(game, name)
    return f"{name}: {title(game, side) if side else CONTESTED}"


def stacks(game: Nw, player: Player) -> list[StackCard]:
    """What lies in each hex, the top counter first: units, then helicopters, then ships."""
    at: dict[tuple[str, str], list[CounterCard]] = {}
    under = {game.board.label(h) for h in covered(game, player)}
    for card in counters(game, player):
        if card.hex is not None:
            at.setdefault((card.hex, card.side), []).append(card)
    return [
        StackCard(
            hex_, side, tuple(card.id for card in _piled(game, cards)),
            closed=(more := side != player and hex_ in under), count=f"{len(cards)}{'+' * more}",
            strength="" if more else strength(game, cards), mark=_mark(cards),
        )
        for (hex_, side), cards in sorted(at.items())
    ]  # fmt: skip


def _piled(game: Nw, cards: list[CounterCard]) -> list[CounterCard]:
    """The counters of a hex from the top down; units as they came, those who fight first."""
    units = game.state[UNITS]

    def place(card: CounterCard) -> tuple[int, int, int]:
        if card.sort == "units":
            idle = not face(game, card.id).attack
            return (0, int(idle), -units[card.id].order)
        return (1 if card.sort == "helicopters" else 2, 0, 0)

    return sorted(cards, key=place)


def strength(game: Nw, cards: list[CounterCard]) -> str:
    """Attack and defense of the units of a hex, as printed on the sides that are up. [2.3.1]"""
    shown = [face(game, card.id) for card in cards if card.sort == "units"]
    if not shown:
        return ""
    return f"{sum(one.attack for one in shown)}-{sum(one.defense for one in shown)}"


def _mark(cards: list[CounterCard]) -> str:
    """The most urgent marker of a stack."""
    states = {state.id for card in cards for state in card.states}
    for name, sign in (("isolated", "!"), ("supply", "!"), ("strike", "*"), ("clearing", "C")):
        if name in states:
            return sign
    return ""
