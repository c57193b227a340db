"""A railway across a small field, and trains on it."""

from __future__ import annotations

from typing import Any

from grognard.board.sketch import sketch
from grognard.systems.ocs.scenario import Ocs
from tests.systems.ocs.field import field, unit

LINE = "0501-0502-0503-0504-0505-0506-0507-0508-0509"


def board(links: tuple[str, ...] = (f"{LINE} rail",), **more: Any) -> Any:
    """A railway from west to east with four places on it."""
    places = {"W": "village 0501", "A": "village 0503", "B": "minor_city 0506", "E": "village 0509"}
    return sketch(9, 9, links=links, places=places, **more)


def rails(*units: dict[str, Any], **more: Any) -> Ocs:
    """A source in the west, ten points of Rail Cap, and a guard of the Axis in the middle."""
    spec: dict[str, Any] = {
        "board": board(), "sources": [{"side": "axis", "hex": "0501"}],
        "limits": {"axis": {"rail_cap": 10}}, **more,
    }  # fmt: skip
    given = list(units)
    if not any(item["row"]["id"].startswith("s") for item in given):
        given.append(unit("s9", "0909", mode="move"))
    return field(unit("a0", "0506"), *given, **spec)


def train(*names: str, to: str, **more: Any) -> dict[str, Any]:
    action: dict[str, Any] = {"do": "rail", "to": to, **more}
    return {**action, "units": list(names)} if names else action


def hexes(game: Ocs, found: Any) -> list[str]:
    return sorted(game.board.label(h) for h in found)


def foot(name: str, where: str, **more: Any) -> dict[str, Any]:
    """A regiment in Move Mode that is not light."""
    return unit(name, where, move="4:8 leg", mode="move", **more)


def gauged(*units: dict[str, Any], **more: Any) -> Ocs:
    """The Axis' gauge as far as 0503, the Allies' beyond."""
    spec = {"axis": ["0501", "0502", "0503"],
            "allied": ["0504", "0505", "0506", "0507", "0508", "0509"]}  # fmt: skip
    return rails(*units, gauges=spec, **more)


def repair(name: str, where: str, **more: Any) -> dict[str, Any]:
    spec = {"combat": "1:6 leg", "move": "1:8 leg", "traits": "rail-repair", **more}
    return unit(name, where, **spec)
