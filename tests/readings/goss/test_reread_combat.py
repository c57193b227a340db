"""Chapters 4 to 13 laid beside the code once more: a fourth reader's cases. [5.3] [11.0] [13.8]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.turn.moments import player_turn_start
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, position, rig, rules, unit, where
from tests.systems.goss.firing import AXIS, US, barrage, gun, hit
from tests.systems.goss.firing import field as range_

PA: dict[str, Any] = {"mode": "PA"}
HERE, THERE = (0, 0), (0, 1)
BRIGADE = {"formation": "7", "regiment": "7"}


@pytest.mark.reading("goss", "goss5-05-01")
@pytest.mark.rule("goss", "5.3.1")
@pytest.mark.parametrize(("kind", "found"), [("armrecon", []), ("pz4", ["5.3.0"])])
def test_recon_of_any_size_exploits_by_itself(kind: str, found: list[str]) -> None:
    own = {"formation": "1"}
    game = position(
        unit("ghq", HERE, "hq:div", traits="mech formation", **own),
        unit("g1", (3, 1), kind, left=0, z=True, **own), unit("u1", (9, 0)), segment="modes",
    )  # fmt: skip
    alone = {"do": "exploit-unit", "unit": "g1"}
    assert rules(game, "axis", alone) == found
    if not found:
        game.play("axis", alone)
    assert now(game, "g1").mode == ("Tac" if found else "Exploit")


@pytest.mark.reading("goss", "goss5-05-02")
@pytest.mark.rule("goss", "5.3.5c")
@pytest.mark.parametrize(("ta", "mode"), [(True, "Tac"), (False, "Exploit")])
def test_exploit_mode_goes_with_the_marker(ta: bool, mode: str) -> None:
    game = range_(
        unit("u1", HERE, "m4", mode="Exploit", ta=ta, **US), unit("g1", (1, 0), **AXIS),
        works={HERE: "ET-2"}, segment="defensive-fire",
    )  # fmt: skip
    hit(game, HERE, 1, first="retreat", **({"to": HERE} if ta else {}))
    assert (where(game, "u1") == at(*HERE)) is ta
    assert now(game, "u1").mode == mode


@pytest.mark.reading("goss", "goss5-05-02")
@pytest.mark.rule("goss", "5.3.2")
def test_a_retreat_from_fire_ends_exploit_mode_in_exploit_phases_only() -> None:
    for segment, mode in (("offensive-fire", "Exploit"), ("inactive-moves", "Tac")):
        game = range_(
            unit("u1", HERE, **US), unit("g1", (1, 0), "pz4", mode="Exploit", **AXIS),
            segment=segment,
        )  # fmt: skip
        hit(game, (1, 0), 1, first="retreat")
        assert where(game, "g1") != at(1, 0)
        assert now(game, "g1").mode == mode


@pytest.mark.reading("goss", "goss5-11-01")
@pytest.mark.rule("goss", "11.2.4d")
def test_forts_with_guns_do_not_count() -> None:
    fort: dict[str, Any] = {"steps": 2, "pr": "0/7", "traits": "fort", "corps": "XLVII"}
    game = range_(
        unit("gf", HERE, "static", "0-6", battery=True, barrage=8, range=9, army="Fifth", **fort),
        unit("g1", (2, 0), **AXIS), unit("u1", (3, 0), **US),
        *(gun(f"g{n}", (1, 0)) for n in "abc"), side="axis",
    )  # fmt: skip
    two = {"ga": 8, "gb": 8}
    for guns, found in ((two, []), ({**two, "gf": 8}, []), ({**two, "gc": 8}, ["11.2.4b"])):
        assert rules(game, "axis", barrage((3, 0), "g1", guns)) == found


@pytest.mark.reading("goss", "goss5-11-02")
@pytest.mark.rule("goss", "11.6.3e")
@pytest.mark.parametrize(
    ("bore", "roll", "lost"), [("170mm", 9, 3), ("170mm", 0, 2), ("105mm", 9, 2)]
)
def test_guns_by_themselves_that_must_retreat_and_cannot(bore: str, roll: int, lost: int) -> None:
    names = ["ga", "gb", "gc"]
    game = range_(unit("u1", HERE, **US), *(gun(n, (1, 0), gun=bore) for n in names))
    rig(game, roll)
    hit(game, (1, 0), 2, first="step")
    assert [now(game, n).place for n in names].count("eliminated") == lost


@pytest.mark.reading("goss", "goss5-13-01")
@pytest.mark.rule("goss", "13.8.3")
@pytest.mark.parametrize(("before", "given"), [(0, 0), (1, 10)])
def test_a_unit_gives_integrity_once_in_a_player_turn(before: int, given: int) -> None:
    game = battle(
        unit("g1", THERE, **BRIGADE, **PA), unit("g2", THERE, **BRIGADE, **PA), unit("u1", HERE)
    )
    moment = player_turn_start(game) - before
    game.put(UNITS, "g1", replace(now(game, "g1"), integral=moment))
    assert clash(game, ["g1", "g2"]).drm.get("13.8.3", 0) == given


@pytest.mark.reading("goss", "goss5-13-02")
@pytest.mark.rule("goss", "13.8.3b")
@pytest.mark.parametrize(
    ("tanks", "foot", "given"), [("Bn", "Bn", 15), ("Co", "Bn", 10), ("Bn", "Co", 0)]
)
def test_of_tanks_battalions_count_beside_a_battalion(tanks: str, foot: str, given: int) -> None:
    def steps(size: str) -> dict[str, Any]:
        return {"size": size, "steps": 3 if size == "Bn" else 1, **BRIGADE, **PA}

    game = battle(
        unit("b1", THERE, "m4", **steps("Bn")), unit("b2", (1, 0), "m4", **steps(tanks)),
        unit("b3", (1, 0), **steps(foot)), unit("g1", HERE), side="allied",
    )  # fmt: skip
    assert clash(game, ["b1", "b2", "b3"]).drm.get("13.8.3", 0) == given
