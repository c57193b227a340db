"""The table tells what others did: their turn step by step, the dice beside the battle, and what
happened while one was away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.web.dealing import LESSON, RETREATING, Absent, Dealt, Play, deal
from tests.web.hands import Hands
from tests.web.house import House

Sit = Callable[..., Page]
Shoot = Callable[[Page, str], None]
MOVING = next(n for n, (_, action) in enumerate(LESSON) if action["do"] == "move")
"""How much is played before the German moves."""
ENOUGH = 5
"""How often one looks at the strip and somebody moves there."""


class Duel:
    """A German who plays by himself, and a Soviet who watches him at some pace."""

    def __init__(self, sit: Sit, house: House, pace: str, plays: Sequence[Play]) -> None:
        self.soviet, self.german = sit(told=pace), Absent(house)
        self.dealt: Dealt = deal(house, {"german": self.german, "soviet": self.soviet}, plays)
        self.hands = Hands(self.soviet)
        self.played = len(plays)

    def look(self) -> None:
        """The Soviet sits down, and what there is counts as seen."""
        with self.soviet.expect_response("**/seen"):
            self.soviet.goto(self.dealt.place("soviet"))
        self.hands.ready()

    def play(self, upto: int) -> None:
        """The German and the answers of the Soviet, as the lesson has them."""
        for n, (side, action) in enumerate(LESSON[self.played : upto], self.played):
            seat = self.dealt.seats[side]
            asker = self.german if side == "german" else self.hands
            asker.ask("POST", f"/seats/{seat}/act", {"action": action, "key": f"played-{n}"})
        self.played = upto


def read(dice: Locator) -> None:
    """A card of a battle has all that one wants to know."""
    expect(dice.get_by_role("heading", name="Combat")).to_be_visible()
    expect(dice).to_contain_text("German attack on")
    expect(dice.get_by_role("img", name="Dice show")).to_be_visible()
    expect(dice.locator("summary")).to_contain_text("defence")
    assert dice.locator("td[aria-current=true]").inner_text().strip()
    assert dice.locator("thead th.lit").count() == 1


def test_the_staffs_turn_is_watched_to_its_end(sit: Sit) -> None:
    """A Soviet sees the German staff move, answers what he is asked, and comes to his own turn.

    When he has seen some of it he lets the rest be over, each time something is told him again."""
    page = sit("/", told="fast")
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
    moved = 0
    for _ in range(200):
        hands.strip.or_(hands.question).or_(hands.end).first.wait_for()
        if hands.dice.is_visible():
            page.keyboard.press("Enter")
        elif hands.strip.is_visible() and moved >= ENOUGH:
            page.keyboard.press("Escape")
        elif hands.strip.is_visible():
            moved += any("→" in told for told in hands.strip.all_inner_texts())  # if it still is
            page.wait_for_timeout(100)
        elif hands.question.is_visible():
            with suppress(TimeoutError):  # what comes of the last answer may begin meanwhile
                hands.given.click(timeout=2000)
        elif hands.end.is_visible() and hands.phase.inner_text() == "Movement":
            break
        elif hands.end.is_visible():
            hands.end_phase()
    else:
        raise AssertionError("his turn does not come")
    assert moved >= ENOUGH, "nobody was seen to move"
    expect(hands.strip).to_have_count(0)
    lying = sum(1 for _ in hands.table()["stacks"])
    expect(page.locator("[data-stack]")).to_have_count(lying)


def test_step_by_step_back_and_straight_to_the_end(sit: Sit, house: House) -> None:
    duel = Duel(sit, house, "step", LESSON[:MOVING])
    duel.look()
    duel.play(MOVING + 1)
    hands, page = duel.hands, duel.soviet
    start, *_, goal = ["2522", *LESSON[MOVING][1]["path"]]
    hands.strip.get_by_text(f"{start}→{goal}").wait_for()
    hands.stands_in(goal)
    expect(hands.prompt).to_have_count(0)
    hands.strip.get_by_role("button", name="One step back").click()
    hands.stands_in(start)
    expect(hands.stack(goal)).to_have_count(0)

    duel.play(MOVING + 3)
    expect(hands.stack(goal)).to_have_count(0)
    page.keyboard.press("Space")
    hands.stands_in(goal)
    page.keyboard.press(".")
    expect(hands.strip.get_by_label("Step 2 of")).to_be_visible()
    page.keyboard.press("Escape")
    expect(hands.strip).to_have_count(0)
    expect(hands.prompt).to_be_visible()

    hands.button("Since my last turn").click()
    hands.strip.wait_for()
    page.get_by_label("How fast others are watched").select_option(label="Straight to the end")
    expect(hands.strip).to_have_count(0)


def test_coming_back_begins_with_what_happened(sit: Sit, house: House, shots: Shoot) -> None:
    """Who comes back to a game by letter sees first what the other did; then he is asked."""
    duel = Duel(sit, house, "fast", LESSON[:MOVING])
    duel.look()
    hands, page = duel.hands, duel.soviet
    page.goto("/")
    duel.play(len(RETREATING))

    page.goto(duel.dealt.place("soviet"))
    hands.ready()
    page.get_by_text("What has happened meanwhile is played back.").wait_for()
    expect(hands.question).to_have_count(0)
    hands.dice.wait_for()
    read(hands.dice)
    shots(page, "back")
    hands.dice.get_by_role("button", name="Go on").click()
    hands.question.wait_for()
    expect(hands.strip).to_have_count(0)
    expect(hands.dice).to_have_count(0)

    page.reload()
    hands.ready()
    hands.question.wait_for()
    expect(hands.strip).to_have_count(0)  # it is told once
    page.keyboard.press("Shift+L")
    hands.strip.wait_for()
