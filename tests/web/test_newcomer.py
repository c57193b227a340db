"""A newcomer comes to the lobby, plays a first turn, and takes the lesson."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import COUNTED, Hands

MOST_CLICKS = 10


def test_he_fights_his_first_battle_against_the_staff(sit: Callable[..., Page]) -> None:
    page = sit("/")
    page.evaluate(COUNTED)
    page.get_by_role("button", name="Play against the staff").first.click()
    hands = Hands(page).ready()
    hands.given.click()
    hands.in_phase("Movement")
    hands.choose("2522")
    hands.click_hex("2621")
    hands.stands_in("2621")
    assert hands.clicks() <= MOST_CLICKS

    hands.end_phase()
    hands.in_phase("Attack")
    hands.stack("2620").click()
    hands.attack.wait_for()
    hands.commit()
    hands.settle()
    hands.tab("Record").click()
    record = page.get_by_role("region", name="The record")
    record.get_by_role("img", name="Dice show").first.wait_for()


class Lesson:
    """The card of a lesson beside the map."""

    def __init__(self, page: Page) -> None:
        self.card = page.get_by_role("region", name="Lesson:")

    def at(self, title: str) -> None:
        """Wait for a step."""
        expect(self.card.get_by_role("heading")).to_have_text(title)

    def read(self, title: str) -> None:
        """Read a step that waits for nothing, and go on."""
        self.at(title)
        self.card.get_by_role("button", name="Next").click()


def test_the_lesson_goes_to_its_end(sit: Callable[..., Page]) -> None:
    """Every step is done as its text says, in the order of the lesson, and it goes on by itself."""
    page = sit("/")
    page.get_by_role("button", name="Play the lesson").click()
    hands, lesson = Hands(page).ready(), Lesson(page)
    lesson.read("Before Klin")
    lesson.at("In the air")
    hands.click_stack("2620")
    expect(hands.question).to_contain_text("Offensive support at 2620")
    hands.given.click()
    lesson.at("Who stops you")
    hands.choose("2522", "de-7-krad")
    lesson.at("A move that is refused")
    hands.click_hex("2720")
    lesson.at("The move")
    hands.refusal.get_by_role("button", name="Close").click()
    hands.stack("2522").click()
    hands.button("All: the whole stack in 2522").first.click()
    hands.click_hex("2621")
    lesson.at("Stacking")
    hands.choose("2423", "de-210-stug")
    hands.click_hex("2520")
    lesson.at("Guns come forward")
    hands.choose("2423", "de-7-art")
    hands.click_hex("2521")
    lesson.at("Guns are set up")
    hands.choose("2521")
    hands.button("changes its set-up", exact=False).first.click()
    lesson.at("The headquarters")
    hands.choose("2423", "de-hq-lvi")
    hands.click_hex("2522")
    lesson.at("End of the phase")
    hands.end_phase()
    lesson.read("You must")
    lesson.at("The odds")
    hands.stack("2620").click()
    lesson.at("The attack")
    hands.commit()
    lesson.at("Retreat and pursuit")
    hands.settle()
    lesson.read("Retreat and pursuit")
    lesson.at("End of the attacks")
    hands.end_phase()
    lesson.at("Supply")
    hands.end.click()
    lesson.at("The enemy's turn")
    lesson.card.get_by_role("button", name="Done").click()
    expect(lesson.card).to_have_count(0)
