"""Chapters 1, 3 and 4 of WB-95 worked out a second time, and compared where chance leads.

The sums here are the second reader's own, from the printed words and the terrain table; they share
nothing with the rules' code but the names of hexes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from dataclasses import field as made
from fractions import Fraction
from math import ceil, floor

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.battles import attack, front, odds_of, sums
from tests.systems.wb95.field import field, rules, unit

KINDS = {"foot": "INF", "tracked": "ARM", "trucked": "MOT"}
GROUND = ["clear"] * 5 + ["forest", "forest", "town", "city", "swamp", "lake"]
WHOLE = {"town": 1, "city": 2}
ADDED = {"foot": {"forest": 1, "swamp": 1}, "tracked": {"forest": 2}, "trucked": {"forest": 2}}
ROADS = {
    "main": {"foot": Fraction(1, 2), "tracked": Fraction(1, 2), "trucked": Fraction(1, 3)},
    "secondary": {"foot": Fraction(1), "tracked": Fraction(1), "trucked": Fraction(1, 2)},
}
BOARD = sketch(6, 6)
NEAR = {one: [BOARD.label(b) for b in BOARD.around(h)] for h, one in enumerate(BOARD.labels)}
PAIRS = [(a, b) for a in NEAR for b in NEAR[a] if a < b]


# ---- marches


@dataclass
class Country:
    """A small map by chance, with one unit to move and some enemies."""

    terrain: dict[str, str]
    wet: set[tuple[str, str]]
    bridged: set[tuple[str, str]]
    roads: dict[tuple[str, str], str]
    move: str
    points: Fraction
    start: str
    enemies: list[tuple[str, str]]
    zones: dict[str, set[int]] = made(default_factory=dict)

    def __post_init__(self) -> None:
        for i, (h, move) in enumerate(self.enemies):
            for b in NEAR[h]:
                if open_to(move, self.terrain[b]):
                    self.zones.setdefault(b, set()).add(i)

    def price(self, a: str, b: str) -> Fraction | None:
        """What the ground asks of the unit: the road's price, or everything added up."""
        pair = (min(a, b), max(a, b))
        if pair in self.roads:
            return ROADS[self.roads[pair]][self.move]
        ground = self.terrain[b]
        if not open_to(self.move, ground):
            return None
        cost = WHOLE.get(ground, 2 if self.move == "trucked" else 1)
        cost += ADDED[self.move].get(ground, 0)
        if pair in self.wet and pair not in self.bridged:
            cost += 1 if self.move == "foot" else 2
        return Fraction(cost)

    def open(self, path: list[str]) -> bool:
        """Whether the unit may go there, step by step as chapters 3 and 4 have it."""
        here, left, all_secondary = self.start, self.points, True
        for n, b in enumerate(path):
            price, out_of = self.price(here, b), self.zones.get(here, set())
            if price is None or b in (h for h, _ in self.enemies):
                return False
            if (n and out_of) or out_of & self.zones.get(b, set()):
                return False
            price = min(price + (1 if out_of else 0), self.points)
            all_secondary &= self.roads.get((min(here, b), max(here, b))) == "secondary"
            if price > left:
                last = n == len(path) - 1
                return last and n > 0 and all_secondary and self.move != "trucked"
            here, left = b, left - price
        return True


def open_to(move: str, ground: str) -> bool:
    return ground != "lake" and (ground != "swamp" or move == "foot")


def by_chance(rng: random.Random) -> tuple[Country, Wb]:
    terrain = {h: rng.choice(GROUND) for h in NEAR}
    wet = {pair for pair in PAIRS if rng.random() < 0.2}
    roads = {p: rng.choice(["secondary"] * 3 + ["main"]) for p in PAIRS if rng.random() < 0.35}
    bridged = {pair for pair in sorted(wet) if rng.random() < 0.4}
    move, mp, cut_off = rng.choice(sorted(KINDS)), rng.randint(1, 7), rng.random() < 0.3
    start = rng.choice([h for h in NEAR if open_to(move, terrain[h])])
    enemies = []
    for _ in range(rng.randint(1, 4)):
        other = rng.choice(sorted(KINDS))
        spots = [h for h in NEAR if open_to(other, terrain[h]) and h != start]
        enemies.append((rng.choice(spots), other))
    board = sketch(
        *(6, 6),
        terrain=terrain,
        sides=[f"{a}-{b} river{' bridge' * ((a, b) in bridged)}" for a, b in sorted(wet)],
        links=[f"{a}-{b} {road}" for (a, b), road in roads.items()],
    )
    points = Fraction(mp, 2 if cut_off else 1)
    soviet = [unit(f"s{i}", h, KINDS[kind]) for i, (h, kind) in enumerate(enemies)]
    german = unit("g1", start, KINDS[move], mp=mp, at={"oos": 1} if cut_off else {})
    country = Country(terrain, wet, bridged, roads, move, points, start, enemies)
    return country, field(german, *soviet, board=board)


