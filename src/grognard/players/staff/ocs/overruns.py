"""Overruns: a stack that moves against a weak enemy and through him. [8.0]

They come first in a Movement Segment, for they open the way of the others; one after another, each
planned in the position that the last has left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.board.search import plain
from grognard.engine.decision import Action
from grognard.players.staff.attack_planner import Force
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.estimate import Estimate, leader
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.orders import first_legal
from grognard.players.staff.situation import Foe
from grognard.systems.ocs.combat.attack import Strike
from grognard.systems.ocs.combat.overrun import PRICE, Overrun
from grognard.systems.ocs.forms import Company
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.modes.modes import ChangeMode, Posture
from grognard.systems.ocs.modes.reserves import Release
from grognard.systems.ocs.movement import moves
from grognard.systems.ocs.movement.marching import Going, Move
from grognard.systems.ocs.movement.movement import step_price
from grognard.systems.ocs.supply.fuel import Fuel
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import COMBAT, DG, EXPLOIT, MOVE, RESERVE, STRAT


@dataclass(frozen=True)
class Charge:
    """A planned overrun: who, from which hex, at whom, on which side of their counters."""

    score: int
    names: tuple[str, ...]
    post: int
    target: int
    combat_up: bool


class Overruns:
    """The overruns of one segment."""

    def __init__(self) -> None:
        self.done = 0
        self.plan: Manoeuvre | None = None
        self.tried: set[tuple[int, tuple[str, ...]]] = set()
        self.charge: Charge | None = None
        self.pending: list[type[OcsVerb[Any]]] = []

    def order(self, seat: OcsSeat) -> Action | None:
        """The next action of the overrun under way, or of the next one."""
        while self.done <= seat.doctrine.attack.overruns:
            if self.charge is None:
                self.charge = self.best(seat)
                if self.charge is None:
                    return None
                self.tried.add((self.charge.target, self.charge.names))
                self.done += 1
                self.pending = [Release, ChangeMode, Fuel, Move, Overrun]
            while self.pending:
                step = self.pending.pop(0)
                found = first_legal(seat, self.actions(seat, self.charge, step))
                if found is not None:
                    return found
            self.charge = None
        return None

    # ---- carrying it out

    def actions(self, seat: OcsSeat, charge: Charge, step: type[OcsVerb[Any]]) -> Iterator[Action]:
        """The ways to take one step of an overrun."""
        names = tuple(n for n in charge.names if n in seat.own)
        if not names:
            return
        here = seat.unit(names[0]).hex
        if step is Release:
            waiting = [n for n in names if seat.unit(n).mode == RESERVE]
            if waiting and seat.kind != phases.MOVEMENT:
                yield seat.write(Release, Company(tuple(waiting)))
        elif step is ChangeMode and seat.kind == phases.MOVEMENT:
            mode = COMBAT if charge.combat_up else MOVE
            turning = [n for n in names if seat.unit(n).mode != mode]
            if turning:
                yield seat.write(ChangeMode, Posture(tuple(turning), mode))
        elif step is Fuel:
            yield from Budget(seat).fuelling(names)
        elif step is Move and here != charge.post:
            slowest = min(names, key=lambda n: (len(seat.marching(n).costs), n))
            path = seat.marching(slowest).path(charge.post)
            yield seat.write(Move, Going(names, path))
        elif step is Overrun:
            yield seat.write(Overrun, Strike(names, charge.target, leader(seat, names)))

    # ---- finding one

    def best(self, seat: OcsSeat) -> Charge | None:
        """The overrun that promises most, if any is worth it."""
        estimate, budget = Estimate(seat), Budget(seat)
        self.plan = Manoeuvre(seat)
        floor, found = floor_of(seat), list[Charge]()
        for names, up in self.groups(seat):
            for foe, force in self.chances(seat, names, up, seat.situation.foes.values()):
                if (foe.hex, names) in self.tried:
                    continue
                score = self.score(seat, estimate, budget, foe, force, up)
                promised = score > seat.directing.needed(floor, force)
                if promised and budget.can_pay(force) is not None:
                    found.append(Charge(score, names, force[0][1], foe.hex, up))
        return max(found, key=lambda c: (c.score, -len(c.names), c.names), default=None)

    def groups(self, seat: OcsSeat) -> Iterator[tuple[tuple[str, ...], bool]]:
        """Units that began the phase together and can fight on a side of their counters. [8.1]"""
        for stack in seat.situation.at.values():
            begun: dict[tuple[int, int, bool], list[str]] = {}
            for name in stack:
                for combat_up in (True, False):
                    if seat.directing.attacks(name) and able(seat, name, combat_up):
                        key = moves.started_at(seat.table, name), seat.unit(name).moved, combat_up
                        begun.setdefault(key, []).append(name)
            for (_, _, combat_up), names in begun.items():
                strong = sorted(names, key=lambda n: (-seat.situation.pieces[n].attack, n))
                for count in {1, len(strong)}:
                    yield tuple(strong[:count]), combat_up

    def chances(
        self, seat: OcsSeat, names: Sequence[str], up: bool, foes: Iterable[Foe]
    ) -> Iterator[tuple[Foe, Force]]:
        """The enemies that a group could overrun if it can pay, and where it would do so from."""
        start, board, most = seat.unit(names[0]).hex, seat.board, seat.doctrine.attack.overrun_near
        near = [foe for foe in foes if board.distance(start, foe.hex) <= most]
        if not near:
            return
        pieces = [seat.piece(name, up) for name in names]
        slowest = min(names, key=lambda n: (len(seat.marching(n, up).costs), n))
        costs = {**plain(seat.marching(slowest, up).costs), start: 0}
        left = min(seat.left(name, up) for name in names)
        for foe in near:
            h = foe.hex
            if self.plan and not self.plan.strikes(h, names):
                continue
            posts = [
                a for a in board.around(h)
                if costs.get(a, left) + PRICE <= left and self.open(seat, names, up, a, h)
            ]  # fmt: skip
            if not posts:
                continue
            post = min(posts, key=lambda a: (costs[a], a))
            yield foe, tuple((piece, post) for piece in pieces)

    def open(self, seat: OcsSeat, names: Sequence[str], up: bool, a: int, h: int) -> bool:
        """Whether all could enter a hex from another for three points, without roads. [8.1b]"""
        for name in names:
            counter = seat.counter(name)
            move = (counter.combat if up else counter.move).move
            price = step_price(seat.table, seat.side, move, a, h, roads=False)
            if price is None or price > PRICE:
                return False
        return True

    def score(
        self, seat: OcsSeat, estimate: Estimate, budget: Budget, foe: Foe, force: Force, up: bool,
        shaken: bool = False,
    ) -> int:  # fmt: skip
        """What an overrun promises, supply and fuel considered; of who is `shaken`, if asked."""
        value = estimate.score(foe, force, overrun=True, shaken=shaken)
        riding = sum(seat.doctrine.attack.ride for piece, _ in force if budget.rides(piece.id, up))
        tokens = budget.needs([piece for piece, _ in force]) + riding
        if self.plan is not None:
            value -= self.plan.exposure(foe, force) * seat.directing.risk(force) // WHOLE
            value -= self.plan.straying(force)
        weight = max(1, seat.directing.weight(piece.id for piece, _ in force))
        return value + seat.directing.draw(foe.hex, force) - budget.price * tokens * WHOLE // weight


def floor_of(seat: OcsSeat) -> int:
    """What an overrun must promise."""
    house = seat.doctrine.attack
    floor = house.overrun_floor if seat.attacking else house.overrun_careful
    return seat.still(floor)


def able(seat: OcsSeat, name: str, combat_up: bool) -> bool:
    """Whether a unit could take part in an overrun on a side of its counter. [8.1]"""
    unit, counter = seat.unit(name), seat.counter(name)
    if counter.hq or counter.artillery or unit.mode in (DG, STRAT):
        return False
    if combat_up != unit.combat_up and not seat.can_turn(name):
        return False
    if seat.kind != phases.MOVEMENT:
        released = reserves.released(seat.table, name)
        if not released and unit.mode != RESERVE and unit.mode != EXPLOIT:
            return False
    face = counter.combat if combat_up else counter.move
    return bool(face.strength) and not face.defends_only and seat.left(name, combat_up) >= PRICE
