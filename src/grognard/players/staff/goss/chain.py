"""The chain of command as a seat reads it: headquarters, whom they feed, and their zones. [9.0]"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from grognard.players.seat import Seat
from grognard.systems.goss.assault.limits import allowed, payers
from grognard.systems.goss.command.zones import (
    army_of_zone,
    drawn,
    hexes_of,
    key_of,
    to_zone,
    zones_of,
)
from grognard.systems.goss.logistics.stock import armies_of, army_of
from grognard.systems.goss.logistics.support import corps_of
from grognard.systems.goss.modes.groups import Group, groups_of, members
from grognard.systems.goss.movement.reach import Reach as Routes
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.pieces.chain import (
    corps,
    formation,
    headquarters_of,
    leads_formation,
    mech_formation,
    subordinates,
    superior,
)
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.supply.determination import unescorted
from grognard.systems.goss.supply.links import Reach, hq_points, link
from grognard.systems.goss.supply.tracing import hq_bars, hq_feeders
from grognard.systems.goss.supply.ways import HQ_PATH
from grognard.systems.goss.units import OHS


class ChainSeat(Seat):
    """What a seat asks about command."""

    def formation(self, name: str) -> str:
        """The formation that a unit fights in."""
        return formation(self._game, name)

    def corps(self, name: str) -> str:
        """The corps above a unit."""
        return corps(self._game, name)

    def superior(self, name: str) -> str:
        """The headquarters that a unit is directly under."""
        return superior(self._game, name)

    def headquarters(self) -> list[str]:
        """One's own headquarters on the map."""
        return list(headquarters_of(self._game, self.side))

    def payers(self, names: Iterable[str]) -> frozenset[str]:
        """The headquarters on whose ammunition units assault. [16.3.3]"""
        return payers(self._game, names)

    def allowed(self, hq: str) -> int:
        """What the assaults of a headquarters may still count, in halves of a point. [16.3.3]"""
        return allowed(self._game, hq)

    def leads(self, hq: str) -> bool:
        """Whether a headquarters is that of a division or battle group."""
        return leads_formation(self._game, hq)

    def rides(self, hq: str) -> bool:
        """Whether the formation of a headquarters is mechanized."""
        return mech_formation(self._game, hq)

    def mech_groups(self) -> Iterator[tuple[Group, tuple[str, ...]]]:
        """One's own mechanized formations, each with its units, and after each its regiments.
        [9.3.3]"""
        for group in groups_of(self._game, self.side):
            if mech_formation(self._game, group.hq):
                names = members(self._game, group)
                names = tuple(n for n in names if unit_of(self._game, n).hex >= 0)
                if names:
                    yield group, names

    def armies(self) -> Iterator[tuple[str, list[str], int, int]]:
        """One's own armies, each with its corps on the map, its ADV and its AmP. [16.3.2]"""
        for name in armies_of(self._game, self.side):
            track = army_of(self._game, name)
            yield name, corps_of(self._game, name), track.adv, track.amp

    # ---- who feeds whom [15.2.2]

    def fed_by(self, hq: str) -> list[str]:
        """The headquarters on the map that are supplied through another. [15.2.0]"""
        own = headquarters_of(self._game, self.side)
        return [one for one in own if one != hq and hq in hq_feeders(self._game, one)]

    def feeds(self, hq: str, h: int) -> int:
        """How many of those headquarters another would reach from a hex. [15.2.2]"""
        game = self._game
        half = unit_of(game, hq).supply == OHS
        reach, bars = Reach.of(game, h, hq_points(game), half=half), hq_bars(game, hq)
        goals = [unit_of(game, one).hex for one in self.fed_by(hq)]
        found = (link(game, self.side, h, goal, HQ_PATH, reach, bars) for goal in goals)
        return sum(one is not None for one in found)

    def unescorted(self) -> list[str]:
        """Vehicles of infantry divisions with none of its infantry beside them. [9.3.4a]"""
        return [name for name in on_map(self._game, self.side) if unescorted(self._game, name)]

    def infantry(self, name: str) -> list[int]:
        """Where those on foot are who are under the same headquarters as a unit. [9.3.4a]"""
        game, hq = self._game, superior(self._game, name)
        mates = [one for one in subordinates(game, hq) if not counter_of(game, one).hq]
        on_foot = [one for one in mates if not mech(counter_of(game, one), unit_of(game, one))]
        return [unit_of(game, one).hex for one in on_foot if unit_of(game, one).hex >= 0]

    # ---- zones of operation [9.2.0]

    def zones(self) -> dict[str, Collection[int]]:
        """One's own zones, by corps or army; none where nobody keeps to any. [9.2.0]"""
        if not drawn(self._game):
            return {}
        return {key: hexes_of(self._game, key) for key in zones_of(self._game, self.side)}

    def zone(self, name: str) -> str:
        """The corps or army whose zone a unit keeps to; empty if there is none. [9.2.0]"""
        return key_of(self._game, name)

    def army_of(self, zone: str) -> str:
        """The army that a zone belongs to. [9.3.2]"""
        return army_of_zone(self._game, zone)

    def outside(self, name: str) -> Sequence[int] | None:
        """How far every hex is outside a unit's zone; None if it may be anywhere. [9.2.0]"""
        return to_zone(self._game, name)

    def abides(self, name: str, h: int) -> bool:
        """Whether a hex is within a unit's zone, or nearer to it than where the unit is. [9.2.0]"""
        far = self.outside(name)
        return far is None or not far[h] or far[h] < far[unit_of(self._game, name).hex]

    def routes(self, name: str) -> Routes:
        """Where an own unit can go, as far as its player may know, and stay in command. [9.2.0]"""
        found = reach(self._game, (name,), self.side)
        far = self.outside(name)
        if far is None:
            return found
        return self._game.cached(
            ("staff routes", name), self._game.journal.every,
            lambda: within(found, far, far[unit_of(self._game, name).hex]),
        )  # fmt: skip


def within(found: Routes, far: Sequence[int], here: int) -> Routes:
    """The ways that lead no farther out of a zone than a hex, or back towards it. [9.2.0]"""
    trips = found.trips
    if not here:
        trips = tuple(trip for trip in trips if all(far[h] <= 1 for h in trip.costs))
    costs = {h: cost for h, cost in found.costs.items() if not far[h] or far[h] < here}
    return Routes(trips, {h: c for h, c in costs.items() if any(h in trip.costs for trip in trips)})
