"""The scenarios of Moscow 1941 on their map: who stands where, who comes in where, who is supplied.

The printed map is not in the text, so ours is a reconstruction: it must bear what the scenarios
print on it.
"""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

import grognard
from grognard.engine.game import Game
from grognard.systems.wb95.ground import HQ_CLASS, ROUTES
from grognard.systems.wb95.pieces.stacks import on_map, stacks, units_at
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import MAP, UNITS

rule = pytest.mark.rule
NAMES = ("typhoon", "red-snow")
CROWDED = {"typhoon": {"4230": 15, "2330": 10}, "red-snow": {}}
"""Hexes that the book itself fills beyond eight levels."""

CITIES = {"Moscow": 12, "Kalinin": 3, "Klin": 2}

PLACES = [  # known pairs of place and hex, and how many hexes lie between
    ("Kimry", "1203", 0),  # printed together
    ("Dmitrov", "3102", 0),  # printed together
    ("Istra", "4418", 0),  # printed together
    ("Kalinin", "0326", 0),  # ringed by units
    ("Rogachevo", "2707", 0),  # HQ LVI, 5 December
    ("Krasnaya Polyana", "4208", 0),  # 2 ARM, 5 December
    ("Lenino-Snegiri", "4615", 0),  # SS DR, 5 December
    ("Zvenigorod", "5020", 0),  # 22 ARM-BR, 5 December
    ("Solnechnogorsk", "3414", 0),  # HQ XXXXVI, 5 December
    ("Volokolamsk", "3333", 0),  # 2 ARM, 15 November
    ("Yakhroma", "3302", 1),  # 71 INF-BR, 5 December, beyond the canal
    ("Naro-Fominsk", "6125", 1),  # between 1 MOT-D and 3 MOT
    ("Tuchkovo", "5126", 1),  # 50 INF, 15 November
    ("Kubinka", "5422", 1),  # HQ 5 Army, 15 November
    ("Bely Rast", "4005", 3),  # 64 INF-BR before it, 5 December
    ("Kryukovo", "4513", 3),  # 316 INF behind it, 5 December
    ("Novopetrovskoye", "3627", 4),  # HQ 16 Army; the front of the book lies farther west
]

NORTH_OF_KALININ = {
    "su-hq-29a": "0129",
    "su-29a-art": "0129",
    "su-246": "0129",
    "su-54-cd": "0131",
    "su-252": "0229",
    "su-183": "0227",
    "su-174": "0127",
    "su-243": "0125",
}
"""29 Army and its neighbour: their roads lead off the northern edge, which is no base here."""


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def game(name: str) -> Wb:
    found: Game[object] = grognard.new(f"wb95/{name}", seed=1)
    return found  # type: ignore[return-value]


def test_everybody_stands_on_ground_that_bears_him(game: Wb) -> None:
    """No printed hex, and none that the owner may choose, is a lake or closed to the unit."""
    ground = game.scenario.ground
    for unit_id, unit in game.state[UNITS].items():
        if unit.place != MAP:
            continue
        counter = game.scenario.counters[unit_id]
        for h in {unit.hex, *game.scenario.choices.get(unit_id, ())}:
            assert game.board.terrain[h] in ("clear", "forest", "town", "city"), unit_id
            assert ground.enterable(HQ_CLASS if counter.hq else counter.move, h), unit_id


def test_only_the_book_fills_a_hex_beyond_its_limit(game: Wb, name: str) -> None:
    crowds = {h: stacks(game).sizes[h] for h in stacks(game).at if stacks(game).sizes[h] > 8}
    assert {game.board.label(h): cels for h, cels in crowds.items()} == CROWDED[name]
    for h in stacks(game).at:
        assert len({game.scenario.counters[unit].side for unit in units_at(game, h)}) == 1


def test_a_city_holds_everybody_who_may_be_placed_in_it(game: Wb) -> None:
    """The choice is a real one: no row could not stand in its hexes at eight levels each."""
    rooms: Counter[tuple[int, ...]] = Counter()
    for unit_id, hexes in game.scenario.choices.items():
        rooms[tuple(sorted(hexes))] += game.scenario.units[unit_id].cel
    assert rooms
    assert all(cels <= 8 * len(hexes) for hexes, cels in rooms.items())


@rule("wb95", "11.2.4")
def test_every_road_off_the_western_edge_is_a_german_entry_zone(game: Wb) -> None:
    board = game.board
    roads = {link for link, _ in ROUTES}
    off_map = [h for h in board.edges["west"] if board.exits(h) & roads]
    assert [zone.hexes for zone in game.scenario.zones["german"]] == [(h,) for h in off_map]


