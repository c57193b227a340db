"""Programs that are kept apart from the game: nothing leads there, and they play as they did."""

from __future__ import annotations

import copy
import gc
import random
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

from grognard import library
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.engine.shadow import Shadow
from grognard.lab import fuzz
from grognard.players.apart import Apart
from grognard.players.seat import Seat
from grognard.players.staff import Staff

SYSTEMS = ("wb95", "ocs", "nextwar", "goss")


def leads_to(start: Any) -> Iterator[Any]:
    """Everything that an object leads to: attributes, containers, closures, waiting procedures.

    What every module has is left out: modules, classes, and the names that functions find there.
    """
    ahead, met = [start], {id(start)}
    while ahead:
        one = ahead.pop()
        yield one
        if isinstance(one, FunctionType):
            parts: list[Any] = [one.__closure__, one.__defaults__, one.__kwdefaults__]
        else:
            parts = gc.get_referents(one)
        for part in parts:
            if id(part) not in met and not isinstance(part, ModuleType | type):
                met.add(id(part))
                ahead.append(part)


def truth(game: Game[Any]) -> dict[int, str]:
    """What nobody may get at, by its identity."""
    found = {id(game): "the game", id(game.state): "its State", id(game.journal): "its Journal",
             id(game.dice): "its dice", id(game.events): "its events"}  # fmt: skip
    found |= {id(entries): f"its map {name}" for name, entries in game.state.maps.items()}
    return found | {id(index): f"its index {n}" for n, index in game.journal.indexes.items()}


def asked(game: Game[Any], rng: random.Random, mid: bool) -> Game[Any]:
    """The game at a decision, in the midst of a procedure if so wanted, or after some time."""
    for _ in range(60):
        game.play(*fuzz.chosen(game, rng, 4))
        if mid and not game.at_checkpoint:
            break
    return game


@pytest.mark.parametrize("mid", [False, True])
@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_leads_from_a_game_that_is_kept_apart_to_the_real_one(name: str, mid: bool) -> None:
    proof = library.BOOKS[name].proven()
    assert proof is not None
    game = asked(proof.position(3), random.Random(3), mid)
    side, forbidden = str(game.to_act), truth(game)
    apart = Shadow(side).follow(game)
    seat = Seat(apart, side)
    handed = [seat, seat.question, seat.board, list(apart.asides(side)), apart.decisions]
    next(iter(apart.legal(side)), None)  # caches are filled
    found = {forbidden[id(one)] for one in leads_to(handed) if id(one) in forbidden}
    assert not found


def test_the_walk_finds_a_game_behind_a_closure_and_a_procedure() -> None:
    game = library.new("wb95/klin", 1)

    def waiting() -> Iterator[int]:
        held = game
        yield 1
        assert held

    procedure = waiting()
    next(procedure)
    for way in ([lambda: game], procedure, {"seat": Seat(game, "german")}):
        assert any(one is game for one in leads_to(way))


@pytest.mark.parametrize(
    ("scenario", "options", "decisions"),
    [
        ("wb95/klin", {}, 40),
        ("ocs/catania-plain", {}, 25),
        ("nextwar/chorwon", {"fog-of-war": "on"}, 30),
        ("goss/skyline-drive", {}, 25),
    ],
)
def test_the_staff_plays_as_it_did_when_it_is_kept_apart(
    scenario: str, options: dict[str, str], decisions: int
) -> None:
    """What he thought of before still holds, for what he only guesses stays while it may."""
    game: Game[Any] = Game(*library.find_scenario(scenario, options), 5)
    free = {side: Staff() for side in game.scenario.sides}
    apart = {side: Apart(Staff()) for side in game.scenario.sides}
    alike = 0
    for _ in range(decisions):
        side = str(game.to_act)
        action, other = free[side].choose(Seat(game, side)), apart[side].choose(Seat(game, side))
        assert not game.why(side, other), "what it chooses is legal in the real game"
        alike += canonical(action) == canonical(other)
        game.play(side, action)
    assert alike == decisions
    assert (apart[side].explained() is None) == (free[side].explained() is None)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_shadow_keeps_in_step(name: str) -> None:
    """Before each answer it looks to its side as the game does, and what is cached is true; most of
    the time it is the same one still."""
    proof = library.BOOKS[name].proven()
    assert proof is not None
    game, rng = proof.position(4), random.Random(4)
    shadows = {side: Shadow[Any](side) for side in game.scenario.sides}
    lasted = asked = 0
    for n in range(60):
        if (side := game.to_act) is None:
            break
        before = shadows[side].game
        mine = shadows[side].follow(game)
        asked, lasted = asked + 1, lasted + (mine is before)
        views = [canonical(each.system.view(each, side)) for each in (mine, game)]
        assert views[0] == views[1]
        if game.at_checkpoint:
            assert mine.events_for(side) == game.events_for(side)
            assert not mine.entries
        if n % 10 == 0:
            assert not mine.journal.lies()
        game.play(*fuzz.chosen(game, rng, 4))
    assert lasted > asked / 2


@pytest.mark.parametrize("name", SYSTEMS)
def test_shadows_of_twins_are_the_same(name: str) -> None:
    proof, compared = library.BOOKS[name].proven(), 0
    assert proof is not None
    for seed in range(4):
        game, rng = asked(proof.position(seed), random.Random(seed), False), random.Random(seed)
        side = game.to_act
        twin = None if side is None else proof.veil.twin(game, side, rng)
        if side is not None and twin is not None:
            found = [Shadow[Any](side).follow(each) for each in (game, twin)]
            assert found[0].state == found[1].state
            compared += 1
    assert compared


def test_a_shadow_begins_anew_in_another_game_and_when_something_was_taken_back() -> None:
    game, other = library.new("wb95/klin", 1), library.new("wb95/klin", 2)
    side, rng = "german", random.Random(1)
    for _ in range(20):
        other.play(*fuzz.chosen(other, rng, 4))
    shadow = Shadow[Any](side)
    mine = shadow.follow(game)
    there = shadow.follow(other)
    assert there is not mine
    here = other.bookmark()
    for _ in range(3):
        other.play(*fuzz.chosen(other, rng, 4))
    shadow.follow(other)
    other.leaf_back(here)
    again = shadow.follow(other)
    assert again is not there
    assert again.state == copy.deepcopy(shadow).follow(other).state


def test_an_answer_that_the_guess_has_led_astray_is_thought_over() -> None:
    """One that is illegal in the real game is asked for again, and in the end chance answers."""

    class Astray:
        def __init__(self, until: int) -> None:
            self.asked, self.until = 0, until

        def choose(self, seat: Seat) -> Any:
            self.asked += 1
            return legal if self.asked > self.until else {"do": "no such thing"}

    game = library.new("wb95/klin", 1)
    side = str(game.to_act)
    legal = next(game.legal(side))
    late, never = Astray(1), Astray(99)
    for astray in (late, never):
        assert not game.why(side, Apart(astray).choose(Seat(game, side)))
    assert (late.asked, never.asked) == (2, 3)
