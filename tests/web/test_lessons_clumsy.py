"""Both lessons are taken clumsily: the wrong units, too early, undone, begun again; they arrive."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import Hands
from tests.web.ocs import CATANIA, TAUGHT, Commander
from tests.web.test_newcomer import Lesson
from tests.web.test_ocs_lesson import attack


class Pupil(Lesson):
    """A pupil who does not do as he is told."""

    def again(self) -> None:
        """Begin the step again."""
        self.press("Begin this step again")

    def press(self, name: str) -> None:
        """Press a button of the lesson."""
        self.card.get_by_role("button", name=name).click()

    def says(self, text: str) -> None:
        """Wait until the lesson says something."""
        expect(self.card).to_contain_text(text)


def where(hands: Hands, *pieces: str) -> set[str]:
    """Where counters stand."""
    return {card["hex"] for card in hands.table()["counters"] if card["id"] in pieces}


def move_badly(hands: Hands, lesson: Pupil) -> None:
    """Whom the lesson did not mean goes, all go at once, and what was done is taken back."""
    hands.choose("2522")  # the whole stack: the motor-cycles are not alone
    lesson.at("Who stops you")
    hands.page.keyboard.press("Escape")
    hands.choose("2522", "de-7-krad")
    lesson.at("A move that is refused")
    hands.click_hex("2720")
    lesson.at("The move")
    hands.refusal.get_by_role("button", name="Close").click()
    hands.click_hex("2521")  # the motor-cycles alone, and not where they should
    hands.stands_in("2521")
    lesson.at("The move")
    lesson.again()
    expect(hands.stack("2521")).to_have_count(0)
    assert where(hands, "de-7-krad", "de-7-pz") == {"2522"}
    whole_division(hands, lesson)
    hands.page.keyboard.press("u")
    lesson.at("The move")
    whole_division(hands, lesson)


def whole_division(hands: Hands, lesson: Pupil) -> None:
    """7 Panzer drives up to the enemy."""
    hands.stack("2522").dblclick()
    hands.click_hex("2621")
    hands.stands_in("2621")
    lesson.at("Stacking")


def stack_badly(hands: Hands, lesson: Pupil) -> None:
    """Guns and headquarters come along to where only the assault guns should go."""
    hands.choose("2423")
    hands.click_hex("2520")
    lesson.says("Others have come along")
    lesson.at("Stacking")
    lesson.again()
    expect(hands.stack("2520")).to_have_count(0)
    hands.choose("2423", "de-210-stug")
    hands.click_hex("2520")
    lesson.at("Guns come forward")
    hands.choose("2423", "de-hq-lvi")  # a step that is not due yet
    hands.click_hex("2522")
    hands.stands_in("2522")
    lesson.at("Guns come forward")
    lesson.press("Show me")
    lesson.at("Guns are set up")
    lesson.press("Show me")
    lesson.at("End of the phase")
    lesson.says("Done already: The headquarters")


def test_klin_is_reached_by_a_clumsy_pupil(sit: Callable[..., Page]) -> None:
    page = sit("/learn/wb95/klin")
    hands, lesson = Hands(page).ready(), Pupil(page)
    lesson.read("Before Klin")
    lesson.at("In the air")
    hands.given.click()
    lesson.at("Who stops you")
    move_badly(hands, lesson)
    stack_badly(hands, lesson)
    hands.end_phase()
    lesson.at("You must")
    hands.stack("2620").click()  # a step early, and at once
    hands.commit()
    lesson.at("Retreat and pursuit")
    hands.settle()
    lesson.read("Retreat and pursuit")
    hands.end_phase()
    lesson.at("Supply")
    hands.end_phase()
    lesson.at("The enemy's turn")
    lesson.press("Done")
    expect(lesson.card).to_have_count(0)
    page.goto("/")  # whoever sat through it has seen all of it
    row = page.get_by_role("region", name="On your tables").get_by_role("listitem")
    row.first.wait_for()
    expect(row.first).not_to_contain_text("you have not seen")


def supply_badly(hands: Commander, lesson: Pupil) -> None:
    """A brigade goes too early, the segment ends too early; the trucks show how it is done."""
    lesson.press("Show me")
    lesson.at("Fuel")
    hands.choose("73.19", "br-69-50")
    hands.click_hex("73.18")  # away from where it will be wanted
    hands.stands_in("73.18")
    lesson.again()
    expect(hands.stack("73.18")).to_have_count(0)
    for title in ("Fuel", "An overrun", "Up to the line"):
        lesson.at(title)
        hands.in_phase("Movement")
        lesson.press("Show me")
    lesson.at("Trucks are loaded")
    hands.end_segment()
    lesson.says("cannot be done any more")
    lesson.again()
    for title in ("Trucks are loaded", "Trucks go forward", "A dump behind the front"):
        lesson.at(title)
        lesson.press("Show me")
    lesson.at("The reserve")
    assert where(hands, "br-44-rtr", "br-69-50") == {"72.20"}


def test_catania_is_fought_for_by_a_clumsy_pupil(sit: Callable[..., Page]) -> None:
    page = sit(f"/learn/{CATANIA}")
    hands, lesson = Commander(page), Pupil(page)
    hands.ready()
    lesson.read("Before Lentini")
    supply_badly(hands, lesson)
    hands.end_segment()
    lesson.at("From the air")
    hands.end_segment()  # no bombs
    lesson.says("cannot be done any more")
    lesson.again()
    lesson.press("Show me")
    lesson.read("Supply, and his reaction")
    lesson.at("Guns")
    lesson.press("Show me")
    lesson.at("Done firing")
    hands.end_segment()
    attack(hands, lesson)
    titles = [step["title"] for step in TAUGHT["steps"]]
    for title in titles[titles.index("The reserve is released") : -1]:
        lesson.at(title)
        lesson.press("Show me")
    lesson.at(TAUGHT["steps"][-1]["title"])
    lesson.press("Done")
    expect(lesson.card).to_have_count(0)
