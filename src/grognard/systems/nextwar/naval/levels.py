"""Submarine Threat and Anti-Submarine Warfare: two levels that come and go. [7.4]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES

SUBMARINES, ASW = "submarines", "asw"
TRACKS = {SUBMARINES: "Submarine Threat", ASW: "ASW Level"}


def own_level(game: Nw, side: str) -> str:
    """Which level a side has: the Allies hunt, the others are hunted. [7.4.2]"""
    return ASW if game.scenario.powers[side].allied else SUBMARINES


def change(game: Nw, side: str, by: int, rule: str) -> None:
    """An event changes its owner's level, within the track. [7.4.1] [7.4.2] [7.4.3]

    A Submarine Threat that has come to nothing stays there [7.4.3.1]; the hunters may come back.
    [7.4.3.2]
    """
    which = own_level(game, side)
    status = game.state[SIDES][side]
    before: int = getattr(status, which)
    most = int(game.scenario.tables["track-maxima"].cell(TRACKS[which], "maximum").value)
    after = min(max(before + by, 0), most)
    if before == after or (which == SUBMARINES and not before):
        return
    new = replace(status, submarines=after) if which == SUBMARINES else replace(status, asw=after)
    game.put(SIDES, side, new)
    game.emit(Event("naval-level", rule, {"side": side, "what": TRACKS[which], "level": after}))


def lose_port(game: Nw, owner: str) -> None:
    """A port that was a side's from the start is taken; it tells in the Advanced Game.

    [7.4.3-b4]
    """
    if game.scenario.advanced:
        change(game, owner, -1, "7.4.3-b4")
