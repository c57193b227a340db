"""Loading and unloading: what it takes, who takes charge, and no leapfrogging. [13.2] [12.2]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.status import HEXES, SIDES, HexStatus
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport import transport
from tests.systems.ocs.field import move, play, rules, unit
from tests.systems.ocs.transport.columns import (
    column,
    ground,
    haul,
    load,
    of,
    trucks,
    unload,
    where,
)

rule = pytest.mark.rule


@rule("ocs", "13.2f")
@rule("ocs", "13.2c")
@rule("ocs", "4.7c")
@rule("ocs", "12.2")
def test_loading_takes_a_tenth_of_the_allowance_however_much_it_is() -> None:
    game = column(trucks(), dumps=[{"side": "axis", "hex": "0303", "sp": 3}])
    assert rules(game, "axis", load("t1", 9)) == ["13.2c"]  # two points carry two SP
    play(game, "axis", load("t1", 8))
    assert (of(game, "t1").load, ground(game, "0303")) == (8, 4)
    assert transport.spent(game, "t1") == 2 * 12
    game = column(trucks(), dumps=[{"side": "axis", "hex": "0303", "sp": 3}])
    play(game, "axis", load("t1", 1))
    assert transport.spent(game, "t1") == 2 * 12


@rule("ocs", "13.2f(A)")
@rule("ocs", "4.1")
@pytest.mark.parametrize(("ma", "cost"), [(45, 5), (44, 4), (20, 2), (8, 1), (4, 0)])
def test_the_tenth_is_rounded(ma: int, cost: int) -> None:
    game = column(trucks(), kinds={"truck": {"ma": ma, "move": "truck"}})
    assert transport.loading_cost(game, "t1") == cost * 12


@rule("ocs", "13.2f(B)")
def test_nothing_is_loaded_from_afar() -> None:
    game = column(trucks(), dumps=[{"side": "axis", "hex": "0304", "sp": 3}])
    assert rules(game, "axis", load("t1", 1)) == ["13.2f(B)"]
    play(game, "axis", haul("t1", to="0304"))
    assert rules(game, "axis", load("t1", 1)) == []
    assert rules(game, "axis", load("t1", 0)) == ["13.2f(B)"]


@rule("ocs", "13.2f")
def test_loading_needs_points() -> None:
    kinds = {"cart": {"ma": 5, "move": "leg"}}
    dump = [{"side": "axis", "hex": "0308", "sp": 3}, {"side": "axis", "hex": "0307", "sp": 3}]
    game = column(trucks(kind="cart"), kinds=kinds, dumps=dump)
    play(game, "axis", haul("t1", to="0304 0305 0306 0307 0308"))
    assert rules(game, "axis", load("t1", 4)) == ["13.2f"]


@rule("ocs", "13.2f")
@pytest.mark.parametrize(
    ("spec", "allowed"),
    [
        ({}, False),
        ({"units": (unit("a2", "0304"),)}, True),
        ({"dumps": [{"side": "axis", "hex": "0304", "tokens": 1}]}, True),
        ({"bases": [{"side": "axis", "hex": "0304"}]}, True),
        ({"ports": [{"side": "axis", "hex": "0304", "capacity": 2}]}, True),
    ],
    ids=["nothing", "unit", "dump", "air base", "port"],
)
def test_unloading_needs_somebody_to_take_charge(spec: Any, allowed: bool) -> None:
    board = sketch(9, 9, terrain={"0305": "sea"})
    game = column(trucks(loaded=True), trucks("t2", "0304", loaded=True), board=board, **spec)
    play(game, "axis", haul("t1", to="0304"))
    assert rules(game, "axis", unload("t1", 8)) == ([] if allowed else ["13.2f"])
    if allowed:
        before = ground(game, "0304")
        play(game, "axis", unload("t1", 5))
        assert (of(game, "t1").load, ground(game, "0304") - before) == (3, 5)
        assert transport.spent(game, "t1") == 12 + 24
        assert rules(game, "axis", unload("t1", 4)) == ["13.2f"]


@rule("ocs", "12.2a")
def test_no_leapfrogging_between_trucks() -> None:
    game = column(trucks(where="0302", loaded=True), trucks("t2", "0301"))
    play(game, "axis", haul("t1", to="0301"))
    play(game, "axis", unload("t1", 8))
    assert rules(game, "axis", load("t2", 1)) == ["12.2a"]
    assert rules(game, "axis", load("t1", 1)) == ["12.2a"]
    assert not [a for a in game.legal("axis") if a["do"] == "load"]


@rule("ocs", "12.2a")
def test_older_supply_beside_the_unloaded_may_be_loaded() -> None:
    dump = [{"side": "axis", "hex": "0301", "tokens": 3}]
    game = column(trucks(where="0302", loaded=True), trucks("t2", "0301"), dumps=dump)
    play(game, "axis", haul("t1", to="0301"))
    play(game, "axis", unload("t1", 8))
    assert rules(game, "axis", load("t2", 4)) == ["12.2a"]
    play(game, "axis", load("t2", 3))
    assert ground(game, "0301") == 8


@rule("ocs", "12.2")
@rule("ocs", "12.2b")
@rule("ocs", "13.2a")
def test_a_column_pauses_has_its_load_used_and_goes_on() -> None:
    tanks = unit("a2", "0306", "armor")
    game = column(trucks(load=3), units=(tanks,), fuelled=False)
    fuel = {"do": "fuel", "units": ["a2"]}
    play(game, "axis", haul("t1", to="0304"))
    play(game, "axis", fuel)
    play(game, "axis", haul("t1", to="0305"))
    assert (where(game, "t1"), of(game, "t1").load) == ("0305", 2)
    status = game.state[SIDES]["axis"]
    assert (status.spent, status.delivered) == (1, 1 + dumps.stock(game, "axis"))
    play(game, "axis", move("a2", to="0307"))
    assert rules(game, "axis", haul("t1", to="0306")) == ["6.1g"]  # others have moved


@rule("ocs", "13.2g(B)")
@rule("ocs", "13.2g")
def test_organic_loads_are_for_their_own_formation() -> None:
    own, other = unit("a2", "0306", "armor", formation="1 Pz"), unit("a3", "0306", "armor")
    truck = trucks("o1", formation="1 Pz", load=3)
    game = column(truck, units=(own, other), fuelled=False)
    assert rules(game, "axis", {"do": "fuel", "units": ["a2"]}) == []
    assert rules(game, "axis", {"do": "fuel", "units": ["a3"]}) != []
    far = unit("a4", "0309", "armor", formation="1 Pz")
    truck = {**truck, "hex": "0301"}
    fuel = {"do": "fuel", "units": ["a4"]}
    assert rules(column(truck, units=(far,), fuelled=False), "axis", fuel) != []
    thrown = column(truck, units=(far, unit("ah", "0304", "hq")), fuelled=False)
    assert rules(thrown, "axis", fuel) == []


@rule("ocs", "14.8c")
def test_trainbusting_slows_columns() -> None:
    game = column(trucks())
    game.put(HEXES, game.board.hex("0305"), HexStatus(busted="allied"))
    play(game, "axis", haul("t1", to="0304 0305"))
    assert transport.spent(game, "t1") == 4 * 12  # one more for each hex of the zone
    game = column(trucks())
    game.put(HEXES, game.board.hex("0305"), HexStatus(busted="allied"))
    reached = transport.routes(game, "t1")
    assert reached.costs[game.board.hex("0305")] == 4 * 12


def test_amounts_that_are_not_there_are_errors() -> None:
    game = column(trucks(load=3))
    with pytest.raises(ValueError, match="carries 3 tokens, not 4"):
        transport.use(game, "t1", 4)
    with pytest.raises(ValueError, match="room for 5 tokens, not 6"):
        transport.load(game, "t1", 6)
    for size, tokens in ((0, 0), (8, 0), (4, 4), (4, -1)):
        with pytest.raises(ValueError, match="cannot give away"):
            transport.divide(game, "t1", size, tokens)
    game = column(trucks(load=7))
    with pytest.raises(ValueError, match="cannot keep 6 tokens"):
        transport.divide(game, "t1", 4, 1)
