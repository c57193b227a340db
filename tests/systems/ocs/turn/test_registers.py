"""Registers: hooks stand where they say, and no two in the same place."""

from __future__ import annotations

import pytest

from grognard.systems.ocs.turn.registers import Hooks


def test_hooks_are_run_in_their_order_whoever_came_first() -> None:
    hooks: Hooks[str] = Hooks()
    for order, hook in ((50, "last"), (10, "first"), (20, "second")):
        hooks.enter(order, hook)
    assert list(hooks) == ["first", "second", "last"]


def test_a_place_that_is_taken_is_refused() -> None:
    hooks: Hooks[str] = Hooks()
    hooks.enter(10, "one")
    with pytest.raises(ValueError, match="other and one both want place 10"):
        hooks.enter(10, "other")
    assert list(hooks) == ["one"]
