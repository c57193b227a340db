"""Combat where the text is silent or doubtful: what the options change. [5.0] [7.0] [15.0]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.combat.afterwards import asked, back, chase, fight, lose
from tests.systems.wb95.combat.battles import attack, declared, front, odds_of, sums
from tests.systems.wb95.field import ATTACK_A, at, field, rig, rules, told, unit, where

rule = pytest.mark.rule
END = {"do": "end"}
HIT = attack("g1", "0404")


def sound(game: Wb, player: str) -> None:
    """Whatever is listed or drawn by lot is allowed."""
    for action in game.legal(player):
        assert game.why(player, action) == []
    rng = random.Random(5)
    for _ in range(30):
        drawn = game.sample(player, rng)
        assert drawn is not None
        assert game.why(player, drawn) == []


# ---- ratio, ground, works


@rule("wb95", "1.7b")
@rule("wb95", "1.5")
@pytest.mark.parametrize(
    ("ruling", "attacker", "defender", "column"),
    [
        ("half-up", 4, 5, "1:1"),
        ("half-up", 4, 9, "1:2"),
        ("half-up", 2, 9, "1:4"),
        ("defender", 4, 5, "1:2"),
        ("defender", 4, 9, "1:3"),
        ("defender", 4, 8, "1:2"),
        ("defender", 2, 9, "1:4"),
        ("defender", 5, 4, "1:1"),
        ("defender", 6, 4, "2:1"),
    ],
)
def test_ratios_below_even(ruling: str, attacker: int, defender: int, column: str) -> None:
    game = front(
        unit("g1", "0403", sp=attacker), unit("s1", "0404", sp=defender),
        options={"ratio-below-even": ruling},
    )  # fmt: skip
    assert odds_of(sums(game, HIT))[0] == column


@rule("wb95", "5.5.3")
@pytest.mark.parametrize(("ruling", "strength"), [("decisive-hex", 8), ("any-hex", 4)])
@pytest.mark.parametrize("kind", ["swamp", "fixed position"])
def test_which_of_several_hexes_halves_an_attack(kind: str, ruling: str, strength: int) -> None:
    """The stronger defenders are on clear ground, the weaker ones in the swamp or position."""
    swamp = {"0405": "swamp"} if kind == "swamp" else {}
    game = front(
        unit("g1", "0404", sp=8), unit("s1", "0403", sp=6), unit("s2", "0405", sp=2),
        board=sketch(9, 9, terrain=swamp), options={"halving-ground": ruling},
        fixed_positions={} if swamp else {"0405": 3},
    )  # fmt: skip
    assert sums(game, attack("g1", "0403 0405")).attack.total == strength


@rule("wb95", "T.terrain.n3")
@pytest.mark.parametrize(
    ("ruling", "position", "strength"),
    [("everything", {}, 5), ("units", {}, 7), ("everything", {"0404": 3}, 3),
     ("units", {"0404": 3}, 4)],
)  # fmt: skip
def test_whether_a_swamp_halves_support(
    ruling: str, position: dict[str, int], strength: int
) -> None:
    """6 SP and a gun of 4: half of all, or half of the 6; in a fixed position all is halved too."""
    game = front(
        unit("g1", "0403", sp=6), unit("gun", "0402", "ART", "4,3"), unit("s1", "0404"),
        board=sketch(9, 9, terrain={"0404": "swamp"}), fixed_positions=position,
        options={"swamp-halving": ruling},
    )  # fmt: skip
    assert sums(game, attack("g1", "0404", guns=["gun"])).attack.total == strength


@rule("wb95", "5.5.4")
@pytest.mark.parametrize(
    ("ruling", "origin", "cm"),
    [("counts", "0403", 1), ("ignored", "0403", 0), ("ignored", "0405", 1)],
)
def test_water_under_a_bridge(ruling: str, origin: str, cm: int) -> None:
    """A river on both sides of 0404, bridged on one of them."""
    board = sketch(9, 9, sides=["0403-0404 river bridge", "0405-0404 river"])
    game = front(
        unit("g1", origin), unit("s1", "0404"), board=board, options={"bridged-water": ruling}
    )
    assert sums(game, HIT).defender_cm.total == cm


@rule("wb95", "15.1.8")
@pytest.mark.parametrize(("ruling", "refused"), [("counts", ["15.1.8"]), ("ignored", [])])
def test_stars_across_a_bridged_big_river(ruling: str, refused: list[str]) -> None:
    game = front(
        unit("g1", "0403", stars="blue:1"), unit("s1", "0404"),
        board=sketch(9, 9, sides=["0403-0404 big_river bridge"]),
        options={"bridged-water": ruling},
    )  # fmt: skip
    assert rules(game, "german", {**HIT, "stars": ["g1"]}) == refused


@rule("wb95", "S2.2")
@pytest.mark.parametrize(
    ("strengths", "worth"),
    [
        ((5, 4), {"any-counter": 1, "every-counter": 0, "stack": 1}),
        ((4, 4), {"any-counter": 0, "every-counter": 0, "stack": 1}),
        ((5, 6), {"any-counter": 1, "every-counter": 1, "stack": 1}),
        ((2, 2), {"any-counter": 0, "every-counter": 0, "stack": 0}),
    ],
)
def test_whose_five_points_count(strengths: tuple[int, int], worth: dict[str, int]) -> None:
    """A headquarters beside them neither helps nor harms."""
    for ruling, cm in worth.items():
        defenders = [unit(f"s{i}", "0404", sp=sp) for i, sp in enumerate(strengths)]
        game = front(
            unit("g1", "0403"), *defenders, unit("shq", "0404", "HQ"), fortified=["0404"],
            options={"weak-field-fortifications": "on", "weak-field-strength": ruling},
        )  # fmt: skip
        assert sums(game, HIT).defender_cm.total == cm


# ---- who fights


def twice(ruling: str) -> Wb:
    """s1 has retreated into s2's hex, which g2 is next to; both are of the same strength."""
    game = field(
        unit("g1", "0505"), unit("g2", "0402"), unit("s1", "0504", cel=3), unit("s2", "0503"),
        phase=ATTACK_A, options={"second-attack": ruling},
    )  # fmt: skip
    fight(game, "- / D1", "g1")
    game.play("soviet", back(s1="0503"))
    game.play("german", chase())
    return game


