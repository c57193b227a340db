"""The sequence of a combat: supply, ratings, ground, surprise, the roll. [9.2] to [9.9]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat import combat, odds
from grognard.systems.ocs.ground import Effect
from grognard.systems.ocs.status import DUMPS
from tests.systems.ocs.combat.test_attack import attack, front
from tests.systems.ocs.field import at, field, play, rig, told, unit

rule = pytest.mark.rule


def names(game: Any) -> list[str]:
    """The questions that are open, in order."""
    return [decision.ask.name for decision in game.decisions]


def answer(game: Any, **more: Any) -> None:
    """Answer the open question, by default or with details."""
    decision = game.decisions[0]
    action = {**decision.ask.default, **more}
    game.play(decision.player, action)


def kinds(game: Any) -> list[str]:
    return [event.kind for event in game.events]


@rule("ocs", "9.2")
def test_the_steps_come_in_their_order() -> None:
    board = sketch(9, 9, terrain={"0505": "clear+woods"})
    game = front(
        unit("a1", "0404"), unit("a2", "0404"), unit("s1", "0505", re=2), unit("s2", "0505"),
        board=board,
    )  # fmt: skip
    rig(game, 6, 6, 2, 3, 4)
    start = len(game.events)
    game.play("axis", attack("a1", "a2"))
    asked = []
    while not game.at_checkpoint and names(game)[0] not in ("option",):
        asked.append((game.to_act, names(game)[0]))
        answer(game)
    assert asked[:4] == [
        ("allied", "defence supply"), ("axis", "attack rating"), ("allied", "defence rating"),
        ("allied", "defence terrain"),
    ]  # fmt: skip
    steps = [kind for kind in kinds(game)[start:] if kind not in ("internals",)]
    assert steps[:12] == [
        "attack", "supply", "supply", "defence-supply", "rating", "rating", "terrain", "odds",
        "reckoning", "reckoning", "surprise", "combat",
    ]  # fmt: skip


@rule("ocs", "9.0")
@rule("ocs", "9.5b(A)")
@rule("ocs", "9.5b(B)")
def test_the_attacker_pays_first_and_the_defender_may_withhold() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"))
    tokens = {key: dump.tokens for key, dump in game.state[DUMPS].items()}
    game.play("axis", attack("a1"))
    spent = {key: tokens[key] - dump.tokens for key, dump in game.state[DUMPS].items()}
    assert sorted(spent.values()) == [0, 1]  # he has paid, the defender is asked
    rig(game, 3, 4, 3, 4)
    game.play("allied", {"do": "withhold"})
    assert told(game, "odds")[0]["defence"] == "4"
    assert told(game, "defence-supply")[0]["how"] == "without combat supply"
    assert [facts["tokens"] for facts in told(game, "supply")] == [1]


@rule("ocs", "9.6")
def test_each_side_picks_one_unit_of_those_who_fight() -> None:
    game = front(
        unit("a1", "0404", ar=5), unit("a2", "0404", ar=2), unit("a3", "0404", ar=5),
        unit("s1", "0505", ar=1), unit("s2", "0505", ar=4),
    )  # fmt: skip
    refused = game.why("axis", attack("a1", "a2", lead="a3"))
    assert [refusal.rule for refusal in refused] == ["9.6"]
    game.play("axis", attack("a1", "a2"))
    answer(game)
    assert game.decisions[0].ask.default == {"do": "lead", "unit": "a1"}
    answer(game, unit="a2")
    assert game.decisions[0].ask.default == {"do": "lead", "unit": "s2"}
    rig(game, 3, 4, 3, 4)
    answer(game, unit="s1")
    assert [facts["rating"] for facts in told(game, "rating")] == [2, 1]
    assert told(game, "reckoning")[0]["roll"]["total"] == 1


@rule("ocs", "4.9b")
@rule("ocs", "4.9a")
def test_ratings_and_totals_are_announced_but_no_units() -> None:
    game = front(
        unit("a1", "0404", "armor"), unit("a2", "0404", combat="3:3 leg"),
        unit("s1", "0505"), unit("s2", "0505", ar=4),
    )  # fmt: skip
    start = len(game.events)
    rig(game, 3, 4, 3, 4)
    game.play("axis", attack("a1", "a2"))
    for _ in range(3):
        answer(game)
    for side, enemy in (("axis", "s"), ("allied", "a")):
        seen = [event for event in game.events[start:] if (e := event.told(side)) is not None
                for event in [e]]  # fmt: skip
        words = str([(game.sentence(event), dict(event.facts)) for event in seen if event.kind in (
            "attack", "rating", "odds", "reckoning", "supply", "internals", "terrain",
        )])  # fmt: skip
        assert f"'{enemy}1" not in words
        assert f"'{enemy}2" not in words
        assert f"{enemy}1:" not in words
        reckoning = [event.facts for event in seen if event.kind == "reckoning"]
        assert len(reckoning) == 1
    assert [facts["anti_tank"] for facts in told(game, "odds")] == ["none"]


@rule("ocs", "9.3b")
@rule("ocs", "9.4b")
@rule("ocs", "9.4c")
def test_the_defender_chooses_ground_for_each_stack_and_for_himself() -> None:
    board = sketch(
        9, 9, terrain={"0505": "clear+woods"}, sides=["0404-0505 minor_river"]
    )  # fmt: skip
    game = front(
        unit("a1", "0404", ar=4), unit("a2", "0405", "armor"), unit("s1", "0505"), board=board
    )
    game.play("axis", attack("a1", "a2", lead="a1"))
    answer(game)
    decision = game.decisions[0]
    assert decision.ask.default == {
        "do": "terrain", "own": "woods", "stacks": {"0404": "minor_river", "0405": "woods"},
    }  # fmt: skip
    wrong = [
        {"do": "terrain", "own": "minor_river", "stacks": {"0404": "woods", "0405": "woods"}},
        {"do": "terrain", "own": "woods", "stacks": {"0404": "woods", "0405": "minor_river"}},
        {"do": "terrain", "own": "woods", "stacks": {"0404": "woods"}},
    ]
    assert [game.why("allied", action)[0].rule for action in wrong] == ["9.4c", "9.4b", "9.4b"]
    assert len(list(game.legal("allied"))) == 2 * 3 * 2
    rig(game, 3, 4, 3, 4)
    chosen = {"own": "woods", "stacks": {"0404": "clear", "0405": "clear"}}
    game.play("allied", {"do": "terrain", **chosen})
    facts = told(game, "odds")[0]
    assert (facts["attack"], facts["terrain"]) == (str(8 + 24), "close")


@rule("ocs", "9.4b")
@rule("ocs", "4.9a")
def test_the_default_ground_knows_only_what_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    def ground(name: str, armor: int, other: int) -> Effect:
        factors = {"armor": Fraction(1, armor), "mech": Fraction(1), "other": Fraction(1, other)}
        return Effect(name, "open", factors, frozenset(), dict.fromkeys(factors, "house"))

    effects = ground("against armor", 4, 1), ground("against others", 1, 2)
    monkeypatch.setattr(odds, "crossings", lambda game, battle, start: effects)
    for hidden in ("armor", "infantry"):
        game = front(unit("a1", "0404", hidden, mode="move"), unit("a2", "0404"),
                     unit("s1", "0505"))  # fmt: skip
        game.play("axis", attack("a1", "a2", lead="a2"))
        answer(game)
        assert game.decisions[0].ask.default["stacks"] == {"0404": "against others"}
    game = front(unit("a1", "0404", mode="move"), unit("a2", "0404", "armor"), unit("s1", "0505"))
    game.play("axis", attack("a1", "a2", lead="a2"))
    answer(game)
    assert game.decisions[0].ask.default["stacks"] == {"0404": "against armor"}


@rule("ocs", "9.8")
@rule("ocs", "9.9")
def test_surprise_takes_a_die_only_when_it_comes() -> None:
    game = front(unit("a1", "0404", ar=4), unit("s1", "0505"))
    rig(game, 3, 4, 3, 3)  # 8 with +1: nobody; 1:1 and a 7
    play(game, "axis", attack("a1"))
    facts = {"side": "axis", "gain": "", "roll": 8, "columns": 0, "column": "1:1"}
    assert told(game, "surprise")[0] == facts
    facts = told(game, "combat")[0]
    assert (facts["column"], facts["modified"], facts["result"]) == ("1:1", 7, "AL1o1 Do1")
    game = front(unit("a1", "0404", ar=4), unit("s1", "0505"))
    rig(game, 5, 4, 2, 3, 3)  # 10 with +1: the attacker, by two columns
    play(game, "axis", attack("a1"))
    assert told(game, "surprise")[0]["gain"] == "attacker"
    assert (told(game, "combat")[0]["column"], told(game, "combat")[0]["modified"]) == ("3:1", 7)
    game = front(unit("a1", "0404", ar=2), unit("s1", "0505"))
    rig(game, 3, 3, 1, 4, 4)  # 5 with -1: the defender, by one column
    play(game, "axis", attack("a1"))
    assert told(game, "surprise")[0]["gain"] == "defender"
    assert (told(game, "combat")[0]["column"], told(game, "combat")[0]["modified"]) == ("1:2", 7)


@rule("ocs", "5.7d")
def test_any_result_for_the_defender_strips_his_reserve_marker() -> None:
    for faces, mode in (((3, 4, 1, 1), "reserve"), ((3, 4, 4, 4), "combat")):
        game = front(
            unit("a1", "0404", combat="4:3 leg"), unit("s1", "0505", re=3, mode="reserve",
                                                       up="combat"),
        )  # fmt: skip
        rig(game, *faces)
        play(game, "axis", attack("a1"))
        assert at(game, "s1").mode == mode, told(game, "combat")


def test_a_lone_defender_without_a_choice_is_asked_about_supply_alone() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"))
    rig(game, 3, 4, 1, 1)
    game.play("axis", attack("a1"))
    assert names(game) == ["defence supply"]
    answer(game)
    assert game.at_checkpoint or names(game)[0] not in ("defence rating", "defence terrain")


def test_standing_answers_settle_the_questions_of_a_defence() -> None:
    from grognard.systems.ocs.policies import STANDING_POLICIES

    assert STANDING_POLICIES["defence supply"] == ("pay", "withhold")
    assert STANDING_POLICIES[combat.DEFENCE_RATING] == ("best rating",)
    assert STANDING_POLICIES[combat.TERRAIN] == ("best terrain",)


@rule("ocs", "21.3")
def test_with_the_option_a_divisional_unit_leads_an_attack_with_independents() -> None:
    units = (
        unit("a1", "0404", ar=5), unit("a2", "0404", ar=2, formation="9"), unit("s1", "0505"),
    )  # fmt: skip
    plain = front(*units)
    assert plain.why("axis", attack("a1", "a2", lead="a1")) == []
    game = front(*units, options={"independents": "on"})
    assert [r.rule for r in game.why("axis", attack("a1", "a2", lead="a1"))] == ["21.3"]
    assert game.why("axis", attack("a1", "a2", lead="a2")) == []
    assert game.why("axis", attack("a1", lead="a1")) == []


@rule("ocs", "11.0c")
@rule("ocs", "9.2")
def test_battles_know_their_kind() -> None:
    from grognard.systems.ocs.combat.attack import Strike, battle_of

    game = field(unit("a1", "0404", mode="exploit"), unit("s1", "0505"),
                 segment="exploitation-attack")  # fmt: skip
    found = battle_of(game, "axis", Strike(("a1",), game.board.hex("0505")))
    assert (found.exploitation, found.overrun) == (True, False)
    assert found.defenders == ("s1",)
