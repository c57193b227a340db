"""Behind the line: guns within range of the fighting, headquarters within reach of their units."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from grognard.board.search import plain
from grognard.engine.decision import Action
from grognard.kit.orders import OfMany
from grognard.players.staff.fields import distances, within
from grognard.players.staff.situation import Piece
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.artillery.gun_setup import ChangeSetup
from grognard.systems.wb95.artillery.support import RANGE
from grognard.systems.wb95.charts import hq_range
from grognard.systems.wb95.movement.moves import Journey, Move
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT


class Rear:
    """Orders for guns and headquarters, one after another, when everybody else has moved.

    Nothing but they themselves moves meanwhile, so one look at the situation is enough.
    """

    def __init__(self, seat: Wb95Seat) -> None:
        self.seat, self.situation, self.safe = seat, seat.situation, seat.doctrine.safe
        counters, units = seat.scenario.counters, seat.view["units"]
        self.left: set[str] = set()
        """Guns that have been asked whether they leave their place."""
        self.joining: set[str] = set()
        """Those who were alone near the enemy, and go where somebody guards them."""
        self.limbered = {name: bool(units[name]["transport"]) for name in self.situation.pieces}
        self.waiting = [
            piece
            for name, piece in self.situation.pieces.items()
            if counters[name].towed_artillery or counters[name].hq
        ]

    @cached_property
    def far(self) -> list[int]:
        """How far each hex is from the enemy."""
        return distances(self.seat.board, self.situation.foes)

    @cached_property
    def contact(self) -> list[int]:
        """The own hexes with fighting units nearest to the enemy."""
        fighting = sorted({p.hex for p in self.situation.pieces.values() if p.fights})
        near = [h for h in fighting if self.far[h] == 1]
        return near or [h for h in fighting if self.far[h] <= RANGE] or fighting

    @cached_property
    def near_front(self) -> list[int]:
        """How far each hex is from the fighting."""
        return distances(self.seat.board, self.contact)

    def order(self, seat: Wb95Seat) -> Action | None:
        """The next order for a gun or a headquarters that has none yet."""
        self.seat = seat
        while self.waiting:
            piece = self.waiting[0]
            hq = seat.scenario.counters[piece.id].hq
            action = self.headquarters(piece) if hq else self.gun(piece)
            if hq or action is None:
                self.waiting.pop(0)
            elif action["do"] == ChangeSetup.do:
                self.limbered[piece.id] = not self.limbered[piece.id]
            else:
                self.waiting[0] = replace(piece, hex=seat.board.hex(action["path"][-1]))
            if action is not None:
                return action
        return None

    def room(self, h: int, piece: Piece) -> bool:
        """Whether a hex has room for one more."""
        there = self.levels.get(h, 0)
        if self.situation.pieces[piece.id].hex == h:
            there -= piece.steps
        return there + piece.steps <= STACKING_LIMIT

    @cached_property
    def levels(self) -> dict[int, int]:
        """The levels in each hex with own units."""
        return {h: sum(p.steps for p in self.situation.stack(h)) for h in self.situation.at}

    @cached_property
    def barring(self) -> dict[int, list[str]]:
        """Those who bar the way, hex by hex."""
        found: dict[int, list[str]] = {}
        for piece in self.situation.pieces.values():
            if piece.bars:
                found.setdefault(piece.hex, []).append(piece.id)
        return found

    def guarded(self, h: int, piece: Piece) -> bool:
        """Whether anybody else in a hex bars the way."""
        return any(name != piece.id for name in self.barring.get(h, ()))

    def alone(self, h: int, piece: Piece) -> bool:
        """Whether nobody would stand in a hex near the enemy who could guard guns there."""
        if not 0 <= self.far[h] <= self.seat.doctrine.escort:
            return False
        return not self.guarded(h, piece)

    # ---- guns

    def gun(self, piece: Piece) -> Action | None:
        """Bring guns within range of the fighting and deploy them there. [6.1.2] [6.2.4]"""
        limbered = self.limbered[piece.id]
        near = self.near_front[piece.hex]
        turn = self.seat.write(ChangeSetup, OfMany((piece.id,)))
        alone = self.alone(piece.hex, piece)
        if near <= RANGE - 1 and self.far[piece.hex] >= self.safe and not alone:
            return turn if limbered and self.seat.may(turn) else None
        if not limbered:
            leaving = near > RANGE or (alone and piece.id not in self.left)
            self.left.add(piece.id)
            return turn if leaving and self.seat.may(turn) else None
        best = self.nearest(piece)
        if best is None:
            return turn if near <= RANGE and self.seat.may(turn) else None
        return self.march(piece, best)

    def nearest(self, piece: Piece) -> int | None:
        """The hex in reach where guns serve best: near the fighting, beside others, and safe."""
        costs = plain(self.seat.routes(piece.id).costs)
        hexes = [
            h
            for h in costs
            if self.far[h] >= self.safe and not self.seat.enemy_zone[h] and self.room(h, piece)
        ]
        if not hexes:
            return None

        def price(h: int) -> tuple[bool, int, int, int, int]:
            out = max(0, self.near_front[h] - (RANGE - 1))
            return self.alone(h, piece), out, h not in self.situation.at, costs[h], h

        best = min(hexes, key=price)
        here = max(0, self.near_front[piece.hex] - (RANGE - 1))
        return best if price(best)[:2] < (self.alone(piece.hex, piece), here) else None

    def march(self, piece: Piece, h: int) -> Action | None:
        """A move to a hex, if it may be made; after it the piece is done unless it can deploy."""
        path = self.seat.routes(piece.id).path(h)
        if self.alone(piece.hex, piece) and not self.alone(h, piece):
            self.joining.add(piece.id)
        action = self.seat.write(Move, Journey((piece.id,), path))
        return action if path and self.seat.may(action) else None

    # ---- headquarters

    def headquarters(self, piece: Piece) -> Action | None:
        """Bring a headquarters where most of the fighting units are in its range. [9.2.2]"""
        counter = self.seat.scenario.counters[piece.id]
        radius = hq_range(self.seat.scenario.tables, counter.nation.lower())
        under = within(self.seat.board, self.weights(self.covered(piece, counter.side)), radius)

        def worth(h: int) -> tuple[bool, int, int, int]:
            value = under[h] + 3 * self.guarded(h, piece) + 4 * min(self.far[h], 3)
            return not self.alone(h, piece), value, -self.near_front[h], -h

        costs = plain(self.seat.routes(piece.id).costs)
        hexes = [
            h
            for h in costs
            if self.far[h] >= self.safe and not self.seat.enemy_zone[h] and self.room(h, piece)
        ]
        best = max(hexes, key=worth, default=piece.hex)
        here = worth(piece.hex)[:2] if self.far[piece.hex] >= self.safe else (False, -1)
        if best == piece.hex or worth(best)[:2] <= here:
            return None
        return self.march(piece, best)

    def covered(self, piece: Piece, side: str) -> set[int]:
        """The hexes under the command of the other headquarters."""
        found: set[int] = set()
        for other in self.situation.pieces.values():
            counter = self.seat.scenario.counters[other.id]
            if counter.hq and other.id != piece.id:
                radius = hq_range(self.seat.scenario.tables, counter.nation.lower())
                found.update(self.seat.board.disk(other.hex, radius))
        return found

    def weights(self, others: set[int]) -> dict[int, int]:
        """What it counts to have each hex under command: those that fight, twice if nobody does."""
        found: dict[int, int] = {}
        for h, names in self.situation.at.items():
            if 0 <= self.far[h] <= RANGE:
                fighting = sum(self.situation.pieces[name].fights for name in names)
                found[h] = fighting * (1 if h in others else 4) * (2 if self.far[h] == 1 else 1)
        return found