@rule("wb95", "5.1.1")
def test_a_hex_with_a_unit_that_fought_is_not_attacked_again() -> None:
    game = twice("whole-hex")
    assert rules(game, "german", attack("g2", "0503")) == ["5.1.1"]
    assert rules(game, "german", END) == [], "nobody is left whom g2 could attack"


@rule("wb95", "5.1.1")
def test_or_the_others_in_it_are_attacked_alone() -> None:
    game = twice("fresh-units")
    assert rules(game, "german", END) == ["5.1.3", "5.1.4"]
    again = attack("g2", "0503")
    assert declared(game, again).defenders == ("s2",)
    assert sums(game, again).defence.total == 4
    sound(game, "german")
    fight(game, "- / D1", "g2", "0503")
    assert rules(game, "soviet", back(s1="0603")) == ["5.3.1"]
    game.play("soviet", back(s2="0603"))
    assert (where(game, "s1"), where(game, "s2")) == ("0503", "0603")
    assert asked(game) == "Attack", "s1 holds the hex, so that nobody pursues"
    assert rules(game, "german", END) == []


def beside(type: str, sp: Any) -> Wb:
    """s1 has retreated into the hex of guns or a headquarters, which g2 is next to."""
    game = field(
        unit("g1", "0505"), unit("g2", "0402"), unit("s1", "0504", cel=3),
        unit("s2", "0503", type, sp), phase=ATTACK_A,
        options={"second-attack": "fresh-units"},
    )  # fmt: skip
    fight(game, "- / D1", "g1")
    game.play("soviet", back(s1="0503"))
    game.play("german", chase())
    return game


