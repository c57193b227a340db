"""Engineers: who can, where, bridging and railheads. [13.8]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement import movement, reach
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.works import engineers
from tests.systems.ocs.field import at, field, mode, move, rules, unit, where

rule = pytest.mark.rule
DUMP = [{"side": "axis", "hex": "0504", "sp": 20}]


def sapper(name: str = "a1", hex: str = "0505", **more: Any) -> dict[str, Any]:
    more.setdefault("traits", "engineer")
    return unit(name, hex, "engineer", combat="2:3 leg", move="1:5 leg", **more)


def dig(*names: str, hex: str = "0505", **more: Any) -> dict[str, Any]:
    return {"do": "build-hedgehog", "hex": hex, "units": list(names or ("a1",)), **more}


def able(game: Ocs, hex: str) -> list[str]:
    return engineers.able(game, "axis", game.board.hex(hex))


# ---- who


@rule("ocs", "13.8")
@rule("ocs", "13.8a")
@rule("ocs", "13.1b")
@rule("ocs", "GL-engineer")
@pytest.mark.parametrize(
    ("item", "capable"),
    [(sapper(), True), (unit("a1", "0505", "hq"), True), (unit("a1", "0505"), False),
     (sapper(traits="rail-repair"), False), (sapper(traits="para"), False),
     (sapper(traits="glider"), False), (sapper(traits=""), False)],
)  # fmt: skip
def test_engineers_and_headquarters_alone_are_engineers(item: Any, capable: bool) -> None:
    assert engineers.capable(field(item), "a1") is capable


@rule("ocs", "13.8a")
@rule("ocs", "5.5b")
@rule("ocs", "5.10e")
@rule("ocs", "GL-engineer")
@pytest.mark.parametrize("type", ["engineer", "hq"])
@pytest.mark.parametrize(
    ("mode", "up", "capable"),
    [("combat", "combat", True), ("dg", "combat", True), ("dg", "move", False),
     ("move", "move", False), ("reserve", "combat", False), ("strat", "move", False),
     ("exploit", "combat", False)],
)  # fmt: skip
def test_they_work_in_combat_mode_or_dg_on_the_combat_side(
    type: str, mode: str, up: str, capable: bool
) -> None:
    traits = "engineer" if type == "engineer" else ""
    more = {"up": up} if mode in ("dg", "reserve", "exploit") else {}
    game = field(unit("a1", "0505", type, mode=mode, traits=traits, **more))
    assert engineers.capable(game, "a1") is capable


# ---- where


@rule("ocs", "13.8d")
@pytest.mark.parametrize(
    ("hex", "can"), [("0505", True), ("0506", True), ("0507", True), ("0508", False)]
)
def test_they_build_within_two_hexes(hex: str, can: bool) -> None:
    game = field(sapper(), dumps=DUMP)
    assert (able(game, hex) == ["a1"]) is can
    assert rules(game, "axis", dig(hex=hex)) == ([] if can else ["13.8d"])


@rule("ocs", "13.8d")
def test_the_way_is_one_for_leg_units() -> None:
    board = sketch(9, 9)
    near = [board.label(b) for b in board.around(board.hex("0505"))]
    walls = [f"0505-{b} very_major_river" for b in near]
    game = field(sapper(), board=sketch(9, 9, sides=walls), dumps=DUMP)
    assert able(game, "0506") == []
    assert able(game, "0505") == ["a1"]
    marsh = field(sapper(), board=sketch(9, 9, terrain=dict.fromkeys(near, "swamp")), dumps=DUMP)
    assert able(marsh, "0507") == ["a1"]  # swamp is closed to trucks, not to foot
    lakes = field(sapper(), board=sketch(9, 9, terrain=dict.fromkeys(near, "lake")), dumps=DUMP)
    assert able(lakes, "0507") == []


@rule("ocs", "13.8d")
def test_enemy_units_bar_the_way_but_their_zones_do_not() -> None:
    game = field(sapper(), unit("s1", "0407"), dumps=DUMP)
    assert able(game, "0507") == ["a1"]
    assert able(game, "0407") == []
    assert rules(game, "axis", dig(hex="0407")) == ["13.8d"]
    board = game.board
    ring = [board.label(b) for b in board.around(board.hex("0505"))]
    walled = field(sapper(), *(unit(f"s{i}", h) for i, h in enumerate(ring)), dumps=DUMP)
    assert able(walled, "0507") == []


@rule("ocs", "13.8d")
def test_they_do_not_move_before_or_after() -> None:
    game = field(sapper(), sapper("a2", "0505"), dumps=DUMP)
    game.play("axis", move("a1", to="0506"))
    assert rules(game, "axis", dig("a1", hex="0506")) == ["13.8d"]
    game.play("axis", dig("a2"))
    assert rules(game, "axis", move("a2", to="0404")) == ["13.8d"]
    assert where(game, "a2") == "0505"


@rule("ocs", "13.8d")
def test_nobody_carries_them_off_after_their_work() -> None:
    game = field(sapper(), dumps=DUMP)
    game.play("axis", dig("a1"))
    game.play("axis", mode("a1", to="move"))
    refusal = modes.may_ride(game, "a1")
    assert refusal is not None
    assert refusal.rule == "13.8d"


@rule("ocs", "13.8d")
def test_they_build_one_thing_in_one_hex_a_turn() -> None:
    game = field(sapper(), dumps=DUMP)
    game.play("axis", dig("a1"))
    assert rules(game, "axis", dig("a1", hex="0506")) == ["13.8d"]
    base = {"do": "build-base", "hex": "0505", "units": ["a1"]}
    assert rules(game, "axis", base) == ["13.8d"]


@rule("ocs", "13.8d")
@rule("ocs", "2.3-react")
@rule("ocs", "2.3-exploit")
@pytest.mark.parametrize("segment", ["reaction", "exploitation", "barrage", "reinforcement"])
def test_they_build_in_their_own_movement_phase_alone(segment: str) -> None:
    from grognard.systems.ocs.sequence import PLAYER_TURN
    from grognard.systems.ocs.works.construction import Construction

    work = {part.kind for part in PLAYER_TURN for v in part.verbs if issubclass(v, Construction)}
    assert segment not in work
    assert work == {"movement"}
    game = field(sapper(), dumps=DUMP, segment="supply", started=False)
    assert able(game, "0505") == []


@rule("ocs", "13.8d")
@rule("ocs", "12.0")
def test_building_costs_supply_and_pulling_down_nothing() -> None:
    game = field(sapper(), dumps=[{"side": "axis", "hex": "0504", "tokens": 7}],
                 hedgehogs=[{"side": "axis", "hex": "0505", "level": 2}])  # fmt: skip
    assert rules(game, "axis", dig("a1")) == ["13.8d"]
    assert rules(game, "axis", {**dig("a1"), "do": "reduce-hedgehog"}) == []


@rule("ocs", "13.8d")
def test_among_the_enemys_belongings_nobody_builds() -> None:
    game = field(sapper(), dumps=[*DUMP, {"side": "allied", "hex": "0506", "sp": 1}])
    assert rules(game, "axis", dig("a1", hex="0506")) == ["13.8d"]
    sea = field(sapper(), dumps=DUMP, board=sketch(9, 9, terrain={"0506": "lake"}))
    assert rules(sea, "axis", dig("a1", hex="0506")) == ["13.8d"]


# ---- bridging


def river(kind: str, *units: dict[str, Any], **more: Any) -> Ocs:
    """Two hexes, 0505 and 0506, with a river between them, and engineers in 0505."""
    board = sketch(9, 9, sides=[f"0505-0506 {kind}", f"0404-0405 {kind}"])
    return field(*(units or (sapper(),)), board=board, **more)


def cost(game: Ocs, a: str, b: str, move: str, name: str = "", roads: bool = True) -> Any:
    found = movement.step_price(
        game, "axis", move, game.board.hex(a), game.board.hex(b), roads, name
    )
    return None if found is None else found // 12


@rule("ocs", "13.8b")
@rule("ocs", "6.2b")
@pytest.mark.parametrize(
    ("kind", "move", "without", "helped"),
    [("major_river", "leg", 4, 2), ("major_river", "truck", None, 5), ("minor_river", "leg", 2, 1),
     ("minor_river", "truck", 5, 1), ("minor_river", "tracked", 3, 1),
     ("very_major_river", "leg", None, None)],
)  # fmt: skip
def test_engineers_have_rivers_count_one_less(
    kind: str, move: str, without: int | None, helped: int | None
) -> None:
    game = river(kind)
    assert cost(game, "0505", "0506", move) == helped
    assert cost(game, "0506", "0505", move) == helped
    bare = river(kind, sapper(mode="move"))
    assert cost(bare, "0505", "0506", move) == without


@rule("ocs", "13.8b")
def test_a_frozen_river_counts_one_less_too() -> None:
    game = river("major_river")
    ground = game.scenario.ground
    a, b = game.board.hex("0505"), game.board.hex("0506")
    assert ground.cost("snow", "truck", a, b) == (2 + 6) * 12
    assert ground.cost("snow", "truck", a, b, eased=True) == (2 + 2) * 12


@rule("ocs", "13.8b")
def test_only_steps_into_or_out_of_their_hex_are_helped() -> None:
    board = sketch(9, 9, sides=["0505-0506 major_river", "0605-0606 major_river"])
    game = field(sapper(), board=board)
    assert cost(game, "0505", "0506", "leg") == 2
    assert cost(game, "0605", "0606", "leg") == 4


@rule("ocs", "13.8b")
def test_the_far_bank_may_have_the_engineers() -> None:
    board = sketch(9, 9, sides=["0505-0506 major_river"])
    game = field(sapper("a1", "0506"), unit("a2", "0505"), board=board)
    assert cost(game, "0505", "0506", "leg") == 2


@rule("ocs", "13.8b")
@rule("ocs", "8.1c")
def test_overruns_do_not_use_the_bridge() -> None:
    game = river("major_river")
    assert cost(game, "0505", "0506", "leg", roads=False) == 4


@rule("ocs", "13.8b")
def test_others_move_over_the_bridge_and_reach_knows_it() -> None:
    bare = sketch(3, 9)
    west, east = ([bare.hex(f"0{r}0{c}") for r in (1, 2, 3)] for c in (5, 6))
    pairs = [(a, b) for a in west for b in east if bare.adjacent(a, b)]
    banks = [f"{bare.label(a)}-{bare.label(b)} major_river" for a, b in pairs]
    board = sketch(3, 9, sides=banks)
    truck = {"combat": "4:6 truck", "move": "2:12 truck"}
    game = field(unit("a2", "0204", **truck), sapper("a1", "0205"), board=board)
    found = reach.reach(game, "a2")
    assert found[board.hex("0206")] == (1 + 1 + 4) * 12
    assert board.hex("0207") not in found
    game.play("axis", move("a2", to="0205 0206"))
    assert where(game, "a2") == "0206"
    closed = field(unit("a2", "0204", **truck), sapper("a1", "0205", mode="move"), board=board)
    assert board.hex("0206") not in reach.reach(closed, "a2")
    assert rules(closed, "axis", move("a2", to="0205 0206")) == ["6.2c"]
    tally = movement.step_cost(game, "a2", board.hex("0205"), board.hex("0206"))
    assert tally is not None
    assert [part.rule for part in tally.parts] == ["6.2d", "13.8b"]


@rule("ocs", "13.8b")
def test_the_bridge_goes_when_they_change_but_for_their_own_way_out() -> None:
    game = river("major_river", sapper(), unit("a2", "0505"))
    game.play("axis", mode("a1", to="move"))
    assert cost(game, "0505", "0506", "leg", "a2") == 4
    assert cost(game, "0505", "0506", "leg", "a1") == 2
    game.play("axis", move("a1", to="0506"))
    assert at(game, "a1").spent == 2 * 12
    assert cost(game, "0506", "0505", "leg", "a1") == 4


@rule("ocs", "13.8b")
def test_who_was_no_engineer_before_has_no_bridge_of_his_own() -> None:
    game = river("major_river", sapper(mode="strat"))
    game.play("axis", mode("a1", to="move"))
    assert cost(game, "0505", "0506", "leg", "a1") == 4


@rule("ocs", "13.8b")
@rule("ocs", "9.1f")
def test_a_bridge_lets_an_attack_cross_at_the_usual_odds() -> None:
    from grognard.systems.ocs.combat import odds
    from grognard.systems.ocs.combat.battle import Battle

    trucks = unit("a2", "0505", "mech", combat="10:6 truck", move="5:12 truck")
    board = sketch(9, 9, sides=["0505-0506 major_river"])
    dump = [{"side": "axis", "hex": "0504", "sp": 5}]
    attack = {"do": "attack", "units": ["a2"], "target": "0506"}
    for item, refused in ((sapper(), []), (sapper(mode="move"), ["9.1f"])):
        foe = unit("s1", "0506")
        game = field(
            item, trucks, unit("a3", "0406"), foe, board=board, dumps=dump, segment="attack"
        )
        assert rules(game, "axis", attack) == refused
        fight = Battle("axis", "allied", game.board.hex("0506"), ("a2",), ("s1",),
                       crossings={game.board.hex("0505"): "major_river"})  # fmt: skip
        assert odds.attack_of(game, fight, "a2").total == Fraction(10, 3)


# ---- railheads


RAIL = sketch(9, 9, links=["0504-0505-0506 rail"])


@rule("ocs", "13.8c")
@rule("ocs", "GL-detrainable")
@pytest.mark.parametrize(
    ("item", "detrains"),
    [(unit("a1", "0505", "hq"), True), (unit("a1", "0505", "hq", mode="dg", up="combat"), True),
     (unit("a1", "0505", "hq", mode="move"), False), (sapper(), False),
     (unit("a1", "0605", "hq"), False)],
)  # fmt: skip
def test_a_headquarters_makes_a_rail_hex_detrainable(item: Any, detrains: bool) -> None:
    game = field(item, board=RAIL)
    h = at(game, "a1").hex
    assert engineers.railhead(game, "axis", h) is detrains
    assert not engineers.railhead(game, "allied", h)


@rule("ocs", "13.8c")
def test_it_may_still_board_itself_after_it_has_changed() -> None:
    game = field(unit("a1", "0505", "hq"), unit("a2", "0505"), board=RAIL)
    h = game.board.hex("0505")
    game.play("axis", mode("a1", to="move"))
    assert not engineers.railhead(game, "axis", h)
    assert not engineers.railhead(game, "axis", h, "a2")
    assert engineers.railhead(game, "axis", h, "a1")
