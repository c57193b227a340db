"""The symbols of counters by APP-6: ground units, aircraft and ships. [UIC-types] [UIC-sizes]"""

from __future__ import annotations

from grognard.systems.nextwar.aircraft import AirCounter
from grognard.systems.nextwar.units import AMPH, CARRIERS, Counter, HeloCounter
from grognard.table.symbols import AIR, LAND, SEA, code

INFANTRY, MARINES, MOTORIZED, MECHANIZED = "121100", "121101", "121104", "121102"
ARMOR, SCOUTS, GUNS, STAFF, SUPPLY, HELICOPTERS = (
    "120500", "120501", "130300", "110000", "163400", "120600",
)  # fmt: skip
ICONS = (
    ("mechanized", MECHANIZED), ("brigade combat team", MECHANIZED), ("cavalry", SCOUTS),
    ("armored", ARMOR), ("motorized", MOTORIZED), ("artillery", GUNS), ("headquarters", STAFF),
    ("marine", MARINES), ("supply", SUPPLY), ("beachhead", SUPPLY),
)  # fmt: skip
"""What a word of a unit's type stands for, the first that is found; the rest is infantry."""
ABOVE = (("rocket", "41"), ("sniper", "61"), ("heavy", "84"))
BELOW = (
    ("airborne", "01"), ("air assault", "59"), ("mountain", "27"), ("amphibious", "60"),
    ("Stryker", "51"), ("light", "19"),
)  # fmt: skip
ECHELONS = {
    "battalion": "16", "regiment": "17", "brigade": "18", "division": "21", "corps": "22",
    "army": "23",
}  # fmt: skip
RAIDERS = "121800"
WARSHIP, CARRIER, LANDING = "120200", "120100", "120307"
FIGHTER, STRIKER, BOMBER, JAMMER = "110104", "110105", "110103", "110102"


def of_unit(counter: Counter) -> str:
    """The symbol of a ground unit. [UIC-types]"""
    icon = _first(ICONS, counter.type, INFANTRY)
    above, below = _first(ABOVE, counter.type, "00"), _first(BELOW, counter.type, "00")
    echelon = "00" if counter.beachhead else ECHELONS[counter.size]
    return code(LAND, icon, echelon, above=above, below=below, staff=counter.hq)


def of_helicopter(counter: HeloCounter) -> str:
    """The symbol of an attack helicopter unit. [2.4.2]"""
    return code(LAND, HELICOPTERS, "18" if counter.steps > 1 else "16", above="03")


def of_raiders() -> str:
    """The symbol of special operations forces."""
    return code(LAND, RAIDERS)


def of_ship(type_: str) -> str:
    """The symbol of a ship by its type. [2.4.1]"""
    return code(SEA, CARRIER if type_ in CARRIERS else LANDING if type_ == AMPH else WARSHIP)


def of_wing(counter: AirCounter) -> str:
    """The symbol of an air unit by what it is best at. [15.2]"""
    face = counter.faces[0]
    if counter.weasel:
        return code(AIR, JAMMER)
    if not face.air.value or face.air.bracketed:
        return code(AIR, BOMBER)
    return code(AIR, STRIKER if max(face.support.value, face.strike.value) else FIGHTER)


def _first(known: tuple[tuple[str, str], ...], text: str, otherwise: str) -> str:
    return next((icon for word, icon in known if word in text), otherwise)
