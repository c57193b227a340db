"""Doctrine: how a staff weighs things; all its constants in one frozen record per system.

A doctrine is an argument of a staff and never changes in a game. What it is made of are house
values: judgement, and no rule.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Doctrine:
    """What the staffs of all systems weigh alike; each system's own record adds what is its own."""

    style: str = "staff"
    """By what name people know it."""
