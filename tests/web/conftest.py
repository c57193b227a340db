"""Browsers and a server for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from grognard.server.store import database
from tests.web.desks import Desks, Room, furnished
from tests.web.house import FLAGS, ROOT, House, NoBrowser, built_client, chromium, opened

OUTPOST = ROOT / "examples" / "outpost"
FAILED = pytest.StashKey[bool]()


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
    once. Whoever sits down is somebody new, so that nobody finds what another has left. It finds
    the manual's system as it would find any package's."""
    built_client()
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch, opened(folder, OUTPOST) as house:
        patch.setattr(database, "COMMITTED", "OFF")  # as in the server itself
        yield house


@pytest.fixture(scope="session")
def desks(browser: Browser) -> Iterator[Desks]:
    """Screens to sit down at, for all tests one after another."""
    with furnished(browser) as found:
        yield found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Whether a test has failed, for whoever clears away after it."""
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    return report


@pytest.fixture
def sit(
    desks: Desks, house: House, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Somebody sits down at a screen of his own, where nothing is left of those before him."""
    request.node.stash[FAILED] = False
    room = Room(desks, house.address)
    yield room.sit
    faults = room.leave(request.node.stash[FAILED])
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
