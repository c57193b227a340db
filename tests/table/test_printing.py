"""Games drawn and printed from the cards of any table, with heading, legend and calendar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

from grognard.board.sketch import sketch
from grognard.engine.entries import PUBLIC
from grognard.table.cards import CounterCard, Mark, StackCard, State, Value
from grognard.table.laying import Layout
from grognard.table.printing import Printer
from grognard.table.symbols import LAND, code
from grognard.table.tabletop import Tabletop

SVG = "{http://www.w3.org/2000/svg}"
TANK = CounterCard(
    id="t1", side="red", hex="0202", box=None, name="1 Tank", title="1 Tank, armour",
    symbol=code(LAND, "120500", "18"), number="1", formation="Corps",
    values=(Value("strength", "4", ""), Value("move", "6", "")), step=1, steps=2,
    states=(State("dry", "f", "without fuel", "1.1", "warn"),),
)  # fmt: skip
FOOT = replace(TANK, id="f1", name="2 Foot", title="2 Foot", symbol=code(LAND, "121100", "17"))
FORT = Mark("0203", "fort", "2", "blue", "a fort", "1.2")
RIGA = Mark("0303", "objective", "7", None, "Riga", "1.3")


class Toy(Tabletop):
    """A table of two counters and two marks."""

    def counters(self, game: Any, player: str | None) -> Sequence[CounterCard]:
        return (TANK, FOOT)

    def stacks(self, game: Any, player: str | None) -> Sequence[StackCard]:
        known = player in (None, "red")
        shown = ("t1", "f1") if known else ("t1",)
        return (StackCard("0202", "red", shown, not known, "2" if known else "", "8"),)

    def marks(self, game: Any, player: str | None) -> Sequence[Mark]:
        return (FORT, RIGA)

    def calendar(self, game: Any, turn: int) -> date | None:
        return date(1941, 12, 30) + timedelta(days=turn - 1) if game.dated else None


TABLE = Toy()
PRINTER = Printer(
    TABLE,
    Layout(TABLE, {"fort": ("W", "works")}, (("4-6", "strength-movement"),)).lay,
    lambda game: ["turn 2", "Movement"],
    unlisted=("Arms",),
)


def game(**facts: Any) -> Any:
    scenario = SimpleNamespace(title="Toy & Co", sides=("red", "blue"), turns=3)
    return SimpleNamespace(
        **{"board": sketch(5, 5), "scenario": scenario, "turn": 2, "dated": True, **facts}
    )


def words(text: str) -> list[str]:
    root = ElementTree.fromstring(text)
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def groups(text: str, kind: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(text)
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == kind]


def test_a_picture_has_heading_stacks_marks_and_legend() -> None:
    text = PRINTER.drawn(game())
    assert "Toy & Co · turn 2 · Movement" in words(text)
    (pile,), (tag,), (star,) = (groups(text, kind) for kind in ("counter", "mark", "objective"))
    assert (pile.findtext(f"{SVG}title") or "").splitlines() == [
        "0202, Red",
        "1 Tank, armour",
        "2 Foot",
    ]
    assert len([r for r in pile.iter(f"{SVG}rect") if r.get("width") == "42"]) == 2
    found = {"".join(element.itertext()) for element in pile.iter(f"{SVG}text")}
    assert {"4-6", "X", "Corps", "1", "f", "2"} <= found
    assert (tag.findtext(f"{SVG}title"), tag.findtext(f"{SVG}text")) == ("a fort", "W2")
    assert star.findtext(f"{SVG}text") == "7"
    assert {"Red", "works", "victory points", "strength-movement", "without fuel"} <= {*words(text)}
    assert "armour" not in words(text), "arms are listed on a sheet only"


def test_a_sheet_has_subtitles_arms_and_a_calendar() -> None:
    lines = words(PRINTER.printed(game(), "red", None, True, 900))
    assert {"30 December 1941 – 1 January 1942", "Turn 2 · Movement"} <= {*lines}
    assert {"as the Red player sees it", "armour", "infantry", "30 Dec", "turn 3"} <= {*lines}
    assert "as it lies open to all" in words(PRINTER.printed(game(), PUBLIC, None, True, 900))
    undated = words(PRINTER.printed(game(dated=False), None, None, True, 900))
    assert "3" in undated
    assert not any(re.search("Dec|sees it|open to all", line) for line in undated)


def test_a_sheet_without_units_has_what_never_changes() -> None:
    text = PRINTER.printed(game(), None, None, False, 900)
    assert [len(groups(text, kind)) for kind in ("counter", "mark", "objective")] == [0, 0, 1]
    assert "Turn 2 · Movement" not in words(text)
    past = 'fill="#d9cba6"'
    assert past not in text, "no turn is over on a bare map"
    assert past in PRINTER.printed(game(), None, None, True, 900)


def test_a_closed_stack_shows_one_card_and_no_number() -> None:
    (pile,) = groups(PRINTER.drawn(game(), "blue"), "counter")
    assert len([r for r in pile.iter(f"{SVG}rect") if r.get("width") == "42"]) == 1
    assert "2 Foot" not in (pile.findtext(f"{SVG}title") or "")
    badges = [text.text for text in pile.findall(f"{SVG}text")]
    assert badges == ["f"], "its marker, and no number"


def test_a_window_leaves_out_what_lies_elsewhere() -> None:
    board = sketch(5, 5)
    text = PRINTER.drawn(game(), None, [board.hex("0303")])
    assert [len(groups(text, kind)) for kind in ("counter", "objective")] == [0, 1]


def test_a_nation_lends_its_side_colours_and_its_name() -> None:
    led = game()
    led.scenario.nations = {"red": "Soviet"}
    assert TABLE.side_title(led, "red") == "Soviet"
    assert TABLE.livery(led, "red") == ("#a3352a", "#ffeeb0")
    assert TABLE.side_title(led, "blue") == "Blue"
    assert TABLE.livery(led, "blue") == Tabletop.liveries[1]
    assert "#a3352a" in PRINTER.drawn(led)
