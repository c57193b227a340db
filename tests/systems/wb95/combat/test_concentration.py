"""Tactical concentration. [13.1]"""

from __future__ import annotations

import pytest

from tests.systems.wb95.combat.battles import attack, front, sums
from tests.systems.wb95.field import ATTACK_B, unit

rule = pytest.mark.rule


def division(name: str, hex: str, count: int, side: str = "g", **more):
    """Some units of one division in a hex."""
    return [unit(f"{side}{name}{i}", hex, formation=name, **more) for i in range(count)]


def everybody(*groups) -> str:
    """The names of some units."""
    return " ".join(item["row"]["id"] for group in groups for item in group)


@rule("wb95", "13.1.2")
@pytest.mark.parametrize(("count", "cms"), [(2, 0), (3, 1), (5, 1)])
def test_three_units_of_a_division_gain_a_column(count, cms):
    group = division("A", "0403", count, cel=1)
    game = front(*group, unit("s1", "0404"))
    assert sums(game, attack(everybody(group), "0404")).attacker_cm.total == cms


@rule("wb95", "13.1.2")
def test_units_of_different_divisions_do_not_concentrate():
    groups = [division(n, "0403", 2, cel=1) for n in "AB"]
    game = front(*(u for g in groups for u in g), unit("s1", "0404"))
    assert sums(game, attack(everybody(*groups), "0404")).attacker_cm.total == 0


@rule("wb95", "13.1.3")
def test_they_need_not_share_a_hex():
    groups = [division("A", "0403", 2), [unit("g9", "0405", formation="A")]]
    game = front(*(u for g in groups for u in g), unit("s1", "0404"))
    assert sums(game, attack(everybody(*groups), "0404")).attacker_cm.total == 1


@rule("wb95", "13.1.2")
def test_defenders_concentrate_too_without_headquarters():
    group = division("A", "0403", 2)
    game = front(
        *group, unit("ghq", "0403", "HQ", formation="A"), unit("s1", "0404"), phase=ATTACK_B
    )
    assert sums(game, attack("s1", "0403"), player="soviet").defender_cm.total == 0
    game = front(*division("A", "0403", 3), unit("s1", "0404"), phase=ATTACK_B)
    assert sums(game, attack("s1", "0403"), player="soviet").defender_cm.total == 1


@rule("wb95", "13.1.1")
@pytest.mark.parametrize(("type", "cms"), [("ARM", 1), ("MOT", 1), ("INF", 0), ("CAV", 0)])
def test_of_soviet_formations_only_armoured_and_mechanised_corps_concentrate(type, cms):
    corps = [unit(f"s{i}", "0404", type, formation="I") for i in range(3)]
    game = front(unit("g1", "0403", nation="Romanian"), *corps)
    assert sums(game, attack("g1", "0404")).defender_cm.total == cms


@rule("wb95", "13.1.1")
def test_divisions_of_allies_of_the_german_concentrate():
    group = division("A", "0403", 3, nation="Romanian")
    game = front(*group, unit("s1", "0404"))
    assert sums(game, attack(everybody(group), "0404")).attacker_cm.total == 1


@rule("wb95", "13.1.5")
@pytest.mark.parametrize(
    ("organic", "hex", "cms"), [("yes", "0402", 1), ("", "0402", 0), ("", "0405", 1)]
)
def test_organic_guns_count_from_afar_and_others_only_next_to_the_enemy(organic, hex, cms):
    group = division("A", "0403", 2)
    gun = unit("gun", hex, "ART", "5,3", formation="A", **({"organic": organic} if organic else {}))
    game = front(*group, gun, unit("s1", "0404"))
    found = sums(game, attack(everybody(group), "0404", guns=["gun"]))
    assert found.attacker_cm.total == cms


@rule("wb95", "13.1.1")
def test_without_the_chapter_nobody_concentrates():
    group = division("A", "0403", 3)
    game = front(*group, unit("s1", "0404"), options={"tactical-concentration": "off"})
    assert sums(game, attack(everybody(group), "0404")).attacker_cm.total == 0
