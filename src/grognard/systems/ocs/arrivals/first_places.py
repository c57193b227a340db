"""Places at the start: where the owner sets up units, transport and supply. [IV.A]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex, O
from grognard.kit.setup import Step
from grognard.systems.ocs.forms import Crowd, Tokens
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.pieces import stacking, stacks
from grognard.systems.ocs.pieces.groups import grouped, hex_of
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import can_attack, counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.units import MAP, RESERVE, STRAT, UNITS
from grognard.table.worded import Hand


def choices(game: Ocs, name: str) -> tuple[int, ...]:
    """The hexes in which the set-up lets a unit or some transport stand. [IV.A]

    A Breakdown may stand where the divisions that have sent some out may.
    """
    if name in game.scenario.units or name in game.scenario.transport:
        return game.scenario.choices.get(name, ())
    nation, found = counter_of(game, name).nation, set[int]()
    for other, hexes in game.scenario.choices.items():
        first = game.scenario.units.get(other)
        sent = first is not None and unit_of(game, other).lost > first.lost
        if sent and counter_of(game, other).nation == nation:
            found.update(hexes)
    return tuple(sorted(found))


def near_enemy(game: Ocs, side: str, h: int) -> bool:
    """Whether an enemy Attack-Capable unit stands next to a hex. [IV.B]"""
    enemy = game.scenario.other(side)
    around = (n for b in game.board.around(h) for n in stacks.own_at(game, b, enemy))
    return any(can_attack(game, name) for name in around)


class ToldStep(Step[Ocs, O], Generic[O]):
    """One step of a set-up that its owner is told of."""

    def tell(self, game: Ocs, side: str, order: O) -> None:
        """The owner alone is told of the steps of his set-up. [4.9a]"""
        facts = {key: value for key, value in self.written(game, order).items() if key != "do"}
        game.emit(Event("set-up-step", "IV.A", facts, seen_by=(side,)))


def why_not_own(game: Ocs, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why these are not some units of a player that set up. [IV.A]"""
    for name in names:
        unit = game.state[UNITS].get(name)
        if unit is None or unit.place != MAP or counter_of(game, name).side != player:
            return [Refusal("IV.A", f"{name!r} is no unit of {player} that sets up")]
    if not names or len(set(names)) != len(names):
        return [Refusal("form", "name at least one unit, and none twice")]
    return []


def why_not_reserve(game: Ocs, player: str, places: dict[str, int]) -> list[Refusal]:
    """Why units do not set up in Reserve in some hexes: there are too few markers. [5.4a]

    Where the scenario itself has more than there are, no more come to them.
    """
    if not places:
        return []
    before = {name: hex_of(game, name) for name in reserves.in_reserve(game, player)}
    now, then = (_markers(game, found) for found in (before, before | places))
    most = game.scenario.limits[player].reserve_markers
    if then > max(now, most):
        return [Refusal("5.4a", f"{player} has {most} Reserve markers, and would need {then}")]
    return []


def _markers(game: Ocs, places: dict[str, int]) -> int:
    """The Reserve markers for units and trucks in hexes: one each, by the option one a unit."""
    units = [h for name, h in places.items() if name in game.state[UNITS]]
    hexes = set(places.values())
    if game.options["reserve-markers"] == "hexes":
        return len(hexes)
    return len(units) + len(hexes - set(units))


def _waiting(game: Ocs, name: str) -> bool:
    """Whether a unit or transport lies in Reserve."""
    wheels = game.state[TRANSPORT].get(name)
    return wheels.reserve if wheels is not None else unit_of(game, name).mode == RESERVE


def _near(game: Ocs, player: str, h: int) -> list[Refusal]:
    """Nobody sets up among what the enemy has. [4.8c(A)]"""
    enemy = game.scenario.other(player)
    if stacks.holder(game, h) == enemy or any(True for _ in stacks.belongings(game, h, enemy)):
        return [Refusal("4.8", f"the enemy is in {game.board.label(h)}")]
    return []


@dataclass(frozen=True, slots=True)
class Stationing:
    """Units and transport, and the hex they begin in."""

    units: Crowd
    hex: Hex


