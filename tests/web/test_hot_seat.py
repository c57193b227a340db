"""Two at one screen: when it changes hands nothing of the other side is on it, or on its way."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from grognard.server import seating
from tests.web.dealing import ATTACKING, Absent, Dealt, deal, records
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.wire import Wire, secrets_from, whole


def secrets(house: House, dealt: Dealt) -> dict[str, set[str]]:
    """What each side hides from the other now."""
    with records(house) as club:
        seats = {seat.side or "umpire": seat for seat in seating.seats(club, dealt.game)}
        other = {"german": "soviet", "soviet": "german"}
        truth = seats["umpire"]
        return {side: secrets_from(club, truth, seats[other[side]]) for side in other}


def leaf(hands: Hands, side: str) -> None:
    """The blank leaf that waits for a side: no counter, no map, no record."""
    hands.button(f"{side}: press to continue").wait_for()
    expect(hands.page.locator("[data-stack]")).to_have_count(0)
    expect(hands.map).to_have_count(0)


def in_sight(page: Page, hidden: set[str]) -> list[str]:
    """Which secrets are in the page."""
    return sorted(set(whole(hidden).findall(page.content())))


def test_nothing_of_the_other_side_is_seen_at_the_hand_over(
    sit: Callable[..., Page], house: House
) -> None:
    page = sit(alone=True)
    screens = {"german": page, "soviet": page, "umpire": Absent(house)}
    dealt = deal(house, screens, ATTACKING, masking="on")
    wire = Wire(page)
    page.goto(dealt.place("german"))
    hands = Hands(page).ready()
    hands.in_phase("Attack")
    before = secrets(house, dealt)
    assert len(before["german"]) > 10
    assert len(before["soviet"]) > 4
    assert wire.leaks(before["german"]), "the German's own are not heard of: the wire is not tapped"
    assert not wire.leaks(before["soviet"])

    hands.stack("2620").click()
    hands.commit()
    leaf(hands, "Soviet")
    after = secrets(house, dealt)
    hidden = {side: before[side] & after[side] for side in before}
    assert len(hidden["german"]) > 4

    # While nobody has pressed, nothing of either side is there or is asked for, not even on a new
    # page. What the German's page had asked before may still arrive, and goes nowhere.
    wire.rest()
    wire.forget()
    assert not in_sight(page, hidden["german"] | hidden["soviet"])
    page.reload()
    leaf(hands, "Soviet")
    wire.rest()
    assert not in_sight(page, hidden["german"] | hidden["soviet"])
    assert not wire.leaks(hidden["german"] | hidden["soviet"])

    # The Soviet sees his own, and nothing of the German's comes with it.
    hands.button("Soviet: press to continue").click()
    hands.ready()
    hands.question.wait_for()
    for name in ("Record", "Order of battle", "Calendar", "Charts and luck", "Notes", "Chat"):
        hands.tab(name).click()
    wire.rest()
    assert not in_sight(page, hidden["german"])
    assert not wire.leaks(hidden["german"])
    assert wire.leaks(hidden["soviet"])

    # And back again.
    hands.settle(hands.button("German: press to continue"))
    leaf(hands, "German")
    wire.rest()
    wire.forget()
    assert not in_sight(page, hidden["german"] | hidden["soviet"])
    hands.button("German: press to continue").click()
    hands.ready()
    wire.rest()
    later = hidden["soviet"] & secrets(house, dealt)["soviet"]
    assert later
    assert not in_sight(page, later)
    assert not wire.leaks(later)


def test_a_back_button_does_not_bring_the_other_side_back(
    sit: Callable[..., Page], house: House
) -> None:
    page = sit("/")
    dealt = deal(
        house, {"german": page, "soviet": page, "umpire": Absent(house)}, ATTACKING, masking="on"
    )
    page.goto(dealt.place("german"))
    hands = Hands(page).ready()
    hands.in_phase("Attack")
    hands.stack("2620").click()
    hands.commit()
    leaf(hands, "Soviet")
    hands.button("Soviet: press to continue").click()
    hands.ready()
    hidden = secrets(house, dealt)["german"]
    assert hidden
    page.go_back()
    page.go_forward()
    hands.ready()
    assert not in_sight(page, hidden)


def test_who_wants_may_leave_the_table_open(sit: Callable[..., Page], house: House) -> None:
    """One who plays both sides alone needs no blank leaf, if he says so."""
    page = sit()
    dealt = deal(house, {"german": page, "soviet": page}, ATTACKING, masking="on")
    page.goto(dealt.place("german"))
    hands = Hands(page).ready()
    hands.in_phase("Attack")
    hands.button("press to leave it open", exact=False).click()
    hands.stack("2620").click()
    hands.attack.get_by_role("button", name="Attack", exact=True).click()
    hands.question.wait_for()
    expect(hands.button("press to continue", exact=False)).to_have_count(0)
    assert hands.seat == dealt.seats["soviet"]
