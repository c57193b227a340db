"""The guided first turn on the Plain of Catania, taken with the mouse to its last step."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.ocs import END, TAUGHT, Commander, opposed
from tests.web.test_newcomer import Lesson

PAID = {"do": "supply"}


def supply_and_an_overrun(hands: Commander, lesson: Lesson) -> None:
    """Supply is placed, the corps fuelled, a battalion run over, a dump brought forward."""
    lesson.at("Supply comes")
    for hex_ in ("77.17", "67.17"):
        hands.click_hex(hex_)
        hands.deed(re.compile(rf"^Place .* in {hex_}"))
    lesson.at("Fuel")
    hands.choose("74.19", "br-13-corps")
    hands.deed("Fuel HQ 13 Corps and the independents in its range")
    hands.do("Fuel")
    lesson.at("An overrun")
    hands.choose("73.20", "br-44-rtr")
    hands.click_hex("72.20")
    hands.do("Overrun")
    hands.answered(PAID)
    lesson.at("Up to the line")
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
    hands.answered({"do": "intercept", "plane": ""}, {"do": "losses", "take": {"g-923": 1}})
    lesson.read("Supply, and his reaction")
    hands.answered(END, END)
    lesson.at("Guns")
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
    expect(title).to_be_visible()
    hands.do("Attack")
    hands.answered(PAID)
    lesson.at("What becomes of it")
    hands.answer("151/50")
    hands.answered({"do": "lead", "unit": "g-spz"})
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
    hands.answered(PAID)
    lesson.at("End of your turn")
    hands.settle()
    hands.end_segment()


def test_the_lesson_is_taken_to_its_very_end(house: House, sit: Callable[..., Page]) -> None:
    """Each step is done as its text says, by hand, and the lesson goes on by itself."""
    hands = opposed(house, sit, lesson=True)
    lesson = Lesson(hands.page)
    lesson.read("Before Lentini")
    supply_and_an_overrun(hands, lesson)
    bombs_and_guns(hands, lesson)
    attack(hands, lesson)
    exploit(hands, lesson)
    lesson.at(TAUGHT["steps"][-1]["title"])
    lesson.card.get_by_role("button", name="Done").click()
    expect(lesson.card).to_have_count(0)
    hands.end_segment()  # nobody else attacks in the Exploitation Phase
    assert hands.table()["headline"]["turn"] == 1
    hands.waits_for("axis")
