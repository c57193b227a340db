"""Tablets: two thirds of the screen are the map, also while something is asked or weighed."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest
import yaml
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.dealing import ATTACKING, KLIN, MOVING, PURSUING, SEED, Play, deal
from tests.web.hands import gone
from tests.web.house import House
from tests.web.ocs import CATANIA, LANDING, PLANNING, TAUGHT, TURN, before
from tests.web.test_phone import STILL, Finger

Sit = Callable[..., Page]
Shoot = Callable[[Page, str], None]

TABLETS = [(1024, 768), (768, 1024), (1180, 820)]
TWO_THIRDS = 2 / 3
FOLD, UNFOLD = "Fold the sheet, or pull it", "Unfold the sheet, or pull it"

# What part of the screen the map has, less whatever lies on it: of a fine grid of points, those at
# which one would touch the map or what is on it in its own place. That is taken off meanwhile: a
# point is found sooner on a bare map, and no frame is painted before it is back.
SHARE = """
() => {
  const map = document.querySelector('[role=application]');
  const lying = [...map.children].map((one) => [one, one.style.display]);
  for (const [one] of lying) one.style.display = 'none';
  let [seen, all] = [0, 0];
  for (let x = 12; x < innerWidth; x += 24)
    for (let y = 12; y < innerHeight; y += 24, all++)
      seen += map.contains(document.elementFromPoint(x, y));
  for (const [one, display] of lying) one.style.display = display;
  return seen / all;
}
"""


def _chorwon(*plays: str) -> list[Play]:
    """The first plays of the lesson of Next War up to an action of a kind."""
    told = files("grognard.scenarios").joinpath("nextwar/about/chorwon-lesson.yaml").read_text()
    found = [tuple(play) for step in yaml.safe_load(told)["steps"] for play in step.get("play", [])]
    return found[: next(n for n, (_side, action) in enumerate(found) if action["do"] in plays)]


# Who plays against whom with which seed; what was played when something is asked; and what was
# played in a phase in which an attack is to be weighed, with the hex to point at.
TABLES = {
    "wb95": (("german", "soviet"), SEED, (KLIN, PURSUING), (KLIN, ATTACKING, "2620")),
    "ocs": (
        ("allied", "axis"),
        TAUGHT["seed"],
        (LANDING, PLANNING),
        (CATANIA, before("attack"), next(a for _, a in TURN if a["do"] == "attack")["target"]),
    ),
    "nextwar": (
        ("dprk", "allied"),
        "2032",
        ("nextwar/chorwon", _chorwon("weather")),
        ("nextwar/chorwon", _chorwon("attack"), "2735"),
    ),
}


def _screen(size: tuple[int, int]) -> ViewportSize:
    width, height = size
    return {"width": width, "height": height}


def most_is_map(page: Page, about: str) -> None:
    """Wait until the map has two thirds of what is painted."""
    for _ in range(20):
        page.evaluate(STILL)
        share = page.evaluate(SHARE)
        if share >= TWO_THIRDS:
            return
    pytest.fail(f"{about}: the map has {share:.1%} of the screen")


@pytest.mark.parametrize("system", TABLES)
def test_two_thirds_of_a_tablet_are_the_map(
    house: House, sit: Sit, shots: Shoot, system: str
) -> None:
    """In a phase with what a table begins with, with a question open, and with an attack weighed:
    what it is about is in sight, and what commits it in reach, however the tablet is held."""
    page = sit(viewport=_screen(TABLETS[0]), has_touch=True)
    hands = Finger(page)
    sides, seed, asked, (scenario, plays, target) = TABLES[system]
    screens = dict.fromkeys(sides, page)

    def looked_at(state: str) -> None:
        for size in TABLETS:
            page.set_viewport_size(_screen(size))
            _at_hand(hands, state)
            about = f"{system}-{state}-{size[0]}"
            most_is_map(page, about)
            shots(page, about)
            if state == "weighed":
                assert not hands.hidden([target])
                _folded(hands, target)
        page.set_viewport_size(_screen(TABLETS[0]))

    page.goto(deal(house, screens, asked[1], asked[0], seed=seed).place(sides[0]))
    hands.ready()
    looked_at("question")
    page.goto(deal(house, screens, plays, scenario, seed=seed).place(sides[0]))
    hands.ready()
    looked_at("phase")
    hands.tap_hex(target)
    hands.attack.wait_for()
    looked_at("weighed")


def _at_hand(hands: Finger, state: str) -> None:
    """What is to be pressed is in reach of a finger."""
    if state == "question":
        hands.reachable(hands.given)
    elif state == "weighed":
        hands.reachable(hands.attack.get_by_role("button", name="Attack", exact=True))
    else:
        hands.reachable(hands.end)
        expect(hands.prompt).to_be_in_viewport(ratio=1)


def _folded(hands: Finger, target: str) -> None:
    """What is weighed folds to a line that still names it and commits it, and comes back."""
    attack = hands.attack.get_by_role("button", name="Attack", exact=True)
    figures = hands.attack.locator("[data-folds]")
    whole = hands.attack.bounding_box()
    hands.button(FOLD).tap()
    expect(figures).to_be_hidden()
    line = hands.attack.bounding_box()
    assert whole is not None
    assert line is not None
    assert line["height"] < 80 < whole["height"]
    hands.reachable(attack)
    hands.button(UNFOLD).tap()
    expect(figures).to_be_visible()
    expect(hands.attack).to_contain_text(target)


def test_panels_give_way_to_a_question_and_come_back(house: House, sit: Sit) -> None:
    """There is room for one card: the question comes first, and what it put away after it."""
    page = sit(viewport=_screen(TABLETS[0]), has_touch=True)
    page.goto(deal(house, {"german": page, "soviet": page}, PURSUING).place("german"))
    hands = Finger(page)
    hands.ready()
    panels = page.get_by_role("tablist", name="Panels")
    hands.question.wait_for()
    gone(panels)
    hands.given.tap()
    expect(panels).to_be_visible()
    expect(hands.tab("Briefing")).to_have_attribute("aria-selected", "true")


def test_the_card_is_pulled_and_stays_so(house: House, sit: Sit) -> None:
    """Who wants to read more of it draws it down, and finds it so the next time."""
    page = sit(viewport=_screen(TABLETS[0]), has_touch=True)
    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    hands = Finger(page)
    hands.ready()
    desk = page.get_by_role("complementary", name="Panels")

    def height() -> float:
        box = desk.bounding_box()
        assert box is not None
        return box["height"]

    low = height()
    grip = hands.button(FOLD)
    for _ in range(4):
        grip.press("ArrowDown")
    assert height() > low + 80
    pulled = height()
    page.reload()
    hands.ready()
    hands.button("Show the panels (p)").tap()  # the briefing comes by itself only once
    assert height() == pytest.approx(pulled, abs=1)
