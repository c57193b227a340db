"""Listening on the wire: everything that a browser receives, and what it must never receive."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page, Route, WebSocket

from grognard.server import screen
from grognard.server.club import Club
from grognard.server.store.records import Seat

# What an answer sets off is set off within a few frames.
FOLLOWED = """
async () => {
  for (let n = 0; n < 5; n++) await new Promise((done) => requestAnimationFrame(done));
}
"""


class Wire:
    """Every answer and every frame that a page receives, from the moment one begins to listen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._heard: list[tuple[str, str]] = []
        self._under_way: list[str] = []
        page.route("**/api/**", self._carry)
        page.on("websocket", self._tap)

    def _carry(self, route: Route) -> None:
        """Carry a question to the server, and its answer back, and read it on the way."""
        self._under_way.append(route.request.url)
        answer = route.fetch()
        headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        told = f"{headers}\n{answer.body().decode(errors='replace')}"
        self._heard.append((route.request.url, told))
        route.fulfill(response=answer)
        self._under_way.remove(route.request.url)

    def _tap(self, socket: WebSocket) -> None:
        def hear(frame: str | bytes) -> None:
            told = frame if isinstance(frame, str) else frame.decode()
            self._heard.append((socket.url, told))

        socket.on("framereceived", hear)

    def rest(self) -> None:
        """Wait until nothing is under way, and nothing follows from what has arrived."""
        for _ in range(600):
            if not self._under_way:
                self._page.evaluate(FOLLOWED)
                if not self._under_way:
                    return
            self._page.wait_for_timeout(50)
        raise AssertionError(f"no end of {self._under_way}")

    def heard(self) -> list[tuple[str, str]]:
        """Whence and what, so far."""
        return list(self._heard)

    def forget(self) -> None:
        """Begin again: only what comes from now on counts."""
        self._heard.clear()

    def leaks(self, secrets: Iterable[str]) -> list[str]:
        """Which secrets were told, and whence."""
        wanted = whole(secrets)
        return sorted(
            {
                f"{found[0]} from {url}"
                for url, text in self.heard()
                for found in wanted.finditer(text)
            }
        )


def whole(secrets: Iterable[str]) -> re.Pattern[str]:
    """Secrets as whole words: de-hq-v is not told by de-hq-vii."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(secrets)))})(?![\w-])")


def _names(counter: dict[str, Any]) -> set[str]:
    """What gives a counter away: its id, and its title as far as no strength is in it."""
    return {counter["id"], counter["title"].split(";")[0]}


def hidden(truth: dict[str, Any], seen: dict[str, Any]) -> set[str]:
    """What lies on the map and a table does not show: ids and titles of counters in closed stacks.

    The truth is an umpire's table. Titles that are known of another counter are no secret.
    """
    known = set().union(*(_names(counter) for counter in seen["counters"]))
    lying = (one for one in truth["counters"] if one["hex"] is not None)
    return {name for one in lying if one["id"] not in known for name in _names(one) - known}


def secrets_from(club: Club, truth: Seat, side: Seat) -> set[str]:
    """What lies on the map and a side may not know; the truth is an umpire's."""
    return hidden(screen.table(club, truth), screen.table(club, side))
