"""The rulebook's examples of supply, transport and railways, played. [12.1a] [13.2] [13.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SIDES
from grognard.systems.ocs.supply import dumps, paying
from grognard.systems.ocs.transport import relaying, transport
from tests.systems.ocs.field import field, mode, move, play, rules, unit

rule = pytest.mark.rule


def left(game: Ocs, label: str) -> str:
    """What is left of the dump in a hex, as players say it."""
    return dumps.amount(dump_at(game, game.board.hex(label), "axis"))


@rule("ocs", "4.7a")
def test_ocs_ex_010_two_tokens_and_half_an_re_are_a_point_of_rail_cap() -> None:
    """2T and a battalion that is no light foot: 1 point on a single track."""
    battalion = unit("a1", "0303", size="battalion", move="2:8 leg", mode="move")
    game = _railway(battalion, dumps=[{"side": "axis", "hex": "0303", "sp": 1}])
    play(game, "axis", {"do": "rail", "units": ["a1"], "tokens": 2, "to": "0306"})
    assert game.state[SIDES]["axis"].rail_used == 16  # sixteenths of a Supply Point
    assert (left(game, "0303"), left(game, "0306")) == ("2T", "2T")


@rule("ocs", "5.2")
@rule("ocs", "5.10d")
def test_ocs_ex_012_a_disorganised_unit_on_its_move_side_is_not_in_move_mode() -> None:
    game = _railway(unit("a1", "0303", mode="dg", up="move"))
    assert rules(game, "axis", {"do": "rail", "units": ["a1"], "to": "0306"}) == ["5.10d"]


@rule("ocs", "12.1a")
def test_ocs_ex_055_a_token_of_fuel_from_two_points_leaves_one_and_three_tokens() -> None:
    tanks = unit("a1", "0303", "armor")
    spec = {"dumps": [{"side": "axis", "hex": "0304", "sp": 2}], "fuelled": False}
    game = field(tanks, unit("s1", "0909"), **spec)
    play(game, "axis", {"do": "fuel", "units": ["a1"]})
    assert left(game, "0304") == "1 SP 3T"


@rule("ocs", "12.1a")
def test_ocs_ex_056_two_tokens_for_a_barrage_from_five_points_leave_four_and_two_tokens() -> None:
    guns = unit("a1", "0303", "artillery")
    game = field(guns, unit("s1", "0909"), dumps=[{"side": "axis", "hex": "0304", "sp": 5}])
    h = game.board.hex("0303")
    payment = paying.settle(game, "axis", h, 2, paying.BARRAGE, ("a1",))
    assert not isinstance(payment, Refusal)
    paying.pay(game, "axis", payment, paying.BARRAGE, "10.1b(A)")
    assert left(game, "0304") == "4 SP 2T"


@rule("ocs", "13.2f(A)")
def test_ocs_ex_063_a_truck_with_45_points_pays_5_to_load() -> None:
    game = field(
        unit("a1", "0303"), unit("s1", "0909"), kinds={"truck": {"ma": 45, "move": "truck"}},
        transport=[{"id": "t1", "side": "axis", "hex": "0303", "kind": "truck", "points": 1}],
        dumps=[{"side": "axis", "hex": "0303", "sp": 1}],
    )  # fmt: skip
    play(game, "axis", {"do": "load", "transport": "t1", "tokens": 4})
    assert transport.spent(game, "t1") == 5 * 12
    play(game, "axis", {"do": "haul", "transport": ["t1"], "path": ["0304"]})
    play(game, "axis", {"do": "haul", "transport": ["t1"], "path": ["0303"]})
    play(game, "axis", {"do": "unload", "transport": "t1", "tokens": 1})
    assert transport.spent(game, "t1") == 12 * 12


@rule("ocs", "13.3g(A)")
def test_ocs_ex_064_one_repair_unit_runs_ahead_and_another_does_not_leapfrog() -> None:
    """In Strat Mode ahead of the railhead: allowed. By rail on track just converted: not."""
    gauges = {"axis": ["0301", "0302", "0303"], "allied": ["0304", "0305", "0306", "0307", "0308"]}
    engineers = {"combat": "1:6 leg", "move": "1:8 leg", "traits": "rail-repair"}
    game = _railway(
        unit("a1", "0303", **engineers), unit("a2", "0302", **engineers),
        unit("a3", "0303", **engineers), gauges=gauges,
    )  # fmt: skip
    play(game, "axis", mode("a3", to="strat"))
    play(game, "axis", move("a3", to="0304 0305 0306"))
    assert game.state[HEXES][game.board.hex("0306")].gauge == "allied"
    assert relaying.may_convert(game, "a3", game.board.hex("0307")).rule == "13.3g(D)"  # type: ignore[union-attr]
    play(game, "axis", move("a1", to="0304"))
    assert game.state[HEXES][game.board.hex("0304")].gauge == "axis"
    assert rules(game, "axis", {"do": "rail", "units": ["a2"], "to": "0304"}) == ["13.3g(A)"]
    assert rules(game, "axis", {"do": "rail", "units": ["a2"], "to": "0303"}) == []


def _railway(*units: dict[str, Any], **more: Any) -> Ocs:
    """A single track from a source in the west, with villages in 0303 and 0306."""
    links = ["0301-0302-0303-0304-0305-0306-0307-0308 rail"]
    board = sketch(9, 9, links=links, places={"A": "village 0303", "B": "village 0306"})
    return field(
        *units, unit("a9", "0301"), unit("s1", "0909", mode="move"), board=board,
        sources=[{"side": "axis", "hex": "0301"}], limits={"axis": {"rail_cap": 4}}, **more,
    )  # fmt: skip
