"""The Advanced Game of Next War in the browser: fighters, missiles, strikes and passing on, all by
pointing at the Air Display and the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Locator, Page, expect

import grognard
from grognard.systems.nextwar.scenario import Nw
from tests.web.dealing import Absent, Dealt, Play, deal
from tests.web.hands import WAIT, Hands
from tests.web.house import House
from tests.web.test_accessibility import PANEL, faults, told

KOREA, SEED = "nextwar/korea", "7"
FEW = 4
"""How many northern fighters are placed, so that the others can strike."""

ASKED = f"[aria-label='A question for you'], {PANEL}"
"""What is asked, and the Air Display beside it."""

# Whether what a seat has been asked is composed so far into an answer with these counters.
FLIES = """
async ([seat, piece]) => {
  const boxes = await (await fetch(`/api/v1/seats/${seat}/boxes`)).json();
  const missions = boxes.displays[0].boxes.find((box) => box.id === 'missions');
  return missions.compartments.some((one) => one.hexes.length && one.counters.includes(piece));
}
"""
STRUCK = """
async ([seat, hex]) => {
  const table = await (await fetch(`/api/v1/seats/${seat}/table`)).json();
  return table.marks.some((one) => one.kind === 'fire' && one.hex === hex);
}
"""


@cache
def until(phase: str, question: str = "", side: str = "dprk") -> tuple[Play, ...]:
    """The first turn as everybody plays it who does not care, up to a phase of a side, or a
    question to it."""
    game: Nw = grognard.new(KOREA, seed=SEED, options={"game": "advanced"})
    plays: list[Play] = []
    while True:
        decision = game.decisions[0]
        asked = decision.ask.name if not game.at_checkpoint else ""
        if decision.player == side and (game.phase.startswith(phase), asked) == (True, question):
            return tuple(plays)
        action = {"do": "end"} if game.at_checkpoint else dict(decision.ask.default or {})
        if asked == "air superiority" and decision.player == "dprk":
            action["units"] = action["units"][:FEW]
        game.play(decision.player, action)
        plays.append((decision.player, action))


@pytest.fixture
def north(house: House, sit: Callable[..., Page]) -> Callable[..., Hands]:
    """Somebody who plays the North, or the other side, from some moment on, at a screen of a
    size."""

    def seated(
        phase: str, question: str = "", told: str = "", side: str = "dprk", **screen: object
    ) -> Hands:
        page = sit(told=told, **screen)
        screens = {"dprk": Absent(house), "allied": Absent(house), side: page}
        plays = until(phase, question, side)
        dealt: Dealt = deal(house, screens, plays, KOREA, seed=SEED, game="advanced")
        page.goto(dealt.place(side))
        return Hands(page).ready()

    return seated


def boxes(hands: Hands) -> None:
    """Bring out the Air Display."""
    hands.tab("Air and sea boxes").click()
    expect(hands.page.get_by_role("heading", name="Air Display")).to_be_visible()


def plane(hands: Hands, piece: str) -> Locator:
    """An air unit on the Air Display."""
    return hands.page.locator(f'[data-box-piece="{piece}"]').first


def drag(page: Page, piece: Locator, to: Callable[[], Locator]) -> None:
    """Draw a counter to where it is let fall; that may come into sight only on the way."""
    piece.scroll_into_view_if_needed()
    start = piece.bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 40, steps=4)
    goal = to()
    goal.wait_for()
    end = goal.bounding_box()
    assert end is not None
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def test_fighters_are_placed_by_click_by_drag_and_by_key(
    north: Callable[..., Hands], shots: Callable[[Page, str], None]
) -> None:
    hands = north("Air and Naval Phase", "air superiority")
    page = hands.page
    expect(hands.question).to_contain_text("they escort and intercept")
    hands.question.get_by_role("listitem").get_by_role("button", name="With nobody").click()
    expect(hands.question).to_contain_text("What is at hand lies in the boxes below")
    plane(hands, "na-mig29-1").click()
    expect(hands.given).to_contain_text("Fight for the air")
    goal = page.get_by_role("group", name="Where they can be put")
    drag(
        page,
        plane(hands, "na-mig29-2"),
        lambda: goal.get_by_role("button", name="Air Superiority Box"),
    )
    expect(hands.given).to_contain_text("(2)")
    plane(hands, "na-mig23-1").focus()
    page.keyboard.press("Enter")
    expect(hands.given).to_contain_text("(3)")
    shots(page, "nextwar-air-display")
    hands.given.click()
    hands.waits_for("allied")
    lying = page.locator('[data-compartment="superiority dprk"]')
    expect(lying.locator("[data-box-piece]")).to_have_count(3)


def test_a_strike_is_announced_from_the_air_display(
    north: Callable[..., Hands], shots: Callable[[Page, str], None]
) -> None:
    hands = north("Announcement of Missions")
    page = hands.page
    expect(hands.prompt).to_contain_text("they fly when both have done")
    boxes(hands)
    plane(hands, "na-su25-1").click()
    expect(hands.question).to_contain_text("Announce an air strike")
    hands.question.get_by_role("button", name="bases and installations").click()
    hands.click_hex("2142")
    expect(hands.question).to_contain_text("It meets the air defenses of the country")
    expect(hands.question).to_contain_text("early enough to be intercepted")
    expect(hands.question).to_contain_text("airfield Incheon International (2142)")
    through = hands.question.get_by_text("If it comes through, it hits in").first
    expect(through).to_be_in_viewport(ratio=1)  # nothing lies on what the hex offers
    shots(page, "nextwar-strike")
    assert not (found := faults(page, ASKED)), told(found)
    plane(hands, "na-su25-2").click()
    hands.question.get_by_role("button", name="joins the strike").click()
    expect(hands.question).to_contain_text("Su-25K (2)")
    hands.given.click()
    page.wait_for_function(FLIES, arg=[hands.seat, "na-su25-2"], timeout=WAIT)
    against = page.get_by_role("region", name="Against airfield Incheon International (2142)")
    expect(against.locator("[data-box-piece]")).to_have_count(2)


def test_missiles_are_aimed_on_the_map_and_phases_are_passed(
    north: Callable[..., Hands], shots: Callable[[Page, str], None]
) -> None:
    hands = north("Theater Weapons")
    page = hands.page
    page.locator("[data-part=owed]").get_by_role("button").first.click()
    expect(hands.question).to_contain_text("8 ballistic missiles can be launched now")
    hands.click_hex("2142")
    expect(hands.question).to_contain_text("It hits in 60%")
    hands.given.click()
    page.wait_for_function(STRUCK, arg=[hands.seat, "2142"], timeout=WAIT)
    hands.waits_for("allied")


def test_a_march_an_attack_and_its_support_are_given_by_clicks(
    north: Callable[..., Hands], shots: Callable[[Page, str], None]
) -> None:
    hands = north("Movement of dprk")
    page = hands.page
    hands.click_stack("2733")
    hands.click_hex("2633")
    hands.stands_in("2633")
    hands.end_phase()
    hands.click_stack("2634")
    hands.click_stack("2635")
    expect(hands.attack).to_contain_text("against 2635")
    expect(hands.attack).to_contain_text("surprise")
    hands.attack.get_by_role("button", name="Attack", exact=True).click()
    expect(hands.question).to_contain_text("Support the battle of 2635")
    hands.in_hand("na-su25-1").click()
    hands.given.click()
    hands.waits_for("allied")
    shots(page, "nextwar-attack")


def test_passing_on_tells_what_it_passes_over(
    north: Callable[..., Hands], shots: Callable[[Page, str], None]
) -> None:
    hands = north("Repairs")
    page = hands.page
    page.locator("[data-part=pass]").get_by_role("button").click()
    card = page.get_by_role("dialog", name="Pass on to the next phase")
    expect(card).to_contain_text("It would leave undone")
    expect(card).to_contain_text("Air defenses could be repaired")
    expect(card).to_contain_text("It stops at")
    expect(card).to_contain_text("Reinforcements and Replacements")
    shots(page, "nextwar-pass-on")
    card.get_by_role("button", name="Pass on").click()
    hands.waits_for("allied")


def test_reinforcements_are_picked_up_on_the_card_though_the_boxes_lie_open(
    north: Callable[..., Hands],
) -> None:
    hands = north("Reinforcements and Replacements", side="allied")
    boxes(hands)
    hands.page.locator("[data-part=owed]").get_by_role("button").first.click()
    expect(hands.question).to_contain_text("Pick up counters here or on the map")
    hands.in_hand("u-211").click()
    hands.click_hex("3048")
    hands.given.click()
    hands.stands_in("3048")


def test_the_dice_of_a_strike_lie_on_a_card(
    north: Callable[..., Hands], shots: Callable[[Page, str], None]
) -> None:
    hands = north("Ground and Naval Strikes", told="fast")
    page = hands.page
    page.locator("[data-part=owed]").get_by_role("button").first.click()
    hands.in_hand("n-iar").click()
    expect(hands.in_hand("n-iar")).to_have_attribute("aria-pressed", "true")
    hands.click_hex("3034")
    expect(hands.question).to_contain_text("15 Infantry (ROK)")
    hands.given.click()
    expect(hands.attack).to_contain_text("Strike 1")
    hands.attack.get_by_role("button", name="Strike with a headquarters or artillery").click()
    expect(hands.dice).to_contain_text("Strike")
    shots(page, "nextwar-strike-dice")


def test_on_a_phone_aircraft_are_picked_up_by_finger(
    north: Callable[..., Hands], shots: Callable[[Page, str], None]
) -> None:
    small = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    hands = north("Air and Naval Phase", "air superiority", **small)
    page = hands.page
    hands.question.get_by_role("listitem").get_by_role("button", name="With nobody").tap()
    hands.in_hand("na-mig29-1").tap()
    expect(hands.in_hand("na-mig29-1")).to_contain_text("in hand")
    hands.in_hand("na-mig29-2").tap()
    expect(hands.given).to_contain_text("(2)")
    shots(page, "nextwar-phone")
    hands.given.tap()
    hands.waits_for("allied")
