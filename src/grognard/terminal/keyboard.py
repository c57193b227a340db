"""The keyboard: lines with history and completion at a terminal, plain lines from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

Read = Callable[[str], str]
Words = Callable[[list[str]], Iterable[str]]
"""What may come next, after the words typed so far."""


def keyboard(words: Words) -> Read:
    """How lines are read: with the arrow keys and Tab where a person types, else as they come."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return input
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Next(Completer):
        """Completes the word before the cursor; in a list, the part after the last comma."""

        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterable[Completion]:
            typed = document.text_before_cursor
            start = next_part(typed)
            for word in completions(words, typed):
                yield Completion(word, start_position=-len(start))

    session: PromptSession[str] = PromptSession(completer=Next(), complete_while_typing=False)
    return session.prompt


def next_part(typed: str) -> str:
    """The part of a line that is being typed: after the last space, comma or equals sign."""
    return typed.replace(",", " ").replace("=", " ").rpartition(" ")[2]


def completions(words: Words, typed: str) -> list[str]:
    """What the part that is being typed may become."""
    start = next_part(typed)
    before = typed[: len(typed) - len(start)].split()
    return [word for word in words(before) if word.startswith(start)]
