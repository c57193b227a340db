"""For everybody: axe finds no serious fault, and all of a turn can be played without a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, expect

from grognard.server import replays, seating
from tests.web.dealing import ATTACKING, LESSON, MOVING, RETREATING, Absent, deal, records
from tests.web.hands import COUNTED, Hands
from tests.web.house import ROOT, House

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PANELS = (
    "Here", "Briefing", "Record", "Order of battle", "Calendar", "Charts and luck", "Tables",
    "Notes", "Chat",
)  # fmt: skip

# Every rule of axe by which somebody could be shut out, and of these such as are about colours. The
# rest are counsels whose breach axe itself calls moderate or less.
COUNSELS = (
    "aria-allowed-role", "empty-heading", "empty-table-header", "heading-order",
    "image-redundant-alt", "landmark-banner-is-top-level", "landmark-complementary-is-top-level",
    "landmark-contentinfo-is-top-level", "landmark-main-is-top-level",
    "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo",
    "landmark-no-duplicate-main", "landmark-one-main", "landmark-unique", "meta-viewport-large",
    "page-has-heading-one", "presentation-role-conflict", "region", "scope-attr-valid", "skip-link",
)  # fmt: skip
USUAL = {
    "resultTypes": ["violations"],
    "rules": {rule: {"enabled": False} for rule in COUNSELS},
}
COLOURS = {
    "resultTypes": ["violations"],
    "preload": False,
    "runOnly": ["color-contrast", "link-in-text-block"],
}
AXE_RUN = "async ([part, options]) => (await axe.run(part || document, options)).violations"

# Parts of a page: what lies before it, and what is beside the map.
DIALOG = "[role=dialog]"
PANEL = "[aria-label=Panels]"

# The light that the page's root names; told one, it names that.
LIGHT = """
(to) => {
  const root = document.documentElement;
  if (to) root.dataset.scheme = to;
  return root.dataset.scheme;
}
"""

# A picture without words, and words that by night are as dark as what they stand on.
FAULTY = """
() => {
  document.body.append(new Image());
  const words = document.createElement('p');
  words.textContent = 'Nobody reads this by night.';
  words.style = 'color: #222; background: var(--panel)';
  document.querySelector('main').append(words);
}
"""

# Whether no colour is on its way to another one, as they are when day turns into night.
STILL = "() => !document.getAnimations().some((one) => one instanceof CSSTransition)"


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def faults(page: Page, part: str = "") -> list[str]:
    """What axe finds on a page, or a part of it, that shuts somebody out: what, and where.

    It looks by day and by night. By the other light only the colours are others: the page's root
    says which light it is, and the style follows.
    """
    expect(page.get_by_text("One moment…")).to_have_count(0)
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found = _found(page, part, USUAL)
    was = page.evaluate(LIGHT, None)
    page.evaluate(LIGHT, "paper" if was == "night" else "night")
    found += _found(page, part, COLOURS)
    page.evaluate(LIGHT, was)
    return found


def _found(page: Page, part: str, options: dict[str, Any]) -> list[str]:
    page.wait_for_function(STILL)
    found: list[dict[str, Any]] = page.evaluate(AXE_RUN, [part, options])
    return [
        f"{fault['id']}: {node['target'][0]}: {node['failureSummary'].splitlines()[1].strip()}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def told(found: list[str]) -> str:
    """The faults, one a line."""
    return "\n".join(found)


def test_axe_would_find_a_fault(sit: Callable[..., Page]) -> None:
    """A picture without words is a fault, and so are words that are lost by night alone, so the
    other tests can fail."""
    page = sit("/")
    page.get_by_role("button", name="Set up…").first.wait_for()
    page.evaluate(FAULTY)
    found = faults(page)
    assert [fault.split(":")[0] for fault in found] == ["image-alt", "color-contrast"], told(found)


def test_the_lobby(sit: Callable[..., Page]) -> None:
    page = sit("/", color_scheme="dark")
    set_up = page.get_by_role("button", name="Set up…").first
    set_up.wait_for()
    expect(page.locator("html")).to_have_attribute("data-scheme", "night")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-scheme", "paper")
    assert not (found := faults(page)), told(found)
    set_up.click()
    dialog = page.get_by_role("dialog").filter(has_text="Set up a game")
    dialog.wait_for()
    for folded in dialog.locator("details").all():
        folded.locator("summary").click()
    assert not (found := faults(page, DIALOG)), told(found)
    dialog.get_by_role("button", name="Cancel").click()
    for name in ("Settings", "Sign in"):
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog").wait_for()
        assert not (found := faults(page, DIALOG)), told(found)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_first_steps(sit: Callable[..., Page]) -> None:
    """What is for newcomers can be read and tried by everybody; nothing sticks out on a phone."""
    page = sit("/first-steps")
    tanks = page.get_by_role("group", name="Tanks before an enemy and his zone of control")
    tanks.get_by_role("button", name="Go to 33, 2 points").click()
    expect(page.get_by_text("In his zone: it must stop")).to_be_visible()
    assert not (found := faults(page)), told(found)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="You know these games on paper?").click()
    page.get_by_text("Odds before you roll.").wait_for()
    assert not (found := faults(page)), told(found)


def test_the_panels_of_the_table(sit: Callable[..., Page], house: House) -> None:
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": Absent(house)}, LESSON).place("german"))
    hands = Hands(page).ready()
    hands.choose("2420")
    for name in PANELS:
        hands.tab(name).click()
        expect(hands.tab(name)).to_have_attribute("aria-selected", "true")
        part = "" if name == PANELS[0] else PANEL  # the rest stays as it was
        assert not (found := faults(page, part)), f"{name}:\n{told(found)}"


def test_what_is_asked_and_what_is_watched(sit: Callable[..., Page], house: House) -> None:
    """A question, the strip under the map, and the card of the dice."""
    page = sit(told="step")
    page.goto(deal(house, {"german": Absent(house), "soviet": page}, RETREATING).place("soviet"))
    hands = Hands(page).ready()
    hands.question.wait_for()
    assert not (found := faults(page)), told(found)
    page.keyboard.press("Shift+L")
    hands.strip.wait_for()
    assert not (found := faults(page, "[data-part=strip]")), told(found)
    for _ in range(12):
        if hands.dice.is_visible():
            break
        page.keyboard.press(".")
    hands.dice.wait_for()
    hands.dice.locator("summary").click()
    assert not (found := faults(page, "[aria-label^='The dice']")), told(found)


def test_the_table_at_work(sit: Callable[..., Page], house: House) -> None:
    """Reach and refusal, an overlay, the keys, the attack panel, and what is owed."""
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    hands = Hands(page).ready()
    hands.in_phase("Movement")
    hands.choose("2522", "de-7-krad")
    hands.click_hex("2720")
    hands.refusal.wait_for()
    assert not (found := faults(page)), told(found)
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Supply", exact=False).first).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("?")
    page.get_by_role("dialog", name="What the keys do").wait_for()
    assert not (found := faults(page, DIALOG)), told(found)

    page.goto(deal(house, {"german": page, "soviet": page}, ATTACKING).place("german"))
    hands = Hands(page).ready()
    hands.in_phase("Attack")
    hands.end.click()
    hands.owed.wait_for()
    assert not (found := faults(page, DIALOG)), told(found)
    page.keyboard.press("Escape")
    hands.stack("2620").click()
    hands.attack.wait_for()
    assert not (found := faults(page, "[aria-label='Weighed before it is done']")), told(found)


def test_the_leaf_between_two_players_and_a_replay(sit: Callable[..., Page], house: House) -> None:
    page = sit()
    dealt = deal(house, {"german": page, "soviet": page}, RETREATING)
    page.goto(dealt.place("german"))
    expect(page.get_by_role("button", name="Soviet: press to continue")).to_be_focused()
    assert not (found := faults(page)), told(found)
    with records(house) as club:
        seat = next(one for one in seating.seats(club, dealt.game) if one.side == "german")
        link = replays.share(club, seat)
    page.goto(f"/replay/{link}")
    Hands(page).ready()
    assert not (found := faults(page)), told(found)


# ---- without a mouse


def tab_to(page: Page, wanted: Locator, keys: str = "Tab") -> None:
    """Go with the Tab key until something has the focus."""
    for _ in range(80):
        if wanted.evaluate_all("(all) => all.includes(document.activeElement)"):
            return
        page.keyboard.press(keys)
    raise AssertionError(f"the Tab key does not come to {wanted}")


def walk_to(hands: Hands, hex_: str) -> None:
    """Move the map's cursor to a hex with Shift and the arrows."""
    board = hands.ask("GET", f"/seats/{hands.seat}/board")
    places = dict(zip(board["labels"], zip(board["x"], board["y"], strict=True), strict=True))
    cursor = hands.map.get_by_text(re.compile(r"^Hex \S+$"))
    hands.page.keyboard.press("Shift+ArrowDown")
    for _ in range(60):
        at = cursor.inner_text().removeprefix("Hex ")
        if at == hex_:
            return
        dx, dy = (places[hex_][i] - places[at][i] for i in (0, 1))
        across = "ArrowRight" if dx > 0 else "ArrowLeft"
        along = "ArrowDown" if dy > 0 else "ArrowUp"
        key = along if abs(dy) > board["size"] / 2 else across
        hands.page.keyboard.press(f"Shift+{key}")
        expect(cursor).not_to_have_text(f"Hex {at}")
    raise AssertionError(f"the cursor does not come to {hex_}")


