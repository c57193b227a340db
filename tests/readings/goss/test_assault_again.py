"""Ground assault by a second reader: who takes part, and with what strength. [13.0] to [13.6]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.armor import factors
from grognard.systems.goss.assault.leading import may_lead
from grognard.systems.goss.assault.table import on_attacker, on_defender, parsed, ratio_column
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import Clash, Refusals, assault, clash, field
from tests.systems.goss.field import at, now, rig, rules, told, unit, where

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
ARMOR4: dict[str, Any] = {"arm_attack": 4, "arm_defence": 4}
LETTERS = "ABCDEFGHIJKLMN"


def mark(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


@pytest.mark.reading("goss", "goss2-13-01")
@pytest.mark.rule("goss", "13.0", "13.3.0", "13.2.0", "13.4.0")
def test_assaults_one_by_one_each_to_its_end() -> None:
    game = field(
        unit("ga", (0, 0), **TA), unit("gb", (1, 1), **TA), unit("u1", (1, 0), pr="0/0"),
        unit("u2", (2, 0)),
    )  # fmt: skip
    assert rules(game, "axis", assault(["ga"], (2, 0))) == ["13.4.0"]
    assert rules(game, "axis", assault(["ga"], (0, 1))) == ["13.3.0"]
    assert rules(game, "axis", assault(["gb"], (1, 0))) == ["13.2.0"]
    assert not rules(game, "axis", assault(["ga"], (1, 0)))
    assert rules(game, "allied", assault(["u2"], (1, 1)))
    rig(game, 9, 9, 9, 9, 9, 9)
    game.play("axis", assault(["ga"], (1, 0)))
    while game.open_asks()[0].name != "retreat":
        ask = game.open_asks()[0]
        game.play(ask.player, {"do": "declare", "choose": "full"} if ask.name == "declare" else
                  ask.default)  # fmt: skip
    assert rules(game, "axis", assault(["gb"], (2, 0)))
    while game.open_asks()[0].name != "advance":
        game.play(game.open_asks()[0].player, game.open_asks()[0].default)
    assert rules(game, "axis", assault(["gb"], (2, 0)))
    game.play("axis", {"do": "advance", "unit": "ga", "path": [at(1, 0)]})
    assert where(game, "ga") == at(1, 0)
    assert game.segment.kind == "assaults"
    assert not rules(game, "axis", assault(["gb"], (2, 0)))


@pytest.mark.reading("goss", "goss2-13-02")
@pytest.mark.rule("goss", "13.1.0", "13.1.1", "13.9.1", "13.9.2")
def test_the_table_is_read_by_both_sides() -> None:
    tables = field(unit("g1", (0, 0))).scenario.tables
    column, below = ratio_column(tables, 2, 12, 4)
    assert (LETTERS[column], below) == ("G", False)
    h, i = LETTERS.index("H"), LETTERS.index("I")
    assert {on_defender(tables, h)(roll) for roll in range(42, 51)} == {parsed("*1")}
    assert on_defender(tables, h)(41) != parsed("*1") != on_defender(tables, h)(51)
    assert {on_attacker(tables, h)(roll) for roll in range(46, 55)} == {parsed("1")}
    assert on_attacker(tables, h)(45) != parsed("1") != on_attacker(tables, h)(55)
    assert {on_defender(tables, i)(roll) for roll in range(45, 54)} == {parsed("(1)")}
    assert on_defender(tables, i)(44) != parsed("(1)") != on_defender(tables, i)(54)
    assert {on_attacker(tables, i)(roll) for roll in range(49, 58)} == {parsed("*")}
    assert on_attacker(tables, i)(48) != parsed("*") != on_attacker(tables, i)(58)
    both, one = parsed("*2(3)"), parsed("(1)")
    assert (both.check, both.discretionary, both.mandatory) == (True, 2, 3)
    assert (one.check, one.discretionary, one.mandatory) == (False, 0, 1)


@pytest.mark.reading("goss", "goss2-13-02")
@pytest.mark.rule("goss", "13.9.0", "13.9.1")
@pytest.mark.parametrize(
    ("more", "column", "attacker", "defender"),
    [({"shifts": 1}, "H", "1", "*1"), ({"shifts": 2}, "I", "*", "(1)")],
)
def test_each_roll_hurts_the_other_side(
    more: dict[str, Any], column: str, attacker: str, defender: str
) -> None:
    game = field(
        unit("g1", (0, 1), values="12-6", **TA), unit("u1", (0, 0), values="4-4", **more),
        terrain={(0, 0): "woods", (0, 1): "woods"},
    )  # fmt: skip
    rig(game, 5, 0, 5, 0)
    game.play("axis", assault(["g1"]))
    found = told(game, "assault-result")[0]
    assert found["column"].startswith(column)
    assert (found["attacker"], found["defender"]) == (attacker, defender)


@pytest.mark.reading("goss", "goss2-13-03")
@pytest.mark.rule("goss", "13.4.2(b)", "13.4.2", "4.4.0")
def test_guns_of_no_range_come_along_and_never_lead() -> None:
    game = field(
        unit("g1", (0, 0), values="6-6", **TA),
        unit("g2", (0, 0), "art", "2-2", size="Co", range=0, barrage=0, pr="0/5", **TA),
        unit("g3", (0, 0), "spa", "3-2", range=6, battery=True, **TA), unit("u1", (1, 0)),
        unit("u2", (0, 1)),
    )  # fmt: skip
    assert rules(game, "axis", assault(["g1", "g2", "g3"], (1, 0))) == ["13.4.2(b)"]
    assert rules(game, "axis", assault(["g2"], (1, 0))) == ["4.4.0"]
    mark(game, "g3", ta=False)
    assert not rules(game, "axis", assault(["g1", "g2"], (1, 0)))
    found = clash(game, ["g1", "g2"], (1, 0))
    assert found.attack == 8
    assert may_lead(game, found.assault, found.assault.attack) == ("g1",)


SWAMP: dict[str, Any] = {
    "terrain": {(1, 0): "swamp woods"}, "roads": {"secondary": [[(0, 0), (1, 0)]]},
}  # fmt: skip


@pytest.mark.reading("goss", "goss2-13-04")
@pytest.mark.rule("goss", "13.4.2(c)", "13.6.1a", "13.6.1a(b2)", "13.6.1a(a4)")
def test_vehicles_attack_a_swamp_by_the_road_alone() -> None:
    game = field(
        unit("gx", (0, 0), "motinf", "8-8", **PA), unit("gy", (0, 1), "motinf", "8-8", **PA),
        unit("gz", (0, 1), values="6-6", **PA), unit("u1", (1, 0), values="4-4"), **SWAMP,
    )  # fmt: skip
    assert rules(game, "axis", assault(["gx", "gy", "gz"], (1, 0))) == ["13.4.2(c)"]
    assert not rules(game, "axis", assault(["gx", "gz"], (1, 0)))
    found = clash(game, ["gx", "gz"], (1, 0))
    assert found.assault.line == 2
    assert [part.value for part in found.sums.attack.parts] == [8, -6, 6, -3]
    assert found.attack == 5


WATERS = {
    1: ("river", False, "woods"), 2: ("river", True, "woods"), 3: ("major_river", True, "woods"),
    4: ("great_river", True, "woods"), 5: ("river", False, "clear"),
}  # fmt: skip


@pytest.mark.reading("goss", "goss2-13-05")
@pytest.mark.rule("goss", "13.4.2(e)", "13.4.2(g)", "13.6.1a(a8)", "13.5.2", "13.6.1a(b3)")
@pytest.mark.parametrize(
    ("version", "refused", "attack"),
    [
        (1, {"gm": "13.4.2(e)"}, 7),
        (2, {}, 11),
        (3, {"gm": "13.4.2(e)"}, 6),
        (4, {"gm": "13.4.2(e)", "gt": "13.4.2(e)"}, 2),
        (5, {"gm": "13.4.2(e)", "gt": "13.5.2"}, 3),
    ],
)
def test_who_attacks_over_water(version: int, refused: dict[str, str], attack: int) -> None:
    water, bridged, terrain = WATERS[version]
    game = field(
        unit("gl", (0, 0), values="6-6", **TA), unit("gt", (0, 0), "m4", "8-8", **TA),
        unit("gm", (0, 0), "motinf", "7-7", **TA), unit("u1", (1, 0)),
        unit("u2", (0, 1)),  # so that whoever may not cross has somebody else to attack
        water={water: [((0, 0), (1, 0))]}, terrain={(1, 0): terrain},
        roads={"secondary": [[(0, 0), (1, 0)]]} if bridged else {},
    )  # fmt: skip
    for name in ("gl", "gt", "gm"):
        found = rules(game, "axis", assault(["gl", name] if name != "gl" else ["gl"], (1, 0)))
        assert found == ([refused[name]] if name in refused else []), name
    able = [name for name in ("gl", "gt", "gm") if name not in refused]
    fought = clash(game, able, (1, 0))
    assert fought.attack == attack
    if version in (1, 3):
        assert fought.assault.attack.standoff == {"gt"}
        assert "gt" not in may_lead(game, fought.assault, fought.assault.attack)
        assert not factors(game, fought.assault, fought.assault.attack)
        assert rules(game, "axis", assault(["gt"], (1, 0))) == ["13.5.2"]
        off = {"do": "advance", "unit": "gt", "path": [at(1, 0)]}
        with pytest.raises(Refusals, match=r"13\.12\.1"):
            fought.settle(defender="2", declare={"choose": "full"}, advance=off)


@pytest.mark.reading("goss", "goss2-13-06")
@pytest.mark.rule("goss", "13.4.2(f)", "13.4.2(g)", "13.6.1a", "13.6.1a(b2)")
@pytest.mark.parametrize(
    ("road", "weather", "attack", "off"),
    [
        (True, "Clear Dry", 5, False),
        (False, "Clear Dry", 5, True),
        (False, "Clear Freeze", 14, False),
    ],
)
def test_armor_against_a_marsh(road: bool, weather: str, attack: int, off: bool) -> None:
    game = field(
        unit("gl", (0, 0), values="6-6", **TA), unit("gt", (0, 0), "m4", "8-8", **TA, **ARMOR4),
        unit("u1", (1, 0)), terrain={(1, 0): "marsh rough"}, weather=weather,
        roads={"trail": [[(0, 0), (1, 0)]]} if road else {},
    )  # fmt: skip
    assert not rules(game, "axis", assault(["gl", "gt"], (1, 0)))
    found = clash(game, ["gl", "gt"], (1, 0))
    assert found.attack == attack
    force = found.assault.attack
    assert ("gt" in force.standoff) is off
    assert ("gt" in may_lead(game, found.assault, force)) is not off
    assert ("gt" in factors(game, found.assault, force)) is not off


@pytest.mark.reading("goss", "goss2-13-07")
@pytest.mark.rule("goss", "13.5.0", "13.5.3", "13.6.1b(a5)")
@pytest.mark.parametrize(("half", "defence", "after"), [(["um"], 9, "OhS"), ([], 12, "OoS")])
def test_hand_supply_is_declared_before_and_spent_after(
    half: list[str], defence: int, after: str
) -> None:
    game = field(
        unit("g1", (0, 1), values="6-6", supply="OhS", **TA),
        unit("um", (0, 0), values="6-6", supply="OhS", at=2), unit("un", (0, 0), values="6-6"),
        terrain={(0, 0): "woods"}, options={"onhand-half-attack": "spared"},
    )  # fmt: skip
    found = clash(game, ["g1"], half_strength=[{"units": []}, {"units": half}])
    order = [one for one in found.asked if "half-strength" in one]
    assert order == ["axis half-strength", "allied half-strength"]
    assert (found.attack, found.defence) == (6, defence)
    assert (now(game, "g1").supply, now(game, "um").supply) == ("OhS", "OhS")
    assert factors(game, found.assault, found.assault.defence)["um"].at == 2
    found.settle()
    assert (now(game, "g1").supply, now(game, "um").supply) == ("OoS", after)
    assert now(game, "un").supply == "GenS"


@pytest.mark.reading("goss", "goss2-13-07")
@pytest.mark.rule("goss", "13.5.1", "13.5.0")
def test_surrenders_come_first_of_all() -> None:
    game = field(
        unit("g1", (0, 1), values="6-6", **TA), unit("g2", (0, 1), "pz4", **TA),
        unit("um", (0, 0), values="6-6", supply="OhS"),
        unit("un", (0, 0), values="6-6", supply="OoS", isolated=True, pr="0/0"),
        terrain={(0, 0): "woods"},
    )  # fmt: skip
    rig(game, 9, 9)
    game.play("axis", assault(["g1", "g2"]))
    assert now(game, "un").place != "map"
    assert game.open_asks()[0].name == "standoff", "nobody has declared anything yet"
    while not told(game, "reckoning"):
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default)
    assert told(game, "reckoning")[0]["ratio"].endswith(":6")


@pytest.mark.reading("goss", "goss2-13-08")
@pytest.mark.rule("goss", "13.6.1a(a5)", "13.6.1a", "13.6.1d", "13.6.1d-2")
@pytest.mark.parametrize(
    ("attackers", "foe", "attack", "armor"),
    [
        ((("ga", "m4", "8-8", {}),), "inf", 4, 0),
        (
            (("ga", "pz4", "4-4", {}), ("gb", "pz4", "4-4", {}),
             ("gc", "inf", "2-2", {"size": "Co", "steps": 1})),
            "inf", 8, 1,
        ),
        (
            (("ga", "m4", "8-8", {}), ("gb", "re", "3-3", {}),
             ("gc", "inf", "1-1", {"z": True, "size": "Co", "steps": 1, "left": 0})),
            "inf", 8, 0,
        ),
        ((("ga", "m4", "8-8", {}),), "m4", 8, 0),
    ],
)  # fmt: skip
def test_armor_needs_foot_wherever_there_is_cover(
    attackers: tuple[Any, ...], foe: str, attack: int, armor: int
) -> None:
    units = []
    for name, kind, values, more in attackers:
        tank = ARMOR4 if kind in ("m4", "pz4") else {}
        units.append(unit(name, (0, 1), kind, values, **{**tank, **more}, **TA))
    lone = {"size": "Co", "steps": 1} if foe == "m4" else {}
    game = field(*units, unit("u1", (0, 0), foe, **lone), terrain={(0, 0): "forest clear"})
    if len(attackers) == 3 and attackers[2][3].get("z"):
        counters = game.scenario.counters
        counters["gc"] = replace(counters["gc"], z_factors=(1, 1))
    found = clash(game, [one[0] for one in attackers], terrain_line={"line": 1})
    assert found.assault.line == 1
    assert found.attack == attack
    able = factors(game, found.assault, found.assault.attack)
    assert len([one for one in able.values() if one.arm]) == armor


@pytest.mark.reading("goss", "goss2-13-09")
@pytest.mark.rule("goss", "13.6.1a(b3)", "13.6.1a(a2)", "13.6.1a", "1.5.0-strength", "13.6.1")
@pytest.mark.parametrize(
    ("water", "ferry", "attack"), [("major_river", True, 6), ("great_river", False, 3)]
)
def test_over_wide_rivers(water: str, ferry: bool, attack: int) -> None:
    third = [unit("g3", (-1, 1), values="6-6", **PA), unit("g4", (-1, 1), "eng", **PA)]
    game = field(
        unit("g1", (0, 1), values="6-6", **PA), unit("g2", (0, 1), values="5-5", fatigue=1, **PA),
        *(third if ferry else ()), unit("u1", (0, 0)),
        water={water: [((0, 1), (0, 0)), ((-1, 1), (0, 0))]},
        roads={"secondary": [[(0, 1), (0, 0)]]},
    )  # fmt: skip
    names = ["g1", "g2", *(["g3", "g4"] if ferry else [])]
    found = clash(game, names, ferry=["g4"] if ferry else [])
    total = sum((part.value for part in found.sums.attack.parts), start=0)
    assert total * 4 == (23 if ferry else 11)
    assert found.attack == attack


@pytest.mark.reading("goss", "goss2-13-10")
@pytest.mark.rule("goss", "13.6.1b", "13.6.1b(a1)", "13.6.1c")
def test_guns_in_defence() -> None:
    def found(*guns: Any) -> tuple[int, int]:
        game = field(unit("g1", (0, 1), **TA), *guns)
        fought = clash(game, ["g1"])
        able = factors(game, fought.assault, fought.assault.defence)
        return fought.defence, max((one.at for one in able.values()), default=0)

    def gun(name: str, values: str, **more: Any) -> Any:
        return unit(name, (0, 0), more.pop("kind", "art"), values, battery=True, **more)

    assert found(
        unit("u1", (0, 0), values="6-6"), gun("u2", "0-3", kind="spa"),
        gun("u3", "0-2", depleted=True),
    ) == (8, 0)  # fmt: skip
    assert found(gun("u1", "0-3"), gun("u2", "0-2")) == (4, 0)
    assert found(gun("u1", "0-3", at=2, depleted=True)) == (1, 0)
    assert found(gun("u1", "0-3", at=2)) == (3, 2)


@pytest.mark.reading("goss", "goss2-13-11")
@pytest.mark.rule(
    "goss", "13.6.1b(a6)", "13.6.1b(b1)", "13.6.1b(b2)", "13.6.1b(b3)", "13.6.1b", "14.2.2(d)"
)
@pytest.mark.parametrize(
    ("fatigue", "night", "quarters", "defence"),
    [(1, False, 25, 7), (2, False, 18, 5), (1, True, 18, 5)],
)
def test_defenders_in_a_marsh(fatigue: int, night: bool, quarters: int, defence: int) -> None:
    more: dict[str, Any] = {"turn": "Night", "rest": {"axis": "Night"}} if night else {}
    game = field(
        unit("u1", (0, 1), **TA), unit("g1", (0, 0), values="7-7", fatigue=fatigue),
        unit("g2", (0, 0), "motinf", "8-8"), unit("g3", (0, 0), "pz4", "3-3"),
        terrain={(0, 0): "marsh"}, side="allied", **more,
    )  # fmt: skip
    half = {"half_strength": {"units": ["g1"]}} if night else {}
    found = clash(game, ["u1"], **half)
    total = sum((part.value for part in found.sums.defence.parts), start=0)
    assert (total * 4, found.defence) == (quarters, defence)


@pytest.mark.reading("goss", "goss2-13-12")
@pytest.mark.rule("goss", "13.6.1b(a7)", "13.5.2")
def test_defenders_who_stand_off() -> None:
    def fought(terrain: str, *, tired: int = 0, second: str = "inf", **answers: Any) -> Clash:
        game = field(
            unit("u1", (0, 1), **TA),
            unit("g1", (0, 0), "m4", "6-6", pr="7/7", fatigue=tired, **ARMOR4),
            unit("g2", (0, 0), second, "5-5", pr="5/5"), terrain={(0, 0): terrain}, side="allied",
        )  # fmt: skip
        return clash(game, ["u1"], **answers)

    off = {"standoff": {"units": ["g1"]}}
    first = fought("woods", **off)
    force = first.assault.defence
    assert first.defence == 8
    assert (force.lead, may_lead(first.game, first.assault, force)) == ("g2", ("g2",))
    assert not factors(first.game, first.assault, force)
    assert first.drm["13.8.1"] == 5
    assert fought("woods", tired=1, **off).defence == 7
    open_ground = fought("woods clear", terrain_line={"line": 1}, **off)
    assert "axis standoff" not in open_ground.asked
    assert open_ground.defence == 11
    with pytest.raises(Refusals, match=r"13.5.2"):
        fought("woods", second="m4", standoff={"units": ["g1", "g2"]})
    assert fought("woods", second="m4", standoff={"units": ["g1"]}).assault.defence.standoff == {
        "g1"
    }


@pytest.mark.reading("goss", "goss2-13-13")
@pytest.mark.rule("goss", "13.6.1d(a)", "13.6.1d(b)", "13.6.1d", "4.1.4")
@pytest.mark.parametrize(
    ("units", "defence"),
    [
        ((("hybrid", 3, "8-8"), ("m4", 3, "6-6"), ("m5", 1, "3-3")), 17),
        ((("hybrid", 2, "6-6"), ("m5", 1, "3-3"), ("m5", 1, "3-3")), 11),
        ((("hybrid", 2, "6-6"), ("m4", 3, "6-6")), 9),
    ],
)
def test_hybrids_serve_armor(units: tuple[tuple[str, int, str], ...], defence: int) -> None:
    game = field(
        unit("g1", (0, 1), **TA),
        *(unit(f"u{n}", (0, 0), kind, values, steps=steps, formation="1", regiment="A")
          for n, (kind, steps, values) in enumerate(units)),
        terrain={(0, 0): "woods"},
    )  # fmt: skip
    assert clash(game, ["g1"]).defence == defence


@pytest.mark.reading("goss", "goss2-13-14")
@pytest.mark.rule("goss", "13.7.0", "13.7.1", "13.7.2")
def test_shifts_are_netted_first() -> None:
    game = field(
        unit("g1", (0, 1), values="40-6", **PA),
        unit("u1", (0, 0), values="4-4", shifts=2, inside=True), unit("u2", (1, 0)),
        unit("u3", (-1, 1)), terrain={(0, 0): "clear VP"}, works={(0, 0): "ET-2"},
    )  # fmt: skip
    found = clash(game, ["g1"])
    assert (found.sums.right.total, found.sums.left.total) == (3, 5)
    assert (LETTERS[found.sums.ratio], LETTERS[found.sums.column]) == ("N", "L")


@pytest.mark.reading("goss", "goss2-13-14")
@pytest.mark.rule("goss", "13.7.2", "13.7.4a-2")
@pytest.mark.parametrize(("work", "supports"), [("ET-2", True), ("", False)])
def test_a_column_beyond_the_left_end(work: str, supports: bool) -> None:
    game = field(
        unit("g1", (0, 1), values="4-6", **TA), unit("g2", (1, 0), **TA),
        unit("u1", (0, 0), values="12-12", inside=bool(work)), unit("u2", (2, 0)),
        works={(0, 0): work} if work else {},
    )  # fmt: skip
    found = clash(game, ["g1"])
    assert (LETTERS[found.sums.ratio], LETTERS[found.sums.column]) == ("A", "A")
    assert found.net == (-2 if work else 0)
    found.settle()
    assert (game.state[HEXES][found.assault.hex].engaged == game.serial) is not supports
    later = clash(game, ["g2"], (2, 0))
    assert later.left.get("13.7.4(k)", 0) == int(supports)
