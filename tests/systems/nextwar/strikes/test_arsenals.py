"""Theater weapons as a scenario gives them: how many, how many at once, who brings more. [26.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import field, plain, rules, side, told, unit

BASE = {"hex": "0505", "kind": "airbase", "owner": "allied"}
SHOT = {"do": "launch", "weapon": "ballistic", "target": "airbase-0505"}
BOARD = plain(north=1, terrain={"0101": "urban", "0909": "urban"})


def war(**more: Any) -> Nw:
    return field(
        unit("n1", "0101"), unit("r1", "0909"), board=BOARD, options={"game": "advanced"},
        **{"segment": "strike-1-missiles", "sites": [BASE], **more},
    )  # fmt: skip


@pytest.mark.rule("nextwar", "26.0", "26.1", "26.1.2")
def test_a_side_launches_as_many_in_a_phase_as_the_scenario_lets_it() -> None:
    game = war(assets={"dprk": {"ballistic": 9, "cruise": 1}}, salvos={"dprk": {"ballistic": 2}})
    for _ in range(2):
        game.play("dprk", SHOT)
    assert side(game, "dprk").ballistic == 7
    assert rules(game, "dprk", SHOT) == ["26.1.2"]
    while game.segment.kind != "strike-2-missiles":
        game.play(str(game.to_act), {"do": "end"})
    assert rules(game, "dprk", SHOT) == []


@pytest.mark.rule("nextwar", "26.1")
def test_missiles_come_in_their_turns() -> None:
    game = war(
        segment="basic-reaction-combat", assets={"allied": {"cruise": 1}},
        missiles={"allied": {"cruise": {3: 2, 4: 5}}, "dprk": {"ballistic": {2: 7}}},
    )  # fmt: skip
    while game.turn == 3:
        game.play(str(game.to_act), {"do": "end"})
    came = {"side": "allied", "weapon": "cruise", "came": 2, "left": 3}
    assert told(game, "missiles-arrive") == [came]
    assert (side(game, "allied").cruise, side(game, "dprk").ballistic) == (3, 0)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"salvos": {"dprk": {"scud": 2}}}, "scud"),
        ({"salvos": {"dprk": {"ballistic": -1}}}, "number of missiles, not -1"),
        ({"salvos": {"north": {"ballistic": 1}}}, "north"),
        ({"launchers": {"dprk": ["scud"]}}, "no missile is 'scud'"),
        ({"missiles": {"dprk": {"ballistic": {"soon": 2}}}}, "not in 'soon'"),
        ({"missiles": {"dprk": {"ballistic": {0: 2}}}}, "not in 0"),
        ({"missiles": {"dprk": {"ballistic": {2: "many"}}}}, "should be"),
        ({"missiles": {"dprk": {"nuclear": {2: 1}}}}, "nuclear"),
    ],
)
def test_what_cannot_be_an_arsenal_is_refused(spec: Any, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        war(**spec)
