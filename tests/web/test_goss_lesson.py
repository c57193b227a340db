"""The guided first turn on the Skyline Drive, taken with the mouse to its last step."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.ocs import Commander
from tests.web.test_newcomer import Lesson

SKYLINE = "goss/skyline-drive"


def modes(hands: Commander, lesson: Lesson) -> None:
    """In the middle of the enemy's turn nothing is to be done; then four units prepare."""
    for title in ("On the ridge", "What a counter says", "What one does not see"):
        lesson.read(title)
    lesson.at("In the middle of his turn")
    for _ in ("by road", "off the road", "defensive fire"):
        hands.end_segment()
    lesson.at("Modes")
    hands.choose("2836")
    hands.deed("1/3 Pz, II/2 into PA mode")
    hands.choose("2737", "g-2p-304-i", "g-2p-p5")
    hands.deed("I/304, 5/3 Pz into PA mode")
    lesson.at("Batteries, works, reserves")
    for _ in ("modes", "works", "combat reserves"):
        hands.end_segment()


def moves(hands: Commander, lesson: Lesson) -> None:
    """By road, with a move that is refused; across country; and up to the enemy, prepared."""
    lesson.at("By road")
    hands.choose("3336", "g-2p")
    hands.click_hex("3137")
    lesson.at("A move that is refused")
    hands.choose("2737", "g-2p-304-ii")
    hands.click_hex("2736")
    expect(hands.refusal).to_contain_text("7.10.0-path")
    lesson.at("Off the road")
    hands.end_segment()
    lesson.at("Halts")
    hands.choose("2837")
    lesson.at("Across country")
    hands.click_hex("2738")
    lesson.at("The prepared move last")
    hands.end_segment()
    lesson.at("Up to the enemy")
    hands.choose("2836")
    hands.click_hex("2835")
    lesson.at("The other arm")
    hands.choose("2737", "g-2p-304-i", "g-2p-p5")
    hands.click_hex("2736")
    lesson.at("Who else attacks")
    hands.end_segment()


def fire(hands: Commander, lesson: Lesson) -> None:
    """A mission is weighed by pointing at its target, fired, and paid for."""
    lesson.at("A mission is weighed")
    hands.click_stack("2735")
    expect(hands.attack).to_contain_text("I/74, II/74 with 6 points at 2735, observed by II/2.")
    lesson.at("Fire")
    hands.do("Fire")
    hands.answer("II/74 is depleted")
    hands.in_phase("Fire")
    hands.end_segment()
    lesson.at("The last moment")
    hands.end_segment()


def assault(hands: Commander, lesson: Lesson) -> None:
    """The assault as it was weighed, those who lead it, and who goes into the empty hex."""
    lesson.at("The assault is weighed")
    hands.click_stack("2735")
    expect(hands.attack).to_contain_text("43%")
    lesson.at("The assault")
    hands.do("Assault")
    hands.answer("Led by II/2")
    expect(hands.question).to_contain_text("Whose armor counts?")
    hands.answer("1/3 Pz")
    lesson.read("Hold or retreat")
    lesson.at("Advance")
    for piece, name in (("g-2p-2-ii", "II/2"), ("g-2p-p1", "1/3 Pz")):
        hands.in_hand(piece).click()
        hands.click_hex("2735")
        expect(hands.given).to_have_text(f"{name} to 2735")
        hands.given.click()
        expect(hands.in_hand(piece)).to_have_count(0)
    hands.answer("No further advance")


def exploit(hands: Commander, lesson: Lesson) -> None:
    """Tanks close up, and the gun without shells is filled by luck."""
    lesson.at("Exploitation")
    hands.choose("2937")
    hands.join("2735")
    lesson.at("The quartermaster")
    for _ in ("by road", "off the road"):
        hands.end_segment()
    hands.choose("3237", "g-2p-a2")
    hands.deed("II/74 rolls for ammunition")
    lesson.read("The quartermaster")


def test_the_lesson_is_taken_to_its_very_end(sit: Callable[..., Page]) -> None:
    """Begun as anybody would, against the staff: all comes to pass as the text of each step says.

    The dice and the enemy's answers are those that the lesson was written for; nobody chose them.
    """
    page = sit(f"/learn/{SKYLINE}")
    hands, lesson = Commander(page), Lesson(page)
    hands.ready()
    modes(hands, lesson)
    moves(hands, lesson)
    fire(hands, lesson)
    assault(hands, lesson)
    exploit(hands, lesson)
    lesson.at("And so on")
    lesson.card.get_by_role("button", name="Done").click()
    expect(lesson.card).to_have_count(0)
