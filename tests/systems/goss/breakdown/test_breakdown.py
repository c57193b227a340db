"""Breakdown and recombination. [18.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kit.ways import POINT
from grognard.systems.goss.assault.integrity import sound
from grognard.systems.goss.breakdown.breaking import left_of
from grognard.systems.goss.breakdown.breaking import split as broken
from grognard.systems.goss.breakdown.forming import forms
from grognard.systems.goss.pieces.chain import superior
from grognard.systems.goss.pieces.losses import eliminate, lose_step
from grognard.systems.goss.pieces.values import counter_of, proficiency, strength
from grognard.systems.goss.proof.laws import Watch
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, rules, told, unit, where
from tests.systems.goss.works.site import mark

FAR = unit("u9", (11, -11))


def field(*units: Any, **more: Any) -> Gs:
    """The Non-Road Movement of the Axis, with an enemy far away."""
    return position(*units, FAR, **{"segment": "moves", "side": "axis", **more})


def split(name: str, count: int = 1) -> dict[str, Any]:
    return {"do": "break-down", "unit": name, "count": count}


def join(*names: str) -> dict[str, Any]:
    return {"do": "recombine", "units": [*names]}


def move(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(*h) for h in path]}


@pytest.mark.rule("goss", "18.0", "18.4.0")
def test_a_battalion_breaks_down() -> None:
    game = field(unit("g1", (0, 0), "motinf", attached="", formation="1 Pz"))
    watch = Watch(game)
    game.play("axis", split("g1", 2))
    assert watch() == []
    names = ["g1#motinf.1", "g1#motinf.2"]
    assert (now(game, "g1").steps, now(game, "g1").out) == (1, 2)
    assert [(where(game, n), now(game, n).steps) for n in names] == [(at(0, 0), 1)] * 2
    assert [counter_of(game, n).attack for n in names] == [2, 2]
    assert counter_of(game, names[0]).size == "Co"
    game.play("axis", move(names[0], (1, 0)))
    assert where(game, names[0]) == at(1, 0)


@pytest.mark.rule("goss", "18.4.0", "18.0")
def test_a_parent_that_is_wholly_broken_down_is_not_destroyed() -> None:
    game = field(unit("g1", (0, 0), "motinf"))
    game.play("axis", split("g1", 3))
    assert (now(game, "g1").place, now(game, "g1").hex) == ("broken", -1)
    assert not told(game, "eliminated")
    off = field(unit("g1", (0, 0), "motinf"), options={"breakdown": "off"})
    assert rules(off, "axis", split("g1")) == ["18.0"]


@pytest.mark.rule("goss", "18.4.0")
def test_stacking_counts_when_the_phase_ends() -> None:
    game = field(unit("g1", (0, 0), "motinf"), unit("g2", (0, 0)))
    game.play("axis", split("g1", 2))
    while game.segment.kind != "designation" and game.open_asks()[0].name != "overstack":
        game.play("axis", {"do": "end"})
    assert game.open_asks()[0].name == "overstack"


@pytest.mark.reading("goss", "goss-18-01")
@pytest.mark.rule("goss", "18.4.0", "16.4.5b", "7.6.1a")
@pytest.mark.parametrize(("before", "left"), [(2, 2), (4, 0), (5, None)])
def test_what_a_breakdown_costs(before: int, left: int | None) -> None:
    game = field(
        unit("g1", (0, 0), "motinf", formation="1 Pz"),
        unit("gh", (0, 3), "hq:div", formation="1 Pz", traits="mech formation"),
        headquarters={"gh": {"fuel": "low", "value": 8, "option": 1}},
    )  # fmt: skip
    mark(game, "g1", moved=game.serial, spent=before * POINT, start=game.board.hex(at(0, 0)))
    if left is None:
        assert rules(game, "axis", split("g1")) == ["18.4.0"]
        return
    game.play("axis", split("g1"))
    assert left_of(game, "g1") == left_of(game, "g1#motinf.1") == left * POINT
    assert now(game, "g1").steps == 2
    for name in ("g1", "g1#motinf.1"):
        assert bool(rules(game, "axis", move(name, (1, 0)))) is (left < 2)
        assert rules(game, "axis", move(name, (1, 0), (2, 0), (3, 0))) == ["7.2.0"]


@pytest.mark.rule("goss", "18.4.0", "7.12.0")
def test_to_dismount_costs_no_more_besides() -> None:
    game = field(unit("g1", (0, 0), "motinf"), unit("g2", (3, 0), "motinf"))
    game.play("axis", {"do": "dismount", "units": ["g1"]})
    left = left_of(game, "g1")
    game.play("axis", split("g1"))
    assert left_of(game, "g1") == left_of(game, "g1#motinf.1") == left == 3 * POINT
    assert now(game, "g1#motinf.1").transport == "foot"
    game.play("axis", split("g2"))
    assert left_of(game, "g2") == 6 * POINT
    game.play("axis", {"do": "dismount", "units": ["g2"]})
    assert left_of(game, "g2") == 3 * POINT


@pytest.mark.reading("goss", "goss-18-03")
@pytest.mark.rule("goss", "18.3.0", "4.6.3")
def test_who_breaks_down() -> None:
    game = position(
        unit("u1", (0, 0), mode="PA"), unit("u2", (2, 0), fatigue=1), unit("u3", (4, 0), "re"),
        unit("u4", (6, 0), "art"), unit("u5", (0, 4), steps=2, traits="red square"),
        unit("u6", (2, 4), steps=2, left=1, traits="red square"), unit("u7", (4, 4)),
        unit("u8", (0, 8), traits="red triangle"), unit("g1", (5, 4)), side="allied",
    )  # fmt: skip
    found = {f"u{n}": rules(game, "allied", split(f"u{n}")) for n in (1, 2, 3, 4, 6, 7, 8)}
    assert found == {
        "u1": ["18.3.0"], "u2": ["18.3.0"], "u3": ["18.3.0"], "u4": ["18.3.0"],
        "u6": ["18.3.0"], "u7": [], "u8": ["18.3.0"],
    }  # fmt: skip
    assert rules(game, "allied", split("u5", 2)) == ["18.3.0"]
    game.play("allied", split("u5"))
    assert rules(game, "allied", split("u5")) == ["18.3.0"]
    exploit = position(
        unit("u7", (4, 4)), unit("g1", (5, 4)), unit("u8", (0, 0), "motinf", mode="Exploit"),
        side="axis", segment="inactive-moves",
    )  # fmt: skip
    assert rules(exploit, "allied", split("u7"))


@pytest.mark.rule("goss", "18.5.0", "18.3.0")
@pytest.mark.parametrize(
    ("values", "left", "expected"),
    [
        ("6-7", 3, ["2-2-6"] * 3),
        ("5-7", 3, ["2-2-6", "1-2-6", "1-2-6"]),
        ("5-7", 2, ["1-2-6", "1-2-6"]),
        ("4-8", 3, ["1-2-6"] * 3),
        ("7-6", 3, ["1-2-6"] * 3),
        ("6-7", 2, ["2-2-6"] * 2),
    ],
)
def test_axis_leg_infantry(values: str, left: int, expected: list[str]) -> None:
    game = field(unit("g1", (0, 0), values=values, left=left))
    assert [*forms(game, "g1")] == expected
    game.play("axis", split("g1", left))
    factors = [
        (counter_of(game, n).attack, counter_of(game, n).defence, counter_of(game, n).ma)
        for n in (f"g1#{form}.{place}" for place, form in enumerate(expected, 1))
    ]
    assert factors == [(int(form[0]), 2, 6) for form in expected]


@pytest.mark.rule("goss", "18.5.0")
def test_by_the_option_strength_is_as_it_is_now() -> None:
    options = {"breakdown-strength": "current"}
    game = field(unit("g1", (0, 0), values="6-7", left=2, reduced="5-5"), options=options)
    assert forms(game, "g1") == ("1-2-6", "1-2-6")


@pytest.mark.rule("goss", "18.5.0")
def test_one_by_one_only_the_first_is_the_better_company() -> None:
    game = field(unit("g1", (0, 0), values="5-7-12"))
    mark(game, "g1", spent=0)
    game.play("axis", split("g1"))
    assert now(game, "g1#2-2-6.1").steps == 1
    assert forms(game, "g1") == ("1-2-6", "1-2-6")


@pytest.mark.rule("goss", "18.6.0", "22.6.0", "22.6.0-1", "22.6.0-2", "4.1.4")
def test_hybrids_break_down_at_full_strength_in_the_order_of_their_losses() -> None:
    game = position(
        unit("u1", (0, 0), "hybrid"), unit("u2", (3, 0), "hybrid", left=2),
        unit("u3", (6, 0), "hybrid", steps=2), unit("g1", (0, 9)), side="allied",
    )  # fmt: skip
    assert forms(game, "u1") == ("m4", "arminf", "m4")
    assert forms(game, "u3") == ("arminf", "m4")
    assert rules(game, "allied", split("u2")) == ["18.6.0"]
    game.play("allied", split("u1", 2))
    assert [counter_of(game, n).type.code for n in ("u1#m4.1", "u1#arminf.2")] == ["m4", "arminf"]
    assert rules(game, "allied", split("u1")) == ["18.6.0"]  # not full any more


@pytest.mark.rule("goss", "18.8.0", "4.1.3", "18.9.0")
def test_companies_become_z_steps() -> None:
    game = field(unit("g1", (0, 0), "pz5"), unit("g2", (3, 0), "eng"), unit("g3", (6, 0), "jgpz5"))
    watch = Watch(game)
    assert rules(game, "axis", split("g1")) == ["18.8.0"]
    assert rules(game, "axis", split("g2", 2)) == ["18.3.0"]
    game.play("axis", split("g1", 2))
    names = ["g1#z.1", "g1#z.2"]
    assert now(game, "g1").place == "broken"
    assert [counter_of(game, n).size for n in names] == ["Z", "Z"]
    assert [strength(game, n, attacking=True) for n in names] == [2, 2]
    assert not rules(game, "axis", split("g3", 2))  # none on its back, but there are such
    assert watch() == []
    mark(game, names[0], broke=-1, spent=0)
    mark(game, names[1], broke=-1, spent=0)
    game.play("axis", join(*names))
    assert (where(game, "g1"), now(game, "g1").steps, now(game, "g1").z) == (at(0, 0), 1, False)
    assert watch() == []


@pytest.mark.rule("goss", "18.9.0", "18.8.0")
def test_one_z_step_is_half_a_company() -> None:
    game = field(unit("g1", (0, 0), "pz5"))
    game.play("axis", split("g1", 2))
    eliminate(game, "g1#z.1", "4.1.3")
    assert now(game, "g1").place == "broken"
    mark(game, "g1#z.2", broke=-1, spent=0)
    game.play("axis", join("g1#z.2"))
    assert (now(game, "g1").place, now(game, "g1").steps, now(game, "g1").z) == ("map", 0, True)


@pytest.mark.rule("goss", "18.9.0")
def test_half_a_company_is_no_step_of_its_battalion() -> None:
    game = field(unit("g1", (0, 0), "stug", size="Bn", steps=3))
    game.play("axis", split("g1"))
    company, halves = "g1#stug.1", ["g1#stug.1#z.1", "g1#stug.1#z.2"]
    mark(game, company, broke=-1, spent=0)
    game.play("axis", split(company, 2))
    for name in ("g1", *halves):
        mark(game, name, broke=-1, spent=0)
    game.play("axis", join(halves[0]))
    mark(game, company, broke=-1, spent=0, halted=False, moved=-1)
    assert rules(game, "axis", join(company)) == ["18.9.0"], "its other half stands beside it"
    mark(game, company, steps=1, z=False, broke=-1, spent=0, halted=False, moved=-1)
    assert rules(game, "axis", join(company)) == ["18.9.0"], "though it is whole, resurrected"
    eliminate(game, halves[1], "4.1.3")
    mark(game, company, steps=1, z=False, out=0, broke=-1, spent=0, halted=False, moved=-1)
    mark(game, "g1", broke=-1, spent=0, halted=False, moved=-1)
    game.play("axis", join(company))
    left = [n for n in game.state[UNITS] if n.startswith("g1#")]
    assert left == [], "a lost half does not outlive its company"


@pytest.mark.rule("goss", "18.2.0")
def test_what_breakdown_units_are() -> None:
    game = position(
        unit("u1", (0, 0), formation="28", regiment="110", attached="uh2"),
        unit("uh", (0, 3), "hq:div", formation="28"),
        unit("uh2", (0, 4), "hq:div", formation="106"), unit("g1", (9, 0)), side="allied",
    )  # fmt: skip
    game.play("allied", split("u1"))
    company = "u1#inf.1"
    assert superior(game, company) == superior(game, "u1") == "uh2"
    mark(game, "u1", attached="")
    mark(game, company, attached="")
    assert sound(game, "u1")
    assert not sound(game, company)  # no regimental integrity
    assert proficiency(game, company, offensive=True) == 6


@pytest.mark.reading("goss", "goss-04-06")
@pytest.mark.rule("goss", "4.4.3", "4.4.3-recombine", "18.7.0", "18.2.0")
def test_proficiency_of_companies_by_date() -> None:
    def game(start: str) -> Gs:
        return field(
            unit("u1", (0, 0), "arminf"), unit("u2", (2, 0), pr="6/6"),
            unit("g1", (4, 0), values="6-7"), unit("g2", (6, 0), values="4-7"),
            unit("g3", (8, 0), "motinf"), unit("u3", (2, 3), pr="7/7"), side="allied",
            start=start, turn=1,
        )  # fmt: skip

    def ratings(found: Gs) -> list[tuple[int, int]]:
        names = ("u1#arminf.1", "u2#inf.1", "g1#2-2-6.1", "g2#1-2-6.1", "g3#motinf.1")
        return [(proficiency_of(found, n, True), proficiency_of(found, n, False)) for n in names]

    before, after = game("1944-08-31"), game("1944-09-01")
    for found in (before, after):
        found.play("allied", split("u1"))
        found.play("allied", split("u2"))
        found.play("allied", split("u3"))
        for name, form in (("g1", "2-2-6"), ("g2", "1-2-6"), ("g3", "motinf")):
            assert broken(found, name, 1) == [f"{name}#{form}.1"]
    germans = [(5, 6), (4, 5), (6, 6)]
    assert ratings(before) == [(5, 6), (5, 6), *germans]
    assert ratings(after) == [(6, 7), (6, 6), *germans]
    for name in ("u2", "u3"):
        mark(after, f"{name}#inf.1", broke=-1, spent=0)
        mark(after, name, broke=-1, spent=0)
    assert not rules(after, "allied", join("u2#inf.1"))
    assert rules(after, "allied", join("u3#inf.1")) == ["4.4.3-recombine"]


def proficiency_of(game: Gs, name: str, offensive: bool) -> int:
    return proficiency(game, name, offensive=offensive)


@pytest.mark.reading("goss", "goss-18-04")
@pytest.mark.rule("goss", "18.7.0", "18.9.0", "18.4.0")
def test_a_parent_comes_back() -> None:
    game = field(unit("g1", (0, 0), values="6-8", pr="5/5"))
    game.play("axis", split("g1", 3))
    names = [f"g1#2-2-6.{n}" for n in (1, 2, 3)]
    eliminate(game, names[2], "4.2.2")
    assert (now(game, "g1").place, now(game, "g1").out) == ("broken", 2)
    for name in names[:2]:
        mark(game, name, broke=-1, spent=0)
    mark(game, names[1], supply="OhS", hex=(3, 0))
    assert rules(game, "axis", join(*names[:2])) == ["18.7.0"]  # not side by side
    mark(game, names[1], hex=(1, 0))
    watch = Watch(game)
    game.play("axis", join(*names[:2]))
    found = now(game, "g1")
    assert (found.place, found.steps, found.out, found.supply) == ("map", 2, 0, "OhS")
    assert where(game, "g1") == at(0, 0)
    assert rules(game, "axis", move("g1", (1, 0))) == ["7.5.0"]
    assert names[0] not in game.state[UNITS]
    assert watch() == []


@pytest.mark.rule("goss", "18.7.0", "18.9.0", "18.3.0")
def test_who_recombines() -> None:
    game = field(
        unit("g1", (0, 0), values="6-8", pr="5/5"), unit("g2", (5, 0), values="6-8", pr="5/5")
    )
    game.play("axis", split("g1"))
    game.play("axis", split("g2"))
    one, two = "g1#2-2-6.1", "g2#2-2-6.1"
    mark(game, one, spent=1)
    assert rules(game, "axis", join(one)) == ["18.7.0"]  # it has not half of its MA left
    for name in ("g1", "g2", one, two):
        mark(game, name, broke=-1, spent=0)
    assert not rules(game, "axis", join(one))
    assert rules(game, "axis", join(one, two)) == ["18.7.0"]
    assert rules(game, "axis", join("g1")) == ["18.7.0"]
    mark(game, one, fatigue=1)
    assert rules(game, "axis", join(one)) == ["18.3.0"]
    mark(game, one, fatigue=0, hex=(2, 0))
    assert rules(game, "axis", join(one)) == ["18.7.0"]
    mark(game, one, hex=(1, 0))
    game.play("axis", join(one))
    assert (where(game, "g1"), now(game, "g1").steps, now(game, "g1").out) == (at(0, 0), 3, 0)


@pytest.mark.rule("goss", "18.9.0")
def test_a_dead_parent_takes_nobody_back() -> None:
    game = field(unit("g1", (0, 0), values="6-8", pr="5/5"))
    game.play("axis", split("g1", 2))
    lose_step(game, "g1", "4.2.2")
    assert now(game, "g1").place == "eliminated"
    mark(game, "g1#2-2-6.1", broke=-1, spent=0)
    assert rules(game, "axis", join("g1#2-2-6.1")) == ["18.9.0"]


@pytest.mark.rule("goss", "18.9.0", "18.4.0")
def test_with_its_last_company_a_parent_is_lost() -> None:
    game = field(unit("g1", (0, 0), values="6-8"), unit("g2", (3, 0), "pz5"))
    game.play("axis", split("g1", 3))
    for place in (1, 2):
        eliminate(game, f"g1#2-2-6.{place}", "4.2.2")
        assert now(game, "g1").place == "broken"
    eliminate(game, "g1#2-2-6.3", "4.2.2")
    assert now(game, "g1").place == "eliminated"
    game.play("axis", split("g2", 2))
    eliminate(game, "g2#z.1", "4.1.3")
    eliminate(game, "g2#z.2", "4.1.3")
    assert now(game, "g2").place == "eliminated"  # a company in the box again


@pytest.mark.rule("goss", "18.10.0")
def test_hybrids_are_reformed_into_regular_battalions() -> None:
    game = position(
        unit("u1", (0, 0), "hybrid", formation="9 Arm", pr="5/6"),
        unit("u2", (1, 0), "hybrid", formation="9 Arm", steps=2, pr="5/6"),
        unit("u5", None, "m4", formation="9 Arm", traits="generic toe", place="gone", pr="5/6"),
        unit("g1", (9, 0)), side="allied",
    )  # fmt: skip
    game.play("allied", split("u1", 3))
    game.play("allied", split("u2", 2))
    tanks = ["u1#m4.1", "u1#m4.3", "u2#m4.2"]
    order = {"do": "reorganize", "units": tanks, "into": "u5"}
    mark(game, tanks[0], spent=1)
    assert rules(game, "allied", order) == ["18.7.0"]
    for name in (*tanks, "u1#arminf.2"):
        mark(game, name, broke=-1, spent=0)
    wrong = {**order, "units": ["u1#arminf.2", "u1#m4.1"]}
    assert rules(game, "allied", wrong) == ["18.10.0"]
    watch = Watch(game)
    game.play("allied", order)
    assert (where(game, "u5"), now(game, "u5").steps) == (at(0, 0), 3)
    assert now(game, "u1").out == 1
    assert watch() == []


@pytest.mark.rule("goss", "18.10.0", "18.9.0", "18.7.0")
def test_what_a_regular_battalion_is_not_formed_of() -> None:
    game = position(
        unit("u1", (0, 0), "hybrid", formation="9 Arm", pr="5/6"),
        unit("u2", (3, 0), "hybrid", formation="9 Arm", pr="5/6"), unit("u3", (6, 0), "m4"),
        unit("u5", None, "m4", formation="9 Arm", traits="generic toe", place="gone", steps=2,
             pr="5/6"),
        unit("u6", None, "m4", formation="7 Arm", traits="generic toe", place="gone", pr="5/6"),
        unit("g1", (9, 0)), side="allied",
    )  # fmt: skip
    for name in ("u1", "u2"):
        game.play("allied", split(name, 3))
    for name in ("u1#m4.1", "u1#m4.3", "u2#m4.1"):
        mark(game, name, broke=-1, spent=0)

    def why(*names: str, into: str = "u5") -> list[str]:
        return rules(game, "allied", {"do": "reorganize", "units": [*names], "into": into})

    assert why("u1#m4.1", "u1#m4.3") == []
    assert why("u3") == ["18.10.0"]  # no company of a hybrid
    assert why("u1#m4.1", "u1#m4.1") == ["18.10.0"]
    assert why("u1#m4.1", into="u3") == ["18.10.0"]
    assert why("u1#m4.1", into="u6") == ["18.10.0"]  # another formation
    assert why("u1#m4.1", "u2#m4.1") == ["18.7.0"]  # not side by side
    mark(game, "u2#m4.1", hex=(0, 0))
    assert why("u1#m4.1", "u1#m4.3", "u2#m4.1") == ["18.9.0"]


@pytest.mark.rule("goss", "17.3.0-2", "18.3.0", "5.8.0", "18.4.0")
def test_who_is_at_something_else_does_not_break_down() -> None:
    game = field(unit("g1", (0, 0)), unit("g2", (2, 0)), unit("g3", (4, 0)))
    mark(game, "g1", task="IP")
    mark(game, "g2", cr=True)
    mark(game, "g3", transport="tp")
    found = {n: rules(game, "axis", split(n)) for n in ("g1", "g2", "g3")}
    assert found == {"g1": ["17.3.0-2"], "g2": ["5.8.0"], "g3": ["18.4.0"]}


@pytest.mark.rule("goss", "18.4.0")
def test_how_many_come_of_a_unit() -> None:
    game = field(unit("g1", (0, 0), "motinf"), unit("g2", (3, 0), "motinf", pr="5/5"))
    for count in (0, 4):
        assert rules(game, "axis", split("g1", count)) == ["18.4.0"]
    assert rules(game, "axis", split("u9")) == ["form"]
    game.play("axis", split("g2"))
    game.play("axis", split("g2"))  # for the other half of its MA
    assert {n for n in game.state[UNITS] if n.startswith("g2#")} == {"g2#motinf.1", "g2#motinf.2"}
    for name in ("g2", "g2#motinf.1", "g2#motinf.2"):
        mark(game, name, broke=-1, spent=0, halted=False)
    game.play("axis", join("g2#motinf.1"))
    mark(game, "g2", broke=-1, spent=0, moved=-1, halted=False)
    game.play("axis", split("g2"))
    assert {n for n in game.state[UNITS] if n.startswith("g2#")} == {"g2#motinf.2", "g2#motinf.3"}


@pytest.mark.rule("goss", "18.3.0")
@pytest.mark.parametrize(
    ("name", "kind", "worth"),
    [
        ("g1", "motinf", (2, 2, 0, 0, 12)), ("g1", "arminf", (2, 3, 0, 1, 12)),
        ("g1", "armrecon", (1, 2, 1, 1, 14)), ("u1", "inf", (2, 2, 0, 0, 6)),
        ("u1", "para", (2, 2, 0, 0, 6)), ("u1", "glider", (2, 2, 0, 0, 6)),
        ("u1", "arminf", (2, 2, 0, 1, 12)), ("u1", "m4", (2, 2, 3, 3, 12)),
        ("u1", "armrecon", (1, 1, 1, 1, 14)),
    ],
)  # fmt: skip
def test_what_comes_of_each_type(name: str, kind: str, worth: tuple[int, ...]) -> None:
    side = "axis" if name == "g1" else "allied"
    game = position(unit(name, (0, 0), kind), side=side)
    game.play(side, split(name))
    one = counter_of(game, f"{name}#{kind}.1")
    assert (one.attack, one.defence, one.arm_attack, one.arm_defence, one.ma) == worth


@pytest.mark.rule("goss", "18.8.0")
@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        ("pz4", (1, 1)), ("pz5", (2, 1)), ("pz6", (2, 2)), ("pz6b", (2, 2)), ("stug", (1, 1)),
        ("jgpz5", (1, 1)), ("stupz", (1, 1)), ("at", (0, 1)), ("atleg", (0, 1)),
        ("flak", (0, 1)), ("eng", None), ("inf", None),
    ],
)  # fmt: skip
def test_which_companies_become_z_steps(kind: str, worth: tuple[int, int] | None) -> None:
    game = field(unit("g1", (0, 0), kind, size="Co", steps=1))
    if worth is None:
        assert rules(game, "axis", split("g1", 2)) == ["18.3.0"]
        return
    game.play("axis", split("g1", 2))
    for name in ("g1#z.1", "g1#z.2"):
        found = tuple(strength(game, name, attacking=role) for role in (True, False))
        assert found == worth


@pytest.mark.rule("goss", "18.7.0", "18.4.0")
def test_who_rides_does_not_recombine_with_who_walks() -> None:
    game = field(unit("g1", (0, 0), "motinf", pr="5/5"))
    game.play("axis", split("g1"))
    for name in ("g1", "g1#motinf.1"):
        mark(game, name, broke=-1, spent=0)
    assert rules(game, "axis", join("g1#motinf.1")) == []
    mark(game, "g1#motinf.1", transport="foot")
    assert rules(game, "axis", join("g1#motinf.1")) == ["18.7.0"]


@pytest.mark.rule("goss", "18.4.0", "7.12.0")
def test_what_was_paid_to_break_down_counts_for_mounting() -> None:
    game = field(
        unit("g1", (0, 0), "motinf", transport="foot", formation="1"),
        unit("gh", (0, 2), "hq:div", formation="1", traits="mech formation"),
    )  # fmt: skip
    game.play("axis", split("g1"))
    assert now(game, "g1").spent == 3 * POINT
    game.play("axis", {"do": "mount", "units": ["g1"]})
    assert now(game, "g1").spent == 0  # once for both
    assert left_of(game, "g1") == 6 * POINT


@pytest.mark.rule("goss", "18.9.0")
def test_what_lost_companies_leave_of_their_parent() -> None:
    game = field(unit("g1", (0, 0), values="6-8"), unit("g2", (3, 0), "pz5"),
                 unit("g3", (6, 0), "pz5", left=1))  # fmt: skip
    game.play("axis", split("g1", 2))
    eliminate(game, "g1#2-2-6.1", "4.2.2")
    assert (now(game, "g1").place, now(game, "g1").steps, now(game, "g1").out) == ("map", 1, 1)
    game.play("axis", split("g2", 2))
    eliminate(game, "g2#z.1", "4.1.3")
    assert (now(game, "g2").place, now(game, "g2").out) == ("broken", 1)
    mark(game, "g2#z.2", isolated=True)
    eliminate(game, "g2#z.2", "4.1.3")
    assert (now(game, "g2").place, now(game, "g2").out) == ("surrendered", 0)
    assert told(game, "eliminated")[-1] == {"unit": "g2", "isolated": True}
    lose_step(game, "g3", "4.2.2")  # no breakdown unit: nobody else is concerned
    assert now(game, "g3").z


@pytest.mark.rule("goss", "18.9.0", "18.8.0")
def test_a_company_that_came_of_a_battalion_may_be_halved() -> None:
    game = position(unit("u1", (0, 0), "m4"), unit("g1", (9, 0)), side="allied")
    game.play("allied", split("u1"))
    mark(game, "u1#m4.1", broke=-1, spent=0)
    game.play("allied", split("u1#m4.1", 2))
    for place in (1, 2):
        eliminate(game, f"u1#m4.1#z.{place}", "4.1.3")
    assert now(game, "u1#m4.1").place == "eliminated"
    assert (now(game, "u1").steps, now(game, "u1").out) == (2, 0)


@pytest.mark.rule("goss", "18.10.0")
def test_a_hybrid_of_which_nothing_is_left_is_put_aside() -> None:
    game = position(
        unit("u2", (1, 0), "hybrid", formation="9 Arm", steps=2, pr="5/6"),
        unit("u5", None, "m4", formation="9 Arm", traits="generic toe", place="gone", pr="5/6"),
        unit("g1", (9, 0)), side="allied",
    )  # fmt: skip
    game.play("allied", split("u2", 2))
    eliminate(game, "u2#arminf.1", "4.2.2")
    mark(game, "u2#m4.2", broke=-1, spent=0, supply="OhS")
    game.play("allied", {"do": "reorganize", "units": ["u2#m4.2"], "into": "u5"})
    assert (now(game, "u2").place, now(game, "u2").out) == ("gone", 0)
    assert (now(game, "u5").steps, now(game, "u5").supply) == (1, "OhS")
    assert told(game, "recombined")[0]["unit"] == "u5"
    assert rules(game, "allied", move("u5", (2, 0))) == ["7.5.0"]
    assert "u2#m4.2" not in game.state[UNITS]
