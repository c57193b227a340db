"""Browsers and a server for the tests of the table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from grognard.server.store import database
from tests.web.hands import AT_ONCE, LIKES, WAIT
from tests.web.house import FLAGS, House, NoBrowser, built_client, chromium, opened

WIDE = {"width": 1440, "height": 900}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a screen."""
    try:
        program = chromium()
    except NoBrowser as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the built client, for all who play in it: it reads the shelf and draws each map
    once. Whoever sits down is somebody new, so that nobody finds what another has left."""
    built_client()
    with pytest.MonkeyPatch.context() as patch, opened(tmp_path_factory.mktemp("house")) as house:
        patch.setattr(database, "COMMITTED", "OFF")  # as in the server itself
        yield house


@pytest.fixture
def sit(browser: Browser, house: House) -> Iterator[Callable[..., Page]]:
    """Somebody sits down at a screen of his own: a new browser profile, at an address if he has one
    to go to. What others do he sees done at once, unless he is `told` it at some pace."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def sit_down(path: str = "", told: str = "", **settings: object) -> Page:
        usual = {"base_url": house.address, "viewport": WIDE, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **settings})  # type: ignore[arg-type]
        context.set_default_timeout(WAIT)
        likes = LIKES % json.dumps({"pace": told, "dice": "wait"}) if told else AT_ONCE
        context.add_init_script(likes)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        if path:
            page.goto(path)
        return page

    yield sit_down
    for context in contexts:
        context.close()
    assert not faults, f"the page broke: {faults}"


@pytest.fixture
def shots(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Pictures of the screen, kept where `--shots` says; none without it."""
    folder = request.config.getoption("--shots")

    def shoot(page: Page, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(folder) / f"{name}.png"))

    return shoot
