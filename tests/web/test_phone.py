"""Small screens: a first turn on a phone by finger alone, and what is asked about is seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.dealing import PURSUING, Absent, deal
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.test_accessibility import faults, told

Sit = Callable[..., Page]
Shoot = Callable[[Page, str], None]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SMALL = [[(1024, 768), (1280, 720)], [(390, 844)]]
"""Screens on which the table is opened, each with those that the window may be drawn to."""

# Which of some points of the sheet are out of sight, or under a card, once the map lies still.
HIDDEN = """
async (points) => {
  const map = document.querySelector('[role=application]');
  const world = document.querySelector('[data-stack]').parentElement;
  const pins = points.map(([x, y]) => {
    const pin = document.createElement('i');
    Object.assign(pin.style, {position: 'absolute', left: `${x}px`, top: `${y}px`});
    world.append(pin);
    return pin;
  });
  const places = () => pins.map((pin) => pin.getBoundingClientRect());
  let at = places();
  for (let still = 0; still < 20;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = places();
    const same = now.every((one, i) => one.left === at[i].left && one.top === at[i].top);
    still = same ? still + 1 : 0;
    at = now;
  }
  pins.forEach((pin) => pin.remove());
  return at.map((one, i) => [i, document.elementFromPoint(one.left, one.top)])
    .filter(([, over]) => over === null || !map.contains(over)).map(([i]) => i);
}
"""

# The map has come to rest: the first counter's box is the same for a while.
STILL = """
async () => {
  const seen = () => {
    const {left, top, width} = document.querySelector('[data-stack]').getBoundingClientRect();
    return `${left} ${top} ${width}`;
  };
  let at = seen();
  for (let still = 0; still < 10;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = seen();
    still = now === at ? still + 1 : 0;
    at = now;
  }
}
"""


class Finger(Hands):
    """Somebody who has no mouse and no keys."""

    def tap_hex(self, hex_: str) -> None:
        """Touch a hex in its middle."""
        self.page.touchscreen.tap(*self.spot(hex_))

    def hidden(self, hexes: Sequence[str]) -> list[str]:
        """Those of some hexes that cannot be touched as the map lies."""
        found = self.page.evaluate(HIDDEN, [list(self.centre(hex_)) for hex_ in hexes])
        return [hexes[i] for i in found]

    def goals(self) -> list[str]:
        """The hexes that the question which is open could be answered with."""
        (asked,) = (one for one in self.table()["asked"] if not one["phase"])
        found = self.ask("POST", f"/seats/{self.seat}/compose", {"at": asked["id"]})
        return sorted({hex_ for goal in found["goals"] for hex_ in goal["hexes"]})

    def reachable(self, *parts: Locator) -> None:
        """Each of these is wholly on the screen, and large enough for a finger."""
        for part in parts:
            expect(part).to_be_in_viewport(ratio=1)
            box = part.bounding_box()
            assert box is not None
            assert box["height"] >= 32, part

    def reads(self) -> None:
        """Read card after card of dice, each of which leaves its hex in sight, to the present."""
        self.dice.or_(self.strip).first.wait_for()
        present = self.prompt.or_(self.question)
        for _ in range(20):
            self.dice.or_(self.strip).or_(present).first.wait_for()
            while self.strip.is_visible() and not self.dice.is_visible():
                self.strip.get_by_role("button", name="One step on").tap()
            if not self.strip.is_visible():
                return
            about = re.findall(r" on (\d{4})", self.dice.inner_text())
            assert not self.hidden(about[:1]), "what the dice are about is seen over them"
            self.dice.get_by_role("button", name="Go on").tap()

    def ends(self, before: str) -> None:
        """End phase after phase, whatever could still be done, until somebody is waited for."""
        thinking = self.page.get_by_text(f"{before} is thinking")
        anyway = self.owed.get_by_role("button", name="End the phase")
        for _ in range(6):
            self.end.or_(thinking).first.wait_for()
            if thinking.is_visible():
                return
            name = self.phase.inner_text()
            self.end.tap()
            anyway.or_(self._past(name)).first.wait_for()
            if anyway.is_visible():
                anyway.tap()
            self._past(name).wait_for()

    def swipe(self, *fingers: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Draw one finger, or two, over the screen."""
        line = self.page.context.new_cdp_session(self.page)

        def touch(kind: str, part: float) -> None:
            points = [
                {"x": x + (to_x - x) * part, "y": y + (to_y - y) * part, "id": n}
                for n, ((x, y), (to_x, to_y)) in enumerate(fingers)
            ]
            told = {"type": kind, "touchPoints": [] if kind == "touchEnd" else points}
            line.send("Input.dispatchTouchEvent", told)

        touch("touchStart", 0)
        for step in range(1, 9):
            touch("touchMove", step / 8)
        touch("touchEnd", 1)
        line.detach()

    def breadth(self) -> float:
        """How broad a counter is on the screen, once the map lies still."""
        self.page.evaluate(STILL)
        box = self.page.locator("[data-stack]").first.bounding_box()
        assert box is not None
        return box["width"]


