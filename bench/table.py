"""The bench of the table: how smoothly the page moves in a browser, and what it weighs on the wire.

A turn of Typhoon, as the staff plays it, is brought to a server of our own on this machine, and
opened in Chromium without a screen. All counters are shown, and the map is dragged about. The
largest map and a small one are opened from the lobby, to see when they are there.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.measuring import Result
from bench.server import serving
from grognard import library
from grognard.engine.game import Game
from grognard.engine.saving import text_of
from grognard.players.registry import player
from grognard.players.seat import Seat

SCENARIO = "wb95/typhoon"
OPTIONS = {"free-setup": "off"}
SEED = "7"
TURNS = 1
"""How many turns the staff plays before the table is opened."""
DRAGS = 6
"""How often the map is dragged across the window and back."""
STEPS = 40
"""In how many steps the hand goes each way."""
LONGEST_TASK = 200.0
"""Milliseconds for which the page may at most be deaf to its player."""
LARGE, SMALL = "ocs/husky", "wb95/klin"
"""The scenarios whose maps are opened from the lobby."""
OPENINGS = 3
"""How often each is opened; the first time the server reads it."""
THERE = 1000.0
"""Milliseconds after the click within which a map is there, on a machine that is warm."""
WINDOW = {"width": 1440, "height": 900}
PATIENCE = 40_000.0
CLIENT = Path(library.__file__).parent / "server" / "web" / "index.html"

# The counters are all there, the ground is painted, and nothing is at work any more.
READY = """
async (stacks) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (document.querySelectorAll('[data-stack]').length < stacks) await frame();
  const ground = document.querySelector('canvas.ground');
  const painted = () => {
    const small = new OffscreenCanvas(32, 32).getContext('2d');
    small.drawImage(ground, 0, 0, 32, 32);
    return new Set(new Uint32Array(small.getImageData(0, 0, 32, 32).data.buffer)).size > 32;
  };
  while (!painted()) await frame();
  for (let calm = 0; calm < 10;) {
    const before = performance.now();
    await frame();
    calm = performance.now() - before < 50 ? calm + 1 : 0;
  }
}
"""
# Begin a game of a scenario; the address of its first seat.
_BEGIN = """
async ([scenario, sides]) => {
  const json = {'Content-Type': 'application/json'};
  await fetch('/api/v1/people/guest', {method: 'POST', headers: json, body: '{}'});
  const seats = sides.map((side) => ({side, mine: true}));
  const answer = await fetch('/api/v1/games',
    {method: 'POST', headers: json, body: JSON.stringify({scenario, seats})});
  const game = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(game));
  const seat = game.seats.find((one) => one.mine && game.waiting_for.includes(one.side));
  return `/game/${game.id}/${seat.id}`;
}
"""
# The lobby has come to rest: for a while nothing more was fetched, and nothing is at work.
_IDLE = """
async () => {
  const fetched = () => performance.getEntriesByType('resource').length;
  const idle = () => new Promise((done) => requestIdleCallback(done));
  for (let calm = 0, last = -1; calm < 10;) {
    await new Promise((done) => setTimeout(done, 100));
    await idle();
    calm = fetched() === last ? calm + 1 : 0;
    last = fetched();
  }
}
"""
# Click a link of the lobby that leads to a table; how long until its map is painted.
_CLICKED = """
async (address) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const link = document.body.appendChild(document.createElement('a'));
  link.href = address;
  const clicked = performance.now();
  link.click();
  while (!document.querySelector('[data-stack]')) await frame();
  while (document.querySelector('.map > .drawing')) await frame();
  await frame();
  return performance.now() - clicked;
}
"""
_WATCH = """
() => {
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.tasks.push(task.duration);
  }).observe({type: 'longtask'});
}
"""
_FRAMES = """
() => {
  window.frames_ = [];
  let last = performance.now();
  const next = (now) => {
    window.frames_.push(now - last);
    last = now;
    window.framing = requestAnimationFrame(next);
  };
  window.framing = requestAnimationFrame(next);
}
"""
_STOP = "() => { cancelAnimationFrame(window.framing); return window.frames_.slice(1); }"
BRING = """
async (save) => {
  const json = {'Content-Type': 'application/json'};
  await fetch('/api/v1/people/guest', {method: 'POST', headers: json, body: '{}'});
  const bytes = {'Content-Type': 'application/octet-stream'};
  const answer = await fetch('/api/v1/saves', {method: 'POST', headers: bytes, body: save});
  const game = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(game));
  const seat = game.seats.find((one) => one.mine && game.waiting_for.includes(one.side));
  const table = await (await fetch(`/api/v1/seats/${seat.id}/table`)).json();
  return {game: game.id, seat: seat.id, stacks: table.stacks.length,
    counters: table.counters.length};
}
"""
# Headers and body of everything that was fetched, compressed as it was.
_CARRIED = """
() => performance.getEntries()
  .filter((one) => one.entryType === 'resource' || one.entryType === 'navigation')
  .map((one) => [one.name, one.transferSize])
