"""Reinforcements and replacements: who comes where, which losses are made good. [10.0] [11.0]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.kit.orders import OfOne
from grognard.players.staff.fields import distances
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.orders import first_legal
from grognard.systems.nextwar.arrivals.reinforcements import Enter
from grognard.systems.nextwar.arrivals.replacements import Rebuild, Rebuilding, Recover
from grognard.systems.nextwar.naval.sailing import Commit

ROOM = 8
"""Half stacking points of a full hex. [8.1.1.1]"""


def arrival(seat: NwSeat) -> Action | None:
    """The next order: units that come, then steps, then units that are formed again."""
    return first_legal(
        seat, (*_entering(seat), *_sailing_in(seat), *_recovering(seat), *_rebuilding(seat))
    )


def _sailing_in(seat: NwSeat) -> Iterator[Action]:
    """Every ship that is due, to where it may come. [10.0]"""
    return seat.legal(Commit)


def _entering(seat: NwSeat) -> Iterator[Action]:
    """Each to where the enemy is nearest and there is room."""
    if not seat.offered(Enter):
        return
    alarm = distances(seat.board, seat.situation.foes)
    found = sorted(
        (
            sum(p.size for p in seat.situation.stack(seat.board.hex(action["hex"]))) >= ROOM,
            alarm[seat.board.hex(action["hex"])],
            action["unit"],
            action["hex"],
        )
        for action in seat.legal(Enter)
    )
    for _, _, unit, label in found:
        yield {"do": Enter.do, "unit": unit, "hex": label}


def _recovering(seat: NwSeat) -> Iterator[Action]:
    """The strongest first."""
    if not seat.offered(Recover):
        return
    counters = seat.scenario.counters
    hurt = [name for name in seat.mine() if seat.unit(name).steps < len(counters[name].faces)]
    hurt.sort(key=lambda n: (-counters[n].faces[0].attack - counters[n].faces[0].defense, n))
    for name in hurt:
        yield seat.write(Recover, OfOne(name))


def _rebuilding(seat: NwSeat) -> Iterator[Action]:
    """The strongest that can be paid for, near the front but not in it. [11.2]"""
    lost = seat.lost() if seat.offered(Rebuild) else []
    if not lost:
        return
    alarm = distances(seat.board, seat.situation.foes)
    house = seat.doctrine.rear
    near = sorted((alarm[h], h) for h in seat.home() if alarm[h] > house.formed)[: house.places]
    for name in lost:
        for _, h in near:
            yield seat.write(Rebuild, Rebuilding((name,), h))
