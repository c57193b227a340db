"""What counters in hand can do where they stand: a row for each kind, and never a flood."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from grognard import library
from grognard.table import menus
from grognard.table.composition import DeedRow

READY: dict[str, Any] = {"do": "ready"}
NO_MISSIONS: dict[str, Any] = {"do": "assign", "missions": []}


@cache
def typhoon() -> Any:
    """The first German movement of Typhoon."""
    game = library.new("wb95/typhoon", seed="1")
    for side, action in (("soviet", READY), ("german", READY), ("german", NO_MISSIONS)):
        game.play(side, action)
    return game


@cache
def catania() -> Any:
    """The first Allied movement on the Plain of Catania."""
    game = library.new("ocs/catania-plain", seed="1")
    for hex_, amount in (("77.17", 16), ("67.17", 8)):
        game.play("allied", {"do": "place", "what": "supply", "hex": hex_, "amount": amount})
    if game.segment.kind == "reinforcement":
        game.play("allied", {"do": "end"})
    return game


def stack(game: Any, player: str, hex_: str) -> list[str]:
    """The ids of a player's counters in a hex."""
    cards = library.tabletop(game).counters(game, player)
    return [card.id for card in cards if card.hex == hex_ and card.side == player]


def rows(game: Any, player: str, hand: Sequence[str], hex_: str, **more: Any) -> dict[str, DeedRow]:
    """The menu of counters in a hex by the kinds of its rows."""
    here = [game.board.index[hex_]]
    found = menus.menu(game, library.tabletop(game), player, hand, here, **more)
    return {row.do: row for row in found.rows}


def test_a_great_stack_is_rearranged_by_one_verb() -> None:
    """Nine counters can lie in 362 880 orders: none of them is listed. [16.1.1]"""
    game = typhoon()
    nine = stack(game, "german", "4230")
    assert len(nine) == 9
    for hand in (nine[:1], nine):
        found = rows(game, "german", hand, "4230")
        assert len(found) <= 6
        row = found["arrange"]
        assert row.title == "Rearrange a stack"
        assert (row.choices, row.more) == ((), False)
        assert row.ordering is not None
        assert row.ordering.whole
        top_first = row.ordering.counters
        assert sorted(top_first) == sorted(nine)
        shuffled = {**row.ordering.action, row.ordering.key: list(top_first)}
        assert not game.why("german", shuffled)
        same = {**row.ordering.action, row.ordering.key: list(reversed(top_first))}
        assert game.why("german", same)


def test_a_unit_is_laid_on_top_where_that_is_all_there_is() -> None:
    """OCS knows what lies on top, and no other order. [4.8b(C)]"""
    game = catania()
    row = rows(game, "allied", ["br-13-corps"], "74.19")["arrange"]
    assert row.ordering is not None
    assert not row.ordering.whole
    below = row.ordering.counters[1]
    assert not game.why("allied", {**row.ordering.action, row.ordering.key: below})


def test_kinds_have_a_row_each_with_what_is_listed_under_it() -> None:
    game = catania()
    found = rows(game, "allied", ["br-13-corps"], "74.19")
    assert len(found) <= 8
    assert len(found["mode"].choices) == 4
    assert found["mode"].title == "Change mode"
    (hedgehog,) = found["build-hedgehog"].choices
    assert hedgehog.weighed
    assert [price.total for price in found["build-hedgehog"].sums] == ["2"]


def test_kinds_keep_their_order_whoever_is_in_hand() -> None:
    game = catania()
    here = stack(game, "allied", "74.19")
    every = list(rows(game, "allied", here, "74.19", each=True))
    for piece in here:
        some = list(rows(game, "allied", [piece], "74.19"))
        assert some == [do for do in every if do in some]


def test_what_came_is_placed_without_anybody_in_hand() -> None:
    game = library.new("ocs/catania-plain", seed="1")
    place = game.board.index["77.17"]
    found = menus.menu(game, library.tabletop(game), "allied", (), (), about=place)
    assert [row.do for row in found.rows] == ["place"]
    assert not menus.menu(game, library.tabletop(game), "allied", (), ()).rows


@pytest.mark.parametrize("player", ["soviet", "german"])
def test_nobody_has_a_menu_when_it_is_not_his_phase(player: str) -> None:
    game = typhoon()
    hand = stack(game, player, "4230")
    assert bool(rows(game, player, hand, "4230")) == (player == "german")


def test_counters_of_several_sorts_say_so() -> None:
    game = catania()
    cards = library.tabletop(game).counters(game, "allied")
    assert {"units", "transport", "supply"} <= {card.sort for card in cards}
