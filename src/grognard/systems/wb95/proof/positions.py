"""Positions made by chance: small plausible games with everything in them, for the fuzzer.

The same seed gives the same game on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import generate
from grognard.engine.game import Game
from grognard.systems.wb95.charts import terrains, wb95_tables
from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.options import OPTIONS
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT
from grognard.systems.wb95.scenario import PHASES_A_TURN, Wb
from grognard.systems.wb95.system import WB95

Row = dict[str, Any]

PAIRINGS = (
    ("German", "Soviet"),
    ("German", "Soviet"),
    ("Soviet", "German"),
    ("American", "German"),
    ("German", "British"),
    ("Romanian", "Soviet"),
)
SIDES = ("west", "east")
STAR_SETS = ("", "", "", "", "black:1", "white:1", "yellow:1", "blue:1", "black:1;white:1")


@dataclass(frozen=True)
class Model:
    """A kind of counter: how often it comes, how it moves, its levels and traits."""

    weight: int
    type: str
    move: str
    cels: tuple[str, ...]
    size: str = "R"
    traits: tuple[str, ...] = ("",)
    nations: tuple[str, ...] = ()


MODELS = (
    Model(
        8, "INF", "foot", ("3:4/2:4", "5:4/3:4", "4:4/3:4/2:4", "2:4"), traits=("", "", "guards")
    ),
    Model(4, "MOT", "trucked", ("3:7/2:7", "4:7/2:7"), traits=("", "ss", "engineer")),
    Model(
        4, "ARM", "tracked", ("6:7/3:7", "8:7/6:7/4:7/2:7", "4:7/2:7"), traits=("", "ss", "guards")
    ),
    Model(2, "CAV", "foot", ("2:6/1:6", "3:6/2:6"), "D"),
    Model(1, "AG", "tracked", ("3:7/2:7", "2:7"), "B"),
    Model(1, "AC", "trucked", ("2:9/1:9",), "B"),
    Model(3, "ART", "trucked", ("5,3:6", "6,2:6", "3,2:6"), "unit", ("towed",)),
    Model(1, "ART", "tracked", ("4,2:7/2,1:7",), "unit"),
    Model(1, "AT", "trucked", ("2,3:6", "1,4:6/1,2:6"), "B", ("towed",)),
    Model(1, "AT", "tracked", ("3:7",), "B"),
    Model(1, "AA", "trucked", ("1,3:6",), "B", ("towed",)),
    Model(3, "HQ", "trucked", ("0:10",), "HQ"),
    Model(1, "RG", "foot", ("1:0", "2:0"), "unit"),
    Model(1, "VS", "foot", ("1:3", "2:3/1:3"), "B", nations=("German",)),
    Model(1, "FU", "foot", ("2:2/1:2", "3:2"), "B"),
    Model(1, "INF", "foot", ("6:4/4:4/2:4",), "D", ("", "guards"), ("Soviet",)),
)


@dataclass
class Camp:
    """One side in the making."""

    side: str
    nation: str
    rows: list[Row] = field(default_factory=list)
    home: list[int] = field(default_factory=list)


def game(seed: int) -> Wb:
    """A small game by chance, at any phase of its first turns."""
    rng = random.Random(seed)
    board = generate(rng.randint(7, 12), rng.randint(7, 14), rng.randrange(10_000))
    camps = _camps(rng, board)
    turns = rng.randint(2, 4)
    spec: Row = {
        "id": f"wb95/chance-{seed}",
        "title": f"Chance {seed}",
        "turns": turns,
        "start": rng.choice(("1941-11-15", "1944-12-16")),
        "sides": {camp.side: {"nation": camp.nation} for camp in camps},
        "initiative": rng.choice(SIDES),
        "begin": {
            "turn": rng.randint(1, max(1, turns - 1)),
            "phase": rng.randint(1, PHASES_A_TURN),
        },
        "areas": {"prize": _prize(rng, board)},
        "counters": [row for camp in camps for row in camp.rows],
    }
    _deploy(rng, board, camps, spec)
    _works(rng, board, spec)
    _support(rng, board, camps, spec)
    _terms(rng, spec)
    options = {o.id: rng.choice((o.default, o.default, *o.values)) for o in OPTIONS}
    return Game(WB95, WB95.position(board, spec, options), seed=seed)


def _camps(rng: random.Random, board: Board) -> list[Camp]:
    """Both sides with their counters, west and east of a front somewhere in the middle."""
    nations = rng.choice(PAIRINGS)
    camps = [Camp(side, nation) for side, nation in zip(SIDES, nations, strict=True)]
    front = board.layout.cols * rng.randint(35, 65) // 100
    for h in range(board.n):
        if board.terrain[h] != "lake":
            camps[board.cells[h] % board.layout.cols >= front].home.append(h)
    for camp in camps:
        for _ in range(rng.randint(1, 3)):
            _formation(rng, camp)
        for _ in range(rng.randint(4, 10)):
            _independent(rng, camp)
    return camps


def _model(rng: random.Random, camp: Camp, *types: str) -> Model:
    pool = [
        model
        for model in MODELS
        if (not model.nations or camp.nation in model.nations)
        and (not types or model.type in types)
    ]
    return rng.choices(pool, [model.weight for model in pool])[0]


def _counter(rng: random.Random, camp: Camp, model: Model, **more: Any) -> Row:
    name = f"{camp.side[0]}{len(camp.rows) + 1}"
    row = {
        "id": name,
        "side": camp.side,
        "nation": camp.nation,
        "name": f"{len(camp.rows) + 1} {model.type}",
        "type": model.type,
        "size": model.size,
        "move": model.move,
        "cels": rng.choice(model.cels),
        "traits": _trait(rng, camp, model),
        "stars": rng.choice(STAR_SETS) if model.type not in ("HQ", "RG") else "",
        **more,
    }
    camp.rows.append(row)
    return row


def _trait(rng: random.Random, camp: Camp, model: Model) -> str:
    """A trait of the model that the nation has: guards are Soviet, SS is German."""
    trait = rng.choice(model.traits)
    owner = {"guards": "Soviet", "ss": "German"}.get(trait, camp.nation)
    return trait if owner == camp.nation else ""


def _formation(rng: random.Random, camp: Camp) -> None:
    """A division: three regiments or more, often with guns of its own. [13.1]"""
    name = f"{rng.randint(1, 300)} {camp.side}"
    more = {"formation": name, "parent": f"{rng.choice('IVX')} Corps"}
    model = _model(rng, camp, "INF", "MOT", "ARM")
    for _ in range(rng.randint(2, 4)):
        _counter(rng, camp, model, **more)
    if rng.random() < 0.6:
        _counter(rng, camp, _model(rng, camp, "ART"), organic=True, **more)


def _independent(rng: random.Random, camp: Camp) -> None:
    _counter(rng, camp, _model(rng, camp), parent=f"{rng.choice('IVX')} Corps")


# ---- on the map


def _deploy(rng: random.Random, board: Board, camps: list[Camp], spec: Row) -> None:
    """Most counters on the map near the front, in stacks; some reduced or in trouble; the rest
    expected or in reserve."""
    ground = Ground(board, terrains(wb95_tables()))
    spec["setup"], spec["state"] = [], {}
    for camp in camps:
        other = camps[camp is camps[0]]
        near = sorted(camp.home, key=lambda h: (_front(board, h, other), h))
        cels: dict[int, int] = {}
        for row in camp.rows:
            if rng.random() < 0.15 and len(camp.rows) > 6:
                continue
            h = _spot(rng, ground, row, near, cels)
            if h is not None:
                _place(rng, board, row, h, spec)
    _late(rng, board, camps, spec)
    spec["gun_setup"] = rng.choice(("combat", "combat", "transport"))


def _front(board: Board, h: int, other: Camp) -> int:
    return min(board.distance(h, b) for b in other.home)


def _spot(
    rng: random.Random, ground: Ground, row: Row, near: list[int], cels: dict[int, int]
) -> int | None:
    """A hex with room for a counter, where it can stand; hexes with friends are preferred."""
    move = "hq" if row["type"] == "HQ" else row["move"]
    count = row["cels"].count("/") + 1
    taken = list(cels)
    for _ in range(20):
        choice = rng.choice(taken) if taken and rng.random() < 0.5 else None
        h = choice if choice is not None else near[min(int(rng.expovariate(0.08)), len(near) - 1)]
        if ground.enterable(move, h) and cels.get(h, 0) + count <= STACKING_LIMIT:
            cels[h] = cels.get(h, 0) + count
            return h
    return None


def _place(rng: random.Random, board: Board, row: Row, h: int, spec: Row) -> None:
    count = row["cels"].count("/") + 1
    setup: Row = {"hex": board.label(h), "units": [row["id"]]}
    if count > 1 and rng.random() < 0.2:
        setup["cel_loss"] = {row["id"]: rng.randint(1, count - 1)}
    spec["setup"].append(setup)
    facts: Row = {}
    if rng.random() < 0.12:
        facts["oos"] = rng.randint(1, 3)
    if rng.random() < 0.12:
        begin = spec["begin"]
        now = (begin["turn"] - 1) * PHASES_A_TURN + begin["phase"] - 1
        if now:
            facts["disorganised"] = rng.randrange(max(0, now - 10), now)
    if row["type"] == "ART" and row["move"] == "trucked" and rng.random() < 0.4:
        facts["transport"] = True
    if facts:
        spec["state"][row["id"]] = facts


def _late(rng: random.Random, board: Board, camps: list[Camp], spec: Row) -> None:
    """Reinforcements through entry zones, and reserves of either kind. [11.1] [S1.5] [S1.8]"""
    placed = {name for row in spec["setup"] for name in row["units"]}
    spec["entry_zones"], spec["reinforcements"], spec["reserves"] = {}, [], {}
    for camp in camps:
        edge = [h for h in board.edges[camp.side] if board.terrain[h] != "lake"]
        hexes = rng.sample(edge, min(len(edge), rng.randint(1, 3)))
        zones = [{"id": f"z{i}", "hexes": [board.label(h)]} for i, h in enumerate(sorted(hexes), 1)]
        spec["entry_zones"][camp.side] = zones
        waiting = [
            row["id"] for row in camp.rows if row["id"] not in placed and row["type"] != "RG"
        ]
        kept = [name for name in waiting if rng.random() < 0.5]
        for name in waiting:
            if name not in kept:
                row = {"turn": rng.randint(1, spec["turns"]), "zone": rng.choice(zones)["id"]}
                spec["reinforcements"].append({**row, "units": [name]})
        if kept and rng.random() < 0.6:
            pool: Row = {"trigger": "counter-lost-in-combat", "units": kept, "per_loss": 1}
            spec["reserves"][camp.side] = {**pool, "zones": [zone["id"] for zone in zones]}
        elif kept:
            pool = {"trigger": "enemy-within", "units": kept, "area": "prize"}
            spec["reserves"][camp.side] = {**pool, "distance": rng.randint(2, 6)}
    used = placed | {n for r in spec["reinforcements"] for n in r["units"]}
    used |= {name for pool in spec["reserves"].values() for name in pool["units"]}
    spec["counters"] = [row for row in spec["counters"] if row["id"] in used]


def _works(rng: random.Random, board: Board, spec: Row) -> None:
    """Fortifications, fixed positions, masks, and bridges that are down. [7.0] [14.1] [16.1.2]"""
    held = list(dict.fromkeys(row["hex"] for row in spec["setup"]))
    dry = [label for label in held if board.terrain[board.hex(label)] != "swamp"]
    spec["fortified"] = [label for label in dry if rng.random() < 0.3]
    spec["masked"] = [label for label in held if rng.random() < 0.2]
    line = [h for h in range(board.n) if any(board.has_side(h, b, "fp") for b in board.around(h))]
    spec["fixed_positions"] = {
        board.label(h): rng.randint(1, 3)
        for h in line
        if rng.random() < 0.5 and board.terrain[h] != "lake"
    }
    ground = Ground(board, terrains(wb95_tables()))
    spec["bridges_down"] = [
        "-".join(map(board.label, ground.side_hexes(key)))
        for key in ground.printed_bridges
        if rng.random() < 0.25
    ]


# ---- beside the map


def _support(rng: random.Random, board: Board, camps: list[Camp], spec: Row) -> None:
    """Supply, air and barrages. [6.5] [8.1.1] [10.1.4]"""
    spec["supply"], spec["air"], spec["barrage"] = {}, [], []
    placed = {name for row in spec["setup"] for name in row["units"]}
    for camp in camps:
        bases: list[Row] = [{"edge": camp.side}]
        posts = [row["id"] for row in camp.rows if row["type"] == "HQ" and row["id"] in placed]
        if rng.random() < 0.4:
            bases.append({"hex": board.label(rng.choice(camp.home))})
        if posts and rng.random() < 0.3:
            bases.append({"hq": rng.choice(posts)})
        spec["supply"][camp.side] = bases
        if rng.random() < 0.6:
            grant: Row = {"side": camp.side, "from_turn": 1, "to_turn": spec["turns"]}
            grant["nation"] = camp.nation
            if rng.random() < 0.4:
                spec["air"].append({**grant, "sp": rng.randint(3, 9), "pool": True})
            else:
                spec["air"].append(
                    {**grant, "counters": rng.randint(1, 3), "sp": rng.randint(4, 8)}
                )
        if rng.random() < 0.4:
            turns = sorted(rng.sample(range(1, spec["turns"] + 1), rng.randint(1, 2)))
            spec["barrage"].append(
                {"side": camp.side, "turns": turns, "ammunition": rng.randint(2, 6)}
            )


def _prize(rng: random.Random, board: Board) -> list[str]:
    """The hexes of a town or city, worth having."""
    place = rng.choice([place for place in board.places.values() if place.hexes])
    return [board.label(h) for h in place.hexes]


def _terms(rng: random.Random, spec: Row) -> None:
    """Victory by points, sometimes also at once. [S1.9] [S1.10] [S1.11]"""
    winner, loser = rng.sample(SIDES, 2)
    spec["victory"] = {
        "points": {
            "side": winner,
            "objectives": [{"each_hex_of": "prize", "vp": 3}, {"each": "single-town-hex", "vp": 1}],
        },
        "scale": [
            {"min": 0, "max": 3, "winner": loser, "degree": "victory"},
            {"min": 4, "max": None, "winner": winner, "degree": "victory"},
        ],
    }
    if rng.random() < 0.3:
        until: Mapping[str, str] = {"side": loser, "phase": "supply"}
        spec["victory"]["automatic"] = {"side": winner, "hold": ["prize"], "until": until}
