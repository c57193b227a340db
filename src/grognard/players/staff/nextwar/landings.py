"""The sea: marines board, cross and land where nobody expects them; warships support the front.

An assault takes two Movement Segments: one out of port to the waters off a coast, and one from
there to the beach, after which the troops go ashore. [8.5.8]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from grognard.engine.decision import Action
from grognard.kit.orders import ManyAt
from grognard.players.staff.fields import threat_at
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.orders import first_legal
from grognard.systems.nextwar.amphibious.assault import Land
from grognard.systems.nextwar.amphibious.embarking import Boarding, Embark
from grognard.systems.nextwar.naval.sailing import Sail, Voyage


class Shores:
    """What the ships of a side could do now."""

    def __init__(self, seat: NwSeat) -> None:
        self.seat, self.house = seat, seat.doctrine.leaps

    @cached_property
    def beaches(self) -> dict[int, int]:
        """The beaches worth landing on, nobody there, and what lies near each."""
        situation, board = self.seat.situation, self.seat.board
        found = {}
        for h in sorted(self.seat.scenario.ground.beaches):
            if h in situation.foes or self.seat.held(h) == self.seat.side:
                continue
            near = [g for g in situation.goals if board.distance(h, g.hex) <= self.house.ashore]
            value = sum(g.value for g in near if not g.ours and g.hex not in situation.foes)
            if value:
                found[h] = value
        return found

    def open(self, h: int, names: list[str]) -> bool:
        """Whether troops could stand on a beach."""
        strength = sum(self.seat.strength_of(name) for name in names)
        return threat_at(self.seat.situation, h) <= self.house.beach * strength

    def orders(self) -> Iterator[Action]:
        """What could be done, ship by ship."""
        if not self.seat.offered(Sail):
            return
        for ship in self.seat.ships(troops=True):
            names = self.seat.cargo(ship)
            yield from self.landing(ship, names) if names else self.loading(ship)
        for ship in self.seat.ships(troops=False):
            yield from self.standing_by(ship)

    def loading(self, ship: str) -> Iterator[Action]:
        """Marines in port with it go aboard, if there is a beach for them. [8.5.8.3]"""
        for name in self.seat.marines(ship):
            if self.beaches and not self.seat.enemy_zone[self.seat.unit(name).hex]:
                yield self.seat.write(Embark, Boarding(name, ship))

    def landing(self, ship: str, names: list[str]) -> Iterator[Action]:
        """To the waters off the best coast, and from there to the beach. [8.5.8.1]"""
        board, box = self.seat.board, self.seat.waters(ship)
        for name in self.seat.marines(ship) if not box else ():
            yield self.seat.write(Embark, Boarding(name, ship))
        worth = sorted(self.beaches, key=lambda h: (-self.beaches[h], h))
        for h in (h for h in worth if self.open(h, names)):
            for sea in board.around(h):
                shore = self.seat.shore(sea)
                if not shore or self.seat.ruled(shore):
                    continue
                if box == shore and self.seat.combat:
                    yield self.seat.write(Sail, Voyage((ship,), (board.label(sea),)))
                elif box != shore:
                    yield from self.course(ship, shore)

    def course(self, ship: str, end: str) -> Iterator[Action]:
        """A way to a box or hex that leads through no waters of the enemy."""
        path = self.seat.course(ship, end)
        if path and not any(self.seat.ruled(at) for at in path):
            yield self.seat.write(Sail, Voyage((ship,), path))

    def standing_by(self, ship: str) -> Iterator[Action]:
        """A warship goes where its guns reach most of the fighting. [7.3.1]"""
        now, best = self.served(ship, self.seat.anchorage(ship)), -1
        for h in self.seat.offing():
            count = self.served(ship, h)
            if count > now:
                now, best = count, h
        if best >= 0:
            yield from self.course(ship, self.seat.board.label(best))

    def served(self, ship: str, h: int) -> int:
        """How many enemies near one's own a ship reaches from a hex."""
        if h < 0 or self.seat.scenario.ground.land(h):
            return 0
        situation, board = self.seat.situation, self.seat.board
        far, near = self.seat.scenario.ships[ship].range, self.house.contact
        return sum(
            board.distance(h, foe) <= far and any(b in situation.at for b in board.disk(foe, near))
            for foe in situation.foes
        )


def next_voyage(seat: NwSeat) -> Action | None:
    """What the ships do next, as far as it may be done."""
    return first_legal(seat, Shores(seat).orders())


def ashore(seat: NwSeat) -> Action | None:
    """Troops before a beach that nobody defends go ashore. [8.5.8.1-p5]"""
    if not seat.offered(Land):
        return None
    beaches = Shores(seat).beaches
    worth = sorted(beaches, key=lambda h: (-beaches[h], h))
    companies = [seat.cargo(ship) for ship in seat.ships(troops=True)]
    orders = (ManyAt(tuple(names), h) for names in companies if names for h in worth)
    return first_legal(seat, (seat.write(Land, order) for order in orders))
