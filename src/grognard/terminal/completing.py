"""Completing what is typed: which part of a line it is, and what that may become."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Read = Callable[[str], str]
"""How a line is read, after a prompt."""
Words = Callable[[list[str]], Iterable[str]]
"""What may come next, after the words typed so far."""


def next_part(typed: str) -> str:
    """The part of a line that is being typed: after the last space, comma or equals sign."""
    return typed.replace(",", " ").replace("=", " ").rpartition(" ")[2]


def completions(words: Words, typed: str) -> list[str]:
    """What the part that is being typed may become."""
    start = next_part(typed)
    before = typed[: len(typed) - len(start)].split()
    return [word for word in words(before) if word.startswith(start)]
