"""The second reading reckons battles of chance by itself, from the rulebook's words and tables.

Nothing of the game's arithmetic is used: strengths, odds, columns and modifiers are worked out here
and compared with what the sides announce. [9.4] to [9.9]
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from tests.readings.ocs.clash import attack, drive, field_of, fighting, moving, overrun, tokens
from tests.systems.ocs.field import rules, told, unit

reading = pytest.mark.reading
PRINTED = {
    "open": "1:5 1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 7:1 9:1 11:1 13:1",
    "close": "1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1 12:1 15:1 18:1",
    "very_close": "1:3 1:2 1:1 2:1 3:1 4:1 6:1 9:1 12:1 15:1 18:1 21:1 24:1",
}
GROUND: dict[str, tuple[str, dict[str, str]]] = {
    "clear": ("open", {"armor": "[2]", "mech": "[2]", "other": "1"}),
    "woods": ("close", {"armor": "1", "mech": "1", "other": "1"}),
    "rough": ("very_close", {"armor": "1/2", "mech": "1", "other": "1"}),
    "minor_river": ("", {"armor": "1/2", "mech": "1/2", "other": "1/2"}),
}
HALF = Fraction(1, 2)


@dataclass
class Piece:
    """A counter as a player would describe it."""

    name: str
    colour: str
    tank: bool
    strength: int
    weak: int
    rating: int
    steps: int
    lost: int
    mode: str
    up: str
    oos: bool

    @property
    def level(self) -> int:
        """None, Light or Heavy. [9.4e]"""
        if self.colour == "armor" or (self.colour == "mech" and self.tank):
            return 2
        return int(self.colour == "mech")

    @property
    def led(self) -> int:
        """Its Action Rating now. [9.6a]"""
        return {"strat": 0, "dg": self.rating - 1}.get(self.mode, self.rating)

    def base(self, attacking: bool) -> Fraction:
        """What is printed on its side, less steps, mode and trace. [9.11d] [9.5a] [5.7]"""
        value = Fraction(self.strength if self.up == "combat" else self.weak)
        if self.lost and (attacking or 2 * self.lost >= self.steps):
            value *= HALF
        if self.mode == "strat":
            value *= 0
        if self.mode == "dg" or (self.mode == "reserve" and not attacking):
            value *= HALF
        return value * HALF if self.oos else value

    def counter(self, hex: str) -> dict[str, Any]:
        """The same for the game."""
        more: dict[str, Any] = {"re": self.steps} if self.steps > 1 else {}
        if self.lost:
            more["lost"] = self.lost
        if self.mode in ("dg", "reserve"):
            more["up"] = self.up
        return unit(
            self.name, hex, colour=self.colour, traits="tank" if self.tank else "", ar=self.rating,
            combat=f"{self.strength}:5 leg", move=f"{self.weak}:6 leg", mode=self.mode,
            at={"oos": self.oos}, **more,
        )  # fmt: skip


def piece(rng: random.Random, name: str, modes: tuple[str, ...]) -> Piece:
    steps = rng.choice((1, 1, 2, 3, 4))
    mode, strength = rng.choice(modes), rng.randint(0, 20)
    up = {"combat": "combat", "move": "move", "strat": "move"}.get(mode, "")
    return Piece(
        name, rng.choice(("armor", "mech", "other")), rng.random() < 0.3, strength,
        rng.randint(0, strength), rng.randint(0, 5), steps,
        rng.randrange(steps) if rng.random() < 0.5 else 0, mode,
        up or rng.choice(("combat", "move")), rng.random() < 0.2,
    )  # fmt: skip


def multiplied(ground: str, colour: str, attacking: bool, blunted: bool) -> Fraction:
    """The chart's factor; brackets and anti-tank effects. [9.4d] [9.4e]"""
    text = GROUND[ground][1][colour]
    if text.startswith("["):
        text = text.strip("[]") if attacking else "1"
    found = Fraction(text)
    return Fraction(3, 2) if found == 2 and blunted else found


def up(value: Fraction) -> int:
    """A half or more is one more. [4.1]"""
    return int(value + HALF)


def column(row: str, ours: Fraction, theirs: Fraction) -> int:
    """The place of the odds on the table, from 0. [9.7] [9.14a]"""
    printed = [tuple(map(int, text.split(":"))) for text in PRINTED[row].split()]
    if not ours and not theirs:
        odds = (1, 1)
    elif not theirs:
        return 12
    elif not ours:
        return 0
    else:
        least = min(ours, theirs)
        odds = (up(ours / least), up(theirs / least))
    fits = [i for i, (a, d) in enumerate(printed) if Fraction(a, d) <= Fraction(*odds)]
    return max(fits, default=0)


