"""Positions made by chance: small plausible games on a coast, for the fuzzer.

Two Sea Zones lie in the west; the north is one side's country, the south the other's. Every chapter
finds something to do, of both games: rivers with bridges, cities, bases, helicopters, ships,
mines; a third of the games are Advanced ones, with air units and air defenses. The same seed gives
the same game on every machine.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from grognard.board.board import Board, Box
from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.systems.nextwar.aircraft import RANGES
from grognard.systems.nextwar.ground import FLAT, SEA, TERRAINS, URBAN
from grognard.systems.nextwar.options import ADVANCED, OPTIONS, STANDARD
from grognard.systems.nextwar.scenario import ONSETS, Nw
from grognard.systems.nextwar.sequence import TURNS
from grognard.systems.nextwar.sites import AIRBASE, AIRFIELD, CITY, FORTIFICATION, PORT, TOWN
from grognard.systems.nextwar.status import CLEAR, KINDS, OVERCAST, STORM
from grognard.systems.nextwar.system import NEXTWAR
from grognard.systems.nextwar.units import CARRIERS

Row = dict[str, Any]
ROWS, COLS, COAST = 11, 10, 3
"""How large the map is, and how many of its columns are sea."""
LANDS = {"dprk": "DPRK", "allied": "ROK"}
EDGES = {"dprk": "north", "allied": "south"}
INLAND = tuple(terrain for terrain in TERRAINS if terrain not in (SEA, URBAN))
WEST, SOUTH, ISLE = "West", "South", "Isle"
BEGIN = {game: tuple(part.kind for part in TURNS[game].parts) for game in (STANDARD, ADVANCED)}
RATINGS = (
    "6**-3-3*", "5**-3-3*", "4*-2-2*", "4*-0-1", "4-4-3", "3*-0-0", "2-2-1", "1-3-3", "0-1-1",
    "(1)-0-2", "(3)-0-4**", "(4)-WW-WW",
)  # fmt: skip
"""Air units as they may be: air-to-air, support, strike."""
AIR_FORCES = (("allied", "US", "ROK"), ("allied", "ROK", "ROK"), ("allied", "US", "Japan"),
              ("dprk", "DPRK", "DPRK"))  # fmt: skip


@dataclass(frozen=True)
class Model:
    """A kind of unit: how often it comes, what it is, its values, and its reduced side."""

    weight: int
    type: str
    arm: str
    mobility: str
    values: tuple[int, int, int, int, int]
    """Attack, defense, movement, efficiency, stacking."""
    size: str = "division"
    steps: int = 2
    more: Row = field(default_factory=dict)


MODELS = (
    Model(8, "infantry", "leg", "leg", (6, 8, 4, 5, 2)),
    Model(3, "infantry", "leg", "leg", (3, 4, 4, 4, 1), "brigade"),
    Model(2, "motorized infantry", "leg", "motorized", (4, 6, 6, 4, 2)),
    Model(3, "DPRK light infantry", "leg", "light", (2, 2, 5, 6, 1), "brigade", 1),
    Model(3, "armored", "armor", "mechanized", (5, 4, 8, 5, 1), "brigade"),
    Model(3, "mechanized infantry", "mechanized", "mechanized", (7, 8, 8, 6, 2)),
    Model(3, "artillery", "artillery", "motorized", (0, 1, 6, 5, 1), "brigade", 1,
          {"bracketed": "yes", "range": 4}),
    Model(1, "headquarters", "leg", "leg", (0, 2, 4, 5, 1), "corps", 2, {"range": 4}),
    Model(2, "marines", "leg", "leg", (3, 4, 4, 6, 1), "brigade", 2, {"flags": "marine"}),
    Model(1, "airborne", "leg", "leg", (3, 4, 4, 7, 1), "brigade", 2, {"flags": "airborne"}),
    Model(1, "air assault", "leg", "airmobile", (3, 4, 24, 7, 1), "brigade", 2),
)  # fmt: skip


def game(seed: int) -> Nw:
    """A small game by chance, at any phase of its first turns."""
    rng = random.Random(seed)
    sites = list[Row]()
    front = rng.randint(5, 7)
    board = _board(rng, front, sites)
    counters = {side: _counters(rng, side) for side in LANDS}
    first = rng.choice(tuple(LANDS))
    turns = rng.randint(2, 4)
    played = rng.choice((STANDARD, STANDARD, ADVANCED))
    spec: Row = {
        "id": f"nextwar/chance-{seed}",
        "title": f"Chance {seed}",
        "turns": turns,
        "season": rng.choice(("spring", "summer", "autumn", "winter")),
        "sides": {
            side: {
                "name": LANDS[side], "countries": [land], "edge": EDGES[side],
                "allied": side == "allied", "all_weather": rng.choice(("full", "limited", "none")),
            }
            for side, land in LANDS.items()
        },
        "initiative": {"side": first, "guaranteed": rng.randint(0, 2), "vps": rng.randint(2, 6)},
        "counters": [row for rows in counters.values() for row in rows],
        "sites": sites,
        "begin": {
            "turn": rng.randint(1, 2), "segment": rng.choice(BEGIN[played]),
            "kind": rng.choice(KINDS), "weather": rng.choice((CLEAR, CLEAR, OVERCAST, STORM)),
        },
    }  # fmt: skip
    _deploy(rng, board, front, counters, spec)
    _above(rng, sites, spec)
    _lifted(rng, front, sites, counters, spec)
    _afloat(rng, board, sites, spec)
    _terms(rng, board, spec)
    options = {o.id: rng.choice((o.default, o.default, *o.values)) for o in OPTIONS}
    options["game"] = played
    _stores(rng, front, spec)
    if played == ADVANCED:
        _aloft(rng, spec)
        _beyond(rng, spec)
    return Game(NEXTWAR, NEXTWAR.position(board, spec, options), seed=seed)


def _aloft(rng: random.Random, spec: Row) -> None:
    """Air units of every nation, aboard of carriers too, and air defenses. [22.1] [24.1]"""
    rows = [
        _plane(rng, f"{side}-{nation}-{box}-{i}", side, nation, box)
        for side, nation, box in AIR_FORCES
        for i in range(rng.randint(1, 4))
    ]
    carriers = [row for row in spec.get("ships", ()) if row["type"] in CARRIERS]
    rows += [_plane(rng, f"{r['id']}-wing", r["side"], "US", r["id"]) for r in carriers]
    spec["aircraft"] = rows
    spec["basing"] = {
        "ROK": {"side": "allied", "nations": ["US", "ROK"]},
        "Japan": {"side": "allied", "nations": ["US"], "recovery": True},
        "DPRK": {"side": "dprk"},
    }
    for side in LANDS:
        tracks = {"detection": rng.randint(0, 10), "sam": rng.randint(0, 10)}
        spec.setdefault("assets", {}).setdefault(side, {}).update(tracks, aaa=rng.randint(0, 3))
    lead = rng.randint(0, 3)
    spec["begin"] |= {"awacs": lead, "watching": rng.choice(tuple(LANDS)) if lead else ""}


def _beyond(rng: random.Random, spec: Row) -> None:
    """Missiles, special operations forces, the United Nations, nations that help, and an island
    beyond the map.

    [26.1] [20.1.1] [28.0] [23.0]
    """
    for side in LANDS:
        spec["assets"][side] |= {"ballistic": rng.randint(0, 4), "cruise": rng.randint(0, 3)}
    spec["salvos"] = {side: {"ballistic": rng.randint(0, 3)} for side in LANDS}
    spec["launchers"] = {side: ["ballistic"] for side in LANDS}
    spec["missiles"] = {"allied": {"cruise": {1: 1, 2: rng.randint(0, 2)}}}
    spec["raiders"] = {
        nation: {"side": side, "markers": rng.randint(0, 4), "arrivals": {2: 1}}
        for nation, side in (("DPRK", "dprk"), ("ROK", "allied"), ("US", "allied"))
    } | {"PRC": {"side": "dprk", "markers": 0}, "JPN": {"side": "allied", "markers": 0}}
    spec["posture"] = {
        "PRC": {"side": "dprk", "supplies": 2, "markers": 2},
        "JPN": {"side": "allied", "markers": 1, "box": "Japan", "until": 2},
    }
    spec["onset"] = rng.choice(ONSETS)
    powers = [{"power": "PRC", "side": "dprk"}, {"power": "US", "side": "allied"}]
    spec["lands"] = {ISLE: rng.choice(INLAND)}
    for row in rng.sample(spec["setup"], min(2, len(spec["setup"]))):
        if rng.random() < 0.3:
            row["box"] = ISLE
            del row["hex"]
    spec["un"] = {"vetoes": powers, "drm": rng.randint(-1, 8), "gas": 2, "capital": 1}


def _plane(rng: random.Random, name: str, side: str, nation: str, box: str) -> Row:
    air, support, strike = rng.choice(RATINGS).split("-")
    return {
        "id": name, "side": side, "nation": nation, "box": box, "air": air, "support": support,
        "strike": strike, "aircraft": rng.choice(("F-15C", "F-22A", "KF-16", "MiG-29")),
        "range": rng.choice(RANGES), "all_weather": rng.choice(("yes", "")),
        "stealth": rng.choice(("yes", "", "")), "skill": rng.choice((-2, -1, 0, 1)),
        "steps": rng.choice((1, 2, 2)), "turn": 3 if rng.random() < 0.2 else 0,
    }  # fmt: skip


# ---- the map


def _labels(first: int, last: int, rows: range = range(1, ROWS + 1)) -> list[str]:
    return [f"{c:02}{r:02}" for c in range(first, last + 1) for r in rows]


def _board(rng: random.Random, front: int, sites: list[Row]) -> Board:
    """Sea in the west, mixed country inland, rivers and roads across it, sites in it."""
    sea, land = _labels(1, COAST), _labels(COAST + 1, COLS)
    terrain = dict.fromkeys(sea, SEA)
    for label in land:
        terrain[label] = FLAT if rng.random() < 0.4 else rng.choice(INLAND)
    for side in LANDS:
        _sites(rng, [at for at in land if _whose(at, front) == side], terrain, sites)
    country = {label: LANDS[_whose(label, front)] for label in land}
    north, south = _labels(1, COAST, range(1, front + 1)), _labels(1, COAST, range(front + 1, 12))
    blank = sketch(ROWS, COLS, orientation="flat", shifted="odd", numbering="CCRR")
    boxes = [
        Box(WEST, "at_sea", (), (SOUTH, f"Inshore {WEST}", "Overseas")),
        Box(SOUTH, "at_sea", (), (WEST, f"Inshore {SOUTH}")),
        Box(f"Inshore {WEST}", "inshore", tuple(map(blank.hex, north)), (WEST, ISLE)),
        Box(f"Inshore {SOUTH}", "inshore", tuple(map(blank.hex, south)), (SOUTH,)),
        Box("Overseas", "holding", (), (WEST,)),
        Box(ISLE, "land_area", (), (f"Inshore {WEST}",)),
    ]
    return sketch(
        ROWS, COLS, orientation="flat", shifted="odd", numbering="CCRR", terrain=terrain,
        sides=_rivers(rng, blank), links=_roads(rng), boxes=boxes, attributes={"country": country},
    )  # fmt: skip


def _whose(label: str, front: int) -> str:
    return "dprk" if int(label[2:]) <= front else "allied"


def _rivers(rng: random.Random, board: Board) -> list[str]:
    """A river or two across the country, between two rows of hexes."""
    found = []
    for row in rng.sample(range(3, ROWS - 1), rng.randint(1, 2)):
        kind = rng.choice(("minor_river", "minor_river", "major_river"))
        for label in _labels(COAST + 1, COLS, range(row, row + 1)):
            a = board.hex(label)
            below = [b for b in board.around(a) if int(board.label(b)[2:]) > row]
            found += [f"{label}-{board.label(b)} {kind}" for b in below]
    return found


def _roads(rng: random.Random) -> list[str]:
    """Roads from north to south."""
    found = []
    for col in rng.sample(range(COAST + 1, COLS + 1), rng.randint(1, 3)):
        kind = rng.choice(("highway", "primary", "secondary"))
        found.append(f"{'-'.join(_labels(col, col))} {kind}")
    return found


def _sites(rng: random.Random, land: list[str], terrain: dict[str, str], sites: list[Row]) -> None:
    """Bases, cities and towns of one country; ports lie on the coast."""
    coast = [label for label in land if int(label[:2]) == COAST + 1]
    for kind, number in (
        (AIRBASE, 1), (AIRFIELD, 1), (CITY, rng.randint(1, 2)), (TOWN, 2), (FORTIFICATION, 2),
    ):  # fmt: skip
        for label in rng.sample(land, number):
            sites.append({"hex": label, "name": f"{kind.capitalize()} {label}", "kind": kind})
            if kind == CITY and rng.random() < 0.5:
                terrain[label] = URBAN
    port = rng.choice(coast)
    sites.append({"hex": port, "name": f"Port {port}", "kind": PORT})


# ---- units


def _counters(rng: random.Random, side: str) -> list[Row]:
    """The counters of one side: whatever comes, in two or three formations."""
    formations = [f"{number}{side[0]}" for number in range(1, rng.randint(3, 4))]
    models = rng.choices(MODELS, [model.weight for model in MODELS], k=rng.randint(6, 12))
    return [_counter(rng, side, number, model, formations) for number, model in enumerate(models)]


def _counter(
    rng: random.Random, side: str, number: int, model: Model, formations: list[str]
) -> Row:
    attack, defense, ma, er, sp = model.values
    er = max(2, er + rng.randint(-1, 1))
    nation = "US" if side == "allied" and rng.random() < 0.3 else LANDS[side]
    row: Row = {
        "id": f"{side[0]}{number}", "side": side, "nation": nation,
        "name": f"{number} {model.type}", "size": model.size, "type": model.type,
        "arm": model.arm, "mobility": model.mobility, "attack": attack, "defense": defense,
        "ma": ma, "er": er, "sp": sp, "formation": rng.choice(formations), **model.more,
    }  # fmt: skip
    if model.steps == 2:
        row |= {
            "reduced_attack": attack // 2, "reduced_defense": -(-defense // 2),
            "reduced_er": er - 1, "reduced_sp": max(1, sp - 1),
        }  # fmt: skip
    return row


def _deploy(
    rng: random.Random, board: Board, front: int, counters: dict[str, list[Row]], spec: Row
) -> None:
    """Most units on the map near the front; some reduced, clearing nothing yet; some to come."""
    spec["setup"], spec["state"], spec["reinforcements"] = [], {}, []
    for side, rows in counters.items():
        own = [at for at in _labels(COAST + 1, COLS) if _whose(at, front) == side]
        near = sorted(own, key=lambda at: (abs(2 * int(at[2:]) - 2 * front - 1), at))
        for row in rows:
            if rng.random() < 0.12:
                edge = [h for h in board.edges[EDGES[side]] if board.terrain[h] != SEA]
                spec["reinforcements"].append(
                    {
                        "turn": rng.randint(1, 3), "side": side, "units": [row["id"]],
                        "hexes": [board.label(h) for h in edge],
                    }
                )  # fmt: skip
                continue
            label = near[min(int(rng.expovariate(0.12)), len(near) - 1)]
            spec["setup"].append({"hex": label, "units": [row["id"]]})
            if "reduced_attack" in row and rng.random() < 0.25:
                spec["state"][row["id"]] = {"steps": 1}
    spec["replacements"] = {
        land: [rng.randint(0, 4) for _ in range(3)] for land in (*LANDS.values(), "US")
    }


# ---- the air and the sea


def _above(rng: random.Random, sites: list[Row], spec: Row) -> None:
    """Helicopters at the bases, and Air Points to begin with. [6.1] [6.5]"""
    spec["helicopters"], spec["bases"], spec["assets"] = [], {}, {}
    for place, side in enumerate(LANDS):
        bases = [site["hex"] for site in sites if site["kind"] == AIRBASE]
        for number in range(rng.randint(0, 2)):
            name = f"{side[0]}h{number}"
            spec["helicopters"].append(
                {
                    "id": name, "side": side, "nation": LANDS[side], "name": f"Helicopter {name}",
                    "support": rng.randint(1, 3), "range": rng.randint(4, 8),
                    "steps": rng.randint(1, 2),
                }
            )  # fmt: skip
            spec["bases"][name] = bases[place]
        spec["assets"][side] = {
            "air": rng.randint(0, 6), "submarines": rng.randint(0, 3), "asw": rng.randint(0, 3),
        }  # fmt: skip


def _lifted(
    rng: random.Random, front: int, sites: list[Row], counters: dict[str, list[Row]], spec: Row
) -> None:
    """Planes and Airmobile Points; airborne units and some others wait on a base. [8.5.2]"""
    spec["lift"] = {}
    for side, rows in counters.items():
        spec["assets"][side]["lift"] = rng.randint(0, 3)
        spec["lift"][side] = {"transport": rng.randint(0, 3), "airborne": [rng.randint(0, 2)]}
        strips = [s["hex"] for s in sites if s["kind"] in (AIRBASE, AIRFIELD)]
        own = [at for at in strips if _whose(at, front) == side]
        waiting = [r["id"] for r in rows if r["type"] == "airborne" or rng.random() < 0.1]
        for row in spec["setup"]:
            if row["units"][0] in waiting:
                row["hex"] = rng.choice(own)


def _afloat(rng: random.Random, board: Board, sites: list[Row], spec: Row) -> None:
    """Ships in boxes and off the coast, mines, and shipping. [7.0]"""
    spec["ships"], spec["fleet"] = [], []
    for side in LANDS:
        for number in range(rng.randint(0, 3)):
            kind = rng.choice(("SAG", "SAG", "AMPH", "CV"))
            name = f"{side[0]}s{number}"
            extra = {"capacity": 4, "lift": 1, "range": 0} if kind == "AMPH" else {}
            spec["ships"].append(
                {
                    "id": name, "side": side, "nation": LANDS[side], "name": f"{kind} {name}",
                    "type": kind, "support": 2, "range": 2, **extra,
                }
            )  # fmt: skip
            at = rng.choice((WEST, SOUTH, f"Inshore {SOUTH}", "Overseas"))
            row: Row = {"at": at, "ships": [name]}
            spec["fleet"].append(row | ({"turn": 2} if rng.random() < 0.2 else {}))
    sea = [h for h in range(board.n) if board.terrain[h] == SEA]
    spec["seas"] = {
        "control": {rng.choice(tuple(LANDS)): [rng.choice((WEST, SOUTH))]},
        "transport": {side: rng.randint(0, 3) for side in LANDS},
        "laid": [
            {"side": side, "hex": board.label(rng.choice(sea)), "density": rng.randint(1, 3)}
            for side in LANDS
            if rng.random() < 0.5
        ],
    }


def _terms(rng: random.Random, board: Board, spec: Row) -> None:
    """Levels of victory, sometimes a roll for automatic victory. [12.2] [12.3]"""
    spec["victory"] = {
        "automatic": rng.choice((0, 4)),
        "levels": [
            {"lead": 5, "side": "dprk", "title": "victory"},
            {"lead": -4, "title": "stalemate"},
            {"lead": -99, "side": "allied", "title": "victory"},
        ],
    }
    if rng.random() < 0.5:
        spec["surprise"] = {"init-combat": rng.randint(1, 2)}


# ---- supply


def _stores(rng: random.Random, front: int, spec: Row) -> None:
    """A depot of either side, perhaps mobile supply units, points, and gas: for the Advanced Game.

    [19.4] [18.2.4]
    """
    spec["supply"] = {}
    for side in LANDS:
        own = [at for at in _labels(COAST + 1, COLS) if _whose(at, front) == side]
        mobile = rng.sample(own, rng.randint(0, 2))
        spec["supply"][side] = {"depots": rng.sample(own, 1), "mobile": mobile, "points": [0, 2]}
        held = spec.setdefault("assets", {}).setdefault(side, {})
        held |= {"supply": rng.randint(0, 8), "gas": rng.randint(0, 2)}
