"""Mounting and dismounting. [7.12.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Pieces
from grognard.kit.orders import OfMany
from grognard.kit.ways import POINT, points
from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.ground import GOOD_ROADS
from grognard.systems.goss.movement.allowance import LEG, OFF, ROAD, points_of
from grognard.systems.goss.movement.eligible import acted_now, broke_now, changed_now, moved_now
from grognard.systems.goss.movement.parties import company
from grognard.systems.goss.movement.registers import MECH_TRACES
from grognard.systems.goss.movement.transport import (
    against_transport,
    free_kangaroos,
    held_kangaroo,
    means_of,
)
from grognard.systems.goss.pieces.chain import fuel_source, headquarters
from grognard.systems.goss.pieces.stacking import together
from grognard.systems.goss.pieces.stacks import present
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import FREEZE, NORMAL, SNOW
from grognard.systems.goss.supply.trucks import lends
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.units import (
    AT,
    BY_KANGAROO,
    DISMOUNTED,
    HELD,
    MAP,
    MECH,
    PA,
    STATIC,
    TAC,
    UNITS,
    Unit,
)
from grognard.systems.goss.words import called

ON_FOOT_MP, MOUNTING = 3, 6
"""What is left to who dismounts [7.12.1], and what mounting on the way costs. [7.12.2]"""
TRUCK_MA = 12
"""The MA by which mounting is reckoned with normal fuel. [7.12.2] [7.12.3a]"""


def spent_now(game: Gs, unit: Unit) -> int:
    """What a unit has spent in this phase, in twelfths; what it paid to break down counts for
    mounting and dismounting, too. [18.4.0]"""
    spent = unit.spent if acted_now(game, unit) else 0
    return spent - unit.broke_mp if broke_now(game, unit) else spent


def fresh_record(game: Gs, unit: Unit) -> Unit:
    """A unit whose counts are of this phase. [7.2.0]"""
    if acted_now(game, unit):
        return unit
    return replace(
        unit, spent=0, hexes=0, came=-1, course="", start=unit.hex, halted=False, interdicted=0,
        close=False, road=False,
    )  # fmt: skip


def reckoned(game: Gs, name: str) -> Unit:
    """A unit as it mounts or dismounts: to break down and to do that in one phase costs no more
    than either. [18.4.0]"""
    unit = fresh_record(game, unit_of(game, name))
    return replace(unit, spent=spent_now(game, unit), broke_mp=0)


# ---- dismounting [7.12.1]


class Dismount(Verb[Gs, OfMany]):
    """Units leave their vehicles, or the trucks that carry them. [7.12.1]"""

    do, rule, order = "dismount", "7.12.1", OfMany
    title, phrase = "Dismount", ("{sole_units} dismounts", "{units} dismount")

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Who is in vehicles."""
        return [n for n, counter, unit in present(game, player) if mech(counter, unit)]

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it rides, or has vehicles to leave: most can be told at a glance that they may
        not now. [7.12.0]"""
        unit, late = unit_of(game, actor), game.segment.kind == phases.PA_MOVES
        if unit.mode != (PA if late else TAC) or changed_now(game, unit):
            return False
        return not against_dismounting(game, actor)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """The one way."""
        yield OfMany((actor,))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """Each of them must be able to. [7.12.1]"""
        wrong = company(game, player, order.units[:1]) or [
            one for n in order.units for one in company(game, player, (n,))
        ]
        return wrong or [one for n in order.units for one in against_dismounting(game, n)]

    def carry_out(self, game: Gs, player: str, order: OfMany) -> None:
        """They are on foot, with what that leaves them. [7.12.1] [7.12.1a]"""
        for name in order.units:
            dismount(game, name)
        facts = {"units": list(order.units)}
        game.emit(Event("dismounted", "7.12.1", facts))


def against_dismounting(game: Gs, name: str) -> list[Refusal]:
    """Why a unit cannot dismount. [7.12.1] [7.12.4b]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    rides = bool(unit.transport) and unit.transport not in (DISMOUNTED, "as-mech")
    own = counter.cls == MECH and (counter.personnel or counter.type.code == AT)
    if unit.place != MAP or counter.hq or not (rides or (own and not unit.transport)):
        return [Refusal("7.12.0", f"{called(game, name)} has nothing to dismount from")]
    modes = (TAC,) if rides else (TAC, PA)
    moved, spent = moved_now(game, unit), spent_now(game, unit)
    half = points_of(game, name, ROAD if moved and unit.road else OFF) / 2
    towed = counter.type.code == AT and not rides
    barred = (
        (unit.mode not in modes, "7.12.1", f"is in {unit.mode} mode"),
        (unit.mode == PA and moved, "7.12.1", "has moved in PA mode"),
        (changed_now(game, unit), "7.12.0", "has mounted in this phase"),
        (unit.delaying == game.turn, "7.13.1", "has tried to leave a delay marker"),
        (towed and moved, "7.12.4b", "is towed, and has moved"),
        (spent > half, "7.12.1", f"has spent {points(spent)} MP, more than half of its MA"),
        (unit.mode == PA and game.segment.kind != phases.PA_MOVES, "7.5.2", "moves later"),
        (unit.mode == TAC and game.segment.kind == phases.PA_MOVES, "7.5.2", "moved before"),
    )
    return [Refusal(rule, f"{called(game, name)} {why}") for holds, rule, why in barred if holds]


