"""Settings for every test, and the examples of the manual run as tests."""

import gc
import os

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

# A deadline measures the machine, not the rules.
settings.register_profile("grognard", deadline=None)
settings.load_profile("grognard")

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()


def pytest_addoption(parser: pytest.Parser) -> None:
    """What only these tests can be asked for."""
    parser.addoption("--shots", metavar="FOLDER", help="where the browser tests keep pictures")


def pytest_configure(config: pytest.Config) -> None:
    """Where nothing compiled may lie beside the sources, the workers keep it in pytest's cache.

    Otherwise every program that a test starts would compile all of Grognard again.
    """
    cache = getattr(config, "cache", None)
    if cache is None or not config.getoption("numprocesses", None):
        return
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(cache.mkdir("bytecode"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser's tests come last: once it runs, no other test of its worker can use asyncio."""
    items.sort(key=lambda item: item.nodeid.startswith("tests/web/"))


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end, and so do maps once read: the garbage collector need not
    look at the ones again, and less often at the others."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 20)
