"""What may not be is said with its rule, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.dealing import ATTACKING, MOVING, deal
from tests.web.hands import Hands
from tests.web.house import House


def test_a_move_past_the_enemy_is_refused_with_its_rule(
    sit: Callable[..., Page], house: House
) -> None:
    """The motor-cycles must stop in 2621, in the zone of the Soviets [4.2.1]. Pointing says so in a
    low voice; a refusal comes of a click alone, and goes with the next click or key."""
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    german = Hands(page).ready()
    german.in_phase("Movement")
    tip = german.map.locator("xpath=..").get_by_role("status").filter(has_text="[4.2.1]")
    before = german.table()
    german.choose("2522", "de-7-krad")
    german.point_at("2720")
    tip.wait_for()
    expect(german.refusal).to_have_count(0)
    german.point_at("2421")
    expect(tip).to_have_count(0)

    german.click_hex("2720")
    expect(german.refusal).to_contain_text("zone of control")
    german.page.keyboard.press("+")
    expect(german.refusal).to_have_count(0)
    german.click_hex("2720")
    rule = german.refusal.get_by_role("button", name="Rule 4.2.1")
    rule.wait_for()
    after = german.table()
    assert (after["moment"], after["counters"]) == (before["moment"], before["counters"])
    german.stack("2522").wait_for()
    expect(german.stack("2720")).to_have_count(0)
    rule.click()
    card = german.page.get_by_role("note")
    expect(card).to_contain_text("4.2.1")
    sentence = german.ask("GET", "/systems/wb95/rules/4.2.1")["text"]
    expect(card).to_contain_text(sentence)


def test_what_is_owed_bars_the_end_of_the_phase_and_nobody_attacks_from_afar(
    sit: Callable[..., Page], house: House
) -> None:
    """Units in an enemy zone of control must attack [5.1.3]. Nobody is chosen, and nobody stands
    beside the enemy who is clicked: that says why, too [5.1.2]."""
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": page}, ATTACKING).place("german"))
    german = Hands(page).ready()
    german.in_phase("Attack")
    before = german.moment()
    german.end.click()
    german.owed.get_by_role("button", name="Rule 5.1.3").first.wait_for()
    expect(german.owed.get_by_role("button", name="End the phase")).to_have_count(0)
    expect(german.phase).to_have_text("Attack")
    page.keyboard.press("Escape")
    expect(german.owed).to_have_count(0)

    german.click_stack("2716")
    expect(german.refusal).to_contain_text("next to 2716")
    german.refusal.get_by_role("button", name="Rule 5.1.2").wait_for()
    assert german.moment() == before
