"""Movement: points, costs, and what a step may and may not do. [3.0] [4.2]

Points are counted in twelfths and keep their fractions; a `Tally` shows them in points. What a
player may know decides: enemy zones are those he knows or must presume. [16.1.1]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.engine.tally import Part, Tally
from grognard.kit import ways
from grognard.kit.ways import points as points
from grognard.systems.wb95.air import air
from grognard.systems.wb95.ground import HQ_CLASS, POINT
from grognard.systems.wb95.masking.masking import zone_known
from grognard.systems.wb95.movement import overrun, strategic
from grognard.systems.wb95.pieces.barrage_rest import may_move_after_barrage
from grognard.systems.wb95.pieces.stacks import exerters, holder, in_zone
from grognard.systems.wb95.pieces.values import counter_of, level_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, HEXES, MISSIONS
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.works import bridges

ZONE_EXIT = POINT
"""One point for leaving an enemy zone of control. [4.2.6]"""
DISRUPTION = POINT
"""One point for each mission that disrupts movement. [8.2.13] [8.2.14]"""
SECONDARY = "secondary_route"

DEPENDS = tuple(register.name for register in (UNITS, HEXES, BRIDGES, MISSIONS, CLOCK))
"""The maps of the State that decide what a way costs and whether it is open."""

Reason = tuple[str, int, str]
"""A label, an amount in twelfths, and the rule."""


def class_of(game: Wb, name: str) -> str:
    """How a unit moves: its class, or the headquarters' own. [1.3a] [6.2.1] [9.1.2]"""
    counter = counter_of(game, name)
    return HQ_CLASS if counter.hq else counter.move


def tally(reasons: list[Reason]) -> Tally:
    """Reasons in twelfths as a tally of points."""
    return Tally(tuple(Part(label, points(n), rule) for label, n, rule in reasons))


# ---- movement points


def allowance_reasons(game: Wb, name: str, full: bool = False) -> list[Reason]:
    """The movement points a unit has in this phase, reason by reason. [1.4b] [3.1.5]

    Out of supply they are halved, with fractions kept [1.4e] [10.2.2]; strategic movement takes two
    off [12.2.3], and each mission that disrupts movement where the unit began one [8.2.14]. Halving
    comes before what is taken off, and nothing goes below zero. `full` supposes that its player
    pays for full movement out of supply. [10.2.3]
    """
    unit, side = unit_of(game, name), counter_of(game, name).side
    printed = level_of(game, name).mp
    reasons: list[Reason] = [("printed", printed, "1.4b")]
    if unit.oos > 0 and not full and unit.full_mp != game.serial:
        reasons.append(("out of supply", -_halved(game, printed), "10.2.2"))
    if strategic.under_way(game):
        reasons.append(("strategic movement", -strategic.REDUCTION, "12.2.3"))
    start = unit.start if unit.moved == game.serial else unit.hex
    missions = air.disruption_at(game, start, side) if unit.place == MAP else 0
    if missions:
        reasons.append(("began under disruption", -missions * DISRUPTION, "8.2.14"))
    total = sum(amount for _, amount, _ in reasons)
    if total < 0:
        reasons.append(("never below zero", -total, "3.1.5"))
    return reasons


def _halved(game: Wb, printed: int) -> int:
    """What halving takes off: half exactly, or by the option half a point less where it is odd.

    The book rounds every division up, yet halves 7 points to 3.5 where units change their entry
    zone. [1.7a] [10.2.2]
    """
    half = printed // 2
    return half - half % POINT if game.options["halved-movement"] == "rounded-up" else half


def allowance(game: Wb, name: str, full: bool = False) -> Tally:
    """The movement points a unit begins this phase with. [1.4b] [3.1.5]"""
    printed, *rest = tally(allowance_reasons(game, name, full)).parts
    own = Part(printed.label, printed.value, printed.rule, counter_of(game, name).source)
    return Tally((own, *rest))


def initial(game: Wb, name: str, full: bool = False) -> int:
    """The same in twelfths; no hex costs a unit more than this. [3.1.13]"""
    return sum(amount for _, amount, _ in allowance_reasons(game, name, full))


def without_points(game: Wb, name: str) -> Refusal:
    """That a unit has no points in this phase, and what has taken them from it. [3.1.5]"""
    (_, printed, _), *rest = allowance_reasons(game, name)
    text = f"{counter_of(game, name).name} has no MP in this phase: {points(printed)} printed"
    taken = [f"{points(-n)} less: {label} [{rule}]" for label, n, rule in rest if n < 0]
    return Refusal("3.1.5", "; ".join([text, *taken]))


def budget(game: Wb, name: str, full: bool = False) -> int:
    """What a unit has left in this phase, in twelfths; nothing carries over. [3.1.5] [3.1.6]"""
    unit = unit_of(game, name)
    spent = unit.spent if unit.moved == game.serial else 0
    return max(0, initial(game, name, full) - spent)


