"""The Road to Klin: a scenario of our own, to learn with. It stands, it is fair, it is taught."""

from __future__ import annotations

import random
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

import grognard
from grognard.engine.decision import Action
from grognard.kit.proof import Pace
from grognard.lab import fuzz, laws
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.systems.wb95 import victory
from grognard.systems.wb95.movement.reach import routes
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, in_zone, on_map
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, HEXES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import MAP, UNITS
from grognard.terminal.notation import read_words
from tests.systems.wb95.course import go_to, owner, pass_on
from tests.systems.wb95.field import MOVE_A, MOVE_B, where

ROOT = Path(__file__).parents[2]
FILE = ROOT / "src" / "grognard" / "scenarios" / "wb95" / "klin.yaml"
PAGE = (ROOT / "docs" / "wb95" / "klin.md").read_text(encoding="utf-8")
SPEC: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
VEIL = fuzz.ARENAS["wb95"].veil


def begin(seed: int = 1941, **options: str) -> Wb:
    game: Wb = grognard.new("wb95/klin", seed=seed, options=options)
    return game


# ---- what the file says


def test_it_is_on_the_shelf_and_says_that_it_is_ours() -> None:
    assert "wb95/klin" in grognard.scenario_ids()
    assert "HOUSE" in FILE.read_text(encoding="utf-8")
    assert "nothing of it is in the rulebook" in " ".join(PAGE.split())
    assert SPEC["rulings"][0]["resolved"].startswith("This one is ours.")


def test_four_days_in_november() -> None:
    game = begin()
    assert (game.scenario.turns, game.scenario.sides) == (4, ("german", "soviet"))
    assert victory.date_of(game) == "1941-11-20"


def test_it_is_played_on_a_part_of_the_map() -> None:
    board = begin().board
    assert board.n == 13 * 20
    assert (board.labels[0], board.labels[-1]) == ("2029", "3210")


def hexes(data: Any) -> Iterator[str]:
    """Every hex number in a piece of the file."""
    if isinstance(data, dict):
        for value in data.values():
            yield from hexes(value)
    elif isinstance(data, list):
        for value in data:
            yield from hexes(value)
    elif isinstance(data, str) and re.fullmatch(r"\d{4}", data):
        yield data


@pytest.mark.parametrize("key", ["areas", "supply", "fortified", "setup", "entry_zones"])
def test_every_hex_lies_in_the_window(key: str) -> None:
    named = list(hexes(SPEC[key]))
    assert named
    assert set(named) <= set(begin().board.labels)


def test_every_hex_of_the_page_lies_in_the_window() -> None:
    named = set(re.findall(r"(?<![\d-])([23]\d[0-3]\d)(?!\d)", PAGE))
    assert len(named) > 20
    assert named <= set(begin().board.labels)


@pytest.mark.parametrize(
    ("label", "terrain", "place"),
    [
        ("2716", "city", "Klin"), ("2717", "city", "Klin"), ("2719", "town", "Vysokovsk"),
        ("2218", "town", "Reshetnikovo"), ("2928", "town", "Teryayevo"),
        ("2417", "forest", "Yamuga"),
    ],
)  # fmt: skip
def test_the_objectives_are_the_places_they_are_said_to_be(
    label: str, terrain: str, place: str
) -> None:
    board = begin().board
    h = board.hex(label)
    assert board.terrain[h] == terrain
    assert place in [found.name for found in board.place_at(h)]


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("3015", "2915", "main"), ("2417", "2517", "main"), ("2612", "2613", "secondary"),
        ("2522", "2521", "secondary"), ("2521", "2621", "secondary"),
        ("2621", "2620", "secondary"), ("2620", "2719", "secondary"),
        ("2922", "2921", "secondary"), ("2821", "2820", "secondary"),
        ("2820", "2719", "secondary"), ("2719", "2718", "secondary"), ("2718", "2717", "secondary"),
    ],
)  # fmt: skip
def test_roads_run_where_the_page_says(a: str, b: str, kind: str) -> None:
    board = begin().board
    assert board.has_link(board.hex(a), board.hex(b), kind)


