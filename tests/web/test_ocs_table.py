"""The table of OCS: supply placed, fuel paid, an overrun weighed, all with the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.dealing import deal
from tests.web.hands import Hands
from tests.web.house import House

CATANIA = "ocs/catania-plain"


def seated(house: House, sit: Callable[..., Page]) -> Hands:
    """The Allied player at the learning scenario."""
    page = sit()
    page.get_by_role("article").first.wait_for()
    dealt = deal(house, {"allied": page, "axis": page}, (), CATANIA)
    page.goto(dealt.place("allied"))
    return Hands(page).ready()


def test_supply_fuel_and_an_overrun(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    hands = seated(house, sit)
    page = hands.page
    for owed in [one for one in hands.table()["owed"] if one["hexes"]]:
        hands.click_hex(owed["hexes"][0])
        place = re.compile(rf"Place .* in {owed['hexes'][0]}")
        page.get_by_role("button", name=place).first.click()
        expect(page.get_by_role("button", name=place)).to_have_count(0)
    hands.in_phase("Movement")
    tanks = next(c for c in hands.table()["counters"] if c["id"] == "br-44-rtr")
    assert "no-fuel" in [state["id"] for state in tanks["states"]]
    hands.choose(tanks["hex"], tanks["id"])
    page.get_by_role("button", name="Fuel 44 RTR for this phase").click()
    expect(hands.attack).to_contain_text("Supply Points for fuel")
    shots(page, "ocs-fuel")
    hands.attack.get_by_role("button", name="Fuel", exact=True).click()
    expect(hands.attack).to_have_count(0)
    expect(page.locator("[data-stack].chosen")).to_have_count(0)  # done, and let go
    hands.choose(tanks["hex"], tanks["id"])
    hands.click_hex("72.20")
    expect(hands.attack).to_contain_text("Overrun 72.20")
    expect(hands.attack).to_contain_text("Supply Points for the attack")
    shots(page, "ocs-overrun")
    hands.attack.get_by_role("button", name="Overrun", exact=True).click()
    expect(hands.attack).to_have_count(0)
    assert hands.table()["waiting_for"] == ["axis"]


def test_what_is_hidden_is_not_on_the_page(house: House, sit: Callable[..., Page]) -> None:
    hands = seated(house, sit)
    table = hands.table()
    seen = [stack for stack in table["stacks"] if stack["side"] == "axis"]
    assert seen
    assert all(stack["closed"] and not stack["count"] for stack in seen)
    assert len([c for c in table["counters"] if c["side"] == "axis" and c["hex"]]) < 20
    expect(hands.page.locator('[data-stack$="/axis"] .count').first).to_have_text("?")
