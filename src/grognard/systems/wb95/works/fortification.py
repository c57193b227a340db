"""Field fortifications and fixed positions: where they are and what they are worth. [7.0]

A field fortification is a mark on a hex with the side it belongs to. The price of entering a hex is
the ground's alone, so it adds nothing to it. [7.1.12]
"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.wb95.pieces.stacks import forts, stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of, defence_strength, unit_of, whole
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES


def dug_in(game: Wb, h: int) -> bool:
    """Whether the hex has a field fortification of the side that holds it. [7.1.1]"""
    return bool(game.state[HEXES][h].fortified)


def fixed(game: Wb, h: int) -> bool:
    """Whether the hex belongs to a fixed position. [7.2.1]"""
    return h in game.scenario.fixed_positions


def fortified(game: Wb, h: int) -> bool:
    """Whether units in the hex are in any fortification. [7.1.11] [7.2.5]"""
    return dug_in(game, h) or fixed(game, h)


# --- What fortifications are worth in combat --------------------------------------------------

FIELD_CM = 2
"""Modifiers of a field fortification. [7.1.10]"""
WEAK_FIELD_CM, WEAK_FIELD_SP = 1, 5
"""Red Snow: modifiers outside towns, and the strength a defending counter needs. [S2.2]"""


def field_value(game: Wb, h: int) -> Tally:
    """What a field fortification adds to the defence of a hex. [7.1.10] [S2.2]"""
    weak = game.options["weak-field-fortifications"] == "on"
    if not weak or game.scenario.ground.urban[h]:
        return Tally().add("field fortification", FIELD_CM, "7.1.10")
    if strong_enough(game, h):
        return Tally().add("weak field fortification", WEAK_FIELD_CM, "S2.2")
    return Tally()


def strong_enough(game: Wb, h: int) -> bool:
    """Whether the defenders of a hex can use a weak field fortification. [S2.2]

    One counter with the strength is enough; by the option each must have it that can fight (not
    headquarters and limbered guns), or all of those together.
    """
    need = game.options["weak-field-strength"]
    strengths = {n: whole(defence_strength(game, n)) for n in units_at(game, h)}
    if need == "any-counter":
        return any(sp >= WEAK_FIELD_SP for sp in strengths.values())
    fighting = [
        sp
        for name, sp in strengths.items()
        if not counter_of(game, name).hq and not unit_of(game, name).transport
    ]
    if need == "stack":
        return sum(fighting) >= WEAK_FIELD_SP
    return bool(fighting) and min(fighting) >= WEAK_FIELD_SP


def fixed_cm(game: Wb, h: int) -> int:
    """The modifiers of a fixed position: those of the group its hex belongs to. [7.2.3]"""
    return game.scenario.fixed_positions[h]


def fixed_value(game: Wb, h: int) -> Tally:
    """What a fixed position adds to the defence of a hex; groups differ. [7.2.2] [7.2.3]"""
    return Tally().add("fixed position", fixed_cm(game, h), "7.2.2")


def through_line(game: Wb, a: int, h: int) -> bool:
    """Whether an attack from one hex on a fixed position comes through its line. [7.2.4]

    A position drawn as an area, without a line along its hexsides, faces every way. [7.2.1]
    """
    board = game.board
    lined = any(board.has_side(h, b, "fp") for b in board.around(h))
    return not lined or board.has_side(h, a, "fp")


# --- Building and removing --------------------------------------------------------------------


def dig(game: Wb, h: int, side: str) -> None:
    """Put a side's field fortification into a hex, on whosever ground it is. [7.1.1] [7.1.7]"""
    game.put(HEXES, h, replace(game.state[HEXES][h], fortified=side))


def clear_abandoned(game: Wb) -> None:
    """At the end of a phase, remove field fortifications without a unit. [7.1.5]

    Until then it stays, so that friends who come in the same phase take it over.
    """
    held = stacks(game).at
    for h in forts(game):
        if h not in held:
            game.put(HEXES, h, replace(game.state[HEXES][h], fortified=""))
            label = game.board.label(h)
            game.emit(Event("fortification gone", "7.1.5", {"hex": label}))
