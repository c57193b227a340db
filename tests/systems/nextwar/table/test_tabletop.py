"""What a screen is told of Next War: counters, orders, the ribbon, odds, overlays and panels."""

from __future__ import annotations

from fractions import Fraction

import pytest

import grognard
from grognard import library
from grognard.engine.event import Event
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.table.cards import designation
from grognard.systems.nextwar.table.names import called
from grognard.systems.nextwar.table.tabletop import TABLETOP
from grognard.table import menus, weighing
from tests.systems.nextwar.field import field, unit
from tests.systems.nextwar.sea import SEA1, at_sea, ruled, ship

CLEAR = {"do": "weather", "weather": "clear"}


@pytest.fixture
def chorwon() -> Nw:
    """The first northern movement."""
    game = grognard.new("nextwar/chorwon", seed=2032)
    game.play("dprk", CLEAR)
    return game


def test_a_counter_shows_what_is_up_and_what_lies_on_it() -> None:
    game = field(unit("n1", "0505", "6-8-4", at={"steps": 1, "strike": 1}), unit("r1", "0507"))
    card = next(card for card in TABLETOP.counters(game, "dprk") if card.id == "n1")
    assert (card.hex, card.step, card.steps, card.printed) == ("0505", 1, 2, "3-4-4-3")
    assert [state.id for state in card.states] == ["strike"]
    assert "1 of 2 steps" in card.title
    assert card.title.endswith("in 0505")
    assert not next(c for c in TABLETOP.counters(game, "allied") if c.id == "n1").movable


def test_nations_have_the_colours_of_the_chart() -> None:
    game = field(unit("n1", "0505"), unit("r1", "0507"), unit("u1", "0508"))
    sides = {side.id: side.paper for side in TABLETOP.sides(game, "dprk")}
    cards = {card.id: card.paper for card in TABLETOP.counters(game, "dprk")}
    assert sides["dprk"] != sides["allied"]
    assert (cards["n1"], cards["r1"]) == (None, None)
    assert cards["u1"] not in (None, *sides.values())


@pytest.mark.parametrize(
    ("name", "short"),
    [("5 Infantry", "5"), ("1/806 Mechanized", "1/806"), ("Capital Mechanized", "CM")],
)
def test_a_designation_fits_beside_the_symbol(name: str, short: str) -> None:
    assert designation(name) == short


def test_whoever_is_in_a_box_lies_beside_the_map_under_its_controller() -> None:
    game = at_sea(unit("n1", "0505"), unit("r1", "0507"), ships=[ship("rs", SEA1)],
                  seas=ruled("allied", SEA1))  # fmt: skip
    listed = {one.title: one.counters for one in TABLETOP.off_map(game, "dprk")}
    assert listed["West: Allies"] == ("rs",)
    seas = next(one for one in TABLETOP.budget(game, None) if one.title == "Control of the sea")
    assert {part.label: part.value for part in seas.parts}["West"] == "Allies"


def test_the_ribbon_has_the_segments_of_the_phase_under_way(chorwon: Nw) -> None:
    bands = TABLETOP.standing(chorwon).bands
    assert [(band.title, band.side) for band in bands if band.state == "now"] == [
        ("Movement", "dprk")
    ]
    assert ("Elite Reaction", "allied") in [(band.title, band.side) for band in bands]
    assert [band.title for band in bands][-4:] == [
        "Basic moves", "Reorganization", "Arrivals", "Victory",
    ]  # fmt: skip


def test_a_contested_turn_has_no_phase_of_the_initiative() -> None:
    game = field(unit("n1", "0505"), unit("r1", "0507"), segment="basic-move",
                 begin={"kind": "contested"})  # fmt: skip
    titles = [band.title for band in TABLETOP.standing(game).bands]
    assert "Initiative moves" not in titles
    assert titles.count("Movement") == 1


def test_units_reach_hexes_at_a_price_and_say_where_they_stop(chorwon: Nw) -> None:
    reach = TABLETOP.ways(chorwon, "dprk", ["n-8061"])
    costs = {cell.hex: cell.cost for cell in reach.cells}
    assert (costs["2833"], costs["2734"], costs["2733"]) == ("1/2", "1", "4")
    near = field(unit("n1", "0505"), unit("r1", "0508"))
    stops = TABLETOP.ways(near, "dprk", ["n1"]).stops
    assert {stop.rule for stop in stops} == {"8.2.2-b2"}


