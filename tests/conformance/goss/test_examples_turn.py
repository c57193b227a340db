"""Worked examples of the rulebook about the turn, units, modes and stacking; `examples.csv` lists
all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.tally import Tally
from grognard.systems.goss.assault.strength import value
from grognard.systems.goss.logistics.fuel import needs_fuel
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.modes.groups import divisional_assets
from grognard.systems.goss.pieces.stacking import stacked
from grognard.systems.goss.pieces.values import battalion, counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import SIDES
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, rules, unit, where

FAR = unit("u9", (0, 11))
HERE = (0, 0)


def march(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path]}


@pytest.mark.rule("goss", "1.5.0")
def test_goss_a_ex_001_fractions_go_up() -> None:
    assert value(Tally().add("a strength", Fraction(13, 10), "1.5.0")) == 2


@pytest.mark.rule("goss", "3.3.5", "5.3.4")
def test_goss_a_ex_005_one_exploit_phase_a_night() -> None:
    road = {"secondary": [[(q, 0) for q in range(13)]]}
    game = position(
        unit("g1", HERE, "motinf", mode="Exploit"), unit("u1", (-9, 0)), segment="inactive-road",
        side="allied", turn="Night", roads=road,
    )  # fmt: skip
    idle = position(
        unit("g1", HERE, "motinf", mode="Exploit"), unit("u1", (-9, 0)), segment="active-road",
        turn="Night", roads=road,
    )  # fmt: skip
    whole = march("g1", *((q, 0) for q in range(1, 7)))
    assert rules(idle, "axis", whole) == [], "in the Axis turn, if it has not exploited before"
    game.play("axis", whole)
    assert where(game, "g1") == at(6, 0), "two MP a hex at night: all of its twelve"
    idle.put(SIDES, "axis", game.state[SIDES]["axis"])
    assert rules(idle, "axis", whole) == ["3.3.5"], "never in both"


@pytest.mark.rule("goss", "4.1.1")
def test_goss_a_ex_009_small_battalions() -> None:
    game = position(
        unit("g1", HERE, "art"), unit("g2", (1, 0), "re", steps=1),
        unit("b1", (3, 0), "armrecon", steps=2), unit("ghq", (5, 0), "hq:div", formation="1"),
    )  # fmt: skip
    for name in ("g1", "g2", "b1", "ghq"):
        assert counter_of(game, name).steps < 3
        assert battalion(counter_of(game, name), now(game, name))


@pytest.mark.rule("goss", "5.2.3", "5.2.3-stop", "5.2.3-leg")
def test_goss_a_ex_014_prepared_units_close_up() -> None:
    """The map is lost: two hexes of forest lie between them and the enemy, a third beyond."""
    game = position(
        unit("u1", (2, -1), mode="PA"), unit("u2", (2, -1), "m4", mode="PA"),
        unit("u3", (-2, 1), mode="PA"), unit("g1", HERE),
        terrain={(1, 0): "forest", (1, -1): "forest", (2, 0): "forest"}, segment="pa-moves",
        side="allied",
    )  # fmt: skip
    for name in ("u1", "u2"):
        assert rules(game, "allied", march(name, (1, 0))) == []
        assert rules(game, "allied", march(name, (1, -1))) == []
        assert rules(game, "allied", march(name, (2, 0), (1, 1))) != []
    assert rules(game, "allied", march("u3", (-1, 0))) == []
    assert rules(game, "allied", march("u3", (-1, 1))) == []


PANZER = {"formation": "1"}


def division(**more: Any) -> Gs:
    """A division of two regiments, with battalions of another attached to it."""
    return position(
        unit("ghq", HERE, "hq:div", traits="mech formation", **PANZER),
        unit("g1", (1, 0), "motinf", regiment="A", **PANZER),
        unit("g2", (2, 0), "motinf", regiment="A", **PANZER),
        unit("g3", (1, 1), "motinf", regiment="B", **PANZER),
        unit("g4", (0, 1), "motinf", formation="30", attached="ghq"),
        unit("gx", (0, 4), "hq:div", formation="30"), FAR, **{"segment": "modes", **more},
    )  # fmt: skip


@pytest.mark.rule("goss", "5.3.0-group")
def test_goss_a_ex_015_a_whole_regiment_exploits() -> None:
    game = division()
    assert rules(game, "axis", {"do": "exploit-unit", "unit": "g1"}) != [], "not a part of it"
    game.play("axis", {"do": "exploit", "hq": "ghq", "regiment": "A"})
    assert [now(game, f"g{n}").mode for n in (1, 2, 3)] == ["Exploit", "Exploit", "Tac"]


@pytest.mark.rule("goss", "5.4.0")
def test_goss_a_ex_018_who_is_attached_waits_with_the_others() -> None:
    game = division()
    game.play("axis", {"do": "maneuver-reserve", "hq": "ghq"})
    assert [now(game, n).mode for n in ("ghq", "g1", "g3", "g4", "gx")] == ["MR"] * 4 + ["Tac"]


@pytest.mark.rule("goss", "5.4.1")
def test_goss_a_ex_021_released_before_its_time() -> None:
    """In reserve for less than nine GTs, out of it in the PM of day six."""
    gd6pm = 17
    game = division(turn=gd6pm)
    for name in ("ghq", "g1", "g2", "g3", "g4"):
        game.put(UNITS, name, replace(now(game, name), mode="MR", waiting=gd6pm - 6))
    game.play("axis", {"do": "leave-mode", "hq": "ghq"})
    assert not needs_fuel(game, "ghq"), "normal fuel for day six"
    morning = division(turn=gd6pm + 2)
    for name in ("ghq", "g1"):
        morning.put(UNITS, name, replace(now(morning, name), released=now(game, name).released))
    assert needs_fuel(morning, "ghq"), "and fuel points in the AM of day seven"


@pytest.mark.rule("goss", "5.4.4")
def test_goss_a_ex_023_six_turns_from_mode_determination_on() -> None:
    """Released in the Mode Determination Phase of 20 Dec AM; an ENA period is no GT."""
    am20 = 13
    game = division(turn=am20)
    for name in ("ghq", "g1", "g2", "g3"):
        game.put(UNITS, name, replace(now(game, name), mode="MR", waiting=am20 - 9))
    game.drop(UNITS, "g4")
    game.play("axis", {"do": "leave-mode", "hq": "ghq"})
    began = now(game, "g1").bonus
    assert began >= 0
    for turn, kind, lasts in (
        (am20 + 5, "modes", True), (am20 + 5, "enemy-delays", True), (am20 + 6, "modes", False),
    ):  # fmt: skip
        later = division(turn=turn, segment=kind)
        later.put(UNITS, "g1", replace(now(later, "g1"), bonus=began))
        assert in_bonus(later, "g1") is lasts


def groups(*units: tuple[str, dict[str, Any]], letter: str = "g", ground: str = "clear") -> Any:
    game = position(
        *(unit(f"{letter}{n}", HERE, kind, formation="1", **facts)
          for n, (kind, facts) in enumerate(units)),
        terrain={HERE: ground} if ground != "clear" else {},
    )  # fmt: skip
    return stacked(game, game.board.hex(at(*HERE)))


Z: tuple[str, dict[str, Any]] = ("m5", {"size": "Z", "steps": 1})
BN, TANKS, ENG, AT, PZ = ("inf", {}), ("m4", {}), ("eng", {}), ("at", {}), ("pz4", {})
CO: tuple[str, dict[str, Any]] = ("armrecon", {"size": "Co", "steps": 1})


@pytest.mark.rule("goss", "6.2.1", "6.2.2")
@pytest.mark.parametrize(
    "host", [("motinf", {}), ("arminf", {}), ("armrecon", {"size": "Co", "steps": 1})]
)
@pytest.mark.parametrize("guest", [ENG, AT])
def test_goss_a_ex_030_armor_and_engineers_at_once(host: Any, guest: Any) -> None:
    found = groups(host, PZ, guest)
    assert len(found.groups) == 1
    assert len(found.groups[0]) == 3


@pytest.mark.rule("goss", "6.3.0")
def test_goss_a_ex_033_seven_allied_units() -> None:
    seven = [BN, AT, BN, ENG, CO, Z, Z]
    assert groups(*seven, letter="u").fits
    for more in (BN, CO, ENG, AT, Z):
        assert not groups(*seven, more, letter="u").fits


@pytest.mark.rule("goss", "6.4.0")
def test_goss_a_ex_035_four_allied_units_in_constricted_ground() -> None:
    four = [BN, ENG, CO, Z]
    assert groups(*four, letter="u", ground="constricted").fits
    for more in (BN, CO, ENG, AT, Z):
        assert not groups(*four, more, letter="u", ground="constricted").fits


@pytest.mark.rule("goss", "26.0-div-assets")
def test_goss_b_ex_064_assets_of_an_american_division() -> None:
    own = {"formation": "28"}
    kinds = {"u1": "at", "u2": "armrecon", "u3": "eng", "u4": "art"}
    game = position(
        *(unit(name, (n, 0), kind, **own) for n, (name, kind) in enumerate(kinds.items())),
        unit("u5", (5, 0), regiment="110", **own), unit("uh", (6, 0), "hq:div", **own),
    )  # fmt: skip
    assert {*divisional_assets(game, "uh")} == {*kinds}


@pytest.mark.rule("goss", "26.0-vehicular")
def test_goss_b_ex_066_vehicular_types() -> None:
    kinds = ("art", "arth", "spa", "nw", "at", "td", "flak", "pz4", "m4", "armrecon", "hq:div")
    game = position(*(unit(f"g{n}", (n - 6, 0), kind) for n, kind in enumerate(kinds)))
    assert not any(counter_of(game, f"g{n}").personnel for n, _ in enumerate(kinds))
