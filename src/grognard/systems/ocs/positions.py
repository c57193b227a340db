"""Positions made by chance: small plausible games with everything in them, for the fuzzer.

The same seed gives the same game on every machine.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.systems.ocs.options import OPTIONS
from grognard.systems.ocs.phases import KINDS, PRE_TURN
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.stacks import LIMIT
from grognard.systems.ocs.system import OCS

Row = dict[str, Any]

SIDES = ("axis", "allied")
NATIONS = {"axis": "German", "allied": "Soviet"}
GROUND = ("clear",) * 8 + ("woods",) * 4 + ("hill", "rough", "swamp", "woods+hill", "lake")


@dataclass(frozen=True)
class Model:
    """A kind of counter: how often it comes, and what may be printed on it."""

    weight: int
    type: str
    colour: str
    combat: tuple[str, ...]
    move: tuple[str, ...]
    size: str = "regiment"
    more: Row = field(default_factory=dict)
    traits: tuple[str, ...] = ("",)


MODELS = (
    Model(6, "infantry", "other", ("14:3 leg", "9:3 leg"), ("5:5 leg",), "division", {"re": 3},
          ("infantry",)),
    Model(5, "infantry", "other", ("4:3 leg", "3:4 leg"), ("2:5 leg",)),
    Model(4, "armor", "armor", ("12:6 tracked", "7:6 tracked"), ("5:12 tracked",), "brigade"),
    Model(3, "armor", "armor", ("6:6 tracked",), ("3:14 truck",), "battalion"),
    Model(4, "mech", "mech", ("8:5 truck", "6:6 tracked"), ("4:14 truck",)),
    Model(2, "recon", "mech", ("3:8 truck",), ("1:20 truck",), "battalion", {}, ("recon",)),
    Model(2, "anti-tank", "other", ("(2):3 leg",), ("(1):10 truck",), "battalion", {},
          ("anti-tank",)),
    Model(2, "engineer", "other", ("2:3 leg",), ("1:10 truck",), "battalion", {}, ("engineer",)),
    Model(3, "artillery", "other", ("-:2 leg",), ("-:8 truck",), "regiment",
          {"barrage": "20/5", "range": 4}),
    Model(2, "hq", "other", ("-:3 truck",), ("-:14 truck",), "regiment",
          {"throw": "8 truck/4 truck", "ar": 0}, ("engineer",)),
    Model(1, "repl", "other", ("0:5 leg",), ("0:5 leg",), "repl", {"ar": 0}, ("pax", "eq")),
    Model(1, "para", "other", ("5:3 leg",), ("3:5 leg",), "regiment", {}, ("para",)),
    Model(1, "rail", "other", ("(1):3 leg",), ("(1):8 truck",), "battalion", {"ar": 1},
          ("rail-repair",)),
)  # fmt: skip


@dataclass
class Camp:
    """One side in the making."""

    side: str
    home: list[int]
    rows: list[Row] = field(default_factory=list)
    sizes: dict[int, int] = field(default_factory=dict)


def game(seed: int) -> Ocs:
    """A small game by chance, at any segment of its first turns."""
    rng = random.Random(seed)
    board = _board(rng)
    camps = _camps(rng, board)
    turns = rng.randint(2, 3)
    first = rng.choice(("", *SIDES))
    spec: Row = {
        "id": f"ocs/chance-{seed}",
        "title": f"Chance {seed}",
        "turns": turns,
        "season": rng.choice(("spring", "summer", "autumn", "winter")),
        "sides": {side: _side(rng, side) for side in SIDES},
        "begin": {
            "turn": rng.randint(1, turns - 1),
            "segment": rng.choice((PRE_TURN, *KINDS)),
            "player": rng.choice(SIDES),
        },
        "counters": [],
        "setup": [],
        "state": {},
    }
    if first:
        spec["first"] = first
    for camp in camps:
        _deploy(rng, board, camp, spec)
        _stores(rng, board, camp, spec)
    options = {o.id: rng.choice((o.default, o.default, *o.values)) for o in OPTIONS}
    return Game(OCS, OCS.position(board, spec, options), seed=seed)


def _side(rng: random.Random, side: str) -> Row:
    return {
        "nation": NATIONS[side],
        "reserve_markers": rng.randint(1, 4),
        "rail_cap": rng.randint(0, 4),
        "sea_cap": rng.randint(0, 2),
    }


def _board(rng: random.Random) -> Board:
    """A small map: ground, a river, a road and a railway across it, and a few places."""
    rows, cols = rng.randint(7, 10), rng.randint(8, 12)
    label = "{:02d}{:02d}".format
    cells = [(r, c) for r in range(1, rows + 1) for c in range(1, cols + 1)]
    terrain = {label(r, c): rng.choice(GROUND) for r, c in cells}
    road, rail = rng.randint(1, rows), rng.randint(1, rows)
    for c in range(1, cols + 1):
        for r in {road, rail}:
            if terrain[label(r, c)] == "lake":
                terrain[label(r, c)] = "clear"
    river = rng.randint(2, cols - 1)
    kind = rng.choice(("minor_river", "minor_river", "major_river"))
    links = [
        "-".join(label(row, c) for c in range(1, cols + 1)) + f" {name}"
        for row, name in ((road, rng.choice(("primary", "secondary", "track"))), (rail, "rail"))
    ]
    spots = rng.sample(range(1, cols + 1), 3)
    places = {
        name: f"{kind_} {label(rail, c)}"
        for name, kind_, c in zip(
            ("Alpha", "Beta", "Gamma"), ("village", "minor_city", "major_city"), spots, strict=True
        )
    }
    sides = [f"{label(r, river)}-{label(r, river + 1)} {kind}" for r in range(1, rows + 1)]
    return sketch(rows, cols, terrain=terrain, sides=sides, links=links, places=places)


def _camps(rng: random.Random, board: Board) -> list[Camp]:
    """Both sides with their homes, west and east of a front somewhere in the middle."""
    front = board.layout.cols * rng.randint(35, 65) // 100
    homes: tuple[list[int], list[int]] = ([], [])
    for h in range(board.n):
        if board.terrain[h] not in ("lake", "swamp"):
            homes[board.cells[h] % board.layout.cols >= front].append(h)
    return [Camp(side, home) for side, home in zip(SIDES, homes, strict=True)]


def _deploy(rng: random.Random, board: Board, camp: Camp, spec: Row) -> None:
    """Counters, most of them on the map, in any mode a game could have brought them into."""
    for number in range(rng.randint(6, 14)):
        model = rng.choices(MODELS, [model.weight for model in MODELS])[0]
        row = _counter(rng, camp, model, number)
        camp.rows.append(row)
        spec["counters"].append(row)
        size = {"division": 12, "battalion": 2, "repl": 1}.get(model.size, 4)
        h = rng.choice(camp.home)
        if rng.random() < 0.1 or camp.sizes.get(h, 0) + size > LIMIT:
            continue
        camp.sizes[h] = camp.sizes.get(h, 0) + size
        mode = rng.choice(("combat", "combat", "combat", "move", "reserve", "strat", "dg"))
        setup: Row = {"hex": board.label(h), "units": [row["id"]], "mode": mode}
        if mode in ("reserve", "dg"):
            setup["up"] = rng.choice(("combat", "move"))
        if row.get("re") and rng.random() < 0.3:
            setup["lost"] = rng.randint(1, row["re"] - 1)
        spec["setup"].append(setup)
        facts: Row = {}
        if rng.random() < 0.1:
            facts["oos"] = True
        if rng.random() < 0.1:
            facts["internals"] = rng.randint(1, 2)
        if facts:
            spec["state"][row["id"]] = facts


def _counter(rng: random.Random, camp: Camp, model: Model, number: int) -> Row:
    name = f"{camp.side[:2]}{number + 1}"
    row: Row = {
        "id": name,
        "side": camp.side,
        "nation": NATIONS[camp.side],
        "name": f"{number + 1} {model.type}",
        "size": model.size,
        "type": model.type,
        "colour": model.colour,
        "combat": rng.choice(model.combat),
        "move": rng.choice(model.move),
        "ar": rng.randint(1, 5),
        "traits": rng.choice(model.traits),
        **model.more,
    }
    if model.type in ("armor", "mech", "recon") and rng.random() < 0.6:
        row["formation"] = f"{rng.randint(1, 2)} {camp.side}"
    return row


def _stores(rng: random.Random, board: Board, camp: Camp, spec: Row) -> None:
    """Dumps, transport, bases, hedgehogs and sources of supply behind the front."""
    label = board.label
    for _ in range(rng.randint(1, 4)):
        dump = {"side": camp.side, "hex": label(rng.choice(camp.home)), "sp": rng.randint(1, 6)}
        spec.setdefault("dumps", []).append(dump)
    for number in range(rng.randint(0, 3)):
        kind, points = rng.choice(("truck", "truck", "wagon")), rng.randint(1, 5)
        row: Row = {"side": camp.side, "hex": label(rng.choice(camp.home)), "kind": kind}
        row |= {"points": points, "load": rng.randint(0, 4 * points)}
        spec.setdefault("transport", []).append({**row, "id": f"{camp.side}-t{number}"})
    for key, most in (("bases", 3), ("hedgehogs", 4)):
        h = label(rng.choice(camp.home))
        row = {"side": camp.side, "hex": h, "level": rng.randint(1, most)}
        spec.setdefault(key, []).append(row)
    edge = "west" if camp.side == "axis" else "east"
    spec.setdefault("sources", []).append({"side": camp.side, "edge": edge})
    owners = spec.setdefault("gauges", {})
    owners[camp.side] = [label(h) for h in camp.home]
