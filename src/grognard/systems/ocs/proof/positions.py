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
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.proof.scenes import arrange
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.sequence import KINDS
from grognard.systems.ocs.system import OCS
from grognard.systems.ocs.turn.phases import PRE_TURN

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
    front: list[int]
    """The part of its home that is near the enemy's."""
    rows: list[Row] = field(default_factory=list)
    sizes: dict[int, int] = field(default_factory=dict)


def game(seed: int) -> Ocs:
    """A small game by chance, at any segment of its first turns."""
    rng = random.Random(seed)
    sea = random.Random(f"sea {seed}")
    board = _board(rng, sea)
    late = random.Random(seed + 200_000)
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
        _wings(rng, board, camp, spec)
        _fleet(sea, board, camp, spec)
        _rear(late, board, camp, spec)
    options = {o.id: rng.choice((o.default, o.default, *o.values)) for o in OPTIONS}
    arrange(random.Random(f"scene {seed}"), board, spec, options)
    return Game(OCS, OCS.position(board, spec, options), seed=seed)


def _side(rng: random.Random, side: str) -> Row:
    return {
        "nation": NATIONS[side],
        "reserve_markers": rng.randint(1, 4),
        "rail_cap": rng.randint(0, 4),
        "sea_cap": rng.randint(0, 2),
    }


def _board(rng: random.Random, sea: random.Random) -> Board:
    """A small map: ground, a river, a road and a railway across it, a few places, some sea."""
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
        for row, name in (
            (road, rng.choice(("primary", "secondary", "track"))),
            (rail, rng.choice(("rail", "rail", "rail_multi"))),
        )
    ]
    spots = rng.sample(range(1, cols + 1), 3)
    places = {
        name: f"{kind_} {label(rail, c)}"
        for name, kind_, c in zip(
            ("Alpha", "Beta", "Gamma"), ("village", "minor_city", "major_city"), spots, strict=True
        )
    }
    sides = [f"{label(r, river)}-{label(r, river + 1)} {kind}" for r in range(1, rows + 1)]
    depth = sea.choice((0, 2, 3))
    for r in range(rows + 1, rows + depth + 1):
        terrain |= {label(r, c): "sea" for c in range(1, cols + 1)}
    if depth:
        c = sea.randint(1, cols - 1)
        sides.append(f"{label(rows, c)}-{label(rows, c + 1)} estuary")
    return sketch(rows + depth, cols, terrain=terrain, sides=sides, links=links, places=places)


def _camps(rng: random.Random, board: Board) -> list[Camp]:
    """Both sides with their homes, west and east of a front somewhere in the middle."""
    front = board.layout.cols * rng.randint(35, 65) // 100
    homes: tuple[list[int], list[int]] = ([], [])
    near: tuple[list[int], list[int]] = ([], [])
    for h in range(board.n):
        column = board.cells[h] % board.layout.cols
        if board.terrain[h] not in ("lake", "swamp", "sea"):
            homes[column >= front].append(h)
            if -2 <= column - front < 2:
                near[column >= front].append(h)
    camps = zip(SIDES, homes, near, strict=True)
    return [Camp(side, home, edge or home) for side, home, edge in camps]


def _deploy(rng: random.Random, board: Board, camp: Camp, spec: Row) -> None:
    """Counters, most of them on the map, in any mode a game could have brought them into."""
    for number in range(rng.randint(7, 15)):
        model = rng.choices(MODELS, [model.weight for model in MODELS])[0]
        row = _counter(rng, camp, model, number)
        camp.rows.append(row)
        spec["counters"].append(row)
        size = {"division": 12, "battalion": 2, "repl": 1}.get(model.size, 4)
        fights = model.type not in ("hq", "repl", "rail") and rng.random() < 0.7
        h = rng.choice(camp.front if fights else camp.home)
        if rng.random() < 0.1 or camp.sizes.get(h, 0) + size > LIMIT:
            continue
        camp.sizes[h] = camp.sizes.get(h, 0) + size
        mode = rng.choice(("combat",) * 5 + ("move", "move", "reserve", "strat", "dg"))
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
    spec["counters"] += _breakdowns(camp)


