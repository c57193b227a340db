"""Movement: allowances, costs, and what a step may and may not do. [6.0]

Points are counted in twelfths and never rounded [6.1h]. Chapters that hinder movement, change an
allowance or make a hex dearer (fuel, landings, Trainbusting) say so in the registers below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.engine.tally import Tally
from grognard.kit import ways
from grognard.kit.ways import points as points
from grognard.systems.ocs.ground import ALL, POINT
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import (
    HALF,
    RULES,
    can_attack,
    counter_of,
    face_of,
    scaled,
    showing,
    unit_of,
)
from grognard.systems.ocs.results import factor
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, FORMATIONS, HEXES, SHIPS, SITES, TRANSPORT, TURN
from grognard.systems.ocs.turn.phases import (
    EXPLOITATION,
    MOVEMENT,
    MOVES,
    REACTION,
    actor,
    kind,
    peaceful,
    phase_start,
)
from grognard.systems.ocs.turn.pre_turn import weather
from grognard.systems.ocs.turn.registers import Hooks
from grognard.systems.ocs.units import EXPLOIT, MAP, MODES, STRAT, TRUCK, UNITS

DEPENDS = tuple(
    register.name
    for register in (UNITS, DUMPS, TRANSPORT, SITES, SHIPS, HEXES, FORMATIONS, TURN, CLOCK)
)
"""The maps of the State that decide what a way costs and whether it is open."""

Hindrance = Callable[[Ocs, str], Refusal | None]
HINDRANCES: Hooks[Hindrance] = Hooks()
"""Why a unit cannot move now whatever the way, besides what stands here: fuel, for one. [12.5a]"""
AllowanceFactor = Callable[[Ocs, str], tuple[str, Fraction, str] | None]
ALLOWANCE_FACTORS: Hooks[AllowanceFactor] = Hooks()
"""Further multipliers of an allowance: after a landing, for one. [18.5h]"""
Surcharge = Callable[[Ocs, str, str], tuple[Mapping[int, int], str, str]]
SURCHARGES: list[Surcharge] = []
"""What hexes cost a side's class on top, in twelfths, its label and rule: Trainbusting. [14.8c]"""


Pontoon = Callable[[Ocs, str, str], frozenset[int]]
PONTOONS: list[Pontoon] = []
"""Hexes in and out of which rivers count for less to a side and a unit of it: engineers. [13.8b]"""


def hindrance(order: int) -> Callable[[Hindrance], Hindrance]:
    """Have a check keep units from moving; the first that finds something is told."""

    def add(check: Hindrance) -> Hindrance:
        HINDRANCES.enter(order, check)
        return check

    return add


def allowance_factor(order: int) -> Callable[[AllowanceFactor], AllowanceFactor]:
    """Have a multiplier change allowances, one after the other."""

    def add(found: AllowanceFactor) -> AllowanceFactor:
        ALLOWANCE_FACTORS.enter(order, found)
        return found

    return add


def surcharge(found: Surcharge) -> Surcharge:
    """Have hexes cost more."""
    SURCHARGES.append(found)
    return found


def pontoon(found: Pontoon) -> Pontoon:
    """Have hexes with a way across rivers."""
    PONTOONS.append(found)
    return found


def condition(game: Ocs, side: str = "") -> str:
    """The condition of the ground in this weather, for a side if they differ. [17.0a] [17.0b]"""
    return weather(game, side).ground


# ---- allowances


def allowance(game: Ocs, name: str) -> Tally:
    """The points a unit may use in this phase, by its mode and the side that is up. [6.1b] [6.1h]

    Reserves move a quarter, in Strat Mode double, disorganised or exploiting half [5.7a] [5.8]
    [5.9] [5.10b(A)], on the Combat or Move side all that is printed there [5.5] [5.6]; Reserves
    released in the Reaction Phase half, in the Exploitation Phase all. [5.7b(A)] [5.7b(B)]
    """
    printed, source = face_of(game, name).ma, counter_of(game, name).source
    tally = Tally().add("printed", printed, "6.1b", source)
    for label, by, rule in _multipliers(game, name):
        tally = scaled(tally, label, by, rule)
    return tally


