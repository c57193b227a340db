"""What wins is told before the first order, and can be looked up at any time."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.dealing import Absent, deal
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.test_accessibility import DIALOG, PANEL, faults, told


def test_the_lobby_briefs_whoever_asks(
    sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    page = sit("/")
    page.get_by_role("button", name="Briefing").first.click()
    dialog = page.get_by_role("dialog")
    for heading in ("Situation", "Forces", "First steps", "What wins", "Special rules", "How long"):
        expect(dialog.get_by_role("heading", name=heading)).to_be_visible()
    expect(dialog.get_by_role("list", name="The scale of victory")).to_contain_text("9 and more")
    assert not (found := faults(page, DIALOG)), told(found)
    shots(page, "briefing-lobby")


def the_scale_shows_where_we_stand(german: Hands, shots: Callable[[Page, str], None]) -> None:
    """And what a place is worth."""
    page = german.page
    german.tab("Charts").click()
    scale = page.get_by_role("list", name="The scale of victory")
    here = scale.locator("[aria-current]")
    expect(here).to_contain_text("up to 1")
    expect(here).to_contain_text("Soviet decisive victory")
    klin = page.get_by_role("row", name="Klin")
    expect(klin).to_contain_text("3 a hex")
    expect(klin).to_contain_text("0 of 2")
    expect(page.get_by_role("tabpanel")).to_contain_text(
        "One point more would make it: Soviet victory."
    )
    assert not (found := faults(page)), told(found)
    shots(page, "scale")
    klin.get_by_role("button").click()
    german.stack("2716").wait_for()


def test_a_game_begins_with_its_briefing(
    sit: Callable[..., Page], house: House, shots: Callable[[Page, str], None]
) -> None:
    """Once: who comes back finds his place. What wins stays a click away, and so does how it
    stands."""
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": Absent(house)}).place("german"))
    german = Hands(page).ready()
    briefing = german.tab("Briefing")
    expect(briefing).to_have_attribute("aria-selected", "true")
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text("LVI Panzer Corps")
    expect(panel).not_to_contain_text("You answer first")  # that is for the other side
    assert not (found := faults(page, PANEL)), told(found)
    shots(page, "briefing-table")
    page.reload()
    german.ready()
    expect(briefing).to_have_attribute("aria-selected", "false")
    briefing.click()
    expect(panel).to_contain_text("LVI Panzer Corps")
    the_scale_shows_where_we_stand(german, shots)
