"""Extenders that collapse: five points of transport fall back and are none the worse. [9.14c-ext]

The enemy who comes into their hex has nothing of them, as long as there is a hex in supply for them
to go to. They may collapse of their own will too, above all if they have lost their trace. [12.7d]
[12.7h]
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.board.search import reach
from grognard.engine.decision import Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.forms import Hex, Piece
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.supply.supply_paths import connections

COLLAPSE = "extender collapses"


def havens(game: Ocs, key: str) -> list[int]:
    """The hexes an Extender may fall back to, nearest first: in its range and in trace supply."""
    return connections(game, key, within_range(game, key))


def within_range(game: Ocs, key: str) -> list[int]:
    """The hexes without enemies that an Extender could fall back to, nearest first.

    Enemy units on the way are ignored [9.14c-ext], and so is bad ground: it is a range of supply.
    [12.3d]
    """
    found, index = game.state[TRANSPORT][key], fields(game)
    kind, enemy = game.scenario.kinds[found.kind], game.scenario.other(found.side)
    steps = index.steps.of(found.side, kind.move)
    near = reach(steps, [(found.hex, 0)], kind.extends * POINT)
    foes, taken = index.foes[found.side], {*index.goods[enemy], *stacks.ships_about(game, enemy)}
    taken.add(found.hex)
    return [h for h in near if not foes[h] and h not in taken]


def collapse(game: Ocs, key: str) -> Procedure:
    """Its owner puts an Extender into a hex in supply and flips it; without one, it flips here.

    There it takes its chance like any other transport. [9.14c-ext]
    """
    found = game.state[TRANSPORT][key]
    hexes, to = havens(game, key), found.hex
    game.put(TRANSPORT, key, replace(found, extender=False))
    if hexes:
        to = hexes[0]
        if len(hexes) > 1:
            answer = yield _where(game, key, hexes)
            to = game.board.hex(answer["to"])
        game.put(TRANSPORT, key, replace(found, extender=False, hex=to))
    label = game.board.label
    facts = {"transport": key, "from": label(found.hex), "to": label(to)}
    game.emit(Event("collapse", "9.14c-ext", facts))


def collapse_all(game: Ocs, side: str, h: int) -> Procedure:
    """Every Extender of a side in a hex that the enemy has come into. [12.7h]"""
    for key in stacks.transport_at(game, h, side):
        if game.state[TRANSPORT][key].extender:
            yield from collapse(game, key)


@dataclass(frozen=True, slots=True)
class Haven:
    """An Extender, and the hex that it falls back to."""

    transport: Piece
    to: Hex


class Collapse(Among[Ocs, Haven]):
    """Where an Extender falls back to. [9.14c-ext]"""

    do, rule, order = "collapse", "9.14c-ext", Haven
    title, phrase = "Collapse", "{transport} collapses to {to}"


def _where(game: Ocs, key: str, hexes: list[int]) -> Ask:
    offer = Collapse(Haven(key, h) for h in hexes)
    side, prompt = game.state[TRANSPORT][key].side, "where does the Extender fall back to?"
    return offer.ask(game, side, COLLAPSE, prompt, {"nearest": offer.orders[0]})
