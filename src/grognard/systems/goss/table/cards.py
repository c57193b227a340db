"""Counters, stacks and lists beside the map, as one player may see them. [8.4.0]"""

from __future__ import annotations

import re
from collections.abc import Iterator

from grognard.engine.record import replace
from grognard.engine.sequence import CLOCK
from grognard.systems.goss.pieces.chain import formation, superior
from grognard.systems.goss.pieces.sight import covered, seen, sees_leader, unweighed
from grognard.systems.goss.pieces.values import counter_of, proficiency, strength
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HQS, LEADERS, TRACK, Leader
from grognard.systems.goss.table import livery, symbols
from grognard.systems.goss.table.able import able
from grognard.systems.goss.table.names import called, title
from grognard.systems.goss.table.states import unit_states
from grognard.systems.goss.turn.calendar import box
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import (
    BROKEN,
    ELIMINATED,
    EXPECTED,
    GONE,
    HELD,
    MAP,
    RESERVE,
    SURRENDERED,
    UNITS,
    WITHDRAWN,
    Counter,
    Unit,
)
from grognard.table import panels
from grognard.table.cards import CounterCard, OffMap, StackCard, Value
from grognard.table.faces import aloud, value
from grognard.table.palette import stripes
from grognard.table.tabletop import Player

SHOWN = tuple(register.name for register in (UNITS, HQS, HEXES, LEADERS, TRACK, CLOCK))
"""The maps of the State that the table shows."""
LISTS = {
    EXPECTED: "Reinforcements",
    RESERVE: "Army reserve",
    ELIMINATED: "Eliminated",
    SURRENDERED: "Surrendered",
    WITHDRAWN: "Withdrawn",
    BROKEN: "Broken down",
    HELD: "Under a generic battalion",
}
"""Where counters are that are not on the map, in the order one looks for them; who is out of the
game is not listed."""


def counters(game: Gs, player: Player) -> list[CounterCard]:
    """Every counter that a player may see."""
    decision = tuple((d.player, d.ask.name) for d in game.decisions)
    return game.cached(("cards", player), SHOWN, lambda: list(_counters(game, player)), decision)


def _counters(game: Gs, player: Player) -> Iterator[CounterCard]:
    active = able(game, player)
    for name, unit in game.state[UNITS].items():
        if unit.place != GONE and seen(game, player, name):
            card = _unit(game, name, unit, player)
            yield replace(card, movable=True) if name in active else card
    for name, leader in game.state[LEADERS].items():
        if leader.place in (MAP, EXPECTED) and sees_leader(game, player, name):
            yield _leader(game, name, leader)


# ---- one counter


def _unit(game: Gs, name: str, unit: Unit, player: Player) -> CounterCard:
    counter, own = counter_of(game, name), player in (None, counter_of(game, name).side)
    values = unit_values(game, name, counter, unweighed(game, player, name))
    states = unit_states(game, name, own)
    what = f"{title(game, counter.side)} {counter.name}, {counter.nation} {counter.type.title}"
    facts = [_size(counter)]
    facts += [counter.formation] if counter.formation else []
    facts += [f"{unit.steps} of {counter.steps} steps"] if counter.steps > 1 else []
    colours = livery.own_colours(game, counter) or (None, None)
    at = game.board.label(unit.hex) if unit.place == MAP else None
    return CounterCard(
        name, counter.side, at, None if at else f"{unit.place}-{counter.side}",
        name=called(game, name),
        title=aloud(what, values, facts, states, _told(game, unit)),
        symbol=symbols.of_unit(counter),
        number=designation(counter),
        formation=counter.formation or counter.corps,
        group=_group(game, name) if own else "",
        stripe=_stripe(game, counter),
        values=values,
        step=unit.steps,
        steps=counter.steps,
        states=states,
        done=own and unit.place == MAP and unit.moved >= 0 and this_phase(game, unit.moved),
        paper=colours[0],
        ink=colours[1],
        sort="headquarters" if counter.hq else "guns" if counter.artillery else "units",
    )  # fmt: skip


def _group(game: Gs, name: str) -> str:
    """The formation that a unit obeys on the map, or the corps whose asset it is. [9.3.3]"""
    if game.state[UNITS][name].place != MAP:
        return ""
    hq = formation(game, name) or superior(game, name)
    return (counter_of(game, hq).formation or called(game, hq)) if hq else ""


def _size(counter: Counter) -> str:
    sizes = {"Bn": "battalion", "Co": "company", "Z": "Z-step"}
    return f"{counter.level} headquarters" if counter.hq else sizes[counter.size]


UNTOLD = "?"
"""What stands for a number that is kept secret."""


