"""What a player remembers, and how it weighs in what he imagines."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard import library
from grognard.board.sketch import sketch
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.lab import fuzz
from grognard.players.belief import Belief, Memory, World
from grognard.players.seat import Seat
from grognard.players.staff import Staff

SYSTEMS = ("wb95", "ocs", "nextwar", "goss")


def world(turn: int, **last: Memory) -> World:
    """A world of one turn, with somebody last seen somewhere."""
    found = World(sketch(20, 2), stride=4)
    found.turn, found.last = turn, dict(last)
    return found


def test_who_was_seen_is_near_the_nearer_the_likelier() -> None:
    believed, h = world(3, tom=Memory(0, 3)), sketch(20, 2).index
    weights = [believed.weight("tom", h[f"{column:02}01"]) for column in (1, 2, 3, 5)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] > 0
    assert believed.weight("tom", h["0601"]) == 0, "he cannot have gone so far"
    assert world(4, tom=Memory(0, 3)).weight("tom", h["0601"]) > 0, "by the next turn he can"
    assert believed.weight("ann", h["2001"]) == 1, "of her nothing is known"
    assert world(3, tom=Memory(-1, 1)).weight("tom", h["2001"]) == 1, "he was off the map"


def test_a_strength_is_remembered() -> None:
    believed = world(3, tom=Memory(0, 3, strength=2))
    assert (believed.strength("tom"), believed.strength("ann")) == (2, 0)


@pytest.fixture(scope="module")
def typhoon() -> tuple[Game[Any], Belief]:
    """Typhoon after a turn of the staffs, and what the Soviets believe."""
    game: Game[Any] = Game(*library.find_scenario("wb95/typhoon"), 5)
    staff, belief = {side: Staff() for side in game.scenario.sides}, Belief(worlds=4)
    while game.turn == 1 or game.to_act != "soviet":
        side = str(game.to_act)
        if side == "soviet":
            belief.look(Seat(game, side))
        game.play(side, staff[side].choose(Seat(game, side)))
    return game, belief


def test_who_was_seen_last_turn_is_imagined_near_there(
    typhoon: tuple[Game[Any], Belief],
) -> None:
    game, belief = typhoon
    seat, units = Seat(game, "soviet"), game.state.maps["units"]
    belief.look(seat)
    seen, distance = seat.in_sight, game.board.distance
    last = belief.worlds[0].last
    lost = [n for n, at in last.items() if n in units and n not in seen and at.hex >= 0]
    lost = [n for n in lost if game.scenario.counters[n].side == "german"]
    assert len(lost) > 20

    def off(imagined: Game[Any], believed: World) -> list[int]:
        found = imagined.state.maps["units"]
        at = {n: believed.last[n].hex for n in lost}
        return [distance(found[n].hex, h) for n, h in at.items() if found[n].hex >= 0]

    for n, believed in enumerate(belief.worlds):
        remembered = off(belief.imagine(seat, 1, n), believed)
        forgotten = off(seat.imagine(1), believed)
        assert sum(remembered) < sum(forgotten) / 4
        near = 2 * seat.stride
        assert sum(far <= near for far in remembered) >= 0.9 * len(remembered)


def test_a_world_goes_on_from_turn_to_turn(typhoon: tuple[Game[Any], Belief]) -> None:
    game, belief = typhoon
    belief.look(Seat(game, "soviet"))
    assert [each.turn for each in belief.worlds] == [2] * 4
    thought = [
        {n: at.hex for n, at in each.last.items() if n in game.scenario.counters}
        for each in belief.worlds
    ]
    assert any(thought[0] != other for other in thought[1:]), "the worlds differ"
    guessed = [n for n in thought[0] if len({other[n] for other in thought}) > 1]
    distance, units = game.board.distance, game.state.maps["units"]
    for n, each in enumerate(thought):
        found = belief.imagine(Seat(game, "soviet"), 3, n).state.maps["units"]
        off = [distance(each[g], found[g].hex) for g in guessed if units[g].place == "map"]
        assert sum(off) <= 4 * len(off), "where it was thought to be, or near"


@pytest.mark.parametrize("name", SYSTEMS)
def test_who_believes_what_he_was_told_believes_the_same_of_a_twin(name: str) -> None:
    proof = library.BOOKS[name].proven()
    assert proof is not None
    compared = 0
    for seed in range(3):
        game, rng = proof.position(seed), random.Random(seed)
        for _ in range(3):
            game.play(*fuzz.chosen(game, rng, 4))
            player = str(game.to_act)
            twin = proof.veil.twin(game, player, rng)
            if twin is None:
                continue
            believed = []
            for each in (game, twin):
                belief, seat = Belief(worlds=2), Seat(each, player)
                belief.look(seat)
                imagined = belief.imagine(seat, 7)
                believed.append(canonical([belief.worlds[1].last, imagined.state.to_json()]))
            assert believed[0] == believed[1]
            compared += 1
    assert compared > 2


class Searcher:
    """Tries the first answers out in what he imagines, and takes the one that leads farthest."""

    def __init__(self, seed: int, budget: int) -> None:
        self.seed, self.budget = seed, budget

    def choose(self, seat: Seat) -> Action:
        """The answer after which the most could be done, in so many rehearsals of each."""
        side, rng = seat.side, random.Random(self.seed)
        tried = [seat.imagine(self.seed).sample(side, rng) for _ in range(3)]
        found = [action for action in tried if action is not None and seat.may(action)]
        return max(found, key=lambda action: self.worth(seat, action))

    def worth(self, seat: Seat, action: Action) -> int:
        """A number that hangs on everything: the dice, what was drawn, what was answered."""
        total = 0
        for n in range(self.budget):
            game, rng = seat.imagine(f"{self.seed} {n}"), random.Random(n)
            if game.why(seat.side, action):
                continue
            game.play(seat.side, action)
            for _ in range(2):
                if not game.over:
                    game.play(*fuzz.chosen(game, rng, 2))
            total += int(game.state.fingerprint()[:6], 16)
        return total


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_searching_player_gives_the_same_answer_to_a_twin(name: str) -> None:
    """Same view, same seed, same budget, same answer."""
    proof = library.BOOKS[name].proven()
    assert proof is not None
    compared = 0
    for seed in range(4):
        game, rng = proof.position(seed), random.Random(seed)
        for _ in range(2):
            game.play(*fuzz.chosen(game, rng, 4))
            player = str(game.to_act)
            twin = proof.veil.twin(game, player, rng)
            if twin is not None:
                answers = [Searcher(seed, 1).choose(Seat(each, player)) for each in (game, twin)]
                assert answers[0] == answers[1]
                compared += 1
    assert compared > 2
