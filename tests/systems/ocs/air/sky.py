"""Positions with aircraft in a line or two: craft on bases, missions as actions."""

from __future__ import annotations

from typing import Any

from grognard.board.sketch import sketch
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, Aircraft
from tests.systems.ocs.field import SIDES, field

FULL = {"F": "4/3/0", "T": "(1)/20/0", "S": "(3)/30/0", "Tpt": "(0)/0/2"}
REDUCED = {"F": "2/1/0", "T": "(1)/9/0", "S": "(2)/15/0", "Tpt": "(0)/0/1"}


def craft(name: str, hex: str | None, types: str = "F", **more: Any) -> dict[str, Any]:
    """One aircraft, its counter and its base; names beginning with a are Axis, with s Allied.

    `full` and `reduced` are rating, barrage and capacity; `active`, `lost` and `carrier` say how
    it stands.
    """
    side, nation = SIDES[name[0]]
    first = types.split("+")[0]
    state: dict[str, Any] = {"id": name, "plane": f"p-{name}", "active": more.pop("active", True)}
    state |= {"reduced": more.pop("lost", False)}
    if "aboard" in more:
        state["carrier"] = more.pop("aboard")
    if hex is not None:
        state["hex"] = hex
    plane = {
        "id": f"p-{name}", "side": side, "nation": nation, "name": name, "types": types,
        "range": 20, "full": FULL[first], "reduced": REDUCED[first], **more,
    }  # fmt: skip
    return {"plane": plane, "state": state, "side": side}


def sky(*things: dict[str, Any], levels: dict[str, int] | None = None, **spec: Any) -> Ocs:
    """A game with units and aircraft on a wide map; bases of level 1 are under the aircraft.

    Under ships there is sea. `levels` gives other bases, or other levels: `{"0303": 2}` is one of
    the Axis, `{"s0909": 0}` an Allied strip.
    """
    units = [thing for thing in things if "row" in thing]
    crafts = [thing for thing in things if "plane" in thing]
    bases = {
        c["state"]["hex"]: {"side": c["side"], "level": 1} for c in crafts if "hex" in c["state"]
    }
    for text, level in (levels or {}).items():
        side, label = ("allied", text[1:]) if text[0] == "s" else ("axis", text)
        bases[label] = {"side": side, "level": level}
    sea = {row["hex"]: "sea" for row in spec.get("naval", ()) if "hex" in row}
    spec.setdefault("board", sketch(20, 40, terrain=sea))
    rows = [{"hex": label, **facts} for label, facts in bases.items()]
    return field(
        *units,
        planes=[c["plane"] for c in crafts],
        air=[c["state"] for c in crafts],
        bases=[*rows, *spec.pop("more_bases", [])],
        **spec,
    )


def fly(do: str, *planes: str, to: str, **more: Any) -> dict[str, Any]:
    """A mission."""
    return {"do": do, "planes": list(planes), "hex": to, **more}


def bird(game: Ocs, name: str) -> Aircraft:
    """What has become of an aircraft."""
    return game.state[AIR][name]


def perch(game: Ocs, name: str) -> str:
    """Where an aircraft is, and whether it is Active: `0303+` or `0303-`."""
    found = bird(game, name)
    where = game.board.label(found.hex) if found.hex >= 0 else found.carrier or found.place
    return f"{where}{'+' if found.active else '-'}"
