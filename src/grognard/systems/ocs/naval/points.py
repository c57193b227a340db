"""Landing craft as points: split and joined like Transport Points. [18.4d]

LSTs stay whole, for each can become one port. [18.4f(D)]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece
from grognard.systems.ocs.forms import Crowd, Points, Tokens
from grognard.systems.ocs.naval import cargo
from grognard.systems.ocs.naval.landing_craft import craft_refusal
from grognard.systems.ocs.naval.ships import (
    LST,
    craft_at,
    fleet,
    is_craft,
    leaves,
    origin,
    ship_of,
    type_of,
)
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES, TOKENS, TRANSPORT
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.turn.phases import OcsVerb, phase_start
from grognard.systems.ocs.units import UNITS
from grognard.table.worded import Hand


def part_key(game: Ocs, whole: str) -> str:
    """A key that no ship has, for points that are split off: they are called after the whole."""
    first, number = origin(game, whole), 1
    while (key := f"{first}-{number}") in game.state[SHIPS] or key in game.scenario.ships:
        number += 1
    return key


def _rehouse(game: Ocs, names: Sequence[str], ship: str) -> None:
    """Cargo changes to another craft of the stack."""
    for name in names:
        if name in game.state[UNITS]:
            game.put(UNITS, name, replace(unit_of(game, name), at=ship))
        else:
            game.put(TRANSPORT, name, replace(game.state[TRANSPORT][name], at=ship))


@dataclass(frozen=True, slots=True)
class Splitting:
    """So many points of a craft, and the cargo that goes with them."""

    ship: Piece
    points: Points
    units: Crowd = ()
    transport: Crowd = ()
    tokens: Tokens = 0


class SplitCraft(Measured[Splitting], OcsVerb[Splitting]):
    """Split points off landing craft, with part of the cargo if one likes. [18.4d]"""

    do, rule, order = "split-craft", "18.4d", Splitting
    title = "Split landing craft"
    phrase = ("Split {points} with {units} off {ship}", "Split {points} off {ship}")
    stops = False

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The landing craft."""
        return [key for key in fleet(game, player) if is_craft(game, key)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Splitting]:
        """One point off it, empty or with one of its units."""
        yield Splitting(actor, 1)
        for name in cargo.units_aboard(game, actor):
            yield Splitting(actor, 1, (name,))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Now and then."""
        return super().sample(game, player, rng) if rng.random() < 0.2 else None

    def against(self, game: Ocs, player: str, order: Splitting) -> list[Refusal]:
        """Points to give away, and room for the cargo on both parts."""
        key, units, points, tokens = order.ship, order.units, order.transport, order.tokens
        refusal = craft_refusal(game, player, key)
        if refusal is not None:
            return [refusal]
        if type_of(game, key) == LST:
            return [Refusal("18.4d", "an LST is not split")]
        ship, found, size = ship_of(game, key), cargo.aboard(game, key), order.points * TOKENS
        if not 0 < size < ship.size:
            most = ship.size // TOKENS - 1
            return [Refusal("18.4d", f"{key} can give away 1 to {most} points")]
        named = set(units) <= set(found.units) and set(points) <= set(found.transport)
        if not named or not 0 <= tokens <= ship.load or len(set(units)) != len(units):
            return [Refusal("18.4d", f"what goes along must be aboard {key}")]
        part = cargo.size_of(game, units, points, tokens)
        if part > size or cargo.taken(game, key) - part > ship.size - size:
            return [Refusal("18.4a", "one of the parts has more cargo than room")]
        return []

    def carry_out(self, game: Ocs, player: str, order: Splitting) -> None:
        """The part has used what the whole had, and is as far on its way."""
        key, ship, tokens = order.ship, ship_of(game, order.ship), order.tokens
        part, size = part_key(game, key), order.points * TOKENS
        game.put(SHIPS, part, replace(ship, size=size, load=tokens))
        game.put(SHIPS, key, replace(ship, size=ship.size - size, load=ship.load - tokens))
        _rehouse(game, (*order.units, *order.transport), part)
        status = game.state[SIDES][player]
        if key in status.moving:
            game.put(SIDES, player, replace(status, moving=(*status.moving, part)))
        facts = {"ship": key, "part": part, "points": order.points}
        game.emit(Event("split-craft", "18.4d", facts, seen_by=(player,)))


@dataclass(frozen=True, slots=True)
class Joining:
    """Craft that are to be one."""

    ships: Crowd


class JoinCraft(OcsVerb[Joining]):
    """Join landing craft of one kind in a hex, with all their cargo. [18.4d]"""

    do, rule, order = "join-craft", "18.4d", Joining
    title, phrase = "Join landing craft", "Join {ships}"
    stops = False

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Joining]:
        """All of a kind in each hex."""
        for h in sorted({ship_of(game, key).hex for key in fleet(game, player)}):
            kinds: dict[str, list[str]] = {}
            for key in craft_at(game, h, player):
                kinds.setdefault(type_of(game, key), []).append(key)
            yield from (Joining(tuple(keys)) for keys in kinds.values())

    def against(self, game: Ocs, player: str, order: Joining) -> list[Refusal]:
        """Two or more alike, together."""
        keys = order.ships
        if len(keys) < 2 or len(set(keys)) != len(keys):
            return [Refusal("form", "name two landing craft at least, and none twice")]
        refusals = [found for k in keys if (found := craft_refusal(game, player, k)) is not None]
        if refusals:
            return refusals
        if len({(type_of(game, key), ship_of(game, key).hex) for key in keys}) > 1:
            return [Refusal("18.4d", "craft are joined in one hex, each kind with its own")]
        if type_of(game, keys[0]) == LST:
            return [Refusal("18.4d", "LSTs are not joined")]
        return []

    def carry_out(self, game: Ocs, player: str, order: Joining) -> None:
        """One counter, as tired as the most tired of them, and called away with the first."""
        now = phase_start(game)
        keys = sorted(order.ships, key=lambda key: leaves(game, key))
        ships = [ship_of(game, key) for key in keys]
        first = keys[0]
        whole = replace(
            ships[0],
            size=sum(ship.size for ship in ships),
            load=sum(ship.load for ship in ships),
            dg=any(ship.dg for ship in ships),
            spent=max(ship.spent if ship.moved == now else 0 for ship in ships),
            moved=max(ship.moved for ship in ships),
            finished=max(ship.finished for ship in ships),
            landed=max(ship.landed for ship in ships),
            struck=max(ship.struck for ship in ships),
        )
        game.put(SHIPS, first, whole)
        for key in keys[1:]:
            found = cargo.aboard(game, key)
            _rehouse(game, [*found.units, *found.transport], first)
            game.drop(SHIPS, key)
        facts = {"ships": list(order.ships)}
        game.emit(Event("join-craft", "18.4d", facts, seen_by=(player,)))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Joining]:
        """All craft in hand, and all of a kind that lie with those in hand."""
        every = [order for order, _ in self._own(game, player, hand)]
        chosen = Joining(grouped(game, player, hand).ships)
        yield from (*every, *(() if chosen in every else (chosen,)))
