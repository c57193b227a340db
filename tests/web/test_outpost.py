"""Outpost, the manual's system: not a line of screen code, and it is played with the mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import Hands
from tests.web.house import House

OUTPOST = "outpost/first-watch"


@pytest.fixture
def blue(sit: Callable[..., Page], house: House) -> Hands:
    """Both patrols at one screen; blue begins."""
    page = sit("/")
    expect(page.get_by_text("First watch").first).to_be_visible()
    hands = Hands(page)
    hands.ask("POST", "/people/guest", {})
    seats = [{"side": side, "mine": True} for side in ("blue", "red")]
    game = hands.ask("POST", "/games", {"scenario": OUTPOST, "seats": seats})
    page.goto(f"/game/{game['id']}/{game['seats'][0]['id']}")
    return hands.ready()


def test_it_is_briefed_from_its_own_rules_and_refuses_with_them(
    blue: Hands, shots: Callable[[Page, str], None]
) -> None:
    """Nobody has written a briefing: the table tells what the scenario and the rules say. A step
    too far is refused with its rule. [O1]"""
    panel = blue.page.get_by_role("tabpanel")
    expect(panel).to_contain_text("10 turns")
    expect(panel).to_contain_text("Point at a counter of yours")
    shots(blue.page, "outpost-briefing")
    blue.choose("0201")
    blue.click_hex("0305")
    expect(blue.refusal).to_contain_text("is not a free hex next to the patrol")
    rule = blue.refusal.get_by_role("button", name="Rule O1")
    rule.click()
    card = blue.page.get_by_role("note")
    expect(card).to_contain_text("each time to a free hex next to it")


def test_a_patrol_is_sent_and_attacks_by_clicking(
    blue: Hands, shots: Callable[[Page, str], None]
) -> None:
    """A click on the patrol and one on a hex beside it: it walks there [O1]. The odds of an attack
    are shown before the dice fall: 21 of 36 in the open. [O4]"""
    blue.in_phase("First watch")
    blue.choose("0201")
    shots(blue.page, "outpost-chosen")
    blue.click_hex("0202")
    blue.stands_in("0202")
    expect(blue.stack("0201")).to_have_count(0)
    blue.tab("Record").click()
    expect(blue.page.get_by_text("goes to 0202", exact=False).first).to_be_visible()
    blue.click_hex("0203")
    blue.stands_in("0203")
    blue.click_stack("0204")
    expect(blue.attack).to_contain_text("58")
    shots(blue.page, "outpost-weighed")
    before = blue.moment()
    blue.commit()
    missed = blue.page.locator("[data-stack]").first
    hit = blue.page.get_by_role("heading", name="Hand over to Red")  # who is asked to fall back
    expect(missed.or_(hit).first).to_be_visible()
    assert blue.moment() > before
