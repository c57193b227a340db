"""Replacements: rebuilding units, trucks and aircraft with men and equipment. [13.5]

Replacements in Move Mode, together in one hex near a headquarters and out of enemy zones of
control, are taken off the map for what they rebuild. What a step costs says the game's chart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Word
from grognard.systems.ocs.arrivals import entering, revised_rebuilds
from grognard.systems.ocs.forms import Crowd, Mode
from grognard.systems.ocs.pieces import headquarters, rolls, stacks, zones
from grognard.systems.ocs.pieces.stacking import gain
from grognard.systems.ocs.pieces.values import counter_of, steps_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import DEAD, MAP, MOVE, UNITS, Counter

KINDS = ("pax", "eq")


# ---- the chart


@dataclass(frozen=True, slots=True)
class Price:
    """What a step of a unit costs in replacements; `two` come for the price of one. [13.5d]"""

    pax: int
    eq: int
    two: bool


def row_of(game: Ocs, counter: Counter) -> str:
    """The row of the chart for a counter: its own, that of small units, of its type, its colour.

    [MT-rebuild]
    """
    rows = game.scenario.tables["rebuild"].rows
    small = "small" if counter.size == "company" else ""
    wanted = (counter.id, small, counter.type, counter.colour, "other")
    return next((word for word in wanted if word in rows), "")


def price(game: Ocs, counter: Counter) -> Price | None:
    """What a step costs; None if the unit cannot be rebuilt. [13.5a(1)] [MT-rebuild]

    Not under a yellow dot [3.1d] [13.5c], no breakdowns [13.5b], and no replacements themselves.
    """
    if counter.traits & {"no-rebuild", "breakdown", *KINDS}:
        return None
    row, table = row_of(game, counter), game.scenario.tables["rebuild"]
    if not row or "-" in (table.cell(row, "pax").value, table.cell(row, "eq").value):
        return None
    pax, eq = (int(table.cell(row, kind).value) for kind in KINDS)
    two = table.cell(row, "two").value == "yes"
    return Price(*revised_rebuilds.cost(game, counter, pax, eq), two)


def needed(game: Ocs, names: Sequence[str], steps: int) -> tuple[int, int] | None:
    """The men and equipment for some steps of one unit, or for two small ones. [13.5d]"""
    prices = [price(game, counter_of(game, name)) for name in names]
    first = prices[0]
    if first is None or any(other != first for other in prices):
        return None
    count = 1 if first.two else steps
    return first.pax * count, first.eq * count


# ---- who can be used where


def repls_in(game: Ocs, side: str, h: int, kind: str) -> list[str]:
    """A side's replacements of a kind in a hex that can be used: those in Move Mode. [13.5a(1)]"""
    return [
        name
        for name in stacks.own_at(game, h, side)
        if kind in counter_of(game, name).traits and unit_of(game, name).mode == MOVE
    ]


def depot(game: Ocs, side: str, h: int) -> Refusal | None:
    """Why replacements cannot be used in a hex. [13.5a(1)]

    Near a headquarters at work, and never in an enemy zone of control. [4.5a(K)]
    """
    label = game.board.label(h)
    if not headquarters.rebuilds_in(game, side, h):
        text = f"no headquarters in Combat Mode is within two hexes of {label}"
        return Refusal("13.5a(1)", text)
    if zones.barred(game, zones.REBUILD, h, side):
        return Refusal("4.5a(K)", f"{label} lies in an enemy zone of control")
    return None


def depots(game: Ocs, side: str) -> list[int]:
    """The hexes in which a side has replacements that can be used."""
    repls = (unit_of(game, name) for kind in KINDS for name in rolls.with_trait(game, side, kind))
    held = sorted({repl.hex for repl in repls if repl.mode == MOVE})
    return [h for h in held if depot(game, side, h) is None]


