"""Transport Points: moving, dividing, Organic Trucks. [13.2]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.combat.combat_supply import Bill, attack_bill
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.status import TRANSPORT, TURN
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.turn.phases import ARTILLERY, ATTACK, EXPLOITATION, MOVEMENT, REACTION
from tests.systems.ocs.field import at, mode, move, play, rig, rules, serial, told, unit
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


# ---- moving


@rule("ocs", "3.3(B)")
@rule("ocs", "13.2")
def test_transport_moves_by_the_allowance_of_its_kind() -> None:
    game = column(trucks(), trucks("w1", kind="wagon"))
    assert (transport.full(game, "t1"), transport.full(game, "w1")) == (20 * 12, 8 * 12)
    assert transport.points_at(game, game.board.hex("0303"), "axis") == 16
    assert transport.points_at(game, game.board.hex("0303"), "axis", "wagon") == 8
    play(game, "axis", haul("t1", to="0304 0305"))
    assert (where(game, "t1"), transport.spent(game, "t1")) == ("0305", 24)
    far = "0304 0305 0306 0307 0308 0309 0409 0509 0609"
    assert rules(game, "axis", haul("w1", to=far)) == ["6.2"]
    assert rules(game, "axis", haul("w1", to="0305")) == ["6.1"]


@rule("ocs", "13.2b")
def test_transport_needs_no_fuel() -> None:
    game = column(trucks(), units=(unit("a2", "0304", "mech"),), fuelled=False)
    assert rules(game, "axis", haul("t1", to="0302")) == []


@rule("ocs", "6.1c")
def test_transport_may_always_move_one_hex() -> None:
    board = sketch(9, 9, terrain={"0304": "mountain", "0404": "lake"})
    game = column(trucks(kind="cart"), board=board, kinds={"cart": {"ma": 1, "move": "leg"}})
    assert game.scenario.ground.hex_cost("dry", "leg", game.board.hex("0304")) > 12
    assert rules(game, "axis", haul("t1", to="0304")) == []
    assert rules(game, "axis", haul("t1", to="0302 0304")) != []
    play(game, "axis", haul("t1", to="0304"))
    assert transport.left(game, "t1") == 0
    assert rules(game, "axis", haul("t1", to="0305")) == ["6.2"]


@rule("ocs", "6.1g")
@rule("ocs", "6.1f")
def test_a_column_has_done_when_others_move_and_drops_who_stays() -> None:
    game = column(trucks(), trucks("t2"))
    play(game, "axis", haul("t1", "t2", to="0304"))
    play(game, "axis", haul("t1", to="0305"))
    assert rules(game, "axis", haul("t2", to="0305")) == ["6.1g"]
    play(game, "axis", move("a1", to="0302"))
    assert rules(game, "axis", haul("t1", to="0306")) == ["6.1g"]


@rule("ocs", "4.4c")
@rule("ocs", "9.14c")
def test_transport_keeps_away_from_whatever_the_enemy_has() -> None:
    dump = [{"side": "allied", "hex": "0305", "tokens": 1}]
    game = column(trucks(), units=(unit("s2", "0403", mode="move"),), dumps=dump)
    assert rules(game, "axis", haul("t1", to="0304 0305")) == ["4.4c"]
    assert rules(game, "axis", haul("t1", to="0403")) == ["4.8c(A)"]
    reached = transport.routes(game, "t1").costs
    assert game.board.hex("0403") not in reached
    assert game.board.hex("0305") not in reached
    assert game.board.hex("0304") in reached


@rule("ocs", "4.5a(A)")
@rule("ocs", "4.5b")
def test_trucks_stop_in_enemy_zones_unless_somebody_stays_there() -> None:
    enemy = unit("s2", "0404")
    game = column(trucks(), units=(enemy,))
    assert rules(game, "axis", haul("t1", to="0304 0305")) == ["4.5a(A)"]
    play(game, "axis", haul("t1", to="0304"))
    assert rules(game, "axis", haul("t1", to="0303")) == ["4.5a(A)"]
    game = column(trucks(), units=(enemy, unit("a2", "0304")))
    play(game, "axis", haul("t1", to="0304 0204"))
    assert at(game, "a2").locked == serial(MOVEMENT)
    assert rules(game, "axis", move("a2", to="0303")) == ["4.5b"]


@rule("ocs", "4.5a(A)")
def test_trucks_that_start_in_an_enemy_zone_leave_it_even_after_loading() -> None:
    dump = [{"side": "axis", "hex": "0304", "sp": 2}]
    game = column(trucks(where="0304"), units=(unit("s2", "0404"),), dumps=dump)
    play(game, "axis", load("t1", 8))
    assert rules(game, "axis", haul("t1", to="0303")) == []


@rule("ocs", "4.5a(A)")
def test_wagons_on_foot_ignore_enemy_zones() -> None:
    game = column(trucks("w1", kind="wagon"), units=(unit("s2", "0404"),))
    assert rules(game, "axis", haul("w1", to="0304 0305")) == []


@rule("ocs", "13.2d")
@rule("ocs", "5.7f")
@rule("ocs", "5.8c")
@rule("ocs", "5.5c")
def test_transport_is_in_move_mode() -> None:
    game = column(trucks())
    assert rules(game, "axis", mode("t1", to="reserve", up="move")) == ["5.7f"]
    assert rules(game, "axis", mode("t1", to="strat")) == ["5.8c"]
    assert rules(game, "axis", mode("t1", to="combat")) == ["5.5c"]


@rule("ocs", "13.2")
@pytest.mark.parametrize(("segment", "id"), [(REACTION, "7.0a"), (EXPLOITATION, "11.0a")])
def test_transport_moves_in_the_own_movement_phase(segment: str, id: str) -> None:
    phasing = "allied" if segment == REACTION else "axis"
    dump = [{"side": "axis", "hex": "0303", "sp": 1}]
    game = column(trucks(), dumps=dump, segment=segment, player=phasing, first=phasing)
    assert rules(game, "axis", haul("t1", to="0304")) == [id]
    assert rules(game, "axis", load("t1", 4)) == [id]
    assert not [a for a in game.legal("axis") if a["do"] in ("haul", "load")]


@rule("ocs", "13.2i")
def test_captured_transport_moves_at_once_only_in_a_movement_phase() -> None:
    game = column(trucks())
    game.put(TRANSPORT, "t1", replace(of(game, "t1"), captured=serial(MOVEMENT)))
    assert rules(game, "axis", haul("t1", to="0304")) == []
    game = column(trucks(), dumps=[{"side": "axis", "hex": "0101", "sp": 1}], segment=EXPLOITATION)
    game.put(TRANSPORT, "t1", replace(of(game, "t1"), captured=serial(EXPLOITATION)))
    assert rules(game, "axis", haul("t1", to="0304")) == ["13.2i"]


@rule("ocs", "6.2c")
def test_transport_stays_off_prohibited_ground() -> None:
    game = column(trucks(), board=sketch(9, 9, terrain={"0304": "lake"}))
    assert rules(game, "axis", haul("t1", to="0304")) == ["6.2c"]
    assert game.board.hex("0304") not in transport.routes(game, "t1").costs


@rule("ocs", "2.4(3)")
def test_columns_keep_off_the_enemy_in_a_simulcast() -> None:
    game = column(trucks(), units=(unit("s2", "0404"),))
    assert rules(game, "axis", haul("t1", to="0304")) == []
    game.put(TURN, "now", replace(game.state[TURN]["now"], simulcast=True))
    assert rules(game, "axis", haul("t1", to="0304")) == ["2.4(3)"]


@rule("ocs", "6.3a")
def test_only_ones_own_transport_on_the_map_does_anything() -> None:
    waiting, foreign = trucks("t2", None), {**trucks("t3", "0808"), "side": "allied"}
    game = column(trucks(), waiting, foreign, dumps=[{"side": "axis", "hex": "0303", "sp": 1}])
    for key in ("t2", "t3", "nobody"):
        assert rules(game, "axis", haul(key, to="0304")) == ["13.2"]
        assert rules(game, "axis", load(key, 1)) == ["13.2f"]
        assert rules(game, "axis", unload(key, 1)) == ["13.2f"]
        assert rules(game, "axis", {"do": "divide", "transport": key, "points": 1}) == ["13.2c"]
        assert rules(game, "axis", {"do": "combine", "transport": ["t1", key]}) == ["13.2c"]
    assert transport.unable(game, "t2").rule == "13.2"  # type: ignore[union-attr]
    assert transport.unable(game, "t3").rule == "6.3a"  # type: ignore[union-attr]
    assert rules(game, "axis", haul("t1", "t1", to="0304")) == ["form"]
    assert rules(game, "axis", haul(to="0304")) == ["form"]
    assert rules(game, "axis", haul("t1", to="9999")) == ["form"]


# ---- dividing and combining


@rule("ocs", "13.2c")
def test_transport_divides_and_combines_for_nothing() -> None:
    game = column(trucks(points=5, load=12))
    play(game, "axis", haul("t1", to="0304"))
    play(game, "axis", {"do": "divide", "transport": "t1", "points": 3, "tokens": 9})
    part = told(game, "divide")[0]["part"]
    assert (of(game, "t1").size, of(game, "t1").load) == (8, 3)
    assert (of(game, part).size, of(game, part).load) == (12, 9)
    assert transport.spent(game, part) == transport.spent(game, "t1") == 12
    play(game, "axis", {"do": "combine", "transport": ["t1", part]})
    assert (of(game, "t1").size, of(game, "t1").load, transport.spent(game, "t1")) == (20, 12, 12)
    assert part not in game.state[TRANSPORT]


@rule("ocs", "13.2c")
def test_a_load_must_fit_both_parts() -> None:
    game = column(trucks(points=5, load=12))
    divide = {"do": "divide", "transport": "t1", "points": 3}
    assert rules(game, "axis", {**divide, "tokens": 3}) == ["13.2c"]  # 9 would stay on 2 points
    assert rules(game, "axis", {**divide, "tokens": 13}) == ["13.2c"]
    assert rules(game, "axis", {**divide, "points": 5}) == ["13.2c"]
    assert rules(game, "axis", {**divide, "points": 0}) == ["13.2c"]
    play(game, "axis", divide)
    assert of(game, "t1").load == 8


@rule("ocs", "13.2c")
@rule("ocs", "6.1f")
def test_of_a_divided_column_one_part_goes_on_and_the_other_stays() -> None:
    game = column(trucks(points=5))
    play(game, "axis", haul("t1", to="0304"))
    play(game, "axis", {"do": "divide", "transport": "t1", "points": 2})
    part = told(game, "divide")[0]["part"]
    play(game, "axis", haul(part, to="0305"))
    assert rules(game, "axis", haul("t1", to="0305")) == ["6.1g"]
    game = column(trucks(points=5))
    play(game, "axis", haul("t1", to="0304"))
    play(game, "axis", {"do": "divide", "transport": "t1", "points": 2})
    play(game, "axis", haul("t1", to="0305"))
    assert rules(game, "axis", haul(part, to="0305")) == ["6.1g"]


@rule("ocs", "13.2c")
def test_the_combined_have_used_what_the_most_tired_had() -> None:
    game = column(trucks(), trucks("t2", "0306"))
    play(game, "axis", haul("t1", to="0304 0305 0306"))
    play(game, "axis", {"do": "combine", "transport": ["t2", "t1"]})
    assert transport.spent(game, "t2") == 36
    assert rules(game, "axis", haul("t2", to="0307")) == []
    assert rules(game, "axis", move("a1", to="0302")) == []
    play(game, "axis", move("a1", to="0302"))
    assert rules(game, "axis", haul("t2", to="0307")) == ["6.1g"]


@rule("ocs", "13.2c")
@rule("ocs", "13.2g")
def test_what_never_combines() -> None:
    organic = trucks("o1", formation="1 Pz")
    items = (trucks(), trucks("w1", kind="wagon"), organic, trucks("far", "0305"))
    game = column(*items, trucks("o2", formation="2 Pz"))
    for other in ("w1", "o1", "far"):
        assert rules(game, "axis", {"do": "combine", "transport": ["t1", other]}) == ["13.2c"]
    assert rules(game, "axis", {"do": "combine", "transport": ["o1", "o2"]}) == ["13.2c"]
    assert rules(game, "axis", {"do": "combine", "transport": ["t1"]}) == ["13.2c"]
    game = column(organic, trucks("o2", formation="1 Pz"))
    both = {"do": "combine", "transport": ["o1", "o2"]}
    assert rules(game, "axis", both) == []
    game.put(TRANSPORT, "o2", replace(of(game, "o2"), reserve=True))
    assert rules(game, "axis", both) == ["13.2c"]


@rule("ocs", "13.2c")
def test_dividing_is_for_the_movement_phase() -> None:
    dump = [{"side": "axis", "hex": "0101", "sp": 1}]
    game = column(trucks(points=5), dumps=dump, segment=EXPLOITATION)
    assert rules(game, "axis", {"do": "divide", "transport": "t1", "points": 2}) != []


# ---- Organic Trucks


def organic(**more: Any) -> dict[str, Any]:
    return trucks("o1", "0301", formation="1 Pz", **more)


@rule("ocs", "13.2g")
@rule("ocs", "13.2g(A)")
def test_organic_trucks_load_but_never_unload() -> None:
    game = column(organic(), dumps=[{"side": "axis", "hex": "0301", "sp": 2}])
    play(game, "axis", load("o1", 8))
    assert rules(game, "axis", unload("o1", 4)) == ["13.2g(A)"]


@rule("ocs", "13.2g(G)")
def test_organic_loads_may_be_held_back_from_combat() -> None:
    def bill(*items: dict[str, Any]) -> Any:
        attacker, victim = unit("a2", "0301", formation="1 Pz"), unit("s2", "0302")
        game = column(*items, units=(attacker, victim), segment=ATTACK)
        return attack_bill(game, "axis", ("a2",), own=["a2"])

    held = bill(organic(load=4))
    assert isinstance(held, Bill)
    assert (held.payment, held.internals) == ((), ("a2",))
    assert isinstance(bill(trucks(where="0301", load=4)), Refusal)  # plain loads go first


@rule("ocs", "13.2g(D)")
@rule("ocs", "5.7b(B)")
def test_organic_trucks_may_be_reserves_and_move_when_released() -> None:
    dump = [{"side": "axis", "hex": "0101", "sp": 1}]
    game = column(organic(), dumps=dump, player="allied", first="allied", segment=REACTION)
    game.put(TRANSPORT, "o1", replace(of(game, "o1"), reserve=True))
    assert rules(game, "axis", haul("o1", to="0302")) == ["7.0a"]
    play(game, "axis", {"do": "release", "units": ["o1"]})
    assert transport.full(game, "o1") == 10 * 12
    play(game, "axis", haul("o1", to="0302"))
    assert where(game, "o1") == "0302"


@rule("ocs", "13.2c")
@rule("ocs", "3.3(B)")
def test_organic_trucks_have_one_value_and_are_not_divided() -> None:
    game = column(organic(), trucks())
    act = {"do": "divide", "transport": "o1", "points": 1}
    assert rules(game, "axis", act) == ["13.2c"]
    divided = [a["transport"] for a in game.legal("axis") if a["do"] == "divide"]
    assert divided == ["t1"]


@rule("ocs", "13.2g(D)")
@rule("ocs", "5.10c")
def test_a_disorganised_hex_has_no_organic_reserves() -> None:
    game = column(organic())
    play(game, "axis", mode("o1", to="reserve", up="move"))
    assert transport.full(game, "o1") == 5 * 12  # a quarter of 20
    modes.disorganise(game, game.board.hex("0301"))
    assert not of(game, "o1").reserve


@rule("ocs", "13.2g(D)")
def test_the_reserve_goes_with_the_last_unit_that_a_barrage_kills() -> None:
    reserve = {**organic(), "side": "allied", "hex": "0505", "formation": "1 Guards"}
    guards = unit("s1", "0505", formation="1 Guards")
    guns = (unit("a2", "0504"), unit("a3", "0503", "artillery", barrage="99/5"))
    supply = [{"side": "axis", "hex": "0503", "sp": 5}]
    game = column(reserve, units=(guards, *guns), segment=ARTILLERY, dumps=supply)
    game.put(TRANSPORT, "o1", replace(of(game, "o1"), reserve=True))
    rig(game, 6, 6)  # two steps and DG
    play(game, "axis", {"do": "barrage", "guns": ["a3"], "target": "0505", "aim": "units"})
    assert at(game, "s1").place == "dead"
    assert not of(game, "o1").reserve


# ---- the deeds as offered


def test_what_is_offered_is_legal() -> None:
    game = column(
        trucks(points=5, load=4), trucks("t2", "0303"), trucks("w1", kind="wagon"), organic(load=2),
        units=(unit("a2", "0303"), unit("s2", "0406")), dumps=[
            {"side": "axis", "hex": "0303", "sp": 2}, {"side": "axis", "hex": "0301", "sp": 2}],
    )  # fmt: skip
    mine = ("haul", "load", "unload", "divide", "combine")
    offered = [a for a in game.legal("axis") if a["do"] in mine]
    assert {a["do"] for a in offered} == set(mine)
    assert all(rules(game, "axis", a) == [] for a in offered)
    reached = {a["path"][-1] for a in offered if a["do"] == "haul" and a["transport"] == ["t1"]}
    assert {game.board.label(h) for h in transport.routes(game, "t1").costs} == reached


def test_the_enemy_sees_a_column_but_not_what_it_is() -> None:
    game = column(trucks(load=3))
    play(game, "axis", haul("t1", to="0304"))
    event = next(e for e in game.events if e.kind == "haul")
    assert event.seen_by == ("axis",)
    assert event.others is not None
    assert dict(event.others.facts) == {"from": "0303", "path": ["0304"]}
    assert "point" not in game.sentence(event.others)


@rule("ocs", "13.2f")
@rule("ocs", "6.1g")
def test_several_load_before_they_set_out_together_and_unload_on_the_way() -> None:
    dump = [{"side": "axis", "hex": "0303", "sp": 4}]
    game = column(trucks(), trucks("t2"), dumps=dump, units=(unit("a2", "0305"),))
    play(game, "axis", load("t1", 8))
    play(game, "axis", load("t2", 8))
    play(game, "axis", haul("t1", "t2", to="0304 0305"))
    play(game, "axis", unload("t1", 4))
    play(game, "axis", unload("t2", 4))
    play(game, "axis", haul("t1", "t2", to="0306"))
    assert (where(game, "t1"), where(game, "t2")) == ("0306", "0306")
    assert ground(game, "0305") == 8


@rule("ocs", "6.1g")
def test_loading_elsewhere_ends_the_move_of_others() -> None:
    dump = [{"side": "axis", "hex": "0303", "sp": 4}]
    game = column(trucks(), trucks("t2", "0302"), dumps=dump)
    play(game, "axis", haul("t2", to="0303"))
    play(game, "axis", load("t1", 8))  # it begins where the other has stopped
    assert rules(game, "axis", haul("t2", to="0304")) == ["6.1g"]
    assert rules(game, "axis", haul("t1", to="0304")) == []