def dismount(game: Gs, name: str) -> None:
    """A unit is on foot; what it has spent is taken from three MP, and static units stay where
    they are. Trucks go back to the army, for its next Movement Phase. [7.12.1] [7.12.1-tp]"""
    counter, unit = counter_of(game, name), reckoned(game, name)
    if game.options["dismount-cost"] == "half":
        left = max(points_of(game, name, OFF) // 2 - unit.spent, 0)
    else:
        left = max(ON_FOOT_MP * POINT - unit.spent, 0)
    if counter.cls == STATIC:
        left = 0
    if unit.transport == BY_KANGAROO:
        kangaroo = held_kangaroo(game, name)
        there = unit_of(game, kangaroo)
        game.put(UNITS, kangaroo, replace(there, place=MAP, hex=unit.hex, where=""))
    game.put(
        UNITS,
        name,
        replace(
            unit, transport=DISMOUNTED if counter.cls == MECH else "", rode=unit.transport,
            changed=game.serial, pool=unit.spent + left, halted=unit.halted or not left,
        ),
    )  # fmt: skip


# ---- mounting [7.12.2]


@dataclass(frozen=True, slots=True)
class Ride:
    """Units that mount as one, and by what: their own vehicles, trucks of the army or the
    division, a Kangaroo."""

    units: Pieces
    by: str = ""


class Mount(Verb[Gs, Ride]):
    """Units mount their vehicles, or trucks. [7.12.2]"""

    do, rule, order = "mount", "7.12.2", Ride
    title, phrase = "Mount", ("{sole_units} mounts", "{units} mount")

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Who is on foot."""
        return [n for n, counter, unit in present(game, player) if not mech(counter, unit)]

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether he could ride: most can be told at a glance that they cannot. [7.12.2]"""
        unit = unit_of(game, actor)
        if unit.mode != TAC or unit.ooc or unit.fatigue > 0 or unit.task or unit.cr:
            return False
        if changed_now(game, unit) or (moved_now(game, unit) and unit.halted):
            return False
        rides = (not against_transport(game, (actor,), by) for by in means_of(game, actor))
        return any(rides) and not against_mounting(game, actor)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Ride]:
        """By each means, with those that it is one with or alone. [7.12.3a]"""
        group = [
            n for n in together(game, actor) if not mech(counter_of(game, n), unit_of(game, n))
        ]
        for by in means_of(game, actor):
            yield Ride((actor,), by)
            if len(group) > 1 and group[0] == actor and by == "tp":
                yield Ride(tuple(group), by)

    def against(self, game: Gs, player: str, order: Ride) -> list[Refusal]:
        """Each must be able to, and there must be transport. [7.12.2] [7.12.3]"""
        wrong = company(game, player, order.units)
        wrong = wrong or [one for n in order.units for one in against_mounting(game, n)]
        return wrong or against_transport(game, order.units, order.by)

    def carry_out(self, game: Gs, player: str, order: Ride) -> None:
        """They are Mech class, with what that leaves them. [7.12.2]"""
        for name in order.units:
            mount(game, name, order.by)
        game.emit(Event("mounted", "7.12.2", {"units": list(order.units), "by": order.by}))


