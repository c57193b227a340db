"""Which air defenses a mission meets: those of the country, those of the field, or none. [24.3]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.systems.nextwar.defenses.package import AIRMOBILE, MINING, ROTORS, Package
from grognard.systems.nextwar.pieces.ships import fleet, hull, kind, sharing, ship_of
from grognard.systems.nextwar.pieces.stacks import holder, on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, SIDES, SITES, WAR

NORMAL, LOCAL, NAVAL, NONE = "normal", "local", "naval", "none"
NEAR = 2
"""Within how many hexes headquarters, units and installations count. [24.3]"""


@dataclass(frozen=True, slots=True)
class Regime:
    """The defenses that a mission meets: `network` normal, local, naval or none, and whether
    missiles and guns belong to it.

    `tracks` are its values of Detection, SAM and AAA; the local network has none. [24.2] `ciws` is
    what is added to the guns of ships. [17.1.4-4]
    """

    network: str
    sam: bool = True
    aaa: bool = True
    tracks: tuple[int, int, int] = (0, 0, 0)
    ciws: int = 0
    rule: str = "24.3"


NO_DEFENSE = Regime(NONE, False, False)


def regime(game: Nw, package: Package) -> Regime:
    """What defends against a mission. [24.3]"""
    if package.fleet:
        return naval(game, package)
    if package.kind in ROTORS:
        return Regime(LOCAL, rule="24.3.2")  # [24.3.2] whatever the country
    if package.kind == AIRMOBILE:
        return airmobile(game, package)
    if package.kind == MINING:
        return mining(game, package)
    if package.kind in ("transport", "drop"):
        return lifted(game, package)
    return by_air_units(game, package)


def by_air_units(game: Nw, package: Package) -> Regime:
    """Strikes and combat support by air units. [24.3.1]"""
    enemy = game.scenario.other(package.side)
    h = package.target
    if package.track or package.box or game.scenario.hostile(package.side, h):
        return normal(game, package, "24.3.1")
    if headquarters(game, h, enemy) or installations(game, h, enemy):
        return normal(game, package, "24.3.1")
    return Regime(LOCAL, rule="24.3.1")


def airmobile(game: Nw, package: Package) -> Regime:
    """Airmobile movement: the local network, and its guns only where there is somebody. [24.3.3]

    Who takes off in an enemy zone must always pass it. [8.5.4.3-p3]
    """
    enemy, h = game.scenario.other(package.side), package.target
    held = package.departing and in_zone(game, h, enemy)
    exposed = game.scenario.hostile(package.side, h) or bool(headquarters(game, h, enemy))
    if not exposed and not held:
        return NO_DEFENSE
    return Regime(LOCAL, aaa=manned(game, h, enemy), rule="24.3.3")


def lifted(game: Nw, package: Package) -> Regime:
    """Air transport and drops: by country, headquarters, and who rules the air. [24.3.4]"""
    enemy, h = game.scenario.other(package.side), package.target
    over = any(game.scenario.hostile(package.side, b) for b in (*package.path, h))
    near = manned(game, h, enemy)
    if over:  # [24.3.4-1]
        return normal(game, package, "24.3.4-1", aaa=near)
    inferior = game.state[WAR][NOW].ruler == enemy
    if game.scenario.home(package.side, h) and headquarters(game, h, enemy):
        if inferior:  # [24.3.4-2a] [24.3.4-2b]
            return normal(game, package, "24.3.4-2b")
        return Regime(LOCAL, rule="24.3.4-2a")
    if inferior:  # [24.3.4-3a] [24.3.4-3b]
        return normal(game, package, "24.3.4-3b", sam=near, aaa=near)
    return NO_DEFENSE


def mining(game: Nw, package: Package) -> Regime:
    """Mines laid from the air: the local network without guns off a coast of one's own that is
    clear of enemies; else the ships' values, or those of the enemy's tracks. [23.6]"""
    enemy, h = game.scenario.other(package.side), package.target
    spots = {h, *game.board.around(h)}
    if any(ship_of(game, name).hex in spots for name in fleet(game, enemy)):
        return naval(game, package)
    coast = any(game.scenario.home(package.side, b) for b in spots)
    if coast and not headquarters(game, h, enemy) and not installations(game, h, enemy):
        return Regime(LOCAL, aaa=False, rule="23.6")
    return normal(game, package, "23.6")


def normal(game: Nw, package: Package, rule: str, *, sam: bool = True, aaa: bool = True) -> Regime:
    """The network of a side, by its tracks; some areas have printed values instead. [24.1]
    [24.1.1]"""
    fixed = game.scenario.permanent.get(package.box)
    if fixed is not None:
        return Regime(NORMAL, sam, aaa, fixed, rule="24.1.1")
    status = game.state[SIDES][game.scenario.other(package.side)]
    tracks = (status.detection, status.sam, status.aaa)
    return Regime(NORMAL, sam, aaa, tracks, rule=rule)


def naval(game: Nw, package: Package) -> Regime:
    """The values of the best ship in the location, whether it is the target or not. [17.1.4-1]"""
    enemy, table = game.scenario.other(package.side), game.scenario.tables["naval-adf"]
    rows = {_row(game, name) for name in sharing(game, enemy, package.target, package.box)}
    sets = [
        tuple(int(table.cell(row, key).value) for key in ("detection", "sam", "aaa", "aaa_drm"))
        for row in rows
        if row
    ]
    if not sets:
        return normal(game, package, "17.1.4")
    detection, sam, aaa, drm = max(sets)
    return Regime(NAVAL, tracks=(detection, sam, aaa), ciws=drm, rule="17.1.4-1")


def _row(game: Nw, name: str) -> str:
    """The row of a ship in the chart; of one that has none, no row."""
    nation = hull(game, name).nation
    start = f"{'USN' if nation == 'US' else nation} {kind(game, name)}"
    rows = game.scenario.tables["naval-adf"].rows
    return next((row for row in rows if row.startswith(start)), "")


# ---- who is near


def headquarters(game: Nw, h: int, enemy: str) -> list[str]:
    """The enemy headquarters within two hexes. [24.3.1] [18.2.3]"""
    return [
        name
        for name in on_map(game, enemy)
        if counter_of(game, name).hq and game.board.distance(unit_of(game, name).hex, h) <= NEAR
    ]


def installations(game: Nw, h: int, enemy: str) -> bool:
    """Whether an enemy installation is within two hexes; an airfield is none. [24.3.1] [8.3.1.4]"""
    state = game.state[SITES]
    return any(
        site.installation and not state[site.id].destroyed and controller(game, b) == enemy
        for b in game.board.disk(h, NEAR)
        for site in game.scenario.ground.at.get(b, ())
    )


def manned(game: Nw, h: int, enemy: str) -> bool:
    """Whether an enemy ground unit or installation is within two hexes. [24.3.3] [24.3.4]"""
    units = any(holder(game, b) == enemy for b in game.board.disk(h, NEAR))
    return units or installations(game, h, enemy)
