"""Games to try things in: with dice of their own, hidden things drawn anew, and no way back."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from grognard.engine import imagining
from grognard.engine.dice import STREAM
from grognard.engine.imagining import imagine
from grognard.engine.refusal import Refused
from grognard.engine.standing import STANDING
from tests.engine.toy import HANDS, Toy, ToySystem, toy


@pytest.fixture(autouse=True)
def guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other's card is any from 1 to 6, unless it is known."""

    def redraw(
        self: ToySystem,
        game: Toy,
        player: str,
        rng: random.Random,
        known: Collection[str],
        hunch: Any,
    ) -> None:
        side = "south" if player == "north" else "north"
        if side not in known:
            hand = game.state[HANDS][side]
            game.put(HANDS, side, replace(hand, card=rng.randint(1, 6)))

    monkeypatch.setattr(ToySystem, "redraw", redraw)


def whole(game: Toy) -> object:
    """All that a game is."""
    return game.state.to_json(), [d.to_json() for d in game.decisions], len(game.history)


def test_it_stands_where_the_game_stands_and_keeps_no_past() -> None:
    game = toy()
    game.play("north", {"do": "bump", "by": 2})
    mine = imagine(game, "north", 1)
    assert mine.view("north")["north"] == game.view("north")["north"]
    assert (mine.history, mine.events, mine.dated) == ([], [], [])
    assert mine.to_act == "north"


def test_what_is_played_in_it_does_not_happen() -> None:
    game = toy()
    before = whole(game)
    mine = imagine(game, "north", 1)
    mine.play("north", {"do": "bump", "by": 3})
    mine.play("north", {"do": "duel"})
    assert mine.state[HANDS]["north"].score == 3
    assert mine.history == []
    assert whole(game) == before


def test_an_action_that_fails_in_it_leaves_no_trace() -> None:
    mine = imagine(toy(), "north", 1)
    with pytest.raises(Refused):
        mine.play("north", {"do": "bump", "by": 9})
    here = mine.bookmark()
    mine.play("north", {"do": "bump", "by": 2})
    mine.leaf_back(here)
    assert mine.state[HANDS]["north"].score == 0


def test_its_dice_are_others_and_the_same_for_one_seed() -> None:
    def thrown(seed: int) -> tuple[int, ...]:
        mine = imagine(toy(), "north", seed)
        return tuple(face for _ in range(6) for face in mine.roll(2))

    real = toy()
    faces = tuple(face for _ in range(6) for face in real.roll(2))
    assert thrown(1) == thrown(1)
    assert len({thrown(1), thrown(2), thrown(3), faces}) == 4


def test_what_is_hidden_is_drawn_anew_from_the_view_alone() -> None:
    game, twin = toy(), toy()
    twin.put(HANDS, "south", replace(twin.state[HANDS]["south"], card=1))
    cards = [imagine(game, "north", seed).state[HANDS]["south"].card for seed in range(12)]
    assert cards == [imagine(twin, "north", seed).state[HANDS]["south"].card for seed in range(12)]
    assert len(set(cards)) > 3
    assert {imagine(game, "north", seed).state[HANDS]["north"].card for seed in range(4)} == {3}


def test_another_view_draws_something_else() -> None:
    game, later = toy(), toy()
    later.play("north", {"do": "bump", "by": 1})
    seeds = range(12)
    cards = [[imagine(each, "north", n).state[HANDS]["south"].card for n in seeds]
             for each in (game, later)]  # fmt: skip
    assert cards[0] != cards[1]


def gambled(seed: int = 1) -> Toy:
    """North has rolled, and south is asked whether to double."""
    game = toy(seed)
    game.play("north", {"do": "bump", "by": 1})
    game.play("north", {"do": "gamble"})
    return game


@pytest.mark.parametrize("seed", range(1, 6))
def test_in_the_midst_of_a_procedure_the_dice_that_fell_lie_and_the_next_are_others(
    seed: int,
) -> None:
    game = gambled(seed)
    fell = game.state[STREAM]["now"].drawn
    mine = imagine(game, "south", 4)
    assert not mine.at_checkpoint
    assert mine.state[STREAM]["now"].drawn == fell == 2
    after = []
    for each in (game, imagine(game, "south", 4)):
        each.play("south", {"do": "double", "yes": False})
        after.append(each.state[HANDS]["north"].score)
    assert after[0] == after[1]  # the roll stands
    bonus = set()
    for n in range(12):
        mine = imagine(gambled(seed), "south", n)
        mine.play("south", {"do": "double", "yes": True})
        bonus.add(mine.state[HANDS]["south"].score)
    assert len(bonus) > 2  # and the next is nobody's to foresee


