"""What strengths are made of, and shifts that the second reader left out. [13.6] [13.7]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.field import at, unit

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}


def defence(*units: Any, **more: Any) -> int:
    answers = more.pop("answers", {})
    return clash(field(unit("g1", (0, 1), **PA), *units, **more), ["g1"], **answers).defence


@pytest.mark.rule("goss", "13.6.1b(a1)")
def test_guns_among_others_are_halved() -> None:
    guns = [unit(f"u{n}", (0, 0), "art", "0-4", size="Co") for n in (1, 2)]
    assert defence(guns[0]) == 4
    assert defence(*guns) == 6
    assert defence(*guns, options={"lone-guns": "all"}) == 4
    assert defence(*guns, unit("u3", (0, 0), values="6-6")) == 10


@pytest.mark.rule("goss", "13.6.1b(a4)", "13.6.1b(b1)", "13.6.1b(b2)", "14.2.2(d)", "14.2.2")
def test_what_halves_and_quarters_a_defender() -> None:
    assert defence(unit("u1", (0, 0), values="8-8", supply="OoS")) == 4
    assert defence(unit("u1", (0, 0), values="8-8", supply="OoS", fatigue=1)) == 2
    assert defence(unit("u1", (0, 0), values="8-8", fatigue=2)) == 2
    assert defence(unit("u1", (0, 0), values="8-8", fatigue=2, supply="OoS")) == 2


@pytest.mark.rule("goss", "13.6.1b(b3)", "13.6.1b(a7)")
def test_vehicles_in_marsh_and_standing_off() -> None:
    marsh = {"terrain": {(0, 0): "marsh"}}
    assert defence(unit("u1", (0, 0), "motinf", "8-8"), **marsh) == 2
    assert defence(unit("u1", (0, 0), values="8-8"), **marsh) == 8
    pair = (unit("u1", (0, 0), values="4-4"), unit("u2", (0, 0), "m4", "6-6"))
    off = {"standoff": [{"units": ["u2"]}]}
    woods = {"terrain": {(0, 0): "woods"}}
    assert defence(*pair, answers=off, **woods) == 7


@pytest.mark.rule("goss", "13.6.1c")
def test_guns_without_ammunition() -> None:
    assert defence(unit("u1", (0, 0), "art", "0-4", depleted=True)) == 1
    game = field(
        unit("g1", (0, 1), "pz4", **PA), unit("g2", (0, 1), **PA),
        unit("u1", (0, 0), "art", "0-4", at=3, depleted=True, battery=True),
    )  # fmt: skip
    assert clash(game, ["g1", "g2"]).drm["13.8.4d"] == 30
    loaded = field(
        unit("g1", (0, 1), "pz4", **PA), unit("g2", (0, 1), **PA),
        unit("u1", (0, 0), "art", "0-4", at=3, battery=True),
    )  # fmt: skip
    assert "13.8.4d" not in clash(loaded, ["g1", "g2"]).drm


@pytest.mark.rule("goss", "13.6.1a(a5)", "13.6.1d(a)", "13.6.1d(b)", "13.6.1d-2")
def test_tanks_that_attack_into_cover() -> None:
    def attack(*units: Any, **more: Any) -> int:
        game = field(
            *units, unit("u1", (0, 0), more.pop("foe", "inf")), terrain={(0, 0): "woods"}, **more
        )
        return clash(game, [one["row"]["id"] for one in units]).attack

    def tank(name: str, **more: Any) -> Any:
        return unit(name, (0, 1), "pz4", "4-4", **PA, **more)

    assert attack(tank("g1")) == 2
    assert attack(tank("g1"), foe="m4") == 4  # tanks against tanks, neither with infantry
    assert attack(tank("g1"), unit("g2", (0, 1), **PA)) == 8
    whole = unit("g3", (0, 1), "hybrid", "6-6", **PA)
    assert attack(tank("g1"), tank("g2"), whole) == 14
    half = unit("g3", (0, 1), "hybrid", "6-6", steps=2, **PA)
    assert attack(tank("g1"), tank("g2"), half) == 12
    big = unit("g1", (0, 1), "pz4", "8-8", steps=3, size="Bn", **PA)
    assert attack(big, half) == 10  # it serves a company, not a battalion
    recon = unit("g2", (0, 1), "armrecon", "4-4", **PA)
    assert attack(big, recon) == 12


# ---- shifts


@pytest.mark.rule("goss", "13.7.3(e)", "13.7.3(o)", "13.7.3(f)", "13.7.3")
def test_what_else_helps_the_attacker() -> None:
    chain = {"army": "A", "corps": "C"}
    army = {"armies": {"A": {"side": "allied", "adv": 2, "pss": []}}}

    def right(*units: Any, **more: Any) -> dict[str, int]:
        return clash(field(unit("g1", (0, 1), **TA), *units, **more), ["g1"]).right

    crowd = [unit(f"u{n}", (0, 0)) for n in range(3)]
    assert right(*crowd) == {"13.7.3(e)": 1}
    mixed = (unit("u1", (0, 0), formation="1"), unit("u2", (0, 0), formation="2"))
    assert right(*mixed) == {"13.7.3(o)": 1}
    staff = (
        unit("u1", (0, 0), formation="1", **chain), unit("uc", (0, -6), "hq:corps", **chain),
        unit("uh", (0, -5), "hq:div", formation="1", **chain),
    )  # fmt: skip
    assert right(*staff, **army) == {}
    assert right(*staff, **army, headquarters={"uc": {"adv": 0}}) == {"13.7.3(f)": 1}
    assert right(*staff, **army, headquarters={"uh": {"supported": False}}) == {"13.7.3(f)": 1}


@pytest.mark.rule("goss", "13.7.4", "13.7.4(c)", "13.7.4(i)", "13.7.4(m)")
def test_what_else_helps_the_defender() -> None:
    def left(**facts: Any) -> dict[str, int]:
        game = field(
            unit("g1", (0, 1), formation="1", **TA, **facts), unit("u1", (0, 0)),
            unit("gh", (0, 5), "hq:div", formation="1"),
            headquarters={"gh": {"trucks": facts.pop("trucks", 0)}} if "trucks" in facts else {},
        )  # fmt: skip
        return clash(game, ["g1"]).left

    assert left(extended=True) == {"13.7.4(c)": 1}
    assert left(training="green") == {"13.7.4(i)": 1}
    assert left(bridged=True) == {"13.7.4(m)": 1}
    trucks = field(
        unit("g1", (0, 1), formation="1", extended=True, **TA), unit("u1", (0, 0)),
        unit("gh", (0, 5), "hq:div", formation="1"), headquarters={"gh": {"trucks": 1}},
    )  # fmt: skip
    assert clash(trucks, ["g1"]).left == {}


def streets(place: str, *more: Any, works: str = "", stacks: int = 5) -> Gs:
    around = [(0, 1), (1, 0), (-1, 1), (1, -1), (-1, 0)][:stacks]
    units = [unit(f"g{n}", h, **PA) for n, h in enumerate(around)]
    units += [unit(f"ge{n}", h, "eng", **PA) for n, h in enumerate(around)]
    return field(
        *units, unit("u1", (0, 0), inside=bool(works)), *more, terrain={(0, 0): place},
        works={(0, 0): works} if works else {},
    )  # fmt: skip


def engineers(game: Gs) -> dict[str, int]:
    names = [n for n in game.scenario.counters if n.startswith("g")]
    found = clash(game, names).right
    return {rule: found[rule] for rule in ("13.7.3(m)", "13.7.3(n)") if rule in found}


@pytest.mark.rule("goss", "13.7.3(n)", "13.7.3(m)", "13.7.4b", "14.2.0(d)")
def test_engineers_in_the_streets() -> None:
    assert engineers(streets("town")) == {"13.7.3(n)": 3}
    assert engineers(streets("city")) == {"13.7.3(n)": 4}
    assert engineers(streets("city", works="ET-2")) == {"13.7.3(m)": 2, "13.7.3(n)": 3}
    assert engineers(streets("town", works="ET-3", stacks=2)) == {"13.7.3(m)": 2}
    assert engineers(streets("city", unit("u2", (0, 0), "eng"))) == {}
    assert engineers(streets("village")) == {}
    worn = field(
        unit("g0", (0, 1), **PA), unit("ge", (0, 1), "eng", fatigue=1, **PA), unit("u1", (0, 0)),
        terrain={(0, 0): "town"},
    )  # fmt: skip
    assert engineers(worn) == {}
    lone = field(unit("ge", (0, 1), "eng", **PA), unit("u1", (0, 0)), terrain={(0, 0): "town"})
    assert engineers(lone) == {}


@pytest.mark.rule("goss", "13.7.4c")
def test_commandos_who_lead_are_engineers() -> None:
    def shifts(lead: str, **more: Any) -> dict[str, int]:
        game = field(
            unit("bc", (0, 1), traits="cdo", **PA), unit("b2", (0, 1), **PA),
            unit("g1", (0, 0)), terrain={(0, 0): "town"}, side="allied", **more,
        )  # fmt: skip
        return clash(game, ["bc", "b2"], lead=[{"unit": lead}]).right

    free = {"options": {"commando-lead": "allowed"}}
    assert shifts("bc", **free)["13.7.3(n)"] == 1
    assert "13.7.3(n)" not in shifts("b2", **free)


@pytest.mark.rule("goss", "13.7.4(f)")
def test_works_help_whoever_is_within() -> None:
    def left(work: str, **facts: Any) -> int:
        game = field(
            unit("g1", (0, 1), **TA), unit("u1", (0, 0), **facts), works={(0, 0): work},
        )  # fmt: skip
        return clash(game, ["g1"]).left.get("13.7.4(f)", 0)

    assert [left(work, inside=True) for work in ("IP", "ET-2", "ET-3")] == [1, 2, 3]
    assert left("ET-3", inside=False) == 0
    assert left("ET-3", inside=True, mode="Exploit") == 0
    area = field(
        unit("u1", (0, 1), **TA), unit("g1", (0, 0)), terrain={(0, 0): "clear Axis-Ft"},
        side="allied",
    )  # fmt: skip
    assert clash(area, ["u1"]).left["13.7.4(f)"] == 2
    h = area.board.hex(at(0, 0))
    area.put(HEXES, h, HexStatus(ruined=True))
    assert "13.7.4(f)" not in clash(area, ["u1"]).left


# ---- armor


def armor(mine: Any, theirs: Any, **more: Any) -> dict[str, int]:
    units = [unit("g0", (0, 1), **PA), mine] if mine else [unit("g0", (0, 1), **PA)]
    game = field(*units, unit("u0", (0, 0)), *([theirs] if theirs else []), **more)
    found = clash(game, [one["row"]["id"] for one in units])
    return {rule: drm for rule, drm in found.drm.items() if rule.startswith("13.8.4")}


@pytest.mark.rule("goss", "13.8.4b", "13.8.4")
def test_guns_against_guns() -> None:
    gun = unit("g1", (0, 1), "at", at=4, **PA)
    assert armor(gun, unit("u1", (0, 0), "at", at=1)) == {}
    game = field(
        unit("g0", (0, 1), **PA), gun, unit("u0", (0, 0), "arminf"),
        unit("u1", (0, 0), "at", at=1),
    )  # fmt: skip
    found = clash(game, ["g0", "g1"], lead_armor=[{"unit": "u1"}])
    assert found.drm["13.8.4b"] == -10
    walking = field(
        unit("g0", (0, 1), **PA), gun, unit("u0", (0, 0), "arminf", transport="foot"),
        unit("u1", (0, 0), "at", at=1),
    )  # fmt: skip
    assert "13.8.4b" not in clash(walking, ["g0", "g1"]).drm


@pytest.mark.rule("goss", "13.8.4e")
def test_guns_that_attack_armor() -> None:
    tank = unit("u1", (0, 0), "m4", arm_attack=4, arm_defence=2)
    gun = unit("g1", (0, 1), "at", at=1, **PA)
    assert armor(gun, tank) == {"13.8.4e": -30}
    assert armor(gun, tank, terrain={(0, 0): "woods"}) == {"13.8.4e": -10}
    assert armor(unit("g1", (0, 1), "at", at=4, **PA), tank) == {}
    assert armor(gun, tank, turn="Night") == {"13.8.4e": -20}


@pytest.mark.rule("goss", "13.8.4d", "13.8.4a")
def test_works_blunt_armor() -> None:
    tank = unit("g1", (0, 1), "pz5", arm_attack=5, arm_defence=5, **PA)
    gun = unit("u1", (0, 0), "at", at=1, inside=True)
    assert armor(tank, gun, works={(0, 0): "ET-2"}) == {"13.8.4d": 30}
    stream = {"water": {"stream": [((0, 1), (0, 0))]}}
    assert armor(tank, unit("u1", (0, 0), "at", at=1), **stream) == {"13.8.4d": 45}
    assert armor(tank, unit("u1", (0, 0), "at", at=5)) == {}


@pytest.mark.rule("goss", "13.7.4a-2", "13.7.4a")
@pytest.mark.parametrize(("weak", "shift"), [(False, 0), (True, 1)])
def test_who_has_defended_supports_nobody_unless_off_the_table(weak: bool, shift: int) -> None:
    game = field(
        unit("u1", (0, 1), values="1-6" if weak else "9-6", reduced="1-4", **TA),
        unit("g1", (0, 0), values="9-9", inside=True), unit("u2", (1, 0), **TA),
        unit("g2", (2, -1)), works={(0, 0): "ET-3"}, side="allied",
    )  # fmt: skip
    first = clash(game, ["u1"])
    assert first.sums.off_the_table is weak
    first.settle()
    second = clash(game, ["u2"], (2, -1))
    assert second.left.get("13.7.4(k)", 0) == shift


@pytest.mark.rule("goss", "13.8.1")
def test_no_proficiency_above_nine() -> None:
    game = field(
        unit("g1", (0, 1), pr="9/9", formation="1", **PA), unit("u1", (0, 0), pr="6/6"),
        unit("gh", (0, 1), "hq:div", formation="1"),
        leaders=[{"id": "gl", "side": "axis", "name": "L", "hq": "gh", "number": 7}],
    )  # fmt: skip
    assert clash(game, ["g1"]).drm["13.8.1"] == 15
