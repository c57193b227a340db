"""Ships: what they are worth, how they are damaged and sunk. [18.1] [18.3d]

Ships need no supply [18.1a] and use no modes; a DG marker says that the next blow does more.
[18.1d] All landing craft of a stack are one ship as far as fire and DG go. [18.4d]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.combat.capture import upon_ships
from grognard.systems.ocs.naval import cargo
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import LANDING_CRAFT, Ocs, ShipCounter, ShipFace
from grognard.systems.ocs.status import SHIPS, TOKENS, Ship
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn.phases import phasing
from grognard.systems.ocs.units import DEAD, MAP

SHIP, CARRIER, LC, LST, DUKW = "ship", "carrier", "lc", "lst", "dukw"
"""The types of ships. [3.4] [18.2] [18.4]"""
CRAFT = "landing craft"
"""What all landing craft of a stack are called as a target. [18.4d]"""
Sunk = Callable[[Ocs], None]
WHEN_SUNK: list[Sunk] = []
"""What else is lost when a ship goes down: the aircraft of a carrier. [18.2d]"""


def when_sunk(hook: Sunk) -> Sunk:
    """Have something happen whenever a ship has been sunk."""
    WHEN_SUNK.append(hook)
    return hook


def ship_of(game: Ocs, key: str) -> Ship:
    """What has become of a ship."""
    found: Ship = game.state.maps["ships"][key]
    return found


def origin(game: Ocs, key: str) -> str:
    """The craft of the scenario that points were split off, by their key; a whole is its own."""
    found = key
    while found not in game.scenario.ships and "-" in found:
        found = found.rpartition("-")[0]
    return found if found in game.scenario.ships else key


def leaves(game: Ocs, key: str) -> int:
    """The turn in which a ship is called away; none of the game's, if it is not."""
    turns = [order.turn for order in game.scenario.withdrawals if origin(game, key) in order.ids]
    return min(turns, default=game.scenario.turns + 1)


def printed(game: Ocs, key: str) -> ShipCounter:
    """What is printed on a ship's counter. [3.4]"""
    return game.scenario.ship_counters[ship_of(game, key).counter]


def face(game: Ocs, key: str) -> ShipFace:
    """The side of the counter that is up: sound or damaged. [3.4] [18.3d(A)]"""
    counter = printed(game, key)
    return counter.damaged if ship_of(game, key).damaged else counter.sound


def type_of(game: Ocs, key: str) -> str:
    """Its type; an LST that has been hit is plain landing craft. [18.3d(C)]"""
    return LC if ship_of(game, key).beached else printed(game, key).type


def is_craft(game: Ocs, key: str) -> bool:
    """Whether it is landing craft, of whatever kind: no combat value. [18.4]"""
    return printed(game, key).type in LANDING_CRAFT


def is_slow(game: Ocs, key: str) -> bool:
    """Slow by its stripe, or as a damaged single ship; landing craft are. [18.1f] [18.4b]"""
    counter, ship = printed(game, key), ship_of(game, key)
    return counter.slow or is_craft(game, key) or (ship.damaged and not counter.multi)


def disorganised(game: Ocs, key: str) -> bool:
    """Whether a ship is DG: by its marker, as part of a DG stack of craft, or in port. [18.1d]"""
    ship = ship_of(game, key)
    if ship.dg or (ship.hex >= 0 and ports.is_port(game, ship.hex)):
        return True
    if not is_craft(game, key) or ship.hex < 0:
        return False
    return any(ship_of(game, other).dg for other in craft_at(game, ship.hex, ship.side))


def fleet(game: Ocs, side: str) -> list[str]:
    """A side's ships on the map; with none, nothing of this chapter happens. [18.0]"""

    def compute() -> list[str]:
        ships = sorted(game.state[SHIPS].items())
        return [key for key, ship in ships if ship.side == side and ship.place == MAP]

    return game.cached(("fleet", side), (SHIPS.name,), compute)


def craft_at(game: Ocs, h: int, side: str) -> tuple[str, ...]:
    """A side's landing craft in a hex: one ship as far as fire goes. [18.4d]"""
    return tuple(key for key in stacks.ships_at(game, h, side) if is_craft(game, key))


def targets_at(game: Ocs, h: int, side: str) -> tuple[str, ...]:
    """What can be fired at in a hex: each ship, and the landing craft as one. [18.3c] [18.4d]"""
    singles = tuple(k for k in stacks.ships_at(game, h, side) if not is_craft(game, k))
    return singles + ((CRAFT,) if craft_at(game, h, side) else ())


