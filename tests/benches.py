"""Benches in tests: every figure is taken once, for nobody looks at how good it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from types import ModuleType
from typing import Any

import pytest

from bench import measuring


def once(monkeypatch: pytest.MonkeyPatch, bench: ModuleType) -> None:
    """Have a bench do each piece of work once, where it would take the best of several times, and
    with the garbage collector about: to be rid of it first takes a second in a process that has run
    thousands of tests."""

    def best_of(rounds: int, work: Callable[[], Any]) -> float:
        assert rounds > 0
        return measuring.best_of(1, work)

    monkeypatch.setattr(bench, "best_of", best_of, raising=False)
    for module in (bench, measuring):
        monkeypatch.setattr(module, "undisturbed", nullcontext, raising=False)
