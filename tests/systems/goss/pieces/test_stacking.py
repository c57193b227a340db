"""Stacking and special stacking, with the rulebook's own examples. [6.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.stacking import (
    grouping,
    overstacked,
    road_groups,
    stacked,
    together,
)
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import now, position, unit

HERE = (0, 0)


def stack(*specs: tuple[str, dict[str, Any]], ground: str = "clear", **more: Any) -> Gs:
    """Units a, b, c ... of one German division, in one hex."""
    units = [
        unit(f"g{place}-{kind}", HERE, kind, **{"formation": "1", **facts})
        for place, (kind, facts) in enumerate(specs)
    ]
    return position(*units, terrain={HERE: ground}, **more)


def there(game: Gs) -> int:
    return next(unit.hex for unit in game.state.maps["units"].values() if unit.hex >= 0)


def excess(
    *specs: tuple[str, dict[str, Any]], ground: str = "clear", **more: Any
) -> tuple[int, int]:
    game = stack(*specs, ground=ground, **more)
    found = stacked(game, there(game))
    return found.excess, found.z_excess


BN, Z = ("inf", {}), ("stug", {"z": True, "left": 0})
CO = ("armrecon", {"size": "Co", "steps": 1})
ENG, AT, MOT, PZ = ("eng", {}), ("at", {}), ("motinf", {}), ("pz4", {})
RECON = ("armrecon", {"size": "Co", "steps": 2})


@pytest.mark.rule("goss", "6.1.0")
@pytest.mark.parametrize(
    ("ground", "units", "over"),
    [
        ("clear", [BN, BN, CO, Z, Z], (0, 0)),
        ("clear", [BN, CO, CO, Z, Z], (0, 0)),
        ("clear", [CO, CO, CO, Z, Z], (0, 0)),
        ("clear", [BN, BN, BN], (1, 0)),
        ("clear", [CO, CO, CO, CO], (1, 0)),
        ("clear", [BN, BN, CO, CO], (1, 0)),
        ("clear", [BN, Z, Z, Z], (0, 1)),
        ("constricted", [BN, CO, Z], (0, 0)),
        ("constricted", [BN, BN], (1, 0)),
        ("constricted", [CO, CO, CO], (1, 0)),
        ("constricted", [CO, Z, Z], (0, 1)),
    ],
)
def test_limits(ground: str, units: list[Any], over: tuple[int, int]) -> None:
    assert excess(*units, ground=ground) == over


@pytest.mark.rule("goss", "6.2.1", "6.2.2", "6.3.0")
def test_the_german_stack_of_nine_units() -> None:
    nine = [MOT, PZ, ENG, BN, AT, RECON, PZ, Z, Z]
    assert excess(*nine) == (0, 0)
    assert excess(*nine, PZ) == (1, 0), "the Leg battalion takes no armor along"
    ten = [MOT, PZ, ENG, ("arminf", {}), PZ, AT, RECON, PZ, Z, Z]
    assert excess(*ten) == (0, 0)
    assert excess(*ten, ENG) == (1, 0), "two engineers or AT go free, and no more"


@pytest.mark.rule("goss", "6.4.0")
def test_the_german_stack_of_six_units_in_constricted_ground() -> None:
    six = [MOT, PZ, ENG, RECON, PZ, Z]
    assert excess(*six, ground="constricted") == (0, 0)
    assert excess(*six, PZ, ground="constricted") == (1, 0)
    assert excess(MOT, PZ, ENG, RECON, AT, ground="constricted") == (1, 0)


@pytest.mark.rule("goss", "6.2.1")
@pytest.mark.parametrize(
    ("host", "guest", "free"),
    [
        (MOT, PZ, True),
        (("motinf", {"transport": "foot"}), PZ, True),
        (RECON, PZ, True),
        (("inf", {}), PZ, False),
        (("inf", {"transport": "tp"}), PZ, True),
        (MOT, ("pz4", {"formation": "2"}), False),
        (MOT, ("pz4", {"steps": 2}), False),
        (MOT, ("pz4", {"steps": 2, "left": 1}), True),
        (("art", {}), PZ, False),
    ],
)
def test_armor_goes_with_mech_personnel_of_its_formation(host: Any, guest: Any, free: bool) -> None:
    game = stack(host, guest)
    assert (len(stacked(game, there(game)).groups) == 1) == free


@pytest.mark.rule("goss", "6.2.2")
@pytest.mark.parametrize(
    ("host", "guest", "free"),
    [
        (BN, ENG, True), (BN, AT, True), (BN, ("jgpz5", {}), True), (BN, ("stug", {}), False),
        (BN, ("eng", {"formation": "9"}), True), (("hybrid", {"steps": 2}), ENG, True),
        (RECON, ENG, True), (BN, ("eng", {"steps": 3, "size": "Bn"}), False),
        (("pz4", {}), ENG, False), (("art", {}), ENG, False), (BN, CO, False),
    ],
)  # fmt: skip
def test_engineers_and_guns_go_with_battalions(host: Any, guest: Any, free: bool) -> None:
    game = stack(host, guest)
    assert (len(stacked(game, there(game)).groups) == 1) == free


@pytest.mark.rule("goss", "6.2.2")
def test_whose_recon_companies_take_engineers_along_is_a_ruling() -> None:
    for ruling, groups in (("german", 1), ("nobody", 2), ("all", 1)):
        game = stack(RECON, ENG, options={"recon-company-hosts": ruling})
        assert len(stacked(game, there(game)).groups) == groups


@pytest.mark.rule("goss", "6.2.3")
def test_light_tanks_go_with_us_cavalry_in_the_place_of_engineers() -> None:
    cavalry = unit("u1", HERE, "armrecon")
    game = position(
        cavalry, unit("u2", HERE, "m5"), unit("u3", HERE, "eng"), unit("u4", HERE, "inf")
    )
    found = stacked(game, there(game))
    assert {frozenset(group) for group in found.groups} == {
        frozenset({"u1", "u2"}), frozenset({"u4", "u3"}),
    }  # fmt: skip
    alone = position(cavalry, unit("u2", HERE, "m5"), unit("u3", HERE, "eng"))
    assert len(stacked(alone, there(alone)).groups) == 2


@pytest.mark.rule("goss", "6.2.0")
def test_units_that_stack_so_are_one_unit() -> None:
    game = stack(MOT, PZ, ENG)
    assert set(together(game, "g1-pz4")) == {"g0-motinf", "g1-pz4", "g2-eng"}
    assert grouping(game, there(game), ["g1-pz4"]).groups == (("g1-pz4",),)


@pytest.mark.rule("goss", "6.7.0")
def test_an_overstack() -> None:
    for units, over in (([BN, BN, CO], False), ([BN, BN, CO, CO], True), ([Z, Z, Z], True)):
        game = stack(*units)
        assert overstacked(game, there(game)) == over


@pytest.mark.rule("goss", "6.5.0", "4.6.2", "7.10.3")
@pytest.mark.parametrize(
    ("one", "counts"),
    [
        (MOT, True), (BN, False), (("inf", {"transport": "inherent"}), True),
        (("motinf", {"transport": "foot"}), False), (("art", {"battery": True}), False),
        (("art", {}), True), (("spa", {"battery": True}), False), (("hq:div", {}), False),
        (("armeng", {"task": "bridge"}), False), (("armeng", {}), True), (Z, False),
        (("flak", {"traits": "luftwaffe flak"}), False),
        (("flak", {"traits": "luftwaffe flak", "mode": "Strat"}), True),
    ],
)  # fmt: skip
def test_who_is_in_the_way_on_the_road(one: Any, counts: bool) -> None:
    game = stack(one)
    assert len(road_groups(game, there(game))) == int(counts)


@pytest.mark.rule("goss", "7.10.3", "6.2.0")
def test_free_companies_are_no_more_traffic() -> None:
    game = stack(MOT, PZ, BN, PZ)
    assert len(road_groups(game, there(game))) == 2
    assert now(game, "g0-motinf").mode == "Tac"
