"""Lists beside the map, lines of the order of battle, charts, and the board in text."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from grognard.board.sketch import sketch
from grognard.engine.event import Event
from grognard.table.cards import CounterCard, OffMap, State, Value
from grognard.table.panels import by_side, formations, line, off_map, points
from grognard.table.picture import asked, rows
from grognard.table.tabletop import Tabletop

HERE = CounterCard(
    id="u1", side="red", hex="0203", box=None, name="1 Foot", title="", symbol="",
    values=(Value("s", "4", ""), Value("m", "6", "")), step=2, steps=2,
    states=(State("d", "D", "disorganised", ""),),
)  # fmt: skip
DEAD = replace(HERE, id="u2", hex=None, box="dead-red")
GAME: Any = SimpleNamespace(
    scenario=SimpleNamespace(sides=("red", "blue"), nations={"red": "Soviet"}),
    over=False,
    decisions=(),
)


def test_lists_come_in_order_and_empty_ones_are_left_out() -> None:
    lists = [("pool-red", "To come", "red"), ("dead-red", "Dead", "red")]
    assert off_map([HERE, DEAD], lists) == [OffMap("dead-red", "Dead", "red", ("u2",))]
    assert off_map([HERE], lists) == []


def test_a_line_says_where_a_counter_is_and_what_is_left_of_it() -> None:
    here, dead = line(HERE, "nowhere", gone=False), line(DEAD, "Dead", gone=True)
    assert (here.where, here.step, here.values, here.states) == (
        "0203",
        2,
        "4-6",
        ("disorganised",),
    )
    assert (dead.where, dead.step, dead.steps) == ("Dead", 0, 2)


def test_a_chart_has_a_line_a_side() -> None:
    found = list(by_side(GAME, "losses", "Lost", "steps", {"red": 3, "blue": 1}.__getitem__))
    assert [(one.series, one.side, one.value) for one in found] == [
        ("Soviet", "red", 3),
        ("", "blue", 1),
    ]


def test_a_formation_has_its_counters_and_what_has_no_heading_is_left_out() -> None:
    found = formations([HERE, DEAD], lambda card: "Corps" if card.hex else None)
    assert found == {("red", "Corps"): [HERE]}


def test_points_are_those_of_the_side_that_wins_by_them() -> None:
    terms = SimpleNamespace(side="red")
    won: Any = SimpleNamespace(scenario=SimpleNamespace(victory=terms, nations={"red": "Soviet"}))
    (one,) = points(won, "points", lambda game: 7)
    assert (one.series, one.side, one.value) == ("Soviet points", "red", 7)
    terms.side = ""
    assert list(points(won, "points", lambda game: 7)) == []


class Toy(Tabletop):
    """A table that tells what dice are for."""

    purposes = {"combat": "fighting"}
    names_of_sums = {"roll": "on the dice"}


def test_luck_is_told_by_purpose_and_only_of_a_side() -> None:
    fought = Event("combat", "", {"attacker": "red"}, (3,))
    assert Toy().purpose(GAME, fought) == ("red", "fighting")
    assert Toy().purpose(GAME, replace(fought, kind="weather")) is None
    assert Toy().purpose(GAME, replace(fought, dice=())) is None
    assert Toy().purpose(GAME, replace(fought, facts={"side": "nobody"})) is None
    assert Tabletop().purpose(GAME, fought) == ("red", "combat")


def test_a_part_of_a_reckoning_has_its_name_or_its_key() -> None:
    assert (Toy().explained("roll"), Toy().explained("air_roll")) == ("on the dice", "air roll")


def test_rows_are_set_in_where_the_hexes_are() -> None:
    board = sketch(2, 2)
    assert list(rows(board, 4, 5, board.label)) == [" 0101  01010102", " 0201    02010202"]
    even = sketch(2, 2, shifted="even")
    assert list(rows(even, 4, 5, lambda h: "x")) == [" 0101    x   x", " 0201  x   x"]
    flat = sketch(2, 2, orientation="flat")
    assert list(rows(flat, 2, 4, lambda h: "x")) == ["0101  x x", "0201  x x"]


def test_who_is_asked_what_or_how_it_ended() -> None:
    ask = SimpleNamespace(prompt="Move?", rule="3.1")
    open_ = SimpleNamespace(over=False, decisions=(SimpleNamespace(player="red", ask=ask),))
    assert list(asked(open_)) == ["red is asked: Move? [3.1]"]  # type: ignore[arg-type]
    over = SimpleNamespace(over=True, result="red wins", decisions=())
    assert list(asked(over)) == ["over: red wins"]  # type: ignore[arg-type]