def gather(game: Ocs, side: str, repls: Sequence[str]) -> tuple[int, list[Refusal]]:
    """The hex of the replacements that a player names, or what is wrong with them. [13.5a(1)]"""
    if not repls or len(set(repls)) != len(repls):
        return -1, [Refusal("form", "name the replacements to use, and none twice")]
    for name in repls:
        unit = game.state[UNITS].get(name)
        if unit is None or unit.place != MAP or counter_of(game, name).side != side:
            return -1, [Refusal("13.5", f"{name!r} is no replacement of {side} on the map")]
        if not counter_of(game, name).traits & set(KINDS):
            return -1, [Refusal("13.5", f"{name!r} is no replacement")]
        if unit.mode != MOVE:
            return -1, [Refusal("13.5a(1)", f"{name} is not in Move Mode")]
    hexes = {unit_of(game, name).hex for name in repls}
    if len(hexes) > 1:
        return -1, [Refusal("13.5a(1)", "the replacements used must be in one hex")]
    h = hexes.pop()
    refusal = depot(game, side, h)
    return h, [refusal] if refusal is not None else []


def counted(game: Ocs, repls: Sequence[str]) -> tuple[int, int]:
    """How many men and how much equipment some replacements are."""
    traits = [counter_of(game, name).traits for name in repls]
    return sum("pax" in t for t in traits), sum("eq" in t for t in traits)


def use_up(game: Ocs, side: str, repls: Sequence[str]) -> None:
    """Take replacements off the map; their counters are free again. [13.5a(1)]"""
    pax, eq = counted(game, repls)
    for name in repls:
        entering.set_aside(game, name)
    status = game.state[SIDES][side]
    used = (status.used[0] + pax, status.used[1] + eq)
    game.put(SIDES, side, replace(status, used=used))


# ---- rebuilding units


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """Units, the replacements for them, and how many steps; those who come back to the map in a
    mode, with a side up."""

    units: Crowd
    repls: Crowd
    steps: int | None = None
    mode: Mode | None = None
    up: Word = ""

    @property
    def number(self) -> int:
        """The steps of each."""
        return 1 if self.steps is None else self.steps


class Rebuild(OcsVerb[Rebuilding]):
    """Rebuild a dead unit, or steps of one that stands with the replacements. [13.5a(1)]

    A unit of several may have some of them back [13.5b]; a dead one is placed with the
    replacements. Two small units may come back together. [13.5d]
    """

    do, rule, order = "rebuild", "13.5a(1)", Rebuilding
    title, stakes = "Rebuild", "price"
    phrase = ("Rebuild {units} with {repls}, {mode} Mode, {up} side up",
              "Rebuild {units} with {repls}, {mode} Mode",
              "Rebuild {units} with {repls}")  # fmt: skip
    rare = True

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Rebuilding]:
        """Every unit that could be rebuilt in each depot, by each number of steps."""
        for h in depots(game, player):
            yield from _rebuilt_in(game, player, h)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """What can be rebuilt in a depot by chance."""
        hexes = depots(game, player)
        for h in rng.sample(hexes, len(hexes)):
            found = list(self.open(game, player, _rebuilt_in(game, player, h)))
            if found:
                return rng.choice(found)
        return None

    def against(self, game: Ocs, player: str, order: Rebuilding) -> list[Refusal]:
        """The replacements, the unit, and the price must fit."""
        names, steps = order.units, order.number
        h, refusals = gather(game, player, order.repls)
        refusals = refusals or _whom(game, player, names, steps, h)
        if refusals:
            return refusals
        want = needed(game, names, steps)
        assert want is not None
        if counted(game, order.repls) != want:
            text = f"that takes {want[0]} pax and {want[1]} eq, no more and no fewer"
            return [Refusal("13.5a(1)", text)]
        if unit_of(game, names[0]).place == MAP:
            if order.mode is not None:
                return [Refusal("13.5b", "a unit on the map keeps its mode")]
            return []
        mode = MOVE if order.mode is None else order.mode
        counters = [counter_of(game, name) for name in names]
        return [r for c in counters for r in entering.wrong_mode(game, c, h, mode, order.up)]

    def carry_out(self, game: Ocs, player: str, order: Rebuilding) -> None:
        """The replacements go, the steps come back; supply and movement do not matter. [13.5b]"""
        h, names = unit_of(game, order.repls[0]).hex, order.units
        use_up(game, player, order.repls)
        mode, steps = order.mode or MOVE, order.number
        gain(game, player, steps * len(names))
        for name in names:
            unit = unit_of(game, name)
            if unit.place == MAP:
                game.put(UNITS, name, replace(unit, lost=unit.lost - steps))
                continue
            lost = counter_of(game, name).steps - steps
            entering.bring(game, name, h, mode, order.up, lost=lost, **entering.UNMARKED)
        label = game.board.label(h)
        game.emit(
            Event("rebuilt", self.rule, {"hex": label}).to(player, units=list(names), steps=steps)
        )