def against_mounting(game: Gs, name: str) -> list[Refusal]:
    """Why a unit cannot mount: in Tac mode, not having spent more than half, supplied as a Mech
    unit, in command, fresh, and where vehicles can be; nor are its trucks lent. [7.12.2]
    [15.2.4a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if unit.place != MAP or mech(counter, unit):
        return [Refusal("7.12.2", f"{called(game, name)} is Mech class")]
    spent = spent_now(game, unit)
    half = points_of(game, name, LEG) / 2 if spent else 0
    towed = counter.type.code == AT and counter.cls == MECH
    barred = (
        (unit.mode != TAC, "7.12.2", f"is in {unit.mode} mode"),
        (changed_now(game, unit), "7.12.0", "has dismounted in this phase"),
        (unit.delaying == game.turn, "7.13.1", "has tried to leave a delay marker"),
        (counter.cls != STATIC and spent > half, "7.12.2", "has spent more than half of its MA"),
        (towed and moved_now(game, unit), "7.12.4b", "has moved"),
        (moved_now(game, unit) and unit.halted, "7.7.0", "has ended its movement"),
        (not all(traced(game, name) for traced in MECH_TRACES), "7.12.2", "has no Mech GenS path"),
        (lends(game, name), "15.2.4a", "has lent its trucks to the supply columns"),
        (unit.ooc, "7.12.2", "is out of command"),
        (unit.fatigue > 0, "7.12.2", "is fatigued"),
        (not drivable(game, unit.hex), "7.12.2", "is where no vehicle can go"),
        (bool(unit.task), "7.5.1", "is at work"),
        (unit.cr, "7.12.5", "is a combat reserve"),
    )
    return [Refusal(rule, f"{called(game, name)} {why}") for holds, rule, why in barred if holds]


def drivable(game: Gs, h: int) -> bool:
    """Terrain that is open to vehicles, or a good road in it. [7.12.2]"""
    ground = game.scenario.ground
    frozen = weather(game, h).ground in (SNOW, FREEZE)
    if ground.by_road[h] in GOOD_ROADS:
        return True
    return ground.to_enter(MECH, frozen)[h].word != PROHIBITED


def left_mounted(game: Gs, name: str) -> int:
    """The MP that a unit has after mounting, in twelfths: half its Mech MA if it has not moved,
    else its fuel value less six and what it has spent; short of fuel half the fuel value. [7.12.2]
    [7.12.2-mp]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    spent, status = spent_now(game, unit), headquarters(game, fuel_source(game, name))
    own = counter.ma if counter.cls == MECH else TRUCK_MA
    full = TRUCK_MA if game.options["mount-fuel"] == "twelve" else own
    low = status.fuel != NORMAL
    if spent:
        return max((status.value if low else full) * POINT - MOUNTING * POINT - spent, 0)
    return ceil((status.value if low else own) / 2) * POINT


def mount(game: Gs, name: str, by: str) -> None:
    """A unit is mounted, and has what is left. [7.12.2-mp]"""
    left = left_mounted(game, name)
    unit = reckoned(game, name)
    if by == BY_KANGAROO:
        kangaroo = next(k for k in free_kangaroos(game, name))
        game.put(UNITS, kangaroo, replace(unit_of(game, kangaroo), place=HELD, hex=-1, where=name))
    game.put(
        UNITS,
        name,
        replace(
            unit, transport=by, changed=game.serial, pool=unit.spent + left, rode="",
            battery=False, inside=False, halted=not left,
        ),
    )  # fmt: skip
