"""What players see, and what may be edited."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.sight import covered, seen, top
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, now, position, unit


def field(**more: Any) -> Gs:
    return position(
        unit("ghq", (0, 0), "hq:div", formation="1"), unit("g1", (0, 0), formation="1"),
        unit("g2", (0, 0), "eng", formation="1"), unit("g3", (3, 0), inside=True),
        unit("g4", (5, 0), "hq:corps", corps="C"), unit("u1", (9, 0)),
        works={(3, 0): "IP"}, segment="modes", side="axis",
        armies={"A": {"side": "axis", "adv": 4, "amp": 3}, "B": {"side": "allied", "adv": 2}},
        **more,
    )  # fmt: skip


@pytest.mark.rule("goss", "8.4.0")
def test_of_enemy_stacks_one_sees_the_top_that_is_no_headquarters() -> None:
    game = field()
    assert top(game, now(game, "g1").hex) == "g2"
    found = {name: seen(game, "allied", name) for name in ("ghq", "g1", "g2", "g3", "g4", "u1")}
    assert found == {"ghq": False, "g1": False, "g2": True, "g3": False, "g4": True, "u1": True}
    assert all(seen(game, "axis", name) for name in found)
    assert [game.board.label(h) for h in covered(game, "allied")] == [at(0, 0), at(3, 0)]
    assert all(seen(field(options={"fog-of-war": "off"}), "allied", name) for name in found)


@pytest.mark.rule("goss", "16.3.2", "8.4.0")
def test_a_view_shows_armies_and_headquarters_to_their_owner_only() -> None:
    game = field()
    mine, his = game.view("axis"), game.view("allied")
    assert set(mine["armies"]) == {"A"}
    assert set(his["armies"]) == {"B"}
    assert set(mine["hqs"]) == {"ghq", "g4"}
    assert his["hqs"] == {}
    assert set(his["units"]) == {"g2", "g4", "u1"} == set(his["counters"])
    assert set(game.view(None)["armies"]) == {"A", "B"}


def test_who_is_covered_is_not_named_when_his_mode_changes() -> None:
    game = field()
    game.play("axis", {"do": "maneuver-reserve", "hq": "ghq"})
    told = [event for event in game.events_for("allied") if event.kind == "mode"]
    assert [event.facts["units"] for event in told] == [["g2"]]


@pytest.mark.parametrize(
    ("map", "key", "change", "wrong"),
    [
        ("units", "g1", {"steps": 2}, False),
        ("units", "g1", {"steps": 4}, True),
        ("units", "g1", {"mode": "Sleep"}, True),
        ("units", "g1", {"fatigue": 3}, True),
        ("units", "g1", {"hex": at(9, 0)}, True),
        ("units", "g1", {"hex": at(1, 0)}, False),
        ("units", "g1", {"place": "eliminated"}, True),
        ("hqs", "ghq", {"adv": 9}, True),
        ("weather", "now", {"ground": "Lava"}, True),
        ("sides", "axis", {"inf": -1}, True),
        ("hexes", at(0, 0), {"work": "ET-9"}, True),
    ],
)
def test_an_edit_leaves_a_position_that_could_be_played(
    map: str, key: str, change: dict[str, Any], wrong: bool
) -> None:
    game = field()
    found = game.system.check_edit(game, [{"map": map, "key": key, "set": change}])
    assert bool(found) == wrong
