"""Desks at which people sit down: a screen each, cleared away after use and taken again by others.

To open a browser profile and load the page into it for the first time takes longer than to play a
turn. So whoever comes next gets a profile that has loaded the page before; of those who sat there
nothing is left but what any browser keeps of a page it knows: no cookie, no storage, no address.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.web.hands import AT_ONCE, SETTINGS, WAIT

WIDE = {"width": 1440, "height": 900}
CLOAKROOM = "/favicon.svg"
"""Where a screen waits: of the same house, so that its storage can be cleared, and nothing runs."""
SPARE = 4
"""How many desks are kept for others; each is a process of some size."""

# Nothing of anybody is left, and the next one likes to be told things in his own way.
CLEARED = f"""
(likes) => {{
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('{SETTINGS}', likes);
}}
"""


class Desk:
    """A browser profile with one page, and what broke on it."""

    def __init__(self, browser: Browser, address: str, **build: Any) -> None:
        usual = {"viewport": WIDE, "reduced_motion": "reduce"}
        self.context = browser.new_context(base_url=address, **{**usual, **build})
        self.context.set_default_timeout(WAIT)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def lay(self, likes: dict[str, str], size: dict[str, int], scheme: str) -> None:
        """Lay the desk for somebody: a size and a light that he has, and what he likes."""
        self.faults.clear()
        if self.page.viewport_size != size:
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        if not self.page.url.endswith(CLOAKROOM):
            self.page.goto(CLOAKROOM)
        self.page.evaluate(CLEARED, json.dumps(likes))

    def clear(self) -> None:
        """He goes, and whatever he had open is closed."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.goto(CLOAKROOM)
        self.page.mouse.move(0, 0)
        self.context.clear_cookies()

    def close(self) -> None:
        """Nobody sits here any more."""
        self.context.close()


class Desks:
    """All desks of a browser: those that are taken, and some that are free."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: list[tuple[tuple[Any, ...], Desk]] = []

    def take(self, address: str, build: dict[str, Any]) -> tuple[tuple[Any, ...], Desk]:
        """A desk of a kind in a house: a free one, or one more."""
        kind = (address, *sorted(build.items()))
        for n, (found, desk) in enumerate(self._free):
            if found == kind:
                del self._free[n]
                return kind, desk
        return kind, Desk(self.browser, address, **build)

    def give_back(self, kind: tuple[Any, ...], desk: Desk) -> None:
        """Clear a desk for others; the one that nobody wanted for longest goes."""
        desk.clear()
        self._free.append((kind, desk))
        if len(self._free) > SPARE:
            self._free.pop(0)[1].close()

    def close(self) -> None:
        """Nobody comes any more, or something went wrong and all begins anew."""
        while self._free:
            self._free.pop()[1].close()


class Room:
    """Those who sit down in one test, each at a desk of his own."""

    def __init__(self, desks: Desks, address: str) -> None:
        self.desks, self.address = desks, address
        self._taken: list[tuple[tuple[Any, ...], Desk, bool]] = []

    def sit(
        self,
        path: str = "",
        told: str = "",
        likes: dict[str, str] | None = None,
        alone: bool = False,
        viewport: dict[str, int] = WIDE,
        color_scheme: str = "light",
        **build: Any,
    ) -> Page:
        """Somebody sits down at a screen, and goes to an address if he has one. What others do he
        sees done at once, unless he is `told` it at some pace. A desk that he changes for good, by
        scripts or by what he lets the page do, nobody has after him: he sits `alone`."""
        kind, desk = self.desks.take(self.address, build)
        self._taken.append((kind, desk, alone))
        liked = {"pace": told, "dice": "wait"} if told else AT_ONCE
        desk.lay({**liked, **(likes or {})}, viewport, color_scheme)
        if path:
            desk.page.goto(path)
        return desk.page

    def leave(self, failed: bool) -> list[str]:
        """Everybody goes; what broke on their screens. After a failure nothing is used again."""
        faults = [fault for _kind, desk, _alone in self._taken for fault in desk.faults]
        for kind, desk, alone in self._taken:
            if failed or alone or faults:
                desk.close()
            else:
                self.desks.give_back(kind, desk)
        if failed or faults:
            self.desks.close()
        return faults


@contextmanager
def furnished(browser: Browser) -> Iterator[Desks]:
    """Desks for as long as a browser is open."""
    desks = Desks(browser)
    try:
        yield desks
    finally:
        desks.close()
