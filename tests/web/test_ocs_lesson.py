"""The guided first turn on the Plain of Catania, taken with the mouse to its last step."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.ocs import CATANIA, TAUGHT, Commander
from tests.web.test_newcomer import Lesson


def supply_and_an_overrun(hands: Commander, lesson: Lesson) -> None:
    """Supply is placed, the corps fuelled, a battalion run over, a dump brought forward."""
    lesson.at("Supply comes")
    for hex_ in ("77.17", "67.17"):
        hands.click_hex(hex_)
        expect(hands.given).to_contain_text(f"in {hex_}")
        hands.given.click()
        expect(hands.given.filter(has_text=f"in {hex_}")).to_have_count(0)
    lesson.at("Fuel")
    hands.choose("74.19", "br-13-corps")
    hands.deed("Fuel HQ 13 Corps and the independents in its range")
    hands.do("Fuel")
    lesson.at("An overrun")
    hands.choose("73.20", "br-44-rtr")
    hands.click_hex("72.20")
    hands.do("Overrun")
    lesson.at("Up to the line")
    hands.in_phase("Movement")  # the enemy has answered
    hands.choose("73.19", "br-69-50")
    hands.join("72.20")
    lesson.at("Trucks are loaded")
    hands.choose("74.19", "br-trucks-13")
    hands.deed(re.compile("^Load 2 SP"))
    lesson.at("Trucks go forward")
    hands.choose("74.19", "br-trucks-13")
    hands.join("73.20")
    lesson.at("A dump behind the front")
    hands.choose("73.20", "br-trucks-13")
    hands.deed(re.compile("^Unload 2 SP"))
    lesson.at("The reserve")
    hands.end_segment()


def bombs_and_guns(hands: Commander, lesson: Lesson) -> None:
    """Aircraft and guns soften what is to be attacked, with the enemy's reaction between them."""
    lesson.at("From the air")
    hands.choose("75.18", "kitty-1", "balt-1", "spit-1")
    hands.click_hex("71.20")
    hands.do("Bomb")
    lesson.read("Supply, and his reaction")
    lesson.at("Guns")
    hands.in_phase("Combat")
    hands.choose("73.19", "br-50-art")
    hands.click_hex("71.21")
    expect(hands.attack).to_contain_text("5 AGRA")  # whoever can fire with them does
    hands.do("Barrage")
    lesson.at("Done firing")
    hands.end_segment()


def attack(hands: Commander, lesson: Lesson) -> None:
    """The attack is weighed with and without the engineers, made, and followed up."""
    lesson.at("The odds")
    hands.click_stack("71.20")
    lesson.at("The attack")
    expect(hands.attack).to_contain_text("13 Eng")
    hands.attack.get_by_role("button", name="13 Eng").first.click()
    title = hands.attack.get_by_text("Attack 71.20 with 151/50, 44 RTR, 69/50.")
    title.wait_for()
    hands.do("Attack")
    lesson.at("What becomes of it")
    hands.answer("151/50")
    hands.answer("Advance with 151/50, 44 RTR, 69/50")
    hands.stands_in("71.20")
    lesson.read("What becomes of it")


def exploit(hands: Commander, lesson: Lesson) -> None:
    """The Reserve is released, goes through the gap and runs over the guns behind it."""
    lesson.at("The reserve is released")
    hands.choose("75.19")
    hands.deed("Release 3 CLY")
    lesson.at("Through the gap")
    hands.choose("75.19")
    hands.click_hex("72.21")
    lesson.at("Among the guns")
    hands.choose("72.21")
    hands.click_hex("71.22")
    hands.do("Overrun")
    lesson.at("End of the exploitation")
    hands.settle()
    hands.end_segment()
    lesson.at("End of your turn")
    hands.end_segment()


def test_the_lesson_is_taken_to_its_very_end(sit: Callable[..., Page]) -> None:
    """Begun as anybody would, against the staff: all comes to pass as the text of each step says.

    The dice and the enemy's answers are those that the lesson was written for; nobody chose them.
    """
    page = sit(f"/learn/{CATANIA}")
    hands, lesson = Commander(page), Lesson(page)
    hands.ready()
    lesson.read("Before Lentini")
    supply_and_an_overrun(hands, lesson)
    bombs_and_guns(hands, lesson)
    attack(hands, lesson)
    exploit(hands, lesson)
    lesson.at(TAUGHT["steps"][-1]["title"])
    lesson.card.get_by_role("button", name="Done").click()
    expect(lesson.card).to_have_count(0)
