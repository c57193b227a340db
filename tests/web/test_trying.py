"""Trying things out: what if, against the same staff, and going on with a save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.web.dealing import MOVING, deal
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.test_accessibility import DIALOG, faults

Sit = Callable[..., Page]


def against_the_staff(page: Page) -> Hands:
    """The Germans of Klin, against the staff: one click of somebody who has never been here."""
    page.get_by_role("button", name="Play against the staff").first.click()
    page.wait_for_url("**/game/**")
    return Hands(page).ready()


def test_what_if_and_a_save_keep_the_staff(
    sit: Sit, tmp_path: Path, shots: Callable[[Page, str], None]
) -> None:
    page = sit(alone=True)
    refused: list[str] = []
    page.on("response", lambda answer: answer.status >= 400 and refused.append(answer.url))
    page.goto("/")
    hands = against_the_staff(page)
    assert not refused  # a first visit asks for nothing that a stranger may not have
    first, seat = hands.game, hands.seat
    hands.button("Game").click()
    page.get_by_role("menuitem", name="What if").click()
    page.wait_for_url(lambda url: first not in url and "/game/" in url)
    hands.ready()
    page.get_by_text("What if, from turn 1 of The Road to Klin").wait_for()
    seats = {one["side"]: one for one in hands.ask("GET", f"/games/{hands.game}")["seats"]}
    assert (seats["german"]["mine"], seats["soviet"]["player"]) == (True, "staff")
    shots(page, "what-if")
    assert not faults(page)

    hands.button("Game").click()
    with page.expect_download() as saving:
        page.get_by_role("menuitem", name="Save as a file").click()
    assert saving.value.suggested_filename == "klin-turn-1-german-what-if.grog"
    saving.value.save_as(tmp_path / "a.grog")
    page.get_by_role("link", name="Back to that game").click()
    page.wait_for_url(f"**/game/{first}/{seat}")

    page.goto("/")
    page.get_by_label("Bring a saved game").set_input_files(tmp_path / "a.grog")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="As it was")).to_be_checked()
    expect(dialog).to_contain_text("Soviet: The staff")
    shots(page, "go-on")
    assert not faults(page, DIALOG)
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/**")
    hands.ready()
    page.get_by_text("From a save, at turn 1").wait_for()
    seats = {one["side"]: one for one in hands.ask("GET", f"/games/{hands.game}")["seats"]}
    assert (seats["german"]["mine"], seats["soviet"]["player"]) == (True, "staff")


def test_players_let_others_watch_and_agree_on_an_edit(
    sit: Sit, house: House, shots: Callable[[Page, str], None]
) -> None:
    """One asks and the other agrees, at two screens: a link for a third, and a counter moved."""
    mine, theirs = sit(), sit()
    dealt = deal(house, {"german": mine, "soviet": theirs}, MOVING)
    mine.goto(dealt.place("german"))
    theirs.goto(dealt.place("soviet"))
    german, soviet = Hands(mine).ready(), Hands(theirs).ready()

    german.button("Game").click()
    mine.get_by_role("menuitem", name="Let others watch").click()
    dialog = mine.get_by_role("dialog")
    dialog.get_by_text("A turn later").click()
    shots(mine, "watch-asking")
    dialog.get_by_role("button", name="Make a link").click()
    dialog.get_by_text("The others have been asked.").wait_for()
    theirs.get_by_text("German wants to let others watch").wait_for()
    shots(theirs, "watch-asked")
    soviet.button("Agree").click()
    link = dialog.get_by_label("The link to watch by")
    link.wait_for()
    shots(mine, "watch-link")
    assert not faults(mine, DIALOG)
    address = link.input_value()
    mine.keyboard.press("Escape")
    guest = sit(urlsplit(address).path)
    guest.get_by_role("heading", name="You may watch a game").wait_for()
    shots(guest, "watch-joining")
    guest.get_by_role("button", name="Watch").click()
    guest.wait_for_url("**/game/**")
    Hands(guest).ready()

    german.choose("2522", "de-7-krad")
    german.button("Game").click()
    mine.get_by_role("menuitem", name="Propose an edit").click()
    dialog.get_by_label("Hex", exact=True).fill("2521")
    dialog.get_by_label("Why").fill("It was there when we began.")
    shots(mine, "propose")
    assert not faults(mine, DIALOG)
    dialog.get_by_role("button", name="Propose").click()
    expect(soviet.question).to_contain_text("German proposes an edit")
    expect(soviet.question).to_contain_text("to 2521. The reason: It was there when we began.")
    shots(theirs, "proposed")
    expect(theirs.get_by_role("alert")).to_have_count(0)
    soviet.answer("Agree")
    german.stands_in("2521")