def test_soviet_reinforcements_come_in_at_the_printed_towns(game: Wb) -> None:
    for zone in game.scenario.zones["soviet"]:
        place = game.board.places[zone.name]
        assert (place.kind, place.hexes) == ("town", zone.hexes)


def test_the_cities_are_those_of_the_map(game: Wb) -> None:
    """Where the book says whole city it has several hexes; the declared areas are all of them."""
    for city, count in CITIES.items():
        place = game.board.places[city]
        assert (place.kind, len(place.hexes)) == ("city", count)
        assert {game.board.terrain[h] for h in place.hexes} == {"city"}
    for hexes in game.scenario.choices.values():
        if len(hexes) > 2 or game.board.terrain[hexes[0]] == "city":
            assert set(hexes) in [set(game.board.places[city].hexes) for city in CITIES]


@pytest.mark.parametrize(("place", "label", "apart"), PLACES)
def test_places_lie_where_the_printed_numbers_put_them(
    game: Wb, place: str, label: str, apart: int
) -> None:
    here = game.board.hex(label)
    assert min(game.board.distance(here, h) for h in game.board.places[place].hexes) == apart


def test_the_leningrad_highway_keeps_to_the_right_bank_below_kalinin(game: Wb) -> None:
    """It crosses the Volga in Kalinin and its reservoir at the Shosha, and nowhere else."""
    board = game.board
    highway = next(c for c in board.courses if (c.kind, c.name) == ("main", "Leningrad Highway"))
    volga = {frozenset(p) for c in board.courses if c.kind == "big_river" for p in c.pairs}
    crossings = [pair for pair in highway.pairs if frozenset(pair) in volga]
    written = {"-".join(sorted(map(board.label, pair))) for pair in crossings}
    assert written == {"0228-0327", "1619-1718"}


@pytest.mark.parametrize(
    ("left", "right"),
    [("0523", "0524"), ("0422", "0524"), ("0722", "0723"), ("1119", "1221"), ("0620", "0921")],
)
def test_the_printed_fronts_have_the_volga_between_them(game: Wb, left: str, right: str) -> None:
    """Soviets of 5 December on the left bank, Germans on the right: nobody walks across dry."""
    board = game.board
    banks, seen = [board.hex(left)], {board.hex(left)}
    while banks:
        h = banks.pop()
        for b in board.around(h):
            water = board.hexside(h, b) & {"big_river", "canal", "river", "lake_shore"}
            if b not in seen and not water and board.terrain[b] != "lake":
                seen.add(b)
                banks.append(b)
    assert board.hex(right) not in seen


@pytest.mark.parametrize(
    ("scenario", "side", "without"),
    [
        pytest.param("typhoon", "german", {}, marks=rule("wb95", "S1.2")),
        pytest.param("typhoon", "soviet", {}, marks=rule("wb95", "S1.2")),
        pytest.param("red-snow", "german", {}, marks=rule("wb95", "S2.3")),
        pytest.param("red-snow", "soviet", NORTH_OF_KALININ, marks=rule("wb95", "S2.3")),
    ],
)
def test_who_begins_without_a_line_of_supply(
    scenario: str, side: str, without: dict[str, str]
) -> None:
    """The manual says who and why; everybody else has a line over the roads of the map."""
    game = grognard.new(f"wb95/{scenario}", seed=1)
    fed = set(supply.supplied(game, side))
    assert len(fed) > 70
    hungry = [unit for unit in on_map(game, side) if unit not in fed]
    found = {unit: game.board.label(game.state[UNITS][unit].hex) for unit in hungry}
    assert found == without


@rule("wb95", "S2.3")
def test_the_northern_edge_would_feed_them(tmp_path: Path) -> None:
    """What they lack is the base, not the roads: the manual says so."""
    shelf = Path(grognard.__file__).parent / "scenarios"
    shutil.copytree(shelf, tmp_path / "games")
    path = tmp_path / "games" / "wb95" / "red-snow.yaml"
    text, given = path.read_text(encoding="utf-8"), "soviet: [{edge: east}, {area: moscow}]"
    assert given in text
    path.write_text(text.replace(given, given.replace("[", "[{edge: north}, ", 1)), "utf-8")
    game = grognard.new(path, seed=1)
    assert set(NORTH_OF_KALININ) <= set(supply.supplied(game, "soviet"))