def _multipliers(game: Ocs, name: str) -> list[tuple[str, Fraction, str]]:
    """What an allowance is multiplied by, one after the other. [6.1b]"""
    mode = unit_of(game, name).mode
    by = _by_mode(game).get(mode)
    found = [(f"in {mode} mode", by, RULES.get(mode, "5.5"))] if by is not None else []
    if kind(game) == REACTION:
        found.append(("released in the Reaction Phase", HALF, "5.7b(B)"))
    found += [more for factor_of in ALLOWANCE_FACTORS if (more := factor_of(game, name))]
    return found


def _by_mode(game: Ocs) -> Mapping[str, Fraction]:
    """What modes multiply allowances by, where it is not one.

    [5.5] [5.6] [5.7a] [5.8] [5.9] [5.10b(A)]
    """

    def compute() -> dict[str, Fraction]:
        tables = game.scenario.tables
        found = {mode: factor(tables, "mode-effects", mode, "ma") for mode in MODES}
        return {mode: by for mode, by in found.items() if by != 1}

    return game.cached("allowances by mode", (), compute)


def full(game: Ocs, name: str) -> int:
    """The allowance in twelfths."""
    above, below = face_of(game, name).ma * POINT, 1
    for _, by, _ in _multipliers(game, name):
        above, below = above * by.numerator, below * by.denominator
    return above // below


def spent(game: Ocs, name: str) -> int:
    """What a unit has used of it in this phase, in twelfths. [6.1b]"""
    unit = unit_of(game, name)
    return unit.spent if unit.moved == phase_start(game) else 0


def left(game: Ocs, name: str) -> int:
    """What a unit has left in this phase, in twelfths; nothing is saved or lent. [6.1e]"""
    return max(0, full(game, name) - spent(game, name))


# ---- who may move


def has_begun(game: Ocs, name: str) -> bool:
    """Whether a unit has begun to move in this phase: on points of its own, or by air. [14.9d]"""
    unit = unit_of(game, name)
    return phase_start(game) in (unit.moved, unit.flown)


def unable(game: Ocs, name: str) -> Refusal | None:
    """Why a unit cannot move now, whatever the way; None if it can. [6.0]

    Dropped-off and finished units stay [6.1f] [6.1g], negating ones too [4.5b]; without an
    allowance nothing moves [6.1b].
    """
    unit, counter, segment = unit_of(game, name), counter_of(game, name), kind(game)
    if unit.place != MAP:
        return Refusal("6.0", f"{counter.name} is not on the map")
    if segment not in MOVES or counter.side != actor(game):
        return Refusal("6.3a", f"{counter.name} does not move in this segment")
    refusal = not_in_this_phase(game, name) if segment != MOVEMENT else None
    if refusal is not None:
        return refusal
    now = phase_start(game)
    if unit.finished == now:
        return Refusal("6.1g", f"{counter.name} has done moving in this phase")
    if unit.locked == now and zones.bound(game, name):
        text = f"{counter.name} negates an enemy zone of control and stays until the phase ends"
        return Refusal("4.5b", text)
    if showing(counter, unit).ma <= 0:
        return Refusal("6.1b", f"{counter.name} has no movement allowance on this side")
    return next((found for check in HINDRANCES if (found := check(game, name))), None)


def afoot(game: Ocs, names: Iterable[str]) -> Iterator[str]:
    """Those of some units on the map that this phase does not keep from moving: outside the
    Movement Phase few of them, so that the others need no reasons. [7.0a] [11.0a]"""
    if kind(game) == MOVEMENT:
        yield from names
        return
    units, now, exploiting = game.state[UNITS], phase_start(game), kind(game) == EXPLOITATION
    for name in names:
        unit = units[name]
        if unit.released == now or (exploiting and unit.mode == EXPLOIT):
            yield name


