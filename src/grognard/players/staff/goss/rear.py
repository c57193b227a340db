"""The rear: guns stay within range of what their own fight, headquarters behind their own, and
neither stays where the enemy comes. [5.6.0] [9.4.0] [15.2.0]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from grognard.engine.decision import Action
from grognard.players.staff.fields import DEEP, distances, travel
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.modes.single import Battery, Stance
from grognard.systems.goss.units import FLAK

IN, OUT = "IB", "OoB"


class Rear:
    """Where the guns and headquarters of a side belong, at one moment."""

    def __init__(self, seat: GossSeat) -> None:
        self.seat, self.situation, self.house = seat, seat.situation, seat.doctrine.rear
        self.tried = seat.doctrine.patience.staffs
        self.alarm = distances(seat.board, seat.situation.foes)
        self._ways: dict[str, Mapping[int, int]] = {}
        self._middles: dict[str, int] = {}

    @cached_property
    def fronts(self) -> dict[str, list[int]]:
        """Where each headquarters has units that fight, those beside the enemy if there are any;
        and all of a side together, for those who belong to nobody."""
        beside, found = self.situation.enemy_zone, dict[str, tuple[list[int], list[int]]]()
        for name, piece in self.situation.pieces.items():
            if piece.fights:
                for hq in dict.fromkeys((piece.formation, self.seat.corps(name), "")):
                    near, far = found.setdefault(hq, ([], []))
                    (near if beside[piece.hex] else far).append(piece.hex)
        return {hq: near or far for hq, (near, far) in found.items()}

    def front(self, name: str) -> list[int]:
        """The front that a gun belongs to; for a headquarters the middle of its own."""
        counter = self.seat.counter(name)
        own = name if counter.hq else self.situation.pieces[name].formation
        hexes = next(
            (self.fronts[hq] for hq in (own, self.seat.corps(name), "") if hq in self.fronts), []
        )
        return [self._middle(name)] if counter.hq and hexes else hexes

    def _middle(self, hq: str) -> int:
        """Where those of a headquarters are who are nearest to all others of it."""
        if hq not in self._middles:
            distance, pieces = self.seat.board.distance, self.situation.pieces
            own = [one for one in pieces.values() if one.fights and one.formation == hq]
            own = own or [p for n, p in pieces.items() if p.fights and self.seat.corps(n) == hq]
            own = own or [pieces[one] for one in self.seat.fed_by(hq)]
            own = own or [p for p in pieces.values() if p.fights]
            self._middles[hq] = min(
                {one.hex for one in own},
                key=lambda h: (sum(distance(h, one.hex) for one in own), h),
            )
        return self._middles[hq]

    def far(self, name: str, h: int) -> int:
        """How many hexes a hex is from the front of a gun or headquarters."""
        distance = self.seat.board.distance
        return min((distance(h, a) for a in self.front(name)), default=0)

    def most(self, name: str) -> int:
        """How far behind its front it may be."""
        counter = self.seat.counter(name)
        if counter.type.code == FLAK:
            return self.house.flak
        if not counter.hq:
            return max(1, counter.range - 1)
        if not self.seat.leads(name):
            return self.house.corps
        return self.house.riding if self.seat.rides(name) else self.house.on_foot

    def least(self, name: str) -> int:
        """How far from the enemy it stays."""
        if not self.seat.counter(name).hq:
            return self.house.guns
        return self.house.staff if self.seat.leads(name) else self.house.corps_staff

    def batteries(self) -> Iterator[Action]:
        """Towed guns within range of their front go into battery; those too far behind, and those
        whom the enemy has come up to, come out of it. [5.6.0]"""
        for name in self.seat.mine():
            counter, unit = self.seat.counter(name), self.seat.unit(name)
            if not counter.towed:
                continue
            threatened = 0 <= self.alarm[unit.hex] <= self.house.overrun
            threatened = threatened and not self._guarded(unit.hex)
            near = self.far(name, unit.hex) <= self.most(name)
            if unit.battery and (threatened or not near):
                yield self.seat.write(Battery, Stance((name,), OUT))
            elif not unit.battery and near and not threatened:
                yield self.seat.write(Battery, Stance((name,), IN))

    def _guarded(self, h: int) -> bool:
        return any(one.fights for one in self.situation.stack(h))

    def moves(self, linked: frozenset[int]) -> Iterator[tuple[str, int]]:
        """Where guns out of battery, Flak and headquarters go."""
        for name in sorted(self.situation.pieces):
            counter = self.seat.counter(name)
            rear = counter.hq or counter.artillery or counter.type.code == FLAK
            if rear and self.seat.movable(name):
                h = self.place(name, linked)
                if h >= 0:
                    yield name, h

    def place(self, name: str, linked: frozenset[int]) -> int:
        """A better hex for a gun or headquarters; -1 if it is well where it is. A headquarters goes
        only where it is supplied. [15.2.2]"""
        piece, counter = self.situation.pieces[name], self.seat.counter(name)
        lost = counter.hq and not self.seat.supplied(name, piece.hex)
        fed = self.seat.feeds(name, piece.hex) if self.upper(name) else 0
        hungry = self.upper(name) and fed < len(self.seat.fed_by(name))
        near = self.far(name, piece.hex) <= self.most(name) - counter.artillery
        content = near or (self.house.steady and self.upper(name))
        if content and not (lost or hungry or self._danger(name, piece.hex)):
            return -1
        routes = self.seat.routes(name).costs
        ways = self.ways(name) if not lost else travel(self.seat.walks, self.situation.bases)

        def key(h: int) -> tuple[int, int, int, int]:
            return self._danger(name, h), ways.get(h, DEEP), routes.get(h, 0), h

        at, crowd = self.situation.at, self.house.crowd
        fit = sorted((h for h in routes if h in linked and len(at.get(h, ())) < crowd), key=key)
        if self.upper(name):
            return self._feeding(name, fit, fed, lost)
        if counter.hq:
            fit = [h for h in fit[: self.tried] if self.seat.supplied(name, h)]
        better = fit and (lost or key(fit[0])[:2] < key(piece.hex)[:2])
        return fit[0] if better else -1

    def upper(self, name: str) -> bool:
        """Whether it is the headquarters of a corps or an army."""
        return self.seat.counter(name).hq and not self.seat.leads(name)

    def _feeding(self, name: str, fit: list[int], fed: int, lost: bool) -> int:
        """Where a corps or an army feeds most of its own, and is fed: near to their middle, or
        anywhere else within its reach. Only to get away from an enemy close by, or to be supplied
        itself, it leaves any of them alone. [15.2.2]"""
        here = self.situation.pieces[name].hex
        flees = 0 <= self.alarm[here] <= self.house.close
        most = self.tried
        some = dict.fromkeys((*fit[:most], *fit[most :: max(1, len(fit) // most)]))
        able = [h for h in some if self.seat.supplied(name, h)]
        if not (flees or lost):
            if self.house.steady:
                return self._safer(name, able, fed)
            far = self.far(name, here)
            able = [h for h in able if (self.seat.feeds(name, h), -self.far(name, h)) > (fed, -far)]
        return max(
            able, key=lambda h: (-self._danger(name, h), self.seat.feeds(name, h)), default=-1
        )

    def _safer(self, name: str, able: Iterable[int], fed: int) -> int:
        """Where a corps or an army feeds more of its own, or as many farther from the enemy; -1 if
        it does nowhere. [15.2.2]"""
        here = self.situation.pieces[name].hex
        found = [(self.seat.feeds(name, h), -self._danger(name, h), h) for h in able]
        better = [one for one in found if one[:2] > (fed, -self._danger(name, here))]
        return max(better, key=lambda one: (*one[:2], -self.far(name, one[2])), default=(0, 0, -1))[
            2
        ]

    def _danger(self, name: str, h: int) -> int:
        least = self.least(name)
        return least - self.alarm[h] if 0 <= self.alarm[h] < least else 0

    def ways(self, name: str) -> Mapping[int, int]:
        """What it costs to come to its front from everywhere."""
        front = self.front(name)
        key = ",".join(map(str, sorted({*front})))
        if key not in self._ways:
            self._ways[key] = travel(self.seat.walks, front)
        return self._ways[key]


def batteries(seat: GossSeat) -> Iterator[Action]:
    """Which guns go in and out of battery. [5.6.0]"""
    yield from Rear(seat).batteries()
