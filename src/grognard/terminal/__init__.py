"""Playing in the terminal: a coloured map, plain questions, why not, the odds, undo."""

from grognard.terminal.notation import read_value, written
from grognard.terminal.terminal import Terminal

__all__ = ["Terminal", "read_value", "written"]
