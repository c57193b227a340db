"""Air power under the fog of war. [29.2]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.nextwar.airpower.hidden import assign
from grognard.systems.nextwar.airpower.melee import Group
from grognard.systems.nextwar.airpower.wings import depart
from grognard.systems.nextwar.defenses.detecting import detect
from grognard.systems.nextwar.defenses.intercepting import allocate, defend, known
from grognard.systems.nextwar.defenses.package import Package
from grognard.systems.nextwar.strikes.status import MISSIONS
from tests.systems.nextwar.field import rig, rules, told, unit
from tests.systems.nextwar.sky import asked, drive, flies, places, sky, wing

FOG = {"air-fog": "on"}
UP = {"place": "superiority"}


def send(name: str) -> dict[str, Any]:
    """One more aircraft."""
    return {"do": "send", "unit": name}


def engage(unit: str, enemy: str) -> dict[str, Any]:
    """An engagement that somebody joins."""
    return {"do": "engage", "unit": unit, "enemy": enemy}


ENOUGH = {"do": "enough"}


@pytest.mark.reading("nextwar", "nw-29-04")
@pytest.mark.rule("nextwar", "29.2.2", "29.2.2-1", "29.2.2-2")
def test_aircraft_are_assigned_in_secret_and_awacs_changes_some() -> None:
    flying = [wing(f"u{i}", "4-0-0") for i in range(3)] + [wing(f"n{i}", "3-0-0") for i in range(5)]
    game = sky(
        unit("n9", "0101"), unit("r9", "0909"), wings=flying, segment="air-naval", options=FOG,
        begin={"watching": "allied", "awacs": 2},
    )  # fmt: skip
    for i in range(3):
        assert {decision.player for decision in game.decisions} == {"dprk", "allied"}
        game.play("dprk", send(f"n{i}"))
        assert game.view("allied")["wings"][f"n{i}"]["place"] == "ready"
        game.play("allied", send(f"u{i}"))
        assert places(game, f"n{i}", f"u{i}") == ["superiority", "superiority"]
    game.play("dprk", send("n3"))
    game.play("dprk", engage("n3", "u0"))
    game.play("dprk", send("n4"))
    assert rules(game, "dprk", engage("n4", "u0")) == ["29.2.2"]
    game.play("dprk", engage("n4", "u1"))
    assert game.to_act == "allied"
    assert rules(game, "allied", {"do": "switch", "unit": "u0", "other": "n1"}) == ["29.2.2-1"]
    for pair in (("n0", "n3"), ("u0", "nobody"), ("u0", "u0")):  # together, not there, oneself
        switched = {"do": "switch", "unit": pair[0], "other": pair[1]}
        assert rules(game, "allied", switched) == ["29.2.2-1"]
    assert rules(game, "allied", {"do": "switch", "unit": "n1", "other": "n2"}) == []
    assert rules(game, "allied", {"do": "withdraw", "unit": "n1"}) == ["29.2.2-2"]
    game.play("allied", {"do": "switch", "unit": "u0", "other": "u2"})
    game.play("allied", {"do": "withdraw", "unit": "u1"})
    assert flies(game, "u1").place == "flown"
    assert told(game, "assigned") == [
        {"units": ["n0", "n3"], "enemies": ["u2"]}, {"units": ["n2"], "enemies": ["u0"]},
    ]  # fmt: skip
    assert rules(game, "allied", {"do": "switch", "unit": "u0", "other": "u2"}) != []


@pytest.mark.rule("nextwar", "29.2.2")
def test_who_wants_no_more_is_not_asked_again_and_spares_stay_free_where_nobody_fights() -> None:
    game = sky(wings=[wing("u1"), wing("u2"), wing("n1")], options=FOG)
    steps = assign(game)
    assert len(next(steps)) == 2
    question = steps.send({"dprk": ENOUGH, "allied": send("u1")})
    assert (question.player, question.why(game, ENOUGH)) == ("allied", [])
    with pytest.raises(StopIteration) as end:
        steps.send(send("u2"))
    assert end.value.value == ()
    assert places(game, "u1", "u2", "n1") == ["superiority", "superiority", "ready"]
    alone = sky(wings=[wing("u1")], options=FOG)
    assert drive(alone, assign(alone), send("u1")) == ()
    paired = sky(wings=[wing("u1"), wing("n1")], options=FOG)
    both = assign(paired)
    next(both)
    with pytest.raises(StopIteration) as end:
        both.send({"dprk": send("n1"), "allied": send("u1")})
    assert end.value.value == (Group(("n1",), ("u1",)),)


@pytest.mark.reading("nextwar", "nw-29-03")
@pytest.mark.rule("nextwar", "29.2.1")
def test_a_strike_shows_itself_step_by_step() -> None:
    game = sky(
        wings=[
            wing("u1", "4-2-3"), wing("u2", "4-2-3"), wing("ue", "5-0-0", **UP),
            wing("uw", "(4)-WW-WW"), wing("u5", "5-3-3", "T"), wing("nf", "3-0-0", **UP),
        ],
        options=FOG, assets={"dprk": {"detection": 10}},
    )  # fmt: skip
    big = Package("allied", "strike", game.board.hex("0502"), ("u1", "u2"), ("ue",), ("uw",))
    small = Package("allied", "strike", game.board.hex("0302"), ("u5",))
    depart(game, (*big.units, *small.units), veiled=True)
    seen = game.view("dprk")["wings"]
    assert {seen[n]["place"] for n in ("u1", "u2", "uw", "u5")} == {"ready"}
    assert seen["ue"]["place"] == "superiority"
    assert game.view("allied")["wings"]["u1"]["place"] == "mission"
    rig(game, 0)
    found = detect(game, small)
    facts = game.events[-1].told("dprk")
    assert facts is not None
    assert "units" not in facts.facts
    assert "tally" not in facts.facts
    question = asked(allocate(game, big, replace(found, result="ED")))
    assert question.context() == {"at": "0502", "count": 4, "weasels": True}
    assert known(game, small) == {"at": "0302", "count": 1, "weasels": False}
    rig(game, 0, 0, 9, 9, 9, 9)
    drive(game, defend(game, [big, small]), {"do": "intercept", "units": []})
    assert game.view("dprk")["wings"]["u1"]["place"] == "mission"
    assert "units" in known(sky(wings=[wing("u1")]), Package("allied", "strike", 5, ("u1",)))


@pytest.mark.reading("nextwar", "nw-29-03")
@pytest.mark.rule("nextwar", "29.2.1", "29.2")
def test_an_announced_strike_shows_its_target_and_no_more() -> None:
    def announced(**options: str) -> Any:
        game = sky(
            unit("n1", "0504"), unit("r1", "0505"), segment="strike-1-announce", options=options,
            begin={"ruler": "allied", "level": 3, "first": "allied"},
            wings=[
                wing("u1", "4-2-3"), wing("ue", "5-0-0", **UP), wing("uw", "(4)-WW-WW"),
                wing("u2", "4-2-3"),
            ],
            sites=[{"hex": "0502", "kind": "airbase"}],
        )  # fmt: skip
        strike = {
            "do": "announce-strike", "target": "airbase-0502", "units": ["u1"], "escorts": ["ue"],
            "suppressors": ["uw"],
        }  # fmt: skip
        game.play("allied", strike)
        (mission,) = game.view("dprk")["missions"].values()
        return game, mission

    game, mission = announced(**FOG)
    assert (mission["kind"], mission["target"]) == ("air", "airbase-0502")
    assert not any(mission[part] for part in ("strikers", "escorts", "suppressors"))
    assert "count" not in mission
    assert {w["place"] for w in game.view("dprk")["wings"].values()} == {"ready", "superiority"}
    (own,) = game.view("allied")["missions"].values()
    assert own["strikers"] == ["u1"]
    name, record = next(iter(game.state[MISSIONS].items()))
    game.put(MISSIONS, name, replace(record, found="ED"))
    (early,) = game.view("dprk")["missions"].values()
    assert (early["count"], early["weasels"]) == (3, True)
    assert not early["strikers"]
    assert announced()[1]["strikers"] == ["u1"]


@pytest.mark.rule("nextwar", "29.2")
@pytest.mark.parametrize(("options", "hidden"), [
    ({}, False), (FOG, True), ({**FOG, "airpower": "points"}, False),
    ({**FOG, "game": "standard"}, False),
])  # fmt: skip
def test_with_the_option_a_game_of_air_units_has_secrets(
    options: dict[str, str], hidden: bool
) -> None:
    """Whoever plays it may not look at the whole, as at a branch of it; others hide nothing."""
    game = sky(wings=[wing("u1"), wing("n1")], options=options)
    assert game.system.open(game.scenario) is not hidden
