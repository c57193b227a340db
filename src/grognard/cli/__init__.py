"""The command line: one module a group of commands."""

from grognard.cli import (
    accounts,
    balancing,
    coaching,
    drawing,
    games,
    laddering,
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
    "accounts", "app", "balancing", "coaching", "drawing", "games", "laddering", "main",
    "measuring", "playing", "rules", "serving", "tables", "trying", "verifying",
]  # fmt: skip
