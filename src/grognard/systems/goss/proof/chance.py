"""Positions made by chance: small plausible games for the fuzzer.

Two divisions a side, a corps and an army above them, face each other in mixed country with roads, a
river and villages. Every chapter finds something to do. The same seed gives the same game on every
machine.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.systems.goss.options import OPTIONS
from grognard.systems.goss.proof.positions import Axial, at, position, unit
from grognard.systems.goss.scenario import PERIODS, SIDES, Gs
from grognard.systems.goss.sequence import TURN
from grognard.systems.goss.status import ATMOSPHERES, FUEL, GROUNDS, WORKS

RADIUS = 10
WORDS = ("forest", "woods", "rough", "forest rough", "village", "woods village", "town", "marsh",
         "location", "VP", "woods VP", "HVP", "constricted", "forest constricted", "Axis-Ft",
         "woods Allied-Ft")  # fmt: skip
AXIS_KINDS = ("inf", "inf", "motinf", "arminf", "pz4", "pz5", "stug", "eng", "armeng", "armrecon",
              "at", "flak", "art", "arth", "nw", "fus", "pz6b", "bridge", "eng")  # fmt: skip
ALLIED_KINDS = ("inf", "inf", "inf", "hybrid", "m4", "td", "eng", "armeng", "armrecon", "at", "art",
                "spa", "m5", "para", "bridge", "eng")  # fmt: skip
GUNS = ("art", "arth", "nw", "spa")
FIGHTS = ("designation", "adjustment", "assaults")
"""Segments in which more games begin than in others: what happens there takes preparation."""
BUILDS = ("construction", "demolition", "road-moves", "moves")
"""Those of engineers, and of units that break down."""


def game(seed: int) -> Gs:
    """A small game by chance, at any segment of a day."""
    rng = random.Random(seed)
    taken: dict[Axial, list[str]] = {}
    units = [one for side in SIDES for one in _side(rng, side, taken)]
    units += [one for side in SIDES for one in _assets(seed, side, taken)]
    turn = rng.choice(PERIODS)
    parts = [p for p in TURN.parts if not p.turns or turn in p.turns]
    fights = [p for p in parts if p.kind in FIGHTS]
    builds = [p for p in parts if p.kind in BUILDS]
    chance = rng.random()
    part = rng.choice(fights if chance < 0.25 else builds if chance < 0.45 else parts)
    options = {o.id: rng.choice((o.default, o.default, *o.values)) for o in OPTIONS}
    more = random.Random(f"arrivals {seed}")
    late, dead = _late(more), _dead(more)
    _lessened(more, units)
    return position(
        *units,
        *late,
        *dead,
        reinforcements=[_coming(more, one) for one in (*late, *dead)],
        withdrawals=[{"turn": more.randint(1, 6), "units": [more.choice(units)["row"]["id"]]}],
        special={"replacements": dict.fromkeys(SIDES, "table")},
        points={side: {"inf": more.randint(0, 4), "arm": more.randint(0, 2)} for side in SIDES},
        terrain=_terrain(rng),
        roads=_roads(rng),
        water=_water(rng),
        works={h: rng.choice(WORKS) for h in sorted(taken) if rng.random() < 0.2},
        segment=part.kind,
        side=part.cast.get("active", "axis"),
        turn=turn,
        weather=f"{rng.choice(ATMOSPHERES)} {rng.choice(GROUNDS)}",
        options=options,
        radius=RADIUS,
        seed=seed,
        armies=_armies(rng),
        headquarters=_headquarters(rng, units),
        air={side: {"ap": rng.choice((0, 8, 20)), "atp": rng.randint(0, 3)} for side in SIDES},
        allocated={side: _flights(rng) for side in SIDES},
        naval={"allied": rng.choice(({}, {"BB": 1, "CL": 1, "DD": 2}))},
        days=rng.randint(3, 4),
        zones=_zones(seed),
        leaders=_leaders(seed),
        id=f"goss/chance-{seed}",
        title=f"Chance {seed}",
    )


def _late(rng: random.Random) -> list[dict[str, Any]]:
    """Three reinforcements a side. [21.0]"""
    return [
        unit(
            f"{letter}3-{n}-{kind}", None, kind, formation=f"{rng.randint(1, 2)} {letter} Div",
            army=f"{letter} Army", corps=f"{letter} Corps", due=rng.randint(1, 7),
        )
        for letter, kinds in (("g", AXIS_KINDS), ("u", ALLIED_KINDS))
        for n, kind in enumerate(rng.choice(kinds) for _ in range(3))
    ]  # fmt: skip


def _dead(rng: random.Random) -> list[dict[str, Any]]:
    """Two lost units a side. [22.0]"""
    return [
        unit(
            f"{letter}4-{n}-{kind}", None, kind, formation=f"{rng.randint(1, 2)} {letter} Div",
            army=f"{letter} Army", corps=f"{letter} Corps", left=0, gone_in=1,
            place=rng.choice(("eliminated", "eliminated", "surrendered")),
        )
        for letter in "gu"
        for n, kind in enumerate(rng.choice(("inf", "arminf", "eng", "art")) for _ in range(2))
    ]  # fmt: skip


def _coming(rng: random.Random, one: dict[str, Any]) -> dict[str, Any]:
    """When and by which hexes of its side's edge somebody comes. [21.0]"""
    q = RADIUS if one["row"]["side"] == "axis" else -RADIUS
    rows = rng.sample(range(-4, 4), 2)
    return {
        "turn": one["facts"].get("due", 99), "units": [one["row"]["id"]],
        "entry": [at(q, r - q // 2, RADIUS) for r in rows], "group": one["row"]["formation"],
    }  # fmt: skip


def _lessened(rng: random.Random, units: list[dict[str, Any]]) -> None:
    """Some battalions have lost a step. [22.5.1]"""
    for one in units:
        steps = one["row"]["steps"]
        if steps > 1 and rng.random() < 0.25:
            one["facts"]["steps"] = steps - 1


def _terrain(rng: random.Random) -> dict[Axial, str]:
    hexes = [(q, r) for q in range(-9, 10) for r in range(-8, 9) if abs(q + r) < 9]
    found = {h: rng.choice(WORDS) for h in rng.sample(hexes, len(hexes) // 2)}
    return {**found, **dict.fromkeys(((-10, r) for r in range(4, 9)), "sea")}


def _flights(rng: random.Random) -> dict[str, int]:
    """What a side has allocated this morning. [20.1.1]"""
    return {mission: rng.choice((0, 2, 6)) for mission in ("gs", "gi", "si", "asup")}


def _roads(rng: random.Random) -> dict[str, list[list[Axial]]]:
    """Roads from west to east, and one across them."""
    found: dict[str, list[list[Axial]]] = {}
    for r in rng.sample(range(-4, 5), 3):
        kind = rng.choice(("primary", "secondary", "trail"))
        found.setdefault(kind, []).append([(q, r - q // 2) for q in range(-9, 10)])
    found.setdefault("secondary", []).append([(0, r) for r in range(-8, 9)])
    return found


def _water(rng: random.Random) -> dict[str, list[tuple[Axial, Axial]]]:
    """A stream or a river from north to south."""
    q, kind = rng.randint(-2, 2), rng.choice(("stream", "river", "river", "major_river"))
    sides = []
    for r in range(-7, 8):
        sides += [
            ((q, r - q // 2), (q + 1, r - q // 2)),
            ((q, r - q // 2), (q + 1, r - q // 2 - 1)),
        ]
    return {kind: sides}


def _side(rng: random.Random, side: str, taken: dict[Axial, list[str]]) -> list[dict[str, Any]]:
    """An army, a corps and two divisions, with their units, one hex after the other."""
    letter, kinds = ("g", AXIS_KINDS) if side == "axis" else ("u", ALLIED_KINDS)
    army, corps = f"{letter} Army", f"{letter} Corps"
    chain = {"army": army, "corps": corps}
    found = [
        unit(f"{letter}army", _place(rng, side, taken, 7), "hq:army", army=army),
        unit(f"{letter}corps", _place(rng, side, taken, 6), "hq:corps", **chain),
    ]
    for number in (1, 2):
        name = f"{number} {letter} Div"
        traits = rng.choice(("mech formation", "")) if side == "axis" else ""
        found.append(
            unit(
                f"{letter}{number}", _place(rng, side, taken, 5), "hq:div", formation=name,
                traits=traits, **chain,
            )
        )  # fmt: skip
        for place in range(rng.randint(4, 7)):
            kind = rng.choice(kinds)
            more: dict[str, Any] = {"formation": name, **chain}
            if kind in GUNS:
                more["battery"] = rng.random() < 0.7
            elif kind in ("inf", "motinf", "arminf", "hybrid"):
                more["regiment"] = rng.choice(("1", "2"))
            more |= _worn(rng, kind)
            hex = _place(rng, side, taken, rng.choice((0, 0, 1, 1, 2, 3, 4, 5)))
            found.append(unit(f"{letter}{number}-{place}-{kind}", hex, kind, **more))
    return found


def _worn(rng: random.Random, kind: str) -> dict[str, Any]:
    """What the last days have left on a unit: markers, fatigue, losses, an assault ahead."""
    found: dict[str, Any] = {}
    if kind not in GUNS and rng.random() < 0.4:
        found |= rng.choice(({"mode": "PA"}, {"ta": True}))
    if rng.random() < 0.2:
        found["fatigue"] = 1
    if rng.random() < 0.15:
        found["shifts"] = rng.randint(1, 2)
    if rng.random() < 0.15:
        found["supply"] = rng.choice(("OhS", "OoS"))
    return found


def _place(rng: random.Random, side: str, taken: dict[Axial, list[str]], depth: int) -> Axial:
    """A hex of a side's half where not too many are."""
    while True:
        q = depth + 1 if side == "axis" else -depth
        hex = (q, rng.randint(-5, 5) - q // 2)
        there = taken.setdefault(hex, [])
        if len(there) < 2:
            there.append(side)
            return hex


def _assets(seed: int, side: str, taken: dict[Axial, list[str]]) -> list[dict[str, Any]]:
    """Units of a corps that belong to no division. [9.3.6]"""
    rng, letter = random.Random(f"assets {seed} {side}"), "g" if side == "axis" else "u"
    chain = {"army": f"{letter} Army", "corps": f"{letter} Corps", "traits": "asset"}
    return [
        unit(f"{letter}c-{kind}", _place(rng, side, taken, rng.randint(1, 5)), kind, **chain)
        for kind in rng.sample(("eng", "inf", "art", "at"), rng.randint(0, 3))
    ]


def _zones(seed: int) -> dict[str, list[str]]:
    """Zones of operation of some corps: a band from its own edge to past the front. [9.2.0]"""
    rng = random.Random(f"zones {seed}")
    found = {}
    for letter, columns in (("g", range(-4, RADIUS + 1)), ("u", range(-RADIUS, 6))):
        north, south = rng.randint(-RADIUS, -3), rng.randint(3, RADIUS)
        if rng.random() < 0.6:
            found[f"{letter}corps"] = [
                at(q, row - q // 2, RADIUS) for q in columns for row in range(north, south + 1)
            ]
    return found


def _leaders(seed: int) -> list[dict[str, Any]]:
    """Leaders of some divisions. [23.0]"""
    rng = random.Random(f"leaders {seed}")
    return [
        {
            "id": f"{letter}l{number}", "side": side, "name": f"{letter}l{number}",
            "hq": f"{letter}{number}", "number": rng.randint(3, 8),
            "special": rng.choice(("", "advance")),
        }
        for letter, side in (("g", "axis"), ("u", "allied"))
        for number in (1, 2)
        if rng.random() < 0.6
    ]  # fmt: skip


def _armies(rng: random.Random) -> dict[str, Any]:
    return {
        f"{letter} Army": {
            "side": side, "adv": rng.randint(1, 5), "amp": rng.randint(0, 8),
            "fp": rng.randint(0, 8), "tp": rng.randint(2, 8), "pss": [],
        }
        for letter, side in (("g", "axis"), ("u", "allied"))
    }  # fmt: skip


def _headquarters(rng: random.Random, units: list[dict[str, Any]]) -> dict[str, Any]:
    """Some headquarters are short of fuel. [16.4.3]"""
    found = {}
    for one in units:
        if one["row"]["level"] and rng.random() < 0.4:
            found[one["row"]["id"]] = {
                "fuel": rng.choice(FUEL), "value": rng.randint(0, 8), "option": rng.choice((1, 2)),
                "adv": rng.randint(0, 6), "supported": rng.random() < 0.8,
            }  # fmt: skip
    return found
