"""Formation markers: one counter for the units of a formation that stand together. [13.7]

A marker stands for units and is none itself: it lies where most of its formation's units are, and
nowhere if none is on the map. Its owner may use it or not; while he does, the enemy sees which
formation is there, unless both players have agreed to the fog of war option. [13.7b]
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action, Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import FORMATIONS
from grognard.systems.ocs.turn.phases import MOVEMENT, OcsDeed, deed
from grognard.systems.ocs.units import MAP, UNITS


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


@deed(MOVEMENT)
class UseMarker(OcsDeed):
    """Use a formation's marker, or stop using it: it costs nothing. [13.7]"""

    do = "marker"
    rule = "13.7"
    form = {"formation": "text", "use": "flag"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """One's own formation, with a unit on the map for the marker to stand for. [13.7]"""
        name = action["formation"]
        if name not in game.scenario.formations or side_of(game, name) != player:
            return [Refusal("13.7", f"{name!r} is no formation of {player}")]
        if game.state[FORMATIONS][name].marked == action["use"]:
            return [Refusal("13.7", f"that is how it is with the marker of {name} already")]
        if not members(game, name):
            return [Refusal("13.7", f"no unit of {name} is on the map; markers are no dummies")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each of the player's formations, the other way round."""
        for name in sorted(game.state[FORMATIONS]):
            use = not game.state[FORMATIONS][name].marked
            action = {"do": self.do, "formation": name, "use": use}
            if not self.check(game, player, action):
                yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Nobody is stopped to be asked about it."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Lay it down or take it up. [13.7]"""
        status = game.state[FORMATIONS][action["formation"]]
        game.put(FORMATIONS, action["formation"], replace(status, marked=action["use"]))
        yield from ()