def _whom(game: Ocs, player: str, names: Sequence[str], steps: int, h: int) -> list[Refusal]:
    """Why these units cannot be rebuilt, so far. [13.5a(2)] [13.5b] [13.5c]"""
    if not 1 <= len(names) <= 2 or len(set(names)) != len(names):
        return [Refusal("13.5d", "one unit is rebuilt at a time, or two small ones")]
    for name in names:
        unit = game.state[UNITS].get(name)
        if unit is None or counter_of(game, name).side != player:
            return [Refusal("13.5", f"{name!r} is no unit of {player}")]
        found = price(game, counter_of(game, name))
        if found is None:
            rule = "13.5b" if "breakdown" in counter_of(game, name).traits else "13.5c"
            return [Refusal(rule, f"{counter_of(game, name).name} cannot be rebuilt")]
        if len(names) == 2 and not (found.two and unit.place == DEAD):
            return [Refusal("13.5d", "only small units that the chart lists come in pairs")]
        if unit.place not in (DEAD, MAP) or (unit.place == MAP and unit.lost == 0):
            text = f"{counter_of(game, name).name} is neither dead nor damaged"
            return [Refusal("13.5b", text)]
        if unit.place == MAP and unit.hex != h:
            text = f"{counter_of(game, name).name} is not stacked with the replacements"
            return [Refusal("13.5a(2)", text)]
        most = counter_of(game, name).steps - _left(game, name)
        if not 1 <= steps <= most:
            return [Refusal("13.5b", f"it lacks {most} steps, {steps} cannot be rebuilt")]
    if len(names) == 2 and needed(game, names, 1) is None:
        return [Refusal("13.5d", "the two do not cost the same")]
    return []


def _rebuilt_in(game: Ocs, side: str, h: int) -> Iterator[Rebuilding]:
    """What could be rebuilt in a depot: each unit by each number of steps, and small pairs."""
    stock = {kind: repls_in(game, side, h, kind) for kind in KINDS}
    names = rebuildable(game, side, h)
    for name in names:
        for steps in range(1, counter_of(game, name).steps - _left(game, name) + 1):
            yield from _rebuilt(game, (name,), steps, stock)
    for pair in combinations([name for name in names if _small(game, name)], 2):
        yield from _rebuilt(game, pair, 1, stock)


def _rebuilt(
    game: Ocs, names: tuple[str, ...], steps: int, stock: dict[str, list[str]]
) -> Iterator[Rebuilding]:
    """Some units by so many steps, if the replacements go so far, in each mode."""
    want = needed(game, names, steps)
    if want is None or any(n > len(stock[k]) for n, k in zip(want, KINDS, strict=True)):
        return
    repls = (*stock["pax"][: want[0]], *stock["eq"][: want[1]])
    if unit_of(game, names[0]).place == MAP:
        yield Rebuilding(names, repls, steps)
    else:
        yield from (Rebuilding(names, repls, steps, mode, up) for mode, up in entering.MODES)


def _small(game: Ocs, name: str) -> bool:
    """Whether a dead unit comes two for one replacement. [13.5d]"""
    found = price(game, counter_of(game, name))
    return found is not None and found.two and unit_of(game, name).place == DEAD


def _left(game: Ocs, name: str) -> int:
    """The steps a unit still has: none if it is dead."""
    return 0 if unit_of(game, name).place == DEAD else steps_of(game, name)


def rebuildable(game: Ocs, side: str, h: int) -> list[str]:
    """The dead units of a side, and the damaged ones of a hex, that a chart has a price for."""

    damaged = [n for n in stacks.own_at(game, h, side) if unit_of(game, n).lost > 0]
    names = sorted((*damaged, *rolls.off_map(game, side, DEAD)))
    return [name for name in names if price(game, counter_of(game, name)) is not None]
