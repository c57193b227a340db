"""What is seen: the map is drawn, counters are named, a tablet is enough, in three languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.dealing import MOVING, deal
from tests.web.hands import WAIT, Hands
from tests.web.house import ROOT, House

TABLET = {"width": 900, "height": 1100}

# The ground as it is painted: how many colours (of 4096) there are, what part the commonest has,
# and how light it is on the whole, from 0 to 255. A painting that stays as it is is done.
PAINTED = """
async () => {
  const canvas = document.querySelector('canvas.ground');
  const look = () => {
    const copy = new OffscreenCanvas(240, 150).getContext('2d');
    copy.drawImage(canvas, 0, 0, 240, 150);
    return copy.getImageData(0, 0, 240, 150).data;
  };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let seen = look();
  for (let same = 0; same < 20;) {
    await frame();
    const now = look();
    same = now.every((part, i) => part === seen[i]) ? same + 1 : 0;
    seen = now;
  }
  const counts = new Map();
  let light = 0;
  for (let i = 0; i < seen.length; i += 4) {
    const [r, g, b] = [seen[i], seen[i + 1], seen[i + 2]];
    const colour = (r >> 4) * 256 + (g >> 4) * 16 + (b >> 4);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
    light += (r + g + b) / 3;
  }
  const all = seen.length / 4;
  return {colours: counts.size, commonest: Math.max(...counts.values()) / all, light: light / all};
}
"""

# Whether the painting is no blank sheet, and no lighter than it should be.
RICH = f"""
async (light) => {{
  const found = await ({PAINTED})();
  return found.colours > 40 && found.commonest < 0.8 && found.light < light;
}}
"""


@pytest.fixture
def seated(sit: Callable[..., Page], house: House) -> Callable[..., Hands]:
    """The German at his table, about to move."""

    def sit_down(**settings: Any) -> Hands:
        page = sit(**settings)
        page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
        hands = Hands(page).ready()
        hands.in_phase("Movement")
        return hands

    return sit_down


def test_the_map_is_painted_near_and_far_by_day_and_night(seated: Callable[..., Hands]) -> None:
    hands = seated()
    lights: dict[str, list[float]] = {"paper": [], "night": []}
    for scheme, found in lights.items():
        expect(hands.page.locator("html")).to_have_attribute("data-scheme", scheme)
        for keys in (["0"], ["f"], ["+", "+", "+"]):
            for key in keys:
                hands.page.keyboard.press(key)
            hands.page.wait_for_function(RICH, arg=100 if scheme == "night" else 255, timeout=WAIT)
            found.append(hands.page.evaluate(PAINTED)["light"])
        hands.page.keyboard.press("d")
    pairs = zip(lights["paper"], lights["night"], strict=True)
    assert all(day > night + 40 for day, night in pairs), lights


def test_every_counter_has_a_name_and_on_a_phone_what_is_asked_is_in_sight(
    seated: Callable[..., Hands],
) -> None:
    """A stack is called by what lies on top, where it is, and how many they are. However small the
    screen, the end of the phase and what could still be done are on it."""
    hands = seated()
    table = hands.table()
    titles = {counter["id"]: counter["title"] for counter in table["counters"]}
    assert len(table["stacks"]) > 10
    for stack in table["stacks"]:
        there = hands.page.locator(f'[data-stack="{stack["hex"]}/{stack["side"]}"]')
        expect(there).to_have_accessible_name(
            titles[stack["counters"][0]]
            if len(stack["counters"]) == 1
            else f"{titles[stack['counters'][0]]}. Stack of {len(stack['counters'])} counters in "
            f"{stack['hex']}"
        )
    hands.stack("2522").click()
    hands.stack("2522").click()
    for piece in ("de-7-pz", "de-7-s6", "de-7-s7", "de-7-krad"):
        fanned = hands.page.locator(f'[data-fan] [data-counter="{piece}"]')
        expect(fanned).to_have_accessible_name(titles[piece])
    hands.page.keyboard.press("Escape")
    hands.page.keyboard.press("Escape")
    hands.page.set_viewport_size({"width": 390, "height": 844})
    expect(hands.end).to_be_in_viewport(ratio=1)
    expect(hands.page.get_by_role("button", name="could still be done")).to_be_in_viewport(ratio=1)


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_a_tablet_is_enough(sit: Callable[..., Page], seated: Callable[..., Hands]) -> None:
    lobby = sit("/")
    lobby.set_viewport_size(TABLET)
    lobby.get_by_role("button", name="Play the lesson").wait_for()
    assert not scrolls_sideways(lobby)

    hands = seated()
    page = hands.page
    page.set_viewport_size(TABLET)
    page.reload()
    hands.ready()
    assert not scrolls_sideways(page)
    if hands.button("Show the panels (p)").is_visible():
        hands.button("Show the panels (p)").click()
    panels = page.get_by_role("complementary", name="Panels")
    expect(panels).to_be_in_viewport(ratio=0.95)
    hands.tab("Order of battle").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("LVI")
    assert not scrolls_sideways(page)
    expect(hands.end).to_be_in_viewport(ratio=1)

    hands.choose("2522")
    hands.click_hex("2621")
    hands.stands_in("2621")
    hands.button("Hide the panels (p)").click()
    expect(panels).to_have_count(0)


def test_other_languages_can_be_chosen(sit: Callable[..., Page]) -> None:
    folder = ROOT / "web" / "src" / "i18n"
    words = {
        code: json.loads((folder / code / "lobby.json").read_text(encoding="utf-8"))
        for code in ("en", "de", "pl")
    }
    page = sit("/")
    for before, code in (("en", "de"), ("de", "pl")):
        was, other = words[before], words[code]
        page.get_by_role("button", name=was["settings"]).click()
        page.get_by_label(was["language"]).select_option(code)
        expect(page.locator("html")).to_have_attribute("lang", code)
        page.get_by_role("heading", name=other["shelf"]).wait_for()
        expect(page.get_by_text(was["shelf"], exact=True)).to_have_count(0)
        page.reload()
        expect(page.get_by_role("button", name=other["settings"])).to_be_visible(timeout=WAIT)
