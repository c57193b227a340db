"""Positions in a line or two: for tests, for the second readers' cases, for programs.

Hexes are axial, as the second readers write them: the neighbours of (q, r) are (q+1, r), (q-1, r),
(q, r+1), (q, r-1), (q+1, r-1) and (q-1, r+1). `at(q, r)` is the label of a hex in actions. Unless
said otherwise it is an AM game turn, dry and clear, nobody rests, every hex is clear, every unit is
in Tac mode, at full strength, in GenS, in command, unfatigued and with normal fuel, as in
`readings.yaml`. A test of a rule is then five lines:

    game = position(
        unit("g1", (0, 0), "pz4", mode="PA"),
        unit("u1", (2, 0), "inf", "6-8", fatigue=1, inside=True),
        terrain={(1, 0): "forest rough village VP", (2, 0): "town constricted"},
        roads={"primary": [[(0, 0), (1, 0), (2, 0)]]}, water={"river": [((1, 0), (2, 0))]},
        works={(2, 0): "ET-2"}, segment="pa-moves", side="axis", weather="Ovr Mud", turn="PM",
    )
    assert game.to_act == "axis"
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(1, 0)]})

Words for hexes are terrain (one or several; `rough_2` and `soft_ground`), population features, VP,
HVP or HVP:5, constricted, embankment, sea, Axis-Ft and Allied-Ft, an air sector as in sector:north
or a weather zone as in zone:hills; roads may be a `contour` too.

The first letter of a unit's name is its nation: g German, u US, b British. A unit with a formation
whose headquarters is not given gets one that is off the map; `unit("ghq", (0, 3), "hq:div",
formation="1 Pz")` gives it. What `unit` does not know goes to the counter sheet (`formation`,
`regiment`, `pr_off`, `ma` ...) or, if it is a field of `Unit`, into its state (`mode`, `supply`,
`ooc`, `spent` ...); `left` are its steps now, and None as a hex leaves it off the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.systems.goss.ground import POPULATION, SPELT, TERRAINS
from grognard.systems.goss.reading.counters import SHEET
from grognard.systems.goss.scenario import AM, NIGHT, PM, Gs
from grognard.systems.goss.sequence import TURN
from grognard.systems.goss.status import RESTS, Rest
from grognard.systems.goss.system import GOSS
from grognard.systems.goss.units import EXPECTED, Unit

Axial = tuple[int, int]
RADIUS = 12
"""How far the map reaches from (0, 0); an even number, so that columns fall as they should."""
NATIONS = {"g": ("axis", "German"), "u": ("allied", "US"), "b": ("allied", "British")}
TURNS = {AM: 4, PM: 5, NIGHT: 6}
"""The game turns of the second day of twelve."""
FACTS = {f.name for f in fields(Unit)} - {"steps"}
COLUMNS = {*SHEET.columns}
AREAS = {
    "VP": "vantage_point", "HVP": "high_vantage_point", "constricted": "constricted",
    "embankment": "embankment", "Axis-Ft": "fortified_axis", "Allied-Ft": "fortified_allied",
    "sea": "sea",
}  # fmt: skip
"""Words for hexes besides terrain and population: `HVP:5` has its number beside it."""


@dataclass(frozen=True)
class Kind:
    """What a unit of a kind is, unless it is said otherwise: size, steps, values, proficiency."""

    size: str = "Bn"
    steps: int = 3
    values: str = "4-6"
    pr: str = "6/6"
    ma: str = "6"
    more: Mapping[str, Any] = field(default_factory=dict)


GUNS = {"barrage": 3, "range": 5, "gun": "105mm"}
ARMOR = {"arm_attack": 3, "arm_defence": 3}
PANTHER = {"arm_attack": 5, "arm_defence": 5, "z_side": "yes"}
TIGER = {"arm_attack": 6, "arm_defence": 6, "z_side": "yes"}
KINDS: Mapping[str, Kind] = {
    "inf": Kind(), "para": Kind(), "glider": Kind(), "mg": Kind(),
    "re": Kind(more={"traits": "re"}),
    "fus": Kind(steps=2), "motinf": Kind(ma="12"), "arminf": Kind(ma="12"),
    "eng": Kind("Co", 1, "1-2"), "armeng": Kind("Co", 1, "2-2", ma="12"),
    "armrecon": Kind("Bn", 3, "4-4", ma="14", more={"arm_attack": 1, "arm_defence": 1}),
    "hybrid": Kind("Bn", 3, "7-7", ma="12", more={**ARMOR, "mix": "m4 arminf m4"}),
    "pz4": Kind("Co", 1, "3-3", ma="12", more={**ARMOR, "z_side": "yes"}),
    "pz5": Kind("Co", 1, "4-3", ma="12", more=PANTHER),
    "pz6": Kind("Co", 1, "4-4", ma="10", more=TIGER),
    "pz6b": Kind("Co", 1, "4-4", ma="10", more=TIGER),
    "stug": Kind("Co", 1, "2-3", ma="12", more={**ARMOR, "z_side": "yes"}),
    "jgpz5": Kind("Co", 1, "2-4", ma="12", more={"arm_attack": 5, "arm_defence": 5}),
    "stupz": Kind("Co", 1, "3-3", ma="12", more=ARMOR),
    "m4": Kind("Bn", 3, "6-6", ma="12", more=ARMOR),
    "m5": Kind("Co", 1, "1-1", ma="14", more={"arm_attack": 1, "arm_defence": 1}),
    "td": Kind("Co", 1, "1-3", ma="12", more={"arm_attack": 3, "arm_defence": 4}),
    "at": Kind("Co", 1, "0-2", "0/6", "12", {"at": 3, "gun": "75mm"}),
    "atleg": Kind("Co", 1, "0-2", "0/6", "6", {"at": 3}),
    "flak": Kind("Co", 1, "0-2", "0/6", "12", {"at": 4, "gun": "88mm"}),
    "art": Kind("Bn", 1, "0-2", "0/6", "12", GUNS), "nw": Kind("Bn", 1, "0-1", "0/5", "12", GUNS),
    "arth": Kind("Bn", 1, "0-2", "0/6", "6H", GUNS), "spa": Kind("Bn", 1, "0-2", "0/6", "6", GUNS),
    "static": Kind("Bn", 1, "0-2", "0/6", "0", GUNS),
    "bridge": Kind("Bn", 1, "0-1", "0/5", "9", {"traits": "heavy bridge"}),
    "hq": Kind("Bn", 2, "0-2", "0/5", "12"),
}  # fmt: skip
"""House values, near those of the order of battle."""


def at(q: int, r: int, radius: int = RADIUS) -> str:
    """The label of an axial hex."""
    col, row = q + radius, r + q // 2 + radius
    return f"{col + 1:02}{row + 1:02}"


def _label(hex: Axial, radius: int) -> str:
    return at(hex[0], hex[1], radius)


def unit(
    name: str, hex: Axial | None, kind: str = "inf", values: str = "", **more: Any
) -> dict[str, Any]:
    """One counter and where it stands: see above. `values` are attack and defence, and a third
    number its MA; `left` is how many of its steps it has."""
    code, _, level = kind.partition(":")
    usual, (side, nation) = KINDS[code], NATIONS[name[0]]
    attack, defence, *ma = (values or usual.values).split("-")
    steps = more.pop("steps", usual.steps)
    off, dfn = more.pop("pr", usual.pr).split("/")
    row: dict[str, Any] = {
        "id": name, "side": side, "nation": nation, "name": name, "type": code, "size": usual.size,
        "steps": steps, "attack": int(attack), "defence": int(defence), "pr_off": int(off),
        "pr_def": int(dfn), "ma": ma[0] if ma else usual.ma, "level": level, **usual.more,
    }  # fmt: skip
    if steps > 1:
        reduced = more.pop("reduced", f"{_less(attack)}-{_less(defence)}").split("-")
        row |= {"red_attack": int(reduced[0]), "red_defence": int(reduced[1])}
    if code == "hybrid" and steps == 2:
        row |= {"size": "Co", "mix": "arminf m4"}
    facts = {key: more.pop(key) for key in list(more) if key in FACTS}
    if "left" in more:
        facts["steps"] = more.pop("left")
    strange = [key for key in more if key not in COLUMNS]
    if strange:
        raise TypeError(f"{strange[0]!r} is neither a column of a counter nor a field of a unit")
    return {"row": {**row, **more}, "hex": hex, "facts": facts}


def _less(factor: str) -> int:
    """A reduced side as in the rulebook's example, where 7-8 becomes 5-6. [4.2.2]"""
    return round(int(factor) * 0.7)


