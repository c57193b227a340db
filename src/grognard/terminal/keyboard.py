"""The keyboard: lines with history and completion at a terminal, plain lines from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from grognard.terminal.completing import Read, Words, completions, next_part


def keyboard(words: Words) -> Read:
    """How lines are read: with the arrow keys and Tab where a person types, else as they come."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return input
    session: PromptSession[str] = PromptSession(completer=Next(words), complete_while_typing=False)
    return session.prompt


class Next(Completer):
    """Completes the word before the cursor; in a list, the part after the last comma."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What the part before the cursor may become."""
        typed = document.text_before_cursor
        start = next_part(typed)
        for word in completions(self.words, typed):
            yield Completion(word, start_position=-len(start))
