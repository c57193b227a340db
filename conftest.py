"""Settings for every test, and the examples of the manual run as tests."""

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
