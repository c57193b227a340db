"""Rules at the table: a card is read in full, leads to its neighbours, and into the whole book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.dealing import ATTACKING, deal
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.test_accessibility import DIALOG, faults, told

# What of a card cannot be read: text that runs out of it, or a card over the edge of the screen.
# A card that has just grown is put right before it is painted, so it is measured as painted.
UNREAD = """
async (card) => {
  await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
  const box = card.getBoundingClientRect();
  const cut = [];
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
    cut.push(`the card: ${JSON.stringify(box)}`);
  for (const part of card.querySelectorAll('p, strong, li, nav')) {
    part.scrollIntoView({block: 'nearest'});
    const at = part.getBoundingClientRect();
    if (at.left < box.left || at.right > box.right + 1 || at.width < 1 || at.height < 1)
      cut.push(part.textContent.trim());
  }
  if (card.clientHeight < 120) cut.push(`only ${card.clientHeight} pixels high`);
  return cut;
}
"""


def read(card: Locator, rule: dict[str, Any]) -> None:
    """Read a card from its title to its last neighbour."""
    expect(card).to_contain_text(rule["title"])
    expect(card).to_contain_text(rule["text"])
    for ruling in rule["rulings"]:
        expect(card).to_contain_text(ruling["text"])
    for switch in rule["options"]:
        expect(card).to_contain_text(switch["reason"])
    expect(card).to_contain_text("Read twice")
    assert card.evaluate(UNREAD) == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_rule_card_is_read_in_full(
    sit: Callable[..., Page],
    house: House,
    shots: Callable[[Page, str], None],
    width: int,
    height: int,
) -> None:
    """Units next to the enemy must attack, says the line of what is owed. [5.1.3] [5.1.4]"""
    page = sit(has_touch=width < 400)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(deal(house, {"german": page, "soviet": page}, ATTACKING).place("german"))
    german = Hands(page).ready()
    german.in_phase("Attack")
    german.end.click()
    german.owed.get_by_role("button", name="Rule 5.1.3").first.click()
    card = page.get_by_role("note")
    read(card, german.ask("GET", "/systems/wb95/rules/5.1.3"))
    shots(page, f"rule-card-{width}")
    card.get_by_role("navigation").get_by_role("button", name="5.1.4").click()
    read(card, german.ask("GET", "/systems/wb95/rules/5.1.4"))
    if width > height:  # on a phone the same card is looked at once more, in its dialog
        assert not (found := faults(page, "[role=note]")), told(found)
    shots(page, f"rule-card-followed-{width}")
    card.get_by_role("button", name="Back").click()
    expect(card).to_contain_text("Units in enemy ZoC must attack")
    card.get_by_role("button", name="Open the rules").click()
    dialog = page.get_by_role("dialog", name="The rules")
    expect(dialog.get_by_role("heading", name="5.1.3")).to_be_visible()
    expect(card).to_have_count(0)
    assert not (found := faults(page, DIALOG)), told(found)
    shots(page, f"rules-dialog-{width}")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def searched(page: Page, shots: Callable[[Page, str], None], width: int) -> None:
    """Find a rule by its words, read it, and go on and back."""
    page.get_by_role("searchbox").wait_for()
    shots(page, f"rules-page-{width}")
    assert page.url.endswith("/rules/ocs")
    page.get_by_role("searchbox").fill("negates zone")
    page.get_by_text("2 rules").wait_for()
    shots(page, f"rules-search-{width}")
    page.get_by_role("button", name="4.5b").click()
    article = page.get_by_role("article")
    expect(article.get_by_role("heading", name="4.5b")).to_be_visible()
    expect(article).to_contain_text("Ruled here")
    assert page.url.endswith("/rules/ocs/4.5b")
    assert not (found := faults(page)), told(found)
    shots(page, f"rules-read-{width}")
    after = article.get_by_role("navigation").get_by_role("button").last
    title = after.inner_text().split()[0]
    after.click()
    expect(article.get_by_role("heading", name=title)).to_be_visible()
    page.go_back()
    expect(article.get_by_role("heading", name="4.5b")).to_be_visible()


def test_the_book_is_searched_and_read_from_rule_to_rule(
    sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """From the lobby to the rules of OCS, to the first that speaks of pay for defence, and on: on a
    wide screen, and on a phone."""
    page = sit()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto("/")
        page.get_by_role("link", name="OCS").click()
        searched(page, shots, width)
