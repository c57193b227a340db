"""Who holds the places that count: whoever was there last. [3.3.4]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.kit.deeds import Questions
from grognard.systems.goss.pieces.stacks import holder
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import GossScenario, Gs
from grognard.systems.goss.status import HEXES, HexStatus


def places(scenario: GossScenario) -> tuple[int, ...]:
    """The hexes that any award is about, or a sudden death."""
    found = dict.fromkeys(h for award in scenario.terms.awards for h in award.hexes)
    return (*found, *(h for end in scenario.terms.sudden for h in end.hexes if h not in found))


def keeper(game: Gs, h: int) -> str:
    """Who holds a hex: who is there, or was last, or held it from the start; nobody if it was never
    said. [3.3.4]"""
    status = game.state[HEXES].get(h)
    return holder(game, h) or (status.control if status is not None else "")


def take(game: Gs, h: int, side: str) -> None:
    """A side takes a place that counts. [3.3.4]"""
    status = game.state[HEXES].get(h) or HexStatus()
    if status.control == side:
        return
    game.put(HEXES, h, replace(status, control=side, taken=game.turn))
    game.emit(Event("taken", "3.3.4", {"side": side, "hex": game.board.label(h)}))


def passed(game: Gs, names: tuple[str, ...], h: int, cost: int, by_road: bool) -> Questions[bool]:
    """Units take what they move through, though they do not stay. [3.3.4]"""
    if h in places(game.scenario):
        take(game, h, counter_of(game, names[0]).side)
    yield from ()
    return False


def occupied(game: Gs) -> None:
    """At the end of a segment whoever stands in a place that counts holds it. [3.3.4]"""
    for h in places(game.scenario):
        side = holder(game, h)
        if side:
            take(game, h, side)
