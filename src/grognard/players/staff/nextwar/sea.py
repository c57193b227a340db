"""The sea besides landings: carriers within reach, control of boxes, mines, ships that fire. [17.0]

Ships are worth many points, and so they go where they do something: carriers inshore, in waters of
one's own, from where their aircraft reach everything; warships to boxes that are not one's own yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.kit.orders import At, OneAt
from grognard.players.staff.nextwar.landings import Shores
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.nextwar.skies import offer_of, usual
from grognard.players.staff.orders import first_legal
from grognard.systems.nextwar.naval.detecting import HIDDEN, in_port, sighted
from grognard.systems.nextwar.naval.mines import LayMines, MineBySubmarine, Sweep
from grognard.systems.nextwar.naval.removal import GiveWay
from grognard.systems.nextwar.naval.sailing import Sail, Voyage
from grognard.systems.nextwar.naval.surface import FireAtShip, HoldFire, Shot
from grognard.systems.nextwar.naval.waters import AT_SEA, INSHORE, berth, boxes, present, ruler
from grognard.systems.nextwar.pieces.ships import fleet, hull, kind, ship_of, warship
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.units import CARRIERS


def next_sailing(seat: NwSeat) -> Action | None:
    """What carriers and idle warships do next."""
    if not seat.offered(Sail) or not seat.scenario.advanced:
        return None
    return first_legal(seat, _sailings(seat))


def _sailings(seat: NwSeat) -> Iterator[Action]:
    shores = Shores(seat)
    for ship in seat.ships(troops=False):
        if kind(seat.table, ship) in CARRIERS:
            yield from _inshore(seat, ship)
        elif not shores.served(ship, seat.anchorage(ship)):
            yield from _patrols(seat, ship)
    yield from _mines(seat)


def _inshore(seat: NwSeat, ship: str) -> Iterator[Action]:
    """A carrier on the open sea or in port goes inshore, where the waters are its own. [22.3]"""
    here = seat.waters(ship)
    if here and seat.board.boxes[here].kind == INSHORE and not seat.ruled(here):
        return
    for box in boxes(seat.table, INSHORE):
        if ruler(seat.table, box.name) == seat.side and not _enemies(seat, box.name):
            path = seat.course(ship, box.name)
            if path and not any(seat.ruled(at) for at in path):
                yield seat.write(Sail, Voyage((ship,), path))


def _patrols(seat: NwSeat, ship: str) -> Iterator[Action]:
    """A warship with nothing to do goes to a box that is contested, or the enemy's next to one's
    own: with warships there it is rolled for in one's favour. [7.2.2]"""
    here = berth(seat.table, ship)
    if here in seat.board.boxes and not _own(seat, here):
        return
    for box in (*boxes(seat.table, AT_SEA), *boxes(seat.table, INSHORE)):
        strong = _guns(seat, box.name, seat.side) + hull(seat.table, ship).support
        open_ = not _own(seat, box.name) and len(_ours(seat, box.name)) < seat.doctrine.seas.enough
        if open_ and strong > _guns(seat, box.name, seat.enemy):
            path = seat.course(ship, box.name)
            if path and not any(seat.ruled(at) for at in path[:-1]):
                yield seat.write(Sail, Voyage((ship,), path))


def _own(seat: NwSeat, box: str) -> bool:
    return ruler(seat.table, box) == seat.side


def _ours(seat: NwSeat, box: str) -> list[str]:
    """One's own warships of a box."""
    mine = fleet(seat.table, seat.side)
    return [n for n in present(seat.table, box) if n in mine and warship(seat.table, n)]


def _enemies(seat: NwSeat, box: str) -> list[str]:
    theirs = fleet(seat.table, seat.enemy)
    return [n for n in present(seat.table, box) if n in theirs]


def _guns(seat: NwSeat, box: str, side: str) -> int:
    """The guns of a side's ships in a box."""
    there = fleet(seat.table, side)
    return sum(hull(seat.table, n).support for n in present(seat.table, box) if n in there)


# ---- mines


def _mines(seat: NwSeat) -> Iterator[Action]:
    """Ships that lie in port mine the beaches beside them, against landings; submarines that can
    be spared mine the enemy's ports. [7.5.1.1] [7.5.1.2]"""
    beaches = seat.scenario.ground.beaches
    feared = any(hull(seat.table, n).capacity for n in fleet(seat.table, seat.enemy))
    if seat.offered(LayMines) and feared:
        for ship in seat.ships(troops=False):
            h = seat.anchorage(ship)
            if h >= 0 and in_port(seat.table, ship):
                for b in (h, *seat.board.around(h)):
                    if (b in beaches or b == h) and seat.held(b) == seat.side:
                        yield seat.write(LayMines, OneAt(ship, b))
    if seat.offered(MineBySubmarine) and seat.own.submarines > seat.doctrine.seas.submarines:
        for h in _ports(seat):
            yield seat.write(MineBySubmarine, At(h))


def _ports(seat: NwSeat) -> list[int]:
    """The enemy's ports, those with ships in them and the largest first."""
    sites = [
        site
        for site in seat.scenario.sites.values()
        if site.kind == PORT and seat.held(site.hex) == seat.enemy
    ]
    full = {ship_of(seat.table, n).hex for n in fleet(seat.table, seat.enemy)}
    sites.sort(key=lambda one: (one.hex not in full, -one.capacity, one.hex))
    return [site.hex for site in sites]


def sweeps(seat: NwSeat) -> list[Action]:
    """Mines are cleared, those in one's own ports first: it costs nothing to try. [7.5.2]"""
    found = list(seat.legal(Sweep))
    mine = {site.hex for site in seat.scenario.sites.values() if site.kind == PORT}
    own = {seat.board.label(h) for h in mine if seat.held(h) == seat.side}
    return sorted(found, key=lambda action: (action["hex"] not in own, action["hex"]))


# ---- ships that fire


def surface_combat(seat: NwSeat) -> Action:
    """The heaviest guns at the ship that is nearest to sinking; who is not seen, and far weaker
    than what lies before him, holds his fire. [17.3]"""
    offer = offer_of(seat, FireAtShip.do)
    own = {order.unit for order in offer.orders}
    foes = {order.target for order in offer.orders}
    ours = sum(hull(seat.table, n).support for n in own)
    theirs = sum(hull(seat.table, n).support for n in foes)
    hidden = all(sighted(seat.table, n) == HIDDEN for n in own)
    if hidden and theirs > seat.doctrine.seas.outgunned * ours and seat.offered(HoldFire):
        return {"do": HoldFire.do}

    def worth(order: Shot) -> tuple[int, int, int, str, str]:
        carrier = kind(seat.table, order.target) in CARRIERS
        hurt = ship_of(seat.table, order.target).strike
        return hurt, int(carrier), hull(seat.table, order.unit).support, order.unit, order.target

    return seat.write(FireAtShip, max(offer.orders, key=worth))


def lost_waters(seat: NwSeat) -> Action:
    """A ship leaves waters that are lost, if it has anywhere to go. [17.4.1]"""
    if seat.offered(GiveWay):
        return next(seat.legal(GiveWay))
    return usual(seat)
