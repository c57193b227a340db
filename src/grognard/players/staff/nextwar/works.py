"""What Supply Points and engineers mend: aircraft, air defenses, ports, bridges. [27.9] [27.10]

Aircraft come first where they are worth many points, air defenses where the enemy has more to
lose over them. A base is mended only if it is needed: whole again it would count anew. [27.2]
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.kit.orders import OfMany
from grognard.players.staff.fields import distances
from grognard.players.staff.nextwar.gunnery import TEAM
from grognard.players.staff.nextwar.prices import Prices
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.nextwar.skies import lost_bases
from grognard.systems.nextwar.air.helos import HELOS, helo_of, printed
from grognard.systems.nextwar.airpower.wings import WINGS, box_of, plane
from grognard.systems.nextwar.command.bridges import BuildBridge
from grognard.systems.nextwar.movement.bridgework import AtBridge, Demolish, Repair
from grognard.systems.nextwar.repair.aircraft import Consolidate, Refit, Refitting
from grognard.systems.nextwar.repair.bridges import MendBridge
from grognard.systems.nextwar.repair.works import OfSite, OfTrack, RaiseTrack, RepairSite
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.status import BRIDGES, SITES
from grognard.systems.nextwar.units import MAP

# ---- aircraft


def refits(seat: NwSeat) -> Iterator[Action]:
    """Steps for the dearest aircraft, while points are left; without points two damaged ones of
    a kind are put together. [27.9.3.1] [27.9.3.2]"""
    prices, found = Prices(seat), list[tuple[int, str]]()
    if seat.offered(Refit):
        for name, wing in seat.table.state[WINGS].items():
            counter = plane(seat.table, name)
            if counter.side == seat.side and 0 < wing.steps < len(counter.faces):
                found.append((prices.whole(name), name))
        for name in seat.table.state[HELOS]:
            helo, team = helo_of(seat.table, name), printed(seat.table, name)
            if team.side == seat.side and helo.place == MAP and helo.steps < team.steps:
                found.append((seat.doctrine.worth.point * TEAM // 2, name))
    for value, name in sorted(found, key=lambda row: (-row[0], row[1])):
        if value > 2 * seat.doctrine.rear.refit and seat.own.supply >= seat.doctrine.rear.spare:
            yield seat.write(Refit, Refitting(name))
    if seat.offered(Consolidate) and seat.own.supply < 2:
        yield from _merged(seat, prices)


def _merged(seat: NwSeat, prices: Prices) -> Iterator[Action]:
    """Two who have lost a step each, and are worth many points as they are."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for name, wing in seat.table.state[WINGS].items():
        counter = plane(seat.table, name)
        hurt = counter.side == seat.side and wing.steps == 1 < len(counter.faces)
        if hurt and prices.step(name) > 2 * seat.doctrine.worth.point:
            alike.setdefault((counter.nation, counter.name, wing.box), []).append(name)
    for names in alike.values():
        if len(names) > 1:
            yield seat.write(Consolidate, OfMany((names[0], names[1])))


# ---- bases and air defenses


def repairs(seat: NwSeat) -> Iterator[Action]:
    """Ports that are needed, bases where most are gone, and air defenses. [27.9.1] [27.9.2]"""
    alarm = distances(seat.board, seat.situation.foes)
    if seat.offered(RepairSite):
        for name, status in seat.table.state[SITES].items():
            site = seat.scenario.sites[name]
            safe = alarm[site.hex] < 0 or alarm[site.hex] > seat.doctrine.rear.mended
            if not status.destroyed or seat.held(site.hex) != seat.side or not safe:
                continue
            needed = site.kind == PORT and bool(seat.ships(troops=True))
            if site.flying:
                needed = lost_bases(seat.table, seat.side, box_of(seat.table, site))
            if needed and seat.own.supply >= seat.doctrine.rear.spare + 2:
                yield seat.write(RepairSite, OfSite(name))
    if seat.offered(RaiseTrack):
        for track in seat.doctrine.rear.raised:
            fallen = getattr(seat.own, track) < getattr(seat.scenario.assets[seat.side], track)
            if fallen and seat.own.supply >= seat.doctrine.rear.spare + 2:
                yield seat.write(RaiseTrack, OfTrack(track))


# ---- bridges


def bridges(seat: NwSeat) -> Iterator[Action]:
    """Who defends blows bridges before the enemy is over them; who attacks mends those that are
    down, and bridges rivers in his way. [8.3.4.1.2] [18.2.5] [27.10.2]"""
    if seat.situation.attacking:
        yield from _mended(seat)
    else:
        yield from _blown(seat)


def _blown(seat: NwSeat) -> Iterator[Action]:
    """A bridge between one's own and the enemy who has come near, if nobody is beyond it, and its
    loss pays the enemy nothing. [8.3.4.1.3]"""
    if not seat.offered(Demolish) or seat.scenario.terms.bridges:
        return
    alarm, at = distances(seat.board, seat.situation.foes), seat.situation.at
    for key, bridge in seat.table.state[BRIDGES].items():
        if not bridge.stands or bridge.builder:
            continue
        a, b = seat.scenario.ground.side_hexes(key)
        for here, beyond in ((a, b), (b, a)):
            ours = here in at and beyond not in at and seat.held(beyond) != seat.side
            if ours and 0 <= alarm[beyond] <= 1 and alarm[beyond] < alarm[here]:
                name = next((n for n in at[here] if seat.situation.pieces[n].bars), "")
                if name:
                    yield seat.write(Demolish, AtBridge(name, (here, beyond)))


def _mended(seat: NwSeat) -> Iterator[Action]:
    """Bridges that are down near one's own troops; and, with engineers to spare, rivers between
    them and what they are to take."""
    front = distances(seat.board, seat.situation.at)
    down = [
        seat.scenario.ground.side_hexes(key)
        for key, bridge in seat.table.state[BRIDGES].items()
        if not bridge.stands
    ]
    down.sort(key=lambda hexes: (front[hexes[0]] + front[hexes[1]], hexes))
    for hexes in down[: seat.doctrine.rear.bridges]:
        if seat.offered(Repair) and not seat.scenario.advanced:
            for h in hexes:
                for name in seat.situation.at.get(h, ()):
                    if seat.situation.pieces[name].attack:
                        yield seat.write(Repair, AtBridge(name, (min(hexes), max(hexes))))
        elif seat.offered(MendBridge) and seat.own.supply > seat.doctrine.rear.spare:
            for name in MendBridge().actors(seat.table, seat.side):
                yield seat.write(MendBridge, AtBridge(name, (hexes[0], hexes[1])))
    if seat.offered(BuildBridge):
        yield from _bridged(seat)


def _bridged(seat: NwSeat) -> Iterator[Action]:
    """A river right before troops of one's own, on the way to something that is to be taken."""
    verb, goals = BuildBridge(), [g.hex for g in seat.situation.goals if not g.ours]
    far = distances(seat.board, goals)
    for name in verb.actors(seat.table, seat.side):
        best: tuple[int, AtBridge] | None = None
        for order in verb.ways(seat.table, seat.side, name):
            a, b = order.bridge
            near, beyond = (a, b) if far[a] >= far[b] else (b, a)
            useful = near in seat.situation.at and far[beyond] < far[near] <= 4
            if useful and (best is None or far[beyond] < best[0]):
                best = far[beyond], order
        if best is not None:
            yield seat.write(BuildBridge, best[1])
