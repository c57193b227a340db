"""Eliminated units come back. [22.5.2]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Pieces
from grognard.systems.goss.arrivals.consolidation import give
from grognard.systems.goss.arrivals.prices import Points, price_of, rate_of, steps_of
from grognard.systems.goss.arrivals.purse import pay, purse
from grognard.systems.goss.arrivals.rebuilding import missing
from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.ground import CITY
from grognard.systems.goss.movement.registers import UNREPLACED
from grognard.systems.goss.pieces.chain import above, army, superior
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import holder, on_map, own_at, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.pieces.values import on_map as there
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import SIDES, ZONES
from grognard.systems.goss.turn.calendar import box, day
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import (
    ARMY,
    GENS,
    INFANTRY,
    LEG,
    LOST,
    MAP,
    MECH,
    RE,
    SURRENDERED,
    UNITS,
    Unit,
    Z,
)
from grognard.systems.goss.words import called

LEG_FEE, MECH_FEE, ISOLATED_FEE = Points(1, 0), Points(0, 1), Points(2, 0)
"""What a resurrection costs besides the first step, in halves. [22.5.2a(2)] [22.5.2a(3)]"""
NOT_BY_ECHELON = frozenset({"mg", "para", "glider", "fus"})
"""Infantry that rear echelon units do not resurrect. [22.5.2c]"""
ECHELON_STEPS = 2
EVERY_OTHER = 2
"""Rear echelon steps for a unit; GDs between two such. [22.5.2c]"""


def absent(game: Gs, name: str) -> bool:
    """Whether a company's battalion lacks the step that it would be: not if that is lost as a
    whole, or has been rebuilt. [22.5.2a] [18.9.0]"""
    parent = counter_of(game, name).parent
    whole = unit_of(game, parent)
    return whole.place not in LOST and missing(counter_of(game, parent), whole) > 0


# ---- what it costs [22.5.2a]


def fee(game: Gs, name: str) -> Points:
    """What it costs to resurrect a unit at all: half an Inf point for Leg, half an Arm point for
    Mech units, nothing for one step; an Inf point more if it was isolated. [22.5.2a(2)]
    [22.5.2a(3)]"""
    counter = counter_of(game, name)
    plain = Points() if counter.steps == 1 else LEG_FEE if counter.cls == LEG else MECH_FEE
    return plain + isolated_fee(game, name)


def isolated_fee(game: Gs, name: str) -> Points:
    """An Inf point more for who was isolated when it was eliminated. [22.5.2a(3)]"""
    return ISOLATED_FEE if unit_of(game, name).place == SURRENDERED else Points()


def first_step(game: Gs, name: str) -> Points | None:
    """What the step costs that a unit comes back with; of a hybrid that which it lost last.
    [22.5.2a(4)] [22.6.0]"""
    counter = counter_of(game, name)
    rate = rate_of(game, counter)
    return price_of(game, rate, steps_of(game, counter)[-1] if counter.mix else rate.type)


# ---- where to [22.5.2b]


def places(game: Gs, name: str) -> list[int]:
    """The hexes where a unit may come back. [22.5.2b]"""
    counter = counter_of(game, name)
    if counter.level == ARMY:
        return [h for h in _cities(game, name) if _holds(game, name, h)]
    found: dict[int, None] = {}
    for anchor, own in anchors(game, name):
        h = unit_of(game, anchor).hex
        found.update(dict.fromkeys((*([h] if own else []), *game.board.around(h))))
    return [h for h in found if _holds(game, name, h)]


def anchors(game: Gs, name: str) -> list[tuple[str, bool]]:
    """By whom a unit comes back, and whether in the same hex, too: its headquarters in GenS, and a
    company also by its parent; a formation's headquarters by any of its units, or else by its own
    superior; a corps' next to the army's. [22.5.2b] [18.9.0]"""
    counter = counter_of(game, name)
    if counter.leads_formation:
        units = [n for n in on_map(game, counter.side) if superior(game, n) == name]
        return [(n, True) for n in units] or _in_supply(game, [above(game, name)])
    if counter.hq:
        return [(hq, False) for hq, _ in _in_supply(game, [above(game, name)])]
    found = _in_supply(game, [superior(game, name)])
    parent = counter.parent
    return [*found, (parent, True)] if parent and there(game, parent) else found


def _in_supply(game: Gs, hqs: Iterable[str]) -> list[tuple[str, bool]]:
    return [(hq, True) for hq in hqs if hq and there(game, hq) and unit_of(game, hq).supply == GENS]


def _cities(game: Gs, name: str) -> list[int]:
    """The cities of an army's zone; of the whole map if it has none drawn. [22.5.2b]"""
    zone = game.state[ZONES].get(counter_of(game, name).army)
    cities = [h for h, kind in enumerate(game.scenario.ground.population) if kind == CITY]
    return [h for h in cities if zone is None or not zone.hexes or h in zone.hexes]


