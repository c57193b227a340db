"""Taking back: freely until something was learned, and then with the leave of the other side."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.dealing import ATTACKING, MOVING, deal
from tests.web.hands import Hands
from tests.web.house import House


def test_a_move_is_taken_back_and_made_again(
    sit: Callable[..., Page], house: House, shots: Callable[[Page, str], None]
) -> None:
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    german = Hands(page).ready()
    german.in_phase("Movement")
    before = german.table()
    german.choose("2522")
    german.click_hex("2621")
    german.stands_in("2621")
    moved = german.table()
    german.button("Take back (u)").click()
    german.stands_in("2522")
    expect(german.stack("2621")).to_have_count(0)
    assert german.table()["counters"] == before["counters"]
    german.button("Do again (r)").click()
    german.stands_in("2621")
    expect(german.button("Do again (r)")).to_be_disabled()
    assert german.table()["counters"] == moved["counters"]

    page.keyboard.press("u")
    german.stands_in("2522")
    page.keyboard.press("r")
    german.stands_in("2621")

    shots(page, "deputy-before")
    deputy = page.locator("[data-part=deputy] button").first
    deputy.click()  # the rest is proposed by one's own staff
    page.get_by_role("status").filter(has_text="nothing more to propose").wait_for(timeout=60_000)
    shots(page, "deputy-after")
    german.in_phase("Movement")
    proposed = german.table()
    assert proposed["counters"] != moved["counters"]
    with page.expect_response("**/undo"):
        page.keyboard.press("u")
    assert german.table()["counters"] != proposed["counters"]


def test_after_the_dice_the_other_side_is_asked(sit: Callable[..., Page], house: House) -> None:
    """A roll is not taken back alone: the others decline, and then agree."""
    screens = {"german": sit(), "soviet": sit()}
    dealt = deal(house, screens, ATTACKING)
    for side, page in screens.items():
        page.goto(dealt.place(side))
    german, soviet = (Hands(page).ready() for page in screens.values())
    german.in_phase("Attack")
    before = [hands.table()["counters"] for hands in (german, soviet)]
    german.stack("2620").click()
    german.commit()
    soviet.question.wait_for()

    ask = german.button("Ask the others for leave to take back")
    for answer in ("Decline", "Agree"):
        ask.click()
        wish = german.page.get_by_role("dialog", name="Ask for a take-back")
        wish.get_by_label("Why, if you like").fill("a slip of the hand")
        wish.get_by_role("button", name="Ask", exact=True).click()
        offer = soviet.page.get_by_role("status").filter(has_text="take something back")
        expect(offer).to_contain_text("a slip of the hand")
        asked = german.page.get_by_role("status").filter(has_text="You have asked")
        asked.wait_for()
        expect(german.phase).to_have_text("Attack")
        offer.get_by_role("button", name=answer).click()
        expect(offer).to_have_count(0)
        expect(asked).to_have_count(0)
        if answer == "Decline":
            soviet.question.wait_for()
    german.in_phase("Attack")
    expect(soviet.question).to_have_count(0)
    assert [hands.table()["counters"] for hands in (german, soviet)] == before
