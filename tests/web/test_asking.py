"""Big questions answered on the map, as somebody does it who sees them for the first time.

With `--shots` each is photographed on the screens that people have, by day and by night.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.dealing import PURSUING, RETREATING, Absent, deal
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.ocs import CATANIA, LANDING, PLANNING, Commander, alone

SIZES = {"wide": (1440, 900), "laptop": (1280, 720), "tablet": (1024, 768), "phone": (390, 844)}
READY = {"do": "ready"}
Shoot = Callable[[Page, str], None]
Album = Callable[[Hands, str], None]

# Whether a card lies beside the map and not on it, once what has just been laid out is painted.
CLEAR = """
async (card) => {
  await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
  const it = card.getBoundingClientRect();
  const map = document.querySelector('[data-part=map]').getBoundingClientRect();
  return it.left >= map.right || it.top >= map.bottom;
}
"""

# Whether the game has gone on, as a seat sees it.
MOVED = """
async ([seat, moment]) => {
  const table = await (await fetch(`/api/v1/seats/${seat}/table`)).json();
  return table.moment > moment;
}
"""


@pytest.fixture
def album(request: pytest.FixtureRequest, shots: Shoot) -> Album:
    """The same on every screen, by day and by night, if anybody wants pictures."""

    def fill(hands: Hands, name: str) -> None:
        if not request.config.getoption("--shots"):
            return
        was = hands.page.viewport_size
        for size, (width, height) in SIZES.items():
            hands.page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                hands.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                shots(hands.page, f"{name}-{size}-{scheme}")
        hands.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert was is not None
        hands.page.set_viewport_size(was)

    return fill


def draft(hands: Hands) -> Locator:
    """The answer so far."""
    return hands.question.locator("[data-part=draft]")


def step(hands: Hands, **told: Any) -> dict[str, Any]:
    """What the server says of the question that is open."""
    (asked,) = (one for one in hands.table()["asked"] if not one["phase"])
    found: dict[str, Any] = hands.ask(
        "POST", f"/seats/{hands.seat}/compose", {"at": asked["id"], **told}
    )
    return found


def meant(hands: Hands, sort: str) -> None:
    """Choose what the next part of the answer shall be."""
    sorts = hands.question.get_by_role("group", name="What it shall be")
    sorts.get_by_role("button", name=sort).click()


def typhoon(counters: int) -> dict[str, str]:
    """Typhoon with more air counters than the book gives."""
    folder = files("grognard.scenarios").joinpath("wb95")
    text = folder.joinpath("typhoon.yaml").read_text()
    assert "counters: 1, sp: 4" in text
    sheet = "moscow-1941-counters.csv"
    return {
        "typhoon.yaml": text.replace("counters: 1, sp: 4", f"counters: {counters}, sp: 4"),
        sheet: folder.joinpath(sheet).read_text(),
    }


def test_three_air_missions_are_flown_by_pointing(
    house: House, sit: Callable[..., Page], album: Album
) -> None:
    """The next counter is in hand by itself; a hex is a mission, and another kind of it one click
    away; what was written can be left out, and nothing is given before the button. [8.1.2]"""
    page = sit("/")
    page.get_by_role("article").first.wait_for()
    assert page.context.request.post("/api/v1/people/guest", data={}).ok
    brought = page.context.request.post("/api/v1/scenarios", data={"files": typhoon(3)})
    assert brought.ok, brought.text()
    plays = [("soviet", READY), ("german", READY)]
    dealt = deal(house, {"german": page, "soviet": page}, plays, brought.json()["id"])
    page.goto(dealt.place("german"))
    hands = Hands(page).ready()
    expect(hands.question).to_contain_text("3 of 3 air units free, of 4 and 4 and 4 points")
    assert hands.question.evaluate(CLEAR)
    goals = {one["sort"]: one["hexes"] for one in step(hands)["goals"]}
    first, second = goals["offensive support"][6], goals["offensive support"][14]
    hands.point_at(first)
    page.get_by_text("Adds 4 points to one attack, or to fire, on the hex.").first.wait_for()
    hands.click_hex(first)
    expect(hands.question).to_contain_text("2 of 3 air units free")
    hands.click_hex(second)
    instead = hands.question.get_by_role("group", name=f"In {second} it could be")
    instead.get_by_role("button", name="Air attack").click()
    expect(draft(hands)).to_contain_text(f"Air attack at {second}")
    meant(hands, "destruction of a bridge")
    bridge = next(h for h in goals["destruction of a bridge"] if h not in (first, second))
    hands.click_hex(bridge)
    expect(draft(hands)).to_contain_text("Destruction of a bridge")
    expect(hands.question).to_contain_text("0 of 3 air units free")
    album(hands, "asking-air")
    draft(hands).get_by_role("button", name="Leave air attack").click()
    expect(draft(hands).get_by_role("listitem")).to_have_count(2)
    meant(hands, "offensive support")
    hands.click_hex(second)
    expect(draft(hands).get_by_role("listitem")).to_have_count(3)
    assert "german-air" not in hands.question.inner_text()
    before = hands.moment()
    hands.question.get_by_role("button", name="Assign air missions (3)").click()
    hands.in_phase("Movement")
    assert hands.moment() > before
    marks = {mark["hex"] for mark in hands.table()["marks"] if mark["kind"] == "air"}
    assert {first, second} <= marks


def folded_and_moved(hands: Hands, shots: Shoot) -> None:
    """Beside the map a card covers nothing; on it, it keeps clear, or lies where it was put:
    that is remembered."""
    page = hands.page
    assert hands.question.evaluate(CLEAR)
    hands.button("Lay it on the map").click()
    expect(hands.question).to_have_count(1)
    assert not hands.question.evaluate(CLEAR)
    hands.click_hex("2619")  # it keeps clear of what it asks about
    expect(draft(hands)).to_be_visible()
    shots(page, "asking-floats")
    held = hands.question.get_by_role("paragraph").first.bounding_box()
    assert held is not None
    page.mouse.move(held["x"] + 20, held["y"] + 8)
    page.mouse.down()
    page.mouse.move(420, 260, steps=4)
    page.mouse.up()
    hands.button("Fold the card").click()
    expect(draft(hands)).to_have_count(0)
    moved = hands.question.bounding_box()
    page.reload()
    hands.ready()
    expect(hands.button("Unfold the card")).to_be_visible()
    again = hands.question.bounding_box()
    assert moved is not None
    assert again is not None
    assert (moved["x"], moved["y"]) == (again["x"], again["y"])
    hands.button("Put it beside the map").click()
    hands.button("Unfold the card").click()
    assert hands.question.evaluate(CLEAR)


def test_a_pursuit_is_pointed_out_and_given_by_its_own_button(
    house: House, sit: Callable[..., Page], shots: Shoot, album: Album
) -> None:
    """The card is folded and moved. A click on a hex sends whoever is in hand, and is never an
    answer by itself. [5.4.1]"""
    page = sit()
    page.goto(deal(house, {"german": page, "soviet": page}, PURSUING).place("german"))
    hands = Hands(page).ready()
    folded_and_moved(hands, shots)
    expect(hands.given).to_have_text("Nobody follows")
    hands.in_hand("de-210-stug").click()
    expect(hands.in_hand("de-210-stug")).to_have_attribute("aria-pressed", "true")
    hands.click_hex("2619")
    expect(draft(hands).get_by_role("listitem")).to_have_text(["210 StuG AG goes 2620→2619."])
    hands.click_hex("2519")  # nobody is in hand now: all who can
    assert draft(hands).get_by_role("listitem").count() >= 1
    album(hands, "asking-pursuit")
    hands.button("Begin again").click()
    expect(hands.given).to_have_text("Nobody follows")
    hands.click_hex("2619")
    several = draft(hands).get_by_role("listitem")
    expect(several).to_have_count(4)
    hands.map.get_by_role("button", name="Leave 6/7 ARM goes").click()  # on the map as well
    expect(several).to_have_count(3)
    hands.given.click()
    hands.stands_in("2619")
    hands.in_phase("Attack")
    assert len([c for c in hands.table()["counters"] if c["hex"] == "2619"]) == 3


def test_a_retreat_says_what_it_costs_while_it_is_changed(
    house: House, sit: Callable[..., Page], shots: Shoot
) -> None:
    """One stays after all, and the price is told before it is paid. [5.3.7]"""
    page = sit()
    page.goto(deal(house, {"german": Absent(house), "soviet": page}, RETREATING).place("soviet"))
    hands = Hands(page).ready()
    expect(hands.question).to_contain_text("As it stands it costs 0 levels.")
    hands.map.get_by_role("button", name="Leave 24 CAV retreats").click()
    expect(hands.question).to_contain_text("As it stands it costs 1 level.")
    expect(draft(hands)).to_contain_text("24 CAV loses 1 level")
    shots(page, "asking-retreat")
    hands.given.click()
    hands.waits_for("german")


def test_catania_begins_without_its_lesson(
    house: House, sit: Callable[..., Page], album: Album
) -> None:
    """What is owed says where, leads there, and is done with one button more. [2.3-reinf]"""
    hands = alone(house, sit, [], CATANIA)
    hands.in_phase("Arrivals")
    hands.button("1 thing is owed", exact=False).click()
    expect(hands.question).to_contain_text("4 SP for 77.17.")
    hands.click_hex("77.17")
    expect(hands.given).to_have_text("Place 4 SP in 77.17")
    hands.question.get_by_role("spinbutton", name="Tokens").fill("4")
    hands.question.get_by_role("spinbutton", name="Tokens").press("Tab")
    expect(hands.given).to_have_text("Place 1 SP in 77.17")
    hands.question.get_by_role("spinbutton", name="Tokens").fill("16")
    hands.question.get_by_role("spinbutton", name="Tokens").press("Tab")
    expect(hands.given).to_have_text("Place 4 SP in 77.17")
    album(hands, "asking-supply")
    hands.given.click()
    hands.stands_in("77.17")
    hands.click_hex("67.17")
    expect(hands.given).to_have_text("Place 2 SP in 67.17")
    hands.given.click()
    hands.in_phase("Movement")  # nothing is left to do in the first phase
    expect(hands.question).to_have_count(0)


def test_a_drop_is_planned_on_a_phone(house: House, sit: Callable[..., Page], shots: Shoot) -> None:
    """The card is a sheet below the map, and folds."""
    page = sit()
    dealt = deal(house, {"allied": page, "axis": page}, PLANNING, LANDING, seed="2306")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(dealt.place("allied"))
    hands = Commander(page)
    hands.ready()
    expect(hands.question).to_contain_text("Which drops are planned")
    assert hands.question.evaluate(CLEAR)
    hands.in_hand("br-srs").click()
    expect(hands.in_hand("br-srs")).to_have_attribute("aria-pressed", "true")
    hands.button("Fold the card").click()
    shots(page, "asking-plan-folded")
    hands.click_hex("73.18")
    expect(hands.given).to_have_text("Plan drops")
    hands.button("Unfold the card").click()
    expect(draft(hands)).to_contain_text("SRS over 73.18 in turn 1")
    shots(page, "asking-plan")
    hands.given.click()
    hands.in_phase("Refit")


def test_a_set_up_is_laid_out_by_picking_up_and_pointing(
    house: House, sit: Callable[..., Page], shots: Shoot
) -> None:
    """A unit that is left to its owner goes where he points, at once; `Ready` ends it. [S1.3]"""
    page = sit()
    plays = [("soviet", READY)]
    page.goto(deal(house, {"german": page, "soviet": page}, plays, "wb95/typhoon").place("german"))
    hands = Hands(page).ready()
    expect(hands.given).to_have_text("Ready")
    trays = hands.question.locator("[data-hand]")
    piece = trays.first.get_attribute("data-hand")
    assert piece is not None
    hands.in_hand(piece).click()
    expect(hands.in_hand(piece)).to_have_attribute("aria-pressed", "true")
    was = next(c["hex"] for c in hands.table()["counters"] if c["id"] == piece)
    (goals,) = step(hands, hand=[piece])["goals"]
    to = next(hex_ for hex_ in goals["hexes"] if hex_ != was)
    shots(page, "asking-set-up")
    before = hands.moment()
    hands.click_hex(to)
    page.wait_for_function(MOVED, arg=[hands.seat, before])
    assert next(c["hex"] for c in hands.table()["counters"] if c["id"] == piece) == to
    hands.given.click()
    expect(hands.question).to_contain_text("air units free")
