"""A seat at a Next War table: the scenario, the sides, and the ships. [7.3]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.players.seat import Seat
from grognard.systems.nextwar.naval.sailing import courses
from grognard.systems.nextwar.naval.waters import berth, ruler, shore_of
from grognard.systems.nextwar.pieces.ships import aboard, amphibious, fleet, ship_of
from grognard.systems.nextwar.pieces.stacks import units_at
from grognard.systems.nextwar.scenario import NextWarScenario, Nw


class Moored(Seat):
    """What a seat at a Next War table may ask about ships, and whose they are."""

    _game: Nw

    @property
    def scenario(self) -> NextWarScenario:
        """What was printed and lies open: counters, ground, tables, terms of victory."""
        return self._game.scenario

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.scenario.other(self.side)

    def at(self, h: int) -> Sequence[str]:
        """The units of a hex."""
        return units_at(self._game, h)

    # ---- ships

    def ships(self, troops: bool) -> list[str]:
        """One's own ships at sea and in port: those that carry troops, or the warships. [7.3]"""
        game = self._game
        return [n for n in fleet(game, self.side) if amphibious(game, n) == troops]

    def cargo(self, ship: str) -> list[str]:
        """Who is aboard. [8.5.8.3]"""
        return aboard(self._game, ship)

    def marines(self, ship: str) -> list[str]:
        """The marines that wait in a ship's port."""
        h, counters = self.anchorage(ship), self.scenario.counters
        here = self.at(h) if h >= 0 else ()
        return [n for n in here if counters[n].marine and counters[n].side == self.side]

    def anchorage(self, ship: str) -> int:
        """The hex of a ship; -1 in a box."""
        return ship_of(self._game, ship).hex

    def waters(self, ship: str) -> str:
        """The box that a ship is in; none on the map."""
        return ship_of(self._game, ship).where

    def shore(self, h: int) -> str:
        """The Inshore Box of a hex at sea; none on land. [7.1]"""
        return "" if self.scenario.ground.land(h) else shore_of(self._game).get(h, "")

    def offing(self) -> list[int]:
        """The hexes at sea beside the coast."""
        ground = self.scenario.ground
        return [h for h in sorted(shore_of(self._game)) if not ground.land(h)]

    def ruled(self, at: str) -> bool:
        """Whether the enemy has a box. [7.2]"""
        return at in self.board.boxes and ruler(self._game, at) == self.enemy

    def course(self, ship: str, end: str) -> tuple[str, ...]:
        """A shortest way of a ship to a box or hex in this segment; none if it is too far."""
        return courses(self._game, self.side, berth(self._game, ship)).get(end, ())
