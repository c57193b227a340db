"""What was mended in a scenario is offered at the table, and taken over when the other agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.shelves import COUNTER, Shelf, forget, shelf_in
from tests.web.dealing import MOVING, deal
from tests.web.hands import Hands
from tests.web.house import House

TOLD = "25 of 7 ARM: cels 9:9/8:9 becomes 4:7/2:7"
SINCE = "This scenario was mended since the game began: 1 change"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """The games that are dealt here begin on another edition than the server's shelf has."""
    yield shelf_in(tmp_path / "shelf", monkeypatch).mend(*COUNTER)
    forget()


def card(hands: Hands) -> Locator:
    return hands.page.get_by_role("region", name="What was mended")


def test_one_proposes_it_and_the_other_agrees(
    sit: Callable[..., Page],
    house: House,
    shelf: Shelf,
    shots: Callable[[Page, str], None],
) -> None:
    screens = {"german": sit(), "soviet": sit()}
    dealt = deal(house, screens, MOVING)
    for side, page in screens.items():
        page.goto(dealt.place(side))
    german, soviet = (Hands(page).ready() for page in screens.values())
    german.in_phase("Movement")
    before = german.table()["edition"]
    card(german).get_by_text(SINCE).click()
    expect(card(german)).to_contain_text(TOLD)
    shots(german.page, "mend-offered")
    card(german).get_by_role("button", name="Propose to take it over").click()
    expect(card(german)).to_contain_text("has not been answered yet")
    expect(soviet.question).to_contain_text(TOLD)
    shots(soviet.page, "mend-asked")
    soviet.answer("Agree to what German proposes")
    for hands in (german, soviet):
        expect(card(hands)).to_have_count(0)
        hands.ready()
        hands.page.get_by_role("tab", name="Record").click()
        told = hands.page.get_by_role("tabpanel", name="Record")
        expect(told).to_contain_text(f"as it was mended: {TOLD}")
    shots(german.page, "mend-taken")
    assert german.table()["edition"] == soviet.table()["edition"] != before
    german.in_phase("Movement")
    german.choose("2522")
    german.click_hex("2621")
    german.stands_in("2621")


def test_who_plays_both_sides_takes_it_over_or_leaves_it(
    sit: Callable[..., Page], house: House, shelf: Shelf
) -> None:
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    hands = Hands(page).ready()
    before = hands.table()["edition"]
    card(hands).get_by_text(SINCE).click()
    card(hands).get_by_role("button", name="Take it over").click()
    expect(card(hands)).to_have_count(0)
    hands.ready()
    assert hands.table()["edition"] != before

    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    hands.ready()
    card(hands).get_by_text(SINCE).click()
    card(hands).get_by_role("button", name="Not now").click()
    expect(card(hands)).to_have_count(0)
    page.reload()
    hands.ready()
    expect(card(hands)).to_have_count(0)
    assert hands.table()["edition"] == before
