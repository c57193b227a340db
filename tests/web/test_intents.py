"""The opponent says what he was about: after his turn where one wished it, and at the end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Page, TimeoutError, expect

from tests.web.hands import Hands
from tests.web.test_accessibility import PANEL, faults, told

Sit = Callable[..., Page]
Shoot = Callable[[Page, str], None]
LIT = "() => document.querySelectorAll('[data-stack] .lit').length"


def to_own_turn(hands: Hands) -> None:
    """Answer whatever the German asks, until the Soviet moves."""
    mine = hands.phase.filter(has_text="Movement").and_(hands.page.locator("[title*='2.2.P7']"))
    for _ in range(60):
        hands.question.or_(mine).first.wait_for()
        if mine.is_visible():
            hands.end.wait_for()
            return
        with suppress(TimeoutError):  # what is asked may have been another question
            hands.given.click(timeout=1000)
    raise AssertionError("his turn does not come")


def test_a_taught_player_reads_the_plan_of_the_turn_he_has_seen(sit: Sit, shots: Shoot) -> None:
    page = sit("/")
    page.get_by_role("button", name="Set up…").first.click()
    dialog = page.get_by_role("dialog").filter(has_text="Set up a game")
    dialog.get_by_label("Scenario").select_option("wb95/klin")
    dialog.get_by_text("Soviet", exact=True).click()
    dialog.get_by_label("The opponent explains himself").check()
    shots(page, "intents-lobby")
    dialog.get_by_role("button", name="Begin").click()
    hands = Hands(page).ready()
    to_own_turn(hands)
    hands.tab("Orders of the day").click()
    day = page.get_by_role("article", name="Orders of the day: German")
    day.wait_for()
    expect(page.locator("[data-part=intents]")).to_contain_text("This is the enemy's plan")
    for heading in ("Objectives", "Main effort", "Fears"):
        expect(day.get_by_role("heading", name=heading)).to_be_visible()
    main = day.locator(".efforts").get_by_role("button").first
    expect(main).to_contain_text("strike at")
    before = page.evaluate(LIT)
    main.hover()
    page.wait_for_function(f"(n) => ({LIT})() > n", arg=before)
    shots(page, "intents-taught")
    day.get_by_text("Order by order").click()
    expect(day.locator("details")).to_contain_text("it promises")
    shots(page, "intents-reasons")
    assert not (found := faults(page, PANEL)), told(found)
    hands.tab("Record").click()
    page.get_by_role("region", name="The record").get_by_role(
        "button", name="Orders of the day"
    ).first.click()
    day.wait_for()


def test_the_orders_are_closed_until_the_game_is_over(sit: Sit, shots: Shoot) -> None:
    page = sit("/")
    page.get_by_role("article").first.wait_for()
    hands = Hands(page)
    assert page.context.request.post("/api/v1/people/guest", data={}).ok
    seats = [
        {"side": "german", "kind": "ai", "player": "staff"},
        {"side": "soviet", "mine": True},
    ]
    game = hands.ask("POST", "/games", {"scenario": "wb95/klin", "seats": seats})
    mine = next(seat["id"] for seat in game["seats"] if seat["mine"])
    page.goto(f"/game/{game['id']}/{mine}")
    hands.ready()
    to_own_turn(hands)
    hands.tab("Orders of the day").click()
    panel = page.locator("[data-part=intents]")
    expect(panel).to_contain_text("opened when the game is over")
    expect(panel.get_by_role("article")).to_have_count(0)
    hands.ask("POST", f"/seats/{mine}/resign", {})
    over = page.get_by_role("dialog")
    over.get_by_role("button", name="Orders of the day").click()
    day = page.get_by_role("article", name="Orders of the day: German")
    day.wait_for()
    expect(day.get_by_role("heading", name="Main effort")).to_be_visible()
    shots(page, "intents-over")