@reading("ocs", "9-12")
@reading("ocs", "9-17")
@reading("ocs", "9-23")
@pytest.mark.parametrize("seed", range(40))
def test_battles_of_chance_come_out_as_the_book_has_them(seed: int) -> None:
    rng = random.Random(seed)
    own = rng.choice(("clear", "woods", "rough"))
    river, level = rng.random() < 0.5, rng.choice((0, 0, 1, 2, 3))
    ours = [piece(rng, f"a{i}", ("combat", "move", "dg")) for i in range(rng.randint(1, 3))]
    modes = ("combat", "move", "dg", "strat", *(() if level else ("reserve",)))  # [5.7g]
    theirs = [piece(rng, f"s{i}", modes) for i in range(rng.randint(1, 2))]
    starts = [rng.choice(("0404", "0405")) for _ in ours]
    crossed = {h: "minor_river" if river and h == "0404" and rng.random() < 0.5 else own
               for h in sorted(set(starts))}  # fmt: skip
    withheld, lead, foe = rng.random() < 0.3, rng.choice(ours), rng.choice(theirs)
    game = fighting(
        *(p.counter(h) for p, h in zip(ours, starts, strict=True)),
        *(p.counter("0505") for p in theirs),
        board=sketch(9, 9, terrain={"0505": own}, sides=["0404-0505 minor_river"] if river else []),
        hedgehogs=[{"side": "allied", "hex": "0505", "level": level}] if level else [],
    )  # fmt: skip
    drive(
        game, "axis", attack(*(p.name for p in ours), lead=lead.name), 3, 4, 1, 3, 4,
        defence_supply={"do": "withhold"} if withheld else None,
        defence_rating={"do": "lead", "unit": foe.name},
        defence_terrain={"do": "terrain", "own": own, "stacks": crossed},
    )  # fmt: skip
    guns = max([2 if level else 0, *(p.level for p in theirs)])
    strength = sum(
        (p.base(True) * multiplied(crossed[h], p.colour, True, guns >= p.level)
         for p, h in zip(ours, starts, strict=True)), Fraction(0),
    )  # fmt: skip
    defence = sum((p.base(False) * multiplied(own, p.colour, False, False) for p in theirs),
                  Fraction(0)) * (HALF if withheld else 1)  # fmt: skip
    facts, row = told(game, "odds")[0], GROUND[own][0]
    assert (Fraction(facts["attack"]), Fraction(facts["defence"])) == (strength, defence)
    assert facts["column"] == PRINTED[row].split()[column(row, strength, defence)]
    reckoning, by = told(game, "reckoning")[0], lead.led - foe.led
    assert reckoning["surprise"]["total"] == by - (level > 0)
    assert reckoning["roll"]["total"] == by - level


# ---- who may attack and overrun what

COST: dict[str, tuple[int | None, int | None, int | None]] = {
    "clear": (1, 1, 1), "woods": (1, 2, 3), "hill": (2, 2, 3), "rough": (2, 3, 4),
    "swamp": (2, None, None), "mountain": (3, None, None), "": (0, 0, 0),
    "minor_river": (1, 2, 4), "major_river": (3, 99, None), "very_major_river": (None, None, None),
}  # fmt: skip
CLASSES = ("leg", "tracked", "truck")


def price(ground: str, side: str, kind: str) -> int | None:
    """What a hex and a hexside cost without a road; None where that is prohibited. [6.2]"""
    place = CLASSES.index(kind)
    hex_, edge = COST[ground][place], COST[side][place]
    return None if hex_ is None or edge is None else hex_ + edge