@lru_cache(maxsize=64)
def _board(
    terrain: tuple[tuple[Axial, str], ...],
    roads: tuple[tuple[str, tuple[Axial, ...]], ...],
    water: tuple[tuple[str, Axial, Axial], ...],
    radius: int,
) -> Board:
    """A map that is clear but for what is named."""
    size = 2 * radius + 1
    ground: dict[str, str] = {}
    features: dict[str, list[str]] = {}
    sight: dict[str, str] = {}
    named: dict[str, dict[str, str]] = {"sector": {}, "zone": {}}
    for hex, text in terrain:
        label, kinds = _label(hex, radius), []
        for word in text.split():
            if word in SPELT or word in TERRAINS:
                kinds.append(word)
                continue
            area, _, number = word.partition(":")
            if area in ("sector", "zone"):
                named[area][label] = number
                continue
            if area not in AREAS and area not in POPULATION:
                raise ValueError(f"{word!r} is no terrain, no place and no feature")
            features.setdefault(AREAS.get(area, area), []).append(label)
            sight |= {label: number} if number else {}
        if kinds:
            ground[label] = "_".join(kinds)
    places = {
        f"{kind} {label}": f"{kind} {label}"
        for kind in POPULATION
        for label in features.pop(kind, ())
    }
    return sketch(
        size, size, orientation="flat", shifted="odd", numbering="CCRR", terrain=ground,
        sides=[f"{_label(a, radius)}-{_label(b, radius)} {kind}" for kind, a, b in water],
        links=[f"{'-'.join(_label(h, radius) for h in way)} {kind}" for kind, way in roads],
        places=places, areas={name: " ".join(labels) for name, labels in features.items()},
        attributes={
            "sight": sight, **({"sector": named["sector"]} if named["sector"] else {}),
            **({"weather": named["zone"]} if named["zone"] else {}),
        },
    )  # fmt: skip


