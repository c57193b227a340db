"""What strikes without aircraft: missiles, helicopters, headquarters, guns and ships.

Missiles go where they do most, one at a time, with what is on its way already counted in. Who
could still support a battle with his fire strikes only if it is worth more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances
from grognard.players.staff.nextwar.chances import THOUSAND, hits, mixed, passage
from grognard.players.staff.nextwar.prices import Aim, Prices
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.air.helos import flown, missions, printed
from grognard.systems.nextwar.air.helos import spot as helo_spot
from grognard.systems.nextwar.command.capability import USES, spent
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.strikes import helicopters, theater
from grognard.systems.nextwar.strikes.firing import Bombard, Fire, Firing, Shell
from grognard.systems.nextwar.strikes.helicopters import AnnounceHelicopter
from grognard.systems.nextwar.strikes.mining import MineByAir, Sowing
from grognard.systems.nextwar.strikes.packages import package_of
from grognard.systems.nextwar.strikes.status import HELO, MISSILE, MISSIONS, Mission
from grognard.systems.nextwar.strikes.targets import BRIDGE, INTERDICTION, Target, targets, why_not
from grognard.systems.nextwar.strikes.theater import Launch, Launching

TEAM = 2
"""How many Victory Points a helicopter is worth. [12.1]"""


# ---- missiles


def launch(seat: NwSeat) -> Action | None:
    """The missile that promises most, with all that fly already; None if none is worth it."""
    prices, game = Prices(seat), seat.table
    aims = _aims(seat, prices, MISSILE)
    for mission in game.state[MISSIONS].values():
        aim = aims.get(Target(mission.target, mission.hexes))
        if mission.side == seat.side and mission.kind == MISSILE and aim is not None:
            aim.struck(hits(seat, theater.blow(game, seat.side, mission.weapon, aim.target)))
    found: list[tuple[int, str, Launching]] = []
    for weapon in theater.arsenal(game, seat.side):
        for aim in aims.values():
            if aim.sort in (BRIDGE, INTERDICTION):
                continue
            value = aim.gain(hits(seat, theater.blow(game, seat.side, weapon, aim.target)))
            order = Launching(weapon, aim.target.name, aim.target.hexes)
            found.append((value, aim.target.name, order))
    found.sort(key=lambda row: (-row[0], row[1], row[2].weapon))
    for value, _, order in found:
        if value < seat.doctrine.fire.launch:
            return None
        action = seat.write(Launch, order)
        if seat.may(action):
            return action
    return None


def _aims(seat: NwSeat, prices: Prices, kind: str) -> dict[Target, Aim]:
    """What may be struck in a way, and is worth anything."""
    found = {}
    for target in targets(seat.table, seat.side, kind):
        aim = prices.aim(target)
        if aim is not None and not why_not(seat.table, seat.side, kind, target):
            found[target] = aim
    return found


# ---- helicopters


def hunts(seat: NwSeat) -> list[Action]:
    """A strike for each helicopter that is not wanted in battles: at the target that promises
    most, near enough to come back from. [23.4.2]"""
    if not seat.offered(AnnounceHelicopter):
        return []
    game, prices, found = seat.table, Prices(seat), list[Action]()
    aims = _aims(seat, prices, HELO)
    for name in AnnounceHelicopter().actors(game, seat.side):
        if flown(game, name) + 1 >= missions(game) and prices.seat.situation.attacking:
            continue  # the last flight of the turn is for a battle
        best: tuple[int, Target] | None = None
        for target, aim in aims.items():
            reach = printed(game, name).range
            if seat.board.distance(helo_spot(game, name), aim.hex) > reach:
                continue
            value = _hunt(seat, aim, name)
            if value > seat.doctrine.fire.hunt and (best is None or value > best[0]):
                best = value, target
        if best is not None:
            target = best[1]
            aims.pop(target)
            action = seat.write(AnnounceHelicopter, Firing(name, target.name, target.hexes))
            if seat.may(action):
                found.append(action)
    return found


def _hunt(seat: NwSeat, aim: Aim, name: str) -> int:
    """What a helicopter promises at a target, less what it risks."""
    game = seat.table
    blow = helicopters.blow_of(game, seat.side, name, aim.target)
    mission = Mission(seat.side, HELO, aim.target.name, aim.target.hexes, (name,))
    met = passage(seat, package_of(game, mission), name)
    rolls = {drm: hits(seat, blow, drm) for drm in met.through}
    step = seat.doctrine.worth.point * TEAM // printed(game, name).steps + seat.doctrine.fire.helo
    return aim.gain(mixed(met.through, rolls)) - step * met.steps // THOUSAND


# ---- guns and ships


def shots(seat: NwSeat) -> list[Action]:
    """What headquarters, guns and ships strike at in this phase. [18.2.2] [18.6.1] [17.5]"""
    prices = Prices(seat)
    alarm = distances(seat.board, seat.situation.foes)
    found: list[Action] = []
    for verb in (Shell(), Bombard()):
        if seat.offered(type(verb)):
            found.extend(_fired(seat, prices, verb, lambda n: _floor(seat, n, alarm)))
    return found


def _floor(seat: NwSeat, name: str, alarm: list[int]) -> int:
    """What a strike must be worth to whoever may still serve in a battle this turn."""
    house = seat.doctrine.fire
    counter = seat.scenario.counters.get(name)
    if counter is None:
        return house.ship_shot
    if counter.supreme:
        return house.shot
    near = 0 <= alarm[seat.unit(name).hex] <= counter.range + house.beyond
    last = spent(seat.table, name) + 1 >= USES
    return house.needed_shot if near and last else house.shot


def _fired(
    seat: NwSeat, prices: Prices, verb: Fire, floor: Callable[[str], int]
) -> Iterator[Action]:
    """Each shot in turn, at what is then worth most."""
    game = seat.table
    pools: dict[str, dict[Target, Aim]] = {}
    for name in verb.actors(game, seat.side):
        kind = verb.kind(game, name)
        aims = pools.setdefault(kind, _aims(seat, prices, kind))
        best: tuple[int, Firing] | None = None
        for aim in aims.values():
            order = Firing(name, aim.target.name, aim.target.hexes)
            if verb.far(game, order):
                continue
            value = aim.gain(hits(seat, verb.blow(game, seat.side, order)))
            if value > floor(name) and (best is None or value > best[0]):
                best = value, order
        if best is not None:
            action = seat.write(type(verb), best[1])
            if seat.may(action):
                aims.pop(Target(best[1].target, best[1].hexes), None)
                yield action


# ---- mines from the air


def sowing(seat: NwSeat) -> list[Action]:
    """Mines before the enemy's best port that is not mined yet: it costs nothing. [23.6]"""
    if not seat.offered(MineByAir):
        return []
    sites = [
        site
        for site in seat.scenario.sites.values()
        if site.kind == PORT and seat.held(site.hex) == seat.enemy
    ]
    sites.sort(key=lambda site: (-(site.capacity or 0), site.hex))
    for site in sites:
        action = seat.write(MineByAir, Sowing(site.hex))
        if seat.may(action):
            return [action]
    return []
