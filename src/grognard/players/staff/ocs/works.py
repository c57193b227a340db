"""Works: hedgehogs where a side will stay, and Air Bases where it lacks room. [16.0] [15.3]

Whoever has to keep ground digs in: in the line before the enemy, where victory is decided, and in
the last port. Nobody digs where he will not stay, nor with supply that the next battles want. Air
Bases are built near the front for aircraft that are too far off, and raised where more wait to be
refitted than a base can serve.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from grognard.engine.decision import Action
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.depots import Peril
from grognard.players.staff.ocs.evacuation import Evacuation
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.wings import Wing, usefulness, wing
from grognard.players.staff.orders import Report
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works import air_bases, engineers, hedgehogs
from grognard.systems.ocs.works.construction import Construction, Work


class Works(Report[OcsSeat]):
    """The works of one Movement Segment, when everybody has moved who will."""

    @cached_property
    def ground(self) -> Manoeuvre:
        """The ground as the plan of the segment sees it; nobody moves any more."""
        return Manoeuvre(self.now)

    @cached_property
    def peril(self) -> Peril:
        """What the enemy will have in his next move."""
        return Peril(self.now)

    def orders(self) -> Iterator[Action]:
        """Hedgehogs first, then Air Bases; on the last turn nothing."""
        if self.now.turns_left == 1:
            return
        if not self.now.attacking:
            yield from self.dig()
        yield from self.build_bases()

    def order_for(self, work: Construction, h: int, worth: int) -> Iterator[Action]:
        """A work in a hex, if it is worth its supply and the dump can spare that. [12.3]"""
        seat = self.now
        budget, tokens = Budget(seat), work.price(seat.table, seat.side, h)
        if worth <= tokens * budget.price:
            return
        for crew in work.crews(seat.table, seat.side, h):
            purse = work.purse(seat.table, seat.side, crew)
            if sum(source.tokens for source in purse) >= seat.doctrine.rear.spared * tokens:
                yield work.written(seat.table, Work(h, tuple(crew)))
                return

    # ---- hedgehogs

    def dig(self) -> Iterator[Action]:
        """A level more wherever it is worth most. [16.0b]"""
        found = {h: self.shelter(h) for h in self.now.situation.at if self.stays(h)}
        for h in sorted(found, key=lambda h: (-found[h], h)):
            yield from self.order_for(hedgehogs.BuildHedgehog(), h, found[h])

    def stays(self, h: int) -> bool:
        """Whether somebody will hold a hex and will be attacked there."""
        place = bool(self.now.situation.worth(h)) or h == self.last_port
        if not place and not self.in_line(h):
            return False
        faced = self.ground.threat[h] >= self.now.doctrine.rear.faced * max(1, self.defence(h))
        return faced and h in self.now.linked and not self.peril.outnumbered(h)

    def in_line(self, h: int) -> bool:
        """Whether a hex belongs to a line that is to be held: those in it have not just come."""
        house = self.now.doctrine.rear
        if self.leaving or self.ground.alarm[h] > house.line or not self.ground.inside(h):
            return False
        return all(engineers.stayed(self.now.table, name) for name in self.now.situation.at[h])

    def defence(self, h: int) -> int:
        """The strength that holds a hex."""
        return sum(piece.defence for piece in self.now.situation.stack(h) if piece.bars)

    @cached_property
    def last_port(self) -> int:
        """The port to leave by; -1 if there is none."""
        return Evacuation(lambda: self.now).last_port()

    @cached_property
    def leaving(self) -> bool:
        """Whether the side is on its way home."""
        return Evacuation(lambda: self.now).begun()

    def shelter(self, h: int) -> int:
        """What a level more is worth in a hex: the deeper it is already, the less."""
        house = self.now.doctrine.rear
        value = house.cover * self.defence(h) + house.place * self.now.situation.worth(h)
        value += house.place * (h == self.last_port)
        return value // (1 + hedgehogs.level(self.now.table, h))

    # ---- Air Bases

    def build_bases(self) -> Iterator[Action]:
        """Raise bases that cannot serve all their aircraft, or build one nearer to the front."""
        seat = self.now
        for h in air_bases.bases(seat.table, seat.side):
            crowd = self.crowd(h)
            if crowd and not self.peril.falls(h):
                worth = sum(usefulness(self.now, one) for one in crowd)
                yield from self.order_for(air_bases.BuildBase(), h, worth)
        worth = sum(usefulness(self.now, one) for one in self.stranded())
        for h in self.fields() if worth else ():
            before = len(air_bases.bases(self.now.table, seat.side))
            yield from self.order_for(air_bases.BuildBase(), h, worth)
            if len(air_bases.bases(self.now.table, seat.side)) > before:
                return

    def crowd(self, h: int) -> list[Wing]:
        """The Inactive aircraft of a base that it cannot refit in its next phase. [15.0b(A)]"""
        game, side = self.now.table, self.now.side
        waiting = [wing(self.now, key) for key in air_bases.inactive(game, h, side)]
        waiting.sort(key=lambda one: (-usefulness(self.now, one), one.key))
        return waiting[air_bases.refits(game, h) :]

    def stranded(self) -> list[Wing]:
        """Aircraft too far from the enemy to be of use, and for which no base nearer has room."""
        seat, alarm = self.now, self.ground.alarm
        own = air_bases.bases(seat.table, seat.side)
        keys = [key for h in own for key in air_bases.based(seat.table, h, seat.side)]
        far = [one for one in (wing(seat, k) for k in keys) if one.range // 2 < alarm[one.hex]]
        far.sort(key=lambda one: (-usefulness(self.now, one), one.key))
        near = [h for h in own if 0 < alarm[h] <= seat.doctrine.rear.strips[1]]
        room = sum(air_bases.room(seat.table, h, seat.side) for h in near)
        return far[room:]

    def fields(self) -> list[int]:
        """Where a base would lie well: guarded, in supply, near the front but not in it."""
        seat, (least, most) = self.now, self.now.doctrine.rear.strips
        own = set(air_bases.bases(seat.table, seat.side))
        found = {
            h
            for name in engineers.companies(seat.table, seat.side)
            for h in seat.board.disk(seat.table.state[UNITS][name].hex, engineers.REACH)
            if h in seat.situation.at and h not in own and h in seat.linked
        }
        alarm = self.ground.alarm
        return sorted(
            (h for h in found if least <= alarm[h] <= most and not self.peril.falls(h)),
            key=lambda h: (-self.defence(h), alarm[h], h),
        )
