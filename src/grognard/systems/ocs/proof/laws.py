"""Laws of OCS: what holds after every action of every game, whatever is played.

Supply and steps are conserved, no stack holds more than ten RE when a segment has ended, every
retreat obeys its rule, and nothing moves by vehicle without fuel that was paid for. The laws are
worked out from the records and from what was told, another way than the chapters do it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.movement.movement import condition
from grognard.systems.ocs.pieces.values import attack_capable, quarters, showing
from grognard.systems.ocs.pieces.zones import Zones
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import (
    DUMPS,
    FORMATIONS,
    SHIPS,
    SIDES,
    TRANSPORT,
    FormationStatus,
    SideStatus,
    Transport,
)
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import (
    DEAD,
    DG,
    LEG,
    MAP,
    POOL,
    REMOVED,
    STRAT,
    UNITS,
    Counter,
    Unit,
)

TEN_RE = 40
"""Quarters of a regimental equivalent that a hex holds when a segment ends. [4.8]"""
UNCROWDED = (phases.PRE_TURN, phases.REINFORCEMENT)
"""Segments at whose end a hex may hold more. [4.8a] [13.6a]"""
GENERIC = frozenset({"pax", "eq"})


@dataclass(frozen=True)
class Moment:
    """What the laws remember of a game between two actions."""

    serial: int
    start: int
    events: int
    units: Mapping[str, Unit]
    formations: Mapping[str, FormationStatus]
    sides: Mapping[str, SideStatus]


@dataclass(frozen=True)
class Retreat:
    """A retreat as it was told: who goes which way, and what they were when they set out.

    `zoned` are the hexes of the way that lay in an enemy zone of control, `shaken` those who were
    disorganised before the first step [9.12e], `since` the number of events told before.
    """

    side: str
    units: tuple[str, ...]
    path: tuple[int, ...]
    zoned: tuple[int, ...]
    shaken: bool
    since: int


class Watch:
    """One game under the laws. Called after every action, it tells what has been broken since."""

    def __init__(self, game: Ocs) -> None:
        self.game = game
        self.broken: list[str] = []
        self.retreats: list[Retreat] = []
        self.alive = {side: living(game, side) - _balance(game, side) for side in _sides(game)}
        self.before = self._moment()
        game.listen(self._hear)

    def __call__(self) -> list[str]:
        """Every law that an action has broken, since the last call."""
        faults = [*self.broken, *supply(self.game), *self._captures(), *self._steps()]
        faults += [*self._crowds(), *self._fuel()]
        if self.game.at_checkpoint:
            faults += self._retreated()
            self.retreats = []
        self.broken = []
        self.before = self._moment()
        return faults

    def _moment(self) -> Moment:
        game, maps = self.game, self.game.state.maps
        return Moment(
            game.serial, phases.phase_start(game), len(game.events),
            dict(maps[UNITS.name]), dict(maps[FORMATIONS.name]), dict(maps[SIDES.name]),
        )  # fmt: skip

    # ---- supply and steps

    def _captures(self) -> Iterator[str]:
        """What one side loses by capture the other has been delivered. [9.14b] [12.1d]"""
        for side, status in self.game.state[SIDES].items():
            other = self.game.scenario.other(side)
            lost = status.captured - self.before.sides[side].captured
            got = self.game.state[SIDES][other].delivered - self.before.sides[other].delivered
            if not 0 <= lost <= got:
                yield f"{lost} tokens of {side} were captured, and {other} was delivered {got}"
            for account in ("delivered", "spent", "captured", "blown", "steps_lost"):
                if getattr(status, account) < getattr(self.before.sides[side], account):
                    yield f"the account {account!r} of {side} has gone down"

    def _steps(self) -> Iterator[str]:
        """Every step is alive, lost, or used up. [9.11] [13.5] [20.0a]"""
        for side in _sides(self.game):
            owed = self.alive[side] + _balance(self.game, side)
            found = living(self.game, side)
            if found != owed:
                yield f"{side} has {found} steps and should have {owed}"
        for name, unit in self.game.state[UNITS].items():
            steps = self.game.scenario.counters[unit.counter].steps
            if not 0 <= unit.lost <= steps or (unit.lost == steps and unit.place == MAP):
                yield f"{name} has lost {unit.lost} of {steps} steps and is in {unit.place!r}"

    # ---- stacking

    def _crowds(self) -> Iterator[str]:
        """Whenever a segment has ended, no hex holds more than ten RE. [4.8a]"""
        game = self.game
        if game.serial == self.before.serial or game.over or not game.at_checkpoint:
            return
        ended: Any = game.segments[(game.serial - 1) % len(game.segments)]
        now = phases.kind(game)
        early = game.options["arrivals-overstacked"] == "until-movement"
        if ended.kind in UNCROWDED or now in UNCROWDED or (early and ended.kind == phases.BREAKOUT):
            return
        sizes: dict[int, int] = {}
        for unit in game.state[UNITS].values():
            if unit.place == MAP:
                counter = game.scenario.counters[unit.counter]
                sizes[unit.hex] = sizes.get(unit.hex, 0) + quarters(counter, unit)
        for h, size in sorted(sizes.items()):
            if size > TEN_RE:
                text = f"{game.board.label(h)} holds {size} quarters of an RE"
                yield f"{text} though {ended.kind} has ended"

    # ---- fuel

    def _fuel(self) -> Iterator[str]:
        """Nothing spends points on wheels or tracks without fuel, and fuel is paid. [12.5a]"""
        game = self.game
        if phases.phase_start(game) != self.before.start:
            return  # the marks of one phase mean nothing in the next
        for name, unit in game.state[UNITS].items():
            was = self.before.units.get(name)
            if was is not None and was.counter == unit.counter and unit.place == MAP:
                yield from self._driven(name, was, unit)
        for side in _sides(game):
            spent = game.state[SIDES][side].spent - self.before.sides[side].spent
            need = self._fuelled(side)
            if spent < need:
                yield f"{side} has fuelled for {need} tokens and spent {spent}"

    def _driven(self, name: str, was: Unit, unit: Unit) -> Iterator[str]:
        """A unit that has spent points in this phase since the last action. [12.5a]"""
        start = self.before.start
        counter = self.game.scenario.counters[unit.counter]
        earlier = was.spent if was.moved == start else 0
        if unit.moved != start or unit.spent <= earlier or showing(counter, was).move == LEG:
            return
        status = self.game.state[FORMATIONS].get(counter.formation, FormationStatus())
        common = status.fuelled and name not in status.unfuelled
        own = unit.fuelled == start or unit.own_fuel or unit.hq_fuelled or unit.landed
        if not own and not common:
            yield f"{name} has moved by vehicle without fuel"

    def _fuelled(self, side: str) -> int:
        """The least that a side must have spent for the fuel marks that are new. [12.5c]"""
        game, start, need = self.game, self.before.start, 0
        thrown = {
            event.facts["unit"]
            for event in game.events[self.before.events :]
            if event.rule == "12.5e" and self._throws(event.facts["hq"])
        }
        for name, unit in game.state[UNITS].items():
            was = self.before.units.get(name)
            if was is None or game.scenario.counters[unit.counter].side != side:
                continue
            if was.counter != unit.counter:
                continue  # one that took another's place [13.9(2)]
            fresh = unit.fuelled == start != was.fuelled
            need += fresh and name not in thrown
            need += unit.own_fuel and not was.own_fuel
            need += 4 * (unit.hq_fuelled and not was.hq_fuelled)
        members, counters = game.scenario.formations, game.scenario.counters
        for name, status in game.state[FORMATIONS].items():
            earlier = self.before.formations.get(name, FormationStatus())
            if status.fuelled and not earlier.fuelled and counters[members[name][0]].side == side:
                need += 4
        return need

    def _throws(self, hq: str) -> bool:
        """Whether a headquarters has fuel of its own to throw. [12.5c(B)]"""
        unit = self.game.state[UNITS].get(hq)
        return unit is not None and unit.hq_fuelled

    # ---- retreats

    def _hear(self, event: Event) -> None:
        """A retreat is told before anybody moves: its way is judged as things are then."""
        if event.kind == "retreat" and event.seen_by:
            self.broken += self._set_out(event)

    def _set_out(self, event: Event) -> Iterator[str]:
        """The way of a retreat: full distance, no enemies, no prohibited ground. [9.12c] [9.12f]"""
        game, (side,) = self.game, event.seen_by or ("",)
        board = game.board
        path = tuple(board.hex(label) for label in event.facts["path"])
        start = board.hex(event.facts["from"])
        units = tuple(name for name in event.facts["units"] if name in game.state[UNITS])
        for place, (a, b) in enumerate(zip((start, *path), path, strict=False), 1):
            if not board.adjacent(a, b) or board.distance(start, b) != place:
                yield f"{units} retreats to {board.label(b)}, not {place} hexes away [9.12c]"
            if _held(game, b) == game.scenario.other(side):
                yield f"{units} retreats through enemies in {board.label(b)} [9.12f]"
            for name in event.facts["units"]:
                yield from self._step_back(name, side, a, b)
        counts = Zones.of(game).counts[game.scenario.other(side)]
        zoned = tuple(h for h in path if counts[h])
        for name in units if set(zoned) & set(path[:2]) else ():
            if game.state[UNITS][name].mode == STRAT:
                yield f"{name} retreats into a zone in Strat Mode and is not lost before [5.8a]"
        shaken = any(game.state[UNITS][name].mode == DG for name in units)
        self.retreats.append(Retreat(side, units, path, zoned, shaken, len(game.events)))

    def _step_back(self, name: str, side: str, a: int, b: int) -> Iterator[str]:
        """One unit or Organic Truck from a hex into the next. [9.12] [9.12d] [9.12f]"""
        game = self.game
        where = f"from {game.board.label(a)} to {game.board.label(b)}"
        move, capable = _footing(game, name)
        if game.scenario.ground.cost(condition(game, side), move, a, b) is None:
            yield f"{name} retreats {where}, which is prohibited to it [9.12]"
        if not capable and _left_behind(game, b, game.scenario.other(side)):
            yield f"{name} retreats {where} among things of the enemy [9.12f]"
        transport = game.state[TRANSPORT].get(name)
        if transport is not None and not transport.formation:
            yield f"{name} retreats and is no Organic Truck [9.12d]"

    def _retreated(self) -> Iterator[str]:
        """Where those who fled are once all is done, and in what mode. [9.12a] [9.12e]"""
        game = self.game
        if game.serial != self.before.serial:
            return  # the next segment may have moved or rallied them
        for flight in self.retreats:
            for name in flight.units:
                unit = game.state[UNITS].get(name)
                if unit is None or unit.place != MAP:
                    continue  # it died, or went back into its division
                if unit.hex != flight.path[-1]:
                    yield f"{name} did not end its retreat where its way does [9.12c]"
                if (len(flight.path) > 1 or flight.zoned) and unit.mode != DG:
                    yield f"{name} retreated into a zone or two hexes and is not DG [9.12e]"
            if flight.shaken and flight.zoned and not self._paid(flight):
                yield f"{flight.units} went into a zone disorganised and lost no step [9.12e]"

    def _paid(self, flight: Retreat) -> bool:
        """Whether the side lost a step to a zone, or those who fled died. [9.12e]"""
        units = self.game.state[UNITS]
        if not any(name in units and units[name].place == MAP for name in flight.units):
            return True
        return any(
            event.kind == "loss" and event.rule == "9.12e" and event.facts["side"] == flight.side
            for event in self.game.events[flight.since :]
        )


# ---- what the records say


def supply(game: Ocs) -> Iterator[str]:
    """Delivered = spent + captured by the enemy + blown + on the map, loads included. [12.1d]"""
    for side, status in game.state[SIDES].items():
        there = sum(dump.tokens for dump in game.state[DUMPS].values() if dump.side == side)
        loads: list[Any] = [*game.state[TRANSPORT].values(), *game.state[SHIPS].values()]
        there += sum(found.load for found in loads if found.side == side)
        gone = status.spent + status.captured + status.blown
        if status.delivered != gone + there:
            yield f"{side} was delivered {status.delivered} tokens; {gone} are gone, {there} left"
    for key, dump in game.state[DUMPS].items():
        if dump.tokens <= 0 or not 0 <= dump.fresh <= dump.tokens:
            yield f"dump {key} holds {dump.tokens} tokens, {dump.fresh} of them fresh"
    for key, found in game.state[TRANSPORT].items():
        yield from _overloaded(key, found)
    for key, ship in game.state[SHIPS].items():
        if ship.load < 0 or (ship.load and ship.place in (DEAD, REMOVED)):
            yield f"{key} carries {ship.load} tokens and is in {ship.place!r}"


def _overloaded(key: str, found: Transport) -> Iterator[str]:
    """Transport carries no more than it can, an Extender nothing. [13.2f] [12.7]"""
    if not 0 <= found.load <= found.size or (found.extender and found.load):
        yield f"{key} is of {found.size} tokens and carries {found.load}"
    if found.load and found.place == DEAD:
        yield f"{key} is destroyed and carries {found.load} tokens"


def living(game: Ocs, side: str) -> int:
    """The steps of a side that are in play or still to come; idle replacements are none. [13.5]"""
    booked = {key for arrival in game.scenario.arrivals for key in arrival.ids}
    total = 0
    for name, unit in game.state[UNITS].items():
        counter = game.scenario.counters[unit.counter]
        idle = unit.place == POOL and _generic(counter) and name not in booked
        if counter.side == side and unit.place not in (DEAD, REMOVED) and not idle:
            total += counter.steps - unit.lost
    return total


def _generic(counter: Counter) -> bool:
    """Whether there are as many of a counter as are wanted. [13.5] [20.0]"""
    return bool(counter.traits & (GENERIC | {"breakdown"}))


def _balance(game: Ocs, side: str) -> int:
    """The steps a side has gained since the game began, less those it has lost."""
    status = game.state[SIDES][side]
    return status.steps_gained - status.steps_lost


def _sides(game: Ocs) -> tuple[str, ...]:
    return tuple(game.scenario.sides)


def _held(game: Ocs, h: int) -> str:
    """Whose combat units are in a hex."""
    for unit in game.state[UNITS].values():
        if unit.place == MAP and unit.hex == h:
            return game.scenario.counters[unit.counter].side
    return ""


def _footing(game: Ocs, name: str) -> tuple[str, bool]:
    """The class somebody retreats in, and whether he is Attack-Capable. [9.12f]"""
    transport = game.state[TRANSPORT].get(name)
    if transport is not None:
        return game.scenario.kinds[transport.kind].move, False
    unit = game.state[UNITS][name]
    counter = game.scenario.counters[unit.counter]
    if counter.hq or showing(counter, unit).ma <= 0:  # it turns over [9.12b] [13.1c]
        unit = replace(unit, combat_up=False)
    return showing(counter, unit).move, attack_capable(counter, unit)


def _left_behind(game: Ocs, h: int, side: str) -> bool:
    """Whether something of a side that is no combat unit is in a hex. [9.12f]"""
    for register in (DUMPS, TRANSPORT):
        for record in game.state.maps[register.name].values():
            if record.side == side and record.hex == h:
                return True
    return False
