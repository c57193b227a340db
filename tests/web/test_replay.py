"""Looking back: the timeline of a game, a shared link, and what if."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.dealing import LESSON, Absent, deal
from tests.web.hands import Hands
from tests.web.house import House

BEFORE, AFTER = "2522", "2621"
"""Where 7 Panzer stands before its first move and after it."""


def timeline(page: Page) -> Locator:
    """The slider of a timeline."""
    return page.get_by_role("group", name="Timeline").get_by_role("slider", name="Moment")


def choose(hands: Hands, name: str) -> None:
    """Take something from the game's menu."""
    hands.button("Game").click()
    hands.page.get_by_role("menuitem", name=name).click()


@pytest.fixture
def german(sit: Callable[..., Page], house: House) -> Hands:
    """A German who has played his turn, and looks on while the Soviet thinks."""
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": Absent(house)}, LESSON).place("german"))
    return Hands(page).ready()


def a_line_of_the_record_shows_the_table_as_it_was(german: Hands) -> None:
    """Where 7 Panzer has come to 2621."""
    german.tab("Record").click()
    record = german.page.get_by_role("region", name="The record")
    record.get_by_label("find in the record").fill("2621")
    record.get_by_role("button", name="The table as it was then").first.click()
    german.page.get_by_text("As it was: turn 1").wait_for()
    german.stands_in(AFTER)
    german.button("Back to the present").click()
    expect(german.page.get_by_text("As it was")).to_have_count(0)


def test_the_timeline_goes_back_and_forth(german: Hands) -> None:
    page = german.page
    a_line_of_the_record_shows_the_table_as_it_was(german)
    now = german.shown()
    choose(german, "Replay from the beginning")
    slider = timeline(page)
    expect(slider).to_have_attribute("aria-valuenow", "1")
    german.stands_in(BEFORE)
    expect(german.stack(AFTER)).to_have_count(0)
    page.get_by_text("As it was: turn 1").wait_for()
    expect(german.end).to_have_count(0)

    slider.press("ArrowRight")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "3")
    german.stands_in(AFTER)
    slider.press("ArrowLeft")
    german.stands_in(BEFORE)

    page.get_by_label("Pace").select_option(label="16 ×")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_count(0)  # it has come to the present
    expect(page.get_by_text("As it was")).to_have_count(0)
    german.shows(now)


def test_a_what_if_branches_from_a_moment(sit: Callable[..., Page], house: House) -> None:
    """Another game begins where one looks back to; the first one stays as it is."""
    page = sit()
    dealt = deal(house, {"german": page, "soviet": page}, LESSON)
    page.goto(dealt.place("soviet"))
    hands = Hands(page).ready()
    moment = hands.moment()
    choose(hands, "Replay from the beginning")
    hands.stands_in(BEFORE)
    seat = f"/seats/{hands.seat}"
    for now in range(1, moment):
        if hands.ask("GET", f"{seat}/table?moment={now}")["headline"]["phase"] == "Movement":
            break
        timeline(page).press("ArrowRight")
    expect(hands.phase).to_have_text("Movement")
    hands.stands_in(BEFORE)
    choose(hands, "What if")
    page.wait_for_url(lambda url: dealt.game not in url)
    ready = hands.button("German: press to continue")
    ready.or_(hands.end).first.wait_for()
    if ready.is_visible():
        ready.click()
    hands.in_phase("Movement")
    hands.choose(BEFORE)
    hands.click_hex("2521")
    hands.stands_in("2521")
    assert hands.table(dealt.seats["soviet"])["moment"] == moment


def test_a_shared_replay_is_read_by_anybody(german: Hands, sit: Callable[..., Page]) -> None:
    """It is read from its beginning, and as the game is over one may branch from it."""
    end = german.shown()
    choose(german, "Resign")
    german.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    over = german.page.get_by_role("dialog")
    expect(over).to_contain_text("Soviet has won")
    over.get_by_role("button", name="Close").click()
    choose(german, "Share the replay")
    told = german.page.get_by_text("The address of the replay was copied:")
    told.wait_for()
    address = next(word for word in told.inner_text().split() if "/replay/" in word)

    guest = sit(urlsplit(address).path)
    reader = Hands(guest).ready()
    slider = timeline(guest)
    expect(slider).to_have_attribute("aria-valuenow", "1")
    reader.stands_in(BEFORE)
    slider.press("End")
    reader.stack(BEFORE).wait_for()  # the headquarters has gone there
    reader.stands_in("2619")
    reader.shows(end)
    guest.get_by_role("button", name="The battle before").click()
    expect(slider).not_to_have_attribute(
        "aria-valuenow", str(slider.get_attribute("aria-valuemax"))
    )

    slider.press("Home")
    expect(reader.stack(AFTER)).to_have_count(0)
    guest.get_by_role("button", name="What if, from here").click()
    guest.get_by_role("dialog").get_by_role("button", name="Begin").click()
    guest.wait_for_url("**/game/**")
    ready = reader.button("German: press to continue")
    ready.or_(reader.question).first.wait_for()
    if ready.is_visible():
        ready.click()
    expect(reader.question).to_contain_text("air units")
    reader.stands_in(BEFORE)
