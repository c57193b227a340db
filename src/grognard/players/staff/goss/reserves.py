"""Reserves: battalions behind an assault or a line, and armour behind the front until there is a
gap. [5.8.0] [5.4.0] [5.3.0]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from grognard.engine.decision import Action
from grognard.players.staff.directing import KEPT
from grognard.players.staff.fields import distances, travel
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.objectives import to_take
from grognard.systems.goss.exploitation.release import Release
from grognard.systems.goss.modes.groups import Exploit, ExploitAlone, Group, Leave, One, Reserve
from grognard.systems.goss.modes.single import CombatReserve, Mark
from grognard.systems.goss.units import EXPLOIT, MR, PA

NEAR = 3
"""How near to its friends a combat reserve must be. [13.8.2(b)]"""


# ---- combat reserves [5.8.0]


def combat_reserves(seat: GossSeat) -> Iterator[Action]:
    """Battalions behind those who assault, or hold the line, are held back for them: each that is
    near adds to the dice. [5.8.0] [13.8.2]"""
    pieces, beside = seat.situation.pieces, seat.situation.enemy_zone
    house, front = seat.doctrine.hand, dict[str, list[int]]()
    prepared: set[str] = set()
    for name in seat.mine():
        piece = pieces[name]
        if piece.fights and piece.formation and (beside[piece.hex] or seat.unit(name).mode == PA):
            front.setdefault(piece.formation, []).append(piece.hex)
            if seat.unit(name).mode == PA:
                prepared.add(piece.formation)
    held: dict[str, int] = {}
    for name in sorted(front and seat.mine(), key=lambda n: (pieces[n].attack, n)):
        formation, h = pieces[name].formation, pieces[name].hex
        most = house.assaults if formation in prepared else house.line
        if seat.situation.attacking and formation not in prepared:
            continue
        near = any(seat.board.distance(h, a) <= NEAR for a in front.get(formation, ()))
        if not near or held.get(formation, 0) >= most or not pieces[name].fights:
            continue
        if seat.directing.bound(name):
            continue
        held[formation] = held.get(formation, 0) + seat.unit(name).cr
        action = seat.write(CombatReserve, Mark((name,)))
        if not seat.unit(name).cr and seat.may(action):
            held[formation] += 1
            yield action


# ---- armour [5.3.0] [5.4.0]


def open_ways(seat: GossSeat) -> Mapping[int, int]:
    """The hexes from which a way leads to something to be taken without going through the enemy,
    and how far it is."""
    foes, beside = seat.situation.foes, seat.situation.enemy_zone
    pressed = seat.doctrine.hand.pressed
    goals = [g.hex for g in to_take(seat.situation) if g.hex not in foes]
    steps = [
        tuple((b, cost) for b, cost in out if b not in foes and beside[b] < pressed)
        for out in seat.walks
    ]
    return travel(steps, goals)


def armour(seat: GossSeat) -> Iterator[Action]:
    """Mechanized formations, or else their regiments: who has met the enemy fights in Tac mode; a
    side that gains ground lets the others exploit if a way is open or they are near, and keeps in
    reserve those who would only stand in the way. [5.3.0] [5.3.2] [5.4.0]"""
    alarm = distances(seat.board, seat.situation.foes)
    groups = list(seat.mech_groups())
    for group, names in groups:
        if to_wait(seat, names):
            yield seat.write(Reserve, group)
            continue
        modes = {seat.unit(n).mode for n in names}
        met = any(_pressed(seat, n) for n in names if seat.unit(n).mode == EXPLOIT)
        if met or (MR in modes and (_told(seat, names) or _coming_up(seat, names, alarm))):
            yield seat.write(Leave, group)
    if seat.situation.attacking:
        free = [one for one in groups if not any(seat.directing.posture(n) in KEPT for n in one[1])]
        yield from _attackers(seat, free, alarm)
    else:
        yield from _defenders(seat, [one for one in groups if not _told(seat, one[1])], alarm)


def _told(seat: GossSeat, names: Sequence[str]) -> bool:
    """Whether a formation is told how to fight, so that it is not for its staff to say when it
    waits."""
    return any(seat.directing.posture(name) != "press" for name in names)


def to_wait(seat: GossSeat, names: Sequence[str]) -> bool:
    """Whether a whole formation is told to wait behind the others."""
    return all(seat.directing.posture(name) == "reserve" for name in names)


Groups = list[tuple[Group, tuple[str, ...]]]


def _attackers(seat: GossSeat, groups: Groups, alarm: list[int]) -> Iterator[Action]:
    ways = open_ways(seat)
    for group, names in groups:
        near = min(alarm[seat.unit(n).hex] for n in names)
        free = any(seat.unit(n).hex in ways for n in names)
        waiting = [n for n in names if seat.unit(n).mode == MR]
        if near < seat.doctrine.hand.safe or free:
            if not waiting and near > 1:
                yield seat.write(Exploit, group)
        elif _told(seat, names) or group.regiment or waiting:
            continue
        elif not _coming_up(seat, names, alarm):
            yield seat.write(Reserve, group)
    for name in seat.mine():
        if seat.counter(name).recon:
            yield seat.write(ExploitAlone, One(name))


def _coming_up(seat: GossSeat, names: Sequence[str], alarm: Sequence[int]) -> bool:
    """Whether a formation of a side that gains ground is still on its way: it is far behind, or
    others of it wait at the edge of the map, whose road it must not block."""
    if not seat.situation.attacking:
        return False
    if min(alarm[seat.unit(n).hex] for n in names) > seat.doctrine.hand.behind:
        return True
    return any(seat.counter(n).formation in seat.late for n in names)


def _defenders(seat: GossSeat, groups: Groups, alarm: list[int]) -> Iterator[Action]:
    """The farthest of some formations wait in reserve, the others keep the line."""
    house = seat.doctrine.hand
    whole = [(group, names) for group, names in groups if not group.regiment]
    held = sum(any(seat.unit(n).mode == MR for n in names) for _, names in whole)
    far = sorted(whole, key=lambda one: (-min(alarm[seat.unit(n).hex] for n in one[1]), one[0].hq))
    for group, names in far:
        near = min(alarm[seat.unit(n).hex] for n in names)
        if near < house.safe or held >= len(whole) // house.share:
            return
        action = seat.write(Reserve, group)
        if seat.may(action):
            held += 1
            yield action


def _pressed(seat: GossSeat, name: str) -> bool:
    return bool(seat.situation.enemy_zone[seat.unit(name).hex])


def release(seat: GossSeat) -> Iterator[Action]:
    """Armour comes out of reserve when a way is open; that of a side that keeps ground when the
    enemy comes near. [5.4.3]"""
    alarm = distances(seat.board, seat.situation.foes)
    called = seat.doctrine.hand.called
    ways: Collection[int] = open_ways(seat) if seat.situation.attacking else ()
    for group, names in seat.mech_groups():
        hexes = [seat.unit(n).hex for n in names if seat.unit(n).mode == MR]
        if not hexes or group.regiment or to_wait(seat, names):
            continue
        if (
            _told(seat, names)
            or any(h in ways for h in hexes)
            or (not seat.situation.attacking and 0 <= min(alarm[h] for h in hexes) <= called)
        ):
            yield seat.write(Release, group)
