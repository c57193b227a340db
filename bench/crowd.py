"""The bench of a crowded table: how the page pans and answers a click with the most counters there
are, those of *Wacht am Rhein*.

The game is brought to the first German moves, opened in Chromium without a screen, and the map is
dragged about with every stack on it. Then stacks are clicked one after another. A click is answered
when the stack is marked, its counters lie in the panel, and the frame that shows it is painted;
what the server says of them, as where they could go, comes after that and is measured by itself.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.measuring import Result
from bench.server import serving
from bench.table import BRING, CLIENT, PATIENCE, READY, WINDOW, NoTable, chromium, dragged
from grognard import library
from grognard.engine.game import Game
from grognard.engine.saving import text_of

SCENARIO, SEED = "goss/wacht-am-rhein", "7"
SIDE, SEGMENT = "axis", "moves"
FRAME = 1000 / 30
"""Milliseconds that a frame may take at most while the map is dragged, in the median."""
ANSWER = 100.0
"""Milliseconds after a click within which it is answered, in the median."""
CLICKS = 15
"""How many stacks are clicked."""

# The stacks of a side that lie free under the pointer, from left to right: where, and which.
_FREE = """
(side) => {
  const found = [];
  for (const stack of document.querySelectorAll(`[data-stack$="/${side}"]`)) {
    const {left, top, width, height} = stack.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const over = document.elementFromPoint(x, y);
    if (over && stack.contains(over)) found.push([x, y, stack.dataset.stack]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}
"""
# From now on it is noted how long each click takes: until its stack is marked and in the panel, and
# until it is told what those in hand can do.
_NOTE = """
() => {
  window.answers = [];
  performance.setResourceTimingBufferSize(5000);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  addEventListener('pointerup', async (event) => {
    const began = event.timeStamp;
    const name = document.elementFromPoint(event.clientX, event.clientY)
      .closest('[data-stack]').dataset.stack;
    const chosen = () => document.querySelector(`[data-stack="${name}"].chosen`);
    const listed = () => document.querySelector('[data-part=panels] button[data-counter]');
    while (!chosen() || !listed()) await frame();
    await frame();
    const marked = performance.now() - began;
    const told = () => performance.getEntriesByType('resource')
      .some((one) => one.name.endsWith('/reach') && one.startTime >= window.aimed);
    while (!told()) await frame();
    await frame();
    window.answers.push([marked, performance.now() - began]);
  }, true);
}
"""


def _begun() -> str:
    """The game at the first German moves, when everybody ends what he could do before."""
    system, scenario = library.find_scenario(SCENARIO)[:2]
    game: Game[Any] = Game(system, scenario, SEED)
    while game.segment.kind != SEGMENT or game.to_act != SIDE:
        decision = game.decisions[0]
        ends = decision.offer("end") is not None
        game.play(decision.player, {"do": "end"} if ends else decision.ask.default or {})
    return text_of(game)


def _clicked(page: Page) -> list[tuple[float, float]]:
    """How long it takes to answer each of some clicks, and until the server has answered, too."""
    page.evaluate(_NOTE)
    free = page.evaluate(_FREE, SIDE)
    for x, y, _name in free[:: max(1, len(free) // CLICKS)][:CLICKS]:
        # The page may ask where they can go as soon as the pointer is over them.
        sofar = page.evaluate("() => { window.aimed = performance.now(); return answers.length; }")
        page.mouse.click(x, y)
        page.wait_for_function("(n) => window.answers.length > n", arg=sofar)
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('[data-stack].chosen')")
    return [(float(seen), float(told)) for seen, told in page.evaluate("window.answers")]


def figures(browser: Browser, address: str) -> list[Result]:
    """Every figure, in a browser and by a server at an address."""
    context = browser.new_context(base_url=address, viewport=WINDOW)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    porter = context.new_page()
    porter.goto("/health")
    laid = porter.evaluate(BRING, _begun())
    porter.close()
    page = context.new_page()
    page.goto(f"/game/{laid['game']}/{laid['seat']}")
    page.locator("[data-stack]").first.wait_for()
    page.get_by_role("application", name="Map", exact=True).press("0")
    page.evaluate(READY, laid["stacks"])
    frames = dragged(page)
    page.keyboard.press("Escape")
    answers = _clicked(page)
    context.close()
    of = f"{SCENARIO}, {laid['counters']} counters"
    seen, told = (median(times) for times in zip(*answers, strict=True))
    return [
        Result(f"frame while panning, {of}, median", "ms", median(frames), goal=FRAME),
        Result(f"a click on a stack answered, {of}, median", "ms", seen, goal=ANSWER),
        Result(f"the same, until it is told where they can go, {of}, median", "ms", told),
    ]


def run() -> list[Result]:
    """Every figure, on machinery of our own; it takes about a minute."""
    if not CLIENT.exists():
        raise NoTable("the page is not built; make web builds it")
    with (
        tempfile.TemporaryDirectory(prefix="grognard-bench-") as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            return figures(browser, server.address)
        finally:
            browser.close()
