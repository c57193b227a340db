"""Beaches: where units may land by a roll, and which. [18.5]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.engine.refusal import Refusal
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement.movement import outside
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import can_attack, counter_of, face_of, unit_of
from grognard.systems.ocs.pieces.values import cargo as size_as_cargo
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn.phases import peaceful


def why_not_beach(game: Ocs, side: str, h: int) -> Refusal | None:
    """Why nobody lands in a hex by a roll; None if somebody may. [18.5] [18.5a]"""
    label, enemy = game.board.label(h), game.scenario.other(side)
    if not game.scenario.ground.coastal[h]:
        return Refusal("18.5", f"{label} is no coastal hex; landings are made in one")
    if h in game.scenario.closed.get(side, ()):
        return outside(game, side, h)
    if stacks.holder(game, h) == enemy:
        text = (
            f"enemy combat units are in {label}: lie beside it and assault it in the Combat Phase"
        )
        return Refusal("18.5a", text)
    raid = any(True for _ in stacks.belongings(game, h, enemy)) or zones.enemy_zone(game, h, side)
    if peaceful(game) and raid:
        return Refusal("2.4(3)", f"nobody lands near the enemy at {label} in a simulcast turn")
    return None


def why_not_unit(game: Ocs, side: str, name: str, h: int) -> Refusal | None:
    """Why a unit aboard cannot land by a roll in a hex; None if it can. [18.5c]"""
    if name in game.state[TRANSPORT]:
        return Refusal("18.5e", "Transport Points and supply are landed in ports only")
    counter, label = counter_of(game, name), game.board.label(h)
    if not modes.may_land(game, name):
        text = f"{counter.name} is in {unit_of(game, name).mode} mode"
        return Refusal("18.5c", f"{text}; units land in Combat or Move Mode")
    if not game.scenario.ground.enterable(face_of(game, name).move, h):
        return Refusal("6.2c", f"{counter.name} cannot stand in {label}")
    found = next(stacks.belongings(game, h, game.scenario.other(side)), "")
    if found and not can_attack(game, name):
        return Refusal(
            "4.4c", f"there is an enemy {found} in {label}; {counter.name} cannot attack"
        )
    return None


def why_not_quay(game: Ocs, side: str, names: Sequence[str], h: int) -> Refusal | None:
    """Where a port can still handle units they use it, and do not roll. [18.5g]"""
    size = sum((size_as_cargo(game, name) for name in names), Fraction(0))
    if names and 0 < size <= ports.available(game, h, side):
        text = f"the port of {game.board.label(h)} can handle them: disembark there without a roll"
        return Refusal("18.5g", text)
    return None
