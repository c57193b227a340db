"""The page of a report: everything in it, nothing from elsewhere."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any

import pytest

from grognard.lab import pictures
from grognard.lab.balance import Report, report_of
from grognard.lab.executor import Order
from grognard.lab.heat import BATTLE, Ground, mixed, window_of, written
from grognard.lab.page import page_of, verdict
from grognard.lab.simulate import Match
from grognard.lab.variants import variants
from grognard.lab.varying import Vary
from grognard.table.winning import Degree
from tests.lab.test_findings import game

FOUGHT, STARVED = "2716", "2218"
COMMAND = "grognard balance wb95/klin --vary 'masking=on'"


@pytest.fixture(scope="module")
def made() -> tuple[Report, str, Any]:
    """A report of made-up games of Klin as a page, and the map."""
    asked = [Vary("masking", ("on",))]
    found = variants(Match("wb95/klin", ("staff", "<b>"), "7", chronicle=True), asked)
    cut = {"turn": 1, "points": 2, "samples": {}, "cut_off": {"soviet": {STARVED: 3}}}
    ends = ("german", "soviet", None, "soviet")
    played = {
        Order(one.match, n): game(n, ends[n % 4], (1, 4 + n), battles={FOUGHT: n})
        for one in found
        for n in range(8)
    }
    last = Order(found[0].match, 8)
    played[last] = game(8, "german", (), turns=[cut], lost={"de-7-pz": 1}, came={"su-27-tb": 3})
    report = report_of(found, played, asked)
    board = found[0].match.found()[1].board
    return report, page_of(report, board, COMMAND), board


def test_the_page_needs_nothing_from_elsewhere(made: tuple[Report, str, Any]) -> None:
    page = made[1]
    asked = re.findall(r"""(?:\bsrc=|href=|url\(|@import\s)\s*["']?([^"')\s>]+)""", page)
    assert len(asked) > 10
    assert [found for found in asked if not found.startswith(("data:", "#"))] == []
    assert "<script" not in page
    assert set(re.findall(r"https?://[^\"' <)]+", page)) == {"http://www.w3.org/2000/svg"}


def test_every_name_that_a_picture_refers_to_is_there_once(made: tuple[Report, str, Any]) -> None:
    page = made[1]
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(names) == len(set(names))
    referred = set(re.findall(r'(?:href="|url\()#([^")]+)', page))
    assert referred
    assert referred <= set(names)


def test_every_picture_is_well_formed(made: tuple[Report, str, Any]) -> None:
    drawn = re.findall(r"<svg.*?</svg>", made[1], flags=re.S)
    assert len(drawn) > 10
    for one in drawn:
        ElementTree.fromstring(one)


def test_what_was_found_is_on_the_page(made: tuple[Report, str, Any]) -> None:
    report, page, _board = made
    for words in (
        "<h1>The Road to Klin</h1>", "9 games: staff as German, &lt;b&gt; as Soviet",
        "What it turns on", "off (as it is)", "The course of the points", "What it costs",
        "Reinforcements", "From turn to turn", "27 ARM",
        "grognard balance wb95/klin --vary &#x27;masking=on&#x27;",
    ):  # fmt: skip
        assert words in page, words
    assert f"<title>{FOUGHT}: {report.battles[FOUGHT]:.2f} battles a game</title>" in page
    assert f"<title>{STARVED}: 0.33 units a game</title>" in page
    assert f"<td>{FOUGHT}</td><td>Klin</td><td>3.1</td>" in page


def test_what_is_not_there_is_not_shown(made: tuple[Report, str, Any]) -> None:
    report, _page, board = made
    bare = replace(
        report, outcomes=report.outcomes[:1], arrivals=(), losses=(), points=None, lines=(),
        starving=(), battles={}, cut_off={side: {} for side in report.sides},
    )  # fmt: skip
    page = page_of(bare, board, COMMAND)
    for words in ("What it turns on", "The course", "What it costs", "Reinforcements"):
        assert words not in page
    assert page.count("Nowhere, in so many games.") == 2


def test_a_side_is_favoured_only_where_chance_hardly_does_it(
    made: tuple[Report, str, Any],
) -> None:
    report = made[0]
    assert verdict(report) == "So many games do not tell whether a side is favoured."
    often = replace(report.outcomes[0], games=40, won={"german": 32, "soviet": 6}, drawn=2)
    assert verdict(replace(report, outcomes=(often,))) == "They favour one side: German."


def test_a_map_shows_the_part_where_something_was(made: tuple[Report, str, Any]) -> None:
    board = made[2]
    assert window_of(board, []) == list(range(board.n))
    shown = window_of(board, [FOUGHT])
    assert board.hex(FOUGHT) in shown
    assert len(shown) == 49
    ground = Ground(board, [FOUGHT])
    assert 'id="heat-ground"' in ground.map({FOUGHT: 1.0}, BATTLE, "x")
    again = ground.map({FOUGHT: 1.0}, BATTLE, "x")
    assert '<use href="#heat-ground"/>' in again, "the ground is drawn twice"
    assert 'id="heat-ground"' not in again


def test_colours_and_numbers() -> None:
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert pictures.brightness(pictures.strong("#a3cbe8")) < 150, "too pale for paper"
    assert pictures.strong("#46564f") == "#46564f"
    assert [written(value) for value in (12.3, 1.26, 0.0625)] == ["12", "1.3", "0.06"]
    assert pictures.ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert pictures.ticks(-3, 4) == [-3, -2, -1, 0, 1, 2, 3, 4]
    scale = [Degree("d", "soviet", None, 2, False), Degree("v", "german", 3, None, False)]
    assert [pictures.holds(one, 2) for one in scale] == [True, False]
    assert [pictures.holds(one, 3) for one in scale] == [False, True]
