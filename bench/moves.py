"""The bench of a move: what the page asks for, and what it is sent, when somebody moves.

A game that the staff has begun is opened in Chromium, a counter is taken in hand and sent to a hex
that it can reach. Counted is everything from that click until the page is at rest: as it comes over
the wire, and as the page reads it. The yardstick is the same move by a page that looks at
everything again: the whole table, the story, and what the counter can do where it is now.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.measuring import Result
from bench.server import serving
from bench.table import CLIENT, PATIENCE, WINDOW, NoTable, chromium
from grognard import library
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.saving import text_of
from grognard.players.registry import player
from grognard.players.seat import Seat
from grognard.table.tabletop import Tabletop

GAMES = {"wb95/klin": "german", "ocs/husky": "axis"}
"""What is played, and by whom."""
SEED = "7"
MOST_REQUESTS = 2.0
LEAST = 10.0
"""How many times less is to be read of a move than of everything anew."""
FEW = 3
"""Of how many hexes it is asked whether a counter can go there."""
QUIET = 600.0
"""Milliseconds without anything on the wire after which a move is over."""


_BRING = """
async (save) => {
  const json = {'Content-Type': 'application/json'};
  await fetch('/api/v1/people/guest', {method: 'POST', headers: json, body: '{}'});
  const bytes = {'Content-Type': 'application/octet-stream'};
  const answer = await fetch('/api/v1/saves', {method: 'POST', headers: bytes, body: save});
  const game = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(game));
  return game;
}
"""
_ASK = """
async ([method, path, body]) => {
  const answer = await fetch('/api/v1' + path, {
    method, headers: {'Content-Type': 'application/json'},
    body: body === null ? undefined : JSON.stringify(body)});
  return await answer.json();
}
"""
_SPOT = """
([x, y]) => {
  const pin = document.createElement('i');
  Object.assign(pin.style, {position: 'absolute', left: `${x}px`, top: `${y}px`});
  document.querySelector('[data-stack]').parentElement.append(pin);
  const {left, top} = pin.getBoundingClientRect();
  pin.remove();
  return [left, top];
}
"""


@dataclass
class Wire:
    """What goes over the wire of a page: its requests, what came back, and what that says."""

    session: CDPSession
    asked: list[str] = field(default_factory=list)
    came: float = 0.0
    read: float = 0.0

    def __post_init__(self) -> None:
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._sent)
        self.session.on("Network.loadingFinished", self._came)
        self.session.on("Network.dataReceived", self._read)
        self.session.on("Network.webSocketFrameReceived", self._frame)

    def _sent(self, told: dict[str, Any]) -> None:
        if "/api/" in told["request"]["url"]:
            self.asked.append(told["request"]["url"])

    def _came(self, told: dict[str, Any]) -> None:
        self.came += told["encodedDataLength"] / 1000

    def _read(self, told: dict[str, Any]) -> None:
        self.read += told["dataLength"] / 1000

    def _frame(self, told: dict[str, Any]) -> None:
        frame = len(told["response"]["payloadData"].encode()) / 1000
        self.came, self.read = self.came + frame, self.read + frame

    def clear(self) -> None:
        """Begin to count anew."""
        self.asked.clear()
        self.came = self.read = 0.0


class Way(NamedTuple):
    """A move that can be made by a click: who goes, whence, whither, and the order."""

    piece: str
    whence: str
    whither: str
    action: Action


def begun(name: str, side: str) -> tuple[str, Way]:
    """A game in which a side has come to where it can move, as a save, and such a move."""
    system, scenario = library.find_scenario(name)
    game: Game[Any] = Game(system, scenario, SEED)
    staffs = {each: player("staff", n) for n, each in enumerate(scenario.sides)}
    while (way := next(ways(game, library.tabletop(game), side), None)) is None:
        asked = game.decisions[0].player
        game.play(asked, staffs[asked].choose(Seat(game, asked)))
    return text_of(game), way


def ways(game: Game[Any], words: Tabletop, side: str) -> Iterator[Way]:
    """Moves of counters that lie alone, into hexes where nobody is, which ask nothing first."""
    decision = game.decision(side)
    if decision is None or all(offer.do != "move" for offer in decision.ask.offers):
        return
    cards = {card.id: card for card in words.counters(game, side)}
    stacks = list(words.stacks(game, side))
    taken = {stack.hex for stack in stacks}
    for stack in stacks:
        card = cards[stack.counters[0]]
        if len(stack.counters) > 1 or not card.movable:
            continue
        free = [c.hex for c in words.ways(game, side, [card.id]).cells if c.hex not in taken]
        for whither in free[:FEW]:
            at = [game.board.index[whither]]
            order = next(iter(words.orders(game, side, [card.id], at)), None)
            if order and order.do == "move" and order.action and not order.warnings:
                yield Way(card.id, stack.hex, whither, order.action)


def _still(page: Page, wire: Wire) -> None:
    """Wait until nothing has come over the wire for a while."""
    before = -1.0
    while before != wire.came:
        before = wire.came
        page.wait_for_timeout(QUIET)


def moved(browser: Browser, address: str, name: str, side: str) -> list[Result]:
    """The figures of one move of a side in a scenario, by a server at an address."""
    save, way = begun(name, side)
    context = browser.new_context(base_url=address, viewport=WINDOW)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/health")
    game = page.evaluate(_BRING, save)
    seat = next(one["id"] for one in game["seats"] if one["side"] == side)
    board = page.evaluate(_ASK, ["GET", f"/seats/{seat}/board", None])
    spots = dict(zip(board["labels"], zip(board["x"], board["y"], strict=True), strict=True))

    page.goto(f"/game/{game['id']}/{seat}")
    page.locator("[data-stack]").first.wait_for()
    page.get_by_role("application", name="Map", exact=True).press("0")
    wire = Wire(context.new_cdp_session(page))
    _still(page, wire)
    page.keyboard.press("Escape")
    page.locator(f'[data-stack^="{way.whence}/"]').click()
    _still(page, wire)

    wire.clear()
    page.mouse.click(*page.evaluate(_SPOT, list(spots[way.whither])))
    page.locator(f'[data-stack^="{way.whither}/"]').wait_for()
    _still(page, wire)
    asked, came, read = len(wire.asked), wire.came, wire.read
    page.goto("/health")
    wire.clear()
    _looked_at_all_again(page, seat, way)
    _still(page, wire)
    whole = wire.came, wire.read
    context.close()
    title = name.partition("/")[2].title()
    return [
        Result(f"requests of a move, {title}", "", asked, goal=MOST_REQUESTS),
        Result(f"a move over the wire, {title}", "kB", came, whole[0], whole[0] / came),
        Result(f"a move as it is read, {title}", "kB", read, whole[1], whole[1] / read, LEAST),
    ]


def _looked_at_all_again(page: Page, seat: str, way: Way) -> None:
    """The same move, and everything that a page asks for if it knows nothing of what changed."""

    def ask(method: str, path: str, body: Any = None) -> Any:
        return page.evaluate(_ASK, [method, f"/seats/{seat}/{path}", body])

    told = ask("POST", "undo", {"key": "bench-undo"})["seq"]
    ask("POST", "orders", {"pieces": [way.piece], "hexes": [way.whither]})
    ask("POST", "act", {"action": way.action, "key": "bench-act"})
    ask("GET", "table")
    ask("GET", f"story?since={told}")
    ask("POST", "reach", {"pieces": [way.piece]})
    ask("GET", f"choices?piece={way.piece}")
    ask("GET", f"pieces/{way.piece}")
    ask("GET", f"hexes/{way.whither}")


def run() -> list[Result]:
    """Every figure of a move."""
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
            return [
                result
                for name, side in GAMES.items()
                for result in moved(browser, server.address, name, side)
            ]
        finally:
            browser.close()