def test_dice_that_fell_and_were_taken_back_do_not_come_into_it() -> None:
    game = gambled()
    game.undo()
    game.play("north", {"do": "gamble"})
    mine = imagine(game, "south", 4)
    for each in (game, mine):
        each.play("south", {"do": "double", "yes": False})
    assert mine.state[HANDS]["north"].score == game.state[HANDS]["north"].score


def test_answers_under_seal_are_left_out() -> None:
    game = toy()
    game.play("north", {"do": "duel"})
    game.play("north", {"do": "name", "number": 3})
    mine = imagine(game, "south", 1)
    assert mine.sealed == ()
    assert [d.player for d in mine.decisions] == ["north", "south"]
    assert imagine(game, "north", 1).sealed == ("north",)  # one's own answer is known
    mine.play("south", {"do": "name", "number": 1})
    mine.play("north", {"do": "name", "number": 0})
    assert mine.state[HANDS]["south"].score == 5


def test_what_others_have_left_standing_is_left_out() -> None:
    game = toy()
    game.instruct("south", {"double": "never"})
    game.instruct("north", {"double": "never"})
    mine = imagine(game, "north", 1)
    assert set(mine.state[STANDING]) == {"north"}
    mine.play("north", {"do": "gamble"})
    assert mine.to_act == "south"


def test_what_has_come_to_light_within_a_procedure_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ToySystem, "in_sight", lambda self, game, player: {"north": None})
    game = gambled()
    assert {imagine(game, "south", n).state[HANDS]["north"].card for n in range(8)} == {3}


def told_after_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy's view is made to tell the card once dice have fallen."""
    plain = ToySystem.view

    def view(self: ToySystem, game: Toy, player: str | None) -> dict[str, object]:
        fell = game.state[STREAM]["now"].drawn
        return {**plain(self, game, player), "told": fell and game.state[HANDS]["north"].card}

    monkeypatch.setattr(ToySystem, "view", view)


def test_where_another_course_would_show_only_those_in_hand_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing leads there but the card that is told."""
    told_after_dice(monkeypatch)
    game = gambled()
    stayed = [imagine(game, "south", n).state[HANDS]["north"].card for n in range(8)]
    assert set(stayed) == {3}  # he is named in what is under way


def test_what_was_drawn_in_the_midst_of_a_procedure_stays_when_it_is_gone_through_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And nobody is taken to be in hand."""
    told_after_dice(monkeypatch)
    monkeypatch.setattr(imagining, "_in_hand", lambda game: frozenset())
    worlds = [imagine(gambled(), "south", n) for n in range(8)]
    cards = [mine.state[HANDS]["north"].card for mine in worlds]
    assert len(set(cards)) > 2
    for mine, card in zip(worlds, cards, strict=True):
        assert mine.again(5).again(6).state[HANDS]["north"].card == card
        assert imagine(mine, "south", 3).state[HANDS]["north"].card in range(1, 7)
        here = mine.bookmark()
        mine.play("south", {"do": "double", "yes": True})
        mine.leaf_back(here)
        assert mine.state[HANDS]["north"].card == card
        if card != 3:  # else it went as it would have gone
            with pytest.raises(Refused, match="is not known"):
                mine._restore(0)


@pytest.mark.parametrize("midway", [False, True])
def test_the_way_back_does_not_lead_to_what_is_hidden(midway: bool) -> None:
    game = gambled() if midway else toy()
    side = str(game.to_act)
    hidden = "north" if side == "south" else "south"
    for seed in range(6):
        mine = imagine(game, side, seed)
        card = mine.state[HANDS][hidden].card
        mine.journal.rollback(0)
        assert mine.state[HANDS][hidden].card == card


def test_it_is_not_saved(tmp_path: object) -> None:
    with pytest.raises(Refused, match="an imagined game is not saved"):
        imagine(toy(), "north", 1).save(f"{tmp_path}/thought.grog")


def test_the_same_again_goes_on_with_other_dice() -> None:
    mine = imagine(toy(), "north", 1)
    card = mine.state[HANDS]["south"].card
    again = [mine.again(seed) for seed in range(8)]
    assert {each.state[HANDS]["south"].card for each in again} == {card}
    assert len({each.roll(4) for each in again}) > 4
    mine.play("north", {"do": "gamble"})
    assert mine.again(2).decision("south") is not None
