"""Ships on the move: 20 hexes a phase, or 10, at a point a hex. [18.1c] [18.1e] [18.1f]

They move in the Movement, Reaction and Exploitation Phases of their side, all of them in all three.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.kit.forms import Path
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.forms import Crowd
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement.moves import begin
from grognard.systems.ocs.naval.beaches import why_not_beach
from grognard.systems.ocs.naval.ships import (
    DUKW,
    fleet,
    is_craft,
    is_slow,
    printed,
    ship_of,
    type_of,
)
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES, SITES
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn.phases import MOVES, OcsVerb, actor, kind, phase_start
from grognard.systems.ocs.units import MAP, UNITS
from grognard.table.cards import Labels, Reach, ReachCell
from grognard.table.worded import Hand

SPEED, SLOW_SPEED = 20, 10
"""Hexes a phase, whatever the scale. [18.1f]"""
DUKW_LAND, TRIPLE = 24, 3
"""A DUKW has 24 points by land, three for each hex by water. [18.4e]"""
DEPENDS = tuple(r.name for r in (SHIPS, UNITS, SITES, SIDES, CLOCK))


# ---- how far


def hex_price(game: Ocs, key: str) -> int:
    """What a hex of sea costs, in twelfths: a point [18.1e]; a DUKW counts in points by land."""
    return POINT * (TRIPLE if type_of(game, key) == DUKW else 1)


def allowance(game: Ocs, key: str) -> int:
    """What a ship may spend in a phase, in twelfths. [18.1f] [18.4b] [18.4e]"""
    if type_of(game, key) == DUKW:
        eight = game.options["dukw-speed"] == "eight"
        return POINT * (DUKW_LAND if eight else SLOW_SPEED * TRIPLE)
    return POINT * (SLOW_SPEED if is_slow(game, key) else SPEED)


def left(game: Ocs, key: str) -> int:
    """What a ship has left in this phase, in twelfths."""
    ship = ship_of(game, key)
    spent = ship.spent if ship.moved == phase_start(game) else 0
    return max(0, allowance(game, key) - spent)


def unable(game: Ocs, player: str, key: str) -> Refusal | None:
    """Why a ship cannot move now, whatever the way; None if it can. [18.1e]"""
    ship = game.state[SHIPS].get(key)
    if ship is None or ship.side != player or ship.place != MAP:
        return Refusal("18.1e", f"{key!r} is no ship of {player} on the map")
    name, now = printed(game, key).name, phase_start(game)
    if kind(game) not in MOVES or actor(game) != player:
        return Refusal("18.1e", f"{name} does not move in this segment")
    if ship.landing or ship.switching or ship.landed == now:
        return Refusal("18.5a", f"{name} has ended its move with a landing")
    if is_craft(game, key) and game.state[SIDES][player].beached == now:
        text = "the landing rolls are made when all landing craft have moved"
        return Refusal("18.5f(A)", f"{name} stays: {text}")
    if now == ship.deploying:  # [18.4f(C)]
        return Refusal("18.4f(C)", f"{name} is being turned into a port")
    if ship.finished == now:
        return Refusal("6.1g", f"{name} has done moving in this phase")
    return None


# ---- which way


def closed(game: Ocs, side: str, h: int) -> Refusal | None:
    """Why no ship of a side sails into a hex, for what is there. [18.1b] [4.8c(B)]

    What is no combat unit lies there beside it. [4.8c(C)]
    """
    enemy, label = game.scenario.other(side), game.board.label(h)
    if stacks.ships_at(game, h, enemy):
        return Refusal("18.1b", f"enemy ships are in {label}; ships do not stack with them")
    if stacks.holder(game, h) == enemy:
        return Refusal("4.8c(B)", f"enemy units in {label} would destroy any ship")
    return None


def _shut(game: Ocs, side: str) -> frozenset[int]:
    """The hexes that are closed to the ships of a side. [18.1b] [4.8c(B)]"""
    enemy = game.scenario.other(side)
    ships = (s.hex for s in game.state[SHIPS].values() if s.side == enemy and s.place == MAP)
    return frozenset(stacks.stacks(game).held[enemy]).union(ships)


def why_not_way(game: Ocs, side: str, keys: Sequence[str], path: Sequence[int]) -> Refusal | None:
    """Why ships cannot sail along a path together; None if they can. [18.1c]"""
    ground, label = game.scenario.ground, game.board.label
    here = start = ship_of(game, keys[0]).hex
    for h in path:
        if h not in ground.seaways[here]:
            if not game.board.adjacent(here, h):
                return _apart(game, side, keys, here, h)
            text = f"no sea lies between {label(here)} and {label(h)}; ships cross no land"
            return Refusal("18.1c", text)
        if (refusal := closed(game, side, h)) is not None:
            return refusal
        here = h
    if not all(is_craft(game, key) for key in keys):
        refusal = _why_not_coast(game, side, start, path)
        if refusal is not None:
            return refusal
    for key in keys:
        cost = hex_price(game, key) * len(path)
        if cost > left(game, key):
            price = hex_price(game, key)
            text = f"{printed(game, key).name} can sail {left(game, key) // price} hexes more"
            return Refusal("18.1f", f"{text}, the path has {len(path)}")
    return None


def _apart(game: Ocs, side: str, keys: Sequence[str], here: int, h: int) -> Refusal:
    """Why ships do not get from one hex to another that does not adjoin it. [18.1c] [18.1f]"""
    label, away = game.board.label, game.board.distance(here, h)
    if not game.scenario.ground.seaways[h]:
        return Refusal("18.1c", f"{label(h)} is no sea and no coast; ships sail from sea to sea")
    if (refusal := closed(game, side, h)) is not None:
        return refusal
    name, most = min(
        ((printed(game, key).name, left(game, key) // hex_price(game, key)) for key in keys),
        key=lambda one: one[1],
    )
    if away > most:
        text = f"{label(h)} is {away} hexes from {label(here)}, and {name} can sail {most}"
        return Refusal("18.1f", f"{text}; a hex within that range would do")
    if not all(is_craft(game, key) for key in keys):
        refusal = _why_not_coast(game, side, here, [h])
        if refusal is not None:
            return refusal
    text = f"{label(here)} and {label(h)} do not adjoin; a path goes from hex to hex"
    return Refusal("18.1c", f"{text}, and {name} can sail {most}")


def _why_not_coast(game: Ocs, side: str, start: int, path: Sequence[int]) -> Refusal | None:
    """Coasts are for landing craft and ships on their way into port, or out. [18.1c]"""
    if ports.friendly(game, path[-1], side):
        return None
    leaving = _may_leave(game, side, start)
    for h in path:
        if game.scenario.ground.sea[h]:
            leaving = False
        elif not leaving and not ports.friendly(game, h, side):
            text = (
                f"{game.board.label(h)} is coast: for landing craft, or for ships going into port"
            )
            return Refusal("18.1c", text)
    if not game.scenario.ground.sea[path[-1]]:
        text = f"ships end their move at sea or in port, not in {game.board.label(path[-1])}"
        return Refusal("18.1c", text)
    return None


def _may_leave(game: Ocs, side: str, start: int) -> bool:
    return game.options["port-approaches"] == "both-ways" and not game.scenario.ground.sea[start]


@dataclass(frozen=True)
class Voyages:
    """The hexes that ships can reach together, in hexes, and the way to each."""

    costs: Mapping[int, int]
    before: Mapping[tuple[int, bool], tuple[int, bool] | None]
    ends: Mapping[int, tuple[int, bool]]

    def path(self, h: int) -> tuple[int, ...]:
        """The way to a hex, the start left out."""
        way: list[int] = []
        here: tuple[int, bool] | None = self.ends[h]
        while here is not None:
            way.append(here[0])
            here = self.before[here]
        return tuple(reversed(way))[1:]


def voyages(game: Ocs, side: str, keys: tuple[str, ...]) -> Voyages:
    """Where ships of one hex can go together with what they have left. [18.1c] [18.1f]"""

    def compute() -> Voyages:
        return _search(game, side, keys)

    return game.cached(("voyages", keys), DEPENDS, compute)


def _search(game: Ocs, side: str, keys: tuple[str, ...]) -> Voyages:
    """Ring by ring. A place is a hex and whether the way has come upon a coast since the sea.

    Ships but for landing craft that have may only end in a port. [18.1c]
    """
    ground, start = game.scenario.ground, ship_of(game, keys[0]).hex
    craft = all(is_craft(game, key) for key in keys)
    most = min(left(game, key) // hex_price(game, key) for key in keys)
    first = (start, False)
    before: dict[tuple[int, bool], tuple[int, bool] | None] = {first: None}
    free = _may_leave(game, side, start)
    coasts = {first} if free else set()
    costs: dict[int, int] = {}
    ends: dict[int, tuple[int, bool]] = {}
    ring, shut, friendly = [first], _shut(game, side), ports.of(game, side)
    for cost in range(1, most + 1):
        grown = []
        for place in ring:
            for b in ground.seaways[place[0]]:
                if b in shut or (b, False) in before:
                    continue
                leaving = place in coasts and not ground.sea[b]
                port = b in friendly
                bound = not craft and (place[1] or not (ground.sea[b] or port or leaving))
                found = (b, bound)
                if found in before:
                    continue
                before[found] = place
                if leaving:
                    coasts.add(found)
                if (
                    b != start
                    and b not in ends
                    and (craft or port or (ground.sea[b] and not bound))
                ):
                    costs[b], ends[b] = cost, found
                grown.append(found)
        ring = grown
    return Voyages(costs, before, ends)


# ---- the deed


@dataclass(frozen=True, slots=True)
class Voyage:
    """Ships, and the way they go; the hex they start from is left out."""

    ships: Crowd
    path: Path


class Sail(OcsVerb[Voyage]):
    """Move a ship, or several that lie together, along one path. [18.1c] [18.1e] [7.0c] [11.0d]

    Cargo and aircraft ride along. [18.2d] [18.4b]
    """

    do, rule, order = "sail", "18.1e", Voyage
    title, phrase = "Sail", "Sail {ships} to {end}"
    role, rank, shows_reach = "march", 23, True
    sure = True

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether any ship can move."""
        return any(unable(game, player, key) is None for key in fleet(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Voyage]:
        """Every ship alone, and all that can of each hex together, by the shortest ways."""
        for keys in companies(game, player):
            found = voyages(game, player, keys)
            for goal in found.costs:
                yield Voyage(keys, found.path(goal))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A ship, or those that lie with it, sent somewhere by chance."""
        groups = companies(game, player)
        if not groups:
            return None
        keys = rng.choice(groups)
        found = voyages(game, player, keys)
        goals = list(found.costs)
        return self.written(game, Voyage(keys, found.path(rng.choice(goals)))) if goals else None

    def against(self, game: Ocs, player: str, order: Voyage) -> list[Refusal]:
        """Ships that can move, lie together, and can go that way."""
        refusals = company(game, player, order.ships)
        if refusals:
            return refusals
        if not order.path:
            return [Refusal("6.1", "a path names at least the hex to go to")]
        refusal = why_not_way(game, player, order.ships, order.path)
        return [refusal] if refusal is not None else []

    def carry_out(self, game: Ocs, player: str, order: Voyage) -> None:
        """They sail; nothing they pass changes hands. [18.1c]"""
        keys, path, now = order.ships, order.path, phase_start(game)
        start, labels = game.board.label(ship_of(game, keys[0]).hex), map(game.board.label, path)
        begin(game, player, keys)
        for key in keys:
            ship = ship_of(game, key)
            spent = (ship.spent if ship.moved == now else 0) + hex_price(game, key) * len(path)
            game.put(SHIPS, key, replace(ship, hex=path[-1], moved=now, spent=spent))
        facts = {"from": start, "path": list(labels)}
        game.emit(
            Event("sail", "18.1e", {"ship": fog.top_ship(game, keys), **facts}).to(
                player, ships=list(keys)
            )
        )

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Voyage]:
        """By the shortest way that all can go; where there is none, the rules say why."""
        group = grouped(game, player, hand)
        if group.ships and group.ships == group.names and group.hexes != (h,):
            found = _reached(game, player, group.ships)
            way = found.path(h) if found is not None and h in found.costs else (h,)
            yield Voyage(group.ships, way)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With ships in hand, where no enemy is; with landing craft also where he holds a coast."""
        ships = grouped(game, player, hand).ships
        if not hexes or not ships:
            return False
        return _held_beach(game, player, hand, hexes) is not None or not any(
            aims_at(game, player, h) for h in hexes
        )

    def refused(
        self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]
    ) -> Sequence[Refusal]:
        """A held beach is assaulted, and not from upon it. [18.5a]"""
        held = _held_beach(game, player, hand, hexes)
        return () if held is None else [held]

    def reached(self, game: Ocs, player: str, hand: Hand) -> Reach | None:
        """The hexes that all in hand can come to, and how far they are."""
        keys, label = grouped(game, player, hand).ships, game.board.label
        refusals = company(game, player, keys) if keys else ()
        if not keys or refusals:
            return Reach(refusals=tuple(refusals)) if keys else None
        found, start = voyages(game, player, keys), ship_of(game, keys[0]).hex
        ways = {h: (start, *found.path(h)) for h in sorted(found.costs)}
        return Reach(
            tuple(ReachCell(label(h), str(found.costs[h]), label(w[-2])) for h, w in ways.items())
        )

    def path(self, game: Ocs, player: str, order: Voyage) -> Labels:
        """From where they are."""
        hexes = (ship_of(game, order.ships[0]).hex, *order.path)
        return tuple(map(game.board.label, hexes))


