"""The counters of Husky, worked out again from what they are made of.

Every row's note says what the counter stands for in the words of docs/ocs/counters.md. The tables
are read from that page, so that the page, the sheets and this test cannot drift apart.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.ocs.reading import counters as sheets
from grognard.systems.ocs.units import ARMOR

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "src" / "grognard" / "scenarios" / "ocs"
PAGE = (ROOT / "docs" / "ocs" / "counters.md").read_text(encoding="utf-8")
SIDES = ("allied", "axis")
BY_HAND = "by hand: "
STROKE = " | "
COMPANY = Fraction(1, 4)
BATTERY = 16
"""The guns at most of artillery that is a battalion."""
BEST_GUNNERS = 3
SHARE_BY_HAND = 10
"""One row in so many at most is made by hand."""

Row = dict[str, str]


# ---- the page


@cache
def table(heading: str) -> dict[str, list[str]]:
    """The rows of the first table under a heading, by their first cells."""
    text = PAGE.split(f"{heading}\n", 1)[1]
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("|"):
            cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
            found[cells[0]] = cells[1:]
        elif found:
            break
    return dict(list(found.items())[2:])


def numbers(heading: str) -> dict[str, Fraction]:
    """The first column of numbers of a table, by word."""
    return {word: Fraction(cells[0]) for word, cells in table(heading).items()}


BATTALIONS, VEHICLES = numbers("### Battalions"), numbers("### Vehicles")
GUNS, RANGES = numbers("### Guns"), {w: int(c[1]) for w, c in table("### Guns").items()}
STAFFS, QUALITY, GAITS = table("### Headquarters"), table("### Quality"), table("### Movement")
AIRCRAFT, BATTERIES = table("## Aircraft"), table("## Ships")
CLASSES = {
    line.split("`")[1]: [int(n) for n in re.findall(r"\| (\d+)", line)]
    for line in PAGE.split("| class | flak | protection |")[1].split("\n\n")[0].splitlines()
    if "`" in line
}


# ---- the notes


def rounded(value: Fraction) -> int:
    """To the nearest whole, halves up, and never below 1."""
    return max(1, floor(value + Fraction(1, 2)))


@dataclass
class Made:
    """What a counter is made of."""

    strength: Fraction = Fraction(0)
    battalions: Fraction = Fraction(0)
    guns: dict[str, int] = field(default_factory=dict)
    scale: Fraction = Fraction(1)
    special: str = ""
    defends: bool = False
    quality: str = ""
    gait: str = ""

    def add(self, count: int, word: str) -> None:
        """Some parts of one kind."""
        if word in VEHICLES:
            self.strength += count * VEHICLES[word]
        elif word in GUNS:
            self.guns[word] = self.guns.get(word, 0) + count
        elif word in BATTALIONS:
            self.strength += count * BATTALIONS[word]
            self.battalions += count
        else:
            whole = re.sub(r" co$", " bn", word)
            assert whole in BATTALIONS, f"{word!r} is no part of a counter"
            self.strength += count * BATTALIONS[whole] * COMPANY
            self.battalions += count * COMPANY


def composition(note: str) -> Made:
    """A note's composition, in its strict order: parts, support, scale, quality, gait, defends."""
    items = note.split(STROKE)[0].split("; ")
    made = Made()
    if items[-1] == "defends":
        made.defends = True
        items.pop()
    made.gait, made.quality = items.pop(), items.pop()
    assert made.gait in GAITS, f"{made.gait!r} is no way to move"
    assert made.quality in QUALITY, f"{made.quality!r} is no quality"
    if items[-1].startswith("x "):
        made.scale = Fraction(items.pop()[2:])
    if items[-1] == "support":
        made.strength += 1
        items.pop()
    assert items, "a counter is made of something"
    if items[0] in {*STAFFS, "pax", "eq"}:
        made.special = items.pop(0)
    for item in items:
        match = re.fullmatch(r"([1-9]\d*) (.+)", item)
        assert match, f"{item!r} is not a count and a word"
        made.add(int(match[1]), match[2])
    return made


def size(made: Made) -> tuple[str, ...]:
    """The sizes that what it is made of allows. [4.6]"""
    if made.special in ("pax", "eq"):
        return ("repl",)
    if made.special:
        return ("regiment",)
    if made.guns:
        many = sum(made.guns.values()) > BATTERY
        return ("regiment", "brigade") if many else ("battalion",)
    if made.battalions >= 2:
        return ("regiment", "brigade")
    return ("battalion",) if made.battalions >= 1 else ("company",)


