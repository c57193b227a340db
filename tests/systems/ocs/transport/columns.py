"""Columns of transport on a small field, and what they are told to do."""

from __future__ import annotations

from typing import Any

from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT, Transport
from tests.systems.ocs.field import field, unit


def trucks(key: str = "t1", where: str | None = "0303", **more: Any) -> dict[str, Any]:
    return {"id": key, "side": "axis", "hex": where, "kind": "truck", "points": 2, **more}


def column(*items: dict[str, Any], units: tuple[dict[str, Any], ...] = (), **more: Any) -> Ocs:
    """Transport of the Axis on open ground, a unit of his in 0301, the enemy far away."""
    given = [unit("a1", "0301"), *units]
    if not any(item["row"]["id"].startswith("s") for item in given):
        given.append(unit("s1", "0909"))
    return field(*given, transport=list(items), **more)


def haul(*keys: str, to: str) -> dict[str, Any]:
    return {"do": "haul", "transport": list(keys), "path": to.split()}


def load(key: str, tokens: int) -> dict[str, Any]:
    return {"do": "load", "transport": key, "tokens": tokens}


def unload(key: str, tokens: int) -> dict[str, Any]:
    return {"do": "unload", "transport": key, "tokens": tokens}


def of(game: Ocs, key: str) -> Transport:
    return game.state[TRANSPORT][key]


def where(game: Ocs, key: str) -> str:
    return game.board.label(of(game, key).hex)


def ground(game: Ocs, label: str) -> int:
    return dump_at(game, game.board.hex(label), "axis")
