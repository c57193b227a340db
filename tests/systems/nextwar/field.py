"""Positions in a line or two: units, a board, a segment; rigged dice; refusals by rule."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.engine.dice import STREAM
from grognard.engine.game import Game
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, NOW, SIDES, WAR, HexStatus, SideStatus, War
from grognard.systems.nextwar.system import NEXTWAR
from grognard.systems.nextwar.units import UNITS, Unit

SIDE_OF = {"n": ("dprk", "DPRK"), "r": ("allied", "ROK"), "u": ("allied", "US")}
ARM_OF = {"infantry": "leg", "armored": "armor", "mechanized infantry": "mechanized"}
MOBILITY = {
    "leg": "leg",
    "armor": "mechanized",
    "mechanized": "mechanized",
    "artillery": "motorized",
}
CENTRE = "0505"
RING = ("0504", "0604", "0605", "0506", "0405", "0404")
"""The neighbours of 0505 clockwise from north: A1 to A6 of the second readers."""


def plain(
    *, rows: int = 9, cols: int = 9, default: str = "flat", north: int = 0, **more: Any
) -> Board:
    """A board like the map of Korea: flat-topped, CCRR, even columns down.

    The first `north` rows are the DPRK's, the rest the ROK's; `country` says it hex by hex.
    """
    country = more.pop("country", {})
    labels = [f"{c:02}{r:02}" for c in range(1, cols + 1) for r in range(1, rows + 1)]
    lands = {at: "DPRK" if int(at[2:]) <= north else "ROK" for at in labels}
    attributes = {"country": {**lands, **country}, **more.pop("attributes", {})}
    return sketch(
        rows, cols, orientation="flat", shifted="odd", numbering="CCRR", default=default,
        attributes=attributes, **more,
    )  # fmt: skip


def unit(name: str, hex: str | None, values: str = "4-4-4", **more: Any) -> dict[str, Any]:
    """One counter and where it stands; names beginning with n are northern, r and u allied.

    `values` are attack, defense and movement. Unless said otherwise it is infantry of two steps
    and two stacking points with an efficiency of 5, and its reduced side has half of it. Keys of
    the sheet go through; `at` gives facts of the unit's state.
    """
    side, nation = SIDE_OF[name[0]]
    attack, defense, ma = map(int, values.split("-"))
    type_ = more.pop("type", "infantry")
    arm = more.pop("arm", ARM_OF.get(type_, "leg"))
    er, sp, facts = more.pop("er", 5), more.pop("sp", 2), more.pop("at", {})
    row: dict[str, Any] = {
        "id": name, "side": side, "nation": nation, "name": name, "size": "division",
        "type": type_, "arm": arm, "mobility": MOBILITY[arm], "attack": attack,
        "defense": defense, "ma": ma, "er": er, "sp": sp,
    }  # fmt: skip
    if more.pop("steps", 2) == 2:
        row |= {
            "reduced_attack": attack // 2, "reduced_defense": -(-defense // 2),
            "reduced_er": max(1, er - 1), "reduced_sp": sp,
        }  # fmt: skip
    return {"row": {**row, **more}, "hex": hex, "facts": facts}


def field(
    *units: Mapping[str, Any],
    board: Board | None = None,
    segment: str = "init-move",
    turn: int = 3,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    begin: Mapping[str, Any] | None = None,
    **spec: Any,
) -> Nw:
    """A game at the given segment: an Initiative Turn of the North in clear weather.

    `begin` says otherwise (weather, kind, first, ruler, level …). Keys of a scenario go through.
    """
    data = {
        "counters": [item["row"] for item in units],
        "setup": [
            {"hex": item["hex"], "units": [item["row"]["id"]]}
            for item in units
            if item["hex"] is not None
        ],
        "state": {item["row"]["id"]: item["facts"] for item in units if item["facts"]},
        "begin": {"turn": turn, "segment": segment, **(begin or {})},
        **spec,
    }
    scenario = NEXTWAR.position(board if board is not None else plain(), data, options or {})
    return Game(NEXTWAR, scenario, seed=seed)


def muddle(seed: int) -> Nw:
    """Units of every mobility among enemies, rivers, roads, cities and works, all by chance."""
    rng = random.Random(seed)
    kinds = ["flat"] * 6 + ["flat_woods", "rough", "highland", "mountain", "marsh", "urban"]
    rivers, roads = ["minor_river", "major_river", "water"], ["highway", "primary", "secondary"]
    board = plain(rows=8, cols=8, north=4)
    labels = [board.label(h) for h in range(board.n)]
    pairs = [
        f"{board.label(a)}-{board.label(b)}"
        for a in range(board.n) for b in board.around(a) if a < b
    ]  # fmt: skip
    board = plain(
        rows=8, cols=8, north=4, terrain={label: rng.choice(kinds) for label in labels},
        sides=[f"{p} {rng.choice(rivers)}" for p in rng.sample(pairs, 25)],
        links=[f"{p} {rng.choice(roads)}" for p in rng.sample(pairs, 45)],
    )  # fmt: skip
    spots = rng.sample(labels, 12)
    mobilities = ["leg", "light", "motorized", "mechanized"]
    units = [
        unit(
            f"{'rn'[i % 2]}{i}", spot, "4-4-5", mobility=mobilities[i % 4], sp=rng.choice((1, 2, 3))
        )
        for i, spot in enumerate(spots)
    ]
    free = [label for label in labels if label not in spots]
    sites = [
        {"hex": h, "kind": kind}
        for h, kind in zip(
            rng.sample(free, 9), ("city", "fortification", "airbase") * 3, strict=True
        )
    ]
    south = {"side": "allied", "guaranteed": 9}
    return field(*units, board=board, sites=sites, begin={"first": "allied"}, initiative=south)


def rig(game: Nw, *pips: int) -> None:
    """Let the next dice fall as given, each from 0 to 9."""
    place = game.state[STREAM]["now"].drawn
    game.dice.remember(place, [shown or 10 for shown in pips])


def rules(game: Nw, player: str, action: dict[str, Any]) -> list[str]:
    """The rule ids that refuse an action; an empty list means that it is legal."""
    return [refusal.rule for refusal in game.why(player, action)]


def at(game: Nw, name: str) -> Unit:
    """What has become of a unit."""
    return game.state[UNITS][name]


def where(game: Nw, name: str) -> str:
    """The hex a unit stands in, or its place off the map."""
    found = at(game, name)
    return game.board.label(found.hex) if found.hex >= 0 else found.place


def hex_status(game: Nw, label: str) -> HexStatus:
    """Control and markers of a hex."""
    return game.state[HEXES][game.board.hex(label)]


def side(game: Nw, name: str) -> SideStatus:
    """The points of a side."""
    return game.state[SIDES][name]


def war(game: Nw) -> War:
    """Weather, initiative and the air."""
    return game.state[WAR][NOW]


def told(game: Nw, kind: str) -> list[dict[str, Any]]:
    """The facts of every event of a kind, in order."""
    return [dict(event.facts) for event in game.events if event.kind == kind]