class Place(ToldStep[Stationing]):
    """Place units and transport anywhere within their radius or zone. [IV.A] [IV.H]"""

    do, rule, order = "place", "IV.A", Stationing
    title, phrase = "Place", "Place {units} in {hex}"
    role, rank = "march", 1

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Whoever has a choice."""
        keys = [key for key in sorted(game.scenario.transport) if on_wheels(game, player, key)]
        return [name for name in (*stacks.on_map(game, player), *keys) if choices(game, name)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Stationing]:
        """Alone, to every other hex that it may stand in."""
        for h in choices(game, actor):
            if h != hex_of(game, actor):
                yield Stationing((actor,), h)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A unit by chance, to a hex by chance."""
        names = self.actors(game, player)
        few = rng.sample(names, min(4, len(names)))
        orders = (Stationing((name,), rng.choice(choices(game, name))) for name in few)
        return next(self.open(game, player, orders), None)

    def against(self, game: Ocs, player: str, order: Stationing) -> list[Refusal]:
        """Own units, hexes of their choice, room for all, and no enemy there. [IV.E]"""
        names, h, label = order.units, order.hex, game.board.label(order.hex)
        units = [name for name in names if not on_wheels(game, player, name)]
        refusals = why_not_own(game, player, units) if units or not names else []
        if refusals or len(set(names)) != len(names):
            return refusals or [Refusal("form", "name nobody twice")]
        for name in names:
            if h not in choices(game, name):
                return [Refusal("IV.A", f"{name} does not set up in {label}")]
            held = name in units and unit_of(game, name).mode == STRAT
            if (held or _waiting(game, name)) and near_enemy(game, player, h):
                text = f"{label} is next to an enemy: nobody sets up there in that mode"
                return [Refusal("IV.B", text)]
        refusals = _near(game, player, h)
        if not refusals and stacking.size_with(game, h, units) * 4 > LIMIT:
            return [Refusal("IV.E", f"{label} would hold more than ten RE")]
        return refusals or why_not_reserve(game, player, {n: h for n in names if _waiting(game, n)})

    def carry_out(self, game: Ocs, side: str, order: Stationing) -> None:
        """Put them on top of the stack there."""
        h = order.hex
        for name in order.units:
            if name in game.state[TRANSPORT]:
                game.put(TRANSPORT, name, replace(game.state[TRANSPORT][name], hex=h))
                continue
            top = max((unit_of(game, other).order for other in stacks.units_at(game, h)), default=0)
            game.put(UNITS, name, replace(unit_of(game, name), hex=h, order=top + 1))
        self.tell(game, side, order)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Stationing]:
        """The units and transport in hand."""
        group = grouped(game, player, hand)
        names = (*group.units, *group.transport)
        if names and group.hexes != (h,):
            yield Stationing(names, h)


def on_wheels(game: Ocs, player: str, name: str) -> bool:
    """Whether a name is that of a player's transport on the map."""
    found = game.state[TRANSPORT].get(name)
    return found is not None and found.side == player and found.place == MAP


@dataclass(frozen=True, slots=True)
class Spreading:
    """Supply that goes from one hex to another."""

    from_: Hex
    hex: Hex
    tokens: Tokens


class PlaceSupply(Measured[Spreading], ToldStep[Spreading]):
    """Spread supply over the hexes within the radius or zone of its dump. [IV.A]"""

    do, rule, order = "place-supply", "IV.A", Spreading
    title, phrase = "Place supply", "Place {tokens} in {hex}"

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Spreading]:
        """All of a dump, to each hex."""
        for free in _zones(game, player):
            for start in free:
                tokens = stacks.dump_at(game, start, player)
                yield from (Spreading(start, h, tokens) for h in (free if tokens else ()))

    def against(self, game: Ocs, player: str, order: Spreading) -> list[Refusal]:
        """As much as lies there, to a hex in which the same dump may be. [IV.A]"""
        start, h = order.from_, order.hex
        if start == h or not any({start, h} <= set(free) for free in _zones(game, player)):
            return [Refusal("IV.A", f"no supply of {player} sets up in either hex as it likes")]
        there = stacks.dump_at(game, start, player)
        if not 0 < order.tokens <= there:
            return [Refusal("IV.A", f"{there} tokens are in {game.board.label(start)}")]
        return _near(game, player, h)

    def carry_out(self, game: Ocs, side: str, order: Spreading) -> None:
        """From one hex to the other."""
        dumps.take(game, side, order.from_, order.tokens)
        dumps.add(game, side, order.hex, order.tokens)
        self.tell(game, side, order)

    def implied(self, game: Ocs, order: Spreading) -> Sequence[str]:
        """What lies where it comes from."""
        return dumps.lying(game, order.from_)


def _zones(game: Ocs, player: str) -> list[tuple[int, ...]]:
    """The hexes over which each dump of a player may be spread. [IV.A]"""
    keys = [key for key, dump in sorted(game.scenario.dumps.items()) if dump.side == player]
    return [game.scenario.choices[key] for key in keys if key in game.scenario.choices]