@pytest.mark.reading("wb95", "1-04")
@pytest.mark.reading("wb95", "3-08")
@pytest.mark.reading("wb95", "3-09")
@pytest.mark.reading("wb95", "4-03")
@pytest.mark.reading("wb95", "4-11")
@pytest.mark.reading("wb95", "4-12")
@pytest.mark.reading("wb95", "T-01")
@pytest.mark.reading("wb95", "T-07")
def test_marches_by_chance_are_open_or_closed_to_both_readers() -> None:
    """A road over water has its bridge; a bridge alone saves the water."""
    rng = random.Random("marches")
    told = {True: 0, False: 0}
    for _ in range(150):
        country, game = by_chance(rng)
        for _ in range(20):
            path, here = list[str](), country.start
            for _ in range(rng.randint(1, 6)):
                here = rng.choice([b for b in NEAR[here] if b != country.start])
                path.append(here)
            order = {"do": "move", "units": ["g1"], "path": path}
            assert (rules(game, "german", order) == []) == country.open(path), (country, path)
            told[country.open(path)] += 1
    assert min(told.values()) > 300


# ---- battles

COLUMNS = ["1:4", "1:3", "1:2", "1:1", *(f"{n}:1" for n in range(2, 11))]
SHIFTS = {"clear": 0, "forest": 1, "town": 1, "city": 2, "swamp": 0}


def initial(attacker: int, defender: int) -> int:
    """The column of two strengths; the weaker attacker's ratio is rounded the other way round."""
    great, small = max(attacker, defender), min(attacker, defender)
    ratio = floor(Fraction(great, small) + Fraction(1, 2))
    if ratio == 1:
        return COLUMNS.index("1:1")
    if attacker > defender:
        return COLUMNS.index(f"{min(ratio, 10)}:1")
    return COLUMNS.index(f"1:{min(ratio, 4)}")


@pytest.mark.reading("wb95", "1-11")
@pytest.mark.reading("wb95", "1-12")
@pytest.mark.reading("wb95", "1-14")
@pytest.mark.reading("wb95", "1-17")
@pytest.mark.reading("wb95", "1-18")
@pytest.mark.reading("wb95", "T-10")
@pytest.mark.reading("wb95", "T-11")
def test_battles_by_chance_are_reckoned_alike_by_both_readers() -> None:
    rng = random.Random("battles")
    around = [BOARD.label(b) for b in BOARD.around(BOARD.hex("0303"))]
    for _ in range(250):
        ground = rng.choice(sorted(SHIFTS))
        dug_in = ground != "swamp" and rng.random() < 0.4
        wet = [h for h in around if rng.random() < 0.4]
        strength, across, divisions, german, stars = 0, 0, list[str](), [], list[str]()
        for i in range(rng.randint(1, 4)):
            h, sp, division = rng.choice(around), rng.randint(1, 9), rng.choice("AB")
            shaken, cut_off, starred = (rng.random() < 0.25 for _ in range(3))
            facts = {**({"disorganised": 0} if shaken else {}), **({"oos": 1} if cut_off else {})}
            black = "black:1" if starred else ""
            german.append(unit(f"g{i}", h, sp=sp, formation=division, stars=black, at=facts))
            stars += [f"g{i}"] if starred and not dug_in else []
            own = ceil(Fraction(sp, (2 if shaken else 1) * (2 if cut_off else 1)))
            strength, across = strength + own, across + (own if h in wet else 0)
            divisions.append(division)
        lone = rng.randint(1, 9)
        board = sketch(6, 6, terrain={"0303": ground}, sides=[f"0303-{h} river" for h in wet])
        forts = ["0303"] if dug_in else []
        soviet = unit("s1", "0303", sp=lone, at={"oos": 1})  # defends in full all the same
        game = front(*german, soviet, board=board, turn=2, fortified=forts)
        names = " ".join(row["row"]["id"] for row in german)
        found = sums(game, attack(names, "0303", stars=stars))
        right = sum(divisions.count(one) // 3 for one in "AB") + len(stars)
        left = SHIFTS[ground] + (2 * across > strength) + (2 if dug_in else 0)
        strength = ceil(Fraction(strength, 2)) if ground == "swamp" else strength
        first = initial(strength, lone)
        last = max(0, min(first + right, len(COLUMNS) - 1) - left)
        assert (found.attack.total, found.defence.total) == (strength, lone)
        assert (found.attacker_cm.total, found.defender_cm.total) == (right, left)
        assert odds_of(found) == (COLUMNS[first], COLUMNS[last])
