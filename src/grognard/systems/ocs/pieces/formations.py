"""Formation markers: one counter for the units of a formation that stand together. [13.7]

A marker stands for units and is none itself: it lies where most of its formation's units are, and
nowhere if none is on the map. Its owner may use it or not; while he does, the enemy sees which
formation is there, unless both players have agreed to the fog of war option. [13.7b]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Word
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import FORMATIONS
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import MAP, UNITS
from grognard.table.worded import Hand

FEW = 4
"""How many formations are listed where nobody is in hand."""


def side_of(game: Ocs, formation: str) -> str:
    """Whose formation it is."""
    return game.scenario.counters[game.scenario.formations[formation][0]].side


def members(game: Ocs, formation: str) -> list[str]:
    """The units of a formation on the map."""
    wanted = frozenset(game.scenario.formations.get(formation, ()))
    units = game.state[UNITS].items()
    return sorted(name for name, unit in units if unit.counter in wanted and unit.place == MAP)


def marker(game: Ocs, formation: str) -> int:
    """Where a formation's marker lies: with most of its units; -1 if it is not used. [13.7]

    No marker lies without a unit of its own formation under it.
    """
    if not game.state[FORMATIONS][formation].marked:
        return -1
    hexes = [unit_of(game, name).hex for name in members(game, formation)]
    return max(hexes, key=lambda h: (hexes.count(h), -h), default=-1)


@dataclass(frozen=True, slots=True)
class Marking:
    """A formation, and whether its marker is used."""

    formation: Word
    use: bool


class UseMarker(OcsVerb[Marking]):
    """Use a formation's marker, or stop using it: it costs nothing. [13.7]"""

    do, rule, order = "marker", "13.7", Marking
    title, phrase = "Use a formation marker", "{formation}: {does} its formation marker"
    stops = False

    def against(self, game: Ocs, player: str, order: Marking) -> list[Refusal]:
        """One's own formation, with a unit on the map for the marker to stand for. [13.7]"""
        name = order.formation
        if name not in game.scenario.formations or side_of(game, name) != player:
            return [Refusal("13.7", f"{name!r} is no formation of {player}")]
        if game.state[FORMATIONS][name].marked == order.use:
            return [Refusal("13.7", f"that is how it is with the marker of {name} already")]
        if not members(game, name):
            return [Refusal("13.7", f"no unit of {name} is on the map; markers are no dummies")]
        return []

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Marking]:
        """Each of the player's formations, the other way round."""
        for name, status in sorted(game.state[FORMATIONS].items()):
            yield Marking(name, not status.marked)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Marking]:
        """The formation of those in hand."""
        for order in self.ways(game, player, ""):
            if set(hand) <= set(self.implied(game, order)):
                yield order

    def by_itself(self, game: Ocs, player: str) -> Iterator[Marking]:
        """A few that can be laid or lifted."""
        every = self.ways(game, player, "")
        return islice((one for one in every if not self.against(game, player, one)), FEW)

    def implied(self, game: Ocs, order: Marking) -> Sequence[str]:
        """The units of the formation."""
        units = game.state[UNITS]
        return [name for name in game.scenario.formations.get(order.formation, ()) if name in units]

    def details(self, game: Ocs, order: Marking) -> Mapping[str, str]:
        """Whether it comes or goes."""
        return {"does": "lay" if order.use else "lift"}

    def carry_out(self, game: Ocs, player: str, order: Marking) -> None:
        """Lay it down or take it up. [13.7]"""
        status = game.state[FORMATIONS][order.formation]
        game.put(FORMATIONS, order.formation, replace(status, marked=order.use))