@reading("ocs", "8-05")
@reading("ocs", "8-07")
@reading("ocs", "8-14")
@reading("ocs", "9-06")
@reading("ocs", "9-07")
@pytest.mark.parametrize("seed", range(40))
def test_who_may_attack_and_overrun_what(seed: int) -> None:
    rng = random.Random(seed)
    grounds = rng.choices([name for name in COST if name and "river" not in name], k=2)
    side = rng.choice(("", "", "minor_river", "major_river", "very_major_river"))
    road = rng.random() < 0.4
    kind, ma = rng.choice(CLASSES), rng.randint(2, 8)
    mode = rng.choice(("combat", "move", "dg", "reserve", "strat"))
    strength = rng.choice(("0", "(6)", "6", "6", "6"))
    board = sketch(
        9,
        9,
        terrain={"0404": grounds[0], "0505": grounds[1]},
        sides=[f"0404-0505 {side}"] if side else [],
        links=["0403-0404 primary", *(["0404-0505 primary"] if road else [])],
    )
    face = f"{strength}:{ma} {kind}"
    more = {"up": "combat"} if mode in ("dg", "reserve") else {}
    units = (unit("a1", "0404", mode=mode, combat=face, move=face, **more), unit("s1", "0505"),
             unit("a2", "0405", combat="6:4 leg"))  # fmt: skip
    there, back = (price(ground, side, kind) for ground in (grounds[1], grounds[0]))
    able = strength[0] != "(" and mode not in ("strat", "reserve")
    both_ways = there is not None and back is not None
    attacks = rules(fighting(*units, board=board), "axis", attack("a1")) == []
    assert attacks == (able and (road or both_ways))
    overruns = rules(moving(*units, board=board), "axis", overrun("a1")) == []
    fits = there is not None and there <= 3 and back is not None and ma >= 3
    assert overruns == (able and mode != "dg" and fits)


# ---- barrages

BANDS = "1 2 4 7 11 16 24 40 68 116"
"""The greatest strength of each column of the Barrage Table but the last."""
DENSITY = ((4, -1), (12, 0), (16, 1), (20, 2), (24, 3))
"""Quarters of an RE, and the shift up to them; beyond, four to the right. [10.0a]"""
SIZES = {"regiment": 4, "battalion": 2, "company": 1}


@reading("ocs", "10-03")
@reading("ocs", "10-05")
@reading("ocs", "10-19")
@pytest.mark.parametrize("seed", range(40))
def test_columns_of_barrages_come_out_as_the_book_has_them(seed: int) -> None:
    rng = random.Random(seed)
    ground, level = rng.choice(("clear", "woods", "rough")), rng.choice((0, 0, 1, 3))
    powers = [rng.randint(1, 40) for _ in range(rng.randint(1, 3))]
    dg = [rng.random() < 0.3 for _ in powers]
    guns = [unit(f"a{i}", "0503", "artillery", barrage=f"{n}/{n}", range=2, at={"oos": bool(i)},
                 **({"mode": "dg", "up": "combat"} if dg[i] else {}))
            for i, n in enumerate(powers)]  # fmt: skip
    foes, size, bodies = [], 0, dict[str, int]()
    for i in range(rng.randint(1, 6)):
        kind, body = rng.choice((*SIZES, "division")), rng.choice(("", "", "1st", "2nd"))
        strat = rng.random() < 0.05
        mode: dict[str, Any] = {"mode": "strat"} if strat else {}
        foes.append(
            (
                unit(
                    f"s{i}",
                    "0505",
                    formation=body,
                    **mode,
                    **({"re": 2} if kind == "division" else {"size": kind}),
                ),
                strat,
            )
        )
        quarters = SIZES.get(kind, 8)
        if body or kind == "division":
            bodies[body or f"s{i}"] = bodies.get(body or f"s{i}", 0) + quarters
        else:
            size += quarters
    spotted = rng.random() < 0.5
    game = field_of(
        "artillery", *guns, *(foe for foe, _ in foes), *([unit("a9", "0404")] if spotted else []),
        board=sketch(9, 9, terrain={"0505": ground}),
        hedgehogs=[{"side": "allied", "hex": "0505", "level": level}] if level else [],
        dumps=[{"side": "axis", "hex": "0503", "sp": 9}],
    )  # fmt: skip
    names = [f"a{i}" for i in range(len(powers))]
    drive(game, "axis", {"do": "barrage", "guns": names, "target": "0505", "aim": "units"}, 1, 1)
    total = up(sum((n * (HALF if d else Fraction(1)) for n, d in zip(powers, dg, strict=True)),
                   Fraction(0)))  # fmt: skip
    size += sum(min(12, part) for part in bodies.values())  # three RE at most of each
    crowd = next((shift for most, shift in DENSITY if size <= most), 4)
    shift = crowd - (level > 0) - (ground != "clear") - 3 * (not spotted)
    shift += 3 * any(strat for _, strat in foes)
    bands = [int(n) for n in BANDS.split()]
    first = sum(total > most for most in bands)
    labels = list(game.scenario.tables["barrage"].columns)
    facts = told(game, "reckoning")[-1]
    assert facts["initial"] == labels[first]
    assert facts["column"] == labels[min(max(first + shift, 0), 10)]
    assert 36 - tokens(game, "axis") == (1, 1, 2, 2, 2, 3, 3, 4, 6, 8, 10)[first]