def _held_beach(game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> Refusal | None:
    """Why landing craft in hand do not land where one points, if the enemy holds that coast."""
    group = grouped(game, player, hand)
    craft = group.ships and group.ships == group.names and all(is_craft(game, k) for k in hand)
    if not craft or len(hexes) != 1 or not game.scenario.ground.coastal[hexes[0]]:
        return None
    held = stacks.holder(game, hexes[0]) == game.scenario.other(player)
    return why_not_beach(game, player, hexes[0]) if held else None


def _reached(game: Ocs, player: str, keys: tuple[str, ...]) -> Voyages | None:
    """Where ships can go together, if they can move."""
    return None if company(game, player, keys) else voyages(game, player, keys)


def company(game: Ocs, player: str, keys: Sequence[str]) -> list[Refusal]:
    """Why these ships cannot move now, or not together."""
    if not keys or len(set(keys)) != len(keys):
        return [Refusal("form", "name at least one ship, and none twice")]
    refusals = [found for key in keys if (found := unable(game, player, key)) is not None]
    if not refusals and len({ship_of(game, key).hex for key in keys}) > 1:
        refusals = [Refusal("18.1e", "ships that move together start in one hex")]
    return refusals


def companies(game: Ocs, player: str) -> list[tuple[str, ...]]:
    """Each ship that can move, and all of a hex that can."""
    able = [k for k in fleet(game, player) if unable(game, player, k) is None and left(game, k)]
    groups: list[tuple[str, ...]] = [(key,) for key in able]
    for h in sorted({ship_of(game, key).hex for key in able}):
        together = tuple(key for key in able if ship_of(game, key).hex == h)
        if len(together) > 1:
            groups.append(together)
    return groups
