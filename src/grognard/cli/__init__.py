"""The command line: one module a group of commands."""

from grognard.cli import (
    accounts,
    coaching,
    drawing,
    games,
    measuring,
    playing,
    rules,
    serving,
    tables,
    trying,
    verifying,
)
from grognard.cli.application import app, main

__all__ = [
    "accounts", "app", "coaching", "drawing", "games", "main", "measuring", "playing", "rules",
    "serving", "tables", "trying", "verifying",
]  # fmt: skip
