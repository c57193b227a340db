"""Bridges of headquarters: built over rivers, and gone when they are out of reach. [18.2.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.command.capability import absent
from grognard.systems.nextwar.ground import MAJOR, RIVERS
from grognard.systems.nextwar.movement.bridgework import (
    SUCCESS,
    AtBridge,
    dismantle,
    enemy_there,
    mending,
)
from grognard.systems.nextwar.movement.roads import bridged
from grognard.systems.nextwar.pieces.formations import headquarters
from grognard.systems.nextwar.pieces.stacks import holder, own_at
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, ENGINEERS, HEXES, SIDES, Bridge, Engineers
from grognard.systems.nextwar.supply.lines import LINE, commands
from grognard.systems.nextwar.supply.ranges import within
from grognard.systems.nextwar.units import MAP, UNITS
from grognard.systems.nextwar.words import called

REACH = 4
"""How many motorized points a headquarters may be from its bridge. [18.2.5-b] [27.10.2]"""
NEAR_HQ = "HQ of the player within its 4 MP LOC of the bridge"
WIDE = "HQ bridge over a major river"


def engineers(game: Nw, name: str) -> Engineers:
    """The bridge marker of a headquarters. [18.2.5]"""
    return game.state[ENGINEERS].get(name, Engineers())


def in_reach(game: Nw, name: str, hexes: Sequence[int]) -> bool:
    """Whether a headquarters traces a short line to either hex of a bridge. [18.2.5-b]"""
    return unit_of(game, name).place == MAP and not within(game, name, REACH).isdisjoint(hexes)


def held(game: Nw, hexes: Sequence[int], side: str) -> bool:
    """Whether a unit of a side that is no headquarters stands at a bridge. [27.10.2]"""
    return any(not counter_of(game, n).hq for h in hexes for n in own_at(game, h, side))


class BuildBridge(Verb[Nw, AtBridge]):
    """A headquarters bridges a river, when all have moved. [18.2.5]"""

    do, rule, order, stakes = "build-bridge", "18.2.5", AtBridge, "dice"
    title, phrase = "Bridge a river", "{unit} bridges {bridge}"

    def against(self, game: Nw, player: str, order: AtBridge) -> list[Refusal]:
        """A free headquarters, a river without a bridge, a short line, and no enemy there; unless
        somebody holds a bank of it. [27.10.2]"""
        name = order.unit
        if name not in self.actors(game, player):
            return self._unable(game, player, name)
        if len(order.bridge) != 2 or not game.board.adjacent(*order.bridge):
            return [Refusal("18.2.5", "two hexes name a bridge")]
        if game.scenario.ground.river(*order.bridge) not in RIVERS:
            return [Refusal("18.2.5", "only rivers are bridged")]
        if bridged(game, *order.bridge):
            return [Refusal("18.2.5", "there is a bridge")]
        if enemy_there(game, order.bridge, player) and not held(game, order.bridge, player):
            return [Refusal("27.10.2", "an enemy stands at the river, and no unit of one's own")]
        if not in_reach(game, name, order.bridge):
            text = f"{called(game, name)} has no line of {REACH} points to that place"
            return [Refusal("27.10.2", text)]
        return []

    def _unable(self, game: Nw, player: str, name: str) -> list[Refusal]:
        if name not in headquarters(game, player) or not game.scenario.advanced:
            return [Refusal("18.2.5", f"{called(game, name)} is no headquarters of {player}")]
        return [found for found in [idle(game, name)] if found is not None]

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every headquarters with a marker to place."""
        if not game.scenario.advanced:
            return ()
        return [name for name in headquarters(game, player) if idle(game, name) is None]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[AtBridge]:
        """Every river near it."""
        board, ground, near = game.board, game.scenario.ground, within(game, actor, REACH)
        for a in sorted(near):
            for b in board.around(a):
                river = ground.river(a, b) in RIVERS and not bridged(game, a, b)
                if river and (a < b or b not in near):
                    yield AtBridge(actor, (min(a, b), max(a, b)))

    def carry_out(self, game: Nw, player: str, order: AtBridge) -> None:
        """Roll as for a repair, without a Supply Point. [27.10.2]"""
        ground, name = game.scenario.ground, order.unit
        key, tally = ground.side_key(*order.bridge), difficulty(game, order.bridge, player)
        modifier = int(tally.total)
        shown, done = dice.roll(game, lambda pips: pips + modifier <= SUCCESS)
        game.put(SIDES, player, replace(game.state[SIDES][player], settled=game.serial))
        marker = replace(engineers(game, name), tried=game.serial)
        if done:
            old = game.state[BRIDGES].get(key, Bridge())
            game.put(BRIDGES, key, replace(old, stands=True, strike=0, builder=name))
            marker = replace(marker, key=key)
        game.put(ENGINEERS, name, marker)
        labels = [game.board.label(h) for h in order.bridge]
        facts = {"unit": name, "side": player, "bridge": labels, "done": done}
        dice.show(game, "build-bridge", "18.2.5", facts, shown, tally)