def board(
    terrain: Mapping[Axial, str] | None = None,
    roads: Mapping[str, Sequence[Sequence[Axial]]] | None = None,
    water: Mapping[str, Iterable[tuple[Axial, Axial]]] | None = None,
    radius: int = RADIUS,
) -> Board:
    """A map around (0, 0): words for hexes, ways of roads, hexsides of water."""
    return _board(
        tuple((terrain or {}).items()),
        tuple((kind, tuple(way)) for kind, ways in (roads or {}).items() for way in ways),
        tuple((kind, a, b) for kind, sides in (water or {}).items() for a, b in sides),
        radius,
    )


def position(
    *units: Mapping[str, Any],
    terrain: Mapping[Axial, str] | None = None,
    roads: Mapping[str, Sequence[Sequence[Axial]]] | None = None,
    water: Mapping[str, Iterable[tuple[Axial, Axial]]] | None = None,
    works: Mapping[Axial, str] | None = None,
    segment: str = "moves",
    side: str = "axis",
    turn: str | int = AM,
    ena: str = "",
    weather: str = "Clear Dry",
    grounds: Mapping[str, Any] | None = None,
    rest: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    radius: int = RADIUS,
    seed: int = 1,
    **spec: Any,
) -> Gs:
    """A game at a segment of a side's player turn, with these units. See above.

    `grounds` are those of weather zones; `works` are words as `ET-2`, of the side that stands
    there; `rest` the rest GT of sides or headquarters, and nobody rests without it; `ena` who is
    first in an ENA period, of which `side` is then the active player. Keys of a scenario go
    through: `armies`, `headquarters`, `zones`, `leaders`, `bridges`, `special`.
    """
    sky, ground, *rain = weather.split()
    units = (*units, *_staffs(units))
    stand: dict[Axial, str] = {}
    for one in units:
        if one["hex"] is not None:
            stand.setdefault(one["hex"], one["row"]["side"])
    role = ("ena-first" if side == ena else "ena-second") if ena else side
    data = {
        "counters": [one["row"] for one in units],
        "setup": [
            {"hex": _label(one["hex"], radius), "units": [one["row"]["id"]]}
            for one in units
            if one["hex"] is not None
        ],
        "reinforcements": [
            {"turn": one["facts"].get("due", 99), "units": [one["row"]["id"]], "entry": []}
            for one in units
            if one["hex"] is None
        ],
        "state": {one["row"]["id"]: one["facts"] for one in units if one["facts"]},
        "works": [
            {"hex": _label(h, radius), "work": work, "side": stand.get(h, side)}
            for h, work in (works or {}).items()
        ],
        "weather": {
            "atmosphere": sky, "ground": ground, "precipitation": (rain or ["none"])[0],
            **({"zones": dict(grounds)} if grounds else {}),
        },
        "begin": {
            "turn": TURNS[NIGHT] if ena else TURNS.get(str(turn), turn), "segment": segment,
            "side": "" if segment in _joint() else role, "ena": ena,
        },
        **spec,
    }  # fmt: skip
    chosen = {"rest-turns": "side" if rest else "off", **(options or {})}
    scenario = GOSS.position(board(terrain, roads, water, radius), data, chosen)
    game = Game(GOSS, scenario, seed=seed)
    for key, period in (rest or {}).items():
        game.put(RESTS, key, Rest(period))
    return game


def _joint() -> frozenset[str]:
    """The segments that belong to no player turn. [3.3.1]"""
    return frozenset(part.kind for part in TURN.parts if not part.cast)


def _staffs(units: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Headquarters off the map for formations that have none here. [9.3.3]"""
    led = {one["row"].get("formation") for one in units if one["row"]["level"] in ("div", "bg")}
    wanted: dict[str, str] = {}
    for one in units:
        name = one["row"].get("formation", "")
        if name and name not in led:
            wanted.setdefault(name, one["row"]["id"][0])
    return [
        unit(
            f"{letter}-hq-{name}".replace(" ", "-"), None, "hq:div", formation=name, place=EXPECTED
        )
        for name, letter in wanted.items()
    ]
