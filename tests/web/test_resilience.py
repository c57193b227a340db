"""What goes wrong between page and server does not reach the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.dealing import MOVING, RETREATING, deal
from tests.web.hands import Hands
from tests.web.house import House, built_client, opened


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that nobody else plays on: it is killed."""
    built_client()
    with opened(tmp_path_factory.mktemp("house")) as house:
        yield house


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
    page.goto(deal(house, {"german": sit(), "soviet": page}, RETREATING).place("soviet"))
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


def test_the_combat_goes_on_after_the_power_failed(sit: Callable[..., Page], house: House) -> None:
    """The server is killed while both look on; the pages come back without being touched."""
    screens = {"german": sit(), "soviet": sit()}
    dealt = deal(house, screens, RETREATING)
    for side, page in screens.items():
        page.goto(dealt.place(side))
        page.evaluate("window.untouched = true")
    german, soviet = (Hands(page).ready() for page in screens.values())
    before = asked(soviet)
    house.kill()
    for hands in (german, soviet):
        hands.page.get_by_text("The line to the server is down").wait_for()
    answer_first(soviet)  # sent as soon as the line is back
    house.start()
    german.question.wait_for()
    for hands in (german, soviet):
        expect(hands.page.get_by_text("The line to the server is down")).to_have_count(0)
    expect(soviet.question).to_have_count(0)
    assert before[0] not in german.question.inner_text()
    answer_first(german)
    german.in_phase("Attack")
    assert german.page.evaluate("window.untouched")
    assert soviet.page.evaluate("window.untouched")


def test_an_order_given_while_the_line_is_down_is_carried_out_once(
    sit: Callable[..., Page], house: House
) -> None:
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    german = Hands(page).ready()
    german.in_phase("Movement")
    before = german.moment()
    house.kill()
    german.end.click()
    anyway = german.owed.get_by_role("button", name="End the phase")
    anyway.wait_for()
    anyway.click()
    house.start()
    german.in_phase("Attack")
    assert german.moment() == before + 1


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
