"""Ground movement: stacks, points, minimum moves, terrain, roads, enemies. [6.0]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.movement import movement, moves, reach
from tests.systems.ocs.field import at, end, field, mode, move, rules, told, unit, where

rule = pytest.mark.rule


def ground(**more: Any) -> Any:
    terrain = {"0303": "woods", "0305": "swamp", "0404": "woods+hill", "0308": "lake"}
    return sketch(9, 9, terrain=terrain, **more)


@rule("ocs", "6.0")
@rule("ocs", "6.1")
@rule("ocs", "6.1a")
@rule("ocs", "6.1b")
def test_a_unit_moves_hex_by_hex_within_its_allowance() -> None:
    game = field(unit("a1", "0301"))
    assert rules(game, "axis", move("a1", to="0302 0303 0304 0305")) == ["6.2"]
    assert rules(game, "axis", move("a1", to="0303")) == ["6.1"]
    game.play("axis", move("a1", to="0302 0303"))
    assert (where(game, "a1"), at(game, "a1").spent) == ("0303", 24)
    assert rules(game, "axis", move("a1", to="0304 0305")) == ["6.2"]
    game.play("axis", move("a1", to="0304"))
    assert movement.left(game, "a1") == 0


@rule("ocs", "6.3a")
def test_only_the_acting_players_units_move() -> None:
    game = field(unit("a1", "0301"), unit("s1", "0707"))
    assert rules(game, "axis", move("s1", to="0706")) == ["6.3a"]
    assert rules(game, "allied", move("s1", to="0706")) == ["turn"]
    assert movement.unable(game, "s1").rule == "6.3a"  # type: ignore[union-attr]


@rule("ocs", "6.1g")
def test_a_move_is_finished_before_another_begins() -> None:
    game = field(unit("a1", "0301"), unit("a2", "0501"))
    game.play("axis", move("a1", to="0302"))
    assert rules(game, "axis", move("a1", to="0303")) == []
    game.play("axis", move("a2", to="0502"))
    assert rules(game, "axis", move("a1", to="0303")) == ["6.1g"]
    assert rules(game, "axis", move("a2", to="0503")) == []


@rule("ocs", "6.1e")
@rule("ocs", "6.1f")
def test_a_stack_drops_units_that_move_no_further() -> None:
    game = field(unit("a1", "0301"), unit("a2", "0301"), unit("a3", "0301", combat="8:9 leg"))
    path = "0302 0303 0304 0305"
    assert rules(game, "axis", move("a1", "a3", to=path)) == ["6.2"]
    game.play("axis", move("a1", "a2", "a3", to=path, drop={"a1": "0303", "a2": "0302"}))
    assert [where(game, n) for n in ("a1", "a2", "a3")] == ["0303", "0302", "0305"]
    assert rules(game, "axis", move("a1", to="0304")) == ["6.1g"]
    assert rules(game, "axis", move("a3", to="0306")) == []
    assert movement.left(game, "a3") == 5 * 12


@rule("ocs", "6.1f")
def test_who_is_left_behind_in_a_pause_has_been_dropped() -> None:
    game = field(unit("a1", "0301"), unit("a2", "0301"))
    game.play("axis", move("a1", "a2", to="0302"))
    game.play("axis", move("a2", to="0303"))
    assert rules(game, "axis", move("a1", to="0303")) == ["6.1g"]


@rule("ocs", "6.1f")
def test_drops_must_lie_on_the_path() -> None:
    game = field(unit("a1", "0301"), unit("a2", "0301"))
    wrong = move("a1", "a2", to="0302 0303", drop={"a1": "0305"})
    assert rules(game, "axis", wrong) == ["6.1f"]
    all_of_them = {"a1": "0302", "a2": "0302"}
    assert rules(game, "axis", move("a1", "a2", to="0302 0303", drop=all_of_them)) == ["6.1f"]


@rule("ocs", "6.1")
def test_units_that_move_together_start_together() -> None:
    game = field(unit("a1", "0301"), unit("a2", "0302"))
    assert rules(game, "axis", move("a1", "a2", to="0303")) == ["6.1"]
    assert rules(game, "axis", move("a1", "a1", to="0302")) == ["form"]


@rule("ocs", "6.1c")
@rule("ocs", "6.2")
def test_a_unit_without_the_points_moves_one_hex_all_the_same() -> None:
    game = field(unit("a1", "0302", combat="4:1 truck"), board=ground())
    assert rules(game, "axis", move("a1", to="0303")) == []  # woods take 3
    assert rules(game, "axis", move("a1", to="0303 0304")) == ["6.2"]
    game.play("axis", move("a1", to="0303"))
    assert movement.left(game, "a1") == 0
    assert rules(game, "axis", move("a1", to="0304")) == ["6.2"]


@rule("ocs", "6.1c")
@rule("ocs", "6.1b")
def test_without_any_allowance_there_is_no_minimum_move() -> None:
    game = field(unit("a1", "0302", combat="4:0 leg"))
    assert rules(game, "axis", move("a1", to="0303")) == ["6.1b"]


@rule("ocs", "6.1c")
@rule("ocs", "6.2c")
def test_minimum_moves_do_not_enter_prohibited_ground() -> None:
    game = field(unit("a1", "0304", "armor"), board=ground())
    assert rules(game, "axis", move("a1", to="0305")) == ["6.2c"]


@rule("ocs", "6.1d")
def test_a_step_is_open_only_if_the_step_back_is() -> None:
    game = field(unit("a1", "0304", "armor"), board=ground())
    cost = game.scenario.ground.cost
    a, b = (game.board.hex(label) for label in ("0305", "0306"))
    assert cost("dry", "tracked", b, a) is None
    assert cost("dry", "tracked", a, b) is None  # out of the swamp
    assert cost("dry", "leg", a, b) == 12


@rule("ocs", "6.2d")
@rule("ocs", "6.1a")
def test_the_dearest_ground_of_a_hex_counts() -> None:
    game = field(unit("a1", "0403"), board=ground())
    a, b = (game.board.hex(label) for label in ("0403", "0404"))
    assert game.scenario.ground.cost("dry", "leg", a, b) == 24  # hill 2, woods 1
    cost = movement.step_cost(game, "a1", a, b)
    assert cost is not None
    assert [(p.label, p.value, p.source) for p in cost.parts] == [("hill", 2, "house")]


@rule("ocs", "6.2b")
def test_hexsides_are_added_and_bridges_cancel_rivers() -> None:
    board = sketch(9, 9, sides=["0302-0303 minor_river", "0304-0305 minor_river bridge"])
    game = field(unit("a1", "0302", "armor"), board=board)
    cost = game.scenario.ground.cost
    hexes = [game.board.hex(f"030{i}") for i in range(1, 7)]
    assert cost("dry", "tracked", hexes[1], hexes[2]) == 36
    assert cost("dry", "tracked", hexes[3], hexes[4]) == 12
    assert cost("dry", "tracked", hexes[3], hexes[4], roads=False) == 36
    crossing = movement.step_cost(game, "a1", hexes[1], hexes[2])
    assert crossing is not None
    assert crossing.total == 3


@rule("ocs", "6.2a")
@rule("ocs", "6.2c")
def test_roads_ignore_the_ground_they_lead_through() -> None:
    board = ground(links=["0304-0305-0306 primary"], sides=["0304-0305 major_river"])
    game = field(unit("a1", "0304", "armor"), board=board)
    a, b, c = (game.board.hex(label) for label in ("0304", "0305", "0306"))
    assert game.scenario.ground.cost("dry", "tracked", a, b) == 6
    assert game.scenario.ground.cost("dry", "tracked", a, b, roads=False) is None
    game.play("axis", move("a1", to="0305 0306"))
    assert at(game, "a1").spent == 12
    assert rules(game, "axis", move("a1", to="0305 0405")) == ["6.2c"]
    assert game.scenario.ground.enterable("tracked", c)


@rule("ocs", "6.2d")
def test_of_several_hexside_kinds_the_mover_picks() -> None:
    board = sketch(9, 9, sides=["0302-0303 minor_river escarpment"])
    game = field(unit("a1", "0302"), board=board)
    a, b = (game.board.hex(label) for label in ("0302", "0303"))
    assert game.scenario.ground.cost("dry", "tracked", a, b) == 36
    assert game.scenario.ground.cost("dry", "leg", a, b) == 24


@rule("ocs", "6.2a")
def test_a_road_may_be_used_and_need_not_be() -> None:
    """In mud a track takes 2 points, the desert beside it 1."""
    board = sketch(9, 9, terrain={"0303": "desert"}, links=["0302-0303 track"])
    game = field(unit("a1", "0302", "armor"), board=board, weather="mud")
    a, b = (game.board.hex(label) for label in ("0302", "0303"))
    assert movement.step_price(game, "axis", "tracked", a, b) == 12
    assert movement.step_price(game, "axis", "tracked", b, a) == 24  # clear and track alike
    cost = movement.step_cost(game, "a1", a, b)
    assert cost is not None
    assert [(p.label, p.value, p.rule) for p in cost.parts] == [("desert", 1, "6.2d")]
    back = movement.step_cost(game, "a1", b, a)
    assert back is not None
    assert [(p.label, p.value, p.rule) for p in back.parts] == [("track", 2, "6.2a")]


@rule("ocs", "6.2d")
@rule("ocs", "6.2b")
@rule("ocs", "13.8b")
def test_the_mover_may_pick_the_river_that_is_bridged() -> None:
    """A hexside of lake and river is crossed where the bridge is, or where engineers make one."""
    sides = ["0302-0303 minor_river lake bridge", "0304-0305 minor_river lake"]
    game = field(unit("a1", "0302", "armor"), board=sketch(9, 9, sides=sides))
    cost = game.scenario.ground.cost
    a, b, c, d = (game.board.hex(label) for label in ("0302", "0303", "0304", "0305"))
    assert cost("dry", "tracked", a, b) == 12
    assert cost("dry", "tracked", a, b, roads=False) == 36
    assert cost("dry", "tracked", c, d) == 36
    assert cost("dry", "tracked", c, d, eased=True) == 12


@rule("ocs", "6.2")
@rule("ocs", "17.0a")
def test_costs_differ_by_class_and_by_the_state_of_the_ground() -> None:
    for weather, cost in (("dry", 12), ("mud", 48), ("snow_storm", 24)):
        game = field(unit("a1", "0302", "mech"), weather=weather)
        a, b = (game.board.hex(label) for label in ("0302", "0303"))
        assert movement.step_price(game, "axis", "truck", a, b) == cost


@rule("ocs", "4.8c(A)")
@rule("ocs", "6.3b")
def test_nobody_moves_among_enemy_combat_units() -> None:
    game = field(unit("a1", "0302"), unit("s1", "0303", mode="move"))
    assert rules(game, "axis", move("a1", to="0303")) == ["4.8c(A)"]


@rule("ocs", "4.4c")
@rule("ocs", "4.8c(A)")
@pytest.mark.parametrize(
    "there",
    [{"dumps": [{"side": "allied", "hex": "0303", "sp": 1}]},
     {"transport": [{"side": "allied", "hex": "0303"}]},
     {"bases": [{"side": "allied", "hex": "0303", "level": 1}]},
     {"hedgehogs": [{"side": "allied", "hex": "0303", "level": 1}]},
     {"ports": [{"side": "allied", "hex": "0303", "capacity": 1}]}],
)  # fmt: skip
def test_only_attack_capable_units_enter_among_other_enemy_things(there: Any) -> None:
    game = field(unit("a1", "0302"), unit("a2", "0302", "artillery", mode="move"), **there)
    assert rules(game, "axis", move("a1", to="0303")) == []
    assert rules(game, "axis", move("a2", to="0303")) == ["4.4c"]
    hexes = reach.reach(game, "a2")
    assert game.board.hex("0303") not in hexes
    assert game.board.hex("0203") in hexes


@rule("ocs", "4.4c")
def test_empty_enemy_towns_are_open_to_all() -> None:
    board = sketch(9, 9, places={"Town": "village 0303"})
    game = field(unit("a2", "0302", "artillery", mode="move"), unit("s1", "0808"), board=board)
    assert rules(game, "axis", move("a2", to="0303")) == []


@rule("ocs", "6.0")
def test_registers_of_other_chapters_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    game = field(unit("a1", "0302"))
    h = game.board.hex("0303")
    monkeypatch.setattr(movement, "SURCHARGES", [lambda g, s, m: ({h: 12}, "trains", "14.8c")])
    assert movement.step_price(game, "axis", "leg", game.board.hex("0302"), h) == 24
    cost = movement.step_cost(game, "a1", game.board.hex("0302"), h)
    assert [part.rule for part in cost.parts] == ["6.2d", "14.8c"]  # type: ignore[union-attr]
    factor = ("landed", Fraction(1, 2), "18.5h")
    monkeypatch.setattr(movement, "ALLOWANCE_FACTORS", [lambda g, n: factor])
    assert movement.allowance(game, "a1").total == Fraction(3, 2)
    monkeypatch.setattr(movement, "HINDRANCES", [lambda g, n: Refusal("12.5a", "no fuel")])
    assert rules(game, "axis", move("a1", to="0303")) == ["12.5a"]


@rule("ocs", "5.8b")
def test_a_register_says_where_moves_may_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game = field(unit("a1", "0302"))
    bad = game.board.hex("0303")

    def check(game: Any, name: str, h: int) -> Refusal | None:
        return Refusal("5.8b", "no trace there") if h == bad else None

    monkeypatch.setattr(moves, "MAY_END", [check])
    assert rules(game, "axis", move("a1", to="0303")) == ["5.8b"]
    assert rules(game, "axis", move("a1", to="0303 0304")) == []


@rule("ocs", "9.14b")
def test_a_register_is_told_who_enters(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[Any] = []

    def entry(game: Any, side: str, names: tuple[str, ...], h: int) -> Any:
        met.append((side, names, game.board.label(h)))
        yield from ()

    monkeypatch.setattr(moves, "ON_ENTRY", [entry])
    game = field(unit("a1", "0302"), unit("a2", "0302"))
    game.play("axis", move("a1", "a2", to="0303 0304", drop={"a2": "0303"}))
    assert met == [("axis", ("a1", "a2"), "0303"), ("axis", ("a1",), "0304")]


@rule("ocs", "8.1")
def test_where_the_phase_found_a_unit_is_remembered() -> None:
    game = field(unit("a1", "0302"), unit("a2", "0303"),
                 sources=[{"side": "axis", "hex": "0303"}])  # fmt: skip
    game.play("axis", move("a1", to="0303"))
    label = game.board.label
    assert [label(moves.started_at(game, n)) for n in ("a1", "a2")] == ["0302", "0303"]
    end(game, "axis", until="movement")
    assert label(moves.started_at(game, "a1")) == "0303"


@rule("ocs", "6.1g")
def test_moves_are_done_when_the_segment_ends() -> None:
    game = field(unit("a1", "0302"))
    game.play("axis", move("a1", to="0303"))
    assert moves.under_way(game) == ("a1",)
    moves.finish(game, "axis")
    assert moves.under_way(game) == ()
    assert rules(game, "axis", move("a1", to="0304")) == ["6.1g"]


@rule("ocs", "4.9a")
def test_the_enemy_is_told_of_the_counter_that_shows() -> None:
    game = field(unit("a1", "0302", mode="move"), unit("a2", "0302"), unit("s1", "0808"))
    game.play("axis", move("a2", "a1", to="0303"))
    assert told(game, "move")[0]["units"] == ["a2", "a1"]
    seen = [e for e in game.events_for("allied") if e.kind == "move"]
    assert seen[0].facts["units"] == ["a2"]
    assert "had" not in seen[0].facts


def _brute(game: Any, name: str) -> dict[int, int]:
    """The cheapest cost of every hex, by stepping through all paths."""
    best: dict[int, int] = {}
    queue = [movement.march(game, name)]
    had = queue[0].left
    while queue:
        m = queue.pop()
        if m.begun and not movement.passable(game, m, (name,), {}) and m.move == "truck":
            continue
        for b in game.board.around(m.hex):
            found = movement.stride(game, m, b)
            if isinstance(found, Refusal) or b == at(game, name).hex:
                continue
            cost = had - found.after.left
            if cost < best.get(b, 10**6):
                best[b] = cost
                queue.append(found.after)
    return best


@rule("ocs", "6.1b")
@pytest.mark.parametrize("type", ["infantry", "armor", "mech", "artillery"])
@pytest.mark.parametrize("mode_", ["combat", "move", "strat", "dg", "reserve"])
def test_reach_is_what_stepping_finds(type: str, mode_: str) -> None:
    board = ground(
        links=["0501-0502-0503-0504 primary"],
        sides=["0402-0403 minor_river", "0502-0503 major_river"],
    )
    game = field(
        unit("a1", "0502", type, mode=mode_, up="move"), unit("a2", "0506"),
        unit("s1", "0607"), unit("s2", "0303"), board=board,
        dumps=[{"side": "allied", "hex": "0602", "sp": 1}],
        sources=[{"side": "axis", "hex": label} for label in board.labels],
    )  # fmt: skip
    found = reach.routes(game, "a1")
    assert dict(found.costs) == _brute(game, "a1")
    for h in found.costs:
        path = [game.board.label(b) for b in found.path(h)]
        assert rules(game, "axis", {"do": "move", "units": ["a1"], "path": path}) == []


def test_everything_legal_is_accepted_and_stacks_are_among_it() -> None:
    game = field(unit("a1", "0502"), unit("a2", "0502", "mech"), unit("s1", "0506"))
    found = [a for a in game.legal("axis") if a["do"] == "move"]
    assert all(not game.why("axis", action) for action in found)
    assert any(len(action["units"]) == 2 for action in found)


def test_a_move_can_be_taken_back() -> None:
    game = field(unit("a1", "0502"), unit("a2", "0502"))
    before = game.state.fingerprint()
    game.play("axis", mode("a1", to="move"))
    game.play("axis", move("a1", to="0503 0504"))
    game.undo("axis")
    game.undo("axis")
    assert game.state.fingerprint() == before
    assert game.journal.lies() == []


@rule("ocs", "6.1g")
def test_a_stack_on_its_way_picks_nobody_up() -> None:
    game = field(unit("a1", "0303", "armor"), unit("a2", "0404", "armor"), unit("s1", "0909"))
    game.play("axis", move("a1", to="0304 0404"))
    assert rules(game, "axis", move("a1", "a2", to="0405")) == ["6.1g"]
    assert rules(game, "axis", move("a1", to="0405")) == []
    game.play("axis", move("a2", to="0405"))  # a1 has done
    assert rules(game, "axis", move("a1", to="0405")) == ["6.1g"]


@rule("ocs", "6.1")
@rule("ocs", "6.1g")
def test_a_stack_that_pauses_among_friends_is_offered_to_go_on_as_one() -> None:
    game = field(
        *(unit(name, "0303", "armor") for name in ("a1", "a2")),
        *(unit(name, "0304", "armor") for name in ("a3", "a4")), unit("s1", "0909"),
    )  # fmt: skip
    game.play("axis", move("a1", "a2", to="0304"))
    offered = list(game.legal("axis"))
    assert move("a1", "a2", to="0305") in offered
    assert move("a3", "a4", to="0305") in offered
    assert move("a1", "a2", "a3", "a4", to="0305") not in offered
