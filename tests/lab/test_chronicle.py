"""The chronicle of a game agrees with what happened in it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import grognard
from grognard import library
from grognard.engine.game import Game
from grognard.lab.balance import report_of
from grognard.lab.chronicle import Chronicle
from grognard.lab.executor import Order
from grognard.lab.ledger import Ledger, LedgerError
from grognard.lab.page import page_of
from grognard.lab.simulate import Match, Result, play_one
from grognard.lab.variants import variants
from tests.systems.goss.field import at, position, unit

SMALL = ("wb95/klin", "ocs/catania-plain", "nextwar/chorwon", "goss/skyline-drive")


def told(name: str, seed: int) -> tuple[Game[Any], dict[str, Any]]:
    """A game that chance has played, and its chronicle."""
    game, rng = grognard.new(name, seed=seed), random.Random(seed)
    chronicle, turn = Chronicle(game), game.turn
    while (side := game.to_act) is not None:
        action = game.sample(side, rng)
        assert action is not None
        game.play(side, action)
        if game.turn != turn or game.over:
            chronicle.turn_ended(game, turn)
            turn = game.turn
    return game, chronicle.to_json(game)


@pytest.fixture(scope="module", params=SMALL)
def game(request: pytest.FixtureRequest) -> tuple[Game[Any], dict[str, Any]]:
    """A game of each system."""
    return told(request.param, 11)


def test_every_turn_has_its_points_and_numbers(game: tuple[Game[Any], dict[str, Any]]) -> None:
    played, chronicle = game
    turns = chronicle["turns"]
    assert [turn["turn"] for turn in turns] == list(range(1, played.turn + 1))
    words = library.tabletop(played)
    terms = words.terms(played)
    assert terms is not None
    assert turns[-1]["points"] == terms.total
    assert turns[-1]["samples"].keys() == {
        f"{one.chart}/{one.series}" for one in words.samples(played, None)
    }


def test_battles_are_where_the_events_say(game: tuple[Game[Any], dict[str, Any]]) -> None:
    played, chronicle = game
    fact = library.tabletop(played).fought
    assert fact, "this system tells of no battles"
    where: Counter[str] = Counter()
    for event in played.events:
        if event.kind in fact:
            found = event.facts[fact[event.kind]]
            where.update([found] if isinstance(found, str) else found)
    assert chronicle["battles"] == dict(where)
    assert all(played.board.hex(label) >= 0 for label in chronicle["battles"])
    names = library.tabletop(played).names(played)
    assert set(chronicle["fought"]) <= set(names)
    assert bool(chronicle["fought"]) == bool(where)


def test_who_came_was_not_there_and_then_was(game: tuple[Game[Any], dict[str, Any]]) -> None:
    played, chronicle = game
    begun = grognard.new(played.scenario.id, seed=0)
    first = {card.id: card for card in library.tabletop(begun).counters(begun, None)}
    last = {card.id: card for card in library.tabletop(played).counters(played, None)}
    for name, turn in chronicle["came"].items():
        assert first[name].hex is None
        assert 1 <= turn <= played.turn
    arrived: dict[str, int] = {}
    for event, clock in zip(played.events, played.dated, strict=True):
        if event.kind in ("entry", "reinforcement", "reinforcements"):
            for name in event.facts.get("units") or [event.facts["unit"]]:
                arrived.setdefault(name, clock.turn)
    told = {name: turn for name, turn in arrived.items() if name in chronicle["came"]}
    assert told == {name: chronicle["came"][name] for name in told}
    there = {name for name, card in last.items() if card.hex and name in first}
    assert {name for name in there if first[name].hex is None} <= set(chronicle["came"])


def test_what_was_lost_is_missing_in_the_end(game: tuple[Game[Any], dict[str, Any]]) -> None:
    played, chronicle = game
    forces = library.tabletop(played).forces(played, None)
    left = {line.piece: line for force in forces for line in force.lines}
    for name, steps in chronicle["lost"].items():
        assert left[name].step + steps <= left[name].steps
    gone = {name for name, line in left.items() if line.step == 0}
    assert gone <= set(chronicle["lost"])


def test_a_report_can_be_made_of_it(game: tuple[Game[Any], dict[str, Any]]) -> None:
    played, chronicle = game
    match = Match(played.scenario.id, ("random", "random"), "7", chronicle=True)
    players = dict.fromkeys(played.scenario.sides, "random")
    result = Result(
        0, "0", players, None, None, "draw", "", played.turn, 9, chronicle=chronicle
    )  # fmt: skip
    found = variants(match, [])
    report = report_of(found, {Order(match, 0): result}, [])
    assert {loss.side for loss in report.losses} == set(played.scenario.sides)
    assert {came.side for came in report.arrivals} <= set(played.scenario.sides)
    assert report.arrivals, "this scenario has reinforcements"
    assert report.points is not None
    assert report.lines
    page = page_of(report, played.board, "grognard balance")
    for label in chronicle["battles"]:
        assert f"<title>{label}: " in page


def test_who_was_not_there_in_the_beginning_loses_what_he_had_when_he_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = iter([{"a": 0, "b": 2}, {"a": 2, "b": 1}, {"a": 1, "b": 0}])
    monkeypatch.setattr("grognard.lab.chronicle._steps", lambda words, game: next(steps))
    game = position(unit("g1", (3, 0)))
    chronicle = Chronicle(game)
    chronicle.turn_ended(game, 1)
    assert chronicle.to_json(game)["lost"] == {"a": 1, "b": 2}


def test_who_is_out_of_supply_is_told_where_he_stands() -> None:
    out = unit("g1", (3, 0), supply="OoS"), unit("g2", (3, 0), isolated=True)
    game = position(*out, unit("g3", (4, 0), supply="OhS"), unit("u1", (-2, 0)))
    chronicle = Chronicle(game)
    chronicle.turn_ended(game, 1)
    here = game.board.label(game.board.hex(at(3, 0)))
    assert chronicle.turns[0]["cut_off"] == {"axis": {here: 2}}, "who is on hand supply is not out"


def test_a_chronicle_is_kept_only_if_it_is_wanted() -> None:
    match = Match("wb95/klin", ("random", "random"), "7")
    assert "chronicle" not in play_one(match, 0).result.to_json(timing=True)
    wanted = play_one(Match("wb95/klin", ("random", "random"), "7", chronicle=True), 0).result
    assert Result(**wanted.to_json(timing=True)) == wanted


def test_a_file_without_chronicles_is_not_gone_on_with(tmp_path: Any) -> None:
    path = tmp_path / "games.jsonl"
    Ledger(path, Match("wb95/klin", ("random", "random"), "7")).close()
    wanted = Match("wb95/klin", ("random", "random"), "7", chronicle=True)
    with pytest.raises(LedgerError, match="besides its result is nothing, here it is a chronicle"):
        Ledger(path, wanted)
