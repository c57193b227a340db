"""The command line: one module a group of commands."""

from grognard.cli import books, drawing, games, measuring, playing, serving
from grognard.cli.application import app, main

__all__ = ["app", "books", "drawing", "games", "main", "measuring", "playing", "serving"]
