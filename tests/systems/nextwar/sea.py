"""A coast in a line or two: two Sea Zones off the west, ships, and who controls what."""

from __future__ import annotations

from typing import Any

from grognard.board.board import Board, Box
from grognard.systems.nextwar.naval.status import SEAS
from grognard.systems.nextwar.pieces.ships import SHIPS
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import Ship
from tests.systems.nextwar.field import SIDE_OF, field, plain

SEA1, SEA2, IN1, IN2 = "West", "South", "Inshore West", "Inshore South"
ROWS = 9


def coast(**more: Any) -> Board:
    """Columns 01 to 03 are sea: rows 1 to 5 of the West, the rest of the South; flat inland."""
    terrain = {f"{c:02}{r:02}": "sea" for c in (1, 2, 3) for r in range(1, ROWS + 1)}
    north = [f"{c:02}{r:02}" for c in (1, 2, 3) for r in range(1, 6)]
    south = [at for at in terrain if at not in north]
    index = plain().index
    boxes = [
        Box(SEA1, "at_sea", (), (SEA2, IN1, "Overseas")),
        Box(SEA2, "at_sea", (), (SEA1, IN2)),
        Box(IN1, "inshore", tuple(index[at] for at in north), (SEA1,)),
        Box(IN2, "inshore", tuple(index[at] for at in south), (SEA2,)),
        Box("Overseas", "holding", (), (SEA1,)),
    ]
    country = {**dict.fromkeys(terrain, ""), **more.pop("country", {})}
    terrain |= more.pop("terrain", {})
    return plain(terrain=terrain, boxes=boxes, country=country, **more)


def ship(name: str, at: str, type: str = "SAG", **more: Any) -> dict[str, Any]:
    """A ship and where it is; `turn` if it comes later."""
    side, nation = SIDE_OF[name[0]]
    turn = more.pop("turn", 0)
    row = {
        "id": name, "side": side, "nation": nation, "name": name, "type": type, "support": 2,
        "range": 2, **({"capacity": 4, "lift": 1, "range": 0} if type == "AMPH" else {}), **more,
    }  # fmt: skip
    return {"row": row, "fleet": {"at": at, "ships": [name], **({"turn": turn} if turn else {})}}


def at_sea(*units: Any, ships: Any = (), **more: Any) -> Nw:
    """A position on the coast; `seas` are facts of the scenario about it."""
    return field(
        *units, board=more.pop("board", None) or coast(), ships=[one["row"] for one in ships],
        fleet=[one["fleet"] for one in ships], **more,
    )  # fmt: skip


def ruled(by: str, *boxes: str) -> dict[str, Any]:
    """Control of boxes by one side."""
    return {"control": {by: list(boxes or (SEA1, SEA2, IN1, IN2))}}


def at(game: Nw, name: str) -> Ship:
    """What has become of a ship."""
    return game.state[SHIPS][name]


def lies(game: Nw, name: str) -> str:
    """Where a ship is: a box, a hex, or its place off both."""
    found = at(game, name)
    return found.where or (game.board.label(found.hex) if found.hex >= 0 else found.place)


def control(game: Nw, box: str) -> str:
    """Who controls a box."""
    return game.state[SEAS][box].control


def sail(*units: str, by: str) -> dict[str, Any]:
    """A voyage through the locations of a text, parted by commas."""
    return {"do": "sail", "units": list(units), "path": [one.strip() for one in by.split(",")]}
