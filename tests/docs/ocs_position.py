"""The position that the examples of the OCS manual are played in: a little of everything.

The Axis (ids with g) comes from the west, the Allies (with s) hold the middle and the port.
"""

from __future__ import annotations

from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.engine.record import replace
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, TRANSPORT
from grognard.systems.ocs.system import OCS
from grognard.systems.ocs.units import BOX
from tests.systems.ocs.field import serial

FOOT, TRACKS, GUN = (
    ("8:3 leg", "4:5 leg"), ("12:6 tracked", "6:10 tracked"), ("-:2 leg", "-:6 truck"),
)  # fmt: skip
STAFF: dict[str, Any] = {"ar": 0, "throw": "8 truck/4 truck"}
FIRST = "axis"


def ground() -> Board:
    """Open country with a railway and a road across it, and the sea in the east."""
    sea = {f"{row:02d}{column}": "sea" for row in range(1, 11) for column in (13, 14)}
    return sketch(
        10, 14,
        terrain={**sea, "0307": "woods"},
        sides=["0306-0307 minor_river"],
        links=["-".join(f"05{column:02d}" for column in range(1, 13)) + " rail",
               "-".join(f"06{column:02d}" for column in range(1, 8)) + " primary"],
        places={"Gorod": "minor_city 0508"},
    )  # fmt: skip


def _counter(id: str, type: str, combat: str, move: str, **more: Any) -> dict[str, Any]:
    side = "axis" if id.startswith("g") else "allied"
    nation = "German" if side == "axis" else "Soviet"
    return {"id": id, "side": side, "nation": nation, "name": id, "type": type,
            "combat": combat, "move": move, "ar": 3, **more}  # fmt: skip


COUNTERS = [
    _counter("g-inf", "infantry", "14:3 leg", "7:5 leg", size="division", re=3, traits="infantry"),
    _counter("g-sec", "infantry", "9:3 leg", "5:5 leg", size="division", re=2, traits="infantry"),
    _counter("g-sec2", "infantry", "9:3 leg", "5:5 leg", size="division", re=2, traits="infantry"),
    _counter("g-bd", "infantry", "3:3 leg", "2:5 leg", ar=3, traits="breakdown"),
    _counter("g-pz", "armor", *TRACKS, colour="armor", formation="1 Pz", ar=4),
    _counter("g-gren", "mech", "9:6 truck", "5:12 truck", colour="mech", formation="1 Pz", ar=4),
    _counter("g-3pz", "armor", *TRACKS, colour="armor", formation="3 Pz", ar=4),
    _counter("g-2gren", "mech", "9:6 truck", "5:12 truck", colour="mech", formation="2 Pz", ar=4),
    _counter("g-2pz", "armor", *TRACKS, colour="armor", formation="2 Pz", ar=4),
    _counter("g-recon", "recon", "2:8 truck", "1:14 truck", traits="recon"),
    _counter("g-res", "armor", *TRACKS, colour="armor", ar=4),
    _counter("g-hq", "hq", "-:3 truck", "-:12 truck", **STAFF),
    _counter("g-art", "artillery", *GUN, barrage="20/5", range=4),
    _counter("g-eng", "engineer", "3:4 leg", "2:6 leg", traits="engineer"),
    _counter("g-eng2", "engineer", "3:4 leg", "2:6 leg", traits="engineer"),
    _counter("g-rail", "rail", "(1):4 leg", "0:6 leg", traits="rail-repair"),
    _counter("g-para", "para", *FOOT, size="battalion", traits="para"),
    _counter("g-fort", "infantry", *FOOT),
    _counter("g-lost", "infantry", *FOOT),
    _counter("g-back", "infantry", *FOOT),
    _counter("g-dead", "infantry", *FOOT),
    _counter("g-new", "infantry", *FOOT),
    _counter("g-mar", "marine", *FOOT),
    _counter("g-wave", "marine", *FOOT),
    _counter("g-storm", "marine", *FOOT),
    _counter("g-load", "marine", *FOOT),
    _counter("g-pax", "repl", "0:5 leg", "0:5 leg", size="repl", traits="pax"),
    _counter("g-eq", "repl", "0:10 truck", "0:10 truck", size="repl", traits="eq"),
    _counter("g-eq2", "repl", "0:10 truck", "0:10 truck", size="repl", traits="eq"),
    _counter("s-inf", "infantry", *FOOT),
    _counter("s-tank", "armor", *TRACKS, colour="armor"),
    _counter("s-ring", "infantry", *FOOT),
    _counter("s-ring2", "infantry", *FOOT),
    _counter("s-ring3", "infantry", *FOOT),
    _counter("s-hq", "hq", "-:3 truck", "-:12 truck", **STAFF),
]
SETUP: list[dict[str, Any]] = [
    {"hex": "0406", "units": ["g-inf"], "within": 1},
    {"hex": "0605", "units": ["g-gren", "g-pz"]},
    {"hex": "0405", "units": ["g-art"]},
    {"hex": "0503", "units": ["g-hq"]},
    {"hex": "0507", "units": ["g-recon"], "mode": "move"},
    {"hex": "0304", "units": ["g-res"], "mode": "reserve", "up": "move", "within": 2},
    {"hex": "0402", "units": ["g-eng", "g-para"]},
    {"hex": "0504", "units": ["g-rail"], "mode": "move"},
    {"hex": "0112", "units": ["g-fort", "g-eng2"]},
    {"hex": "1012", "units": ["g-mar"]},
    {"hex": "0810", "units": ["g-lost"]},
    {"hex": "0502", "units": ["g-pax", "g-eq2"], "mode": "move"},
    {"hex": "0202", "units": ["g-eq"], "mode": "move"},
    {"hex": "0202", "units": ["g-sec", "g-sec2"], "lost": 1},
    {"hex": "0203", "units": ["g-2pz"]},
    {"hex": "0111", "units": ["g-2gren"]},
    {"hex": "0407", "units": ["s-inf"]},
    {"hex": "0607", "units": ["s-tank"]},
    {"hex": "0512", "units": ["s-hq"]},
    {"hex": "0811", "units": ["s-ring"]},
    {"hex": "0809", "units": ["s-ring2"]},
    {"hex": "0910", "units": ["s-ring3"]},
]
PLANES = [
    {"id": "Bf 109", "types": "F", "range": 15, "full": "4/3/0", "reduced": "2/1/0"},
    {"id": "Ju 87", "types": "T", "range": 12, "full": "(1)/20/0", "reduced": "(1)/9/0"},
    {"id": "Ju 52", "types": "Tpt", "range": 20, "full": "(0)/0/4", "reduced": "(0)/0/2"},
    {"id": "Yak", "types": "F", "range": 15, "full": "3/2/0", "reduced": "2/1/0"},
]
SHIPS = [
    {"id": "Cruiser", "type": "ship", "sound": "30/3/2/3", "damaged": "15/3/1/2"},
    {"id": "Ferry", "type": "lc", "sound": "0/0/0/1"},
    {"id": "Lander", "type": "lst", "sound": "0/0/0/1"},
    {"id": "Duck", "type": "dukw", "sound": "0/0/0/1"},
    {"id": "Gunboat", "type": "ship", "sound": "8/2/1/1", "damaged": "4/2/1/1"},
]
ALLIED = ("Yak", "Gunboat")


