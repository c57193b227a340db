"""The package says which version it is, and says it the same everywhere."""

import re
from importlib.resources import files

from typer.testing import CliRunner

import grognard
from grognard.cli import app


def test_the_version_is_three_numbers() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", grognard.__version__)


def test_the_command_line_prints_the_version() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.output == f"grognard {grognard.__version__}\n"


def test_an_unknown_command_is_refused_by_name() -> None:
    result = CliRunner().invoke(app, ["charge"])
    assert result.exit_code == 2
    assert "charge" in result.output


def test_the_package_declares_its_types() -> None:
    assert files(grognard).joinpath("py.typed").is_file()
