"""Hands at a table: what somebody does there, by its roles and names as he would find them.

For what is not there yet one waits with `wait_for`: an `expect` would read the whole page aloud for
its report, each time it looks.
"""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

WAIT = 90_000.0
"""Milliseconds after which a busy machine is not the reason any more."""
OFTEN = 100.0
"""Milliseconds between two questions to the server that wait for the same answer."""
expect.set_options(timeout=WAIT)

LESSON = "grognard.lesson."
"""Where a browser keeps which game a lesson is taken in."""

SETTINGS = "grognard.settings"
"""Where a browser keeps what somebody likes."""
AT_ONCE = {"pace": "end", "dice": "none"}
"""He wants to be at the present at once, and sees no dice fall: he looks at other things."""

# How often somebody has really pressed a button of the mouse on this page; it lasts over reloads.
COUNTED = """
addEventListener('click', (event) => {
  if (event.isTrusted && event.detail > 0)
    sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks') ?? 0) + 1);
}, true);
"""

# Where a point of the sheet is on the screen once the map has come to rest, and whether nothing but
# the map lies there: as far from where the counters are measured from as the sheet is large.
SPOT = """
async ([x, y]) => {
  const map = document.querySelector('[role=application]');
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const place = () => {
    const lying = document.querySelector('[data-stack]').parentElement;
    const {left, top} = lying.getBoundingClientRect();
    const {a} = new DOMMatrix(lying.closest('.world').style.transform);
    return {left: left + x * a, top: top + y * a};
  };
  let at = place();
  for (let still = 0; still < 10;) {
    await frame();
    const now = place();
    still = now.left === at.left && now.top === at.top ? still + 1 : 0;
    at = now;
  }
  const seen = map.getBoundingClientRect();
  const edge = 40;
  const inside = at.left > seen.left + edge && at.top > seen.top + edge &&
    at.left < seen.right - edge && at.top < seen.bottom - edge;
  const over = document.elementFromPoint(at.left, at.top);
  const free = inside && map.contains(over) && !over.closest('[data-fan]');
  const middle = [(seen.left + seen.right) / 2 - at.left, (seen.top + seen.bottom) / 2 - at.top];
  return {left: at.left, top: at.top, free, middle};
}
"""

# A question to the server with the page's own cookie. What it says comes as it was written: to take
# it apart and hand it over piece by piece took longer than to answer.
ASK = """
async ([method, path, body]) => {
  const answer = await fetch('/api/v1' + path, {
    method, headers: {'Content-Type': 'application/json'},
    body: body === null ? undefined : JSON.stringify(body)});
  return {status: answer.status, said: await answer.text()};
}
"""

# Whether the map shows these stacks and no others.
SHOWN = """
(names) => {
  const all = [...document.querySelectorAll('[data-stack] [role=img]')].map((one) => one.ariaLabel);
  return JSON.stringify(all.sort()) === JSON.stringify(names);
}
"""

# Whether the game waits for these sides.
WAITED_FOR = """
async ([seat, sides]) => {
  const table = await (await fetch(`/api/v1/seats/${seat}/table`)).json();
  return JSON.stringify(table.waiting_for) === JSON.stringify(sides);
}
"""

# Whether a seat is not asked this question any more.
ANSWERED = """
async ([seat, id]) => {
  const table = await (await fetch(`/api/v1/seats/${seat}/table`)).json();
  return !table.asked.some((one) => one.id === id);
}
"""

# What changes or moves on the page within a quarter of a second in which nobody does anything.
RESTLESS = """
async () => {
  const found = new Set();
  const watch = new MutationObserver((all) => all.forEach((one) => found.add(one.target.nodeName)));
  watch.observe(document.body, {subtree: true, childList: true, attributes: true});
  await new Promise((done) => setTimeout(done, 250));
  watch.disconnect();
  const moving = document.getAnimations().filter((one) => one.playState === 'running');
  return [...found, ...moving.map((one) => one.animationName ?? 'a transition')];
}
"""


def gone(what: Locator) -> None:
    """Wait until something is not there any more."""
    what.first.wait_for(state="detached")