def test_a_first_turn_on_a_phone_by_touch(house: House, sit: Sit, shots: Shoot) -> None:
    """Briefing, a question by pointing, a move, a part of a stack, the end of the phase, attacks
    weighed, their dice, and what follows from them, until it is the enemy's turn: no mouse, no
    keys, and nothing out of the finger's reach."""
    page, soviet = sit(told="step", **PHONE), Absent(house)
    dealt = deal(house, {"german": page, "soviet": soviet})
    page.goto(dealt.place("german"))
    hands = Finger(page)
    hands.ready()

    hands.button("Read the briefing first").tap()
    page.get_by_role("heading", name="Situation").wait_for()
    shots(page, "phone-briefing")
    hands.button("Back to the question").tap()
    expect(hands.question).to_contain_text("1 of 1 air units free")
    assert not hands.hidden(hands.goals())
    hands.reachable(hands.given)
    expect(hands.phase).to_be_in_viewport(ratio=1)
    shots(page, "phone-question")
    hands.tap_hex("2620")
    expect(hands.given).to_have_text("Assign air missions")
    hands.button("Fold the card").tap()
    expect(hands.given).to_be_in_viewport(ratio=1)
    hands.button("Unfold the card").tap()
    expect(hands.question.locator("[data-part=draft]")).to_contain_text("support at 2620")
    hands.given.tap()
    hands.in_phase("Movement")

    hands.reachable(hands.end, page.get_by_role("button", name="could still be done"))
    expect(hands.prompt).to_be_in_viewport(ratio=1)
    ribbon = page.get_by_role("group", name="Sequence of play").bounding_box()
    assert ribbon is not None
    assert ribbon["width"] > 350
    fold = hands.button("Fold the sheet, or pull it")
    if fold.is_visible():
        fold.tap()
    far = hands.breadth()
    hands.swipe(((150, 400), (60, 400)), ((240, 400), (330, 400)))
    assert hands.breadth() > 1.5 * far, "two fingers bring the map nearer"
    hands.swipe(((60, 400), (150, 400)), ((330, 400), (240, 400)))
    hands.tap_hex("2522")
    expect(hands.stack("2522")).to_contain_class("chosen")
    shots(page, "phone-reach")
    hands.tap_hex("2621")
    hands.stands_in("2621")
    hands.tap_hex("2423")
    page.wait_for_timeout(500)  # two taps at once would be a double one, for the whole stack
    hands.tap_hex("2423")
    page.locator('[data-fan] [data-counter="de-210-stug"]').tap()
    hands.tap_hex("2520")
    hands.stands_in("2520")
    hands.button("More tools").tap()
    hands.button("Overlays").tap()
    page.get_by_role("group", name="Overlays").get_by_role("button", name="Supply").tap()
    page.get_by_role("complementary", name="What the overlay shows").wait_for()
    shots(page, "phone-overlay")
    hands.button("Take the overlay off").tap()
    hands.end.tap()
    hands.owed.get_by_role("button", name="End the phase").tap()
    hands.in_phase("Attack")

    hands.tap_hex("2620")
    hands.reachable(hands.attack.get_by_role("button", name="Attack", exact=True))
    assert not hands.hidden(["2620"])
    shots(page, "phone-weighed")
    hands.button("Fold the sheet, or pull it").tap()
    expect(hands.attack.get_by_text("ratio of strengths").first).to_be_hidden()
    expect(hands.attack).to_contain_text("against 2620")
    hands.attack.get_by_role("button", name="Attack", exact=True).tap()
    hands.dice.wait_for()
    expect(hands.dice.get_by_text("the dice give")).to_be_in_viewport(ratio=1)
    shots(page, "phone-dice")
    hands.dice.get_by_role("button", name="Fold the card").tap()
    hands.dice.get_by_role("button", name="Unfold the card").tap()
    hands.reads()
    soviet.answer()
    hands.reads()

    expect(hands.given).to_have_text("Nobody follows")
    hands.tap_hex("2620")
    hands.given.filter(has_text="Pursue").tap()
    hands.reads()
    hands.stands_in("2620")
    hands.ends("Soviet")
    shots(page, "phone-over")


@pytest.mark.parametrize("sizes", SMALL)
def test_what_is_asked_about_can_be_pointed_at(
    house: House, sit: Sit, shots: Shoot, sizes: Sequence[tuple[int, int]]
) -> None:
    """No card lies on it, and the map goes where it is, also when it is held otherwise or the
    window changes."""
    width, height = sizes[0]
    page = sit(viewport={"width": width, "height": height}, has_touch=True)
    page.goto(deal(house, {"german": page, "soviet": page}, PURSUING).place("german"))
    hands = Finger(page)
    hands.ready()
    expect(hands.given).to_have_text("Nobody follows")
    goals = hands.goals()
    for wide, high in (turned for size in sizes for turned in (size, size[::-1])):
        page.set_viewport_size({"width": wide, "height": high})
        covered = hands.hidden(goals)
        shots(page, f"asked-{wide}-{high}")
        assert not covered, (wide, high)
        hands.reachable(hands.given)


def test_axe_finds_nothing_on_a_phone(house: House, sit: Sit) -> None:
    """The sheet, its tabs and the folded head shut nobody out."""
    page = sit(**PHONE)
    page.goto(deal(house, {"german": page, "soviet": page}, PURSUING).place("german"))
    hands = Finger(page)
    hands.ready()
    found = faults(page)
    hands.button("Fold the card").tap()
    hands.tab("Record").tap()
    found += faults(page)
    assert not found, told(found)
