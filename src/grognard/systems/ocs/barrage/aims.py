"""What there is to hit of the enemy in a hex, for all to see. [10.0f]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.systems.ocs import forms
from grognard.systems.ocs.barrage.weight import AT_BASE, AT_PORT, AT_UNITS
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SITES
from grognard.systems.ocs.units import MAP
from grognard.table.cards import Extra

AT_SHIPS = "ships"
"""The aim at the ships of a hex, of which each barrage picks one later. [18.3c(A)]"""
AIMS = (AT_UNITS, AT_BASE, AT_PORT, AT_SHIPS)


def aims_at(game: Ocs, side: str, h: int) -> list[str]:
    """What of the enemy in a hex aircraft of a side can be sent against. [10.0f]"""
    enemy, site = game.scenario.other(side), stacks.site_at(game, h)
    found = {
        AT_UNITS: stacks.holder(game, h) == enemy,
        AT_BASE: site.base >= 0 and site.base_owner == enemy,
        AT_PORT: enemy in (site.port_owner, site.lst_port),
        AT_SHIPS: bool(stacks.ships_at(game, h, enemy)),
    }
    return [aim for aim in AIMS if found[aim]]


def on_the_ground(game: Ocs, side: str) -> list[tuple[str, int]]:
    """The units, Air Bases and ports of the enemy that guns and ships could fire at. [10.0f]"""
    enemy = game.scenario.other(side)
    found = [(AT_UNITS, h) for h in sorted(stacks.stacks(game).held[enemy])]
    for h, site in sorted(game.state[SITES].items()):
        if site.base >= 0 and site.base_owner == enemy:
            found.append((AT_BASE, h))
        if site.port_owner == enemy:
            found.append((AT_PORT, h))
    return found


def enemy_hexes(game: Ocs, side: str) -> list[int]:
    """The hexes in which the enemy has anything to bomb."""
    enemy = game.scenario.other(side)
    hexes = set(stacks.stacks(game).held[enemy])
    hexes |= {
        h
        for h, site in game.state[SITES].items()
        if enemy in (site.base_owner, site.port_owner, site.lst_port)
    }
    hexes |= {s.hex for s in game.state[SHIPS].values() if s.side == enemy and s.place == MAP}
    return sorted(h for h in hexes if h >= 0)


def other_aims(game: Ocs, side: str, h: int, action: Action) -> Iterator[Extra]:
    """Whatever an action that says its aim could be aimed at in a hex, if there is a choice."""
    tries = {aim: {**action, "aim": aim} for aim in aims_at(game, side, h)}
    every = {aim: trial for aim, trial in tries.items() if not game.why(side, trial)}
    for aim, trial in every.items() if len(every) > 1 else ():
        yield Extra("aim", "aims at", aim, forms.AIMS.get(aim, aim), aim == action["aim"], trial)
