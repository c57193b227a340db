"""The symbols of counters by APP-6: units, transport, dumps, aircraft and ships. [3.0]"""

from __future__ import annotations

from grognard.systems.ocs.scenario import (
    FIGHTER,
    STRATEGIC,
    TACTICAL,
    TRANSPORT_PLANE,
    Plane,
    ShipCounter,
    TransportKind,
)
from grognard.systems.ocs.units import LEG, MECH, TRACKED, Counter
from grognard.table.symbols import AIR, LAND, SEA, code

ARMS = {
    "infantry": "121100", "armor": "120500", "mech": "121102", "motorised": "121104",
    "motorcycle": "121104", "cavalry": "121300", "recon": "120501", "engineer": "140700",
    "artillery": "130300", "anti-tank": "120400", "anti-aircraft": "130100", "hq": "110000",
    "para": "121100", "marine": "121101", "mountain": "121100", "repl": "163200",
    "rail": "140700", "security": "141700", "other": "000000",
}  # fmt: skip
"""The arms as APP-6 numbers them, among the units on land."""
BELOW = {"para": "01", "mountain": "27", "rail": "36", "motorcycle": "51"}
"""The modifiers below the icon: airborne, mountain, railway, wheels."""
MECHANISED = {"engineer": "140701", "recon": "120501", "artillery": "130301"}
"""The icons of arms on tracks."""
ON_FOOT = {"recon": "121300"}
ECHELONS = {"company": "15", "battalion": "16", "regiment": "17", "brigade": "18", "division": "21"}
STAFF = "22"
"""The echelon of a headquarters: those of the series lead corps or more. [13.1]"""
SUPPLY, TRUCKS = "163400", "163600"
WAGONS, ANIMALS = "51", "31"
PLANES = (
    (FIGHTER, "110104"), (TACTICAL, "110102"), (STRATEGIC, "110103"), (TRANSPORT_PLANE, "110107"),
)  # fmt: skip
"""What an aircraft is by its first type; a fighter that bombs is drawn as both. [14.1]"""
FIGHTER_BOMBER = "110105"
SHIPS = {
    "ship": "120200", "carrier": "120100", "lc": "120308", "lst": "120307", "dukw": "120303",
}  # fmt: skip
BLANK = code(LAND, "000000")
"""What is known by its name alone."""


def of_unit(counter: Counter) -> str:
    """The symbol of a ground unit. [3.1]"""
    tracked = counter.move.move == TRACKED or counter.colour == MECH
    icon = ARMS[counter.type]
    if tracked:
        icon = MECHANISED.get(counter.type, icon)
    elif counter.move.move == LEG:
        icon = ON_FOOT.get(counter.type, icon)
    below = BELOW.get(counter.type, "00")
    if "para" in counter.traits or "glider" in counter.traits:
        below = BELOW["para"]
    echelon = STAFF if counter.hq else ECHELONS.get(counter.size, "00")
    return code(LAND, icon, echelon, below=below, staff=counter.hq)


def of_transport(kind: TransportKind) -> str:
    """The symbol of Transport Points: on wheels, or beasts. [3.3(B)]"""
    return code(LAND, TRUCKS, below=ANIMALS if kind.move == LEG else "00")


DUMP = code(LAND, SUPPLY)
"""The symbol of supply on the ground. [3.3(A)]"""


def of_plane(plane: Plane) -> str:
    """The symbol of an aircraft by what it is first of all. [14.1]"""
    if FIGHTER in plane.types and TACTICAL in plane.types:
        return code(AIR, FIGHTER_BOMBER)
    return code(AIR, next((icon for kind, icon in PLANES if kind in plane.types), "110100"))


def of_ship(ship: ShipCounter) -> str:
    """The symbol of a ship or of landing craft. [3.4]"""
    return code(SEA, SHIPS[ship.type])
