"""Bridges: blown up and mended at the end of a Movement Segment. [8.3.4]"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hexes, Piece
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.pieces.stacks import holder, on_map
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, ENGINEERS, SIDES, STORM, Bridge
from grognard.systems.nextwar.turn.points import gain, worth
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import MAP, UNITS
from grognard.systems.nextwar.words import called

SUCCESS = 6
"""What the roll must not exceed. [8.3.4.1.2] [8.3.4.2]"""
INSTALLATION = "capture or destroy enemy Installation (also a bridge / 8.3.4.1.3)"


@dataclass(frozen=True, slots=True)
class AtBridge:
    """A unit, and the two hexes that a bridge joins."""

    unit: Piece
    bridge: Hexes


class Bridgework(Verb[Nw, AtBridge]):
    """What units do to a bridge next to them, when all have moved."""

    order, stakes = AtBridge, "dice"

    def against(self, game: Nw, player: str, order: AtBridge) -> list[Refusal]:
        """A ground unit of one's own at a bridge not tried in this segment. [8.3.4.1]"""
        if order.unit not in game.state[UNITS] or counter_of(game, order.unit).side != player:
            return [Refusal(self.rule, f"{called(game, order.unit)} is no unit of {player}")]
        bridge = bridge_at(game, order.bridge)
        if bridge is None:
            return [Refusal("8.3.4", "a bridge is where a road crosses a river: two hexes name it")]
        unit = unit_of(game, order.unit)
        if unit.place != MAP or unit.hex not in order.bridge:
            return [Refusal(self.rule, f"{called(game, order.unit)} is not at that bridge")]
        if unit.clearing:
            return [Refusal(self.rule, f"{called(game, order.unit)} is clearing its hex")]
        if bridge.tried == game.serial:
            return [Refusal(self.rule, "this bridge has been tried in this segment")]
        return self.unwilling(game, order, bridge)

    @abstractmethod
    def unwilling(self, game: Nw, order: AtBridge, bridge: Bridge) -> list[Refusal]:
        """What else speaks against it."""

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every unit at a bridge."""
        known = {h for key in game.state[BRIDGES] for h in game.scenario.ground.side_hexes(key)}
        return [name for name in on_map(game, player) if unit_of(game, name).hex in known]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[AtBridge]:
        """Every bridge of its hex."""
        a, ground = unit_of(game, actor).hex, game.scenario.ground
        for b in game.board.around(a):
            if ground.side_key(a, b) in game.state[BRIDGES]:
                yield AtBridge(actor, (a, b))

    def tried(self, game: Nw, order: AtBridge, tally: Tally) -> bool:
        """Roll for it."""
        return attempt(game, order, tally, self.do, self.rule)


class Demolish(Bridgework):
    """Blowing up a bridge. [8.3.4.1.2]"""

    do, rule = "demolish", "8.3.4.1.2"
    title, phrase = "Blow up a bridge", "{unit} blows up the bridge {bridge}"

    def unwilling(self, game: Nw, order: AtBridge, bridge: Bridge) -> list[Refusal]:
        """It stands, and whoever does it is a ground unit, but no supply unit. [8.3.4.1]"""
        if not bridge.stands:
            return [Refusal(self.rule, "this bridge is destroyed")]
        if counter_of(game, order.unit).supply:
            return [Refusal(self.rule, "supply units blow up no bridges")]
        return guarded(game, counter_of(game, order.unit).side, order.bridge)

    def carry_out(self, game: Nw, player: str, order: AtBridge) -> None:
        """Roll, and pay for what is destroyed. [8.3.4.1.3]"""
        tally = Tally()
        if enemy_there(game, order.bridge, player):
            tally = tally.add("an enemy at the bridge", 1, self.rule)
        if self.tried(game, order, tally):
            destroy(game, order.bridge, player)


class Repair(Bridgework):
    """Mending a bridge. [8.3.4.2]"""

    do, rule = "repair-bridge", "8.3.4.2"
    title, phrase = "Repair a bridge", "{unit} repairs the bridge {bridge}"

    def unwilling(self, game: Nw, order: AtBridge, bridge: Bridge) -> list[Refusal]:
        """It is destroyed, and whoever does it could attack."""
        if game.scenario.advanced:
            return [Refusal("27.10.2", "a headquarters repairs bridges, with a Supply Point")]
        if bridge.stands:
            return [Refusal(self.rule, "this bridge stands")]
        if not face(game, order.unit).attack:
            text = f"{called(game, order.unit)} has no attack strength, and repairs no bridge"
            return [Refusal(self.rule, text)]
        return []

    def carry_out(self, game: Nw, player: str, order: AtBridge) -> None:
        """Roll; where it succeeds the road is open at once. [8.3.4.2]"""
        if self.tried(game, order, mending(game, order.bridge, player)):
            key = game.scenario.ground.side_key(*order.bridge)
            game.put(BRIDGES, key, replace(game.state[BRIDGES][key], stands=True, strike=0))


def attempt(game: Nw, order: AtBridge, tally: Tally, do: str, rule: str) -> bool:
    """Roll for work on a bridge; from now on nobody of the side moves in this segment."""
    modifier = int(tally.total)
    shown, done = dice.roll(game, lambda pips: pips + modifier <= SUCCESS)
    key = game.scenario.ground.side_key(*order.bridge)
    bridge = game.state[BRIDGES][key]
    game.put(BRIDGES, key, replace(bridge, tried=game.serial))
    side = counter_of(game, order.unit).side
    game.put(SIDES, side, replace(game.state[SIDES][side], settled=game.serial))
    labels = [game.board.label(h) for h in order.bridge]
    facts = {"unit": order.unit, "side": side, "bridge": labels, "done": done}
    dice.show(game, do, rule, facts, shown, tally)
    return done


def bridge_at(game: Nw, hexes: Sequence[int]) -> Bridge | None:
    """The bridge between two hexes; None if there is none. [8.3.4]"""
    if len(hexes) != 2 or not game.board.adjacent(*hexes):
        return None
    return game.state[BRIDGES].get(game.scenario.ground.side_key(*hexes))


def enemy_there(game: Nw, hexes: Sequence[int], side: str) -> bool:
    """Whether an enemy stands in one of the two hexes of a bridge. [8.3.4.1.2]"""
    return any(holder(game, h) == game.scenario.other(side) for h in hexes)


def mending(game: Nw, hexes: Sequence[int], side: str) -> Tally:
    """What is added to the roll for a repair. [8.3.4.2]"""
    rows = ["enemy ground unit in one of the two hexes"] if enemy_there(game, hexes, side) else []
    rows += ["Storm"] if weather(game) == STORM else []
    tally = Tally()
    for row in rows:
        modifier = drm(game.scenario.tables, "bridge-repair-drms", row)
        tally = tally.add(row, modifier, "8.3.4.2", "house")
    return tally


def destroy(game: Nw, hexes: Sequence[int], side: str) -> None:
    """A bridge is destroyed: the enemy of its country is paid as for an installation.

    [8.3.4.1.3]
    """
    key = game.scenario.ground.side_key(*hexes)
    if game.state[BRIDGES][key].builder:  # [18.2.5-d]
        dismantle(game, key, lost=True, rule="18.2.5-d")
        return
    game.put(BRIDGES, key, replace(game.state[BRIDGES][key], stands=False, strike=0))
    other = game.scenario.other(side)
    said = game.scenario.terms.bridges
    amount = worth(game, INSTALLATION) if said < 0 else Fraction(said)
    if not amount:
        return
    if any(game.scenario.hostile(side, h) for h in hexes):
        gain(game, side, amount, "8.3.4.1.3", "a bridge destroyed")
    elif any(game.scenario.home(side, h) for h in hexes):
        gain(game, other, amount, "8.3.4.1.3", "a bridge destroyed")


def guarded(game: Nw, side: str, hexes: Sequence[int]) -> list[Refusal]:
    """Bridges that a scenario guards: only their side blows them up, with the enemy near.

    [8.3.4.1.2]
    """
    guard = game.scenario.special.bridges
    if not guard.hexes.intersection(hexes):
        return []
    if side != guard.side:
        return [Refusal("8.3.4.1.2", f"only {guard.side} blows up this bridge, by the scenario")]
    enemy = game.scenario.other(side)
    near = {b for h in hexes for b in game.board.disk(h, guard.within)}
    if not any(holder(game, b) == enemy for b in near):
        text = f"no enemy is within {guard.within} hexes: this bridge stays, by the scenario"
        return [Refusal("8.3.4.1.2", text)]
    return []


def dismantle(game: Nw, key: int, *, lost: bool, rule: str) -> None:
    """The bridge of a headquarters goes; its marker may be placed again unless it is lost.

    Nobody scores for it: it was no bridge of the country's. [18.2.5]
    """
    bridge, ground = game.state[BRIDGES][key], game.scenario.ground
    marker = game.state[ENGINEERS][bridge.builder]
    gone = replace(marker, key=-1, lost=lost, removed=game.serial)
    game.put(ENGINEERS, bridge.builder, gone)
    if key in ground.bridges:
        game.put(BRIDGES, key, replace(bridge, stands=False, builder="", strike=0))
    else:
        game.drop(BRIDGES, key)
    facts = {
        "unit": bridge.builder, "lost": lost,
        "bridge": [game.board.label(h) for h in ground.side_hexes(key)],
    }  # fmt: skip
    game.emit(Event("hq-bridge-gone", rule, facts))


def settled(game: Nw, side: str) -> bool:
    """Whether a side has begun to work on bridges: then its movement is over. [8.3.4.1.2]"""
    return game.state[SIDES][side].settled == game.serial
