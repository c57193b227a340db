"""Resolutions of the United Nations: vetoes, refusals, the end of the war. [28.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.nextwar.nations.ceasefire import council_of, modifiers
from grognard.systems.nextwar.nations.posture import leaning, posture_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SIDES, HexStatus
from tests.systems.nextwar.field import field, plain, rig, side, told, unit

POWERS = [{"power": "PRC", "side": "dprk"}, {"power": "US", "side": "allied"}]
LAST = "basic-reaction-combat"
SUPPLIED = plain(north=1, terrain={"0101": "urban", "0909": "urban"})
"""A map on which nobody is isolated, so that no die is rolled for that. [19.7.1]"""


def world(*dice: int, turn: int = 3, **more: Any) -> Nw:
    """The turn before has ended: weather, then the dice of the United Nations."""
    un = {"vetoes": POWERS, **more.pop("un", {})}
    options = {"game": "advanced", **more.pop("options", {})}
    game = field(
        unit("n1", "0101"), unit("r1", "0909"), segment=LAST, turn=turn - 1, un=un, options=options,
        initiative={"side": "dprk", "guaranteed": 99}, board=SUPPLIED, **more,
    )  # fmt: skip
    rig(game, 0, *dice)
    game.play("allied", {"do": "end"})
    return game


def say(game: Nw, player: str, **action: Any) -> None:
    """Answer the question that is open."""
    game.play(player, action)


def vote(game: Nw, power: str, how: str) -> None:
    """One power votes."""
    say(game, "dprk" if power == "PRC" else "allied", do="veto", power=power, vote=how)


def stand(game: Nw, player: str, how: str) -> None:
    """A side obeys, or does not."""
    say(game, player, do="refuse-ceasefire", answer=how)


@pytest.mark.rule("nextwar", "28.0")
def test_ten_or_more_demands_a_ceasefire() -> None:
    for drm, shown, demanded in ((0, 9, False), (1, 9, True), (2, 7, False), (2, 8, True)):
        game = world(shown, un={"drm": drm})
        assert told(game, "resolution")[0]["demanded"] is demanded


@pytest.mark.rule("nextwar", "28.0")
def test_nobody_meets_before_the_second_turn_or_where_the_scenario_has_no_council() -> None:
    first = world(9, turn=2, un={"begins": 3})
    assert not told(first, "resolution")
    plainly = field(
        unit("n1", "0101"), options={"game": "advanced"}, segment="basic-reaction-combat"
    )
    plainly.play("allied", {"do": "end"})
    assert not told(plainly, "resolution")


@pytest.mark.rule("nextwar", "28.0")
def test_what_modifies_the_roll() -> None:
    un = {"drm": -1, "turns": {3: 1, 9: 5}, "gas": 2, "capital": 1}
    sites = [{"hex": "0505", "kind": "city", "owner": "allied", "capital": True}]
    game = world(0, un=un, sites=sites)
    assert modifiers(game).total == 0
    h = game.board.hex("0505")
    game.put(HEXES, h, HexStatus("dprk", gas=2))
    assert modifiers(game).total == 3


@pytest.mark.rule("nextwar", "28.0", "18.2.4")
def test_gas_of_earlier_turns_and_a_capital_in_enemy_hands_count() -> None:
    more: dict[str, Any] = {"assets": {"dprk": {"gas": 2}}, "un": {"gas": 2, "capital": 1}}
    game = world(0, **more, victory={"capital": {"dprk": ["0505", "0605"]}})
    assert modifiers(game).total == 0
    game.put(SIDES, "dprk", replace(game.state[SIDES]["dprk"], gas=1))
    assert modifiers(game).total == 2
    for label, total in (("0505", 2), ("0605", 3)):
        game.put(HEXES, game.board.hex(label), HexStatus("dprk"))
        assert modifiers(game).total == total


@pytest.mark.rule("nextwar", "28.1")
def test_a_side_has_one_chance_to_veto_whatever_powers_it_has() -> None:
    powers = [*POWERS, {"power": "Russia", "side": "dprk"}]
    game = world(9, un={"drm": 1, "vetoes": powers})
    vote(game, "PRC", "pass")
    vote(game, "US", "pass")
    assert told(game, "ceasefire-demanded")


@pytest.mark.rule("nextwar", "28.1")
def test_a_veto_costs_five_points_and_the_roll_is_as_if_it_had_not_been() -> None:
    game = world(9, un={"drm": 1})
    vote(game, "PRC", "veto")
    assert side(game, "dprk").vp == -5
    assert not council_of(game).demanded
    assert not told(game, "ceasefire-demanded")
    again = world(9, un={"drm": 1})
    vote(again, "PRC", "pass")
    vote(again, "US", "veto")
    assert (side(again, "dprk").vp, side(again, "allied").vp) == (0, -5)


@pytest.mark.rule("nextwar", "28.1", "28.0")
def test_an_obeyed_ceasefire_ends_the_game_in_the_victory_phase_of_the_turn() -> None:
    game = world(9, un={"drm": 1}, turns=9)
    for power in ("PRC", "US"):
        vote(game, power, "pass")
    for who in ("dprk", "allied"):
        stand(game, who, "obey")
    assert not game.over
    while not game.over:
        game.play(game.to_act or "", {"do": "end"})
    assert game.turn == 3
    assert told(game, "victory")


@pytest.mark.rule("nextwar", "28.2")
def test_who_refuses_pays_ten_points_in_every_initiative_phase() -> None:
    game = world(9, un={"drm": 1}, turns=9)
    for power in ("PRC", "US"):
        vote(game, power, "pass")
    stand(game, "dprk", "refuse")
    assert side(game, "allied").gained == 10
    assert council_of(game).obeyed == 0
    while game.turn == 3:
        rig(game, 0)
        game.play(game.to_act or "", {"do": "end"})
    assert not told(game, "resolution")[1:]
    stand(game, "dprk", "obey")
    stand(game, "allied", "refuse")
    assert side(game, "dprk").gained == 10
    assert side(game, "allied").gained == 0


@pytest.mark.rule("nextwar", "28.0")
def test_the_posture_of_the_world_is_rolled_for_by_factions() -> None:
    game = world(5, 5, 5, 0, onset="tactical surprise", options={"international-posture": "on"})
    assert [f["leaning"] for f in told(game, "faction")] == [0, 1, -1]
    assert told(game, "posture") == [{"posture": "moderate", "prc": "supplies / SOF", "jpn": "SOF"}]
    assert modifiers(game).total == 2
    assert [leaning(game, "military", n) for n in (2, 3, 4, 5)] == [-1, 0, 0, 1]
    assert [leaning(game, "popular vote", n) for n in (5, 6, 7)] == [-1, 0, 1]
    assert [posture_of(n) for n in (-2, 0, 1)] == ["passive", "moderate", "aggressive"]
