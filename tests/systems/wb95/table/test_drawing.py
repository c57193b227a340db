"""Games drawn as SVG: every stack and kind of counter, and no more than the player may see."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard import library
from grognard.engine.game import Game
from grognard.systems.wb95.pieces.stacks import stacks
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, HEXES
from grognard.systems.wb95.table.counter_art import arm, symbols
from grognard.systems.wb95.table.drawing import PRINTER
from grognard.systems.wb95.units import SIZES, STARS, TYPES, UNITS
from tests.systems.wb95.field import MOVES, at, field, unit

SVG = "{http://www.w3.org/2000/svg}"
MASKED = {"masking": "on"}
draw_game = PRINTER.drawn


@pytest.fixture(scope="module")
def typhoon() -> Game[Any]:
    return library.new("wb95/typhoon", seed=7)


@pytest.fixture(scope="module")
def drawn(typhoon: Game[Any]) -> dict[str | None, str]:
    """The whole map as each may see it, drawn once: it takes a second."""
    return {player: draw_game(typhoon, player) for player in (None, "german", "soviet")}


def counters(text: str) -> list[ElementTree.Element]:
    """The stacks that are drawn."""
    root = ElementTree.fromstring(text)
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == "counter"]


def words(group: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in group.iter(f"{SVG}text")]


def title(group: ElementTree.Element) -> str:
    return group.findtext(f"{SVG}title", "")


def change(game: Wb, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(at(game, name), **facts))


def cover(game: Wb, label: str) -> None:
    h = game.board.hex(label)
    game.put(HEXES, h, replace(game.state[HEXES][h], masked=True))


# ---- the whole picture


def test_a_notebook_shows_the_game(typhoon: Game[Any], drawn: dict[str | None, str]) -> None:
    text = typhoon._repr_svg_()
    assert text is not None
    assert text == draw_game(typhoon) == drawn[None], "the same every time"
    assert len(counters(text)) == len(stacks(typhoon).at)
    assert "Typhoon · turn 1 of 20 · 15 November 1941" in text
    assert "OpenStreetMap contributors" in text


def test_every_reference_has_its_target(drawn: dict[str | None, str]) -> None:
    for text in drawn.values():
        found = set(re.findall(r'id="([^"]+)"', text))
        assert set(re.findall(r'href="#([^"]+)"', text)) <= found
        assert set(re.findall(r"url\(#([^)]+)\)", text)) <= found


def test_a_window_shows_its_own_stacks_only(
    typhoon: Game[Any], drawn: dict[str | None, str]
) -> None:
    board = typhoon.board
    klin = board.disk(board.hex("2716"), 3)
    text = draw_game(typhoon, window=klin)
    assert len(counters(text)) == sum(h in klin for h in stacks(typhoon).at) > 0
    assert len(text) < len(drawn[None]) / 5
    assert "KLIN" in text
    assert "MOSCOW" not in text


def test_heading_says_whose_view_it_is(drawn: dict[str | None, str]) -> None:
    assert "as the Soviet player sees it" in drawn["soviet"]
    assert "player sees it" not in drawn[None]


# ---- counters


@pytest.mark.parametrize("move", ["foot", "trucked", "tracked"])
@pytest.mark.parametrize("kind", TYPES)
def test_every_arm_has_a_symbol_of_its_own(kind: str, move: str) -> None:
    known = re.findall(r'<g id="([^"§]+)§">(.*?)</g>', symbols())
    shapes = dict(known)
    assert arm(kind, move, False) in shapes
    assert arm(kind, move, True) in shapes
    others = [shape for name, shape in known if name in TYPES and name != kind]
    if kind not in ("INF", "MOT"):
        assert shapes[kind] not in others


def test_motorised_infantry_has_wheels_and_towed_guns_only_when_limbered() -> None:
    assert arm("MOT", "trucked", False) != arm("INF", "foot", False)
    assert arm("ART", "trucked", True) == "ART"
    assert arm("ART", "trucked", False) == "ART-wheels"
    assert arm("ART", "tracked", False) == "ART-tracked"


def test_all_kinds_sizes_and_stars_can_be_drawn() -> None:
    cells = [f"{row:02d}{col:02d}" for row in range(1, 10) for col in range(1, 10)]
    units = [unit(f"g{kind}", cells.pop(), kind, size="R") for kind in TYPES]
    units += [unit(f"ssize{size}", cells.pop(), size=size) for size in SIZES]
    units += [unit(f"sstar{star}", cells.pop(), stars=f"{star}:2") for star in STARS]
    traits = ("guards", "engineer", "ss", "towed")
    units += [unit(f"strait{trait}", cells.pop(), traits=trait) for trait in traits]
    units.append(unit("gother", cells.pop(), nation="Romanian"))
    assert len(counters(draw_game(field(*units)))) == len(units)
    assert set(MOVES) <= set(TYPES)


def test_a_counter_shows_its_size_values_name_and_formation() -> None:
    game = field(
        unit("gpz", "0202", "ARM", [4, 2], mp=7, size="R", formation="2 ARM"),
        unit("gguns", "0204", "ART", "5,3", mp=6),
    )
    tank, guns = counters(draw_game(game))
    assert {"III", "4-7", "2 ARM", "gpz", "h"} <= set(words(tank))
    assert "5/3-6" in words(guns)
    change(game, "gpz", cel=1)
    assert "2-7" in words(counters(draw_game(game))[0])


def test_house_values_are_marked_and_printed_ones_are_not() -> None:
    game = field(unit("gown", "0202"), unit("gprint", "0204", source="rulebook"))
    own, printed = counters(draw_game(game))
    assert "h" in words(own)
    assert "h" not in words(printed)
    assert "house values" in draw_game(game)
    assert "house values" not in draw_game(field(unit("gprint", "0204", source="rulebook")))


def test_stacks_tell_their_number_and_markers() -> None:
    game = field(unit("ga", "0202"), unit("gb", "0202"), unit("gc", "0202"), unit("gd", "0505"))
    stack, single = counters(draw_game(game))
    assert "3" in words(stack)
    assert len(list(stack.iter(f"{SVG}rect"))) == 4, "three cards and their shadow"
    assert len(list(single.iter(f"{SVG}rect"))) == 2
    assert not {"D", "2", "»"} & set(words(single))
    change(game, "gd", disorganised=0, oos=2, marked=game.serial)
    assert {"D", "2", "»"} <= set(words(counters(draw_game(game))[1]))
    assert "disorganised, out of supply 2" in title(counters(draw_game(game))[1])


def test_a_strategic_mark_goes_with_the_turn() -> None:
    game = field(unit("gd", "0505"), turn=2)
    for marked, shown in ((game.serial - 2, True), (game.serial - 3, False), (-1, False)):
        change(game, "gd", marked=marked)
        assert ("»" in words(counters(draw_game(game))[0])) is shown


def test_works_bridges_and_fallen_bridges_are_drawn(drawn: dict[str | None, str]) -> None:
    game, before = library.new("wb95/typhoon", seed=7), drawn[None]
    key = min(game.state[BRIDGES])
    game.put(BRIDGES, key, replace(game.state[BRIDGES][key], intact=False))
    after = draw_game(game)
    assert not re.search(r'href="#down', before)
    assert len(re.findall(r'href="#down', after)) == 1
    teeth = 'stroke-dasharray="1.2 4.2"'
    dug_in = sum(bool(status.fortified) for status in game.state[HEXES].values())
    assert before.count(teeth) == dug_in + 1, "one for each hex, and one in the legend"


# ---- secrets


def hidden(second: str = "sbelow") -> Wb:
    """A Soviet stack far from any German, and a German elsewhere."""
    return field(
        unit("gfar", "0101"),
        unit(second, "0808", formation="secret corps", parent="secret army"),
        unit("sabove", "0808"),
        options=MASKED,
    )


@pytest.mark.rule("wb95", "16.1.1")
def test_a_closed_stack_shows_its_top_counter_and_no_number() -> None:
    game = hidden()
    stack = counters(draw_game(game, "german"))[1]
    assert "sabove" in words(stack)
    for secret in ("sbelow", "secret corps", "secret army"):
        assert secret not in draw_game(game, "german")
        assert secret in draw_game(game, "soviet")
        assert secret in draw_game(game)
    assert "2" not in words(stack)
    assert len(list(stack.iter(f"{SVG}rect"))) == 2


@pytest.mark.rule("wb95", "16.1.2")
def test_a_masked_stack_shows_its_back() -> None:
    game = hidden()
    cover(game, "0808")
    text = draw_game(game, "german")
    assert "sabove" not in text
    assert "sbelow" not in text
    assert 'href="#emblem-Soviet' in text
    assert "masked" in title(counters(text)[1])
    assert "sabove" in draw_game(game, "soviet")


@pytest.mark.rule("wb95", "16.1.1")
def test_what_is_hidden_does_not_change_a_byte() -> None:
    for covered in (False, True):
        one, two = hidden("sbelow"), hidden("sother")
        change(two, "sother", cel=1)
        for game in (one, two):
            if covered:
                cover(game, "0808")
        assert draw_game(one, "german") == draw_game(two, "german")
        assert draw_game(one, "soviet") != draw_game(two, "soviet")


@pytest.mark.rule("wb95", "16.1.4")
def test_a_masked_stack_next_to_own_units_tells_types_and_number() -> None:
    game = field(
        unit("gnear", "0807"), unit("sgun", "0808", "ART"), unit("stank", "0808", "ARM"),
        options=MASKED,
    )  # fmt: skip
    cover(game, "0808")
    stack = counters(draw_game(game, "german"))[1]
    assert "2" in words(stack)
    assert "ARM, tracked, 2 CEL" in title(stack)
    assert "stank" not in draw_game(game, "german")


def test_no_hidden_name_of_typhoon_leaks(typhoon: Game[Any], drawn: dict[str | None, str]) -> None:
    for player in ("german", "soviet"):
        seen = set(typhoon.view(player)["counters"])
        text = drawn[player]
        shown = {word for group in counters(text) for word in words(group)}
        told = "\n".join(title(group) for group in counters(text))
        printed = [typhoon.scenario.counters[name] for name in seen]
        known = {word for c in printed for word in (c.name, c.formation, c.parent)}
        for name, counter in typhoon.scenario.counters.items():
            if name not in seen and counter.name not in known and not counter.name.isdigit():
                assert counter.name not in shown
                assert f" {counter.name} " not in told
