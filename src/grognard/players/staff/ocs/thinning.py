"""Thinning out: nobody is one too many when a segment ends, for he would be lost. [4.8a]

Where more stand in a hex than it can hold, because others did not get away from it, the least of
those who can still move go to the nearest hex with room; if nobody can, the least is given up.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.shipping import has_room
from grognard.players.staff.orders import Report
from grognard.systems.ocs.movement.marching import Going, Move
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacking import GiveUp
from grognard.systems.ocs.pieces.stacks import LIMIT


class Thinning(Report[OcsSeat]):
    """The end of a Movement Segment: whoever is one too many goes a little farther."""

    def orders(self) -> Iterator[Action]:
        """One unit after another, until every hex can hold what stands in it."""
        if not self.now.doctrine.clear:
            return
        crowds = stacks.stacks(self.now.table)
        for h in sorted(crowds.crowds & crowds.held[self.now.side]):
            for name in sorted(self.now.situation.at.get(h, ()), key=lambda n: self.dearness(n)):
                if h in crowds.crowds:
                    yield from self.leave(name, h)

    def dearness(self, name: str) -> tuple[int, str]:
        """Who is worth least goes first."""
        return self.now.value(name) * self.now.situation.pieces[name].steps, name

    def leave(self, name: str, h: int) -> Iterator[Action]:
        """A way out of a crowd, with fuel for it."""
        seat = self.now
        costs = seat.marching(name).costs
        near = [
            b
            for b in seat.board.disk(h, seat.doctrine.clear)
            if b in costs and b != h and not seat.enemy_zone[b] and has_room(seat, b, name)
        ]
        if not near:
            return
        goal = min(near, key=lambda b: (b not in seat.linked, costs[b], b))
        yield from Budget(seat).fuelling([name])[:1]
        path = self.now.marching(name).path(goal)
        if path:
            yield self.now.write(Move, Going((name,), path))


def give_up(seat: OcsSeat) -> Action:
    """Of those whose loss is enough, who is worth least. [4.8a]"""
    answer = seat.question.default
    offers = [offer for offer in seat.question.offers if isinstance(offer, GiveUp)]
    if not seat.doctrine.clear or not offers:
        assert answer is not None
        return answer
    pieces = seat.situation.pieces
    named = [a for a in offers[0].legal(seat.table, seat.side) if a["unit"] in pieces]
    here = {pieces[a["unit"]].hex for a in named}
    over = max((sum(p.size for p in seat.situation.stack(h)) - LIMIT for h in here), default=0)

    def price(action: Action) -> tuple[bool, int, str]:
        piece = pieces[action["unit"]]
        return piece.size < over, seat.value(piece.id) * piece.steps, piece.id

    return min(named, key=price)
