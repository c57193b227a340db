"""Bridges are mended in the Advanced Game: with a Supply Point, near a headquarters. [27.10.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.command.bridges import NEAR_HQ, REACH, held, in_reach
from grognard.systems.nextwar.movement.bridgework import (
    AtBridge,
    attempt,
    bridge_at,
    enemy_there,
    mending,
)
from grognard.systems.nextwar.pieces.formations import headquarters
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES
from grognard.systems.nextwar.supply.points import change, dear, price
from grognard.systems.nextwar.words import called


class MendBridge(Verb[Nw, AtBridge]):
    """Mending a destroyed bridge with the engineers of a headquarters. [27.10.2]"""

    do, rule, order, stakes = "mend-bridge", "27.10.2", AtBridge, "dice"
    title, phrase = "Repair a bridge", "{unit} repairs the bridge {bridge}"

    def against(self, game: Nw, player: str, order: AtBridge) -> list[Refusal]:
        """A headquarters near it, a Supply Point, and no enemy; unless somebody holds it."""
        if order.unit not in self.actors(game, player):
            return [Refusal("27.10.2", f"{called(game, order.unit)} is no headquarters to do it")]
        bridge = bridge_at(game, order.bridge)
        if bridge is None or bridge.stands:
            return [Refusal("8.3.4.2", "no bridge is destroyed between these two hexes")]
        if bridge.tried == game.serial:
            return [Refusal("8.3.4.2", "this bridge has been tried in this segment")]
        if not in_reach(game, order.unit, order.bridge):
            text = f"{called(game, order.unit)} has no line of {REACH} points to that bridge"
            return [Refusal("27.10.2", text)]
        if enemy_there(game, order.bridge, player) and not held(game, order.bridge, player):
            return [Refusal("27.10.2", "an enemy is at the bridge, and no unit of one's own")]
        return dear(game, player, price(game, "bridge"), "a bridge")

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every headquarters that is not clearing, while a bridge is down."""
        down = any(not bridge.stands for bridge in game.state[BRIDGES].values())
        if not game.scenario.advanced or not down:
            return ()
        return [n for n in headquarters(game, player) if not unit_of(game, n).clearing]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[AtBridge]:
        """Every bridge that is down."""
        for key, bridge in game.state[BRIDGES].items():
            if not bridge.stands:
                a, b = game.scenario.ground.side_hexes(key)
                yield AtBridge(actor, (a, b))

    def carry_out(self, game: Nw, player: str, order: AtBridge) -> None:
        """Pay and roll; it is whole at once, without a marker. [27.10.2] [27.10.2.1]"""
        change(game, player, -price(game, "bridge"), "27.10.2", "a bridge")
        near = drm(game.scenario.tables, "bridge-repair-drms", NEAR_HQ)
        tally = mending(game, order.bridge, player).add(NEAR_HQ, near, "27.10.2", "house")
        if attempt(game, order, tally, self.do, self.rule):
            key = game.scenario.ground.side_key(*order.bridge)
            game.put(BRIDGES, key, replace(game.state[BRIDGES][key], stands=True, strike=0))