def printed(made: Made) -> Row:
    """What is printed on the counter, but for its name, symbol and traits."""
    combat, move = GAITS[made.gait][:2]
    row = {"barrage": "", "range": "", "throw": "", "ar": QUALITY[made.quality][0]}
    if made.special in ("pax", "eq"):
        return {**row, "combat": f"0:{combat}", "move": f"0:{move}"}
    if made.special or made.guns:
        row |= {"combat": f"-:{combat}", "move": f"-:{move}"}
    if made.special:
        return {**row, "throw": "/".join(STAFFS[made.special][:2])}
    if made.guns:
        shares = {word: count * GUNS[word] for word, count in made.guns.items()}
        barrage = rounded(sum(shares.values(), Fraction(0)) * made.scale)
        reach = RANGES[max(shares, key=lambda word: shares[word])]
        gunners = str(min(BEST_GUNNERS, int(row["ar"])))
        return {
            **row, "ar": gunners, "barrage": f"{barrage}/{ceil(barrage / 2)}", "range": str(reach),
        }  # fmt: skip
    full = rounded(made.strength * made.scale)
    sides = [f"({n})" if made.defends else str(n) for n in (full, ceil(full / 2))]
    return {**row, "combat": f"{sides[0]}:{combat}", "move": f"{sides[1]}:{move}"}


# ---- the sheets


def read(name: str) -> list[Row]:
    """The rows of a sheet; one that a side does not have is empty."""
    path = FOLDER / name
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def named(rows: Iterable[Row]) -> list[Any]:
    """Rows as parameters, called by their ids."""
    return [pytest.param(row, id=row["id"]) for row in rows]


GROUND = {side: read(f"husky-{side}.csv") for side in SIDES}
PLANES = [row for side in SIDES for row in read(f"husky-planes-{side}.csv")]
SHIPS = [row for side in SIDES for row in read(f"husky-ships-{side}.csv")]
ALL = [row for rows in GROUND.values() for row in rows]
COMPUTED = [row for row in ALL if not row["note"].startswith(BY_HAND)]


def fail(text: str) -> ScenarioError:
    return ScenarioError("sheet", 0, text)


@pytest.mark.parametrize("row", named(COMPUTED))
def test_a_ground_counter_follows_from_what_it_is_made_of(row: Row) -> None:
    """Strengths, allowances, rating, barrage, range, throw and size, by the page's tables."""
    made = composition(row["note"])
    want = printed(made)
    assert {key: row[key] for key in want} == want
    assert row["size"] in size(made)
    assert not row["re"]


@pytest.mark.parametrize("row", named(COMPUTED))
def test_symbol_and_traits_agree_with_what_it_is_made_of(row: Row) -> None:
    """Guns are artillery, tanks are armour, headquarters are such; and so on."""
    parts = row["note"].split(STROKE)[0]
    made, traits = composition(row["note"]), set(row["traits"].split())
    assert (row["type"] == "artillery") == bool(made.guns)
    assert (row["type"] == "hq") == (made.special in STAFFS)
    assert (row["type"] == "repl") == (made.special in ("pax", "eq"))
    assert traits & {"pax", "eq"} == ({made.special} & {"pax", "eq"})
    tanks = bool(re.search(r"\btank (bn|co)\b", parts))
    assert (row["colour"] == ARMOR) == (row["type"] == "armor") == ("tank" in traits) == tanks
    assert ("anti-tank" in traits) == bool(re.match(r"\d+ (at|td|flak) (bn|co)\b", parts))
    assert not {"engineer", "para"} <= traits, "engineers that come by air build nothing [13.8]"
    assert not {"engineer", "glider"} <= traits
    if "para" in traits or "glider" in traits:
        assert made.gait in ("on foot", "with mules"), "it must be light enough to fly [14.9c]"
    if made.gait == "static" and made.guns:
        assert "coastal" in traits


@pytest.mark.parametrize("side", SIDES)
def test_hardly_any_counter_is_made_by_hand(side: str) -> None:
    """Every note has its two halves; exceptions give a reason, and are few."""
    rows = GROUND[side]
    assert len(rows) > 100
    assert all(len(row["note"].split(STROKE)) == 2 for row in rows)
    assert all(row["note"].split(STROKE)[1].strip() for row in rows)
    by_hand = [row["note"].removeprefix(BY_HAND) for row in rows if row not in COMPUTED]
    assert all(len(note.split(STROKE)[0]) > 10 for note in by_hand)
    assert len(by_hand) * SHARE_BY_HAND <= len(rows)