"""
_EVENTS = """
async (seat) => {
  const answer = await fetch(`/api/v1/seats/${seat}/events?since=0&limit=2000`);
  return (await answer.json()).events.length;
}
"""


class NoTable(Exception):
    """The table cannot be measured here; says what is missing."""


def chromium() -> str:
    """The browser to measure in."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise NoTable(
            "there is no Chromium to measure the table in; on Debian: apt install chromium"
        )
    return found


def _played() -> str:
    """A game of the staff against itself, as a save."""
    system, scenario = library.find_scenario(SCENARIO, OPTIONS)[:2]
    game: Game[Any] = Game(system, scenario, SEED)
    staffs = {side: player("staff", n) for n, side in enumerate(scenario.sides)}
    while game.turn <= TURNS and not game.over:
        side = game.decisions[0].player
        game.play(side, staffs[side].choose(Seat(game, side)))
    return text_of(game)


def _weights(page: Page) -> list[tuple[str, int]]:
    """What came over the wire, for the page and for its workers: the address, and bytes as sent."""
    found = page.evaluate(_CARRIED)
    for worker in page.workers:
        found += worker.evaluate(_CARRIED)
    return [(str(url), int(weight)) for url, weight in found]


def _kilobytes(weights: list[tuple[str, int]], *, asked: bool) -> float:
    """The weight of the page itself, or of what it has asked the server for."""
    return sum(weight for url, weight in weights if ("/api/" in url) is asked) / 1000


def _measured(browser: Browser, address: str) -> list[Result]:
    context = browser.new_context(base_url=address, viewport=WINDOW)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    porter = context.new_page()
    porter.goto("/health")
    laid = porter.evaluate(BRING, _played())
    porter.close()

    page = context.new_page()
    page.goto(f"/game/{laid['game']}/{laid['seat']}")
    page.locator("[data-stack]").first.wait_for()
    page.get_by_role("application", name="Map", exact=True).press("0")
    page.evaluate(READY, laid["stacks"])
    weights = _weights(page)
    told = page.evaluate(_EVENTS, laid["seat"])
    events = [one for one in _weights(page) if "/events?" in one[0]]

    page.evaluate(_WATCH)
    frames = dragged(page)
    page.keyboard.press("Escape")
    for key in ("+", "+", "f", "0", "z", "z", "."):
        page.keyboard.press(key)
        page.evaluate(READY, 1)
    longest = max(page.evaluate("window.tasks"), default=0.0)
    context.close()
    at99 = sorted(frames)[min(len(frames) - 1, len(frames) * 99 // 100)]
    return [
        Result("longest task once the table is ready, Typhoon", "ms", longest, goal=LONGEST_TASK),
        Result(f"frame while panning, {laid['stacks']} stacks shown, median", "ms", median(frames)),
        Result(f"frame while panning, {laid['stacks']} stacks shown, p99", "ms", at99),
        Result("page over the wire: code, style, type", "kB", _kilobytes(weights, asked=False)),
        Result("page over the wire: map, board, table", "kB", _kilobytes(weights, asked=True)),
        Result(
            f"events of {TURNS} turn of Typhoon over the wire, {told} of them",
            "kB",
            _kilobytes(events, asked=True),
        ),
    ]


def _opened(browser: Browser, address: str, scenario: str) -> float:
    """Milliseconds from the click to the painted map, at the best of some openings."""
    sides, found = list(library.find_scenario(scenario)[1].sides), []
    for _ in range(OPENINGS):
        context = browser.new_context(base_url=address, viewport=WINDOW)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto("/")
        seat = page.evaluate(_BEGIN, [scenario, sides])
        page.evaluate(_IDLE)
        found.append(float(page.evaluate(_CLICKED, seat)))
        context.close()
    return min(found)


def _openings(browser: Browser, address: str) -> Result:
    """The largest map that ships, beside a small one, as a player opens it from the lobby."""
    large, small = (_opened(browser, address, scenario) for scenario in (LARGE, SMALL))
    name = f"map of {LARGE} there after the click, beside {SMALL}"
    return Result(name, "ms", large, small, small / large, THERE)


def dragged(page: Page) -> list[float]:
    """How long each frame took while a hand drags the map to and fro, a little nearer."""
    page.get_by_role("application", name="Map", exact=True).press("+")
    page.evaluate(READY, 1)
    box = page.get_by_role("application", name="Map", exact=True).bounding_box()
    assert box is not None
    left, right = box["x"] + box["width"] * 0.3, box["x"] + box["width"] * 0.7
    height = box["y"] + box["height"] * 0.25
    page.evaluate(_FRAMES)
    for n in range(DRAGS):
        start, end = (left, right) if n % 2 else (right, left)
        page.mouse.move(start, height)
        page.mouse.down()
        page.mouse.move(end, height + 60, steps=STEPS)
        page.mouse.up()
    found: list[float] = page.evaluate(_STOP)
    return found


def figures(browser: Browser, address: str) -> list[Result]:
    """Every figure of the table, in a browser and by a server at an address."""
    return [*_measured(browser, address), _openings(browser, address)]


def run() -> list[Result]:
    """Every figure of the table, on machinery of our own; it takes about half a minute."""
    if not CLIENT.exists():
        raise NoTable("the page is not built; make web builds it")
    program = chromium()
    with (
        tempfile.TemporaryDirectory(prefix="grognard-bench-") as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            return figures(browser, server.address)
        finally:
            browser.close()