def test_a_phase_and_an_attack_without_a_mouse(sit: Callable[..., Page], house: House) -> None:
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": Absent(house)}, MOVING).place("german"))
    page.evaluate(COUNTED)
    hands = Hands(page).ready()
    hands.in_phase("Movement")

    # A stack is reached by Tab, the next by an arrow, and chosen by Enter.
    tab_to(page, page.locator("[data-stack]"))
    for _ in range(30):
        at = str(page.evaluate("document.activeElement.dataset.stack ?? ''"))
        if at == "2522/german":
            break
        row, column = int(at[2:4]), int(at[:2])
        if column == 25:
            page.keyboard.press("ArrowLeft" if row < 22 else "ArrowRight")
        else:
            page.keyboard.press("ArrowDown" if column < 25 else "ArrowUp")
    assert at == "2522/german", f"the arrows came to {at}"
    page.keyboard.press("Enter")
    expect(hands.stack("2522")).to_contain_class("chosen")

    # The map's cursor goes to a hex, and Enter sends them there.
    tab_to(page, hands.map, "Shift+Tab")
    walk_to(hands, "2621")
    page.keyboard.press("Enter")
    hands.stands_in("2621")
    page.keyboard.press("Escape")

    page.keyboard.press("Control+Enter")
    hands.owed.wait_for()
    page.keyboard.press("Control+Enter")
    hands.in_phase("Attack")

    # The attack: what is owed is gone to and weighed, and the button is reached by Tab.
    page.keyboard.press("n")
    hands.attack.wait_for()
    tab_to(page, hands.attack.get_by_role("button", name="Attack", exact=True))
    page.keyboard.press("Enter")
    expect(hands.attack).to_have_count(0)
    expect(hands.prompt).to_contain_text("Soviet is thinking")
    assert hands.clicks() == 0
