"""Classes of units, and units with rules of their own. [4.3.0] [4.6.0]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.pieces.values import mech
from tests.systems.goss.assault.clash import assault, clash, field
from tests.systems.goss.field import now, position, rules, unit


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
