"""What is refused of those who ask for what is not there, and what is told of the rest."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from tests.systems.goss.arrivals.depot import FIRST, SECOND, give, segment, staff
from tests.systems.goss.arrivals.edge import EDGE, coming
from tests.systems.goss.field import at, position, rig, rules, unit

QUIET = unit("u9", (12, -6))
HQ = unit("ghq", (0, 0), "hq:div", **FIRST)
OFF: dict[str, Any] = {"options": {"replacements": "off"}}
DEAD = {"place": "eliminated", "left": 0, "gone_in": 1}


@pytest.mark.rule("goss", "22.5.0")
def test_without_replacements_there_are_none() -> None:
    game = segment(unit("g1", (0, 0), left=1, **FIRST), unit("g2", (1, 0), **FIRST), QUIET, **OFF)
    assert rules(game, "axis", {"do": "replace", "unit": "g1"}) == ["22.5.0"]
    order = {"do": "consolidate", "units": ["g2"], "to": "g1"}
    assert rules(game, "axis", order) == ["22.5.0"]


@pytest.mark.rule("goss", "22.5.2")
def test_only_ones_own_lost_units_come_back() -> None:
    game = segment(HQ, unit("g1", (3, 0), **FIRST), unit("u1", None, **DEAD), QUIET)
    for name in ("g1", "u1", "nobody"):
        order = {"do": "resurrect", "unit": name, "hex": at(0, 0)}
        assert rules(game, "axis", order) == ["22.5.2"]


@pytest.mark.rule("goss", "22.5.2a")
def test_who_cannot_pay_brings_nobody_back() -> None:
    game = segment(HQ, unit("g1", None, **DEAD, **FIRST), QUIET, inf=1, arm=5)
    assert rules(game, "axis", {"do": "resurrect", "unit": "g1", "hex": at(0, 0)}) == ["22.5.2a"]


@pytest.mark.rule("goss", "22.5.1")
def test_who_is_not_in_play_gets_nothing() -> None:
    game = segment(HQ, unit("g1", None, **DEAD, **FIRST), QUIET)
    assert rules(game, "axis", {"do": "replace", "unit": "g1"}) == ["22.5.1"]


@pytest.mark.rule("goss", "22.5.1a")
def test_a_unit_gets_a_step_from_one_unit() -> None:
    game = segment(
        unit("g1", (0, 0), left=1, **FIRST), unit("g2", (1, 0), **FIRST),
        unit("g3", (0, 1), **FIRST), QUIET,
    )  # fmt: skip
    order = {"do": "consolidate", "units": ["g2", "g3"], "to": "g1"}
    assert rules(game, "axis", order) == ["22.5.1a"]


@pytest.mark.rule("goss", "22.4.2-2")
def test_only_guns_of_a_formation_that_enters_refit_now_take_others_places() -> None:
    game = position(
        unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g4", (-12, 1), "art", **FIRST),
        unit("ghq2", (-11, 0), "hq:div", **SECOND), unit("g7", None, "art", **DEAD, **SECOND),
        QUIET, segment="command",
    )  # fmt: skip
    order = {"do": "give-guns", "unit": "g4", "to": "g7"}
    assert rules(game, "axis", order) == ["22.4.2-2"]
    staff(game, "ghq", since=2)
    assert rules(game, "axis", order) == []
    staff(game, "ghq", since=2, spared=("g4",))
    assert rules(game, "axis", order) == ["22.4.2-2"], "it stays out of the refit"


@pytest.mark.rule("goss", "21.0(d)", "21.2.0")
def test_modes_that_there_are_not_and_two_at_once() -> None:
    game = coming(unit("g1", None, "motinf"), unit("g2", None, "motinf"), unit("u9", (9, 0)))
    order = {"do": "arrive", "units": ["g1"], "hex": at(*EDGE)}
    assert rules(game, "axis", order | {"mode": "Rest"}) == ["21.0(d)"]
    both = order | {"units": ["g1", "g2"], "mode": "Exploit"}
    assert rules(game, "axis", both) == ["21.2.0"], "who stays in the hex comes one by one"


def of(game: Gs, kind: str) -> list[tuple[str, Any]]:
    """The rule of every event of a kind, and who was told."""
    return [(event.rule, event.seen_by) for event in game.events if event.kind == kind]


@pytest.mark.rule("goss", "22.2.1", "22.3.0", "22.4.3", "22.5.2", "22.6.0")
def test_points_are_told_to_their_owner_alone_with_their_rules() -> None:
    game = position(
        unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g1", None, **DEAD, **FIRST), QUIET,
        segment="depots", special={"replacements": {"axis": "table"}},
    )  # fmt: skip
    give(game, "axis", recycle_inf=4)
    staff(game, "ghq", since=1)
    rig(game, 9)
    for _ in range(200):
        if game.segment.kind == "replacements" and game.to_act == "axis":
            break
        game.play(game.open_asks()[0].player, {"do": "end"})
    game.play("axis", {"do": "resurrect", "unit": "g1", "hex": at(-12, 0)})
    assert of(game, "recycled") == [("22.2.1", ("axis",))]
    assert of(game, "replacement-points") == [("22.3.0", ("axis",))]
    assert of(game, "refit-points") == [("22.4.3", ("axis",))]
    assert of(game, "resurrected") == [("22.5.2", ("axis",))]
    assert [e.dice for e in game.events if e.kind == "replacement-points"] == [(9,)]