def unit_values(game: Gs, name: str, counter: Counter, untold: bool) -> tuple[Value, ...]:
    """What the side that is up says: strengths, or barrage and range; proficiency, movement. Of
    generic panzer battalions the enemy is told little. [4.6.1]"""
    source = counter.source
    if untold:
        secret = ("attack", "defence", "proficiency")
        hidden = [value(word, UNTOLD, word, source) for word in secret]
        return (*hidden, value("movement", str(counter.ma), "movement", source))
    if counter.artillery:
        first = (
            value("barrage", str(counter.barrage), "barrage", source),
            value("range", f"R{counter.range}", "range", source),
        )
    else:
        first = (
            value("attack", str(strength(game, name, attacking=True)), "attack", source),
            value("defence", str(strength(game, name, attacking=False)), "defence", source),
        )
    offensive = proficiency(game, name, offensive=True)
    rated = f"{offensive}/{counter.pr_def}" if offensive else str(counter.pr_def)
    return (
        *first,
        value("proficiency", rated, "proficiency", source),
        value("movement", str(counter.ma), "movement", source),
    )


def _leader(game: Gs, name: str, leader: Leader) -> CounterCard:
    """A leader, with the number that he is activated by. [23.0]"""
    printed = game.scenario.leaders[name]
    values = (value("activation", str(printed.number), "activation number", "house"),)
    at = game.board.label(leader.hex) if leader.place == MAP and leader.hex >= 0 else None
    when = "active" if leader.active else "not active"
    what = f"{title(game, printed.side)} leader {printed.name}"
    return CounterCard(
        name, printed.side, at, None if at else f"{leader.place}-{printed.side}",
        name=printed.name,
        title=aloud(what, values, (when,), (), f"in {at}" if at else "to come"),
        symbol=symbols.LEADER,
        number=printed.name[:4],
        values=values,
        sort="leaders",
    )  # fmt: skip


_NUMBER = re.compile(r"\d[\d/]*")


def designation(counter: Counter) -> str:
    """What stands beside the symbol: what a name adds to its formation's, or its number."""
    own = counter.name.removeprefix(counter.formation).strip() if counter.formation else ""
    if own and len(own) <= 6:
        return own
    number = _NUMBER.match(counter.name)
    return number[0] if number is not None else counter.name[:5].strip()


def _stripe(game: Gs, counter: Counter) -> str | None:
    """The colour that formations of a side are told apart by."""

    def compute() -> dict[tuple[str, str], str]:
        every = game.scenario.counters.values()
        return stripes((one.side, one.formation) for one in every if one.formation)

    return game.cached("stripes", (), compute).get((counter.side, counter.formation))


def _told(game: Gs, unit: Unit) -> str:
    """Where a counter is, in words."""
    if unit.place == MAP:
        return f"in {game.board.label(unit.hex)}"
    where = LISTS[unit.place].lower()
    if unit.place == EXPECTED and unit.due:
        turn = box(game, unit.due)
        return f"{where}, {turn.date} {turn.period}"
    return where


# ---- lists and stacks


def off_map(game: Gs, player: Player) -> list[OffMap]:
    """Whoever is not on the map."""
    lists = [
        (f"{place}-{side}", words, side)
        for side in game.scenario.sides
        for place, words in LISTS.items()
    ]
    return panels.off_map(counters(game, player), lists)


def stacks(game: Gs, player: Player) -> list[StackCard]:
    """What lies in each hex, the top counter first; of an enemy's only that shows. Of those who are
    all within works nothing shows but the works. [8.4.0]"""
    at: dict[tuple[str, str], list[CounterCard]] = {}
    under = {game.board.label(h) for h in covered(game, player)}
    for card in counters(game, player):
        if card.hex is not None:
            at.setdefault((card.hex, card.side), []).append(card)
    return [_stack(game, player, *key, cards, under) for key, cards in sorted(at.items())]


def _stack(
    game: Gs, player: Player, hex_: str, side: str, cards: list[CounterCard], under: set[str]
) -> StackCard:
    closed = side != player and hex_ in under
    piled = sorted(cards, key=lambda card: _height(game, card))
    return StackCard(
        hex_, side, tuple(card.id for card in piled), closed=closed,
        count=f"{len(cards)}{'+' * closed}",
        strength="" if closed else total(game, cards), mark=_mark(cards),
    )  # fmt: skip


def _height(game: Gs, card: CounterCard) -> tuple[int, int]:
    """The place in a stack: leaders on top, fighters, headquarters last. [8.4.0]"""
    if card.sort == "leaders":
        return (0, 0)
    unit = game.state[UNITS][card.id]
    return (2 if card.sort == "headquarters" or unit.inside else 1, -unit.order)


def total(game: Gs, cards: list[CounterCard]) -> str:
    """Attack and defence of the units of a hex, as far as they are told. [26.0-combat-strength]"""
    names = [card.id for card in cards if card.sort != "leaders"]
    if not names or any(one.text == UNTOLD for card in cards for one in card.values):
        return ""
    attack = sum(strength(game, n, attacking=True) for n in names)
    defence = sum(strength(game, n, attacking=False) for n in names)
    return f"{attack}-{defence}"


def _mark(cards: list[CounterCard]) -> str:
    """The most urgent marker of a stack."""
    states = {state.id for card in cards for state in card.states}
    for name, sign in (("isolated", "!"), ("supply", "!"), ("assault", "A"), ("shift", "*")):
        if name in states:
            return sign
    return ""
