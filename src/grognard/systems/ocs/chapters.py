"""The chapters: every module that puts deeds, hooks and checks into the registers of `phases`.

Importing them is what makes their rules count. One line a chapter, in the order of the alphabet.
"""

from __future__ import annotations

from grognard.systems.ocs import (  # noqa: F401
    clean_up,
    fog,
    modes,
    moves,
    pre_turn,
    stacking,
)
