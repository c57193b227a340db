"""What a player is reminded of, and how it is worded: duties, sizes, refusals, lists."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

import grognard
from grognard.kit.among import Among
from grognard.kit.orders import OfOne
from grognard.players.seat import Seat
from grognard.server.ai_process import Hasty
from grognard.systems.ocs.air import drop_plans
from grognard.systems.ocs.air.air_combat import Fight
from grognard.systems.ocs.air.interception import Intercept
from grognard.systems.ocs.combat.combat import Lead
from grognard.systems.ocs.forms import OfPlane
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table.able import able
from grognard.systems.ocs.table.queries import regiments
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.table import choosing
from grognard.table.cards import Owed
from grognard.table.sentences import sentence
from tests.docs import ocs_position

rule = pytest.mark.rule
READY: dict[str, Any] = {"do": "ready"}
NO_DROPS: dict[str, Any] = {"do": "plan-drops", "plans": []}


def planning() -> Ocs:
    """The Landing, when drops are planned."""
    game: Ocs = grognard.new("ocs/husky-landing", seed=1)
    for side in ("axis", "allied"):
        game.play(side, READY)
    return game


def d_day() -> Ocs:
    """The Landing, when the first Allied movement begins."""
    game = planning()
    for side in ("axis", "allied"):
        game.play(side, NO_DROPS)
    game.play("allied", {"do": "end"})
    return game


def owed(game: Ocs, rule_id: str) -> Owed | None:
    return next((one for one in TABLETOP.owed(game, "allied") if one.rule == rule_id), None)


@rule("ocs", "14.10b")
def test_the_drops_of_this_turn_are_not_forgotten() -> None:
    game = d_day()
    today = [plan for plan in drop_plans.plans(game, "allied") if plan.turn == 1]
    found = [one for one in TABLETOP.owed(game, "allied") if one.rule == "14.10b"]
    assert found[0].text == "us-1-505 could be dropped over 54.16 by plan in this turn"
    assert found[0].do == "air-drop"
    planned = {(unit, hex_) for one in found for unit in one.pieces for hex_ in one.hexes}
    assert planned == {(plan.unit, game.board.label(plan.hex)) for plan in today}
    assert not any(one.must for one in found)
    walking = owed(game, "6.0")  # who waits for his aircraft is not sent on foot
    assert walking is None or not set(walking.pieces) & set(found.pieces)


@rule("ocs", "18.5a")
def test_troops_aboard_are_not_forgotten() -> None:
    game = d_day()
    before = owed(game, "18.5a")
    assert before is not None
    assert before.text.endswith("landing craft with troops aboard could sail and land them")
    assert "acid-south" in before.pieces
    (way,) = TABLETOP.orders(game, "allied", ["acid-south"], [game.board.hex("75.12")])
    assert way.action is not None
    game.play("allied", way.action)
    game.play("allied", {"do": "land", "ship": "acid-south", "units": ["br-151-50"]})
    after = owed(game, "18.5a")
    assert after is not None
    assert set(before.pieces) - set(after.pieces) == {"acid-south"}


@rule("ocs", "14.10b")
def test_drops_are_listed_onto_what_is_to_be_taken() -> None:
    """Not from the corner of the map: Licata is the first objective, and it is named."""
    game = planning()
    found, _more = choosing.choices(game, TABLETOP, "allied")
    assert [one.text for one in found[:2]] == [
        "Plan no drops but those written down",
        "Plan drops: 11/78 over 44.16 (Licata) in turn 1",
    ]
    axis, _more = choosing.choices(game, TABLETOP, "axis")
    assert axis[1].hexes == ("44.16",)  # what he may have to take back


@rule("ocs", "4.8")
def test_a_size_is_written_as_players_write_it() -> None:
    written = [regiments(Fraction(n, 4)) for n in (0, 2, 4, 6, 11)]
    assert written == ["0", "½", "1", "1½", "2¾"]


@rule("ocs", "18.1f")
def test_a_ship_out_of_reach_is_told_how_far_it_can_sail() -> None:
    game = d_day()

    def against(ship: str, label: str) -> tuple[str, str]:
        (found,) = TABLETOP.orders(game, "allied", [ship], [game.board.hex(label)])
        (refusal,) = found.refusals
        return refusal.rule, refusal.text

    assert against("dime-gela", "70.03") == (
        "18.1f",
        "70.03 is 20 hexes from 51.14, and US LC can sail 10; a hex within that range would do",
    )
    rule_id, text = against("dime-gela", "46.20")
    assert (rule_id, text) == (
        "18.1c", "46.20 is no sea and no coast; ships sail from sea to sea",
    )  # fmt: skip


@rule("ocs", "14.10b")
def test_a_planned_drop_is_ordered_by_pointing_at_its_hex() -> None:
    """By the unit, by its aircraft, or by both: parachutists come before gliders and supply."""
    game = d_day()

    def first(label: str, *pieces: str) -> Any:
        found = TABLETOP.orders(game, "allied", pieces, [game.board.hex(label)])
        return found[0].action or found[0].refusals

    drop = {"do": "air-drop", "planes": ["us-313tcg"], "hex": "54.16", "units": ["us-1-505"]}
    assert first("54.16", "us-313tcg") == drop
    assert first("54.16", "us-313tcg", "us-1-505") == drop
    alone = first("54.16", "us-1-505")
    assert (alone["do"], alone["units"], len(alone["planes"])) == ("air-drop", ["us-1-505"], 1)
    both = first("55.14", "us-3-505", "us-456-pfa")
    assert sorted(both["units"]) == ["us-3-505", "us-456-pfa"]
    assert all(key.startswith("us-") for key in both["planes"])  # his own countrymen fly him
    assert game.why("allied", both) == []
    glided = first("77.15", "br-2-ss")
    assert (glided["do"], glided["glided"]) == ("air-drop", ["br-2-ss"])
    (wrong,) = first("54.16", "us-313tcg", "us-3-505")
    assert wrong.rule == "14.10b"  # his plan is for another hex


@rule("ocs", "6.2")
@rule("ocs", "6.2c")
def test_a_hex_out_of_reach_is_refused_for_want_of_points() -> None:
    """The rules judge the way there, and not that the hex does not adjoin."""
    game: Ocs = grognard.new("ocs/catania-plain", seed=1)
    for place in ({"hex": "77.17", "amount": 16}, {"hex": "67.17", "amount": 8}):
        game.play("allied", {"do": "place", "what": "supply", **place})

    def why_not(name: str, label: str) -> tuple[str, str]:
        found = TABLETOP.orders(game, "allied", [name], [game.board.hex(label)])
        (refusal,) = found[0].refusals
        return refusal.rule, refusal.text

    assert why_not("br-151-50", "66.27") == ("6.2", "151/50: 71.23 takes 2 MP, 1 MP are left")
    assert why_not("br-151-50", "75.25") == ("6.2c", "75.25 is prohibited to leg units")


@rule("ocs", "19.0f(B)")
def test_over_the_strait_one_is_told_what_shipping_wants() -> None:
    """Messina to Reggio: no road leads there, and the ferry takes only who is in Move Mode."""
    game: Ocs = grognard.new("ocs/husky-landing", seed=5)
    hasty = Hasty(1)
    while not game.phase.startswith("Movement Segment of axis"):
        side = game.to_act or ""
        game.play(side, hasty.choose(Seat(game, side)))

    def ordered(name: str, label: str) -> list[tuple[Any, ...]]:
        found = TABLETOP.orders(game, "axis", [name], [game.board.hex(label)])
        return [(one.do, one.refusals[0].text if one.refusals else "") for one in found]

    assert ordered("axis-pax-1", "87.44") == [("ship", "")]
    assert ordered("g-flc", "87.44") == [
        ("move", "no way by land leads from 84.46 to 87.44"),
        ("ship", "22 Flak C is in combat mode; only units in Move Mode are shipped"),
    ]


@rule("ocs", "9.6")
@rule("ocs", "14.3e(C)")
def test_who_may_lead_or_fight_says_what_he_is_worth() -> None:
    game = d_day()

    def said(offer: Among[Any, Any]) -> str:
        action = offer.written(game, offer.orders[0])
        return sentence(game, offer, action, TABLETOP.names(game), offer.phrase)

    leads = said(Lead([OfOne("br-151-50")]))
    assert leads.startswith("151/50 leads, Action Rating ")
    fighter, bomber = OfPlane("g-jg53b"), OfPlane("g-kg26")
    assert re.fullmatch(r"Bf 109 .* fights, air combat rating \d", said(Fight([fighter])))
    assert re.fullmatch(r"Intercept with .* \d", said(Intercept([fighter])))
    assert said(Intercept([OfPlane("")])) == "Do not intercept"
    assert re.fullmatch(r"He 111 .* \(\d\)", said(Fight([bomber])))  # it begins none


@rule("ocs", "14.7")
def test_bombers_that_have_not_flown_are_not_forgotten() -> None:
    game = grognard.new("ocs/catania-plain", seed="2306")
    for hex_, amount in (("77.17", 16), ("67.17", 8)):
        game.play("allied", {"do": "place", "what": "supply", "hex": hex_, "amount": amount})
    game.play("allied", {"do": "end"})
    assert game.segment.name == "Barrage Segment"
    found = owed(game, "14.7")
    assert found is not None
    assert found.pieces == ("balt-1", "kitty-1", "spit-1")
    assert found.text == "3 aircraft could still bomb"


@rule("ocs", "2.3-move")
def test_what_is_not_for_now_says_in_words_what_is() -> None:
    game = d_day()
    (found,) = TABLETOP.orders(game, "allied", ["br-birmingham"], [game.board.hex("46.16")])
    text = "no attacks now, in the Movement Segment; they come in the Combat Segment"
    assert found.refusals[0].text == text


@rule("ocs", "18.5a")
def test_craft_that_are_sent_to_a_held_beach_are_told_when_and_how_it_is_assaulted() -> None:
    game = d_day()
    (found,) = TABLETOP.orders(game, "allied", ["acid-south"], [game.board.hex("75.11")])
    assert [refusal.text for refusal in found.refusals] == [
        "enemy combat units are in 75.11: lie beside it and assault it in the Combat Phase"
    ]


@rule("ocs", "13.6")
@rule("ocs", "12.8e-roll")
def test_whoever_has_come_or_is_back_can_be_placed_and_shows_it() -> None:
    game = ocs_position.at("reinforcement")
    assert able(game, "axis") == {"g-new", "g-109b", "g-back"}
    game.play("axis", {"do": "arrive", "units": ["g-new"], "hex": "0501", "mode": "move"})
    assert "g-new" not in able(game, "axis")