def _sided(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"side": side, "nation": nation, "name": row["id"], **row}
        for row in rows
        for side, nation in [("allied", "Soviet") if row["id"] in ALLIED else ("axis", "German")]
    ]


SPEC: dict[str, Any] = {
    "counters": COUNTERS,
    "setup": SETUP,
    "planes": _sided(PLANES),
    "ships": _sided(SHIPS),
    "sides": {
        "axis": {"nation": "German", "rail_cap": 10, "sea_cap": 10, "supply_hexes": ["0501"],
                 "repl_hexes": ["0501"], "truck_total": 40, "strips": True, "gliders": True,
                 "hip_shooters": ["German"], "reserve_markers": 5},
        "allied": {"nation": "Soviet", "rail_cap": 5},
    },
    "first": FIRST,
    "weather": "dry",
    "turns": 20,
    "sources": [{"side": "axis", "edge": "west"}, {"side": "allied", "hex": "0512"},
                {"side": "axis", "hex": "0112"}],
    "gauges": {"axis": [f"05{c:02d}" for c in range(1, 5)],
               "allied": [f"05{c:02d}" for c in range(5, 13)]},
    "dumps": [
        {"side": "axis", "hex": "0503", "sp": 20, "within": 1},
        {"side": "axis", "hex": "0406", "sp": 4, "within": 1},
        {"side": "axis", "hex": "0402", "sp": 4}, {"side": "axis", "hex": "0605", "sp": 4},
        {"side": "axis", "hex": "0112", "sp": 5}, {"side": "axis", "hex": "1012", "sp": 4},
        {"side": "axis", "hex": "0810", "tokens": 2}, {"side": "allied", "hex": "0407", "sp": 2},
        {"side": "axis", "hex": "0203", "sp": 2}, {"side": "axis", "box": "Home", "sp": 3},
    ],
    "transport": [
        {"id": "g-trucks", "side": "axis", "hex": "0503", "points": 4, "load": 6},
        {"id": "g-column", "side": "axis", "hex": "0503", "points": 5},
        {"id": "g-spare", "side": "axis", "hex": "0503", "points": 1},
        {"id": "g-train", "side": "axis", "hex": "0603", "points": 5, "extender": True},
        {"id": "g-cut", "side": "axis", "hex": "0810", "points": 5, "extender": True},
        {"id": "g-home", "side": "axis", "points": 2},
        {"id": "g-ducks", "side": "axis", "hex": "1012", "kind": "dukw", "points": 1},
    ],
    "bases": [
        {"hex": "0402", "side": "axis", "level": 2}, {"hex": "0202", "side": "axis", "level": 1},
        {"hex": "0502", "side": "axis", "level": 1}, {"hex": "0512", "side": "allied", "level": 1},
    ],
    "hedgehogs": [{"hex": "0406", "side": "axis", "level": 1}],
    "ports": [
        {"name": "Nord", "hex": "0112", "side": "axis", "capacity": 6, "hits": 1},
        {"name": "Hafen", "hex": "0512", "side": "allied", "capacity": 4},
        {"name": "Sud", "hex": "1012", "side": "axis", "capacity": 4},
    ],
    "air": [
        {"id": "g-109", "plane": "Bf 109", "hex": "0402"},
        {"id": "g-stuka", "plane": "Ju 87", "hex": "0402"},
        {"id": "g-ju52", "plane": "Ju 52", "hex": "0402"},
        {"id": "g-worn", "plane": "Bf 109", "hex": "0202", "active": False},
        {"id": "g-half", "plane": "Ju 87", "hex": "0202", "reduced": True},
        {"id": "g-half2", "plane": "Ju 87", "hex": "0202", "reduced": True},
        {"id": "g-worn2", "plane": "Bf 109", "hex": "0502", "reduced": True},
        {"id": "g-109b", "plane": "Bf 109"},
        {"id": "s-yak", "plane": "Yak", "hex": "0512"},
    ],
    "naval": [
        {"id": "g-cruiser", "ship": "Cruiser", "hex": "0813"},
        {"id": "g-ferry", "ship": "Ferry", "hex": "1012", "points": 3},
        {"id": "g-ferry2", "ship": "Ferry", "hex": "1012", "points": 2, "aboard": ["g-load"]},
        {"id": "g-lst", "ship": "Lander", "hex": "0913", "points": 2},
        {"id": "g-duck", "ship": "Duck", "hex": "0913", "points": 2},
        {"id": "g-beach", "ship": "Ferry", "hex": "0713", "points": 4, "aboard": ["g-wave"]},
        {"id": "g-assault", "ship": "Ferry", "hex": "0513", "points": 4, "load": 4,
         "aboard": ["g-storm"]},
        {"id": "s-gun", "ship": "Gunboat", "hex": "0714"},
    ],
    "plans": [{"unit": "g-para", "hex": "0505", "turn": 4}],
    "boxes": {"Home": {"hexes": ["0202"]}},
    "arrivals": [
        {"side": "axis", "turn": 3, "units": ["g-new"], "hexes": ["0501"]},
        {"side": "axis", "turn": 3, "units": ["g-109b"]},
    ],
}  # fmt: skip
FACTS: dict[str, dict[str, Any]] = {
    "g-dead": {"place": "dead"},
    "g-3pz": {"place": "dead"},
    "g-2pz": {"fuelled": -1},
    "g-2gren": {"fuelled": -1},
    "g-res": {"fuelled": -1},
    "g-lost": {"oos": True, "traced": False},
    "g-back": {"place": "breakout"},
    "g-inf": {"internals": 1},
}


def setting_up(**options: str) -> Ocs:
    """A game on this position before its first turn."""
    game: Ocs = Game(OCS, OCS.position(ground(), SPEC, options), seed=1)
    return game


def at(segment: str, player: str = "axis", turn: int = 3, **options: str) -> Ocs:
    """A game on this position at the given segment of a player's turn.

    Everybody but the 2nd Panzer and the Reserve has fuel, and trucks have been lost.
    """
    fuel = {"fuelled": serial(segment, int(player != FIRST), turn)}
    state = {row["id"]: {**fuel, **FACTS.get(row["id"], {})} for row in COUNTERS}
    begin = {"turn": turn, "segment": segment, "player": player}
    scenario = OCS.position(ground(), {**SPEC, "state": state, "begin": begin}, options)
    game: Ocs = Game(OCS, scenario, seed=1)
    home = game.state[TRANSPORT]["g-home"]
    game.put(TRANSPORT, "g-home", replace(home, place=BOX, at="Home"))
    game.put(SIDES, "axis", replace(game.state[SIDES]["axis"], trucks_lost=8))
    return game
