"""What other nations do when the posture of the world lets them. [28.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.nextwar.raids.status import BANDS
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import field, plain, rig, side, told, unit
from tests.systems.nextwar.sky import places, wing

PASSIVE, MODERATE, AGGRESSIVE = (0, 0, 0), (5, 3, 6), (9, 9, 9)
"""What the administration, the military and the people roll."""
HELP: dict[str, Any] = {
    "PRC": {"side": "dprk", "supplies": 2, "markers": 2},
    "JPN": {"side": "allied", "markers": 1, "box": "Japan", "until": 2},
}
RAIDERS = {"PRC": {"side": "dprk", "markers": 0}, "JPN": {"side": "allied", "markers": 0}}


def world(onset: str, *dice: int, option: str = "on", turn: int = 1, **more: Any) -> Nw:
    """The Initiative Phase of the first turn, the dice being those of the factions."""
    board = plain(north=1, terrain={"0101": "urban", "0909": "urban"})
    game = field(
        unit("n1", "0101"), unit("r1", "0909"), segment="weather", turn=turn, board=board,
        onset=onset, initiative={"side": "dprk", "guaranteed": 9},
        options={"game": "advanced", "international-posture": option},
        basing={"Japan": {"side": "allied"}, "ROK": {"side": "allied"}},
        aircraft=[
            wing(n, "4-2-2", "A", box=box)["row"] for n, box in (("u1", "Japan"), ("u2", "ROK"))
        ],
        **{"raiders": RAIDERS, "posture": HELP, **more},
    )  # fmt: skip
    rig(game, *(() if turn == 1 else (0,)), *dice)
    if turn == 1:
        game.play("dprk", {"do": "weather", "weather": "clear"})
    return game


def to_the_end(game: Nw) -> None:
    """Let the first turn pass; nobody is sent up, or out."""
    while game.turn == 1:
        flying = game.segment.kind == "air-naval"
        game.play(str(game.to_act), {"do": "patrol", "units": []} if flying else {"do": "end"})


@pytest.mark.rule("nextwar", "28.0")
@pytest.mark.parametrize(
    ("onset", "dice", "markers", "grounded", "said"),
    [
        ("strategic surprise", PASSIVE, (0, 0), True,
         [("supplies", ""), ("its bases closed", "")]),
        ("strategic surprise", MODERATE, (2, 1), False,
         [("supplies, SOF", ""), ("SOF", "")]),
        ("tactical surprise", AGGRESSIVE, (2, 1), False,
         [("supplies, SOF", "air, full"), ("SOF", "air")]),
    ],
)  # fmt: skip
def test_nations_do_what_the_chart_lets_them(
    onset: str, dice: tuple[int, ...], markers: tuple[int, int], grounded: bool, said: Any
) -> None:
    game = world(onset, *dice)
    assert tuple(game.state[BANDS][n].strength for n in ("PRC", "JPN")) == markers
    assert places(game, "u1", "u2") == ["flown" if grounded else "ready", "ready"]
    told_of = [(facts["does"], facts["missing"]) for facts in told(game, "intervention")]
    assert told_of == said
    to_the_end(game)
    assert side(game, "dprk").supply == 2
    assert [f for f in told(game, "supply-points") if f["what"] == "PRC"]
    assert places(game, "u1") == ["ready"]


@pytest.mark.rule("nextwar", "28.0")
def test_without_the_option_nobody_helps() -> None:
    game = world("tactical surprise", option="off")
    assert not told(game, "posture")
    assert not told(game, "intervention")
    assert places(game, "u1") == ["ready"]
    to_the_end(game)
    assert side(game, "dprk").supply == 0


@pytest.mark.parametrize(
    ("posture", "said"),
    [
        ({"JPN": {"side": "allied", "box": "Hokkaido"}}, "no Basing Box 'Hokkaido'"),
        ({"AUS": {"side": "allied", "markers": 1}}, "AUS has no special operations forces"),
        ({"PRC": {"side": "north"}}, "north"),
        ({"PRC": {"side": "dprk", "tanks": 2}}, "tanks"),
    ],
)
def test_what_a_nation_does_must_be_possible(posture: Any, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        world("tactical surprise", posture=posture)
