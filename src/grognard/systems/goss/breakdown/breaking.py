"""Breaking down. [18.4.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece
from grognard.kit.ways import POINT, points
from grognard.systems.goss.breakdown.forming import forms, next_name
from grognard.systems.goss.counters import Z_FORM
from grognard.systems.goss.movement.allowance import ANY, LEG, OFF, ROAD, points_of
from grognard.systems.goss.movement.eligible import acted_now, broke_now, changed_now, moved_now
from grognard.systems.goss.movement.mounting import fresh_record
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import carried, counter_of, mech, unit_of
from grognard.systems.goss.scenario import ENA, Gs
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.moments import turn_start
from grognard.systems.goss.units import BROKEN, ONE_BU, TAC, UNITS, Unit
from grognard.systems.goss.words import called

LEAST_OF_ONE_BU = 2
"""The steps that a unit with a red square needs. [18.3.0]"""


@dataclass(frozen=True, slots=True)
class Split:
    """A unit, and how many units are to come of it."""

    unit: Piece
    count: int = 1


def whole_of(game: Gs, name: str) -> int:
    """The adjusted MA of a unit in this phase, in twelfths: supply, fuel, ground; on the ways that
    it has used. [18.4.0] [7.6.1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    moved = moved_now(game, unit)
    if not mech(counter, unit):
        gait = LEG
    else:
        gait = ROAD if moved and unit.road and unit.hexes else OFF
    return points_of(game, name, gait, (unit.course or ANY) if moved else ANY)


def left_of(game: Gs, name: str) -> int:
    """What a unit may still spend in this phase, in twelfths. [7.2.0]"""
    unit = unit_of(game, name)
    spent = unit.spent if acted_now(game, unit) else 0
    pooled = changed_now(game, unit) or (counter_of(game, name).bu and broke_now(game, unit))
    return (unit.pool if pooled else whole_of(game, name)) - spent


def price_of(game: Gs, name: str) -> int:
    """Half of the adjusted MA, rounded up to whole points, in twelfths; nothing for who has mounted
    or dismounted in this phase. [18.4.0] [1.5.0]"""
    if changed_now(game, unit_of(game, name)):
        return 0
    return -(-whole_of(game, name) // (2 * POINT)) * POINT


def against_handling(game: Gs, name: str) -> list[Refusal]:
    """Why a unit neither breaks down nor recombines: in Tac mode, fresh, at nothing else.
    [18.3.0] [14.2.0(h)]"""
    unit = unit_of(game, name)
    barred = (
        (game.options["breakdown"] != "on", "18.0", "does not break down in this game"),
        (unit.mode != TAC, "18.3.0", f"is in {unit.mode} mode"),
        (unit.fatigue > 0, "18.3.0", "is fatigued"),
        (bool(unit.task), "17.3.0-2", "is at work"),
        (unit.demolished >= turn_start(game), "17.3.0", "has tried to demolish a bridge"),
        (unit.cr, "5.8.0", "is a combat reserve"),
        (carried(unit), "18.4.0", "is carried by trucks: it dismounts first"),
        (unit.delaying == game.turn, "7.13.1", "has tried to leave a delay marker"),
        (moved_now(game, unit) and unit.halted, "7.5.0", "has ended its movement in this phase"),
        (period(game) == ENA and unit.activated != game.turn, "3.4.2", "is not active tonight"),
    )
    return [Refusal(rule, f"{called(game, name)} {why}") for holds, rule, why in barred if holds]


class BreakDown(Verb[Gs, Split]):
    """A unit breaks down into companies, or a company into Z-steps. [18.4.0] [18.8.0]"""

    do, rule, order = "break-down", "18.4.0", Split
    title, phrase = "Break down", "{unit} breaks down"

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it has parts, and may."""
        return bool(forms(game, actor)) and not against_handling(game, actor)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Split]:
        """One unit, two, or as many as there are steps."""
        found = forms(game, actor)
        counts = [len(found)] if Z_FORM in found else range(1, len(found) + 1)
        yield from (Split(actor, count) for count in counts)

    def against(self, game: Gs, player: str, order: Split) -> list[Refusal]:
        """The unit, how many come of it, and the MP. [18.3.0] [18.4.0]"""
        name = order.unit
        if name not in on_map(game, player):
            return [Refusal("form", f"{name!r} is no unit of yours on the map")]
        wrong = against_handling(game, name)
        found = forms(game, name)
        if wrong or not found:
            rule = "18.6.0" if counter_of(game, name).hybrid else "18.3.0"
            return wrong or [Refusal(rule, f"{called(game, name)} does not break down")]
        wrong = _against_count(game, name, order.count, found)
        price, left = price_of(game, name), left_of(game, name)
        if not wrong and price > left:
            text = f"{called(game, name)} pays {points(price)} MP, and has {points(left)}"
            wrong = [Refusal("18.4.0", text)]
        return wrong

    def carry_out(self, game: Gs, player: str, order: Split) -> None:
        """The parent has fewer steps, or is off the map, and its companies stand in its hex, with
        what MP it has left. [18.4.0]"""
        split(game, order.unit, order.count)


def _against_count(game: Gs, name: str, count: int, found: tuple[str, ...]) -> list[Refusal]:
    """How many units may come of one: a company becomes two Z-steps, one with a red square gives
    one company of its two steps. [18.3.0] [18.8.0]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if Z_FORM in found:
        if count != len(found):
            return [Refusal("18.8.0", "a company becomes two Z-steps")]
        return []
    if not 1 <= count <= len(found):
        return [Refusal("18.4.0", f"{called(game, name)} makes 1 to {len(found)} units")]
    if counter.is_(ONE_BU) and (count > 1 or unit.out or unit.steps < LEAST_OF_ONE_BU):
        return [Refusal("18.3.0", f"{called(game, name)} makes one unit, out of two steps")]
    return []


def split(game: Gs, name: str, count: int) -> list[str]:
    """Carry it out, and name those who came of it. [18.4.0] [18.8.0]"""
    made = forms(game, name)[:count]
    price = price_of(game, name)
    left = left_of(game, name) - price
    unit = fresh_record(game, unit_of(game, name))
    zed = Z_FORM in made
    names = [next_name(game, name, form, place) for place, form in enumerate(made)]
    steps = 0 if zed else unit.steps - count
    parent = replace(
        unit, steps=steps, out=unit.out + (1 if zed else count), spent=unit.spent + price,
        broke=game.serial, broke_mp=price,
    )  # fmt: skip
    part = replace(
        unit, steps=0 if zed else 1, out=0, spent=0, pool=max(left, 0), broke=game.serial,
        broke_mp=0, changed=-1, z=False,
    )  # fmt: skip
    if not steps:
        parent = off_map(parent)
    game.put(UNITS, name, parent)
    for place, one in enumerate(names, 1):
        game.put(UNITS, one, replace(part, order=unit.order + place))
    facts = {"unit": name, "units": names, "hex": game.board.label(unit.hex)}
    game.emit(Event("broken-down", "18.8.0" if zed else "18.4.0", facts))
    return names


def off_map(unit: Unit) -> Unit:
    """A parent that is wholly broken down: it is not destroyed. [18.4.0]"""
    return replace(unit, place=BROKEN, hex=-1, steps=0, inside=False)