def test_who_cannot_go_there_is_told_why(chorwon: Nw) -> None:
    found = TABLETOP.orders(chorwon, "dprk", ["n-8061"], [chorwon.board.hex("2835")])
    assert [(card.title, card.action, card.refusals[0].rule) for card in found] == [
        ("Move to 2835", None, "8.5.1")
    ]


def test_the_menu_of_units_where_they_stand_can_be_opened(chorwon: Nw) -> None:
    h = chorwon.board.hex("2832")
    assert menus.menu(chorwon, TABLETOP, "dprk", ["n-8061"], (h,), h, True) is not None


def test_an_attack_is_weighed_with_everybody_who_may(chorwon: Nw) -> None:
    chorwon.play("dprk", {"do": "end"})
    order = TABLETOP.assault(chorwon, "dprk", [chorwon.board.hex("2735")])
    assert order["units"] == ["n-25id", "n-5id"]
    found = weighing.weigh(chorwon, TABLETOP, "dprk", order)
    assert [one.title for one in found.sums][:4] == [
        "attack", "defense", "column shifts", "on the die",
    ]  # fmt: skip
    assert sum(one.probability for one in found.outcomes) == Fraction(1)
    assert sorted(roll for one in found.outcomes for roll in one.rolls) == [*range(10)]
    assert [extra.id for extra in found.extras if extra.part == "lead"] == ["n-25id", "n-5id"]
    assert "North commits no support" in found.supposed


def test_support_is_said_in_one_breath(chorwon: Nw) -> None:
    chorwon.play("dprk", {"do": "end"})
    chorwon.play("dprk", {"do": "attack", "units": ["n-5id"], "hex": "2735"})
    said = TABLETOP.sentence(chorwon, "dprk", {"do": "support", "guns": ["n-var"], "air": 1})
    assert said.lower().endswith("corps artillery, v, 1 air point")


def test_every_overlay_can_be_laid(chorwon: Nw) -> None:
    for player in ("dprk", "allied", None):
        for card in TABLETOP.overlays(chorwon, player):
            assert TABLETOP.overlay(chorwon, player, card.id, []) is not None
    odds = TABLETOP.overlay(chorwon, "dprk", "odds", [])
    assert odds is not None
    assert {paint.hex for paint in odds.paints} >= {"2735", "2635"}


def test_supply_is_shown_where_it_is_played() -> None:
    units = (unit("n1", "0502"), unit("r1", "0508"))
    plain_ = field(*units)
    assert "supply" not in [card.id for card in TABLETOP.overlays(plain_, "dprk")]
    game = field(*units, options={"supply": "on"})
    found = TABLETOP.overlay(game, "dprk", "supply", [])
    assert found is not None
    assert [(paint.hex, paint.tone) for paint in found.paints] == [("0502", "bad")]
    assert "out of supply" in found.notes[0]


def test_places_are_worth_what_the_chart_says(chorwon: Nw) -> None:
    terms = TABLETOP.terms(chorwon)
    assert terms is not None
    prizes = {(prize.title, prize.hexes): prize.worth for prize in terms.prizes}
    assert prizes["town Cheorwon", ("2735",)] == 1
    assert prizes["urban hex of the capital", ("2640",)] == 6
    assert [degree.title for degree in terms.degrees if degree.here] == ["stalemate"]
    stars = {mark.hex: mark.short for mark in TABLETOP.marks(chorwon, None)}
    assert stars["2639"] == "6"


def test_the_table_is_that_of_the_book(chorwon: Nw) -> None:
    assert library.tabletop(chorwon) is TABLETOP
    assert TABLETOP.forces(chorwon, "dprk")
    assert [one.turn for one in TABLETOP.arrivals(chorwon, "dprk")] == [2, 2]


@pytest.mark.parametrize("arm", ["guns", "hqs", "helicopters", "ships", "aircraft", "weasels"])
def test_whatever_supports_a_battle_is_named(arm: str) -> None:
    game = field(unit("n1", "0505"), unit("r1", "0507"))
    facts = {"side": "dprk", "hex": "0507", "guns": [], "points": 0, arm: ["n1"]}
    told = game.sentence(Event("support", "9.2.4", facts))
    assert told == f"the North side supports the battle of 0507: {called(game, 'n1')}"
    gas = {"side": "dprk", "hex": "0507", "guns": [], "points": 0, "gas": "n1"}
    assert game.sentence(Event("support", "9.2.4", gas)).endswith(": chemical weapons")