def idle(game: Nw, name: str) -> Refusal | None:
    """Why a headquarters cannot place its bridge marker now; None if it can. [18.2.5]"""
    marker, counter = engineers(game, name), counter_of(game, name)
    why = absent(game, name)
    if why:
        return Refusal("18.2.6-p1", f"{called(game, name)} cannot build: {why}")
    if marker.lost:
        return Refusal("18.2.5", f"the bridge of {called(game, name)} is lost")
    if marker.key >= 0:
        return Refusal("18.2.5", f"{called(game, name)} has a bridge in place")
    if just_removed(game, marker):
        return Refusal("18.2.5-p5", f"{called(game, name)} took its bridge up in this segment")
    if marker.tried == game.serial:
        return Refusal("18.2.5", f"{called(game, name)} has tried in this segment")
    if in_zone(game, unit_of(game, name).hex, game.scenario.other(counter.side)):
        return Refusal("18.2.5", f"{called(game, name)} is in an enemy zone of control")
    if counter.airborne and commands(game, counter.side).get(name) != LINE:
        text = f"{called(game, name)} is airborne, and has no line to a Supply Source"
        return Refusal("18.2.5", text)
    return None


def just_removed(game: Nw, marker: Engineers) -> bool:
    """Whether a bridge was taken up in this segment: it waits for the next. [18.2.5-p5]"""
    return marker.removed == game.serial


def difficulty(game: Nw, hexes: Sequence[int], side: str) -> Tally:
    """What is added to the roll. [8.3.4.2] [18.2.5]"""
    tally, tables = mending(game, hexes, side), game.scenario.tables
    rows = [NEAR_HQ]
    if game.scenario.ground.river(hexes[0], hexes[1]) == MAJOR:
        rows.append(WIDE)
    for row in rows:
        tally = tally.add(row, drm(tables, "bridge-repair-drms", row), "18.2.5", "house")
    return tally


class TakeUpBridge(Verb[Nw, OfOne]):
    """A headquarters takes up its bridge. [18.2.5-a]"""

    do, rule, order = "take-up-bridge", "18.2.5-a", OfOne
    title, phrase = "Take up a bridge", "{unit} takes up its bridge"

    def against(self, game: Nw, player: str, order: OfOne) -> list[Refusal]:
        """It has one, which was not built just now."""
        if order.unit not in self.actors(game, player):
            return [Refusal("18.2.5-a", f"{called(game, order.unit)} has no bridge to take up")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Those with a bridge in place from before."""
        return [
            name
            for name, marker in game.state[ENGINEERS].items()
            if marker.key >= 0 and marker.tried != game.serial
            and counter_of(game, name).side == player
        ]  # fmt: skip

    def carry_out(self, game: Nw, player: str, order: OfOne) -> None:
        """It may be placed again, but not in this segment."""
        game.put(SIDES, player, replace(game.state[SIDES][player], settled=game.serial))
        dismantle(game, engineers(game, order.unit).key, lost=False, rule="18.2.5-a")


def bridges_hold(game: Nw) -> None:
    """When a Movement Segment ends, bridges go that the enemy holds, or that are out of reach.

    [18.2.5-b] [18.2.5-c]
    """
    mover = game.segment.actor(game)  # type: ignore[attr-defined]
    for name, marker in [*game.state[ENGINEERS].items()]:
        if marker.key < 0:
            continue
        hexes = game.scenario.ground.side_hexes(marker.key)
        if mover != counter_of(game, name).side and taken(game, name, hexes):
            dismantle(game, marker.key, lost=True, rule="18.2.5-c")
        elif name not in game.state[UNITS] or not in_reach(game, name, hexes):
            dismantle(game, marker.key, lost=False, rule="18.2.5-b")


def irradiated(game: Nw) -> None:
    """After a Nuclear Attack in a hex the bridges of headquarters at it are lost. [18.2.5-e]"""
    for marker in [*game.state[ENGINEERS].values()]:
        hexes = game.scenario.ground.side_hexes(marker.key) if marker.key >= 0 else ()
        if any(game.state[HEXES][h].nuclear == game.turn for h in hexes):
            dismantle(game, marker.key, lost=True, rule="18.2.5-e")


def taken(game: Nw, name: str, hexes: Sequence[int]) -> bool:
    """Whether an enemy is at a bridge, and nobody who can attack holds its other end.

    [18.2.5-c]
    """
    side = counter_of(game, name).side
    enemy = game.scenario.other(side)
    if not any(holder(game, h) == enemy for h in hexes):
        return False
    return not any(face(game, other).attack for h in hexes for other in own_at(game, h, side))
