"""Stances: guns in and out of battery, exploitation and reserve, digging in. [5.0] [17.3.3]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.objectives import to_take
from grognard.systems.goss.modes.groups import Exploit, ExploitAlone, Group, One
from grognard.systems.goss.modes.single import Battery, Stance
from grognard.systems.goss.works.digging import Dig, Site

IN, OUT = "IB", "OoB"
CLOSE, DISTANT = 1, 4
"""Hexes short of the range within which guns go into battery, and beyond it out of it."""
OPEN = 3
"""How far from the enemy's nearest unit an objective must lie to be raced for."""


def batteries(seat: GossSeat) -> Iterator[Action]:
    """Towed guns with enemies in range go into battery, others come out to follow. [5.6.0]"""
    alarm = distances(seat.board, seat.situation.foes)
    for name in seat.mine():
        counter, unit = seat.counter(name), seat.unit(name)
        if not counter.towed:
            continue
        far = alarm[unit.hex]
        if not unit.battery and 0 <= far <= counter.range - CLOSE:
            yield seat.write(Battery, Stance((name,), IN))
        elif unit.battery and (far < 0 or far > counter.range + DISTANT):
            yield seat.write(Battery, Stance((name,), OUT))


def exploitation(seat: GossSeat) -> Iterator[Action]:
    """Mech formations with nobody before them on the way to an objective exploit. [5.3.0]"""
    if not seat.situation.attacking:
        return
    goals = to_take(seat.situation)
    if not goals:
        return
    for hq in seat.headquarters():
        yield seat.write(Exploit, Group(hq))
    for name in seat.mine():
        if seat.counter(name).recon:
            yield seat.write(ExploitAlone, One(name))


def digging(seat: GossSeat) -> Iterator[Action]:
    """Who stays near the enemy digs in, if he is not to attack. [17.3.3]"""
    if seat.situation.attacking:
        return
    alarm = distances(seat.board, seat.situation.foes)
    for name in seat.mine():
        unit = seat.unit(name)
        if seat.situation.pieces[name].fights and 0 < alarm[unit.hex] <= 2 and not unit.task:
            yield from (seat.write(Dig, Site((name,), work)) for work in ("ET-2", "IP"))
