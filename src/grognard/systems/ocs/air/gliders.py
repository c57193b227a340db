"""Gliders: points that Transports tow, each good for one mission. [14.10e]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.air.bases import base_of
from grognard.systems.ocs.pieces.planes import aircraft, carries, plane_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES

BUILT = 2
"""The Glider Points that one Eq replacement builds. [14.10e(A)]"""


def points_at(game: Ocs, side: str, h: int) -> int:
    """A side's Glider Points at a base, always Active, without stacking. [14.10e(A)]"""
    return dict(game.state[SIDES][side].gliders).get(h, 0)


def change(game: Ocs, side: str, h: int, points: int) -> None:
    """Add Glider Points at a base, or take some away. [14.10e(A)]"""
    found = dict(game.state[SIDES][side].gliders)
    found[h] = found.get(h, 0) + points
    if found[h] < 0:
        raise ValueError(f"there are not {-points} Glider Points in {game.board.label(h)}")
    left = tuple(sorted((hex_, count) for hex_, count in found.items() if count))
    game.put(SIDES, side, replace(game.state[SIDES][side], gliders=left))


def why_not_built(game: Ocs, side: str) -> Refusal | None:
    """Why a side builds no gliders: the game does not provide them. [14.10e(A)]"""
    if game.scenario.limits[side].gliders:
        return None
    return Refusal("14.10e(A)", f"this game provides no gliders for {side}")


def build(game: Ocs, side: str, h: int) -> None:
    """One Eq replacement has been spent: two Glider Points stand at a base. [14.10e(A)]"""
    change(game, side, h, BUILT)
    label = game.board.label(h)
    facts = {"hex": label, "points": BUILT}
    game.emit(Event("gliders", "14.10e(A)", facts, seen_by=(side,)))


def why_not_tow(game: Ocs, key: str, points: int, half: bool) -> Refusal | None:
    """Why an aircraft does not tow so many points: one, within half range two. [14.10e(C)]"""
    plane, most = plane_of(game, key), 2 if half else 1
    if plane.integral_gliders:
        return Refusal("14.10f", f"{plane.name} has gliders of its own and tows no others")
    if not carries(game, key) or aircraft(game, key).reduced:
        text = f"{plane.name} is no Transport at full strength, which alone tows gliders"
        return Refusal("14.10e(C)", text)
    if not 1 <= points <= most:
        return Refusal("14.10e(C)", f"{plane.name} tows {most} Glider Points at most, not {points}")
    return None


def use(game: Ocs, side: str, tows: Mapping[str, int]) -> None:
    """Gliders in tow are used up, whatever becomes of the mission. [14.10e(A)] [14.10e(D)]"""
    for key, points in tows.items():
        change(game, side, base_of(game, key).hex, -points)
