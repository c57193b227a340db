"""Classes of units, and units with rules of their own. [4.3.0] [4.6.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.observation.reveals import armor_of
from grognard.systems.goss.pieces.losses import eliminate, lose_step
from grognard.systems.goss.pieces.values import counter_of, mech
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.assault.clash import assault, clash, field
from tests.systems.goss.field import at, now, position, rules, unit


@pytest.mark.rule("goss", "4.3.1", "4.3.2")
def test_who_is_leg_and_who_is_mech() -> None:
    kinds = ("inf", "para", "eng", "re", "motinf", "arminf", "m4", "art", "spa", "arth", "armrecon")
    game = position(
        *(unit(f"g{n}", (n, 0), kind) for n, kind in enumerate(kinds)),
        unit("ghq", (0, 3), "hq:div", formation="1"), unit("u1", (0, 5), transport="inherent"),
        unit("g20", (0, 7), "motinf", transport="foot"),
    )  # fmt: skip
    counters = game.scenario.counters
    found = {n: mech(counters[n], now(game, n)) for n in counters}
    assert [found[f"g{n}"] for n in range(len(kinds))] == [False] * 4 + [True] * 7
    assert found["ghq"]
    assert found["u1"], "trucks make a Leg unit Mech"
    assert not found["g20"], "Mech personnel may dismount"
    legs = [n for n in counters if counters[n].cls == "Leg"]
    assert all(counters[n].personnel for n in legs)


def riding(segment: str = "moves", **facts: Any) -> Gs:
    """A British battalion in Kangaroos next to a German one."""
    own = {"formation": "1"}
    return position(
        unit("b1", (0, 1), transport="kangaroo", **own, **facts), unit("g1", (0, 0)),
        unit("b2", None, "m5", traits="kangaroo", place="held", where="b1"),
        unit("bh", (0, 6), "hq:div", **own), *(unit(f"b{n}", (n, 3), **own) for n in (3, 4, 5, 6)),
        side="allied", segment=segment,
    )  # fmt: skip


@pytest.mark.rule("goss", "4.6.5")
def test_who_rides_in_kangaroos_fights_from_them() -> None:
    game = riding()
    assert armor_of(counter_of(game, "b1"), now(game, "b1")) == "mixed"
    assert counter_of(game, "b1").personnel
    assert mech(counter_of(game, "b1"), now(game, "b1"))
    for name in ("b3", "b4", "b5"):
        assert rules(game, "allied", {"do": "mount", "units": [name], "by": "inherent"}) == []
        game.play("allied", {"do": "mount", "units": [name], "by": "inherent"})
    assert rules(game, "allied", {"do": "mount", "units": ["b6"], "by": "inherent"}) != []
    marks = riding("designation")
    assert rules(marks, "allied", {"do": "designate", "units": ["b1"]}) == []
    assert rules(riding("assaults", ta=True), "allied", assault(["b1"])) == []
    charge = riding("active-moves", mode="Exploit")
    order = {"do": "overrun", "units": ["b1"], "path": [at(0, 0)]}
    assert rules(charge, "allied", order) == []


@pytest.mark.rule("goss", "4.6.5")
def test_kangaroos_are_lost_with_those_who_ride_in_them() -> None:
    game = riding()
    lose_step(game, "b1", "13.10.3")
    assert now(game, "b2").place == "held"
    eliminate(game, "b1", "13.10.3")
    assert now(game, "b2").place == "eliminated"


@pytest.mark.rule("goss", "4.6.7")
def test_engineer_tanks_and_flame_tanks() -> None:
    def fight(traits: str, *more: str) -> tuple[int, dict[str, int]]:
        game = field(
            unit("b1", (0, 1), "m4", "6-6", traits=traits, mode="PA"),
            *(unit(name, (0, 1), "inf", "4-6", mode="PA") for name in more),
            unit("g1", (0, 0), inside=True), works={(0, 0): "ET-2"}, side="allied",
        )  # fmt: skip
        found = clash(game, ["b1", *more])
        return found.attack, found.right

    strength, shifts = fight("engineer afv", "b2")
    assert (strength, shifts.get("13.7.3(m)")) == (10, 1)
    strength, shifts = fight("engineer afv; flame", "b2")
    assert (strength, shifts.get("13.7.3(m)")) == (4, 1), "flames add no strength, but a shift"
    assert fight("", "b2")[1].get("13.7.3(m)") is None
    assert fight("engineer afv")[1].get("13.7.3(m)") is None, "not by itself"


@pytest.mark.rule("goss", "4.6.8")
def test_commonwealth_recon() -> None:
    recon = unit("b1", (0, 1), "armrecon", steps=2, mode="PA", pr="8/8")
    clear = {"side": "allied", "options": {"fog-of-war": "off"}}
    alone = field(recon, unit("g1", (0, 0)), **clear)
    assert rules(alone, "allied", assault(["b1"])) == ["4.6.8"]
    weak = field(recon, unit("g1", (0, 0), "stug", z=True, left=0), **clear)
    assert rules(weak, "allied", assault(["b1"])) == []
    us = unit("u1", (0, 1), "armrecon", steps=2, mode="PA")
    assert rules(field(us, unit("g1", (0, 0)), **clear), "allied", assault(["u1"])) == []
    both = field(recon, unit("b2", (0, 1), "m4", pr="4/4", mode="PA"), unit("g1", (0, 0)), **clear)
    assert rules(both, "allied", assault(["b1", "b2"])) == []
    found = clash(both, ["b1", "b2"]).assault.attack
    assert (found.lead, found.armor) == ("b2", "b2")
    foot = field(recon, unit("b2", (0, 1), mode="PA", pr="4/4"), unit("g1", (0, 0)), **clear)
    found = clash(foot, ["b1", "b2"]).assault.attack
    assert (found.lead, found.armor) == ("b2", "b1"), "nobody else has armor"