def not_in_this_phase(game: Ocs, name: str) -> Refusal | None:
    """Reaction is for released Reserves [7.0a], Exploitation for exploiters too. [11.0a] [7.0b]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    released = unit.released == phase_start(game)
    if kind(game) == REACTION and not released:
        return Refusal("7.0a", f"{counter.name} has not been released from Reserve in this phase")
    if kind(game) == EXPLOITATION and not released and unit.mode != EXPLOIT:
        text = f"{counter.name} is neither in Exploitation Mode nor released in this phase"
        return Refusal("11.0a", text)
    return None


def held(game: Ocs, name: str, group: tuple[str, ...] = ()) -> bool:
    """Whether trucks have entered an enemy zone in this phase and go no further. [4.5a(A)]

    Who began the phase in a zone leaves it freely; overruns are still open [6.3b]. Of a stack some
    may go on if others stay behind: `group` are those who would go. [4.5b]
    """
    if face_of(game, name).move != TRUCK or not entered(game, name):
        return False
    unit, side = unit_of(game, name), counter_of(game, name).side
    return zones.barred(game, zones.TRUCK_MOVEMENT, unit.hex, side, group or (name,))


def entered(game: Ocs, name: str) -> bool:
    """Whether a unit has come into its hex in this phase; an overrun alone is no move. [4.5a(A)]"""
    unit = unit_of(game, name)
    return unit.moved == unit.started == phase_start(game)


# ---- one step


@dataclass(frozen=True, slots=True)
class March:
    """A unit on its way: where it is, its class, what it has left, and whether it has begun."""

    name: str
    side: str
    move: str
    hex: int
    left: int
    begun: bool


@dataclass(frozen=True, slots=True)
class Stride:
    """One step that is allowed: the march after it, what it costs in twelfths, and why."""

    start: int
    after: March
    cost: int
    least: bool
    """Whether it is a minimum move, which takes all that is left. [6.1c]"""


def march(game: Ocs, name: str) -> March:
    """A unit as it stands now, ready to go on."""
    unit, counter = unit_of(game, name), counter_of(game, name)
    begun = unit.moved == phase_start(game)
    rest = max(0, full(game, name) - unit.spent) if begun else full(game, name)
    return March(name, counter.side, showing(counter, unit).move, unit.hex, rest, begun)


def eased(game: Ocs, side: str, a: int, b: int, roads: bool = True, name: str = "") -> bool:
    """Whether engineers help across the rivers of a step; never in an overrun. [13.8b]"""
    if not roads:
        return False
    return any(a in heads or b in heads for heads in crossings(game, side, name))


def crossings(game: Ocs, side: str, name: str = "") -> list[frozenset[int]]:
    """The hexes in and out of which rivers count for less. [13.8b]"""
    return [heads for found in PONTOONS if (heads := found(game, side, name))]


def step_price(
    game: Ocs, side: str, move: str, a: int, b: int, roads: bool = True, name: str = ""
) -> int | None:
    """What a step costs a class of a side, in twelfths: ground and surcharges. [6.1a] [6.2]"""
    ground, slot = game.scenario.ground, a * 6 + game.board.direction(a, b)
    helped = ground.bridgeable[slot] and eased(game, side, a, b, roads, name)
    cost = ground.prices(condition(game, side), move, roads, helped)[slot]
    if cost is None or cost >= ALL:
        return cost
    return cost + surcharges(game, side, move).get(b, 0)


def step_cost(game: Ocs, name: str, a: int, b: int, roads: bool = True) -> Tally | None:
    """The same reason by reason, in points; None where the step is prohibited."""
    side, move = counter_of(game, name).side, face_of(game, name).move
    if step_price(game, side, move, a, b, roads, name) is None:
        return None
    helped = eased(game, side, a, b, roads, name)
    tally = game.scenario.ground.reasons(condition(game, side), move, a, b, roads, helped)
    for found in SURCHARGES:
        prices, label, rule = found(game, side, move)
        if prices.get(b):
            tally = tally.add(label, points(prices[b]), rule)
    return tally


def surcharges(game: Ocs, side: str, move: str) -> Mapping[int, int]:
    """What hexes cost a class of a side on top of the ground, in twelfths."""

    def compute() -> Mapping[int, int]:
        total: dict[int, int] = {}
        for found in SURCHARGES:
            for h, price in found(game, side, move)[0].items():
                total[h] = total.get(h, 0) + price
        return total

    return game.cached(("surcharges", side, move), (HEXES.name, CLOCK.name), compute)


def entry_refusal(game: Ocs, name: str, h: int) -> Refusal | None:
    """Why a unit may not move into a hex for what is there. [4.8c(A)] [6.3b]

    Not among enemy combat units; among what else the enemy has only if it is Attack-Capable [4.4c];
    in Strat Mode not into an enemy zone [5.8a]; nowhere near the enemy in a simulcast. [2.4(3)]
    """
    side, label = counter_of(game, name).side, game.board.label(h)
    enemy = game.scenario.other(side)
    if h in game.scenario.closed.get(side, ()):
        return outside(game, side, h)
    if stacks.holder(game, h) == enemy:
        text = f"enemy combat units are in {label}; an overrun is declared from beside it"
        return Refusal("4.8c(A)", text)
    if not can_attack(game, name):
        found = next(stacks.belongings(game, h, enemy), "")
        if found:
            text = f"there is an enemy {found} in {label}; only Attack-Capable units enter"
            return Refusal("4.4c", text)
    if not zones.enemy_zone(game, h, side):
        raid = peaceful(game) and any(True for _ in stacks.belongings(game, h, enemy))
        return _raid(label) if raid else None
    if unit_of(game, name).mode == STRAT and zones.barred(game, zones.STRAT_MODE, h, side):
        text = f"{label} lies in an enemy zone of control, which Strat Mode units do not enter"
        return Refusal("5.8a", text)
    return _raid(label) if peaceful(game) else None


def outside(game: Ocs, side: str, h: int) -> Refusal:
    """Ground that the scenario keeps out of the campaign."""
    return Refusal("house", f"{game.board.label(h)} is outside the campaign of {side}")


def _raid(label: str) -> Refusal:
    return Refusal("2.4(3)", f"nobody goes near the enemy at {label} in a simulcast turn")


def stride(game: Ocs, m: March, b: int) -> Stride | Refusal:
    """Take a march one hex on, or say why not. [6.1] [6.2]"""
    label = game.board.label
    if not game.board.adjacent(m.hex, b):
        if not game.scenario.ground.enterable(m.move, b):
            return Refusal("6.2c", f"{label(b)} is prohibited to {m.move} units")
        text = f"{label(m.hex)} and {label(b)} do not adjoin; a path goes from hex to hex"
        return Refusal("6.1", text)
    cost = step_price(game, m.side, m.move, m.hex, b, name=m.name)
    if cost is None:
        text = f"from {label(m.hex)} to {label(b)} is prohibited to {m.move} units, there or back"
        return Refusal("6.2c", text)
    refusal = entry_refusal(game, m.name, b)
    if refusal is not None:
        return refusal
    least = cost > m.left
    if least and m.begun:
        wanted = "the whole allowance" if cost >= ALL else f"{points(cost)} MP"
        text = f"{label(b)} takes {wanted}, {points(m.left)} MP are left"
        return Refusal("6.2", f"{counter_of(game, m.name).name}: {text}")
    return stepped(m, b, cost, least)


def stepped(m: March, b: int, cost: int, least: bool) -> Stride:
    """A step that a march has paid for; the least it may do takes all that is left. [6.1c]"""
    paid = m.left if least else cost
    return Stride(m.hex, March(m.name, m.side, m.move, b, m.left - paid, True), paid, least)


def walk(
    game: Ocs, name: str, path: tuple[int, ...], group: tuple[str, ...] = (),
    dropped: Mapping[int, tuple[str, ...]] | None = None,
) -> list[Stride] | Refusal:  # fmt: skip
    """The steps of a path for one unit of a group, or the first reason against it.

    Trucks go on from an enemy zone only where somebody stays behind: `dropped` are those of the
    group that stay, by hex. [4.5a(A)] [6.1f]
    """
    start = march(game, name)
    if held(game, name, group):
        return _stopped(game, start.hex)

    def halted(m: March) -> Refusal | None:
        onward = m.move != TRUCK or passable(game, m, group, dropped or {})
        return None if onward else _stopped(game, m.hex)

    return ways.walk(start, path, lambda m, b: stride(game, m, b), halted)


def passable(
    game: Ocs, m: March, group: tuple[str, ...], dropped: Mapping[int, tuple[str, ...]]
) -> bool:
    """Whether trucks may go on from a hex they have entered. [4.5a(A)] [4.5b]"""
    if dropped.get(m.hex):
        return True
    return not zones.barred(game, zones.TRUCK_MOVEMENT, m.hex, m.side, group or (m.name,))


def _stopped(game: Ocs, h: int) -> Refusal:
    text = f"{game.board.label(h)} lies in an enemy zone of control; trucks stop there or overrun"
    return Refusal("4.5a(A)", text)