@pytest.mark.parametrize("row", named(PLANES))
def test_an_aircraft_has_the_values_of_its_type(row: Row) -> None:
    """The type gives class, range and full side; the reduced side follows from it."""
    match = re.fullmatch(r"(\d+) (.+)", row["note"].split(STROKE)[0])
    assert match, row["note"]
    assert match[2] in AIRCRAFT
    assert 30 <= int(match[1]) <= 60
    assert row["name"].startswith(match[2])
    kind, reach, full = AIRCRAFT[match[2]]
    assert (row["types"], row["range"]) == (kind, reach)
    assert row["full"] == full.removesuffix(" torpedo")
    assert (row["torpedo"] == "yes") == full.endswith(" torpedo")
    plane = sheets.read_plane(dict(row), fail)
    assert plane.reduced.rating == max(0, plane.full.rating - 1)
    assert plane.reduced.passive == plane.full.passive
    assert plane.reduced.barrage == ceil(plane.full.barrage / 2)
    assert plane.reduced.capacity == plane.full.capacity / 2


@pytest.mark.parametrize("row", named(SHIPS))
def test_a_ship_has_the_values_of_its_class_and_guns(row: Row) -> None:
    """Barrage and range from the battery, flak and protection from the class."""
    kind, *guns = row["note"].split(STROKE)[0].split("; ")
    battery = [gun.split(" ") for gun in guns if gun != "no guns"]
    barrage = sum((int(n) * Fraction(BATTERIES[word][0]) for n, word in battery), Fraction(0))
    reach = max((int(BATTERIES[word][1]) for _, word in battery), default=0)
    flak, protection = CLASSES[kind]
    full = rounded(barrage) if battery else 0
    assert row["sound"] == f"{full}/{reach}/{flak}/{protection}"
    less = max(0, flak - 1), max(1, protection - 1)
    assert row["damaged"] == f"{ceil(full / 2)}/{reach}/{less[0]}/{less[1]}"
    assert (row["type"] in ("lc", "lst", "dukw")) == (kind == "craft")
    assert (row["type"] == "carrier") == (kind == "carrier") == bool(row["decks"])


@pytest.mark.parametrize(
    ("rows", "make"),
    [(ALL, sheets.read_counter), (PLANES, sheets.read_plane), (SHIPS, sheets.read_ship)],
    ids=["ground", "air", "sea"],
)
def test_the_system_reads_every_row(rows: list[Row], make: Callable[..., Any]) -> None:
    """All ids differ, all values are marked as ours, and the loader's own checks pass."""
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(ids)
    for row in rows:
        counter = make({key: value for key, value in row.items() if value}, fail)
        assert counter.source == "house"
        assert counter.side in SIDES


def test_formations_are_the_mechanised_divisions() -> None:
    """Each has its headquarters; nobody else is in a formation. [3.1c]"""
    formations: dict[str, list[Row]] = {}
    for row in ALL:
        if row["formation"]:
            formations.setdefault(row["formation"], []).append(row)
    assert set(formations) == {"2 Armd", "HG", "15 PzG", "29 PzG"}
    for rows in formations.values():
        assert sum(row["type"] == "hq" for row in rows) == 1
        assert len({row["side"] for row in rows}) == 1


@pytest.mark.parametrize(
    ("name", "combat", "move", "ar"),
    [
        ("us-16-1", "7:5 leg", "4:9 leg", "4"),
        ("br-3-cly", "10:8 tracked", "5:14 tracked", "4"),
        ("us-1-art", "-:4 leg", "-:16 truck", "3"),
        ("i-146-1", "(1):0 leg", "(1):2 leg", "0"),
        ("g-504", "6:8 tracked", "3:14 tracked", "4"),
    ],
)
def test_the_five_counters_worked_out_on_the_page(
    name: str, combat: str, move: str, ar: str
) -> None:
    """The page's examples are what the sheets have, word by word."""
    row = next(row for row in ALL if row["id"] == name)
    assert (row["combat"], row["move"], row["ar"]) == (combat, move, ar)
    assert f"`{row['note'].split(STROKE)[0]}`" in PAGE
