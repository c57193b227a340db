"""Breakouts: those who will starve and cannot march home try to steal away. [12.8e]

Two of six get through, three in the first turn out of trace, and they are gone for turns; so nobody
tries who has food, who can walk out, who holds ground that counts, or for whom it is too late.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.search import reach
from grognard.engine.decision import Action
from grognard.players.staff.fields import threat_at
from grognard.players.staff.ocs.depots import Peril
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.orders import Report
from grognard.systems.ocs.arrivals import breakout
from grognard.systems.ocs.arrivals.breakout import Break, Sortie
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.status import TOKENS, TRANSPORT
from grognard.systems.ocs.supply import paying, supply_paths
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.units import DG, TRUCK

QUARTERS = 4


class Breakouts(Report[OcsSeat]):
    """The Breakout Segment, before the others move."""

    def orders(self) -> Iterator[Action]:
        """One after another tries; who goes is decided before the first."""
        yield from list(self.attempts(self.now))

    def attempts(self, seat: OcsSeat) -> Iterator[Action]:
        """Each unit that has nothing to lose, and transport that will be caught. [12.8e-roll]"""
        if not seat.offered(Break) or seat.turns_left <= seat.doctrine.rear.away:
            return
        for name, traced in supply_paths.traced(seat.table, seat.side).items():
            if not traced and desperate(seat, name):
                yield seat.write(Break, Sortie((name,)))
        peril = Peril(seat)
        for key in transport.own(seat.table, seat.side):
            found = seat.table.state[TRANSPORT][key]
            if found.size >= TOKENS and peril.falls(found.hex):
                points = found.size // TOKENS
                yield seat.write(Break, Sortie(transport=key, points=points))


def desperate(seat: OcsSeat, name: str) -> bool:
    """Whether a unit out of trace is lost if it stays: hungry, shut in, and soon attacked."""
    house = seat.doctrine.rear
    piece = seat.situation.pieces[name]
    if seat.situation.worth(piece.hex) or seat.garrison(name) or walks_out(seat, name):
        return False
    if seat.sources(name, piece.hex, paying.EAT):
        return False
    times = house.first if breakout.first_chance(seat.table, name) else house.later
    defence = sum(p.defence for p in seat.situation.stack(piece.hex))
    return threat_at(seat.situation, piece.hex) >= QUARTERS * times * max(1, defence)


def walks_out(seat: OcsSeat, name: str) -> bool:
    """Whether a unit can come to where it would be in trace, in one march. [6.1b]"""
    face, shaken = seat.counter(name).move, 2 if seat.unit(name).mode == DG else 1
    shut = bytearray(seat.board.n)
    for h in seat.situation.foes:
        shut[h] = 1
    stop = bytearray(bool(zone) for zone in seat.enemy_zone) if face.move == TRUCK else None
    condition = movement.condition(seat.table, seat.side)
    steps = seat.scenario.ground.steps(condition, face.move)
    start = [(seat.unit(name).hex, 0)]
    found = reach(steps, start, face.ma * POINT // shaken, shut, stop)
    return any(h in seat.linked for h in found)
