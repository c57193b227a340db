"""Consolidation of units, formations and aircraft. [13.9(1)]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.engine.record import replace
from grognard.systems.ocs.status import AIR, TRANSPORT
from tests.systems.ocs.field import at, field, rules, unit, where

rule = pytest.mark.rule
DEAD = {"place": "dead"}


def phase(*units: dict[str, Any], **more: Any) -> Any:
    """The Reinforcement Phase, kept open by a pair that may always be merged."""
    pair = (unit("a8", "0901", re=2, lost=1), unit("a9", "0901", re=2, lost=1))
    return field(*units, *pair, unit("s9", "0909"), segment="reinforcement", **more)


def merge(keep: str, remove: str) -> dict[str, Any]:
    return {"do": "merge", "keep": keep, "remove": remove}


def exchange(name: str, dead: str) -> dict[str, Any]:
    return {"do": "exchange", "unit": name, "dead": dead}


@rule("ocs", "13.9(1)")
def test_two_units_alike_become_one() -> None:
    game = phase(unit("a1", "0303", re=4, lost=3, at={"oos": True}),
                 unit("a2", "0303", re=4, lost=2), unit("s1", "0302"))  # fmt: skip
    assert rules(game, "axis", merge("a1", "a2")) == []
    game.play("axis", merge("a1", "a2"))
    assert (at(game, "a1").lost, where(game, "a2")) == (1, "dead")


@rule("ocs", "13.9(1)")
def test_excess_steps_are_lost() -> None:
    game = phase(unit("a1", "0303", re=4, lost=1), unit("a2", "0303", re=4, lost=1))
    game.play("axis", merge("a1", "a2"))
    assert at(game, "a1").lost == 0


@rule("ocs", "13.9(1)")
@pytest.mark.parametrize(
    "other",
    [
        unit("a2", "0304", re=3, lost=1),
        unit("a2", "0303", re=3, lost=1, ar=2),
        unit("a2", "0303", re=3, lost=1, move="4:6 leg"),
        unit("a2", "0303", re=3, lost=1, at={"internals": 1}),
        unit("a2", "0303", re=3, lost=1, mode="dg", up="combat"),
        unit("a2", "0303"),
    ],
)
def test_what_is_not_merged(other: dict[str, Any]) -> None:
    game = phase(unit("a1", "0303", re=3, lost=1), other)
    assert rules(game, "axis", merge("a1", "a2")) == ["13.9(1)"]
    whole = phase(unit("a1", "0303", re=3), unit("a2", "0303", re=3, lost=1))
    assert rules(whole, "axis", merge("a1", "a2")) == ["13.9(1)"]


@rule("ocs", "13.9(2)")
def test_a_unit_takes_the_place_of_a_dead_one_of_another_formation() -> None:
    game = phase(
        unit("a1", "0303", "armor", formation="1 Pz", mode="reserve", up="move"),
        unit("a2", None, "armor", formation="2 Pz", at=DEAD),
        unit("a3", None, "armor", formation="1 Pz", at=DEAD),
        unit("a4", None, "mech", formation="2 Pz", at=DEAD),
    )
    assert rules(game, "axis", exchange("a1", "a3")) == ["13.9(2)"]
    assert rules(game, "axis", exchange("a1", "a4")) == ["13.9(2)"]
    game.play("axis", exchange("a1", "a2"))
    assert (where(game, "a2"), at(game, "a2").mode, at(game, "a2").counter) == (
        "0303", "reserve", "a2",
    )  # fmt: skip
    assert (where(game, "a1"), at(game, "a1").counter) == ("dead", "a1")


@rule("ocs", "13.9(2)")
def test_who_is_low_or_disorganised_is_not_exchanged() -> None:
    for state in ({"mode": "dg", "up": "move"}, {"at": {"internals": 2}}):
        game = phase(unit("a1", "0303", "armor", formation="1 Pz", **state),
                     unit("a2", None, "armor", formation="2 Pz", at=DEAD))  # fmt: skip
        assert rules(game, "axis", exchange("a1", "a2")) == ["13.9(1)"]


@rule("ocs", "13.9(3)")
def test_independents_join_a_formation_but_nobody_leaves_one() -> None:
    game = phase(
        unit("a1", "0303", "armor"), unit("a2", None, "armor", formation="2 Pz", at=DEAD),
        unit("a3", "0304", "armor", formation="1 Pz"), unit("a4", None, "armor", at=DEAD),
    )  # fmt: skip
    assert rules(game, "axis", exchange("a3", "a4")) == ["13.9(3)"]
    game.play("axis", exchange("a1", "a2"))
    assert where(game, "a2") == "0303"


@rule("ocs", "13.9(2)")
@rule("ocs", "13.9(3)")
def test_organic_trucks_are_exchanged_with_their_load() -> None:
    game = phase(
        unit("a1", "0303", "armor", formation="1 Pz"),
        unit("a2", "0404", "armor", formation="2 Pz"),
        transport=[
            {"side": "axis", "id": "one", "points": 1, "load": 3, "hex": "0303",
             "formation": "1 Pz"},
            {"side": "axis", "id": "two", "points": 1, "formation": "2 Pz"},
            {"side": "axis", "id": "tr", "points": 1, "load": 2, "hex": "0404"},
            {"side": "axis", "id": "big", "points": 2, "hex": "0404"},
        ],
    )  # fmt: skip
    game.put(TRANSPORT, "two", replace(game.state[TRANSPORT]["two"], place="dead"))
    assert rules(game, "axis", exchange("big", "two")) == ["13.9(2)"]
    assert rules(game, "axis", exchange("tr", "two")) == []
    game.play("axis", exchange("one", "two"))
    new, old = game.state[TRANSPORT]["two"], game.state[TRANSPORT]["one"]
    assert (new.place, new.load, new.formation) == ("map", 3, "2 Pz")
    assert (old.place, old.formation) == ("dead", "1 Pz")
    game.play("axis", exchange("tr", "one"))
    assert (game.state[TRANSPORT]["one"].load, game.state[TRANSPORT]["one"].formation) == (
        2,
        "1 Pz",
    )
    assert "tr" not in game.state[TRANSPORT]


PLANE = {
    "id": "me", "side": "axis", "name": "Me", "types": "F", "range": 20,
    "full": "4/2/0", "reduced": "3/1/0",
}  # fmt: skip


@rule("ocs", "13.9(4)")
@pytest.mark.parametrize("segment", ["reinforcement", "movement"])
def test_two_reduced_aircraft_become_one_in_any_phase(segment: str) -> None:
    planes = [PLANE, {**PLANE, "id": "ju", "name": "Ju"}]
    reduced = {"plane": "me", "hex": "0303", "reduced": True}
    game = field(
        unit("a8", "0901", re=2, lost=1), unit("a9", "0901", re=2, lost=1), unit("s9", "0909"),
        segment=segment, planes=planes,
        air=[{**reduced, "id": "p1"}, {**reduced, "id": "p2"},
             {**reduced, "id": "off", "active": False},
             {**reduced, "id": "away", "hex": "0505"}, {**reduced, "id": "ju1", "plane": "ju"},
             {"id": "full", "plane": "me", "hex": "0303"}],
        bases=[{"side": "axis", "hex": "0303", "level": 2},
               {"side": "axis", "hex": "0505", "level": 2}],
    )  # fmt: skip
    act = {"do": "merge-aircraft", "keep": "p1", "remove": "p2"}
    for other in ("off", "away", "ju1", "full", "p1"):
        assert rules(game, "axis", {**act, "remove": other}) == ["13.9(4)"]
    game.play("axis", act)
    assert not game.state[AIR]["p1"].reduced
    assert game.state[AIR]["p2"].place == "dead"


@rule("ocs", "13.9(4)")
def test_aircraft_become_one_in_the_same_box_too() -> None:
    reduced = {"plane": "me", "reduced": True}
    game = field(
        unit("a9", "0901"), unit("s9", "0909"), segment="movement", planes=[PLANE],
        boxes={"Italy": {"hexes": ["0101"]}, "Greece": {"hexes": ["0109"]}},
        air=[{**reduced, "id": "p1", "box": "Italy"}, {**reduced, "id": "p2", "box": "Italy"},
             {**reduced, "id": "p3", "box": "Greece"}, {**reduced, "id": "p4"}],
    )  # fmt: skip
    act = {"do": "merge-aircraft", "keep": "p1", "remove": "p2"}
    for other in ("p3", "p4"):
        assert rules(game, "axis", {**act, "remove": other}) == ["13.9(4)"]
    assert [a for a in game.legal("axis") if a["do"] == act["do"]] == [act]
    game.play("axis", act)
    kept, gone = (game.state[AIR][name] for name in ("p1", "p2"))
    assert (kept.place, kept.at, kept.reduced) == ("box", "Italy", False)
    assert (gone.place, gone.at) == ("dead", "")


def test_aircraft_are_in_one_place_and_in_a_box_that_there_is() -> None:
    air = {"plane": "me", "id": "p1", "box": "Italy"}
    with pytest.raises(ScenarioError, match="there is no box 'Italy'"):
        field(unit("a9", "0901"), planes=[PLANE], air=[air])
    with pytest.raises(ScenarioError, match="or elsewhere, not both"):
        field(unit("a9", "0901"), planes=[PLANE], air=[{**air, "hex": "0303"}],
              boxes={"Italy": {"hexes": ["0101"]}})  # fmt: skip


@rule("ocs", "13.9(1)")
@rule("ocs", "13.9(2)")
def test_consolidation_is_offered_in_boxes_too() -> None:
    box = {"place": "box", "at": "Italy"}
    game = phase(
        unit("a1", None, re=4, at={**box, "lost": 3}),
        unit("a2", None, re=4, at={**box, "lost": 2}),
        unit("a3", None, "armor", formation="1 Pz", at=box),
        unit("a4", None, "armor", formation="2 Pz", at=DEAD),
        boxes={"Italy": {"hexes": ["0101"]}},
    )  # fmt: skip
    offered = list(game.legal("axis"))
    assert merge("a1", "a2") in offered
    assert exchange("a3", "a4") in offered
    game.play("axis", merge("a1", "a2"))
    assert (at(game, "a1").lost, at(game, "a1").at, where(game, "a2")) == (1, "Italy", "dead")
