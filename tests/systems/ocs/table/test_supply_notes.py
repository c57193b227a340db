"""What a unit can draw, what cuts it off, and whom a move would strand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.decision import Action
from grognard.systems.ocs.pieces.stacks import on_map
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import obstacles, paying, supply_paths
from grognard.systems.ocs.supply.obstacles import CUT, supply_cut, trace_cut
from grognard.systems.ocs.table.supply_notes import negated, notes
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.table import weighing
from tests.docs import ocs_position
from tests.systems.ocs.field import field, mode, move, unit

LANE = [{"side": "axis", "hex": "0101"}, {"side": "allied", "hex": "0112"}]
WEST = [{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}]


def front(*units: dict[str, Any], **more: Any) -> Ocs:
    """Open ground of nine by nine hexes with sources at both edges."""
    return field(*units, sources=WEST, **more)


def about(game: Ocs, name: str, player: str | None = "axis") -> str:
    return " | ".join(notes(game, player, name))


def stranding(game: Ocs, player: str, action: Action) -> str | None:
    """What a player is warned of before he does something, as one text; None if nothing."""
    return "; ".join(TABLETOP.warnings(game, player, action)) or None


# ---- what a unit can draw


@pytest.mark.rule("ocs", "12.3a")
def test_a_unit_draws_within_five_points_and_is_told_the_way() -> None:
    game = front(
        unit("a1", "0505"), unit("s1", "0909"), dumps=[{"side": "axis", "hex": "0502", "sp": 3}]
    )
    told = about(game, "a1")
    assert "can draw 3 SP: 3 SP in 0502, drawn, 2 MP [12.3a]" in told


@pytest.mark.rule("ocs", "12.3b")
def test_supply_that_a_headquarters_throws_names_it() -> None:
    game = front(
        unit("a1", "0508"), unit("ahq", "0504", "hq"), unit("s1", "0901"),
        board=sketch(9, 12), dumps=[{"side": "axis", "hex": "0501", "sp": 2}],
    )  # fmt: skip
    told = about(game, "a1")
    assert "2 SP in 0501, thrown by HQ ahq" in told
    assert "[12.3b]" in told


@pytest.mark.rule("ocs", "4.9a")
def test_only_the_owner_is_told() -> None:
    game = front(unit("a1", "0505"), unit("s1", "0909"))
    assert notes(game, "allied", "a1") == []
    assert notes(game, "public", "a1") == []
    assert notes(game, "axis", "a1")
    assert notes(game, None, "a1") == notes(game, "axis", "a1")


@pytest.mark.rule("ocs", "12.5a")
def test_fuel_is_told_with_its_price() -> None:
    tank = unit("a1", "0505", "armor")
    game = front(
        tank, unit("s1", "0909"), fuelled=False, dumps=[{"side": "axis", "hex": "0505", "sp": 1}]
    )
    assert "no fuel: 1T for itself" in about(game, "a1")
    game = front(tank, unit("s1", "0909"), fuelled=False)
    assert "no fuel, and none within reach: it cannot move [12.5a]" in about(game, "a1")


@pytest.mark.rule("ocs", "12.10e(A)")
def test_low_stocks_are_told_with_the_price_of_a_level() -> None:
    game = front(unit("a1", "0505", at={"internals": 1}), unit("s1", "0909"))
    assert "internal stocks Low; 2T raises them a level [12.10e(A)]" in about(game, "a1")


# ---- what cuts it off


@pytest.mark.rule("ocs", "4.5a(B)")
def test_an_enemy_zone_on_the_way_is_named_with_where_it_comes_from() -> None:
    game = field(unit("a1", "0106"), unit("s1", "0104"), board=sketch(1, 12), sources=LANE)
    cut = trace_cut(game, "a1")
    assert cut is not None
    assert cut.rule == "4.5a(B)"
    assert "an enemy zone of control lies on 0105, from 0104" in cut.text
    assert (cut.hex, cut.worse[0]) == (game.board.hex("0105"), CUT)
    labels = [game.board.label(h) for h in cut.path]
    assert labels == ["0106", "0105", "0104", "0103", "0102"]


@pytest.mark.rule("ocs", "12.3d")
def test_enemy_units_on_the_way_are_named_by_what_shows() -> None:
    helpless = unit("s1", "0104", combat="(8):3 leg", move="0:5 leg")  # without a zone of control
    game = field(unit("a1", "0106"), helpless, board=sketch(1, 12), sources=LANE)
    cut = trace_cut(game, "a1")
    assert cut is not None
    assert (cut.rule, cut.hex) == ("12.3d", game.board.hex("0104"))
    assert "the enemy stands in 0104 (s1)" in cut.text


@pytest.mark.rule("ocs", "12.3a")
def test_too_far_is_told_with_both_numbers() -> None:
    game = front(unit("a1", "0509"), unit("s1", "0112"), board=sketch(9, 12))
    cut = trace_cut(game, "a1")
    assert cut is not None
    assert "is 7 MP away, 5 MP are allowed" in cut.text
    assert cut.rule == "12.3a"


@pytest.mark.rule("ocs", "12.3d")
def test_the_sea_between_is_a_gap() -> None:
    sea = {f"{row:02d}{column:02d}": "sea" for row in range(1, 10) for column in (3, 4)}
    game = front(unit("a1", "0507"), unit("s1", "0909"), board=sketch(9, 9, terrain=sea))
    cut = trace_cut(game, "a1")
    assert cut is not None
    assert "(sea)" in cut.text
    assert cut.worse[0] == obstacles.GAP


@pytest.mark.rule("ocs", "12.3b")
def test_a_headquarters_that_draws_on_nothing_is_the_reason() -> None:
    """It reaches the unit, but is itself too far from any source."""
    game = front(
        unit("a1", "0511"), unit("ahq", "0509", "hq"), unit("s1", "0901"), board=sketch(9, 14)
    )
    cut = trace_cut(game, "a1")
    assert cut is not None
    assert "HQ ahq reaches it but draws on nothing: supply source in 0" in cut.text
    assert "is 7 MP away" in cut.text


@pytest.mark.rule("ocs", "12.3b(A)")
def test_a_headquarters_in_strat_mode_throws_nothing() -> None:
    game = front(unit("a1", "0508"), unit("ahq", "0504", "hq", mode="strat", up="move"),
                 unit("s1", "0912"), board=sketch(9, 12))  # fmt: skip
    found = obstacles.thrown_cut(
        game, "a1", game.board.hex("0508"), {}, lambda goal: None, lambda hq: True
    )
    assert found is not None
    assert "HQ ahq cannot throw in strat mode" in found.text


@pytest.mark.rule("ocs", "12.6f")
def test_a_formation_that_is_split_up_is_the_reason() -> None:
    game = ocs_position.at("movement")
    assert "2 Pz is split up and traces by 0101, which does not serve it [12.6f]" in about(
        game, "g-2gren"
    )


@pytest.mark.rule("ocs", "12.7b")
def test_an_extender_that_is_cut_says_what_cuts_it() -> None:
    game = ocs_position.at("movement")
    cut = obstacles.extender_cut(game, "axis", game.board.hex("0810"))
    assert "the Extender in 0810 is cut from the Extender in 0603" in cut.text
    assert str(cut).endswith("an enemy zone of control lies on 0710, from 0809 [4.5a(B)]")


def test_a_source_that_works_and_is_cut_off_comes_before_one_that_does_not_work() -> None:
    told = about(ocs_position.at("movement"), "g-lost")
    assert "no trace: HQ g-hq could throw" in told
    assert "[4.5a(B)]" in told


@pytest.mark.rule("ocs", "13.3f")
def test_a_railway_is_cut_where_the_first_break_is() -> None:
    rail = sketch(5, 12, links=["-".join(f"03{c:02d}" for c in range(1, 13)) + " rail"],
                  places={"Gorod": "minor_city 0309"})  # fmt: skip
    game = field(
        unit("a1", "0309"), unit("s1", "0305"), board=rail,
        sources=[{"side": "axis", "hex": "0301"}, {"side": "allied", "edge": "east"}],
    )  # fmt: skip
    cut = trace_cut(game, "a1")
    assert cut is not None
    assert "the railway to 0309 Gorod is cut: an enemy zone of control lies on 0306" in cut.text
    assert cut.hex == game.board.hex("0306")


def test_without_any_supply_there_is_nothing_to_draw_on() -> None:
    game = front(unit("a1", "0505"), unit("s1", "0909"))
    assert "nothing to draw: there is nothing to draw on [12.3a]" in about(game, "a1")


def test_cuts_say_what_the_rules_say_in_random_play() -> None:
    """There is a cut exactly where the rules find no trace, and it is never without words."""
    game, rng = ocs_position.at("movement"), random.Random(11)
    cut_off = 0
    for step in range(160):
        if game.over:
            break
        player = game.decisions[0].player
        game.play(player, game.sample(player, rng))
        if step % 8:
            continue
        for side in game.scenario.sides:
            for name in on_map(game, side):
                found = trace_cut(game, name)
                traces = supply_paths.exempt(game, name) or supply_paths.in_trace(game, name)
                if not supply_paths.exempt(game, name):
                    assert (found is None) == traces, (name, found)
                cut_off += found is not None
                if not paying.purse(game, name, paying.ATTACK):
                    assert supply_cut(game, name).text
    assert cut_off > 5


# ---- whom a move would strand


@pytest.mark.rule("ocs", "4.5b")
def test_leaving_a_zone_that_one_negates_strands_those_behind() -> None:
    """A lane between two seas; the enemy looks down on two hexes that friends keep open."""
    sea = {f"{row:02d}{c:02d}": "sea" for row in (1, 3) for c in range(1, 10) if (row, c) != (1, 4)}
    board = sketch(3, 9, terrain=sea)
    seen = [board.label(h) for h in board.around(board.hex("0104")) if board.label(h)[:2] == "02"]
    guards = [unit(f"a{place}", label) for place, label in enumerate(sorted(seen))]
    assert len(guards) == 2
    game = field(
        *guards, unit("a9", "0207"), unit("s1", "0104"), board=board,
        sources=[{"side": "axis", "hex": "0201"}, {"side": "allied", "hex": "0104"}],
    )  # fmt: skip
    assert supply_paths.in_trace(game, "a9")
    told = stranding(game, "axis", move("a0", to="0202"))
    assert told is not None
    assert "a9 would lose trace" in told
    assert f"an enemy zone of control lies on {min(seen)}, from 0104 [4.5a(B)]" in told
    assert stranding(game, "axis", move("a9", to="0206")) is None


@pytest.mark.rule("ocs", "12.6")
def test_walking_out_of_reach_is_told_before_it_is_ordered() -> None:
    game = front(unit("a1", "0507"), unit("s1", "0112"), board=sketch(9, 12))
    assert supply_paths.in_trace(game, "a1")
    (found,) = TABLETOP.warnings(game, "axis", move("a1", to="0508 0509"))
    assert "a1 would have no trace there" in found
    assert TABLETOP.warnings(game, "axis", move("a1", to="0506")) == []


@pytest.mark.rule("ocs", "12.3b")
def test_a_headquarters_that_moves_or_turns_leaves_units_dry() -> None:
    game = front(
        unit("a1", "0508"), unit("ahq", "0504", "hq"), unit("s1", "0101"), board=sketch(9, 14),
        dumps=[{"side": "axis", "hex": "0501", "sp": 2}],
    )  # fmt: skip
    told = stranding(game, "axis", mode("ahq", to="strat"))
    assert told is not None
    assert "a1 would lose trace" in told
    assert "a1 would be left with no combat supply within reach" in told


@pytest.mark.rule("ocs", "12.7d")
def test_an_extender_that_is_taken_down_strands_whom_it_served() -> None:
    game = field(
        unit("a1", "0510"), unit("s1", "0114"), board=sketch(9, 14),
        sources=[{"side": "axis", "hex": "0501"}, {"side": "allied", "edge": "east"}],
        transport=[{"id": "a-train", "side": "axis", "hex": "0508", "points": 5, "extender": True}],
    )  # fmt: skip
    told = stranding(game, "axis", {"do": "contract", "transport": "a-train"})
    assert told is not None
    assert "a1 would lose trace" in told


def test_supply_that_is_hauled_away_leaves_units_dry() -> None:
    game = field(
        unit("a1", "0102"), unit("s1", "0112"), board=sketch(1, 12), sources=LANE,
        transport=[{"id": "a-trucks", "side": "axis", "hex": "0102", "points": 2, "load": 4}],
    )  # fmt: skip
    near = {"do": "haul", "transport": ["a-trucks"], "path": ["0103", "0104", "0105"]}
    assert stranding(game, "axis", near) is None  # still within a draw
    far = {**near, "path": [f"01{column:02d}" for column in range(3, 11)]}
    assert game.why("axis", far) == []
    told = str(stranding(game, "axis", far))
    assert "a1 would be left with no combat supply within reach" in told
    assert "is 7 MP away, 5 MP are allowed [12.3a]" in told


def test_what_is_refused_or_does_not_matter_is_not_warned_of() -> None:
    game = front(unit("a1", "0507"), unit("s1", "0112"), board=sketch(9, 12))
    assert not TABLETOP.warnings(game, "axis", {"do": "end"})
    assert weighing.weigh(game, TABLETOP, "axis", move("a1", to="0512")).warnings == ()


def test_looking_ahead_changes_nothing() -> None:
    game = front(
        unit("a1", "0507"), unit("ahq", "0505", "hq"), unit("s1", "0112"), board=sketch(9, 12)
    )
    before = {name: dict(records) for name, records in game.state.maps.items()}
    stranding(game, "axis", move("a1", to="0508 0509"))
    stranding(game, "axis", mode("ahq", to="strat"))
    assert {name: dict(records) for name, records in game.state.maps.items()} == before
    assert supply_paths.in_trace(game, "a1")


@pytest.mark.rule("ocs", "4.5b")
def test_who_negates_a_zone_is_listed_and_whether_he_must_stay() -> None:
    game = front(unit("a1", "0504"), unit("s1", "0505"))
    assert negated(game, "axis") == {game.board.hex("0504"): ("a1", False)}
    game.play("axis", {"do": "stay", "unit": "a1"})
    assert negated(game, "axis") == {game.board.hex("0504"): ("a1", True)}