def members(game: Ocs, h: int, side: str, target: str) -> tuple[str, ...]:
    """The ships behind a target: one, or all landing craft of the hex. [18.4d]"""
    return craft_at(game, h, side) if target == CRAFT else (target,)


# ---- damage


def damage(game: Ocs, h: int, side: str, target: str, hits: int, dg: bool, rule: str) -> None:
    """What fire does to a ship: hits and DG. [18.3d(A)] [18.3d(B)]

    A hit marks DG too. A second DG is a hit, and the marker goes; in port every DG is one, for
    ships there are DG already. [18.1d] Cargo is not touched by DG.
    """
    group = members(game, h, side, target)
    if not group or not (hits or dg):
        return
    before = disorganised(game, group[0])
    counts = (dg and not hits) or game.options["hit-on-dg"] == "second-dg"
    second = before and counts
    _mark(game, group, not second)
    label = game.board.label(h)
    if second:
        game.emit(Event("second-dg", "18.3d(B)", {"ship": target, "hex": label}))
    elif dg or hits:
        game.emit(Event("ship-dg", rule, {"ship": target, "hex": label}))
    for _ in range(hits + second):
        if target == CRAFT:
            hit_craft(game, craft_at(game, h, side), rule)
        elif ship_of(game, target).place == MAP:
            _hit(game, target, rule)


def strike(game: Ocs, key: str, hits: int, dg: bool, rule: str) -> Procedure:
    """Fire at one ship has its effect; of landing craft all of the hex are meant. [18.4d]"""
    ship = ship_of(game, key)
    damage(game, ship.hex, ship.side, CRAFT if is_craft(game, key) else key, hits, dg, rule)
    yield from ()


def _mark(game: Ocs, group: Sequence[str], dg: bool) -> None:
    for key in group:
        if ship_of(game, key).dg != dg:
            game.put(SHIPS, key, replace(ship_of(game, key), dg=dg))


def _hit(game: Ocs, key: str, rule: str) -> None:
    """The first hit turns the counter, the second sinks the ship; nothing is repaired."""
    ship = ship_of(game, key)
    if ship.damaged:
        sink(game, key, rule, "a second hit")
        return
    game.put(SHIPS, key, replace(ship, damaged=True))
    label = game.board.label(ship.hex)
    game.emit(Event("ship-hit", rule, {"ship": key, "hex": label}))


def hit_craft(game: Ocs, group: Sequence[str], rule: str) -> str:
    """One point of some landing craft is lost, each as likely as any. [18.3d(C)] [18.5f(B)]

    An LST becomes landing craft of what is left. [18.3d(C)] Gives back whose it was.
    """
    points = [key for key in group for _ in range(ship_of(game, key).size // TOKENS)]
    if not points:
        return ""
    dice: tuple[int, ...] = ()
    if len({*points}) > 1:
        dice = game.roll(1, sides=len(points))
    key = points[dice[0] - 1 if dice else 0]
    ship = ship_of(game, key)
    left = ship.size - TOKENS
    label = game.board.label(ship.hex)
    facts = {"ship": key, "hex": label}
    game.emit(Event("craft-hit", rule, facts, dice))
    if left < TOKENS:
        sink(game, key, rule, "its last point is lost")
        return key
    beached = type_of(game, key) == LST or ship.beached
    game.put(SHIPS, key, replace(ship, size=left, beached=beached))
    cargo.shed(game, key, rule)
    return key


@upon_ships
def destroy(game: Ocs, side: str, h: int) -> None:
    """Ships that enemies on land come upon, landing craft and DUKWs by water among them. [9.14g]

    [4.8c(B)]
    """
    for key in stacks.ships_at(game, h, side):
        sink(game, key, "9.14g", "ground units come upon it")


def sink(game: Ocs, key: str, rule: str, why: str) -> None:
    """A ship is lost with its cargo; the aircraft of a carrier are lost too. [18.3d(A)] [9.14g]"""
    ship = ship_of(game, key)
    label = game.board.label(ship.hex) if ship.hex >= 0 else ""
    cargo.lose_all(game, key, rule)
    gone = replace(ship_of(game, key), place=DEAD, hex=-1, dg=False, landing=(), deploying=-1)
    game.put(SHIPS, key, gone)
    game.emit(Event("sunk", rule, {"ship": key, "hex": label, "why": why}))
    for hook in WHEN_SUNK:
        hook(game)


def clean_up(game: Ocs) -> Procedure:
    """The phasing player's ships lose their DG markers. [18.1d]"""
    for key in fleet(game, phasing(game)):
        if ship_of(game, key).dg:
            game.put(SHIPS, key, replace(ship_of(game, key), dg=False))
    yield from ()
