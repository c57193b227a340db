"""The book's worked examples about ships, landing craft and ports. [18.0] [19.0]"""

from __future__ import annotations

import pytest

from grognard.systems.ocs.naval import ships
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.turn.phases import ATTACK, BARRAGE, EXPLOITATION_BARRAGE, REACTION_BARRAGE
from tests.systems.ocs.air.sky import craft, fly, sky
from tests.systems.ocs.field import at, end, play, rig, rules, told, unit
from tests.systems.ocs.naval.sea import afloat, coast, port, ship, waters

rule = pytest.mark.rule


@rule("ocs", "18.3a(B)")
def test_ocs_ex_079_fire_in_the_enemy_turn_silences_the_own_turn() -> None:
    game = waters(
        ship("s1", "0205"), ship("s2", "0205"), unit("a1", "0405"), unit("s9", "0808"),
        segment=REACTION_BARRAGE,
    )  # fmt: skip
    rig(game, 1, 1)
    fire = {"do": "bombard", "by": ["s1"], "target": "0405"}
    play(game, "allied", fire)
    for segment in (BARRAGE, EXPLOITATION_BARRAGE):
        while game.segment.kind != segment or game.to_act != "allied":  # type: ignore[attr-defined]
            end(game, game.to_act or "axis")
        assert game.turn == 1
        assert rules(game, "allied", fire) == ["18.3a(B)"]
        assert rules(game, "allied", {**fire, "by": ["s2"]}) == []


def raid() -> Ocs:
    """Two bombers and a stack of two ships."""
    rows = [ship("s1", "0203"), ship("s2", "0203")]
    return sky(
        craft("a1", "0605", "T", full="1/9/0"), craft("a2", "0605", "T", full="1/9/0"),
        board=coast(), levels={"0605": 3}, segment=BARRAGE, ships=[r["ship"] for r in rows],
        naval=[r["naval"] for r in rows],
    )  # fmt: skip


@rule("ocs", "18.3c(A)")
@pytest.mark.parametrize("targets", [["s1"], ["s1", "s2"]])
def test_ocs_ex_080_two_aircraft_join_on_a_ship_or_each_takes_one(targets: list[str]) -> None:
    game = raid()
    game.play("axis", fly("air-barrage", "a1", "a2", to="0203", aim="ships"))
    while game.decisions and game.decisions[0].ask.name != "naval target":
        play_one(game)
    groups = [["a1", "a2"]] if len(targets) == 1 else [["a1"], ["a2"]]
    for target, by in zip(targets, groups, strict=True):
        assert game.decisions[0].ask.name == "naval target"
        game.play("axis", {"do": "aim", "target": target, "by": by})
    shots = told(game, "naval-barrage")
    assert [(shot["target"], shot["by"]) for shot in shots] == list(
        zip(targets, groups, strict=True)
    )
    assert {part["rule"] for shot in shots for part in shot["shift"]["parts"]} == {"14.7c"}


def play_one(game: Ocs) -> None:
    """Answer one question by default."""
    decision = game.decisions[0]
    game.play(decision.player, decision.ask.default or next(game.legal(decision.player)))


@rule("ocs", "18.3d(C)")
@pytest.mark.parametrize(("die", "lost"), [(1, "the regiment"), (2, "the Supply Point")])
def test_ocs_ex_081_a_dukw_loses_a_point_and_one_of_its_two_loads(die: int, lost: str) -> None:
    game = waters(
        unit("s1", None, "mech"), ship("s2", "0202", "dukw", points=2, load=4, aboard=["s1"]),
        unit("a9", "0808"),
    )  # fmt: skip
    rig(game, die)
    ships.damage(game, afloat(game, "s2").hex, "allied", ships.CRAFT, 1, True, "18.3d(C)")
    assert afloat(game, "s2").size == 4  # one point
    gone = "the regiment" if at(game, "s1").place == "dead" else "the Supply Point"
    assert gone == lost
    assert afloat(game, "s2").load == (4 if lost == "the regiment" else 0)


@rule("ocs", "18.6b(A)")
def test_ocs_ex_082_the_defender_takes_the_landing_table_before_anything_is_shown() -> None:
    game = waters(
        unit("a2", None, combat="60:3 leg", re=3),
        ship("a1", "0304", "lc", points=6, load=8, aboard=["a2"]), unit("s1", "0404"),
        segment=ATTACK,
    )  # fmt: skip
    game.play("axis", {"do": "beach-assault", "units": ["a2"], "target": "0404"})
    assert {answer["on"] for answer in game.legal("allied")} == {"assault", "landing"}
    assert game.state[SIDES]["axis"].spent == 0
    assert not any(event.dice for event in game.events)
    rig(game, 3, 2)  # 5 in the open costs a step
    play(game, "allied", {"do": "meet", "on": "landing"})
    assert (at(game, "a2").lost, at(game, "s1").place) == (1, "dead")
    assert game.state[SIDES]["axis"].spent == 0


@rule("ocs", "19.0a")
def test_ocs_ex_083_a_port_of_1t_loads_or_unloads_1t_but_not_both() -> None:
    game = waters(
        ship("a1", "0404", "lc", points=2, load=1), unit("a9", "0606"), unit("s9", "0808"),
        ports=[port("0404", sp=0, tokens=1)], dumps=[{"side": "axis", "hex": "0404", "sp": 1}],
    )  # fmt: skip
    load = {"do": "embark", "ship": "a1", "tokens": 1}
    unload = {"do": "disembark", "ship": "a1", "tokens": 1}
    assert rules(game, "axis", load) == []
    assert rules(game, "axis", unload) == []
    assert rules(game, "axis", {**load, "tokens": 2}) == ["19.0a"]
    play(game, "axis", load)
    assert rules(game, "axis", unload) == ["19.0a"]