def _breakdowns(camp: Camp) -> list[Row]:
    """The counters of Breakdowns, which divisions send out. [20.0b]"""
    face = {"combat": "3:3 leg", "move": "1:5 leg", "type": "infantry", "traits": "breakdown"}
    whose = {"side": camp.side, "nation": NATIONS[camp.side], "size": "regiment"}
    return [
        {"id": f"{camp.side[:2]}-bd{ar}", "name": f"Brkdn {ar}", "ar": ar, **whose, **face}
        for ar in (1, 3)
    ]


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
        "ar": rng.choice((2, 3)) if model.size == "division" else rng.randint(1, 5),
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
    transport: list[Row] = spec.setdefault("transport", [])
    for number in range(rng.randint(1, 4)):
        kind, points = rng.choice(("truck", "truck", "wagon")), rng.randint(1, 5)
        row: Row = {"side": camp.side, "hex": label(rng.choice(camp.home)), "kind": kind}
        if points == 5 and rng.random() < 0.5:
            row |= {"points": points, "extender": True}
        else:
            row |= {"points": points, "load": rng.randint(0, 4 * points)}
        transport.append({**row, "id": f"{camp.side}-t{number}"})
    for formation in sorted({row["formation"] for row in camp.rows if "formation" in row}):
        row = {"side": camp.side, "id": f"{formation} trucks", "formation": formation}
        row |= {"points": rng.randint(1, 2), "load": rng.randint(0, 4)}
        transport.append({**row, "hex": label(rng.choice(camp.home))})
    for key, most in (("bases", 3), ("hedgehogs", 4)):
        h = label(rng.choice(camp.home))
        row = {"side": camp.side, "hex": h, "level": rng.randint(1, most)}
        spec.setdefault(key, []).append(row)
    edge = "west" if camp.side == "axis" else "east"
    spec.setdefault("sources", []).append({"side": camp.side, "edge": edge})
    owners = spec.setdefault("gauges", {})
    owners[camp.side] = [label(h) for h in camp.home]


WINGS = (
    ("F", ("4/3/0", "2/6/0"), "2/1/0"),
    ("F+T", ("3/8/0",), "1/4/0"),
    ("T", ("(1)/20/0", "(2)/9/0"), "(1)/9/0"),
    ("S", ("(3)/30/0",), "(2)/15/0"),
    ("Tpt", ("(0)/0/2", "(0)/0/1"), "(0)/0/1/2"),
    ("T+Tpt", ("(1)/6/1",), "(0)/3/1/2"),
)
"""Kinds of aircraft: types, what may be printed on the full side, and the reduced one."""


def _wings(rng: random.Random, board: Board, camp: Camp, spec: Row) -> None:
    """Aircraft on the bases of a side, Active or not, some reduced; gliders, and who hip-shoots."""
    side, label = camp.side, board.label
    taken = {row["hex"] for row in spec["bases"]}
    free = [label(h) for h in camp.home if label(h) not in taken]
    spec["bases"].append({"side": side, "hex": rng.choice(free), "level": rng.randint(0, 2)})
    homes = [row["hex"] for row in spec["bases"] if row["side"] == side]
    for number in range(rng.randint(0, 7)):
        types, full, reduced = rng.choice(WINGS)
        plane: Row = {"id": f"{side}-p{number}", "side": side, "nation": NATIONS[side]}
        plane |= {"types": types, "range": rng.randint(3, 25), "full": rng.choice(full)}
        spec.setdefault("planes", []).append({**plane, "reduced": reduced})
        craft: Row = {"id": f"{side}-w{number}", "plane": plane["id"], "hex": rng.choice(homes)}
        craft |= {"active": rng.random() < 0.7, "reduced": rng.random() < 0.2}
        spec.setdefault("air", []).append(craft)
    for h in homes:
        if rng.random() < 0.5:
            spec["dumps"].append({"side": side, "hex": h, "sp": rng.randint(1, 3)})
    spec["sides"][side]["hip_shooters"] = [NATIONS[side]] if rng.random() < 0.6 else []
    if rng.random() < 0.4:
        spec["sides"][side]["gliders"] = True
        gliders = {"side": side, "hex": rng.choice(homes), "points": rng.randint(1, 3)}
        spec.setdefault("gliders", []).append(gliders)


SHIPS = (
    ("ship", "20/6/2/3", "10/4/1/2"),
    ("ship", "8/3/1/1", "4/3/0/1"),
    ("carrier", "0/0/3/2", "0/0/1/1"),
    ("lc", "0/0/0/1", "0/0/0/1"),
    ("lst", "0/0/0/1", "0/0/0/1"),
    ("dukw", "0/0/0/1", "0/0/0/1"),
)
"""Kinds of ships: type, and both sides of the counter. [3.4]"""


