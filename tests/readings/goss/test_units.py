"""Units and stacking, as a second reader reads them. [4.0] [6.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.leading import rating
from grognard.systems.goss.pieces.losses import lose_step
from grognard.systems.goss.pieces.stacking import overstacked, stacked
from grognard.systems.goss.pieces.values import battalion, proficiency, strength
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.field import at, now, position, rules, unit

Spec = tuple[str, dict[str, Any]]


def fits(*specs: Spec, ground: str = "clear", letter: str = "u") -> bool:
    """Whether units that do not know each other may end a phase in a hex."""
    units = [unit(f"{letter}{n}", (0, 0), kind, **facts) for n, (kind, facts) in enumerate(specs)]
    game = position(*units, terrain={(0, 0): ground}, side="allied" if letter == "u" else "axis")
    found = stacked(game, game.board.hex(at(0, 0)))
    assert overstacked(game, game.board.hex(at(0, 0))) == (not found.fits)
    return found.fits


BN: Spec = ("m4", {})
CO: Spec = ("armrecon", {"size": "Co", "steps": 1})
CO2: Spec = ("armrecon", {"size": "Co", "steps": 2})
Z: Spec = ("m5", {"size": "Z", "steps": 1})


@pytest.mark.reading("goss", "goss-04-01")
@pytest.mark.rule("goss", "4.1.0", "4.1.1", "4.1.2", "4.1.4", "6.1.0")
@pytest.mark.parametrize(
    ("more", "legal"),
    [
        ([CO2], True), ([("hybrid", {"size": "Co", "steps": 2, "mix": "m4 arminf"})], True),
        ([("hybrid", {})], False), ([CO, CO], False), ([("art", {})], False),
    ],
)  # fmt: skip
def test_what_goes_with_two_battalions(more: list[Spec], legal: bool) -> None:
    assert fits(BN, ("m4", {"left": 1}), *more) is legal


@pytest.mark.reading("goss", "goss-04-02")
@pytest.mark.rule("goss", "4.2.0", "4.2.1", "4.2.2")
def test_a_battalion_that_loses_step_after_step() -> None:
    game = position(
        unit("g1", (0, 0), "arminf", "6-7", reduced="3-5", pr="7/7", arm_attack=1, arm_defence=1,
             at=2),
    )  # fmt: skip
    counter = game.scenario.counters["g1"]

    def values() -> tuple[int, int]:
        return strength(game, "g1", attacking=True), strength(game, "g1", attacking=False)

    found = [values()]
    for _ in range(2):
        lose_step(game, "g1", "13.10.3")
        found.append(values())
        assert battalion(counter, now(game, "g1"))
        assert proficiency(game, "g1", offensive=True) == 7
    assert found == [(6, 7), (3, 5), (2, 3)]
    lose_step(game, "g1", "13.10.3")
    assert now(game, "g1").place == "eliminated"


@pytest.mark.reading("goss", "goss-06-01")
@pytest.mark.rule("goss", "6.1.0", "4.1.3")
@pytest.mark.parametrize(
    ("ground", "units", "legal"),
    [
        ("clear", [BN, CO2, CO2, Z, Z], True), ("clear", [CO] * 4, False),
        ("clear", [Z] * 3, False), ("clear", [CO] * 3, True),
        ("constricted", [CO2, CO2, Z], True), ("constricted", [BN, Z, Z], False),
        ("constricted", [BN, BN], False), ("constricted", [BN, CO, Z], True),
    ],
)  # fmt: skip
def test_how_many_fit(ground: str, units: list[Spec], legal: bool) -> None:
    assert fits(*units, ground=ground) is legal


DIV = {"formation": "1"}
HYBRID: Spec = ("hybrid", {"size": "Co", "steps": 2, "mix": "m4 arminf", **DIV})


@pytest.mark.reading("goss", "goss-06-02")
@pytest.mark.rule("goss", "6.2.2", "6.2.1", "6.4.0")
def test_special_stacks_in_constricted_ground() -> None:
    leg, eng, td = ("inf", DIV), ("eng", DIV), ("td", DIV)
    assert not fits(leg, eng, HYBRID, td, ground="constricted")
    assert fits(leg, td, HYBRID, ("m5", {"size": "Z", "steps": 1}), ground="constricted")
    recon = ("armrecon", {"size": "Co", "steps": 2, **DIV})
    german = [
        ("motinf", DIV),
        ("pz4", DIV),
        eng,
        recon,
        ("stug", DIV),
        ("stug", {"z": True, "left": 0}),
    ]
    assert fits(*german, ground="constricted", letter="g")
    assert not fits(*german, ("jgpz5", DIV), ground="constricted", letter="g")


@pytest.mark.reading("goss", "goss-06-03")
@pytest.mark.rule("goss", "6.2.1", "6.2.0")
@pytest.mark.parametrize(
    ("host", "guest", "legal"),
    [
        (("motinf", DIV), ("stug", DIV), True),
        (("motinf", {"transport": "foot", **DIV}), ("stug", DIV), True),
        (("motinf", {"formation": "2"}), ("stug", DIV), False),
        (("inf", DIV), ("stug", DIV), False),
        (("motinf", DIV), ("stug", {"steps": 2, **DIV}), False),
        (("motinf", DIV), ("stug", {"steps": 2, "left": 1, **DIV}), True),
    ],
)  # fmt: skip
def test_who_takes_an_assault_gun_company_along(host: Spec, guest: Spec, legal: bool) -> None:
    others: list[Spec] = [("inf", {"formation": "9"}), ("inf", {"size": "Co", "steps": 1})]
    assert fits(host, *others, guest, letter="g") is legal


@pytest.mark.reading("goss", "goss-06-05")
@pytest.mark.rule("goss", "6.2.0", "6.2.0-ma-pr", "6.2.0-one")
def test_who_moves_as_one_and_how_well_they_fight() -> None:
    bn = unit("g1", (0, 0), "arminf", pr="6/7", **DIV)
    tiger = unit("g2", (1, 0), "pz6", ma="9", pr="8/8", **DIV)
    game = position(bn, tiger, unit("u1", (-9, 0)), segment="moves")
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(1, 0)]})
    both = {"do": "move", "units": ["g1", "g2"], "path": [at(2, 0)]}
    assert rules(game, "axis", both) == ["6.2.0"]
    assert rules(game, "axis", {**both, "units": ["g1"]}) == []

    def far(hexes: int, *who: str) -> list[str]:
        later = position(
            unit("g1", (0, 0), "arminf", pr="6/7", **DIV),
            unit("g2", (0, 0), "pz6", ma="9", pr="8/8", **DIV),
            unit("ghq", (0, 1), "hq:div", **DIV), unit("u1", (-9, 9)), segment="moves",
        )  # fmt: skip
        path = [at(q, 0) for q in range(1, hexes + 1)]
        return rules(later, "axis", {**both, "units": [*who], "path": path})

    assert far(4, "g1", "g2") == [], "two MP a hex, and the slower one has nine"
    assert far(5, "g1", "g2") == ["7.2.0"]
    assert far(6, "g1") == []
    fight = field(
        unit("g1", (0, 1), "arminf", pr="6/7", mode="PA", **DIV),
        unit("g2", (0, 1), "pz6", pr="8/8", mode="PA", **DIV), unit("u1", (0, 0)),
    )  # fmt: skip
    found = clash(fight, ["g1", "g2"], lead={"unit": "g2"})
    assert rating(fight, found.assault.attack, "g2") == 6
    pair: Gs = field(
        unit("g1", (0, 1), "armrecon", pr="7/6", size="Co", steps=1, mode="PA", **DIV),
        unit("g2", (0, 1), "pz4", pr="6/7", mode="PA", **DIV), unit("u1", (0, 0)),
    )  # fmt: skip
    assert rating(pair, clash(pair, ["g1", "g2"]).assault.attack, "g1") == 6
