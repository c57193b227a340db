"""What must stay true of a position of Next War that is edited, map by map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine.refusal import Refusal
from grognard.engine.system import Editable
from grognard.kit.edits import Edited, both_sides_in
from grognard.systems.nextwar.air.helos import HELOS, Helo
from grognard.systems.nextwar.airpower.wings import PLACES as WING_PLACES
from grognard.systems.nextwar.airpower.wings import WINGS, Wing
from grognard.systems.nextwar.arrivals.status import POOLS, Pool
from grognard.systems.nextwar.naval.status import MINES, SEAS, Mine, Sea
from grognard.systems.nextwar.raids.status import BANDS, TASKS, Band, Task
from grognard.systems.nextwar.raids.targets import MISSIONS as RAIDS
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT
from grognard.systems.nextwar.status import (
    BRIDGES,
    ENGINEERS,
    HEXES,
    KINDS,
    LEVELS,
    SIDES,
    SITES,
    WAR,
    WEATHERS,
    Bridge,
    Engineers,
    HexStatus,
    SideStatus,
    SiteStatus,
    War,
)
from grognard.systems.nextwar.strikes.status import MISSIONS, Mission
from grognard.systems.nextwar.supply.status import AIRLIFT, Airlift
from grognard.systems.nextwar.units import (
    ABOARD,
    BOX,
    ELIMINATED,
    MAP,
    PLACES,
    SHIPS,
    UNITS,
    Ship,
    Unit,
    at_odds,
)

FIELDS = (
    Editable(UNITS.name, "hex", "hex"),
    Editable(UNITS.name, "steps", "steps"),
    Editable(UNITS.name, "strike", "Strike marker"),
    Editable(UNITS.name, "oos", "out of supply"),
    Editable(HELOS.name, "hex", "hex"),
    Editable(HELOS.name, "steps", "steps"),
    Editable(SHIPS.name, "hex", "hex"),
    Editable(SHIPS.name, "strike", "Strike marker"),
    Editable(WINGS.name, "place", "place", WING_PLACES),
    Editable(WINGS.name, "steps", "steps"),
)
"""What players change of a counter from the table, if they agree."""
STRIKES = range(3)
"""What a Strike marker says, none being 0. [27.1]"""
NUMBERS = (0, 3, 4, 5, 6)
"""The numbers of Clearing markers, none being 0. [8.4.1]"""
DENSITIES = range(3)
"""How dense mines are; at 0 they are gone. [7.5]"""


def against(game: Nw, edited: Edited) -> list[Refusal]:
    """Why the position could not be one of a game: each record, and all of them together.

    [8.2.2-b1]
    """
    found = [
        why
        for name, check in CHECKS.items()
        for key, record in edited.get(name, {}).items()
        if (why := check(game, key, record)) is not None
    ]
    return found or _together(game, edited) or _crowded_seas(game, edited)


def _together(game: Nw, edited: Edited) -> list[Refusal]:
    counters = game.scenario.counters
    places = {
        name: (unit.hex if unit.place == MAP else -1, counters[name].side)
        for name, unit in {**game.state[UNITS], **edited.get(UNITS.name, {})}.items()
    }
    return both_sides_in(game, places, "8.2.2-b1")


def _crowded_seas(game: Nw, edited: Edited) -> list[Refusal]:
    """No two ships in one hex of the sea. [7.3.6]"""
    taken: set[int] = set()
    for ship in {**game.state[SHIPS], **edited.get(SHIPS.name, {})}.values():
        if ship.place == MAP and not game.scenario.ground.land(ship.hex):
            if ship.hex in taken:
                text = f"two naval units would be in {game.board.label(ship.hex)}"
                return [Refusal("7.3.6", text)]
            taken.add(ship.hex)
    return []


def _nowhere(game: Nw, name: str, piece: Unit | Helo | Ship) -> Refusal | None:
    """Why a counter cannot be in such a place: a hex on the map, a box, a ship, or none."""
    if piece.place not in PLACES:
        return Refusal("form", f"{name} cannot be in {piece.place!r}: {', '.join(PLACES)}")
    if piece.place != MAP and piece.hex != -1:
        return Refusal("form", f"{name} is off the map: hex -1")
    if piece.place == MAP and not 0 <= piece.hex < game.board.n:
        return Refusal("form", f"{name} is on the map and needs a hex of it")
    holders = {BOX: game.board.boxes, ABOARD: game.scenario.ships}
    known = holders.get(piece.place)
    if known is not None and piece.where not in known:
        return Refusal("form", f"there is no {piece.where!r} for {name} to be in")
    return None


def _unit(game: Nw, name: str, unit: Unit) -> Refusal | None:
    why = at_odds(game.scenario.counters[name], unit) or _nowhere(game, name, unit)
    if why is None and unit.place == MAP and not game.scenario.ground.land(unit.hex):
        return Refusal("form", f"{name} is on the map and needs a hex of it with land")
    return why


def _helo(game: Nw, name: str, helo: Helo) -> Refusal | None:
    """A helicopter has its steps, and a base. [6.5.1] [6.5.5]"""
    counter = game.scenario.helicopters[name]
    if not (0 if helo.place == ELIMINATED else 1) <= helo.steps <= counter.steps:
        return Refusal("form", f"{name} has 1 to {counter.steps} steps, not {helo.steps}")
    why, ground = _nowhere(game, name, helo), game.scenario.ground
    if why is None and helo.place == MAP:
        flying = any(site.flying for site in ground.at.get(helo.hex, ()))
        if not flying and not ground.built_up(helo.hex):
            label = game.board.label(helo.hex)
            return Refusal("6.5.1", f"{label} has no airbase, airfield or city to base in")
    if why is None and helo.place == ABOARD and not counter.marine:
        return Refusal("6.5.5", f"{name} is no marine helicopter: it bases on land")
    return why


def _ship(game: Nw, name: str, ship: Ship) -> Refusal | None:
    """A ship is at sea, in a port, in a box, or gone. [8.5.6.3]"""
    if ship.strike not in STRIKES:
        return Refusal("27.4", f"a Strike marker is 1 or 2, not {ship.strike}")
    if ship.flipped and not game.scenario.ships[name].reverse:
        return Refusal("7.3.2.1", f"{name} has no other side")
    why, ground = _nowhere(game, name, ship), game.scenario.ground
    wet = ship.place != MAP or why is not None
    if not wet and ground.land(ship.hex) and PORT not in ground.kinds(ship.hex):
        return Refusal("8.5.6.3", f"{game.board.label(ship.hex)} is neither a port nor at sea")
    return why


def _hex(game: Nw, h: int, status: HexStatus) -> Refusal | None:
    sides = ("", *game.scenario.sides)
    if status.control not in sides or status.entered not in sides:
        return Refusal("8.4", f"a hex is controlled by {' or '.join(sides[1:])}, or by nobody")
    if status.clearing not in sides or status.number not in NUMBERS:
        return Refusal("8.4.1", "a Clearing marker is of a side, and says 3, 4, 5 or 6")
    if status.nuclear and not game.scenario.advanced:
        return Refusal("18.2.5-e", "Nuclear Attacks are of the Advanced Game")
    if status.interdiction not in STRIKES:
        return Refusal("23.4.4", f"interdiction is 1 or 2, not {status.interdiction}")
    return None


def _site(game: Nw, name: str, status: SiteStatus) -> Refusal | None:
    if status.strike not in STRIKES:
        return Refusal("27.2", f"a Strike marker is 1 or 2, not {status.strike}")
    return None


def _bridge(game: Nw, key: int, bridge: Bridge) -> Refusal | None:
    """A bridge is where a road crosses a river, or a headquarters has built it. [8.3.4] [18.2.5]"""
    rivers = game.scenario.ground.rivers
    crossed = bool(bridge.builder) and 0 <= key < len(rivers) and bool(rivers[key])
    if key not in game.state[BRIDGES] and not crossed:
        return Refusal("8.3.4", f"there is no bridge {key}")
    if bridge.strike not in STRIKES:
        return Refusal("27.10.1", f"a Strike marker is 1 or 2, not {bridge.strike}")
    if bridge.builder and bridge.builder not in game.scenario.counters:
        return Refusal("18.2.5", f"there is no headquarters {bridge.builder!r}")
    return None


def _mine(game: Nw, name: str, mine: Mine) -> Refusal | None:
    if mine.side not in game.scenario.sides or mine.density not in DENSITIES:
        return Refusal("7.5", "mines are of a side, and of density 1 or 2")
    return None if 0 <= mine.hex < game.board.n else Refusal("form", f"{name} needs a hex")


def _sea(game: Nw, name: str, sea: Sea) -> Refusal | None:
    sides = ("", *game.scenario.sides)
    known = sea.control in sides
    return None if known else Refusal("7.2", f"{name} is controlled by a side, or contested")


def _side(game: Nw, name: str, status: SideStatus) -> Refusal | None:
    """Points and levels are not negative. [6.1] [7.4.1] [8.5.4.1]"""
    counted = ("air", "air_lost", "lift", "submarines", "asw", "supply", "detection", "sam", "aaa")
    for what in counted:
        if getattr(status, what) < 0:
            return Refusal("form", f"{what} of {name} is not below 0")
    return None


def _war(game: Nw, name: str, war: War) -> Refusal | None:
    sides = game.scenario.sides
    fits: Mapping[str, tuple[Any, ...]] = {
        "weather": WEATHERS, "kind": KINDS, "first": sides, "ruler": ("", *sides),
        "level": tuple(range(len(LEVELS))),
    }  # fmt: skip
    for what, known in fits.items():
        if getattr(war, what) not in known:
            text = f"there is no {what} {getattr(war, what)!r}: {', '.join(map(str, known))}"
            return Refusal("form", text)
    return None


def _wing(game: Nw, name: str, wing: Wing) -> Refusal | None:
    """An air unit has its steps, and is somewhere on the Air Display. [22.1.1] [27.6]"""
    most = len(game.scenario.aircraft[name].faces)
    if wing.place not in WING_PLACES:
        known = ", ".join(WING_PLACES)
        return Refusal("22.1.1", f"{name} cannot be in {wing.place!r}: {known}")
    if not (0 if wing.place == ELIMINATED else 1) <= wing.steps <= most:
        return Refusal("27.6", f"{name} has 1 to {most} steps, not {wing.steps}")
    if wing.box not in game.scenario.basing and wing.box not in game.scenario.ships:
        return Refusal("22.1", f"there is no Basing Box or carrier {wing.box!r}")
    return None


def _marker(game: Nw, name: str, one: Airlift) -> Refusal | None:
    """The Airborne Supply marker lies on the map. [19.1.2]"""
    return None if 0 <= one.hex < game.board.n else Refusal("19.1.2", f"{name} needs a hex")


def _engineers(game: Nw, name: str, one: Engineers) -> Refusal | None:
    """The bridge marker of a headquarters lies at a river. [18.2.5]"""
    rivers = game.scenario.ground.rivers
    if one.key == -1 or (0 <= one.key < len(rivers) and rivers[one.key]):
        return None
    return Refusal("18.2.5", f"{one.key} is no hexside with a river")


def _mission(game: Nw, name: str, mission: Mission) -> Refusal | None:
    """A mission is of a side, by whoever there is. [23.2]"""
    known = {*game.scenario.aircraft, *game.scenario.helicopters, *game.scenario.counters}
    known |= {*game.scenario.ships}
    strange = [one for one in (*mission.escorts, *mission.suppressors) if one not in known]
    if mission.side not in game.scenario.sides or strange:
        return Refusal("23.2", f"{name} is a mission of a side, by air units that there are")
    return None


def _pool(game: Nw, name: str, pool: Pool) -> Refusal | None:
    return None if pool.points >= 0 else Refusal("11.0", f"points of {name} are not below 0")


def _band(game: Nw, nation: str, band: Band) -> Refusal | None:
    """The markers of a nation are no more than the counter mix has. [20.4]"""
    raiders = game.scenario.raiders.get(nation)
    if raiders is None:
        return Refusal("20.1.1", f"{nation} has no special operations forces here")
    if not 0 <= band.strength + band.eliminated <= raiders.most or band.eliminated < 0:
        return Refusal("20.4", f"{nation} has {raiders.most} markers at most")
    fits = 0 <= band.used <= band.strength
    return None if fits else Refusal("20.3", f"{nation} has {band.strength} markers that may rest")


def _task(game: Nw, name: str, task: Task) -> Refusal | None:
    if game.scenario.raiders.get(task.nation) is None or task.mission not in RAIDS:
        return Refusal("20.1.2", f"{name} is a mission of nobody, or of no kind that there is")
    return None


CHECKS: Mapping[str, Callable[[Nw, Any, Any], Refusal | None]] = {
    UNITS.name: _unit, HELOS.name: _helo, SHIPS.name: _ship, HEXES.name: _hex, SITES.name: _site,
    BRIDGES.name: _bridge, MINES.name: _mine, SEAS.name: _sea, SIDES.name: _side, WAR.name: _war,
    POOLS.name: _pool, BANDS.name: _band, TASKS.name: _task, WINGS.name: _wing,
    AIRLIFT.name: _marker, ENGINEERS.name: _engineers, MISSIONS.name: _mission,
}  # fmt: skip
"""What speaks against a record, by its map."""