def _fleet(rng: random.Random, board: Board, camp: Camp, spec: Row) -> None:
    """Ports on the coast of a side and ships off it, landing craft with cargo, coastal guns."""
    label, side = board.label, camp.side
    shore = [h for h in camp.home if any(board.terrain[b] == "sea" for b in board.around(h))]
    water = sorted({b for h in shore for b in board.around(h) if board.terrain[b] == "sea"})
    if not shore:
        return
    taken = {row["hex"] for row in spec.get("ports", [])}
    berths = [h for h in rng.sample(shore, min(2, len(shore))) if label(h) not in taken]
    for h in berths:
        port: Row = {"name": label(h), "hex": label(h), "side": side, "hits": rng.randint(0, 2)}
        port |= {"capacity": rng.randint(0, 4), "tokens": rng.randint(0, 3)}
        spec.setdefault("ports", []).append({**port, "source_for": [side]})
    for counter in rng.sample(spec["counters"], min(3, len(spec["counters"]))):
        if counter["type"] == "artillery" and counter["side"] == side:
            counter["traits"] = "coastal"
    foes = {row["hex"] for row in spec.get("naval", [])}
    open_sea = [h for h in range(board.n) if board.terrain[h] == "sea"]
    lie = [h for h in (*water, *berths, *open_sea) if label(h) not in foes]
    if not lie:
        return
    placed = {name for row in spec["setup"] for name in row["units"]}
    waiting = [
        r["id"]
        for r in camp.rows
        if r["id"] not in placed and r["size"] not in ("division", "repl")
    ]
    for number, (kind, sound, damaged) in enumerate(rng.choices(SHIPS, k=rng.randint(2, 7))):
        row: Row = {"id": f"{side}-s{number}", "side": side, "nation": NATIONS[side], "type": kind}
        row |= {"sound": sound, "damaged": damaged, "slow": rng.random() < 0.3}
        row |= {"multi": rng.random() < 0.3, "decks": 3 if kind == "carrier" else 0}
        spec.setdefault("ships", []).append(row)
        ship: Row = {"id": f"{side}-n{number}", "ship": row["id"], "hex": label(rng.choice(lie))}
        if kind in ("lc", "lst", "dukw"):
            ship |= {"points": rng.randint(1, 3), "load": rng.randint(0, 4)}
            if kind != "dukw" and waiting and ship["points"] > 1:
                ship |= {"points": 3, "aboard": [waiting.pop()]}
        if kind == "carrier" and spec.get("planes"):
            plane = rng.choice(spec["planes"])
            if plane["side"] == side:
                craft = {"id": f"{side}-c{number}", "plane": plane["id"], "carrier": ship["id"]}
                spec["air"].append({**craft, "active": rng.random() < 0.7})
        spec.setdefault("naval", []).append(ship)


def _rear(rng: random.Random, board: Board, camp: Camp, spec: Row) -> None:
    """What comes: reinforcements by edge, box and base, supply, replacements; and the dead."""
    side, label = camp.side, board.label
    edge = board.edges["west" if side == "axis" else "east"]
    doors = [label(h) for h in edge if h in camp.home] or [label(camp.home[0])]
    own: Row = spec["sides"][side]
    for key in ("supply_hexes", "repl_hexes"):
        if rng.random() < 0.7:
            own[key] = rng.sample(doors, min(2, len(doors)))
    placed = {name for row in spec["setup"] for name in row["units"]}
    placed |= {name for row in spec.get("naval", []) for name in row.get("aboard", [])}
    waiting = [row["id"] for row in camp.rows if row["id"] not in placed]
    coming = [name for name in waiting if rng.random() < 0.5]
    for name in waiting:
        if name not in coming:
            spec["state"][name] = {"place": "dead", "lost": 1}
    trucks = f"{side}-late"
    spec.setdefault("transport", []).append({"side": side, "id": trucks, "points": 1})
    row: Row = {"side": side, "turn": rng.randint(1, 2), "units": [*coming, trucks], "sp": 1}
    spec.setdefault("arrivals", []).append({**row, "hexes": doors[:2]})
    own |= {"truck_total": rng.randint(0, 12), "strips": rng.random() < 0.5}
    drops = [r["id"] for r in camp.rows if r["type"] == "para" and r["id"] in placed]
    for name in drops:
        if rng.random() < 0.5:
            plan = {"unit": name, "hex": label(rng.randrange(board.n)), "turn": rng.randint(1, 3)}
            spec.setdefault("plans", []).append(plan)
    planes = [plane["id"] for plane in spec.get("planes", []) if plane["side"] == side]
    if planes:
        spec["air"].append({"id": f"{side}-new", "plane": rng.choice(planes)})
        spec["arrivals"].append({"side": side, "turn": 1, "units": [f"{side}-new"]})
    spec.setdefault("boxes", {})[f"{side} rear"] = {"hexes": doors[:1]}