@rule("wb95", "5.1.4")
def test_a_unit_that_fought_need_not_be_attacked_again() -> None:
    """g2 is in its zone and must attack, but nothing that is still due is in 0503."""
    game = beside("ART", "3,2")
    assert rules(game, "german", END) == ["5.1.3"]
    assert sums(game, attack("g2", "0503")).defence.total == 2
    fight(game, "- / -", "g2", "0503")
    assert rules(game, "german", END) == []


@rule("wb95", "5.1.9")
def test_a_headquarters_beside_a_unit_that_fought_is_not_alone() -> None:
    game = beside("HQ", 0)
    assert not sums(game, attack("g2", "0503")).lone
    fight(game, "- / D1", "g2", "0503")
    assert rules(game, "soviet", back(s2="0603")) == []


@rule("wb95", "5.1.4")
@pytest.mark.parametrize(("ruling", "refused"), [("able-units", []), ("all-units", ["5.1.4"])])
def test_whether_guns_in_an_enemy_zone_cause_an_attack(ruling: str, refused: list[str]) -> None:
    """The guns in 0403 cannot attack, and g1 is fortified; s2 is somebody else to attack."""
    game = front(
        unit("gun", "0403", "ART", "3,2"), unit("g1", "0504"), unit("s1", "0404"),
        unit("s2", "0603"), fortified=["0504"], options={"attacks-owed": ruling},
    )  # fmt: skip
    assert rules(game, "german", END) == refused
    assert rules(game, "german", attack("g1", "0603")) == refused
    assert rules(game, "german", attack("g1", "0404")) == []
    sound(game, "german")


@rule("wb95", "5.1.4")
@pytest.mark.parametrize(("ruling", "refused"), [("able-units", []), ("all-units", ["5.1.4"])])
def test_the_enemy_of_guns_that_fought_and_died_stays_due(ruling: str, refused: list[str]) -> None:
    """The gun in 0403, in the zone of s1, supports g2 against s2 and is lost."""
    game = front(
        unit("gun", "0403", "ART", "3,2"), unit("g1", "0504"), unit("g2", "0302"),
        unit("s1", "0404"), unit("s2", "0303"), fortified=["0504"],
        options={"attacks-owed": ruling},
    )  # fmt: skip
    fight(game, "-1 / -", "g2", "0303", guns=["gun"])
    game.play("german", lose(gun=1))
    game.play("soviet", chase())
    assert rules(game, "german", END) == refused
    fight(game, "- / -", "g1", "0404")
    assert rules(game, "german", END) == []


# ---- retreat, pursuit, tests


def beaten(ruling: str, result: str = "- / D2", **spec: Any) -> Wb:
    """A German attack from 0505 on 0504."""
    game = field(
        unit("g1", "0505"), unit("s1", "0504"), phase=ATTACK_A,
        options={"retreat-direction": ruling}, **spec,
    )  # fmt: skip
    fight(game, result, "g1")
    return game


@rule("wb95", "5.3.2")
@pytest.mark.parametrize(("ruling", "refused"), [("away", ["5.3.2"]), ("free", [])])
def test_the_direction_of_a_retreat(ruling: str, refused: list[str]) -> None:
    game = beaten(ruling)
    sideways = back(s1="0503 0603")
    assert rules(game, "soviet", sideways) == refused
    assert (sideways in list(game.legal("soviet"))) == (not refused)
    assert rules(game, "soviet", back(s1="0503 0502")) == []
    sound(game, "soviet")


