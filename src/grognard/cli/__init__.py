"""The command line: one module a group of commands."""

from grognard.cli import drawing, games, measuring, playing, rules, serving, tables
from grognard.cli.application import app, main

__all__ = [
    "app", "drawing", "games", "main", "measuring", "playing", "rules", "serving", "tables",
]  # fmt: skip
