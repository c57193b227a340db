"""Settings for every test, and the examples of the manual run as tests."""

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

from tests import statements, subjects

# A deadline measures the machine, not the rules. The examples are others in every run: a few dozen
# find in a week of runs what a hundred would.
settings.register_profile("grognard", deadline=None, max_examples=40)
settings.load_profile("grognard")

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()


def pytest_addoption(parser: pytest.Parser) -> None:
    """What only these tests can be asked for."""
    parser.addoption("--shots", metavar="FOLDER", help="where the browser tests keep pictures")
    parser.addoption("--subject", choices=subjects.SUBJECTS, help="only tests about this")


def pytest_configure(config: pytest.Config) -> None:
    """Where nothing compiled may lie beside the sources, the workers keep it in pytest's cache.

    Otherwise every program that a test starts would compile all of Grognard again. Programs that
    a test interrupts can be, though a shell in the background lets nothing hear of interrupts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    cache = getattr(config, "cache", None)
    if cache is None or not config.getoption("numprocesses", None):
        return
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(cache.mkdir("bytecode"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What is about something else than is asked for need not even be read."""
    wanted = config.getoption("--subject")
    if not wanted or not collection_path.is_relative_to(config.rootpath):
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    found = subjects.by_folder(f"{path}/")
    return True if found is not None and found != wanted else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Workers read the folders from both ends, and a third from the middle: what one has taken
    apart for its assertions, the others find done when they come to it. On a machine that has never
    run the tests this takes longest."""
    report = yield
    if isinstance(collector, pytest.Session | pytest.Directory):
        worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        begin = len(report.result) * worker // (count + 1)
        turned = [*report.result[begin:], *report.result[:begin]]
        report.result = report.result[::-1] if worker % 2 else turned
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The browser's tests come last: once it runs, no other test of its worker can use asyncio.

    Of them, the long ones come first, so that no worker is left alone with one in the end. Each may
    be tried twice, as may those of servers and of many processes, and the run says which were: on a
    busy machine a browser, a server and a clock that are not ours can come in an order that no
    player would see.
    """
    if wanted := config.getoption("--subject"):
        others = [item for item in items if subjects.subject(item.nodeid) != wanted]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if subjects.subject(item.nodeid) == wanted]
    items.sort(key=_place)
    for item in items:
        if item.nodeid.startswith(PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=1))


PROCESSES = (
    "tests/web/", "tests/server/", "tests/lab/test_cluster", "tests/lab/test_executor",
    "tests/test_cli_serving", "tests/test_cli_simulate", "tests/test_terminal_keeping",
)  # fmt: skip
"""The tests that start processes and wait for them."""

LONG = (
    "test_nextwar_advanced", "test_accessibility", "test_tablet", "test_two_players", "test_asking",
    "test_lessons_clumsy", "test_ocs_table", "test_goss_table", "test_ocs_landing", "test_phone",
    "test_ocs_air", "test_goss_lesson", "test_looks", "test_resilience", "test_bench_table",
    "test_rules", "test_hot_seat", "test_ocs_lesson", "test_playback", "test_trying", "test_undo",
    "test_intents", "test_orders_menu", "test_mends", "test_newcomer", "test_replay",
    "test_languages",
)  # fmt: skip
"""The files of the browser that take ten seconds or more, the longest first."""


def _place(item: pytest.Item) -> tuple[bool, int, tuple[str, ...]]:
    in_browser = item.nodeid.startswith("tests/web/")
    long = in_browser and item.path.stem in LONG
    return in_browser, LONG.index(item.path.stem) if long else len(LONG), item.path.parts


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker has ended: what did its databases hear?"""
    statements.gather(node.config, getattr(node, "workeroutput", {}).get(statements.KEY, {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Nothing may be said to one database alone."""
    worker = hasattr(session.config, "workerinput")
    if not worker and not session.testsfailed and statements.untold(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how long the tests of each system took, and those of each other part of the house."""
    if not terminalreporter.stats.get("failed") and not terminalreporter.stats.get("error"):
        for statement in statements.untold(terminalreporter.config):
            terminalreporter.write_line(f"no test says this to PostgreSQL: {statement}", red=True)
    reports = [one for found in terminalreporter.stats.values() for one in found]
    took = [(one.nodeid, one.duration) for one in reports if isinstance(one, pytest.TestReport)]
    if len(took) > 3:  # of one test: to set up, to run, to clear away
        terminalreporter.section("seconds of tests, of all workers together")
        for line in subjects.told(took):
            terminalreporter.write_line(line)


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end, and so do maps once read: the garbage collector need not
    look at the ones again, and less often at the others."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 20)
