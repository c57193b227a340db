"""Prices: what aircraft cost to lose, and what it is worth to strike this or that.

All is in thousandths of a point of strength, as everything else the staff weighs; a Victory Point
is worth so many of them that bases, headquarters and ships come before troops in the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from grognard.players.staff.fields import distances
from grognard.players.staff.nextwar.chances import THOUSAND, Hits
from grognard.players.staff.nextwar.estimate import Estimate
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.aircraft import AIR, STRIKE, SUPPORT
from grognard.systems.nextwar.airpower.wings import (
    ALIVE,
    OTHER_WORTH,
    WINGS,
    WORTH,
    basing,
    marked,
    plane,
    wing_of,
)
from grognard.systems.nextwar.damage.strikes import GONE, STEP, added, level
from grognard.systems.nextwar.naval.detecting import in_port
from grognard.systems.nextwar.pieces.ships import kind, ship_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.sites import AIRBASE, PORT
from grognard.systems.nextwar.status import BRIDGES, HEXES, SITES
from grognard.systems.nextwar.strikes.targets import (
    BEACHHEAD,
    BRIDGE,
    INTERDICTION,
    LAUNCHERS,
    SITE,
    TRACK,
    UNIT,
    VESSEL,
    Target,
    sort_of,
    spot,
)
from grognard.systems.nextwar.turn.points import CARRIER, prize, worth
from grognard.systems.nextwar.turn.points import VESSEL as SHIP_SUNK
from grognard.systems.nextwar.units import CVN

States = dict[int, int]
"""How likely a target bears which marker, in thousandths."""


@dataclass
class Aim:
    """Something to strike: what each hit would be worth, whatever it bears by then.

    `turns` tells for a marker and a hit what it brings, and the marker that is there after.
    """

    target: Target
    sort: str
    hex: int
    gains: Mapping[tuple[int, int], tuple[int, int]]
    states: States = field(default_factory=lambda: {0: THOUSAND})

    def gain(self, roll: Hits) -> int:
        """What a strike with such chances is worth now."""
        return sum(
            likely * roll[hit] * self.gains[marker, hit][0] // (THOUSAND * THOUSAND)
            for marker, likely in self.states.items()
            for hit in (1, 2, 3)
            if (marker, hit) in self.gains
        )

    def struck(self, roll: Hits) -> None:
        """Reckon with a strike that is on its way."""
        after: States = {}
        for marker, likely in self.states.items():
            for hit, chance in enumerate(roll):
                now = self.gains[marker, hit][1] if (marker, hit) in self.gains else marker
                after[now] = after.get(now, 0) + likely * chance // THOUSAND
        self.states = after


class Prices:
    """What everything is worth to a side at one moment."""

    def __init__(self, seat: NwSeat) -> None:
        self.seat, self.game = seat, seat.table
        self.estimate = Estimate(seat)
        self.house, self.point = seat.doctrine.price, seat.doctrine.worth.point

    @cached_property
    def front(self) -> list[int]:
        """How far every hex is from one's own troops."""
        return distances(self.seat.board, self.seat.situation.at)

    @property
    def left(self) -> int:
        """How many turns are left, this one included."""
        return max(1, self.seat.scenario.turns - self.game.turn + 1)

    # ---- aircraft

    def ratings(self, name: str) -> int:
        """All ratings of an air unit together."""
        return sum(marked(self.game, name, one).value for one in (AIR, SUPPORT, STRIKE))

    def step(self, name: str) -> int:
        """What the next step of an air unit is worth: the points, if it is the last, and else a
        part of them; and what it could do."""
        if wing_of(self.game, name).steps > 1:
            return self.whole(name)
        return self.points(name) + self.arms(name)

    def whole(self, name: str) -> int:
        """What the first step of an air unit is worth, lost or brought back."""
        return self.points(name) * self.house.first_step // THOUSAND + self.arms(name)

    def points(self, name: str) -> int:
        """What the points for an air unit are worth. [12.1]"""
        nation = plane(self.game, name).nation
        return int(self.point * worth(self.game, WORTH.get(nation, OTHER_WORTH)))

    def arms(self, name: str, *kinds: str) -> int:
        """What an air unit could do in the turns that are left, of all or some kinds."""
        points = sum(marked(self.game, name, one).value for one in kinds or (AIR, SUPPORT, STRIKE))
        return self.house.arms * points * min(self.left, 4) // 4

    def abort(self, name: str) -> int:
        """What it costs that an air unit goes back: it may miss the next turn. [22.4-p4]"""
        box = basing(self.game, name)
        ready = 1 + (box.ready if box is not None else 1)
        lost = self.house.sortie * self.ratings(name) * (10 - ready) // 10
        return lost if self.left > 1 else 0

    # ---- targets

    def aim(self, target: Target) -> Aim | None:
        """A target with what hits are worth; None if none is worth anything."""
        sort = sort_of(self.game, target)
        find = {
            SITE: self._site, UNIT: self._unit, BEACHHEAD: self._unit, VESSEL: self._ship,
            TRACK: self._track, LAUNCHERS: self._launchers, BRIDGE: self._bridge,
            INTERDICTION: self._hex,
        }.get(sort)  # fmt: skip
        return None if find is None else find(target, sort)

    def _built(self, target: Target, sort: str, full: int, marker: int, what: str) -> Aim | None:
        """Something that is destroyed bit by bit, and then no more. [27.2]"""
        if full <= 0 or marker > 2:
            return None
        gains, worth = {}, self.house.halfway
        for now in range(3):
            for hit in (1, 2, 3):
                after = added(self.game, what, now, hit)
                then = 3 if after == GONE else int(after)
                gains[now, hit] = full * (worth[then] - worth[now]) // THOUSAND, then
        return Aim(target, sort, spot(self.game, target), gains, {marker: THOUSAND})

    def _site(self, target: Target, sort: str) -> Aim | None:
        site, status = self.game.scenario.sites[target.name], self.game.state[SITES][target.name]
        if controller(self.game, site.hex) != self.seat.enemy:
            return None
        points = 0 if status.scored else int(self.point * prize(self.game, site))
        ruins = {AIRBASE: self.house.ruined_base, PORT: self.house.ruined_port}
        full = points + ruins.get(site.kind, 0)
        if self.coming(site.hex):
            full //= 3  # one's own troops will have it whole
        return self._built(target, sort, full, level(status), "site")

    def coming(self, h: int) -> bool:
        """Whether one's own troops are about to take a hex: who attacks, and stands beside it."""
        return self.seat.situation.attacking and 0 <= self.front[h] <= 1

    def _ship(self, target: Target, sort: str) -> Aim | None:
        event = CARRIER if kind(self.game, target.name) == CVN else SHIP_SUNK
        full = int(self.point * worth(self.game, event)) + self.house.hull
        if in_port(self.game, target.name):
            full = full * 3 // 4
        return self._built(target, sort, full, ship_of(self.game, target.name).strike, "ship")

    def _unit(self, target: Target, sort: str) -> Aim | None:
        """A unit: its marker grows until it costs a step, and then begins anew. [27.1]"""
        name, counter = target.name, self.seat.scenario.counters[target.name]
        unit = self.seat.unit(name)
        near = 0 <= self.front[unit.hex] <= self.house.front
        step, marker = self.estimate.price([name], THOUSAND), self.house.shaken[near]
        mute = self.house.muted if (counter.hq or counter.artillery) and near else 0
        if counter.supply:
            step, marker = self.house.stores // (1 + unit.mobile), self.house.short
        if counter.beachhead:
            step = self.house.stores
        what = "supply" if counter.supply else "beachhead" if counter.beachhead else "unit"
        gains = {}
        for now in range(3):
            for hit in (1, 2, 3):
                after = added(self.game, what, now, hit)
                then = int(after) if after.isdigit() else 0 if after == STEP else 3
                won = step if then in (0, 3) and not after.isdigit() else marker * (then - now)
                gains[now, hit] = won + mute, then
        return Aim(target, sort, unit.hex, gains, {min(unit.strike, 2): THOUSAND})

    def _track(self, target: Target, sort: str) -> Aim | None:
        """A track of air defenses: the lower, the more of one's own come back. [27.8]"""
        value = self.defenses[target.name]
        return self._counted(target, sort, value, getattr(self.seat.theirs, target.name))

    @cached_property
    def defenses(self) -> dict[str, int]:
        """What a level of each of the enemy's tracks is worth to who has aircraft to lose."""
        mine = [
            n
            for n, wing in self.game.state[WINGS].items()
            if plane(self.game, n).side == self.seat.side and wing.place in ALIVE
            if marked(self.game, n, STRIKE).value > 1
        ]
        dear = sum(self.step(name) for name in mine)
        return {
            "detection": dear // self.house.detection,
            "sam": dear // self.house.missiles,
            "aaa": dear // self.house.flak,
        }

    def _launchers(self, target: Target, sort: str) -> Aim | None:
        there = getattr(self.seat.theirs, target.name)
        return self._counted(target, sort, self.house.launcher, there)

    def _counted(self, target: Target, sort: str, each: int, there: int) -> Aim | None:
        """What is taken one by one, as far as there is any."""
        if not there or not each:
            return None
        gains = {(0, hit): (each * min(hit, there), 0) for hit in (1, 2, 3)}
        return Aim(target, sort, -1, gains)

    def _bridge(self, target: Target, sort: str) -> Aim | None:
        """A bridge over which the enemy would come; not one that one needs oneself."""
        a, b = target.hexes
        key = self.seat.scenario.ground.side_key(a, b)
        holders = {controller(self.game, a), controller(self.game, b)}
        near = 0 <= min(self.front[a], self.front[b]) <= self.house.front
        if self.seat.situation.attacking or self.seat.enemy not in holders or not near:
            return None
        there = self.game.state[BRIDGES][key].strike
        return self._built(target, sort, self.house.crossing, there, "site")

    def _hex(self, target: Target, sort: str) -> Aim | None:
        """A hex out of which the enemy would go to the front. [23.4.4]"""
        h = target.hexes[0]
        foe = self.seat.situation.foes.get(h)
        if foe is None or not 1 < self.front[h] <= 2 * self.house.front:
            return None
        value = self.house.barred * foe.attack
        gains = {(0, 1): (value, 1), (0, 2): (2 * value, 2), (1, 1): (value, 2), (1, 2): (value, 2)}
        gains |= {(0, 3): (2 * value, 2), (1, 3): (value, 2)}
        barred = min(2, self.game.state[HEXES][h].interdiction)
        return Aim(target, sort, h, gains, {barred: THOUSAND})