class Hands:
    """Somebody at a table: the page he plays on, and how he finds his way about it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._centres: dict[str, tuple[float, float]] = {}

    # ---- what there is

    @property
    def game(self) -> str:
        """The game that the address names."""
        return self._address()[0]

    @property
    def seat(self) -> str:
        """The seat that the address names."""
        return self._address()[1]

    def _address(self) -> tuple[str, str]:
        found = re.search(r"/game/(\w+)/(\w+)$", self.page.url)
        if found:
            return found[1], found[2]
        lesson = re.search(r"/learn/(.+)$", self.page.url)
        assert lesson, f"this is no table: {self.page.url}"
        kept = self.page.evaluate("(name) => localStorage.getItem(name)", LESSON + lesson[1])
        desk = json.loads(kept)
        return desk["game"], desk["seat"]

    @property
    def map(self) -> Locator:
        """The map."""
        return self.page.get_by_role("application", name="Map", exact=True)

    @property
    def question(self) -> Locator:
        """The card of a question that interrupts."""
        return self.page.get_by_role("region", name="A question for you")

    @property
    def attack(self) -> Locator:
        """The panel in which an attack is weighed."""
        return self.page.get_by_role("region", name="Weighed before it is done")

    @property
    def dice(self) -> Locator:
        """The card of dice that have fallen."""
        return self.page.get_by_role("region", name="The dice:")

    @property
    def strip(self) -> Locator:
        """The strip of what is played back."""
        return self.page.get_by_role("group", name="Playback", exact=True)

    @property
    def refusal(self) -> Locator:
        """Why an order was refused, at its hex."""
        return self.map.locator("xpath=..").get_by_role("alert")

    @property
    def phase(self) -> Locator:
        """The phase that the ribbon marks."""
        return self.page.get_by_role("group", name="Sequence of play").locator(
            "[aria-current=step]"
        )

    @property
    def prompt(self) -> Locator:
        """Whose decision it is, and what is to be decided."""
        return self.page.locator("[data-part=prompt]")

    @property
    def end(self) -> Locator:
        """The button that ends the phase."""
        return self.page.locator("[data-part=end]").get_by_role("button")

    @property
    def owed(self) -> Locator:
        """What is still to be done before the phase ends."""
        return self.page.get_by_role("dialog", name="What is still to be done")

    def shown(self) -> list[str]:
        """Every stack on the map, by the name that a screen reader would read."""
        named = self.page.locator("[data-stack] [role=img]")
        names: list[str] = named.evaluate_all("(all) => all.map((one) => one.ariaLabel).sort()")
        return names

    def stack(self, hex_: str) -> Locator:
        """The stack in a hex."""
        return self.page.locator(f'[data-stack^="{hex_}/"]')

    def counter(self, piece: str) -> Locator:
        """A counter of a stack that is fanned out or listed."""
        return self.page.locator(f'[data-counter="{piece}"]').first

    def button(self, name: str, exact: bool = True) -> Locator:
        """A button by what it is called."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def tab(self, name: str) -> Locator:
        """A tab of the panels."""
        return self.page.get_by_role("tab", name=name)

    # ---- waiting

    def ready(self) -> Hands:
        """Wait until the counters are on the map, and the map is drawn: then it lies still."""
        self.page.locator("[data-stack]").first.wait_for()
        gone(self.page.locator(".map > .drawing"))
        return self

    def in_phase(self, name: str) -> None:
        """Wait for a phase of one's own that takes orders."""
        self.phase.filter(has_text=re.compile(rf"^\s*{re.escape(name)}\s*$")).wait_for()
        self.end.and_(self.page.locator(":enabled")).wait_for()

    def stands_in(self, hex_: str) -> None:
        """Wait until somebody is in a hex."""
        self.stack(hex_).wait_for()

    def shows(self, stacks: list[str]) -> None:
        """Wait until these stacks are on the map, and no others."""
        self.page.wait_for_function(SHOWN, arg=stacks, timeout=WAIT)

    def waits_for(self, *sides: str) -> None:
        """Wait until these sides are the ones who are asked."""
        wanted = [self.seat, list(sides)]
        self.page.wait_for_function(WAITED_FOR, arg=wanted, timeout=WAIT, polling=OFTEN)

    def rests(self) -> None:
        """Wait until the page lies still; one that never does is at work for nothing."""
        for _ in range(40):
            found = self.page.evaluate(RESTLESS)
            if not found:
                return
        raise AssertionError(f"there is no rest on the page: {found}")

    # ---- doing

    def centre(self, hex_: str) -> tuple[float, float]:
        """Where a hex is on the sheet."""
        if not self._centres:
            board = self.ask("GET", f"/seats/{self.seat}/board")
            places = zip(board["x"], board["y"], strict=True)
            self._centres = dict(zip(board["labels"], places, strict=True))
        return self._centres[hex_]

    def spot(self, hex_: str) -> tuple[float, float]:
        """Where a hex is on the screen; the map is moved, or brought nearer, until it lies free."""
        was, pace = None, 0.0
        for _ in range(40):
            at = self.page.evaluate(SPOT, list(self.centre(hex_)))
            if at["free"]:
                return at["left"], at["top"]
            dx, dy = at["middle"]
            across = "ArrowLeft" if dx > 0 else "ArrowRight"
            along = "ArrowUp" if dy > 0 else "ArrowDown"
            stuck = was == at["middle"]  # the sheet has come to its edge
            if was and not pace:
                pace = max(abs(dx - was[0]), abs(dy - was[1]))  # of one key
            was = at["middle"]
            key = "+" if stuck else across if abs(dx) > abs(dy) else along
            times = int(max(abs(dx), abs(dy)) / pace) if pace and not stuck else 1
            for _ in range(max(1, min(times, 12))):
                self.map.press(key)
        raise AssertionError(f"{hex_} does not come free of what lies on the map")

    def click_hex(self, hex_: str) -> None:
        """Click a hex in its middle."""
        self.page.mouse.click(*self.spot(hex_))

    def point_at(self, hex_: str) -> None:
        """Point at a hex."""
        self.page.mouse.move(*self.spot(hex_))

    def click_stack(self, hex_: str) -> None:
        """Click a stack; if the map has slid it under something meanwhile, look for it again."""
        for _ in range(8):
            self.spot(hex_)
            try:
                self.stack(hex_).click(timeout=WAIT / 9)
            except TimeoutError:
                self.map.press("+")
            else:
                return
        raise AssertionError(f"the stack in {hex_} does not come free of what lies on the map")

    def choose(self, hex_: str, *pieces: str) -> None:
        """Click a stack: those of it who go together, or some of those it is spread into."""
        self.click_stack(hex_)
        if pieces:
            self.page.keyboard.press("x")
            for n, piece in enumerate(pieces):  # the first closes the fan; the list stays
                self.counter(piece).click(modifiers=["Shift"] if n else [])
                gone(self.page.locator("[data-fan]"))

    @property
    def given(self) -> Locator:
        """The button that gives the answer as it stands."""
        return self.question.locator("[data-part=give]")

    def answer(self, text: str) -> None:
        """Choose an answer of a question by its text, and give it."""
        chosen = self.question.get_by_role("listitem").get_by_role("button", name=text, exact=False)
        chosen.first.click()
        chosen.first.and_(self.page.locator("[aria-pressed=true]")).wait_for()
        self.given.click()

    def in_hand(self, piece: str) -> Locator:
        """A counter that lies at hand for an answer."""
        return self.question.locator(f'[data-hand="{piece}"]')

    def commit(self) -> None:
        """Make the attack that is weighed."""
        self.attack.get_by_role("button", name="Attack", exact=True).click()
        gone(self.attack)

    def end_phase(self) -> None:
        """End the phase, also if something could still be done."""
        name = self.phase.inner_text()
        self.end.click()
        anyway = self.owed.get_by_role("button", name="End the phase")
        anyway.or_(self._past(name)).wait_for()
        if anyway.is_visible():
            anyway.click()
        self._past(name).wait_for()

    def _past(self, name: str) -> Locator:
        """The ribbon, or a question, when a phase is over."""
        return self.phase.filter(has_not_text=name)

    def settle(self, then: Locator | None = None) -> None:
        """Answer every question as is usual, until one's own phase goes on, or `then`."""
        done = then or self.end
        for _ in range(20):
            self.question.or_(done).first.wait_for()
            if not self.question.is_visible():
                return
            asked = [one for one in self.table()["asked"] if not one["phase"]]
            if asked:
                self.given.click()
                put = [self.seat, asked[0]["id"]]
                self.page.wait_for_function(ANSWERED, arg=put, timeout=WAIT, polling=OFTEN)
            else:
                gone(self.question)
        raise AssertionError("there is no end of questions")

    # ---- asking the server beside the page, with the page's own cookie

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the server answers; anything but a yes is an error."""
        answer = self.page.evaluate(ASK, [method, path, body])
        assert answer["status"] < 400, f"{method} {path}: {answer['said']}"
        return json.loads(answer["said"])

    def table(self, seat: str | None = None) -> dict[str, Any]:
        """The table as a seat sees it."""
        found: dict[str, Any] = self.ask("GET", f"/seats/{seat or self.seat}/table")
        return found

    def moment(self) -> int:
        """How far the game has come, as the seat sees it."""
        return int(self.table()["moment"])

    def clicks(self) -> int:
        """How often the mouse was pressed so far."""
        return int(self.page.evaluate("Number(sessionStorage.getItem('clicks') ?? 0)"))