def _holds(game: Gs, name: str, h: int) -> bool:
    """Whether a unit may stand in a hex: no enemy, ground for it, and room. [7.5.0] [6.1.0]"""
    counter = counter_of(game, name)
    cost = game.scenario.ground.to_enter(LEG if counter.cls == LEG else MECH, False)[h]
    closed = cost.word == PROHIBITED and not game.scenario.ground.by_road[h]
    if closed or holder(game, h) == other(counter.side):
        return False
    return grouping(game, h, (*own_at(game, h, counter.side), name)).fits


# ---- the verb


@dataclass(frozen=True, slots=True)
class Return:
    """A lost unit, where it comes back, and the rear echelon units whose steps bring it back, each
    as often as it gives one."""

    unit: Piece
    hex: Hex
    by: Pieces = ()


class Resurrect(Verb[Gs, Return]):
    """An eliminated unit comes back with one step. [22.5.2] [22.5.2a]"""

    do, rule, title, order = "resurrect", "22.5.2", "Resurrect", Return
    phrase = "{unit} returns in {hex}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """What a side has lost."""
        if game.options["replacements"] != "on":
            return []
        out = [n for n, unit in game.state[UNITS].items() if unit.place in LOST]
        return [n for n in out if counter_of(game, n).side == player]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Return]:
        """To each hex where it may come back, for points or by rear echelon units."""
        if against_unit(game, actor):
            return
        bands = list(_bands(game, actor)) if not against_kind(game, actor) else []
        for h in places(game, actor):
            yield Return(actor, h)
            yield from (Return(actor, h, band) for band in bands)

    def against(self, game: Gs, player: str, order: Return) -> list[Refusal]:
        """Whoever may come back at all, there, and for what it costs. [22.5.2a] [22.5.2b]"""
        name = order.unit
        if name not in self.actors(game, player):
            return [Refusal("22.5.2", f"{name!r} is no eliminated unit of yours")]
        found = against_unit(game, name)
        if found:
            return found
        if order.hex not in places(game, name):
            label = game.board.label(order.hex)
            return [Refusal("22.5.2b", f"{called(game, name)} does not return in {label}")]
        if order.by:
            return against_echelon(game, player, order)
        step = first_step(game, name)
        assert step is not None
        price = fee(game, name) + step
        if not purse(game, name).covers(price):
            text = f"{called(game, name)} returns for {price.said()} RePs"
            return [Refusal("22.5.2a", f"{text}; there are {purse(game, name).said()}")]
        return []

    def carry_out(self, game: Gs, player: str, order: Return) -> None:
        """It is there with one step, in GenS for this GT. [22.5.2a(4)] [22.5.2b]"""
        name, step = order.unit, first_step(game, order.unit) or Points()
        for giver in order.by:
            give(game, giver)
        if order.by:
            status = game.state[SIDES][player]
            game.put(SIDES, player, replace(status, raised=day(game)))
        price = isolated_fee(game, name) if order.by else fee(game, name) + step
        booked = pay(game, name, price)
        before = unit_of(game, name)
        height = 1 + max((unit_of(game, n).order for n in units_at(game, order.hex)), default=0)
        back = Unit(
            MAP, order.hex, steps=1, order=height, attached=before.attached, raised=before.raised,
            replaced=game.turn, given=1, resurrected=game.turn,
        )  # fmt: skip
        game.put(UNITS, name, back)
        parent = counter_of(game, name).parent
        if parent:
            whole = unit_of(game, parent)
            game.put(UNITS, parent, replace(whole, out=whole.out + 1))
        at, by = game.board.label(order.hex), sorted({*order.by})
        facts = {"unit": name, "hex": at, "by": by, "booked": booked}
        game.emit(Event("resurrected", "22.5.2", facts, seen_by=(player,)))

    def possible(self, game: Gs, player: str) -> bool:
        """Whether there is anybody to bring back, and anything to do it with."""
        dead = self.actors(game, player)
        return any(purse(game, n) for n in dead) or (bool(dead) and bool(_echelon(game, player)))


def against_unit(game: Gs, name: str) -> list[Refusal]:
    """Why a unit cannot come back: its type is not listed, it is a Z-step, rear echelon, a
    headquarters lost today, or a company of a battalion that is wholly lost. [22.5.2a] [4.2.2-elim]
    [4.6.3] [18.9.0]"""
    counter, unit, title = counter_of(game, name), unit_of(game, name), called(game, name)
    kept = [why for bars in UNREPLACED if (why := bars(game, name)) is not None]
    today = counter.hq and unit.gone_in and box(game, unit.gone_in).day == day(game)
    dead = bool(counter.parent) and not absent(game, name)
    barred = (
        (counter.is_(RE), "4.6.3", "is a rear echelon unit"),
        (unit.z or counter.size == Z, "18.9.0", "is a Z-step unit"),
        (first_step(game, name) is None, "22.5.2a", "is of no type that is replaced"),
        (today, "4.2.2-elim", "was lost today"),
        (dead, "22.5.2a", "returns only while its battalion is in play and lacks a step"),
    )
    return kept + [Refusal(rule, f"{title} {why}") for holds, rule, why in barred if holds]


# ---- by rear echelon units [22.5.2c]


def _echelon(game: Gs, player: str) -> list[str]:
    return [n for n in sorted(on_map(game, player)) if counter_of(game, n).is_(RE)]


def _bands(game: Gs, name: str) -> Iterator[tuple[str, ...]]:
    """Two steps of rear echelon units: of one that has just two, or the last of one and one of
    another. [22.5.2c]"""
    helpers = _echelon(game, counter_of(game, name).side)
    for one in helpers:
        if unit_of(game, one).steps == ECHELON_STEPS:
            yield (one, one)
        if unit_of(game, one).steps == 1:
            yield from ((one, two) for two in helpers if unit_of(game, two).steps > 1 or two > one)


def against_kind(game: Gs, name: str) -> list[Refusal]:
    """Why rear echelon units cannot bring a unit back: only German infantry that needs no Arm
    points, and no engineers, MG, parachute, glider or Recon units. [22.5.2c]"""
    counter, step = counter_of(game, name), first_step(game, name)
    fits = counter.german and counter.type.code in INFANTRY and not counter.recon
    if not fits or counter.type.code in NOT_BY_ECHELON or step is None or step.arm:
        text = f"{counter.name} is of no type that rear echelon units resurrect"
        return [Refusal("22.5.2c", text)]
    return []


def against_echelon(game: Gs, player: str, order: Return) -> list[Refusal]:
    """Two steps of rear echelon units of the same army, of which one is used up, by an option both,
    every other GD. [22.5.2c]"""
    wrong = against_kind(game, order.unit)
    if wrong:
        return wrong
    if any(n not in _echelon(game, player) for n in order.by):
        return [Refusal("22.5.2c", "rear echelon units on the map give the steps")]
    if any(army(game, n) != army(game, order.unit) for n in order.by):
        return [Refusal("22.5.2c", f"{called(game, order.unit)} belongs to another army")]
    if len(order.by) != ECHELON_STEPS:
        return [Refusal("22.5.2c", f"it takes {ECHELON_STEPS} rear echelon steps")]
    left = {n: unit_of(game, n).steps - order.by.count(n) for n in order.by}
    used = [*left.values()].count(0)
    most = 1 if game.options["echelon-losses"] == "one" else ECHELON_STEPS
    if min(left.values()) < 0 or not 1 <= used <= most:
        text = "a rear echelon unit is used up by it" + (", and only one" if most == 1 else "")
        return [Refusal("22.5.2c", text)]
    last = game.state[SIDES][player].raised
    if last and day(game) - last < EVERY_OTHER:
        return [Refusal("22.5.2c", f"a rear echelon unit was used up so on GD {last}")]
    if not purse(game, order.unit).covers(isolated_fee(game, order.unit)):
        return [Refusal("22.5.2a(3)", f"{called(game, order.unit)} was isolated: 1 Inf ReP")]
    return []
