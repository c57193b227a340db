"""Air missions of OCS, planned and flown on the map with the mouse. [14.0]"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.ocs import LANDING, OFF_THE_BEACHES, alone, before, opposed

BOMBING = before("air-barrage")
"""The Barrage Segment: aircraft may bomb."""


def test_a_hex_is_bombed(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """Aircraft are sent from their base; the mission is weighed, changed and flown. [14.7]"""
    hands = opposed(house, sit, BOMBING)
    hands.choose("75.18", "kitty-1", "balt-1")
    hands.click_hex("71.20")
    expect(hands.attack).to_contain_text("Bomb the units in 71.20")
    expect(hands.attack.get_by_role("row", name="Kittyhawk 239 W")).to_contain_text("5")
    expect(hands.attack).not_to_contain_text("with Spitfire")
    expect(hands.attack.get_by_text("Every outcome with its exact chance")).to_be_attached()
    hands.attack.get_by_role("button", name="Spitfire V 244 W").click()  # an escort more
    expect(hands.attack.get_by_role("row", name="Spitfire V 244 W")).to_contain_text("1")
    shots(hands.page, "ocs-mission")
    hands.do("Bomb")
    hands.waits_for("axis")  # who may intercept [14.2f(B)]
    hands.answered({"do": "intercept", "plane": ""}, {"do": "losses", "take": {"g-923": 1}})
    for plane in ("kitty-1", "balt-1", "spit-1"):
        assert "inactive" in hands.states(plane)
        assert hands.card(plane)["hex"] == "75.18"
    hands.tab("Record").click()
    record = hands.page.get_by_role("region", name="The record")
    expect(record).to_contain_text("71.20")
    record.get_by_role("img", name="Dice show").first.wait_for()


def test_aircraft_change_their_base_and_a_planned_drop_is_ordered(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """A transfer to another base, planned by pointing at it [14.4]. One is reminded of the day's
    drops: the unit alone is sent, and its aircraft are found; or a parachute on the map, which
    knows its unit, is clicked. [14.10b]"""
    hands = alone(house, sit, OFF_THE_BEACHES, LANDING)
    hands.in_phase("Movement")
    hands.choose("61.01", "br-239w-a")
    hands.join("57.01")
    expect(hands.attack).to_contain_text("to 57.01")
    assert hands.card("br-239w-a")["hex"] == "61.01"
    hands.do("Transfer")
    hands.let_go()
    assert hands.card("br-239w-a")["hex"] == "57.01"

    listed = hands.button("What is still to be done")
    listed.click()
    hands.page.get_by_text("1/505 could be dropped over 54.16 by plan in this turn").wait_for()
    listed.click()
    hands.choose("01.02", "us-1-505")
    hands.map.press("0")  # from Tunisia to Sicily
    hands.click_hex("54.16")
    expect(hands.attack).to_contain_text("Drop 1/505 over 54.16 from C-47")
    shots(hands.page, "ocs-drop")
    hands.page.keyboard.press("Escape")
    expect(hands.attack).to_have_count(0)
    hands.page.keyboard.press("Escape")
    hands.let_go()

    hands.click_hex("54.16")
    expect(hands.given).to_contain_text("Drop 1/505 over 54.16")
    expect(hands.in_hand("us-1-505")).to_be_visible()
    hands.page.get_by_text("1/505 is to be dropped here in turn 1").wait_for()
    shots(hands.page, "asking-drop")
    hands.given.click()
    expect(hands.attack).to_contain_text("Drop 1/505 over 54.16 from C-47")
