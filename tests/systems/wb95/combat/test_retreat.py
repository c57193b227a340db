"""Retreat: how far, where to, through whom. [5.3.1] to [5.3.6]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.refusal import Refused
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.afterwards import answers, asked, back, chase, fight
from tests.systems.wb95.field import ATTACK_A, at, field, rules, told, unit, where

WEST = [unit("g1", "0505"), unit("s1", "0504")]


def beaten(result: str, *more: dict[str, Any], **spec: Any) -> Wb:
    """A German attack from 0505 on 0504; in the way of a retreat are 0404 and 0604."""
    game = field(*WEST, *more, phase=ATTACK_A, **spec)
    fight(game, result, "g1")
    return game


@pytest.mark.rule("wb95", "5.3.1")
def test_a_defender_result_sends_the_defender_back() -> None:
    game = beaten("- / D1")
    assert (game.to_act, asked(game)) == ("soviet", "retreat")
    assert rules(game, "soviet", back(g1="0506")) == ["5.3.1"]
    game.play("soviet", back(s1="0503"))
    game.play("german", chase())
    assert (where(game, "s1"), where(game, "g1")) == ("0503", "0505")
    assert told(game, "retreat") == [
        {"side": "soviet", "hex": "0503", "path": ["0503"], "unit": "s1"}
    ]


@pytest.mark.rule("wb95", "5.3.1")
def test_an_attacker_result_sends_the_attacker_back() -> None:
    game = beaten("A1 / -")
    assert (game.to_act, asked(game)) == ("german", "retreat")
    assert rules(game, "german", back(s1="0503")) == ["5.3.1"]
    game.play("german", back(g1="0506"))
    game.play("soviet", chase())
    assert (where(game, "s1"), where(game, "g1")) == ("0504", "0506")


@pytest.mark.rule("wb95", "5.3.1")
def test_a_result_without_a_retreat_asks_nobody() -> None:
    game = beaten("- / -")
    assert asked(game) == "Attack"
    assert where(game, "s1") == "0504"


@pytest.mark.rule("wb95", "5.3.2")
def test_the_length_of_a_retreat() -> None:
    game = beaten("- / D2")
    assert rules(game, "soviet", back(s1="0503 0502")) == []
    assert rules(game, "soviet", back(s1="0503 0502 0501")) == ["5.3.2"]
    assert rules(game, "soviet", back(s1="0503 0501")) == ["5.3.2"]
    assert rules(game, "soviet", back(s1="0502")) == ["5.3.2"]


@pytest.mark.rule("wb95", "5.3.2")
def test_a_retreat_leads_away_from_the_hex_fought_from() -> None:
    game = beaten("- / D2")
    assert rules(game, "soviet", back(s1="0503 0603")) == ["5.3.2"]
    ends = [action["paths"]["s1"][-1] for action in game.legal("soviet") if action["take"] == {}]
    away = {game.board.distance(game.board.hex("0504"), game.board.hex(end)) for end in ends}
    assert away == {2}
    longer = beaten("- / D3")
    assert rules(longer, "soviet", back(s1="0503 0602 0603")) == ["5.3.2"]


@pytest.mark.rule("wb95", "5.3.2")
def test_only_where_nothing_better_is_left_may_a_retreat_turn_aside() -> None:
    """Lakes leave a pocket of 0503 and 0403: two hexes can be retreated, sideways, never three."""
    lakes = dict.fromkeys(("0303", "0304", "0402", "0502", "0602", "0603"), "lake")
    game = beaten("- / D3", board=sketch(9, 9, terrain=lakes))
    ways = [action["paths"].get("s1", []) for action in game.legal("soviet")]
    assert sorted(ways) == [[], ["0403"], ["0403", "0503"], ["0503"], ["0503", "0403"]]
    game.play("soviet", back({"s1": 1}, s1="0503 0403"))
    assert where(game, "s1") == "0403"


@pytest.mark.rule("wb95", "5.3.3")
def test_no_retreat_into_enemy_zones() -> None:
    game = beaten("- / D1")
    assert rules(game, "soviet", back(s1="0404")) == ["5.3.3"]
    assert rules(game, "soviet", back(s1="0604")) == ["5.3.3"]
    assert sorted(p["s1"] for p, _ in [(a["paths"], 0) for a in game.legal("soviet")] if p) == [
        ["0403"],
        ["0503"],
        ["0603"],
    ]


@pytest.mark.rule("wb95", "5.3.3")
def test_no_retreat_onto_impassable_ground_or_enemies() -> None:
    game = field(
        unit("g1", "0505"),
        unit("g2", "0603", "ART", "5,3"),
        unit("s1", "0504", "ARM"),
        phase=ATTACK_A,
        board=sketch(9, 9, terrain={"0403": "swamp"}),
    )
    fight(game, "- / D1", "g1")
    assert rules(game, "soviet", back(s1="0403")) == ["5.3.3"]
    assert rules(game, "soviet", back(s1="0603")) == ["5.3.3"]
    assert rules(game, "soviet", back(s1="0503")) == []
    on_foot = beaten("- / D1", board=sketch(9, 9, terrain={"0403": "swamp"}))
    assert rules(on_foot, "soviet", back(s1="0403")) == []


@pytest.mark.rule("wb95", "5.3.3")
def test_no_retreat_off_the_map() -> None:
    """At the western edge there is no hex behind: the unit stands and pays for both hexes."""
    game = field(unit("g1", "0502"), unit("s1", "0501"), phase=ATTACK_A)
    fight(game, "- / D2", "g1", "0501")
    assert asked(game) == "pursue"
    assert where(game, "s1") == "eliminated"


@pytest.mark.rule("wb95", "5.3.4")
def test_through_friends_in_an_enemy_zone_for_a_level_each() -> None:
    """wb95-ex-017, with a position of our own: 0404 is in the German's zone and a friend's."""
    game = beaten("- / D1", unit("s2", "0404", "ART", "5,3"))
    assert rules(game, "soviet", back(s1="0404")) == []
    assert rules(game, "soviet", back({"s1": 1}, s1="0404")) == ["5.3.7"]
    game.play("soviet", back(s1="0404"))
    assert (at(game, "s1").cel, where(game, "s1"), at(game, "s2").cel) == (1, "0404", 1)


@pytest.mark.rule("wb95", "5.3.4")
def test_each_unit_pays_and_for_each_hex() -> None:
    game = field(
        unit("g1", "0505"),
        unit("g2", "0305"),
        unit("s1", "0504", sp=[4, 3, 2]),
        unit("s2", "0504"),
        unit("s3", "0404", cel=1),
        unit("s4", "0304", cel=1),
        phase=ATTACK_A,
    )
    fight(game, "- / D2", "g1", "0504")
    game.play("soviet", back(s1="0404 0304", s2="0503 0502"))
    assert (at(game, "s1").cel, at(game, "s2").cel) == (1, 2)


@pytest.mark.rule("wb95", "5.3.4")
def test_a_friend_who_leaves_too_does_not_hold_the_hex() -> None:
    game = field(
        unit("g1", "0505"),
        unit("s1", "0504"),
        unit("s2", "0604"),
        phase=ATTACK_A,
    )
    fight(game, "- / D1", "g1", "0504 0604")
    assert rules(game, "soviet", back({"s2": 1}, s1="0604")) == []
    assert rules(game, "soviet", back(s1="0604", s2="0704")) == ["5.3.3"]


@pytest.mark.rule("wb95", "5.3.4")
def test_a_unit_cannot_pay_with_levels_it_has_lost_on_the_way() -> None:
    game = beaten("- / D2", unit("s2", "0404", "ART", "5,3"))
    assert rules(game, "soviet", back({"s1": 1}, s1="0404")) == []
    assert rules(game, "soviet", back({"s1": 2}, s1="0404")) == ["5.3.7"]


@pytest.mark.rule("wb95", "5.3.4")
def test_nobody_retreats_on_after_the_last_level() -> None:
    game = field(
        unit("g1", "0505"),
        unit("g2", "0305"),
        unit("s1", "0504", cel=1),
        unit("s3", "0404"),
        unit("s4", "0304"),
        phase=ATTACK_A,
    )
    fight(game, "- / D2", "g1", "0504")
    assert rules(game, "soviet", back(s1="0404 0304")) == ["5.3.4"]


@pytest.mark.rule("wb95", "5.3.5")
def test_big_rivers_are_crossed_by_bridges_only() -> None:
    sides = ["0504-0503 big_river", "0504-0403 big_river bridge", "0504-0603 big_river"]
    game = beaten("- / D1", board=sketch(9, 9, sides=sides))
    assert rules(game, "soviet", back(s1="0503")) == ["5.3.5"]
    assert rules(game, "soviet", back(s1="0403")) == []
    assert ({"s1": 1}, {}) in answers(game)
    down = beaten("- / D1", board=sketch(9, 9, sides=sides), bridges_down=["0504-0403"])
    assert asked(down) == "Attack"
    assert (where(down, "s1"), at(down, "s1").cel) == ("0504", 1)


@pytest.mark.rule("wb95", "5.3.6")
def test_no_retreat_ends_over_the_stacking_limit_but_may_pass() -> None:
    crowd = [unit(f"s{n}", "0503") for n in (5, 6, 7)]
    game = beaten("- / D2", *crowd, unit("s8", "0503", cel=1))
    assert rules(game, "soviet", back({"s1": 1}, s1="0503")) == []
    assert rules(game, "soviet", back(s1="0503 0502")) == []
    full = beaten("- / D2", *crowd, unit("s8", "0503"))
    assert rules(full, "soviet", back({"s1": 1}, s1="0503")) == ["5.3.6"]
    assert rules(full, "soviet", back(s1="0503 0502")) == []


@pytest.mark.rule("wb95", "5.3.6")
def test_units_that_retreat_together_must_find_room_together() -> None:
    crowd = [unit(f"s{n}", "0503") for n in (5, 6, 7)]
    game = beaten("- / D1", unit("s2", "0504"), *crowd)
    assert rules(game, "soviet", back(s1="0503", s2="0503")) == ["5.3.6"]
    assert rules(game, "soviet", back(s1="0503", s2="0403")) == []
    default = game.decisions[0].ask.default
    assert default is not None
    assert not game.why("soviet", default)
    assert default["take"] == {}


@pytest.mark.rule("wb95", "3.1.2")
def test_movement_points_do_not_limit_a_retreat() -> None:
    """Three hexes of forest are 6 points for infantry of 4 points."""
    woods = dict.fromkeys(("0503", "0502", "0501"), "forest")
    game = beaten("- / D3", board=sketch(9, 9, terrain=woods))
    game.play("soviet", back(s1="0503 0502 0501"))
    assert where(game, "s1") == "0501"


@pytest.mark.rule("wb95", "5.3.10")
def test_a_retreat_is_remembered_and_bars_digging_in() -> None:
    game = beaten("- / D1")
    game.play("soviet", back(s1="0503"))
    game.play("german", chase())
    assert at(game, "s1").retreated == game.serial
    while game.phase != "Movement of soviet":
        assert game.to_act
        game.play(game.to_act, {"do": "end"})
    assert "5.3.10" in rules(game, "soviet", {"do": "dig", "unit": "s1"})


@pytest.mark.rule("wb95", "5.3.10")
def test_who_stands_has_not_retreated() -> None:
    game = beaten("- / D1")
    game.play("soviet", back({"s1": 1}))
    assert at(game, "s1").retreated == -1


@pytest.mark.rule("wb95", "5.3.1")
def test_ill_written_answers_are_refused() -> None:
    game = beaten("- / D1")
    assert rules(game, "soviet", {"do": "retreat", "paths": {"s1": "0503"}}) == ["form"]
    assert rules(game, "soviet", {"do": "retreat", "paths": {"s1": ["9999"]}}) == ["form"]
    assert rules(game, "soviet", {"do": "retreat", "paths": {"s1": [5]}}) == ["form"]
    assert rules(game, "soviet", {"do": "retreat", "paths": []}) == ["form"]


@pytest.mark.rule("wb95", "5.3.2")
def test_the_default_goes_all_the_way_and_away_from_the_enemy() -> None:
    game = beaten("- / D2")
    default = game.decisions[0].ask.default
    assert default is not None
    board, end = game.board, default["paths"]["s1"][-1]
    assert board.distance(board.hex("0505"), board.hex(end)) == 3
    assert default["take"] == {}


@pytest.mark.rule("wb95", "5.3.2")
def test_whatever_is_listed_is_legal_each_once_and_samples_are_among_them() -> None:
    game = beaten(
        "- / D2", unit("s2", "0504"), unit("s3", "0404", "ART", "5,3"), unit("sh", "0504", "HQ")
    )
    listed = []
    for action in game.legal("soviet"):
        listed.append(str(action))
        if len(listed) % 7 == 0:
            assert game.why("soviet", action) == []
    assert len(listed) == len(set(listed))
    rng = random.Random(2)
    for _ in range(60):
        action = game.sample("soviet", rng)
        assert action is not None
        assert game.why("soviet", action) == []


@pytest.mark.rule("wb95", "5.3.1")
def test_standing_answers_to_a_retreat() -> None:
    for policy, hexes in (
        ("retreat", "0503"),
        ("stand", "0504"),
        ("retreat unless in town", "0503"),
    ):
        game = field(*WEST, phase=ATTACK_A)
        game.instruct("soviet", {"retreat": policy})
        fight(game, "- / D1", "g1")
        assert where(game, "s1") == hexes
    town = field(*WEST, phase=ATTACK_A, board=sketch(9, 9, terrain={"0504": "town"}))
    town.instruct("soviet", {"retreat": "retreat unless in town"})
    fight(town, "- / D1", "g1")
    assert (where(town, "s1"), at(town, "s1").cel) == ("0504", 1)


@pytest.mark.rule("wb95", "5.3.3")
def test_a_zone_of_a_closed_stack_is_unknown_until_tried() -> None:
    """The question is the same whether the stack has a zone; the answer to it is not."""
    seen = {}
    for kind, sp in (("INF", 4), ("ART", "5,3")):
        game = field(
            *WEST,
            unit("g7", "0702", kind, sp, cel=1),
            unit("g8", "0702", "ART", "5,3"),
            phase=ATTACK_A,
            options={"masking": "on"},
        )
        fight(game, "- / D2", "g1")
        way = back(s1="0603 0602")
        seen[kind] = rules(game, "soviet", way), list(game.legal("soviet"))
        game.play("soviet", way)
        if kind == "ART":
            assert (where(game, "s1"), told(game, "zone found")) == ("0602", [])
        else:
            assert told(game, "zone found") == [
                {"side": "soviet", "hexes": ["0602"], "to": "retreat"}
            ]
            assert game.decision("soviet").ask.name == "retreat"
            assert rules(game, "soviet", way) == ["5.3.3"]
            with pytest.raises(Refused, match="revealed"):
                game.undo("soviet")
    assert seen["INF"] == seen["ART"]
    assert seen["INF"][0] == []
