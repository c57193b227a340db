"""Scenes: small changes to a position made by chance, so that rare deeds come up in it too.

Left to chance alone no craft lies off a held beach with men aboard, no scout beside an enemy with
a dump at hand, no equipment on the field of a worn wing. Now and then one of these is arranged.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.board.board import Board
from grognard.systems.ocs.turn.phases import ATTACK, EXPLOITATION_ATTACK, MOVEMENT, REINFORCEMENT

Row = dict[str, Any]


def arrange(rng: random.Random, board: Board, spec: Row, options: dict[str, str]) -> None:
    """In about half of the positions the eve of something rare, for one of the sides."""
    side, enemy = rng.sample(sorted(spec["sides"]), 2)
    scene = rng.choice((None, None, None, _beach, _scouts, _workshop))
    if scene is not None:
        scene(rng, board, spec, options, side, enemy)


def _held(board: Board, spec: Row, side: str) -> list[int]:
    """Where a side has counters."""
    whose = {row["id"]: row["side"] for row in spec["counters"]}
    found = {row["hex"] for row in spec["setup"] if whose[row["units"][0]] == side}
    return sorted(board.hex(label) for label in found)


def _man(side: str, name: str, **printed: object) -> Row:
    """A counter more."""
    row: Row = {"id": f"{side}-{name}", "side": side, "name": name, "size": "regiment", "ar": 4}
    row |= {"nation": "Marines", "type": "infantry", "colour": "other"}
    return {**row, "combat": "6:3 leg", "move": "3:5 leg", "traits": "", **printed}


def _begin(spec: Row, segment: str, side: str) -> None:
    spec["begin"] = {**spec["begin"], "segment": segment, "player": side}


def _beach(
    rng: random.Random, board: Board, spec: Row, options: dict[str, str], side: str, enemy: str
) -> None:
    """Craft with a regiment aboard beside a coast that the enemy holds. [18.6]"""
    places = [
        (h, b)
        for h in _held(board, spec, enemy)
        for b in board.around(h)
        if board.terrain[b] == "sea"
    ]
    ships = {row["hex"] for row in spec.get("naval", [])}
    places = [(h, b) for h, b in places if board.label(b) not in ships]
    if not places:
        return
    _, water = rng.choice(places)
    spec["counters"].append(_man(side, "marines"))
    craft: Row = {"id": f"{side}-boats", "side": side, "nation": "Marines", "type": "lc"}
    craft |= {"sound": "0/0/0/1", "damaged": "0/0/0/1"}
    spec.setdefault("ships", []).append(craft)
    row: Row = {"id": f"{side}-wave", "ship": craft["id"], "hex": board.label(water)}
    row |= {"points": 4, "load": rng.randint(2, 6), "aboard": [f"{side}-marines"]}
    spec.setdefault("naval", []).append(row)
    _begin(spec, rng.choice((MOVEMENT, ATTACK, ATTACK, EXPLOITATION_ATTACK)), side)


def _scouts(
    rng: random.Random, board: Board, spec: Row, options: dict[str, str], side: str, enemy: str
) -> None:
    """A scout beside an enemy, with a dump at hand. [21.1]"""
    enemies = _held(board, spec, enemy)
    taken = {*enemies, *(board.hex(row["hex"]) for row in spec.get("dumps", []))}
    places = [
        b
        for h in enemies
        for b in board.around(h)
        if b not in taken and board.terrain[b] not in ("sea", "lake", "swamp")
    ]
    if not places:
        return
    h = board.label(rng.choice(places))
    face: Row = {"combat": "3:8 truck", "move": "1:20 truck", "size": "battalion"}
    face |= {"type": "recon", "colour": "mech", "traits": "recon"}
    spec["counters"].append(_man(side, "scouts", **face))
    spec["setup"].append({"hex": h, "units": [f"{side}-scouts"], "mode": "move"})
    spec.setdefault("dumps", []).append({"side": side, "hex": h, "sp": 2})
    options["recon"] = "on"
    _begin(spec, MOVEMENT, side)


def _workshop(
    rng: random.Random, board: Board, spec: Row, options: dict[str, str], side: str, enemy: str
) -> None:
    """Equipment and supply on a field with a worn wing, and trucks with supply in a box. [13.5f]"""
    fields = [row["hex"] for row in spec.get("bases", []) if row["side"] == side and row["level"]]
    if not fields:
        return
    h = rng.choice(fields)
    face: Row = {"combat": "0:5 leg", "move": "0:5 leg", "size": "repl", "type": "repl", "ar": 0}
    spec["counters"].append(_man(side, "crates", traits="eq", **face))
    spec["setup"].append({"hex": h, "units": [f"{side}-crates"], "mode": "move"})
    spec.setdefault("dumps", []).append({"side": side, "hex": h, "sp": 3})
    plane: Row = {"id": f"{side}-worn", "side": side, "nation": "Marines", "types": "F"}
    spec.setdefault("planes", []).append(
        {**plane, "range": 10, "full": "3/2/0", "reduced": "2/1/0"}
    )
    worn: Row = {"id": f"{side}-wing", "plane": plane["id"], "hex": h}
    spec.setdefault("air", []).append({**worn, "active": rng.random() < 0.5, "reduced": True})
    box = f"{side} rear"
    spec["dumps"].append({"side": side, "box": box, "sp": 2})
    _begin(spec, rng.choice((REINFORCEMENT, REINFORCEMENT, MOVEMENT)), side)
