"""A battle: who attacks what, who leads, who stands behind them. [9.2]"""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.systems.nextwar.pieces.stacks import HALF, units_at
from grognard.systems.nextwar.pieces.values import face, unit_of
from grognard.systems.nextwar.pieces.zones import excess, limit
from grognard.systems.nextwar.scenario import Nw


@dataclass(frozen=True, slots=True)
class Aid:
    """What a side puts behind a battle: guns for columns, points for the die. [9.2.4]

    `points` counts everything that modifies the die, after air defense fire. [9.6.1] `hqs` are the
    headquarters that add to its strength. [18.2.1]
    """

    guns: tuple[str, ...] = ()
    points: int = 0
    hqs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Battle:
    """One attack on one hex. [9.3]

    `defenders` are those who fight; of an over-stacked hex not all do. [8.1.1.1-b2] `landing` are
    the attackers who come from the sea. [8.5.8.1]
    """

    hex: int
    side: str
    enemy: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    lead: str = ""
    leader: str = ""
    """The defending lead."""
    landing: frozenset[str] = frozenset()
    terrain: str = ""
    """What the defender chose, where there is more than one terrain in the hex. [8.3]"""
    aid: Aid = field(default_factory=Aid)
    cover: Aid = field(default_factory=Aid)
    """What supports the defender."""


def terrain_of(game: Nw, battle: Battle) -> str:
    """The terrain that a battle is fought in. [8.3] [9.2.2.2]"""
    return battle.terrain or game.board.terrain[battle.hex]


def present(game: Nw, h: int) -> tuple[str, ...]:
    """The units that may defend a hex: not those that retreated there in this segment. [9.8.6]"""
    return tuple(n for n in units_at(game, h) if unit_of(game, n).retreated != game.serial)


def fighting_limit(game: Nw, h: int, side: str) -> int:
    """How many half points may attack from a hex or defend in it. [8.1.1.1-b2]"""
    room, tunnels = limit(game, h, side), game.scenario.special.tunnels
    return room if tunnels.open(h, side, game.turn) else min(room, 4 * HALF)


def fits(game: Nw, names: tuple[str, ...], h: int, side: str) -> bool:
    """Whether units are few enough to fight together in a hex, over-stacked or not."""
    if not excess(game, h):
        return True
    return sum(face(game, name).sp for name in names) <= fighting_limit(game, h, side)
