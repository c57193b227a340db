"""Settings for every test, and the examples of the manual run as tests."""

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

# A deadline measures the machine, not the rules.
settings.register_profile("grognard", deadline=None)
settings.load_profile("grognard")

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The examples of one page build on one another: one worker runs them all."""
    for item in items:
        if isinstance(item, SybilItem):
            item.add_marker(pytest.mark.xdist_group(str(item.path)))
