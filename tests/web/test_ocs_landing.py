"""The first turn of Husky on the map: drops planned, landing craft sailed, troops put ashore."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.dealing import Play
from tests.web.house import House
from tests.web.ocs import END, LANDING, OFF_THE_BEACHES, PLANNING, alone

TROOPS = ("br-13-corps", "br-151-50", "br-50-art")


def test_landing_craft_put_troops_ashore(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """They sail to an empty beach, drop their units there, and the rolls are made. [18.5]"""
    hands = alone(house, sit, OFF_THE_BEACHES, LANDING)
    hands.in_phase("Movement")
    hands.choose("77.10", "acid-south")
    hands.click_hex("75.12")
    hands.stands_in("75.12")
    assert all("aboard" in hands.states(unit) for unit in TROOPS)
    hands.choose("75.12", "acid-south")
    hands.deed("Land HQ 13 Corps, 151/50, 50 Art from Br LC")
    assert all("aboard" in hands.states(unit) for unit in TROOPS)  # the rolls come later
    shots(hands.page, "ocs-landing")
    hands.button("More orders").click()
    hands.page.get_by_role("menuitem", name="Roll for the landings").click()
    hands.do("Roll for the landings")
    hands.tab("Record").click()
    record = hands.page.get_by_role("region", name="The record")
    expect(record).to_contain_text("75.12")
    record.get_by_role("img", name="Dice show").first.wait_for()
    here = {c["id"]: c for c in hands.table()["counters"] if c["hex"] == "75.12"}
    ashore = [unit for unit in TROOPS if unit in here]
    assert ashore
    assert not any("aboard" in hands.states(unit) for unit in ashore)


def test_drops_are_planned_with_the_mouse(house: House, sit: Callable[..., Page]) -> None:
    """A unit at its base, then any hex: plans in words are gathered and written down. [14.10b]"""
    hands = alone(house, sit, PLANNING, LANDING)
    expect(hands.question).to_contain_text("Which drops are planned")
    hands.in_hand("br-srs").click()
    expect(hands.in_hand("br-srs")).to_have_attribute("aria-pressed", "true")
    hands.question.get_by_role("group", name="What it shall be").get_by_role(
        "button", name="in turn 3"
    ).click()
    hands.click_hex("73.18")
    written = hands.question.locator("[data-part=draft]")
    expect(written).to_contain_text("SRS over 73.18 in turn 3")
    leave = "Leave SRS over 73.18 in turn 3 out"
    expect(written.get_by_role("button", name=leave)).to_be_visible()
    expect(hands.map.get_by_role("button", name=leave)).to_be_visible()  # on the map as well
    hands.given.click()
    hands.in_phase("Refit")


def test_a_held_beach_is_assaulted_from_beside_it(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """In the Combat Phase a click weighs the assault; then the enemy is asked. [18.6]"""
    sailed: Play = ("allied", {"do": "sail", "ships": ["acid-south"], "path": ["76.10"]})
    to_combat: list[Play] = [("allied", END), ("allied", END), ("axis", END), ("axis", END)]
    hands = alone(house, sit, [*OFF_THE_BEACHES, sailed, *to_combat], LANDING)
    hands.in_phase("Combat")
    hands.click_stack("75.11")
    expect(hands.attack).to_contain_text("Assault the beach of 75.11 with 151/50")
    expect(hands.attack).to_contain_text("Supply Points for the attack")
    shots(hands.page, "ocs-assault")
    hands.do("Assault a beach")
    hands.waits_for("axis")  # fought out, or a landing roll? [18.6b(A)]
