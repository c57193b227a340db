"""The symbols of counters by APP-6. [UTC]"""

from __future__ import annotations

from grognard.systems.goss.units import ARMY, BG, BN, CO, CORPS, DIV, Counter
from grognard.table.symbols import LAND, code

INFANTRY, MOTORIZED, MECHANIZED, ARMOR = "121100", "121104", "121102", "120500"
SCOUTS, GUNS, STAFF, ENGINEERS = "121300", "130300", "110000", "140700"
ANTITANK, FLAK, ROCKETS, SUPPLY = "120400", "130100", "130300", "163400"
ICONS = {
    "inf": INFANTRY, "para": INFANTRY, "glider": INFANTRY, "fus": SCOUTS, "mg": INFANTRY,
    "re": SUPPLY, "motinf": MOTORIZED, "arminf": MECHANIZED, "hybrid": MECHANIZED,
    "eng": ENGINEERS, "armeng": ENGINEERS, "bridge": ENGINEERS, "armrecon": "120501",
    "at": ANTITANK, "atleg": ANTITANK, "td": ANTITANK, "flak": FLAK, "hq": STAFF,
    "art": GUNS, "arth": GUNS, "spa": GUNS, "nw": ROCKETS, "static": GUNS,
}  # fmt: skip
"""What stands in the frame, by the code of the type; all others are tanks."""
ABOVE = {"nw": "41", "bridge": "11"}
BELOW = {"para": "01", "glider": "01", "spa": "51", "armeng": "01", "td": "51"}
ECHELONS = {BN: "16", CO: "15", DIV: "21", CORPS: "22", ARMY: "23", BG: "17"}
LEADER = code(LAND, STAFF, "23", staff=True)


def of_unit(counter: Counter) -> str:
    """The symbol of a unit or a headquarters; Z-steps have no size."""
    kind = counter.type.code
    echelon = ECHELONS.get(counter.level or counter.size, "00")
    above, below = ABOVE.get(kind, "00"), BELOW.get(kind, "00")
    return code(LAND, ICONS.get(kind, ARMOR), echelon, above=above, below=below, staff=counter.hq)
