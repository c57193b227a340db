"""Sheets to print: every stack and kind of counter, and no more than the player may see."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard import library
from grognard.atlas import map_svg
from grognard.engine.entries import PUBLIC
from grognard.engine.game import Game
from grognard.systems.ocs.system import OCS
from grognard.systems.ocs.table import cards, symbols
from grognard.table import counter_art
from tests.systems.ocs.field import field, unit

SVG = "{http://www.w3.org/2000/svg}"
ROUND_GELA = ("49.18", "55.12")


@pytest.fixture(scope="module")
def husky() -> Game[Any]:
    return library.new("ocs/husky-landing", seed=7)


def groups(text: str, kind: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(text)
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == kind]


def titles(text: str, kind: str = "counter") -> str:
    return "\n".join(group.findtext(f"{SVG}title", "") for group in groups(text, kind))


def words(text: str) -> set[str]:
    root = ElementTree.fromstring(text)
    return {"".join(element.itertext()) for element in root.iter(f"{SVG}text")}


def sheet(game: Game[Any], player: str | None, units: bool = True) -> str:
    return OCS.poster(game, player, None, units, 1200)


# ---- a scenario as it begins


def test_the_umpire_sees_every_stack_with_its_numbers(husky: Game[Any]) -> None:
    text = map_svg(husky, window=ROUND_GELA)
    own = [s for s in cards.stack_cards(husky, None) if s.hex == "52.15"]
    assert own, "somebody stands in Gela"
    assert titles(text).count("52.15, ") == len(own)
    assert "Turn 1 of 4 · from 10 July 1943" in "\n".join(words(text))
    assert {"10 Jul", "infantry", "strength-Action Rating-movement"} <= words(text)
    assert groups(text, "objective")


def test_without_units_only_what_never_changes_is_drawn(husky: Game[Any]) -> None:
    text = map_svg(husky, units=False, window=ROUND_GELA)
    assert not groups(text, "counter")
    assert not groups(text, "mark")
    assert groups(text, "objective")
    assert not any("Turn 1" in word for word in words(text))


def test_a_window_has_its_own_stacks_only(husky: Game[Any]) -> None:
    inside = groups(map_svg(husky, window=ROUND_GELA), "counter")
    assert 0 < len(inside) < len(cards.stack_cards(husky, None))


# ---- secrets


def hidden() -> Any:
    return field(
        unit("a1", "0303"),
        unit("a2", "0303", "artillery", combat="-:5 leg", barrage="9/4", range=2),
        unit("s1", "0808", nation="Soviet"),
        unit("s2", "0808", "artillery", combat="-:5 leg", nation="Soviet"),
        dumps=[{"side": "allied", "hex": "0808", "sp": 3}],
    )


@pytest.mark.rule("ocs", "4.9a")
def test_of_an_enemy_stack_only_the_top_shows() -> None:
    game = hidden()
    umpire, axis, allied = (sheet(game, who) for who in (None, "axis", "allied"))
    assert all(name in titles(umpire) for name in ("a1", "a2", "s1", "s2", "dump of 3 SP"))
    assert "s2" not in titles(axis)
    assert "dump" not in titles(axis) + titles(axis, "mark")
    assert {"a1", "a2", "s1"} <= set(re.findall(r"\b[as][12]\b", titles(axis)))
    assert "a2" not in titles(allied)
    assert "as the German player sees it" in words(axis)
    assert "as it lies open to all" in words(sheet(game, PUBLIC))


@pytest.mark.rule("ocs", "4.9a")
def test_how_many_lie_in_an_enemy_stack_is_not_shown() -> None:
    game = hidden()
    for who, other in (("axis", "0808"), ("allied", "0303")):
        (pile,) = (
            group
            for group in groups(sheet(game, who), "counter")
            if group.findtext(f"{SVG}title", "").startswith(other)
        )
        assert len([r for r in pile.iter(f"{SVG}rect") if r.get("width") == "42"]) == 1
        assert not pile.findall(f"{SVG}circle")


# ---- the art


def test_every_symbol_of_the_table_is_drawn() -> None:
    icons = [(symbols.LAND, icon) for icon in symbols.ARMS.values() if icon != "000000"]
    icons += [(symbols.LAND, icon) for icon in symbols.MECHANISED.values()]
    icons += [(symbols.LAND, symbols.SUPPLY), (symbols.LAND, symbols.TRUCKS)]
    icons += [(symbols.AIR, icon) for _, icon in symbols.PLANES]
    icons += [(symbols.AIR, symbols.FIGHTER_BOMBER)]
    icons += [(symbols.SEA, icon) for icon in symbols.SHIPS.values()]
    for set_, icon in icons:
        known = icon in counter_art.FRAMED if set_ == symbols.LAND else False
        assert known or (set_, icon) in counter_art.OUTLINES, (set_, icon)
        assert counter_art.NAMES[set_, icon]
    assert set(symbols.ECHELONS.values()) | {symbols.STAFF} == set(counter_art.SIZES)
    assert set(symbols.BELOW.values()) <= set(counter_art.BELOW)


def test_no_two_arms_look_alike() -> None:
    assert len(set(counter_art.FRAMED.values())) == len(counter_art.FRAMED)
    outlines = [shape for key, shape in counter_art.OUTLINES.items() if key[1] != "110100"]
    assert len(set(outlines)) == len(outlines)


def test_every_reference_has_its_target(husky: Game[Any]) -> None:
    text = map_svg(husky, side="axis", window=ROUND_GELA)
    found = set(re.findall(r'id="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= found
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= found
