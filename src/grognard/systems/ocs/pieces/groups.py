"""Groups: the counters that somebody has in hand, sorted by what they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import side_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, SHIPS, TRANSPORT
from grognard.systems.ocs.units import ABOARD, UNITS

GROUND, WHEELS, WINGS, KEELS, STORES = "units", "transport", "air", "ships", "dumps"
"""What counters can be: combat units, transport, aircraft, ships, supply on the ground."""


@dataclass(frozen=True, slots=True)
class Group:
    """Counters in hand; `hexes` are those they are in, each once; off the map is -1."""

    units: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    dumps: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.units, *self.transport, *self.air, *self.ships, *self.dumps)

    @property
    def kinds(self) -> frozenset[str]:
        """Which of the five kinds are among them."""
        every = ((GROUND, self.units), (WHEELS, self.transport), (WINGS, self.air),
                 (KEELS, self.ships), (STORES, self.dumps))  # fmt: skip
        return frozenset(kind for kind, names in every if names)

    @property
    def hex(self) -> int:
        """The one hex they are all in; -1 if they are in several or in none."""
        return self.hexes[0] if len(self.hexes) == 1 else -1


def grouped(game: Ocs, player: str, names: Sequence[str]) -> Group:
    """A player's counters sorted; what is not his is left out."""
    state = game.state
    units = tuple(n for n in names if n in state[UNITS] and side_of(game, n) == player)

    def mine(found: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(n for n in names if n in found and found[n].side == player)

    found = Group(
        units, mine(state[TRANSPORT]), mine(state[AIR]), mine(state[SHIPS]), mine(state[DUMPS])
    )
    return replace(found, hexes=tuple(dict.fromkeys(hex_of(game, n) for n in found.names)))


def elsewhere(game: Ocs, player: str, hand: Sequence[str], hexes: Sequence[int]) -> bool:
    """Whether somebody points with counters at one hex, and not at that which they are in."""
    group = grouped(game, player, hand)
    return len(hexes) == 1 and bool(group.names) and group.hexes != tuple(hexes)


def by_land(game: Ocs, player: str, hand: Sequence[str]) -> bool:
    """Whether somebody means combat units on the ground; with aircraft he means to carry them."""
    kinds = grouped(game, player, hand).kinds
    return GROUND in kinds and kinds != {GROUND, WINGS}


def hex_of(game: Ocs, name: str) -> int:
    """Where a counter lies, be it aboard a ship; -1 off the map."""
    if name in game.state[AIR]:
        return stacks.air_hex(game, name)
    for register in (UNITS, TRANSPORT, SHIPS, DUMPS):
        record = game.state.maps[register.name].get(name)
        if record is not None:
            if getattr(record, "place", "") == ABOARD and record.at in game.state[SHIPS]:
                return game.state[SHIPS][record.at].hex
            h: int = record.hex
            return h
    return -1


def own(game: Ocs, player: str) -> dict[str, str]:
    """Every counter of a player with the label of its hex; empty off the map."""
    state, label = game.state, game.board.label
    names = [n for n in state[UNITS] if side_of(game, n) == player]
    for register in (TRANSPORT, AIR, SHIPS, DUMPS):
        found = state.maps[register.name].items()
        names += [key for key, record in found if record.side == player]
    places = {name: hex_of(game, name) for name in names}
    return {name: label(h) if h >= 0 else "" for name, h in places.items()}
