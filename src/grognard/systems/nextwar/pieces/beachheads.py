"""Beachheads: markers that are placed like units. [8.5.8.2]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.systems.nextwar.pieces.stacks import units_at
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import ASIDE, MAP, UNITS

AWAY = 2
"""How many turns later a marker that was removed may be placed again. [8.5.8.2.1]"""


def is_beachhead(game: Nw, name: str) -> bool:
    """Whether a counter is a Beachhead marker."""
    return game.scenario.counters[name].beachhead


def beachhead_at(game: Nw, h: int) -> str:
    """The Beachhead in a hex; empty if there is none."""
    return next((name for name in units_at(game, h) if is_beachhead(game, name)), "")


def beachheads(game: Nw, side: str) -> list[str]:
    """A side's Beachheads on the map."""
    return [n for n in markers(game, side) if game.state[UNITS][n].place == MAP]


def markers(game: Nw, side: str) -> list[str]:
    """All Beachhead markers of a side: an absolute limit. [8.5.8.2]"""

    def compute() -> list[str]:
        return [n for n, c in game.scenario.counters.items() if c.beachhead and c.side == side]

    return game.cached(("beachhead markers", side), (), compute)


def spare(game: Nw, side: str, *, again: bool = False) -> str:
    """A marker that may be placed now, or placed `again` after it was removed; empty if there is
    none. [8.5.8.2] [8.5.8.2.1]"""
    units = game.state[UNITS]
    found = [
        n
        for n in markers(game, side)
        if units[n].place == ASIDE and again <= units[n].due <= game.turn
    ]
    return found[0] if found else ""


def remove(game: Nw, name: str, rule: str) -> None:
    """A Beachhead is taken off, and is not there for two turns. [8.5.8.2.1]"""
    unit = game.state[UNITS][name]
    back = game.turn + AWAY
    gone = replace(unit, place=ASIDE, hex=-1, due=back, strike=0, oos=False, isolated=False)
    game.put(UNITS, name, gone)
    facts = {"unit": name, "hex": game.board.label(unit.hex), "back": back}
    game.emit(Event("beachhead-gone", rule, facts, outcome=True))
