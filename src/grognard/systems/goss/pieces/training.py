"""Training: raw, green and veteran units, regiments and formations. [4.5.0]"""

from __future__ import annotations

from grognard.systems.goss.pieces.chain import assigned, formation, headquarters
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import ASSET, TRAINING

VETERAN, RAW, GREEN = TRAINING
RANKS = (RAW, GREEN, VETERAN)
"""From the worst to the best. [4.5.0]"""


def training(game: Gs, name: str) -> str:
    """Whether a unit fights as raw or green: as it has been trained, or as the formation it is
    attached to. [4.5.0-raw] [4.5.0-green]"""
    own = trained(game, name)
    hq = formation(game, name)
    led = trained(game, hq) if hq and unit_of(game, name).attached else VETERAN
    return min(own, led, key=RANKS.index)


def trained(game: Gs, name: str) -> str:
    """What a unit was, and the levels that it, its regiment or its formation has gained; assets of
    corps and armies are veterans. [4.5.0] [4.5.1]"""
    counter = counter_of(game, name)
    if counter.is_(ASSET) or (not counter.formation and (counter.corps or counter.army)):
        return VETERAN
    rank = RANKS.index(counter.training) + unit_of(game, name).raised + gained(game, name)
    return RANKS[min(rank, len(RANKS) - 1)]


def gained(game: Gs, name: str) -> int:
    """The levels that a unit's formation, or its regiment, has gained. [4.5.1]"""
    counter = counter_of(game, name)
    hq = assigned(game.scenario, counter)
    status = headquarters(game, hq) if hq else None
    if status is None:
        return 0
    return max(status.level, dict(status.regiments).get(counter.regiment, 0))
