"""Ground assault by a second reader: shifts and modifiers. [13.7] [13.8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.leading import may_lead
from grognard.systems.goss.fire.modifiers import density
from grognard.systems.goss.pieces.stacks import units_at
from grognard.systems.goss.status import LULLS, Lull
from tests.systems.goss.assault.clash import Clash, Refusals, clash, field
from tests.systems.goss.field import unit

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
WORKS = ("13.7.3(m)", "13.7.3(n)")


def engineers(found: Clash) -> int:
    """The net shift of works and engineers alone."""
    return sum(found.right.get(rule, 0) for rule in WORKS) - found.left.get("13.7.4(f)", 0)


@pytest.mark.reading("goss", "goss2-13-15")
@pytest.mark.rule("goss", "13.7.3(e)", "13.7.3(o)", "6.7.0")
@pytest.mark.parametrize(
    ("who", "defence", "shifts"),
    [
        (["u1", "u2"], 12, {"13.7.3(e)": 1}),
        (["u1", "u3"], 11, {"13.7.3(e)": 1, "13.7.3(o)": 1}),
    ],
)
def test_an_overstack_defends_with_those_who_fit(
    who: list[str], defence: int, shifts: dict[str, int]
) -> None:
    game = field(
        unit("u1", (0, 0), values="6-6", formation="A"),
        unit("u2", (0, 0), values="6-6", formation="A"),
        unit("u3", (0, 0), values="5-5", formation="B"), unit("g1", (0, 1), **TA),
    )  # fmt: skip
    found = clash(game, ["g1"], who_defends={"units": who})
    assert found.defence == defence
    assert found.right == shifts
    with pytest.raises(Refusals):
        clash(game, ["g1"], who_defends={"units": ["u1", "u2", "u3"]})
    assert density(game, units_at(game, found.assault.hex)) == 2


@pytest.mark.reading("goss", "goss2-13-16")
@pytest.mark.rule("goss", "13.7.3(g)", "24.4.0(c)")
@pytest.mark.parametrize(
    ("turn", "side", "shift"),
    [(16, "axis", 1), (16, "allied", 0), (17, "axis", 1), (18, "axis", 0), (19, "axis", 0)],
)
def test_the_shift_of_who_broke_a_lull(turn: int, side: str, shift: int) -> None:
    chain = {"army": "A", "corps": "C", "formation": "1"}
    mine, theirs = (TA, {}) if side == "axis" else ({}, TA)
    game = field(
        unit("g1", (0, 1), **mine, **chain), unit("gh", (0, 5), "hq:div", **chain),
        unit("u1", (0, 0), **theirs), turn=turn, side=side,
        armies={"A": {"side": "axis", "adv": 3, "pss": []}},
    )  # fmt: skip
    game.put(LULLS, "A", Lull(one="axis", ended=16, ender="axis"))
    found = clash(game, ["g1"]) if side == "axis" else clash(game, ["u1"], (0, 1))
    assert found.right.get("13.7.3(g)", 0) == shift


AROUND = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


@pytest.mark.reading("goss", "goss2-13-17")
@pytest.mark.rule("goss", "13.7.3(m)", "13.7.3(n)", "13.7.4b", "13.7.4(f)")
@pytest.mark.parametrize(
    ("place", "work", "stacks", "lone", "denied", "net"),
    [
        ("town", "ET-2", 3, True, False, 1),
        ("town", "ET-2", 3, True, True, 0),
        ("town", "IP", 6, False, False, 3),
        ("city", "IP", 6, False, False, 4),
        ("town", "ET-2", 0, False, False, -1),
    ],
)
def test_engineers_against_works_then_streets(
    place: str, work: str, stacks: int, lone: bool, denied: bool, net: int
) -> None:
    units: list[Any] = []
    for n in range(stacks):
        units += [unit(f"ga{n}", AROUND[n], **PA), unit(f"gb{n}", AROUND[n], "eng", **PA)]
    if lone:
        units.append(unit("gc", AROUND[3], "eng", size="Bn", steps=3, **PA))
    if not stacks:
        units += [unit("ga", AROUND[0], **PA)]
        units += [unit(f"gb{n}", AROUND[0], "eng", **PA) for n in range(2)]
    foes = [unit("u1", (0, 0), inside=True)]
    foes += [unit("u2", (0, 0), "eng", inside=True)] if denied else []
    game = field(*units, *foes, terrain={(0, 0): place}, works={(0, 0): work})
    found = clash(game, [one["row"]["id"] for one in units])
    assert engineers(found) == net
    if not stacks:
        assert found.right["13.7.3(m)"] == 1


@pytest.mark.reading("goss", "goss2-13-18")
@pytest.mark.rule("goss", "13.7.4c", "13.7.3(m)", "4.6.6")
@pytest.mark.parametrize(
    ("mate", "ground", "lead", "shifts"),
    [
        ("", "ET-2", "gc", 1),
        ("eng", "area", "gc", 2),
        ("inf", "ET-2", "", 0),
        ("eng", "area", "gm", 1),
    ],
)
def test_commandos_who_lead_are_engineers(mate: str, ground: str, lead: str, shifts: int) -> None:
    area = ground == "area"
    mates = [unit("gm", (0, 1), mate, **TA)] if mate else []
    game = field(
        unit("gc", (0, 1), pr="8/8", traits="cdo", **TA), *mates,
        unit("u1", (0, 0), inside=not area), works={} if area else {(0, 0): "ET-2"},
        terrain={(0, 0): "clear Allied-Ft" if area else "clear"},
    )  # fmt: skip
    names = ["gc", *(["gm"] if mate else [])]
    chosen = [{"unit": lead}] if lead and mate else []
    found = clash(game, names, lead=chosen)
    assert found.left["13.7.4(f)"] == 2
    assert found.right.get("13.7.3(m)", 0) == shifts
    able = may_lead(game, found.assault, found.assault.attack)
    assert ("gc" in able) is (mate != "inf")


@pytest.mark.reading("goss", "goss2-13-19")
@pytest.mark.rule(
    "goss", "13.7.4(c)", "13.7.4(i)", "13.7.4(m)", "13.7.4(j)", "4.5.0-green", "15.2.4(c)"
)
def test_causes_add_and_each_counts_once() -> None:
    chain = {"formation": "1", "corps": "C", "army": "A"}

    def left(*units: Any, trucks: int = 0) -> dict[str, int]:
        game = field(
            *units, unit("gh", (0, 5), "hq:div", **chain), unit("u1", (0, 0)),
            unit("gc", (0, 6), "hq:corps", corps="C", army="A"),
            armies={"A": {"side": "axis", "adv": 3, "pss": []}},
            headquarters={"gh": {"trucks": trucks}},
        )  # fmt: skip
        return clash(game, [one["row"]["id"] for one in units]).left

    def three() -> list[Any]:
        green: dict[str, Any] = {"training": "green", "extended": True}
        return [
            unit("g1", (0, 1), **PA, **green, **chain), unit("g2", (1, 0), **PA, **green, **chain),
            unit("g3", (0, 1), bridged=True, **PA, **chain),
        ]  # fmt: skip

    assert left(*three()) == {"13.7.4(c)": 1, "13.7.4(i)": 1, "13.7.4(m)": 1}
    assert left(*three(), trucks=1) == {"13.7.4(i)": 1, "13.7.4(m)": 1}
    mixed = [
        unit("g1", (0, 1), training="green", **PA, **chain),
        unit("g2", (0, 1), training="raw", **PA, **chain),
    ]
    assert left(*mixed) == {"13.7.4(i)": 1, "13.7.4(j)": 2}


@pytest.mark.reading("goss", "goss2-13-20")
@pytest.mark.rule("goss", "13.7.4(k)", "13.7.4a", "13.7.4a-2")
@pytest.mark.parametrize(
    ("start", "battery", "total"), [("clear", False, 2), ("woods", False, 1), ("clear", True, 3)]
)
def test_supporting_hexes_all_around(start: str, battery: bool, total: int) -> None:
    game = field(
        unit("g1", (0, 0), **TA), unit("u1", (1, 0)), unit("u2", (-1, 0)), unit("u3", (-1, 0)),
        unit("u4", (0, 1), shifts=1), unit("u5", (0, -1), "hq:div", formation="x"),
        unit("u6", (-1, 1), "m5", z=True, left=0), unit("u7", (1, -1), "art", battery=battery),
        terrain={(0, 0): start, (0, 1): "clear VP"},
    )  # fmt: skip
    assert clash(game, ["g1"], (1, 0)).left["13.7.4(k)"] == total


@pytest.mark.reading("goss", "goss2-13-21")
@pytest.mark.rule("goss", "13.8.4b")
@pytest.mark.parametrize(("transport", "drm"), [("", -10), ("foot", 0)])
def test_guns_against_guns(transport: str, drm: int) -> None:
    game = field(
        unit("g1", (0, 1), **TA), unit("g2", (0, 1), "at", at=3, **TA),
        unit("u1", (0, 0), "arminf", at=2, transport=transport),
    )  # fmt: skip
    assert clash(game, ["g1", "g2"]).sums.duel.drm == drm


@pytest.mark.reading("goss", "goss2-13-22")
@pytest.mark.rule("goss", "13.8.4e", "13.8.4f")
@pytest.mark.parametrize(
    ("terrain", "gun", "turn", "arm", "drm"),
    [
        ("clear", 1, "AM", (3, 5), -20),
        ("woods", 1, "AM", (3, 5), 0),
        ("clear", 4, "AM", (3, 5), 0),
        ("clear", 1, "Night", (4, 6), -20),
    ],
)
def test_guns_against_armor(
    terrain: str, gun: int, turn: str, arm: tuple[int, int], drm: int
) -> None:
    tanks = field(
        unit("g1", (0, 1), **TA), unit("g2", (0, 1), "at", at=gun, **TA),
        unit("u1", (0, 0), inside=True),
        unit("u2", (0, 0), "m4", arm_attack=arm[0], arm_defence=arm[1], inside=True),
        works={(0, 0): "IP"}, turn=turn, terrain={(0, 0): terrain},
    )  # fmt: skip
    found = clash(tanks, ["g1", "g2"])
    assert found.sums.duel.rule == "13.8.4e"
    assert found.sums.duel.drm == drm
