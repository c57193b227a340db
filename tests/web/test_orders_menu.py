"""Orders of a selection: a short menu by kind, stacks by hand, and no order by mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.dealing import MOVING, deal
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.ocs import CATANIA, TAUGHT, TURN, Commander

READY: dict[str, Any] = {"do": "ready"}
OPENING = [("soviet", READY), ("german", READY), ("german", {"do": "assign", "missions": []})]
"""Typhoon up to the first German movement."""
NINE = "4230"
"""Where nine counters lie in one hex."""

# Whether the top counter of a stack is this one, as the server has it.
ON_TOP = """
async ([seat, hex, top]) => {
  const table = await (await fetch(`/api/v1/seats/${seat}/table`)).json();
  return table.stacks.some((stack) => stack.hex === hex && stack.counters[0] === top);
}
"""


def menu(hands: Hands) -> Locator:
    """What the chosen can do where they stand."""
    return hands.page.get_by_role("region", name="What they can do here")


def grip(hands: Hands, piece: str) -> Locator:
    """The grip by which a counter is moved in its stack."""
    return hands.page.locator(f'[data-ordered="{piece}"] .grip')


def lies_on_top(hands: Hands, hex_: str, piece: str) -> None:
    hands.page.wait_for_function(ON_TOP, arg=[hands.seat, hex_, piece])


def stack(hands: Hands, hex_: str) -> list[str]:
    """The counters of a hex, the top one first."""
    found = next(one for one in hands.table()["stacks"] if one["hex"] == hex_)
    counters: list[str] = found["counters"]
    return counters


def typhoon(house: House, sit: Callable[..., Page]) -> Hands:
    page = sit()
    sides = {"german": page, "soviet": page}
    page.goto(deal(house, sides, OPENING, "wb95/typhoon").place("german"))
    return Hands(page).ready()


def catania(page: Page, house: House) -> Commander:
    sides = {"allied": page, "axis": page}
    page.goto(deal(house, sides, TURN[:2], CATANIA, seed=TAUGHT["seed"]).place("allied"))
    hands = Commander(page)
    hands.ready()
    return hands


def test_nine_counters_are_ordered_by_hand_and_by_keys(
    house: House, sit: Callable[..., Page]
) -> None:
    """183 buttons are one verb; what is done twice at one spot is done once. [16.1.1] [16.1.2]"""
    hands = typhoon(house, sit)
    hands.choose(NINE)
    expect(menu(hands).get_by_role("button", name="Rearrange a stack")).to_be_visible()
    assert menu(hands).get_by_role("button").count() <= 6
    lying = stack(hands, NINE)
    before = hands.moment()

    start, end = (grip(hands, lying[n]).bounding_box() for n in (3, 0))
    assert start
    assert end
    hands.page.mouse.move(start["x"] + 9, start["y"] + 20)
    hands.page.mouse.down()
    hands.page.mouse.move(end["x"] + 9, end["y"] + 60, steps=4)
    hands.page.mouse.move(end["x"] + 9, end["y"] + 2, steps=4)
    hands.page.mouse.up()
    lies_on_top(hands, NINE, lying[3])
    assert hands.moment() == before + 1

    grip(hands, lying[0]).focus()
    hands.page.keyboard.press("ArrowUp")
    hands.page.keyboard.press("Enter")
    lies_on_top(hands, NINE, lying[0])
    assert stack(hands, NINE)[1] == lying[3]

    cover = menu(hands).get_by_role("button", name="Cover the stack")
    expect(cover).to_be_enabled()
    cover.dblclick()
    expect(menu(hands).get_by_role("button", name="Uncover the stack")).to_be_enabled()
    assert hands.moment() == before + 3

    hands.page.keyboard.press("Escape")
    hands.page.keyboard.press("n")  # too many are in one hex: they are in hand there
    expect(hands.page.locator("[data-stack].chosen")).to_have_count(1)
    expect(hands.page.get_by_role("checkbox", checked=True).first).to_be_visible()


def test_a_mixed_stack_is_taken_sort_by_sort_with_a_finger(
    house: House, sit: Callable[..., Page]
) -> None:
    """Units first, then transport; boxes add and drop, and a grip lays on top. [4.8b(C)]"""
    page = sit(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 1280, "height": 800})
    hands = catania(page, house)
    box = hands.page.get_by_role("checkbox", name="168/50")
    truck = hands.page.get_by_role("checkbox", name="3 truck points")
    hands.spot("74.19")
    hands.stack("74.19").tap()
    expect(box).to_be_checked()
    expect(truck).not_to_be_checked()
    hands.stack("74.19").tap()
    expect(truck).to_be_checked()
    expect(box).not_to_be_checked()
    hands.page.get_by_role("button", name="units (3)").tap()
    expect(box).to_be_checked()
    box.tap()
    expect(box).not_to_be_checked()
    expect(hands.page.get_by_role("checkbox", name="5 AGRA")).to_be_checked()

    held, top = grip(hands, "br-13-corps"), grip(hands, "br-168-50")
    held.scroll_into_view_if_needed()
    start, end = held.bounding_box(), top.bounding_box()
    assert start
    assert end
    touch = hands.page.context.new_cdp_session(hands.page)
    way = [start["y"] + 25, start["y"] - 20, end["y"] + 30, end["y"] + 2]
    for n, y in enumerate(way):
        kind = "touchMove" if n else "touchStart"
        at = {"type": kind, "touchPoints": [{"x": start["x"] + 12, "y": y}]}
        touch.send("Input.dispatchTouchEvent", at)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    lies_on_top(hands, "74.19", "br-13-corps")


def the_map_is_two_keys_away(german: Hands) -> None:
    """And its cursor sets out from whoever is chosen."""
    page = german.page
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(german.map).to_be_focused()
    page.keyboard.press(".")  # the next who can still act
    chosen = page.locator("[data-stack].chosen")
    hex_ = (chosen.get_attribute("data-stack") or "").split("/")[0]
    page.keyboard.press("Shift+ArrowUp")
    board = german.ask("GET", f"/seats/{german.seat}/board")
    place = 6 * board["labels"].index(hex_)
    around = [board["labels"][n] for n in board["neighbours"][place : place + 6] if n >= 0]
    said = german.map.locator("p[aria-live=polite]").inner_text()
    assert said.removeprefix("Hex ") in around


def test_the_map_by_keys_and_friends_joined_without_another(
    house: House, sit: Callable[..., Page]
) -> None:
    """A click on friends chooses them, and the other meaning is one click or key away."""
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    german = Hands(page).ready()
    the_map_is_two_keys_away(german)
    page.keyboard.press("Escape")
    expect(page.locator("[data-stack].chosen")).to_have_count(0)
    tip = page.get_by_role("group", name="Join them, or choose these")
    for send in (lambda: tip.get_by_role("button").click(), lambda: page.keyboard.press("Shift+J")):
        german.choose("2522", "de-7-krad")
        german.click_stack("2423")
        expect(tip).to_contain_text("7/7 ARM (battalion)")
        expect(german.counter("de-210-stug")).to_have_attribute("aria-pressed", "true")
        send()
        expect(german.stack("2522").locator(".count")).to_have_text("3")
        page.keyboard.press("u")
        expect(german.stack("2522").locator(".count")).to_have_text("4")
