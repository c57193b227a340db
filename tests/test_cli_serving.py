"""`grognard serve` for somebody at home: his own folder, his own browser, and Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli import app, serving


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "/home/anna/.local/share/grognard"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/grognard"),
        ("linux", {"XDG_DATA_HOME": "not/whole"}, "/home/anna/.local/share/grognard"),
        ("darwin", {}, "/home/anna/Library/Application Support/Grognard"),
        ("win32", {}, "/home/anna/AppData/Local/Grognard"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Grognard"),
    ],
)
def test_games_are_kept_where_the_machine_keeps_such_things(
    platform: str, environment: dict[str, str], folder: str
) -> None:
    assert serving._own_folder(platform, environment, Path("/home/anna")) == Path(folder)


@pytest.mark.parametrize(
    ("platform", "environment", "screen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_browser_is_opened_only_on_a_screen(
    platform: str, environment: dict[str, str], screen: bool
) -> None:
    assert serving._has_screen(platform, environment) is screen


def test_what_is_set_already_counts_more_than_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("GROGNARD_LOG_LEVEL", "debug")
    found = serving._at_home()
    assert found["GROGNARD_DATABASE"] == f"sqlite:///{tmp_path / 'grognard' / 'grognard.db'}"
    assert found["GROGNARD_LOG_LEVEL"] == "debug"
    assert (tmp_path / "grognard").is_dir()
    monkeypatch.setenv("GROGNARD_DATABASE", "sqlite:///elsewhere.db")
    assert serving._at_home()["GROGNARD_DATABASE"] == "sqlite:///elsewhere.db"


def test_the_description_is_written_only_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    assert CliRunner().invoke(app, ["openapi", str(file)]).exit_code == 0
    described = json.loads(file.read_text(encoding="utf-8"))
    assert "/api/v1/shelf" in described["paths"]
    assert "ToldFrame" in described["components"]["schemas"]
    os.utime(file, (1, 1))
    CliRunner().invoke(app, ["openapi", str(file)])
    assert file.stat().st_mtime == 1
    file.write_text("old")
    CliRunner().invoke(app, ["openapi", str(file)])
    assert json.loads(file.read_text(encoding="utf-8")) == described


def test_a_table_at_home_opens_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    """It says where it is, answers there, keeps its games at home, and ends without a word."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GROGNARD_") and name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    environment |= {"XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    start = "from grognard.cli import main; main()"
    line = [sys.executable, "-c", start, "serve", "--home", "--open", "--port", "0"]
    with subprocess.Popen(
        line, env=environment, cwd=tmp_path, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        assert server.stderr is not None
        told = server.stdout.readline()
        address = re.search(r"http://localhost:\d+", told)
        assert address, told
        with urllib.request.urlopen(f"{address[0]}/api/v1/shelf", timeout=60) as answer:
            assert "wb95/klin" in answer.read().decode()
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
        assert server.stderr.read() == ""
    assert (tmp_path / "grognard" / "grognard.db").is_file()
