"""A program that takes its time is told to move; a finished game is gone through with the coach."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import Hands
from tests.web.test_accessibility import PANEL, faults, told

Sit = Callable[..., Page]
Shoot = Callable[[Page, str], None]
NUMBER = re.compile(r"\d+")


def seated(page: Page, *plans: dict[str, object]) -> tuple[str, str]:
    """A game of Klin with these seats: its id, and that of one's own seat."""
    page.goto("/")
    page.get_by_role("article").first.wait_for()
    assert page.context.request.post("/api/v1/people/guest", data={}).ok
    game = Hands(page).ask("POST", "/games", {"scenario": "wb95/klin", "seats": list(plans)})
    return game["id"], next(seat["id"] for seat in game["seats"] if seat["mine"])


def test_who_waits_sees_how_far_the_commander_is_and_has_him_move(sit: Sit, shots: Shoot) -> None:
    page = sit("/")
    game, mine = seated(
        page,
        {"side": "german", "kind": "ai", "player": "commander:deep"},
        {"side": "soviet", "mine": True},
    )
    page.goto(f"/game/{game}/{mine}")
    thinking = page.locator("[data-part=thinking]")
    thinking.wait_for()
    expect(thinking.get_by_role("progressbar")).to_have_attribute("aria-valuenow", NUMBER)
    expect(thinking).not_to_contain_text("rehearsal")  # that is the enemy's affair
    shots(page, "coach-thinking")
    page.get_by_role("button", name="Move now").click()
    thinking.wait_for(state="detached")
    Hands(page).question.or_(page.locator("[data-part=thinking]")).first.wait_for()


def test_a_finished_game_is_analysed_and_looked_at_where_it_turned(sit: Sit, shots: Shoot) -> None:
    page = sit("/")
    game, mine = seated(
        page,
        {"side": "german", "kind": "ai", "player": "random"},
        {"side": "soviet", "kind": "ai", "player": "random"},
        {"role": "spectator", "mine": True},
    )
    hands = Hands(page)
    for _ in range(300):
        if hands.ask("GET", f"/games/{game}", None)["over"]:
            break
        page.wait_for_timeout(200)
    page.goto(f"/game/{game}/{mine}")
    hands.tab("The coach").click()
    coach = page.locator("[data-part=coach]")
    coach.get_by_role("button", name="Soviet", exact=True).click()
    expect(coach.get_by_role("heading", name="Chances to win: Soviet")).to_be_visible()
    first = coach.get_by_role("listitem").first
    first.get_by_role("button", name="Analyse").click()
    expect(first.locator(".review")).to_contain_text("By the commander’s plan")
    expect(first.locator(".review")).to_contain_text("The dice")
    first.locator(".turn").click()
    expect(page.locator("[data-part=orders]")).to_contain_text("As it was")
    shots(page, "coach-review")
    assert not (found := faults(page, PANEL)), told(found)
    coach.locator(".graph button").first.click()
    expect(page.locator("[data-part=orders]")).to_contain_text("turn 1")
