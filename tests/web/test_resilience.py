"""What goes wrong between page and server does not reach the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.dealing import MOVING, RETREATING, Absent, deal
from tests.web.hands import Hands
from tests.web.house import House


@pytest.fixture
def mains(house: House) -> Iterator[House]:
    """The server that can be killed; whoever comes after finds it running."""
    yield house
    if not house.open:
        house.start()


def asked(hands: Hands) -> tuple[str, list[str]]:
    """The question that interrupts, and its answers, as they stand on the screen."""
    expect(hands.given).to_be_enabled()
    prompt = hands.question.get_by_role("paragraph").first.inner_text()
    return prompt, hands.question.get_by_role("listitem").all_inner_texts()


def answer_first(hands: Hands) -> None:
    """Give the usual answer."""
    hands.given.click()


def test_a_reload_in_mid_combat_comes_back_to_the_question(
    sit: Callable[..., Page], house: House
) -> None:
    page = sit()
    page.goto(deal(house, {"german": Absent(house), "soviet": page}, RETREATING).place("soviet"))
    soviet = Hands(page).ready()
    before, table = asked(soviet), soviet.table()
    page.reload()
    soviet.ready()
    assert asked(soviet) == before
    # How far he has read the record is told by the page when it finds the time.
    assert {**soviet.table(), "seen": None} == {**table, "seen": None}
    answer_first(soviet)
    expect(soviet.question).to_have_count(0)
    expect(soviet.stack("2620")).to_have_count(0)


def test_the_games_go_on_after_the_power_failed(sit: Callable[..., Page], mains: House) -> None:
    """The server is killed while two fight and a third moves; the pages come back without being
    touched, and what was ordered while the line was down is carried out once."""
    screens = {"german": sit(), "soviet": sit()}
    dealt = deal(mains, screens, RETREATING)
    third = sit()
    alone = deal(mains, {"german": third, "soviet": third}, MOVING)
    for page, place in (
        (screens["german"], dealt.place("german")),
        (screens["soviet"], dealt.place("soviet")),
        (third, alone.place("german")),
    ):
        page.goto(place)
        page.evaluate("window.untouched = true")
    german, soviet, mover = (Hands(page).ready() for page in (*screens.values(), third))
    before = asked(soviet)
    mover.in_phase("Movement")
    moment = mover.moment()
    mains.kill()
    for hands in (german, soviet, mover):
        hands.page.get_by_text("The line to the server is down").wait_for()
    answer_first(soviet)  # sent as soon as the line is back
    mover.end.click()
    mover.owed.get_by_role("button", name="End the phase").click()
    mains.start()
    german.question.wait_for()
    for hands in (german, soviet, mover):
        expect(hands.page.get_by_text("The line to the server is down")).to_have_count(0)
    expect(soviet.question).to_have_count(0)
    assert before[0] not in german.question.inner_text()
    answer_first(german)
    german.in_phase("Attack")
    mover.in_phase("Attack")
    assert mover.moment() == moment + 1
    for hands in (german, soviet, mover):
        assert hands.page.evaluate("window.untouched")


def test_two_tabs_of_one_player_agree(sit: Callable[..., Page], house: House) -> None:
    page = sit()
    place = deal(house, {"german": page, "soviet": page}, MOVING).place("german")
    page.goto(place)
    other = page.context.new_page()
    other.goto(place)
    here, there = Hands(page).ready(), Hands(other).ready()
    page.bring_to_front()  # a browser draws a tab that nobody looks at once a second
    here.in_phase("Movement")
    here.choose("2522")
    here.click_hex("2621")
    there.stands_in("2621")
    other.bring_to_front()
    there.button("Take back (u)").click()
    here.stands_in("2522")
    expect(here.stack("2621")).to_have_count(0)
    there.end_phase()
    expect(here.phase).to_have_text("Attack")
    here.shows(there.shown())