# ---- who may move


def unable(game: Wb, name: str) -> Refusal | None:
    """Why a unit cannot move in this phase whatever the way; None if it can. [3.1.1]

    Resilience groups never move [15.2.1], guns only in transport set-up [6.2.3]; a headquarters at
    work on a bridge stays [14.3.4]; a unit that has entered an enemy zone of control in this phase
    has done moving [4.2.1].
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.place != MAP:
        return Refusal("3.1.1", f"{counter.name} is not on the map; units on the map move")
    if counter.type == "RG":
        return Refusal("15.2.1", f"{counter.name} is a resilience group and never moves")
    if counter.towed_artillery and not unit.transport:
        text = f"{counter.name} is in combat set-up; change it to transport set-up first"
        return Refusal("6.2.3", text)
    if bridges.building(game, name):
        return Refusal("14.3.4", f"{counter.name} is at work on a bridge and stays there")
    if strategic.under_way(game):
        refusal = strategic.ineligible(game, name)
    else:
        refusal = _held(game, name)
    if refusal is None and unit.moved == game.serial and unit.halted:
        text = f"{counter.name} has done moving in this phase; it had to stop where it stands"
        refusal = Refusal("4.2.1", text)
    return refusal


def _held(game: Wb, name: str) -> Refusal | None:
    """What keeps a unit from moving in the Movement Phase in particular."""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.marked == game.serial:
        text = f"{counter.name} is marked for strategic movement instead of moving now"
        return Refusal("2.2.P3", text)
    if not may_move_after_barrage(game, name):
        return Refusal("6.5.5", f"{counter.name} has fired a barrage and may not move now")
    if unit.stayed == game.serial:
        return Refusal("7.1.4", f"{counter.name} has given all its points to stay where it is")
    return None


# ---- one step


@dataclass(frozen=True, slots=True)
class March:
    """A unit on its way: where it is, what it began with and has left, in twelfths.

    `routed` says that every step of the phase so far has followed a secondary route, `start` where
    the first of them began, -1 off the map.
    """

    name: str
    side: str
    move: str
    hex: int
    initial: int
    left: int
    routed: bool
    start: int = -1


@dataclass(frozen=True, slots=True)
class Stride:
    """One step that is allowed: the march after it, and why it cost what it did."""

    after: March
    reasons: tuple[Reason, ...]

    @property
    def cost(self) -> int:
        """The points it takes, in twelfths."""
        return sum(amount for _, amount, _ in self.reasons)


def march(game: Wb, name: str, full: bool = False) -> March:
    """A unit as it stands now, ready to go on. [3.1.7]"""
    unit = unit_of(game, name)
    begun = unit.moved == game.serial
    most = initial(game, name, full)
    left = max(0, most - unit.spent) if begun else most
    routed = not begun or unit.routed == game.serial
    side, start = counter_of(game, name).side, unit.start if begun else unit.hex
    return March(name, side, class_of(game, name), unit.hex, most, left, routed, start)


def entry_reasons(game: Wb, m: March, b: int) -> list[Reason] | None:
    """What entering the next hex costs before any limit; None where it is closed. [3.1.11]

    Leaving an enemy zone costs a point [4.2.6], entering one nothing [4.2.2]; missions that
    disrupt movement add theirs, on roads too [8.2.13]. Field fortifications add nothing [7.1.12].
    """
    a = m.hex
    base = game.scenario.ground.cost(m.move, a, b, bridges.bridged(game, a, b))
    if base is None:
        return None
    reasons: list[Reason] = [("the ground", base, "3.1.11")]
    if in_zone(game, a, game.scenario.other(m.side)):
        reasons.append(("leaving a zone of control", ZONE_EXIT, "4.2.6"))
    missions = air.disruption_at(game, b, m.side)
    if missions:
        reasons.append(("disrupted movement", missions * DISRUPTION, "8.2.13"))
    return reasons


def step_cost(game: Wb, name: str, a: int, b: int) -> Tally | None:
    """What a unit pays to go from one hex to the next, reason by reason; None where it may not.

    Terrain costs add up [3.1.12], and the whole is never more than the points the unit begins
    the phase with [3.1.13]. Overrunning enemy guns comes on top. [6.1.7]
    """
    counter = counter_of(game, name)
    most = initial(game, name)
    m = March(name, counter.side, class_of(game, name), a, most, most, False)
    reasons = entry_reasons(game, m, b)
    if reasons is None:
        return None
    ground = game.scenario.ground.reasons(m.move, a, b, bridges.bridged(game, a, b))
    return ground + tally(_limited(reasons, most)[1:])


def _limited(reasons: list[Reason], most: int) -> list[Reason]:
    """A hex never costs more than the points a unit began the phase with. [3.1.13]"""
    over = sum([amount for _, amount, _ in reasons]) - most
    return (
        [*reasons, ("no more than the unit began with", -over, "3.1.13")] if over > 0 else reasons
    )


def along_secondary(game: Wb, a: int, b: int) -> bool:
    """Whether a step follows a secondary route, its bridge standing. [T.terrain.n2]"""
    ground = game.scenario.ground
    return ground.route(a, b) == SECONDARY and (
        not ground.water(a, b) or bridges.bridged(game, a, b)
    )


def stride(game: Wb, m: March, b: int, cleared: tuple[int, ...] = ()) -> Stride | Refusal:
    """Take a march one hex on, or say why not, in strategic movement too. [3.1.4] [12.1.3]

    `cleared` hexes were overrun by others before.
    """
    a, label = m.hex, game.board.label
    if not game.board.adjacent(a, b):
        text = f"{label(a)} and {label(b)} do not adjoin; a path goes from hex to adjoining hex"
        return Refusal("3.1.4", text)
    reasons = entry_reasons(game, m, b)
    if reasons is None:
        ground = game.board.terrain[b]
        return Refusal("3.1.11", f"{label(b)} is {ground}, closed to {m.move} units")
    refusal = zone_refusal(game, m, b)
    if refusal is not None:
        return refusal
    reasons = _limited(reasons, m.initial)
    if b not in cleared and holder(game, b) not in (None, m.side):
        refusal = overrun.unfit(game, m.name, b)
        if refusal is not None:
            return refusal
        reasons += overrun.reasons(game, b)
    return _paid(game, m, b, reasons)


def zone_refusal(game: Wb, m: March, b: int) -> Refusal | None:
    """What enemy zones of control forbid: a step within the zone of one unit. [4.2.3]

    A step out into the open, or into the zone of other units only, is free. [4.2.4] [4.2.5]
    """
    a, enemy, label = m.hex, game.scenario.other(m.side), game.board.label
    if in_zone(game, a, enemy):
        here = exerters(game, a, enemy)
        if any(name in here for name in exerters(game, b, enemy)):
            text = f"{label(a)} and {label(b)} lie in the zone of control of one and the same unit"
            return Refusal("4.2.3", f"{text}; step out of it first")
    if strategic.under_way(game) and zone_known(game, m.side)[b]:
        text = f"{label(b)} lies in an enemy zone of control; strategic movement stays out of it"
        return Refusal("12.2.2", text)
    return None


def _paid(game: Wb, m: March, b: int, reasons: list[Reason]) -> Stride | Refusal:
    """The march after paying for a step. [3.1.5]

    A unit that has followed secondary routes all the way goes one hex more without the points
    for it, and then no further. Its first step is never that hex: points that went into work
    before are gone, and leaving an enemy zone is always paid [4.2.6]. [T.terrain.n2]
    """
    if m.initial == 0:
        return without_points(game, m.name)
    cost = sum([amount for _, amount, _ in reasons])
    routed = m.routed and along_secondary(game, m.hex, b)
    if cost > m.left:
        overruns = any(rule == "6.1.7" for _, _, rule in reasons)
        gone_on = routed and m.hex != m.start
        if overruns or not (gone_on and extra_hex(game, m.move)):
            text = f"{game.board.label(b)} costs {points(cost)} MP, {points(m.left)} MP are left"
            return Refusal("3.1.5", f"{counter_of(game, m.name).name}: {text}")
        free = ("one hex more along a secondary route", m.left - cost, "T.terrain.n2")
        reasons, cost, routed = [*reasons, free], m.left, False
    after = March(m.name, m.side, m.move, b, m.initial, m.left - cost, routed, m.start)
    return Stride(after, tuple(reasons))


def extra_hex(game: Wb, move: str) -> bool:
    """Whether a class may go one hex more on secondary routes. [T.terrain.n2]"""
    return move in game.scenario.ground.table[SECONDARY].extra_hex


def walk(
    game: Wb, name: str, path: Sequence[int], full: bool = False, cleared: tuple[int, ...] = ()
) -> list[Stride] | Refusal:
    """The steps of a whole path for one unit, or the first reason against it. [3.1.4]"""
    detail = (name, tuple(path), full, cleared)
    return game.cached("walk", DEPENDS, lambda: _walk(game, *detail), detail)


def _walk(
    game: Wb, name: str, path: tuple[int, ...], full: bool, cleared: tuple[int, ...]
) -> list[Stride] | Refusal:
    """The same: a path does not go on from an enemy zone of control that it has entered. [4.2.1]"""
    start = march(game, name, full)
    known = zone_known(game, start.side)

    def halted(m: March) -> Refusal | None:
        text = f"{game.board.label(m.hex)} lies in an enemy zone of control; a unit stops there"
        return Refusal("4.2.1", text) if known[m.hex] else None

    return ways.walk(start, path, lambda m, b: stride(game, m, b, cleared), halted)
