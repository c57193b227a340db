"""Limits on re-basing: few aircraft a turn come to a base and are Active there. [21.5]"""

from __future__ import annotations

from grognard.engine.record import replace
from grognard.systems.ocs.pieces.stacks import site_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES


def in_force(game: Ocs) -> bool:
    """Whether the players use it."""
    return game.options["rebasing-limits"] == "on"


def places(game: Ocs, h: int) -> int:
    """How many more aircraft may stay or enter Active at a base this turn. [21.5]

    One for each level; a strip counts as the first level.
    """
    site = site_at(game, h)
    came = site.came_active if site.came_turn == game.turn else 0
    return max(1, site.base) - came


def may_come_active(game: Ocs, h: int) -> bool:
    """Whether an aircraft that comes to a base now is Active there. [21.5]"""
    return not in_force(game) or places(game, h) > 0


def count(game: Ocs, h: int) -> None:
    """Note that an aircraft has come to a base and is Active. [21.5]"""
    site = site_at(game, h)
    came = site.came_active if site.came_turn == game.turn else 0
    game.put(SITES, h, replace(site, came_active=came + 1, came_turn=game.turn))
