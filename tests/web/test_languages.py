"""The table in another language, and with large type: no word of it is left in English, and nothing
of it is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.web.dealing import ATTACKING, MOVING, Play, deal
from tests.web.hands import Hands
from tests.web.house import House

ENGLISH = re.compile(
    r"\b(the|and|with|from|this|could|still|unit|units|level|attack|supply|moves?|hexes"
    r"|turn|defender|attacker|loses|retreats|victory|enemy|zone|control|reinforcements)\b",
    re.IGNORECASE,
)
WORDS = {
    "de": ("Angriff", "Phase beenden", "Nachschub", "eine Nachschublinie", "Verteidiger"),
    "pl": ("Atak", "Zakończ fazę", "Zaopatrzenie", "linia zaopatrzenia", "obrońca"),
}
"""A phase, a button, an overlay, its legend, and what an attack may come to."""
REFUSED = {
    "de": ("nicht erreichbar", "Die Straße nach Klin", "Lage"),
    "pl": ("poza zasięgiem", "Droga na Klin", "Położenie"),
}
"""A move that is refused, the title, and the head of the briefing."""
NAMES = re.compile("Assault Army|Leningrad Highway|[A-Z][a-z]+ road")
"""Names on the map and on counters."""


@pytest.mark.parametrize("language", WORDS)
def test_no_word_of_the_table_is_left_in_english(
    sit: Callable[..., Page], house: House, language: str
) -> None:
    hands = _seated(sit, house, language=language)
    page = hands.page
    phase, ending, overlay, legend, outcome = WORDS[language]
    page.get_by_role("tab").nth(0).click()
    expect(page.get_by_role("button", name=ending).first).to_be_visible()
    seen = [page.inner_text("body")]
    page.keyboard.press("s")
    expect(page.get_by_text(legend, exact=True)).to_be_visible()
    seen.append(page.inner_text("body"))
    page.keyboard.press("s")
    page.get_by_role("tab").nth(2).click()
    expect(page.get_by_role("tabpanel")).to_contain_text("2522")
    seen.append(page.inner_text("body"))
    hands.click_hex("2620")
    page.get_by_text(outcome).first.wait_for()
    seen.append(page.inner_text("body"))
    text = "\n".join(seen)
    assert phase in text
    assert overlay in text
    assert sorted({line for line in text.splitlines() if ENGLISH.search(line)}) == []


@pytest.mark.parametrize("language", REFUSED)
def test_a_refusal_and_the_briefing_are_told_in_it(
    sit: Callable[..., Page],
    house: House,
    language: str,
    shots: Callable[[Page, str], None],
) -> None:
    hands = _seated(sit, house, MOVING, language=language)
    page = hands.page
    refused, title, head = REFUSED[language]
    expect(page.locator("body")).to_contain_text(title, ignore_case=True)
    page.get_by_role("tab").nth(1).click()
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text(head)
    expect(panel).to_contain_text("1941")
    seen = [panel.inner_text()]
    shots(page, f"briefing-{language}")
    page.get_by_role("tab").nth(0).click()
    hands.choose("2522", "de-7-krad")
    hands.click_hex("2720")
    page.get_by_text(refused).first.wait_for()
    shots(page, f"refused-{language}")
    seen.append(page.inner_text("body"))
    text = NAMES.sub("", "\n".join(seen))
    assert sorted({line for line in text.splitlines() if ENGLISH.search(line)}) == []


def test_very_large_type_leaves_the_table_whole(sit: Callable[..., Page], house: House) -> None:
    hands = _seated(sit, house, type="huge")
    page = hands.page
    page.set_viewport_size({"width": 1280, "height": 720})
    size = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert size > 21
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    expect(hands.end).to_be_in_viewport(ratio=1)
    expect(hands.prompt).to_be_in_viewport(ratio=1)


def _seated(
    sit: Callable[..., Page], house: House, plays: Sequence[Play] = ATTACKING, **likes: str
) -> Hands:
    """The German, about to attack or to move, at a screen set as he likes it."""
    page = sit(likes=likes)
    page.goto(deal(house, {"german": page, "soviet": page}, plays).place("german"))
    page.locator("[data-stack]").first.wait_for()
    return Hands(page)
