"""A coast in a line or two: three rows of sea over land, ships, ports. Rows count from the top."""

from __future__ import annotations

from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS
from grognard.systems.ocs.status import Ship as ShipRecord
from tests.systems.ocs.field import SIDES, field

GUNS = {"ship": "20/6/2/3", "carrier": "0/0/3/2", "lc": "0/0/0/1", "lst": "0/0/0/1",
        "dukw": "0/0/0/1"}  # fmt: skip
WEAK = {"ship": "10/4/1/2", "carrier": "0/0/1/1"}


def ship(name: str, hex: str | None, type: str = "ship", **more: Any) -> dict[str, Any]:
    """A ship, or landing craft (`points`), and where it lies; names as those of units."""
    side, nation = SIDES[name[0]]
    placed = {
        key: more.pop(key) for key in ("points", "damaged_now", "load", "aboard") if key in more
    }
    row = {
        "id": more.pop("counter", name), "side": side, "nation": nation, "name": name, "type": type,
        "sound": GUNS[type], "damaged": WEAK.get(type, GUNS[type]), **more,
    }  # fmt: skip
    naval: dict[str, Any] = {"id": name, "ship": row["id"], **placed}
    if hex is not None:
        naval["hex"] = hex
    if "damaged_now" in naval:
        naval["damaged"] = naval.pop("damaged_now")
    return {"ship": row, "naval": naval}


def coast(rows: int = 8, cols: int = 9, sea: int = 3, **more: Any) -> Board:
    """Land with the sea north of it; terrain given goes over that."""
    water = {f"{r:02d}{c:02d}": "sea" for r in range(1, sea + 1) for c in range(1, cols + 1)}
    return sketch(rows, cols, terrain={**water, **more.pop("terrain", {})}, **more)


def waters(*items: dict[str, Any], board: Board | None = None, **spec: Any) -> Ocs:
    """A game on a coast: units and ships together; supply comes from the south."""
    units = [item for item in items if "row" in item]
    ships = [item for item in items if "ship" in item]
    spec.setdefault("sources", [{"side": s, "edge": "south"} for s in ("axis", "allied")])
    counters = {item["ship"]["id"]: item["ship"] for item in ships}
    return field(
        *units,
        board=board or coast(),
        ships=list(counters.values()),
        naval=[item["naval"] for item in ships],
        **spec,
    )


def port(hex: str, side: str = "axis", sp: int = 2, **more: Any) -> dict[str, Any]:
    """A port of the map, its capacity in Supply Points."""
    return {"name": f"Port {hex}", "hex": hex, "side": side, "capacity": sp, **more}


def afloat(game: Ocs, name: str) -> ShipRecord:
    """What has become of a ship."""
    return game.state[SHIPS][name]


def berth(game: Ocs, name: str) -> str:
    """The hex a ship lies in, or its place off the map."""
    found = afloat(game, name)
    return game.board.label(found.hex) if found.hex >= 0 else found.place


def sail(*names: str, to: str) -> dict[str, Any]:
    """A voyage along a path of hexes with blanks between."""
    return {"do": "sail", "ships": list(names), "path": to.split()}