def test_klin_lies_on_both_banks_and_its_bridges_stand() -> None:
    game = begin()
    board = game.board
    assert board.has_side(board.hex("2717"), board.hex("2716"), "river")
    bridges = game.view("german")["bridges"]
    assert bridges["2717-2716"]["intact"]
    assert bridges["2617-2716"]["intact"]
    assert bridges["2816-2915"]["intact"]


def test_roads_come_in_where_reinforcements_and_supply_do() -> None:
    board = begin().board
    for label, kind in {
        "2027": "secondary", "2929": "secondary", "2610": "secondary", "3215": "main",
    }.items():  # fmt: skip
        assert kind in board.exits(board.hex(label))


# ---- the set-up


@pytest.mark.parametrize(
    ("side", "on_the_map", "all_told"), [("german", 20, 24), ("soviet", 15, 20)]
)
def test_about_a_corps_a_side(side: str, on_the_map: int, all_told: int) -> None:
    game = begin()
    own = [counter for counter in game.scenario.counters.values() if counter.side == side]
    assert (len(on_map(game, side)), len(own)) == (on_the_map, all_told)
    assert sum(counter.hq for counter in own) == 1
    assert sum(counter.towed_artillery for counter in own) >= 2
    assert [air.side for air in game.state[AIR].values()].count(side) == 1


def test_every_unit_stands_on_ground_it_may_enter_and_within_stacking() -> None:
    game = begin()
    levels: Counter[int] = Counter()
    for name, unit in game.state[UNITS].items():
        if unit.place == MAP:
            counter = game.scenario.counters[name]
            move = "hq" if counter.hq else counter.move
            assert game.scenario.ground.enterable(move, unit.hex), name
            levels[unit.hex] += unit.cel
    assert max(levels.values()) <= STACKING_LIMIT


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_everybody_is_supplied_at_the_start_and_nobody_in_contact(side: str) -> None:
    game = begin()
    assert set(supply.supplied(game, side)) == set(on_map(game, side))
    for name in on_map(game, side):
        assert not in_zone(game, game.state[UNITS][name].hex, game.scenario.other(side)), name


def test_the_front_runs_west_of_vysokovsk() -> None:
    game = begin()
    assert {owner(game, label) for label in ("2716", "2717", "2719", "2218", "2417")} == {"soviet"}
    assert {owner(game, label) for label in ("2928", "2027", "2929")} == {"german"}
    assert [game.board.label(h) for h, s in game.state[HEXES].items() if s.fortified] == ["2719"]


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_both_sides_have_something_to_do(side: str) -> None:
    game = begin()
    go_to(game, MOVE_A if side == "german" else MOVE_B)
    assert game.to_act == side
    kinds = {action["do"] for action in game.legal(side)}
    assert {"move", "setup", "dig", "end"} <= kinds
    assert not {"mark", "blow", "mask"} & kinds, "chapters for later"


def test_a_brigade_that_comes_by_the_highway_is_in_klin_the_same_day() -> None:
    game = begin()
    go_to(game, MOVE_B, turn=3)
    enter = {"do": "enter", "units": ["su-50-bde"], "zone": "solnechnogorsk", "hex": "3215"}
    game.play("soviet", enter)
    assert game.board.hex("2716") in routes(game, "su-50-bde").costs


@pytest.mark.parametrize(("turn", "side", "units"), [
    (2, "german", ["de-900-lehr", "de-23-9", "de-23-67"]), (3, "german", ["de-23-68"]),
    (2, "soviet", ["su-18-cd", "su-29-bde", "su-50-bde", "su-44-bde"]),
    (3, "soviet", ["su-27-tb"]),
])  # fmt: skip
def test_reinforcements_come_on(turn: int, side: str, units: list[str]) -> None:
    game = begin()
    go_to(game, MOVE_A if side == "german" else MOVE_B, turn)
    for name in units:
        unit = game.state[UNITS][name]
        (zone,) = [z for z in game.scenario.zones[side] if z.id == unit.zone]
        label = game.board.label(zone.hexes[0])
        game.play(side, {"do": "enter", "units": [name], "zone": zone.id, "hex": label})
        assert where(game, name) == label


