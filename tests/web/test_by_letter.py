"""A game by letter between two browsers: who is away is told by a notice that it is his decision,
and coming back begins with what happened."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.dealing import LESSON, MOVING, Absent, deal
from tests.web.hands import Hands
from tests.web.house import House

Sit = Callable[..., Page]
BY_LETTER = {"clock": {"per": "answer", "seconds": 3 * 24 * 3600, "flag": "shown"}}

# The notices that a page shows, kept to be read and clicked; the browser shows them, too.
NOTICED = """
window.noticed ??= [];
window.Notification = class extends window.Notification {
  constructor(...said) { super(...said); window.noticed.push(this); }
};
"""


def test_a_notice_calls_back_and_what_happened_is_told_first(
    sit: Sit, house: House, shots: Callable[[Page, str], None]
) -> None:
    soviet, german = sit(told="normal", alone=True), Absent(house)
    soviet.context.grant_permissions(["notifications"])
    soviet.add_init_script(NOTICED)
    dealt = deal(house, {"german": german, "soviet": soviet}, MOVING, settings=BY_LETTER)
    with soviet.expect_response("**/seen"):  # he has looked at it, and goes away
        soviet.goto(dealt.place("soviet"))
        Hands(soviet).ready()
    soviet.goto("/")
    assert soviet.evaluate("noticed.length") == 0
    soviet.get_by_role("button", name="Settings").click()
    wanted = soviet.get_by_role("checkbox", name="Tell me when a game waits for me")
    expect(wanted).not_to_be_checked()
    wanted.check()
    shots(soviet, "notices")
    soviet.keyboard.press("Escape")

    for side, action in LESSON[len(MOVING) :]:
        if side == "soviet":
            break
        german.act(action)
    soviet.evaluate("dispatchEvent(new Event('focus'))")  # or a quarter of a minute later
    soviet.wait_for_function("() => noticed.length > 0")
    assert soviet.evaluate("noticed.map((one) => one.title)")[0].startswith("Your decision: ")
    soviet.evaluate("dispatchEvent(new Event('focus'))")
    soviet.evaluate("noticed[0].onclick()")
    soviet.wait_for_url(f"**{dealt.place('soviet')}")
    hands = Hands(soviet)
    hands.strip.wait_for()  # what happened comes before the question
    shots(soviet, "told-first")
    expect(hands.question).to_have_count(0)
    soviet.keyboard.press("Escape")
    hands.question.wait_for()
    assert soviet.evaluate("noticed.length") == 1