@rule("wb95", "5.3.2")
def test_a_free_retreat_does_not_come_back() -> None:
    """Tanks have no zone into the swamp, so only this rule keeps the infantry out of it."""
    game = field(
        unit("g1", "0505", "ARM"), unit("s1", "0504"), phase=ATTACK_A,
        board=sketch(9, 9, terrain={"0504": "swamp"}), options={"retreat-direction": "free"},
    )  # fmt: skip
    fight(game, "- / D2", "g1")
    assert rules(game, "soviet", back(s1="0503 0504")) == ["5.3.2"]
    sound(game, "soviet")


@rule("wb95", "5.3.2")
@pytest.mark.parametrize(("ruling", "refused"), [("away", ["5.3.2"]), ("free", [])])
def test_a_free_retreat_may_come_nearer_again(ruling: str, refused: list[str]) -> None:
    game = beaten(ruling, "- / D3")
    assert rules(game, "soviet", back(s1="0503 0602 0603")) == refused
    assert rules(game, "soviet", back(s1="0503 0603 0503")) == ["5.3.2"], "no hex twice"
    sound(game, "soviet")


@rule("wb95", "5.3.3")
def test_a_free_retreat_minds_enemy_zones_too() -> None:
    assert rules(beaten("free"), "soviet", back(s1="0503 0404")) == ["5.3.2"]
    assert rules(beaten("free"), "soviet", back(s1="0403 0404")) == ["5.3.3"]


@rule("wb95", "5.4.2")
@pytest.mark.parametrize(
    ("ruling", "beside", "aside"),
    [("beside-the-path", [], []), ("last-hex", ["5.4.2"], [])],
)
def test_the_width_of_a_pursuit(ruling: str, beside: list[str], aside: list[str]) -> None:
    soviet = unit("s1", "0504", cel=4)
    game = field(
        unit("g1", "0505"), soviet, phase=ATTACK_A, options={"pursuit-width": ruling}
    )  # fmt: skip
    fight(game, "- / D3", "g1")
    game.play("soviet", back(s1="0503 0502 0501"))
    assert rules(game, "german", chase(g1="0504 0503 0502")) == []
    assert rules(game, "german", chase(g1="0504 0403 0402")) == beside
    assert rules(game, "german", chase(g1="0504 0503 0402")) == aside
    assert rules(game, "german", chase(g1="0504 0403")) == aside
    sound(game, "german")
    game.play("german", chase(g1="0504 0503 0402"))
    assert where(game, "g1") == "0402"


@rule("wb95", "5.6.2")
@pytest.mark.parametrize(
    ("ruling", "rolls", "shaken"),
    [("each-unit", [(5, 6), (5, 5)], ["g1"]), ("together", [(5, 6)], ["g1"])],
)
def test_a_test_for_each_unit_or_for_all(
    ruling: str, rolls: list[tuple[int, int]], shaken: list[str]
) -> None:
    """An 11 is too much for the Wehrmacht, whose limit it is, and not for the SS."""
    game = field(
        unit("g1", "0505"), unit("g2", "0505", traits="ss"), unit("s1", "0504"),
        phase=ATTACK_A, options={"disorganisation-tests": ruling},
    )  # fmt: skip
    rig(game, 1, 1, *(face for roll in rolls for face in roll))
    fight(game, "T / -", "g1 g2")
    assert len(told(game, "disorganisation test")) == len(rolls)
    assert [n for n in ("g1", "g2") if at(game, n).disorganised >= 0] == shaken


@rule("wb95", "5.6.2")
def test_one_roll_disorganises_all_whose_limit_it_reaches() -> None:
    game = field(
        unit("g1", "0505"), unit("g2", "0505", traits="ss"), unit("s1", "0504"),
        phase=ATTACK_A, options={"disorganisation-tests": "together"},
    )  # fmt: skip
    rig(game, 1, 1, 6, 6)
    fight(game, "T / -", "g1 g2")
    assert told(game, "disorganisation test") == [
        {"tested": 2, "failed": 2, "limits": {"g1": 11, "g2": 12}, "disorganised": ["g1", "g2"]}
    ]


