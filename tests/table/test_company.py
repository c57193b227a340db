"""Many counters in hand at once: what they can do together, and a march to one hex."""

from __future__ import annotations

from typing import Any

import grognard
from grognard import library
from grognard.engine.game import Game
from grognard.systems.goss.units import UNITS
from grognard.table.company import company
from grognard.table.composition import JointRow


def until(segment: str, side: str) -> Game[Any]:
    """Skyline Drive, with every segment before it ended."""
    game: Game[Any] = grognard.new("goss/skyline-drive", seed=3)
    while game.segment.kind != segment or game.to_act != side:
        decision = game.decisions[0]
        ends = decision.offer("end") is not None
        game.play(decision.player, {"do": "end"} if ends else decision.ask.default)
    return game


def division(game: Game[Any], group: str) -> list[str]:
    cards = library.tabletop(game).counters(game, "axis")
    return [card.id for card in cards if card.group == group and card.hex]


def rows(game: Game[Any], hand: list[str], to: str | None = None) -> list[JointRow]:
    h = None if to is None else game.board.hex(to)
    return list(company(game, library.tabletop(game), "axis", hand, h).rows)


def test_a_division_changes_its_mode_by_one_order_and_who_cannot_is_named() -> None:
    game = until("modes", "axis")
    hand = division(game, "2 Pz")
    assert len({game.state[UNITS][name].hex for name in hand}) > 3
    found = {(row.do, row.text): row for row in rows(game, hand)}
    strat = found["mode", "Strat"]
    able = [share.piece for share in strat.shares if not share.why]
    barred = [share for share in strat.shares if share.why]
    assert strat.whole == {"do": "mode", "units": able, "mode": "Strat"}
    assert len(able) > 1
    assert barred
    assert all(why.rule for share in barred for why in share.why)
    game.play("axis", strat.whole)
    assert all(game.state[UNITS][name].mode == "Strat" for name in able)


def test_a_column_marches_to_a_hex_each_as_far_as_it_gets() -> None:
    game = until("moves", "axis")
    hand, goal = division(game, "26 VG"), "2742"
    (row,) = rows(game, hand, goal)
    assert row.whole is None
    able = [share for share in row.shares if share.action is not None]
    assert {share.piece for share in row.shares} == set(hand)
    assert [share.left for share in able] == sorted(share.left for share in able)
    for share in able:
        distance = game.board.distance(game.board.hex(share.path[-1]), game.board.hex(goal))
        assert share.left == distance
        assert game.why("axis", share.action or {}) == []
        start = game.board.hex(share.path[0])
        assert distance < game.board.distance(start, game.board.hex(goal))
    assert able
    assert all(share.why for share in row.shares if share.action is None)


def test_nothing_is_proposed_to_whom_nothing_is_asked() -> None:
    game = until("moves", "axis")
    hand = ["u-28-110-1", "u-28-110-2"]
    assert company(game, library.tabletop(game), "allied", hand).rows == ()


def test_the_enemys_formations_are_not_told() -> None:
    game = until("moves", "axis")
    cards = library.tabletop(game).counters(game, "allied")
    assert not [card for card in cards if card.side == "axis" and card.group]
    assert [card for card in cards if card.side == "allied" and card.group]
