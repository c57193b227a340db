"""Who may be in a hex with what of the enemy. [4.8c]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.air import missions
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import dumps, paying, supply_paths
from tests.systems.ocs.field import field, move, rules, unit

rule = pytest.mark.rule
PLANES = [{"id": "p", "side": "axis", "nation": "German", "name": "Stuka", "types": "T",
           "range": 20, "full": "(1)/20/0", "reduced": "(1)/10/0"}]  # fmt: skip


@rule("ocs", "4.8c(A)")
def test_attack_capable_units_enter_where_only_other_things_are() -> None:
    camp = [{"side": "allied", "hex": "0304", "level": 1}]
    units = [unit("a1", "0303"), unit("a2", "0303", "artillery"), unit("s1", "0403")]
    stock = [{"side": "allied", "hex": "0304", "sp": 1}]
    for more in ({"bases": camp}, {"hedgehogs": camp}, {"dumps": stock}):
        game = field(*units, **more)
        assert rules(game, "axis", move("a1", to="0304")) == []
        assert rules(game, "axis", move("a2", to="0304")) == ["4.4c"]
        assert rules(game, "axis", move("a1", to="0403")) == ["4.8c(A)"]


@rule("ocs", "4.8c(D)")
def test_aircraft_fly_their_missions_over_whatever_the_enemy_has() -> None:
    game = field(
        unit("a1", "0303"), unit("s1", "0505"), unit("s2", "0606", "hq"), planes=PLANES,
        air=[{"id": "x", "plane": "p", "hex": "0303"}],
        bases=[{"side": "axis", "hex": "0303", "level": 1}, {"side": "allied", "hex": "0707",
                "level": 1}],
        dumps=[{"side": "allied", "hex": "0808", "sp": 1}],
    )  # fmt: skip
    for label in ("0505", "0606", "0707", "0808"):
        h = game.board.hex(label)
        assert missions.refusals(game, "axis", "barrage", ["x"], h) == []


def paths(*more: Any, **facts: Any) -> int:
    """The tokens that an Axis unit in 0107 can draw from a dump six hexes off, in one lane."""
    stock = [{"side": "axis", "hex": "0101", "sp": 2}, *facts.pop("dumps", [])]
    lane = sketch(1, 20)
    game = field(unit("a1", "0107"), unit("s9", "0120"), *more, board=lane, dumps=stock, **facts)
    return paying.available(game, "axis", game.board.hex("0107"), paying.ATTACK, ("a1",))


@rule("ocs", "4.8c(E)")
def test_supply_passes_through_what_is_no_combat_unit() -> None:
    assert paths() == 8
    assert paths(dumps=[{"side": "allied", "hex": "0104", "sp": 1}]) == 8
    assert paths(hedgehogs=[{"side": "allied", "hex": "0104", "level": 1}]) == 8
    assert paths(unit("s1", "0104", "hq")) == 0


@rule("ocs", "4.8c(E)")
def test_supply_never_stops_where_the_enemy_has_something() -> None:
    """From 0107 five points lead to 0102, beside the dump; nothing else is near enough."""
    assert paths(dumps=[{"side": "allied", "hex": "0102", "sp": 1}]) == 0
    assert paths(hedgehogs=[{"side": "allied", "hex": "0102", "level": 1}]) == 0
    assert paths(bases=[{"side": "allied", "hex": "0102", "level": 1}]) == 0
    truck = {"id": "t", "side": "allied", "hex": "0102", "points": 1, "kind": "truck"}
    assert paths(transport=[truck]) == 0
    assert paths(dumps=[{"side": "allied", "hex": "0103", "sp": 1}]) == 8  # it goes on from there


@rule("ocs", "4.8c(E)")
@rule("ocs", "12.3b")
def test_a_throw_and_a_trace_do_not_stop_there_either() -> None:
    lane = sketch(1, 20)

    def game(*labels: str) -> Ocs:
        return field(
            unit("a1", "0108"), unit("a2", "0101", "hq", throw="6 truck/4 truck"),
            board=lane, sources=[{"side": "axis", "hex": "0101"}],
            dumps=[{"side": "axis", "hex": "0101", "sp": 1},
                   *({"side": "allied", "hex": label, "sp": 1} for label in labels)],
        )  # fmt: skip

    def reach(game: Ocs) -> tuple[int, bool]:
        h = game.board.hex("0108")
        tokens = paying.available(game, "axis", h, paying.FUEL, ("a1",))
        return tokens, supply_paths.in_trace(game, "a1")

    assert reach(game()) == (4, True)  # six points to 0107, beside the unit
    assert reach(game("0106")) == (4, True)
    open_ = game()
    assert reach(open_) == (4, True)
    dumps.add(open_, "allied", open_.board.hex("0107"), 1)
    assert reach(open_) == (0, False)
    dumps.take(open_, "allied", open_.board.hex("0107"), 1)
    assert reach(open_) == (4, True)
    assert reach(game("0107")) == (0, False)


@rule("ocs", "4.8c(E)")
@rule("ocs", "12.6a(2)")
def test_a_rail_trace_ends_in_no_station_with_enemy_goods() -> None:
    rails = ["-".join(f"01{c:02d}" for c in range(1, 21)) + " rail"]
    lane = sketch(1, 20, links=rails, places={"Ovo": "village 0114"})

    def traced(*labels: str) -> bool:
        goods = [{"side": "allied", "hex": label, "sp": 1} for label in labels]
        facts = {"sources": [{"side": "axis", "hex": "0101"}], "dumps": goods}
        return supply_paths.in_trace(field(unit("a1", "0117"), board=lane, **facts), "a1")

    assert traced()
    assert traced("0110")  # passed by rail
    assert not traced("0114")