@rule("wb95", "5.3.9")
@pytest.mark.parametrize(
    ("ruling", "faces", "shaken"),
    [
        ("each-unit", (1, 1, 4, 6, 4, 6), ["s1", "s2"]),
        ("each-unit", (1, 1, 1, 1, 4, 6), ["s2"]),
        ("together", (1, 1, 4, 6), ["s1", "s2"]),
        ("together", (4, 6), ["s1", "s2"]),
        ("together", (1, 1, 1, 1), []),
    ],
)
def test_tests_for_a_retreat_together(ruling: str, faces: tuple[int, ...], shaken: list[str]):
    """Both units retreat three hexes: two tests each, or two for both. The limit is 10."""
    game = field(
        unit("g1", "0505"), unit("s1", "0504"), unit("s2", "0504"), phase=ATTACK_A,
        options={"disorganisation-tests": ruling},
    )  # fmt: skip
    fight(game, "- / D3", "g1")
    way = "0503 0502 0501"
    game.play("soviet", back(s1=way, s2=way))
    rig(game, *faces, *([1, 1] * 2))
    game.play("german", chase())
    assert [n for n in ("s1", "s2") if at(game, n).disorganised >= 0] == shaken


@rule("wb95", "5.6.2")
@pytest.mark.parametrize(("ruling", "count"), [("each-unit", 2), ("together", 1)])
def test_tests_under_fire_together(ruling: str, count: int) -> None:
    """4 SP roll 12 on the fire table: disorganised; 7 SP roll 4: each tests, or all at once."""
    game = field(
        unit("gun", "0501", "ART", "7,3"), unit("s1", "0504"), unit("s2", "0504"),
        phase=ATTACK_A, options={"disorganisation-tests": ruling},
    )  # fmt: skip
    rig(game, 2, 2, 1, 1, 1, 1)
    game.play("german", {"do": "bombard", "guns": ["gun"], "target": "0504"})
    assert len(told(game, "disorganisation test")) == count


# ---- special units


@rule("wb95", "15.1.2")
@pytest.mark.parametrize(("ruling", "cm"), [("disable-nothing", 2), ("still-disable", 1)])
def test_a_star_that_is_switched_off(ruling: str, cm: int) -> None:
    """White switches the enemy's black off; is the yellow one safe from that black then?"""
    game = front(
        unit("g1", "0403", "ARM", stars="white:1;yellow:1"),
        unit("s1", "0404", "ARM", stars="black:1"),
        options={"disabled-stars": ruling},
    )
    found = sums(game, {**HIT, "stars": ["g1"]}, {"stars": ["s1"]})
    assert (found.attacker_cm.total, found.defender_cm.total) == (cm, 0)


@rule("wb95", "15.2.3")
@pytest.mark.parametrize(("ruling", "cm"), [("once", 1), ("each", 2)])
def test_two_resilience_groups(ruling: str, cm: int) -> None:
    groups = [unit(f"srg{i}", "0404", "RG", 1) for i in range(2)]
    game = front(
        unit("g1", "0403"), unit("s1", "0404"), *groups,
        options={"several-special-units": ruling},
    )  # fmt: skip
    assert sums(game, HIT).defender_cm.total == cm


@rule("wb95", "15.4.1")
@pytest.mark.parametrize(("ruling", "cm"), [("once", 2), ("each", 4)])
def test_two_fortification_units(ruling: str, cm: int) -> None:
    """Besides the 2 of the field fortification."""
    forts = [unit(f"sfu{i}", "0404", "FU", 2) for i in range(2)]
    game = front(
        unit("g1", "0403"), *forts, fortified=["0404"],
        options={"several-special-units": ruling},
    )  # fmt: skip
    assert sums(game, HIT, {"forts": ["sfu0"]}).defender_cm.total == 4
    assert sums(game, HIT, {"forts": ["sfu0", "sfu1"]}).defender_cm.total == 2 + cm