# ---- the end


def test_it_ends_after_four_turns_with_a_class_of_victory() -> None:
    game = begin()
    while not game.over:
        pass_on(game)
    assert game.turn == 4
    assert game.result == "soviet: decisive (1 VP)", "nobody has moved"


@pytest.mark.parametrize(
    ("points", "result"),
    [
        (0, "soviet: decisive"), (1, "soviet: decisive"), (2, "soviet: victory"),
        (3, "draw"), (4, "german: victory"), (8, "german: victory"),
        (9, "german: decisive"), (12, "german: decisive"),
    ],
)  # fmt: skip
def test_the_scale(points: int, result: str) -> None:
    assert str(victory.grade_of(begin().scenario.victory, points)) == result


@pytest.mark.parametrize(
    ("labels", "points"),
    [
        (["2716"], 4), (["2717"], 4), (["2716", "2717"], 7), (["2719"], 2), (["2218"], 2),
        (["2417"], 2), (["3015"], 2), (["2612"], 2),
        (["2716", "2717", "2719", "2218", "2417", "3015", "2612"], 12),
    ],
)  # fmt: skip
def test_what_the_ground_is_worth(labels: list[str], points: int) -> None:
    """Teryayevo, one point, is German from the start."""
    game = begin()
    go_to(game, MOVE_A)
    changes = [{"map": "hexes", "key": h, "set": {"control": "german"}} for h in labels]
    game.edit(changes, "for the test")
    tally = victory.points(game)
    assert tally.total == points
    assert {(part.rule, part.source) for part in tally.parts} == {("house", "house")}


# ---- played through


@pytest.mark.parametrize("masking", ["off", "on"])
def test_random_against_random_keeps_every_law(masking: str) -> None:
    """Whole games; every law is looked at about once in a dozen actions."""
    for seed in (1, 2):
        arena = fuzz.Arena(partial(begin, masking=masking), VEIL, Pace(12, games=1, actions=400))
        assert fuzz.play_one(arena, seed) > 50


@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_with_a_result(seed: int) -> None:
    game, rng = begin(seed), random.Random(seed)
    while not game.over:
        game.play(*laws.random_action(game, rng))
    assert game.turn == 4
    assert game.result == f"{victory.grade(game)} ({victory.points(game).total} VP)"


def test_either_side_can_win() -> None:
    """Between equals, over a few games, each side wins some."""
    winners = set()
    for seed in range(12):
        game = begin(seed)
        players = {side: Staff(seed) for side in game.scenario.sides}
        while game.to_act is not None:
            game.play(game.to_act, players[game.to_act].choose(Seat(game, game.to_act)))
        reached = victory.grade(game)
        assert reached is not None
        winners.add(reached.winner)
        if {"german", "soviet"} <= winners:
            return
    pytest.fail(f"only {winners} ever won")


# ---- the lesson, as it is typed


def typed() -> list[str]:
    """What the page has the reader type, in order."""
    return re.findall(r"^> (.+)$", PAGE, re.M)


def test_what_the_lesson_has_you_type_does_what_it_says() -> None:
    game = begin(1941)
    for line in typed():
        do, *words = shlex.split(line)
        if do == "map":
            continue
        if do in ("why", "odds"):
            action = _read(game, words)
            assert bool(game.why("german", action)) == (do == "why"), line
            assert do == "why" or game.odds(action).outcomes
        else:
            game.play("german", _read(game, [do, *words]))
        if game.to_act == "soviet" and not game.at_checkpoint:
            game.play("soviet", {"do": "retreat", "paths": dict.fromkeys(RUN, WAY)})
    assert game.phase == "Movement of soviet"
    assert where(game, "de-7-pz") == "2619"
    assert where(game, "su-31-tb") == "2617"
    assert game.state[UNITS]["su-8-tb"].disorganised >= 0


RUN, WAY = ("su-24-cd", "su-8-tb", "su-31-tb"), ["2619", "2618", "2617"]


def _read(game: Wb, words: list[str]) -> Action:
    decision = game.decision("german")
    assert decision is not None
    return read_words(game, decision, words)
