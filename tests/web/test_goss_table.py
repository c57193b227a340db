"""The table of GOSS: a division sent to a hex at once, boundaries drawn, a mission put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

import grognard
from grognard import box
from grognard.engine.game import Game
from tests.web.dealing import Absent, Play, before, deal
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.ocs import Commander

SKYLINE, ST_VITH, SEED = "goss/skyline-drive", "goss/st-vith", "3"


def until(scenario: str, segment: str, side: str) -> list[Play]:
    """What is played when everybody ends his segments, until one's own."""
    game: Game[Any] = grognard.new(scenario, seed=SEED)
    plays: list[Play] = []
    while game.segment.kind != segment or game.to_act != side:
        decision = game.decisions[0]
        ends = decision.offer("end") is not None
        plays.append((decision.player, {"do": "end"} if ends else decision.ask.default or {}))
        game.play(*plays[-1])
    return plays


def agreed(plays: Sequence[Play]) -> list[Play]:
    """Both sides agree that of two German corps one has the north and one the south."""
    board = grognard.new(ST_VITH, seed=SEED).board
    rows = [int(board.label(h)[2:]) for h in range(board.n)]
    zones = {
        "g-1ss": [h for h, row in enumerate(rows) if row <= 19],
        "g-66c": [h for h, row in enumerate(rows) if row >= 19],
        "g-2ss": [],
    }
    changes = [{"map": "zones", "key": k, "set": {"hexes": of}} for k, of in zones.items()]
    wish = {"do": "propose", "changes": changes, "reason": "each has its ground"}
    return [*plays, ("axis", wish), ("allied", {"do": "consent", "to": "axis", "agree": True})]


def sit_down(
    house: House,
    page: Page,
    scenario: str,
    plays: Sequence[Play],
    side: str = "axis",
    seed: str = SEED,
) -> Commander:
    other = "allied" if side == "axis" else "axis"
    screens: dict[str, Page | Absent] = {side: page, other: Absent(house)}
    dealt = deal(house, screens, plays, scenario=scenario, seed=seed)
    page.goto(dealt.place(side))
    hands = Commander(page)
    hands.ready()
    return hands


def stroke(hands: Hands, *labels: str) -> None:
    """Press on a hex, go over others, and let go."""
    hands.spot(labels[len(labels) // 2])  # so that all of them lie free
    places = [hands.spot(label) for label in labels]
    hands.page.mouse.move(*places[0])
    hands.page.mouse.down()
    for place in places[1:]:
        hands.page.mouse.move(*place, steps=6)
    hands.page.mouse.up()


def test_a_division_marches_at_once_and_is_taken_back(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    page = sit()
    hands = sit_down(house, page, SKYLINE, until(SKYLINE, "moves", "axis"))
    hands.click_stack("2938")
    page.keyboard.press("Shift+A")
    company = page.locator("[data-part=company]")
    expect(company.get_by_role("heading")).to_contain_text("26 VG")
    before = {one["id"]: one["hex"] for one in hands.table()["counters"] if one["group"]}
    hands.click_hex("2740")
    march = page.locator("[data-part=march]")
    march.wait_for()
    shots(page, "goss-column")
    march.click()
    company.get_by_text("given.").wait_for()
    gone = {one["id"] for one in hands.table()["counters"] if before.get(one["id"]) != one["hex"]}
    assert len(gone & before.keys()) > 1
    company.get_by_role("button", name="Take all of it back").click()
    expect(company.get_by_role("button", name="Take all of it back")).to_have_count(0)
    after = {one["id"]: one["hex"] for one in hands.table()["counters"] if one["group"]}
    assert after == before


def test_a_zone_of_operation_is_drawn_with_the_pointer(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """A corps pulls its border out over its neighbour's ground, and gives a hex of it back."""
    page = sit()
    hands = sit_down(house, page, ST_VITH, agreed(until(ST_VITH, "command", "allied")))
    hands.button("What is still to be done").click()
    page.get_by_role("button", name="Boundaries could be drawn anew").click()
    zones = hands.question.get_by_role("group")
    expect(zones.get_by_role("button", name="I SS Pz Corps", exact=False).first).to_contain_text(
        "352 hexes"
    )
    stroke(hands, "4119", "4120", "4121", "4220")
    expect(hands.given).to_have_text("3 hexes to I SS Pz Corps")
    stroke(hands, "4121")
    expect(hands.given).to_have_text("2 hexes to I SS Pz Corps")
    expect(hands.question).to_contain_text("414 hexes")  # left to its neighbour
    shots(page, "goss-zones")
    hands.given.click()
    expect(hands.given).to_have_text("Draw boundaries")  # it is done; more can be drawn
    expect(hands.question).to_contain_text("354 hexes")


def test_a_fire_mission_is_put_together_by_pointing_at_guns_and_target(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """What it will do is told exactly before it is fired, and again whenever it is changed."""
    lesson = box.lesson(SKYLINE)
    assert lesson is not None
    plays = [play for step in lesson.steps for play in step.rehearsal.get("play", ())]
    page = sit()
    hands = sit_down(house, page, SKYLINE, before("barrage", plays), seed=str(lesson.seed))
    hands.choose("3237", "g-2p-a1")
    hands.click_stack("2735")
    expect(hands.attack).to_contain_text("I/74 with 3 points at 2735, observed by II/2.")
    chances = hands.attack.get_by_role("table", name="Every outcome with its exact chance")
    expect(chances.get_by_role("row")).to_have_count(5)
    expect(chances).to_contain_text("50%")
    hands.attack.get_by_role("button", name="II/74").click()
    expect(hands.attack).to_contain_text("I/74, II/74 with 6 points at 2735")
    expect(chances.get_by_text("20%")).to_have_count(5)
    shots(page, "goss-mission")
    hands.attack.get_by_role("button", name="1/3 Pz: light, 1 gun").click()
    expect(hands.attack).to_contain_text("a light mission has room for 1.")
    fire = hands.attack.get_by_role("button", name="Fire", exact=True)
    expect(fire).to_be_disabled()
    hands.attack.get_by_role("button", name="I/304: heavy, 8 guns").click()
    expect(fire).to_be_enabled()
    hands.do("Fire")
    hands.waits_for("allied")
    assert "shift" in hands.states("u-28-110-2"), "a six: a hit, and an artillery shift"
