"""The links that were given out: seen in a list, and ended by a click."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.hands import Hands, gone
from tests.web.test_accessibility import DIALOG, faults
from tests.web.test_trying import against_the_staff

Sit = Callable[..., Page]


def test_an_invitation_is_listed_and_ended_by_a_click(
    sit: Sit, shots: Callable[[Page, str], None]
) -> None:
    page = sit(alone=True)
    page.goto("/")
    hands: Hands = against_the_staff(page)
    hands.ask("POST", f"/games/{hands.game}/invitations", {"role": "spectator"})
    hands.button("Game").click()
    page.get_by_role("menuitem", name="Links given out").click()
    dialog = page.get_by_role("dialog")
    end = dialog.get_by_role("button", name="End it")
    end.wait_for()
    shots(page, "links")
    assert not faults(page, DIALOG)
    end.click()
    gone(end)
    assert hands.ask("GET", f"/games/{hands.game}/links")["links"] == []
