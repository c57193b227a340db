"""The sequence of play: phases, segments, who acts, the Pre-Turn Phase, Clean Up. [2.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.ocs.sequence import GAME_TURN, PLAYER_TURN, PRE_TURN_PHASE, SETTLED
from grognard.systems.ocs.status import FORMATIONS, HEXES, TURN, FormationStatus, HexStatus
from grognard.systems.ocs.turn import phases
from tests.systems.ocs.field import at, end, field, move, rig, rules, told, unit

rule = pytest.mark.rule

OUTLINE = [
    "refit", "reinforcement", "breakout", "movement", "barrage", "supply", "reaction",
    "reaction-barrage", "artillery", "attack", "exploitation", "exploitation-barrage",
    "exploitation-attack", "clean-up",
]  # fmt: skip


def kinds(game: Any) -> list[str]:
    return [segment.kind for segment in game.segments]


@rule("ocs", "2.1")
@rule("ocs", "2.2")
@rule("ocs", "2.3-second")
def test_a_game_turn_is_the_pre_turn_phase_and_two_player_turns() -> None:
    game = field(unit("a1", "0303"))
    assert kinds(game) == ["pre-turn", *OUTLINE, *OUTLINE]


@rule("ocs", "2.1")
@rule("ocs", "2.3-second")
def test_the_second_player_turn_swaps_the_roles() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0707"), first="allied", player="allied")
    assert phases.phasing(game) == "allied"
    assert game.phase == "Movement Segment of allied"
    end(game, "allied", until="movement")
    assert (phases.phasing(game), game.to_act, game.turn) == ("axis", "axis", 1)


@rule("ocs", "2.3-react")
@rule("ocs", "6.3a")
def test_the_other_player_acts_in_the_reaction_phase() -> None:
    game = field(
        unit("a1", "0303"), unit("s1", "0707", mode="reserve", up="move"), segment="reaction"
    )
    assert (phases.phasing(game), phases.actor(game), game.to_act) == ("axis", "allied", "allied")
    assert rules(game, "allied", move("s1", to="0706")) == ["7.0a"]
    game.play("allied", {"do": "release", "units": ["s1"]})
    assert rules(game, "allied", move("s1", to="0706")) == []


@rule("ocs", "2.2")
def test_marks_of_this_phase_are_counted_from_its_first_segment() -> None:
    game = field(unit("a1", "0303"), segment="movement")
    assert phases.phase_start(game) == GAME_TURN.place("breakout")
    later = field(unit("a1", "0303", mode="exploit"), segment="exploitation", turn=2)
    assert phases.phase_start(later) == 29 + GAME_TURN.place("exploitation")


@rule("ocs", "2.3-end")
def test_the_last_turn_ends_the_game() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0707"), turns=1)
    end(game, "axis", until="movement")
    end(game, "allied")
    assert game.over
    assert told(game, "victory")


@rule("ocs", "2.3-weather")
@rule("ocs", "17.0")
@rule("ocs", "17.0b")
def test_one_roll_decides_the_weather_of_the_turn() -> None:
    game = field(unit("a1", "0303"), segment="clean-up", player="allied", season="autumn",
                 weather="", turn=1, started=False)  # fmt: skip
    rig(game, 1, 2)
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    assert game.state[TURN]["now"].weather == "mud_storm"
    assert told(game, "weather") == [{"weather": "mud_storm"}]


@rule("ocs", "17.0")
def test_a_long_game_has_several_seasons() -> None:
    years = {1: "autumn", 3: "winter"}
    for turn, weather in ((2, "mud_storm"), (3, "snow_storm"), (9, "snow_storm")):
        game = field(unit("a1", "0303"), unit("s1", "0707"), turn=turn, segment="pre-turn",
                     season=years, weather="", started=False)  # fmt: skip
        rig(game, 1, 2)
        game._enter("engine", {"do": "begin"}, root=True, auto=False)
        assert game.state[TURN]["now"].weather == weather
    for wrong in ({3: "winter"}, {1: "monsoon"}, "monsoon"):
        with pytest.raises(ScenarioError, match="season"):
            field(unit("a1", "0303"), season=wrong)


@rule("ocs", "2.3-first")
def test_the_higher_roll_chooses_and_ties_are_rolled_again() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0707"), turn=2, segment="pre-turn", first="",
                 weather="", started=False)  # fmt: skip
    rig(game, 3, 3, 4, 4, 4, 4, 2, 3, 3, 3)  # weather 6; 8 and 8; 5 and 6
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    assert game.to_act == "allied"
    assert [a["choice"] for a in game.legal("allied")] == ["first", "second", "simulcast"]
    game.play("allied", {"do": "choose-order", "choice": "second"})
    assert game.state[TURN]["now"].first == "axis"
    assert game.to_act == "axis"


@rule("ocs", "2.3-first")
def test_a_scenario_may_say_who_goes_first_in_its_first_turn() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0707"), segment="pre-turn", first="allied",
                 player="allied")  # fmt: skip
    assert not told(game, "initiative")
    assert game.to_act == "allied"


def _simulcast() -> Any:
    game = field(
        unit("a1", "0303"), unit("s1", "0306"), unit("s2", "0707"), turn=2, segment="pre-turn",
        first="", weather="", started=False, dumps=[{"side": "allied", "hex": "0701", "sp": 1}],
        sources=[{"side": "axis", "hex": "0303"}, {"side": "allied", "hex": "0707"}],
    )  # fmt: skip
    rig(game, 3, 5, 6, 6, 1, 1)
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    game.play("axis", {"do": "choose-order", "choice": "simulcast"})
    return game


@rule("ocs", "2.4(1)")
def test_a_simulcast_turn_needs_both_players() -> None:
    game = _simulcast()
    game.play("allied", {"do": "simulcast", "agree": False})
    assert not phases.peaceful(game)
    assert [a["choice"] for a in game.legal("axis")] == ["first", "second"]
    other = _simulcast()
    other.play("allied", {"do": "simulcast", "agree": True})
    assert phases.peaceful(other)


@rule("ocs", "2.4(2)")
@rule("ocs", "2.4(3)")
def test_nobody_goes_near_the_enemy_in_a_simulcast_turn() -> None:
    game = _simulcast()
    game.play("allied", {"do": "simulcast", "agree": True})
    assert rules(game, "axis", move("a1", to="0304")) == []
    assert rules(game, "axis", move("a1", to="0304 0305")) == ["2.4(3)"]
    assert all(action["path"][-1] != "0305" for action in game.legal("axis") if "path" in action)


@rule("ocs", "2.4(2)")
def test_segments_of_fighting_are_passed_over_in_a_simulcast_turn() -> None:
    game = field(unit("a1", "0303"), segment="movement")
    attack: Any = next(s for s in game.segments if s.kind == "attack")
    attack.deeds = (*attack.deeds, _Always())
    assert attack.asks(game)
    game.put(TURN, "now", _peace(game))
    assert not attack.asks(game)


class _Always(phases.CancelSimulcast):
    def possible(self, game: Any, player: str) -> bool:
        return True


def _peace(game: Any) -> Any:
    from grognard.engine.record import replace

    return replace(game.state[TURN]["now"], simulcast=True)


@rule("ocs", "2.4(4)")
def test_either_player_may_end_a_simulcast_turn() -> None:
    game = _simulcast()
    assert rules(field(unit("a1", "0303")), "axis", {"do": "cancel-simulcast"}) == ["2.4(4)"]
    game.play("allied", {"do": "simulcast", "agree": True})
    assert (game.to_act, game.decision("allied")) == ("axis", None)
    for player in ("axis", "allied"):  # whoever acts
        assert game.view(player)["asides"] == ["cancel-simulcast"]
        assert rules(game, player, {"do": "cancel-simulcast"}) == []
        game.play(player, {"do": "cancel-simulcast"})
        assert not phases.peaceful(game)
        assert (game.to_act, game.view(player)["asides"]) == ("axis", [])
        assert rules(game, "axis", move("a1", to="0304 0305")) == []
        game.undo(player)
        assert phases.peaceful(game)
    game.play("allied", {"do": "cancel-simulcast"})
    assert rules(game, "allied", {"do": "cancel-simulcast"}) == ["turn"]
    assert rules(game, "axis", {"do": "cancel-simulcast"}) == ["2.4(4)"]


@rule("ocs", "2.3-cleanup")
@rule("ocs", "5.9")
@rule("ocs", "5.10")
def test_clean_up_takes_the_phasing_players_markers_off() -> None:
    game = field(
        unit("a1", "0303", mode="dg", up="combat"),
        unit("a2", "0303", mode="exploit", up="move", at={"hq_fuelled": True, "landed": True}),
        unit("a3", "0303", mode="reserve", up="move", formation="3"),
        unit("s1", "0707", mode="dg", up="combat", formation="9"),
        segment="exploitation-attack",
        started=False,
    )
    h = game.board.hex("0101")
    game.put(HEXES, h, HexStatus(busted="allied"))
    game.put(HEXES, h + 1, HexStatus(busted="axis"))
    for formation in ("3", "9"):
        game.put(FORMATIONS, formation, FormationStatus(True))
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    assert at(game, "a1").mode == "combat"
    assert (at(game, "a2").mode, at(game, "a2").hq_fuelled, at(game, "a2").landed) == (
        "move", False, False,
    )  # fmt: skip
    assert at(game, "a3").mode == "reserve"
    assert at(game, "s1").mode == "dg"
    assert not game.state[FORMATIONS]["3"].fuelled
    assert game.state[FORMATIONS]["9"].fuelled
    assert game.state[HEXES][h].busted == ""
    assert game.state[HEXES][h + 1].busted == "axis"


def test_nothing_settles_before_the_first_player_turn() -> None:
    """The Pre-Turn Phase is nobody's: crowds are thinned out when a segment of a player ends."""
    assert not PRE_TURN_PHASE.ends
    assert not PRE_TURN_PHASE.phase_ends
    for part in PLAYER_TURN:
        assert [step for step in part.ends if step in SETTLED] == list(SETTLED)
